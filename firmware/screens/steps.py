"""How the cursor moves between the stops of a screen (firmware/screens/stops.py), and what a key does. Serves firmware/screens."""

from engine.codes import (
    CHANGE_TOKENS, DISTRESS, GIVE, HAND_OVER, NAME, NOBODY, PASS, PHASE_DISTRESS, PHASE_GIVE, PHASE_HANDOVER, PHASE_NAME, PHASE_PICK,
    PHASE_QUESTION, PHASE_RADIO, PHASE_SHARE, PICK, PLAY, RADIO_DROP, RADIO_SHOW, REFUSE_TURN, SAY, SHARE_OUT,
)
from engine.layout import (
    JARVIS, PHASE,
)
from firmware.screens import lists
from firmware.screens.stops import in_two, place, place_of, stops
from firmware.texts import (
    AT_ACTION, AT_DROP, AT_MENU, AT_MORE, AT_NOTHING, AT_PAGE, AT_SAY, AT_SEAT, A_ALWAYS, A_CHALLENGE, A_COVER, S_CHOOSE, S_CREW, S_HAND, S_HELP, S_HERE,
    S_JARVIS, S_LETTERS, S_LOG, S_MENU, S_MISSION, S_OUTCOME, S_PICK, S_PROPOSAL, S_RESULT, S_SWAP, S_TASKS, S_TRICK,
)
from firmware.wire import (
    ADD_PERSON, CAMPAIGN, CAMPAIGNS, CHOOSE, DROP_PERSON, KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_UP, LETTER, LOG_PAGE, NO_STANDING, PASS_TO, SEAT_SWAP,
    SPELL, TAKE, T_MISSION, T_OPTIONS, T_STANDING,
)

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_SURE = const(0x80)  # added to a kind: to be confirmed
# By action: kind and argument of its command; kind 0 shows the screen in the argument. A test compares it with the codes.
_ACTIONS = (
    b"\x3c\x00\x29\x00\x00\x10\x00\x11\x2d\x00\xbd\x00\x2b\x00\x29\x00\xab\x00\x29\x00\xac\x00"  # A_DEALER to A_LOBBY
    b"\x8b\x01\x8b\x02\x8b\x03\x0c\x00\x86\x00\x07\x00"  # A_YES to A_DROP
    b"\x00\x09\x00\x0a\x00\x0c\x00\x0e\x00\x0d\x00\x14"  # A_TASKS to A_LOG
    b"\x92\x01\x00\x12\x8a\x00\x89\x00\x00\x00\x00\x0f\x00\x00"  # A_ALWAYS to A_RETURN
)


def settle(scene):
    """Bring the cursor to a stop: it stays where it is if that is still one, else it goes as near as may be, with nothing chosen."""
    cards = scene.on_cards()
    if not cards:
        scene.plan = lists.plan(scene)
    n = stops(scene)
    into = scene.stops
    waits = cards and into[n - 1] == AT_NOTHING
    if place(scene, n) < 0:
        at = scene.at
        best = into[n - 1]
        if at and at < AT_SEAT:
            i = n - 1
            while i >= 0:
                if at < into[i] < AT_DROP:
                    best = into[i]
                i -= 1
        if best == AT_MENU or not at:
            best = into[0]
        scene.at = AT_NOTHING if waits else best
        waits = True
    if waits:
        scene.chosen = 0


def go(scene, screen, now):
    """Show a screen from its beginning; among cards the cursor comes back to where it was."""
    if scene.on_cards():
        scene.card = scene.at
    scene.screen = screen
    scene.at = scene.chosen = 0
    scene.popped = False
    scene.since = now
    scene.fresh = True
    if screen == S_CHOOSE or screen == S_LOG:
        scene.wanted = 0
        scene.log[0] = 255
        scene.seen[6] = 0
    if screen == S_CHOOSE:
        scene.at = scene.table[T_MISSION]
    elif screen == S_LETTERS:
        scene.card = 0
        scene.at = _letter(scene)
    elif scene.on_cards() and scene.card < AT_MENU:
        scene.at = scene.card


def _letter(scene):
    """Return the letter of the crew's name that is to be chosen, a capital."""
    letter = scene.spelled()[scene.card]
    return letter & 0x5F if letter > 0x60 else letter or 32


def key(scene, key, now):
    """A key (KEY_...) moves the cursor or the page, or returns True with ``scene.command`` to be sent."""
    if scene.fresh:
        settle(scene)
    scene.fresh = True
    scene.touched = now
    scene.refused = 0
    screen = scene.screen
    if scene.covered:
        scene.covered = False
        scene.since = now
    elif screen >= S_OUTCOME or scene.popped:
        go(scene, scene.base, now)
    elif scene.passing:
        # Only the key that commits shows a hand: the one who passes the device on may still be pressing the other.
        scene.command[0] = TAKE
        return key == KEY_CHOOSE
    elif key == KEY_MENU:
        go(scene, scene.base if screen == S_MENU else S_MENU, now)
    elif key == KEY_CHOOSE:
        return _choose(scene, now)
    elif key == KEY_BACK:
        if scene.chosen:
            if in_two(scene):
                scene.at = scene.chosen
            scene.chosen = 0
            return False
        if screen == S_PROPOSAL:
            # A look at the cards: what is proposed is about them.
            screen = S_PICK if scene.view[PHASE] <= PHASE_DISTRESS else S_TRICK
        elif screen >= S_MENU or screen != scene.base:
            screen = scene.base
        elif scene.on_cards() or screen == S_RESULT:
            screen = lists.first_page(scene)
        else:
            screen = S_MENU
        go(scene, screen, now)
    elif scene.on_cards() and key >= KEY_UP:
        go(scene, lists.first_page(scene) if key == KEY_DOWN else S_HAND if scene.rows < 5 else S_MISSION, now)
    else:
        _step(scene, 1 if key == KEY_NEXT or key == KEY_DOWN else -1, now)
    return False


def _step(scene, by, now):
    """Move the cursor to the next stop or the one before; behind the last page of a text comes the next text."""
    n = stops(scene)
    at = place(scene, n) + by
    screen = scene.screen
    if S_TASKS <= screen <= S_HELP and not 0 <= at < n:
        screen += by
        if screen == S_JARVIS and scene.view[JARVIS] == NOBODY:
            screen += by
        if not lists.first_page(scene) <= screen <= (S_HAND if scene.rows < 5 else S_MISSION):
            screen = scene.base
        return go(scene, screen, now)
    if screen == S_LOG and not 0 <= at < n:
        # The next page of the log book itself, as long as there are more entries.
        if by < 0 or scene.log[1] < LOG_PAGE or scene.log[0] > 250:
            return go(scene, scene.base, now)
        page = scene.log[0] + 1
        go(scene, screen, now)
        scene.wanted = page
        return None
    scene.at = scene.stops[(at + n) % n]
    if screen != S_SWAP and not in_two(scene):
        scene.chosen = 0
    return None


def _choose(scene, now):
    """Do what the cursor stands on, or ask for a second press where it cannot be undone. Return True for a command."""
    at = scene.at
    view = scene.view
    screen = scene.screen
    chosen = scene.chosen
    kind = PLAY | _SURE
    argument = at
    if screen == S_LETTERS:
        return _spell(scene, at, now)
    if screen != scene.base and not at >= AT_ACTION > AT_PAGE and not S_SWAP <= screen <= S_HERE and not AT_ACTION <= at < AT_PAGE:
        return go(scene, scene.base, now)
    if at == AT_MENU or at == AT_NOTHING:
        return go(scene, S_MENU, now)
    if AT_PAGE <= at < AT_DROP:
        return _step(scene, 1, now)
    if scene.on_cards():
        if not scene.mine():
            scene.refused = REFUSE_TURN
            scene.refused_since = now
            return False
        phase = view[PHASE]
        if at == AT_DROP:
            kind = RADIO_DROP | _SURE if phase == PHASE_RADIO else PASS
            argument = 0
        elif in_two(scene):
            if not chosen:
                scene.chosen = at
                scene.since = now
                stops(scene)
                scene.at = scene.stops[0]
                return False
            kind = SHARE_OUT if phase == PHASE_SHARE else HAND_OVER if phase == PHASE_HANDOVER else CHANGE_TOKENS
            argument = place_of(view, chosen) << 4 | place_of(view, at)
        elif phase == PHASE_QUESTION:
            kind = SAY | _SURE
            argument = at - AT_SAY
        elif phase == PHASE_NAME:
            kind = NAME | _SURE
            argument = at - AT_SEAT
        elif phase == PHASE_DISTRESS:
            kind = DISTRESS | _SURE
            argument = at - AT_SAY - 1
        elif phase == PHASE_GIVE:
            kind = GIVE | _SURE
        elif phase == PHASE_RADIO:
            kind = RADIO_SHOW | _SURE
        elif phase == PHASE_PICK:
            kind = PICK | _SURE
            argument = place_of(view, at)
    elif screen == S_CHOOSE:
        kind = CHOOSE
    elif screen == S_SWAP:
        kind = SEAT_SWAP if chosen else SEAT_SWAP | _SURE
        argument = chosen - AT_SEAT << 4 | at - AT_SEAT
    elif screen == S_CREW:
        if at == AT_SEAT + CAMPAIGNS:
            scene.naming = False
            return go(scene, S_LETTERS, now)
        kind = CAMPAIGN
        argument = at - AT_SEAT
    elif screen == S_HERE:
        if at == AT_MORE + 1:
            scene.naming = True
            return go(scene, S_LETTERS, now)
        kind = PASS_TO if at < AT_MORE else ADD_PERSON if at == AT_MORE else DROP_PERSON | _SURE
        argument = at - AT_SEAT if at < AT_MORE else scene.seat
        if at == AT_SEAT + scene.seat:
            return go(scene, scene.base, now)
    else:
        kind = _ACTIONS[2 * (at - AT_ACTION)]
        argument = _ACTIONS[2 * (at - AT_ACTION) + 1]
        if at == AT_ACTION + A_CHALLENGE:
            argument = 1 - scene.table[T_OPTIONS]
        elif at == AT_ACTION + A_ALWAYS and scene.table[T_STANDING] >> scene.seat & 1:
            kind = NO_STANDING
    if kind & _SURE and chosen != at:
        scene.chosen = at
        scene.since = now
        return False
    if not kind or screen >= S_MENU and screen != S_CREW and (screen != S_HERE or kind == PASS_TO):
        go(scene, scene.base if kind else argument or scene.base, now)
    if not kind:
        scene.covered = at == AT_ACTION + A_COVER
        return False
    scene.chosen = 0
    scene.command[0] = kind & ~_SURE
    scene.command[1] = argument
    return not scene.pending


def _spell(scene, letter, now):
    """Set a letter of the crew's name and go on to the next; behind the last one the name is done."""
    scene.command[0] = (SPELL if scene.naming else LETTER) + scene.card
    scene.command[1] = letter
    if scene.pending:
        return False
    scene.card += 1
    if scene.card == len(scene.spelled()):
        scene.card = 0
        go(scene, scene.base, now)
    else:
        scene.at = _letter(scene)
    return True

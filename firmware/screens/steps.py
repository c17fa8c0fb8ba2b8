"""Where the cursor may stand, how it moves, and what a key does.

Serves firmware/screens. Every screen has *stops*: cards, tasks, missions, seats, pages of a text, actions, the menu. The
cursor is the stop itself, not its place in a row, so it stays where it is when a new view brings other stops.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import NOBODY, PHASE_PICK, PHASE_RADIO, PHASE_TRICK, PICK, PLAY, RADIO_DROP, RADIO_SHOW, REFUSE_TURN
from engine.layout import LED, OWN_HAND, OWN_HELD, PHASE, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER
from engine.missions import playable
from engine.radio import meaning
from firmware.screens import lists
from firmware.texts import (
    ACTIONS, AT_ACTION, AT_DROP, AT_MENU, AT_NOTHING, AT_PAGE, AT_SEAT, A_COVER, S_CHOOSE, S_HAND, S_HELP, S_LAST,
    S_MENU, S_OUTCOME, S_PICK, S_PROPOSAL, S_RESULT, S_SWAP, S_TASKS, S_TRICK,
)
from firmware.wire import (
    CHOOSE, KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_UP, SEAT_SWAP, T_DEALER, T_MISSION, T_SEATED,
)

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_SURE = const(0x80)  # added to a kind: to be confirmed
# By action: kind and argument of its command; kind 0 shows the screen in the argument. A test compares it with the codes.
_ACTIONS = (
    b"\x3c\x00\x29\x00\x00\x0e\xbd\x00\x2b\x00\x29\x00\xab\x00\x29\x00\xac\x00"  # A_DEALER to A_LOBBY
    b"\x8b\x01\x8b\x02\x8b\x03\x0c\x00\x06\x00\x07\x00"  # A_YES to A_DROP
    b"\x00\x09\x00\x0a\x00\x0b\x00\x0c\x8a\x00\x89\x00\x00\x00\x00\x0d\x00\x00"  # A_TASKS to A_RETURN
)


def stops(scene):
    """Write the stops of the screen into ``scene.stops``; return how many, at least one."""
    view = scene.view
    own = scene.own
    into = scene.stops
    screen = scene.screen
    n = 0
    last = AT_MENU
    if scene.on_cards():
        phase = view[PHASE]
        if not scene.mine():
            if scene.rows < 5:
                n = list_cards(own, OWN_HAND, 31, into)
            into[n] = AT_MENU
            n += 1
            last = AT_NOTHING
        elif phase == PHASE_TRICK:
            n = list_cards(own, OWN_HAND, PLAYABLE[view[LED] << 5 | own[OWN_HELD]], into)
        elif phase == PHASE_RADIO:
            for i in range(list_cards(own, OWN_HAND, 15, into)):
                if meaning(own, OWN_HAND, into[i]):
                    into[n] = into[i]
                    n += 1
            into[n] = AT_DROP
            n += 1
        else:
            for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
                if view[at + TASK_OWNER] == NOBODY:
                    into[n] = view[at]
                    n += 1
    elif screen == S_CHOOSE and scene.seat == scene.table[T_DEALER]:
        for mission in range(1, 51):
            if playable(mission):
                into[n] = mission
                n += 1
    else:
        last = AT_NOTHING
        if screen == S_SWAP:
            n = scene.table[T_SEATED]
            for i in range(n):
                into[i] = AT_SEAT + i
        else:
            for i in range(scene.plan >> 8):
                into[n] = AT_PAGE + i
                n += 1
            actions = lists.actions(scene)
            for i in range(ACTIONS):
                if actions >> i & 1:
                    into[n] = AT_ACTION + i
                    n += 1
        if screen < S_MENU:
            if not n:
                n = 1
                into[0] = AT_NOTHING
            last = AT_MENU
        elif n:
            return n
    into[n] = last
    return n + 1


def place(scene, n):
    """Return where among the first ``n`` stops the cursor stands, or -1."""
    at = scene.at
    n -= 1
    while n >= 0 and scene.stops[n] != at:
        n -= 1
    return n


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
    if screen == S_CHOOSE:
        scene.at = scene.table[T_MISSION]
    elif scene.on_cards() and scene.card < AT_MENU:
        scene.at = scene.card


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
    elif key == KEY_MENU:
        go(scene, scene.base if screen == S_MENU else S_MENU, now)
    elif key == KEY_CHOOSE:
        return _choose(scene, now)
    elif key == KEY_BACK:
        if scene.chosen:
            scene.chosen = 0
            return False
        if screen == S_PROPOSAL:
            # A look at the cards: what is proposed is about them.
            screen = S_PICK if scene.view[PHASE] <= PHASE_PICK else S_TRICK
        elif screen >= S_MENU or screen != scene.base:
            screen = scene.base
        elif scene.on_cards() or screen == S_RESULT:
            screen = lists.first_page(scene)
        else:
            screen = S_MENU
        go(scene, screen, now)
    elif scene.on_cards() and key >= KEY_UP:
        go(scene, lists.first_page(scene) if key == KEY_DOWN else S_HAND if scene.rows < 5 else S_LAST, now)
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
        if not lists.first_page(scene) <= screen <= (S_HAND if scene.rows < 5 else S_LAST):
            screen = scene.base
        return go(scene, screen, now)
    scene.at = scene.stops[(at + n) % n]
    if screen != S_SWAP:
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
    if screen != scene.base and not at >= AT_ACTION > AT_PAGE and screen != S_SWAP and not AT_ACTION <= at < AT_PAGE:
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
        if at == AT_DROP:
            kind = RADIO_DROP | _SURE
        elif view[PHASE] == PHASE_RADIO:
            kind = RADIO_SHOW | _SURE
        elif view[PHASE] == PHASE_PICK:
            kind = PICK | _SURE
            argument = 0
            while view[TASK + TASK_BYTES * argument] != at:
                argument += 1
    elif screen == S_CHOOSE:
        kind = CHOOSE
    elif screen == S_SWAP:
        kind = SEAT_SWAP if chosen else SEAT_SWAP | _SURE
        argument = chosen - AT_SEAT << 4 | at - AT_SEAT
    else:
        kind = _ACTIONS[2 * (at - AT_ACTION)]
        argument = _ACTIONS[2 * (at - AT_ACTION) + 1]
    if kind & _SURE and chosen != at:
        scene.chosen = at
        scene.since = now
        return False
    if not kind or screen >= S_MENU:
        go(scene, scene.base if kind else argument or scene.base, now)
    if not kind:
        scene.covered = at == AT_ACTION + A_COVER
        return False
    scene.chosen = 0
    scene.command[0] = kind & ~_SURE
    scene.command[1] = argument
    return not scene.pending

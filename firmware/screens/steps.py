"""How the cursor moves between the stops of a screen (firmware/screens/stops.py), and what a key does. Serves firmware/screens."""

from engine.codes import PHASE_DISTRESS, PHASE_RADIO, PLAY, RADIO_DROP, RADIO_SHOW, REFUSE_TURN
from engine.layout import GAME, PHASE
from firmware.late import forget
from firmware.screens.stops import in_two, place, stops
from firmware.texts import (
    AT_ACTION, AT_DROP, AT_GAME, AT_MENU, AT_NOTHING, AT_SEAT, A_START, S_CHOOSE, S_HAND, S_LETTERS, S_LOBBY, S_LOG, S_MENU, S_MISSION,
    S_OUTCOME, S_PICK, S_PROPOSAL, S_RESULT, S_TRICK,
)
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_UP, KEY_VOID, REFUSE_HASTE, TAKE, T_MISSION

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


SURE = const(0x80)  # added to a kind: to be confirmed


def settle(scene):
    """Bring the cursor to a stop: it stays where it is if that is still one, else it goes as near as may be, with nothing chosen."""
    cards = scene.on_cards()
    if not cards:
        from firmware.screens.lists import plan

        scene.plan = plan(scene)
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
    elif screen == S_TRICK:
        forget(scene.view[GAME])
    scene.screen = screen
    scene.at = scene.chosen = scene.notice = 0
    scene.popped = False
    scene.since = now
    scene.fresh = True
    if screen == S_CHOOSE or screen == S_LOG:
        scene.wanted = 0
        scene.log[0] = 255
        scene.seen[6] = 0
    if screen == S_CHOOSE:
        scene.at = scene.table[T_MISSION]
    elif screen == S_LOBBY:
        scene.at = AT_ACTION + A_START  # what all are here for, as soon as it can be done
    elif screen == S_LETTERS:
        from firmware.screens.pages import letter

        scene.card = 0
        scene.at = letter(scene)
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
    if key == KEY_VOID:
        _refuse(scene, REFUSE_HASTE, now)
    elif scene.hides():
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
            from firmware.screens.lists import first_page

            screen = first_page(scene)
        elif stops(scene) and scene.stops[0] == AT_GAME != scene.at:
            scene.at = AT_GAME  # above the missions is the game
            return False
        else:
            screen = S_MENU
        go(scene, screen, now)
    elif scene.on_cards() and key >= KEY_UP:
        from firmware.screens.lists import first_page

        go(scene, first_page(scene) if key == KEY_DOWN else S_HAND if scene.rows < 5 else S_MISSION, now)
    else:
        _step(scene, 1 if key == KEY_NEXT or key == KEY_DOWN else -1, now)
    return False


def _step(scene, by, now):
    """Move the cursor to the next stop or the one before."""
    if not scene.on_cards():
        from firmware.screens.pages import step

        return step(scene, by, now)
    n = stops(scene)
    scene.at = scene.stops[(place(scene, n) + by + n) % n]
    if not in_two(scene):
        scene.chosen = 0
    return None


def _choose(scene, now):
    """Do what the cursor stands on, or ask for a second press where it cannot be undone. Return True for a command."""
    at = scene.at
    if not scene.on_cards():
        from firmware.screens.pages import choose

        return choose(scene, now)
    if scene.screen != scene.base:
        return go(scene, scene.base, now)
    if at == AT_MENU:
        return go(scene, S_MENU, now)
    if at == AT_NOTHING:
        scene.at = AT_MENU  # that says what another press does
        return False
    if not scene.mine():
        return _refuse(scene, REFUSE_TURN, now)
    kind = PLAY | SURE
    phase = scene.view[PHASE]
    if phase < PHASE_RADIO:
        from firmware.screens.before import choose

        return choose(scene, now)
    if phase == PHASE_RADIO:
        kind = RADIO_SHOW | SURE
        if at == AT_DROP:
            kind = RADIO_DROP | SURE
            at = 0
    return not unsure(scene, kind, now) and send(scene, kind, at)


def _refuse(scene, reason, now):
    scene.refused = reason
    scene.refused_since = now
    return False


def unsure(scene, kind, now):
    """Ask for a second press before a command of this kind, if it needs one and this was the first. Return whether it was."""
    if not kind & SURE or scene.chosen == scene.at:
        return False
    scene.chosen = scene.at
    scene.since = now
    return True


def send(scene, kind, argument):
    """Give the command. Return True unless one is on its way already."""
    scene.chosen = 0
    scene.command[0] = kind & ~SURE
    scene.command[1] = argument
    return not scene.pending

"""Where the cursor may stand on each screen: cards, tasks, missions, seats, pages of a text, actions, the menu.

Serves firmware/screens/steps.py. The cursor is the stop itself, not its place in a row, so it stays where it is when a new
view brings other stops.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import PHASE_HANDOVER, PHASE_RADIO, PHASE_SHARE, PHASE_TOKENS, PHASE_TRICK
from engine.layout import LED, OWN_HAND, OWN_HELD, PHASE
from engine.radio import meaning
from firmware.texts import AT_DROP, AT_MENU, AT_NOTHING


def stops(scene):
    """Write the stops of the screen into ``scene.stops``; return how many, at least one."""
    into = scene.stops
    if scene.passing:
        into[0] = AT_NOTHING
        return 1
    if not scene.on_cards():
        from firmware.screens.pages import write_stops

        return write_stops(scene, into)
    n = 0
    last = AT_MENU
    if scene.mine():
        n = _choices(scene, into)
    else:
        if scene.rows < 5:
            n = list_cards(scene.own, OWN_HAND, 31, into)
        into[n] = AT_MENU
        n += 1
        last = AT_NOTHING
    into[n] = last
    return n + 1


def _choices(scene, into):
    """Write what this human may choose from in the awaited step; return how many."""
    view = scene.view
    phase = view[PHASE]
    own = scene.hand()
    if phase < PHASE_RADIO:
        from firmware.screens.before import choices

        return choices(scene, into)
    if phase == PHASE_TRICK:
        return list_cards(own, OWN_HAND, PLAYABLE[view[LED] << 5 | own[OWN_HELD]], into)
    n = 0
    if phase == PHASE_RADIO:
        for i in range(list_cards(own, OWN_HAND, 15, into)):
            if meaning(own, OWN_HAND, into[i]):
                into[n] = into[i]
                n += 1
        into[n] = AT_DROP
        n += 1
    return n


def in_two(scene):
    """Tell whether what is proposed in this step takes two choices: tokens, hand-over, the parts of 50."""
    phase = scene.view[PHASE]
    return scene.on_cards() and (phase == PHASE_TOKENS or phase == PHASE_HANDOVER or phase == PHASE_SHARE)


def place(scene, n):
    """Return where among the first ``n`` stops the cursor stands, or -1."""
    at = scene.at
    n -= 1
    while n >= 0 and scene.stops[n] != at:
        n -= 1
    return n

"""Where the cursor may stand on each screen: cards, tasks, missions, seats, pages of a text, actions, the menu.

Serves firmware/screens/steps.py. The cursor is the stop itself, not its place in a row, so it stays where it is when a new
view brings other stops.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import (
    CHANGE_TOKENS, NOBODY, PHASE_DISTRESS, PHASE_GIVE, PHASE_HANDOVER, PHASE_NAME, PHASE_QUESTION, PHASE_RADIO,
    PHASE_SHARE, PHASE_TOKENS, PHASE_TRICK, PLANET_NINE, SPECIAL_PARTS,
)
from engine.deal import may_name
from engine.joint import sensible
from engine.layout import (
    LED, OWN_HAND, OWN_HELD, PHASE, SEATS, SPECIAL, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN,
)
from engine.missions import playable
from engine.radio import meaning
from firmware.screens import lists
from firmware.screens.cards import on_tasks
from firmware.texts import (
    ACTIONS, AT_ACTION, AT_DROP, AT_MENU, AT_MORE, AT_NOTHING, AT_PAGE, AT_SAY, AT_SEAT, S_CHOOSE, S_CREW, S_HERE,
    S_LETTERS, S_MENU, S_SWAP,
)
from firmware.wire import CAMPAIGNS, STAGE_LOBBY, T_SEATED, T_STAGE


_LETTERS = b" ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def stops(scene):
    """Write the stops of the screen into ``scene.stops``; return how many, at least one."""
    into = scene.stops
    screen = scene.screen
    n = 0
    last = AT_MENU
    if scene.passing:
        into[0] = AT_NOTHING
        return 1
    if scene.on_cards():
        if scene.mine():
            n = _step_stops(scene, into)
        else:
            if scene.rows < 5:
                n = list_cards(scene.own, OWN_HAND, 31, into)
            into[n] = AT_MENU
            n += 1
            last = AT_NOTHING
    elif screen == S_CHOOSE and scene.dealing:
        for mission in range(1, 51):
            if playable(PLANET_NINE, mission):
                into[n] = mission
                n += 1
    elif screen == S_LETTERS:
        for letter in _LETTERS:
            into[n] = letter
            n += 1
        return n
    else:
        last = AT_NOTHING
        if screen == S_SWAP or screen == S_CREW:
            n = scene.table[T_SEATED] if screen == S_SWAP else CAMPAIGNS + 1
            for i in range(n):
                into[i] = AT_SEAT + i
        elif screen == S_HERE:
            n = _here_stops(scene, into)
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


def _here_stops(scene, into):
    """Write who plays here, and while the table forms what can be done about it; return how many."""
    n = 0
    for seat in range(5):
        if scene.here >> seat & 1:
            into[n] = AT_SEAT + seat
            n += 1
    if scene.table[T_STAGE] == STAGE_LOBBY:
        several = n > 1
        for i in range(3):
            if scene.guest if i == 2 else several if i else scene.table[T_SEATED] < 5:
                into[n] = AT_MORE + i
                n += 1
    return n


def _step_stops(scene, into):
    """Write what this human may choose from in the awaited step; return how many."""
    view = scene.view
    phase = view[PHASE]
    own = scene.hand()
    chosen = scene.chosen
    if phase == PHASE_TRICK:
        return list_cards(own, OWN_HAND, PLAYABLE[view[LED] << 5 | own[OWN_HELD]], into)
    if phase == PHASE_GIVE:
        return list_cards(own, OWN_HAND, 15, into)
    n = 0
    if phase == PHASE_RADIO:
        for i in range(list_cards(own, OWN_HAND, 15, into)):
            if meaning(own, OWN_HAND, into[i]):
                into[n] = into[i]
                n += 1
    if phase == PHASE_RADIO or phase == PHASE_DISTRESS or not chosen and (phase == PHASE_TOKENS or phase == PHASE_HANDOVER):
        into[n] = AT_DROP
        n += 1
    if phase == PHASE_QUESTION or phase == PHASE_DISTRESS:
        for i in range(3 if phase == PHASE_QUESTION and view[SPECIAL] == SPECIAL_PARTS else 2):
            into[n] = AT_SAY + 1 + i
            n += 1
    elif phase == PHASE_NAME or phase == PHASE_SHARE or phase == PHASE_HANDOVER and chosen:
        for i in range(view[SEATS]):
            if may_name(view, i) if phase == PHASE_NAME else AT_SEAT + i != chosen and (phase == PHASE_SHARE or i != scene.seat):
                into[n] = AT_SEAT + i
                n += 1
    elif on_tasks(phase):
        owner = scene.seat if phase == PHASE_HANDOVER else NOBODY
        first = place_of(view, chosen) << 4
        for i in range(view[TASK_COUNT]):
            at = TASK + TASK_BYTES * i
            if phase != PHASE_TOKENS:
                offered = view[at + TASK_OWNER] == owner
            elif chosen:
                offered = sensible(view, scene.seat, CHANGE_TOKENS, first | i)
            else:
                offered = view[at + TASK_TOKEN]
            if offered:
                into[n] = view[at]
                n += 1
    return n


def place_of(view, at):
    """Return which seat or task a stop is; a task's place from the left."""
    if at >= AT_SEAT:
        return at - AT_SEAT
    place = 0
    while at and view[TASK + TASK_BYTES * place] != at:
        place += 1
    return place


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

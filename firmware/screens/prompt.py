"""The prompt: the last row of every screen. It says whether it is my turn, what a key would do, or for whom all wait.

Serves firmware/screens. What must be seen at once comes first: a refusal, trouble with the link, a question to confirm.
"""

from engine.codes import DEAD_ZONE, NO_SUIT, PHASE_DEAL, PHASE_PICK, PHASE_RADIO, PHASE_TASKS, PHASE_TRICK
from engine.layout import LED, LYING, MISSION, OWN_HAND, OWN_HELD, PHASE, TRICK, TRICKS, TURN
from engine.missions import limit_of
from engine.radio import meaning
from firmware.marks import ALERT, BAR, BLANK, CURSOR, DEAD_ZONE_MARK, DIM, GOOD, NORMAL, RADIO_MARK, SUIT_MARK
from firmware.texts import (
    ASK_PICK, ASK_PLAY, ASK_SHOW, ASK_SILENCE, ASK_SURE, AT_DROP, AT_MENU, COVERED_KEY, COVERED_TURN, KEYS, LINK,
    MEANS, MENU_HINT, MENU_STOP, PAGE, REFUSED, SENDING, S_ALONE, S_PICK, S_PROPOSAL, S_TRICK, UNSAID, WAIT,
    WAIT_DEALING, WAIT_LEAD, WAIT_PLAY, WAIT_RADIO, YOUR_ANY, YOUR_FOLLOW, YOUR_LEAD, YOUR_PICK, YOUR_RADIO,
    YOUR_SILENCE,
)
from firmware.wire import LINK_GOOD, T_DEALER


def _bar(scene, text, pair, a=0, b=0, c=0):
    """Fill the last row with a text."""
    grid = scene.pen.grid
    grid.fill(0, grid.rows - 1, grid.columns, BLANK, pair)
    scene.pen.field(0, grid.rows - 1, grid.columns)
    scene.pen.say(text, pair, a, b, c)


def draw(scene, on_list):
    """Draw the prompt; ``on_list`` tells a list whose cursor is on an action (1) or on the menu (2) from all else (0)."""
    if scene.refused:
        _bar(scene, REFUSED + min(scene.refused, 19), ALERT)
    elif scene.link != LINK_GOOD and scene.screen != S_ALONE:
        _bar(scene, LINK + scene.link, ALERT, scene.link_seat)
    elif scene.pending:
        _bar(scene, SENDING, DIM)
    elif scene.screen == S_PICK or scene.screen == S_TRICK:
        _cards(scene)
    elif on_list == 2:
        _bar(scene, MENU_STOP, CURSOR)
    elif scene.chosen:
        _bar(scene, ASK_SURE, GOOD)
    elif on_list:
        _bar(scene, KEYS, GOOD if scene.screen < S_PROPOSAL + 1 else BAR)
    elif scene.base == S_PICK or scene.base == S_TRICK:
        _turn(scene)
    else:
        _bar(scene, WAIT + scene.base, DIM, scene.table[T_DEALER])


def covered(scene):
    """The prompt of a covered hand: it tells whose turn it is all the same."""
    mine = scene.view[TURN] == scene.seat
    _bar(scene, COVERED_TURN if mine else COVERED_KEY, GOOD if mine else BAR, scene.seat)


def _cards(scene):
    """The prompt of a screen with a cursor on cards."""
    at = scene.at
    chosen = scene.chosen
    if at == AT_MENU:
        _bar(scene, MENU_STOP, CURSOR)
    elif chosen == AT_DROP:
        _bar(scene, ASK_SILENCE, GOOD)
    elif chosen and scene.screen == S_PICK:
        _bar(scene, ASK_PICK, GOOD, chosen)
    elif chosen and scene.view[PHASE] == PHASE_RADIO:
        _bar(scene, ASK_SHOW, GOOD, chosen, RADIO_MARK + meaning(scene.own, OWN_HAND, chosen))
    elif chosen:
        _bar(scene, ASK_PLAY, GOOD, chosen)
    else:
        _turn(scene)


def _turn(scene):
    """Whose turn it is and what may be done."""
    view = scene.view
    turn = view[TURN]
    phase = view[PHASE]
    at = scene.at
    if phase == PHASE_DEAL or phase == PHASE_TASKS:
        _bar(scene, WAIT_DEALING, DIM)
    elif scene.base == S_PROPOSAL:
        _bar(scene, WAIT + S_PROPOSAL, DIM)
    elif turn != scene.seat:
        text = WAIT + S_PICK
        if phase == PHASE_RADIO:
            text = WAIT_RADIO
        elif phase == PHASE_TRICK:
            text = WAIT_PLAY if view[LYING] else WAIT_LEAD
        _bar(scene, text, NORMAL, turn)
        pen = scene.pen
        right = pen.width - pen.width_of(PAGE, view[TRICK] + 1, view[TRICKS])
        if pen.width >= 26:
            pen.x = pen.width - 5
            pen.say(MENU_HINT, DIM)
        elif 20 < pen.width and pen.x < right and view[TRICK] < view[TRICKS]:
            pen.x = right
            pen.say(PAGE, DIM, view[TRICK] + 1, view[TRICKS])
    elif phase == PHASE_PICK:
        _bar(scene, YOUR_PICK, GOOD)
    elif phase == PHASE_RADIO:
        if at == AT_DROP or not at:
            _bar(scene, YOUR_SILENCE, GOOD)
        else:
            says = meaning(scene.own, OWN_HAND, at)
            dead = limit_of(view[MISSION]) == DEAD_ZONE
            _bar(scene, YOUR_RADIO, GOOD, at, DEAD_ZONE_MARK if dead else RADIO_MARK + says)
            pen = scene.pen
            pen.x += 1
            if pen.x + 7 < pen.width:
                pen.say(UNSAID if dead else MEANS + says, GOOD)
    elif view[LED] == NO_SUIT:
        _bar(scene, YOUR_LEAD, GOOD)
    elif scene.own[OWN_HELD] >> view[LED] & 1:
        _bar(scene, YOUR_FOLLOW, GOOD, SUIT_MARK + view[LED])
    else:
        _bar(scene, YOUR_ANY, GOOD)

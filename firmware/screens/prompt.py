"""The prompt: the last row of every screen. It says whether it is my turn, what a key would do, or for whom all wait.

Serves firmware/screens. What must be seen at once comes first: a refusal, trouble with the link, a question to confirm.
"""

from engine.codes import DEAD_ZONE, NO_SUIT, PHASE_PICK, PHASE_RADIO, PHASE_TRICK
from engine.layout import LED, LYING, MISSION, OWN_HAND, OWN_HELD, PHASE, TRICK, TRICKS, TURN
from engine.missions import limit_of
from engine.radio import meaning
from firmware.marks import ALERT, BAR, BLANK, CURSOR, DEAD_ZONE_MARK, DIM, GOOD, NORMAL, RADIO_MARK, SUIT_MARK
from firmware.screens.bodies import title
from firmware.screens.lists import actions
from firmware.texts import (
    AT_ACTION, AT_PAGE, S_RESULT,
    ASK_PICK, ASK_PLAY, ASK_SHOW, ASK_SILENCE, ASK_SURE, AT_DROP, AT_MENU, COVERED_KEY, COVERED_TURN, KEYS, LINK, MEANS, MENU_HINT,
    MENU_STOP, PAGE, REFUSED, SENDING, SWAP_WITH, S_ALONE, S_CHOOSE, S_MENU, S_PICK, S_SWAP, S_TRICK, UNSAID, WAIT,
    WAIT_DEALING, WAIT_LEAD, WAIT_PLAY, WAIT_RADIO, YOUR_ANY, YOUR_FOLLOW, YOUR_LEAD, YOUR_PICK, YOUR_RADIO, YOUR_SILENCE, AT_SEAT,
)
from firmware.wire import LINK_GOOD, T_DEALER


def draw(scene):
    """Draw the prompt of the screen."""
    at = scene.at
    chosen = scene.chosen
    screen = scene.screen
    dealer = scene.table[T_DEALER]
    if scene.refused:
        _bar(scene, REFUSED + min(scene.refused, 19), ALERT)
    elif scene.link != LINK_GOOD and screen != S_ALONE:
        _bar(scene, LINK + scene.link, ALERT, scene.link_seat)
    elif scene.covered:
        _bar(scene, COVERED_TURN if scene.mine() else COVERED_KEY, GOOD if scene.mine() else BAR, scene.seat)
    elif scene.pending:
        _bar(scene, SENDING, DIM)
    elif at == AT_MENU:
        _bar(scene, MENU_STOP, CURSOR)
    elif chosen and scene.on_cards():
        text = ASK_PLAY
        if chosen == AT_DROP:
            text = ASK_SILENCE
        elif screen == S_PICK:
            text = ASK_PICK
        elif scene.view[PHASE] == PHASE_RADIO:
            text = ASK_SHOW
        _bar(scene, text, GOOD, chosen, RADIO_MARK + meaning(scene.own, OWN_HAND, chosen))
    elif chosen and screen == S_SWAP:
        _bar(scene, SWAP_WITH, GOOD, chosen - AT_SEAT)
    elif chosen:
        _bar(scene, ASK_SURE, GOOD)
    elif screen == S_RESULT and scene.rows < 5 and not AT_ACTION <= at < AT_PAGE:
        # The smallest display has its title here, so that the reason has two rows.
        scene.pen.field(0, scene.rows - 1, scene.columns)
        scene.pen.grid.tint(0, scene.rows - 1, scene.columns, title(scene))
    elif not scene.on_cards() and actions(scene) or screen == S_SWAP or screen == S_CHOOSE and dealer == scene.seat:
        _bar(scene, KEYS, BAR if screen >= S_MENU else GOOD)
    elif scene.base == S_PICK or scene.base == S_TRICK:
        _turn(scene, at)
    else:
        _bar(scene, WAIT + scene.base, DIM, dealer)


def _bar(scene, text, pair, a=0, b=0):
    """Fill the last row with a text."""
    grid = scene.pen.grid
    grid.fill(0, grid.rows - 1, grid.columns, BLANK, pair)
    scene.pen.field(0, grid.rows - 1, grid.columns)
    scene.pen.say(text, pair, a, b)


def _turn(scene, at):
    """Whose turn it is and what may be done."""
    view = scene.view
    phase = view[PHASE]
    led = view[LED]
    pen = scene.pen
    if not scene.mine():
        text = WAIT_DEALING
        if phase == PHASE_RADIO:
            text = WAIT_RADIO
        elif phase == PHASE_TRICK:
            text = WAIT_PLAY if view[LYING] else WAIT_LEAD
        elif phase == PHASE_PICK:
            text = WAIT + S_PICK
        _bar(scene, text, NORMAL, view[TURN])
        if pen.width >= 26 and scene.on_cards():
            pen.x = pen.width - 5
            pen.say(MENU_HINT, DIM)
        elif 20 < pen.width < 26 and view[TRICKS] > 0:
            pen.x = pen.width - pen.width_of(PAGE, view[TRICK] + 1, view[TRICKS])
            pen.say(PAGE, DIM, view[TRICK] + 1, view[TRICKS])
    elif phase == PHASE_PICK:
        _bar(scene, YOUR_PICK, GOOD)
    elif phase == PHASE_RADIO:
        if at >= AT_DROP or not at:
            return _bar(scene, YOUR_SILENCE, GOOD)
        says = meaning(scene.own, OWN_HAND, at)
        dead = limit_of(view[MISSION]) == DEAD_ZONE
        _bar(scene, YOUR_RADIO, GOOD, at, DEAD_ZONE_MARK if dead else RADIO_MARK + says)
        if pen.width > 20:
            pen.x += 1
            pen.say(UNSAID if dead else MEANS + says, GOOD)
    elif led == NO_SUIT:
        _bar(scene, YOUR_LEAD, GOOD)
    else:
        _bar(scene, YOUR_FOLLOW if scene.own[OWN_HELD] >> led & 1 else YOUR_ANY, GOOD, SUIT_MARK + led)
    return None

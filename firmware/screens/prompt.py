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
    ASK_PICK, ASK_PLAY, ASK_SHOW, ASK_SILENCE, ASK_SURE, AT_ACTION, AT_DROP, AT_MENU, AT_NOTHING, AT_PAGE, AT_SEAT,
    COVERED_KEY, COVERED_TURN, KEYS, LINK, MEANS, MENU_HINT, MENU_STOP, PAGE, PLAY_HINT, TAKE_HINT, REFUSED, SENDING, SWAP_WITH, S_ALONE,
    S_CHOOSE, S_MENU, S_PICK, S_RESULT, S_SWAP, S_TRICK, UNSAID, WAIT, WAIT_DEALING, WAIT_LEAD, WAIT_PLAY, WAIT_RADIO,
    YOUR_ANY, YOUR_FOLLOW, YOUR_LEAD, YOUR_PICK, YOUR_RADIO, YOUR_SILENCE,
)
from firmware.wire import LINK_GOOD, T_DEALER


def draw(scene):
    """Draw the prompt of the screen."""
    pen = scene.pen
    view = scene.view
    at = scene.at
    a = chosen = scene.chosen
    b = 0
    screen = scene.screen
    cards = scene.on_cards()
    phase = view[PHASE]
    mine = scene.mine()
    own = scene.own
    after = says = 0
    pair = GOOD
    if scene.refused:
        text = REFUSED + min(scene.refused, 19)
        pair = ALERT
    elif scene.link != LINK_GOOD and screen != S_ALONE:
        text = LINK + scene.link
        pair = ALERT
        a = scene.link_seat
    elif scene.covered:
        text = COVERED_TURN if mine else COVERED_KEY
        pair = GOOD if mine else BAR
        a = scene.seat
    elif scene.pending:
        text = SENDING
        pair = DIM
    elif at == AT_MENU:
        text = MENU_STOP
        pair = CURSOR
    elif chosen:
        text = ASK_SURE
        if chosen == AT_DROP:
            text = ASK_SILENCE
        elif cards:
            text = ASK_PLAY
            if phase == PHASE_PICK:
                text = ASK_PICK
            elif phase == PHASE_RADIO:
                text = ASK_SHOW
                b = RADIO_MARK + meaning(own, OWN_HAND, chosen)
        elif screen == S_SWAP:
            text = SWAP_WITH
            a -= AT_SEAT
    elif screen == S_RESULT and scene.rows < 5 and not AT_ACTION <= at < AT_PAGE:
        # The smallest display has its title here, so that the reason has two rows.
        pen.field(0, scene.rows - 1, scene.columns)
        return pen.grid.tint(0, scene.rows - 1, scene.columns, title(scene))
    elif not cards and (actions(scene) or screen == S_SWAP or screen == S_CHOOSE and scene.table[T_DEALER] == scene.seat):
        text = KEYS
        if screen >= S_MENU:
            pair = BAR
    elif scene.base != S_PICK and scene.base != S_TRICK:
        text = WAIT + scene.base
        pair = DIM
        a = scene.table[T_DEALER]
    elif not mine:
        text = WAIT_DEALING
        pair = NORMAL
        a = view[TURN]
        after = MENU_HINT
        if phase == PHASE_RADIO:
            text = WAIT_RADIO
        elif phase == PHASE_TRICK:
            text = WAIT_PLAY if view[LYING] else WAIT_LEAD
        elif phase == PHASE_PICK:
            text = WAIT + S_PICK
    elif phase == PHASE_PICK:
        text = YOUR_PICK
        after = TAKE_HINT
    elif phase == PHASE_RADIO:
        text = YOUR_SILENCE
        if AT_NOTHING < at < AT_DROP:
            text = YOUR_RADIO
            a = at
            says = meaning(own, OWN_HAND, at)
            after = MEANS + says
            b = RADIO_MARK + says
            if limit_of(view[MISSION]) == DEAD_ZONE:
                after = UNSAID
                b = DEAD_ZONE_MARK
    elif view[LED] == NO_SUIT:
        text = YOUR_LEAD
        after = PLAY_HINT
    else:
        after = PLAY_HINT
        a = SUIT_MARK + view[LED]
        text = YOUR_FOLLOW if own[OWN_HELD] >> view[LED] & 1 else YOUR_ANY
    y = scene.rows - 1
    pen.grid.fill(0, y, scene.columns, BLANK, pair)
    pen.field(0, y, scene.columns)
    pen.say(text, pair, a, b)
    if not says and (pen.width < 26 or not cards):
        after = PAGE if after == MENU_HINT and view[TRICKS] else 0
    if after and pen.width > 20:
        # What there is room for: the meaning in words, the key to press, or how far the attempt is.
        a = view[TRICK] + 1
        b = view[TRICKS]
        pen.x = pen.width - pen.width_of(after, a, b)
        pen.say(after, pair if mine else DIM, a, b)
    return None

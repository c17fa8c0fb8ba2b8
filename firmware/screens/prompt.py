"""The prompt: the last row of every screen. It says whether it is my turn, what a key would do, or for whom all wait.

Serves firmware/screens. What must be seen at once comes first: a refusal, trouble with the link (an open ring stops nobody whose turn it is), a
question to confirm.
"""

from engine.codes import (
    DEAD_ZONE, FOR_JARVIS, NOBODY, NO_SUIT, PHASE_GIVE, PHASE_PICK, PHASE_RADIO, PHASE_TOKENS, PHASE_TRICK, REFUSE_ROCKET,
)
from engine.layout import (
    COMMANDER, GAME, GIVEN, LED, LYING, OWN_HAND, OWN_HELD, PASSED, PHASE, ROW, SEATS, TRICK, TRICKS, TURN,
)
from engine.radio import meaning
from engine.turns import humans
from firmware.marks import ALERT, BAR, BLANK, CURSOR, DEAD_ZONE_MARK, DIM, GOOD, NORMAL, RADIO_MARK
from firmware.texts import (
    ASK_PLAY, ASK_SHOW, ASK_SILENCE, AT_DROP, AT_MENU, AT_NOTHING, COVERED_KEY, COVERED_TURN, KEYS, LINK, MEANS, MENU_HINT, MENU_STOP,
    PAGE, PASSING, PLAY_HINT, REFUSED, SEA_REFUSED, SENDING, S_ALONE, S_PICK, S_TRICK, TAKE_HINT, UNSAID, WAIT, WAIT_DEALING, WAIT_GIVE, WAIT_JARVIS,
    WAIT_LEAD, WAIT_NAME, WAIT_PASS, WAIT_PLAY, WAIT_RADIO, WAIT_SAY, YOUR_ANY, YOUR_FOLLOW, YOUR_LEAD, YOUR_RADIO, YOUR_SILENCE,
)
from firmware.wire import LINK_GOOD, LINK_SILENT, T_DEALER


_SHORT = 15  # cells: a text has its short form there
_HINT = 6  # cells that the way to the menu takes


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
    own = scene.hand()
    text = after = says = 0
    pair = GOOD
    if scene.refused:
        text = SEA_REFUSED if view[GAME] and scene.refused == REFUSE_ROCKET else REFUSED + min(scene.refused, 25)
        pair = ALERT
    elif scene.passing:
        text = PASSING
        a = scene.seat
    elif scene.link != LINK_GOOD and screen != S_ALONE and (scene.link != LINK_SILENT or not mine or scene.pending):
        text = LINK + scene.link
        pair = ALERT
        a = scene.link_seat
    elif scene.hides():
        text = COVERED_TURN if mine else COVERED_KEY
        pair = GOOD if mine else BAR
        a = scene.seat
    elif scene.pending:
        text = SENDING
        pair = DIM
    elif at == AT_MENU:
        text = MENU_STOP
        pair = CURSOR
    elif not cards:
        from firmware.screens.lists import prompt

        if prompt(scene, mine):
            return None
    elif mine and phase < PHASE_RADIO:
        from firmware.screens.before import prompt

        return prompt(scene, pen)
    elif chosen == AT_DROP:
        text = ASK_SILENCE
    elif chosen:
        text = ASK_PLAY
        if phase == PHASE_RADIO:
            text = ASK_SHOW
            b = RADIO_MARK + meaning(own, OWN_HAND, chosen)
    if text:
        pass
    elif scene.base != S_PICK and scene.base != S_TRICK:
        text = WAIT + (S_ALONE if scene.question else scene.base)
        pair = DIM
        a = scene.table[T_DEALER]
        after = MENU_HINT if at == AT_NOTHING and screen == scene.base else 0
    elif not mine:
        text = _awaited(view)
        pair = NORMAL
        b = view[TURN] & 7
        a = view[COMMANDER] if view[TURN] != NOBODY and view[TURN] & FOR_JARVIS else b
        if PHASE_TOKENS <= phase <= PHASE_GIVE and phase != PHASE_PICK:
            a = _first_missing(view)
        after = MENU_HINT if cards and (scene.columns > 25 or scene.base == S_PICK) else PAGE
    elif phase == PHASE_RADIO:
        text = YOUR_SILENCE
        if AT_NOTHING < at < AT_DROP:
            text = YOUR_RADIO
            a = at
            says = meaning(own, OWN_HAND, at)
            after = MEANS + says
            b = RADIO_MARK + says
            if view[ROW] >> 4 & 3 == DEAD_ZONE:
                after = UNSAID
                b = DEAD_ZONE_MARK
    elif view[LED] == NO_SUIT:
        text = YOUR_LEAD
        after = PLAY_HINT
    else:
        after = PLAY_HINT
        a = pen.suits + view[LED]
        text = YOUR_FOLLOW if own[OWN_HELD] >> view[LED] & 1 else YOUR_ANY
    return show(scene, text, pair, a, b, after, says)


def show(scene, text, pair, a=0, b=0, after=0, says=0):
    """Write the row: ``text`` with its arguments, and ``after`` at its end if there is room; with ``says`` that matters as much."""
    pen = scene.pen
    y = scene.rows - 1
    pen.grid.fill(0, y, scene.columns, BLANK, pair)
    pen.field(0, y, scene.columns)
    if text == KEYS and not scene.few_keys:
        pen.width = _SHORT  # without the word on holding keys
    elif after == MENU_HINT and not scene.on_cards():
        pen.width = max(scene.columns - _HINT, 12)
    pen.say(text, pair, a, b)
    pen.width = scene.columns
    view = scene.view
    if PLAY_HINT <= after <= TAKE_HINT and (pen.width < 26 or not scene.on_cards()):
        after = 0
    if after and pen.width > 20:
        # What there is room for: the meaning in words, the key to press, or how far the attempt is.
        a = view[TRICK] + 1
        b = view[TRICKS]
        at = pen.width - pen.width_of(after, a, b)
        if says or pen.x < at:
            pen.x = at
            pen.say(after, pair if scene.mine() else DIM, a, b)


# By phase: who is awaited, as text.
_AWAITED = bytes((
    WAIT_DEALING, WAIT_DEALING, WAIT_SAY, WAIT_NAME, WAIT_DEALING, WAIT_DEALING, WAIT_PASS, WAIT + S_PICK, WAIT_PASS, WAIT_PASS, WAIT_GIVE,
    WAIT_RADIO, WAIT_PLAY, WAIT_DEALING, WAIT_DEALING,
))  # fmt: skip


def _awaited(view):
    """Return the text that says what somebody else is awaited for."""
    phase = view[PHASE]
    if phase == PHASE_TRICK:
        if view[TURN] != NOBODY and view[TURN] & FOR_JARVIS:
            return WAIT_JARVIS
        if not view[LYING]:
            return WAIT_LEAD
    return _AWAITED[phase]


def _first_missing(view):
    """Return the first seat that has not yet passed, or given its card; for JARVIS's the commander."""
    if view[PHASE] == PHASE_GIVE:
        left = (1 << view[SEATS]) - 1 & ~view[GIVEN]
    else:
        left = humans(view) & ~view[PASSED]
    seat = 0
    while seat < 5 and not left >> seat & 1:
        seat += 1
    return seat if humans(view) >> seat & 1 or seat > 4 else view[COMMANDER]

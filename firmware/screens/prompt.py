"""The prompt: the last row of every screen. It says whether it is my turn, what a key would do, or for whom all wait.

Serves firmware/screens. What must be seen at once comes first: a refusal, trouble with the link (an open ring stops nobody whose turn it is), a
question to confirm.
"""

from engine.codes import (
    DEAD_ZONE, FOR_JARVIS, NOBODY, NO_SUIT, PHASE_DISTRESS, PHASE_GIVE, PHASE_HANDOVER, PHASE_NAME, PHASE_PICK,
    PHASE_QUESTION, PHASE_RADIO, PHASE_SHARE, PHASE_TOKENS, PHASE_TRICK,
)
from engine.layout import (
    ASKING, COMMANDER, GIVEN, LED, LYING, OWN_HAND, OWN_HELD, PASSED, PHASE, ROW, SEATS, SIGNAL, SPECIAL, TASK,
    TASK_BYTES, TRICK, TRICKS, TURN,
)
from engine.radio import meaning
from engine.turns import humans
from firmware.marks import (
    ALERT, BAR, BLANK, CURSOR, DEAD_ZONE_MARK, DIM, GOOD, NORMAL, RADIO_MARK, SUIT_MARK, TURN_MARK,
)
from firmware.screens.bodies import title
from firmware.screens.lists import actions
from firmware.screens.parts import FIRST_SAID, ROLES
from firmware.texts import (
    ASK_GIVE, ASK_PICK, ASK_PLAY, ASK_SAID, ASK_SEAT, ASK_SHOW, ASK_SILENCE, ASK_SURE, AT_ACTION, AT_DROP, AT_MENU,
    AT_NOTHING, AT_PAGE, AT_SAY, AT_SEAT, COVERED_KEY, COVERED_TURN, GIVE_FOR, GIVE_TO, KEYS, LINK, MEANS, MENU_HINT,
    MENU_STOP, PAGE, PASSING, PLAY_HINT, QUESTION, REFUSED, ROLE_TEXT, SAYS, SENDING, SIGNAL_TEXT, STEP, SWAP_WITH,
    S_ALONE, S_CHOOSE, S_LETTERS, S_MENU, S_PICK, S_RESULT, S_SWAP, S_TRICK, TAKE_HINT, TASK_FROM, TASK_TO, TOKEN_FROM,
    TOKEN_TO, UNSAID, WAIT, WAIT_DEALING, WAIT_GIVE, WAIT_JARVIS, WAIT_LEAD, WAIT_NAME, WAIT_PASS, WAIT_PLAY,
    WAIT_RADIO, WAIT_SAY, YOUR_ANY, YOUR_FOLLOW, YOUR_LEAD, YOUR_PICK, YOUR_RADIO, YOUR_SILENCE,
)
from firmware.wire import LINK_GOOD, LINK_SILENT, T_DEALER


_SHORT = 15  # cells: a text has its short form there


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
    after = says = 0
    pair = GOOD
    if scene.refused:
        text = REFUSED + min(scene.refused, 23)
        pair = ALERT
    elif scene.passing:
        text = PASSING
        a = scene.seat
    elif scene.link != LINK_GOOD and screen != S_ALONE and (scene.link != LINK_SILENT or not mine):
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
    elif mine and not cards and phase < PHASE_RADIO and phase != PHASE_PICK and not actions(scene) and screen > S_MENU:
        text = COVERED_TURN
        a = scene.seat
    elif cards and mine and phase < PHASE_RADIO and phase != PHASE_PICK:
        return _step(scene, pen)
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
    elif not cards and (actions(scene) or S_SWAP <= screen <= S_LETTERS or screen == S_CHOOSE and scene.dealing):
        text = KEYS
        if screen >= S_MENU:
            pair = BAR
    elif scene.base != S_PICK and scene.base != S_TRICK:
        text = WAIT + scene.base
        pair = DIM
        a = scene.table[T_DEALER]
    elif not mine:
        text = _awaited(view)
        pair = NORMAL
        b = view[TURN] & 7
        a = view[COMMANDER] if view[TURN] != NOBODY and view[TURN] & FOR_JARVIS else b
        if PHASE_TOKENS <= phase <= PHASE_GIVE and phase != PHASE_PICK:
            a = _first_missing(view)
        after = MENU_HINT
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
            if view[ROW] >> 4 & 3 == DEAD_ZONE:
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
    if text == KEYS and not scene.few_keys:
        pen.width = _SHORT  # without the word on holding keys
    pen.say(text, pair, a, b)
    pen.width = scene.columns
    if not says and (pen.width < 26 or not cards):
        after = PAGE if after == MENU_HINT and view[TRICKS] else 0
    if after and pen.width > 20:
        # What there is room for: the meaning in words, the key to press, or how far the attempt is.
        a = view[TRICK] + 1
        b = view[TRICKS]
        at = pen.width - pen.width_of(after, a, b)
        if says or pen.x < at:
            pen.x = at
            pen.say(after, pair if mine else DIM, a, b)
    return None


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


def _step(scene, pen):
    """Draw the prompt of a step before the first trick, in which this human is awaited: what the key would do, or confirm."""
    view = scene.view
    at = scene.at
    phase = view[PHASE]
    chosen = scene.chosen
    role = ROLES[view[SPECIAL]]
    task = view[TASK + TASK_BYTES * view[ASKING]]
    y = scene.rows - 1
    columns = scene.columns
    pen.grid.fill(0, y, columns, BLANK, GOOD)
    pen.field(0, y, columns)
    asks = chosen and phase != PHASE_TOKENS and phase != PHASE_HANDOVER and phase != PHASE_SHARE
    if not asks:
        pen.put(TURN_MARK, GOOD)
    seats = view[SEATS]
    a = at - AT_SEAT if AT_SEAT <= at else at
    b = task
    c = 0
    if phase == PHASE_QUESTION:
        said = SAYS + FIRST_SAID[role] + at - AT_SAY - 1
        if asks:
            pen.width = columns - 8
            pen.say(said, GOOD)
            pen.width = columns
            return pen.say(ASK_SAID, GOOD)
        pen.width = columns - columns // 3
        pen.say(QUESTION + role, GOOD, 0, task)
        pen.width = columns
        return pen.say(said, GOOD)
    if phase == PHASE_NAME:
        text = ASK_SEAT if asks else ROLE_TEXT + role
    elif phase == PHASE_SHARE:
        text = ROLE_TEXT + role + (chosen > 0)
    elif at == AT_DROP:
        text = STEP + phase - PHASE_TOKENS
    elif phase == PHASE_DISTRESS:
        text = ASK_SURE if asks else SIGNAL_TEXT + at - AT_SAY - 1
        a = (scene.seat + (1 if at == AT_SAY + 1 else seats - 1)) % seats
    elif phase == PHASE_GIVE:
        whose = scene.whose()
        b = (whose + (1 if view[SIGNAL] == 1 else seats - 1)) % seats
        c = whose
        text = ASK_GIVE if asks else GIVE_TO if whose == scene.seat else GIVE_FOR
    elif phase == PHASE_TOKENS:
        text = TOKEN_TO if chosen else TOKEN_FROM
        if chosen:
            a = chosen
            b = at
    else:
        text = TASK_TO if chosen else TASK_FROM
        if chosen:
            b = a
            a = chosen
    pen.say(text, GOOD, a, b, c)
    at = columns - pen.width_of(TAKE_HINT)
    if not asks and columns > 25 and pen.x < at:
        pen.x = at
        pen.say(TAKE_HINT, GOOD)
    return None

"""The screens with a hand on them: picking tasks, the radio, the trick; and the pages of tasks, radios and last trick.

Serves firmware/screens. The card shown as chosen is never sent from here, and no table is ever kept here: all is read
from the scene at each draw. Nothing is allocated.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import DEAD_ZONE, NOBODY, PHASE_PICK, PHASE_RADIO, PHASE_TRICK, TASK_DONE
from engine.layout import (
    CARDS, COMMANDER, LAST, LAST_WINNER, LEADER, LED, LYING, MISSION, OWN_ASKED, OWN_HAND, OWN_HELD, OWN_MEANING,
    PHASE, RADIO, SEATS, SHOWN, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, TRICK, TRICKS, TURN,
    WINNING,
)
from engine.missions import limit_of
from engine.radio import meaning
from firmware.marks import (
    ARROW_MARK, BAR, BATTERY_MARK, BLANK, COMMANDER_MARK, CURSOR, CUT_MARK, DEAD_ZONE_MARK, DIM, DONE_MARK, DOT_MARK,
    GOOD, LEFT_MARK, MORE_MARK, NORMAL, NUMBER_MARK, OMEGA_MARK, RADIO_MARK, RIGHT_MARK, TURN_MARK, WINNING_MARK,
)
from firmware.texts import HEAD, HEAD_AGAIN, HEAD_TRICK
from firmware.wire import T_ATTEMPTS, T_PRESENT


# --- parts ---------------------------------------------------------------------------------------------------------


def token(pen, code):
    """Write the token of a task: a number on a plate, arrows, omega, a tick when it is done, a blank for none."""
    pair = NORMAL
    if code & TASK_DONE:
        code = DONE_MARK
        pair = DIM
    elif not code:
        code = BLANK
    elif code < 0x10:
        code += NUMBER_MARK
    elif code < 0x20:
        code += ARROW_MARK - 0x10
    else:
        code = OMEGA_MARK
    pen.put(code, pair)


def tasks_of(view, pen, seat, still_open=False):
    """Write the tasks of a seat, three cells each, into the pen's field, if asked the open ones only. Return how many."""
    n = 0
    for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
        code = view[at + TASK_TOKEN]
        if view[at + TASK_OWNER] == seat and not (still_open and code & TASK_DONE):
            pen.gap(0, 3 if code else 2)
            pen.card(view[at], DIM if code & TASK_DONE else NORMAL)
            token(pen, code)
            n += 1
    return n


def radio_of(scene, pen, seat):
    """Write the radio of a seat: the card shown and where the token lies on it, or unused, or spent. One to three cells."""
    view = scene.view
    state = view[RADIO + seat]
    card = view[SHOWN + seat]
    pair = DIM
    if card:
        pen.card(card)
        pair = NORMAL
        if seat == scene.seat:
            state = scene.own[OWN_MEANING]
    elif seat == scene.seat and scene.own[OWN_ASKED]:
        pair = GOOD
    pen.put(RADIO_MARK + state, pair)


def strip(scene, grid, y, rows, hand):
    """Draw the hand (or else the tasks on offer) in ``rows`` rows, three cells a card, with the cursor in sight."""
    view = scene.view
    own = scene.own
    pen = scene.pen
    cards = scene.stops
    turn = scene.mine()
    phase = view[PHASE]
    suits = 31
    if hand:
        n = list_cards(own, OWN_HAND, 31, cards)
        if phase == PHASE_TRICK and (turn or view[LYING] and not view[CARDS + scene.seat]):
            suits = PLAYABLE[view[LED] << 5 | own[OWN_HELD]]
    else:
        n = _offered(view, cards)
    each = grid.columns // 3
    first = x = 0
    if grid.columns > 3 * each:
        x = 1
    elif n > each * rows:
        # A window of one row; arrows at its edges show that there is more.
        at = 0
        for i in range(n):
            card = cards[i] if hand else view[cards[i]]
            if card == scene.at or (phase == PHASE_PICK and hand and card >> 4 < scene.at >> 4 <= 4):
                at = i
        first = min(max(at - 1, 0), n - each)
        if first + each < n and (first or not hand):
            each -= 1
        if first:
            grid.put(0, y, LEFT_MARK, DIM)
            x = 1
        if first + each < n:
            grid.put(grid.columns - 1, y, RIGHT_MARK, DIM)
    start = x
    end = min(n, first + each * rows)
    left = each
    while first < end:
        if not left:
            left = each
            x = start
            y += 1
        card = cards[first]
        code = 0
        pair = NORMAL
        if not hand:
            code = view[card + TASK_TOKEN]
            card = view[card]
        elif not suits >> (card >> 4) & 1 or (phase == PHASE_RADIO and turn and not meaning(own, OWN_HAND, card)):
            pair = DIM
        if card == scene.at and hand != (turn and phase == PHASE_PICK):
            pair = GOOD if card == scene.chosen else CURSOR if turn else BAR
        pen.field(x, y, 3)
        pen.card(card, pair)
        if code:
            token(pen, code)
        elif hand and scene.seat < 5 and card == view[SHOWN + scene.seat]:
            pen.put(RADIO_MARK + own[OWN_MEANING])
        x += 3
        left -= 1
        first += 1


def _offered(view, into):
    """Write where in the view the tasks on offer lie; return how many."""
    n = 0
    for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
        if view[at + TASK_OWNER] == NOBODY:
            into[n] = at
            n += 1
    return n


# --- the game at three sizes ----------------------------------------------------------------------------------------


def _head(scene, grid):
    """Draw the head line of the large layout: mission, attempt, limit, trick, an empty battery."""
    view = scene.view
    table = scene.table
    pen = scene.pen
    columns = grid.columns
    grid.fill(0, 0, columns, BLANK, BAR)
    attempts = table[T_ATTEMPTS] | table[T_ATTEMPTS + 1] << 8
    trick = min(view[TRICK] + 1, view[TRICKS])
    right = columns - 1 - pen.width_of(HEAD_TRICK, trick, view[TRICKS])
    pen.field(1, 0, right - 4)
    pen.say(HEAD_AGAIN if attempts > 1 else HEAD, BAR, view[MISSION], attempts)
    limit = limit_of(view[MISSION])
    if limit == DEAD_ZONE or limit > view[TRICK] + 1:
        pen.width = columns
        pen.x += 1
        pen.put(DEAD_ZONE_MARK, BAR)
        if limit != DEAD_ZONE:
            pen.number(limit, BAR)
    pen.field(right, 0, columns)
    pen.say(HEAD_TRICK, BAR, trick, view[TRICKS])
    if not scene.battery:
        grid.put(columns - 1, 0, BATTERY_MARK, BAR)


def large(scene, grid):
    """26x10 and larger: a line a seat, clockwise and mine last, with its card, radio and tasks; below them the hand."""
    view = scene.view
    seats = view[SEATS]
    _head(scene, grid)
    bottom = grid.rows - 1
    each = grid.columns // 3
    bottom -= (list_cards(scene.own, OWN_HAND, 31, scene.stops) + each - 1) // each
    strip(scene, grid, bottom, 2, True)
    top = 1
    if view[PHASE] == PHASE_PICK:
        top += (_offered(view, scene.stops) + each - 1) // each
        strip(scene, grid, 1, 2, False)
    free = bottom - top - seats
    step = 2 if free >= seats else 1
    seat = scene.seat
    _line(scene, grid, bottom - step, seat, step)
    y = bottom - step * seats - (step == 1 and free > 0)
    for _ in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        _line(scene, grid, y, seat, step)
        y += step


def _line(scene, grid, y, seat, rows):
    view = scene.view
    pen = scene.pen
    lying = view[LYING]
    here = scene.table[T_PRESENT] >> seat & 1
    mark = BLANK
    if not here:
        mark = CUT_MARK
    elif view[TURN] == seat:
        mark = TURN_MARK
    elif lying and view[LEADER] == seat:
        mark = DOT_MARK
    elif view[COMMANDER] == seat:
        mark = COMMANDER_MARK
    grid.put(0, y, mark, NORMAL if mark == TURN_MARK else DIM)
    pen.field(1, y, 6)
    pen.name(seat, NORMAL if here else DIM)
    pen.field(8, y, 3)
    _card_of(view, pen, seat)
    pen.field(12, y, 3)
    if not view[SHOWN + seat]:
        pen.x = 2
    radio_of(scene, pen, seat)
    pen.field(16, y, grid.columns - 16, rows)
    tasks_of(view, pen, seat)


def _card_of(view, pen, seat):
    """Write what a seat has in the trick, with the mark of who wins it: the running trick, or the last one until the next lead."""
    lying = view[LYING]
    card = view[(CARDS if lying else LAST) + seat]
    pair = NORMAL if lying else DIM
    if card:
        pen.card(card, pair)
        if seat == view[WINNING if lying else LAST_WINNER]:
            pen.put(WINNING_MARK, pair)


def narrow(scene, grid):
    """21x5, 12x3 and what lies between: the others with their cards; tasks and radios as far as there are rows; the hand."""
    view = scene.view
    pen = scene.pen
    columns = grid.columns
    seats = view[SEATS]
    seat = scene.seat
    each = columns // 3
    bottom = grid.rows - 1
    bottom -= max(min((list_cards(scene.own, OWN_HAND, 31, scene.stops) + each - 1) // each, bottom - 1), 1)
    strip(scene, grid, bottom, grid.rows - 1 - bottom, True)
    if view[PHASE] == PHASE_PICK:
        return strip(scene, grid, 0, bottom, False)
    slot = columns // max(seats - 1, 1)
    for i in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        pen.field(i * slot, 0, slot)
        letters = max(slot - 4, (slot + 1) // 3)
        pair = NORMAL if scene.table[T_PRESENT] >> seat & 1 else DIM
        if slot == 3 and view[LYING] and view[WINNING] == seat:
            pair = CURSOR  # there is no room for the mark
        pen.name(seat, pair, letters)
        pen.x = min(pen.x, letters)
        if view[LYING] and view[TURN] == seat:
            pen.put(TURN_MARK)
        else:
            _card_of(view, pen, seat)
    if bottom > 1:
        pen.field(0, 1, columns, max(bottom - 2, 1))
        _groups(scene, pen, 0)
        if bottom > 2:
            pen.field(0, bottom - 1, columns)
            _groups(scene, pen, 1)
    return None


def _groups(scene, pen, radios):
    """Write the open tasks, or the radios, of all seats behind their initials, as many as fit; the own come first and have none."""
    view = scene.view
    seats = view[SEATS]
    seat = scene.seat
    for i in range(seats):
        pen.gap(radios, 4)
        if i:
            pen.name(seat, BAR, 1)
        if radios:
            radio_of(scene, pen, seat)
        elif not tasks_of(view, pen, seat, True) and i:
            pen.x -= 1
            pen.put(BLANK)
            pen.x -= 1
        if pen.row >= pen.rows:
            pen.row = pen.rows - 1
            pen.x = pen.width - 1
            return pen.put(MORE_MARK, DIM)
        seat = seat + 1 if seat + 1 < seats else 0
    return None


def draw(scene, grid):
    """Draw the pick, the radio phase or the trick at the grid's size, all but the prompt."""
    if scene.large():
        large(scene, grid)
    else:
        narrow(scene, grid)

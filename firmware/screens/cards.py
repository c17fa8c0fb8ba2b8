"""The screens with a hand on them: all steps from the deal to the last trick, at every size.

Serves firmware/screens. The card shown as chosen is never sent from here, and no table is ever kept here: all is read
from the scene at each draw. Nothing is allocated.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import (
    DEAD_ZONE, NOBODY, PHASE_GIVE, PHASE_HANDOVER, PHASE_NAME, PHASE_PICK, PHASE_QUESTION, PHASE_RADIO, PHASE_SHARE, PHASE_TOKENS,
)
from engine.layout import (
    COMMANDER, JARVIS, LEADER, LED, LYING, MISSION, OWN_HAND, OWN_HELD, OWN_MEANING, PHASE, ROLE, SEATS, SHOWN, TASK,
    TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, TRICK, TRICKS, TURN, WINNING, WON,
)
from engine.missions import limit_of
from engine.radio import meaning
from firmware.marks import (
    BAR, BATTERY_MARK, BLANK, COMMANDER_MARK, CURSOR, CUT_MARK, DEAD_ZONE_MARK, DIM, DOT_MARK, GOOD, HIDDEN_MARK,
    LEFT_MARK, MORE_MARK, NORMAL, RADIO_MARK, RIGHT_MARK, TURN_MARK,
)
from firmware.screens.parts import beside, cover, progress, radio_of, role_mark, tasks_of, token
from firmware.texts import HEAD, HEAD_AGAIN, HEAD_TRICK, WON_TRICKS
from firmware.wire import T_ATTEMPTS, T_PRESENT

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# What a strip holds.
_TASKS = const(0)  # those on the table, or in the hand-over my own
_HAND = const(1)
_JARVIS = const(2)


def on_tasks(phase):
    """Tell whether what one chooses from in this step are tasks."""
    return phase == PHASE_TOKENS or phase == PHASE_PICK or phase == PHASE_HANDOVER


def strip(scene, grid, y, rows, what):
    """Draw my hand, JARVIS's open cards or the tasks in ``rows`` rows, three cells each, with the cursor in sight."""
    view = scene.view
    pen = scene.pen
    cards = scene.stops
    phase = view[PHASE]
    turn = scene.mine()
    jarvis = scene.for_jarvis()
    choosing = on_tasks(phase)
    suits = 31
    own = scene.open if what == _JARVIS else scene.own
    if what:
        n = list_cards(own, OWN_HAND, 31, cards)
        suits = PLAYABLE[view[LED] << 5 | own[OWN_HELD]]
        if jarvis and what == _HAND and not choosing:
            suits = 0
        elif phase == PHASE_GIVE:
            suits &= 15
        cursor = not (turn and choosing) and jarvis == (what == _JARVIS)
    else:
        n = _offered(scene, cards)
        cursor = turn and choosing
    each = grid.columns // 3
    first = x = 0
    if grid.columns > 3 * each:
        x = 1
    elif n > each * rows:
        # A window of one row; arrows at its edges show that there is more.
        at = 0
        for i in range(n):
            card = cards[i] if what else view[cards[i]]
            if card == scene.at or (choosing and what and card >> 4 < scene.at >> 4 <= 4):
                at = i
        first = min(max(at - 1, 0), n - each)
        if first + each < n and (first or not what):
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
        if not what:
            code = view[card + TASK_TOKEN]
            card = view[card]
        elif not suits >> (card >> 4) & 1 or (phase == PHASE_RADIO and turn and not meaning(own, OWN_HAND, card)):
            pair = DIM
        if cursor and card:
            if card == scene.chosen:
                pair = GOOD
            elif card == scene.at:
                pair = CURSOR if turn else BAR
        pen.field(x, y, 3)
        if card:
            pen.card(card, pair)
        else:
            pen.put(BLANK)
            pen.put(HIDDEN_MARK, DIM)
        if code:
            token(pen, code)
        elif what == _JARVIS:
            pen.put(cover(view, card), DIM)
        elif what and scene.seat < 5 and card == view[SHOWN + scene.seat]:
            pen.put(RADIO_MARK + own[OWN_MEANING])
        x += 3
        left -= 1
        first += 1
    if what == _JARVIS and left and first == n:
        # The card under the one just played waits for the end of the trick.
        grid.put(x, y, cover(view, 0), DIM)


def _offered(scene, into):
    """Write where in the view the tasks on offer lie, in the hand-over my own; return how many."""
    view = scene.view
    owner = scene.seat if view[PHASE] == PHASE_HANDOVER else NOBODY
    n = 0
    if view[PHASE] <= PHASE_HANDOVER:
        for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
            if view[at + TASK_OWNER] == owner:
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
    pen = scene.pen
    seats = view[SEATS]
    _head(scene, grid)
    bottom = grid.rows - 1
    each = grid.columns // 3
    bottom -= (list_cards(scene.own, OWN_HAND, 31, scene.stops) + each - 1) // each
    strip(scene, grid, bottom, 2, _HAND)
    if view[JARVIS] != NOBODY:
        bottom -= 1
        strip(scene, grid, bottom, 1, _JARVIS)
    top = 1
    tasks = _offered(scene, scene.stops)
    if tasks:
        top += (tasks + each - 1) // each
        strip(scene, grid, 1, 2, _TASKS)
    elif not view[TASK_COUNT]:
        pen.field(1, 1, grid.columns - 1)
        top += progress(view, pen)
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
    elif view[TURN] & 7 == seat:
        mark = TURN_MARK
    elif lying and view[LEADER] == seat:
        mark = DOT_MARK
    elif view[COMMANDER] == seat:
        mark = COMMANDER_MARK
    grid.put(0, y, mark, NORMAL if mark == TURN_MARK else DIM)
    pen.field(1, y, 7)
    pen.name(seat, NORMAL if here else DIM)
    pen.x = 6
    role_mark(view, pen, seat)
    pen.field(8, y, 8)
    beside(view, pen, seat)
    if view[PHASE] > PHASE_SHARE:
        pen.field(12, y, 3)
        if not view[SHOWN + seat]:
            pen.x = 2
        radio_of(scene, pen, seat)
    pen.field(16, y, grid.columns - 16, rows)
    if view[TASK_COUNT]:
        tasks_of(view, pen, seat)
    elif view[TRICK]:
        pen.say(WON_TRICKS, DIM, view[WON + seat])


def narrow(scene, grid):
    """21x5, 12x3 and what lies between: the others with their cards; tasks and radios as far as there are rows; the hand."""
    view = scene.view
    pen = scene.pen
    columns = grid.columns
    seats = view[SEATS]
    seat = scene.seat
    phase = view[PHASE]
    each = columns // 3
    bottom = grid.rows - 1
    if bottom < 4 and scene.for_jarvis():
        bottom -= 1
        strip(scene, grid, bottom, 1, _JARVIS)
    else:
        rows = max(min((list_cards(scene.own, OWN_HAND, 31, scene.stops) + each - 1) // each, bottom - 1), 1)
        bottom -= rows
        strip(scene, grid, bottom, rows, _HAND)
        if view[JARVIS] != NOBODY and bottom > 1:
            bottom -= 1
            strip(scene, grid, bottom, 1, _JARVIS)
    if on_tasks(phase):
        return strip(scene, grid, 0, bottom, _TASKS)
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
        if view[LYING] and view[TURN] & 7 == seat:
            pen.put(TURN_MARK)
        else:
            beside(view, pen, seat)
    if bottom > 1 and PHASE_QUESTION <= phase <= PHASE_NAME and view[TASK_COUNT]:
        return strip(scene, grid, 1, bottom - 1, _TASKS)
    if bottom > 1:
        pen.field(0, 1, columns, max(bottom - 2, 1))
        _groups(scene, pen, 0)
        if bottom > 2:
            pen.field(0, bottom - 1, columns)
            _groups(scene, pen, 1)
    return None


def _groups(scene, pen, radios):
    """Write the open tasks, or the tricks won where there are none, or the radios, of all seats behind their initials.

    As many as fit; the own come first and have no initial.
    """
    view = scene.view
    seats = view[SEATS]
    seat = scene.seat
    for i in range(seats if radios or view[TASK_COUNT] or view[TRICK] or view[ROLE] != NOBODY else 0):
        pen.gap(radios, 4)
        if i:
            pen.name(seat, BAR, 1)
        if radios:
            radio_of(scene, pen, seat)
        elif not view[TASK_COUNT]:
            role_mark(view, pen, seat)
            pen.number(view[WON + seat])
            pen.put(BLANK)
        elif not tasks_of(view, pen, seat, True) and i:
            pen.x -= 1
            pen.put(BLANK)
            pen.x -= 1
        if pen.row >= pen.rows:
            pen.row = pen.rows - 1
            pen.x = pen.width - 1
            return pen.put(MORE_MARK, DIM)
        seat = seat + 1 if seat + 1 < seats else 0
    if not radios and not view[TASK_COUNT]:
        progress(view, pen)
    return None


def draw(scene, grid):
    """Draw the step at the grid's size, all but the prompt."""
    if scene.large():
        large(scene, grid)
    else:
        narrow(scene, grid)

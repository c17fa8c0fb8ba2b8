"""The game on 26x10 cells and more: all seats with cards, radios and tasks at once, and the whole hand.

Serves firmware/screens/cards.py; loaded only where the display is so large.
"""

from engine.cards import list_cards
from engine.codes import DEAD_ZONE, NOBODY, PHASE_SHARE
from engine.layout import (
    COMMANDER, JARVIS, LEADER, LYING, MISSION, OWN_HAND, PHASE, ROW, SEATS, SHOWN, TASK_COUNT, TRICK, TRICKS, TURN,
    WON,
)
from firmware.marks import (
    BAR, BATTERY_MARK, BLANK, COMMANDER_MARK, CUT_MARK, DEAD_ZONE_MARK, DIM, DOT_MARK, NORMAL, TURN_MARK,
)
from firmware.screens.parts import beside, progress, radio_of, role_mark, writer
from firmware.texts import HEAD, HEAD_AGAIN, HEAD_TRICK, WON_TRICKS
from firmware.wire import T_ATTEMPTS, T_PRESENT

from firmware.screens.cards import offered, strip

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_TASKS = const(0)  # what strips hold: firmware/screens/cards.py
_HAND = const(1)
_JARVIS = const(2)


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
    limit = view[ROW] >> 4 & 3
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


def draw(scene, grid):
    """26x10 and larger: a line a seat, clockwise and mine last, with its card, radio and tasks; below them the hand."""
    view = scene.view
    pen = scene.pen
    seats = view[SEATS]
    _head(scene, grid)
    bottom = grid.rows - 1 - scene.passing
    each = grid.columns // 3
    bottom -= (list_cards(scene.own, OWN_HAND, 31, scene.stops) + each - 1) // each
    strip(scene, grid, bottom, 2, _HAND)
    if view[JARVIS] != NOBODY:
        bottom -= 1
        strip(scene, grid, bottom, 1, _JARVIS)
    top = 1
    tasks = offered(scene, scene.stops)
    if tasks:
        top += min(strip(scene, grid, 1, 2, _TASKS), 2) or (tasks + each - 1) // each
    elif not view[TASK_COUNT]:
        pen.field(1, 1, grid.columns - 1)
        top += progress(view, pen)
    free = bottom - top - seats
    step = 2 if free >= seats else 1
    seat = scene.seat
    tasks_of = writer(view)
    _line(scene, grid, bottom - step, seat, step, tasks_of)
    y = bottom - step * seats - (step == 1 and free > 0)
    for _ in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        _line(scene, grid, y, seat, step, tasks_of)
        y += step


def _line(scene, grid, y, seat, rows, tasks_of):
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
    if view[COMMANDER] == seat and mark != COMMANDER_MARK:
        pen.put(COMMANDER_MARK, DIM)
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
        tasks_of(view, pen, seat, False)
    elif view[TRICK]:
        pen.say(WON_TRICKS, DIM, view[WON + seat])

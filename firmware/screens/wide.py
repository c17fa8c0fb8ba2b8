"""The game on 26x10 cells and more: all seats with cards, radios and tasks at once, and the whole hand.

Serves firmware/screens/cards.py; loaded only where the display is so large.
"""

from engine.cards import list_cards
from engine.codes import DEAD_ZONE, PHASE_PICK
from engine.layout import COMMANDER, LEADER, LYING, MISSION, OWN_HAND, PHASE, SEATS, SHOWN, TRICK, TRICKS, TURN
from engine.missions import limit_of
from firmware.marks import (
    BAR, BATTERY_MARK, BLANK, COMMANDER_MARK, CUT_MARK, DEAD_ZONE_MARK, DIM, DOT_MARK, NORMAL, TURN_MARK,
)
from firmware.texts import HEAD, HEAD_AGAIN, HEAD_TRICK
from firmware.wire import T_ATTEMPTS, T_PRESENT
from firmware.screens.cards import card_of, offered, radio_of, strip, tasks_of


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


def draw(scene, grid):
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
        top += (offered(view, scene.stops) + each - 1) // each
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
    card_of(view, pen, seat)
    pen.field(12, y, 3)
    if not view[SHOWN + seat]:
        pen.x = 2
    radio_of(scene, pen, seat)
    pen.field(16, y, grid.columns - 16, rows)
    tasks_of(view, pen, seat)

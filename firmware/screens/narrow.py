"""The game on 21x5, 12x3 and what lies between: the trick and the hand first, tasks and radios as far as there is room.

Serves firmware/screens/cards.py; loaded only where the display is so small.
"""

from engine.cards import list_cards
from engine.codes import (
    NOBODY, PHASE_NAME, PHASE_QUESTION,
)
from engine.layout import (
    JARVIS, LYING, OWN_HAND, PHASE, ROLE, SEATS, TASK_COUNT, TRICK, TURN, WINNING, WON,
)
from firmware.marks import (
    BAR, BLANK, CURSOR, DIM, MORE_MARK, NORMAL, TURN_MARK,
)
from firmware.screens.parts import beside, progress, radio_of, role_mark, writer
from firmware.wire import T_PRESENT

from firmware.screens.cards import on_tasks, strip

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_TASKS = const(0)  # what strips hold: firmware/screens/cards.py
_HAND = const(1)
_JARVIS = const(2)


def draw(scene, grid):
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
    tasks_of = writer(view)
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

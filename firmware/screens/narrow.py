"""The game on 21x5, 12x3 and what lies between: the trick and the hand first, tasks and radios as far as there is room.

Serves firmware/screens/cards.py; loaded only where the display is so small.
"""

from engine.cards import list_cards
from engine.codes import PHASE_PICK
from engine.layout import LYING, OWN_HAND, PHASE, SEATS, TURN, WINNING
from firmware.marks import BAR, BLANK, CURSOR, DIM, MORE_MARK, NORMAL, TURN_MARK
from firmware.wire import T_PRESENT
from firmware.screens.cards import card_of, radio_of, strip, tasks_of


def draw(scene, grid):
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
            card_of(view, pen, seat)
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

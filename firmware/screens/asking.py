"""The screens on which a seat goes over to a spare device: which seat may be asked for, who asks, who agrees, the code to be compared.

Serves firmware/screens/lists.py, bodies.py and pages.py, which load it while the scene has such a question (Q_... of firmware/texts.py).
What writes does so with the scene's pen.
"""

from engine.codes import VOIDED
from firmware.marks import BAR, DIM, DONE_MARK, NORMAL, WAITING_MARK
from firmware.texts import (
    OUTCOME_TEXT, Q_CODE, Q_CONSENT, Q_KEY, Q_SEAT, SPARE_ASKS, SPARE_CODE, SPARE_COMPARE, SPARE_FREE, SPARE_LOST, SPARE_MAKING, SPARE_NEW_KEY, SPARE_NONE, SPARE_WAIT,
)
from firmware.wire import SPARE_AGREED, SPARE_NOBODY, SPARE_SEAT, T_DEALER, T_OPTIONS, T_PRESENT, T_SEATED

_SPARE = 5  # among the names


def seats(scene):
    """Return the bits of the seats that this device may ask for."""
    if scene.asked != SPARE_NOBODY:
        return 0
    return _silent(scene) if scene.question == Q_SEAT else 1 << scene.seat if scene.question == Q_KEY and scene.keyless > 1 else 0


def _silent(scene):
    """Return the bits of the seats whose devices are silent: a device without a seat may ask for one of them."""
    table = scene.table
    return (1 << table[T_SEATED]) - 1 & ~table[T_PRESENT] & ~(1 << (table[T_OPTIONS] >> 4) >> 1)


def write(scene):
    """Write the body of the screen."""
    pen = scene.pen
    question = scene.question
    seat = scene.spare[SPARE_SEAT]
    if question == Q_CONSENT:
        pen.say(SPARE_NEW_KEY if scene.table[T_PRESENT] >> seat & 1 else SPARE_ASKS, NORMAL, _SPARE, seat)
        pen.next_row()
        _agreed(scene, seat)
    elif question == Q_CODE:
        if scene.doubted < 5:  # else it has just been answered
            _code(scene, scene.doubted, SPARE_CODE, scene.doubted)
    elif question == Q_KEY and scene.keyless < 2 and scene.codes[scene.seat]:
        _code(scene, scene.seat, SPARE_COMPARE, scene.table[T_DEALER])
    elif scene.asked != SPARE_NOBODY:
        pen.say(SPARE_WAIT, NORMAL, scene.asked)
        pen.next_row()
        if seat == scene.asked:
            _agreed(scene, seat)
    else:
        if scene.denied:
            pen.say(OUTCOME_TEXT + VOIDED, BAR)
            pen.next_row()
        if question == Q_KEY:
            pen.say(SPARE_LOST if scene.keyless > 1 else SPARE_MAKING)
        else:
            pen.say(SPARE_FREE if _silent(scene) else SPARE_NONE)


def _code(scene, seat, text, whose):
    """Write a code, and what it is for."""
    scene.pen.digits(scene.codes[seat] - 1, BAR)
    scene.pen.next_row()
    scene.pen.say(text, NORMAL, whose)


def _agreed(scene, asked):
    """Write who has agreed that the device that asks gets the seat ``asked``."""
    pen = scene.pen
    table = scene.table
    for seat in range(table[T_SEATED]):
        if seat != asked and table[T_PRESENT] >> seat & 1 and seat != (table[T_OPTIONS] >> 4) - 1:
            pen.gap(1, 2 if pen.brief else 7)
            pen.put(DONE_MARK if scene.spare[SPARE_AGREED] >> seat & 1 else WAITING_MARK, DIM)
            pen.name(seat, BAR, 1 if pen.brief else 6)

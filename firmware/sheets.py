"""Sheets that come to a seat: the names of all, with a spare device that asks for a seat; pages of the log book.

Serves firmware/seat.py and delivery.py. What is no whole sheet is refused and changes nothing.
"""

from firmware.scene import NAME_LENGTH
from firmware.wire import LETTERS, LOG_ENTRY, LOG_PAGE, SHEET_LOG, SHEET_NAMES, SPARE, SPARE_NAME, SPARE_NOBODY, SPARE_SEAT


def take_sheet(seat, data, at, end):
    """Take in a sheet: which one, its number, how many entries, the entries."""
    if end - at < 3:
        return False
    count = data[at + 2]
    if data[at] == SHEET_LOG:
        return _take_log(seat, data, at, end, count)
    if data[at] != SHEET_NAMES or count > 5 or end - at < 3 + count * NAME_LENGTH + LETTERS + SPARE:
        return False
    scene = seat.scene
    seat.names = data[at + 1]
    at += 3
    for place in range(count):
        for i in range(NAME_LENGTH):
            scene.names[place][i] = data[at]
            at += 1
    for i in range(LETTERS):
        scene.crew[i] = data[at + i]
    at += LETTERS
    if scene.asked != SPARE_NOBODY and scene.spare[SPARE_SEAT] == scene.asked != data[at + SPARE_SEAT]:
        scene.asked = SPARE_NOBODY  # it has been decided
        scene.denied = True
    for i in range(SPARE_NAME):
        scene.spare[i] = data[at + i]
    for i in range(NAME_LENGTH):
        scene.names[5][i] = data[at + SPARE_NAME + i]
    seat.changed = True
    return True


def _take_log(seat, data, at, end, count):
    """A page of the log book has come: it is kept if it is the one that was asked for."""
    if data[at + 1] != seat.log_page or count > LOG_PAGE or end - at < 3 + LOG_ENTRY * count:
        return False
    seat.log_page = 255
    log = seat.scene.log
    for i in range(2 + LOG_ENTRY * count):
        log[i] = data[at + 1 + i]
    seat.changed = True
    return True

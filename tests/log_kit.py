"""What the tests of the log book share: attempts to record, and the entries as its pages have them."""

from firmware.logbook import LOG_BYTES, LogBook
from firmware.wire import LOG_ENTRY, LOG_PAGE

ROOM = 90
DONE, DISTRESS, CHALLENGE = 1, 2, 4


def new():
    return LogBook(memoryview(bytearray(LOG_BYTES)))


def lost(log, mission, times=1, humans=4):
    for _ in range(times):
        log.record(mission, False, humans, False, 0)


def won(log, mission, humans=4, challenge=False, take_backs=0):
    log.record(mission, True, humans, challenge, take_backs)


def entries(log):
    """All entries as lists of mission, attempts without the one for distress, flags, humans, take-backs, by the pages."""
    found = []
    into = bytearray(7 + LOG_PAGE * LOG_ENTRY)
    for n in range(4):
        for at in range(7, 7 + LOG_ENTRY * log.page(n, into, 7), LOG_ENTRY):
            mission, low, high, flags, humans, take_backs = into[at : at + LOG_ENTRY]
            found.append([mission, low | high << 8, flags, humans, take_backs])
    return found

"""Missions of one's own, as a device keeps them: one file in the store, slot 10, beside the saves.

Serves the dealer, which plays them, the session, which takes copies of those of the table it sits at, and the screens that make
them. Loaded when one of those needs it. It checks nothing but the file: what a mission asks for is checked by engine/outlines.py
whenever it is begun.

The file: ``CM``, format, how many records, CRC-32 of the records (4), the records, by number. A record (OWN_RECORD bytes): number,
game, length of the outline, the name (12, ASCII, filled up with zeros), the outline, filled up with zeros.
"""

from binascii import crc32

from engine.codes import FIRST_OWN, LAST_OWN
from firmware.wire import OWN_MOST, OWN_RECORD, OWN_SLOT

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_FORMAT = const(1)
_HEAD = const(8)


def read(board):
    """Return the file as bytes that may be changed, room for all records behind it; without one, or with a broken one, it has none."""
    data = bytearray(_HEAD + OWN_RECORD * OWN_MOST)
    n = board.load(OWN_SLOT, data)
    end = _HEAD + OWN_RECORD * data[3]
    if n != end or end > len(data) or data[0] != 0x43 or data[1] != 0x4D or data[2] != _FORMAT or _sum(data, end) != bytes(data[4:8]):
        for i in range(len(data)):
            data[i] = 0
        data[0] = 0x43
        data[1] = 0x4D
        data[2] = _FORMAT
    return data


def find(data, number):
    """Return where the record of mission ``number`` begins in the file, 0 when there is none."""
    for i in range(data[3]):
        if data[_HEAD + OWN_RECORD * i] == number:
            return _HEAD + OWN_RECORD * i
    return 0


def free(data):
    """Return the lowest number that no mission has, 0 when all are taken."""
    for number in range(FIRST_OWN, LAST_OWN + 1):
        if not find(data, number):
            return number
    return 0


def put(data, record, at):
    """Write the record ``record[at:]`` in the place of the one with its number, or in order of the numbers."""
    number = record[at]
    place = find(data, number)
    if not place:
        place = _HEAD
        while place < _HEAD + OWN_RECORD * data[3] and data[place] < number:
            place += OWN_RECORD
        end = _HEAD + OWN_RECORD * data[3]
        while end > place:  # those behind it move up
            end -= 1
            data[end + OWN_RECORD] = data[end]
        data[3] += 1
    for i in range(OWN_RECORD):
        data[place + i] = record[at + i]


def drop(data, number):
    """Take the record of a mission out, if there is one."""
    at = find(data, number)
    if at:
        data[3] -= 1
        for i in range(at, _HEAD + OWN_RECORD * data[3]):
            data[i] = data[i + OWN_RECORD]


def write(board, data):
    """Put the file into the store; return False when the board could not."""
    end = _HEAD + OWN_RECORD * data[3]
    data[4:8] = _sum(data, end)
    return board.save(OWN_SLOT, data, end)


def keep(board, record, at, dropped):
    """Keep the mission ``record[at:]`` in the place of the one with its number, or drop the one with the number ``dropped``."""
    data = read(board)
    if dropped:
        drop(data, dropped)
    else:
        put(data, record, at)
    write(board, data)


def mark(board):
    """Return a number, 1-255, that changes with what is kept; 0 for nothing."""
    data = read(board)
    return data[3] and (data[4] ^ data[5] ^ data[6] ^ data[7] or 1)


def take(board, record, at):
    """Keep a copy of a mission of another device's: under its number, or the next free one if that is another mission's here.

    Return whether it is new here. One that is here already, under whatever number, is not kept twice.
    """
    data = read(board)
    for i in range(data[3]):
        place = _HEAD + OWN_RECORD * i
        same = True
        for j in range(1, OWN_RECORD):
            same = same and data[place + j] == record[at + j]
        if same:
            return False
    copy = bytearray(record[at : at + OWN_RECORD])
    if find(data, copy[0]):
        copy[0] = free(data)
    if not FIRST_OWN <= copy[0] <= LAST_OWN:
        return False
    put(data, copy, 0)
    return write(board, data)


def _sum(data, end):
    number = crc32(bytes(data[_HEAD:end]))
    return bytes((number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24 & 255))

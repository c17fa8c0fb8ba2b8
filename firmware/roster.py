"""Who sits where at the dealer's table: devices by chip id, and the names they gave; JARVIS has a seat but no device."""

from engine.codes import NOBODY
from firmware.scene import NAME_LENGTH
from firmware.wire import PERSON


_NO_DEVICE = b"\0\0\0\0"


class Roster:
    """Five places; ``seated`` of them are taken, seat 0 first, clockwise. ``number`` grows with every change."""

    def __init__(self):
        self.seated = 0
        self.number = 1  # 1-255
        self.chips = bytearray(20)
        self.names = bytearray(5 * NAME_LENGTH)

    def place_of(self, chip, at):
        """Return the seat of the device whose id is ``chip[at:at + 4]``, or NOBODY."""
        for seat in range(self.seated):
            same = True
            for i in range(4):
                if self.chips[4 * seat + i] != chip[at + i]:
                    same = False
            if same:
                return seat
        return NOBODY

    def jarvis(self):
        """Return the seat of JARVIS, or NOBODY: no device has the chip id that stands in its place."""
        return self.place_of(_NO_DEVICE, 0)

    def add_jarvis(self):
        """Give JARVIS the next seat; return it."""
        seat = self.seated
        self.seated += 1
        self.set_device(seat, _NO_DEVICE, 0, b"JARVIS", 0)
        return seat

    def set_device(self, seat, chip, at, name, name_at):
        """Put a device on ``seat``, under at most six letters of ``name[name_at:]``; what is no letter shows as ``?``."""
        same = True
        for i in range(4):
            same = same and self.chips[4 * seat + i] == chip[at + i]
            self.chips[4 * seat + i] = chip[at + i]
        for i in range(NAME_LENGTH):
            letter = name[name_at + i] if name_at + i < len(name) else 0
            if letter and not 32 < letter < 127:
                letter = 0x3F
            same = same and self.names[NAME_LENGTH * seat + i] == letter
            self.names[NAME_LENGTH * seat + i] = letter
        # A device that only says hello again has changed nothing.
        if not same:
            self.count()

    def swap(self, one, other):
        """Let two devices change places."""
        _swap(self.chips, 4, one, other)
        _swap(self.names, NAME_LENGTH, one, other)
        self.count()

    def count(self):
        """What the names sheet holds has changed: it gets the next number."""
        self.number = self.number % 255 + 1


def person_of(chip, data, at):
    """Return which person of the device ``chip`` has the id ``data[at:at + 4]``, 0 for its owner, or -1 (PERSON, firmware/wire.py)."""
    first = data[at] ^ chip[0]
    for i in range(1, 4):
        if data[at + i] != chip[i]:
            return -1
    return -1 if first & (1 << PERSON) - 1 else first >> PERSON


def _swap(rows, width, one, other):
    for i in range(width):
        a, b = width * one + i, width * other + i
        rows[a], rows[b] = rows[b], rows[a]

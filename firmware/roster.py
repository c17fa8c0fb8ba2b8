"""Who sits where at the dealer's table: devices by chip id, and the names they gave; JARVIS has a seat but no device."""

from engine.codes import NOBODY
from firmware.scene import NAME_LENGTH
from firmware.wire import PERSON, SPARE_CHIP, SPARE_NOBODY, SPARE_SEAT


NO_DEVICE = b"\0\0\0\0"


class Roster:
    """Five places; ``seated`` of them are taken, seat 0 first, clockwise. ``number`` grows with every change."""

    def __init__(self):
        self.seated = 0
        self.number = 1  # 1-255
        self.chips = bytearray(20)
        self.names = bytearray(5 * NAME_LENGTH)
        self.spare = bytearray(SPARE_CHIP + 4)  # SPARE_...: a device without a seat that asks for one
        self.spare[SPARE_SEAT] = SPARE_NOBODY

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
        return self.place_of(NO_DEVICE, 0)

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

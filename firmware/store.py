"""The dealer's saves: two slots for each campaign, the older one written over, so that a power cut loses at most what was
being written.

A slot is ``CL``, format, rules version, sequence (2), length (2), CRC-32 (4), body; numbers low byte first. A last slot
keeps a save that another rules version wrote, or one that was set aside (firmware/crash.py). A board that cannot write says so and plays on.
"""

from binascii import crc32

from firmware.wire import CAMPAIGNS

_FORMAT = 3
_HEAD = 12
KEPT = 2 * CAMPAIGNS  # the slot behind those of the campaigns


class Store:
    """Saves of at most ``room`` bytes. ``body`` is the one buffer: written by the caller, filled by ``load``."""

    def __init__(self, board, room, rules):
        self._board = board
        self._rules = rules
        self.buffer = bytearray(_HEAD + room)
        self.body = memoryview(self.buffer)[_HEAD:]
        self._sequence = 0
        self._slot = 0  # the one to write next
        self.campaign = 0
        self.old_rules = False  # a save of another rules version was found and is kept
        self.unreadable = False  # something was there, and none of it whole

    def load(self, campaign=-1):
        """Read the newest whole save of these rules into ``body``: of one campaign, or by default of all.

        Return its length, 0 when there is none; ``campaign`` says whose it is. What was in ``body`` is gone.
        """
        best = -1
        newest = 0
        found = False
        first = 0 if campaign < 0 else 2 * campaign
        for slot in range(first, 2 * CAMPAIGNS if campaign < 0 else first + 2):
            n = self._board.load(slot, self.buffer)
            if not n:
                continue
            found = True
            if not self._whole(n):
                continue
            if self.buffer[3] != self._rules:
                self.old_rules = True
                self.keep(n)
                continue
            sequence = self.buffer[4] | self.buffer[5] << 8
            if best < 0 or 0 < (sequence - newest & 0xFFFF) < 0x8000:
                best = slot
                newest = sequence
        if best < 0:
            self.unreadable = found and not self.old_rules
            self.campaign = max(campaign, 0)
            self._slot = 2 * self.campaign
            return 0
        # Sequences run over all campaigns, so that the newest of them can be told.
        if campaign < 0 or 0 < (newest - self._sequence & 0xFFFF) < 0x8000:
            self._sequence = newest
        self.campaign = best >> 1
        self._slot = best ^ 1
        return self._whole(self._board.load(best, self.buffer))

    def length(self):
        """Return how many bytes the slot in ``buffer`` has, its head included."""
        return _HEAD + (self.buffer[6] | self.buffer[7] << 8)

    def save(self, length):
        """Write ``body[:length]`` to the older slot; return False when the board could not."""
        buffer = self.buffer
        sequence = self._sequence + 1 & 0xFFFF
        buffer[0] = 0x43
        buffer[1] = 0x4C
        buffer[2] = _FORMAT
        buffer[3] = self._rules
        buffer[4] = sequence & 255
        buffer[5] = sequence >> 8
        buffer[6] = length & 255
        buffer[7] = length >> 8
        crc = self._crc(length)
        for i in range(8, _HEAD):
            buffer[i] = crc & 255
            crc >>= 8
        if not self._board.save(self._slot, buffer, _HEAD + length):
            return False
        self._sequence = sequence
        self._slot ^= 1
        return True

    def _whole(self, n):
        """Return the length of the body if ``buffer[:n]`` is a whole save of this format, else 0."""
        buffer = self.buffer
        if n <= _HEAD or buffer[0] != 0x43 or buffer[1] != 0x4C or buffer[2] != _FORMAT:
            return 0
        length = buffer[6] | buffer[7] << 8
        if length + _HEAD != n:
            return 0
        crc = self._crc(length)
        for i in range(8, _HEAD):
            if buffer[i] != crc & 255:
                return 0
            crc >>= 8
        return length

    def _crc(self, length):
        return crc32(self.body[:length], crc32(memoryview(self.buffer)[:8]))

    def keep(self, n):
        """Copy the slot that is in ``buffer``, ``n`` bytes, to the last slot, unless something is kept there already."""
        spare = bytearray(1)
        if not self._board.load(KEPT, spare):
            self._board.save(KEPT, self.buffer, n)

"""The dealer's saves: two slots for each campaign, the older one written over, so that a power cut loses at most what was
being written.

A slot is ``CL``, format, rules version, sequence (2), length (2), CRC-32 (4), body; numbers low byte first. A last slot
keeps a save that another rules version wrote, or one that was set aside (firmware/crash.py). firmware/restore.py reads them. A board that cannot write says so and plays on.
"""

from binascii import crc32

from firmware.wire import CAMPAIGNS

FORMAT = 3
HEAD = 12
KEPT = 2 * CAMPAIGNS  # the slot behind those of the campaigns


class Store:
    """Saves of at most ``room`` bytes. ``body`` is the one buffer: written by the caller, filled by ``load``."""

    def __init__(self, board, room, rules):
        self.board = board
        self.rules = rules
        self.buffer = bytearray(HEAD + room)
        self.body = memoryview(self.buffer)[HEAD:]
        self.sequence = 0
        self.slot = 0  # the one to write next
        self.campaign = 0
        self.old_rules = False  # a save of another rules version was found and is kept
        self.unreadable = False  # something was there, and none of it whole

    def load(self, campaign=-1):
        """Read the newest whole save of these rules into ``body``: of one campaign, or by default of all.

        Return its length, 0 when there is none; ``campaign`` says whose it is. What was in ``body`` is gone.
        """
        from firmware.restore import load

        return load(self, campaign)

    def save(self, length):
        """Write ``body[:length]`` to the older slot; return False when the board could not."""
        buffer = self.buffer
        sequence = self.sequence + 1 & 0xFFFF
        buffer[0] = 0x43
        buffer[1] = 0x4C
        buffer[2] = FORMAT
        buffer[3] = self.rules
        buffer[4] = sequence & 255
        buffer[5] = sequence >> 8
        buffer[6] = length & 255
        buffer[7] = length >> 8
        crc = self.crc(length)
        for i in range(8, HEAD):
            buffer[i] = crc & 255
            crc >>= 8
        if not self.board.save(self.slot, buffer, HEAD + length):
            return False
        self.sequence = sequence
        self.slot ^= 1
        return True

    def crc(self, length):
        return crc32(self.body[:length], crc32(memoryview(self.buffer)[:8]))

"""Who may speak on a wire that two MicroPython boards share, and whose the words on it are.

Serves firmware/hal/micro_line.py on boards with ``half_duplex``. Two that speak at once spoil each other's words, so a frame waits
until the wire has been quiet, and who has spoken leaves the other time to answer. It touches no pin.
"""

from firmware.clock import since
from firmware.hal.echo import Echo
from firmware.wire import FRAME_MOST

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_RATE = const(11)  # bytes that certainly leave in a millisecond
_ANSWERS = const(40)  # milliseconds that one wire is left to the other after own words: its loop takes up to 30
_PAUSE = const(3)  # after the other's words


class Wire:
    """``frame`` is what waits to be sent, ``waiting`` its length, 0 for none; ``chance`` gives random bytes."""

    def __init__(self, now, chance):
        self._echo = Echo()
        self._chance = chance
        self.frame = bytearray(FRAME_MOST + 2)
        self.waiting = 0
        self._quiet = now  # when something was last on the wire
        self._arrived = 0  # bytes that had come then
        self._gap = _PAUSE

    def keep(self, buffer, n):
        """Take a frame to be sent; return False while another one waits."""
        if self.waiting or n > len(self.frame):
            return False
        for i in range(n):
            self.frame[i] = buffer[i]
        self.waiting = n
        return True

    def free(self, arrived, now):
        """Tell whether a frame waits and may go out; ``arrived`` bytes have come and are not yet read."""
        if arrived != self._arrived:
            self._arrived = arrived
            self._quiet = now
        return self.waiting and since(now, self._quiet) >= self._gap

    def spoke(self, now):
        """The frame that waited goes out at ``now``."""
        self._echo.sent(self.frame, self.waiting, now)
        self._quiet = now
        self._gap = self.waiting // _RATE + _ANSWERS + (self._chance(1)[0] & 15)
        self.waiting = 0

    def heard(self, buffer, n, now):
        """Take own words out of the n bytes heard in ``buffer``; return how many are left, moved to its start."""
        self._arrived -= n
        n = self._echo.strip(buffer, n, now)
        if n:
            self._gap = _PAUSE + (self._chance(1)[0] & 3)
        return n

"""Takes a board's own bytes out of what it hears where sending and receiving share one wire.

Serves the platform files of firmware/hal for boards with ``half_duplex``. It compares; it knows neither frames nor time but
in one thing: an echo that has not come soon will not come.
"""

from firmware.clock import since

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_ROOM = const(512)
_SOON = const(100)  # milliseconds from the last byte sent; 512 bytes take 45


class Echo:
    """What was sent and has not been heard again: a ring of bytes, made once."""

    def __init__(self):
        self._sent = bytearray(_ROOM)
        self._first = 0
        self._count = 0
        self._since = 0

    def room(self, n):
        """Tell whether n more bytes can be remembered; they must not be sent otherwise."""
        return self._count + n <= _ROOM

    def sent(self, buffer, n, now):
        """Remember that ``buffer[:n]`` goes out at ``now``."""
        at = self._first + self._count
        for i in range(n):
            self._sent[(at + i) % _ROOM] = buffer[i]
        self._count += n
        self._since = now

    def strip(self, buffer, n, now):
        """Take the echo out of the n bytes heard in ``buffer``; return how many are left, moved to its start.

        A byte that is not the one expected means that two spoke at once: from there on all is kept, and no more is expected.
        """
        if self._count and since(now, self._since) > _SOON:
            self._count = 0
        at = 0
        while at < n and self._count and buffer[at] == self._sent[self._first]:
            self._first = (self._first + 1) % _ROOM
            self._count -= 1
            at += 1
        if at < n:
            self._count = 0
        left = n - at
        if at:
            for i in range(left):
                buffer[i] = buffer[at + i]
        return left

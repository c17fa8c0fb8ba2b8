"""The USB cable of a MicroPython board as a line: frames where the prompt is otherwise.

Serves firmware/hal/micro.py on boards that have a file usb.txt, for a table that a computer joins (host_tools/hub.py). Ctrl-C still stops
the program: no frame begins with that byte, nor has it as its second one, which is the protocol's version.
"""

import sys
from select import POLLIN, POLLOUT, poll

from micropython import const, kbd_intr  # pyright: ignore[reportAttributeAccessIssue]

_STOP = const(3)
_FRESH = const(100)  # reads without a byte, half a second or more: what comes next begins a frame, whatever came before


class UsbLine:
    """``read`` and ``write`` as a board has them. While nobody listens at the other end, what is sent is lost."""

    def __init__(self):
        self._coming = sys.stdin.buffer
        self._going = sys.stdout.buffer
        self._look = poll()
        self._look.register(sys.stdin, POLLIN)
        self._room = poll()
        self._room.register(sys.stdout, POLLOUT)
        self._byte = bytearray(1)
        self._place = 0  # in its frame, of the byte that comes next
        self._empty = 0  # reads that brought nothing
        kbd_intr(-1)

    def read(self, buffer):
        """Move what has come into ``buffer``; return how many bytes, 0 for none. Raise KeyboardInterrupt for Ctrl-C."""
        byte = self._byte
        n = 0
        if not self._ready(self._look):
            self._empty += 1
            if self._empty == _FRESH:
                self._place = 0
            return 0
        self._empty = 0
        while n < len(buffer) and self._ready(self._look):
            if not self._coming.readinto(byte):
                break
            if byte[0] == _STOP and self._place < 2:
                kbd_intr(_STOP)
                raise KeyboardInterrupt
            self._place = self._place + 1 if byte[0] else 0
            buffer[n] = byte[0]
            n += 1
        return n

    def write(self, buffer, n):
        """Send ``buffer[:n]``; return False, having sent nothing, while nothing can be taken."""
        if not self._ready(self._room):
            return False
        self._going.write(buffer, n)
        return True

    def _ready(self, which):
        for _ in which.ipoll(0):
            return True
        return False

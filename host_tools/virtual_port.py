"""The serial port of a virtual board: a pty that programs open, close, hold and lose as they do a board's USB. Serves virtual_board.py.

In the loop's thread only, all of it but ``busy``.
"""

import fcntl
import os
from contextlib import contextmanager

from host_tools.virtual_loop import is_open, raw_pty

ENOUGH = 1 << 16  # bytes that wait for a slow reader before the board is made to wait
UNATTENDED = 0.02  # seconds between looks whether somebody has opened the port
SOON = 0.005  # seconds until what had no room is tried again


class Port:
    """``heard(data)`` is called with what comes in, ``hold(True or False)`` when the board is to wait for a slow reader.

    ``path`` is where it is, None while it is unplugged; after it was plugged in again it may be another. ``limit`` is after how
    many more bytes that come in the cable is pulled, -1 for never.
    """

    def __init__(self, loop, heard, hold):
        self._loop = loop
        self._heard = heard
        self._hold = hold
        self._master = None
        self._out = bytearray()
        self._waits = False
        self.path = None
        self.limit = -1

    def plug(self):
        """Put the cable in, if it is not."""
        if self._master is None:
            self._master, slave = raw_pty()
            self.path = os.ttyname(slave)
            os.close(slave)
            os.set_blocking(self._master, False)
            self._look(self._master)

    def unplug(self):
        """Pull the cable."""
        if self._master is not None:
            self._loop.leave(self._master)
            os.close(self._master)
            self._master = self.path = None
        self.limit = -1

    @contextmanager
    def busy(self):
        """As if another program had it open for itself."""
        other = os.open(self.path, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(other, fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.close(other)

    def say(self, data=b""):
        """Bytes for whoever has it open; with nobody there they are lost, as on a board."""
        self._out += data
        if self._master is None or not is_open(self._master):
            self._out.clear()
        while self._out:
            try:
                del self._out[: os.write(self._master, self._out)]
            except BlockingIOError:
                if not self._waits:
                    self._waits = True
                    self._loop.later(SOON, self._again)
                break
            except OSError:
                self._out.clear()
        self._hold(len(self._out) > ENOUGH)

    def _again(self):
        self._waits = False
        self.say()

    def _look(self, master):
        """Serve it once somebody has it open, and until then look every now and then: a pty that nobody has open is always ready."""
        if master != self._master:
            return
        if is_open(master):
            self._loop.watch(master, self._ready)
        else:
            self._loop.later(UNATTENDED, lambda: self._look(master))

    def _ready(self):
        try:
            data = os.read(self._master, 4096)
        except BlockingIOError:
            return
        except OSError:  # it was closed
            self._loop.leave(self._master)
            self._look(self._master)
            return
        if 0 <= self.limit < len(data):
            data = data[: self.limit]
            self.unplug()
        elif self.limit > 0:
            self.limit -= len(data)
        self._heard(data)

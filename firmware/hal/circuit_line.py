"""The serial line of a CircuitPython board: never waits to read, and is made anew when it seems to have stopped.

Serves firmware/hal/circuit.py. It moves bytes; what they mean firmware/link.py knows.
"""

import gc

import busio

from firmware.clock import since

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_BAUD = const(115200)
_HOLDS = const(2048)  # a refresh of a whole display takes as long as 1,500 bytes
_SILENCE = const(1000)  # milliseconds; every device says something four times a second, and 2 s after a cut all is to be right


class Line:
    """A UART on the pins ``tx`` and ``rx``; ``clock()`` tells milliseconds.

    Some chips' receivers stop after noise on the wire, and only a new UART hears again: so after an error, and once in each
    silence, it is made anew.
    """

    def __init__(self, tx, rx, half_duplex, clock):
        self._tx = tx
        self._rx = rx
        self._echo = None
        if half_duplex:
            from firmware.hal.echo import Echo

            self._echo = Echo()
        self._clock = clock
        self._uart = None
        self._heard = clock()  # when something last came, or the line was last made anew
        self._open()
        self._renew = self._uart is None  # there is a reason to make it anew once the silence is long

    def _open(self):
        try:
            self._uart = busio.UART(self._tx, self._rx, baudrate=_BAUD, timeout=0, receiver_buffer_size=_HOLDS)
        except MemoryError:  # its buffer found no room just now
            self._uart = None

    def _anew(self, now):
        if self._uart:
            self._uart.deinit()
            self._uart = None
        gc.collect()
        self._open()
        self._heard = now
        self._renew = self._uart is None

    def read(self, buffer):
        """Move what has come into ``buffer``; return how many bytes, 0 for none."""
        uart = self._uart
        now = self._clock()
        try:
            # Some versions wait in a read that finds nothing, some return None, some 0.
            n = uart.readinto(buffer) or 0 if uart and uart.in_waiting else 0
        except OSError:
            self._renew = True
            n = 0
        if n:
            self._heard = now
            self._renew = True
            if self._echo:
                n = self._echo.strip(buffer, n, now)
        elif self._renew and since(now, self._heard) >= _SILENCE:
            self._anew(now)
        return n

    def write(self, buffer, n):
        """Send ``buffer[:n]``; return False, having sent nothing, where that cannot be."""
        if not self._uart:
            return False
        if self._echo:
            if not self._echo.room(n):
                return False
            self._echo.sent(buffer, n, self._clock())
        try:
            self._uart.write(memoryview(buffer)[:n])
        except OSError:
            self._renew = True
        return True

"""The serial line of a MicroPython board: a full-duplex UART, or one wire for both directions. Never waits.

Serves firmware/hal/micro.py. It moves bytes; what they mean firmware/link.py knows.
"""

from machine import UART, Pin

from firmware.clock import since

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_BAUD = const(115200)
_HOLDS = const(2048)  # bytes that may come while the board is busy
_SENDS = const(512)  # bytes that may wait to be sent
_RATE = const(11)  # bytes that certainly leave in a millisecond


class Line:
    """The UART that ``definition`` names; ``clock`` tells the milliseconds, ``chance`` gives random bytes."""

    def __init__(self, definition, clock, chance):
        number, tx, rx = definition["uart"]
        self._clock = clock
        now = clock()
        # An open wire rests high by itself, and noise is no frame.
        self._uart = UART(number, baudrate=_BAUD, tx=Pin(tx), rx=Pin(rx, Pin.IN, Pin.PULL_UP), rxbuf=_HOLDS, txbuf=_SENDS, timeout=0)
        self._queued = 0  # bytes given to the UART that may not have left at _wrote
        self._wrote = now
        self._torn = False
        self._wire = None
        if definition["half_duplex"]:
            if "pull" in definition:
                Pin(definition["pull"], Pin.OUT, value=1)
            from firmware.hal.micro_wire import Wire

            self._wire = Wire(now, chance)

    def read(self, buffer):
        """Move what has come into ``buffer``; return how many bytes, 0 for none."""
        n = self._uart.any()
        if self._wire:
            now = self._clock()
            self._speak(n, now)
            if n:
                n = self._wire.heard(buffer, self._uart.readinto(buffer, n) or 0, now)
        elif n:
            n = self._uart.readinto(buffer, n) or 0
        return n

    def write(self, buffer, n):
        """Send ``buffer[:n]``; return False, having sent nothing, where that cannot be now."""
        now = self._clock()
        if self._wire:
            self._speak(self._uart.any(), now)
            return self._wire.keep(buffer, n)
        return self._send(buffer, n, now)

    def _speak(self, arrived, now):
        """Send the frame that waits if the wire is free; ``arrived`` bytes have come and are not yet read."""
        wire = self._wire
        if wire.free(arrived, now) and self._send(wire.frame, wire.waiting, now):
            wire.spoke(now)

    def _send(self, buffer, n, now):
        queued = max(0, self._queued - _RATE * since(now, self._wrote))
        if queued + n > _SENDS:
            return False
        if self._torn:
            # The zero ends what was torn off, so that it spoils no second frame.
            if not self._uart.write(b"\0"):
                return False
            self._torn = False
        # A slice would be an object; streams take a length, which the stubs do not say.
        taken = self._uart.write(buffer, n) or 0  # pyright: ignore[reportCallIssue]
        if taken < n:
            self._torn = taken > 0
            return False
        self._queued = queued + n
        self._wrote = now
        return True

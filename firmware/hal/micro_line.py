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
_ANSWERS = const(40)  # milliseconds that one wire is left to the other after own words: its loop takes up to 30
_PAUSE = const(3)  # after the other's words


class Line:
    """The UART that ``definition`` names; ``chance`` gives random bytes."""

    def __init__(self, definition, now, chance):
        number, tx, rx = definition["uart"]
        # An open wire rests high by itself, and noise is no frame.
        self._uart = UART(
            number, baudrate=_BAUD, tx=Pin(tx), rx=Pin(rx, Pin.IN, Pin.PULL_UP), rxbuf=_HOLDS, txbuf=_SENDS, timeout=0
        )
        self._queued = 0  # bytes given to the UART that may not have left at _wrote
        self._wrote = now
        self._torn = False
        self._echo = None
        self._chance = chance
        if definition["half_duplex"]:
            from firmware.hal.echo import Echo

            self._echo = Echo()
            self._pull = None if "pull" not in definition else Pin(definition["pull"], Pin.OUT, value=1)
        self._quiet = now  # one wire: when something was last on it
        self._gap = _PAUSE

    def read(self, buffer, now):
        """Move what has come into ``buffer``; return how many bytes, 0 for none."""
        uart = self._uart
        n = uart.any()
        if not n:
            return 0
        n = uart.readinto(buffer, n) or 0
        if self._echo and n:
            n = self._echo.strip(buffer, n, now)
            self._quiet = now
            if n:
                self._gap = _PAUSE + (self._chance(1)[0] & 3)
        return n

    def write(self, buffer, n, now):
        """Send ``buffer[:n]``; return False, having sent nothing, where that cannot be now."""
        queued = max(0, self._queued - _RATE * since(now, self._wrote))
        if queued + n > _SENDS:
            return False
        if self._echo:
            # Two that speak at once spoil each other's words: listen first, and leave the other time to answer.
            if queued or self._uart.any() or since(now, self._quiet) < self._gap or not self._echo.room(n):
                return False
        if self._torn:
            # The zero ends what was torn off, so that it spoils no second frame.
            if not self._uart.write(b"\0"):
                return False
            self._torn = False
        taken = self._uart.write(buffer, n) or 0
        if taken < n:
            self._torn = taken > 0
            return False
        self._queued = queued + n
        self._wrote = now
        if self._echo:
            self._echo.sent(buffer, n, now)
            self._quiet = now
            self._gap = n // _RATE + _ANSWERS + (self._chance(1)[0] & 15)
        return True

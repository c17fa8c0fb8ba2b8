"""How full the battery of a CircuitPython board is, in four levels that do not flicker.

Serves firmware/hal/circuit.py; loaded only where a board can tell. A voltage is the mean of sixteen readings, and a level
changes only well beyond its border; where nothing sensible is read there is no battery.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_UNKNOWN = const(255)
_READINGS = const(16)
_LEAST = const(2500)  # millivolts; below this there is no battery at the divider
_MARGIN = const(40)  # millivolts, or fortieths of a percent
_VOLTS = (3450, 3650, 3850)  # borders of the levels 0 to 3
_PERCENT = (400, 1400, 2800)  # of a gauge, in fortieths: so the margin is one percent
_CHARGE = b"\x04"  # the gauge's register: percent, then 256ths


class Battery:
    """A battery behind the pin ``reading``, whose full range is ``scale`` millivolts, or told by ``gauge`` at ``address`` of its bus.

    ``level()`` is cheap enough to ask each second.
    """

    def __init__(self, reading, scale, gauge, address):
        self._level = _UNKNOWN
        self._pin = reading
        self._scale = scale
        self._gauge = gauge
        self._address = address
        self._answer = bytearray(2)
        self._sum = 0
        if reading:
            for _ in range(_READINGS):  # the first of them are often wrong, and are soon outweighed
                self._sum += reading.value

    def level(self):
        """Return 0 (empty) to 3, or 255 where nobody can tell."""
        if self._pin:
            self._sum += self._pin.value - self._sum // _READINGS
            millivolts = (self._sum // _READINGS) * self._scale >> 16
            return self._settle(millivolts if millivolts >= _LEAST else -1, _VOLTS)
        return self._settle(self._ask(), _PERCENT)

    def _ask(self):
        """Return what the gauge says, in fortieths of a percent, or -1."""
        gauge = self._gauge
        if not gauge.try_lock():
            return -1
        try:
            gauge.writeto_then_readfrom(self._address, _CHARGE, self._answer)
        except OSError:
            return -1
        finally:
            gauge.unlock()
        return min(self._answer[0], 100) * 40

    def _settle(self, value, borders):
        if value < 0:
            self._level = _UNKNOWN
        elif self._level == _UNKNOWN:
            self._level = 0
            while self._level < 3 and value >= borders[self._level]:
                self._level += 1
        elif self._level < 3 and value >= borders[self._level] + _MARGIN:
            self._level += 1
        elif self._level and value < borders[self._level - 1] - _MARGIN:
            self._level -= 1
        return self._level

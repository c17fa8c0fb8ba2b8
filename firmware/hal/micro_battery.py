"""How full the battery of a MicroPython board is, from the voltage at a pin.

Serves firmware/hal/micro.py on boards whose definition names such a pin. A Pico W has none: its only one is the radio's as well.
"""

from machine import ADC, Pin

from firmware.clock import since

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_EVERY = const(250)  # milliseconds between two readings
_READINGS = const(16)  # that are averaged; before there are so many, nothing is said
_STEPS = (3500, 3700, 3900)  # millivolts of a lithium cell at which the level rises by one
_SLACK = const(40)  # millivolts below a step before the level falls again
_FULL_SCALE = const(3300)  # millivolts at the pin


class Battery:
    """The cell at ``wiring``: a pin, and by what its voltage is divided before it."""

    def __init__(self, wiring, now):
        self._adc = ADC(Pin(wiring[0]))
        self._divider = wiring[1]
        self._sum = 0
        self._count = 0
        self._read = now
        self._level = 255

    def level(self, now):
        """Return 0 (nearly empty) to 3, or 255 while that is not yet known."""
        if since(now, self._read) < _EVERY:
            return self._level
        self._read = now
        if self._count == _READINGS:
            self._sum -= self._sum // _READINGS
        else:
            self._count += 1
        self._sum += self._adc.read_u16() >> 4
        if self._count < _READINGS:
            return 255
        millivolts = self._sum * self._divider // _READINGS * _FULL_SCALE >> 12
        before = self._level
        level = 0
        for i in range(3):
            if millivolts >= _STEPS[i] - (_SLACK if i < before < 255 else 0):
                level = i + 1
        self._level = level
        return level

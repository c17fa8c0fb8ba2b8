"""Keys on a MicroPython board's pins: debounced, with the time each press began, queued while the board is busy.

Serves firmware/hal/micro.py. Interrupts note every change of a pin, so a press that begins and ends while a display is being
sent to is not lost. What a press means firmware/keys.py knows. Nothing is allocated after the start, as an interrupt demands.
"""

from time import ticks_ms

from machine import Pin, disable_irq, enable_irq

from firmware.clock import since

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_STEADY = const(6)  # milliseconds that a level must last to count: less is bounce or a glitch
_QUEUED = const(16)  # a power of two
_TIME = const(0x1FFFFFFF)


class PinKeys:
    """The keys of ``definition``, each a pin that is low while pressed, held high by the board. ``next`` gives their events in order."""

    def __init__(self, definition):
        self._pins = [Pin(key[1], Pin.IN, Pin.PULL_UP) for key in definition["keys"]]
        n = len(self._pins)
        # A key that is down at the start is one pressed at the start: what it means began before anything was shown.
        self._level = bytearray(n)  # 1: down, as last seen
        self._from = [0] * n  # since when
        self._counted = bytearray(n)  # the level that was last queued
        self._told = bytearray(n)  # the level that was last handed out
        self._keys = bytearray(_QUEUED)
        self._downs = bytearray(_QUEUED)
        self._times = [0] * _QUEUED
        self._first = 0
        self._waiting = 0
        self._overflowed = False
        look = self._look  # one object, made here: an interrupt cannot make it
        for pin in self._pins:
            pin.irq(handler=look, trigger=Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def next(self, into):
        """Put the next event's key and level (1 down) into ``into``; return its time in milliseconds, -1 for no event."""
        state = disable_irq()
        self._look(None)
        enable_irq(state)
        if self._overflowed:
            return self._release(into)
        if not self._waiting:
            return -1
        first = self._first
        i = self._keys[first]
        into[0] = i
        into[1] = self._told[i] = self._downs[first]
        at = self._times[first]
        state = disable_irq()
        self._first = first + 1 & _QUEUED - 1
        self._waiting -= 1
        enable_irq(state)
        return at

    def _release(self, into):
        """Events were lost: whatever is held counts as let go, key by key, and what is queued is void. Then all begins anew."""
        for i in range(len(self._told)):
            if self._told[i]:
                self._told[i] = 0
                into[0] = i
                into[1] = 0
                return ticks_ms() & _TIME  # pyright: ignore[reportOperatorIssue]  # plain numbers, which the stubs hide
        state = disable_irq()
        self._waiting = 0
        self._overflowed = False
        for i in range(len(self._counted)):
            self._counted[i] = 0
        enable_irq(state)
        return -1

    def _look(self, pin):
        """Queue each key whose level has lasted, and note which have changed: at every change of a pin, and before the queue is read."""
        now = ticks_ms() & _TIME  # pyright: ignore[reportOperatorIssue]  # plain numbers, which the stubs hide
        pins = self._pins
        i = len(pins)
        while i:
            i -= 1
            level = self._level[i]
            if level != self._counted[i] and since(now, self._from[i]) >= _STEADY:
                if self._waiting == _QUEUED:
                    self._overflowed = True
                else:
                    at = self._first + self._waiting & _QUEUED - 1
                    self._keys[at] = i
                    self._downs[at] = level
                    self._times[at] = self._from[i]
                    self._waiting += 1
                self._counted[i] = level
            if pins[i]() == level:  # a pin is low while its key is down
                self._level[i] = 1 - level
                self._from[i] = now

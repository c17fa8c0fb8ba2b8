"""The keys of a CircuitPython board as one queue: pins of either polarity, a shift register, a stick.

Serves firmware/hal/circuit.py. CircuitPython scans pins by itself and notes the time; a stick is looked at here. No event is
made or lost in silence: where a queue ran over, all its keys count as released, and what is held comes again as pressed.
"""

import keypad

from firmware.clock import since

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_LOOK_EVERY = const(20)  # milliseconds between two looks at the stick
# A stick's readings, 0-65535 with the middle near 32768: beyond the first it is pressed, within the second released.
_BEYOND = const(18000)
_WITHIN = const(11000)
_MIDDLE = const(32768)


class KeyQueue:
    """The events of all keys: ``next(into, now)`` as firmware/hal asks for it as ``event``.

    ``keys`` tells, for each of ``scanners``, which of our keys each of its keys is, 255 for none; ``sides`` are those of the stick:
    its axis, +1 or -1, our key. Made by firmware/hal/circuit_start.py.
    """

    def __init__(self, scanners, keys, sides, count):
        self._scanners = scanners
        self._keys = keys
        self._event = keypad.Event()
        self._let_go = bytearray(count)  # 1: a release is owed for this key
        self._owed = False
        self._sides = sides
        self._leaning = bytearray(len(sides))
        self._looked = 0

    def next(self, into, now):
        """Write key and 1 or 0 into ``into`` and return the time in milliseconds; -1 for no event."""
        if self._owed:
            key = self._let_go.find(1)
            if key >= 0:
                self._let_go[key] = 0
                into[0] = key
                into[1] = 0
                return now
            self._owed = False
        event = self._event
        for i in range(len(self._scanners)):
            scanner = self._scanners[i]
            if scanner.events.overflowed:
                # Which events are missing nobody knows: begin anew.
                scanner.reset()
                scanner.events.clear()
                for key in self._keys[i]:
                    if key != 255:
                        self._let_go[key] = 1
                self._owed = True
                return self.next(into, now)
            while scanner.events.get_into(event):
                into[0] = self._keys[i][event.key_number]
                into[1] = 1 if event.pressed else 0
                if into[0] != 255:
                    return event.timestamp
        if self._sides and since(now, self._looked) >= _LOOK_EVERY:
            return self._lean(into, now)
        return -1

    def _lean(self, into, now):
        """The next side to which the stick leans anew or no longer, or -1 when all sides have been looked at."""
        for i in range(len(self._sides)):
            axis, sign, key = self._sides[i]
            out = (axis.value - _MIDDLE) * sign
            if out > _BEYOND if not self._leaning[i] else out < _WITHIN:
                self._leaning[i] ^= 1
                into[0] = key
                into[1] = self._leaning[i]
                return now
        self._looked = now
        return -1

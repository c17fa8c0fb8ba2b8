"""Presses of physical keys become keys that screens know (KEY_... of firmware/wire.py).

Serves the loop (firmware/app.py). Short and long are told by the times of the events, never by when the loop saw them: a
display that takes its time turns no short press into a long one. A press that began before the screen changed was meant for
the screen before and is void; so is a choice made sooner than anybody can have read what it is about. Nothing is allocated.
"""

from firmware.clock import since
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_NEXT, KEY_NONE, KEY_PREVIOUS, KEY_UP

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


LONG = 450  # milliseconds; a press of at least so long is a long one
REPEAT = 180  # between the steps of a key held longer
SETTLE = 200  # a choice that begins sooner after the screen changed is void
BOUNCE = 25  # a press that begins sooner after the release is none

_UP = const(0)
_DOWN = const(1)
_SPENT = const(2)  # down, and what it means has been told, or it is void
_BEFORE = const(0x0FFFFFFF)  # spans longer than this are times before


class Keys:
    """The keys of ``board`` (firmware/hal): call ``next`` until it returns KEY_NONE."""

    def __init__(self, board):
        self._board = board
        self._keys = board.keys
        n = len(self._keys)
        self._event = bytearray(2)
        self._state = bytearray(n)
        self._began = [0] * n
        self._ended = [0] * n
        self._told = [0] * n  # when a held key last stepped

    def next(self, now, scene):
        """Return the next key at the time ``now``; ``scene.since`` is when the screen, or what is chosen on it, last changed."""
        event = self._event
        while True:
            at = self._board.event(event)
            if at < 0:
                break
            i = event[0]
            if i >= len(self._keys):
                continue
            key = self._press(i, at, scene.since) if event[1] else self._release(i, at, scene.since)
            if key != KEY_NONE:
                return key
        for i in range(len(self._keys)):
            if self._state[i] == _DOWN and since(now, self._began[i]) >= LONG and since(now, self._began[i]) < _BEFORE:
                key = self._held(i, now, scene.since)
                if key != KEY_NONE:
                    return key
        return KEY_NONE

    def _long(self, i):
        """Return what a long press of key i means, or KEY_NONE where there is a key of its own for that."""
        key = self._keys[i]
        other = KEY_PREVIOUS if key == KEY_NEXT else KEY_BACK if key == KEY_CHOOSE else KEY_NONE
        for each in self._keys:
            if each == other:
                return KEY_NONE
        return other

    def _valid(self, i, key, changed):
        """Tell whether the press of key i was meant for what shows since ``changed``."""
        age = since(self._began[i], changed)
        return age < _BEFORE and (age >= SETTLE or key != KEY_CHOOSE)

    def _press(self, i, at, changed):
        again = self._ended[i] and since(at, self._ended[i]) < BOUNCE
        self._began[i] = self._told[i] = at
        self._state[i] = _SPENT if again else _DOWN
        key = self._keys[i]
        if again or self._long(i) != KEY_NONE:
            return KEY_NONE
        return key if self._valid(i, key, changed) else self._spend(i)

    def _release(self, i, at, changed):
        down = self._state[i] == _DOWN
        self._state[i] = _UP
        self._ended[i] = at
        long = self._long(i)
        if not down or long == KEY_NONE:
            return KEY_NONE
        key = long if since(at, self._began[i]) >= LONG else self._keys[i]
        if key == long and self._told[i] != self._began[i]:
            return KEY_NONE  # it has stepped while it was held
        return key if self._valid(i, key, changed) else KEY_NONE

    def _held(self, i, now, changed):
        """Key i has been down for long, and the queue of events is empty: it steps, or means what its long press means."""
        key = self._keys[i]
        long = self._long(i)
        steps = key != KEY_CHOOSE and (long or key == KEY_PREVIOUS or key == KEY_NEXT or key == KEY_UP or key == KEY_DOWN)
        first = self._told[i] == self._began[i]
        if not steps and (long == KEY_NONE or not self._valid(i, long, changed)):
            return self._spend(i)
        if not self._valid(i, long or key, changed):
            return self._spend(i)
        if not first and since(now, self._told[i]) < REPEAT:
            return KEY_NONE
        self._told[i] = now
        if not steps:
            self._spend(i)
        return long or key

    def _spend(self, i):
        self._state[i] = _SPENT
        return KEY_NONE

"""Presses of physical keys become keys that screens know (KEY_... of firmware/wire.py).

Serves the loop (firmware/app.py). Short and long are told by the times of the events, never by when the loop saw them: a
display that takes its time turns no short press into a long one. A press that began before the screen changed was meant for
the screen before and is void; so is a choice made sooner than anybody can have read what it is about: of a void choice the
screens are told, so that it is not lost silently. Nothing is allocated.
"""

from firmware.clock import since
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_MENU, KEY_NEXT, KEY_NONE, KEY_PREVIOUS, KEY_VOID

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
_STEPS = const(2)  # down for long, and repeating
_SPENT = const(3)  # down, and what it means has been told, or it is void
_BEFORE = const(0x0FFFFFFF)  # spans longer than this are times before


class Keys:
    """The keys of ``board`` (firmware/hal): call ``next`` until it returns KEY_NONE."""

    def __init__(self, board):
        self._board = board
        keys = board.keys
        self._keys = keys
        n = len(keys)
        self._event = bytearray(2)
        self._state = bytearray(n)
        self._long = bytearray(n)  # what a long press means, where no key of its own means that
        self._began = [0] * n
        self._told = [_BEFORE] * n  # when it last stepped, was pressed or was released
        for i in range(n):
            if keys[i] == KEY_NEXT or keys[i] == KEY_CHOOSE:
                self._long[i] = keys[i] + KEY_PREVIOUS - KEY_NEXT
                for key in keys:
                    if key == self._long[i]:
                        self._long[i] = KEY_NONE

    def next(self, now, scene):
        """Return the next key at the time ``now``; ``scene.since`` is when the screen, or what is chosen on it, last changed."""
        event = self._event
        state = self._state
        while True:
            at = self._board.event(event)
            if at < 0:
                break
            i = event[0]
            if i < len(state):
                key = self._turn(i, event[1], at)
                if key and self._meant(i, key, scene.since):
                    return key
                if key == KEY_CHOOSE:
                    return KEY_VOID
        # The queue is empty: what is down now has been so since its press.
        for i in range(len(state)):
            if _UP < state[i] < _SPENT and _BEFORE > since(now, self._told[i]) >= (LONG if state[i] == _DOWN else REPEAT):
                key = self._long[i] or self._keys[i]
                steps = key < KEY_CHOOSE or KEY_BACK < key < KEY_MENU
                state[i] = _STEPS if steps else _SPENT
                self._told[i] = now
                if (steps or self._long[i]) and self._meant(i, key, scene.since):
                    return key
        return KEY_NONE

    def _turn(self, i, down, at):
        """Key i went down or up: return what that means, or KEY_NONE."""
        before = self._state[i]
        long = self._long[i]
        key = self._keys[i]
        if down:
            bounce = before == _UP and since(at, self._told[i]) < BOUNCE
            self._state[i] = _SPENT if bounce else _DOWN
            self._began[i] = self._told[i] = at
            return KEY_NONE if bounce or long else key
        self._state[i] = _UP
        self._told[i] = at
        if before != _DOWN or not long:
            return KEY_NONE
        return long if since(at, self._began[i]) >= LONG else key

    def _meant(self, i, key, changed):
        """Tell whether the press of key i was meant for what shows since ``changed``; if not, nothing more comes of it."""
        age = since(self._began[i], changed)
        if age < _BEFORE and (age >= SETTLE or key != KEY_CHOOSE):
            return True
        if self._state[i]:
            self._state[i] = _SPENT
        return False

"""A board under CircuitPython, as firmware/hal asks for it, made from its definition (boards/README.md).

Serves a board's ``code.py``. What it consists of is made by firmware/hal/circuit_start.py, which is then forgotten.
"""

import os

import microcontroller
import supervisor

from firmware.clock import since
from firmware.hal.circuit_cipher import cipher
from firmware.hal.drive import Drive

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_CHARGE_EVERY = const(2000)  # milliseconds
_WELL = const(60000)  # after so many the start counts as a good one: see boards/circuitpython/safemode.py
_WATCH = const(8)  # seconds, the most an RP2040 can
_LOOK_EVERY = const(500)  # milliseconds
_AIR_EVERY = const(50)  # milliseconds; seats that are back are connected to one after the other


class Board(Drive):
    """The board that ``definition`` describes. ``root`` is the folder that holds lib and saves: on a board the drive itself."""

    def __init__(self, definition, root=""):
        from firmware.hal.circuit_screen import forget_start
        from firmware.hal.circuit_start import start

        made = start(definition, root, self.now)
        forget_start()
        self._screen, self._wire, self._big, self._queue, self._battery, self._air, chip = made
        Drive.__init__(self, root)
        self.chip = self.identity(chip)
        self.name = self.owner()
        self.columns = definition["columns"]
        self.rows = definition["rows"]
        self.mono = definition["mono"]
        self.keys = bytes([key[2] for key in definition["keys"]])
        self._level = self._battery.level() if self._battery else 255
        self._charged = self._began = self._looked = self._aired = self.now()
        self._watched = "watchdog" not in definition or not definition["watchdog"]
        nvm = microcontroller.nvm
        self._restarts = bool(nvm) and 0 < nvm[len(nvm) - 1] < 255
        self._hub = None
        self._line = self._wire
        if self._air:
            self._join(self._air.lines)
        self._port = self._usb()

    def now(self):
        return supervisor.ticks_ms()

    def _join(self, lines):
        """Let these lines and what there is be one."""
        from firmware.hub import Hub

        there = self._hub.lines if self._hub else [self._wire] if self._wire else []
        self._hub = self._line = Hub(there + lines)

    def _usb(self):
        """Return the port that boot.py asked for, or None."""
        try:
            import usb_cdc

            return usb_cdc.data
        except ImportError:
            return None

    def _look_round(self):
        """Now and then: who is near by radio, and whether a computer has opened the port."""
        now = self.now()
        if self._air and since(now, self._aired) >= _AIR_EVERY:
            self._aired = now
            self._air.tick(now, self._hub.dealing())
        if since(now, self._looked) < _LOOK_EVERY:
            return
        self._looked = now
        if self._port and self._port.connected:
            try:
                from firmware.hal.circuit_usb import UsbLine

                self._join([UsbLine(self._port)])
            except MemoryError:  # the game goes on without
                pass
            self._port = None

    def read(self, buffer):
        self._look_round()
        return self._line.read(buffer) if self._line else 0

    def write(self, buffer, n):
        return self._line.write(buffer, n) if self._line else False

    def event(self, into):
        now = self.now()
        at = self._queue.next(into, now)
        big = self._big
        if big and big.until >= 0 and (at >= 0 or since(now, big.until) < _WELL):
            big.hide(now)
        return at

    def refresh(self, grid):
        now = self.now()
        if self._big:
            self._big.look(grid, now)
        return self._screen.refresh(grid, now)

    def light(self, level):
        self._screen.light(level)

    def save(self, slot, data, n):
        done = Drive.save(self, slot, data, n)
        if done and self._air and self._air.worn():
            # The radio's stack loses memory with each connection; what was saved goes on after the start.
            microcontroller.reset()
        return done

    def cipher(self, key):
        return cipher(key)

    def random(self, n):
        return os.urandom(n)

    def battery(self):
        if self._battery and since(self.now(), self._charged) >= _CHARGE_EVERY:
            self._charged = self.now()
            self._level = self._battery.level()
        return self._level

    def feed(self):
        """Feed the watchdog, which starts with the first meal. A minute after the start, forget the restarts before it."""
        watchdog = microcontroller.watchdog
        if not self._watched and watchdog:
            from watchdog import WatchDogMode

            watchdog.timeout = _WATCH
            watchdog.mode = WatchDogMode.RESET
            self._watched = True
        if watchdog and watchdog.mode:
            watchdog.feed()
        nvm = microcontroller.nvm
        if self._restarts and nvm and since(self.now(), self._began) >= _WELL:
            self._restarts = False
            nvm[len(nvm) - 1] = 0

    def restart(self):
        microcontroller.reset()

    def trace(self, error):
        from traceback import format_exception

        return "".join(format_exception(error))

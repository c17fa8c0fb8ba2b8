"""A board under CircuitPython, as firmware/hal asks for it, made from its definition (boards/README.md).

Serves a board's ``code.py``. What is large is made here, first and once. What a board lacks is left out; what must be there and
is not ends the program with one sentence on console and display.
"""

import os
import sys
from binascii import crc32

import microcontroller
import supervisor

from firmware.clock import since
from firmware.hal.circuit_keys import KeyQueue
from firmware.hal.circuit_screen import Screen, open_display, read_sheet

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_OLDEST = (10, 2)  # before it, TilePaletteMapper drew wrongly or slowly
_LETTERS = const(6)
_CHARGE_EVERY = const(2000)  # milliseconds
_WELL = const(60000)  # after so many the start counts as a good one: see boards/circuitpython/safemode.py
_WATCH = const(8)  # seconds, the most an RP2040 can


def _stop(sentence):
    """End with a sentence: CircuitPython shows the console on the display as long as nothing else is shown."""
    print(sentence)
    raise SystemExit


class Board:
    """The board that ``definition`` describes. ``root`` is the folder that holds lib and saves: on a board the drive itself."""

    def __init__(self, definition, root=""):
        version = sys.implementation.version
        if sys.implementation.name == "circuitpython" and version[:2] < _OLDEST:
            _stop("Crewlink needs CircuitPython 10.2 or newer, and this is %d.%d: install a newer one, then Crewlink again." % version[:2])
        supervisor.runtime.autoreload = False
        self._root = root
        width = definition["width"]
        height = definition["height"]
        try:
            display = open_display(definition)
        except (OSError, ValueError, RuntimeError) as problem:
            _stop("The display does not answer (%s): check that it is plugged on firmly, then switch off and on." % problem)
        sheet = read_sheet(root + "/lib/font.bin", definition["mono"])
        if sheet is None:
            display.auto_refresh = True
            _stop("The font (lib/font.bin) is missing or damaged: install Crewlink on this board again.")
        self._text = None
        try:
            self._text = open(root + "/lib/text.bin", "rb")
        except OSError:  # words() tells
            pass
        self._screen = Screen(definition, display, sheet)
        self._line = None
        if definition["uart"]:
            from firmware.hal.circuit_line import Line

            tx, rx = definition["uart"]
            self._line = Line(tx, rx, definition["half_duplex"], self.now())
        self._big = None
        if "big_words" in definition and definition["big_words"]:
            from firmware.hal.circuit_words import Words

            self._big = Words(self._screen, sheet, width, height)
        self._queue = KeyQueue(definition)
        self._battery = None
        self._level = 255
        self._charged = self.now()
        if definition["battery"]:
            from firmware.hal.circuit_battery import Battery

            self._battery = Battery(definition["battery"])
            self._level = self._battery.level()
        self.chip = crc32(bytes(microcontroller.cpu.uid)).to_bytes(4, "big")
        self.columns = definition["columns"]
        self.rows = definition["rows"]
        self.mono = definition["mono"]
        self.keys = bytes(key[2] for key in definition["keys"])
        self.name = self._owner()
        self._watched = "watchdog" not in definition or not definition["watchdog"]
        self._began = self.now()
        self._restarts = bool(microcontroller.nvm) and 0 < microcontroller.nvm[len(microcontroller.nvm) - 1] < 255
        try:
            os.mkdir(root + "/saves")
        except OSError:  # it is there, or nothing can be written: save() tells
            pass

    def _owner(self):
        """Return whom the board belongs to: the letters in name.txt, at most six."""
        letters = bytearray()
        try:
            with open(self._root + "/name.txt", "rb") as file:
                for letter in file.read(4 * _LETTERS):
                    if 0x41 <= letter & 0xDF <= 0x5A and len(letters) < _LETTERS:
                        letters.append(letter & 0xDF)
        except OSError:
            pass
        return bytes(letters)

    def now(self):
        return supervisor.ticks_ms()

    def read(self, buffer):
        return self._line.read(buffer, self.now()) if self._line else 0

    def write(self, buffer, n):
        return self._line.write(buffer, n, self.now()) if self._line else False

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

    def load(self, slot, into):
        try:
            with open("%s/saves/%d" % (self._root, slot), "rb") as file:
                return file.readinto(into)
        except (OSError, MemoryError):
            return 0

    def save(self, slot, data, n):
        try:
            with open("%s/saves/%d" % (self._root, slot), "wb") as file:
                if file.write(memoryview(data)[:n]) != n:
                    return False
                file.flush()
            os.sync()
            return True
        except (OSError, MemoryError):
            return False

    def words(self, at, into):
        if not self._text:
            return 0
        try:
            self._text.seek(at)
            return self._text.readinto(into)
        except OSError:
            return 0

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
        if self._restarts and since(self.now(), self._began) >= _WELL:
            self._restarts = False
            microcontroller.nvm[len(microcontroller.nvm) - 1] = 0

    def restart(self):
        microcontroller.reset()

    def trace(self, error):
        from traceback import format_exception

        return "".join(format_exception(error))

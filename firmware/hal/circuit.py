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
from firmware.hal.circuit_cipher import cipher
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
_SEATS = const(4)  # connections that an nRF52840 carries as the middle of a star
_LOOK_EVERY = const(500)  # milliseconds


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
        self._wire = None
        if definition["uart"]:
            from firmware.hal.circuit_line import Line

            tx, rx = definition["uart"]
            self._wire = Line(tx, rx, definition["half_duplex"], self.now)
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
        self._air = None
        self._hub = None
        if definition["radio"] != "none":
            self._open_air(_SEATS if definition["radio"] == "hub" else 0)
        self._line = self._hub or self._wire
        self._port = self._usb()
        self._looked = self.now()
        self.columns = definition["columns"]
        self.rows = definition["rows"]
        self.mono = definition["mono"]
        self.keys = bytes(key[2] for key in definition["keys"])
        self.name = self._owner()
        self._watched = "watchdog" not in definition or not definition["watchdog"]
        self._began = self.now()
        nvm = microcontroller.nvm
        self._restarts = bool(nvm) and 0 < nvm[len(nvm) - 1] < 255

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

    def _open_air(self, seats):
        """Let the radio be a line beside the wire, or go without it."""
        try:
            from _bleio import adapter

            from firmware.hal.air_circuit import Air

            self._air = Air(adapter, self.chip, seats)
        except (ImportError, MemoryError, OSError, RuntimeError):  # this build, or what is left of the heap, has no radio
            self._air = None
            return
        self._join(self._air.lines)

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
        """Twice a second: whether a computer has opened the port, and who is near by radio."""
        now = self.now()
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
        if self._air:
            dealing = self._hub.dealing()
            # A search deafens the board: it must not while a ring of cables is alive.
            if not dealing or not self._wire or self._wire.silent():
                self._air.tick(now, dealing)

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

    def load(self, slot, into):
        try:
            with open("%s/saves/%d" % (self._root, slot), "rb") as file:
                return file.readinto(into)
        except (OSError, MemoryError):
            return 0

    def save(self, slot, data, n):
        # The folder is made here and not at the start: whoever is switched on with a weak battery writes nothing.
        done = self._write(slot, data, n) or self._make_room() and self._write(slot, data, n)
        if done and self._air and self._air.worn():
            # The radio's stack loses memory with each connection; what was saved goes on after the start.
            microcontroller.reset()
        return done

    def _write(self, slot, data, n):
        try:
            with open("%s/saves/%d" % (self._root, slot), "wb") as file:
                if file.write(memoryview(data)[:n]) != n:
                    return False
                file.flush()
            os.sync()
            return True
        except (OSError, MemoryError):
            return False

    def _make_room(self):
        """Make the folder of saves; return False if it is there or cannot be made."""
        try:
            os.mkdir(self._root + "/saves")
            return True
        except OSError:
            return False

    def words(self, at, into):
        if not self._text:
            return 0
        try:
            self._text.seek(at)
            return self._text.readinto(into)
        except OSError:
            return 0

    def cipher(self, key):
        return cipher(key)

    def curve(self, scalar, point, out):
        return None

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

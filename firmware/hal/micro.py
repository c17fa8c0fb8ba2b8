"""A board under MicroPython, as firmware/hal asks for it, made from its definition (boards/README.md).

Serves a board's ``main.py``. What is large is made here, first and once. What a board lacks is left out; what must be there and
is not ends the program with one sentence.

A panel (st7789.py, ssd1306.py, sh1107.py) has ``cells(x, y, glyphs, pairs, at, n)``, which draws and sends some cells of one row, and
``light(level)``.
"""

import io
import os
import sys
from binascii import crc32
from time import ticks_ms

import machine

from firmware.clock import since
from firmware.hal.drive import Drive
from firmware.hal.micro_cipher import cipher
from firmware.hal.micro_keys import PinKeys
from firmware.hal.micro_line import Line
from firmware.hal.sheet import read_sheet

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_TIME = const(0x1FFFFFFF)
_DUTIES = (0, 6000, 65535)  # of the backlight: off, dim, full
_AGAIN = const(2000)  # milliseconds before a display that failed is started anew
_WATCH = const(8000)  # milliseconds, nearly the most an RP2040 can


class Board(Drive):
    """The board that ``definition`` describes. ``root`` is the folder that holds lib and saves: on a board the root of its flash."""

    def __init__(self, definition, root=""):
        Drive.__init__(self, root)
        self.chip = self.identity(crc32(machine.unique_id()).to_bytes(4, "big"))
        self.columns = definition["columns"]
        self.rows = definition["rows"]
        self.mono = definition["mono"]
        self.keys = bytes([key[2] for key in definition["keys"]])
        self.name = self.owner()
        if "lamp" in definition:
            for pin in definition["lamp"]:
                machine.Pin(pin, machine.Pin.OUT, value=1)
        self._definition = definition
        self._scale = 2 if 12 * self.columns <= definition["width"] and 24 * self.rows <= definition["height"] else 1
        mirrored = definition["display"]["driver"] == "sh1107"
        try:
            self._sheet = read_sheet(root + "/lib/font.bin", self._scale, mirrored)
        except OSError as error:
            # The letters that are here all the same say so: firmware/start.py shows what reading the texts raises.
            from firmware.hal.plain import plain_sheet

            self._sheet = plain_sheet(self._scale, mirrored)
            self._lacks = str(error)
            self.words = self._no_words
        self._failed = -1  # when the display last did not answer
        try:
            self._panel = self._open()
        except OSError as error:
            raise OSError("The display does not answer (%s). Check that it is plugged on firmly, then switch off and on." % error)
        self._backlight = None
        if definition["light"] is not None:
            self._backlight = machine.PWM(machine.Pin(definition["light"]), freq=1000, duty_u16=_DUTIES[2])
        self._keys = PinKeys(definition)
        self._air = None
        self._line = self._link(definition)
        self._battery = None
        if definition["battery"]:
            from firmware.hal.micro_battery import Battery

            self._battery = Battery(definition["battery"], self.now())
        self._grid = None
        self._row = 0  # the one that was refreshed last
        self._cells = []  # memoryviews of each row of the grid: glyphs, pairs, and both as they are shown
        self._watches = "watchdog" in definition and definition["watchdog"]
        self._watchdog = None

    def _open(self):
        """Return the panel, started."""
        driver = self._definition["display"]["driver"]
        if driver == "st7789":
            from firmware.hal.st7789 import ST7789 as Panel
        elif driver == "ssd1306":
            from firmware.hal.ssd1306 import SSD1306 as Panel
        else:
            from firmware.hal.sh1107 import SH1107 as Panel
        return Panel(self._definition, self._sheet, self._scale)

    def _link(self, definition):
        """Return the line of this board, or the hub of all its lines; None without any."""
        lines = []
        if self._is_there("/usb.txt"):
            from firmware.hal.micro_usb import UsbLine

            lines.append(UsbLine())
        if definition["uart"]:
            lines.append(Line(definition, self.now, os.urandom))
        if definition["radio"] != "none":
            try:
                from firmware.hal.air_micro import Air

                self._air = Air(self.chip)
                lines += self._air.lines
            except (ImportError, OSError):  # this build, or this very board, has no radio
                pass
        if not self._air and len(lines) < 2:
            return lines[0] if lines else None
        from firmware.hub import Hub

        return Hub(lines)

    def _no_words(self, at, into):
        raise RuntimeError(self._lacks)

    def _is_there(self, path):
        try:
            os.stat(self._root + path)
            return True
        except OSError:
            return False

    def now(self):
        return ticks_ms() & _TIME  # pyright: ignore[reportOperatorIssue]  # plain numbers, which the stubs hide

    def read(self, buffer):
        if self._air:
            self._air.tick(self.now(), self._line.dealing())
        return self._line.read(buffer) if self._line else 0

    def write(self, buffer, n):
        return self._line.write(buffer, n) if self._line else False

    def event(self, into):
        return self._keys.next(into)

    def refresh(self, grid):
        if self._grid is not grid:
            self._look_at(grid)
        if self._failed >= 0 and not self._restarted():
            return True
        cells = self._cells
        rows = grid.rows
        y = self._row
        for _ in range(rows):
            # The row behind the one shown last comes first, so that none waits for ever.
            y = y + 1 if y + 1 < rows else 0
            at = 4 * y
            if cells[at] != cells[at + 2] or cells[at + 1] != cells[at + 3]:
                self._row = y
                try:
                    self._show(grid, y)
                except OSError:
                    self._fail()
                return grid.changed()
        return False

    def _restarted(self):
        """The display did not answer, as one whose supply has failed: start it again, now and then. Return whether it has started."""
        if since(self.now(), self._failed) < _AGAIN:
            return False
        try:
            self._panel = self._open()
        except OSError:
            self._fail()
            return False
        self._failed = -1
        return True

    def _fail(self):
        self._failed = self.now()
        if self._grid:
            self._grid.repaint()  # so that there is something to show until it is shown

    def _look_at(self, grid):
        """Make what it takes to compare the rows of ``grid`` with what is shown."""
        self._grid = grid
        columns = grid.columns
        parts = [memoryview(part) for part in (grid.glyphs, grid.pairs, grid.shown_glyphs, grid.shown_pairs)]
        self._cells = [part[at : at + columns] for at in range(0, columns * grid.rows, columns) for part in parts]

    def _show(self, grid, y):
        """Send the changed cells of a row, span by span."""
        first = x = grid.take_change(y)
        while x >= 0:
            behind = x + 1
            x = grid.take_change(y, behind)
            if x != behind:
                self._panel.cells(first, y, grid.glyphs, grid.pairs, y * grid.columns + first, behind - first)
                first = x

    def light(self, level):
        if self._backlight:
            self._backlight.duty_u16(_DUTIES[level])
        try:
            self._panel.light(level)
        except OSError:
            self._fail()

    def cipher(self, key):
        return cipher(key)

    def random(self, n):
        return os.urandom(n)

    def battery(self):
        return self._battery.level(self.now()) if self._battery else 255

    def feed(self):
        """Feed the watchdog, which starts with the first meal: from then on it cannot be stopped."""
        if self._watches:
            if not self._watchdog:
                self._watchdog = machine.WDT(timeout=_WATCH)
            self._watchdog.feed()

    def restart(self):
        if self._air:
            self._air.close()
        machine.reset()

    def trace(self, error):
        printed = io.StringIO()
        sys.print_exception(error, printed)  # pyright: ignore[reportArgumentType]
        return printed.getvalue()  # pyright: ignore[reportAttributeAccessIssue]

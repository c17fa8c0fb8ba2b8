"""One-bit panels with an SSD1306 on SPI, for MicroPython: 72x40 as in a Thumby, 128x64 and others, upright or upside down.

Serves firmware/hal/micro.py, which says what a panel is. Of a span of cells it sends the columns, each from top to bottom:
with eight pixels a byte that is little, and no row of cells begins where a byte does.
"""

import time

from framebuf import MONO_HMSB
from machine import SPI, Pin

from firmware.hal.onebit import OneBit

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_COLUMNS = const(128)  # of the controller's memory
_CONTRAST = const(0x7F)
_DIM = const(0x08)


class SSD1306:
    """The panel of ``definition``; its cells are cut from ``sheet``."""

    def __init__(self, definition, sheet, scale):
        display = definition["display"]
        width = definition["width"]
        height = definition["height"]
        spi = SPI(display["spi"], baudrate=display["frequency"], sck=Pin(display["clock"]), mosi=Pin(display["data"]))
        # After the bus: it takes a pin to read from, asked or not, which is one of these two on most boards.
        self._select = Pin(display["select"], Pin.OUT, value=1)
        self._data = Pin(display["command"], Pin.OUT, value=0)
        self._send = spi.write
        self._picture = OneBit(definition, sheet, scale, MONO_HMSB, False)
        self._down = 6 * scale
        self._last_page = height // 8 - 1
        turned = display["rotation"] == 180
        self._left = _COLUMNS - display["left"] - width if turned else display["left"]
        view = memoryview(self._picture.bytes)
        size = self._down * height // 8
        first = self._picture.left * height // 8
        self._strips = [view[first + i * size : first + (i + 1) * size] for i in range(definition["columns"])]
        self._one = bytearray(1)
        self._two = bytearray(2)
        self._three = bytearray(3)
        if display["reset"] is not None:
            reset = Pin(display["reset"], Pin.OUT, value=0)
            time.sleep_ms(1)
            reset(1)
            time.sleep_ms(1)
        # Off; bytes go down the columns; first line 0; which way columns and lines run; lines; no shift of lines; how lines
        # are wired; clock; precharge; level of switched-off lines; contrast; what memory says, as it says; charge pump; current.
        start = bytearray(b"\xae\x20\x01\x40\xa1\xc8\xa8\x3f\xd3\x00\xda\x12\xd5\x80\xd9\xf1\xdb\x20\x81\x7f\xa4\xa6\x8d\x14\xad\x30")
        start[7] = height - 1
        if turned:
            start[4] = 0xA0
            start[5] = 0xC0
        self._commands(start)
        self._window(self._left, width)
        self._send(self._picture.bytes)
        self._select(1)
        self._command(0xAF)

    def cells(self, x, y, glyphs, pairs, at, n):
        """Draw ``n`` cells of row ``y`` from column ``x`` on: those that stand in ``glyphs`` and ``pairs`` from ``at`` on."""
        picture = self._picture
        picture.draw(x, y, glyphs, pairs, at, n)
        self._window(self._left + picture.left + x * self._down, n * self._down)
        while n:
            self._send(self._strips[x])
            x += 1
            n -= 1
        self._select(1)

    def light(self, level):
        """0: dark, the picture stays in the panel's memory; 1: dim; 2: full."""
        self._two[0] = 0x81
        self._two[1] = _CONTRAST if level > 1 else _DIM
        self._commands(self._two)
        self._command(0xAF if level else 0xAE)

    def _window(self, column, columns):
        """Open the panel's memory for whole columns; the panel stays selected, for bytes of the picture."""
        three = self._three
        three[0] = 0x21
        three[1] = column
        three[2] = column + columns - 1
        self._commands(three)
        three[0] = 0x22
        three[1] = 0
        three[2] = self._last_page
        self._commands(three)
        self._select(0)
        self._data(1)

    def _command(self, command):
        self._one[0] = command
        self._commands(self._one)

    def _commands(self, commands):
        self._data(0)
        self._select(0)
        self._send(commands)
        self._select(1)

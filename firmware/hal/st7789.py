"""Colour panels with an ST7789 on SPI, for MicroPython: 240x135, 240x240, 320x240, held in any of four ways.

Serves firmware/hal/micro.py, which says what a panel is. It keeps no picture: it makes one cell of 144 bytes at a time
(of 576 where cells are doubled) and sends it. The panel takes them column by column, so a span of cells is one address
window and nothing is copied or allocated for it.
"""

import time

from framebuf import RGB565, FrameBuffer
from machine import SPI, Pin

from firmware.marks import PAIRS
from firmware.palette import COLOURS

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_RESET = const(0x01)
_WAKE = const(0x11)
_INVERSE = const(0x21)  # these panels show what they are told inversely
_DARK = const(0x28)
_SHOW = const(0x29)
_COLUMNS = const(0x2A)
_ROWS = const(0x2B)
_PIXELS = const(0x2C)
_ORDER = const(0x36)
_FORMAT = const(0x3A)
_SWAPPED = const(0x20)  # of _ORDER: columns and rows exchanged
_ORDERS = b"\x00\x60\xc0\xa0"  # of a picture turned by 0, 90, 180, 270 degrees


class ST7789:
    """The panel of ``definition``; its cells are cut from ``sheet``."""

    def __init__(self, definition, sheet, scale):
        display = definition["display"]
        width = definition["width"]
        height = definition["height"]
        spi = SPI(display["spi"], baudrate=display["frequency"], sck=Pin(display["clock"]), mosi=Pin(display["data"]))
        # After the bus: it takes a pin to read from, asked or not, which is one of these two on most boards.
        self._select = Pin(display["select"], Pin.OUT, value=1)
        self._data = Pin(display["command"], Pin.OUT, value=1)
        self._send = spi.write
        self._sheet = sheet
        self._scale = scale
        self._left = display["left"] + (width - definition["columns"] * 6 * scale) // 2
        self._top = display["top"] + (height - definition["rows"] * 12 * scale) // 2
        self._one = bytearray(1)
        self._four = bytearray(4)
        self._bytes = bytearray(144 * scale * scale)
        # Kept, as is what sends: a method taken from its object is an object itself.
        self._blit = FrameBuffer(self._bytes, 12 * scale, 6 * scale, RGB565).blit
        # The two colours of a pair are the two pixels of a picture: blit looks them up there. Of each the high byte goes first.
        self._palette = FrameBuffer(bytearray(4), 2, 1, RGB565)
        self._colours = [0] * (2 * PAIRS)
        for i in range(2 * PAIRS):
            red = COLOURS[3 * i]
            green = COLOURS[3 * i + 1]
            self._colours[i] = red & 0xF8 | green >> 5 | (green & 0x1C) << 11 | (COLOURS[3 * i + 2] & 0xF8) << 5
        if display["reset"] is not None:
            reset = Pin(display["reset"], Pin.OUT, value=0)
            time.sleep_ms(1)
            reset(1)
        self._command(_RESET)
        time.sleep_ms(150)
        self._command(_WAKE)
        time.sleep_ms(120)
        self._command(_FORMAT, 0x55)
        # Exchanged once more than the picture needs, so that bytes run down its columns.
        self._command(_ORDER, _ORDERS[display["rotation"] // 90] ^ _SWAPPED)
        self._command(_INVERSE)
        self._window(display["left"], display["top"], width, height)
        # What is round the cells, and whatever the panel showed before, turns black.
        for _ in range(width * height * 2 // len(self._bytes)):
            self._send(self._bytes)
        self._send(self._bytes)
        self._select(1)
        self._command(_SHOW)

    def cells(self, x, y, glyphs, pairs, at, n):
        """Draw ``n`` cells of row ``y`` from column ``x`` on: those that stand in ``glyphs`` and ``pairs`` from ``at`` on."""
        scale = self._scale
        across = 12 * scale
        down = 6 * scale
        sheet = self._sheet
        palette = self._palette
        colours = self._colours
        blit = self._blit
        send = self._send
        drawn = self._bytes
        last = -1
        self._window(self._left + x * down, self._top + y * across, n * down, across)
        while n:
            pair = pairs[at]
            if pair != last:
                last = pair
                palette.pixel(1, 0, colours[2 * pair])
                palette.pixel(0, 0, colours[2 * pair + 1])
            glyph = glyphs[at]
            blit(sheet, -across * (glyph & 1), -down * (glyph >> 1), -1, palette)
            send(drawn)
            at += 1
            n -= 1
        self._select(1)

    def light(self, level):
        """0: show nothing; the picture stays in the panel's memory."""
        self._command(_SHOW if level else _DARK)

    def _window(self, x, y, width, height):
        """Open the panel's memory for so many pixels, column by column; the panel stays selected."""
        self._bounds(_COLUMNS, y, y + height - 1)
        self._bounds(_ROWS, x, x + width - 1)
        self._command(_PIXELS)
        self._select(0)

    def _bounds(self, command, first, last):
        four = self._four
        four[0] = first >> 8
        four[1] = first & 0xFF
        four[2] = last >> 8
        four[3] = last & 0xFF
        self._command(command)
        self._select(0)
        self._send(four)
        self._select(1)

    def _command(self, command, argument=-1):
        self._one[0] = command
        self._select(0)
        self._data(0)
        self._send(self._one)
        self._data(1)
        if argument >= 0:
            self._one[0] = argument
            self._send(self._one)
        self._select(1)

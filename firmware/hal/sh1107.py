"""One-bit panels with an SH1107 on I2C, for MicroPython: 128x64 as on Adafruit's OLED FeatherWing, lying on its side.

Serves firmware/hal/micro.py, which says what a panel is. The panel itself is 64 wide and 128 high; held sideways its pages are strips of
eight columns, whose bytes begin at the bottom. Of a span of cells it sends what the strips have of that row, twelve bytes each.
"""

from framebuf import MONO_VLSB, FrameBuffer
from machine import I2C, Pin

from firmware.hal.onebit import OneBit

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_CONTRAST = const(0x4F)
_DIM = const(0x08)
_SHIFT = const(0x60)  # where the glass is wired to, of 128 lines


class SH1107:
    """The panel of ``definition``; its cells are cut from ``sheet``, which is mirrored."""

    def __init__(self, definition, sheet, scale):
        display = definition["display"]
        height = definition["height"]
        i2c = I2C(display["i2c"], scl=Pin(display["scl"]), sda=Pin(display["sda"]), freq=display["frequency"])
        self._send = i2c.writeto
        self._address = display["address"]
        self._picture = OneBit(definition, sheet, scale, MONO_VLSB, True)
        self._down = 6 * scale
        # The first byte tells what follows: commands or pixels.
        self._to = bytearray(4)
        self._level = bytearray(b"\x00\x81\x00\xaf")
        self._strip = bytearray(1 + 12 * scale)
        self._strip[0] = 0x40
        self._blit = FrameBuffer(memoryview(self._strip)[1:], 12 * scale, 8, MONO_VLSB).blit
        # Off; line 0; contrast; bytes go along a page; which way columns and lines run; lines; where they are wired to;
        # precharge; level of switched-off lines; what memory says, as it says.
        start = bytearray(b"\x00\xae\xdc\x00\x81\x4f\x20\xa0\xc0\xa8\x3f\xd3\x60\xd9\x22\xdb\x35\xa4\xa6")
        start[10] = height - 1
        start[12] = _SHIFT
        self._send(self._address, start)
        whole = bytearray(1 + height)
        whole[0] = 0x40
        for page in range(definition["width"] // 8):
            self._go(page, 0)
            self._send(self._address, whole)
        self.light(2)

    def cells(self, x, y, glyphs, pairs, at, n):
        """Draw ``n`` cells of row ``y`` from column ``x`` on: those that stand in ``glyphs`` and ``pairs`` from ``at`` on."""
        picture = self._picture
        picture.draw(x, y, glyphs, pairs, at, n)
        row = picture.place(y)
        first = picture.left + x * self._down
        page = first >> 3
        last = first + n * self._down - 1 >> 3
        while page <= last:
            self._go(page, row)
            self._blit(picture.picture, -row, -8 * page)
            self._send(self._address, self._strip)
            page += 1

    def light(self, level):
        """0: dark, the picture stays in the panel's memory; 1: dim; 2: full."""
        self._level[2] = _CONTRAST if level > 1 else _DIM
        self._level[3] = 0xAF if level else 0xAE
        self._send(self._address, self._level)

    def _go(self, page, column):
        """What is sent next begins there."""
        to = self._to
        to[1] = 0xB0 | page
        to[2] = column & 15
        to[3] = 0x10 | column >> 4
        self._send(self._address, to)

"""The picture of a display with one bit a pixel, as the MicroPython drivers of such panels keep it.

It lies on its side, column after column, as the glyphs do (firmware/hal/sheet.py) and as both panels like their bytes.
Serves ssd1306.py and sh1107.py; what is sent, and how, is theirs.
"""

from framebuf import MONO_HMSB, FrameBuffer

from firmware.marks import HOLLOW_MARK, SUIT_MARK, SUIT_MARKS_END
from firmware.palette import INVERSE, ONE_BIT, PALE, UNDERLINED


class OneBit:
    """``picture`` is a FrameBuffer of height x width pixels in ``order``; ``bytes`` are what it consists of.

    ``mirrored`` if its columns begin at the bottom, as the glyphs of ``sheet`` do then.
    """

    def __init__(self, definition, sheet, scale, order, mirrored):
        width = definition["width"]
        height = definition["height"]
        self._sheet = sheet
        self._scale = scale
        self._mirrored = mirrored
        self._height = height
        self.left = (width - definition["columns"] * 6 * scale) // 2
        self.top = (height - definition["rows"] * 12 * scale) // 2
        self.bytes = bytearray(width * height // 8)
        self.picture = FrameBuffer(self.bytes, height, width, order)
        self._cell = FrameBuffer(bytearray((12 * scale + 7) // 8 * 6 * scale), 12 * scale, 6 * scale, MONO_HMSB)
        # The two colours of a cell are the two pixels of a picture: blit looks them up there.
        self._plain = FrameBuffer(bytearray(b"\x02"), 2, 1, MONO_HMSB)
        self._inverse = FrameBuffer(bytearray(b"\x01"), 2, 1, MONO_HMSB)

    def place(self, y):
        """Return where in a column the cells of row ``y`` begin."""
        row = self.top + 12 * self._scale * y
        return self._height - row - 12 * self._scale if self._mirrored else row

    def draw(self, x, y, glyphs, pairs, at, n):
        """Draw ``n`` cells of row ``y`` from column ``x`` on into the picture: those of ``glyphs`` and ``pairs`` from ``at`` on."""
        scale = self._scale
        across = 12 * scale
        down = 6 * scale
        cell = self._cell
        row = self.place(y)
        column = self.left + x * down
        while n:
            look = ONE_BIT[pairs[at]]
            glyph = glyphs[at]
            if look == PALE and SUIT_MARK <= glyph < SUIT_MARKS_END:
                glyph += HOLLOW_MARK
            cell.blit(self._sheet, -across * (glyph & 1), -down * (glyph >> 1), -1, self._inverse if look == INVERSE else self._plain)
            if look == UNDERLINED:
                cell.fill_rect(0 if self._mirrored else across - scale, 0, scale, down, 1)
            self.picture.blit(cell, row, column)
            column += down
            at += 1
            n -= 1

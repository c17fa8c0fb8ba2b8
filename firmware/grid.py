"""The cell grid: what a screen draws on and a display driver pushes.

Serves screens (they write cells) and drivers (they take the cells that changed). It knows neither pixels nor colours,
never raises for a place outside, and after it is made it allocates nothing.
"""

import struct

from firmware.marks import BLANK, GLYPHS, MISSING_MARK, NORMAL

_NEVER = 0xFF  # no pair has this number, so such a shadow cell differs from every cell


class Grid:
    """columns x rows cells, row after row: a glyph code and a colour pair each (firmware/marks.py).

    Beside them lies a shadow, what the display shows. Screens only write; only take_change reads and moves the shadow.
    ``headline`` is True where the first row is what the screen is about: a display may show it in large letters for a moment.
    """

    def __init__(self, columns, rows):
        self.columns = columns
        self.rows = rows
        self.headline = False
        cells = columns * rows
        self.glyphs = bytearray(cells)
        self.pairs = bytearray(cells)
        self.shown_glyphs = bytearray(cells)
        self.shown_pairs = bytearray(cells)
        # pack_into copies at the speed of C, fills up with zeros and, unlike a slice, makes no object on any board.
        self._row = "%ds" % columns
        self._blanks = bytes((BLANK,)) * columns
        self.clear()
        self.repaint()

    def clear(self):
        """Make every cell blank in the pair NORMAL."""
        at = self.columns * self.rows
        while at:  # a range with a step would be an object
            at -= self.columns
            struct.pack_into(self._row, self.glyphs, at, self._blanks)
            struct.pack_into(self._row, self.pairs, at, b"")

    def put(self, x, y, glyph, pair=NORMAL):
        """Set one cell; a place outside the grid is ignored. Return the next x."""
        if 0 <= x < self.columns and 0 <= y < self.rows:
            at = y * self.columns + x
            self.glyphs[at] = glyph if glyph < GLYPHS else MISSING_MARK
            self.pairs[at] = pair
        return x + 1

    def text(self, x, y, text, pair=NORMAL):
        """Write a str, or bytes of glyph codes, cut at the edges. Return the x behind its last character."""
        columns = self.columns
        if not 0 <= y < self.rows:
            return x + len(text)
        glyphs = self.glyphs
        pairs = self.pairs
        at = y * columns + x
        spelled = isinstance(text, str)
        for glyph in text:
            if 0 <= x < columns:
                if spelled:
                    glyph = ord(glyph)
                glyphs[at] = glyph if glyph < GLYPHS else MISSING_MARK
                pairs[at] = pair
            x += 1
            at += 1
        return x

    def number(self, x, y, number, pair=NORMAL, width=1):
        """Write an integer, blanks before it up to width cells. Return the next x. No text is made of it."""
        minus = number < 0
        if minus:
            number = -number
        scale = 1
        length = 2 if minus else 1
        while number // scale > 9:
            scale *= 10
            length += 1
        while length < width:
            x = self.put(x, y, BLANK, pair)
            width -= 1
        if minus:
            x = self.put(x, y, 0x2D, pair)
        while scale:
            x = self.put(x, y, 0x30 + number // scale % 10, pair)
            scale //= 10
        return x

    def fill(self, x, y, length, glyph=BLANK, pair=NORMAL):
        """Set length cells of a row to one glyph, cut at the edges. Return the next x."""
        end = x + length
        while x < end:
            x = self.put(x, y, glyph, pair)
        return x

    def tint(self, x, y, length, pair):
        """Give length cells of a row another pair and leave their glyphs; cut at the edges."""
        end = x + length
        if 0 <= y < self.rows:
            while x < end:
                if 0 <= x < self.columns:
                    self.pairs[y * self.columns + x] = pair
                x += 1

    def changed(self):
        """Whether the display shows anything else than the cells: quick, so an unchanged grid costs nearly nothing."""
        return self.glyphs != self.shown_glyphs or self.pairs != self.shown_pairs

    def take_change(self, y, x=0):
        """Return the first column from x on in row y whose cell differs from what is shown, or -1 if none does.

        The cell counts as shown from then on: the driver must draw it. Go on with the column behind it.
        """
        columns = self.columns
        glyphs = self.glyphs
        pairs = self.pairs
        shown_glyphs = self.shown_glyphs
        shown_pairs = self.shown_pairs
        at = y * columns + x
        while x < columns:
            if glyphs[at] != shown_glyphs[at] or pairs[at] != shown_pairs[at]:
                shown_glyphs[at] = glyphs[at]
                shown_pairs[at] = pairs[at]
                return x
            x += 1
            at += 1
        return -1

    def repaint(self):
        """Forget what is shown: the display was woken or is new, and every cell must be drawn."""
        shown = self.shown_pairs
        for at in range(len(shown)):
            shown[at] = _NEVER

"""The few big words on a CircuitPython display: a mission's number, its success or failure, for a moment, over the cells.

Serves firmware/hal/circuit.py on boards that can afford ``adafruit_display_text`` (11 KB). The words are those of the
grid's first row, written with our own sheet. Each change makes garbage; they come at most twice an attempt.
"""

from adafruit_display_text.label import Label
from fontio import Glyph

from firmware.marks import BLANK, PAIRS
from firmware.palette import COLOURS

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_WIDTH = const(6)
_HEIGHT = const(12)
_UNDER = const(2)  # pixel rows of a glyph below the line its letters stand on
_SHOWN = const(2500)  # milliseconds
_END = const(0x7F)  # glyph codes from BLANK to here are letters; the others are marks


class _Font:
    """Our sheet of glyphs as a font of CircuitPython; it has the letters only."""

    ascent = _HEIGHT - _UNDER
    descent = _UNDER

    def __init__(self, sheet):
        self._sheet = sheet

    def get_bounding_box(self):
        return (_WIDTH, _HEIGHT)

    def get_glyph(self, code):
        return Glyph(self._sheet, code, _WIDTH, _HEIGHT, 0, -_UNDER, _WIDTH, 0)


class Words:
    """Words over ``screen`` (firmware/hal/circuit_screen.py), in letters twice or thrice as large as those of its cells."""

    def __init__(self, screen, sheet, width, height):
        self._screen = screen
        self._width = width
        self._height = height
        self._label = Label(_Font(sheet), line_spacing=1.0, padding_top=4, padding_bottom=4, padding_left=8, padding_right=8)
        self._label.hidden = True
        screen.over(self._label)
        self.until = -1  # when they go, or -1
        self._said = b""
        self._pair = -1

    def look(self, grid, now):
        """Show the words of the first row if the grid says that they are a headline, and not the one shown last."""
        if not grid.headline:
            self._said = b""
            return self.hide(now)
        row = grid.glyphs[: grid.columns]
        pair = grid.pairs[0]
        if row == self._said and pair == self._pair:
            return None
        self._said = row
        self._pair = pair
        words = "".join(chr(glyph) for glyph in row if BLANK <= glyph < _END).split()
        if not words:
            return self.hide(now)
        self._write(words, pair % PAIRS)
        self.until = now + _SHOWN & 0x1FFFFFFF
        return self._screen.send(now)

    def _write(self, words, pair):
        longest = max(len(word) for word in words)
        scale = 3 if 3 * _WIDTH * max(longest, 6) + 48 <= self._width and len(words) * 3 * _HEIGHT < self._height else 2
        most = (self._width - 16) // (scale * _WIDTH)
        lines = [""]
        for word in words:
            joined = (lines[-1] + " " + word).strip()
            if len(joined) <= most:
                lines[-1] = joined
            else:
                lines.append(word)
        label = self._label
        label.scale = scale
        label.color = int.from_bytes(COLOURS[6 * pair : 6 * pair + 3], "big")
        label.background_color = int.from_bytes(COLOURS[6 * pair + 3 : 6 * pair + 6], "big")
        label.text = "\n".join(line.center(max(len(each) for each in lines)) for line in lines)
        label.anchor_point = (0.5, 0.5)
        label.anchored_position = (self._width // 2, self._height // 2)
        label.hidden = False

    def hide(self, now):
        """Take the words away; the cells below them show again."""
        self.until = -1
        if not self._label.hidden:
            self._label.hidden = True
            self._screen.send(now)

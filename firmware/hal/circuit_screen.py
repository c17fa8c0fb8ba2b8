"""The display of a CircuitPython board: a TileGrid and a TilePaletteMapper for each row of cells, over one sheet of glyphs.

Serves firmware/hal/circuit.py. So a changed cell costs its own pixels and a changed row its own: a single TileGrid would
redraw all between two far cells. It shows one row a call and never waits for anything but the display itself.
"""

from sys import modules

from firmware.clock import since
from firmware.marks import GLYPHS, HOLLOW_MARK, SUIT_MARK, SUIT_MARKS_END
from firmware.palette import ONE_BIT, PALE, UNDERLINED

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_NEVER = const(255)  # no pair has this number: such a cell counts as not shown
_LOOK = const(6)  # rows that one call looks through for a change: 2 ms each
_AGAIN = const(2000)  # milliseconds before a display that failed is started anew


def forget_start():
    """Let go of the code that only starts have use for."""
    # The place that held it in the table would hold on to it.
    modules["firmware.hal.circuit_start"] = None  # pyright: ignore[reportArgumentType]
    del modules["firmware.hal.circuit_start"]
    # A package holds what was loaded from it.
    package = modules["firmware.hal"]
    if hasattr(package, "circuit_start"):
        delattr(package, "circuit_start")


class Screen:
    """The cells of a board on ``display``: a TileGrid and a mapper for each row, inside ``layers``.

    ``looks`` are the colours of each pair, as lists. Made by firmware/hal/circuit_start.py.
    """

    def __init__(self, definition, display, layers, tiles, mappers, looks):
        self._definition = definition
        self._mono = definition["mono"]
        self._columns = definition["columns"]
        self._rows = definition["rows"]
        self._row = 0  # where the next call begins to look
        self._failed = -1  # when the display failed, or -1
        self._level = 2
        self._layers = layers
        self._tiles = tiles
        self._mappers = mappers
        self._looks = looks
        self._show(display)

    def _show(self, display):
        self.display = display
        display.root_group = self._layers
        display.refresh()

    def over(self, group):
        """Lay ``group`` over the cells, in the pixels of the display, from the next refresh on."""
        self._layers.append(group)

    def refresh(self, grid, now):
        """Show at most one changed row of ``grid``; return True while more are waiting."""
        if self._failed >= 0 and not self._restarted(grid, now):
            return True
        y = self._row
        for _ in range(min(_LOOK, self._rows)):
            x = grid.take_change(y)
            if x >= 0:
                last = self._put(grid, y, x)
                if not self.send(now):
                    # Not shown after all: the grid stays changed, and this row comes again.
                    grid.shown_pairs[last] = _NEVER
                    return True
            y += 1
            if y == self._rows:
                y = 0
            if x >= 0:
                break
        self._row = y
        return grid.changed()

    def _put(self, grid, y, x):
        """Give the tiles of row y what changed in the grid from column x on; return the place of the last changed cell."""
        tiles = self._tiles[y]
        mapper = self._mappers[y]
        start = y * self._columns
        last = x
        while x >= 0:
            last = x
            glyph = grid.glyphs[start + x]
            pair = grid.pairs[start + x]
            if self._mono:
                look = ONE_BIT[pair]
                if look == PALE and SUIT_MARK <= glyph < SUIT_MARKS_END:
                    glyph += HOLLOW_MARK
                elif look == UNDERLINED:
                    glyph += GLYPHS
            tiles[x] = glyph
            mapper[x] = self._looks[pair]
            x = grid.take_change(y, x + 1)
        return start + last

    def send(self, now):
        """Send the display what has changed; return whether it took it."""
        try:
            return self.display.refresh()
        except OSError:
            self._failed = now
            return False

    def _restarted(self, grid, now):
        """A display that failed may have lost its supply for a moment: start it anew, but not all the time."""
        if since(now, self._failed) < _AGAIN:
            return False
        self._failed = now
        try:
            if self._definition["display"]["driver"] != "board":
                from firmware.hal.circuit_start import open_display

                self.display.root_group = None
                self._show(open_display(self._definition))
        except (OSError, ValueError):
            return False
        finally:
            if "firmware.hal.circuit_start" in modules:
                forget_start()
        self._failed = -1
        self.light(self._level)
        grid.repaint()
        return True

    def light(self, level):
        """0 blank, 1 dim, 2 full. A display that cannot be dimmed stays as it is."""
        display = self.display
        self._level = level
        try:
            if self._mono:
                # A dim OLED still burns: blank means off.
                if level:
                    display.wake()
                    display.brightness = 0.1 if level == 1 else 0.6
                else:
                    display.sleep()
            else:
                display.brightness = 0.15 * level if level < 2 else 1.0
        except (RuntimeError, OSError):
            pass

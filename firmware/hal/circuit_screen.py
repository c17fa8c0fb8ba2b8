"""The display of a CircuitPython board: a TileGrid and a TilePaletteMapper for each row of cells, over one sheet of glyphs.

Serves firmware/hal/circuit.py. So a changed cell costs its own pixels and a changed row its own: a single TileGrid would
redraw all between two far cells. It shows one row a call and never waits for anything but the display itself.
"""

from displayio import Bitmap, Group, Palette, TileGrid, release_displays
from tilepalettemapper import TilePaletteMapper

from firmware.clock import since
from firmware.marks import BLANK, GLYPHS, HOLLOW_MARK, PAIRS, SUIT_MARK, SUIT_MARKS_END
from firmware.palette import COLOURS, INVERSE, ONE_BIT, PALE, UNDERLINED

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_WIDTH = const(6)
_HEIGHT = const(12)
_SHEET_WIDTH = const(96)  # sixteen glyphs; ten rows of them
_SHEET_HEIGHT = const(120)
_SHEET_BYTES = const(1440)
_ROW_BYTES = const(12)
_NEVER = const(255)  # no pair has this number: such a cell counts as not shown
_LOOK = const(6)  # rows that one call looks through for a change: 2 ms each
_AGAIN = const(2000)  # milliseconds before a display that failed is started anew


def pin(name):
    """Return the pin that a definition names: an attribute of ``board``, or of ``microcontroller.pin`` behind "cpu."."""
    if name.startswith("cpu."):
        # No stub tells a chip's own pins.
        from microcontroller import pin as pins  # pyright: ignore[reportAttributeAccessIssue]

        return getattr(pins, name[4:])
    import board

    return getattr(board, name)


def open_display(definition):
    """Return the started display of a board, not refreshing by itself. Raises ValueError or OSError where none answers."""
    wiring = definition["display"]
    driver = wiring["driver"]
    width = definition["width"]
    height = definition["height"]
    if driver == "board":
        import board

        display = board.DISPLAY
        display.auto_refresh = False
        return display
    import busio

    # A display outlives the program that started it: its pins are taken until it is released.
    release_displays()
    if driver == "sh1107":
        from adafruit_displayio_sh1107 import SH1107
        from i2cdisplaybus import I2CDisplayBus

        wires = busio.I2C(pin(wiring["scl"]), pin(wiring["sda"]), frequency=wiring["frequency"])
        bus = I2CDisplayBus(wires, device_address=wiring["address"])
        return SH1107(bus, width=width, height=height, rotation=wiring["rotation"], auto_refresh=False)
    from adafruit_st7789 import ST7789
    from fourwire import FourWire

    wires = busio.SPI(pin(wiring["clock"]), MOSI=pin(wiring["data"]))
    bus = FourWire(
        wires,
        command=pin(wiring["command"]),
        chip_select=pin(wiring["select"]),
        reset=pin(wiring["reset"]) if wiring["reset"] else None,
        baudrate=wiring["frequency"],
    )
    return ST7789(
        bus,
        width=width,
        height=height,
        colstart=wiring["left"],
        rowstart=wiring["top"],
        rotation=wiring["rotation"],
        backlight_pin=pin(definition["light"]) if definition["light"] else None,
        auto_refresh=False,
    )


def read_sheet(name, mono):
    """Return the sheet of glyphs in the file ``name``; on a one-bit display each once more behind them, underlined.

    None if the file is not there or not as long as a sheet is.
    """
    sheet = Bitmap(_SHEET_WIDTH, 2 * _SHEET_HEIGHT if mono else _SHEET_HEIGHT, 2)
    place = memoryview(sheet)  # pyright: ignore[reportArgumentType]  # a Bitmap is a buffer, which its stub does not say
    try:
        with open(name, "rb") as file:
            if file.readinto(place[:_SHEET_BYTES]) != _SHEET_BYTES or file.read(1):
                return None
            if mono:
                file.seek(0)
                file.readinto(place[_SHEET_BYTES:])
    except OSError:
        return None
    if mono:
        at = _SHEET_BYTES + (_HEIGHT - 1) * _ROW_BYTES
        while at < 2 * _SHEET_BYTES:
            for i in range(_ROW_BYTES):
                place[at + i] = 255
            at += _HEIGHT * _ROW_BYTES
    sheet.dirty()
    return sheet


class Screen:
    """The cells of a board on ``display``, in the middle, as large as fits; ``sheet`` is of read_sheet."""

    def __init__(self, definition, display, sheet):
        columns = definition["columns"]
        rows = definition["rows"]
        mono = definition["mono"]
        self._definition = definition
        self._mono = mono
        self._columns = columns
        self._rows = rows
        self._row = 0  # where the next call begins to look
        self._failed = -1  # when the display failed, or -1
        self._level = 2
        # Palette: ground and glyph of each pair. A list for each pair, made once: the mapper reads nothing but lists.
        self.palette = Palette(2 * PAIRS)
        self._looks = []
        for pair in range(PAIRS):
            at = 2 * pair
            if mono:
                lit = ONE_BIT[pair] != INVERSE
                self.palette[at] = 0 if lit else 0xFFFFFF
                self.palette[at + 1] = 0xFFFFFF if lit else 0
            else:
                self.palette[at] = int.from_bytes(COLOURS[6 * pair + 3 : 6 * pair + 6], "big")
                self.palette[at + 1] = int.from_bytes(COLOURS[6 * pair : 6 * pair + 3], "big")
            self._looks.append([at, at + 1])
        self.scale = scale = min(definition["width"] // (columns * _WIDTH), definition["height"] // (rows * _HEIGHT))
        self._group = Group(
            scale=scale,
            x=(definition["width"] - columns * _WIDTH * scale) // 2,
            y=(definition["height"] - rows * _HEIGHT * scale) // 2,
        )
        self._tiles = []
        self._mappers = []
        for y in range(rows):
            mapper = TilePaletteMapper(self.palette, 2)
            tiles = TileGrid(
                sheet,
                pixel_shader=mapper,
                width=columns,
                height=1,
                tile_width=_WIDTH,
                tile_height=_HEIGHT,
                default_tile=BLANK,
                y=y * _HEIGHT,
            )
            self._tiles.append(tiles)
            self._mappers.append(mapper)
            self._group.append(tiles)
        self._group_of_all = Group()
        self._group_of_all.append(self._group)
        self._show(display)

    def _show(self, display):
        self.display = display
        display.root_group = self._group_of_all
        display.refresh()

    def over(self, group):
        """Lay ``group`` over the cells, in the pixels of the display, from the next refresh on."""
        self._group_of_all.append(group)

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
                self.display.root_group = None
                display = open_display(self._definition)
                self._show(display)
        except (OSError, ValueError):
            return False
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

"""CircuitPython's displays on the desktop: displayio as a library, and panels whose memory can be looked at as a picture.

Serves tests and the bench, which run firmware/hal/circuit_start.py and circuit_screen.py, the panels' own drivers and the words' library unchanged over
it. A panel decodes what a driver sends (ColourPanel: ST7735 and ST7789; OneBitPanel: SH1107) and counts the bytes. What the
library lacks stands here, as CircuitPython has it: TilePaletteMapper, sheets as buffers, more than 256 tiles.
"""

import builtins
import importlib
import os
import sys
import types
from array import array

_made = []
_COMMAND = 0  # what the library calls a command's byte; the other kind is data


def displayio():
    """Return the library with what it lacks added; firmware/hal/circuit_*.py can be imported from then on."""
    if not _made:
        # Else the library looks for a board's chip, and there is none.
        os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
        library = importlib.import_module("displayio")
        _sheets_are_buffers(library)
        _grids_know_their_mapper(library)
        # No panel here needs time to wake up.
        importlib.import_module("busdisplay").time = types.SimpleNamespace(sleep=lambda seconds: None, monotonic=lambda: 0)
        module = types.ModuleType("tilepalettemapper")
        module.TilePaletteMapper = _mapper_class(library)
        sys.modules["tilepalettemapper"] = module
        _made.append(library)
    return _made[0]


def starter():
    """Return firmware/hal/circuit_start.py, fit for the library: a board forgets it, so ask for it before each board is made."""
    displayio()
    module = importlib.import_module("firmware.hal.circuit_start")
    module.memoryview = _view
    return module


def _sheets_are_buffers(library):
    """Keep a Bitmap's pixels in words of 32 bits, as a board does, so that its bytes can be read into."""
    plain = library.Bitmap._from_buffer

    def from_buffer(self, width, height, bits_per_value, data, read_only):
        plain(self, width, height, bits_per_value, data, read_only)
        if data is None:
            self._data = array("I", self._data)

    library.Bitmap._from_buffer = from_buffer


def _view(sheet):
    """What ``memoryview(bitmap)`` is on a board."""
    return builtins.memoryview(sheet._data).cast("B")


def _grids_know_their_mapper(library):
    """A TileGrid binds the mapper that it is given; its tiles may have any number."""
    plain = library.TileGrid.__init__

    def init(self, bitmap, **given):
        plain(self, bitmap, **given)
        self._tiles = array("H", list(self._tiles))
        if hasattr(given["pixel_shader"], "bind"):
            given["pixel_shader"].bind(self)

    def put(self, index, value):
        x, y = self._extract_and_check_index(index)
        assert 0 <= value < self._tiles_in_bitmap, "there is no such tile"
        self._set_tile(x, y, value)

    library.TileGrid.__init__ = init
    library.TileGrid.__setitem__ = put


def _mapper_class(library):
    class TilePaletteMapper(library.Palette):
        """Gives each tile of one grid its own colours out of a palette."""

        def __init__(self, palette, input_color_count):
            super().__init__(0)
            self._palette = palette
            self._count = input_color_count
            self._grid = None

        def bind(self, grid):
            assert self._grid is None, "a mapper serves one grid only"
            self._grid = grid
            self._columns = grid.width
            self._width = grid.tile_width
            self._height = grid.tile_height
            self._chosen = [list(range(self._count))] * (grid.width * grid.height)

        def __getitem__(self, index):
            return tuple(self._chosen[index])

        def __setitem__(self, index, colours):
            assert type(colours) is list and len(colours) == self._count, "a board reads nothing but a list, and reads all of it"
            self._chosen[index] = list(colours)
            self._grid._set_tile(index % self._columns, index // self._columns, self._grid._tiles[index])

        def _get_color(self, colorspace, pixel, output):
            scale = self._grid._absolute_transform.scale
            place = pixel.y // scale // self._height * self._columns + pixel.x // scale // self._width
            pixel.pixel = self._chosen[place][pixel.pixel]
            self._palette._get_color(colorspace, pixel, output)

    return TilePaletteMapper


class _Panel:
    """What both kinds share: a bus that is always free, and bytes counted."""

    def _start(self):
        self.bytes = 0  # sent since somebody last set it to nought
        self.broken = False  # True: the bus fails, as that of a display without supply
        self.registers = {}  # what each command set last, by its number; pixels left out

    def reset(self):
        pass

    def deinit(self):
        pass

    def _free(self):
        return not self.broken

    def _begin_transaction(self):
        if self.broken:
            raise OSError(5, "the display does not answer")
        return False  # the library tries again as long as it is true

    def _end_transaction(self):
        pass


def colour_panel(width, height):
    """Return the bus of a controller with ``width`` x ``height`` pixels of memory, 16 bits each."""
    displayio()
    fourwire = importlib.import_module("fourwire")

    class ColourPanel(_Panel, fourwire.FourWire):
        """Decodes CASET, RASET, RAMWR and MADCTL. ``glass()`` is what a person sees of it."""

        def __new__(cls):
            return object.__new__(cls)

        def __init__(self):
            self._start()
            self.memory = [0] * (width * height)
            self._command = 0
            self._data = bytearray()

        def _send(self, data_type, chip_select, data):
            self.bytes += len(data)
            if data_type == _COMMAND:
                self._finish()
                self._command = data[0]
                self._data = bytearray()
            else:
                self._data += bytes(data)
                if self._command == 0x2C:
                    self._write()

        def _finish(self):
            if self._command != 0x2C:
                self.registers[self._command] = bytes(self._data)

        def _write(self):
            left, right = (int.from_bytes(self.registers[0x2A][i : i + 2], "big") for i in (0, 2))
            top, bottom = (int.from_bytes(self.registers[0x2B][i : i + 2], "big") for i in (0, 2))
            assert right < width and bottom < height, "the driver wrote beyond the controller's memory"
            assert len(self._data) == 2 * (right - left + 1) * (bottom - top + 1), "a window is not filled as a whole"
            at = 0
            for y in range(top, bottom + 1):
                for x in range(left, right + 1):
                    self.memory[y * width + x] = self._data[at] << 8 | self._data[at + 1]
                    at += 2
            self._data = bytearray()

        def pixel(self, x, y):
            """Return the pixel at address (x, y) as (red, green, blue) of 5, 6 and 5 bits."""
            value = self.memory[y * width + x]
            return value >> 11, value >> 5 & 63, value & 31

        def glass(self, x, y):
            """Return the pixel at a place of the glass: MADCTL tells in which order it is written."""
            order = self.registers[0x36][0]
            return self.pixel(width - 1 - x if order & 0x40 else x, height - 1 - y if order & 0x80 else y)

    return ColourPanel()


def one_bit_panel(width, height):
    """Return the bus of an SH1107 with ``width`` columns and ``height`` rows, eight of them a page."""
    displayio()
    buses = importlib.import_module("i2cdisplaybus")
    core = importlib.import_module("displayio._displaycore")._DisplayCore

    class OneBitPanel(_Panel, buses.I2CDisplayBus):
        """Decodes column and page addresses and the bytes behind them."""

        def __new__(cls):
            return object.__new__(cls)

        def __init__(self):
            self._start()
            self.memory = bytearray(width * height // 8)
            self.left = self._page = 0

        def send(self, command, data):
            self.registers[command] = bytes(data)

        def _send(self, data_type, chip_select, data, command=None):
            self.bytes += len(data)
            data = bytes(data)
            if data_type != _COMMAND:
                start = self._page * width + self.left
                assert self.left + len(data) <= width and self._page < height // 8, "the driver wrote beyond the controller's memory"
                self.memory[start : start + len(data)] = data
            elif len(data) == 1 and data[0] & 0xF0 == 0xB0:
                self._page = data[0] & 15
            elif len(data) == 2 and data[0] & 0xF8 == 0x10:
                assert data[1] == self.left & 15
            else:
                self.registers[data[0]] = data[1:]

        def pixel(self, x, y):
            """Return 1 where the pixel in column x and row y is lit."""
            return self.memory[y // 8 * width + x] >> y % 8 & 1

    if not hasattr(core, "told_left"):
        # The library sends the lower half of a column's address only (it masks the upper one away), so the panel is told.
        plain = core.set_region_to_update

        def told(self, area):
            if self.sh1107_addressing:
                self._bus.left = area.x1 + self.colstart
            plain(self, area)

        core.set_region_to_update = told
        core.told_left = True
    return OneBitPanel()

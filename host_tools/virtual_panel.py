"""The display of a virtual board: the bytes that its driver sends, decoded into a picture, and the cells read off that picture.

Serves virtual_board.py. It knows what the controllers do with their commands (ST7789, SSD1306, SH1107), not what the firmware
meant: what a driver sends wrongly shows wrongly. Cells are found by comparing pixels with the glyphs, so that a robot or a
test that reads them has seen the picture.
"""

from functools import lru_cache

from firmware.grid import Grid
from firmware.marks import BLANK
from firmware.palette import COLOURS
from host_tools import picture
from host_tools.font import HEIGHT, WIDTH

PAIRS = len(COLOURS) // 6


class Panel:
    """What is common: the picture in the controller's memory, as the board's definition places it.

    ``pixels`` are two bytes each, RGB565 with the high byte first, or one, 0 or 1, where ``mono``; rows from the top.
    ``lit`` tells whether the display is switched on, ``light`` its backlight from 0 to 65535.
    """

    def __init__(self, definition):
        display = definition["display"]
        self.width = definition["width"]
        self.height = definition["height"]
        self.columns = definition["columns"]
        self.rows = definition["rows"]
        self.mono = definition["mono"]
        self._command_pin = display.get("command")
        self._light_pin = definition.get("light")
        self._left = display.get("left", 0)
        self._top = display.get("top", 0)
        self._depth = 1 if self.mono else 2
        self.dark()

    def dark(self):
        """As after power-up."""
        self.pixels = bytearray(self.width * self.height * self._depth)
        self.lit = False
        self.light = 0
        self.bytes = 0  # that came over the bus
        self._is_data = 0
        self._command = 0
        self._parameters = bytearray()

    def pin(self, pin, level):
        """An output of the board changed."""
        if pin == self._command_pin:
            self._is_data = level
        elif pin == self._light_pin:
            self.light = 65535 * level

    def duty(self, pin, duty):
        if pin == self._light_pin:
            self.light = duty

    def bus(self, data):
        """Bytes came over the SPI bus."""
        self.bytes += len(data)
        if self._is_data:
            self.data(data)
        else:
            for command in data:
                self.command(command)

    def i2c(self, data):
        """A transfer came over the I2C bus: a control byte, then commands or data."""
        self.bytes += len(data)
        if data[:1] == b"\x40":
            self.data(data[1:])
        else:
            at = 0
            while at + 1 < len(data):  # 0x80: one command follows and then another control byte; 0x00: only commands follow
                if data[at] & 0x80:
                    self.command(data[at + 1])
                    at += 2
                else:
                    for command in data[at + 1 :]:
                        self.command(command)
                    return


class St7789(Panel):
    """Windows (CASET, RASET) that are filled row by row (RAMWR)."""

    def dark(self):
        super().dark()
        self._window = [0, 0, 0, 0]
        self._x = self._y = 0
        self._odd = b""

    def command(self, command):
        self._command = command
        self._parameters = bytearray()
        if command == 0x01:
            self.dark()
        elif command in (0x28, 0x29):
            self.lit = command == 0x29
        elif command == 0x2C:
            self._x, self._y = self._window[0], self._window[2]
            self._odd = b""

    def data(self, data):
        if self._command == 0x2C:
            self._fill(self._odd + bytes(data))
        elif self._command in (0x2A, 0x2B):
            self._parameters += data
            if len(self._parameters) == 4:
                at = 0 if self._command == 0x2A else 2
                shift = self._left if self._command == 0x2A else self._top
                for i in (0, 1):
                    self._window[at + i] = int.from_bytes(self._parameters[2 * i : 2 * i + 2], "big") - shift

    def _fill(self, data):
        left, right, top, bottom = self._window
        at = 0
        while len(data) - at >= 2 and right >= left and bottom >= top:
            n = min(right + 1 - self._x, (len(data) - at) // 2)
            if 0 <= self._y < self.height:
                skip = max(0, -self._x)
                shown = min(self._x + n, self.width) - self._x
                if shown > skip:
                    start = (self._y * self.width + self._x + skip) * 2
                    self.pixels[start : start + 2 * (shown - skip)] = data[at + 2 * skip : at + 2 * shown]
            at += 2 * n
            self._x += n
            if self._x > right:
                self._x = left
                self._y = self._y + 1 if self._y < bottom else top
        self._odd = data[at:] if len(data) - at == 1 else b""


class Paged(Panel):
    """One bit a pixel, eight rows a page. ``_takes`` are the commands with parameters and how many."""

    _takes = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0x8D: 1, 0xAD: 1, 0xDC: 1}

    def dark(self):
        super().dark()
        self._page = self._column = 0
        self._columns = [0, 127]
        self._pages = [0, 7]
        self._mode = 2
        self._awaits = 0
        self._inverse = False

    def command(self, command):
        if self._awaits:
            self._awaits -= 1
            self._parameters.append(command)
            if not self._awaits:
                self.parameters(self._command, self._parameters)
            return
        self._command = command
        self._parameters = bytearray()
        self._awaits = self._takes.get(command, 0)
        if command in (0xAE, 0xAF):
            self.lit = command == 0xAF
        elif command in (0xA6, 0xA7):
            self._inverse = command == 0xA7
        elif command & 0xF0 == 0xB0:
            self._page = command & 15
        elif command < 0x10:
            self._column = self._column & 0x70 | command
        elif command < 0x18:
            self._column = self._column & 15 | (command & 7) << 4

    def parameters(self, command, given):
        if command == 0x20:
            self._mode = given[0] & 3
        elif command == 0x21:
            self._columns = list(given)
            self._column = given[0]
        elif command == 0x22:
            self._pages = list(given)
            self._page = given[0]

    def data(self, data):
        for byte in data:
            self.put(self._column, self._page, byte)
            self._column += 1
            if self._mode == 0 and self._column > self._columns[1]:
                self._column = self._columns[0]
                self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]
            elif self._mode:
                self._column &= 127

    def put(self, column, page, byte):
        x = column - self._left
        for bit in range(8):
            y = 8 * page + bit - self._top
            if 0 <= x < self.width and 0 <= y < self.height:
                self.pixels[y * self.width + x] = byte >> bit & 1


class Sh1107(Paged):
    """Its memory stands upright: with a display held across, a page is eight columns of the picture."""

    _takes = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xAD: 1, 0xDC: 1}

    def parameters(self, command, given):
        pass  # contrast, clock and the like, which no picture shows

    def command(self, command):
        if not self._awaits and command in (0x20, 0x21):
            self._mode = command & 1
            return
        super().command(command)

    def put(self, column, page, byte):
        for bit in range(8):
            x, y = 8 * page + bit, self.height - 1 - column
            if 0 <= x < self.width and 0 <= y < self.height:
                self.pixels[y * self.width + x] = byte >> bit & 1


PANELS = {"st7789": St7789, "ssd1306": Paged, "sh1107": Sh1107}


def panel(definition):
    """Return the panel that a board's definition names; raises KeyError for a driver nobody decodes."""
    return PANELS[definition["display"]["driver"]](definition)


# --- reading ------------------------------------------------------------------------------------------------------------


def _high(red, green, blue):
    return ((red & 0xF8) << 8 | (green & 0xFC) << 3 | blue >> 3).to_bytes(2, "big")


@lru_cache(maxsize=None)
def _grounds():
    """Return, for each pair, the RGB565 of its letter and of its ground."""
    return [(_high(*COLOURS[6 * i : 6 * i + 3]), _high(*COLOURS[6 * i + 3 : 6 * i + 6])) for i in range(PAIRS)]


@lru_cache(maxsize=None)
def _shapes():
    """Return ``{rows of six bits: glyph}``, the first of those that look alike, blanks before all."""
    found = {tuple([0] * HEIGHT): BLANK}
    for code, rows in enumerate(picture.glyphs()):
        found.setdefault(tuple(rows), code)
    return found


@lru_cache(maxsize=None)
def _mono_shapes():
    """Return ``{rows of six bits: (glyph, pair)}`` of a display with one bit a pixel, the plainest pair first."""
    found = {}
    for pair in range(PAIRS):
        for code in (BLANK, *range(len(picture.glyphs()))):
            found.setdefault(tuple(picture.one_bit(code, pair)), (code, pair))
    return found


def read(panel):
    """Return the grid that the panel shows. A cell in which no glyph is recognised reads as a question mark."""
    grid = Grid(panel.columns, panel.rows)
    wide, high = panel.columns * WIDTH, panel.rows * HEIGHT
    scale = 2 if 2 * wide <= panel.width and 2 * high <= panel.height else 1
    left, top = (panel.width - wide * scale) // 2, (panel.height - high * scale) // 2
    depth = 1 if panel.mono else 2
    pixels = bytes(panel.pixels)
    cache = {}
    for row in range(panel.rows):
        for column in range(panel.columns):
            lines = []
            for y in range(HEIGHT):
                start = ((top + (row * HEIGHT + y) * scale) * panel.width + left + column * WIDTH * scale) * depth
                lines.append(pixels[start : start + WIDTH * scale * depth])
            key = b"".join(lines)
            if key not in cache:
                cache[key] = _recognise(lines, scale, panel.mono)
            grid.put(column, row, *cache[key])
    return grid


def _recognise(lines, scale, mono):
    """Return glyph and pair of a cell, given the bytes of each of its twelve lines."""
    depth = 1 if mono else 2
    spots = [[line[x * scale * depth : x * scale * depth + depth] for x in range(WIDTH)] for line in lines]
    if mono:
        rows = tuple(sum((spot != b"\0") << WIDTH - 1 - x for x, spot in enumerate(line)) for line in spots)
        return _mono_shapes().get(rows, (ord("?"), 0))
    colours = {spot for line in spots for spot in line}
    for pair, (letter, ground) in enumerate(_grounds()):
        if colours <= {letter, ground}:
            rows = tuple(sum((spot != ground) << WIDTH - 1 - x for x, spot in enumerate(line)) for line in spots)
            if rows in _shapes():
                return _shapes()[rows], pair
    return (BLANK, 0) if len(colours) == 1 else (ord("?"), 0)


def blank(panel):
    """Return the grid of a display that is off."""
    return Grid(panel.columns, panel.rows)


def snapshot(panel):
    """Return width, height and what is seen as bytes, three a pixel; black while the display is off."""
    pixels = bytes(panel.pixels) if panel.lit else b""
    seen = bytearray(3 * panel.width * panel.height)
    if panel.mono:
        for i, pixel in enumerate(pixels):
            if pixel:
                seen[3 * i : 3 * i + 3] = b"\xff\xff\xff"
    else:
        for i in range(len(pixels) // 2):
            high, low = pixels[2 * i], pixels[2 * i + 1]
            if high or low:
                seen[3 * i : 3 * i + 3] = bytes((high & 0xF8, (high << 5 | low >> 3) & 0xFC, low << 3 & 0xF8))
    return panel.width, panel.height, bytes(seen)


def png(width, height, seen, path, scale=3):
    """Write what ``snapshot`` returned as a PNG file, each pixel a square of ``scale``."""
    from PIL import Image

    image = Image.frombytes("RGB", (width, height), seen)
    image.resize((width * scale, height * scale), Image.Resampling.NEAREST).save(path)

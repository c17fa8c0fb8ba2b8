"""The display of a virtual board: the bytes that its driver sends, decoded into a picture, and the cells read off that picture.

Serves virtual_board.py. It knows what the controllers do with their commands (ST7789, SSD1306), not what the firmware
meant: what a driver sends wrongly shows wrongly. Cells are found by comparing pixels with the glyphs, so that a robot or a
test that reads them has seen the picture.
"""

import sys
from array import array
from functools import lru_cache

from firmware.grid import Grid
from firmware.marks import BLANK, GLYPHS, NORMAL
from firmware.palette import COLOURS
from host_tools import picture
from host_tools.font import HEIGHT, WIDTH

PAIRS = len(COLOURS) // 6


class Panel:
    """What is common: the controller's memory, and what of it the glass shows to whoever holds the board.

    ``lit`` tells whether the display is switched on, ``light`` its backlight from 0 to 65535, ``bytes`` how many came over the bus.
    """

    def __init__(self, definition):
        self.display = definition["display"]
        self.width = definition["width"]
        self.height = definition["height"]
        self.columns = definition["columns"]
        self.rows = definition["rows"]
        self.mono = definition["mono"]
        self._light_pin = definition.get("light")
        self.dark()

    def dark(self):
        """As after power-up."""
        self.lit = False
        self.light = 0
        self.bytes = 0
        self._is_data = 0
        self.clear()

    def pin(self, pin, level):
        """An output of the board changed."""
        if pin == self.display.get("command"):
            self._is_data = level
        elif pin == self._light_pin:
            self.light = 65535 * level

    def duty(self, pin, duty):
        """The duty of a PWM changed."""
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


class St7789(Panel):
    """A memory of 240 by 320 pixels; windows of it (CASET, RASET) are filled (RAMWR) in the order that MADCTL says."""

    ACROSS, DOWN = 240, 320
    ORDERS = (0x00, 0x60, 0xC0, 0xA0)  # MADCTL of a picture turned by 0, 90, 180, 270 degrees

    def clear(self):
        self._memory = array("H", bytes(2 * self.ACROSS * self.DOWN))
        self.reset()

    def reset(self):
        """As after its own reset: what is in the memory stays there."""
        self.lit = False
        self._command = self._order = 0
        self._parameters = bytearray()
        self._window = [0, 0, 0, 0]
        self._at = [0, 0]
        self._odd = b""

    def command(self, command):
        self._command = command
        self._parameters = bytearray()
        if command == 0x01:
            self.reset()
        elif command in (0x28, 0x29):
            self.lit = command == 0x29
        elif command == 0x2C:
            self._at = [self._window[0], self._window[2]]
            self._odd = b""

    def data(self, data):
        if self._command == 0x2C:
            self._fill(self._odd + bytes(data))
        elif self._command == 0x36:
            self._order = data[0]
        elif self._command in (0x2A, 0x2B):
            self._parameters += data
            if len(self._parameters) == 4:
                at = 0 if self._command == 0x2A else 2
                self._window[at : at + 2] = [self._parameters[i] << 8 | self._parameters[i + 1] for i in (0, 2)]

    def _line(self, order, column, row, n):
        """Return where the pixels from address (column, row) on lie in memory: a slice of at most ``n``; None outside."""
        swapped = order & 0x20
        if not (column < (self.DOWN if swapped else self.ACROSS) and row < (self.ACROSS if swapped else self.DOWN)):
            return None
        n = min(n, (self.DOWN if swapped else self.ACROSS) - column)
        x, y = (row, column) if swapped else (column, row)
        step_x, step_y = (0, 1) if swapped else (1, 0)
        if order & 0x40:
            x, step_x = self.ACROSS - 1 - x, -step_x
        if order & 0x80:
            y, step_y = self.DOWN - 1 - y, -step_y
        first, step = y * self.ACROSS + x, step_y * self.ACROSS + step_x
        end = first + n * step
        return slice(first, None if end < 0 else end, step)

    def _fill(self, data):
        left, right, top, bottom = self._window
        if right < left or bottom < top:
            return
        self._odd = data[len(data) & ~1 :]
        pixels = array("H", data[: len(data) & ~1])
        if sys.byteorder == "little":
            pixels.byteswap()
        done = 0
        while done < len(pixels):
            column, row = self._at
            n = min(right + 1 - column, len(pixels) - done)
            place = self._line(self._order, column, row, n)
            if place:
                kept = len(range(*place.indices(len(self._memory))))
                self._memory[place] = pixels[done : done + kept]
            done += n
            self._at = [column + n, row] if column + n <= right else [left, row + 1 if row < bottom else top]

    def seen(self):
        """Return the picture, row by row from the top: an array of RGB565."""
        order = self.ORDERS[self.display["rotation"] // 90]
        left, top = self.display["left"], self.display["top"]
        pixels = array("H")
        for y in range(self.height):
            pixels += self._memory[self._line(order, left, top + y, self.width)]
        return pixels


class Ssd1306(Panel):
    """A memory of 128 columns in eight pages; a byte is eight pixels of a column, the lowest bit on top."""

    TAKES = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}  # parameters

    def clear(self):
        self._memory = bytearray(128 * 8)
        self._columns, self._pages = [0, 127], [0, 7]
        self._column = self._page = 0
        self._down = False
        self._command = self._awaits = 0
        self._parameters = []
        self._upright = False

    def command(self, command):
        if self._awaits:
            self._awaits -= 1
            self._parameters.append(command)
            if self._awaits:
                return
            if self._command == 0x20:
                self._down = command == 1
            elif self._command == 0x21:
                self._columns = self._parameters
                self._column = self._columns[0]
            elif self._command == 0x22:
                self._pages = self._parameters
                self._page = self._pages[0]
            return
        self._command = command
        self._parameters = []
        self._awaits = self.TAKES.get(command, 0)
        if command in (0xAE, 0xAF):
            self.lit = command == 0xAF
        elif command in (0xA0, 0xA1):
            self._upright = command == 0xA1

    def data(self, data):
        for byte in data:
            self._memory[self._page % 8 * 128 + self._column % 128] = byte
            if self._down:
                self._page += 1
                if self._page > self._pages[1]:
                    self._page = self._pages[0]
                    self._column = self._column + 1 if self._column < self._columns[1] else self._columns[0]
            else:
                self._column += 1
                if self._column > self._columns[1]:
                    self._column = self._columns[0]
                    self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]

    def seen(self):
        """Return the picture, row by row from the top: an array of 0 and 1. Columns run the wrong way if the driver chose so."""
        turned = self.display["rotation"] == 180
        left = 128 - self.display["left"] - self.width if turned else self.display["left"]
        pixels = array("H")
        for y in range(self.height):
            row = self._memory[y // 8 * 128 + left : y // 8 * 128 + left + self.width]
            pixels.extend(byte >> y % 8 & 1 for byte in (row if self._upright != turned else reversed(row)))
        return pixels


PANELS = {"st7789": St7789, "ssd1306": Ssd1306}


def panel(definition):
    """Return the panel that a board's definition names; None for a driver nobody decodes."""
    kind = PANELS.get(definition["display"]["driver"])
    return kind(definition) if kind and definition["platform"] == "micropython" else None


# --- reading ------------------------------------------------------------------------------------------------------------


def _high(red, green, blue):
    return (red & 0xF8) << 8 | (green & 0xFC) << 3 | blue >> 3


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
        for code in (BLANK, *range(GLYPHS)):
            found.setdefault(tuple(picture.one_bit(code, pair)), (code, pair))
    return found


def read(panel):
    """Return the grid that the panel shows, blank while it is off. A cell in which no glyph is recognised reads as a question mark."""
    grid = Grid(panel.columns, panel.rows)
    if not panel.lit:
        return grid
    pixels = panel.seen()
    wide, high = panel.columns * WIDTH, panel.rows * HEIGHT
    scale = 2 if 2 * wide <= panel.width and 2 * high <= panel.height else 1
    left, top = (panel.width - wide * scale) // 2, (panel.height - high * scale) // 2
    for row in range(panel.rows):
        for column in range(panel.columns):
            start = (top + row * HEIGHT * scale) * panel.width + left + column * WIDTH * scale
            lines = [pixels[at : at + WIDTH * scale].tobytes() for at in range(start, start + HEIGHT * scale * panel.width, panel.width)]
            grid.put(column, row, *_recognise(b"".join(lines), scale, panel.mono))
    return grid


@lru_cache(maxsize=1 << 14)
def _recognise(cell, scale, mono):
    """Return glyph and pair of a cell, given its pixels row by row; where cells are doubled, all four of a pixel must agree."""
    pixels = array("H", cell)
    across = WIDTH * scale
    spots = [[pixels[y * scale * across + x * scale] for x in range(WIDTH)] for y in range(HEIGHT)]
    if any(pixels[y * across + x] != spots[y // scale][x // scale] for y in range(HEIGHT * scale) for x in range(across)):
        return ord("?"), NORMAL
    colours = {spot for line in spots for spot in line}
    if mono:
        return _mono_shapes().get(_rows(spots, 0), (ord("?"), NORMAL))
    for pair, (letter, ground) in enumerate(_grounds()):
        if colours <= {letter, ground} and _rows(spots, ground) in _shapes():
            return _shapes()[_rows(spots, ground)], pair
    return ord("?"), NORMAL


def _rows(spots, ground):
    return tuple(sum((spot != ground) << WIDTH - 1 - x for x, spot in enumerate(line)) for line in spots)


def snapshot(panel):
    """Return width, height and what is seen as bytes, three a pixel; black while the display is off."""
    if not panel.lit:
        return panel.width, panel.height, bytes(3 * panel.width * panel.height)
    shown = {}
    seen = []
    for pixel in panel.seen():
        if pixel not in shown:
            shown[pixel] = bytes((255 * pixel,) * 3) if panel.mono else bytes((pixel >> 8 & 0xF8, pixel >> 3 & 0xFC, pixel << 3 & 0xF8))
        seen.append(shown[pixel])
    return panel.width, panel.height, b"".join(seen)


def png(width, height, seen, path, scale=3):
    """Write what ``snapshot`` returned as a PNG file, each pixel a square of ``scale``."""
    from PIL import Image

    image = Image.frombytes("RGB", (width, height), seen)
    image.resize((width * scale, height * scale), Image.Resampling.NEAREST).save(path)

"""A CircuitPython display shows what the simulator shows, pixel by pixel, through displayio and the panels' own drivers."""

import ast
import importlib
import pathlib
import sys
import types

import pytest

from firmware.grid import Grid
from firmware.marks import ALERT, BAR, DIM_PAIR, GLYPHS, GOOD, NORMAL, PAIRS, SUIT_MARK
from host_tools import bench_display, panels, picture
from tests import golden_screens
from tests.screen_kit import paint

ROOT = pathlib.Path(__file__).resolve().parent.parent
FONT = ROOT / "firmware" / "font" / "latin.bin"
SOME = ("fullest-5-sure", "mission-1", "briefing-39", "result-done", "result-owner", "table-dealer")


def definition(folder):
    tree = ast.parse((ROOT / "boards" / folder / "definition.py").read_text(encoding="utf-8"))
    return ast.literal_eval(tree.body[-1].value)


# A display of the smallest size, though no CircuitPython board here has it.
TINY = {"width": 72, "height": 40, "columns": 12, "rows": 3, "mono": True, "display": {"driver": "board"}, "light": None}
DOUBLED = {"width": 320, "height": 240, "columns": 26, "rows": 10, "mono": False, "display": {"driver": "board"}, "light": None}


class Shown:
    """A display, its panel, and what a person sees of it."""

    def __init__(self, definition, display, panel, rotation, left=0, top=0):
        start = panels.starter()
        self.definition = definition
        self.panel = panel
        self.display = display
        self._turn = (rotation, left, top)
        self.sheet = start.read_sheet(str(FONT), definition["mono"])
        self.screen = start.make_screen(definition, display, self.sheet)
        self.grid = Grid(definition["columns"], definition["rows"])
        self.settle()

    def settle(self, now=0):
        """Let the screen show all that has changed; return how many calls that took."""
        calls = 1
        while self.screen.refresh(self.grid, now):
            calls += 1
            assert calls < 200
        return calls

    def show(self, grid):
        self.grid.glyphs[:] = grid.glyphs
        self.grid.pairs[:] = grid.pairs
        return self.settle()

    def pixels(self):
        """Return the rows of what the panel holds, as the display is held."""
        rotation, left, top = self._turn
        width, height = self.definition["width"], self.definition["height"]
        place = {
            0: lambda x, y: (x, y),
            90: lambda x, y: (height - 1 - y, x),
            180: lambda x, y: (width - 1 - x, height - 1 - y),
            270: lambda x, y: (y, width - 1 - x),
        }[rotation]
        return [[self._pixel(*place(x, y), left, top) for x in range(width)] for y in range(height)]

    def _pixel(self, x, y, left, top):
        return self.panel.pixel(x + left, y + top)


def wanted(grid, definition, mono_panel=False):
    """Return the rows of pixels that the simulator's picture of ``grid`` has, in the middle of a black display."""
    width, height = definition["width"], definition["height"]
    scale = min(width // (6 * grid.columns), height // (12 * grid.rows))
    image = picture.image(grid, scale, definition["mono"])
    left, top = (width - image.width) // 2, (height - image.height) // 2
    black = 0 if mono_panel else (0, 0, 0)
    rows = [[black] * width for _ in range(height)]
    pixels = image.load()
    for y in range(image.height):
        row = rows[top + y]
        for x in range(image.width):
            red, green, blue = pixels[x, y]
            row[left + x] = int(red > 0) if mono_panel else (red >> 3, green >> 2, blue >> 3)
    return rows


def colour(folder_or_definition, driver, rotation, left=0, top=0, memory=(240, 320)):
    """Return a Shown over the real driver of a colour panel."""
    panels.displayio().displays.clear()  # else the fifth is one too many
    board = definition(folder_or_definition) if isinstance(folder_or_definition, str) else folder_or_definition
    panel = panels.colour_panel(*memory)
    module, name = driver.split(".")
    made = getattr(importlib.import_module(module), name)
    display = made(
        panel, width=board["width"], height=board["height"], rotation=rotation, colstart=left, rowstart=top, auto_refresh=False
    )
    return Shown(board, display, panel, rotation, left, top)


@pytest.fixture
def pygamer():
    return colour("pygamer", "adafruit_st7735r.ST7735R", 270, memory=(132, 162))


@pytest.fixture
def wing(monkeypatch):
    """The wing's display, opened as the board opens it."""
    panels.displayio()
    board = definition("feather_nrf52840_oled")
    panel, spare = panels.one_bit_panel(64, 128), panels.one_bit_panel(64, 128)
    asked = plug(monkeypatch, panel, "i2cdisplaybus", "I2CDisplayBus", "I2C")
    shown = Shown(board, panels.starter().open_display(board), panel, 90)
    shown.asked, shown.spare = asked, spare
    return shown


def plug(monkeypatch, panel, module, bus, wires):
    """Let ``open_display`` find ``panel`` on its bus; return what it asks for."""
    asked = {}

    def make_wires(*pins, **more):
        asked["wires"] = (pins, more)
        return "wires"

    def make_bus(given, **more):
        assert given == "wires"
        asked["bus"] = more
        if isinstance(panel, Exception):
            raise panel
        return panel

    monkeypatch.setitem(sys.modules, "board", types.SimpleNamespace(**{name: name for name in "SCL SDA GP8 GP9 GP10 GP11 GP12 GP13".split()}))
    monkeypatch.setitem(sys.modules, "busio", types.SimpleNamespace(**{wires: make_wires}))
    monkeypatch.setattr(importlib.import_module(module), bus, make_bus)
    return asked


def screens(size, names=None):
    for name in names or golden_screens.SCREENS:
        table, seat = golden_screens.built(name, size)
        yield name, paint(table.scenes[seat], table.grids[seat])


def compare(shown, size, names=None, mono_panel=False):
    for name, grid in screens(size, names):
        shown.show(grid)
        assert shown.pixels() == wanted(grid, shown.definition, mono_panel), name


def test_every_golden_screen_of_26x10_is_the_simulators_pixel_by_pixel(pygamer):
    compare(pygamer, (26, 10))


def test_every_golden_screen_of_21x5_is_the_simulators_pixel_by_pixel(wing):
    compare(wing, (21, 5), mono_panel=True)


@pytest.mark.parametrize(
    "board, size, rotation, left, top",
    [
        ("clue_nrf52840_express", (40, 20), 0, 0, 80),
        ("feather_esp32s3_reverse_tft", (40, 11), 270, 53, 40),
        (DOUBLED, (26, 10), 0, 0, 0),
        (TINY, (12, 3), 0, 0, 0),
    ],
    ids=["clue", "reverse-tft", "doubled", "smallest"],
)
def test_other_sizes_are_the_simulators_pixel_by_pixel(board, size, rotation, left, top):
    memory = (320, 240) if board is DOUBLED else (240, 320)
    compare(colour(board, "adafruit_st7789.ST7789", rotation, left, top, memory), size, SOME[:1] if board is DOUBLED else SOME[:4])


def test_the_pico_lcd_is_opened_with_its_pins_and_upright(monkeypatch):
    panels.displayio()
    board = definition("pico_lcd_1_3_circuitpython")
    panel = panels.colour_panel(240, 320)
    asked = plug(monkeypatch, panel, "fourwire", "FourWire", "SPI")
    board["light"] = None  # a backlight is a pin, and there are none here
    shown = Shown(board, panels.starter().open_display(board), panel, 270, 0, 80)
    assert asked["wires"] == (("GP10",), {"MOSI": "GP11"})
    assert asked["bus"] == {"command": "GP8", "chip_select": "GP9", "reset": "GP12", "baudrate": 60000000}
    compare(shown, (board["columns"], board["rows"]), SOME[:1])
    # Its maker's own program fills the window from (0, 0) on in the order 0x70, exchanged and mirrored: column x then lies
    # along the glass's rows. What we show must lie there too.
    pixels = shown.pixels()
    assert all(panel.glass(239 - y, x) == pixels[y][x] for y in range(0, 240, 7) for x in range(240))


def test_the_wing_is_asked_for_at_its_address(wing):
    assert wing.asked["wires"] == (("SCL", "SDA"), {"frequency": 400000}) and wing.asked["bus"] == {"device_address": 0x3C}


@pytest.mark.parametrize("mono", [False, True])
def test_every_glyph_in_every_pair_is_the_simulators(pygamer, wing, mono):
    shown = wing if mono else pygamer
    grid = shown.grid
    for first in range(0, GLYPHS * PAIRS, len(grid.glyphs)):
        for i in range(len(grid.glyphs)):
            grid.glyphs[i] = (first + i) % GLYPHS
            grid.pairs[i] = (first + i) // GLYPHS % PAIRS
        shown.settle()
        assert shown.pixels() == wanted(grid, shown.definition, mono)


def test_the_bench_counts_what_a_cursor_a_card_and_a_screen_cost():
    moved, played, full = bench_display.measure("feather_oled")
    assert 0 < moved < played < full
    # 128 x 64 pixels, eight a byte; each of the five rows of cells lies in up to three pages, sent whole with their addresses.
    assert 126 * 60 // 8 < full < 2 * 128 * 64 // 8


def test_one_call_sends_one_row_and_tells_that_more_wait(pygamer):
    for y in (2, 5, 9):
        pygamer.grid.put(3, y, SUIT_MARK, NORMAL)
    sent = []
    waits = True
    while waits:
        pygamer.panel.bytes = 0
        waits = pygamer.screen.refresh(pygamer.grid, 0)
        sent.append(pygamer.panel.bytes)
    # A cell is 72 pixels of two bytes; a call that looks through rows without finding a change sends nothing.
    assert [n for n in sent if n] == [155] * 3
    assert not pygamer.grid.changed()


def test_an_unchanged_grid_sends_nothing_and_the_same_cell_written_again_neither(pygamer):
    pygamer.grid.put(3, 3, SUIT_MARK, DIM_PAIR)
    pygamer.settle()
    pygamer.panel.bytes = 0
    pygamer.grid.put(3, 3, SUIT_MARK, DIM_PAIR)
    assert not pygamer.screen.refresh(pygamer.grid, 0)
    assert pygamer.panel.bytes == 0


def test_no_row_starves_while_another_changes_at_every_call(pygamer):
    pygamer.grid.put(1, 7, SUIT_MARK)
    for turn in range(12):
        pygamer.grid.put(0, 2, 0x30 + turn % 10)
        pygamer.screen.refresh(pygamer.grid, 0)
    assert pygamer.grid.shown_glyphs[7 * 26 + 1] == SUIT_MARK


def test_a_refresh_that_the_display_refused_is_done_again(pygamer, monkeypatch):
    plain = pygamer.display.refresh
    monkeypatch.setattr(pygamer.display, "refresh", lambda: False)
    pygamer.grid.put(0, 4, SUIT_MARK)
    for _ in range(4):
        assert pygamer.screen.refresh(pygamer.grid, 0)
        assert pygamer.grid.changed(), "the loop would not call again"
    monkeypatch.setattr(pygamer.display, "refresh", plain)
    pygamer.settle()
    assert pygamer.pixels() == wanted(pygamer.grid, pygamer.definition)


def test_a_wing_that_lost_its_supply_is_started_anew_and_shows_all_again(wing, monkeypatch):
    wing.grid.text(0, 0, "Mission 3", BAR)
    wing.settle()
    wing.panel.broken = True
    wing.grid.text(0, 1, "lost")
    for _ in range(5):
        assert wing.screen.refresh(wing.grid, 1000)
    again = wing.spare
    plug(monkeypatch, again, "i2cdisplaybus", "I2CDisplayBus", "I2C")
    assert wing.screen.refresh(wing.grid, 2900), "it is given time"
    assert not any(again.memory)
    wing.panel = again
    wing.settle(3100)
    assert wing.pixels() == wanted(wing.grid, wing.definition, True)


def test_a_built_in_display_that_lost_its_supply_gets_every_cell_again(pygamer):
    pygamer.grid.text(0, 0, "Mission 3", BAR)
    pygamer.settle()
    pygamer.panel.broken = True
    pygamer.grid.text(0, 1, "lost")
    for _ in range(3):
        assert pygamer.screen.refresh(pygamer.grid, 1000)
    pygamer.panel.broken = pygamer.display._core.refresh_in_progress = False
    pygamer.panel.memory[:] = [0] * len(pygamer.panel.memory)
    pygamer.settle(3100)
    assert pygamer.pixels() == wanted(pygamer.grid, pygamer.definition)


def test_light_blanks_dims_and_comes_back(pygamer, wing):
    levels = []
    for level in (0, 1, 2):
        pygamer.screen.light(level)
        levels.append(pygamer.display.brightness)
    assert levels[0] == 0 and 0 < levels[1] < levels[2] == 1
    wing.screen.light(0)
    assert 0xAE in wing.panel.registers and not wing.screen.display.is_awake
    wing.screen.light(1)
    dim = wing.screen.display.brightness
    wing.screen.light(2)
    assert wing.screen.display.is_awake and 0 < dim < wing.screen.display.brightness


def test_a_display_that_cannot_be_dimmed_stays_as_it_is():
    panels.displayio()
    from firmware.hal.circuit_screen import Screen

    class Fixed:
        @property
        def brightness(self):
            return 1

        @brightness.setter
        def brightness(self, value):
            raise RuntimeError("Brightness not adjustable")

    screen = Screen.__new__(Screen)
    screen.display, screen._mono = Fixed(), False
    screen.light(1)


@pytest.mark.parametrize("content", [None, b"", FONT.read_bytes()[:-1], FONT.read_bytes() + b"x"], ids=["missing", "empty", "short", "long"])
def test_a_font_that_is_missing_or_of_another_length_is_no_sheet(tmp_path, content):
    if content is not None:
        (tmp_path / "font.bin").write_bytes(content)
    assert panels.starter().read_sheet(str(tmp_path / "font.bin"), False) is None


# --- big words -----------------------------------------------------------------------------------------------------


@pytest.fixture
def words(pygamer):
    panels.displayio()
    from firmware.hal.circuit_words import Words

    pygamer.words = Words(pygamer.screen, pygamer.sheet, 160, 128)
    return pygamer


def say(shown, text, pair, now):
    shown.grid.clear()
    shown.grid.text(1, 0, text)
    shown.grid.tint(0, 0, shown.grid.columns, pair)
    shown.grid.headline = True
    shown.words.look(shown.grid, now)
    shown.settle(now)


@pytest.mark.parametrize("text, pair, lines", [("Mission 39", BAR, ["Mission 39"]), ("Mission 3: done!", GOOD, ["Mission 3:", "done!"]),
                                               ("Mission 49 failed", ALERT, ["Mission 49", "failed"])])  # fmt: skip
def test_a_headline_shows_in_letters_of_our_own_sheet_twice_as_large_in_its_colours(words, text, pair, lines):
    say(words, text, pair, 0)
    shown = words.pixels()
    plain = wanted(words.grid, words.definition)
    different = [(x, y) for y in range(128) for x in range(160) if shown[y][x] != plain[y][x]]
    left, right = min(x for x, _ in different), max(x for x, _ in different)
    top, bottom = min(y for _, y in different), max(y for _, y in different)
    assert 0 < left and right < 159 and abs(left - (159 - right)) <= 2, "the words stand in the middle"
    assert 24 * len(lines) <= bottom - top + 1 <= 24 * len(lines) + 16
    small = Grid(len(max(lines, key=len)), len(lines))
    for y, line in enumerate(lines):
        small.text(0, y, line.center(small.columns))
    small.tint(0, 0, small.columns, pair)
    for y in range(len(lines)):
        small.tint(0, y, small.columns, pair)
    large = wanted(small, {"width": 12 * small.columns, "height": 24 * small.rows, "mono": False})
    found = [
        (x, y)
        for y in range(top, bottom + 2 - 24 * len(lines))
        for x in range(left, right + 2 - 12 * small.columns)
        if all(shown[y + j][x : x + 12 * small.columns] == large[j] for j in range(24 * len(lines)))
    ]
    assert len(found) == 1


def test_the_big_words_go_when_told_and_what_is_below_shows_again(words):
    say(words, "Mission 3: done!", GOOD, 0)
    assert words.words.until == 2500
    words.grid.text(0, 5, "below the words")
    words.settle()
    words.words.hide(2500)
    assert words.words.until == -1
    assert words.pixels() == wanted(words.grid, words.definition)


def test_the_same_headline_is_not_said_twice_and_another_page_takes_it_away(words):
    say(words, "Mission 39", BAR, 0)
    words.words.hide(100)
    say(words, "Mission 39", BAR, 200)
    assert words.words.until == -1
    words.grid.headline = False
    words.words.look(words.grid, 300)
    say(words, "Mission 39", BAR, 400)
    assert words.words.until == 2900
    words.grid.headline = False
    words.words.look(words.grid, 500)
    assert words.words.until == -1
    words.settle()
    assert words.pixels() == wanted(words.grid, words.definition)


def test_a_result_and_a_briefing_are_headlines_and_nothing_else_is():
    told = {name for name, grid in screens((26, 10)) if grid.headline}
    about = ("briefing", "result", "special", "failed", "done", "campaign")
    assert told == {name for name in golden_screens.SCREENS if set(name.split("-")[:2]) & set(about)}

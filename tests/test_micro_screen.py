"""What a MicroPython board sends to its display is, pixel by pixel, what the simulator shows: every golden screen, every size, every rotation."""

import functools

import pytest

from host_tools import virtual_panel
from tests.golden_screens import SCREENS
from tests.micro_kit import Sent, definition, expected, run
from tests.screen_kit import paint

SHOW = """
columns, rows = board.columns, board.rows
from firmware.grid import Grid
grid = Grid(columns, rows)
cells = columns * rows
turns = most = 0
with open("screens", "rb") as file:
    i = 0
    while file.readinto(grid.glyphs):
        file.readinto(grid.pairs)
        while True:
            shown = bytes(grid.shown_pairs)
            more = board.refresh(grid)
            if i:  # the first draws everything
                rows_drawn = sum(1 for y in range(rows) if shown[y * columns:(y + 1) * columns] != grid.shown_pairs[y * columns:(y + 1) * columns])
                most = max(most, rows_drawn)
            turns += 1
            if not more:
                break
        assert not grid.changed()
        assert not board.refresh(grid)
        machine.mark(i)
        i += 1
print(i, most)
"""


@functools.lru_cache(maxsize=None)
def screens(columns, rows, step):
    """Return ``{name: grid}`` of every golden screen at a size, or of every so-many-th."""
    grids = {}
    for name in list(SCREENS)[:: step]:
        table, seat = SCREENS[name]((columns, rows))
        grids[name] = paint(table.scenes[seat], table.grids[seat])
    return grids


# Of which board, what differs, and which golden screens: all of them for the boards that there are.
KINDS = {
    "Thumby": ("tinycircuits_thumby", {}, 1),
    "Thumby upside down": ("tinycircuits_thumby", {"display": {"rotation": 180}}, 6),
    "SSD1306 128x64": ("tinycircuits_thumby", {"width": 128, "height": 64, "columns": 21, "rows": 5, "display": {"left": 0, "reset": None}}, 2),
    "Pico Display": ("pico_display", {}, 1),
    "Pico Display turned": ("pico2_display", {"display": {"rotation": 270}}, 8),
    "Pico Display 2.0": ("pico_display_2", {}, 1),
    "Pico Display 2.0 turned, small cells": ("pico_display_2", {"columns": 53, "rows": 20, "display": {"rotation": 270}}, 16),
    "Pico-LCD-1.3": ("pico_lcd_1_3", {}, 1),
    "240x240 upright": ("pico_lcd_1_3", {"columns": 26, "rows": 10, "display": {"rotation": 0, "top": 0}}, 6),
    "240x240 upside down": ("pico_lcd_1_3", {"columns": 26, "rows": 10, "display": {"rotation": 180, "top": 80}}, 6),
    "240x320 upright": ("pico_display_2", {"width": 240, "height": 320, "columns": 26, "rows": 10, "display": {"rotation": 0}}, 6),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_shows_what_the_simulator_shows_and_a_row_a_call(kind, unix_vm, tmp_path, monkeypatch):
    name, changed, step = KINDS[kind]
    board = definition(name, **changed)
    grids = screens(board["columns"], board["rows"], step)
    assert len(grids) > 100 // step
    monkeypatch.setenv("CREWLINK_TRACE", str(tmp_path / "trace"))
    cells = b"".join(bytes(grid.glyphs) + bytes(grid.pairs) for grid in grids.values())
    said = run(unix_vm, board, SHOW, [("screens", cells)])
    assert said.split() == [str(len(grids)), "1"]
    sent = Sent(board, (tmp_path / "trace").read_bytes())
    for i, (screen, grid) in enumerate(grids.items()):
        assert sent.to_mark() == i
        assert virtual_panel.snapshot(sent.panel) == (board["width"], board["height"], expected(grid, board)), screen


FEW = """
from firmware.grid import Grid
grid = Grid(board.columns, board.rows)
while board.refresh(grid):
    pass
machine.mark(0)
grid.put(3, 1, 0x41)
grid.put(9, 1, 0x42)
grid.put(10, 1, 0x43)
board.refresh(grid)
machine.mark(1)
"""


@pytest.mark.parametrize("name, most", [("pico_display", 3 * 144 + 2 * 11), ("tinycircuits_thumby", 3 * 30 + 2 * 6)])
def test_only_the_spans_that_changed_are_sent(name, most, unix_vm, tmp_path, monkeypatch):
    """Three cells in two spans: their pixels and two address windows."""
    monkeypatch.setenv("CREWLINK_TRACE", str(tmp_path / "trace"))
    run(unix_vm, definition(name), FEW)
    sent = Sent(definition(name), (tmp_path / "trace").read_bytes())
    assert sent.to_mark() == 0
    assert sent.to_mark() == 1
    assert sent.counted == most


class Sideways:
    """An SH1107 of 64 columns and 128 lines in pages of eight, from what comes over I2C; seen from the side, as CircuitPython's driver does.

    That driver, run over host_tools/panels.py with rotation 90, puts the pixel that is held at (x, y) into column 63 - y, line x.
    """

    TAKES = {0x81, 0xA8, 0xD3, 0xD9, 0xDB, 0xDC}

    def __init__(self, trace):
        self.memory = bytearray(64 * 16)
        self.lit = False
        self.marks = []
        page = column = at = 0
        while at < len(trace):
            kind, value = trace[at : at + 1], trace[at + 2] | trace[at + 3] << 8
            data = trace[at + 4 : at + 4 + value] if kind in b"SI" else b""
            at += 4 + len(data)
            if kind == b"M":
                self.marks.append(self.picture())
            elif kind == b"I" and data[0] == 0x40:
                assert column + len(data) - 1 <= 64
                self.memory[page * 64 + column : page * 64 + column + len(data) - 1] = data[1:]
                column += len(data) - 1
            elif kind == b"I":
                assert data[0] == 0
                commands = iter(data[1:])
                for command in commands:
                    if command & 0xF0 == 0xB0:
                        page = command & 15
                    elif command < 0x10:
                        column = column & 0xF0 | command
                    elif command < 0x18:
                        column = column & 15 | (command & 7) << 4
                    elif command in (0xAE, 0xAF):
                        self.lit = command == 0xAF
                    elif command in self.TAKES:
                        next(commands)

    def picture(self):
        pixels = bytearray()
        for y in range(64):
            for x in range(128):
                pixels += bytes((255 * (self.memory[x // 8 * 64 + 63 - y] >> x % 8 & 1),)) * 3
        return bytes(pixels)


def test_a_panel_on_its_side_shows_what_the_simulator_shows(unix_vm, tmp_path, monkeypatch):
    wiring = {"driver": "sh1107", "i2c": 0, "scl": 5, "sda": 4, "address": 0x3C, "frequency": 400000, "rotation": 90}
    board = definition("tinycircuits_thumby", width=128, height=64, columns=21, rows=5)
    board["display"] = wiring
    grids = screens(21, 5, 2)
    monkeypatch.setenv("CREWLINK_TRACE", str(tmp_path / "trace"))
    cells = b"".join(bytes(grid.glyphs) + bytes(grid.pairs) for grid in grids.values())
    said = run(unix_vm, board, SHOW, [("screens", cells)])
    assert said.split() == [str(len(grids)), "1"]
    panel = Sideways((tmp_path / "trace").read_bytes())
    assert panel.lit
    for (screen, grid), shown in zip(grids.items(), panel.marks, strict=True):
        assert shown == expected(grid, board), screen

"""What a display's bus carries: bytes sent for a cursor moved to the next card, for a card played, and for a full screen.

Serves `make bench`. The bytes are those of CircuitPython's own display library and panel drivers (host_tools/panels.py), commands
included; on SPI at 24 MHz a byte takes 0.33 microseconds, on I2C at 400 kHz 22 to 25. The screens are those of a real attempt.
"""

import importlib

from firmware.app import Handheld
from firmware.grid import Grid
from firmware.wire import KEY_NEXT
from host_tools import panels
from host_tools.boards import BOARDS
from host_tools.font import SHEET
from host_tools.robots import Crew
from host_tools.wiring import definition

# By the board in host_tools/boards.py: its folder, memory of its controller, and what its driver is given.
PANELS = {
    "pygamer": ("pygamer", (132, 162), "adafruit_st7735r", "ST7735R", {"rotation": 270}),
    "clue": ("clue_nrf52840_express", (240, 320), "adafruit_st7789", "ST7789", {"rowstart": 80}),
    "feather_oled": ("feather_nrf52840_oled", (64, 128), "adafruit_displayio_sh1107", "SH1107", {"rotation": 90}),
}


class Display:
    """A board's display: ``show(grid)`` returns how many bytes it took to show what differs."""

    def __init__(self, board):
        folder, memory, module, driver, more = PANELS[board]
        panels.displayio().displays.clear()
        start = panels.starter()
        settings = definition(folder)
        make = panels.one_bit_panel if settings["mono"] else panels.colour_panel
        self._panel = make(*memory)
        made = getattr(importlib.import_module(module), driver)
        display = made(self._panel, width=settings["width"], height=settings["height"], auto_refresh=False, **more)
        self._screen = start.make_screen(settings, display, start.read_sheet(str(SHEET), settings["mono"]))
        self._grid = Grid(settings["columns"], settings["rows"])
        for _ in range(2):  # the library sends a whole screen twice at first
            self._grid.repaint()
            self.show(self._grid)

    def show(self, grid):
        self._grid.glyphs[:] = grid.glyphs
        self._grid.pairs[:] = grid.pairs
        self._panel.bytes = 0
        while self._screen.refresh(self._grid, 0):
            pass
        return self._panel.bytes

    def show_all(self):
        """Show every cell anew."""
        self._grid.repaint()
        return self.show(self._grid)


def measure(board):
    """Return the bytes of a cursor moved, a card played and a full screen on one of PANELS."""
    for seed in range(20):
        crew = Crew(4, seed=seed, start=Handheld, board=BOARDS[board])
        crew.gather()
        crew.deal(10)
        crew.play(until=lambda: crew.tricks() >= 1)
        if not crew.ended():
            break  # the attempt did not end with its first trick
    crew.rest()
    crew.table.run(6000)  # what came up by itself has gone
    place = next(i for i, handheld in enumerate(crew.table.handhelds) if handheld.scene.mine())
    handheld, simulated = crew.table.handhelds[place], crew.table.boards[place]
    display = Display(board)
    display.show(handheld.grid)
    full = display.show_all()
    moved = 0
    step = simulated.keys.index(KEY_NEXT)
    for _ in range(4):  # the first step may only bring the cursor in
        simulated.press(step)
        crew.table.run(60)
        simulated.release(step)
        crew.table.run(700)
        moved = max(moved, display.show(handheld.grid))
    before = bytes(handheld.scene.view)
    crew.play(until=lambda: bytes(handheld.scene.view) != before)
    crew.rest()
    return moved, display.show(handheld.grid), full


def report(rows):
    """Add the rows of all PANELS to a bench.Report."""
    for board in PANELS:
        kind = BOARDS[board]
        size = "%dx%d %s" % (kind.columns, kind.rows, "one bit" if kind.mono else "colour")
        moved, played, full = measure(board)
        rows.add("display bytes, %s: cursor to another card" % size, "%d B" % moved)
        rows.add("display bytes, %s: a card played" % size, "%d B" % played)
        rows.add("display bytes, %s: full screen" % size, "%d B" % full)

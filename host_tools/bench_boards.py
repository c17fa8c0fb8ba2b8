"""What each board's memory holds while the crew plays: the table of docs/HARDWARE.md, against the budget of 100 KB.

    python -m host_tools.bench_boards            print it
    python -m host_tools.bench_boards --write    and put it between the marks in docs/HARDWARE.md

Serves whoever chooses a board and whoever makes something larger. The handheld is measured on the 32-bit VM with the board's grid,
in the middle of a trick, compiled as it is installed, with line numbers (host_tools/bench.py leaves them out). What the board adds is

- MicroPython: measured there too, with a ``machine`` of nothing: modules, font, panel, keys, line; and the UART's buffers.
- CircuitPython: its modules, measured there as well over libraries of nothing; the grid on the display, the library for big words and
  the UART's buffer as they were measured on real firmware in an emulated RP2040: 9.5 KB for 26x10 cells and 22.3 KB for
  40x20, between them and beyond by cells and rows; 10.7 KB; 2 KB.
"""

import argparse
import ast
import pathlib
import sys
import tempfile

from firmware.app import Handheld
from firmware.texts import S_TRICK
from host_tools import boards, bundle, install_build, vm
from host_tools.font import SHEET
from host_tools.robots import Crew, Device
from host_tools.tape import BOARD as TAPED, HANDHELD, Tape

KB = 1024
BUDGET = 100
HARDWARE = vm.ROOT / "docs" / "HARDWARE.md"
BEGIN, END = "<!-- memory: made by python -m host_tools.bench_boards --write -->", "<!-- memory: end -->"

# CircuitPython's, in KB.
GRID_CELL, GRID_ROW = 12.07 / KB, 659 / KB  # 9.5 at 26x10, 22.3 at 40x20
WORDS = 10.7
RECEIVES = 2.0
# MicroPython's: buffers of 2048 and 512 bytes, and what each takes beside.
UART = 2.55

# A ``machine`` that keeps nothing, for what a board's own objects take: pins and buses lie outside the heap there.
NOTHING = b"""
class Nothing:
    IN = OUT = PULL_UP = IRQ_FALLING = IRQ_RISING = 0
    def __call__(self, *given, **named):
        return self
    def nothing(self, *given, **named):
        return 0
    irq = write = writeto = duty_u16 = any = readinto = nothing
Pin = SPI = I2C = UART = PWM = ADC = WDT = Nothing()
disable_irq = enable_irq = Pin.nothing
def unique_id():
    return b"12345678"
"""
# CircuitPython's modules, each of them nothing.
STUBS = """
import sys
class Nothing:
    def __call__(self, *given, **named):
        return self
    def __getattr__(self, name):
        return self
    def __or__(self, other):
        return self
for name in ("_bleio analogio board busdisplay busio digitalio displayio fourwire i2cdisplaybus keypad microcontroller supervisor fontio terminalio "
             "tilepalettemapper traceback usb_cdc watchdog adafruit_display_text adafruit_st7789 adafruit_displayio_sh1107").split():
    sys.modules[name] = Nothing()
sys.modules["adafruit_display_text.label"] = Nothing()
"""
# A radio, as little of one as its driver needs to start.
RADIO = b"""
class BLE:
    def nothing(self, *given, **named):
        pass
    active = config = irq = gatts_set_buffer = gap_advertise = gatts_read = gatts_notify = nothing
    def gatts_register_services(self, services):
        return ((1, 2),)
def UUID(text):
    return bytes(16)
"""
BASE = "import machine, time, struct, os, io, sys, binascii, framebuf\nos.urandom = bytes\nDEFINITION = %r\n"


def names():
    """Return the folders of all boards."""
    return sorted(path.parent.name for path in (vm.ROOT / "boards").glob("*/definition.py"))


def platform_names():
    """Return text that names what firmware/hal calls by names of the platform. A board has those letters in its firmware, the VM would
    keep them on its heap."""
    used, own = set(), set()
    for path in (vm.ROOT / "firmware" / "hal").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                (used if isinstance(node.ctx, ast.Load) else own).add(node.attr)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                own.add(node.name)
            elif isinstance(node, ast.keyword):
                used.add(node.arg)
            elif isinstance(node, ast.ImportFrom) and not node.module.startswith(("firmware", "engine")):
                used.update(node.module.split("."), (each.name for each in node.names))
    names = sorted(used - own - {None})
    return "def known(x):\n" + "".join("    x.%s\n" % name for name in names)


def recorded(settings):
    """Return the tape of a dealing handheld with this grid through the first trick of mission 10: data, commands, turns."""
    keys = tuple(boards.Key(label, role, "round", (), "") for label, _, role in settings["keys"])
    board = boards.Board(settings["title"], settings["width"], settings["height"], settings["columns"], settings["rows"], settings["mono"], keys)
    for seed in range(20):
        first = []

        def start(made, first=first):  # the others need no screens
            first.append(made)
            return Handheld(made) if made is first[0] else Device(made)

        crew = Crew(4, seed=seed, start=start, board=board)
        tape = Tape(crew.table, 0)
        commands = tape.commands()
        crew.gather()
        crew.deal(10)
        crew.play(until=lambda crew=crew: crew.tricks() >= 1)
        if crew.scene(0).screen == S_TRICK:
            break  # the attempt did not end with its first trick
    assert crew.scene(0).screen == S_TRICK, "what is to be measured is a trick"
    return bytes(tape.data), commands, tape.turns


class Measured:
    """What is bundled once and played with every board."""

    def __init__(self, folder):
        self._folder = folder
        given = {"host_tools/vm_board.py": (vm.ROOT / "host_tools" / "vm_board.py").read_text(), "board.py": TAPED, "handheld.py": HANDHELD}
        self._made = bundle.bundle(folder / "met", outside=given).outside
        bundle.bundle(folder / "bundle")
        self._handhelds = {}

    def handheld(self, settings):
        """Return the KB of a handheld with this grid, in a trick."""
        size = settings["columns"], settings["rows"], settings["mono"]
        if size not in self._handhelds:
            data, commands, turns = recorded(settings)
            steps = ["COMMANDS = %r\n" % commands + self._made["board.py"], self._made["handheld.py"], "play(board, device, %d)" % turns]
            tape = ("host_tools/vm_board.py", self._made["host_tools/vm_board.py"].encode()), ("tape", data)
            done = vm.node(steps, [("", self._folder / "met"), *tape])
            self._handhelds[size] = (done[2].held - done[0].held) / KB
        return self._handhelds[size]

    def micro(self, settings):
        """Return the KB of what a MicroPython board adds: ``(modules and objects, buffers)``."""
        files = [("", self._folder / "bundle"), ("machine.py", NOTHING), ("lib/font.bin", SHEET)]
        base = platform_names() + BASE % settings
        if settings["radio"] != "none":
            files.append(("bluetooth.py", RADIO))
            base += "import bluetooth\n"
        steps = [base, "import engine\nimport firmware\n", "from firmware.hal.micro import Board\nboard = Board(DEFINITION, '.')\n"]
        return vm.heap_of(steps, files)[2] / KB, 0, 0, UART if settings["uart"] else 0

    def circuit(self, settings):
        """Return the KB of what a CircuitPython board adds: ``(modules, grid on the display, words, buffers)``."""
        modules = ["circuit", "circuit_screen", "circuit_keys", "circuit_line"]
        modules += ["circuit_battery"] if settings["battery"] else []
        modules += ["circuit_words"] if settings.get("big_words") else []
        modules += ["air_circuit"] if settings["radio"] != "none" else []
        loads = "".join("import firmware.hal.%s\n" % module for module in modules)
        loads += "import crew_hub\n" if settings["radio"] != "none" else ""
        grid = GRID_CELL * settings["columns"] * settings["rows"] + GRID_ROW * settings["rows"]
        held = vm.heap_of([platform_names() + STUBS, "import engine\nimport firmware\n", loads], [("", self._folder / "bundle")])[2]
        return held / KB, grid, WORDS if settings.get("big_words") else 0, RECEIVES


def row(name, measured):
    """Return a board's row: name, platform, cells, then the KB of handheld, modules, display, words, buffers."""
    settings = install_build.definition(name)
    added = measured.micro(settings) if settings["platform"] == "micropython" else measured.circuit(settings)
    return (name, settings["platform"], "%dx%d" % (settings["columns"], settings["rows"]), measured.handheld(settings), *added)


def table(rows):
    """Return the rows as Markdown."""
    lines = [
        "| board | platform | cells | handheld | its modules and objects | grid on the display | big words | UART | together | of %d KB |" % BUDGET,
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, platform, cells, *parts in rows:
        together = sum(parts)
        shown = " | ".join("%.1f" % part if part else "-" for part in parts)
        verdict = "%.0f %%" % (100 * together / BUDGET) + (" **OVER**" if together > BUDGET else "")
        lines.append("| `%s` | %s | %s | %s | %.1f | %s |" % (name, platform, cells, shown, together, verdict))
    return "\n".join(lines)


def write(text, path=HARDWARE):
    """Put the table between the marks of the page."""
    page = path.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")


def main(arguments=None):
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.bench_boards", description="Measure what each board's memory holds.")
    parser.add_argument("--write", action="store_true", help="put the table into docs/HARDWARE.md")
    parser.add_argument("boards", nargs="*", help="folders of boards; without any, all")
    chosen = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="crewlink-boards-") as folder:
            measured = Measured(pathlib.Path(folder))
            rows = [row(name, measured) for name in chosen.boards or names()]
    except vm.VmMissing as missing:
        print("No memory figures: %s" % missing, file=sys.stderr)
        return 1
    print(table(rows))
    if chosen.write:
        write(table(rows))
    return 0 if all(sum(parts) <= BUDGET for _, _, _, *parts in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

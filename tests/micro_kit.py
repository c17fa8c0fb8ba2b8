"""Runs firmware/hal/micro.py on the 64-bit VM over tests/fake_machine.py, and makes pictures of what it sends.

Serves the tests of MicroPython boards. ``run`` starts a script after a prelude that makes ``board``; ``replay`` gives what
was sent to the panel that the virtual boards decode (host_tools/virtual_panel.py).
"""

import ast
import io

from host_tools import picture, virtual_panel, vm
from host_tools.font import SHEET

MICRO = sorted(
    path.parent.name for path in (vm.ROOT / "boards").glob("*/definition.py") if '"platform": "micropython"' in path.read_text(encoding="utf-8")
)

FILES = [
    "firmware/__init__.py", "firmware/clock.py", "firmware/grid.py", "firmware/marks.py", "firmware/palette.py", "firmware/wire.py",
    "firmware/hal", ("machine.py", vm.ROOT / "tests" / "fake_machine.py"), ("lib/font.bin", SHEET), ("lib/text.bin", bytes(range(256))),
]  # fmt: skip

# The clock stands until a script turns it. Sleeping turns it too.
PRELUDE = """
import gc, time
clock = [1000]
class Time:
    def ticks_ms():
        return clock[0]
    def sleep_ms(n):
        clock[0] += n
import firmware.hal.micro_keys, firmware.hal.st7789, firmware.hal.ssd1306, firmware.hal.micro, machine
firmware.hal.micro.ticks_ms = firmware.hal.micro_keys.ticks_ms = Time.ticks_ms
firmware.hal.st7789.time = firmware.hal.ssd1306.time = Time
from firmware.hal.micro import Board
DEFINITION = %r
board = Board(DEFINITION, ".")
"""


def definition(name, **changed):
    """Return the DEFINITION of a board, with some keys changed; a dict changes keys inside ``display``."""
    text = (vm.ROOT / "boards" / name / "definition.py").read_text(encoding="utf-8")
    found = ast.literal_eval(ast.parse(text).body[1].value)
    found["display"].update(changed.pop("display", {}))
    found.update(changed)
    return found


def run(unix_vm, definition, script, files=()):
    """Run ``script`` behind the prelude; return what it printed."""
    return unix_vm(PRELUDE % definition + script, FILES + list(files))


class Sent:
    """What a board sent, record by record, given to the panel of its definition."""

    def __init__(self, definition, trace):
        self.panel = virtual_panel.panel(definition)
        self._reader = io.BytesIO(trace)
        self.duties = []
        self.counted = 0  # bytes on the panel's bus since the last mark

    def to_mark(self):
        """Take in the records up to the next mark; return its number, -1 at the end."""
        self.counted = 0
        while True:
            head = self._reader.read(4)
            if not head:
                return -1
            number, value = head[1], head[2] | head[3] << 8
            if head[:1] == b"M":
                return value
            if head[:1] == b"P":
                self.panel.pin(number, value)
            elif head[:1] == b"L":
                self.duties.append(value)
                self.panel.duty(number, value)
            else:
                data = self._reader.read(value)
                self.counted += len(data)
                self.panel.bus(data)


def expected(grid, definition):
    """Return what the display should show of a grid, as virtual_panel.snapshot has it: the simulator's picture in the display's middle."""
    from PIL import Image

    width, height = definition["width"], definition["height"]
    scale = 2 if 12 * grid.columns <= width and 24 * grid.rows <= height else 1
    shown = picture.image(grid, scale, definition["mono"])
    whole = Image.new("RGB", (width, height))
    whole.paste(shown, ((width - shown.width) // 2, (height - shown.height) // 2))
    if not definition["mono"]:  # five bits of red and blue, six of green
        whole = Image.merge("RGB", [band.point([value & mask for value in range(256)]) for band, mask in zip(whole.split(), (0xF8, 0xFC, 0xF8))])
    return whole.tobytes()

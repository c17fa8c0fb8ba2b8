"""A CircuitPython board without hardware: the modules that firmware/hal/circuit.py asks for, as far as it asks, and what it did.

The display is real (host_tools/panels.py). All else stands here: a clock that a test turns, pins with names, scanners whose
queues run over, a UART with errors, readings of pins, a watchdog, a memory that survives a reset.
"""

import importlib
import shutil
import sys
import types

import pytest

from host_tools import panels
from tests.test_circuit_screen import FONT, definition

OURS = ("circuit", "circuit_cipher", "circuit_start", "circuit_screen", "circuit_keys", "circuit_line", "circuit_battery", "circuit_usb", "echo", "drive")


class Reset(Exception):
    """microcontroller.reset() was called."""


class Event:
    def __init__(self, key_number=0, pressed=True, timestamp=None):
        self.key_number, self.pressed, self.timestamp = key_number, pressed, timestamp


class Events:
    """A scanner's queue, of eight events."""

    most = 8

    def __init__(self):
        self.waiting = []
        self.overflowed = False

    def add(self, number, pressed, at):
        if len(self.waiting) == self.most:
            self.overflowed = True
        else:
            self.waiting.append((number, pressed, at))

    def get_into(self, event):
        if not self.waiting:
            return False
        event.key_number, event.pressed, event.timestamp = self.waiting.pop(0)
        return True

    def get(self):
        event = Event()
        return event if self.get_into(event) else None

    def clear(self):
        self.waiting.clear()
        self.overflowed = False


class Scanner:
    """keypad.Keys or keypad.ShiftRegisterKeys: ``pins`` are names, ``down`` what is held."""

    def __init__(self, desk, pins, more):
        self.desk, self.pins, self.more = desk, pins, more
        self.events = Events()
        self.down = set()
        self.gone = False
        desk.scanners.append(self)
        for number, name in enumerate(pins):
            if name in desk.held:
                self.turn(number, True)

    def turn(self, number, pressed):
        (self.down.add if pressed else self.down.discard)(number)
        self.events.add(number, pressed, self.desk.now)

    def reset(self):
        """All count as released: what is down makes an event again, at the next scan."""
        self.desk.later.append(lambda: [self.events.add(number, True, self.desk.now) for number in sorted(self.down)])

    def deinit(self):
        self.gone = True


class Uart:
    """busio.UART: what ``coming`` holds is read, an Exception in it is raised."""

    def __init__(self, desk, tx, rx, **more):
        if desk.no_room_for_uart:
            desk.no_room_for_uart -= 1
            raise MemoryError
        self.pins, self.more = (tx, rx), more
        self.coming = []
        self.sent = b""
        self.gone = False
        self.stuck = False
        desk.uarts.append(self)

    @property
    def in_waiting(self):
        return 0 if self.stuck else sum(1 if isinstance(each, Exception) else len(each) for each in self.coming)

    def readinto(self, buffer):
        assert self.coming and not self.stuck, "a read that finds nothing may wait for ever on some chips"
        piece = self.coming.pop(0)
        if isinstance(piece, Exception):
            raise piece
        n = min(len(piece), len(buffer))
        buffer[:n] = piece[:n]
        if piece[n:]:
            self.coming.insert(0, piece[n:])
        return n

    def write(self, data):
        self.sent += bytes(data)
        return len(data)

    def deinit(self):
        self.gone = True


class Gauge:
    """board.I2C() with a MAX17048, or whatever else answers: ``percent`` is None for nobody."""

    def __init__(self):
        self.percent = 80
        self.locked = False

    def try_lock(self):
        self.locked, was = True, self.locked
        return not was

    def unlock(self):
        self.locked = False

    def writeto_then_readfrom(self, address, out, into):
        assert self.locked and (address, bytes(out)) == (0x36, b"\x04")
        if self.percent is None:
            raise OSError(19, "no such device")
        into[0], into[1] = self.percent, 128


class Pins:
    """The module board: every name is a pin of that name, but for those a test takes away."""

    def __init__(self, desk):
        self._desk = desk

    def __getattr__(self, name):
        if name == "DISPLAY":
            return self._desk.display
        if name == "I2C":
            return lambda: self._desk.gauge
        return name


class Desk:
    """The board as a test sees it. ``plug`` puts its modules in place, ``make`` makes the Board of a definition."""

    def __init__(self, monkeypatch, root):
        self.monkeypatch, self.root = monkeypatch, root
        self.now = 1000
        self.held = set()
        self.later = []
        self.scanners, self.uarts = [], []
        self.no_room_for_uart = 0
        self.readings = {}  # by pin: what AnalogIn reads
        self.reference = 3.3
        self.gauge = Gauge()
        self.display = None
        self.nvm = bytearray(b"\xff" * 16)
        self.watchdog = types.SimpleNamespace(timeout=0, mode=None, meals=0)
        self.watchdog.feed = self._meal
        self.runtime = types.SimpleNamespace(autoreload=True, ble_workflow=True, safe_mode_reason=None)
        self.uid = bytes(range(8))
        self._plug()

    def _meal(self):
        self.watchdog.meals += 1

    def _plug(self):
        panels.displayio().displays.clear()
        space = types.SimpleNamespace

        def reset():
            raise Reset

        desk = self
        self.modules = {
            "board": Pins(self),
            "microcontroller": space(
                cpu=space(uid=self.uid), nvm=self.nvm, watchdog=self.watchdog, reset=reset,
                pin=types.SimpleNamespace(GPIO2="cpu.GPIO2"),
            ),
            "supervisor": space(ticks_ms=lambda: desk.now & 0x1FFFFFFF, runtime=self.runtime),
            "keypad": space(
                Event=Event,
                Keys=lambda pins, **more: Scanner(desk, pins, more),
                ShiftRegisterKeys=lambda **more: Scanner(desk, [(more["data"], i) for i in range(more["key_count"])], more),
            ),
            "busio": space(UART=lambda tx, rx, **more: Uart(desk, tx, rx, **more)),
            "analogio": space(AnalogIn=lambda pin: Reading(desk, pin)),
            "usb_cdc": space(data=None),
            "watchdog": space(WatchDogMode=space(RESET="reset")),
        }  # fmt: skip
        for name, module in self.modules.items():
            self.monkeypatch.setitem(sys.modules, name, module)
        for name in OURS:
            self.monkeypatch.delitem(sys.modules, "firmware.hal." + name, raising=False)

    def fresh(self, name):
        """Import one of our modules over the modules of this desk."""
        return importlib.import_module("firmware.hal." + name)

    def make(self, definition):
        self.monkeypatch.delitem(sys.modules, "firmware.hal.circuit_start", raising=False)
        panels.starter()
        return self.fresh("circuit").Board(definition, str(self.root))

    def scan(self):
        """The scanners' next turn."""
        for act in self.later:
            act()
        self.later.clear()


class Reading:
    def __init__(self, desk, pin):
        self._desk, self._pin = desk, pin

    @property
    def reference_voltage(self):
        return self._desk.reference

    @property
    def value(self):
        value = self._desk.readings[self._pin]
        return value.pop(0) if isinstance(value, list) and len(value) > 1 else value[0] if isinstance(value, list) else value


@pytest.fixture
def desk(monkeypatch, tmp_path):
    """A board's modules, and its drive with what an installation has put there."""
    (tmp_path / "lib").mkdir()
    shutil.copy(FONT, tmp_path / "lib" / "font.bin")
    (tmp_path / "lib" / "text.bin").write_bytes(bytes(range(200)))
    desk = Desk(monkeypatch, tmp_path)
    desk.display = display(160, 128)
    desk.readings = {"A6": 41000, "JOYSTICK_X": 32768, "JOYSTICK_Y": 32768, "VOLTAGE_MONITOR": 41000}
    return desk


def display(width, height):
    driver = importlib.import_module("adafruit_st7735r").ST7735R
    return driver(panels.colour_panel(132, 162), width=width, height=height, rotation=270, auto_refresh=True)


@pytest.fixture
def board(desk):
    return desk.make(definition("pygamer"))

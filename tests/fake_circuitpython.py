"""What firmware/hal/circuit.py asks of CircuitPython, for a MicroPython VM: enough to run it, and nothing that allocates once it is made.

Serves tests/test_circuit_on_vm.py, whose script imports it first. No pixels here: those are tested where CircuitPython's own
display library runs.
"""

import os
import sys


class Space:
    """A module: names and what they stand for."""

    def __init__(self, **names):
        for name in names:
            setattr(self, name, names[name])


class Bitmap(bytearray):
    def __init__(self, width, height, values):
        super().__init__(width * height // 8)

    def dirty(self):
        pass


class Group:
    def __init__(self, scale=1, x=0, y=0):
        pass

    def append(self, what):
        pass


class TileGrid:
    def __init__(self, sheet, pixel_shader=None, width=1, **more):
        self.tiles = bytearray(width)

    def __setitem__(self, at, value):
        self.tiles[at] = value


class Mapper:
    def __init__(self, palette, count):
        self.written = 0

    def __setitem__(self, at, colours):
        assert type(colours) is list
        self.written += 1


class Display:
    sent = 0
    brightness = 1.0

    def refresh(self):
        self.sent += 1
        return True


class Event:
    def __init__(self):
        self.key_number = 0
        self.pressed = True
        self.timestamp = 0


class Scanner:
    """Its queue is itself: ``waiting`` events of key 1, pressed and released in turn, or ``plan``: (time, key, pressed)."""

    def __init__(self, *pins, **more):
        self.events = self
        self.waiting = 0
        self.plan = []
        self.overflowed = False

    def get_into(self, event):
        if self.plan and self.plan[0][0] <= clock[0]:
            event.timestamp, event.key_number, event.pressed = self.plan.pop(0)
            return True
        if not self.waiting:
            return False
        self.waiting -= 1
        event.key_number = 1
        event.pressed = bool(self.waiting & 1)
        event.timestamp = clock[0]
        return True

    def reset(self):
        pass

    def clear(self):
        self.waiting = 0
        self.overflowed = False


class Uart:
    def __init__(self, tx, rx, **more):
        self.in_waiting = 0
        self.sent = 0

    def readinto(self, buffer):
        n = self.in_waiting
        for i in range(n):
            buffer[i] = i
        self.in_waiting = 0
        return n

    def write(self, data):
        self.sent += len(data)

    def deinit(self):
        pass


class Reading:
    reference_voltage = 3.3

    def __init__(self, pin):
        self.value = 41000 if pin == "A6" else 32768


class Pins:
    DISPLAY = Display()

    def __getattr__(self, name):
        return name


clock = [1000]
pace = [0]  # milliseconds that each look at the clock takes
end = [1 << 28]  # when Ctrl-C comes
nvm = bytearray(16)


def ticks_ms():
    clock[0] += pace[0]
    if clock[0] > end[0]:
        raise KeyboardInterrupt
    return clock[0]


def make(kind):
    def made(*given, **more):
        last[kind] = kind(*given, **more)
        return last[kind]

    return made


last = {}  # the newest of each kind
pins = Pins()
for name, module in {
    "displayio": Space(Bitmap=Bitmap, Group=Group, Palette=lambda n: [0] * n, TileGrid=TileGrid, release_displays=None),
    "tilepalettemapper": Space(TilePaletteMapper=Mapper),
    "board": pins,
    "microcontroller": Space(cpu=Space(uid=b"12345678"), nvm=nvm, watchdog=None, reset=None),
    "supervisor": Space(ticks_ms=ticks_ms, runtime=Space(autoreload=True)),
    "keypad": Space(Event=Event, Keys=make(Scanner), ShiftRegisterKeys=make(Scanner)),
    "busio": Space(UART=make(Uart)),
    "analogio": Space(AnalogIn=Reading),
    "os": Space(mkdir=os.mkdir, urandom=os.urandom, sync=lambda: None),
}.items():
    sys.modules[name] = module

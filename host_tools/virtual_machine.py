"""The module ``machine`` of a virtual board: pins, buses, UART and ADC whose other end is a program on the desktop.

Runs on the MicroPython VM only; virtual_boot.py puts it where programs find ``machine``. It offers what firmware/hal/micro.py and
its drivers ask of a real one, with the same names and answers, and nothing of a desktop's. What goes out (SPI, I2C,
pins, the backlight's PWM) is told through a pipe and shown by virtual_panel.py; what comes in is read from a page of
bytes (virtual_wires.py) or, for the UART, from a pty.
"""

import select
import sys
import time

from micropython import const

import virtual_wires as wires

_PATIENCE = const(2)  # milliseconds that reading an empty UART waits for bytes, so that a ring of boards leaves each other the processor
_ROOM = const(2048)  # a UART's buffers
_MOST = const(0x8000)  # bytes of one message

_plugged = {}
_page = None
_pipe = None
_byte = bytearray(1)
_watched = []  # pins with a handler
_masked = False
_head = bytearray(4)


def plug(wiring, page):
    """Take the open ends of the wires, before anything else."""
    global _page, _pipe
    _plugged.update(wiring)
    _page = page
    _pipe = open(wiring["pipe"], "wb")


def tell(kind, which=0, data=b""):
    """Send one message to the desktop (virtual_wires.py)."""
    view = memoryview(data)
    at = 0
    while True:
        n = min(len(view) - at, _MOST)
        _head[0] = kind
        _head[1] = which
        _head[2] = n & 255
        _head[3] = n >> 8
        _write(_head)
        if n:
            _write(view[at : at + n])
        at += n
        if at >= len(view):
            return


def _write(data):
    done = 0
    while done < len(data):
        done += _pipe.write(memoryview(data)[done:]) or 0


def wait():
    """Wait for the end that the desktop gives this VM."""
    while True:
        try:
            time.sleep(1)
        except KeyboardInterrupt:
            pass


def reset():
    """As the button does. Never returns."""
    tell(wires.RESET)
    wait()


def soft_reset():
    sys.exit()


def unique_id():
    return _plugged["chip"]


def freq(hertz=None):
    return 125_000_000


def reset_cause():
    return 1


PWRON_RESET = 1
WDT_RESET = 3


def disable_irq():
    global _masked
    was = _masked
    _masked = True
    return was


def enable_irq(state=False):
    global _masked
    _masked = state
    interrupt()


def interrupt():
    """Let the interrupts come that are due."""
    if not _masked:
        for pin in _watched:
            pin.look()


def idle():
    time.sleep_ms(1)


def lightsleep(milliseconds=0):
    time.sleep_ms(milliseconds)


class Pin:
    """A GPIO, 0-28. Inputs read what the page says; outputs are told when they change."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=-1, value=None):
        if not isinstance(id, int) or not 0 <= id < 30:
            raise ValueError("no such pin")
        self.id = id
        self._mode = self.IN
        self._out = -1
        self.init(mode, pull, value)

    def irq(self, handler=None, trigger=12, hard=False):
        """Interrupts come when the program next touches its UART, a bus or the watchdog."""
        self._handler = handler
        self._trigger = trigger
        self._seen = self._level()
        if self not in _watched:
            _watched.append(self)

    def _level(self):
        _page.seek(wires.READS + self.id)
        _page.readinto(_byte)
        _byte[0] = _byte[0] + 1 & 255
        _page.seek(wires.READS + self.id)
        _page.write(_byte)
        _page.seek(wires.LEVEL + self.id)
        _page.readinto(_byte)
        return _byte[0]

    def look(self):
        """Call the handler if the level has changed as it awaits."""
        level = self._level()
        if level != self._seen:
            self._seen = level
            if self._handler and self._trigger & (self.IRQ_RISING if level else self.IRQ_FALLING):
                self._handler(self)

    def init(self, mode=-1, pull=-1, value=None):
        if mode is not None and mode >= 0:
            self._mode = mode
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            if self._mode == self.OUT:
                return max(self._out, 0)
            return self._level()
        level = 1 if level else 0
        if level != self._out:
            self._out = level
            _byte[0] = level
            tell(wires.PIN_OUT, self.id, _byte)

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def toggle(self):
        self.value(not self._out)


class SPI:
    """A bus that only sends; what it sends is for the display."""

    MSB = 0
    LSB = 1

    def __init__(self, id, baudrate=1_000_000, **rest):
        self._id = id

    def init(self, baudrate=1_000_000, **rest):
        pass

    def deinit(self):
        pass

    def write(self, data):
        interrupt()
        tell(wires.SPI_OUT, self._id, data)


class I2C:
    """A bus on which every address listens; what is sent is for the display."""

    def __init__(self, id=0, scl=None, sda=None, freq=400_000, **rest):
        self._frame = bytearray(0)

    def writeto(self, address, data, stop=True):
        interrupt()
        tell(wires.I2C_OUT, address, data)
        return len(data)

    def writevto(self, address, pieces, stop=True):
        self.writeto(address, b"".join(bytes(piece) for piece in pieces))
        return len(pieces)

    def writeto_mem(self, address, register, data, addrsize=8):
        self.writeto(address, bytes((register,)) + bytes(data))


SoftSPI = SPI
SoftI2C = I2C


class PWM:
    """A pin's duty, 0 to 65535; told when it changes, as light."""

    def __init__(self, pin, freq=1000, duty_u16=None, **rest):
        self._pin = pin
        self._duty = -1
        if duty_u16 is not None:
            self.duty_u16(duty_u16)

    def freq(self, hertz=None):
        pass

    def duty_u16(self, duty=None):
        if duty is None:
            return max(self._duty, 0)
        if duty != self._duty:
            self._duty = duty
            tell(wires.LIGHT_OUT, self._pin.id, bytes((duty & 255, duty >> 8)))

    def init(self, freq=1000, duty_u16=None, **rest):
        if duty_u16 is not None:
            self.duty_u16(duty_u16)

    def deinit(self):
        self.duty_u16(0)


class ADC:
    """Reads what the page says of a pin, GPIO 26 to 29, or of a channel, 0 to 4."""

    def __init__(self, pin):
        channel = pin.id if isinstance(pin, Pin) else pin
        self._at = wires.ANALOG + 2 * (channel - 26 if channel >= 26 else channel)
        self._read = bytearray(2)

    def read_u16(self):
        _page.seek(self._at)
        _page.readinto(self._read)
        return self._read[0] | self._read[1] << 8


class WDT:
    """A watchdog that never bites: a slow desktop is no fault of the program's."""

    def __init__(self, id=0, timeout=5000):
        pass

    def feed(self):
        interrupt()


class UART:
    """The line of the ring: bytes from the neighbour before, bytes to the one behind."""

    def __init__(self, id, baudrate=9600, **rest):
        self._file = open(_plugged["uart"], "r+b")
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)
        self._buffer = bytearray(_ROOM)
        self._view = memoryview(self._buffer)
        self._from = self._to = 0

    def init(self, baudrate=9600, **rest):
        pass

    def deinit(self):
        pass

    def any(self):
        """How many bytes have come."""
        interrupt()
        if self._from == self._to:
            self._from = self._to = 0
            for _ in self._poll.ipoll(_PATIENCE):
                self._to = self._file.readinto(self._buffer) or 0
        return self._to - self._from

    def readinto(self, into, n=None):
        n = min(self.any(), len(into) if n is None else n)
        if not n:
            return None
        into[:n] = self._view[self._from : self._from + n]
        self._from += n
        return n

    def read(self, n=None):
        n = self.any() if n is None else min(n, self.any())
        into = bytearray(n)
        return bytes(into) if self.readinto(into) else None

    def write(self, data, n=None):
        return self._file.write(data if n is None else memoryview(data)[:n])

    def txdone(self):
        return True

    def flush(self):
        pass

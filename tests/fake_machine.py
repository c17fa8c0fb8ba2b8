"""A ``machine`` module that a test turns by hand, for the 64-bit MicroPython VM; it runs there only, under the name machine.py.

Whatever a board sends to its displays, lights and wires is written down, whatever its pins and wires say is what the script says:
``drive``, ``UART.made``, ``adc``, ``during``. It draws nothing and knows no board; host_tools/panels.py makes a picture of what
was written down. It keeps no time of its own and makes no garbage where a board's refresh passes.

The file named by the environment's CREWLINK_TRACE, else ``trace``, gets records of four bytes and what follows them: kind, number, length or value (low byte first).
    S  number of the SPI bus, length, bytes sent      I  I2C address, length, bytes sent
    P  number of the pin, its new level               L  number of the pin, 16 bits of its PWM's duty
    M  0, a number that the script gave to ``mark``
"""

import os
import sys

RESET_STATUS = 75  # with which the process ends when the board resets itself

adc = {}  # what an ADC reads, 0-65535, by its pin
levels = {}  # of pins, driven from outside or by the board itself; a pin that nobody drives is high
during = None  # called before each byte string that goes to a bus: what happens while a display is being sent to
fed = 0  # how often a watchdog was fed
chip = b"\xe6\x61\x64\x08\x4b\x2f\x1a\x3c"

_trace = open(os.getenv("CREWLINK_TRACE") or "trace", "wb")
_head = bytearray(4)
_masked = False
_late = []  # pins that changed while interrupts were off


def _note(kind, number, value, data=None):
    _head[0] = kind
    _head[1] = number
    _head[2] = value & 255
    _head[3] = value >> 8
    _trace.write(_head)
    if data is not None:
        _trace.write(data)


def mark(number):
    """Write the number, 0 to 65535, into the trace."""
    _note(0x4D, 0, number)


def drive(number, level):
    """Set a pin from outside; an interrupt that waits for it comes at once, or when interrupts are on again."""
    if levels.get(number, 1) == level:
        return
    levels[number] = level
    pin = Pin.made.get(number)
    if pin and pin.handler and pin.trigger & (Pin.IRQ_RISING if level else Pin.IRQ_FALLING):
        if _masked:
            if pin not in _late:
                _late.append(pin)
        else:
            pin.handler(pin)


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8
    made = {}
    taken = set()  # pins that a bus has taken since they were made

    def __init__(self, number, mode=-1, pull=-1, value=None):
        Pin.taken.discard(number)
        self.number = number
        self.mode = mode
        self.handler = None
        self.trigger = 0
        Pin.made[number] = self
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return levels.get(self.number, 1)
        if self.number in Pin.taken:
            return
        level = 1 if level else 0
        levels[self.number] = level
        _note(0x50, self.number, level)

    __call__ = value

    def irq(self, handler=None, trigger=12, hard=False):
        self.handler = handler
        self.trigger = trigger


class SPI:
    """As on an RP2040 it takes the pin to read from that is usual for the bus, where none is named."""

    def __init__(self, number, baudrate=1000000, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        self.number = number
        Pin.taken.add(miso.number if miso else (16, 8)[number])

    def write(self, data):
        _happen()
        _note(0x53, self.number, len(data), data)


class I2C:
    def __init__(self, number, scl=None, sda=None, freq=400000):
        pass

    def writeto(self, address, data, stop=True):
        _happen()
        _note(0x49, address, len(data), data)
        return len(data)


def _happen():
    if during:
        during()


class PWM:
    def __init__(self, pin, freq=0, duty_u16=0):
        self.number = pin.number
        self.duty_u16(duty_u16)

    def freq(self, hertz=None):
        pass

    def duty_u16(self, duty):
        _note(0x4C, self.number, duty)


class ADC:
    def __init__(self, pin):
        self.number = pin if isinstance(pin, int) else pin.number

    def read_u16(self):
        return adc.get(self.number, 0)


class UART:
    """``made[number].feed(data)`` brings bytes, ``.sent`` is what was sent, None to forget it; ``.room`` is how much the send buffer takes."""

    made = {}

    def __init__(self, number, baudrate=115200, tx=None, rx=None, rxbuf=256, txbuf=256, timeout=0):
        self.sent = bytearray()
        self.timeout = timeout
        self.lost = 0  # bytes that came while the receive buffer was full
        self.room = txbuf
        self._got = bytearray(rxbuf)
        self._first = 0
        self._waiting = 0
        UART.made[number] = self

    def feed(self, data):
        for byte in data:
            self._take(byte)

    def _take(self, byte):
        size = len(self._got)
        if self._waiting == size:
            self.lost += 1
            return
        self._got[(self._first + self._waiting) % size] = byte
        self._waiting += 1

    def any(self):
            return self._waiting

    def readinto(self, into, most=-1):
        n = min(self._waiting, len(into) if most < 0 else min(most, len(into)))
        if not n:
            return None
        size = len(self._got)
        for i in range(n):
            into[i] = self._got[(self._first + i) % size]
        self._first = (self._first + n) % size
        self._waiting -= n
        return n

    def write(self, data, most=-1):
        n = min(self.room, len(data) if most < 0 else min(most, len(data)))
        if not n:
            return None
        if self.sent is not None:
            self.sent.extend(memoryview(data)[:n])
        return n


class WDT:
    def __init__(self, id=0, timeout=5000):
        self.timeout = timeout

    def feed(self):
        global fed
        fed += 1


def disable_irq():
    global _masked
    was = _masked
    _masked = True
    return was


def enable_irq(state=False):
    global _masked
    _masked = state
    while _late and not _masked:
        pin = _late.pop()
        pin.handler(pin)


def unique_id():
    return chip


def reset():
    sys.exit(RESET_STATUS)

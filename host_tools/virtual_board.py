"""One virtual board: a MicroPython VM process that behaves as a board does, with a serial port, a flash, a display, keys and a ring.

Serves host_tools/virtual.py (which makes rings of them) and the tests of everything that talks to boards. The port is a pty
on which stock mpremote finds a board's REPL, friendly and raw; the ring's UART is a second pty, whose far end the ring
joins; the display is decoded from the bytes that its driver sends. Nothing of the firmware is known here.

    with Loop() as loop, VirtualBoard(loop, folder, definition) as board:
        board.power(True)
        subprocess.run(["mpremote", "connect", board.port, "ls"])
        board.press("A")
        print(board.text())

A CircuitPython board (``definition["platform"]``) has the mannered modules of virtual_circuit.py: that docstring tells what they do.

Faults that can be had: ``power(False)`` at any moment (the process is killed); ``cut_after(n)``, the power goes while byte
n of what is written to the flash from now on is written; ``unplug()`` and ``unplug_after(n)``, the serial port vanishes,
the latter once n more bytes have come in; ``busy()``, another program has the port; a small ``flash_kb`` for a full flash.

Not carried: mpremote's ``mount``, whose bytes are not text; a real board turns line ends in text, and so does this one.
"""

import fcntl
import mmap
import os
import pathlib
import pty
import re
import select
import selectors
import shlex
import socket
import subprocess
import tempfile
import termios
import threading
import time
import tty
import zlib
from contextlib import contextmanager, suppress

from host_tools import picture, virtual_panel, vm
from host_tools import virtual_wires as wires

HERE = pathlib.Path(__file__).resolve().parent
FLASH_KB = 1408  # what MicroPython leaves for files on a Pico
HEAP_KB = 128  # less than any of the boards has
LONG = 600  # milliseconds of a key held, longer than firmware/keys.py asks
SHORT = 60  # milliseconds of a key pressed, longer than contacts bounce
READINGS = 4  # and at least so often the firmware must have looked at it
NVM = 256  # bytes that CircuitPython keeps beside the drive
UNATTENDED = 0.02  # seconds between looks whether somebody has opened the port

_BOOT = "import sys\nsys.path.insert(0, %r)\nimport virtual_boot\nvirtual_boot.start(%r, globals())\n"
# What the VM says when its REPL starts, friendly and raw, and a line that may become one of these once it is whole.
_BANNER = re.compile(rb"MicroPython [^\r\n;]*; linux [^\r\n]*\r\n")
_HELP = b'Type "help()" for more information.\r\n'
_RAW = b"raw REPL; CTRL-B to exit\r\n"
_PART = re.compile(rb"(?:^|\n)(MicroPython [^\r\n;]* on [^\r\n]*\r?|Type \"help[^\r\n]*\r?|raw REPL;[^\r\n]*\r?)\Z")
_UNTIL_BANNER, _UNTIL_RAW = 1, 2
_OWN = 24 << 10  # bytes of the VM's heap for the half of a virtual board that lives there (virtual_boot.py)
_ENOUGH = 1 << 16  # bytes that wait for a slow reader of the port before the VM is made to wait


class VirtualError(Exception):
    """A virtual board cannot do what is asked. The text is a sentence for people."""


class Loop:
    """One thread that serves the open ends of all boards. What belongs to a board is touched by it alone, through ``do``."""

    def __init__(self):
        self._selector = selectors.DefaultSelector()
        self._asked = []
        self._timers = []
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_out, False)
        self._selector.register(self._wake_out, selectors.EVENT_READ, lambda: os.read(self._wake_out, 4096))
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="virtual boards", daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """End the thread. Boards must be closed before."""
        if self._thread.is_alive():
            self._ends = True
            os.write(self._wake_in, b"!")
            self._thread.join()
            self._selector.close()
            os.close(self._wake_in)
            os.close(self._wake_out)

    def do(self, work):
        """Call ``work()`` in the loop's thread; return what it returns or raise what it raises."""
        if threading.current_thread() is self._thread:
            return work()
        done = threading.Event()
        result = []

        def carry():
            try:
                result.append((work(), None))
            except Exception as error:
                result.append((None, error))
            done.set()

        self._asked.append(carry)
        os.write(self._wake_in, b"!")
        done.wait()
        if result[0][1] is not None:
            raise result[0][1]
        return result[0][0]

    def watch(self, fd, ready):
        """Call ``ready()`` whenever ``fd`` has something to read. In the loop's thread only, as ``leave`` and ``later``."""
        self._selector.register(fd, selectors.EVENT_READ, ready)

    def leave(self, fd):
        with suppress(KeyError):
            self._selector.unregister(fd)

    def later(self, seconds, work):
        self._timers.append((time.monotonic() + seconds, work))

    def _run(self):
        while not self._ends:
            wait = None
            if self._timers:
                wait = max(0, min(at for at, _ in self._timers) - time.monotonic())
            for key, _ in self._selector.select(wait):
                if key.fd in self._selector.get_map():  # an earlier one may have closed it
                    key.data()
            now = time.monotonic()
            due = [work for at, work in self._timers if at <= now]
            self._timers = [each for each in self._timers if each[0] > now]
            while self._asked:
                due.append(self._asked.pop(0))
            for work in due:
                work()


class VirtualBoard:
    """A board in ``folder`` (made if needed; its flash stays there), off until ``power(True)``.

    ``definition`` is the dict of boards/NAME/definition.py. ``number`` sets its id. ``heap_kb`` is what a board with so much
    free would have: the VM's limit is twice that, since its objects are twice a board's size. ``computer`` (CircuitPython):
    a computer is at its port that would have its drive. ``new_flash`` forgets what an earlier one left in the folder. ``seed`` makes
    ``os.urandom`` repeatable: each start of the board draws other bytes, each run the same. ``speed``: so many times
    as fast time passes on the board, for tests that wait for nothing but time (MicroPython only, as ``seed``).
    """

    def __init__(
        self, loop, folder, definition, number=1, heap_kb=HEAP_KB, flash_kb=FLASH_KB, machine=None, computer=True, new_flash=False, seed=None, speed=1
    ):
        self.folder = pathlib.Path(folder)
        self.definition = definition
        self.number = number
        self.heap_kb = heap_kb
        self.panel = virtual_panel.panel(definition)
        self.circuitpython = definition["platform"] == "circuitpython"
        self._seed = seed
        self.speed = speed
        self.machine = machine or (definition["title"] if self.circuitpython else definition["id"])
        self.starts = 0
        self.ring = lambda data: None  # called in the loop's thread with bytes that the board sends to its neighbour
        self._loop = loop
        self._vm = vm.unix_path()
        self._changed = threading.Condition()
        self._version = 0
        self._process = None
        self._listens = False
        self._raw = False
        self._safe = 0
        self._limit = -1
        self._port = self._port_path = None
        self._typed = b""
        self._out = bytearray()
        self._block = 512 if self.circuitpython else 4096
        self._blocks = flash_kb * 1024 // self._block
        self.folder.mkdir(parents=True, exist_ok=True)
        self._open_flash(new_flash)
        self._open_page(computer)
        self._ring_master, self._ring_slave = _raw_pty()
        for fd in (self._ring_master, self._ring_slave):
            os.set_blocking(fd, False)
        self.ring_port = os.ttyname(self._ring_slave)
        self._loop.do(lambda: (self._loop.watch(self._ring_master, self._ring_ready), self._plug()))
        self._control = _Control(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _open_flash(self, new):
        path = self.folder / "flash.img"
        size = self._blocks * self._block
        if new or not path.exists() or path.stat().st_size != size:
            path.write_bytes(b"")
            os.truncate(path, size)
        self._flash = os.open(path, os.O_RDWR)
        nvm = self.folder / "nvm.bin"
        if new or not nvm.exists():
            nvm.write_bytes(b"\xff" * NVM)
        self._nvm = os.open(nvm, os.O_RDWR)

    def _open_page(self, computer):
        self._page_file = tempfile.TemporaryFile()
        self._page_file.truncate(wires.PAGE)
        self._page = mmap.mmap(self._page_file.fileno(), wires.PAGE)
        self._pins = {}
        for place, (label, source, _role) in enumerate(self.definition["keys"]):
            if self.circuitpython:
                self._pins[label] = (place, 0)  # virtual_circuit.py knows keys by their place
            elif isinstance(source, str) and source[:1] == "+" and source[1:].isdigit():
                self._pins[label] = (int(source[1:]), 1)
            else:
                self._pins[label] = (source, 0)
        for pin, level in self._pins.values():
            self._page[wires.LEVEL + pin] = 1 - level
        self._page[wires.DRIVE] = computer

    # --- the port -----------------------------------------------------------------------------------------------------

    @property
    def port(self):
        """The path of its serial port, as mpremote wants it; None while it is unplugged."""
        return self._port_path

    def _plug(self):
        if self._port is None:
            self._port, slave = _raw_pty()
            self._port_path = os.ttyname(slave)
            os.close(slave)
            os.set_blocking(self._port, False)
            self._look_at_port(self._port)

    def _look_at_port(self, port):
        """Serve the port once somebody has it open, and until then look every now and then: a pty nobody has open is always ready."""
        if port != self._port:
            return
        if _is_open(port):
            self._loop.watch(port, self._port_ready)
        else:
            self._loop.later(UNATTENDED, lambda: self._look_at_port(port))

    def _port_ready(self):
        try:
            data = os.read(self._port, 4096)
        except BlockingIOError:
            return
        except OSError:
            self._loop.leave(self._port)
            self._look_at_port(self._port)
            return
        if 0 <= self._limit < len(data):
            self._type(data[: self._limit])
            self._unplug()
            return
        if self._limit >= 0:
            self._limit -= len(data)
        self._type(data)

    def _unplug(self):
        if self._port is not None:
            self._loop.leave(self._port)
            os.close(self._port)
            self._port = self._port_path = None
        self._limit = -1

    def plug(self):
        """Put the serial port's cable back; the port may have another path afterwards."""
        self._loop.do(self._plug)

    def unplug(self):
        """Pull the serial port's cable. The board goes on."""
        self._loop.do(self._unplug)

    def unplug_after(self, count):
        """Pull it once ``count`` more bytes have come in."""
        self._loop.do(lambda: setattr(self, "_limit", count))

    @contextmanager
    def busy(self):
        """As if another program had the port open for itself."""
        other = os.open(self.port, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(other, fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.close(other)

    def _type(self, data):
        """Bytes for the VM. Those that come while it starts wait until it listens; while there is no power, nobody hears them."""
        self._typed += data
        while self._listens and self._typed:
            try:
                self._typed = self._typed[os.write(self._tty, self._typed) :]
            except BlockingIOError:
                self._loop.later(0.005, lambda: self._type(b""))
                return
        self._typed = self._typed if self._process else b""

    def _say(self, data):
        """Bytes for whoever has the port open; with nobody there they are lost, as on a board."""
        self._out += data
        if self._port is None or not _is_open(self._port):
            self._out.clear()
        while self._out:
            try:
                del self._out[: os.write(self._port, self._out)]
            except BlockingIOError:
                self._loop.later(0.005, lambda: self._say(b""))
                break
            except OSError:
                self._out.clear()
        if self._process and self._held != (len(self._out) > _ENOUGH):
            self._held = not self._held
            self._loop.leave(self._tty) if self._held else self._loop.watch(self._tty, self._vm_ready)

    # --- the VM ---------------------------------------------------------------------------------------------------------

    def power(self, on):
        """Switch the board on, or cut its power at whatever it does. The serial port stays, as with a battery's switch."""
        self._loop.do(self._start if on else self._kill)

    def reset(self):
        """Press the reset button."""
        self._loop.do(self._restart)

    def _restart(self):
        self._kill()
        self._start()

    def safe_mode(self, reason=1):
        """Start anew in safe mode, as CircuitPython does after a fault; 1 the user's wish, 2 watchdog, 3 brownout, 4 hard fault."""

        def begin():
            self._kill()
            self._safe = reason
            self._start()

        self._loop.do(begin)

    @property
    def powered(self):
        return self._process is not None

    def cut_after(self, count):
        """Let the power go while byte ``count`` (from 1) of what is written to the flash from now on is written."""
        self._page[wires.CUT : wires.CUT + 4] = (count + 1).to_bytes(4, "little")

    def _start(self):
        if self._process is None:
            self._page[wires.CUT : wires.CUT + 4] = bytes(4)
            self._page[wires.KEPT : wires.SAFE_MODE] = bytes(wires.SAFE_MODE - wires.KEPT)
            self._page[wires.SAFE_MODE] = self._safe
            self._safe = 0
            termios.tcflush(self._ring_slave, termios.TCIFLUSH)
            if self.panel:
                self.panel.dark()
            self._raw = False
            self._boot()

    def _boot(self):
        self.starts += 1
        self._page[wires.RESTARTS : wires.RESTARTS + 4] = self.starts.to_bytes(4, "little")
        self._tty, slave = _raw_pty()
        modes = termios.tcgetattr(slave)
        modes[3] |= termios.ISIG | termios.NOFLSH  # Ctrl-C is a signal while a program runs; the VM itself sees to that at its prompt
        modes[6][termios.VINTR] = b"\x03"
        modes[6][termios.VQUIT] = modes[6][termios.VSUSP] = b"\0"
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        self._pipe, pipe = os.pipe()
        page = self._page_file.fileno()
        wiring = {
            "tty": os.ttyname(slave), "page": page, "flash": self._flash, "uart": self._ring_slave, "pipe": pipe, "blocks": self._blocks,
            "block": self._block, "raw": self._raw, "machine": self.machine, "chip": zlib.crc32(b"virtual %d" % self.number).to_bytes(4, "big") * 2,
            "circuitpython": self.circuitpython, "id": self.definition["id"], "nvm": self._nvm,
            "speed": self.speed, "seed": None if self._seed is None else (self._seed * 64 + self.number) * 64 + self.starts,
            "keys": [source for _label, source, _role in self.definition["keys"]],
        }  # fmt: skip
        command = [self._vm, "-X", f"heapsize={2048 * self.heap_kb + _OWN}", "-i", "-c", _BOOT % (str(HERE), wiring)]
        handed = (page, self._flash, self._nvm, self._ring_slave, pipe)
        environment = {"HOME": str(self.folder), "MICROPYPATH": ".frozen", "PATH": os.defpath}
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, pass_fds=handed, start_new_session=True, cwd=self.folder, env=environment
        )
        os.close(slave)
        os.close(pipe)
        for fd in (self._tty, self._pipe):
            os.set_blocking(fd, False)
        self._part = self._last = self._messages = b""
        self._held = self._listens = False
        self._entering = _UNTIL_BANNER if self._raw else 0
        self._loop.watch(self._tty, self._vm_ready)
        self._loop.watch(self._pipe, self._pipe_ready)

    def _kill(self):
        if self._process:
            self._process.kill()
            self._end()
            self._typed = b""

    def _end(self):
        """Tidy up after a VM that is gone; return its status."""
        status = self._process.wait()
        self._pipe_ready()
        for fd in (self._tty, self._pipe):
            self._loop.leave(fd)
            os.close(fd)
        self._process = None
        self._listens = False
        self._notice()
        return status

    def _vm_ready(self):
        try:
            data = os.read(self._tty, 65536)
        except BlockingIOError:
            return
        except OSError:  # the VM has ended
            data = b""
        if data:
            self._hear(data)
            return
        status = self._end()
        if status < 0:
            self._say(b"\r\nThe VM of this virtual board crashed (signal %d); it starts anew.\r\n" % -status)
        self._soft_reset()

    def _soft_reset(self):
        self._say(b"\r\nsoft reboot\r\n" if self.circuitpython else b"\r\nMPY: soft reboot\r\n")
        self._boot()

    def _hear(self, data):
        """Text from the VM: it goes on with a board's line ends and a board's banner, and the mode of the REPL is noted by the way."""
        data = self._part + data
        part = _PART.search(data)
        self._part = part[1] if part else b""
        data = data[: len(data) - len(self._part)]
        banner = _BANNER.search(data)
        if self._entering == _UNTIL_BANNER:  # a soft reset in the raw REPL leads into the raw REPL
            if banner:
                self._entering = _UNTIL_RAW
                self._type(b"\x01")
                data = data[: banner.start()]
        elif self._entering == _UNTIL_RAW:
            if _RAW not in data:
                return
            self._entering = 0
            data = data[data.index(_RAW) :]
        elif banner or _RAW in data:
            self._raw = data.rfind(_RAW) > (banner.start() if banner else -1)
            data = _BANNER.sub(self._banner().encode(), data)
            if self.circuitpython:
                data = data.replace(_HELP, b"")
        ends = re.sub(rb"(?<!\r)\n", b"\r\n", data)
        self._say(ends[1:] if self._last == b"\r" and data[:1] == b"\n" else ends)
        self._last = data[-1:] or self._last

    def _banner(self):
        if self.circuitpython:
            return "Adafruit CircuitPython 10.3.1 on 2026-07-05; %s\r\n" % self.machine
        return "MicroPython v1.29.0-preview on 2026-07-05; %s\r\n" % self.machine

    # --- what goes out --------------------------------------------------------------------------------------------------

    def _pipe_ready(self):
        """Take what the VM's wires tell."""
        while True:
            try:
                data = os.read(self._pipe, 1 << 16)
            except BlockingIOError:
                break
            if not data:
                self._loop.leave(self._pipe)
                break
            self._messages += data
        messages = memoryview(self._messages)
        at = 0
        end = None
        while len(messages) - at >= 4:
            kind, which, low, high = messages[at : at + 4]
            behind = at + 4 + (high << 8 | low)
            if len(messages) < behind:
                break
            if kind in (wires.RESET, wires.SOFT_RESET, wires.DARK):
                end = kind
            elif kind == wires.READY:
                self._listens = True
                self._type(b"")
            elif self.panel:
                self._show(kind, which, bytes(messages[at + 4 : behind]))
            at = behind
        self._messages = self._messages[at:]
        if at:
            self._notice()
        if end and self._process.returncode is None:
            with suppress(OSError):  # what it said before
                self._hear(os.read(self._tty, 65536))
            self._kill()
            if end == wires.RESET:
                self._start()
            elif end == wires.SOFT_RESET:
                self._soft_reset()

    def _show(self, kind, which, data):
        if kind == wires.SPI_OUT:
            self.panel.bus(data)
        elif kind == wires.PIN_OUT:
            self.panel.pin(which, data[0])
        elif kind == wires.LIGHT_OUT:
            self.panel.duty(which, data[0] | data[1] << 8)

    def _ring_ready(self):
        try:
            data = os.read(self._ring_master, 4096)
        except BlockingIOError:
            return
        if self._process:
            self.ring(data)

    def receive(self, data):
        """Bytes come to the board's UART. In the loop's thread only, as from another board's ``ring``. What it has no room for is lost."""
        if self._process:
            with suppress(BlockingIOError):
                os.write(self._ring_master, data)

    # --- people -----------------------------------------------------------------------------------------------------------

    def _notice(self):
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def wait(self, true, seconds=20):
        """Wait until ``true()``, looking whenever the display or the power changes; return what it returned, or raise VirtualError."""
        end = time.monotonic() + seconds
        while True:
            version = self._version
            found = true()
            if found:
                return found
            left = end - time.monotonic()
            if left <= 0:
                raise VirtualError("Board %d did not come to what was awaited within %d seconds. It shows:\n%s" % (self.number, seconds, self.text()))
            with self._changed:
                if self._version == version:
                    self._changed.wait(min(left, 0.25))

    def grid(self):
        """Return the cells that the display shows, read off its pixels; blank while it is off."""
        if self.panel is None:
            raise VirtualError("The display of this virtual board cannot be read: nobody decodes its driver.")
        return self._loop.do(lambda: virtual_panel.read(self.panel))

    def lines(self):
        """Return the rows of text that the display shows, without trailing blanks, marks by their characters."""
        return [line[1:-1].rstrip() for line in picture.to_text(self.grid()).split("\n")[1 : 1 + self.panel.rows]]

    def text(self):
        """Return what the display shows as a framed text (host_tools/picture.py); for a display nobody decodes, nothing."""
        return picture.to_text(self.grid()) if self.panel else ""

    def png(self, path, scale=3):
        """Write what the display shows as a PNG."""
        if self.panel is None:
            raise VirtualError("The display of this virtual board cannot be drawn: nobody decodes its driver.")
        width, height, pixels = self._loop.do(lambda: virtual_panel.snapshot(self.panel))
        virtual_panel.png(width, height, pixels, path, scale)

    def set_key(self, label, down):
        """Press a key, named by its label in the definition, and keep it down, or let it go. It may be held while the power comes."""
        if label not in self._pins:
            raise VirtualError("There is no key %s on this board. It has %s." % (label, ", ".join(self._pins) or "none that can be pressed here"))
        pin, level = self._pins[label]
        self._page[wires.LEVEL + pin] = level if down else 1 - level

    def press(self, label, milliseconds=SHORT):
        """Press a key and let it go, each for so long and until the firmware has looked at it; one that does not within a second never will."""
        for down, duration in ((True, milliseconds), (False, SHORT)):
            self.set_key(label, down)
            self._until_read(self._pins[label][0], duration / 1000)

    def hold(self, label):
        """Press a key for long."""
        self.press(label, LONG)

    def _until_read(self, pin, seconds):
        at = wires.READS + pin
        first = self._page[at]
        start = time.monotonic()
        while True:
            passed = time.monotonic() - start
            if passed >= seconds and ((self._page[at] - first) % 256 >= READINGS or passed > seconds + 1 or not self._process):
                return
            time.sleep(0.005)

    def set_analog(self, gpio, volts):
        """What an ADC pin (GPIO 26-29) reads, in volts of 3.3."""
        at = wires.ANALOG + 2 * (gpio - 26)
        self._page[at : at + 2] = min(65535, int(volts / 3.3 * 65535)).to_bytes(2, "little")

    # --- the control socket -------------------------------------------------------------------------------------------------

    def command(self, line):
        """Do what a line of the control socket says (COMMANDS); return the answer. Raises VirtualError."""
        try:
            words = shlex.split(line)
        except ValueError:
            words = [line]
        name, given = (words[0], words[1:]) if words else ("help", [])
        if name in ("press", "hold", "down", "up") and len(given) == 1:
            {"press": self.press, "hold": self.hold, "down": lambda key: self.set_key(key, True), "up": lambda key: self.set_key(key, False)}[name](given[0])
        elif name == "power" and given in (["on"], ["off"]):
            self.power(given == ["on"])
        elif name == "png" and len(given) == 1:
            try:
                self.png(given[0])
            except (OSError, ValueError) as error:
                raise VirtualError("The picture could not be written: %s." % error)
        elif name == "cut" and len(given) == 1 and given[0].isdigit():
            self.cut_after(int(given[0]))
        elif name == "cells" and not given:
            return self.text().rstrip("\n")
        elif name == "port" and not given:
            return self.port or "unplugged"
        elif name in ("reset", "plug", "unplug") and not given:
            getattr(self, name)()
        else:
            return COMMANDS
        return "done"

    def close(self):
        """Switch off and let go of everything; the flash stays in the folder."""
        self._control.close()

        def end():
            self._kill()
            self._unplug()
            self._loop.leave(self._ring_master)
            for fd in (self._ring_master, self._ring_slave, self._flash, self._nvm):
                os.close(fd)

        self._loop.do(end)
        self._page.close()
        self._page_file.close()


COMMANDS = """press KEY | hold KEY | down KEY | up KEY: a key of the board, by its label
cells: what the display shows, as text; png FILE: as a picture
power on | power off | reset; cut N: the power goes while byte N from now on is written to the flash
plug | unplug | port: the cable of its serial port, and where that is"""


class _Control:
    """A Unix socket in the board's folder; each line is a command (VirtualBoard.command), the answer ends with an empty line."""

    def __init__(self, board):
        self.path = board.folder / "control"
        with suppress(OSError):
            self.path.unlink()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.bind(str(self.path))
        except OSError as error:
            raise VirtualError("The control socket %s cannot be made (%s). Its path may be too long; choose a shorter folder." % (self.path, error))
        self._socket.listen()
        self._board = board
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection, connection.makefile("rw", encoding="utf-8") as lines, suppress(OSError, ValueError):
            for line in lines:
                try:
                    answer = self._board.command(line)
                except VirtualError as error:
                    answer = str(error)
                lines.write(answer + "\n\n")
                lines.flush()

    def close(self):
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        with suppress(OSError):
            self.path.unlink()


def tell(folder, line):
    """Send one line to the control socket in ``folder``; return the answer. Raises VirtualError where no board listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(str(pathlib.Path(folder) / "control"))
        except OSError:
            raise VirtualError("No virtual board is running in %s. Start some with `make virtual` and leave them running." % folder)
        with connection.makefile("rw", encoding="utf-8") as lines:
            lines.write(line + "\n")
            lines.flush()
            answer = []
            for each in lines:
                if each == "\n":
                    break
                answer.append(each)
    return "".join(answer).rstrip("\n")


def _raw_pty():
    master, slave = pty.openpty()
    tty.setraw(slave)
    return master, slave


def _is_open(master):
    """Whether somebody has the other end of a pty open."""
    look = select.poll()
    look.register(master, 0)
    return not look.poll(0)

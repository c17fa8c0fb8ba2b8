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

import mmap
import os
import pathlib
import re
import subprocess
import tempfile
import termios
import threading
import time
import zlib
from contextlib import suppress

from host_tools import picture, virtual_panel, vm
from host_tools import virtual_wires as wires
from host_tools.virtual_control import Control
from host_tools.virtual_loop import Loop, VirtualError, raw_pty
from host_tools.virtual_port import SOON, Port

__all__ = ["Loop", "VirtualBoard", "VirtualError"]

HERE = pathlib.Path(__file__).resolve().parent
FLASH_KB = 1408  # what MicroPython leaves for files on a Pico
HEAP_KB = 128  # less than any of the boards has
LONG = 600  # milliseconds of a key held, longer than firmware/keys.py asks
SHORT = 60  # milliseconds of a key pressed, longer than contacts bounce
READINGS = 4  # and at least so often the firmware must have looked at it
PATIENCE = 0.1  # seconds that a Ctrl-C may wait for a good moment
NVM = 256  # bytes that CircuitPython keeps beside the drive

_BOOT = "import sys\nsys.path.insert(0, %r)\nimport virtual_boot\nvirtual_boot.start(%r, globals())\n"
# What the VM says when its REPL starts, friendly and raw, and a line that may become one of these once it is whole.
_BANNER = re.compile(rb"MicroPython [^\r\n;]*; linux [^\r\n]*\r\n")
_HELP = b'Type "help()" for more information.\r\n'
_RAW = b"raw REPL; CTRL-B to exit\r\n"
_PART = re.compile(rb"(?:^|\n)(MicroPython [^\r\n;]* on [^\r\n]*\r?|Type \"help[^\r\n]*\r?|raw REPL;[^\r\n]*\r?)\Z")
_INTERRUPT = b"\x03"
_UNSEEN = "The display of this virtual board cannot be seen: nobody decodes what its driver sends."
_UNTIL_BANNER, _UNTIL_RAW = 1, 2
_OWN = 24 << 10  # bytes of the VM's heap for the half of a virtual board that lives there (virtual_boot.py)


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
        self._typed = b""
        self._waits = False
        self._patience = None  # until when a Ctrl-C waits
        self._block = 512 if self.circuitpython else 4096
        self._blocks = flash_kb * 1024 // self._block
        self.folder.mkdir(parents=True, exist_ok=True)
        self._control = Control(self)
        self._open_flash(new_flash)
        self._open_page(computer)
        self._port = Port(loop, self._type, self._hold)
        self._ring_master, self._ring_slave = raw_pty()
        for fd in (self._ring_master, self._ring_slave):
            os.set_blocking(fd, False)
        self._loop.do(lambda: (self._loop.watch(self._ring_master, self._ring_ready), self._port.plug()))

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
        self._page[wires.LEVEL : wires.READS] = b"\1" * (wires.READS - wires.LEVEL)  # a pin that nobody drives is high
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
        return self._port.path

    def plug(self):
        """Put the serial port's cable back; the port may have another path afterwards."""
        self._loop.do(self._port.plug)

    def unplug(self):
        """Pull the serial port's cable. The board goes on."""
        self._loop.do(self._port.unplug)

    def unplug_after(self, count):
        """Pull it once ``count`` more bytes have come in."""
        self._loop.do(lambda: setattr(self._port, "limit", count))

    def busy(self):
        """A context in which another program has the port open for itself."""
        return self._port.busy()

    def _type(self, data):
        """Bytes for the VM. Those that come while it starts wait until it listens; while there is no power, nobody hears them."""
        self._typed += data
        while self._listens and self._typed and not self._waits:
            part = self._typed.partition(_INTERRUPT)[0] or _INTERRUPT
            if part == _INTERRUPT and self._working():
                self._type_later(0.001)
                break
            try:
                self._typed = self._typed[os.write(self._tty, part) :]
            except BlockingIOError:
                self._type_later(SOON)
        if not self._process:
            self._typed = b""

    def _type_later(self, seconds):
        self._waits = True

        def go_on():
            self._waits = False
            self._type(b"")

        self._loop.later(seconds, go_on)

    def _working(self):
        """Whether the VM is better not interrupted right now.

        It takes the signal at once, even while it collects garbage, and is lost then: nothing can be allocated any more. So
        a moment is awaited in which it waits for something itself; a program that never does is interrupted all the same.
        """
        now = time.monotonic()
        if self._patience is None:
            self._patience = now + PATIENCE
        try:
            with open("/proc/%d/stat" % self._process.pid, "rb") as file:
                working = file.read().rpartition(b")")[2].split()[0] == b"R"
        except OSError:
            working = False  # no Linux
        if working and now < self._patience:
            return True
        self._patience = None
        return False

    def _hold(self, hold):
        """Let the VM wait, or not any longer, for whoever reads the port slowly."""
        if self._process and self._held != hold:
            self._held = hold
            self._loop.leave(self._tty) if hold else self._loop.watch(self._tty, self._vm_ready)

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
        self._tty, slave = raw_pty()
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
            self._port.say(b"\r\nThe VM of this virtual board crashed (signal %d); it starts anew.\r\n" % -status)
        self._soft_reset()

    def _soft_reset(self):
        self._port.say(b"\r\nsoft reboot\r\n" if self.circuitpython else b"\r\nMPY: soft reboot\r\n")
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
        self._port.say(ends[1:] if self._last == b"\r" and data[:1] == b"\n" else ends)
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
            raise VirtualError(_UNSEEN)
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
            raise VirtualError(_UNSEEN)
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

    def close(self):
        """Switch off and let go of everything; the flash stays in the folder."""
        self._control.close()

        def end():
            self._kill()
            self._port.unplug()
            self._loop.leave(self._ring_master)
            for fd in (self._ring_master, self._ring_slave, self._flash, self._nvm):
                os.close(fd)

        self._loop.do(end)
        self._page.close()
        self._page_file.close()

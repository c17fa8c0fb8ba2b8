"""A board at the other end of a serial port, spoken to through mpremote: who it is, its files, its restart.

Serves host_tools/flash.py and host_tools/logbook.py. ``Board`` is a target of host_tools/install.py. It installs nothing by
itself, and every trouble becomes a ``FlashError`` whose text is a sentence for the user.
"""

import ast
import contextlib
import errno
import io
import os
import re
import struct
import time
from binascii import crc32

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport
from serial.tools import list_ports

from host_tools.install import ASIDE, SAVES, InstallError

try:
    from termios import error as _termios_error
except ImportError:  # Windows

    class _termios_error(Exception):
        pass


DOCS = "docs/FLASHING.md"
_RAW = b"raw REPL; CTRL-B to exit\r\n>"
_CHUNK = 512
PATIENCE = 10  # seconds: a file system may erase blocks meanwhile
_OPENING = 2  # seconds in which a port that is busy may become free
KNOCK = 0.5  # seconds until a board that does not answer is called again
AWAY = 1  # seconds until a board that resets is gone from its port
CALM = 4  # seconds a program must stay up: two of them pass before the game begins
# What mpremote lets through when the line breaks in the middle of a conversation.
_BROKEN = (TransportError, OSError, struct.error, _termios_error, ValueError, SyntaxError, IndexError)

_WHO = """
import os, sys
d = {'platform': sys.implementation.name, 'version': tuple(sys.implementation.version)[:3], 'machine': os.uname().machine}
d['mpy'] = getattr(sys.implementation, '_mpy', getattr(sys.implementation, 'mpy', 0)) & 255
if d['platform'] == 'circuitpython':
    import board, microcontroller, storage, supervisor
    d['id'] = board.board_id
    d['uid'] = ''.join('%02X' % b for b in microcontroller.cpu.uid)
    d['can_take'] = hasattr(storage, 'unsafe_disable_usb_drive')
    try:
        r = supervisor.runtime.safe_mode_reason
        d['safe_mode'] = '' if r == supervisor.SafeModeReason.NONE else str(r).split('.')[-1]
    except AttributeError:
        pass
print(repr(d))
"""

_FILES = """
import os
from binascii import crc32
def _sum(p):
    try:
        f = open(p, 'rb')
        b = bytearray(256)
        m = memoryview(b)
        n = c = 0
        while 1:
            k = f.readinto(b)
            if not k:
                break
            c = crc32(m[:k], c)
            n += k
        f.close()
    except OSError as e:
        if e.errno in (2, 21):
            return
        raise
    print(n, c & 0xffffffff, p)
def _walk(p, deep):
    try:
        l = os.listdir(p or '/')
    except OSError:
        return
    for n in l:
        q = p + '/' + n if p else n
        s = os.stat(q)
        if not s[0] & 0x4000:
            print(s[6], q)
        elif deep:
            _walk(q, deep)
def _folder(p):
    try:
        os.mkdir(p)
    except OSError as e:
        if e.errno != 17:
            raise
"""


class FlashError(InstallError):
    """A board cannot be reached or written. The text is the sentence for the user."""


class Unplugged(FlashError):
    """The line broke in the middle: a cable, a reset."""


class Unwritable(FlashError):
    """The board does not let its files be written from here."""


class _Transport(SerialTransport):
    """mpremote's, with a patience of our own: how many seconds a board may be silent in the middle of an answer."""

    def read_until(self, min_num_bytes, ending, timeout=10, data_consumer=None, timeout_overall=None):
        return super().read_until(min_num_bytes, ending, PATIENCE, data_consumer, timeout_overall)


class Board:
    """The board at ``port``. Opening it stops whatever runs there; ``close(start=True)``, or the end of a with, starts that again.

    ``who`` is a dict: platform, version, machine, mpy, and on CircuitPython id, uid, can_take, safe_mode.
    """

    def __init__(self, port):
        self.port = port
        self._transport = None
        self._took = False
        self.who = {}
        self._open()
        try:
            self._enter()
            self.who = self._identify()
        except BaseException:
            self.close()
            raise

    def __str__(self):
        return self.port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close(start=True)

    # --- opening and closing

    def _open(self):
        end = time.monotonic() + _OPENING
        while self._transport is None:
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    self._transport = _Transport(self.port, timeout=1)
            except (TransportError, OSError, _termios_error):
                # A port that somebody else has only just closed, or a board that is starting, opens in a moment.
                if time.monotonic() >= end:
                    raise FlashError(_why_shut(self.port)) from None
                time.sleep(0.1)
        self._transport.serial.write_timeout = 5

    def _enter(self):
        """Bring the board to a fresh raw REPL, whatever runs there now."""
        line = self._transport.serial
        heard = b""
        try:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                # The first key may only wake a board that has stopped, and a program may be starting.
                line.write(b"\r\x03\x03")
                time.sleep(0.05)
                line.reset_input_buffer()
                line.write(b"\r\x01")
                heard = self._listen(KNOCK, _RAW)
                if _RAW in heard:
                    break
            else:
                raise FlashError(_why_mute(self.port, heard))
            with contextlib.redirect_stdout(io.StringIO()):
                # A soft reset frees the memory that the game held; in the raw REPL neither main.py nor code.py runs.
                self._transport.enter_raw_repl(soft_reset=True, timeout_overall=PATIENCE)
            self._transport.exec(_FILES)
        except TransportExecError as error:
            raise FlashError(f"The board at {self.port} runs Python, but not one that Crewlink knows: {_last_line(error)}") from None
        except FlashError:
            raise
        except _BROKEN:
            raise FlashError(_why_mute(self.port, heard)) from None

    def _listen(self, seconds, ending=None):
        """Return what comes within ``seconds``, or until ``ending`` has come."""
        line = self._transport.serial
        heard = b""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            waiting = line.in_waiting
            if waiting:
                heard += line.read(min(waiting, 4096))
                if ending and ending in heard:
                    break
                heard = heard[-20000:]
            else:
                time.sleep(0.01)
        return heard

    def close(self, start=False):
        """Let go of the port; with ``start``, have the board run its program again."""
        if self._took and self._transport:
            self._took = False  # until its next reset the board would keep the drive otherwise
            with contextlib.suppress(FlashError):
                self.run("storage.enable_usb_drive()")
        transport, self._transport = self._transport, None
        if transport is None:
            return
        with contextlib.suppress(*_BROKEN):
            if start:
                transport.serial.write(b"\r\x02\x04")
                transport.serial.flush()
                time.sleep(0.1)
        with contextlib.suppress(*_BROKEN):
            transport.close()

    # --- talking

    def run(self, code):
        """Run ``code`` on the board and return what it prints. Raises OSError with the board's number, or FlashError."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                return self._transport.exec(code).decode("utf-8", "replace")
        except TransportExecError as error:
            raise self._meant(error) from None
        except _BROKEN:
            raise Unplugged(self._gone()) from None

    def _meant(self, error):
        words = _last_line(error)
        number = re.match(r"OSError: (?:\[Errno )?\(?(\d+)", words)
        if number:
            code = int(number[1])
            if code == errno.EROFS:
                return Unwritable(f"The board at {self.port} keeps its files read-only.")
            if code == errno.ENOSPC:
                return FlashError(f"The board at {self.port} is full. Delete what you can spare from it, and run the same command again.")
            return FlashError(f"The board at {self.port} cannot do that with its files (error {code}). Reset it and run the same command again.")
        if words.startswith("MemoryError"):
            return FlashError(f"The board at {self.port} ran out of memory. Reset it and run the same command again.")
        if words.startswith("KeyboardInterrupt"):
            return Unplugged(f"The board at {self.port} was interrupted by another program. Close it and run the same command again.")
        return FlashError(f"The board at {self.port} did not understand: {words}. Reset it and run the same command again.")

    def _gone(self):
        return (
            f"The board at {self.port} is gone in the middle of it: its cable was pulled, or it was reset. "
            "Plug it in and run the same command again; it goes on from there."
        )

    def _identify(self):
        try:
            return ast.literal_eval(self.run(_WHO).strip())
        except (SyntaxError, ValueError):
            raise Unplugged(self._gone()) from None

    # --- a target of host_tools/install.py

    def walk(self):
        """Return ``{path: length}`` of the files at the top and in the folders that an installation looks at."""
        code = "_walk('', 0)\n" + "".join(f"_walk({folder!r}, 1)\n" for folder in ("lib", "engine", "firmware", SAVES, ASIDE))
        found = {}
        for line in self.run(code).splitlines():
            length, _, path = line.partition(" ")
            found[path] = int(length)
        return found

    def sums(self, paths):
        """Return ``{path: (length, CRC-32)}`` of those of ``paths`` that are there, as the board reads them."""
        found = {}
        for i in range(0, len(paths), 8):
            for line in self.run("".join(f"_sum({path!r})\n" for path in paths[i : i + 8])).splitlines():
                length, crc, path = line.split(" ", 2)
                found[path] = (int(length), int(crc))
        return found

    def read(self, path):
        """Return the bytes of a file, None if there is none."""
        there = self.sums([path]).get(path)
        if there is None:
            return None
        try:
            content = bytes(self._transport.fs_readfile(path, chunk_size=_CHUNK))
        except TransportExecError as error:
            raise self._meant(error) from None
        except _BROKEN:
            raise Unplugged(self._gone()) from None
        if (len(content), crc32(content)) != there:
            raise FlashError(f"{path} did not come over whole from {self.port}. Try another cable, and run the same command again.")
        return content

    def write(self, path, content):
        parts = path.split("/")[:-1]
        if parts:
            self.run("".join(f"_folder({'/'.join(parts[: i + 1])!r})\n" for i in range(len(parts))))
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                self._transport.fs_writefile(path, content, chunk_size=_CHUNK)
        except TransportExecError as error:
            raise self._meant(error) from None
        except _BROKEN as error:
            # mpremote makes an OSError of the board's own; the line's have other numbers.
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EROFS, errno.ENOENT, errno.EEXIST, errno.EISDIR, errno.EINVAL):
                raise self._meant(TransportExecError(1, f"OSError: {error.errno}")) from None
            raise Unplugged(self._gone()) from None

    def remove(self, path):
        self.run(f"os.remove({path!r})")

    def rename(self, path, new):
        folder = new.rpartition("/")[0]
        self.run((f"_folder({folder!r})\n" if folder else "") + f"os.rename({path!r}, {new!r})")

    def free(self):
        """Return the free bytes and the bytes of a block."""
        found = ast.literal_eval(self.run("print(tuple(os.statvfs('/')))").strip())
        return found[1] * found[3], found[1]

    # --- whether it can be written, and starting it

    def writable(self):
        """Tell whether the board lets its files be written from here, by trying."""
        try:
            self.run("open('crewlink.try', 'w').close()\nos.remove('crewlink.try')")
        except Unwritable:
            return False
        return True

    def take_drive(self):
        """Take the drive from the computer, where CircuitPython can (10.3); return whether files can be written then."""
        if not self.who.get("can_take"):
            return False
        if hasattr(os, "sync"):
            os.sync()  # what this computer still had to write to the drive
        self._took = True
        for code in ("import storage\nstorage.unsafe_disable_usb_drive()", "storage.remount('/', readonly=False)"):
            try:
                self.run(code)
            except Unplugged:
                raise
            except FlashError:
                pass  # whether it can be written now is what counts
        return self.writable()

    def reset(self):
        """Reset the board as its button does, wait until it is back, and open it anew; it may come back under another name."""
        number = _serial_number(self.port)
        module = "microcontroller" if self.who["platform"] == "circuitpython" else "machine"
        with contextlib.suppress(*_BROKEN), contextlib.redirect_stdout(io.StringIO()):
            self.run("os.sync()" if module == "microcontroller" else "")
            self._transport.exec_raw_no_follow(f"import time, {module}\ntime.sleep(0.2)\n{module}.reset()")
        self._took = False
        self.close()
        time.sleep(AWAY)
        end = time.monotonic() + 2 * PATIENCE
        while True:
            self.port = _port_of(number, self.port)
            try:
                self._open()
                self._enter()
                self.who = self._identify()
                return
            except FlashError as error:
                self.close()
                if time.monotonic() >= end:
                    raise FlashError(
                        f"Everything is on the board, but it did not come back after its reset ({error}) Unplug it and plug it in again."
                    ) from None
                time.sleep(0.5)

    def stop(self):
        """Stop the program that was started, and come to a fresh prompt."""
        self._enter()

    def start(self, banner):
        """Start the program and return what it prints, until it has stayed up for CALM seconds after the line ``banner``."""
        line = self._transport.serial
        try:
            line.write(b"\r\x02")
            self._listen(0.3, b">>> ")
            line.write(b"\x04")
            heard = self._listen(2 * PATIENCE, banner.encode())
            if banner.encode() in heard:
                heard += self._listen(CALM, b"Traceback")
                if b"Traceback" in heard:
                    heard += self._listen(1)
        except _BROKEN:
            raise Unplugged(self._gone()) from None
        return heard.decode("utf-8", "replace")


def _last_line(error):
    """Return the last line of a board's traceback."""
    lines = [line.strip() for line in error.error_output.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def _why_shut(port):
    """Return the sentence for a port that cannot be opened."""
    try:
        serial.Serial(port, exclusive=True, timeout=0).close()
    except (OSError, ValueError, _termios_error) as error:
        code = getattr(error, "errno", None)
        words = str(error)
        if code == errno.ENOENT or "FileNotFound" in words or "cannot find" in words:
            there = ", ".join(found.device for found in list_ports.comports() if found.vid) or "none"
            return f"There is no port {port}. Serial ports of boards here: {there}. Plug the board in and look whether it is still {port}, or name another one with PORT=..."
        if code in (errno.EAGAIN, errno.EBUSY) or "exclusively lock" in words or "Access is denied" in words:
            return f"{port} is busy: another program has it open. Close it (a serial monitor, Thonny, mpremote) and run the same command again."
        if code in (errno.EACCES, errno.EPERM):
            return f"You may not open {port}. On Linux: sudo usermod -a -G dialout $USER, then log out and in again."
        if code == errno.ENOTTY or "not a tty" in words or "Inappropriate ioctl" in words:
            return f"{port} is no serial port. Name the board's with PORT=..., for example PORT=/dev/ttyACM0."
        return f"{port} cannot be opened ({words}). Unplug the board, plug it in again, and run the same command again."
    return f"{port} could not be opened at once. Run the same command again."


def _why_mute(port, heard):
    """Return the sentence for a port that does not answer as a board with Python does."""
    if b">>>" in heard or b"REPL" in heard:
        return f"The board at {port} answers, but a program on it takes the line away again. Reset it and run the same command again."
    said = "says other things than Python would" if heard.strip(b"\r\n\x00") else "does not answer to Ctrl-C"
    return (
        f"{port} {said}: this is no MicroPython or CircuitPython board, or neither is on it yet ({DOCS} tells how), or it is a board's second "
        "port. Name another port, or press the board's reset key and run the same command again."
    )


def _serial_number(port):
    for found in list_ports.comports():
        if found.device == port:
            return found.serial_number
    return None


def _port_of(number, last):
    """Return the port of the USB device with this serial number, ``last`` if it is among its ports or none is there."""
    there = [port.device for port in consoles() if number and port.serial_number == number]
    return last if last in there or not there else there[0]


def consoles():
    """Return what is known of the serial ports here on which a prompt may be, in order: not the second ports of CircuitPython boards."""
    return sorted((port for port in list_ports.comports() if "CDC2" not in (getattr(port, "interface", "") or "")), key=lambda port: port.device)

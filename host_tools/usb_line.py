"""A handheld on this computer's USB, or on any serial adapter, as a line of firmware/hub.py.

Serves the simulated table (``--usb``) and the hub (host_tools/hub.py). Never waits: what the port cannot take is not sent. A cable
that is pulled is said once and looked for again; while it is out, nothing comes and what is sent is lost.
"""

import contextlib
import os
import time

try:
    import serial
except ImportError:
    raise SystemExit("Handhelds on USB need pyserial, and this Python lacks it. Start through make, which gets it.") from None

# TypeError is pyserial's own, on a port that is closed under it.
TROUBLE = (OSError, TypeError, serial.SerialException)
AGAIN = 0.5  # seconds between two looks for a port that has gone; its seat is to have its view within 2 s
WAITING = 4096  # bytes that may lie unsent before the far end counts as deaf


class PortError(Exception):
    """The port cannot be used. The text is a sentence for people."""


class UsbLine:
    """``read`` and ``write`` as a board's. ``say`` is called with a sentence when the cable goes and when it is back."""

    def __init__(self, port, say=print, clock=time.monotonic):
        self.port = port
        self._say = say
        self._clock = clock
        self._serial = None
        self._unsent = bytearray()
        self._looked = clock()
        try:
            self._open()
        except (OSError, serial.SerialException) as trouble:
            raise PortError(sentence(port, trouble)) from None

    def _open(self):
        # Exclusive, so that two programs do not take each other's bytes.
        self._serial = serial.Serial(self.port, 115200, timeout=0, write_timeout=0, exclusive=True)

    def _lost(self):
        self._say(f"The handheld on {self.port} has gone: is its cable out, or is it off? The table goes on, its seat waits.")
        self.close()
        self._looked = self._clock()

    def _look(self):
        if self._clock() - self._looked < AGAIN:
            return False
        self._looked = self._clock()
        try:
            self._open()
        except (OSError, serial.SerialException):
            return False
        self._say(f"The handheld on {self.port} is back.")
        return True

    def read(self, buffer):
        if self._serial is None and not self._look():
            return 0
        try:
            self._send()
            data = self._serial.read(min(len(buffer), max(1, self._serial.in_waiting)))
        except TROUBLE:
            self._lost()
            return 0
        buffer[: len(data)] = data
        return len(data)

    def write(self, buffer, n):
        if self._serial is None:
            return True
        if len(self._unsent) > WAITING:
            return False
        self._unsent += memoryview(buffer)[:n]
        try:
            self._send()
        except TROUBLE:
            self._lost()
        return True

    def _send(self):
        if not self._unsent:
            return
        if os.name == "posix":
            # pyserial's own write turns round and round while a port that must not wait takes nothing.
            with contextlib.suppress(BlockingIOError):
                del self._unsent[: os.write(self._serial.fileno(), self._unsent)]
        else:
            del self._unsent[: self._serial.write(self._unsent)]

    def close(self):
        if self._serial is not None:
            self._serial.close()
            self._serial = None
        self._unsent.clear()


def sentence(port, trouble):
    """Return what is wrong with ``port``, for people."""
    text = str(trouble)
    if "No such file" in text or "FileNotFoundError" in text:
        return f"There is no port {port}. Is the handheld plugged in? `python -m serial.tools.list_ports` lists what is there."
    if "Permission" in text or "PermissionError" in text:
        return f"The port {port} may not be used by you. On Linux: sudo usermod -a -G dialout $USER, then log in again."
    if "busy" in text or "lock" in text or "unavailable" in text:
        return f"The port {port} is in use, perhaps by a terminal or another table. Close that and try again."
    return f"The port {port} cannot be used ({text}). Pull the cable, put it back, and try again."

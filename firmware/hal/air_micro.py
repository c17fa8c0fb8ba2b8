"""Bluetooth on MicroPython: a seat of a star, never its middle, since a Pico W carries one connection.

Serves boards of firmware/hal/micro.py that have a radio; firmware/hal/air_circuit.py tells what the star is and how it looks on
the air. Straight on ``bluetooth``: aioble wants asyncio, and the handheld has one loop of its own.

The stack's interrupts only set flags and copy numbers; bytes are fetched by ``read``. Nothing is bonded.
"""

import bluetooth
from micropython import const

_CONNECTED = const(1)
_GONE = const(2)
_MTU = const(21)
_WRITE = const(0x0008)
_WRITE_NO_RESPONSE = const(0x0004)
_NOTIFY = const(0x0010)

_SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
_RX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
_TX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
_HEAD = b"\x02\x01\x06\x11\x07"  # flags, then the service in full
_WHO = b"\x09\xff\xff\xffCL"  # then the chip id, 4
_KEPT = const(1024)  # bytes that may wait to be read
_PIECE = const(20)
_PACKET = const(244)
_INTERVAL_US = const(20000)


class Air:
    """One board's radio as a seat: a line (``read``, ``write``), and ``lines`` with that one line for firmware/hub.py."""

    def __init__(self, chip):
        self.lines = [self]
        self.connections = 0
        self._connection = None
        self._dealing = False
        self._lost = True  # advertising: begins with the first tick
        self._piece = _PIECE
        self._data = b""
        self._at = 0
        ble = self._ble = bluetooth.BLE()
        ble.active(True)
        try:
            ble.config(mtu=_PACKET + 3)
        except (OSError, ValueError):
            pass  # a stack that does not take it keeps to 20 bytes
        ble.irq(self._event)
        uuid = bluetooth.UUID
        receiving = (uuid(_RX), _WRITE | _WRITE_NO_RESPONSE)
        sending = (uuid(_TX), _NOTIFY)
        (handles,) = ble.gatts_register_services(((uuid(_SERVICE), (receiving, sending)),))
        self._coming, self._going = handles
        ble.gatts_set_buffer(self._coming, _KEPT, True)
        # Here and below: what the stubs do not tell of the module.
        self._advertisement = _HEAD + bytes(uuid(_SERVICE)) + _WHO + chip  # pyright: ignore[reportArgumentType]

    def _event(self, event, data):
        if event == _CONNECTED:
            self._connection = data[0]
            self._piece = _PIECE
            self.connections += 1
        elif event == _GONE:
            self._connection = None
            self._lost = True
        elif event == _MTU:
            self._piece = min(_PACKET, data[1] - 3)

    def _advertise(self):
        self._lost = False
        try:
            if self._dealing:
                self._ble.gap_advertise(None)  # pyright: ignore[reportArgumentType]
            else:
                self._ble.gap_advertise(_INTERVAL_US, adv_data=self._advertisement)  # pyright: ignore[reportCallIssue]
        except OSError:
            self._lost = True

    def tick(self, now, dealing):
        """Advertise while nobody is connected, but never as the dealer: no other dealer shall find it."""
        if dealing != self._dealing or self._lost:
            self._dealing = dealing
            if self._connection is None:
                self._advertise()

    def worn(self):
        """This stack is not known to wear out."""
        return False

    def close(self):
        """Switch the radio off, so that a soft reset finds no stack half alive."""
        self._ble.active(False)

    def read(self, buffer):
        if self._at == len(self._data):
            self._at = 0
            self._data = self._ble.gatts_read(self._coming)
            if not self._data:
                return 0
        n = min(len(buffer), len(self._data) - self._at)
        for i in range(n):
            buffer[i] = self._data[self._at + i]
        self._at += n
        return n

    def write(self, buffer, n):
        if self._connection is None:
            return True  # nobody is there: lost, as on a cable that hangs in the air
        view = memoryview(buffer)
        at = 0
        try:
            while at < n:
                end = min(n, at + self._piece)
                self._ble.gatts_notify(self._connection, self._going, view[at:end])  # pyright: ignore[reportCallIssue]
                at = end
        except OSError:
            pass  # the half frame is dropped by whoever gets it
        return True

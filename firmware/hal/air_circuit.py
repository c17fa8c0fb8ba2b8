"""Bluetooth on CircuitPython: a star whose middle is the dealing device, frames as packets of the Nordic UART service.

Serves boards of firmware/hal/circuit.py with a radio of their own. A device that deals is the *central* and connects to the
others, each a *peripheral* that advertises: a peripheral's notifications would reach every central, a central's
writes reach one seat. Straight on ``_bleio``: adafruit_ble would cost 27 KB of heap that boards with large displays do not have.

Nothing is bonded, nothing is trusted to the radio: what is private is sealed above it. Whatever the stack refuses is tried
again later with growing pauses, and never raises. It knows bytes, not frames.
"""

import _bleio

from firmware.clock import since

_SERVICE = _bleio.UUID("6e400001-b5a3-f393-e0a9-e50e24dcca9e")
_RX = _bleio.UUID("6e400002-b5a3-f393-e0a9-e50e24dcca9e")  # written to by the central
_TX = _bleio.UUID("6e400003-b5a3-f393-e0a9-e50e24dcca9e")  # notified by the peripheral

# An advertisement has 31 bytes: flags, the service, and who it is: company FFFF, "CL", chip id.
_FLAGS = b"\x02\x01\x06"
_WHO = b"\xff\xff\xffCL"
_PACKET = 244  # bytes a packet may have at the MTU that both chips want, 247
_PIECE = 20  # and at the MTU of a connection that has not been asked
_PENDING = 8  # packets that wait to be read
_INTERVAL = 0.02  # seconds between advertisements
_SCAN = 0.15  # seconds a search may deafen the board
_CONNECT = 0.35  # and a connection
# Milliseconds between two searches, doubled by each that finds nobody new.
_PAUSE_FOUND = 60  # after one that has: another may be there
_PAUSE_LEAST = 300
_PAUSE_LOST = 800  # at most, while a seat is missing that was there: it is to have its view within 2 s of being back
_PAUSE_MOST = 5000  # at most, while nobody is known to be missing
_GATHERING = 60000  # so long after a start anybody may be: this board does not remember who was there
_STAYS = 400  # ms; who has not dealt for so long deals no more: another's beat, or an old one of its own, may come by in between
_NEAR = -75  # dBm; handhelds at one table are nearer
_WORN = 40  # connections after which a stack that leaks wants a fresh start
# All that the stack raises; ConnectionError and TimeoutError are OSErrors.
_TROUBLE = (_bleio.BluetoothError, OSError, RuntimeError, ValueError, MemoryError)


class Spoke:
    """A line (``read``, ``write``) over one connection, or over none: then nothing comes and what is sent is lost."""

    def __init__(self):
        self.connection = None
        self.address = None  # whom it was made to, while its place is kept
        self._coming = self._going = None
        self._packet = bytearray(_PACKET)
        self._at = self._end = 0

    def open(self, coming, going, connection=None):
        """Use these two packet buffers from now on."""
        self._coming = coming
        self._going = going
        self.connection = connection
        self._at = self._end = 0

    def close(self):
        self._coming = self._going = self.connection = None
        self._at = self._end = 0

    def read(self, buffer):
        if self._at == self._end:
            if self._coming is None:
                return 0
            try:
                self._end = self._coming.readinto(self._packet)
            except _TROUBLE:
                self._end = 0
            self._at = 0
            if self._end <= 0:
                self._end = 0
                return 0
        n = min(len(buffer), self._end - self._at)
        for i in range(n):
            buffer[i] = self._packet[self._at + i]
        self._at += n
        return n

    def write(self, buffer, n):
        going = self._going
        if going is None:
            return True
        view = memoryview(buffer)
        at = 0
        try:
            most = min(_PACKET, max(_PIECE, going.outgoing_packet_length))
            while at < n:
                end = min(n, at + most)
                going.write(view[at:end])
                at = end
        except _TROUBLE:
            # The far end has gone, perhaps between two pieces: the receiver drops the half frame, the sender sends anew.
            pass
        return True


class Air:
    """One board's radio. ``lines`` are for firmware/hub.py: the first as a seat, the others as the middle of the star.

    ``seats``: connections that the chip carries as a central, 4 on an nRF52840, 3 on an ESP32-S3, 0 for a seat only.
    """

    def __init__(self, adapter, chip, seats):
        self._adapter = adapter
        adapter.enabled = True
        self._who = _WHO + chip
        service = _bleio.Service(_SERVICE)
        add = _bleio.Characteristic.add_to_service
        properties = _bleio.Characteristic.WRITE | _bleio.Characteristic.WRITE_NO_RESPONSE
        coming = add(service, _RX, properties=properties, read_perm=_bleio.Attribute.NO_ACCESS, max_length=_PACKET)
        going = add(service, _TX, properties=_bleio.Characteristic.NOTIFY, write_perm=_bleio.Attribute.NO_ACCESS, max_length=_PACKET)
        leaf = Spoke()
        # Made once and for ever: a new pair for each connection is what leaks.
        leaf.open(
            _bleio.PacketBuffer(coming, buffer_size=_PENDING, max_packet_size=_PACKET),
            _bleio.PacketBuffer(going, buffer_size=_PENDING, max_packet_size=_PACKET),
        )
        self.lines = [leaf]
        for _ in range(seats):
            self.lines.append(Spoke())
        self.connections = 0  # made since the start
        self._pause = _PAUSE_LEAST
        self._searched = None
        self._began = None  # when this board began to deal
        self._dealt = 0  # and when it was last seen to
        self._prefix = bytes((len(_WHO),)) + _WHO

    def worn(self):
        """Tell whether so many connections were made that the board should start anew at the next save."""
        return self.connections >= _WORN

    def tick(self, now, dealing):
        """Advertise as a seat, search as the dealer; deafens the board for at most half a second, and only while a seat is missing."""
        if not dealing:
            if self._began is None or since(now, self._dealt) >= _STAYS:
                self._began = None
                self._advertise()
            return
        if self._began is None:
            self._began = now
        self._dealt = now
        try:
            if self._adapter.advertising:
                self._adapter.stop_advertising()
        except _TROUBLE:
            pass
        missing = lost = False
        for i in range(1, len(self.lines)):
            spoke = self.lines[i]
            if spoke.connection is not None and not spoke.connection.connected:
                spoke.close()
                self._pause = _PAUSE_LEAST
            if spoke.connection is None:
                missing = True
                lost = lost or spoke.address is not None
        if missing and (self._searched is None or since(now, self._searched) >= self._pause):
            found = self._search()
            self._searched = now
            most = _PAUSE_LOST if lost or since(now, self._began) < _GATHERING else _PAUSE_MOST
            self._pause = _PAUSE_FOUND if found else min(max(2 * self._pause, _PAUSE_LEAST), most)

    def forget(self):
        """Let go of all seats and of who they were: another device deals now."""
        for i in range(1, len(self.lines)):
            spoke = self.lines[i]
            if spoke.connection is not None:
                try:
                    spoke.connection.disconnect()
                except _TROUBLE:
                    pass
            spoke.close()
            spoke.address = None

    def _advertise(self):
        adapter = self._adapter
        for i in range(1, len(self.lines)):
            if self.lines[i].connection is not None:
                self.forget()
                break
        try:
            if adapter.advertising or adapter.connected:
                return
            data = _FLAGS + b"\x11\x07" + _SERVICE.uuid128 + bytes((len(self._who),)) + self._who
            adapter.start_advertising(data, interval=_INTERVAL)
            self.connections += 1
        except _TROUBLE:
            pass  # the next tick tries again

    def _search(self):
        """Look once for seats that are missing, and connect to one. Return True if one was connected."""
        adapter = self._adapter
        chosen = None
        try:
            # Small and bounded: a search without limits keeps what it finds, and asks for 64 KB.
            for entry in adapter.start_scan(self._prefix, buffer_size=256, timeout=_SCAN, interval=0.06, window=0.06, minimum_rssi=_NEAR, active=False):
                if not entry.connectable:
                    continue
                place = self._place(entry.address)
                if place is not None:
                    chosen = place
                    address = entry.address
                    break
        except _TROUBLE:
            pass
        try:
            adapter.stop_scan()
            if chosen is None:
                return False
            return self._connect(chosen, address)
        except _TROUBLE:
            return False

    def _place(self, address):
        """Return the spoke for a seat at ``address``: its own, else a free one, else one whose seat is gone, else None."""
        free = gone = None
        for i in range(1, len(self.lines)):
            spoke = self.lines[i]
            if spoke.address == address:
                return spoke if spoke.connection is None else None
            if spoke.connection is None:
                if spoke.address is None:
                    free = free or spoke
                else:
                    gone = gone or spoke
        return free or gone

    def _connect(self, spoke, address):
        connection = self._adapter.connect(address, timeout=_CONNECT)
        self.connections += 1
        coming = going = None
        try:
            connection.connection_interval = 15
            for service in connection.discover_remote_services((_SERVICE,)):
                for characteristic in service.characteristics:
                    if characteristic.uuid == _TX:
                        coming = characteristic
                    elif characteristic.uuid == _RX:
                        going = characteristic
            if coming is None or going is None:
                raise OSError
            coming.set_cccd(notify=True)
            spoke.open(
                _bleio.PacketBuffer(coming, buffer_size=_PENDING, max_packet_size=_PACKET),
                _bleio.PacketBuffer(going, buffer_size=1, max_packet_size=_PACKET),
                connection,
            )
        except _TROUBLE:
            # Discovery may fail on a connection that is said to stand: begin again from nothing.
            connection.disconnect()
            return False
        spoke.address = address
        return True

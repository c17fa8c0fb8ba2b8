"""Handhelds linked by radio on the desktop: bumble's host stack and virtual controllers, in simulated time.

``_bleio`` (CircuitPython) and ``bluetooth`` (MicroPython) are made here over bumble, as much of them as the firmware and
adafruit_ble use, so that firmware/hal/air_*.py run unchanged. Several devices live in one process: ``bleio.adapter`` says
for which of them a service or a radio is being made.
"""

import asyncio
import importlib
import importlib.util
import random
import sys
import types

from bumble import gatt, hci
from bumble.controller import Controller
from bumble.core import UUID as BumbleUUID
from bumble.core import BaseBumbleError
from bumble.device import Device as BumbleDevice
from bumble.device import Peer
from bumble.host import Host
from bumble.link import LocalLink

REFUSED = (BaseBumbleError, asyncio.TimeoutError, hci.HCI_Error)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose waiting takes no time: the clock leaps to whatever is due next."""

    _latest = None

    def __init__(self):
        # A loop holds three files, and a test needs one loop.
        if SimulatedLoop._latest is not None:
            SimulatedLoop._latest.close()
        SimulatedLoop._latest = self
        super().__init__()
        self._simulated = 1.0
        select = self._selector.select

        def leap(timeout=None):
            if timeout:
                self._simulated += timeout
            return select(0)

        self._selector.select = leap

    def time(self):
        return self._simulated


class Ether(LocalLink):
    """The air between all radios. ``heard`` is every byte that flies, ``ways`` from whom to whom; ``delay`` the most milliseconds a packet takes longer.

    ``away`` are addresses of radios too far off to be found.
    """

    def __init__(self, loop, seed=1):
        super().__init__()
        self.loop = loop
        self.heard = []
        self.ways = []
        self.delay = 0
        self.random = random.Random(seed)
        self.away = set()
        self._arrives = {}

    def send_advertising_pdu(self, sender_controller, packet):
        if sender_controller.random_address not in self.away:
            super().send_advertising_pdu(sender_controller, packet)

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        self.heard.append(bytes(data))
        # The link layer keeps the order of a connection's packets, whatever each of them takes.
        way = (sender_controller.random_address, destination_address)
        self.ways.append(way)
        at = max(self.loop.time() + self.random.random() * self.delay / 1000, self._arrives.get(way, 0.0) + 1e-6)
        self._arrives[way] = at
        source = sender_controller.random_address
        destination = self.find_le_controller(destination_address)
        if destination is not None:
            self.loop.call_at(at, lambda: destination.on_link_acl_data(source, transport, data))

    def wait(self, coroutine, seconds=10):
        """Run the air until ``coroutine`` is done; return what it returns."""
        return self.loop.run_until_complete(asyncio.wait_for(coroutine, seconds))

    def run_until(self, seconds):
        """Let the air's clock go on to ``seconds``."""
        if seconds > self.loop.time():
            self.loop.run_until_complete(asyncio.sleep(seconds - self.loop.time()))


class Radio:
    """One device's controller and host stack."""

    def __init__(self, ether, number, mtu=247):
        self.ether = ether
        self.mtu = mtu
        self.number = number
        self.address = "F0:F1:F2:F3:F4:%02X" % number
        self.device = None

    def start(self):
        """Power up, with no service, no connection and nothing on the air."""
        self.ether.wait(self._start())

    async def _start(self):
        controller = Controller(self.address, link=self.ether)
        host = Host()
        host.controller = controller
        self.device = BumbleDevice(name="board %d" % self.number, address=hci.Address(self.address), host=host)
        self.device.gatt_server.max_mtu = self.mtu
        await self.device.power_on()
        self.controller = controller

    def stop(self):
        """The power goes: connections break off, and nothing is heard of it any more."""
        self.ether.wait(self._stop())

    async def _stop(self):
        for connection in list(self.device.connections.values()):
            try:
                await connection.disconnect()
            except REFUSED:
                pass
        await self.device.stop_advertising()
        self.ether.remove_controller(self.controller)


def _uuid_of(uuid):
    """Return bumble's UUID for one of blinka's."""
    return BumbleUUID.from_bytes(bytes(uuid.uuid128)) if uuid.size == 128 else BumbleUUID.from_16_bits(uuid.uuid16)


class _Bleio:
    """What is made once for a process: the module ``_bleio``, whose plain values (UUID, Address ...) are blinka's own."""

    def __init__(self):
        spec = importlib.util.find_spec("_bleio")
        package = types.ModuleType("_bleio")
        package.__path__ = spec.submodule_search_locations
        sys.modules["_bleio"] = package
        # Its package's own __init__ would look for the machine's radio.
        parts = {name: importlib.import_module("_bleio." + name) for name in ("address", "attribute", "exceptions", "uuid_", "scan_entry", "packet_buffer")}
        self.package = package
        package.Address = parts["address"].Address
        package.Attribute = parts["attribute"].Attribute
        package.BluetoothError = parts["exceptions"].BluetoothError
        package.UUID = parts["uuid_"].UUID
        package.ScanEntry = parts["scan_entry"].ScanEntry
        package.adapter = None
        common = types.ModuleType("_bleio.common")
        for each in (Characteristic, Service, Connection, Adapter):
            setattr(package, each.__name__, each)
            setattr(common, each.__name__, each)

        class PacketBuffer(parts["packet_buffer"].PacketBuffer):
            """Blinka's, but with the lengths of the connection as it is, and the firmware's ring of bytes: ``buffer_size`` longest packets."""

            def __init__(self, characteristic, *, buffer_size, max_packet_size=None):
                super().__init__(characteristic, buffer_size=0)
                self._room = buffer_size * (2 + max_packet_size)

            def _notify_callback(self, data):
                self._queue.put_nowait(data)
                while sum(2 + len(each) for each in self._queue.queue) > self._room:
                    self._queue.get_nowait()

            def readinto(self, buffer):
                n = super().readinto(buffer)
                if n < 0:
                    raise ValueError("the packet is longer than the buffer")
                return n

            @property
            def outgoing_packet_length(self):
                return self._characteristic.room()

        package.PacketBuffer = PacketBuffer
        sys.modules["_bleio.common"] = common
        # Whoever waits for bytes lets the air of the device that is being made go on; it is the same for all.
        common.adapter = types.SimpleNamespace(await_bleak=lambda coroutine, timeout=None: package.adapter.await_bleak(coroutine))
        package.CharacteristicBuffer = importlib.import_module("_bleio.characteristic_buffer").CharacteristicBuffer


class Characteristic:
    """Of a local service, or of a remote one (``remote`` is bumble's)."""

    BROADCAST, READ, WRITE_NO_RESPONSE, WRITE, NOTIFY, INDICATE = 1, 2, 4, 8, 16, 32

    def __init__(self, service, uuid, properties, remote=None):
        self.service = service
        self.uuid = uuid
        self.properties = properties
        self.remote = remote
        self.local = None
        self.descriptors = ()
        self._value = b""
        self._listeners = []

    @classmethod
    def add_to_service(cls, service, uuid, *, properties=0, read_perm=1, write_perm=1, max_length=20, fixed_length=False, initial_value=None, user_description=None):
        made = cls(service, uuid, properties)

        def written(connection, value):
            # What is longer than the characteristic is no packet of ours.
            assert len(value) <= max_length
            made._heard(bytes(value))

        made.local = gatt.Characteristic(
            _uuid_of(uuid),
            gatt.Characteristic.Properties(properties),
            gatt.Characteristic.Permissions.READABLE | gatt.Characteristic.Permissions.WRITEABLE,
            gatt.CharacteristicValue(read=lambda connection: made._value, write=written),
        )
        service.characteristics += (made,)
        return made

    def _heard(self, value):
        self._value = value
        for each in self._listeners:
            each(value)

    def _add_notify_callback(self, listener):
        self._listeners.append(listener)

    def _remove_notify_callback(self, listener):
        self._listeners.remove(listener)

    def room(self):
        """Bytes that one packet may have now."""
        if self.remote is not None:
            return self.service.connection.max_packet_length
        rooms = [each.max_packet_length for each in self.service.adapter.connections]
        return min(rooms) if rooms else 20

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        air = (self.service.connection.adapter if self.remote is not None else self.service.adapter).radio.ether
        try:
            if self.remote is not None:
                air.wait(self.remote.write_value(bytes(value), with_response=not self.properties & self.WRITE_NO_RESPONSE))
            else:
                self._value = bytes(value)
                air.wait(self.service.adapter.radio.device.notify_subscribers(self.local, bytes(value)))
        except REFUSED:
            raise ConnectionError("not connected")

    def set_cccd(self, *, notify=False, indicate=False):
        try:
            self.service.connection.adapter.radio.ether.wait(self.remote.subscribe(lambda value: self._heard(bytes(value)), prefer_notify=notify))
        except REFUSED:
            raise ConnectionError("not connected")


class Service:
    def __init__(self, uuid, *, secondary=False, connection=None):
        self.uuid = uuid
        self.secondary = secondary
        self.connection = connection
        self.remote = connection is not None
        self.characteristics = ()
        if connection is None:
            self.adapter = bleio().adapter
            self.adapter.services.append(self)


class Connection:
    def __init__(self, adapter, made):
        self.adapter = adapter
        self.connected = True
        self.paired = False
        self.connection_interval = 30
        self._made = made
        self._peer = None
        made.on("disconnection", self._gone)

    def _gone(self, reason):
        self.connected = False

    def disconnect(self):
        if self.connected:
            try:
                self.adapter.radio.ether.wait(self._made.disconnect())
            except REFUSED:
                pass
            self.connected = False

    @property
    def max_packet_length(self):
        return self._made.att_mtu - 3

    async def ask_mtu(self, mtu):
        self._peer = Peer(self._made)
        if mtu > 23:
            await self._peer.request_mtu(mtu)

    def discover_remote_services(self, service_uuids_whitelist=None):
        if self.adapter.refuse_discovery:
            self.adapter.refuse_discovery -= 1
            raise ConnectionError("not connected")
        wanted = [_uuid_of(each) for each in service_uuids_whitelist or ()]
        try:
            return self.adapter.radio.ether.wait(self._discover(wanted))
        except REFUSED:
            raise ConnectionError("not connected")

    async def _discover(self, wanted):
        await self._peer.discover_services(wanted)
        found = []
        for each in self._peer.services:
            if wanted and each.uuid not in wanted:
                continue
            await each.discover_characteristics()
            service = Service(_blinka_uuid(each.uuid), connection=self)
            service.characteristics = tuple(
                Characteristic(service, _blinka_uuid(one.uuid), int(one.properties), remote=one) for one in each.characteristics
            )
            found.append(service)
        return tuple(found)


def _blinka_uuid(uuid):
    raw = bytes(uuid)
    return bleio().UUID(int.from_bytes(raw, "little") if len(raw) <= 4 else raw)


class Adapter:
    """The radio as ``_bleio`` shows it. ``refuse_discovery`` connections look connected and are not; ``refuse`` calls fail."""

    def __init__(self, radio):
        self.radio = radio
        self.enabled = True
        self.name = radio.address
        self.services = []
        self.refuse_discovery = 0
        self._served = 0
        self._connections = []
        self._scan = None
        self.address = bleio().Address(bytes.fromhex(radio.address.replace(":", ""))[::-1], bleio().Address.RANDOM_STATIC)
        radio.device.on("connection", lambda made: self._connections.append(Connection(self, made)))
        radio.device.on("advertisement", lambda seen: self._scan.append(seen) if self._scan is not None else None)

    def await_bleak(self, coroutine, timeout=None):
        return self.radio.ether.wait(coroutine)

    @property
    def connections(self):
        self._connections = [each for each in self._connections if each.connected]
        return tuple(self._connections)

    @property
    def connected(self):
        return bool(self.connections)

    @property
    def advertising(self):
        return self.radio.device.is_advertising

    def start_advertising(self, data, *, scan_response=None, connectable=True, anonymous=False, timeout=0, interval=0.1, tx_power=0, directed_to=None):
        assert len(data) <= 31
        device = self.radio.device
        for each in self.services[self._served :]:
            device.add_service(gatt.Service(_uuid_of(each.uuid), [one.local for one in each.characteristics]))
        self._served = len(self.services)
        self.radio.ether.wait(
            device.start_advertising(
                advertising_data=bytes(data), scan_response_data=bytes(scan_response or b""), auto_restart=False,
                advertising_interval_min=interval * 1000, advertising_interval_max=interval * 1000,
            )
        )  # fmt: skip

    def stop_advertising(self):
        self.radio.ether.wait(self.radio.device.stop_advertising())

    def start_scan(self, prefixes=b"", *, buffer_size=512, extended=False, timeout=None, interval=0.1, window=0.1, minimum_rssi=-80, active=True):
        assert timeout and buffer_size <= 512 and not extended, "a search without bounds fills the heap"
        ether = self.radio.ether
        self._scan = []
        ether.wait(self.radio.device.start_scanning(active=active, filter_duplicates=False))
        end = ether.loop.time() + timeout
        while self._scan is not None and ether.loop.time() < end:
            if not self._scan:
                ether.wait(asyncio.sleep(0.005))
                continue
            seen = self._scan.pop(0)
            address = bleio().Address(bytes(seen.address.address_bytes), bleio().Address.RANDOM_STATIC)
            entry = bleio().ScanEntry(address=address, rssi=seen.rssi, advertisement_bytes=seen.data_bytes, connectable=seen.is_connectable, scan_response=False)
            if seen.rssi >= minimum_rssi and entry.matches(prefixes, match_all=False):
                yield entry

    def stop_scan(self):
        if self._scan is not None:
            self._scan = None
            self.radio.ether.wait(self.radio.device.stop_scanning())

    def connect(self, address, *, timeout):
        try:
            made = self.radio.ether.wait(self.radio.device.connect(hci.Address(address.string.upper()), timeout=timeout), timeout + 1)
            (connection,) = [each for each in self.connections if each._made is made]
            self.radio.ether.wait(connection.ask_mtu(self.radio.mtu))
        except REFUSED:
            raise bleio().BluetoothError("could not connect")
        return connection


_made = []


def bleio():
    """Return the module ``_bleio`` as it is here; the first call puts it in its place."""
    if not _made:
        _made.append(None)
        _made[0] = _Bleio()
    return sys.modules["_bleio"]

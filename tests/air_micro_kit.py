"""MicroPython's ``bluetooth`` over bumble: as much of it as firmware/hal/air_micro.py uses, for one connection."""

import types

from bumble import gatt
from bumble.core import UUID as BumbleUUID

from tests.air_kit import REFUSED

CONNECTED, GONE, MTU = 1, 2, 21


class UUID:
    def __init__(self, text):
        self.uuid = BumbleUUID(text)

    def __bytes__(self):
        return bytes(self.uuid)


def bluetooth_of(radio):
    """Return a module ``bluetooth`` whose one stack is ``radio``'s."""

    class BLE:
        def __init__(self):
            self._values = {}
            self._appends = set()
            self._connection = None

        def active(self, on):
            if not on:
                radio.stop()

        def config(self, **options):
            if options["mtu"] > radio.mtu:
                raise ValueError("no such MTU here")

        def irq(self, handler):
            self._handler = handler
            radio.device.on("connection", self._connected)

        def _connected(self, made):
            if self._connection is not None:
                return  # btstack carries one
            self._connection = made
            made.on("disconnection", self._gone)
            made.on("connection_att_mtu_update", lambda: self._handler(MTU, (1, made.att_mtu)))
            self._handler(CONNECTED, (1, 0, b""))

        def _gone(self, reason):
            self._connection = None
            self._handler(GONE, (1, 0, b""))

        def gatts_register_services(self, services):
            handles = []
            for uuid, characteristics in services:
                made = []
                for one, properties in characteristics:
                    handle = len(self._values)
                    self._values[handle] = b""
                    made.append(
                        gatt.Characteristic(
                            one.uuid, gatt.Characteristic.Properties(properties), gatt.Characteristic.Permissions.WRITEABLE,
                            gatt.CharacteristicValue(write=lambda connection, value, handle=handle: self._written(handle, bytes(value))),
                        )
                    )  # fmt: skip
                self._characteristics = made
                radio.device.add_service(gatt.Service(uuid.uuid, made))
                handles.append(tuple(range(len(self._values) - len(made), len(self._values))))
            return tuple(handles)

        def gatts_set_buffer(self, handle, size, append=False):
            self._room = size

        def _written(self, handle, value):
            # The stack drops what its buffer cannot take.
            self._values[handle] = (self._values[handle] + value)[: self._room]

        def gatts_read(self, handle):
            value = self._values[handle]
            self._values[handle] = b""
            return value

        def gatts_notify(self, connection, handle, data):
            if self._connection is None:
                raise OSError(107)
            try:
                radio.ether.wait(radio.device.notify_subscribers(self._characteristics[handle], bytes(data)))
            except REFUSED:
                raise OSError(107)

        def gap_advertise(self, interval, adv_data=None):
            if interval is None:
                radio.ether.wait(radio.device.stop_advertising())
                return
            radio.ether.wait(
                radio.device.start_advertising(
                    advertising_data=bytes(adv_data), auto_restart=False,
                    advertising_interval_min=interval / 1000, advertising_interval_max=interval / 1000,
                )
            )  # fmt: skip

    return types.SimpleNamespace(BLE=BLE, UUID=UUID)

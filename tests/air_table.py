"""Tables whose handhelds are linked by radio alone, or by radio and cable: boards of the simulator on the air of air_kit."""

import importlib
import sys

from firmware.clock import since
from firmware.hub import Hub
from host_tools.boards import BOARDS, USUAL
from host_tools.robots import Crew, Device
from host_tools.simulator import SimulatedBoard, Table
from tests.air_kit import Adapter, Ether, Radio, SimulatedLoop, bleio

AIR_EVERY = 50  # as in firmware/hal/circuit.py


class AirBoard(SimulatedBoard):
    """A simulated board with a radio; ``kind`` is "circuit" or "micro", whose driver it runs."""

    def __init__(self, table, lines, kind, name, radio, driver, seats):
        super().__init__(table, lines, kind, name)
        self.cables = [line for line in lines if line.out is not line.into]
        self.radio = radio
        self._driver = driver
        self._seats = seats
        self.air = None

    def start(self):
        self.clear()  # what the cables held; the air's stack lets go of its own by itself
        self.radio.start()
        if self._driver == "circuit":
            self.adapter = bleio().adapter = Adapter(self.radio)
            module = importlib.import_module("firmware.hal.air_circuit")
            self.air = module.Air(self.adapter, self.chip, self._seats)
        else:
            from tests.air_micro_kit import bluetooth_of

            sys.modules["bluetooth"] = bluetooth_of(self.radio)
            sys.modules.pop("firmware.hal.air_micro", None)
            self.air = importlib.import_module("firmware.hal.air_micro").Air(self.chip)
        self._aired = self.now()
        self.hub = self._line = Hub(self.cables + self.air.lines)

    def stop(self):
        self.radio.stop()

    def read(self, buffer):
        if since(self.now(), self._aired) >= AIR_EVERY:
            self._aired = self.now()
            self.air.tick(self.now(), self.hub.dealing())
        return super().read(buffer)


class AirTable(Table):
    """``count`` boards on one air. ``mtus`` and ``drivers`` by place; ``rings`` are cables besides, see Table."""

    def __init__(self, count, seed=0, start=Device, mtus=(), drivers=(), seats=4, rings=()):
        self.ether = Ether(SimulatedLoop(), seed)
        self._mtus = mtus or [247] * count
        self._drivers = drivers or ["circuit"] * count
        self._seats = seats
        # A board without a cable is a ring of one: it hears nobody.
        alone = [[place] for place in range(count) if not any(place in ring for ring in rings)]
        super().__init__(count, BOARDS[USUAL], "none", seed, start, [*rings, *alone])

    def _make_board(self, lines, kind, name):
        place = len(self._made) if hasattr(self, "_made") else 0
        self._made = [*getattr(self, "_made", ()), place]
        driver = self._drivers[place]
        return AirBoard(self, lines, kind, name, Radio(self.ether, place + 1, self._mtus[place]), driver, self._seats if driver == "circuit" else 0)

    def step(self, milliseconds=5):
        # Searching and connecting take the air's time, so the table's clock may be behind it.
        self.now = max(self.now, self.ether.loop.time() * 1000)
        self.ether.run_until((self.now + milliseconds) / 1000)
        super().step(milliseconds)

    def set_power(self, place, on):
        if not on and self.handhelds[place] is not None:
            self.boards[place].stop()
        super().set_power(place, on)


class AirCrew(Crew):
    """A crew of robots at an AirTable."""

    def __init__(self, count, seed=0, radio=0.0, **options):
        super().__init__(count, seed=seed, radio=radio, table=AirTable(count, seed, **options))

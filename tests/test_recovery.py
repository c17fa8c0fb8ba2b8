"""When one cut is closed and nothing else is wrong, all displays are right again within two seconds: over every kind of line."""

import pytest

from firmware.wire import F_KIND, LINK_GOOD, PRIVATE_PART, T_PRESENT
from host_tools.hub import Exchange
from host_tools.robots import Crew
from host_tools.usb_line import UsbLine
from tests.air_table import AirCrew
from tests.test_usb import Both, Cable, alone

MOST = 2000  # milliseconds
CUTS = (10, 400, 900, 2600, 300, 7000)  # milliseconds that a cut lasts, one after the other
BETWEEN = 700  # milliseconds of play from one to the next
LAYOUTS = {
    "ring": None,
    "star": [[0, 1], [0, 2], [0, 3], [0, 4]],
    "chain": [[0, 1], [1, 2, 3], [3, 4]],
    "mixed": [[0, 1, 2], [0, 3], [0, 4]],
}
AIR = {"radio": ((), 247), "radio of short packets": ((), 23), "cables and radio of short packets": ([[0, 1, 2]], 23)}


def crew_of(layout, seed):
    """Five robots in an attempt. A packet on the air takes up to 30 ms, the connection interval that the radios ask for."""
    if layout in AIR:
        rings, mtu = AIR[layout]
        crew = AirCrew(5, seed=seed, radio=0.05, rings=rings, mtus=[mtu] * 5)
        crew.table.ether.delay = 30
    else:
        crew = Crew(5, seed=seed, radio=0.05, rings=LAYOUTS[layout])
    crew.gather()
    crew.deal(4)
    return crew


def right(crew):
    """Tell whether everybody is there, shows what the dealer's engine says, and complains of nothing."""
    present = (1 << len(crew.table.handhelds)) - 1
    return (
        len(crew.devices) == len(crew.table.handhelds)
        and sum(device.session.link.dealing for device in crew.devices) == 1
        and all(device.scene.table[T_PRESENT] == present and device.scene.link == LINK_GOOD and not device.scene.behind for device in crew.devices)
        and crew.settled()
    )


def play_on(crew):
    """Play for a while; where the attempt is over, deal the next."""
    if crew.ended():
        crew.deal(4)
    end = crew.table.now + BETWEEN
    crew.play(until=lambda: crew.table.now >= end or crew.ended())


def mended(crew, began):
    """Let all be right again in time, counted from ``began``."""
    while not right(crew):
        crew.table.run(5)
        assert crew.table.now - began <= MOST, "not right after %d ms" % (crew.table.now - began)


def cut(crew, what, number, milliseconds):
    """Cut something and close it again after a while; return whether anything was wrong by then."""
    table = crew.table
    if what in ("seat", "dealer"):
        place = 0 if what == "dealer" else 1 + number % 4
        table.set_power(place, False)
        run(crew, milliseconds)
        table.set_power(place, True)
        return True
    spokes = [each for each in table.boards[0].air.lines[1:] if each.connection is not None] if hasattr(table, "ether") else ()
    if spokes:
        spoke = spokes[number % len(spokes)]
        away = next(board for board in table.boards if board.adapter.address == spoke.address)
        table.ether.away.add(away.radio.controller.random_address)
        spoke.connection.disconnect()
        run(crew, milliseconds)
        table.ether.away.clear()
    else:
        wire = number % len(table.wires)
        table.set_cable(wire, False)
        run(crew, milliseconds)
        table.set_cable(wire, True)
    return not right(crew)


def run(crew, milliseconds):
    """Let the robots that are there go on, so that something changes while others cannot hear of it."""
    end = crew.table.now + milliseconds
    while crew.table.now < end:
        for place, device in enumerate(crew.table.handhelds):
            if device is not None:
                crew.act(place)
        crew.table.run(10)


@pytest.mark.parametrize("what", ["line", "seat", "dealer"])
@pytest.mark.parametrize("layout", [*LAYOUTS, "radio", "cables and radio of short packets"])
def test_all_displays_are_right_within_two_seconds_of_a_cut_being_closed(layout, what):
    crew = crew_of(layout, 60)
    wrong = 0
    for number, milliseconds in enumerate(CUTS):
        play_on(crew)
        wrong += cut(crew, what, number, milliseconds)
        mended(crew, crew.table.now)
    assert wrong >= 3


@pytest.mark.parametrize("place", range(1, 5))
def test_a_connection_that_breaks_within_a_private_part_is_made_good_within_two_seconds(place):
    crew = crew_of("radio of short packets", 61)
    spoke = crew.table.boards[0].air.lines[place]
    going, write = spoke._going, spoke._going.write
    packets = []  # of the frame that is being sent
    torn = []

    def tear(data):
        packets.append(bytes(data))
        if packets[0][1 + F_KIND] == PRIVATE_PART and len(packets) == 2 and not torn:
            torn.append(len(packets[0]))
            spoke.connection.disconnect()
        write(data)
        if packets[-1].endswith(b"\0"):
            packets.clear()

    going.write = tear
    while not torn:
        assert not crew.ended()
        run(crew, 10)
    began = crew.table.now
    assert torn == [20] and not right(crew)
    mended(crew, began)
    assert spoke._going is not going


class Plugs:
    """A table of a hub on the desktop and three handhelds on its ports; ``pull`` and ``put`` as a crew's table has wires."""

    def __init__(self):
        self.cables = [Cable() for _ in range(3)]
        self.table = Both([alone(cable, seed) for seed, cable in enumerate(self.cables)])
        self.lines = [UsbLine(cable.port, lambda said: None, lambda: self.table.now / 1000) for cable in self.cables]
        self.table.between = Exchange(self.lines).tick

    def pull(self, place):
        self.cables[place].pull()
        self.table.tables[place].boards[0]._line = Nothing()

    def put(self, place):
        cable = self.cables[place] = Cable()
        self.lines[place].port = cable.port
        self.table.tables[place].boards[0]._line = cable


class Nothing:
    """A line that hangs on nothing."""

    def read(self, buffer):
        return 0

    def write(self, buffer, n):
        return True


def test_all_displays_are_right_within_two_seconds_of_a_usb_cable_being_put_back():
    plugs = Plugs()
    crew = Crew(3, seed=3, radio=0.05, table=plugs.table)
    crew.gather()
    crew.deal(4)
    for number, milliseconds in enumerate(CUTS):
        play_on(crew)
        plugs.pull(number % 3)
        run(crew, milliseconds)
        wrong = not right(crew)
        plugs.put(number % 3)
        assert wrong or milliseconds < 900
        mended(crew, crew.table.now)

"""Bluetooth from end to end over a real host stack: a dealer in the middle, seats around it (firmware/hal/air_*.py, hub.py)."""

import random

import pytest

from engine.codes import OPEN, PHASE_TRICK
from engine.layout import LYING, PHASE, TRICK, VERDICT
from firmware.wire import BE_DEALER, BEAT, PROTOCOL, T_PRESENT, T_SEATED
from tests.air_kit import Adapter, Ether, Radio, SimulatedLoop, bleio
from tests.air_table import AirCrew

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"


def dealt(count=5, mission=10, seed=7, **options):
    crew = AirCrew(count, seed=seed, radio=0.05, **options)
    crew.gather()
    crew.deal(mission)
    return crew


def finish(crew):
    crew.play()
    crew.rest()
    assert crew.dealer().attempt.state[VERDICT] != OPEN


def middle(crew):
    return crew.table.boards[0].air


@pytest.mark.parametrize("mtu", [247, 23])
@pytest.mark.parametrize("delay", [0, 90])
def test_one_central_and_four_seats_play_a_mission(mtu, delay):
    crew = AirCrew(5, seed=7, radio=0.05, mtus=[mtu] * 5)
    crew.table.ether.delay = delay
    crew.gather()
    crew.deal(10)
    finish(crew)


@pytest.mark.parametrize("seed", range(4))
def test_connections_break_at_any_time_and_nothing_is_lost(seed):
    crew = dealt(5, 4, seed=seed, mtus=[247, 23, 247, 23, 23])
    broken = 0
    chance = random.Random(seed)
    while not crew.ended():
        tricks = crew.tricks()
        at = crew.table.now + chance.randrange(10, 90)
        crew.play(until=lambda: crew.table.now >= at or crew.ended())
        if crew.ended():
            break
        spoke = chance.choice([each for each in middle(crew).lines[1:] if each.connection is not None])
        spoke.connection.disconnect()
        broken += 1
        assert crew.tricks() >= tricks
    finish(crew)
    assert broken > 1


@pytest.mark.parametrize("seed", range(3))
def test_a_frame_torn_between_two_pieces_is_dropped_and_sent_anew(seed):
    crew = dealt(4, 4, seed=seed, mtus=[23] * 4)
    torn = []
    for spoke in middle(crew).lines[1:]:
        if spoke.connection is None:
            continue
        characteristic = spoke._going._characteristic
        write = type(characteristic).value.fset

        left = [30]  # packets until it breaks: in the midst of a frame, since most have several

        def tear(data, spoke=spoke, characteristic=characteristic, left=left):
            left[0] -= 1
            write(characteristic, data)
            if not left[0]:
                torn.append(len(data))
                spoke.connection.disconnect()

        spoke._going.write = tear
    finish(crew)
    assert 20 in torn


def test_a_broken_connection_stands_again_within_two_seconds_and_the_seat_has_its_view():
    crew = dealt(5, 4)
    for place in range(1, 5):
        began = crew.table.now
        middle(crew).lines[place].connection.disconnect()
        crew.until(lambda: middle(crew).lines[place].connection is not None, 2000)
        crew.until(crew.settled, 2000)
        assert crew.table.now - began <= 2000


def test_a_seat_without_power_is_missed_and_has_its_place_again_when_it_is_back():
    crew = dealt(4, 4)
    crew.table.set_power(2, False)
    crew.table.run(4000)
    assert bin(crew.scene(0).table[T_PRESENT]).count("1") == 3
    crew.table.set_power(2, True)
    crew.until(lambda: bin(crew.scene(0).table[T_PRESENT]).count("1") == 4, 8000)
    finish(crew)


def test_the_dealer_is_reset_and_finds_its_seats_again():
    crew = dealt(4, 4)
    st = crew.dealer().attempt.state
    crew.play(until=lambda: st[PHASE] == PHASE_TRICK and st[TRICK] >= 1 and st[LYING] == 0 or crew.ended())
    crew.table.set_power(0, False)
    crew.table.run(1000)
    crew.table.set_power(0, True)
    crew.until(lambda: bin(crew.scene(0).table[T_PRESENT]).count("1") == 4, 10000)
    finish(crew)


def test_a_micropython_seat_plays_along():
    crew = dealt(3, 4, drivers=["circuit", "micro", "micro"], mtus=[247, 247, 23])
    middle(crew).lines[1].connection.disconnect()
    finish(crew)
    assert crew.table.boards[1].air.connections > 1 or crew.table.boards[2].air.connections > 1


def test_a_table_of_cables_and_radio_plays():
    crew = dealt(5, 4, rings=[[0, 1, 2]])
    finish(crew)


def test_a_fifth_seat_on_the_air_finds_no_place_and_disturbs_nobody():
    crew = AirCrew(6, seed=2)
    crew.command(0, BE_DEALER)
    crew.until(lambda: crew.scene(0).table[T_SEATED] == 5)
    crew.table.run(3000)
    assert sum(spoke.connection is not None for spoke in middle(crew).lines[1:]) == 4


def test_the_public_part_is_eight_packets_of_twenty_bytes_at_most():
    crew = dealt(5, 10, mtus=[23] * 5)
    sent = []
    going = middle(crew).lines[1]._going
    write = going.write
    going.write = lambda data: (sent.append(bytes(data)), write(data))
    finish(crew)
    frames = b"".join(sent).split(b"\0")
    assert max(map(len, frames)) > 75  # the public parts are among them
    pieces, n = [], 0
    for data in sent:
        n += 1
        assert len(data) <= 20
        if data.endswith(b"\0"):
            pieces.append(n)
            n = 0
    assert max(pieces) <= 8


def test_whoever_stops_dealing_lets_go_of_its_seats():
    crew = AirCrew(3, seed=4)
    crew.gather()
    air = middle(crew)
    air.tick(0, False)
    assert all(spoke.connection is None and spoke.address is None for spoke in air.lines[1:])


def test_another_dealers_beat_that_comes_by_has_nobody_let_go_of_its_seats():
    crew = dealt(3, 4)
    air = middle(crew)
    made = air.connections
    now = crew.table.boards[0].now()
    air.tick(now, False)
    air.tick(now + 300, False)
    crew.table.run(1000)
    assert air.connections == made and sum(spoke.connection is not None for spoke in air.lines[1:]) == 2


# --- one radio against the test ------------------------------------------------------------------------------------------


class Pair:
    """A central of ours, or a seat, and a second radio that the test plays."""

    def __init__(self, seats=4):
        self.ether = Ether(SimulatedLoop())
        radios = [Radio(self.ether, 1), Radio(self.ether, 2)]
        for each in radios:
            each.start()
        self.other = bleio().adapter = Adapter(radios[1])
        self.adapter = Adapter(radios[0])
        bleio().adapter = self.adapter
        from firmware.hal.air_circuit import Air

        self.air = Air(self.adapter, b"chip", seats)
        bleio().adapter = self.other

    def now(self):
        return int(self.ether.loop.time() * 1000)

    def run(self, milliseconds, dealing):
        end = self.now() + milliseconds
        while self.now() < end:
            self.air.tick(self.now(), dealing)
            self.ether.run_until(self.ether.loop.time() + 0.005)


def test_adafruit_ble_finds_a_seat_and_talks_to_it():
    pair = Pair()
    pair.run(50, False)
    from adafruit_ble import BLERadio
    from adafruit_ble.advertising.standard import ProvideServicesAdvertisement
    from adafruit_ble.services.nordic import UARTService

    radio = BLERadio(pair.other)
    found = None
    for seen in radio.start_scan(ProvideServicesAdvertisement, timeout=1):
        if UARTService in seen.services:
            found = seen
            break
    radio.stop_scan()
    connection = radio.connect(found)
    uart = connection[UARTService]
    uart.write(b"a frame that is longer than twenty bytes\0")
    buffer = bytearray(64)
    got = b""
    for _ in range(20):
        pair.ether.run_until(pair.ether.loop.time() + 0.01)
        n = pair.air.lines[0].read(buffer)
        got += buffer[:n]
    assert got == b"a frame that is longer than twenty bytes\0"
    assert pair.air.lines[0].write(b"and one back\0", 13)
    assert bytes(uart.read(13)) == b"and one back\0"


def foreign(pair, data):
    service = bleio().Service(bleio().UUID(SERVICE))
    bleio().Characteristic.add_to_service(service, bleio().UUID(SERVICE), properties=8)
    pair.other.start_advertising(data, interval=0.02)


@pytest.mark.parametrize(
    "data",
    [
        b"\x02\x01\x06\x11\x07" + bytes(bleio().UUID(SERVICE).uuid128),  # somebody's serial gadget
        b"\x02\x01\x06\x09\xff\xff\xffXXchip",  # another maker's data
        b"",
    ],
)
def test_a_strangers_radio_is_let_alone(data):
    pair = Pair()
    foreign(pair, data)
    pair.run(3000, True)
    assert not pair.other.connected and pair.air.connections == 0


def test_one_that_looks_like_a_handheld_and_is_none_is_let_go_again():
    pair = Pair()
    foreign(pair, b"\x02\x01\x06\x09\xff\xff\xffCLchip")
    pair.run(3000, True)
    assert not pair.adapter.connected and pair.air.connections >= 1
    assert all(spoke.connection is None for spoke in pair.air.lines[1:])


def test_a_connection_that_is_said_to_stand_and_does_not_is_tried_again():
    crew = AirCrew(2, seed=4)
    crew.table.boards[0].adapter.refuse_discovery = 3
    crew.gather()
    assert middle(crew).connections >= 4


def test_who_searches_in_vain_searches_less_and_less_once_the_table_has_gathered_and_never_deafens_the_board_long():
    pair = Pair()
    starts = []
    search = pair.air._search
    pair.air._search = lambda: (starts.append(pair.now()), search())[1]
    pair.air.tick(pair.now(), True)
    pair.air._began = pair.now() - 50000 & 0x1FFFFFFF  # it deals for 50 s
    end = pair.now() + 30000
    longest = 0
    while pair.now() < end:
        before = pair.now()
        pair.air.tick(before, True)
        longest = max(longest, pair.now() - before)
        pair.ether.run_until(pair.ether.loop.time() + 0.005)
    pauses = [b - a for a, b in zip(starts, starts[1:])]
    assert pauses[0] < 1000 and max(pauses[:9]) < 1000 and 5000 <= pauses[-1] < 5300 and len(starts) < 20
    assert longest <= 200


def test_a_stack_that_refuses_everything_raises_nothing():
    pair = Pair()

    def refuse(*arguments, **options):
        raise bleio().BluetoothError("no")

    for name in ("start_scan", "stop_scan", "connect", "start_advertising", "stop_advertising"):
        setattr(pair.adapter, name, refuse)
    pair.run(2000, False)
    pair.run(2000, True)
    assert pair.air.lines[1].write(b"nobody\0", 7) and pair.air.lines[1].read(bytearray(9)) == 0


def test_a_stack_is_worn_after_forty_connections():
    crew = AirCrew(2, seed=4)
    crew.gather()
    air = middle(crew)
    while not air.worn():
        before = air.connections
        assert before < 40
        crew.until(lambda: air.lines[1].connection is not None)
        air.lines[1].connection.disconnect()
        crew.until(lambda: air.connections > before)


def test_what_is_too_long_for_the_packet_buffer_is_dropped():
    pair = Pair()
    pair.run(50, False)
    connection = pair.other.connect(pair.adapter.address, timeout=1)
    (service,) = connection.discover_remote_services((bleio().UUID(SERVICE),))
    spoke = pair.air.lines[0]
    spoke._coming._notify_callback(b"x" * 300)
    assert spoke.read(bytearray(64)) == 0
    service.characteristics[0].value = b"short"
    pair.ether.run_until(pair.ether.loop.time() + 0.05)
    assert spoke.read(bytearray(64)) == 5


def test_the_air_carries_the_beats():
    """What the other tests hold is worth nothing if the stack is not used."""
    crew = dealt(3, 1)
    beat = bytes((PROTOCOL, BEAT))
    assert sum(beat in data for data in crew.table.ether.heard) > 10

"""Tables linked otherwise than by one ring: stars, mixed ones, and a hub that does not deal (firmware/hub.py)."""

import pytest

from engine.codes import OPEN, PHASE_TRICK
from engine.layout import PHASE, TRICK, VERDICT
from firmware.frame import encode, seal
from firmware.hub import Hub
from firmware.wire import (
    BEAT, COMMAND, F_BITS, F_EPOCH, F_FROM, F_KIND, F_PAYLOAD, F_SEQUENCE, F_TO, F_TTL, F_VERSION, HELLO, HOPS,
    PRIVATE_PART, PROTOCOL, PUBLIC_PART, SILENT, TO_ALL, TO_DEALER, T_PRESENT, UNSEATED,
)
from host_tools.simulator import FAULTS
from tests.session_kit import dealt

STAR = [[0, 1], [0, 2], [0, 3], [0, 4]]
MIXED = [[0, 1, 2], [0, 3], [0, 4]]  # a ring of three, two radios
CHAIN = [[0, 1], [1, 2, 3], [3, 4]]  # two hubs, neither beside the other
LAYOUTS = {"star": STAR, "mixed": MIXED, "chain": CHAIN}


class Wires:
    """A line whose far end is the test: ``said`` are the frames that the hub has written, ``room`` how many it takes."""

    def __init__(self):
        self.said = []
        self.room = 100
        self._coming = b""

    def hears(self, data):
        self._coming += data

    def read(self, buffer):
        n = min(len(buffer), len(self._coming))
        buffer[:n] = self._coming[:n]
        self._coming = self._coming[n:]
        return n

    def write(self, buffer, n):
        if len(self.said) >= self.room:
            return False
        self.said.append(bytes(buffer[:n]))
        return True


def frame(kind, sender, to, sequence, payload=b"\0\1\0", epoch=0x0301):
    """A frame as it travels."""
    n = 1 + F_PAYLOAD + len(payload)
    buffer = bytearray(260)
    for at, value in ((F_VERSION, PROTOCOL), (F_KIND, kind), (F_FROM, sender), (F_TO, to), (F_TTL, HOPS), (F_BITS, 0x80)):
        buffer[1 + at] = value
    buffer[1 + F_EPOCH : 3 + F_EPOCH] = epoch.to_bytes(2, "little")
    buffer[1 + F_SEQUENCE] = sequence
    buffer[1 + F_PAYLOAD : n] = payload
    seal(buffer, n, memoryview(buffer))
    return bytes(buffer[: encode(buffer, n)])


def pass_on(hub):
    """Read one frame from the hub and send it on, as the link does with a frame that is for another."""
    got = bytearray()
    buffer = bytearray(40)
    while not got.endswith(b"\0"):
        n = hub.read(buffer)
        if not n:
            assert not got
            return b""
        got += buffer[:n]
    passed = bytearray(got)
    passed[1 + F_TTL] -= 1
    assert hub.write(passed, len(passed))
    return bytes(got)


def told(hub):
    """Which lines were written to since the last question."""
    lines = [i for i, line in enumerate(hub.lines) if line.said]
    for line in hub.lines:
        line.said.clear()
    return lines


def hub_of(count=3):
    return Hub([Wires() for _ in range(count)])


@pytest.mark.parametrize("faults", sorted(FAULTS))
@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_an_attempt_is_played_to_its_verdict_over_every_layout_and_all_displays_agree(layout, faults):
    crew = dealt(5, 10, faults, seed=7, radio=0.05, rings=LAYOUTS[layout])
    crew.play()
    crew.rest()
    assert crew.dealer().attempt.state[VERDICT] != OPEN


@pytest.mark.parametrize("layout, dealer", [("star", 2), ("mixed", 4), ("chain", 4), ("chain", 2)])
def test_the_hub_need_not_be_the_dealer(layout, dealer):
    crew = dealt(5, 10, seed=3, rings=LAYOUTS[layout], dealer=dealer)
    crew.play()
    crew.rest()
    assert crew.dealer().attempt.state[VERDICT] != OPEN


@pytest.mark.parametrize("place", range(5))
def test_any_device_of_a_mixed_table_is_reset_and_the_same_deal_goes_on(place):
    crew = dealt(5, 10, seed=17, rings=MIXED)
    st = crew.dealer().attempt.state
    crew.play(until=lambda: st[PHASE] == PHASE_TRICK and st[TRICK] == 2)
    crew.table.reset(place)
    crew.rest()
    crew.play()
    crew.rest()


def test_a_seat_that_moves_to_another_line_is_found_there():
    crew = dealt(4, 10, seed=5, rings=[[0, 1], [0, 2], [0, 3]])
    one, two = crew.table.boards[1].lines, crew.table.boards[2].lines
    one[0], two[0] = two[0], one[0]  # the two have changed places
    for board in crew.table.boards[1:3]:
        board.start()
    crew.rest()
    crew.play()
    crew.rest()


def test_one_dead_spoke_of_a_star_silences_nobody_else():
    crew = dealt(4, 10, seed=5, rings=[[0, 1], [0, 2], [0, 3]])
    gone = crew.scene(1).seat
    crew.table.set_power(1, False)
    crew.table.run(3000)
    for device in crew.devices:
        assert device.scene.table[T_PRESENT] == 15 & ~(1 << gone)
    crew.table.set_power(1, True)
    crew.rest()
    assert crew.scene(0).table[T_PRESENT] == 15


def test_a_frame_goes_only_where_its_addressee_was_heard():
    hub = hub_of()
    for line, seat in enumerate((1, 2, 3)):
        hub.lines[line].hears(frame(SILENT, seat, TO_ALL, 1))
        assert pass_on(hub)
        assert told(hub) == [0, 1, 2]
    out = frame(PRIVATE_PART, 5, 2, 9)
    assert hub.write(bytearray(out), len(out))
    assert told(hub) == [1]
    out = frame(PRIVATE_PART, 5, 4, 10)  # never heard: perhaps anywhere
    assert hub.write(bytearray(out), len(out))
    assert told(hub) == [0, 1, 2]


def test_a_frame_that_has_been_round_another_line_comes_home_with_its_bits():
    hub = hub_of()
    out = frame(PUBLIC_PART, 1, TO_ALL, 200)
    hub.lines[0].hears(out)
    assert pass_on(hub)
    assert told(hub) == [0, 1, 2]
    back = bytearray(out)
    back[1 + F_BITS] |= 2
    hub.lines[2].hears(bytes(back))
    assert pass_on(hub)
    assert hub.lines[0].said[0][1 + F_BITS] == 0x82
    assert told(hub) == [0]


def test_what_is_for_the_dealer_goes_towards_the_line_where_it_deals():
    hub = hub_of()
    hub.lines[2].hears(frame(BEAT, 1, TO_ALL, 1))
    pass_on(hub)
    told(hub)
    hub.lines[0].hears(frame(COMMAND, 2, TO_DEALER, 1))
    pass_on(hub)
    assert told(hub) == [0, 2]
    out = frame(BEAT, 4, TO_ALL, 1, epoch=0x0909)
    hub.write(bytearray(out), len(out))  # now this device deals
    assert told(hub) == [0, 1, 2]
    hub.lines[0].hears(frame(COMMAND, 2, TO_DEALER, 2))
    pass_on(hub)
    assert told(hub) == [0]


def test_a_hello_is_not_sent_to_and_fro():
    hub = hub_of(2)
    hub.lines[1].hears(frame(BEAT, 1, TO_ALL, 1))
    pass_on(hub)
    told(hub)
    hello = frame(HELLO, UNSEATED, TO_DEALER, 7)
    hub.lines[0].hears(hello)
    pass_on(hub)
    assert told(hub) == [0, 1]
    hub.lines[1].hears(hello)
    pass_on(hub)
    assert told(hub) == []


def test_a_full_line_loses_its_frame_and_holds_up_nobody():
    hub = hub_of()
    hub.lines[1].room = 0
    out = frame(BEAT, 1, TO_ALL, 1)
    assert hub.write(bytearray(out), len(out))
    assert told(hub) == [0, 2] and hub.lost == 1
    for line in hub.lines:
        line.room = 0
    assert not hub.write(bytearray(out), len(out))


def test_frames_that_come_in_pieces_on_two_lines_at_once_stay_whole():
    hub = hub_of(2)
    one = frame(SILENT, 1, TO_ALL, 1, bytes(range(1, 90)))
    two = frame(SILENT, 2, TO_ALL, 1, bytes(range(90, 180)))
    got = []
    for at in range(0, 120, 10):
        hub.lines[0].hears(one[at : at + 10])
        hub.lines[1].hears(two[at : at + 10])
        got.append(pass_on(hub))
    assert sorted(each for each in got if each) == sorted([one, two])


@pytest.mark.parametrize("junk", [b"\0", b"\0\0\0", b"ab\0", b"\x01" * 300 + b"\0", b"\xff" * 251 + b"\0"])
def test_junk_on_a_line_is_dropped_and_the_frame_after_it_is_whole(junk):
    hub = hub_of(2)
    good = frame(SILENT, 1, TO_ALL, 1)
    hub.lines[0].hears(junk + good)
    assert pass_on(hub) == good

"""Frames (docs/PROTOCOL.md): COBS in place, the CRC, what a forwarder may change, and what the line may not do to us."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import frame
from firmware.link import Link
from firmware.wire import (
    F_BITS, F_CRC, F_EPOCH, F_FROM, F_KIND, F_PAYLOAD, F_TO, F_TTL, F_VERSION, FRAME_MOST, HOPS, PROTOCOL, PUBLIC_PART, TO_ALL,
    TO_DEALER, UNSEATED,
)


class Board:
    """A board with nothing but a line."""

    def __init__(self, epoch=b"\x11\x22"):
        self.sent = []
        self.coming = b""
        self.full = False
        self._epoch = epoch

    def now(self):
        return 1000

    def random(self, n):
        return self._epoch

    def write(self, buffer, n):
        if not self.full:
            self.sent.append(bytes(buffer[:n]))
        return not self.full

    def read(self, buffer):
        n = min(len(buffer), len(self.coming))
        buffer[:n], self.coming = self.coming[:n], self.coming[n:]
        return n


class Receiver:
    def __init__(self, accept=True):
        self.frames = []
        self.homes = []
        self.accept = accept

    def frame(self, kind, data, at, end):
        self.frames.append((kind, bytes(data[at:end])))
        return self.accept

    def home(self, kind, to, sequence, bits, now):
        self.homes.append((kind, to, sequence, bits))


def link(address=UNSEATED, accept=True, epoch=b"\x11\x22"):
    board, receiver = Board(epoch), Receiver(accept)
    made = Link(board, receiver)
    made.address = address
    made.seats = 1 << address - 1 if address <= 5 else 0
    return made, board, receiver


def sent(payload, to=TO_ALL, address=1, kind=PUBLIC_PART, epoch=b"\x77\x88"):
    """The encoded bytes of a frame from another device."""
    sender, board, _ = link(address, epoch=epoch)
    sender.out[1 + F_PAYLOAD : 1 + F_PAYLOAD + len(payload)] = payload
    sender.send(kind, to, len(payload))
    return board.sent[0]


def feed(made, board, data):
    board.coming = data
    while board.coming:
        made.poll(1000)
    made.poll(1000)


payloads = st.binary(max_size=FRAME_MOST - 1 - F_PAYLOAD)


@given(payloads)
def test_a_frame_arrives_as_it_was_sent_and_only_its_end_is_zero(payload):
    data = sent(payload)
    assert data[-1] == 0 and 0 not in data[:-1] and len(data) <= FRAME_MOST + 1
    made, board, receiver = link(2)
    feed(made, board, data)
    assert receiver.frames == [(PUBLIC_PART, payload)]


@given(payloads)
def test_the_head_stands_in_place_in_the_encoded_bytes(payload):
    data = sent(payload, to=3, address=2)
    assert data[1 + F_VERSION] == PROTOCOL and data[1 + F_KIND] == PUBLIC_PART
    assert (data[1 + F_FROM], data[1 + F_TO], data[1 + F_TTL], data[1 + F_BITS]) == (2, 3, HOPS, 0x80)


@given(payloads)
def test_a_forwarder_changes_ttl_and_bits_and_nothing_else(payload):
    data = sent(payload)
    made, board, _ = link(4)
    feed(made, board, data)
    (on,) = board.sent
    assert on[1 + F_TTL] == HOPS - 1 and on[1 + F_BITS] == 0x80 | 1 << 3
    changed = [i for i in range(len(data)) if on[i] != data[i]]
    assert changed == [1 + F_TTL, 1 + F_BITS] and len(on) == len(data)


@given(payloads)
def test_a_frame_for_another_is_passed_on_unread(payload):
    made, board, receiver = link(4)
    feed(made, board, sent(payload, to=3))
    assert receiver.frames == [] and board.sent[0][1 + F_BITS] == 0x80 and board.sent[0][1 + F_TTL] == HOPS - 1


def test_a_refused_frame_is_passed_on_without_the_bit():
    made, board, _ = link(4, accept=False)
    feed(made, board, sent(b"x"))
    assert board.sent[0][1 + F_BITS] == 0x80


def test_only_the_dealer_takes_a_frame_for_the_dealer():
    data = sent(b"x", to=TO_DEALER)
    made, board, receiver = link(2)
    feed(made, board, data)
    assert receiver.frames == []
    made.dealing = True
    feed(made, board, data)
    assert receiver.frames == [(PUBLIC_PART, b"x")]


def test_the_own_frame_leaves_the_ring_and_brings_its_bits_home():
    made, board, receiver = link(2)
    made.out[1 + F_PAYLOAD] = 7
    made.send(PUBLIC_PART, TO_ALL, 1)
    data = bytearray(board.sent.pop())
    data[1 + F_BITS] |= 5
    feed(made, board, bytes(data))
    assert receiver.homes == [(PUBLIC_PART, TO_ALL, made.sequence, 0x85)] and board.sent == [] and receiver.frames == []


def test_a_frame_of_an_earlier_start_is_not_the_own_one():
    made, board, receiver = link(2)
    feed(made, board, sent(b"x", address=2))
    assert receiver.homes == [] and len(receiver.frames) == 1


def test_a_frame_that_nobody_takes_off_dies_after_its_hops():
    data = sent(b"x", to=5)
    hops = 0
    while True:
        made, board, _ = link(4)
        feed(made, board, data)
        if not board.sent:
            break
        (data,) = board.sent
        hops += 1
        assert hops < 20
    assert hops == HOPS - 1


@given(payloads, st.data())
def test_a_frame_with_a_changed_byte_is_never_taken_for_sound(payload, data):
    good = sent(payload)
    at = data.draw(st.integers(0, len(good) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != good[at]))
    made, board, receiver = link(2)
    feed(made, board, good[:at] + bytes([byte]) + good[at + 1 :])
    if at not in (1 + F_TTL, 1 + F_BITS):
        assert receiver.frames == []


@given(st.binary(max_size=600))
def test_garbage_on_the_line_is_never_a_frame_and_the_next_frame_arrives(garbage):
    made, board, receiver = link(2)
    feed(made, board, garbage + b"\0" + sent(b"after"))
    assert receiver.frames == [(PUBLIC_PART, b"after")]


@given(st.integers(FRAME_MOST + 1, 3000), st.integers(1, 255))
def test_an_oversized_frame_is_dropped_whole(length, byte):
    made, board, receiver = link(2)
    feed(made, board, bytes([byte]) * length + b"\0" + sent(b"after"))
    assert receiver.frames == [(PUBLIC_PART, b"after")]
    assert all(len(each) <= FRAME_MOST + 1 for each in board.sent)


@given(payloads, st.data())
def test_a_frame_cut_short_is_dropped(payload, data):
    good = sent(payload)
    keep = data.draw(st.integers(0, len(good) - 2))
    made, board, receiver = link(2)
    feed(made, board, good[:keep] + b"\0" + sent(b"after"))
    assert receiver.frames == [(PUBLIC_PART, b"after")]


def test_a_device_with_several_seats_accepts_for_all_what_is_for_all_and_for_one_what_is_for_one():
    for to, bits in ((TO_ALL, 0b1010), (2, 0b0010), (4, 0b1000)):
        made, board, receiver = link(2)
        made.seats = 0b1010
        feed(made, board, sent(b"x", to=to))
        assert len(receiver.frames) == 1 and board.sent[0][1 + F_BITS] == 0x80 | bits
    made, board, receiver = link(2)
    made.seats = 0b1010
    feed(made, board, sent(b"x", to=3))
    assert not receiver.frames and board.sent[0][1 + F_BITS] == 0x80


def test_a_frame_of_any_seat_here_comes_home_and_leaves_the_ring():
    made, board, receiver = link(2, epoch=b"\x77\x88")
    made.seats = 0b1010
    for address in (2, 4):
        feed(made, board, sent(b"x", address=address))
    assert len(receiver.homes) == 2 and not board.sent


def test_another_version_is_ignored_not_passed_on_and_noted():
    data = bytearray(sent(b"x"))
    data[1 + F_VERSION] = PROTOCOL + 1
    made, board, receiver = link(2)
    feed(made, board, bytes(data))
    assert receiver.frames == [] and board.sent == [] and made.other_version


def test_a_full_line_holds_the_frame_back_and_loses_nothing():
    made, board, receiver = link(2)
    board.full = True
    board.coming = sent(b"one") + sent(b"two")
    for _ in range(5):
        made.poll(1000)
    assert receiver.frames == [(PUBLIC_PART, b"one")] and board.sent == []
    board.full = False
    for _ in range(5):
        made.poll(1000)
    assert receiver.frames == [(PUBLIC_PART, b"one"), (PUBLIC_PART, b"two")] and len(board.sent) == 2


def test_the_crc_is_the_usual_one():
    from binascii import crc32

    assert crc32(b"123456789") == 0xCBF43926
    data = bytearray(sent(b"abc"))
    n = len(data) - 1
    assert frame.decode(data, n)
    covered = bytes(data[1 : 1 + F_TTL]) + bytes(data[1 + F_EPOCH : n])
    assert int.from_bytes(data[1 + F_CRC : 5 + F_CRC], "little") == crc32(covered)


@pytest.mark.parametrize("first", range(1, 7))
def test_a_first_code_inside_the_head_is_no_frame(first):
    data = bytearray(sent(b"x"))
    data[0] = first
    made, board, receiver = link(2)
    feed(made, board, bytes(data))
    assert receiver.frames == [] and board.sent == []

"""The lines of a board under CircuitPython: the cable, one wire for both ways, USB, the radio."""
# ruff: noqa: F811 - tests take the fixtures by their names

import errno
import sys
import types

import pytest

from tests.circuit_kit import Desk, Reset, board, desk, display  # noqa: F401 - fixtures
from tests.test_circuit_screen import definition


# --- the line -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def uart(desk, board):
    (uart,) = desk.uarts
    return uart


def hear(board, most=64):
    buffer = bytearray(most)
    n = board.read(buffer)
    return bytes(buffer[:n])


def test_the_uart_never_waits_and_holds_what_comes_during_a_refresh(uart):
    assert uart.pins == ("TX", "RX")
    assert uart.more == {"baudrate": 115200, "timeout": 0, "receiver_buffer_size": 2048}


def test_what_comes_is_read_in_pieces_and_what_goes_goes_as_a_whole(board, uart):
    assert hear(board) == b""
    uart.coming += [b"abcdef"]
    assert hear(board, 4) == b"abcd" and hear(board) == b"ef" and hear(board) == b""
    assert board.write(bytearray(b"12345678"), 5) is True
    assert uart.sent == b"12345"


def test_after_an_error_and_a_silent_second_the_uart_is_made_anew(desk, board, uart):
    uart.coming += [OSError(errno.EIO, "framing")]
    assert hear(board) == b""
    desk.now += 999
    hear(board)
    assert len(desk.uarts) == 1
    desk.now += 1
    hear(board)
    old, new = desk.uarts
    assert old.gone and not new.gone
    new.coming += [b"again"]
    assert hear(board) == b"again"


def test_a_receiver_that_stopped_is_made_anew_once_in_a_silence(desk, board, uart):
    uart.coming += [b"x"]
    hear(board)
    uart.stuck = True
    for _ in range(1000):
        desk.now += 10
        hear(board)
    assert len(desk.uarts) == 2, "a ring that is open stays silent, and needs no new UART every second"


def test_a_line_that_talks_is_left_alone_and_so_is_one_that_never_did(desk, board, uart):
    for _ in range(400):
        desk.now += 10
        hear(board)
    for _ in range(400):
        desk.now += 10
        uart.coming += [b"x"]
        hear(board)
    assert desk.uarts == [uart]


def test_where_the_receive_buffer_finds_no_room_the_game_goes_on_and_tries_again(desk):
    desk.no_room_for_uart = 2
    board = desk.make(definition("pygamer"))
    assert hear(board) == b"" and board.write(bytearray(4), 4) is False
    for _ in range(3):
        desk.now += 2000
        hear(board)
    assert len(desk.uarts) <= 1 and (desk.uarts or board.write(bytearray(4), 4) is False)
    desk.now += 2000
    hear(board)
    assert desk.uarts and board.write(bytearray(4), 4) is True


def test_a_board_on_one_wire_does_not_hear_itself(desk):
    line = desk.fresh("circuit_line").Line("TX", "RX", True, lambda: desk.now)
    (uart,) = desk.uarts
    assert line.write(bytearray(b"\x01\x02\x03\x00"), 4)
    uart.coming += [b"\x01\x02", b"\x03\x00answer"]
    buffer = bytearray(20)
    assert line.read(buffer) == 0
    n = line.read(buffer)
    assert bytes(buffer[:n]) == b"answer"


def test_an_echo_that_is_not_what_was_sent_or_does_not_come_is_no_longer_waited_for(desk):
    echo = desk.fresh("echo").Echo()
    echo.sent(b"abcd", 4, 0)
    buffer = bytearray(b"abXd123")
    assert echo.strip(buffer, 7, 10) == 5 and buffer[:5] == b"Xd123"
    assert echo.strip(bytearray(b"cd"), 2, 20) == 2
    echo.sent(b"abcd", 4, 100)
    assert echo.strip(bytearray(b"abcd"), 4, 300) == 4, "200 ms later that is somebody else's"
    assert echo.room(512) and not echo.room(513)
    for start in range(0, 3000, 7):
        piece = bytes((start + i) % 256 for i in range(7))
        echo.sent(piece, 7, start)
        assert echo.strip(bytearray(piece), 7, start) == 0


# --- further lines ---------------------------------------------------------------------------------------------------------


class Port:
    """usb_cdc.data: ``room`` bytes are taken at once."""

    def __init__(self):
        self.connected = False
        self.coming = b""
        self.sent = b""
        self.room = 1000

    @property
    def in_waiting(self):
        return len(self.coming)

    def readinto(self, buffer):
        n = min(len(self.coming), len(buffer))
        buffer[:n], self.coming = self.coming[:n], self.coming[n:]
        return n

    def write(self, data):
        n = min(len(data), self.room)
        self.sent += bytes(data[:n])
        return n


def frame(sequence=1):
    """A whole frame of somebody who has no seat yet."""
    from firmware.frame import encode, seal
    from firmware.wire import F_BITS, F_EPOCH, F_FROM, F_KIND, F_PAYLOAD, F_SEQUENCE, F_TO, F_TTL, F_VERSION, HELLO, HOPS, PROTOCOL, TO_DEALER, UNSEATED

    out = bytearray(64)
    for place, value in ((F_VERSION, PROTOCOL), (F_KIND, HELLO), (F_FROM, UNSEATED), (F_TO, TO_DEALER), (F_TTL, HOPS), (F_BITS, 0x80),
                         (F_EPOCH, 7), (F_EPOCH + 1, 9), (F_SEQUENCE, sequence)):  # fmt: skip
        out[1 + place] = value
    seal(out, 1 + F_PAYLOAD + 8, memoryview(out))
    return bytes(out[: encode(out, 1 + F_PAYLOAD + 8)])


@pytest.fixture
def port(desk, monkeypatch):
    port = Port()
    monkeypatch.setitem(sys.modules, "usb_cdc", types.SimpleNamespace(data=port))
    return port


def test_a_computer_that_opens_the_second_port_is_a_line_beside_the_cable(desk, port):
    board = desk.make(definition("pygamer"))
    out = bytearray(frame())
    board.write(out, len(out))
    hear(board)
    assert port.sent == b"" and board._hub is None, "nothing is loaded before it is wanted"
    port.connected = True
    desk.now += 500
    hear(board)
    assert board.write(out, len(out))
    assert port.sent == bytes(out) and desk.uarts[0].sent == 2 * bytes(out)
    port.coming = frame(2)
    heard = b"".join(hear(board) for _ in range(5))
    assert heard == frame(2)
    port.connected = False
    assert board.write(out, len(out)) and port.sent == bytes(out), "what nobody hears is lost, and the ring goes on"


def test_a_port_that_takes_half_a_frame_gets_its_end_before_the_next(desk, port):
    usb = desk.fresh("circuit_usb").UsbLine(port)
    port.connected = True
    port.room = 3
    assert usb.write(b"abcdefg", 7)
    port.room = 0
    assert usb.write(b"hij", 3)
    port.room = 100
    assert usb.write(b"klm", 3)
    assert port.sent == b"abc\0klm" and port.write_timeout < 0.05


def test_a_build_without_usb_or_without_the_port_plays_on(desk, monkeypatch):
    for module in (None, types.SimpleNamespace(data=None)):
        monkeypatch.setitem(sys.modules, "usb_cdc", module)
        board = desk.make(definition("pygamer"))
        desk.now += 1000
        assert hear(board) == b"" and board.write(bytearray(4), 4)


class FakeAir:
    """firmware/hal/air_circuit.py's Air: which turns it had."""

    leaks = False

    def worn(self):
        return self.leaks

    def __init__(self, adapter, chip, seats):
        self.seats, self.turns, self.lines = seats, [], [Silent() for _ in range(1 + seats)]

    def tick(self, now, dealing):
        self.turns.append((now, dealing))


class Silent:
    def read(self, buffer):
        return 0

    def write(self, buffer, n):
        return True


@pytest.fixture
def air(desk, monkeypatch):
    monkeypatch.setitem(sys.modules, "_bleio", types.SimpleNamespace(adapter="adapter"))
    monkeypatch.setitem(sys.modules, "firmware.hal.air_circuit", types.SimpleNamespace(Air=FakeAir))
    settings = definition("pygamer")  # its display and keys; the radio is a CLUE's
    settings["radio"] = "hub"
    return desk.make(settings)


def test_a_board_with_a_radio_looks_round_twenty_times_a_second_and_serves_four_seats(desk, air):
    assert air._air.seats == 4 and len(air._hub.lines) == 6
    for _ in range(100):
        desk.now += 10
        hear(air)
    assert len(air._air.turns) == 20 and not air._air.turns[0][1]


def test_a_dealer_searches_by_radio_beside_a_ring_of_cables_that_is_alive(desk, air, monkeypatch):
    monkeypatch.setattr(air._hub, "dealing", lambda: True)
    for _ in range(400):
        desk.now += 10
        desk.uarts[0].coming += [b"x"]
        hear(air)
    assert len(air._air.turns) == 80 and all(dealing for _, dealing in air._air.turns)


@pytest.mark.parametrize("trouble", [ImportError, MemoryError, OSError, RuntimeError])
def test_a_radio_that_cannot_be_had_leaves_the_wire(desk, monkeypatch, trouble):
    def fails(*given):
        raise trouble

    monkeypatch.setitem(sys.modules, "_bleio", types.SimpleNamespace(adapter="adapter"))
    monkeypatch.setitem(sys.modules, "firmware.hal.air_circuit", types.SimpleNamespace(Air=fails))
    settings = definition("pygamer")
    settings["radio"] = "leaf"
    board = desk.make(settings)
    assert board.write(bytearray(b"abc"), 3) and desk.uarts[0].sent == b"abc"


def test_a_radio_that_has_connected_too_often_starts_the_board_anew_once_it_has_saved(desk, air):
    assert air.save(1, b"abc", 3)
    air._air.leaks = True
    with pytest.raises(Reset):
        air.save(1, b"defg", 4)
    assert (desk.root / "saves" / "1").read_bytes() == b"defg"

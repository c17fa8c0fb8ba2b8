"""The board under CircuitPython keeps the contract of firmware/hal, and what is known to go wrong there goes right."""

import builtins
import errno
import importlib
import os
import shutil
import sys
import types
from collections import namedtuple

import pytest

from firmware.grid import Grid
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_MENU, KEY_NEXT
from host_tools import panels
from tests.circuit_kit import Desk, Reset
from tests.test_circuit_screen import FONT, definition


@pytest.fixture
def desk(monkeypatch, tmp_path):
    """A board's modules, and its drive with what an installation has put there."""
    (tmp_path / "lib").mkdir()
    shutil.copy(FONT, tmp_path / "lib" / "font.bin")
    (tmp_path / "lib" / "text.bin").write_bytes(bytes(range(200)))
    desk = Desk(monkeypatch, tmp_path)
    desk.display = display(160, 128)
    desk.readings = {"A6": 41000, "JOYSTICK_X": 32768, "JOYSTICK_Y": 32768, "VOLTAGE_MONITOR": 41000}
    return desk


def display(width, height):
    driver = importlib.import_module("adafruit_st7735r").ST7735R
    return driver(panels.colour_panel(132, 162), width=width, height=height, rotation=270, auto_refresh=True)


@pytest.fixture
def board(desk):
    return desk.make(definition("pygamer"))


def events(board):
    into = bytearray(2)
    found = []
    while (at := board.event(into)) >= 0:
        found.append((into[0], into[1], at))
        assert len(found) < 50
    return found


def test_what_a_board_is_comes_from_its_definition(desk, board):
    assert (board.columns, board.rows, board.mono) == (26, 10, False)
    assert list(board.keys) == [2, 1, 5, 6, KEY_NEXT, KEY_CHOOSE, KEY_MENU, KEY_BACK]
    assert not desk.runtime.autoreload and not desk.display.auto_refresh


def test_the_chips_id_is_four_bytes_the_same_each_start_and_another_on_another_chip(desk, board):
    again = desk.make(definition("pygamer"))
    assert len(board.chip) == 4 and board.chip == again.chip
    desk.modules["microcontroller"].cpu.uid = bytes(range(1, 9))
    assert desk.make(definition("pygamer")).chip != board.chip


@pytest.mark.parametrize("written, name", [(b"anna\n", b"ANNA"), (b"Konstantin", b"KONSTA"), (b"J\xc3\xb6rg 2", b"JRG"), (None, b""), (b"", b"")])
def test_the_owner_is_at_most_six_letters_of_a_file(desk, written, name):
    if written is not None:
        (desk.root / "name.txt").write_bytes(written)
    assert desk.make(definition("pygamer")).name == name


def test_the_clock_is_the_boards_and_wraps_with_it(desk, board):
    desk.now = 0x20000005
    assert board.now() == 5


def test_it_shows_rows_and_lights(desk, board):
    grid = Grid(26, 10)
    grid.text(0, 0, "hello")
    calls = 0
    while board.refresh(grid):
        calls += 1
    assert not grid.changed() and calls >= 9
    board.light(1)
    assert 0 < desk.display.brightness < 1


def test_a_headline_shows_large_until_a_key_or_for_a_while(desk, board):
    from tests.test_circuit_screen import Shown

    look = Shown.__new__(Shown)
    look.definition, look.panel, look._turn = definition("pygamer"), desk.display.bus, (270, 0, 0)
    grid = Grid(26, 10)
    while board.refresh(grid):
        pass
    plain = look.pixels()
    for by_key in (True, False):
        grid.headline = False
        board.refresh(grid)
        grid.text(0, 0, "Mission 39")
        grid.headline = True
        while board.refresh(grid):
            pass
        assert sum(shown != below for shown, below in zip(look.pixels()[40:88], plain[40:88])) > 10
        assert events(board) == []
        if by_key:
            desk.scanners[0].turn(1, True)
            desk.scanners[0].turn(1, False)
        else:
            desk.now += 2600
        assert len(events(board)) == 2 * by_key
        assert look.pixels()[40:88] == plain[40:88], "the words have gone"


# --- keys -------------------------------------------------------------------------------------------------------------------


def test_the_shift_register_is_read_as_wired_and_its_places_are_our_keys(desk, board):
    (scanner,) = desk.scanners
    assert {name: scanner.more[name] for name in ("clock", "data", "latch")} == {"clock": "BUTTON_CLOCK", "data": "BUTTON_OUT", "latch": "BUTTON_LATCH"}
    assert scanner.more["key_count"] == 4 and scanner.more["value_when_pressed"] is True
    for place, role in ((0, KEY_CHOOSE), (1, KEY_NEXT), (2, KEY_MENU), (3, KEY_BACK)):
        desk.now += 100
        scanner.turn(place, True)
        ((key, down, at),) = events(board)
        assert (board.keys[key], down, at) == (role, 1, desk.now)
        scanner.turn(place, False)
        assert events(board) == [(key, 0, desk.now)]


def test_keys_of_both_polarities_stand_on_one_board(desk):
    desk.display = None
    queue = panels.starter().make_keys(definition("feather_esp32s3_reverse_tft"))
    low, high = desk.scanners
    assert (low.pins, low.more) == (("D0",), {"value_when_pressed": False, "pull": True})
    assert (high.pins, high.more) == (("D1", "D2"), {"value_when_pressed": True, "pull": True})
    into = bytearray(2)
    high.turn(1, True)
    assert queue.next(into, 0) == 1000 and tuple(into) == (2, 1)
    low.turn(0, True)
    assert queue.next(into, 0) == 1000 and tuple(into) == (0, 1)
    assert queue.next(into, 0) == -1


def test_the_time_of_an_event_is_when_the_key_moved_not_when_the_loop_saw_it(desk, board):
    desk.scanners[0].turn(1, True)
    desk.now += 150
    desk.scanners[0].turn(1, False)
    desk.now += 900  # the display took its time
    assert [at for _, _, at in events(board)] == [1000, 1150]


def test_a_queue_that_ran_over_lets_all_keys_go_and_presses_again_what_is_held(desk, board):
    (scanner,) = desk.scanners
    for _ in range(6):  # the last release is lost, and so is the press after it
        scanner.turn(1, True)
        scanner.turn(1, False)
    scanner.turn(0, True)
    assert scanner.events.overflowed
    first = events(board)
    assert not scanner.events.overflowed
    assert sorted(key for key, _, _ in first) == [4, 5, 6, 7] and not any(down for _, down, _ in first)
    desk.scan()
    assert events(board) == [(5, 1, desk.now)], "B is held, and nothing else"


def test_a_stick_is_four_keys_with_room_between_pressed_and_released(desk, board):
    def lean(x, y):
        desk.readings["JOYSTICK_X"], desk.readings["JOYSTICK_Y"] = x, y
        desk.now += 20
        return [(key, down) for key, down, _ in events(board)]

    left, right, up, down = 0, 1, 2, 3
    assert lean(48000, 32768) == []
    assert lean(51500, 32768) == [(right, 1)]
    for wobble in (50000, 51500, 45000, 52000):
        assert lean(wobble, 32768) == []
    assert lean(40000, 32768) == [(right, 0)]
    assert lean(14000, 32768) == [(left, 1)]
    assert lean(60000, 32768) == [(left, 0), (right, 1)] or lean(60000, 32768) == []
    lean(32768, 32768)
    assert lean(32768, 12000) == [(up, 1)]
    assert lean(32768, 52000) == [(up, 0), (down, 1)]
    assert lean(32768, 32768) == [(down, 0)]


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


# --- files -----------------------------------------------------------------------------------------------------------------


def test_a_radio_that_has_connected_too_often_starts_the_board_anew_once_it_has_saved(desk, air):
    assert air.save(1, b"abc", 3)
    air._air.leaks = True
    with pytest.raises(Reset):
        air.save(1, b"defg", 4)
    assert (desk.root / "saves" / "1").read_bytes() == b"defg"


def test_nothing_is_written_at_power_up(desk):
    before = sorted(desk.root.rglob("*"))
    desk.make(definition("pygamer"))
    assert sorted(desk.root.rglob("*")) == before and bytes(desk.nvm) == b"\xff" * 16


def test_slots_are_files_and_outlive_a_reset(desk, board):
    into = bytearray(20)
    assert board.load(3, into) == 0
    assert board.save(3, bytearray(b"abcdefgh"), 5) is True
    assert (desk.root / "saves" / "3").read_bytes() == b"abcde"
    again = desk.make(definition("pygamer"))
    assert again.load(3, into) == 5 and into[:5] == b"abcde"
    assert again.save(3, bytearray(b"xy"), 2) and again.load(3, into) == 2


class Full:
    """A file on a full drive: it takes three bytes."""

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        return False

    def write(self, data):
        return 3

    def flush(self):
        pass


@pytest.mark.parametrize("problem", [OSError(errno.EROFS, "read-only"), OSError(errno.ENOSPC, "full"), MemoryError(), None])
def test_a_drive_that_cannot_be_written_is_a_normal_state(desk, board, monkeypatch, problem):
    def opened(name, mode):
        if problem is None:
            return Full()
        raise problem

    monkeypatch.setattr(desk.fresh("drive"), "open", opened, raising=False)
    assert board.save(1, bytearray(9), 9) is False
    if problem is not None:
        assert board.load(1, bytearray(9)) == 0


def test_a_save_reaches_the_flash_before_it_counts(desk, board, monkeypatch):
    done = []
    monkeypatch.setattr(desk.fresh("drive").os, "sync", lambda: done.append((desk.root / "saves" / "1").read_bytes()))
    assert board.save(1, b"abc", 3) and done == [b"abc"]


def test_texts_are_read_where_they_are_asked_for_from_a_file_that_stays_open(desk, board, monkeypatch):
    monkeypatch.setattr(builtins, "open", None)
    into = bytearray(8)
    assert board.words(10, into) == 8 and into == bytes(range(10, 18))
    assert board.words(196, into) == 4 and board.words(500, into) == 0


def test_without_its_texts_a_board_reads_none(desk):
    os.remove(desk.root / "lib" / "text.bin")
    assert desk.make(definition("pygamer")).words(0, bytearray(8)) == 0


@pytest.mark.parametrize("content", [None, b"garbage"])
def test_without_its_font_a_board_says_one_sentence_on_console_and_display(desk, capsys, content):
    os.remove(desk.root / "lib" / "font.bin")
    if content:
        (desk.root / "lib" / "font.bin").write_bytes(content)
    with pytest.raises(SystemExit):
        desk.make(definition("pygamer"))
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and "lib/font.bin" in said and "install" in said
    assert desk.display.auto_refresh, "the console would not show"


def test_a_display_that_does_not_answer_ends_in_one_sentence(desk, capsys, monkeypatch):
    def fails(definition):
        raise ValueError("Unable to find I2C Display at 3c")

    start = panels.starter()
    monkeypatch.setattr(start, "open_display", fails)
    with pytest.raises(SystemExit):
        start.start(definition("feather_nrf52840_oled"), str(desk.root), None)
    assert "plugged" in capsys.readouterr().out


@pytest.mark.parametrize("version, fits", [((9, 2, 7), False), ((10, 1, 4), False), ((10, 2, 0), True), ((10, 3, 1), True), ((11, 0, 0), True)])
def test_a_circuitpython_that_draws_wrongly_is_told_so(desk, capsys, monkeypatch, version, fits):
    start = panels.starter()
    implementation = namedtuple("implementation", "name version")("circuitpython", version)
    monkeypatch.setattr(start, "sys", namedtuple("sys", "implementation")(implementation))
    board = desk.fresh("circuit").Board
    if fits:
        board(definition("pygamer"), str(desk.root))
    else:
        with pytest.raises(SystemExit):
            board(definition("pygamer"), str(desk.root))
        assert "CircuitPython 10.2 or newer" in capsys.readouterr().out


# --- battery, watchdog, restarts ---------------------------------------------------------------------------------------------------


def volts(value, divider=2, reference=3.3):
    return int(value / divider / reference * 65536)


def test_a_battery_is_averaged_and_its_level_does_not_flicker_at_a_border(desk):
    levels = []
    desk.readings["A6"] = volts(4.1)
    board = desk.make(definition("pygamer"))
    assert board.battery() == 3

    def settle(value, times=120):
        desk.readings["A6"] = volts(value)
        for _ in range(times):
            desk.now += 2000
            levels.append(board.battery())
        return levels[-1]

    assert settle(3.84) == 3 and settle(3.78) == 2
    assert settle(3.86) == 2 and settle(3.92) == 3
    assert settle(3.3) == 0
    before = levels[-1]
    desk.readings["A6"] = volts(4.2)
    desk.now += 2000
    assert board.battery() == before, "one reading changes nothing"
    steps = [b - a for a, b in zip(levels, levels[1:])]
    assert max(map(abs, steps)) == 1


def test_the_first_readings_do_not_decide(desk):
    desk.readings["A6"] = [0, 65535, 0] + [volts(3.7)] * 200
    board = desk.make(definition("pygamer"))
    for _ in range(60):
        desk.now += 2000
        level = board.battery()
    assert level == 2


def test_no_battery_is_told_where_none_can_be_read(desk):
    desk.readings["A6"] = volts(0.4)
    assert desk.make(definition("pygamer")).battery() == 255
    settings = definition("pygamer")
    settings["battery"] = None
    assert desk.make(settings).battery() == 255


def test_a_gauge_is_asked_and_may_be_missing(desk):
    battery = panels.starter().make_battery(("I2C", 0x36))
    levels = []
    for percent in (100, 69, 68, 30, 8, 11, None, 50):
        desk.gauge.percent = percent
        for _ in range(3):
            level = battery.level()
        levels.append(level)
    assert levels == [3, 3, 2, 1, 0, 1, 255, 2]
    assert not desk.gauge.locked


def test_there_is_no_watchdog_unless_the_definition_has_one(desk, board):
    board.feed()
    assert desk.watchdog.mode is None and desk.watchdog.meals == 0
    settings = definition("pygamer")
    settings["watchdog"] = True
    board = desk.make(settings)
    board.feed()
    board.feed()
    assert (desk.watchdog.mode, desk.watchdog.timeout, desk.watchdog.meals) == ("reset", 8, 2)


def test_a_minute_of_play_forgets_the_restarts_before_it(desk):
    desk.nvm[15] = 2
    board = desk.make(definition("pygamer"))
    desk.now += 59999
    board.feed()
    assert desk.nvm[15] == 2
    desk.now += 1
    board.feed()
    assert desk.nvm[15] == 0


def test_restart_is_a_reset_and_a_trace_is_what_python_prints(board):
    with pytest.raises(Reset):
        board.restart()
    try:
        raise ValueError("seven")
    except ValueError as error:
        assert board.trace(error).endswith("ValueError: seven\n")


def test_what_only_a_start_needs_is_forgotten(desk, board):
    assert "firmware.hal.circuit_start" not in sys.modules
    import firmware.hal

    assert not hasattr(firmware.hal, "circuit_start")


def test_fifty_soft_reloads_find_the_same_board(desk):
    settings = definition("pygamer")
    settings.update(width=12, height=12, columns=2, rows=1)
    found = set()
    for _ in range(50):
        desk._plug()
        desk.display = display(12, 12)
        board = desk.make(settings)
        board.save(0, b"kept", 4)
        grid = Grid(2, 1)
        board.refresh(grid)
        found.add((board.chip, board.load(0, bytearray(9)), grid.changed()))
    assert len(found) == 1


def test_a_handheld_plays_on_this_board(desk):
    """The loop over this board, with the texts it needs: a key makes it the dealer, which is heard and seen."""
    from host_tools import catalogue

    (desk.root / "lib" / "text.bin").write_bytes(catalogue.make())
    from firmware.app import Handheld

    board = desk.make(definition("pygamer"))
    handheld = Handheld(board)
    for turn in range(300):
        desk.now += 10
        if turn in (100, 110):
            desk.scanners[0].turn(0, turn == 100)
        handheld.tick()
    assert desk.uarts[0].sent.count(b"\0") >= 4, "a dealer beats four times a second"
    assert not handheld.grid.changed() and any(glyph != 0x20 for glyph in handheld.grid.shown_glyphs)

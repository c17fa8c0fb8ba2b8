"""The board under CircuitPython keeps the contract of firmware/hal, and what is known to go wrong there goes right."""
# ruff: noqa: F811 - tests take the fixtures by their names

import builtins
import errno
import os
import sys
from collections import namedtuple

import pytest

from firmware.grid import Grid
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_MENU, KEY_NEXT
from host_tools import panels
from tests.circuit_kit import Desk, Reset, board, desk, display  # noqa: F401 - fixtures
from tests.test_circuit_screen import definition


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


# --- files -----------------------------------------------------------------------------------------------------------------


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

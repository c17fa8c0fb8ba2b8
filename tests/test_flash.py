"""Flashing over a board's port, with the real mpremote and a MicroPython VM as the board; and what is said when it goes wrong."""
# ruff: noqa: F811 - tests take the fixtures by their names

import contextlib
import os
import pty
import subprocess
import sys
import threading
import tty
from types import SimpleNamespace

import pytest
import serial

from host_tools import flash, flash_drive, flash_repl, install, install_build, virtual_board
from host_tools.flash_repl import Board, FlashError
from tests.flash_kit import BOOT_OUT, PICO, RUNNING, board, boards_on_vms, files_of, hurried, know, known, loop, pico, plugged, runs, told  # noqa: F401 - fixtures
from tests.test_install import content, made


# --- as it should be ----------------------------------------------------------------------------------------------------


def test_a_board_is_flashed_verified_and_runs(board, known, capsys):
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 0 and line == f"Crewlink 9.9 on Test Pico runs at {board.port}: 6 of 6 files copied, each checked on the board (protocol 1)."
    assert files_of(board) == pico().everything()
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 0 and "all files were there already" in line


def test_a_running_game_is_stopped_for_it_and_started_again(board, known, capsys):
    assert flash.main(["test_board", "--port", board.port]) == 0
    os_before = board.starts
    assert flash.main(["test_board", "--port", board.port]) == 0
    assert board.starts > os_before and "runs at" in capsys.readouterr().out


def test_the_board_is_found_by_itself(board, known, capsys, monkeypatch):
    plugged(monkeypatch, board)
    assert told(["test_board"], capsys)[0] == 0


def test_a_name_is_put_on_the_board_and_stays(board, known, capsys):
    assert told(["test_board", "--port", board.port, "--name", "anna"], capsys)[0] == 0
    assert flash.main(["test_board", "--port", board.port]) == 0
    assert files_of(board)["name.txt"] == b"ANNA"
    capsys.readouterr()
    status, line = told(["test_board", "--port", board.port, "--name", "Wolfgang"], capsys)
    assert status == 1 and "one to six of the letters" in line and files_of(board)["name.txt"] == b"ANNA"


def test_a_boards_second_port_is_left_alone(board, known, capsys, monkeypatch):
    first = SimpleNamespace(device=board.port, vid=0x239A, serial_number="AB12", interface="CircuitPython CDC control")
    second = SimpleNamespace(device="/dev/never1", vid=0x239A, serial_number="AB12", interface=None)
    marked = SimpleNamespace(device="/dev/never2", vid=0x239A, serial_number="AB12", interface="CircuitPython CDC2 control")
    monkeypatch.setattr(flash.list_ports, "comports", lambda: [second, first, marked])
    monkeypatch.setattr(flash_repl, "consoles", lambda: [first, second])
    assert told(["test_board", "--port", "all"], capsys)[0] == 0
    monkeypatch.undo()
    monkeypatch.setattr(flash.list_ports, "comports", lambda: [marked, first])
    assert flash_repl.consoles() == [first]


def test_several_boards_are_flashed_in_turn_and_others_passed_over(loop, board, known, tmp_path, capsys, monkeypatch):
    second = virtual_board.VirtualBoard(loop, tmp_path / "second", PICO, number=2)
    other = virtual_board.VirtualBoard(loop, tmp_path / "other", PICO, machine="Raspberry Pi Pico 2 with RP2350")
    with second, other:
        for each in (second, other):
            each.power(True)
        plugged(monkeypatch, board, second, other)
        assert flash.main(["test_board", "--port", "all"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split(":")[0] for line in lines if "runs at" in line] == [f"Crewlink 9.9 on Test Pico runs at {each.port}" for each in (board, second)]
        assert any(line.startswith(f"Passed over: At {other.port} is a Raspberry Pi Pico 2") for line in lines)
        assert lines[-1] == "2 of 2 boards flashed."
        assert files_of(other) == {}


def test_one_of_several_that_fails_does_not_stop_the_others(loop, board, known, tmp_path, capsys):
    with virtual_board.VirtualBoard(loop, tmp_path / "small", PICO, flash_kb=32) as small:
        small.power(True)
        assert flash.main(["test_board", "--port", f"{small.port},{board.port}"]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith("Not flashed: The board has no room") and "runs at " + board.port in lines[1] and lines[2] == "1 of 2 boards flashed."


def test_without_a_port_one_of_several_is_not_guessed(loop, board, known, tmp_path, capsys, monkeypatch):
    with virtual_board.VirtualBoard(loop, tmp_path / "second", PICO) as second:
        second.power(True)
        plugged(monkeypatch, board, second)
        status, line = told(["test_board"], capsys)
        assert status == 1 and line.startswith("2 boards of this kind are plugged in") and "PORT=all" in line


def test_a_real_board_boots_into_the_lobby(loop, tmp_path, capsys):
    definition = install.definition("pico_display")
    with virtual_board.VirtualBoard(loop, tmp_path / "board", definition) as board:
        board.power(True)
        status, line = told(["pico_display", "--port", board.port], capsys)
        assert status == 0 and f"on {definition['title']} runs at {board.port}" in line
        board.wait(lambda: "Deal here" in board.text())
        board.reset()
        board.wait(lambda: "Deal here" not in board.text())
        board.wait(lambda: "Deal here" in board.text())


# --- what goes wrong ----------------------------------------------------------------------------------------------------


def test_no_board_is_told_with_a_way_on(known, capsys, monkeypatch):
    status, line = told(["test_board"], capsys)
    assert status == 1 and "No Test Pico is plugged in" in line and "cable" in line and "docs/FLASHING.md" in line
    monkeypatch.setattr(flash.list_ports, "comports", lambda: [SimpleNamespace(device="/dev/ttyUSB7", vid=0x1A86, serial_number=None)])
    status, line = told(["test_board"], capsys)
    assert status == 1 and "/dev/ttyUSB7" in line and "PORT=" in line


def test_a_board_in_its_bootloader_is_told(known, capsys, monkeypatch, tmp_path):
    (tmp_path / "INFO_UF2.TXT").write_text("UF2 Bootloader")
    monkeypatch.setattr(flash_drive, "mounted", lambda: [tmp_path])
    status, line = told(["test_board"], capsys)
    assert status == 1 and "bootloader" in line and ".uf2" in line


def test_a_wrong_board_is_refused_and_named(loop, known, tmp_path, capsys):
    with virtual_board.VirtualBoard(loop, tmp_path, PICO, machine="Raspberry Pi Pico 2 with RP2350") as wrong:
        wrong.power(True)
        status, line = told(["test_board", "--port", wrong.port], capsys)
        assert status == 1 and "is a Raspberry Pi Pico 2 with RP2350, not a Test Pico" in line and "make flash BOARD=other_board" in line
        assert files_of(wrong) == {}


def test_a_program_of_a_board_that_is_refused_goes_on(loop, known, tmp_path, capsys):
    with virtual_board.VirtualBoard(loop, tmp_path, PICO, machine="Raspberry Pi Pico 2 with RP2350") as wrong:
        wrong.power(True)
        with Board(wrong.port) as there:
            there.write("main.py", b"import time\nwhile True:\n    print('their own')\n    time.sleep_ms(50)\n")
        assert told(["test_board", "--port", wrong.port], capsys)[0] == 1
        with serial.Serial(wrong.port, timeout=3) as port:
            assert b"their own" in port.read_until(b"their own")


def test_a_board_with_the_other_python_is_refused(loop, known, tmp_path, capsys, monkeypatch):
    with virtual_board.VirtualBoard(loop, tmp_path, PICO, machine="Raspberry Pi Pico with RP2040") as wrong:
        wrong.power(True)
        gamer = {**PICO, "title": "Test Gamer", "platform": "circuitpython", "id": "pygamer"}
        monkeypatch.setattr(install, "definition", lambda name: gamer)
        status, line = told(["test_board", "--port", wrong.port], capsys)
        assert status == 1 and "runs MicroPython, and test_board wants CircuitPython" in line and "docs/FLASHING.md" in line


def test_names_of_boards_are_matched_as_whole_words():
    def fits(known, machine, also=()):
        return flash.fits({**PICO, "id": known, "also": also}, {"platform": "micropython", "machine": machine})

    assert fits("RP2040", "Raspberry Pi Pico W with RP2040") and fits("x", "Raspberry Pi Pico with RP2040", also=("y", "Raspberry Pi Pico"))
    assert not fits("Raspberry Pi Pico", "Raspberry Pi Pico2 with RP2350") and not fits("RP204", "Raspberry Pi Pico with RP2040")


def test_a_port_that_is_not_there_is_told(known, capsys):
    status, line = told(["test_board", "--port", "/dev/ttyACM97"], capsys)
    assert status == 1 and "There is no port /dev/ttyACM97" in line and "PORT=" in line


def test_a_port_that_is_none_is_told(known, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    status, line = told(["test_board", "--port", str(tmp_path / "file")], capsys)
    assert status == 1 and "is no serial port" in line


def test_a_folder_that_is_no_boards_drive_is_told(known, capsys, tmp_path):
    status, line = told(["test_board", "--port", str(tmp_path)], capsys)
    assert status == 1 and "is no board's drive" in line


def test_a_busy_port_is_told(board, known, capsys):
    with board.busy():
        status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "is busy: another program has it open" in line


def test_a_port_that_may_not_be_opened_is_told(known, monkeypatch):
    def shut(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(flash_repl.serial, "Serial", shut)
    assert "dialout" in flash_repl._why_shut("/dev/ttyACM0")


@contextlib.contextmanager
def device(answer):
    """A serial device that is no board: ``answer(bytes)`` returns what it says to what it hears."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    ends = threading.Event()

    def serve():
        with contextlib.suppress(OSError):
            while not ends.is_set():
                os.write(ours, answer(os.read(ours, 4096)))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(theirs)
    finally:
        ends.set()
        os.write(theirs, b"x")
        thread.join(2)
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    "answer, expected",
    [
        (lambda heard: b"", "does not answer to Ctrl-C"),
        (lambda heard: heard, "says other things than Python would"),
        (lambda heard: b"$GPGGA,1234,N\r\n" * 20, "says other things than Python would"),
        (lambda heard: b"raw REPL; CTRL-B to exit\r\n>" if b"\x01" in heard else b"", "answers, but a program on it takes the line away"),
    ],
    ids=["silent", "echo", "talks", "pretends"],
)
def test_a_device_that_is_no_board_is_told(known, capsys, monkeypatch, answer, expected):
    monkeypatch.setattr(flash_repl, "PATIENCE", 1)
    with device(answer) as port:
        status, line = told(["test_board", "--port", port], capsys)
    assert status == 1 and expected in line and "run the same command again" in line


def test_a_full_flash_is_told_beforehand_and_left_alone(loop, known, tmp_path, capsys):
    with virtual_board.VirtualBoard(loop, tmp_path, PICO, flash_kb=64) as small:
        small.power(True)
        with Board(small.port) as there:
            there.write("holiday.wav", bytes(9000))
        status, line = told(["test_board", "--port", small.port], capsys)
        assert status == 1 and "no room" in line and "holiday.wav (9 KB)" in line and "nothing was changed" in line
        assert set(files_of(small)) == {"holiday.wav"}


def test_a_flash_that_fills_up_while_copying_is_told(loop, tmp_path):
    with virtual_board.VirtualBoard(loop, tmp_path, PICO, flash_kb=64) as small:
        small.power(True)
        with Board(small.port) as there, pytest.raises(FlashError, match="is full. Delete what you can spare.*same command again"):
            there.write("lib/large.bin", bytes(80000))


@pytest.mark.parametrize("after", [200, 9000, 24000])
def test_a_cable_pulled_while_copying_is_told_and_the_next_time_completes_it(board, known, capsys, monkeypatch, after):
    monkeypatch.setattr(flash_repl, "PATIENCE", 2)
    checked = flash.check

    def then_pull(*arguments):
        checked(*arguments)
        board.unplug_after(after)

    monkeypatch.setattr(flash, "check", then_pull)
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "its cable was pulled" in line and "it goes on from there" in line
    monkeypatch.setattr(flash, "check", checked)
    board.plug()
    assert flash.main(["test_board", "--port", board.port]) == 0
    assert files_of(board) == pico().everything()


HALF = "Crewlink is only half installed on this board. Install it again: make flash BOARD=test_board"


def test_stopped_before_any_file_the_board_says_what_to_do_when_it_starts(board, known, monkeypatch):
    put = install._put
    for number in range(len(pico().files) + 1):

        def stop(target, *rest, left=[number]):  # noqa: B006
            left[0] -= 1
            if left[0] < 0:
                raise FlashError("stopped")
            put(target, *rest)

        monkeypatch.setattr(install, "_put", stop)
        # Another version each time, so that every file is written anew.
        new = pico()
        new.files.update((path, data + bytes([number])) for path, data in new.files.items())
        with Board(board.port) as there, pytest.raises(FlashError, match="stopped"):
            install.install(there, new)
        board.power(False)
        board.power(True)
        with Board(board.port) as there:
            assert HALF in there.start("Crewlink")
    monkeypatch.setattr(install, "_put", put)
    assert flash.main(["test_board", "--port", board.port]) == 0
    assert files_of(board) == pico().everything()


@pytest.mark.parametrize("after", [1, 6000, 12000])
def test_power_cut_while_copying_boots_into_a_sentence_and_the_next_time_completes_it(board, known, monkeypatch, capsys, after):
    monkeypatch.setattr(flash_repl, "PATIENCE", 2)
    with Board(board.port) as there:
        older = pico("1.0", RUNNING.replace(b"9.9", b"1.0"))
        older.files.update((path, data[::-1]) for path, data in older.files.items())
        install.install(there, older)
    with pytest.raises(FlashError):
        with Board(board.port) as there:
            board.cut_after(after)
            install.install(there, pico())
    board.power(False)
    board.power(True)
    with Board(board.port) as there:
        said = there.start("Crewlink")
        # What runs is the whole old program or a sentence; a half program never is.
        whole = "Crewlink 1.0 on" in said or "Crewlink 9.9 on" in said
        assert whole or HALF in said
    assert flash.main(["test_board", "--port", board.port]) == 0
    assert {path: data for path, data in files_of(board).items() if not path.startswith("before")} == pico().everything()


@pytest.mark.parametrize("method, state", [("walk", "Nothing was changed"), ("write", "half installed")])
def test_ctrl_c_tells_whether_anything_was_changed(board, known, capsys, monkeypatch, method, state):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Board, method, interrupted)
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 130 and line.startswith("Stopped. ") and state in line


@pytest.mark.parametrize("when", [2, 5])
def test_ctrl_c_while_copying_is_told_and_the_next_time_completes_it(board, known, capsys, monkeypatch, when):
    def interrupted(self, done, total, path):
        self.begun = True
        if done == when:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(flash.Progress, "__call__", interrupted)
        status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 130 and "Stopped. The board" in line and "half installed" in line and "goes on from there" in line
    assert files_of(board)["main.py"] == pico().half
    assert flash.main(["test_board", "--port", board.port]) == 0
    assert files_of(board) == pico().everything()


def test_a_program_that_does_not_stay_up_is_told_with_its_words(board, known, capsys, monkeypatch):
    broken = b'print("Crewlink 9.9 on Test Pico")\nimport nothing_of_that_name\n'
    monkeypatch.setattr(install_build, "build", lambda name: pico(program=broken))
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "ImportError: no module named 'nothing_of_that_name'" in line and "make flash BOARD=test_board" in line


def test_a_game_that_fails_at_its_start_is_told_with_its_note(board, known, capsys, monkeypatch):
    note = b"if 'saves' not in os.listdir():\n    os.mkdir('saves')\nwith open('saves/9', 'w') as file:\n    file.write('1 failed starts\\nE5 KeyError')\n"
    failing = RUNNING.replace(b"import time\n", b"import os, time\n" + note)
    monkeypatch.setattr(install_build, "build", lambda name: pico(program=failing))
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "fails when it starts. Its note says: E5 KeyError If" in line


def test_a_flashed_board_is_left_running(board, known, capsys):
    assert flash.main(["test_board", "--port", board.port]) == 0
    assert runs(board)


def test_a_flash_that_does_not_keep_what_is_written_is_told(board, known, capsys, monkeypatch):
    write = Board.write
    monkeypatch.setattr(Board, "write", lambda self, path, data: write(self, path, b"worn" if path == "lib/text.bin" else data))
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "lib/text.bin reads back otherwise" in line
    assert files_of(board)["main.py"] == pico().half


def test_without_mpremote_there_is_a_sentence(tmp_path):
    script = "import sys; sys.modules['mpremote'] = None; import runpy; runpy.run_module('host_tools.flash', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", script], cwd=install.ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and "needs mpremote" in done.stderr and "make flash" in done.stderr and "Traceback" not in done.stderr


# --- a drive ------------------------------------------------------------------------------------------------------------



def gamer(*_):
    return made()


class Factory:
    """A CircuitPython board that keeps its files for the computer: it reads what lies on its drive."""

    def __init__(self, root, uid="AB12", can_take=False):
        self.port = "/dev/ttyACM0"
        self.drive = flash_drive.Drive(root)
        self.who = {"platform": "circuitpython", "id": "pygamer", "uid": uid, "machine": "Test Gamer", "can_take": can_take, "safe_mode": ""}
        self.who.update(version=(10, 3, 1), mpy=6)
        self.resets = 0
        self.taken = False

    def writable(self):
        return self.taken

    def take_drive(self):
        self.taken = self.who["can_take"]
        return self.taken

    def reset(self):
        self.resets += 1

    def start(self, banner):
        return banner

    def stop(self):
        pass

    def close(self, start=False):
        pass

    def __getattr__(self, name):
        return getattr(self.drive, name)


def test_a_factory_board_is_flashed_through_its_own_drive(tmp_path):
    mine, theirs = tmp_path / "CIRCUITPY", tmp_path / "CIRCUITPY1"
    for place, uid in ((theirs, "CD34"), (mine, "AB12")):
        place.mkdir()
        (place / "boot_out.txt").write_bytes((BOOT_OUT % ("pygamer", uid)).encode())
    board = Factory(mine)
    line = flash.flash(board, gamer(), drives=[theirs, mine])
    assert f"through its drive {mine}" in line and board.resets == 1
    assert set(content(theirs)) == {"boot_out.txt"}
    assert {path: data for path, data in content(mine).items() if path != "boot_out.txt"} == gamer().everything()


def test_without_its_drive_a_factory_board_gives_it_up_or_says_what_to_do(tmp_path):
    board = Factory(tmp_path, can_take=True)
    assert "runs at /dev/ttyACM0" in flash.flash(board, gamer(), drives=[]) and board.taken
    with pytest.raises(FlashError, match="keeps its files for the computer.*mount the drive.*same command again"):
        flash.flash(Factory(tmp_path), gamer(), drives=[])


@pytest.fixture
def gamer_known(monkeypatch):
    know(monkeypatch, gamer, test_board={**PICO, "title": "Test Gamer", "platform": "circuitpython", "id": "pygamer"})


def test_a_drive_without_a_port_is_flashed_and_the_reset_asked_for(tmp_path, gamer_known, capsys, monkeypatch):
    (tmp_path / "boot_out.txt").write_text(BOOT_OUT % ("pygamer", "AB12"))
    monkeypatch.setattr(flash_drive, "mounted", lambda: [tmp_path])
    status, line = told(["test_board"], capsys)
    assert status == 0 and "press the board's reset key" in line
    assert content(tmp_path)["code.py"] == gamer().program
    assert told(["test_board", "--port", str(tmp_path)], capsys)[0] == 0


def test_the_wrong_drive_is_refused(tmp_path, gamer_known, capsys):
    (tmp_path / "boot_out.txt").write_text(BOOT_OUT % ("clue_nrf52840_express", "AB12"))
    status, line = told(["test_board", "--port", str(tmp_path)], capsys)
    assert status == 1 and "drive of a clue_nrf52840_express, not of a Test Gamer" in line
    (tmp_path / "boot_out.txt").write_text((BOOT_OUT % ("pygamer", "AB12")).replace("10.3.1", "9.2.1"))
    status, line = told(["test_board", "--port", str(tmp_path)], capsys)
    assert status == 1 and "has CircuitPython 9" in line
    assert set(content(tmp_path)) == {"boot_out.txt"}


@pytest.mark.parametrize(
    "number, expected", [(30, "is read-only here"), (28, "is full"), (5, "gone in the middle"), (19, "gone in the middle")], ids=["EROFS", "ENOSPC", "EIO", "ENODEV"]
)
def test_a_drive_that_fails_is_told(tmp_path, gamer_known, capsys, monkeypatch, number, expected):
    (tmp_path / "boot_out.txt").write_text(BOOT_OUT % ("pygamer", "AB12"))
    write = flash_drive.Drive.write

    def failing(self, path, data):
        if path == "lib/text.bin":
            raise OSError(number, os.strerror(number))
        write(self, path, data)

    with monkeypatch.context() as patch:
        patch.setattr(flash_drive.Drive, "write", failing)
        status, line = told(["test_board", "--port", str(tmp_path)], capsys)
    assert status == 1 and expected in line and "run the same command again" in line.replace("run the same command\nagain", "run the same command again")
    assert content(tmp_path)["code.py"] == gamer().half
    assert flash.main(["test_board", "--port", str(tmp_path)]) == 0
    assert content(tmp_path)["code.py"] == gamer().program


@pytest.mark.parametrize(
    "what, expected",
    [
        ({"safe_mode": "WATCHDOG"}, r"in safe mode \(WATCHDOG\).*reset key once"),
        ({"version": (9, 2, 1)}, "CircuitPython 9.2.1, and Crewlink needs 10.2 or newer"),
        ({"version": (10, 1, 4)}, "CircuitPython 10.1.4, and Crewlink needs 10.2 or newer"),
        ({"mpy": 5}, "loads .mpy files of version 5"),
    ],
    ids=["safe mode", "old", "just too old", "other bytecode"],
)
def test_a_board_that_cannot_run_it_is_told(tmp_path, gamer_known, what, expected):
    board = Factory(tmp_path)
    board.who.update(what)
    with pytest.raises(FlashError, match=expected):
        flash.check(board, "test_board", install.definition("test_board"))


def test_mounts_are_read_with_their_blanks(monkeypatch, tmp_path):
    lines = "/dev/sdb1 /media/me/CIRCUIT\\040PY vfat rw 0 0\n/dev/sda1 / ext4 rw 0 0\n"
    monkeypatch.undo()
    monkeypatch.setattr(flash_drive.sys, "platform", "linux")
    monkeypatch.setattr(flash_drive.pathlib.Path, "read_text", lambda self: lines)
    assert [str(path) for path in flash_drive.mounted()] == ["/media/me/CIRCUIT PY"]

"""Flashing CircuitPython boards over their port: the states they come in, and stock mpremote with the shim."""

import subprocess
import sys

import pytest

from host_tools import flash_repl, install, virtual_board
from host_tools.flash_repl import Board, FlashError
from tests import flash_kit
from tests.flash_kit import PICO, boards_on_vms, files_of, know, told
from tests.test_install import made

GAMER = {**PICO, "title": "Test Gamer", "platform": "circuitpython", "id": "pygamer", "keys": ()}
OURS = b"print('ours ran')\nimport storage\nstorage.remount('/', readonly=False)\nstorage.disable_usb_drive()\n"
SHIM = install.ROOT / "host_tools" / "circuitpython_os.py"


def gamer():
    one = made(GAMER)
    one.files["boot.py"] = OURS
    one.program = b'print("Crewlink 9.9 on Test Gamer")\nimport time\nwhile True:\n    time.sleep(0.01)\n'
    return one


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    flash_kit.hurry(monkeypatch)
    know(monkeypatch, gamer, test_board=GAMER)


@pytest.fixture
def board(tmp_path):
    with boards_on_vms() as loop, virtual_board.VirtualBoard(loop, tmp_path / "board", GAMER) as board:
        board.power(True)
        yield board


def mpremote(board, *arguments):
    return subprocess.run([sys.executable, "-m", "mpremote", "connect", board.port, *arguments], capture_output=True, text=True, timeout=60)


def test_a_factory_board_gives_up_its_drive_and_then_is_one_of_ours(board, capsys):
    with Board(board.port) as there:
        assert there.who["id"] == "pygamer" and there.who["version"] >= (10, 3, 1) and not there.writable()
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 0 and line.startswith(f"Crewlink 9.9 on Test Gamer runs at {board.port}: 7 of 7 files copied")
    there = files_of(board)
    assert b"ours ran" in there.pop("boot_out.txt"), "it was not reset as by its button"
    assert there == gamer().everything()
    # From now on its boot.py keeps the files for the game, so that no drive is taken from anybody.
    with Board(board.port) as ours:
        ours.who["can_take"] = False
        assert ours.writable()
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 0 and "all files were there already" in line


def test_a_board_that_could_not_be_flashed_gives_its_drive_back(board, capsys, monkeypatch):
    monkeypatch.setattr(Board, "free", lambda self: (1000, 512))
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "no room" in line
    with Board(board.port) as there:
        there.who["can_take"] = False
        with pytest.raises(FlashError):  # the computer has it again, and so no remount
            there.run("import storage\nstorage.remount('/', readonly=False)")


def test_the_users_settings_come_through(board, capsys):
    with Board(board.port) as there:
        assert there.take_drive()
        there.write("settings.toml", b'CIRCUITPY_WIFI_SSID = "home"\n')
    assert told(["test_board", "--port", board.port], capsys)[0] == 0
    assert files_of(board)["settings.toml"] == b'CIRCUITPY_WIFI_SSID = "home"\nCIRCUITPY_PYSTACK_SIZE=4096\n'


def test_a_board_that_keeps_its_files_for_the_computer_says_the_way_out(board, capsys, monkeypatch):
    monkeypatch.setattr(Board, "take_drive", lambda self: False)  # as before 10.3
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "keeps its files for the computer" in line and "udisksctl" in line and "run the same command again" in line
    assert set(files_of(board)) == {"boot_out.txt"}


def test_a_board_in_safe_mode_says_the_way_out(board, capsys):
    board.safe_mode(2)
    status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "in safe mode (WATCHDOG)" in line and "reset key" in line
    assert set(files_of(board)) == {"boot_out.txt"}


def test_a_cable_pulled_leaves_a_board_that_says_so_when_it_starts(board, capsys):
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        put = install._put

        def pulled(target, path, *rest):
            if path == "lib/text.bin":
                board.unplug()
            put(target, path, *rest)

        patch.setattr(install, "_put", pulled)
        patch.setattr(flash_repl, "PATIENCE", 2)
        status, line = told(["test_board", "--port", board.port], capsys)
    assert status == 1 and "cable was pulled" in line
    board.plug()
    board.reset()
    with Board(board.port) as there:
        assert "Crewlink is only half installed on this board. Install it again: make flash BOARD=test_board" in there.start("Crewlink")
    assert told(["test_board", "--port", board.port], capsys)[0] == 0
    there = files_of(board)
    assert there.pop("boot_out.txt") and there == gamer().everything()


def test_stock_mpremote_copies_lists_and_removes_with_the_shim(board, tmp_path):
    with Board(board.port) as there:
        assert there.take_drive()
    (tmp_path / "new" / "deep").mkdir(parents=True)
    (tmp_path / "new" / "deep" / "file.txt").write_text("hello")
    without = mpremote(board, "fs", "cp", "-r", str(tmp_path / "new"), ":")
    assert without.returncode != 0, "mpremote no longer needs the shim: take it out"
    for arguments, expected in (
        (("cp", "-r", str(tmp_path / "new"), ":"), "cp"),
        (("ls", ":new"), "deep/"),
        (("tree", ":"), "file.txt"),
        (("sha256sum", ":new/deep/file.txt"), "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
        (("cp", str(tmp_path / "new" / "deep" / "file.txt"), ":other.txt"), "cp"),
        (("cat", ":other.txt"), "hello"),
        (("rm", "-r", ":new"), "rm"),
    ):
        done = mpremote(board, "run", str(SHIM), "+", "fs", *arguments)
        assert done.returncode == 0 and expected in done.stdout, (arguments, done)
    assert "new/deep/file.txt" not in files_of(board)


def test_the_shim_changes_nothing_where_it_is_not_needed(tmp_path):
    with boards_on_vms() as loop, virtual_board.VirtualBoard(loop, tmp_path / "pico", PICO) as pico:
        pico.power(True)
        done = mpremote(pico, "run", str(SHIM), "exec", "import os; print(type(os), hasattr(os, 'ilistdir'), open)")
        plain = mpremote(pico, "exec", "import os; print(type(os), hasattr(os, 'ilistdir'), open)")
        assert done.returncode == 0 and done.stdout == plain.stdout


def test_a_board_that_the_computer_takes_back_is_told_as_read_only(board):
    with Board(board.port) as there:
        with pytest.raises(FlashError, match="keeps its files read-only"):
            there.write("code.py", b"x")

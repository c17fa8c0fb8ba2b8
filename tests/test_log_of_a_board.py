"""The log book and the crash note read off a board, with the real mpremote and a MicroPython VM as the board, or off its drive."""
# ruff: noqa: F811 - tests take the fixtures by their names

import pytest
from mpremote.transport_serial import SerialTransport

from engine.layout import RULES_VERSION
from firmware.logbook import LOG_BYTES, LogBook
from firmware.store import Store
from firmware.wire import SAVED_LOG
from host_tools import install, install_build, logbook
from host_tools.flash_repl import Board
from tests.flash_kit import BOOT_OUT, PICO, board, boards_on_vms, files_of, hurried, know, known, loop, pico, runs  # noqa: F401 - fixtures


def saved_log():
    """Return a slot of a store with the log of a crew that has played mission 3."""
    kept = []

    class Slots:
        def load(self, slot, into):
            return 0

        def save(self, slot, data, n):
            kept.append(bytes(data[:n]))
            return True

    store = Store(Slots(), SAVED_LOG + LOG_BYTES, RULES_VERSION)
    log = LogBook(store.body[SAVED_LOG : SAVED_LOG + LOG_BYTES])
    log.rename(b"ORION")
    log.record(3, True, 4, False, 0)
    assert store.save(SAVED_LOG + LOG_BYTES)
    return kept[0]


@pytest.fixture
def played(board):
    """A board with a game on it that was saved, and that crashed once."""
    with Board(board.port) as there:
        install.install(there, pico())
        there.write("saves/0", saved_log())
        there.write("saves/1", b"torn")
        there.write("saves/9", b"1 E7 ValueError in tick")
    return board


def test_the_log_book_and_the_crash_note_are_pulled_from_a_board_and_its_game_goes_on(played, known, capsys, tmp_path):
    starts = played.starts
    assert logbook.main(["--device", played.port, "--board", "test_board", "--csv", str(tmp_path / "log.csv")]) == 0
    said = capsys.readouterr()
    assert f"Crash note of the board at {played.port}:\n  1 E7 ValueError in tick" in said.out and "Log book of ORION" in said.out
    assert f"{played.port}, save 1: " in said.err and "no whole save" in said.err
    assert "ORION,3,1" in (tmp_path / "log.csv").read_text()
    assert played.starts > starts
    assert runs(played)
    assert files_of(played)["saves/1"] == b"torn"


def test_a_crash_note_tells_the_place_in_the_sources(capsys, monkeypatch):
    note = '1 failed starts in a row\nfirmwa-12 ValueError\nFile "firmware/__init__.py", line 12, in a\n'
    monkeypatch.setattr(logbook, "pull", lambda board, wanted: ({}, {"/dev/ttyACM0": note}, []))
    monkeypatch.setattr(install_build, "explain", lambda board, text: text.replace("firmware/__init__.py", f"{board}: firmware/app.py"))
    assert logbook.main(["--device", "--board", "pygamer"]) == 0
    assert 'File "pygamer: firmware/app.py", line 12' in capsys.readouterr().out


def test_a_save_that_does_not_come_over_whole_is_told(played, known, capsys, monkeypatch):
    monkeypatch.setattr(SerialTransport, "fs_readfile", lambda self, path, **_: bytearray(b"half"))
    assert logbook.main(["--device", played.port]) == 1
    assert "saves/0 did not come over whole" in capsys.readouterr().err


def test_a_board_without_saves_or_without_the_game_is_told_and_so_is_what_is_not_written(board, known, capsys, tmp_path):
    assert logbook.main(["--device", board.port, "--board", "test_board"]) == 0
    assert f"no Crewlink on the board at {board.port}" in capsys.readouterr().err
    with Board(board.port) as there:
        install.install(there, pico())
    assert logbook.main(["--device", board.port, "--html", str(tmp_path / "log.html")]) == 1
    said = capsys.readouterr().err
    assert "no saves on the board yet" in said and f"Nothing was written to {tmp_path / 'log.html'}" in said
    assert not (tmp_path / "log.html").exists()


def test_the_log_of_another_kind_of_board_than_named_is_refused_with_advice_for_reading(board, capsys, monkeypatch):
    know(monkeypatch, pico, test_board=PICO, gamer={**PICO, "title": "Test Gamer", "id": "Gamer with SAMD51"})
    assert logbook.main(["--device", board.port, "--board", "gamer"]) == 1
    said = capsys.readouterr().err
    assert "not a Test Gamer; nothing was read. Say BOARD=test_board, or leave BOARD out" in said and "flash" not in said


def test_no_board_to_read_from_is_told(known, capsys):
    assert logbook.main(["--device", "--board", "test_board"]) == 1
    assert "No Test Pico is plugged in" in capsys.readouterr().err
    assert logbook.main(["--device"]) == 1
    assert "No board is plugged in" in capsys.readouterr().err


def test_the_log_book_is_read_off_a_drive_too(tmp_path, capsys):
    (tmp_path / "boot_out.txt").write_text(BOOT_OUT % ("pygamer", "AB12"))
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "0").write_bytes(saved_log())
    assert logbook.main(["--device", str(tmp_path)]) == 0
    assert "Log book of ORION" in capsys.readouterr().out

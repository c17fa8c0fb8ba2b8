"""Before an emulator starts, the user's file is checked; whatever is wrong with it ends in one sentence."""

import struct
import sys

import pytest

from host_tools import emulate

STAND_IN = """
import sys, time
print("PTY REPL listening on /dev/pts/99 - e.g. `mpremote connect /dev/pts/99`", flush=True)
sys.exit("no such thing as " + sys.argv[1])
"""


def uf2(content, family=emulate.RP2040, flags=emulate.HAS_FAMILY):
    blocks = []
    for at in range(0, len(content), 256):
        piece = content[at : at + 256]
        head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, 0x10000000 + at, len(piece), at // 256, 1, family)
        blocks.append(head + piece.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    return b"".join(blocks)


@pytest.mark.parametrize("words, kind", [(b"..MicroPython v1.29", "micropython"), (b"." * 250 + b"Adafruit CircuitPython", "circuitpython")])
def test_a_firmware_of_the_pico_is_recognised(tmp_path, words, kind):
    path = tmp_path / "firmware.uf2"
    path.write_bytes(uf2(words))
    assert emulate.firmware(path) == kind
    path.write_bytes(uf2(words, 0, 0))  # older ones tell no chip
    assert emulate.firmware(path) == kind


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"", "neither MicroPython nor CircuitPython"),
        (b"a text file, not a firmware\n" * 40, "no whole .uf2 file"),
        (uf2(b"MicroPython")[:-1], "no whole .uf2 file"),
        (uf2(b"MicroPython", 0xE48BFF59), "is for the RP2350 (Pico 2)"),
        (uf2(b"MicroPython", 0x12345678), "is for another chip"),
        (uf2(b"Kaluma"), "neither MicroPython nor CircuitPython"),
    ],
)
def test_what_is_no_such_firmware_is_told_in_a_sentence(tmp_path, capsys, content, sentence):
    path = tmp_path / "firmware.uf2"
    path.write_bytes(content)
    assert emulate.main([str(path)]) == 1
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1


@pytest.mark.parametrize("name", ["", "nowhere.uf2"])
def test_no_file_is_told_in_a_sentence(capsys, name):
    assert emulate.main([name] if name else []) == 1
    assert "UF2=" in capsys.readouterr().err


def test_an_emulator_that_ends_is_told_with_its_words(tmp_path, monkeypatch, capsys):
    path = tmp_path / "firmware.uf2"
    path.write_bytes(uf2(b"MicroPython"))
    monkeypatch.setattr(emulate.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(emulate, "command", lambda path, *rest: [sys.executable, "-c", STAND_IN, "this"])
    assert emulate.main([str(path), "--folder", str(tmp_path / "kept")]) == 1
    said = capsys.readouterr()
    assert "mpremote connect /dev/pts/99" in said.out and "no such thing as this" in said.err


def test_a_missing_emulator_is_told(tmp_path, monkeypatch, capsys):
    path = tmp_path / "firmware.uf2"
    path.write_bytes(uf2(b"MicroPython"))
    monkeypatch.setattr(emulate.importlib.util, "find_spec", lambda name: None)
    assert emulate.main([str(path)]) == 1
    assert "make emulate" in capsys.readouterr().err


def test_the_files_of_the_last_time_are_taken_up_again(tmp_path):
    first = emulate.command("a.uf2", "micropython", False, tmp_path)
    assert "--littlefs" not in first and first[first.index("--board") + 1] == "pico"
    (tmp_path / "micropython.img").write_bytes(b"x")
    again = emulate.command("a.uf2", "micropython", True, tmp_path)
    assert again[again.index("--littlefs") + 1] == str(tmp_path / "micropython.img") and again[again.index("--board") + 1] == "pico_w"

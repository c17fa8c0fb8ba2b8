"""make check holds device code against each platform's stubs, and cannot pass by being blind."""

import json

import pytest

from host_tools import typecheck
from tests.conftest import missing

FAULTS = {
    "circuitpython": ("import busio\nimport board\nbusio.UART(board.TX, board.RX, rxbuf=2048)\n", "rxbuf"),
    "rp2": ("from machine import UART\nUART(0, 115200).in_waiting\n", "in_waiting"),
}


@pytest.fixture
def checker(tmp_path, monkeypatch):
    """Check a module that stands for a platform's only one; return what is found."""
    try:
        prepared = typecheck.prepare()
    except typecheck.CheckError as problem:
        missing(str(problem))

    def run(texts):
        configurations = {}
        for platform, text in texts.items():
            place = typecheck.PLACE / f"only-{platform}.py"
            place.write_text(text, encoding="utf-8")
            settings = json.loads(prepared[platform].read_text(encoding="utf-8"))
            settings["include"] = [place.name]
            configurations[platform] = typecheck.PLACE / f"only-{platform}.json"
            configurations[platform].write_text(json.dumps(settings), encoding="utf-8")
        try:
            return typecheck.check(configurations)
        except typecheck.CheckError as problem:
            if "Node" in str(problem):
                missing(str(problem))
            raise

    return run


def test_what_a_platform_does_not_have_is_told_with_its_line(checker):
    found = checker({platform: text for platform, (text, _) in FAULTS.items()})
    for platform, (text, word) in FAULTS.items():
        told = [(line, sentence) for where, _, line, sentence in found if where == platform]
        assert [line for line, sentence in told if word in sentence] == [text.count("\n")], told


def test_every_device_module_is_checked_and_a_platforms_own_only_there():
    everywhere = {platform: set(typecheck.files(platform)) for platform in typecheck.PLATFORMS}
    device = {path.relative_to(typecheck.ROOT).as_posix() for room in ("engine", "firmware", "boards") for path in (typecheck.ROOT / room).rglob("*.py")}
    assert everywhere["circuitpython"] | everywhere["rp2"] == device
    assert "firmware/hal/circuit.py" not in everywhere["rp2"] and "firmware/hal/micro.py" not in everywhere["circuitpython"]
    assert "firmware/hal/micro.py" in everywhere["rp2"] & everywhere["esp32"]


def test_files_that_were_not_looked_at_are_no_success(checker, monkeypatch):
    with pytest.raises(typecheck.CheckError, match="0 of 2 files|1 of 2 files"):
        real = typecheck.json.loads

        def loads(text):
            told = real(text)
            if "include" in told and told["include"] == ["only-rp2.py"]:
                told["include"] = ["only-rp2.py", "gone.py"]
            return told

        monkeypatch.setattr(typecheck.json, "loads", loads)
        checker({"rp2": "x = 1\n"})


@pytest.mark.parametrize("ci, status", [("", 0), ("true", 1)])
def test_without_node_types_are_not_checked_and_that_is_said(monkeypatch, capsys, ci, status):
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(typecheck.shutil, "which", lambda name: None)
    monkeypatch.setattr(typecheck, "prepare", lambda: {})
    assert typecheck.main() == status
    assert "sudo apt install nodejs npm" in capsys.readouterr().err


def test_without_stubs_the_check_fails_and_says_how_to_get_them(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(typecheck, "STUBS", tmp_path)
    monkeypatch.setattr(typecheck, "PLACE", tmp_path / "place")
    monkeypatch.setenv("CI", "")
    assert typecheck.main() == 1
    assert "make check" in capsys.readouterr().err


def test_findings_of_two_platforms_are_told_once(monkeypatch, capsys):
    monkeypatch.setattr(typecheck, "prepare", dict)
    monkeypatch.setattr(typecheck, "check", lambda given: [("rp2", "a.py", 3, "wrong"), ("esp32", "a.py", 3, "wrong")])
    assert typecheck.main() == 1
    assert capsys.readouterr().out == "a.py:3: rp2, esp32: wrong\n"

"""What the tests of flashing share: a small thing to install, boards to install it on, and what the command line says."""

import time
from types import SimpleNamespace

import pytest
import serial

from host_tools import flash, flash_drive, flash_repl, install, install_build, virtual_board, vm
from host_tools.flash_repl import Board
from tests.conftest import missing
from tests.test_install import made

PICO = {
    "title": "Test Pico", "platform": "micropython", "id": "Raspberry Pi Pico with RP2040", "width": 160, "height": 128, "columns": 26, "rows": 10,
    "mono": False, "display": {"driver": "none"}, "light": None, "keys": (("A", 12, 1),), "shift": None, "stick": None, "uart": None,
    "half_duplex": False, "battery": None, "radio": "none",
}  # fmt: skip
RUNNING = b'print("Crewlink 9.9 on Test Pico")\nimport time\nwhile True:\n    time.sleep_ms(5)\n'
BOOT_OUT = "Adafruit CircuitPython 10.3.1 on 2026-09-14; Test Gamer with samd51j19\r\nBoard ID:%s\r\nUID:%s\r\n"


def hurry(monkeypatch):
    """Wait less than for real boards, and find nothing of this computer's own."""
    monkeypatch.setattr(flash_repl, "PATIENCE", 4)
    monkeypatch.setattr(flash_repl, "KNOCK", 0.2)
    monkeypatch.setattr(flash_repl, "AWAY", 0.1)
    monkeypatch.setattr(flash_repl, "CALM", 0.2)
    monkeypatch.setattr(flash_repl, "_CHUNK", 4096)
    monkeypatch.setattr(flash_drive, "mounted", lambda: [])
    monkeypatch.setattr(flash.list_ports, "comports", lambda: [])


def boards_on_vms():
    """Return a Loop for virtual boards; without the VM the test is skipped, or fails in CI."""
    try:
        vm.unix_path()
    except vm.VmMissing as error:
        missing(str(error))
    return virtual_board.Loop()


def know(monkeypatch, build, **definitions):
    """Make ``definitions`` the boards that there are, and ``build`` what is installed on each."""
    monkeypatch.setattr(install, "boards", lambda: sorted(definitions))
    monkeypatch.setattr(install, "definition", definitions.__getitem__)
    monkeypatch.setattr(install_build, "build", lambda name: build())


def pico(version="9.9", program=RUNNING):
    one = made(PICO, version, {"lib/engine/more.mpy": bytes(range(256)) * 40})
    one.program = program
    return one


def plugged(monkeypatch, *boards):
    """Let these boards be found at their ports, as over USB."""
    found = [SimpleNamespace(device=board.port, vid=0x2E8A, serial_number=None) for board in boards]
    monkeypatch.setattr(flash.list_ports, "comports", lambda: found)


def told(arguments, capsys):
    """Run the command line; return its status and the one line that it prints, besides that it compiles, which it may have done before."""
    status = flash.main(arguments)
    said = capsys.readouterr()
    lines = [line for line in (said.out + said.err).splitlines() if line.strip() and not line.startswith("Compiling the program for ")]
    assert "Traceback" not in said.err and len(lines) == 1, lines
    return status, lines[0]


def files_of(virtual):
    with Board(virtual.port) as there:
        return {path: there.read(path) for path in there.walk()}


def runs(virtual):
    """Tell whether a program runs on the board: only one that runs is interrupted by Ctrl-C."""
    with serial.Serial(virtual.port, timeout=5) as port:
        time.sleep(0.5)
        port.write(b"\x03")
        return b"KeyboardInterrupt" in port.read_until(b">>> ")


@pytest.fixture(autouse=True)
def hurried(monkeypatch):
    hurry(monkeypatch)


@pytest.fixture
def loop():
    with boards_on_vms() as loop:
        yield loop


@pytest.fixture
def board(loop, tmp_path):
    with virtual_board.VirtualBoard(loop, tmp_path / "board", PICO) as board:
        board.power(True)
        yield board


@pytest.fixture
def known(monkeypatch):
    """Make ``test_board`` a board that can be flashed, and ``other_board`` one that Crewlink knows too."""
    other = {**PICO, "title": "Other Pico", "id": "Raspberry Pi Pico2 with RP2350", "also": ("Raspberry Pi Pico 2 with RP2350",)}
    know(monkeypatch, pico, test_board=PICO, other_board=other)

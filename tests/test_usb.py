"""Handhelds on USB: a simulated table with real ones, and a hub without a seat (host_tools/usb_line.py, hub.py)."""

import errno
import os
import subprocess
import sys
import time
import tty

import pytest

from engine.codes import OPEN
from engine.layout import VERDICT
from firmware.wire import BE_DEALER, SILENT, TO_ALL, T_SEATED
from host_tools.boards import BOARDS, USUAL
from host_tools.hub import Exchange
from host_tools.robots import Crew, Device
from host_tools.simulator import Table
from host_tools.usb_line import PortError, UsbLine
from host_tools.vm import ROOT
from tests.test_hub import frame


class Cable:
    """A pty: the computer's end is a port by name, the device's end a line."""

    def __init__(self):
        self._fd, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._fd, False)
        self.port = os.ttyname(slave)
        self._slave = slave

    def read(self, buffer):
        try:
            data = os.read(self._fd, len(buffer))
        except BlockingIOError:
            return 0
        except OSError as trouble:
            assert trouble.errno == errno.EIO  # nobody has the port open
            return 0
        buffer[: len(data)] = data
        return len(data)

    def write(self, buffer, n):
        try:
            return os.write(self._fd, bytes(memoryview(buffer)[:n])) == n
        except BlockingIOError:
            return False

    def pull(self):
        os.close(self._fd)
        os.close(self._slave)


class Both:
    """Tables that live by one clock, as a table of robots sees them."""

    def __init__(self, tables):
        self.tables = tables
        self.seed = tables[0].seed
        self.between = lambda: None

    @property
    def now(self):
        return self.tables[0].now

    @property
    def handhelds(self):
        return [each for table in self.tables for each in table.handhelds]

    @property
    def boards(self):
        return [each for table in self.tables for each in table.boards]

    def run(self, milliseconds):
        for _ in range(max(1, int(milliseconds / 5))):
            for table in self.tables:
                table.step()
            self.between()


def alone(cable, seed):
    """A table of one device whose only line is ``cable``."""
    table = Table(1, BOARDS[USUAL], seed=seed, start=Device)
    table.boards[0].lines[:] = [cable]
    table.boards[0]._line = cable
    table.boards[0].name = b"USB%d" % seed
    return table


def finish(crew):
    crew.deal(10)
    crew.play()
    crew.rest()
    assert crew.dealer().attempt.state[VERDICT] != OPEN


def crew_of(both):
    return Crew(len(both.boards), seed=3, radio=0.05, table=both)


@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_real_handhelds_on_usb_play_at_a_simulated_table_whoever_deals(dealer):
    cables = [Cable(), Cable()]
    lines = [UsbLine(each.port) for each in cables]
    both = Both([Table(2, BOARDS[USUAL], seed=1, start=Device, outside=lines), alone(cables[0], 5), alone(cables[1], 6)])
    crew = crew_of(both)
    crew.command(dealer, BE_DEALER)
    crew.until(lambda: all(d.scene.table[T_SEATED] == 4 and d.scene.seat < 5 for d in crew.devices))
    crew.deal(10, dealer)
    crew.play()
    crew.rest()
    assert crew.dealer().attempt.state[VERDICT] != OPEN


def test_a_hub_without_a_seat_joins_handhelds():
    cables = [Cable(), Cable(), Cable()]
    exchange = Exchange([UsbLine(each.port) for each in cables])
    both = Both([alone(each, seed) for seed, each in enumerate(cables)])
    both.between = exchange.tick
    crew = crew_of(both)
    crew.gather()
    finish(crew)
    assert exchange.frames > 50


def test_a_hub_says_when_a_handheld_takes_nothing():
    cables = [Cable(), Cable()]
    exchange = Exchange([UsbLine(each.port) for each in cables])
    said = frame(SILENT, 1, TO_ALL, 1, bytes(range(1, 200)))
    assert "lost" not in exchange.report()
    for _ in range(3000):
        assert cables[0].write(said, len(said))
        exchange.tick()
        cables[0].read(bytearray(4096))  # its own frames come home; the other one reads nothing
        if exchange.hub.lost:
            break
    assert f"{exchange.hub.lost} were lost" in exchange.report() and exchange.frames > 10


def heard(line, n):
    """The next ``n`` bytes; the system hands them over when it likes."""
    got = b""
    buffer = bytearray(9)
    end = time.monotonic() + 10
    while len(got) < n and time.monotonic() < end:
        got += buffer[: line.read(buffer)]
    return got


def test_a_cable_that_is_pulled_is_said_once_and_found_again():
    cable = Cable()
    said = []
    now = [0.0]
    line = UsbLine(cable.port, said.append, lambda: now[0])
    cable.write(b"abc", 3)
    buffer = bytearray(9)
    assert heard(line, 3) == b"abc"
    port = line.port
    cable.pull()
    for _ in range(5):
        assert line.read(buffer) == 0
        assert line.write(b"lost", 4)
    assert len(said) == 1 and "cable" in said[0] and port in said[0]
    again = Cable()
    line.port = again.port
    assert line.read(buffer) == 0  # it looks once a second, no oftener
    now[0] = 1.5
    line.read(buffer)
    again.write(b"xy", 2)
    assert heard(line, 2) == b"xy"
    assert len(said) == 2 and "back" in said[1]


def test_a_port_that_takes_nothing_holds_up_nobody():
    cable = Cable()
    line = UsbLine(cable.port)
    answers = [line.write(bytes(250), 250) for _ in range(200)]
    assert False in answers  # nobody reads at the far end, and yet the test goes on


@pytest.mark.parametrize(
    "port, words",
    [("/dev/there-is-none", "no port"), (str(ROOT / "README.md"), "cannot be used")],
)
def test_a_port_that_cannot_be_had_is_said_in_one_sentence(port, words):
    with pytest.raises(PortError) as trouble:
        UsbLine(port)
    assert words in str(trouble.value) and "\n" not in str(trouble.value)
    for command in (["host_tools.hub", port, port + "x"], ["host_tools.table", "--no-open", "--port", "0", "--usb", port]):
        done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 1 and "Traceback" not in done.stderr and words in done.stderr


def test_a_port_in_use_is_said():
    cable = Cable()
    first = UsbLine(cable.port)
    with pytest.raises(PortError, match="in use"):
        UsbLine(cable.port)
    first.close()


def test_a_hub_of_one_is_none():
    done = subprocess.run([sys.executable, "-m", "host_tools.hub", "/dev/x", "/dev/x"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "at least two" in done.stderr

"""The CircuitPython board's files run on a real VM of the same family, and its loop allocates nothing while nothing happens."""

import pytest

from host_tools import vm
from tests.test_circuit_screen import FONT, definition

FILES = ["engine", "firmware", ("fake_circuitpython.py", vm.ROOT / "tests" / "fake_circuitpython.py"), ("lib/font.bin", FONT)]

START = """
import fake_circuitpython as desk, os, gc, micropython
for folder in ("lib", "saves"):
    try:
        os.mkdir(folder)
    except OSError:
        pass
from firmware.hal.circuit import Board
from firmware.grid import Grid
settings = %r
settings["big_words"] = False
board = Board(settings, ".")
scanner = board._queue._scanners[0]
uart = desk.last[0] if isinstance(desk.last[0], desk.Uart) else board._wire._uart
into = bytearray(2)
buffer = bytearray(64)
grid = Grid(board.columns, board.rows)
"""


@pytest.fixture
def run(unix_vm):
    def run(script, name="pygamer"):
        return unix_vm(START % definition(name) + script, FILES).split()

    return run


def test_an_idle_turn_a_key_some_bytes_and_a_row_allocate_nothing(run):
    script = """
while board.refresh(grid):
    pass
def turn():
    desk.clock[0] += 20
    board.feed()
    board.read(buffer)
    board.event(into)
    board.battery()
    board.refresh(grid)
turn()
micropython.heap_lock()
turn()
scanner.waiting = 2
uart.in_waiting = 40
turn()
turn()
grid.put(3, 4, 65)
grid.put(9, 4, 66)
turn()
grid.put(1, 9, 66)
turn()
turn()
micropython.heap_unlock()
print(grid.changed(), into[0], into[1])
"""
    assert run(script) == ["False", "4", "0"]


def test_two_thousand_turns_leave_no_garbage_but_what_a_frame_sent_leaves(run):
    script = """
while board.refresh(grid):
    pass
def live(turns):
    for i in range(turns):
        desk.clock[0] += 10
        uart.in_waiting = 10
        board.read(buffer)
        board.event(into)
        board.battery()
        grid.put(i % 26, i % 10, 33 + i % 60)
        board.refresh(grid)
before = 0  # a new name would be garbage too
live(1)
gc.collect()
gc.disable()
before = gc.mem_alloc()
live(2000)
print(gc.mem_alloc() - before)
before = gc.mem_alloc()
board.write(buffer, 60)
print(gc.mem_alloc() - before, uart.sent)
"""
    turns, frame, sent = map(int, run(script))
    assert turns == 0 and frame <= 64 and sent == 60


def test_saves_and_chip_are_there_and_a_missing_font_is_a_sentence(run, unix_vm):
    script = """
print(board.load(3, buffer), board.save(3, b"abcdef", 4), board.load(3, buffer), bytes(buffer[:4]), len(board.chip), board.words(0, buffer))
"""
    assert run(script) == ["0", "True", "4", "b'abcd'", "4", "0"]
    said = unix_vm(START % definition("pygamer") + "print(1)", FILES[:-1])
    assert "lib/font.bin" in said and "Traceback" not in said and not said.endswith("1\n")

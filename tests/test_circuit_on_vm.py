"""The CircuitPython board's files run on a real VM of the same family, and its loop allocates nothing while nothing happens."""

import pytest

from host_tools import install_build, vm
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
scanner = desk.last[desk.Scanner]
uart = desk.last[desk.Uart]
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


def test_the_set_that_is_installed_starts_deals_and_stops_by_ctrl_c_in_a_boards_heap(unix_vm):
    """The very .mpy files, but for their first byte, on a VM with what stands for 140 KB; B makes the board deal."""
    made = install_build.build("pygamer")
    files = [("fake_circuitpython.py", vm.ROOT / "tests" / "fake_circuitpython.py")]
    for path, content in made.files.items():
        files.append((path, b"M" + content[1:] if path.endswith(".mpy") else content))
    # Words in large letters need a library over a display that is none here.
    program = made.program.decode().replace("Board(DEFINITION)", "Board(dict(DEFINITION, big_words=False), '.')")
    script = """
import sys
sys.path.insert(0, "lib")
import fake_circuitpython as desk
desk.pace[0] = 1
desk.end[0] = 9000
make = desk.Scanner
def planned(*given, **more):
    made = make(*given, **more)
    made.plan = [(4000, 0, True), (4100, 0, False)]
    return made
sys.modules["keypad"].ShiftRegisterKeys = planned
try:
    exec(%r)
except KeyboardInterrupt:
    print("stopped", desk.last[desk.Uart].sent > 200, desk.pins.DISPLAY.sent > 9, "firmware.hal.circuit_start" in sys.modules)
""" % program
    out = unix_vm(script, files, heapsize=2 * 140 * 1024)
    assert out.split("\n")[-2:] == ["stopped True True False", ""], out

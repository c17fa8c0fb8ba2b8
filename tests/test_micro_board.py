"""A MicroPython board without hardware: keys that bounce, a line that is full or shared, saves that cannot be written, and no garbage."""

import struct

import pytest

from firmware.wire import KEY_CHOOSE, KEY_NEXT
from host_tools import catalogue, vm
from tests.micro_kit import FILES, MICRO, PRELUDE, Sent, definition, run

PICO = definition("pico_display")
THUMBY = definition("tinycircuits_thumby")
A, B = (key[1] for key in PICO["keys"][:2])

# Events as a list of (time since 1000, key, level); what the clock says is what a script says.
KEYS = """
board = Board(DEFINITION, ".")
start = clock[0]
into = bytearray(2)
def at(milliseconds, pin=None, level=1):
    clock[0] = start + milliseconds
    if pin is not None:
        machine.drive(pin, level)
def events():
    got = []
    while True:
        time = board.event(into)
        if time < 0:
            return got
        got.append((time - start, into[0], into[1]))
"""


def keys(unix_vm, script):
    return eval(run(unix_vm, PICO, KEYS + script))


def test_a_press_counts_from_its_first_contact_once_it_has_lasted(unix_vm):
    assert keys(unix_vm, "at(10, %d, 0)\nat(12)\nearly = events()\nat(17)\nprint((early, events(), events()))" % A) == ([], [(10, 0, 1)], [])


def test_bounce_is_one_press_and_one_release(unix_vm):
    bounce = "".join("at(%d, %d, %d)\n" % (10 + i, A, i % 2) for i in range(9)) + "at(30)\nprint(events(),"
    let_go = "at(%d, %d, %d)\n"
    script = bounce + " end='')\n" + "".join(let_go % (100 + i, A, 1 - i % 2) for i in range(7)) + "at(120)\nprint(',', events())"
    assert keys(unix_vm, script) == ([(18, 0, 1)], [(106, 0, 0)])


def test_a_glitch_of_five_milliseconds_is_ignored(unix_vm):
    assert keys(unix_vm, "at(10, {0}, 0)\nat(15, {0}, 1)\nat(40)\nprint(events())".format(A)) == []


def test_a_press_while_the_display_is_being_sent_to_is_not_lost(unix_vm):
    """Down and up again between two pieces of one refresh; the times are those of the key."""
    script = """
from firmware.grid import Grid
grid = Grid(40, 11)
sent = [0]
def during():
    sent[0] += 1
    clock[0] += 1
    if sent[0] == 10:
        at(20, %d, 0)
    if sent[0] == 30:
        at(60, %d, 1)
machine.during = during
board.refresh(grid)
machine.during = None
at(100)
print(events())
"""
    assert keys(unix_vm, script % (B, B)) == [(20, 1, 1), (60, 1, 0)]


def test_a_level_that_changes_while_interrupts_are_off_is_seen_afterwards(unix_vm):
    script = "at(10)\nstate = machine.disable_irq()\nmachine.drive(%d, 0)\nat(12)\nmachine.enable_irq(state)\nat(30)\nprint(events())"
    assert keys(unix_vm, script % A) == [(12, 0, 1)]


def test_too_many_presses_leave_no_key_held_and_later_ones_count(unix_vm):
    """An overflow: what was held is let go, what was queued is void, what is still down afterwards is pressed anew."""
    script = "at(5, {0}, 0)\nat(15)\nfirst = events()\nfor i in range(12):\n    at(100 + 20 * i, {1}, 0)\n    at(110 + 20 * i, {1}, 1)\n"
    script += "at(500)\nlost = events()\nat(510)\nagain = events()\nat(600, {1}, 0)\nat(620)\nprint((first, lost, again, events()))"
    first, lost, again, later = keys(unix_vm, script.format(A, B))
    assert first == [(5, 0, 1)]
    assert lost[0][1:] == (0, 0), "the key that was held is let go first"
    assert [event[1:] for event in lost[1:] + again] == [(0, 1)], "and pressed anew, since it is down"
    assert later == [(600, 1, 1)]


def test_an_interrupt_allocates_nothing(unix_vm):
    """A board locks its heap meanwhile."""
    script = """
import micropython
pin = machine.Pin.made[%d]
look = pin.handler
machine.levels[%d] = 1
micropython.heap_lock()
try:
    for i in range(12):
        machine.levels[%d] = i & 1
        clock[0] = start + 20 * i
        look(pin)
finally:
    micropython.heap_unlock()
print(events() != [])
"""
    assert keys(unix_vm, script % (A, A, A)) is True


def test_sixteen_events_fit_the_queue(unix_vm):
    script = "for i in range(8):\n    at(20 * i, {0}, 0)\n    at(10 + 20 * i, {0}, 1)\nat(500)\nprint(events())"
    assert keys(unix_vm, script.format(A)) == [(10 * i, 0, 1 - i % 2) for i in range(16)]


# --- the rest ------------------------------------------------------------------------------------------------------------


def test_a_start_writes_nothing_and_the_first_save_makes_its_folder(unix_vm):
    script = "import os\nprint('saves' in os.listdir())\nprint(board.save(0, b'a', 1), os.listdir('saves'))"
    assert run(unix_vm, PICO, script).splitlines() == ["False", "True ['0']"]


def test_a_save_is_read_back_and_a_slot_without_one_is_empty(unix_vm):
    script = "into = bytearray(8)\nprint(board.save(3, b'abcdef', 4), board.load(3, into), bytes(into[:4]), board.load(4, into))\n"
    assert run(unix_vm, PICO, script) == "True 4 b'abcd' 0\n"


# A file system as on a board: littlefs over blocks in memory.
FLASH = """
import os, vfs
class Blocks:
    def __init__(self):
        self.data = bytearray(16 * 4096)
        self.broken = False
    def readblocks(self, block, into, offset=0):
        at = block * 4096 + offset
        into[:] = self.data[at : at + len(into)]
    def writeblocks(self, block, data, offset=0):
        if self.broken:
            raise OSError(5)
        at = block * 4096 + offset
        self.data[at : at + len(data)] = data
    def ioctl(self, what, argument):
        return 16 if what == 4 else 4096 if what == 5 else 0
blocks = Blocks()
vfs.VfsLfs2.mkfs(blocks)
vfs.mount(vfs.VfsLfs2(blocks), "/flash")
os.mkdir("/flash/lib")
for name in ("font.bin", "text.bin"):
    with open("lib/" + name, "rb") as source, open("/flash/lib/" + name, "wb") as file:
        file.write(source.read())
board = Board(DEFINITION, "/flash")
into = bytearray(2000)
assert board.save(0, b"old " * 100, 400)
"""


def test_a_full_flash_is_no_save_and_what_was_saved_stays(unix_vm):
    script = FLASH + "kept = []\ntry:\n    while True:\n        with open('/flash/%d' % len(kept), 'wb') as file:\n"
    script += "            kept.append(0)\n            file.write(bytes(3000))\nexcept OSError:\n    pass\n"
    script += "print(board.save(0, bytes(40000), 40000), board.load(0, into), bytes(into[:4]))"
    assert run(unix_vm, PICO, script) == "False 400 b'old '\n"


def test_a_flash_that_cannot_be_written_is_no_save_and_no_error(unix_vm):
    script = FLASH + "blocks.broken = True\nprint(board.save(0, b'new', 3), board.save(1, b'new', 3))\nblocks.broken = False\n"
    script += "print(Board(DEFINITION, '/flash').load(0, into), bytes(into[:4]))"
    assert run(unix_vm, PICO, script) == "False False\n400 b'old '\n"


def test_a_read_only_flash_still_plays(unix_vm):
    script = FLASH + "os.umount('/flash')\nvfs.mount(vfs.VfsLfs2(blocks), '/flash', readonly=True)\nboard = Board(DEFINITION, '/flash')\n"
    script += "print(board.save(0, b'new', 3), board.load(0, into), board.words(7, into))"
    assert run(unix_vm, PICO, script) == "False 400 249\n"


def test_a_flash_that_is_not_there_is_no_save_and_no_error(unix_vm):
    script = FLASH + "os.umount('/flash')\nprint(board.save(0, b'new', 3), board.load(0, into))"
    assert run(unix_vm, PICO, script) == "False 0\n"


WING = dict(THUMBY, width=128, height=64, columns=21, rows=5, display={"driver": "sh1107", "i2c": 0, "scl": 5, "sda": 4, "address": 60, "frequency": 400000})


def test_a_display_that_fails_is_started_again_and_drawn_anew(unix_vm):
    """A wing on a weak battery: the game goes on without it meanwhile."""
    script = """
from firmware.grid import Grid
grid = Grid(21, 5)
while board.refresh(grid):
    pass
def fails():
    raise OSError(5)
machine.during = fails
grid.text(0, 2, "HELLO")
print(board.refresh(grid), board.light(1))
clock[0] += 2500
print(board.refresh(grid))
machine.during = None
print(board.refresh(grid), len(machine.UART.made))
clock[0] += 2500
drawn = 0
while board.refresh(grid):
    drawn += 1
print(drawn, grid.changed())
"""
    assert run(unix_vm, WING, script).splitlines() == ["True None", "True", "True 1", "4 False"]


def test_a_board_whose_display_does_not_answer_at_the_start_says_so(unix_vm):
    script = "def fails():\n    raise OSError(5)\nmachine.during = fails\nBoard(DEFINITION, '.')"
    with pytest.raises(vm.VmError, match="display does not answer"):
        run(unix_vm, WING, script)


def test_words_come_from_their_place_in_the_file(unix_vm):
    script = "into = bytearray(4)\nprint(board.words(65, into), bytes(into), board.words(254, into), board.words(999, into))"
    assert run(unix_vm, PICO, script) == "4 b'ABCD' 2 0\n"


@pytest.mark.parametrize("font", [None, b"short"])
@pytest.mark.parametrize("settings", [PICO, WING, THUMBY], ids=["pico", "wing", "thumby"])
def test_a_board_without_its_font_says_so_on_its_display_with_letters_that_are_not_ours(settings, font, unix_vm):
    """Reading the texts raises the sentence, and firmware/start.py shows that; what shows are letters, each in its cell."""
    files = [each for each in FILES if each[0] != "lib/font.bin"] + ([("lib/font.bin", font)] if font else [])
    script = """
from firmware.grid import Grid
try:
    board.words(0, bytearray(4))
except RuntimeError as error:
    print(error)
grid = Grid(board.columns, board.rows)
grid.text(0, 0, "TEXT")
while board.refresh(grid):
    pass
scale, mirrored = board._scale, DEFINITION["display"]["driver"] == "sh1107"
for y in range(12):
    row = ""
    for x in range(24):
        code = ord("TEXT"[x // 6])
        row += "#" if board._sheet.pixel(((code & 1) * 12 + (11 - y if mirrored else y)) * scale, ((code >> 1) * 6 + x % 6) * scale) else "."
    print(row)
"""
    said, *rows = unix_vm(PRELUDE % settings + script, files).splitlines()
    assert said.endswith("font.bin) is missing or damaged. Install Crewlink again.")
    assert rows == [
        "........................",
        "........................",
        "#####.#####.##.##.#####.",
        "..#...##....##.##...#...",
        "..#...##.....###....#...",
        "..#...###.....#.....#...",
        "..#...##.....###....#...",
        "..#...##....##.##...#...",
        "..#...#####.##.##...#...",
        "........................",
        "........................",
        "........................",
    ]


def test_a_board_without_its_texts_starts_and_has_none(unix_vm):
    files = [each for each in FILES if each[0] != "lib/text.bin"]
    assert unix_vm(PRELUDE % PICO + "print(board.words(0, bytearray(4)))", files) == "0\n"


@pytest.mark.parametrize("written, name", [(None, b""), (b"Ana\n", b"ANA"), (b"Maximilian", b"MAXIMI"), (b"\xff 7", b"")])
def test_a_board_knows_whose_it_is(written, name, unix_vm):
    files = [("name.txt", written)] if written is not None else []
    assert run(unix_vm, PICO, "print(board.name)", files) == "%r\n" % name


def test_a_chip_has_the_same_four_bytes_at_every_start_and_another_chip_others(unix_vm):
    script = "again = Board(DEFINITION, '.').chip\nmachine.chip = b'12345678'\nprint(len(again), again == board.chip, Board(DEFINITION, '.').chip == again)"
    assert run(unix_vm, PICO, script) == "4 True False\n"


def test_the_clock_wraps_at_two_to_the_29(unix_vm):
    assert run(unix_vm, PICO, "clock[0] = (1 << 30) - 1\nprint(board.now())\nclock[0] += 6\nprint(board.now())").split() == [str((1 << 29) - 1), "5"]


def test_light_is_off_dim_or_full(unix_vm, tmp_path, monkeypatch):
    monkeypatch.setenv("CREWLINK_TRACE", str(tmp_path / "trace"))
    run(unix_vm, PICO, "for level in (2, 1, 0):\n    board.light(level)\n    machine.mark(level)\n")
    sent = Sent(PICO, (tmp_path / "trace").read_bytes())
    for level in (2, 1, 0):
        assert sent.to_mark() == level
        assert sent.panel.lit == (level > 0)
    full, full_again, dim, off = sent.duties
    assert full == full_again == 65535 and 0 < dim < 20000 and off == 0


def test_a_one_bit_display_goes_dark_and_comes_back_with_its_picture(unix_vm, tmp_path, monkeypatch):
    monkeypatch.setenv("CREWLINK_TRACE", str(tmp_path / "trace"))
    script = "from firmware.grid import Grid\ngrid = Grid(12, 3)\ngrid.text(0, 0, 'HELLO')\nwhile board.refresh(grid):\n    pass\n"
    run(unix_vm, THUMBY, script + "for level in (2, 0, 1):\n    board.light(level)\n    machine.mark(level)\n")
    sent = Sent(THUMBY, (tmp_path / "trace").read_bytes())
    for level in (2, 0, 1):
        assert sent.to_mark() == level
        assert sent.panel.lit == (level > 0)
        assert any(sent.panel.seen())


def test_a_lamp_that_nobody_needs_is_off(unix_vm):
    assert run(unix_vm, PICO, "print([machine.levels.get(pin) for pin in (6, 7, 8)])") == "[1, 1, 1]\n"


BATTERY = dict(PICO, battery=(26, 2))


def test_a_battery_is_averaged_and_its_level_does_not_flutter(unix_vm):
    script = """
def after(readings, millivolts):
    for _ in range(readings):
        clock[0] += 250
        machine.adc[26] = millivolts * 65535 // 6600
        level = board.battery()
    return level
print(after(15, 4000), after(1, 4000), after(1, 3300), after(80, 3600), after(80, 3710), after(80, 3680), after(80, 3640), after(80, 3300), after(80, 4200))
clock[0] += 100
machine.adc[26] = 0
print(board.battery())
"""
    assert run(unix_vm, BATTERY, script).split() == ["255", "3", "3", "1", "2", "2", "1", "0", "3", "3"]


def test_no_battery_is_255(unix_vm):
    assert run(unix_vm, PICO, "print(board.battery())") == "255\n"


def test_a_watchdog_is_fed_only_where_the_definition_wants_one(unix_vm):
    assert run(unix_vm, PICO, "board.feed()\nprint(machine.fed)") == "0\n"
    assert run(unix_vm, dict(PICO, watchdog=True), "print(machine.fed)\nboard.feed()\nboard.feed()\nprint(machine.fed)").split() == ["0", "2"]


def test_an_exception_is_told_as_the_platform_prints_it(unix_vm):
    script = "try:\n    1 // 0\nexcept ZeroDivisionError as error:\n    print(board.trace(error))"
    lines = run(unix_vm, PICO, script).strip().splitlines()
    assert lines[0].startswith("Traceback") and "vm_script.py" in lines[-2] and lines[-1].startswith("ZeroDivisionError")


def test_a_restart_is_a_reset_of_the_board(unix_vm):
    with pytest.raises(vm.VmError, match="status 75"):
        run(unix_vm, PICO, "board.restart()")


@pytest.mark.parametrize("name", MICRO)
def test_refreshing_reading_and_waiting_for_keys_makes_no_garbage(name, unix_vm):
    script = """
from firmware.grid import Grid
grid = Grid(board.columns, board.rows)
while board.refresh(grid):
    pass
buffer = bytearray(64)
into = bytearray(2)
frame = bytearray(100)
def worst(turn):
    most = 0
    for i in range(30):
        before = gc.mem_alloc()
        turn(i)
        most = max(most, gc.mem_alloc() - before)
    return most
def draw(i):
    for x in range(0, board.columns, 3):
        grid.put(x, i % board.rows, 0x41 + i, i % 16)
    board.refresh(grid)
def idle(i):
    board.refresh(grid)
    board.read(buffer)
    board.event(into)
    board.battery()
    board.words(i, buffer)
def pressed(i):
    clock[0] += 50
    machine.drive(DEFINITION["keys"][0][1], i & 1)
    clock[0] += 50
    board.event(into)
def sends(i):
    clock[0] += 200
    board.write(frame, 100)
machine.UART.made[0].sent = None
gc.collect()
worst(draw), worst(idle), worst(pressed)
print(worst(draw), worst(idle), worst(pressed), 0 if DEFINITION["half_duplex"] else worst(sends))
"""
    assert run(unix_vm, definition(name), script).split() == ["0", "0", "0", "0"]


@pytest.mark.parametrize("name", MICRO)
def test_every_board_starts_and_has_what_a_handheld_asks_for(name, unix_vm):
    """chip, sizes, keys and a clock, from the definition alone."""
    found = definition(name)
    said = run(unix_vm, found, "print((board.columns, board.rows, board.mono, board.keys, len(board.chip), len(board.random(3)), board.now() >= 0))")
    assert eval(said) == (found["columns"], found["rows"], found["mono"], bytes(key[2] for key in found["keys"]), 4, 3, True)
    roles = bytes(key[2] for key in found["keys"])
    assert KEY_NEXT in roles and KEY_CHOOSE in roles
    pins = [key[1] for key in found["keys"]]
    wires = [found["display"][key] for key in ("clock", "data", "select", "command", "reset")] + [found["light"]] + list(found["uart"][1:])
    wires = [pin for pin in wires if pin is not None] + list(found.get("lamp", ()))
    assert len(set(pins + wires)) == len(pins) + len(wires), "a pin is used twice"


def test_a_colour_goes_high_byte_first(unix_vm):
    """A pixel of a pink circle, as the wire has it."""
    script = "from firmware.palette import COLOURS\nred, green, blue = COLOURS[18], COLOURS[19], COLOURS[20]\n"
    script += "print(board._panel._colours[6], (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3)"
    little, wire = map(int, run(unix_vm, PICO, script).split())
    assert struct.pack("<H", little) == struct.pack(">H", wire)


HANDHELD = """
from firmware.app import Handheld
handheld = Handheld(board)
def live(turns):
    for _ in range(turns):
        clock[0] += 10
        handheld.tick()
live(100)
shown = bytes(handheld.grid.glyphs)
machine.drive(DEFINITION["keys"][%d][1], 0)
live(8)
machine.drive(DEFINITION["keys"][%d][1], 1)
live(30)
print(shown != bytes(handheld.grid.glyphs), handheld.grid.changed())
machine.UART.made[0].sent = None
live(200)
gc.collect()
made = []
for _ in range(20):
    clock[0] += 1
    before = gc.mem_alloc()
    handheld.tick()
    made.append(gc.mem_alloc() - before)
print(made.count(0) >= 18)  # in the others something was due
"""


@pytest.mark.parametrize("name", ["pico_display", "tinycircuits_thumby"])
def test_a_whole_handheld_lives_on_the_board_and_an_idle_turn_makes_no_garbage(name, unix_vm):
    """A key steps on: other cells, all of them shown."""
    found = definition(name)
    step = [key[2] for key in found["keys"]].index(KEY_NEXT)
    files = [each for each in FILES if each[0] != "lib/text.bin"] + ["engine", "firmware", ("lib/text.bin", catalogue.make())]
    assert unix_vm(PRELUDE % found + HANDHELD % (step, step), files).split() == ["True", "False", "True"]

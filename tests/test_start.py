"""A board's start and its end by a failure: Ctrl-C, the crash note, the code on the display, and the way back to the table."""

import pathlib
import re
import tomllib

import pytest

from engine.codes import PHASE_PICK
from engine.layout import PHASE
from firmware import app, crash, start
from firmware.store import KEPT
from firmware.wire import KEY_CHOOSE, KEY_NEXT, LETTER, STAGE_ATTEMPT, STAGE_LOBBY, T_STAGE
from host_tools import picture, simulator
from host_tools.boards import BOARDS
from host_tools.robots import Crew

SIZES = {"pygamer": (26, 10), "feather_oled": (21, 5), "thumby": (12, 3)}


class Nothing:
    """What does not run on a simulated board here: the test runs firmware/start.py on it."""

    def __init__(self, board):
        pass


class Bench:
    """A board of its own whose clock goes on by itself; ``at(milliseconds, do)`` calls ``do`` once that time has passed."""

    def __init__(self, board="pygamer", slots=None):
        self.table = simulator.Table(1, BOARDS[board], seed=3, start=Nothing)
        self.board = self.table.boards[0]
        if slots:
            self.board.slots = slots
        self.due = []
        self.fed = []
        self.began = self.table.now
        self.now = self.board.now
        self.board.now = self._now
        self.board.feed = lambda: self.fed.append(self._now())

    def at(self, milliseconds, do):
        self.due.append((self.table.now + milliseconds, do))

    def press(self, milliseconds, role):
        def do():
            self.board.press(self.board.keys.index(role))

        self.at(milliseconds, do)

    def fail(self, milliseconds, error):
        def do():
            raise error

        self.at(milliseconds, do)

    def _now(self):
        self.table.now += 1
        for entry in [entry for entry in self.due if entry[0] <= self.table.now]:
            self.due.remove(entry)
            entry[1]()
        return self.now()

    def run(self):
        """Run until the board starts anew; return the crash note."""
        with pytest.raises(simulator.Restart):
            start.run(self.board)
        return self.note

    @property
    def note(self):
        return self.board.slots[start.NOTE].decode("ascii")

    def shown(self):
        lines = picture.to_text(self.board.grid).split("\n")
        return "\n".join(line[1:-1].rstrip() for line in lines[1 : 1 + self.board.rows])


@pytest.fixture
def failing(monkeypatch):
    """Let the next handhelds fail as they start: with what ``failing.append`` was given, one each."""
    errors = []
    plain = app.Handheld.__init__

    def begin(self, board):
        plain(self, board)
        if errors:
            raise errors.pop(0)

    monkeypatch.setattr(app.Handheld, "__init__", begin)
    return errors


@pytest.mark.parametrize("when", [500, 1999, 2500])
def test_ctrl_c_goes_through_at_any_time_and_leaves_no_note(when):
    bench = Bench()
    bench.fail(when, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        start.run(bench.board)
    assert not bench.note
    assert (bench.board.grid is None) == (when < 2000)


def test_ctrl_c_goes_through_the_crash_screen_too():
    bench = Bench()
    bench.fail(3000, ValueError())
    bench.fail(4000, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        start.run(bench.board)


def test_the_watchdog_is_fed_all_the_time_but_not_before_the_handheld_runs():
    bench = Bench()
    bench.fail(9000, ValueError())
    bench.press(12000, KEY_NEXT)
    bench.run()
    assert bench.fed[0] >= bench.began + 2000
    assert max(later - sooner for sooner, later in zip(bench.fed, bench.fed[1:])) <= 100


@pytest.mark.parametrize("board", SIZES)
def test_a_failure_shows_a_code_and_a_key_starts_the_board_anew(board):
    bench = Bench(board)
    bench.fail(9000, ValueError("a secret: 0x44"))
    seen = []
    bench.at(11000, lambda: seen.append(bench.shown()))
    bench.press(12000, KEY_NEXT)
    note = bench.run()
    (code,) = re.findall(r"^(test_st-\d+) ValueError$", note, re.M)
    assert code in seen[0] and ("again" in seen[0])
    assert note.startswith("1 failed starts") and "secret" not in note and "0x44" not in note and len(note) <= 200


def test_a_key_that_was_being_pressed_when_it_happened_starts_nothing():
    bench = Bench()
    bench.fail(9000, ValueError())
    bench.press(9300, KEY_NEXT)
    bench.press(15000, KEY_NEXT)
    bench.run()
    assert bench.table.now >= bench.began + 15000


@pytest.mark.parametrize("board", ["pygamer", "feather_oled"])
def test_a_failure_with_a_sentence_for_people_shows_it(board):
    bench = Bench(board)
    bench.board.words = lambda at, into: 0
    seen = []
    bench.at(5000, lambda: seen.append(" ".join(bench.shown().split())))
    bench.press(6000, KEY_NEXT)
    bench.run()
    assert "The texts (text.bin) are missing, damaged or of another version. Install Crewlink" in seen[0]


def test_running_out_of_memory_is_told_like_any_failure():
    bench = Bench()
    bench.fail(20000, MemoryError())
    bench.press(25000, KEY_NEXT)
    assert re.search(r"^0 failed starts in a row\n.*\ntest_st-\d+ MemoryError$", bench.run(), re.M)


def test_an_empty_battery_writes_no_note():
    bench = Bench()
    bench.board.charge = 0
    bench.fail(9000, ValueError())
    bench.press(12000, KEY_NEXT)
    assert bench.run() == ""


def test_a_trace_that_says_nothing_gives_a_code_all_the_same():
    bench = Bench()
    bench.board.trace = lambda error: ""
    bench.fail(9000, ValueError())
    bench.press(12000, KEY_NEXT)
    assert "unknown" in bench.run()


def test_the_note_names_the_version_of_the_project():
    project = tomllib.loads((pathlib.Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert crash.VERSION == project["project"]["version"]


# --- a save that fails at every start --------------------------------------------------------------------------------------


def saved():
    """The slots of a dealing board in the middle of an attempt, and its chip."""
    crew = Crew(3, seed=4)
    crew.gather()
    crew.command(0, LETTER, ord("Z"))
    crew.deal(2)
    crew.play(until=lambda: crew.scene(0).view[PHASE] == PHASE_PICK)
    return list(crew.table.boards[0].slots), crew.table.boards[0].chip


def crash_at_start(failing, slots, chip, keys, board="pygamer"):
    """A start that fails; ``keys`` are pressed, two seconds apart. Return the Bench."""
    bench = Bench(board, slots)
    bench.board.chip = chip
    failing.append(RuntimeError())
    for i, key in enumerate(keys):
        bench.press(6000 + 2000 * i, key)
    bench.run()
    return bench


def test_after_two_failed_starts_in_a_row_the_save_may_be_set_aside_and_nothing_is_lost(failing):
    slots, chip = saved()
    before = slots[:KEPT]
    newest = max(before[:2], key=lambda data: data[4:5] or b"")
    crash_at_start(failing, slots, chip, [KEY_CHOOSE])
    assert slots[:KEPT] == before, "the first time nothing but another start is offered"
    assert slots[start.NOTE].startswith(b"1 ")
    crash_at_start(failing, slots, chip, [KEY_NEXT, KEY_CHOOSE])
    assert slots[KEPT] == newest and newest in slots[:2]
    bench = Bench(slots=slots)
    bench.board.chip = chip
    handheld = app.Handheld(bench.board)
    assert handheld.scene.table[T_STAGE] != STAGE_ATTEMPT and not handheld.session.link.dealing
    handheld.session.dealer.open(0)
    assert handheld.session.dealer._table[T_STAGE] == STAGE_LOBBY and bytes(handheld.session.dealer.logbook.name()).startswith(b"ZREW")


def test_who_tries_again_keeps_the_save_as_it_is(failing):
    slots, chip = saved()
    before = slots[:KEPT]
    crash_at_start(failing, slots, chip, [KEY_CHOOSE])
    crash_at_start(failing, slots, chip, [KEY_NEXT, KEY_NEXT, KEY_CHOOSE])
    assert slots[: KEPT + 1] == before + [b""] and slots[start.NOTE].startswith(b"2 ")
    bench = Bench(slots=slots)
    bench.board.chip = chip
    assert app.Handheld(bench.board).scene.dealing


def test_a_start_that_has_gone_well_is_no_failed_one_in_a_row(failing):
    slots, chip = saved()
    crash_at_start(failing, slots, chip, [KEY_CHOOSE])
    bench = Bench(slots=slots)
    bench.board.chip = chip
    bench.fail(60000, ValueError())
    bench.press(70000, KEY_NEXT)
    writes = []
    plain = bench.board.save
    bench.board.save = lambda slot, data, n: (writes.append((slot, bench.table.now - bench.began)), plain(slot, data, n))[1]
    bench.run()
    assert [slot for slot, at in writes if at < 60000] == [start.NOTE], "one write, once it is known that the start went well"
    assert slots[start.NOTE].startswith(b"0 ")
    crash_at_start(failing, slots, chip, [KEY_CHOOSE])
    assert slots[start.NOTE].startswith(b"1 ") and not slots[KEPT]


@pytest.mark.parametrize("board", SIZES)
def test_the_choice_is_in_sight_on_every_display(failing, board):
    slots, chip = saved()
    crash_at_start(failing, slots, chip, [KEY_CHOOSE])
    bench = Bench(board, slots)
    bench.board.chip = chip
    failing.append(RuntimeError())
    seen = []
    bench.at(5000, lambda: seen.append(bench.shown()))
    bench.press(6000, KEY_CHOOSE)
    bench.run()
    assert "Try again" in seen[0] and "ave aside" in seen[0] and "test_st-" in seen[0]


# --- on the real VM --------------------------------------------------------------------------------------------------------

ON_THE_VM = """
import sys, io
from firmware.crash import report
class Board:
    columns = 12
    rows = 3
    keys = b"\\x01"
    clock = 0
    def now(self):
        self.clock += 50
        return self.clock
    def feed(self): pass
    def light(self, level): pass
    def battery(self): return 255
    def refresh(self, grid): self.grid = grid
    def load(self, slot, into): return 0
    def save(self, slot, data, n):
        print(bytes(data[:n]).decode())
        return True
    def event(self, into):
        into[1] = 1
        return self.now()
    def trace(self, error):
        into = io.StringIO()
        sys.print_exception(error, into)
        return into.getvalue()
board = Board()
def fail():
    return [][3]
try:
    fail()
except Exception as error:
    report(board, bytearray(200), error, 1)
"""


def test_a_real_board_s_trace_gives_the_code(unix_vm):
    out = unix_vm(ON_THE_VM, ["engine", "firmware"])
    assert re.search(r"^\S+-\d+ IndexError$", out, re.M) and out.startswith("1 failed starts")

"""Missions of one's own as text: what is wrong is said with its line and how to mend it; what is fine is packed as devices keep it."""

import pathlib
import random
import re

import pytest

from engine import codes
from engine.attempt import Attempt
from firmware import own
from firmware.wire import OWN_MOST, OWN_NAME, OWN_OUTLINE, OWN_RECORD
from host_tools import mission
from tests.sea_duel import packed as outline_of
from tests.sea_facts import own_row
from tests.sea_referee import faults_of

EXAMPLE = pathlib.Path(mission.__file__).with_name("missions") / "own.txt"
DOCS = pathlib.Path(mission.__file__).parent.parent / "docs" / "MISSIONS.md"


class Board:
    """A store of one file."""

    def __init__(self, data=b"", full=False):
        self.data, self.full = data, full

    def load(self, slot, into):
        assert slot == 10
        n = min(len(self.data), len(into))
        into[:n] = self.data[:n]
        return n

    def save(self, slot, data, n):
        assert slot == 10
        if not self.full:
            self.data = bytes(data[:n])
        return not self.full


def text(*lines):
    return "\n".join(["crewlink-missions 1", *lines])


SEA = ("mission Low tide", "game deep-sea")
WRONG = [
    (["missions 1"], 1, "format", "first line"),
    ([], 1, "empty", "Begin"),
    ([*text("mission").split("\n")], 2, "1 to 12 letters", "behind 'mission'"),
    ([*text("mission A name of far too many letters").split("\n")], 2, "1 to 12 letters", "Shorten"),
    ([*text("game deep-sea").split("\n")], 2, "before any mission", "above it"),
    ([*text("mission A", "game chess").split("\n")], 3, "'chess' is not known", "game deep-sea"),
    ([*text("mission A", "sing").split("\n")], 3, "no word of this format", "mission, number, game"),
    ([*text(*SEA, "game deep-sea").split("\n")], 4, "said in line 3", "once"),
    ([*text(*SEA, "radio loud").split("\n")], 4, "no way to limit", "dead-zone"),
    ([*text(*SEA, "radio").split("\n")], 4, "nothing behind it", "one word"),
    ([*text(*SEA, "number 50").split("\n")], 4, "no number of an own mission", "51 to 69"),
    ([*text(*SEA, "number ²").split("\n")], 4, "no number", "51 to 69"),
    ([*text(*SEA, "tasks 3", "task A last").split("\n")], 4, "does not belong", "'task'"),
    ([*text(*SEA).split("\n")], 2, "has no tasks", "task A"),
    ([*text("mission A", "task A last").split("\n")], 2, "which game", "Add 'game"),
    ([*text("mission A", "game planet-nine", "task A last").split("\n")], 4, "does not belong", "'tasks'"),
    ([*text("mission A", "game planet-nine", "tasks 11").split("\n")], 4, "no number of tasks", "1 to 10"),
    ([*text("mission A", "game planet-nine", "tasks 3", "tokens 1 1").split("\n")], 5, "twice", "once"),
    ([*text("mission A", "game planet-nine", "tasks 3", "tokens 1 3").split("\n")], 5, "2 is missing before 3", "leave none out"),
    ([*text("mission A", "game planet-nine", "tasks 3", "tokens >>").split("\n")], 5, "> is missing before >>", "Begin with >"),
    ([*text("mission A", "game planet-nine", "tasks 3", "tokens alpha").split("\n")], 5, "'alpha' is no token", "omega"),
    ([*text(*SEA, "task").split("\n")], 4, "letter from A to J", "task A card C1"),
    ([*text(*SEA, "task K last").split("\n")], 4, "letter from A to J", "task A card C1"),
    ([*text(*SEA, "task A last", "task A card C1").split("\n")], 5, "task A already, in line 4", "letter of its own"),
    ([*text(*SEA, "task A").split("\n")], 4, "nothing that a task asks for", "exactly 0"),
    ([*text(*SEA, "task A win C1").split("\n")], 4, "'win' is nothing", "exactly 0"),
    ([*text(*SEA, "task A card").split("\n")], 4, "0 words behind it", "one"),
    ([*text(*SEA, "task A card P1").split("\n")], 4, "'P1' is no card", "clubs"),
    ([*text(*SEA, "task A card S5").split("\n")], 4, "'S5' is no card", "S1 to S4"),
    ([*text(*SEA, "task A any submarines").split("\n")], 4, "no suit and no value", "neither"),
    ([*text(*SEA, "task A any 10").split("\n")], 4, "no number of a value", "1 to 9"),
    ([*text(*SEA, "task A trick 0").split("\n")], 4, "no number of tricks", "1 to 13"),
    ([*text(*SEA, "task A last before").split("\n")], 4, "Behind 'before'", "before all"),
    ([*text(*SEA, "task A last before B").split("\n")], 4, "no other task B", "'all'"),
    ([*text(*SEA, "task A last before A").split("\n")], 4, "no other task A", "'all'"),
    ([*text(*SEA, *["task %s cards C%d H%d" % (letter, i + 1, i + 1) for i, letter in enumerate("ABCDEFGH")]).split("\n")], 11, "eighth", "seven"),
    ([*text(*SEA, "number 60", "task A last", *SEA, "number 60", "task A last").split("\n")], 8, "Number 60 has another", "its own"),
    ([*text(*[line for i in range(20) for line in ("mission M%d" % i, "game deep-sea", "task A last")]).split("\n")], 59, "mission 20", "19 own"),
]  # fmt: skip


@pytest.mark.parametrize("lines, line, what, mend", WRONG)
def test_what_is_wrong_in_the_text_is_said_with_its_line_and_how_to_mend_it(lines, line, what, mend):
    _, troubles = mission.read("\n".join(lines))
    assert len(troubles) == 1, [str(trouble) for trouble in troubles]
    told = str(troubles[0])
    assert told.startswith("line %d: " % line) and what in told and mend in told, told
    with pytest.raises(mission.Trouble):
        mission.packed("\n".join(lines))


UNPLAYABLE = [
    (["mission A", "game planet-nine", "tasks 1", "tokens 1 omega"], [], 5, "more tokens than tasks"),
    (["mission A", "game planet-nine", "tasks 10", "tokens 1 2 3 4 5 > >> >>> >>>> omega", "radio dead-zone"], [2, 3, 4, 5], 0, ""),
    ([*SEA, "task A trick 9"], [3, 4], 4, "more tricks than the 8 that 5 seats play"),
    ([*SEA, "task A card C1", "task B cards H2 C1"], [], 5, "Task B asks for a card that another"),
    ([*SEA, "task A trick 8", "task B last"], [3, 4], 5, "the last trick is the 8th"),
    ([*SEA, *["task %s card %s9" % pair for pair in zip("ABCD", "CHKO")], "task E any 9"], [], 8, "four cards of a value"),
    ([*SEA, *["task %s card C%d" % (letter, i) for i, letter in enumerate("ABCDEFGHI", 1)], "task J any clubs"], [], 13, "nine cards of a suit"),
    ([*SEA, "task A exactly 5", "task B exactly 4"], [3, 4], 5, "do not come out: 5 seats play 8 tricks"),
    ([*SEA, "task A exactly 4", "task B exactly 4", "task C exactly 4"], [], 6, "do not come out"),
    ([*SEA, "task A card C1 before B", "task B card C2 before A"], [], 4, "circle"),
    ([*SEA, "task A last before B", "task B trick 2"], [], 4, "sooner than it can be"),
    ([*SEA, "task A exactly 0", *["task %s card C%s" % pair for pair in zip("BCDEFG", "123456")]], [], 2, "contradict"),
    ([*SEA, "task A exactly 0", *["task %s card C%s" % pair for pair in zip("BCDE", "1234")]], [3, 4, 5], 0, ""),
]  # fmt: skip


@pytest.mark.parametrize("lines, humans, line, what", UNPLAYABLE)
def test_each_number_of_humans_is_checked_by_itself(lines, humans, line, what):
    lines = text(*lines)
    missions, troubles = mission.read(lines)
    assert not troubles
    if "contradict" in what:
        assert 3 not in missions[0].humans()
        humans = missions[0].humans()
    assert missions[0].humans() == humans
    told, fine = mission.report(lines)
    assert fine == bool(humans)
    if line:
        assert any("line %d:" % line in sentence and what in sentence for sentence in told), told


def test_every_fault_of_the_engine_has_a_sentence():
    made = mission.read(text(*SEA, "task A last"))[0][0]
    for fault in range(codes.FAULT_SHAPE, codes.FAULT_HANDOUT + 1):
        what, mend, line = mission._told(made, fault, 0, 13, 3)
        assert what[0].isupper() and what.endswith(".") and mend.endswith(".") and line in (2, 4)


def words_of(row):
    """The text of an own mission of tests/sea_facts.py."""
    letters = dict(zip("PBGYR", "CHKOS"))
    lines = []
    for place, task in enumerate(row.asked):
        kind, rest = task.ask[0], task.ask[1:]
        if kind == "suit":
            words = "any " + dict(zip("PBGY", mission.SUITS))[rest[0]]
        elif kind in ("card", "cards"):
            words = " ".join([kind, *(letters[card[0]] + card[1] for card in rest)])
        else:
            words = " ".join([{"value": "any"}.get(kind, kind), *map(str, rest)])
        before = "" if task.before is None else " before " + ("all" if task.before == "all" else mission.LETTERS[task.before])
        lines.append("task %s: %s%s" % (mission.LETTERS[place], words, before))
    return text("mission Own", "game deep-sea", "radio " + row.limit, *lines)


def test_what_is_written_is_what_the_engine_plays():
    some = random.Random(5)
    for _ in range(150):
        row = own_row(some, 13)
        missions, troubles = mission.read(words_of(row))
        if troubles:
            assert len(row.asked) == 1 or sum(task.ask[0] == "cards" for task in row.asked) > 7, troubles
            continue
        assert missions[0].outline == outline_of(row)
        assert missions[0].humans() == [humans for humans in (3, 4, 5) if not faults_of(row, humans)]


def test_the_example_is_fine_and_begins_on_the_engine():
    lines = EXAMPLE.read_text(encoding="utf-8")
    _, fine = mission.report(lines)
    assert fine
    data = own.read(Board(mission.packed(lines)))
    assert data[3] == 2
    for number in (51, 52):
        at = own.find(data, number)
        attempt = Attempt()
        attempt.begin(number, 4, 0, data[at + 1])
        outline = bytes(data[at + OWN_OUTLINE : at + OWN_OUTLINE + data[at + 2]])
        attempt.apply(codes.CHANCE, bytes((codes.OUTLINE, len(outline))) + outline)


def test_the_documentation_shows_missions_that_are_fine():
    for block in re.findall(r"```\n(crewlink-missions 1.*?)```", DOCS.read_text(encoding="utf-8"), re.S):
        assert mission.report(block)[1], mission.report(block)


def record(number, name=b"ONE", outline=b"\x01\xe0\x00"):
    made = bytearray(OWN_RECORD)
    made[0:3] = bytes((number, codes.DEEP_SEA, len(outline)))
    made[OWN_NAME : OWN_NAME + len(name)] = name
    made[OWN_OUTLINE : OWN_OUTLINE + len(outline)] = outline
    return made


def test_the_file_keeps_missions_by_number_and_gives_up_what_is_broken():
    board = Board()
    data = own.read(board)
    assert data[3] == 0 and own.free(data) == 51
    for number in (60, 51, 55, 51):
        own.put(data, record(number, b"N%d" % number), 0)
    assert own.write(board, data) and [data[8 + OWN_RECORD * i] for i in range(data[3])] == [51, 55, 60] and own.free(data) == 52
    assert own.read(board) == data
    own.drop(data, 55)
    own.drop(data, 54)
    own.write(board, data)
    assert [own.find(own.read(board), number) for number in (51, 55, 60)] == [8, 0, 8 + OWN_RECORD]
    for broken in (board.data[:-1], board.data[:9] + b"\xff" + board.data[10:], b"CM", b"\xff" * 2000, b"CM\x01\xff" + bytes(1000)):
        assert own.read(Board(broken))[3] == 0


def test_a_copy_of_anothers_mission_is_kept_once_and_takes_no_ones_place():
    board = Board()
    assert own.take(board, record(51), 0) and not own.take(board, record(51), 0)
    assert not own.take(board, record(57), 0), "the same mission under another number"
    assert own.take(board, record(51, b"TWO"), 0)
    data = own.read(board)
    assert [bytes(data[at + OWN_NAME : at + OWN_NAME + 3]) for at in (own.find(data, 51), own.find(data, 52))] == [b"ONE", b"TWO"]
    for i in range(OWN_MOST - 2):
        assert own.take(board, record(51, b"M%d" % i), 0)
    assert own.read(board)[3] == OWN_MOST and not own.take(board, record(51, b"FULL"), 0) and not own.take(board, record(0), 0)
    assert not own.take(Board(full=True), record(51), 0)


def test_the_command_line_says_what_it_did(tmp_path, capsys):
    out = tmp_path / "10"
    assert mission.main(["check", str(EXAMPLE)]) == 0 and mission.main(["pack", str(EXAMPLE), str(out)]) == 0
    assert out.read_bytes() == mission.packed(EXAMPLE.read_text(encoding="utf-8")) and "saves/10" in capsys.readouterr().out
    bad = tmp_path / "bad.txt"
    bad.write_text(text(*SEA, "task A wim C1"), encoding="utf-8")
    assert mission.main(["check", str(bad)]) == 1 and mission.main(["pack", str(bad), str(out)]) == 1
    assert capsys.readouterr().out.count("line 4: 'wim' is nothing that a task asks for.") == 2
    assert mission.main(["check", str(tmp_path / "none")]) == 1
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert mission.main(["check", str(tmp_path / "binary")]) == 1 and "no text file" in capsys.readouterr().out

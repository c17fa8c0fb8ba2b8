"""The text of an attempt: every expectation met and not met, every broken line a sentence, and the command line."""

import itertools
import pathlib
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as draw

from engine import codes, layout
from engine.attempt import Attempt
from engine.refusal import Refusal
from host_tools import notation, record
from tests import engine_kit as kit
from tests.engine_kit import Walk
from tests.facts import CREWS

ROOT = pathlib.Path(__file__).parent.parent
RECORDS = sorted((ROOT / "tests" / "records").rglob("*.crew"))
HEAD = ["crewlink-record 1", "game planet-nine", "mission 2", "seats 3"]
DEAL = (
    "deal P1 P2 P3 P4 P5 P6 P7 P8 P9 Y1 Y2 Y3 R4 / B1 B2 B3 B4 B5 B6 B7 B8 B9 Y4 Y5 Y6 R3 / G1 G2 G3 G4 G5 G6 G7 G8 G9 Y7 Y8 Y9 R1 R2"
)
TASKS = ["tasks B1 G1", "A pick G1"]
TRICK = ["A play P1", "B play B2", "C play G1"]
RADIO = ["A ask", "A show P9"]
VOTE = ["A propose give-up", "B answer yes", "absent C"]
LOST = ["A play P1", "B play B1", "C play G2"]
GIVEN_UP = ["B propose give-up", "A answer yes", "C answer either"]
BEGUN = [DEAL, "all pass always", *TASKS]


def text(*lines):
    return "\n".join([*HEAD, *lines]) + "\n"


@pytest.mark.parametrize(
    "before, met, others",
    [
        ([], "phase deal", ["phase tasks", "phase trick", "phase", "phase deal now"]),
        ([DEAL], "phase tasks", ["phase deal"]),
        ([DEAL, TASKS[0]], "phase pick", ["phase trick"]),
        (BEGUN, "phase trick", ["phase radio"]),
        ([*BEGUN, "A ask"], "phase radio", ["phase trick"]),
        ([*BEGUN, *LOST], "phase end", ["phase trick"]),
        ([DEAL], "turn nobody", ["turn A"]),
        (BEGUN, "turn A", ["turn B", "turn nobody", "turn", "turn F"]),
        (BEGUN, "trick nobody", ["trick A"]),
        ([*BEGUN, *TRICK], "trick A", ["trick B", "trick nobody", "trick"]),
        ([], "commander nobody", ["commander A"]),
        (BEGUN, "commander A", ["commander B", "commander"]),
        (BEGUN, "task B1 open", ["task B1 done", "task B2 open", "task B1", "task"]),
        ([*BEGUN, *TRICK], "task G1 done", ["task G1 open"]),
        (BEGUN, "task G1 A", ["task G1 B", "task G2 A", "task G1 nobody"]),
        ([DEAL, TASKS[0]], "task G1 nobody", ["task G1 A"]),
        (BEGUN, "radio A unused", ["radio A spent", "radio A", "radio"]),
        ([*BEGUN, *RADIO], "radio A highest", ["radio A lowest", "radio A only", "radio B highest", "radio A unused"]),
        ([*BEGUN, "A ask", "A show P1"], "radio A lowest", ["radio A highest"]),
        ([*BEGUN, *RADIO, "A play P9"], "radio A spent", ["radio A highest"]),
        (BEGUN, "shown A -", ["shown A P1", "shown A"]),
        ([*BEGUN, *RADIO], "shown A P9", ["shown A -", "shown A P1", "shown B P9"]),
        ([*BEGUN, *RADIO, "A play P9"], "means A highest", ["means A lowest", "means B highest"]),
        (BEGUN, "legal A P1 P2 P3 P4 P5 P6 P7 P8 P9 Y1 Y2 Y3 R4", ["legal A P1", "legal A", "legal B P1"]),
        (BEGUN, "legal B", ["legal B B1"]),
        ([DEAL, TASKS[0]], "legal A B1 G1", ["legal A G1", "legal A G1 B1"]),
        (BEGUN, "answers", ["answers A yes"]),
        ([*BEGUN, *VOTE], "answers B yes C away", ["answers B yes", "answers C away B yes", "answers"]),
        ([*BEGUN, "A propose give-up", "B answer no"], "answers", ["answers B no"]),
        (BEGUN, "open", ["success", "failed owner", "open now"]),
        ([*BEGUN, "A play P1", "B play B2", "C play G1", "A play P2", "B play R3", "C play G2", "B play B1", "C play G3", "A play P3"],
         "success", ["open", "failed undone"]),
        ([*BEGUN, *LOST], "failed owner", ["open", "success", "failed undone", "failed"]),
        ([*BEGUN, *LOST], "failed owner A", ["failed owner B"]),
        ([*BEGUN, *LOST], "failed owner A B1", ["failed owner A G1"]),
        ([*BEGUN, *GIVEN_UP], "failed given-up B", ["failed given-up A", "failed owner"]),
        ([*BEGUN, "B play B1"], "refused turn", ["refused follow", "refused", "phase trick", "open"]),
        (BEGUN, "phase trick", ["refused turn"]),
    ],
)
def test_an_expectation_met_and_not_met(before, met, others):
    assert record.play(text(*before, "expect " + met)).expectations == 1
    number = len(HEAD) + len(before) + 1
    for other in others:
        with pytest.raises(record.Broken) as broken:
            record.play(text(*before, "expect " + other, "# more"))
        # A refusal that is not expected is said of the line that was refused.
        unexpected = met.startswith("refused") and not other.startswith("refused")
        sentence(broken.value, number - unexpected)


OF_THREE = "deal P1 P2 P3 P4 P5 P6 P7 P8 P9 Y1 Y2 Y3 R4 / B1 B2 B3 B4 B5 B6 B7 G1 G2 G3 G4 G5 G6 G7 / B8 B9 G8 G9 Y4 Y5 Y6 Y7 Y8 Y9 R1 R2 R3"
SIGNAL = ["A propose distress left", "C answer yes", "A give P1", "C give B8", "A give G2"]


@pytest.mark.parametrize(
    "mission, before, met, others",
    [
        (5, [OF_THREE], "phase question", ["phase name"]),
        (5, [OF_THREE], "turn C", ["turn A", "turn B"]),
        (5, [OF_THREE, "C say bad"], "said C bad", ["said C good", "said A bad", "said C", "said"]),
        (5, [OF_THREE, "C say bad", "A name B"], "role B", ["role A", "role", "role B C"]),
        (50, [OF_THREE, "C say last", "A propose parts C B", "C answer yes"], "role C B", ["role B C", "role C", "role"]),
        (9, [OF_THREE], "signal none", ["signal left", "signal right", "signal"]),
        (9, [OF_THREE, "C pass"], "passed C", ["passed A", "passed A C", "passed"]),
        (9, [OF_THREE], "passed", ["passed A", "passed C"]),
        (9, [OF_THREE, *SIGNAL], "signal left", ["signal right", "signal none"]),
        (9, [OF_THREE, *SIGNAL], "gave A P1", ["gave A B8", "gave A -", "gave"]),
        (9, [OF_THREE, *SIGNAL], "got B P1", ["got B G2", "got C P1", "got"]),
        (9, [OF_THREE], "got B -", ["got B P1"]),
        (9, [OF_THREE, *SIGNAL], "jarvis G1+ P1+ G3+ G4+ G5+ G6+ G7+", ["jarvis G1+ P1 G3+ G4+ G5+ G6+ G7+", "jarvis", "jarvis G1+ G2+ G3+ G4+ G5+ G6+ G7+"]),
        (9, [OF_THREE, "all pass", "A play P2", "A play G1"], "jarvis -+ G2+ G3+ G4+ G5+ G6+ G7+", ["jarvis B1 G2+ G3+ G4+ G5+ G6+ G7+"]),
        (9, [OF_THREE, "all pass", "A play P2"], "turn B", ["turn A", "turn C"]),
        (9, [OF_THREE, "all pass", "A play P2"], "legal A G1 G2 G3 G4 G5 G6 G7", ["legal A", "legal B G1 G2 G3 G4 G5 G6 G7", "legal A G1"]),
    ],
)
def test_an_expectation_of_the_later_steps_met_and_not_met(mission, before, met, others):
    lines = ["crewlink-record 1", "game planet-nine", "mission %d" % mission, "seats 3", "option jarvis B", *before]
    assert record.play("\n".join([*lines, "expect " + met])).expectations == 1
    for other in others:
        with pytest.raises(record.Broken) as broken:
            record.play("\n".join([*lines, "expect " + other, "# more"]))
        sentence(broken.value, len(lines) + 1)


def sentence(broken, number=None):
    """A failure names its line, and says something readable about it."""
    words = str(broken)
    assert words.startswith("line %d: " % number if number else "line "), words
    assert len(words.split(": ", 1)[1]) > 10
    for jargon in ("Traceback", "Error", "literal", "bytes must", "index out of", "NoneType", "object"):
        assert jargon not in words, words


def test_a_head_that_the_rules_refuse():
    for mission, seats in ((0, 4), (70, 4), (1, 2), (1, 6)):
        lines = ["crewlink-record 1", "game planet-nine", "mission %d" % mission, "seats %d" % seats]
        record.play("\n".join([*lines, "expect refused mission"]))
        with pytest.raises(record.Broken, match="refused: mission"):
            record.play("\n".join([*lines, DEAL]))
        with pytest.raises(record.Broken, match="refused: mission"):
            record.play("\n".join(lines))


BROKEN = [
    "sing", "A", "A sing", "A play", "A play P", "A play P0", "A play P10", "A play R5", "A play X1", "A play 11", "A play P1 P2", "F play P1",
    "a play P1", "AB play P1", "A pick", "A pick R9", "A ask now", "A drop it", "A withdraw P1", "A show", "A show -", "A propose", "A propose nap",
    "A answer", "A answer maybe", "A answer yes no", "absent", "absent F", "absent A B", "taken-back X", "deal", "deal P1", "deal P1 / X2", "tasks X1",
    "expect", "expect luck", "expect radio F unused", "expect shown", "expect means", "expect legal", "expect legal F", "expect task X1 open",
    "expect task B1", "expect failed", "mission 3", "seats 4", "game planet-nine", "crewlink-record 1", "A play \u00b2", "\u0410 play P1", "A play P\u0661",
    "tasks " + "P1 " * 300, "deal " + "P1 " * 300, "x" * 5000, "\0", "/", "expect refused", "expect turn A B",
]  # fmt: skip


@pytest.mark.parametrize("line", BROKEN, ids=lambda line: repr(line[:20]))
@pytest.mark.parametrize("before", [[DEAL, *TASKS], [DEAL], []], ids=["trick", "tasks", "deal"])
def test_a_broken_line_is_a_sentence_with_its_number(line, before):
    with pytest.raises(record.Broken) as broken:
        record.play(text(*before, line, "expect open"))
    # What is a command but not one for now is found when the next line does not expect its refusal.
    number = len(HEAD) + len(before) + 1
    assert str(broken.value).startswith(("line %d: " % number, "line %d: " % (number + 1)))
    sentence(broken.value)


@pytest.mark.parametrize(
    "head",
    [
        [], HEAD[1:], HEAD[:1] + HEAD[2:], HEAD[:2] + HEAD[3:], HEAD[:3], ["crewlink-record 2", *HEAD[1:]], ["crewlink-record", *HEAD[1:]],
        [HEAD[0], "game chess", *HEAD[2:]], [HEAD[0], "game", *HEAD[2:]], [*HEAD[:2], "mission two", HEAD[3]], [*HEAD[:2], "mission", HEAD[3]],
        [*HEAD[:3], "seats"], [*HEAD[:3], "seats many"], [*HEAD[:3], "seats -3"], [*HEAD[:3], "seats 3.5"], [*HEAD[:2], "mission 2 3", HEAD[3]],
        [*HEAD[:2], "mission 999999999999999999999", HEAD[3]], ["\ufeff" + HEAD[0], *HEAD[1:]], ["hello"], ["crewlink-record 1 2", *HEAD[1:]],
    ],
)  # fmt: skip
def test_a_broken_head_is_a_sentence(head):
    with pytest.raises(record.Broken) as broken:
        record.play("\n".join([*head, DEAL]))
    sentence(broken.value)
    with pytest.raises(record.Broken) as broken:
        record.play("\n".join(head))
    sentence(broken.value)


def test_a_refusal_that_nothing_expects_fails_the_record():
    for lines in (["B play B1", "A play P1"], ["B play B1"], ["B play B1", "expect open"]):
        with pytest.raises(record.Broken, match="refused: turn"):
            record.play(text(*BEGUN, *lines))
    with pytest.raises(record.Broken, match="found nothing refused"):
        record.play(text(*BEGUN, "A play P1", "expect refused turn"))


def test_comments_and_blank_lines_and_line_ends_do_not_count():
    lines = ["# about", "", *HEAD, "  " + DEAL + "   # all of them", *TASKS, "\t", "expect open # so far"]
    for end in ("\n", "\r\n"):
        assert record.play(end.join(lines)).expectations == 1


words = draw.sampled_from(
    "A B C D E F P1 G9 R4 R9 - / deal tasks pick play ask drop show propose answer withdraw absent taken-back expect refused phase turn trick "
    "commander task radio shown means legal answers open success failed give-up take-back yes no either turn owner 1 -1 300 # mission seats".split()
)


@settings(max_examples=300)
@given(draw.lists(draw.one_of(draw.lists(words, max_size=6).map(" ".join), draw.text(max_size=12)), max_size=6))
def test_whatever_the_lines_say_the_answer_is_a_sentence(lines):
    for before in ([], BEGUN):
        try:
            record.play(text(*before, *lines))
        except record.Broken as broken:
            sentence(broken)


@settings(max_examples=200)
@given(draw.sampled_from(RECORDS), draw.randoms(use_true_random=False))
def test_a_record_with_a_wrong_word_is_a_sentence_or_another_attempt(path, some):
    lines = path.read_text(encoding="utf-8").split("\n")
    at = some.randrange(len(lines))
    parts = lines[at].split(" ")
    parts[some.randrange(len(parts))] = some.choice(("", "A", "E", "P5", "R4", "yes", "expect", "play", "9", "#"))
    lines[at] = " ".join(parts)
    try:
        record.play("\n".join(lines))
    except record.Broken as broken:
        sentence(broken)


def written_and_played(attempt):
    words = record.write(attempt)
    again = record.play(words).attempt
    # A take-back is a mark in the list of commands; the head of a save counts them.
    state = kit.without_news(again.state)
    state[layout.TAKEN_BACK] = attempt.state[layout.TAKEN_BACK]
    assert state == kit.without_news(attempt.state)
    assert record.write(again) == words


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_is_written_plays_to_the_same_bytes(path):
    attempt = record.play(path.read_text(encoding="utf-8")).attempt
    if attempt.state[layout.SEATS]:
        written_and_played(attempt)


@settings(max_examples=200)
@given(draw.integers(0, 2**32), draw.integers(1, 50), draw.sampled_from(sorted(CREWS)), draw.integers(0, 90))
def test_what_is_written_of_any_attempt_plays_to_the_same_bytes(seed, mission, crew, length):
    walk = Walk(mission, crew, seed)
    for _ in range(length):
        walk.step()
    written_and_played(walk.attempt)


def test_every_command_has_a_line_and_every_line_its_command():
    met = set()
    lines = set()
    for mission, crew in itertools.product(range(1, 51), ("5", "jarvis-b", "challenge")):
        walk = Walk(mission, crew, "lines %d" % mission)
        again = Walk(mission, crew, "lines %d" % mission)
        walk.until(codes.PHASE_END)
        for seat, command in walk.commands[1:]:
            st = again.attempt.state
            line = notation.line_of(seat, command[0], command[1], command[2:], st)
            assert notation.command_of(line.split(), st) == (seat, command), line
            met.add(command[0])
            lines.add(line.split()[0 if seat == codes.CHANCE else 1])
            again.send(seat, command)
    assert met >= {codes.TASKS, codes.DRAW, codes.PICK, codes.PLAY, codes.ANSWER, codes.SHARE_OUT, codes.PASS, codes.SAY, codes.NAME}
    assert lines >= {"tasks", "draw", "pick", "play", "propose", "answer", "pass", "say", "name"}
    walk = Walk(23, "5", 1)
    walk.until(codes.PHASE_PICK)
    st = walk.attempt.state
    for seat in range(5):
        for kind, argument in (
            (codes.PICK, 0), (codes.PLAY, 0x44), (codes.RADIO_ASK, 0), (codes.RADIO_DROP, 0), (codes.RADIO_SHOW, 0x19), (codes.GIVE_UP, 0),
            (codes.TAKE_BACK, 0), (codes.ANSWER, codes.YES), (codes.ANSWER, codes.NO), (codes.ANSWER, codes.EITHER), (codes.WITHDRAW, 0),
            (codes.CHANGE_TOKENS, 0x03), (codes.CHANGE_TOKENS, 0x42), (codes.HAND_OVER, 0x13), (codes.DISTRESS, 0), (codes.DISTRESS, 1),
            (codes.SHARE_OUT, 0x40), (codes.PASS, 0), (codes.PASS, 1), (codes.SAY, 1), (codes.SAY, 2), (codes.NAME, 4), (codes.GIVE, 0x39),
        ):  # fmt: skip
            line = notation.line_of(seat, kind, argument, b"", st)
            assert notation.command_of(line.split(), st) == (seat, bytes((kind, argument))), line
    for kind, argument in ((codes.ABSENT, 2), (codes.TAKEN, 0), (codes.TAKEN, 0b1010)):
        line = notation.line_of(codes.CHANCE, kind, argument, b"", st)
        assert notation.command_of(line.split(), st) == (codes.CHANCE, bytes((kind, argument)))


def test_a_deal_says_who_has_the_extra_card_and_what_jarvis_holds():
    for crew in CREWS:
        walk = Walk(1, crew, "deal")
        st = bytearray(walk.attempt.state)
        seat, command = walk.commands[0]
        line = notation.line_of(seat, command[0], command[1], command[2:], st)
        assert notation.command_of(line.split(), st) == (seat, command), line


def test_whoever_listens_hears_every_accepted_command_and_no_refused_one():
    seen = []
    replay = record.Replay(on_command=lambda seat, command: seen.append((seat, command[0])))
    record.play(text(*BEGUN, "B play B1", "expect refused turn", "A play P1"), replay)
    passes = [(seat, codes.PASS) for seat in range(3)]
    assert seen == [(codes.CHANCE, codes.DEAL), *passes, (codes.CHANCE, codes.TASKS), (0, codes.PICK), (0, codes.PLAY)]


def run(*arguments):
    return subprocess.run([sys.executable, "-m", "host_tools.record", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_the_command_line_counts_what_passed_and_failed(tmp_path):
    good, bad, odd = (tmp_path / name for name in ("good.crew", "bad.crew", "odd.crew"))
    good.write_text(text(*BEGUN, "expect open"))
    bad.write_text(text(*BEGUN, "expect success"))
    odd.write_bytes(b"\xff\xfe\x00")
    done = run("play", str(good))
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "1 passed, 0 failed" and not done.stderr
    done = run("play", str(good), str(bad), str(odd), str(tmp_path / "none.crew"), str(tmp_path))
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and lines[-1] == "1 passed, 4 failed" and not done.stderr
    assert lines[0].startswith("%s: mission 2, 0 of 13 tricks, open" % good)
    assert lines[1] == "%s: line 9: expected success, found open" % bad
    assert "no text file" in lines[2] and "cannot be read" in lines[3] and "cannot be read" in lines[4]


def test_the_command_line_explains_itself():
    for arguments in ((), ("play",), ("sing", "x"), ("export",)):
        done = run(*arguments)
        assert done.returncode == 2 and "record play FILE" in done.stdout and not done.stderr


def test_the_command_line_says_why_a_save_is_none(tmp_path):
    (tmp_path / "save").write_bytes(b"no save")
    for name in ("save", "none"):
        done = run("export", str(tmp_path / name))
        assert done.returncode == 1 and str(tmp_path / name) in done.stdout and not done.stderr


def test_the_records_of_the_project_pass_on_the_command_line(capsys):
    assert record.main(["play", *map(str, RECORDS)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "%d passed, 0 failed" % len(RECORDS)


def test_a_refusal_has_a_word_for_every_code():
    assert sorted(notation.REFUSALS.values()) == list(range(1, codes.REFUSE_CONTRADICTION + 1))
    with pytest.raises(Refusal) as refused:
        Attempt().apply(0, b"")
    assert notation.name_of(notation.REFUSALS, refused.value.code) == "command"

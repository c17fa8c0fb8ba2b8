"""Every record in tests/records holds: one rule or one whole attempt each, named by its file and its first line."""

import pathlib
import re

import pytest

from engine import layout
from host_tools import notation, record
from tests.special_records import CODES, FOLDER, ROWS, SPECIALS, wanted_records

RECORDS = sorted((pathlib.Path(__file__).parent / "records").rglob("*.crew"))


@pytest.mark.parametrize("path", [path for path in RECORDS if path.parent != FOLDER], ids=lambda path: path.stem)
def test_record(path):
    replay = record.play(path.read_text(encoding="utf-8"))
    assert replay.expectations, "a record without an expectation proves nothing"


@pytest.mark.parametrize("mission", SPECIALS)
def test_a_special_mission_is_won_and_lost_in_every_way_by_every_kind_of_crew(mission):
    wanted = {name: verdict for name, _crew, verdict, _about, _fits in wanted_records(mission)}
    assert set(wanted) == {path.stem for path in RECORDS if path.stem.startswith("mission-%02d-" % mission) and path.parent == FOLDER}
    for name, verdict in wanted.items():
        text = (FOLDER / (name + ".crew")).read_text(encoding="utf-8")
        assert "mission %d\n" % mission in text and text.splitlines()[-1].split()[:3][-1] == verdict
        replay = record.play(text)
        assert replay.attempt.state[layout.VERDICT] == CODES[verdict] and replay.expectations > 3, name


def test_the_missions_with_a_special_rule_are_all_there():
    assert SPECIALS == [5, 9, 11, 12, 13, 16, 17, 20, 23, 24, 26, 27, 29, 32, 33, 34, 36, 37, 40, 41, 43, 44, 46, 48, 50]
    assert len(ROWS) == 50


def test_each_record_says_what_it_is_about():
    for path in RECORDS:
        assert re.match(r"# (RULES \d|A )", path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("table", ["REFUSALS", "FAILURES", "PHASES", "RADIOS"])
def test_together_they_meet_every_word_of_the_format(table):
    """Every refusal, failure, phase and radio status is expected somewhere; some refusals come from saves and full lists only."""
    lines = [line for path in RECORDS for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("expect ")]
    met = {word for line in lines for word in line.split()[1:]}
    elsewhere = {"command", "full", "rules", "record"}
    assert set(getattr(notation, table)) - met <= elsewhere


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("tokens", ["no-tokens", "numbers", "arrows", "omega", "one-and-omega"])
def test_a_whole_attempt_was_won_and_one_lost_with_each_kind_of_token(tokens, seats):
    names = [path.stem for path in RECORDS if path.stem.endswith("-%d-seats-%s" % (seats, tokens))]
    assert sorted(name.split("-")[1] for name in names) == ["lost", "won"]

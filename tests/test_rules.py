"""Every record in tests/records holds: one rule or one whole attempt each, named by its file and its first line."""

import pathlib
import re

import pytest

from host_tools import notation, record

RECORDS = sorted((pathlib.Path(__file__).parent / "records").glob("*.crew"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record(path):
    replay = record.play(path.read_text(encoding="utf-8"))
    assert replay.expectations, "a record without an expectation proves nothing"


def test_each_record_says_what_it_is_about():
    for path in RECORDS:
        assert re.match(r"# (RULES \d|A )", path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("table", ["REFUSALS", "FAILURES", "PHASES", "RADIOS"])
def test_together_they_meet_every_word_of_the_format(table):
    """Every refusal, failure, phase and radio status is expected somewhere; some refusals come from saves and full lists only."""
    lines = [line for path in RECORDS for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("expect ")]
    met = {word for line in lines for word in line.split()[1:]}
    elsewhere = {"command", "seat", "full", "rules", "record"}
    assert set(getattr(notation, table)) - met <= elsewhere


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("tokens", ["no-tokens", "numbers", "arrows", "omega", "one-and-omega"])
def test_a_whole_attempt_was_won_and_one_lost_with_each_kind_of_token(tokens, seats):
    names = [path.stem for path in RECORDS if path.stem.endswith("-%d-seats-%s" % (seats, tokens))]
    assert sorted(name.split("-")[1] for name in names) == ["lost", "won"]

"""Some of the soak (tests/soak.py) in every run: missions over faulty links of every kind, with resets and cuts; nothing is lost."""

import pytest

from tests import soak


@pytest.mark.parametrize("kind", soak.KINDS)
def test_nothing_is_lost_wrong_or_stuck_over_faulty_links(kind):
    said = []
    assert soak.run(2 if kind == "radio" else 6, 5, 1000, kind, said.append) == 0, "\n".join(said)
    assert any("attempts lost 0, views wrong 0, stuck 0" in line for line in said)


def test_an_attempt_that_is_lost_is_told_with_its_seed(monkeypatch):
    monkeypatch.setattr(soak.Attempt, "_deal_of", lambda self: object())
    said = []
    assert soak.run(1, 5, 7, "ring", said.append) == 1
    assert said[0].startswith("seed 7 (mission ") and "lost:" in said[0]
    assert any("attempts lost 1" in line for line in said)


def test_the_dealers_last_word_for_a_key_may_be_lost_as_the_mission_is_chosen():
    said = []
    assert soak.run(1, 5, 5043, None, said.append) == 0, "\n".join(said)

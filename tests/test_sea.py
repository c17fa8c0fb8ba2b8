"""The deep sea's engine against a plain referee, written from the rules alone: every mission, every crew, command by command; own missions too.

CREWLINK_SOAK multiplies the number of random attempts. Each has its own seed, which a failure prints.
"""

import random

import pytest

from engine import codes, layout
from engine.outlines import fault
from engine.sea_missions import SEA_MISSIONS
from tests.duel import VERDICTS
from tests.pool import SOAK
from tests.sea_duel import ROWS, SeaDuel, SeaSteering, packed, rows_for
from tests.sea_facts import SEA_CREWS, own_row
from tests.sea_referee import faults_of
from tests.steering import commands_of

CODES = {word: code for code, word in VERDICTS.items()}
FAULTS = {
    "tokens": codes.FAULT_TOKENS, "number": codes.FAULT_NUMBER, "card": codes.FAULT_CARD, "trick": codes.FAULT_TRICK, "value": codes.FAULT_VALUE,
    "suit": codes.FAULT_SUIT, "total": codes.FAULT_TOTAL, "before": codes.FAULT_BEFORE, "circle": codes.FAULT_CIRCLE, "time": codes.FAULT_TIME,
    "hand-out": codes.FAULT_HANDOUT,
}  # fmt: skip


def test_the_packed_missions_are_the_listed_ones():
    assert sorted(ROWS) == list(range(1, 11))
    for number, row in ROWS.items():
        assert SEA_MISSIONS[number - 1] == packed(row)


def test_the_engine_judges_random_attempts_in_the_deep_sea_as_the_referee_does():
    refused, verdicts, accepted = set(), set(), set()
    for crew in SEA_CREWS:
        rows = list(ROWS.values()) * 2 + rows_for(SEA_CREWS[crew].seats, 25, "random-" + crew)
        for i, row in enumerate(rows * SOAK):
            duel = SeaDuel(row, crew, "sea-%s-%d" % (crew, i))
            verdicts.add(duel.play())
            refused |= duel.refused
            accepted |= {command[0] for _, command in duel.done}
    assert refused >= {
        "command", "seat", "phase", "turn", "card", "follow", "task", "radio", "meaning", "rocket", "proposal", "answer", "back", "contradiction",
    }  # fmt: skip
    assert accepted == {codes.ABSENT, codes.OUTLINE, codes.DEAL, *range(codes.PICK, codes.WITHDRAW + 1)}
    assert verdicts >= {"success", "given-up", "owner", "gone", "trick", "more", "fewer", "before"}


@pytest.mark.parametrize("crew", SEA_CREWS)
def test_engine_and_referee_agree_on_the_success_of_every_deep_sea_mission(crew):
    """Found with open hands, and then played with nonsense in between."""
    for number, row in ROWS.items():
        seed = "sea-%d-%s" % (number, crew)
        steering = SeaSteering(row, crew, random.Random(seed))
        assert steering.reach(codes.SUCCESS), seed
        assert SeaDuel(row, crew, seed, commands_of(steering.attempt), noise=0.1).play() in ("success", "given-up"), seed


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_engine_and_referee_find_the_same_faults_in_own_missions(seats):
    some, met = random.Random(seats), set()
    for _ in range(500 * SOAK):
        row = own_row(some, 40 // seats)
        outline = packed(row)
        found = fault(codes.DEEP_SEA, outline, 0, len(outline), seats)
        expected = faults_of(row, seats)
        assert bool(found) == bool(expected) and (not found or (found & 15) in {FAULTS[name] for name in expected}), (found, expected, row)
        met |= expected
    assert met >= set(FAULTS) - {"tokens", "number", "value", "suit", "before", "time"} - ({"hand-out"} if seats > 3 else set())


def test_a_crew_of_two_cannot_begin_in_the_deep_sea():
    duel = SeaDuel(ROWS[1], "3", "two")
    for seats, options in ((2, 0), (6, 0), (3, codes.JARVIS_SEAT), (3, codes.CHALLENGE), (3, codes.COUNTER), (4, codes.COUNTER | codes.CHALLENGE)):
        with pytest.raises(Exception) as refusal:
            duel.attempt.begin(1, seats, options, codes.DEEP_SEA)
        assert refusal.value.code == codes.REFUSE_MISSION
    assert duel.attempt.state[layout.SEATS] == 3


def test_an_own_mission_is_told_once_before_the_deal_and_only_if_it_has_no_fault():
    row = rows_for(3, 1, "told")[0]
    duel = SeaDuel(row, "3", "told", noise=0)
    outline = packed(row)
    for wrong in (b"\x01\xe0\x01", b"\x0b" + outline[1:], outline[:-1], b"\x02\x01\x00\x01\x00", b"\x01\x6e\x00", b"\x41\x01\x00"):
        with pytest.raises(Exception) as refusal:
            duel.attempt.apply(codes.CHANCE, bytes((codes.OUTLINE, len(wrong))) + wrong)
        assert refusal.value.code == codes.REFUSE_CHANCE, wrong
    told = duel.chance()
    duel.send(codes.CHANCE, told)
    duel.send(codes.CHANCE, told)
    assert duel.refused == {"phase"}
    duel.send(codes.CHANCE, duel.chance())
    duel.send(codes.CHANCE, told)
    assert duel.attempt.state[layout.PHASE] > codes.PHASE_DEAL

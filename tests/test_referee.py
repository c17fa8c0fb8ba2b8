"""The engine against a plain referee, written from the rules alone: every mission, every crew, command by command.

CREWLINK_SOAK multiplies the number of random attempts. Each has its own seed, which a failure prints.
"""

import os
import random

import pytest

from engine import codes
from tests.duel import ROWS, VERDICTS, Duel
from tests.outcomes import outcomes
from tests.facts import CREWS
from tests.steering import Steering, commands_of

ATTEMPTS = 4 * int(os.environ.get("CREWLINK_SOAK", "1"))  # for each mission and crew
CODES = {word: code for code, word in VERDICTS.items()}
REASONS = {
    "command", "seat", "phase", "turn", "card", "follow", "task", "radio", "meaning", "rocket", "proposal", "answer", "back", "chance",
    "choice", "passed", "given", "muted",
}  # fmt: skip


@pytest.mark.parametrize("crew", CREWS)
def test_the_engine_judges_random_attempts_as_the_referee_does(crew):
    refused, verdicts, accepted = set(), set(), set()
    for mission in ROWS:
        for i in range(ATTEMPTS):
            duel = Duel(mission, crew, "%d-%s-%d" % (mission, crew, i))
            verdicts.add(duel.play())
            refused |= duel.refused
            accepted |= {command[0] for _, command in duel.done}
    # The sample is worth something only if it meets every reason and every command. Five humans alone hand over.
    assert refused == REASONS
    every = {codes.ABSENT, codes.DEAL, codes.TASKS, codes.DRAW, *range(codes.PICK, codes.WITHDRAW + 1), *range(codes.CHANGE_TOKENS, codes.GIVE + 1)}
    assert accepted == every - ({codes.HAND_OVER} if crew != "5" else set())
    assert verdicts >= {"success", "given-up", "owner", "early", "passed", "arrow", "ones", "nine", "balance", "pink"}


@pytest.mark.parametrize("crew", CREWS)
def test_engine_and_referee_agree_on_every_verdict_that_a_mission_can_come_to(crew):
    """Each success and each way to fail, found with open hands and then played with nonsense in between."""
    for mission, row in ROWS.items():
        words = outcomes(row, CREWS[crew]) if row.special != "-" else ["success"]
        for word in words:
            seed = "%d-%s-%s" % (mission, crew, word)
            steering = Steering(mission, crew, random.Random(seed))
            assert steering.reach(CODES[word]), seed
            assert Duel(mission, crew, seed, commands_of(steering.attempt), noise=0.1).play() in (word, "given-up"), seed


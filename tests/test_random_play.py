"""Random legal play wins as often as it should: without tokens, tasks handed out clockwise from the commander.

The expected shares come from two million attempts each, played by an independent program. `make bench` takes a large sample.
"""

import random

import pytest

from engine import codes, layout
from engine.attempt import Attempt
from tests import engine_kit as kit

EXPECTED = {  # (tasks, seats): percent won
    (1, 3): 36.93, (1, 4): 32.10, (1, 5): 29.57,
    (2, 3): 10.16, (2, 4): 6.48, (2, 5): 4.61,
    (3, 3): 2.535, (3, 4): 1.157, (3, 5): 0.603,
    (4, 3): 0.896, (4, 4): 0.182, (4, 5): 0.064,
}
MISSION = {1: 1, 2: 2, 3: 4, 4: 10}
GAMES_EXPECTED = 2_000_000
GAMES = 4000


def wins(mission, seats, games, some):
    attempt = Attempt()
    st = attempt.state
    choices = bytearray(64)
    won = 0
    for _ in range(games):
        attempt.begin(mission, seats)
        deal, tasks = kit.chance(some, mission, seats)
        attempt.apply(codes.CHANCE, deal)
        for seat in range(seats):
            attempt.apply(seat, bytes((codes.PASS, 1)))
        attempt.apply(codes.CHANCE, tasks)
        while st[layout.PHASE] != codes.PHASE_END:
            seat = st[layout.TURN]
            kind = codes.PICK if st[layout.PHASE] == codes.PHASE_PICK else codes.PLAY
            attempt.apply(seat, bytes((kind, choices[some.randrange(attempt.legal(seat, choices))])))
        won += st[layout.VERDICT] == codes.SUCCESS
    return won


@pytest.mark.parametrize("tasks, seats", sorted(EXPECTED))
def test_random_play_wins_as_often_as_expected(tasks, seats):
    seed = 1000 * tasks + seats
    found = wins(MISSION[tasks], seats, GAMES, random.Random(seed)) / GAMES
    share = EXPECTED[tasks, seats] / 100
    error = (share * (1 - share) * (1 / GAMES + 1 / GAMES_EXPECTED)) ** 0.5
    assert abs(found - share) <= 3 * error, "seed %d: %.3f %% won, %.3f %% expected" % (seed, 100 * found, 100 * share)

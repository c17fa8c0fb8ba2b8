"""Attempts on their way, made once for all tests of one run: each mission by each crew, stopped at random places.

The seed in a walk's text chose the deal and each command among the legal ones. CREWLINK_SOAK multiplies their number.
"""

import functools
import os

from engine import codes
from tests import engine_kit as kit
from tests.engine_kit import ROWS, Walk
from tests.facts import CREWS

SOAK = int(os.environ.get("CREWLINK_SOAK", "1"))


@functools.cache
def pool():
    """Attempts on their way: of each mission and crew some that hardly began and some that may be anywhere."""
    made = []
    for mission in ROWS:
        for crew in CREWS:
            for i, longest in enumerate((30, 110) * 2 * SOAK):
                walk = Walk(mission, crew, "%d-%s-%d" % (mission, crew, i))
                for _ in range(walk.random.randrange(longest)):
                    if not walk.step():
                        break
                made.append(walk)
    # Moments in which few attempts stop.
    rare = [(12, crew, codes.PHASE_DRAW) for crew in CREWS] + [(mission, "5", codes.PHASE_HANDOVER) for mission in ROWS if ROWS[mission].handover]
    for mission, crew, phase in rare:
        for i in range(100):
            walk = Walk(mission, crew, "rare-%d-%s-%d" % (mission, crew, i))
            if walk.until(phase):
                made.append(walk)
                break
    # Often enough somebody has just proposed something, or some have just asked for the radio.
    for walk in made:
        last = walk.random.choice(((), range(codes.CHANGE_TOKENS, codes.PASS), (codes.GIVE_UP, codes.TAKE_BACK), (codes.RADIO_ASK,)))
        for seat in walk.random.sample(walk.crew.humans, 2):
            fine = [command for command in kit.commands(walk.attempt, seat) if command[0] in last]
            if fine:
                walk.send(seat, bytes(walk.random.choice(fine)))
    return made


def walks(part=1):
    """Copies of the attempts in the pool, or of every ``part``-th of them."""
    return [walk.copy() for walk in pool()[::part]]

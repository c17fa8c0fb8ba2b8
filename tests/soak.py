"""Thousands of missions over faulty links of every kind, in simulated time: is an attempt ever lost, a view wrong, anybody stuck?

    python -m tests.soak [--attempts N] [--minutes M] [--seed S] [--kind NAME]        (make soak)

Each attempt draws a crew of two to five, a mission, a kind of link (ring, star, chain of hubs, mixed, radio over bumble), wires that
spoil frames, and things that happen while it is played: boards reset, the dealer reset, cables pulled, boards gone deaf,
connections broken. In the end every display must show what the dealer's engine says, of the deal that was dealt. It prints figures, and
of each failure the seed that brings it again. The tests run some of it (tests/test_soak.py).
"""

import argparse
import collections
import logging
import random
import sys
import time

from engine.codes import OPEN
from engine.layout import TRICK, VERDICT
from firmware.wire import (
    BE_DEALER, CHOOSE, DEAL_CARDS, LINK_GOOD, STAGE_ATTEMPT, STAGE_BRIEFING, STAGE_CHOOSE, TO_CHOOSE, T_PRESENT, T_SEATED, T_STAGE,
)
from host_tools.robots import Crew
from host_tools.simulator import FAULTS
from tests.air_table import AirCrew
from tests.session_kit import record_of

logging.getLogger("bumble").setLevel(logging.ERROR)  # it warns of packets for connections that are gone
KINDS = ("ring", "star", "chain", "mixed", "radio")
EVENTS = {
    "reset": "a seat was without power",
    "dealer": "the dealer was without power",
    "cable": "a cable was put back",
    "deaf": "a board was deaf for 400 ms",
    "break": "a connection broke",
    "spare": "a board died, until a spare one has its seat (2 s of silence and all consent included)",
}
LONGEST = 900000  # milliseconds of simulated time for one attempt; play itself takes far less


class Trouble(Exception):
    """An attempt went wrong; the first word says how: lost, wrong or stuck."""


def rings_of(kind, count):
    """Return the rings of a Table for ``count`` devices."""
    if kind == "star":
        return [[0, place] for place in range(1, count)]
    if kind == "chain":
        return [[0, 1], list(range(1, count))] if count > 2 else [[0, 1]]
    if kind == "mixed":
        return [list(range(count - 1)), [0, count - 1]] if count > 2 else [[0, 1]]
    return None


class Attempt:
    """One attempt from ``seed`` alone; ``play`` raises Trouble. ``recoveries`` are pairs: what had happened, and milliseconds.

    ``faulty`` tells whether the lines go on spoiling frames, or hold them up for longer than a connection's interval of 30 ms.
    """

    def __init__(self, seed, kind=None):
        self.seed = seed
        self.random = random.Random(seed)
        self.kind = kind or self.random.choice(KINDS)
        self.count = self.random.randrange(2, 6)
        self.faults = self.random.choice(sorted(FAULTS)) if self.kind != "radio" else "none"
        self.mission = self.random.randrange(1, 51)
        self.recoveries = []
        self.cards = self.bytes = 0
        self.happened = collections.Counter()
        if self.kind == "radio":
            mtus = [self.random.choice((23, 247)) for _ in range(self.count)]
            self.crew = AirCrew(self.count, seed=seed, radio=0.05, mtus=mtus)
            self.crew.table.ether.delay = self.random.choice((0, 30, 90))
            self.faulty = self.crew.table.ether.delay > 30
        else:
            self.faulty = self.faults != "none"
            self.crew = Crew(self.count, self.faults, seed, 0.05, 0.1, rings=rings_of(self.kind, self.count))

    def about(self):
        """Return what is played, for people."""
        return f"mission {self.mission}, {self.count} devices, {self.kind}, {self.faults}"

    def play(self):
        """Play to the verdict. Raises Trouble."""
        crew = self.crew
        try:
            crew.command(0, BE_DEALER)
            seated = max(self.count, 3)
            crew.until(lambda: all(d.scene.table[T_SEATED] == seated and d.scene.seat < 5 for d in crew.devices), 60000)
            self._deal()
            self._dealt = self._deal_of()
            end = crew.table.now + LONGEST
            due = crew.table.now + self.random.randrange(100, 1500)
            before = self._sent()
            while not crew.ended():
                if crew.table.now > end:
                    raise Trouble("stuck: no verdict after %d s of play" % (LONGEST // 1000))
                for place, device in enumerate(crew.table.handhelds):
                    if device is not None:
                        crew.act(place)
                crew.table.run(20)
                if crew.table.now >= due and not crew.ended():
                    self._happen()
                    due = crew.table.now + self.random.randrange(100, 1500)
            crew.until(crew.settled, 60000)
        except AssertionError as problem:
            raise Trouble("stuck: %s" % problem) from None
        self._judge()
        self.bytes = self._sent() - before
        st = crew.dealer().attempt.state
        self.cards = st[TRICK] * seated

    def _deal(self):
        crew = self.crew
        crew.until(crew.keyed, 60000)
        for stage, kind, argument in ((STAGE_CHOOSE, TO_CHOOSE, 0), (STAGE_BRIEFING, CHOOSE, self.mission), (STAGE_ATTEMPT, DEAL_CARDS, 0)):
            crew.command(0, kind, argument)
            crew.until(lambda: all(d.scene.table[T_STAGE] == stage for d in crew.devices), 60000)
        crew.until(crew.settled, 60000)

    def _sent(self):
        if self.kind == "radio":
            return sum(map(len, self.crew.table.ether.heard))
        return sum(wire.bytes for wire in self.crew.table.wires)

    def _happen(self):
        """Let something happen, and see how soon all displays are right again."""
        crew = self.crew
        table = crew.table
        kinds = ["reset", "dealer", "deaf"] + (["break"] if self.kind == "radio" else ["cable", "spare"])
        what = self.random.choice(kinds)
        self.happened[what] += 1
        trick = max(d.scene.view[TRICK] for d in crew.devices)  # as shown: what nobody has seen may be played again
        dealing = next(place for place, d in enumerate(table.handhelds) if d.session.link.dealing)
        if what == "reset":
            place = self.random.choice([each for each in range(self.count) if each != dealing])
            table.set_power(place, False)
            table.run(self.random.randrange(10, 3000))
            table.set_power(place, True)
        elif what == "dealer":
            table.set_power(dealing, False)
            table.run(self.random.randrange(10, 3000))
            table.set_power(dealing, True)
        elif what == "cable":
            wire = self.random.randrange(len(table.wires))
            table.set_cable(wire, False)
            table.run(self.random.randrange(10, 3000))
            table.set_cable(wire, True)
        elif what == "spare":
            # A board of this place that died before comes back, too: then it is the one without a seat.
            place = self.random.choice([each for each in range(self.count) if each != dealing])
            table.replace(place)
        elif what == "deaf":
            table.deafen(self.random.randrange(self.count), 400)
        else:
            spokes = [each for each in table.boards[dealing].air.lines[1:] if each.connection is not None]
            if spokes:
                self.random.choice(spokes).connection.disconnect()
        began = table.now
        while not self._right():
            if table.now - began > 120000:
                raise Trouble("stuck: not all displays are right again two minutes later")
            for place in range(self.count):
                crew.hand_on(place)
            table.run(5)
        self.recoveries.append((what, table.now - began))
        if crew.tricks() < trick:
            raise Trouble("lost: trick %d was reached, and now it is %d" % (trick, crew.tricks()))

    def _right(self):
        """Tell whether everybody is there, shows what the dealer's engine says, and, where no line spoils frames, complains of nothing."""
        devices = self.crew.devices
        dealers = [d for d in devices if d.session.link.dealing]
        if len(dealers) != 1 or len(devices) != self.count or bin(dealers[0].scene.table[T_PRESENT]).count("1") < self.count:
            return False
        return self.crew.settled() and (self.faulty or all(d.scene.link == LINK_GOOD for d in devices))

    def _judge(self):
        """All displays show the verdict of the deal that was dealt."""
        crew = self.crew
        st = crew.dealer().attempt.state
        if st[VERDICT] == OPEN:
            raise Trouble("stuck: the attempt ended without a verdict")
        if not crew.settled() or any(d.scene.view[VERDICT] != st[VERDICT] for d in crew.devices):
            raise Trouble("wrong: a display does not show what the dealer's engine says")
        if self._deal_of() != self._dealt:
            raise Trouble("lost: the deal is another one than was dealt")

    def _deal_of(self):
        """The start of the attempt's list of commands: the deal, as its chance command carries it."""
        return record_of(self.crew.dealer().attempt)[:40]


def run(attempts, minutes, seed, kind, say=print):
    """Play attempts until there are enough or the time is up; say what came out; return the number that went wrong."""
    began = time.monotonic()
    played = cards = sent = 0
    trouble = collections.Counter()
    happened = collections.Counter()
    kinds = collections.Counter()
    recoveries = collections.defaultdict(list)
    while played < attempts and time.monotonic() - began < 60 * minutes:
        attempt = Attempt(seed + played, kind)
        played += 1
        try:
            attempt.play()
        except Trouble as problem:
            trouble[str(problem).split(":")[0]] += 1
            say(f"seed {attempt.seed} ({attempt.about()}): {problem}")
        cards += attempt.cards
        sent += attempt.bytes if attempt.cards else 0
        happened += attempt.happened
        kinds["%s, %s" % (attempt.kind, attempt.faults)] += 1
        for what, milliseconds in attempt.recoveries:
            recoveries[what, attempt.faulty].append(milliseconds)
    say(f"{played} attempts in {time.monotonic() - began:.0f} s, crews of two to five, from seed {seed}")
    say("  links and wires: " + "; ".join(f"{name} {n}" for name, n in sorted(kinds.items())))
    say(f"  attempts lost {trouble['lost']}, views wrong {trouble['wrong']}, stuck {trouble['stuck']}")
    for (what, faulty), times in sorted(recoveries.items()):
        times.sort()
        others = "other faults still on" if faulty else "no other fault on"
        say(f"  after {EVENTS[what]}, {others}: {len(times)} times; all displays right within {times[len(times) // 2]:.0f} ms (half), {times[-1]:.0f} ms (all)")
    if cards:
        say(f"  bytes sent for one card played, beats and all: {sent / cards:.0f}")
    return sum(trouble.values())


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Play missions over faulty links of every kind.")
    parser.add_argument("--attempts", type=int, default=1000, help="attempts to play at most (usual: 1000)")
    parser.add_argument("--minutes", type=float, default=60, help="minutes to play at most (usual: 60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first attempt; the next ones follow (usual: 1)")
    parser.add_argument("--kind", choices=KINDS, help="one kind of link only")
    chosen = parser.parse_args(arguments)
    return 1 if run(chosen.attempts, chosen.minutes, chosen.seed, chosen.kind) else 0


if __name__ == "__main__":
    sys.exit(main())

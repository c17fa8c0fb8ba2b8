"""What the tests of screens need: tables that have got somewhere by real play, and texts of their displays."""

import random

from engine import codes, layout
from firmware import screens, wire
from firmware.grid import Grid
from host_tools import picture
from host_tools.rehearsal import Rehearsal
from tests import engine_kit

SIZES = ((26, 10), (21, 5), (12, 3))
OTHER_SIZES = ((40, 11), (40, 20), (53, 20), (21, 10))
LONG_NAMES = ("ANATOL", "BENITO", "CLEOPA", "DANILO", "EVELYN")


def dealer(seed):
    """Return a ``deal`` for Rehearsal that shuffles by ``seed``."""
    some = random.Random(seed)

    def deal(attempt):
        for command in engine_kit.chance(some, attempt.state[layout.MISSION], attempt.state[layout.SEATS]):
            attempt.apply(codes.CHANCE, command)

    return deal


class Played(Rehearsal):
    """A table at which an attempt at ``mission`` has been dealt; ``some`` decides what its crew does."""

    def __init__(self, mission, seats, size, seed=1, names=LONG_NAMES, attempts=0):
        super().__init__(seats, size, names, dealer(seed))
        self.some = random.Random(seed)
        self.next_mission = mission
        self.attempts[mission] = attempts
        for kind, argument in ((wire.TO_CHOOSE, 0), (wire.CHOOSE, mission), (wire.DEAL_CARDS, 0)):
            assert not self.command(0, kind, argument)

    @property
    def turn(self):
        return self.attempt.state[layout.TURN]

    @property
    def phase(self):
        return self.attempt.state[layout.PHASE]

    def legal(self, seat=None):
        """Return what the awaited seat may choose from."""
        buffer = bytearray(40)
        return list(buffer[: self.attempt.legal(self.turn if seat is None else seat, buffer)])

    def pick(self):
        """Hand out all tasks."""
        while self.phase == codes.PHASE_PICK:
            assert not self.command(self.turn, codes.PICK, self.some.choice(self.legal()))
        return self

    def ask(self):
        """Hand out all tasks; every seat has asked for the radio before, so that one phase serves all."""
        for seat in range(self.attempt.state[layout.SEATS]):
            assert not self.command(seat, codes.RADIO_ASK, 0)
        return self.pick()

    def radio(self):
        """As ``ask``, and every seat shows a card."""
        self.ask()
        while self.phase == codes.PHASE_RADIO:
            assert not self.command(self.turn, codes.RADIO_SHOW, self.some.choice(self.legal()))
        return self

    def play(self, cards):
        """Play so many cards, or to the end."""
        while cards and self.phase == codes.PHASE_TRICK:
            assert not self.command(self.turn, codes.PLAY, self.some.choice(self.legal()))
            cards -= 1
        return self

    def calm(self):
        """Wait until what comes up by itself has gone."""
        for scene in self.scenes:
            scene.touched = self.now  # nobody's hand is to be covered
        self.wait(10000)
        return self


def text(table, seat):
    """Return what a seat's display shows, drawn anew on a fresh grid."""
    return picture.to_text(paint(table.scenes[seat], table.grids[seat]))


def paint(scene, like):
    """Draw the scene on a new grid of the size of ``like``."""
    grid = Grid(like.columns, like.rows)
    for i in range(len(grid.glyphs)):
        grid.glyphs[i] = grid.pairs[i] = 7  # whatever is not written shows
    screens.paint(scene, grid)
    return grid


def cells(grid):
    return bytes(grid.glyphs), bytes(grid.pairs)

"""A walk through the screens in the common dialect: the same keys on CPython and on the MicroPython machines.

``walk`` presses keys and lets seats act by a small generator of its own, and sums up every cell that was ever drawn.
"""

from binascii import crc32

from engine import codes, layout
from firmware import wire
from firmware.shuffle import chance
from host_tools.rehearsal import Rehearsal

MISSIONS = (49, 1, 5, 12, 6, 23, 50, 24, 13)
NAMES = ("ANATOL", "BEN", "CLEOPA", "DAN", "EVELYN")


class Chance:
    """The same numbers on every machine."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 75 + 74) % 65537
        return self.state % n


def dealer(numbers):
    """Return a ``deal`` for Rehearsal."""

    def random(n):
        return bytes([numbers.below(256) for _ in range(n)])

    def deal(attempt):
        while chance(attempt, random):
            pass

    return deal


def walk(seats, columns, rows, steps, seed):
    """Return the sum of all displays after each of ``steps``, and how many attempts came to their end."""
    numbers = Chance(seed)
    table = Rehearsal(seats, (columns, rows), NAMES, dealer(numbers))
    legal = bytearray(220)
    state = table.attempt.state
    total = ended = 0
    for step in range(steps):
        mission = MISSIONS[step % len(MISSIONS)]
        seat = numbers.below(seats)
        if numbers.below(3):
            table.key(seat, 1 + numbers.below(7))
        elif table.table[wire.T_STAGE] == wire.STAGE_ATTEMPT and state[layout.VERDICT] == codes.OPEN:
            if numbers.below(4):
                for awaited in range(seats):
                    if table.scenes[awaited].mine():
                        seat = awaited
            n = table.attempt.commands(seat, legal)
            if n:
                # The first ones are cards and tasks; proposals come last and would stop the play too often.
                n = numbers.below(n if not numbers.below(4) else max(n // 2, 1))
                table.command(seat, legal[2 * n], legal[2 * n + 1])
                ended += state[layout.VERDICT] != codes.OPEN
        else:
            table.next_mission = mission
            for kind, argument in ((wire.TO_CHOOSE, 0), (wire.CHOOSE, mission), (wire.DEAL_CARDS, 0)):
                table.command(table.table[wire.T_DEALER], kind, argument)
        if not numbers.below(9):
            table.wait(numbers.below(7000))
        for grid in table.grids:
            total = crc32(grid.pairs, crc32(grid.glyphs, total))
    return total, ended

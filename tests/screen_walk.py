"""A walk through the screens in the common dialect: the same keys on CPython and on the MicroPython machines.

``walk`` presses keys and lets seats act by a small generator of its own, and sums up every cell that was ever drawn.
"""

from binascii import crc32

from engine import codes, layout
from engine.cards import deck
from engine.missions import tasks_of
from firmware import wire
from host_tools.rehearsal import Rehearsal

MISSIONS = (49, 1, 15, 6, 19, 28)
NAMES = ("ANATOL", "BEN", "CLEOPA", "DAN", "EVELYN")


class Chance:
    """The same numbers on every machine."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 75 + 74) % 65537
        return self.state % n


def dealer(chance):
    """Return a ``deal`` for Rehearsal."""

    def deal(attempt):
        cards = bytearray(40)
        deck(cards)
        for i in range(39, 0, -1):
            j = chance.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        count = tasks_of(attempt.state[layout.MISSION])
        tasks = [card for card in cards if card < 0x40]
        attempt.apply(codes.CHANCE, bytes((codes.DEAL, 0)) + cards)
        attempt.apply(codes.CHANCE, bytes((codes.TASKS, count)) + bytes(tasks[5 : 5 + count]))

    return deal


def walk(seats, columns, rows, steps, seed):
    """Return the sum of all displays after each of ``steps``, and how many attempts came to their end."""
    chance = Chance(seed)
    table = Rehearsal(seats, (columns, rows), NAMES, dealer(chance))
    legal = bytearray(128)
    state = table.attempt.state
    total = ended = 0
    for step in range(steps):
        mission = MISSIONS[step % len(MISSIONS)]
        seat = chance.below(seats)
        if chance.below(3):
            table.key(seat, 1 + chance.below(7))
        elif table.table[wire.T_STAGE] == wire.STAGE_ATTEMPT and state[layout.VERDICT] == codes.OPEN:
            if chance.below(4) and state[layout.TURN] < seats:
                seat = state[layout.TURN]
            n = table.attempt.commands(seat, legal)
            if n:
                # The first ones are cards and tasks; proposals come last and would stop the play too often.
                n = chance.below(n if not chance.below(4) else max(n // 2, 1))
                table.command(seat, legal[2 * n], legal[2 * n + 1])
                ended += state[layout.VERDICT] != codes.OPEN
        else:
            table.next_mission = mission
            for kind, argument in ((wire.TO_CHOOSE, 0), (wire.CHOOSE, mission), (wire.DEAL_CARDS, 0)):
                table.command(table.table[wire.T_DEALER], kind, argument)
        if not chance.below(9):
            table.wait(chance.below(7000))
        for grid in table.grids:
            total = crc32(grid.pairs, crc32(grid.glyphs, total))
    return total, ended

"""One attempt in the deep sea played on the engine and judged by the plain referee, command by command; and play with open hands.

It serves the tests of the deep sea and its records.
"""

import random

from engine import codes, layout
from tests.duel import BYTE, WORD, Duel, _bits
from tests.sea_facts import SEA_CREWS, SeaRow, Task, own_row, sea_missions
from tests.sea_referee import SeaReferee, faults_of
from tests.steering import Steering

ROWS = sea_missions()
LIMITS = {"free": codes.FREE, "dead-zone": codes.DEAD_ZONE, "from-trick-2": 2, "from-trick-3": 3}
KINDS = {"trick": codes.TRICK_NUMBER, "first": codes.FIRST_TRICKS, "exactly": codes.EXACTLY, "value": codes.ANY_VALUE}


def packed(row):
    """Return the outline of ``row``, as engine/outlines.py reads it."""
    out = [len(row.asked) | LIMITS[row.limit] << 4]
    for task in row.asked:
        kind, before = task.ask[0], {None: 0, "all": codes.BEFORE_ALL}.get(task.before, (task.before if isinstance(task.before, int) else 0) + 1)
        if kind == "suit":
            out += [codes.ANY_SUIT + "PBGY".index(task.ask[1]), before]
        elif kind in ("card", "cards"):
            first = BYTE[task.ask[1]]
            out += [first, before] if kind == "card" else [codes.TWO_CARDS | first, before, BYTE[task.ask[2]]]
        else:
            out += [codes.LAST_TRICK if kind == "last" else KINDS[kind] + task.ask[1], before]
    return bytes(out)


def ask_of(what, second):
    """Return what a task asks for in the words of tests/sea_facts.py."""
    if what in WORD:
        return "card", WORD[what]
    if codes.TWO_CARDS < what < codes.EXACTLY:
        return "cards", WORD[what - codes.TWO_CARDS], WORD[second]
    if codes.ANY_SUIT <= what < codes.ANY_SUIT + 4:
        return "suit", "PBGY"[what - codes.ANY_SUIT]
    if what == codes.LAST_TRICK:
        return ("last",)
    return {code: word for word, code in KINDS.items()}[what & 0xF0], what & 15


def row_of(outline):
    """Return the row that a sound outline tells, None for one that is cut short or asks for something that there is not."""
    count, limit, at, asked = outline[0] & 15, outline[0] >> 4, 1, []
    try:
        for _ in range(count):
            what, before = outline[at], outline[at + 1] & 15
            second = outline[at + 2] if codes.TWO_CARDS < what < codes.EXACTLY else 0
            at += 3 if second else 2
            asked.append(Task(ask_of(what, second), {0: None, codes.BEFORE_ALL: "all"}.get(before, before - 1)))
    except (IndexError, KeyError):
        return None
    limits = {code: word for word, code in LIMITS.items()}
    return SeaRow(51, asked, limits[limit]) if asked and at == len(outline) and limit in limits and count <= 10 else None


class SeaDuel(Duel):
    """An attempt at ``row`` by ``crew`` (a word of SEA_CREWS); the rest as in Duel."""

    def __init__(self, row, crew, seed, line=None, noise=0.3):
        super().__init__(1, "3", seed, line, noise)
        self.where = "deep sea %r, crew %s, seed %r" % (row, crew, seed)
        self.crew = SEA_CREWS[crew]
        self.row = row
        own = row.number >= codes.FIRST_OWN
        self.referee = SeaReferee(row, self.crew, told=not own)
        if own:
            self.referee.tasks = []
        self.attempt.begin(row.number, self.crew.seats, codes.COUNTER if self.crew.counter else 0, codes.DEEP_SEA)

    def chance(self):
        if not self.referee.told:
            outline = packed(self.row)
            return bytes((codes.OUTLINE, len(outline))) + outline
        return super().chance()

    def card(self, by, seat):
        return self.random.choice(sorted(self.referee.legal(by)))

    def nonsense(self):
        if self.random.random() < 0.03:
            outline = packed(own_row(self.random, self.crew.tricks))
            return codes.CHANCE, bytes((codes.OUTLINE, len(outline))) + outline
        return super().nonsense()

    def asked_of_referee(self, seat, command):
        if command[0] == codes.OUTLINE:
            outline = command[2:] if len(command) - 2 == command[1] and command[1] else b"\0"
            return "chance" if seat == codes.CHANCE else seat, "outline", row_of(outline)
        return super().asked_of_referee(seat, command)

    def about(self):
        place = self.attempt.state[layout.VERDICT_CARD]
        return "t%d" % place if place else None

    def facts_of_referee(self):
        facts = super().facts_of_referee()
        referee = self.referee
        facts["tasks"] = [
            (task.ask, task.before, owner, state, self.so_far(task, owner) if state == "open" else None)
            for task, (_, _, owner, _), state in zip(referee.row.asked if referee.tasks else [], referee.tasks, referee.states)
        ]
        return self.without(facts)

    def so_far(self, task, owner):
        """How far an open task is: cards that have gone to others, or which of two cards are won."""
        cards = [card for trick in self.referee.tricks for card in trick[2]]
        if task.ask[0] == "cards":
            return {i for i in range(2) if task.ask[1 + i] in cards}
        letter = 0 if task.ask[0] == "suit" else 1
        return sum(card[0] != "R" and card[letter] == str(task.ask[1]) for card in cards) if task.ask[0] in ("value", "suit") else 0

    def facts_of_engine(self):
        st = self.attempt.state
        facts = super().facts_of_engine()
        facts["tasks"] = []
        seconds = 0
        for place in range(st[layout.TASK_COUNT]):
            what, owner, token = st[layout.TASK + 3 * place : layout.TASK + 3 * place + 3]
            before = st[layout.SEA_BEFORE + place // 2] >> 4 * (place % 2) & 15
            ask = ask_of(what, st[layout.SEA_SECOND + seconds])
            seconds += ask[0] == "cards"
            state = "done" if token & codes.TASK_DONE else "failed" if token & codes.TASK_FAILED else "open"
            so_far = None if state != "open" else _bits(token) if ask[0] == "cards" else token
            before = {0: None, codes.BEFORE_ALL: "all"}.get(before, before - 1)
            facts["tasks"].append((ask, before, None if owner == codes.NOBODY else owner, state, so_far))
        return self.without(facts)

    def without(self, facts):
        """The facts without those whose bytes mean something else in the deep sea."""
        for name in ("said", "open", "progress"):
            del facts[name]
        return facts


class SeaSteering(Steering):
    """Plays the attempt at ``row`` for all seats, with open hands (tests/steering.py)."""

    def __init__(self, row, crew, some):
        super().__init__(1, "3", some)
        self.row = row
        self.crew = SEA_CREWS[crew]

    def reach(self, wanted, deals=60, fits=None):
        for _ in range(deals):
            self.attempt.begin(self.row.number, self.crew.seats, codes.COUNTER if self.crew.counter else 0, codes.DEEP_SEA)
            if self.row.number >= codes.FIRST_OWN:
                outline = packed(self.row)
                self.attempt.apply(codes.CHANCE, bytes((codes.OUTLINE, len(outline))) + outline)
            self.prepare()
            if self.search({wanted}, effort=500, ways=10, fits=fits):
                return True
        return False

    def _progress(self, wanted, fits):
        sign = 1 if fits or codes.SUCCESS in wanted else -1
        return lambda st: sign * st[layout.TASKS_DONE]


def rows_for(seats, many, seed):
    """Return ``many`` own missions at random in which nothing is wrong for ``seats``."""
    some, rows = random.Random(seed), []
    while len(rows) < many:
        row = own_row(some, 40 // seats, some.randrange(1, seats + 3))
        if not faults_of(row, seats):
            rows.append(row)
    return rows

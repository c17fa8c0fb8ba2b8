"""Speed of the engine beside a lean loop over the same deals, in one run: ratios, never seconds alone.

The lean loop is the least that can play the game in Python: no validation, no views, no log, hands as short rows of
card bytes. It stands for what the engine's correctness may cost. Serves host_tools/bench.py.
"""

import time

from engine.attempt import Attempt
from engine.cards import deck, list_cards
from engine.codes import CHANCE, DEAL, NOBODY, PASS, PHASE_END, PHASE_PICK, PICK, PLAY, SUCCESS, TASKS
from engine.layout import COMMANDER, HAND_BYTES, HANDS, PHASE, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TURN, VERDICT
from engine.missions import tasks_of

PLAYS_TASKS = {1: 1, 2: 2, 3: 4, 4: 10}  # tasks without tokens: the mission that has so many


class Chance:
    """A small, quick generator: the same numbers for both sides, and no part of what is compared."""

    def __init__(self, seed):
        self._state = seed * 2654435761 & 0x7FFFFFFF | 1

    def __call__(self, n):
        self._state = self._state * 48271 % 0x7FFFFFFF
        return self._state % n


class Dealing:
    """Makes deals: for the engine two chance commands, for the lean loop the same hands and tasks as rows."""

    def __init__(self, mission, seats, seed):
        self.mission, self.seats = mission, seats
        self._chance = Chance(seed)
        self._cards = bytearray(40)
        deck(self._cards)
        self._tasks = bytearray(self._cards[:36])

    def next(self):
        cards, tasks, chance = self._cards, self._tasks, self._chance
        for row in (cards, tasks):
            for i in range(len(row) - 1, 0, -1):
                j = chance(i + 1)
                row[i], row[j] = row[j], row[i]
        extra = chance(3) if self.seats == 3 else 0
        count = tasks_of(self.mission)
        return bytes((DEAL, extra)) + cards, bytes((TASKS, count)) + tasks[:count]


def handed_out(attempt, mission, seats, deal, tasks, command):
    """Bring ``attempt`` to its first lead: dealt, tasks handed out clockwise from the commander."""
    attempt.begin(mission, seats)
    apply, st = attempt.apply, attempt.state
    apply(CHANCE, deal)
    apply(CHANCE, tasks)
    command[0] = PICK
    while st[PHASE] == PHASE_PICK:
        command[1] = 0
        while st[TASK + TASK_BYTES * command[1] + TASK_OWNER] != NOBODY:
            command[1] += 1
        apply(st[TURN], command)
    command[0], command[1] = PASS, 0
    for seat in range(seats):
        apply(seat, command)


def engine_plays(attempt, chance, into, command):
    """Play an attempt from its first lead to the verdict, every card validated; return how many cards."""
    apply, legal, st = attempt.apply, attempt.legal, attempt.state
    command[0] = PLAY
    plays = 0
    while st[PHASE] != PHASE_END:
        seat = st[TURN]
        command[1] = into[chance(legal(seat, into))]
        apply(seat, command)
        plays += 1
    return plays


def lean_plays(seats, lead, open_tasks, chance, hands, owner, legal):
    """The same with as little as possible: hands as rows of card bytes, nothing validated; return how many cards.

    Written for the boards' dialect, like the engine: a bytearray there has no ``remove``.
    """
    plays = 0
    for _ in range(40 // seats):
        led = best = -1
        t0 = t1 = t2 = t3 = t4 = 0
        for k in range(seats):
            seat = lead + k
            if seat >= seats:
                seat -= seats
            hand = hands[seat]
            here = hand[15]
            n = 0
            if k:
                for i in range(here):
                    if hand[i] >> 4 == led:
                        legal[n] = i
                        n += 1
            i = legal[chance(n)] if n else chance(here)
            card = hand[i]
            here -= 1
            hand[i] = hand[here]
            hand[15] = here
            suit = card >> 4
            if not k:
                led = suit
            power = card if suit == 4 else card & 15 if suit == led else 0
            if power > best:
                best = power
                winner = seat
            t4, t3, t2, t1, t0 = t3, t2, t1, t0, card
            plays += 1
        lead = winner
        for card in (t0, t1, t2, t3, t4):
            seat = owner[card]
            if seat != NOBODY:
                if seat != winner:
                    return plays
                open_tasks -= 1
        if not open_tasks:
            break
    return plays


def compare(mission=10, seats=4, games=3000, rounds=9, seed=7):
    """Return a dict: plays a second of both sides, their ratio (the median of ``rounds``), games a second with dealing."""
    dealing = Dealing(mission, seats, seed)
    attempt, into, command = Attempt(), bytearray(40), bytearray(2)
    st = attempt.state
    starts, rows = [], []
    for _ in range(games):
        deal, tasks = dealing.next()
        handed_out(attempt, mission, seats, deal, tasks, command)
        starts.append(bytes(st))
        owner = bytearray([NOBODY]) * 80
        for i in range(st[TASK_COUNT]):
            owner[st[TASK + TASK_BYTES * i]] = st[TASK + TASK_BYTES * i + TASK_OWNER]
        hands = []
        for seat in range(seats):
            n = list_cards(st, HANDS + HAND_BYTES * seat, 31, into)
            hands.append(bytes(into[:n]) + bytes(15 - n) + bytes([n]))
        rows.append((hands, bytes(owner), st[COMMANDER]))
    row, owner, legal = [bytearray(16) for _ in range(seats)], bytearray(80), bytearray(16)
    ratios, speeds = [], []
    for _ in range(rounds):
        chance, plays, began = Chance(seed), 0, time.process_time()
        for hands, owners, lead in rows:
            for seat in range(seats):
                row[seat][:] = hands[seat]
            owner[:] = owners
            plays += lean_plays(seats, lead, tasks_of(mission), chance, row, owner, legal)
        lean = plays / (time.process_time() - began)
        chance, plays, began = Chance(seed), 0, time.process_time()
        for start in starts:
            st[:] = start
            plays += engine_plays(attempt, chance, into, command)
        ours = plays / (time.process_time() - began)
        ratios.append(ours / lean)
        speeds.append((ours, lean))
    ratios.sort()
    ours, lean = max(speeds)
    return {"ours": ours, "lean": lean, "ratio": ratios[len(ratios) // 2], "games": _games(dealing, attempt, into, command), "legal": _legal(attempt, starts[0], into)}


def _games(dealing, attempt, into, command, games=2000):
    """Whole attempts a second, with shuffling, dealing and handing out."""
    chance, began = Chance(3), time.process_time()
    for _ in range(games):
        handed_out(attempt, dealing.mission, dealing.seats, *dealing.next(), command)
        engine_plays(attempt, chance, into, command)
    return games / (time.process_time() - began)


def _legal(attempt, start, into, queries=100000):
    """Legal-move queries a second, half of them for a lead, half for following."""
    st = attempt.state
    st[:] = start
    command = bytearray((PLAY, 0))
    spent = 0.0
    for _ in range(2):
        seat = st[TURN]
        began = time.process_time()
        for _ in range(queries):
            attempt.legal(seat, into)
        spent += time.process_time() - began
        command[1] = into[0]
        attempt.apply(seat, command)
    return 2 * queries / spent


def won(mission, seats, games, seed):
    """Return how many of ``games`` random attempts are won."""
    dealing = Dealing(mission, seats, seed)
    chance = Chance(seed ^ 0x2545F491)
    attempt, into, command = Attempt(), bytearray(40), bytearray(2)
    wins = 0
    for _ in range(games):
        handed_out(attempt, mission, seats, *dealing.next(), command)
        engine_plays(attempt, chance, into, command)
        wins += attempt.state[VERDICT] == SUCCESS
    return wins

"""Attempts played with all hands open, towards a wanted verdict: wins and rare failures that random play hardly meets.

It serves the tests, the table in docs/RULES.md and the records of special missions. It gives the engine legal commands
only; to try a trick in several ways it puts the attempt's bytes back. Nobody could play like that at a table.
"""

from engine import codes, layout
from engine.attempt import Attempt
from engine.missions import handover_of, special_of, tasks_of, token_of, tokens_of
from engine.turns import humans
from firmware.shuffle import chance
from host_tools.notation import card_of, word_of
from tests.facts import CREWS
from tests.referee import winner_of

WAYS = 14  # of playing a trick that are tried
EFFORT = 1500  # tricks that are tried before another deal is taken
# The tasks alone decide: they may be drawn so that they come out right.
BY_TASKS_ALONE = {
    0, codes.SPECIAL_MUTED, codes.SPECIAL_DRAW, codes.SPECIAL_NINES_TASKS, codes.SPECIAL_DECISION, codes.SPECIAL_SWAP,
    codes.SPECIAL_DISTRIBUTION, codes.SPECIAL_MOVE, codes.SPECIAL_LAST_OMEGA,
}  # fmt: skip


def options_of(crew):
    """Return the engine's options for a crew of tests/facts.py."""
    return codes.CHALLENGE if crew.challenge else 0 if crew.jarvis is None else codes.JARVIS_SEAT * (crew.jarvis + 1)


def list_of_deck(crew):
    """Return the cards that ``crew`` plays with, as bytes."""
    return [card_of(word) for word in crew.deck]


def commands_of(attempt):
    """Return the accepted commands of ``attempt`` as its list has them: (seat, bytes)."""
    save = bytearray(layout.ATTEMPT_BYTES)
    length = attempt.save(save)
    commands = []
    at = layout.SETUP
    while at < length:
        kind, count = save[at] & 31, 0
        if kind == codes.DEAL:
            count = 30 if save[layout.OPTIONS] & codes.CHALLENGE else 40
        elif kind in (codes.TASKS, codes.DRAW, codes.OUTLINE):
            count = save[at + 1]
        commands.append((save[at] >> 5, bytes([kind, save[at + 1]]) + bytes(save[at + 2 : at + 2 + count])))
        at += 2 + count + (count & 1)
    return commands


class Steering:
    """Plays ``attempt`` for all seats. ``some`` is a random.Random; ``signals`` the share of attempts with a distress signal."""

    def __init__(self, mission, crew, some, signals=0.15):
        self.attempt = Attempt()
        self.crew = CREWS[crew] if isinstance(crew, str) else crew
        self.mission = mission
        self.some = some
        self.signals = signals
        self.into = bytearray(200)

    def reach(self, wanted, deals=60, fits=None):
        """Play until the verdict is ``wanted``, dealing anew up to ``deals`` times; return whether it came to that.

        ``fits(state)`` may ask for more of the state at the end.
        """
        for _ in range(deals):
            self.attempt.begin(self.mission, self.crew.seats, options_of(self.crew))
            if wanted in (codes.SUCCESS, codes.FAILED_UNDONE) and special_of(self.mission) in BY_TASKS_ALONE:
                if self._arrange(wanted) and (not fits or fits(self.attempt.state)):
                    return True
            else:
                self.prepare()
                if self.search({wanted}, fits=fits):
                    return True
        return False

    def at_random(self):
        """Play an attempt by random legal cards; return its verdict."""
        self.attempt.begin(self.mission, self.crew.seats, options_of(self.crew))
        self.prepare()
        while self.attempt.state[layout.PHASE] != codes.PHASE_END:
            self._trick()
        return self.attempt.state[layout.VERDICT]

    # Before the tricks.

    def prepare(self, until=codes.PHASE_TRICK):
        """Go on by random legal commands up to the step ``until``."""
        while self.attempt.state[layout.PHASE] < until:
            if not chance(self.attempt, self.some.randbytes):
                self._onward()

    def send(self, seat, kind, argument):
        self.attempt.apply(seat, bytes((kind, argument)))

    def humans(self):
        return [seat for seat in range(5) if humans(self.attempt.state) >> seat & 1]

    def agree(self, seat, subject, argument):
        """``seat`` proposes, and all others say yes."""
        self.send(seat, subject, argument)
        for other in self.humans():
            if other != seat:
                self.send(other, codes.ANSWER, self.some.choice((codes.YES, codes.EITHER)))

    def pass_all(self):
        phase = self.attempt.state[layout.PHASE]
        for seat in self.humans():
            if self.attempt.state[layout.PHASE] == phase:
                self.send(seat, codes.PASS, 0)

    def choices(self, seat):
        return self.into[: self.attempt.legal(seat, self.into)]

    def _onward(self):
        """What a step before the tricks waits for."""
        st, some = self.attempt.state, self.some
        phase = st[layout.PHASE]
        if phase == codes.PHASE_SHARE:
            one, other = some.sample(range(self.crew.seats), 2)
            return self.agree(some.choice(self.humans()), codes.SHARE_OUT, one << 4 | other)
        if phase == codes.PHASE_DISTRESS and some.random() < self.signals:
            return self.agree(some.choice(self.humans()), codes.DISTRESS, some.randrange(2))
        if phase in (codes.PHASE_TOKENS, codes.PHASE_HANDOVER):
            kind = codes.CHANGE_TOKENS if phase == codes.PHASE_TOKENS else codes.HAND_OVER
            seat = some.choice(self.humans())
            proposals = [command for command in self._commands(seat) if command[0] == kind]
            if proposals and some.random() < 0.5:
                return self.agree(seat, *some.choice(proposals))
        if phase in (codes.PHASE_TOKENS, codes.PHASE_HANDOVER, codes.PHASE_DISTRESS):
            return self.pass_all()
        kind = {
            codes.PHASE_QUESTION: codes.SAY, codes.PHASE_NAME: codes.NAME, codes.PHASE_PICK: codes.PICK, codes.PHASE_GIVE: codes.GIVE
        }[phase]
        seats = [seat for seat in self.humans() if self.choices(seat)]
        seat = some.choice(seats)
        return self.send(seat, kind, some.choice(self.choices(seat)))

    def _commands(self, seat):
        return [(self.into[2 * i], self.into[2 * i + 1]) for i in range(self.attempt.commands(seat, self.into))]

    # The tricks.

    def _trick(self):
        """Play one trick, each card at random among the legal ones; in mission 12 the draw comes with it."""
        st, some, into = self.attempt.state, self.some, self.into
        trick = st[layout.TRICK]
        while st[layout.TRICK] == trick:
            turn = st[layout.TURN]
            seat = st[layout.COMMANDER] if turn & codes.FOR_JARVIS else turn
            n = self.attempt.legal(seat, into)
            self.attempt.apply(seat, bytes((codes.PLAY, into[int(some.random() * n)])))
        chance(self.attempt, some.randbytes)

    def search(self, wanted, effort=EFFORT, ways=WAYS, fits=None):
        """Play the tricks, each in several ways, and go back from dead ends; return whether a verdict of ``wanted`` came."""
        st, some = self.attempt.state, self.some
        value = self._progress(wanted, fits)
        marks = [bytes(st)]
        while effort > 0:
            best, most = None, -1000
            for _ in range(ways):
                st[:] = marks[-1]
                self._trick()
                effort -= 1
                if st[layout.VERDICT] in wanted and (not fits or fits(st)):
                    return True
                if st[layout.VERDICT] == codes.OPEN and value(st) + some.random() > most:
                    best, most = bytes(st), value(st) + some.random()
            if best:
                marks.append(best)
            else:
                del marks[max(1, len(marks) - some.choice((1, 1, 2, 3, 5))) :]
        return False

    def _progress(self, wanted, fits):
        """Return how good a state is, as a function of its bytes."""
        if special_of(self.mission) in (codes.SPECIAL_ONE, codes.SPECIAL_TWO_ONES) and codes.SUCCESS in wanted:
            return self._near_ones
        sign = 1 if fits or wanted & {codes.SUCCESS, codes.FAILED_PINK_LEFT, codes.FAILED_ROCKET_LEFT, codes.FAILED_OMEGA_SOON} else -1
        return lambda st: sign * (4 * st[layout.TASKS_DONE] + st[layout.PROGRESS])

    def _near_ones(self, st):
        """The fewer cards of its colour others hold, the nearer a 1 is to winning."""
        others = []
        for suit in range(4):
            held = [st[layout.HANDS + layout.HAND_BYTES * seat + suit] for seat in range(self.crew.seats)]
            if any(mask & 1 for mask in held):
                others.append(sum(bin(mask).count("1") for mask in held if not mask & 1))
        need = 1 if special_of(self.mission) == codes.SPECIAL_ONE else 2
        return 20 * st[layout.PROGRESS] - sum(sorted(others)[: need - st[layout.PROGRESS]]) - (100 if len(others) < need - st[layout.PROGRESS] else 0)

    # Tasks that come out right.

    def _arrange(self, wanted):
        """Deal, rehearse the tricks without tasks, draw such tasks as that play fulfils, and play it; True if it came to that.

        For FAILED_UNDONE one of the tasks is a card that stays unplayed.
        """
        st = self.attempt.state
        self.prepare(codes.PHASE_TASKS)
        mark, before = bytes(st), len(commands_of(self.attempt))
        st[layout.PHASE], st[layout.PASSED] = codes.PHASE_DISTRESS, 0  # as if the tasks were out
        self.prepare()
        nines = special_of(self.mission) == codes.SPECIAL_NINES_TASKS
        through_tricks = self.search({codes.SUCCESS} if nines else {codes.FAILED_UNDONE}, ways=WAYS if nines else 1)
        commands = commands_of(self.attempt)[before:]
        commander = st[layout.COMMANDER]
        tricks = _tricks_of(commands, self.crew.seats, commander)
        unplayed = [card for card in list_of_deck(self.crew) if card < 0x40 and not any(card in cards for _, cards in tricks)]
        if not through_tricks or wanted == codes.FAILED_UNDONE and not unplayed:
            return False
        for _ in range(60):
            found = self._tasks_for(tricks, commander, unplayed if wanted == codes.FAILED_UNDONE else None)
            if found:
                st[:] = mark
                self._hand_out(*found)
                for seat, command in commands:
                    if st[layout.VERDICT] == codes.OPEN:
                        self.attempt.apply(seat, command)
                return st[layout.VERDICT] == wanted or st[layout.VERDICT] == codes.OPEN and self.search({wanted})
        return False

    def _tasks_for(self, tricks, commander, unplayed):
        """Choose tasks that ``tricks``, a list of (winner, cards), fulfil, but for one that is ``unplayed``; None when this choice did not come out.

        Return them from the left as (card, who gets it, who plays it), and what tokens are exchanged or None.
        """
        some, seats, mission = self.some, self.crew.seats, self.mission
        count, special = tasks_of(mission), special_of(mission)
        owners = [(commander + i) % seats for i in range(count)]
        if special == codes.SPECIAL_DECISION:
            owners = [some.choice([seat for seat in range(seats) if seat != commander])] * count
        elif special == codes.SPECIAL_DISTRIBUTION:
            some.shuffle(seat_order := list(range(seats)))
            owners = [seat_order[i % seats] for i in range(count)]
        players = owners[:]
        if handover_of(mission) and len(self.crew.humans) == 5 and some.random() < 0.5:
            players[some.randrange(count)] = some.randrange(seats)
        tasks, used = [], set()
        if unplayed:
            at = some.randrange(count)
            tasks.append((99, 0, some.choice(unplayed), owners.pop(at), players.pop(at)))
        for owner, player in zip(owners, players):
            free = [(n, card) for n, (winner, cards) in enumerate(tricks) for card in cards if winner == player and card < 0x40 and card not in used]
            if not free:
                return None
            n, card = some.choice(free)
            if special == codes.SPECIAL_LAST_OMEGA and not tasks:
                last = [pair for pair in free if pair[0] == self.crew.tricks - 1]
                if not last:
                    return None
                n, card = some.choice(last)
            elif special == codes.SPECIAL_LAST_OMEGA and player == tasks[0][4] and some.random() < 0.5:
                n, card = free[-1]
            used.add(card)
            tasks.append((n, some.random(), card, owner, player))
        tasks.sort()
        tokens = [token_of(tokens_of(mission), place) for place in range(count)]
        numbers = [token for token in tokens if 0 < token < codes.ARROW]
        arrows = [token for token in tokens if codes.ARROW < token < codes.OMEGA]
        omega = [token for token in tokens if token == codes.OMEGA]
        between = tasks[len(numbers) : count - len(omega)]
        chosen = sorted(some.sample(range(len(between)), len(arrows)))
        rest = [task for i, task in enumerate(between) if i not in chosen]
        some.shuffle(rest)
        laid = tasks[: len(numbers)] + [between[i] for i in chosen] + tasks[count - len(omega) :] + rest
        laid = [task[2:] for task in laid]
        if special == codes.SPECIAL_DISTRIBUTION and not self._even(laid):
            return None
        change = None
        if special in (codes.SPECIAL_SWAP, codes.SPECIAL_MOVE) and some.random() < 0.7:
            one, other = some.sample(range(5), 2) if special == codes.SPECIAL_SWAP else (some.randrange(3), some.randrange(3, 8))
            laid[one], laid[other] = laid[other], laid[one]
            change = one << 4 | other
        return laid, change

    def _even(self, laid):
        counts = [sum(task[1] == seat for task in laid) for seat in range(self.crew.seats)]
        return max(counts) - min(counts) < 2

    def _hand_out(self, laid, change):
        """Draw the tasks and hand them out as chosen, up to the distress step."""
        st, some = self.attempt.state, self.some
        self.attempt.apply(codes.CHANCE, bytes([codes.TASKS, len(laid)] + [task[0] for task in laid]))
        while st[layout.PHASE] < codes.PHASE_DISTRESS:
            phase, turn = st[layout.PHASE], st[layout.TURN]
            seat = st[layout.COMMANDER] if turn & codes.FOR_JARVIS else turn
            if phase == codes.PHASE_TOKENS and change is not None:
                self.agree(some.choice(self.humans()), codes.CHANGE_TOKENS, change)
            elif phase == codes.PHASE_QUESTION:
                self.send(seat, codes.SAY, some.randrange(1, 3))
            elif phase == codes.PHASE_NAME:
                self.send(seat, codes.NAME, laid[st[layout.ASKING]][1])
            elif phase == codes.PHASE_PICK:
                places = [place for place in self.choices(seat) if laid[place][1] == turn & 7]
                self.send(seat, codes.PICK, some.choice(places))
            elif phase == codes.PHASE_HANDOVER and [task for task in laid if task[1] != task[2]]:
                place = next(i for i, task in enumerate(laid) if task[1] != task[2])
                self.agree(laid[place][1], codes.HAND_OVER, place << 4 | laid[place][2])
            else:
                self.pass_all()


def _tricks_of(commands, seats, leader):
    """The tricks in a list of commands as (winner, cards)."""
    cards = [command[1] for _, command in commands if command[0] == codes.PLAY]
    tricks = []
    for at in range(0, len(cards), seats):
        trick = cards[at : at + seats]
        leader = winner_of([((leader + i) % seats, word_of(card)) for i, card in enumerate(trick)])
        tricks.append((leader, trick))
    return tricks

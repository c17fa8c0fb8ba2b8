"""A plain, slow second opinion: the rules of an attempt in ordinary lists, sets and words.

It serves the tests, which hold the engine against it. It never looks at the engine: cards are words such as ``P1``, a
refusal is the set of *all* reasons that stand against a command, and a take-back is a copy kept from before the card.
"""

import pathlib
import pickle

COLOURS = "PBGY"
DECK = [suit + str(value) for suit in "PBGYR" for value in range(1, 5 if suit == "R" else 10)]
MISSIONS = pathlib.Path(__file__).with_name("data") / "missions.txt"


class Row:
    """One mission: ``tasks`` to draw, their ``tokens`` from the left, and when the radio may be used."""

    def __init__(self, line):
        number, tasks, tokens, limit, handover, to_the_end, self.special, self.handout = line.split()
        self.number = int(number)
        self.tasks = int(tasks)
        self.tokens = [] if tokens == "-" else tokens.split(",")
        self.limit = limit
        self.dead_zone = limit == "dead-zone"
        self.from_trick = int(limit.rsplit("-", 1)[1]) if limit.startswith("from-trick-") else 1
        self.handover = handover == "yes"
        self.to_the_end = to_the_end == "yes"


def missions():
    """Read the fifty rows: number -> Row."""
    lines = MISSIONS.read_text().splitlines()
    rows = [Row(line) for line in lines if line and not line.startswith("#")]
    return {row.number: row for row in rows}


def suit(card):
    return card[0]


def value(card):
    return int(card[1])


def winner_of(played):
    """Return the seat that wins ``played``, a list of (seat, card) in the order of play (RULES 2)."""
    led = suit(played[0][1])
    rockets = [pair for pair in played if suit(pair[1]) == "R"]
    contenders = rockets or [pair for pair in played if suit(pair[1]) == led]
    return max(contenders, key=lambda pair: value(pair[1]))[0]


def meaning_of(hand, card):
    """Return what showing ``card`` would say about ``hand``: highest, only, lowest, or None (RULES 6)."""
    values = sorted(value(other) for other in hand if suit(other) == suit(card))
    if values == [value(card)]:
        return "only"
    if values[-1] == value(card):
        return "highest"
    return "lowest" if values[0] == value(card) else None


class Referee:
    """Judges one attempt. ``reasons`` says what stands against a command; ``do`` carries out one that has none."""

    def __init__(self, row, seats):
        self.row = row
        self.seats = seats
        self.step = "deal"
        self.hands = [set() for _ in range(seats)]
        self.commander = self.leader = None
        self.tasks = []  # [card, token, owner, done]
        self.trick = []  # (seat, card)
        self.last = []  # the last completed one
        self.last_winner = None
        self.won = [0] * seats
        self.played = []
        self.radio = ["unused"] * seats
        self.shown = [None] * seats
        self.meaning = [None] * seats
        self.asked = set()
        self.held = False  # a radio phase was held before the coming trick
        self.queue = []  # whom it still serves
        self.proposal = None  # [proposer, subject, {seat: answer}]
        self.news = None  # (proposer, subject, outcome, answers) of the last one
        self.before = None  # (seat, copy from before its card) while it may be taken back
        self.verdicts = set()  # every failure of the trick that ended it, or "success", "given-up"

    # What everybody sees.

    @property
    def completed(self):
        return sum(self.won)

    @property
    def tricks(self):
        return len(DECK) // self.seats

    def turn(self):
        """Return the seat that is to act, or None."""
        if self.step == "pick":
            return (self.commander + sum(task[2] is not None for task in self.tasks)) % self.seats
        if self.step == "radio":
            return self.queue[0]
        if self.step == "trick":
            return (self.leader + len(self.trick)) % self.seats
        return None

    def legal(self, seat):
        """Return what the waiting seat may choose from: cards, or tasks while they are picked."""
        verb = {"pick": "pick", "radio": "show", "trick": "play"}.get(self.step)
        if verb == "pick":
            choices = [task[0] for task in self.tasks]
        else:
            choices = self.hands[seat]
        return {choice for choice in choices if verb and not self.reasons(seat, verb, choice)}

    # Commands.

    def reasons(self, seat, verb, what=None):
        """Return every reason against the command as a set of words; an empty set says that it is legal."""
        chance = verb in ("deal", "tasks", "absent")
        if chance != (seat == "chance") or not chance and seat not in range(self.seats):
            return {"seat"}
        against = getattr(self, "_against_" + verb.replace("-", "_"))(seat, what)
        return {reason for reason in against if reason}

    def do(self, seat, verb, what=None):
        getattr(self, "_do_" + verb.replace("-", "_"))(seat, what)

    def _waits(self):
        return self.proposal and "proposal"

    def _not_in(self, *steps):
        return self.step not in steps and "phase"

    def _under_way(self):
        return self._not_in("tasks", "pick", "radio", "trick")

    def _against_deal(self, seat, hands):
        cards = sorted(card for hand in hands for card in hand)
        sizes = sorted(len(hand) for hand in hands)
        fair = {3: [13, 13, 14], 4: [10] * 4, 5: [8] * 5}[self.seats]
        return [self._not_in("deal"), (cards != sorted(DECK) or sizes != fair) and "chance"]

    def _do_deal(self, seat, hands):
        self.hands = [set(hand) for hand in hands]
        self.commander = self.leader = [i for i in range(self.seats) if "R4" in hands[i]][0]
        self.step = "tasks"

    def _against_tasks(self, seat, cards):
        fair = len(cards) == self.row.tasks == len(set(cards)) and all(suit(card) in COLOURS for card in cards)
        return [self._not_in("tasks"), not fair and "chance", self._waits()]

    def _do_tasks(self, seat, cards):
        tokens = self.row.tokens + [None] * len(cards)
        self.tasks = [[card, token, None, False] for card, token in zip(cards, tokens)]
        self.step = "pick"
        self._last_task()

    def _against_pick(self, seat, card):
        free = any(task[0] == card and task[2] is None for task in self.tasks)
        return [self._not_in("pick"), self._waits(), self.turn() != seat and "turn", not free and "task"]

    def _do_pick(self, seat, card):
        self._task(card)[2] = seat
        self._last_task()

    def _task(self, card):
        return [task for task in self.tasks if task[0] == card][0]

    def _last_task(self):
        """A single task left goes to the next seat by itself; then the tricks begin."""
        open_tasks = [task for task in self.tasks if task[2] is None]
        if len(open_tasks) == 1:
            open_tasks[0][2] = self.turn()
            self.step = "trick"
            self._open_radio()

    def _against_play(self, seat, card):
        hand = self.hands[seat]
        led = suit(self.trick[0][1]) if self.trick else None
        revokes = led and suit(card) != led and any(suit(other) == led for other in hand)
        return [
            self._not_in("trick"), self._waits(), self.turn() != seat and "turn", card not in hand and "card", revokes and "follow"
        ]

    def _do_play(self, seat, card):
        self.before = None
        self.before = (seat, pickle.dumps(vars(self)))
        self.hands[seat].remove(card)
        self.played.append(card)
        self.trick.append((seat, card))
        if self.shown[seat] == card:
            self.shown[seat] = None
            self.radio[seat] = "spent"
        if len(self.trick) == self.seats:
            self._judge()

    def _judge(self):
        self.last, self.trick = self.trick, []
        winner = self.last_winner = self.leader = winner_of(self.last)
        self.won[winner] += 1
        self.held = False
        before = sum(task[3] for task in self.tasks)
        cards = [card for _, card in self.last]
        failures = {("owner", winner, task[0]) for task in self.tasks if task[0] in cards and task[2] != winner}
        hits = [task for task in self.tasks if task[0] in cards]
        if not failures:
            failures = self._order(before, hits, winner)
        for task in hits:
            task[3] = task[2] == winner
        if failures:
            self._end(failures)
        elif all(task[3] for task in self.tasks):
            self._end({("success", None, None)})
        elif self.completed == self.tricks:
            self._end({("undone", task[2], task[0]) for task in self.tasks if not task[3]})
        else:
            self._open_radio()

    def _order(self, before, hits, winner):
        """The tokens, the trick judged as a whole (RULES 10, ruling). ``before`` tasks were complete, ``hits`` come now.

        Each failure names the winner and a card: the one that came too early, or the one that was passed over.
        """
        after = before + len(hits)
        failures = set()
        for task in self.tasks:
            card, token = task[:2]
            if token in list("12345"):
                number = int(token)
                if task in hits and not before < number <= after:
                    failures.add(("early", winner, card))
                if task not in hits and before < number <= after:
                    failures.add(("passed", winner, card))
            elif token and token[0] == "a" and task in hits:
                fewer = [other for other in self.tasks if other[1] and other[1][0] == "a" and other[1] < token]
                failures.update(("arrow", winner, other[0]) for other in fewer if not other[3] and other not in hits)
            elif token == "omega" and task in hits and after < len(self.tasks):
                failures.add(("omega", winner, card))
        return failures

    def _end(self, verdicts):
        self.verdicts = verdicts
        self.step = "end"
        self.before = self.proposal = None
        self.queue = []
        self.asked = set()

    # The radio.

    def _open_radio(self):
        """Before a trick: the first standing request opens the phase, if none was held yet and it is allowed."""
        if self.step == "trick" and not self.trick and not self.held and self.asked and self.completed + 1 >= self.row.from_trick:
            self.held = True
            self.step = "radio"
            self.queue = [seat for seat in self._clockwise(self.leader) if seat in self.asked]

    def _clockwise(self, seat):
        return [(seat + i) % self.seats for i in range(self.seats)]

    def _against_ask(self, seat, what):
        used = self.radio[seat] != "unused" or seat in self.asked
        return [self._under_way(), used and "radio"]

    def _do_ask(self, seat, what):
        self.asked.add(seat)
        self._open_radio()

    def _against_drop(self, seat, what):
        return [self._under_way(), seat not in self.asked and "radio"]

    def _do_drop(self, seat, what):
        self._served(seat)

    def _served(self, seat):
        self.asked.discard(seat)
        if seat in self.queue:
            self.queue.remove(seat)
            if not self.queue:
                self.step = "trick"

    def _against_show(self, seat, card):
        return [
            self._not_in("radio"), self._waits(), self.turn() != seat and "turn", card not in self.hands[seat] and "card",
            suit(card) == "R" and "rocket", card in self.hands[seat] and not meaning_of(self.hands[seat], card) and "meaning"
        ]

    def _do_show(self, seat, card):
        self.meaning[seat] = meaning_of(self.hands[seat], card)
        self.radio[seat] = "spent" if self.row.dead_zone else self.meaning[seat]
        self.shown[seat] = card
        self.before = None
        self._served(seat)

    # Joint decisions.

    def _against_give_up(self, seat, what):
        return [self._under_way(), self._waits()]

    def _do_give_up(self, seat, what):
        self.proposal = [seat, "give-up", {}]

    def _against_take_back(self, seat, what):
        mine = self.before and self.before[0] == seat
        return [self._under_way(), self._waits(), not mine and "back"]

    def _do_take_back(self, seat, what):
        self.proposal = [seat, "take-back", {}]

    def _against_answer(self, seat, reply):
        waited_for = self.proposal and seat != self.proposal[0] and self.proposal[2].get(seat, "away") == "away"
        return [self._under_way(), not (waited_for and reply in ("yes", "no", "either")) and "answer"]

    def _do_answer(self, seat, reply):
        proposer, subject, answers = self.proposal
        answers[seat] = reply
        if len(answers) == self.seats - 1:
            voided = "no" in answers.values()
            self.proposal = None
            self.news = (proposer, subject, "voided" if voided else "accepted", answers)
            if not voided:
                self._accepted(subject, proposer)

    def _accepted(self, subject, proposer):
        if subject == "give-up":
            self._end({("given-up", proposer, None)})
        else:
            # A request is its owner's: those made or taken back since stay so.
            kept = {"asked": self.asked, "news": self.news}
            vars(self).update(pickle.loads(self.before[1]))
            vars(self).update(kept)
            self._open_radio()

    def _against_absent(self, seat, away):
        waited_for = (
            self.proposal and self.proposal[1] == "give-up" and away != self.proposal[0]
            and away in range(self.seats) and away not in self.proposal[2]
        )
        return [self._under_way(), away not in range(self.seats) and "seat", not waited_for and "answer"]

    def _do_absent(self, seat, away):
        self._do_answer(away, "away")

    def _against_withdraw(self, seat, what):
        mine = self.proposal and self.proposal[0] == seat
        return [self._under_way(), not mine and "answer", not mine and "proposal"]

    def _do_withdraw(self, seat, what):
        self.news = (self.proposal[0], self.proposal[1], "withdrawn", {})
        self.proposal = None

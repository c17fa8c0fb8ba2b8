"""A plain, slow second opinion: the rules of an attempt in ordinary lists, sets and words.

It serves the tests, which hold the engine against it. It never looks at the engine: cards are words such as ``P1``, a
refusal is the set of *all* reasons that stand against a command, and a take-back is a copy kept from before the card.
The verdicts are in tests/referee_verdicts.py.
"""

import pickle

from tests.facts import COLOURS
from tests.referee_verdicts import verdicts_of

OPTIONAL = ("tokens", "hand-over", "distress")


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

    def __init__(self, row, crew):
        self.row = row
        self.crew = crew
        self.seats = crew.seats
        self.step = "deal"
        self.hands = [set() for _ in range(self.seats)]  # of JARVIS its open cards
        self.open = [None] * 7  # of JARVIS, place by place
        self.covered = [None] * 7
        self.commander = self.leader = None
        self.roles = []  # of the special; in 50 the seats for the first four and for the last trick
        self.said = {}  # what the commander was answered last
        self.asking = 0  # the task that a distribution is about
        self.tasks = []  # [card, token, owner, done]
        self.face_down = set()
        self.passed = set()
        self.standing = set()
        self.signal = None
        self.gave, self.got, self.lost, self.drew = {}, {}, {}, {}
        self.trick = []  # (seat, card)
        self.tricks = []  # the completed ones: (winner, its card, all the cards)
        self.last = []  # the last completed one, as it was played
        self.radio = ["unused"] * self.seats
        self.shown = [None] * self.seats
        self.meaning = [None] * self.seats
        self.asked = set()
        self.held = False  # a radio phase was held before the coming trick
        self.queue = []  # whom it still serves
        self.proposal = None  # [proposer, subject, what, {seat: answer}]
        self.news = None  # (proposer, subject, outcome, answers) of the last one
        self.before = None  # (who played it, copy from before the card) while it may be taken back
        self.verdicts = set()  # every failure of the trick that ended it, or "success", "given-up"

    # What everybody sees.

    @property
    def completed(self):
        return len(self.tricks)

    @property
    def won(self):
        return [sum(trick[0] == seat for trick in self.tricks) for seat in range(self.seats)]

    def left(self, seat):
        return len(self.hands[seat]) + (sum(card is not None for card in self.covered) if seat == self.crew.jarvis else 0)

    def turn(self):
        """Return the seat that is to act, or None. For JARVIS the commander acts."""
        if self.step == "question":
            return next(seat for seat in self._clockwise(self.commander + 1) if seat in self.crew.humans and seat not in self.said)
        if self.step == "name":
            return self.commander
        if self.step == "pick":
            return (self.commander + sum(task[2] is not None for task in self.tasks)) % self.seats
        if self.step == "radio":
            return self.queue[0]
        if self.step == "trick":
            return (self.leader + len(self.trick)) % self.seats
        return None

    def acts(self, seat):
        """Return whether the human in ``seat`` is to act now."""
        turn = self.turn()
        return turn is not None and seat == (self.commander if turn == self.crew.jarvis else turn)

    def legal(self, seat):
        """Return what ``seat`` may choose from: cards, tasks, seats or answers."""
        verb = {"pick": "pick", "radio": "show", "trick": "play", "question": "say", "name": "name", "give": "give"}.get(self.step)
        if verb is None or self.turn() is not None and not self.acts(seat):
            return set()
        choices = {"pick": [task[0] for task in self.tasks], "say": (1, 2, 3), "name": range(self.seats)}.get(verb)
        if choices is None:
            choices = set(self.hands[seat if self.turn() is None else self.turn()])
            if verb == "give" and self.crew.jarvis is not None:
                choices |= self.hands[self.crew.jarvis]
        return {choice for choice in choices if not self.reasons(seat, verb, choice)}

    # Commands.

    def reasons(self, seat, verb, what=None):
        """Return every reason against the command as a set of words; an empty set says that it is legal."""
        chance = verb in ("deal", "tasks", "draw", "absent")
        if chance != (seat == "chance"):
            return {"seat", "command"}
        if not chance and seat not in self.crew.humans:
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
        return self.step in ("deal", "end") and "phase"

    def _not_its_turn(self, seat):
        return not self.acts(seat) and "turn"

    def _clockwise(self, seat):
        return [(seat + i) % self.seats for i in range(self.seats)]

    # The deal and the role.

    def _against_deal(self, seat, hands):
        cards = sorted(card for hand in hands for card in hand)
        sizes = [len(hand) for hand in hands]
        fair = sorted(sizes) == [self.crew.tricks] * (self.seats - self.crew.surplus) + [self.crew.tricks + 1] * self.crew.surplus
        if self.crew.jarvis is not None and fair:
            fair = sizes[self.crew.jarvis] == 14 and "R4" not in hands[self.crew.jarvis]
        return [self._not_in("deal"), (cards != sorted(self.crew.deck) or not fair) and "chance"]

    def _do_deal(self, seat, hands):
        self.hands = [set(hand) for hand in hands]
        self.commander = self.leader = [i for i in range(self.seats) if "R4" in hands[i]][0]
        if self.row.special == "left_of_pink_nine_wins_all_pink":
            self.roles = [([i for i in range(self.seats) if "P9" in hands[i]][0] + 1) % self.seats]
        jarvis = self.crew.jarvis
        if jarvis is not None:
            self.covered, self.open = list(hands[jarvis][:7]), list(hands[jarvis][7:])
            self.hands[jarvis] = set(self.open)
        self.step = {
            "sick_member_wins_none": "question", "exactly_one_trick_no_rocket": "question", "only_first_and_last_no_rocket": "question",
            "first_four_middle_last": "question", "one_member_muted": "name",
        }.get(self.row.special)
        if not self.step:
            self._after_role()

    def _after_role(self):
        self.step = "tasks"
        if not self.row.tasks:
            self._after_handout()

    def _against_say(self, seat, answer):
        answers = (1, 2, 3) if self.row.special == "first_four_middle_last" else (1, 2)
        return [self._not_in("question"), self._waits(), self._not_its_turn(seat), answer not in answers and "choice"]

    def _do_say(self, seat, answer):
        self.said[seat] = answer
        if len(self.said) == len(self.crew.humans) - 1:
            self.step = "share" if self.row.special == "first_four_middle_last" else "name"

    def _against_name(self, seat, named):
        return [self._not_in("name"), self._waits(), self._not_its_turn(seat), not self._may_name(named) and "choice"]

    def _may_name(self, named):
        if named not in range(self.seats):
            return False
        if self.row.handout == "commander_distribution":
            return self._can_balance(named)
        if self.row.special == "one_member_muted" and named == self.crew.jarvis:
            return False
        return named != self.commander

    def _can_balance(self, named):
        """Whether the tasks can still come out even: the rest given to whoever has fewest, nobody has two more than another."""
        counts = [sum(task[2] == seat for task in self.tasks) for seat in range(self.seats)]
        counts[named] += 1
        for _ in range(len(self.tasks) - sum(counts)):
            counts[counts.index(min(counts))] += 1
        return max(counts) - min(counts) < 2

    def _do_name(self, seat, named):
        if self.row.handout == "commander_distribution":
            self.tasks[self.asking][2] = named
            self.asking += 1
            if self.asking == len(self.tasks):
                self._after_handout()
            else:
                self._turn_up_a_task()
        elif self.row.handout == "commander_decision":
            for task in self.tasks:
                task[2] = named
            self.face_down = set()
            self._after_handout()
        else:
            self.roles = [named]
            if self.row.special == "one_member_muted":
                self.asked.discard(named)
            self._after_role()

    # The tasks.

    def _against_tasks(self, seat, cards):
        fair = len(cards) == self.row.tasks == len(set(cards)) and all(suit(card) in COLOURS and card in self.crew.deck for card in cards)
        return [self._not_in("tasks"), not fair and "chance", self._waits()]

    def _do_tasks(self, seat, cards):
        tokens = self.row.tokens + [None] * len(cards)
        self.tasks = [[card, token, None, False] for card, token in zip(cards, tokens)]
        if self.row.handout != "clockwise_pick_from_commander":
            self.face_down = set(cards)
        if self.row.special in ("swap_two_tokens", "move_one_token"):
            self._optional("tokens")
        else:
            self._after_tokens()

    def _against_tokens(self, seat, what):
        one, other = [self.tasks[place] if place < len(self.tasks) else None for place in what]
        fine = one and other and one is not other and one[1] and bool(other[1]) == (self.row.special == "swap_two_tokens")
        return [self._not_in("tokens"), self._waits(), not fine and "choice"]

    def _do_tokens(self, seat, what):
        self._propose(seat, "tokens", what)

    def _after_tokens(self):
        if self.row.handout == "commander_distribution":
            self._turn_up_a_task()
        elif self.row.handout == "commander_decision":
            self.step = "question"
        else:
            self.step = "pick"
            self._last_task()

    def _turn_up_a_task(self):
        self.face_down.discard(self.tasks[self.asking][0])
        self.said = {}
        self.step = "question"

    def _against_pick(self, seat, card):
        free = any(task[0] == card and task[2] is None for task in self.tasks)
        return [self._not_in("pick"), self._waits(), self._not_its_turn(seat), not free and "task"]

    def _do_pick(self, seat, card):
        owner = self.turn()
        [task for task in self.tasks if task[0] == card][0][2] = owner
        self._last_task()

    def _last_task(self):
        """A single task left goes to the next seat by itself."""
        open_tasks = [task for task in self.tasks if task[2] is None]
        if len(open_tasks) == 1:
            open_tasks[0][2] = self.turn()
            self._after_handout()

    def _after_handout(self):
        if self.row.handover and len(self.crew.humans) == 5:
            self._optional("hand-over")
        else:
            self._optional("distress")

    def _against_hand_over(self, seat, what):
        place, receiver = what
        mine = place < len(self.tasks) and self.tasks[place][2] == seat
        return [self._not_in("hand-over"), self._waits(), not (mine and receiver in range(self.seats) and receiver != seat) and "choice"]

    def _do_hand_over(self, seat, what):
        self._propose(seat, "hand-over", what)

    # Optional steps, and the signal.

    def _optional(self, step):
        self.step = step
        self.passed = set(self.standing)
        self._end_if_passed()

    def _end_if_passed(self):
        if self.passed == set(self.crew.humans):
            self._after_optional()

    def _after_optional(self):
        if self.step == "tokens":
            self._after_tokens()
        elif self.step == "hand-over":
            self._optional("distress")
        else:
            self._before_trick()

    def _against_pass(self, seat, always):
        """A standing pass may be set before the steps that it is for, too."""
        early = always == 1 and self.step in ("question", "name", "share", "tasks", "pick")
        return [
            self.step not in OPTIONAL and not early and "phase", always not in (0, 1) and "phase", self._waits(),
            (seat in self.standing or seat in self.passed and not always) and "passed",
        ]  # fmt: skip

    def _do_pass(self, seat, always):
        self.passed.add(seat)
        if always:
            self.standing.add(seat)
        if self.step in OPTIONAL:
            self._end_if_passed()

    def _against_distress(self, seat, direction):
        return [self._not_in("distress"), self._waits(), direction not in ("left", "right") and "choice"]

    def _do_distress(self, seat, direction):
        self._propose(seat, "distress", direction)

    def _giver(self, seat, card):
        """The commander chooses for JARVIS too, one of its open cards."""
        jarvis = self.crew.jarvis
        return jarvis if seat == self.commander and jarvis is not None and card in self.hands[jarvis] else seat

    def _against_give(self, seat, card):
        giver = self._giver(seat, card)
        return [
            self._not_in("give"), self._waits(), giver in self.gave and "given", card not in self.hands[giver] and "card",
            suit(card) == "R" and "rocket",
        ]  # fmt: skip

    def _do_give(self, seat, card):
        self.gave[self._giver(seat, card)] = card
        if len(self.gave) < self.seats:
            return
        for giver, card in self.gave.items():
            taker = (giver + (1 if self.signal == "left" else -1)) % self.seats
            self.got[taker] = card
        for seat in range(self.seats):
            self.hands[seat] = self.hands[seat] - {self.gave[seat]} | {self.got[seat]}
        if self.crew.jarvis is not None:
            self.open[self.open.index(self.gave[self.crew.jarvis])] = self.got[self.crew.jarvis]
        self._before_trick()

    # The tricks.

    def _before_trick(self):
        """The first standing request opens the radio phase, if none was held yet and it is allowed."""
        self.step = "trick"
        if not self.trick and not self.held and self.asked and self.completed + 1 >= self.row.from_trick:
            self.held = True
            self.step = "radio"
            self.queue = [seat for seat in self._clockwise(self.leader) if seat in self.asked]

    def _against_play(self, seat, card):
        turn = self.turn()
        hand = self.hands[turn if self.acts(seat) and self.step == "trick" else seat]
        led = suit(self.trick[0][1]) if self.trick else None
        revokes = led and suit(card) != led and any(suit(other) == led for other in hand)
        return [
            self._not_in("trick"), self._waits(), self._not_its_turn(seat), card not in hand and "card", revokes and "follow"
        ]

    def _do_play(self, by, card):
        seat = self.turn()
        self.before = None
        self.before = (by, pickle.dumps(vars(self)))
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if self.shown[seat] == card:
            self.shown[seat] = None
            self.radio[seat] = "spent"
        if seat == self.crew.jarvis:
            self.open[self.open.index(card)] = None
        if len(self.trick) == self.seats:
            self._complete()

    def _complete(self):
        self.last, self.trick = self.trick, []
        winner = self.leader = winner_of(self.last)
        self.tricks.append((winner, dict(self.last)[winner], [card for _, card in self.last]))
        self.held = False
        for place in range(7):
            if self.open[place] is None and self.covered[place]:
                self.open[place], self.covered[place] = self.covered[place], None
                self.hands[self.crew.jarvis].add(self.open[place])
                self.before = None
        verdicts = verdicts_of(self)
        hits = self.tricks[-1][2]
        for task in self.tasks:
            task[3] = task[3] or task[0] in hits and task[2] == winner
        if verdicts:
            self._end(verdicts)
        elif self.row.special == "draw_from_right_after_trick_1" and self.completed == 1:
            self.step = "draw"
            self.before = None
        else:
            self._before_trick()

    def _end(self, verdicts):
        self.verdicts = verdicts
        self.step = "end"
        self.before = self.proposal = None
        self.queue = []
        self.asked = set()

    def _against_draw(self, seat, cards):
        fair = len(cards) == self.seats
        for taker, card in enumerate(cards):
            giver = (taker - 1) % self.seats
            held = self.covered if giver == self.crew.jarvis else self.hands[giver]
            fair = fair and card in held and card != self.shown[giver]
        return [self._not_in("draw"), self._waits(), not fair and "chance"]

    def _do_draw(self, seat, cards):
        for taker, card in enumerate(cards):
            self.drew[taker] = card
            self.lost[(taker - 1) % self.seats] = card
        for seat in range(self.seats):
            if seat == self.crew.jarvis:
                self.covered[self.covered.index(self.lost[seat])] = self.drew[seat]
            else:
                self.hands[seat] = self.hands[seat] - {self.lost[seat]} | {self.drew[seat]}
        self._before_trick()

    # The radio.

    def _against_ask(self, seat, what):
        used = self.radio[seat] != "unused" or seat in self.asked
        muted = self.row.special == "one_member_muted" and self.roles == [seat]
        return [self._under_way(), used and "radio", muted and "muted"]

    def _do_ask(self, seat, what):
        self.asked.add(seat)
        if self.step == "trick":
            self._before_trick()

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
            self._not_in("radio"), self._waits(), self._not_its_turn(seat), card not in self.hands[seat] and "card",
            suit(card) == "R" and "rocket", card in self.hands[seat] and not meaning_of(self.hands[seat], card) and "meaning",
        ]  # fmt: skip

    def _do_show(self, seat, card):
        self.meaning[seat] = meaning_of(self.hands[seat], card)
        self.radio[seat] = "spent" if self.row.dead_zone else self.meaning[seat]
        self.shown[seat] = card
        self.before = None
        self._served(seat)

    # Joint decisions.

    def _propose(self, seat, subject, what=None):
        self.proposal = [seat, subject, what, {}]

    def _against_give_up(self, seat, what):
        return [self._under_way(), self._waits()]

    def _do_give_up(self, seat, what):
        self._propose(seat, "give-up")

    def _against_take_back(self, seat, what):
        mine = self.before and self.before[0] == seat
        return [self._under_way(), self._waits(), not mine and "back"]

    def _do_take_back(self, seat, what):
        self._propose(seat, "take-back")

    def _against_parts(self, seat, what):
        one, other = what
        fine = one != other and one in range(self.seats) and other in range(self.seats)
        return [self._not_in("share"), self._waits(), not fine and "choice"]

    def _do_parts(self, seat, what):
        self._propose(seat, "parts", what)

    def waited_for(self):
        """Return the humans who have still to answer the open proposal, those who are away last."""
        if not self.proposal:
            return []
        return sorted(
            (seat for seat in self.crew.humans if seat != self.proposal[0] and self.proposal[3].get(seat, "away") == "away"),
            key=lambda seat: seat in self.proposal[3],
        )

    def _against_answer(self, seat, reply):
        return [self._under_way(), not (seat in self.waited_for() and reply in ("yes", "no", "either")) and "answer"]

    def _do_answer(self, seat, reply):
        proposer, subject, what, answers = self.proposal
        answers[seat] = reply
        if len(answers) == len(self.crew.humans) - 1:
            voided = "no" in answers.values()
            self.proposal = None
            self.news = (proposer, subject, "voided" if voided else "accepted", answers)
            if not voided:
                self._accepted(subject, proposer, what)

    def _accepted(self, subject, proposer, what):
        if subject == "give-up":
            self._end({("given-up", proposer, None)})
        elif subject == "take-back":
            # A request is its owner's: those made or taken back since stay so.
            kept = {"asked": self.asked, "news": self.news}
            vars(self).update(pickle.loads(self.before[1]))
            vars(self).update(kept)
            self._before_trick()
        elif subject == "tokens":
            one, other = [self.tasks[place] for place in what]
            one[1], other[1] = other[1], one[1]
            self._after_optional()
        elif subject == "hand-over":
            self.tasks[what[0]][2] = what[1]
            self._after_optional()
        elif subject == "distress":
            self.signal = what
            self.step = "give"
        else:
            self.roles = list(what)
            self._after_role()

    def _against_absent(self, seat, away):
        waited_for = self.proposal and self.proposal[1] == "give-up" and away in self.waited_for() and away not in self.proposal[3]
        return [self._under_way(), away not in self.crew.humans and "seat", not waited_for and "answer"]

    def _do_absent(self, seat, away):
        self._do_answer(away, "away")

    def _against_withdraw(self, seat, what):
        mine = self.proposal and self.proposal[0] == seat
        return [self._under_way(), not mine and "answer", not mine and "proposal"]

    def _do_withdraw(self, seat, what):
        self.news = (self.proposal[0], self.proposal[1], "withdrawn", {})
        self.proposal = None

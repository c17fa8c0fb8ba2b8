"""The engine against a plain referee, written from the rules alone, in random attempts with random nonsense in between.

CREWLINK_SOAK multiplies the number of attempts. Each has its own seed, which a failure prints.
"""

import os
import random

import pytest

from engine import codes, layout
from engine.attempt import Attempt
from engine.refusal import Refusal
from host_tools import notation
from tests.referee import DECK, Referee, meaning_of, missions, winner_of

ROWS = missions()
PLAYABLE = [number for number in ROWS if ROWS[number].special == "-"]
ATTEMPTS = 30 * int(os.environ.get("CREWLINK_SOAK", "1"))  # for each mission and number of seats

BYTE = {card: notation.card_of(card) for card in DECK}
WORD = {BYTE[card]: card for card in DECK}
REASON = {code: word for word, code in notation.REFUSALS.items()}
VERBS = {
    codes.PICK: "pick", codes.PLAY: "play", codes.RADIO_ASK: "ask", codes.RADIO_DROP: "drop", codes.RADIO_SHOW: "show",
    codes.GIVE_UP: "give-up", codes.TAKE_BACK: "take-back", codes.ANSWER: "answer", codes.WITHDRAW: "withdraw",
}
KINDS = {verb: kind for kind, verb in VERBS.items()}
REPLIES = {code: word for word, code in notation.ANSWERS.items()} | {codes.AWAY: "away"}
TOKENS = {"omega": codes.OMEGA, None: codes.TOKEN_NONE}
TOKENS.update({str(n): n for n in range(1, 6)})
TOKENS.update({"a%d" % n: codes.ARROW + n for n in range(1, 5)})
FAILURES = {code: word for word, code in notation.FAILURES.items()} | {codes.SUCCESS: "success"}
RADIOS = {code: word for word, code in notation.RADIOS.items()}
PHASES = {code: word for word, code in notation.PHASES.items()}


class Duel:
    """One attempt, played on the engine and judged by the referee at the same time."""

    def __init__(self, mission, seats, seed):
        self.seed = "mission %d, %d seats, seed %r" % (mission, seats, seed)
        self.random = random.Random(seed)
        self.referee = Referee(ROWS[mission], seats)
        self.attempt = Attempt()
        self.attempt.begin(mission, seats)
        self.seats = seats
        self.careful = self.random.random() < 0.7
        self.chatty = self.random.random() < 0.6
        self.crew_agrees = True
        self.buffer = bytearray(128)
        self.refused = set()
        self.done = []

    def play(self):
        deck = DECK[:]
        self.random.shuffle(deck)
        extra = self.random.randrange(3) if self.seats == 3 else 0
        self.send(codes.CHANCE, bytes([codes.DEAL, extra] + [BYTE[card] for card in deck]))
        tasks = self.random.sample([card for card in DECK if card[0] != "R"], self.referee.row.tasks)
        self.tasks = bytes([codes.TASKS, len(tasks)] + [BYTE[card] for card in tasks])
        while self.referee.step != "end":
            self.some_nonsense()
            if self.referee.step != "end":
                self.send(*self.sensible())
        self.some_nonsense()

    def some_nonsense(self):
        while self.random.random() < 0.3:
            self.send(*self.nonsense())

    def sensible(self):
        """A command that is legal most of the time."""
        referee, some = self.referee, self.random
        seat = referee.turn()
        if referee.proposal:
            waiting = [other for other in range(self.seats) if other != referee.proposal[0] and other not in referee.proposal[2]]
            if not referee.proposal[2]:
                self.crew_agrees = some.random() < (0.9 if referee.proposal[1] == "take-back" else 0.3)
            yes = some.random() < (0.97 if self.crew_agrees else 0.5)
            if some.random() < 0.15 and self.chatty:
                return self.radio(some.randrange(self.seats))
            return some.choice(waiting), bytes((codes.ANSWER, some.choice((codes.YES, codes.EITHER)) if yes else codes.NO))
        if self.chatty and some.random() < 0.2:
            return self.radio(some.randrange(self.seats))
        if self.chatty and some.random() < 0.1 and referee.before:
            return referee.before[0], bytes((codes.TAKE_BACK, 0))
        if referee.step == "tasks":
            return codes.CHANCE, self.tasks
        if referee.step == "pick":
            return seat, bytes((codes.PICK, some.randrange(referee.row.tasks)))
        if referee.step == "radio":
            hand = referee.hands[seat]
            cards = [card for card in hand if some.random() < 0.3 or card[0] != "R" and meaning_of(hand, card)]
            if not cards or some.random() < 0.2:
                return seat, bytes((codes.RADIO_DROP, 0))
            return seat, bytes((codes.RADIO_SHOW, BYTE[some.choice(sorted(cards))]))
        return seat, bytes((codes.PLAY, BYTE[self.card(seat)]))

    def radio(self, seat):
        return seat, bytes((codes.RADIO_DROP if seat in self.referee.asked else codes.RADIO_ASK, 0))

    def card(self, seat):
        """A legal card; a careful crew keeps its task cards until the owner wins."""
        referee = self.referee
        legal = sorted(referee.legal(seat))
        if not self.careful:
            return self.random.choice(legal)
        owners = {task[0]: task[2] for task in referee.tasks if not task[3]}
        fine = [card for card in legal if winner_of(referee.trick + [(seat, card)]) == owners.get(card, 9)]
        last = len(referee.trick) == self.seats - 1
        if fine and (last or self.random.random() < 0.2):
            return self.random.choice(fine)
        takes = [card for card in legal if winner_of(referee.trick + [(seat, card)]) == seat]
        wanted = [owners[card] for _, card in referee.trick if card in owners]
        if seat in wanted and takes:
            return takes[-1]
        quiet = [card for card in legal if card not in owners]
        shy = [card for card in quiet if card not in takes]
        return self.random.choice((wanted and shy) or quiet or legal)

    def nonsense(self):
        """Any command by anybody, legal or not."""
        some = self.random
        seat = some.choice((0, 1, 2, 3, 4, 4, 5, 6, 255)) if some.random() < 0.2 else some.randrange(self.seats)
        kind = some.choice(tuple(VERBS))
        argument = some.choice((0, 1, 2, 3, 4, 9, 255))
        if kind == codes.GIVE_UP and some.random() < 0.9:
            kind = codes.PLAY
        if kind in (codes.PLAY, codes.RADIO_SHOW) and some.random() < 0.9:
            argument = BYTE[some.choice(DECK)]
            if self.referee.turn() is not None and some.random() < 0.5:
                seat = self.referee.turn()
                argument = BYTE[some.choice(sorted(self.referee.hands[seat]))]
        if some.random() < 0.05:
            kind = some.choice((0, 14, 15, 31, 32, 255))
        if some.random() < 0.1:
            seat = codes.CHANCE
            kind = some.choice((codes.DEAL, codes.TASKS, codes.ABSENT, codes.ABSENT, kind))
            if kind == codes.ABSENT:
                argument = some.randrange(6)
            cards = [BYTE[some.choice(DECK)] for _ in range(some.choice((0, 3, 40)))]
            if kind == codes.TASKS and some.random() < 0.5:
                cards = cards[: self.referee.row.tasks]
                argument = len(cards)
            return seat, bytes([kind, argument] + cards)
        return seat, bytes((kind, argument))

    def asked_of_referee(self, seat, command):
        """The command in the referee's words; None when it has no such command."""
        kind, argument, cards = command[0], command[1], command[2:]
        if seat == codes.CHANCE:
            seat = "chance"
        if kind == codes.DEAL:
            words = [WORD.get(card) for card in cards]
            sizes = [13 + (i == argument) for i in range(3)] if self.seats == 3 else [40 // self.seats] * self.seats
            if sum(sizes) != len(words) or self.seats != 3 and argument:
                words = []
            return seat, "deal", [[words.pop(0) for _ in range(size)] if words else [] for size in sizes]
        if kind == codes.TASKS:
            whole = len(cards) >= argument
            return seat, "tasks", [WORD.get(card, "R0") for card in cards[:argument]] if whole else ["R0"]
        if kind == codes.ABSENT:
            return seat, "absent", argument
        if kind not in VERBS:
            return None
        what = WORD.get(argument, "R0")
        if kind == codes.PICK:
            tasks = self.referee.tasks
            what = tasks[argument][0] if argument < len(tasks) else None
        elif kind == codes.ANSWER:
            what = REPLIES.get(argument)
        return seat, VERBS[kind], what

    def send(self, seat, command):
        """Give the command to both; they must agree whether it is legal, why not, and what has come of it."""
        asked = self.asked_of_referee(seat, command)
        against = {"command", "seat"} if asked is None else self.referee.reasons(*asked)
        if asked and asked[1] == "play" and "seat" in against:
            against |= {"turn", "phase"}  # true as well of a seat that is none
        if seat == codes.CHANCE and asked and asked[1] not in ("deal", "tasks", "absent"):
            against |= {"command"}
        where = "%s, after %s, at %s" % (self.seed, self.done, (seat, tuple(command)))
        before = bytes(self.attempt.state)
        try:
            self.attempt.apply(seat, command)
        except Refusal as refusal:
            found = REASON[refusal.code]
            assert against, "only the engine refuses, for %s: %s" % (found, where)
            assert found in against, "refused for %s, not %s: %s" % (found, against, where)
            assert self.attempt.state == before, "a refusal changed something: " + where
            self.refused.add(found)
            return
        assert not against, "only the referee refuses, for %s: %s" % (against, where)
        self.referee.do(*asked)
        self.done.append((seat, tuple(command)))
        self.compare(where)

    def compare(self, where):
        referee, st, seats = self.referee, self.attempt.state, range(self.seats)
        at = layout
        turn = referee.turn()
        assert PHASES[st[at.PHASE]] == referee.step, where
        assert st[at.TURN] == (codes.NOBODY if turn is None else turn), where
        assert st[at.COMMANDER] == referee.commander and st[at.LEADER] == referee.leader, where
        assert st[at.TRICK] == referee.completed and st[at.TRICKS] == referee.tricks, where
        assert {i: WORD[st[at.CARDS + i]] for i in seats if st[at.CARDS + i]} == dict(referee.trick), where
        assert {i: WORD[st[at.LAST + i]] for i in seats if st[at.LAST + i]} == dict(referee.last), where
        assert st[at.LAST_WINNER] == (codes.NOBODY if referee.last_winner is None else referee.last_winner), where
        assert list(st[at.WON : at.WON + self.seats]) == referee.won, where
        assert list(st[at.LEFT : at.LEFT + self.seats]) == [len(hand) for hand in referee.hands], where
        assert [RADIOS[st[at.RADIO + i]] for i in seats] == referee.radio, where
        assert [WORD.get(st[at.SHOWN + i]) for i in seats] == referee.shown, where
        assert [RADIOS[st[at.MEANING + i]] if st[at.MEANING + i] else None for i in seats] == referee.meaning, where
        assert {i for i in seats if (st[at.ASKED] | st[at.SERVED]) >> i & 1} == referee.asked, where
        for i in range(len(referee.tasks)):
            card, token, owner, done = referee.tasks[i]
            found = st[at.TASK + 3 * i : at.TASK + 3 * i + 3]
            expected = BYTE[card], codes.NOBODY if owner is None else owner, TOKENS[token] | (codes.TASK_DONE if done else 0)
            assert tuple(found) == expected, where
        assert st[at.TASK_COUNT] == len(referee.tasks) and st[at.TASKS_DONE] == sum(task[3] for task in referee.tasks), where
        self.compare_decision(where)
        verdict = FAILURES.get(st[at.VERDICT])
        if referee.verdicts:
            seat, card = st[at.VERDICT_SEAT], WORD.get(st[at.VERDICT_CARD])
            assert (verdict, None if seat == codes.NOBODY else seat, card) in referee.verdicts, "%s, not %s: %s" % (
                verdict, referee.verdicts, where)
        else:
            assert verdict is None, where
        for seat in seats:
            count = self.attempt.legal(seat, self.buffer)
            found = [self.buffer[i] for i in range(count)]
            expected = referee.legal(seat) if seat == turn else set()
            words = [referee.tasks[i][0] if referee.step == "pick" else WORD[i] for i in found]
            assert set(words) == expected and len(words) == len(expected), where
        if self.random.random() < 0.02:
            self.compare_commands(where)

    def compare_decision(self, where):
        referee, st, at = self.referee, self.attempt.state, layout
        if referee.proposal:
            proposer, subject, answers = referee.proposal
            assert (st[at.PROPOSER], VERBS[st[at.SUBJECT]]) == (proposer, subject), where
            assert st[at.ANSWERED] == sum(1 << seat for seat in answers), where
        else:
            assert (st[at.PROPOSER], st[at.SUBJECT], st[at.ANSWERED]) == (codes.NOBODY, 0, 0), where
        if referee.news:
            proposer, subject, outcome, answers = referee.news
            assert (st[at.DECIDED_BY], VERBS[st[at.DECIDED]]) == (proposer, subject), where
            assert {codes.ACCEPTED: "accepted", codes.VOIDED: "voided", codes.WITHDRAWN: "withdrawn"}[st[at.OUTCOME]] == outcome, where
            found = {seat: REPLIES[st[at.REPLIES + seat]] for seat in range(5) if st[at.REPLIES + seat]}
            assert found == answers, where
        else:
            assert st[at.DECIDED] == 0, where
        assert st[at.LAST_PLAYER] == (referee.before[0] if referee.before else codes.NOBODY), where

    def compare_commands(self, where):
        """``commands`` lists exactly what the referee lets a seat do."""
        for seat in range(self.seats):
            count = self.attempt.commands(seat, self.buffer)
            found = [(self.buffer[2 * i], self.buffer[2 * i + 1]) for i in range(count)]
            expected = set()
            for kind, arguments in (
                (codes.PLAY, WORD), (codes.RADIO_SHOW, WORD), (codes.PICK, range(10)), (codes.ANSWER, (1, 2, 3)),
                (codes.RADIO_ASK, (0,)), (codes.RADIO_DROP, (0,)), (codes.GIVE_UP, (0,)), (codes.TAKE_BACK, (0,)), (codes.WITHDRAW, (0,)),
            ):
                for argument in arguments:
                    if not self.referee.reasons(*self.asked_of_referee(seat, bytes((kind, argument)))):
                        expected.add((kind, argument))
            assert set(found) == expected and len(found) == len(expected), where


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_engine_judges_as_the_referee_does(seats):
    verdicts, refused = set(), set()
    for mission in PLAYABLE:
        for i in range(ATTEMPTS):
            duel = Duel(mission, seats, "%d-%d-%d" % (mission, seats, i))
            duel.play()
            verdicts.add(FAILURES[duel.attempt.state[layout.VERDICT]])
            refused |= duel.refused
    # The sample is worth something only if it reaches everything. A task stays open only where a card stays unplayed.
    assert verdicts == set(FAILURES.values()) - ({"undone"} if seats > 3 else set())
    assert refused >= {
        "command", "seat", "phase", "turn", "card", "follow", "task", "radio", "meaning", "rocket", "proposal", "answer", "back", "chance"
    }

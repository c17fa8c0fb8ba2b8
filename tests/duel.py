"""One attempt played on the engine and judged by the plain referee at the same time, command by command.

It serves the tests and the table in docs/RULES.md. Nonsense is sent in between: both must refuse it, for the same reason.
"""

import random

from engine import codes, layout
from engine.attempt import Attempt
from engine.refusal import Refusal
from firmware.shuffle import chance
from host_tools import notation
from tests.facts import CREWS, DECK, missions
from tests.referee import OPTIONAL, Referee, meaning_of, winner_of
from tests.steering import commands_of, options_of

ROWS = missions()
BYTE = {card: notation.card_of(card) for card in DECK}
WORD = {BYTE[card]: card for card in DECK}
REASON = {code: word for word, code in notation.REFUSALS.items()}
VERBS = {
    codes.PICK: "pick", codes.PLAY: "play", codes.RADIO_ASK: "ask", codes.RADIO_DROP: "drop", codes.RADIO_SHOW: "show",
    codes.GIVE_UP: "give-up", codes.TAKE_BACK: "take-back", codes.ANSWER: "answer", codes.WITHDRAW: "withdraw",
    codes.CHANGE_TOKENS: "tokens", codes.HAND_OVER: "hand-over", codes.DISTRESS: "distress", codes.SHARE_OUT: "parts",
    codes.PASS: "pass", codes.SAY: "say", codes.NAME: "name", codes.GIVE: "give",
}  # fmt: skip
CHANCES = {codes.DEAL: "deal", codes.TASKS: "tasks", codes.DRAW: "draw", codes.ABSENT: "absent", codes.OUTLINE: "outline"}
CARDS = (codes.PLAY, codes.RADIO_SHOW, codes.GIVE)
PAIRS = (codes.CHANGE_TOKENS, codes.HAND_OVER, codes.SHARE_OUT)
DIRECTIONS = {0: "left", 1: "right"}
REPLIES = {code: word for word, code in notation.ANSWERS.items()} | {codes.AWAY: "away"}
TOKENS = {"omega": codes.OMEGA, None: codes.TOKEN_NONE}
TOKENS.update({str(n): n for n in range(1, 6)})
TOKENS.update({"a%d" % n: codes.ARROW + n for n in range(1, 5)})
VERDICTS = {code: word for word, code in notation.FAILURES.items()} | {codes.SUCCESS: "success"}
RADIOS = {code: word for word, code in notation.RADIOS.items()}
PHASES = {code: word for word, code in notation.PHASES.items()}
OUTCOMES = {codes.ACCEPTED: "accepted", codes.VOIDED: "voided", codes.WITHDRAWN: "withdrawn"}
# What may be done besides without leading a given line of play elsewhere.
ASIDE = (codes.RADIO_ASK, codes.RADIO_DROP, codes.GIVE_UP, codes.TAKE_BACK, codes.WITHDRAW)
# Arguments worth trying, by command; any of them for the others.
ARGUMENTS = {
    codes.PICK: range(10), codes.ANSWER: (1, 2, 3), codes.PASS: (0, 1), codes.SAY: (1, 2, 3), codes.NAME: range(5), codes.DISTRESS: (0, 1),
} | dict.fromkeys(CARDS, tuple(WORD)) | dict.fromkeys(PAIRS, range(0xA0))  # fmt: skip


class Duel:
    """An attempt at ``mission`` by ``crew`` (a word of CREWS). ``line`` is a list of commands to follow, or None for chance.

    ``noise`` is the share of nonsense. ``refused`` collects the reasons met, ``done`` the commands accepted.
    """

    def __init__(self, mission, crew, seed, line=None, noise=0.3):
        self.where = "mission %d, crew %s, seed %r" % (mission, crew, seed)
        self.random = random.Random(seed)
        self.crew = CREWS[crew]
        self.referee = Referee(ROWS[mission], self.crew)
        self.attempt = Attempt()
        self.attempt.begin(mission, self.crew.seats, options_of(self.crew))
        self.line = line
        self.at = 0  # in the line
        self.noise = noise
        self.careful = self.random.random() < 0.6
        self.chatty = self.random.random() < 0.6
        self.crew_agrees = True
        self.buffer = bytearray(256)
        self.refused = set()
        self.done = []

    def play(self):
        """Play to the end; return the verdict's word."""
        while self.referee.step != "end":
            while self.random.random() < self.noise:
                self.aside(*self.nonsense())
            if self.referee.step != "end":
                self.send(*(self.next_of_line() or self.sensible()))
        for _ in range(3 if self.noise else 0):
            self.send(*self.nonsense())
        return VERDICTS[self.attempt.state[layout.VERDICT]]

    def next_of_line(self):
        """The line's next command, as soon as it is legal; None while something else is under way."""
        while self.line and self.at < len(self.line):
            seat, command = self.line[self.at]
            if self.referee.proposal and self.referee.proposal[1] in ("give-up", "take-back") or self.referee.step == "radio":
                return None
            self.at += 1
            if not self.referee.reasons(*self.asked_of_referee(seat, command)):
                return seat, command
        return None

    def aside(self, seat, command):
        """Nonsense; with a line only such as is refused or leads back to it."""
        if self.line:
            asked = self.asked_of_referee(seat, command)
            legal = asked and not self.referee.reasons(*asked)
            before_draw = self.referee.row.special == "draw_from_right_after_trick_1" and not self.referee.tricks
            mine = self.referee.proposal and self.referee.proposal[1] not in ("give-up", "take-back")
            if legal and (command[0] not in ASIDE or before_draw or mine):
                return
        self.send(seat, command)

    def sensible(self):
        """A command that is legal most of the time."""
        referee, some = self.referee, self.random
        seat = some.choice(self.crew.humans)
        if referee.proposal:
            return self.answer()
        if self.chatty and some.random() < 0.15:
            return self.radio(seat)
        if self.chatty and some.random() < 0.1 and referee.before:
            return referee.before[0], bytes((codes.TAKE_BACK, 0))
        step = referee.step
        if step in ("deal", "tasks", "draw"):
            return codes.CHANCE, self.chance()
        if step in OPTIONAL:
            return self.optional(seat)
        if step == "share":
            return seat, bytes((codes.SHARE_OUT, some.randrange(self.crew.seats) << 4 | some.randrange(self.crew.seats)))
        if step == "give":
            return seat, bytes((codes.GIVE, BYTE[some.choice(sorted(referee.legal(seat)) or self.crew.deck)]))
        turn = referee.turn()
        seat = referee.commander if turn == self.crew.jarvis else turn
        if step == "radio":
            hand = referee.hands[seat]
            cards = [card for card in sorted(hand) if some.random() < 0.3 or card[0] != "R" and meaning_of(hand, card)]
            if not cards or some.random() < 0.2:
                return seat, bytes((codes.RADIO_DROP, 0))
            return seat, bytes((codes.RADIO_SHOW, BYTE[some.choice(cards)]))
        if step == "trick":
            return seat, bytes((codes.PLAY, BYTE[self.card(seat, turn)]))
        kind = {"question": codes.SAY, "name": codes.NAME, "pick": codes.PICK}[step]
        return seat, bytes((kind, some.choice(ARGUMENTS[kind])))

    def answer(self):
        referee, some = self.referee, self.random
        subject = referee.proposal[1]
        if not referee.proposal[3]:
            self.crew_agrees = some.random() < {"take-back": 0.9, "give-up": 0.1, "parts": 0.9}.get(subject, 0.6)
        if some.random() < 0.15 and self.chatty:
            return self.radio(some.choice(self.crew.humans))
        if some.random() < 0.3 and subject == "give-up":
            return codes.CHANCE, bytes((codes.ABSENT, some.choice(self.crew.humans)))
        if some.random() < 0.06 and subject != "take-back":
            return referee.proposal[0], bytes((codes.WITHDRAW, 0))
        yes = not (self.line and subject == "give-up") and some.random() < (0.97 if self.crew_agrees else 0.4)
        return referee.waited_for()[0], bytes((codes.ANSWER, some.choice((codes.YES, codes.EITHER)) if yes else codes.NO))

    def optional(self, seat):
        """Something proposed in an optional step, or a pass."""
        some, step = self.random, self.referee.step
        if self.line or some.random() < 0.75:
            waiting = [human for human in self.crew.humans if human not in self.referee.passed]
            if not self.line and some.random() < 0.15:
                waiting = self.crew.humans
            return some.choice(waiting), bytes((codes.PASS, int(some.random() < 0.2)))
        if step == "distress":
            return seat, bytes((codes.DISTRESS, some.randrange(2)))
        other = some.randrange(self.referee.row.tasks) if step == "tokens" else some.randrange(self.crew.seats)
        return seat, bytes((codes.CHANGE_TOKENS if step == "tokens" else codes.HAND_OVER, some.randrange(self.referee.row.tasks) << 4 | other))

    def chance(self):
        """What chance gives now, without giving it."""
        whole = bytes(self.attempt.state)
        assert chance(self.attempt, self.random.randbytes)
        command = commands_of(self.attempt)[-1][1]
        self.attempt.state[:] = whole
        return command

    def radio(self, seat):
        return seat, bytes((codes.RADIO_DROP if seat in self.referee.asked else codes.RADIO_ASK, 0))

    def card(self, by, seat):
        """A legal card; a careful crew keeps its task cards until the owner wins."""
        referee = self.referee
        legal = sorted(referee.legal(by))
        if not self.careful:
            return self.random.choice(legal)
        owners = {task[0]: task[2] for task in referee.tasks if not task[3]}
        fine = [card for card in legal if winner_of(referee.trick + [(seat, card)]) == owners.get(card, 9)]
        last = len(referee.trick) == self.crew.seats - 1
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
        """Any command by anybody, legal or not; giving up is rare."""
        some, referee = self.random, self.referee
        humans = self.crew.humans
        seat = some.choice((0, 1, 2, 3, 4, 4, 5, 6, codes.FOR_JARVIS | (self.crew.jarvis or 0), 255)) if some.random() < 0.2 else some.choice(humans)
        kind = some.choice(tuple(VERBS))
        argument = some.choice((0, 1, 2, 3, 4, 9, 255))
        if kind == codes.GIVE_UP and some.random() < 0.8:
            kind = codes.PLAY
        if kind in CARDS and some.random() < 0.9:
            argument = BYTE[some.choice(DECK)]
            turn = referee.turn()
            if turn is not None and some.random() < 0.6:
                seat = referee.commander if turn == self.crew.jarvis else turn
                argument = BYTE[some.choice(sorted(referee.hands[turn]) or DECK)]
        elif kind in PAIRS:
            argument = some.randrange(256) if some.random() < 0.3 else some.randrange(5) << 4 | some.randrange(5)
        elif kind in ARGUMENTS and some.random() < 0.7:
            argument = some.choice(ARGUMENTS[kind])
            if kind == codes.PASS and referee.step in OPTIONAL and referee.passed and some.random() < 0.5:
                seat = some.choice(sorted(referee.passed))
        elif kind == codes.RADIO_ASK and referee.row.special == "one_member_muted" and referee.roles:
            seat = referee.roles[0]
        if some.random() < 0.03:
            kind = some.choice((0, codes.TAKEN, codes.DRAW, 24, 31, 32, 255))
        if some.random() < 0.1:
            seat = codes.CHANCE
            kind = some.choice((codes.DEAL, codes.TASKS, codes.DRAW, codes.ABSENT, codes.ABSENT, kind))
            if kind == codes.TAKEN:  # for lists of commands only
                kind = codes.DEAL
            if kind == codes.ABSENT:
                argument = some.randrange(6)
            cards = [BYTE[some.choice(DECK)] for _ in range(some.choice((0, 3, 30, 40)))]
            if kind in (codes.TASKS, codes.DRAW) and some.random() < 0.6:
                cards = cards[: referee.row.tasks if kind == codes.TASKS else self.crew.seats]
                argument = len(cards)
            return seat, bytes([kind, argument] + cards)
        return seat, bytes((kind, argument))

    def asked_of_referee(self, seat, command):
        """The command in the referee's words; None when it has no such command."""
        kind, argument, cards = command[0], command[1], [WORD.get(card, "R0") for card in command[2:]]
        verb = VERBS.get(kind) or CHANCES.get(kind)
        if not verb:
            return None
        if seat == codes.CHANCE:
            seat = "chance"
        if kind == codes.DEAL:
            return seat, verb, self.hands(argument, cards)
        if kind in (codes.TASKS, codes.DRAW):
            return seat, verb, cards[:argument] if len(cards) >= argument else ["R0"]
        what = argument
        if kind in CARDS:
            what = WORD.get(argument, "R0")
        elif kind == codes.PICK:
            tasks = self.referee.tasks
            what = tasks[argument][0] if argument < len(tasks) else None
        elif kind == codes.ANSWER:
            what = REPLIES.get(argument)
        elif kind in PAIRS:
            what = argument >> 4, argument & 15
        elif kind == codes.DISTRESS:
            what = DIRECTIONS.get(argument)
        return seat, verb, what

    def hands(self, extra, cards):
        """The hands of a deal whose argument is ``extra``; none at all when they do not come out."""
        crew = self.crew
        sizes = [crew.tricks + (crew.surplus and seat == extra) for seat in range(crew.seats)]
        if len(cards) < len(crew.deck) or sum(sizes) != len(crew.deck) or not crew.surplus and extra:
            return [[] for _ in sizes]
        return [cards[sum(sizes[:seat]) : sum(sizes[: seat + 1])] for seat in range(crew.seats)]

    def send(self, seat, command):
        """Give the command to both; they must agree whether it is legal, why not, and what has come of it."""
        asked = self.asked_of_referee(seat, command)
        against = {"command", "seat"} if asked is None else self.referee.reasons(*asked)
        if asked and asked[1] == "play" and "seat" in against:
            against |= {"turn", "phase"}  # true as well of a seat that is none
        where = "%s, after %s, at %s" % (self.where, self.done, (seat, tuple(command)))
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
        taking = self.referee.proposal and self.referee.proposal[1] == "take-back"
        self.referee.do(*asked)
        self.done.append((seat, tuple(command)))
        if taking and not self.referee.proposal and self.referee.news[2] == "accepted" and self.line:
            # The card that was taken back is the next of the line again.
            self.at = max(i for i in range(self.at) if self.line[i][1][0] == codes.PLAY)
        self.compare(where)

    def compare(self, where):
        """Hold every public and private fact of the engine's against the referee's."""
        expected = self.facts_of_referee()
        found = self.facts_of_engine()
        assert found == expected, "%s: %s" % ({key: (found[key], expected[key]) for key in found if found[key] != expected[key]}, where)
        st, referee = self.attempt.state, self.referee
        verdict = VERDICTS.get(st[layout.VERDICT])
        if referee.verdicts:
            named = verdict, _seat(st[layout.VERDICT_SEAT]), self.about()
            assert named in referee.verdicts, "%s, not %s: %s" % (named, referee.verdicts, where)
        else:
            assert verdict is None, "%s: %s" % (verdict, where)
        for seat in range(self.crew.seats):
            found = [self.buffer[i] for i in range(self.attempt.legal(seat, self.buffer))]
            if referee.step == "pick":
                found = [referee.tasks[i][0] for i in found]
            elif referee.step in ("radio", "trick", "give"):
                found = [WORD[i] for i in found]
            assert len(found) == len(set(found)) and set(found) == referee.legal(seat), "seat %d may do %s: %s" % (seat, found, where)
        if self.random.random() < 0.005:
            self.compare_commands(where)

    def about(self):
        """What the verdict names beside a seat."""
        return WORD.get(self.attempt.state[layout.VERDICT_CARD])

    def facts_of_referee(self):
        referee, crew = self.referee, self.crew
        seats = range(crew.seats)
        return {
            "step": referee.step, "turn": (referee.turn(), referee.turn() is not None and referee.turn() == crew.jarvis),
            "commander": referee.commander, "leader": referee.leader, "tricks": (referee.completed, crew.tricks),
            "trick": dict(referee.trick), "last": dict(referee.last), "winner": referee.tricks[-1][0] if referee.tricks else None,
            "won": referee.won, "left": [referee.left(seat) for seat in seats],
            "radio": referee.radio, "shown": referee.shown, "roles": (referee.roles + [None, None])[:2],
            "said": referee.said, "passed": referee.passed if referee.step in OPTIONAL else set(), "standing": referee.standing,
            "signal": referee.signal, "given": set(referee.gave), "asking": referee.asking,
            "tasks": [
                (None if task[0] in referee.face_down else task[0], task[2], TOKENS[task[1]] | (codes.TASK_DONE if task[3] else 0))
                for task in referee.tasks
            ],
            "open": referee.open, "covers": [card is not None for card in referee.covered], "covered": referee.covered,
            "proposal": referee.proposal and [*referee.proposal[:2], set(referee.proposal[3])], "news": referee.news,
            "before": referee.before and referee.before[0], "progress": self.progress(),
            "private": {
                seat: {
                    "hand": referee.hands[seat], "asked": seat in referee.asked, "meaning": referee.meaning[seat],
                    "answer": referee.proposal and referee.proposal[3].get(seat), "gave": referee.gave.get(seat), "got": referee.got.get(seat),
                    "lost": referee.lost.get(seat), "drew": referee.drew.get(seat),
                }
                for seat in crew.humans
            },
        }  # fmt: skip

    def progress(self):
        """What all see of the special's progress; None where it says nothing any more."""
        referee, special = self.referee, self.referee.row.special
        played = [card for trick in referee.tricks for card in trick[2]]
        winning = [trick[1] for trick in referee.tricks]
        if referee.step == "end":
            return None
        if special in ("one_wins_a_trick", "two_ones_win"):
            return sum(card[1] == "1" for card in winning if card != "R1"), sum(card[1] == "1" for card in played if card != "R1")
        if special in ("each_rocket_wins", "rockets_win_in_order"):
            return sum(1 << int(card[1]) - 1 for card in winning if card[0] == "R"), 0
        if special in ("no_nine_wins", "no_nine_wins_plus_tasks"):
            return 0, sum(card[1] == "9" for card in played)
        if special == "left_of_pink_nine_wins_all_pink":
            return sum(card[0] == "P" for card in played), 0
        return 0, 0

    def facts_of_engine(self):
        st, at, crew, step = self.attempt.state, layout, self.crew, PHASES[self.attempt.state[layout.PHASE]]
        seats = range(crew.seats)
        turn = st[at.TURN]
        tasks = range(at.TASK, at.TASK + at.TASK_BYTES * st[at.TASK_COUNT], at.TASK_BYTES)
        covered = [WORD.get(st[at.UNDER + i]) if st[at.COVERS] >> i & 1 else None for i in range(7)]
        return {
            "step": step, "turn": (None if turn == codes.NOBODY else turn & 7, turn not in seats and turn != codes.NOBODY),
            "commander": _seat(st[at.COMMANDER]), "leader": _seat(st[at.LEADER]), "tricks": (st[at.TRICK], st[at.TRICKS]),
            "trick": {i: WORD[st[at.CARDS + i]] for i in seats if st[at.CARDS + i]},
            "last": {i: WORD[st[at.LAST + i]] for i in seats if st[at.LAST + i]}, "winner": _seat(st[at.LAST_WINNER]),
            "won": list(st[at.WON : at.WON + crew.seats]), "left": list(st[at.LEFT : at.LEFT + crew.seats]),
            "radio": [RADIOS[st[at.RADIO + i]] for i in seats], "shown": [WORD.get(st[at.SHOWN + i]) for i in seats],
            "roles": [_seat(st[at.ROLE]), _seat(st[at.ROLE_LAST])], "said": {i: st[at.SAID + i] for i in seats if st[at.SAID + i]},
            "passed": _bits(st[at.PASSED]) if step in OPTIONAL else set(), "standing": _bits(st[at.STANDING]),
            "signal": (None, "left", "right")[st[at.SIGNAL]], "given": _bits(st[at.GIVEN]), "asking": st[at.ASKING],
            "tasks": [(WORD.get(st[i]), _seat(st[i + at.TASK_OWNER]), st[i + at.TASK_TOKEN]) for i in tasks],
            "open": [WORD.get(st[at.OPEN_CARDS + i]) for i in range(7)], "covers": [bool(st[at.COVERS] >> i & 1) for i in range(7)],
            "covered": covered,
            "proposal": None if st[at.PROPOSER] == codes.NOBODY else [st[at.PROPOSER], VERBS[st[at.SUBJECT]], _bits(st[at.ANSWERED])],
            "news": None if not st[at.DECIDED] else (
                st[at.DECIDED_BY], VERBS[st[at.DECIDED]], OUTCOMES[st[at.OUTCOME]],
                {i: REPLIES[st[at.REPLIES + i]] for i in seats if st[at.REPLIES + i]},
            ),
            "before": _seat(st[at.LAST_PLAYER]), "progress": None if step == "end" else (st[at.PROGRESS], st[at.PLAYED]),
            "private": {seat: self.private(seat) for seat in crew.humans},
        }  # fmt: skip

    def private(self, seat):
        """The private part of ``seat`` in words."""
        own = self.buffer
        assert self.attempt.private(seat, own) == layout.PRIVATE and own[layout.OWN_SEAT] == seat
        hand = {
            WORD[suit << 4 | value] for suit in range(4) for value in range(1, 9) if own[layout.OWN_HAND + suit] >> value - 1 & 1
        } | {"PBGY"[suit] + "9" for suit in range(4) if own[layout.OWN_HAND + 4] >> 4 + suit & 1} | {
            "R%d" % value for value in range(1, 5) if own[layout.OWN_HAND + 4] >> value - 1 & 1}
        assert _bits(own[layout.OWN_HELD]) == {"PBGYR".index(card[0]) for card in hand}
        return {
            "hand": hand, "asked": own[layout.OWN_ASKED] == 1, "meaning": RADIOS[own[layout.OWN_MEANING]] if own[layout.OWN_MEANING] else None,
            "answer": REPLIES.get(own[layout.OWN_ANSWER]), "gave": WORD.get(own[layout.OWN_GAVE]), "got": WORD.get(own[layout.OWN_GOT]),
            "lost": WORD.get(own[layout.OWN_DRAW_GAVE]), "drew": WORD.get(own[layout.OWN_DRAW_GOT]),
        }  # fmt: skip

    def compare_commands(self, where):
        """``commands`` lists exactly what the referee lets a seat do."""
        for seat in range(self.crew.seats):
            count = self.attempt.commands(seat, self.buffer)
            found = [(self.buffer[2 * i], self.buffer[2 * i + 1]) for i in range(count)]
            expected = {
                (kind, argument)
                for kind in VERBS
                for argument in ARGUMENTS.get(kind, (0,))
                if not self.referee.reasons(*self.asked_of_referee(seat, bytes((kind, argument))))
            }
            assert set(found) == expected and len(found) == len(expected), "seat %d: %s" % (seat, where)


def _seat(byte):
    return None if byte == codes.NOBODY else byte


def _bits(byte):
    return {seat for seat in range(8) if byte >> seat & 1}

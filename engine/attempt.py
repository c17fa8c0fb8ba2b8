"""An attempt at a mission: one ``bytearray``, changed by commands, shown by views.

Whoever runs the engine (the dealing device, a test, a bench) makes one ``Attempt`` and uses it for ever. Randomness
comes from outside as chance commands that carry their outcome; an attempt is therefore also its list of commands, and
saving, resuming, taking a card back and replaying are the same thing. The lists of numbers are in engine/codes.py, the
places of the bytes in engine/layout.py.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import (
    ABSENT, ANSWER, CHALLENGE, CHANCE, CHANGE_TOKENS, COUNTER, DEAL, DECK, DEEP_SEA, DRAW, EITHER, FIRST_OWN, GIVE,
    GIVE_UP, NAME, NOBODY, NO_SUIT, OUTLINE, PASS, PHASE_DEAL, PHASE_DISTRESS, PHASE_END, PHASE_GIVE, PHASE_HANDOVER,
    PHASE_NAME, PHASE_PICK, PHASE_QUESTION, PHASE_RADIO, PHASE_TOKENS, PHASE_TRICK, PICK, PLANET_NINE, PLAY,
    RADIO_ASK, RADIO_DROP, RADIO_SHOW, RADIO_UNUSED, REFUSE_COMMAND, REFUSE_MISSION, REFUSE_RECORD, REFUSE_RULES,
    REFUSE_SEAT, SAY, SHARE_OUT, SPECIAL_PARTS, TAKEN, TAKE_BACK, TASKS, WITHDRAW, YES,
)
from engine.deal import deal, draw_tasks, may_name, name, pick, say, tricks_of
from engine.exchange import draw, givable, give
from engine.joint import STEPS, absent, answer, propose, sensible, taken, withdraw
from engine.layout import (
    ANSWERS, ASKED, ATTEMPT_BYTES, COMMANDER, DRAW_GAVE, DRAW_GOT, GAME, GAVE, GOT, HANDS, HAND_BYTES, HELD, JARVIS,
    LAST_LEADER, LAST_PLAYER, LAST_WINNER, LEADER, LED, LOG, LOGGED, LOG_PAIRS, MEANING, MISSION, NEWS, OPTIONS,
    PASSED, PHASE, PRIVATE, PROPOSER, PUBLIC, RADIO, ROLE, ROLE_LAST, RULES, RULES_VERSION, SEATS, SERVED, SETUP,
    SPECIAL, STANDING, TAKEN_BACK, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TRICKS, TURN, VERDICT_SEAT, WINNING,
)
from engine.log import has_room, pairs_at
from engine.missions import playable, row_of
from engine.radio import ask, drop, is_muted, meaning, show
from engine.refusal import Refusal
from engine.steps import pass_step
from engine.tricks import play
from engine.turns import acting_for, humans


# What legal() lists is the argument of which command, by phase.
_CHOICES = bytes((0, 0, SAY, NAME, 0, 0, 0, PICK, 0, 0, GIVE, RADIO_SHOW, PLAY, 0, 0))
# The bytes that name a seat, and name nobody at first.
_NOBODY_YET = bytes(
    (
        COMMANDER, LEADER, TURN, WINNING, LAST_LEADER, LAST_WINNER, PROPOSER, LAST_PLAYER, VERDICT_SEAT, ROLE, ROLE_LAST, JARVIS,
    )
)  # fmt: skip


class Attempt:
    """One attempt after another in the same bytes. ``state`` may be read; only the methods change it."""

    def __init__(self):
        self.state = bytearray(ATTEMPT_BYTES)
        self._scratch = bytearray(DECK)
        self._clear()

    def begin(self, mission, seats, options=0, game=PLANET_NINE):
        """Start an attempt at ``mission`` of ``game`` with ``seats`` (3-5), JARVIS included; the deal is awaited next.

        A mission is 1-50, in DEEP_SEA 1-10, or FIRST_OWN to LAST_OWN; of those the OUTLINE is awaited before the deal.

        ``options`` is CHALLENGE (three humans only), or JARVIS_SEAT times JARVIS's seat plus 1 (three seats, two of them
        humans), or 0; in DEEP_SEA COUNTER (four or five seats) or 0. What does not go together is refused with REFUSE_MISSION.
        """
        jarvis = options >> 4
        if not playable(game, mission) or not 3 <= seats <= 5:
            raise Refusal(REFUSE_MISSION)
        if game == DEEP_SEA:
            if options and (options != COUNTER or seats == 3):
                raise Refusal(REFUSE_MISSION)
        elif options & 14 or options and seats != 3 or jarvis > 3 or jarvis and options & CHALLENGE:
            raise Refusal(REFUSE_MISSION)
        self._clear()
        st = self.state
        st[RULES] = RULES_VERSION
        st[GAME] = game
        st[MISSION] = mission
        st[SEATS] = seats
        st[OPTIONS] = options
        self._reset()

    def apply(self, seat, command):
        """Let ``seat`` (0-4, or CHANCE) do ``command``: bytes of kind, argument and, for chance, cards.

        Raises ``Refusal`` with its reason and leaves every byte as it was; returns nothing.
        """
        if len(command) < 2:
            raise Refusal(REFUSE_COMMAND)
        kind = command[0]
        if kind == PLAY:
            play(self.state, seat, command[1])
        else:
            self._apply(seat, kind, command, 1)

    def _apply(self, seat, kind, data, at):
        """Apply the command of ``kind`` whose argument is ``data[at]`` and whose cards follow it."""
        st = self.state
        if kind == PLAY:
            return play(st, seat, data[at])
        if seat == CHANCE:
            if kind == DEAL:
                deal(st, data, at, self._scratch)
            elif kind == TASKS:
                draw_tasks(st, data, at, self._scratch)
            elif kind == DRAW:
                draw(st, data, at)
            elif kind == OUTLINE:
                from engine.outlines import outline

                outline(st, data, at)
            elif kind == TAKEN:
                taken(st, data[at])
            elif kind == ABSENT:
                absent(st, data[at])
            else:
                raise Refusal(REFUSE_COMMAND)
        elif seat >= st[SEATS] or seat == st[JARVIS]:
            raise Refusal(REFUSE_SEAT)
        elif kind == PICK:
            pick(st, seat, data[at])
        elif kind == RADIO_ASK:
            ask(st, seat)
        elif kind == RADIO_DROP:
            drop(st, seat)
        elif kind == RADIO_SHOW:
            show(st, seat, data[at])
        elif kind == GIVE_UP or kind == TAKE_BACK or CHANGE_TOKENS <= kind <= SHARE_OUT:
            propose(st, seat, kind, data[at] if kind >= CHANGE_TOKENS else 0)
        elif kind == WITHDRAW:
            withdraw(st, seat)
        elif kind == PASS:
            pass_step(st, seat, data[at])
        elif kind == SAY:
            say(st, seat, data[at])
        elif kind == NAME:
            name(st, seat, data[at])
        elif kind == GIVE:
            give(st, seat, data[at])
        elif kind != ANSWER:
            raise Refusal(REFUSE_COMMAND)
        elif answer(st, seat, data[at]):
            self._take_back()

    # --- what a seat may do -------------------------------------------------------------------------------------

    def legal(self, seat, into):
        """Write what ``seat`` may choose from in the awaited step into ``into`` and return how many bytes.

        Cards (at most 20) in a trick, in the radio phase and after a distress signal; the places of tasks when they are
        picked; what may be said or who may be named. For JARVIS the commander chooses. 0 when somebody else is awaited,
        or a proposal is open.
        """
        st = self.state
        phase = st[PHASE]
        if st[PROPOSER] != NOBODY:
            return 0
        whose = seat
        if st[TURN] != seat:
            if phase == PHASE_GIVE:
                return givable(st, seat, into)
            whose = acting_for(st, seat)
            if whose == NOBODY:
                return 0
        hand = HANDS + HAND_BYTES * whose
        if phase == PHASE_TRICK:
            return list_cards(st, hand, PLAYABLE[st[LED] << 5 | st[hand + HELD]], into)
        n = 0
        if phase == PHASE_RADIO:
            for i in range(list_cards(st, hand, 15, into)):
                if meaning(st, hand, into[i]):
                    into[n] = into[i]
                    n += 1
        elif phase == PHASE_PICK:
            for i in range(st[TASK_COUNT]):
                if st[TASK + TASK_BYTES * i + TASK_OWNER] == NOBODY:
                    into[n] = i
                    n += 1
            if st[GAME]:
                from engine.sea_tasks import fitting

                n = fitting(st, into, n)
        elif phase == PHASE_QUESTION:
            while n < (3 if st[SPECIAL] == SPECIAL_PARTS else 2):
                into[n] = n + 1
                n += 1
        elif phase == PHASE_NAME:
            for i in range(st[SEATS]):
                if may_name(st, i):
                    into[n] = i
                    n += 1
        return n

    def commands(self, seat, into):
        """Write every legal command of ``seat`` into ``into``, two bytes each (room for 100); return how many."""
        st = self.state
        phase = st[PHASE]
        if not humans(st) >> seat & 1 or not PHASE_DEAL < phase < PHASE_END:
            return 0
        n = self.legal(seat, self._scratch)
        for i in range(n):
            into[2 * i] = _CHOICES[phase]
            into[2 * i + 1] = self._scratch[i]
        if (st[ASKED] | st[SERVED]) >> seat & 1:
            n = _add(into, n, RADIO_DROP, 0)
        elif st[RADIO + seat] == RADIO_UNUSED and has_room(st) and not is_muted(st, seat):
            n = _add(into, n, RADIO_ASK, 0)
        if st[PROPOSER] == seat:
            return _add(into, n, WITHDRAW, 0)
        if st[PROPOSER] != NOBODY:
            if not YES <= st[ANSWERS + seat] <= EITHER:
                for reply in range(YES, EITHER + 1):
                    n = _add(into, n, ANSWER, reply)
            return n
        n = _add(into, n, GIVE_UP, 0)
        if st[LAST_PLAYER] == seat and has_room(st):
            n = _add(into, n, TAKE_BACK, 0)
        if phase == PHASE_TOKENS or phase == PHASE_HANDOVER or phase == PHASE_DISTRESS:
            if not st[PASSED] >> seat & 1:
                n = _add(into, n, PASS, 0)
        if PHASE_QUESTION <= phase <= PHASE_DISTRESS and not st[STANDING] >> seat & 1 and not st[GAME]:
            n = _add(into, n, PASS, 1)
        for subject in range(CHANGE_TOKENS, SHARE_OUT + 1):
            if phase == STEPS[subject - CHANGE_TOKENS]:
                for argument in range(0xA0):
                    if sensible(st, seat, subject, argument):
                        n = _add(into, n, subject, argument)
        return n

    # --- views --------------------------------------------------------------------------------------------------

    def public(self, into):
        """Write the public part, PUBLIC bytes, the same for everybody; return PUBLIC."""
        st = self.state
        for i in range(PUBLIC):
            into[i] = st[i]
        return PUBLIC

    def private(self, seat, into, at=0):
        """Write the private part of ``seat`` at ``into[at:]``, PRIVATE bytes (OWN_...); return ``at + PRIVATE``."""
        st = self.state
        hand = HANDS + HAND_BYTES * seat
        into[at] = seat
        for i in range(HAND_BYTES):
            into[at + 1 + i] = st[hand + i]
        into[at + 7] = (st[ASKED] | st[SERVED]) >> seat & 1
        into[at + 8] = st[MEANING + seat]
        into[at + 9] = st[ANSWERS + seat]
        into[at + 10] = st[GAVE + seat]
        into[at + 11] = st[GOT + seat]
        into[at + 12] = st[DRAW_GAVE + seat]
        into[at + 13] = st[DRAW_GOT + seat]
        return at + PRIVATE

    def view(self, seat, into):
        """Write all that ``seat`` may know: the public part, then its private part. Return the length.

        A number that is no human's (a spectator, JARVIS) gets the public part alone.
        """
        n = self.public(into)
        return self.private(seat, into, n) if humans(self.state) >> seat & 1 else n

    # --- save and resume ----------------------------------------------------------------------------------------

    def save(self, into):
        """Write the attempt as its list of commands, SETUP bytes and then the log; return the length (516 at most)."""
        st = self.state
        n = SETUP + 2 * st[LOGGED]
        for i in range(n):
            into[i] = st[i] if i < SETUP else st[LOG + i - SETUP]
        return n

    def load(self, data, length):
        """Replay a save: the ``length`` bytes at the start of ``data``.

        Refused with REFUSE_RULES when another rules version wrote it, with REFUSE_RECORD when it cannot be replayed;
        there is then no attempt.
        """
        st = self.state
        if length < SETUP or length - SETUP > 2 * LOG_PAIRS or length & 1 != SETUP & 1:
            raise Refusal(REFUSE_RECORD)
        if data[RULES] != RULES_VERSION:
            raise Refusal(REFUSE_RULES)
        try:
            self.begin(data[MISSION], data[SEATS], data[OPTIONS], data[GAME])
            st[TAKEN_BACK] = data[TAKEN_BACK]
            for i in range(SETUP, length):
                st[LOG + i - SETUP] = data[i]
            self._replay(length - SETUP >> 1)
        except (Refusal, IndexError):
            self._clear()
            raise Refusal(REFUSE_RECORD)

    def _take_back(self):
        """Undo the last card: replay what came before it. Radio requests are their owners' and stand as they do now.

        A mark takes its place: the card before it may not be taken back too, for the crew has seen what came after.
        """
        st = self.state
        last = at = 0
        while at < st[LOGGED]:
            if st[LOG + 2 * at] & 31 == PLAY:
                last = at
            at += pairs_at(st, at)
        if st[TAKEN_BACK] < 255:
            st[TAKEN_BACK] += 1
        asked = st[ASKED] | st[SERVED]
        news = bytes(st[NEWS:PUBLIC])
        self._replay(last)
        taken(st, asked)
        st[NEWS:PUBLIC] = news

    def _replay(self, end):
        """Do the commands in the first ``end`` pairs of the log again; the rest is wiped. They are written where they are read."""
        st = self.state
        self._reset()
        at = 0
        while at < end:
            pairs = pairs_at(st, at)
            self._apply(st[LOG + 2 * at] >> 5, st[LOG + 2 * at] & 31, st, LOG + 2 * at + 1)
            at += pairs
        for i in range(LOG + 2 * st[LOGGED], LOG + 2 * LOG_PAIRS):
            st[i] = 0

    def _clear(self):
        """There is no attempt."""
        st = self.state
        for i in range(ATTEMPT_BYTES):
            st[i] = 0
        st[TURN] = st[COMMANDER] = st[JARVIS] = NOBODY

    def _reset(self):
        """Put everything between the head and the log to where an attempt starts."""
        st = self.state
        for i in range(SETUP, LOG):
            st[i] = 0
        for i in _NOBODY_YET:
            st[i] = NOBODY
        st[LED] = NO_SUIT
        st[TRICKS] = tricks_of(st[SEATS], st[OPTIONS])
        if st[OPTIONS] >> 4:
            st[JARVIS] = (st[OPTIONS] >> 4) - 1
        st[PHASE] = PHASE_DEAL
        if st[GAME]:
            from engine.sea_tasks import set_up

            set_up(st)
        elif st[MISSION] < FIRST_OWN:
            row_of(st[MISSION], st)


def _add(into, n, kind, argument):
    into[2 * n] = kind
    into[2 * n + 1] = argument
    return n + 1

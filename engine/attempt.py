"""An attempt at a mission: one ``bytearray``, changed by commands, shown by views.

Whoever runs the engine (the dealing device, a test, a bench) makes one ``Attempt`` and uses it for ever. Randomness
comes from outside as chance commands that carry their outcome; an attempt is therefore also its list of commands, and
saving, resuming, taking a card back and replaying are the same thing. The lists of numbers are in engine/codes.py, the
places of the bytes in engine/layout.py.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import (
    ABSENT, ANSWER, CHANCE, DEAL, DECK, EITHER, GIVE_UP, NOBODY, NO_SUIT, PHASE_DEAL, PHASE_END, PHASE_PICK,
    PHASE_RADIO, PHASE_TASKS, PHASE_TRICK, PICK, PLANET_NINE, PLAY, RADIO_ASK, RADIO_DROP, RADIO_SHOW, RADIO_UNUSED,
    REFUSE_COMMAND, REFUSE_MISSION, REFUSE_RECORD, REFUSE_RULES, REFUSE_SEAT, TAKEN, TAKE_BACK, TASKS, WITHDRAW, YES,
)
from engine.deal import deal, draw_tasks, pick
from engine.joint import absent, answer, propose, taken, withdraw
from engine.layout import (
    ANSWERS, ASKED, ATTEMPT_BYTES, COMMANDER, GAME, HANDS, HAND_BYTES, HELD, LAST_LEADER, LAST_PLAYER, LAST_WINNER,
    LEADER, LED, LOG, LOGGED, LOG_PAIRS, MEANING, MISSION, NEWS, OPTIONS, PHASE, PRIVATE, PROPOSER, PUBLIC, RADIO, RULES,
    RULES_VERSION, SEATS, SERVED, SETUP, TAKEN_BACK, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TRICKS, TURN,
    VERDICT_SEAT, WINNING,
)
from engine.log import has_room, pairs_at
from engine.missions import playable
from engine.radio import ask, drop, meaning, show
from engine.refusal import Refusal
from engine.tricks import play

_TRICKS = b"\0\0\0\x0d\x0a\x08"  # by seats: 40 cards dealt out evenly


class Attempt:
    """One attempt after another in the same bytes. ``state`` may be read; only the methods change it."""

    def __init__(self):
        self.state = bytearray(ATTEMPT_BYTES)
        self._scratch = bytearray(DECK)
        self._clear()

    def begin(self, mission, seats):
        """Start an attempt at ``mission`` (1-50) with ``seats`` (3-5) humans; the deal is awaited next.

        Refused (REFUSE_MISSION) for a mission or a number of seats that this rules version does not play.
        """
        if not playable(mission) or not 3 <= seats <= 5:
            raise Refusal(REFUSE_MISSION)
        self._clear()
        st = self.state
        st[RULES] = RULES_VERSION
        st[GAME] = PLANET_NINE
        st[MISSION] = mission
        st[SEATS] = seats
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
            elif kind == TAKEN:
                taken(st, data[at])
            elif kind == ABSENT:
                absent(st, data[at])
            else:
                raise Refusal(REFUSE_COMMAND)
        elif seat >= st[SEATS]:
            raise Refusal(REFUSE_SEAT)
        elif kind == PICK:
            pick(st, seat, data[at])
        elif kind == RADIO_ASK:
            ask(st, seat)
        elif kind == RADIO_DROP:
            drop(st, seat)
        elif kind == RADIO_SHOW:
            show(st, seat, data[at])
        elif kind == GIVE_UP or kind == TAKE_BACK:
            propose(st, seat, kind)
        elif kind == WITHDRAW:
            withdraw(st, seat)
        elif kind != ANSWER:
            raise Refusal(REFUSE_COMMAND)
        elif answer(st, seat, data[at]):
            self._take_back()

    # --- what a seat may do -------------------------------------------------------------------------------------

    def legal(self, seat, into):
        """Write what ``seat`` may choose from in the awaited step into ``into`` and return how many bytes.

        In a trick and in the radio phase they are cards (at most 14), when tasks are picked their places. 0 when
        somebody else is awaited, or a proposal is open.
        """
        st = self.state
        if st[TURN] != seat or st[PROPOSER] != NOBODY:
            return 0
        phase = st[PHASE]
        hand = HANDS + HAND_BYTES * seat
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
        return n

    def commands(self, seat, into):
        """Write every legal command of ``seat`` into ``into``, two bytes each (room for 64); return how many."""
        st = self.state
        phase = st[PHASE]
        if seat >= st[SEATS] or not PHASE_TASKS <= phase < PHASE_END:
            return 0
        kind = PLAY if phase == PHASE_TRICK else PICK if phase == PHASE_PICK else RADIO_SHOW
        n = self.legal(seat, self._scratch)
        for i in range(n):
            into[2 * i] = kind
            into[2 * i + 1] = self._scratch[i]
        if (st[ASKED] | st[SERVED]) >> seat & 1:
            n = _add(into, n, RADIO_DROP, 0)
        elif st[RADIO + seat] == RADIO_UNUSED and has_room(st):
            n = _add(into, n, RADIO_ASK, 0)
        if st[PROPOSER] == seat:
            n = _add(into, n, WITHDRAW, 0)
        elif st[PROPOSER] == NOBODY:
            n = _add(into, n, GIVE_UP, 0)
            if st[LAST_PLAYER] == seat and has_room(st):
                n = _add(into, n, TAKE_BACK, 0)
        elif not YES <= st[ANSWERS + seat] <= EITHER:
            for reply in range(YES, EITHER + 1):
                n = _add(into, n, ANSWER, reply)
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
        return at + PRIVATE

    def view(self, seat, into):
        """Write all that ``seat`` may know: the public part, then its private part. Return the length.

        A number that is no seat's (a spectator) gets the public part alone.
        """
        n = self.public(into)
        return self.private(seat, into, n) if seat < self.state[SEATS] else n

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
        if data[GAME] != PLANET_NINE or data[OPTIONS]:
            raise Refusal(REFUSE_RECORD)
        try:
            self.begin(data[MISSION], data[SEATS])
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
        news = bytes(st[NEWS:LAST_PLAYER])
        self._replay(last)
        taken(st, asked)
        st[NEWS:LAST_PLAYER] = news

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
        st[TURN] = st[COMMANDER] = NOBODY

    def _reset(self):
        """Put everything between the head and the log to where an attempt starts."""
        st = self.state
        for i in range(SETUP, LOG):
            st[i] = 0
        for i in (COMMANDER, LEADER, TURN, WINNING, LAST_LEADER, LAST_WINNER, PROPOSER, LAST_PLAYER, VERDICT_SEAT):
            st[i] = NOBODY
        st[LED] = NO_SUIT
        st[TRICKS] = _TRICKS[st[SEATS]]
        st[PHASE] = PHASE_DEAL


def _add(into, n, kind, argument):
    into[2 * n] = kind
    into[2 * n + 1] = argument
    return n + 1

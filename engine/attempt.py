"""An attempt at a mission: one ``bytearray``, changed by commands, shown by views.

Whoever runs the engine (the dealing device, a test, a bench) makes one ``Attempt`` and uses it for ever. Randomness
comes from outside as chance commands that carry their outcome; an attempt is therefore also its list of commands, and
saving, resuming, taking a card back and replaying are the same thing. The lists of numbers are in engine/codes.py, the
places of the bytes in engine/layout.py.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import (
    ANSWER, CHANCE, CHANGE_TOKENS, DECK, EITHER, GIVE, GIVE_UP, NAME, NOBODY, PASS, PHASE_DEAL, PHASE_DISTRESS, PHASE_END, PHASE_GIVE,
    PHASE_HANDOVER, PHASE_NAME, PHASE_PICK, PHASE_QUESTION, PHASE_RADIO, PHASE_TOKENS, PHASE_TRICK, PICK, PLANET_NINE, PLAY, RADIO_ASK,
    RADIO_DROP, RADIO_SHOW, RADIO_UNUSED, REFUSE_COMMAND, REFUSE_SEAT, SAY, SHARE_OUT, SPECIAL_PARTS, TAKE_BACK, WITHDRAW, YES,
)
from engine.layout import (
    ANSWERS, ASKED, ATTEMPT_BYTES, COMMANDER, DRAW_GAVE, DRAW_GOT, GAME, GAVE, GOT, HANDS, HAND_BYTES, HELD, JARVIS, LAST_PLAYER, LED,
    LOG, LOGGED, MEANING, PASSED, PHASE, PRIVATE, PROPOSER, PUBLIC, RADIO, SEATS, SERVED, SETUP, SPECIAL, STANDING, TASK, TASK_BYTES,
    TASK_COUNT, TASK_OWNER, TURN,
)
from engine.log import has_room
from engine.radio import ask, drop, is_muted, meaning, show
from engine.refusal import Refusal
from engine.tricks import play
from engine.turns import acting_for, humans


# What legal() lists is the argument of which command, by phase.
_CHOICES = bytes((0, 0, SAY, NAME, 0, 0, 0, PICK, 0, 0, GIVE, RADIO_SHOW, PLAY, 0, 0))


class Attempt:
    """One attempt after another in the same bytes. ``state`` may be read; only the methods change it."""

    def __init__(self):
        self.state = bytearray(ATTEMPT_BYTES)
        self._scratch = bytearray(DECK)
        st = self.state
        st[TURN] = st[COMMANDER] = st[JARVIS] = NOBODY

    def begin(self, mission, seats, options=0, game=PLANET_NINE):
        """Start an attempt at ``mission`` of ``game`` with ``seats`` (3-5), JARVIS included; the deal is awaited next.

        A mission is 1-50, in DEEP_SEA 1-10, or FIRST_OWN to LAST_OWN; of those the OUTLINE is awaited before the deal.

        ``options`` is CHALLENGE (three humans only), or JARVIS_SEAT times JARVIS's seat plus 1 (three seats, two of them
        humans), or 0; in DEEP_SEA COUNTER (four or five seats) or 0. What does not go together is refused with REFUSE_MISSION.
        """
        from engine.replay import begin

        begin(self.state, mission, seats, options, game)

    def apply(self, seat, command):
        """Let ``seat`` (0-4, or CHANCE) do ``command``: bytes of kind, argument and, for chance, cards.

        Raises ``Refusal`` with its reason and leaves every byte as it was; returns nothing.
        """
        if len(command) < 2:
            raise Refusal(REFUSE_COMMAND)
        kind = command[0]
        if kind == PLAY:
            play(self.state, seat, command[1])
        elif self.command(seat, kind, command, 1):
            from engine.replay import replay

            replay(self)

    def command(self, seat, kind, data, at):
        """As ``apply``: the command of ``kind`` whose argument is ``data[at]`` and whose cards follow it.

        Returns True when a card is to be taken back by it. The caller does that (engine/replay.py): a replay comes here again, and a
        board's stack is short.
        """
        st = self.state
        if kind == PLAY:
            return play(st, seat, data[at])
        if seat != CHANCE:
            if seat >= st[SEATS] or seat == st[JARVIS]:
                raise Refusal(REFUSE_SEAT)
            if kind == RADIO_ASK:
                return ask(st, seat)
            if kind == RADIO_DROP:
                return drop(st, seat)
            if kind == RADIO_SHOW:
                return show(st, seat, data[at])
        from engine.commands import do

        return do(st, seat, kind, data, at, self._scratch)

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
                from engine.exchange import givable

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
            from engine.deal import may_name

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
        from engine.joint import STEPS, sensible

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
        from engine.replay import load

        load(self, data, length)


def _add(into, n, kind, argument):
    into[2 * n] = kind
    into[2 * n + 1] = argument
    return n + 1

"""The dealing device's table while it plays: it runs the engine, takes commands, knows who is here, and saves. What is done between
attempts is in firmware/lobby.py.

The deal is known here and goes nowhere: firmware/delivery.py gives all the same public part and each seat its own private
part. A save is made at every boundary, in a save window, before the view that shows the boundary goes out.
"""

# pyright: reportOptionalMemberAccess=false, reportAttributeAccessIssue=false

from engine.attempt import Attempt
from engine.codes import (
    ABSENT, CHALLENGE, CHANCE, GIVE_UP, NOBODY, OPEN, PASS, PHASE_DEAL, PHASE_DRAW, PHASE_TASKS, SUCCESS,
)
from engine.layout import (
    ANSWERED, GAME, JARVIS, OPTIONS, PHASE, PROPOSER, SEATS, SIGNAL, SUBJECT, TAKEN_BACK, VERDICT,
)
from engine.refusal import Refusal
from firmware.clock import since
from firmware.delivery import Delivery
from firmware.roster import Roster
from firmware.saves import Saves
from firmware.scene import NAME_LENGTH
from firmware.wire import (
    ADMIT, ASK, AWAY_AFTER, BEAT_EVERY, F_FROM, HELLO, NOTICE_NONE, NO_STANDING, REFUSE_TABLE, RESEND_AFTER, SEAT_SWAP,
    SPARE_NOBODY, SPARE_SEAT, STAGE_ATTEMPT, STAGE_LOBBY, TABLE, TO_ALL, T_ATTEMPTS, T_DONE, T_GAME, T_MISSION, T_NAMES, T_NOTICE, T_OWN, T_PRESENT, T_SEATED, T_STAGE, T_STANDING, UNSEATED, WINDOW,
)


class Dealer:
    """The table that this device deals at. Made once; ``open`` begins one, ``resume`` goes on from the save."""

    def __init__(self, board, link, seat, seals):
        self._board = board
        self._link = link
        self._seat = seat  # the own seat's end
        self.attempt = Attempt()
        self._table = bytearray(TABLE)
        self._roster = Roster()
        self._heard = [0] * 5
        self._saves = Saves(board, self._table, self._roster, self.attempt, seals)
        self._delivery = Delivery(board, link, seat, self._table, self.attempt, self._roster, self._saves.log, seals)
        self._seals = seals
        self._inbox = None  # firmware/inbox.py, while this device deals; nothing that uses it is called otherwise
        self._argument = bytearray(1)  # of the command that the engine does
        self._dirty = True  # the public part has changed
        self.booked = False  # the number of the attempt is that of the log book
        self.spare_heard = 0  # when the spare device that asks for a seat last did
        self.excused = 0  # bits of the seats that cannot say whether it may have it
        self._window = False  # a save window goes round
        self._beat_sent = self._window_sent = 0

    # --- start ----------------------------------------------------------------------------------------------------------

    def open(self, now):
        """Begin a table with this device alone at it, in the campaign that was played last."""
        from firmware.lobby import open_table

        open_table(self, now)

    @property
    def logbook(self):
        """The campaign's log book, for a moment: its bytes stay, what reads and writes them is loaded when needed."""
        from firmware.logbook import LogBook

        return LogBook(self._saves.log)

    def notice(self):
        """Return the notice (NOTICE_...) that a failed ``resume`` left."""
        return self._table[T_NOTICE]

    def close(self):
        """Stop dealing; what was saved stays."""
        self._link.dealing = self._seat.scene.dealing = False
        self._inbox = None
        self._seat.scene.doubted = NOBODY
        self._seals.empty()
        self._seat.leave()

    def under_way(self):
        """Tell whether an attempt waits for its verdict."""
        return self._delivery.under_way()

    # --- time -----------------------------------------------------------------------------------------------------------

    def tick(self, now):
        """One turn of the loop: presence, beats, the save window, views that seats lack."""
        if since(now, self._beat_sent) >= BEAT_EVERY:
            self._beat_sent = now
            self._presence(now)
            self._delivery.beat(self._board.chip)
            self._seat.deals(self._link.epoch(), now)
        if self._window:
            if since(now, self._window_sent) < RESEND_AFTER:
                return
            self._saved()
        if self._inbox.admit(now):
            self._saves.deals = self._saves.deals + 1 & 255  # with a new key, what is saved differs
            self._dirty = True
        seat = self._inbox.turn()
        if seat < 5:
            self.command(seat, self._inbox.command[0], self._inbox.command[1], self._inbox.command[2])
        while self._awaited():
            from firmware.shuffle import chance

            # Here and not with the command that it follows from: call chains stay short.
            dealt = self.attempt.state[PHASE] == PHASE_DEAL
            chance(self.attempt, self._board.random)
            for i in range(5 if dealt else 0):
                if self._table[T_STANDING] >> i & 1:
                    self._apply(i, PASS, 1)
            self._delivery.privates()
            self._dirty = True
        if self._dirty and self._saves.due():
            self._window = True
            self._window_sent = now
            self._link.send(WINDOW, TO_ALL, 0)
            return
        if self._dirty:
            self._dirty = False
            if not self.booked:
                self._count_attempts()
            self._delivery.publish()
        self._delivery.send(now, self._inbox.idle())

    def _presence(self, now):
        """Who is here: whoever accepted one of our frames, or sent one, in the last two seconds."""
        self._inbox.keyed()
        table = self._table
        self._seat.find(self._roster.chips, 0, table[T_SEATED])
        present = self._seat.scene.here
        jarvis = self._roster.jarvis()
        for seat in range(table[T_SEATED]):
            if seat == jarvis or since(now, self._heard[seat]) < AWAY_AFTER:
                present |= 1 << seat
        if table[T_STAGE] == STAGE_LOBBY and present != (1 << table[T_SEATED]) - 1:
            from firmware.lobby import thin_out

            present = thin_out(self, present)
        if self._roster.spare[SPARE_SEAT] != SPARE_NOBODY:
            from firmware.spare import watch

            watch(self, present, now)
        if present != table[T_PRESENT] or table[T_NAMES] != self._roster.number:
            table[T_PRESENT] = present
            self._dirty = True
        st = self.attempt.state
        if self.under_way() and st[PROPOSER] != NOBODY and st[SUBJECT] == GIVE_UP:
            for seat in range(table[T_SEATED]):
                if not (present | st[ANSWERED] | 1 << st[PROPOSER]) >> seat & 1:
                    self._apply(CHANCE, ABSENT, seat)

    def _count_attempts(self):
        """Tell the number of the attempt that is under way or would come next; after a verdict, of the one it ended."""
        table = self._table
        if table[T_STAGE] == STAGE_ATTEMPT and not self.under_way():
            attempts = self.logbook.attempts(self.key())
        else:
            attempts = self.logbook.coming(self.key())
        self.booked = True
        table[T_ATTEMPTS] = attempts & 255
        table[T_ATTEMPTS + 1] = attempts >> 8

    # --- frames ---------------------------------------------------------------------------------------------------------

    def frame(self, kind, data, at, end):
        """Take in a frame for the dealer; return True if accepted."""
        now = self._board.now()
        sender = data[1 + F_FROM] - 1
        if kind == HELLO:
            if end - at < 5 + NAME_LENGTH:
                return False
            if self._table[T_STAGE] == STAGE_LOBBY:
                from firmware.lobby import hello

                return hello(self, data, at, now)
            if data[at + 4 + NAME_LENGTH] == SPARE_NOBODY:
                return False
            from firmware.spare import ask

            return ask(self, data, at, now)
        if kind == ASK and sender == UNSEATED - 1 and end - at >= 1:
            self._delivery.shown(data[at])
            return True
        # Nothing on the line comes from a seat at this device, or from JARVIS.
        if not 0 <= sender < self._table[T_SEATED] or self._seat.scene.here >> sender & 1 or sender == self._roster.jarvis():
            return False
        self._heard[sender] = now
        if kind == ASK and end - at >= 1:
            self._delivery.wanted(sender, data[at], data[at + 1] if end - at > 1 else 0)
            return True
        return self._inbox.frame(kind, sender, data, at, end, now)

    def home(self, kind, to, sequence, bits, now):
        """An own frame came home; ``bits`` tell who accepted it."""
        for seat in range(self._table[T_SEATED]):
            if bits >> seat & 1:
                self._heard[seat] = now
        if kind == WINDOW:
            if self._window:
                self._saved()
        else:
            self._delivery.home(kind, to, sequence, bits)

    # --- commands --------------------------------------------------------------------------------------------------------

    def command(self, seat, number, kind, argument):
        """``seat`` commands: do it once, and keep the answer under its number."""
        commands = self._delivery.answered
        if number == commands[2 * seat]:
            # It has been done and the answer was lost on the way.
            self._delivery.answer_again(seat)
            return
        table = self._table
        refused = 0
        if kind < SEAT_SWAP:
            refused = self._apply(seat, kind, argument) if table[T_STAGE] == STAGE_ATTEMPT else REFUSE_TABLE
            if kind == PASS and argument and not refused:
                table[T_STANDING] |= 1 << seat
        elif kind == NO_STANDING:
            table[T_STANDING] &= ~(1 << seat)
        elif kind == ADMIT:
            if not (self._seat.scene.here >> seat & 1 and self._inbox.compared(argument & 1)):
                from firmware.spare import answer

                refused = answer(self, seat, argument)
        else:
            from firmware.lobby import do

            refused = do(self, seat, kind, argument)
        commands[2 * seat] = number
        commands[2 * seat + 1] = refused
        if not refused:
            table[T_NOTICE] = NOTICE_NONE
            self._dirty = True
            if kind >= SEAT_SWAP:
                self.booked = False
        self._delivery.privates()

    def _apply(self, seat, kind, argument):
        """Let the engine do a command; book what falls. Return the reason of a refusal, or 0."""
        st = self.attempt.state
        signal = st[SIGNAL]
        self._argument[0] = argument
        try:
            if self.attempt.command(seat, kind, self._argument, 0):
                from engine.replay import replay

                replay(self.attempt)
        except Refusal as refusal:
            return refusal.code
        self._dirty = True
        humans = st[SEATS] - (st[JARVIS] != NOBODY)
        if st[SIGNAL] and not signal:
            self.logbook.signalled(self.key(), humans)
            self.booked = False
        if st[VERDICT] != OPEN:
            logbook = self.logbook
            logbook.record(self.key(), st[VERDICT] == SUCCESS, humans, st[OPTIONS] & CHALLENGE, st[TAKEN_BACK])
            self._table[T_DONE] = logbook.done(st[GAME])
            self.booked = False
        return 0

    def key(self):
        """Return the table's mission as the log book has it."""
        return self._table[T_MISSION] + 100 * (self._table[T_GAME] & 1)

    def count_own(self):
        """The own missions kept here may be others: let all know."""
        from firmware.own import mark

        self._table[T_OWN] = mark(self._board)
        self._dirty = True

    def _awaited(self):
        """Tell whether the attempt waits for chance: the deal, the tasks, the draw of mission 12."""
        st = self.attempt.state
        phase = st[PHASE]
        return (phase == PHASE_DEAL or phase == PHASE_TASKS or phase == PHASE_DRAW) and st[PROPOSER] == NOBODY and self.under_way()

    def _saved(self):
        """Save now, the window is closed; a board that cannot says so to all, and plays on."""
        self._window = False
        self._table[T_NOTICE] = self._saves.save() or self._table[T_NOTICE]

"""The dealing device's table: it runs the engine, takes commands, knows who is here, and saves.

The deal is known here and goes nowhere: firmware/delivery.py gives all the same public part and each seat its own private
part. A save is made at every boundary, in a save window, before the view that shows the boundary goes out.
"""

from engine.attempt import Attempt
from engine.codes import ABSENT, CHALLENGE, CHANCE, GIVE_UP, JARVIS_SEAT, NOBODY, OPEN, PASS, REFUSE_MISSION, SUCCESS
from engine.layout import ANSWERED, GAME, JARVIS, OPTIONS, PROPOSER, SEATS, SIGNAL, SUBJECT, TAKEN_BACK, VERDICT
from engine.refusal import Refusal
from firmware.clock import since
from firmware.delivery import Delivery
from firmware.roster import Roster
from firmware.saves import Saves
from firmware.scene import NAME_LENGTH
from firmware.shuffle import chance
from firmware.wire import (
    ASK, AWAY_AFTER, BEAT_EVERY, CAMPAIGN, CHOOSE, DEAL_CARDS, F_FROM, HELLO, LETTER, NOTICE_NONE, NO_STANDING, REFUSE_TABLE, RESEND_AFTER, SEAT_SWAP, SET_CHALLENGE, SET_GAME, STAGE_ATTEMPT,
    STAGE_BRIEFING, STAGE_LOBBY, TABLE, TO_ALL, TO_CHOOSE, TO_LOBBY, T_ATTEMPTS, T_DEALER, T_DONE,
    T_GAME, T_MISSION, T_NOTICE, T_OPTIONS, T_OWN, T_PRESENT, T_SEATED, T_STAGE, T_STANDING, WINDOW,
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
        self.logbook = self._saves.logbook
        self._delivery = Delivery(board, link, seat, self._table, self.attempt, self._roster, self.logbook, seals)
        self._seals = seals
        self._inbox = None  # firmware/inbox.py, while this device deals
        self._dirty = True  # the public part has changed
        self._window = False  # a save window goes round
        self._beat_sent = self._window_sent = 0

    # --- start ----------------------------------------------------------------------------------------------------------

    def open(self, now):
        """Begin a table with this device alone at it, in the campaign that was played last."""
        self._table[T_STAGE] = STAGE_LOBBY
        self._table[T_GAME] = 0
        self._table[T_MISSION] = self.logbook.proposed()
        self._seals.empty()
        self._roster.seated = 1
        self._roster.set_device(0, self._board.chip, 0, self._board.name, 0)
        self._start(0, now)

    def resume(self, now):
        """Go on from the save. Return False when there is none to go on from; ``notice`` then says why, if it matters."""
        own = self._saves.resume(self._board.chip)
        if own == NOBODY:
            return False
        self._start(own, now)
        return True

    def _start(self, own, now):
        from firmware.inbox import Inbox

        self._inbox = Inbox(self._board, self._link, self._seals, self._delivery, self._table, self._roster, self._seat.scene)
        table = self._table
        table[T_DEALER] = own
        table[T_DONE] = self.logbook.done(table[T_GAME] & 1)
        self.count_own()
        table[T_SEATED] = self._roster.seated
        table[T_PRESENT] = (1 << table[T_SEATED]) - 1
        for seat in range(5):
            self._heard[seat] = now
        self._link.dealing = self._seat.scene.dealing = True
        self._seat.deals(self._link.epoch(), now)
        self._dirty = True
        self._delivery.privates()

    def notice(self):
        """Return the notice (NOTICE_...) that a failed ``resume`` left."""
        return self._table[T_NOTICE]

    def close(self):
        """Stop dealing; what was saved stays."""
        self._link.dealing = self._seat.scene.dealing = False
        self._inbox = None
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
        self._saves.deals = self._saves.deals + self._inbox.admit(now) & 255  # with a new key, what is saved differs
        seat = self._inbox.turn()
        if seat < 5:
            self.command(seat, self._inbox.command[0], self._inbox.command[1], self._inbox.command[2])
        if self._dirty and self._saves.due():
            self._window = True
            self._window_sent = now
            self._link.send(WINDOW, TO_ALL, 0)
            return
        if self._dirty:
            self._dirty = False
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
        if table[T_STAGE] == STAGE_LOBBY:
            for seat in range(table[T_SEATED] - 1, -1, -1):
                if not present >> seat & 1:
                    self._leave(seat)
                    present = self._regroup()
        if present != table[T_PRESENT]:
            table[T_PRESENT] = present
            self._dirty = True
        st = self.attempt.state
        if self.under_way() and st[PROPOSER] != NOBODY and st[SUBJECT] == GIVE_UP:
            for seat in range(table[T_SEATED]):
                if not (present | st[ANSWERED] | 1 << st[PROPOSER]) >> seat & 1:
                    self._apply(CHANCE, bytes((ABSENT, seat)))

    def _count_attempts(self):
        """Tell the number of the attempt that is under way or would come next; after a verdict, of the one it ended."""
        table = self._table
        if table[T_STAGE] == STAGE_ATTEMPT and not self.under_way():
            attempts = self.logbook.attempts(self._key())
        else:
            attempts = self.logbook.coming(self._key())
        table[T_ATTEMPTS] = attempts & 255
        table[T_ATTEMPTS + 1] = attempts >> 8

    # --- frames ---------------------------------------------------------------------------------------------------------

    def frame(self, kind, data, at, end):
        """Take in a frame for the dealer; return True if accepted."""
        now = self._board.now()
        sender = data[1 + F_FROM] - 1
        if kind == HELLO:
            return end - at >= 4 + NAME_LENGTH and self._hello(data, at, now)
        if not 0 <= sender < self._table[T_SEATED]:
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

    def _hello(self, data, at, now):
        """A device says who it is: a new one joins while the table forms."""
        table = self._table
        seat = self._roster.place_of(data, at)
        if seat == NOBODY:
            if table[T_STAGE] != STAGE_LOBBY or table[T_SEATED] == 5:
                return False
            seat = self._roster.seated
            self._delivery.answered[2 * seat] = self._delivery.answered[2 * seat + 1] = 0
            self._roster.seated += 1
        self._heard[seat] = now
        self._roster.set_device(seat, data, at, data, at + 4)
        self._regroup()
        self._delivery.privates()
        return True

    # --- commands --------------------------------------------------------------------------------------------------------

    def command(self, seat, number, kind, argument):
        """``seat`` commands: do it once, and keep the answer under its number."""
        commands = self._delivery.answered
        if number == commands[2 * seat]:
            # It has been done and the answer was lost on the way.
            self._delivery.answer_again(seat)
            return
        refused = self._do(seat, kind, argument)
        commands[2 * seat] = number
        commands[2 * seat + 1] = refused
        if not refused:
            self._table[T_NOTICE] = NOTICE_NONE
            self._dirty = True
        self._delivery.privates()

    def _do(self, seat, kind, argument):
        """Do a command of the table or of the attempt; return the reason of a refusal, or 0."""
        table = self._table
        stage = table[T_STAGE]
        if kind < SEAT_SWAP:
            refused = self._apply(seat, bytes((kind, argument))) if stage == STAGE_ATTEMPT else REFUSE_TABLE
            if kind == PASS and argument and not refused:
                table[T_STANDING] |= 1 << seat
            return refused
        if kind == NO_STANDING:
            table[T_STANDING] &= ~(1 << seat)
            return 0
        if not self._seat.scene.here >> seat & 1 or self.under_way():
            return REFUSE_TABLE
        if stage == STAGE_LOBBY and (kind == SEAT_SWAP or kind == CAMPAIGN or kind >= LETTER):
            return self._form(kind, argument)
        if kind == TO_LOBBY:
            table[T_STAGE] = STAGE_LOBBY
        elif kind == TO_CHOOSE or kind == SET_CHALLENGE or kind == CHOOSE or kind == SET_GAME:
            from firmware.choosing import choose
            return choose(self._board, table, self.logbook, kind, argument, self._inbox.keyed())
        elif kind == DEAL_CARDS and (stage == STAGE_BRIEFING or stage == STAGE_ATTEMPT):
            return self._deal()
        else:
            return REFUSE_TABLE
        return 0

    def _form(self, kind, argument):
        """The commands of the lobby: the order of the seats, the campaign and its name."""
        if kind == SEAT_SWAP:
            if max(argument >> 4, argument & 15) >= self._table[T_SEATED]:
                return REFUSE_TABLE
            self._swap(argument >> 4, argument & 15)
            self._regroup()
        from firmware.choosing import form

        if not form(self._saves, self._table, kind, argument):
            return REFUSE_TABLE
        self._roster.count()
        return 0

    def _deal(self):
        """Begin an attempt: deal, and set the standing passes. Return the reason of a refusal, or 0."""
        from firmware.choosing import begin

        table = self._table
        if not begin(self._board, self.attempt, table, self.logbook.coming(self._key())):
            return REFUSE_MISSION
        self._saves.deals = self._saves.deals + 1 & 255
        table[T_STAGE] = STAGE_ATTEMPT
        chance(self.attempt, self._board.random)
        for seat in range(table[T_SEATED]):
            if table[T_STANDING] >> seat & 1:
                self._apply(seat, bytes((PASS, 1)))
        while chance(self.attempt, self._board.random):
            pass
        return 0

    def _key(self):
        """Return the table's mission as the log book has it."""
        return self._table[T_MISSION] + 100 * (self._table[T_GAME] & 1)

    def count_own(self):
        """The own missions kept here may be others: let all know."""
        from firmware.own import mark

        self._table[T_OWN] = mark(self._board)
        self._dirty = True

    def _apply(self, seat, command):
        """Let the engine do a command, and chance what it then waits for; book what falls. Return the reason of a refusal, or 0."""
        st = self.attempt.state
        signal = st[SIGNAL]
        try:
            self.attempt.apply(seat, command)
        except Refusal as refusal:
            return refusal.code
        while chance(self.attempt, self._board.random):
            pass
        self._dirty = True
        humans = st[SEATS] - (st[JARVIS] != NOBODY)
        if st[SIGNAL] and not signal:
            self.logbook.signalled(self._key(), humans)
        if st[VERDICT] != OPEN:
            self.logbook.record(self._key(), st[VERDICT] == SUCCESS, humans, st[OPTIONS] & CHALLENGE, st[TAKEN_BACK])
            self._table[T_DONE] = self.logbook.done(st[GAME])
        return 0

    def _regroup(self):
        """Who sits at the table has changed: JARVIS comes or goes, the options follow. Return the bits of who is here."""
        roster = self._roster
        table = self._table
        jarvis = roster.jarvis()
        # Two humans play with JARVIS, any other number without (RULES 9).
        if jarvis == NOBODY and roster.seated == 2:
            jarvis = roster.add_jarvis()
            table[T_STANDING] = 0
        elif jarvis != NOBODY and roster.seated != 3:
            self._leave(jarvis)
            jarvis = NOBODY
            table[T_STANDING] = 0
        if jarvis != NOBODY:
            table[T_OPTIONS] = JARVIS_SEAT * (jarvis + 1)
        elif table[T_OPTIONS] > CHALLENGE or roster.seated != 3:
            table[T_OPTIONS] = 0
        table[T_SEATED] = roster.seated
        table[T_DEALER] = roster.place_of(self._board.chip, 0)
        table[T_PRESENT] = (1 << roster.seated) - 1
        self._dirty = True
        return table[T_PRESENT]

    def _leave(self, seat):
        """Take a seat away; those behind it move up, with all that is kept of them."""
        last = self._roster.seated - 1
        for behind in range(seat, last):
            self._swap(behind, behind + 1)
        self._roster.seated = last
        self._roster.count()

    def _swap(self, one, other):
        """Two seats change places, and all that is kept of them."""
        self._roster.swap(one, other)
        commands = self._delivery.answered
        for i in range(2):
            a, b = 2 * one + i, 2 * other + i
            commands[a], commands[b] = commands[b], commands[a]
        heard = self._heard
        heard[one], heard[other] = heard[other], heard[one]

    def _saved(self):
        """Save now, the window is closed; a board that cannot says so to all, and plays on."""
        self._window = False
        self._table[T_NOTICE] = self._saves.save() or self._table[T_NOTICE]

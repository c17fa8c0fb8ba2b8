"""The dealing device's table: it runs the engine, takes commands, knows who is here, and saves.

The deal is known here and goes nowhere: firmware/delivery.py gives all the same public part and each seat its own private
part. A save is made at every boundary, in a save window, before the view that shows the boundary goes out.
"""

from engine.attempt import Attempt
from engine.codes import (
    ABSENT, CHANCE, GIVE_UP, NOBODY, OPEN, PHASE_END, PHASE_PICK, REFUSE_MISSION, REFUSE_RULES, SUCCESS,
)
from engine.layout import (
    ANSWERED, ATTEMPT_BYTES, MISSION, PHASE, PROPOSER, RULES_VERSION, SHOWN, SUBJECT, TAKEN_BACK, TRICK, VERDICT,
)
from engine.missions import playable
from engine.refusal import Refusal
from firmware.clock import since
from firmware.delivery import Delivery
from firmware.logbook import LogBook, MISSIONS
from firmware.roster import Roster
from firmware.scene import NAME_LENGTH
from firmware.shuffle import deal_and_draw
from firmware.store import Store
from firmware.wire import (
    ASK, AWAY_AFTER, BEAT_EVERY, CHOOSE, COMMAND, DEAL_CARDS, F_FROM, HELLO, NOTICE_LOST_SAVE, NOTICE_NONE,
    NOTICE_OLD_SAVE, NOTICE_RESUMED, NOTICE_UNSAVED, REFUSE_TABLE, RESEND_AFTER, SAVED_ATTEMPT, SAVED_BOOK,
    SAVED_CHIPS, SAVED_MISSION, SAVED_NAMES, SAVED_SEATED, SAVED_STAGE, SEAT_SWAP, STAGE_ATTEMPT, STAGE_BRIEFING,
    STAGE_CHOOSE, STAGE_LOBBY, TABLE, TO_ALL, TO_CHOOSE, TO_LOBBY, T_ATTEMPTS, T_DEALER, T_MISSION, T_NOTICE,
    T_PRESENT, T_SEATED, T_STAGE, WINDOW,
)

_MARK = 13  # bytes of what a save hangs on


class Dealer:
    """The table that this device deals at. Made once; ``open`` begins one, ``resume`` goes on from the save."""

    def __init__(self, board, link, seat):
        self._board = board
        self._link = link
        self._seat = seat  # the own seat's end
        self.attempt = Attempt()
        self._table = bytearray(TABLE)
        self._roster = Roster()
        self._delivery = Delivery(link, seat, self._table, self.attempt, self._roster)
        self.logbook = LogBook()
        self._heard = [0] * 5
        self._inbox = bytearray(15)  # of each seat: number, kind and argument of a command to be done, number 0 for none
        self._store = Store(board, SAVED_ATTEMPT + ATTEMPT_BYTES, RULES_VERSION)
        self._saved = bytearray(_MARK)  # as the last save was
        self._mark = bytearray(_MARK)
        self._deals = 0
        self._dirty = True  # the public part has changed
        self._window = False  # a save window goes round
        self._beat_sent = self._window_sent = 0

    # --- start ----------------------------------------------------------------------------------------------------------

    def open(self, now):
        """Begin a table with this device alone at it."""
        self._table[T_STAGE] = STAGE_LOBBY
        self._table[T_MISSION] = self.logbook.proposed()
        self._roster.seated = 1
        self._roster.set_device(0, self._board.chip, 0, self._board.name, 0)
        self._start(0, now)

    def resume(self, now):
        """Go on from the save. Return False when there is none to go on from; ``notice`` then says why, if it matters."""
        body = self._store.body
        n = self._store.load()
        table = self._table
        if not n:
            if self._store.old_rules:
                table[T_NOTICE] = NOTICE_OLD_SAVE
            elif self._store.unreadable:
                table[T_NOTICE] = NOTICE_LOST_SAVE
            return False
        table[T_STAGE] = body[SAVED_STAGE]
        table[T_MISSION] = body[SAVED_MISSION]
        roster = self._roster
        roster.seated = body[SAVED_SEATED]
        for i in range(len(roster.chips)):
            roster.chips[i] = body[SAVED_CHIPS + i]
        for i in range(len(roster.names)):
            roster.names[i] = body[SAVED_NAMES + i]
        for i in range(MISSIONS):
            self.logbook.entries[i] = body[SAVED_BOOK + i]
        own = roster.place_of(self._board.chip, 0)
        if own == NOBODY or table[T_STAGE] < STAGE_CHOOSE:
            return False
        table[T_NOTICE] = NOTICE_RESUMED
        if n > SAVED_ATTEMPT:
            try:
                self.attempt.load(body[SAVED_ATTEMPT:], n - SAVED_ATTEMPT)
            except Refusal as refusal:
                table[T_NOTICE] = NOTICE_OLD_SAVE if refusal.code == REFUSE_RULES else NOTICE_LOST_SAVE
                table[T_STAGE] = STAGE_CHOOSE
        self._start(own, now)
        self._boundary(self._saved)
        return True

    def _start(self, own, now):
        table = self._table
        table[T_DEALER] = own
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
        self._seat.leave()

    def under_way(self):
        """Tell whether an attempt waits for its verdict."""
        return self._delivery.under_way()

    # --- time -----------------------------------------------------------------------------------------------------------

    def tick(self, now):
        """One turn of the loop: presence, beats, the save window, views that seats lack."""
        table = self._table
        if since(now, self._beat_sent) >= BEAT_EVERY:
            self._beat_sent = now
            self._presence(now)
            self._delivery.beat(self._board.chip)
            self._seat.deals(self._link.epoch(), now)
        if self._window:
            if since(now, self._window_sent) < RESEND_AFTER:
                return
            self._save()
        for seat in range(table[T_SEATED]):
            at = 3 * seat
            if self._inbox[at]:
                self.command(seat, self._inbox[at], self._inbox[at + 1], self._inbox[at + 2])
                self._inbox[at] = 0
        if self._dirty and self._boundary(self._mark) and self._mark != self._saved:
            self._window = True
            self._window_sent = now
            self._link.send(WINDOW, TO_ALL, 0)
            return
        if self._dirty:
            self._dirty = False
            self._count_attempts()
            self._delivery.publish()
        self._delivery.send(now)

    def _presence(self, now):
        """Who is here: whoever accepted one of our frames, or sent one, in the last two seconds."""
        table = self._table
        present = 0
        for seat in range(table[T_SEATED]):
            if seat == table[T_DEALER] or since(now, self._heard[seat]) < AWAY_AFTER:
                present |= 1 << seat
        if table[T_STAGE] == STAGE_LOBBY:
            for seat in range(table[T_SEATED] - 1, -1, -1):
                if not present >> seat & 1:
                    for behind in range(seat, table[T_SEATED] - 1):
                        self._swap(behind, behind + 1)
                    self._roster.remove(table[T_SEATED] - 1)
                    table[T_SEATED] -= 1
                    present = present & (1 << seat) - 1 | present >> seat + 1 << seat
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
            table[T_ATTEMPTS] = self.logbook.attempts(table[T_MISSION])
        else:
            table[T_ATTEMPTS] = self.logbook.coming(table[T_MISSION])

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
            self._delivery.wanted(sender, data[at])
            return True
        if kind == COMMAND and end - at >= 5 and data[at] | data[at + 1] << 8 == self._link.epoch() and data[at + 2]:
            # Done in the next turn of the loop, after a save window: call chains stay short and nothing is decided in one.
            for i in range(3):
                self._inbox[3 * sender + i] = data[at + 2 + i]
            return True
        return False

    def home(self, kind, to, sequence, bits, now):
        """An own frame came home; ``bits`` tell who accepted it."""
        for seat in range(self._table[T_SEATED]):
            if bits >> seat & 1:
                self._heard[seat] = now
        if kind == WINDOW:
            if self._window:
                self._save()
        else:
            self._delivery.home(kind, to, sequence, bits)

    def _hello(self, data, at, now):
        """A device says who it is: a new one joins while the table forms."""
        table = self._table
        seat = self._roster.place_of(data, at)
        if seat == NOBODY:
            if table[T_STAGE] != STAGE_LOBBY or table[T_SEATED] == 5:
                return False
            seat = table[T_SEATED]
            self._delivery.commands[2 * seat] = self._delivery.commands[2 * seat + 1] = 0
            table[T_SEATED] = self._roster.seated = seat + 1
            table[T_PRESENT] |= 1 << seat
        self._heard[seat] = now
        self._roster.set_device(seat, data, at, data, at + 4)
        self._dirty = True
        self._delivery.privates()
        return True

    # --- commands --------------------------------------------------------------------------------------------------------

    def command(self, seat, number, kind, argument):
        """``seat`` commands: do it once, and keep the answer under its number."""
        commands = self._delivery.commands
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
            return self._apply(seat, bytes((kind, argument))) if stage == STAGE_ATTEMPT else REFUSE_TABLE
        if seat != table[T_DEALER] or self.under_way():
            return REFUSE_TABLE
        if kind == SEAT_SWAP and stage == STAGE_LOBBY and max(argument >> 4, argument & 15) < table[T_SEATED]:
            self._swap(argument >> 4, argument & 15)
        elif kind == TO_LOBBY:
            table[T_STAGE] = STAGE_LOBBY
        elif kind == TO_CHOOSE and 3 <= table[T_SEATED] <= 5 and table[T_PRESENT] == (1 << table[T_SEATED]) - 1:
            table[T_STAGE] = STAGE_CHOOSE
            table[T_MISSION] = self.logbook.proposed()
        elif kind == CHOOSE and stage == STAGE_CHOOSE:
            if not playable(argument):
                return REFUSE_MISSION
            table[T_MISSION] = argument
            table[T_STAGE] = STAGE_BRIEFING
        elif kind == DEAL_CARDS and (stage == STAGE_BRIEFING or stage == STAGE_ATTEMPT):
            deal_and_draw(self.attempt, table[T_MISSION], table[T_SEATED], self._board.random)
            self._deals = self._deals + 1 & 255
            table[T_STAGE] = STAGE_ATTEMPT
        else:
            return REFUSE_TABLE
        return 0

    def _apply(self, seat, command):
        """Let the engine do a command; book the verdict if it falls. Return the reason of a refusal, or 0."""
        try:
            self.attempt.apply(seat, command)
        except Refusal as refusal:
            return refusal.code
        self._dirty = True
        st = self.attempt.state
        if st[VERDICT] != OPEN:
            self.logbook.record(st[MISSION], st[VERDICT] == SUCCESS)
        return 0

    def _swap(self, one, other):
        """Two seats change places, and all that is kept of them."""
        self._roster.swap(one, other)
        commands = self._delivery.commands
        for i in range(2):
            a, b = 2 * one + i, 2 * other + i
            commands[a], commands[b] = commands[b], commands[a]
        heard = self._heard
        heard[one], heard[other] = heard[other], heard[one]
        self._table[T_DEALER] = self._roster.place_of(self._board.chip, 0)
        self._dirty = True

    # --- saves -------------------------------------------------------------------------------------------------------------

    def _boundary(self, into):
        """Write what a save hangs on into ``into``: when it changes, a save is due. Return False in the lobby."""
        table = self._table
        st = self.attempt.state
        phase = st[PHASE]
        into[0] = table[T_STAGE]
        into[1] = table[T_SEATED]
        into[2] = table[T_MISSION]
        into[3] = self._roster.number
        into[4] = phase if phase <= PHASE_PICK or phase == PHASE_END else PHASE_END - 1
        into[5] = st[TRICK]
        into[6] = st[TAKEN_BACK]
        into[7] = self._deals
        for i in range(5):
            into[8 + i] = st[SHOWN + i]
        return table[T_STAGE] >= STAGE_CHOOSE

    def _save(self):
        """Write the save; a board that cannot says so to all, and plays on."""
        self._window = False
        self._boundary(self._saved)
        body = self._store.body
        table = self._table
        body[SAVED_STAGE] = table[T_STAGE]
        body[SAVED_SEATED] = table[T_SEATED]
        body[SAVED_MISSION] = table[T_MISSION]
        roster = self._roster
        for i in range(len(roster.chips)):
            body[SAVED_CHIPS + i] = roster.chips[i]
        for i in range(len(roster.names)):
            body[SAVED_NAMES + i] = roster.names[i]
        for i in range(MISSIONS):
            body[SAVED_BOOK + i] = self.logbook.entries[i]
        n = SAVED_ATTEMPT
        if table[T_STAGE] == STAGE_ATTEMPT:
            n += self.attempt.save(body[SAVED_ATTEMPT:])
        if not self._store.save(n):
            table[T_NOTICE] = NOTICE_UNSAVED

"""A seat's end of the session: it keeps the newest view, asks for what it lacks, and sends commands until they are done.

It never knows more than its views say. docs/PROTOCOL.md tells the whole exchange.
"""

from engine.layout import OWN_SEAT, PUBLIC
from firmware.clock import since
from firmware.mail import IDLE, Mail, OPENED
from firmware.scene import NAME_LENGTH
from firmware.wire import (
    ASK, ASK_EVERY, AWAY_AFTER, BEAT, B_CHIP, B_NAMES, B_NUMBER, B_PRIVATE, B_ROSTER, B_SEATED, F_EPOCH, F_PAYLOAD,
    HELLO, HELLO_EVERY, KEY, LETTERS, LINK_FULL, LINK_GOOD, LINK_NO_DEALER, LINK_SILENT, LINK_VERSION,
    LOG_ENTRY, LOG_PAGE, OWN, OWN_COMMAND, OWN_REFUSED, PRIVATE_PART, PUBLIC_PART, QUIET, RESEND_AFTER, SHEET,
    SHEET_LOG, SHEET_NAMES, SILENCE, SILENT, STAGE_ALONE, TABLE, TO_ALL, TO_DEALER, T_NAMES, T_NUMBER, T_PRIVATE,
    T_STAGE, UNSEATED, WANT_LOG, WANT_NAMES, WANT_PRIVATE, WANT_PUBLIC, WINDOW,
)

_NOBODY = 255


class Seat:
    """One device at somebody's table, or looking for one. ``scene`` is what its screens see; ``changed`` says redraw."""

    def __init__(self, board, link, scene, seals):
        self._board = board
        self._link = link
        self.scene = scene
        self.changed = True
        self.table_epoch = 0  # the dealer's; 0 while no dealer is known
        self._old_epoch = 0  # the one before: late frames of it are not believed
        self._chip = bytearray(4)  # the dealer's
        self._beat = 0  # when the last beat came
        self._asked = self._hello = self._quiet = self._silence_told = self._silence_heard = 0
        self._number = 0  # of the newest view, 0 for none
        self._newest = 0  # as the beat names it
        self._private = self._private_newest = 0
        self._names = self._names_newest = 0
        self._command_number = 0  # of the command on its way, 0 for none
        self._command_sent = 0
        self._sending = bytearray(2)  # its kind and argument
        self._mail = Mail(board, link, seals, scene)
        self.full = False
        self.log_page = 255  # the page of the log book that is wanted

    def frame(self, kind, data, at, end):
        """Take in a frame from the line; return True if accepted."""
        now = self._board.now()
        if kind == BEAT:
            return self._take_beat(data, at, end, now)
        if kind == SILENT and end > at:
            self._silence_heard = now
            self._set_link(LINK_SILENT, data[at] if data[at] < 5 else _NOBODY)
            return True
        epoch = data[1 + F_EPOCH] | data[2 + F_EPOCH] << 8
        if not self.table_epoch or epoch != self.table_epoch:
            return False
        if kind == PUBLIC_PART:
            return self.take_public(data, at, end)
        if kind == PRIVATE_PART and end > at and not self._outdated(data[at]):
            return self._mail.take_part(data, at, end)
        if kind == KEY and end > at:
            return self._mail.take_key(data, at, end)
        if kind == SHEET:
            return self.take_sheet(data, at, end)
        if kind == WINDOW:
            self._quiet = now
            return True
        return False

    def take_public(self, data, at, end):
        """Take in a public part: the newest wins, an older one is refused."""
        if end - at < TABLE:
            return False
        number = data[at + T_NUMBER] | data[at + T_NUMBER + 1] << 8
        if self._number and (number - self._number & 0xFFFF) >= 0x8000:
            return False
        if number == self._number:
            return True
        scene = self.scene
        for i in range(TABLE):
            scene.table[i] = data[at + i]
        at += TABLE
        for i in range(PUBLIC):
            scene.view[i] = data[at + i] if at + i < end else 0
        self._number = self._newest = number
        if scene.seat < 5:
            self._private_newest = scene.table[T_PRIVATE + scene.seat]
            self._compare()
        self._names_newest = scene.table[T_NAMES]
        self.changed = True
        return True

    def take_private(self, data, at, end):
        """Take in the own private part, plain: its number, then its bytes."""
        if end - at < 1 + OWN:
            return False
        scene = self.scene
        if data[at + 1 + OWN_SEAT] != scene.seat or self._outdated(data[at]):
            return False
        self._private = self._private_newest = data[at]
        for i in range(OWN):
            scene.own[i] = data[at + 1 + i]
        self._compare()
        if self._command_number and scene.own[OWN_COMMAND] == self._command_number:
            self._command_number = 0
            scene.pending = False
            scene.refused = scene.own[OWN_REFUSED]
            scene.refused_since = self._board.now()
        self.changed = True
        return True

    def _outdated(self, number):
        return self._private and (number - self._private & 255) >= 128

    def _compare(self):
        """A view may overtake its private part: until that comes the hand is not the one that the view is about."""
        newest = self.scene.table[T_PRIVATE + self.scene.seat]
        self.scene.behind = not self._private or 0 < (newest - self._private & 255) < 128

    def take_sheet(self, data, at, end):
        """Take in a sheet: which one, its number, how many entries, the entries."""
        if end - at < 3:
            return False
        count = data[at + 2]
        if data[at] == SHEET_LOG:
            return self._take_log(data, at, end, count)
        if data[at] != SHEET_NAMES or count > 5 or end - at < 3 + count * NAME_LENGTH + LETTERS:
            return False
        self._names = data[at + 1]
        at += 3
        for seat in range(count):
            for i in range(NAME_LENGTH):
                self.scene.names[seat][i] = data[at]
                at += 1
        for i in range(LETTERS):
            self.scene.crew[i] = data[at + i]
        self.changed = True
        return True

    def _take_log(self, data, at, end, count):
        """A page of the log book has come: it is kept if it is the one that was asked for."""
        if data[at + 1] != self.log_page or count > LOG_PAGE or end - at < 3 + LOG_ENTRY * count:
            return False
        self.log_page = 255
        log = self.scene.log
        for i in range(2 + LOG_ENTRY * count):
            log[i] = data[at + 1 + i]
        self.changed = True
        return True

    def want_log(self, page):
        """Ask for a page of the log book: it comes into ``scene.log``, page and count first."""
        self.log_page = page

    def _take_beat(self, data, at, end, now):
        """A dealer is heard: find the own seat in its roster, see what is lacking."""
        if end - at < B_ROSTER or end - at < B_ROSTER + 4 * data[at + B_SEATED] or data[at + B_SEATED] > 5:
            return False
        epoch = data[1 + F_EPOCH] | data[2 + F_EPOCH] << 8
        if epoch != self.table_epoch:
            # While the own dealer is heard neither a late frame of its last start nor another dealer is followed.
            if self.table_epoch and since(now, self._beat) < AWAY_AFTER:
                if epoch == self._old_epoch or self._differs(data, at + B_CHIP, self._chip):
                    return False
            self._old_epoch = self.table_epoch
            self.table_epoch = epoch
            for i in range(4):
                self._chip[i] = data[at + B_CHIP + i]
            self._mail.dealer(self._chip)
            self._forget()
        self._beat = now
        seat = self._find(data, at + B_ROSTER, data[at + B_SEATED])
        self.sit(seat)
        self._newest = data[at + B_NUMBER] | data[at + B_NUMBER + 1] << 8
        self._names_newest = data[at + B_NAMES]
        if seat != _NOBODY:
            self._private_newest = data[at + B_PRIVATE + seat]
        self.full = seat == _NOBODY and data[at + B_SEATED] == 5
        return True

    def sit(self, seat):
        """Take a seat (255: none); the link's address follows it."""
        if seat != self.scene.seat:
            self.scene.seat = seat
            for other in range(5):
                self.scene.codes[other] = 0
            if seat != _NOBODY and not self._link.dealing:
                self._mail.show()
            self._link.address = UNSEATED if seat == _NOBODY else seat + 1
            self._private = 0
            self.changed = True

    def deals(self, epoch, now):
        """This very device deals: its table is the one to follow, and it is heard."""
        if self.table_epoch != epoch:
            self.table_epoch = epoch
            self._forget()
            self._link.heard = now  # silence counts from here: before there was a table nobody had anything to say
        self._beat = now

    def _find(self, data, at, seated):
        for seat in range(seated):
            if not self._differs(data, at, self._board.chip):
                return seat
            at += 4
        return _NOBODY

    def _differs(self, data, at, chip):
        for i in range(4):
            if data[at + i] != chip[i]:
                return True
        return False

    def _forget(self):
        """Another dealer, or the same one after a reset: everything is asked for anew, a command on its way is void."""
        self._number = self._private = self._names = self._command_number = 0
        self.scene.pending = False
        self._mail.renew()

    # --- time ---------------------------------------------------------------------------------------------------------

    def tick(self, now):
        """Ask for what is lacking, send the command on its way again, say hello, report silence."""
        if not self.table_epoch or self._link.dealing:
            pass
        elif self.scene.seat == _NOBODY:
            if not self.full and since(now, self._hello) >= HELLO_EVERY:
                self._hello = now
                self._say_hello()
        else:
            self._converse(now)
        self._watch(now)

    def _converse(self, now):
        """Open what has come and seal what is to go; ask for what is lacking."""
        done = self._mail.turn()
        if done == OPENED:
            self.take_private(self._mail.text, 0, 1 + OWN)
        if done == IDLE and self._command_number and since(now, self._command_sent) >= RESEND_AFTER and since(now, self._quiet) >= QUIET:
            self._command_sent = now
            self._mail.command(self.table_epoch, self._command_number, self._sending[0], self._sending[1])
        if since(now, self._asked) >= ASK_EVERY:
            wants = 0
            if self._number != self._newest:
                wants = WANT_PUBLIC
            if self._private != self._private_newest:
                wants |= WANT_PRIVATE
            if self._names != self._names_newest:
                wants |= WANT_NAMES
            if self.log_page < 255:
                wants |= WANT_LOG
            if wants:
                self._asked = now
                self._link.out[1 + F_PAYLOAD] = wants
                self._link.out[2 + F_PAYLOAD] = self.log_page
                self._link.send(ASK, TO_DEALER, 2)

    def _watch(self, now):
        """Say what the link is like, and tell the line when nothing comes from the neighbour before."""
        silent = self._link.silent(now) if self.table_epoch else 0
        if silent >= SILENCE:
            if since(now, self._silence_told) >= SILENCE:
                self._silence_told = now
                self._link.out[1 + F_PAYLOAD] = self.scene.seat
                self._link.send(SILENT, TO_ALL, 1)
            self._set_link(LINK_SILENT, self.scene.seat)
        elif self._silence_heard and since(now, self._silence_heard) < 2 * SILENCE:
            pass  # somebody's silence was reported: the frame has set the link
        elif self._link.other_version:
            self._set_link(LINK_VERSION, _NOBODY)
        elif self.table_epoch and since(now, self._beat) >= AWAY_AFTER:
            self._set_link(LINK_NO_DEALER, _NOBODY)
        else:
            self._set_link(LINK_FULL if self.full else LINK_GOOD, _NOBODY)

    def _set_link(self, state, seat):
        scene = self.scene
        if scene.link != state or scene.link_seat != seat:
            scene.link = state
            scene.link_seat = seat
            self.changed = True

    # --- commands -------------------------------------------------------------------------------------------------------

    def command(self, kind, argument):
        """Send a command to the dealer. One at a time: while one is on its way a new one is ignored."""
        if self._command_number or not self._private or self.scene.seat == _NOBODY:
            return
        self._command_number = self.scene.own[OWN_COMMAND] % 255 + 1
        self._sending[0] = kind
        self._sending[1] = argument
        self.scene.pending = True
        self.changed = True
        self._command_sent = self._board.now() - RESEND_AFTER & 0x1FFFFFFF  # due with the next turn

    def command_here(self, dealer, kind, argument):
        """Command the table that this very device deals at; the answer is there at once."""
        number = self.scene.own[OWN_COMMAND] % 255 + 1
        self._command_number = number
        dealer.command(self.scene.seat, number, kind, argument)
        self._command_number = 0

    def _say_hello(self):
        out = self._link.out
        at = 1 + F_PAYLOAD
        for i in range(4):
            out[at + i] = self._board.chip[i]
        name = self._board.name
        for i in range(NAME_LENGTH):
            out[at + 4 + i] = name[i] if i < len(name) else 0
        self._link.send(HELLO, TO_DEALER, 4 + NAME_LENGTH)

    def leave(self):
        """Stop belonging to a table: the scene shows that no dealer is heard."""
        self.table_epoch = 0
        self._forget()
        scene = self.scene
        scene.seat = _NOBODY
        scene.table[T_STAGE] = STAGE_ALONE
        self._link.address = UNSEATED
        self.changed = True

"""Views on their way from the dealer to the seats: what each seat has, what it lacks, when to send it again.

The public part goes to all, a private part to its seat alone, the names when they change; the newest wins. Each is one
frame under way at most and is sent again when its accepted-bits do not come home within 400 ms.
"""

from engine.codes import FIRST_OWN, OPEN
from engine.layout import PRIVATE, PUBLIC, VERDICT
from firmware.clock import since
from firmware.scene import NAME_LENGTH
from firmware.sheets import take_sheet
from firmware.wire import (
    BEAT, B_CHIP, B_FLAGS, B_NAMES, B_NUMBER, B_PRIVATE, B_ROSTER, B_SEATED, F_PAYLOAD, LETTERS, LOG_ENTRY, LOG_PAGE, OWN, OWN_COMMAND,
    OWN_PAGES, OWN_REFUSED, PACKED_BITS, PACKED_FROM, PRIVATE_PART, PUBLIC_PART, RESEND_AFTER, SEALED, SHEET, SHEET_LOG, SHEET_NAMES, SPARE, STAGE_ATTEMPT, TABLE, TO_ALL,
    T_NAMES, T_NUMBER, T_PRESENT, T_PRIVATE, T_SEATED, T_STAGE, WANT_LOG, WANT_NAMES, WANT_PRIVATE, WANT_PUBLIC,
)

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_PAYLOAD = 1 + F_PAYLOAD
_SPARE = const(32)


class Delivery:
    """Sends the parts of ``table`` (T_... bytes), ``attempt`` and ``roster``; the device's own ``seat`` gets them by hand."""

    def __init__(self, board, link, seat, table, attempt, roster, log, seals):
        self._board = board
        self._link = link
        self._seat = seat
        self._table = table
        self._attempt = attempt
        self._roster = roster
        self._log = log
        self._seals = seals
        self.answered = bytearray(10)  # of each seat: number of its last command, and its refusal or 0
        self._private = bytearray(5 * OWN)  # the newest private parts
        self._part = bytearray(3 + LOG_PAGE * LOG_ENTRY)  # the longest part; a view is shorter
        # Bits of seats, and of the public part and the names _SPARE: once more for whoever has no seat and cannot say that he has it.
        self._public_lacking = self._private_lacking = self._names_lacking = 0
        # When each was sent, 0 for never; and in which frame, -1 once what that carried is out of date.
        self._public_sent = self._names_sent = 0
        self._private_sent = [0] * 5
        self._public_sequence = self._names_sequence = -1
        self._private_sequence = [-1] * 5
        self._sealed = bytearray(1 + OWN + SEALED)  # the private part that is being sealed: its number, then what is sealed
        self._sealing = -1  # whose it is
        self._log_wanted = bytearray(5)  # of each seat: the page of the log book that it asked for, + 1

    def under_way(self):
        """Tell whether an attempt waits for its verdict."""
        return self._table[T_STAGE] == STAGE_ATTEMPT and self._attempt.state[VERDICT] == OPEN

    def privates(self):
        """Make each seat's private part anew; what has changed gets the next number and goes out."""
        part = self._part
        table = self._table
        running = table[T_STAGE] == STAGE_ATTEMPT
        jarvis = self._roster.jarvis()
        for seat in range(table[T_SEATED]):
            if seat == jarvis:
                continue
            self._attempt.private(seat, part)
            if not running:
                for i in range(1, PRIVATE):
                    part[i] = 0
            part[OWN_COMMAND] = self.answered[2 * seat]
            part[OWN_REFUSED] = self.answered[2 * seat + 1]
            changed = not table[T_PRIVATE + seat]
            for i in range(OWN):
                if self._private[OWN * seat + i] != part[i]:
                    self._private[OWN * seat + i] = part[i]
                    changed = True
            if changed:
                table[T_PRIVATE + seat] = table[T_PRIVATE + seat] % 255 + 1
                self._private_sequence[seat] = -1
                self._private_sent[seat] = 0
                self._private_lacking |= 1 << seat
        here = self._own_seats() & self._private_lacking
        self._private_lacking &= ~here
        for seat in range(table[T_SEATED]):
            if here >> seat & 1:
                self._seat.take_private(part, 0, self._fill_private(seat, part, 0))

    def publish(self):
        """Number the public part anew and let everybody have it; the names too if they changed."""
        table = self._table
        others = (1 << table[T_SEATED]) - 1 & ~self._own_seats()
        jarvis = self._roster.jarvis()
        if jarvis < 5:
            others &= ~(1 << jarvis)  # it has no device that could say that it has got anything
        number = (table[T_NUMBER] | table[T_NUMBER + 1] << 8) % 0xFFFF + 1
        table[T_NUMBER] = number & 255
        table[T_NUMBER + 1] = number >> 8
        self._public_lacking = others
        self._public_sequence = -1
        self._public_sent = 0
        if table[T_NAMES] != self._roster.number:
            table[T_NAMES] = self._roster.number
            self._names_lacking = others
            self._names_sequence = -1
            self._names_sent = 0
            take_sheet(self._seat, self._part, 0, self._fill_names(self._part, 0))
        scene = self._seat.scene
        running = table[T_STAGE] == STAGE_ATTEMPT
        for i in range(TABLE):
            scene.table[i] = table[i]
        for i in range(PUBLIC):
            scene.view[i] = self._attempt.state[i] if running else 0
        self._seat.shown()

    def wanted(self, seat, wants, page):
        """``seat`` asks for what it lacks (WANT_...), of the log book for a page."""
        bit = 1 << seat
        if wants & WANT_PUBLIC:
            self._public_lacking |= bit
        if wants & WANT_PRIVATE:
            self.answer_again(seat)
        if wants & WANT_NAMES:
            self._names_lacking |= bit
        if wants & WANT_LOG and page < 255:
            self._log_wanted[seat] = page + 1

    def shown(self, wants):
        """A device without a seat asks to be shown the table (WANT_...): what is public, and the names."""
        if wants & WANT_PUBLIC:
            self._public_lacking |= _SPARE
        if wants & WANT_NAMES:
            self._names_lacking |= _SPARE

    def lacks(self, seat):
        """Tell whether ``seat`` has not accepted its newest private part yet."""
        return self._private_lacking >> seat & 1

    def answer_again(self, seat):
        """Send ``seat`` its private part once more, now."""
        self._private_lacking |= 1 << seat
        self._private_sent[seat] = 0

    def home(self, kind, to, sequence, bits):
        """An own frame came home with its accepted-bits: whoever accepted the newest part lacks it no more."""
        if kind == PUBLIC_PART and sequence == self._public_sequence:
            self._public_lacking &= ~bits
        elif kind == PRIVATE_PART and 1 <= to <= 5 and sequence == self._private_sequence[to - 1]:
            self._private_lacking &= ~bits
        elif kind == SHEET and sequence == self._names_sequence:
            self._names_lacking &= ~bits

    def send(self, now, may_seal):
        """Send what seats that are here lack, each thing at most once in 400 ms; ``may_seal`` is False while something is opened."""
        link = self._link
        table = self._table
        others = (table[T_PRESENT] | _SPARE) & ~self._seat.scene.here
        if self._seat.log_page < 255:
            take_sheet(self._seat, self._part, 0, self._fill_log(self._part, 0, self._seat.log_page))
        # First what is private: a view that names a part which is still to come would only be asked about.
        if self._private_lacking & others:
            for seat in range(table[T_SEATED]):
                if may_seal and self.idle() and self._private_lacking & others & 1 << seat and _due(now, self._private_sent[seat]):
                    self._seal(seat)
        if self._sealing >= 0 and self._seals.run(self._sealed):
            self._send_private(now)
        if self._public_lacking & others and _due(now, self._public_sent):
            if link.send(PUBLIC_PART, TO_ALL, self._fill_public(link.out, _PAYLOAD) - _PAYLOAD):
                self._public_sent = now
                self._public_sequence = link.sequence
                self._public_lacking &= ~_SPARE
        if self._names_lacking & others and _due(now, self._names_sent):
            if link.send(SHEET, TO_ALL, self._fill_names(link.out, _PAYLOAD) - _PAYLOAD):
                self._names_sent = now
                self._names_sequence = link.sequence
                self._names_lacking &= ~_SPARE

        for seat in range(table[T_SEATED]):
            page = self._log_wanted[seat]
            if page and link.send(SHEET, seat + 1, self._fill_log(link.out, _PAYLOAD, page - 1) - _PAYLOAD):
                self._log_wanted[seat] = 0

    def idle(self):
        """Tell whether no private part is being sealed."""
        return self._sealing < 0

    def record(self, seat):
        """Return the record with the key of the device on ``seat``, -1 for none."""
        return self._seals.find(self._roster.chips, 4 * seat)

    def _seal(self, seat):
        """Begin to seal the newest private part of ``seat``, if there is a session with its device."""
        self._fill_private(seat, self._sealed, 0)
        if self._seals.seal(self.record(seat), PRIVATE_PART, seat, self._sealed[0], self._sealed, 1, OWN):
            self._sealing = seat

    def _send_private(self, now):
        """Send the private part that has been sealed, unless there is a newer one already, or it is for a session of the past."""
        seat = self._sealing
        self._sealing = -1
        if not self._seals.sound or self._sealed[0] != self._table[T_PRIVATE + seat]:
            return
        out = self._link.out
        for i in range(1 + OWN + SEALED):
            out[_PAYLOAD + i] = self._sealed[i]
        if self._link.send(PRIVATE_PART, seat + 1, 1 + OWN + SEALED):
            self._private_sent[seat] = now
            self._private_sequence[seat] = self._link.sequence

    def _own_seats(self):
        """Let the own device take its seats; return their bits."""
        self._seat.find(self._roster.chips, 0, self._table[T_SEATED])
        return self._seat.scene.here

    def beat(self, chip):
        """Say that this table is here, who sits at it, and which parts are the newest."""
        table = self._table
        out = self._link.out
        at = _PAYLOAD
        for i in range(4):
            out[at + B_CHIP + i] = chip[i]
        out[at + B_FLAGS] = 1 if self.under_way() else 0
        out[at + B_NUMBER] = table[T_NUMBER]
        out[at + B_NUMBER + 1] = table[T_NUMBER + 1]
        for i in range(5):
            out[at + B_PRIVATE + i] = table[T_PRIVATE + i]
        out[at + B_NAMES] = table[T_NAMES]
        out[at + B_SEATED] = table[T_SEATED]
        for i in range(4 * table[T_SEATED]):
            out[at + B_ROSTER + i] = self._roster.chips[i]
        self._link.send(BEAT, TO_ALL, B_ROSTER + 4 * table[T_SEATED])

    def _fill_public(self, out, at):
        """Pack the public part (PACKED_...); about half of its bytes are zero."""
        table = self._table
        st = self._attempt.state
        n = TABLE + PUBLIC if table[T_STAGE] == STAGE_ATTEMPT else TABLE
        for i in range(PACKED_FROM):
            out[at + i] = table[i]
        bits = at + PACKED_FROM
        at = bits + PACKED_BITS
        for i in range(bits, at):
            out[i] = 0
        for i in range(PACKED_FROM, n):
            byte = table[i] if i < TABLE else st[i - TABLE]
            if byte:
                place = i - PACKED_FROM
                out[bits + (place >> 3)] |= 1 << (place & 7)
                out[at] = byte
                at += 1
        return at

    def _fill_private(self, seat, out, at):
        out[at] = self._table[T_PRIVATE + seat]
        for i in range(OWN):
            out[at + 1 + i] = self._private[OWN * seat + i]
        return at + 1 + OWN

    def _fill_names(self, out, at):
        seated = self._table[T_SEATED]
        out[at] = SHEET_NAMES
        out[at + 1] = self._roster.number
        out[at + 2] = seated
        at += 3
        for i in range(seated * NAME_LENGTH):
            out[at + i] = self._roster.names[i]
        at += seated * NAME_LENGTH
        for i in range(LETTERS):
            out[at + i] = self._log[i]  # it begins with the campaign's name
        at += LETTERS
        for i in range(SPARE):
            out[at + i] = self._roster.spare[i]
        return at + SPARE

    def _fill_log(self, out, at, page):
        out[at] = SHEET_LOG
        out[at + 1] = page
        if page >= OWN_PAGES:
            from firmware.choosing import page as own_page

            out[at + 2] = own_page(self._board, page - OWN_PAGES + FIRST_OWN, out, at + 3)
        else:
            from firmware.logbook import LogBook

            out[at + 2] = LogBook(self._log).page(page, out, at + 3)
        return at + 3 + LOG_ENTRY * out[at + 2]


def _due(now, sent):
    return not sent or since(now, sent) >= RESEND_AFTER

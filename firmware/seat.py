"""A seat's end of the session: it keeps the newest view, asks for what it lacks, and sends commands until they are done.

It never knows more than its views say. docs/PROTOCOL.md tells the whole exchange.
"""

from engine.layout import OWN_SEAT
from firmware.clock import since
from firmware.roster import person_of
from firmware.scene import NAME_LENGTH
from firmware.sheets import take_sheet
from firmware.silence import heard, watch
from firmware.wire import (
    ASK, ASK_EVERY, AWAY_AFTER, BEAT, B_CHIP, B_NAMES, B_NUMBER, B_PRIVATE, B_ROSTER, B_SEATED, F_EPOCH, F_PAYLOAD, F_TO, HELLO,
    HELLO_EVERY, KEY, MAIL_BUSY, MAIL_IDLE, MAIL_OPENED, OWN, OWN_COMMAND, OWN_REFUSED, PACKED_FROM, PERSON,
    PRIVATE_PART, PUBLIC_PART, QUIET, RESEND_AFTER, SHEET, SILENT, SPARE_NOBODY, SPARE_SEAT,
    STAGE_ALONE, TO_DEALER,
    T_NAMES, T_NUMBER, T_PRESENT, T_PRIVATE, T_STAGE, UNSEATED, WANT_LOG, WANT_NAMES, WANT_PRIVATE, WANT_PUBLIC, WINDOW,
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
        self.beat = 0  # when the last beat came
        self.silence_told = self.silence_heard = self._asked = self._hello = self._quiet = 0
        self._number = 0  # of the newest view, 0 for none
        self._newest = 0  # as the beat names it
        self._private = bytearray(5)  # of each seat here: number of its private part, 0 for none
        self._private_newest = bytearray(5)
        self._done = bytearray(5)  # of each seat here: number of the last command that the dealer answered
        self.names = self.names_newest = 0
        self._command_number = 0  # of the command on its way, 0 for none
        self._command_seat = 0
        self._command_sent = 0
        self._sending = bytearray(2)  # its kind and argument
        self._seals = seals
        self._mail = None  # firmware/mail.py, once a dealer elsewhere is heard
        self.full = False
        self.person = 0  # which person of this device is at it
        self.persons = bytearray(5)  # by seat here
        self.log_page = 255  # the page of the log book that is wanted
        self.sharing = None  # firmware/sharing.py, once several seats share this device

    def frame(self, kind, data, at, end):
        """Take in a frame from the line; return True if accepted."""
        now = self._board.now()
        if kind == BEAT:
            return self._take_beat(data, at, end, now)
        if kind == SILENT and end > at:
            return heard(self, data[at], now)
        epoch = data[1 + F_EPOCH] | data[2 + F_EPOCH] << 8
        if not self.table_epoch or epoch != self.table_epoch:
            return False
        if kind == PUBLIC_PART:
            return self.take_public(data, at, end)
        if kind == PRIVATE_PART:
            return self._mail.take_part(data[1 + F_TO] - 1, data, at, end)
        if kind == KEY:
            return end > at and self._mail.take_key(data, at, end)
        if kind == SHEET:
            return take_sheet(self, data, at, end)
        if kind == WINDOW:
            self._quiet = now
            return True
        return False

    def take_public(self, data, at, end):
        """Take in a packed public part: the newest wins; an older one, or what is none, is refused."""
        if end - at < PACKED_FROM:
            return False
        number = data[at + T_NUMBER] | data[at + T_NUMBER + 1] << 8
        if self._number and (number - self._number & 0xFFFF) >= 0x8000:
            return False
        if number != self._number:
            if not self._mail.take_public(data, at, end):
                return False
            self.shown()
        return True

    def shown(self):
        """Another public part is in the scene."""
        table = self.scene.table
        self._number = self._newest = table[T_NUMBER] | table[T_NUMBER + 1] << 8
        for i in range(5):
            self._private_newest[i] = table[T_PRIVATE + i]
        self._compare()
        self.names_newest = table[T_NAMES]
        self._asked = self._board.now()  # what it names is on its way: it is asked for only if it does not come
        self.changed = True

    def take_private(self, data, at, end):
        """Take in the private part of a seat here, plain: its number, then its bytes."""
        if end - at < 1 + OWN:
            return False
        scene = self.scene
        seat = data[at + 1 + OWN_SEAT]
        if seat > 4 or not scene.here >> seat & 1 or self._private[seat] and (data[at] - self._private[seat] & 255) >= 128:
            return False
        self._private[seat] = self._private_newest[seat] = data[at]
        at += 1
        self._done[seat] = data[at + OWN_COMMAND]
        if self.sharing is None:
            for i in range(OWN):
                scene.own[i] = data[at + i]
        else:
            self.sharing.keep(seat, data, at)
        self._compare()
        if self._command_number and seat == self._command_seat and self._done[seat] == self._command_number:
            self._command_number = 0
            scene.pending = False
            scene.refused = data[at + OWN_REFUSED]
            scene.refused_since = self._board.now()
        self.changed = True
        return True

    def _compare(self):
        """A view may overtake its private part: until that comes the hand is not the one that the view is about."""
        scene = self.scene
        if scene.seat < 5:
            has = self._private[scene.seat]
            scene.behind = not has or 0 < (scene.table[T_PRIVATE + scene.seat] - has & 255) < 128

    def want_log(self, page):
        """Ask for a page of the log book: it comes into ``scene.log``, page and count first."""
        self.log_page = page

    def _take_beat(self, data, at, end, now):
        """A dealer is heard: find the own seat in its roster, see what is lacking."""
        if end - at < B_ROSTER or end - at < B_ROSTER + 4 * data[at + B_SEATED] or data[at + B_SEATED] > 5:
            return False
        epoch = data[1 + F_EPOCH] | data[2 + F_EPOCH] << 8
        if epoch != self.table_epoch:
            # While the own dealer is heard no late frame of its last start is followed, nor another dealer; nor in the middle of an attempt.
            heard = since(now, self.beat) < AWAY_AFTER
            if self.table_epoch and (heard and epoch == self._old_epoch or (heard or self.scene.running()) and self._differs(data, at + B_CHIP, self._chip)):
                return False
            self._old_epoch = self.table_epoch
            self.table_epoch = epoch
            for i in range(4):
                self._chip[i] = data[at + B_CHIP + i]
            if self._mail is None:
                from firmware.mail import Mail

                self._mail = Mail(self._board, self._link, self._seals, self)
            self._mail.dealer(self._chip)
            self._forget()
        self.beat = now
        self.find(data, at + B_ROSTER, data[at + B_SEATED])
        self._mail.show()
        self._newest = data[at + B_NUMBER] | data[at + B_NUMBER + 1] << 8
        self.names_newest = data[at + B_NAMES]
        for i in range(5):
            self._private_newest[i] = data[at + B_PRIVATE + i]
        self.full = self.scene.seat == _NOBODY and data[at + B_SEATED] == 5
        return True

    def find(self, data, at, seated):
        """Find the seats of this device among the ids at ``data[at:]``, four bytes a seat, and take them."""
        here = found = 0
        seat = _NOBODY
        for i in range(seated):
            person = person_of(self._board.chip, data, at + 4 * i)
            if person < 0:
                continue
            found |= 1 << person
            if self.sharing is None or self.sharing.stays(person):
                here |= 1 << i
                self.persons[i] = person
                if person == self.person or seat == _NOBODY:  # whoever has the device keeps it
                    seat = i
        if seat != _NOBODY:
            self.person = self.persons[seat]
            if self.scene.seat == _NOBODY and self._mail is not None:
                self._mail.seated(here)
        self.sit(seat, here)
        if self.sharing is not None and self.sharing.alone(found):
            self.sharing = None
            self._lack_private()

    def sit(self, seat, here):
        """Take the seats whose bits are ``here``; whoever is at the device has ``seat`` (255: none). The link's addresses follow."""
        scene = self.scene
        if seat != scene.seat or here != scene.here:
            # Who has which seat has changed: all private parts are asked for anew.
            self._lack_private()
            scene.here = self._link.seats = here
            if seat == _NOBODY:
                for i in range(OWN):
                    scene.own[i] = 0
            self.turn_to(seat)
            if here & here - 1 or self.sharing is not None:
                self.share().seated()

    def _lack_private(self):
        for i in range(5):
            self._private[i] = 0

    def turn_to(self, seat):
        """The human of another seat here gets the device: frames are his from now on."""
        self.scene.seat = seat
        self.scene.guest = self.person > 0
        self._link.address = UNSEATED if seat == _NOBODY else seat + 1
        self._compare()
        self.changed = True

    def share(self):
        """Return what lets several people share this device, made when it is first needed."""
        if self.sharing is None:
            from firmware.sharing import Sharing

            self.sharing = Sharing(self, self._board)
        return self.sharing

    def deals(self, epoch, now):
        """This very device deals: its table is the one to follow, and it is heard."""
        if self.table_epoch != epoch:
            self.table_epoch = epoch
            self._mail = None
            self._forget()
            self._link.heard = now  # silence counts from here: before there was a table nobody had anything to say
        self.beat = now

    def _differs(self, data, at, chip):
        for i in range(4):
            if data[at + i] != chip[i]:
                return True
        return False

    def _forget(self):
        """Another dealer, or the same one after a reset: everything is asked for anew, a command on its way is void."""
        self._number = self.names = 0
        self._lack_private()
        self.void()

    def void(self):
        """A command on its way has nobody to arrive at."""
        self._command_number = self.scene.pending = 0

    # --- time ---------------------------------------------------------------------------------------------------------

    def tick(self, now):
        """Say hello, open what has come, seal what is to go, ask for what is lacking, report silence."""
        if self.table_epoch and not self._link.dealing:
            scene = self.scene
            mail = self._mail
            if scene.table[T_PRESENT] >> scene.asked & ~scene.here >> scene.asked & 1:
                scene.asked = SPARE_NOBODY  # its device is here again
                self.changed = True
            if (not self.full and scene.seat == _NOBODY or scene.asked != SPARE_NOBODY) and since(now, self._hello) >= HELLO_EVERY:
                self._hello = now
                self.say_hello(self.person if scene.seat != _NOBODY else 0, self._board.name, 0)
            owed = self._number == self._newest and (self._command_number or self._owed() != _NOBODY)
            done = mail.turn(owed) if scene.seat != _NOBODY else MAIL_BUSY
            if done == MAIL_OPENED:
                self.take_private(mail.text, 0, 1 + OWN)
            elif done == MAIL_IDLE and self._command_number and since(now, self._command_sent) >= RESEND_AFTER and since(now, self._quiet) >= QUIET:
                self._command_sent = now
                mail.command(self._command_seat, self.table_epoch, self._command_number, self._sending[0], self._sending[1])
            if since(now, self._asked) >= ASK_EVERY:
                self._ask(now)
        watch(self, self._link, now)

    def _ask(self, now):
        """Ask for what is lacking: who has no seat, for what is public."""
        link = self._link
        address = link.address
        wants = WANT_PUBLIC if self._number != self._newest else 0
        owed = self._owed()
        if owed != _NOBODY:
            wants |= WANT_PRIVATE
            link.address = owed + 1
        wants |= WANT_NAMES if self.names != self.names_newest else 0
        wants |= WANT_LOG if self.log_page < 255 else 0
        if wants:
            self._asked = now
            link.out[1 + F_PAYLOAD] = wants
            link.out[2 + F_PAYLOAD] = self.log_page
            link.send(ASK, TO_DEALER, 2)
        link.address = address

    def _owed(self):
        """Return a seat here whose newest private part has not come, or NOBODY."""
        for seat in range(5):
            if self.scene.here >> seat & 1 and self._private[seat] != self._private_newest[seat]:
                return seat
        return _NOBODY

    def ask_for(self, seat):
        """Ask all for a seat (ASK_FOR); for the own one because this device has no key that works."""
        if self._mail is not None:
            self._mail.want(seat, self.scene.here)
        self.scene.asked = seat
        self.scene.denied = False
        self.changed = True

    # --- commands -------------------------------------------------------------------------------------------------------

    def command(self, kind, argument):
        """Send a command to the dealer. One at a time: while one is on its way a new one is ignored."""
        seat = self.scene.seat
        if self._command_number or seat == _NOBODY or not self._private[seat]:
            return
        self._command_seat = seat
        self._command_number = self._done[seat] % 255 + 1
        self._sending[0] = kind
        self._sending[1] = argument
        self.scene.pending = True
        self.changed = True
        self._command_sent = self._board.now() - RESEND_AFTER & 0x1FFFFFFF  # due with the next turn

    def command_here(self, dealer, kind, argument):
        """Command the table that this very device deals at; the answer is there at once."""
        self._command_seat = seat = self.scene.seat
        self._command_number = number = self._done[seat] % 255 + 1
        dealer.command(seat, number, kind, argument)
        self._command_number = 0

    def say_hello(self, person, name, at):
        """Tell the dealer that a person of this device, named ``name[at:]``, wants a seat. Return the bytes that say it."""
        out = self._link.out
        start = 1 + F_PAYLOAD
        for i in range(4):
            out[start + i] = self._board.chip[i]
        out[start] ^= person << PERSON
        for i in range(NAME_LENGTH):
            out[start + 4 + i] = name[at + i] if at + i < len(name) else 0
        out[start + 4 + NAME_LENGTH] = self.scene.asked
        if not self._link.dealing:
            self._link.send(HELLO, TO_DEALER, 5 + NAME_LENGTH)
        return out

    def leave(self):
        """Stop belonging to a table: the scene shows that no dealer is heard."""
        self.table_epoch = 0
        self._forget()
        self.sit(_NOBODY, 0)
        self.scene.table[T_STAGE] = STAGE_ALONE
        self.scene.asked = self.scene.spare[SPARE_SEAT] = SPARE_NOBODY
        self.changed = True

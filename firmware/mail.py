"""A seat's mail with its dealer: public parts unpacked, private parts opened, commands sealed, a block a turn; and the key that this needs.

Serves firmware/seat.py, which loads it when a dealer is heard; whoever deals needs firmware/inbox.py instead. Without a key it has one made (firmware/join.py, loaded for it), for which the dealer lets in whoever joins a table that forms, or has been given a seat; with a key it asks for a
session after every start of either end. It never believes what does not open.
"""

from engine.layout import GAME, PUBLIC
from firmware.clock import since
from firmware.late import forget
from firmware.wire import (
    AWAY_AFTER, COMMAND, COMMAND_BYTES, F_PAYLOAD, K_ANSWER, K_SESSION, K_UNKNOWN, KEY, KEY_ANEW, KEY_EVERY, MAIL_BUSY, MAIL_IDLE, MAIL_OPENED, OWN,
    PACKED_BITS, PACKED_FROM, PRIVATE_PART, SEALED, SEALED_COMMAND, SPARE_NOBODY, STAGE_LOBBY, TABLE, T_PRESENT, T_STAGE, TO_DEALER,
)

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_AT = const(1)  # where the sealed bytes begin in ``text``

class Mail:
    """``text`` is what was opened last. One thing at a time is opened or sealed."""

    def __init__(self, board, link, seals, seat):
        self._board = board
        self._link = link
        self._seals = seals
        self._here = seat
        self._scene = seat.scene
        self.text = bytearray(_AT + OWN + SEALED)
        self._opening = self._sealing = False
        self._epoch = self._seat = 0  # of a command on its way: the dealer's start that it is for, and whose it is
        self._chip = bytearray(4)  # the dealer's
        self._record = -1
        self._joining = None
        self._joined = board.now() - KEY_ANEW & 0x1FFFFFFF  # when the last exchange for a key began
        self._formed = False  # it began while the table formed
        self._heard = board.now()  # when the dealer last showed that it has the same key, or was not expected to
        self._given = self._joined  # when the crew gave this device its seat
        self._proved = True  # something sealed with the key has come: what is not proved is not kept, and may be made anew
        self._played = self._joined  # when the table last did anything but form
        self._wanted = 255  # the seat that this device has asked for, until it has it
        self._asked = 0

    def dealer(self, chip):
        """A dealer is followed, another one or the same after a start: its key is looked for, and a session begun."""
        for i in range(4):
            if self._chip[i] != chip[i]:
                self._chip[i] = chip[i]
                self._joining = None
        self._record = self._seals.find(chip)
        self._heard = self._board.now()
        self._opening = self._sealing = False
        if self._seals.paired(self._record):
            self._seals.renew(self._record)

    def want(self, seat, here):
        """A seat is asked for. For one of those here because there is no key that works: what there is of one is void."""
        self._wanted = seat
        if seat < 5 and here >> seat & 1:
            self._void_key()

    def seated(self, here):
        """This device, which had no seat, has those whose bits are ``here``: by the crew's will if it has asked for one of them."""
        if here >> self._wanted & 1:
            self._wanted = 255
            self._scene.asked = SPARE_NOBODY
            self._void_key()

    def _void_key(self):
        """Whatever key this device may have had with this dealer is void."""
        from firmware.keeping import keep

        self._seals.empty()
        self._record = -1
        self._joining = None
        keep(self._board, self._seals, 0)
        self._given = self._board.now()

    # --- frames -------------------------------------------------------------------------------------------------------------

    def take_public(self, data, at, end):
        """Unpack a public part (PACKED_...) into the scene. Return False, and change nothing, when it is none."""
        bits = at + PACKED_FROM
        place = bits + PACKED_BITS
        if place > end or data[place - 1] >> (TABLE - PACKED_FROM + PUBLIC & 7):
            return False
        length = place
        for i in range(bits, place):
            left = data[i]
            while left:
                left &= left - 1
                length += 1
        if length != end:
            return False
        table = self._scene.table
        for i in range(PACKED_FROM):
            table[i] = data[at + i]
        for i in range(TABLE - PACKED_FROM + PUBLIC):
            byte = 0
            if data[bits + (i >> 3)] >> (i & 7) & 1:
                byte = data[place]
                place += 1
            if i < TABLE - PACKED_FROM:
                table[PACKED_FROM + i] = byte
            else:
                self._scene.view[i - (TABLE - PACKED_FROM)] = byte
        return True

    def take_part(self, seat, data, at, end):
        """Take in a seat's sealed private part: its number, then OWN bytes and SEALED. Return False when it cannot be opened now or is no new one."""
        if end - at < _AT + OWN + SEALED or self._opening or self._sealing:
            return False
        text = self.text
        for i in range(_AT + OWN + SEALED):
            text[i] = data[at + i]
        self._opening = self._seals.open(self._record, PRIVATE_PART, seat, text[0], text, _AT, OWN)
        return self._opening

    def take_key(self, data, at, end):
        """Take in a step of an exchange; return True if it belongs to one under way."""
        if self._joining is not None:
            return self._joining.frame(data, at, end)
        if data[at] == K_ANSWER and end - at >= 17 and self._seals.paired(self._record):
            if not self._seals.answered(self._record, data, at + 1):
                return False
            self._heard = self._board.now()
            return True
        forms = self._scene.table[T_STAGE] == STAGE_LOBBY and since(self._board.now(), self._played) >= KEY_ANEW
        if data[at] == K_UNKNOWN and self._record >= 0 and (forms or not self._proved):
            # The dealer has begun a new table, or its human found that the codes differ. Otherwise nobody is believed who says so: a view that
            # says in the middle of a mission that the table forms may be anybody's.
            self._seals.clear(self._record)
            self._record = -1
            self._given = self._board.now()
            self._join()
            return True
        return False

    # --- time ---------------------------------------------------------------------------------------------------------------

    def command(self, seat, epoch, number, kind, argument):
        """Begin to seal a seat's command for the dealer whose epoch is given; it goes out when that is done."""
        text = self.text
        text[_AT] = number
        text[_AT + 1] = kind
        text[_AT + 2] = argument
        self._epoch = epoch
        self._seat = seat
        self._sealing = self._seals.seal(self._record, COMMAND, seat, 0, text, _AT, COMMAND_BYTES)

    def turn(self, lacking):
        """Do a turn's work; ``lacking`` says whether the dealer, whose newest view has come, owes this device something sealed. Return MAIL_BUSY, MAIL_IDLE, or MAIL_OPENED when ``text`` holds a private part: its number, then its bytes."""
        seals = self._seals
        now = self._board.now()
        if not seals.ready(self._record):
            self._opening = self._sealing = False
            self._ask(now)
            return MAIL_BUSY
        if not self._opening and not self._sealing:
            scene = self._scene
            if not lacking or since(now, self._here.beat) >= AWAY_AFTER or not scene.table[T_PRESENT] >> scene.seat & 1:
                self._heard = now
            if seals.worn(self._record) or since(now, self._heard) >= KEY_ANEW:
                # After so long without an answer the dealer may know nothing of this session.
                seals.renew(self._record)
            return MAIL_IDLE
        if not seals.run(self.text):
            return MAIL_BUSY
        opened = self._opening
        self._opening = self._sealing = False
        if opened:
            if seals.sound:
                self._heard = now
                self._prove()
                return MAIL_OPENED
            # Forged, or sealed for a session that this seat does not know: the next one cures both.
            seals.renew(self._record)
        elif seals.sound:
            self._send_command()
        return MAIL_BUSY

    def _send_command(self):
        out = self._link.out
        at = 1 + F_PAYLOAD
        out[at] = self._epoch & 255
        out[at + 1] = self._epoch >> 8
        for i in range(SEALED_COMMAND):
            out[at + 2 + i] = self.text[_AT + i]
        self._link.address = self._seat + 1
        self._link.send(COMMAND, TO_DEALER, 2 + SEALED_COMMAND)
        self._link.address = self._scene.seat + 1

    def _ask(self, now):
        """There is no session with the dealer: ask for one; where there is no key either, have one made while the table forms."""
        if self._joining is not None:
            if self._joining.tick(now):
                self._found()
                self._proved = False
                if self._formed:
                    self._prove()
        elif since(now, self._asked) >= KEY_EVERY:
            self._asked = now
            if self._seals.paired(self._record):
                self._link.out[1 + F_PAYLOAD] = K_SESSION
                self._seals.ask(self._record, self._link.out, 2 + F_PAYLOAD)
                self._link.send(KEY, TO_DEALER, 9)
            else:
                from firmware.keeping import recall

                if recall(self._board, self._seals, self._chip):
                    self._found()
                elif self._scene.table[T_STAGE] >= STAGE_LOBBY:
                    self._join()
        self.show()

    def _join(self):
        """Begin an exchange for a key, though not one after the other: nobody gets to try code after code."""
        from firmware.join import Guest

        now = self._board.now()
        if since(now, self._joined) >= KEY_ANEW:
            self._joined = now
            self._record = -1
            self._formed = self._scene.table[T_STAGE] == STAGE_LOBBY
            self._joining = Guest(self._board, self._link, self._seals, self._chip, now)

    def _prove(self):
        """The key is one that the dealer has: it is kept over a power cut."""
        if not self._proved:
            from firmware.keeping import keep

            self._proved = True
            if self._scene.here >> self._scene.asked & 1:
                self._scene.asked = SPARE_NOBODY
            keep(self._board, self._seals, self._record)

    def _found(self):
        """There is a key: what only served to find it is forgotten."""
        self._joining = None
        self._record = self._seals.find(self._chip)
        self._seals.renew(self._record)
        self._asked -= KEY_EVERY  # a session is asked for with the next turn
        forget(self._scene.view[GAME])

    def show(self):
        """Tell the screens the own code, and whether the key is there: one for all who share this device."""
        scene = self._scene
        record = self._seals.find(self._chip)
        for seat in range(5):
            scene.show_code(seat, self._seals.records, record if scene.here >> seat & 1 else -1)
        sealed = scene.here if self._seals.paired(record) else 0
        keyless = 0
        now = self._board.now()
        if scene.table[T_STAGE] > STAGE_LOBBY:
            self._played = now
        coded = not self._proved or self._joining is not None and record >= 0
        if scene.table[T_STAGE] > STAGE_LOBBY and (coded or self._joining is not None or since(now, self._heard) >= KEY_ANEW + AWAY_AFTER):
            keyless = 1 if coded or since(now, self._given) < KEY_ANEW and not scene.denied else 2
        if scene.sealed != sealed or scene.keyless != keyless:
            scene.sealed = sealed
            scene.keyless = keyless
            if keyless > 1:
                self._here.void()
            self._here.changed = True

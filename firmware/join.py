"""How a seat and the dealer come by a key that nobody between them has: X25519, and a code that both displays show.

Serves firmware/mail.py (Guest) and firmware/inbox.py (Host), which load it while a table forms, or when a seat is given to a spare device, and let it go. The seat commits to its
public key and a nonce before it sees the dealer's, and reveals the nonce after it; the code hangs on both keys and both
nonces. So whoever stands between the two has to guess: one chance in CODES, and one guess in KEY_ANEW milliseconds.
docs/PROTOCOL.md draws it. All work is done in small steps, a turn's worth at a time. It never sends what a key is made of.
"""

from engine.codes import NOBODY
from firmware.clock import since
from firmware.curve import multiply
from firmware.roster import person_of
from firmware.wire import (
    CODES, F_PAYLOAD, K_COMMIT, K_OFFER, K_REVEAL, K_TAKEN, K_UNKNOWN, KEY, KEY_ANEW, KEY_EVERY, R_CHIP, R_CODE,
    R_COMPARED, R_KEY, R_PAIRED, R_STATE, RECORD, RECORDS, TO_DEALER,
)

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_PAYLOAD = 1 + F_PAYLOAD
# What a hash is for: the block it begins with.
_COMMITMENT = const(1)
_CODE = const(2)
_KEY = const(3)


def hashed(seals, purpose, parts, into):
    """Hash ``parts``, multiples of 16 bytes of known lengths, into the 16 bytes of ``into``: a generator, a block a turn.

    Matyas, Meyer and Oseas: each block is encrypted under what came before, and added to that. Every use has its own first block.
    """
    state = bytearray(16)
    state[0] = purpose
    block = bytearray(16)
    for part in parts:
        for at in range(0, len(part), 16):
            _put(block, 0, part[at : at + 16])
            seals.cipher(state).encrypt(block)
            for i in range(16):
                state[i] = block[i] ^ part[at + i]
            yield
    for i in range(16):
        into[i] = state[i]


# How far an exchange is.
_COMMITTED = const(0)
_REVEALED = const(1)
_FAILED = const(2)
_COMPARED = const(3)


class _Pair:
    """One exchange between a seat and the dealer, at either end: what each has shown of itself."""

    def __init__(self, chip, now):
        self.chip = bytes(chip)
        self.since = now
        self.state = _COMMITTED
        self.confirmed = False
        self.shown = False  # its code is before the human at the dealing device
        self.seat_key = bytearray(32)
        self.dealer_key = bytearray(32)
        self.commitment = bytearray(16)
        self.seat_nonce = bytearray(16)
        self.dealer_nonce = bytearray(16)

    def commit(self, seals, into):
        """Work out the commitment: a generator."""
        return hashed(seals, _COMMITMENT, (self.seat_key, self.seat_nonce), into)

    def compare(self, seals):
        """Work out the code and lay it into the record: a generator."""
        code = bytearray(16)
        yield from hashed(seals, _CODE, (self.dealer_key, self.seat_key, self.dealer_nonce, self.seat_nonce), code)
        number = (code[0] | code[1] << 8 | code[2] << 16 | (code[3] & 31) << 24) % CODES
        place = RECORD * _record(seals, self.chip)
        _put(seals.records, place + R_CHIP, self.chip)
        for i in range(3):
            seals.records[place + R_CODE + i] = number & 255
            number >>= 8
        seals.records[place + R_STATE] = R_COMPARED
        self.state = _COMPARED

    def compared(self, seals, same):
        """The human at the dealing device has compared the code that is not of a forming table: the key is worked out, or all is void."""
        if self.state == _COMPARED:
            self.confirmed = same
            if not same:
                self.fail(seals)

    def fail(self, seals):
        """Nothing comes of it: its code is shown no more."""
        self.state = _FAILED
        _record(seals, self.chip)

    def agree(self, seals, secret, public):
        """Work out the key and lay it into the record: a generator. ``public`` is the other end's."""
        product = bytearray(32)
        yield from multiply(secret, public, product)
        key = bytearray(16)
        yield from hashed(seals, _KEY, (product, self.dealer_key, self.seat_key, self.dealer_nonce, self.seat_nonce), key)
        record = seals.find(self.chip)
        if record >= 0:
            _put(seals.records, RECORD * record + R_KEY, key)
            seals.records[RECORD * record + R_STATE] = R_PAIRED


def _record(seals, chip):
    """Return the record for a device's new key: its old one, emptied, or a free one."""
    record = seals.find(chip)
    if record < 0:
        record = 0
        while seals.records[RECORD * record + R_STATE]:
            record += 1
    seals.clear(record)
    return record


def _advance(work):
    """Do a turn's worth of ``work``. Return True when it has ended."""
    for _ in work:
        return False
    return True


def _same(data, at, other, count):
    return data[at : at + count] == other[:count]


def _put(out, at, *parts):
    for part in parts:
        for byte in part:
            out[at] = byte
            at += 1
    return at


_BASE = b"\x09" + bytes(31)


class Guest:
    """A seat's end, for the dealer whose id is ``chip``. ``tick`` until it returns True: then the key is in the record."""

    def __init__(self, board, link, seals, chip, now):
        self._board = board
        self._link = link
        self._seals = seals
        self._pair = _Pair(chip, now)
        self._secret = board.random(32)
        self._public = bytearray(32)
        self._work = multiply(self._secret, _BASE, self._public)
        self._begun = False  # the own public key is there
        self._committed = self._offered = self._taken = self._unknown = False
        self._sent = now
        seals.empty()

    def tick(self, now):
        """Do a turn's work, and say what the dealer has not yet answered. Return True when all is done."""
        if _advance(self._work):
            if self._begun:
                return True
            self._begun = True
            self._work = self._exchange(now)
        # A dealer that says so knows nothing of this exchange: it was reset, or somebody came between.
        if self._unknown and not self._taken and since(now, self._pair.since) >= KEY_ANEW:
            self._work = self._exchange(now)
        if not self._committed or self._taken or since(now, self._sent) < KEY_EVERY:
            return False
        self._sent = now
        pair, out = self._pair, self._link.out
        if self._offered:
            out[_PAYLOAD] = K_REVEAL
            end = _put(out, _PAYLOAD + 1, pair.seat_nonce)
        else:
            out[_PAYLOAD] = K_COMMIT
            end = _put(out, _PAYLOAD + 1, pair.seat_key, pair.commitment)
        self._link.send(KEY, TO_DEALER, end - _PAYLOAD)
        return False

    def _exchange(self, now):
        """Bind to the public key and to a fresh nonce, wait for the dealer, and work out code and key: a generator."""
        self._committed = self._offered = self._taken = self._unknown = False
        pair = self._pair = _Pair(self._pair.chip, now)
        _put(pair.seat_key, 0, self._public)
        _put(pair.seat_nonce, 0, self._board.random(16))
        yield from pair.commit(self._seals, pair.commitment)
        self._committed = True
        while not self._offered:
            yield
        yield from pair.compare(self._seals)
        yield from pair.agree(self._seals, self._secret, pair.dealer_key)
        while not self._taken:
            yield

    def frame(self, data, at, end):
        """Take in a step of the dealer's; return True if it belongs here."""
        pair = self._pair
        if data[at] == K_OFFER and end - at >= 53 and self._committed and not self._offered and _same(data, at + 1, pair.commitment, 4):
            _put(pair.dealer_key, 0, data[at + 5 : at + 37])
            _put(pair.dealer_nonce, 0, data[at + 37 : at + 53])
            self._offered = True
            self._sent = self._sent - KEY_EVERY & 0x1FFFFFFF  # the nonce goes out with the next turn
            return True
        if (data[at] == K_TAKEN or data[at] == K_UNKNOWN) and end - at >= 5 and self._offered and _same(data, at + 1, pair.seat_nonce, 4):
            self._taken = data[at] == K_TAKEN
            self._unknown = not self._taken
            return True
        return False

class Host:
    """The dealer's end, for all seats at once. ``tick`` and ``frame`` while the table forms; ``made`` counts the keys."""

    def __init__(self, board, link, seals, roster):
        self._board = board
        self._link = link
        self._seals = seals
        self._roster = roster
        self._pairs = []  # in the order they came
        self._secret = board.random(32)
        self._public = bytearray(32)
        self._begun = False  # the own public key is there
        self._slow = multiply(self._secret, _BASE, self._public)
        self._quick = None
        self.made = 0

    def pair_of(self, seat):
        """Return the exchange with the device on ``seat``, or None."""
        for pair in self._pairs:
            if person_of(pair.chip, self._roster.chips, 4 * seat) >= 0:
                return pair
        return None

    def _has_seat(self, chip):
        for seat in range(self._roster.seated):
            if person_of(chip, self._roster.chips, 4 * seat) >= 0:
                return True
        return False

    def doubted(self):
        """Return the seat whose code is there and not yet confirmed, NOBODY for none; the one that shows stays until it is answered."""
        found = NOBODY
        for seat in range(self._roster.seated):
            pair = self.pair_of(seat)
            if pair is not None and pair.state == _COMPARED and not pair.confirmed and not self._seals.paired(self._seals.find(pair.chip)):
                found = seat if pair.shown or found == NOBODY else found
        if found != NOBODY:
            self.pair_of(found).shown = True
        return found

    def at_work(self, seat):
        """Tell whether there is an exchange with the device on ``seat`` that may still end well."""
        pair = self.pair_of(seat)
        return pair is not None and pair.state != _FAILED

    def tick(self, lobby):
        """Do a turn's work: codes first, for people wait for them; then keys, one after the other.

        Whoever begins a mission in the ``lobby`` says that all codes are the same; elsewhere each is confirmed by itself.
        """
        if self._quick is not None:
            if _advance(self._quick):
                self._quick = None
            return
        for pair in self._pairs:
            if pair.state == _REVEALED:
                self._quick = self._check(pair)
                return
        if self._slow is None:
            for pair in self._pairs:
                record = self._seals.find(pair.chip)
                if (lobby or pair.confirmed) and pair.state == _COMPARED and record >= 0 and not self._seals.paired(record):
                    self._slow = pair.agree(self._seals, self._secret, pair.seat_key)
                    return
        elif _advance(self._slow):
            self._slow = None
            self.made += self._begun
            self._begun = True

    def _check(self, pair):
        """Hold the nonce against the commitment, then work out the code: a generator."""
        found = bytearray(16)
        yield from pair.commit(self._seals, found)
        if _same(found, 0, pair.commitment, 16):
            yield from pair.compare(self._seals)
        else:
            pair.state = _FAILED

    def frame(self, seat, data, at, end, now):
        """Take in a step of ``seat``'s and answer it; return True if it belongs here."""
        pair = self.pair_of(seat)
        out = self._link.out
        if data[at] == K_COMMIT and end - at >= 49:
            self._prune()
            if self._seals.paired(self._seals.find(self._roster.chips, 4 * seat)):
                return False  # it has a key: nobody else becomes it while it sits here
            if pair is not None and not _same(data, at + 33, pair.commitment, 16):
                # Anew, but not at once: else somebody in between could try until the codes are equal.
                if since(now, pair.since) < KEY_ANEW:
                    return False
                if pair.shown and pair.state == _COMPARED and not pair.confirmed:
                    # No other code takes the place of the one that a human is comparing: the question ends, and comes again later.
                    pair.fail(self._seals)
                    pair.since = now
                    return False
                self._pairs.remove(pair)
                pair = None
            if pair is None:
                pair = _Pair(self._roster.chips[4 * seat : 4 * seat + 4], now)
                _put(pair.seat_key, 0, data[at + 1 : at + 33])
                _put(pair.commitment, 0, data[at + 33 : at + 49])
                _put(pair.dealer_nonce, 0, self._board.random(16))
                self._pairs.append(pair)
            if not self._begun:
                return False
            _put(pair.dealer_key, 0, self._public)
            out[_PAYLOAD] = K_OFFER
            to = _put(out, _PAYLOAD + 1, pair.commitment[:4], self._public, pair.dealer_nonce)
        elif data[at] == K_REVEAL and end - at >= 17 and self._begun:
            if pair is None:
                known = self._seals.paired(self._seals.find(self._roster.chips, 4 * seat))  # before this device was reset
            elif pair.state == _COMMITTED and not self._seals.paired(self._seals.find(pair.chip)):
                known = True
                pair.state = _REVEALED
                _put(pair.seat_nonce, 0, data[at + 1 : at + 17])
            else:
                known = pair.state != _FAILED and _same(data, at + 1, pair.seat_nonce, 16)
            out[_PAYLOAD] = K_TAKEN if known else K_UNKNOWN
            to = _put(out, _PAYLOAD + 1, data[at + 1 : at + 5])
        else:
            return False
        self._link.send(KEY, seat + 1, to - _PAYLOAD)
        return True

    def _prune(self):
        """Forget the keys and exchanges of devices that have no seat any more: five records are enough for those who have."""
        for pair in list(self._pairs):
            if not self._has_seat(pair.chip):
                self._pairs.remove(pair)
        records = self._seals.records
        for i in range(RECORDS):
            place = RECORD * i + R_CHIP
            if records[RECORD * i + R_STATE] and not self._has_seat(records[place : place + 4]):
                self._seals.clear(i)

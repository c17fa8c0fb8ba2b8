"""What goes to one device alone, sealed for it: AES-128 in CCM mode with a tag of 8 bytes, one block a step.

Serves firmware/seat.py, dealer.py and delivery.py, which lay sealed bytes into frames; firmware/join.py brings the keys.
A key is kept by the other device's chip id. What it seals is sealed under a session's key, which both ends make from it and from fresh
random bytes of both: so a power cut, or whoever plays old frames again, never brings a nonce back. Nothing is allocated
but when a session begins. It knows no frame and no seat but by number.
"""

from firmware.wire import PERSON, R_CHIP, R_KEY, R_LEFT, R_PAIRED, R_STATE, RECORD, RECORDS, SEALED

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_TAG = const(8)
_FIRST = const(0x19)  # CCM's first byte: no bytes beside the text, a tag of 8, lengths in 2 bytes
_COUNT = const(0x01)  # the same of a block that counts
_WORN = const(0xFF00)  # a session with so many sealings is renewed
_SPENT = const(0xFFFF)  # and with so many it seals no more
_ALL = const(40)  # blocks a turn where the platform has AES: a whole text


class Seals:
    """Keys with up to five devices, and one text at a time on its way to being sealed or opened.

    ``records`` holds the keys (R_... of firmware/wire.py), to be saved and filled in by others; ``cipher(key)`` makes AES, the
    platform's or firmware/aes.py's. ``sound`` says after ``run`` whether the text is sealed, or opened and what the other
    device sealed; if not, it is to be thrown away.
    """

    def __init__(self, board):
        self._board = board
        self.records = bytearray(RECORDS * RECORD)
        self._fresh = bytearray(RECORDS * 16)  # of each session: the dealer's random bytes, then the seat's
        self._ciphers = [None] * RECORDS
        self._sent = [0] * RECORDS
        self._got = [0] * RECORDS
        self.sound = False
        if board.cipher(bytes(16)) is None:
            from firmware.aes import Aes

            self.cipher = Aes
            self._pace = 1
        else:
            self.cipher = board.cipher
            self._pace = _ALL
        # The text under work.
        self._cipher = None
        self._whose = 0
        self._data = self._fresh
        self._at = self._length = self._step = self._counter = 0
        self._opening = False
        self._nonce = bytearray(16)
        self._block = bytearray(16)
        self._sum = bytearray(16)

    # --- keys and sessions ------------------------------------------------------------------------------------------------

    def find(self, chip, at=0):
        """Return the record of the device that ``chip[at:at + 4]`` is the id of, or the id of a person at it; -1 if there is none."""
        records = self.records
        for i in range(RECORDS):
            place = RECORD * i
            if records[place + R_STATE]:
                wrong = (records[place + R_CHIP] ^ chip[at]) & (1 << PERSON) - 1
                for j in range(1, 4):
                    wrong |= records[place + R_CHIP + j] ^ chip[at + j]
                if not wrong:
                    return i
        return -1

    def paired(self, i):
        """Tell whether record ``i`` holds a key."""
        return i >= 0 and self.records[RECORD * i + R_STATE] & ~R_LEFT == R_PAIRED

    def ready(self, i):
        """Tell whether there is a session with the device of record ``i``."""
        return i >= 0 and self._ciphers[i] is not None

    def worn(self, i):
        """Tell whether the session has sealed so much that the seat should begin a new one."""
        return self._sent[i] >= _WORN or self._got[i] >= _WORN

    def clear(self, i):
        """Forget record ``i`` and its session."""
        for place in range(RECORD * i, RECORD * (i + 1)):
            self.records[place] = 0
        self._end(i)

    def empty(self):
        """Forget all keys: a table begins or ends."""
        for i in range(RECORDS):
            self.clear(i)

    def renew(self, i):
        """The seat wants a new session: its random bytes are drawn, ``ask`` tells them."""
        fresh = self._board.random(8)
        for j in range(8):
            self._fresh[16 * i + 8 + j] = fresh[j]
        self._end(i)

    def _end(self, i):
        """End a session; a text under its key is thrown away."""
        self._ciphers[i] = None
        if self._whose == i:
            self._cipher = None

    def ask(self, i, out, at):
        """Write what the seat asks for a session with, 8 bytes, to ``out[at:]``; the same until ``renew``."""
        for j in range(8):
            out[at + j] = self._fresh[16 * i + 8 + j]

    def answer(self, i, data, at, out, to):
        """The dealer answers: the seat's 8 bytes at ``data[at:]`` and 8 of its own go to ``out[to:]``.

        A question that came before gets the same answer and changes nothing; a new one begins a session.
        """
        place = 16 * i
        same = self._ciphers[i] is not None
        for j in range(8):
            if self._fresh[place + 8 + j] != data[at + j]:
                same = False
        if not same:
            fresh = self._board.random(8)
            for j in range(8):
                self._fresh[place + j] = fresh[j]
                self._fresh[place + 8 + j] = data[at + j]
            self._begin(i)
        for j in range(8):
            out[to + j] = self._fresh[place + 8 + j]
            out[to + 8 + j] = self._fresh[place + j]

    def answered(self, i, data, at):
        """The seat has the dealer's answer: the session begins, if the answer is to the question under way. Return True if so."""
        place = 16 * i
        if self._ciphers[i] is not None:
            return False
        for j in range(8):
            if self._fresh[place + 8 + j] != data[at + j]:
                return False
        for j in range(8):
            self._fresh[place + j] = data[at + 8 + j]
        self._begin(i)
        return True

    def _begin(self, i):
        """Make the session's key: both ends' random bytes, encrypted under the pair's key and added to what they were."""
        self._end(i)
        fresh = memoryview(self._fresh)[16 * i : 16 * i + 16]
        key = bytearray(fresh)
        place = RECORD * i + R_KEY
        self.cipher(memoryview(self.records)[place : place + 16]).encrypt(key)
        for j in range(16):
            key[j] ^= fresh[j]
        self._ciphers[i] = self.cipher(key)  # pyright: ignore[reportArgumentType, reportCallIssue]  # the list began with None
        self._sent[i] = self._got[i] = 0

    # --- sealing and opening ------------------------------------------------------------------------------------------------

    def seal(self, i, kind, seat, mark, data, at, length):
        """Begin to seal ``data[at:at + length]`` for the device of record ``i``; counter and tag come behind it, SEALED bytes.

        ``kind``, ``seat`` and ``mark`` are bytes that the other end must name too. Return False when there is no session.
        """
        if not self.ready(i) or self._sent[i] >= _SPENT:
            return False
        self._sent[i] += 1
        data[at + length] = self._sent[i] & 255
        data[at + length + 1] = self._sent[i] >> 8
        self._start(i, kind, seat, mark, data, at, length, False)
        return True

    def open(self, i, kind, seat, mark, data, at, length):
        """Begin to open what ``seal`` has made. Return False when there is no session, or when it has come before."""
        if not self.ready(i) or (data[at + length] | data[at + length + 1] << 8) <= self._got[i]:
            return False
        self._start(i, kind, seat, mark, data, at, length, True)
        return True

    def _start(self, i, kind, seat, mark, data, at, length, opening):
        self._whose = i
        self._cipher = self._ciphers[i]
        self._data = data
        self._at = at
        self._length = length
        self._opening = opening
        self._step = 0
        at += length
        self._counter = data[at] | data[at + 1] << 8
        nonce = self._nonce
        nonce[1] = kind
        nonce[2] = seat
        nonce[3] = mark
        nonce[4] = data[at]
        nonce[5] = data[at + 1]

    def run(self, data):
        """Go on with the text in ``data``, for a turn. Return True when it is done; ``sound`` then says whether it is good.

        It is not when another text has taken its place, or when its session has ended.
        """
        if data is not self._data:
            self.sound = False
            return True
        for _ in range(self._pace):
            if self.step():
                return True
        return False

    def step(self):
        """Encrypt one block. Return True when the text is sealed or opened, or has no session any more."""
        self.sound = False
        if self._cipher is None:
            return True
        step = self._step
        self._step = step + 1
        blocks = self._length + 15 >> 4
        if self._opening:
            # The text is made plain first, since it is the plain text that the tag is over.
            if step < blocks:
                self._count(step + 1)
                return False
            step -= blocks
        if step <= blocks:
            self._add(step)
        elif step <= 2 * blocks and not self._opening:
            self._count(step - blocks)
        else:
            self._tag()
            return True
        return False

    def _add(self, block):
        """Add a block to the sum that the tag is made of; block 0 tells nonce and length."""
        total = self._sum
        if not block:
            for i in range(14):
                total[i] = self._nonce[i]
            total[0] = _FIRST
            total[14] = 0
            total[15] = self._length
        else:
            done = 16 * block - 16
            for i in range(min(16, self._length - done)):
                total[i] ^= self._data[self._at + done + i]
        self._cipher.encrypt(total)

    def _count(self, number):
        """Encrypt the counting block ``number``; lay it over the text's block, but for number 0."""
        block = self._block
        for i in range(14):
            block[i] = self._nonce[i]
        block[0] = _COUNT
        block[14] = 0
        block[15] = number
        self._cipher.encrypt(block)
        if number:
            done = 16 * number - 16
            for i in range(min(16, self._length - done)):
                self._data[self._at + done + i] ^= block[i]

    def _tag(self):
        """Write the tag behind the counter, or compare it."""
        self._count(0)
        at = self._at + self._length + SEALED - _TAG
        wrong = 0
        for i in range(_TAG):
            byte = self._sum[i] ^ self._block[i]
            if self._opening:
                wrong |= byte ^ self._data[at + i]
            else:
                self._data[at + i] = byte
        self.sound = not wrong
        if self._opening and not wrong:
            self._got[self._whose] = self._counter
        self._cipher = None

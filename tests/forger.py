"""Somebody with a computer on the cable into the dealing device, and on the one out of it: he reads, forges and plays a seat, without a key."""

import random

from firmware import join
from firmware.seal import Seals
from firmware.wire import (
    BEAT, COMMAND, F_BITS, F_EPOCH, F_FROM, F_KIND, F_PAYLOAD, F_SEQUENCE, F_TO, F_TTL, F_VERSION, HELLO, HOPS, K_ANSWER, K_SESSION, KEY, OWN,
    PRIVATE_PART, PROTOCOL, SEALED_COMMAND, TO_DEALER, UNSEATED,
)
from tests.test_sealed_table import on_the_line, tap


class Desk:
    """A board to compute on."""

    def __init__(self, chip, seed):
        self.chip = chip
        self._random = random.Random(seed)

    def random(self, n):
        return self._random.randbytes(n)

    def cipher(self, key):
        return None


class Forger:
    """He sends as ``address`` (seat + 1). ``run`` lets time pass at the table and at his desk; ``holds`` are steps of an exchange that he keeps back."""

    def __init__(self, crew, address, chip=b"\x11evl", seed=99):
        self.crew = crew
        self.address = address
        self.board = Desk(chip, seed)
        self.seals = Seals(self.board)
        self.out = bytearray(300)
        self.holds = ()
        self.guest = None
        self.record = -1
        self.steps = []  # of the exchanges, as they came to his address
        self.parts = []
        self.epoch = b"\x5a\x5b"
        self.dealers_epoch = b"\0\0"
        self.beat = b""
        self._sequence = self._asked = 0
        self._write = crew.table.wires[-1].write
        tap([crew.table.wires[0]], self._look)

    def send(self, kind, to, n):
        """What firmware/join.py sends; its link is he himself."""
        if kind != KEY or self.out[1 + F_PAYLOAD] not in self.holds:
            self.forge(kind, to, bytes(self.out[1 + F_PAYLOAD : 1 + F_PAYLOAD + n]))
        return True

    def forge(self, kind, to, payload, sender=None, epoch=None, write=None):
        self._sequence = self._sequence % 255 + 1
        frame = bytearray(1 + F_PAYLOAD) + payload
        frame[1 + F_VERSION] = PROTOCOL
        frame[1 + F_KIND] = kind
        frame[1 + F_FROM] = sender or self.address
        frame[1 + F_TO] = to
        frame[1 + F_TTL] = HOPS
        frame[1 + F_BITS] = 0x80
        frame[1 + F_EPOCH : 3 + F_EPOCH] = epoch or self.epoch
        frame[1 + F_SEQUENCE] = self._sequence
        (write or self._write)(on_the_line(frame))

    def _look(self, frame):
        kind, payload = frame[1 + F_KIND], bytes(frame[1 + F_PAYLOAD :])
        if kind == BEAT:
            self.dealers_epoch = bytes(frame[1 + F_EPOCH : 3 + F_EPOCH])
            self.beat = payload
        if frame[1 + F_TO] != self.address:
            return
        if kind == KEY and bytes(frame[1 + F_EPOCH : 3 + F_EPOCH]) != self.epoch:
            self.steps.append(payload[0])
            if self.guest:
                self.guest.frame(payload, 0, len(payload))
            elif payload[0] == K_ANSWER and self.record >= 0:
                self.seals.answered(self.record, payload, 1)
        elif kind == PRIVATE_PART:
            self.parts.append(payload)

    def begin(self):
        """Begin an exchange for a key."""
        self.guest = join.Guest(self.board, self, self.seals, self.crew.table.boards[0].chip, int(self.crew.table.now))

    def run(self, milliseconds, until=None):
        """Let time pass, at most until ``until()``; return whether that came."""
        end = self.crew.table.now + milliseconds
        while self.crew.table.now < end:
            self.crew.table.step()
            now = int(self.crew.table.now)
            if self.guest and self.guest.tick(now):
                self.guest = None
                self.record = self.seals.find(self.crew.table.boards[0].chip)
                self.seals.renew(self.record)
            elif self.record >= 0 and not self.seals.ready(self.record) and now - self._asked > 300:
                self._asked = now
                self.out[1 + F_PAYLOAD] = K_SESSION
                self.seals.ask(self.record, self.out, 2 + F_PAYLOAD)
                self.send(KEY, TO_DEALER, 9)
            if until and until():
                return True
        return False

    def has_session(self):
        return self.record >= 0 and self.seals.ready(self.record)

    def hello(self, seat):
        self.forge(HELLO, TO_DEALER, self.board.chip + b"SPARE\0" + bytes((seat,)), UNSEATED)

    def command(self, seat, number, kind, argument):
        """Send a command of a seat, sealed with his own key."""
        text = bytearray(SEALED_COMMAND)
        text[:3] = bytes((number, kind, argument))
        assert self.seals.seal(self.record, COMMAND, seat, 0, text, 0, 3)
        while not self.seals.run(text):
            pass
        self.forge(COMMAND, TO_DEALER, self.dealers_epoch + bytes(text), seat + 1)

    def opens(self, seat):
        """Tell whether any private part of ``seat`` that came by can be opened."""
        for part in self.parts:
            text = bytearray(part)
            if self.record >= 0 and self.seals.open(self.record, PRIVATE_PART, seat, text[0], text, 1, OWN):
                while not self.seals.run(text):
                    pass
                if self.seals.sound:
                    return True
        return False

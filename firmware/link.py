"""One handheld's place in the ring: frames out, frames in, frames passed on. It knows addresses, not the game.

Whatever arrives is one of these cases:
- the own frame has come home: its accepted-bits say who took it; it leaves the ring;
- it is for this device or for all: decoded in a copy, given to the receiver, marked if accepted, passed on;
- it is for another: passed on undecoded, only ttl (and nothing else) changed;
- it is of another version, too long, too short or broken: dropped, and whoever sent it will send again.
"""

from firmware.clock import since
from firmware.frame import decode, encode, seal, sound
from firmware.wire import (
    F_BITS, F_EPOCH, F_FROM, F_KIND, F_PAYLOAD, F_SEQUENCE, F_TO, F_TTL, F_VERSION, FRAME_MOST, HOPS, PROTOCOL, STRANGE_FOR,
    TO_ALL, TO_DEALER, UNSEATED,
)


class Link:
    """Frames over ``board.read`` and ``board.write``.

    ``receiver.frame(kind, data, at, end)`` gets each sound frame for this device: its payload is ``data[at:end]``, its
    header stands before; it returns True when the frame was accepted. ``receiver.home(kind, to, sequence, bits,
    now)`` hears of own frames that came back.
    """

    def __init__(self, board, receiver):
        self._board = board
        self._receiver = receiver
        self.address = UNSEATED  # whom frames are from: the seat of the person at the device
        self.seats = 0  # bits of the seats that share this device: frames for any of them are for it
        self.dealing = False
        self.heard = board.now()  # when the last sound frame came
        self.strange = self.heard  # when a frame of another version came last
        self.other_version = 0  # so many of them came one soon after the other
        self.sequence = 0
        epoch = board.random(2)
        self._epoch = epoch[0] | 1
        self._epoch_high = epoch[1] | 1
        self.out = bytearray(FRAME_MOST + 2)
        self._out_view = memoryview(self.out)
        self._line = bytearray(FRAME_MOST + 2)  # the frame coming in, encoded
        self._length = 0
        self._waiting = 0  # length of a frame in _line that the board could not yet take to pass on
        self._copy = bytearray(FRAME_MOST + 2)
        self._copy_view = memoryview(self._copy)
        self._chunk = bytearray(64)
        self._chunk_at = self._chunk_end = 0

    def epoch(self):
        """Return this start's number, 16 bits."""
        return self._epoch | self._epoch_high << 8

    def send(self, kind, to, length):
        """Send the ``length`` payload bytes that stand at ``out[1 + F_PAYLOAD:]``. Return False when the line is full."""
        out = self.out
        out[1 + F_VERSION] = PROTOCOL
        out[1 + F_KIND] = kind
        out[1 + F_FROM] = self.address
        out[1 + F_TO] = to
        out[1 + F_TTL] = HOPS
        out[1 + F_BITS] = 0x80
        out[1 + F_EPOCH] = self._epoch
        out[2 + F_EPOCH] = self._epoch_high
        self.sequence = self.sequence % 255 + 1
        out[1 + F_SEQUENCE] = self.sequence
        n = 1 + F_PAYLOAD + length
        seal(out, n, self._out_view)
        return self._board.write(out, encode(out, n))

    def poll(self, now):
        """Take in what has come, at most a few frames a call, and pass on what is for others."""
        if self._waiting:
            if not self._board.write(self._line, self._waiting):
                return
            self._waiting = 0
        chunk = self._chunk
        line = self._line
        while True:
            if self._chunk_at == self._chunk_end:
                self._chunk_at = 0
                self._chunk_end = self._board.read(chunk)
                if not self._chunk_end:
                    return
            at = self._chunk_at
            length = self._length
            while at < self._chunk_end:
                byte = chunk[at]
                at += 1
                if byte:
                    # One byte more than a frame may have is kept as the sign that it was too long.
                    if length <= FRAME_MOST:
                        line[length] = byte
                        length += 1
                    continue
                self._chunk_at = at
                self._length = 0
                self._arrived(length, now)
                if self._waiting:
                    return
                length = 0
            self._chunk_at = at
            self._length = length

    def _arrived(self, n, now):
        """``n`` bytes have come, then a zero."""
        line = self._line
        if n > FRAME_MOST or n < 1 + F_PAYLOAD or line[0] <= 1 + F_BITS:
            return
        if line[1 + F_VERSION] != PROTOCOL:
            self.other_version = min(self.other_version + 1, 9) if since(now, self.strange) < STRANGE_FOR else 1
            self.strange = now
            return
        sender = line[1 + F_FROM]
        to = line[1 + F_TO]
        own = (
            line[1 + F_EPOCH] == self._epoch
            and line[2 + F_EPOCH] == self._epoch_high
            and (sender == self.address or sender <= 5 and self.seats >> sender - 1 & 1)
        )
        if own or to == TO_ALL or to <= 5 and self.seats >> to - 1 & 1 or to == TO_DEALER and self.dealing:
            copy = self._copy
            for i in range(n):
                copy[i] = line[i]
            good = decode(copy, n) and sound(copy, n, self._copy_view)
            if good:
                self.heard = now
            if own:
                if good:
                    self._receiver.home(copy[1 + F_KIND], to, copy[1 + F_SEQUENCE], copy[1 + F_BITS], now)
                return
            if good and self._receiver.frame(copy[1 + F_KIND], copy, 1 + F_PAYLOAD, n):
                line[1 + F_BITS] |= 1 << to - 1 if to <= 5 else self.seats
        line[1 + F_TTL] -= 1
        if line[1 + F_TTL]:
            line[n] = 0
            if not self._board.write(line, n + 1):
                self._waiting = n + 1

    def silent(self, now):
        """Return the milliseconds since the last sound frame."""
        return since(now, self.heard)

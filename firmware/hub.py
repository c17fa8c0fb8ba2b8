"""A device with several lines, a ring's cable, a radio to each seat, USB: one line for firmware/link.py, frames find their way.

Serves the boards of firmware/hal that have more than one line, and the desktop as a hub. To the link it is a board's ``read``
and ``write``; a device at the far end needs nothing of it, since each line is to it a ring, of two or more. A frame is

- of this device: sent to the line where its addressee was last heard, or to all;
- new on one line: given to the link, then sent on along that line, and to the other lines that it is for;
- known from another line: it has been round this one, and goes back to where it came from with the bits it has gathered.

It looks at headers only, which stand uncoded in every frame, and never into a payload. Broken frames are dropped here. It keeps
no frame: what a full line cannot take is lost there and sent again by its sender, as one lost on the way.
"""

from firmware.frame import decode, sound
from firmware.wire import (
    BEAT, F_BITS, F_EPOCH, F_FROM, F_KIND, F_PAYLOAD, F_SEQUENCE, F_TO, F_TTL, F_VERSION, FRAME_MOST, PROTOCOL, TO_DEALER,
    UNSEATED,
)

_HERE = 254
_UNKNOWN = 255
_ADDRESSES = 7  # of seats, 1 to 5; 0 is the dealer, wherever it is
_ANY_UNSEATED = 6
_LATE = 32  # a frame up to so many numbers older than the sender's newest is a known one


class Hub:
    """``lines`` have ``read(buffer)`` and ``write(buffer, n)`` as a board has them, and may be changed in place while it runs."""

    def __init__(self, lines):
        self.lines = lines
        self.lost = 0  # frames that a full line could not take
        self._frames = []  # of each line: the frame coming in, encoded
        self._lengths = bytearray()
        self._ready = b""  # the frame that the link is reading: one of _frames
        self._size = self._at = 0
        self._line = 0  # whose bytes are being taken in
        self._copy = bytearray(FRAME_MOST + 2)
        self._copy_view = memoryview(self._copy)
        self._chunk = bytearray(64)
        self._chunk_at = self._chunk_end = 0
        self._where = bytearray([_UNKNOWN] * _ADDRESSES)
        self._newest = bytearray(3 * _ADDRESSES)  # of each address: epoch and sequence of its newest frame

    def dealing(self):
        """Tell whether this very device deals: its own beats said so."""
        return self._where[0] == _HERE

    def read(self, buffer):
        """Read bytes of one frame, the lines in turn; a frame is handed over only when it is whole."""
        if self._at == self._size and not self._gather():
            return 0
        n = min(len(buffer), self._size - self._at)
        ready = self._ready
        at = self._at
        for i in range(n):
            buffer[i] = ready[at + i]
        self._at = at + n
        return n

    def write(self, buffer, n):
        """Send a frame of this device, or the one last read, on to the lines it is for. Return False if none could take it."""
        sender = buffer[1 + F_FROM]
        if self._size and self._same(buffer):
            origin = self._line
            lines = self._onward(buffer, sender, origin)
        else:
            if buffer[1 + F_KIND] == BEAT:
                self._where[0] = _HERE
            origin = _UNKNOWN
            lines = self._towards(buffer[1 + F_TO])
        taken = False
        for i in range(len(self.lines)):
            if lines & 1 << i:
                if self.lines[i].write(buffer, n):
                    taken = True
                else:
                    self.lost += 1
        return taken or not lines or origin != _UNKNOWN

    def _gather(self):
        """Take in bytes until some line has a whole frame; return False when no line has more."""
        lines = self.lines
        while len(self._frames) < len(lines):
            self._frames.append(bytearray(FRAME_MOST + 2))
            self._lengths.append(0)
        chunk = self._chunk
        quiet = 0
        while True:
            at = self._chunk_at
            if at == self._chunk_end:
                if quiet == len(lines):
                    return False
                self._line = (self._line + 1) % len(lines)
                self._chunk_at = at = 0
                self._chunk_end = lines[self._line].read(chunk)
                quiet = 0 if self._chunk_end else quiet + 1
            line = self._line
            frame = self._frames[line]
            length = self._lengths[line]
            while at < self._chunk_end:
                byte = chunk[at]
                at += 1
                # One byte more than a frame may have is kept as the sign that it was too long.
                if byte:
                    if length <= FRAME_MOST:
                        frame[length] = byte
                        length += 1
                    continue
                whole = self._whole(frame, length)
                if whole:
                    frame[length] = 0
                    self._ready = frame
                    self._size = length + 1
                    self._at = 0
                length = 0
                if whole:
                    break
            self._chunk_at = at
            self._lengths[line] = length
            if self._at < self._size:
                return True

    def _whole(self, frame, n):
        """Tell whether the ``n`` bytes are a sound frame. A ring passes broken ones on; here one would teach wrong ways."""
        if n > FRAME_MOST or n < 1 + F_PAYLOAD or frame[0] <= 1 + F_BITS:
            return False
        copy = self._copy
        for i in range(n):
            copy[i] = frame[i]
        return frame[1 + F_VERSION] != PROTOCOL or decode(copy, n) and sound(copy, n, self._copy_view)

    def _same(self, buffer):
        """Tell whether ``buffer`` is the frame last read, on its way on: the link has changed ttl and bits at most."""
        ready = self._ready
        for i in range(1, 2 + F_SEQUENCE):
            if buffer[i] != ready[i] and i != 1 + F_TTL and i != 1 + F_BITS:
                return False
        return True

    def _onward(self, frame, sender, origin):
        """Return the lines, one bit each, for a frame of somebody else that came on ``origin``."""
        back = 1 << origin
        to = frame[1 + F_TO]
        if sender == UNSEATED:
            sender = _ANY_UNSEATED
        elif sender > 5:
            return back
        home = self._where[sender]
        if home != origin and home < _HERE and self._known(frame, sender):
            # What devices without a seat send need not come home, and where that is would be a guess.
            return 1 << home if sender != _ANY_UNSEATED else 0
        if frame[1 + F_KIND] == BEAT:
            self._where[0] = origin
        self._where[sender] = origin
        at = 3 * sender
        self._newest[at] = frame[1 + F_EPOCH]
        self._newest[at + 1] = frame[2 + F_EPOCH]
        self._newest[at + 2] = frame[1 + F_SEQUENCE]
        return back | self._towards(to)

    def _towards(self, to):
        """Return the lines, one bit each, on which an addressee may be."""
        where = _UNKNOWN
        if to == TO_DEALER:
            where = self._where[0]
        elif to <= 5:
            where = self._where[to]
        if where == _HERE:
            return 0
        return (1 << len(self.lines)) - 1 if where == _UNKNOWN else 1 << where

    def _known(self, frame, sender):
        """Tell whether a frame as new as this one has come from ``sender`` on the line where it lives."""
        # Epochs and sequences are never zero, so they stand uncoded.
        at = 3 * sender
        newest = self._newest
        return (
            frame[1 + F_EPOCH] == newest[at]
            and frame[2 + F_EPOCH] == newest[at + 1]
            and (newest[at + 2] - frame[1 + F_SEQUENCE]) % 255 < _LATE
        )

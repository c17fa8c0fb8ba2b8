"""The board on which a real VM plays back a tape (host_tools/tape.py). Common dialect; runs on the VMs only.

``play`` lives the handheld's life again, turn by turn, and compares what it sends and shows. It reads the tape as it goes,
since a VM with a board's heap could not hold it.
"""

from binascii import crc32


class TapedBoard:
    """A board as firmware/hal describes it, fed from an open tape; ``texts`` is the open file of texts."""

    def __init__(self, tape, texts):
        self._tape = tape
        self._texts = texts
        head = tape.read(8)
        self.chip = head[:4]
        self.columns = head[4]
        self.rows = head[5]
        self.mono = bool(head[6])
        self.keys = tape.read(head[7])
        self.name = tape.read(tape.read(1)[0])
        self._now = 0
        self._received = bytearray(2100)
        self._got = self._read_to = 0
        self._events = b""
        self._event_at = 0
        self._random = b""
        self._answers = b""
        self._answered = 0
        self.crc = 0
        self.expected = 0

    def turn(self):
        """Take the next turn from the tape; return False at its end. Before the first one the board has only its random bytes."""
        head = self._tape.read(6)
        if not head:
            return False
        self._now = _number(head, 0, 4)
        self._got = _number(head, 4, 2)
        self._read_to = 0
        for i in range(0, self._got, 50):
            piece = self._tape.read(min(50, self._got - i))
            for j in range(len(piece)):
                self._received[i + j] = piece[j]
        self._events = self._tape.read(6 * self._tape.read(1)[0])
        self._event_at = 0
        self._random = self._tape.read(_number(self._tape.read(2), 0, 2))
        self._answers = self._tape.read(self._tape.read(1)[0])
        self._answered = 0
        self.expected = _number(self._tape.read(4), 0, 4)
        return True

    def now(self):
        return self._now

    def read(self, buffer):
        n = min(len(buffer), self._got - self._read_to)
        for i in range(n):
            buffer[i] = self._received[self._read_to + i]
        self._read_to += n
        return n

    def write(self, buffer, n):
        taken = self._answer()
        if taken:
            self.crc = crc32(memoryview(buffer)[:n], self.crc)
        return taken

    def _answer(self):
        answer = self._answers[self._answered]
        self._answered += 1
        return bool(answer)

    def event(self, into):
        if self._event_at == len(self._events):
            return -1
        at = self._event_at
        self._event_at += 6
        into[0] = self._events[at + 4]
        into[1] = self._events[at + 5]
        return _number(self._events, at, 4)

    def refresh(self, grid):
        for row in range(grid.rows):
            x = grid.take_change(row)
            if x >= 0:
                while x >= 0:
                    x = grid.take_change(row, x + 1)
                return grid.changed()
        return False

    def words(self, at, into):
        self._texts.seek(at)
        return self._texts.readinto(into)

    def load(self, slot, into):
        return 0  # a tape begins with an empty store

    def save(self, slot, data, n):
        return self._answer()  # what was written lies in a board's flash, not in its heap

    def cipher(self, key):
        return None

    def random(self, n):
        drawn = self._random[:n]
        self._random = self._random[n:]
        return drawn

    def battery(self):
        return 255

    def light(self, level):
        pass

    def feed(self):
        pass


def _number(data, at, n):
    value = 0
    for i in range(n):
        value |= data[at + i] << 8 * i
    return value


def open_tape(name):
    """Return the board of the tape in file ``name``, standing before its first turn with that turn's random bytes. The texts are in ``text.bin``."""
    board = TapedBoard(open(name, "rb"), open("text.bin", "rb"))
    board.turn()
    return board


def play(board, handheld, turns=1 << 30):
    """Live at most ``turns`` turns; return how many. Raises AssertionError at the first one that went another way."""
    done = 0
    while done < turns:
        handheld.tick()
        grid = getattr(handheld, "grid", None)
        if grid is not None:
            board.crc = crc32(grid.pairs, crc32(grid.glyphs, board.crc))
        assert board.crc == board.expected, "turn %d at %d ms went another way" % (done, board.now())
        done += 1
        if not board.turn():
            break
    return done

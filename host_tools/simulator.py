"""A table of simulated handhelds: boards without hardware, wires with the speed and the faults of real ones.

The firmware that runs here is the one that runs on boards; only the board object is ours. Time is what the caller says it
is, chance comes from one seed, so a run repeats. Serves the browser table, the demo, the tests and the bench.
"""

import random
import traceback
from collections import deque

from firmware.hub import Hub
from firmware.wire import KEY_SLOT
from host_tools import catalogue
from host_tools.boards import BOARDS, USUAL

BYTE = 10 / 115.2  # milliseconds a byte takes at 115200 8N1
RECEIVES = 2048  # bytes a board holds until it is read
SENDS = 512  # bytes a board takes ahead of the line
NAMES = ("ANA", "BEN", "CLEO", "DAN", "EVA", "FINN", "GRETA")
TEXTS = catalogue.make()

# What the line does to a frame, each by its probability; deaf is that of a board doing nothing for 400 ms, each second.
FAULTS = {
    "none": {},
    "loss": {"lose": 0.05},
    "noise": {"corrupt": 0.05},
    "echo": {"duplicate": 0.05},
    "slow": {"delay": 0.2},
    "deaf": {"deaf": 0.2},
    "all": {"lose": 0.02, "corrupt": 0.02, "duplicate": 0.02, "delay": 0.05, "deaf": 0.05},
}


class Wire:
    """One way from a board to its neighbour. Bytes arrive at the speed of the line, or not at all."""

    def __init__(self, table):
        self._table = table
        self.plugged = True
        self.bytes = 0  # sent so far
        self._free = 0.0  # when the line has sent all it was given
        self._flying = deque()  # (time the first byte arrives, bytes, bytes taken)
        self._held = 0

    def write(self, data):
        table = self._table
        now = table.now
        if (self._free - now) / BYTE + len(data) > SENDS:
            return False
        start = max(self._free, now)
        self._free = start + len(data) * BYTE
        self.bytes += len(data)
        if self.plugged:
            for at, piece in table.faults.spoil(start, bytes(data)):
                self._flying.append([at + BYTE, piece, 0])
        return True

    def read(self, into):
        n = 0
        while self._flying and n < len(into):
            entry = self._flying[0]
            here = min(int((self._table.now - entry[0]) / BYTE) + 1, len(entry[1])) - entry[2]
            if here <= 0:
                break
            take = min(here, len(into) - n)
            into[n : n + take] = entry[1][entry[2] : entry[2] + take]
            n += take
            entry[2] += take
            if entry[2] == len(entry[1]):
                self._flying.popleft()
        return n

    def overflow(self):
        """Drop what no receive buffer would have held."""
        waiting = 0
        for at, piece, taken in self._flying:
            if at <= self._table.now:
                waiting += len(piece) - taken
        while waiting > RECEIVES:
            at, piece, taken = self._flying.popleft()
            waiting -= len(piece) - taken

    def clear(self):
        self._flying.clear()


class Line:
    """A board's end of a ring: the wire it sends on, and the one it hears."""

    def __init__(self, out, into):
        self.out = out
        self.into = into

    def read(self, buffer):
        return self.into.read(buffer)

    def write(self, buffer, n):
        return self.out.write(memoryview(buffer)[:n])


def persons_of(boards, seats):
    """Return how many people are at each of ``boards`` boards when ``seats`` people play: as evenly as may be, the first with more."""
    return [(seats + boards - 1 - i) // boards for i in range(boards)]


def seat_persons(handhelds, persons):
    """Let ``persons[i]`` people play at the handheld ``i``: its owner, and others under the names that come next."""
    names = iter(NAMES[len(handhelds) :])
    for handheld, count in zip(handhelds, persons):
        for _ in range(count - 1):
            handheld.session.seat.share().add(next(names).encode())


class Faults:
    """What goes wrong on the wires, from one seed."""

    def __init__(self, kind, seed):
        self._odds = FAULTS[kind]
        self.random = random.Random(seed)

    def spoil(self, at, data):
        """Return what arrives of ``data`` sent at ``at``: pairs of time and bytes."""
        odds = self._odds
        if not odds:
            return ((at, data),)
        chance = self.random.random
        if chance() < odds.get("lose", 0):
            return ()
        if chance() < odds.get("corrupt", 0):
            spoilt = bytearray(data)
            for _ in range(self.random.randint(1, 3)):
                spoilt[self.random.randrange(len(spoilt))] = self.random.randrange(256)
            data = bytes(spoilt)
        if chance() < odds.get("delay", 0):
            at += self.random.randint(20, 600)
        if chance() < odds.get("duplicate", 0):
            return ((at, data), (at, data))
        return ((at, data),)

    def deafens(self, milliseconds):
        """Tell whether a board goes deaf within the next ``milliseconds``."""
        odds = self._odds.get("deaf", 0)
        return bool(odds) and self.random.random() < odds * milliseconds / 1000


class SimulatedBoard:
    """A board as firmware/hal/__init__.py describes it, without hardware. Its store outlives resets."""

    def __init__(self, table, lines, board, name):
        self._table = table
        self.lines = lines
        self._line = lines[0]
        self.columns = board.columns
        self.rows = board.rows
        self.mono = board.mono
        self.keys = board.roles()
        self.name = name.encode("ascii")
        self.chip = bytes(table.random.randrange(1, 256) for _ in range(4))
        self.slots = [b""] * (KEY_SLOT + 1)
        self.writable = True
        self.room = 4096  # bytes a slot may have
        self.cut_short = 0  # the next save keeps only so many bytes: the power went while writing
        self._events = deque()
        self.grid = None  # what the display shows: set by the first refresh
        self.charge = 255
        self.level = 2  # of the display's light
        self.words = catalogue.words_of(TEXTS)

    def now(self):
        return int(self._table.now) & 0x1FFFFFFF

    def start(self):
        """Whatever was on its way into the board is gone; with several lines they are joined anew."""
        self.clear()
        if len(self.lines) > 1:
            self._line = Hub(self.lines)

    def read(self, buffer):
        return self._line.read(buffer)

    def write(self, buffer, n):
        return self._line.write(buffer, n)

    def overflow(self):
        """Drop what no receive buffer would have held."""
        for line in self.lines:
            if isinstance(line, Line):
                line.into.overflow()

    def clear(self):
        for line in self.lines:
            if isinstance(line, Line):
                line.into.clear()

    def event(self, into):
        if not self._events:
            return -1
        at, into[0], into[1] = self._events.popleft()
        return at

    def press(self, key):
        self._events.append((self.now(), key, 1))

    def release(self, key):
        self._events.append((self.now(), key, 0))

    def refresh(self, grid):
        self.grid = grid
        for row in range(grid.rows):
            x = grid.take_change(row)
            if x >= 0:
                while x >= 0:
                    x = grid.take_change(row, x + 1)
                return grid.changed()
        return False

    def load(self, slot, into):
        data = self.slots[slot][: len(into)]
        into[: len(data)] = data
        return len(data)

    def save(self, slot, data, n):
        if not self.writable or n > self.room:
            return False
        self.slots[slot] = bytes(data[: self.cut_short or n])
        if self.cut_short:
            self.cut_short = 0
            raise PowerCut
        return True

    def cipher(self, key):
        return None

    def random(self, n):
        return bytes(self._table.random.randrange(256) for _ in range(n))

    def battery(self):
        return self.charge

    def light(self, level):
        self.level = level

    def feed(self):
        pass

    def restart(self):
        raise Restart

    def trace(self, error):
        return "".join(traceback.format_exception(error))


class PowerCut(Exception):
    """The board lost its power in the middle of a write (tests set ``cut_short``)."""


class Restart(BaseException):
    """The board starts anew (firmware/start.py asked for it)."""


class Table:
    """``count`` handhelds in a ring: the first sends to the second, the last to the first. Seats are not places.

    ``rings`` lists other ways to link them, each ring by its places: ``[[0, 1, 2], [0, 3]]`` is a ring of three whose
    first board has a radio to a fourth; a star is one ring of two for each of its ends. ``wires`` stand in that order.
    ``outside`` are lines (``read``, ``write``) from the first board to handhelds that are not simulated here.

    ``board`` is of host_tools/boards.py, one for all or a list. ``start`` makes what runs on a simulated board.
    """

    def __init__(self, count, board=BOARDS[USUAL], faults="none", seed=None, start=None, rings=None, outside=()):
        self.seed = random.randrange(1 << 32) if seed is None else seed
        self.random = random.Random(self.seed)
        self.faults = Faults(faults, self.seed ^ 0x5EED)
        self.now = 1000.0
        self._wall = None
        if start is None:
            from firmware.app import Handheld as start  # whoever brings their own needs no screens
        self._start = start
        kinds = board if isinstance(board, list) else [board] * count
        self.wires = []
        lines = [[] for _ in range(count)]
        for ring in rings or [range(count)]:
            wires = [Wire(self) for _ in ring]
            for at, place in enumerate(ring):
                lines[place].append(Line(wires[at], wires[at - 1]))
            self.wires += wires
        lines[0] += outside
        self.boards = [self._make_board(lines[i], kinds[i], NAMES[i]) for i in range(count)]
        self.handhelds = [self._begin(board) for board in self.boards]
        self._deaf_until = [0.0] * count
        self._drawer = {}  # by place: chip, name and store of the board that does not stand there now

    def _make_board(self, lines, kind, name):
        return SimulatedBoard(self, lines, kind, name)

    def _begin(self, board):
        board.start()
        return self._start(board)

    def step(self, milliseconds=5):
        """Let time pass, then let every handheld that has power and hears take one turn."""
        self.now += milliseconds
        for place, handheld in enumerate(self.handhelds):
            if handheld is None:
                continue
            if self.faults.deafens(milliseconds):
                self.deafen(place, 400)
            if self.now < self._deaf_until[place]:
                self.boards[place].overflow()
                continue
            try:
                handheld.tick()
            except PowerCut:
                self.set_power(place, False)

    def run(self, milliseconds):
        """Let so much time pass in steps of 5 ms."""
        end = self.now + milliseconds
        while self.now < end:
            self.step()

    def tick_all(self, now):
        """Follow a clock of the caller's: ``now`` in milliseconds since its start, never backwards."""
        passed = 0 if self._wall is None else now - self._wall
        self._wall = now
        self.step(passed)

    def deafen(self, place, milliseconds):
        """This board does nothing for a while, as in a full refresh of its display."""
        self._deaf_until[place] = self.now + milliseconds

    def powered(self, place):
        return self.handhelds[place] is not None

    def plugged(self, place):
        """Tell whether the cable from this place to the next is plugged in."""
        return self.wires[place].plugged

    def set_power(self, place, on):
        """Switch a handheld off, or on again: it starts anew with what its store holds."""
        board = self.boards[place]
        if not on:
            self.handhelds[place] = None
            board.grid = None
            board._events.clear()
        elif self.handhelds[place] is None:
            self.handhelds[place] = self._begin(board)

    def reset(self, place):
        """Take the power away and give it back at once."""
        self.set_power(place, False)
        self.set_power(place, True)

    def own(self, place):
        """Tell whether the board that the table began with stands in this place, and no spare one."""
        return self.boards[place].name.decode("ascii") == NAMES[place]

    def replace(self, place):
        """Put another board in the place of this one and switch it on: a spare one with an empty store; the next time the one before."""
        self.set_power(place, False)
        board = self.boards[place]
        spare = bytes(self.random.randrange(1, 256) for _ in range(4)), b"SPARE", [b""] * len(board.slots)
        other = self._drawer.pop(place, spare)
        self._drawer[place] = board.chip, board.name, board.slots
        board.chip, board.name, board.slots = other
        self.set_power(place, True)

    def bypass(self, place):
        """Take a handheld out for good: the cable that came to it now goes to the next one."""
        self.set_power(place, False)
        past = self.boards[place - 1].lines[0].out
        self.wires[place] = self.boards[place].lines[0].out = past
        self.boards[(place + 1) % len(self.boards)].lines[0].into = past

    def set_cable(self, place, plugged):
        """Pull the cable from this place to the next, or put it back."""
        self.wires[place].plugged = plugged
        if not plugged:
            self.wires[place].clear()

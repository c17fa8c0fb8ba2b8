"""What one handheld of a simulated table lived through, written down so that another machine can live it again.

A tape is bytes. It begins with the board (chip 4, columns, rows, one-bit, keys: count and roles, name: count and letters);
then comes one entry a turn of the loop: time (4, low byte first), bytes received (2, then the bytes), key events (1, then
each time 4, key, pressed), random bytes drawn (2, then the bytes), what line and store answered (1, then a byte for
each write and save), and a CRC-32 (4) over everything sent since the start, every cell of the grid included. host_tools/vm_board.py plays it back.
What is commanded without a key is no part of it: ``Tape.commands`` notes that. Serves the tests of the real VMs and the bench.

``SESSION`` and ``HANDHELD`` are the scripts with which a VM lives a tape again: with ``COMMANDS`` and ``BOARD`` before them, a
file ``tape`` to read and host_tools/vm_board.py at hand they make a ``device`` for ``play(board, device)``.
"""

from binascii import crc32


BOARD = """
from host_tools.vm_board import open_tape, play
board = open_tape("tape")
class Commanded:
    def __init__(self, made, session, grid):
        self.made = made
        self.session = session
        self.grid = grid
    def tick(self):
        if self.grid is None:
            self.made.tick(board.now())
        else:
            self.made.tick()
        for kind, argument in COMMANDS.get(board.now(), ()):
            self.session.command(kind, argument, board.now())
"""
SESSION = """
from firmware.session import Session
made = Session(board)
device = Commanded(made, made, None)
"""
HANDHELD = """
from firmware.app import Handheld
made = Handheld(board)
device = Commanded(made, made.session, made.grid)
"""


class Tape:
    """Records the handheld in ``place`` of a host_tools.simulator.Table from its start: make it before any step."""

    def __init__(self, table, place):
        self.table = table
        self.place = place
        self.board = board = table.boards[place]
        self._received = bytearray()
        self._events = bytearray()
        self._random = bytearray()
        self._answers = bytearray()
        self._crc = 0
        self.turns = 0
        self.data = bytearray(board.chip + bytes((board.columns, board.rows, board.mono, len(board.keys))) + board.keys)
        self.data += bytes((len(board.name),)) + board.name
        self._wrap("read", self._read)
        self._wrap("write", self._write)
        self._wrap("event", self._event)
        self._wrap("random", self._draw)
        self._wrap("save", self._save)
        assert not any(board.slots), "a tape begins with an empty store"
        table.set_power(place, False)
        table.set_power(place, True)
        self._handheld = table.handhelds[place]
        self.tick = self._handheld.tick
        self._handheld.tick = self._turn

    def commands(self):
        """Hold what is commanded at the session until the next turn; return the dictionary in which it is noted, by time."""
        noted, waiting = {}, []
        session = self._handheld.session
        plain, tick = session.command, self.tick

        def wait(kind, argument, now):
            waiting.append((kind, argument))

        def ticked():
            session.command = plain  # what a key commands is on the tape by its key
            tick()
            session.command = wait
            now = self.board.now()
            for kind, argument in waiting:
                noted.setdefault(now, []).append((kind, argument))
                plain(kind, argument, now)
            del waiting[:]

        self.tick = ticked
        session.command = wait
        return noted

    def _wrap(self, name, recording):
        plain = getattr(self.board, name)
        setattr(self.board, name, lambda *arguments: recording(plain, *arguments))

    def _read(self, plain, buffer):
        n = plain(buffer)
        self._received += buffer[:n]
        return n

    def _write(self, plain, buffer, n):
        taken = plain(buffer, n)
        self._answers.append(taken)
        if taken:
            self._crc = crc32(memoryview(buffer)[:n], self._crc)
        return taken

    def _event(self, plain, into):
        at = plain(into)
        if at >= 0:
            self._events += at.to_bytes(4, "little") + into
        return at

    def _draw(self, plain, n):
        drawn = plain(n)
        self._random += drawn
        return drawn

    def _save(self, plain, slot, data, n):
        saved = plain(slot, data, n)
        self._answers.append(saved)
        return saved

    def _turn(self):
        now = self.board.now()
        self.tick()
        grid = getattr(self._handheld, "grid", None)
        if grid is not None:
            self._crc = crc32(grid.pairs, crc32(grid.glyphs, self._crc))
        self.turns += 1
        entry = self.data
        entry += now.to_bytes(4, "little")
        entry += len(self._received).to_bytes(2, "little") + self._received
        entry += bytes((len(self._events) // 6,)) + self._events
        entry += bytes((len(self._random) & 255, len(self._random) >> 8)) + self._random
        entry += bytes((len(self._answers),)) + self._answers
        entry += self._crc.to_bytes(4, "little")
        for part in (self._received, self._events, self._random, self._answers):
            del part[:]

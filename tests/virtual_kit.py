"""What tests of virtual boards share: a board that is on, stock mpremote, and players who see nothing but displays and press nothing but keys."""

import re
import subprocess
import sys
import time
from contextlib import contextmanager

from mpremote.transport_serial import SerialTransport

from firmware.marks import CURSOR
from host_tools import vm
from tests.conftest import missing

# A board's definition with what tests of the boards themselves need. Real ones are in boards/.
PICO = {
    "title": "Test Pico", "platform": "micropython", "id": "Raspberry Pi Pico W with RP2040", "width": 240, "height": 135, "columns": 40, "rows": 11,
    "mono": False, "light": 20, "uart": (0, 0, 1), "half_duplex": False, "keys": (("A", 12, 1), ("B", 13, 3)),
    "display": {"driver": "st7789", "spi": 0, "clock": 18, "data": 19, "select": 17, "command": 16, "reset": None, "frequency": 62500000, "left": 40,
                "top": 53, "rotation": 90},
}  # fmt: skip


def need_vm():
    """Skip the test without the VM; fail it in CI."""
    try:
        vm.unix_path()
    except vm.VmMissing as error:
        missing(str(error))


def mpremote(board, *words):
    """Run the command line tool of PyPI at a board's port; return status and everything it said."""
    command = [sys.executable, "-m", "mpremote", "connect", board.port, *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


@contextmanager
def raw_repl(board, fresh=True):
    """``run(code)`` in a board's raw REPL, as mpremote enters it: after a soft reset if ``fresh``. It returns what was printed."""
    transport = SerialTransport(board.port, timeout=10)  # on a pty it would wait for ever
    try:
        transport.enter_raw_repl(soft_reset=fresh)
        yield lambda code: transport.exec(code).decode().replace("\r\n", "\n").strip()
    finally:
        transport.close()


class Players:
    """A player at each board of a ring. They read cells off the displays' pixels and press A and B, as on a board with two keys."""

    REST = 0.25  # seconds that a display stays as it is before somebody acts on it; firmware/keys.py takes no hastier choice

    def __init__(self, boards):
        self.boards = boards
        self.pressed = 0

    def choose(self, board, words):
        """Step with A to the line that begins with ``words`` and choose it with B."""
        for _ in range(40):
            time.sleep(0.1)
            if self._under_cursor(board).startswith(words):
                time.sleep(self.REST)
                if self._under_cursor(board).startswith(words):  # no press is on its way
                    break
            board.press("A")
        else:
            raise AssertionError("there is no %r to choose:\n%s" % (words, board.text()))
        before = board.lines(), self._under_cursor(board)
        board.press("B")
        board.wait(lambda: (board.lines(), self._under_cursor(board)) != before)

    def _under_cursor(self, board):
        grid = board.grid()
        cells = zip(grid.glyphs, grid.pairs)
        return "".join(chr(glyph) for glyph, pair in cells if pair == CURSOR).strip()

    def deal(self):
        """Form the table at the first board, compare the codes, choose mission 1 and deal."""
        first = self.boards[0]
        self.choose(first, "Deal here")
        for board in self.boards:
            board.wait(lambda board=board: all("P%d" % (seat + 1) in board.text() for seat in range(len(self.boards))))
        # It can be chosen once all keys are worked out; people see to it that both displays show the same codes.
        first.wait(lambda: "Choose a mission" in first.text() and self._codes(first) and self._codes(first) == self._codes(*self.boards[1:]), 120)
        self.choose(first, "Choose a mission")
        first.wait(lambda: "Mission 1" in first.text() and "take" in first.lines()[-1])
        time.sleep(self.REST)
        first.press("B")
        self.choose(first, "Deal the cards")
        for board in self.boards:
            board.wait(lambda board=board: self.in_attempt(board) or self._hidden(board))

    @staticmethod
    def in_attempt(board):
        return "trick" in board.lines()[0]

    @staticmethod
    def _hidden(board):
        """Whether a covered hand or a notice lies over the cards; any key takes it away."""
        text = board.text()
        return "covered" in text or "Please note" in text

    def _codes(self, *boards):
        """Return the codes that these displays show, sorted, once there is one for each other board."""
        found = sorted(code for board in boards for code in re.findall(r"\d{5}", board.text()))
        return found if len(found) == len(self.boards) - 1 else None

    def uncover(self):
        """Let everybody who has power see their cards."""
        for board in self.boards:
            end = time.monotonic() + 20
            while board.powered and not self.in_attempt(board):
                assert time.monotonic() < end, "no cards to see:\n" + board.text()
                time.sleep(self.REST)
                if self._hidden(board):
                    board.press("B")

    def play(self, until, seconds=90):
        """Let each do what its display asks, the first thing that may be done, until ``until()``."""
        since = {}
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, "stuck:\n" + "".join(board.text() for board in self.boards)
            for board in self.boards:
                if not board.powered:
                    continue
                lines = board.lines()
                now = time.monotonic()
                if since.get(board, ((), 0))[0] != lines:
                    since[board] = lines, now
                elif now - since[board][1] >= self.REST and self._asked(board, lines):
                    since[board] = lines, now + self.REST  # the answer takes a moment to show
                    board.press("B")
                    self.pressed += 1
            time.sleep(0.02)

    def _asked(self, board, lines):
        prompt = lines[-1]
        return self._hidden(board) or prompt.startswith("▶") or "Ⓑyes" in prompt

    def ended(self):
        """Tell whether all displays say how mission 1 ended."""
        return all(board.powered and board.lines()[0].strip() in ("Mission 1: done!", "Mission 1 failed") for board in self.boards)

"""What a board's entry file runs: a moment in which Ctrl-C stops it, then the handheld for good, and what comes when that fails.

``run(Board(DEFINITION))`` is the last line of code.py or main.py. Ctrl-C and reloads go through to the prompt at any time. Any
other exception ends in firmware/crash.py: a code on the display, a note in the store, and a new start by a key.
"""

from gc import collect

from firmware.app import Handheld
from firmware.clock import since

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_GRACE = const(2000)  # milliseconds before anything is opened: whoever connects to the board can stop it here
_SETTLED = const(10000)  # so long after its start a handheld is no longer said to have failed at it
NOTE = const(9)  # the slot of the crash note
NOTE_BYTES = const(200)


def run(board):
    """Run the handheld on ``board`` (firmware/hal). Comes back only where ``board.restart()`` does."""
    note = bytearray(NOTE_BYTES)  # before memory may have run out
    began = board.now()
    while since(board.now(), began) < _GRACE:
        pass  # the watchdog is not fed: it would start, and nobody can stop it again at the prompt
    # The first byte of a note counts how many starts failed in a row; it is forgotten once a start has gone well.
    length = board.load(NOTE, note)
    failed = note[0] - 0x30 if length and 0x30 <= note[0] <= 0x39 else 0
    starting = True
    handheld = None
    try:
        handheld = Handheld(board)
        while True:
            board.feed()
            handheld.tick()
            if starting and since(board.now(), began) >= _SETTLED:
                starting = False
                if failed:
                    note[0] = 0x30
                    board.save(NOTE, note, length)
    except Exception as error:
        trace = error
    handheld = None
    collect()
    from firmware.crash import report

    report(board, note, trace, failed + 1 if starting else 0)
    board.restart()

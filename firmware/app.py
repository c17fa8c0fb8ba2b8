"""The handheld's loop: session, keys, screens, display, one turn at a time, on whatever board it is given.

One cooperative loop, no threads, no clock but the board's. ``Handheld`` is all that a board's ``main`` needs.
"""

from firmware import screens
from firmware.grid import Grid
from firmware.keys import Keys
from firmware.session import Session
from firmware.wire import KEY_BACK, KEY_NONE


class Handheld:
    """One handheld on ``board`` (firmware/hal says what a board is). Call ``tick`` at least every 30 ms.

    Raises RuntimeError, a sentence for people, if the board lacks its file of texts.
    """

    def __init__(self, board):
        from firmware.intact import need_texts

        need_texts(board.words)
        self.board = board
        self.grid = Grid(board.columns, board.rows)
        self.session = Session(board)
        self.scene = self.session.scene
        self.keys = Keys(board)
        self.scene.few_keys = KEY_BACK not in board.keys

    def tick(self):
        """One turn: frames, what is due, a key, the screen if something changed, one row of it to the display."""
        now = self.board.now()
        session = self.session
        scene = self.scene
        session.tick(now)
        if session.seat.changed:
            session.seat.changed = False
            screens.arrived(scene, now)
        key = self.keys.next(now, scene)
        if key != KEY_NONE and screens.key(scene, key, now):
            session.command(scene.command[0], scene.command[1], now)
        screens.draw(scene, self.grid, now)
        if self.grid.changed():
            self.board.refresh(self.grid)

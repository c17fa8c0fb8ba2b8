"""The handheld's loop: session, keys, screens, display, one turn at a time, on whatever board it is given.

One cooperative loop, no threads, no clock but the board's. ``Handheld`` is all that firmware/start.py needs. The display goes
dim and dark by itself where nobody looks; the link goes on.
"""

from firmware import screens
from firmware.clock import since
from firmware.grid import Grid
from firmware.keys import Keys
from firmware.session import Session
from firmware.wire import KEY_BACK, KEY_NONE, NOTICE_CHARGE

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_DIM_AFTER = const(30000)  # milliseconds without a key and without anything that waits for this human
_DARK_AFTER = const(120000)
_LOOK_AFTER = const(5000)  # between two looks at the battery


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
        self.scene.battery = board.battery()
        self._light = 2
        self._woken = self._looked = board.now()
        board.light(2)

    def tick(self):
        """One turn: frames, what is due, a key, the screen if something changed, one row of it to the display."""
        now = self.board.now()
        session = self.session
        scene = self.scene
        session.tick(now)
        if session.seat.changed:
            session.seat.changed = False
            if screens.arrived(scene, now):
                self._wake(now)
        key = self.keys.next(now, scene)
        if key != KEY_NONE:
            if not self._light:
                # In the dark a key does nothing but light: what else it would do could not be seen.
                scene.since = scene.touched = now
            elif screens.key(scene, key, now):
                session.command(scene.command[0], scene.command[1], now)
            self._wake(now)
        self._idle(now)
        if screens.due(scene, self.grid, now):
            screens.paint(scene, self.grid)
        if self.grid.changed():
            self.board.refresh(self.grid)

    def _wake(self, now):
        self._woken = now
        if self._light < 2:
            self._light = 2
            self.board.light(2)

    def _idle(self, now):
        """Dim and darken the display after a while, and look at the battery now and then."""
        if self._light and since(now, self._woken) >= (_DIM_AFTER if self._light == 2 else _DARK_AFTER):
            self._light -= 1
            self.board.light(self._light)
        if since(now, self._looked) >= _LOOK_AFTER:
            self._looked = now
            charge = self.board.battery()
            if charge != self.scene.battery:
                self.scene.battery = charge
                self.scene.fresh = True
                if not charge:
                    screens.tell(self.scene, NOTICE_CHARGE, now)
                    self._wake(now)

"""One device's whole part in a table: its link, its seat, and the dealer in it if it deals.

Works without a display: tests, and tools that watch a ring, use it alone. firmware/app.py adds keys and screens.
"""

from firmware.dealer import Dealer
from firmware.link import Link
from firmware.scene import Scene
from firmware.seal import Seals
from firmware.seat import Seat
from firmware.texts import S_CHOOSE
from firmware.wire import (
    ASK, ASK_FOR, BEAT, BE_DEALER, BE_GUEST, B_CHIP, B_FLAGS, B_ROSTER, COMMAND, DROP_OWN, HELLO, KEEP_OWN, OWN_MOST, OWN_PAGES, SILENT,
    STAGE_CHOOSE, STAGE_LOBBY, TAKE, T_NOTICE, T_OWN, T_STAGE,
)


class Session:
    """``scene`` is what this device knows. Call ``tick`` at least every 30 ms; ``command`` is what its human does."""

    def __init__(self, board):
        self._board = board
        self.scene = Scene(board.words)
        self._copied = 0  # T_OWN of the table whose own missions are kept here
        self._copying = 0  # the next of them
        self.link = Link(board, self)
        seals = Seals(board)
        self.seat = Seat(board, self.link, self.scene, seals)
        self.dealer = Dealer(board, self.link, self.seat, seals)
        from firmware.lobby import resume

        if not resume(self.dealer, board.now()):
            self.scene.table[T_NOTICE] = self.dealer.notice()

    def tick(self, now):
        """Take in frames and do what is due."""
        self.link.poll(now)
        if self.scene.wanted < 255:
            self.seat.want_log(self.scene.wanted)
            self.scene.wanted = 255
        if self.scene.table[T_OWN] != self._copied:
            self._copy()
        self.seat.tick(now)
        if self.link.dealing:
            self.dealer.tick(now)
        if self.seat.sharing is not None:
            self.seat.sharing.tick(now, self.dealer)

    def _copy(self):
        """Ask for the own missions of the table one after the other, and keep copies: while it forms or chooses, and nobody reads the log."""
        scene = self.scene
        log = scene.log
        if self.link.dealing:
            self._copied = scene.table[T_OWN]
        if self.link.dealing or scene.seat > 4 or self.seat.log_page < 255 or scene.table[T_STAGE] > STAGE_CHOOSE or scene.screen > S_CHOOSE:
            return
        if log[0] == OWN_PAGES + self._copying:
            if log[1]:
                from firmware.own import take

                take(self._board, log, 2)
            self._copying += 1
            if self._copying == OWN_MOST:
                self._copying = 0
                self._copied = scene.table[T_OWN]
                return
        self.seat.want_log(OWN_PAGES + self._copying)

    def command(self, kind, argument, now):
        """Do a command: for this device itself, for the table dealt here, or for the dealer elsewhere."""
        if kind == BE_DEALER:
            if not self.link.dealing:
                self.dealer.open(now)
        elif kind == BE_GUEST:
            if self.link.dealing and self.scene.table[T_STAGE] == STAGE_LOBBY:
                self.dealer.close()
        elif kind == ASK_FOR:
            self.seat.ask_for(argument)
        elif kind >= KEEP_OWN:
            from firmware.own import keep

            keep(self._board, self.scene.log, 2, argument if kind == DROP_OWN else 0)
            if self.link.dealing:
                self.dealer.count_own()
        elif kind >= TAKE:
            self.seat.share().command(kind, argument, now)
        else:
            if self.link.dealing:
                self.seat.command_here(self.dealer, kind, argument)
            else:
                self.seat.command(kind, argument)
            if self.seat.sharing is not None:
                self.seat.sharing.acted()

    # --- the link's receiver ---------------------------------------------------------------------------------------------

    def frame(self, kind, data, at, end):
        """A sound frame for this device: to the dealer in it or to the seat. Return True if accepted."""
        if not self.link.dealing:
            return kind != HELLO and kind != COMMAND and kind != ASK and self.seat.frame(kind, data, at, end)
        if kind == BEAT:
            return self._rival(data, at, end)
        if kind == SILENT:
            return self.seat.frame(kind, data, at, end)
        return self.dealer.frame(kind, data, at, end)

    def home(self, kind, to, sequence, bits, now):
        """An own frame has come back round the ring."""
        if self.link.dealing:
            self.dealer.home(kind, to, sequence, bits, now)

    def _rival(self, data, at, end):
        """Another device deals too: the one with an attempt under way stays, else the one with the lower id."""
        if end - at < B_ROSTER:
            return False
        mine = self.dealer.under_way()
        theirs = data[at + B_FLAGS] & 1
        for i in range(4):
            if data[at + B_CHIP + i] != self._board.chip[i]:
                lower = data[at + B_CHIP + i] < self._board.chip[i]
                break
        else:
            return False  # a word of this very device from before its reset, which comes late
        if theirs > mine or theirs == mine and lower:
            self.dealer.close()
        return True

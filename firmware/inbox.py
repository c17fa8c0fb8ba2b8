"""The dealer's end of what seats send sealed: commands opened, a block a turn; and the keys and sessions that this needs.

Serves firmware/dealer.py, which loads it to deal and does the commands. Keys are exchanged while the table forms (firmware/join.py, loaded for it):
then everybody looks at the codes; later only with a seat that all have given to another device (firmware/spare.py), whose code the human here must confirm. A session is begun whenever a seat asks with the key that it has.
"""

from engine.codes import NOBODY
from engine.layout import GAME
from firmware.late import forget
from firmware.wire import (
    COMMAND, COMMAND_BYTES, F_PAYLOAD, K_ANSWER, K_COMMIT, K_REVEAL, K_SESSION, K_TAKEN, K_UNKNOWN, KEY, R_LEFT, R_PAIRED, R_STATE, RECORD, SEALED_COMMAND, SPARE_NOBODY, SPARE_SEAT, STAGE_LOBBY, T_SEATED, T_STAGE,
)


class Inbox:
    """``command`` is what was opened last: its number, kind and argument."""

    def __init__(self, board, link, seals, delivery, table, roster, seat):
        self._board = board
        self._link = link
        self._seals = seals
        self._delivery = delivery
        self._table = table
        self._roster = roster
        self._seat = seat
        self._scene = seat.scene
        self.command = bytearray(SEALED_COMMAND)
        self._sealed = bytearray(5 * SEALED_COMMAND)  # of each seat: a command to be opened
        self._waiting = 0  # bits of the seats that have one there
        self._opening = NOBODY  # whose is being opened
        self._admitting = None

    def frame(self, kind, seat, data, at, end, now):
        """Take in a COMMAND or a KEY of ``seat``'s; return True if accepted."""
        if kind == KEY and end - at >= 9:
            return self._take_key(seat, data, at, end, now)
        if kind != COMMAND or end - at < 2 + SEALED_COMMAND or data[at] | data[at + 1] << 8 != self._link.epoch():
            return False
        # Opened and done in turns to come, after a save window: call chains stay short and nothing is decided in one.
        for i in range(SEALED_COMMAND):
            self._sealed[SEALED_COMMAND * seat + i] = data[at + 2 + i]
        self._waiting |= 1 << seat
        return True

    def turn(self):
        """Do a turn's work. Return the seat whose ``command`` has been opened, or NOBODY."""
        seals = self._seals
        command = self.command
        if self._opening == NOBODY and self._waiting and self._delivery.idle():
            seat = 0
            while not self._waiting >> seat & 1:
                seat += 1
            self._waiting &= ~(1 << seat)
            for i in range(SEALED_COMMAND):
                command[i] = self._sealed[SEALED_COMMAND * seat + i]
            if seals.open(self._delivery.record(seat), COMMAND, seat, 0, command, 0, COMMAND_BYTES):
                self._opening = seat
        if self._opening == NOBODY or not seals.run(command):
            return NOBODY
        seat = self._opening
        self._opening = NOBODY
        return seat if seals.sound and command[0] else NOBODY

    def idle(self):
        """Tell whether nothing is being opened."""
        return self._opening == NOBODY

    # --- keys ---------------------------------------------------------------------------------------------------------------

    def admit(self, now):
        """While the table forms, or where a seat has none, keys are exchanged. Return True when another one is there."""
        lobby = self._table[T_STAGE] == STAGE_LOBBY
        if not lobby and self._scene.sealed == (1 << self._table[T_SEATED]) - 1:
            if self._admitting is not None:
                self._admitting = None
                forget(self._scene.view[GAME])
            return False
        if self._admitting is None:
            from firmware.join import Host

            self._admitting = Host(self._board, self._link, self._seals, self._roster)
        made = self._admitting.made
        self._admitting.tick(lobby)
        return self._admitting.made != made

    def keyed(self):
        """Tell the own screens how far the keys are. Return the bits of the seats that have one, or need none."""
        bits = self._scene.here
        jarvis = self._roster.jarvis()
        if jarvis != NOBODY:
            bits |= 1 << jarvis
        for seat in range(self._table[T_SEATED]):
            record = self._delivery.record(seat)
            self._scene.show_code(seat, self._seals.records, record)
            if self._seals.paired(record):
                bits |= 1 << seat
        scene = self._scene
        doubted = NOBODY
        if self._admitting is not None and self._table[T_STAGE] != STAGE_LOBBY:
            doubted = self._admitting.doubted()
        if scene.sealed != bits or scene.doubted != doubted:
            scene.sealed = bits
            scene.doubted = doubted
            self._seat.changed = True
        return bits

    def compared(self, same):
        """The human at this device has compared the code of the seat that has been given away. Return False if there is none."""
        seat = self._scene.doubted
        if seat == NOBODY:
            return False
        pair = self._admitting.pair_of(seat)
        if pair is not None:
            pair.compared(self._seals, same)
        self.keyed()
        return True

    def _take_key(self, seat, data, at, end, now):
        """A seat wants a key; or it has one, and wants a session."""
        record = self._delivery.record(seat)
        if self._table[T_STAGE] == STAGE_LOBBY and record >= 0 and self._seals.records[RECORD * record + R_STATE] > R_LEFT:
            # It has come back to the table: with its key, and finds all as it was, or without, and another is made.
            if data[at] == K_COMMIT:
                self._seals.clear(record)
            elif data[at] == K_SESSION:
                self._seals.records[RECORD * record + R_STATE] = R_PAIRED
        if data[at] != K_SESSION and self._admitting is not None:
            return self._admitting.frame(seat, data, at, end, now)
        out = self._link.out
        to = 1 + F_PAYLOAD
        if data[at] == K_REVEAL and self._seals.paired(record):
            # All keys are there, but the last word of this one was lost.
            out[to] = K_TAKEN
            for i in range(1, 5):
                out[to + i] = data[at + i]
            self._link.send(KEY, seat + 1, 5)
            return True
        if data[at] != K_SESSION:
            return False
        if self._seals.paired(record):
            out[to] = K_ANSWER
            self._seals.answer(record, data, at + 1, out, to + 1)
            self._link.send(KEY, seat + 1, 17)
            self._delivery.answer_again(seat)
            if self._roster.spare[SPARE_SEAT] == seat:
                # It has its key after all: nobody need decide whether it gets another.
                self._roster.spare[SPARE_SEAT] = SPARE_NOBODY
                self._roster.count()
            return True
        if self._admitting is None or self._admitting.at_work(seat):
            return False
        out[to] = K_UNKNOWN
        for i in range(1, 9):
            out[to + i] = data[at + i]
        self._link.send(KEY, seat + 1, 9)
        return True

"""What a dealing device keeps over a power cut: the table, the campaign's log book, and the attempt as its list of commands.

Serves firmware/dealer.py, which says when; firmware/store.py puts it into slots, firmware/restore.py takes it up again. The log book lives in the save's own bytes,
so log and attempt are written together or not at all.
"""

from engine.codes import PHASE_RADIO, PHASE_TRICK
from engine.layout import ATTEMPT_BYTES, GIVEN, PHASE, RULES_VERSION, SHOWN, TAKEN_BACK, TRICK
from firmware.store import Store
from firmware.logbook import LOG_BYTES
from firmware.wire import (
    NOTICE_EMPTY, NOTICE_NONE, NOTICE_UNSAVED, RECORD, RECORDS, SAVED_ATTEMPT, SAVED_CHIPS, SAVED_GAME, SAVED_KEYS, SAVED_LOG,
    SAVED_MISSION, SAVED_NAMES, SAVED_OPTIONS, SAVED_SEATED, SAVED_STAGE, SAVED_STANDING, STAGE_ATTEMPT, STAGE_CHOOSE, T_GAME, T_MISSION,
    T_OPTIONS, T_SEATED, T_STAGE, T_STANDING,
)

_MARK = 16  # bytes of what a save hangs on


class Saves:
    """Saves of ``table`` (T_... bytes), ``roster`` and ``attempt``; ``log`` are the bytes of the campaign's log book."""

    def __init__(self, board, table, roster, attempt, seals):
        self._board = board
        self.table = table
        self.roster = roster
        self.attempt = attempt
        self.keys = seals.records
        self.store = Store(board, SAVED_ATTEMPT + ATTEMPT_BYTES, RULES_VERSION)
        self.log = self.store.body[SAVED_LOG : SAVED_LOG + LOG_BYTES]
        self.saved = bytearray(_MARK)  # as the last save was
        self._mark = bytearray(_MARK)
        self.deals = 0  # counted by the dealer: a new deal of the same mission looks the same but for its hands

    def due(self):
        """Tell whether a boundary has been passed since the last save; never in the lobby."""
        self.boundary(self._mark)
        return self.table[T_STAGE] >= STAGE_CHOOSE and self._mark != self.saved

    def save(self):
        """Write the save; return the notice (NOTICE_...) that says why it could not be written, or 0.

        With an empty battery nothing is written: a board that goes off while it writes may lose all that was saved.
        """
        self.boundary(self.saved)
        if not self._board.battery():
            return NOTICE_EMPTY
        body = self.store.body
        table = self.table
        roster = self.roster
        body[SAVED_STAGE] = table[T_STAGE]
        body[SAVED_SEATED] = table[T_SEATED]
        body[SAVED_MISSION] = table[T_MISSION]
        body[SAVED_GAME] = table[T_GAME]
        body[SAVED_OPTIONS] = table[T_OPTIONS]
        body[SAVED_STANDING] = table[T_STANDING]
        for i in range(len(roster.chips)):
            body[SAVED_CHIPS + i] = roster.chips[i]
        for i in range(len(roster.names)):
            body[SAVED_NAMES + i] = roster.names[i]
        for i in range(RECORDS * RECORD):
            body[SAVED_KEYS + i] = self.keys[i]
        n = SAVED_ATTEMPT
        if table[T_STAGE] == STAGE_ATTEMPT:
            n += self.attempt.save(body[SAVED_ATTEMPT:])
        return NOTICE_NONE if self.store.save(n) else NOTICE_UNSAVED

    def boundary(self, into):
        """Write what a save hangs on: when it changes, a save is due."""
        table = self.table
        st = self.attempt.state
        into[0] = table[T_STAGE]
        into[1] = table[T_SEATED]
        into[2] = table[T_MISSION]
        into[3] = self.roster.number
        into[4] = PHASE_TRICK if st[PHASE] == PHASE_RADIO else st[PHASE]
        into[5] = st[TRICK]
        into[6] = st[TAKEN_BACK]
        into[7] = self.deals
        into[8] = table[T_OPTIONS] | table[T_GAME] << 6
        into[9] = table[T_STANDING]
        into[10] = st[GIVEN]
        for i in range(5):
            into[11 + i] = st[SHOWN + i]

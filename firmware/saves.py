"""What a dealing device keeps over a power cut: the table, the campaign's log book, and the attempt as its list of commands.

Serves firmware/dealer.py, which says when; firmware/store.py puts it into slots. The log book lives in the save's own bytes,
so log and attempt are written together or not at all.
"""

from engine.codes import DEEP_SEA, LAST_OWN, NOBODY, PHASE_RADIO, PHASE_TRICK, REFUSE_RECORD, REFUSE_RULES
from engine.layout import ATTEMPT_BYTES, GIVEN, PHASE, RULES_VERSION, SEATS, SHOWN, TAKEN_BACK, TRICK
from engine.refusal import Refusal
from firmware.logbook import LOG_BYTES, LogBook
from firmware.store import Store
from firmware.wire import (
    NOTICE_EMPTY, NOTICE_LOST_SAVE, NOTICE_NONE, NOTICE_OLD_SAVE, NOTICE_RESUMED, NOTICE_UNSAVED, RECORD, RECORDS,
    SAVED_ATTEMPT, SAVED_CHIPS, SAVED_GAME, SAVED_KEYS, SAVED_LOG, SAVED_MISSION, SAVED_NAMES, SAVED_OPTIONS,
    SAVED_SEATED, SAVED_STAGE, SAVED_STANDING, STAGE_ATTEMPT, STAGE_CHOOSE, TURNING, T_CAMPAIGN, T_GAME, T_MISSION,
    T_NOTICE, T_OPTIONS, T_SEATED, T_STAGE, T_STANDING,
)

_MARK = 16  # bytes of what a save hangs on


class Saves:
    """Saves of ``table`` (T_... bytes), ``roster`` and ``attempt``; ``logbook`` is the campaign's."""

    def __init__(self, board, table, roster, attempt, seals):
        self._board = board
        self._table = table
        self._roster = roster
        self._attempt = attempt
        self._keys = seals.records
        self._store = Store(board, SAVED_ATTEMPT + ATTEMPT_BYTES, RULES_VERSION)
        self.logbook = LogBook(self._store.body[SAVED_LOG : SAVED_LOG + LOG_BYTES])
        self._saved = bytearray(_MARK)  # as the last save was
        self._mark = bytearray(_MARK)
        self.deals = 0  # counted by the dealer: a new deal of the same mission looks the same but for its hands

    def resume(self, own_chip):
        """Take table, roster and attempt from the newest save. Return the own seat in it, NOBODY when there is none to go on from.

        The table's notice then says why, if it matters.
        """
        table = self._table
        n = self._store.load()
        strange = n and not self._ours(n)
        if strange:
            n = 0
        self.switch(-1, n)
        if not n:
            if self._store.unreadable or strange:
                table[T_NOTICE] = NOTICE_LOST_SAVE
            elif self._store.old_rules:
                table[T_NOTICE] = NOTICE_OLD_SAVE
            return NOBODY
        body = self._store.body
        roster = self._roster
        roster.seated = body[SAVED_SEATED]
        for i in range(len(roster.chips)):
            roster.chips[i] = body[SAVED_CHIPS + i]
        for i in range(len(roster.names)):
            roster.names[i] = body[SAVED_NAMES + i]
        own = roster.place_of(own_chip, 0)
        if own == NOBODY or body[SAVED_STAGE] < STAGE_CHOOSE:
            roster.seated = 0
            return NOBODY
        for i in range(RECORDS * RECORD):
            self._keys[i] = body[SAVED_KEYS + i]
        table[T_STAGE] = body[SAVED_STAGE]
        table[T_MISSION] = body[SAVED_MISSION]
        table[T_GAME] = body[SAVED_GAME]
        table[T_OPTIONS] = body[SAVED_OPTIONS]
        table[T_STANDING] = body[SAVED_STANDING]
        table[T_SEATED] = roster.seated
        table[T_NOTICE] = NOTICE_RESUMED
        if n > SAVED_ATTEMPT:
            try:
                self._attempt.load(body[SAVED_ATTEMPT:], n - SAVED_ATTEMPT)
                if self._attempt.state[SEATS] != roster.seated:
                    raise Refusal(REFUSE_RECORD)
            except Refusal as refusal:
                table[T_NOTICE] = NOTICE_OLD_SAVE if refusal.code == REFUSE_RULES else NOTICE_LOST_SAVE
                table[T_STAGE] = STAGE_CHOOSE
        self._boundary(self._saved)
        return own

    def _ours(self, n):
        """Tell whether the ``n`` bytes of a whole save can be one that was written here."""
        body = self._store.body
        return (
            n >= SAVED_ATTEMPT
            and body[SAVED_SEATED] <= 5
            and body[SAVED_STAGE] <= STAGE_ATTEMPT
            and body[SAVED_MISSION] <= LAST_OWN
            and body[SAVED_GAME] <= DEEP_SEA + TURNING
            and self.logbook.whole()
        )

    def switch(self, campaign, loaded=-1):
        """Take up the log book of another campaign; one that has no save yet begins empty."""
        if loaded < 0:
            loaded = self._store.load(campaign)
            if loaded and not self._ours(loaded):
                loaded = 0
        self._table[T_CAMPAIGN] = self._store.campaign
        if not loaded:
            self.logbook.clear()
            self.logbook.rename(b"CREW " + bytes((0x31 + self._store.campaign,)))

    def due(self):
        """Tell whether a boundary has been passed since the last save; never in the lobby."""
        self._boundary(self._mark)
        return self._table[T_STAGE] >= STAGE_CHOOSE and self._mark != self._saved

    def save(self):
        """Write the save; return the notice (NOTICE_...) that says why it could not be written, or 0.

        With an empty battery nothing is written: a board that goes off while it writes may lose all that was saved.
        """
        self._boundary(self._saved)
        if not self._board.battery():
            return NOTICE_EMPTY
        body = self._store.body
        table = self._table
        roster = self._roster
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
            body[SAVED_KEYS + i] = self._keys[i]
        n = SAVED_ATTEMPT
        if table[T_STAGE] == STAGE_ATTEMPT:
            n += self._attempt.save(body[SAVED_ATTEMPT:])
        return NOTICE_NONE if self._store.save(n) else NOTICE_UNSAVED

    def _boundary(self, into):
        """Write what a save hangs on: when it changes, a save is due."""
        table = self._table
        st = self._attempt.state
        into[0] = table[T_STAGE]
        into[1] = table[T_SEATED]
        into[2] = table[T_MISSION]
        into[3] = self._roster.number
        into[4] = PHASE_TRICK if st[PHASE] == PHASE_RADIO else st[PHASE]
        into[5] = st[TRICK]
        into[6] = st[TAKEN_BACK]
        into[7] = self.deals
        into[8] = table[T_OPTIONS] | table[T_GAME] << 6
        into[9] = table[T_STANDING]
        into[10] = st[GIVEN]
        for i in range(5):
            into[11 + i] = st[SHOWN + i]

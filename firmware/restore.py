"""Takes a dealer up again from its saves: reads slots, finds the newest, fills table, roster and attempt.

Serves firmware/saves.py and store.py as a device starts, and the lobby when another campaign is chosen; loaded for that.
"""

from engine.codes import DEEP_SEA, LAST_OWN, NOBODY, REFUSE_RECORD, REFUSE_RULES
from engine.layout import SEATS
from engine.refusal import Refusal
from firmware.logbook import LogBook
from firmware.store import FORMAT, HEAD, KEPT
from firmware.wire import (
    CAMPAIGNS, NOTICE_LOST_SAVE, NOTICE_OLD_SAVE, NOTICE_RESUMED, RECORD, RECORDS, SAVED_ATTEMPT, SAVED_CHIPS, SAVED_GAME, SAVED_KEYS,
    SAVED_MISSION, SAVED_NAMES, SAVED_OPTIONS, SAVED_SEATED, SAVED_STAGE, SAVED_STANDING, STAGE_ATTEMPT, STAGE_CHOOSE, TURNING,
    T_CAMPAIGN, T_GAME, T_MISSION, T_NOTICE, T_OPTIONS, T_SEATED, T_STAGE, T_STANDING,
)


def resume(saves, own_chip):
    """Take table, roster and attempt from the newest save. Return the own seat in it, NOBODY when there is none to go on from.

    The table's notice then says why, if it matters.
    """
    table = saves.table
    n = load(saves.store, -1)
    strange = n and not _ours(saves, n)
    if strange:
        n = 0
    switch(saves, -1, n)
    if not n:
        if saves.store.unreadable or strange:
            table[T_NOTICE] = NOTICE_LOST_SAVE
        elif saves.store.old_rules:
            table[T_NOTICE] = NOTICE_OLD_SAVE
        return NOBODY
    body = saves.store.body
    roster = saves.roster
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
        saves.keys[i] = body[SAVED_KEYS + i]
    table[T_STAGE] = body[SAVED_STAGE]
    table[T_MISSION] = body[SAVED_MISSION]
    table[T_GAME] = body[SAVED_GAME]
    table[T_OPTIONS] = body[SAVED_OPTIONS]
    table[T_STANDING] = body[SAVED_STANDING]
    table[T_SEATED] = roster.seated
    table[T_NOTICE] = NOTICE_RESUMED
    if n > SAVED_ATTEMPT:
        from engine.replay import load as load_attempt

        try:
            load_attempt(saves.attempt, body[SAVED_ATTEMPT:], n - SAVED_ATTEMPT)
            if saves.attempt.state[SEATS] != roster.seated:
                raise Refusal(REFUSE_RECORD)
        except Refusal as refusal:
            table[T_NOTICE] = NOTICE_OLD_SAVE if refusal.code == REFUSE_RULES else NOTICE_LOST_SAVE
            table[T_STAGE] = STAGE_CHOOSE
    saves.boundary(saves.saved)
    return own


def _ours(saves, n):
    """Tell whether the ``n`` bytes of a whole save can be one that was written here."""
    body = saves.store.body
    return (
        n >= SAVED_ATTEMPT
        and body[SAVED_SEATED] <= 5
        and body[SAVED_STAGE] <= STAGE_ATTEMPT
        and body[SAVED_MISSION] <= LAST_OWN
        and body[SAVED_GAME] <= DEEP_SEA + TURNING
        and LogBook(saves.log).whole()
    )


def switch(saves, campaign, loaded=-1):
    """Take up the log book of another campaign; one that has no save yet begins empty."""
    if loaded < 0:
        loaded = load(saves.store, campaign)
        if loaded and not _ours(saves, loaded):
            loaded = 0
    saves.table[T_CAMPAIGN] = saves.store.campaign
    if not loaded:
        LogBook(saves.log).clear()
        LogBook(saves.log).rename(b"CREW " + bytes((0x31 + saves.store.campaign,)))


def load(store, campaign):
    """As ``Store.load``: the newest whole save of one campaign, or with -1 of all."""
    best = -1
    newest = 0
    found = False
    first = 0 if campaign < 0 else 2 * campaign
    for slot in range(first, 2 * CAMPAIGNS if campaign < 0 else first + 2):
        n = store.board.load(slot, store.buffer)
        if not n:
            continue
        found = True
        if not whole(store, n):
            continue
        if store.buffer[3] != store.rules:
            store.old_rules = True
            keep(store, n)
            continue
        sequence = store.buffer[4] | store.buffer[5] << 8
        if best < 0 or 0 < (sequence - newest & 0xFFFF) < 0x8000:
            best = slot
            newest = sequence
    if best < 0:
        store.unreadable = found and not store.old_rules
        store.campaign = max(campaign, 0)
        store.slot = 2 * store.campaign
        return 0
    # Sequences run over all campaigns, so that the newest of them can be told.
    if campaign < 0 or 0 < (newest - store.sequence & 0xFFFF) < 0x8000:
        store.sequence = newest
    store.campaign = best >> 1
    store.slot = best ^ 1
    return whole(store, store.board.load(best, store.buffer))


def whole(store, n):
    """Return the length of the body if ``buffer[:n]`` is a whole save of this format, else 0."""
    buffer = store.buffer
    if n <= HEAD or buffer[0] != 0x43 or buffer[1] != 0x4C or buffer[2] != FORMAT:
        return 0
    length = buffer[6] | buffer[7] << 8
    if length + HEAD != n:
        return 0
    crc = store.crc(length)
    for i in range(8, HEAD):
        if buffer[i] != crc & 255:
            return 0
        crc >>= 8
    return length


def length(store):
    """Return how many bytes the slot in ``buffer`` has, its head included."""
    return HEAD + (store.buffer[6] | store.buffer[7] << 8)


def keep(store, n):
    """Copy the slot that is in ``buffer``, ``n`` bytes, to the last slot, unless something is kept there already."""
    spare = bytearray(1)
    if not store.board.load(KEPT, spare):
        store.board.save(KEPT, store.buffer, n)

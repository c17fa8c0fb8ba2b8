"""What is chosen before the cards are dealt: the game, the mission, the crew's options; and own missions, from their file to the engine.

Serves the dealer and its delivery, which load it when something is chosen or dealt. It knows no
frames and no screens.
"""

from engine.codes import CHALLENGE, CHANCE, COUNTER, DEEP_SEA, FIRST_OWN, OUTLINE, REFUSE_MISSION
from engine.missions import playable
from engine.refusal import Refusal
from firmware.logbook import LogBook
from firmware.restore import switch
from firmware.wire import (
    CAMPAIGN, CAMPAIGNS, CHOOSE, LETTER, LETTERS, LOG_ENTRY, OWN_OUTLINE, OWN_RECORD, REFUSE_TABLE, SEAT_SWAP,
    SET_CHALLENGE, SET_GAME, STAGE_BRIEFING, STAGE_CHOOSE, TO_CHOOSE, TURNING, T_DONE, T_GAME, T_MISSION, T_OPTIONS,
    T_PRESENT, T_SEATED, T_STAGE,
)


def choose(board, table, logbook, kind, argument, keyed):
    """Do TO_CHOOSE, CHOOSE, SET_GAME or SET_CHALLENGE for the dealing seat; return the reason of a refusal, or 0. ``keyed``: bits of the seats with a key."""
    stage = table[T_STAGE]
    seats = table[T_SEATED]
    jarvis = table[T_OPTIONS] > CHALLENGE
    if kind == TO_CHOOSE and 3 <= seats <= 5 and table[T_PRESENT] & keyed == (1 << seats) - 1:
        table[T_STAGE] = STAGE_CHOOSE
        if jarvis:
            table[T_GAME] = 0  # in the deep sea two humans are too few
        propose(table, logbook)
    elif kind == SET_GAME and stage == STAGE_CHOOSE and argument <= DEEP_SEA and not (argument and jarvis):
        table[T_GAME] = table[T_GAME] & TURNING | argument
        propose(table, logbook)
    elif kind == SET_CHALLENGE and argument < 2 and table[T_GAME] & 1 and stage >= STAGE_CHOOSE:
        if seats == 3:
            return REFUSE_TABLE
        table[T_GAME] = DEEP_SEA + TURNING * argument
    elif kind == SET_CHALLENGE and argument < 2 and seats == 3 and not jarvis:
        table[T_OPTIONS] = CHALLENGE if argument else 0
    elif kind == CHOOSE and stage == STAGE_CHOOSE:
        if not playable(table[T_GAME] & 1, argument) or argument >= FIRST_OWN and not _outline(board, table, argument):
            return REFUSE_MISSION
        table[T_MISSION] = argument
        table[T_STAGE] = STAGE_BRIEFING
    else:
        return REFUSE_TABLE
    return 0


def form(saves, table, kind, argument):
    """Do CAMPAIGN or LETTER; return False for what is neither, or cannot be. A swap of seats proposes nothing else, either."""
    if kind == CAMPAIGN and argument < CAMPAIGNS:
        switch(saves, argument)
    elif LETTER <= kind < LETTER + LETTERS and 32 <= argument < 127:
        LogBook(saves.log).letter(kind - LETTER, argument)
    elif kind != SEAT_SWAP:
        return False
    propose(table, LogBook(saves.log))
    return True


def propose(table, logbook):
    """The log book, or the game, is another: propose its next mission."""
    game = table[T_GAME] & 1
    table[T_DONE] = logbook.done(game)
    table[T_MISSION] = logbook.proposed(game)


def begin(board, attempt, table, coming):
    """Begin the table's attempt; ``coming`` is its number. Return False when it cannot be played: an own mission that is here no more."""
    game = table[T_GAME] & 1
    mission = table[T_MISSION]
    options = table[T_OPTIONS]
    if game:
        # The first attempt picks clockwise.
        options = COUNTER if table[T_GAME] & TURNING and table[T_SEATED] > 3 and not coming & 1 else 0
    outline = None
    if mission >= FIRST_OWN:
        outline = _outline(board, table, mission)
        if not outline:
            return False
    try:
        attempt.begin(mission, table[T_SEATED], options, game)
    except Refusal:
        return False
    if outline:
        attempt.apply(CHANCE, bytes((OUTLINE, len(outline))) + outline)
    return True


def _outline(board, table, mission):
    """Return the outline of an own mission of the table's game, or None where it is not here or has a fault for this crew."""
    from engine.outlines import fault
    from firmware.own import find, read

    data = read(board)
    at = find(data, mission)
    game = table[T_GAME] & 1
    if not at or data[at + 1] != game or fault(game, data, at + OWN_OUTLINE, data[at + 2], table[T_SEATED]):
        return None
    return bytes(data[at + OWN_OUTLINE : at + OWN_OUTLINE + data[at + 2]])


def page(board, number, into, at):
    """Copy the record of an own mission to ``into[at:]``; return how many entries of a log's page it takes, 0 when there is none."""
    from firmware.own import find, read

    data = read(board)
    found = find(data, number)
    if not found:
        return 0
    for i in range(OWN_RECORD):
        into[at + i] = data[found + i]
    return OWN_RECORD // LOG_ENTRY

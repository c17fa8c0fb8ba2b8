"""An attempt from its list of commands: its start, a save that is loaded, a card that is taken back.

Serves engine/attempt.py, which loads it for that: an attempt begins once, and is seldom taken back.
"""

from engine.codes import (
    CHALLENGE, COUNTER, DEEP_SEA, FIRST_OWN, NOBODY, NO_SUIT, PHASE_DEAL, PLAY, REFUSE_MISSION, REFUSE_RECORD, REFUSE_RULES,
)
from engine.deal import tricks_of
from engine.joint import taken
from engine.layout import (
    ASKED, ATTEMPT_BYTES, COMMANDER, GAME, JARVIS, LAST_LEADER, LAST_PLAYER, LAST_WINNER, LEADER, LED, LOG, LOGGED, LOG_PAIRS, MISSION,
    NEWS, OPTIONS, PHASE, PROPOSER, PUBLIC, ROLE, ROLE_LAST, RULES, RULES_VERSION, SEATS, SERVED, SETUP, TAKEN_BACK, TRICKS, TURN,
    VERDICT_SEAT, WINNING,
)
from engine.log import pairs_at
from engine.missions import playable, row_of
from engine.refusal import Refusal

# The bytes that name a seat, and name nobody at first.
_NOBODY_YET = bytes(
    (
        COMMANDER, LEADER, TURN, WINNING, LAST_LEADER, LAST_WINNER, PROPOSER, LAST_PLAYER, VERDICT_SEAT, ROLE, ROLE_LAST, JARVIS,
    )
)  # fmt: skip


def begin(st, mission, seats, options, game):
    """As ``Attempt.begin``, in the bytes ``st``."""
    jarvis = options >> 4
    if not playable(game, mission) or not 3 <= seats <= 5:
        raise Refusal(REFUSE_MISSION)
    if game == DEEP_SEA:
        if options and (options != COUNTER or seats == 3):
            raise Refusal(REFUSE_MISSION)
    elif options & 14 or options and seats != 3 or jarvis > 3 or jarvis and options & CHALLENGE:
        raise Refusal(REFUSE_MISSION)
    clear(st)
    st[RULES] = RULES_VERSION
    st[GAME] = game
    st[MISSION] = mission
    st[SEATS] = seats
    st[OPTIONS] = options
    _reset(st)


def load(attempt, data, length):
    """As ``Attempt.load``."""
    st = attempt.state
    if length < SETUP or length - SETUP > 2 * LOG_PAIRS or length & 1 != SETUP & 1:
        raise Refusal(REFUSE_RECORD)
    if data[RULES] != RULES_VERSION:
        raise Refusal(REFUSE_RULES)
    try:
        begin(st, data[MISSION], data[SEATS], data[OPTIONS], data[GAME])
        st[TAKEN_BACK] = data[TAKEN_BACK]
        for i in range(SETUP, length):
            st[LOG + i - SETUP] = data[i]
        replay(attempt, length - SETUP >> 1)
    except (Refusal, IndexError):
        clear(st)
        raise Refusal(REFUSE_RECORD)


def replay(attempt, end=-1):
    """Do the commands in the first ``end`` pairs of the log again, and wipe the rest. They are written where they are read.

    Without ``end`` the last card is taken back: what came before it is done again. Radio requests are their owners' and stand as
    they do now. A mark takes the card's place: the card before it may not be taken back too, for the crew has seen what came after.
    """
    st = attempt.state
    back = end < 0
    asked = st[ASKED] | st[SERVED]
    news = bytes(st[NEWS:PUBLIC])
    at = 0
    if back:
        while at < st[LOGGED]:
            if st[LOG + 2 * at] & 31 == PLAY:
                end = at
            at += pairs_at(st, at)
        if st[TAKEN_BACK] < 255:
            st[TAKEN_BACK] += 1
        at = 0
    _reset(st)
    while at < end:
        pairs = pairs_at(st, at)
        attempt.command(st[LOG + 2 * at] >> 5, st[LOG + 2 * at] & 31, st, LOG + 2 * at + 1)
        at += pairs
    for i in range(LOG + 2 * st[LOGGED], LOG + 2 * LOG_PAIRS):
        st[i] = 0
    if back:
        taken(st, asked)
        st[NEWS:PUBLIC] = news


def clear(st):
    """There is no attempt."""
    for i in range(ATTEMPT_BYTES):
        st[i] = 0
    st[TURN] = st[COMMANDER] = st[JARVIS] = NOBODY


def _reset(st):
    """Put everything between the head and the log to where an attempt starts."""
    for i in range(SETUP, LOG):
        st[i] = 0
    for i in _NOBODY_YET:
        st[i] = NOBODY
    st[LED] = NO_SUIT
    st[TRICKS] = tricks_of(st[SEATS], st[OPTIONS])
    if st[OPTIONS] >> 4:
        st[JARVIS] = (st[OPTIONS] >> 4) - 1
    st[PHASE] = PHASE_DEAL
    if st[GAME]:
        from engine.sea_tasks import set_up

        set_up(st)
    elif st[MISSION] < FIRST_OWN:
        row_of(st[MISSION], st)

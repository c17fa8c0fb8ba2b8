"""Joint decisions (RULES 3): one proposal at a time, secret answers that show together, and play waits.

The subjects so far are giving up and take-back; whatever is decided together later uses the same bytes and commands.
"""

from engine.codes import (
    ABSENT, ACCEPTED, ANSWER, AWAY, CHANCE, EITHER, GIVEN_UP, GIVE_UP, NO, NOBODY, PHASE_DEAL, PHASE_END, PHASE_NONE,
    PHASE_TRICK, RADIO_UNUSED, REFUSE_ANSWER, REFUSE_BACK, REFUSE_FULL, REFUSE_PHASE, REFUSE_PROPOSAL, REFUSE_RADIO,
    TAKEN, TAKE_BACK, VOIDED, WITHDRAWN, YES,
)
from engine.layout import (
    ANSWERED, ANSWERS, ASKED, DECIDED, DECIDED_BY, LAST_PLAYER, LOGGED, OUTCOME, PHASE, PROPOSED_AT, PROPOSER, RADIO,
    REPLIES, SEATS, SUBJECT,
)
from engine.log import append, forget, has_room
from engine.radio import open_phase
from engine.refusal import Refusal
from engine.tricks import end


def propose(st, seat, subject):
    """``seat`` proposes ``subject``: GIVE_UP at any time between deal and verdict, TAKE_BACK for its card just played."""
    if st[PHASE] == PHASE_NONE or st[PHASE] == PHASE_DEAL or st[PHASE] == PHASE_END:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    if subject == TAKE_BACK and st[LAST_PLAYER] != seat:
        raise Refusal(REFUSE_BACK)
    if subject == TAKE_BACK and not has_room(st):
        raise Refusal(REFUSE_FULL)
    st[PROPOSER] = seat
    st[SUBJECT] = subject
    st[PROPOSED_AT] = st[LOGGED]
    append(st, seat, subject, 0)


def answer(st, seat, reply):
    """``seat`` answers the open proposal with YES, NO or EITHER, once. Return True if that takes the card back.

    The answers stay secret until all are in; then one NO voids the proposal.
    """
    if not YES <= reply <= EITHER or st[PROPOSER] == NOBODY or st[PROPOSER] == seat or YES <= st[ANSWERS + seat] <= EITHER:
        raise Refusal(REFUSE_ANSWER)
    return _take(st, seat, seat, ANSWER, reply, reply)


def absent(st, seat):
    """The dealing device reports that the human in ``seat`` is away: not waited for, in giving up only.

    An answer of theirs that still comes in time counts.
    """
    if st[PROPOSER] == NOBODY or st[SUBJECT] != GIVE_UP or seat >= st[SEATS] or st[PROPOSER] == seat or st[ANSWERS + seat]:
        raise Refusal(REFUSE_ANSWER)
    _take(st, seat, CHANCE, ABSENT, seat, AWAY)


def taken(st, asked):
    """A card was taken back here, and the radio requests of the seats in the bits ``asked`` stood.

    The card before it may not follow, for the crew has seen what came after it.
    """
    if st[PHASE] != PHASE_TRICK:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    for seat in range(8):
        if asked >> seat & 1 and (seat >= st[SEATS] or st[RADIO + seat] != RADIO_UNUSED):
            raise Refusal(REFUSE_RADIO)
    st[LAST_PLAYER] = NOBODY
    st[ASKED] = asked
    append(st, CHANCE, TAKEN, asked)
    open_phase(st)


def withdraw(st, seat):
    """The proposer takes the open proposal back."""
    if st[PROPOSER] != seat:
        raise Refusal(REFUSE_ANSWER)
    for i in range(5):
        st[ANSWERS + i] = 0
    _close(st, WITHDRAWN)


def _take(st, seat, by, kind, argument, reply):
    append(st, by, kind, argument)
    st[ANSWERS + seat] = reply
    st[ANSWERED] |= 1 << seat
    seats = st[SEATS]
    if st[ANSWERED] | 1 << st[PROPOSER] != (1 << seats) - 1:
        return False
    outcome = ACCEPTED
    for i in range(seats):
        if st[ANSWERS + i] == NO:
            outcome = VOIDED
    return _close(st, outcome)


def _close(st, outcome):
    """End the proposal; return True if a card goes back."""
    subject = st[SUBJECT]
    st[DECIDED] = subject
    st[DECIDED_BY] = st[PROPOSER]
    st[OUTCOME] = outcome
    for i in range(5):
        st[REPLIES + i] = st[ANSWERS + i]
        st[ANSWERS + i] = 0
    if outcome != ACCEPTED:
        forget(st, st[PROPOSED_AT])
    st[PROPOSER] = NOBODY
    st[SUBJECT] = st[ANSWERED] = st[PROPOSED_AT] = 0
    if outcome == ACCEPTED:
        if subject == TAKE_BACK:
            return True
        end(st, GIVEN_UP, st[DECIDED_BY], 0)
    return False

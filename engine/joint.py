"""Joint decisions (RULES 3): one proposal at a time, secret answers that show together, and play waits.

One mechanism for all subjects: change of tokens, hand-over, distress, the parts of 50, giving up, take-back. JARVIS has no vote.
"""

from engine.codes import (
    ABSENT, ACCEPTED, ANSWER, AWAY, CHANCE, CHANGE_TOKENS, DISTRESS, EITHER, GIVEN_UP, GIVE_UP, HAND_OVER, NO, NOBODY, PHASE_DEAL,
    PHASE_DISTRESS, PHASE_END, PHASE_GIVE, PHASE_HANDOVER, PHASE_SHARE, PHASE_TOKENS, PHASE_TRICK, RADIO_ASK, RADIO_DROP, RADIO_UNUSED,
    REFUSE_ANSWER, REFUSE_BACK, REFUSE_CHOICE, REFUSE_FULL, REFUSE_PHASE, REFUSE_PROPOSAL, REFUSE_RADIO, REFUSE_SEAT, SHARE_OUT,
    SPECIAL_SWAP, TAKEN, TAKE_BACK, VOIDED, WITHDRAWN, YES,
)
from engine.layout import (
    ANSWERED, ANSWERS, ARGUMENT, ASKED, DECIDED, DECIDED_BY, LAST_PLAYER, LOG, LOGGED, OUTCOME, PHASE, PROPOSED_AT, PROPOSER, RADIO,
    REPLIES, ROLE, ROLE_LAST, SEATS, SIGNAL, SPECIAL, SUBJECT, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, TURN,
)
from engine.log import append, has_room, shorten
from engine.radio import open_phase
from engine.refusal import Refusal
from engine.steps import go_on
from engine.tricks import end
from engine.turns import humans

# By subject from CHANGE_TOKENS on: the step in which it is proposed.
STEPS = bytes((PHASE_TOKENS, PHASE_HANDOVER, PHASE_DISTRESS, PHASE_SHARE))


def propose(st, seat, subject, argument):
    """``seat`` proposes ``subject``, everything in one proposal (``argument`` as engine/codes.py says).

    GIVE_UP at any time between deal and verdict, TAKE_BACK for the card just played, the others only in their step.
    """
    phase = st[PHASE]
    if phase <= PHASE_DEAL or phase == PHASE_END:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    if not humans(st) >> seat & 1:
        raise Refusal(REFUSE_SEAT)
    if subject == TAKE_BACK:
        if st[LAST_PLAYER] != seat:
            raise Refusal(REFUSE_BACK)
        if not has_room(st):
            raise Refusal(REFUSE_FULL)
    elif subject != GIVE_UP:
        if phase != STEPS[subject - CHANGE_TOKENS]:
            raise Refusal(REFUSE_PHASE)
        if not sensible(st, seat, subject, argument):
            raise Refusal(REFUSE_CHOICE)
    st[PROPOSER] = seat
    st[SUBJECT] = subject
    st[ARGUMENT] = argument
    st[PROPOSED_AT] = st[LOGGED]
    append(st, seat, subject, argument)


def sensible(st, seat, subject, argument):
    """Tell whether ``seat`` may propose ``subject`` with this ``argument`` in its step."""
    one = argument >> 4
    other = argument & 15
    if subject == DISTRESS:
        return argument < 2
    if subject == SHARE_OUT:
        return one != other and one < st[SEATS] and other < st[SEATS]
    if one >= st[TASK_COUNT]:
        return False
    if subject == HAND_OVER:
        return other < st[SEATS] and other != seat and st[TASK + TASK_BYTES * one + TASK_OWNER] == seat
    # 23 exchanges two tokens, 40 moves one to a task without.
    if other >= st[TASK_COUNT] or one == other or not st[TASK + TASK_BYTES * one + TASK_TOKEN]:
        return False
    return bool(st[TASK + TASK_BYTES * other + TASK_TOKEN]) == (st[SPECIAL] == SPECIAL_SWAP)


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
    if st[PROPOSER] == NOBODY or st[SUBJECT] != GIVE_UP or not humans(st) >> seat & 1 or st[PROPOSER] == seat or st[ANSWERS + seat]:
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
    """Note an answer; with the last one do what was agreed, which ends a step. Return True if a card goes back."""
    append(st, by, kind, argument)
    st[ANSWERS + seat] = reply
    st[ANSWERED] |= 1 << seat
    if st[ANSWERED] | 1 << st[PROPOSER] != humans(st):
        return False
    outcome = ACCEPTED
    for i in range(5):
        if st[ANSWERS + i] == NO:
            outcome = VOIDED
    subject = st[SUBJECT]
    one = st[ARGUMENT] >> 4
    other = st[ARGUMENT] & 15
    _close(st, outcome)
    if outcome != ACCEPTED:
        return False
    task = TASK + TASK_BYTES * one
    if subject == TAKE_BACK:
        return True
    if subject == GIVE_UP:
        end(st, GIVEN_UP, st[DECIDED_BY], 0)
    elif subject == CHANGE_TOKENS:
        token = st[task + TASK_TOKEN]
        task += TASK_TOKEN
        other = TASK + TASK_BYTES * other + TASK_TOKEN
        st[task] = st[other]
        st[other] = token
        go_on(st, PHASE_TOKENS)
    elif subject == HAND_OVER:
        st[task + TASK_OWNER] = other
        go_on(st, PHASE_HANDOVER)
    elif subject == DISTRESS:
        st[SIGNAL] = other + 1
        st[PHASE] = PHASE_GIVE
        st[TURN] = NOBODY
    else:
        st[ROLE] = one
        st[ROLE_LAST] = other
        go_on(st, PHASE_SHARE)
    return False


def _close(st, outcome):
    """End the proposal. One that came to nothing leaves no trace, and play goes on."""
    st[DECIDED] = st[SUBJECT]
    st[DECIDED_BY] = st[PROPOSER]
    st[OUTCOME] = outcome
    for i in range(5):
        st[REPLIES + i] = st[ANSWERS + i]
        st[ANSWERS + i] = 0
    if outcome != ACCEPTED:
        _forget(st, st[PROPOSED_AT])
    st[PROPOSER] = NOBODY
    st[SUBJECT] = st[ARGUMENT] = st[ANSWERED] = st[PROPOSED_AT] = 0
    if outcome != ACCEPTED:
        open_phase(st)


def _forget(st, at):
    """Take the commands from pair ``at`` on out of the list, radio requests excepted.

    ``at`` is where a proposal stands that was voided or withdrawn: behind it there are only its answers and requests.
    """
    kept = at
    while at < st[LOGGED]:
        kind = st[LOG + 2 * at] & 31
        if kind == RADIO_ASK or kind == RADIO_DROP:
            st[LOG + 2 * kept] = st[LOG + 2 * at]
            st[LOG + 2 * kept + 1] = st[LOG + 2 * at + 1]
            kept += 1
        at += 1
    shorten(st, kept)

"""The order of an attempt (RULES 3): which step follows which, and what a step waits for.

    deal -> role (question, name, share) -> tasks -> tokens -> hand-out -> hand-over -> distress -> tricks

A step that the mission or the crew does not have is passed over; an optional one in which every human has passed, too.
"""

from engine.cards import AT, BIT
from engine.codes import (
    NOBODY, PASS, PHASE_DISTRESS, PHASE_HANDOVER, PHASE_NAME, PHASE_PICK, PHASE_QUESTION, PHASE_SHARE, PHASE_TASKS,
    PHASE_TOKENS, PHASE_TRICK, REFUSE_PASSED, REFUSE_PHASE, REFUSE_PROPOSAL, REFUSE_SEAT, SPECIAL_DECISION,
    SPECIAL_DISTRIBUTION, SPECIAL_MOVE, SPECIAL_MUTED, SPECIAL_PARTS, SPECIAL_PILOT, SPECIAL_PINK, SPECIAL_SICK,
    SPECIAL_SWAP, SPECIAL_VOLUNTEER,
)
from engine.layout import (
    COMMANDER, DRAWN, HANDS, HAND_BYTES, JARVIS, LEADER, MISSION, PASSED, PHASE, PROPOSER, ROLE, SAID, SEATS,
    STANDING, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TURN, WANTED,
)
from engine.log import append
from engine.missions import handover_of, special_of, tasks_of
from engine.radio import open_phase
from engine.refusal import Refusal
from engine.turns import humans, next_seat, turn_to


def after_deal(st):
    """The cards are dealt: the role is asked for, named or found, if the mission has one."""
    special = special_of(st[MISSION])
    if special == SPECIAL_SICK or special == SPECIAL_VOLUNTEER or special == SPECIAL_PILOT or special == SPECIAL_PARTS:
        ask_all(st)
    elif special == SPECIAL_MUTED:
        st[PHASE] = PHASE_NAME
        st[TURN] = st[COMMANDER]
    else:
        if special == SPECIAL_PINK:
            st[ROLE] = next_seat(st, _holder_of_pink_nine(st))
        after_role(st)


def after_role(st):
    """The role is known: the tasks are drawn next."""
    st[TURN] = NOBODY
    if tasks_of(st[MISSION]):
        st[PHASE] = PHASE_TASKS
    else:
        after_handout(st)


def after_tasks(st):
    """The tasks lie there: in 23 and 40 the tokens may be changed."""
    special = special_of(st[MISSION])
    if special == SPECIAL_SWAP or special == SPECIAL_MOVE:
        _optional(st, PHASE_TOKENS)
    else:
        after_tokens(st)


def after_tokens(st):
    """The tokens stay where they are now: the tasks are handed out."""
    special = special_of(st[MISSION])
    if special == SPECIAL_DISTRIBUTION:
        turn_up(st, 0)
    if special == SPECIAL_DECISION or special == SPECIAL_DISTRIBUTION:
        ask_all(st)
    else:
        st[PHASE] = PHASE_PICK
        turn_to(st, st[COMMANDER])
        next_pick(st)


def next_pick(st):
    """A single task left goes to the next seat by itself; with none left the hand-out is over."""
    left = 0
    for place in range(st[TASK_COUNT]):
        if st[TASK + TASK_BYTES * place + TASK_OWNER] == NOBODY:
            left += 1
            single = place
    if left > 1:
        return
    if left:
        st[TASK + TASK_BYTES * single + TASK_OWNER] = st[TURN] & 7
    after_handout(st)


def turn_up(st, place):
    """The task at ``place`` lies face up from now on."""
    card = st[DRAWN + place]
    st[TASK + TASK_BYTES * place] = card
    st[WANTED + AT[card]] |= BIT[card]


def after_handout(st):
    """All tasks have owners: five humans may hand one over."""
    if handover_of(st[MISSION]) and st[SEATS] == 5:
        _optional(st, PHASE_HANDOVER)
    else:
        after_handover(st)


def after_handover(st):
    """The distress signal may be sent."""
    _optional(st, PHASE_DISTRESS)


def after_distress(st):
    """The first trick is led."""
    st[PHASE] = PHASE_TRICK
    turn_to(st, st[LEADER])
    open_phase(st)


def ask_all(st):
    """The commander asks each other human, clockwise from its left (RULES 3, questions)."""
    for i in range(SAID, SAID + 5):
        st[i] = 0
    st[PHASE] = PHASE_QUESTION
    st[TURN] = st[COMMANDER]
    next_question(st)


def next_question(st):
    """The next human is asked; after the last one the commander names, or in 50 all share out the parts."""
    seat = next_seat(st, st[TURN])
    while not humans(st) >> seat & 1:
        seat = next_seat(st, seat)
    st[TURN] = seat
    if seat == st[COMMANDER]:
        if special_of(st[MISSION]) == SPECIAL_PARTS:
            st[PHASE] = PHASE_SHARE
            st[TURN] = NOBODY
        else:
            st[PHASE] = PHASE_NAME


def pass_step(st, seat, standing):
    """``seat`` passes in the running optional step (0), or in this and every later one of this attempt (1).

    A standing pass may be set at any time between the deal and the first trick.
    """
    optional = st[PHASE] == PHASE_TOKENS or st[PHASE] == PHASE_HANDOVER or st[PHASE] == PHASE_DISTRESS
    bit = 1 << seat
    if standing > 1 or not optional and (not standing or not PHASE_QUESTION <= st[PHASE] < PHASE_DISTRESS):
        raise Refusal(REFUSE_PHASE)
    if not humans(st) & bit:
        raise Refusal(REFUSE_SEAT)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    if st[STANDING] & bit or st[PASSED] & bit and not standing:
        raise Refusal(REFUSE_PASSED)
    append(st, seat, PASS, standing)
    st[PASSED] |= bit
    if standing:
        st[STANDING] |= bit
    if optional:
        _end_if_passed(st)


def _optional(st, phase):
    st[PHASE] = phase
    st[TURN] = NOBODY
    st[PASSED] = st[STANDING]
    _end_if_passed(st)


def _end_if_passed(st):
    if st[PASSED] != humans(st):
        return
    phase = st[PHASE]
    if phase == PHASE_TOKENS:
        after_tokens(st)
    elif phase == PHASE_HANDOVER:
        after_handover(st)
    else:
        after_distress(st)


def _holder_of_pink_nine(st):
    """The seat with pink 9, covered or not (RULES 9)."""
    for seat in range(st[SEATS]):
        if st[HANDS + HAND_BYTES * seat + 4] & 0x10:
            return seat
    return st[JARVIS]

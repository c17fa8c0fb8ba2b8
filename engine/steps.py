"""The order of an attempt (RULES 3): which step follows which, and what a step waits for.

    deal -> role (question, name, share) -> tasks -> tokens -> hand-out -> hand-over -> distress -> tricks

A step that the mission or the crew does not have is passed over; an optional one in which every human has passed, too.
"""

from engine.cards import AT, BIT
from engine.codes import (
    NOBODY, PASS, PHASE_DEAL, PHASE_DISTRESS, PHASE_HANDOVER, PHASE_NAME, PHASE_PICK, PHASE_QUESTION, PHASE_SHARE,
    PHASE_TASKS, PHASE_TOKENS, PHASE_TRICK, REFUSE_PASSED, REFUSE_PHASE, REFUSE_PROPOSAL, REFUSE_SEAT,
    SPECIAL_DECISION, SPECIAL_DISTRIBUTION, SPECIAL_MOVE, SPECIAL_MUTED, SPECIAL_PARTS, SPECIAL_PILOT, SPECIAL_PINK,
    SPECIAL_SEA, SPECIAL_SICK, SPECIAL_SWAP, SPECIAL_VOLUNTEER,
)
from engine.layout import (
    COMMANDER, DRAWN, HANDOVER, HANDS, HAND_BYTES, JARVIS, LEADER, PASSED, PHASE, PROPOSER, ROLE, ROW, SAID, SEATS,
    SPECIAL, STANDING, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TURN, WANTED,
)
from engine.log import append
from engine.radio import open_phase
from engine.refusal import Refusal
from engine.turns import humans, next_seat, turn_to


def go_on(st, done):
    """The step ``done`` is over: enter the next one that waits for somebody.

    ``done`` is PHASE_DEAL, PHASE_SHARE (the role is known), PHASE_TASKS, PHASE_TOKENS, PHASE_PICK (all tasks have owners),
    PHASE_HANDOVER or PHASE_DISTRESS. A loop, not a chain of calls: a board's stack is short.
    """
    special = st[SPECIAL]
    st[TURN] = NOBODY
    if special == SPECIAL_SEA:
        # Its tasks lie already, and there is no step between the pick and the tricks.
        done = PHASE_TOKENS if done == PHASE_DEAL else PHASE_DISTRESS
    while True:
        step = 0  # an optional one
        if done == PHASE_DEAL:
            if special == SPECIAL_SICK or special == SPECIAL_VOLUNTEER or special == SPECIAL_PILOT or special == SPECIAL_PARTS:
                return next_question(st)
            if special == SPECIAL_MUTED:
                st[PHASE] = PHASE_NAME
                st[TURN] = st[COMMANDER]
                return
            if special == SPECIAL_PINK:
                st[ROLE] = next_seat(st, _holder_of_pink_nine(st))
            done = PHASE_SHARE
        elif done == PHASE_SHARE:
            if st[ROW] & 15:
                st[PHASE] = PHASE_TASKS
                return
            done = PHASE_PICK
        elif done == PHASE_TASKS:
            done = PHASE_TOKENS
            if special == SPECIAL_SWAP or special == SPECIAL_MOVE:
                step = PHASE_TOKENS
        elif done == PHASE_TOKENS:
            if special == SPECIAL_DISTRIBUTION:
                turn_up(st, 0)
            if special == SPECIAL_DECISION or special == SPECIAL_DISTRIBUTION:
                return next_question(st)
            st[PHASE] = PHASE_PICK
            turn_to(st, st[COMMANDER])
            if not handed_out(st):
                return
            done = PHASE_DISTRESS if special == SPECIAL_SEA else PHASE_PICK
        elif done == PHASE_PICK:
            done = PHASE_HANDOVER
            if st[ROW] & HANDOVER and st[SEATS] == 5:
                step = PHASE_HANDOVER
        elif done == PHASE_HANDOVER:
            step = done = PHASE_DISTRESS
        else:
            st[PHASE] = PHASE_TRICK
            turn_to(st, st[LEADER])
            return open_phase(st)
        if step:
            st[PHASE] = step
            st[TURN] = NOBODY
            st[PASSED] = st[STANDING]
            if st[PASSED] != humans(st):
                return


def handed_out(st):
    """Give a single task left to the next seat (RULES 4). Return True when no task is left."""
    left = 0
    for place in range(st[TASK_COUNT]):
        if st[TASK + TASK_BYTES * place + TASK_OWNER] == NOBODY:
            left += 1
            single = place
    if left == 1:
        st[TASK + TASK_BYTES * single + TASK_OWNER] = st[TURN] & 7
    return left < 2


def turn_up(st, place):
    """The task at ``place`` lies face up from now on."""
    card = st[DRAWN + place]
    st[TASK + TASK_BYTES * place] = card
    st[WANTED + AT[card]] |= BIT[card]


def next_question(st):
    """The commander asks each other human, clockwise from its left (RULES 3, questions): the first one, or who comes next.

    After the last one the commander names, or in 50 all share out the parts.
    """
    if st[PHASE] != PHASE_QUESTION:
        for i in range(SAID, SAID + 5):
            st[i] = 0
        st[PHASE] = PHASE_QUESTION
        st[TURN] = st[COMMANDER]
    seat = next_seat(st, st[TURN])
    while not humans(st) >> seat & 1:
        seat = next_seat(st, seat)
    st[TURN] = seat
    if seat == st[COMMANDER]:
        if st[SPECIAL] == SPECIAL_PARTS:
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
    if standing > 1 or not optional and (not standing or not PHASE_QUESTION <= st[PHASE] < PHASE_DISTRESS or st[SPECIAL] == SPECIAL_SEA):
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
    if optional and st[PASSED] == humans(st):
        go_on(st, st[PHASE])


def _holder_of_pink_nine(st):
    """The seat with pink 9, covered or not (RULES 9)."""
    for seat in range(st[SEATS]):
        if st[HANDS + HAND_BYTES * seat + 4] & 0x10:
            return seat
    return st[JARVIS]

"""Dealing, drawing the tasks and handing them out (RULES 1, 3 and 4)."""

from engine.cards import AT, BIT, suits_held
from engine.codes import (
    CHANCE, DEAL, DECK, NOBODY, PHASE_DEAL, PHASE_PICK, PHASE_TASKS, PHASE_TRICK, PICK, REFUSE_CHANCE, REFUSE_PHASE,
    REFUSE_PROPOSAL, REFUSE_TASK, REFUSE_TURN, TASKS,
)
from engine.layout import (
    COMMANDER, HANDS, HAND_BYTES, HELD, LEADER, LEFT, MISSION, PHASE, PROPOSER, SEATS, TASK, TASK_BYTES, TASK_COUNT,
    TASK_OWNER, TASK_TOKEN, TRICKS, TURN, WANTED,
)
from engine.log import append, append_cards
from engine.missions import tasks_of, token_of
from engine.radio import open_phase
from engine.refusal import Refusal


def deal(st, data, at, seen):
    """Deal hand after hand the cards at ``data[at + 1:]``; with three seats the seat ``data[at]`` gets the 14th card.

    Every card of the deck must be there once, else REFUSE_CHANCE. ``seen`` is room for a card set.
    """
    seats = st[SEATS]
    if st[PHASE] != PHASE_DEAL:
        raise Refusal(REFUSE_PHASE)
    extra = data[at]
    at += 1
    if len(data) - at < DECK or (extra >= 3 if seats == 3 else extra) or not _differ(data, at, DECK, 0x44, seen):
        raise Refusal(REFUSE_CHANCE)
    append(st, CHANCE, DEAL, extra)
    append_cards(st, data, at, DECK)
    for seat in range(seats):
        hand = HANDS + HAND_BYTES * seat
        n = st[TRICKS] + (1 if seats == 3 and seat == extra else 0)
        for i in range(at, at + n):
            card = data[i]
            st[hand + AT[card]] |= BIT[card]
            if card == 0x44:
                st[COMMANDER] = st[LEADER] = seat
        at += n
        st[hand + HELD] = suits_held(st, hand)
        st[LEFT + seat] = n
    st[PHASE] = PHASE_TASKS


def draw_tasks(st, data, at, seen):
    """Lay out the ``data[at]`` drawn task cards that follow, the mission's tokens on the first of them; begin the pick.

    REFUSE_CHANCE unless they are as many different colour cards as the mission draws. ``seen`` as in ``deal``.
    """
    if st[PHASE] != PHASE_TASKS:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    mission = st[MISSION]
    count = tasks_of(mission)
    if data[at] != count or len(data) - at <= count or not _differ(data, at + 1, count, 0x39, seen):
        raise Refusal(REFUSE_CHANCE)
    at += 1
    append(st, CHANCE, TASKS, count)
    append_cards(st, data, at, count)
    for i in range(count):
        task = TASK + TASK_BYTES * i
        card = data[at + i]
        st[task] = card
        st[task + TASK_OWNER] = NOBODY
        st[task + TASK_TOKEN] = token_of(mission, i)
        st[WANTED + AT[card]] |= BIT[card]
    st[TASK_COUNT] = count
    st[PHASE] = PHASE_PICK
    st[TURN] = st[COMMANDER]
    _go_on(st)


def pick(st, seat, place):
    """``seat`` takes the task at ``place`` (0 is the leftmost); then the next seat clockwise picks."""
    if st[PHASE] != PHASE_PICK:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    if st[TURN] != seat:
        raise Refusal(REFUSE_TURN)
    if place >= st[TASK_COUNT] or st[TASK + TASK_BYTES * place + TASK_OWNER] != NOBODY:
        raise Refusal(REFUSE_TASK)
    append(st, seat, PICK, place)
    _give(st, place)
    _go_on(st)


def _go_on(st):
    """A single task left goes to the next seat by itself; with none left the first trick is led."""
    left = 0
    for place in range(st[TASK_COUNT]):
        if st[TASK + TASK_BYTES * place + TASK_OWNER] == NOBODY:
            left += 1
            single = place
    if left > 1:
        return
    if left:
        _give(st, single)
    st[PHASE] = PHASE_TRICK
    st[TURN] = st[LEADER]
    open_phase(st)


def _give(st, place):
    """The task at ``place`` goes to the seat whose turn it is, and the turn goes on."""
    seat = st[TURN]
    st[TASK + TASK_BYTES * place + TASK_OWNER] = seat
    st[TURN] = seat + 1 if seat + 1 < st[SEATS] else 0


def _differ(data, at, count, highest, seen):
    """Tell whether the ``count`` bytes at ``data[at:]`` are different cards, none of them above ``highest``."""
    for i in range(5):
        seen[i] = 0
    for i in range(at, at + count):
        card = data[i]
        if card > highest or not BIT[card] or seen[AT[card]] & BIT[card]:
            return False
        seen[AT[card]] |= BIT[card]
    return True

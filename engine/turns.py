"""Whose turn it is: seats clockwise, and JARVIS, for whom the commander acts (RULES 9)."""

from engine.codes import FOR_JARVIS, NOBODY
from engine.layout import COMMANDER, JARVIS, SEATS, TURN


def next_seat(st, seat):
    """Return the seat to the left of ``seat``."""
    return seat + 1 if seat + 1 < st[SEATS] else 0


def turn_to(st, seat):
    """Everybody waits for ``seat`` now, or for the commander if it is JARVIS's turn."""
    st[TURN] = FOR_JARVIS | seat if seat == st[JARVIS] else seat


def acting_for(st, seat):
    """Return the seat whose cards and tasks the human in ``seat`` must act with now: its own, JARVIS's, or NOBODY."""
    turn = st[TURN]
    if turn == seat and seat < FOR_JARVIS:
        return seat
    if turn != NOBODY and turn & FOR_JARVIS and seat == st[COMMANDER]:
        return turn & 7
    return NOBODY


def humans(st):
    """Return the bits of the seats that humans hold."""
    seats = (1 << st[SEATS]) - 1
    return seats & ~(1 << st[JARVIS]) if st[JARVIS] != NOBODY else seats

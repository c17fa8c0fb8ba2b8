"""The special rules' verdicts (RULES 8 and 10): asked once after each complete trick, when its tasks have been judged."""

from engine.codes import (
    CHALLENGE, FAILED_BALANCE, FAILED_BETWEEN, FAILED_FIRST, FAILED_FOUR, FAILED_LAST, FAILED_NINE, FAILED_OMEGA_SOON,
    FAILED_ONES, FAILED_PILOT_ROCKET, FAILED_PINK, FAILED_PINK_LEFT, FAILED_ROCKETS, FAILED_ROCKET_LEFT,
    FAILED_ROCKET_ORDER, FAILED_SICK, FAILED_VOLUNTEER_NONE, FAILED_VOLUNTEER_ROCKET, FAILED_VOLUNTEER_SECOND, OMEGA,
    OPEN, PINK, ROCKETS, SPECIAL_BALANCE, SPECIAL_FIRST_LAST, SPECIAL_LAST_OMEGA, SPECIAL_NINES, SPECIAL_NINES_TASKS,
    SPECIAL_ONE, SPECIAL_PARTS, SPECIAL_PILOT, SPECIAL_PINK, SPECIAL_ROCKETS, SPECIAL_ROCKET_ORDER, SPECIAL_SICK, SPECIAL_TWO_ONES, SPECIAL_VOLUNTEER, SUCCESS, TASK_DONE,
)
from engine.layout import (
    COMMANDER, LAST, OPTIONS, PLAYED, PROGRESS, ROLE, ROLE_LAST, SEATS, TASK, TASKS_DONE, TASK_BYTES, TASK_COUNT,
    TASK_TOKEN, TRICK, TRICKS, WON,
)


def judge(st, special, winner, won_by):
    """Return OPEN, SUCCESS or FAILED_... for the trick that ``winner`` took with the card ``won_by``.

    A mission with tasks succeeds here only where its tasks alone do not decide (17, 48).
    """
    first = st[TRICK] == 1
    last = st[TRICK] == st[TRICKS]
    rocket = won_by >> 4 == ROCKETS
    challenge = st[OPTIONS] & CHALLENGE
    role = st[ROLE]
    if special == SPECIAL_SICK:
        if winner == role:
            return FAILED_SICK
    elif special == SPECIAL_ONE or special == SPECIAL_TWO_ONES:
        need = 1 if special == SPECIAL_ONE else 2
        if won_by & 15 == 1 and not rocket:
            st[PROGRESS] += 1
            if st[PROGRESS] == need:
                return SUCCESS
        st[PLAYED] += _colour_cards(st, 1)
        # Certain from the cards played: too few ones are left to win with.
        return FAILED_ONES if last or st[PROGRESS] + (3 if challenge else 4) - st[PLAYED] < need else OPEN
    elif special == SPECIAL_ROCKETS or special == SPECIAL_ROCKET_ORDER:
        return _rockets(st, special, won_by, 14 if challenge else 15, last)
    elif special == SPECIAL_NINES or special == SPECIAL_NINES_TASKS:
        if won_by & 15 == 9:
            return FAILED_NINE
        st[PLAYED] += _colour_cards(st, 9)
        all_played = st[PLAYED] == (3 if challenge else 4)
        return SUCCESS if st[TASKS_DONE] == st[TASK_COUNT] and (all_played or last) else OPEN
    elif special == SPECIAL_BALANCE or special == SPECIAL_FIRST_LAST:
        if special == SPECIAL_FIRST_LAST and winner != st[COMMANDER]:
            if first:
                return FAILED_FIRST
            if last:
                return FAILED_LAST
        for seat in range(st[SEATS]):
            if st[WON + winner] - st[WON + seat] > 1:
                return FAILED_BALANCE
    elif special == SPECIAL_VOLUNTEER:
        if winner == role:
            if rocket:
                return FAILED_VOLUNTEER_ROCKET
            if st[WON + role] > 1:
                return FAILED_VOLUNTEER_SECOND
        if last and not st[WON + role]:
            return FAILED_VOLUNTEER_NONE
    elif special == SPECIAL_PILOT:
        if first or last:
            if winner != role:
                return FAILED_FIRST if first else FAILED_LAST
            if rocket:
                return FAILED_PILOT_ROCKET
        elif winner == role:
            return FAILED_BETWEEN
    elif special == SPECIAL_PARTS:
        if st[TRICK] <= 4:
            if winner != role:
                return FAILED_FOUR
        elif last:
            if winner != st[ROLE_LAST]:
                return FAILED_LAST
        elif winner == role or winner == st[ROLE_LAST]:
            return FAILED_BETWEEN
    elif special == SPECIAL_PINK:
        for seat in range(st[SEATS]):
            if st[LAST + seat] >> 4 == PINK:
                if winner != role:
                    return FAILED_PINK
                st[PROGRESS] += 1
        if st[PROGRESS] == 9:
            return SUCCESS
        return FAILED_PINK_LEFT if last else OPEN
    else:
        return _last_omega(st, last) if special == SPECIAL_LAST_OMEGA else OPEN
    return SUCCESS if last else OPEN


def _rockets(st, special, won_by, needed, last):
    """13 and 44: each rocket in the game wins a trick, in 44 in order."""
    rockets = 0
    for seat in range(st[SEATS]):
        if st[LAST + seat] >> 4 == ROCKETS:
            rockets += 1
    if rockets > 1:
        return FAILED_ROCKETS
    if rockets:
        bit = 1 << (won_by & 15) - 1
        if special == SPECIAL_ROCKET_ORDER and (bit - 1) & needed & ~st[PROGRESS]:
            return FAILED_ROCKET_ORDER
        st[PROGRESS] |= bit
        if st[PROGRESS] == needed:
            return SUCCESS
    return FAILED_ROCKET_LEFT if last else OPEN


def _last_omega(st, last):
    """48: the omega task is done in the last trick, no sooner."""
    for place in range(st[TASK_COUNT]):
        if st[TASK + TASK_BYTES * place + TASK_TOKEN] == TASK_DONE | OMEGA:
            return SUCCESS if last else FAILED_OMEGA_SOON
    return OPEN


def _colour_cards(st, value):
    """How many colour cards of ``value`` lie in the trick just completed."""
    n = 0
    for seat in range(st[SEATS]):
        card = st[LAST + seat]
        if card & 15 == value and card < 0x40:
            n += 1
    return n

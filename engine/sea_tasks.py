"""The tasks of a deep-sea mission: how they lie in an attempt and in a view, and who may pick which (RULES 12).

Serves the engine and, for what may be picked and what a task comes before, the screens. Loaded when a deep-sea mission is
played; a trick never comes here. It writes nothing secret, and nothing at all but tasks.
"""

from engine.codes import (
    ANY_VALUE, COUNTER, EXACTLY, FIRST_OWN, FIRST_TRICKS, LAST_TRICK, NOBODY, SPECIAL_SEA, TRICK_NUMBER, TWO_CARDS,
)
from engine.layout import (
    MISSION, OPTIONS, ROW, SEATS, SEA_BEFORE, SEA_SECOND, SEA_SECONDS, SPECIAL, TASK, TASKS_MOST, TASK_BYTES,
    TASK_COUNT, TASK_OWNER, TRICKS, TURN,
)


def set_up(st):
    """An attempt of the deep sea begins: the tasks of a built-in mission lie at once; those of an own one come by its outline."""
    st[SPECIAL] = SPECIAL_SEA
    if st[MISSION] < FIRST_OWN:
        from engine.sea_missions import SEA_MISSIONS

        packed = SEA_MISSIONS[st[MISSION] - 1]
        lay(st, packed, 0, len(packed))


def lay(st, data, at, end):
    """Lay the tasks of the outline ``data[at:end]`` into ``st``, owned by nobody. Return False if it is cut short, too long or too full.

    Whether they make sense is engine/outlines.py's to say. What lay there before is gone.
    """
    count = data[at] & 15
    if count > TASKS_MOST:
        return False
    st[ROW] = data[at]
    st[TASK_COUNT] = count
    for i in range(5):
        st[SEA_BEFORE + i] = 0
    at += 1
    second = SEA_SECOND
    for place in range(count):
        if at + 2 > end:
            return False
        task = TASK + TASK_BYTES * place
        st[task] = data[at]
        st[task + TASK_OWNER] = NOBODY
        st[SEA_BEFORE + (place >> 1)] |= (data[at + 1] & 15) << (place & 1) * 4
        at += 2
        if TWO_CARDS <= st[task] < EXACTLY:
            if at == end or second == SEA_SECOND + SEA_SECONDS:
                return False
            st[second] = data[at]
            second += 1
            at += 1
    return at == end


def before_of(st, place):
    """Return what the task at ``place`` comes before: 0, a task's place plus 1, or BEFORE_ALL."""
    return st[SEA_BEFORE + (place >> 1)] >> (place & 1) * 4 & 15


def second_of(st, place):
    """Return the second card of the task of two cards at ``place``."""
    second = SEA_SECOND
    for task in range(TASK, TASK + TASK_BYTES * place, TASK_BYTES):
        if TWO_CARDS <= st[task] < EXACTLY:
            second += 1
    return st[second]


def after(st, seat):
    """Return the seat that picks after ``seat``: clockwise, or counter-clockwise where the option says so."""
    if st[OPTIONS] & COUNTER:
        return (seat or st[SEATS]) - 1
    return seat + 1 if seat + 1 < st[SEATS] else 0


def fitting(st, places, n):
    """Keep of the first ``n`` in ``places`` those that may be picked now; return how many."""
    kept = 0
    for i in range(n):
        if fits(st, places[i]):
            places[kept] = places[i]
            kept += 1
    return kept


def fits(st, place):
    """Tell whether the seat whose turn it is may take the free task at ``place``: the rest can then still be handed out without a contradiction."""
    seat = st[TURN]
    owner = TASK + TASK_BYTES * place + TASK_OWNER
    st[owner] = seat
    fine = not _contradicts(st, seat) and can_hand_out(st, after(st, seat))
    st[owner] = NOBODY
    return fine


def can_hand_out(st, seat):
    """Tell whether the free tasks can be handed out, ``seat`` coming next, so that nobody's tasks contradict each other.

    Tries seat after seat for task after task, the exacting ones first, and steps back from dead ends. ``st`` is as before afterwards.
    """
    quota = bytearray(5)  # how many tasks each seat has still to take
    free = bytearray(TASKS_MOST)
    n = 0
    for place in range(st[TASK_COUNT]):
        task = TASK + TASK_BYTES * place
        if st[task + TASK_OWNER] == NOBODY:
            quota[seat] += 1
            seat = after(st, seat)
            at = n
            while at and st[task] > st[TASK + TASK_BYTES * free[at - 1]]:
                free[at] = free[at - 1]
                at -= 1
            free[at] = place
            n += 1
    tried = bytearray(TASKS_MOST + 1)
    at = 0
    while 0 <= at < n:
        task = TASK + TASK_BYTES * free[at]
        seat = tried[at]
        if st[task + TASK_OWNER] != NOBODY:  # back from a dead end
            quota[seat] += 1
            seat += 1
        while seat < st[SEATS]:
            if quota[seat]:
                st[task + TASK_OWNER] = seat
                if not _contradicts(st, seat):
                    break
            seat += 1
        if seat == st[SEATS]:
            st[task + TASK_OWNER] = NOBODY
            at -= 1
            continue
        quota[seat] -= 1
        tried[at] = seat
        at += 1
        # Tasks that ask alike need not change places.
        tried[at] = seat if at < n and _alike(st[task], st[TASK + TASK_BYTES * free[at]]) else 0
    for i in range(n):
        st[TASK + TASK_BYTES * free[i] + TASK_OWNER] = NOBODY
    return at == n


def _alike(one, other):
    """Tell whether two tasks ask for as much: the same, or a card each, or two."""
    if one == other:
        return True
    if one < ANY_VALUE:
        return other < ANY_VALUE
    if one < TRICK_NUMBER:
        return ANY_VALUE <= other < TRICK_NUMBER
    return TWO_CARDS <= one < EXACTLY and TWO_CARDS <= other < EXACTLY


def _contradicts(st, seat):
    """Tell whether no number of won tricks fits all tasks of ``seat``."""
    exactly = least = cards = 0
    tricks = 0  # bits of the tricks that it must win
    for task in range(TASK, TASK + TASK_BYTES * st[TASK_COUNT], TASK_BYTES):
        if st[task + TASK_OWNER] != seat:
            continue
        what = st[task]
        if what == LAST_TRICK:
            tricks |= 1 << st[TRICKS]
        elif what >= EXACTLY:
            if exactly and exactly != what:
                return True
            exactly = what
        elif what >= TWO_CARDS:
            cards += 2
        elif what > FIRST_TRICKS:
            tricks |= (1 << (what & 15)) - 1 << 1
        elif what > TRICK_NUMBER:
            tricks |= 1 << (what & 15)
        elif what >= ANY_VALUE:
            least = 1
        else:
            cards += 1
    if not exactly:
        return False
    least = max(least, (cards + st[SEATS] - 1) // st[SEATS])
    must = 0
    while tricks:
        must += 1
        tricks &= tricks - 1
    return max(least, must) > exactly - EXACTLY

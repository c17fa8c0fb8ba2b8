"""What a complete trick means for the tasks of the deep sea (RULES 10 and 12). Loaded when a deep-sea mission is played.

Verdicts come from the cards played and the tricks won alone, never from hands.
"""

from engine.codes import (
    ANY_SUIT, ANY_VALUE, BEFORE_ALL, EXACTLY, FAILED_BEFORE, FAILED_FEWER, FAILED_GONE, FAILED_MORE, FAILED_OWNER,
    FAILED_TRICK, FAILED_UNDONE, FIRST_TRICKS, LAST_TRICK, NOBODY, OPEN, SUCCESS, TASK_DONE, TASK_FAILED,
    TRICK_NUMBER, TWO_CARDS,
)
from engine.layout import (
    LAST, SEATS, TASK, TASKS_DONE, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, TRICK, TRICKS, VERDICT, WON,
)
from engine.sea_tasks import before_of, second_of
from engine.tricks import end


def judge(st, winner):
    """Judge the trick that ``winner`` took as a whole: each task, then their order. Returns OPEN; a verdict stands in ``st``."""
    for place in range(st[TASK_COUNT]):
        task = TASK + TASK_BYTES * place
        if st[task + TASK_TOKEN] & TASK_DONE:
            continue
        verdict = _judge_task(st, place, winner)
        if verdict == SUCCESS:
            st[task + TASK_TOKEN] |= TASK_DONE
            st[TASKS_DONE] += 1
        elif verdict:
            st[task + TASK_TOKEN] |= TASK_FAILED
            end(st, verdict, winner if verdict == FAILED_OWNER or verdict == FAILED_TRICK else st[task + TASK_OWNER], place + 1)
    for place in range(st[TASK_COUNT]):
        if not _is_done(st, place) and _was_passed(st, place):
            st[TASK + TASK_BYTES * place + TASK_TOKEN] |= TASK_FAILED
            end(st, FAILED_BEFORE, winner, place + 1)
    if st[VERDICT] == OPEN and st[TASKS_DONE] == st[TASK_COUNT]:
        end(st, SUCCESS, NOBODY, 0)
    if st[TRICK] == st[TRICKS]:
        for place in range(st[TASK_COUNT]):
            if not _is_done(st, place):
                task = TASK + TASK_BYTES * place
                st[task + TASK_TOKEN] |= TASK_FAILED
                end(st, FAILED_UNDONE, st[task + TASK_OWNER], place + 1)
    return OPEN


def _judge_task(st, place, winner):
    """Return OPEN, SUCCESS or FAILED_... for the open task at ``place``; what it has come to so far is noted."""
    task = TASK + TASK_BYTES * place
    what = st[task]
    owner = st[task + TASK_OWNER]
    mine = owner == winner
    trick = st[TRICK]
    number = what & 15
    if what == LAST_TRICK:
        return OPEN if trick < st[TRICKS] else SUCCESS if mine else FAILED_TRICK
    if what >= EXACTLY:
        won = st[WON + owner]
        left = st[TRICKS] - trick
        if won > number:
            return FAILED_MORE
        if won + left < number:
            return FAILED_FEWER
        return OPEN if left else SUCCESS
    if what >= TWO_CARDS:
        lie = _lies(st, what ^ TWO_CARDS) | _lies(st, second_of(st, place)) << 1
        if lie and not mine:
            return FAILED_OWNER
        st[task + TASK_TOKEN] |= lie
        return SUCCESS if st[task + TASK_TOKEN] & 3 == 3 else OPEN
    if what > FIRST_TRICKS:
        if trick <= number and not mine:
            return FAILED_TRICK
        return SUCCESS if trick == number else OPEN
    if what > TRICK_NUMBER:
        return OPEN if trick != number else SUCCESS if mine else FAILED_TRICK
    if what < ANY_VALUE:
        return OPEN if not _lies(st, what) else SUCCESS if mine else FAILED_OWNER
    n = 0
    for seat in range(st[SEATS]):
        card = st[LAST + seat]
        if card < 0x40 and (card >> 4 == what - ANY_SUIT if what >= ANY_SUIT else card & 15 == number):
            n += 1
    if n and mine:
        return SUCCESS
    # Certain from the cards played: they have all gone to others.
    st[task + TASK_TOKEN] += n
    return FAILED_GONE if st[task + TASK_TOKEN] == (9 if what >= ANY_SUIT else 4) else OPEN


def _lies(st, card):
    """Return 1 if ``card`` lay in the trick just completed, else 0."""
    for seat in range(LAST, LAST + st[SEATS]):
        if st[seat] == card:
            return 1
    return 0


def _is_done(st, place):
    return st[TASK + TASK_BYTES * place + TASK_TOKEN] & TASK_DONE


def _was_passed(st, place):
    """Tell whether a task is done that the open one at ``place`` had to come before."""
    before = before_of(st, place)
    if before == BEFORE_ALL:
        return st[TASKS_DONE] > 0
    return before and _is_done(st, before - 1)

"""The list of commands of an attempt, kept behind its state: pairs of bytes ``seat << 5 | kind, argument``.

DEAL, TASKS, DRAW and OUTLINE are followed by their data, filled up to a whole pair. Whatever leaves no trace in the state (a proposal
that came to nothing) is taken out again, so that the list stays short however long a crew hesitates.
"""

from engine.codes import CHALLENGE, CHANCE, DEAL, DRAW, OUTLINE, RADIO_ASK, TAKEN, TASKS
from engine.layout import LEFT, LOG, LOGGED, LOG_PAIRS, LOG_SPARE, OPTIONS, PROPOSED_AT


def append(st, seat, kind, argument):
    """Add one command to the list of the attempt ``st``. The caller has asked ``room`` where it must."""
    at = st[LOGGED]
    st[LOGGED] = at + 1
    at = LOG + 2 * at
    st[at] = seat << 5 | kind
    st[at + 1] = argument


def has_room(st):
    """Tell whether a radio request or a take-back still fits, along with what must go on: each card that is left, and LOG_SPARE.

    Before the first trick it always does, for the steps up to there are counted.
    """
    pairs = st[LOGGED] + LOG_SPARE
    for left in range(LEFT, LEFT + 5):
        pairs += st[left]
    return pairs < LOG_PAIRS


def pairs_at(st, at):
    """Return how many pairs the command at pair ``at`` takes."""
    kind = st[LOG + 2 * at] & 31
    if kind == DEAL:
        return 16 if st[OPTIONS] & CHALLENGE else 21
    if kind == TASKS or kind == DRAW or kind == OUTLINE:
        return 1 + (st[LOG + 2 * at + 1] + 1 >> 1)
    return 1


def forget_request(st, seat):
    """Take the newest radio request of ``seat``, which nothing has answered, out of the list.

    After a card was taken back it stands in the mark.
    """
    at = found = 0
    while at < st[LOGGED]:
        first = st[LOG + 2 * at]
        if first == seat << 5 | RADIO_ASK or first == CHANCE << 5 | TAKEN and st[LOG + 2 * at + 1] >> seat & 1:
            found = at
        at += pairs_at(st, at)
    if st[LOG + 2 * found] == CHANCE << 5 | TAKEN:
        st[LOG + 2 * found + 1] ^= 1 << seat
        return
    for i in range(LOG + 2 * found, LOG + 2 * st[LOGGED] - 2):
        st[i] = st[i + 2]
    if st[PROPOSED_AT] > found:
        st[PROPOSED_AT] -= 1
    shorten(st, st[LOGGED] - 1)


def shorten(st, pairs):
    """End the list after ``pairs``; what lay behind is wiped, so that equal lists are equal bytes."""
    for i in range(LOG + 2 * pairs, LOG + 2 * st[LOGGED]):
        st[i] = 0
    st[LOGGED] = pairs

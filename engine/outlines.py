"""Outlines: what an own mission asks for, in few bytes, and what is wrong with one (RULES 12). docs/MISSIONS.md tells the words.

Serves the engine, which plays nothing that has a fault; the screens that make missions; and the checker on the desktop. Loaded
when an own mission is begun, made or checked.

An outline is a byte ``tasks | limit << 4`` (limit: FREE, DEAD_ZONE, or the first trick before which a card may be shown), then for
PLANET_NINE one byte of tokens as in a mission's row; for DEEP_SEA of each task two bytes, what it asks for and what it comes
before, and a third where it asks for two cards: the second one.
"""

from engine.cards import BIT
from engine.codes import (
    ANY_SUIT, ANY_VALUE, BEFORE_ALL, CHANCE, DEEP_SEA, EXACTLY, FAULT_BEFORE, FAULT_CARD, FAULT_CIRCLE, FAULT_HANDOUT,
    FAULT_NUMBER, FAULT_SHAPE, FAULT_SUIT, FAULT_TIME, FAULT_TOKENS, FAULT_TOTAL, FAULT_TRICK, FAULT_VALUE, FIRST_OWN,
    FIRST_TRICKS, LAST_TRICK, OUTLINE, PHASE_DEAL, REFUSE_CHANCE, REFUSE_PHASE, TRICK_NUMBER, TWO_CARDS,
)
from engine.layout import (
    GAME, LOGGED, MISSION, PHASE, PUBLIC, ROW, ROW_TOKENS, SEATS, TASK, TASKS_MOST, TASK_BYTES, TASK_COUNT, TRICKS,
)
from engine.commands import append_cards
from engine.log import append
from engine.refusal import Refusal
from engine.sea_tasks import before_of, can_hand_out, lay, second_of

_TRICKS = b"\0\0\0\x0d\x0a\x08"  # by seats


def outline(st, data, at):
    """Chance tells what the own mission that was begun asks for: ``data[at]`` bytes follow. A faulty outline is REFUSE_CHANCE."""
    if st[PHASE] != PHASE_DEAL or st[MISSION] < FIRST_OWN or st[LOGGED]:
        raise Refusal(REFUSE_PHASE)
    count = data[at]
    at += 1
    if len(data) - at < count or fault(st[GAME], data, at, count, st[SEATS]):
        raise Refusal(REFUSE_CHANCE)
    append(st, CHANCE, OUTLINE, count)
    append_cards(st, data, at, count)
    if st[GAME] == DEEP_SEA:
        lay(st, data, at, at + count)
    else:
        st[ROW] = data[at]
        st[ROW + ROW_TOKENS] = data[at + 1]


def fault(game, data, at, count, seats):
    """Return what is wrong with the outline ``data[at:at + count]`` for ``seats`` (3-5, JARVIS included): FAULT_... | a task's place << 4, or 0.

    The first fault is told; of those that lie between two tasks, the place is the later one's.
    """
    if not count or not 1 <= data[at] & 15 <= TASKS_MOST or data[at] >> 6:
        return FAULT_SHAPE
    if game == DEEP_SEA:
        st = bytearray(PUBLIC)
        st[SEATS] = seats
        st[TRICKS] = _TRICKS[seats]
        if not lay(st, data, at, at + count):
            return FAULT_SHAPE
        return _faulty_task(st) or _faulty_order(st) or (0 if can_hand_out(st, 0) else FAULT_HANDOUT)
    if count != 2:
        return FAULT_SHAPE
    tokens = data[at + 1]
    numbers = tokens & 7
    arrows = tokens >> 3 & 7
    if numbers > 5 or arrows > 4 or tokens >> 7 or numbers + arrows + (tokens >> 6) > data[at] & 15:
        return FAULT_TOKENS
    return 0


def _faulty_task(st):
    """Return the first fault that a task has by itself or with those before it."""
    tricks = st[TRICKS]
    asked = bytearray(0x50)  # by card: asked for by name
    by_value = bytearray(10)
    by_suit = bytearray(4)
    taken = 0  # bits of the tricks asked for
    total = exact = 0
    count = st[TASK_COUNT]
    for place in range(count):
        what = st[TASK + TASK_BYTES * place]
        here = place << 4
        number = what & 15
        cards = 0
        if what == LAST_TRICK:
            wants = 1 << tricks
        elif EXACTLY <= what < LAST_TRICK:
            if number > tricks:
                return FAULT_NUMBER | here
            wants = 0
            exact += 1
            total += number
            if total > tricks:
                return FAULT_TOTAL | here
        elif TWO_CARDS < what < EXACTLY or 0 < what < ANY_VALUE:
            wants = 0
            cards = 2 if what > TWO_CARDS else 1
            card = what & ~TWO_CARDS
            for _ in range(cards):
                if not BIT[card]:
                    return FAULT_SHAPE | here
                if asked[card]:
                    return FAULT_CARD | here
                asked[card] = 1
                if card < 0x40:
                    by_value[card & 15] += 1
                    by_suit[card >> 4] += 1
                if cards == 2:
                    card = second_of(st, place)
        elif TRICK_NUMBER < what < TWO_CARDS and number:
            if number > tricks:
                return FAULT_NUMBER | here
            wants = (1 << number) - 1 << 1 if what > FIRST_TRICKS else 1 << number
        elif ANY_SUIT <= what < ANY_SUIT + 4:
            wants = 0
            by_suit[what - ANY_SUIT] += 1
        elif ANY_VALUE < what < ANY_VALUE + 10:
            wants = 0
            by_value[number] += 1
        else:
            return FAULT_SHAPE | here
        if taken & wants:
            return FAULT_TRICK | here
        taken |= wants
        for value in by_value:
            if value > 4:
                return FAULT_VALUE | here
        for suit in by_suit:
            if suit > 9:
                return FAULT_SUIT | here
    # Where every seat must win just so many, all tricks together must come out.
    return FAULT_TOTAL | count - 1 << 4 if exact == count == st[SEATS] and total < tricks else 0


def _faulty_order(st):
    """Return the first fault in what comes before what: no such task, a circle, or what cannot be done so late or so early."""
    count = st[TASK_COUNT]
    earliest = bytearray(count)
    for place in range(count):
        before = before_of(st, place)
        if before != BEFORE_ALL and (before > count or before == place + 1) or before and count == 1:
            return FAULT_BEFORE | place << 4
        what = st[TASK + TASK_BYTES * place]
        earliest[place] = st[TRICKS] if what >= EXACTLY else what & 15 if TRICK_NUMBER < what < TWO_CARDS else 1
    # Take away task after task that no other one waits before; those of a circle stay.
    left = (1 << count) - 1
    while left:
        gone = left
        for place in range(count):
            if not left >> place & 1:
                continue
            waits = False
            for other in range(count):
                if other != place and left >> other & 1 and (before_of(st, other) == BEFORE_ALL or before_of(st, other) == place + 1):
                    waits = True
            if waits:
                continue
            left ^= 1 << place
            before = before_of(st, place)
            for other in range(count):
                if other != place and (before == BEFORE_ALL or before == other + 1):
                    what = st[TASK + TASK_BYTES * other]
                    if TRICK_NUMBER < what < TWO_CARDS and earliest[place] > what & 15:
                        return FAULT_TIME | place << 4
                    earliest[other] = max(earliest[other], earliest[place])
        if left == gone:
            place = 0
            while not left >> place & 1:
                place += 1
            return FAULT_CIRCLE | place << 4
    return 0

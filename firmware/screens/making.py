"""Making a mission of one's own with keys: number, game, tasks, tokens, kinds, limits; and what an own mission is, in words.

Serves the other modules of firmware/screens, which load it where missions are chosen or made. The draft is kept as an attempt
would carry it (engine/layout.py: GAME, MISSION, ROW, TASK, SEA_BEFORE), a second card in the place of a task's token. Each press
takes the next value of a field and goes round at its end.
"""

from engine.codes import (
    ANY_SUIT, ANY_VALUE, BEFORE_ALL, DEEP_SEA, EXACTLY, FIRST_OWN, FIRST_TRICKS, LAST_OWN, LAST_TRICK, TRICK_NUMBER, TWO_CARDS,
)
from engine.layout import GAME, MISSION, PUBLIC, ROW, ROW_TOKENS, SEA_BEFORE, TASK, TASK_BYTES, TASK_TOKEN
from engine.outlines import fault
from firmware.marks import BLANK, DEEP_MARK, DONE_MARK
from firmware.screens.steps import SURE
from firmware.texts import AT_SEAT, FAULT, MADE, MADE_FOR, SEA_ASKS, SEA_BEFORE_TEXT
from firmware.wire import DROP_OWN, KEEP_OWN, OWN_MOST, OWN_NAME, OWN_NAME_LENGTH, OWN_OUTLINE, OWN_PAGES, OWN_RECORD, T_SEATED

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# Fields, in the order that they stand in.
_NUMBER = const(0)
_GAME = const(1)
_TASKS = const(2)
_NUMBERS = const(3)
_ARROWS = const(4)
_OMEGA = const(5)
_TASK = const(6)
_ASK = const(7)
_SUIT = const(8)
_VALUE = const(9)
_SECOND_SUIT = const(10)
_SECOND_VALUE = const(11)
_BEFORE = const(12)
_RADIO = const(13)
_KEEP = const(14)
_DROP = const(15)

# In the draft, where an attempt has its tricks: the name; which task is shown; 1 when such a mission is kept already.
_NAME = const(16)
_SHOWN = const(30)
_KEPT = const(31)
# By kind of what a task asks for (SEA_ASKS), what it begins with.
_FIRST = bytes((0x01, TWO_CARDS | 0x01, ANY_VALUE + 1, ANY_SUIT, TRICK_NUMBER + 1, FIRST_TRICKS + 2, LAST_TRICK, EXACTLY + 1))


def begin(scene, number):
    """Take up a draft of mission ``number``: ask for the mission that is kept under it; it comes to ``arrived``."""
    draft = bytearray(PUBLIC)
    draft[GAME] = scene.draft[GAME] if scene.draft else 0
    draft[MISSION] = number
    draft[ROW] = 3
    _new_name(draft)
    for place in range(10):
        draft[TASK + TASK_BYTES * place] = place + 1 & 7 or 8
    scene.draft = draft
    scene.wanted = OWN_PAGES + number - FIRST_OWN


def arrived(scene):
    """The page of ``scene.log`` may be what is kept under the draft's number: take it up."""
    draft = scene.draft
    log = scene.log
    if not draft or draft[_KEPT] or log[0] != OWN_PAGES + draft[MISSION] - FIRST_OWN or not log[1]:
        return
    draft[_KEPT] = 1
    draft[GAME] = log[3]
    for i in range(OWN_NAME_LENGTH):
        draft[_NAME + i] = log[2 + OWN_NAME + i]
    at = 2 + OWN_OUTLINE
    draft[ROW] = log[at]
    if draft[GAME] != DEEP_SEA:
        draft[ROW + ROW_TOKENS] = log[at + 1]
        return
    at += 1
    for i in range(5):
        draft[SEA_BEFORE + i] = 0
    for place in range(draft[ROW] & 15):
        task = TASK + TASK_BYTES * place
        draft[task] = log[at]
        _put_before(draft, place, log[at + 1])
        at += 2
        if TWO_CARDS <= draft[task] < EXACTLY:
            draft[task + TASK_TOKEN] = log[at]
            at += 1


def note(scene):
    """The record of an own mission, or that there is none, has come: note whether this crew can play it. Return the next page, 0 after the last."""
    log = scene.log
    place = log[0] - OWN_PAGES
    scene.owned[place] = 0
    if log[1]:
        game = log[3]
        scene.owned[place] = 1 + game + (0 if fault(game, log, 2 + OWN_OUTLINE, log[4], scene.table[T_SEATED]) else 4)
    return log[0] + 1 if place + 1 < OWN_MOST else 0


def _new_name(draft):
    draft[_NAME : _NAME + 6] = b"OWN " + bytes((0x30 + draft[MISSION] // 10, 0x30 + draft[MISSION] % 10))


def outline(draft, into, at):
    """Write the outline of the draft to ``into[at:]``; return where it ends."""
    into[at] = draft[ROW]
    at += 1
    if draft[GAME] != DEEP_SEA:
        into[at] = draft[ROW + ROW_TOKENS]
        return at + 1
    for place in range(draft[ROW] & 15):
        task = TASK + TASK_BYTES * place
        into[at] = draft[task]
        into[at + 1] = _before(draft, place)
        at += 2
        if TWO_CARDS <= draft[task] < EXACTLY:
            into[at] = draft[task + TASK_TOKEN]
            at += 1
    return at


def check(draft, humans, scratch):
    """Return what is wrong with the draft for so many humans, FAULT_... | place << 4, or 0. ``scratch`` has room for a record."""
    if humans == 2 and draft[GAME] == DEEP_SEA:
        return 1
    return fault(draft[GAME], scratch, 0, outline(draft, scratch, 0), max(humans, 3))


def stops(scene, into):
    """Write the fields that the draft has as stops; return how many."""
    draft = scene.draft
    sea = draft[GAME] == DEEP_SEA
    kind = _kind(draft[_task(draft)])
    n = 0
    for field in range(_DROP + 1):
        there = field != _DROP or draft[_KEPT]
        if _NUMBERS <= field <= _OMEGA:
            there = not sea
        elif _TASK <= field <= _BEFORE:
            there = sea
            if field == _SUIT:
                there = sea and (kind < 2 or kind == 3)
            elif field == _VALUE:
                there = sea and kind != 3 and kind != 6
            elif field == _SECOND_SUIT or field == _SECOND_VALUE:
                there = sea and kind == 1
            elif field == _BEFORE:
                there = sea and draft[ROW] & 15 > 1
        if there:
            into[n] = AT_SEAT + field
            n += 1
    return n


def entry(scene, stop, pair):
    """Write the field at a stop with its value."""
    pen = scene.pen
    draft = scene.draft
    pen.suits = DEEP_MARK
    field = stop - AT_SEAT
    row, tokens = draft[ROW], draft[ROW + ROW_TOKENS]
    task = _task(draft)
    what, second = draft[task], draft[task + TASK_TOKEN]
    kind = _kind(what)
    if field == _NUMBER:
        pen.say(MADE, pair, draft[MISSION])
    elif field == _GAME:
        pen.say(MADE + 1 + (draft[GAME] == DEEP_SEA), pair)
    elif field == _TASKS:
        pen.say(MADE + 3, pair, row & 15)
    elif field == _NUMBERS:
        pen.say(MADE + 4, pair, tokens & 7)
    elif field == _ARROWS:
        pen.say(MADE + 5, pair, tokens >> 3 & 7)
    elif field == _OMEGA:
        pen.say(MADE + 6, pair, DONE_MARK if tokens & 0x40 else BLANK)
    elif field == _RADIO:
        limit = row >> 4
        pen.say(MADE + 7 + min(limit, 2), pair, limit)
    elif field == _TASK:
        pen.say(MADE + 10, pair, 0x41 + draft[_SHOWN])
    elif field == _ASK:
        a = what & 15 if kind else what
        if kind == 1:
            a = what ^ TWO_CARDS
        elif kind == 3:
            a = pen.suits + what - ANY_SUIT
        elif kind == 7:
            kind += min(a, 2)  # none, just one, or so many
        elif what == FIRST_TRICKS + 1:
            kind = 4
        pen.say(SEA_ASKS + kind, pair, a, second)
    elif field == _SUIT:
        pen.say(MADE + 11, pair, pen.suits + (what - ANY_SUIT if kind == 3 else what >> 4 & 7))
    elif field == _VALUE:
        pen.say(MADE + 12, pair, what & 15)
    elif field == _SECOND_SUIT:
        pen.say(MADE + 13, pair, pen.suits + (second >> 4))
    elif field == _SECOND_VALUE:
        pen.say(MADE + 14, pair, second & 15)
    elif field == _BEFORE:
        before = _before(draft, draft[_SHOWN])
        pen.say(SEA_BEFORE_TEXT + (before == BEFORE_ALL) if before else MADE + 15, pair, 0x40 + before)
    else:
        pen.say(MADE + 16 + field - _KEEP, pair)


def verdict(scene):
    """Write for how many humans the draft can be played, or what is wrong with it."""
    pen = scene.pen
    draft = scene.draft
    scratch = bytearray(OWN_RECORD)
    wrong = fine = 0
    for humans in range(2, 6):
        found = check(draft, humans, scratch)
        if found:
            wrong = found
        else:
            fine |= 1 << humans
    if not fine:
        if draft[GAME] == DEEP_SEA and wrong >> 4:
            pen.put(0x41 + (wrong >> 4))
            pen.put(BLANK)
        return pen.say(FAULT + (wrong & 15))
    pen.width -= 8
    pen.say(MADE_FOR)
    pen.width += 8
    for humans in range(2, 6):
        if fine >> humans & 1:
            pen.put(BLANK)
            pen.number(humans)
    return None


def press(scene, stop):
    """Take the next value of the field at ``stop``. Return the command that keeps or drops the mission, else 0.

    To be kept it lies packed at ``scene.log[2:]``.
    """
    draft = scene.draft
    field = stop - AT_SEAT
    row, tokens = draft[ROW], draft[ROW + ROW_TOKENS]
    task = _task(draft)
    what = draft[task]
    kind = _kind(what)
    if field == _NUMBER:
        begin(scene, draft[MISSION] + 1 if draft[MISSION] < LAST_OWN else FIRST_OWN)
    elif field == _GAME:
        draft[GAME] ^= DEEP_SEA
    elif field == _TASKS:
        draft[ROW] = row & 0xF0 | (row & 15) % 10 + 1
        draft[_SHOWN] = 0
    elif field == _NUMBERS:
        draft[ROW + ROW_TOKENS] = tokens & 0x78 | ((tokens & 7) + 1) % 6
    elif field == _ARROWS:
        draft[ROW + ROW_TOKENS] = tokens & 0x47 | ((tokens >> 3 & 7) + 1) % 5 << 3
    elif field == _OMEGA:
        draft[ROW + ROW_TOKENS] = tokens ^ 0x40
    elif field == _RADIO:
        draft[ROW] = row & 15 | ((row >> 4) + 1 & 3) << 4
    elif field == _TASK:
        draft[_SHOWN] = (draft[_SHOWN] + 1) % (row & 15)
    elif field == _ASK:
        draft[task] = _FIRST[(kind + 1) % 8]
        draft[task + TASK_TOKEN] = 0x11
    elif field == _SUIT:
        if kind == 3:
            draft[task] = ANY_SUIT + (what - ANY_SUIT + 1) % 4
        else:
            suit = ((what >> 4 & 7) + 1) % 5
            draft[task] = what & 0x80 | suit << 4 | (min(what & 15, 4) if suit == 4 else what & 15)
    elif field == _VALUE:
        draft[task] = what & 0xF0 | _next(what & 15, kind, what >> 4 & 7)
    elif field == _SECOND_SUIT or field == _SECOND_VALUE:
        card = draft[task + TASK_TOKEN]
        suit, value = card >> 4, card & 15
        if field == _SECOND_SUIT:
            suit = (suit + 1) % 5
            value = min(value, 4) if suit == 4 else value
        else:
            value = value % (4 if suit == 4 else 9) + 1
        draft[task + TASK_TOKEN] = suit << 4 | value
    elif field == _BEFORE:
        shown = draft[_SHOWN]
        before = _before(draft, shown)
        if before == BEFORE_ALL:
            before = 0
        else:
            before += 1
            if before == shown + 1:
                before += 1
            if before > row & 15:
                before = BEFORE_ALL
        _put_before(draft, shown, before)
    elif field == _KEEP:
        log = scene.log
        end = outline(draft, log, 2 + OWN_OUTLINE)
        log[0] = 254
        log[2] = draft[MISSION]
        log[3] = draft[GAME]
        log[4] = end - 2 - OWN_OUTLINE
        for i in range(OWN_NAME_LENGTH):
            log[2 + OWN_NAME + i] = draft[_NAME + i]
        for i in range(end, 2 + OWN_RECORD):
            log[i] = 0
        return KEEP_OWN
    else:
        return DROP_OWN | SURE
    return 0


def _next(number, kind, suit):
    """Return the number behind ``number`` for what a task of ``kind`` asks for."""
    if kind == 7:
        return (number + 1) % 14
    return number % (13 if kind > 3 else 4 if kind < 2 and suit == 4 else 9) + 1


def _task(draft):
    return TASK + TASK_BYTES * draft[_SHOWN]


def _kind(what):
    """Return the kind of what a task asks for, as SEA_ASKS counts them."""
    if what == LAST_TRICK:
        return 6
    if what >= EXACTLY:
        return 7
    if what >= TWO_CARDS:
        return 1
    if what > FIRST_TRICKS:
        return 5
    if what > TRICK_NUMBER:
        return 4
    return 3 if what >= ANY_SUIT else 2 if what > ANY_VALUE else 0


def _before(draft, place):
    """What a task comes before; a task that there is no more counts as none."""
    before = draft[SEA_BEFORE + (place >> 1)] >> (place & 1) * 4 & 15
    return before if before <= draft[ROW] & 15 or before == BEFORE_ALL and draft[ROW] & 15 > 1 else 0


def _put_before(draft, place, before):
    at = SEA_BEFORE + (place >> 1)
    draft[at] = draft[at] & 0xF0 >> (place & 1) * 4 | before << (place & 1) * 4

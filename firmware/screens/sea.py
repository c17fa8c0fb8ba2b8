"""The deep sea's own parts of screens: the marks of tasks, the strip that is picked from, a mission in words, a verdict's reason.

Serves the other modules of firmware/screens, which load it when the deep sea is played or looked at. It writes with the scene's
pen and keeps nothing.
"""

from engine.codes import (
    ANY_SUIT, ANY_VALUE, BEFORE_ALL, EXACTLY, FAILED_GONE, FAILED_OWNER, FAILED_UNDONE, FIRST_OWN, FIRST_TRICKS, LAST_TRICK, NOBODY,
    TASK_DONE, TASK_FAILED, TRICK_NUMBER, TWO_CARDS,
)
from engine.layout import (
    MISSION, PUBLIC, ROW, ROW_TOKENS, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, VERDICT, VERDICT_CARD, VERDICT_SEAT,
)
from engine.missions import token_of
from engine.sea_tasks import before_of, lay, second_of
from firmware.marks import BAR, BLANK, CURSOR, DIM, DIM_PAIR, DONE_MARK, FAILED_MARK, FIRST_MARK, GOOD, NORMAL, OMEGA_MARK, RIGHT_MARK, SUIT_PAIR, TRICK_MARK
from firmware.screens.parts import token
from firmware.texts import (
    AT_TASK, LIMIT, OWN_MISSION, SEA_ASKS, SEA_BEFORE_TEXT, SEA_VERDICT, S_CHOOSE, S_MISSION, TASK_MANY, TASK_ONE, TOKENS, TURNED_TEXT,
)
from firmware.wire import OWN_NAME, OWN_NAME_LENGTH, OWN_OUTLINE, OWN_PAGES, TURNING, T_ATTEMPTS, T_GAME, T_SEATED

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_ANY = const(0x2A)  # a star: any value, any suit
_EXACTLY = const(0x3D)
_LETTER = const(0x41)  # of the leftmost task


def ask(view, pen, place, pair):
    """Write what the task at ``place`` asks for: two to four cells."""
    what = view[TASK + TASK_BYTES * place]
    number = what & 15
    if what < ANY_VALUE:
        pen.card(what, pair)
    elif what == LAST_TRICK:
        pen.put(TRICK_MARK, pair)
        pen.put(OMEGA_MARK, pair)
    elif what >= EXACTLY:
        pen.put(_EXACTLY, pair)
        pen.number(number, pair)
    elif what >= TWO_CARDS:
        pen.card(what ^ TWO_CARDS, pair)
        pen.card(second_of(view, place), pair)
    elif what > FIRST_TRICKS:
        pen.put(FIRST_MARK, pair)
        pen.number(number, pair)
    elif what > TRICK_NUMBER:
        pen.put(TRICK_MARK, pair)
        pen.number(number, pair)
    elif what >= ANY_SUIT:
        _suit(pen, what - ANY_SUIT, pair)
        pen.put(_ANY, pair)
    else:
        pen.put(_ANY, pair)
        pen.number(number, pair)


def _suit(pen, suit, pair):
    pen.put(pen.suits + suit, SUIT_PAIR + suit if pair == NORMAL else DIM_PAIR + suit if pair == DIM else pair)


def _ordered(view):
    """Tell whether any task comes before another: then all have letters."""
    for place in range(view[TASK_COUNT]):
        if before_of(view, place):
            return True
    return False


def mark(view, pen, place, pair=NORMAL):
    """Write the mark of a task: what it asks for; done, failed, or its letter and what it comes before where that matters."""
    token = view[TASK + TASK_BYTES * place + TASK_TOKEN]
    if token & TASK_DONE and pair == NORMAL:
        pair = DIM
    ask(view, pen, place, pair)
    if token & (TASK_DONE | TASK_FAILED):
        pen.put(DONE_MARK if token & TASK_DONE else FAILED_MARK, pair)
    elif _ordered(view):
        pen.put(_LETTER + 0x20 + place, pair)
        before = before_of(view, place)
        if before:
            pen.put(RIGHT_MARK, pair)
            pen.put(_ANY if before == BEFORE_ALL else _LETTER + 0x1F + before, pair)


def width(view, pen, place):
    """Return how many cells the mark of a task takes."""
    x = pen.x
    rows = pen.rows
    pen.rows = 0
    mark(view, pen, place)
    pen.rows = rows
    taken = pen.x - x
    pen.x = x
    return taken


def tasks_of(view, pen, seat, still_open):
    """Write the tasks of a seat, if asked the open ones only. Return how many."""
    n = 0
    for place in range(view[TASK_COUNT]):
        task = TASK + TASK_BYTES * place
        if view[task + TASK_OWNER] == seat and not (still_open and view[task + TASK_TOKEN] & TASK_DONE):
            pen.gap(n > 0, width(view, pen, place))
            mark(view, pen, place)
            n += 1
    return n


def strip(scene, y, rows):
    """Draw the tasks that lie free in ``rows`` rows from ``y`` on, with the cursor in sight; return how many rows were needed."""
    view = scene.view
    pen = scene.pen
    turn = scene.mine()
    found = last = 0
    for drawing in range(2):
        # The first time only to see in which row the cursor is.
        pen.field(0, y, scene.columns, rows * drawing, max(0, min(found, last + 1 - rows)))
        for place in range(view[TASK_COUNT]):
            if view[TASK + TASK_BYTES * place + TASK_OWNER] == NOBODY:
                pen.gap(1, width(view, pen, place))
                pair = NORMAL
                if AT_TASK + place == scene.at:
                    found = pen.row
                    pair = CURSOR if turn else BAR
                elif AT_TASK + place == scene.chosen:
                    pair = GOOD
                mark(view, pen, place, pair)
        last = pen.row
    return last + 1


def say_tasks(view, pen):
    """Write all tasks in words, a row each at least, with a letter each."""
    for place in range(view[TASK_COUNT]):
        what = view[TASK + TASK_BYTES * place]
        number = what & 15
        kind = 0
        a = what
        b = 0
        if what == LAST_TRICK:
            kind = 6
        elif what >= EXACTLY:
            kind = 7 + min(number, 2)
            a = number
        elif what >= TWO_CARDS:
            kind = 1
            a = what ^ TWO_CARDS
            b = second_of(view, place)
        elif what > FIRST_TRICKS:
            kind = 5 if number > 1 else 4
            a = number
        elif what > TRICK_NUMBER:
            kind = 4
            a = number
        elif what >= ANY_SUIT:
            kind = 3
            a = pen.suits + what - ANY_SUIT
        elif what > ANY_VALUE:
            kind = 2
            a = number
        pen.put(_LETTER + place, BAR)
        pen.put(BLANK)
        pen.say(SEA_ASKS + kind, NORMAL, a, b)
        before = before_of(view, place)
        if before:
            pen.put(BLANK)
            pen.say(SEA_BEFORE_TEXT + (before == BEFORE_ALL), NORMAL, _LETTER - 1 + before)
        pen.next_row()


def reason(view, pen):
    """Write why an attempt failed, with the task that decided it; return False where it is for the first game's texts to say."""
    verdict = view[VERDICT]
    place = view[VERDICT_CARD] - 1
    if not FAILED_GONE <= verdict and verdict != FAILED_OWNER and verdict != FAILED_UNDONE:
        return False
    text = SEA_VERDICT + (verdict - FAILED_GONE if verdict >= FAILED_GONE else 5 if verdict == FAILED_OWNER else 6)
    pen.say(text, NORMAL, view[VERDICT_SEAT], view[TASK + TASK_BYTES * place + TASK_OWNER])
    pen.put(BLANK)
    if pen.x + width(view, pen, place) > pen.width:
        pen.next_row()
    mark(view, pen, place)
    return True


def brief(scene, mission):
    """Write what a mission of the deep sea, or an own one of either game, asks for, in words: from the attempt, the built-in ones, or the page that has come."""
    pen = scene.pen
    view = scene.view
    table = scene.table
    log = scene.log
    sea = table[T_GAME] & 1
    told = log[0] == OWN_PAGES + mission - FIRST_OWN and log[1]
    if mission >= FIRST_OWN:
        pen.say(OWN_MISSION)
        pen.put(BLANK)
        for i in range(OWN_NAME_LENGTH if told else 0):
            if log[2 + OWN_NAME + i]:
                pen.put(log[2 + OWN_NAME + i], BAR)
        pen.next_row()
    if view[MISSION] != mission or scene.screen != S_MISSION:
        view = bytearray(PUBLIC)
        if not sea:
            if told:
                view[ROW] = log[2 + OWN_OUTLINE]
                view[ROW + ROW_TOKENS] = log[3 + OWN_OUTLINE]
        elif mission < FIRST_OWN:
            from engine.sea_missions import SEA_MISSIONS

            lay(view, SEA_MISSIONS[mission - 1], 0, len(SEA_MISSIONS[mission - 1]))
        elif told:
            lay(view, log, 2 + OWN_OUTLINE, 2 + OWN_OUTLINE + log[4])
    if sea:
        say_tasks(view, pen)
    elif view[ROW]:
        pen.say(TASK_ONE if view[ROW] & 15 == 1 else TASK_MANY, NORMAL, view[ROW] & 15)
        pen.next_row()
        for place in range(view[ROW] & 15):
            code = token_of(view[ROW + ROW_TOKENS], place)
            if code:
                token(pen, code)
                following = token_of(view[ROW + ROW_TOKENS], place + 1)
                if not following or following >> 4 != code >> 4:
                    pen.say(TOKENS + (code >> 4))
                    pen.next_row()
    limit = view[ROW] >> 4 & 3
    if view[ROW]:
        pen.say(LIMIT + min(limit, 2), NORMAL, limit)
        pen.next_row()
    if sea and table[T_GAME] & TURNING and table[T_SEATED] > 3 and scene.screen != S_CHOOSE and not (table[T_ATTEMPTS] & 1):
        pen.say(TURNED_TEXT)
        pen.next_row()

"""Small parts of screens: a task's token, a seat's tasks, radio, role, and what it said or has done; how far a special rule is.

Serves the other modules of firmware/screens. All is read from the scene at each draw; nothing is allocated.
"""

from engine.codes import (
    CHALLENGE, NOBODY, PHASE_DISTRESS, PHASE_GIVE, PHASE_HANDOVER, PHASE_QUESTION, PHASE_SHARE, PHASE_TOKENS,
    SPECIAL_MUTED, SPECIAL_NINES, SPECIAL_NINES_TASKS, SPECIAL_ONE, SPECIAL_PINK, SPECIAL_ROCKETS,
    SPECIAL_ROCKET_ORDER, SPECIAL_TWO_ONES, TASK_DONE,
)
from engine.layout import (
    CARDS, COVERS, GAME, GIVEN, JARVIS, LAST, LAST_WINNER, LYING, MISSION, OPEN_CARDS, OPTIONS, OWN_ASKED, OWN_MEANING, PASSED, PHASE,
    PLAYED, PROGRESS, RADIO, ROLE, ROLE_LAST, SAID, SHOWN, SPECIAL, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, WINNING,
)
from engine.turns import humans
from firmware.marks import (
    ACROSS_MARK, ARROW_MARK, BLANK, DEAD_ZONE_MARK, DIM, DONE_MARK, FAILED_MARK, GOOD, HIDDEN_MARK, NORMAL,
    NUMBER_MARK, OMEGA_MARK, RADIO_MARK, SUIT_MARK, SUIT_PAIR, WAITING_MARK, WINNING_MARK,
)
from firmware.texts import PROGRESS_TEXT, ROLE_TEXT, SAYS

# By special rule: the role it gives (ROLE_TEXT), 15 for none; by role: its mark, and what is said first (SAYS).
ROLES = b"\x0f\x00\x0f\x01\x0f\x0f\x0f\x0f\x04\x0f\x05\x0f\x0f\x02\x0f\x0f\x03\x0f\x08\x0f\x06\x0f"
_ROLE_MARKS = bytes((FAILED_MARK, DEAD_ZONE_MARK, 0x2A, 0x2A, 0, 0, NUMBER_MARK + 4, OMEGA_MARK, SUIT_MARK))
FIRST_SAID = b"\x02\x00\x00\x00\x00\x00\x04"
_SAID_MARKS = bytes((DONE_MARK, FAILED_MARK, DONE_MARK, FAILED_MARK, NUMBER_MARK + 4, ACROSS_MARK, OMEGA_MARK))


def token(pen, code):
    """Write the token of a task: a number on a plate, arrows, omega, a tick when it is done, a blank for none."""
    pair = NORMAL
    if code & TASK_DONE:
        code = DONE_MARK
        pair = DIM
    elif not code:
        code = BLANK
    elif code < 0x10:
        code += NUMBER_MARK
    elif code < 0x20:
        code += ARROW_MARK - 0x10
    else:
        code = OMEGA_MARK
    pen.put(code, pair)


def writer(view):
    """Return what writes tasks: a function of view, pen, seat, and whether the open ones only; it returns how many.

    Asked once for all seats: each import allocates.
    """
    if view[GAME]:
        from firmware.screens.sea import tasks_of as sea_tasks

        return sea_tasks
    return _tasks_of


def _tasks_of(view, pen, seat, still_open):
    """Write the tasks of a seat, three cells each, into the pen's field."""
    n = 0
    for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
        code = view[at + TASK_TOKEN]
        if view[at + TASK_OWNER] == seat and not (still_open and code & TASK_DONE):
            pen.gap(0, 3 if code else 2)
            pen.card(view[at], DIM if code & TASK_DONE else NORMAL)
            token(pen, code)
            n += 1
    return n


def radio_of(scene, pen, seat):
    """Write the radio of a seat: the card shown and where the token lies on it, or unused, or spent. One to three cells."""
    view = scene.view
    state = view[RADIO + seat]
    card = view[SHOWN + seat]
    pair = DIM
    if seat == view[JARVIS]:
        return pen.put(BLANK)
    if seat == view[ROLE] and view[SPECIAL] == SPECIAL_MUTED:
        return pen.put(DEAD_ZONE_MARK, DIM)
    if card:
        pen.card(card)
        pair = NORMAL
        if seat == scene.seat:
            state = scene.own[OWN_MEANING]
    elif seat == scene.seat and scene.own[OWN_ASKED]:
        pair = GOOD
    return pen.put(RADIO_MARK + state, pair)


def beside(view, pen, seat):
    """Write what stands beside a seat: what it said, whether it has passed or given, or its card in the trick."""
    phase = view[PHASE]
    if PHASE_QUESTION <= phase <= PHASE_SHARE:
        said = view[SAID + seat]
        if said:
            said += FIRST_SAID[ROLES[view[SPECIAL]]] - 1
            if pen.width < 8:
                pen.put(_SAID_MARKS[said])
            else:
                pen.say(SAYS + said)
    elif phase == PHASE_TOKENS or phase == PHASE_HANDOVER or phase == PHASE_DISTRESS or phase == PHASE_GIVE:
        done = view[GIVEN if phase == PHASE_GIVE else PASSED] >> seat & 1
        if phase == PHASE_GIVE or humans(view) >> seat & 1:
            pen.put(DONE_MARK if done else WAITING_MARK, DIM)
    else:
        # The running trick, or the last one until the next lead, with the mark of who wins it.
        lying = view[LYING]
        card = view[(CARDS if lying else LAST) + seat]
        pair = NORMAL if lying else DIM
        if card:
            pen.card(card, pair)
            if seat == view[WINNING if lying else LAST_WINNER]:
                pen.put(WINNING_MARK, pair)


def role_mark(view, pen, seat):
    """Write the mark of the role that a seat has, if it has one; in 50 two seats have."""
    role = ROLES[view[SPECIAL]] if view[MISSION] else 15
    if seat == view[ROLE_LAST]:
        role += 1
    elif seat != view[ROLE]:
        return
    pair = SUIT_PAIR if role == 8 else NORMAL
    pen.put(_ROLE_MARKS[role], pair)


def say_roles(view, pen):
    """Write in words who has which role, a row each."""
    role = ROLES[view[SPECIAL]]
    for at in range(ROLE, ROLE_LAST + 1):
        if view[at] != NOBODY:
            pen.say(ROLE_TEXT + role + at - ROLE, NORMAL, view[at])
            pen.next_row()


def progress(view, pen):
    """Write how far the special rule is, if that can be counted. Return whether it can."""
    special = view[SPECIAL]
    done = view[PROGRESS]
    if special == SPECIAL_ROCKETS or special == SPECIAL_ROCKET_ORDER:
        room = pen.x + 12 <= pen.width
        for i in range(view[OPTIONS] & CHALLENGE, 4):
            pen.card(0x41 + i, DIM if done >> i & 1 else NORMAL)
            if room:
                token(pen, TASK_DONE if done >> i & 1 else 0)
    elif special == SPECIAL_ONE or special == SPECIAL_TWO_ONES:
        pen.say(PROGRESS_TEXT, NORMAL, done, 1 if special == SPECIAL_ONE else 2)
    elif special == SPECIAL_NINES or special == SPECIAL_NINES_TASKS:
        pen.say(PROGRESS_TEXT + 1, NORMAL, view[PLAYED])
    elif special == SPECIAL_PINK:
        pen.say(PROGRESS_TEXT + 2, NORMAL, done)
    else:
        return False
    return True


def cover(view, card):
    """Return the mark of the card that lies covered under an open one of JARVIS's, or BLANK. Of card 0: of a place that is open no more."""
    for place in range(7):
        if view[OPEN_CARDS + place] == card and view[COVERS] >> place & 1:
            return HIDDEN_MARK
    return BLANK

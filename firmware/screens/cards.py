"""The parts of the screens with a hand on them: the hand or the tasks on offer, a seat's tasks, radio and card in the trick.

Serves firmware/screens/wide.py and narrow.py, of which a board loads the one for its display, and the pages. Nothing is
allocated, and nothing is kept: all is read from the scene at each draw.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import NOBODY, PHASE_PICK, PHASE_RADIO, PHASE_TRICK, TASK_DONE
from engine.layout import (
    CARDS, LAST, LAST_WINNER, LED, LYING, OWN_ASKED, OWN_HAND, OWN_HELD, OWN_MEANING, PHASE, RADIO, SHOWN, TASK,
    TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, WINNING,
)
from engine.radio import meaning
from firmware.marks import (
    ARROW_MARK, BAR, BLANK, CURSOR, DIM, DONE_MARK, GOOD, LEFT_MARK, NORMAL, NUMBER_MARK, OMEGA_MARK, RADIO_MARK,
    RIGHT_MARK, WINNING_MARK,
)


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


def tasks_of(view, pen, seat, still_open=False):
    """Write the tasks of a seat, three cells each, into the pen's field, if asked the open ones only. Return how many."""
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
    if card:
        pen.card(card)
        pair = NORMAL
        if seat == scene.seat:
            state = scene.own[OWN_MEANING]
    elif seat == scene.seat and scene.own[OWN_ASKED]:
        pair = GOOD
    pen.put(RADIO_MARK + state, pair)


def strip(scene, grid, y, rows, hand):
    """Draw the hand (or else the tasks on offer) in ``rows`` rows, three cells a card, with the cursor in sight."""
    view = scene.view
    own = scene.own
    pen = scene.pen
    cards = scene.stops
    turn = scene.mine()
    phase = view[PHASE]
    suits = 31
    if hand:
        n = list_cards(own, OWN_HAND, 31, cards)
        if phase == PHASE_TRICK and (turn or view[LYING] and not view[CARDS + scene.seat]):
            suits = PLAYABLE[view[LED] << 5 | own[OWN_HELD]]
    else:
        n = offered(view, cards)
    each = grid.columns // 3
    first = x = 0
    if grid.columns > 3 * each:
        x = 1
    elif n > each * rows:
        # A window of one row; arrows at its edges show that there is more.
        at = 0
        for i in range(n):
            card = cards[i] if hand else view[cards[i]]
            if card == scene.at or (phase == PHASE_PICK and hand and card >> 4 < scene.at >> 4 <= 4):
                at = i
        first = min(max(at - 1, 0), n - each)
        if first + each < n and (first or not hand):
            each -= 1
        if first:
            grid.put(0, y, LEFT_MARK, DIM)
            x = 1
        if first + each < n:
            grid.put(grid.columns - 1, y, RIGHT_MARK, DIM)
    start = x
    end = min(n, first + each * rows)
    left = each
    while first < end:
        if not left:
            left = each
            x = start
            y += 1
        card = cards[first]
        code = 0
        pair = NORMAL
        if not hand:
            code = view[card + TASK_TOKEN]
            card = view[card]
        elif not suits >> (card >> 4) & 1 or (phase == PHASE_RADIO and turn and not meaning(own, OWN_HAND, card)):
            pair = DIM
        if card == scene.at and hand != (turn and phase == PHASE_PICK):
            pair = GOOD if card == scene.chosen else CURSOR if turn else BAR
        pen.field(x, y, 3)
        pen.card(card, pair)
        if code:
            token(pen, code)
        elif hand and scene.seat < 5 and card == view[SHOWN + scene.seat]:
            pen.put(RADIO_MARK + own[OWN_MEANING])
        x += 3
        left -= 1
        first += 1


def offered(view, into):
    """Write where in the view the tasks on offer lie; return how many."""
    n = 0
    for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
        if view[at + TASK_OWNER] == NOBODY:
            into[n] = at
            n += 1
    return n


def card_of(view, pen, seat):
    """Write what a seat has in the trick, with the mark of who wins it: the running trick, or the last one until the next lead."""
    lying = view[LYING]
    card = view[(CARDS if lying else LAST) + seat]
    pair = NORMAL if lying else DIM
    if card:
        pen.card(card, pair)
        if seat == view[WINNING if lying else LAST_WINNER]:
            pen.put(WINNING_MARK, pair)


def draw(scene, grid):
    """Draw the pick, the radio phase or the trick at the grid's size, all but the prompt."""
    if scene.large():
        from firmware.screens.wide import draw
    else:
        from firmware.screens.narrow import draw
    draw(scene, grid)

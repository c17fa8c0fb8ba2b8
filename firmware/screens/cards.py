"""The screens with a hand on them, all steps from the deal to the last trick: the strips of hand, JARVIS's cards and tasks.

Serves firmware/screens/wide.py and narrow.py, of which a board loads the one for its display. Nothing is allocated, and
nothing is kept: all is read from the scene at each draw.
"""

from engine.cards import PLAYABLE, list_cards
from engine.codes import (
    NOBODY, PHASE_GIVE, PHASE_HANDOVER, PHASE_PICK, PHASE_RADIO, PHASE_TOKENS,
)
from engine.layout import (
    GAME, LED, OWN_HAND, OWN_HELD, OWN_MEANING, PHASE, SHOWN, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN,
)
from engine.radio import meaning
from firmware.marks import (
    BAR, BLANK, CURSOR, DIM, GOOD, HIDDEN_MARK,
    LEFT_MARK, NORMAL, RADIO_MARK, RIGHT_MARK,
)
from firmware.screens.parts import cover, token

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# What a strip holds.
_TASKS = const(0)  # those on the table, or in the hand-over my own
_HAND = const(1)
_JARVIS = const(2)


def on_tasks(phase):
    """Tell whether what one chooses from in this step are tasks."""
    return phase == PHASE_TOKENS or phase == PHASE_PICK or phase == PHASE_HANDOVER


def strip(scene, grid, y, rows, what):
    """Draw my hand, JARVIS's open cards or the tasks in ``rows`` rows, three cells each, with the cursor in sight."""
    view = scene.view
    if view[GAME] and not what:
        from firmware.screens.sea import strip as sea_strip

        return sea_strip(scene, y, rows)
    pen = scene.pen
    cards = scene.stops
    phase = view[PHASE]
    turn = scene.mine()
    jarvis = scene.for_jarvis()
    choosing = on_tasks(phase)
    suits = 31
    own = scene.open if what == _JARVIS else scene.own
    if what:
        n = list_cards(own, OWN_HAND, 31, cards)
        suits = PLAYABLE[view[LED] << 5 | own[OWN_HELD]]
        if jarvis and what == _HAND and not choosing:
            suits = 0
        elif phase == PHASE_GIVE:
            suits &= 15
        cursor = not (turn and choosing) and jarvis == (what == _JARVIS)
    else:
        n = offered(scene, cards)
        cursor = turn and choosing
    each = grid.columns // 3
    first = x = 0
    if grid.columns > 3 * each:
        x = 1
    elif n > each * rows:
        # A window of one row; arrows at its edges show that there is more.
        at = 0
        for i in range(n):
            card = cards[i] if what else view[cards[i]]
            if card == scene.at or (choosing and what and card >> 4 < scene.at >> 4 <= 4):
                at = i
        first = min(max(at - 1, 0), n - each)
        if first + each < n and (first or not what):
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
        if not what:
            code = view[card + TASK_TOKEN]
            card = view[card]
        elif not suits >> (card >> 4) & 1 or (phase == PHASE_RADIO and turn and not meaning(own, OWN_HAND, card)):
            pair = DIM
        if cursor and card:
            if card == scene.at:
                pair = CURSOR if turn else BAR
            elif card == scene.chosen:
                pair = GOOD
        pen.field(x, y, 3)
        if card:
            pen.card(card, pair)
        else:
            pen.put(BLANK)
            pen.put(HIDDEN_MARK, DIM)
        if code:
            token(pen, code)
        elif what == _JARVIS:
            pen.put(cover(view, card), DIM)
        elif what and scene.seat < 5 and card == view[SHOWN + scene.seat]:
            pen.put(RADIO_MARK + own[OWN_MEANING])
        x += 3
        left -= 1
        first += 1
    if what == _JARVIS and left and first == n:
        # The card under the one just played waits for the end of the trick.
        grid.put(x, y, cover(view, 0), DIM)
    return 0


def offered(scene, into):
    """Write where in the view the tasks on offer lie, in the hand-over my own; return how many."""
    view = scene.view
    owner = scene.seat if view[PHASE] == PHASE_HANDOVER else NOBODY
    n = 0
    if view[PHASE] <= PHASE_HANDOVER:
        for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
            if view[at + TASK_OWNER] == owner:
                into[n] = at
                n += 1
    return n


def draw(scene, grid):
    """Draw the step at the grid's size, all but the prompt."""
    if scene.large():
        from firmware.screens.wide import draw
    else:
        from firmware.screens.narrow import draw
    draw(scene, grid)

"""The screens with text and a list of actions: table, briefing, result, proposal, menu; and the pages one looks at.

Serves firmware/screens. A screen here is a title, a body that breaks into pages where it is longer than the display, and
actions. The cursor's stops are the pages (if there are several), the actions, and on the game's own screens the menu.
"""

from engine.codes import EITHER, NOBODY, PHASE_END, PHASE_TASKS, RADIO_UNUSED, SUCCESS, YES
from engine.layout import LAST_PLAYER, OWN_ANSWER, OWN_ASKED, PHASE, PROPOSER, RADIO, SEATS, VERDICT
from firmware.marks import BAR, BLANK, CURSOR, DIM, DOWN_MARK, GOOD, NORMAL, UP_MARK
from firmware.screens.bodies import body, title
from firmware.texts import (
    ACTION, AT_MENU, A_AGAIN, A_ASK, A_COVER, A_DEAL, A_DEALER, A_DROP, A_EITHER, A_GIVE_UP, A_GUEST, A_HAND, A_HELP,
    A_LAST, A_LOBBY, A_NEXT, A_NO, A_OTHER, A_RADIOS, A_RETURN, A_START, A_SWAP, A_TAKE_BACK, A_TASKS, A_WITHDRAW,
    A_YES, S_ALONE, S_BRIEFING, S_CHOOSE, S_HAND, S_LOBBY, S_MENU, S_PROPOSAL, S_RESULT, S_SWAP, S_TASKS,
)
from firmware.wire import LINK_FULL, STAGE_ATTEMPT, STAGE_LOBBY, T_DEALER, T_SEATED, T_STAGE



def actions(scene, into):
    """Write the actions (A_...) that the screen offers into ``into`` and return how many."""
    screen = scene.screen
    view = scene.view
    table = scene.table
    me = scene.seat
    deals = table[T_DEALER] == me
    running = table[T_STAGE] == STAGE_ATTEMPT and view[PHASE] < PHASE_END
    n = 0
    if screen == S_ALONE:
        return _add(into, n, A_DEALER) if scene.link != LINK_FULL else n
    if screen == S_PROPOSAL:
        if view[PROPOSER] == me:
            return _add(into, n, A_WITHDRAW)
        if me < view[SEATS] and not YES <= scene.own[OWN_ANSWER] <= EITHER:
            n = _add(into, _add(into, _add(into, n, A_YES), A_NO), A_EITHER)
        return n
    if screen == S_MENU:
        if running:
            if scene.own[OWN_ASKED]:
                n = _add(into, n, A_DROP)
            elif me < 5 and view[RADIO + me] == RADIO_UNUSED and view[PHASE] >= PHASE_TASKS:
                n = _add(into, n, A_ASK)
            if scene.columns < 26 or scene.rows < 10:
                n = _add(into, _add(into, n, A_TASKS), A_RADIOS)
            n = _add(into, n, A_LAST)
            if scene.rows < 5:
                n = _add(into, n, A_HAND)
            if view[PROPOSER] == NOBODY:
                if view[LAST_PLAYER] == me:
                    n = _add(into, n, A_TAKE_BACK)
                n = _add(into, n, A_GIVE_UP)
            n = _add(into, n, A_COVER)
        elif deals and table[T_STAGE] == STAGE_LOBBY:
            n = _add(into, n, A_GUEST)
        elif deals:
            n = _add(into, n, A_LOBBY)
        return _add(into, _add(into, n, A_HELP), A_RETURN)
    if not deals or screen > S_RESULT:
        return n
    if screen == S_LOBBY:
        if table[T_SEATED] > 2:
            n = _add(into, n, A_START)
        return _add(into, n, A_SWAP) if table[T_SEATED] > 1 else n
    if screen == S_BRIEFING:
        n = _add(into, n, A_DEAL)
    elif screen == S_RESULT:
        if view[VERDICT] == SUCCESS:
            return _add(into, _add(into, n, A_NEXT), A_AGAIN)
        n = _add(into, n, A_AGAIN)
    return _add(into, n, A_OTHER)


def _add(into, n, action):
    into[n] = action
    return n + 1


# --- pages, actions, cursor ---------------------------------------------------------------------------------------------


def plan(scene):
    """Return the pages, the body's rows and the actions of the screen, packed as ``pages << 16 | rows << 8 | actions``.

    No pages means that the body stands whole beside the actions. The actions are in ``scene.stops``.
    """
    rows = scene.rows - 1 - (scene.rows >= 5)
    screen = scene.screen
    if screen == S_SWAP:
        return scene.table[T_SEATED]
    n = actions(scene, scene.stops)
    if screen == S_MENU or screen == S_CHOOSE and scene.seat == scene.table[T_DEALER]:
        return rows << 8 | n * (screen == S_MENU)
    wide = scene.columns >= 26 and scene.rows >= 10
    shown = n if wide else min(n, 1)
    pen = scene.pen
    pen.field(0, 0, _width(scene, wide), 0)
    _flow(scene)
    lines = pen.row + (pen.x > 0)
    actions(scene, scene.stops)
    if lines <= rows - shown:
        return rows - shown << 8 | n
    if wide:
        rows -= shown
    return (lines + rows - 1) // rows << 16 | rows << 8 | n


def draw(scene, grid):
    """Draw the screen, all but its prompt. Return 2 if the cursor is on the menu, 1 if there is something to choose, else 0."""
    pen = scene.pen
    packed = plan(scene)
    pages = packed >> 16
    rows = packed >> 8 & 255
    n = packed & 255
    columns = grid.columns
    wide = columns >= 26 and grid.rows >= 10
    screen = scene.screen
    at = scene.cursor - pages
    y = 0
    if grid.rows >= 5:
        pen.field(0, 0, columns)
        pen.x = 1
        grid.tint(0, 0, columns, title(scene))
        y = 1
    if screen == S_MENU or screen == S_SWAP:
        return _list(scene, grid, y, grid.rows - 1 - y, n)
    if at >= 0 and pages and not wide:
        rows -= 1
    pen.field(wide, y, _width(scene, wide), rows, scene.cursor * rows if at < 0 else 0)
    _flow(scene)
    if pages > 1 and at < 0:
        grid.put(columns - 1, 0 if y else rows - 1, DOWN_MARK if at < -1 else UP_MARK, BAR if y else DIM)
    if screen == S_CHOOSE and scene.seat == scene.table[T_DEALER]:
        return 2 if scene.at == AT_MENU else 1
    if not n:
        return 2 if screen < S_MENU and at >= 0 and scene.cursor else 0
    if wide:
        _list(scene, grid, grid.rows - 1 - n, n, n)
    elif at >= 0 or not pages:
        _list(scene, grid, grid.rows - 2, 1, n)
    return 2 if at >= n else 1


def _width(scene, wide):
    """Return how wide the body is: there is a margin before it on large displays, and behind texts on the smallest."""
    return scene.columns - (wide or scene.rows < 5 and not S_TASKS <= scene.screen <= S_HAND)


def _flow(scene):
    """Write the body over as many rows as it takes."""
    pen = scene.pen
    pen.flows = True
    if scene.screen == S_CHOOSE and scene.rows < 10:
        pen.brief = True
    body(scene)


def _list(scene, grid, y, rows, n):
    """Draw a window of the actions (or the seats to swap) with the one under the cursor in it. Return 1."""
    pen = scene.pen
    at = scene.cursor - (plan(scene) >> 16)
    first = max(min(at - rows // 2, n - rows), 0)
    for i in range(first, min(first + rows, n)):
        pair = NORMAL
        if i == at:
            pair = GOOD if scene.chosen == scene.cursor + 1 else CURSOR
        pen.field(0, y, grid.columns)
        pen.put(BLANK, pair)
        if scene.screen == S_SWAP:
            if i + 1 == scene.chosen:
                pair = GOOD
            pen.name(i, pair)
        else:
            pen.say(ACTION + scene.stops[i], pair)
        pen.put(BLANK, pair)
        y += 1
    if first:
        grid.put(grid.columns - 1, y - rows, UP_MARK, DIM)
    if first + rows < n:
        grid.put(grid.columns - 1, y - 1, DOWN_MARK, DIM)
    return 1

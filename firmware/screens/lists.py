"""The screens with text and a list of actions: table, briefing, result, proposal, menu; and the pages one looks at.

Serves firmware/screens. A screen here is a title, a body that breaks into pages where it is longer than the display, and
actions. What stands in the body is in firmware/screens/bodies.py.
"""

from engine.codes import (
    CHALLENGE, EITHER, NOBODY, PHASE_DISTRESS, PHASE_END, PHASE_PICK, PHASE_QUESTION, PHASE_RADIO, RADIO_UNUSED, SPECIAL_MUTED, SUCCESS,
    YES,
)
from engine.layout import (
    LAST_PLAYER, OWN_ANSWER, OWN_ASKED, PHASE, PROPOSER, RADIO, ROLE, SPECIAL, STANDING, VERDICT,
)
from firmware.marks import BAR, BLANK, CURSOR, DIM, DONE_MARK, DOWN_MARK, GOOD, LEFT_MARK, NORMAL, UP_MARK
from firmware.screens.bodies import body, title
from firmware.screens.prompt import show
from firmware.texts import (
    ACTION, ASK_ACT, ASK_SPARE, AT_ACTION, AT_DROP, AT_GAME, AT_MORE, AT_PAGE, AT_SEAT, A_AGAIN, A_ALWAYS, A_ASK, A_CHALLENGE, A_COVER, A_CREW, A_DEAL,
    A_DEALER, A_DROP, A_EITHER, A_GIVE_UP, A_GUEST, A_HAND, A_HELP, A_HERE, A_LAST, A_LOBBY, A_LOG, A_MISSION, A_NEXT, A_NO, A_OTHER,
    A_RADIOS, A_RETURN, A_START, A_SWAP, A_TAKE_BACK, A_TASKS, A_WITHDRAW, A_YES, CAMPAIGN_ENTRY, CAMPAIGN_NAME, COVERED_TURN, HERE, KEYS,
    LOBBY_WAITS, MADE, PAGE_STOP, Q_CODE, Q_KEY, SWAP_WITH, S_ALONE, S_BRIEFING, S_CHOOSE, S_CREW, S_HERE, S_LAST, S_LETTERS, S_LOBBY,
    S_MAKE, S_MENU, S_PROPOSAL, S_RESULT, S_SWAP,
    S_TASKS, TURNING_TEXT,
)
from firmware.wire import LINK_FULL, SPARE_NOBODY, STAGE_ATTEMPT, STAGE_LOBBY, TURNING, T_CAMPAIGN, T_GAME, T_OPTIONS, T_SEATED, T_STAGE, T_STANDING

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_TAB = const(9)  # cells of the other game's name, beside the title


def first_page(scene):
    """Return the page one key away from the game: tasks, or where they are always in sight the last trick."""
    return S_LAST if scene.large() and scene.base != S_RESULT else S_TASKS


def actions(scene):
    """Return the bits of the actions (1 << A_...) that the screen offers."""
    screen = scene.screen
    view = scene.view
    table = scene.table
    me = scene.seat
    deals = scene.dealing
    if scene.passing:
        return 0
    if screen == S_MENU:
        offer = 1 << A_HELP | 1 << A_RETURN
        if scene.base != S_ALONE:
            offer |= 1 << A_LOG
            if table[T_STANDING] >> me & 1:
                offer |= 1 << A_ALWAYS
            if scene.here & scene.here - 1 or table[T_STAGE] == STAGE_LOBBY:
                offer |= 1 << A_HERE
        running = False
        if table[T_STAGE] == STAGE_ATTEMPT:
            running = view[PHASE] < PHASE_END and me < 5
            offer |= 1 << A_LAST | 1 << A_MISSION
            if first_page(scene) == S_TASKS:
                offer |= 1 << A_TASKS | 1 << A_RADIOS
        if running:
            offer |= _in_attempt(scene)
        elif deals:
            offer |= 1 << A_GUEST if table[T_STAGE] == STAGE_LOBBY else 1 << A_LOBBY
        return offer
    if scene.question and screen == scene.base:
        return 1 << A_YES | 1 << A_NO if scene.question <= Q_CODE else 1 << A_WITHDRAW if scene.asked != SPARE_NOBODY else 0
    if screen == S_ALONE:
        return 1 << A_DEALER if scene.link != LINK_FULL else 0
    if screen == S_PROPOSAL:
        if view[PROPOSER] == me:
            return 1 << A_WITHDRAW
        return 0 if YES <= scene.own[OWN_ANSWER] <= EITHER else 1 << A_YES | 1 << A_NO | 1 << A_EITHER
    if not deals:
        return 0
    if screen == S_LOBBY:
        offer = 1 << A_START
        if table[T_SEATED] == 3 and table[T_OPTIONS] <= CHALLENGE:
            offer |= 1 << A_CHALLENGE
        return offer | 1 << A_CREW | (1 << A_HERE if table[T_SEATED] < 3 else 0) | (1 << A_SWAP if table[T_SEATED] > 1 else 0)
    if screen == S_BRIEFING:
        offer = 1 << A_DEAL | 1 << A_OTHER
        return offer | 1 << A_CHALLENGE if table[T_GAME] & 1 and table[T_SEATED] > 3 else offer
    if screen == S_RESULT:
        return 1 << A_AGAIN | (1 << A_NEXT if view[VERDICT] == SUCCESS else 1 << A_OTHER)
    return 0


def _in_attempt(scene):
    """Return the bits of what the menu offers while an attempt is under way."""
    view = scene.view
    me = scene.seat
    phase = view[PHASE]
    offer = 1 << A_COVER
    if scene.own[OWN_ASKED]:
        offer |= 1 << A_DROP
    elif view[RADIO + me] == RADIO_UNUSED and not (view[ROLE] == me and view[SPECIAL] == SPECIAL_MUTED):
        offer |= 1 << A_ASK
    if scene.rows < 5:
        offer |= 1 << A_HAND
    if view[PROPOSER] == NOBODY:
        offer |= 1 << A_GIVE_UP
        if view[LAST_PLAYER] == me:
            offer |= 1 << A_TAKE_BACK
        if PHASE_QUESTION <= phase <= PHASE_DISTRESS and not view[STANDING] >> me & 1:
            offer |= 1 << A_ALWAYS
    return offer


def _ready(scene):
    """Tell whether the table is whole: enough seats, and each with its key."""
    seats = scene.table[T_SEATED]
    return seats > 2 and scene.sealed == (1 << seats) - 1


def asked(scene):
    """Return the bits of the seats that this device may ask for."""
    if scene.question < Q_KEY or scene.screen != scene.base:
        return 0
    from firmware.screens.asking import seats

    return seats(scene)


def plan(scene):
    """Return ``pages << 8 | rows``: how many pages the body takes, 0 if it stands whole beside the actions, of how many rows."""
    rows = scene.rows - 1 - (scene.rows >= 5)
    screen = scene.screen
    if screen == S_MENU or screen == S_CHOOSE:
        return rows
    wide = scene.large()
    shown = 0
    left = actions(scene) or asked(scene)
    while left:
        left &= left - 1
        shown += 1
    if not wide:
        shown = min(shown, 1)
    pen = scene.pen
    pen.field(0, 0, scene.columns - wide, 0)
    body(scene)
    lines = pen.row + (pen.x > 0)
    if lines <= rows - shown:
        return rows - shown
    if wide:
        rows -= shown
    return (lines + rows - 1) // rows << 8 | rows


def draw(scene, grid, n):
    """Draw the screen, all but its prompt; ``n`` stops are in ``scene.stops``."""
    pen = scene.pen
    pages = scene.plan >> 8
    rows = scene.plan & 255
    columns = grid.columns
    wide = scene.large()
    screen = scene.screen
    y = 0
    if grid.rows >= 5:
        tab = _TAB if screen == S_CHOOSE and scene.stops[0] == AT_GAME else 0
        pen.field(0, 0, columns - tab - (tab and columns > 25))
        pen.x = 1 if columns > 25 or not tab else 0
        grid.tint(0, 0, columns, title(scene))
        if tab:
            # The game that could be gone to: above all missions, and told as long as there is one to choose.
            pen.field(columns - tab, 0, tab)
            pair = CURSOR if scene.at == AT_GAME else NORMAL
            pen.put(UP_MARK, pair)
            pen.say(MADE + 2 - (scene.table[T_GAME] & 1), pair)
        y = 1
    if screen != S_MENU and not S_SWAP <= screen <= S_MAKE:
        page = scene.at - AT_PAGE
        if not 0 <= page < pages:
            page = 0
            if pages and not wide:
                rows -= 1
                pages = 0
        pen.field(wide, y, columns - wide, rows, page * rows)
        pen.flows = True
        if screen == S_CHOOSE and grid.rows < 10:
            pen.brief = True
        body(scene)
        corner = columns - 1 + columns * (0 if y else rows - 1)
        turned = screen < S_MENU and AT_PAGE <= scene.at < AT_DROP
        if pages > 1 or turned:
            if grid.glyphs[corner] == BLANK:
                grid.glyphs[corner] = UP_MARK if 0 < page == pages - 1 else DOWN_MARK
            if turned:
                grid.pairs[corner] = CURSOR  # among actions a page is a stop, too
        y = grid.rows - 2
        if screen == S_LETTERS or not wide and AT_PAGE <= scene.at < AT_DROP:
            return
    if screen == S_MAKE:
        from firmware.screens.making import verdict

        pen.field(0, y, columns)
        verdict(scene)
        y += 1
    _list(scene, grid, y, wide, n)


def _list(scene, grid, y, wide, n):
    """Draw the actions, or the seats to swap: from row y down, or up from the prompt, or the one under the cursor alone."""
    pen = scene.pen
    stops = scene.stops
    first = 0
    while first < n and not AT_SEAT <= stops[first] < AT_PAGE:
        first += 1
    while n and not AT_SEAT <= stops[n - 1] < AT_PAGE:
        n -= 1
    if first >= n:
        return
    rows = grid.rows - 1 - y
    if rows == 1 and wide:
        rows = n - first
        y -= rows - 1
    top = first
    at = first
    while at < n - 1 and stops[at] != scene.at:
        at += 1
    first = max(min(at - rows // 2, n - rows), first)
    last = min(first + rows, n)
    if first > top:
        grid.put(grid.columns - 1, y, UP_MARK, DIM)
    if last < n:
        grid.put(grid.columns - 1, y + rows - 1, DOWN_MARK, DIM)
    while first < last:
        stop = stops[first]
        pair = GOOD if stop == scene.chosen else CURSOR if stop == scene.at else NORMAL
        pen.field(0, y, grid.columns)
        pen.put(BLANK, pair)
        if scene.screen == S_MAKE:
            from firmware.screens.making import entry

            entry(scene, stop, pair)
        elif stop == AT_ACTION + A_CHALLENGE and scene.screen == S_BRIEFING:
            pen.say(TURNING_TEXT, pair, DONE_MARK if scene.table[T_GAME] & TURNING else BLANK)
        elif stop == AT_ACTION + A_START and not _ready(scene):
            pen.say(LOBBY_WAITS + (scene.table[T_SEATED] > 2), pair or DIM)
        elif stop >= AT_ACTION:
            ticked = scene.table[T_OPTIONS] == CHALLENGE
            if stop == AT_ACTION + A_ALWAYS:
                ticked = scene.table[T_STANDING] >> scene.seat & 1
            pen.say(ACTION + stop - AT_ACTION, pair, DONE_MARK if ticked else BLANK)
        elif scene.screen == S_HERE and stop >= AT_MORE:
            pen.say(HERE + stop - AT_MORE, pair, scene.seat)
        elif scene.screen == S_CREW:
            pen.say(CAMPAIGN_NAME if stop > AT_SEAT + 3 else CAMPAIGN_ENTRY, pair, stop - AT_SEAT + 1)
            if stop == AT_SEAT + scene.table[T_CAMPAIGN]:
                pen.put(DONE_MARK, pair)
        else:
            pen.name(stop - AT_SEAT, pair)
            if scene.screen == S_HERE and stop == AT_SEAT + scene.seat:
                pen.put(LEFT_MARK, pair)
        pen.put(BLANK, pair)
        y += 1
        first += 1


def prompt(scene, mine):
    """Draw the prompt of such a screen, if it is not simply that of the game. Return whether it was."""
    screen = scene.screen
    view = scene.view
    pair = GOOD
    a = scene.seat
    b = 0
    offer = actions(scene)
    if mine and view[PHASE] < PHASE_RADIO and view[PHASE] != PHASE_PICK and not offer and screen > S_MENU:
        text = COVERED_TURN
    elif scene.chosen:
        text = ASK_ACT + 1 + scene.chosen - AT_ACTION  # leaving and dropping have a place among the actions, too
        if screen == S_SWAP:
            text = SWAP_WITH
            a = scene.chosen - AT_SEAT
        elif scene.chosen < AT_MORE:
            text = ASK_SPARE
            a = scene.chosen - AT_SEAT
    elif screen == S_RESULT and scene.rows < 5 and not AT_ACTION <= scene.at < AT_PAGE:
        # The smallest display has its title here, so that the reason has two rows.
        scene.pen.field(0, scene.rows - 1, scene.columns)
        scene.pen.grid.tint(0, scene.rows - 1, scene.columns, title(scene))
        return True
    elif offer or asked(scene) or S_SWAP <= screen <= S_LETTERS or screen == S_CHOOSE and scene.dealing:
        text = KEYS
        if screen >= S_MENU:
            pair = BAR
        elif AT_PAGE <= scene.at < AT_DROP and scene.plan >> 8 > 1:
            text = PAGE_STOP
            a = scene.at - AT_PAGE + 1
            b = scene.plan >> 8
    else:
        return False
    show(scene, text, pair, a, b)
    return True

"""What stands on the screens that are no cards: the table, a mission's briefing, the result, a proposal, pages and help.

Serves firmware/screens/lists.py. Every function writes with the scene's pen, which may only measure.
"""

from engine.cards import list_cards
from engine.codes import NOBODY, SUCCESS, TAKE_BACK
from engine.layout import (
    ANSWERED, CARDS, DECIDED_BY, LAST, LAST_LEADER, LAST_WINNER, OUTCOME, OWN_HAND, PROPOSER, REPLIES, SEATS, SUBJECT,
    TASK, TASKS_DONE, TASK_BYTES, TASK_COUNT, TASK_OWNER, TRICK, VERDICT, VERDICT_CARD, VERDICT_SEAT,
)
from engine.missions import limit_of, tasks_of as tasks_drawn, token_of
from firmware.marks import (
    ALERT, BAR, BLANK, CUT_MARK, DIM, DONE_MARK, GOOD, LEFT_MARK, NORMAL, SUIT_MARK, SUIT_PAIR, WAITING_MARK,
    WINNING_MARK,
)
from firmware.screens.cards import radio_of, tasks_of, token
from firmware.texts import (
    ATTEMPT_NUMBER, LIMIT, LINK, NOTHING_YET, NOTICE, NO_TABLE, OUTCOME_TEXT, PROPOSES, REPLY, S_ALONE, S_BRIEFING,
    S_CHOOSE, S_HAND, S_HELP, S_LAST, S_LOBBY, S_MENU, S_NOTICE, S_OUTCOME, S_PROPOSAL, S_RADIOS, S_RESULT, S_TASKS,
    TASKS_STATE, TASK_MANY, TASK_ONE, TITLE, TITLE_CHOICE, TITLE_FAILED, TOKENS, UNSEALED, VERDICT_TEXT,
)
from firmware.wire import LINK_NO_DEALER, T_ATTEMPTS, T_DEALER, T_MISSION, T_NOTICE, T_PRESENT, T_SEATED


def body(scene):
    """Write the body of the screen into the pen's field."""
    pen = scene.pen
    view = scene.view
    table = scene.table
    screen = scene.screen
    if scene.rows < 5 and S_CHOOSE <= screen <= S_BRIEFING:
        pair = title(scene)
        while pen.x < pen.width:
            pen.put(BLANK, pair)
        pen.next_row()
    if screen == S_ALONE:
        if scene.rows >= 10:
            _band(pen)
        pen.say(LINK + scene.link if scene.link > LINK_NO_DEALER else NO_TABLE)
    elif screen == S_LOBBY or screen == S_CHOOSE and scene.seat != table[T_DEALER]:
        for seat in range(table[T_SEATED]):
            pen.gap(1, 6 if scene.rows < 10 else pen.width)
            here = table[T_PRESENT] >> seat & 1
            pen.name(seat, BAR if seat == table[T_DEALER] else NORMAL if here else DIM)
            if seat == scene.seat or not here:
                pen.put(LEFT_MARK if here else CUT_MARK, DIM)
        pen.next_row()
        pen.say(UNSEALED, DIM)
    elif screen == S_CHOOSE or screen == S_BRIEFING:
        _briefing(scene, pen, scene.at if screen == S_CHOOSE and scene.at <= 50 else table[T_MISSION])
    elif screen == S_RESULT:
        _result(scene, pen)
    elif screen == S_PROPOSAL:
        back = view[SUBJECT] == TAKE_BACK
        by = view[PROPOSER]
        pen.say(PROPOSES + back, NORMAL, by, view[CARDS + by] or view[LAST + by])
        pen.next_row()
        for seat in range(view[SEATS]):
            if seat != by:
                pen.gap(1, 2 if pen.brief else 7)
                pen.put(DONE_MARK if view[ANSWERED] >> seat & 1 else WAITING_MARK, DIM)
                pen.name(seat, NORMAL, 1 if pen.brief else 6)
    elif screen == S_OUTCOME:
        pen.say(OUTCOME_TEXT + view[OUTCOME], NORMAL, view[DECIDED_BY])
        for seat in range(view[SEATS]):
            reply = view[REPLIES + seat]
            if reply:
                pen.next_row()
                pen.name(seat, BAR)
                pen.put(BLANK)
                pen.say(REPLY + reply)
    elif screen == S_NOTICE:
        pen.say(NOTICE + table[T_NOTICE])
    elif screen == S_HELP:
        from firmware.help_en import HELP

        pen.tell(HELP)
    elif screen == S_LAST:
        if not view[TRICK]:
            pen.say(NOTHING_YET)
        _last_trick(view, pen, 6)
    elif screen == S_HAND:
        for i in range(list_cards(scene.own, OWN_HAND, 31, scene.stops)):
            pen.gap(0, 2)
            pen.card(scene.stops[i])
    elif screen != S_MENU:
        _seats(scene, pen, screen)


def _seats(scene, pen, screen):
    """Write the tasks or the radios of all seats, mine last, as many seats a row as fit."""
    view = scene.view
    seats = view[SEATS]
    tasks = (view[TASK_COUNT] + seats - 1) // max(seats, 1)
    seat = scene.seat
    wide = pen.width > 22
    letters = 6 if wide else 3
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        pen.gap(pen.width > 12, pen.width if wide else letters + 3 * (tasks if screen == S_TASKS else 1))
        start = pen.x
        pen.name(seat, BAR, letters)
        pen.x = start + letters
        pen.x += wide
        if screen == S_RADIOS:
            start = pen.x + 3
            radio_of(scene, pen, seat)
            pen.x = start
        else:
            start = pen.x + 3 * tasks
            tasks_of(view, pen, seat)
            if pen.x < start:
                pen.x = start


def _band(pen):
    """Write a row of suits from edge to edge: a moment's joy."""
    for i in range(pen.width):
        pen.put(SUIT_MARK + i % 5, SUIT_PAIR + i % 5)
    pen.next_row()


def _last_trick(view, pen, letters):
    """Write who played what to the last trick, from its leader on, and who won it."""
    seats = view[SEATS]
    seat = view[LAST_LEADER]
    for _ in range(seats if view[TRICK] else 0):
        pen.gap(1, letters + 3)
        pen.name(seat, DIM, letters)
        pen.card(view[LAST + seat])
        if seat == view[LAST_WINNER]:
            pen.put(WINNING_MARK)
        seat = seat + 1 if seat + 1 < seats else 0


def _briefing(scene, pen, mission):
    """Write what a mission asks for, in plain words."""
    count = tasks_drawn(mission)
    pen.say(TASK_ONE if count == 1 else TASK_MANY, NORMAL, count)
    pen.next_row()
    for place in range(count):
        code = token_of(mission, place)
        if code:
            token(pen, code)
            following = token_of(mission, place + 1)
            if not following or following >> 4 != code >> 4:
                pen.say(TOKENS + (code >> 4))
                pen.next_row()
    limit = limit_of(mission)
    pen.say(LIMIT + min(limit, 2), NORMAL, limit)
    pen.next_row()
    attempt = scene.table[T_ATTEMPTS] | scene.table[T_ATTEMPTS + 1] << 8
    if mission == scene.table[T_MISSION] and attempt > 1:
        pen.say(ATTEMPT_NUMBER, NORMAL, attempt)


def _result(scene, pen):
    """Write the verdict with its reason, how far it went, the attempt, and the trick that decided it."""
    view = scene.view
    owner = NOBODY
    if scene.rows >= 10 and view[VERDICT] == SUCCESS:
        _band(pen)
    for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
        if view[at] == view[VERDICT_CARD]:
            owner = view[at + TASK_OWNER]
    if view[VERDICT] != SUCCESS or scene.rows >= 5:
        pen.say(VERDICT_TEXT + view[VERDICT], NORMAL, view[VERDICT_SEAT], view[VERDICT_CARD], owner)
        pen.next_row()
    pen.say(TASKS_STATE, DIM, view[TASKS_DONE], view[TASK_COUNT])
    pen.next_row()
    pen.say(ATTEMPT_NUMBER, DIM, scene.table[T_ATTEMPTS] | scene.table[T_ATTEMPTS + 1] << 8)
    pen.next_row()
    _last_trick(view, pen, 3)


def title(scene):
    """Write the screen's title."""
    screen = scene.screen
    if screen == S_CHOOSE and scene.seat == scene.table[T_DEALER]:
        scene.pen.say(TITLE_CHOICE, BAR, scene.at if scene.at <= 50 else scene.table[T_MISSION])
        return BAR
    failed = screen == S_RESULT and scene.view[VERDICT] != SUCCESS
    pair = BAR
    if screen == S_RESULT:
        pair = ALERT if failed else GOOD
    scene.pen.say(TITLE_FAILED if failed else TITLE + screen, pair, scene.table[T_MISSION])
    return pair

"""What stands on the screens that are no cards: the result, a proposal, pages; the rest is in firmware/screens/aside.py.

Serves firmware/screens/lists.py. Every function writes with the scene's pen, which may only measure.
"""

from engine.cards import list_cards
from engine.codes import DISTRESS, FAILED_LAST, GIVEN_UP, GIVE_UP, HAND_OVER, LAST_OWN, NOBODY, SHARE_OUT, SPECIAL_MOVE, SUCCESS, TAKE_BACK
from engine.layout import (
    ANSWERED, ARGUMENT, CARDS, COMMANDER, DECIDED_BY, GAME, JARVIS, LAST, LAST_LEADER, LAST_WINNER, LEADER, LYING, OUTCOME, OWN_DRAW_GAVE,
    OWN_GAVE, OWN_HAND, PROPOSER, REPLIES, ROLE, ROLE_LAST, SEATS, SIGNAL, SPECIAL, SUBJECT, TASK, TASKS_DONE, TASK_BYTES, TASK_COUNT,
    TASK_OWNER, TRICK, VERDICT, VERDICT_CARD, VERDICT_SEAT, WON,
)
from engine.turns import humans
from firmware.marks import (
    ALERT, BAR, BLANK, DIM, DONE_MARK, GOOD, NORMAL, SUIT_PAIR, WAITING_MARK, WINNING_MARK,
)
from firmware.screens.parts import cover, progress, radio_of, role_mark, say_roles, writer
from firmware.texts import (
    ATTEMPT_NUMBER, AT_GAME, AT_MAKE, COMPLETE, DONE_SPECIAL, GOT, HELP, LINK, MADE, NOTHING_YET, NOTICE, NO_TABLE, OUTCOME_TEXT, PROPOSES,
    REPLY, SEA_HELP, SPARE_TITLE, SPELL_NAME, S_ALONE, S_BRIEFING, S_CHOOSE, S_GOT, S_HAND, S_HELP, S_JARVIS, S_LAST, S_LETTERS, S_LOG,
    S_MAKE, S_MENU, S_MISSION, S_NOTICE,
    S_OUTCOME, S_PROPOSAL, S_RADIOS, S_RESULT, S_TASKS, TASKS_STATE, TEXTS, TITLE, TITLE_CHOICE, TITLE_FAILED, VERDICT_TEXT, WON_TRICKS,
)
from firmware.wire import LINK_NO_DEALER, T_ATTEMPTS, T_DONE, T_GAME, T_MISSION


def body(scene):
    """Write the body of the screen into the pen's field."""
    pen = scene.pen
    view = scene.view
    screen = scene.screen
    if scene.rows < 5 and S_CHOOSE <= screen <= S_BRIEFING:
        pair = title(scene)
        while pen.x < pen.width:
            pen.put(BLANK, pair)
        pen.next_row()
    if scene.question and screen == scene.base:
        from firmware.screens.asking import write

        write(scene)
    elif screen == S_ALONE:
        if scene.rows >= 10:
            _band(pen)
        pen.say(LINK + scene.link if scene.link > LINK_NO_DEALER else NO_TABLE)
    elif S_CHOOSE <= screen <= S_BRIEFING and (scene.dealing or screen > S_CHOOSE) or screen == S_MISSION:
        from firmware.screens.aside import briefing

        briefing(scene)
    elif screen <= S_BRIEFING or S_LETTERS <= screen <= S_LOG:
        from firmware.screens.aside import write

        write(scene)
    elif screen == S_RESULT:
        _result(scene, pen)
    elif screen == S_PROPOSAL:
        _proposal(scene, pen)
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
        pen.say(NOTICE + scene.notice)
    elif screen == S_HELP:
        sea = scene.table[T_GAME] & 1
        for text in range(SEA_HELP if sea else HELP, TEXTS):
            if not sea or not HELP <= text < TEXTS - 3:  # signs, keys and what is left alone are the same
                pen.say(text)
                pen.next_row()
    elif screen == S_LAST:
        if not view[TRICK]:
            pen.say(NOTHING_YET)
        _last_trick(view, pen, 6)
        _got(scene, pen)
    elif screen == S_GOT:
        _got(scene, pen)
    elif screen == S_HAND:
        for i in range(list_cards(scene.own, OWN_HAND, 31, scene.stops)):
            pen.gap(0, 2)
            pen.card(scene.stops[i])
    elif screen == S_JARVIS:
        for i in range(list_cards(scene.open, OWN_HAND, 31, scene.stops)):
            pen.gap(0, 3)
            pen.card(scene.stops[i])
            pen.put(cover(view, scene.stops[i]), DIM)
        pen.put(cover(view, 0), DIM)
    elif screen != S_MENU:
        _seats(scene, pen, screen)


def _proposal(scene, pen):
    """Write what is proposed, and who has answered."""
    view = scene.view
    seats = view[SEATS]
    subject = view[SUBJECT]
    by = view[PROPOSER]
    text = PROPOSES
    b = view[ARGUMENT] >> 4
    c = view[ARGUMENT] & 15
    if subject == TAKE_BACK:
        text += 1
        lying = view[LYING]
        seat = view[LEADER] + lying - 1 if lying else view[LAST_LEADER] + seats - 1
        b = view[(CARDS if lying else LAST) + seat % seats]
    elif subject == DISTRESS:
        text += 5 + c
        c = (scene.seat + (seats - 1 if c else 1)) % seats
    elif subject == SHARE_OUT:
        text += 7
    elif subject != GIVE_UP:
        b = view[TASK + TASK_BYTES * b]
        if subject == HAND_OVER:
            text += 4
        else:
            c = view[TASK + TASK_BYTES * c]
            text += 3 if view[SPECIAL] == SPECIAL_MOVE else 2
    pen.say(text, NORMAL, by, b, c)
    pen.next_row()
    for seat in range(seats):
        if seat != by and humans(view) >> seat & 1:
            pen.gap(1, 2 if pen.brief else 7)
            pen.put(DONE_MARK if view[ANSWERED] >> seat & 1 else WAITING_MARK, DIM)
            pen.name(seat, NORMAL, 1 if pen.brief else 6)


def _got(scene, pen):
    """Write which cards I gave and got: by the signal, in mission 12."""
    own = scene.own
    view = scene.view
    seats = view[SEATS]
    for i in range(2):
        at = OWN_DRAW_GAVE if i else OWN_GAVE
        if own[at + 1]:
            if pen.x:
                pen.next_row()
            pen.say(GOT + i, NORMAL, own[at], (scene.seat + (seats - 1 if view[SIGNAL] == 2 and not i else 1)) % seats, own[at + 1])


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
        pen.gap(pen.width > 12, pen.width if wide or view[GAME] and screen == S_TASKS else letters + 3 * (max(tasks, 1) if screen == S_TASKS else 1))
        start = pen.x
        pen.name(seat, BAR, letters)
        pen.x = start + letters
        pen.x += wide or not tasks
        if screen == S_RADIOS:
            start = pen.x + 3
            radio_of(scene, pen, seat)
            pen.x = start
        elif not tasks:
            start = pen.x + 2
            role_mark(view, pen, seat)
            pen.say(WON_TRICKS, NORMAL, view[WON + seat])
            pen.x = max(pen.x, start)
        else:
            start = pen.x + 3 * tasks
            writer(view)(view, pen, seat, False)
            if pen.x < start:
                pen.x = start
    if not tasks and screen == S_TASKS:
        pen.next_row()
        progress(view, pen)
        pen.next_row()
        say_roles(view, pen)


def _band(pen):
    """Write a row of suits from edge to edge: a moment's joy."""
    for i in range(pen.width):
        pen.put(pen.suits + i % 5, SUIT_PAIR + i % 5)
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


def _result(scene, pen):
    """Write the verdict with its reason, how far it went, the attempt, and the trick that decided it."""
    view = scene.view
    verdict = view[VERDICT]
    owner = view[ROLE]
    if owner == NOBODY:
        owner = view[COMMANDER]
    elif verdict == FAILED_LAST and view[ROLE_LAST] != NOBODY:
        owner = view[ROLE_LAST]
    if scene.rows >= 10 and verdict == SUCCESS:
        _band(pen)
    for at in range(TASK, TASK + TASK_BYTES * view[TASK_COUNT], TASK_BYTES):
        if view[at] == view[VERDICT_CARD] and not view[GAME]:
            owner = view[at + TASK_OWNER]
    if verdict == SUCCESS and scene.table[T_DONE] == 50:
        pen.say(COMPLETE)
        pen.next_row()
    elif view[GAME] and verdict > GIVEN_UP:
        from firmware.screens.sea import reason

        reason(view, pen)
        pen.next_row()
    elif verdict != SUCCESS or scene.rows >= 5:
        text = VERDICT_TEXT + verdict
        if verdict == SUCCESS and not view[TASK_COUNT]:
            text = DONE_SPECIAL
        pen.say(text, NORMAL, view[VERDICT_SEAT], view[VERDICT_CARD], owner)
        pen.next_row()
    if view[TASK_COUNT]:
        pen.say(TASKS_STATE, DIM, view[TASKS_DONE], view[TASK_COUNT])
        pen.next_row()
    pen.say(ATTEMPT_NUMBER, DIM, scene.table[T_ATTEMPTS] | scene.table[T_ATTEMPTS + 1] << 8)
    pen.next_row()
    _last_trick(view, pen, 3)


def title(scene):
    """Write the screen's title."""
    screen = scene.screen
    if screen == S_CHOOSE and scene.dealing:
        if scene.at == AT_GAME:
            scene.pen.say(MADE + 1 + (scene.table[T_GAME] & 1), BAR)
        elif scene.at == AT_MAKE:
            scene.pen.say(TITLE + S_MAKE, BAR)
        else:
            scene.pen.say(TITLE_CHOICE, BAR, scene.at if scene.at <= LAST_OWN else scene.table[T_MISSION])
        return BAR
    if screen == S_PROPOSAL and scene.question:
        scene.pen.say(SPARE_TITLE, BAR)
        return BAR
    if screen == S_LETTERS and scene.naming:
        scene.pen.say(SPELL_NAME, BAR)
        return BAR
    failed = screen == S_RESULT and scene.view[VERDICT] != SUCCESS
    pair = BAR
    if screen == S_RESULT:
        pair = ALERT if failed else GOOD
    scene.pen.say(TITLE_FAILED if failed else TITLE + screen, pair, scene.table[T_MISSION], scene.view[JARVIS])
    return pair

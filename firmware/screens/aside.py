"""What is looked at outside the trick: the table, its campaigns, a mission's briefing, the log book.

Serves firmware/screens/bodies.py, which loads it when the first of these shows. Every function writes with the scene's pen.
"""

from engine.codes import CHALLENGE, FIRST_OWN, LAST_OWN
from engine.missions import handover_of, limit_of, special_of, tasks_of as tasks_drawn, token_of, tokens_of
from firmware.marks import BAR, BLANK, CURSOR, CUT_MARK, DIM, DONE_MARK, LEFT_MARK, NORMAL, UP_MARK
from firmware.screens.parts import progress, say_roles, token
from firmware.texts import (
    ATTEMPT_NUMBER, AT_GAME, AT_MAKE, CHALLENGE_ON, COMPARE, CREW_DONE, GAME_TEXT, LIMIT, MAKE_TEXT, MAY_HAND_OVER,
    MISSION_DONE, MISSION_OPEN, SEA_DONE, SPECIAL_TEXT, S_CHOOSE, S_LETTERS, S_LOBBY, S_LOG, S_MISSION, TASK_MANY,
    TASK_ONE, TOKENS,
)
from firmware.wire import (
    LOG_ENTRY, LOG_PAGE, OWN_PAGES, T_ATTEMPTS, T_DEALER, T_DONE, T_GAME, T_MISSION, T_OPTIONS, T_PRESENT,
    T_SEATED,
)


def write(scene):
    """Write the body of the screen, where it is no briefing."""
    if scene.screen == S_LOG:
        _log(scene)
    elif scene.screen == S_LETTERS:
        _letters(scene)
    else:
        _lobby(scene)
        if scene.table[T_DONE] or scene.crew[0]:
            _crew(scene)
        if scene.screen == S_LOBBY:
            scene.pen.say(COMPARE, DIM)


def _lobby(scene):
    """Write who sits here, each with the code to be compared, and the option that is set.

    The dealing device has a code for each of the others, a guest its own. Dots until it is there, dim until the key is.
    """
    pen = scene.pen
    table = scene.table
    jarvis = (table[T_OPTIONS] >> 4) - 1
    for seat in range(table[T_SEATED]):
        coded = seat != jarvis and (scene.here >> seat & 1) != scene.dealing
        pen.gap(1, pen.width if scene.rows >= 10 else 12 if coded else 6)
        here = table[T_PRESENT] >> seat & 1
        pen.name(seat, BAR if seat == table[T_DEALER] else NORMAL if here and seat != jarvis else DIM)
        if scene.here >> seat & 1 or not here:
            pen.put(LEFT_MARK if here else CUT_MARK, DIM)
        elif coded:
            pen.put(BLANK)
        if coded:
            pen.digits(scene.codes[seat] - 1, NORMAL if scene.sealed >> seat & 1 else DIM)
    pen.next_row()
    if table[T_OPTIONS] == CHALLENGE:
        pen.say(CHALLENGE_ON)
        pen.next_row()


def _crew(scene):
    """Write the name of the crew and how many missions it has done."""
    pen = scene.pen
    if scene.crew[0]:
        for letter in scene.crew:
            if letter:
                pen.put(letter)
        pen.next_row()
    pen.say(SEA_DONE if scene.table[T_GAME] & 1 else CREW_DONE, NORMAL, scene.table[T_DONE])
    pen.next_row()


def _letters(scene):
    """Write the crew's name with the letter under the cursor in its place."""
    pen = scene.pen
    name = scene.spelled()
    for place in range(len(name)):
        letter = name[place] or BLANK
        if place == scene.card:
            pen.put(scene.at, CURSOR)
        else:
            pen.put(letter)


def _log(scene):
    """Write the entries of the page of the log book that has come: mission, done, attempts, distress."""
    pen = scene.pen
    book = scene.log
    _crew(scene)
    wide = min(pen.width // 3, 8) if pen.width > 16 else 6
    if book[0] > 250:
        return
    for at in range(2, 2 + LOG_ENTRY * book[1], LOG_ENTRY):
        mission = _in_game(scene, book[at])
        if not mission:
            continue
        pen.gap(0, wide)
        start = pen.x
        pen.number(mission, BAR)
        pen.put(DONE_MARK if book[at + 3] & 1 else BLANK)
        pen.number(_attempts(book, at))
        if book[at + 3] & 2:
            pen.put(UP_MARK, DIM)
        pen.x = max(pen.x, start + wide)


def _attempts(book, at):
    """Return the attempts of an entry, the one for distress included."""
    return (book[at + 1] | book[at + 2] << 8) + (book[at + 3] >> 1 & 1)


def _in_game(scene, entry):
    """Return the mission that the number of a log's entry is in the table's game, 0 for one of the other."""
    entry -= 100 * (scene.table[T_GAME] & 1)
    return entry if 0 < entry <= LAST_OWN else 0


def take_page(scene):
    """A page of the log book, or the record of an own mission, has come: note how its missions stand. Return the next page to ask for, or 0."""
    book = scene.log
    tried = scene.tried
    if book[0] >= OWN_PAGES:
        from firmware.screens.making import note

        return note(scene)
    if not book[0]:
        for mission in range(LAST_OWN + 1):
            tried[mission] = 0
    for at in range(2, 2 + LOG_ENTRY * book[1], LOG_ENTRY):
        mission = _in_game(scene, book[at])
        if mission:
            tried[mission] = tried[mission] & 128 | book[at + 3] << 7 & 128 | min(_attempts(book, at), 127)
    return book[0] + 1 if book[1] == LOG_PAGE else OWN_PAGES


def briefing(scene):
    """Write what a mission asks for, in plain words; how it stands; in the attempt who has which role, and how far it is."""
    pen = scene.pen
    table = scene.table
    mission = table[T_MISSION]
    choosing = scene.screen == S_CHOOSE
    if choosing and AT_GAME <= scene.at <= AT_MAKE:
        pen.say(MAKE_TEXT if scene.at == AT_MAKE else GAME_TEXT + 2 * (table[T_GAME] & 1), BAR)
        pen.next_row()
        return pen.say(MAKE_TEXT + 1 if scene.at == AT_MAKE else GAME_TEXT + 1 + 2 * (table[T_GAME] & 1))
    if choosing and scene.at <= LAST_OWN:
        mission = scene.at
        tried = scene.tried[mission]
        if tried:
            pen.say(MISSION_DONE if tried >> 7 else MISSION_OPEN, NORMAL, tried & 127)
            pen.next_row()
    if table[T_GAME] & 1 or mission >= FIRST_OWN:
        from firmware.screens.sea import brief

        brief(scene, mission)
        return _attempt(scene, mission, choosing)
    count = tasks_drawn(mission)
    if count:
        pen.say(TASK_ONE if count == 1 else TASK_MANY, NORMAL, count)
        pen.next_row()
    special = special_of(mission)
    if special:
        pen.say(SPECIAL_TEXT + special)
        pen.next_row()
    for place in range(count):
        code = token_of(tokens_of(mission), place)
        if code:
            token(pen, code)
            following = token_of(tokens_of(mission), place + 1)
            if not following or following >> 4 != code >> 4:
                pen.say(TOKENS + (code >> 4))
                pen.next_row()
    limit = limit_of(mission)
    if limit or not special:
        pen.say(LIMIT + min(limit, 2), NORMAL, limit)
        pen.next_row()
    if handover_of(mission) and table[T_SEATED] == 5:
        pen.say(MAY_HAND_OVER)
        pen.next_row()
    if table[T_OPTIONS] == CHALLENGE:
        pen.say(CHALLENGE_ON)
        pen.next_row()
    return _attempt(scene, mission, choosing)


def _attempt(scene, mission, choosing):
    """Write the number of the attempt, or within one who has which role and how far it is."""
    pen = scene.pen
    table = scene.table
    view = scene.view
    attempt = table[T_ATTEMPTS] | table[T_ATTEMPTS + 1] << 8
    if scene.screen == S_MISSION:
        say_roles(view, pen)
        progress(view, pen)
    elif mission == table[T_MISSION] and attempt > 1 and not (choosing and scene.tried[mission]):
        pen.say(ATTEMPT_NUMBER, NORMAL, attempt)

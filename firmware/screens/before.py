"""The steps before the first trick, for whom is awaited in them: where the cursor may stand, what the keys do, the prompt.

Serves the screens with a hand on them (firmware/screens/stops.py, steps.py, prompt.py), which load it for these steps.
"""

from engine.cards import list_cards
from engine.codes import (
    CHANGE_TOKENS, DISTRESS, GIVE, HAND_OVER, NAME, NOBODY, PASS, PHASE_DISTRESS, PHASE_GIVE, PHASE_HANDOVER, PHASE_NAME, PHASE_PICK,
    PHASE_QUESTION, PHASE_SHARE, PHASE_TOKENS, PICK, SAY, SHARE_OUT, SPECIAL_PARTS,
)
from engine.layout import (
    ASKING, GAME, OWN_HAND, PHASE, SEATS, SIGNAL, SPECIAL, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN,
)
from firmware.marks import BLANK, GOOD, TURN_MARK
from firmware.screens.cards import on_tasks
from firmware.screens.parts import FIRST_SAID, ROLES
from firmware.screens.prompt import show
from firmware.screens.steps import SURE, send, unsure
from firmware.screens.stops import in_two, stops
from firmware.texts import (
    ASK_GIVE, ASK_PICK, ASK_SAID, ASK_SEAT, ASK_SIGNAL, AT_DROP, AT_SAY, AT_SEAT, AT_TASK, GIVE_FOR, GIVE_TO, QUESTION, ROLE_TEXT, SAYS,
    SEA_TAKE, SIGNAL_TEXT, STEP, TAKE_HINT, TASK_FROM, TASK_TO, TOKEN_FROM, TOKEN_TO, YOUR_PICK,
)


def choices(scene, into):
    """Write what this human may choose from in the awaited step; return how many."""
    view = scene.view
    phase = view[PHASE]
    own = scene.hand()
    chosen = scene.chosen
    if phase == PHASE_GIVE:
        return list_cards(own, OWN_HAND, 15, into)
    n = 0
    if phase == PHASE_DISTRESS or not chosen and (phase == PHASE_TOKENS or phase == PHASE_HANDOVER):
        into[n] = AT_DROP
        n += 1
    if phase == PHASE_QUESTION or phase == PHASE_DISTRESS:
        for i in range(3 if phase == PHASE_QUESTION and view[SPECIAL] == SPECIAL_PARTS else 2):
            into[n] = AT_SAY + 1 + i
            n += 1
    elif phase == PHASE_NAME or phase == PHASE_SHARE or phase == PHASE_HANDOVER and chosen:
        from engine.deal import may_name

        for i in range(view[SEATS]):
            if may_name(view, i) if phase == PHASE_NAME else AT_SEAT + i != chosen and (phase == PHASE_SHARE or i != scene.seat):
                into[n] = AT_SEAT + i
                n += 1
    elif view[GAME]:
        from engine.sea_tasks import fitting

        for i in range(view[TASK_COUNT]):
            if view[TASK + TASK_BYTES * i + TASK_OWNER] == NOBODY:
                into[n] = i
                n += 1
        n = fitting(view, into, n)
        for i in range(n):
            into[i] += AT_TASK
    elif on_tasks(phase):
        from engine.joint import sensible

        owner = scene.seat if phase == PHASE_HANDOVER else NOBODY
        first = place_of(view, chosen) << 4
        for i in range(view[TASK_COUNT]):
            at = TASK + TASK_BYTES * i
            if phase != PHASE_TOKENS:
                offered = view[at + TASK_OWNER] == owner
            elif chosen:
                offered = sensible(view, scene.seat, CHANGE_TOKENS, first | i)
            else:
                offered = view[at + TASK_TOKEN]
            if offered:
                into[n] = view[at]
                n += 1
    return n


def place_of(view, at):
    """Return which seat or task a stop is; a task's place from the left."""
    if at >= AT_TASK:
        return at - AT_TASK
    if at >= AT_SEAT:
        return at - AT_SEAT
    place = 0
    while at and view[TASK + TASK_BYTES * place] != at:
        place += 1
    return place


def choose(scene, now):
    """Do what the cursor stands on, or ask for a second press. Return True for a command."""
    view = scene.view
    at = scene.at
    chosen = scene.chosen
    phase = view[PHASE]
    kind = PASS
    argument = 0
    if at == AT_DROP:
        pass
    elif in_two(scene):
        if not chosen:
            scene.chosen = at
            scene.since = now
            stops(scene)
            scene.at = scene.stops[0]
            return False
        kind = SHARE_OUT if phase == PHASE_SHARE else HAND_OVER if phase == PHASE_HANDOVER else CHANGE_TOKENS
        argument = place_of(view, chosen) << 4 | place_of(view, at)
    elif phase == PHASE_QUESTION:
        kind = SAY | SURE
        argument = at - AT_SAY
    elif phase == PHASE_NAME:
        kind = NAME | SURE
        argument = at - AT_SEAT
    elif phase == PHASE_DISTRESS:
        kind = DISTRESS | SURE
        argument = at - AT_SAY - 1
    elif phase == PHASE_GIVE:
        kind = GIVE | SURE
        argument = at
    else:
        kind = PICK | SURE
        argument = place_of(view, at)
    return not unsure(scene, kind, now) and send(scene, kind, argument)


def prompt(scene, pen):
    """Draw the prompt of a step before the first trick, in which this human is awaited: what the key would do, or confirm."""
    view = scene.view
    at = scene.at
    phase = view[PHASE]
    chosen = scene.chosen
    if phase == PHASE_PICK:
        if not chosen or not view[GAME]:
            return show(scene, ASK_PICK, GOOD, chosen) if chosen else show(scene, YOUR_PICK, GOOD, 0, 0, TAKE_HINT)
    role = ROLES[view[SPECIAL]]
    task = view[TASK + TASK_BYTES * view[ASKING]]
    y = scene.rows - 1
    columns = scene.columns
    pen.grid.fill(0, y, columns, BLANK, GOOD)
    pen.field(0, y, columns)
    room = columns - 10  # beside the question
    asks = chosen and phase != PHASE_TOKENS and phase != PHASE_HANDOVER and phase != PHASE_SHARE
    if not asks:
        pen.put(TURN_MARK, GOOD)
    seats = view[SEATS]
    a = at - AT_SEAT if AT_SEAT <= at else at
    b = task
    c = 0
    if phase == PHASE_PICK:
        from firmware.screens.sea import ask

        if columns > 20:
            pen.say(SEA_TAKE, GOOD)
        ask(view, pen, at - AT_TASK, GOOD)
        return pen.say(ASK_SAID, GOOD)
    if phase == PHASE_QUESTION:
        said = SAYS + FIRST_SAID[role] + at - AT_SAY - 1
        if not asks:
            pen.width -= columns // 3
            pen.say(QUESTION + role, GOOD, 0, task)
            pen.width = columns
            return pen.say(said, GOOD)
        if columns > 20:
            pen.width = room - columns // 3
            pen.say(QUESTION + role, GOOD, 0, task)
        pen.width = max(room, 4)
        pen.say(said, GOOD)
        pen.width = columns
        return pen.say(ASK_SAID, GOOD)
    if phase == PHASE_NAME:
        text = ROLE_TEXT + role
        if asks and columns > 20:
            pen.width = room
            pen.say(text, GOOD, a)
            pen.width = columns
            return pen.say(ASK_SAID, GOOD)
        if asks:
            text = ASK_SEAT
    elif phase == PHASE_SHARE:
        text = ROLE_TEXT + role + (chosen > 0)
    elif at == AT_DROP:
        text = STEP + phase - PHASE_TOKENS
    elif phase == PHASE_DISTRESS:
        text = (ASK_SIGNAL if asks else SIGNAL_TEXT) + at - AT_SAY - 1
        a = (scene.seat + (1 if at == AT_SAY + 1 else seats - 1)) % seats
    elif phase == PHASE_GIVE:
        whose = scene.whose()
        b = (whose + (1 if view[SIGNAL] == 1 else seats - 1)) % seats
        c = whose
        text = ASK_GIVE if asks else GIVE_TO if whose == scene.seat else GIVE_FOR
    elif phase == PHASE_TOKENS:
        text = TOKEN_TO if chosen else TOKEN_FROM
        if chosen:
            a = chosen
            b = at
    else:
        text = TASK_TO if chosen else TASK_FROM
        if chosen:
            b = a
            a = chosen
    pen.say(text, GOOD, a, b, c)
    at = columns - pen.width_of(TAKE_HINT)
    if not asks and columns > 25 and pen.x < at:
        pen.x = at
        pen.say(TAKE_HINT, GOOD)
    return None

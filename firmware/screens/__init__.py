"""What the player sees and presses: ``draw(scene, grid, now)``, ``key(scene, key, now)``, ``arrived(scene, now)``.

A screen is a function of the scene (firmware/scene.py): drawing twice gives equal cells. Serves the loop
(firmware/app.py). Screens know neither pins nor pixels, open no link and keep no state of their own.
"""

from engine.codes import (
    ANSWER, EITHER, GIVE_UP, NO, NOBODY, PHASE_END, PHASE_PICK, PHASE_RADIO, PHASE_TASKS, PICK, PLAY, RADIO_ASK,
    RADIO_DROP, RADIO_SHOW, REFUSE_TURN, TAKE_BACK, WITHDRAW, YES,
)
from engine.layout import OWN_HELD, PHASE, PROPOSER, RADIO, SHOWN, TASK, TASKS_DONE, TASK_BYTES, TASK_COUNT, TURN
from engine.missions import playable
from firmware.clock import since
from firmware.screens import cards, lists, prompt
from firmware.texts import (
    AT_DROP, AT_MENU, AT_NOTHING, A_COVER, COVERED, S_ALONE, S_BRIEFING, S_CHOOSE, S_HAND, S_HELP, S_LAST, S_MENU,
    S_NOTICE, S_OUTCOME, S_PICK, S_PROPOSAL, S_RADIOS, S_RESULT, S_SWAP, S_TASKS, S_TRICK,
)
from firmware.wire import (
    BE_DEALER, BE_GUEST, CHOOSE, DEAL_CARDS, KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_PREVIOUS, KEY_UP,
    SEAT_SWAP, STAGE_ATTEMPT, TO_CHOOSE, TO_LOBBY, T_DEALER, T_MISSION, T_NOTICE, T_STAGE,
)

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_FADE = const(4000)  # a refusal, milliseconds
_POP = const(5000)  # a page that came up by itself
_COVER = const(180000)  # a hand that nobody has touched

_SURE = const(0x80)  # added to a kind: to be confirmed
# By action: kind and argument of its command; kind 0 shows the screen in the argument.
_ACTIONS = bytes(
    (
        BE_DEALER, 0, TO_CHOOSE, 0, 0, S_SWAP, BE_GUEST | _SURE, 0, DEAL_CARDS, 0, DEAL_CARDS | _SURE, 0, TO_CHOOSE, 0, TO_CHOOSE, 0,
        TO_LOBBY | _SURE, 0, ANSWER | _SURE, YES, ANSWER | _SURE, NO, ANSWER | _SURE, EITHER, WITHDRAW, 0, RADIO_ASK, 0, RADIO_DROP, 0,
        0, S_TASKS, 0, S_RADIOS, 0, S_LAST, 0, S_HAND, TAKE_BACK | _SURE, 0, GIVE_UP | _SURE, 0, 0, 0, 0, S_HELP, 0, 0,
    )
)  # fmt: skip


def draw(scene, grid, now):
    """Draw if anything may look different from the last time. Return whether it was drawn; if not, nothing is allocated."""
    if scene.columns != grid.columns or scene.rows != grid.rows:
        scene.columns = grid.columns
        scene.rows = grid.rows
        scene.fresh = True
    if scene.refused and since(now, scene.refused_since) >= _FADE:
        scene.refused = 0
        scene.fresh = True
    if scene.popped and since(now, scene.since) >= _POP:
        _go(scene, scene.base, now)
    if not scene.covered and scene.own[OWN_HELD] and scene.base < S_RESULT and since(now, scene.touched) >= _COVER:
        scene.covered = scene.fresh = True
    if not scene.fresh:
        return False
    scene.fresh = False
    paint(scene, grid)
    return True


def paint(scene, grid):
    """Write every cell of the grid as the scene has it."""
    scene.pen.grid = grid
    grid.clear()
    if scene.covered:
        scene.pen.field(0, 0, grid.columns, grid.rows - 1)
        scene.pen.say(COVERED)
        prompt.covered(scene)
    elif scene.screen == S_PICK or scene.screen == S_TRICK:
        cards.draw(scene, grid)
        prompt.draw(scene, 0)
    else:
        prompt.draw(scene, lists.draw(scene, grid))


# --- views ---------------------------------------------------------------------------------------------------------------


def arrived(scene, now):
    """The newest view, private part, names, link state or answer to a command has come: show what must be shown.

    The cursor stays on its card, task or entry as long as that may be chosen.
    """
    scene.fresh = True
    view = scene.view
    seen = scene.seen
    base = _base(scene)
    old = scene.base
    if base != old:
        scene.base = base
        if old == S_PROPOSAL and base != S_RESULT and base > S_BRIEFING:
            _go(scene, S_OUTCOME, now)
            scene.popped = True
        elif scene.screen == old or base > S_TRICK or base < S_PICK:
            _go(scene, base, now)
    notice = scene.table[T_NOTICE]
    if notice and notice != seen[0]:
        _go(scene, S_NOTICE, now)
    radios = 0
    for seat in range(5):
        if seat != scene.seat:
            radios += view[RADIO + seat] + view[SHOWN + seat]
    radios &= 255
    if scene.rows < 5 and scene.screen == S_TRICK == old and not scene.chosen:
        if view[TASKS_DONE] > seen[1]:
            _go(scene, S_TASKS, now)
            scene.popped = True
        elif radios != seen[2]:
            _go(scene, S_RADIOS, now)
            scene.popped = True
    awaited = view[TURN] == scene.seat and view[PROPOSER] == NOBODY
    turn = awaited and (seen[3] != view[PHASE] or not seen[4])
    seen[0] = notice
    seen[1] = view[TASKS_DONE]
    seen[2] = radios
    seen[3] = view[PHASE]
    seen[4] = awaited
    _keep(scene, turn)


def _base(scene):
    """Return the screen that the newest view asks for. The stages before an attempt have the numbers of their screens."""
    stage = scene.table[T_STAGE]
    phase = scene.view[PHASE]
    if scene.seat > 4:
        return S_ALONE
    if stage < STAGE_ATTEMPT:
        return stage
    if phase < PHASE_TASKS:
        return S_PICK
    if phase == PHASE_END:
        return S_RESULT
    if scene.view[PROPOSER] != NOBODY:
        return S_PROPOSAL
    return S_PICK if phase <= PHASE_PICK else S_TRICK


def _keep(scene, turn):
    """Keep the cursor where it is, or put it where it may be; ``turn`` tells that it has just become my turn."""
    stops = scene.stops
    if scene.screen != S_PICK and scene.screen != S_TRICK:
        if scene.screen == S_CHOOSE:
            return
        # A list may have changed: find the entry again, else leave it for the last one, which does nothing.
        packed = lists.plan(scene)
        pages = packed >> 16
        n = packed & 255
        if scene.entry and scene.screen != S_SWAP:
            for i in range(n):
                if stops[i] + 1 == scene.entry:
                    if scene.cursor != pages + i:
                        scene.cursor = pages + i
                        scene.chosen = 0
                    return
            scene.chosen = 0
            scene.cursor = max(pages + n - 1, 0) if scene.screen == S_MENU else 0
        elif scene.cursor > pages + n:
            scene.cursor = 0
        _note(scene)
        return
    n = cards.choices(scene, stops)
    at = scene.at
    if turn and (at == AT_MENU or at == AT_NOTHING):
        at = stops[0]
    best = stops[n - 1] if stops[n - 1] == AT_NOTHING else stops[0]
    for i in range(n):
        if stops[i] == at:
            best = at
    if best != at and at < AT_DROP:
        for i in range(n - 1, -1, -1):
            if at < stops[i] < AT_DROP:
                best = stops[i]
    scene.at = best
    if scene.chosen != best or not scene.seen[4]:
        scene.chosen = 0


def _go(scene, screen, now):
    """Show a screen from its beginning."""
    scene.screen = screen
    scene.cursor = scene.chosen = scene.entry = 0
    scene.popped = False
    scene.since = now
    scene.fresh = True
    if screen == S_CHOOSE:
        scene.at = scene.table[T_MISSION]
    elif screen == S_PICK or screen == S_TRICK:
        _keep(scene, scene.seen[4])
    else:
        _note(scene)


def _note(scene):
    """Note the action under the cursor of a list (+ 1), to find it again; 0 for none."""
    packed = lists.plan(scene)
    at = scene.cursor - (packed >> 16)
    scene.entry = scene.stops[at] + 1 if 0 <= at < packed & 255 else 0


# --- keys -----------------------------------------------------------------------------------------------------------------


def key(scene, key, now):
    """A key (KEY_...) moves the cursor or the page, or returns True with ``scene.command`` to be sent."""
    scene.fresh = True
    scene.touched = now
    scene.refused = 0
    screen = scene.screen
    if scene.covered:
        scene.covered = False
        scene.since = now
    elif screen >= S_OUTCOME or scene.popped:
        _go(scene, scene.base, now)
    elif key == KEY_MENU:
        _go(scene, scene.base if screen == S_MENU else S_MENU, now)
    elif screen == S_PICK or screen == S_TRICK:
        return _card_key(scene, key, now)
    elif S_TASKS <= screen <= S_HELP:
        _page_key(scene, key, now)
    elif screen == S_CHOOSE and scene.seat == scene.table[T_DEALER]:
        return _mission_key(scene, key, now)
    else:
        return _list_key(scene, key, now)
    return False


def _first_page(scene):
    """Return the page one key away from the game: tasks, or where they are always in sight the last trick."""
    return S_TASKS if scene.columns < 26 or scene.rows < 10 or scene.base == S_RESULT else S_LAST


def _page_key(scene, key, now):
    """On a page: on and back through its rows, then to the next page of the ring, at the end back to the game."""
    screen = scene.screen
    if key == KEY_CHOOSE or key == KEY_BACK:
        return _go(scene, scene.base, now)
    forward = key == KEY_NEXT or key == KEY_DOWN
    cursor = scene.cursor + (1 if forward else -1)
    if 0 <= cursor < max(lists.plan(scene) >> 16, 1):
        scene.cursor = cursor
        return None
    last = S_HAND if scene.rows < 5 else S_LAST
    screen += 1 if forward else -1
    if not _first_page(scene) <= screen <= last or scene.screen == S_HELP:
        screen = scene.base
    return _go(scene, screen, now)


def _card_key(scene, key, now):
    """On a card screen: step through the cards, choose one, confirm it."""
    view = scene.view
    stops = scene.stops
    n = cards.choices(scene, stops)
    at = scene.at
    if scene.base == S_PROPOSAL and (key == KEY_CHOOSE or key == KEY_BACK):
        _go(scene, S_PROPOSAL, now)
    elif key == KEY_NEXT or key == KEY_PREVIOUS:
        i = n - 1
        while i and stops[i] != at:
            i -= 1
        scene.at = stops[(i + 1 if key == KEY_NEXT else i + n - 1) % n]
        scene.chosen = 0
    elif key == KEY_BACK and scene.chosen:
        scene.chosen = 0
    elif key != KEY_CHOOSE:
        _go(scene, (S_HAND if scene.rows < 5 else S_LAST) if key == KEY_UP else _first_page(scene), now)
    elif at == AT_MENU or at == AT_NOTHING:
        _go(scene, S_MENU, now)
    elif stops[n - 1] == AT_NOTHING:
        scene.refused = REFUSE_TURN
        scene.refused_since = now
    elif scene.chosen != at:
        scene.chosen = at
        scene.since = now
    elif at == AT_DROP:
        return _send(scene, RADIO_DROP, 0)
    elif view[PHASE] == PHASE_PICK:
        for place in range(view[TASK_COUNT]):
            if view[TASK + TASK_BYTES * place] == at:
                return _send(scene, PICK, place)
    else:
        return _send(scene, RADIO_SHOW if view[PHASE] == PHASE_RADIO else PLAY, at)
    return False


def _mission_key(scene, key, now):
    """Choosing a mission: only those that these rules play, then the menu."""
    at = scene.at
    if key == KEY_CHOOSE and at != AT_MENU:
        return _send(scene, CHOOSE, at)
    if key == KEY_CHOOSE or key == KEY_BACK:
        _go(scene, S_MENU, now)
        return False
    step = 1 if key == KEY_NEXT or key == KEY_DOWN else 50
    at = 0 if at == AT_MENU else at
    while True:
        at = (at + step) % 51
        if not at or playable(at):
            break
    scene.at = at or AT_MENU
    return False


def _list_key(scene, key, now):
    """On a list: step through its pages, actions and the menu, and do what is chosen."""
    packed = lists.plan(scene)
    pages = packed >> 16
    n = packed & 255
    screen = scene.screen
    stops = n if screen >= S_MENU else max(pages + n, 1) + 1
    at = scene.cursor - pages
    if key == KEY_CHOOSE and at >= 0:
        if screen == S_SWAP:
            return _swap(scene, at, now)
        if at < n:
            return _act(scene, scene.stops[at], now)
        _go(scene, S_MENU, now)
    elif key == KEY_BACK:
        if scene.chosen:
            scene.chosen = 0
        elif screen == S_PROPOSAL:
            _go(scene, S_PICK if scene.view[PHASE] <= PHASE_PICK else S_TRICK, now)
        elif screen == S_RESULT:
            _go(scene, S_TASKS, now)
        else:
            _go(scene, scene.base if screen >= S_MENU else S_MENU, now)
    else:
        scene.cursor = (scene.cursor + (stops - 1 if key == KEY_PREVIOUS or key == KEY_UP else 1)) % stops
        if screen != S_SWAP:
            scene.chosen = 0
        _note(scene)
    return False


def _act(scene, action, now):
    """Do an action of a list; one that cannot be undone only when it is chosen for the second time."""
    kind = _ACTIONS[2 * action]
    argument = _ACTIONS[2 * action + 1]
    if kind & _SURE and scene.chosen != scene.cursor + 1:
        scene.chosen = scene.cursor + 1
        scene.since = now
        return False
    if not kind:
        scene.covered = action == A_COVER
        _go(scene, argument or scene.base, now)
        return False
    if scene.screen == S_MENU:
        _go(scene, scene.base, now)
    return _send(scene, kind & ~_SURE, argument)


def _swap(scene, seat, now):
    """Choose a first seat, then the one to swap it with."""
    chosen = scene.chosen
    if not chosen:
        scene.chosen = seat + 1
        return False
    _go(scene, scene.base, now)
    return seat + 1 != chosen and _send(scene, SEAT_SWAP, chosen - 1 << 4 | seat)


def _send(scene, kind, argument):
    """Hand over a command, unless one is on its way already."""
    scene.chosen = 0
    scene.command[0] = kind
    scene.command[1] = argument
    return not scene.pending

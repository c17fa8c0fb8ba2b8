"""What the player sees and presses: ``due`` and ``paint(scene, grid)``, ``key(scene, key, now)``, ``arrived(scene, now)``.

A screen is a function of the scene (firmware/scene.py): drawing twice gives equal cells. Serves the loop
(firmware/app.py). Screens know neither pins nor pixels, open no link and keep no state of their own.
"""

from engine.cards import AT, BIT, suits_held
from engine.codes import FIRST_OWN, NOBODY, PHASE_DISTRESS, PHASE_END, PHASE_HANDOVER, PHASE_RADIO, PHASE_TOKENS
from engine.layout import (
    GAME, JARVIS, OPEN_CARDS, OWN_DRAW_GOT, OWN_GOT, OWN_HAND, OWN_HELD, PHASE, PROGRESS, PROPOSER, RADIO, ROLE, SHOWN, TASKS_DONE,
)
from firmware.clock import since
from firmware.late import forget
from firmware.marks import DEEP_MARK, DIM, SUIT_MARK
from firmware.screens import cards, prompt
from firmware.screens.steps import go, key, settle, stops  # noqa: F401 - key is for the loop
from firmware.texts import (
    AT_MENU, AT_NOTHING, COVERED, S_ALONE, S_BRIEFING, S_CHOOSE, S_GOT, S_MAKE, S_NOTICE, S_OUTCOME, S_PICK, S_PROPOSAL, S_RADIOS,
    S_RESULT, S_TASKS, S_TRICK, Q_CODE, Q_CONSENT, Q_KEY, Q_NONE, Q_SEAT,
)
from firmware.wire import LINK_NO_DEALER, OWN_PAGES, REFUSE_HASTE, STAGE_ATTEMPT, STAGE_LOBBY, T_GAME, T_MISSION, T_NOTICE, T_STAGE

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_FADE = const(4000)  # a refusal, milliseconds
_HASTE = const(1000)  # that of a hasty press, which hides what it would have chosen
_POP = const(5000)  # a page that came up by itself
_COVER = const(180000)  # a hand that nobody has touched


def due(scene, grid, now):
    """Return whether anything may look different from the last time, the cursor settled for it; if not, nothing is allocated."""
    if scene.columns != grid.columns or scene.rows != grid.rows:
        scene.columns = grid.columns
        scene.rows = grid.rows
        go(scene, scene.base, now)
    if scene.refused and since(now, scene.refused_since) >= (_HASTE if scene.refused == REFUSE_HASTE else _FADE):
        scene.refused = 0
        scene.fresh = True
    if scene.popped and since(now, scene.since) >= _POP:
        go(scene, scene.base, now)
    if not scene.covered and scene.own[OWN_HELD] and scene.base < S_RESULT and since(now, scene.touched) >= _COVER:
        scene.covered = scene.fresh = True
    if not scene.fresh:
        return False
    settle(scene)
    scene.fresh = False
    return True


def paint(scene, grid):
    """Write every cell of the grid as the scene has it; its cursor is settled."""
    scene.pen.grid = grid
    scene.pen.suits = DEEP_MARK if scene.table[T_GAME] & 1 else SUIT_MARK
    grid.clear()
    grid.headline = not scene.hides() and (scene.screen == S_RESULT or scene.screen == S_BRIEFING)
    if scene.hides():
        scene.pen.field(0, 0, grid.columns)
        scene.pen.say(COVERED)
    elif scene.on_cards():
        cards.draw(scene, grid)
        if scene.passing:
            scene.pen.field(0, grid.rows - 2, grid.columns)
            scene.pen.say(COVERED, DIM)
    else:
        from firmware.screens.lists import draw

        draw(scene, grid, stops(scene))
    prompt.draw(scene)


def tell(scene, notice, now):
    """Show a notice (NOTICE_...) that concerns this device alone."""
    go(scene, S_NOTICE, now)
    scene.notice = notice


def arrived(scene, now):
    """The newest view, private part, names, link state or answer to a command has come: show what must be shown.

    The cursor stays on its card, task or entry as long as that may be chosen. Return whether there is something that this
    human should see: another step of the table, a turn of his own, what came up by itself.
    """
    scene.fresh = True
    view = scene.view
    seen = scene.seen
    if view[JARVIS] != NOBODY:
        _open_cards(scene)
    asked = scene.question
    question = scene.question = _question(scene)
    base = _base(scene)
    old = scene.base
    scene.base = base
    calls = base != old or question != asked
    if calls:
        forget(view[GAME])
        if old == S_PROPOSAL and not asked and S_BRIEFING < base < S_RESULT:
            go(scene, S_OUTCOME, now)
            scene.popped = True
        elif scene.screen == old or base > S_TRICK or base < S_PICK:
            go(scene, base, now)
    notice = scene.table[T_NOTICE]
    if notice and notice != seen[0]:
        tell(scene, notice, now)
        calls = True
    radios = 0
    for seat in range(5):
        if seat != scene.seat:
            radios += view[RADIO + seat] + view[SHOWN + seat]
    radios &= 255
    done = view[TASKS_DONE] + view[PROGRESS] + view[ROLE] + 1 & 255
    if scene.rows < 5 and scene.screen == S_TRICK == old and not scene.chosen:
        # What is never in sight on the smallest display comes up when it changes.
        if done and done != seen[1] or radios != seen[2]:
            go(scene, S_TASKS if done != seen[1] else S_RADIOS, now)
            scene.popped = True
    got = scene.own[OWN_GOT] + scene.own[OWN_DRAW_GOT]
    if got and got != seen[5] and base == S_TRICK:
        go(scene, S_GOT, now)
        scene.popped = True
    turn = scene.mine()
    calls = calls or scene.popped or turn and not seen[4] or scene.refused > 0
    phase = view[PHASE]
    if phase >= PHASE_RADIO and scene.on_cards():
        forget(view[GAME])  # whatever somebody's last command brought along
    if scene.on_cards() and turn and (seen[3] != phase or not seen[4]):
        # An optional step is passed with one key: it never begins on something else.
        if scene.at == AT_MENU or phase == PHASE_TOKENS or phase == PHASE_HANDOVER or phase == PHASE_DISTRESS:
            scene.at = AT_NOTHING
    suits = DEEP_MARK if scene.table[T_GAME] & 1 else SUIT_MARK
    if scene.pen.suits != suits:
        scene.pen.suits = suits
        if scene.screen == S_CHOOSE:
            go(scene, S_CHOOSE, now)
    if scene.screen == S_CHOOSE and scene.log[0] == seen[6]:
        from firmware.screens.aside import take_page

        seen[6] = take_page(scene) or 255
        scene.wanted = seen[6]
    elif scene.screen == S_MAKE:
        from firmware.screens.making import arrived as kept

        kept(scene)
    elif base == S_BRIEFING and scene.table[T_MISSION] >= FIRST_OWN and scene.log[0] != OWN_PAGES + scene.table[T_MISSION] - FIRST_OWN:
        scene.wanted = OWN_PAGES + scene.table[T_MISSION] - FIRST_OWN
    seen[0] = notice
    seen[1] = done
    seen[2] = radios
    seen[3] = phase
    seen[4] = turn
    seen[5] = got
    return calls


def _question(scene):
    """Return what is asked of this human about a seat that goes over to a spare device, Q_NONE for nothing."""
    if scene.table[T_STAGE] <= STAGE_LOBBY:
        return Q_NONE
    if scene.seat > 4:
        return Q_SEAT if scene.link != LINK_NO_DEALER else Q_NONE
    if scene.doubted < 5:
        return Q_CODE
    if scene.keyless:
        return Q_KEY
    return Q_CONSENT if scene.asks(scene.seat) else Q_NONE


def _base(scene):
    """Return the screen that the newest view asks for. The stages before an attempt have the numbers of their screens."""
    stage = scene.table[T_STAGE]
    phase = scene.view[PHASE]
    if scene.seat > 4:
        return S_ALONE
    if scene.question:
        return S_PROPOSAL
    if stage < STAGE_ATTEMPT:
        return stage
    if phase == PHASE_END:
        return S_RESULT
    if scene.view[PROPOSER] != NOBODY:
        return S_PROPOSAL
    return S_PICK if phase <= PHASE_DISTRESS else S_TRICK


def _open_cards(scene):
    """Lay JARVIS's open cards out as a hand."""
    cards = scene.open
    for i in range(len(cards)):
        cards[i] = 0
    for place in range(OPEN_CARDS, OPEN_CARDS + 7):
        card = scene.view[place]
        cards[OWN_HAND + AT[card]] |= BIT[card]
    cards[OWN_HELD] = suits_held(cards, OWN_HAND)

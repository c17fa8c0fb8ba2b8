"""The screens that tests/goldens holds as text, a file a screen and size.

Each is a table that real play has brought somewhere, and the seat to look at. After a wanted change look at the
differences, then write the files anew: python -m tests.golden_screens
"""

import functools
import pathlib

from engine import codes
from engine.layout import COMMANDER, LEFT, TASK, TASK_OWNER, TURN, VERDICT
from firmware.screens.steps import go
from firmware.texts import AT_MENU, AT_SAY, AT_SEAT, S_CREW, S_HERE, S_JARVIS, S_LETTERS, S_LOG, S_MISSION, S_SWAP, S_TASKS
from firmware.wire import (
    CHOOSE, KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_PREVIOUS, LINK_FULL, LINK_SILENT, NOTICE_RESUMED,
    SET_CHALLENGE, STAGE_ALONE, T_NOTICE, T_PRESENT, T_STAGE, TO_CHOOSE,
)
from host_tools.rehearsal import NAMES, Rehearsal
from tests import golden_sea, golden_spare
from tests.screen_kit import LONG_NAMES, SIZES, Played, dealer, text

GOLDENS = pathlib.Path(__file__).parent / "goldens"


def _alone(size, link=0):
    table = Rehearsal(3, size, NAMES, dealer(1))
    table.table[T_STAGE] = STAGE_ALONE
    table.scenes[0].seat = 255
    table.scenes[0].link = link
    table.publish()
    return table, 0


def _lobby(size, seats=5, names=LONG_NAMES):
    return Rehearsal(seats, size, names, dealer(1))


def _away(size):
    table = _lobby(size, 3)
    table.table[T_PRESENT] = 0b101
    table.publish()
    return table, 2


def _swap(size):
    table = _lobby(size, 3)
    table.scenes[0].screen = S_SWAP
    table.publish()
    return table.keys(0, KEY_NEXT, KEY_CHOOSE, KEY_NEXT), 0


def _choose(size, *keys):
    table = _lobby(size)
    table.next_mission = 28
    table.command(0, TO_CHOOSE, 0)
    return table.keys(0, *keys), 0


def _briefing(size, mission, seat, *keys):
    table = _lobby(size, 4)
    table.attempts[mission] = 2
    table.command(0, TO_CHOOSE, 0)
    table.command(0, CHOOSE, mission)
    return table.keys(seat, *keys), seat


def _fullest(size, seats):
    """Mission 49 with ten tasks: before the pick."""
    return Played(49, seats, size, attempts=11)


def _picking(size, seats, *keys):
    table = _fullest(size, seats)
    return table.keys(table.turn, *keys), table.turn


def _full_trick(size, seats, *keys):
    """Mission 49, all radios shown, a card lying, the next seat with the most cards is to play."""
    table = _fullest(size, seats).radio().play(1 if seats > 3 else 2).calm()
    return table.keys(table.turn, *keys), table.turn


def _fourteen(size):
    """Three seats, and the one with fourteen cards has all its tasks and the lead."""
    table = found(
        "fourteen cards",
        lambda seed: Played(49, 3, size, seed=seed, attempts=11).radio().calm(),
        lambda table: table.attempt.state[LEFT + table.turn] == 14,
    )
    return table, table.turn


def _radio(size, mission, *keys):
    table = Played(mission, 4, size, names=NAMES).ask()
    return table.keys(table.turn, *keys), table.turn


def _first(size, cards=2):
    """Mission 1: it must look calm."""
    table = Played(1, 4, size, names=NAMES).pick().play(cards).calm()
    return table, table.turn


def _first_keys(size, *keys):
    table, seat = _first(size)
    return table.keys(seat, *keys), seat


_seeds = {}  # by what was looked for: the first seed that gave it


def found(key, play, right):
    """Return the table that ``play(seed)`` makes by the first seed for which it is ``right``."""
    for seed in (_seeds[key],) if key in _seeds else range(1, 400):
        table = play(seed)
        if right(table):
            _seeds[key] = seed
            return table
    raise AssertionError("random play never came to: %s" % (key,))


def _alive(size, mission, seats, cards):
    """All radios shown and so many cards played without a verdict."""
    return found(
        (mission, seats, cards),
        lambda seed: Played(mission, seats, size, seed=seed).radio().play(cards).calm(),
        lambda table: table.phase == codes.PHASE_TRICK,
    )


def _between(size):
    """A trick is over, its winner has not yet led."""
    table = _alive(size, 10, 4, 8)
    return table, table.turn


def _proposal(size, who, *keys):
    """The last player wants its card back."""
    table = Played(4, 4, size, names=NAMES, seed=2).pick().play(2).calm()
    by = (table.turn + 3) % 4
    assert not table.command(by, codes.TAKE_BACK, 0)
    seat = by if who == "mine" else table.turn
    return table.keys(seat, *keys), seat


def _outcome(size):
    table, seat = _proposal(size, "theirs")
    for other in range(4):
        if other != (seat + 3) % 4:
            assert not table.command(other, codes.ANSWER, codes.NO if other == seat else codes.YES)
    return table, seat


def _ended(size, mission, seats, verdict, seat=0):
    """Random play that ends in this verdict."""
    return found(
        (mission, seats, verdict),
        lambda seed: Played(mission, seats, size, names=NAMES, seed=seed).pick().play(99),
        lambda table: table.attempt.state[VERDICT] == verdict,
    ), seat


def _given_up(size):
    table = Played(4, 3, size, names=NAMES).pick().play(4)
    table.command(1, codes.GIVE_UP, 0)
    for seat in (0, 2):
        table.command(seat, codes.ANSWER, codes.EITHER)
    return table, 1


def _refused(size):
    table, seat = _first(size)
    table.command(seat, codes.PLAY, 0x44 if 0x44 not in table.legal() else 0x39)
    return table, seat


def _silent(size):
    """Nothing comes over the cable to somebody: said to whoever waits."""
    table, seat = _first(size)
    waiting = (seat + 1) % 4
    for each in (seat, waiting):
        table.scenes[each].link = LINK_SILENT
        table.scenes[each].link_seat = (seat + 2) % 4
    table.publish()
    return table, waiting


def _silent_mine(size):
    """The same, to whoever may play all the same."""
    table, waiting = _silent(size)
    return table, (waiting + 3) % 4


def _notice(size):
    table, seat = _first(size)
    table.table[T_NOTICE] = NOTICE_RESUMED
    table.publish()
    return table, seat


def _covered(size):
    table, seat = _first(size)
    table.scenes[seat].covered = True
    return table, seat


def _page(size, pages):
    table = _alive(size, 22, 5, 7)
    return table.keys(table.turn, *[KEY_DOWN] * pages), table.turn


def _help(size):
    table, seat = _first(size)
    return table.keys(seat, KEY_MENU, KEY_PREVIOUS, KEY_PREVIOUS, KEY_CHOOSE), seat


# --- the whole rule book -------------------------------------------------------------------------------------------------


def _at(size, mission, phase, *choices, seats=4, jarvis=None, look=None, seed=1, names=LONG_NAMES):
    """An attempt that has come to ``phase``; the awaited seat has its cursor on the first choice, takes it, then on the next ..."""
    table = Played(mission, seats, size, seed, names, 0, jarvis).forward(phase)
    assert table.phase == phase
    seat = table.turn
    for i, stop in enumerate(choices):
        if i:
            table.key(seat, KEY_CHOOSE)
        for _ in range(30):
            if stop and table.scenes[seat].at != stop:
                table.key(seat, KEY_NEXT)
        assert not stop or table.scenes[seat].at == stop
    return table, seat if look is None else (seat + look) % seats


def _said(size, mission, phase, answers, *choices, **more):
    """As ``_at``, and so many have answered or passed, or given, before."""
    table, _ = _at(size, mission, phase, **more)
    for _ in range(answers):
        kind, argument = {
            codes.PHASE_QUESTION: (codes.SAY, 1 + table.some.randrange(2)),
            codes.PHASE_DISTRESS: (codes.PASS, 0),
            codes.PHASE_GIVE: (codes.GIVE, (table.legal() or [0])[0]),
        }[phase]
        assert not table.command(table.turn, kind, argument)
    seat = table.turn
    for stop in choices:
        for _ in range(30):
            if table.scenes[seat].at != stop:
                table.key(seat, KEY_NEXT)
    return table, seat


def _proposed(size, mission, phase, kind, argument, seats=5, look=1, jarvis=None):
    table, seat = _at(size, mission, phase, seats=seats, jarvis=jarvis)
    assert not table.command(seat, kind, argument)
    looks = (seat + look) % seats
    return table, looks + (looks == jarvis)


def _signalled(size, seats=4, jarvis=None, gave=0):
    table, seat = _at(size, 10, codes.PHASE_DISTRESS, seats=seats, jarvis=jarvis)
    table.agree(seat, codes.DISTRESS, 1)
    for _ in range(gave):
        giver = table.attempt.state[COMMANDER] if table.turn == table.attempt.state[COMMANDER] else table.turn
        assert not table.command(giver, codes.GIVE, table.legal(giver)[0])
    table.calm()
    return table, table.turn


def _given(size):
    table, _ = _signalled(size, gave=3)
    assert not table.command(table.turn, codes.GIVE, table.legal()[0])
    return table, 1


def _drawn(size):
    table = Played(12, 4, size, 3, NAMES).pick().play(4)
    return table, 2


def _with_jarvis(size, mission, cards, mine, jarvis=1):
    """Two humans: a trick in which it is JARVIS's turn, seen by the commander, or by the other one."""
    table = found(
        ("jarvis", mission, cards),
        lambda seed: Played(mission, 3, size, seed, NAMES, 0, jarvis).pick().play(cards).calm(),
        lambda table: table.phase == codes.PHASE_TRICK and table.attempt.state[TURN] == (codes.FOR_JARVIS | jarvis),
    )
    return table, table.turn if mine else 2 - table.turn


def _tokens_to(size, *keys):
    table, seat = _at(size, 40, TOKENS)
    return table.keys(seat, *keys), seat


def _pick_for_jarvis(size):
    table = Played(49, 3, size, 2, NAMES, 0, 1).forward(codes.PHASE_PICK)
    while table.attempt.state[TURN] != (codes.FOR_JARVIS | 1):
        assert not table.command(table.turn, codes.PICK, table.legal()[0])
    return table.keys(table.turn, KEY_NEXT), table.turn


def _handover(size):
    table, seat = _at(size, 49, HANDOVER, seats=5)
    st = table.attempt.state
    place = next(place for place in range(10) if st[TASK + 3 * place + TASK_OWNER] == seat)
    assert not table.command(seat, codes.HAND_OVER, place << 4 | (seat + 2) % 5)
    return table, (seat + 1) % 5


def _menu(size):
    table, seat = _said(size, 10, SIGNAL, 0, AT_MENU)
    return table.keys(seat, KEY_CHOOSE), seat


def shown(size, screen, table, seat):
    """A page that is opened, whatever key opens it."""
    go(table.scenes[seat], screen, table.now)
    table.draw()
    return table, seat


def _book(size):
    table = _lobby(size, 4, NAMES)
    table.log.rename(b"ORION")
    for mission in range(1, 25):
        for attempt in range(mission * 7 % 5 + 1):
            if mission == 9 and not attempt:
                table.log.signalled(9, 4)
            table.log.record(mission, attempt == mission * 7 % 5 and mission != 24, 4, False, 0)
    table.publish()
    return table


def _log(size, *keys):
    table, _ = shown(size, S_LOG, _book(size), 0)
    return table.keys(0, *keys), 0


def _choose_known(size):
    table = _book(size)
    table.next_mission = 24
    table.command(0, TO_CHOOSE, 0)
    return table.keys(0, KEY_PREVIOUS), 0


def _letters(size):
    table, _ = shown(size, S_LETTERS, _book(size), 0)
    return table.keys(0, KEY_CHOOSE, KEY_NEXT), 0


def _shared(table, seat=0, here=0b1111):
    """One device holds several seats; ``seat`` has it."""
    scene = table.scenes[seat]
    scene.here = here
    scene.fresh = True
    return table, seat


def _passing(table, seat):
    """The device is on its way to ``seat``, as firmware/sharing.py leaves the scene."""
    scene = table.scenes[seat]
    scene.passing = True
    for i in range(len(scene.own)):
        scene.own[i] = 0
    go(scene, scene.base, table.now)
    scene.at = scene.card = 0
    table.draw()
    return _shared(table, seat)


def _here(size, table, *keys):
    _shared(table, 0, 0b0111)
    table.scenes[0].guest = True
    go(table.scenes[0], S_HERE, table.now)
    table.draw()
    return table.keys(0, *keys), 0


def _name_of_person(size):
    table, _ = _shared(_lobby(size, 3, NAMES))
    table.scenes[0].naming = True
    go(table.scenes[0], S_LETTERS, table.now)
    table.draw()
    return table.keys(0, KEY_CHOOSE, KEY_NEXT), 0


def _special_page(size, mission, screen=S_MISSION, cards=5, **more):
    table = found(
        ("page", mission),
        lambda seed: Played(mission, 4, size, seed, NAMES).pick().play(cards).calm(),
        lambda table: table.phase == codes.PHASE_TRICK,
    )
    return shown(size, screen, table, table.turn) if screen else (table, table.turn)


def _complete(size):
    table = Played(3, 3, size, found(
        (3, 3, codes.SUCCESS),
        lambda seed: Played(3, 3, size, names=NAMES, seed=seed).pick().play(99),
        lambda table: table.attempt.state[VERDICT] == codes.SUCCESS,
    ) and _seeds[3, 3, codes.SUCCESS], NAMES)  # fmt: skip
    for mission in range(1, 51):
        if mission != 3:
            table.log.record(mission, True, 3, False, 0)
    return table.pick().play(99), 0


def _challenge(size):
    table = _lobby(size, 3, NAMES)
    table.command(0, SET_CHALLENGE, 1)
    return table, 0


SPECIALS = (5, 9, 11, 12, 13, 16, 17, 20, 23, 24, 26, 29, 33, 34, 40, 41, 44, 46, 48, 50)
FAILURES = (
    (5, codes.FAILED_SICK), (9, codes.FAILED_ONES), (13, codes.FAILED_ROCKETS), (44, codes.FAILED_ROCKET_ORDER), (16, codes.FAILED_NINE),
    (29, codes.FAILED_BALANCE), (33, codes.FAILED_VOLUNTEER_SECOND), (41, codes.FAILED_FIRST), (41, codes.FAILED_BETWEEN),
    (50, codes.FAILED_FOUR), (46, codes.FAILED_PINK),
)  # fmt: skip
QUESTION, NAMING, SHARE, TOKENS = codes.PHASE_QUESTION, codes.PHASE_NAME, codes.PHASE_SHARE, codes.PHASE_TOKENS
HANDOVER, SIGNAL = codes.PHASE_HANDOVER, codes.PHASE_DISTRESS

SCREENS = {
    "alone": _alone,
    "alone-table-full": lambda size: _alone(size, LINK_FULL),
    "table-dealer": lambda size: (_lobby(size), 0),
    "table-guest": lambda size: (_lobby(size, 3, NAMES), 1),
    "table-menu": lambda size: (_lobby(size).keys(0, KEY_MENU), 0),
    "table-seat-away": _away,
    "swap": _swap,
    "choose": lambda size: _choose(size, KEY_NEXT),
    "choose-back": lambda size: _choose(size, KEY_PREVIOUS),
    "briefing-39": lambda size: _briefing(size, 39, 0),
    "briefing-28-guest": lambda size: _briefing(size, 28, 1),
    "briefing-15-deal": lambda size: _briefing(size, 15, 0, *[KEY_NEXT] * 2),
    "pick-3": lambda size: _picking(size, 3, KEY_NEXT),
    "pick-4": lambda size: _picking(size, 4, KEY_NEXT, KEY_NEXT),
    "pick-5": lambda size: _picking(size, 5, KEY_PREVIOUS, KEY_PREVIOUS),
    "pick-sure": lambda size: _picking(size, 5, KEY_NEXT, KEY_CHOOSE),
    "fullest-3": lambda size: _full_trick(size, 3),
    "fullest-3-fourteen": _fourteen,
    "fullest-4": lambda size: _full_trick(size, 4),
    "fullest-5": lambda size: _full_trick(size, 5),
    "fullest-5-sure": lambda size: _full_trick(size, 5, KEY_CHOOSE),
    "between-tricks": _between,
    "radio": lambda size: _radio(size, 49, KEY_NEXT),
    "radio-sure": lambda size: _radio(size, 49, KEY_NEXT, KEY_CHOOSE),
    "radio-drop": lambda size: _radio(size, 49, KEY_PREVIOUS, KEY_PREVIOUS),
    "radio-dead-zone": lambda size: _radio(size, 6),
    "disruption": lambda size: (Played(19, 4, size, names=NAMES).pick(), 0),
    "mission-1": _first,
    "mission-1-lead": lambda size: _first(size, 0),
    "mission-1-wait": lambda size: (_first(size)[0], (_first(size)[1] + 1) % 4),
    "mission-1-menu": lambda size: _first_keys(size, KEY_PREVIOUS, KEY_CHOOSE),
    "mission-1-menu-stop": lambda size: _first_keys(size, KEY_PREVIOUS),
    "page-1": lambda size: _page(size, 1),
    "page-2": lambda size: _page(size, 2),
    "page-3": lambda size: _page(size, 3),
    "page-4": lambda size: _page(size, 4),
    "proposal": lambda size: _proposal(size, "theirs"),
    "proposal-no": lambda size: _proposal(size, "theirs", *[KEY_NEXT] * (1 + (size[1] < 5)), KEY_CHOOSE),
    "proposal-look": lambda size: _proposal(size, "theirs", KEY_BACK),
    "proposal-mine": lambda size: _proposal(size, "mine"),
    "outcome": _outcome,
    "result-done": lambda size: _ended(size, 3, 3, codes.SUCCESS),
    "result-owner": lambda size: _ended(size, 49, 5, codes.FAILED_OWNER),
    "result-early": lambda size: _ended(size, 8, 4, codes.FAILED_EARLY, 1),
    "result-passed": lambda size: _ended(size, 31, 4, codes.FAILED_PASSED, 1),
    "result-arrow": lambda size: _ended(size, 22, 4, codes.FAILED_ARROW, 1),
    "result-omega": lambda size: _ended(size, 7, 4, codes.FAILED_OMEGA, 1),
    "result-undone": lambda size: _ended(size, 1, 3, codes.FAILED_UNDONE, 1),
    "result-given-up": _given_up,
    "question-5": lambda size: _at(size, 5, QUESTION, AT_SAY + 2),
    "question-5-wait": lambda size: _at(size, 5, QUESTION, look=1),
    "question-5-sure": lambda size: _at(size, 5, QUESTION, AT_SAY + 2, 0),
    "question-24": lambda size: _said(size, 24, QUESTION, 1, AT_SAY + 1),
    "question-37": lambda size: _said(size, 37, QUESTION, 1, AT_SAY + 2, seats=5),
    "question-50": lambda size: _said(size, 50, QUESTION, 2, AT_SAY + 1, seats=5),
    "name-5": lambda size: _at(size, 5, NAMING, seats=5),
    "name-11-sure": lambda size: _at(size, 11, NAMING, 0, 0),
    "name-24": lambda size: _at(size, 24, NAMING, seats=5),
    "name-24-jarvis": lambda size: _at(size, 24, NAMING, seats=3, jarvis=1),
    "name-37": lambda size: _at(size, 37, NAMING),
    "name-wait": lambda size: _at(size, 41, NAMING, look=2),
    "share-first": lambda size: _at(size, 50, SHARE, AT_SEAT + 2, seats=5),
    "share-last": lambda size: _at(size, 50, SHARE, AT_SEAT + 2, AT_SEAT + 1, seats=5),
    "share-proposed": lambda size: _proposed(size, 50, SHARE, codes.SHARE_OUT, 0x21),
    "tokens-pass": lambda size: _at(size, 23, TOKENS),
    "tokens-from": lambda size: _tokens_to(size, KEY_NEXT),
    "tokens-to": lambda size: _tokens_to(size, KEY_NEXT, KEY_CHOOSE, KEY_NEXT),
    "tokens-proposed": lambda size: _proposed(size, 23, TOKENS, codes.CHANGE_TOKENS, 0x13),
    "pick-jarvis": lambda size: _pick_for_jarvis(size),
    "handover-pass": lambda size: _at(size, 49, HANDOVER, seats=5),
    "handover-proposed": lambda size: _handover(size),
    "distress": lambda size: _said(size, 10, SIGNAL, 1),
    "distress-left": lambda size: _said(size, 10, SIGNAL, 1, AT_SAY + 1),
    "distress-menu": lambda size: _menu(size),
    "distress-wait": lambda size: (_said(size, 10, SIGNAL, 2)[0], 0),
    "distress-proposed": lambda size: _proposed(size, 10, SIGNAL, codes.DISTRESS, 1),
    "give": lambda size: _signalled(size, gave=1),
    "give-jarvis": lambda size: _signalled(size, 3, 2, 1 + (_signalled(size, 3, 2)[1] == 0)),
    "given": _given,
    "drawn": _drawn,
    "jarvis-commander": lambda size: _with_jarvis(size, 10, 4, True),
    "jarvis-other": lambda size: _with_jarvis(size, 10, 4, False),
    "jarvis-page": lambda size: shown(size, S_JARVIS, *_with_jarvis(size, 10, 4, False)),
    "muted": lambda size: _special_page(size, 11, None, 1),
    "rockets": lambda size: _special_page(size, 13, None),
    "rockets-tasks": lambda size: _special_page(size, 13, S_TASKS),
    "nines": lambda size: _special_page(size, 16, None),
    "balance": lambda size: _special_page(size, 29, None),
    "parts": lambda size: _special_page(size, 50, None, 1),
    "parts-page": lambda size: _special_page(size, 50, S_MISSION, 1),
    "campaigns": lambda size: shown(size, S_CREW, _book(size), 0),
    "letters": _letters,
    "log": _log,
    "log-next": lambda size: _log(size, KEY_NEXT),
    "choose-known": _choose_known,
    "table-known": lambda size: (_book(size), 0),
    "table-jarvis": lambda size: (Rehearsal(3, size, NAMES, dealer(1), 2), 0),
    "table-challenge": _challenge,
    "campaign-complete": _complete,
    "help": _help,
    "covered": _covered,
    "refused": _refused,
    "silent": _silent,
    "silent-mine": _silent_mine,
    "notice": _notice,
    "pass-trick": lambda size: _passing(*_full_trick(size, 4)),
    "pass-trick-5": lambda size: _passing(*_full_trick(size, 5)),
    "pass-first": lambda size: _passing(*_first(size)),
    "pass-pick": lambda size: _passing(*_picking(size, 4)),
    "pass-question": lambda size: _passing(*_at(size, 5, QUESTION)),
    "pass-proposal": lambda size: _passing(*_proposal(size, "theirs")),
    "here-table": lambda size: _here(size, _lobby(size, 4)),
    "here-table-leave": lambda size: _here(size, _lobby(size, 4), KEY_PREVIOUS),
    "here-trick": lambda size: _here(size, _full_trick(size, 4)[0], KEY_NEXT),
    "name-of-person": _name_of_person,
}

SCREENS |= golden_sea.SCREENS | golden_spare.SCREENS
for _mission in SPECIALS:
    SCREENS["special-%d" % _mission] = lambda size, mission=_mission: _briefing(size, mission, 1)
for _mission, _verdict in FAILURES:
    SCREENS["failed-%d-%d" % (_mission, _verdict)] = lambda size, mission=_mission, verdict=_verdict: _ended(size, mission, 4, verdict)


@functools.lru_cache(maxsize=None)
def built(name, size):
    """Return the table and the seat of one screen at one size; made once, to be looked at only."""
    return SCREENS[name](size)


def look(name, size):
    """Return the golden text of one screen at one size."""
    return text(*built(name, size))


def path(name, size):
    return GOLDENS / ("%s-%dx%d.txt" % (name, size[0], size[1]))


def main():
    GOLDENS.mkdir(exist_ok=True)
    wanted = set()
    for name in SCREENS:
        for size in SIZES:
            wanted.add(path(name, size))
            path(name, size).write_text(look(name, size), encoding="utf-8")
    for old in set(GOLDENS.glob("*.txt")) - wanted:
        old.unlink()
    print("%d screens in %s: see what has changed with git diff --stat." % (len(wanted), GOLDENS.name))


if __name__ == "__main__":
    main()

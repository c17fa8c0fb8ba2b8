"""The screens that tests/goldens holds as text, a file a screen and size.

Each is a table that real play has brought somewhere, and the seat to look at. After a wanted change look at the
differences, then write the files anew: python -m tests.golden_screens
"""

import functools
import pathlib

from engine import codes
from engine.layout import LEFT, VERDICT
from firmware.texts import S_SWAP
from firmware.wire import (
    CHOOSE, KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_PREVIOUS, LINK_FULL, LINK_SILENT, NOTICE_RESUMED,
    STAGE_ALONE, T_NOTICE, T_PRESENT, T_STAGE, TO_CHOOSE,
)
from host_tools.rehearsal import NAMES, Rehearsal
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
    table = _found(
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


def _found(key, play, right):
    """Return the table that ``play(seed)`` makes by the first seed for which it is ``right``."""
    for seed in (_seeds[key],) if key in _seeds else range(1, 400):
        table = play(seed)
        if right(table):
            _seeds[key] = seed
            return table
    raise AssertionError("random play never came to: %s" % (key,))


def _alive(size, mission, seats, cards):
    """All radios shown and so many cards played without a verdict."""
    return _found(
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
    return _found(
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
    table, seat = _first(size)
    table.scenes[seat].link = LINK_SILENT
    table.scenes[seat].link_seat = (seat + 2) % 4
    table.publish()
    return table, seat


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
    "help": _help,
    "covered": _covered,
    "refused": _refused,
    "silent": _silent,
    "notice": _notice,
}


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

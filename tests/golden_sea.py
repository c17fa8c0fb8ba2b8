"""The screens of the deep sea and of missions of one's own that tests/goldens holds; tests/golden_screens.py takes them up."""

import pathlib

from engine import codes
from engine.layout import VERDICT
from firmware.texts import S_HELP, S_MISSION, S_TASKS
from firmware.wire import KEY_CHOOSE, KEY_NEXT, KEY_PREVIOUS, TO_CHOOSE
from host_tools.mission import packed
from host_tools.rehearsal import NAMES, Rehearsal
from tests.screen_kit import Played, dealer

EXAMPLE = pathlib.Path(__file__).parent.parent / "host_tools" / "missions" / "own.txt"


def _golden():
    from tests import golden_screens

    return golden_screens


def _choosing(size, *keys):
    """Four at the table, who have the example's own missions, and the dealing seat chooses."""
    table = Rehearsal(4, size, NAMES, dealer(1))
    table.store.data = packed(EXAMPLE.read_text(encoding="utf-8"))
    table.command(0, TO_CHOOSE, 0)
    return table.keys(0, *keys)


def _sea(size, mission, seats, *keys):
    table = Played(mission, seats, size, game=codes.DEEP_SEA, turning=seats > 3, attempts=seats > 3)
    return table.keys(table.turn, *keys), table.turn


def _sea_picked_narrow(size):
    """Two have picked, the third is to."""
    table, _ = _sea(size, 9, 3)
    for _ in range(2):
        table.command(table.turn, codes.PICK, table.legal()[-1])
    return table, table.turn


def _sea_trick(size, mission, seats):
    table = _sea(size, mission, seats)[0].pick().play(2).calm()
    return table, table.turn


def _sea_ended(size, verdict):
    """An attempt that has come to this verdict."""
    missions = {codes.FAILED_UNDONE: 2, codes.FAILED_GONE: 3, codes.FAILED_FEWER: 5, codes.FAILED_BEFORE: 8, codes.FAILED_TRICK: 9, codes.FAILED_MORE: 6, codes.SUCCESS: 1}
    seats = 3 if verdict in (codes.FAILED_UNDONE, codes.SUCCESS) else 4
    table = _golden().found(
        ("deep sea", verdict),
        lambda seed: Played(missions.get(verdict, 4), seats, size, seed=seed, names=NAMES, game=codes.DEEP_SEA).pick().play(40).calm(),
        lambda table: table.attempt.state[VERDICT] == verdict,
    )
    return table, 0


SCREENS = {
    "sea-game": lambda size: (_choosing(size, KEY_PREVIOUS), 0),
    "sea-choose": lambda size: (_choosing(size, KEY_PREVIOUS, KEY_CHOOSE, *[KEY_NEXT] * 5), 0),
    "sea-briefing": lambda size: (_choosing(size, KEY_PREVIOUS, KEY_CHOOSE, KEY_CHOOSE), 0),
    "sea-pick": lambda size: _sea(size, 9, 3),
    "sea-pick-next": lambda size: _sea(size, 10, 5, KEY_NEXT, KEY_NEXT),
    "sea-pick-sure": lambda size: _sea(size, 9, 3, KEY_NEXT, KEY_CHOOSE),
    "sea-pick-narrow": lambda size: _sea_picked_narrow(size),
    "sea-trick": lambda size: _sea_trick(size, 10, 5),
    "sea-trick-3": lambda size: _sea_trick(size, 9, 3),
    "sea-tasks": lambda size: _golden().shown(size, S_TASKS, *_sea_trick(size, 10, 5)),
    "sea-mission": lambda size: _golden().shown(size, S_MISSION, *_sea_trick(size, 10, 5)),
    "sea-help": lambda size: _golden().shown(size, S_HELP, *_sea_trick(size, 10, 5)),
    "sea-done": lambda size: _sea_ended(size, codes.SUCCESS),
    "own-choose": lambda size: (_choosing(size, *[KEY_PREVIOUS] * 4), 0),
    "own-briefing": lambda size: (_choosing(size, *[KEY_PREVIOUS] * 4, KEY_CHOOSE), 1),
    "own-make": lambda size: (_choosing(size, *[KEY_PREVIOUS] * 3, KEY_CHOOSE), 0),
    "own-make-sea": lambda size: (_choosing(size, *[KEY_PREVIOUS] * 3, KEY_CHOOSE, KEY_CHOOSE, *[KEY_NEXT] * 4), 0),
    "own-make-fault": lambda size: (_choosing(size, *[KEY_PREVIOUS] * 3, KEY_CHOOSE, KEY_NEXT, KEY_NEXT, *[KEY_CHOOSE] * 8), 0),
}  # fmt: skip
for _verdict in (codes.FAILED_OWNER, codes.FAILED_UNDONE, *range(codes.FAILED_GONE, codes.FAILED_BEFORE + 1)):
    SCREENS["sea-failed-%d" % _verdict] = lambda size, verdict=_verdict: _sea_ended(size, verdict)

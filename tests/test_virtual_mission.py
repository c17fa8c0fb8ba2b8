"""Four boards, flashed by the real tool, play a mission over their wires on real VMs; one loses its power in the middle of a save.

Nobody here looks into a program: players read the displays' pixels and press keys, as people would.
"""

import pytest

from host_tools import flash, flash_repl, install
from host_tools.virtual import Ring
from tests.virtual_kit import Players, need_vm, raw_repl

NAME = "pico_display"
HEAP_KB = 100  # what a whole board may need by the budgets, for its displays and wires too
SEED = 5  # a deal that two tricks decide, and not the first one


@pytest.fixture(scope="module")
def ring(tmp_path_factory):
    """Four boards in a ring, switched on, with the game on them."""
    need_vm()
    with Ring(4, install.definition(NAME), tmp_path_factory.mktemp("ring"), heap_kb=HEAP_KB, seed=SEED) as ring, pytest.MonkeyPatch.context() as patch:
        for name, value in (("AWAY", 0.2), ("CALM", 0.3), ("_CHUNK", 4096)):  # no USB needs to be waited for here
            patch.setattr(flash_repl, name, value)
        ring.power(True)
        said = []
        assert flash.run(NAME, ",".join(board.port for board in ring.boards), out=said.append) == 0, said
        assert "4 of 4 boards flashed" in said[-1]
        yield ring


def hand_on(board):
    """Return the cards that a display shows as its player's own."""
    return set(board.lines()[-2].split())


def test_four_boards_play_a_mission_and_go_on_after_the_dealing_one_lost_its_power_while_saving(ring):
    players = Players(ring.boards)
    dealing, *others = ring.boards
    for board in ring.boards:
        board.wait(lambda board=board: "Deal here" in board.text())
    players.deal()
    players.uncover()
    dealing.cut_after(200)
    players.play(lambda: not dealing.powered)
    held = [hand_on(board) for board in others]
    others[0].wait(lambda: any("↯" in board.lines()[-1] for board in others))
    assert not players.ended()
    dealing.power(True)
    others[0].wait(lambda: not any("↯" in board.lines()[-1] for board in others))
    players.uncover()
    for board, before in zip(others, held):
        now = hand_on(board)
        assert now <= before and len(before - now) <= 1, "other cards than before the cut"  # one may have been on its way
    players.play(players.ended)
    verdicts = {tuple(board.lines()[:4]) for board in ring.boards}
    assert len(verdicts) == 1, verdicts


def test_a_board_that_is_reloaded_fifty_times_needs_no_more_memory_than_at_first(ring):
    board = ring.boards[3]
    for other in ring.boards[:3]:
        other.power(False)
    board.speed = 20  # from its next start on
    needed = []
    for _ in range(51):
        board.reset()
        board.wait(lambda: board.panel.lit and any(board.lines()))
        with raw_repl(board, fresh=False) as run:
            needed.append(int(run("import gc; gc.collect(); print(gc.mem_alloc())")))
    assert max(needed) - needed[0] <= 256, needed

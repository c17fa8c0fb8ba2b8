"""What every screen owes its player: it is right at each size, shows all that must be in sight, and tells no secret."""

import random

import pytest

from engine import codes, layout
from engine.codes import PHASE_END, PHASE_PICK, PHASE_TRICK
from firmware import screens, texts, wire
from firmware.marks import CURSOR, DIM_PAIR, GOOD, SUIT_MARK
from firmware.screens import steps
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_PREVIOUS, KEY_UP
from host_tools.rehearsal import Rehearsal
from tests import engine_kit
from tests.golden_screens import GOLDENS, SCREENS, built, look, path
from tests.screen_kit import (
    BY_CREW, BY_SIZE, CREWS, LONG_NAMES, OTHER_SIZES, SIZES, Played, cells, dealer, hand, hand_cells, own_cards, paint, public_cards, shown_cards, text,
)

KEYS = (KEY_NEXT, KEY_PREVIOUS, KEY_CHOOSE, KEY_BACK, KEY_UP, KEY_DOWN, KEY_MENU)


# --- goldens ---------------------------------------------------------------------------------------------------------


@BY_SIZE
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_its_golden_text(name, size):
    wanted = path(name, size)
    assert wanted.exists(), "no golden text of this screen: python -m tests.golden_screens"
    assert look(name, size) == wanted.read_text(encoding="utf-8"), "look at it; if it is wanted so: python -m tests.golden_screens"


def test_every_golden_text_has_its_screen():
    assert {each.name for each in GOLDENS.glob("*.txt")} == {path(name, size).name for name in SCREENS for size in SIZES}


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES, ids=lambda size: "%dx%d" % size)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_a_function_of_its_scene(name, size):
    table, seat = built(name, size)
    scene = table.scenes[seat]
    first = cells(paint(scene, table.grids[seat]))
    for grid in table.grids:
        screens.paint(table.scenes[0], grid)
    assert cells(paint(scene, table.grids[seat])) == first


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES, ids=lambda size: "%dx%d" % size)
def test_the_last_row_is_always_a_prompt(size):
    for name in SCREENS:
        table, seat = built(name, size)
        grid = paint(table.scenes[seat], table.grids[seat])
        row = bytes(grid.glyphs[-size[0] :])
        assert row.strip(), name


# --- the game on the display ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: "%dx%d" % size)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_whole_hand_is_in_sight_and_exactly_the_playable_cards_are_bright(size, seats):
    for seed in range(6):
        table = Played(10, seats, size, seed=seed).pick()
        while table.phase == PHASE_TRICK:
            seat = table.turn
            table.calm()
            scene = table.scenes[seat]
            found = hand_cells(table.grids[seat], table, seat)
            assert sorted(found) == hand(table, seat)
            bright = [card for card in found if not found[card] >= DIM_PAIR]
            assert sorted(bright) == table.legal()
            assert found[scene.at] == CURSOR
            table.play(1)


def test_on_the_smallest_display_the_cursor_is_always_in_sight():
    for seed in range(4):
        table = Played(49, 3, (12, 3), seed=seed).pick()
        seat = table.turn
        for _ in range(16):
            table.key(seat, KEY_NEXT)
            scene = table.scenes[seat]
            if scene.at < texts.AT_DROP:
                cell = [i for i in range(12, 24) if table.grids[seat].pairs[i] == CURSOR]
                assert len(cell) == 2
                assert table.grids[seat].glyphs[cell[0]] - SUIT_MARK << 4 | table.grids[seat].glyphs[cell[1]] - 0x30 == scene.at


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_on_26x10_all_tasks_and_radios_of_all_seats_are_in_sight(seats):
    for seed in range(20):
        table = Played(49, seats, (26, 10), seed=seed).radio().play(1)
        if table.phase == PHASE_END:
            continue
        st = table.attempt.state
        wanted = set(st[layout.SHOWN : layout.SHOWN + seats]) - {0}
        for place in range(10):
            wanted.add(st[layout.TASK + layout.TASK_BYTES * place])
        for seat in range(seats):
            assert wanted <= set(shown_cards(table.grids[seat]))
            marks = [code for code in table.grids[seat].glyphs if code in (0x0B, 0x0C, 0x0D)]
            assert sorted(marks) == [0x0B, 0x0C, 0x0D]


@BY_SIZE
def test_your_turn_is_a_green_row(size):
    table = Played(4, 4, size).pick().calm()
    for seat in range(4):
        row = set(table.grids[seat].pairs[-size[0] :])
        assert (row == {GOOD}) == (seat == table.turn)


# --- random walks: no screen raises, none tells a secret -----------------------------------------------------------------


WALK_SIZES = SIZES + ((40, 20), (21, 10))
TALKS_OF_CARDS = (texts.S_LOBBY, texts.S_CHOOSE, texts.S_BRIEFING, texts.S_MISSION, texts.S_HELP)  # rocket 1, pink 9


def look_at_all(table):
    """No display shows a card that its seat may not know, and all have room for their stops."""
    running = table.table[wire.T_STAGE] == wire.STAGE_ATTEMPT
    for seat, scene in enumerate(table.scenes):
        known = {0x41, 0x09} if scene.screen in TALKS_OF_CARDS else set()
        if running and seat != table.jarvis:
            known |= public_cards(table) | own_cards(table, seat)
        assert set(shown_cards(table.grids[seat])) <= known, text(table, seat)
        assert steps.stops(scene) <= len(scene.stops)


@BY_CREW
def test_random_keys_break_nothing_and_no_display_shows_a_card_that_its_seat_may_not_know(crew):
    seats, jarvis, challenge = crew
    phases = set()
    for mission in range(1, 51):
        some = random.Random(mission * 1000 + seats * 10 + (jarvis or 0))
        size = WALK_SIZES[(mission + CREWS.index(crew)) % len(WALK_SIZES)]
        table = Played(mission, seats, size, some.random(), LONG_NAMES, 0, jarvis, challenge)
        for _ in range(120):
            seat = some.choice([seat for seat in range(seats) if seat != jarvis])
            if some.random() < 0.6:
                if some.random() < 0.8 and table.turn < seats:
                    seat = table.turn
                legal = engine_kit.commands(table.attempt, seat)
                legal = legal[: some.choice((1, 3, 99))]  # cards come first; proposals would stop the play too often
                if legal:
                    table.command(seat, *some.choice(legal))
            else:
                table.key(seat, some.choice(KEYS))
            if some.random() < 0.05:
                table.wait(some.choice((100, 5000, 200000)))
            if some.random() < 0.02:
                table.table[wire.T_PRESENT] = some.randrange(32)
                table.scenes[seat].link = some.randrange(5)
                table.publish()
            phases.add(table.phase)
            look_at_all(table)
    assert {PHASE_PICK, PHASE_TRICK, PHASE_END, codes.PHASE_QUESTION, codes.PHASE_NAME, codes.PHASE_DISTRESS, codes.PHASE_GIVE} <= phases
    assert (codes.PHASE_HANDOVER in phases) == (seats == 5)


@BY_SIZE
def test_random_keys_before_the_attempt_break_nothing(size):
    for seats in (1, 2, 3, 4, 5):
        some = random.Random(seats)
        table = Rehearsal(seats, size, LONG_NAMES, dealer(1), 2 if seats == 3 else None)
        for mission in range(1, 51):
            for _ in range(mission % 4):
                table.log.record(mission, mission % 3 == 0, seats, False, 0)
        for _ in range(400):
            table.key(0, some.choice(KEYS))
            if table.table[wire.T_STAGE] == wire.STAGE_ATTEMPT:
                table.table[wire.T_STAGE] = wire.STAGE_LOBBY
                table.publish()
            look_at_all(table)

"""The display's light: dim and dark after a while, woken by a key that does nothing else, and by what waits for its owner."""

import pytest

from engine.codes import PHASE_TRICK
from engine.layout import PHASE, TURN
from firmware.app import Handheld
from firmware.texts import S_NOTICE
from firmware.wire import KEY_CHOOSE, KEY_NEXT, NOTICE_CHARGE, NOTICE_EMPTY, T_NOTICE
from host_tools import picture
from host_tools.robots import Crew


def crew_of(count=3, **how):
    crew = Crew(count, seed=6, start=Handheld, **how)
    crew.gather()
    return crew


def levels(crew):
    return [board.level for board in crew.table.boards]


def press(crew, place, role=KEY_NEXT):
    board = crew.table.boards[place]
    board.press(board.keys.index(role))
    crew.table.run(60)
    board.release(board.keys.index(role))
    crew.table.run(60)


def test_an_untouched_display_goes_dim_and_then_dark_while_the_ring_goes_on():
    crew = crew_of()
    crew.table.run(25000)
    assert levels(crew) == [2, 2, 2]
    crew.table.run(10000)
    assert levels(crew) == [1, 1, 1]
    crew.table.run(90000)
    assert levels(crew) == [0, 0, 0]
    crew.deal(1)
    assert all(device.scene.view[PHASE] for device in crew.devices)


def test_a_key_in_the_dark_only_lights_the_display():
    crew = crew_of()
    crew.table.run(130000)
    before = bytes(crew.table.boards[0].grid.glyphs)
    screen, at = crew.scene(0).screen, crew.scene(0).at
    press(crew, 0, KEY_CHOOSE)
    assert levels(crew) == [2, 0, 0]
    assert (crew.scene(0).screen, crew.scene(0).at, bytes(crew.table.boards[0].grid.glyphs)) == (screen, at, before)
    press(crew, 0, KEY_CHOOSE)
    assert crew.scene(0).screen != screen or crew.scene(0).table != bytes(20)


def test_a_key_on_a_dim_display_does_what_it_says():
    crew = crew_of()
    crew.table.run(40000)
    at = crew.scene(0).at
    press(crew, 0, KEY_NEXT)
    assert levels(crew) == [2, 1, 1] and crew.scene(0).at != at


def test_the_turn_wakes_the_display_of_whose_turn_it_is_and_no_other():
    crew = crew_of()
    crew.deal(1)
    crew.play(until=lambda: crew.scene(0).view[PHASE] == PHASE_TRICK)
    crew.table.run(130000)
    assert levels(crew) == [0, 0, 0]
    turn = crew.scene(0).view[TURN]
    place = next(i for i in range(3) if crew.scene(i).seat == turn)
    crew.act(place)
    crew.rest()
    now = crew.scene(0).view[TURN]
    assert now != turn
    assert levels(crew) == [2 * (crew.scene(i).seat == now) for i in range(3)]


@pytest.mark.parametrize("charge", [0, 1, 3, 255])
def test_the_display_shows_an_empty_battery_within_seconds(charge):
    crew = crew_of()
    crew.deal(1)
    crew.table.boards[1].charge = charge
    crew.table.run(6000)
    assert crew.scene(1).battery == charge and crew.scene(0).battery == 255


def test_an_empty_battery_is_said_in_words_once_on_the_device_that_has_it():
    crew = crew_of()
    crew.deal(1)
    crew.table.boards[1].charge = 0
    crew.table.run(6000)
    assert (crew.scene(1).screen, crew.scene(1).notice) == (S_NOTICE, NOTICE_CHARGE) and crew.scene(0).screen != S_NOTICE
    assert "battery" in picture.to_text(crew.table.boards[1].grid)
    press(crew, 1)
    crew.table.run(6000)
    assert crew.scene(1).screen != S_NOTICE


def test_with_an_empty_battery_nothing_is_written_and_all_are_told():
    crew = crew_of()
    board = crew.table.boards[0]
    board.charge = 0
    crew.deal(1)
    assert not any(board.slots)
    assert all(device.scene.table[T_NOTICE] == NOTICE_EMPTY for device in crew.devices)
    board.charge = 3
    crew.play()
    assert any(board.slots)

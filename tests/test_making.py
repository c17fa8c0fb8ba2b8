"""Own missions made with keys on the device: every field goes round, what is kept is what was shown, and it can be played."""

import pytest

from engine import codes
from engine.outlines import fault
from firmware import own
from firmware.screens import making
from firmware.screens.stops import stops
from firmware.texts import AT_GAME, AT_MAKE, AT_SEAT, S_CHOOSE, S_MAKE
from firmware.wire import CHOOSE, KEY_CHOOSE, KEY_NEXT, KEY_PREVIOUS, OWN_OUTLINE, TO_CHOOSE
from host_tools import mission
from host_tools.rehearsal import NAMES, Rehearsal
from tests.golden_sea import EXAMPLE
from tests.screen_kit import SIZES, dealer

SEA = {"card": 0, "cards": 1, "value": 2, "suit": 3, "trick": 4, "first": 5, "last": 6, "exactly": 7}


def making_table(size=(26, 10), data=b"", seats=4):
    table = Rehearsal(seats, size, NAMES, dealer(1))
    table.store.data = data
    table.command(0, TO_CHOOSE, 0)
    return to(table, AT_MAKE).keys(0, KEY_CHOOSE)


def to(table, stop):
    """Move the cursor to ``stop``."""
    for _ in range(90):
        if table.scenes[0].at == stop:
            return table
        table.key(0, KEY_PREVIOUS if stop in (AT_MAKE, AT_GAME) else KEY_NEXT)
    raise AssertionError("there is no stop %d" % stop)


def press(table, field, times=1):
    to(table, AT_SEAT + field)
    return table.keys(0, *[KEY_CHOOSE] * times)


def fields(table):
    into = bytearray(40)
    return [stop - AT_SEAT for stop in into[: making.stops(table.scenes[0], into)]]


@pytest.mark.parametrize("size", SIZES)
def test_a_mission_of_the_first_game_is_made_kept_and_played(size):
    table = making_table(size)
    assert table.scenes[0].screen == S_MAKE
    press(table, making._TASKS, 2)
    press(table, making._NUMBERS, 2)
    press(table, making._OMEGA)
    press(table, making._RADIO, 2)
    press(table, making._KEEP)
    data = own.read(table.store)
    at = own.find(data, 51)
    assert data[3] == 1 and bytes(data[at : at + 3]) == b"\x33\x00\x02" and bytes(data[at + 3 : at + 9]) == b"OWN 51"
    assert bytes(data[at + OWN_OUTLINE : at + OWN_OUTLINE + 2]) == bytes((5 | 2 << 4, 2 | 0x40))
    assert table.scenes[0].screen == S_CHOOSE
    to(table, 51)
    assert not table.command(0, CHOOSE, 51)


def test_a_deep_sea_mission_is_made_of_every_kind_of_task():
    table = making_table()
    press(table, making._GAME)
    press(table, making._TASKS, 5)
    for kind in range(8):
        press(table, making._ASK, (kind - making._kind(table.scenes[0].draft[making._task(table.scenes[0].draft)])) % 8)
        if kind == SEA["cards"]:
            press(table, making._SECOND_SUIT, 1)
            press(table, making._SECOND_VALUE, 3)
        if kind == SEA["value"]:
            press(table, making._VALUE, 8)
        if kind == SEA["trick"]:
            press(table, making._VALUE, 3)
        if kind == SEA["exactly"]:
            press(table, making._VALUE, 2)
        press(table, making._TASK)
    to(table, AT_SEAT + making._TASK)
    press(table, making._BEFORE)  # the first task before the second
    press(table, making._KEEP)
    data = own.read(table.store)
    at = own.find(data, 51)
    outline = bytes(data[at + OWN_OUTLINE : at + OWN_OUTLINE + data[at + 2]])
    assert outline == bytes((
        8, 0x01, 2, codes.TWO_CARDS | 0x01, 0, 0x24, codes.ANY_VALUE + 9, 0, codes.ANY_SUIT, 0, codes.TRICK_NUMBER + 4, 0,
        codes.FIRST_TRICKS + 2, 0, codes.LAST_TRICK, 0, codes.EXACTLY + 3, 0,
    ))  # fmt: skip
    assert fault(codes.DEEP_SEA, outline, 0, len(outline), 4) & 15 == codes.FAULT_CARD


def test_every_field_comes_round_again_and_never_makes_what_there_is_not():
    for game in (0, 1):
        table = making_table()
        if game:
            press(table, making._GAME)
            press(table, making._TASKS, 2)
        for kind in range(8 if game else 1):
            for field in fields(table):
                if field in (making._NUMBER, making._GAME, making._KEEP, making._DROP, making._ASK):
                    continue
                draft = bytes(table.scenes[0].draft)
                met = set()
                for _ in range(60):
                    press(table, field)
                    scratch = bytearray(60)
                    end = making.outline(table.scenes[0].draft, scratch, 0)
                    assert fault(game, scratch, 0, end, 3) & 15 != codes.FAULT_SHAPE, (kind, field)
                    met.add(bytes(table.scenes[0].draft))
                    if bytes(table.scenes[0].draft) == draft:
                        break
                else:
                    assert field in (making._TASKS, making._SUIT, making._SECOND_SUIT), (kind, field)  # a submarine's value stays small
                assert len(met) > 1 or field == making._OMEGA
            if game:
                press(table, making._ASK)


def test_a_kept_mission_is_taken_up_changed_and_dropped():
    table = making_table(data=mission.packed(EXAMPLE.read_text(encoding="utf-8")))
    assert table.scenes[0].draft[making._KEPT] and making._DROP in fields(table)
    press(table, making._NUMBER)
    scratch = bytearray(60)
    end = making.outline(table.scenes[0].draft, scratch, 0)
    data = own.read(table.store)
    at = own.find(data, 52) + OWN_OUTLINE
    assert scratch[:end] == data[at : at + end]
    press(table, making._TASKS, 9)
    press(table, making._KEEP)
    data = own.read(table.store)
    assert data[3] == 2 and data[own.find(data, 52) + OWN_OUTLINE] & 15 == 3 and bytes(data[own.find(data, 52) + 3 :][:8]) == b"Low tide"
    to(table, AT_MAKE).keys(0, KEY_CHOOSE)
    press(table, making._DROP)
    assert own.read(table.store)[3] == 2, "it asks first"
    table.keys(0, KEY_CHOOSE)
    assert own.read(table.store)[3] == 1 and not own.find(own.read(table.store), 51)


def test_only_own_missions_that_this_crew_can_play_are_offered():
    text = "crewlink-missions 1\nmission A\ngame deep-sea\ntask A trick 9\nmission B\ngame deep-sea\ntask A last\nmission C\ngame planet-nine\ntasks 1"
    for seats, expected in ((4, {51, 52}), (5, {52})):
        table = Rehearsal(seats, (26, 10), NAMES, dealer(1))
        table.store.data = mission.packed(text)
        table.command(0, TO_CHOOSE, 0)
        met = set()
        for _ in range(2):
            scene = table.scenes[0]
            met.add(frozenset(stop for stop in scene.stops[: stops(scene)] if 51 <= stop <= 69))
            to(table, AT_GAME).keys(0, KEY_CHOOSE)
            table.keys(0, KEY_NEXT, KEY_PREVIOUS)
        assert met == {frozenset({53}), frozenset(expected)}

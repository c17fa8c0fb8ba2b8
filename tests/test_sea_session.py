"""The deep sea and own missions at a whole table of handhelds, over wires: chosen, dealt, saved, resumed, logged, shared."""

import pathlib

import pytest

from engine import codes, layout
from firmware import own
from firmware.logbook import LOG_BYTES, LogBook
from firmware.wire import (
    CHOOSE, DEAL_CARDS, REFUSE_TABLE, SET_CHALLENGE, SET_GAME, STAGE_BRIEFING, STAGE_CHOOSE, TO_CHOOSE, TURNING, T_DONE, T_GAME, T_MISSION,
    T_NOTICE, T_OWN, T_STAGE,
)
from host_tools import logbook, mission
from host_tools.robots import Crew

EXAMPLE = (pathlib.Path(mission.__file__).with_name("missions") / "own.txt").read_text(encoding="utf-8")


def gathered(count, seed=1, faults="none", files=()):
    """A crew at a table; ``files`` are texts of own missions by place."""
    crew = Crew(count, faults, seed)
    for place, text in enumerate(files):
        crew.table.boards[place].slots[10] = mission.packed(text) if text else b""
    crew.gather()
    return crew


def told(crew, kind, argument=0, place=0):
    """Command the dealing device and return the reason of its refusal."""
    crew.command(place, kind, argument)
    return crew.scene(place).refused


@pytest.mark.parametrize("count, number, faults", [(3, 9, "none"), (4, 5, "loss"), (5, 10, "none")])
def test_a_deep_sea_mission_is_played_to_its_end_and_all_see_the_same(count, number, faults):
    crew = gathered(count, 3, faults)
    crew.deal(number, 0, codes.DEEP_SEA)
    crew.play()
    st = crew.dealer().attempt.state
    assert st[layout.GAME] == codes.DEEP_SEA and st[layout.MISSION] == number and st[layout.VERDICT] != codes.OPEN
    crew.rest()
    assert all(bytes(device.scene.view) == bytes(st[: layout.PUBLIC]) for device in crew.devices)
    assert crew.dealer().logbook.attempts(100 + number) == 1 and crew.dealer().logbook.attempts(number) == 0


def test_the_game_is_changed_while_a_mission_is_chosen_and_each_has_its_own_log():
    crew = gathered(4)
    crew.command(0, TO_CHOOSE)
    table = crew.scene(0).table
    book = crew.dealer().logbook
    book.record(1, True, 4, 0, 0)
    book.record(2, True, 4, 0, 0)
    assert not told(crew, SET_GAME, codes.DEEP_SEA)
    crew.rest()
    assert table[T_GAME] == codes.DEEP_SEA and table[T_MISSION] == 1 and table[T_DONE] == 0
    assert told(crew, CHOOSE, 11) == codes.REFUSE_MISSION and told(crew, SET_GAME, 2) == REFUSE_TABLE
    book.record(101, True, 4, 0, 0)
    assert not told(crew, SET_GAME, codes.PLANET_NINE)
    crew.rest()
    assert table[T_GAME] == codes.PLANET_NINE and table[T_MISSION] == 3 and table[T_DONE] == 2
    assert not told(crew, SET_GAME, codes.DEEP_SEA)
    crew.rest()
    assert table[T_MISSION] == 2 and table[T_DONE] == 1 and not told(crew, CHOOSE, 10)
    assert told(crew, SET_GAME, codes.PLANET_NINE) == REFUSE_TABLE


def test_the_picking_turns_round_with_every_attempt_if_the_crew_wants_it():
    crew = gathered(4)
    for kind, argument in ((TO_CHOOSE, 0), (SET_GAME, codes.DEEP_SEA), (CHOOSE, 9), (SET_CHALLENGE, 1)):
        assert not told(crew, kind, argument)
    crew.rest()
    assert crew.scene(0).table[T_GAME] == codes.DEEP_SEA + TURNING
    directions = []
    for _ in range(3):
        assert not told(crew, DEAL_CARDS)
        directions.append(crew.dealer().attempt.state[layout.OPTIONS])
        crew.rest()
        crew.play()
        crew.rest()
    assert directions == [0, codes.COUNTER, 0]


def test_two_humans_stay_on_planet_nine():
    crew = gathered(2)
    assert not told(crew, TO_CHOOSE) and told(crew, SET_GAME, codes.DEEP_SEA) == REFUSE_TABLE


def test_own_missions_of_the_dealing_device_come_to_all_and_theirs_stay():
    other = EXAMPLE.replace("Long way", "Mine")
    crew = gathered(3, 1, "none", (EXAMPLE, "", other))
    crew.until(lambda: all(device.session._copied == crew.scene(0).table[T_OWN] for device in crew.devices), 60000)
    files = [own.read(board) for board in crew.table.boards]
    names = [{bytes(data[8 + 48 * i + 3 : 8 + 48 * i + 15]).rstrip(b"\0") for i in range(data[3])} for data in files]
    assert names == [{b"Long way", b"Low tide"}, {b"Long way", b"Low tide"}, {b"Mine", b"Long way", b"Low tide"}]
    assert files[2][own.find(files[2], 51) + 3 :][:4] == b"Mine", "its own mission keeps its number"


@pytest.mark.parametrize("number, game", [(51, codes.PLANET_NINE), (52, codes.DEEP_SEA)])
def test_an_own_mission_is_played_saved_and_resumed(number, game):
    crew = gathered(3, 2, "none", (EXAMPLE,))
    crew.command(0, TO_CHOOSE)
    assert told(crew, CHOOSE, 53) == codes.REFUSE_MISSION
    crew.deal(number, 0, game)
    crew.play(until=lambda: crew.tricks() >= 1 or crew.dealer().attempt.state[layout.VERDICT])
    crew.rest()
    before = bytes(crew.dealer().attempt.state)
    crew.table.boards[0].slots[10] = b""  # the attempt goes on though its mission is kept no more
    crew.table.reset(0)
    crew.until(lambda: any(device.session.link.dealing for device in crew.devices), 30000)
    crew.rest()
    st = crew.dealer().attempt.state
    assert st[layout.GAME] == game and st[layout.MISSION] == number and bytes(st[layout.ROW : layout.ROW + 3]) == before[layout.ROW : layout.ROW + 3]
    assert crew.scene(0).table[T_NOTICE] == 1
    crew.play()
    assert crew.dealer().logbook.attempts(number + 100 * game) == 1
    assert told(crew, DEAL_CARDS) == codes.REFUSE_MISSION, "the next attempt needs the mission"


def test_a_save_of_the_first_game_alone_is_resumed():
    crew = gathered(3)
    crew.deal(4)
    crew.play(until=lambda: crew.tricks() >= 1)
    crew.rest()
    assert crew.table.boards[0].slots[0][12 + 5] == 0 or crew.table.boards[0].slots[1][12 + 5] == 0
    crew.table.reset(0)
    crew.until(lambda: any(device.session.link.dealing for device in crew.devices), 30000)
    assert crew.scene(0).table[T_GAME] == codes.PLANET_NINE and crew.scene(0).table[T_STAGE] not in (STAGE_CHOOSE, STAGE_BRIEFING)


def test_the_deep_sea_and_own_missions_stand_beside_the_fifty():
    log = LogBook(bytearray(LOG_BYTES))
    log.rename(b"BOTH")
    log.record(3, True, 4, 0, 0)
    for key, won in ((101, True), (109, False), (51, True), (152, False), (101, True)):
        log.record(key, won, 4, 0, 0)
    assert log.done() == 1 and log.done(1) == 1 and log.proposed() == 4 and log.proposed(1) == 2 and not log.complete()
    campaign = logbook._campaign(log)
    told = logbook.text(campaign)
    assert "1 of 50 missions done" in told
    for line in ("deep sea, mission 1: done in 1 attempt", "deep sea, mission 9: 1 attempt so far", "  own mission 51: done", "deep sea, own mission 52: 1"):
        assert line in told, told
    assert [row[1:3] for row in logbook.rows(campaign)[50:]] == [
        ("deep sea, mission 1", 1), ("deep sea, mission 9", 1), ("own mission 51", 1), ("deep sea, own mission 52", 1), ("deep sea, mission 1", 2)]


def test_a_full_log_with_both_games_and_own_missions_forgets_no_first_entry():
    log = LogBook(bytearray(LOG_BYTES))
    keys = [*range(1, 51), *range(51, 70), *range(101, 111)]
    for key in keys:
        log.record(key, True, 4, 0, 0)
    for key in keys:
        log.record(key, key & 1 > 0, 4, 0, 0)
    assert all(log.is_done(key) for key in keys) and log.whole()

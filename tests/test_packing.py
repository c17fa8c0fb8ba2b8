"""The public part on its way: packed without what is zero, whole each time, and refused without a trace where it is none."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as draw

from engine.attempt import Attempt
from engine.codes import CHANCE, DEEP_SEA, OUTLINE, PHASE_END
from engine.layout import GAME, MISSION, OPTIONS, PHASE, PUBLIC, SEATS
from firmware.shuffle import chance as give_chance
from firmware.wire import (
    F_PAYLOAD, FRAME_MOST, PACKED_BITS, PACKED_FROM, STAGE_ATTEMPT, STAGE_BRIEFING, TABLE, T_ATTEMPTS, T_DEALER, T_DONE, T_GAME, T_MISSION,
    T_NAMES, T_NUMBER, T_OPTIONS, T_OWN, T_PRESENT, T_PRIVATE, T_SEATED, T_STAGE,
)
from host_tools.vm import Call
from tests import engine_kit as kit
from tests.pool import walks
from tests.sea_duel import packed as outline_of, rows_for
from tests.session_kit import dealt, unpacked

PIECE, PIECES = 20, 8  # bytes of a write to a seat on the air whose connection takes least; so many for a public part


@pytest.fixture(scope="module")
def ends():
    """A dealer's delivery, and a seat elsewhere at its table."""
    crew = dealt(3)
    return crew.dealer()._delivery, crew.devices[1].session.seat


def full(table, st, some):
    """Fill in a table's head with nothing left out that can be there, for the attempt ``st``."""
    seats = st[SEATS]
    for at in (T_NUMBER, T_NUMBER + 1, T_NAMES, T_OWN):
        table[at] = some.randrange(1, 256)
    for seat in range(5):
        table[T_PRIVATE + seat] = some.randrange(1, 256)
    table[T_STAGE] = STAGE_ATTEMPT
    table[T_DEALER] = seats - 1
    table[T_SEATED] = seats
    table[T_PRESENT] = (1 << seats) - 1
    table[T_MISSION] = st[MISSION]
    table[T_ATTEMPTS] = table[T_ATTEMPTS + 1] = 1
    table[T_OPTIONS] = st[OPTIONS]
    table[T_GAME] = st[GAME]
    table[T_DONE] = 50


def packed(delivery, table, st):
    """Return what goes onto the line for a table and the attempt ``st``, None for no attempt."""
    out = bytearray(FRAME_MOST)
    delivery._table[:] = table
    if st is not None:
        delivery._attempt.state[:] = st
    return bytes(out[: delivery._fill_public(out, 0)])


def sea_walks():
    """States on the way through every mission of the deep sea, and through own ones with many tasks, by each number of seats."""
    for seats in (3, 4, 5):
        for row in [*range(1, 11), *rows_for(seats, 6, seats)]:
            some = random.Random("packing %s %d" % (row, seats))
            attempt = Attempt()
            st = attempt.state
            attempt.begin(getattr(row, "number", row), seats, 0, DEEP_SEA)
            if not isinstance(row, int):
                outline = outline_of(row)
                attempt.apply(CHANCE, bytes((OUTLINE, len(outline))) + outline)
            for _ in range(120):
                yield st
                if not give_chance(attempt, some.randbytes):
                    listed = [(seat, command) for seat in range(seats) for command in kit.commands(attempt, seat)]
                    onward = [pair for pair in listed if pair[1][0] in kit.ONWARD]
                    before = bytes(st)
                    attempt.apply(*some.choice(listed if some.random() < 0.2 or not onward else onward))
                    if st[PHASE] == PHASE_END:
                        st[:] = before


def test_every_view_of_every_mission_and_crew_comes_out_as_it_went_in_and_takes_eight_writes_of_twenty_bytes_at_most(ends):
    delivery, seat = ends
    some = random.Random(1)
    longest = 0
    for st in [*(walk.attempt.state for walk in walks()), *map(bytes, sea_walks())]:
        table = bytearray(TABLE)
        full(table, st, some)
        line = packed(delivery, table, st)
        assert unpacked(line) == table + st[:PUBLIC]
        seat._number = 0
        assert seat.take_public(line, 0, len(line)) and seat.scene.table == table and seat.scene.view == st[:PUBLIC]
        longest = max(longest, len(line))
    assert 80 < longest and 2 + F_PAYLOAD + longest <= PIECE * PIECES


def test_while_no_attempt_is_under_way_a_view_is_all_zeros_behind_the_table(ends):
    delivery, seat = ends
    table = bytearray(TABLE)
    full(table, walks(100)[0].attempt.state, random.Random(2))
    table[T_STAGE] = STAGE_BRIEFING
    line = packed(delivery, table, None)
    seat._number = 0
    assert seat.take_public(line, 0, len(line)) and seat.scene.table == table and not any(seat.scene.view)


def refused(seat, line, end):
    before = bytes(seat.scene.table), bytes(seat.scene.view), seat._number
    seat._number = 0
    took = seat.take_public(line, 0, end)
    seat._number = before[2]
    return not took and before[:2] == (bytes(seat.scene.table), bytes(seat.scene.view))


def test_a_public_part_that_is_cut_or_longer_or_names_bytes_that_there_are_not_changes_nothing(ends):
    delivery, seat = ends
    walk = walks(50)[-1]
    table = bytearray(TABLE)
    full(table, walk.attempt.state, random.Random(3))
    line = packed(delivery, table, walk.attempt.state)
    for end in range(len(line)):
        assert refused(seat, line + bytes(9), end), end
    assert refused(seat, line + b"\1", len(line) + 1)
    for bit in range(8 * PACKED_BITS):
        wrong = bytearray(line + b"\1")
        wrong[PACKED_FROM + bit // 8] ^= 1 << bit % 8
        assert refused(seat, wrong, len(line)), bit  # its length tells
    for bit in (142, 143):
        wrong = bytearray(line + b"\1")
        wrong[PACKED_FROM + bit // 8] |= 1 << bit % 8
        assert refused(seat, wrong, len(line) + 1), bit  # of a length that would do


@settings(max_examples=300)
@given(draw.binary(max_size=200))
def test_any_bytes_are_a_whole_public_part_or_refused(ends, data):
    _, seat = ends
    data = b"\1\0" + data
    if not refused(seat, data, len(data)):
        assert unpacked(data) == bytes(seat.scene.table + seat.scene.view)


VM = """
from engine.attempt import Attempt
from engine.layout import PUBLIC
from firmware.delivery import Delivery
from firmware.mail import Mail
from firmware.wire import FRAME_MOST, STAGE_ATTEMPT, TABLE, T_STAGE
class Nothing:
    def now(self): return 0
class Scene:
    table = bytearray(TABLE)
    view = bytearray(PUBLIC)
seat = Nothing()
seat.scene = Scene()
attempt = Attempt()
table = bytearray(TABLE)
table[T_STAGE] = STAGE_ATTEMPT
for i in range(0, PUBLIC, 2):
    attempt.state[i] = i + 1
delivery = Delivery(Nothing(), None, seat, table, attempt, None, None, None)
mail = Mail(Nothing(), None, None, seat)
out = bytearray(FRAME_MOST)
end = 0
def there():
    global end
    end = delivery._fill_public(out, 0)
def back():
    mail.take_public(out, 0, end)
def told():
    print(seat.scene.table == table, seat.scene.view == attempt.state[:PUBLIC])
"""


def test_packing_and_unpacking_allocate_nothing_on_a_32_bit_board(node_vm):
    steps = node_vm([VM, *map(Call, ("there", "back", "told", "there", "back", "told"))], ["engine", "firmware"])
    assert [step.out for step in steps[3::3]] == ["True True\n"] * 2
    assert [step.allocated for step in steps[4:6]] == [0, 0]

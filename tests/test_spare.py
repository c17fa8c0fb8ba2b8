"""A spare device takes the seat of a dead one: by joint consent, with a key of its own, and with nothing that was not for it."""

import pytest

from engine.codes import NOBODY, RADIO_ASK
from engine.layout import OWN_HAND, TRICK
from firmware.app import Handheld
from firmware.texts import AT_ACTION, AT_SEAT, A_HELP, A_NO, A_WITHDRAW, A_YES, Q_CODE, Q_CONSENT, Q_KEY, Q_NONE, Q_SEAT, S_HELP, S_MENU, S_PROPOSAL, S_TRICK
from firmware.wire import (
    ADMIT, ASK_FOR, AWAY_AFTER, BE_DEALER, F_BITS, F_EPOCH, F_KIND, F_PAYLOAD, F_VERSION, HELLO, K_COMMIT, KEY, KEY_CHOOSE, KEY_MENU, KEY_ANEW, KEY_SLOT, OWN, OWN_COMMAND, PRIVATE_PART, PROTOCOL, REFUSE_TABLE, SPARE_AGREED, SPARE_NOBODY, SPARE_NUMBER, SPARE_SEAT,
    STAGE_ATTEMPT, STAGE_CHOOSE, TAKE, T_PRESENT, T_SEATED, T_STAGE, TO_CHOOSE,
)
from host_tools import picture
from host_tools.boards import BOARDS
from host_tools.robots import Crew
from tests.session_kit import hands
from tests.test_pass import choose, press
from tests.test_sealed_table import Neighbour, lose_the_last_word, on_the_line, tap

STAR = [[0, 1], [0, 2], [0, 3]]


def at_trick(count=4, seed=5, rings=None, faults="none", **more):
    while True:
        crew = Crew(count, faults, seed, rings=rings, **more)
        crew.gather()
        crew.deal(10)
        crew.play(until=lambda: crew.scene(0).view[TRICK] == 1 or crew.ended())
        if not crew.ended():
            return crew
        seed += 1000


def replaced(crew, place=2):
    """The device in ``place`` dies, and a spare one that knows nothing stands there. Return the seat."""
    seat = crew.scene(place).seat
    crew.table.replace(place)
    crew.until(lambda: not crew.scene(0).table[T_PRESENT] >> seat & 1)
    crew.until(lambda: crew.scene(place).table[T_STAGE] == crew.scene(0).table[T_STAGE])
    crew.until(lambda: not crew.scene(place).table[T_PRESENT] >> seat & 1)
    return seat


def asked(crew, place, seat):
    crew.command(place, ASK_FOR, seat)
    crew.until(lambda: all(d.scene.spare[SPARE_SEAT] == seat for d in crew.devices))


def says(crew, place, yes):
    crew.command(place, ADMIT, yes | crew.scene(place).spare[SPARE_NUMBER] << 1)
    crew.until(lambda: not crew.scene(place).pending)


def agreed(crew, place, seat):
    for other in range(len(crew.table.boards)):
        if other != place:
            says(crew, other, 1)
            crew.table.run(300)
    crew.until(lambda: crew.scene(place).seat == seat)


def wanted(crew):
    """The board in place 2 dies, and a spare one asks for its seat. Return the seat."""
    seat = replaced(crew)
    asked(crew, 2, seat)
    return seat


def given(crew):
    """All agree to that. Return the seat."""
    seat = wanted(crew)
    agreed(crew, 2, seat)
    return seat


def compared(crew, place, seat):
    crew.until(lambda: crew.scene(0).doubted == seat)
    crew.until(lambda: crew.scene(place).codes[seat])
    assert crew.scene(place).codes[seat] == crew.scene(0).codes[seat]
    says(crew, 0, 1)


def taken_over(crew, place=2):
    seat = replaced(crew, place)
    asked(crew, place, seat)
    agreed(crew, place, seat)
    compared(crew, place, seat)
    crew.until(lambda: not crew.scene(place).keyless and any(crew.scene(place).own[OWN_HAND : OWN_HAND + 5]))
    crew.rest()
    return seat


@pytest.mark.parametrize("rings", [None, STAR], ids=["ring", "star"])
def test_a_spare_device_takes_a_dead_seat_and_the_mission_goes_on(rings):
    crew = at_trick(rings=rings)
    before = hands(crew)
    seat = taken_over(crew)
    assert hands(crew) == before
    assert all(bytes(d.scene.names[5]) == b"SPARE\0" for d in crew.devices if d.scene.seat != crew.scene(0).seat)
    crew.until(lambda: len({bytes(d.scene.names[seat]) for d in crew.devices}) == 1)
    assert bytes(crew.scene(0).names[seat]) == b"CLEO\0\0", "whose seat it is does not change with the device"
    assert all(d.scene.spare[SPARE_SEAT] == SPARE_NOBODY and d.scene.asked == SPARE_NOBODY for d in crew.devices)
    crew.play()


@pytest.mark.parametrize("faults", ["loss", "noise", "all"])
def test_it_does_so_over_a_bad_line(faults):
    crew = at_trick(faults=faults, seed=11)
    taken_over(crew)
    crew.play()


def test_it_stays_over_a_reset_of_the_dealer_and_of_its_own():
    crew = at_trick()
    seat = taken_over(crew)
    for place in (0, 2):
        crew.table.reset(place)
        crew.until(lambda: crew.scene(2).seat == seat)
        crew.rest()
    crew.play()


def test_nothing_is_sealed_for_it_before_the_code_is_confirmed():
    crew = at_trick()
    seat = given(crew)
    crew.until(lambda: crew.scene(0).doubted == seat)
    crew.table.run(20000)
    assert crew.scene(2).own == bytearray(OWN) and crew.scene(2).keyless == 1, "it goes on showing its code"


def test_who_reads_along_while_a_seat_is_given_away_learns_no_hand():
    crew = at_trick()
    neighbour = Neighbour(crew)
    taken_over(crew)
    crew.play()
    assert neighbour.frames[PRIVATE_PART] > 20 and neighbour.frames[KEY] > 5
    assert (neighbour.hands, neighbour.parts) == (0, 0)
    for device in crew.devices:
        records = device.session.seat._seals.records
        for at in range(8, len(records), 24):
            assert not any(records[at : at + 16]) or bytes(records[at : at + 16]) not in neighbour.kept


def test_the_dealers_last_word_for_its_key_may_be_lost():
    crew = at_trick()
    seat = wanted(crew)
    all_keys = (1 << crew.scene(0).table[T_SEATED]) - 1
    lost = lose_the_last_word(crew, lambda: crew.scene(0).sealed == all_keys)
    agreed(crew, 2, seat)
    compared(crew, 2, seat)
    crew.until(lambda: not crew.scene(2).keyless and any(crew.scene(2).own[OWN_HAND : OWN_HAND + 5]))
    assert lost[0] > 0
    crew.rest()
    crew.play()


def test_a_late_word_of_its_asking_does_not_open_the_question_again():
    crew = at_trick()
    hellos = []
    tap(crew.table.wires[2:3], lambda frame: hellos.append(bytes(frame)) if frame[1 + F_KIND] == HELLO else None)
    seat = taken_over(crew)
    assert hellos
    late = bytearray(hellos[-1])
    crew.table.wires[3]._flying.append([crew.table.now, on_the_line(late), 0])
    crew.table.run(300)
    assert crew.scene(0).spare[SPARE_SEAT] == SPARE_NOBODY and crew.scene(2).seat == seat
    crew.play()


def test_a_device_that_has_its_key_after_all_ends_the_question_about_its_own_seat():
    crew = at_trick()
    seat = crew.scene(2).seat
    stored = crew.table.boards[2].slots[KEY_SLOT]
    crew.table.boards[2].slots[KEY_SLOT] = b""
    crew.table.reset(2)
    crew.until(lambda: crew.scene(2).keyless)
    crew.table.run(3000)
    asked(crew, 2, seat)
    says(crew, 1, 1)
    crew.table.boards[2].slots[KEY_SLOT] = stored
    crew.table.reset(2)
    crew.until(lambda: all(d.scene.spare[SPARE_SEAT] == SPARE_NOBODY for d in crew.devices), 1500)
    crew.rest()
    crew.play()


def test_whoever_stands_between_the_spare_device_and_the_dealer_has_another_code():
    crew = at_trick()

    def change(frame):
        if frame[1 + F_KIND] == KEY and frame[1 + F_PAYLOAD] == K_COMMIT:
            frame[10 + F_PAYLOAD : 14 + F_PAYLOAD] = b"evil"
            return frame
        return None

    tap(crew.table.wires, change)
    given(crew)
    crew.table.run(30000)
    assert crew.scene(0).doubted == NOBODY and crew.scene(2).own == bytearray(OWN)


def test_codes_that_differ_are_made_anew_and_compared_again():
    crew = at_trick()
    seat = given(crew)
    crew.until(lambda: crew.scene(0).doubted == seat and crew.scene(2).codes[seat])
    code = crew.scene(0).codes[seat]
    says(crew, 0, 0)
    assert crew.scene(0).doubted == NOBODY and crew.scene(0).codes[seat] == 0
    crew.until(lambda: crew.scene(0).doubted == seat, 3 * KEY_ANEW)
    assert crew.scene(0).codes[seat] != code
    compared(crew, 2, seat)
    crew.rest()
    crew.play()


def test_each_who_is_here_must_agree_and_one_no_ends_it():
    crew = at_trick()
    wanted(crew)
    says(crew, 0, 1)
    says(crew, 1, 1)
    crew.table.run(3000)
    assert crew.scene(2).seat == NOBODY and crew.scene(0).spare[SPARE_AGREED] == 1 << crew.scene(0).seat | 1 << crew.scene(1).seat
    says(crew, 3, 0)
    crew.until(lambda: all(d.scene.spare[SPARE_SEAT] == SPARE_NOBODY for d in crew.devices))
    crew.table.run(3000)
    assert crew.scene(2).seat == NOBODY and crew.scene(2).asked == SPARE_NOBODY and crew.scene(2).own == bytearray(OWN)


def test_a_yes_to_an_earlier_question_is_none_to_the_next():
    crew = at_trick()
    seat = wanted(crew)
    old = 1 | crew.scene(1).spare[SPARE_NUMBER] << 1
    says(crew, 3, 0)
    crew.until(lambda: crew.scene(2).asked == SPARE_NOBODY)
    asked(crew, 2, seat)
    crew.command(1, ADMIT, old)
    crew.until(lambda: not crew.scene(1).pending)
    assert crew.scene(1).refused == REFUSE_TABLE and not crew.scene(0).spare[SPARE_AGREED]


def test_nobody_gets_a_seat_whose_device_is_here_nor_the_dealing_one():
    crew = at_trick()
    seat = replaced(crew)
    for wanted in {0, 1, 2, 3} - {seat}:
        crew.command(2, ASK_FOR, wanted)
        crew.table.run(3000)
        assert all(d.scene.spare[SPARE_SEAT] == SPARE_NOBODY for d in crew.devices)
        for place in (0, 1, 3):
            says(crew, place, 1)
            assert crew.scene(place).refused == REFUSE_TABLE
    assert crew.scene(2).seat == NOBODY


def test_a_dead_device_that_wakes_up_ends_the_question():
    crew = Crew(4, seed=7, rings=[[0, 1], [0, 2], [0, 3]])
    crew.table.set_power(3, False)  # the spare one
    crew.gather()
    crew.deal(10)
    seat = crew.scene(2).seat
    crew.table.set_power(2, False)
    crew.table.set_power(3, True)
    crew.until(lambda: not crew.scene(0).table[T_PRESENT] >> seat & 1)
    crew.until(lambda: crew.scene(3).table[T_STAGE] == STAGE_ATTEMPT and not crew.scene(3).table[T_PRESENT] >> seat & 1)
    asked(crew, 3, seat)
    crew.table.set_power(2, True)
    crew.until(lambda: crew.scene(0).spare[SPARE_SEAT] == SPARE_NOBODY)
    crew.until(lambda: crew.scene(3).asked == SPARE_NOBODY)
    assert crew.scene(3).seat == NOBODY


def test_a_device_whose_seat_was_given_away_shows_nothing_more_and_may_ask_for_it_again():
    crew = Crew(4, seed=7, rings=[[0, 1], [0, 2], [0, 3]])
    crew.table.set_power(3, False)
    crew.gather()
    crew.deal(10)
    seat = crew.scene(2).seat
    crew.table.set_cable(3, False)  # wires of the second ring
    crew.table.set_cable(2, False)
    crew.table.set_power(3, True)
    crew.until(lambda: not crew.scene(0).table[T_PRESENT] >> seat & 1)
    crew.until(lambda: crew.scene(3).table[T_STAGE] == STAGE_ATTEMPT and not crew.scene(3).table[T_PRESENT] >> seat & 1)
    crew.command(3, ASK_FOR, seat)
    crew.until(lambda: crew.scene(1).spare[SPARE_SEAT] == seat)
    says(crew, 0, 1)
    says(crew, 1, 1)
    compared(crew, 3, seat)
    crew.until(lambda: any(crew.scene(3).own[OWN_HAND : OWN_HAND + 5]))
    crew.table.set_cable(3, True)
    crew.table.set_cable(2, True)
    crew.until(lambda: crew.scene(2).seat == NOBODY)
    assert not any(crew.scene(2).own)
    # And back again, though it still has its old key.
    crew.table.set_power(3, False)
    crew.until(lambda: all(not d.scene.table[T_PRESENT] >> seat & 1 for d in crew.devices))
    asked(crew, 2, seat)
    says(crew, 0, 1)
    says(crew, 1, 1)
    compared(crew, 2, seat)
    crew.rest()
    crew.play()


@pytest.mark.parametrize("when", ["asked", "agreed", "compared"])
def test_a_reset_on_the_way_leaves_nobody_stuck(when):
    for place in (0, 2):
        crew = at_trick(seed=21)
        seat = wanted(crew)
        if when != "asked":
            agreed(crew, 2, seat)
        if when == "compared":
            compared(crew, 2, seat)
        crew.table.reset(place)
        crew.table.run(AWAY_AFTER + 2000)
        if when == "asked":
            asked(crew, 2, seat)
            agreed(crew, 2, seat)
        end = crew.table.now + 60000
        patient = True
        while crew.scene(2).keyless or not any(crew.scene(2).own[OWN_HAND : OWN_HAND + 5]):
            assert crew.table.now < end, (when, place)
            if crew.scene(0).doubted < 5:
                compared(crew, 2, seat)
            elif patient and crew.table.now > end - 40000 and crew.scene(2).keyless:
                # It lost the key before it had used and kept it: its human asks again.
                patient = False
                asked(crew, 2, seat)
                agreed(crew, 2, seat)
            crew.table.run(100)
        crew.rest()
        crew.play()


def test_a_device_that_has_lost_its_key_asks_for_its_own_seat():
    crew = at_trick()
    seat = crew.scene(2).seat
    crew.table.boards[2].slots[KEY_SLOT] = b""
    crew.table.reset(2)
    crew.until(lambda: crew.scene(2).keyless)
    crew.table.run(3000)
    assert crew.scene(2).seat == seat and crew.scene(2).own == bytearray(OWN)
    asked(crew, 2, seat)
    for place in (0, 1, 3):
        says(crew, place, 1)
    compared(crew, 2, seat)
    crew.until(lambda: not crew.scene(2).keyless)
    crew.rest()
    crew.play()


def test_a_second_dead_seat_waits_until_the_first_is_given_away():
    crew = at_trick(rings=STAR)
    for place in (2, 3):
        crew.table.replace(place)
    dead = [seat for seat in range(4) if seat not in (crew.scene(0).seat, crew.scene(1).seat)]
    crew.until(lambda: all(not crew.scene(0).table[T_PRESENT] >> seat & 1 for seat in dead))
    crew.until(lambda: all(not d.scene.table[T_PRESENT] >> seat & 1 for d in crew.devices for seat in dead))
    asked(crew, 2, dead[0])
    crew.command(3, ASK_FOR, dead[1])
    crew.table.run(2000)
    assert crew.scene(0).spare[SPARE_SEAT] == dead[0]
    for place in (2, 3):
        seat = dead[place - 2]
        crew.until(lambda: crew.scene(1).spare[SPARE_SEAT] == seat)
        says(crew, 0, 1)
        says(crew, 1, 1)
        if place == 3:
            says(crew, 2, 1)
        compared(crew, place, seat)
        crew.until(lambda: any(crew.scene(place).own[OWN_HAND : OWN_HAND + 5]))
    crew.rest()
    crew.play()


def test_all_who_share_a_device_are_asked_each_with_the_hand_of_the_others_hidden():
    crew = Crew(3, seed=31, rings=[[0, 1], [0, 2]], persons=[2, 1, 1])
    crew.gather()
    crew.deal(10)
    seat = wanted(crew)
    says(crew, 1, 1)
    shared = crew.scene(0)
    for _ in range(2):
        crew.until(lambda: shared.passing or shared.asks(shared.seat))
        if shared.passing:
            assert not any(shared.own)
            crew.command(0, TAKE)
            crew.table.run(100)
        before = shared.spare[SPARE_AGREED]
        says(crew, 0, 1)
        crew.until(lambda: shared.spare[SPARE_AGREED] != before or shared.spare[SPARE_SEAT] == SPARE_NOBODY)
    compared(crew, 2, seat)
    crew.rest()
    crew.play()


def test_it_comes_between_attempts_too():
    crew = at_trick()
    crew.play()
    crew.command(0, TO_CHOOSE)
    crew.until(lambda: all(d.scene.table[T_STAGE] == STAGE_CHOOSE for d in crew.devices))
    seat = given(crew)
    compared(crew, 2, seat)
    crew.until(lambda: not crew.scene(2).keyless)
    crew.deal(4)
    crew.play()


def test_the_board_that_was_replaced_can_be_put_back_with_what_it_had_stored():
    crew = at_trick()
    chip, slots = crew.table.boards[2].chip, list(crew.table.boards[2].slots)
    assert crew.table.own(2)
    crew.table.replace(2)
    assert not crew.table.own(2) and crew.table.boards[2].chip != chip and not any(crew.table.boards[2].slots)
    crew.table.replace(2)
    assert crew.table.own(2) and crew.table.boards[2].chip == chip and crew.table.boards[2].slots == slots
    crew.rest()
    crew.play()


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_all_of_it_is_done_by_keys_on_every_display(board):
    crew = at_trick(start=Handheld, board=BOARDS[board])
    seat = replaced(crew)

    def twice(stop, place):
        choose(crew, stop, place)
        press(crew, KEY_CHOOSE, place)

    crew.until(lambda: crew.scene(2).question == Q_SEAT)
    twice(AT_SEAT + seat, 2)
    for place in (0, 1, 3):
        crew.until(lambda: crew.scene(place).question == Q_CONSENT and crew.scene(place).screen == S_PROPOSAL)
        twice(AT_ACTION + A_YES, place)
        crew.until(lambda: crew.scene(place).question == Q_NONE)
        assert crew.scene(place).screen == S_TRICK
    crew.until(lambda: crew.scene(0).question == Q_CODE and crew.scene(2).question == Q_KEY)
    twice(AT_ACTION + A_YES, 0)
    crew.until(lambda: crew.scene(2).question == Q_NONE)
    crew.rest()
    assert crew.scene(2).screen == S_TRICK
    crew.play()


def test_a_no_by_keys_sends_the_spare_device_back_to_its_list():
    crew = at_trick(start=Handheld)
    seat = replaced(crew)
    crew.until(lambda: crew.scene(2).question == Q_SEAT)
    for _ in range(2):
        choose(crew, AT_SEAT + seat, 2)
        press(crew, KEY_CHOOSE, 2)
        crew.until(lambda: crew.scene(3).question == Q_CONSENT)
        choose(crew, AT_ACTION + A_NO, 3)
        press(crew, KEY_CHOOSE, 3)
        crew.until(lambda: crew.scene(2).asked == SPARE_NOBODY and crew.scene(1).question == Q_NONE)
        assert crew.scene(1).screen == S_TRICK, "no page of answers: nothing was proposed in the game"


@pytest.mark.parametrize("faults", ["none", "all"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_crews_of_every_size_go_on_when_boards_die_one_after_the_other(count, faults):
    crew = at_trick(count, faults=faults, seed=40 + count)
    for place in range(1, count):
        crew.table.replace(place)
        crew.play(until=lambda: crew.scene(place).seat < 5 and not crew.scene(place).keyless and any(crew.scene(place).own))
    crew.play()


def test_who_has_asked_may_think_better_of_it():
    crew = at_trick(start=Handheld)
    seat = replaced(crew)
    crew.until(lambda: crew.scene(2).question == Q_SEAT)
    choose(crew, AT_SEAT + seat, 2)
    press(crew, KEY_CHOOSE, 2)
    crew.until(lambda: crew.scene(3).question == Q_CONSENT)
    choose(crew, AT_ACTION + A_WITHDRAW, 2)
    press(crew, KEY_CHOOSE, 2)
    crew.until(lambda: crew.scene(3).question == Q_NONE)
    assert crew.scene(2).asked == SPARE_NOBODY and crew.scene(2).seat == NOBODY


def test_two_seats_that_have_lost_their_keys_get_new_ones_one_after_the_other():
    crew = at_trick(3)
    for place in (1, 2):
        crew.table.boards[place].slots[KEY_SLOT] = b""
        crew.table.reset(place)
    crew.until(lambda: crew.scene(1).keyless == crew.scene(2).keyless == 2)
    seats = {place: crew.scene(place).seat for place in (1, 2)}
    crew.command(1, ASK_FOR, seats[1])
    crew.until(lambda: crew.scene(0).asks(crew.scene(0).seat))
    says(crew, 0, 1)
    crew.table.run(3000)
    assert crew.scene(0).spare[SPARE_SEAT] == seats[1], "the other one is asked, too, as long as it does not say that it cannot answer"
    crew.command(2, ASK_FOR, seats[2])
    compared(crew, 1, seats[1])
    crew.until(lambda: not crew.scene(1).keyless, 30000)
    crew.until(lambda: crew.scene(0).asks(crew.scene(0).seat) and crew.scene(1).asks(seats[1]), 30000)
    says(crew, 0, 1)
    says(crew, 1, 1)
    compared(crew, 2, seats[2])
    crew.rest()
    crew.play()


def test_who_says_that_he_has_no_key_is_asked_all_the_same_while_he_opens_what_is_sealed_for_him():
    crew = at_trick()
    wanted(crew)
    for place in (0, 3):
        says(crew, place, 1)
    board = crew.table.boards[1]
    forged = bytearray(64)
    forged[1 + F_VERSION : 1 + F_BITS + 1] = bytes((PROTOCOL, HELLO, 0x7E, 0x7D, 8, 0x80))
    forged[1 + F_EPOCH : 1 + F_PAYLOAD] = b"\x55\x66\x01"
    forged[1 + F_PAYLOAD : 12 + F_PAYLOAD] = board.chip + b"BEN\0\0\0" + bytes((crew.scene(1).seat,))
    frame = on_the_line(forged[: 12 + F_PAYLOAD])
    for _ in range(20):
        crew.table.boards[3].write(frame, len(frame))
        crew.table.run(100)
    assert not crew.dealer().excused and crew.scene(2).seat == NOBODY


def test_a_cable_that_is_out_is_no_lost_key():
    crew = at_trick(3)
    for place in range(3):
        crew.table.set_cable(place, False)  # the cable from this place to the next
        crew.table.run(5000)
        for device in crew.devices:
            if not device.scene.dealing:
                device.session.command(RADIO_ASK, 0, crew.table.boards[0].now())
        for _ in range(300):
            crew.table.run(100)
            assert not any(d.scene.keyless for d in crew.devices)
        crew.table.set_cable(place, True)
        crew.rest()
    crew.play()


def test_no_other_table_draws_a_seat_away_in_the_middle_of_an_attempt():
    crew = at_trick(3)
    before = [bytes(d.scene.own[:OWN_COMMAND]) for d in crew.devices]
    crew.table.replace(0)
    crew.table.run(500)
    crew.command(0, BE_DEALER)
    crew.table.run(20000)
    assert all(crew.scene(place).table[T_STAGE] == STAGE_ATTEMPT and crew.scene(place).seat < 5 for place in (1, 2))
    assert crew.scene(0).table[T_SEATED] == 1
    crew.table.replace(0)  # the dealing device is whole again
    crew.rest()
    assert [bytes(d.scene.own[:OWN_COMMAND]) for d in crew.devices] == before
    crew.play()


def test_a_code_that_was_said_to_differ_is_gone_at_once_from_both_displays():
    crew = at_trick()
    seat = given(crew)
    crew.until(lambda: crew.scene(0).doubted == seat and crew.scene(2).codes[seat])
    says(crew, 0, 0)
    crew.table.run(1500)
    assert not crew.scene(2).codes[seat] and crew.scene(2).keyless == 1
    compared(crew, 2, seat)
    crew.rest()


def test_who_was_denied_a_seat_is_told():
    crew = at_trick(start=Handheld)
    seat = replaced(crew)
    crew.until(lambda: crew.scene(2).question == Q_SEAT)
    asked(crew, 2, seat)
    says(crew, 3, 0)
    crew.until(lambda: crew.scene(2).denied)
    crew.table.run(200)
    assert "Not agreed" in picture.to_text(crew.table.boards[2].grid)


def test_a_spare_device_has_a_menu_too():
    crew = at_trick(start=Handheld)
    replaced(crew)
    crew.until(lambda: crew.scene(2).question == Q_SEAT)
    press(crew, KEY_MENU, 2)
    assert crew.scene(2).screen == S_MENU
    choose(crew, AT_ACTION + A_HELP, 2)
    assert crew.scene(2).screen == S_HELP

"""A seat that goes over to a spare device is where keys are made in the middle of a mission: nobody on the line gets one by it."""

import pytest

from engine.codes import NOBODY
from firmware import join
from firmware.wire import (
    ADMIT, AWAY_AFTER, B_ROSTER, B_SEATED, BEAT, BE_DEALER, F_KIND, F_PAYLOAD, K_COMMIT, K_OFFER, K_REVEAL, K_UNKNOWN, KEY, KEY_ANEW, KEY_SLOT,
    PERSON, SPARE_NUMBER, SPARE_SEAT, STAGE_ATTEMPT, STAGE_LOBBY, T_SEATED, T_STAGE, TO_ALL,
)
from host_tools.robots import Crew
from tests.forger import Forger
from tests.test_sealed_table import tap
from tests.test_spare import agreed, asked, at_trick, replaced


def test_nobody_on_the_line_is_believed_to_be_the_dealing_seat_or_jarvis():
    crew = Crew(2, seed=5)
    crew.gather()
    own, jarvis = crew.scene(0).seat, ({0, 1, 2} - {d.scene.seat for d in crew.devices}).pop()
    for seat in (own, jarvis):
        forger = Forger(crew, seat + 1)
        forger.begin()
        assert not forger.run(6000, lambda: K_OFFER in forger.steps)
    assert crew.dealer()._seals.find(crew.table.boards[1].chip) >= 0


def test_a_late_word_of_a_forged_exchange_replaces_no_key_whose_codes_were_compared():
    crew = Crew(4, seed=5)
    held = [True]

    def hold(frame):  # the honest seat's last step waits, so that its exchange may be begun anew
        if held[0] and frame[1 + F_KIND] == KEY and frame[1 + F_PAYLOAD] == K_REVEAL:
            frame[1 + F_KIND] = 99
            return frame
        return None

    tap([crew.table.wires[-1]], hold)
    crew.command(0, BE_DEALER)
    crew.until(lambda: all(d.scene.table[T_SEATED] == 4 and d.scene.seat < 5 for d in crew.devices))
    seat = crew.scene(1).seat
    crew.table.run(KEY_ANEW - 1500)
    forger = Forger(crew, seat + 1)
    forger.holds = (K_COMMIT, K_REVEAL)
    forger.begin()
    assert forger.run(1000, lambda: forger.guest._committed)
    held[0] = False
    host = crew.dealer()._inbox._admitting
    # The codes are there, and the key of this seat, the last one, is being worked out.
    crew.until(lambda: crew.scene(0).codes[seat] and crew.table.now - host.pair_of(seat).since >= KEY_ANEW)
    assert host._slow is not None and not crew.keyed(0)
    forger.holds = (K_REVEAL,)
    forger.guest._sent -= 1000  # at once
    assert forger.run(200, lambda: K_OFFER in forger.steps)
    crew.until(lambda: crew.keyed(0))
    code = crew.scene(0).codes[seat]
    assert code == crew.scene(1).codes[seat] > 0
    forger.holds = ()
    forger.run(8000)
    assert not forger.has_session() and crew.keyed(0) and crew.scene(0).codes[seat] == code


@pytest.mark.parametrize("wait", [5, 120])  # milliseconds between his step and the human's press; a beat may come between
def test_a_yes_to_the_right_code_confirms_no_other(wait):
    crew = at_trick()
    dealer = crew.scene(0)
    seat = replaced(crew)
    asked(crew, 2, seat)
    forger = Forger(crew, seat + 1)
    agreed(crew, 2, seat)
    crew.until(lambda: dealer.doubted == seat and crew.scene(2).codes[seat])
    crew.table.run(KEY_ANEW + 500)  # people take their time
    code = dealer.codes[seat]
    assert code == crew.scene(2).codes[seat]
    forger.holds = (K_COMMIT,)
    forger.begin()
    assert forger.run(2000, lambda: forger.guest._committed)
    forger.holds = ()
    forger.run(400)
    crew.table.run(wait)
    crew.command(0, ADMIT, 1 | dealer.spare[SPARE_NUMBER] << 1)
    for _ in range(60):
        forger.run(100)
        assert not forger.has_session() and not forger.opens(seat)
        assert dealer.doubted == NOBODY or dealer.codes[seat] == code, "another code comes only after the question was gone"


def test_a_view_of_a_forming_table_in_the_middle_of_a_mission_takes_no_key_away():
    crew = at_trick()
    victim = crew.table.handhelds[1].session.seat
    forger = Forger(crew, crew.scene(0).seat + 1)
    crew.table.run(KEY_ANEW + 1000)
    kept = crew.table.boards[1].slots[KEY_SLOT]
    stage = crew.scene(1).table
    assert stage[T_STAGE] == STAGE_ATTEMPT
    for _ in range(20):
        stage[T_STAGE] = STAGE_LOBBY  # as a forged public part would have it
        forger.forge(KEY, crew.scene(1).seat + 1, bytes((K_UNKNOWN,)) + bytes(8), epoch=forger.dealers_epoch, write=crew.table.wires[0].write)
        forger.run(20)
        assert victim._mail._joining is None and victim._seals.paired(victim._mail._record)
    stage[T_STAGE] = STAGE_ATTEMPT
    crew.rest()
    assert crew.table.boards[1].slots[KEY_SLOT] == kept
    crew.play()


def test_a_beat_without_seats_costs_nobody_his_key():
    crew = at_trick()
    forger = Forger(crew, crew.scene(0).seat + 1)
    forger.run(600)
    kept = [board.slots[KEY_SLOT] for board in crew.table.boards]
    beat = bytearray(forger.beat[:B_ROSTER])
    beat[B_SEATED] = 0
    for _ in range(3):
        forger.forge(BEAT, TO_ALL, bytes(beat), epoch=forger.dealers_epoch, write=crew.table.wires[0].write)
        forger.run(400)
    crew.rest()
    assert [board.slots[KEY_SLOT] for board in crew.table.boards] == kept and not any(d.scene.keyless for d in crew.devices)
    crew.play()


@pytest.mark.parametrize("whose", ["another seat's", "the dealer's", "nobody's"])
def test_no_seat_is_given_to_an_id_that_is_or_belongs_to_somebody_else(whose):
    crew = at_trick()
    seat = replaced(crew)
    chip = {"another seat's": crew.table.boards[1].chip, "the dealer's": crew.table.boards[0].chip, "nobody's": bytes(4)}[whose]
    for person in range(5):
        forger = Forger(crew, seat + 1, bytes((chip[0] ^ person << PERSON,)) + chip[1:])
        for _ in range(4):
            forger.hello(seat)
            forger.run(100)
            assert crew.scene(0).spare[SPARE_SEAT] == crew.dealer()._roster.spare[SPARE_SEAT] == 255
    crew.table.run(AWAY_AFTER)


def test_a_word_about_a_code_that_is_not_there_yet_confirms_nothing():
    pair = join._Pair(b"abcd", 0)
    for state in (join._COMMITTED, join._REVEALED, join._FAILED):
        pair.state = state
        pair.compared(None, True)
        assert not pair.confirmed and pair.state == state

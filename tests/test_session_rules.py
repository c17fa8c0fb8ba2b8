"""The session over the whole rule book: every mission with every crew, JARVIS, the challenge, distress, campaigns."""


import pytest

from engine.codes import (
    CHALLENGE, OPEN, PASS, PHASE_DISTRESS, PHASE_END, PHASE_GIVE, PHASE_HANDOVER, PHASE_NAME, PHASE_QUESTION,
    PHASE_SHARE, PHASE_TOKENS, PHASE_TRICK,
)
from engine.layout import DRAW_GOT, OPTIONS, PASSED, PHASE, SIGNAL, TRICK, TRICKS, VERDICT
from firmware import wire
from firmware.wire import (
    CAMPAIGN, DEAL_CARDS, LETTER, NOTICE_RESUMED, NO_STANDING, SET_CHALLENGE, TO_LOBBY, T_ATTEMPTS, T_CAMPAIGN,
    T_NOTICE, T_OPTIONS,
)
from host_tools.robots import Crew
from tests.session_kit import dealt, record_of


# --- the whole rule book ------------------------------------------------------------------------------------------------------


def two_humans(seed):
    crew = Crew(3, seed=seed, radio=0.05, distress=0.3)
    crew.table.bypass(2)
    crew.gather()
    return crew


@pytest.mark.parametrize("humans", [2, 3, 4, 5])
@pytest.mark.parametrize("mission", range(1, 51))
def test_every_mission_is_played_over_the_ring_to_its_verdict(mission, humans):
    if humans == 2:
        crew = two_humans(mission)
    else:
        crew = Crew(humans, seed=mission, radio=0.05, distress=0.3)
        crew.gather()
    crew.deal(mission)
    crew.play()
    assert crew.scene(1).view[VERDICT] != OPEN


def test_the_challenge_for_three_is_chosen_at_the_table_and_by_three_humans_only():
    for crew, allowed in ((Crew(3, seed=2), True), (Crew(4, seed=2), False), (two_humans(2), False)):
        crew.gather()
        crew.command(0, SET_CHALLENGE, 1)
        crew.rest()
        assert (crew.scene(0).own[wire.OWN_REFUSED] == 0) == allowed
        if allowed:
            crew.deal(9)
            assert crew.dealer().attempt.state[OPTIONS] == CHALLENGE and crew.scene(1).view[TRICKS] == 10
            crew.play()
            crew.command(0, SET_CHALLENGE, 0)
            crew.rest()
            assert crew.scene(1).table[T_OPTIONS] == 0


def test_a_standing_pass_stands_in_the_next_attempt_too_until_it_is_lifted():
    crew = dealt(3, 1, seed=91)
    for place in range(3):
        crew.command(place, PASS, 1)
    crew.play()
    crew.command(0, DEAL_CARDS)
    crew.rest()
    assert crew.scene(1).view[PHASE] == PHASE_TRICK, "nobody was asked about distress"
    crew.play()
    crew.command(2, NO_STANDING)
    crew.rest()
    crew.command(0, DEAL_CARDS)
    crew.rest()
    assert crew.scene(1).view[PHASE] == PHASE_DISTRESS and crew.scene(1).view[PASSED] != 7


def test_distress_adds_one_attempt_once_and_is_marked_when_it_is_agreed():
    crew = dealt(4, 1, seed=92)
    crew.distress = 1.0
    crew.play(until=lambda: crew.dealer().attempt.state[SIGNAL])
    assert crew.dealer().logbook.distress(1) and crew.scene(3).table[T_ATTEMPTS] == 2
    crew.play()
    crew.command(0, DEAL_CARDS)
    crew.rest()
    crew.play()
    assert crew.scene(3).table[T_ATTEMPTS] == 3, "two attempts, and one for distress"


@pytest.mark.parametrize("phase", [PHASE_QUESTION, PHASE_NAME, PHASE_TOKENS, PHASE_SHARE, PHASE_HANDOVER, PHASE_DISTRESS, PHASE_GIVE])
def test_the_dealer_is_reset_in_every_step_before_the_tricks_and_the_same_deal_goes_on(phase):
    mission = {PHASE_QUESTION: 33, PHASE_NAME: 24, PHASE_TOKENS: 23, PHASE_SHARE: 50}.get(phase, 30)
    crew = Crew(5, seed=93, distress=1.0)
    crew.gather()
    crew.deal(mission)
    crew.play(until=lambda: crew.dealer().attempt.state[PHASE] == phase)
    deal = record_of(crew.dealer().attempt)[:44]
    crew.table.reset(0)
    crew.until(lambda: all(d.scene.table[T_NOTICE] == NOTICE_RESUMED for d in crew.devices), 2000)
    assert record_of(crew.dealer().attempt)[:44] == deal
    crew.play()


def test_after_the_draw_of_mission_12_a_reset_does_not_draw_again():
    for seed in range(94, 140):
        crew = dealt(4, 12, seed=seed)
        st = crew.dealer().attempt.state
        crew.play(until=lambda: st[TRICK] == 1 or st[PHASE] == PHASE_END)
        if st[PHASE] != PHASE_END:
            break
    drawn = bytes(st[DRAW_GOT : DRAW_GOT + 4])
    assert all(drawn)
    crew.rest()
    crew.table.reset(0)
    crew.rest()
    assert bytes(crew.dealer().attempt.state[DRAW_GOT : DRAW_GOT + 4]) == drawn


# --- campaigns -------------------------------------------------------------------------------------------------------------


def test_campaigns_are_kept_apart_and_named():
    crew = dealt(3, 1, seed=95)
    crew.play()
    first = crew.dealer().logbook.attempts(1)
    assert first == 1
    crew.command(0, TO_LOBBY)
    crew.rest()
    crew.command(0, CAMPAIGN, 2)
    crew.rest()
    assert crew.dealer().logbook.attempts(1) == 0 and bytes(crew.scene(1).crew).rstrip(b" \0") == b"CREW 3"
    for place, letter in enumerate(b"OWLS  "):
        crew.command(0, LETTER + place, letter)
        crew.rest()
    assert bytes(crew.scene(1).crew).rstrip(b" \0") == b"OWLS"
    crew.deal(2)
    crew.play()
    crew.table.reset(0)
    crew.rest()
    assert crew.scene(1).table[T_CAMPAIGN] == 2 and crew.dealer().logbook.attempts(2) == 1
    crew.command(0, TO_LOBBY)
    crew.rest()
    crew.command(0, CAMPAIGN, 0)
    crew.rest()
    assert crew.dealer().logbook.attempts(1) == 1 and bytes(crew.scene(1).crew).rstrip(b" \0") == b"CREW 1"


def test_every_device_gets_the_page_of_the_log_book_that_it_asks_for():
    crew = dealt(3, 1, seed=96)
    crew.play()
    for place in range(3):
        crew.table.handhelds[place].session.seat.want_log(0)
        crew.until(lambda: crew.scene(place).log[1] == 1, 2000)
        assert crew.scene(place).log[2] == 1, "mission 1"
        assert crew.table.handhelds[place].session.seat.log_page == 255

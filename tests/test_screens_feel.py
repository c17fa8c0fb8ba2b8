"""How screens feel: the cursor stays, refusals fade, pages come up and go, and nobody is disturbed."""

from engine import codes
from engine.codes import PHASE_RADIO
from firmware import screens, texts, wire
from firmware.marks import DIM_PAIR, GOOD, SUIT_MARK, SUIT_PAIR
from firmware.screens import steps
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_MENU, KEY_NEXT, KEY_NONE
from host_tools.rehearsal import NAMES, Rehearsal
from tests.screen_kit import BY_SIZE, LONG_NAMES, SIZES, Played, dealer, hand, shown_cards, step_to, text


@BY_SIZE
def test_the_cursor_stays_on_its_card_when_views_arrive(size):
    table = Played(10, 4, size).ask()
    seat = table.turn
    table.keys(seat, KEY_NEXT, KEY_NEXT)
    at = table.scenes[seat].at
    table.publish()
    assert table.scenes[seat].at == at
    table.keys(seat, KEY_CHOOSE)
    table.table[wire.T_PRESENT] ^= 1 << (seat + 1) % 4
    table.publish()
    assert table.scenes[seat].at == at == table.scenes[seat].chosen


@BY_SIZE
def test_a_list_keeps_its_entry_when_another_goes(size):
    table = Played(4, 4, size).pick().play(1).calm()
    seat = (table.turn + 3) % 4
    table.key(seat, KEY_MENU)
    step_to(table, seat, texts.AT_ACTION + texts.A_GIVE_UP)
    table.play(1)  # the card can no longer be taken back: that entry before goes
    assert table.scenes[seat].at == texts.AT_ACTION + texts.A_GIVE_UP
    assert table.scenes[seat].screen == texts.S_MENU


@BY_SIZE
def test_an_entry_that_goes_takes_what_was_chosen_with_it(size):
    table = Played(4, 4, size).pick().play(1).calm()
    seat = (table.turn + 3) % 4
    table.key(seat, KEY_MENU)
    step_to(table, seat, texts.AT_ACTION + texts.A_TAKE_BACK)
    table.key(seat, KEY_CHOOSE)
    table.play(1)
    assert table.scenes[seat].chosen == 0
    assert not table.key(seat, KEY_CHOOSE), "another entry was done instead"


@BY_SIZE
def test_the_next_key_steps_away_from_what_was_chosen(size):
    table = Played(10, 3, size).pick()
    seat = table.turn
    table.keys(seat, KEY_CHOOSE)
    first = table.scenes[seat].chosen
    assert first
    table.key(seat, KEY_NEXT)
    assert table.scenes[seat].chosen == 0 and table.scenes[seat].at != first
    assert not table.key(seat, KEY_CHOOSE)


def test_choosing_restarts_the_clock_that_voids_hasty_presses():
    table = Played(10, 3, (26, 10)).pick()
    seat = table.turn
    before = table.scenes[seat].since
    table.key(seat, KEY_CHOOSE)
    assert table.scenes[seat].since == table.now != before


@BY_SIZE
def test_a_refusal_says_why_and_fades(size):
    table = Played(4, 3, size).pick()
    seat = table.turn
    calm = text(table, seat)
    assert table.command(seat, codes.PLAY, 0x99) == codes.REFUSE_CARD
    said = text(table, seat)
    assert said != calm
    table.wait(3900)
    assert text(table, seat) == said
    table.wait(200)
    assert table.scenes[seat].refused == 0 and text(table, seat) == calm


@BY_SIZE
def test_while_a_command_is_on_its_way_no_other_is_given(size):
    table = Played(4, 3, size).pick()
    seat = table.turn
    table.scenes[seat].pending = True
    table.keys(seat, KEY_CHOOSE)
    assert not table.key(seat, KEY_CHOOSE)


@BY_SIZE
def test_an_idle_handheld_draws_nothing(size):
    table = Played(4, 3, size).pick().calm()
    for scene, grid in zip(table.scenes, table.grids):
        assert not screens.due(scene, grid, table.now + 1000)


@BY_SIZE
def test_a_proposal_and_its_outcome_come_up_by_themselves_and_go(size):
    table = Played(4, 3, size).pick().play(1).calm()
    by = (table.turn + 2) % 3
    table.key((by + 1) % 3, KEY_MENU)
    table.command(by, codes.TAKE_BACK, 0)
    assert all(scene.screen == texts.S_PROPOSAL for scene in table.scenes)
    for seat in range(3):
        if seat != by:
            table.command(seat, codes.ANSWER, codes.NO)
    assert all(scene.screen == texts.S_OUTCOME for scene in table.scenes)
    table.wait(6000)
    assert all(scene.screen == texts.S_TRICK for scene in table.scenes)


@BY_SIZE
def test_during_a_proposal_the_cards_can_be_looked_at_and_not_played(size):
    table = Played(4, 3, size).pick().play(1).calm()
    seat = table.turn
    table.command((seat + 1) % 3, codes.GIVE_UP, 0)
    table.key(seat, KEY_BACK)
    scene = table.scenes[seat]
    assert scene.screen == texts.S_TRICK
    assert set(hand(table, seat)) & set(shown_cards(table.grids[seat]))
    assert set(table.grids[seat].pairs[-size[0] :]) != {GOOD}, "it seems to be one's turn"
    for _ in range(20):
        table.key(seat, KEY_NEXT)
        assert scene.screen == texts.S_TRICK
    assert not table.key(seat, KEY_CHOOSE)
    assert scene.screen == texts.S_PROPOSAL


def test_what_does_not_fit_its_field_is_cut():
    table = Rehearsal(3, (26, 10), LONG_NAMES, dealer(1))
    pen = table.scenes[0].pen
    grid = table.grids[0]
    grid.clear()
    pen.grid = grid
    pen.field(4, 2, 3)
    pen.name(0)
    pen.field(4, 3, 5, 2)
    pen.say(texts.NO_TABLE)
    lit = {(i % 26, i // 26) for i, glyph in enumerate(grid.glyphs) if glyph != 0x20}
    assert {x for x, y in lit if y == 2} == {4, 5, 6}
    assert {y for x, y in lit} == {2, 3, 4} and all(4 <= x < 9 for x, y in lit)


def test_on_the_smallest_display_radios_and_tasks_come_up_when_they_change():
    table = Played(10, 3, (12, 3)).ask()
    table.calm()
    by = table.turn
    table.command(by, codes.RADIO_SHOW, table.legal()[0])
    other = next(seat for seat in range(3) if seat != by and seat != table.turn)
    assert table.scenes[other].screen == texts.S_RADIOS
    assert table.scenes[by].screen == texts.S_TRICK, "one's own radio is no news"
    table.wait(6000)
    assert table.scenes[other].screen == texts.S_TRICK


def test_tasks_are_one_key_away_on_small_displays_and_the_last_trick_on_large_ones():
    for size, page in ((SIZES[0], texts.S_LAST), (SIZES[1], texts.S_TASKS), (SIZES[2], texts.S_TASKS)):
        table = Played(10, 3, size).pick()
        table.key(table.turn, KEY_BACK)
        assert table.scenes[table.turn].screen == page
        table.key(table.turn, KEY_CHOOSE)
        assert table.scenes[table.turn].screen == texts.S_TRICK


@BY_SIZE
def test_a_hand_left_alone_is_covered_and_a_key_only_uncovers_it(size):
    table = Played(4, 3, size).pick()
    seat = table.turn
    before = text(table, seat)
    table.wait(190000)
    assert table.scenes[seat].covered
    assert not shown_cards(table.grids[seat])
    assert not table.key(seat, KEY_CHOOSE)
    assert text(table, seat) == before


@BY_SIZE
def test_reading_a_page_is_not_disturbed_by_the_next_card(size):
    table = Played(10, 4, size).pick().play(1).calm()
    seat = (table.turn + 1) % 4
    table.keys(seat, KEY_MENU)
    step_to(table, seat, texts.AT_ACTION + texts.A_HELP)
    table.key(seat, KEY_CHOOSE)
    table.play(1)
    assert table.scenes[seat].screen == texts.S_HELP


@BY_SIZE
def test_reading_a_page_is_not_disturbed_by_the_first_trick(size):
    table = Played(10, 4, size).calm()
    table.keys(1, KEY_MENU)
    step_to(table, 1, texts.AT_ACTION + texts.A_HELP)
    table.key(1, KEY_CHOOSE)
    table.pick().play(1)
    assert table.scenes[1].screen == texts.S_HELP
    table.key(1, KEY_BACK)
    assert table.scenes[1].screen == texts.S_TRICK


@BY_SIZE
def test_the_result_comes_up_whatever_one_reads(size):
    table = Played(49, 3, size).pick().calm()
    table.keys(0, KEY_MENU)
    table.play(99)
    assert table.scenes[0].screen == texts.S_RESULT


@BY_SIZE
def test_while_others_play_the_menu_is_open_and_cards_are_not(size):
    table = Played(10, 3, size).pick().calm()
    seat = (table.turn + 1) % 3
    for _ in range(20):
        table.key(seat, KEY_NEXT)
        scene = table.scenes[seat]
        if scene.at < texts.AT_DROP and scene.at:
            assert size[1] < 5
            assert not table.key(seat, KEY_CHOOSE) and scene.refused == codes.REFUSE_TURN
    step_to(table, seat, texts.AT_MENU)
    table.key(seat, KEY_CHOOSE)
    assert table.scenes[seat].screen == texts.S_MENU


def test_only_missions_that_can_be_played_are_offered():
    from engine.missions import playable

    table = Rehearsal(3, (26, 10), NAMES, dealer(1))
    table.command(0, wire.TO_CHOOSE, 0)
    met = set()
    for _ in range(60):
        met.add(table.scenes[0].at)
        table.key(0, KEY_NEXT)
    assert met - {texts.AT_MENU, texts.AT_GAME, texts.AT_MAKE} == {mission for mission in range(1, 51) if playable(codes.PLANET_NINE, mission)}


def test_only_the_dealing_seat_is_offered_what_only_it_may_do():
    table = Rehearsal(3, (26, 10), NAMES, dealer(1))
    for kind, argument in ((None, 0), (wire.TO_CHOOSE, 0), (wire.CHOOSE, 1), (wire.DEAL_CARDS, 0)):
        if kind:
            table.command(0, kind, argument)
        if kind == wire.DEAL_CARDS:
            table.command(0, codes.GIVE_UP, 0)
            for seat in (1, 2):
                table.command(seat, codes.ANSWER, codes.YES)
        for seat in (1, 2):
            n = steps.stops(table.scenes[seat])
            assert not [stop for stop in table.scenes[seat].stops[:n] if texts.AT_ACTION <= stop < texts.AT_PAGE]


def test_a_seat_without_a_name_has_its_number():
    table = Rehearsal(3, (26, 10), ("ANA", "", "CLEO"), dealer(1))
    assert "P2" in text(table, 0)


def test_the_radio_offers_only_cards_that_say_something_with_their_meaning():
    table = Played(10, 4, (26, 10)).ask()
    while table.phase == PHASE_RADIO:
        seat = table.turn
        scene = table.scenes[seat]
        offered = scene.stops[: steps.stops(scene)]
        assert sorted(stop for stop in offered if stop < texts.AT_DROP) == table.legal()
        assert texts.AT_DROP in offered
        words = text(table, seat)
        assert any(word in words for word in ("highest", "only", "lowest"))
        table.command(seat, codes.RADIO_DROP, 0)


def test_suits_have_five_shapes_and_dim_cards_stay_in_their_suit():
    assert len({SUIT_MARK + suit for suit in range(5)}) == 5
    assert {DIM_PAIR + suit for suit in range(5)} & {SUIT_PAIR + suit for suit in range(5)} == set()
    assert KEY_NONE == 0

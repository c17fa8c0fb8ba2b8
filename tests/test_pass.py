"""Several people at one device: it is passed on, nobody sees another's cards, and every mix of boards and people plays."""


import pytest

from engine.codes import GIVE_UP, GIVEN_UP, NO, NOBODY, PHASE_DISTRESS, PHASE_END, PHASE_TRICK, PLAY, RADIO_ASK, YES
from engine.layout import (
    CARDS, LAST, LYING, OPEN_CARDS, OWN_ASKED, OWN_DRAW_GAVE, OWN_GAVE, OWN_HAND, OWN_HELD, PHASE, PRIVATE, PROPOSER, SHOWN, TASK, TASK_BYTES,
    TASK_COUNT, TRICK, TURN, VERDICT, VERDICT_CARD,
)
from engine.cards import list_cards
from firmware.app import Handheld
from firmware.marks import SUIT_MARK
from firmware.texts import AT_ACTION, AT_MORE, AT_SEAT, A_HERE, S_HERE, S_LETTERS
from firmware.wire import (
    ADD_PERSON, BE_DEALER, DROP_PERSON, KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_PREVIOUS, KEY_UP, LINK_GOOD, LINK_SILENT, PASS_TO,
    SPELL, STAGE_ATTEMPT, TAKE, T_DEALER, T_PRESENT, T_SEATED, T_STAGE,
)
from host_tools.boards import BOARDS
from host_tools.robots import Crew
from host_tools.simulator import persons_of

MIXES = ([2], [3], [4], [5], [2, 2], [1, 3], [3, 2], [1, 1, 2], [1, 2, 1, 1])
SIZES = ("pygamer", "feather_oled", "thumby")


def gathered(persons, seed=1, place=0, **how):
    crew = Crew(len(persons), seed=seed, persons=persons, **how)
    crew.gather(place)
    return crew


def names(crew):
    scene = crew.scene(0)
    return [bytes(scene.names[seat]).rstrip(b"\0").decode() for seat in range(scene.table[T_SEATED])]


def press(crew, role, place=0):
    """Press and release a key of a board, late enough to be meant for what shows."""
    board = crew.table.boards[place]
    crew.table.run(250)
    board.press(board.keys.index(role))
    crew.table.run(40)
    board.release(board.keys.index(role))
    crew.table.run(40)


def choose(crew, stop, place=0):
    """Step to a stop and choose it."""
    scene = crew.scene(place)
    for _ in range(60):
        if scene.at == stop:
            return press(crew, KEY_CHOOSE, place)
        press(crew, KEY_NEXT, place)
    raise AssertionError("the cursor never came to %x" % stop)


# --- playing ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faults", ["none", "all"])
@pytest.mark.parametrize("persons", MIXES, ids=str)
def test_every_mix_of_boards_and_people_plays_to_the_verdict_over_any_line(persons, faults):
    crew = gathered(persons, 7, faults=faults, radio=0.05)
    crew.deal(10)
    crew.play()
    assert all(d.scene.view[VERDICT] for d in crew.devices)
    assert sum(bin(d.scene.here).count("1") for d in crew.devices) == sum(persons)


@pytest.mark.parametrize("place", [0, 1])
def test_a_shared_device_may_be_the_dealing_one_or_another(place):
    crew = gathered([1, 3], 5, place)
    crew.deal(2, place)
    crew.play()
    assert crew.scene(0).view[VERDICT]


def test_each_person_has_a_seat_with_an_id_of_its_own_and_the_hand_that_the_engine_dealt():
    crew = gathered([2, 2], 3)
    crew.deal(1)
    chips = crew.dealer()._roster.chips
    assert len({bytes(chips[4 * i : 4 * i + 4]) for i in range(4)}) == 4
    part = bytearray(64)
    for place in (0, 1):
        scene = crew.scene(place)
        seats = [seat for seat in range(4) if scene.here >> seat & 1]
        for seat in seats:
            crew.command(place, PASS_TO, seat)
            crew.command(place, TAKE)
            crew.dealer().attempt.private(seat, part)
            assert scene.seat == seat and scene.own[:PRIVATE] == part[:PRIVATE]


def test_boards_share_the_people_as_evenly_as_may_be():
    assert [persons_of(*each) for each in ((1, 4), (2, 4), (2, 5), (3, 4), (4, 4))] == [[4], [2, 2], [3, 2], [2, 1, 1], [1] * 4]


def test_anybody_at_the_dealing_device_may_deal():
    crew = gathered([3], 4)
    crew.command(0, PASS_TO, 2)
    assert crew.scene(0).seat == 2 != crew.scene(0).table[T_DEALER]
    crew.deal(1)
    crew.play()


# --- secrets ---------------------------------------------------------------------------------------------------------------


def shown_cards(grid):
    """Every card on the display: a suit and the digits behind it."""
    found = set()
    for y in range(grid.rows):
        suit = -1
        for glyph in grid.glyphs[y * grid.columns : (y + 1) * grid.columns]:
            if SUIT_MARK <= glyph < SUIT_MARK + 5:
                suit = glyph - SUIT_MARK
            elif suit >= 0 and 0x31 <= glyph <= 0x39:
                found.add(suit << 4 | glyph - 0x30)
            else:
                suit = -1
    return found


def public_cards(view):
    cards = {view[TASK + TASK_BYTES * i] for i in range(view[TASK_COUNT])} | set(view[OPEN_CARDS : OPEN_CARDS + 7])
    cards |= set(view[CARDS : CARDS + 5]) | set(view[SHOWN : SHOWN + 5]) | {view[VERDICT_CARD]}
    return cards | set(view[LAST : LAST + 5]) if view[TRICK] else cards


class Watched(Crew):
    """A crew at one board whose display is looked at after every turn of its loop; keys are pressed at random meanwhile."""

    def __init__(self, seats, board, seed):
        super().__init__(1, seed=seed, radio=0.05, distress=0.2, start=Handheld, board=BOARDS[board], persons=[seats])
        self.hand = set()  # the cards of whoever has shown by a key that it is he
        self.looked = self.covered = 0
        self.into = bytearray(64)
        device = self.table.handhelds[0]
        tick = device.tick

        def watched():
            tick()
            self.look()

        device.tick = watched

    def look(self):
        scene = self.scene(0)
        if not scene.view[PHASE] or scene.view[PHASE] >= PHASE_END or scene.table[T_STAGE] != STAGE_ATTEMPT:
            return
        part = bytearray(64)
        self.dealer().attempt.private(scene.seat, part)
        own = set()
        if scene.passing:
            assert not any(scene.own), "nobody has taken the device"
            self.covered += 1
        else:
            own = set(self.into[: list_cards(part, OWN_HAND, 31, self.into)])
            own |= {part[OWN_GAVE], part[OWN_GAVE + 1], part[OWN_DRAW_GAVE], part[OWN_DRAW_GAVE + 1]}
        strange = shown_cards(self.table.handhelds[0].grid) - own - public_cards(scene.view)
        assert not strange, "cards of somebody else, or before the device was taken: %s" % sorted(strange)
        self.looked += 1

    def act(self, place):
        scene = self.scene(place)
        if self.random.random() < 0.3:
            role = self.random.choice((KEY_NEXT, KEY_PREVIOUS, KEY_BACK, KEY_MENU, KEY_UP, KEY_DOWN))
            board = self.table.boards[place]
            if role in board.keys:
                press(self, role, place)
        if scene.passing:
            press(self, KEY_CHOOSE, place)
        elif not scene.popped:
            super().act(place)


@pytest.mark.parametrize("board", SIZES)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_display_never_shows_a_card_of_anybody_but_the_one_who_has_the_device(seats, board):
    crew = Watched(seats, board, 10 * seats)
    crew.gather()
    crew.deal(4)
    crew.play()
    assert crew.looked > 1000 and crew.covered > 100 and crew.scene(0).view[VERDICT]


def test_a_table_of_two_at_one_board_hides_the_others_hand_beside_jarvis_too():
    crew = Watched(2, "pygamer", 9)
    crew.gather()
    crew.deal(4)
    crew.play()
    assert crew.covered > 50


def test_after_the_verdict_no_hand_is_left_on_a_shared_device():
    crew = at_trick([2, 2], 3)
    crew.play()
    assert not any(any(d.scene.own) or d.scene.passing for d in crew.devices)


@pytest.mark.parametrize("board", SIZES)
def test_only_the_key_that_commits_takes_the_device(board):
    crew = gathered([3], 2, start=Handheld, board=BOARDS[board])
    crew.deal(1)
    scene = crew.scene(0)
    assert scene.passing
    for role in (KEY_NEXT, KEY_PREVIOUS, KEY_BACK, KEY_MENU):
        if role in crew.table.boards[0].keys:
            press(crew, role)
            assert scene.passing and not any(scene.own)
    press(crew, KEY_CHOOSE)
    assert not scene.passing and scene.own[OWN_HELD]


def test_nothing_is_left_of_the_one_before_when_the_device_goes_on():
    crew = gathered([4], 8, start=Handheld)
    crew.deal(1)
    crew.play(until=lambda: crew.scene(0).view[PHASE] == PHASE_TRICK)
    scene = crew.scene(0)
    press(crew, KEY_CHOOSE)
    press(crew, KEY_NEXT)
    assert scene.own[OWN_HELD] and scene.at
    before = scene.seat
    crew.command(0, PASS_TO, (before + 1) % 4)
    assert scene.passing and not any(scene.own) and not scene.at and not scene.card and not scene.chosen


# --- passing on ------------------------------------------------------------------------------------------------------------


def at_trick(persons, seed=1, **how):
    crew = gathered(persons, seed, **how)
    crew.deal(2)
    crew.play(until=lambda: crew.scene(0).view[PHASE] == PHASE_TRICK)
    return crew


def test_the_device_asks_to_be_passed_to_whoever_is_awaited():
    crew = at_trick([4])
    scene = crew.scene(0)
    for _ in range(4):
        turn = scene.view[TURN]
        crew.until(lambda: scene.seat == turn)
        assert scene.passing
        crew.act(0)  # takes it
        crew.table.run(50)
        assert not scene.passing
        crew.act(0)  # plays
        crew.table.run(50)


def test_while_only_others_are_awaited_the_device_stays_with_whoever_has_it():
    crew = at_trick([2, 2], 6)
    crew.until(lambda: all(not d.scene.passing for d in crew.devices) or [crew.act(0), crew.act(1)] and False)
    turn = crew.scene(0).view[TURN]
    idle = next(d for d in crew.devices if not d.scene.here >> turn & 1)
    seat = idle.scene.seat
    crew.table.run(3000)
    assert idle.scene.seat == seat and not idle.scene.passing


def test_a_visit_by_hand_ends_by_itself_once_it_has_done_something():
    crew = at_trick([3], 3)
    scene = crew.scene(0)
    crew.play(until=lambda: scene.view[LYING] == 1)
    turn = scene.view[TURN]
    crew.until(lambda: scene.seat == turn)
    crew.command(0, TAKE)
    visitor = (turn + 1) % 3
    crew.command(0, PASS_TO, visitor)
    crew.command(0, TAKE)
    crew.table.run(3000)
    assert scene.seat == visitor and not scene.passing, "nobody takes the device away from a visitor"
    crew.command(0, RADIO_ASK)
    crew.table.run(100)
    assert scene.seat == turn and scene.passing
    assert crew.dealer()._delivery._private[16 * visitor + OWN_ASKED]


def test_each_answers_a_proposal_at_the_device_in_turn_and_no_answer_shows_before_the_last():
    crew = at_trick([4], 5)
    scene = crew.scene(0)
    crew.command(0, TAKE)
    crew.command(0, GIVE_UP)
    crew.table.run(100)
    by = scene.view[PROPOSER]
    answered = []
    for reply in (NO, YES, YES):
        assert scene.passing and scene.seat not in answered + [by]
        answered.append(scene.seat)
        crew.command(0, TAKE)
        assert scene.view[PROPOSER] == by
        crew.command(0, 11, reply)  # ANSWER
        crew.table.run(100)
    assert scene.view[PROPOSER] == NOBODY and scene.view[VERDICT] != GIVEN_UP


def test_in_a_step_for_all_each_has_the_device_once():
    crew = gathered([3], 11)
    crew.deal(10)
    crew.play(until=lambda: crew.scene(0).view[PHASE] == PHASE_DISTRESS)
    seen = set()
    scene = crew.scene(0)
    while scene.view[PHASE] == PHASE_DISTRESS:
        if scene.passing:
            waited = True
        seen.add(scene.seat)
        crew.act(0)
        crew.table.run(50)
    assert seen == {0, 1, 2} and waited


def test_a_refusal_is_read_before_the_device_goes_on():
    crew = at_trick([3], 2)
    scene = crew.scene(0)
    turn = scene.view[TURN]
    crew.until(lambda: scene.seat == turn)
    other = (turn + 1) % 3
    crew.command(0, PASS_TO, other)
    crew.command(0, TAKE)
    crew.command(0, PLAY, 1)
    assert scene.refused
    crew.table.run(1000)
    assert scene.seat == other
    crew.table.run(3000)
    assert scene.seat == turn


# --- power cuts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1])
def test_a_shared_device_that_was_reset_has_all_its_seats_again_and_shows_no_hand(place):
    crew = at_trick([2, 2], 4)
    crew.play(until=lambda: crew.scene(0).view[TRICK] == 1)
    here = crew.scene(place).here
    crew.table.reset(place)
    crew.until(lambda: crew.scene(place).here == here)
    assert not any(crew.scene(place).own)
    crew.until(lambda: crew.scene(place).passing)
    crew.play()
    assert crew.scene(place).view[VERDICT] and all(d.scene.table[T_PRESENT] == 15 for d in crew.devices)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_one_board_without_any_cable_is_a_table_and_complains_of_nothing(seats):
    crew = Crew(1, seed=4, start=Handheld, persons=[seats])
    crew.table.set_cable(0, False)
    crew.gather()
    crew.table.run(3000)
    assert crew.scene(0).link == LINK_GOOD
    crew.deal(2)
    crew.play()
    assert crew.scene(0).link == LINK_GOOD and crew.scene(0).view[VERDICT]


def test_a_ring_that_is_open_shows_though_the_dealing_device_is_shared():
    crew = gathered([2, 2], 3)
    crew.table.set_cable(1, False)
    crew.table.run(2000)
    assert crew.scene(0).link == LINK_SILENT


def test_one_board_alone_resumes_with_all_its_people_and_their_names():
    crew = at_trick([4], 4)
    before = names(crew)
    crew.table.reset(0)
    crew.table.run(500)
    assert names(crew) == before == ["ANA", "BEN", "CLEO", "DAN"]
    assert crew.scene(0).here == 15 and crew.scene(0).passing
    crew.play()


# --- forming the table -----------------------------------------------------------------------------------------------------


def test_people_are_added_named_and_leave_by_two_keys():
    crew = Crew(1, seed=2, start=Handheld, board=BOARDS["clue"])
    crew.command(0, BE_DEALER)
    crew.table.run(500)
    scene = crew.scene(0)
    for count in (2, 3):
        while scene.screen != S_HERE:
            if scene.screen != scene.base:
                press(crew, KEY_NEXT)
            choose(crew, AT_ACTION + A_HERE)
        choose(crew, AT_MORE)
        crew.table.run(700)
        assert bin(scene.here).count("1") == count
    seat = max(seat for seat in range(5) if scene.here >> seat & 1)
    assert not scene.names[seat][0], "without a name it is called by its number"
    choose(crew, AT_SEAT + seat)
    assert scene.seat == seat and not scene.passing, "before the cards are dealt nothing is to be hidden"
    for _ in range(40):
        if scene.screen == S_HERE:
            break
        choose(crew, AT_ACTION + A_HERE) if scene.screen != scene.base or scene.table[T_SEATED] < 3 else choose(crew, 0xFF)
    choose(crew, AT_MORE + 1)
    assert scene.screen == S_LETTERS
    for letter in "ZOE   ":
        choose(crew, ord(letter))
    crew.table.run(2500)
    assert bytes(crew.dealer()._roster.names[6 * seat : 6 * seat + 6]) == b"ZOE\0\0\0" and "ZOE" in names(crew)


def test_a_name_given_at_another_device_comes_to_all():
    crew = gathered([1, 2], 3)
    scene = crew.scene(1)
    seat = next(seat for seat in range(5) if scene.here >> seat & 1 and seat != scene.seat)
    crew.command(1, PASS_TO, seat)
    for place, letter in enumerate("IDA "):
        crew.command(1, SPELL + place, ord(letter))
        crew.table.run(300)
    crew.table.run(3000)
    assert names(crew)[seat] == "IDA" and scene.names[seat] == crew.scene(0).names[seat]


@pytest.mark.parametrize("place", [0, 1])
def test_who_leaves_a_shared_device_frees_the_seat_and_the_rest_play_on(place):
    crew = gathered([3, 2], 3)
    scene = crew.scene(place)
    seat = max(seat for seat in range(5) if scene.here >> seat & 1)
    gone = names(crew)[seat]
    crew.command(place, DROP_PERSON, seat)
    crew.until(lambda: all(d.scene.table[T_SEATED] == 4 for d in crew.devices), 4000)
    crew.table.run(3000)
    assert gone not in names(crew) and crew.scene(0).table[T_SEATED] == 4
    crew.persons[place] -= 1
    crew.deal(1)
    crew.play()


def test_the_owner_of_a_device_does_not_leave_it_and_after_all_guests_have_it_is_shared_no_more():
    crew = gathered([2, 1, 1], 3)
    owner, guest = [seat for seat in range(5) if crew.scene(0).here >> seat & 1]
    crew.command(0, DROP_PERSON, owner)
    assert crew.scene(0).refused
    crew.command(0, DROP_PERSON, guest)
    crew.until(lambda: crew.scene(0).table[T_SEATED] == 3, 4000)
    crew.deal(1)
    assert not crew.scene(0).passing and crew.scene(0).own[OWN_HELD]
    crew.persons[0] = 1
    crew.play()


def test_a_device_whose_owner_found_no_seat_serves_the_one_who_has():
    crew = gathered([1, 2, 1], 3)
    device = crew.devices[1]
    chips = crew.dealer()._roster.chips
    (guest,) = [seat for seat in range(4) if device.scene.here >> seat & 1 and device.session.seat.persons[seat]]
    device.session.seat.find(bytes(chips[4 * guest : 4 * guest + 4]), 0, 1)
    assert device.scene.seat == 0 and device.scene.guest


def test_a_full_table_takes_no_sixth_person():
    crew = gathered([5], 3)
    crew.command(0, ADD_PERSON)
    crew.table.run(2000)
    assert crew.scene(0).table[T_SEATED] == 5 and crew.scene(0).refused


def test_nobody_joins_or_leaves_while_an_attempt_is_under_way():
    crew = at_trick([3], 3)
    for kind in (ADD_PERSON, DROP_PERSON):
        crew.command(0, kind, 1)
        assert crew.scene(0).refused
        crew.table.run(3000)
    assert crew.scene(0).table[T_SEATED] == 3 and crew.scene(0).here == 7


def test_a_device_with_one_person_never_asks_to_be_passed_on():
    crew = Crew(3, seed=4, start=Handheld)
    crew.gather()
    crew.deal(4)
    seen = []
    crew.play(until=lambda: seen.extend(d.scene.passing for d in crew.devices) or crew.ended())
    assert not any(seen) and all(d.session.seat.sharing is None for d in crew.devices)

"""Presses become keys by when they happened, never by when the loop saw them; what was meant for another screen is void."""

import pytest

from firmware.keys import BOUNCE, LONG, REPEAT, SETTLE, Keys
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_NONE, KEY_PREVIOUS, KEY_UP, KEY_VOID

TWO = bytes((KEY_NEXT, KEY_CHOOSE))
SIX = bytes((KEY_NEXT, KEY_CHOOSE, KEY_PREVIOUS, KEY_BACK, KEY_UP, KEY_DOWN))
A, B = 0, 1


class Board:
    def __init__(self, keys=TWO):
        self.keys = keys
        self.events = []

    def event(self, into):
        if not self.events:
            return -1
        into[0], into[1], at = self.events.pop(0)
        return at


class Scene:
    since = 0


class Hand:
    """A hand at the keys of a board, and a loop that looks when it is told to."""

    def __init__(self, keys=TWO, start=100000):
        self.board = Board(keys)
        self.keys = Keys(self.board)
        self.scene = Scene()
        self.start = start
        self.scene.since = start - 5000 & 0x1FFFFFFF

    def press(self, key, at, length):
        self.board.events += [(key, 1, self.start + at & 0x1FFFFFFF), (key, 0, self.start + at + length & 0x1FFFFFFF)]

    def down(self, key, at):
        self.board.events.append((key, 1, self.start + at & 0x1FFFFFFF))

    def up(self, key, at):
        self.board.events.append((key, 0, self.start + at & 0x1FFFFFFF))

    def look(self, at):
        """What the loop gets when it looks at this time."""
        found = []
        while True:
            key = self.keys.next(self.start + at & 0x1FFFFFFF, self.scene)
            if key == KEY_NONE:
                return found
            found.append(key)

    def changed(self, at):
        self.scene.since = self.start + at & 0x1FFFFFFF


def test_a_short_press_of_a_steps_on_and_of_b_chooses():
    hand = Hand()
    hand.press(A, 0, 80)
    hand.press(B, 300, 80)
    assert hand.look(400) == [KEY_NEXT, KEY_CHOOSE]


def test_a_long_press_of_b_goes_back_once_while_it_is_held():
    hand = Hand()
    hand.down(B, 0)
    assert hand.look(LONG - 1) == []
    assert hand.look(LONG) == [KEY_BACK]
    assert hand.look(LONG + 3000) == []
    hand.up(B, LONG + 3100)
    assert hand.look(LONG + 3200) == []


def test_a_held_a_steps_back_and_goes_on_doing_so():
    hand = Hand()
    hand.down(A, 0)
    found = []
    for at in range(0, LONG + 5 * REPEAT, 10):
        found += hand.look(at)
    assert found == [KEY_PREVIOUS] * 5
    hand.up(A, LONG + 5 * REPEAT)
    assert hand.look(LONG + 5 * REPEAT + 100) == [], "the release is no press"


def test_a_short_press_seen_late_stays_short():
    hand = Hand()
    hand.press(B, 0, 100)
    assert hand.look(2000) == [KEY_CHOOSE]


def test_a_long_press_seen_late_is_long():
    hand = Hand()
    hand.press(B, 0, LONG + 50)
    hand.press(A, 1000, LONG + 50)
    assert hand.look(3000) == [KEY_BACK, KEY_PREVIOUS]


def test_nothing_is_held_while_its_release_waits_in_the_queue():
    hand = Hand()
    hand.down(A, 0)
    assert hand.look(10) == []
    hand.up(A, 100)
    assert hand.look(2000) == [KEY_NEXT]


@pytest.mark.parametrize("keys", [TWO, SIX], ids=["two keys", "six keys"])
@pytest.mark.parametrize("key", [A, B])
def test_a_press_begun_before_the_screen_changed_is_void(keys, key):
    hand = Hand(keys)
    hand.changed(50)
    hand.press(key, 0, 400)
    assert hand.look(500) == [KEY_VOID] * (key == B), "a choice is not lost silently"
    hand.press(key, 1000, 80)
    assert hand.look(1100) == [(KEY_NEXT, KEY_CHOOSE)[key]], "the next one counts"


def test_holding_over_from_the_screen_before_does_nothing_however_long():
    hand = Hand()
    hand.down(B, 0)
    hand.down(A, 0)
    hand.changed(100)
    for at in range(100, 5000, 100):
        assert hand.look(at) == []
    hand.up(B, 5000)
    hand.up(A, 5000)
    assert hand.look(5100) == []


@pytest.mark.parametrize("keys", [TWO, SIX], ids=["two keys", "six keys"])
def test_a_choice_sooner_than_anybody_can_read_is_void(keys):
    hand = Hand(keys)
    hand.changed(0)
    hand.press(B, SETTLE - 1, 80)
    assert hand.look(SETTLE + 100) == [KEY_VOID]
    hand.press(B, SETTLE + 500, 80)
    assert hand.look(SETTLE + 700) == [KEY_CHOOSE]


def test_stepping_may_be_quick():
    hand = Hand()
    hand.changed(0)
    hand.press(A, 10, 60)
    assert hand.look(100) == [KEY_NEXT]


@pytest.mark.parametrize("keys", [TWO, SIX], ids=["two keys", "six keys"])
@pytest.mark.parametrize("key", [A, B])
def test_a_bounce_is_no_second_press(keys, key):
    hand = Hand(keys)
    hand.press(key, 0, 4)
    hand.press(key, 9, 100)
    hand.press(key, 109 + BOUNCE - 5, 3)
    assert hand.look(1000) == [(KEY_NEXT, KEY_CHOOSE)[key]]


def test_choosing_twice_by_a_bounce_is_impossible_once_the_choice_restarts_the_clock():
    hand = Hand()
    hand.press(B, 0, 60)
    assert hand.look(70) == [KEY_CHOOSE]
    hand.changed(70)
    hand.press(B, 60 + BOUNCE + 20, 60)
    assert hand.look(300) == [KEY_VOID]


def test_more_keys_act_when_pressed_and_repeat_where_they_step():
    hand = Hand(SIX)
    hand.down(A, 0)
    assert hand.look(5) == [KEY_NEXT]
    assert hand.look(LONG - 1) == []
    assert hand.look(LONG) == [KEY_NEXT]
    assert hand.look(LONG + REPEAT - 1) == []
    assert hand.look(LONG + REPEAT) == [KEY_NEXT]
    hand.up(A, LONG + REPEAT + 5)
    for i in range(1, 6):
        hand.down(i, 3000 * i)
        assert hand.look(3000 * i + 5) == [SIX[i]]
        repeats = SIX[i] in (KEY_PREVIOUS, KEY_UP, KEY_DOWN)
        assert hand.look(3000 * i + LONG) == [SIX[i]] * repeats
        hand.up(i, 3000 * i + LONG + 10)
        assert hand.look(3000 * i + LONG + 20) == []


def test_a_menu_key_beside_two_keys_leaves_the_long_presses():
    hand = Hand(bytes((KEY_NEXT, KEY_CHOOSE, KEY_MENU)))
    hand.press(2, 0, 50)
    hand.press(A, 1000, LONG)
    assert hand.look(2000) == [KEY_MENU, KEY_PREVIOUS]


def test_the_clock_may_wrap_in_the_middle_of_a_press():
    for offset in range(-600, 100, 50):
        hand = Hand(start=0x20000000 + offset)
        hand.press(A, 0, LONG + 20)
        hand.press(B, 1000, 100)
        assert hand.look(1200) == [KEY_PREVIOUS, KEY_CHOOSE]


def test_a_key_that_the_board_does_not_name_is_ignored():
    hand = Hand()
    hand.press(7, 0, 50)
    assert hand.look(100) == []

"""The card tables against plain definitions, and the packed missions against their list."""

import random

import pytest

from engine import cards, codes, layout, missions
from engine.cards import AT, BIT, HIGHEST, LOWEST, PLAYABLE
from tests.facts import DECK, MISSIONS
from tests.facts import missions as listed_missions

SUITS = "PBGYR"
BYTE = {card: SUITS.index(card[0]) << 4 | int(card[1]) for card in DECK}
ROWS = listed_missions()


def set_of(words):
    """The card set of these cards, by the definition in engine/cards.py."""
    made = bytearray(5)
    for word in words:
        suit, value = SUITS.index(word[0]), int(word[1])
        if value == 9:
            made[4] |= 1 << 4 + suit
        else:
            made[suit] |= 1 << value - 1
    return made


def random_hands(count):
    some = random.Random(1)
    return [some.sample(DECK, some.randrange(15)) for _ in range(count)]


def test_the_deck_is_forty_cards_in_order():
    into = bytearray(41)
    assert cards.deck(into) == 40
    assert list(into) == [BYTE[card] for card in DECK] + [0]


def test_each_card_has_its_own_bit_in_a_set():
    for card in DECK:
        only = bytearray(5)
        only[AT[BYTE[card]]] = BIT[BYTE[card]]
        assert only == set_of([card])
    assert len({(AT[byte], BIT[byte]) for byte in BYTE.values()}) == 40


def test_what_is_no_card_has_no_bit():
    for byte in range(256):
        assert (BIT[byte] != 0) == (byte in BYTE.values())
        assert AT[byte] < 5


def test_highest_and_lowest_by_holding():
    for mask in range(256):
        values = [value for value in range(1, 9) if mask >> value - 1 & 1]
        assert HIGHEST[mask] == max(values, default=0)
        assert LOWEST[mask] == min(values, default=9)


def test_playable_suits():
    for held in range(32):
        assert PLAYABLE[codes.NO_SUIT << 5 | held] == held
        for led in range(5):
            assert PLAYABLE[led << 5 | held] == (1 << led if held >> led & 1 else held)


@pytest.mark.parametrize("offset", [0, 3])
def test_listing_a_set(offset):
    into = bytearray(40)
    for hand in [[], DECK, *random_hands(300)]:
        made = bytes(offset) + bytes(set_of(hand))
        assert cards.suits_held(made, offset) == sum(1 << SUITS.index(suit) for suit in {card[0] for card in hand})
        for suits in range(32):
            n = cards.list_cards(made, offset, suits, into)
            expected = sorted(BYTE[card] for card in hand if suits >> SUITS.index(card[0]) & 1)
            assert list(into[:n]) == expected


def test_the_packed_missions_are_the_listed_ones():
    assert sorted(ROWS) == list(range(1, 51))
    for number, row in ROWS.items():
        assert missions.playable(codes.PLANET_NINE, number)
        assert missions.tasks_of(number) == row.tasks
        limit = {"free": codes.FREE, "dead-zone": codes.DEAD_ZONE}.get(row.limit, row.from_trick)
        assert missions.limit_of(number) == limit
        tokens = [missions.token_of(missions.tokens_of(number), place) for place in range(layout.TASKS_MOST)]
        words = row.tokens + [None] * (layout.TASKS_MOST - len(row.tokens))
        assert tokens == [
            codes.TOKEN_NONE if word is None else codes.OMEGA if word == "omega" else codes.ARROW | int(word[1]) if word[0] == "a" else int(word)
            for word in words
        ]
        packed = missions._ROWS[layout.ROW_BYTES * (number - 1) : layout.ROW_BYTES * number]
        assert missions.handover_of(number) == row.handover
        assert bool(packed[layout.ROW_TASKS] & layout.TO_THE_END) == row.to_the_end


def test_special_rules_have_one_number_each():
    numbers = {}
    for number, row in ROWS.items():
        special = missions.special_of(number)
        assert numbers.setdefault(row.special, special) == special
    assert len(set(numbers.values())) == len(numbers) and numbers["-"] == 0


@pytest.mark.parametrize("game, mission", [(0, -1), (0, 0), (0, 70), (0, 255), (1, 0), (1, 11), (1, 50), (1, 70), (2, 1), (2, 51)])
def test_there_is_no_other_mission(game, mission):
    assert not missions.playable(game, mission)
    assert MISSIONS.exists()

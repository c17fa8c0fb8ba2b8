"""The solver that tells how hard a mission is, held against trying everything on tiny decks; and what it says of its uncertainty."""

import itertools
import random

import pytest

from engine import codes
from host_tools import difficulty
from host_tools.difficulty import Deal, Share, share_of, solve

TINY = [suit << 4 | value for suit in (0, 1) for value in (1, 2, 3, 4)] + [0x41, 0x42, 0x43, 0x44]


def plays(deal, hands, leader, tricks):
    """Every way to play ``deal`` to its end, as lists of (winner, cards)."""
    if len(tricks) == deal.tricks:
        yield tricks
        return
    played = {card for _, cards in tricks for card in cards}
    seats = [(leader + i) % len(hands) for i in range(len(hands))]

    def cards_of(seat):
        """What it may choose from: a covered card only when the one on it has been played."""
        return [card for card in hands[seat] if card not in played and deal.covers.get(card, card) in played | ({card} - set(deal.covers))]

    def go_on(at, lying):
        if at == len(seats):
            trumps = [pair for pair in lying if pair[1] >= 0x40]
            winner = max(trumps or [pair for pair in lying if pair[1] >> 4 == lying[0][1] >> 4], key=lambda pair: pair[1])[0]
            yield from plays(deal, hands, winner, [*tricks, (winner, [card for _, card in lying])])
            return
        mine = cards_of(seats[at])
        following = [card for card in mine if lying and card >> 4 == lying[0][1] >> 4]
        for card in following or mine:
            yield from go_on(at + 1, [*lying, (seats[at], card)])

    yield from go_on(0, [])


def done_at(task, owner, tricks, last):
    """The trick with which a task is done, None when it fails."""
    kind, rest = task[0], task[1:]
    where = {card: n for n, (_, cards) in enumerate(tricks, 1) for card in cards}
    won = [n for n, (winner, _) in enumerate(tricks, 1) if winner == owner]
    if kind in ("card", "cards"):
        return max(where[card] for card in rest) if all(where.get(card) in won for card in rest) else None
    if kind == "any":
        return min((where[card] for card in rest if where.get(card) in won), default=None)
    if kind == "exactly":
        return last if len(won) == rest[0] else None
    return max(rest) if set(rest) <= set(won) else None


def brute(deal):
    """Whether any hand-out and any play wins."""
    seats, count = len(deal.hands), len(deal.tasks)
    turns = [(deal.first + i) % seats for i in range(count)]
    outs = set(itertools.permutations(turns))
    for tricks in plays(deal, deal.hands, deal.first, []):
        for owners in outs:
            done = [done_at(task, owner, tricks, deal.tricks) for task, owner in zip(deal.tasks, owners)]
            if None not in done and all(done[one] <= done[other] for one, other in deal.order):
                return True
    return False


def tiny(some, covered):
    """A random small deal: three seats, three tricks, at times with cards left over or a covered one, and tasks that may contradict."""
    cards = some.sample(TINY, 9 + (some.random() < 0.3))
    hands = [cards[0:3], cards[3:6], cards[6:]]
    covers = {hands[2][0]: hands[2][1]} if covered else {}
    if covered and len(hands[2]) == 3:
        hands[2].append(some.choice([card for card in TINY if card not in cards]))
    dealt = [card for hand in hands for card in hand]
    tasks = []
    for _ in range(some.choice((1, 2, 2, 3, 4))):
        kind = some.choice(("card", "card", "cards", "any", "exactly", "tricks"))
        rest = {
            "card": lambda: some.sample(dealt, 1), "cards": lambda: some.sample(dealt, 2), "exactly": lambda: [some.randrange(4)],
            "any": lambda: [suit << 4 | some.choice((1, 2, 3)) for suit in (0, 1)], "tricks": lambda: some.choice(([1], [2], [3], [1, 2])),
        }[kind]()  # fmt: skip
        tasks.append((kind, *rest))
    pairs = list(itertools.permutations(range(len(tasks)), 2))
    order = some.sample(pairs, min(len(pairs), some.choice((0, 0, 1, 2))))
    return Deal(hands, some.randrange(3), tasks, order, covers)


@pytest.mark.parametrize("covered", [False, True])
def test_the_solver_finds_what_trying_everything_finds(covered):
    some = random.Random(covered)
    found = []
    for _ in range(120):
        deal = tiny(some, covered)
        found.append(solve(deal))
        assert found[-1] == brute(deal), vars(deal)
    assert 20 < found.count(True) < 100


def test_deals_are_fair_and_whole():
    some = random.Random(1)
    for humans, game, outline in ((2, codes.PLANET_NINE, b"\x03\x42"), (3, codes.DEEP_SEA, b"\x01\xe0\x00"), (5, codes.PLANET_NINE, b"\x05\x02")):
        deal = difficulty.random_deal(some, humans, game, outline)
        cards = sorted(card for hand in deal.hands for card in hand)
        assert len(set(cards)) == len(cards) == 40 and 0x44 in deal.hands[deal.first]
        assert sorted(len(hand) for hand in deal.hands) == {2: [13, 13, 14], 3: [13, 13, 14], 5: [8] * 5}[humans]
        assert len(deal.covers) == (7 if humans == 2 else 0) and 0x44 not in {*deal.covers, *deal.covers.values()}


def test_a_whole_deal_that_can_be_won_is_won():
    share = share_of(codes.DEEP_SEA, b"\x01\x59\x00", 5, seconds=600, deals=2, a_deal=600)
    assert (share.won, share.deals) == (2, 2)


def test_the_order_of_tokens_is_what_the_rules_say():
    _, order = difficulty.drawn([1, 2, 3, 4], 2 | 1 << 6)  # numbers 1 and 2, omega, one without
    assert set(order) == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (3, 2)}
    _, order = difficulty.drawn([1, 2, 3], 2 << 3)  # two arrows
    assert set(order) == {(0, 1)}


def test_an_undecided_deal_widens_the_interval_on_both_sides():
    sure, unsure = Share(5, 5, 0), Share(5, 5, 10)
    assert 0.2 < sure.low < 0.3 < 0.7 < sure.high < 0.8
    assert unsure.low < sure.low and unsure.high > sure.high
    assert (Share(0, 0, 0).low, Share(0, 0, 0).high) == (0, 1) and Share(0, 40, 0).high < 0.1 and Share(40, 0, 0).low > 0.9


def test_without_time_nothing_is_claimed():
    share = share_of(codes.DEEP_SEA, b"\x01\x59\x00", 5, seconds=0)
    assert (share.deals, share.low, share.high) == (0, 0, 1)

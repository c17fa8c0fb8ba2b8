"""Chance at the table: the dealer's shuffles, drawn from the board's random bytes without bias."""

from engine.cards import deck
from engine.codes import CHANCE, DEAL, DECK, TASKS
from engine.missions import tasks_of


def below(n, random):
    """Return a number from 0 to ``n - 1`` (``n`` at most 256), each equally likely. ``random(1)`` gives a random byte."""
    limit = 256 - 256 % n
    while True:
        byte = random(1)[0]
        if byte < limit:
            return byte % n


def shuffle(cards, first, end, random):
    """Put ``cards[first:end]`` into an order of which each is equally likely."""
    for i in range(end - 1, first, -1):
        j = first + below(i - first + 1, random)
        cards[i], cards[j] = cards[j], cards[i]


def deal_and_draw(attempt, mission, seats, random):
    """Begin an attempt, deal all cards and draw the tasks (RULES 1 and 3); with three seats a random one gets the 14th."""
    attempt.begin(mission, seats)
    command = bytearray(2 + DECK)
    cards = bytearray(DECK)
    deck(cards)
    command[2:] = cards
    shuffle(command, 2, 2 + DECK, random)
    command[0] = DEAL
    command[1] = below(3, random) if seats == 3 else 0
    attempt.apply(CHANCE, command)
    count = tasks_of(mission)
    shuffle(cards, 0, 36, random)
    command[0] = TASKS
    command[1] = count
    for i in range(count):
        command[2 + i] = cards[i]
    attempt.apply(CHANCE, command)

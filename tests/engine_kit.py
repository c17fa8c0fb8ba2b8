"""What several tests of the engine need: random chance commands, lists of commands, saves as bytes."""

from engine import codes, layout
from engine.cards import deck
from engine.missions import tasks_of

DECK = list(bytearray(40))
deck(DECK)
COLOUR_CARDS = [card for card in DECK if card < 0x40]
KINDS = list(range(0, 16)) + [31, 32, 33, 128, 255]
WITHOUT_ARGUMENT = {codes.RADIO_ASK, codes.RADIO_DROP, codes.GIVE_UP, codes.TAKE_BACK, codes.WITHDRAW}


def chance(some, mission, seats):
    """Return a deal and drawn tasks as two chance commands, from the random numbers ``some``."""
    cards = DECK[:]
    some.shuffle(cards)
    extra = some.randrange(3) if seats == 3 else 0
    tasks = some.sample(COLOUR_CARDS, tasks_of(mission))
    return bytes([codes.DEAL, extra] + cards), bytes([codes.TASKS, len(tasks)] + tasks)


def commands(attempt, seat):
    """Return the legal commands of ``seat`` as pairs (kind, argument)."""
    buffer = bytearray(128)
    return [(buffer[2 * i], buffer[2 * i + 1]) for i in range(attempt.commands(seat, buffer))]


def save(attempt):
    buffer = bytearray(layout.ATTEMPT_BYTES)
    return bytes(buffer[: attempt.save(buffer)])


def without_news(state):
    """Return the bytes of ``state`` but for the news of the last proposal, which are no part of a save."""
    kept = bytearray(state)
    for at in range(layout.NEWS, layout.LAST_PLAYER):
        kept[at] = 0
    return kept

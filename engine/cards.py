"""Cards as bytes, sets of cards as five bytes, and the look-up tables by holding.

A card is ``suit << 4 | value``: suits 0-3 are the colours with values 1-9, suit 4 the rockets with values 1-4; 0 is no
card. A *card set* (a hand, the open tasks) is five masks, one a suit, bit ``value - 1``: byte ``suit`` holds values 1-8 of
a colour; byte 4 holds the rockets in its low nibble and the four nines in its high one, so that no mask needs more than
a byte. A hand is such a set and a sixth byte, one bit for each suit held. No number here ever exceeds 511.
"""

from engine.codes import ROCKETS

# AT[card], BIT[card]: byte and bit of a card in a card set. What is no card has no bit, so it is in no set.
AT = bytes(4 if card & 15 > 8 else min(card >> 4, 4) for card in range(256))
BIT = bytes(
    0 if card & 15 == 0 or card & 15 > 9 or card > 0x44 else 0x10 << (card >> 4) if card & 15 == 9 else 1 << (card & 15) - 1
    for card in range(256)
)
# By holding of the values 1-8: the highest and the lowest; of a mask of suits: the lowest suit, plus 1.
HIGHEST = bytes(max([0] + [bit + 1 for bit in range(8) if mask >> bit & 1]) for mask in range(256))
LOWEST = bytes(min([9] + [bit + 1 for bit in range(8) if mask >> bit & 1]) for mask in range(256))
# PLAYABLE[led << 5 | suits held]: the suits that may be played (RULES 2). Nothing led: led is 5, anything goes.
PLAYABLE = bytes(held & 1 << led or held for led in range(6) for held in range(32))


def deck(into):
    """Write the 40 cards into ``into`` in ascending order; return 40."""
    n = 0
    for suit in range(5):
        for value in range(1, 5 if suit == ROCKETS else 10):
            into[n] = suit << 4 | value
            n += 1
    return n


def list_cards(cards, at, suits, into):
    """Write the cards of the set at ``cards[at:at + 5]`` whose suit is in the bits ``suits``; return how many.

    Order: by suit, then by value. ``into`` needs room for 40 bytes at most; nothing is allocated.
    """
    n = 0
    while suits:
        suit = LOWEST[suits] - 1
        suits &= suits - 1
        if suit < ROCKETS:
            mask = cards[at + suit]
            nine = cards[at + 4] >> suit & 0x10
            suit <<= 4
        else:
            mask = cards[at + 4] & 15
            nine = 0
            suit = ROCKETS << 4
        while mask:
            into[n] = suit | LOWEST[mask]
            n += 1
            mask &= mask - 1
        if nine:
            into[n] = suit | 9
            n += 1
    return n


def suits_held(cards, at):
    """Return the bits of the suits that the card set at ``cards[at:at + 5]`` holds."""
    top = cards[at + 4]
    held = 16 if top & 15 else 0
    for suit in range(4):
        if cards[at + suit] or top & 0x10 << suit:
            held |= 1 << suit
    return held

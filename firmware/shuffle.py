"""Chance at the table: the dealer's shuffles and draws, from the board's random bytes without bias."""

from engine.cards import deck, list_cards
from engine.codes import CHALLENGE, CHANCE, DEAL, DECK, DRAW, GREEN, NOBODY, PHASE_DEAL, PHASE_DRAW, PHASE_TASKS, TASKS
from engine.layout import COVERS, HANDS, HAND_BYTES, JARVIS, OPTIONS, PHASE, PROPOSER, ROW, SEATS, SHOWN, UNDER


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


def chance(attempt, random):
    """Give the attempt whatever chance it waits for: the deal, the tasks, the draw of mission 12. Return True if it did."""
    st = attempt.state
    phase = st[PHASE]
    if st[PROPOSER] != NOBODY or phase != PHASE_DEAL and phase != PHASE_TASKS and phase != PHASE_DRAW:
        return False
    command = bytearray(2 + DECK)
    if phase == PHASE_DRAW:
        _draw(st, command, random)
    else:
        n = _cards(st, command)
        if phase == PHASE_DEAL:
            _deal(st, command, n, random)
        else:
            while command[1 + n] >= 0x40:  # rockets are never tasks
                n -= 1
            shuffle(command, 2, 2 + n, random)
            command[0] = TASKS
            command[1] = st[ROW] & 15
    attempt.command(CHANCE, command[0], command, 1)
    return True


def _cards(st, command):
    """Write the cards of this attempt's deck into ``command[2:]``, rockets last; return how many."""
    cards = bytearray(DECK)
    n = 0
    for i in range(deck(cards)):
        if not st[OPTIONS] & CHALLENGE or cards[i] >> 4 != GREEN and cards[i] != 0x41:
            command[2 + n] = cards[i]
            n += 1
    return n


def _deal(st, command, n, random):
    """Shuffle and deal. For two humans rocket 4 goes into the cards that JARVIS does not get (RULES 9)."""
    command[0] = DEAL
    command[1] = 0
    jarvis = st[JARVIS]
    if jarvis == NOBODY:
        shuffle(command, 2, 2 + n, random)
        if st[SEATS] == 3 and n == DECK:
            command[1] = below(3, random)
        return
    command[1] = jarvis
    shuffle(command, 2, 1 + n, random)  # all but rocket 4, which is the last
    first = 2 + 13 * jarvis
    for i in range(14):  # the first fourteen go to JARVIS's place
        command[2 + i], command[first + i] = command[first + i], command[2 + i]
    rest = bytearray(26)
    for i in range(26):
        rest[i] = command[2 + i if 2 + i < first else 16 + i]
    shuffle(rest, 0, 26, random)
    for i in range(26):
        command[2 + i if 2 + i < first else 16 + i] = rest[i]


def _draw(st, command, random):
    """Every seat draws a random card from its right-hand neighbour, never a shown one; of JARVIS a covered one."""
    seats = st[SEATS]
    command[0] = DRAW
    command[1] = seats
    cards = bytearray(DECK)
    for seat in range(seats):
        giver = (seat or seats) - 1
        n = 0
        if giver == st[JARVIS]:
            for place in range(7):
                if st[COVERS] >> place & 1:
                    cards[n] = st[UNDER + place]
                    n += 1
        else:
            n = list_cards(st, HANDS + HAND_BYTES * giver, 31, cards)
            for i in range(n):
                if cards[i] == st[SHOWN + giver]:
                    cards[i] = cards[n - 1]
                    n -= 1
                    break
        command[2 + seat] = cards[below(n, random)]

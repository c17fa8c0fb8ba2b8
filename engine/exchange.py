"""Cards that change hands: after the distress signal (RULES 7) and in mission 12 (RULES 8)."""

from engine.cards import AT, BIT, list_cards, suits_held
from engine.codes import (
    CHANCE, DRAW, GIVE, NOBODY, PHASE_DISTRESS, PHASE_DRAW, PHASE_GIVE, PHASE_TRICK, REFUSE_CARD, REFUSE_CHANCE,
    REFUSE_GIVEN, REFUSE_PHASE, REFUSE_PROPOSAL, REFUSE_ROCKET, REFUSE_SEAT, ROCKETS,
)
from engine.layout import (
    COMMANDER, COVERS, DRAW_GAVE, DRAW_GOT, GAVE, GIVEN, GOT, HANDS, HAND_BYTES, HELD, JARVIS, LEADER,
    NEXT_TURN, OPEN_CARDS, PHASE, PROPOSER, SEATS, SHOWN, SIGNAL, TURN, UNDER,
)
from engine.commands import append_cards
from engine.log import append
from engine.radio import open_phase
from engine.refusal import Refusal
from engine.steps import go_on
from engine.turns import humans, next_seat


def give(st, seat, card):
    """A seat chooses the card for its neighbour, never a rocket; the commander also one of JARVIS's open cards.

    Once all have chosen, all cards move at once.
    """
    if st[PHASE] != PHASE_GIVE:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    if not humans(st) >> seat & 1:
        raise Refusal(REFUSE_SEAT)
    giver = seat
    if seat == st[COMMANDER] and st[JARVIS] != NOBODY and _holds(st, st[JARVIS], card):
        giver = st[JARVIS]
    if st[GIVEN] >> giver & 1:
        raise Refusal(REFUSE_GIVEN)
    if not _holds(st, giver, card):
        raise Refusal(REFUSE_CARD)
    if card >> 4 == ROCKETS:
        raise Refusal(REFUSE_ROCKET)
    append(st, seat, GIVE, card)
    st[GAVE + giver] = card
    st[GIVEN] |= 1 << giver
    seats = st[SEATS]
    if st[GIVEN] != (1 << seats) - 1:
        return
    for giver in range(seats):
        taker = next_seat(st, giver) if st[SIGNAL] == 1 else (giver or seats) - 1
        st[GOT + taker] = st[GAVE + giver]
    for giver in range(seats):
        _move(st, giver, st[GAVE + giver], st[GOT + giver])
    go_on(st, PHASE_DISTRESS)


def givable(st, seat, into):
    """Write the cards that ``seat`` may give after the signal into ``into``: its own, and for the commander JARVIS's open ones. Return how many."""
    n = 0
    if humans(st) >> seat & 1:
        if not st[GIVEN] >> seat & 1:
            n = list_cards(st, HANDS + HAND_BYTES * seat, 15, into)
        jarvis = st[JARVIS]
        if jarvis != NOBODY and seat == st[COMMANDER] and not st[GIVEN] >> jarvis & 1:
            for place in range(7):
                card = st[OPEN_CARDS + place]
                if card and card < 0x40:
                    into[n] = card
                    n += 1
    return n


def draw(st, data, at):
    """After trick 1 of mission 12 every seat draws the card ``data[at + 1 + seat]`` from its right-hand neighbour.

    Refused (REFUSE_CHANCE) unless the neighbour holds it and it was not shown; of JARVIS it must be a covered one.
    """
    if st[PHASE] != PHASE_DRAW:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    seats = st[SEATS]
    if data[at] != seats or len(data) - at <= seats:
        raise Refusal(REFUSE_CHANCE)
    for seat in range(seats):
        card = data[at + 1 + seat]
        giver = (seat or seats) - 1
        if not (_place_under(st, card) < 7 if giver == st[JARVIS] else _holds(st, giver, card) and st[SHOWN + giver] != card):
            raise Refusal(REFUSE_CHANCE)
    append(st, CHANCE, DRAW, seats)
    append_cards(st, data, at + 1, seats)
    for seat in range(seats):
        card = data[at + 1 + seat]
        st[DRAW_GOT + seat] = card
        st[DRAW_GAVE + (seat or seats) - 1] = card
    for seat in range(seats):
        if seat == st[JARVIS]:
            st[UNDER + _place_under(st, st[DRAW_GAVE + seat])] = st[DRAW_GOT + seat]
        else:
            _move(st, seat, st[DRAW_GAVE + seat], st[DRAW_GOT + seat])
    st[PHASE] = PHASE_TRICK
    st[TURN] = st[NEXT_TURN + ((st[LEADER] or seats) - 1)]
    open_phase(st)


def _holds(st, seat, card):
    return st[HANDS + HAND_BYTES * seat + AT[card]] & BIT[card]


def _place_under(st, card):
    """The place of JARVIS's covered ``card``, 7 when it has none such."""
    place = 0
    while place < 7 and (st[UNDER + place] != card or not st[COVERS] >> place & 1):
        place += 1
    return place


def _move(st, seat, gave, got):
    """``seat`` has given one card and got another; JARVIS's lies open in the place of the one it gave."""
    hand = HANDS + HAND_BYTES * seat
    st[hand + AT[gave]] ^= BIT[gave]
    st[hand + AT[got]] ^= BIT[got]
    st[hand + HELD] = suits_held(st, hand)
    if seat == st[JARVIS]:
        for place in range(7):
            if st[OPEN_CARDS + place] == gave:
                st[OPEN_CARDS + place] = got
                break

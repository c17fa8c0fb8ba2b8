"""Communication (RULES 6): requests, the radio phase before a trick, the card shown and what it means."""

from engine.cards import AT, BIT, HIGHEST, LOWEST
from engine.codes import (
    DEAD_ZONE, FREE, NOBODY, PHASE_DEAL, PHASE_END, PHASE_RADIO, PHASE_TRICK, RADIO_ASK, RADIO_DROP, RADIO_HIGHEST,
    RADIO_LOWEST, RADIO_ONLY, RADIO_SHOW, RADIO_SPENT, RADIO_UNUSED, REFUSE_CARD, REFUSE_FULL, REFUSE_MEANING,
    REFUSE_MUTED, REFUSE_PHASE, REFUSE_PROPOSAL, REFUSE_RADIO, REFUSE_ROCKET, REFUSE_TURN, ROCKETS, SPECIAL_MUTED,
)
from engine.layout import (
    ASKED, HANDS, HAND_BYTES, LAST_PLAYER, LEADER, LYING, MEANING, PHASE, PROPOSER, RADIO, RADIO_HELD, ROLE, ROW,
    SEATS, SERVED, SHOWN, SPECIAL, TRICK, TURN,
)
from engine.log import append, forget_request, has_room
from engine.refusal import Refusal
from engine.turns import turn_to


def meaning(cards, at, card):
    """Return what ``card`` of the card set at ``cards[at:]`` says: RADIO_HIGHEST, _ONLY or _LOWEST, or 0 for nothing.

    An only card is always "only". A rocket, and a card that is none, says nothing. The card is taken to be in the set.
    """
    suit = card >> 4
    value = card & 15
    if suit >= ROCKETS:
        return 0
    mask = cards[at + suit]
    nine = cards[at + 4] >> 4 + suit & 1
    highest = 9 if nine else HIGHEST[mask]
    lowest = LOWEST[mask]
    if highest == lowest:
        return RADIO_ONLY
    if value == highest:
        return RADIO_HIGHEST
    return RADIO_LOWEST if value == lowest else 0


def ask(st, seat):
    """A seat asks for the radio: at any time from the deal to the verdict, once, with an unused radio."""
    if not PHASE_DEAL < st[PHASE] < PHASE_END:
        raise Refusal(REFUSE_PHASE)
    if is_muted(st, seat):
        raise Refusal(REFUSE_MUTED)
    if st[RADIO + seat] != RADIO_UNUSED or (st[ASKED] | st[SERVED]) >> seat & 1:
        raise Refusal(REFUSE_RADIO)
    if not has_room(st):
        raise Refusal(REFUSE_FULL)
    st[ASKED] |= 1 << seat
    append(st, seat, RADIO_ASK, 0)
    open_phase(st)


def drop(st, seat):
    """A seat takes its request back; in the radio phase that means that it shows nothing before this trick."""
    bit = 1 << seat
    if not (st[ASKED] | st[SERVED]) & bit:
        raise Refusal(REFUSE_RADIO)
    if st[ASKED] & bit:
        st[ASKED] ^= bit
        forget_request(st, seat)
        return
    st[SERVED] ^= bit
    append(st, seat, RADIO_DROP, 0)
    _serve_next(st)


def show(st, seat, card):
    """The seat whose turn it is in the radio phase shows ``card`` from its hand."""
    if st[PHASE] != PHASE_RADIO:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    if st[TURN] != seat:
        raise Refusal(REFUSE_TURN)
    says = qualify(st, HANDS + HAND_BYTES * seat, card)
    st[MEANING + seat] = says
    st[RADIO + seat] = RADIO_SPENT if st[ROW] >> 4 & 3 == DEAD_ZONE else says
    st[SHOWN + seat] = card
    st[LAST_PLAYER] = NOBODY
    append(st, seat, RADIO_SHOW, card)
    st[SERVED] ^= 1 << seat
    _serve_next(st)


def qualify(st, hand, card):
    """Return the meaning of ``card`` in the hand at ``st[hand:]``, or refuse it with its reason."""
    if not st[hand + AT[card]] & BIT[card]:
        raise Refusal(REFUSE_CARD)
    if card >> 4 == ROCKETS:
        raise Refusal(REFUSE_ROCKET)
    says = meaning(st, hand, card)
    if not says:
        raise Refusal(REFUSE_MEANING)
    return says


def is_muted(st, seat):
    """Tell whether ``seat`` is the muted member of mission 11."""
    return st[ROLE] == seat and st[SPECIAL] == SPECIAL_MUTED


def open_phase(st):
    """Hold the radio phase if a request stands, communication is allowed and none was held before this trick."""
    if not st[ASKED] or st[PHASE] != PHASE_TRICK or st[LYING] or st[RADIO_HELD]:
        return
    limit = st[ROW] >> 4 & 3
    if limit != FREE and limit != DEAD_ZONE and st[TRICK] + 1 < limit:
        return
    st[SERVED] = st[ASKED]
    st[ASKED] = 0
    st[RADIO_HELD] = 1
    st[PHASE] = PHASE_RADIO
    _serve_next(st)


def _serve_next(st):
    """Turn to the next seat to be served, clockwise from the coming leader; after the last one, to the lead."""
    seats = st[SEATS]
    seat = st[LEADER]
    for _ in range(seats):
        if st[SERVED] >> seat & 1:
            st[TURN] = seat
            return
        seat = seat + 1 if seat + 1 < seats else 0
    st[PHASE] = PHASE_TRICK
    turn_to(st, st[LEADER])

"""Dealing, drawing the tasks and handing them out (RULES 1, 3, 4, 8 and 9)."""

from engine.cards import AT, BIT, suits_held
from engine.codes import (
    CHALLENGE, CHANCE, DEAL, DECK, FIRST_OWN, FOR_JARVIS, GREEN, NAME, NOBODY, PHASE_DEAL, PHASE_NAME, PHASE_PICK,
    PHASE_QUESTION, PHASE_SHARE, PHASE_TASKS, PICK, REFUSE_CHANCE, REFUSE_CHOICE, REFUSE_CONTRADICTION, REFUSE_PHASE,
    REFUSE_PROPOSAL, REFUSE_TASK, REFUSE_TURN, SAY, SPECIAL_DECISION, SPECIAL_DISTRIBUTION, SPECIAL_MUTED,
    SPECIAL_PARTS, SPECIAL_SEA, TASKS,
)
from engine.layout import (
    ASKED, ASKING, COMMANDER, COVERS, DRAWN, HANDS, HAND_BYTES, HELD, JARVIS, LEADER, LEFT, LOGGED, MISSION,
    NEXT_TURN, OPEN_CARDS, OPTIONS, ORDERED, PHASE, PROPOSER, ROLE, ROW, ROW_TOKENS, SAID, SEATS, SPECIAL, TASK,
    TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, TRICKS, UNDER,
)
from engine.commands import append_cards
from engine.log import append
from engine.missions import token_of
from engine.refusal import Refusal
from engine.steps import go_on, handed_out, next_question, turn_up
from engine.turns import acting_for, humans, next_seat, turn_to

_TRICKS = b"\0\0\0\x0d\x0a\x08"  # by seats: 40 cards dealt out evenly


def deck_of(options):
    """Return how many cards are dealt under ``options``: 40, in the challenge for three 30."""
    return 30 if options & CHALLENGE else DECK


def tricks_of(seats, options):
    """Return how many tricks are played."""
    return 10 if options & CHALLENGE else _TRICKS[seats]


def deal(st, data, at, seen):
    """Deal hand after hand the cards at ``data[at + 1:]``; with three seats the seat ``data[at]`` gets the 14th card.

    JARVIS is dealt its seven covered cards, then the seven that lie open on them, place by place. Every card of the deck
    must be there once, and rocket 4 with a human, else REFUSE_CHANCE. ``seen`` is room for a card set.
    """
    if st[PHASE] != PHASE_DEAL or st[MISSION] >= FIRST_OWN and not st[LOGGED]:
        raise Refusal(REFUSE_PHASE)  # an own mission is told before
    seats = st[SEATS]
    count = deck_of(st[OPTIONS])
    uneven = seats == 3 and count == DECK
    extra = data[at]
    jarvis = st[JARVIS]
    at += 1
    if (extra != jarvis if jarvis != NOBODY else extra >= 3) if uneven else extra:
        raise Refusal(REFUSE_CHANCE)
    if len(data) - at < count or not _differ(data, at, count, 0x44, seen) or count < DECK and _left_out(seen):
        raise Refusal(REFUSE_CHANCE)
    if jarvis != NOBODY:
        for i in range(at + 13 * jarvis, at + 13 * jarvis + 14):
            if data[i] == 0x44:
                raise Refusal(REFUSE_CHANCE)
    append(st, CHANCE, DEAL, extra)
    append_cards(st, data, at, count)
    for seat in range(seats):
        hand = HANDS + HAND_BYTES * seat
        n = st[TRICKS] + (1 if uneven and seat == extra else 0)
        st[LEFT + seat] = n
        if seat == jarvis:
            for i in range(7):
                st[UNDER + i] = data[at + i]
                st[OPEN_CARDS + i] = data[at + 7 + i]
            st[COVERS] = 0x7F
            at += 7
            n = 7
        for i in range(at, at + n):
            card = data[i]
            st[hand + AT[card]] |= BIT[card]
            if card == 0x44:
                st[COMMANDER] = st[LEADER] = seat
        at += n
        st[hand + HELD] = suits_held(st, hand)
        following = next_seat(st, seat)
        st[NEXT_TURN + seat] = FOR_JARVIS | following if following == jarvis else following
    go_on(st, PHASE_DEAL)


def draw_tasks(st, data, at, seen):
    """Lay out the ``data[at]`` drawn task cards that follow, the mission's tokens on the first of them.

    REFUSE_CHANCE unless they are as many different colour cards of the deck as the mission draws. ``seen`` as in ``deal``.
    """
    if st[PHASE] != PHASE_TASKS:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    count = st[ROW] & 15
    if data[at] != count or len(data) - at <= count or not _differ(data, at + 1, count, 0x39, seen):
        raise Refusal(REFUSE_CHANCE)
    if st[OPTIONS] & CHALLENGE and _left_out(seen):
        raise Refusal(REFUSE_CHANCE)
    at += 1
    append(st, CHANCE, TASKS, count)
    append_cards(st, data, at, count)
    special = st[SPECIAL]
    st[TASK_COUNT] = count
    for place in range(count):
        task = TASK + TASK_BYTES * place
        st[DRAWN + place] = data[at + place]
        st[task + TASK_OWNER] = NOBODY
        st[task + TASK_TOKEN] = token_of(st[ROW + ROW_TOKENS], place)
        if st[task + TASK_TOKEN]:
            st[ORDERED] = 1
        if special != SPECIAL_DECISION and special != SPECIAL_DISTRIBUTION:
            turn_up(st, place)
    go_on(st, PHASE_TASKS)


def pick(st, seat, place):
    """``seat`` takes the task at ``place`` (0 is the leftmost), the commander JARVIS's too; then the next seat picks."""
    owner = _in_turn(st, seat, PHASE_PICK)
    if place >= st[TASK_COUNT] or st[TASK + TASK_BYTES * place + TASK_OWNER] != NOBODY:
        raise Refusal(REFUSE_TASK)
    following = next_seat(st, owner)
    if st[SPECIAL] == SPECIAL_SEA:
        from engine.sea_tasks import after, fits

        if not fits(st, place):
            raise Refusal(REFUSE_CONTRADICTION)
        following = after(st, owner)
    append(st, seat, PICK, place)
    st[TASK + TASK_BYTES * place + TASK_OWNER] = owner
    turn_to(st, following)
    if handed_out(st):
        go_on(st, PHASE_PICK)


def say(st, seat, answer):
    """``seat`` answers the commander's question: final, and public at once."""
    _in_turn(st, seat, PHASE_QUESTION)
    if not 1 <= answer <= (3 if st[SPECIAL] == SPECIAL_PARTS else 2):
        raise Refusal(REFUSE_CHOICE)
    append(st, seat, SAY, answer)
    st[SAID + seat] = answer
    next_question(st)


def name(st, seat, named):
    """The commander names the seat that gets the role or the tasks, bound by no answer (RULES 4 and 8)."""
    _in_turn(st, seat, PHASE_NAME)
    if not may_name(st, named):
        raise Refusal(REFUSE_CHOICE)
    append(st, seat, NAME, named)
    special = st[SPECIAL]
    if special == SPECIAL_DISTRIBUTION:
        place = st[ASKING]
        st[TASK + TASK_BYTES * place + TASK_OWNER] = named
        st[ASKING] = place + 1
        if place + 1 < st[TASK_COUNT]:
            turn_up(st, place + 1)
            next_question(st)
        else:
            go_on(st, PHASE_PICK)
    elif special == SPECIAL_DECISION:
        for place in range(st[TASK_COUNT]):
            st[TASK + TASK_BYTES * place + TASK_OWNER] = named
            turn_up(st, place)
        go_on(st, PHASE_PICK)
    else:
        st[ROLE] = named
        if special == SPECIAL_MUTED:
            st[ASKED] &= ~(1 << named)
        go_on(st, PHASE_SHARE)


def may_name(st, named):
    """Tell whether the commander may name ``named`` now."""
    if named >= st[SEATS]:
        return False
    special = st[SPECIAL]
    if special != SPECIAL_DISTRIBUTION:
        return named != st[COMMANDER] and (special != SPECIAL_MUTED or humans(st) >> named & 1)
    # Balanced at the end: nobody has more than the rounded-up share, and no more seats have that than there must be.
    seats = st[SEATS]
    share = st[TASK_COUNT] // seats
    more = st[TASK_COUNT] % seats
    for seat in range(seats):
        n = 1 if seat == named else 0
        for place in range(st[ASKING]):
            if st[TASK + TASK_BYTES * place + TASK_OWNER] == seat:
                n += 1
        if n > share:
            more -= 1 if n == share + 1 else 99
    return more >= 0


def _in_turn(st, seat, phase):
    """Return the seat that ``seat`` acts for in ``phase``, or refuse it."""
    if st[PHASE] != phase:
        raise Refusal(REFUSE_PHASE)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    whose = acting_for(st, seat)
    if whose == NOBODY:
        raise Refusal(REFUSE_TURN)
    return whose


def _left_out(seen):
    """Tell whether the card set holds a card that the challenge for three leaves out: a green one or rocket 1."""
    return seen[GREEN] or seen[4] & (0x10 << GREEN | 1)


def _differ(data, at, count, highest, seen):
    """Tell whether the ``count`` bytes at ``data[at:]`` are different cards, none of them above ``highest``."""
    for i in range(5):
        seen[i] = 0
    for i in range(at, at + count):
        card = data[i]
        if card > highest or not BIT[card] or seen[AT[card]] & BIT[card]:
            return False
        seen[AT[card]] |= BIT[card]
    return True

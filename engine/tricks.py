"""Playing a card, winning a trick, and what a trick means for the tasks (RULES 2 and 10). The hot path: no allocation."""

from engine.cards import AT, BIT, PLAYABLE, suits_held
from engine.codes import (
    ARROW, FAILED_ARROW, FAILED_EARLY, FAILED_OMEGA, FAILED_OWNER, FAILED_PASSED, FAILED_UNDONE, FOR_JARVIS, NOBODY, NO_SUIT, OMEGA, OPEN,
    PHASE_DRAW, PHASE_END, PHASE_RADIO, PHASE_TRICK, PLAY, RADIO_SPENT, REFUSE_CARD, REFUSE_FOLLOW, REFUSE_PHASE, REFUSE_PROPOSAL,
    REFUSE_TURN, ROCKETS, SPECIAL_DRAW, SPECIAL_LAST_OMEGA, SPECIAL_NINES_TASKS, SPECIAL_SEA, SUCCESS, TASK_DONE,
)
from engine.layout import (
    ASKED, CARDS, COVERS, HANDS, HAND_BYTES, HELD, HITS, JARVIS, LAST, LAST_LEADER, LAST_PLAYER, LAST_WINNER, LEADER, LED, LEFT, LOG,
    LOGGED, LYING, NEXT_TURN, OPEN_CARDS, ORDERED, PHASE, POWER, PROPOSER, RADIO, RADIO_HELD, SEATS, SERVED, SHOWN, SPECIAL, TASK,
    TASKS_DONE, TASK_BYTES, TASK_COUNT, TASK_OWNER, TASK_TOKEN, TRICK, TRICKS, TURN, UNDER, VERDICT, VERDICT_CARD, VERDICT_SEAT, WANTED,
    WINNING, WON,
)
from engine.radio import open_phase
from engine.refusal import Refusal
from engine.turns import acting_for, turn_to


def play(st, seat, card):
    """``seat`` plays ``card``: refused when it is not its turn, not its card, or it must follow (RULES 2)."""
    by = seat
    if seat != st[TURN] or seat >= FOR_JARVIS or st[PHASE] != PHASE_TRICK:
        seat = acting_for(st, seat)
        if st[PHASE] != PHASE_TRICK:
            raise Refusal(REFUSE_TURN if st[PHASE] == PHASE_RADIO and seat == NOBODY else REFUSE_PHASE)
        if seat == NOBODY:
            raise Refusal(REFUSE_TURN)
    if st[PROPOSER] != NOBODY:
        raise Refusal(REFUSE_PROPOSAL)
    hand = HANDS + HAND_BYTES * seat
    at = AT[card]
    bit = BIT[card]
    holding = st[hand + at]
    if not holding & bit:
        raise Refusal(REFUSE_CARD)
    suit = card >> 4
    led = st[LED]
    if suit != led and not PLAYABLE[led << 5 | st[hand + HELD]] >> suit & 1:
        raise Refusal(REFUSE_FOLLOW)

    if led == NO_SUIT:
        st[LED] = led = suit
    holding ^= bit
    st[hand + at] = holding
    if suit == ROCKETS:
        power = card
        if not holding & 15:
            st[hand + HELD] ^= 1 << ROCKETS
    else:
        power = card & 15 if suit == led else 0
        if not (holding if at != ROCKETS else st[hand + suit]) and not st[hand + 4] >> 4 + suit & 1:
            st[hand + HELD] ^= 1 << suit
    if power > st[POWER]:
        st[POWER] = power
        st[WINNING] = seat
    st[CARDS + seat] = card
    st[LEFT + seat] -= 1
    st[LAST_PLAYER] = by
    if st[WANTED + at] & bit:
        st[HITS] += 1
    if st[SHOWN + seat] == card:
        st[SHOWN + seat] = 0
        st[RADIO + seat] = RADIO_SPENT
    at = st[LOGGED]
    st[LOGGED] = at + 1
    at = LOG + 2 * at
    st[at] = by << 5 | PLAY
    st[at + 1] = card

    if by != seat:  # JARVIS has played, by the commander
        for at in range(OPEN_CARDS, OPEN_CARDS + 7):
            if st[at] == card:
                st[at] = 0
    lying = st[LYING] + 1
    if lying < st[SEATS]:
        st[LYING] = lying
        st[TURN] = st[NEXT_TURN + seat]
    else:
        _complete(st)


def _complete(st):
    """The trick is complete: its winner, JARVIS's next card, the tasks, the special, the verdict, or the next lead."""
    winner = st[WINNING]
    st[LAST_LEADER] = st[LEADER]
    st[LAST_WINNER] = st[LEADER] = winner
    turn_to(st, winner)
    st[WON + winner] += 1
    st[TRICK] += 1
    for seat in range(st[SEATS]):
        st[LAST + seat] = st[CARDS + seat]
        st[CARDS + seat] = 0
    st[LYING] = st[POWER] = st[RADIO_HELD] = 0
    st[WINNING] = NOBODY
    st[LED] = NO_SUIT
    if st[COVERS]:
        _turn_up_jarvis(st)
    special = st[SPECIAL]
    if st[HITS]:
        _judge(st, winner)
        st[HITS] = 0
        # Never by an empty list: without a task in this trick there is nothing new to succeed by.
        if st[TASKS_DONE] == st[TASK_COUNT] and special != SPECIAL_NINES_TASKS and special != SPECIAL_LAST_OMEGA:
            end(st, SUCCESS, NOBODY, 0)
    if special and st[VERDICT] == OPEN:
        won_by = st[LAST + winner]
        if special == SPECIAL_SEA:
            from engine.sea_verdicts import judge as judge_sea

            verdict = judge_sea(st, winner)
        else:
            from engine.specials import judge

            verdict = judge(st, special, winner, won_by)
        if verdict == SUCCESS:
            end(st, SUCCESS, NOBODY, 0)
        elif verdict:
            end(st, verdict, winner, won_by)
        elif special == SPECIAL_DRAW and st[TRICK] == 1:
            st[PHASE] = PHASE_DRAW
            st[TURN] = st[LAST_PLAYER] = NOBODY
            return
    if st[VERDICT] == OPEN:
        if st[TRICK] == st[TRICKS]:
            _fail_open(st)
        elif st[ASKED]:
            open_phase(st)


def _turn_up_jarvis(st):
    """After a complete trick: the card beneath the one that JARVIS played turns up. A card before it is not taken back."""
    hand = HANDS + HAND_BYTES * st[JARVIS]
    for place in range(7):
        if not st[OPEN_CARDS + place] and st[COVERS] >> place & 1:
            card = st[UNDER + place]
            st[UNDER + place] = 0
            st[OPEN_CARDS + place] = card
            st[COVERS] ^= 1 << place
            st[hand + AT[card]] |= BIT[card]
            st[hand + HELD] = suits_held(st, hand)
            st[LAST_PLAYER] = NOBODY


def _judge(st, winner):
    """Judge the trick that ``winner`` took as a whole (RULES 10): owners first, then the order of the tokens."""
    lost = 255  # the leftmost task whose card the trick brought to somebody else
    for seat in range(LAST, LAST + st[SEATS]):
        card = st[seat]
        if st[WANTED + AT[card]] & BIT[card]:
            task = TASK
            while st[task] != card:
                task += TASK_BYTES
            if st[task + TASK_OWNER] != winner:
                lost = min(lost, task)
            else:
                st[task + TASK_TOKEN] |= TASK_DONE
                st[TASKS_DONE] += 1
                st[WANTED + AT[card]] ^= BIT[card]
    if lost < 255:
        end(st, FAILED_OWNER, winner, st[lost])
    elif st[ORDERED]:
        _order(st, winner, st[TASKS_DONE])


def _order(st, winner, done):
    """Judge the order of the tokens, the trick as a whole: ``done`` tasks are complete with it (RULES 10)."""
    count = st[TASK_COUNT]
    end_of_tasks = TASK + TASK_BYTES * count
    heads = 0  # the most heads among the arrows that are complete
    passed = 0  # a card whose number is passed over; one that came too early says more
    for task in range(TASK, end_of_tasks, TASK_BYTES):
        token = st[task + TASK_TOKEN]
        if TASK_DONE | ARROW < token < TASK_DONE | OMEGA and token & 15 > heads:
            heads = token & 15
    for task in range(TASK, end_of_tasks, TASK_BYTES):
        card = st[task]
        token = st[task + TASK_TOKEN]
        if token & TASK_DONE:
            token ^= TASK_DONE
            if 0 < token < ARROW and token > done:
                return end(st, FAILED_EARLY, winner, card)
            if token == OMEGA and done < count:
                return end(st, FAILED_OMEGA, winner, card)
        elif 0 < token < ARROW and token <= done:
            passed = passed or card
        elif ARROW < token < OMEGA and token & 15 < heads:
            return end(st, FAILED_ARROW, winner, card)
    if passed:
        end(st, FAILED_PASSED, winner, passed)


def _fail_open(st):
    """The last trick is over and a task is open: name the leftmost."""
    task = TASK
    while st[task + TASK_TOKEN] & TASK_DONE:
        task += TASK_BYTES
    end(st, FAILED_UNDONE, st[task + TASK_OWNER], st[task])


def end(st, verdict, seat, card):
    """Close the attempt with ``verdict``, and the seat and card that tell why (NOBODY and 0 where there are none)."""
    if st[VERDICT] != OPEN:
        return  # the first failure stands
    st[VERDICT] = verdict
    st[VERDICT_SEAT] = seat
    st[VERDICT_CARD] = card
    st[PHASE] = PHASE_END
    st[TURN] = st[LAST_PLAYER] = NOBODY
    st[ASKED] = st[SERVED] = 0

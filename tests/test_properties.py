"""What must hold in every state that commands can reach, whoever plays and however oddly.

A state is drawn as a mission, a number of seats, a seed and a number of commands; the seed chooses the deal and each
command among the legal ones. CREWLINK_SOAK multiplies the number of states.
"""

import os
import random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as draw

from engine import codes, layout
from engine.attempt import Attempt
from engine.layout import HAND_BYTES, HANDS, PRIVATE, PUBLIC
from engine.refusal import Refusal
from tests import engine_kit as kit
from tests.referee import missions

ROWS = missions()
PLAYABLE = [number for number in ROWS if ROWS[number].special == "-"]
DEAD_ZONE = [number for number in PLAYABLE if ROWS[number].dead_zone]
EVERYTHING = settings(
    max_examples=150 * int(os.environ.get("CREWLINK_SOAK", "1")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


class Walk:
    """An attempt on its way, with all its commands and the bytes before its last card."""

    def __init__(self, mission, seats, seed):
        self.attempt = Attempt()
        self.attempt.begin(mission, seats)
        self.seats = seats
        self.commands = []
        self.before_card = None
        self.random = random.Random(seed)
        for command in kit.chance(self.random, mission, seats):
            self.send(codes.CHANCE, command)

    def send(self, seat, command):
        if command[0] == codes.PLAY:
            self.before_card = bytes(self.attempt.state)
        self.attempt.apply(seat, command)
        self.commands.append((seat, bytes(command)))

    def choices(self):
        """Legal commands to choose among: mostly what play waits for, at times anything by anybody."""
        listed = [(seat, command) for seat in range(self.seats) for command in kit.commands(self.attempt, seat)]
        main = [pair for pair in listed if pair[1][0] in (codes.PICK, codes.PLAY, codes.RADIO_SHOW, codes.ANSWER)]
        if main and self.random.random() < (0.5 if self.attempt.state[layout.PHASE] == codes.PHASE_RADIO else 0.75):
            return main
        return [pair for pair in listed if self.random.random() < 0.2 or pair[1][0] not in (codes.GIVE_UP, codes.WITHDRAW)]

    def step(self):
        """One random command; False when there is none. A card that ends the attempt in failure is mostly put back."""
        st = self.attempt.state
        for _ in range(6):
            choices = self.choices()
            if choices:
                whole, before_card = bytes(st), self.before_card
                self.send(*self.random.choice(choices))
                if st[layout.VERDICT] <= codes.SUCCESS or self.random.random() < 0.02:
                    return True
                st[:], self.before_card = whole, before_card
                self.commands.pop()
        return st[layout.PHASE] != codes.PHASE_END


@draw.composite
def walks(draw_one, among=PLAYABLE, longest=80):
    seed = draw_one(draw.integers(0, 2**32 - 1))
    walk = Walk(draw_one(draw.sampled_from(among)), draw_one(draw.integers(3, 5)), seed)
    length = draw_one(draw.sampled_from(range(longest + 1)))
    for _ in range(length):
        if not walk.step():
            break
    # Often enough somebody has just proposed something, or some have just asked for the radio.
    last = walk.random.choice(((), (codes.GIVE_UP, codes.TAKE_BACK), (codes.RADIO_ASK,)))
    for seat in walk.random.sample(range(walk.seats), 2):
        for command in kit.commands(walk.attempt, seat):
            if command[0] in last and command in kit.commands(walk.attempt, seat):
                walk.send(seat, command)
    return walk


def cards_of(st, at):
    return [suit << 4 | value for suit in range(4) for value in range(1, 9) if st[at + suit] >> value - 1 & 1] + [
        suit << 4 | 9 for suit in range(4) if st[at + 4] >> 4 + suit & 1] + [0x40 | value for value in range(1, 5) if st[at + 4] >> value - 1 & 1]


@EVERYTHING
@given(walks())
def test_all_forty_cards_are_there_once(walk):
    st = walk.attempt.state
    played = [command[1] for seat, command in walk.commands if command[0] == codes.PLAY]
    for _seat, command in walk.commands:
        assert command[0] != codes.DEAL or sorted(command[2:]) == kit.DECK
    marks = [i for i in range(len(walk.commands)) if walk.commands[i][1][0] == codes.PLAY]
    taken = st[layout.TAKEN_BACK]
    held = []
    for seat in range(walk.seats):
        hand = cards_of(st, HANDS + HAND_BYTES * seat)
        assert len(hand) == st[layout.LEFT + seat]
        assert {card >> 4 for card in hand} == {suit for suit in range(5) if st[HANDS + HAND_BYTES * seat + 5] >> suit & 1}
        held += hand
    lying = [st[layout.CARDS + seat] for seat in range(5) if st[layout.CARDS + seat]]
    assert len(lying) == st[layout.LYING]
    gone = [card for card in kit.DECK if card not in held and card not in lying]
    assert len(held) == len(set(held)) and not set(held) & set(lying) and set(gone) <= set(played)
    assert len(gone) == st[layout.TRICK] * walk.seats
    assert len(marks) - taken == len(gone) + len(lying)


@EVERYTHING
@given(walks())
def test_every_task_is_there_once_and_has_one_owner(walk):
    st = walk.attempt.state
    drawn = [list(command[2:]) for seat, command in walk.commands if command[0] == codes.TASKS][0]
    lying = [st[layout.TASK + 3 * i] for i in range(st[layout.TASK_COUNT])]
    assert lying == drawn and len(set(lying)) == len(lying)
    owners = [st[layout.TASK + 3 * i + 1] for i in range(st[layout.TASK_COUNT])]
    if st[layout.TRICK] or st[layout.LYING]:
        assert all(owner < walk.seats for owner in owners)
        # Clockwise, one each: nobody has two more than another.
        counts = [owners.count(seat) for seat in range(walk.seats)]
        assert max(counts) - min(counts) <= 1 and counts[st[layout.COMMANDER]] == max(counts)
    tokens = [st[layout.TASK + 3 * i + 2] & ~codes.TASK_DONE for i in range(st[layout.TASK_COUNT])]
    row = ROWS[st[layout.MISSION]]
    assert len([token for token in tokens if token]) == len(row.tokens)
    done = [i for i in range(st[layout.TASK_COUNT]) if st[layout.TASK + 3 * i + 2] & codes.TASK_DONE]
    assert len(done) == st[layout.TASKS_DONE]


@EVERYTHING
@given(walks())
def test_somebody_may_act_until_the_attempt_ends_and_whoever_is_awaited_can(walk):
    st = walk.attempt.state
    listed = [kit.commands(walk.attempt, seat) for seat in range(walk.seats)]
    ended = st[layout.PHASE] == codes.PHASE_END
    assert ended != any(listed)
    assert ended == (st[layout.VERDICT] != codes.OPEN)
    if st[layout.TURN] < walk.seats and st[layout.PROPOSER] == codes.NOBODY:
        main = (codes.PLAY, codes.PICK, codes.RADIO_SHOW, codes.RADIO_DROP)
        assert any(command[0] in main for command in listed[st[layout.TURN]])
        if st[layout.PHASE] == codes.PHASE_TRICK:
            assert walk.attempt.legal(st[layout.TURN], bytearray(64))


@EVERYTHING
@given(walks())
def test_an_attempt_comes_to_its_end_when_everybody_just_plays(walk):
    some = walk.random
    for _ in range(80):
        if walk.attempt.state[layout.PHASE] == codes.PHASE_END:
            return
        listed = [(seat, command) for seat in range(walk.seats) for command in kit.commands(walk.attempt, seat)]
        onward = [pair for pair in listed if pair[1][0] in (codes.PLAY, codes.PICK, codes.RADIO_SHOW, codes.ANSWER, codes.RADIO_DROP)]
        walk.send(*some.choice(onward))
    raise AssertionError("no end after 80 more commands")


@EVERYTHING
@given(walks())
def test_the_list_of_commands_is_what_is_accepted_and_nothing_else(walk):
    st = walk.attempt.state
    whole = bytes(st)
    for seat in range(walk.seats):
        listed = set(kit.commands(walk.attempt, seat))
        # Of commands without an argument any argument will do.
        plain = {command[0] for command in listed} & kit.WITHOUT_ARGUMENT
        for kind in range(16):
            for argument in range(256) if kind in (codes.PLAY, codes.RADIO_SHOW) else range(16):
                expected = kind in plain or (kind, argument) in listed
                try:
                    walk.attempt.apply(seat, bytes((kind, argument)))
                except Refusal:
                    assert not expected, (seat, kind, argument)
                    assert st == whole
                else:
                    assert expected, (seat, kind, argument)
                    st[:] = whole


@EVERYTHING
@given(walks(), draw.lists(draw.tuples(draw.integers(0, 255), draw.binary(max_size=44)), max_size=12))
def test_whatever_comes_a_refusal_changes_no_byte(walk, garbage):
    st = walk.attempt.state
    some = walk.random
    for _ in range(30):
        command = bytes((some.choice(kit.KINDS), some.choice((some.randrange(6), some.randrange(256), some.choice(kit.DECK)))))
        if some.random() < 0.3:
            command += bytes(some.choice(kit.DECK) for _ in range(some.choice((1, 9, 39, 40, 41))))
        garbage.append((some.choice((0, 1, 2, 3, 4, 5, 6, codes.CHANCE, codes.CHANCE, 255)), command))
    garbage += [(codes.CHANCE, command) for command in kit.chance(some, st[layout.MISSION], walk.seats)]
    for seat, command in garbage:
        whole = bytes(st)
        try:
            walk.attempt.apply(seat, command)
        except Refusal as refusal:
            assert st == whole and 1 <= refusal.code <= codes.REFUSE_RECORD
        else:
            st[:] = whole


def loaded(save):
    attempt = Attempt()
    attempt.load(save, len(save))
    return attempt


@EVERYTHING
@given(walks(), draw.integers(0, 2**32 - 1))
def test_saved_and_loaded_it_is_the_same_attempt(walk, seed):
    save = kit.save(walk.attempt)
    again = loaded(save)
    assert kit.without_news(again.state) == kit.without_news(walk.attempt.state)
    assert kit.save(again) == save
    # Also where another attempt has been before, and whatever the buffer holds behind the save.
    used = Walk(49, 3, seed)
    for _ in range(40):
        used.step()
    used.attempt.load(save + b"\xff" * 9, len(save))
    assert used.attempt.state == again.state


@EVERYTHING
@given(walks())
def test_the_same_commands_give_the_same_bytes(walk):
    again = Attempt()
    again.begin(walk.attempt.state[layout.MISSION], walk.seats)
    for seat, command in walk.commands:
        again.apply(seat, command)
    assert again.state == walk.attempt.state


@EVERYTHING
@given(walks(longest=70), draw.integers(0, 60))
def test_after_a_load_play_goes_on_as_without(walk, onward):
    again = loaded(kit.save(walk.attempt))
    done = len(walk.commands)
    for _ in range(onward):
        walk.step()
    for seat, command in walk.commands[done:]:
        again.apply(seat, command)
    assert kit.without_news(again.state) == kit.without_news(walk.attempt.state)


def check_odd_save(save):
    """A save that is not sound is refused, or it is an attempt like any other; it is never a crash."""
    attempt = Attempt()
    try:
        attempt.load(save, len(save))
    except Refusal as refusal:
        assert refusal.code in (codes.REFUSE_RECORD, codes.REFUSE_RULES)
        assert attempt.state == Attempt().state
        return
    assert len(save) % 2 == 0, "half a pair of bytes at its end"
    once = kit.save(attempt)
    again = loaded(once)
    assert kit.without_news(again.state) == kit.without_news(attempt.state)
    assert once[: layout.SETUP] == save[: layout.SETUP]
    assert kit.save(again) == once


@EVERYTHING
@given(walks(), draw.data())
def test_a_cut_save_is_refused_or_is_an_attempt(walk, data):
    save = kit.save(walk.attempt)
    check_odd_save(save[: data.draw(draw.integers(0, len(save)))])


@EVERYTHING
@given(walks(), draw.lists(draw.tuples(draw.integers(0, 4095), draw.integers(1, 255)), min_size=1, max_size=3))
def test_a_save_with_flipped_bits_is_refused_or_is_an_attempt(walk, flips):
    save = bytearray(kit.save(walk.attempt))
    for at, bits in flips:
        save[at % len(save)] ^= bits
    check_odd_save(bytes(save))


@EVERYTHING
@given(draw.binary(max_size=520))
def test_garbage_is_no_save(garbage):
    check_odd_save(garbage)
    check_odd_save(bytes((layout.RULES_VERSION, 0, 1, 4, 0, 0)) + garbage)


def view(attempt, seat):
    buffer = bytearray(PUBLIC + PRIVATE)
    return bytes(buffer[: attempt.view(seat, buffer)])


@EVERYTHING
@given(walks())
def test_a_view_is_the_public_part_and_the_own_hand(walk):
    st = walk.attempt.state
    before = bytes(st)
    for seat in range(walk.seats):
        seen = view(walk.attempt, seat)
        assert len(seen) == PUBLIC + PRIVATE and seen[:PUBLIC] == st[:PUBLIC]
        own = seen[PUBLIC:]
        assert own[layout.OWN_SEAT] == seat
        assert own[layout.OWN_HAND : layout.OWN_HAND + HAND_BYTES] == st[HANDS + HAND_BYTES * seat : HANDS + HAND_BYTES * (seat + 1)]
    for spectator in (5, 6, 7, 255):
        assert view(walk.attempt, spectator) == st[:PUBLIC]
    assert st == before
    assert PUBLIC <= 144 and PRIVATE <= 32


@EVERYTHING
@given(walks(), draw.integers(0, 2**32 - 1))
def test_nobody_learns_which_of_two_hidden_cards_another_holds(walk, seed):
    """Two unplayed cards change hands between two seats in the deal; nothing that a third seat sees may change."""
    st = walk.attempt.state
    some = random.Random(seed)
    tried = 0
    for _ in range(40):
        one, other = some.sample(range(walk.seats), 2)
        hands = [cards_of(st, HANDS + HAND_BYTES * seat) for seat in (one, other)]
        hidden = [[card for card in hand if card != 0x44 and card not in st[layout.SHOWN : layout.SHOWN + 5]] for hand in hands]
        if not all(hidden):
            continue
        a, b = some.choice(hidden[0]), some.choice(hidden[1])
        again = Attempt()
        again.begin(st[layout.MISSION], walk.seats)
        try:
            for seat, command in walk.commands:
                if command[0] == codes.DEAL:
                    swap = {a: b, b: a}
                    command = command[:2] + bytes(swap.get(card, card) for card in command[2:])
                again.apply(seat, command)
        except Refusal:
            continue  # what was done says something about these cards, as it should
        dead_zone = ROWS[st[layout.MISSION]].dead_zone
        if not dead_zone and again.state[layout.MEANING : layout.MEANING + 5] != st[layout.MEANING : layout.MEANING + 5]:
            continue  # as a card openly shown does
        tried += 1
        assert again.state[:PUBLIC] == st[:PUBLIC]
        for third in range(walk.seats):
            if third not in (one, other):
                assert view(again, third) == view(walk.attempt, third)
    assume(tried or walk.attempt.state[layout.PHASE] == codes.PHASE_END or max(st[layout.LEFT : layout.LEFT + 5]) < 3)


@EVERYTHING
@given(walks())
def test_a_waiting_request_shows_only_to_its_owner(walk):
    st = walk.attempt.state
    whole = bytes(st)
    for seat in range(walk.seats):
        views = [view(walk.attempt, other) for other in range(walk.seats)]
        for kind in (codes.RADIO_ASK, codes.RADIO_DROP):
            try:
                walk.attempt.apply(seat, bytes((kind, 0)))
            except Refusal:
                continue
            if st[layout.PHASE] == whole[layout.PHASE] and st[layout.TURN] == whole[layout.TURN]:
                for other in range(walk.seats):
                    assert (view(walk.attempt, other) == views[other]) == (other != seat)
            st[:] = whole


@EVERYTHING
@given(walks())
def test_an_answer_shows_to_nobody_else_until_all_are_in(walk):
    st = walk.attempt.state
    if st[layout.PROPOSER] == codes.NOBODY and st[layout.PHASE] != codes.PHASE_END:
        walk.attempt.apply(walk.random.randrange(walk.seats), bytes((codes.GIVE_UP, 0)))
    whole = bytes(st)
    for seat in range(walk.seats):
        seen = []
        for reply in (codes.YES, codes.NO, codes.EITHER):
            try:
                walk.attempt.apply(seat, bytes((codes.ANSWER, reply)))
            except Refusal:
                continue
            if st[layout.PROPOSER] != codes.NOBODY:
                seen.append([view(walk.attempt, other) for other in range(walk.seats) if other != seat])
            st[:] = whole
        assert all(views == seen[0] for views in seen)


@EVERYTHING
@given(walks(DEAD_ZONE))
def test_the_dead_zone_tells_a_meaning_to_its_author_alone(walk):
    st = walk.attempt.state
    for seat in range(walk.seats):
        assert st[layout.RADIO + seat] in (codes.RADIO_UNUSED, codes.RADIO_SPENT)
        for other in range(walk.seats):
            before = view(walk.attempt, other)
            meaning, st[layout.MEANING + seat] = st[layout.MEANING + seat], 0x77
            assert (view(walk.attempt, other) == before) == (other != seat)
            st[layout.MEANING + seat] = meaning


@EVERYTHING
@given(walks(), draw.binary(max_size=6))
def test_a_take_back_restores_every_byte_from_before_the_card(walk, between):
    st = walk.attempt.state
    if st[layout.PROPOSER] != codes.NOBODY:
        walk.send(st[layout.PROPOSER], bytes((codes.WITHDRAW, 0)))
    seat = st[layout.LAST_PLAYER]
    assume(seat != codes.NOBODY)
    before = bytearray(walk.before_card)
    before[layout.TAKEN_BACK] = st[layout.TAKEN_BACK] + 1
    walk.send(seat, bytes((codes.TAKE_BACK, 0)))
    for byte in between:
        other = byte % walk.seats
        asked = (st[layout.ASKED] | st[layout.SERVED]) >> other & 1
        if asked or st[layout.RADIO + other] == codes.RADIO_UNUSED:
            walk.send(other, bytes((codes.RADIO_DROP if asked else codes.RADIO_ASK, 0)))
    standing = st[layout.ASKED] | st[layout.SERVED]
    for other in range(walk.seats):
        if other != seat:
            walk.send(other, bytes((codes.ANSWER, codes.YES)))
    assert st[layout.LAST_PLAYER] == codes.NOBODY
    assert st[layout.ASKED] | st[layout.SERVED] == standing
    differ = [layout.LAST_PLAYER, *range(layout.NEWS, layout.LAST_PLAYER), layout.LOGGED, *range(layout.LOG, len(st))]
    if before[layout.ASKED] != standing:
        # A request made since may open the radio phase.
        differ += [layout.ASKED, layout.SERVED, layout.PHASE, layout.TURN, layout.RADIO_HELD]
    assert [at for at in range(len(st)) if st[at] != before[at] and at not in differ] == []
    again = loaded(kit.save(walk.attempt))
    assert kit.without_news(again.state) == kit.without_news(st)

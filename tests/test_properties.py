"""What must hold in every state that commands can reach, whoever plays and however oddly: every mission, every crew.

The states are those of tests/pool.py. What seats may see of them is in tests/test_views.py.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as draw

from engine import codes, layout
from engine.attempt import Attempt
from engine.layout import HAND_BYTES, HANDS
from engine.refusal import Refusal
from host_tools.notation import card_of
from tests import engine_kit as kit
from tests.engine_kit import ROWS, Walk
from tests.pool import SOAK, pool, walks
from tests.facts import CREWS
from tests.steering import options_of

EVERYTHING = settings(max_examples=150 * SOAK, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def test_the_pool_has_attempts_in_every_step():
    phases = [walk.attempt.state[layout.PHASE] for walk in pool()]
    assert set(phases) == set(range(codes.PHASE_QUESTION, codes.PHASE_END + 1))
    proposals = {walk.attempt.state[layout.SUBJECT] for walk in pool()}
    assert proposals >= {codes.GIVE_UP, codes.TAKE_BACK, codes.CHANGE_TOKENS, codes.HAND_OVER, codes.DISTRESS, codes.SHARE_OUT}


# Random play to the end, and what is conserved on the way.


def check_cards(walk):
    """Every card of the deck is in exactly one place, JARVIS's covered ones too."""
    st = walk.attempt.state
    deck = {card_of(word) for word in walk.crew.deck}
    held = []
    for seat in range(walk.seats):
        hand = kit.hand(st, seat)
        under = kit.covered(st) if seat == walk.crew.jarvis else []
        if seat == walk.crew.jarvis:
            opened = [st[layout.OPEN_CARDS + place] for place in range(7) if st[layout.OPEN_CARDS + place]]
            assert sorted(opened) == sorted(hand), walk
        assert len(hand) + len(under) == st[layout.LEFT + seat], walk
        assert {card >> 4 for card in hand} == {suit for suit in range(5) if st[HANDS + HAND_BYTES * seat + 5] >> suit & 1}, walk
        held += hand + under
    lying = [st[layout.CARDS + seat] for seat in range(5) if st[layout.CARDS + seat]]
    assert len(lying) == st[layout.LYING], walk
    assert len(held + lying) == len(set(held + lying)) and set(held + lying) <= deck, walk
    gone = deck - set(held) - set(lying)
    assert len(gone) == st[layout.TRICK] * walk.seats, walk
    assert gone <= {command[1] for _, command in walk.commands if command[0] == codes.PLAY}, walk


def check_tasks(walk):
    """Every drawn task is there once, with one owner at most, and the tokens are the mission's."""
    st = walk.attempt.state
    row = ROWS[st[layout.MISSION]]
    count = st[layout.TASK_COUNT]
    drawn = [list(command[2:]) for _, command in walk.commands if command[0] == codes.TASKS]
    assert count == (row.tasks if drawn else 0), walk
    places = range(layout.TASK, layout.TASK + layout.TASK_BYTES * count, layout.TASK_BYTES)
    lying = [st[at] for at in places]
    assert not drawn or all(card in (0, task) for card, task in zip(lying, drawn[0])) and len(set(drawn[0])) == count, walk
    owners = [st[at + layout.TASK_OWNER] for at in places]
    if codes.PHASE_HANDOVER <= st[layout.PHASE] < codes.PHASE_END:
        assert 0 not in lying and all(owner < walk.seats for owner in owners), walk
    counts = [owners.count(seat) for seat in range(walk.seats)]
    handed = any(command[0] == codes.HAND_OVER for _, command in walk.commands)
    if row.handout == "clockwise_pick_from_commander" and not handed and drawn:
        assert max(counts) - min(counts) <= 1 and counts[st[layout.COMMANDER]] == max(counts), walk
    if row.handout == "commander_distribution" and not handed and 0 not in lying and codes.NOBODY not in owners:
        assert max(counts) - min(counts) <= 1, walk
    if row.handout == "commander_decision" and not handed:
        assert counts[st[layout.COMMANDER]] == 0 and sum(count > 0 for count in counts) <= 1, walk
    tokens = [st[at + layout.TASK_TOKEN] & ~codes.TASK_DONE for at in places]
    assert not drawn or len([token for token in tokens if token]) == len(set(tokens) - {0}) == len(row.tokens), walk
    assert len([at for at in places if st[at + layout.TASK_TOKEN] & codes.TASK_DONE]) == st[layout.TASKS_DONE], walk


def check_onward(walk):
    """Somebody can act, or chance is awaited, until there is a verdict; and whoever is awaited has what is needed."""
    st = walk.attempt.state
    ended = st[layout.PHASE] == codes.PHASE_END
    assert ended == (st[layout.VERDICT] != codes.OPEN), walk
    onward = [pair for pair in walk.listed() if pair[1][0] in kit.ONWARD]
    chance = st[layout.PHASE] in (codes.PHASE_TASKS, codes.PHASE_DRAW) and st[layout.PROPOSER] == codes.NOBODY
    assert ended == (not onward and not chance), walk
    turn = st[layout.TURN]
    if turn != codes.NOBODY and st[layout.PROPOSER] == codes.NOBODY:
        actor = st[layout.COMMANDER] if turn & codes.FOR_JARVIS else turn
        assert any(seat == actor for seat, _ in onward), walk


@pytest.mark.parametrize("crew", CREWS)
def test_every_mission_comes_to_its_end_whatever_legal_commands_are_chosen(crew):
    ended = set()
    for mission in ROWS:
        for i in range(2 * SOAK):
            walk = Walk(mission, crew, "end-%d-%s-%d" % (mission, crew, i))
            st = walk.attempt.state
            for _ in range(400):
                if st[layout.PHASE] == codes.PHASE_END:
                    break
                if walk.random.random() < 0.3:
                    walk.step()
                else:
                    walk.onward()
                if walk.random.random() < 0.3:
                    check_cards(walk)
                    check_tasks(walk)
                    check_onward(walk)
            assert st[layout.VERDICT] != codes.OPEN, walk
            ended.add(mission)
    assert ended == set(range(1, 51))


def test_all_cards_are_there_once():
    for walk in pool():
        check_cards(walk)


def test_every_task_is_there_once_and_the_hand_out_is_as_the_mission_says():
    for walk in pool():
        check_tasks(walk)


def test_somebody_may_act_until_the_attempt_ends_and_whoever_is_awaited_can():
    for walk in pool():
        check_onward(walk)


def test_an_attempt_comes_to_its_end_when_everybody_does_what_is_awaited():
    for walk in walks(3):
        for _ in range(200):
            if walk.attempt.state[layout.PHASE] == codes.PHASE_END:
                break
            walk.onward()
        assert walk.attempt.state[layout.VERDICT] != codes.OPEN, walk


# Commands and refusals.


def test_the_list_of_commands_is_what_is_accepted_and_nothing_else():
    for walk in walks(17):
        st = walk.attempt.state
        whole = bytes(st)
        for seat in range(walk.seats):
            listed = set(kit.commands(walk.attempt, seat))
            # Of commands without an argument any argument will do.
            plain = {command[0] for command in listed} & kit.WITHOUT_ARGUMENT
            for kind in range(codes.DRAW + 2):
                for argument in range(256) if kind in (codes.PLAY, codes.RADIO_SHOW, codes.GIVE, codes.SHARE_OUT) else range(0xA0):
                    expected = kind in plain or (kind, argument) in listed
                    try:
                        walk.attempt.apply(seat, bytes((kind, argument)))
                    except Refusal:
                        assert not expected, (seat, kind, argument, walk)
                        assert st == whole, (seat, kind, argument, walk)
                    else:
                        assert expected, (seat, kind, argument, walk)
                        st[:] = whole


def test_whatever_comes_a_refusal_changes_no_byte():
    for walk in walks():
        st, some = walk.attempt.state, walk.random
        garbage = [(some.randrange(256), some.randbytes(some.randrange(45))) for _ in range(6)]
        for _ in range(30):
            command = bytes((some.choice(kit.KINDS), some.choice((some.randrange(6), some.randrange(256), some.choice(kit.DECK)))))
            if some.random() < 0.3:
                command += bytes(some.choice(kit.DECK) for _ in range(some.choice((1, 3, 4, 5, 9, 39, 40, 41))))
            garbage.append((some.choice((0, 1, 2, 3, 4, 5, 6, codes.CHANCE, codes.CHANCE, 128, 255)), command))
        garbage += [(codes.CHANCE, command) for command in kit.chance(some, st[layout.MISSION], walk.seats)]
        for seat, command in garbage:
            whole = bytes(st)
            try:
                walk.attempt.apply(seat, command)
            except Refusal as refusal:
                assert st == whole and 1 <= refusal.code <= codes.REFUSE_CONTRADICTION, (seat, command, walk)
            else:
                st[:] = whole


# Saving and replaying.


def test_saved_and_loaded_it_is_the_same_attempt():
    used = Walk(49, "jarvis-b", "used").ready().attempt
    for walk in walks():
        save = kit.save(walk.attempt)
        again = kit.loaded(save)
        assert kit.without_news(again.state) == kit.without_news(walk.attempt.state), walk
        assert kit.save(again) == save, walk
        # Also where another attempt has been before, and whatever the buffer holds behind the save.
        used.load(save + b"\xff" * 9, len(save))
        assert used.state == again.state, walk


def test_the_same_commands_give_the_same_bytes():
    for walk in pool():
        again = Attempt()
        again.begin(walk.attempt.state[layout.MISSION], walk.seats, options_of(walk.crew))
        for seat, command in walk.commands:
            again.apply(seat, command)
        assert again.state == walk.attempt.state, walk


def test_after_a_load_play_goes_on_as_without():
    for walk in walks(2):
        again = kit.loaded(kit.save(walk.attempt))
        done = len(walk.commands)
        for _ in range(walk.random.randrange(60)):
            walk.step()
        for seat, command in walk.commands[done:]:
            again.apply(seat, command)
        assert kit.without_news(again.state) == kit.without_news(walk.attempt.state), walk


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
    again = kit.loaded(once)
    assert kit.without_news(again.state) == kit.without_news(attempt.state)
    assert once[: layout.SETUP] == save[: layout.SETUP]
    assert kit.save(again) == once


def test_a_cut_save_is_refused_or_is_an_attempt():
    for walk in walks():
        save = kit.save(walk.attempt)
        check_odd_save(save[: walk.random.randrange(len(save))])


def test_a_save_with_flipped_bits_is_refused_or_is_an_attempt():
    for walk in walks():
        for _ in range(3):
            save = bytearray(kit.save(walk.attempt))
            for _ in range(walk.random.randrange(1, 4)):
                save[walk.random.randrange(len(save))] ^= walk.random.randrange(1, 256)
            check_odd_save(bytes(save))


@EVERYTHING
@given(draw.binary(max_size=520), draw.integers(1, 50), draw.sampled_from(sorted(CREWS)))
def test_garbage_is_no_save(garbage, mission, crew):
    check_odd_save(garbage)
    check_odd_save(bytes((layout.RULES_VERSION, 0, mission, CREWS[crew].seats, options_of(CREWS[crew]), 0)) + garbage)


# Take-back.


def test_a_take_back_restores_every_byte_from_before_the_card():
    tried = 0
    for walk in walks():
        st, some = walk.attempt.state, walk.random
        if st[layout.PROPOSER] != codes.NOBODY:
            walk.send(st[layout.PROPOSER], bytes((codes.WITHDRAW, 0)))
        seat = st[layout.LAST_PLAYER]
        if seat == codes.NOBODY:
            continue
        tried += 1
        before = bytearray(walk.before_card)
        before[layout.TAKEN_BACK] = st[layout.TAKEN_BACK] + 1
        walk.send(seat, bytes((codes.TAKE_BACK, 0)))
        for other in some.choices(walk.crew.humans, k=some.randrange(4)):
            for command in kit.commands(walk.attempt, other):
                if command[0] in (codes.RADIO_ASK, codes.RADIO_DROP):
                    walk.send(other, bytes(command))
                    break
        standing = st[layout.ASKED] | st[layout.SERVED]
        for other in walk.crew.humans:
            if other != seat:
                walk.send(other, bytes((codes.ANSWER, codes.YES)))
        assert st[layout.LAST_PLAYER] == codes.NOBODY, walk
        assert st[layout.ASKED] | st[layout.SERVED] == standing, walk
        differ = [layout.LAST_PLAYER, *range(layout.NEWS, layout.PUBLIC), layout.LOGGED, *range(layout.LOG, len(st))]
        if before[layout.ASKED] != standing:
            # A request made since may open the radio phase.
            differ += [layout.ASKED, layout.SERVED, layout.PHASE, layout.TURN, layout.RADIO_HELD]
        assert [at for at in range(len(st)) if st[at] != before[at] and at not in differ] == [], walk
        again = kit.loaded(kit.save(walk.attempt))
        assert kit.without_news(again.state) == kit.without_news(st), walk
    assert tried > 30


@pytest.mark.parametrize("crew", [crew.name for crew in CREWS.values() if crew.jarvis is not None])
def test_with_jarvis_a_card_that_turned_another_up_stays(crew):
    """Taking it back would show what lay beneath; its other cards may go back, at the commander's proposal."""
    stays = goes = 0
    for mission in ROWS:
        walk = Walk(mission, crew, "stays-%d" % mission).ready()
        st = walk.attempt.state
        while st[layout.VERDICT] == codes.OPEN:
            covers, trick = st[layout.COVERS], st[layout.TRICK]
            for_jarvis = st[layout.TURN] & codes.FOR_JARVIS and st[layout.TURN] != codes.NOBODY
            walk.onward()
            if st[layout.COVERS] != covers:
                stays += 1
                assert st[layout.LAST_PLAYER] == codes.NOBODY, walk
            elif for_jarvis and st[layout.TRICK] == trick:
                goes += 1
                assert st[layout.LAST_PLAYER] == st[layout.COMMANDER], walk
    assert stays > 30 and goes > 10


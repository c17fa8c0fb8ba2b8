"""What must hold in every state of the deep sea, whoever plays and however oddly: every mission, every crew, own missions too."""

import functools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from engine import codes, layout
from engine.attempt import Attempt
from engine.outlines import fault
from engine.refusal import Refusal
from tests import engine_kit as kit
from tests.engine_kit import Walk, chance_now, view
from tests.pool import SOAK
from tests.sea_duel import ROWS, packed, rows_for
from tests.sea_facts import SEA_CREWS
from tests.test_properties import EVERYTHING, check_cards, check_odd_save, check_onward
from tests.test_views import exchanged


def begun(row, crew):
    """Return an attempt at ``row``, its deal awaited, and the commands that it took."""
    attempt = Attempt()
    attempt.begin(row.number, crew.seats, codes.COUNTER if crew.counter else 0, codes.DEEP_SEA)
    commands = []
    if row.number >= codes.FIRST_OWN:
        outline = packed(row)
        commands.append((codes.CHANCE, bytes((codes.OUTLINE, len(outline))) + outline))
        attempt.apply(*commands[0])
    return attempt, commands


class SeaWalk(Walk):
    """An attempt in the deep sea on its way; see tests/engine_kit.py."""

    def __init__(self, row, crew, seed):
        self.seed = "deep sea %r, crew %s, seed %r" % (row, crew, seed)
        self.row = row
        self.crew = SEA_CREWS[crew]
        self.seats = self.crew.seats
        self.attempt, self.commands = begun(row, self.crew)
        self.before_card = None
        self.random = random.Random(seed)
        self.send(codes.CHANCE, chance_now(self.attempt, self.random))


@functools.cache
def pool():
    made = []
    for crew in SEA_CREWS:
        for i, row in enumerate((list(ROWS.values()) * 3 + rows_for(SEA_CREWS[crew].seats, 20, "pool-" + crew)) * SOAK):
            walk = SeaWalk(row, crew, "pool-%s-%d" % (crew, i))
            for _ in range(walk.random.randrange(90)):
                if not walk.step():
                    break
            made.append(walk)
    return made


def walks(part=1):
    return [walk.copy() for walk in pool()[::part]]


def check_tasks(walk):
    """Each task has one owner at most, nobody two more than another, and what is done, failed and open fits the verdict."""
    st = walk.attempt.state
    assert st[layout.TASK_COUNT] == len(walk.row.asked), walk
    owners = [st[layout.TASK + 3 * place + 1] for place in range(st[layout.TASK_COUNT])]
    counts = [owners.count(seat) for seat in range(walk.seats)]
    assert max(counts) - min(counts) <= 1 and sum(counts) + owners.count(codes.NOBODY) == len(owners), walk
    if codes.PHASE_PICK < st[layout.PHASE] < codes.PHASE_END:
        assert codes.NOBODY not in owners and counts[st[layout.COMMANDER]] == max(counts), walk
    tokens = [st[layout.TASK + 3 * place + 2] for place in range(len(owners))]
    done, failed = sum(token >> 7 for token in tokens), sum(token >> 6 & 1 for token in tokens)
    assert st[layout.TASKS_DONE] == done and done + failed <= len(tokens) or failed, walk
    verdict = st[layout.VERDICT]
    assert (failed > 0) == (verdict > codes.GIVEN_UP) and (done == len(tokens)) == (verdict == codes.SUCCESS), walk
    assert st[layout.JARVIS] == st[layout.ROLE] == codes.NOBODY and not any(st[at] for at in (layout.SIGNAL, layout.COVERS, layout.PASSED)), walk


@pytest.mark.parametrize("crew", SEA_CREWS)
def test_every_deep_sea_mission_comes_to_its_end_whatever_legal_commands_are_chosen(crew):
    for i, row in enumerate(list(ROWS.values()) * 2 * SOAK + rows_for(SEA_CREWS[crew].seats, 15, "end-" + crew)):
        walk = SeaWalk(row, crew, "end-%s-%d" % (crew, i))
        st = walk.attempt.state
        for _ in range(400):
            if st[layout.PHASE] == codes.PHASE_END:
                break
            if walk.random.random() < 0.3:
                walk.step()
            else:
                walk.onward()
            if walk.random.random() < 0.4:
                check_cards(walk)
                check_tasks(walk)
                check_onward(walk)
        assert st[layout.VERDICT] != codes.OPEN, walk


def test_cards_and_tasks_are_there_once_and_somebody_may_act():
    assert {walk.attempt.state[layout.PHASE] for walk in pool()} == {codes.PHASE_PICK, codes.PHASE_RADIO, codes.PHASE_TRICK, codes.PHASE_END}
    for walk in pool():
        check_cards(walk)
        check_tasks(walk)
        check_onward(walk)


def test_saved_and_loaded_a_deep_sea_attempt_is_the_same():
    used = Walk(49, "jarvis-b", "used").ready().attempt
    for walk in walks():
        save = kit.save(walk.attempt)
        again = kit.loaded(save)
        assert kit.without_news(again.state) == kit.without_news(walk.attempt.state), walk
        used.load(save, len(save))
        assert used.state == again.state, walk


def test_odd_saves_of_the_deep_sea_are_refused_or_attempts():
    for walk in walks():
        save = kit.save(walk.attempt)
        check_odd_save(save[: walk.random.randrange(len(save))])
        for _ in range(3):
            odd = bytearray(save)
            for _ in range(walk.random.randrange(1, 4)):
                odd[walk.random.randrange(min(len(odd), walk.random.choice((30, 600))))] ^= walk.random.randrange(1, 256)
            check_odd_save(bytes(odd))


@EVERYTHING
@given(draw.binary(max_size=60), draw.sampled_from((codes.PLANET_NINE, codes.DEEP_SEA)), draw.sampled_from((3, 4, 5)))
def test_an_outline_is_faulty_or_can_be_played(outline, game, seats):
    attempt = Attempt()
    attempt.begin(codes.FIRST_OWN, seats, 0, game)
    whole = bytes(attempt.state)
    found = fault(game, outline, 0, len(outline), seats)
    try:
        attempt.apply(codes.CHANCE, bytes((codes.OUTLINE, len(outline))) + outline)
    except Refusal as refusal:
        assert found and refusal.code == codes.REFUSE_CHANCE and attempt.state == whole
    else:
        assert not found and attempt.state != whole
    for way in range(4):  # nearly sound ones
        row = rows_for(seats, 1, "%d-%d" % (len(outline), way))[0]
        odd = bytearray(packed(row))
        for byte in outline[:way]:
            odd[byte % len(odd)] ^= byte >> 3
        assert fault(codes.DEEP_SEA, odd, 0, len(odd), seats) & 15 <= codes.FAULT_HANDOUT


def test_a_refusal_in_the_deep_sea_changes_no_byte():
    for walk in walks(2):
        st, some = walk.attempt.state, walk.random
        for _ in range(40):
            seat = some.choice((0, 1, 2, 3, 4, 5, codes.CHANCE, 255))
            command = bytes((some.choice(kit.KINDS), some.choice((some.randrange(6), some.randrange(256), some.choice(kit.DECK)))))
            command += some.randbytes(some.choice((0, 0, 3, 7, 41)))
            whole = bytes(st)
            try:
                walk.attempt.apply(seat, command)
            except Refusal as refusal:
                assert st == whole and 1 <= refusal.code <= codes.REFUSE_CONTRADICTION, (seat, command, walk)
            else:
                st[:] = whole


def test_a_take_back_in_the_deep_sea_restores_every_byte_from_before_the_card():
    tried = 0
    for walk in walks():
        st = walk.attempt.state
        if st[layout.PROPOSER] != codes.NOBODY:
            walk.send(st[layout.PROPOSER], bytes((codes.WITHDRAW, 0)))
        seat = st[layout.LAST_PLAYER]
        if seat == codes.NOBODY or st[layout.ASKED] | st[layout.SERVED] or walk.before_card[layout.ASKED]:
            continue
        tried += 1
        before = bytearray(walk.before_card)
        walk.send(seat, bytes((codes.TAKE_BACK, 0)))
        for other in walk.crew.humans:
            if other != seat:
                walk.send(other, bytes((codes.ANSWER, codes.YES)))
        differ = [layout.TAKEN_BACK, layout.LAST_PLAYER, *range(layout.NEWS, layout.PUBLIC), layout.LOGGED, *range(layout.LOG, len(st))]
        assert [at for at in range(len(st)) if st[at] != before[at] and at not in differ] == [], walk
    assert tried > 30


def test_nobody_learns_in_the_deep_sea_which_of_two_hidden_cards_another_holds():
    """Two unplayed cards change places in the deal; nothing that all see, nor that a third seat sees, may change, a verdict least of all."""
    tried = ended = 0
    for walk in walks():
        st, some = walk.attempt.state, walk.random
        seen = {*st[layout.SHOWN : layout.SHOWN + 5], 0x44}
        hidden = [(seat, card) for seat in range(walk.seats) for card in kit.hand(st, seat) if card not in seen]
        for _ in range(6):
            if len({seat for seat, _ in hidden}) < 2:
                continue
            (one, a), (other, b) = some.sample(hidden, 2)
            again, commands = begun(walk.row, walk.crew)
            changed = exchanged(a, b, (codes.DEAL,))
            try:
                for seat, command in walk.commands[len(commands) :]:
                    again.apply(seat, changed(seat, command))
            except Refusal:
                assert again.state[layout.VERDICT] == codes.OPEN, walk
                continue
            if one == other or not walk.row.dead_zone and again.state[layout.MEANING : layout.MEANING + 5] != st[layout.MEANING : layout.MEANING + 5]:
                continue
            tried += 1
            ended += st[layout.VERDICT] > codes.GIVEN_UP
            assert again.state[: layout.PUBLIC] == st[: layout.PUBLIC], (a, b, walk)
            for third in range(walk.seats):
                if third not in (one, other):
                    assert view(again, third) == view(walk.attempt, third), (third, a, b, walk)
    assert tried > 200 and ended > 5

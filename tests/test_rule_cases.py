"""Situations that other programs of this game got wrong: each as a record, and its kind as widely as it can be tried.

The numbers are those of the project's list of cases. Here are those of every attempt; those of special missions, joint
steps and JARVIS are in tests/test_rule_cases_of_specials.py.
"""

import itertools
import pathlib
import random

import pytest

from engine import codes, layout
from engine.attempt import Attempt
from engine.layout import HAND_BYTES, HANDS
from engine.refusal import Refusal
from host_tools import notation, record
from tests import engine_kit as kit
from tests.engine_kit import ROWS, Walk
from tests.facts import CREWS
from tests.steering import Steering, commands_of, options_of

RECORDS = pathlib.Path(__file__).parent / "records"
PLAIN = [number for number in ROWS if ROWS[number].special == "-"]
PICKED = [number for number in ROWS if ROWS[number].handout == "clockwise_pick_from_commander"]
CASES = {
    "R06": ["radio-shown-card-is-still-a-hand-card", "take-back-of-a-shown-card-marks-it-again"],
    "R26": ["trick-winner-leads-whoever-led-before"],
    "R27": ["end-after-thirteen-tricks-a-card-unplayed", "end-after-eight-tricks-with-five-seats", "end-last-trick-completes-the-last-task"],
    "R31": ["tasks-as-many-as-the-mission-draws"],
    "R33": ["end-after-thirteen-tricks-a-card-unplayed"],
    "R35": ["task-card-won-by-another-fails-at-once", "task-of-another-in-the-own-trick-fails", "task-own-card-does-not-suffice"],
    "R36": [
        "number-tokens-in-one-trick-second-played-first", "number-tokens-two-and-three-at-once-after-one", "arrows-in-one-trick-in-any-play-order",
        "omega-with-the-last-other-in-one-trick",
    ],
    "R39": ["dead-zone-card-must-qualify-and-its-meaning-is-hidden", "radio-middle-card-refused", "radio-once-an-attempt"],
    "R40": ["radio-rocket-refused", "radio-nothing-that-qualifies-can-but-withdraw"],
    "R41": ["disruption-two-opens-before-trick-two", "disruption-two-lasts-no-longer", "disruption-three-opens-before-trick-three"],
}


def walks(count, seed):
    """``count`` attempts, each at a random place of its way."""
    some = random.Random(seed)
    for _ in range(count):
        walk = Walk(some.choice(list(ROWS)), some.choice(list(CREWS)), some.random())
        for _ in range(some.randrange(90)):
            walk.step()
        yield walk


def refusal(attempt, seat, *command):
    """The reason against this command, or 0 when it was accepted."""
    try:
        attempt.apply(seat, bytes(command))
    except Refusal as refused:
        return refused.code
    return 0


def dealt(hands, tasks, mission=1):
    """An attempt with these hands (lists of words) and tasks laid out."""
    attempt = Attempt()
    attempt.begin(mission, len(hands))
    attempt.apply(*notation.command_of(("deal " + " / ".join(" ".join(hand) for hand in hands)).split(), attempt.state))
    for seat in range(len(hands)):
        attempt.apply(seat, bytes((codes.PASS, 1)))
    if tasks:
        attempt.apply(*notation.command_of(["tasks", *tasks], attempt.state))
    return attempt


@pytest.mark.parametrize("case, name", [(case, name) for case in CASES for name in CASES[case]])
def test_case_as_record(case, name):
    text = (RECORDS / (name + ".crew")).read_text(encoding="utf-8")
    assert "expect " in text
    record.play(text)


def test_r06_a_shown_card_changes_nothing_about_what_is_legal():
    shown = 0
    into, without = bytearray(64), bytearray(64)
    for walk in walks(150, "R06"):
        st = walk.attempt.state
        for seat in range(walk.seats):
            shown += bool(st[layout.SHOWN + seat])
            n = walk.attempt.legal(seat, into)
            card, st[layout.SHOWN + seat] = st[layout.SHOWN + seat], 0
            assert walk.attempt.legal(seat, without) == n and without[:n] == into[:n]
            st[layout.SHOWN + seat] = card
    assert shown > 50


def test_r15_no_card_lies_where_it_can_never_be_played():
    """Whoever comes to lead may play every card of the hand; with nothing of the led suit likewise."""
    into = bytearray(64)
    for walk in walks(100, "R15"):
        st = walk.attempt.state
        if st[layout.PHASE] != codes.PHASE_TRICK or st[layout.PROPOSER] != codes.NOBODY:
            continue
        for seat in walk.crew.humans:
            st[layout.TURN] = seat
            st[layout.LED] = codes.NO_SUIT
            assert walk.attempt.legal(seat, into) == st[layout.LEFT + seat]
            for suit in range(5):
                if not st[HANDS + HAND_BYTES * seat + 5] >> suit & 1:
                    st[layout.LED] = suit
                    assert walk.attempt.legal(seat, into) == st[layout.LEFT + seat]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r26_every_winner_from_every_leader(seats):
    pinks = ["P9", "P1", "P2", "P3", "P4"]
    for leader, winner, rocket in itertools.product(range(seats), range(seats), (False, True)):
        hands = [[] for _ in range(seats)]
        hands[leader].append("R4")
        for i in range(seats):
            hands[(winner + i) % seats].append(pinks[i])
        if rocket and winner != leader:
            # Void in pink and with a rocket: wins as well.
            hands[winner].remove("P9")
            hands[winner].append("R1")
            hands[leader].append("P9")
        used = {card for hand in hands for card in hand}
        rest = [s + str(v) for s in "BGYPR" for v in range(1, 5 if s == "R" else 10) if s + str(v) not in used]
        for i in [winner] + [i for i in range(seats) if i != winner]:
            hand = hands[i]
            size = 40 // seats + (seats == 3 and i == winner)
            free = [card for card in rest if not (rocket and i == winner and card[0] == "P")]
            for card in free[: size - len(hand)]:
                hand.append(card)
                rest.remove(card)
        attempt = dealt(hands, ["Y9" if "Y9" not in hands[winner] else "B1"])
        st = attempt.state
        for i in range(seats):
            seat = (leader + i) % seats
            own = [card for card in hands[seat] if card[0] == "P"]
            card = "R1" if rocket and seat == winner != leader else "P9" if "P9" in own else own[0]
            attempt.apply(seat, bytes((codes.PLAY, notation.card_of(card))))
        assert st[layout.LAST_WINNER] == winner
        assert st[layout.WON + winner] == 1
        if st[layout.VERDICT] == codes.OPEN:
            assert st[layout.TURN] == st[layout.LEADER] == winner


def actor(st):
    """The seat of the human that acts now, for JARVIS the commander."""
    return st[layout.COMMANDER] if st[layout.TURN] & codes.FOR_JARVIS else st[layout.TURN]


def played_keeping(walk, wanted):
    """Play to the end, the card ``wanted`` as late as can be; return the cards in the order of play."""
    st = walk.attempt.state
    into = bytearray(64)
    played = []
    while st[layout.PHASE] != codes.PHASE_END:
        seat = actor(st)
        n = walk.attempt.legal(seat, into)
        cards = [into[i] for i in range(n) if into[i] != wanted] or [wanted]
        played.append(walk.random.choice(cards))
        walk.attempt.apply(seat, bytes((codes.PLAY, played[-1])))
    return played


@pytest.mark.parametrize("crew, tricks", [("3", 13), ("challenge", 10), ("4", 10), ("5", 8), ("jarvis-a", 13), ("jarvis-b", 13), ("jarvis-c", 13)])
def test_r27_the_end_falls_after_the_cards_divided_by_the_seats(crew, tricks):
    ended = 0
    for seed in range(200):
        walk = Walk(1, crew, seed).ready()
        st = walk.attempt.state
        assert st[layout.TRICKS] == tricks
        played = played_keeping(walk, st[layout.TASK])
        assert st[layout.TRICK] <= tricks and len(played) == st[layout.TRICK] * walk.seats
        ended += st[layout.TRICK] == tricks
    assert ended > 15


@pytest.mark.parametrize("mission", [number for number in ROWS if ROWS[number].tasks])
def test_r31_a_task_card_exists_once(mission):
    count = ROWS[mission].tasks
    walk = Walk(mission, "4", "R31")
    assert walk.until(codes.PHASE_TASKS)
    attempt = walk.attempt
    tasks = kit.chance(random.Random(mission), mission, 4)[1]
    for one, other in itertools.permutations(range(count), 2):
        twice = bytearray(tasks)
        twice[2 + one] = twice[2 + other]
        assert refusal(attempt, codes.CHANCE, *twice) == codes.REFUSE_CHANCE
    for rocket in (0x41, 0x42, 0x43, 0x44, 0x00, 0x0A, 0x45):
        assert refusal(attempt, codes.CHANCE, *tasks[:-1], rocket) == codes.REFUSE_CHANCE
    attempt.apply(codes.CHANCE, tasks)


@pytest.mark.parametrize("crew", CREWS)
def test_r32_handing_out_tasks_never_stalls(crew):
    into = bytearray(64)
    for mission, seed in itertools.product(PICKED, range(5)):
        walk = Walk(mission, crew, seed)
        st = walk.attempt.state
        if not walk.until(codes.PHASE_PICK):
            # A single task goes to the commander by itself; or the crew gave up.
            assert mission == 1 or st[layout.VERDICT] == codes.GIVEN_UP
            continue
        while st[layout.PHASE] == codes.PHASE_PICK:
            n = walk.attempt.legal(actor(st), into)
            assert n >= 2
            walk.attempt.apply(actor(st), bytes((codes.PICK, into[walk.random.randrange(n)])))
        owners = [st[layout.TASK + 3 * i + 1] for i in range(ROWS[mission].tasks)]
        assert sorted(owners) == sorted((st[layout.COMMANDER] + i) % walk.seats for i in range(ROWS[mission].tasks))


@pytest.mark.parametrize("crew", ["3", "jarvis-a", "jarvis-b", "jarvis-c"])
def test_r33_an_unplayed_card_satisfies_nothing(crew):
    """Any task, played to the end with its card kept to the last: the attempt is never won by what stays in a hand."""
    kept = 0
    for seed in range(400):
        walk = Walk(1, crew, seed).ready()
        wanted = walk.attempt.state[layout.TASK]
        played = played_keeping(walk, wanted)
        if wanted not in played:
            kept += 1
            assert walk.attempt.state[layout.VERDICT] == codes.FAILED_UNDONE and len(played) == 39
    assert kept > 5


def test_r34_odd_ids_and_commands_are_refused_and_saving_goes_on():
    for walk in walks(12, "R34"):
        st = walk.attempt.state
        whole, save = bytes(st), kit.save(walk.attempt)
        for seat, kind in itertools.product((*range(walk.seats, 7), 8, 31, 32, 128, 254, 255), range(0, 256, 1)):
            assert refusal(walk.attempt, seat, kind, 1)
        for seat, kind in itertools.product(range(8), (0, *range(codes.DRAW + 1, 256))):
            assert refusal(walk.attempt, seat, kind, 1)
        for seat, short in itertools.product(range(8), (b"", *(bytes((kind,)) for kind in range(256)))):
            assert refusal(walk.attempt, seat, *short) == codes.REFUSE_COMMAND
        assert st == whole and kit.save(walk.attempt) == save
        Attempt().load(save, len(save))


@pytest.mark.parametrize("mission, crew", [(50, "5"), (12, "5"), (49, "5"), (43, "5"), (16, "4"), (50, "jarvis-b")])
def test_r34_a_list_of_commands_that_is_full_refuses_what_can_wait_and_plays_on(mission, crew):
    """A crew that takes one card back for ever: at some time that is refused, and the attempt still comes to its end."""
    steering = Steering(mission, crew, random.Random("R34"), signals=1)
    assert steering.reach(codes.SUCCESS)
    attempt = Attempt()
    attempt.begin(mission, CREWS[crew].seats, options_of(CREWS[crew]))
    st = attempt.state
    code = 0
    humans = CREWS[crew].humans
    for seat, command in commands_of(steering.attempt):
        whole = None
        while whole is None or not code and command[0] == codes.PLAY and st[layout.LAST_PLAYER] == seat:
            if whole is not None:
                code = refusal(attempt, seat, codes.TAKE_BACK, 0)
                if code:
                    break
                for other in humans:
                    if other != seat:
                        attempt.apply(other, bytes((codes.ANSWER, codes.YES)))
            whole = bytes(st)
            if st[layout.PHASE] != codes.PHASE_DEAL and st[layout.PROPOSER] == codes.NOBODY:
                storm(attempt, humans)
            attempt.apply(seat, command)
            assert st[layout.LOGGED] <= layout.LOG_PAIRS
        if code:
            for other in humans:
                assert not refusal(attempt, other, codes.RADIO_ASK, 0) & ~codes.REFUSE_FULL
                assert not {codes.RADIO_ASK, codes.TAKE_BACK} & {command[0] for command in kit.commands(attempt, other)}
    assert code == codes.REFUSE_FULL and st[layout.TAKEN_BACK] > 50 and st[layout.VERDICT] == codes.SUCCESS
    save = kit.save(attempt)
    again = Attempt()
    again.load(save, len(save))
    assert kit.without_news(again.state) == kit.without_news(st)


def storm(attempt, humans):
    """The longest proposal that comes to nothing: all away, then all back with an answer; the last one says no."""
    attempt.apply(humans[0], bytes((codes.GIVE_UP, 0)))
    for other in humans[2:]:
        attempt.apply(codes.CHANCE, bytes((codes.ABSENT, other)))
    for other in humans[2:] + humans[1:2]:
        attempt.apply(other, bytes((codes.ANSWER, codes.NO)))


@pytest.mark.parametrize("crew", CREWS)
def test_r34_before_the_first_trick_a_request_always_fits(crew):
    """The longest way there: every question, both proposals agreed, a signal, all passes, every request standing."""
    longest = 0
    for mission, seed in itertools.product((40, 43, 49, 50), range(6)):
        walk = Walk(mission, crew, "R34 %d" % seed)
        st = walk.attempt.state
        while st[layout.PHASE] < codes.PHASE_RADIO:
            for seat, command in walk.listed():
                if command[0] == codes.RADIO_ASK or command == (codes.PASS, 1) and st[layout.PASSED] >> seat & 1 and walk.random.random() < 0.5:
                    assert refusal(walk.attempt, seat, *command) in (0, codes.REFUSE_PHASE)
            if st[layout.PHASE] < codes.PHASE_RADIO:
                longest = max(longest, st[layout.LOGGED])
                walk.onward()
    assert longest + 60 + layout.LOG_SPARE < layout.LOG_PAIRS


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r35_a_task_card_is_lost_to_every_other_seat_and_to_no_other_reason(seats):
    """Every trick of random attempts without tokens: it fails exactly when somebody else wins a task's card."""
    for seed in range(150):
        walk = Walk(10, str(seats), seed).ready()
        st = walk.attempt.state
        while st[layout.PHASE] != codes.PHASE_END:
            listed = [pair for pair in walk.choices() if pair[1][0] in (codes.PICK, codes.PLAY, codes.RADIO_SHOW)]
            if not listed:
                continue
            tricks = st[layout.TRICK]
            walk.send(*walk.random.choice(listed))
            if st[layout.TRICK] == tricks:
                continue
            last = st[layout.LAST : layout.LAST + seats]
            tasks = [(st[at], st[at + 1]) for at in range(layout.TASK, layout.TASK + 12, 3)]
            lost = [card for card, owner in tasks if card in last and owner != st[layout.LAST_WINNER]]
            assert (st[layout.VERDICT] == codes.FAILED_OWNER) == bool(lost)
            if lost:
                assert st[layout.VERDICT_CARD] in lost and st[layout.VERDICT_SEAT] == st[layout.LAST_WINNER]


@pytest.mark.parametrize("first, second", [("B1", "G1"), ("G1", "B1")])
@pytest.mark.parametrize("mission", [number for number in PLAIN if ROWS[number].tokens[:2] in (["1", "2"], ["a1", "a2"])])
def test_r36_two_consecutive_tokens_complete_in_one_trick_whichever_falls_first(mission, first, second):
    hands = [["P%d" % i for i in range(1, 10)] + ["Y1", "Y2", "Y3", "R4"]]
    hands.append(["B%d" % i for i in range(1, 10)] + ["Y4", "Y5", "Y6", "R3"])
    hands.append(["G%d" % i for i in range(1, 10)] + ["Y7", "Y8", "Y9", "R1", "R2"])
    count = ROWS[mission].tasks
    others = ["P9", "P8", "P7", "P6", "P5", "P4", "P3", "P2"]
    attempt = dealt(hands, ([first, second] + others)[:count], mission)
    st = attempt.state
    while st[layout.PHASE] == codes.PHASE_PICK:
        listed = kit.commands(attempt, st[layout.TURN])
        attempt.apply(st[layout.TURN], bytes(next(command for command in listed if command[0] == codes.PICK)))
    # Whoever picked them: here both are A's.
    for place in (0, 1):
        st[layout.TASK + 3 * place + 1] = 0
    for seat, card in ((0, "P1"), (1, "B1"), (2, "G1")):
        attempt.apply(seat, bytes((codes.PLAY, notation.card_of(card))))
    assert st[layout.TASKS_DONE] == 2
    assert st[layout.VERDICT] == (codes.OPEN if count > 2 else codes.SUCCESS)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("mission", [number for number in ROWS if ROWS[number].dead_zone])
def test_r39_in_every_dead_zone_a_middle_card_is_refused_and_no_second_one_is_shown(mission, seats):
    walk = Walk(mission, str(seats), "R39").ready()
    st = walk.attempt.state
    for seat in range(seats):
        walk.attempt.apply(seat, bytes((codes.RADIO_ASK, 0)))
    leader = st[layout.TURN]
    into = bytearray(64)
    n = walk.attempt.legal(leader, into)
    fine = list(into[:n])
    for card in kit.DECK:
        if card not in fine:
            assert refusal(walk.attempt, leader, codes.RADIO_SHOW, card) in (codes.REFUSE_CARD, codes.REFUSE_MEANING, codes.REFUSE_ROCKET)
    walk.attempt.apply(leader, bytes((codes.RADIO_SHOW, fine[0])))
    assert st[layout.RADIO + leader] == codes.RADIO_SPENT and st[layout.SHOWN + leader] == fine[0]
    assert refusal(walk.attempt, leader, codes.RADIO_ASK, 0) == codes.REFUSE_RADIO
    for card in fine:
        assert refusal(walk.attempt, leader, codes.RADIO_SHOW, card)


def test_r40_no_rocket_is_ever_shown_by_anybody():
    phases = 0
    into = bytearray(64)
    for walk in walks(900, "R40"):
        st = walk.attempt.state
        for seat in range(walk.seats):
            for kind, argument in kit.commands(walk.attempt, seat):
                if kind == codes.RADIO_ASK:
                    walk.send(seat, bytes((kind, argument)))
        if st[layout.PHASE] != codes.PHASE_RADIO or st[layout.PROPOSER] != codes.NOBODY:
            continue
        phases += 1
        seat = st[layout.TURN]
        held = st[HANDS + HAND_BYTES * seat + 4] & 15
        for value in range(1, 5):
            code = refusal(walk.attempt, seat, codes.RADIO_SHOW, 0x40 | value)
            assert code == (codes.REFUSE_ROCKET if held >> value - 1 & 1 else codes.REFUSE_CARD)
        assert all(into[i] < 0x40 for i in range(walk.attempt.legal(seat, into)))
    assert phases > 20


@pytest.mark.parametrize("crew", CREWS)
def test_r41_before_which_tricks_communication_is_allowed(crew):
    """Before each trick somebody asks: the phase opens from the mission's first trick on, and before every later one."""
    into = bytearray(64)
    for mission, row in ROWS.items():
        best = 0
        for seed in range(60):
            walk = Walk(mission, crew, seed).ready()
            st = walk.attempt.state
            while st[layout.PHASE] != codes.PHASE_END:
                if st[layout.PHASE] == codes.PHASE_DRAW:
                    walk.onward()
                if st[layout.LYING] == 0:
                    seat = st[layout.COMMANDER]  # never the muted member
                    walk.attempt.apply(seat, bytes((codes.RADIO_ASK, 0)))
                    allowed = st[layout.TRICK] + 1 >= row.from_trick
                    assert (st[layout.PHASE] == codes.PHASE_RADIO) == allowed
                    walk.attempt.apply(seat, bytes((codes.RADIO_DROP, 0)))
                    best = max(best, st[layout.TRICK] + 1)
                n = walk.attempt.legal(actor(st), into)
                tasks = [st[layout.TASK + 3 * i] for i in range(row.tasks)]
                cards = [into[i] for i in range(n) if into[i] not in tasks] or list(into[:n])
                walk.attempt.apply(actor(st), bytes((codes.PLAY, walk.random.choice(cards))))
            if best > row.from_trick + 1:
                break
        assert best > row.from_trick, mission

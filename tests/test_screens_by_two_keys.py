"""Two keys are enough: what the cursor offers is what the engine allows, and all of it is reached by them."""

import random

import pytest

from engine import codes, layout
from engine.codes import PHASE_END, PHASE_PICK, PHASE_RADIO, PHASE_TRICK
from firmware import texts, wire
from firmware.screens import steps
from firmware.wire import KEY_CHOOSE, KEY_MENU, KEY_NEXT
from host_tools.rehearsal import NAMES, Rehearsal
from tests import engine_kit
from tests.screen_kit import BY_CREW, BY_SIZE, CREWS, LONG_NAMES, SIZES, Played, dealer, hand, step_to, table_turn, text


def start_by_keys(table, mission):
    step_to(table, 0, texts.AT_ACTION + texts.A_START)
    table.key(0, KEY_CHOOSE)
    step_to(table, 0, mission)
    table.key(0, KEY_CHOOSE)
    step_to(table, 0, texts.AT_ACTION + texts.A_DEAL)
    table.key(0, KEY_CHOOSE)


def act_by_keys(table, some):
    """Let the awaited human choose any of what the cursor offers, by two keys alone; all others agree to what is proposed."""
    st = table.attempt.state
    seat = table_turn(table)
    scene = table.scenes[seat]
    if scene.popped or scene.screen >= texts.S_OUTCOME:
        table.key(seat, KEY_CHOOSE)
    phase = st[layout.PHASE]
    while scene.screen in (texts.S_PICK, texts.S_TRICK):
        n = steps.stops(scene)
        stop = some.choice([each for each in scene.stops[:n] if each != texts.AT_MENU])
        step_to(table, seat, stop)
        if table.key(seat, KEY_CHOOSE):
            assert stop == texts.AT_DROP or phase in (codes.PHASE_TOKENS, codes.PHASE_HANDOVER, codes.PHASE_SHARE), "a single press commits"
            break
        assert scene.chosen, text(table, seat)
        if not steps.in_two(scene):
            assert table.key(seat, KEY_CHOOSE)
            break
    assert not scene.refused, text(table, seat)
    if st[layout.PROPOSER] != codes.NOBODY:
        for other, each in enumerate(table.scenes):
            if each.screen == texts.S_PROPOSAL and other != seat:
                step_to(table, other, texts.AT_ACTION + some.choice((texts.A_YES, texts.A_EITHER)))
                table.keys(other, KEY_CHOOSE, KEY_CHOOSE)
    return phase


@BY_SIZE
@pytest.mark.parametrize("crew", (CREWS[0], CREWS[2], CREWS[3], CREWS[5]), ids=("three", "five", "challenge", "jarvis"))
def test_two_keys_play_a_mission_from_the_table_to_the_result(size, crew):
    seats, jarvis, challenge = crew
    phases = set()
    for mission in (5, 12, 23, 37, 43, 50) + ((11, 40), (13, 33), (46, 48))[SIZES.index(size)]:
        some = random.Random(mission)
        table = Rehearsal(seats, size, LONG_NAMES, dealer(mission), jarvis)
        if challenge:
            step_to(table, 0, texts.AT_ACTION + texts.A_CHALLENGE)
            table.key(0, KEY_CHOOSE)
            assert table.table[wire.T_OPTIONS] == codes.CHALLENGE
        start_by_keys(table, mission)
        asks = next(seat for seat in range(seats) if seat != jarvis)
        step_to(table, asks, texts.AT_MENU)
        table.key(asks, KEY_CHOOSE)
        step_to(table, asks, texts.AT_ACTION + texts.A_ASK)
        table.key(asks, KEY_CHOOSE)  # asking is confirmed: B once too often has not asked
        assert table.key(asks, KEY_CHOOSE)
        while table.attempt.state[layout.PHASE] != PHASE_END:
            phases.add(act_by_keys(table, some))
        assert all(scene.screen == texts.S_RESULT for seat, scene in enumerate(table.scenes) if seat != jarvis)
        again = table.attempt.state[layout.VERDICT] != codes.SUCCESS
        step_to(table, 0, texts.AT_ACTION + (texts.A_AGAIN if again else texts.A_NEXT))
        table.keys(0, KEY_CHOOSE, *[KEY_CHOOSE] * again)
        assert table.table[wire.T_STAGE] == (wire.STAGE_ATTEMPT if again else wire.STAGE_CHOOSE)
    wanted = set(range(codes.PHASE_QUESTION, codes.PHASE_DRAW)) - {codes.PHASE_TASKS}
    assert wanted - phases <= {codes.PHASE_RADIO} | ({codes.PHASE_HANDOVER} if seats < 5 else set())


def offered(table, seat):
    """What the cursor offers an awaited seat, as commands (kind, argument); of what takes two choices all pairs."""
    st = table.attempt.state
    scene = table.scenes[seat]
    phase = st[layout.PHASE]
    stops = list(scene.stops[: steps.stops(scene)])
    found = set()
    tasks = [st[layout.TASK + layout.TASK_BYTES * place] for place in range(st[layout.TASK_COUNT])]
    kinds = {codes.PHASE_TOKENS: codes.CHANGE_TOKENS, codes.PHASE_HANDOVER: codes.HAND_OVER, codes.PHASE_SHARE: codes.SHARE_OUT}
    for stop in stops:
        if stop == texts.AT_DROP:
            found.add((codes.RADIO_DROP if phase == PHASE_RADIO else codes.PASS, 0))
        elif stop == texts.AT_MENU:
            continue
        elif phase in kinds:
            scene.chosen = stop
            first = tasks.index(stop) if stop in tasks else stop - texts.AT_SEAT
            for other in scene.stops[: steps.stops(scene)]:
                if other != texts.AT_MENU:
                    found.add((kinds[phase], first << 4 | (tasks.index(other) if other in tasks else other - texts.AT_SEAT)))
            scene.chosen = 0
        elif phase == codes.PHASE_QUESTION:
            found.add((codes.SAY, stop - texts.AT_SAY))
        elif phase == codes.PHASE_NAME:
            found.add((codes.NAME, stop - texts.AT_SEAT))
        elif phase == codes.PHASE_DISTRESS:
            found.add((codes.DISTRESS, stop - texts.AT_SAY - 1))
        elif phase == PHASE_PICK:
            found.add((codes.PICK, tasks.index(stop)))
        else:
            found.add(({codes.PHASE_GIVE: codes.GIVE, PHASE_RADIO: codes.RADIO_SHOW}.get(phase, codes.PLAY), stop))
    return found


@BY_CREW
def test_the_cursor_offers_exactly_what_the_engine_allows(crew):
    seats, jarvis, challenge = crew
    not_here = {codes.GIVE_UP, codes.TAKE_BACK, codes.RADIO_ASK, codes.WITHDRAW, codes.ANSWER}
    for mission in range(1, 51):
        some = random.Random(mission)
        table = Played(mission, seats, (26, 10), mission, LONG_NAMES, 0, jarvis, challenge)
        signalled = False
        for _ in range(70):
            seat = table.turn
            if table.phase == PHASE_END or seat > 4:
                break
            legal = {each for each in engine_kit.commands(table.attempt, seat) if each[0] not in not_here and each != (codes.PASS, 1)}
            if table.phase != PHASE_RADIO:
                legal.discard((codes.RADIO_DROP, 0))
            if not table.scenes[seat].on_cards():
                table.calm()
            shown = offered(table, seat)
            if table.phase == codes.PHASE_GIVE:
                # JARVIS's card comes after the own one.
                assert shown <= legal and shown
            else:
                assert shown == legal, (mission, table.phase)
            if table.phase == codes.PHASE_DISTRESS and not signalled:
                signalled = True
                table.agree(seat, codes.DISTRESS, mission & 1)
            else:
                proposals = (codes.CHANGE_TOKENS, codes.HAND_OVER, codes.SHARE_OUT, codes.DISTRESS)
                kind, argument = some.choice(sorted(each for each in shown if each[0] not in proposals) or sorted(shown))
                table.agree(seat, kind, argument) if kind in proposals else table.command(seat, kind, argument)


@BY_SIZE
def test_an_optional_step_is_passed_with_one_press_wherever_the_cursor_was(size):
    table = Played(23, 5, size).forward(codes.PHASE_TOKENS)
    for end in (PHASE_PICK, PHASE_TRICK):
        while table.phase < end:
            seat = table.turn
            if table.phase == PHASE_PICK:
                table.keys(seat, *[KEY_NEXT] * seat)
                table.command(seat, codes.PICK, table.legal()[0])
            else:
                assert table.scenes[seat].at == texts.AT_DROP
                assert table.key(seat, KEY_CHOOSE)


@BY_SIZE
def test_who_always_passes_is_asked_no_more_until_that_is_lifted(size):
    table = Played(10, 3, size).forward(codes.PHASE_PICK)
    step_to(table, 1, texts.AT_MENU)
    table.key(1, KEY_CHOOSE)
    step_to(table, 1, texts.AT_ACTION + texts.A_ALWAYS)
    assert not table.key(1, KEY_CHOOSE) and table.key(1, KEY_CHOOSE)
    table.forward(codes.PHASE_DISTRESS)
    assert not table.scenes[1].mine() and table.scenes[0].mine()
    table.agree(0, codes.GIVE_UP, 0)
    table.command(0, wire.DEAL_CARDS, 0)
    table.forward(codes.PHASE_DISTRESS)
    assert not table.scenes[1].mine(), "it stands attempt after attempt"
    table.key(1, KEY_MENU)
    step_to(table, 1, texts.AT_ACTION + texts.A_ALWAYS)
    assert table.key(1, KEY_CHOOSE)
    table.agree(0, codes.GIVE_UP, 0)
    table.command(0, wire.DEAL_CARDS, 0)
    table.forward(codes.PHASE_DISTRESS)
    assert table.scenes[1].mine()


@BY_SIZE
def test_waiting_shows_for_whom(size):
    for phase, mission, jarvis in (
        (codes.PHASE_QUESTION, 5, None), (codes.PHASE_NAME, 11, None), (codes.PHASE_TOKENS, 23, None), (PHASE_PICK, 10, None),
        (codes.PHASE_DISTRESS, 10, None), (PHASE_TRICK, 10, None), (codes.PHASE_DISTRESS, 10, 1), (codes.PHASE_QUESTION, 24, 1),
    ):  # fmt: skip
        table = Played(mission, 3, size, jarvis=jarvis).forward(phase)
        if phase == codes.PHASE_DISTRESS:
            table.command(table.turn, codes.PASS, 0)
        table.calm()
        awaited = table.turn
        assert table.phase == phase
        for seat, scene in enumerate(table.scenes):
            if seat != awaited and seat != jarvis and not scene.mine():
                prompt = text(table, seat).split("\n")[size[1]]
                assert LONG_NAMES[awaited] in prompt, prompt


def test_the_order_of_seats_on_the_dealing_device_is_the_one_of_cards_that_move():
    """The signal's prompt names who really gets the card."""
    for direction in (0, 1):
        for seats, jarvis in ((3, None), (4, None), (5, None), (3, 1)):
            table = Played(10, seats, (26, 10), jarvis=jarvis).forward(codes.PHASE_DISTRESS)
            table.agree(table.turn, codes.DISTRESS, direction)
            told = {}
            while table.phase == codes.PHASE_GIVE:
                seat = table.turn
                giver = table.scenes[seat].whose()
                card = table.legal(seat)[0] if giver == seat else min(set(table.legal(seat)) - set(hand(table, seat)))
                table.calm()
                step_to(table, seat, card)
                told[giver] = text(table, seat).split("\n")[10]
                table.command(seat, codes.GIVE, card)
            st = table.attempt.state
            for giver, prompt in told.items():
                taker = next(seat for seat in range(seats) if st[layout.GOT + seat] == st[layout.GAVE + giver])
                assert "to " + ("JARVIS" if taker == jarvis else LONG_NAMES[taker]) in prompt


@BY_SIZE
def test_two_keys_choose_a_campaign_and_name_it(size):
    table = Rehearsal(3, size, NAMES, dealer(1))
    step_to(table, 0, texts.AT_ACTION + texts.A_CREW)
    table.key(0, KEY_CHOOSE)
    step_to(table, 0, texts.AT_SEAT + 2)
    assert table.key(0, KEY_CHOOSE)
    assert table.table[wire.T_CAMPAIGN] == 2
    step_to(table, 0, texts.AT_SEAT + 4)
    table.key(0, KEY_CHOOSE)
    for letter in b"NOVA 12   ":
        step_to(table, 0, letter)
        assert table.key(0, KEY_CHOOSE)
    assert bytes(table.log.name()) == b"NOVA 12   "
    assert table.scenes[0].screen == texts.S_LOBBY
    if size[1] >= 10:
        assert "NOVA 12" in text(table, 1)


def test_all_fifty_missions_show_how_they_stand_though_the_log_has_three_pages():
    table = Rehearsal(3, (26, 10), NAMES, dealer(1))
    for again in range(2):
        for mission in range(1, 51):
            for attempt in range(mission % 3 + again):
                table.log.record(mission, again == 0 and attempt == mission % 3 - 1, 3, False, 0)
    table.command(0, wire.TO_CHOOSE, 0)
    for mission in range(1, 51):
        step_to(table, 0, mission)
        attempts = table.log.attempts(mission)
        wanted = "Done in %d." % attempts if table.log.is_done(mission) else "Tries so far: %d." % attempts
        assert wanted in text(table, 0), mission


@pytest.mark.parametrize("place", [0, 1], ids=["dealer", "guest"])
def test_the_log_book_comes_over_the_ring(place):
    from firmware.app import Handheld
    from host_tools.boards import BOARDS
    from host_tools.robots import Crew

    crew = Crew(3, seed=4, start=Handheld, board=BOARDS["pygamer"])
    crew.gather()
    for mission in range(1, 36):
        crew.dealer().logbook.record(mission, True, 3, False, 0)
    handheld = crew.table.handhelds[place]
    steps.go(handheld.scene, texts.S_LOG, handheld.board.now())
    crew.until(lambda: handheld.scene.log[0] == 0)
    assert handheld.scene.log[1] == 30
    steps.go(handheld.scene, texts.S_LOG, handheld.board.now())
    handheld.scene.wanted = 1
    crew.until(lambda: handheld.scene.log[0] == 1)
    assert handheld.scene.log[1] == 5 and handheld.scene.log[2] == 31


@BY_SIZE
def test_two_keys_propose_answer_and_give_up(size):
    table = Played(4, 3, size).pick()
    step_to(table, 1, texts.AT_MENU)
    table.key(1, KEY_CHOOSE)
    step_to(table, 1, texts.AT_ACTION + texts.A_GIVE_UP)
    assert not table.key(1, KEY_CHOOSE)
    assert table.key(1, KEY_CHOOSE)
    for seat, answer in ((0, texts.A_YES), (2, texts.A_EITHER)):
        assert table.scenes[seat].screen == texts.S_PROPOSAL
        step_to(table, seat, texts.AT_ACTION + answer)
        table.keys(seat, KEY_CHOOSE, KEY_CHOOSE)
    assert table.attempt.state[layout.VERDICT] == codes.GIVEN_UP
    assert all(scene.screen == texts.S_RESULT for scene in table.scenes)


@BY_SIZE
def test_two_keys_swap_seats(size):
    table = Rehearsal(3, size, NAMES, dealer(1))
    step_to(table, 0, texts.AT_ACTION + texts.A_SWAP)
    table.key(0, KEY_CHOOSE)
    table.key(0, KEY_CHOOSE)
    step_to(table, 0, texts.AT_SEAT + 2)
    assert table.key(0, KEY_CHOOSE)
    assert bytes(table.scenes[0].names[0]).strip(b"\0") == b"CLEO"
    assert table.table[wire.T_DEALER] == 2

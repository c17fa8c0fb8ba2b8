"""What every screen owes its player: it is right at each size, tells no secret, and two keys are enough."""

import random

import pytest

from engine import codes, layout
from engine.codes import PHASE_END, PHASE_PICK, PHASE_RADIO, PHASE_TRICK
from firmware import screens, texts, wire
from firmware.marks import CURSOR, DIM_PAIR, GOOD, SUIT_MARK, SUIT_PAIR
from firmware.screens import pages, steps
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_NONE, KEY_PREVIOUS, KEY_UP
from host_tools.english import ENGLISH
from host_tools.rehearsal import NAMES, Rehearsal
from tests import engine_kit
from tests.golden_screens import GOLDENS, SCREENS, built, look, path
from tests.screen_kit import LONG_NAMES, OTHER_SIZES, SIZES, Played, cells, dealer, paint, text

BY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: "%dx%d" % size)
KEYS = (KEY_NEXT, KEY_PREVIOUS, KEY_CHOOSE, KEY_BACK, KEY_UP, KEY_DOWN, KEY_MENU)


# --- goldens ---------------------------------------------------------------------------------------------------------


@BY_SIZE
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_its_golden_text(name, size):
    wanted = path(name, size)
    assert wanted.exists(), "no golden text of this screen: python -m tests.golden_screens"
    assert look(name, size) == wanted.read_text(encoding="utf-8"), "look at it; if it is wanted so: python -m tests.golden_screens"


def test_every_golden_text_has_its_screen():
    assert {each.name for each in GOLDENS.glob("*.txt")} == {path(name, size).name for name in SCREENS for size in SIZES}


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES, ids=lambda size: "%dx%d" % size)
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_a_function_of_its_scene(name, size):
    table, seat = built(name, size)
    scene = table.scenes[seat]
    first = cells(paint(scene, table.grids[seat]))
    for grid in table.grids:
        screens.paint(table.scenes[0], grid)
    assert cells(paint(scene, table.grids[seat])) == first


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES, ids=lambda size: "%dx%d" % size)
def test_the_last_row_is_always_a_prompt(size):
    for name in SCREENS:
        table, seat = built(name, size)
        grid = paint(table.scenes[seat], table.grids[seat])
        row = bytes(grid.glyphs[-size[0] :])
        assert row.strip(), name


# --- texts -------------------------------------------------------------------------------------------------------------


def catalogue():
    return [[form.decode("latin-1") for form in line.split(b"|")] for line in ENGLISH.split(b"\n")[:-1]]


def longest(form):
    """The width of a text with the longest that may stand for its arguments."""
    width = 0
    i = 0
    while i < len(form):
        kind = form[i]
        width += {"@": 6, "%": 2, "#": 2, "$": 1}.get(kind, 1)
        i += 2 if kind in "@%#$" else 1
    return width


def groups():
    """The names of firmware/texts.py in the order of their first text."""
    numbers = {name: value for name, value in vars(texts).items() if isinstance(value, int)}
    return {name: value for name, value in numbers.items() if not name.startswith(("S_", "A_", "AT_", "Q_")) and name not in ("TEXTS", "ACTIONS")}


def test_the_catalogue_has_a_text_for_each_number():
    assert len(catalogue()) == texts.TEXTS
    assert sorted(groups().values()) == list(groups().values()), "firmware/texts.py is out of order"


def lines_of(name, first, count):
    return catalogue()[vars(texts)[name] + first : vars(texts)[name] + first + count]


def test_every_prompt_fits_twelve_cells():
    wanted = lines_of("WAIT", 0, 8) + lines_of("REFUSED", 1, 24) + lines_of("LINK", 1, 4)
    for name in groups():
        if name.startswith(("YOUR_", "ASK_", "WAIT_", "MENU_", "COVERED", "SWAP_WITH", "SENDING", "KEYS", "PAGE_STOP")):
            wanted.append(catalogue()[vars(texts)[name]])
    for forms in wanted:
        assert longest(forms[-1]) <= 12, forms
        assert longest(forms[0]) <= 26, forms


def test_every_step_fits_behind_the_mark_of_ones_turn():
    names = [name for name in groups() if name.startswith(("TOKEN_", "TASK_FROM", "TASK_TO", "GIVE_"))]
    wanted = lines_of("ROLE_TEXT", 0, 9) + lines_of("STEP", 0, 4) + lines_of("SIGNAL_TEXT", 0, 2)
    for forms in wanted + [catalogue()[vars(texts)[name]] for name in names]:
        assert longest(forms[-1]) <= 11 and longest(forms[0]) <= 25, forms
    said = max(longest(forms[-1]) for forms in lines_of("SAYS", 0, 7))
    for forms in lines_of("QUESTION", 0, 7):
        assert longest(forms[-1]) + said <= 11, forms
    assert said + longest(catalogue()[texts.ASK_SAID][-1]) <= 12


def test_every_special_rule_is_told_in_full_and_in_short():
    assert texts.SEA_ASKS == texts.SPECIAL_TEXT + codes.SPECIAL_PARTS + 1
    for full, short in lines_of("SPECIAL_TEXT", 1, codes.SPECIAL_PARTS):
        assert len(full) > len(short) and len(short) <= 36


def test_every_prompt_has_a_form_for_twenty_one_cells():
    for forms in lines_of("WAIT", 0, 8) + lines_of("REFUSED", 1, 24) + lines_of("LINK", 1, 4):
        assert any(12 < longest(form) <= 21 for form in forms) or longest(forms[0]) <= 12, forms


def test_every_action_fits_with_its_margins():
    for forms in lines_of("ACTION", 0, texts.ACTIONS):
        assert longest(forms[-1]) <= 10 and longest(forms[0]) <= 19, forms


def test_refusals_say_why_in_at_most_five_words():
    for forms in lines_of("REFUSED", 1, 24):
        assert 1 <= len(forms[0].split()) <= 5, forms


def test_longer_forms_come_first():
    for forms in catalogue():
        assert [longest(form) for form in forms] == sorted([longest(form) for form in forms], reverse=True), forms


def test_each_action_sends_what_its_name_says():
    table = {
        texts.A_DEALER: wire.BE_DEALER, texts.A_START: wire.TO_CHOOSE, texts.A_CHALLENGE: wire.SET_CHALLENGE, texts.A_GUEST: wire.BE_GUEST,
        texts.A_DEAL: wire.DEAL_CARDS, texts.A_NEXT: wire.TO_CHOOSE, texts.A_AGAIN: wire.DEAL_CARDS, texts.A_OTHER: wire.TO_CHOOSE,
        texts.A_LOBBY: wire.TO_LOBBY, texts.A_YES: codes.ANSWER, texts.A_NO: codes.ANSWER, texts.A_EITHER: codes.ANSWER,
        texts.A_WITHDRAW: codes.WITHDRAW, texts.A_ASK: codes.RADIO_ASK, texts.A_DROP: codes.RADIO_DROP, texts.A_ALWAYS: codes.PASS,
        texts.A_TAKE_BACK: codes.TAKE_BACK, texts.A_GIVE_UP: codes.GIVE_UP,
    }  # fmt: skip
    shows = {
        texts.A_SWAP: texts.S_SWAP, texts.A_CREW: texts.S_CREW, texts.A_TASKS: texts.S_TASKS, texts.A_RADIOS: texts.S_RADIOS,
        texts.A_LAST: texts.S_LAST, texts.A_HAND: texts.S_HAND, texts.A_MISSION: texts.S_MISSION, texts.A_LOG: texts.S_LOG,
        texts.A_HELP: texts.S_HELP, texts.A_HERE: texts.S_HERE, texts.A_COVER: 0, texts.A_RETURN: 0,
    }  # fmt: skip
    assert texts.ACTIONS <= 30, "a mask of the actions must stay a small number on a board"
    assert len(pages._ACTIONS) == 2 * texts.ACTIONS == 2 * len(table) + 2 * len(shows)
    for action, kind in table.items():
        assert pages._ACTIONS[2 * action] & 0x7F == kind
    for action, screen in shows.items():
        assert pages._ACTIONS[2 * action] == 0 and pages._ACTIONS[2 * action + 1] == screen
    answers = [pages._ACTIONS[2 * action + 1] for action in (texts.A_YES, texts.A_NO, texts.A_EITHER)]
    assert answers == [codes.YES, codes.NO, codes.EITHER]
    sure = [action for action in table if pages._ACTIONS[2 * action] & 0x80]
    assert pages._ACTIONS[2 * texts.A_ALWAYS + 1] == 1
    final = [texts.A_GUEST, texts.A_AGAIN, texts.A_LOBBY, texts.A_YES, texts.A_NO, texts.A_EITHER, texts.A_TAKE_BACK, texts.A_GIVE_UP]
    final += [texts.A_ALWAYS, texts.A_ASK]
    assert sorted(sure) == sorted(final), "what cannot be undone, or is asked by one press too many, is confirmed"


# --- the game on the display ---------------------------------------------------------------------------------------------


def shown_cards(grid):
    """Every card on the display: a suit and the digits behind it."""
    found = []
    for y in range(grid.rows):
        row = grid.glyphs[y * grid.columns : (y + 1) * grid.columns]
        suit = -1
        for glyph in row:
            if SUIT_MARK <= glyph < SUIT_MARK + 5:
                suit = glyph - SUIT_MARK
            elif suit >= 0 and 0x31 <= glyph <= 0x39:
                found.append(suit << 4 | glyph - 0x30)
            else:
                suit = -1
    return found


def public_cards(table):
    st = table.attempt.state
    cards = set(st[layout.CARDS : layout.CARDS + 5]) | set(st[layout.LAST : layout.LAST + 5]) | set(st[layout.SHOWN : layout.SHOWN + 5])
    for place in range(st[layout.TASK_COUNT]):
        cards.add(st[layout.TASK + layout.TASK_BYTES * place])
    cards |= set(st[layout.OPEN_CARDS : layout.OPEN_CARDS + 7])
    if st[layout.MISSION] in (13, 44):
        cards |= {0x41, 0x42, 0x43, 0x44}  # how far all four are
    return cards | {st[layout.VERDICT_CARD]}


def own_cards(table, seat):
    """What a seat alone may know: its hand, and what it gave and got."""
    st = table.attempt.state
    return set(hand(table, seat)) | {st[at + seat] for at in (layout.GAVE, layout.GOT, layout.DRAW_GAVE, layout.DRAW_GOT)}


def hand(table, seat):
    from engine.cards import list_cards

    cards = bytearray(40)
    n = list_cards(table.attempt.state, layout.HANDS + layout.HAND_BYTES * seat, 31, cards)
    return list(cards[:n])


def hand_cells(grid, table, seat):
    """Where the cards of a hand stand in the rows above the prompt: {card: pair}."""
    found = {}
    mine = hand(table, seat)
    rows = range(grid.rows - 1 - (len(mine) + grid.columns // 3 - 1) // (grid.columns // 3), grid.rows - 1)
    for y in rows:
        for x in range(grid.columns - 1):
            at = y * grid.columns + x
            if SUIT_MARK <= grid.glyphs[at] < SUIT_MARK + 5:
                found[grid.glyphs[at] - SUIT_MARK << 4 | grid.glyphs[at + 1] - 0x30] = grid.pairs[at + 1]
    return found


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: "%dx%d" % size)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_whole_hand_is_in_sight_and_exactly_the_playable_cards_are_bright(size, seats):
    for seed in range(6):
        table = Played(10, seats, size, seed=seed).pick()
        while table.phase == PHASE_TRICK:
            seat = table.turn
            table.calm()
            scene = table.scenes[seat]
            found = hand_cells(table.grids[seat], table, seat)
            assert sorted(found) == hand(table, seat)
            bright = [card for card in found if not found[card] >= DIM_PAIR]
            assert sorted(bright) == table.legal()
            assert found[scene.at] == CURSOR
            table.play(1)


def test_on_the_smallest_display_the_cursor_is_always_in_sight():
    for seed in range(4):
        table = Played(49, 3, (12, 3), seed=seed).pick()
        seat = table.turn
        for _ in range(16):
            table.key(seat, KEY_NEXT)
            scene = table.scenes[seat]
            if scene.at < texts.AT_DROP:
                cell = [i for i in range(12, 24) if table.grids[seat].pairs[i] == CURSOR]
                assert len(cell) == 2
                assert table.grids[seat].glyphs[cell[0]] - SUIT_MARK << 4 | table.grids[seat].glyphs[cell[1]] - 0x30 == scene.at


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_on_26x10_all_tasks_and_radios_of_all_seats_are_in_sight(seats):
    for seed in range(20):
        table = Played(49, seats, (26, 10), seed=seed).radio().play(1)
        if table.phase == PHASE_END:
            continue
        st = table.attempt.state
        wanted = set(st[layout.SHOWN : layout.SHOWN + seats]) - {0}
        for place in range(10):
            wanted.add(st[layout.TASK + layout.TASK_BYTES * place])
        for seat in range(seats):
            assert wanted <= set(shown_cards(table.grids[seat]))
            marks = [code for code in table.grids[seat].glyphs if code in (0x0B, 0x0C, 0x0D)]
            assert sorted(marks) == [0x0B, 0x0C, 0x0D]


@BY_SIZE
def test_your_turn_is_a_green_row(size):
    table = Played(4, 4, size).pick().calm()
    for seat in range(4):
        row = set(table.grids[seat].pairs[-size[0] :])
        assert (row == {GOOD}) == (seat == table.turn)


# --- random walks: no screen raises, none tells a secret -----------------------------------------------------------------


CREWS = ((3, None, False), (4, None, False), (5, None, False), (3, None, True), (3, 0, False), (3, 1, False), (3, 2, False))
BY_CREW = pytest.mark.parametrize("crew", CREWS, ids=["three", "four", "five", "challenge", "jarvis-0", "jarvis-1", "jarvis-2"])
WALK_SIZES = SIZES + ((40, 20), (21, 10))
TALKS_OF_CARDS = (texts.S_LOBBY, texts.S_CHOOSE, texts.S_BRIEFING, texts.S_MISSION, texts.S_HELP)  # rocket 1, pink 9


def look_at_all(table):
    """No display shows a card that its seat may not know, and all have room for their stops."""
    running = table.table[wire.T_STAGE] == wire.STAGE_ATTEMPT
    for seat, scene in enumerate(table.scenes):
        known = {0x41, 0x09} if scene.screen in TALKS_OF_CARDS else set()
        if running and seat != table.jarvis:
            known |= public_cards(table) | own_cards(table, seat)
        assert set(shown_cards(table.grids[seat])) <= known, text(table, seat)
        assert steps.stops(scene) <= len(scene.stops)


@BY_CREW
def test_random_keys_break_nothing_and_no_display_shows_a_card_that_its_seat_may_not_know(crew):
    seats, jarvis, challenge = crew
    phases = set()
    for mission in range(1, 51):
        some = random.Random(mission * 1000 + seats * 10 + (jarvis or 0))
        size = WALK_SIZES[(mission + CREWS.index(crew)) % len(WALK_SIZES)]
        table = Played(mission, seats, size, some.random(), LONG_NAMES, 0, jarvis, challenge)
        for _ in range(120):
            seat = some.choice([seat for seat in range(seats) if seat != jarvis])
            if some.random() < 0.6:
                if some.random() < 0.8 and table.turn < seats:
                    seat = table.turn
                legal = engine_kit.commands(table.attempt, seat)
                legal = legal[: some.choice((1, 3, 99))]  # cards come first; proposals would stop the play too often
                if legal:
                    table.command(seat, *some.choice(legal))
            else:
                table.key(seat, some.choice(KEYS))
            if some.random() < 0.05:
                table.wait(some.choice((100, 5000, 200000)))
            if some.random() < 0.02:
                table.table[wire.T_PRESENT] = some.randrange(32)
                table.scenes[seat].link = some.randrange(5)
                table.publish()
            phases.add(table.phase)
            look_at_all(table)
    assert {PHASE_PICK, PHASE_TRICK, PHASE_END, codes.PHASE_QUESTION, codes.PHASE_NAME, codes.PHASE_DISTRESS, codes.PHASE_GIVE} <= phases
    assert (codes.PHASE_HANDOVER in phases) == (seats == 5)


@BY_SIZE
def test_random_keys_before_the_attempt_break_nothing(size):
    for seats in (1, 2, 3, 4, 5):
        some = random.Random(seats)
        table = Rehearsal(seats, size, LONG_NAMES, dealer(1), 2 if seats == 3 else None)
        for mission in range(1, 51):
            for _ in range(mission % 4):
                table.log.record(mission, mission % 3 == 0, seats, False, 0)
        for _ in range(400):
            table.key(0, some.choice(KEYS))
            if table.table[wire.T_STAGE] == wire.STAGE_ATTEMPT:
                table.table[wire.T_STAGE] = wire.STAGE_LOBBY
                table.publish()
            look_at_all(table)


# --- two keys are enough --------------------------------------------------------------------------------------------------


def step_to(table, seat, wanted):
    """Press the key A until the cursor is where it should be."""
    for _ in range(60):
        scene = table.scenes[seat]
        if scene.popped or scene.screen >= texts.S_OUTCOME:
            table.key(seat, KEY_CHOOSE)
        elif scene.at == wanted:
            return
        else:
            table.key(seat, KEY_NEXT)
    raise AssertionError("the key A never came to %d: %s" % (wanted, text(table, seat)))


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


def table_turn(table):
    return next(seat for seat, scene in enumerate(table.scenes) if scene.mine())


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


# --- feel -----------------------------------------------------------------------------------------------------------------


@BY_SIZE
def test_the_cursor_stays_on_its_card_when_views_arrive(size):
    table = Played(10, 4, size).ask()
    seat = table.turn
    table.keys(seat, KEY_NEXT, KEY_NEXT)
    at = table.scenes[seat].at
    table.publish()
    assert table.scenes[seat].at == at
    table.keys(seat, KEY_CHOOSE)
    table.table[wire.T_PRESENT] ^= 1 << (seat + 1) % 4
    table.publish()
    assert table.scenes[seat].at == at == table.scenes[seat].chosen


@BY_SIZE
def test_a_list_keeps_its_entry_when_another_goes(size):
    table = Played(4, 4, size).pick().play(1).calm()
    seat = (table.turn + 3) % 4
    table.key(seat, KEY_MENU)
    step_to(table, seat, texts.AT_ACTION + texts.A_GIVE_UP)
    table.play(1)  # the card can no longer be taken back: that entry before goes
    assert table.scenes[seat].at == texts.AT_ACTION + texts.A_GIVE_UP
    assert table.scenes[seat].screen == texts.S_MENU


@BY_SIZE
def test_an_entry_that_goes_takes_what_was_chosen_with_it(size):
    table = Played(4, 4, size).pick().play(1).calm()
    seat = (table.turn + 3) % 4
    table.key(seat, KEY_MENU)
    step_to(table, seat, texts.AT_ACTION + texts.A_TAKE_BACK)
    table.key(seat, KEY_CHOOSE)
    table.play(1)
    assert table.scenes[seat].chosen == 0
    assert not table.key(seat, KEY_CHOOSE), "another entry was done instead"


@BY_SIZE
def test_the_next_key_steps_away_from_what_was_chosen(size):
    table = Played(10, 3, size).pick()
    seat = table.turn
    table.keys(seat, KEY_CHOOSE)
    first = table.scenes[seat].chosen
    assert first
    table.key(seat, KEY_NEXT)
    assert table.scenes[seat].chosen == 0 and table.scenes[seat].at != first
    assert not table.key(seat, KEY_CHOOSE)


def test_choosing_restarts_the_clock_that_voids_hasty_presses():
    table = Played(10, 3, (26, 10)).pick()
    seat = table.turn
    before = table.scenes[seat].since
    table.key(seat, KEY_CHOOSE)
    assert table.scenes[seat].since == table.now != before


@BY_SIZE
def test_a_refusal_says_why_and_fades(size):
    table = Played(4, 3, size).pick()
    seat = table.turn
    calm = text(table, seat)
    assert table.command(seat, codes.PLAY, 0x99) == codes.REFUSE_CARD
    said = text(table, seat)
    assert said != calm
    table.wait(3900)
    assert text(table, seat) == said
    table.wait(200)
    assert table.scenes[seat].refused == 0 and text(table, seat) == calm


@BY_SIZE
def test_while_a_command_is_on_its_way_no_other_is_given(size):
    table = Played(4, 3, size).pick()
    seat = table.turn
    table.scenes[seat].pending = True
    table.keys(seat, KEY_CHOOSE)
    assert not table.key(seat, KEY_CHOOSE)


@BY_SIZE
def test_an_idle_handheld_draws_nothing(size):
    table = Played(4, 3, size).pick().calm()
    for scene, grid in zip(table.scenes, table.grids):
        assert not screens.due(scene, grid, table.now + 1000)


@BY_SIZE
def test_a_proposal_and_its_outcome_come_up_by_themselves_and_go(size):
    table = Played(4, 3, size).pick().play(1).calm()
    by = (table.turn + 2) % 3
    table.key((by + 1) % 3, KEY_MENU)
    table.command(by, codes.TAKE_BACK, 0)
    assert all(scene.screen == texts.S_PROPOSAL for scene in table.scenes)
    for seat in range(3):
        if seat != by:
            table.command(seat, codes.ANSWER, codes.NO)
    assert all(scene.screen == texts.S_OUTCOME for scene in table.scenes)
    table.wait(6000)
    assert all(scene.screen == texts.S_TRICK for scene in table.scenes)


@BY_SIZE
def test_during_a_proposal_the_cards_can_be_looked_at_and_not_played(size):
    table = Played(4, 3, size).pick().play(1).calm()
    seat = table.turn
    table.command((seat + 1) % 3, codes.GIVE_UP, 0)
    table.key(seat, KEY_BACK)
    scene = table.scenes[seat]
    assert scene.screen == texts.S_TRICK
    assert set(hand(table, seat)) & set(shown_cards(table.grids[seat]))
    assert set(table.grids[seat].pairs[-size[0] :]) != {GOOD}, "it seems to be one's turn"
    for _ in range(20):
        table.key(seat, KEY_NEXT)
        assert scene.screen == texts.S_TRICK
    assert not table.key(seat, KEY_CHOOSE)
    assert scene.screen == texts.S_PROPOSAL


def test_what_does_not_fit_its_field_is_cut():
    table = Rehearsal(3, (26, 10), LONG_NAMES, dealer(1))
    pen = table.scenes[0].pen
    grid = table.grids[0]
    grid.clear()
    pen.grid = grid
    pen.field(4, 2, 3)
    pen.name(0)
    pen.field(4, 3, 5, 2)
    pen.say(texts.NO_TABLE)
    lit = {(i % 26, i // 26) for i, glyph in enumerate(grid.glyphs) if glyph != 0x20}
    assert {x for x, y in lit if y == 2} == {4, 5, 6}
    assert {y for x, y in lit} == {2, 3, 4} and all(4 <= x < 9 for x, y in lit)


def test_on_the_smallest_display_radios_and_tasks_come_up_when_they_change():
    table = Played(10, 3, (12, 3)).ask()
    table.calm()
    by = table.turn
    table.command(by, codes.RADIO_SHOW, table.legal()[0])
    other = next(seat for seat in range(3) if seat != by and seat != table.turn)
    assert table.scenes[other].screen == texts.S_RADIOS
    assert table.scenes[by].screen == texts.S_TRICK, "one's own radio is no news"
    table.wait(6000)
    assert table.scenes[other].screen == texts.S_TRICK


def test_tasks_are_one_key_away_on_small_displays_and_the_last_trick_on_large_ones():
    for size, page in ((SIZES[0], texts.S_LAST), (SIZES[1], texts.S_TASKS), (SIZES[2], texts.S_TASKS)):
        table = Played(10, 3, size).pick()
        table.key(table.turn, KEY_BACK)
        assert table.scenes[table.turn].screen == page
        table.key(table.turn, KEY_CHOOSE)
        assert table.scenes[table.turn].screen == texts.S_TRICK


@BY_SIZE
def test_a_hand_left_alone_is_covered_and_a_key_only_uncovers_it(size):
    table = Played(4, 3, size).pick()
    seat = table.turn
    before = text(table, seat)
    table.wait(190000)
    assert table.scenes[seat].covered
    assert not shown_cards(table.grids[seat])
    assert not table.key(seat, KEY_CHOOSE)
    assert text(table, seat) == before


@BY_SIZE
def test_reading_a_page_is_not_disturbed_by_the_next_card(size):
    table = Played(10, 4, size).pick().play(1).calm()
    seat = (table.turn + 1) % 4
    table.keys(seat, KEY_MENU)
    step_to(table, seat, texts.AT_ACTION + texts.A_HELP)
    table.key(seat, KEY_CHOOSE)
    table.play(1)
    assert table.scenes[seat].screen == texts.S_HELP


@BY_SIZE
def test_reading_a_page_is_not_disturbed_by_the_first_trick(size):
    table = Played(10, 4, size).calm()
    table.keys(1, KEY_MENU)
    step_to(table, 1, texts.AT_ACTION + texts.A_HELP)
    table.key(1, KEY_CHOOSE)
    table.pick().play(1)
    assert table.scenes[1].screen == texts.S_HELP
    table.key(1, KEY_BACK)
    assert table.scenes[1].screen == texts.S_TRICK


@BY_SIZE
def test_the_result_comes_up_whatever_one_reads(size):
    table = Played(49, 3, size).pick().calm()
    table.keys(0, KEY_MENU)
    table.play(99)
    assert table.scenes[0].screen == texts.S_RESULT


@BY_SIZE
def test_while_others_play_the_menu_is_open_and_cards_are_not(size):
    table = Played(10, 3, size).pick().calm()
    seat = (table.turn + 1) % 3
    for _ in range(20):
        table.key(seat, KEY_NEXT)
        scene = table.scenes[seat]
        if scene.at < texts.AT_DROP and scene.at:
            assert size[1] < 5
            assert not table.key(seat, KEY_CHOOSE) and scene.refused == codes.REFUSE_TURN
    step_to(table, seat, texts.AT_MENU)
    table.key(seat, KEY_CHOOSE)
    assert table.scenes[seat].screen == texts.S_MENU


def test_only_missions_that_can_be_played_are_offered():
    from engine.missions import playable

    table = Rehearsal(3, (26, 10), NAMES, dealer(1))
    table.command(0, wire.TO_CHOOSE, 0)
    met = set()
    for _ in range(60):
        met.add(table.scenes[0].at)
        table.key(0, KEY_NEXT)
    assert met - {texts.AT_MENU, texts.AT_GAME, texts.AT_MAKE} == {mission for mission in range(1, 51) if playable(codes.PLANET_NINE, mission)}


def test_only_the_dealing_seat_is_offered_what_only_it_may_do():
    table = Rehearsal(3, (26, 10), NAMES, dealer(1))
    for kind, argument in ((None, 0), (wire.TO_CHOOSE, 0), (wire.CHOOSE, 1), (wire.DEAL_CARDS, 0)):
        if kind:
            table.command(0, kind, argument)
        if kind == wire.DEAL_CARDS:
            table.command(0, codes.GIVE_UP, 0)
            for seat in (1, 2):
                table.command(seat, codes.ANSWER, codes.YES)
        for seat in (1, 2):
            n = steps.stops(table.scenes[seat])
            assert not [stop for stop in table.scenes[seat].stops[:n] if texts.AT_ACTION <= stop < texts.AT_PAGE]


def test_a_seat_without_a_name_has_its_number():
    table = Rehearsal(3, (26, 10), ("ANA", "", "CLEO"), dealer(1))
    assert "P2" in text(table, 0)


def test_the_radio_offers_only_cards_that_say_something_with_their_meaning():
    table = Played(10, 4, (26, 10)).ask()
    while table.phase == PHASE_RADIO:
        seat = table.turn
        scene = table.scenes[seat]
        offered = scene.stops[: steps.stops(scene)]
        assert sorted(stop for stop in offered if stop < texts.AT_DROP) == table.legal()
        assert texts.AT_DROP in offered
        words = text(table, seat)
        assert any(word in words for word in ("highest", "only", "lowest"))
        table.command(seat, codes.RADIO_DROP, 0)


def test_suits_have_five_shapes_and_dim_cards_stay_in_their_suit():
    assert len({SUIT_MARK + suit for suit in range(5)}) == 5
    assert {DIM_PAIR + suit for suit in range(5)} & {SUIT_PAIR + suit for suit in range(5)} == set()
    assert KEY_NONE == 0

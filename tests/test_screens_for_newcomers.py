"""What those stumbled over who had a handheld in their hands for the first time: every stop shows itself, every question
names its act, every key that does something is announced, and what is wanted next is where the cursor stands."""

import re

import pytest

from engine import codes
from firmware import screens, texts, wire
from firmware.app import Handheld
from firmware.keys import SETTLE
from firmware.marks import ALERT, CURSOR
from firmware.screens import pages, steps
from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_MENU, KEY_NEXT, KEY_PREVIOUS, KEY_VOID
from host_tools.boards import BOARDS
from host_tools.rehearsal import NAMES, Rehearsal
from host_tools.robots import Crew
from tests.golden_screens import GOLDENS, SCREENS, built
from tests.screen_kit import BY_SIZE, LONG_NAMES, OTHER_SIZES, SIZES, Played, catalogue, dealer, text

BY_ANY_SIZE = pytest.mark.parametrize("size", SIZES + OTHER_SIZES, ids=lambda size: "%dx%d" % size)
START = texts.AT_ACTION + texts.A_START
LISTS = (
    "alone", "table-dealer", "table-guest", "table-known", "table-jarvis", "table-challenge", "briefing-39", "briefing-28-guest", "result-owner",
    "result-given-up", "sea-failed-27", "campaign-complete", "proposal", "share-proposed", "distress-proposed",
)  # fmt: skip


def prompt(table, seat=0):
    """The last row of a display, as text."""
    return text(table, seat).split("\n")[table.grids[seat].rows].strip("|")


# --- every stop shows where one is ------------------------------------------------------------------------------------------


@BY_ANY_SIZE
@pytest.mark.parametrize("name", LISTS)
def test_every_stop_of_a_list_or_a_text_shows_where_one_is(name, size):
    table, seat = SCREENS[name](size)
    scene = table.scenes[seat]
    met = []
    while scene.at not in met:
        met.append(scene.at)
        if scene.at == texts.AT_NOTHING:
            assert "Ⓑmenu" in prompt(table, seat) or size[0] < 20, "nothing tells what a key does"
        else:
            assert CURSOR in table.grids[seat].pairs, "stop %#x: %s" % (scene.at, text(table, seat))
        table.key(seat, KEY_NEXT)
    assert len(met) > 1


@BY_ANY_SIZE
def test_every_stop_of_choosing_is_named_by_the_title(size):
    table = Rehearsal(3, size, NAMES, dealer(1))
    table.command(0, wire.TO_CHOOSE, 0)
    titles = {}
    for _ in range(60):
        stop = table.scenes[0].at
        titles.setdefault(stop, text(table, 0).split("\n")[1])
        table.key(0, KEY_NEXT)
    for stop, title in titles.items():
        if stop < texts.AT_GAME:
            assert re.search(r"Mission %d\b" % stop, title), title
    assert "Planet" in titles[texts.AT_GAME] and "Mission" not in titles[texts.AT_GAME]
    assert "Own mission" in titles[texts.AT_MAKE] or "Your own mission" in titles[texts.AT_MAKE]


# --- what is wanted next -------------------------------------------------------------------------------------------------------


@BY_SIZE
def test_whoever_deals_stands_on_choosing_a_mission_and_reads_what_it_waits_for(size):
    table = Rehearsal(1, size, NAMES, dealer(1))
    scene = table.scenes[0]
    assert scene.at == START and "Waiting" in text(table, 0)
    assert table.key(0, KEY_CHOOSE) and scene.refused == wire.REFUSE_TABLE, "a press too early says so"
    table = Rehearsal(3, size, NAMES, dealer(1))
    scene = table.scenes[0]
    scene.sealed = 0b011
    table.publish()
    assert scene.at == START and ("Agreeing on keys" in text(table, 0) or "Keys..." in text(table, 0))
    scene.sealed = 0b111
    table.publish()
    assert scene.at == START and ("Choose a mission" in text(table, 0) or "Go on" in text(table, 0))


def test_the_cursor_is_still_there_when_all_have_joined_over_a_real_ring():
    crew = Crew(4, seed=4, start=Handheld, board=BOARDS["pygamer"])
    crew.gather()
    scene = crew.table.handhelds[0].scene
    assert scene.at == START
    assert scene.table[wire.T_SEATED] == 4 and scene.sealed == 0b1111


# --- both games are found at the top of choosing ----------------------------------------------------------------------------


@BY_SIZE
def test_above_the_missions_is_the_game_and_above_that_the_menu(size):
    table = Rehearsal(3, size, NAMES, dealer(1))
    table.next_mission = 28
    table.command(0, wire.TO_CHOOSE, 0)
    scene = table.scenes[0]
    assert scene.at == 28
    assert size[0] < 20 or "↑Deep sea" in text(table, 0).split("\n")[1], "the other game is told from the first mission on"
    table.key(0, KEY_BACK)
    assert scene.at == texts.AT_GAME and scene.screen == texts.S_CHOOSE
    table.key(0, KEY_CHOOSE)
    assert table.table[wire.T_GAME] & 1 == codes.DEEP_SEA and scene.at == 1
    assert size[0] < 20 or "↑Planet 9" in text(table, 0).split("\n")[1]
    table.key(0, KEY_PREVIOUS)
    assert scene.at == texts.AT_GAME, "one step before the first mission"
    table.key(0, KEY_BACK)
    assert scene.screen == texts.S_MENU


def test_with_jarvis_no_other_game_is_told_of():
    table = Rehearsal(3, (26, 10), NAMES, dealer(1), 2)
    table.command(0, wire.TO_CHOOSE, 0)
    assert "Deep" not in text(table, 0)
    table.key(0, KEY_BACK)
    assert table.scenes[0].screen == texts.S_MENU


# --- questions name their act ---------------------------------------------------------------------------------------------------


def test_each_action_that_is_confirmed_has_a_question_of_its_own_and_no_other_has():
    asks = catalogue()[texts.ASK_ACT : texts.SENDING]
    dropping = texts.A_NEXT  # that asks nothing; its place is taken by dropping an own mission
    for action in range(texts.A_TAKE_BACK + 2):
        confirmed = pages._ACTIONS[2 * action] & steps.SURE or action == dropping
        assert bool(asks[1 + action][0]) == bool(confirmed), action
    assert not pages._ACTIONS[2 * dropping] & steps.SURE
    named = [forms for forms in asks if forms[0]]
    assert len({forms[0] for forms in named}) == len({forms[-1] for forms in named}) == len(named), "two acts are asked for alike"
    for forms in named:
        assert len(forms[0]) <= 26 and any(len(form) <= 21 for form in forms) and len(forms[-1].replace("@0", "ANATOL")) <= 12, forms
    assert "Sure" not in str(catalogue())


QUESTIONS = {
    texts.A_ASK: ("Ask for radio?", "Radio?", "Radio?"),
    texts.A_TAKE_BACK: ("Take card back?", "Card back?", "Card back?"),
    texts.A_GIVE_UP: ("Give up?", "Give up?", "Give up?"),
}


@BY_SIZE
@pytest.mark.parametrize("action", QUESTIONS)
def test_the_question_names_the_act(action, size):
    table = Played(4, 4, size).pick().play(1).calm()
    seat = (table.turn + 3) % 4
    table.key(seat, KEY_MENU)
    while table.scenes[seat].at != texts.AT_ACTION + action:
        table.key(seat, KEY_NEXT)
    table.key(seat, KEY_CHOOSE)
    assert prompt(table, seat).startswith(QUESTIONS[action][SIZES.index(size)])


@BY_SIZE
def test_a_signal_a_role_and_a_task_of_the_deep_sea_are_named_too(size):
    table, seat = built("sea-pick-sure", size)
    assert re.match(r"(Take )?∩7\? ?Ⓑyes", prompt(table, seat))
    if size[0] != 21:
        table, seat = built("spare-free-sure", size)
        assert re.match(r"CLEO('s seat)?\? Ⓑy", prompt(table, seat))
    table = Played(10, 4, size).forward(codes.PHASE_DISTRESS)
    table.keys(table.turn, KEY_NEXT, KEY_CHOOSE)
    assert re.match(r"(Distress|SOS) ←\? Ⓑ", prompt(table, table.turn))
    if size[0] > 20:
        table, seat = built("name-11-sure", size)
        assert "Mute ANATOL?" in prompt(table, seat)
        table, seat = built("question-5-sure", size)
        assert "Hand bad?" in prompt(table, seat)


# --- presses while one waits, and presses too quick ------------------------------------------------------------------------


@BY_SIZE
def test_while_one_waits_the_key_that_takes_goes_to_the_menus_stop_and_only_from_there_into_it(size):
    table = Played(10, 4, size, names=NAMES).pick().calm()
    seat = (table.turn + 1) % 4
    scene = table.scenes[seat]
    assert scene.at == texts.AT_NOTHING
    assert size[0] < 26 or "Ⓑmenu" in prompt(table, seat)
    table.key(seat, KEY_CHOOSE)
    assert scene.screen == texts.S_TRICK and prompt(table, seat).startswith("Menu Ⓑopens")
    table.key(seat, KEY_CHOOSE)
    assert scene.screen == texts.S_MENU
    guest = Rehearsal(3, size, NAMES, dealer(1))
    guest.scenes[1].at = texts.AT_NOTHING
    guest.key(1, KEY_CHOOSE)
    assert guest.scenes[1].screen == texts.S_LOBBY


@BY_SIZE
def test_a_press_too_quick_is_told_and_chooses_nothing(size):
    table = Played(4, 3, size).pick().calm()
    seat = table.turn
    scene = table.scenes[seat]
    table.key(seat, KEY_CHOOSE)
    asked = prompt(table, seat)
    assert not table.key(seat, KEY_VOID)
    assert scene.chosen and prompt(table, seat).startswith("Too quick")
    assert set(table.grids[seat].pairs[-size[0] :]) == {ALERT}
    table.wait(1100)
    assert prompt(table, seat) == asked, "the question is there again before anybody has forgotten it"
    table.key(seat, KEY_VOID)
    assert table.key(seat, KEY_CHOOSE), "who presses once more is not hindered"


def test_two_quick_presses_at_a_real_handheld_play_no_card_and_the_second_is_told():
    crew = Crew(3, seed=4, start=Handheld, board=BOARDS["pygamer"])
    crew.gather()
    crew.deal(1)
    crew.until(lambda: any(d.scene.mine() and d.scene.on_cards() for d in crew.table.handhelds))
    place = next(i for i, d in enumerate(crew.table.handhelds) if d.scene.mine())
    handheld, board = crew.table.handhelds[place], crew.table.boards[place]
    crew.table.run(1000)

    def press(key):
        for change in (board.press, board.release):
            change(bytes(board.keys).index(key))
            crew.table.run(40)

    press(KEY_NEXT)  # away from passing, which needs no second press
    press(KEY_CHOOSE)
    press(KEY_CHOOSE)
    assert handheld.scene.chosen and handheld.scene.refused == wire.REFUSE_HASTE
    crew.table.run(SETTLE)
    press(KEY_CHOOSE)
    assert not handheld.scene.chosen and not handheld.scene.refused


# --- words -----------------------------------------------------------------------------------------------------------------------


def test_no_screen_speaks_of_one_in_the_plural():
    for path in GOLDENS.glob("*.txt"):
        shown = re.sub(r"\|\n\|\s*", " ", path.read_text(encoding="utf-8"))
        found = re.search(r"(?<![\d/#●^+o!])\b1 (?!is\b)[a-z]+s\b", shown)
        assert not found, (path.name, found.group())


def test_tasks_that_count_tricks_are_right_in_number():
    from engine.layout import GAME, PUBLIC, TASK, TASK_COUNT
    from firmware.grid import Grid
    from firmware.screens.sea import say_tasks

    table = Rehearsal(3, (40, 11), NAMES, dealer(1))
    pen = table.scenes[0].pen
    said = {}
    for what in [codes.EXACTLY + n for n in range(14)] + [codes.FIRST_TRICKS + n for n in range(1, 14)]:
        view = bytearray(PUBLIC)
        view[GAME], view[TASK_COUNT], view[TASK] = codes.DEEP_SEA, 1, what
        pen.grid = Grid(40, 11)
        pen.grid.clear()
        pen.field(0, 0, 40, 3)
        say_tasks(view, pen)
        said[what] = bytes(pen.grid.glyphs[2:40]).decode("latin-1").strip()
    assert said[codes.EXACTLY] == "win no trick" and said[codes.EXACTLY + 1] == "win just one trick"
    assert said[codes.EXACTLY + 2] == "win just 2 tricks" and said[codes.EXACTLY + 13] == "win just 13 tricks"
    assert said[codes.FIRST_TRICKS + 1] == "win trick 1" and said[codes.FIRST_TRICKS + 2] == "win the first 2 tricks"


@pytest.mark.parametrize("game", (codes.PLANET_NINE, codes.DEEP_SEA))
def test_the_help_says_that_a_hand_left_alone_is_covered(game):
    table = Rehearsal(3, (26, 10), LONG_NAMES, dealer(1))
    table.table[wire.T_GAME] = game
    table.publish()
    steps.go(table.scenes[0], texts.S_HELP, table.now)
    table.draw()
    pages_shown = ""
    for _ in range(9):
        pages_shown += " ".join(line.strip("| ") for line in text(table, 0).split("\n")[2:10]) + " "
        table.key(0, KEY_NEXT)
    assert "after three the hand is covered. Any key brings it back." in pages_shown
    assert screens._COVER == 180000

"""The simulated table as its users meet it: a real server process, its page in a real Chromium, a mission played by keys.

Screenshots of what was seen are left in build/.
"""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from browser import PATIENCE, Browser, BrowserError
from conftest import need_tool

from firmware.texts import A_AGAIN, A_DEAL, A_DEALER, A_START, ACTION, S_LOBBY, TITLE
from host_tools.boards import BOARDS
from host_tools.english import ENGLISH

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
CALM = 0.25  # seconds that a screen must have stood still before a choice on it counts (firmware/keys.py)
SCREENS = "[...document.querySelectorAll('.text')].map((text) => text.textContent)"
# Pairs of drawn things that cover each other: handhelds, and keys on them.
OVERLAPS = """
(() => {
  const found = [];
  for (const kind of ['.device, aside', '.panel button', '.panel button, .name', 'header > *']) {
    const all = [...document.querySelectorAll(kind)];
    all.forEach((one, at) => all.slice(at + 1).forEach((other) => {
      const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 3 && down > 3) found.push(`${one.className || one.id} ${other.className || other.id}`);
    }));
  }
  return found;
})()
"""


class Process:
    """``with Process("--seats", "3") as table``: the table as `make play` starts it; ``url`` is where it is."""

    def __init__(self, *options, port=0):
        self._command = [sys.executable, "-m", "host_tools.table", "--no-open", "--port", str(port), *options]

    def __enter__(self):
        self.process = subprocess.Popen(self._command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            self.process.kill()
            pytest.fail(f"The table did not start: {line}{self.process.communicate()[1]}", pytrace=False)
        self.url = found.group(0)
        self.port = int(found.group(1))
        return self

    def stop(self):
        """Press Ctrl-C; return the exit status, what was printed last, and what was complained of."""
        self.process.send_signal(signal.SIGINT)
        said, complained = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said, complained

    def __exit__(self, *problem):
        if self.process.poll() is None:
            self.process.kill()
        print(self.process.communicate()[1], file=sys.stderr)  # pytest shows it if the test fails


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    program = need_tool(("chromium", "chromium-browser", "google-chrome"), "sudo apt install chromium")
    with Browser(program, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def three():
    """A table of three that the tests below share; none of them may leave it worse than it found it."""
    with Process() as table:
        yield table


@pytest.fixture(scope="module")
def five():
    with Process("--seats", "5") as table:
        yield table


def open_table(browser, table, seats=3, **size):
    page = browser.open(table.url, **size)
    page.wait(f"document.querySelectorAll('.device').length === {seats} && {SCREENS}.every((text) => text.trim())", "all handhelds show something")
    return page


def press(page, seat, key):
    """Press a key of one handheld by the keyboard, as a person does: first its number, then the key."""
    page.key(str(seat + 1))
    page.key(key)


def on_screens(page):
    return page.run(SCREENS)


def written(number):
    """Return a text of the English catalogue in its longest form."""
    return ENGLISH.split(b"\n")[number].split(b"|")[0].decode("ascii")


class Player:
    """Plays all seats through a page, by what their screens say; it knows no cards and takes what the cursor offers."""

    def __init__(self, page):
        self.page = page

    def expect(self, condition, what):
        """Wait for a condition on the screens; a failure shows them."""
        try:
            self.page.wait(SCREENS + condition, what)
        except BrowserError as problem:
            pytest.fail("\n\n".join([str(problem), *on_screens(self.page)]), pytrace=False)

    def deal(self):
        """Form the table on the first handheld, choose the mission that it offers, and deal."""
        self.choose(A_DEALER)
        self.expect(f".every((text) => text.includes({written(TITLE + S_LOBBY)!r}))", "all have joined")
        self.choose(A_START)
        self.expect("[0].includes('Mission 1')", "a mission is offered")
        self.page.picture(BUILD / "table-mission.png")
        time.sleep(CALM)
        press(self.page, 0, "Enter")
        self.choose(A_DEAL)
        self.expect(".some((text) => text.split('\\n').pop().startsWith('▶'))", "the cards are dealt and somebody leads")
        self.page.picture(BUILD / "table-first-trick.png")

    def choose(self, action):
        """Step to an action in the list on the first handheld, and choose it."""
        entry = written(ACTION + action)
        self.expect(f"[0].includes({entry!r})", f"there is a choice named {entry}")
        self.page.picture(BUILD / f"table-{entry.lower().replace(' ', '-')}.png")
        for _ in range(8):
            time.sleep(CALM)
            if entry == self.page.run("document.querySelector('#text-0 mark')?.textContent.trim()"):
                press(self.page, 0, "Enter")
                return
            press(self.page, 0, "ArrowRight")
        pytest.fail(f"The cursor does not come to {entry}.", pytrace=False)

    def act(self):
        """Choose or confirm on the handheld that is asked to, and wait until its screen answers. Return the screens."""
        time.sleep(CALM)
        screens = on_screens(self.page)
        seat = next(at for at, screen in enumerate(screens) if self.asked(screen))
        press(self.page, seat, "Enter")
        self.expect(f"[{seat}] !== {json.dumps(screens[seat])}", f"the handheld answers to Enter at seat {seat + 1}")
        return self.settled()

    @staticmethod
    def asked(screen):
        """Tell whether the prompt, the last row, asks its player: it is their turn, a list waits, or a choice to be confirmed; not that one may open the menu."""
        prompt = screen.split("\n")[-1]
        return re.search("^▶|Ⓑ(?!menu)", prompt) is not None

    def settled(self):
        """Wait until somebody is asked again; return the screens."""
        self.expect(r".some((text) => /^▶|Ⓑ(?!menu)/.test(text.split('\n').pop()))", "some handheld asks its player")
        return on_screens(self.page)

    def until(self, words):
        """Act until some screen shows ``words``; return the screens."""
        for _ in range(200):
            screens = self.act()
            if any(words in screen for screen in screens):
                return screens
        pytest.fail(f"The mission did not come to {words!r} in 200 choices.", pytrace=False)


def rows_of_cards(screen):
    """Return the rows of a screen that show a hand: three cards or more beside each other."""
    return [row for row in screen.split("\n") if re.search(r"([o#^+!]\d *){3}", row)]


def test_a_mission_is_played_through_the_page_to_its_end(browser):
    with Process("--seed", "5") as table:  # whose deal is neither won nor lost before the third trick
        page = open_table(browser, table)
        player = Player(page)
        player.deal()
        player.until("trick 3/")
        cover_in_the_middle(page)

        before = on_screens(page)
        page.reload()
        page.wait(f"JSON.stringify({SCREENS}) === JSON.stringify({json.dumps(before)})", "after a reload all is as it was")

        player.until(written(ACTION + A_AGAIN))
        page.wait(f"new Set({SCREENS}.map((text) => text.split('\\n')[0])).size === 1", "all screens tell the same end")
        page.picture(BUILD / "table-end.png")
        screens = on_screens(page)
        assert len({screen.split("\n")[1] for screen in screens}) == 1
        assert re.search("mission 1|Mission 1", screens[0])
        assert page.complaints() == []
        page.close()


def test_a_spare_board_in_a_dead_ones_place_gets_its_seat(browser):
    with Process("--seats", "3", "--seed", "6") as table:
        page = open_table(browser, table, 3)
        player = Player(page)
        player.deal()
        page.click("#boards button:nth-child(3)")
        page.wait("document.querySelector('#boards button:nth-child(3)').textContent === 'CLEO: spare'", "another board stands there")
        flat = r"replace(/\s+/g, ' ')"
        player.expect(f"[2].{flat}.includes('seat of a silent device')", "it offers the silent seat")
        for seats, said in (((2,), "CLEO"), ((0, 1), "SPARE asks for CLEO's")):
            for seat in seats:
                player.expect(f"[{seat}].{flat}.includes({said!r})", "the question is there")
                for _ in range(2):
                    time.sleep(CALM)
                    press(page, seat, "Enter")
        player.expect(f"[0].{flat}.includes('display show this code')", "the dealing device shows a code")
        page.picture(BUILD / "table-spare.png")
        for _ in range(2):
            time.sleep(CALM)
            press(page, 0, "Enter")
        player.expect(".every((text) => text.includes('trick 1/'))", "all go on")
        assert page.complaints() == []
        page.close()


def test_four_people_pass_one_handheld_round(browser):
    with Process("--boards", "1", "--seats", "4", "--seed", "5") as table:
        page = open_table(browser, table, 1)
        player = Player(page)
        player.choose(A_DEALER)
        player.expect(".every((text) => text.includes('DAN'))", "all four have a seat")
        player.choose(A_START)
        player.expect("[0].includes('Mission 1')", "a mission is offered")
        time.sleep(CALM)
        press(page, 0, "Enter")
        player.choose(A_DEAL)
        passed = set()
        for _ in range(40):
            (screen,) = player.settled()
            asked = re.search(r"Pass to (\w+)", screen)
            if asked:
                passed.add(asked.group(1))
                assert not rows_of_cards(screen), screen
                page.picture(BUILD / "table-pass.png")
            elif "trick 2/" in screen:
                break
            player.act()
        assert passed == {"ANA", "BEN", "CLEO", "DAN"}
        assert page.complaints() == []
        page.close()


def cover_in_the_middle(page):
    """Cover the others while hands are held: nothing of their cards may be on the page, neither as pixels nor as text."""
    page.key("2")
    hands = [rows_of_cards(screen) for screen in on_screens(page)]
    assert all(hands)
    page.click("#private")
    source = page.run("document.documentElement.outerHTML")
    assert all(row in source for row in hands[1])
    assert not any(row in source for row in hands[0] + hands[2])
    seen = "[...document.querySelectorAll('canvas')].map((canvas) => getComputedStyle(canvas).visibility)"
    assert page.run(seen) == ["hidden", "visible", "hidden"]
    page.picture(BUILD / "table-covered.png")
    page.click("#private")


def test_keys_go_to_the_handheld_with_the_focus_and_every_open_page_sees_it(browser, three):
    one, other = open_table(browser, three), open_table(browser, three)
    before = on_screens(other)
    press(one, 1, "m")
    other.wait(f"{SCREENS}[1] !== {json.dumps(before[1])}", "a key pressed in one page changes the handheld in the other")
    after = on_screens(other)
    assert [after[0], after[2]] == [before[0], before[2]]
    press(one, 1, "Backspace")
    other.wait(f"{SCREENS}[1] === {json.dumps(before[1])}", "back leads back")
    one.close()
    other.close()


def test_tab_and_numbers_go_from_handheld_to_handheld(browser, three):
    page = open_table(browser, three)
    focused = "[...document.querySelectorAll('.device')].findIndex((each) => each.classList.contains('focused'))"
    page.key("3")
    assert page.run(focused) == 2
    page.key("1")
    page.key("Tab")
    assert page.run(focused) == 1
    page.key("9")
    assert page.run(focused) == 1
    page.click("#seat-2 .name")
    assert page.run(focused) == 2
    page.reload()
    page.wait(f"document.querySelector('.device') && {focused} === 2", "a reload keeps the focus")
    page.close()


def test_a_drawn_key_stays_down_as_long_as_the_mouse_holds_it(browser, three):
    page = open_table(browser, three)
    down = "[...document.querySelectorAll('.down')].map((key) => key.getAttribute('aria-label'))"
    page.click("#seat-1 .pills button", up=False)
    assert page.run(down) == ["BEN: start"]
    page.let_go()
    assert page.run(down) == []
    page.key("Backspace", up=False)
    assert page.run(down) == ["BEN: select"]
    page.key("1")  # whoever turns to another handheld lets go of this one
    assert page.run(down) == []
    page.key("Backspace", down=False)
    page.close()


def test_covered_handhelds_show_nothing_and_take_no_keys(browser, three):
    page = open_table(browser, three)
    page.key("1")
    page.click("#private")
    shown = "[...document.querySelectorAll('.device')].map((each) => getComputedStyle(each.querySelector('canvas')).visibility)"
    assert page.run(shown) == ["visible", "hidden", "hidden"]
    texts = on_screens(page)
    assert texts[0].strip() and texts[1:] == ["", ""]

    page.click("#seat-2 .bezel")  # the cover itself: look at CLEO's
    assert page.run(shown) == ["hidden", "hidden", "visible"]
    texts = on_screens(page)
    assert texts[2].strip() and texts[:2] == ["", ""]

    page.key("2")  # the keyboard goes on to BEN, whose hand nobody sees until BEN says so
    assert page.run(shown) == ["hidden"] * 3
    page.key("m", up=False)
    page.click("#seat-1 .pills button", up=False)
    assert page.run("document.querySelectorAll('.down').length") == 0
    page.let_go()
    page.key("m", down=False)
    assert page.run("document.querySelector('#spoken').textContent") == ""
    page.key("Enter")
    assert page.run(shown) == ["hidden", "visible", "hidden"]

    page.reload()
    page.wait("document.querySelector('.device')", "the page is drawn anew")
    assert page.run(shown) == ["hidden"] * 3
    page.click("#private")
    page.wait(f"{SCREENS}.every((text) => text.trim())", "all handhelds show something again")
    page.close()


def test_screens_can_be_read_as_text_by_people_and_by_screen_readers(browser, three):
    page = open_table(browser, three)
    assert page.run("document.querySelector('#seat-1').getAttribute('aria-describedby')") == "text-1"
    assert page.run("[...document.querySelectorAll('button')].every((each) => each.getAttribute('aria-label') || each.textContent.trim())")
    assert page.run("getComputedStyle(document.querySelector('.text')).opacity") == "0"
    page.key("1")
    page.wait(f"/^ANA: .*key.* {written(ACTION + A_DEALER)}$/.test(document.querySelector('#spoken').textContent)", "prompt and cursor can be heard")
    page.click("#reading")
    assert page.run("getComputedStyle(document.querySelector('.text')).opacity") == "1"
    overflow = "[...document.querySelectorAll('.text')].some((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)"
    assert not page.run(overflow)
    page.picture(BUILD / "table-text.png")
    page.close()


def test_a_cable_is_pulled_and_put_back_by_its_button(browser, three):
    page = open_table(browser, three)
    page.click("#cables button:nth-child(2)")
    page.wait("document.querySelector('#cables button:nth-child(2)').textContent === 'BEN ✕ CLEO'", "the cable is out")
    page.click("#cables button:nth-child(2)")
    page.wait("document.querySelector('#cables button:nth-child(2)').textContent === 'BEN → CLEO'", "the cable is back")
    page.close()


def test_a_handheld_without_power_is_dark_and_comes_back(browser, three):
    page = open_table(browser, three)
    page.click("#power button:nth-child(3)")
    page.wait(f"{SCREENS}[2] === ''", "CLEO's screen is dark")
    page.click("#power button:nth-child(3)")
    page.wait(f"{SCREENS}[2].trim()", "CLEO's screen is lit")
    page.close()


@pytest.mark.parametrize("size", [(1280, 800, 1, False), (1920, 1080, 1, True), (800, 600, 2, False), (360, 740, 3, False)], ids=str)
def test_five_handhelds_find_room(browser, five, size):
    width, height, scale, dark = size
    page = open_table(browser, five, 5, width=width, height=height, scale=scale, dark=dark)
    assert page.run("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    # A pixel of a display is a whole number of the screen's pixels, so that all are equally large.
    times = page.run("document.querySelector('canvas').getBoundingClientRect().width * devicePixelRatio / 160")
    assert times == pytest.approx(round(times), abs=0.001) and times >= 1
    if width >= 1280:
        assert page.run("document.documentElement.scrollHeight <= innerHeight")
        assert times >= 2
    assert page.run(OVERLAPS) == []
    page.picture(BUILD / f"table-{width}x{height}.png")
    page.close()


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_every_board_is_drawn_with_its_keys(browser, board):
    with Process("--seats", "4", "--board", board) as table:
        page = open_table(browser, table, 4)
        assert page.run("document.querySelectorAll('#seat-3 .panel button').length") == len(BOARDS[board].keys)
        assert page.run("document.querySelector('canvas').width") == BOARDS[board].width
        assert page.run(OVERLAPS) == []
        assert page.complaints() == []
        page.picture(BUILD / f"table-{board}.png")
        page.close()


def test_ctrl_c_closes_the_table_and_the_page_waits_for_the_next_one(browser):
    with Process() as table:
        page = open_table(browser, table)
        status, said, complained = table.stop()
        assert (status, complained) == (0, "")
        assert said.strip() == "The table is closed."
        page.wait("!document.querySelector('#trouble').hidden", "the page says that the table is closed")
    with Process("--seats", "4", port=table.port) as table:
        page.wait("document.querySelectorAll('.device').length === 4", "the page has found the new table")
        assert page.run("document.querySelector('#trouble').hidden")
    page.close()

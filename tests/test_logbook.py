"""The log book (RULES 11): what the device keeps of a campaign, and what the desktop makes of it."""

import csv
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings, strategies as st

from firmware.logbook import LOG_BYTES, LogBook
from firmware.store import Store
from firmware.wire import LOG_ENTRY, LOG_PAGE, SAVED_ATTEMPT, SAVED_LOG
from host_tools import logbook as desk
from host_tools.robots import Crew

ROOM = 90
DONE, DISTRESS, CHALLENGE = 1, 2, 4


def new():
    return LogBook(memoryview(bytearray(LOG_BYTES)))


def lost(log, mission, times=1, humans=4):
    for _ in range(times):
        log.record(mission, False, humans, False, 0)


def won(log, mission, humans=4, challenge=False, take_backs=0):
    log.record(mission, True, humans, challenge, take_backs)


def entries(log):
    """All entries as lists of mission, attempts without the one for distress, flags, humans, take-backs, by the pages."""
    found = []
    into = bytearray(7 + LOG_PAGE * LOG_ENTRY)
    for n in range(4):
        for at in range(7, 7 + LOG_ENTRY * log.page(n, into, 7), LOG_ENTRY):
            mission, low, high, flags, humans, take_backs = into[at : at + LOG_ENTRY]
            found.append([mission, low | high << 8, flags, humans, take_backs])
    return found


# --- the rules ----------------------------------------------------------------------------------------------------------


def test_attempts_count_the_successful_one():
    log = new()
    lost(log, 3, 2)
    assert log.attempts(3) == 2 and not log.is_done(3)
    won(log, 3)
    assert log.attempts(3) == 3 and log.is_done(3)


def test_r22_a_mission_won_in_three_attempts_with_distress_counts_four():
    log = new()
    lost(log, 7)
    log.signalled(7, 4)
    lost(log, 7)
    won(log, 7)
    assert log.attempts(7) == 4
    assert entries(log) == [[7, 3, DONE | DISTRESS, 4, 0]]


def test_distress_counts_once_a_mission_however_often_it_is_signalled():
    log = new()
    for _ in range(3):
        log.signalled(7, 4)
        lost(log, 7)
    assert log.attempts(7) == 4 and log.distress(7)


def test_the_distress_mark_is_set_when_the_signal_is_agreed_and_not_when_the_attempt_ends():
    log = new()
    log.signalled(9, 5)
    assert log.distress(9) and log.attempts(9) == 1 and entries(log) == [[9, 0, DISTRESS, 5, 0]]
    assert log.coming(9) == 2


def test_distress_is_reset_for_the_next_mission_and_for_the_same_mission_played_again():
    log = new()
    log.signalled(9, 4)
    won(log, 9)
    assert not log.distress(10) and not log.distress(9)
    lost(log, 9)
    assert not log.distress(9) and log.attempts(9) == 1


def test_an_unfinished_mission_keeps_its_attempts_and_its_distress_mark():
    log = new()
    log.signalled(5, 3)
    lost(log, 5, 2)
    won(log, 6)
    lost(log, 8, 4)
    assert log.attempts(5) == 3 and log.distress(5) and log.coming(5) == 4
    won(log, 5)
    assert log.attempts(5) == 4 and [entry[0] for entry in entries(log)] == [5, 6, 8]


def test_a_finished_mission_played_again_gets_a_new_entry_and_the_first_stays():
    log = new()
    lost(log, 4, 2)
    won(log, 4, humans=3)
    assert log.coming(4) == 1
    lost(log, 4, humans=5)
    assert log.attempts(4) == 1 and log.coming(4) == 2 and log.is_done(4)
    assert entries(log) == [[4, 3, DONE, 3, 0], [4, 1, 0, 5, 0]]


def test_the_number_of_the_coming_attempt_is_what_the_log_says_after_it():
    log = new()
    chance = random.Random(2)
    for _ in range(300):
        mission = chance.randint(1, 6)
        if chance.random() < 0.2:
            log.signalled(mission, 4)
        coming = log.coming(mission)
        log.record(mission, chance.random() < 0.3, 4, False, 0)
        assert log.attempts(mission) == coming


def test_seats_are_those_of_the_newest_attempt_with_jarvis_and_with_the_challenge():
    log = new()
    lost(log, 2, humans=5)
    won(log, 2, humans=2)
    log.record(3, False, 3, True, 0)
    log.record(4, False, 3, True, 0)
    log.record(4, True, 3, False, 0)
    assert entries(log) == [[2, 2, DONE, 2, 0], [3, 1, CHALLENGE, 3, 0], [4, 2, DONE, 3, 0]]


def test_take_backs_of_all_attempts_are_added_and_stop_at_255():
    log = new()
    for take_backs in (3, 0, 200, 51):
        log.record(1, False, 4, False, take_backs)
    assert entries(log)[0][4] == 254
    log.record(1, True, 4, False, 4)
    assert entries(log)[0][4] == 255


@pytest.mark.parametrize("n", range(1, 50))
def test_r09_success_in_mission_n_moves_on_to_n_plus_1(n):
    log = new()
    assert log.proposed() == 1
    won(log, n)
    assert log.proposed() == n + 1 and not log.complete()
    lost(log, 50)
    assert log.proposed() == n + 1


def test_r09_after_50_the_campaign_ends():
    log = new()
    for n in range(1, 50):
        won(log, n)
        assert log.done() == n and not log.complete()
    won(log, 50)
    assert log.complete() and log.done() == 50 and 1 <= log.proposed() <= 50


def test_after_50_the_first_mission_that_is_not_done_is_proposed():
    log = new()
    for n in (1, 2, 4, 50):
        won(log, n)
    assert log.proposed() == 3


def test_any_mission_may_be_chosen_and_the_next_to_do_after_the_latest_success_is_proposed():
    log = new()
    for mission, proposed in ((1, 2), (20, 21), (19, 21), (2, 3), (3, 4)):
        won(log, mission)
        assert log.proposed() == proposed
    won(log, 1)
    assert log.proposed() == 4, "a mission played again leads back to where the crew is"


def test_an_unplayed_mission_has_no_attempts_and_no_mark():
    log = new()
    won(log, 1)
    assert log.attempts(2) == 0 and log.coming(2) == 1 and not log.is_done(2) and not log.distress(2)


# --- bounds -------------------------------------------------------------------------------------------------------------


def test_attempts_stop_at_the_most_two_bytes_hold_and_never_begin_anew():
    log = new()
    lost(log, 1, 0xFFFD)
    assert log.attempts(1) == 0xFFFD
    lost(log, 1, 3)
    assert log.attempts(1) == 0xFFFE
    log.signalled(1, 4)
    assert log.attempts(1) == 0xFFFF and log.coming(1) == 0xFFFF
    won(log, 1)
    assert log.attempts(1) == 0xFFFF and log.is_done(1)


class Model:
    """The same log without a bound: a list of all entries ever made."""

    def __init__(self):
        self.all = []

    def entry(self, mission, humans):
        for entry in reversed(self.all):
            if entry[0] == mission:
                if not entry[2] & DONE:
                    entry[3] = humans
                    return entry
                break
        self.all.append([mission, 0, 0, humans, 0])
        return self.all[-1]

    def signalled(self, mission, humans):
        self.entry(mission, humans)[2] |= DISTRESS

    def record(self, mission, success, humans, challenge, take_backs):
        entry = self.entry(mission, humans)
        entry[1] += 1
        entry[2] = entry[2] & DISTRESS | CHALLENGE * challenge | DONE * success
        entry[4] = min(255, entry[4] + take_backs)

    def firsts(self):
        found = {}
        for entry in self.all:
            found.setdefault(entry[0], entry)
        return list(found.values())

    def open(self):
        return [entry for entry in self.all if not entry[2] & DONE]


def check(log, model):
    """The log holds what ``model`` holds, but for replays that had to go; return its entries."""
    found = entries(log)
    rest = iter(model.all)
    assert all(entry in rest for entry in found), "entries changed, or changed places"
    assert len(found) == min(len(model.all), ROOM)
    for entry in model.firsts():
        assert entry in found, "the first entry of a mission is gone"
    if len(model.open()) - len([entry for entry in model.firsts() if not entry[2] & DONE]) < ROOM - 50:
        assert [entry for entry in found if not entry[2] & DONE] == model.open(), "attempts of an unfinished mission are gone"
    return found


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32), missions=st.integers(1, 50), length=st.integers(0, 900),
    wins=st.sampled_from((0.1, 0.5, 0.9, 1.0)), signals=st.sampled_from((0, 0.3)),
)  # fmt: skip
def test_no_first_entry_and_no_unfinished_mission_is_lost_however_long_the_history(seed, missions, length, wins, signals):
    chance = random.Random(seed)
    log, model = new(), Model()
    for step in range(length):
        mission, humans = chance.randint(1, missions), chance.randint(2, 5)
        challenge = humans == 3 and chance.random() < 0.5
        calls = [("record", (mission, chance.random() < wins, humans, challenge, chance.randint(0, 2)))]
        if chance.random() < signals:
            calls.insert(0, ("signalled", (mission, humans)))
        for name, arguments in calls:
            getattr(log, name)(*arguments)
            getattr(model, name)(*arguments)
        if step % 40 == 0 or step == length - 1:
            check(log, model)
            assert log.done() == len([entry for entry in model.firsts() if entry[2] & DONE])


@settings(max_examples=25)
@given(order=st.permutations(range(1, 51)), again=st.lists(st.integers(1, 50), min_size=41, max_size=120))
def test_a_full_log_of_ninety_always_has_an_entry_that_may_go(order, again):
    """The hardest case: fifty missions done, and every replay left open, before and after forty of them."""
    log, model = new(), Model()
    for mission in order:
        for each in (log, model):
            each.record(mission, True, 4, False, 0)
    for mission in again + order:
        newest = [mission, model.entry(mission, 3)[1] + 1, 0, 3, 0]
        for each in (log, model):
            each.record(mission, False, 3, False, 0)
        found = entries(log)
        assert len(found) <= ROOM and log.complete()
        assert found[:50] == [[mission, 1, DONE, 4, 0] for mission in order]
        assert any(entry[0] == mission and not entry[2] & DONE for entry in found), "the attempt that just ended is gone"
        assert newest in found or len(model.open()) > ROOM - 50


def test_of_a_full_log_the_oldest_finished_replay_goes_before_any_open_one():
    log = new()
    for mission in range(1, 51):
        won(log, mission)
    lost(log, 1, 7)
    for mission in range(2, 41):
        won(log, mission, humans=5)
    assert len(entries(log)) == ROOM
    won(log, 41, humans=5)
    found = entries(log)
    assert len(found) == ROOM and found[50] == [1, 7, 0, 4, 0] and found[51][0] == 3 and found[-1][0] == 41
    assert log.attempts(1) == 7 and log.attempts(2) == 1


def test_with_forty_replays_open_at_once_the_oldest_of_them_goes():
    log = new()
    for mission in range(1, 51):
        won(log, mission)
    for mission in range(1, 42):
        lost(log, mission, humans=5)
    assert [entry[0] for entry in entries(log)[50:]] == list(range(2, 42)) and log.attempts(1) == 1 and log.coming(1) == 1


# --- name, pages, bytes -------------------------------------------------------------------------------------------------


def test_a_name_has_ten_letters_that_can_be_shown():
    log = new()
    assert bytes(log.name()) == bytes(10)
    log.rename(b"CREW\x01\xffLONGER NAME")
    assert bytes(log.name()) == b"CREW??LONG"
    log.rename(b"ABC")
    log.letter(5, ord("Z"))
    assert bytes(log.name()) == b"ABC  Z\0\0\0\0"


def test_clearing_leaves_an_empty_log_without_a_name():
    region = bytearray(b"\x5a" * LOG_BYTES)
    log = LogBook(region)
    log.clear()
    assert region == bytes(LOG_BYTES)
    log.rename(b"NEXT CREW")
    won(log, 12)
    log.clear()
    assert region == bytes(LOG_BYTES) and log.proposed() == 1


def test_pages_hold_thirty_entries_in_order_of_their_first_attempt():
    log = new()
    for mission in range(50, 0, -1):
        won(log, mission)
    into = bytearray(b"\xee" * 200)
    assert [log.page(n, into, 3) for n in range(4)] == [30, 20, 0, 0]
    assert into[:3] == b"\xee" * 3 and into[3 + 180 :] == b"\xee" * 17
    assert [entry[0] for entry in entries(log)] == list(range(50, 0, -1))


def test_the_log_lies_whole_in_its_callers_bytes():
    region = bytearray(LOG_BYTES)
    log = LogBook(memoryview(region))
    log.signalled(3, 2)
    log.rename(b"A")
    copy = LogBook(bytearray(region))
    assert entries(copy) == entries(log) and bytes(copy.name()) == bytes(log.name())
    assert SAVED_LOG + LOG_BYTES <= SAVED_ATTEMPT, "the attempt would be written over the log"


STORY = """
from firmware.logbook import LogBook
region = bytearray(%d)
log = LogBook(memoryview(region))
log.rename(b"FAR OUT")
x = 1
for i in range(600):
    x = x * 75 %% 65537
    mission = x %% 50 + 1
    if x %% 7 == 0:
        log.signalled(mission, 2 + x %% 4)
    log.record(mission, x %% 3 > 0, 2 + x %% 4, x %% 5 == 0, x %% 2)
from binascii import crc32
print(crc32(region), log.done(), log.proposed(), log.coming(7), log.complete(), log.distress(3))
""" % LOG_BYTES


def test_the_same_history_leaves_the_same_bytes_on_the_64_bit_vm(unix_vm, capsys):
    exec(STORY, {})
    assert unix_vm(STORY, ["firmware/__init__.py", "firmware/logbook.py"]) == capsys.readouterr().out


# --- on the desktop -----------------------------------------------------------------------------------------------------


class Board:
    """Keeps the slot that was written last."""

    data = b""

    def load(self, slot, into):
        return 0

    def save(self, slot, data, n):
        self.data = bytes(data[:n])
        return True


def saved(fill, name=b"NAUTILUS", rules=2, length=SAVED_ATTEMPT, saves=1):
    """The bytes of a slot whose log ``fill(log)`` has written; ``saves`` is its sequence."""
    board = Board()
    store = Store(board, SAVED_ATTEMPT + 100, rules)
    log = LogBook(store.body[SAVED_LOG : SAVED_LOG + LOG_BYTES])
    log.rename(name)
    fill(log)
    for _ in range(saves):
        assert store.save(length)
    return board.data


def some(log):
    """A short campaign: R22, JARVIS, a challenge, an open mission, a replay."""
    lost(log, 1)
    log.signalled(1, 4)
    lost(log, 1)
    won(log, 1)
    won(log, 2, humans=2, take_backs=1)
    won(log, 3, humans=3, challenge=True, take_backs=2)
    lost(log, 4, 2, humans=5)
    won(log, 1, humans=5)


def run(*arguments):
    return subprocess.run([sys.executable, "-m", "host_tools.logbook", *map(str, arguments)], capture_output=True, text=True)


def put(folder, name, data):
    (folder / name).write_bytes(data)
    return folder / name


def test_the_table_shows_fifty_missions_and_a_total_with_the_attempt_for_distress(tmp_path):
    done = run(put(tmp_path, "slot", saved(some)))
    assert done.returncode == 0 and not done.stderr
    table = {int(words[0]): words[1:] for words in map(str.split, done.stdout.splitlines()) if words and words[0].isdigit()}
    assert sorted(table) == list(range(1, 51))
    assert table[1] == ["4", "used", "yes", "4"]
    assert table[2] == ["1", "yes", "2", "+", "JARVIS", "1"]
    assert table[3] == ["1", "yes", "3,", "challenge", "2"]
    assert table[4] == ["2", "no", "5"]
    assert table[5] == ["-"]
    assert "Log book of NAUTILUS" in done.stdout
    assert "Total: 8 attempts, 3 of 50 missions done, 1 distress signal, 3 cards taken back." in done.stdout
    assert "Next: mission 4." in done.stdout
    assert "mission 1: done in 1 attempt, 5 players" in done.stdout


def test_csv_has_a_row_for_each_mission_and_one_for_each_replay(tmp_path):
    slot = put(tmp_path, "slot", saved(some))
    assert run(slot, "--csv", tmp_path / "log.csv").returncode == 0
    with open(tmp_path / "log.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["mission"] for row in rows] == [str(n) for n in range(1, 51)] + ["1"]
    assert list(rows[0].values()) == ["NAUTILUS", "1", "1", "4", "1", "1", "4", "0", "0", "0"]
    assert list(rows[1].values()) == ["NAUTILUS", "2", "1", "1", "0", "1", "2", "1", "0", "1"]
    assert list(rows[2].values()) == ["NAUTILUS", "3", "1", "1", "0", "1", "3", "0", "1", "2"]
    assert list(rows[4].values()) == ["NAUTILUS", "5", "1"] + [""] * 7
    assert list(rows[50].values()) == ["NAUTILUS", "1", "2", "1", "0", "1", "5", "0", "0", "0"]


def test_the_sheet_has_fifty_fields_says_in_words_what_it_draws_and_needs_nothing_else(tmp_path):
    slot = put(tmp_path, "slot", saved(some, name=b"<A> & CO"))
    assert run(slot, "--html", tmp_path / "log.html").returncode == 0
    page = (tmp_path / "log.html").read_text(encoding="utf-8")
    assert [int(n) for n in re.findall(r"Mission (\d+): (?!played again)", page)] == list(range(1, 51))
    assert "Mission 1: done in 4 attempts, distress signal used, 4 players<" in page
    assert "Mission 2: done in 1 attempt, 2 players and JARVIS, 1 card taken back<" in page
    assert "Mission 4: 2 attempts so far, 5 players<" in page and "Mission 5: not played yet<" in page
    assert "Mission 1: played again, done in 1 attempt, 5 players<" in page
    assert "&lt;A&gt; &amp; CO" in page and "<A>" not in page
    assert not re.search(r"https?:|src=|@import|url\(|<script|<link", page) and '<html lang="en">' in page


def test_the_sheet_has_the_deep_sea_and_missions_of_ones_own_beside_the_fifty(tmp_path):
    def beside(log):
        won(log, 103, 4)
        lost(log, 152, 2)
        won(log, 51, 3)

    page = desk.sheet([desk.read(saved(beside))])
    assert "Deep sea, mission 3: done in 1 attempt, 4 players<" in page and "<b>sea 3</b>" in page
    assert "Deep sea, own mission 52: 2 attempts so far" in page and "<b>sea 52</b>" in page
    assert "Own mission 51: done in 1 attempt, 3 players<" in page and "<b>own 51</b>" in page
    assert "played again" not in page and page.count("The deep sea and missions of one's own") == 1
    assert "The deep sea" not in desk.sheet([desk.read(saved(some))])


def test_a_tally_has_a_stroke_for_each_attempt_and_leaves_the_signal_to_its_mark():
    for count in range(1, 16):
        assert desk._tally(count).count("M") == count
    assert desk._tally(0) == desk._tally(16) == ""
    field = desk._field(7, desk.Entry(7, 3, True, True, False, 4, 0))
    assert '<span class="number">4</span>' in field and field.count("M") == 3 + 1 and "#signal" in field


@pytest.mark.parametrize("paper, again", [("A4", [*range(1, 41)]), ("letter", [*range(1, 41)]), ("letter", [*range(1, 12), *range(101, 111), *range(51, 70)])])
def test_the_fullest_log_prints_on_one_sheet(tmp_path, chromium, paper, again):
    def full(log):
        for mission in range(1, 51):
            lost(log, mission, 11)
            log.signalled(mission, 3)
            won(log, mission, 3, True, 12)
        for mission in again:
            lost(log, mission, 11)
            log.signalled(mission, 2)
            won(log, mission, 2, False, 12)
        assert len(entries(log)) == ROOM

    page = desk.sheet([desk.read(saved(full, name=b"WWWWWWWWWW"))] + 8 * [desk.read(saved(some))])
    (tmp_path / "log.html").write_text(page.replace("@page {", "@page { size: %s;" % paper), encoding="utf-8")
    options = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync"
    place = [f"--user-data-dir={tmp_path / 'profile'}", "--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'log.pdf'}"]
    subprocess.run([chromium, *options.split(), *place, (tmp_path / "log.html").as_uri()], capture_output=True, timeout=120, check=True)
    assert len(re.findall(rb"/Type /Page\b", (tmp_path / "log.pdf").read_bytes())) == 9, "nine campaigns, a sheet each"


def test_of_two_slots_the_newer_is_shown_also_when_the_sequence_has_gone_round(tmp_path):
    older, newer = saved(lambda log: won(log, 1)), saved(lambda log: (won(log, 1), won(log, 2)), saves=2)
    for names in (("a", "b"), ("b", "a")):
        files = [put(tmp_path, names[0], older), put(tmp_path, names[1], newer)]
        done = run(*sorted(files))
        assert "2 of 50 missions" in done.stdout and done.stdout.count("Log book of") == 1
    assert desk._newer((2, 1), (2, 65530)) and not desk._newer((2, 65530), (2, 1)) and not desk._newer((2, 5), (2, 5))
    assert desk._newer((3, 1), (2, 9)), "what newer rules wrote is newer"


def test_each_crew_of_a_device_has_its_own_log_the_one_played_last_first(tmp_path):
    files = [
        put(tmp_path, "slot0", saved(lambda log: won(log, 1), name=b"CREW 1", saves=1)),
        put(tmp_path, "slot1", saved(lambda log: won(log, 3), name=b"CREW 1", saves=4)),
        put(tmp_path, "slot2", saved(lambda log: won(log, 8), name=b"CREW 2", saves=6)),
        put(tmp_path, "slot4", saved(lambda log: None, name=b"", saves=5)),
    ]
    done = run(*files, "--html", tmp_path / "log.html", "--csv", tmp_path / "log.csv")
    assert done.returncode == 0
    assert re.findall("Log book of (.*)", done.stdout) == ["CREW 2", "a crew without a name", "CREW 1"]
    assert "Next: mission 4." in done.stdout and "Next: mission 2." not in done.stdout
    assert (tmp_path / "log.html").read_text(encoding="utf-8").count("<article") == 3
    assert len((tmp_path / "log.csv").read_text(encoding="utf-8").splitlines()) == 1 + 3 * 50


def test_a_save_of_other_rules_still_gives_its_log(tmp_path):
    done = run(put(tmp_path, "slot", saved(some, rules=77)))
    assert done.returncode == 0 and "3 of 50 missions done" in done.stdout


def senseless(at, value):
    def fill(log):
        some(log)
        log._region[at] = value

    return saved(fill)


SPOILT = {
    "empty": (b"", "this slot is empty"),
    "short": (b"CL\1", "no whole save"),
    "foreign": (b"not a save at all, but long enough to look at" * 30, "no whole save"),
    "cut": (saved(some)[:-9], "no whole save"),
    "changed": (saved(some)[:100] + b"\xff" + saved(some)[101:], "no whole save"),
    "without a log": (saved(some, length=SAVED_LOG + 50), "holds no log book"),
    "too many entries": (senseless(10, 91), "makes no sense"),
    "far too many entries": (senseless(10, 255), "makes no sense"),
    "mission 70": (senseless(12, 70), "makes no sense"),
    "mission 0": (senseless(18, 0), "makes no sense"),
    "six humans": (senseless(16, 6), "makes no sense"),
    "unknown flags": (senseless(15, 9), "makes no sense"),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_what_holds_no_log_is_said_in_a_sentence_and_the_other_slot_still_serves(tmp_path, kind, capsys):
    data, sentence = SPOILT[kind]
    slot = put(tmp_path, "slot0", data)
    assert desk.main([str(slot)]) == 1
    told = capsys.readouterr()
    assert not told.out and "slot0: " in told.err and sentence in told.err and "No log book was found" in told.err
    assert desk.main([str(slot), str(put(tmp_path, "slot1", saved(some)))]) == 0
    told = capsys.readouterr()
    assert "Log book of NAUTILUS" in told.out and sentence in told.err


@settings(max_examples=150)
@given(data=st.binary(min_size=LOG_BYTES, max_size=LOG_BYTES), count=st.integers(0, 255), sound=st.booleans())
def test_any_bytes_are_a_log_or_refused_in_a_sentence(data, count, sound):
    region = bytearray(data)
    region[10] = count
    if sound:
        for at in range(12, LOG_BYTES, LOG_ENTRY):
            region[at], region[at + 3], region[at + 4] = region[at] % 50 + 1, region[at + 3] & 7, region[at + 4] % 4 + 2
    try:
        campaign = desk.campaign_of(region)
    except desk.Broken as broken:
        assert "makes no sense" in str(broken) and not (sound and count <= ROOM)
    else:
        assert desk.text(campaign) and desk.sheet([campaign]) and len(desk.rows(campaign)) >= 50


def test_a_file_that_cannot_be_read_or_written_is_said_in_a_sentence(tmp_path):
    slot = put(tmp_path, "slot", saved(some))
    done = run(tmp_path / "nothing", slot)
    assert done.returncode == 1 and "nothing: cannot be read: " in done.stderr and "Log book of NAUTILUS" in done.stdout
    for option in ("--csv", "--html"):
        done = run(slot, option, tmp_path / "no" / "such")
        assert done.returncode == 1 and "cannot be written: " in done.stderr and "Traceback" not in done.stderr


def test_the_log_of_a_table_that_played_is_read_from_its_dealing_device(tmp_path):
    crew = Crew(4, seed=11)
    crew.gather()
    for _ in range(3):
        crew.deal(1)
        crew.play()
    log = crew.dealer().logbook
    files = [put(tmp_path, "slot%d" % i, data) for i, data in enumerate(crew.table.boards[0].slots) if data]
    assert len(files) > 1
    campaign = desk.newest([desk.read(file.read_bytes()) for file in files])[0]
    kept = [[e.mission, e.tried, e.distress * DISTRESS + e.done * DONE, e.humans, e.take_backs] for e in [*campaign.first.values(), *campaign.again]]
    assert kept == entries(log) and sum(entry[1] for entry in kept) == 3 and {entry[3] for entry in kept} == {4}

"""What the desktop makes of a campaign's log (RULES 11): a table, CSV, a sheet to print."""

import csv
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings, strategies as st

from firmware.logbook import LOG_BYTES, LogBook
from firmware.store import Store
from firmware.wire import LOG_ENTRY, SAVED_ATTEMPT, SAVED_LOG
from host_tools import logbook as desk
from host_tools.robots import Crew
from tests.log_kit import DISTRESS, DONE, ROOM, entries, lost, won


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

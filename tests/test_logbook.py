"""The log book (RULES 11): what the device keeps of a campaign."""

import random

import pytest
from hypothesis import given, settings, strategies as st

from firmware.logbook import LOG_BYTES, LogBook
from firmware.wire import SAVED_ATTEMPT, SAVED_LOG
from tests.log_kit import CHALLENGE, DISTRESS, DONE, ROOM, entries, lost, new, won


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

"""`host_tools.record export`: the record of a handheld's save says the same attempt, or why it cannot."""

import subprocess
import sys

import pytest

from engine.codes import PHASE_END, PHASE_TRICK
from engine.layout import DECIDED, NEWS, PHASE, PUBLIC
from firmware.wire import SAVED_ATTEMPT
from host_tools import record
from host_tools.robots import Crew


def saved(until, seed=5):
    """A crew whose attempt has come to where ``until(state)`` holds, and the newest slot of its dealing device."""
    crew = Crew(4, seed=seed, radio=0.1)
    crew.gather()
    crew.deal(4)
    crew.play(until=lambda: until(crew.dealer().attempt.state))
    crew.rest()
    slots = crew.table.boards[0].slots
    return crew, max(slots[:2], key=lambda data: data[4])


def export(path):
    return subprocess.run([sys.executable, "-m", "host_tools.record", "export", str(path)], capture_output=True, text=True)


def test_the_record_of_a_save_replays_to_the_bytes_of_the_dealing_device(tmp_path):
    crew, data = saved(lambda st: st[PHASE] == PHASE_END)
    (tmp_path / "save").write_bytes(data)
    done = export(tmp_path / "save")
    assert done.returncode == 0, done.stdout
    replay = record.play(done.stdout)
    wanted, found = bytearray(crew.dealer().attempt.state), bytearray(replay.attempt.state)
    for state in (wanted, found):
        state[NEWS:PUBLIC] = bytes(PUBLIC - NEWS)
    assert found == wanted and NEWS == DECIDED


def test_a_save_of_a_running_attempt_is_exported_as_far_as_it_goes(tmp_path):
    crew, data = saved(lambda st: st[PHASE] == PHASE_TRICK)
    (tmp_path / "save").write_bytes(data)
    done = export(tmp_path / "save")
    assert done.returncode == 0 and done.stdout.endswith("expect open\n")
    assert "deal " in done.stdout and "tasks " in done.stdout and " pick " in done.stdout


@pytest.mark.parametrize(
    "spoil, sentence",
    [
        (lambda data: b"", "no whole save"),
        (lambda data: data[:50], "no whole save"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "no whole save"),
        (lambda data: b"not a save at all, but long enough to look at", "no whole save"),
    ],
)
def test_what_is_no_save_is_said_in_a_sentence(tmp_path, spoil, sentence):
    _, data = saved(lambda st: st[PHASE] == PHASE_TRICK)
    (tmp_path / "save").write_bytes(spoil(data))
    done = export(tmp_path / "save")
    assert done.returncode == 1 and sentence in done.stdout and not done.stderr


def test_a_save_without_an_attempt_and_one_of_other_rules_are_said(tmp_path):
    from firmware.store import Store
    from engine.layout import RULES_VERSION

    class Board:
        def save(self, slot, data, n):
            self.data = bytes(data[:n])
            return True

    for rules, length, sentence in ((RULES_VERSION, SAVED_ATTEMPT, "no attempt"), (77, 300, "another version of the rules")):
        board = Board()
        assert Store(board, SAVED_ATTEMPT + 100, rules).save(length)
        (tmp_path / "save").write_bytes(board.data)
        done = export(tmp_path / "save")
        assert done.returncode == 1 and sentence in done.stdout and not done.stderr
    missing = export(tmp_path / "nothing")
    assert missing.returncode == 1 and "cannot be read" in missing.stdout and not missing.stderr

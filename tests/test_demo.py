"""The demo plays whole attempts by keys over the ring, and keeps every screen."""

import pathlib
import re

import pytest

from engine import codes, layout
from host_tools import demo


def play(script, size=(26, 10), boards=5):
    """Play a script; return the ring and what was seen."""
    seen = []
    ring = demo.Ring(script, size, False, boards)
    demo.Crew(script, ring, lambda caption, only=None: seen.append(caption)).play()
    return ring, seen


def script(path):
    return demo.Script(path.read_text(encoding="utf-8"), path.stem)


def test_one_committed_attempt_is_won_and_one_lost_for_a_clear_reason():
    won, lost = [script(path).replay.attempt.state for path in demo.RECORDS[:2]]
    assert won[layout.VERDICT] == codes.SUCCESS
    assert lost[layout.VERDICT] == codes.FAILED_OWNER
    for state in (won, lost):
        assert state[layout.TRICK] == state[layout.TRICKS], "it goes to the last trick"
        assert any(state[layout.TASK + layout.TASK_BYTES * i + layout.TASK_TOKEN] & 0x7F for i in range(state[layout.TASK_COUNT]))
        assert sum(state[layout.RADIO + seat] == codes.RADIO_SPENT for seat in range(5)) >= 2


@pytest.mark.parametrize("size", [size for size, _ in demo.SIZES], ids=lambda size: "%dx%d" % size)
@pytest.mark.parametrize("path", demo.RECORDS, ids=lambda path: path.stem)
def test_the_keys_bring_the_real_firmware_to_the_same_bytes_as_the_record(path, size):
    wanted = script(path)
    ring, seen = play(wanted, size)
    assert ring.state == bytes(wanted.replay.attempt.state)
    assert len(seen) > len(wanted.commands)


@pytest.mark.parametrize("boards, size", [(1, (12, 3)), (1, (26, 10)), (2, (21, 5))])
@pytest.mark.parametrize("path", demo.RECORDS, ids=lambda path: path.stem)
def test_fewer_boards_than_people_come_to_the_same_bytes_by_two_keys(path, boards, size):
    wanted = script(path)
    ring, seen = play(wanted, size, boards)
    assert ring.state == bytes(wanted.replay.attempt.state)
    shared = boards < wanted.seats - (wanted.jarvis != codes.NOBODY)
    assert sum("gets the device" in caption for caption in seen) > shared * len(wanted.commands) // 4 or not shared


def test_every_screen_is_kept_as_picture_and_text_and_found_in_the_index(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "SIZES", (((12, 3), True),))
    said = []
    count = demo.run([demo.RECORDS[1]], tmp_path / "out", said.append)
    index = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    pictures = re.findall(r'src="([^"]+)"', index)
    assert len(pictures) == len(set(pictures)) == count > 200
    for each in pictures:
        picture = tmp_path / "out" / each
        assert picture.read_bytes().startswith(b"\x89PNG") and picture.with_suffix(".txt").exists()
    assert "CLEO won P9, which was ANA's task" in said[0]
    assert demo.run([demo.RECORDS[1]], tmp_path / "out", said.append) == count, "a demo's own folder is written anew"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "is missing from the head"),
        ("nonsense\n", "line 1"),
        ("crewlink-record 1\ngame planet-nine\nmission 1\nseats 3\n", "ends before its attempt does"),
    ],
)
def test_a_record_that_cannot_be_played_is_refused_in_a_sentence(tmp_path, capsys, text, sentence):
    (tmp_path / "bad.crew").write_text(text)
    assert demo.main([str(tmp_path / "bad.crew"), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert sentence in said and "Traceback" not in said
    assert not (tmp_path / "out").exists()


def test_a_folder_with_other_things_is_never_emptied(tmp_path, capsys):
    (tmp_path / "precious.txt").write_text("!")
    assert demo.main(["--out", str(tmp_path)]) == 1
    assert "Name another folder" in capsys.readouterr().err
    assert (tmp_path / "precious.txt").exists()


def test_a_file_that_is_not_there_is_named(tmp_path, capsys):
    assert demo.main([str(tmp_path / "nowhere.crew"), "--out", str(tmp_path / "out")]) == 1
    assert "nowhere.crew cannot be read: No such file" in capsys.readouterr().err


def test_the_loaded_shuffle_deals_what_the_record_says():
    for path in demo.RECORDS:
        wanted = script(path)
        ring = demo.Ring(wanted, (26, 10), False)
        assert isinstance(path, pathlib.Path) and len(ring.scenes) == wanted.seats - (wanted.jarvis != codes.NOBODY)
        numbers = list(demo._loaded(wanted))
        dealt = 38 + 25 if wanted.jarvis != codes.NOBODY else 39 + (wanted.seats == 3)
        # Task cards are drawn in the first game alone: those of the deep sea stand in the mission.
        draws = wanted.replay.attempt.state[layout.GAME] == codes.PLANET_NINE and wanted.replay.attempt.state[layout.TASK_COUNT] > 0
        assert len(numbers) == dealt + 35 * draws

"""The file of texts: what it holds, how a board reads it, and what a handheld says that lacks it."""

import pytest

from engine import codes
from firmware import texts
from firmware.app import Handheld
from firmware.grid import Grid
from firmware.pen import LONGEST, Pen
from host_tools import bundle, catalogue
from host_tools.english import ENGLISH
from host_tools.simulator import Table

WHOLE = catalogue.make()


def test_every_text_is_read_from_the_file_as_it_stands_in_the_catalogue():
    grid = Grid(LONGEST, 1)
    pen = Pen([], catalogue.words_of(WHOLE))
    pen.grid = grid
    for number, line in enumerate(ENGLISH.split(b"\n")[:-1]):
        longest = line.split(b"|")[0]
        if not set(longest) & set(b"@%#$"):
            grid.clear()
            pen.field(0, 0, LONGEST)
            pen.say(number)
            assert bytes(grid.glyphs).rstrip() == longest.strip()  # no row begins with a blank


def test_the_longest_text_fits_the_buffer_for_all_of_them():
    assert max(map(len, ENGLISH.split(b"\n"))) < LONGEST


def test_a_file_that_cannot_be_read_just_now_shows_a_question_mark_and_not_another_text():
    works = [True]
    words = catalogue.words_of(WHOLE)
    pen = Pen([], lambda at, into: words(at, into) if works[0] else 0)
    pen.grid = grid = Grid(12, 1)

    def said(text):
        grid.clear()
        pen.field(0, 0, 12)
        pen.say(text)
        return bytes(grid.glyphs).rstrip()

    yes, no = texts.ACTION + texts.A_YES, texts.ACTION + texts.A_NO
    assert said(yes) == b"Yes"
    works[0] = False
    assert said(no) == b"?"
    works[0] = True
    assert said(no) == b"No"


SPOILT = {
    "is missing": b"",
    "is cut short": WHOLE[:-1],
    "is cut within its head": WHOLE[:5],
    "has a wrong letter": WHOLE[:-9] + b"#" + WHOLE[-8:],
    "has a wrong sum": WHOLE[:3] + bytes([WHOLE[3] ^ 1]) + WHOLE[4:],
    "has a text less than the program knows": catalogue.make(ENGLISH[: ENGLISH[:-1].rindex(b"\n") + 1]),
}


@pytest.mark.parametrize("data", SPOILT.values(), ids=SPOILT)
def test_a_handheld_without_its_texts_says_so_in_a_sentence_when_it_starts(data):
    board = Table(3, seed=1).boards[0]
    board.words = catalogue.words_of(data)
    with pytest.raises(RuntimeError, match=r"texts .* are missing, damaged or of another version\. Install"):
        Handheld(board)


def test_the_bundle_brings_the_texts_with_the_firmware_and_not_with_the_rules_alone(tmp_path):
    assert bundle.bundle(tmp_path / "all").sizes[catalogue.NAME] == len(WHOLE)
    assert (tmp_path / "all" / catalogue.NAME).read_bytes() == WHOLE
    bundle.bundle(tmp_path / "rules", packages=("engine",))
    assert not (tmp_path / "rules" / catalogue.NAME).exists()


def test_numbers_beyond_the_catalogues_groups_do_not_overlap():
    assert texts.SPECIAL_TEXT + codes.SPECIAL_PARTS < texts.HELP < texts.TEXTS == ENGLISH.count(b"\n")

"""The font: complete, made again from its committed pictures, and its marks told apart at a glance."""

import re
import struct
import sys
import unicodedata

import pytest

from firmware import marks, palette
from host_tools import font, picture

LETTERS = font.read_pictures(font.LATIN)
DRAWN = font.read_pictures(font.MARKS)
NAMED = {drawing.name: drawing.code for drawing in DRAWN}
ROWS = {drawing.code: drawing.rows for drawing in LETTERS + DRAWN}

# What each constant of firmware/marks.py stands before or for, in the order of the codes.
MEANT = {
    "MISSING_MARK": (0, "missing"),
    "SUIT_MARK": (0, "pink-circle blue-square green-triangle yellow-cross rocket"),
    "DEEP_MARK": (0, "clubs hearts caps planets submarine"),
    "ARROW_MARK": (1, "one-head two-heads three-heads four-heads"),
    "OMEGA_MARK": (0, "omega"),
    "NUMBER_MARK": (1, "number-1 number-2 number-3 number-4 number-5"),
    "RADIO_MARK": (0, "radio-unused radio-highest radio-only radio-lowest radio-spent"),
    "DEAD_ZONE_MARK": (0, "dead-zone"),
    "COMMANDER_MARK": (0, "commander"),
    "DONE_MARK": (0, "done"),
    "FAILED_MARK": (0, "failed"),
    "TURN_MARK": (0, "turn"),
    "WINNING_MARK": (0, "winning"),
    "HIDDEN_MARK": (0, "hidden"),
    "WAITING_MARK": (0, "waiting"),
    "UP_MARK": (0, "up"),
    "DOWN_MARK": (0, "down"),
    "RIGHT_MARK": (0, "right"),
    "LEFT_MARK": (0, "left"),
    "KEY_A_MARK": (0, "key-a"),
    "KEY_B_MARK": (0, "key-b"),
    "CUT_MARK": (0, "cut"),
    "BATTERY_MARK": (0, "battery-low battery-half battery-full"),
    "ACROSS_MARK": (0, "across"),
    "DOWNWARD_MARK": (0, "downward"),
    "DOT_MARK": (0, "dot"),
    "MORE_MARK": (0, "more"),
    "TRICK_MARK": (0, "trick"), "FIRST_MARK": (0, "first"),
    "HOLLOW_MARK": (
        1,
        "pale-circle pale-square pale-triangle pale-cross pale-rocket pale-clubs pale-hearts pale-caps pale-planets pale-submarine",
    ),
}


def lit(rows):
    """The lit pixels of a glyph as a set of (x, y)."""
    return {(x, y) for y, row in enumerate(rows) for x in range(font.WIDTH) if row >> (font.WIDTH - 1 - x) & 1}


def apart(one, other):
    """How many pixels differ where the two glyphs lie best over each other, moved by at most one pixel."""
    moved = [{(x + right, y + down) for x, y in lit(other)} for right in (-1, 0, 1) for down in (-1, 0, 1)]
    return min(len(lit(one) ^ pixels) for pixels in moved)


def test_the_boards_font_is_made_again_from_the_committed_pictures():
    assert font.make_sheet(LETTERS + DRAWN) == font.SHEET.read_bytes()


def test_the_sheet_reads_back_as_it_was_drawn():
    glyphs = font.read_glyphs(font.SHEET.read_bytes())
    assert {code: glyphs[code] for code in ROWS} == ROWS


def test_a_code_without_a_picture_shows_the_missing_mark():
    glyphs = font.read_glyphs(font.SHEET.read_bytes())
    for code in set(range(marks.GLYPHS)) - set(ROWS):
        assert glyphs[code] == ROWS[marks.MISSING_MARK]


def test_the_sheet_has_the_words_of_a_displayio_bitmap():
    # A Bitmap of 96 pixels' width and one bit has three 32-bit words a row; pixel x is bit 31 - x % 32 of its word.
    words = struct.unpack("<360I", font.SHEET.read_bytes())
    for code in (marks.SUIT_MARK + 2, ord("A"), ord("g"), marks.KEY_B_MARK):
        seen = set()
        for y in range(12):
            for x in range(6):
                across, down = code % 16 * 6 + x, code // 16 * 12 + y
                if words[down * 3 + across // 32] >> (31 - across % 32) & 1:
                    seen.add((x, y))
        assert seen == lit(ROWS[code])


def test_every_printable_character_and_every_mark_has_a_glyph():
    assert {drawing.code for drawing in LETTERS} == set(range(0x20, 0x7F))
    constants = {name for name in dir(marks) if name.endswith("_MARK")}
    assert constants == set(MEANT)
    meant = {}
    for name, (first, words) in MEANT.items():
        for offset, word in enumerate(words.split(), first):
            base = getattr(marks, name)
            meant[word] = base + offset + (marks.SUIT_MARK - 1 if name == "HOLLOW_MARK" else 0)
    assert meant == NAMED


def test_a_mark_is_one_byte_and_no_letter():
    for drawing in DRAWN:
        assert drawing.code < 0x20 or 0x7F <= drawing.code < marks.GLYPHS
        assert chr(drawing.code).encode("latin-1") == bytes((drawing.code,))


def test_only_the_blank_is_blank():
    assert [code for code, rows in ROWS.items() if not any(rows)] == [marks.BLANK]


def test_no_two_glyphs_look_equal():
    assert len({tuple(rows) for rows in ROWS.values()}) == len(ROWS)


@pytest.mark.parametrize("base", [marks.SUIT_MARK, marks.DEEP_MARK, marks.HOLLOW_MARK + 1, marks.HOLLOW_MARK + 6])
def test_suits_differ_by_shape_however_they_lie(base):
    for one in range(base, base + 5):
        for other in range(one + 1, base + 5):
            assert apart(ROWS[one], ROWS[other]) >= 9, (one, other)


def test_suits_are_filled_and_their_pale_forms_are_not():
    for code in range(marks.SUIT_MARK, marks.SUIT_MARKS_END):
        pale = ROWS[code + marks.HOLLOW_MARK]
        assert len(lit(ROWS[code])) >= 20
        assert apart(ROWS[code], pale) >= 7
        assert len(lit(pale)) <= len(lit(ROWS[code]))


def test_a_suit_leaves_a_gap_to_the_value_behind_it():
    for digit in "0123456789":
        assert all(x > 0 for x, _ in lit(ROWS[ord(digit)]))


def test_arrows_have_more_ink_with_every_head():
    # Heads of one and two are drawn larger, so only these steps can be compared.
    ink = [len(lit(ROWS[marks.ARROW_MARK + heads])) for heads in (3, 4)]
    assert ink[1] - ink[0] == 4


def test_characters_of_text_pictures_are_distinct_and_one_column_wide():
    characters = [drawing.character for drawing in DRAWN]
    assert len(set(characters)) == len(characters)
    assert "".join(picture.characters()[marks.SUIT_MARK : marks.SUIT_MARK + 5]) == "o#^+!"
    for character in characters[5:]:
        assert ord(character) > 0x7F
        assert unicodedata.east_asian_width(character) not in "WF"
        assert not unicodedata.combining(character)


def test_the_notices_name_every_holder_of_the_licence():
    notices = (font.SHEET.parent / "NOTICES").read_text(encoding="utf-8")
    for text in ("2000-2004 /efont/ The Electronic Font Open Laboratory", "Kazuhiko", "Kenji Kano", "Redistributions in binary form", "6x12"):
        assert text in notices


def luminance(colour):
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_pair_has_a_look_and_enough_contrast():
    assert len(palette.COLOURS) == 6 * marks.PAIRS
    assert len(palette.ONE_BIT) == marks.PAIRS
    for pair in range(marks.PAIRS):
        colours = palette.COLOURS[pair * 6 : pair * 6 + 6]
        dark, bright = sorted((luminance(colours[:3]), luminance(colours[3:])))
        dim = pair == marks.DIM or pair >= marks.DIM_PAIR
        assert (bright + 0.05) / (dark + 0.05) >= (2.8 if dim else 4.5), pair


def test_the_suits_colours_stay_bright_beside_the_dim_ones():
    for suit in range(5):
        bright, dim = ((marks.SUIT_PAIR + suit) * 6, (marks.DIM_PAIR + suit) * 6)
        assert luminance(palette.COLOURS[bright : bright + 3]) > 2.5 * luminance(palette.COLOURS[dim : dim + 3])


BLOCK = "01\no\nname\n" + "......\n" * 12


@pytest.mark.parametrize(
    "text, said",
    [
        (BLOCK.replace("......\n", "", 1), "12 rows"),
        (BLOCK.replace("......", ".....", 1), "6 pixels"),
        (BLOCK.replace("......", "..x...", 1), "# and ."),
        (BLOCK.replace("01", "a0"), "a0 is no glyph code"),
        (BLOCK.replace("01", "zz"), "zz is no glyph code"),
        (BLOCK.replace("o", "oo", 1), "one character"),
        (BLOCK + "\n" + BLOCK, "drawn twice"),
    ],
)
def test_a_picture_file_with_a_slip_is_refused_in_words(tmp_path, text, said):
    path = tmp_path / "marks.txt"
    path.write_text(text)
    with pytest.raises(font.FontError, match=re.escape(said)):
        font.read_pictures(path)


def test_pictures_are_written_as_they_are_read(tmp_path):
    path = tmp_path / "again.txt"
    font.write_pictures(path, LETTERS, "opening")
    assert [vars(drawing) for drawing in font.read_pictures(path)] == [vars(drawing) for drawing in LETTERS]


def test_a_missing_source_or_library_is_said_in_words(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pcffont", None)
    assert font.main(["cut", "nowhere.pcf.gz"]) == 1
    assert "pip install pcffont" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "pcffont", type(sys)("pcffont"))
    assert font.main(["cut", "nowhere.pcf.gz"]) == 1
    assert "nowhere.pcf.gz cannot be read" in capsys.readouterr().err

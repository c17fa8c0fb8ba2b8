"""The cell grid: what screens write, what a driver takes, and the pictures of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from firmware import marks
from firmware.grid import Grid
from host_tools import picture
from host_tools.vm import Call


def cells(grid, y=0):
    """A row of the grid as (glyphs as text, pairs)."""
    row = slice(y * grid.columns, (y + 1) * grid.columns)
    return grid.glyphs[row].decode("latin-1"), list(grid.pairs[row])


def take_all(grid):
    """Take every change as a driver does; return the places."""
    places = []
    for y in range(grid.rows):
        x = grid.take_change(y)
        while x >= 0:
            places.append((x, y))
            x = grid.take_change(y, x + 1)
    return places


def test_a_new_grid_is_blank_and_wholly_to_be_drawn():
    grid = Grid(3, 2)
    assert cells(grid, 1) == ("   ", [0, 0, 0])
    assert take_all(grid) == [(x, y) for y in range(2) for x in range(3)]
    assert not grid.changed()


def test_clear_leaves_nothing():
    grid = Grid(5, 2)
    grid.text(0, 1, "abcde", marks.ALERT)
    grid.clear()
    assert grid.glyphs == b" " * 10
    assert grid.pairs == bytes(10)


@given(some.integers(-12, 12), some.integers(-3, 4), some.text("ab\x01\x7f\x91", max_size=14), some.integers(0, 15))
def test_text_is_cut_at_the_edges_and_touches_nothing_else(x, y, text, pair):
    grid = Grid(7, 2)
    grid.text(0, 0, ".......", 9)
    grid.text(0, 1, ".......", 9)
    assert grid.text(x, y, text, pair) == x + len(text)
    for row in range(2):
        for column in range(7):
            inside = row == y and x <= column < x + len(text)
            expected = (ord(text[column - x]), pair) if inside else (ord("."), 9)
            at = row * 7 + column
            assert (grid.glyphs[at], grid.pairs[at]) == expected


def test_bytes_write_as_text_does():
    one, other = Grid(6, 1), Grid(6, 1)
    one.text(1, 0, "AB\x0f", 4)
    for kind in (bytes, bytearray, memoryview):
        other.clear()
        other.text(1, 0, kind(b"AB\x0f"), 4)
        assert (one.glyphs, one.pairs) == (other.glyphs, other.pairs)


def test_a_character_that_the_font_lacks_shows_the_missing_mark():
    grid = Grid(6, 1)
    grid.text(0, 0, "a\u03a9\u00e9\U0001f680")
    grid.text(4, 0, b"\xff")
    grid.put(5, 0, 200)
    assert list(grid.glyphs) == [ord("a")] + [marks.MISSING_MARK] * 5


def test_put_fill_and_tint_are_cut_at_the_edges():
    grid = Grid(4, 1)
    for x, y in ((-1, 0), (4, 0), (0, -1), (0, 1)):
        assert grid.put(x, y, 0x41, 5) == x + 1
        grid.tint(x, y, 0, 5)
    grid.tint(0, 1, 4, 5)
    grid.tint(0, -1, 4, 5)
    assert cells(grid) == ("    ", [0, 0, 0, 0])
    assert grid.fill(-2, 0, 4, 0x2D, 3) == 2
    assert cells(grid) == ("--  ", [3, 3, 0, 0])
    grid.tint(1, 0, 9, 2)
    grid.tint(-3, 0, 4, 6)
    assert cells(grid) == ("--  ", [6, 2, 2, 2])


@given(some.integers(-(2**30) + 1, 2**30 - 1), some.integers(0, 12))
def test_number_writes_what_a_text_of_it_would(number, width):
    grid = Grid(14, 1)
    text = str(number).rjust(width)
    assert grid.number(1, 0, number, 7, width) == 1 + len(text)
    assert cells(grid) == ((" " + text).ljust(14), [0] + [7] * len(text) + [0] * (13 - len(text)))


def test_a_driver_takes_each_changed_cell_once():
    grid = Grid(8, 3)
    take_all(grid)
    grid.text(2, 1, "ab")
    grid.put(7, 2, 0x20, marks.CURSOR)
    assert grid.changed()
    assert take_all(grid) == [(2, 1), (3, 1), (7, 2)]
    assert not grid.changed()
    assert take_all(grid) == []


def test_a_changed_glyph_or_a_changed_pair_alone_is_a_change():
    grid = Grid(2, 1)
    take_all(grid)
    grid.put(1, 0, 0x41)
    assert grid.changed()
    assert take_all(grid) == [(1, 0)]
    grid.tint(0, 0, 1, marks.DIM)
    assert grid.changed()
    assert take_all(grid) == [(0, 0)]


def test_drawing_the_same_again_changes_nothing():
    grid = Grid(8, 2)

    def draw():
        grid.clear()
        grid.number(grid.text(0, 0, "trick "), 0, 3, marks.DIM)
        grid.fill(0, 1, 8, pair=marks.BAR)

    draw()
    take_all(grid)
    draw()
    assert not grid.changed()


def test_repaint_draws_all_again():
    grid = Grid(3, 1)
    take_all(grid)
    grid.repaint()
    assert grid.changed()
    assert len(take_all(grid)) == 3


DRAW = """
from firmware.grid import Grid
grid = Grid(21, 5)
NAME = bytearray(b"CLEO\\x15")
def draw():
    grid.clear()
    grid.text(-2, 0, "mission \\x01", 9)
    grid.number(grid.text(10, 0, NAME, 3), 0, -1234567, 4, 11)
    grid.fill(0, 1, 30, 0x8E, 1)
    grid.tint(3, 1, 4, 2)
    grid.put(20, 4, 250, 8)
def take():
    for y in range(5):
        x = grid.take_change(y)
        while x >= 0:
            x = grid.take_change(y, x + 1)
def idle():
    draw()
    if grid.changed():
        raise ValueError
"""
FILES = ["firmware/__init__.py", "firmware/grid.py", "firmware/marks.py"]


def test_the_vms_draw_the_same_cells(unix_vm):
    here = {}
    exec(DRAW + "draw()", here)  # noqa: S102
    said = unix_vm(DRAW + "draw()\nprint(list(grid.glyphs), list(grid.pairs))", FILES)
    assert said == f"{list(here['grid'].glyphs)} {list(here['grid'].pairs)}\n"


def test_drawing_and_taking_changes_allocate_nothing_on_a_board(node_vm):
    calls = [Call("draw"), Call("take"), Call("idle")]
    steps = node_vm([DRAW] + calls + calls, FILES)  # the first round makes one-letter strings, once and for ever
    assert [step.allocated for step in steps[-3:]] == [0, 0, 0]


def mixed():
    grid = Grid(6, 2)
    grid.text(0, 0, "o\x01", marks.SUIT_PAIR)
    grid.text(0, 1, "\x01\x1e", marks.DIM_PAIR)
    grid.put(5, 1, 0x20, marks.CURSOR)
    return grid


def test_a_text_picture_frames_characters_and_then_pairs():
    assert picture.to_text(mixed()).splitlines() == [
        "+------+",
        "|oo    |",
        "|oⒶ    |",
        "+------+",
        "|pP....|",
        "|QQ...c|",
        "+------+",
    ]


def test_text_pictures_have_a_letter_for_each_pair_and_tell_marks_from_letters():
    assert len(set(picture.PAIR_LETTERS + picture.MARK_LETTERS)) == 2 * marks.PAIRS
    letter, mark = Grid(1, 1), Grid(1, 1)
    letter.text(0, 0, "o", marks.SUIT_PAIR)
    mark.put(0, 0, marks.SUIT_MARK, marks.SUIT_PAIR)
    assert picture.to_text(letter) != picture.to_text(mark)


def test_a_picture_has_the_displays_true_pixels_times_the_scale(tmp_path):
    picture.png(mixed(), tmp_path / "screen.png", scale=3)
    with Image.open(tmp_path / "screen.png") as found:
        assert found.size == (6 * 6 * 3, 2 * 12 * 3)
        # The first lit pixel of the pink circle of cell 1 is at (8, 4).
        assert found.getpixel((8 * 3, 4 * 3)) == found.getpixel((8 * 3 + 2, 4 * 3 + 2)) == (0xFF, 0x70, 0xB8)
        assert found.getpixel((8 * 3 - 1, 4 * 3)) == (0, 0, 0)


def test_one_bit_pictures_swap_underline_and_hollow():
    circle = picture.one_bit(marks.SUIT_MARK, marks.SUIT_PAIR)
    assert circle == list(picture.glyphs()[marks.SUIT_MARK])
    assert picture.one_bit(marks.SUIT_MARK, marks.CURSOR) == [row ^ 0x3F for row in circle]
    assert picture.one_bit(marks.SUIT_MARK, marks.BAR) == circle[:11] + [0x3F]
    assert picture.one_bit(marks.SUIT_MARK, marks.DIM_PAIR) == list(picture.glyphs()[marks.SUIT_MARK + marks.HOLLOW_MARK])
    for glyph in (0x38, marks.OMEGA_MARK, marks.SUIT_MARKS_END):
        assert picture.one_bit(glyph, marks.DIM_PAIR) == list(picture.glyphs()[glyph])


def test_a_picture_changes_no_grid():
    grid = mixed()
    take_all(grid)
    picture.image(grid)
    picture.to_text(grid)
    assert not grid.changed()


def test_a_contact_sheet_holds_every_screen(tmp_path):
    screens = [(f"screen {number}", Grid(26, 10)) for number in range(5)]
    picture.contact_sheet(screens, tmp_path / "all.png", scale=1, width=400)
    with Image.open(tmp_path / "all.png") as found:
        assert found.width <= 400
        assert found.height > 3 * 120


def test_a_contact_sheet_of_nothing_is_still_a_picture(tmp_path):
    picture.contact_sheet([], tmp_path / "none.png")
    with Image.open(tmp_path / "none.png") as found:
        assert found.size >= (1, 1)


@pytest.mark.parametrize("pair", range(marks.PAIRS))
def test_every_pair_can_be_drawn_both_ways(pair):
    grid = Grid(2, 1)
    grid.text(0, 0, "8\x04", pair)
    for mono in (False, True):
        assert len(picture.image(grid, mono=mono).getcolors()) == 2

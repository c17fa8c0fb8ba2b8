"""Pictures of a cell grid: as PNG, a display's true pixels times a whole number, and as text for golden files.

Serves make demo, tests and whoever looks at screens. It draws what boards draw: the sheet firmware/font/latin.bin with
the colours and the one-bit rules of firmware/palette.py. It changes no grid, and what the display shows stays noted.
"""

from functools import lru_cache

from firmware.grid import Grid
from firmware.marks import BAR, BLANK, GLYPHS, HOLLOW_MARK, NORMAL, SUIT_MARK, SUIT_MARKS_END
from firmware.palette import COLOURS, INVERSE, ONE_BIT, PALE, UNDERLINED
from host_tools.font import HEIGHT, MARKS, SHEET, WIDTH, read_glyphs, read_pictures

# A letter for each pair: normal is a dot, then Dim, Cursor, Pink, Blue, Green, Yellow, Rocket, Alert, Head line (BAR),
# oK (GOOD), and the dim suits in the same order. A capital says that the cell holds a mark, so that the letter o and a
# pink circle, which is an o in the upper block, differ.
PAIR_LETTERS = ".dcpbgyrahkqvjzs"
MARK_LETTERS = "NDCPBGYRAHKQVJZS"

_ALL_LIT = (1 << WIDTH) - 1


@lru_cache(maxsize=None)
def glyphs():
    """Return, for each glyph code, twelve rows of six bits, as the boards' sheet has them."""
    return read_glyphs(SHEET.read_bytes())


@lru_cache(maxsize=None)
def characters():
    """Return, for each glyph code, its character in text pictures."""
    found = {picture.code: picture.character for picture in read_pictures(MARKS)}
    return [chr(code) if BLANK <= code < 0x7F else found.get(code, found[0]) for code in range(GLYPHS)]


def one_bit(glyph, pair):
    """Return a glyph's rows as a display with one bit a pixel shows them in this pair."""
    look = ONE_BIT[pair]
    if look == PALE and SUIT_MARK <= glyph < SUIT_MARKS_END:
        glyph += HOLLOW_MARK
    rows = list(glyphs()[glyph])
    if look == INVERSE:
        rows = [row ^ _ALL_LIT for row in rows]
    elif look == UNDERLINED:
        rows[-1] = _ALL_LIT
    return rows


def image(grid, scale=1, mono=False):
    """Return a Pillow image of the grid, 6 x 12 pixels a cell, each pixel a square of scale."""
    from PIL import Image

    width = grid.columns * WIDTH
    pixels = bytearray(width * grid.rows * HEIGHT * 3)
    for y in range(grid.rows):
        for x in range(grid.columns):
            at = y * grid.columns + x
            pair = grid.pairs[at]
            if mono:
                rows = one_bit(grid.glyphs[at], pair)
                lit, ground = b"\xff\xff\xff", b"\0\0\0"
            else:
                rows = glyphs()[grid.glyphs[at]]
                lit, ground = COLOURS[pair * 6 : pair * 6 + 3], COLOURS[pair * 6 + 3 : pair * 6 + 6]
            for down, row in enumerate(rows):
                start = ((y * HEIGHT + down) * width + x * WIDTH) * 3
                line = b"".join(lit if row >> bit & 1 else ground for bit in range(WIDTH - 1, -1, -1))
                pixels[start : start + WIDTH * 3] = line
    picture = Image.frombytes("RGB", (width, grid.rows * HEIGHT), bytes(pixels))
    return picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST)


def png(grid, path, scale=4, mono=False):
    """Write the grid as a PNG file."""
    image(grid, scale, mono).save(path)


def contact_sheet(screens, path, scale=2, mono=False, width=1200):
    """Write many screens into one PNG file, (title, grid) each, in rows of at most width pixels."""
    from PIL import Image

    gap = 6 * scale
    placed = []
    left = top = gap
    tallest = widest = 0
    for title, grid in screens:
        head = Grid(max(len(title), 1), 1)
        head.text(0, 0, title, BAR if mono else NORMAL)
        name = image(head)
        picture = image(grid, scale, mono)
        across = max(name.width, picture.width)
        if left > gap and left + across + gap > width:
            left = gap
            top += tallest + gap
            tallest = 0
        placed.append((name, left, top))
        placed.append((picture, left, top + name.height + 2))
        left += across + gap
        widest = max(widest, left)
        tallest = max(tallest, name.height + 2 + picture.height)
    sheet = Image.new("RGB", (max(widest, 1), top + tallest + gap), (0x50, 0x50, 0x50))
    for picture, x, y in placed:
        sheet.paste(picture, (x, y))
    sheet.save(path)


def to_text(grid):
    """Return the grid as text: a framed block with a character a cell, under it one with the letter of its pair."""
    named = characters()
    edge = "+" + "-" * grid.columns + "+"
    upper = [edge]
    lower = [edge]
    for y in range(grid.rows):
        cells = range(y * grid.columns, (y + 1) * grid.columns)
        upper.append("|" + "".join(named[grid.glyphs[at]] for at in cells) + "|")
        letters = []
        for at in cells:
            plain = BLANK <= grid.glyphs[at] < 0x7F
            letters.append((PAIR_LETTERS if plain else MARK_LETTERS)[grid.pairs[at]])
        lower.append("|" + "".join(letters) + "|")
    return "\n".join(upper + lower + [edge]) + "\n"

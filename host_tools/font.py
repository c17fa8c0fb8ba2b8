"""Makes firmware/font/latin.bin, the glyphs that a handheld draws, from two text files of pictures.

    python -m host_tools.font build         host_tools/latin.txt + marks.txt -> firmware/font/latin.bin
    python -m host_tools.font cut SOURCE    the ASCII of a PCF font (b12.pcf.gz) -> latin.txt, then build

Serves whoever changes a mark, and the desktop displays, which read the same file as the boards. It never runs on a board.

latin.bin is a sheet of 96 x 120 pixels, one bit each, 1 is lit: sixteen glyphs of 6 x 12 side by side, ten rows of them;
glyph code c is the tile c. A row of pixels is twelve bytes, the leftmost pixel in the highest bit, but of each four bytes
the last comes first: so displayio keeps the words of a Bitmap(96, 120, 2) on little-endian boards, which therefore read
the file straight into it. Pixel (x, y) is bit 7 - x % 8 of byte (y * 12 + x // 8) ^ 3.
"""

import argparse
import gzip
import sys
from pathlib import Path

from firmware.marks import GLYPHS, MISSING_MARK

WIDTH = 6
HEIGHT = 12
ACROSS = 16
ROW_BYTES = ACROSS * WIDTH // 8
SHEET_BYTES = ROW_BYTES * HEIGHT * (GLYPHS // ACROSS)

ROOT = Path(__file__).resolve().parent.parent
LATIN = ROOT / "host_tools" / "latin.txt"
MARKS = ROOT / "host_tools" / "marks.txt"
SHEET = ROOT / "firmware" / "font" / "latin.bin"
PCFFONT = "pcffont==0.0.34"


class FontError(Exception):
    """A source that cannot be used; the text is for people."""


class Picture:
    """One glyph of a picture file: code, character in text pictures, name, and rows, twelve integers of six bits."""

    def __init__(self, code, character, name, rows):
        self.code = code
        self.character = character
        self.name = name
        self.rows = rows


def read_pictures(path):
    """Return the Pictures of a file, in its order. Raise FontError with place and reason if it is no picture file."""
    pictures = []
    block = []
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines + [""], 1):
        if line.startswith(";"):
            continue
        if line.strip():
            block.append(line.split())
        elif block:
            pictures += _read_block(block, f"{path.name}, block before line {number}")
            block = []
    seen = set()
    for picture in pictures:
        if picture.code in seen:
            raise FontError(f"{path.name}: glyph {picture.code:02x} is drawn twice. Keep one of the two.")
        seen.add(picture.code)
    return pictures


def _read_block(block, place):
    if len(block) != 3 + HEIGHT or any(len(line) != len(block[0]) for line in block):
        raise FontError(f"{place}: a block is a line of codes, one of characters, one of names and {HEIGHT} rows, with as many entries in each.")
    pictures = []
    for column in zip(*block):
        code, character, name = column[:3]
        rows = []
        for row in column[3:]:
            if len(row) != WIDTH or row.strip("#."):
                raise FontError(f"{place}: {row} in {name} is not {WIDTH} pixels of # and .")
            rows.append(int(row.replace("#", "1").replace(".", "0"), 2))
        if len(character) != 1:
            raise FontError(f"{place}: {name} needs one character for text pictures, not {character}")
        try:
            number = int(code, 16)
        except ValueError:
            number = -1
        if not 0 <= number < GLYPHS:
            raise FontError(f"{place}: {code} is no glyph code from 00 to {GLYPHS - 1:02x}.")
        pictures.append(Picture(number, character, name, rows))
    return pictures


def write_pictures(path, pictures, opening, across=8):
    """Write Pictures as a picture file, eight side by side."""
    lines = ["; " + line for line in opening.splitlines()]
    for start in range(0, len(pictures), across):
        some = pictures[start : start + across]
        lines.append("")
        lines.append(" ".join(f"{picture.code:02x}".ljust(WIDTH) for picture in some).rstrip())
        lines.append(" ".join(picture.character.ljust(WIDTH) for picture in some).rstrip())
        lines.append(" ".join(picture.name.ljust(WIDTH) for picture in some).rstrip())
        for y in range(HEIGHT):
            lines.append(" ".join(f"{picture.rows[y]:06b}".replace("0", ".").replace("1", "#") for picture in some))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def make_sheet(pictures):
    """Return the bytes of latin.bin. Codes without a picture get the one of MISSING_MARK."""
    rows_of = {picture.code: picture.rows for picture in pictures}
    sheet = bytearray(SHEET_BYTES)
    for code in range(GLYPHS):
        rows = rows_of.get(code, rows_of[MISSING_MARK])
        left = code % ACROSS * WIDTH
        top = code // ACROSS * HEIGHT
        for y, row in enumerate(rows):
            for x in range(WIDTH):
                if row >> (WIDTH - 1 - x) & 1:
                    sheet[_byte(left + x, top + y)] |= 0x80 >> (left + x) % 8
    return bytes(sheet)


def _byte(x, y):
    return (y * ROW_BYTES + x // 8) ^ 3


def read_glyphs(sheet):
    """Return, for each glyph code, its twelve rows as integers of six bits, leftmost pixel highest."""
    glyphs = []
    for code in range(GLYPHS):
        left = code % ACROSS * WIDTH
        top = code // ACROSS * HEIGHT
        rows = []
        for y in range(top, top + HEIGHT):
            row = 0
            for x in range(left, left + WIDTH):
                row = row << 1 | sheet[_byte(x, y)] >> (7 - x % 8) & 1
            rows.append(row)
        glyphs.append(rows)
    return glyphs


def cut(source):
    """Return the Pictures of a PCF font's printable ASCII characters, which must be cells of 6 x 12."""
    try:
        import pcffont
    except ImportError:
        raise FontError(f"Reading a PCF font needs a library that Crewlink does not need otherwise. Get it with: pip install {PCFFONT}") from None
    try:
        data = Path(source).read_bytes()
    except OSError as problem:
        raise FontError(f"{source} cannot be read ({problem.strerror}). Debian has it in the package xfonts-efont-unicode.") from None
    try:
        font = pcffont.PcfFont.parse(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except Exception as problem:
        raise FontError(f"{source} is no PCF font ({problem}). Give b12.pcf.gz of efont.") from None
    ascent = font.accelerators.font_ascent
    if ascent + font.accelerators.font_descent != HEIGHT:
        raise FontError(f"{source} is not {HEIGHT} pixels high, and a cell is. Give b12.pcf.gz of efont.")
    pictures = []
    for code in range(0x20, 0x7F):
        index = font.bdf_encodings.get(code)
        if index is None:
            raise FontError(f"{source} has no {chr(code)!r}, and texts need every printable ASCII character.")
        metric = font.metrics[index]
        if metric.character_width != WIDTH or metric.left_side_bearing < 0 or metric.right_side_bearing > WIDTH:
            raise FontError(f"{chr(code)!r} in {source} is wider than a cell of {WIDTH} pixels.")
        rows = [0] * HEIGHT
        for y, row in enumerate(font.bitmaps[index], ascent - metric.ascent):
            for x, lit in enumerate(row, metric.left_side_bearing):
                if lit:
                    rows[y] |= 1 << (WIDTH - 1 - x)
        character = chr(code) if code > 0x20 else "␣"
        pictures.append(Picture(code, character, character, rows))
    return pictures


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.font", description="Make the handheld's font.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="latin.txt and marks.txt -> firmware/font/latin.bin")
    commands.add_parser("cut", help="ASCII of a PCF font -> latin.txt, then build").add_argument("source", metavar="SOURCE")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "cut":
            opening = "Printable ASCII of efont's b12, made by: python -m host_tools.font cut b12.pcf.gz\nLicence: firmware/font/NOTICES."
            write_pictures(LATIN, cut(chosen.source), opening)
        pictures = read_pictures(LATIN) + read_pictures(MARKS)
    except FontError as problem:
        print(problem, file=sys.stderr)
        return 1
    SHEET.parent.mkdir(exist_ok=True)
    SHEET.write_bytes(make_sheet(pictures))
    print(f"{SHEET.relative_to(ROOT)}: {len(pictures)} glyphs, {SHEET_BYTES} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Draws how boards of a kind are joined: boards/NAME/wiring.svg from boards/NAME/definition.py.

    python -m host_tools.wiring            draw all boards
    python -m host_tools.wiring NAME...    draw these

Serves the wiring page of each board; a test compares what lies there with what would be drawn. It knows the pins by the
definition, and what is printed beside them on the board by PRINTED. It draws no board to measure by.
"""

import argparse
import ast
import sys
from pathlib import Path

BOARDS = Path(__file__).resolve().parent.parent / "boards"

_PICO = {"tx": "GP0, pin 1", "rx": "GP1, pin 2", "ground": "GND, pin 3", "volts": "3V3(OUT), pin 36"}
_FEATHER = {"tx": "TX (15th)", "rx": "RX (14th)", "ground": "GND (4th)", "volts": "3V (2nd)"}
# What is printed on the board, where that is another word than the pin's name, and where it is.
PRINTED = {
    "clue_nrf52840_express": {"tx": "pad 1", "rx": "pad 0", "ground": "pad GND", "volts": "pad 3V"},
    "pygamer": _FEATHER,
    "pybadge": _FEATHER,
    "feather_nrf52840_oled": _FEATHER,
    "feather_esp32s3_reverse_tft": _FEATHER,
    "pico_display": _PICO,
    "pico2_display": _PICO,
    "pico_display_2": _PICO,
    "pico_lcd_1_3": _PICO,
    "pico_lcd_1_3_circuitpython": _PICO,
}
# How to find the places that are counted.
_COUNTED = "Places are counted along the row of 16 from its end with RST"
COUNTED = {
    "pygamer": _COUNTED + ", on the Feather header: the two rows of sockets on the back.",
    "pybadge": _COUNTED + ", on the Feather header: the two rows of sockets on the back.",
    "feather_nrf52840_oled": _COUNTED + ".",
    "feather_esp32s3_reverse_tft": _COUNTED + ".",
}
_USUAL = {"ground": "GND", "volts": "3V"}

_INK = "#22303c"
_DATA = "#1f6fb2"
_GROUND = "#2e7d32"
_VOLTS = "#b23b3b"
_PALE = "#8b97a1"
_WIDTH = 980
_HEIGHT = 480
_FONT = "font-family='Verdana, DejaVu Sans, sans-serif'"


class WiringError(Exception):
    """A board that cannot be drawn; the text is for people."""


def definition(name):
    """Return the definition of the board in folder ``name``. Raises WiringError where there is none."""
    try:
        tree = ast.parse((BOARDS / name / "definition.py").read_text(encoding="utf-8"))
    except (OSError, SyntaxError) as problem:
        raise WiringError(f"boards/{name}/definition.py cannot be read ({problem}). The boards are: {', '.join(names())}.") from None
    return ast.literal_eval(tree.body[-1].value)


def names():
    """Return the folders of all boards."""
    return sorted(path.parent.name for path in BOARDS.glob("*/definition.py"))


def printed(name, settings):
    """Return what stands on the board beside TX, RX, ground and 3.3 V."""
    pins = [pin if isinstance(pin, str) else f"GP{pin}" for pin in settings["uart"][-2:]]
    return {"tx": pins[0], "rx": pins[1], **_USUAL, **PRINTED.get(name, {})}


class Drawing:
    """An SVG in the making: ``parts`` are its elements, in pixels from the upper left corner."""

    def __init__(self):
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def line(self, *points, colour=_INK, width=2.5, dashes=""):
        path = " ".join(f"{x},{y}" for x, y in points)
        dashes = f" stroke-dasharray='{dashes}'" if dashes else ""
        self.add(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='{width}' stroke-linejoin='round'{dashes}/>")

    def box(self, x, y, width, height, fill="white", colour=_INK, round=10, line=2):
        self.add(f"<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='{round}' fill='{fill}' stroke='{colour}' stroke-width='{line}'/>")

    def text(self, x, y, words, size=14, colour=_INK, anchor="middle", bold=False):
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        weight = " font-weight='bold'" if bold else ""
        self.add(f"<text x='{x}' y='{y}' font-size='{size}' fill='{colour}' text-anchor='{anchor}'{weight}>{words}</text>")

    def dot(self, x, y, colour=_INK, radius=5):
        self.add(f"<circle cx='{x}' cy='{y}' r='{radius}' fill='{colour}'/>")

    def arrow(self, x, y, colour, turn=0):
        """A head pointing right, its tip at (x, y), turned clockwise by ``turn`` degrees."""
        self.add(f"<path d='M0,0 l-13,-6 v12 z' fill='{colour}' transform='translate({x} {y}) rotate({turn})'/>")

    def resistor(self, x, y, words, upright=False):
        """A resistor with its middle at (x, y), beside it what it is."""
        if upright:
            self.box(x - 7, y - 20, 14, 40, round=0)
            self.text(x + 14, y + 5, words, 13, anchor="start", bold=True)
        else:
            self.box(x - 20, y - 7, 40, 14, round=0)
            self.text(x, y - 15, words, 13, bold=True)

    def svg(self, title, height=_HEIGHT):
        parts = "\n".join(self.parts)
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_WIDTH} {height}' width='{_WIDTH}' height='{height}' {_FONT}>\n"
            f"<title>{title}</title>\n<rect width='{_WIDTH}' height='{height}' fill='white'/>\n{parts}\n</svg>\n"
        )


def _screen(drawing, settings, x, y, width, height):
    """The display of a board in its proportions, in the middle of a place."""
    scale = min(width / settings["width"], height / settings["height"])
    wide, high = round(settings["width"] * scale), round(settings["height"] * scale)
    drawing.box(x + (width - wide) // 2, y + (height - high) // 2, wide, high, fill="#101820", round=3, line=1)
    drawing.text(x + width // 2, y + height // 2 + 5, f"{settings['width']} x {settings['height']}", 11, colour="#dfe7ee")


def _board(drawing, settings, x, title, words, ours):
    """A board of the ring from x on, 210 wide: RX and ground left, TX and ground right, above RX its 47 kOhm."""
    colour = _INK if ours else _PALE
    drawing.box(x, 110, 210, 220, fill="#f4f7f9" if ours else "white", colour=colour, line=3 if ours else 2)
    drawing.text(x + 105, 96, title, 15, bold=ours)
    _screen(drawing, settings, x + 80, 124, 116, 76)
    # From RX up to the board's own supply.
    drawing.line((x + 22, 158), (x + 22, 262), colour=_VOLTS)
    drawing.resistor(x + 22, 200, "47 k\u03a9", upright=True)
    drawing.text(x + 22, 136, "3.3 V", 12, colour=_VOLTS)
    drawing.dot(x + 22, 158, _VOLTS)
    for left, y, word, ink in ((True, 262, words["rx"], _DATA), (True, 302, words["ground"], _GROUND), (False, 262, words["tx"], _DATA),
                               (False, 302, words["ground"], _GROUND)):  # fmt: skip
        drawing.line((x if left else x + 175, y), (x + 35 if left else x + 210, y), colour=ink)
        drawing.dot(x if left else x + 210, y, ink, 6)
        drawing.text(x + 34 if left else x + 176, y - 7, ("RX" if left else "TX") if y == 262 else "GND", 13, anchor="start" if left else "end", bold=True)
        if ours and (word not in ("RX", "TX", "GND")):
            drawing.text(x + 34 if left else x + 176, y + 15, word, 10, anchor="start" if left else "end")
    drawing.dot(x + 22, 262, _DATA, 4)


def ring(name, settings):
    """Return the SVG of a ring of such boards: this one, the one before and the next."""
    drawing = Drawing()
    words = printed(name, settings)
    drawing.text(_WIDTH // 2, 34, f"{settings['title']}: the ring", 20, bold=True)
    drawing.text(_WIDTH // 2, 58, "two to five boards, the last one's TX to the first one's RX; other boards may stand in the ring too", 13, colour=_PALE)
    places = (20, 385, 750)
    for x, title in zip(places, ("the board before", "this board", "the next board")):
        _board(drawing, settings, x, title, words, title == "this board")
    for x in places[:2]:
        start, end = x + 210, x + 365
        drawing.line((start, 262), (end, 262), colour=_DATA)
        drawing.resistor(start + 58, 262, "1 k\u03a9")
        drawing.arrow(end - 8, 262, _DATA)
        drawing.line((start, 302), (end, 302), colour=_GROUND, width=5)
        drawing.text((start + end) // 2, 322, "ground, mates first", 12, colour=_GROUND)
    # Back to the start.
    drawing.line((960, 262), (972, 262), (972, 372), (8, 372), (8, 262), (20, 262), colour=_DATA, dashes="7 5")
    drawing.line((960, 302), (966, 302), (966, 366), (14, 366), (14, 302), (20, 302), colour=_GROUND, width=3, dashes="7 5")
    drawing.arrow(_WIDTH // 2 - 6, 372, _DATA, 180)
    drawing.text(_WIDTH // 2, 392, "and so round to the first board, through its 1 k\u03a9 again", 12, colour=_PALE)
    _legend(drawing, words, (
        "No power wire between boards: each has its own supply. No 3.5 mm jacks: they join what must not meet while they go in.",
        "A board that is off, or a cable that is out, opens the ring: the displays say after whom it is silent, and the game waits.",
        "As many ground wires as boards, two at each board's ground; between just two boards one is enough.",
        *([COUNTED[name]] if name in COUNTED else ()),
    ))  # fmt: skip
    return drawing.svg(f"The ring of {settings['title']}", _HEIGHT + 20 + 20 * (name in COUNTED))


def _legend(drawing, words, sentences, y=420):
    drawing.text(20, y, f"On this board: TX is {words['tx']}, RX is {words['rx']}, ground is {words['ground']}, 3.3 V is {words['volts']}.", 13, anchor="start", bold=True)
    for number, sentence in enumerate(sentences, 1):
        drawing.text(20, y + 20 * number, sentence, 13, anchor="start")


def pair(name, settings):
    """Return the SVG of two boards on one wire."""
    drawing = Drawing()
    words = printed(name, settings)
    drawing.text(_WIDTH // 2, 34, f"{settings['title']}: a pair on one wire", 20, bold=True)
    drawing.text(_WIDTH // 2, 58, "two boards and JARVIS; both send and hear on the same wire, one at a time", 13, colour=_PALE)
    for x, left in ((60, True), (680, False)):
        drawing.box(x, 110, 240, 180, fill="#f4f7f9", line=3)
        drawing.text(x + 120, 96, "this board" if left else "the other one, just the same", 15, bold=True)
        _screen(drawing, settings, x + (15 if left else 115), 128, 110, 56)
        edge = x + 240 if left else x
        inner = edge - 60 if left else edge + 60
        drawing.line((inner, 150), (inner, 230), colour=_VOLTS)
        drawing.resistor(inner, 178, "", upright=True)
        drawing.text(inner, 142, "3.3 V", 12, colour=_VOLTS)
        drawing.text(inner - 14 if left else inner + 14, 206, "pull-up", 11, anchor="end" if left else "start")
        drawing.dot(inner, 230, _DATA, 4)
        for y, word, ink in ((230, "TX, RX", _DATA), (265, "ground", _GROUND)):
            drawing.line((inner - 20 if left else inner + 20, y), (edge, y), colour=ink)
            drawing.dot(edge, y, ink, 6)
            drawing.text(inner - 28 if left else inner + 28, y + 5, word, 13, anchor="end" if left else "start", bold=True)
    drawing.line((300, 230), (680, 230), colour=_DATA)
    drawing.arrow(670, 230, _DATA)
    drawing.arrow(310, 230, _DATA, 180)
    drawing.text(_WIDTH // 2, 220, "the link cable: signal", 13, colour=_DATA)
    drawing.line((300, 265), (680, 265), colour=_GROUND, width=5)
    drawing.text(_WIDTH // 2, 285, "ground", 13, colour=_GROUND)
    switch = f", its pull-up is switched on by GP{settings['pull']}" if "pull" in settings else ""
    drawing.text(20, 330, f"On this board: TX is {words['tx']} and RX is {words['rx']}, joined at the socket{switch}. Nothing to solder.", 13, anchor="start", bold=True)
    drawing.text(20, 350, "No power goes through the cable: each board has its own battery.", 13, anchor="start")
    drawing.text(20, 370, "A board that is off, or a cable that is out, is said on the other one's display, and the game waits.", 13, anchor="start")
    return drawing.svg(f"A pair of {settings['title']}", 390)


def draw(name):
    """Return the SVG of the board in folder ``name``. Raises WiringError where it has no line to draw."""
    settings = definition(name)
    if not settings["uart"]:
        raise WiringError(f"{name} has no UART, so there is nothing to draw.")
    return (pair if settings["half_duplex"] else ring)(name, settings)


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.wiring", description="Draw the wiring of boards as SVG.")
    parser.add_argument("names", metavar="NAME", nargs="*", help="folders of boards/; all by default")
    try:
        for name in parser.parse_args(arguments).names or names():
            (BOARDS / name / "wiring.svg").write_text(draw(name), encoding="utf-8")
            print(f"boards/{name}/wiring.svg")
    except WiringError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

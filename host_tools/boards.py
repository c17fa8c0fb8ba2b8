"""The boards that the simulated table can show: size of the display, cells, and the keys with what each of them means.

Serves host_tools/simulator.py (a simulated board takes columns, rows, mono and keys from here) and host_tools/table.py
(the page draws them). The sizes are those of real boards; pins and drivers are not known here.
"""

from dataclasses import dataclass

from firmware.wire import KEY_BACK, KEY_CHOOSE, KEY_DOWN, KEY_MENU, KEY_NEXT, KEY_PREVIOUS, KEY_UP


@dataclass(frozen=True)
class Key:
    """One key of a board.

    ``label`` stands on it, ``role`` is KEY_... of firmware/wire.py, ``place`` says where the page draws it (left, right,
    up, down on the cross; round beside it; pill between them), ``typed`` are the keys of a desktop keyboard that press
    it, by their name in the browser's KeyboardEvent.key, and ``help`` says for people what it does ("" where another key says it).
    """

    label: str
    role: int
    place: str
    typed: tuple
    help: str


@dataclass(frozen=True)
class Board:
    """A board to simulate: ``width`` x ``height`` pixels, ``columns`` x ``rows`` cells of 6 x 12 in their middle."""

    title: str
    width: int
    height: int
    columns: int
    rows: int
    mono: bool
    keys: tuple

    def roles(self):
        """Return what each physical key is, as ``keys`` of firmware/hal/__init__.py asks for it."""
        return bytes(key.role for key in self.keys)


# On every board A steps on and B chooses, as the screens say. Where a board lacks a key, one of these held down does its work.
_A = Key("A", KEY_NEXT, "round", ("ArrowRight", "ArrowDown", "a"), "step on; held: step back")
_B = Key("B", KEY_CHOOSE, "round", ("Enter", "b"), "choose, confirm")
_B_HELD = Key("B", KEY_CHOOSE, "round", ("Enter", "b"), "choose, confirm; held: back")
_CROSS = (
    Key("left", KEY_PREVIOUS, "left", ("ArrowLeft",), "step back"),
    Key("right", KEY_NEXT, "right", ("ArrowRight",), "step on"),
    Key("up", KEY_UP, "up", ("ArrowUp",), "up"),
    Key("down", KEY_DOWN, "down", ("ArrowDown",), "down"),
    Key("A", KEY_NEXT, "round", ("a",), ""),
)
_C = Key("C", KEY_BACK, "round", ("Backspace", "Escape", "c"), "back")
_START = Key("start", KEY_MENU, "pill", ("m",), "menu")
_SELECT = Key("select", KEY_BACK, "pill", ("Backspace", "Escape"), "back")

BOARDS = {
    "pygamer": Board("PyGamer, 160 x 128 in colour", 160, 128, 26, 10, False, (*_CROSS, _B, _START, _SELECT)),
    "feather_oled": Board("Feather with OLED wing, 128 x 64, one bit", 128, 64, 21, 5, True, (_A, _B, _C)),
    "thumby": Board("Thumby, 72 x 40, one bit", 72, 40, 12, 3, True, (*_CROSS, _B_HELD)),
    "clue": Board("CLUE, 240 x 240 in colour, two keys", 240, 240, 40, 20, False, (_A, _B_HELD)),
}
USUAL = "pygamer"

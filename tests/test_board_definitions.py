"""Each board's definition fits the board: its pins are in its own build's list, its keys in the firmware's, its page tells all."""

import ast
import pathlib
import re

import pytest

from firmware import wire
from host_tools import typecheck, wiring
from tests.conftest import missing

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOARDS = wiring.names()
CIRCUIT = [name for name in BOARDS if wiring.definition(name)["platform"] == "circuitpython"]
MICRO = [name for name in BOARDS if name not in CIRCUIT]
NEEDED = set("title platform id width height columns rows mono display light keys shift stick uart half_duplex battery radio".split())
OPTIONAL = {"also", "big_words", "watchdog", "pull", "lamp"}
# By driver: what its dict must have, and what it may have.
DRIVERS = {
    "board": (set(), set()),
    "sh1107": ({"address", "frequency", "rotation"}, {"scl", "sda", "i2c", "left", "reset"}),
    "st7789": ({"clock", "data", "select", "command", "reset", "frequency", "left", "top", "rotation"}, {"spi"}),
    "ssd1306": ({"left", "rotation"}, {"spi", "clock", "data", "select", "command", "reset", "frequency", "scl", "sda", "i2c", "address"}),
}
# Modules that firmware/hal loads on every CircuitPython board, and on some.
EVERYWHERE = set("array binascii busio.UART displayio errno keypad keypad.Keys microcontroller nvm os storage struct supervisor tilepalettemapper "
                 "traceback usb_cdc watchdog zlib".split())  # fmt: skip
CHIP_PINS = 30  # of an RP2040, and of the RP2350 on a Pico 2


def stub(name):
    """Return the text of CircuitPython's own definition of a board."""
    path = typecheck.STUBS / "circuitpython" / "board_definitions" / name / "__init__.pyi"
    if not (typecheck.STUBS / "circuitpython").is_dir():
        missing("the stubs of CircuitPython are not installed; get them with: make check")
    assert path.exists(), f"CircuitPython has no board {name}"
    return path.read_text(encoding="utf-8")


def pins(settings):
    """Return ``(what for, pin)`` for each pin that a definition names."""
    found = [("key " + label, source) for label, source, _ in settings["keys"] if isinstance(source, str) and source[1:] not in ("-", "+")]
    if settings["platform"] == "micropython":
        found = [("key " + label, source) for label, source, _ in settings["keys"]]
    for what in ("shift", "stick"):
        found += [(what, pin) for pin in settings[what] or ()]
    found += [("uart", pin) for pin in (settings["uart"] or ())[-2:]]
    if settings["battery"] and settings["battery"][0] != "I2C":
        found.append(("battery", settings["battery"][0]))
    if settings["light"] is not None:
        found.append(("light", settings["light"]))
    for what in ("clock", "data", "select", "command", "reset", "scl", "sda"):
        pin = settings["display"].get(what)
        if pin is not None:
            found.append(("display " + what, pin))
    if "pull" in settings:
        found.append(("pull", settings["pull"]))
    found += [("lamp", pin) for pin in settings.get("lamp", ())]
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_a_definition_is_one_literal_with_all_its_keys_and_no_others(name):
    tree = ast.parse((ROOT / "boards" / name / "definition.py").read_text(encoding="utf-8"))
    assert len(tree.body) == 2 and ast.get_docstring(tree), "a docstring and one dict"
    assert tree.body[1].targets[0].id == "DEFINITION"
    settings = wiring.definition(name)
    assert NEEDED <= set(settings) <= NEEDED | OPTIONAL
    need, may = DRIVERS[settings["display"]["driver"]]
    assert need <= set(settings["display"]) - {"driver"} <= need | may
    assert settings["platform"] in ("circuitpython", "micropython") and settings["radio"] in ("none", "leaf", "hub")


@pytest.mark.parametrize("name", BOARDS)
def test_the_cells_fit_the_display_and_a_screen_is_drawn_for_them(name):
    settings = wiring.definition(name)
    columns, rows = settings["columns"], settings["rows"]
    scale = min(settings["width"] // (6 * columns), settings["height"] // (12 * rows))
    assert scale >= 1
    # As many as fit at that size: what is left over is narrower than a cell, or the size is one that screens are made for.
    assert settings["width"] - 6 * scale * columns < 6 * scale or (columns, rows) == (26, 10)
    assert any(columns >= wide and rows >= high for wide, high in ((12, 3), (21, 5), (26, 10)))
    assert settings["mono"] == (settings["display"]["driver"] in ("sh1107", "ssd1306"))


@pytest.mark.parametrize("name", BOARDS)
def test_every_key_means_something_and_two_suffice(name):
    source = (ROOT / "boards" / name / "definition.py").read_text(encoding="utf-8")
    settings = wiring.definition(name)
    roles = [role for _, _, role in settings["keys"]]
    assert {wire.KEY_NEXT, wire.KEY_CHOOSE} <= set(roles)
    commented = re.findall(r", (\d+)\),  # (KEY_[A-Z]+)", source)
    assert [int(number) for number, _ in commented] == roles, "each role has its name beside it"
    assert all(getattr(wire, word) == int(number) for number, word in commented)
    labels = [label for label, _, _ in settings["keys"]]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", BOARDS)
def test_no_pin_serves_two_ends(name):
    settings = wiring.definition(name)
    used = [str(pin).lstrip("+") for _, pin in pins(settings)]
    assert sorted(set(used)) == sorted(used)


@pytest.mark.parametrize("name", CIRCUIT)
def test_every_pin_is_a_name_of_the_boards_own_build(name):
    settings = wiring.definition(name)
    for board in (settings["id"], *settings.get("also", ())):
        text = stub(board)
        known = set(re.findall(r"^(\w+): microcontroller\.Pin", text, re.MULTILINE))
        assert len(known) > 10
        for what, pin in pins(settings):
            word = pin.lstrip("+")
            if word.startswith("cpu."):
                assert re.search(rf"# {word[4:]}$", text, re.MULTILINE), f"{board}: {what} is {pin}, which leads nowhere"
            else:
                assert word in known, f"{board}: {what} is {pin}, which this board does not have"
        assert bool(re.search(r"^DISPLAY: ", text, re.MULTILINE)) == (settings["display"]["driver"] == "board")
        if settings["battery"] and settings["battery"][0] == "I2C":
            assert "def I2C()" in text


@pytest.mark.parametrize("name", CIRCUIT)
def test_every_module_that_is_loaded_is_in_the_boards_own_build(name):
    settings = wiring.definition(name)
    need = set(EVERYWHERE)
    if settings["shift"]:
        need.add("keypad.ShiftRegisterKeys")
    if settings["stick"] or settings["battery"] and settings["battery"][0] != "I2C":
        need.add("analogio")
    if settings.get("big_words"):
        need.add("fontio")
    need |= {"sh1107": {"i2cdisplaybus", "busdisplay"}, "st7789": {"fourwire", "busdisplay", "busio.SPI"}, "board": set()}[settings["display"]["driver"]]
    for board in (settings["id"], *settings.get("also", ())):
        (listed,) = re.findall(r"Included modules: (.*)", stub(board))
        there = {each.strip() for each in listed.split(",")}
        assert not need - there, board
        if settings["radio"] != "none":
            assert "_bleio (native)" in there


@pytest.mark.parametrize("name", [name for name in CIRCUIT if "raspberry_pi_pico2" in wiring.definition(name).get("also", ())])
def test_no_key_of_an_rp2350_needs_a_pull_down(name):
    assert not [pin for what, pin in pins(wiring.definition(name)) if str(pin).startswith("+")]


@pytest.mark.parametrize("name", MICRO)
def test_every_pin_of_a_micropython_board_is_one_of_its_chip_and_its_buses_reach_theirs(name):
    settings = wiring.definition(name)
    assert all(type(pin) is int and 0 <= pin < CHIP_PINS for _, pin in pins(settings))
    number, tx, rx = settings["uart"]
    # An RP2040's and RP2350's UART 0 begins at GPIO 0, 12, 16 and 28, UART 1 at 4, 8, 20 and 24; TX first, RX behind it.
    assert rx == tx + 1 and tx in ((0, 12, 16, 28), (4, 8, 20, 24))[number]
    display = settings["display"]
    if "spi" in display:
        # SPI 0's clocks are GPIO 2, 6, 18 and 22, SPI 1's 10, 14 and 26; data one behind.
        assert display["clock"] in ((2, 6, 18, 22), (10, 14, 26))[display["spi"]] and display["data"] == display["clock"] + 1


@pytest.mark.parametrize("name", BOARDS)
def test_the_page_shows_the_drawing_as_it_would_be_drawn_and_says_what_keeps_boards_whole(name):
    page = (ROOT / "boards" / name / "README.md").read_text(encoding="utf-8")
    assert (ROOT / "boards" / name / "wiring.svg").read_text(encoding="utf-8") == wiring.draw(name), "draw it anew: python -m host_tools.wiring"
    assert "(wiring.svg)" in page and f"make flash BOARD={name}" in page
    for label, _, _ in wiring.definition(name)["keys"]:
        assert label in page, f"what {label} does is not told"
    if not wiring.definition(name)["half_duplex"]:
        for words in ("1 kOhm", "47 kOhm", "Ground mates first", "No 3.5 mm jacks", "No power wire", "opens the ring", "as many ground wires as boards"):
            assert words.lower() in " ".join(page.split()).lower(), words
        drawn = wiring.draw(name)
        assert drawn.count("47 k\u03a9") == 3 and drawn.count("1 k\u03a9") >= 2
        assert "As many ground wires as boards" in drawn


@pytest.mark.parametrize("name", ("pygamer", "pybadge", "feather_nrf52840_oled", "feather_esp32s3_reverse_tft"))
def test_the_drawing_of_a_feather_header_says_which_of_its_places_are_meant(name):
    drawn = wiring.draw(name)
    for words in ("TX (15th)", "RX (14th)", "GND (4th)", "3V (2nd)", "counted along the row of 16 from its end with RST"):
        assert words in drawn, words


def test_a_board_that_is_not_there_cannot_be_drawn(capsys):
    assert wiring.main(["no_such_board"]) == 1
    assert "pygamer" in capsys.readouterr().err


def test_every_board_is_listed():
    text = (ROOT / "boards" / "README.md").read_text(encoding="utf-8")
    assert not [board for board in BOARDS if f"`{board}`" not in text]

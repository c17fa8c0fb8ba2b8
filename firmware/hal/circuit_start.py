"""Makes the parts of a CircuitPython board from its definition. Loaded when a board starts, and forgotten again: 6 KB of heap.

Serves firmware/hal/circuit.py, and circuit_screen.py when a display has to be started anew. What is large is made first. What a
board lacks is left out; what must be there and is not ends the program with one sentence on console and display.
"""

import sys
from binascii import crc32

from displayio import Bitmap, Group, Palette, TileGrid, release_displays
from tilepalettemapper import TilePaletteMapper

from firmware.hal.circuit_screen import Screen
from firmware.marks import BLANK, PAIRS
from firmware.palette import COLOURS, INVERSE, ONE_BIT

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_OLDEST = (10, 2)  # before it, TilePaletteMapper drew wrongly or slowly
_SEATS = const(4)  # connections that an nRF52840 carries as the middle of a star
_WIDTH = const(6)
_HEIGHT = const(12)
_SHEET_WIDTH = const(96)  # sixteen glyphs; ten rows of them
_SHEET_HEIGHT = const(120)
_SHEET_BYTES = const(1440)
_ROW_BYTES = const(12)


def _stop(sentence):
    """End with a sentence: CircuitPython shows the console on the display as long as nothing else is shown."""
    print(sentence)
    raise SystemExit


def pin(name):
    """Return the pin that a definition names: an attribute of ``board``, or of ``microcontroller.pin`` behind "cpu."."""
    if name.startswith("cpu."):
        # No stub tells a chip's own pins.
        from microcontroller import pin as pins  # pyright: ignore[reportAttributeAccessIssue]

        return getattr(pins, name[4:])
    import board

    return getattr(board, name)


def open_display(definition):
    """Return the started display of a board, not refreshing by itself. Raises ValueError or OSError where none answers."""
    wiring = definition["display"]
    driver = wiring["driver"]
    width = definition["width"]
    height = definition["height"]
    if driver == "board":
        import board

        display = board.DISPLAY
        display.auto_refresh = False
        return display
    import busio

    # A display outlives the program that started it: its pins are taken until it is released.
    release_displays()
    if driver == "sh1107":
        from adafruit_displayio_sh1107 import SH1107
        from i2cdisplaybus import I2CDisplayBus

        wires = busio.I2C(pin(wiring["scl"]), pin(wiring["sda"]), frequency=wiring["frequency"])
        bus = I2CDisplayBus(wires, device_address=wiring["address"])
        return SH1107(bus, width=width, height=height, rotation=wiring["rotation"], auto_refresh=False)
    from adafruit_st7789 import ST7789
    from fourwire import FourWire

    wires = busio.SPI(pin(wiring["clock"]), MOSI=pin(wiring["data"]))
    bus = FourWire(
        wires,
        command=pin(wiring["command"]),
        chip_select=pin(wiring["select"]),
        reset=pin(wiring["reset"]) if wiring["reset"] else None,
        baudrate=wiring["frequency"],
    )
    return ST7789(
        bus,
        width=width,
        height=height,
        colstart=wiring["left"],
        rowstart=wiring["top"],
        rotation=wiring["rotation"],
        backlight_pin=pin(definition["light"]) if definition["light"] else None,
        auto_refresh=False,
    )


def read_sheet(name, mono):
    """Return the sheet of glyphs in the file ``name``; on a one-bit display each once more behind them, underlined.

    None if the file is not there or not as long as a sheet is.
    """
    sheet = Bitmap(_SHEET_WIDTH, 2 * _SHEET_HEIGHT if mono else _SHEET_HEIGHT, 2)
    place = memoryview(sheet)  # pyright: ignore[reportArgumentType]  # a Bitmap is a buffer, which its stub does not say
    try:
        with open(name, "rb") as file:
            if file.readinto(place[:_SHEET_BYTES]) != _SHEET_BYTES or file.read(1):
                return None
            if mono:
                file.seek(0)
                file.readinto(place[_SHEET_BYTES:])
    except OSError:
        return None
    if mono:
        at = _SHEET_BYTES + (_HEIGHT - 1) * _ROW_BYTES
        while at < 2 * _SHEET_BYTES:
            for i in range(_ROW_BYTES):
                place[at + i] = 255
            at += _HEIGHT * _ROW_BYTES
    sheet.dirty()
    return sheet


def make_screen(definition, display, sheet):
    """Return the Screen of a board: its cells on ``display``, in the middle, as large as fits, all blank."""
    columns = definition["columns"]
    rows = definition["rows"]
    mono = definition["mono"]
    # Ground and glyph of each pair. A list for each pair, made once: the mapper reads nothing but lists.
    palette = Palette(2 * PAIRS)
    looks = []
    for pair in range(PAIRS):
        at = 2 * pair
        if mono:
            lit = ONE_BIT[pair] != INVERSE
            palette[at] = 0 if lit else 0xFFFFFF
            palette[at + 1] = 0xFFFFFF if lit else 0
        else:
            palette[at] = int.from_bytes(COLOURS[6 * pair + 3 : 6 * pair + 6], "big")
            palette[at + 1] = int.from_bytes(COLOURS[6 * pair : 6 * pair + 3], "big")
        looks.append([at, at + 1])
    scale = min(definition["width"] // (columns * _WIDTH), definition["height"] // (rows * _HEIGHT))
    cells = Group(
        scale=scale,
        x=(definition["width"] - columns * _WIDTH * scale) // 2,
        y=(definition["height"] - rows * _HEIGHT * scale) // 2,
    )
    tiles = []
    mappers = []
    for y in range(rows):
        mapper = TilePaletteMapper(palette, 2)
        row = TileGrid(
            sheet,
            pixel_shader=mapper,
            width=columns,
            height=1,
            tile_width=_WIDTH,
            tile_height=_HEIGHT,
            default_tile=BLANK,
            y=y * _HEIGHT,
        )
        tiles.append(row)
        mappers.append(mapper)
        cells.append(row)
    layers = Group()
    layers.append(cells)
    return Screen(definition, display, layers, tiles, mappers, looks)


def make_keys(definition):
    """Return the KeyQueue of a board: pins of either polarity, a shift register, a stick."""
    import keypad

    from firmware.hal.circuit_keys import KeyQueue

    low = []
    high = []
    low_keys = bytearray()
    high_keys = bytearray()
    shifted = bytearray()
    leaning = []
    for number, key in enumerate(definition["keys"]):
        source = key[1]
        if isinstance(source, int):
            while len(shifted) <= source:
                shifted.append(255)
            shifted[source] = number
        elif source[1:] in ("-", "+"):
            leaning.append((source, number))
        elif source[0] == "+":
            high.append(pin(source[1:]))
            high_keys.append(number)
        else:
            low.append(pin(source))
            low_keys.append(number)
    scanners = []
    keys = []
    if low:
        scanners.append(keypad.Keys(tuple(low), value_when_pressed=False, pull=True))
        keys.append(low_keys)
    if high:
        scanners.append(keypad.Keys(tuple(high), value_when_pressed=True, pull=True))
        keys.append(high_keys)
    if shifted:
        clock, data, latch = definition["shift"]
        scanners.append(
            keypad.ShiftRegisterKeys(clock=pin(clock), data=pin(data), latch=pin(latch), key_count=len(shifted), value_when_pressed=True)
        )
        keys.append(shifted)
    sides = []
    if leaning:
        from analogio import AnalogIn

        axes = (AnalogIn(pin(definition["stick"][0])), AnalogIn(pin(definition["stick"][1])))
        for source, number in leaning:
            sides.append((axes[source[0] == "y"], 1 if source[1] == "+" else -1, number))
    return KeyQueue(scanners, keys, sides, len(definition["keys"]))


def make_battery(where):
    """Return the Battery that a definition's ``battery`` names, not None."""
    from firmware.hal.circuit_battery import Battery

    if where[0] == "I2C":
        import board

        try:
            return Battery(None, 0, board.I2C(), where[1])
        except RuntimeError:  # nothing pulls its wires up: no gauge
            return None
    from analogio import AnalogIn

    reading = AnalogIn(pin(where[0]))
    return Battery(reading, int(reading.reference_voltage * 1000) * where[1], None, 0)


def make_air(chip, seats):
    """Return the radio, or None where this build, or what is left of the heap, has none."""
    try:
        from _bleio import adapter

        from firmware.hal.air_circuit import Air

        return Air(adapter, chip, seats)
    except (ImportError, MemoryError, OSError, RuntimeError):
        return None


def start(definition, root, clock):
    """Return screen, line, big words, keys, battery and radio of a board, each None where there is none, and its chip's id.

    ``clock()`` tells milliseconds.
    """
    import microcontroller
    import supervisor

    version = sys.implementation.version
    if sys.implementation.name == "circuitpython" and version[:2] < _OLDEST:
        _stop("Crewlink needs CircuitPython 10.2 or newer, and this is %d.%d: install a newer one, then Crewlink again." % version[:2])
    supervisor.runtime.autoreload = False
    try:
        display = open_display(definition)
    except (OSError, ValueError, RuntimeError) as problem:
        display = None
        _stop("The display does not answer (%s): check that it is plugged on firmly, then switch off and on." % problem)
    sheet = read_sheet(root + "/lib/font.bin", definition["mono"])
    if sheet is None:
        display.auto_refresh = True
        _stop("The font (lib/font.bin) is missing or damaged: install Crewlink on this board again.")
    screen = make_screen(definition, display, sheet)
    line = None
    if definition["uart"]:
        from firmware.hal.circuit_line import Line

        tx, rx = definition["uart"]
        line = Line(pin(tx), pin(rx), definition["half_duplex"], clock)
    words = None
    if "big_words" in definition and definition["big_words"]:
        from firmware.hal.circuit_words import Words

        words = Words(screen, sheet, definition["width"], definition["height"])
    keys = make_keys(definition)
    battery = make_battery(definition["battery"]) if definition["battery"] else None
    chip = crc32(bytes(microcontroller.cpu.uid)).to_bytes(4, "big")
    air = None
    if definition["radio"] != "none":
        air = make_air(chip, _SEATS if definition["radio"] == "hub" else 0)
    return screen, line, words, keys, battery, air, chip

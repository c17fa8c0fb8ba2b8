"""Glyph codes of the game's own marks, and colour pairs of cells. Only ``NAME = const(number)`` stands here.

Screens take names with ``from firmware.marks import NAME``; the bundle step (host_tools/bundle.py) folds them into
numbers, so that on a board neither this module nor its names cost memory. Printable ASCII characters are their own
glyph codes. A mark may stand in a text, as chr(code). host_tools/marks.txt draws each mark.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# Codes below this have a glyph in the font; every other code is drawn as MISSING_MARK.
GLYPHS = const(160)
MISSING_MARK = const(0)
BLANK = const(0x20)

# Suits. SUIT_MARK + suit: circle, square, triangle, cross, rocket. DEEP_MARK + suit: clubs, hearts, caps, planets,
# submarine.
SUIT_MARK = const(0x01)
DEEP_MARK = const(0x06)
SUIT_MARKS_END = const(0x0B)  # the code behind the ten of them
# Added to one of the ten: its outline, the suit of what cannot be played where there are no colours to dim.
HOLLOW_MARK = const(0x91)

# Tokens on tasks. ARROW_MARK + heads, 1..4. NUMBER_MARK + number, 1..5: the number on a plate, unlike a card's value.
ARROW_MARK = const(0x0A)
OMEGA_MARK = const(0x0F)
NUMBER_MARK = const(0x84)

# RADIO_MARK + RADIO_... (engine/codes.py): unused, on the highest card, on the only one, on the lowest, spent.
RADIO_MARK = const(0x10)
DEAD_ZONE_MARK = const(0x83)  # no radio now

# Seats and tasks.
COMMANDER_MARK = const(0x15)
DONE_MARK = const(0x16)
FAILED_MARK = const(0x17)
TURN_MARK = const(0x1C)  # before the seat that is to act
WINNING_MARK = const(0x1D)
HIDDEN_MARK = const(0x8A)  # the back of a card
WAITING_MARK = const(0x82)

# More in this direction; keys.
UP_MARK = const(0x18)
DOWN_MARK = const(0x19)
RIGHT_MARK = const(0x1A)
LEFT_MARK = const(0x1B)
KEY_A_MARK = const(0x1E)
KEY_B_MARK = const(0x1F)

# Trouble. BATTERY_MARK + level: 0 nearly empty, 1 half, 2 full.
CUT_MARK = const(0x7F)  # the link is broken
BATTERY_MARK = const(0x8B)

# Lines and cut texts.
ACROSS_MARK = const(0x8E)
DOWNWARD_MARK = const(0x8F)
DOT_MARK = const(0x90)
MORE_MARK = const(0x9C)  # a text that goes on

# What deep-sea tasks ask for: before the number of a trick; before how many from the first on.
TRICK_MARK = const(0x9D)
FIRST_MARK = const(0x9E)

# Colour pairs. firmware/palette.py says how each looks.
NORMAL = const(0)
DIM = const(1)
CURSOR = const(2)  # inverse: what a key press would choose
SUIT_PAIR = const(3)  # + suit
ALERT = const(8)  # inverse: trouble, failure
BAR = const(9)  # a calm head line
GOOD = const(10)  # inverse: success, and "it is your turn"
DIM_PAIR = const(11)  # + suit: a card that may not be played, a task that is done
PAIRS = const(16)

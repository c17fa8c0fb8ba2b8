"""How each colour pair of firmware/marks.py looks, on a colour display and on one with one bit a pixel.

Serves the display drivers and host_tools/picture.py; screens never load it. It never says which pair to use where.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# Six bytes a pair: red, green, blue of the glyph, then of the ground behind it. On most displays black saves current.
COLOURS = (
    # NORMAL, DIM, CURSOR
    b"\xe8\xec\xf0\x00\x00\x00"
    b"\x78\x82\x8e\x00\x00\x00"
    b"\x00\x00\x00\xf8\xf8\xf8"
    # pink, blue, green, yellow, rocket
    b"\xff\x70\xb8\x00\x00\x00"
    b"\x58\xa8\xff\x00\x00\x00"
    b"\x50\xd8\x78\x00\x00\x00"
    b"\xff\xd8\x38\x00\x00\x00"
    b"\xff\xff\xff\x00\x00\x00"
    # ALERT, BAR, GOOD
    b"\xff\xff\xff\xc8\x20\x28"
    b"\xd8\xe4\xf0\x20\x30\x50"
    b"\x00\x00\x00\x50\xd8\x78"
    # pink, blue, green, yellow, rocket, dim
    b"\x90\x40\x68\x00\x00\x00"
    b"\x30\x60\x98\x00\x00\x00"
    b"\x2c\x7c\x44\x00\x00\x00"
    b"\x8c\x78\x20\x00\x00\x00"
    b"\x78\x82\x8e\x00\x00\x00"
)

# How a pair looks with one bit a pixel. Thinning out letters was tried and cost too much legibility, so only the suits
# turn pale there, and all else stays as it is.
PLAIN = const(0)
PALE = const(1)  # suits as their hollow marks: glyph code + HOLLOW_MARK (firmware/marks.py)
INVERSE = const(2)
UNDERLINED = const(3)  # with the cell's lowest row lit
ONE_BIT = b"\x00\x01\x02\x00\x00\x00\x00\x00\x02\x03\x02\x01\x01\x01\x01\x01"

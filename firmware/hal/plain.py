"""Letters for a board whose font.bin is missing or damaged: MicroPython's own, so that the display can say what is wrong.

Serves firmware/hal/micro.py, which loads it only then. It has no mark of ours: nothing is played with it.
"""

from framebuf import MONO_HLSB, FrameBuffer

from firmware.marks import GLYPHS

_COLUMNS = b"\x01\x02\x03\x05\x06"  # of a letter's eight, those that are kept; the sixth of ours parts it from the next
_TOP = 2  # rows of ours above a letter


def plain_sheet(scale, mirrored):
    """Return a sheet as firmware/hal/sheet.py does, with the letters, digits and signs of ASCII alone."""
    sheet = FrameBuffer(bytearray(3 * scale * scale * 3 * GLYPHS), 24 * scale, 3 * GLYPHS * scale, MONO_HLSB)
    letter = FrameBuffer(bytearray(8), 8, 8, MONO_HLSB)
    for code in range(0x21, 0x7F):
        letter.fill(0)
        letter.text(chr(code), 0, 0, 1)
        for y in range(8):
            across = 11 - _TOP - y if mirrored else _TOP + y
            for i in range(len(_COLUMNS)):
                if letter.pixel(_COLUMNS[i], y):
                    sheet.fill_rect(((code & 1) * 12 + across) * scale, ((code >> 1) * 6 + i) * scale, scale, scale, 1)
    return sheet

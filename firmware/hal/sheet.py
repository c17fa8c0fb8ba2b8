"""The glyphs of ``font.bin`` (host_tools/font.py describes it) as a framebuf that MicroPython's display drivers cut cells from.

Every glyph lies on its side there: twelve wide, six high, its leftmost column on top. Panels can be told to take their
bytes column by column, and then the cells of a span follow one another on the wire without a buffer for the row between.
It serves the drivers beside it and is made once.
"""

from framebuf import MONO_HLSB, FrameBuffer

from firmware.marks import GLYPHS

_ROW = 12  # bytes of a row of pixels in the file


def read_sheet(path, scale, mirrored):
    """Return a FrameBuffer of 24 x 480 pixels times ``scale``: glyph code c stands at (12 * (c & 1), 6 * (c >> 1)) times ``scale``.

    ``mirrored`` turns each about: its lowest row comes first.

    Raise OSError with a sentence for people if the file is missing or too short.
    """
    row = bytearray(_ROW)
    sheet = FrameBuffer(bytearray(3 * scale * scale * 3 * GLYPHS), 24 * scale, 3 * GLYPHS * scale, MONO_HLSB)
    try:
        with open(path, "rb") as file:
            for y in range(GLYPHS // 16 * 12):
                if file.readinto(row) != _ROW:
                    raise OSError
                across = 11 - y % 12 if mirrored else y % 12
                first = y // 12 * 16
                for i in range(_ROW):
                    byte = row[i ^ 3]
                    x = 8 * i
                    while byte:
                        if byte & 0x80:
                            code = first + x // 6
                            sheet.fill_rect(((code & 1) * 12 + across) * scale, ((code >> 1) * 6 + x % 6) * scale, scale, scale, 1)
                        byte = byte << 1 & 0xFF
                        x += 1
    except OSError:
        raise OSError("The font (" + path + ") is missing or damaged. Install Crewlink again.")
    return sheet

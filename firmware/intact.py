"""Whether the file of texts is whole: looked at once, as a handheld starts, so that drawing need never doubt it.

Serves firmware/app.py, which loads it for that and forgets it.
"""

from binascii import crc32

from firmware.texts import TEXTS

_HEAD = 6  # bytes: the CRC-32 of all that follows it, the number of texts


def need_texts(words):
    """Raise RuntimeError, a sentence for people, unless ``words`` (firmware/hal/__init__.py) reads the texts of this program."""
    piece = bytearray(128)
    at = 4
    crc = 0
    n = words(4, piece)
    while n:
        crc = crc32(memoryview(piece)[:n], crc)
        at += n
        n = words(at, piece)
    if words(0, piece) < _HEAD or piece[4] | piece[5] << 8 != TEXTS or _number(piece) != crc:
        raise RuntimeError("The texts (text.bin) are missing, damaged or of another version. Install Crewlink again.")


def _number(piece):
    return piece[0] | piece[1] << 8 | piece[2] << 16 | piece[3] << 24

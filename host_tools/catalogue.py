"""Makes the file of texts, ``text.bin``, from a catalogue (host_tools/english.py), and reads it as a board does.

Serves the bundle, the simulator, the rehearsal and the tests; never a board. Common dialect, since the VMs run it too.

The file is CRC-32 of all that follows (4 bytes, low byte first as everywhere), number of texts (2), where each text begins in
the file (2 each), then the texts, each with a line feed (10) behind it.
"""

from binascii import crc32
from io import BytesIO

from host_tools.english import ENGLISH

NAME = "text.bin"  # what the file is called on a board


def make(texts=ENGLISH):
    """Return the bytes of the file for ``texts``: a catalogue as bytes, one line a text."""
    count = texts.count(b"\n")
    rest = bytearray(2 + 2 * count)
    _write(rest, 0, count)
    at = 0
    for i in range(count):
        _write(rest, 2 + 2 * i, 4 + len(rest) + at)
        at = texts.find(b"\n", at) + 1
    rest += texts
    crc = crc32(rest)
    return bytes([crc >> 8 * i & 255 for i in range(4)]) + rest


def _write(into, at, number):
    into[at] = number & 255
    into[at + 1] = number >> 8


def words_of(data):
    """Return the ``words`` of a board (firmware/hal/__init__.py) on which ``data`` is the file of texts."""
    file = BytesIO(data)

    def words(at, into):
        file.seek(at)
        return file.readinto(into)

    return words

"""The files of a board: saves, texts, whose it is. Serves the platform files of firmware/hal, whose boards have these for a part.

A drive that is full, read-only or failing is a normal state: a save returns False, a load 0, and nothing here ever raises.
"""

import os

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_LETTERS = const(6)


class Drive:
    """Files below the folder ``root``: lib, saves, name.txt. On a board that is the drive itself, and ``root`` is empty."""

    def __init__(self, root):
        self._root = root
        self._text = None
        try:
            self._text = open(root + "/lib/text.bin", "rb")
        except OSError:  # words() tells
            pass

    def owner(self):
        """Return whom the board belongs to: the letters in name.txt, at most six, as capitals."""
        letters = bytearray()
        try:
            with open(self._root + "/name.txt", "rb") as file:
                for letter in file.read(4 * _LETTERS):
                    if 0x41 <= letter & 0xDF <= 0x5A and len(letters) < _LETTERS:
                        letters.append(letter & 0xDF)
        except OSError:
            pass
        return bytes(letters)

    def identity(self, own):
        """Return the board's id: ``own``, or that of the board whose saves it was given, in chip.bin (host_tools/carry.py)."""
        try:
            with open(self._root + "/chip.bin", "rb") as file:
                given = file.read(5)
            if len(given) == 4:
                return given
        except OSError:
            pass
        return own

    def load(self, slot, into):
        try:
            with open("%s/saves/%d" % (self._root, slot), "rb") as file:
                return file.readinto(into)
        except (OSError, MemoryError):
            return 0

    def save(self, slot, data, n):
        # The folder is made here and not at the start: whoever is switched on with a weak battery writes nothing.
        return self._put(slot, data, n) or self._make_room() and self._put(slot, data, n)

    def _put(self, slot, data, n):
        # LittleFS keeps the old one until the file is closed; FAT does not, which the other slot is for.
        try:
            with open("%s/saves/%d" % (self._root, slot), "wb") as file:
                if file.write(memoryview(data)[:n]) != n:
                    return False
            if hasattr(os, "sync"):
                os.sync()
            return True
        except (OSError, MemoryError):
            return False

    def _make_room(self):
        """Make the folder of saves; return False if it is there or cannot be made."""
        try:
            os.mkdir(self._root + "/saves")
            return True
        except OSError:
            return False

    def words(self, at, into):
        if not self._text:
            return 0
        try:
            self._text.seek(at)
            return self._text.readinto(into)
        except OSError:
            return 0

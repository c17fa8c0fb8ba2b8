"""A guest's key over a power cut: its record in the store. Serves firmware/mail.py, which loads it when a key is made or looked for."""

from binascii import crc32

from firmware.wire import KEY_SLOT, R_CHIP, RECORD

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_MARK = b"CK"
_STORED = const(30)  # the mark, the record, CRC-32


def keep(board, seals, record):
    """Keep a record. A board that cannot has its seat join again after a power cut."""
    at = RECORD * record
    data = _MARK + seals.records[at : at + RECORD]
    board.save(KEY_SLOT, data + crc32(data).to_bytes(4, "little"), _STORED)


def recall(board, seals, chip):
    """Take the record of the dealer ``chip`` from the store. Return whether there is one."""
    data = bytearray(_STORED)
    if board.load(KEY_SLOT, data) != _STORED or data[:2] != _MARK or data[2 + R_CHIP : 6 + R_CHIP] != chip[:4]:
        return False
    if crc32(memoryview(data)[: _STORED - 4]).to_bytes(4, "little") != data[_STORED - 4 :]:
        return False
    seals.empty()
    for i in range(RECORD):
        seals.records[i] = data[2 + i]
    return True

"""Frames in place: COBS, CRC-32 and the bytes that a forwarder may change. docs/PROTOCOL.md draws the layout.

Frames are at most 250 bytes, so no COBS block is ever full: coding a frame moves nothing, it only replaces each zero by
the distance to the next. Both ways therefore work inside one buffer, whose byte 0 is COBS's first code.
"""

from binascii import crc32

from firmware.wire import F_CRC, F_EPOCH, F_TTL


def encode(buffer, n):
    """Encode the frame in ``buffer[1:n]`` in place and put the ending zero at ``buffer[n]``; return ``n + 1``."""
    buffer[n] = 0
    next_zero = n
    i = n - 1
    while i:
        if not buffer[i]:
            buffer[i] = next_zero - i
            next_zero = i
        i -= 1
    buffer[0] = next_zero
    return n + 1


def decode(buffer, n):
    """Decode the ``n`` encoded bytes (without the ending zero) in place; return False when they are no COBS."""
    i = buffer[0]
    while i < n:
        step = buffer[i]
        buffer[i] = 0
        i += step
    return i == n


def seal(buffer, n, view):
    """Write the CRC of the decoded frame in ``buffer[1:n]``; ``view`` is a memoryview of the buffer."""
    crc = _crc(view, n)
    for i in range(1 + F_CRC, 5 + F_CRC):
        buffer[i] = crc & 255
        crc >>= 8


def sound(buffer, n, view):
    """Tell whether the CRC of the decoded frame in ``buffer[1:n]`` is right."""
    crc = _crc(view, n)
    for i in range(1 + F_CRC, 5 + F_CRC):
        if buffer[i] != crc & 255:
            return False
        crc >>= 8
    return True


def _crc(view, n):
    # Left out: ttl and bits, which change on the way, and the CRC itself.
    return crc32(view[1 + F_EPOCH : n], crc32(view[1 : 1 + F_TTL]))

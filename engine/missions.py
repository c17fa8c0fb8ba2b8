"""The fifty missions as one packed table, three bytes a row (engine/layout.py, ROW_...). An attempt carries its row; these are for who has none."""

from engine.codes import ARROW, DEEP_SEA, FIRST_OWN, LAST_OWN, OMEGA, TOKEN_NONE
from engine.layout import HANDOVER, ROW, ROW_BYTES, ROW_SPECIAL, ROW_TASKS, ROW_TOKENS

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_SEA_MISSIONS = const(10)
_ROWS = (
    b"\x01\x00\x00\x02\x00\x00\x02\x02\x00\x03\x00\x00\x80\x00\x01"  # 1-5
    b"\x13\x10\x00\x03\x40\x00\x03\x03\x00\x00\x00\x02\x04\x00\x00"  # 6-10
    b"\x04\x01\x03\x04\x40\x04\x00\x00\x05\x14\x18\x00\x04\x04\x00"  # 11-15
    b"\x80\x00\x06\x82\x00\x07\x25\x00\x00\x35\x01\x00\x02\x00\x08"  # 16-20
    b"\x15\x02\x00\x05\x20\x00\x05\x05\x09\x06\x00\x0a\x56\x10\x00"  # 21-25
    b"\x00\x00\x0b\x43\x00\x08\x76\x41\x00\x90\x00\x0c\x66\x18\x00"  # 26-30
    b"\x46\x03\x00\x47\x00\x0a\x80\x00\x0d\x80\x00\x0e\x47\x18\x00"  # 31-35
    b"\x47\x02\x0a\x44\x00\x08\x78\x00\x00\x58\x18\x00\x48\x03\x0f"  # 36-40
    b"\x80\x00\x10\x49\x00\x00\x49\x00\x0a\x00\x00\x11\x49\x18\x00"  # 41-45
    b"\x00\x00\x12\x4a\x00\x00\xc3\x40\x13\x4a\x18\x00\x80\x00\x14"  # 46-50
)


def playable(game, mission):
    """Tell whether ``game`` has a mission of this number, or may have: the own ones count."""
    if game > DEEP_SEA:
        return False
    return FIRST_OWN <= mission <= LAST_OWN or 1 <= mission <= (_SEA_MISSIONS if game else len(_ROWS) // ROW_BYTES)


def row_of(mission, st):
    """Write the row of one of the fifty, 1-50, to where an attempt ``st`` carries it."""
    for i in range(ROW_BYTES):
        st[ROW + i] = _ROWS[ROW_BYTES * (mission - 1) + i]


def tasks_of(mission):
    """Return how many tasks are drawn, 0-10. ``mission`` must be one of the fifty, here and below."""
    return _ROWS[ROW_BYTES * (mission - 1) + ROW_TASKS] & 15


def limit_of(mission):
    """Return FREE, DEAD_ZONE, or the first trick (2, 3) before which a card may be shown (RULES 6, disruption)."""
    return _ROWS[ROW_BYTES * (mission - 1) + ROW_TASKS] >> 4 & 3


def handover_of(mission):
    """Tell whether five humans may hand one task over (RULES 5)."""
    return bool(_ROWS[ROW_BYTES * (mission - 1) + ROW_TASKS] & HANDOVER)


def special_of(mission):
    """Return the special rule, SPECIAL_..., or 0."""
    return _ROWS[ROW_BYTES * (mission - 1) + ROW_SPECIAL]


def tokens_of(mission):
    """Return which tokens there are, as in a row: bits 0-2 numbers, 3-5 arrows, 6 omega."""
    return _ROWS[ROW_BYTES * (mission - 1) + ROW_TOKENS]


def token_of(tokens, place):
    """Return which of ``tokens`` lies on task ``place``, 0 being the leftmost: numbers first, then arrows, then omega."""
    numbers = tokens & 7
    if place < numbers:
        return place + 1
    arrows = tokens >> 3 & 7
    place -= numbers
    if place < arrows:
        return ARROW | place + 1
    return OMEGA if place == arrows and tokens & 0x40 else TOKEN_NONE

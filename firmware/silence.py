"""What a device says of its link: who is silent, whether the dealer is heard, whether the table is full.

Serves firmware/seat.py, whose clockwork of the line it is. It knows no view and no command.
"""

from firmware.clock import since
from firmware.wire import (
    AWAY_AFTER, F_PAYLOAD, HEARS_AGAIN, LINK_FULL, LINK_GOOD, LINK_NO_DEALER, LINK_SILENT, LINK_VERSION, SILENCE, SILENT,
    STRANGE_FOR, TO_ALL, T_OPTIONS, T_SEATED,
)

_NOBODY = 255


def watch(seat, link, now):
    """Say what the link of ``seat`` is like, and tell the line when nothing comes from the neighbour before."""
    scene = seat.scene
    table = scene.table
    others = (1 << table[T_SEATED]) - 1 & ~scene.here & ~(1 << (table[T_OPTIONS] >> 4) >> 1)
    # A table that is all at this device needs no line.
    silent = link.silent(now) if seat.table_epoch and (others or not scene.dealing) else 0
    if silent >= SILENCE:
        if since(now, seat.silence_told) >= SILENCE:
            seat.silence_told = now
            _tell(link, scene.seat)
    elif seat.silence_told:
        # Nobody need look at a warning any longer than it is true.
        seat.silence_told = 0
        _tell(link, HEARS_AGAIN)
    if link.other_version > 1 and since(now, link.strange) < STRANGE_FOR:
        _set_link(seat, LINK_VERSION, _NOBODY)  # it passes nothing on, so the line is silent too
    elif silent >= SILENCE:
        _set_link(seat, LINK_SILENT, scene.seat)
    elif seat.silence_heard and since(now, seat.silence_heard) < 2 * SILENCE:
        pass  # somebody's silence was reported: the frame has set the link
    elif seat.table_epoch and since(now, seat.beat) >= AWAY_AFTER:
        _set_link(seat, LINK_NO_DEALER, _NOBODY)
    else:
        _set_link(seat, LINK_FULL if seat.full else LINK_GOOD, _NOBODY)


def _tell(link, what):
    link.out[1 + F_PAYLOAD] = what
    link.send(SILENT, TO_ALL, 1)


def heard(seat, what, now):
    """Take in what another device says: it hears nothing and has the seat ``what``, or it hears again. Return True."""
    seat.silence_heard = 0 if what == HEARS_AGAIN else now
    if what != HEARS_AGAIN:
        _set_link(seat, LINK_SILENT, what if what < 5 else _NOBODY)
    return True


def _set_link(seat, state, place):
    """Note the state of the link (LINK_...) and which seat it is about."""
    scene = seat.scene
    if scene.link != state or scene.link_seat != place:
        scene.link = state
        scene.link_seat = place
        seat.changed = True

"""How a spare device comes by the seat of a dead one: it asks, all who are here agree, and it gets a key of its own.

Serves firmware/dealer.py, which loads it while somebody asks: the functions work in its parts. A device that has lost its key asks for its own
seat in the same way. What was sealed for the dead device stays sealed: its key is forgotten, and nothing is sealed for the new one
before the human at the dealing device has compared the code (firmware/inbox.py).
"""

from engine.codes import NOBODY
from firmware.clock import since
from firmware.lobby import set_device
from firmware.roster import NO_DEVICE, person_of
from firmware.scene import NAME_LENGTH
from firmware.wire import (
    AWAY_AFTER, KEY_ANEW, REFUSE_TABLE, SPARE_AGREED, SPARE_CHIP, SPARE_NAME, SPARE_NOBODY, SPARE_NUMBER, SPARE_SEAT, T_PRESENT, T_SEATED,
)


def ask(dealer, data, at, now):
    """A hello at ``data[at:]`` asks for a seat, while no table forms. Return True if it is the one to be decided on."""
    roster = dealer._roster
    spare = roster.spare
    seat = data[at + 4 + NAME_LENGTH]
    place = roster.place_of(data, at)
    if place == NOBODY and (_seats_at(roster, data[at : at + 4]) or person_of(NO_DEVICE, data, at) >= 0):
        return False  # a device that has a seat has a key, so no code would be compared; and JARVIS has no device
    if place != NOBODY and place != seat or not _free(dealer, seat, place, dealer._table[T_PRESENT]):
        return False
    if spare[SPARE_SEAT] == SPARE_NOBODY:
        if place == seat and since(now, dealer.spare_heard) < KEY_ANEW:
            return False  # a word that comes late: the question has been answered, and the device may have its key by now
        for i in range(4):
            spare[SPARE_CHIP + i] = data[at + i]
        for i in range(NAME_LENGTH):
            spare[SPARE_NAME + i] = data[at + 4 + i]
        spare[SPARE_AGREED] = dealer.excused = 0
        spare[SPARE_NUMBER] = spare[SPARE_NUMBER] + 1 & 127
        _set(dealer, seat)
    elif spare[SPARE_SEAT] != seat or data[at : at + 4] != spare[SPARE_CHIP : SPARE_CHIP + 4]:
        if seat == place and dealer._delivery.lacks(seat):
            dealer.excused |= 1 << seat  # it has no key either, so what it would say cannot be read
        return False
    dealer.spare_heard = now
    return True


def answer(dealer, seat, argument):
    """``seat`` says whether the spare device may have the seat that it asks for. Return the reason of a refusal, or 0."""
    roster = dealer._roster
    spare = roster.spare
    if spare[SPARE_SEAT] == SPARE_NOBODY or spare[SPARE_SEAT] == seat or argument >> 1 != spare[SPARE_NUMBER]:
        return REFUSE_TABLE
    if argument & 1:
        spare[SPARE_AGREED] |= 1 << seat
        _set(dealer, spare[SPARE_SEAT])
    else:
        _set(dealer, SPARE_NOBODY)
    return 0


def watch(dealer, present, now):
    """Give the seat away if all agree who are among the bits ``present``; end the question if nobody asks any more."""
    roster = dealer._roster
    spare = roster.spare
    seat = spare[SPARE_SEAT]
    place = roster.place_of(spare, SPARE_CHIP)
    if since(now, dealer.spare_heard) >= AWAY_AFTER or not _free(dealer, seat, place, present):
        return _set(dealer, SPARE_NOBODY)
    asked = present & dealer._seat.scene.sealed & ~dealer.excused & ~(1 << seat)
    asked &= ~_seats_at(roster, spare[SPARE_CHIP : SPARE_CHIP + 4])  # a device without its key can answer for nobody
    if roster.jarvis() != NOBODY:
        asked &= ~(1 << roster.jarvis())
    if asked & ~spare[SPARE_AGREED]:
        return None
    # A dead device's key goes with its id (Host in firmware/join.py forgets it); what there may be of this device's is void.
    record = dealer._seals.find(spare, SPARE_CHIP)
    if record >= 0:
        dealer._seals.clear(record)
    set_device(roster, seat, spare, SPARE_CHIP, roster.names, NAME_LENGTH * seat)  # whose seat it is does not change
    dealer._heard[seat] = now
    dealer._delivery.answered[2 * seat] = dealer._delivery.answered[2 * seat + 1] = 0
    dealer._inbox.keyed()
    dealer._delivery.privates()
    return _set(dealer, SPARE_NOBODY)


def _seats_at(roster, chip):
    """Return the bits of the seats of all who play at the device that ``chip`` is an id of."""
    bits = 0
    for seat in range(roster.seated):
        if person_of(chip, roster.chips, 4 * seat) >= 0:
            bits |= 1 << seat
    return bits


def _free(dealer, seat, place, present):
    """Tell whether ``seat`` may be asked for, by a device that has the seat ``place``, NOBODY for none.

    Its device must be silent, or be the one that asks, which has lost the key that the dealer still has.
    """
    return (
        seat < dealer._table[T_SEATED]
        and seat != dealer._roster.jarvis()
        and not dealer._seat.scene.here >> seat & 1
        and (dealer._seat.scene.sealed if seat == place else ~present) >> seat & 1
    )


def _set(dealer, seat):
    """Another seat is asked for, or somebody has agreed: all get to know with the names."""
    dealer._roster.spare[SPARE_SEAT] = seat
    dealer._roster.count()
    dealer._dirty = True

"""The screens of a seat that goes over to a spare device that tests/goldens holds; tests/golden_screens.py takes them up."""

from firmware.wire import KEY_CHOOSE, SPARE_AGREED, SPARE_SEAT, T_PRESENT
from host_tools.rehearsal import NAMES
from tests.screen_kit import Played

_DEAD = 2
_ASKS = 1  # in front of the dead seat sits whoever is asked


def _table(size):
    """Mission 1, two cards lie, and the device of one seat is silent."""
    table = Played(1, 4, size, names=NAMES).pick().play(2).calm()
    table.table[T_PRESENT] = 0b1111 & ~(1 << _DEAD)
    return table


def _asked(table, agreed=0b1000):
    for scene in table.scenes:
        scene.spare[SPARE_SEAT] = _DEAD
        scene.spare[SPARE_AGREED] = agreed
        scene.names[5][:] = b"SPARE\0"
    table.publish()
    return table


def _stranger(table):
    """The silent seat's device becomes the spare one: it has no seat."""
    scene = table.scenes[_DEAD]
    scene.seat = 255
    scene.here = 0
    return scene


def _free(size, *keys):
    table = _table(size)
    _stranger(table)
    table.publish()
    return table.keys(_DEAD, *keys), _DEAD


def _waits(size):
    table = _table(size)
    _stranger(table).asked = _DEAD
    return _asked(table), _DEAD


def _none(size):
    table = _table(size)
    table.table[T_PRESENT] = 0b1111
    _stranger(table)
    table.publish()
    return table, _DEAD


def _consent(size, *keys):
    return _asked(_table(size)).keys(_ASKS, *keys), _ASKS


def _new_key(size):
    table = _table(size)
    table.table[T_PRESENT] = 0b1111
    return _asked(table), _ASKS


def _code(size, seat, code=48219):
    """The seat has been given away; the dealing device and the new one show the code."""
    table = _table(size)
    table.table[T_PRESENT] = 0b1111
    table.scenes[0].doubted = _DEAD
    table.scenes[0].codes[_DEAD] = table.scenes[_DEAD].codes[_DEAD] = code + 1
    table.scenes[_DEAD].keyless = 1
    table.publish()
    return table, seat


def _lost(size, keyless=2):
    table = _table(size)
    table.table[T_PRESENT] = 0b1111
    scene = table.scenes[_DEAD]
    scene.keyless = keyless
    scene.codes[_DEAD] = 0
    table.publish()
    return table, _DEAD


SCREENS = {
    "spare-free": _free,
    "spare-free-sure": lambda size: _free(size, *[KEY_CHOOSE] * (1 + (size == (21, 5)))),  # the text takes a page there
    "spare-waits": _waits,
    "spare-none": _none,
    "spare-consent": _consent,
    "spare-new-key": _new_key,
    "spare-code": lambda size: _code(size, 0),
    "spare-code-guest": lambda size: _code(size, _DEAD),
    "spare-lost": _lost,
    "spare-making": lambda size: _lost(size, 1),
}

"""Several people at one device: one of them has it, the others' private parts wait here, and it asks to be passed on.

Serves firmware/seat.py, which loads it once a second seat is on the device. While an attempt is under way the scene's own part is
empty until the person to whom the device was passed has taken it by a key; so nothing of anybody else can be on the display.
Each person is a seat to the dealer like any other, with an id made from the device's (firmware/wire.py, PERSON).
"""

from engine.codes import NOBODY, PHASE_END
from engine.layout import ANSWERED, PHASE, PROPOSER
from engine.turns import humans
from firmware.clock import since
from firmware.scene import NAME_LENGTH
from firmware.wire import (
    ADD_PERSON, DROP_PERSON, F_PAYLOAD, HELLO, HELLO_EVERY, OWN, PASS_TO, REFUSE_TABLE, SPELL, STAGE_ATTEMPT, STAGE_LOBBY, TAKE,
    T_SEATED, T_STAGE,
)

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_PERSONS = const(5)
_READ = const(3000)  # milliseconds in which a refusal is read by the one whom it concerns
_TOLD = const(3)  # hellos with a new name: one of them arrives


class Sharing:
    """The people at the device of ``seat`` (firmware/seat.py), its owner first; their numbers are 0-4, whatever their seats."""

    def __init__(self, seat, board):
        self._seat = seat
        self._scene = seat.scene
        self._parts = bytearray(5 * OWN)  # by seat
        self._names = bytearray(_PERSONS * NAME_LENGTH)  # by person; only as far as they were spelled here
        for i in range(min(len(board.name), NAME_LENGTH)):
            self._names[i] = board.name[i]
        self._wanted = 1  # bits of the people who want a seat
        self._gone = 0  # bits of those who left, and whose seat the dealer still has
        self._renamed = bytearray(_PERSONS)  # hellos to come with a new name
        self._got = bytearray(5)  # of each seat: which cards moved, as last shown (scene.seen[5])
        self._running = False  # an attempt is under way: hands are secret
        self._taken = False  # whoever has the device has shown by a key that it is he
        self._visit = NOBODY  # who was awaited when the device was passed by hand to somebody else
        self._hello = 0

    def alone(self, found):
        """Tell whether only the owner plays here any more; ``found`` has the bits of those for whom the dealer has a seat."""
        self._gone &= found
        return self._wanted == 1 and not self._gone

    def stays(self, person):
        """Tell whether a person of this device wants the seat that the dealer has for him."""
        return not self._gone >> person & 1

    def seated(self):
        """Who has which seat has changed: all private parts come anew."""
        for i in range(len(self._parts)):
            self._parts[i] = 0
        for seat in range(5):
            self._got[seat] = 0
            if self._scene.here >> seat & 1:
                self._wanted |= 1 << self._seat.persons[seat]
        self._running = False
        self._hide()

    def keep(self, seat, data, at):
        """A private part has come for a seat here: it shows if its person has the device."""
        for i in range(OWN):
            self._parts[OWN * seat + i] = data[at + i]
        if self._taken and seat == self._scene.seat:
            self._show()

    def _show(self):
        scene = self._scene
        at = OWN * scene.seat
        for i in range(OWN):
            scene.own[i] = self._parts[at + i]

    def _hide(self):
        self._taken = self._scene.passing = False
        for i in range(OWN):
            self._scene.own[i] = 0

    # --- time ---------------------------------------------------------------------------------------------------------

    def tick(self, now, dealer):
        """See to seats for all who want one, and to whom the device should be passed. ``dealer`` is the one in this device."""
        scene = self._scene
        stage = scene.table[T_STAGE]
        if stage != STAGE_LOBBY:
            self._gone = 0
        elif since(now, self._hello) >= HELLO_EVERY:
            self._hello = now
            self._say_hello(dealer)
        running = stage == STAGE_ATTEMPT and scene.view[PHASE] < PHASE_END
        if running != self._running:
            self._running = running
            self._hide()
            self._seat.changed = True
            if running:
                seat = self._awaited()
                self.pass_to(scene.seat if seat == NOBODY else seat, now)
        elif running and not scene.pending and not scene.popped and not (scene.refused and since(now, scene.refused_since) < _READ):
            seat = self._awaited()
            if seat != self._visit:
                self._visit = NOBODY
                if seat != NOBODY and seat != scene.seat:
                    self.pass_to(seat, now)

    def _awaited(self):
        """Return the seat here that is awaited, whoever has the device first, or NOBODY."""
        scene = self._scene
        view = scene.view
        seat = scene.seat
        for _ in range(5):
            if scene.here >> seat & 1:
                if scene.whose_for(seat) != NOBODY:
                    return seat
                if scene.asks(seat) or view[PROPOSER] != NOBODY and view[PROPOSER] != seat and humans(view) & ~view[ANSWERED] & 1 << seat:
                    return seat
            seat = seat + 1 if seat < 4 else 0
        return NOBODY

    def _say_hello(self, dealer):
        """Let the dealer know of one person who has no seat yet, or a new name."""
        scene = self._scene
        missing = self._wanted
        for seat in range(5):
            if scene.here >> seat & 1:
                missing &= ~(1 << self._seat.persons[seat])
        for person in range(_PERSONS):
            if missing >> person & 1 or self._renamed[person]:
                if self._renamed[person]:
                    self._renamed[person] -= 1
                out = self._seat.say_hello(person, self._names, NAME_LENGTH * person)
                if scene.dealing:
                    dealer.frame(HELLO, out, 1 + F_PAYLOAD, 6 + F_PAYLOAD + NAME_LENGTH)
                return

    # --- commands ---------------------------------------------------------------------------------------------------------

    def command(self, kind, argument, now):
        """Do what concerns this device alone: TAKE, PASS_TO, ADD_PERSON, DROP_PERSON, SPELL."""
        scene = self._scene
        lobby = scene.table[T_STAGE] == STAGE_LOBBY
        if kind == TAKE:
            if scene.passing:
                scene.passing = False
                self._taken = True
                self._show()
                scene.seen[5] = self._got[scene.seat]
                scene.since = scene.touched = now
        elif kind == PASS_TO and argument < 5 and scene.here >> argument & 1:
            awaited = self._awaited()
            self.pass_to(argument, now)
            self._visit = awaited
        elif kind == ADD_PERSON and lobby and scene.table[T_SEATED] < 5:
            self.add(b"")
        elif kind == DROP_PERSON and lobby and argument < 5 and scene.here >> argument & 1 and self._seat.persons[argument]:
            self._leave(argument, now)
        elif SPELL <= kind < SPELL + NAME_LENGTH and lobby and scene.seat < 5:
            self._spell(kind - SPELL, argument)
        else:
            scene.refused = REFUSE_TABLE
            scene.refused_since = now
        self._seat.changed = True

    def acted(self):
        """Whoever has the device has commanded something: a visit by hand is over."""
        self._visit = NOBODY

    def add(self, name):
        """One more person will share this device, under at most six ASCII letters or, without a name, the number of his seat."""
        for person in range(1, _PERSONS):
            if not self._wanted >> person & 1:
                self._wanted |= 1 << person
                self._gone &= ~(1 << person)
                self._renamed[person] = 0
                for i in range(NAME_LENGTH):
                    self._names[NAME_LENGTH * person + i] = name[i] if i < len(name) else 0
                return

    def _leave(self, seat, now):
        bit = 1 << self._seat.persons[seat]
        self._wanted &= ~bit
        self._gone |= bit
        if seat == self._scene.seat:
            for other in range(5):
                if self._scene.here >> other & 1 and not self._seat.persons[other]:
                    self.pass_to(other, now)

    def _spell(self, place, letter):
        """Set a letter of the name of whoever has the device."""
        scene = self._scene
        person = self._seat.person
        at = NAME_LENGTH * person
        name = scene.names[scene.seat]
        if not self._renamed[person]:
            for i in range(NAME_LENGTH):
                self._names[at + i] = name[i]
        self._names[at + place] = 0 if letter == 0x20 else letter
        for i in range(NAME_LENGTH):
            name[i] = self._names[at + i]
        self._renamed[person] = _TOLD

    def pass_to(self, seat, now):
        """The device is to go to the human of ``seat``; while hands are secret it shows none until he takes it."""
        scene = self._scene
        if self._taken:
            self._got[scene.seat] = scene.seen[5]
        self._hide()
        self._seat.person = self._seat.persons[seat]
        self._seat.turn_to(seat)
        scene.passing = self._running
        scene.covered = scene.popped = False
        scene.at = scene.card = scene.chosen = scene.refused = 0
        scene.screen = scene.base
        scene.since = now
        scene.fresh = True

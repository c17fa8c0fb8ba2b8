"""A crew at one table in this process, without links: one engine, and for each seat a scene, its screens and a grid.

Serves the demo and the tests of screens. It stands in for dealer, link and seat (firmware/dealer.py) and does what they do
in the simplest way: every change goes to all at once. It never decides anything about the rules, and has no clock.
"""

from engine import codes, layout
from engine.attempt import Attempt
from engine.refusal import Refusal
from firmware import choosing, own, screens, wire
from firmware.grid import Grid
from firmware.logbook import LOG_BYTES, LogBook
from firmware.scene import NAME_LENGTH, Scene
from host_tools import catalogue

NAMES = ("ANA", "BEN", "CLEO", "DAN", "EVA")


class OwnStore:
    """A store that keeps one file, the own missions."""

    def __init__(self):
        self.data = b""

    def load(self, slot, into):
        into[: len(self.data)] = self.data
        return len(self.data)

    def save(self, slot, data, n):
        self.data = bytes(data[:n])
        return True


class Rehearsal:
    """``seats`` handhelds with grids of ``size`` (columns, rows). ``now`` is the time in milliseconds, turned by ``wait``.

    ``deal(attempt)`` is called when the dealing seat deals, and whenever chance may be awaited after a command: it must do
    what chance is awaited for, if anything. ``jarvis`` is the seat of JARVIS, whose scene stays without a table.
    """

    def __init__(self, seats=3, size=(26, 10), names=NAMES, deal=None, jarvis=None):
        self.attempt = Attempt()
        self.now = 1000
        self.deal = deal
        self.grids = [Grid(*size) for _ in range(seats)]
        words = catalogue.words_of(catalogue.make())
        self.scenes = [Scene(words) for _ in range(seats)]
        self.jarvis = jarvis
        self.log = LogBook(bytearray(LOG_BYTES))
        self.store = OwnStore()  # own missions
        self.attempts = [0] * 171  # added to what the log counts, by mission
        self.next_mission = 1
        self.refused = [0] * seats
        self._table = bytearray(wire.TABLE)
        self._table[wire.T_STAGE] = wire.STAGE_LOBBY
        self._table[wire.T_SEATED] = seats
        self._table[wire.T_PRESENT] = (1 << seats) - 1
        self._table[wire.T_OPTIONS] = 0 if jarvis is None else codes.JARVIS_SEAT * (jarvis + 1)
        self._table[wire.T_MISSION] = 1
        for seat, scene in enumerate(self.scenes):
            scene.seat = 255 if seat == jarvis else seat
            scene.here = 0 if seat == jarvis else 1 << seat
            scene.dealing = seat == 0
            scene.codes = [0 if (other == seat) == (seat == 0) or other == jarvis else 48219 * other % wire.CODES + 1 for other in range(5)]
            scene.sealed = (1 << seats) - 1
            for other in range(seats):
                name = ("JARVIS" if other == jarvis else names[other])[:NAME_LENGTH].encode()
                scene.names[other][: len(name)] = name
        self.publish()

    @property
    def table(self):
        """The head of the public part; after a change call ``publish``."""
        return self._table

    def publish(self):
        """Let every seat have its newest view, and draw."""
        st = self.attempt.state
        table = self._table
        running = table[wire.T_STAGE] == wire.STAGE_ATTEMPT
        mission = table[wire.T_MISSION]
        ended = running and st[layout.VERDICT] != codes.OPEN
        game = table[wire.T_GAME] & 1
        mission += 100 * game
        attempts = (self.log.attempts(mission) if ended else self.log.coming(mission)) + self.attempts[mission]
        table[wire.T_ATTEMPTS] = attempts & 255
        table[wire.T_ATTEMPTS + 1] = attempts >> 8
        table[wire.T_DONE] = self.log.done(game)
        name = self.log.name()
        for seat, scene in enumerate(self.scenes):
            scene.table[:] = table
            for i in range(layout.PUBLIC):
                scene.view[i] = st[i] if running else 0
            for i in range(wire.LETTERS):
                scene.crew[i] = name[i]
            own = bytearray(wire.OWN)
            if running and seat != self.jarvis:
                self.attempt.private(seat, own)
            own[layout.OWN_SEAT] = seat
            own[wire.OWN_REFUSED] = self.refused[seat]
            scene.own[:] = own
            screens.arrived(scene, self.now)
        self.draw()

    def draw(self):
        """Let every handheld have the page of the log book that it wants, and draw what has changed."""
        for scene in self.scenes:
            while scene.wanted < 255:
                scene.log[0] = scene.wanted
                scene.wanted = 255
                page = scene.log[0]
                own = page >= wire.OWN_PAGES
                scene.log[1] = choosing.page(self.store, page - wire.OWN_PAGES + codes.FIRST_OWN, scene.log, 2) if own else self.log.page(page, scene.log, 2)
                screens.arrived(scene, self.now)
        for scene, grid in zip(self.scenes, self.grids):
            if screens.due(scene, grid, self.now):
                screens.paint(scene, grid)

    def wait(self, milliseconds):
        """Let time pass."""
        self.now = self.now + milliseconds & 0x1FFFFFFF
        self.draw()

    def key(self, seat, key):
        """Press a key at a seat, later than anything before; whatever it commands is done. Return whether it commanded anything."""
        self.now = self.now + 500 & 0x1FFFFFFF
        scene = self.scenes[seat]
        given = screens.key(scene, key, self.now)
        if given:
            self.command(seat, scene.command[0], scene.command[1])
        self.draw()
        return given

    def keys(self, seat, *keys):
        """Press several keys one after another."""
        for key in keys:
            self.key(seat, key)
        return self

    def command(self, seat, kind, argument):
        """Do a command of a seat and publish; return the reason of its refusal, or 0."""
        scene = self.scenes[seat]
        scene.refused = self.refused[seat] = self._do(seat, kind, argument)
        scene.refused_since = self.now
        self.publish()
        return scene.refused

    def _do(self, seat, kind, argument):
        table = self._table
        scene = self.scenes[seat]
        stage = table[wire.T_STAGE]
        if kind < wire.SEAT_SWAP:
            if stage != wire.STAGE_ATTEMPT:
                return wire.REFUSE_TABLE
            refused = self.apply(seat, bytes((kind, argument)))
            if kind == codes.PASS and argument and not refused:
                table[wire.T_STANDING] |= 1 << seat
            return refused
        if kind == wire.NO_STANDING:
            table[wire.T_STANDING] &= ~(1 << seat)
            return 0
        if kind == wire.BE_DEALER or kind == wire.BE_GUEST:
            return 0
        if seat != table[wire.T_DEALER] or (stage == wire.STAGE_ATTEMPT and self.attempt.state[layout.VERDICT] == codes.OPEN):
            return wire.REFUSE_TABLE
        if kind == wire.TO_CHOOSE and table[wire.T_SEATED] > 2:
            table[wire.T_STAGE] = wire.STAGE_CHOOSE
            table[wire.T_MISSION] = self.next_mission
        elif kind in (wire.CHOOSE, wire.SET_GAME) or kind == wire.SET_CHALLENGE and table[wire.T_GAME] & 1:
            return choosing.choose(self.store, table, self.log, kind, argument, 31)
        elif kind == wire.KEEP_OWN or kind == wire.DROP_OWN:
            own.keep(self.store, scene.log, 2, argument if kind == wire.DROP_OWN else 0)
            table[wire.T_OWN] = own.mark(self.store)
        elif kind == wire.DEAL_CARDS and stage >= wire.STAGE_BRIEFING:
            coming = table[wire.T_ATTEMPTS] | table[wire.T_ATTEMPTS + 1] << 8
            if not choosing.begin(self.store, self.attempt, table, coming):
                return codes.REFUSE_MISSION
            table[wire.T_STAGE] = wire.STAGE_ATTEMPT
            self.deal(self.attempt)
            for other in range(table[wire.T_SEATED]):
                if table[wire.T_STANDING] >> other & 1:
                    self.apply(other, bytes((codes.PASS, 1)))
        elif kind == wire.TO_LOBBY:
            table[wire.T_STAGE] = wire.STAGE_LOBBY
        elif kind == wire.SEAT_SWAP and stage == wire.STAGE_LOBBY:
            self._swap(argument >> 4, argument & 15)
        elif kind == wire.SET_CHALLENGE and table[wire.T_SEATED] == 3 and self.jarvis is None:
            table[wire.T_OPTIONS] = argument
        elif kind == wire.CAMPAIGN and stage == wire.STAGE_LOBBY:
            table[wire.T_CAMPAIGN] = argument
        elif wire.LETTER <= kind < wire.LETTER + wire.LETTERS and stage == wire.STAGE_LOBBY:
            self.log.letter(kind - wire.LETTER, argument)
        else:
            return wire.REFUSE_TABLE
        return 0

    def apply(self, seat, command):
        """Let the engine do a command without publishing; return the reason of its refusal, or 0."""
        st = self.attempt.state
        signal = st[layout.SIGNAL]
        try:
            self.attempt.apply(seat, command)
        except Refusal as refusal:
            return refusal.code
        if st[layout.PHASE] in (codes.PHASE_TASKS, codes.PHASE_DRAW):
            self.deal(self.attempt)
        mission = st[layout.MISSION] + 100 * st[layout.GAME]
        humans = st[layout.SEATS] - (self.jarvis is not None)
        if st[layout.SIGNAL] and not signal:
            self.log.signalled(mission, humans)
        if st[layout.VERDICT] != codes.OPEN:
            challenge = st[layout.OPTIONS] & codes.CHALLENGE
            self.log.record(mission, st[layout.VERDICT] == codes.SUCCESS, humans, challenge, st[layout.TAKEN_BACK])
            if st[layout.VERDICT] == codes.SUCCESS:
                self.next_mission = self.log.proposed(st[layout.GAME])
        return 0

    def _swap(self, one, other):
        """Two seats change places; the handhelds stay where they are, so each gets its new seat."""
        for scene in self.scenes:
            scene.names[one], scene.names[other] = scene.names[other], scene.names[one]
            scene.pen.names = scene.names
        self.scenes[one], self.scenes[other] = self.scenes[other], self.scenes[one]
        self.grids[one], self.grids[other] = self.grids[other], self.grids[one]
        for seat in (one, other):
            self.scenes[seat].seat = seat
            self.scenes[seat].here = 1 << seat
            if self.scenes[seat].dealing:
                self._table[wire.T_DEALER] = seat

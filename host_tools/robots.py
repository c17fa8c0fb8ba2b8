"""A crew of robots at a simulated table: each acts on what its own scene shows, as a human would.

Serves the tests of the session and the bench. A robot never looks into the dealer's engine; only the crew does, to tell
whether all displays agree with it.
"""

import random

from engine.cards import PLAYABLE, list_cards
from engine.codes import (
    ANSWER, EITHER, NOBODY, PHASE_END, PHASE_PICK, PHASE_RADIO, PHASE_TRICK, PICK, PLAY, RADIO_ASK, RADIO_DROP, RADIO_SHOW, RADIO_UNUSED,
)
from engine.layout import (
    LED, OWN_ASKED, OWN_HAND, OWN_HELD, OWN_SEAT, PHASE, PROPOSER, RADIO, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TRICK, TURN,
)
from engine.radio import meaning
from firmware.session import Session
from firmware.wire import BE_DEALER, CHOOSE, DEAL_CARDS, STAGE_ATTEMPT, STAGE_BRIEFING, STAGE_CHOOSE, T_SEATED, T_STAGE, TO_CHOOSE
from host_tools.boards import BOARDS, USUAL
from host_tools.simulator import Table


class Device:
    """What runs on a simulated board here: a session alone."""

    def __init__(self, board):
        self.board = board
        self.session = Session(board)
        self.scene = self.session.scene

    def tick(self):
        self.session.tick(self.board.now())


class Crew:
    """A table of ``count`` robots. ``radio`` is how often a robot asks for the radio, a chance each look.

    ``start`` is what runs on the boards: a session alone, or firmware.app.Handheld with its screens. ``board`` is one of
    host_tools/boards.py.
    """

    def __init__(self, count, faults="none", seed=0, radio=0.0, start=Device, board=BOARDS[USUAL]):
        self.table = Table(count, board, faults, seed, start)
        self.random = random.Random(seed)
        self.radio = radio
        self._into = bytearray(64)

    @property
    def devices(self):
        """The devices that have power."""
        return [device for device in self.table.handhelds if device is not None]

    def scene(self, place):
        return self.table.handhelds[place].scene

    def dealer(self):
        """The dealer of the table; there must be exactly one."""
        (device,) = [device for device in self.devices if device.session.link.dealing]
        return device.session.dealer

    def command(self, place, kind, argument=0):
        self.table.handhelds[place].session.command(kind, argument, self.table.boards[place].now())

    def until(self, true, milliseconds=20000):
        """Let time pass until ``true()``; fail with the seed when it never is."""
        end = self.table.now + milliseconds
        while not true():
            assert self.table.now < end, "did not happen within %d ms, seed %d" % (milliseconds, self.table.seed)
            self.table.run(5)

    def gather(self, place=0):
        """Form the table at the device in ``place``."""
        self.command(place, BE_DEALER)
        count = len(self.devices)
        self.until(lambda: all(d.scene.table[T_SEATED] == count and d.scene.seat < 5 for d in self.devices))
        self.rest()

    def deal(self, mission, place=0):
        """Choose ``mission`` and deal, from the dealing device."""
        for stage, kind, argument in ((STAGE_CHOOSE, TO_CHOOSE, 0), (STAGE_BRIEFING, CHOOSE, mission), (STAGE_ATTEMPT, DEAL_CARDS, 0)):
            self.command(place, kind, argument)
            self.until(lambda: all(d.scene.table[T_STAGE] == stage for d in self.devices))
        self.rest()

    def settled(self):
        """Tell whether every device shows what the dealer's engine says, to it and to all, and has nothing on its way."""
        dealer = self.dealer()
        part = bytearray(256)
        for device in self.devices:
            scene = device.scene
            if scene.seat > 4 or scene.pending or scene.own[OWN_SEAT] != scene.seat:
                return False
            if scene.table[T_STAGE] != STAGE_ATTEMPT:
                continue
            n = dealer.attempt.public(part)
            if scene.view != part[:n]:
                return False
            n = dealer.attempt.private(scene.seat, part)
            if scene.own[:n] != part[:n]:
                return False
        return True

    def rest(self):
        """Let everything that is on its way arrive."""
        self.table.run(500)
        self.until(self.settled)

    def act(self, place):
        """Let one robot do what its scene asks of it, if anything."""
        device = self.table.handhelds[place]
        scene = device.scene
        view = scene.view
        if scene.table[T_STAGE] != STAGE_ATTEMPT or scene.pending or scene.seat > 4 or view[PROPOSER] != NOBODY:
            return
        if PHASE_PICK <= view[PHASE] < PHASE_END and view[RADIO + scene.seat] == RADIO_UNUSED and not scene.own[OWN_ASKED]:
            if self.random.random() < self.radio:
                self.command(place, RADIO_ASK)
                return
        if view[TURN] != scene.seat:
            return
        choose = self.random.choice
        if view[PHASE] == PHASE_PICK:
            free = [i for i in range(view[TASK_COUNT]) if view[TASK + TASK_BYTES * i + TASK_OWNER] == NOBODY]
            self.command(place, PICK, choose(free))
        elif view[PHASE] == PHASE_TRICK:
            n = list_cards(scene.own, OWN_HAND, PLAYABLE[view[LED] << 5 | scene.own[OWN_HELD]], self._into)
            if n:
                self.command(place, PLAY, choose(self._into[:n]))
        elif view[PHASE] == PHASE_RADIO:
            n = list_cards(scene.own, OWN_HAND, 15, self._into)
            cards = [card for card in self._into[:n] if meaning(scene.own, OWN_HAND, card)]
            self.command(place, RADIO_SHOW, choose(cards)) if cards else self.command(place, RADIO_DROP)

    def ended(self):
        return all(d.scene.table[T_STAGE] == STAGE_ATTEMPT and d.scene.view[PHASE] == PHASE_END for d in self.devices)

    def play(self, until=None, milliseconds=600000):
        """Let the robots act until ``until()``, else to the end of the attempt, and then let all displays agree."""
        done = until or self.ended
        end = self.table.now + milliseconds
        while not done():
            assert self.table.now < end, "stuck, seed %d" % self.table.seed
            for place, device in enumerate(self.table.handhelds):
                if device is not None:
                    self.act(place)
            self.table.run(20)
        self.rest()

    def tricks(self):
        return self.dealer().attempt.state[TRICK]

    def answer_all(self, reply=EITHER):
        """Let everybody but the proposer answer."""
        for place, device in enumerate(self.table.handhelds):
            if device is not None and device.scene.view[PROPOSER] not in (NOBODY, device.scene.seat):
                self.command(place, ANSWER, reply)

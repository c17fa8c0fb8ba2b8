"""A crew of robots at a simulated table: each acts on what its own scene shows, as a human would.

Serves the tests of the session and the bench. A robot never looks into the dealer's engine; only the crew does, to tell
whether all displays agree with it.
"""

import random

from engine.cards import AT, BIT, PLAYABLE, list_cards, suits_held
from engine.codes import (
    ANSWER, CHANGE_TOKENS, DISTRESS, EITHER, FOR_JARVIS, GIVE, NAME, NOBODY, PASS, PHASE_DEAL, PHASE_DISTRESS,
    PHASE_END, PHASE_GIVE, PHASE_HANDOVER, PHASE_NAME, PHASE_PICK, PHASE_QUESTION, PHASE_RADIO, PHASE_SHARE,
    PHASE_TOKENS, PHASE_TRICK, PICK, PLANET_NINE, PLAY, RADIO_ASK, RADIO_DROP, RADIO_SHOW, RADIO_UNUSED, SAY,
    SHARE_OUT,
)
from engine.layout import (
    ANSWERED, COMMANDER, GAME, GIVEN, JARVIS, LED, OPEN_CARDS, OWN_ASKED, OWN_HAND, OWN_HELD, OWN_SEAT, PASSED, PHASE,
    PROPOSER, RADIO, ROLE, SEATS, SUBJECT, TASK, TASK_BYTES, TASK_COUNT, TASK_OWNER, TRICK, TURN,
)
from engine.radio import meaning
from engine.sea_tasks import fitting
from firmware.session import Session
from firmware.wire import (
    ADMIT, ASK_FOR, BE_DEALER, CHOOSE, DEAL_CARDS, SET_GAME, SPARE_NOBODY, SPARE_NUMBER, STAGE_ATTEMPT, STAGE_BRIEFING, STAGE_CHOOSE, STAGE_LOBBY, TAKE,
    TO_CHOOSE, T_GAME, T_PRESENT, T_SEATED, T_STAGE,
)
from host_tools.boards import BOARDS, USUAL
from host_tools.simulator import Table, seat_persons


class Device:
    """What runs on a simulated board here: a session alone."""

    def __init__(self, board):
        self.board = board
        self.session = Session(board)
        self.scene = self.session.scene

    def tick(self):
        self.session.tick(self.board.now())


class Crew:
    """A table of ``count`` robots. ``radio`` is how often a robot asks for the radio, a chance each look; ``distress`` likewise.

    ``persons`` says how many people play at each device, one where it is left out. ``start`` is what runs on the boards: a session alone, or firmware.app.Handheld with its screens. ``board`` is one of
    host_tools/boards.py.
    """

    def __init__(
        self, count, faults="none", seed=0, radio=0.0, distress=0.0, start=Device, board=BOARDS[USUAL], rings=None, table=None, persons=None
    ):
        self.table = table or Table(count, board, faults, seed, start, rings)
        self.persons = persons or [1] * count
        self.random = random.Random(seed)
        self.radio = radio
        self.distress = distress
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
        seat_persons(self.table.handhelds, self.persons)
        self.command(place, BE_DEALER)
        humans = sum(n for n, device in zip(self.persons, self.table.handhelds) if device is not None)
        count = max(humans, 3) if humans > 1 else 1  # two humans play with JARVIS
        self.until(lambda: all(d.scene.table[T_SEATED] == count and d.scene.seat < 5 for d in self.devices))
        self.until(lambda: sum(bin(d.scene.here).count("1") for d in self.devices) == humans)
        self.until(lambda: self.keyed(place))
        self.rest()

    def keyed(self, place=0):
        """Tell whether the device in ``place``, which deals, has a key with every other: before, no mission is chosen."""
        scene = self.scene(place)
        return scene.sealed == (1 << scene.table[T_SEATED]) - 1

    def deal(self, mission, place=0, game=PLANET_NINE):
        """Choose ``mission`` of ``game`` and deal, from the dealing device."""
        self.until(lambda: self.keyed(place) or self.scene(place).table[T_STAGE] > STAGE_LOBBY)
        for stage, kind, argument in ((STAGE_CHOOSE, TO_CHOOSE, 0), (STAGE_BRIEFING, CHOOSE, mission), (STAGE_ATTEMPT, DEAL_CARDS, 0)):
            if kind == CHOOSE and self.scene(place).table[T_GAME] & 1 != game:
                self.command(place, SET_GAME, game)
                self.until(lambda: all(d.scene.table[T_GAME] & 1 == game for d in self.devices))
            self.command(place, kind, argument)
            self.until(lambda: all(d.scene.table[T_STAGE] == stage for d in self.devices))
        self.rest()

    def settled(self):
        """Tell whether every device shows what the dealer's engine says, to it and to all, and has nothing on its way."""
        dealer = self.dealer()
        part = bytearray(256)
        for device in self.devices:
            scene = device.scene
            hidden = not any(scene.own) and scene.here & scene.here - 1  # nobody has taken the device
            if scene.seat > 4 or scene.pending or scene.own[OWN_SEAT] != scene.seat and not hidden:
                return False
            if scene.table[T_STAGE] != STAGE_ATTEMPT:
                continue
            n = dealer.attempt.public(part)
            if scene.view != part[:n]:
                return False
            n = dealer.attempt.private(scene.seat, part)
            if scene.own[:n] != part[:n] and not hidden:
                return False
        return True

    def rest(self):
        """Let everything that is on its way arrive."""
        self.table.run(500)
        self.until(self.settled)

    def act(self, place):
        """Let one robot do what its scene asks of it, if anything."""
        scene = self.table.handhelds[place].scene
        view = scene.view
        phase = view[PHASE]
        seat = scene.seat
        if scene.table[T_STAGE] != STAGE_ATTEMPT or scene.pending or self.hand_on(place) or seat > 4:
            return
        if scene.passing:
            self.command(place, TAKE)
            return
        if not any(scene.own):
            return  # the hand has not come yet
        if view[PROPOSER] != NOBODY:
            # Giving up and taking back are the tests' to answer.
            if view[SUBJECT] >= CHANGE_TOKENS and view[PROPOSER] != seat and not view[ANSWERED] >> seat & 1:
                self.command(place, ANSWER, EITHER)
            return
        if PHASE_DEAL < phase < PHASE_END and view[RADIO + seat] == RADIO_UNUSED and not scene.own[OWN_ASKED]:
            if self.random.random() < self.radio and view[ROLE] != seat:
                self.command(place, RADIO_ASK)
                return
        if phase in (PHASE_TOKENS, PHASE_HANDOVER, PHASE_DISTRESS):
            if phase == PHASE_DISTRESS and self.random.random() < self.distress:
                self.command(place, DISTRESS, self.random.randrange(2))
            elif not view[PASSED] >> seat & 1:
                self.command(place, PASS, 0)
        elif phase == PHASE_SHARE and seat == view[COMMANDER]:
            self.command(place, SHARE_OUT, 1)
        elif phase == PHASE_GIVE:
            self._give(place, scene)
        elif view[TURN] == seat:
            self._choose(place, scene, scene.own, OWN_HAND, scene.own[OWN_HELD])
        elif view[TURN] != NOBODY and view[TURN] & FOR_JARVIS and view[COMMANDER] == seat:
            hand = self._open_cards(view)
            self._choose(place, scene, hand, 0, suits_held(hand, 0))

    def hand_on(self, place):
        """Do what is asked about a seat that goes over to a spare device, or ask for one. Return whether there was anything."""
        scene = self.table.handhelds[place].scene
        if scene.pending:
            return False
        dead = (1 << scene.table[T_SEATED]) - 1 & ~scene.table[T_PRESENT]
        if scene.doubted < 5:
            # As two people would who hold their displays side by side.
            shown = {other.scene.codes[scene.doubted] for other in self.devices if other.scene.seat == scene.doubted}
            if 0 not in shown:
                self.command(place, ADMIT, shown == {scene.codes[scene.doubted]})
        elif scene.asked != SPARE_NOBODY:
            return False
        elif scene.seat > 4:
            if dead:
                self.command(place, ASK_FOR, dead.bit_length() - 1)
        elif scene.keyless:
            if scene.keyless == 2:
                self.command(place, ASK_FOR, scene.seat)
        elif scene.asks(scene.seat):
            self.command(place, ADMIT, scene.spare[SPARE_NUMBER] << 1 | 1)
        else:
            return False
        return True

    def _choose(self, place, scene, hand, at, held):
        """It is this robot's turn, with the card set at ``hand[at:]``."""
        view = scene.view
        phase = view[PHASE]
        choose = self.random.choice
        if phase == PHASE_PICK:
            free = [i for i in range(view[TASK_COUNT]) if view[TASK + TASK_BYTES * i + TASK_OWNER] == NOBODY]
            if view[GAME]:
                free = free[: fitting(bytearray(view), free, len(free))]
            self.command(place, PICK, choose(free))
        elif phase == PHASE_TRICK:
            n = list_cards(hand, at, PLAYABLE[view[LED] << 5 | held], self._into)
            if n:
                self.command(place, PLAY, choose(self._into[:n]))
        elif phase == PHASE_RADIO:
            n = list_cards(hand, at, 15, self._into)
            cards = [card for card in self._into[:n] if meaning(hand, at, card)]
            self.command(place, RADIO_SHOW, choose(cards)) if cards else self.command(place, RADIO_DROP)
        elif phase == PHASE_QUESTION:
            self.command(place, SAY, self.random.randint(1, 2))
        elif phase == PHASE_NAME:
            self.command(place, NAME, self.random.randrange(view[SEATS]))  # refused if nobody may be named so

    def _open_cards(self, view):
        hand = bytearray(5)
        for card in view[OPEN_CARDS : OPEN_CARDS + 7]:
            hand[AT[card]] |= BIT[card]
        return hand

    def _give(self, place, scene):
        """Choose a card for the neighbour, and as commander one of JARVIS's."""
        view = scene.view
        hand, at = scene.own, OWN_HAND
        if view[GIVEN] >> scene.seat & 1:
            if view[JARVIS] == NOBODY or view[COMMANDER] != scene.seat or view[GIVEN] >> view[JARVIS] & 1:
                return
            hand, at = self._open_cards(view), 0
        n = list_cards(hand, at, 15, self._into)
        self.command(place, GIVE, self.random.choice(self._into[:n]))

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
            if device is not None:
                for _ in range(self.persons[place]):
                    if device.scene.passing:
                        self.command(place, TAKE)
                    if device.scene.view[PROPOSER] not in (NOBODY, device.scene.seat):
                        self.command(place, ANSWER, reply)
                        self.until(lambda: not device.scene.pending)
                        self.table.run(20)

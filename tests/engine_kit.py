"""What several tests of the engine need: random chance commands, attempts on their way, lists of commands, saves as bytes."""

import random

from engine import codes, layout
from engine.attempt import Attempt
from engine.cards import deck
from engine.missions import tasks_of
from firmware.shuffle import chance as give_chance
from tests.facts import CREWS, missions
from tests.steering import Steering, commands_of, options_of

DECK = list(bytearray(40))
deck(DECK)
COLOUR_CARDS = [card for card in DECK if card < 0x40]
ROWS = missions()
KINDS = list(range(0, 25)) + [31, 32, 33, 128, 255]
WITHOUT_ARGUMENT = {codes.RADIO_ASK, codes.RADIO_DROP, codes.GIVE_UP, codes.TAKE_BACK, codes.WITHDRAW}
# What each step waits for; the rest of what is legal is by the way.
ONWARD = (
    codes.SAY, codes.NAME, codes.PICK, codes.GIVE, codes.PLAY, codes.RADIO_SHOW, codes.RADIO_DROP, codes.ANSWER, codes.PASS, codes.SHARE_OUT,
)  # fmt: skip
OPTIONAL = (codes.PHASE_TOKENS, codes.PHASE_HANDOVER, codes.PHASE_DISTRESS)


def chance(some, mission, seats):
    """Return a deal and drawn tasks as two chance commands, from the random numbers ``some``."""
    cards = DECK[:]
    some.shuffle(cards)
    extra = some.randrange(3) if seats == 3 else 0
    tasks = some.sample(COLOUR_CARDS, tasks_of(mission))
    return bytes([codes.DEAL, extra] + cards), bytes([codes.TASKS, len(tasks)] + tasks)


def chance_now(attempt, some):
    """Return the chance command that ``attempt`` waits for, made with the random numbers ``some``; None if it waits for none."""
    whole = bytes(attempt.state)
    if not give_chance(attempt, some.randbytes):
        return None
    command = commands_of(attempt)[-1][1]
    attempt.state[:] = whole
    return command


def commands(attempt, seat):
    """Return the legal commands of ``seat`` as pairs (kind, argument)."""
    buffer = bytearray(256)
    return [(buffer[2 * i], buffer[2 * i + 1]) for i in range(attempt.commands(seat, buffer))]


def save(attempt):
    buffer = bytearray(layout.ATTEMPT_BYTES)
    return bytes(buffer[: attempt.save(buffer)])


def loaded(save):
    attempt = Attempt()
    attempt.load(save, len(save))
    return attempt


def without_news(state):
    """Return the bytes of ``state`` but for the news of the last proposal, which are no part of a save."""
    kept = bytearray(state)
    for at in range(layout.NEWS, layout.PUBLIC):
        kept[at] = 0
    return kept


def view(attempt, seat):
    """Return all that ``seat`` may know, as bytes."""
    buffer = bytearray(layout.PUBLIC + layout.PRIVATE)
    return bytes(buffer[: attempt.view(seat, buffer)])


def cards_of(st, at):
    """Return the cards of the set at ``st[at:]``."""
    return [suit << 4 | value for suit in range(4) for value in range(1, 9) if st[at + suit] >> value - 1 & 1] + [
        suit << 4 | 9 for suit in range(4) if st[at + 4] >> 4 + suit & 1] + [0x40 | value for value in range(1, 5) if st[at + 4] >> value - 1 & 1]


def hand(st, seat):
    return cards_of(st, layout.HANDS + layout.HAND_BYTES * seat)


def covered(st):
    """Return JARVIS's covered cards."""
    return [st[layout.UNDER + place] for place in range(7) if st[layout.COVERS] >> place & 1]


class Walk:
    """An attempt on its way, with all its commands and the bytes before its last card. The deal is out."""

    def __init__(self, mission, crew, seed):
        self.seed = "mission %d, crew %s, seed %r" % (mission, crew, seed)
        self.crew = CREWS[crew]
        self.seats = self.crew.seats
        self.attempt = Attempt()
        self.attempt.begin(mission, self.seats, options_of(self.crew))
        self.commands = []
        self.before_card = None
        self.random = random.Random(seed)
        self.send(codes.CHANCE, chance_now(self.attempt, self.random))

    def __repr__(self):
        return "%s, after %s" % (self.seed, self.commands)

    def copy(self):
        """Return the same attempt once more, to be changed freely."""
        other = object.__new__(Walk)
        vars(other).update(vars(self))
        other.attempt = Attempt()
        other.attempt.state[:] = self.attempt.state
        other.commands = self.commands[:]
        other.random = random.Random(self.seed)
        return other

    def send(self, seat, command):
        if command[0] == codes.PLAY:
            self.before_card = bytes(self.attempt.state)
        self.attempt.apply(seat, command)
        self.commands.append((seat, bytes(command)))

    def listed(self):
        """All legal commands: (seat, (kind, argument))."""
        return [(seat, command) for seat in range(self.seats) for command in commands(self.attempt, seat)]

    def choices(self):
        """Legal commands to choose among: mostly what play waits for, at times anything by anybody."""
        listed = self.listed()
        onward = [pair for pair in listed if pair[1][0] in ONWARD and pair[1][0] != codes.RADIO_DROP]
        if onward and self.random.random() < (0.5 if self.attempt.state[layout.PHASE] == codes.PHASE_RADIO else 0.75):
            return onward
        return [pair for pair in listed if self.random.random() < 0.2 or pair[1][0] not in (codes.GIVE_UP, codes.WITHDRAW)]

    def step(self):
        """One random command; False when there is none. A card that ends the attempt in failure is mostly put back."""
        st = self.attempt.state
        command = chance_now(self.attempt, self.random)
        if command:
            self.send(codes.CHANCE, command)
            return True
        for _ in range(6):
            choices = self.choices()
            if choices:
                whole, before_card = bytes(st), self.before_card
                self.send(*self.random.choice(choices))
                if st[layout.VERDICT] <= codes.SUCCESS or self.random.random() < 0.02:
                    return True
                st[:], self.before_card = whole, before_card
                self.commands.pop()
        return st[layout.PHASE] != codes.PHASE_END

    def onward(self):
        """One random command of those that the step waits for, chance included; a no is rarer than a yes."""
        command = chance_now(self.attempt, self.random)
        if command:
            return self.send(codes.CHANCE, command)
        optional = self.attempt.state[layout.PHASE] in OPTIONAL
        onward = [pair for pair in self.listed() if pair[1][0] in ONWARD and (optional or pair[1][0] != codes.PASS)]
        kindly = [pair for pair in onward if pair[1] != (codes.ANSWER, codes.NO)]
        self.send(*self.random.choice(kindly if self.random.random() < 0.9 else onward))

    def until(self, phase):
        """Go on to the step ``phase``; return whether the attempt came there."""
        while self.attempt.state[layout.PHASE] not in (phase, codes.PHASE_END):
            self.onward()
        return self.attempt.state[layout.PHASE] == phase

    def ready(self):
        """Go on to the lead of the first trick; nobody proposes anything that may be passed over."""
        st = self.attempt.state
        for seat in self.crew.humans:
            if st[layout.PHASE] < codes.PHASE_TRICK:
                self.send(seat, bytes((codes.PASS, 1)))
        steering = Steering(st[layout.MISSION], self.crew, self.random)
        steering.attempt.state[:] = st
        done = len(commands_of(self.attempt))
        steering.prepare()
        for seat, command in commands_of(steering.attempt)[done:]:
            self.send(seat, command)
        return self

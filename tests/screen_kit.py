"""What the tests of screens need: tables that have got somewhere by real play, and texts of their displays."""

import random

import pytest

from engine import codes, layout
from firmware import screens, texts, wire
from firmware.grid import Grid
from firmware.marks import SUIT_MARK
from firmware.shuffle import chance
from firmware.wire import KEY_CHOOSE, KEY_NEXT
from host_tools import picture
from host_tools.english import ENGLISH
from host_tools.rehearsal import Rehearsal
from tests import engine_kit

SIZES = ((26, 10), (21, 5), (12, 3))
OTHER_SIZES = ((40, 11), (40, 20), (53, 20), (21, 10))
LONG_NAMES = ("ANATOL", "BENITO", "CLEOPA", "DANILO", "EVELYN")
BY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: "%dx%d" % size)
CREWS = ((3, None, False), (4, None, False), (5, None, False), (3, None, True), (3, 0, False), (3, 1, False), (3, 2, False))
BY_CREW = pytest.mark.parametrize("crew", CREWS, ids=["three", "four", "five", "challenge", "jarvis-0", "jarvis-1", "jarvis-2"])


def dealer(seed):
    """Return a ``deal`` for Rehearsal that shuffles by ``seed``."""
    some = random.Random(seed)
    drawn = []

    def deal(attempt):
        st = attempt.state
        if st[layout.PHASE] == codes.PHASE_DEAL and not st[layout.OPTIONS] and not st[layout.GAME] and st[layout.MISSION] < codes.FIRST_OWN:
            cards, tasks = engine_kit.chance(some, st[layout.MISSION], st[layout.SEATS])
            attempt.apply(codes.CHANCE, cards)
            drawn[:] = [tasks]
        if st[layout.PHASE] == codes.PHASE_TASKS and drawn:
            attempt.apply(codes.CHANCE, drawn.pop())
        while chance(attempt, some.randbytes):
            pass

    return deal


class Played(Rehearsal):
    """A table at which an attempt at ``mission`` has been dealt; ``some`` decides what its crew does."""

    def __init__(self, mission, seats, size, seed=1, names=LONG_NAMES, attempts=0, jarvis=None, challenge=False, game=0, turning=False, own=b""):
        super().__init__(seats, size, names, dealer(seed), jarvis)
        if challenge:
            self.table[wire.T_OPTIONS] = codes.CHALLENGE
        self.some = random.Random(seed)
        self.next_mission = mission
        self.attempts[mission + 100 * game] = attempts
        self.store.data = own
        self.table[wire.T_GAME] = game + turning * wire.TURNING
        for kind, argument in ((wire.TO_CHOOSE, 0), (wire.CHOOSE, mission), (wire.DEAL_CARDS, 0)):
            assert not self.command(0, kind, argument)

    @property
    def turn(self):
        """The seat whose human is awaited: the commander for JARVIS; in joint steps the first that has not done its part."""
        for seat, scene in enumerate(self.scenes):
            if seat != self.jarvis and scene.mine():
                return seat
        return self.attempt.state[layout.TURN]  # a proposal is open

    @property
    def phase(self):
        return self.attempt.state[layout.PHASE]

    def legal(self, seat=None):
        """Return what the awaited seat may choose from."""
        buffer = bytearray(40)
        return list(buffer[: self.attempt.legal(self.turn if seat is None else seat, buffer)])

    def forward(self, end):
        """Let everybody do the next best until the phase ``end`` or a later one is there."""
        kinds = {codes.PHASE_QUESTION: codes.SAY, codes.PHASE_NAME: codes.NAME, codes.PHASE_PICK: codes.PICK}
        while self.phase < end:
            phase = self.phase
            if phase in kinds:
                assert not self.command(self.turn, kinds[phase], self.some.choice(self.legal()))
            elif phase == codes.PHASE_SHARE:
                self.agree(self.turn, codes.SHARE_OUT, 0x12)
            elif phase == codes.PHASE_GIVE:
                assert not self.command(self.turn, codes.GIVE, self.some.choice(self.legal()))
            else:
                assert not self.command(self.turn, codes.PASS, 0)
        return self

    def agree(self, seat, kind, argument, reply=codes.YES):
        """Let a seat propose and all others answer."""
        assert not self.command(seat, kind, argument)
        for other in range(self.attempt.state[layout.SEATS]):
            if other not in (seat, self.jarvis):
                assert not self.command(other, codes.ANSWER, reply)
        return self

    def pick(self):
        """Go through all steps before the first trick."""
        return self.forward(codes.PHASE_GIVE)

    def ask(self):
        """Hand out all tasks; every seat has asked for the radio before, so that one phase serves all."""
        for seat in range(self.attempt.state[layout.SEATS]):
            if seat != self.jarvis:
                assert not self.command(seat, codes.RADIO_ASK, 0)
        return self.pick()

    def radio(self):
        """As ``ask``, and every seat shows a card."""
        self.ask()
        while self.phase == codes.PHASE_RADIO:
            assert not self.command(self.turn, codes.RADIO_SHOW, self.some.choice(self.legal()))
        return self

    def play(self, cards):
        """Play so many cards, or to the end."""
        while cards and self.phase == codes.PHASE_TRICK:
            assert not self.command(self.turn, codes.PLAY, self.some.choice(self.legal()))
            cards -= 1
        return self

    def calm(self):
        """Wait until what comes up by itself has gone."""
        for scene in self.scenes:
            scene.touched = self.now  # nobody's hand is to be covered
        self.wait(10000)
        return self


def text(table, seat):
    """Return what a seat's display shows, drawn anew on a fresh grid."""
    return picture.to_text(paint(table.scenes[seat], table.grids[seat]))


def paint(scene, like):
    """Draw the scene on a new grid of the size of ``like``."""
    grid = Grid(like.columns, like.rows)
    for i in range(len(grid.glyphs)):
        grid.glyphs[i] = grid.pairs[i] = 7  # whatever is not written shows
    screens.paint(scene, grid)
    return grid


def cells(grid):
    return bytes(grid.glyphs), bytes(grid.pairs)


def catalogue():
    """Return all texts, each as a list of its forms."""
    return [[form.decode("latin-1") for form in line.split(b"|")] for line in ENGLISH.split(b"\n")[:-1]]


def shown_cards(grid):
    """Every card on the display: a suit and the digits behind it."""
    found = []
    for y in range(grid.rows):
        row = grid.glyphs[y * grid.columns : (y + 1) * grid.columns]
        suit = -1
        for glyph in row:
            if SUIT_MARK <= glyph < SUIT_MARK + 5:
                suit = glyph - SUIT_MARK
            elif suit >= 0 and 0x31 <= glyph <= 0x39:
                found.append(suit << 4 | glyph - 0x30)
            else:
                suit = -1
    return found


def public_cards(table):
    st = table.attempt.state
    cards = set(st[layout.CARDS : layout.CARDS + 5]) | set(st[layout.LAST : layout.LAST + 5]) | set(st[layout.SHOWN : layout.SHOWN + 5])
    for place in range(st[layout.TASK_COUNT]):
        cards.add(st[layout.TASK + layout.TASK_BYTES * place])
    cards |= set(st[layout.OPEN_CARDS : layout.OPEN_CARDS + 7])
    if st[layout.MISSION] in (13, 44):
        cards |= {0x41, 0x42, 0x43, 0x44}  # how far all four are
    return cards | {st[layout.VERDICT_CARD]}


def own_cards(table, seat):
    """What a seat alone may know: its hand, and what it gave and got."""
    st = table.attempt.state
    return set(hand(table, seat)) | {st[at + seat] for at in (layout.GAVE, layout.GOT, layout.DRAW_GAVE, layout.DRAW_GOT)}


def hand(table, seat):
    from engine.cards import list_cards

    cards = bytearray(40)
    n = list_cards(table.attempt.state, layout.HANDS + layout.HAND_BYTES * seat, 31, cards)
    return list(cards[:n])


def hand_cells(grid, table, seat):
    """Where the cards of a hand stand in the rows above the prompt: {card: pair}."""
    found = {}
    mine = hand(table, seat)
    rows = range(grid.rows - 1 - (len(mine) + grid.columns // 3 - 1) // (grid.columns // 3), grid.rows - 1)
    for y in rows:
        for x in range(grid.columns - 1):
            at = y * grid.columns + x
            if SUIT_MARK <= grid.glyphs[at] < SUIT_MARK + 5:
                found[grid.glyphs[at] - SUIT_MARK << 4 | grid.glyphs[at + 1] - 0x30] = grid.pairs[at + 1]
    return found


def step_to(table, seat, wanted):
    """Press the key A until the cursor is where it should be."""
    for _ in range(60):
        scene = table.scenes[seat]
        if scene.popped or scene.screen >= texts.S_OUTCOME:
            table.key(seat, KEY_CHOOSE)
        elif scene.at == wanted:
            return
        else:
            table.key(seat, KEY_NEXT)
    raise AssertionError("the key A never came to %d: %s" % (wanted, text(table, seat)))


def table_turn(table):
    return next(seat for seat, scene in enumerate(table.scenes) if scene.mine())

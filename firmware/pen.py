"""Writes into a field of a grid: texts of the catalogue, names, cards and numbers, broken at blanks into rows.

Serves the screens. The texts lie in a file that the board reads (``words``, firmware/hal/__init__.py): its CRC-32 (4 bytes), how many
texts (2), where each begins (2 each), then the texts themselves, a line feed behind each; host_tools/catalogue.py makes it. A field may show a window of more rows than it has (``skip``); with no rows at all it only measures:
``row`` is then what the text would have taken. After it is made, nothing is allocated here.
"""

from firmware.marks import BLANK, DIM, DIM_PAIR, NORMAL, SUIT_MARK, SUIT_PAIR
from firmware.wire import CODES

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


_END = const(10)  # between texts
_OR = const(0x7C)  # "|" between a text and its shorter form
_NARROW = const(20)  # fields of fewer columns take the shortest form where text may run on
_MEASURE = const(255)  # a pair that writes nothing
_PLACES = const(6)  # where the places of the texts begin in their file
LONGEST = const(160)  # bytes of the longest text, its line feed included


class Pen:
    """Where the next character goes. ``names`` are the seats' names: five bytearrays, filled up with zeros; ``words`` reads the texts."""

    def __init__(self, names, words):
        self.names = names
        self._words = words
        self.suits = SUIT_MARK  # the mark of the first suit: in the deep sea DEEP_MARK
        self._held = -1  # the text that is in ``source``
        self.args = [0, 0, 0]
        self.grid = None  # set before each drawing
        self.source = bytearray(LONGEST)
        self.left = self.top = self.width = self.rows = self.skip = self.x = self.row = self.end = 0
        self.flows = self.brief = False

    def field(self, x, y, width, rows=1, skip=0):
        """Write into ``rows`` rows of ``width`` cells from (x, y) on; the first ``skip`` rows of what comes are left out.

        In a field of one row texts take the longest form that fits; in any other they flow (``flows``), broken at blanks,
        in their longest form, or in their shortest where the field is narrow (``brief``). Both may be set afterwards.
        """
        self.left = x
        self.top = y
        self.width = width
        self.rows = rows
        self.skip = skip
        self.x = self.row = 0
        self.flows = rows != 1
        self.brief = width < _NARROW

    def put(self, glyph, pair=NORMAL):
        """Write one glyph; beyond the field it is lost."""
        y = self.row - self.skip
        if pair != _MEASURE and self.x < self.width and 0 <= y < self.rows:
            self.grid.put(self.left + self.x, self.top + y, glyph, pair)  # pyright: ignore[reportAttributeAccessIssue]
        self.x += 1

    def next_row(self):
        """Go to the start of the next row."""
        self.x = 0
        self.row += 1

    def gap(self, cells, unit):
        """Leave ``cells`` blank, or go to the next row if ``unit`` more do not fit behind them."""
        if self.x and self.x + cells + unit > self.width:
            self.next_row()
        elif self.x:
            self.x += cells

    def card(self, card, pair=NORMAL):
        """Write suit and value; in the pairs NORMAL and DIM the suit has its colour. No card is two blanks."""
        if not card:
            self.put(BLANK)
            self.put(BLANK)
            return
        suit = card >> 4
        if pair == NORMAL:
            pair = SUIT_PAIR + suit
        elif pair == DIM:
            pair = DIM_PAIR + suit
        self.put(self.suits + suit, pair)
        self.put(0x30 + (card & 15), pair)

    def name(self, seat, pair=NORMAL, letters=6):
        """Write a seat's name, at most ``letters`` of it; a seat without a name is P and its number."""
        if seat > 5:
            return self.put(0x3F, pair)
        name = self.names[seat]
        if not name[0]:
            self.put(0x50, pair)
            return self.put(0x31 + seat, pair)
        for i in range(letters):
            if not name[i]:
                return None
            self.put(name[i], pair)
        return None

    def number(self, number, pair=NORMAL):
        """Write a number from 0 to 65535."""
        scale = 1
        while number // scale > 9:
            scale *= 10
        while scale:
            self.put(0x30 + number // scale % 10, pair)
            scale //= 10

    def digits(self, code, pair=NORMAL):
        """Write a code that is compared, five digits; dots while there is none, -1."""
        scale = CODES // 10
        while scale:
            self.put(0x30 + code // scale % 10 if code >= 0 else 0x2E, pair)
            scale //= 10

    def say(self, text, pair=NORMAL, a=0, b=0, c=0):
        """Write a text of the catalogue; a, b, c are what @0 %1 #2 and their like in it stand for."""
        args = self.args
        args[0] = a
        args[1] = b
        args[2] = c
        at = 0
        self._read(text)
        while self.brief if self.flows else self.x + self._walk(at, False, _MEASURE) > self.width:
            # The last form is taken whether it fits or not.
            more = self._next_form(at)
            if not more:
                break
            at = more
        while True:
            if self.flows and self.x and self.x + self._walk(at, True, _MEASURE) > self.width:
                self.next_row()
            self._walk(at, True, pair)
            at = self.end
            if self.source[at] != BLANK:
                return
            at += 1
            if self.x:
                self.put(BLANK, pair)

    def width_of(self, text, a=0, b=0):
        """Return how many cells the longest form of a text takes in one row."""
        self.args[0] = a
        self.args[1] = b
        self._read(text)
        return self._walk(0, False, _MEASURE)

    def _read(self, text):
        """Have a text in ``source``, the buffer for all of them."""
        if text != self._held:
            source = self.source
            self._held = text
            if not self._words(_PLACES + 2 * text, source) or not self._words(source[0] | source[1] << 8, source):
                # The file cannot be read at the moment.
                source[0] = 0x3F
                source[1] = _END
                self._held = -1

    def _next_form(self, at):
        source = self.source
        while source[at] != _END:
            at += 1
            if source[at - 1] == _OR:
                return at
        return 0

    def _walk(self, at, word, pair):
        """Write the text at ``at``, if ``word`` only up to the next blank; ``end`` is then where it stopped.

        ``@0`` stands for the name of the seat in the first argument, ``%0`` for a card, ``#0`` for a number, ``$0`` for a
        glyph. Returns how many cells it took; with the pair _MEASURE the pen stays where it was.
        """
        start = self.x
        source = self.source
        while True:
            code = source[at]
            if code == _END or code == _OR or (word and code == BLANK):
                break
            at += 1
            if code == 0x40 or 0x23 <= code <= 0x25:
                value = self.args[source[at] - 0x30]
                at += 1
                if code == 0x40:
                    self.name(value, pair)
                elif code == 0x25:
                    self.card(value, pair)
                elif code == 0x23:
                    self.number(value, pair)
                else:
                    self.put(value, pair)
            else:
                self.put(code, pair)
        self.end = at
        taken = self.x - start
        if pair == _MEASURE:
            self.x = start
        return taken

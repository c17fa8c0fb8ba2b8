"""All that a screen may look at, made once and kept for ever: the newest view, the cursor, the link, the time.

The seat (firmware/seat.py) writes what comes from the dealer, the loop (firmware/app.py) the link, battery and clock, the
screens (firmware/screens/) cursor, page and the command to send. Nothing here is another seat's secret.
"""

from engine.codes import LAST_OWN, NOBODY, PHASE_DISTRESS, PHASE_END, PHASE_GIVE, PHASE_HANDOVER, PHASE_SHARE, PHASE_TOKENS
from engine.layout import COMMANDER, GIVEN, JARVIS, OWN_HAND, PASSED, PHASE, PROPOSER, PUBLIC
from engine.turns import acting_for
from firmware.pen import Pen
from firmware.texts import S_PICK, S_PROPOSAL, S_TRICK
from firmware.wire import (
    LETTERS, LINK_GOOD, LOG_ENTRY, LOG_PAGE, OWN, OWN_MOST, RECORD, R_CODE, SPARE_AGREED, SPARE_NAME, SPARE_NOBODY, SPARE_SEAT, STAGE_ALONE, STAGE_ATTEMPT, TABLE,
    T_STAGE,
)

NAME_LENGTH = 6


class Scene:
    """The world as one handheld may know it; ``words`` reads the texts (firmware/hal/__init__.py)."""

    def __init__(self, words):
        self.table = bytearray(TABLE)  # T_...: head of the newest public part
        self.view = bytearray(PUBLIC)  # engine/layout.py: its rest; zeros while no attempt is under way
        self.own = bytearray(OWN)  # OWN_...: the newest private part
        self.table[T_STAGE] = STAGE_ALONE
        self.names = [bytearray(NAME_LENGTH) for _ in range(6)]  # by seat, ASCII, filled up with zeros; then that of a spare device that asks
        self.crew = bytearray(LETTERS)  # the campaign's name
        self.spare = bytearray(SPARE_NAME)  # SPARE_...: a spare device that asks for a seat
        self.spare[SPARE_SEAT] = SPARE_NOBODY
        self.log = bytearray(2 + LOG_PAGE * LOG_ENTRY)  # the page of the log book last asked for: its number, entries, the entries
        self.log[0] = 255
        self.wanted = 255  # the page of the log book that the screens ask for; the session sees to it
        self.tried = bytearray(LAST_OWN + 1)  # by mission of the table's game, of the log's pages that have come: attempts up to 127, + 128 when done
        self.owned = bytearray(OWN_MOST)  # of each own mission: 1 + its game, + 4 when this crew can play it; 0 for none
        self.draft = None  # of an own mission in the making (firmware/screens/making.py)
        self.codes = [0] * 5  # by seat: the code to be compared, + 1; of others on the dealing device only
        self.sealed = 0  # bits of the seats with a key, or without need of one; a guest knows of its own
        self.keyless = 0  # after the lobby, 1: this device's key for its seat is being made, or not confirmed yet; 2: it has none that works
        self.doubted = 255  # on the dealing device: the seat whose new code is to be compared, 255 for none
        self.asked = SPARE_NOBODY  # the seat that this device asks for
        self.denied = False  # it did, and did not get it
        self.seat = 255  # the own seat, 255 while none; where several share this device, that of whoever is at it
        self.here = 0  # bits of the seats that share this device
        self.guest = False  # whoever is at the device is not its owner
        self.naming = False  # what is spelled is his name, not the crew's
        self.passing = False  # the device is on its way to the human of ``seat``: ``own`` is empty until he has it
        self.dealing = False  # this device is the dealer
        self.behind = False  # the own part is older than the view: it is on its way
        self.pending = False  # a command is on its way
        self.open = bytearray(OWN_HAND + 6)  # JARVIS's open cards, laid out as the hand in ``own`` is
        self.link = LINK_GOOD
        self.link_seat = 255
        self.notice = 0  # NOTICE_... of this device's own that S_NOTICE shows
        self.battery = 255  # 0-3, 255 where it cannot be read
        self.few_keys = True  # the board has no key of its own for going back: it is held for that
        self.covered = False  # the hand is hidden until a key is pressed
        # The screens' own.
        self.columns = 26  # of the grid last drawn on
        self.rows = 10
        self.fresh = True  # something may look different from what was drawn last
        self.question = 0  # Q_...: what is asked on ``base`` about a seat that goes over to a spare device
        self.base = 0  # S_...: the screen that the newest view asks for
        self.screen = 0  # the one that shows
        self.since = 0  # when it, or what is chosen on it, last changed (milliseconds)
        self.touched = 0  # when a key was last pressed
        self.popped = False  # it came up by itself and goes by itself
        self.at = 0  # the cursor: a card, a task's card, a mission, or AT_...
        self.card = 0  # where it was among cards, while another screen shows; of the crew's name the place of the letter
        self.plan = 0  # pages and rows of its text (firmware/screens/lists.py)
        self.chosen = 0  # the stop that waits to be confirmed; 0 for none
        self.refused = 0  # REFUSE_... of the last command, fading; 0 for none
        self.refused_since = 0
        self.command = bytearray(2)  # kind and argument of the command a key gave
        self.seen = bytearray(7)  # what the last view was like, to see what is new in the next
        self.stops = bytearray(LAST_OWN + 3)  # cards, missions or actions that the cursor may visit
        self.pen = Pen(self.names, words)

    def show_code(self, seat, records, i):
        """Note the code of ``seat``, from record ``i`` of ``records`` (-1: none)."""
        code = 0
        if i >= 0:
            at = RECORD * i + R_CODE
            code = (records[at] | records[at + 1] << 8 | records[at + 2] << 16) + 1
        if self.codes[seat] != code:
            self.codes[seat] = code
            self.fresh = True

    def whose(self):
        """Return the seat with whose cards, task or voice this human must act now: the own, JARVIS's, or NOBODY.

        Nobody acts before the hand for it has come.
        """
        return NOBODY if self.behind else self.whose_for(self.seat)

    def whose_for(self, seat):
        """Return the same for the human of any seat, by what is public."""
        view = self.view
        phase = view[PHASE]
        if view[PROPOSER] != NOBODY or seat > 4:
            return NOBODY
        if phase == PHASE_GIVE:
            if not view[GIVEN] >> seat & 1:
                return seat
            jarvis = view[JARVIS]
            return jarvis if jarvis != NOBODY and seat == view[COMMANDER] and not view[GIVEN] >> jarvis & 1 else NOBODY
        if phase == PHASE_SHARE:
            return seat
        if phase == PHASE_TOKENS or phase == PHASE_HANDOVER or phase == PHASE_DISTRESS:
            return NOBODY if view[PASSED] >> seat & 1 else seat
        return acting_for(view, seat)

    def running(self):
        """Tell whether this device has a seat in an attempt that is under way."""
        return self.seat < 5 and self.table[T_STAGE] == STAGE_ATTEMPT and self.view[PHASE] < PHASE_END

    def asks(self, seat):
        """Tell whether the human of ``seat`` is to say if a spare device may have the seat that it asks for."""
        spare = self.spare
        return spare[SPARE_SEAT] != SPARE_NOBODY and spare[SPARE_SEAT] != seat and not spare[SPARE_AGREED] >> seat & 1

    def mine(self):
        """Tell whether this human is awaited."""
        return self.whose() != NOBODY

    def for_jarvis(self):
        """Tell whether this human is to act for JARVIS."""
        return self.whose() == self.view[JARVIS] != NOBODY

    def hand(self):
        """Return the bytes with the hand to act with, at OWN_HAND and OWN_HELD: the own or JARVIS's open cards."""
        return self.open if self.for_jarvis() else self.own

    def spelled(self):
        """Return the name that is being spelled: the crew's, or that of whoever is at the device."""
        return self.names[self.seat] if self.naming else self.crew

    def hides(self):
        """Tell whether the screen is covered. A question is not: it shows no card, and others wait for the answer."""
        return self.covered and self.screen != S_PROPOSAL

    def on_cards(self):
        """Tell whether the screen has its cursor among cards or tasks."""
        return self.screen == S_PICK or self.screen == S_TRICK

    def large(self):
        """Tell whether the display has room for all that must be in sight: 26x10 cells or more."""
        return self.columns >= 26 and self.rows >= 10

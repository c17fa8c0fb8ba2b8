"""All that a screen may look at, made once and kept for ever: the newest view, the cursor, the link, the time.

The seat (firmware/seat.py) writes what comes from the dealer, the loop (firmware/app.py) the link, battery and clock, the
screens (firmware/screens/) cursor, page and the command to send. Nothing here is another seat's secret.
"""

from engine.layout import PUBLIC
from firmware.pen import Pen
from firmware.wire import LINK_GOOD, OWN, STAGE_ALONE, T_STAGE, TABLE

NAME_LENGTH = 6


class Scene:
    """The world as one handheld may know it."""

    def __init__(self):
        self.table = bytearray(TABLE)  # T_...: head of the newest public part
        self.view = bytearray(PUBLIC)  # engine/layout.py: its rest; zeros while no attempt is under way
        self.own = bytearray(OWN)  # OWN_...: the newest private part
        self.table[T_STAGE] = STAGE_ALONE
        self.names = [bytearray(NAME_LENGTH) for _ in range(5)]  # by seat, ASCII, filled up with zeros
        self.seat = 255  # the own seat, 255 while none
        self.dealing = False  # this device is the dealer
        self.pending = False  # a command is on its way
        self.link = LINK_GOOD
        self.link_seat = 255
        self.battery = 255  # 0-3, 255 where it cannot be read
        self.covered = False  # the hand is hidden until a key is pressed
        # The screens' own.
        self.columns = 26  # of the grid last drawn on
        self.rows = 10
        self.fresh = True  # something may look different from what was drawn last
        self.base = 0  # S_...: the screen that the newest view asks for
        self.screen = 0  # the one that shows
        self.since = 0  # when it, or what is chosen on it, last changed (milliseconds)
        self.touched = 0  # when a key was last pressed
        self.popped = False  # it came up by itself and goes by itself
        self.cursor = 0  # which stop of a list or page
        self.entry = 0  # the action under it, + 1
        self.at = 0  # which card or task; AT_... where it is none
        self.chosen = 0  # what waits to be confirmed: a card or an AT_...; in lists the stop + 1; 0 for nothing
        self.refused = 0  # REFUSE_... of the last command, fading; 0 for none
        self.refused_since = 0
        self.command = bytearray(2)  # kind and argument of the command a key gave
        self.seen = bytearray(6)  # what the last view was like, to see what is new in the next
        self.stops = bytearray(40)  # cards or actions that the cursor may visit
        self.pen = Pen(self.names)

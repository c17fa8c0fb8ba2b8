"""All that a screen may look at, made once and kept for ever: the newest view, the cursor, the link, the time.

The seat (firmware/seat.py) writes what comes from the dealer, the loop (firmware/app.py) the link, battery and clock, the
screens (firmware/screens/) cursor, page and the command to send. Nothing here is another seat's secret.
"""

from engine.layout import PUBLIC
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
        # The screens' own: which one shows, since when (milliseconds), where its cursor and page are.
        self.screen = 0
        self.since = 0
        self.cursor = 0
        self.page = 0
        self.chosen = 0
        self.refused = 0  # REFUSE_... of the last command, fading; 0 for none
        self.refused_since = 0
        self.command = bytearray(2)  # kind and argument of the command a key gave

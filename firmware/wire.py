"""Numbers that the dealer, the seats and the screens share: the head of a public part, stages, table commands, link states.

Only ``NAME = const(number)`` stands here; the bundle step folds them (host_tools/bundle.py). docs/PROTOCOL.md explains.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# --- the head of the public part: the table, before the engine's PUBLIC bytes --------------------------------------
T_STAGE = const(0)
T_DEALER = const(1)  # the seat whose device deals
T_SEATED = const(2)  # seats at the table, 1-5
T_PRESENT = const(3)  # bits of the seats whose devices are heard
T_MISSION = const(4)  # the mission proposed or under way
T_ATTEMPTS = const(5)  # attempts at it so far, the running one included; low byte, then high byte
T_NOTICE = const(7)
T_NAMES = const(8)  # number of the names sheet
T_PRIVATE = const(9)  # 5: number of each seat's private part
T_NUMBER = const(14)  # number of this view; low byte, then high byte
TABLE = const(16)

# --- stages ----------------------------------------------------------------------------------------------------
STAGE_ALONE = const(0)  # no dealer is heard
STAGE_LOBBY = const(1)  # the table forms
STAGE_CHOOSE = const(2)  # the dealing seat chooses a mission
STAGE_BRIEFING = const(3)
STAGE_ATTEMPT = const(4)  # the engine's phase tells more; PHASE_END is the result

# --- notices, shown once to all ----------------------------------------------------------------------------------
NOTICE_NONE = const(0)
NOTICE_RESUMED = const(1)  # the dealing device was reset; the same deal goes on
NOTICE_UNSAVED = const(2)  # the dealing device cannot save: a reset would lose the attempt
NOTICE_OLD_SAVE = const(3)  # it holds a save of another rules version, kept and not replayed
NOTICE_LOST_SAVE = const(4)  # its save could not be read

# --- commands to the table (kinds above the engine's) --------------------------------------------------------------
SEAT_SWAP = const(40)  # argument: one seat << 4 | another; lobby, dealing seat
TO_CHOOSE = const(41)  # lobby, briefing or result: choose a mission; dealing seat
CHOOSE = const(42)  # argument: the mission; dealing seat
DEAL_CARDS = const(43)  # briefing or result: deal; dealing seat
TO_LOBBY = const(44)  # no attempt under way: form the table anew; dealing seat

# --- commands to the own device, never sent -------------------------------------------------------------------------
BE_DEALER = const(60)
BE_GUEST = const(61)  # stop dealing; lobby only
REFUSE_TABLE = const(30)  # refusal: only the dealing seat may do this, and not now

# --- a private part: the engine's PRIVATE bytes, then the answer to the seat's last command ---------------------------
OWN_COMMAND = const(10)  # number of the last command that reached the dealer, 0 for none
OWN_REFUSED = const(11)  # REFUSE_..., 0 when it was done
OWN = const(12)
OWN_SEAL = const(10)  # bytes kept behind it for counter and tag (issue "Links that hold")

# --- what a device knows of its link ------------------------------------------------------------------------------------
LINK_GOOD = const(0)
LINK_SILENT = const(1)  # nothing comes from the neighbour before link_seat
LINK_NO_DEALER = const(2)  # the dealing device is not heard
LINK_FULL = const(3)  # five seats are taken; this device only forwards
LINK_VERSION = const(4)  # a device of another version is in the ring

# --- keys, as screens know them ---------------------------------------------------------------------------------------
KEY_NONE = const(0)
KEY_NEXT = const(1)  # two keys: A short
KEY_PREVIOUS = const(2)  # A held, repeating
KEY_CHOOSE = const(3)  # B short
KEY_BACK = const(4)  # B held
KEY_UP = const(5)
KEY_DOWN = const(6)
KEY_MENU = const(7)

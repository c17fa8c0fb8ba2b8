"""Numbers of screens, of actions in lists, and of the catalogue's texts. Only ``NAME = const(number)`` stands here.

The texts themselves are in firmware/text_en.py, one line each, in this order; a test compares both. The bundle step
(host_tools/bundle.py) folds the names into numbers.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# --- screens -----------------------------------------------------------------------------------------------------
# These follow from the newest view.
S_ALONE = const(0)
S_LOBBY = const(1)
S_CHOOSE = const(2)
S_BRIEFING = const(3)
S_PICK = const(4)
S_TRICK = const(5)
S_RESULT = const(6)
S_PROPOSAL = const(7)
# These a key opens, or they come up by themselves for a while.
S_MENU = const(8)
S_TASKS = const(9)
S_RADIOS = const(10)
S_LAST = const(11)
S_HAND = const(12)
S_HELP = const(13)
S_SWAP = const(14)
S_OUTCOME = const(15)
S_NOTICE = const(16)

# --- stops of the cursor that are no card (a card is at most 0x44, a mission 50) ------------------------------------------------
AT_NOTHING = const(0)
AT_SEAT = const(0x48)  # + seat
AT_ACTION = const(0x50)  # + A_...
AT_PAGE = const(0x80)  # + page of a long text
AT_DROP = const(0xFE)
AT_MENU = const(0xFF)

# --- actions: entries of lists -----------------------------------------------------------------------------------
A_DEALER = const(0)
A_START = const(1)
A_SWAP = const(2)
A_GUEST = const(3)
A_DEAL = const(4)
A_NEXT = const(5)
A_AGAIN = const(6)
A_OTHER = const(7)
A_LOBBY = const(8)
A_YES = const(9)
A_NO = const(10)
A_EITHER = const(11)
A_WITHDRAW = const(12)
A_ASK = const(13)
A_DROP = const(14)
A_TASKS = const(15)
A_RADIOS = const(16)
A_LAST = const(17)
A_HAND = const(18)
A_TAKE_BACK = const(19)
A_GIVE_UP = const(20)
A_COVER = const(21)
A_HELP = const(22)
A_RETURN = const(23)
ACTIONS = const(24)

# --- texts ---------------------------------------------------------------------------------------------------------
TITLE = const(0)  # + screen
ACTION = const(17)  # + action
WAIT = const(41)  # + screen, of those up to S_PROPOSAL: who is awaited
REFUSED = const(49)  # + REFUSE_..., and 19 for REFUSE_TABLE
LINK = const(68)  # + LINK_..., from LINK_SILENT on
VERDICT_TEXT = const(72)  # + verdict, from SUCCESS on
MEANS = const(80)  # + RADIO_..., from RADIO_HIGHEST to RADIO_LOWEST
REPLY = const(83)  # + YES, NO, EITHER, AWAY
OUTCOME_TEXT = const(87)  # + ACCEPTED, VOIDED, WITHDRAWN
PROPOSES = const(91)  # + 0 give up, 1 take back
NOTICE = const(92)  # + NOTICE_..., from NOTICE_RESUMED on
NO_TABLE = const(97)
UNSEALED = const(98)
TITLE_CHOICE = const(99)
TASK_ONE = const(100)
TASK_MANY = const(101)
TOKENS = const(102)  # + 0 numbers, 1 arrows, 2 omega
LIMIT = const(105)  # + 0 free, 1 dead zone, 2 disruption
ATTEMPT_NUMBER = const(108)
HEAD = const(109)
HEAD_AGAIN = const(110)
HEAD_TRICK = const(111)
YOUR_LEAD = const(112)
YOUR_FOLLOW = const(113)
YOUR_ANY = const(114)
YOUR_PICK = const(115)
YOUR_RADIO = const(116)
YOUR_SILENCE = const(117)
UNSAID = const(118)
ASK_PLAY = const(119)
ASK_PICK = const(120)
ASK_SHOW = const(121)
ASK_SILENCE = const(122)
ASK_SURE = const(123)
SENDING = const(124)
KEYS = const(125)
MENU_STOP = const(126)
MENU_HINT = const(127)
PLAY_HINT = const(128)
TAKE_HINT = const(129)
WAIT_LEAD = const(130)
WAIT_PLAY = const(131)
WAIT_RADIO = const(132)
WAIT_DEALING = const(133)
COVERED = const(134)
COVERED_TURN = const(135)
COVERED_KEY = const(136)
SWAP_WITH = const(137)
TASKS_STATE = const(138)
NOTHING_YET = const(139)
TITLE_FAILED = const(140)
PAGE = const(141)
TEXTS = const(142)

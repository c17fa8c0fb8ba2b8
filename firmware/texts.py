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
A_AGAIN = const(5)
A_OTHER = const(6)
A_NEXT = const(7)
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
TITLE = const(0)  # + screen, 17
ACTION = const(17)  # + action, 24
WAIT = const(41)  # + screen, for the screens 0-7: who is awaited
REFUSED = const(49)  # + REFUSE_..., 19 of them, REFUSE_TABLE being the last
LINK = const(68)  # + LINK_..., from LINK_SILENT on
VERDICT_TEXT = const(72)  # + verdict, from SUCCESS on
MEANS = const(80)  # + RADIO_..., from RADIO_HIGHEST to RADIO_LOWEST
REPLY = const(83)  # + YES, NO, EITHER, AWAY
OUTCOME_TEXT = const(87)  # + ACCEPTED, VOIDED, WITHDRAWN
PROPOSES = const(91)  # + 0 give up, 1 take back
NOTICE = const(92)  # + NOTICE_..., from NOTICE_RESUMED on
HELP = const(97)  # 7 paragraphs
NO_TABLE = const(104)
UNSEALED = const(105)
TITLE_CHOICE = const(106)
MORE_NEEDED = const(107)
TASK_ONE = const(108)
TASK_MANY = const(109)
TOKENS_NUMBER = const(110)
TOKENS_ARROW = const(111)
TOKENS_OMEGA = const(112)
LIMIT = const(113)  # free, dead zone, disruption
ATTEMPTS_SO_FAR = const(116)
ATTEMPTS_NOW = const(117)
HEAD = const(118)
HEAD_AGAIN = const(119)
HEAD_TRICK = const(120)
YOUR_LEAD = const(121)
YOUR_FOLLOW = const(122)
YOUR_ANY = const(123)
YOUR_PICK = const(124)
YOUR_RADIO = const(125)
YOUR_SILENCE = const(126)
UNSAID = const(127)
ASK_PLAY = const(128)
ASK_PICK = const(129)
ASK_SHOW = const(130)
ASK_SILENCE = const(131)
ASK_SURE = const(132)
SENDING = const(133)
KEYS = const(134)
MENU_STOP = const(135)
MENU_HINT = const(136)
WAIT_LEAD = const(137)
WAIT_PLAY = const(138)
WAIT_RADIO = const(139)
WAIT_DEALING = const(140)
COVERED = const(141)
COVERED_TURN = const(142)
COVERED_KEY = const(143)
SWAP_WHICH = const(144)
SWAP_WITH = const(145)
TASKS_STATE = const(146)
WON_TRICKS = const(147)
NOTHING_YET = const(148)
TITLE_FAILED = const(149)
PAGE = const(150)
TEXTS = const(151)

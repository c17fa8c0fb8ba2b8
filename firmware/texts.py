"""Numbers of screens, of actions in lists, and of the catalogue's texts. Only ``NAME = const(number)`` stands here.

The texts themselves are in host_tools/english.py, one line each, in this order; a test compares both. Boards read them from
a file (firmware/pen.py). The bundle step (host_tools/bundle.py) folds the names into numbers.
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
# These a key opens, or they come up by themselves for a while. Tasks to hand are one row of pages.
S_MENU = const(8)
S_TASKS = const(9)
S_RADIOS = const(10)
S_JARVIS = const(11)
S_LAST = const(12)
S_MISSION = const(13)
S_HAND = const(14)
S_HELP = const(15)
S_SWAP = const(16)
S_CREW = const(17)
S_LETTERS = const(18)
S_LOG = const(19)
S_OUTCOME = const(20)
S_GOT = const(21)
S_NOTICE = const(22)

# --- stops of the cursor that are no card (a card is at most 0x44, a mission 50) ------------------------------------------------
AT_NOTHING = const(0)
AT_SEAT = const(0x48)  # + seat; + campaign, 4 for its name
AT_SAY = const(0x4C)  # + what is said, 1-3; + the direction of a signal, 1-2
AT_ACTION = const(0x50)  # + A_...
AT_PAGE = const(0x80)  # + page of a long text
AT_DROP = const(0xFE)  # no radio; pass
AT_MENU = const(0xFF)

# --- actions: entries of lists; a mask of them must stay a small number, so there are thirty at most ----------------------------
A_DEALER = const(0)
A_START = const(1)
A_SWAP = const(2)
A_CREW = const(3)
A_CHALLENGE = const(4)
A_GUEST = const(5)
A_DEAL = const(6)
A_NEXT = const(7)
A_AGAIN = const(8)
A_OTHER = const(9)
A_LOBBY = const(10)
A_YES = const(11)
A_NO = const(12)
A_EITHER = const(13)
A_WITHDRAW = const(14)
A_ASK = const(15)
A_DROP = const(16)
A_TASKS = const(17)
A_RADIOS = const(18)
A_LAST = const(19)
A_HAND = const(20)
A_MISSION = const(21)
A_LOG = const(22)
A_ALWAYS = const(23)
A_ASKED = const(24)
A_TAKE_BACK = const(25)
A_GIVE_UP = const(26)
A_COVER = const(27)
A_HELP = const(28)
A_RETURN = const(29)
ACTIONS = const(30)

# --- texts ---------------------------------------------------------------------------------------------------------
TITLE = const(0)  # + screen
ACTION = const(23)  # + action
WAIT = const(53)  # + screen, of those up to S_PROPOSAL: who is awaited
REFUSED = const(61)  # + REFUSE_..., and 23 for REFUSE_TABLE
LINK = const(84)  # + LINK_..., from LINK_SILENT on
MEANS = const(88)  # + RADIO_..., from RADIO_HIGHEST to RADIO_LOWEST
HEAD = const(92)
HEAD_AGAIN = const(93)
HEAD_TRICK = const(94)
YOUR_LEAD = const(95)
YOUR_FOLLOW = const(96)
YOUR_ANY = const(97)
YOUR_PICK = const(98)
YOUR_RADIO = const(99)
YOUR_SILENCE = const(100)
UNSAID = const(101)
ASK_PLAY = const(102)
ASK_PICK = const(103)
ASK_SHOW = const(104)
ASK_SILENCE = const(105)
ASK_SURE = const(106)
SENDING = const(107)
KEYS = const(108)
MENU_STOP = const(109)
MENU_HINT = const(110)
PLAY_HINT = const(111)
TAKE_HINT = const(112)
WAIT_LEAD = const(113)
WAIT_PLAY = const(114)
WAIT_RADIO = const(115)
WAIT_DEALING = const(116)
COVERED = const(117)
COVERED_TURN = const(118)
COVERED_KEY = const(119)
PAGE = const(120)
WAIT_JARVIS = const(121)
WON_TRICKS = const(122)
PROGRESS_TEXT = const(123)  # + 0 ones, 1 nines, 2 pink
VERDICT_TEXT = const(125)  # + verdict, from SUCCESS on
REPLY = const(151)  # + YES, NO, EITHER, AWAY
OUTCOME_TEXT = const(155)  # + ACCEPTED, VOIDED, WITHDRAWN
PROPOSES = const(159)  # + 0 give up, 1 take back, 2 swap, 3 move tokens, 4 hand over, 5 distress to the left, 6 right, 7 share out
NOTICE = const(166)  # + NOTICE_..., from NOTICE_RESUMED on
NO_TABLE = const(171)
COMPARE = const(172)  # the codes on two displays
TITLE_CHOICE = const(173)
TASK_ONE = const(174)
TASK_MANY = const(175)
TOKENS = const(176)  # + 0 numbers, 1 arrows, 2 omega
LIMIT = const(179)  # + 0 free, 1 dead zone, 2 disruption
ATTEMPT_NUMBER = const(182)
SWAP_WITH = const(183)
TASKS_STATE = const(184)
NOTHING_YET = const(185)
TITLE_FAILED = const(186)
WAIT_SAY = const(187)
WAIT_NAME = const(188)
WAIT_PASS = const(189)
WAIT_GIVE = const(190)
DONE_SPECIAL = const(191)
COMPLETE = const(192)
CREW_DONE = const(193)
MISSION_DONE = const(194)
MISSION_OPEN = const(195)
CHALLENGE_ON = const(196)
MAY_HAND_OVER = const(197)
CAMPAIGN_ENTRY = const(198)
CAMPAIGN_NAME = const(199)
GOT = const(200)  # + 0 by signal, 1 drawn
SAYS = const(202)  # + 0 yes, 1 no, 2 good, 3 bad, 4 first four, 5 between, 6 last
ROLE_TEXT = const(209)  # + role
QUESTION = const(218)  # + role
STEP = const(225)  # + phase, from PHASE_TOKENS on: pass
TOKEN_FROM = const(229)
TOKEN_TO = const(230)
TASK_FROM = const(231)
TASK_TO = const(232)
SIGNAL_TEXT = const(233)  # + 0 left, 1 right
GIVE_TO = const(235)
GIVE_FOR = const(236)
ASK_SEAT = const(237)
ASK_SAID = const(238)
ASK_GIVE = const(239)
SPECIAL_TEXT = const(239)  # + SPECIAL_..., from 1 on: what a mission's special rules ask for
HELP = const(260)  # + line, the last texts of all

TEXTS = const(269)

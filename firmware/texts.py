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
S_HERE = const(18)
S_LETTERS = const(19)
S_LOG = const(20)
S_OUTCOME = const(21)
S_GOT = const(22)
S_NOTICE = const(23)

# --- stops of the cursor that are no card (a card is at most 0x44, a mission 50) ------------------------------------------------
AT_NOTHING = const(0)
AT_SEAT = const(0x48)  # + seat; + campaign, 4 for its name
AT_MORE = const(0x4D)  # + 0 one more person here, 1 another name, 2 leave
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
A_HERE = const(24)
A_TAKE_BACK = const(25)
A_GIVE_UP = const(26)
A_COVER = const(27)
A_HELP = const(28)
A_RETURN = const(29)
ACTIONS = const(30)

# --- texts ---------------------------------------------------------------------------------------------------------
TITLE = const(0)  # + screen
ACTION = const(24)  # + action
WAIT = const(54)  # + screen, of those up to S_PROPOSAL: who is awaited
REFUSED = const(62)  # + REFUSE_..., and 23 for REFUSE_TABLE
LINK = const(85)  # + LINK_..., from LINK_SILENT on
MEANS = const(89)  # + RADIO_..., from RADIO_HIGHEST to RADIO_LOWEST
HEAD = const(93)
HEAD_AGAIN = const(94)
HEAD_TRICK = const(95)
YOUR_LEAD = const(96)
YOUR_FOLLOW = const(97)
YOUR_ANY = const(98)
YOUR_PICK = const(99)
YOUR_RADIO = const(100)
YOUR_SILENCE = const(101)
UNSAID = const(102)
ASK_PLAY = const(103)
ASK_PICK = const(104)
ASK_SHOW = const(105)
ASK_SILENCE = const(106)
ASK_SURE = const(107)
SENDING = const(108)
KEYS = const(109)
MENU_STOP = const(110)
MENU_HINT = const(111)
PLAY_HINT = const(112)
TAKE_HINT = const(113)
WAIT_LEAD = const(114)
WAIT_PLAY = const(115)
WAIT_RADIO = const(116)
WAIT_DEALING = const(117)
COVERED = const(118)
COVERED_TURN = const(119)
COVERED_KEY = const(120)
PAGE = const(121)
WAIT_JARVIS = const(122)
WON_TRICKS = const(123)
PROGRESS_TEXT = const(124)  # + 0 ones, 1 nines, 2 pink
VERDICT_TEXT = const(126)  # + verdict, from SUCCESS on
REPLY = const(152)  # + YES, NO, EITHER, AWAY
OUTCOME_TEXT = const(156)  # + ACCEPTED, VOIDED, WITHDRAWN
PROPOSES = const(160)  # + 0 give up, 1 take back, 2 swap, 3 move tokens, 4 hand over, 5 distress to the left, 6 right, 7 share out
NOTICE = const(167)  # + NOTICE_..., from NOTICE_RESUMED on
NO_TABLE = const(174)
COMPARE = const(175)  # the codes on two displays
TITLE_CHOICE = const(176)
TASK_ONE = const(177)
TASK_MANY = const(178)
TOKENS = const(179)  # + 0 numbers, 1 arrows, 2 omega
LIMIT = const(182)  # + 0 free, 1 dead zone, 2 disruption
ATTEMPT_NUMBER = const(185)
SWAP_WITH = const(186)
TASKS_STATE = const(187)
NOTHING_YET = const(188)
TITLE_FAILED = const(189)
WAIT_SAY = const(190)
WAIT_NAME = const(191)
WAIT_PASS = const(192)
WAIT_GIVE = const(193)
DONE_SPECIAL = const(194)
COMPLETE = const(195)
CREW_DONE = const(196)
MISSION_DONE = const(197)
MISSION_OPEN = const(198)
CHALLENGE_ON = const(199)
MAY_HAND_OVER = const(200)
CAMPAIGN_ENTRY = const(201)
CAMPAIGN_NAME = const(202)
GOT = const(203)  # + 0 by signal, 1 drawn
SAYS = const(205)  # + 0 yes, 1 no, 2 good, 3 bad, 4 first four, 5 between, 6 last
ROLE_TEXT = const(212)  # + role
QUESTION = const(221)  # + role
STEP = const(228)  # + phase, from PHASE_TOKENS on: pass
TOKEN_FROM = const(232)
TOKEN_TO = const(233)
TASK_FROM = const(234)
TASK_TO = const(235)
SIGNAL_TEXT = const(236)  # + 0 left, 1 right
GIVE_TO = const(238)
GIVE_FOR = const(239)
ASK_SEAT = const(240)
ASK_SAID = const(241)
ASK_GIVE = const(242)
PASSING = const(243)
HERE = const(244)  # + 0 one more person, 1 another name, 2 leave
SPELL_NAME = const(247)
SPECIAL_TEXT = const(247)  # + SPECIAL_..., from 1 on: what a mission's special rules ask for
HELP = const(268)  # + line, the last texts of all

TEXTS = const(277)

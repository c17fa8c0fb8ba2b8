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
VERDICT_TEXT = const(88)  # + verdict, from SUCCESS on
MEANS = const(114)  # + RADIO_..., from RADIO_HIGHEST to RADIO_LOWEST
REPLY = const(117)  # + YES, NO, EITHER, AWAY
OUTCOME_TEXT = const(121)  # + ACCEPTED, VOIDED, WITHDRAWN
PROPOSES = const(125)  # + 0 give up, 1 take back, 2 swap, 3 move tokens, 4 hand over, 5 distress to the left, 6 right, 7 share out
NOTICE = const(132)  # + NOTICE_..., from NOTICE_RESUMED on
NO_TABLE = const(137)
UNSEALED = const(138)
TITLE_CHOICE = const(139)
TASK_ONE = const(140)
TASK_MANY = const(141)
TOKENS = const(142)  # + 0 numbers, 1 arrows, 2 omega
LIMIT = const(145)  # + 0 free, 1 dead zone, 2 disruption
ATTEMPT_NUMBER = const(148)
HEAD = const(149)
HEAD_AGAIN = const(150)
HEAD_TRICK = const(151)
YOUR_LEAD = const(152)
YOUR_FOLLOW = const(153)
YOUR_ANY = const(154)
YOUR_PICK = const(155)
YOUR_RADIO = const(156)
YOUR_SILENCE = const(157)
UNSAID = const(158)
ASK_PLAY = const(159)
ASK_PICK = const(160)
ASK_SHOW = const(161)
ASK_SILENCE = const(162)
ASK_SURE = const(163)
SENDING = const(164)
KEYS = const(165)
MENU_STOP = const(166)
MENU_HINT = const(167)
WAIT_LEAD = const(168)
WAIT_PLAY = const(169)
WAIT_RADIO = const(170)
WAIT_DEALING = const(171)
COVERED = const(172)
COVERED_TURN = const(173)
COVERED_KEY = const(174)
SWAP_WITH = const(175)
TASKS_STATE = const(176)
NOTHING_YET = const(177)
TITLE_FAILED = const(178)
PAGE = const(179)
WAIT_SAY = const(180)
WAIT_NAME = const(181)
WAIT_PASS = const(182)
WAIT_GIVE = const(183)
WAIT_JARVIS = const(184)
DONE_SPECIAL = const(185)
COMPLETE = const(186)
CREW_DONE = const(187)
MISSION_DONE = const(188)
MISSION_OPEN = const(189)
CHALLENGE_ON = const(190)
MAY_HAND_OVER = const(191)
CAMPAIGN_ENTRY = const(192)
CAMPAIGN_NAME = const(193)
GOT = const(194)  # + 0 by signal, 1 drawn
WON_TRICKS = const(196)
PROGRESS_TEXT = const(197)  # + 0 ones, 1 nines, 2 pink
SAYS = const(200)  # + 0 yes, 1 no, 2 good, 3 bad, 4 first four, 5 between, 6 last
ROLE_TEXT = const(207)  # + role
QUESTION = const(216)  # + role
STEP = const(223)  # + phase, from PHASE_TOKENS on: pass
TOKEN_FROM = const(227)
TOKEN_TO = const(228)
TASK_FROM = const(229)
TASK_TO = const(230)
SIGNAL_TEXT = const(231)  # + 0 left, 1 right
GIVE_TO = const(233)
GIVE_FOR = const(234)
ASK_SEAT = const(235)
ASK_SAID = const(236)
ASK_GIVE = const(237)
TEXTS = const(238)

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
PLAY_HINT = const(168)
TAKE_HINT = const(169)
WAIT_LEAD = const(170)
WAIT_PLAY = const(171)
WAIT_RADIO = const(172)
WAIT_DEALING = const(173)
COVERED = const(174)
COVERED_TURN = const(175)
COVERED_KEY = const(176)
SWAP_WITH = const(177)
TASKS_STATE = const(178)
NOTHING_YET = const(179)
TITLE_FAILED = const(180)
PAGE = const(181)
WAIT_SAY = const(182)
WAIT_NAME = const(183)
WAIT_PASS = const(184)
WAIT_GIVE = const(185)
WAIT_JARVIS = const(186)
DONE_SPECIAL = const(187)
COMPLETE = const(188)
CREW_DONE = const(189)
MISSION_DONE = const(190)
MISSION_OPEN = const(191)
CHALLENGE_ON = const(192)
MAY_HAND_OVER = const(193)
CAMPAIGN_ENTRY = const(194)
CAMPAIGN_NAME = const(195)
GOT = const(196)  # + 0 by signal, 1 drawn
WON_TRICKS = const(198)
PROGRESS_TEXT = const(199)  # + 0 ones, 1 nines, 2 pink
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
TEXTS = const(240)

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
S_MAKE = const(19)
S_LETTERS = const(20)
S_LOG = const(21)
S_OUTCOME = const(22)
S_GOT = const(23)
S_NOTICE = const(24)

# --- what is asked about a seat that goes over to a spare device (firmware/screens/asking.py), on S_PROPOSAL or S_ALONE ----
Q_NONE = const(0)
Q_CONSENT = const(1)  # may the device that asks have the seat?
Q_CODE = const(2)  # on the dealing device: is the code the same on both displays?
Q_KEY = const(3)  # this device has no key for its seat
Q_SEAT = const(4)  # this device has no seat: whose does it ask for?

# --- stops of the cursor that are no card (a card is at most 0x44, a mission LAST_OWN) ------------------------------------------------
AT_NOTHING = const(0)
AT_GAME = const(0x46)  # among missions: the other game
AT_MAKE = const(0x47)  # among missions: make one
AT_SEAT = const(0x48)  # + seat; + campaign, 4 for its name
AT_MORE = const(0x4D)  # + 0 one more person here, 1 another name, 2 leave
AT_SAY = const(0x4C)  # + what is said, 1-3; + the direction of a signal, 1-2
AT_ACTION = const(0x50)  # + A_...
AT_TASK = const(0x70)  # + place of a deep-sea task
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
ACTION = const(25)  # + action
WAIT = const(55)  # + screen, of those up to S_PROPOSAL: who is awaited
REFUSED = const(63)  # + REFUSE_..., and 25 for REFUSE_TABLE
LINK = const(88)  # + LINK_..., from LINK_SILENT on
MEANS = const(92)  # + RADIO_..., from RADIO_HIGHEST to RADIO_LOWEST
HEAD = const(96)
HEAD_AGAIN = const(97)
HEAD_TRICK = const(98)
YOUR_LEAD = const(99)
YOUR_FOLLOW = const(100)
YOUR_ANY = const(101)
YOUR_PICK = const(102)
YOUR_RADIO = const(103)
YOUR_SILENCE = const(104)
UNSAID = const(105)
ASK_PLAY = const(106)
ASK_PICK = const(107)
ASK_SHOW = const(108)
ASK_SILENCE = const(109)
ASK_SPARE = const(110)
ASK_SIGNAL = const(111)  # + 0 left, 1 right
ASK_ACT = const(113)  # + 1 + action; + 0 to leave, 1 + A_NEXT to drop an own mission
SENDING = const(141)
KEYS = const(142)
MENU_STOP = const(143)
MENU_HINT = const(144)
PLAY_HINT = const(145)
TAKE_HINT = const(146)
WAIT_LEAD = const(147)
WAIT_PLAY = const(148)
WAIT_RADIO = const(149)
WAIT_DEALING = const(150)
COVERED = const(151)
COVERED_TURN = const(152)
COVERED_KEY = const(153)
PAGE = const(154)
PAGE_STOP = const(155)
WAIT_JARVIS = const(156)
WON_TRICKS = const(157)
PROGRESS_TEXT = const(158)  # + 0 ones, 1 nines, 2 pink
VERDICT_TEXT = const(160)  # + verdict, from SUCCESS on
REPLY = const(186)  # + YES, NO, EITHER, AWAY
OUTCOME_TEXT = const(190)  # + ACCEPTED, VOIDED, WITHDRAWN
PROPOSES = const(194)  # + 0 give up, 1 take back, 2 swap, 3 move tokens, 4 hand over, 5 distress to the left, 6 right, 7 share out
NOTICE = const(201)  # + NOTICE_..., from NOTICE_RESUMED on
NO_TABLE = const(208)
COMPARE = const(209)
LOBBY_WAITS = const(210)  # + 0 for players, 1 for their keys
TITLE_CHOICE = const(212)
TASK_ONE = const(213)
TASK_MANY = const(214)
TOKENS = const(215)  # + 0 numbers, 1 arrows, 2 omega
LIMIT = const(218)  # + 0 free, 1 dead zone, 2 disruption
ATTEMPT_NUMBER = const(221)
SWAP_WITH = const(222)
TASKS_STATE = const(223)
NOTHING_YET = const(224)
TITLE_FAILED = const(225)
WAIT_SAY = const(226)
WAIT_NAME = const(227)
WAIT_PASS = const(228)
WAIT_GIVE = const(229)
DONE_SPECIAL = const(230)
COMPLETE = const(231)
CREW_DONE = const(232)
MISSION_DONE = const(233)
MISSION_OPEN = const(234)
CHALLENGE_ON = const(235)
MAY_HAND_OVER = const(236)
CAMPAIGN_ENTRY = const(237)
CAMPAIGN_NAME = const(238)
GOT = const(239)  # + 0 by signal, 1 drawn
SAYS = const(241)  # + 0 yes, 1 no, 2 good, 3 bad, 4 first four, 5 between, 6 last
ROLE_TEXT = const(248)  # + role
QUESTION = const(257)  # + role
STEP = const(264)  # + phase, from PHASE_TOKENS on: pass
TOKEN_FROM = const(268)
TOKEN_TO = const(269)
TASK_FROM = const(270)
TASK_TO = const(271)
SIGNAL_TEXT = const(272)  # + 0 left, 1 right
GIVE_TO = const(274)
GIVE_FOR = const(275)
ASK_SEAT = const(276)
ASK_SAID = const(277)
ASK_GIVE = const(278)
PASSING = const(279)
HERE = const(280)  # + 0 one more person, 1 another name, 2 leave
SPELL_NAME = const(283)
SPECIAL_TEXT = const(283)  # + SPECIAL_..., from 1 on: what a mission's special rules ask for
SEA_ASKS = const(304)  # + 0 a card, 1 two, 2 a value, 3 a suit, 4 a trick, 5 the first, 6 the last, 7 none, 8 just one, 9 exactly
SEA_BEFORE_TEXT = const(314)  # + 0 a task, 1 all others
SEA_VERDICT = const(316)  # + FAILED_... from FAILED_GONE on; 5 owner, 6 undone
SEA_DONE = const(323)
SEA_TAKE = const(324)
SEA_REFUSED = const(325)
TURNING_TEXT = const(326)  # an action
TURNED_TEXT = const(327)
GAME_TEXT = const(328)  # + 0 where the first game is played: what the cursor offers, and what it is; + 2 the second
MAKE_TEXT = const(332)  # + 0 what the cursor offers, 1 what it is
OWN_MISSION = const(334)
MADE = const(335)  # fields of a mission in the making: + 0 number ... 16
MADE_FOR = const(353)
FAULT = const(353)  # + FAULT_..., from 1 on
SPARE_TITLE = const(366)
SPARE_FREE = const(367)
SPARE_WAIT = const(368)
SPARE_ASKS = const(369)
SPARE_NEW_KEY = const(370)
SPARE_CODE = const(371)
SPARE_COMPARE = const(372)
SPARE_LOST = const(373)
SPARE_NONE = const(374)
SPARE_MAKING = const(375)
SEA_HELP = const(376)  # + line, up to HELP
HELP = const(382)  # + line, the last texts of all

TEXTS = const(392)

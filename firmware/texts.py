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
REFUSED = const(63)  # + REFUSE_..., and 24 for REFUSE_TABLE
LINK = const(87)  # + LINK_..., from LINK_SILENT on
MEANS = const(91)  # + RADIO_..., from RADIO_HIGHEST to RADIO_LOWEST
HEAD = const(95)
HEAD_AGAIN = const(96)
HEAD_TRICK = const(97)
YOUR_LEAD = const(98)
YOUR_FOLLOW = const(99)
YOUR_ANY = const(100)
YOUR_PICK = const(101)
YOUR_RADIO = const(102)
YOUR_SILENCE = const(103)
UNSAID = const(104)
ASK_PLAY = const(105)
ASK_PICK = const(106)
ASK_SHOW = const(107)
ASK_SILENCE = const(108)
ASK_SURE = const(109)
SENDING = const(110)
KEYS = const(111)
MENU_STOP = const(112)
MENU_HINT = const(113)
PLAY_HINT = const(114)
TAKE_HINT = const(115)
WAIT_LEAD = const(116)
WAIT_PLAY = const(117)
WAIT_RADIO = const(118)
WAIT_DEALING = const(119)
COVERED = const(120)
COVERED_TURN = const(121)
COVERED_KEY = const(122)
PAGE = const(123)
WAIT_JARVIS = const(124)
WON_TRICKS = const(125)
PROGRESS_TEXT = const(126)  # + 0 ones, 1 nines, 2 pink
VERDICT_TEXT = const(128)  # + verdict, from SUCCESS on
REPLY = const(154)  # + YES, NO, EITHER, AWAY
OUTCOME_TEXT = const(158)  # + ACCEPTED, VOIDED, WITHDRAWN
PROPOSES = const(162)  # + 0 give up, 1 take back, 2 swap, 3 move tokens, 4 hand over, 5 distress to the left, 6 right, 7 share out
NOTICE = const(169)  # + NOTICE_..., from NOTICE_RESUMED on
NO_TABLE = const(176)
COMPARE = const(177)
TITLE_CHOICE = const(178)
TASK_ONE = const(179)
TASK_MANY = const(180)
TOKENS = const(181)  # + 0 numbers, 1 arrows, 2 omega
LIMIT = const(184)  # + 0 free, 1 dead zone, 2 disruption
ATTEMPT_NUMBER = const(187)
SWAP_WITH = const(188)
TASKS_STATE = const(189)
NOTHING_YET = const(190)
TITLE_FAILED = const(191)
WAIT_SAY = const(192)
WAIT_NAME = const(193)
WAIT_PASS = const(194)
WAIT_GIVE = const(195)
DONE_SPECIAL = const(196)
COMPLETE = const(197)
CREW_DONE = const(198)
MISSION_DONE = const(199)
MISSION_OPEN = const(200)
CHALLENGE_ON = const(201)
MAY_HAND_OVER = const(202)
CAMPAIGN_ENTRY = const(203)
CAMPAIGN_NAME = const(204)
GOT = const(205)  # + 0 by signal, 1 drawn
SAYS = const(207)  # + 0 yes, 1 no, 2 good, 3 bad, 4 first four, 5 between, 6 last
ROLE_TEXT = const(214)  # + role
QUESTION = const(223)  # + role
STEP = const(230)  # + phase, from PHASE_TOKENS on: pass
TOKEN_FROM = const(234)
TOKEN_TO = const(235)
TASK_FROM = const(236)
TASK_TO = const(237)
SIGNAL_TEXT = const(238)  # + 0 left, 1 right
GIVE_TO = const(240)
GIVE_FOR = const(241)
ASK_SEAT = const(242)
ASK_SAID = const(243)
ASK_GIVE = const(244)
PASSING = const(245)
HERE = const(246)  # + 0 one more person, 1 another name, 2 leave
SPELL_NAME = const(249)
SPECIAL_TEXT = const(249)  # + SPECIAL_..., from 1 on: what a mission's special rules ask for
SEA_ASKS = const(270)  # + 0 a card, 1 two, 2 a value, 3 a suit, 4 a trick, 5 the first, 6 the last, 7 exactly
SEA_BEFORE_TEXT = const(278)  # + 0 a task, 1 all others
SEA_VERDICT = const(280)  # + FAILED_... from FAILED_GONE on; 5 owner, 6 undone
SEA_DONE = const(287)
SEA_TAKE = const(288)
SEA_REFUSED = const(289)
TURNING_TEXT = const(290)  # an action
TURNED_TEXT = const(291)
GAME_TEXT = const(292)  # + 0 where the first game is played: what the cursor offers, and what it is; + 2 the second
MAKE_TEXT = const(296)  # + 0 what the cursor offers, 1 what it is
OWN_MISSION = const(298)
MADE = const(299)  # fields of a mission in the making: + 0 number ... 16
MADE_FOR = const(317)
FAULT = const(317)  # + FAULT_..., from 1 on
SPARE_TITLE = const(330)
SPARE_FREE = const(331)
SPARE_WAIT = const(332)
SPARE_ASKS = const(333)
SPARE_NEW_KEY = const(334)
SPARE_CODE = const(335)
SPARE_COMPARE = const(336)
SPARE_LOST = const(337)
SPARE_NONE = const(338)
SPARE_MAKING = const(339)
SEA_HELP = const(340)  # + line, up to HELP
HELP = const(346)  # + line, the last texts of all

TEXTS = const(355)

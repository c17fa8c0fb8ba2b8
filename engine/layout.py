"""Where things lie in an attempt's bytes, in a view and in a mission's row. Only ``NAME = const(number)`` stands here.

An attempt is ``public | secret | log``. The first PUBLIC bytes *are* the public part of every view, the same for all
seats; nothing secret may ever be written there. A private part is PRIVATE bytes made for one seat.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


RULES_VERSION = const(2)  # counts up whenever a saved list of commands would replay to another state

# --- public -------------------------------------------------------------------------------------------------------
RULES = const(0)
GAME = const(1)
MISSION = const(2)
SEATS = const(3)  # JARVIS included
OPTIONS = const(4)  # CHALLENGE, JARVIS_SEAT
TAKEN_BACK = const(5)  # take-backs accepted in this attempt; the bytes up to here are the head of a save
SETUP = const(6)
PHASE = const(6)
COMMANDER = const(7)
LEADER = const(8)
TURN = const(9)  # the seat that everybody waits for, FOR_JARVIS + its seat, or NOBODY
TRICK = const(10)  # tricks completed
TRICKS = const(11)  # tricks in this attempt
LYING = const(12)  # cards lying in the running trick
LED = const(13)  # suit led, or NO_SUIT
WINNING = const(14)  # seat that would win the running trick
POWER = const(15)  # strength of its card: the value, for a rocket the whole card byte
CARDS = const(16)  # 5: the card each seat has lying, 0 for none
LAST = const(21)  # 5: the card each seat played to the last trick
LAST_LEADER = const(26)
LAST_WINNER = const(27)
WON = const(28)  # 5: tricks won
LEFT = const(33)  # 5: cards left in hand; of JARVIS the covered ones too
RADIO = const(38)  # 5: RADIO_...
SHOWN = const(43)  # 5: the radioed card while it is unplayed, else 0
TASK_COUNT = const(48)
TASKS_DONE = const(49)
TASK = const(50)  # 10 times card (0: face down), owner, token
TASK_BYTES = const(3)
TASK_OWNER = const(1)
TASK_TOKEN = const(2)
TASKS_MOST = const(10)
PROPOSER = const(80)  # seat, or NOBODY when no proposal is open
SUBJECT = const(81)  # GIVE_UP, TAKE_BACK, CHANGE_TOKENS, HAND_OVER, DISTRESS, SHARE_OUT
ARGUMENT = const(82)  # its argument
ANSWERED = const(83)  # bits of seats whose answer is in
PASSED = const(84)  # bits of seats that have passed in the running optional step
STANDING = const(85)  # bits of seats that pass in every optional step
SAID = const(86)  # 5: what each seat said when the commander asked last, 0 for nothing
ASKING = const(91)  # the task that a distribution is about, from the left
ROLE = const(92)  # sick, muted, volunteer, pilot, collector, or the seat for the first four tricks; NOBODY
ROLE_LAST = const(93)  # 50: the seat for the last trick
SIGNAL = const(94)  # 0, 1: distress to the left, 2: to the right
GIVEN = const(95)  # bits of seats that have chosen their card for the neighbour
PROGRESS = const(96)  # of the special: rockets that have won (bits), tricks won by a 1, pink cards won
PLAYED = const(97)  # of the special: nines or ones played
JARVIS = const(98)  # its seat, or NOBODY
OPEN_CARDS = const(99)  # 7: JARVIS's open cards by place, 0 where one was played
COVERS = const(106)  # bits of the places under which a covered card lies
LAST_PLAYER = const(107)  # the seat that may propose a take-back, or NOBODY
VERDICT = const(108)
VERDICT_SEAT = const(109)
VERDICT_CARD = const(110)
ROW = const(111)  # ROW_BYTES: the mission's row, as below
SPECIAL = const(113)  # ROW + ROW_SPECIAL
NEWS = const(114)  # from here to PUBLIC: news of the last proposal, shown but no part of a save
DECIDED = const(114)  # its subject, 0 for none
DECIDED_BY = const(115)  # who had proposed it
OUTCOME = const(116)  # ACCEPTED, VOIDED, WITHDRAWN
REPLIES = const(117)  # 5: its answers, all at once; 0 for none
PUBLIC = const(122)

# In the deep sea: TASK's first byte is what the task asks for, its last one TASK_DONE, TASK_FAILED and how far it is
# (of any value or suit: such cards gone to others; of two cards: bits of those won). Further:
SEA_BEFORE = const(86)  # 5 in the place of SAID: what each task comes before, the first of two tasks in the low nibble
SEA_SECOND = const(99)  # 7 in the place of OPEN_CARDS: second cards of the tasks of two cards, from the left
SEA_SECONDS = const(7)

# --- secret -------------------------------------------------------------------------------------------------------
HANDS = const(123)  # 5 times HAND_BYTES; of JARVIS its open cards
HAND_BYTES = const(6)  # a card set (engine/cards.py), then the bits of the suits held
HELD = const(5)
ASKED = const(153)  # bits of seats with a standing radio request
SERVED = const(154)  # bits of seats that the running radio phase still serves
RADIO_HELD = const(155)  # 1 once a radio phase was held before the coming trick
MEANING = const(156)  # 5: RADIO_HIGHEST, _ONLY, _LOWEST of the radioed card, in the dead zone too
ANSWERS = const(161)  # 5: answers to the open proposal
PROPOSED_AT = const(166)  # where the open proposal stands in the log
WANTED = const(167)  # card set of the open tasks that are turned up
HITS = const(172)  # task cards lying in the running trick
DRAWN = const(173)  # 10: the task cards, face down or not
UNDER = const(183)  # 7: JARVIS's covered cards by place
NEXT_TURN = const(190)  # 5: what TURN becomes after each seat has played
GAVE = const(195)  # 5: the card each seat chose for its neighbour after the signal
GOT = const(200)  # 5: the card it got
DRAW_GAVE = const(205)  # 5: the card that was drawn from each seat (12)
DRAW_GOT = const(210)  # 5: the card that it drew
LOGGED = const(215)  # length of the log, in pairs of bytes
ORDERED = const(216)  # 1 if any task bears a token
LOG = const(217)
LOG_PAIRS = const(255)
LOG_SPARE = const(20)  # pairs kept free, those for cards aside: one proposal, the requests that stand, the draw of 12
ATTEMPT_BYTES = const(727)  # LOG + 2 * LOG_PAIRS

# --- a private part -----------------------------------------------------------------------------------------------
OWN_SEAT = const(0)
OWN_HAND = const(1)  # a card set
OWN_HELD = const(6)
OWN_ASKED = const(7)  # 1 while a radio request stands
OWN_MEANING = const(8)
OWN_ANSWER = const(9)  # the answer given to the open proposal
OWN_GAVE = const(10)  # the card chosen for the neighbour after the signal, 0 for none
OWN_GOT = const(11)  # the card got by it
OWN_DRAW_GAVE = const(12)  # the card drawn from this seat (12)
OWN_DRAW_GOT = const(13)  # the card it drew
PRIVATE = const(14)

# --- a mission's row ----------------------------------------------------------------------------------------------
ROW_BYTES = const(3)
ROW_TASKS = const(0)  # low nibble: tasks; then 2 bits communication; bit 6 hand-over; bit 7 played to the end
ROW_TOKENS = const(1)  # bits 0-2 numbers, 3-5 arrows, 6 omega
ROW_SPECIAL = const(2)  # 0, or the special rule
HANDOVER = const(0x40)
TO_THE_END = const(0x80)

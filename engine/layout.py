"""Where things lie in an attempt's bytes, in a view and in a mission's row. Only ``NAME = const(number)`` stands here.

An attempt is ``public | secret | log``. The first PUBLIC bytes *are* the public part of every view, the same for all
seats; nothing secret may ever be written there. A private part is PRIVATE bytes made for one seat.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


RULES_VERSION = const(1)  # counts up whenever a saved list of commands would replay to another state

# --- public -------------------------------------------------------------------------------------------------------
RULES = const(0)
GAME = const(1)
MISSION = const(2)
SEATS = const(3)
OPTIONS = const(4)
TAKEN_BACK = const(5)  # take-backs accepted in this attempt; the bytes up to here are the head of a save
SETUP = const(6)
PHASE = const(6)
COMMANDER = const(7)
LEADER = const(8)
TURN = const(9)  # the seat that everybody waits for, or NOBODY
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
LEFT = const(33)  # 5: cards left in hand
RADIO = const(38)  # 5: RADIO_...
SHOWN = const(43)  # 5: the radioed card while it is unplayed, else 0
TASK_COUNT = const(48)
TASKS_DONE = const(49)
TASK = const(50)  # 10 times card, owner, token
TASK_BYTES = const(3)
TASK_OWNER = const(1)
TASK_TOKEN = const(2)
TASKS_MOST = const(10)
PROPOSER = const(80)  # seat, or NOBODY when no proposal is open
SUBJECT = const(81)  # GIVE_UP, TAKE_BACK
ANSWERED = const(82)  # bits of seats whose answer is in
NEWS = const(83)  # from here to LAST_PLAYER: news of the last proposal, shown but no part of a save
DECIDED = const(83)  # its subject, 0 for none
DECIDED_BY = const(84)  # who had proposed it
OUTCOME = const(85)  # ACCEPTED, VOIDED, WITHDRAWN
REPLIES = const(86)  # 5: its answers, all at once; 0 for none
LAST_PLAYER = const(91)  # the seat that may propose a take-back, or NOBODY
VERDICT = const(92)
VERDICT_SEAT = const(93)
VERDICT_CARD = const(94)
PUBLIC = const(95)

# --- secret -------------------------------------------------------------------------------------------------------
HANDS = const(96)  # 5 times HAND_BYTES
HAND_BYTES = const(6)  # a card set (engine/cards.py), then the bits of the suits held
HELD = const(5)
ASKED = const(126)  # bits of seats with a standing radio request
SERVED = const(127)  # bits of seats that the running radio phase still serves
RADIO_HELD = const(128)  # 1 once a radio phase was held before the coming trick
MEANING = const(129)  # 5: RADIO_HIGHEST, _ONLY, _LOWEST of the radioed card, in the dead zone too
ANSWERS = const(134)  # 5: answers to the open proposal
PROPOSED_AT = const(139)  # where the open proposal stands in the log
WANTED = const(140)  # card set of the open tasks
HITS = const(145)  # task cards lying in the running trick
LOGGED = const(146)  # length of the log, in pairs of bytes
LOG = const(148)
LOG_PAIRS = const(255)
LOG_SPARE = const(64)  # pairs kept free for what must go on: picks and cards
ATTEMPT_BYTES = const(658)  # LOG + 2 * LOG_PAIRS

# --- a private part -----------------------------------------------------------------------------------------------
OWN_SEAT = const(0)
OWN_HAND = const(1)  # a card set
OWN_HELD = const(6)
OWN_ASKED = const(7)  # 1 while a radio request stands
OWN_MEANING = const(8)
OWN_ANSWER = const(9)  # the answer given to the open proposal
PRIVATE = const(10)

# --- a mission's row ----------------------------------------------------------------------------------------------
ROW_BYTES = const(3)
ROW_TASKS = const(0)  # low nibble: tasks; then 2 bits communication; bit 6 hand-over; bit 7 played to the end
ROW_TOKENS = const(1)  # bits 0-2 numbers, 3-5 arrows, 6 omega
ROW_SPECIAL = const(2)  # 0, or the special rule
HANDOVER = const(0x40)
TO_THE_END = const(0x80)

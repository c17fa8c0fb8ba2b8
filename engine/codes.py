"""Numbers that the engine, the screens and the records share: cards, commands, phases, answers, refusals, verdicts.

Only ``NAME = const(number)`` stands here. Other modules take names with ``from engine.codes import NAME``; the bundle
step (host_tools/bundle.py) folds them into numbers, so that on a board neither this module nor its names cost memory.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# Suits: the high nibble of a card. NO_SUIT means that nothing has been led.
PINK = const(0)
BLUE = const(1)
GREEN = const(2)
YELLOW = const(3)
ROCKETS = const(4)
NO_SUIT = const(5)

# Cards in the deck.
DECK = const(40)

# Seats are 0..4, clockwise.
NOBODY = const(255)
# The seat number that chance commands bear; only the dealing device may use it.
CHANCE = const(7)

# In TURN: JARVIS is to act, and the commander acts for it.
FOR_JARVIS = const(0x80)

# Games.
PLANET_NINE = const(0)
DEEP_SEA = const(1)
# Missions of one's own have the numbers from here on, in either game; the two share them.
FIRST_OWN = const(51)
LAST_OWN = const(69)

# Options of an attempt. The seat of JARVIS, plus 1, stands in the high nibble.
CHALLENGE = const(1)  # the challenge for three: no green, no rocket 1
COUNTER = const(2)  # deep sea, four or five seats: tasks are picked counter-clockwise
JARVIS_SEAT = const(0x10)

# Commands: kind, then one argument byte, then data for DEAL, TASKS and DRAW. A kind fits five bits.
DEAL = const(1)  # chance; argument: the seat with the extra card (three seats), data: the cards, hand after hand
TASKS = const(2)  # chance; argument: how many, data: the task cards from left to right
ABSENT = const(3)  # chance; argument: a human who is away and so not waited for (giving up only)
PICK = const(4)  # argument: which task, 0 is the leftmost
PLAY = const(5)  # argument: the card
RADIO_ASK = const(6)
RADIO_DROP = const(7)  # takes a request back; in the radio phase: shows nothing
RADIO_SHOW = const(8)  # argument: the card
GIVE_UP = const(9)  # proposes
TAKE_BACK = const(10)  # proposes
ANSWER = const(11)  # argument: YES, NO or EITHER
WITHDRAW = const(12)  # the proposer takes the proposal back
TAKEN = const(13)  # chance; in the list of commands only: here a card was taken back
CHANGE_TOKENS = const(14)  # proposes (23, 40); argument: one task << 4 | another; in 40 the first has the token
HAND_OVER = const(15)  # proposes (five humans); argument: the task << 4 | its receiver
DISTRESS = const(16)  # proposes; argument: 0 to the left, 1 to the right
SHARE_OUT = const(17)  # proposes (50); argument: the seat for the first four tricks << 4 | the seat for the last
PASS = const(18)  # argument: 0 this optional step, 1 every one of this attempt
SAY = const(19)  # answers the commander's question; argument: 1 (yes, good, first four), 2 (no, bad, between), 3 (last)
NAME = const(20)  # the commander names a seat; argument: the seat
GIVE = const(21)  # the card for the neighbour after a distress signal; argument: the card
DRAW = const(22)  # chance (12); argument: how many, data: by seat the card it draws from its right
OUTLINE = const(23)  # chance; before the deal of an own mission; argument: how many bytes, data: what it asks (engine/outlines.py)

# Phases: the step of RULES 3 that the attempt waits in.
PHASE_NONE = const(0)
PHASE_DEAL = const(1)
PHASE_QUESTION = const(2)  # a human answers the commander
PHASE_NAME = const(3)  # the commander names somebody
PHASE_SHARE = const(4)  # 50: who takes the first four tricks, who the last
PHASE_TASKS = const(5)
PHASE_TOKENS = const(6)
PHASE_PICK = const(7)
PHASE_HANDOVER = const(8)
PHASE_DISTRESS = const(9)
PHASE_GIVE = const(10)  # every seat chooses a card for its neighbour
PHASE_RADIO = const(11)
PHASE_TRICK = const(12)
PHASE_DRAW = const(13)  # 12: a card is drawn from the right
PHASE_END = const(14)

# Special rules (ROW_SPECIAL).
SPECIAL_SICK = const(1)
SPECIAL_ONE = const(2)
SPECIAL_MUTED = const(3)
SPECIAL_DRAW = const(4)
SPECIAL_ROCKETS = const(5)
SPECIAL_NINES = const(6)
SPECIAL_NINES_TASKS = const(7)
SPECIAL_DECISION = const(8)
SPECIAL_SWAP = const(9)
SPECIAL_DISTRIBUTION = const(10)
SPECIAL_TWO_ONES = const(11)
SPECIAL_BALANCE = const(12)
SPECIAL_VOLUNTEER = const(13)
SPECIAL_FIRST_LAST = const(14)
SPECIAL_MOVE = const(15)
SPECIAL_PILOT = const(16)
SPECIAL_ROCKET_ORDER = const(17)
SPECIAL_PINK = const(18)
SPECIAL_LAST_OMEGA = const(19)
SPECIAL_PARTS = const(20)
SPECIAL_SEA = const(21)  # every mission of the deep sea

# What a deep-sea task asks for. A card stands for itself.
ANY_VALUE = const(0x50)  # + value 1-9: any colour card of it
ANY_SUIT = const(0x5C)  # + suit 0-3: any card of it
TRICK_NUMBER = const(0x60)  # + number: that trick
FIRST_TRICKS = const(0x70)  # + number: so many from the first on
TWO_CARDS = const(0x80)  # + card: it and a second one
EXACTLY = const(0xD0)  # + number: so many tricks in all, no more and no fewer
LAST_TRICK = const(0xE0)
# What a deep-sea task comes before: 0 nothing, a task's place from the left plus 1, or all others.
BEFORE_ALL = const(15)

# Communication limits (the mission's row).
FREE = const(0)
DEAD_ZONE = const(1)
# 2 and 3: disruption, the first trick before which a card may be shown.

# A seat's radio.
RADIO_UNUSED = const(0)
RADIO_HIGHEST = const(1)
RADIO_ONLY = const(2)
RADIO_LOWEST = const(3)
RADIO_SPENT = const(4)

# Tokens on tasks: 1..5 are numbers.
TOKEN_NONE = const(0)
ARROW = const(0x10)  # + number of heads, 1..4
OMEGA = const(0x20)
TASK_DONE = const(0x80)  # added to the token of a completed task
TASK_FAILED = const(0x40)  # deep sea: added to a task that has failed or is certain to fail

# Answers to a proposal.
YES = const(1)
NO = const(2)
EITHER = const(3)
AWAY = const(4)

# How the last proposal ended.
ACCEPTED = const(1)
VOIDED = const(2)
WITHDRAWN = const(3)

# Refusals. Screens put them into words; nothing has changed.
REFUSE_COMMAND = const(1)  # no such command, or it is too short
REFUSE_SEAT = const(2)  # no such seat, or a seat that may not do this
REFUSE_PHASE = const(3)  # not in this step
REFUSE_TURN = const(4)  # somebody else is to act
REFUSE_CARD = const(5)  # this card is not in the hand
REFUSE_FOLLOW = const(6)  # the led suit must be followed
REFUSE_TASK = const(7)  # no such task, or it is taken
REFUSE_RADIO = const(8)  # the radio is used, or already asked for, or was not asked for
REFUSE_MEANING = const(9)  # the card is not the highest, lowest or only one of its colour
REFUSE_ROCKET = const(10)  # a rocket is never shown
REFUSE_PROPOSAL = const(11)  # a proposal is open and play waits for it
REFUSE_ANSWER = const(12)  # no proposal waits for this answer
REFUSE_BACK = const(13)  # there is no card that this seat may take back
REFUSE_CHANCE = const(14)  # the deal or the drawn tasks are not of this deck
REFUSE_FULL = const(15)  # the attempt's list of commands is full; only play goes on
REFUSE_MISSION = const(16)  # no such mission, or not for this number of seats
REFUSE_CHOICE = const(19)  # this seat, task or answer may not be named here
REFUSE_PASSED = const(20)  # this seat has passed
REFUSE_GIVEN = const(21)  # this seat has chosen its card for the neighbour
REFUSE_MUTED = const(22)  # this seat may not use the radio in this mission
REFUSE_CONTRADICTION = const(23)  # with this pick somebody would hold tasks that contradict each other
REFUSE_RULES = const(17)  # written under another rules version
REFUSE_RECORD = const(18)  # the list of commands cannot be replayed

# Verdicts.
OPEN = const(0)
SUCCESS = const(1)
GIVEN_UP = const(2)
FAILED_OWNER = const(3)  # a task's card was won by another seat
FAILED_EARLY = const(4)  # a number token came before its turn
FAILED_PASSED = const(5)  # a number token was passed over
FAILED_ARROW = const(6)  # an arrow came before one with fewer heads
FAILED_OMEGA = const(7)  # omega came before the others
FAILED_UNDONE = const(8)  # a task was open after the last trick
FAILED_SICK = const(9)  # 5: the sick member won a trick
FAILED_ONES = const(10)  # 9, 26: too few tricks were won by a 1, or can be
FAILED_ROCKETS = const(11)  # 13, 44: two rockets in one trick
FAILED_ROCKET_ORDER = const(12)  # 44: a rocket won before a lower one
FAILED_ROCKET_LEFT = const(13)  # 13, 44: a rocket was not played
FAILED_NINE = const(14)  # 16, 17: a 9 won a trick
FAILED_BALANCE = const(15)  # 29, 34: somebody has two tricks more than somebody else
FAILED_VOLUNTEER_ROCKET = const(16)  # 33: won with a rocket
FAILED_VOLUNTEER_SECOND = const(17)  # 33: won a second trick
FAILED_VOLUNTEER_NONE = const(18)  # 33: won no trick
FAILED_FIRST = const(19)  # 34, 41: the first trick went to somebody else
FAILED_LAST = const(20)  # 34, 41, 50: the last trick went to somebody else
FAILED_PILOT_ROCKET = const(21)  # 41: the first or last trick was won with a rocket
FAILED_BETWEEN = const(22)  # 41, 50: a trick in between went to who may not have it
FAILED_FOUR = const(23)  # 50: one of the first four tricks went to somebody else
FAILED_PINK = const(24)  # 46: a pink card went to somebody else
FAILED_PINK_LEFT = const(25)  # 46: a pink card was not played
FAILED_OMEGA_SOON = const(26)  # 48: omega was done before the last trick
# Of the deep sea; the card is then the place of the task from the left, plus 1.
FAILED_GONE = const(27)  # no card is left that a task could be done with
FAILED_TRICK = const(28)  # a trick that a task asks for was won by another seat
FAILED_MORE = const(29)  # won more tricks than a task allows
FAILED_FEWER = const(30)  # cannot win as many tricks as a task asks for
FAILED_BEFORE = const(31)  # a task was done before one that had to come before it

# What is wrong with an own mission's outline (engine/outlines.py). A task's place is added in the high nibble.
FAULT_SHAPE = const(1)  # cut short, or asking for something that there is not
FAULT_TOKENS = const(2)  # more tokens than tasks, or than there are
FAULT_NUMBER = const(3)  # more tricks than are played
FAULT_CARD = const(4)  # a card that another task asks for
FAULT_TRICK = const(5)  # a trick that another task asks for
FAULT_VALUE = const(6)  # more cards of a value than there are
FAULT_SUIT = const(7)  # more cards of a suit than there are
FAULT_TOTAL = const(8)  # the tasks of exactly so many tricks do not come out
FAULT_BEFORE = const(9)  # before itself, or before a task that there is not
FAULT_CIRCLE = const(10)  # in a circle of tasks that come before each other
FAULT_TIME = const(11)  # before a task that is done sooner than it can be
FAULT_HANDOUT = const(12)  # no hand-out without a contradiction

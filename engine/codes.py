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

# Games.
PLANET_NINE = const(0)

# Commands: kind, then one argument byte, then data for DEAL and TASKS. A kind fits five bits.
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
TAKEN = const(13)  # chance; in the list of commands only: here a card was taken back; argument: bits of standing requests
WITHDRAW = const(12)  # the proposer takes the proposal back

# Phases: the step of RULES 3 that the attempt waits in.
PHASE_NONE = const(0)
PHASE_DEAL = const(1)
PHASE_TASKS = const(2)
PHASE_PICK = const(3)
PHASE_RADIO = const(4)
PHASE_TRICK = const(5)
PHASE_END = const(6)

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

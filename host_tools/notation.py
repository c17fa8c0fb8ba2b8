"""The words of a record (docs/RECORDS.md): one line to one command and back.

Written in the common dialect, so that the same files are replayed on the MicroPython machines. It opens no files.
"""

from engine import codes
from engine.layout import GAME, MISSION, OPTIONS, TASK, TASK_BYTES, TASK_COUNT
from engine.layout import SEATS as SEAT_COUNT

SEATS = "ABCDE"
SUITS = "PBGYR"
SEA_SUITS = "CHKOS"
GAMES = {"planet-nine": codes.PLANET_NINE, "deep-sea": codes.DEEP_SEA}
ANSWERS = {"yes": codes.YES, "no": codes.NO, "either": codes.EITHER}
SUBJECTS = {
    "give-up": codes.GIVE_UP, "take-back": codes.TAKE_BACK, "tokens": codes.CHANGE_TOKENS, "hand-over": codes.HAND_OVER,
    "distress": codes.DISTRESS, "parts": codes.SHARE_OUT,
}
DIRECTIONS = {"left": 0, "right": 1}
# What may be said: health (5), readiness (33, 41, 20, 24 ...), the preferred part (50).
SAYINGS = {"yes": 1, "no": 2, "good": 1, "bad": 2, "first-four": 1, "between": 2, "last": 3}
REFUSALS = {
    "command": codes.REFUSE_COMMAND, "seat": codes.REFUSE_SEAT, "phase": codes.REFUSE_PHASE, "turn": codes.REFUSE_TURN,
    "card": codes.REFUSE_CARD, "follow": codes.REFUSE_FOLLOW, "task": codes.REFUSE_TASK, "radio": codes.REFUSE_RADIO,
    "meaning": codes.REFUSE_MEANING, "rocket": codes.REFUSE_ROCKET, "proposal": codes.REFUSE_PROPOSAL,
    "answer": codes.REFUSE_ANSWER, "back": codes.REFUSE_BACK, "chance": codes.REFUSE_CHANCE, "full": codes.REFUSE_FULL,
    "mission": codes.REFUSE_MISSION, "choice": codes.REFUSE_CHOICE, "passed": codes.REFUSE_PASSED,
    "given": codes.REFUSE_GIVEN, "muted": codes.REFUSE_MUTED, "contradiction": codes.REFUSE_CONTRADICTION, "rules": codes.REFUSE_RULES, "record": codes.REFUSE_RECORD,
}
FAILURES = {
    "given-up": codes.GIVEN_UP, "owner": codes.FAILED_OWNER, "early": codes.FAILED_EARLY,
    "passed": codes.FAILED_PASSED, "arrow": codes.FAILED_ARROW, "omega": codes.FAILED_OMEGA,
    "undone": codes.FAILED_UNDONE, "sick": codes.FAILED_SICK, "ones": codes.FAILED_ONES, "rockets": codes.FAILED_ROCKETS,
    "rocket-order": codes.FAILED_ROCKET_ORDER, "rocket-left": codes.FAILED_ROCKET_LEFT, "nine": codes.FAILED_NINE,
    "balance": codes.FAILED_BALANCE, "volunteer-rocket": codes.FAILED_VOLUNTEER_ROCKET,
    "volunteer-second": codes.FAILED_VOLUNTEER_SECOND, "volunteer-none": codes.FAILED_VOLUNTEER_NONE,
    "first": codes.FAILED_FIRST, "last": codes.FAILED_LAST, "pilot-rocket": codes.FAILED_PILOT_ROCKET,
    "between": codes.FAILED_BETWEEN, "four": codes.FAILED_FOUR, "pink": codes.FAILED_PINK,
    "pink-left": codes.FAILED_PINK_LEFT, "omega-soon": codes.FAILED_OMEGA_SOON, "gone": codes.FAILED_GONE,
    "trick": codes.FAILED_TRICK, "more": codes.FAILED_MORE, "fewer": codes.FAILED_FEWER, "before": codes.FAILED_BEFORE,
}
PHASES = {
    "deal": codes.PHASE_DEAL, "question": codes.PHASE_QUESTION, "name": codes.PHASE_NAME, "share": codes.PHASE_SHARE,
    "tasks": codes.PHASE_TASKS, "tokens": codes.PHASE_TOKENS, "pick": codes.PHASE_PICK, "hand-over": codes.PHASE_HANDOVER,
    "distress": codes.PHASE_DISTRESS, "give": codes.PHASE_GIVE, "radio": codes.PHASE_RADIO, "trick": codes.PHASE_TRICK,
    "draw": codes.PHASE_DRAW, "end": codes.PHASE_END,
}
RADIOS = {
    "unused": codes.RADIO_UNUSED, "highest": codes.RADIO_HIGHEST, "only": codes.RADIO_ONLY,
    "lowest": codes.RADIO_LOWEST, "spent": codes.RADIO_SPENT,
}


def suits_of(state):
    """Return the letters of the suits in the game that is played."""
    return SEA_SUITS if state[GAME] else SUITS


def card_of(word, suits=SUITS):
    """Return the card that ``word`` names (``P1``, ``R4``); raise ValueError with a sentence when it names none."""
    if len(word) == 2 and word[0] in suits and word[1] in "123456789":
        card = suits.find(word[0]) << 4 | int(word[1])
        if card <= 0x44:
            return card
    raise ValueError("'%s' is no card: write a suit, one of %s, and its value, such as %s1, %s9 or %s4" % (
        word, " ".join(suits), suits[0], suits[3], suits[4]))


def word_of(card, suits=SUITS):
    """Return the text of a card."""
    return "-" if not card else suits[card >> 4] + str(card & 15)


def task_word(place, state):
    """Return the text of the task at ``place``: its card, in the deep sea ``t1``, ``t2`` ... from the left."""
    return "t%d" % (place + 1) if state[GAME] else word_of(state[TASK + TASK_BYTES * place])


def seat_of(word):
    """Return the seat 0-4 that a letter A-E names; raise ValueError with a sentence when it names none."""
    if len(word) == 1 and word in SEATS:
        return SEATS.find(word)
    raise ValueError("'%s' is no seat: write a letter from A to E" % word)


def name_of(table, value):
    """Return the word that ``table`` has for ``value``, or the number as text."""
    for name in table:
        if table[name] == value:
            return name
    return str(value)


def command_of(words, state):
    """Turn the words of a command line into ``(seat, command bytes)``; ``state`` is the attempt before it.

    Raise ValueError with a sentence when the line says no command. Whether the command is legal is the engine's to say.
    """
    verb = words[0]
    if verb == "deal":
        return codes.CHANCE, _deal(words[1:], state)
    if verb == "tasks" or verb == "draw":
        cards = [card_of(word, suits_of(state)) for word in words[1:]]
        return codes.CHANCE, bytes([codes.TASKS if verb == "tasks" else codes.DRAW, min(len(cards), 255)] + cards)
    if verb == "outline" and len(words) > 1:
        data = []
        for word in words[1:]:
            if len(word) != 2 or [digit for digit in word if digit not in "0123456789abcdef"]:
                raise ValueError("'%s' is no byte of an outline: write two hexadecimal digits" % word)
            data.append(int(word, 16))
        return codes.CHANCE, bytes([codes.OUTLINE, min(len(data), 255)] + data)
    if verb == "absent" and len(words) == 2:
        return codes.CHANCE, bytes((codes.ABSENT, seat_of(words[1])))
    if verb == "taken-back":
        asked = 0
        for word in words[1:]:
            asked |= 1 << seat_of(word)
        return codes.CHANCE, bytes((codes.TAKEN, asked))
    seat = seat_of(verb)
    verb = words[1] if len(words) > 1 else ""
    rest = words[2] if len(words) == 3 else ""
    kind = argument = 0
    if verb == "ask" and not rest:
        kind = codes.RADIO_ASK
    elif verb == "drop" and not rest:
        kind = codes.RADIO_DROP
    elif verb == "withdraw" and not rest:
        kind = codes.WITHDRAW
    elif verb == "pick" and rest:
        kind, argument = codes.PICK, place_of(rest, state)
    elif verb == "play" and rest:
        kind, argument = codes.PLAY, card_of(rest, suits_of(state))
    elif verb == "show" and rest:
        kind, argument = codes.RADIO_SHOW, card_of(rest, suits_of(state))
    elif verb == "propose" and len(words) > 2 and words[2] in SUBJECTS:
        kind = SUBJECTS[words[2]]
        argument = _proposed(kind, words[3:], state)
    elif verb == "pass" and rest in ("", "always"):
        kind, argument = codes.PASS, int(rest == "always")
    elif verb == "say" and rest in SAYINGS:
        kind, argument = codes.SAY, SAYINGS[rest]
    elif verb == "name" and rest:
        kind, argument = codes.NAME, seat_of(rest)
    elif verb == "give" and rest:
        kind, argument = codes.GIVE, card_of(rest)
    elif verb == "answer" and rest in ANSWERS:
        kind, argument = codes.ANSWER, ANSWERS[rest]
    else:
        raise ValueError("'%s' is no command: see docs/RECORDS.md for the list" % " ".join(words))
    return seat, bytes((kind, argument))


def line_of(seat, kind, argument, cards, state):
    """Return the line of a command as it stands in a log; ``cards`` are those of a chance command, ``state`` is before it."""
    if kind == codes.DEAL:
        return "deal " + " ".join(_hands(cards, state, argument))
    if kind == codes.TASKS or kind == codes.DRAW:
        return ("tasks " if kind == codes.TASKS else "draw ") + " ".join([word_of(card) for card in cards])
    if kind == codes.OUTLINE:
        return "outline " + " ".join(["%02x" % byte for byte in cards])
    if kind == codes.ABSENT:
        return "absent " + SEATS[argument]
    if kind == codes.TAKEN:
        return " ".join(["taken-back"] + [seat for seat in SEATS if argument >> SEATS.find(seat) & 1])
    text = SEATS[seat] + " "
    if kind == codes.PICK:
        return text + "pick " + task_word(argument, state)
    if kind == codes.PLAY:
        return text + "play " + word_of(argument, suits_of(state))
    if kind == codes.RADIO_SHOW:
        return text + "show " + word_of(argument, suits_of(state))
    if kind == codes.RADIO_ASK:
        return text + "ask"
    if kind == codes.WITHDRAW:
        return text + "withdraw"
    if kind == codes.RADIO_DROP:
        return text + "drop"
    if kind == codes.ANSWER:
        return text + "answer " + name_of(ANSWERS, argument)
    if kind == codes.PASS:
        return text + ("pass always" if argument else "pass")
    if kind == codes.SAY:
        words = ("first-four", "between", "last") if state[MISSION] == 50 else ("good", "bad") if state[MISSION] == 5 else ("yes", "no")
        return text + "say " + words[argument - 1]
    if kind == codes.NAME:
        return text + "name " + SEATS[argument]
    if kind == codes.GIVE:
        return text + "give " + word_of(argument)
    return text + "propose " + name_of(SUBJECTS, kind) + _proposal(kind, argument, state)


def _proposed(kind, words, state):
    """The argument byte of a proposal, from the words behind its subject."""
    if kind == codes.GIVE_UP or kind == codes.TAKE_BACK:
        if words:
            raise ValueError("'%s' does not belong to this proposal" % words[0])
        return 0
    if kind == codes.DISTRESS:
        if len(words) != 1 or words[0] not in DIRECTIONS:
            raise ValueError("a distress signal goes 'left' or 'right'")
        return DIRECTIONS[words[0]]
    if len(words) != 2:
        raise ValueError("this proposal names two things: see docs/RECORDS.md")
    one = seat_of(words[0]) if kind == codes.SHARE_OUT else place_of(words[0], state)
    other = place_of(words[1], state) if kind == codes.CHANGE_TOKENS else seat_of(words[1])
    return (one & 15) << 4 | other & 15


def _proposal(kind, argument, state):
    if kind == codes.GIVE_UP or kind == codes.TAKE_BACK:
        return ""
    if kind == codes.DISTRESS:
        return " " + name_of(DIRECTIONS, argument)
    one, other = argument >> 4, argument & 15
    first = SEATS[one] if kind == codes.SHARE_OUT else word_of(state[TASK + TASK_BYTES * one])
    second = word_of(state[TASK + TASK_BYTES * other]) if kind == codes.CHANGE_TOKENS else SEATS[other]
    return " %s %s" % (first, second)


def _deal(words, state):
    """The hands, divided by ``/``: with three of them the longest is the one with the extra card."""
    hands = [[]]
    for word in words:
        if word == "/":
            hands.append([])
        else:
            hands[-1].append(card_of(word, suits_of(state)))
    longest = max([len(hand) for hand in hands])
    uneven = len(hands) == 3 and not state[OPTIONS] & codes.CHALLENGE
    extra = [len(hand) for hand in hands].index(longest) if uneven else 0
    cards = []
    for seat in range(len(hands)):
        # A hand of a wrong length would shift the cards of those after it; no cards at all are refused as chance.
        if len(hands[seat]) != _held(len(hands), seat, extra, state[OPTIONS]):
            return bytes((codes.DEAL, extra))
        cards += hands[seat]
    return bytes([codes.DEAL, extra] + cards)


def _held(seats, seat, extra, options):
    """How many cards a seat is dealt."""
    if options & codes.CHALLENGE:
        return 10
    return 40 // seats + (seats == 3 and seat == extra)


def _hands(cards, state, extra):
    words = []
    at = 0
    for seat in range(state[SEAT_COUNT]):
        n = _held(state[SEAT_COUNT], seat, extra, state[OPTIONS])
        if seat:
            words.append("/")
        words += [word_of(card, suits_of(state)) for card in cards[at : at + n]]
        at += n
    return words


def place_of(word, state):
    """Return the place of the task that ``word`` names, 255 when it is none of them."""
    if state[GAME]:
        if len(word) > 1 and word[0] == "t" and not [digit for digit in word[1:] if digit not in "0123456789"] and int(word[1:]) > 0:
            return min(int(word[1:]) - 1, 255)
        raise ValueError("'%s' is no task: write t1 for the leftmost, t2 for the next, and so on" % word)
    card = card_of(word)
    for place in range(state[TASK_COUNT]):
        if state[TASK + TASK_BYTES * place] == card:
            return place
    return 255

"""The words of a record (docs/RECORDS.md): one line to one command and back.

Written in the common dialect, so that the same files are replayed on the MicroPython machines. It opens no files.
"""

from engine import codes
from engine.layout import TASK, TASK_BYTES, TASK_COUNT

SEATS = "ABCDE"
SUITS = "PBGYR"
ANSWERS = {"yes": codes.YES, "no": codes.NO, "either": codes.EITHER}
SUBJECTS = {"give-up": codes.GIVE_UP, "take-back": codes.TAKE_BACK}
REFUSALS = {
    "command": codes.REFUSE_COMMAND, "seat": codes.REFUSE_SEAT, "phase": codes.REFUSE_PHASE, "turn": codes.REFUSE_TURN,
    "card": codes.REFUSE_CARD, "follow": codes.REFUSE_FOLLOW, "task": codes.REFUSE_TASK, "radio": codes.REFUSE_RADIO,
    "meaning": codes.REFUSE_MEANING, "rocket": codes.REFUSE_ROCKET, "proposal": codes.REFUSE_PROPOSAL,
    "answer": codes.REFUSE_ANSWER, "back": codes.REFUSE_BACK, "chance": codes.REFUSE_CHANCE, "full": codes.REFUSE_FULL,
    "mission": codes.REFUSE_MISSION, "rules": codes.REFUSE_RULES, "record": codes.REFUSE_RECORD,
}
FAILURES = {
    "given-up": codes.GIVEN_UP, "owner": codes.FAILED_OWNER, "early": codes.FAILED_EARLY,
    "passed": codes.FAILED_PASSED, "arrow": codes.FAILED_ARROW, "omega": codes.FAILED_OMEGA,
    "undone": codes.FAILED_UNDONE,
}
PHASES = {
    "deal": codes.PHASE_DEAL, "tasks": codes.PHASE_TASKS, "pick": codes.PHASE_PICK, "radio": codes.PHASE_RADIO,
    "trick": codes.PHASE_TRICK, "end": codes.PHASE_END,
}
RADIOS = {
    "unused": codes.RADIO_UNUSED, "highest": codes.RADIO_HIGHEST, "only": codes.RADIO_ONLY,
    "lowest": codes.RADIO_LOWEST, "spent": codes.RADIO_SPENT,
}


def card_of(word):
    """Return the card that ``word`` names (``P1``, ``R4``); raise ValueError with a sentence when it names none."""
    if len(word) == 2 and word[0] in SUITS and word[1] in "123456789":
        card = SUITS.find(word[0]) << 4 | int(word[1])
        if card <= 0x44:
            return card
    raise ValueError("'%s' is no card: write a suit, one of P B G Y R, and its value, such as P1, Y9 or R4" % word)


def word_of(card):
    """Return the text of a card."""
    return "-" if not card else SUITS[card >> 4] + str(card & 15)


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
        return codes.CHANCE, _deal(words[1:])
    if verb == "tasks":
        cards = [card_of(word) for word in words[1:]]
        return codes.CHANCE, bytes([codes.TASKS, min(len(cards), 255)] + cards)
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
        kind, argument = codes.PICK, _place(card_of(rest), state)
    elif verb == "play" and rest:
        kind, argument = codes.PLAY, card_of(rest)
    elif verb == "show" and rest:
        kind, argument = codes.RADIO_SHOW, card_of(rest)
    elif verb == "propose" and rest in SUBJECTS:
        kind = SUBJECTS[rest]
    elif verb == "answer" and rest in ANSWERS:
        kind, argument = codes.ANSWER, ANSWERS[rest]
    else:
        raise ValueError("'%s' is no command: see docs/RECORDS.md for the list" % " ".join(words))
    return seat, bytes((kind, argument))


def line_of(seat, kind, argument, cards, state):
    """Return the line of a command as it stands in a log; ``cards`` are those of a chance command, ``state`` is before it."""
    if kind == codes.DEAL:
        return "deal " + " ".join(_hands(cards, state, argument))
    if kind == codes.TASKS:
        return "tasks " + " ".join([word_of(card) for card in cards])
    if kind == codes.ABSENT:
        return "absent " + SEATS[argument]
    if kind == codes.TAKEN:
        return " ".join(["taken-back"] + [seat for seat in SEATS if argument >> SEATS.find(seat) & 1])
    text = SEATS[seat] + " "
    if kind == codes.PICK:
        return text + "pick " + word_of(state[TASK + TASK_BYTES * argument])
    if kind == codes.PLAY:
        return text + "play " + word_of(argument)
    if kind == codes.RADIO_SHOW:
        return text + "show " + word_of(argument)
    if kind == codes.RADIO_ASK:
        return text + "ask"
    if kind == codes.WITHDRAW:
        return text + "withdraw"
    if kind == codes.RADIO_DROP:
        return text + "drop"
    if kind == codes.ANSWER:
        return text + "answer " + name_of(ANSWERS, argument)
    return text + "propose " + name_of(SUBJECTS, kind)


def _deal(words):
    """The hands, divided by ``/``: with three of them the longest is the one with the extra card."""
    hands = [[]]
    for word in words:
        if word == "/":
            hands.append([])
        else:
            hands[-1].append(card_of(word))
    longest = max([len(hand) for hand in hands])
    extra = [len(hand) for hand in hands].index(longest) if len(hands) == 3 else 0
    cards = []
    for i in range(len(hands)):
        # A hand of a wrong length would shift the cards of those after it; no cards at all are refused as chance.
        if len(hands[i]) != (13 + (i == extra) if len(hands) == 3 else 40 // len(hands)):
            return bytes((codes.DEAL, extra))
        cards += hands[i]
    return bytes([codes.DEAL, extra] + cards)


def _hands(cards, state, extra):
    from engine.layout import SEATS as SEAT_COUNT

    seats = state[SEAT_COUNT]
    words = []
    at = 0
    for seat in range(seats):
        n = 40 // seats + (1 if seats == 3 and seat == extra else 0)
        if seat:
            words.append("/")
        words += [word_of(card) for card in cards[at : at + n]]
        at += n
    return words


def _place(card, state):
    for place in range(state[TASK_COUNT]):
        if state[TASK + TASK_BYTES * place] == card:
            return place
    return 255

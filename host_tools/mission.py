"""Missions of one's own on the desktop: read from a text file, checked for each number of humans, packed for devices.

    python -m host_tools.mission check FILE          says what is wrong, line by line, or for how many humans it can be played
    python -m host_tools.mission check FILE --hard   and how hard it is (host_tools/difficulty.py; needs the extra "solver")
    python -m host_tools.mission pack FILE OUT       writes the file that a device keeps as saves/10
    python -m host_tools.mission send FILE [PORT]    puts it on a board

docs/MISSIONS.md is the format. What a mission may ask for is engine/outlines.py's to say; here are the words for it. ``packed`` is for
the flash tool.
"""

import argparse
import sys

from engine import codes
from engine.outlines import fault
from firmware import own
from firmware.wire import OWN_MOST, OWN_NAME, OWN_NAME_LENGTH, OWN_OUTLINE, OWN_RECORD, OWN_SLOT
from host_tools.notation import GAMES, SEA_SUITS, card_of

FORMAT = "crewlink-missions 1"
PATH = "saves/%d" % OWN_SLOT  # where a device keeps the packed file
LETTERS = "ABCDEFGHIJ"
SUITS = ("clubs", "hearts", "caps", "planets")
RADIOS = {"free": codes.FREE, "dead-zone": codes.DEAD_ZONE, "from-trick-2": 2, "from-trick-3": 3}
TOKENS = ("1", "2", "3", "4", "5", ">", ">>", ">>>", ">>>>", "omega")
_WORDS = ("mission", "number", "game", "radio", "tasks", "tokens", "task")
_TRICKS = {3: 13, 4: 10, 5: 8}


class Trouble(Exception):
    """Something is wrong in line ``line``; the text is a sentence that says what, and one that says how to mend it."""

    def __init__(self, line, what, mend):
        super().__init__("line %d: %s %s" % (line, what, mend))
        self.line = line


class Mission:
    """One mission as it was read: ``outline`` is what the engine takes, ``lines`` has the line of each task from the left."""

    def __init__(self, name, line):
        self.name = name
        self.line = line
        self.number = 0
        self.game = None
        self.radio = codes.FREE
        self.tasks = 0
        self.tokens = 0
        self.asked = []  # of a deep-sea mission: (label, what, second card or 0, before: label, "all" or None)
        self.lines = []
        self.words = {}  # by word: the line it stands in

    @property
    def outline(self):
        if self.game == codes.PLANET_NINE:
            return bytes((self.tasks | self.radio << 4, self.tokens))
        labels = [label for label, _, _, _ in self.asked]
        out = [len(self.asked) | self.radio << 4]
        for _, what, second, before in self.asked:
            out += [what, codes.BEFORE_ALL if before == "all" else labels.index(before) + 1 if before else 0]
            out += [second] if second else []
        return bytes(out)

    def humans(self):
        """Return the numbers of humans for which nothing is wrong."""
        return [humans for humans in range(2, 6) if not self.fault(humans)]

    def fault(self, humans):
        """Return what is wrong for so many humans as (sentence, how to mend it, line), or None."""
        if humans == 2 and self.game == codes.DEEP_SEA:
            return "In the deep sea two humans are too few.", "Play it with three to five.", self.words["game"]
        found = fault(self.game, self.outline, 0, len(self.outline), max(humans, 3))
        return found and _told(self, found & 15, found >> 4, _TRICKS[max(humans, 3)], max(humans, 3))


def _told(mission, kind, place, tricks, seats):
    label = mission.asked[place][0] if mission.asked else ""
    what, mend = {
        codes.FAULT_SHAPE: ("Task %s asks for something that there is not." % label, "See docs/MISSIONS.md for what a task may ask for."),
        codes.FAULT_TOKENS: (
            "There are more tokens than tasks, or more than there are in the box.", "Take fewer tokens, or more tasks: a task bears one token at most."),
        codes.FAULT_NUMBER: (
            "Task %s asks for more tricks than the %d that %d seats play." % (label, tricks, seats), "Ask for a number from 1 to %d." % tricks),
        codes.FAULT_CARD: ("Task %s asks for a card that another task asks for, too." % label, "A card lies in one trick and can be won once: take another."),
        codes.FAULT_TRICK: (
            "Task %s asks for a trick that another task asks for, too." % label,
            "One seat wins a trick: take another number (with %d seats the last trick is the %dth)." % (seats, tricks)),
        codes.FAULT_VALUE: ("Task %s is one too many for its value." % label, "There are four cards of a value: let fewer tasks ask for one."),
        codes.FAULT_SUIT: ("Task %s is one too many for its suit." % label, "There are nine cards of a suit: let fewer tasks ask for one."),
        codes.FAULT_TOTAL: (
            "With task %s the tasks of exactly so many tricks do not come out: %d seats play %d tricks." % (label, seats, tricks),
            "Let their numbers add up to %d at most, and to just that where every seat has such a task." % tricks),
        codes.FAULT_BEFORE: ("Task %s comes before itself, or before nothing." % label, "Write another task's letter behind 'before', or leave it out."),
        codes.FAULT_CIRCLE: ("Task %s stands in a circle of tasks that come before each other." % label, "Take one 'before' out of the circle."),
        codes.FAULT_TIME: (
            "Task %s is to come before a task that is done sooner than it can be." % label,
            "Leave this 'before' out: the last trick and 'exactly' are done with the last trick, a trick with its number."),
        codes.FAULT_HANDOUT: (
            "With %d seats the tasks cannot be handed out so that nobody's tasks contradict each other." % seats,
            "Where there are more tasks than seats somebody holds two: let fewer ask for 'exactly', or take fewer tasks."),
    }[kind]
    whole = (codes.FAULT_TOKENS, codes.FAULT_HANDOUT)
    line = mission.words.get("tokens", mission.line) if kind == codes.FAULT_TOKENS else mission.line if kind in whole else mission.lines[place]
    return what, mend, line


def read(text):
    """Return ``(missions, troubles)``: what could be read, and all that is wrong in the text itself, by line."""
    missions, troubles = [], []
    begun = False
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            if not begun:
                begun = True
                if " ".join(words) != FORMAT:
                    raise Trouble(number, "The file does not begin with its format.", "Make '%s' its first line." % FORMAT)
            else:
                _line(missions, number, words)
        except Trouble as trouble:
            troubles.append(trouble)
    if not begun:
        troubles.append(Trouble(1, "The file is empty.", "Begin with '%s', then 'mission NAME'." % FORMAT))
    elif not missions and not troubles:
        troubles.append(Trouble(len(lines), "The file has no mission.", "Begin one with 'mission NAME'."))
    troubles += _whole(missions, troubles)
    return missions, sorted(troubles, key=lambda trouble: trouble.line)


def _line(missions, number, words):
    word, rest = words[0], words[1:]
    if word not in _WORDS:
        raise Trouble(number, "'%s' is no word of this format." % word, "A line begins with one of: %s." % ", ".join(_WORDS))
    if word == "mission":
        return missions.append(_begun(number, rest))
    if not missions:
        raise Trouble(number, "'%s' stands before any mission." % word, "Write 'mission NAME' above it.")
    mission = missions[-1]
    if word == "task":
        return _task(mission, number, rest)
    if word in mission.words:
        raise Trouble(number, "'%s' was said in line %d." % (word, mission.words[word]), "Say it once in a mission.")
    mission.words[word] = number
    if not rest or len(rest) > 1 and word != "tokens":
        raise Trouble(number, "'%s' has %s behind it." % (word, "more than one word" if rest else "nothing"), "Write one word there.")
    return {"number": _number, "game": _game, "radio": _radio, "tasks": _tasks, "tokens": _tokens}[word](mission, number, rest)


def _begun(number, rest):
    name = " ".join(rest)
    if not name or len(name) > OWN_NAME_LENGTH or not all(" " <= letter <= "~" for letter in name):
        raise Trouble(number, "A mission's name has 1 to %d letters." % OWN_NAME_LENGTH, "Shorten '%s' to plain letters." % name if name else "Write it behind 'mission'.")
    return Mission(name, number)


def _counted(number, word, low, high, what):
    if not word.isdecimal() or not word.isascii() or not low <= int(word) <= high:
        raise Trouble(number, "'%s' is no number of %s." % (word, what), "Write a number from %d to %d." % (low, high))
    return int(word)


def _number(mission, number, rest):
    mission.number = _counted(number, rest[0], codes.FIRST_OWN, codes.LAST_OWN, "an own mission")


def _game(mission, number, rest):
    if rest[0] not in GAMES:
        raise Trouble(number, "The game '%s' is not known." % rest[0], "Write 'game planet-nine' or 'game deep-sea'.")
    mission.game = GAMES[rest[0]]


def _radio(mission, number, rest):
    if rest[0] not in RADIOS:
        raise Trouble(number, "'%s' is no way to limit the radio." % rest[0], "Write one of: %s." % ", ".join(RADIOS))
    mission.radio = RADIOS[rest[0]]


def _tasks(mission, number, rest):
    mission.tasks = _counted(number, rest[0], 1, 10, "tasks to draw")


def _tokens(mission, number, rest):
    for token in rest:
        if token not in TOKENS:
            raise Trouble(number, "'%s' is no token." % token, "The tokens are: %s." % " ".join(TOKENS))
        if rest.count(token) > 1:
            raise Trouble(number, "The token %s is there twice." % token, "Write each token once.")
    numbers = [token for token in TOKENS[:5] if token in rest]
    arrows = [token for token in TOKENS[5:9] if token in rest]
    for found, kind in ((numbers, TOKENS[:5]), (arrows, TOKENS[5:9])):
        if found != list(kind[: len(found)]):
            missing = next(token for token in kind if token not in found)
            raise Trouble(number, "The token %s is missing before %s." % (missing, found[-1]), "Begin with %s and leave none out." % kind[0])
    mission.tokens = len(numbers) | len(arrows) << 3 | ("omega" in rest) << 6


def _task(mission, number, rest):
    mission.words.setdefault("task", number)
    if not rest or len(rest[0].rstrip(":")) != 1 or rest[0][0] not in LETTERS:
        raise Trouble(number, "A task has a letter from A to J.", "Write it behind 'task', such as 'task A card C1'.")
    label = rest[0][0]
    if label in [other for other, _, _, _ in mission.asked]:
        raise Trouble(number, "There is a task %s already, in line %d." % (label, mission.lines[[other for other, _, _, _ in mission.asked].index(label)]),
                      "Give each task a letter of its own.")
    rest = rest[1:]
    before = None
    if "before" in rest:
        at = rest.index("before")
        if len(rest) != at + 2 or rest[at + 1] != "all" and (len(rest[at + 1]) != 1 or rest[at + 1] not in LETTERS):
            raise Trouble(number, "Behind 'before' stands one task's letter, or 'all'.", "Write 'before B' or 'before all' at the end of the line.")
        before = rest[at + 1]
        rest = rest[:at]
    what, second = _ask(number, rest)
    mission.asked.append((label, what, second, before))
    mission.lines.append(number)


def _ask(number, rest):
    kind, words = rest[0] if rest else "", rest[1:]
    wanted = {"card": 1, "cards": 2, "any": 1, "trick": 1, "first": 1, "last": 0, "exactly": 1}
    if kind not in wanted:
        raise Trouble(number, "'%s' is nothing that a task asks for." % kind, "Write one of: card C1, cards K1 O8, any 9, any hearts, trick 3, first 2, last, exactly 0.")
    if len(words) != wanted[kind]:
        raise Trouble(number, "'%s' has %d words behind it." % (kind, len(words)), "It needs %s." % ("none", "one", "two")[wanted[kind]])
    if kind in ("card", "cards"):
        try:
            cards = [card_of(word, SEA_SUITS) for word in words]
        except ValueError as error:
            raise Trouble(number, str(error).split(":")[0] + ".", "Cards are C clubs, H hearts, K caps, O planets with 1 to 9, and S1 to S4.") from None
        return (cards[0], 0) if kind == "card" else (codes.TWO_CARDS | cards[0], cards[1])
    if kind == "any" and words[0] in SUITS:
        return codes.ANY_SUIT + SUITS.index(words[0]), 0
    if kind == "any" and not words[0].isdecimal():
        raise Trouble(number, "'any %s' is no suit and no value." % words[0], "Write a value from 1 to 9 or one of: %s. Submarines are neither." % ", ".join(SUITS))
    if kind == "any":
        return codes.ANY_VALUE + _counted(number, words[0], 1, 9, "a value"), 0
    if kind == "last":
        return codes.LAST_TRICK, 0
    base = {"trick": codes.TRICK_NUMBER, "first": codes.FIRST_TRICKS, "exactly": codes.EXACTLY}[kind]
    return base + _counted(number, words[0], int(kind != "exactly"), 13, "tricks"), 0


def _whole(missions, already):
    """What is wrong with whole missions, or between them. One whose lines have troubles of their own is not looked at further."""
    troubles = []
    numbers = {}
    if len(missions) > OWN_MOST:
        troubles.append(Trouble(missions[OWN_MOST].line, "This is mission %d of the file." % (OWN_MOST + 1), "A device keeps %d own missions: take some out." % OWN_MOST))
    for i, mission in enumerate(missions):
        end = missions[i + 1].line if i + 1 < len(missions) else 1 << 30
        if any(mission.line <= trouble.line < end for trouble in already):
            continue
        if mission.number in numbers:
            troubles.append(Trouble(mission.words["number"], "Number %d has another mission, in line %d." % (mission.number, numbers[mission.number]), "Give each its own."))
        elif mission.number:
            numbers[mission.number] = mission.words["number"]
        try:
            _complete(mission)
        except Trouble as trouble:
            troubles.append(trouble)
    free = [number for number in range(codes.FIRST_OWN, codes.LAST_OWN + 1) if number not in numbers]
    for mission in missions:
        if not mission.number and free:
            mission.number = free.pop(0)
    return troubles


def _complete(mission):
    if mission.game is None:
        raise Trouble(mission.line, "The mission '%s' does not say which game it is of." % mission.name, "Add 'game planet-nine' or 'game deep-sea'.")
    sea = mission.game == codes.DEEP_SEA
    for word in ("tasks", "tokens") if sea else ("task",):
        if word in mission.words:
            raise Trouble(mission.words[word], "'%s' does not belong to this game." % word, "In the deep sea each task is told by 'task'." if sea else "There tasks are drawn: write 'tasks' and a number.")
    if not sea and not mission.tasks or sea and not mission.asked:
        raise Trouble(mission.line, "The mission '%s' has no tasks." % mission.name, "Add 'task A ...'." if sea else "Add 'tasks' and a number from 1 to 10.")
    labels = [label for label, _, _, _ in mission.asked]
    for (label, _, _, before), line in zip(mission.asked, mission.lines):
        if before and before != "all" and (before not in labels or before == label):
            raise Trouble(line, "There is no other task %s." % before, "Write the letter of another task of this mission behind 'before', or 'all'.")
    seconds = [line for (_, _, second, _), line in zip(mission.asked, mission.lines) if second]
    if len(seconds) > 7:
        raise Trouble(seconds[7], "This is the eighth task of two cards.", "A mission has seven of them at most.")


def packed(text):
    """Return the bytes of the file that a device keeps at PATH, for the missions in ``text``. Raises Trouble: nothing is packed that has a fault.

    What can be played by no number of humans is a fault, too.
    """
    missions, troubles = read(text)
    if troubles:
        raise troubles[0]
    data = own.read(_NoBoard())
    for mission in missions:
        if not mission.humans():
            what, mend, line = mission.fault(4)
            raise Trouble(line, what, mend)
        record = bytearray(OWN_RECORD)
        record[0], record[1], record[2] = mission.number, mission.game, len(mission.outline)
        record[OWN_NAME : OWN_NAME + len(mission.name)] = mission.name.encode()
        record[OWN_OUTLINE : OWN_OUTLINE + len(mission.outline)] = mission.outline
        own.put(data, record, 0)
    board = _NoBoard()
    own.write(board, data)
    return board.written


class _NoBoard:
    """A board with an empty store, that takes one file."""

    written = b""

    def load(self, slot, into):
        return 0

    def save(self, slot, data, n):
        self.written = bytes(data[:n])
        return True


def report(text):
    """Return ``(lines, fine)``: what there is to say about the missions in ``text``, and whether each can be played by somebody."""
    missions, troubles = read(text)
    if troubles:
        return [str(trouble) for trouble in troubles], False
    lines, fine = [], True
    for mission in missions:
        humans = mission.humans()
        fine = fine and bool(humans)
        played = "can be played by %s humans" % _listed(humans) if humans else "cannot be played by any number of humans"
        lines.append("mission %d, %s: %s." % (mission.number, mission.name, played))
        by_fault = {}
        for number in range(2, 6):
            if number not in humans:
                by_fault.setdefault(mission.fault(number), []).append(number)
        for (what, mend, line), numbers in by_fault.items():
            lines.append("  not by %s: line %d: %s %s" % (_listed(numbers), line, what, mend))
    return lines, fine


def _listed(numbers):
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def send_to(port, data):
    """Write packed missions to the board at ``port``; return the exit status. What missions it had are replaced."""
    from host_tools import flash
    from host_tools.install import InstallError

    places = []
    try:
        places = flash.find_any("", port)
        for place in places:
            place.write(PATH, data)
            print("%s has the missions now. Its dealer finds them behind the built-in ones." % place)
    except InstallError as trouble:
        print(trouble)
        return 1
    finally:
        for place in places:
            flash.let_go(place)
    return 0


def main(arguments):
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.mission", description="Checks and packs missions of one's own.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="say what is wrong, or for how many humans each mission can be played")
    check.add_argument("file")
    check.add_argument("--hard", action="store_true", help="say how hard each is, too: the share of deals that can be won with open hands")
    check.add_argument("--seconds", type=float, default=60, help="how long that may take for each mission and number of humans (60)")
    pack = commands.add_parser("pack", help="write the file that a device keeps as " + PATH)
    pack.add_argument("file")
    pack.add_argument("out")
    send = commands.add_parser("send", help="put them on a board: its dealer offers them behind the built-in ones")
    send.add_argument("file")
    send.add_argument("port", nargs="?", default="", help="port or drive of the board (usual: the one board that is plugged in)")
    options = parser.parse_args(arguments)
    try:
        with open(options.file, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        print("%s cannot be read: %s" % (options.file, getattr(error, "strerror", None) or "it is no text file"))
        return 1
    if options.command == "check":
        lines, fine = report(text)
        print("\n".join(("%s: %s" % (options.file, line) if not line.startswith(" ") else line) for line in lines))
        if fine and options.hard:
            from host_tools.difficulty import tell

            return tell(read(text)[0], options.seconds)
        return 0 if fine else 1
    try:
        data = packed(text)
        if options.command == "send":
            return send_to(options.port, data)
        with open(options.out, "wb") as file:
            file.write(data)
    except Trouble as trouble:
        print("%s: %s" % (options.file, trouble))
        return 1
    except OSError as error:
        print("%s cannot be written: %s" % (options.out, error.strerror))
        return 1
    print("%s: %d bytes; on a device it is %s" % (options.out, len(data), PATH))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

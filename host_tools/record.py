"""Records on the desktop: ``play`` replays them and checks their expectations, ``export`` writes one from a save.

The format is docs/RECORDS.md. ``Replay`` is used by the tests and by the demo; it opens no files and runs on
MicroPython too.
"""

from engine import codes, layout
from engine.attempt import Attempt
from engine.refusal import Refusal
from firmware.store import Store
from firmware.wire import SAVED_ATTEMPT
from host_tools import notation

FORMAT = "crewlink-record 1"


class Broken(Exception):
    """A line cannot be read, or an expectation does not hold. The text is a sentence for people.

    ``number`` is the line that it is about, when that is not the line at which it was noticed.
    """

    def __init__(self, text, number=0):
        super().__init__(text)
        self.number = number


# Cards that changed hands, each known to its seat alone: after the signal, and in mission 12.
_MOVED = {"gave": layout.GAVE, "got": layout.GOT, "lost": layout.DRAW_GAVE, "drew": layout.DRAW_GOT}


class Replay:
    """One record on its way: feed it lines with ``line``; ``attempt`` is where it has got to.

    ``refused`` is the reason of the last command's refusal, or 0. ``on_command(seat, command)`` is called after each
    accepted command.
    """

    def __init__(self, attempt=None, on_command=None):
        self.attempt = attempt or Attempt()
        self.refused = 0
        self.expectations = 0
        self._on_command = on_command
        self._head = {}
        self._begun = False
        self._number = 0
        self._done = "the head"  # the last command, and its line
        self._done_at = 0
        self._buffer = bytearray(64)

    def line(self, text):
        """Do one line of the record. Raises ``Broken``."""
        self._number += 1
        words = text.split("#")[0].split()
        if not words:
            return
        try:
            if words[0] == "expect":
                self._begin()
                self._expect(words[1:])
            elif not self._begun and words[0] in ("crewlink-record", "game", "mission", "seats", "option"):
                self._head_line(words)
            else:
                self._begin()
                self._command(words)
        except (ValueError, IndexError) as error:
            raise Broken(str(error) if error.args and isinstance(error, ValueError) else "this line is cut short")

    def finish(self):
        """The record is over: raises ``Broken`` when its last command was refused and nothing expected that."""
        self._begin()
        self._check_refusal()

    def _head_line(self, words):
        word = words[0]
        if word == "crewlink-record" and " ".join(words) != FORMAT:
            raise Broken("this record is of another format; this program reads '%s'" % FORMAT)
        if word in self._head or len(words) != 2 and word != "option":
            raise Broken("the head says '%s' once, with one word behind it" % word)
        if word == "game" and words[1] not in notation.GAMES:
            raise Broken("the game '%s' is not known here" % words[1])
        if word == "option":
            if words[1:] == ["challenge"]:
                self._head[word] = codes.CHALLENGE
            elif words[1:] == ["counter"]:
                self._head[word] = codes.COUNTER
            elif words[1:2] == ["jarvis"] and len(words) == 3:
                self._head[word] = codes.JARVIS_SEAT * (notation.seat_of(words[2]) + 1)
            else:
                raise Broken("an option is 'challenge', 'jarvis SEAT' or, in the deep sea, 'counter'")
            return
        if word in ("mission", "seats") and [letter for letter in words[1] if letter not in "0123456789"]:
            raise Broken("'%s' is no number; write digits behind '%s'" % (words[1], word))
        self._head[word] = words[1]

    def _begin(self):
        if self._begun:
            return
        for word in ("crewlink-record", "game", "mission", "seats"):
            if word not in self._head:
                raise Broken("the line '%s ...' is missing from the head" % word)
        self._begun = True
        self._done_at = self._number - 1
        mission, seats, options = int(self._head["mission"]), int(self._head["seats"]), self._head.get("option", 0)
        game = notation.GAMES[self._head["game"]]
        self._try(lambda: self.attempt.begin(mission, seats, options, game))

    def _command(self, words):
        self._check_refusal()
        if words[0] == "all":
            for seat in range(self.attempt.state[layout.SEATS]):
                if seat != self.attempt.state[layout.JARVIS] and not self.refused:
                    self._command([notation.SEATS[seat]] + words[1:])
            return
        self._done, self._done_at = " ".join(words), self._number
        seat, command = notation.command_of(words, self.attempt.state)
        self._try(lambda: self.attempt.apply(seat, command))
        if not self.refused and self._on_command:
            self._on_command(seat, command)

    def _try(self, act):
        self.refused = 0
        try:
            act()
        except Refusal as refusal:
            self.refused = refusal.code

    def _check_refusal(self):
        if self.refused:
            reason = notation.name_of(notation.REFUSALS, self.refused)
            raise Broken("'%s' was refused: %s (docs/RECORDS.md says what that means)" % (self._done, reason), self._done_at)

    def _expect(self, words):
        self.expectations += 1
        if words[0] == "refused":
            found = notation.name_of(notation.REFUSALS, self.refused) if self.refused else "nothing refused"
            self.refused = 0
        else:
            self._check_refusal()
            found = self._found(words)
        if found != " ".join(words[1:]) and not (words[0] == "refused" and found == words[1]):
            raise Broken("expected %s, found %s" % (" ".join(words), found or "nothing"))

    def _found(self, words):
        """Return what holds now, in the words of the expectation that ``words`` begins."""
        st = self.attempt.state
        what = words[0]
        if what == "phase":
            return notation.name_of(notation.PHASES, st[layout.PHASE])
        if what == "turn":
            turn = st[layout.TURN]
            return _seat(turn if turn < 5 or turn == codes.NOBODY else turn & 7)
        if what == "trick":
            return _seat(st[layout.LAST_WINNER])
        if what == "commander":
            return _seat(st[layout.COMMANDER])
        if what == "role":
            return " ".join([_seat(st[at]) for at in (layout.ROLE, layout.ROLE_LAST) if st[at] < 5])
        if what == "signal":
            return ("none", "left", "right")[st[layout.SIGNAL]]
        if what == "passed":
            return " ".join([seat for seat in notation.SEATS if st[layout.PASSED] >> notation.SEATS.find(seat) & 1])
        if what == "jarvis":
            cards = [self._word(st[layout.OPEN_CARDS + place]) for place in range(7)]
            return " ".join([card + ("+" if st[layout.COVERS] >> place & 1 else "") for place, card in enumerate(cards)])
        if what == "task":
            return words[1] + " " + self._task(words[1], words[2])
        if what in ("open", "success", "failed"):
            return self._verdict(what, words)
        if what == "answers":
            found = ""
            for seat in range(5):
                reply = st[layout.REPLIES + seat]
                if reply:
                    name = "away" if reply == codes.AWAY else notation.name_of(notation.ANSWERS, reply)
                    found += " %s %s" % (_seat(seat), name)
            return found[1:]
        if what not in ("radio", "shown", "means", "legal", "said", "gave", "got", "lost", "drew"):
            raise Broken("'expect %s' is not known: see docs/RECORDS.md for the list" % what)
        seat = notation.seat_of(words[1])
        if what == "said":
            same = len(words) > 2 and notation.SAYINGS.get(words[2]) == st[layout.SAID + seat]
            return words[1] + " " + (words[2] if same else str(st[layout.SAID + seat]))
        if what in _MOVED:
            return words[1] + " " + self._word(st[_MOVED[what] + seat])
        if what == "radio":
            return words[1] + " " + notation.name_of(notation.RADIOS, st[layout.RADIO + seat])
        if what == "shown":
            return words[1] + " " + self._word(st[layout.SHOWN + seat])
        if what == "means":
            return words[1] + " " + notation.name_of(notation.RADIOS, st[layout.MEANING + seat])
        found = words[1]
        for i in range(self.attempt.legal(seat, self._buffer)):
            value = self._buffer[i]
            found += " " + (notation.task_word(value, st) if st[layout.PHASE] == codes.PHASE_PICK else self._word(value))
        return found

    def _word(self, card):
        return notation.word_of(card, notation.suits_of(self.attempt.state))

    def _task(self, word, asked):
        st = self.attempt.state
        place = notation.place_of(word, st)
        if place >= st[layout.TASK_COUNT]:
            return "no such task"
        at = layout.TASK + layout.TASK_BYTES * place
        if asked in ("open", "done", "failed"):
            token = st[at + layout.TASK_TOKEN]
            return "done" if token & codes.TASK_DONE else "failed" if token & codes.TASK_FAILED else "open"
        return _seat(st[at + layout.TASK_OWNER])

    def _verdict(self, what, words):
        st = self.attempt.state
        verdict = st[layout.VERDICT]
        if verdict == codes.OPEN or verdict == codes.SUCCESS:
            name = "open" if verdict == codes.OPEN else "success"
            return "" if name == what else name
        found = [notation.name_of(notation.FAILURES, verdict)]
        if len(words) > 2:
            found.append(_seat(st[layout.VERDICT_SEAT]))
        if len(words) > 3:
            found.append(_about(st))
        return " ".join(found) if what == "failed" else "failed " + found[0]


def _about(st):
    """The card that a verdict names, or in the deep sea the task."""
    about = st[layout.VERDICT_CARD]
    return notation.task_word(about - 1, st) if about and st[layout.GAME] else notation.word_of(about)


def _seat(seat):
    return notation.SEATS[seat] if seat < 5 else "nobody"


def play(text, replay=None):
    """Replay the record ``text`` and return the ``Replay``. Raises ``Broken`` whose text begins with the line's number."""
    replay = replay or Replay()
    number = 0
    try:
        for line in text.split("\n"):
            number += 1
            replay.line(line)
        replay.finish()
    except Broken as broken:
        raise Broken("line %d: %s" % (broken.number or number, broken))
    return replay


def write(attempt):
    """Return the record of ``attempt``: its head, its commands, and its verdict as an expectation."""
    st = attempt.state
    game = notation.name_of(notation.GAMES, st[layout.GAME])
    lines = [FORMAT, "game " + game, "mission %d" % st[layout.MISSION], "seats %d" % st[layout.SEATS]]
    if st[layout.OPTIONS] & codes.CHALLENGE:
        lines.append("option challenge")
    elif st[layout.OPTIONS] & codes.COUNTER:
        lines.append("option counter")
    elif st[layout.OPTIONS]:
        lines.append("option jarvis " + _seat(st[layout.JARVIS]))
    save = bytearray(layout.ATTEMPT_BYTES)
    length = attempt.save(save)
    replay = Attempt()
    replay.begin(st[layout.MISSION], st[layout.SEATS], st[layout.OPTIONS], st[layout.GAME])
    at = layout.SETUP
    while at < length:
        seat, kind, argument = save[at] >> 5, save[at] & 31, save[at + 1]
        count = argument if kind in (codes.TASKS, codes.DRAW, codes.OUTLINE) else 0
        if kind == codes.DEAL:
            count = 30 if st[layout.OPTIONS] & codes.CHALLENGE else 40
        cards = bytes(save[at + 2 : at + 2 + count])
        lines.append(notation.line_of(seat, kind, argument, cards, replay.state))
        replay.apply(seat, bytes((kind, argument)) + cards)
        at += 2 + count + (count & 1)
    verdict = st[layout.VERDICT]
    if verdict == codes.SUCCESS:
        lines.append("expect success")
    elif verdict == codes.OPEN:
        lines.append("expect open")
    else:
        words = ["expect failed", notation.name_of(notation.FAILURES, verdict), _seat(st[layout.VERDICT_SEAT])]
        if st[layout.VERDICT_CARD]:
            words.append(_about(st))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def _play_files(names):
    """Replay each file, say what happened, and return the exit status: 1 when one failed."""
    passed = failed = 0
    for name in names:
        try:
            with open(name, encoding="utf-8") as file:
                text = file.read()
            replay = play(text)
        except OSError as error:
            print("%s: cannot be read: %s" % (name, error.strerror))
            failed += 1
        except UnicodeDecodeError:
            print("%s: is no text file" % name)
            failed += 1
        except Broken as broken:
            print("%s: %s" % (name, broken))
            failed += 1
        else:
            st = replay.attempt.state
            verdict = notation.name_of(dict(notation.FAILURES, open=codes.OPEN, success=codes.SUCCESS), st[layout.VERDICT])
            tricks = "%d of %d tricks" % (st[layout.TRICK], st[layout.TRICKS])
            print("%s: mission %d, %s, %s, expectations met: %d" % (
                name, st[layout.MISSION], tricks, verdict, replay.expectations))
            passed += 1
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


class _File:
    """A board of which only the store is there: one slot, holding a file."""

    def __init__(self, data):
        self._data = data

    def load(self, slot, into):
        data = self._data[: len(into)] if not slot else b""
        into[: len(data)] = data
        return len(data)

    def save(self, slot, data, n):
        return False


def attempt_of_save(data):
    """Return the attempt in a handheld's save, the bytes of one slot. Raises ``Broken`` with a sentence."""
    store = Store(_File(data), SAVED_ATTEMPT + layout.ATTEMPT_BYTES, layout.RULES_VERSION)
    n = store.load()
    if store.old_rules:
        raise Broken("this save was written under another version of the rules; only that version can replay it")
    if not n:
        raise Broken("this is no whole save of a handheld; try the other slot")
    if n <= SAVED_ATTEMPT:
        raise Broken("this save holds a table, but no attempt is under way in it")
    attempt = Attempt()
    try:
        attempt.load(bytes(store.body[SAVED_ATTEMPT:n]), n - SAVED_ATTEMPT)
    except Refusal:
        raise Broken("the attempt in this save cannot be replayed") from None
    return attempt


def _export(name):
    """Print the record of the save in file ``name``; return the exit status."""
    try:
        with open(name, "rb") as file:
            data = file.read()
        print(write(attempt_of_save(data)), end="")
    except OSError as error:
        print("%s: cannot be read: %s" % (name, error.strerror))
        return 1
    except Broken as broken:
        print("%s: %s" % (name, broken))
        return 1
    return 0


def main(arguments):
    """Run the command line; return its exit status."""
    if len(arguments) > 1 and arguments[0] == "play":
        return _play_files(arguments[1:])
    if len(arguments) == 2 and arguments[0] == "export":
        return _export(arguments[1])
    print("python -m host_tools.record play FILE...   replays records and checks their expectations")
    print("python -m host_tools.record export SAVE    prints the record of a handheld's save")
    return 0 if arguments in (["-h"], ["--help"]) else 2


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))

"""Writes the records of the deep sea: each kind of task won, lost and lost early, and a success of each of the ten missions.

    python -m tests.sea_records          writes tests/records/sea/*.crew anew

It serves whoever changes the records' format or the order of an attempt; what it writes is committed, and the tests replay
that. Each attempt is found by playing with open hands from a fixed seed (tests/sea_duel.py).
"""

import pathlib
import random
import sys

from engine import codes, layout
from host_tools import notation, record
from tests.sea_duel import ROWS, SeaSteering
from tests.sea_facts import SeaRow, Task

FOLDER = pathlib.Path(__file__).parent / "records" / "sea"
SEATS = {"3": "three", "4": "four", "5": "five", "4-counter": "four, picking counter-clockwise", "5-counter": "five, picking counter-clockwise"}


def _early(st):
    return st[layout.TRICK] < st[layout.TRICKS] - 1


def _late(st):
    return st[layout.TRICK] == st[layout.TRICKS]


def _together(st):
    """Two things fell into the trick that ended it."""
    return sum(card in (0x02, 0x15) for card in st[layout.LAST : layout.LAST + 5]) == 2


CARD, OTHER = Task(("card", "P2")), Task(("card", "B5"))
# name, the tasks, crew, verdict, what happens, whether the state at the end is that
WAYS = [
    ("card-won", [CARD], "4", codes.SUCCESS, "a given card is won", None),
    ("card-lost", [CARD], "4", codes.FAILED_OWNER, "a given card goes to somebody else", None),
    ("card-unplayed", [CARD], "3", codes.FAILED_UNDONE, "a given card stays unplayed", None),
    ("submarine-won", [Task(("card", "R1"))], "5", codes.SUCCESS, "a given submarine is won", None),
    ("cards-won", [Task(("cards", "P2", "B5"))], "4", codes.SUCCESS, "two given cards are won in two tricks", lambda st: not _together(st)),
    ("cards-won-together", [Task(("cards", "P2", "B5"))], "4", codes.SUCCESS, "two given cards are won in one trick", _together),
    ("cards-lost", [Task(("cards", "P2", "B5"))], "4", codes.FAILED_OWNER, "one of two cards goes to somebody else",
     lambda st: not st[layout.TASK + 2] & 3),
    ("cards-lost-after-one", [Task(("cards", "P2", "B5"))], "4", codes.FAILED_OWNER, "one of two cards is won, the other goes to somebody else",
     lambda st: st[layout.TASK + 2] & 3),
    ("cards-unplayed", [Task(("cards", "P2", "B5"))], "3", codes.FAILED_UNDONE, "one of two cards stays unplayed", None),
    ("value-won", [Task(("value", 6))], "4", codes.SUCCESS, "a card of a value is won", None),
    ("value-gone", [Task(("value", 6))], "4", codes.FAILED_GONE, "all cards of a value have gone to others, before the last trick", _early),
    ("value-gone-last", [Task(("value", 1))], "5", codes.FAILED_GONE, "the last card of a value goes to somebody else in the last trick", _late),
    ("value-unplayed", [Task(("value", 6))], "3", codes.FAILED_UNDONE, "the last card of a value stays unplayed", None),
    ("suit-won", [Task(("suit", "G"))], "5", codes.SUCCESS, "a card of a suit is won", None),
    ("suit-gone", [Task(("suit", "G"))], "5", codes.FAILED_GONE, "all cards of a suit have gone to others, before the last trick", _early),
    ("trick-won", [Task(("trick", 3))], "4", codes.SUCCESS, "the third trick is won, and all is done", None),
    ("trick-lost", [Task(("trick", 3))], "4", codes.FAILED_TRICK, "the third trick goes to somebody else", None),
    ("first-won", [Task(("first", 3))], "4", codes.SUCCESS, "the first three tricks are won", None),
    ("first-lost", [Task(("first", 3))], "4", codes.FAILED_TRICK, "the third of the first three tricks goes to somebody else",
     lambda st: st[layout.TRICK] == 3),
    ("first-lost-early", [Task(("first", 3))], "4", codes.FAILED_TRICK, "the first trick goes to somebody else", lambda st: st[layout.TRICK] == 1),
    ("last-won", [Task(("last",))], "5", codes.SUCCESS, "the last trick is won", None),
    ("last-lost", [Task(("last",))], "5", codes.FAILED_TRICK, "the last trick goes to somebody else", None),
    ("exactly-won", [Task(("exactly", 2)), CARD], "4", codes.SUCCESS, "just two tricks are won; success waits for the last trick", None),
    ("exactly-none-won", [Task(("exactly", 0)), CARD], "5", codes.SUCCESS, "no trick is won", None),
    ("exactly-more", [Task(("exactly", 1))], "4", codes.FAILED_MORE, "a second trick is won where one was asked for", _early),
    ("exactly-more-last", [Task(("exactly", 1))], "5", codes.FAILED_MORE, "the last trick is the second where one was asked for", _late),
    ("exactly-fewer", [Task(("exactly", 5))], "5", codes.FAILED_FEWER, "five tricks can no longer be won", _early),
    ("exactly-fewer-last", [Task(("exactly", 2))], "4", codes.FAILED_FEWER, "the last trick would have been the second of two", _late),
    ("before-won", [Task(("card", "P2"), 1), OTHER], "4", codes.SUCCESS, "a task is done before another", lambda st: not _together(st)),
    ("before-won-together", [Task(("card", "P2"), 1), OTHER, Task(("suit", "G")), Task(("suit", "Y"))], "3", codes.SUCCESS,
     "a seat with two tasks does both in one trick", _together),
    ("before-lost", [Task(("card", "P2"), 1), OTHER], "4", codes.FAILED_BEFORE, "a task is done before the one that had to come first", None),
    ("before-all-won", [Task(("card", "P2"), "all"), OTHER, Task(("suit", "Y"))], "4", codes.SUCCESS, "a task is done before all others", None),
    ("before-all-lost", [Task(("card", "P2"), "all"), OTHER, Task(("suit", "Y"))], "4", codes.FAILED_BEFORE,
     "a task is done while the one before all others is open", None),
    ("two-tasks-each", [CARD, OTHER, Task(("suit", "Y")), Task(("value", 9)), Task(("last",)), Task(("trick", 2))], "3", codes.SUCCESS,
     "three seats hold two tasks each", None),
    ("two-tasks-each-counter", [CARD, OTHER, Task(("suit", "Y")), Task(("value", 9)), Task(("last",)), Task(("trick", 2))], "5-counter",
     codes.SUCCESS, "five seats pick counter-clockwise, and the captain twice", None),
]  # fmt: skip


def wanted_records():
    """Yield (name, row, crew, verdict, what happens, fits) for every record."""
    for name, asked, crew, verdict, about, fits in WAYS:
        yield name, SeaRow(codes.FIRST_OWN, asked), crew, verdict, about, fits
    for number, row in ROWS.items():
        for crew in ("3", "4", "5", "5-counter" if number & 1 else "4-counter"):
            yield "mission-%02d-%s-success" % (number, crew), row, crew, codes.SUCCESS, "mission %d succeeds" % number, None


def told(attempt, about, crew):
    """Return the record of ``attempt``: its commands, and what is expected after the pick and at its end."""
    lines = ["# RULES 12, %s seats: %s." % (SEATS[crew], about)]
    replay = record.Replay()
    st = replay.attempt.state
    for line in record.write(attempt).splitlines():
        if line.startswith("expect"):
            lines += _tasks(st)
        before = st[layout.PHASE]
        replay.line(line)
        lines.append(line)
        if before != codes.PHASE_TRICK == st[layout.PHASE] and not st[layout.TRICK]:
            lines.append("expect commander " + notation.SEATS[st[layout.COMMANDER]])
            lines += ["expect task t%d %s" % (i + 1, notation.SEATS[st[layout.TASK + 3 * i + 1]]) for i in range(st[layout.TASK_COUNT])]
            lines.append("expect open")
    return "\n".join(lines) + "\n"


def _tasks(st):
    lines = []
    for place in range(st[layout.TASK_COUNT]):
        token = st[layout.TASK + 3 * place + 2]
        state = "done" if token & codes.TASK_DONE else "failed" if token & codes.TASK_FAILED else "open"
        lines.append("expect task t%d %s" % (place + 1, state))
    return lines


def main():
    """Write every record; return the exit status."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.crew"):
        path.unlink()
    count = 0
    for name, row, crew, verdict, about, fits in wanted_records():
        for i in range(20):
            steering = SeaSteering(row, crew, random.Random("%s-%d" % (name, i)))
            if steering.reach(verdict, fits=fits):
                break
        else:
            raise SystemExit("no attempt was found for " + name)
        text = told(steering.attempt, about, crew)
        record.play(text)
        (FOLDER / (name + ".crew")).write_text(text, encoding="utf-8")
        count += 1
    print("%d records written" % count)
    return 0


if __name__ == "__main__":
    sys.exit(main())

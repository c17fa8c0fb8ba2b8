"""Writes the records of special missions: one success and one of each way to fail, for every kind of crew.

    python -m tests.special_records          writes tests/records/specials/*.crew anew

It serves whoever changes the records' format or the order of an attempt; what it writes is committed, and the tests
replay that. Each attempt is found by playing with open hands from a fixed seed (tests/steering.py).
"""

import pathlib
import random
import sys

from engine import codes, layout
from host_tools import notation, record
from tests.outcomes import outcomes
from tests.facts import CREWS, missions
from tests.steering import Steering

FOLDER = pathlib.Path(__file__).parent / "records" / "specials"
ROWS = missions()
SPECIALS = [number for number in ROWS if ROWS[number].special != "-"]
CODES = dict(notation.FAILURES, success=codes.SUCCESS)
WHO = {"3": "three humans", "challenge": "the challenge for three", "4": "four humans", "5": "five humans"}
ABOUT = {
    "sick": "the sick member wins a trick", "ones": "too few tricks are won by a 1", "rockets": "two rockets lie in one trick",
    "rocket-order": "a rocket wins before a lower one", "rocket-left": "a rocket stays unplayed", "nine": "a 9 wins a trick",
    "balance": "somebody has two tricks more than somebody else", "volunteer-rocket": "the volunteer wins with a rocket",
    "volunteer-second": "the volunteer wins a second trick", "volunteer-none": "the volunteer wins no trick",
    "first": "the first trick goes to somebody else", "last": "the last trick goes to somebody else",
    "pilot-rocket": "the pilot wins the first trick with a rocket", "between": "a trick in between goes to who may not have it",
    "four": "one of the first four tricks goes to somebody else", "pink": "a pink card goes to somebody else",
    "pink-left": "a pink card stays unplayed", "omega-soon": "omega is done before the last trick",
    "owner": "a task's card goes to somebody else", "early": "a number comes before its turn", "passed": "a number is passed over",
    "omega": "omega comes before the others", "undone": "a task's card stays unplayed", "success": "it succeeds",
}  # fmt: skip


def _last(st):
    return st[layout.TRICK] == st[layout.TRICKS]


def _in_last_trick(st, card):
    return card in st[layout.LAST : layout.LAST + 5]


# Further ways to the same verdict: by special and verdict (name, what happens, whether this is it).
WAYS = {
    ("only_first_and_last_no_rocket", "pilot-rocket"): [("pilot-rocket-last", "the pilot wins the last trick with a rocket", _last)],
    ("first_four_middle_last", "between"): [
        ("between-four", "the seat of the first four tricks wins a later one", lambda st: st[layout.VERDICT_SEAT] == st[layout.ROLE]),
        ("between-last", "the seat of the last trick wins one before", lambda st: st[layout.VERDICT_SEAT] == st[layout.ROLE_LAST]),
    ],
    ("one_wins_a_trick", "ones"): [
        ("ones-last", "the last trick is over, and no trick was won by a 1", _last),
        ("ones-certain", "every 1 has been played, and none has won", lambda st: not _last(st)),
    ],
    ("two_ones_win", "ones"): [
        ("ones-last", "the last trick is over, and too few tricks were won by a 1", _last),
        ("ones-certain", "too few 1s are left to win", lambda st: not _last(st)),
        ("ones-after-one", "one trick was won by a 1, and no other can be", lambda st: st[layout.PROGRESS] == 1),
    ],
    ("no_nine_wins", "success"): [
        ("success-early", "it succeeds when the last 9 has been played", lambda st: not _last(st)), ("success-last", "it succeeds with the last trick", _last),
    ],
    ("no_nine_wins_plus_tasks", "success"): [
        ("success-early", "it succeeds when both tasks are done and the last 9 has been played", lambda st: not _last(st)),
        ("success-last", "it succeeds with the last trick", _last),
    ],
    ("no_nine_wins_plus_tasks", "nine"): [
        ("nine-later", "a 9 wins a trick after both tasks are complete", lambda st: st[layout.TASKS_DONE] == 2),
    ],
    ("omega_in_last_trick", "success"): [
        ("success-together", "omega and another task are done in the last trick",
         lambda st: sum(_in_last_trick(st, st[layout.TASK + 3 * i]) for i in range(3)) > 1),
    ],
}  # fmt: skip


def wanted_records(mission):
    """Yield (name, crew, verdict, what happens, whether the state at the end is that) for every record of ``mission``."""
    row = ROWS[mission]
    jarvis = "jarvis-" + "abc"[mission % 3]
    for crew in (jarvis, "3", "challenge", "4", "5"):
        for verdict in outcomes(row, CREWS[crew]):
            ways = [(verdict, ABOUT[verdict], None)]
            further = WAYS.get((row.special, verdict), [])
            for name, about, fits in ways + further:
                # With every card played the nines are, too; where one stays unplayed it may be a 9.
                if name == "success-last" and row.special.startswith("no_nine") and not CREWS[crew].surplus:
                    continue
                # Each seat has one task at most, but for a hand-over.
                if name == "success-together" and crew != "5":
                    continue
                if name == "pilot-rocket":
                    fits = lambda st: not _last(st)
                yield "mission-%02d-%s-%s" % (mission, crew, name), crew, verdict, about, fits


def found(mission, name, crew, verdict, fits):
    """Return an attempt that comes to ``verdict`` in this way."""
    for i in range(20):
        steering = Steering(mission, crew, random.Random("%s-%d" % (name, i)))
        if steering.reach(CODES[verdict], fits=fits):
            return steering.attempt
    raise SystemExit("no attempt was found for " + name)


def told(attempt, about, crew):
    """Return the record of ``attempt``: its commands, and what is expected at its turning points."""
    who = WHO.get(crew) or "two humans with JARVIS at seat " + crew[-1].upper()
    mission = attempt.state[layout.MISSION]
    lines = ["# RULES 8, mission %d, %s: %s." % (mission, who, about)]
    replay = record.Replay()
    st = replay.attempt.state
    final = attempt.state[layout.TRICK] - 1
    for line in record.write(attempt).splitlines():
        if line.startswith("expect"):
            lines += _tasks_at_the_end(st)
        before = bytes(st)
        replay.line(line)
        lines.append(line)
        lines += _turning_points(before, st, final)
    return "\n".join(_shorter(lines, CREWS[crew])) + "\n"


def _seat(seat):
    return notation.SEATS[seat]


def _turning_points(before, st, final):
    """What to expect where the step, the roles, or the last trick's beginning say something."""
    expected = []
    phase = st[layout.PHASE]
    if st[layout.COMMANDER] != before[layout.COMMANDER] and st[layout.COMMANDER] < 5:
        expected.append("commander " + _seat(st[layout.COMMANDER]))
    if phase == codes.PHASE_QUESTION and before[layout.PHASE] != phase:
        expected += ["phase question", "turn " + _seat(st[layout.TURN])]
    if st[layout.ROLE] != before[layout.ROLE] and st[layout.ROLE] < 5:
        roles = [_seat(st[at]) for at in (layout.ROLE, layout.ROLE_LAST) if st[at] < 5]
        expected.append("role " + " ".join(roles))
    if phase != before[layout.PHASE] and phase in (codes.PHASE_NAME, codes.PHASE_SHARE, codes.PHASE_TOKENS, codes.PHASE_DRAW):
        expected.append("phase " + notation.name_of(notation.PHASES, phase))
    if before[layout.PHASE] == codes.PHASE_GIVE and phase == codes.PHASE_TRICK:
        expected.append("signal " + ("left" if st[layout.SIGNAL] == 1 else "right"))
        expected += ["got %s %s" % (_seat(seat), notation.word_of(st[layout.GOT + seat])) for seat in range(st[layout.SEATS])]
    if before[layout.PHASE] == codes.PHASE_DRAW and phase == codes.PHASE_TRICK:
        expected += ["drew %s %s" % (_seat(seat), notation.word_of(st[layout.DRAW_GOT + seat])) for seat in range(st[layout.SEATS])]
    if st[layout.TRICK] == final and phase == codes.PHASE_TRICK and not st[layout.LYING] and before[layout.LYING] + (final == 0):
        expected.append("open")
        if st[layout.JARVIS] < 5:
            places = range(7)
            opened = [notation.word_of(st[layout.OPEN_CARDS + i]) + ("+" if st[layout.COVERS] >> i & 1 else "") for i in places]
            expected.append("jarvis " + " ".join(opened))
    if phase == codes.PHASE_END and before[layout.PHASE] != phase:
        expected.append("trick " + _seat(st[layout.LAST_WINNER]))
    return ["expect " + words for words in expected]


def _tasks_at_the_end(st):
    expected = []
    for at in range(layout.TASK, layout.TASK + layout.TASK_BYTES * st[layout.TASK_COUNT], layout.TASK_BYTES):
        card = notation.word_of(st[at])
        expected.append("expect task %s %s" % (card, _seat(st[at + layout.TASK_OWNER])))
        expected.append("expect task %s %s" % (card, "done" if st[at + layout.TASK_TOKEN] & codes.TASK_DONE else "open"))
    return expected


def _shorter(lines, crew):
    """Write ``all pass`` where every human passes, one after the other."""
    each = ["%s pass" % _seat(seat) for seat in crew.humans]
    shorter = []
    for line in lines:
        shorter.append(line)
        if shorter[-len(each) :] == each:
            shorter[-len(each) :] = ["all pass"]
    return shorter


def main():
    """Write every record; return the exit status."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.crew"):
        path.unlink()
    count = 0
    for mission in SPECIALS:
        for name, crew, verdict, about, fits in wanted_records(mission):
            text = told(found(mission, name, crew, verdict, fits), about, crew)
            record.play(text)
            (FOLDER / (name + ".crew")).write_text(text, encoding="utf-8")
            count += 1
        print("mission %d" % mission, flush=True)
    print("%d records written" % count)
    return 0


if __name__ == "__main__":
    sys.exit(main())

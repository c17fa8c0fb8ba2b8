"""The facts of the deep sea that tests and referee start from: its ten missions (tests/data/deepsea.txt), its crews, own missions at random.

Cards are the words of tests/facts.py: clubs stand there as P, hearts as B, caps as G, planets as Y, submarines as R.
"""

import pathlib

from tests.facts import DECK, Crew

MISSIONS = pathlib.Path(__file__).with_name("data") / "deepsea.txt"
SUITS = {"clubs": "P", "hearts": "B", "caps": "G", "planets": "Y"}
LETTERS = dict(zip("CHKOS", "PBGYR"))


class Task:
    """One task: ``ask`` is a tuple such as ("card", "P1"), ``before`` None, "all" or another task's place."""

    def __init__(self, ask, before=None):
        self.ask = ask
        self.before = before

    def __repr__(self):
        return "%s%s" % (self.ask, "" if self.before is None else " before %s" % self.before)


class SeaRow:
    """A mission of the deep sea; what tests/referee.py asks of any row, too."""

    special, handout, tokens, handover = "deep-sea", "clockwise_pick_from_commander", [], False

    def __init__(self, number, asked, limit="free"):
        self.number = number
        self.asked = asked
        self.tasks = len(asked)
        self.limit = limit
        self.dead_zone = limit == "dead-zone"
        self.from_trick = int(limit[-1]) if limit.startswith("from-trick-") else 1

    def __repr__(self):
        return "%s %s %s" % (self.number, self.limit, self.asked)


def sea_missions():
    """Read the ten rows: number -> SeaRow."""
    rows, asked = {}, None
    for line in MISSIONS.read_text().splitlines():
        words = line.split()
        if words[0] == "mission":
            asked = []
            rows[int(words[1])] = asked
        elif words[0] == "task":
            before = words[words.index("before") + 1] if "before" in words else None
            asked.append(Task(_ask(words[2:]), None if before is None else "all" if before == "all" else "ABCDEFGHIJ".index(before)))
    return {number: SeaRow(number, asked) for number, asked in rows.items()}


def _ask(words):
    kind, what = words[0], words[1] if len(words) > 1 else ""
    if kind == "any":
        return ("suit", SUITS[what]) if what in SUITS else ("value", int(what))
    if kind in ("card", "cards"):
        return (kind, *[LETTERS[word[0]] + word[1] for word in words[1:] if word[0] in LETTERS and len(word) == 2])
    return (kind,) if kind == "last" else (kind, int(what))


def sea_crew(name, seats, counter=False):
    crew = Crew(name, seats)
    crew.counter = counter
    return crew


SEA_CREWS = {
    crew.name: crew
    for crew in (
        sea_crew("3", 3), sea_crew("4", 4), sea_crew("5", 5), sea_crew("4-counter", 4, True), sea_crew("5-counter", 5, True),
    )
}  # fmt: skip


def own_row(some, tricks, tasks=None):
    """Return an own mission at random, not always one that makes sense. Its number is 51."""
    count = tasks or some.choice((1, 2, 3, 3, 4, 4, 5, 5, 6, 7))
    asked = []
    kinds = ("card", "card", "card", "cards", "value", "suit", "trick", "first", "last", "exactly", "exactly")
    for place in range(count):
        kind = some.choice(kinds)
        ask = {
            "card": lambda: some.choice(DECK), "cards": lambda: some.sample(DECK, 2), "value": lambda: some.randrange(1, 10),
            "suit": lambda: some.choice("PBGY"), "trick": lambda: some.randrange(1, tricks + 1), "first": lambda: some.choice((1, 2, 2, 3)),
            "last": lambda: (), "exactly": lambda: some.choice((0, 0, 1, 1, 2, 3, tricks)),
        }[kind]()  # fmt: skip
        before = some.choice([None] * 4 + ["all"] + [other for other in range(count) if other != place])
        asked.append(Task((kind, *ask) if isinstance(ask, (list, tuple)) else (kind, ask), before if count > 1 else None))
    return SeaRow(51, asked, some.choice(("free", "free", "dead-zone", "from-trick-2", "from-trick-3")))

"""Makes the table in docs/RULES.md: for each mission, the wins and losses that were seen with each kind of crew.

    python -m tests.rules_table              plays, and writes docs/RULES.md
    python -m tests.rules_table 100          with so many attempts a cell (40 unless told)

It serves whoever wants to know what was tested. Every attempt is played on the engine and judged by the plain referee
command by command (tests/duel.py); half of them follow play with open hands that is steered towards success or towards one
of the failures, since random play hardly ever wins. Seeds are fixed: the same rules make the same table.
"""

import pathlib
import random
import sys

from host_tools import notation
from tests.duel import ROWS, Duel
from tests.outcomes import outcomes
from tests.facts import CREWS
from tests.steering import Steering, commands_of

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "RULES.md"
ATTEMPTS = 40
COLUMNS = (
    ("2 and JARVIS", ("jarvis-a", "jarvis-b", "jarvis-c")), ("3", ("3",)), ("challenge for 3", ("challenge",)), ("4", ("4",)), ("5", ("5",)),
)  # fmt: skip
BEGIN = "<!-- python -m tests.rules_table writes from here to the end -->"


def cell(mission, crews, attempts):
    """Return how many attempts of this cell were won and lost, each judged twice."""
    won = 0
    for i in range(attempts):
        crew = crews[i % len(crews)]
        seed = "table %d %s %d" % (mission, crew, i)
        line = None
        if i % 2:
            ways = outcomes(ROWS[mission], CREWS[crew])
            wanted = "success" if i % 4 == 1 else ways[i // 4 % len(ways)]
            steering = Steering(mission, crew, random.Random(seed))
            if steering.reach(dict(notation.FAILURES, success=1)[wanted], 10):
                line = commands_of(steering.attempt)
        won += Duel(mission, crew, seed, line, noise=0.05).play() == "success"
    return won, attempts - won


def table(attempts, said=lambda mission: None):
    """Return the lines of the table."""
    lines = ["| mission | " + " | ".join(name for name, _ in COLUMNS) + " |", "|---" * (1 + len(COLUMNS)) + "|"]
    total = 0
    for mission in ROWS:
        cells = [cell(mission, crews, attempts) for _, crews in COLUMNS]
        total += attempts * len(cells)
        lines.append("| %d | " % mission + " | ".join("%d won, %d lost" % pair for pair in cells) + " |")
        said(mission)
    return lines, total


def main(arguments):
    """Write the page; return the exit status."""
    attempts = int(arguments[0]) if arguments else ATTEMPTS
    lines, total = table(attempts, lambda mission: print("mission %d" % mission, flush=True))
    head = PAGE.read_text(encoding="utf-8").split(BEGIN)[0]
    text = "%s%s\n\n%d attempts, %d in each cell.\n\n%s\n" % (head, BEGIN, total, attempts, "\n".join(lines))
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

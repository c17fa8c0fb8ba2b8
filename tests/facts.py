"""The facts that tests and referee start from: the cards, the fifty missions (tests/data/missions.txt), the kinds of crew."""

import pathlib

COLOURS = "PBGY"
DECK = [suit + str(value) for suit in "PBGYR" for value in range(1, 5 if suit == "R" else 10)]
MISSIONS = pathlib.Path(__file__).with_name("data") / "missions.txt"


class Row:
    """One mission: ``tasks`` to draw, their ``tokens`` from the left, and when the radio may be used."""

    def __init__(self, line):
        number, tasks, tokens, limit, handover, to_the_end, self.special, self.handout = line.split()
        self.number = int(number)
        self.tasks = int(tasks)
        self.tokens = [] if tokens == "-" else tokens.split(",")
        self.limit = limit
        self.dead_zone = limit == "dead-zone"
        self.from_trick = int(limit.rsplit("-", 1)[1]) if limit.startswith("from-trick-") else 1
        self.handover = handover == "yes"
        self.to_the_end = to_the_end == "yes"


def missions():
    """Read the fifty rows: number -> Row."""
    lines = MISSIONS.read_text().splitlines()
    rows = [Row(line) for line in lines if line and not line.startswith("#")]
    return {row.number: row for row in rows}


class Crew:
    """Who plays: how many seats, where JARVIS sits if two humans play, and whether it is the challenge for three."""

    def __init__(self, name, seats, jarvis=None, challenge=False):
        self.name = name
        self.seats = seats
        self.jarvis = jarvis
        self.challenge = challenge
        self.humans = [seat for seat in range(seats) if seat != jarvis]
        self.deck = [card for card in DECK if not challenge or card[0] != "G" and card != "R1"]
        self.tricks = len(self.deck) // seats
        # One card is not played by anybody.
        self.surplus = len(self.deck) % seats

    def __repr__(self):
        return self.name


CREWS = {
    crew.name: crew
    for crew in (
        Crew("3", 3), Crew("challenge", 3, challenge=True), Crew("4", 4), Crew("5", 5),
        Crew("jarvis-a", 3, jarvis=0), Crew("jarvis-b", 3, jarvis=1), Crew("jarvis-c", 3, jarvis=2),
    )
}  # fmt: skip

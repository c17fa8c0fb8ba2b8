"""How hard a mission is: the share of random deals that a crew with open hands can win, found by a solver, with its uncertainty.

    python -m host_tools.difficulty deep-sea 6 --humans 4 --seconds 60      a built-in mission
    python -m host_tools.mission check FILE --hard                          own missions

Serves host_tools/mission.py. It needs the extra "solver" (PyPI ortools). Cards are dealt and tasks drawn at random, fairly; then
CP-SAT looks for a hand-out and a play that wins, all hands open, JARVIS's covered cards too, without distress. Open hands play
better than any table: the share says what luck allows, not how often a crew will win. A deal that the solver has not decided in its time
counts neither way: it widens the interval.
"""

import argparse
import random
import sys
import time

from engine import codes
from engine.missions import handover_of, playable, special_of, tasks_of, token_of, tokens_of

SECONDS_A_DEAL = 20
MOST_DEALS = 400
_Z = 1.96  # of the 95% interval


class Deal:
    """One deal to be won. ``hands`` are lists of cards (suit << 4 | value, suit 4 the trumps) by seat, all equally long or one longer by one.

    ``first`` leads. ``covers`` maps a covered card of JARVIS's to the open one on it. Of ``tasks``, tuples as ``asked_of`` and
    ``drawn`` make them, seat ``first + i`` takes one in turn. ``order`` is a list of pairs: one task is done before or with another.
    """

    def __init__(self, hands, first, tasks, order=(), covers=None):
        self.hands = hands
        self.first = first
        self.tasks = tasks
        self.order = list(order)
        self.covers = covers or {}
        self.tricks = min(len(hand) for hand in hands)


def solve(deal, seconds=SECONDS_A_DEAL, seed=1):
    """Return True when the crew can win ``deal``, False when it cannot, None when that was not found out in ``seconds``."""
    from ortools.sat.python import cp_model

    model = _Model(cp_model.CpModel(), deal)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    # Search alone, without what pays in harder problems: half the time for these.
    solver.parameters.linearization_level = 0
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    status = solver.Solve(model.model)
    return True if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else False if status == cp_model.INFEASIBLE else None


class _Model:
    """The rules of play as constraints: which card lies in which trick, who leads and wins it, who holds which task."""

    def __init__(self, model, deal):
        self.model = model
        self.deal = deal
        self.seats = range(len(deal.hands))
        self.tricks = range(deal.tricks)
        self.holder = {card: seat for seat in self.seats for card in deal.hands[seat]}
        self.cards = sorted(self.holder)
        new = model.NewBoolVar
        self.lies = {(card, t): new("") for card in self.cards for t in self.tricks}
        self.wins = {(card, t): new("") for card in self.cards for t in self.tricks}
        self.leads = {(card, t): new("") for card in self.cards for t in self.tricks}
        self._play()
        self._follow()
        self._win()
        self._hand_out()
        for place, task in enumerate(deal.tasks):
            self._task(place, task)
        for one, other in deal.order:
            for t in self.tricks:
                model.AddImplication(self.done[other, t], self.done[one, t])

    def takes(self, seat, t):
        """1 when ``seat`` wins trick ``t``."""
        return sum(self.wins[card, t] for card in self.deal.hands[seat])

    def before(self, card, t):
        """1 when ``card`` lies in a trick before ``t``."""
        return sum(self.lies[card, earlier] for earlier in range(t))

    def _play(self):
        for t in self.tricks:
            for seat in self.seats:
                self.model.AddExactlyOne(self.lies[card, t] for card in self.deal.hands[seat])
        for card in self.cards:
            self.model.AddAtMostOne(self.lies[card, t] for t in self.tricks)
        for under, above in self.deal.covers.items():
            for t in self.tricks:
                self.model.Add(self.lies[under, t] <= self.before(above, t))

    def _follow(self):
        suits = sorted({card >> 4 for card in self.cards})
        self.led = {(suit, t): sum(self.leads[card, t] for card in self.cards if card >> 4 == suit) for suit in suits for t in self.tricks}
        for t in self.tricks:
            self.model.AddExactlyOne(self.leads[card, t] for card in self.cards)
            for card in self.cards:
                self.model.AddImplication(self.leads[card, t], self.lies[card, t])
            for seat in self.seats:
                leading = sum(self.leads[card, t] for card in self.deal.hands[seat])
                self.model.Add(leading == (int(seat == self.deal.first) if t == 0 else self.takes(seat, t - 1)))
                for suit in suits:
                    follows = sum(self.lies[card, t] for card in self.deal.hands[seat] if card >> 4 == suit)
                    for card in self.deal.hands[seat]:
                        if card >> 4 == suit:
                            # Whoever does not follow has no card of the suit left to play; one that lies covered is none.
                            above = self.deal.covers.get(card)
                            covered = 0 if above is None else 1 - self.before(above, t)
                            self.model.Add(self.led[suit, t] <= follows + self.before(card, t) + covered)

    def _win(self):
        for t in self.tricks:
            self.model.AddExactlyOne(self.wins[card, t] for card in self.cards)
            for card in self.cards:
                self.model.AddImplication(self.wins[card, t], self.lies[card, t])
                if card < 0x40:
                    self.model.Add(self.wins[card, t] <= self.led[card >> 4, t])
                for other in self.cards:
                    if other != card and (other >> 4 == card >> 4 and other > card or other >= 0x40 > card):
                        self.model.AddBoolOr(self.wins[card, t].Not(), self.lies[other, t].Not())

    def _hand_out(self):
        count = len(self.deal.tasks)
        self.owns = {(place, seat): self.model.NewBoolVar("") for place in range(count) for seat in self.seats}
        for place in range(count):
            self.model.AddExactlyOne(self.owns[place, seat] for seat in self.seats)
        for i, seat in enumerate(sorted(self.seats, key=lambda seat: (seat - self.deal.first) % len(self.deal.hands))):
            self.model.Add(sum(self.owns[place, seat] for place in range(count)) == count // len(self.deal.hands) + (i < count % len(self.deal.hands)))
        self.done = {(place, t): self.model.NewBoolVar("") for place in range(count) for t in self.tricks}

    def _task(self, place, task):
        model, kind, rest, last = self.model, task[0], task[1:], self.deal.tricks - 1

        def done(t, when):
            model.Add(self.done[place, t] == when)

        if kind in ("card", "cards"):
            for t in self.tricks:
                for card in rest:
                    for seat in self.seats:
                        model.Add(self.lies[card, t] + self.owns[place, seat] - 1 <= self.takes(seat, t))
                if len(rest) == 1:
                    done(t, sum(self.lies[rest[0], earlier] for earlier in range(t + 1)))
                else:
                    have = [sum(self.lies[card, earlier] for earlier in range(t + 1)) for card in rest]
                    for one in have:
                        model.Add(self.done[place, t] <= one)
                    model.Add(self.done[place, t] >= sum(have) - len(have) + 1)
        elif kind == "any":
            hits = []
            for t in self.tricks:
                hit = model.NewBoolVar("")
                there = sum(self.lies[card, t] for card in self.cards if card in rest)
                model.Add(hit <= there)
                for seat in self.seats:
                    model.Add(hit + self.owns[place, seat] - 1 <= self.takes(seat, t))
                    # What is won counts, whether that is welcome or not.
                    for card in self.cards:
                        if card in rest:
                            model.Add(hit >= self.lies[card, t] + self.owns[place, seat] + self.takes(seat, t) - 2)
                hits.append(hit)
                model.AddMaxEquality(self.done[place, t], hits)
        elif kind == "exactly":
            for seat in self.seats:
                total = sum(self.takes(seat, t) for t in self.tricks)
                model.Add(total == rest[0]).OnlyEnforceIf(self.owns[place, seat])
            for t in self.tricks:
                done(t, int(t == last))
        else:
            for number in rest:
                if number > self.deal.tricks:
                    model.Add(0 == 1)
                    continue
                for seat in self.seats:
                    model.Add(self.owns[place, seat] <= self.takes(seat, number - 1))
            for t in self.tricks:
                done(t, int(t + 1 >= max(rest)))
        model.Add(self.done[place, last] == 1)


# Deals of the game.


def asked_of(outline, tricks):
    """Return ``(tasks, order)`` of a deep-sea outline for the solver."""
    from engine.layout import PUBLIC, SEATS, TASK, TASK_BYTES, TRICKS
    from engine.sea_tasks import before_of, lay, second_of

    st = bytearray(PUBLIC)
    st[SEATS], st[TRICKS] = 3, tricks
    lay(st, outline, 0, len(outline))
    count = outline[0] & 15
    tasks, order = [], []
    for place in range(count):
        what = st[TASK + TASK_BYTES * place]
        number = what & 15
        if what == codes.LAST_TRICK:
            tasks.append(("tricks", tricks))
        elif what >= codes.EXACTLY:
            tasks.append(("exactly", number))
        elif what >= codes.TWO_CARDS:
            tasks.append(("cards", what ^ codes.TWO_CARDS, second_of(st, place)))
        elif what > codes.FIRST_TRICKS:
            tasks.append(("tricks", *range(1, number + 1)))
        elif what > codes.TRICK_NUMBER:
            tasks.append(("tricks", number))
        elif what >= codes.ANY_SUIT:
            tasks.append(("any", *[(what - codes.ANY_SUIT) << 4 | value for value in range(1, 10)]))
        elif what >= codes.ANY_VALUE:
            tasks.append(("any", *[suit << 4 | number for suit in range(4)]))
        else:
            tasks.append(("card", what))
        before = before_of(st, place)
        order += [(place, other) for other in range(count) if other != place and before in (other + 1, codes.BEFORE_ALL)]
    return tasks, order


def drawn(cards, tokens):
    """Return ``(tasks, order)`` of drawn task ``cards`` with a row's ``tokens``."""
    token = [token_of(tokens, place) for place in range(len(cards))]
    order = []
    for one, mine in enumerate(token):
        for other, theirs in enumerate(token):
            numbered = 0 < mine < codes.ARROW and not 0 < theirs <= mine
            arrows = codes.ARROW < mine < theirs < codes.OMEGA
            if one != other and (numbered or arrows or theirs == codes.OMEGA):
                order.append((one, other))
    return [("card", card) for card in cards], order


def random_deal(some, humans, game, outline):
    """Return a fair random Deal for so many humans at the mission that ``outline`` tells; ``some`` is a random.Random."""
    deck = [suit << 4 | value for suit in range(5) for value in range(1, 5 if suit == 4 else 10)]
    seats = max(humans, 3)
    some.shuffle(deck)
    covers = {}
    if humans == 2:
        rest = [card for card in deck if card != 0x44]
        under, above, rest = rest[:7], rest[7:14], rest[14:] + [0x44]
        some.shuffle(rest)
        covers = dict(zip(under, above))
        hands = [rest[:13], rest[13:], under + above]
    else:
        hands = [deck[seat::seats] for seat in range(seats)]
    some.shuffle(hands)
    first = next(seat for seat in range(seats) if 0x44 in hands[seat])
    if game == codes.DEEP_SEA:
        tasks, order = asked_of(outline, 40 // seats)
    else:
        cards = some.sample([card for card in deck if card < 0x40], outline[0] & 15)
        tasks, order = drawn(cards, outline[1])
    return Deal(hands, first, tasks, order, covers)


class Share:
    """What came of ``deals`` deals: so many won, lost, and undecided. ``low`` and ``high`` bound the share, 0 to 1, with 95% confidence."""

    def __init__(self, won, lost, undecided):
        self.won, self.lost, self.undecided = won, lost, undecided
        self.deals = won + lost + undecided
        self.low = _wilson(won, self.deals)[0]
        self.high = _wilson(won + undecided, self.deals)[1]

    def __str__(self):
        return "%d of %d random deals can be won with open hands%s: %.0f%% to %.0f%% with 95%% confidence" % (
            self.won, self.deals, ", %d undecided" % self.undecided if self.undecided else "", 100 * self.low, 100 * self.high)


def _wilson(hits, n):
    """The interval of Wilson's score for a share: it is sound for few deals and for shares near 0 and 1."""
    if not n:
        return 0.0, 1.0
    share, z = hits / n, _Z
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def share_of(game, outline, humans, seconds=60, deals=MOST_DEALS, seed=1, a_deal=SECONDS_A_DEAL):
    """Deal and solve until ``seconds`` have passed or ``deals`` are done; return the Share. The deals depend on ``seed`` alone."""
    some = random.Random(seed)
    counts = {True: 0, False: 0, None: 0}
    end = time.monotonic() + seconds
    for _ in range(deals):
        left = end - time.monotonic()
        if left <= 0:
            break
        # What the clock cuts off is no deal: it would count the hard ones less often.
        found = solve(random_deal(some, humans, game, outline), min(a_deal, max(left, 1)), seed)
        if found is None and left < a_deal and any(counts.values()):
            break
        counts[found] += 1
    return Share(counts[True], counts[False], counts[None])


def outline_of(game, mission):
    """Return the outline of a built-in mission, None for one whose special rule the solver does not know."""
    if game == codes.DEEP_SEA:
        from engine.sea_missions import SEA_MISSIONS

        return SEA_MISSIONS[mission - 1]
    if special_of(mission) or not tasks_of(mission) or handover_of(mission):
        return None
    return bytes((tasks_of(mission), tokens_of(mission)))


def is_there():
    """Tell whether the solver is installed; say how to get it if it is not."""
    try:
        import ortools  # noqa: F401
    except ImportError:
        print("How hard a mission is, is told by a solver that is not installed. Get it with: python3 -m host_tools.setup solver")
        return False
    return True


def tell(missions, seconds):
    """Print the share of each of ``missions`` (host_tools/mission.py) for each number of humans; return the exit status."""
    if not is_there():
        return 1
    for mission in missions:
        for humans in mission.humans():
            share = share_of(mission.game, mission.outline, humans, seconds)
            print("mission %d, %s, %d humans: %s." % (mission.number, mission.name, humans, share), flush=True)
    return 0


def main(arguments):
    """Run the command line; return its exit status."""
    from host_tools.notation import GAMES

    parser = argparse.ArgumentParser(prog="python -m host_tools.difficulty", description="Says what share of random deals can be won with open hands.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("mission", type=int)
    parser.add_argument("--humans", type=int, default=4, choices=(2, 3, 4, 5))
    parser.add_argument("--seconds", type=float, default=60, help="how long it may take (60)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    game = GAMES[options.game]
    if not playable(game, options.mission) or options.mission >= codes.FIRST_OWN:
        print("The game %s has no mission %d." % (options.game, options.mission))
        return 1
    if game == codes.DEEP_SEA and options.humans == 2:
        print("In the deep sea two humans are too few.")
        return 1
    outline = outline_of(game, options.mission)
    if outline is None:
        print("Mission %d has a special rule or no tasks, and the solver knows tasks only." % options.mission)
        return 1
    if not is_there():
        return 1
    print("%s." % share_of(game, outline, options.humans, options.seconds, seed=options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

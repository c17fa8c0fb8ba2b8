"""A plain, slow second opinion on the deep sea, written from the rules alone; what it shares with the first game is in tests/referee.py.

It serves the tests, which hold the engine against it, and never looks at the engine. Everything is counted anew from the list
of tricks. ``faults_of`` says what is wrong with an own mission, by trying.
"""

import functools

from tests.referee import Referee, suit, value, winner_of


def matches(ask, card):
    """Whether ``card`` is one that a task of any value or any suit asks for. Submarines are neither."""
    return suit(card) != "R" and (value(card) == ask[1] if ask[0] == "value" else suit(card) == ask[1])


@functools.cache
def fitting_totals(asks, seats, tricks):
    """Return every number of tricks that fits all of ``asks`` for one owner."""
    numbers = set()
    for ask in asks:
        if ask[0] in ("trick", "first", "last"):
            numbers |= {"trick": lambda: {ask[1]}, "first": lambda: set(range(1, ask[1] + 1)), "last": lambda: {tricks}}[ask[0]]()
    cards = [card for ask in asks if ask[0] in ("card", "cards") for card in ask[1:]]
    fits = []
    for total in range(tricks + 1):
        exactly = all(total == ask[1] for ask in asks if ask[0] == "exactly")
        something = total > 0 or not [ask for ask in asks if ask[0] != "exactly"]
        if exactly and something and total >= len(numbers) and total * seats >= len(cards):
            fits.append(total)
    return fits


def can_hand_out(holdings, rest, order, seats, tricks):
    """Whether the tasks ``rest`` can go to the seats in ``order``, one each, so that nobody's tasks contradict each other.

    ``holdings`` has the tasks of each seat so far. Every way is tried.
    """
    return _can_hand_out(tuple(tuple(sorted(asks, key=str)) for asks in holdings), tuple(sorted(rest, key=str)), tuple(order[: len(rest)]), seats, tricks)


@functools.cache
def _can_hand_out(holdings, rest, order, seats, tricks):
    if any(not fitting_totals(asks, seats, tricks) for asks in holdings):
        return False
    if not rest:
        return True
    seat = order[0]
    seen = set()
    for i, ask in enumerate(rest):
        if ask in seen:
            continue
        seen.add(ask)
        more = [[*asks, ask] if other == seat else asks for other, asks in enumerate(holdings)]
        if can_hand_out(more, rest[:i] + rest[i + 1 :], order[1:], seats, tricks):
            return True
    return False


def faults_of(row, seats):
    """Return the names of all that is wrong with the own mission ``row`` for ``seats``; an empty set says that it can be played."""
    tricks = 40 // seats
    asks = [task.ask for task in row.asked]
    faults = set()
    if any(ask[0] in ("trick", "first", "exactly") and ask[1] > tricks for ask in asks):
        faults.add("number")
    cards = [card for ask in asks if ask[0] in ("card", "cards") for card in ask[1:]]
    if len(cards) > len(set(cards)):
        faults.add("card")
    numbers = []
    for ask in asks:
        numbers += {"trick": lambda: [ask[1]], "first": lambda: list(range(1, ask[1] + 1)), "last": lambda: [tricks]}.get(ask[0], list)()
    if len(numbers) > len(set(numbers)):
        faults.add("trick")
    for number in range(1, 10):
        if asks.count(("value", number)) + sum(suit(card) != "R" and value(card) == number for card in cards) > 4:
            faults.add("value")
    for letter in "PBGY":
        if asks.count(("suit", letter)) + sum(suit(card) == letter for card in cards) > 9:
            faults.add("suit")
    totals = [ask[1] for ask in asks if ask[0] == "exactly"]
    if sum(totals) > tricks or len(totals) == len(asks) == seats and sum(totals) < tricks:
        faults.add("total")
    return faults or _faulty_order(row, tricks) or _faulty_hand_out(row, asks, seats, tricks)


def _faulty_order(row, tricks):
    count = len(row.asked)
    pairs = {
        (place, other) for place, task in enumerate(row.asked) for other in range(count) if task.before == "all" and other != place or task.before == other
    }
    if any(one == other or other >= count for one, other in pairs) or count == 1 and row.asked[0].before is not None:
        return {"before"}
    for _ in range(count):  # whatever comes before what comes before it
        pairs |= {(one, other) for one, middle in pairs for middle_too, other in pairs if middle == middle_too}
    circle = {"circle"} if any(one == other for one, other in pairs) else set()

    def soonest(ask):
        return tricks if ask[0] in ("last", "exactly") else ask[1] if ask[0] in ("trick", "first") else 1

    def latest(ask):
        return ask[1] if ask[0] in ("trick", "first") else tricks

    return circle | ({"time"} if any(soonest(row.asked[one].ask) > latest(row.asked[other].ask) for one, other in pairs) else set())


def _faulty_hand_out(row, asks, seats, tricks):
    order = [i % seats for i in range(len(asks))]
    return set() if can_hand_out([[] for _ in range(seats)], asks, order, seats, tricks) else {"hand-out"}


class SeaReferee(Referee):
    """Judges one attempt in the deep sea. ``told`` tells whether an own mission's outline has been told."""

    def __init__(self, row, crew, told=True):
        super().__init__(row, crew)
        self.told = told
        self.states = ["open"] * len(row.asked)
        if told:
            self._lay()

    def _lay(self):
        self.tasks = [["t%d" % (place + 1), None, None, False] for place in range(len(self.row.asked))]

    def _order(self, seat):
        """The seats in the order of picking, from ``seat`` on, round and round."""
        step = -1 if self.crew.counter else 1
        return [(seat + step * i) % self.seats for i in range(20)]

    def turn(self):
        if self.step == "pick":
            return self._order(self.commander)[sum(task[2] is not None for task in self.tasks)]
        return super().turn()

    def _against_outline(self, seat, row):
        tellable = self.step == "deal" and self.row.number > 50 and not self.told
        return [not tellable and "phase", (row is None or faults_of(row, self.seats)) and "chance"]

    def _do_outline(self, seat, row):
        self.row = row
        self.told = True
        self.states = ["open"] * len(row.asked)
        self._lay()

    def reasons(self, seat, verb, what=None):
        if verb == "outline":
            return {reason for reason in self._against_outline(seat, what) if reason} if seat == "chance" else {"seat", "command"}
        return super().reasons(seat, verb, what)

    def _against_deal(self, seat, hands):
        return [*super()._against_deal(seat, hands), not self.told and "phase"]

    def _after_role(self):
        self.step = "pick"
        self._last_task()

    def _after_handout(self):
        self._before_trick()

    def _against_pass(self, seat, always):
        return ["phase"]

    def _against_pick(self, seat, label):
        against = super()._against_pick(seat, label)
        if not any(against):
            holdings = self._holdings()
            place = [task[0] for task in self.tasks].index(label)
            holdings[self.turn()].append(self.row.asked[place].ask)
            rest = [self.row.asked[i].ask for i, task in enumerate(self.tasks) if task[2] is None and i != place]
            if not can_hand_out(holdings, rest, self._order(self.turn())[1:], self.seats, self.crew.tricks):
                against.append("contradiction")
        return against

    def _holdings(self):
        return [[self.row.asked[i].ask for i, task in enumerate(self.tasks) if task[2] == seat] for seat in range(self.seats)]

    def _complete(self):
        self.last, self.trick = self.trick, []
        winner = self.leader = winner_of(self.last)
        self.tricks.append((winner, dict(self.last)[winner], [card for _, card in self.last]))
        self.held = False
        failures = self._judge(winner)
        over = self.completed == self.crew.tricks
        if not failures and all(state == "done" for state in self.states):
            self._end({("success", None, None)})
        elif failures or over:
            if over:
                for place, state in enumerate(self.states):
                    if state == "open":
                        failures.add(("undone", self.tasks[place][2], self.tasks[place][0]))
                        self.states[place] = "failed"
            self._end(failures)
        else:
            self._before_trick()

    def _judge(self, winner):
        """Put each open task to what it is after this trick; return what has failed as (name, seat, task)."""
        failures = set()
        for place, task in enumerate(self.tasks):
            if self.states[place] != "open":
                continue
            state, name, seat = self._state_of(self.row.asked[place].ask, task[2], winner)
            self.states[place] = state
            if state == "failed":
                failures.add((name, seat, task[0]))
        done = {place for place, state in enumerate(self.states) if state == "done"}
        for place, asked in enumerate(self.row.asked):
            later = set(range(len(self.tasks))) - {place} if asked.before == "all" else {asked.before}
            if asked.before is not None and self.states[place] != "done" and later & done:
                failures.add(("before", winner, self.tasks[place][0]))
                self.states[place] = "failed"
        return failures

    def _state_of(self, ask, owner, winner):
        """What a task is after the tricks so far, from the first on: (state, name of the failure, seat)."""
        kind, tricks, last = ask[0], self.tricks, self.completed == self.crew.tricks
        open_, done = ("open", None, None), ("done", None, None)
        if kind in ("card", "cards"):
            taken_by = {card: trick[0] for trick in tricks for card in trick[2] if card in ask[1:]}
            if any(seat != owner for seat in taken_by.values()):
                return "failed", "owner", winner
            return done if len(taken_by) == len(ask) - 1 else open_
        if kind in ("value", "suit"):
            if any(trick[0] == owner and any(matches(ask, card) for card in trick[2]) for trick in tricks):
                return done
            gone = sum(matches(ask, card) for trick in tricks for card in trick[2])
            return ("failed", "gone", owner) if gone == sum(matches(ask, card) for card in self.crew.deck) else open_
        if kind == "exactly":
            won = self.won[owner]
            if won > ask[1]:
                return "failed", "more", owner
            if won + self.crew.tricks - self.completed < ask[1]:
                return "failed", "fewer", owner
            return done if last else open_
        numbers = {"trick": lambda: [ask[1]], "first": lambda: range(1, ask[1] + 1), "last": lambda: [self.crew.tricks]}[kind]()
        if any(number <= self.completed and tricks[number - 1][0] != owner for number in numbers):
            return "failed", "trick", winner
        return done if self.completed >= max(numbers) else open_

"""The referee's verdicts: what a complete trick means for the tasks and for the special rule (RULES 8 and 10).

It serves tests/referee.py and, like it, never looks at the engine. Everything is counted anew from the list of tricks.
"""

ROCKETS = ("R1", "R2", "R3", "R4")


def verdicts_of(referee):
    """Return all failures of the trick just completed as (name, seat, card), else the success, else an empty set.

    A special rule's failure names the winner and the card that won. A failure comes before a success.
    """
    winner, card, _ = referee.tricks[-1]
    special = SPECIALS.get(referee.row.special)
    names, fulfilled = special(referee) if special else (set(), True)
    failures = _task_failures(referee) | {(name, winner, card) for name in names}
    if failures:
        return failures
    after = _done_after(referee)
    tasks_done = len(after) == len(referee.tasks)
    if tasks_done and fulfilled:
        # With neither tasks nor a special rule there would be nothing to fulfil.
        return {("success", None, None)}
    if referee.completed == referee.crew.tricks:
        return {("undone", task[2], task[0]) for task in referee.tasks if task not in after}
    return set()


# Tasks and tokens.


def _done_after(referee):
    """The tasks that are complete with this trick."""
    winner, _, cards = referee.tricks[-1]
    return [task for task in referee.tasks if task[3] or task[0] in cards and task[2] == winner]


def _task_failures(referee):
    winner, _, cards = referee.tricks[-1]
    lost = {("owner", winner, task[0]) for task in referee.tasks if task[0] in cards and task[2] != winner}
    return lost or _order(referee, winner, [task for task in referee.tasks if task[0] in cards])


def _order(referee, winner, hits):
    """The tokens, the trick judged as a whole (RULES 10, ruling): ``hits`` are the tasks that it completes.

    Each failure names the winner and a card: the one that came too early, or the one that was passed over.
    """
    before = sum(task[3] for task in referee.tasks)
    after = before + len(hits)
    failures = set()
    for task in referee.tasks:
        card, token = task[:2]
        if token in list("12345"):
            number = int(token)
            if task in hits and not before < number <= after:
                failures.add(("early", winner, card))
            if task not in hits and before < number <= after:
                failures.add(("passed", winner, card))
        elif token and token[0] == "a" and task in hits:
            fewer = [other for other in referee.tasks if other[1] and other[1][0] == "a" and other[1] < token]
            failures.update(("arrow", winner, other[0]) for other in fewer if not other[3] and other not in hits)
        elif token == "omega" and task in hits and after < len(referee.tasks):
            failures.add(("omega", winner, card))
    return failures


# Special rules: each returns the names of the failures and whether the rule, tasks aside, is fulfilled for good.


def _is_last(referee):
    return referee.completed == referee.crew.tricks


def _tricks_of(referee, seat):
    """The numbers of the tricks that ``seat`` has won, from 1."""
    return [n for n, trick in enumerate(referee.tricks, 1) if trick[0] == seat]


def _played(referee):
    return [card for trick in referee.tricks for card in trick[2]]


def _colours(cards, value):
    return [card for card in cards if card[1] == value and card[0] != "R"]


def _sick(referee):
    return {"sick"} if _tricks_of(referee, referee.roles[0]) else set(), _is_last(referee)


def _ones(need):
    def judge(referee):
        won = len(_colours([trick[1] for trick in referee.tricks], "1"))
        unseen = len(_colours(referee.crew.deck, "1")) - len(_colours(_played(referee), "1"))
        too_few = won < need and (_is_last(referee) or won + unseen < need)
        return {"ones"} if too_few else set(), won >= need

    return judge


def _rockets(in_order):
    def judge(referee):
        names = set()
        _, card, cards = referee.tricks[-1]
        in_game = [rocket for rocket in ROCKETS if rocket in referee.crew.deck]
        have_won = [trick[1] for trick in referee.tricks if trick[1] in in_game]
        if len(set(cards) & set(in_game)) > 1:
            names.add("rockets")
        if in_order and have_won != in_game[: len(have_won)]:
            names.add("rocket-order")
        if _is_last(referee) and not set(in_game) <= set(_played(referee)):
            names.add("rocket-left")
        return names, have_won == in_game if in_order else set(have_won) == set(in_game)

    return judge


def _nines(referee):
    nine_won = any(trick[1][1] == "9" for trick in referee.tricks)
    all_played = set(_colours(referee.crew.deck, "9")) <= set(_played(referee))
    return {"nine"} if nine_won else set(), all_played or _is_last(referee)


def _balance(referee):
    return {"balance"} if max(referee.won) - min(referee.won) >= 2 else set(), _is_last(referee)


def _first_and_last(referee):
    names, fulfilled = _balance(referee)
    if referee.tricks[0][0] != referee.commander:
        names.add("first")
    if _is_last(referee) and referee.tricks[-1][0] != referee.commander:
        names.add("last")
    return names, fulfilled


def _volunteer(referee):
    won = _tricks_of(referee, referee.roles[0])
    names = {"volunteer-rocket" for n in won if referee.tricks[n - 1][1] in ROCKETS}
    if len(won) > 1:
        names.add("volunteer-second")
    if _is_last(referee) and not won:
        names.add("volunteer-none")
    return names, _is_last(referee)


def _pilot(referee):
    won = _tricks_of(referee, referee.roles[0])
    names = set()
    if 1 not in won:
        names.add("first")
    if _is_last(referee) and referee.completed not in won:
        names.add("last")
    if any(n not in (1, referee.crew.tricks) for n in won):
        names.add("between")
    if any(referee.tricks[n - 1][1] in ROCKETS for n in won if n in (1, referee.crew.tricks)):
        names.add("pilot-rocket")
    return names, _is_last(referee)


def _parts(referee):
    first_four, last = referee.roles
    names = set()
    for n, trick in enumerate(referee.tricks, 1):
        if n <= 4 and trick[0] != first_four:
            names.add("four")
        if 4 < n < referee.crew.tricks and trick[0] in (first_four, last):
            names.add("between")
        if n == referee.crew.tricks and trick[0] != last:
            names.add("last")
    return names, _is_last(referee)


def _pink(referee):
    names = set()
    collected = 0
    for winner, _, cards in referee.tricks:
        pink = [card for card in cards if card[0] == "P"]
        if pink and winner != referee.roles[0]:
            names.add("pink")
        collected += len(pink)
    if _is_last(referee) and collected < 9:
        names.add("pink-left")
    return names, collected == 9 and not names


def _last_omega(referee):
    done = [task for task in _done_after(referee) if task[1] == "omega"]
    return {"omega-soon"} if done and not _is_last(referee) else set(), _is_last(referee)


SPECIALS = {
    "sick_member_wins_none": _sick,
    "one_wins_a_trick": _ones(1),
    "two_ones_win": _ones(2),
    "each_rocket_wins": _rockets(False),
    "rockets_win_in_order": _rockets(True),
    "no_nine_wins": _nines,
    "no_nine_wins_plus_tasks": _nines,
    "balanced_tricks": _balance,
    "balanced_and_commander_first_last": _first_and_last,
    "exactly_one_trick_no_rocket": _volunteer,
    "only_first_and_last_no_rocket": _pilot,
    "first_four_middle_last": _parts,
    "left_of_pink_nine_wins_all_pink": _pink,
    "omega_in_last_trick": _last_omega,
}

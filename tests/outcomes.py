"""Which verdicts each mission can come to, crew by crew: what tests, records and the table must reach."""

SPECIAL = {
    "sick_member_wins_none": ["sick"],
    "one_wins_a_trick": ["ones"],
    "two_ones_win": ["ones"],
    "each_rocket_wins": ["rockets"],
    "rockets_win_in_order": ["rockets", "rocket-order"],
    "no_nine_wins": ["nine"],
    "no_nine_wins_plus_tasks": ["nine"],
    "balanced_tricks": ["balance"],
    "balanced_and_commander_first_last": ["balance", "first", "last"],
    "exactly_one_trick_no_rocket": ["volunteer-rocket", "volunteer-second", "volunteer-none"],
    "only_first_and_last_no_rocket": ["first", "pilot-rocket", "between", "last"],
    "first_four_middle_last": ["four", "between", "last"],
    "left_of_pink_nine_wins_all_pink": ["pink"],
    "omega_in_last_trick": ["omega-soon"],
}
# Where one card stays unplayed.
SURPLUS = {"each_rocket_wins": "rocket-left", "rockets_win_in_order": "rocket-left", "left_of_pink_nine_wins_all_pink": "pink-left"}


def outcomes(row, crew):
    """Return the words of every verdict that ``crew`` can play the mission ``row`` to, giving up aside."""
    words = ["success", *SPECIAL.get(row.special, [])]
    # JARVIS keeps the card that stays unplayed, and never holds rocket 4: in 44 that comes out of order first.
    if crew.surplus and row.special in SURPLUS and not (row.special == "rockets_win_in_order" and crew.jarvis is not None):
        words.append(SURPLUS[row.special])
    numbers = [token for token in row.tokens if token.isdigit()]
    if row.tasks:
        words.append("owner")
        if len(numbers) > 1:
            words.append("early")
        # Where every task has a number, whatever passes one over comes too early itself, which says more.
        if numbers and len(numbers) < row.tasks:
            words.append("passed")
        if len(row.tokens) > len(numbers) and "omega" != row.tokens[len(numbers)]:
            words.append("arrow")
        if "omega" in row.tokens:
            words.append("omega")
        if crew.surplus:
            words.append("undone")
    return words

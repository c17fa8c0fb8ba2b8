"""The texts of the catalogue beside their numbers: each is there, and fits where it is shown."""

from engine import codes
from firmware import texts, wire
from firmware.screens import pages
from tests.screen_kit import catalogue


def longest(form):
    """The width of a text with the longest that may stand for its arguments."""
    width = 0
    i = 0
    while i < len(form):
        kind = form[i]
        width += {"@": 6, "%": 2, "#": 2, "$": 1}.get(kind, 1)
        i += 2 if kind in "@%#$" else 1
    return width


def groups():
    """The names of firmware/texts.py in the order of their first text."""
    numbers = {name: value for name, value in vars(texts).items() if isinstance(value, int)}
    return {name: value for name, value in numbers.items() if not name.startswith(("S_", "A_", "AT_", "Q_")) and name not in ("TEXTS", "ACTIONS")}


def test_the_catalogue_has_a_text_for_each_number():
    assert len(catalogue()) == texts.TEXTS
    assert sorted(groups().values()) == list(groups().values()), "firmware/texts.py is out of order"


def lines_of(name, first, count):
    return catalogue()[vars(texts)[name] + first : vars(texts)[name] + first + count]


def test_every_prompt_fits_twelve_cells():
    wanted = lines_of("WAIT", 0, 8) + lines_of("REFUSED", 1, 24) + lines_of("LINK", 1, 4)
    for name in groups():
        if name.startswith(("YOUR_", "ASK_", "WAIT_", "MENU_", "COVERED", "SWAP_WITH", "SENDING", "KEYS", "PAGE_STOP")):
            wanted.append(catalogue()[vars(texts)[name]])
    for forms in wanted:
        assert longest(forms[-1]) <= 12, forms
        assert longest(forms[0]) <= 26, forms


def test_every_step_fits_behind_the_mark_of_ones_turn():
    names = [name for name in groups() if name.startswith(("TOKEN_", "TASK_FROM", "TASK_TO", "GIVE_"))]
    wanted = lines_of("ROLE_TEXT", 0, 9) + lines_of("STEP", 0, 4) + lines_of("SIGNAL_TEXT", 0, 2)
    for forms in wanted + [catalogue()[vars(texts)[name]] for name in names]:
        assert longest(forms[-1]) <= 11 and longest(forms[0]) <= 25, forms
    said = max(longest(forms[-1]) for forms in lines_of("SAYS", 0, 7))
    for forms in lines_of("QUESTION", 0, 7):
        assert longest(forms[-1]) + said <= 11, forms
    assert said + longest(catalogue()[texts.ASK_SAID][-1]) <= 12


def test_every_special_rule_is_told_in_full_and_in_short():
    assert texts.SEA_ASKS == texts.SPECIAL_TEXT + codes.SPECIAL_PARTS + 1
    for full, short in lines_of("SPECIAL_TEXT", 1, codes.SPECIAL_PARTS):
        assert len(full) > len(short) and len(short) <= 36


def test_every_prompt_has_a_form_for_twenty_one_cells():
    for forms in lines_of("WAIT", 0, 8) + lines_of("REFUSED", 1, 24) + lines_of("LINK", 1, 4):
        assert any(12 < longest(form) <= 21 for form in forms) or longest(forms[0]) <= 12, forms


def test_every_action_fits_with_its_margins():
    for forms in lines_of("ACTION", 0, texts.ACTIONS):
        assert longest(forms[-1]) <= 10 and longest(forms[0]) <= 19, forms


def test_refusals_say_why_in_at_most_five_words():
    for forms in lines_of("REFUSED", 1, 24):
        assert 1 <= len(forms[0].split()) <= 5, forms


def test_longer_forms_come_first():
    for forms in catalogue():
        assert [longest(form) for form in forms] == sorted([longest(form) for form in forms], reverse=True), forms


def test_each_action_sends_what_its_name_says():
    table = {
        texts.A_DEALER: wire.BE_DEALER, texts.A_START: wire.TO_CHOOSE, texts.A_CHALLENGE: wire.SET_CHALLENGE, texts.A_GUEST: wire.BE_GUEST,
        texts.A_DEAL: wire.DEAL_CARDS, texts.A_NEXT: wire.TO_CHOOSE, texts.A_AGAIN: wire.DEAL_CARDS, texts.A_OTHER: wire.TO_CHOOSE,
        texts.A_LOBBY: wire.TO_LOBBY, texts.A_YES: codes.ANSWER, texts.A_NO: codes.ANSWER, texts.A_EITHER: codes.ANSWER,
        texts.A_WITHDRAW: codes.WITHDRAW, texts.A_ASK: codes.RADIO_ASK, texts.A_DROP: codes.RADIO_DROP, texts.A_ALWAYS: codes.PASS,
        texts.A_TAKE_BACK: codes.TAKE_BACK, texts.A_GIVE_UP: codes.GIVE_UP,
    }  # fmt: skip
    shows = {
        texts.A_SWAP: texts.S_SWAP, texts.A_CREW: texts.S_CREW, texts.A_TASKS: texts.S_TASKS, texts.A_RADIOS: texts.S_RADIOS,
        texts.A_LAST: texts.S_LAST, texts.A_HAND: texts.S_HAND, texts.A_MISSION: texts.S_MISSION, texts.A_LOG: texts.S_LOG,
        texts.A_HELP: texts.S_HELP, texts.A_HERE: texts.S_HERE, texts.A_COVER: 0, texts.A_RETURN: 0,
    }  # fmt: skip
    assert texts.ACTIONS <= 30, "a mask of the actions must stay a small number on a board"
    assert len(pages._ACTIONS) == 2 * texts.ACTIONS == 2 * len(table) + 2 * len(shows)
    for action, kind in table.items():
        assert pages._ACTIONS[2 * action] & 0x7F == kind
    for action, screen in shows.items():
        assert pages._ACTIONS[2 * action] == 0 and pages._ACTIONS[2 * action + 1] == screen
    answers = [pages._ACTIONS[2 * action + 1] for action in (texts.A_YES, texts.A_NO, texts.A_EITHER)]
    assert answers == [codes.YES, codes.NO, codes.EITHER]
    sure = [action for action in table if pages._ACTIONS[2 * action] & 0x80]
    assert pages._ACTIONS[2 * texts.A_ALWAYS + 1] == 1
    final = [texts.A_GUEST, texts.A_AGAIN, texts.A_LOBBY, texts.A_YES, texts.A_NO, texts.A_EITHER, texts.A_TAKE_BACK, texts.A_GIVE_UP]
    final += [texts.A_ALWAYS, texts.A_ASK]
    assert sorted(sure) == sorted(final), "what cannot be undone, or is asked by one press too many, is confirmed"

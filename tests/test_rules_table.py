"""The committed table of docs/RULES.md: all fifty missions, every kind of crew, won and lost. It is not played again here."""

import re

from tests import rules_table

TEXT = rules_table.PAGE.read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d+) \| (.*) \|$", TEXT, re.MULTILINE)


def test_every_mission_has_its_row_once():
    assert [int(number) for number, _ in ROWS] == list(range(1, 51))


def test_every_cell_was_played_as_often_as_the_page_says_and_won_and_lost():
    total, each = map(int, re.search(r"^(\d+) attempts, (\d+) in each cell\.$", TEXT, re.MULTILINE).groups())
    assert total == each * 50 * len(rules_table.COLUMNS) and each >= rules_table.ATTEMPTS
    for number, row in ROWS:
        cells = [re.fullmatch(r"(\d+) won, (\d+) lost", cell) for cell in row.split(" | ")]
        assert len(cells) == len(rules_table.COLUMNS) and all(cells), number
        for cell in cells:
            won, lost = int(cell[1]), int(cell[2])
            assert won and lost and won + lost == each, number


def test_the_page_names_the_command_and_what_it_writes_comes_out_the_same_each_time():
    assert rules_table.BEGIN in TEXT and "python -m tests.rules_table" in rules_table.BEGIN
    for mission, crews in ((12, ("jarvis-a", "jarvis-b")), (50, ("5",)), (7, ("challenge",))):
        assert rules_table.cell(mission, crews, 4) == rules_table.cell(mission, crews, 4)
        assert sum(rules_table.cell(mission, crews, 4)) == 4


def test_records_and_modules_that_the_page_names_are_there():
    root = rules_table.PAGE.parent.parent
    named = re.findall(r"`([a-z-]+|specials/mission-)-?…`", TEXT.split("## Choices")[0])
    assert len(named) > 20
    for name in named:
        assert list((root / "tests" / "records").glob(name + "*.crew")), name
    for path in re.findall(r"`((?:engine|tests)/[\w/.]+)`", TEXT):
        assert (root / path).exists(), path

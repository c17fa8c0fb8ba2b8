"""docs/HARDWARE.md knows every board, and its table of memory adds up and hides nothing."""

import re

import pytest

from host_tools import bench_boards

PAGE = bench_boards.HARDWARE.read_text(encoding="utf-8")
TABLE = PAGE.partition(bench_boards.BEGIN)[2].partition(bench_boards.END)[0]


def rows():
    """Return ``{board: cells of its row}``."""
    found = {}
    for line in TABLE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("`"):
            found[cells[0].strip("`")] = cells[1:]
    return found


def test_every_board_has_its_page_and_its_memory():
    assert sorted(rows()) == bench_boards.names(), "make the table anew: python -m host_tools.bench_boards --write"
    assert sorted(set(re.findall(r"\(\.\./boards/(\w+)/README\.md\)", PAGE))) == bench_boards.names()


@pytest.mark.parametrize("name", bench_boards.names())
def test_a_boards_sum_is_that_of_its_parts_and_said_where_it_is_over(name):
    _, _, *parts, together, percent = rows()[name]
    summed = sum(float(part) for part in parts if part != "-")
    assert abs(summed - float(together)) < 0.3
    assert abs(int(percent.split()[0]) - 100 * float(together) / bench_boards.BUDGET) < 0.6
    assert ("OVER" in percent) == (float(together) > bench_boards.BUDGET)


def test_a_new_table_replaces_the_old_one_and_nothing_else(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{bench_boards.BEGIN}\nold\n{bench_boards.END}\nafter\n")
    text = bench_boards.table([("pico", "micropython", "26x10", 60.0, 14.5, 0, 0, 2.5), ("large", "circuitpython", "40x20", 64.0, 19.0, 22.3, 10.7, 2.0)])
    bench_boards.write(text, page)
    bench_boards.write(text, page)
    assert page.read_text() == f"before\n{bench_boards.BEGIN}\n{text}\n{bench_boards.END}\nafter\n"
    assert "| `pico` | micropython | 26x10 | 60.0 | 14.5 | - | - | 2.5 | 77.0 | 77 % |" in text
    assert "| 118.0 | 118 % **OVER** |" in text


def test_the_measured_grids_of_circuitpython_are_met():
    def grid(columns, rows):
        return bench_boards.GRID_CELL * columns * rows + bench_boards.GRID_ROW * rows

    assert round(grid(26, 10), 1) == 9.5 and round(grid(40, 20), 1) == 22.3

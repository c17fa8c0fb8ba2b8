"""A dead dealer's saves on another board: the same attempt goes on there (host_tools/carry.py)."""

import pytest

from engine.codes import PHASE_TRICK
from engine.layout import PHASE, TRICK
from firmware.hal.drive import Drive
from host_tools import carry
from host_tools.boards import BOARDS, USUAL
from host_tools.simulator import SimulatedBoard
from tests.session_kit import dealt, record_of


def save_of(crew, place):
    return crew.table.boards[place].slots


def give(crew, source, target):
    """Carry the saves and the id from one simulated board to another."""
    dead, board = crew.table.boards[source], crew.table.boards[target]
    board.slots[: carry.SLOTS] = [carry.moved(slot, dead.chip, board.chip) for slot in dead.slots[: carry.SLOTS]]
    board.chip = dead.chip


def dealt_of(crew):
    """The deal, as the attempt's list of commands begins with it."""
    return record_of(crew.dealer().attempt)[:40]


def in_a_trick(count):
    crew = dealt(count, 4, seed=5)
    st = crew.dealer().attempt.state
    crew.play(until=lambda: st[PHASE] == PHASE_TRICK and st[TRICK] >= 1)
    return crew


def test_a_spare_board_takes_the_dead_dealers_place_and_the_same_deal_goes_on():
    crew = in_a_trick(3)
    before = dealt_of(crew)
    trick = crew.tricks()
    dead = crew.table.boards[0]
    crew.table.set_power(0, False)
    spare = SimulatedBoard(crew.table, dead.lines, BOARDS[USUAL], "SPARE")
    crew.table.boards.append(spare)
    assert spare.chip != dead.chip
    give(crew, 0, -1)
    crew.table.boards[0] = crew.table.boards.pop()
    crew.table.set_power(0, True)
    crew.rest()
    assert crew.tricks() == trick and dealt_of(crew) == before
    crew.play()


def test_a_seat_of_the_table_may_take_the_dead_dealers_seat_too():
    crew = in_a_trick(3)
    trick = crew.tricks()
    names = sorted(bytes(crew.scene(1).names[i]) for i in range(3))
    give(crew, 0, 1)
    crew.table.bypass(0)
    crew.table.reset(1)
    crew.table.run(4000)
    dealer = crew.dealer()
    assert crew.table.handhelds[1].session.link.dealing and crew.tricks() == trick
    chip = crew.table.boards[1].chip
    mine = [each for each in range(3) if carry.person(bytes(dealer._roster.chips[4 * each : 4 * each + 4]), chip) is not None]
    assert len(mine) == 2
    assert sorted(bytes(crew.scene(2).names[i]) for i in range(3)) == names


@pytest.mark.parametrize("slot", [b"", b"CL", bytes(700), b"CL" + bytes(900)])
def test_what_is_no_save_is_carried_unchanged(slot):
    assert carry.moved(slot, b"dead", b"live") == slot


def test_a_save_of_a_table_where_the_target_does_not_sit_is_carried_unchanged():
    crew = in_a_trick(3)
    slot = max(save_of(crew, 0), key=len)
    assert carry.moved(slot, crew.table.boards[0].chip, b"\5\6\7\x08") == slot


def test_a_person_is_told_by_the_three_top_bits():
    assert carry.person(b"\x61abc", b"\x01abc") == 3
    assert carry.person(b"\x01abc", b"\x01abc") == 0
    assert carry.person(b"\xe1abc", b"\x01abc") is None  # a seventh person there is none
    assert carry.person(b"\x62abc", b"\x01abc") is None and carry.person(b"\x61abd", b"\x01abc") is None


class Memory:
    """A board for carry: what it holds, and whose chip it has."""

    def __init__(self, uid, slots):
        self.uid = uid
        self.files = {f"saves/{n}": slot for n, slot in enumerate(slots) if slot}

    def read(self, path):
        return self.files.get(path)

    def write(self, path, content):
        self.files[path] = content


def test_what_was_saved_on_the_target_is_kept_first_and_its_old_slots_go(tmp_path):
    crew = in_a_trick(3)
    source, target = Memory("0102", save_of(crew, 0)), Memory("0304", [b"", b"", b"", b"", b"mine"])
    assert carry.carry(source, target, str(tmp_path / "kept")) == len(source.files)
    assert (tmp_path / "kept" / "4").read_bytes() == b"mine"
    assert set(target.files) == set(source.files) | {"saves/4", "chip.bin"} and target.files["saves/4"] == b""
    assert (tmp_path / "kept" / "chip.bin").read_bytes() != carry.chip_of(source) == carry.chip_of(target)


def test_saves_wait_in_a_folder_for_a_board(tmp_path):
    crew = in_a_trick(3)
    source, target = Memory("0102", save_of(crew, 0)), Memory("0304", [])
    folder = carry.Folder(str(tmp_path / "wait"))
    assert carry.carry(source, folder, "") == len(source.files)
    assert folder.chip() == carry.chip_of(source)
    carry.carry(folder, target, "")
    assert set(target.files) == {*source.files, "chip.bin"} and target.files["chip.bin"] == carry.chip_of(source)


def test_without_saves_it_says_so(tmp_path, capsys):
    assert carry.main([str(tmp_path / "none"), str(tmp_path / "there")]) == 1
    assert "no saves of a board" in capsys.readouterr().err
    with pytest.raises(carry.CarryError, match="holds no save"):
        carry.carry(Memory("01", []), Memory("02", []), "")


def test_a_board_is_whom_chip_bin_says_and_itself_without_it(tmp_path):
    assert Drive(str(tmp_path)).identity(b"self") == b"self"
    (tmp_path / "chip.bin").write_bytes(b"dead")
    assert Drive(str(tmp_path)).identity(b"self") == b"dead"
    (tmp_path / "chip.bin").write_bytes(b"too long to be one")
    assert Drive(str(tmp_path)).identity(b"self") == b"self"

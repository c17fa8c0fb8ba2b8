"""A dead dealer's saves on another board: the same attempt goes on there (host_tools/carry.py)."""

import pytest

from engine.codes import PHASE_TRICK
from engine.layout import PHASE, TRICK
from host_tools import carry
from host_tools.boards import BOARDS, USUAL
from host_tools.simulator import SimulatedBoard
from tests.session_kit import dealt, record_of


def save_of(crew, place):
    return crew.table.boards[place].slots


def give(crew, source, target):
    """Carry the saves between two simulated boards."""
    slots = [carry.moved(slot, crew.table.boards[source].chip, crew.table.boards[target].chip) for slot in save_of(crew, source)]
    crew.table.boards[target].slots = slots


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
    spare.slots = [carry.moved(slot, dead.chip, spare.chip) for slot in dead.slots]
    assert spare.chip != dead.chip
    crew.table.boards[0] = spare
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


def test_a_save_of_another_table_is_carried_unchanged():
    crew = in_a_trick(3)
    slot = max(save_of(crew, 0), key=len)
    assert carry.moved(slot, b"\1\2\3\4", b"\5\6\7\x08") == slot


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
    assert set(target.files) == set(source.files) | {"saves/4"} and target.files["saves/4"] == b""
    assert bytes.fromhex((tmp_path / "kept" / "chip.txt").read_text()) == carry.chip_of(target)


def test_saves_wait_in_a_folder_for_a_board(tmp_path):
    crew = in_a_trick(3)
    source, target = Memory("0102", save_of(crew, 0)), Memory("0304", [])
    folder = carry.Folder(str(tmp_path / "wait"))
    assert carry.carry(source, folder, "") == len(source.files)
    assert folder.chip() == carry.chip_of(source)
    carry.carry(folder, target, "")
    assert set(target.files) == set(source.files)


def test_without_saves_it_says_so(tmp_path, capsys):
    assert carry.main([str(tmp_path / "none"), str(tmp_path / "there")]) == 1
    assert "no saves of a board" in capsys.readouterr().err
    with pytest.raises(carry.CarryError, match="holds no save"):
        carry.carry(Memory("01", []), Memory("02", []), "")

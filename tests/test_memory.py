"""A phase's modules come and go: through a campaign of many attempts a dealing handheld keeps no more heap, and a small one is enough."""

import pytest

from engine.codes import GIVE_UP, YES
from engine.layout import TRICK
from firmware.app import Handheld
from host_tools import bench, bundle_merge, catalogue
from host_tools.robots import Crew
from host_tools.tape import BOARD, HANDHELD, Tape

MISSIONS = 2 * (5, 23, 12)  # questions, tokens, a draw
HEAP = 160 * 1024  # of the 64-bit VM: a board with 80 KB free, the budget
LATE = "from firmware.late import forget\n"


@pytest.fixture(scope="module")
def campaign():
    """The tape of the dealing handheld, its commands, and the turns of the loop at which each attempt had ended."""
    crew = Crew(3, seed=2, start=Handheld, radio=0.2, distress=0.3)
    tape = Tape(crew.table, 0)
    commands = tape.commands()
    crew.gather()
    ends = []
    for mission in MISSIONS:
        crew.deal(mission)
        if len(ends) % 3 == 2:
            crew.command(1, GIVE_UP)
            crew.rest()
            crew.answer_all(YES)
        crew.play()
        ends.append(tape.turns)
    return bytes(tape.data), commands, ends


@pytest.fixture(scope="module")
def met(tmp_path_factory):
    """``(folder, scripts)``: a board's bundle, and the scripts as they find things in it."""
    folder = tmp_path_factory.mktemp("memory")
    return folder, bench.meeting(folder, board=BOARD, handheld=HANDHELD, late=LATE)


def test_a_campaign_leaves_no_more_on_the_heap_than_its_first_attempts(campaign, met, node_vm):
    data, commands, ends = campaign
    folder, scripts = met
    steps = ["COMMANDS = %r\n" % commands + scripts["board"], scripts["late"], scripts["handheld"]]
    before = 0
    for end in ends:
        # After each attempt all that came for a while goes, so that what is left is what stays.
        steps.append("play(board, device, %d)\n%s(0)\n" % (end - before, scripts["late"].split()[-1]))
        before = end
    held = [step.held for step in node_vm(steps, [("", folder), ("tape", data)])[3:]]
    rounds = len(MISSIONS) // 2
    # Bytes that look like addresses may hold on to garbage (host_tools/bench.py): the least of a round does not. The first attempt
    # does not count: the VM's table of names grows in leaps of 2 KB while there are modules that were never loaded before.
    assert min(held[rounds:]) - min(held[1:rounds]) <= 256, held


def test_the_campaign_is_lived_in_a_small_heap(campaign, met, unix_vm):
    data, commands, ends = campaign
    folder, scripts = met
    life = "COMMANDS = %r\n" % commands + scripts["board"] + scripts["handheld"] + "print(play(board, device))\n"
    assert unix_vm(life, [("", folder), ("tape", data)], heapsize=HEAP) == "%d\n" % ends[-1]


def test_every_module_of_a_phase_lies_where_it_can_be_forgotten(met):
    folder, _ = met
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.mpy")}
    late = {name for name in names if name.startswith(bundle_merge.LATE)}
    assert {"crew_commands.mpy", "crew_deal.mpy", "crew_joint.mpy", "crew_lists.mpy", "crew_before.mpy", "crew_lobby.mpy"} <= late
    assert names - late - {name for name in names if name.startswith(("firmware/hal/", "boards/"))} == {"engine/__init__.mpy", "firmware/__init__.mpy"}
    assert (folder / catalogue.NAME).exists()


@pytest.mark.parametrize("place", [0, 2], ids=["dealer", "spare"])
def test_a_seat_is_given_to_a_spare_device_in_a_small_heap(place, met, unix_vm):
    folder, scripts = met
    crew = Crew(3, seed=5, start=Handheld)
    tape = Tape(crew.table, 0) if place == 0 else None
    commands = tape.commands() if tape else {}
    crew.gather()
    crew.deal(10)
    crew.play(until=lambda: crew.scene(0).view[TRICK] == 1)
    crew.table.replace(2)
    if place:
        tape = Tape(crew.table, place)
        commands = tape.commands()
    crew.play(until=lambda: crew.scene(2).seat < 5 and not crew.scene(2).keyless and any(crew.scene(2).own))
    crew.play()
    life = "COMMANDS = %r\n" % commands + scripts["board"] + scripts["handheld"] + "print(play(board, device))\n"
    assert unix_vm(life, [("", folder), ("tape", bytes(tape.data))], heapsize=HEAP) == "%d\n" % tape.turns

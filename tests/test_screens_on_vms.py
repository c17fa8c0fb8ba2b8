"""The screens on the real MicroPython machines: the same cells, and no more heap than a board can spare."""

import pytest

from host_tools import bundle, vm
from tests import screen_walk

FILES = ["engine", "firmware", "host_tools/__init__.py", "host_tools/rehearsal.py", "host_tools/catalogue.py", "host_tools/english.py", ("tests/__init__.py", b""), "tests/screen_walk.py"]
WALKS = [(3, 26, 10, 250, 11), (4, 21, 5, 250, 12), (5, 12, 3, 400, 15)]
SCRIPT = "from tests.screen_walk import walk\nprint(walk%r)\n"


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: "%dx%d" % walk[1:3])
def test_the_same_keys_give_the_same_cells_on_the_64_bit_vm(unix_vm, walk):
    wanted = screen_walk.walk(*walk)
    assert wanted[1] > 0, "no attempt came to its end"
    assert unix_vm(SCRIPT % (walk,), FILES) == "%r\n" % (wanted,)


def test_the_same_keys_give_the_same_cells_on_the_32_bit_vm(node_vm):
    steps = node_vm([SCRIPT % (walk,) for walk in WALKS], FILES)
    assert [step.out for step in steps] == ["%r\n" % (screen_walk.walk(*walk),) for walk in WALKS]


HEAP = """
from engine import codes, layout
from firmware import screens, wire
from host_tools.rehearsal import Rehearsal
from tests.screen_walk import NAMES, Chance, dealer
table = Rehearsal(%d, (%d, %d), NAMES, dealer(Chance(5)))
table.next_mission = 49
for kind, argument in ((wire.TO_CHOOSE, 0), (wire.CHOOSE, 49), (wire.DEAL_CARDS, 0)):
    table.command(0, kind, argument)
for seat in range(%d):
    table.command(seat, codes.RADIO_ASK, 0)
legal = bytearray(64)
state = table.attempt.state
while not state[layout.LYING]:
    if codes.PHASE_PICK < state[layout.PHASE] <= codes.PHASE_DISTRESS:
        for seat in range(state[layout.SEATS]):
            table.command(seat, codes.PASS, 0)
        continue
    kind = {codes.PHASE_PICK: codes.PICK, codes.PHASE_RADIO: codes.RADIO_SHOW, codes.PHASE_TRICK: codes.PLAY}[state[layout.PHASE]]
    table.attempt.legal(state[layout.TURN], legal)
    table.command(state[layout.TURN], kind, legal[0])
table.wait(9000)
scene = table.scenes[state[layout.TURN]]
other = table.scenes[state[layout.LEADER]]
grid = table.grids[0]
def mine():
    screens.paint(scene, grid)
def theirs():
    screens.paint(other, grid)
def idle():
    if screens.due(scene, grid, table.now):
        screens.paint(scene, grid)
def view():
    screens.arrived(scene, table.now)
def key():
    screens.key(scene, wire.KEY_NEXT, table.now)
def menu():
    screens.key(scene, wire.KEY_MENU, table.now)
    screens.paint(scene, grid)
"""


@pytest.mark.parametrize("seats, columns, rows", [(3, 26, 10), (5, 26, 10), (4, 21, 5), (5, 12, 3)])
def test_drawing_the_fullest_trick_allocates_at_most_64_bytes_and_an_idle_handheld_none(node_vm, seats, columns, rows):
    # Folded as for a board; the code modules stand beside, for the script and the rehearsal.
    files = [(place, text.encode()) for place, text in bundle.fold_tree().items()]
    files += [name.replace(".", "/") + ".py" for name in bundle.CODE_MODULES] + FILES[2:]
    names = ["mine", "mine", "theirs", "view", "key", "menu", "idle", "idle"]
    steps = node_vm([HEAP % (seats, columns, rows, seats)] + [vm.Call(name) for name in names], files)
    allocated = [step.allocated for step in steps[1:]]
    assert max(allocated[1:3]) <= 64, dict(zip(names, allocated))
    assert max(allocated[3:6]) <= 256, "a view or a key makes garbage: %s" % dict(zip(names, allocated))
    assert allocated[7] == 0

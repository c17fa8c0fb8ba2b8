"""Mission after mission a dealer and a seat seal and open on the 32-bit VM, with each kind of cipher, and keep no more heap for it."""

import re

import pytest

from firmware.aes import Aes
from host_tools.robots import Crew
from host_tools.tape import BOARD, SESSION, Tape
from tests.test_devices_on_vms import DIALECT

ROUNDS = 4
MISSIONS = (5, 10)  # of a round
# A board whose platform has AES: texts are sealed and opened within a turn.
PLATFORM = """
from firmware.aes import Aes
board.cipher = Aes
"""
COUNTS = """
seals = made.dealer._seals
print(sum(seals._sent), sum(seals._got))
"""


@pytest.fixture(scope="module", params=["own", "platform"])
def lived(request):
    """The name of a cipher; and of the dealer and a seat their tape, their commands and the turns at which each mission had ended."""
    crew = Crew(3, seed=12, radio=0.2)
    if request.param == "platform":
        for board in crew.table.boards:
            board.cipher = Aes
    tapes = [Tape(crew.table, place) for place in (0, 1)]
    crew.table.reset(2)
    commands = [tape.commands() for tape in tapes]
    crew.gather()
    ends = [[], []]
    for mission in ROUNDS * MISSIONS:
        crew.deal(mission)
        crew.play()
        for tape, turns in zip(tapes, ends):
            turns.append(tape.turns)
    return request.param, [(bytes(tape.data), commands[i], ends[i]) for i, tape in enumerate(tapes)]


@pytest.mark.parametrize("place", [0, 1], ids=["dealer", "seat"])
def test_mission_after_mission_with_sealed_parts_keeps_no_more_heap(lived, place, node_vm):
    name, ends = lived
    data, commands, turns = ends[place]
    board = BOARD.replace('board = open_tape("tape")\n', 'board = open_tape("tape")\n' + (PLATFORM if name == "platform" else ""))
    steps = ["COMMANDS = %r\n" % commands + board, SESSION, COUNTS]
    for before, end in zip([0, *turns], turns):
        steps.append("play(board, device, %d)\n" % (end - before) + COUNTS)
    done = node_vm(steps, DIALECT + [("tape", data)])[2:]
    counts = [tuple(map(int, re.findall(r"\d+", step.out))) for step in done]
    for (sent, got), (sent_later, got_later) in zip(counts, counts[1:]):
        assert sent_later > sent + 2 and got_later > got + 2, "each mission seals and opens"
    held = [step.held for step in done[1:]]
    # After two missions all that is loaded when needed has been. What looks like an address may hold on to garbage.
    rounds = [min(held[at : at + len(MISSIONS)]) for at in range(0, len(held), len(MISSIONS))]
    assert max(rounds[1:]) - min(rounds[1:]) <= 128, held

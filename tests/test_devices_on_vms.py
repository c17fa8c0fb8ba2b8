"""Engine, session and screens on the real MicroPython VMs: the same records, frames and cells, byte for byte."""

from binascii import crc32

import pytest

from engine import layout
from host_tools import record, vm
from host_tools.tape import Tape
from host_tools.robots import Crew

RECORDS = sorted((vm.ROOT / "tests" / "records").glob("*.crew"))
DIALECT = ["engine", "firmware", "host_tools/__init__.py", "host_tools/notation.py", "host_tools/record.py", "host_tools/vm_board.py"]

REPLAY = """
from binascii import crc32
from host_tools.record import Replay
into = bytearray(256)
def replay(name):
    crc = [0]
    def look(seat, command):
        for s in range(r.attempt.state[3] + 1):
            n = r.attempt.view(s if s < r.attempt.state[3] else 7, into)
            crc[0] = crc32(memoryview(into)[:n], crc[0])
    r = Replay(on_command=look)
    with open(name) as file:
        for line in file:
            r.line(line.rstrip("\\r\\n"))
    r.finish()
    print(name.split("/")[-1], crc[0], crc32(r.attempt.state))
"""


def views(path):
    """What REPLAY prints, by CPython."""
    into = bytearray(256)
    crc = 0

    def look(seat, command):
        nonlocal crc
        seats = replay.attempt.state[layout.SEATS]
        for each in range(seats + 1):
            n = replay.attempt.view(each if each < seats else 7, into)
            crc = crc32(into[:n], crc)

    replay = record.Replay(on_command=look)
    record.play(path.read_text(encoding="utf-8"), replay)
    return "%s %d %d\n" % (path.name, crc, crc32(replay.attempt.state))


def test_there_are_records_to_replay():
    assert len(RECORDS) > 20


def test_the_records_replay_on_the_64_bit_vm_with_the_same_views(unix_vm):
    script = REPLAY + "".join("replay('tests/records/%s')\n" % path.name for path in RECORDS)
    assert unix_vm(script, DIALECT + ["tests/records"]) == "".join(views(path) for path in RECORDS)


def test_the_records_replay_on_the_32_bit_vm_with_the_same_views(node_vm):
    steps = [REPLAY] + ["replay('tests/records/%s')" % path.name for path in RECORDS]
    done = node_vm(steps, DIALECT + ["tests/records"])
    assert "".join(step.out for step in done) == "".join(views(path) for path in RECORDS)


LIVE = """
from host_tools.vm_board import open_tape, play
board = open_tape("tape")
%s
"""
SESSION = """
from firmware.session import Session
class Device:
    def __init__(self, board):
        self.board = board
        self.session = Session(board)
    def tick(self):
        self.session.tick(board.now())
        for kind, argument in COMMANDS.get(board.now(), ()):
            self.session.command(kind, argument, board.now())
device = Device(board)
"""


@pytest.fixture(scope="module")
def sessions():
    """Tapes of a dealing device and of a seat, without screens, over a faulty ring; with what each was commanded, and when."""
    made = []
    for place in (0, 1):
        crew = Crew(4, "all", seed=11, radio=0.1)
        commands = {}
        tape = Tape(crew.table, place)
        device = crew.table.handhelds[place]
        plain = device.session.command

        # A command given between two turns is done in the next one, so that the tape's turns hold all there is.
        waiting = []
        tick = tape.tick

        def ticked(tick=tick, waiting=waiting, commands=commands, plain=plain, device=device):
            tick()
            for kind, argument in waiting:
                commands.setdefault(device.board.now(), []).append((kind, argument))
                plain(kind, argument, device.board.now())
            del waiting[:]

        tape.tick = ticked
        device.session.command = lambda kind, argument, now, waiting=waiting: waiting.append((kind, argument))
        crew.gather()
        crew.deal(10)
        crew.play()
        made.append((bytes(tape.data), commands, tape.turns))
    return made


def test_a_session_lives_the_same_life_on_the_64_bit_vm(unix_vm, sessions):
    for data, commands, turns in sessions:
        script = LIVE % ("COMMANDS = %r\n" % commands + SESSION) + "print(play(board, device))\n"
        assert unix_vm(script, DIALECT + [("tape", data)]) == "%d\n" % turns


def test_a_session_lives_the_same_life_on_the_32_bit_vm(node_vm, sessions):
    for data, commands, turns in sessions:
        steps = [LIVE % ("COMMANDS = %r\n" % commands + SESSION), "print(play(board, device))"]
        assert node_vm(steps, DIALECT + [("tape", data)])[-1].out == "%d\n" % turns


def test_a_life_that_goes_another_way_is_noticed(unix_vm, sessions):
    data, commands, _ = sessions[0]
    when = sorted(commands)[-1]
    script = LIVE % ("COMMANDS = %r\n" % {at: done for at, done in commands.items() if at != when} + SESSION) + "play(board, device)\n"
    with pytest.raises(vm.VmError, match="another way"):
        unix_vm(script, DIALECT + [("tape", data)])

"""Engine, session and whole handheld on the real MicroPython VMs, from source and from the bundle: the same records, frames and cells, byte for byte."""

import random
from binascii import crc32

import pytest

from engine import layout
from engine.attempt import Attempt
from engine.codes import NO, PHASE_END, PLANET_NINE
from engine.layout import PHASE
from firmware.app import Handheld
from firmware.wire import ADD_PERSON, BE_DEALER, CHOOSE, DEAL_CARDS, STAGE_ALONE, STAGE_ATTEMPT, STAGE_CHOOSE, STAGE_LOBBY, T_STAGE, TO_CHOOSE
from host_tools import bundle, catalogue, record, vm
from host_tools.boards import BOARDS
from host_tools.robots import Crew
from host_tools.tape import BOARD, HANDHELD, SESSION, Tape

RECORDS = sorted((vm.ROOT / "tests" / "records").glob("*.crew"))
DIALECT = ["engine", "firmware", "host_tools/__init__.py", "host_tools/notation.py", "host_tools/record.py", "host_tools/vm_board.py", (catalogue.NAME, catalogue.make())]

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


# --- the bundle --------------------------------------------------------------------------------------------------------

# Does commands and prints a sum over every answer of the engine: refusals, views, legal moves, the save and its replay.
COMMANDED = """
from binascii import crc32
from engine.attempt import Attempt
from engine.refusal import Refusal
def replay(commands):
    attempt = Attempt()
    other = Attempt()
    into = bytearray(600)
    crc = 0
    for seat, command in commands:
        try:
            if seat < 0:
                attempt.begin(command[0], command[1], command[2], command[3])
            else:
                attempt.apply(seat, command)
        except Refusal as refusal:
            crc = crc32(bytes((refusal.code,)), crc)
        for s in range(6):
            crc = crc32(memoryview(into)[: attempt.view(s, into)], crc)
            crc = crc32(memoryview(into)[: attempt.legal(s, into)], crc)
            crc = crc32(memoryview(into)[: 2 * attempt.commands(s, into)], crc)
        n = attempt.save(into)
        crc = crc32(memoryview(into)[:n], crc)
    try:
        other.load(into, n)
    except Refusal as refusal:  # a record that begins no attempt
        crc = crc32(bytes((refusal.code,)), crc)
    print(crc, crc32(attempt.state), crc32(other.state))
"""


class Noting(Attempt):
    """An attempt that notes what was asked of it: ``(seat, command)``, or -1 and mission, seats, options and game at its start."""

    def __init__(self):
        super().__init__()
        self.noted = []

    def begin(self, mission, seats, options=0, game=PLANET_NINE):
        self.noted.append((-1, bytes((mission, seats, options, game))))
        super().begin(mission, seats, options, game)

    def apply(self, seat, command):
        self.noted.append((seat, bytes(command)))
        super().apply(seat, command)


@pytest.fixture(scope="module")
def commanded():
    """For each record what it asks of the engine, and a text of all that, as ``replay(...)`` lines."""
    found = []
    for path in RECORDS:
        attempt = Noting()
        record.play(path.read_text(encoding="utf-8"), record.Replay(attempt))
        found.append(attempt.noted)
    return found


@pytest.fixture(scope="module")
def bundled(tmp_path_factory):
    """``(files, scripts)``: the bundle with short names, for the VMs, and the scripts of this module as they find things there."""
    out = tmp_path_factory.mktemp("bundle")
    board = (vm.ROOT / "host_tools" / "vm_board.py").read_text()
    scripts = {"board.py": BOARD, "session.py": SESSION, "handheld.py": HANDHELD, "commanded.py": COMMANDED}
    made = bundle.bundle(out, lines=False, outside={"host_tools/vm_board.py": board, **scripts}).outside
    return [("", out), ("host_tools/vm_board.py", made["host_tools/vm_board.py"].encode())], {text: made[name] for name, text in scripts.items()}


def test_the_records_give_the_same_from_the_bundle(bundled, commanded, unix_vm, node_vm, capsys):
    here = {}
    exec(COMMANDED, here)
    for commands in commanded:
        here["replay"](commands)
    expected = capsys.readouterr().out
    assert expected.count("\n") > 20 and any(command for commands in commanded for command in commands)
    files, scripts = bundled
    steps = ["replay(%r)\n" % commands for commands in commanded]
    assert unix_vm(scripts[COMMANDED] + "".join(steps), files) == expected
    assert "".join(step.out for step in node_vm([scripts[COMMANDED], *steps], files)) == expected


# --- taped lives ---------------------------------------------------------------------------------------------------------


class Life:
    """What a device lived through: its tape, what it was commanded when, how many turns, and the script to live it again."""

    def __init__(self, tape, commands, script):
        self.data = bytes(tape.data)
        self.commands = commands
        self.turns = tape.turns
        self.script = script

    def steps(self, scripts=None, commands=None):
        """Return the steps that live it again and print the number of turns; ``scripts`` tell what each script is in a bundle."""
        board, device = (BOARD, self.script) if scripts is None else (scripts[BOARD], scripts[self.script])
        return ["COMMANDS = %r\n" % (self.commands if commands is None else commands) + board, device, "print(play(board, device))\n"]


def session_life(place):
    """A session of four through an attempt, without screens, over a faulty ring."""
    crew = Crew(4, "all", seed=11, radio=0.1)
    tape = Tape(crew.table, place)
    commands = tape.commands()
    crew.gather()
    crew.deal(10)
    crew.play()
    return Life(tape, commands, SESSION)


def handheld_life(board, place):
    """A whole handheld in a crew of three, with somebody pressing its keys at random, through whatever comes of it."""
    some = random.Random(board)
    crew = Crew(3, seed=7, radio=0.2, start=Handheld, board=BOARDS[board])
    tape = Tape(crew.table, place)
    commands = tape.commands()
    crew.gather()
    crew.deal(8)
    press_at_random(crew, place, some)
    return Life(tape, commands, HANDHELD)


def shared_life(board):
    """One handheld that four people share, with its keys pressed at random."""
    crew = Crew(1, seed=5, radio=0.2, start=Handheld, board=BOARDS[board])
    tape = Tape(crew.table, 0)
    commands = tape.commands()
    crew.command(0, BE_DEALER)
    crew.table.run(500)
    for humans in (2, 3, 4):
        crew.command(0, ADD_PERSON)
        crew.until(lambda: bin(crew.scene(0).here).count("1") == humans)
    crew.persons = [4]
    crew.deal(8)
    press_at_random(crew, 0, random.Random(4))
    assert crew.devices[0].session.seat.sharing is not None
    return Life(tape, commands, HANDHELD)


def press_at_random(crew, place, some):
    """Press keys of the handheld in ``place`` while the crew plays, through whatever comes of it."""
    pressed = crew.table.boards[place]
    screens = set()
    for _ in range(220):
        key = some.randrange(len(pressed.keys))
        pressed.press(key)
        crew.table.step(some.choice((60, 60, 60, 700)))
        pressed.release(key)
        for _ in range(4):
            crew.table.step(40)
        screens.add(crew.scene(place).screen)
        crew.answer_all(NO)
        for other in range(len(crew.table.boards)):
            if other != place or some.randrange(3) == 0:
                crew.act(other)
        go_on(crew, some)
    assert len(screens) > 5, "too few screens were seen: %s" % screens


def go_on(crew, some):
    """Where no attempt is under way, let the device in the first place take the next step towards one, by and by."""
    scene = crew.scene(0)
    stage = scene.table[T_STAGE]
    if some.randrange(4) or stage == STAGE_ATTEMPT and scene.view[PHASE] != PHASE_END:
        return
    if stage == STAGE_ALONE:
        crew.command(0, BE_DEALER)
    elif stage == STAGE_LOBBY:
        crew.command(0, TO_CHOOSE)
    elif stage == STAGE_CHOOSE:
        crew.command(0, CHOOSE, some.choice((1, 8, 15)))
    else:
        crew.command(0, DEAL_CARDS)


LIVES = {"session that deals": (session_life, 0), "session at a table": (session_life, 1), "four people at one board": (shared_life, "thumby")}
for _board in ("pygamer", "feather_oled", "thumby"):
    LIVES[_board + " that deals"] = handheld_life, _board, 0
    LIVES[_board + " at a table"] = handheld_life, _board, 1


@pytest.fixture(scope="module")
def lived():
    """``lived(name)``: the Life of that name, lived once."""
    made = {}

    def live(name):
        if name not in made:
            how, *what = LIVES[name]
            made[name] = how(*what)
        return made[name]

    return live


@pytest.mark.parametrize("name", LIVES)
def test_a_device_lives_the_same_life_on_both_vms_from_source_and_from_the_bundle(name, lived, bundled, unix_vm, node_vm):
    life = lived(name)
    expected = "%d\n" % life.turns
    files, scripts = bundled
    for steps, given in ((life.steps(), DIALECT), (life.steps(scripts), files)):
        assert unix_vm("".join(steps), given + [("tape", life.data)]) == expected
        assert node_vm(steps, given + [("tape", life.data)])[-1].out == expected


def test_a_life_that_goes_another_way_is_noticed(lived, unix_vm):
    life = lived("session that deals")
    last = sorted(life.commands)[-1]
    steps = life.steps(commands={at: done for at, done in life.commands.items() if at != last})
    with pytest.raises(vm.VmError, match="another way"):
        unix_vm("".join(steps), DIALECT + [("tape", life.data)])

"""`make bench`: speed, memory, wire and call chains against the budgets, printed as one table.

Speed is a ratio to a lean loop within one run; memory comes from the 32-bit VM, whose objects have a board's sizes; the
least heap comes from the 64-bit VM, which is strict about its own. What is over its budget is marked and explained below.
    python -m host_tools.bench [--games N] [--quick] [--memory]
"""

import argparse
import pathlib
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from math import sqrt

from engine.codes import (
    CHANGE_TOKENS, DEEP_SEA, GIVE_UP, NO, PHASE_END, PHASE_TOKENS, PHASE_TRICK, PLANET_NINE, PLAY, TAKE_BACK,
)
from engine.layout import LAST_PLAYER, LYING, PHASE, PRIVATE, PUBLIC, TRICK, TURN
from firmware.app import Handheld
from firmware.texts import S_TRICK
from firmware.wire import BEAT, F_KIND, KEY_NONE, OWN, SEALED, TABLE
from host_tools import bench_display, bench_speed, bundle, bundle_merge, catalogue, vm
from host_tools.robots import Crew
from host_tools.tape import BOARD as TAPED, HANDHELD, Tape

ROOT = pathlib.Path(__file__).resolve().parent.parent
KB = 1024
SPECIALS = ("engine/missions.py", "engine/steps.py", "engine/specials.py", "engine/exchange.py")

# Percent of attempts won by random legal play, tasks handed out clockwise, no tokens: by tasks, for 3, 4 and 5 seats. Two
# million games each, from a program that shares nothing with this one.
RANDOM_PLAY = {1: (36.93, 32.10, 29.57), 2: (10.16, 6.48, 4.61), 3: (2.535, 1.157, 0.603), 4: (0.896, 0.182, 0.064)}
RANDOM_GAMES = 2_000_000

# Why a row is over its budget, or could be: printed beside it.
WHY = {
    "plays against the lean loop": "the loop checks nothing, logs nothing and shows nothing; each byte of an attempt costs CPython a call",
}


class Report:
    """Rows of a table: what, measured, budget, and whether it is met."""

    def __init__(self):
        self.rows = []

    def add(self, what, measured, budget="", good=True):
        self.rows.append((what, measured, budget, good))

    def at_most(self, what, measured, budget, unit):
        self.add(what, "%s %s" % (_text(measured), unit), "%s %s" % (_text(budget), unit), measured <= budget)

    def print(self):
        widths = [max(len(row[i]) for row in self.rows) for i in range(3)]
        print("%-*s  %*s  %*s" % (widths[0], "what", widths[1], "measured", widths[2], "at most"))
        for what, measured, budget, good in self.rows:
            print("%-*s  %*s  %*s  %s" % (widths[0], what, widths[1], measured, widths[2], budget, "" if good else "OVER"))
        for what, _, _, good in self.rows:
            if not good:
                print("\nOVER: %s: %s." % (what, WHY.get(what, "nobody has looked why yet")))


def _text(value):
    return str(value) if isinstance(value, int) else "%.1f" % value


def speed(report, quick):
    """Validated plays beside the lean loop."""
    found = bench_speed.compare(games=1000 if quick else 3000)
    report.add("validated plays a second, engine", "%d" % found["ours"])
    report.add("plays a second, lean loop", "%d" % found["lean"])
    report.add("plays against the lean loop", "%.2f" % found["ratio"], "floor 0.4, aim 0.6", found["ratio"] >= 0.4)
    report.add("whole attempts a second, with dealing", "%d" % found["games"])
    report.add("legal-move queries a second", "%d" % found["legal"])


def recorded(mission, game=PLANET_NINE):
    """Return the tape of a dealing handheld at a table of four through a mission, and what it was commanded when, its turns to the middle and in all."""
    for seed in range(20):
        crew = Crew(4, seed=seed, start=Handheld)
        tape = Tape(crew.table, 0)
        commands = tape.commands()
        crew.gather()
        crew.deal(mission, game=game)
        crew.play(until=lambda: crew.tricks() >= 2 or crew.ended())
        if crew.scene(0).screen == S_TRICK:
            break  # the attempt did not end with its first tricks
    assert crew.scene(0).screen == S_TRICK, "what is to be measured is a trick"
    middle = tape.turns
    crew.play()
    return bytes(tape.data), commands, middle, tape.turns


LOOK = """
from firmware.screens import paint
def idle():
    device.made.tick()
def draw():
    paint(device.made.scene, device.grid)
"""
ATTEMPT = """
from engine.attempt import Attempt
attempt = Attempt()
"""
# What one attempt or another loads beside what stays, and what the deep sea adds.
LOADED = """
def load():
    from engine.commands import do
    from engine.deal import pick
    from engine.exchange import give
    from engine.joint import propose
    from engine.outlines import outline
    from engine.replay import replay
    from engine.specials import judge
load()
"""
DEEP = """
def load_deep():
    from engine.sea_missions import SEA_MISSIONS
    from engine.sea_tasks import fits
    from engine.sea_verdicts import judge
load_deep()
"""
ENGINE = """
from engine.attempt import Attempt
from engine.codes import PLAY
from engine.layout import TURN
attempt = Attempt()
into = bytearray(40)
command = bytearray(2)
state = attempt.state
def turn():
    seat = state[TURN]
    attempt.legal(seat, into)
    command[0] = PLAY
    command[1] = into[0]
    attempt.apply(seat, command)
def locked():
    import micropython
    micropython.heap_lock()
    try:
        turn()
        turn()
        turn()
    finally:
        micropython.heap_unlock()
"""


def memory(report, folder):
    """Heap figures from the 32-bit VM, with modules as a board gets them."""
    made = meeting(folder / "met", attempt=ATTEMPT, rules=ENGINE, loaded=LOADED, deep=DEEP)
    files = [("", folder / "met")]
    held = vm.heap_of(["import engine", made["attempt"], made["loaded"], made["deep"]], files)
    report.at_most("engine resident in a trick, with one attempt", sum(held[:2]) / KB, 24, "KB")
    report.at_most("   and all that comes and goes in an attempt, as if nothing went", sum(held[:3]) / KB, 24, "KB")
    report.at_most("   and the deep sea's", sum(held) / KB, 24, "KB")
    (folder / "modules").mkdir()
    specials = sum(held for what, held in by_module(folder / "modules") if what in SPECIALS)
    report.at_most("   mission table, steps, specials, exchanges, before joining", specials / KB, 7, "KB")
    dealing = bench_speed.Dealing(1, 4, 5)
    attempt, command = bench_speed.Attempt(), bytearray(2)
    plays = 0
    while plays < 12:  # an attempt long enough to look at
        deal, tasks = dealing.next()
        bench_speed.handed_out(attempt, 1, 4, deal, tasks, command)
        start = bytes(attempt.state)
        into = bytearray(40)
        plays = 0
        while attempt.state[PHASE] != PHASE_END:
            attempt.legal(attempt.state[TURN], into)
            attempt.apply(attempt.state[TURN], bytes((PLAY, into[0])))
            plays += 1
    steps = [made["rules"], "state[:] = %r" % start, "turn()\nstate[:] = %r" % start]
    done = vm.node(steps + [vm.Call("turn")] * plays + ["state[:] = %r" % start, vm.Call("locked")], files)
    each = [step.allocated for step in done[len(steps) : len(steps) + plays]]
    report.at_most("heap allocated by legal moves + play (worst of %d)" % plays, max(each), 0, "B")
    report.at_most("the same under heap_lock", done[-1].allocated, 0, "B")

    data, commands, middle, turns = recorded(10)
    made = meeting(folder / "whole", board=TAPED, handheld=HANDHELD, look=LOOK)
    files = [("", folder / "whole"), ("tape", data)]
    board = "COMMANDS = %r\n" % commands + made["board"]
    steps = [
        board,
        made["handheld"],
        "play(board, device, %d)" % middle,
        made["look"],
        vm.Call("idle"),
        vm.Call("idle"),
        vm.Call("draw"),
        vm.Call("draw"),
    ]
    # The heap of this VM lies at low addresses, which bytes of a game may look like: then they hold on to what is garbage. A board's
    # heap does not. So the heap is laid out in several ways, and the one that holds least counts.
    lives = [vm.node([*steps[:1], "pad = bytearray(%d)" % pad, *steps[1:]], files) for pad in (16, 1040, 4112)]
    done = min(lives, key=lambda done: done[3].held - done[1].held)
    del done[0]
    report.at_most("whole handheld resident (26x10, one language), in a trick", (done[2].held - done[0].held) / KB, 64, "KB")
    report.add("   of it after its start", "%.1f KB" % ((done[1].held - done[0].held) / KB))
    report.at_most("heap allocated by an idle tick", done[5].allocated, 0, "B")
    report.at_most("heap allocated by one draw of the trick screen", done[7].allocated, 64, "B")
    deep, told, until, _ = recorded(10, DEEP_SEA)
    steps = ["COMMANDS = %r\n" % told + made["board"], made["handheld"], "play(board, device, %d)" % until, made["look"], vm.Call("draw"), vm.Call("draw")]
    report.at_most("   of the deep sea's", vm.node(steps, [files[0], ("tape", deep)])[5].allocated, 64, "B")
    report.at_most("least heap that plays a mission", least_heap(board + made["handheld"], files, turns) / KB, 80, "KB")


BOARD = """
class Board:
    chip = b"abcd"
    columns, rows, mono, name, keys = 26, 10, False, b"ANA", b"\\1\\3"
    def now(self): return 0
    def read(self, into): return 0
    def write(self, data, n): return True
    def event(self, into): return -1
    def refresh(self, grid): return False
    def __init__(self): self.texts = open("text.bin", "rb")
    def words(self, at, into):
        self.texts.seek(at)
        return self.texts.readinto(into)
    def load(self, slot, into): return 0
    def save(self, slot, data, n): return True
    def cipher(self, key): return None
    def random(self, n): return bytes(n)
    def battery(self): return 255
    def light(self, level): pass
    def feed(self): pass
"""

def meeting(folder, **scripts):
    """Write the bundle to ``folder``; return ``scripts`` as they find things in it."""
    given = {name + ".py": text for name, text in scripts.items()}
    given["host_tools/vm_board.py"] = (ROOT / "host_tools" / "vm_board.py").read_text()
    made = bundle.bundle(folder, lines=False, outside=given).outside
    (folder / "host_tools").mkdir(exist_ok=True)
    (folder / "host_tools" / "vm_board.py").write_text(made["host_tools/vm_board.py"])
    return {name: made[name + ".py"] for name in scripts}


def resident(folder):
    """Return what stays on the 32-bit VM's heap of the modules of engine and firmware, and of the objects of a handheld at its start."""
    bundle.bundle(folder, lines=False)
    script = bundle.merge_tree()[1]["main.py"] + "handheld = Handheld(Board())\n"
    return vm.heap_of([BOARD, "import engine", "import firmware", script], [("", folder)])[1:]


def by_module(folder):
    """Return pairs of what and bytes: what every module keeps on the 32-bit VM's heap when each is a file of its own, and
    what joining them takes off.

    The VM's table of names grows in leaps of a kilobyte or so, which count with the module that causes one.
    """
    names = [bundle.module_name(place) for place in bundle.fold_tree()]
    # Not in packages: those load all their modules with the first.
    files, outside = bundle.merge_tree(groups=[(name.replace(".", "_"), name) for name in names])
    at_once = [place for place in files if not place.startswith(bundle_merge.LATE)]
    late = [place for place in files if place.startswith(bundle_merge.LATE)]
    for place, file in files.items():
        (folder / place).with_suffix(".mpy").write_bytes(bundle.compile_mpy(file.text, place, lines=False))
    (folder / catalogue.NAME).write_bytes(catalogue.make())
    made = outside["main.py"] + "handheld = Handheld(Board())\n"
    steps = [BOARD, *("import " + place[: -len(".py")] for place in at_once), made, *("import " + place[: -len(".py")] for place in late)]
    grown = vm.heap_of(steps, [("", folder)])
    source = {place: next(iter(file.lines.values()))[0] for place, file in files.items()}
    rows = sorted(((source[place], held) for place, held in zip(at_once, grown[1:])), key=lambda row: -row[1])
    joined = resident(folder / "bundle")
    rows.append(("joined to engine and firmware", sum(joined[:2]) - sum(held for _, held in rows)))
    rows.append(("objects of a handheld", joined[2]))
    rows.append(("together", sum(joined)))
    return rows + [(source[place] + ", when needed", held) for place, held in zip(late, grown[len(grown) - len(late) :])]


def least_heap(life, files, turns):
    """Return half of the least heap (bytes, to 2 KB) in which the 64-bit VM lives the tape: about a board's peak."""
    script = life + "print(play(board, device))\n"

    def fits(heap):
        try:
            return vm.unix(script, files, heapsize=heap) == "%d\n" % turns
        except vm.VmError as error:
            if "MemoryError" not in str(error) and "memory" not in str(error):
                raise
            return False

    low, high = 32 * KB, 512 * KB
    while high - low > 4 * KB:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high // 2


def wire(report):
    """Bytes of a view, and bytes on the line for one card, summed over all hops."""
    report.at_most("a view, public part, before it is packed", TABLE + PUBLIC, 144, "B")
    report.at_most("a private part, sealed", 1 + OWN + SEALED, 32, "B")
    report.add("   of it the engine's", "%d + %d B" % (PUBLIC, PRIVATE))
    for count, bytes_most, time_most in ((4, 1000, None), (5, None, 120)):
        most, time = _card(count)
        for what, measured, budget, unit in (
            ("bytes for one card played, %d seats (without beats)" % count, most, bytes_most, "B"),
            ("   until all displays have it, all steps of AES and turns of 5 ms included", time, time_most, "ms"),
        ):
            if budget:
                report.at_most(what, measured, budget, unit)
            else:
                report.add(what, "%d %s" % (measured, unit))


def _card(count):
    """Return the most bytes that a card in the middle of a trick took on all wires together, and the most milliseconds."""
    crew = Crew(count, seed=8)
    crew.gather()
    crew.deal(1)
    st = crew.dealer().attempt.state
    crew.play(until=lambda: st[LYING] == 1)
    sent = []
    for each in crew.table.wires:
        _listen(each, sent)
    most = longest = 0
    for _ in range(count - 2):
        crew.rest()
        began, lying = crew.table.now, st[LYING]
        del sent[:]
        for place in range(count):
            crew.act(place)
        crew.until(lambda: st[LYING] != lying and crew.settled())
        longest = max(longest, crew.table.now - began)
        crew.rest()
        most = max(most, sum(sent))
    return most, longest


def _listen(each, sent):
    """Note the lengths of all frames that go over a wire, beats excepted: they go round whatever is played."""
    write = each.write

    def noted(data):
        taken = write(data)
        if taken and data[1 + F_KIND] != BEAT:
            sent.append(len(data))
        return taken

    each.write = noted


class Fingers:
    """In the place of a handheld's keys: what is commanded is done where a key's command is, within the loop's turn."""

    def __init__(self, session):
        self._session = session
        self.commands = []

    def next(self, now, scene):
        while self.commands:
            self._session.command(*self.commands.pop(0), now)
        return KEY_NONE


class Pressed(Crew):
    """A crew of whole handhelds, whose commands come as by keys."""

    def command(self, place, kind, argument=0):
        handheld = self.table.handhelds[place]
        if not isinstance(handheld.keys, Fingers):
            handheld.keys = Fingers(handheld.session)
        handheld.keys.commands.append((kind, argument))
        self.table.run(5)


def chain(report):
    """The deepest chain of our own functions, from the loop's turn down: over missions with what nests most, and starts amidst them."""
    rooms = (str(ROOT / "engine"), str(ROOT / "firmware"))
    deepest, depth = [], []

    def profile(frame, event, argument):
        if not frame.f_code.co_filename.startswith(rooms) or frame.f_code.co_name.startswith("<"):
            return
        if event == "call":
            depth.append(frame.f_code.co_name)
            if len(depth) > len(deepest):
                deepest[:] = depth
        elif event == "return" and depth:
            depth.pop()

    sys.setprofile(profile)
    try:
        for seats, mission, game in ((4, 23, PLANET_NINE), (4, 5, PLANET_NINE), (2, 10, PLANET_NINE), (4, 4, DEEP_SEA)):
            crew = Pressed(seats, seed=4, radio=0.1, start=Handheld)
            crew.gather()
            crew.deal(mission, game=game)
            st = crew.dealer().attempt.state
            if st[PHASE] == PHASE_TOKENS:
                crew.command(1, CHANGE_TOKENS, 0x01)
            crew.play(until=lambda: st[TRICK] and st[LYING] == 1 or st[PHASE] == PHASE_END)
            if st[PHASE] == PHASE_TRICK:
                crew.command(next(i for i, d in enumerate(crew.devices) if d.scene.seat == st[LAST_PLAYER]), TAKE_BACK)
                crew.rest()
                crew.answer_all()
                crew.rest()
            crew.table.reset(0)
            crew.rest()
            crew.command(0, GIVE_UP)
            crew.rest()
            crew.answer_all(NO)
            crew.play()
    finally:
        sys.setprofile(None)
    report.at_most("deepest chain of our frames, the loop's turn included", len(deepest), 12, "frames")
    return " > ".join(deepest)


def modules(report):
    """The longest device module."""
    lines = {path: len(path.read_text().splitlines()) for room in ("engine", "firmware", "boards") for path in (ROOT / room).rglob("*.py")}
    longest = max(lines, key=lines.get)
    report.at_most("longest device module (%s)" % longest.relative_to(ROOT), lines[longest], 350, "lines")


def _won(job):
    return bench_speed.won(*job)


def random_play(games):
    """Print the table of random play beside the reference; return whether all agree within three standard errors."""
    print("\nRandom legal play, %d games each: percent won, and the difference in standard errors" % games)
    pieces = 10
    jobs = [
        (bench_speed.PLAYS_TASKS[tasks], seats, games // pieces, 1000 * piece + 10 * tasks + seats)
        for tasks in RANDOM_PLAY
        for seats in (3, 4, 5)
        for piece in range(pieces)
    ]
    good = True
    with ProcessPoolExecutor() as pool:
        wins = list(pool.map(_won, jobs))
    at = 0
    for tasks, expected in RANDOM_PLAY.items():
        cells = []
        for percent in expected:
            n = games // pieces * pieces
            found = sum(wins[at : at + pieces]) / n
            at += pieces
            p = percent / 100
            error = sqrt(p * (1 - p) * (1 / n + 1 / RANDOM_GAMES))
            off = (found - p) / error
            good = good and abs(off) <= 3
            cells.append("%7.3f (%+.1f)" % (100 * found, off))
        print("  %d task%s  %s" % (tasks, " " if tasks == 1 else "s", "  ".join(cells)))
    print("  all within three standard errors" if good else "  NOT within three standard errors")
    return good


def main(arguments=None):
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.bench", description="Measure against the budgets.")
    parser.add_argument("--games", type=int, default=50000, help="games a cell of the random-play table (0: none)")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, no random play")
    parser.add_argument("--memory", action="store_true", help="only print which module keeps how much heap")
    chosen = parser.parse_args(arguments)
    if chosen.memory:
        try:
            with tempfile.TemporaryDirectory(prefix="crewlink-bench-") as folder:
                for what, held in by_module(pathlib.Path(folder)):
                    print("%-40s %6.2f KB" % (what, held / KB))
        except vm.VmMissing as missing:
            print("No memory figures: %s" % missing)
            return 1
        return 0
    report = Report()
    speed(report, chosen.quick)
    try:
        with tempfile.TemporaryDirectory(prefix="crewlink-bench-") as folder:
            memory(report, pathlib.Path(folder))
    except vm.VmMissing as missing:
        print("No memory figures: %s" % missing)
    wire(report)
    bench_display.report(report)
    deepest = chain(report)
    modules(report)
    report.print()
    print("\ndeepest chain: " + deepest)
    if chosen.games and not chosen.quick and not random_play(chosen.games):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

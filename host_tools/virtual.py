"""A ring of virtual boards: make virtual [N=4] [BOARD=pico_display] [FLASH=1] [ARGS=...]

    python -m host_tools.virtual [N] [--board NAME] [--flash] [--new] [--heap KB] [--folder DIR]
    python -m host_tools.virtual --tell "2 press A"

Serves whoever wants to try boards, flashing and the ring without hardware. Each board is a MicroPython VM behind a serial port
that mpremote and ``make flash`` take for a real one (host_tools/virtual_board.py); its display is kept as a picture in its
folder. What is typed while they run is done at once: ``2 press A``, ``all cells``, ``3 power off``, ``1 cable out``. Flashes stay in the folder
until ``--new``. Ctrl-C ends all of them.

``Ring`` is the same for tests.
"""

import argparse
import fcntl
import os
import pathlib
import select
import signal
import sys
import time

from host_tools import install, virtual_control, vm
from host_tools.virtual_board import FLASH_KB, HEAP_KB, Loop, VirtualBoard, VirtualError

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "virtual"
USUAL = "pico_display"
MOST = 8
PICTURE_EVERY = 0.3  # seconds between two pictures of the same display
HELP = """<board or all> <command>: for example `2 press B`, `all cells`, `3 power off`. The commands:
%s
cable in | cable out: the cable from this board to the next one""" % virtual_control.COMMANDS


class Ring:
    """``count`` virtual boards of ``definition`` (or a list of definitions), in folders 1, 2, ... of ``folder``; TX of each goes to RX of the next.

    ``given`` are further arguments of VirtualBoard. A board that is off, or a cable pulled with ``cable(place, False)``, opens the ring.
    Places count from 0.
    """

    def __init__(self, count, definition, folder, **given):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = open(folder / "lock", "w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise VirtualError("Virtual boards are running in %s already. End them with Ctrl-C there, or name another folder with --folder." % folder)
        self.loop = Loop()
        self.boards = []
        self.cables = [True] * count
        try:
            for place in range(count):
                one = definition[place] if isinstance(definition, list) else definition
                self.boards.append(VirtualBoard(self.loop, folder / str(place + 1), one, number=place + 1, **given))
        except BaseException:
            self.close()
            raise
        for place, board in enumerate(self.boards):
            board.ring = lambda data, place=place: self._pass(place, data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _pass(self, place, data):
        if self.boards[place].definition["half_duplex"]:
            for board in self.boards:  # one wire joins all, and brings the sender its own words
                board.receive(data)
        elif self.cables[place]:
            self.boards[(place + 1) % len(self.boards)].receive(data)

    def cable(self, place, plugged):
        """Pull the cable from the board at ``place`` to the next, or put it back."""
        self.cables[place] = plugged

    def power(self, on):
        """Switch all boards on, or cut their power."""
        for board in self.boards:
            board.power(on)

    def command(self, line):
        """Do what a typed line says; return the answer. Raises VirtualError."""
        whom, _, rest = line.strip().partition(" ")
        if whom == "all":
            places = range(len(self.boards))
        elif whom.isdigit() and 1 <= int(whom) <= len(self.boards):
            places = [int(whom) - 1]
        else:
            return HELP
        answers = []
        for place in places:
            if rest in ("cable in", "cable out"):
                self.cable(place, rest == "cable in")
                answer = "done"
            else:
                answer = virtual_control.do(self.boards[place], rest)
            answers.append(answer if len(places) == 1 else "%d: %s%s" % (place + 1, "\n" if "\n" in answer else "", answer))
        return "\n".join(answers)

    def close(self):
        """End all boards."""
        for board in self.boards:
            board.close()
        self.loop.close()
        self._lock.close()


class Pictures:
    """Keeps ``screen.png`` in the folder of each board up to date."""

    def __init__(self, boards):
        self._boards = [board for board in boards if board.panel]
        self._drawn = {}

    def paths(self):
        return {board.number: board.folder / "screen.png" for board in self._boards}

    def draw(self):
        for board in self._boards:
            state = (board.panel.bytes, board.panel.lit)
            if self._drawn.get(board.number) != state:
                path = board.folder / "screen.png"
                new = path.with_suffix(".new.png")
                board.png(new)
                os.replace(new, path)  # whoever looks never sees half a picture
                self._drawn[board.number] = state


def _shown(path):
    """Return a path as people want to read it: from here, if that is shorter."""
    relative = os.path.relpath(path)
    return relative if len(relative) < len(str(path)) else str(path)


def run(count, name, folder, flash=False, new=False, heap_kb=HEAP_KB, flash_kb=FLASH_KB, say=print):
    """Start a ring and serve it until Ctrl-C; return the exit status. Raises VirtualError, InstallError or vm.VmMissing before that."""
    definition = install.definition(name)
    if not 1 <= count <= MOST:
        raise VirtualError("A ring here has 1 to %d boards, not %d. Name their number with N=..." % (MOST, count))
    with Ring(count, definition, folder, new_flash=new, heap_kb=heap_kb, flash_kb=flash_kb) as ring:
        ring.power(True)
        pictures = Pictures(ring.boards)
        pictures.draw()
        paths = pictures.paths()
        say("%d virtual board%s in a ring: %s." % (count, "s" * (count > 1), definition["title"]))
        for board in ring.boards:
            shown = ", its display in %s" % _shown(paths[board.number]) if board.number in paths else ""
            say("  %d  port %s%s" % (board.number, board.port, shown))
        if not paths:
            say("Their displays cannot be shown and the game does not run: %s is for CircuitPython, whose displays no virtual board has." % name)
        ports = ",".join(board.port for board in ring.boards)
        if flash:
            say("Putting the game on them. Compiling it takes a while the first time.")
            from host_tools import flash as flashing

            status = flashing.run(name, ports, out=say)
            if status:
                return status
        else:
            say("Put the game on them with: make flash BOARD=%s PORT=%s" % (name, ports))
        if _hears(_keyboard()):
            say("Type `1 press A`, `all cells`, or `help` for more. Ctrl-C ends them.")
        else:
            say('Say things to them with: python -m host_tools.virtual --tell "1 press A". They end with: kill %d' % os.getpid())
        _serve(ring, pictures, say)
    return 0


def _serve(ring, pictures, say):
    """Draw what changes and do what is typed, until the terminal closes it."""
    keyboard = _keyboard()
    typed = b""
    while True:
        # Whoever reads a terminal from the background is stopped by it: then nothing is read, until it is brought to the front.
        typing = [keyboard] if _hears(keyboard) else []
        if select.select(typing, [], [], PICTURE_EVERY)[0]:
            more = os.read(keyboard, 4096)
            if not more:
                keyboard = -1  # nobody types; the boards go on
            *lines, typed = (typed + more).split(b"\n")
            for line in lines:
                if line.strip():
                    try:
                        say(ring.command(line.decode("utf-8", "replace")))
                    except VirtualError as error:
                        say(error)
        pictures.draw()


def _keyboard():
    """Return the file that is typed into, -1 where there is none."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return -1


def _hears(keyboard):
    """Tell whether what is typed there comes to this process: not while it runs in the background of a terminal."""
    try:
        return keyboard >= 0 and os.tcgetpgrp(keyboard) == os.getpgrp()
    except OSError:
        return True  # a pipe or a file


def tell(folder, line):
    """Send a typed line to boards that run elsewhere; return the answer. Raises VirtualError."""
    whom, _, rest = line.strip().partition(" ")
    if not whom.isdigit():
        raise VirtualError("Say which board and what, for example: --tell \"2 press A\".")
    return virtual_control.tell(pathlib.Path(folder) / whom, rest)


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.virtual", description="Run a ring of virtual boards.")
    parser.add_argument("count", metavar="N", nargs="?", type=int, default=4, help="how many (4)")
    parser.add_argument("--board", metavar="NAME", default=USUAL, help="a folder of boards/ (%s)" % USUAL)
    parser.add_argument("--flash", action="store_true", help="put the game on them, as make flash does")
    parser.add_argument("--new", action="store_true", help="forget what an earlier run left on their flashes")
    parser.add_argument("--heap", metavar="KB", type=int, default=HEAP_KB, help="memory, as a board with so much free (%d)" % HEAP_KB)
    parser.add_argument("--flash-size", metavar="KB", type=int, default=FLASH_KB, help="of their file systems (%d)" % FLASH_KB)
    parser.add_argument("--folder", metavar="DIR", default=FOLDER, help="where they are kept (build/virtual)")
    parser.add_argument("--tell", metavar="LINE", help="say something to boards that are running, for example \"2 press A\"")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.tell is not None:
            print(tell(options.folder, options.tell))
            return 0
        return run(options.count, options.board, options.folder, options.flash, options.new, options.heap, options.flash_size, _say)
    except (VirtualError, install.InstallError, vm.VmMissing) as error:
        print(error, file=sys.stderr)
        return 1
    except ImportError as error:
        print("Virtual boards need %s, and this Python does not have it. Start them with `make virtual`, which gets it." % error.name, file=sys.stderr)
        return 1
    except OSError as error:
        print("The virtual boards stopped: %s. Is the disk full, or %s read-only?" % (error, options.folder), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("All virtual boards are off (after %d seconds)." % (time.monotonic() - started))
        return 0


def _say(text):
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""Installs Crewlink on boards: make flash BOARD=... [PORT=...|all]

    python -m host_tools.flash BOARD [--port PORT]

PORT is a serial port, several with commas between them, ``all`` for every board of this kind that is plugged in, or the
folder of a board's drive; without it the one board of this kind is found. Three states are told apart: a CircuitPython
board that still shows its drive (the files go there), a board that lets its files be written over its port (mpremote
copies), and one that allows neither, where a sentence says the way out.

Serves whoever has the boards. Files and their order are host_tools/install.py's; each is read back on the board, which is
then reset, started, and asked what runs. Whatever goes wrong ends in one sentence and status 1.
"""

import argparse
import contextlib
import errno
import os
import re
import sys

from host_tools import install, install_build
from host_tools.bundle import MPY_VERSION, BundleError
from host_tools.install import InstallError

try:
    from serial.tools import list_ports

    from host_tools import flash_drive, flash_repl
    from host_tools.flash_repl import DOCS, Board, FlashError, Unwritable
except ImportError as error:
    sys.exit(f"Flashing needs mpremote and pyserial, and this Python lacks one ({error.name}). Start it with `make flash BOARD=...`, which gets both.")

ALL = "all"
NAME = "name.txt"
NOTE = "saves/9"  # what the game leaves when it fails
# Older ones draw the cells wrongly or slowly, or lack what firmware/hal asks for.
OLDEST = {"circuitpython": (10, 2), "micropython": (1, 24)}
# USB vendors of the boards in boards/: nothing else is sent a Ctrl-C unasked.
VENDORS = {
    0x239A: "Adafruit",
    0x2E8A: "Raspberry Pi",
    0x303A: "Espressif",
    0x1D50: "Thumby and others",
    0x16D0: "Pimoroni and others",
    0xF055: "MicroPython",
}


class Stopped(FlashError):
    """The user stopped it."""


def fits(definition, who):
    """Tell whether a board that says ``who`` of itself is one of ``definition``; its name must stand there as whole words."""
    if who["platform"] != definition["platform"]:
        return False
    if who["platform"] == "circuitpython":
        return who["id"] in _ids(definition)
    machine = f" {who['machine']} ".replace(",", " ")
    return any(f" {name} " in machine for name in _ids(definition))


def check(board, name, settings):
    """Raise FlashError unless ``board`` is one called ``name``, with a Python that can run Crewlink."""
    who = board.who
    if not fits(settings, who):
        others = [other for other in install.boards() if fits(install.definition(other), who)]
        if others:
            way = "Flash it with " + " or ".join(f"make flash BOARD={other}" for other in others)
        elif who["platform"] != settings["platform"] and who["platform"] in _TITLES:
            way = f"It runs {_TITLES[who['platform']]}, and {name} wants {_TITLES[settings['platform']]}: {DOCS} tells how to put it on"
        else:
            way = "Crewlink knows no such board yet"
        raise FlashError(f"At {board.port} is a {who['machine']}, not a {settings['title']}; nothing was changed. {way}, or name another port.")
    version = ".".join(map(str, who["version"]))
    oldest = OLDEST[who["platform"]]
    if tuple(who["version"][:2]) < oldest:
        raise FlashError(
            f"The board at {board.port} has {_TITLES[who['platform']]} {version}, and Crewlink needs {oldest[0]}.{oldest[1]} or newer. {DOCS} tells "
            "how to renew it."
        )
    if who["mpy"] != MPY_VERSION:
        raise FlashError(
            f"The {_TITLES[who['platform']]} {version} at {board.port} loads .mpy files of version {who['mpy']}, ours are of version "
            f"{MPY_VERSION}. {DOCS} tells how to put a fitting one on."
        )
    if who.get("safe_mode"):
        raise FlashError(
            f"The board at {board.port} is in safe mode ({who['safe_mode']}). Press its reset key once, wait until its drive or display is "
            "back, and run the same command again."
        )


_TITLES = {"circuitpython": "CircuitPython", "micropython": "MicroPython"}


def target_of(board, drives=None):
    """Return where the files of ``board`` can be written: itself, or its Drive here. Raises FlashError with the way out."""
    if board.writable():
        return board
    if board.who["platform"] == "circuitpython":
        for drive in flash_drive.drives(drives):
            # Boards of the same kind are told by their chip; a drive that tells none is taken if it is of this kind.
            if drive.board == board.who["id"] and drive.uid in ("", board.who["uid"]):
                return drive
        if board.take_drive():
            return board
        raise Unwritable(
            f"The board at {board.port} keeps its files for the computer, and its drive CIRCUITPY is not mounted here. If a key was held while it "
            "started, press its reset key and hold none; else mount the drive (on Linux: udisksctl mount -b /dev/sdX1). Then run the same command again."
        )
    raise Unwritable(f"The board at {board.port} does not let its files be written. Put MicroPython on it anew, as {DOCS} tells.")


# --- finding boards -----------------------------------------------------------------------------------------------------


def ports(wanted):
    """Return the serial ports to look at as ``[(port, the USB device's serial number or None)]``.

    ``wanted`` is what the user named: "", "all", or ports with commas between them.
    """
    if wanted not in ("", ALL):
        return [(port, None) for port in wanted.replace(",", " ").split() if port]
    return [(found.device, found.serial_number) for found in flash_repl.consoles() if found.vid in VENDORS]


def check_kind(board, name, settings):
    """Raise FlashError unless ``board`` is one called ``name``: to read from it, its Python may be any."""
    if not fits(settings, board.who):
        others = [other for other in install.boards() if fits(install.definition(other), board.who)]
        way = " or ".join(f"BOARD={other}" for other in others)
        raise FlashError(
            f"At {board.port} is a {board.who['machine']}, not a {settings['title']}; nothing was read. Say {way + ', or' if way else 'the port of another one with PORT=..., or'} "
            "leave BOARD out: then whatever is plugged in is read."
        )


def find(name, settings, wanted, to_read=False):
    """Return ``(boards, drives, passed)``: open Boards that are of this kind, Drives without a port, and sentences of those passed over.

    A board that is only ``to_read`` from may have any Python. Raises FlashError when what the user named is not one, or when nothing was named and there is none or more than one.
    """
    if wanted and os.path.isdir(wanted):
        return [], [_named_drive(name, settings, wanted)], []
    found, passed, several = [], [], wanted in ("", ALL)
    answered = set()  # a board may have a second port, which is the game's
    with contextlib.ExitStack() as opened:
        for port, number in ports(wanted):
            if number and number in answered:
                continue
            try:
                board = opened.enter_context(Board(port))
                answered.add(number)
                (check_kind if to_read else check)(board, name, settings)
                found.append(board)
            except FlashError as error:
                if not several:
                    raise
                passed.append(str(error))
        if wanted == "" and len(found) > 1:
            raise FlashError(
                f"{len(found)} boards of this kind are plugged in: {', '.join(board.port for board in found)}. Name one with PORT=..., or take "
                "them all with PORT=all."
            )
        drives = [] if found or not several else [drive for drive in flash_drive.drives() if settings["platform"] == "circuitpython" and drive.board in _ids(settings)]
        if wanted == "" and len(drives) > 1:
            raise FlashError(f"The drives of {len(drives)} boards are here: {', '.join(map(str, drives))}. Name one with PORT=..., or take them all with PORT=all.")
        if not found and not drives:
            raise FlashError(_none(settings, passed, to_read))
        opened.pop_all()
    return found, drives, passed


def find_any(name, wanted):
    """Return the Boards and Drives that were asked for, to read from: as ``find``, but ``name`` may be "" for any kind."""
    if name:
        found, drives, _ = find(name, install.definition(name), wanted, True)
        return found + drives
    if wanted and os.path.isdir(wanted):
        drive = flash_drive.read_drive(wanted)
        if drive is None:
            raise FlashError(f"{wanted} is no board's drive: there is no boot_out.txt of CircuitPython in it. Name the drive CIRCUITPY or a port.")
        return [drive]
    if not ports(wanted):
        raise FlashError("No board is plugged in. Plug it in with a USB cable that carries data, not power alone, or name its port with PORT=...")
    with contextlib.ExitStack() as opened:
        found = [opened.enter_context(Board(port)) for port, _ in ports(wanted)]
        opened.pop_all()
    return found


def let_go(place):
    """Close a Board and have its game go on; a Drive needs no such thing."""
    if isinstance(place, Board):
        place.close(start=True)


def _ids(settings):
    return (settings["id"], *settings.get("also", ()))


def _named_drive(name, settings, folder):
    drive = flash_drive.read_drive(folder)
    if drive is None:
        raise FlashError(f"{folder} is no board's drive: there is no boot_out.txt of CircuitPython in it. Name the drive CIRCUITPY or a port with PORT=...")
    if settings["platform"] != "circuitpython" or drive.board not in _ids(settings):
        raise FlashError(f"{folder} is the drive of a {drive.board}, not of a {settings['title']}; nothing was changed. Name another one with PORT=...")
    return drive


def _check_drive(drive):
    oldest = OLDEST["circuitpython"]
    if drive.version < oldest:
        raise FlashError(
            f"The board at {drive} has CircuitPython {drive.version[0]}.{drive.version[1]}, and Crewlink needs {oldest[0]}.{oldest[1]} or newer. "
            f"{DOCS} tells how to renew it."
        )


def _none(settings, passed, to_read):
    """Return the sentence for no board, with what was seen instead; ``to_read`` from it, there must be something on it already."""
    if passed:
        return " ".join(passed)
    if to_read:
        return f"No {settings['title']} is plugged in. Plug it in with a USB cable that carries data, not power alone, or name its port, or the folder of its drive, with PORT=..."
    waiting = flash_drive.loaders()
    if waiting:
        return f"A board waits in its bootloader at {waiting[0]}: copy {_TITLES[settings['platform']]}'s .uf2 file onto it first, as {DOCS} tells."
    others = [found.device for found in list_ports.comports() if found.vid and found.vid not in VENDORS]
    if others:
        return f"No {settings['title']} was found. If it is at {' or '.join(others)}, say so with PORT=..."
    return (
        f"No {settings['title']} is plugged in. Plug it in with a USB cable that carries data, not power alone; {DOCS} tells how to put "
        f"{_TITLES[settings['platform']]} on a new one."
    )


# --- flashing -----------------------------------------------------------------------------------------------------------


class Progress:
    """One line on a terminal that tells how far it is; nothing elsewhere. ``begun`` is set once something was changed."""

    def __init__(self):
        self.begun = False
        self._shown = 0

    def __call__(self, done, total, path):
        self.begun = done < total
        if sys.stdout.isatty():
            line = f"  {done} of {total} files, {path}" if done < total else ""
            print("\r" + line.ljust(self._shown), end="" if line else "\r", flush=True)
            self._shown = len(line)


def _installed(target, made, owner):
    """Bring ``made`` onto ``target``; return how many files were written. Troubles of a drive become FlashErrors."""
    progress = Progress()
    try:
        written = install.install(target, made, progress)
        if owner and target.read(NAME) != owner.encode():
            target.write(NAME, owner.encode())
        return written
    except OSError as error:
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise FlashError(
                f"The drive {target} is read-only here. Eject it, unplug the board, plug it in again, and run the same command again; if it stays so, "
                "let the computer check the drive."
            ) from None
        if error.errno == errno.ENOSPC:
            raise FlashError(f"The drive {target} is full. Delete what you can spare from it, and run the same command again.") from None
        raise FlashError(
            f"The drive {target} is gone in the middle of it: its cable was pulled, or the board was reset. Plug it in and run the same command "
            "again; it goes on from there."
        ) from None
    except KeyboardInterrupt:
        state = f"The board at {target} is half installed and says so when it starts" if progress.begun else "Nothing was changed"
        raise Stopped(f"Stopped. {state}; run the same command again, and it goes on from there.") from None


def flash(board, made, drives=None, owner=""):
    """Install ``made`` on the open ``board``, restart it and return the sentence that tells what runs. Raises FlashError.

    ``owner``, at most six letters, is whose handheld it is; without one it keeps the name that it has.
    """
    target = target_of(board, drives)
    written = _installed(target, made, owner)
    if target is not board:
        target.settle()
    everything = made.everything()
    sums = board.sums(list(everything))
    wrong = [path for path, content in everything.items() if sums.get(path) != (len(content), install.crc32(content))]
    if wrong:
        raise FlashError(f"The board at {board.port} reads {wrong[0]} otherwise than it was written. Run the same command again.")
    noted = board.sums([NOTE])
    board.reset()
    there = install.read_listing(board.read(install.LIST))
    if there is None or there.state != "whole" or there.board != made.board:
        raise FlashError(f"After its reset the board at {board.port} no longer tells what is on it. Run the same command again.")
    said = board.start(made.banner)
    if made.banner not in said or "Traceback" in said:
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        words = next((line for line in reversed(lines) if "Error" in line or "Crewlink" in line), lines[-1] if lines else "nothing")
        raise FlashError(
            f"Everything is on the board at {board.port}, but the program does not stay up. The board says: {words} "
            f"If this stays so after a second {install.again(made.board)}, please report these words."
        )
    # A program that fails says so on its display, not here, and leaves a note.
    board.stop()
    if board.sums([NOTE]) != noted:
        words = " ".join(board.read(NOTE).decode("ascii", "replace").split("\n")[1:]).strip()
        raise FlashError(
            f"Everything is on the board at {board.port}, but the game fails when it starts. Its note says: {words} If this stays so after a second "
            f"{install.again(made.board)}, please report these words; make log tells the place."
        )
    board.close(start=True)
    how = f"{written} of {len(everything) - 1} files copied" if written else "all files were there already"
    where = f" through its drive {target}" if target is not board else ""
    return f"{made.banner} runs at {board.port}: {how}{where}, each checked on the board (protocol {there.protocol})."


def flash_drive_alone(drive, made, owner=""):
    """Install ``made`` on a drive whose board has no port that could be asked; return the sentence that tells what is left to do."""
    _check_drive(drive)
    written = _installed(drive, made, owner)
    drive.settle()
    how = f"{written} files copied" if written else "all files were there already"
    return f"{made.banner} is on {drive}: {how} and read back. Eject the drive and press the board's reset key; it could not be asked over a serial port."


def run(name, wanted, owner="", out=print):
    """Flash the boards that were asked for, a line each; return the exit status. Raises InstallError or BundleError before the first."""
    settings = install.definition(name)
    if not re.fullmatch("[A-Za-z]{0,6}", owner):
        raise FlashError(f"{owner} cannot be shown as a name: one to six of the letters A to Z can. Nothing was changed; name another one with NAME=...")
    found, drives, passed = find(name, settings, wanted)
    failed = 0
    try:
        if owner and len(found + drives) > 1:
            raise FlashError("One name cannot be that of several boards. Flash them all without NAME=..., or this one alone with PORT=...")
        for sentence in passed if wanted == ALL else ():
            out(f"Passed over: {sentence}")
        made = install_build.build(name)
        files = dict(made.files)
        for place in found + drives:
            made.files = dict(files)  # each board has its own settings.toml
            try:
                out(flash(place, made, owner=owner) if isinstance(place, Board) else flash_drive_alone(place, made, owner))
            except Stopped:
                raise
            except InstallError as error:
                if wanted != ALL and len(found + drives) == 1:
                    raise
                failed += 1
                out(f"Not flashed: {error}")
    finally:
        for board in found:
            board.close(start=True)
    if len(found + drives) > 1:
        out(f"{len(found + drives) - failed} of {len(found + drives)} boards flashed.")
    return 1 if failed else 0


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.flash", description="Installs Crewlink on a board.")
    parser.add_argument("board", metavar="BOARD", nargs="?", default="", help="a folder of boards/")
    parser.add_argument("--port", metavar="PORT", default="", help="its serial port, several with commas, a drive's folder, or: all")
    parser.add_argument("--name", metavar="NAME", default="", help="whose handheld it is, at most six letters")
    options = parser.parse_args(arguments)
    try:
        return run(options.board, options.port.strip(), options.name.upper())
    except Stopped as error:
        print(error, file=sys.stderr)
        return 130
    except (InstallError, BundleError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. If copying had begun, the board says so when it starts; run the same command again, and it goes on from there.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())

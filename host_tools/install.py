"""What an installation on a board is, and how it gets there without ever leaving half a program that runs.

``install`` brings the set of files that host_tools/install_build.py makes onto anything that can keep files: a board's REPL
(host_tools/flash_repl.py) or its drive (host_tools/flash_drive.py). It knows neither ports nor compilers.

An installation that stops half-way says so when the board starts, and the next one goes on from there: the entry file is
replaced by a sentence first and written last, and the list ``crewlink.txt`` names what may lie there. A game's saves and
lines of the user's own in settings.toml are never touched, and a program of the user's is put aside, not overwritten.
"""

import ast
import difflib
import pathlib
import re
from binascii import crc32
from dataclasses import dataclass, field

from host_tools import bundle, bundle_merge

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = "crewlink.txt"
SAVES = "saves"
ASIDE = "before_crewlink"  # folder on the board for what was the user's
ENTRIES = {"circuitpython": "code.py", "micropython": "main.py"}
BESIDE = ("settings.toml", "safemode.py", "boot.py")  # in this order, before the list and the entry file
ROOM_FOR_SAVES = 48 * 1024  # ten slots, rounded up to a file system's blocks
_OWN_FOLDERS = tuple("lib/" + package for package in bundle.PACKAGES)
_MPY = ".mpy"

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

    def listing(self, state):
        """Return the content of ``crewlink.txt``; ``state`` is whole or installing."""
        lines = [f"Crewlink {self.version}", f"board {self.board}", f"protocol {self.protocol}", f"rules {self.rules}", f"state {state}"]
        contents = {**self.files, self.entry: self.program}
        lines += [f"{len(content)} {crc32(content):08x} {path}" for path, content in contents.items()]
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
        if path in before and path != "settings.toml":
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
    say(0, total, entry)
    for path in aside:
        target.rename(path, _free_name(path, present))
    # What is stale goes while the old list still names it, and the new list comes before what it names.
    target.write(entry, installation.half)
    for path in remove:
        target.remove(path)
    target.write(LIST, installation.listing("installing"))
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

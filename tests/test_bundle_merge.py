"""The bundle joins modules, works out tables, leaves out what nobody uses and shortens names; what it cannot prove it refuses."""

import re

import pytest

from host_tools import bundle, bundle_inline, bundle_merge, bundle_names

MAIN = "from firmware.app import start\nprint(start())\n"


def program(modules, outside=None, keep=()):
    """Return the Program of ``{dotted name: text}``; ``engine`` and ``firmware`` themselves are packages."""
    sources = {}
    for name, text in {"engine": "", "firmware": "", **modules}.items():
        package = name in ("engine", "firmware") or any(other.startswith(name + ".") for other in modules)
        sources[name.replace(".", "/") + ("/__init__.py" if package else ".py")] = name, text
    return bundle_merge.Program(sources, {"main.py": ("main", MAIN if outside is None else outside)}, keep)


def merged(modules, outside=None, keep=(), short=True, inline=False):
    """Return ``({path: File}, text of what is outside)``."""
    made = program(modules, outside, keep)
    if inline:
        bundle_inline.inline(made)
    bundle_names.spell(made, short)
    files, texts = bundle_names.write(made)
    return files, texts["main.py"]


def text_of(modules, **options):
    return merged(modules, **options)[0]["firmware/__init__.py"].text


@pytest.fixture
def run(unix_vm):
    """``run(modules)``: what the program prints on the 64-bit VM: the same with long and with short names, with functions put in or not."""

    def ran(modules, outside=None):
        said = set()
        for short in (False, True):
            for inline in (False, True):
                files, main = merged(modules, outside, short=short, inline=inline)
                said.add(unix_vm(main, [(place, file.text.encode()) for place, file in files.items()]))
        assert len(said) == 1
        return said.pop()

    return ran


# --- joining ---------------------------------------------------------------------------------------------------------


def test_the_modules_of_a_package_become_one_file_in_the_order_in_which_they_load(run):
    modules = {
        "engine.b": "from engine.a import f\nORDER = [f()]\n",
        "engine.a": "def f():\n    return 1\n",
        "firmware.app": "from engine.b import ORDER\nfrom firmware.z import more\ndef start():\n    return ORDER + more(2)\n",
        "firmware.z": "def more(x):\n    return [x]\n",
    }
    files, _ = merged(modules)
    assert list(files) == ["engine/__init__.py", "firmware/__init__.py"]
    assert run(modules) == "[1, 2]\n"


def test_two_names_alike_in_two_modules_stay_two(run):
    modules = {
        "firmware.a": "class Box:\n    def __init__(self):\n        self.x = _X\n_X = [1]\ndef draw():\n    return Box().x\n",
        "firmware.b": "class Box:\n    def __init__(self):\n        self.y = _X\n_X = [2]\ndef draw():\n    return Box().y\n",
        "firmware.app": "from firmware import a\nfrom firmware.b import draw\ndef start():\n    return a.draw() + draw()\n",
    }
    assert run(modules) == "[1, 2]\n"


def test_a_module_taken_whole_is_told_by_its_names(run):
    modules = {
        "firmware.screens": "from firmware.screens.cards import draw, key\ndef paint(n):\n    return draw(n) + 1\n",
        "firmware.screens.cards": "def draw(n):\n    return n\ndef key(k):\n    return -k\n",
        "firmware.app": "from firmware import screens\ndef start():\n    draw = 5\n    return screens.paint(draw), screens.key(3), screens.draw(1)\n",
    }
    assert run(modules) == "(6, -3, 1)\n"
    assert "screens" not in text_of(modules)


def test_a_local_name_never_takes_the_place_of_a_global_one(run):
    modules = {
        "firmware.a": "def actions(x):\n    return x + 1\ndef n():\n    return 7\n",
        "firmware.app": "from firmware import a\ndef start():\n    actions = a.actions(1)\n    n = [a.n() + n for n in range(2)]\n"
        "    return actions, n, (lambda actions: a.actions(actions))(10)\n",
    }
    assert run(modules) == "(2, [7, 8], 11)\n"


def test_imports_from_outside_stand_once(run):
    modules = {
        "firmware.a": "from binascii import crc32\nimport struct\ndef f(x):\n    return crc32(x) + struct.calcsize('H')\n",
        "firmware.app": "from binascii import crc32\nimport struct\nfrom firmware.a import f\ndef start():\n    return f(b'') + crc32(b'') + struct.calcsize('H')\n",
    }
    assert run(modules) == "4\n"
    assert text_of(modules).count("import struct") == text_of(modules).count("crc32\n") == 1


def test_what_is_imported_in_a_function_only_is_loaded_when_needed(run):
    modules = {
        "firmware.late": "from firmware.app import plus\nprint('loaded')\nHELP = [1]\ndef help(x):\n    return plus(x)\n",
        "firmware.app": "def plus(x):\n    return x + 1\ndef start():\n    print('began')\n    from firmware.late import HELP, help as h\n    return h(HELP[0])\n",
    }
    files, _ = merged(modules)
    assert list(files) == ["firmware/__init__.py", "crew_late.py"]
    assert run(modules) == "began\nloaded\n2\n"


def test_what_code_outside_imports_in_a_function_only_is_loaded_when_needed(run):
    modules = {"firmware.app": "def start():\n    return 1\n", "firmware.rare": "from firmware.app import start\ndef help():\n    return start() + 2\n"}
    main = "from firmware.app import start\ndef f():\n    from firmware.rare import help\n    return help()\nimport sys\n"
    main += "print(start(), 'crew_rare' in sys.modules, f(), 'crew_rare' in sys.modules)\n"
    assert "crew_rare.py" in merged(modules, outside=main)[0]
    assert run(modules, outside=main) == "1 False 3 True\n"


def test_what_was_loaded_when_needed_can_be_forgotten_again(run):
    modules = {
        "firmware.screens": "",
        "firmware.screens.late": "print('loaded')\ndef f():\n    return 1\n",
        "firmware.other": "",
        "firmware.other.late": "print('other')\ndef f():\n    return 2\n",
        "firmware.app": "import sys\ndef start():\n    for i in (1, 2):\n        from firmware.screens.late import f\n        from firmware.other.late import f as g\n"
        "        sys.modules.pop('firmware.screens.late')\n    return f() + g(), 'late' in sys.modules\n",
    }
    files, _ = merged(modules)
    assert sorted(files) == ["crew_firmware_screens_late.py", "crew_late.py", "firmware/__init__.py"]
    assert run(modules) == "loaded\nother\nloaded\n(3, False)\n"


def test_what_only_a_late_module_needs_comes_with_it_and_what_two_need_stands_alone(run):
    modules = {
        "firmware.deep": "print('deep')\ndef d():\n    return 1\n",
        "firmware.both": "print('both')\ndef b():\n    return 2\n",
        "firmware.one": "from firmware.deep import d\nfrom firmware.both import b\ndef f():\n    return d() + b()\n",
        "firmware.two": "from firmware.both import b\ndef f():\n    return b()\n",
        "firmware.app": "def start():\n    print('began')\n    from firmware.one import f\n    from firmware.two import f as g\n    return f() + g()\n",
    }
    files, _ = merged(modules)
    assert sorted(files) == ["crew_both.py", "crew_one.py", "crew_two.py", "firmware/__init__.py"]
    assert run(modules) == "began\nboth\ndeep\n5\n"


def test_what_is_loaded_when_needed_is_there_though_its_own_module_calls_it_once(run):
    modules = {
        "firmware.late": "def f(x):\n    return x + 1\ndef g(x):\n    y = f(x)\n    return y\n",
        "firmware.app": "def start():\n    from firmware.late import f, g\n    return f(1) + g(1)\n",
    }
    assert run(modules) == "4\n"


def test_what_a_function_imports_though_it_is_loaded_anyway_is_told(run):
    modules = {
        "firmware.a": "def f():\n    from firmware.app import g\n    return g() + 1\n",
        "firmware.app": "from firmware.a import f\ndef g():\n    return 1\ndef start():\n    return f()\n",
    }
    assert run(modules) == "2\n"
    assert "import" not in text_of(modules) and "return g() + 1" in text_of(modules, short=False)


def test_a_name_never_takes_the_place_of_a_builtin_that_another_module_uses(run):
    modules = {
        "firmware.a": "def min(x):\n    return -x\n",
        "firmware.app": "from firmware.a import min as least\ndef start():\n    return min(4, 3), least(1)\n",
    }
    assert run(modules) == "(3, -1)\n"


def test_code_outside_finds_what_it_takes():
    modules = {"firmware.app": "class Box:\n    def open(self):\n        return self.inner\n    def __init__(self):\n        self.inner = 3\ndef start():\n    return Box()\n"}
    files, main = merged(modules, "from firmware.app import start\nprint(start().open())\n")
    said = []
    space = {"print": said.append}
    exec(files["firmware/__init__.py"].text, space)
    exec(main.replace("from firmware import", "#"), {**space, "start": space[re.search(r"import (\w+) as start", main)[1]]})
    assert said == [3]


# --- working out and leaving out ---------------------------------------------------------------------------------------


def test_tables_and_numbers_are_worked_out(run):
    modules = {
        "firmware.a": "SIZE = 3\nTABLE = bytes(min(i, SIZE) for i in range(6))\nTWICE = bytes([TABLE[4]]) * 2\n",
        "firmware.app": "from firmware.a import SIZE, TABLE, TWICE\ndef start():\n    return SIZE, TABLE, TABLE[5], TWICE\n",
    }
    assert run(modules) == r"(3, b'\x00\x01\x02\x03\x03\x03', 3, b'\x03\x03')" + "\n"
    text = text_of(modules)
    assert "bytes" not in text and "SIZE" not in text and text.count(r"\x00\x01\x02") == 1


@pytest.mark.parametrize("table", ["bytes(f())", "bytes(3) + b", "open('x')", "bytes(-1)", "b'abc'[9]", "2 ** 9", "[1]", "bytes(i for i in x)"])
def test_what_is_no_table_for_certain_is_left_to_the_board(table):
    text = text_of({"firmware.app": "def f():\n    return 3\nb = bytearray(1)\nx = [1]\nT = %s\ndef start():\n    return T, T\n" % table})
    assert table.split("(")[0] in text


def test_what_nobody_uses_is_left_out():
    modules = {
        "firmware.a": "def unused():\n    return other()\ndef other():\n    pass\nclass Box:\n    def used(self):\n        pass\n    def spare(self):\n        pass\n",
        "firmware.app": "from firmware.a import Box, unused\nprint('stays')\ndef start():\n    Box().used()\n",
    }
    text = text_of(modules, short=False)
    assert "used" in text and "stays" in text
    assert not re.search("unused|other|spare", text)


def test_what_code_outside_uses_stays():
    modules = {"firmware.app": "class Box:\n    def spare(self):\n        pass\ndef start():\n    return Box\ndef more():\n    pass\n"}
    text = text_of(modules, outside="from firmware.app import start, more\nstart().spare()\n", short=False)
    assert "spare" in text and "more" in text


# --- putting in ----------------------------------------------------------------------------------------------------------


def put_in(text):
    """Return the names of the functions of firmware/app.py that are put into their callers."""
    return bundle_inline.inline(program({"firmware.app": text}))


@pytest.mark.parametrize(
    "text, said, names",
    [
        ("def f(x, y=2):\n    z = x + y\n    print(z)\ndef start():\n    z = 1\n    f(z)\n    return z\n", "3\n1\n", ["f"]),
        ("def f(x):\n    x += 1\n    return x * 2\ndef start():\n    x = 1\n    y = f(x)\n    return x, y\n", "(1, 4)\n", ["f"]),
        ("def f(x):\n    if x:\n        return 5\n    print('no')\ndef start():\n    for i in (0, 1):\n        return f(i)\n    return 7\n", "no\nNone\n", ["f"]),
        ("def g(n):\n    k = n + 1\n    return k\ndef f(n):\n    k = 10\n    m = g(n)\n    return k + m\ndef start():\n    k = 100\n    m = f(1)\n    return k + m\n", "112\n", ["g", "f"]),
        ("def f(a, b):\n    for i in range(2):\n        print(a, b, i)\ndef start():\n    i = [1]\n    f(i.pop(), len(i))\n    return i\n", "1 0 0\n1 0 1\n[]\n", ["f"]),
        ("class A:\n    def __init__(self):\n        self.n = 3\n    def _add(self, k):\n        self.n += k\n        return self.n\n    def go(this):\n        n = this._add(4)\n"
         "        return n + this.n\ndef start():\n    return A().go()\n", "14\n", ["_add"]),
        ("def f(t):\n    try:\n        t[3] = 1\n    except IndexError as e:\n        print('caught')\ndef start():\n    e = 2\n    f([])\n    return e\n", "caught\n2\n", ["f"]),
        ("def f():\n    print('f')\n    return [1]\ndef start():\n    t = [0]\n    t[0] = f()\n    return t\n", "f\n[[1]]\n", ["f"]),
        ("def f(x):\n    y = x + 1\n    print(y)\ndef start():\n    put_0 = 5\n    f(put_0)\n    return put_0\n", "6\n5\n", ["f"]),
        ("def g(x):\n    y = min(x, 5)\n    print(y)\ndef f(a):\n    min = a + 1\n    z = 7\n    g(3)\n    print(min, z)\ndef start():\n    f(1)\n    return 0\n", "3\n2 7\n0\n", ["f"]),
        ("def f():\n    'nothing'\ndef start():\n    x = f()\n    f_ = 3\n    return x, f_\n", "(None, 3)\n", ["f"]),
    ],
)  # fmt: skip
def test_a_function_called_once_is_put_there_and_does_the_same(text, said, names, run):
    assert put_in(text) == names
    assert run({"firmware.app": text}) == said


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    return 1\ndef start():\n    return f() + 1\n",
        "def f():\n    return 1\ndef start():\n    f()\n    return f()\n",
        "def f(x):\n    if x:\n        return\n    print(x)\ndef start():\n    f(1)\n",
        "def f(n):\n    return start() if n else 0\ndef start():\n    for i in range(0):\n        print(i)\n    return (lambda: f(0))()\n",
        "def f(*x):\n    print(x)\ndef start():\n    f(1)\n",
        "def f(x):\n    print(x)\ndef start():\n    f(x=1)\n",
        "def f(x):\n    print(x)\ndef start():\n    f(*[1])\n",
        "def f(x=[1]):\n    print(x)\ndef start():\n    f()\n",
        "def f(x):\n    print([x for y in (1, 2)])\ndef start():\n    f(1)\n",
        "def f():\n    yield 1\ndef start():\n    g = f()\n    return list(g)\n",
        "def f(x):\n    print(min(x, 1))\ndef start():\n    min = 0\n    f(2)\n    return min\n",
        "import gc\ndef f():\n    gc.collect()\ndef start():\n    gc = 1\n    f()\n    return gc\n",
        "class A:\n    def f(self):\n        pass\nclass B:\n    def f(self):\n        pass\n    def go(self):\n        self.f()\ndef start():\n    B().go(), A\n",
        "class A:\n    def f(self):\n        print('A')\ndef start():\n    a = A()\n    a.f()\n",
        "class A(Exception):\n    def f(self):\n        print('A')\n    def go(self):\n        self.f()\ndef start():\n    A().go()\n",
    ],
)  # fmt: skip
def test_a_function_that_cannot_be_put_in_without_doubt_stays(text, run):
    assert put_in(text) == []
    run({"firmware.app": text})


# --- names -------------------------------------------------------------------------------------------------------------


def test_attributes_of_two_classes_share_names_and_those_of_one_do_not(run):
    modules = {
        "firmware.a": "class One:\n    def __init__(self):\n        self.first = 1\n        self.second = 2\n    def total(self):\n        return self.first + self.second\n",
        "firmware.b": "class Two:\n    def __init__(self):\n        self.third = 30\n        self.fourth = 40\n    def both(self, one):\n"
        "        return one.total(), self.third, self.fourth, one.first\n",
        "firmware.app": "from firmware.a import One\nfrom firmware.b import Two\ndef start():\n    return Two().both(One())\n",
    }
    assert run(modules) == "(3, 30, 40, 1)\n"
    made = program(modules)
    bundle_names.spell(made)
    names = made.attributes
    assert len({names[name] for name in ("first", "second", "total")}) == 3 == len({names[name] for name in ("third", "fourth", "both")})
    assert {names[name] for name in ("first", "second", "total")} == {names[name] for name in ("third", "fourth", "both")}


def test_an_attribute_bound_from_outside_its_class_shares_its_name_with_none(run):
    modules = {
        "firmware.app": "class One:\n    def __init__(self):\n        self.kept = 1\nclass Two:\n    def __init__(self):\n        self.own = 2\n"
        "def start():\n    one = One()\n    two = Two()\n    for each in (one, two):\n        each.mark = 5\n    return one.kept, two.own, one.mark\n",
    }
    assert run(modules) == "(1, 2, 5)\n"
    made = program(modules)
    bundle_names.spell(made)
    assert made.attributes["mark"] not in (made.attributes["kept"], made.attributes["own"])


def test_a_class_shares_no_name_with_the_one_it_is_made_from(run):
    modules = {
        "firmware.a": "class Base:\n    def __init__(self):\n        self.low = 1\n    def get(self):\n        return self.low + self.more()\n    def more(self):\n        return 0\n",
        "firmware.app": "from firmware.a import Base\nclass Made(Base):\n    def __init__(self):\n        super().__init__()\n        self.high = 10\n"
        "    def more(self):\n        return self.high\ndef start():\n    return Made().get()\n",
    }
    assert run(modules) == "11\n"


def test_a_refusal_keeps_its_attributes(run):
    modules = {
        "firmware.app": "class Refusal(Exception):\n    def __init__(self, code):\n        super().__init__(code)\n        self.code = code\n"
        "def start():\n    try:\n        raise Refusal(4)\n    except Refusal as refusal:\n        return refusal.code, refusal.args\n",
    }
    assert run(modules) == "(4, (4,))\n"


def test_names_that_others_may_have_too_stay():
    modules = {
        "firmware.app": "class Pen:\n    def append(self, board):\n        board.write(b'x')\n    def find(self):\n        return self.written\n"
        "    def __init__(self):\n        self.written = []\n        self.chip = 1\n    def write(self, b):\n        return self.chip\ndef start():\n    return Pen().append, Pen().find, b'x'.find\n",
    }
    text = text_of(modules, keep=("chip", "write"))
    assert all(name in text for name in ("append", "find", "chip", "write")) and "written" not in text


def test_what_is_made_from_something_unknown_keeps_its_attributes():
    modules = {"firmware.app": "from array import array\nclass Made(array):\n    def some(self):\n        return self.other\ndef start():\n    return Made().some\n"}
    assert "some" in text_of(modules) and "other" in text_of(modules)


def test_a_global_name_is_never_that_of_an_argument_beside_it(run):
    many = "".join("def f%d(a):\n    return a + %d\n" % (i, i) for i in range(60))
    uses = ", ".join("f%d(a), f%d(b)" % (i, i) for i in range(60))
    text = many + "def all_of(a, b, c):\n    return sum((%s)) + c\ndef start():\n    return all_of(1, 2, 3)\n" % uses
    assert run({"firmware.app": text}) == "3723\n"


def test_arguments_are_told_by_their_place_unless_a_call_names_them(run):
    modules = {
        "firmware.app": "def f(first, second=2, *rest, named=4):\n    return first, second, rest, named, [first for second in (1, 2)]\n"
        "def g(outer):\n    return (lambda inner: (outer, inner))(9)\n"
        "def start():\n    return f(1, 5, 6, named=7), f(1), f(first=3), g(1)\n",
    }
    assert run(modules) == "((1, 5, (6,), 7, [1, 1]), (1, 2, (), 4, [1, 1]), (3, 2, (), 4, [3, 3]), (1, 9))\n"
    text = text_of(modules)
    assert "first" in text and "named" in text and "rest" not in text and "outer" not in text


def test_long_names_stay_as_they_are():
    modules = {"firmware.app": "class Box:\n    def inside(self, argument):\n        return argument\ndef start():\n    return Box().inside(1)\n"}
    assert text_of(modules, short=False) == "class Box:\n\n    def inside(self, argument):\n        return argument\n\ndef start():\n    return Box().inside(1)\n"


# --- refusals ------------------------------------------------------------------------------------------------------------

APP = "def start():\n    pass\n"
REFUSED = [
    ({"firmware.a": "x = 1\n", "firmware.app": "from firmware.a import *\n" + APP}, "firmware/app.py:1: .*name it"),
    ({"firmware.a": "x = 1\n", "firmware.app": "import firmware.a\n" + APP}, "firmware/app.py:1: .*from firmware.a import NAME"),
    ({"firmware.a": "x = 1\n", "firmware.app": "from firmware.a import y\n" + APP}, "firmware/app.py:1: firmware.a has no y"),
    ({"firmware.app": "from firmware.b import y\n" + APP}, "firmware/app.py:1: there is no module firmware.b"),
    ({"firmware.a": "import struct\n", "firmware.app": "from firmware.a import struct\n" + APP}, "firmware/app.py:1: struct is not made"),
    ({"firmware.a": "x = 1\n", "firmware.app": "from firmware import a\nprint(a)\n" + APP}, "firmware/app.py:2: .*used as a whole"),
    ({"firmware.a": "x = 1\n", "firmware.app": "from firmware import a\na.x = 2\n" + APP}, "firmware/app.py:2: .*bound from elsewhere"),
    ({"firmware.a": "x = 1\n", "firmware.app": "from firmware import a\nprint(a.y)\n" + APP}, "firmware/app.py:2: firmware.a has no y"),
    ({"firmware.a": "x = 1\n", "firmware.app": "from firmware.a import x\nx = 2\n" + APP}, "firmware/app.py:1: x is bound again"),
    ({"firmware.app": "import struct\nstruct = 2\n" + APP}, "firmware/app.py:1: struct is bound again"),
    ({"firmware.a": "x = 1\n", "firmware.app": "if 1:\n    from firmware.a import x\n" + APP}, "firmware/app.py:2: .*neither plainly"),
    ({"firmware.a": "x = 1\n", "firmware.app": "def start():\n    from firmware import a\n"}, "firmware/app.py:2: .*as a whole"),
    ({"firmware.a": "x = 1\ndef f():\n    from firmware.app import start\n    start = 1\n", "firmware.app": "from firmware.a import f\nprint(f)\n" + APP}, "firmware/a.py:3: start is bound again"),
    ({"firmware.a": "from firmware.app import start\n", "firmware.app": "from firmware.a import x\n" + APP}, "firmware/a(pp)?.py:1: "),
    ({"firmware.a": "from firmware.app import start\nx = 1\n", "firmware.app": "from firmware.a import x\n" + APP}, "needs .*circle"),
    ({"engine.a": "from firmware.b import y\nx = y\n", "firmware.b": "y = []\n", "firmware.app": "from engine.a import x\nprint(x)\n" + APP}, "needs .*circle"),
    ({"firmware.app": "import board\n" + APP}, "firmware/app.py:1: .*board.*firmware/hal"),
    ({"firmware.app": "from os import *\n" + APP}, "firmware/app.py:1: .*name it"),
    ({"firmware.a": "from os import sep\nprint(sep)\n", "firmware.app": "from sys import path as sep\nfrom firmware.a import x\nprint(sep)\n" + APP}, "firmware/app.py:2: "),
    ({"firmware.a": "from os import sep\nx = [sep]\n", "firmware.app": "from sys import path as sep\nfrom firmware.a import x\nprint(sep, x)\n" + APP}, ":[12]: sep means .*rename one"),
    ({"firmware.app": "def start():\n    global x\n    x = 1\n"}, "firmware/app.py:2: .*outside itself"),
    ({"firmware.app": "def start():\n    x = 1\n    def f():\n        nonlocal x\n        x = 2\n"}, "firmware/app.py:4: .*outside itself"),
    ({"firmware.app": "def start():\n    return getattr(start, 'x')\n"}, "firmware/app.py:2: `getattr`"),
    ({"firmware.app": "def start():\n    return 'firmware.app'\n"}, "firmware/app.py:2: a text names the module firmware.app"),
    ({"firmware.app": "def start():\n    return start.__dict__\n"}, "firmware/app.py:2: `__dict__`"),
    ({"firmware.app": "def start():\n    try:\n        pass\n    except (OSError, AttributeError):\n        pass\n"}, "firmware/app.py:4: .*missing"),
    ({"firmware.app": "class A:\n    x = 1\n    y = x + 1\n" + APP}, "firmware/app.py:3: x is read in the class"),
    ({"firmware.app": "class A:\n    @staticmethod\n    def f(a):\n        pass\ndef start():\n    A.f(1)\n"}, "firmware/app.py:3: .*decorated"),
    ({"firmware.app": "class A:\n    def f():\n        pass\ndef start():\n    A.f()\n"}, "firmware/app.py:2: .*no first argument"),
    ({"firmware.app": "class A:\n    def f(self):\n        self = 1\ndef start():\n    A().f()\n"}, "firmware/app.py:3: self is bound again"),
    ({"firmware.app": "def start():\n    class A:\n        pass\n    return A\n"}, "firmware/app.py:2: a class stands inside"),
    ({"firmware.app": "def start(:\n"}, "firmware/app.py:1: this is not Python"),
]


@pytest.mark.parametrize("modules, sentence", REFUSED, ids=[str(i) for i in range(len(REFUSED))])
def test_what_cannot_be_proved_is_refused_with_file_and_line(modules, sentence):
    with pytest.raises(bundle_merge.MergeError, match=sentence):
        merged(modules)


@pytest.mark.parametrize(
    "outside, sentence",
    [
        ("import firmware.app\n", "main.py:1: .*from firmware.app import NAME"),
        ("from firmware import app\n", "main.py:1: firmware.app is taken as a whole"),
        ("from firmware.app import stop\n", "main.py:1: firmware.app has no stop"),
    ],
)
def test_code_outside_that_cannot_be_served_is_refused(outside, sentence):
    with pytest.raises(bundle_merge.MergeError, match=sentence):
        merged({"firmware.app": APP}, outside)


# --- tracebacks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [True, False])
def test_a_traceback_from_the_bundle_is_told_in_places_of_the_sources(tmp_path, unix_vm, lines):
    modules = {
        "firmware/__init__.py": '"""Doc."""\n',
        "firmware/a.py": '"""Doc."""\n\n\nclass Box:\n    """Doc."""\n\n    def empty(self):\n        # a comment\n        return [][\n            1\n        ]\n',
        "firmware/app.py": '"""Doc."""\n\nfrom firmware.a import Box\n\n\ndef start():\n    return Box().empty()\n',
    }
    for name, text in modules.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    given = {"main.py": MAIN}
    made = bundle.bundle(tmp_path / "out", tmp_path, ("firmware",), (), lines=lines, outside=given)
    with pytest.raises(Exception, match="IndexError") as error:
        unix_vm(made.outside["main.py"], [("", tmp_path / "out")])
    said = bundle.explain(str(error.value), bundle.merge_tree(tmp_path, ("firmware",), (), given)[0])
    if lines:
        assert 'File "firmware/app.py", line 7, in start' in said
        assert 'File "firmware/a.py", line 9, in Box.empty' in said
    else:
        assert "start (firmware/app.py:6)" in said
        assert "Box.empty (firmware/a.py:7)" in said

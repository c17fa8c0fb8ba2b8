"""The bundle folds codes into numbers, refuses what it cannot fold, and what it writes runs on a real VM."""

import pytest

from engine.attempt import Attempt
from host_tools import bundle, vm

SHIM = "try:\n    from micropython import const\nexcept ImportError:\n\n    def const(value):\n        return value\n\n\n"
CODES = '"""Codes."""\n\n' + SHIM + "RED = const(1)\nBLUE = const(-2)\nBOTH = const(RED << 4 | 3)\n"
TABLE = {"engine.codes": {"RED": 1, "BLUE": -2, "BOTH": 19}}


def fold(text, module="engine.rules", place="engine/rules.py", drop=True):
    return bundle.fold(text, place, module, TABLE, drop)


def made_up_tree(folder, modules):
    """Write ``{path: text}`` and the codes under ``folder``."""
    for name, text in {"engine/__init__.py": "", "engine/codes.py": CODES, **modules}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_codes_are_read_as_numbers():
    assert bundle.read_codes(CODES, "codes.py") == TABLE["engine.codes"]


@pytest.mark.parametrize("line", ["X = 5", "X = const('a')", "X = const(1 // 0)", "def f(): pass", "import os", "X = const(1)\nX = const(2)"])
def test_a_module_of_codes_holds_nothing_else(line):
    with pytest.raises(bundle.BundleError, match="codes.py:"):
        bundle.read_codes(SHIM + line, "codes.py")


def test_uses_become_numbers_and_lines_stay():
    text = "from engine.codes import (\n    RED,\n    BOTH as ALL,\n)\n\nx = [RED, ALL]\nprint(x)  # RED\n"
    assert fold(text) == "pass\n\n\n\n\nx = [1, 19]\nprint(x)  # RED\n"


def test_numbers_are_bracketed_where_digits_would_read_otherwise():
    text = "from engine.codes import RED, BLUE\nx = 2 ** BLUE\ny = RED.bit_length()\nz = -BLUE\n"
    assert fold(text) == "pass\nx = 2 ** (-2)\ny = (1).bit_length()\nz = -(-2)\n"


def test_relative_and_inner_imports_and_letters_beyond_ascii_fold():
    text = "def f():\n    from .codes import RED; s = 'é'; return s, RED\n"
    assert fold(text) == "def f():\n    pass; s = 'é'; return s, 1\n"


def test_docstrings_and_asserts_go_only_when_asked():
    text = '"""Doc.\n\nMore."""\n\ndef f(x):\n    """Doc."""\n    assert x\n'
    assert fold(text) == "pass\n\n\n\ndef f(x):\n    pass\n    pass\n"
    assert fold(text, drop=False) == text


def test_the_shim_goes_when_the_compiler_needs_no_const():
    assert "micropython" not in fold(SHIM + "from engine.codes import RED\n_X = const(RED + 1)\n_Y = const(_X)\n")
    assert "micropython" in fold(SHIM + "_X = const(len('ab'))\n")
    assert "micropython" in fold(SHIM + "def f():\n    return const(1)\n")


@pytest.mark.parametrize(
    "line",
    [
        "RED = 3",
        "RED += 1",
        "for RED in []: pass",
        "def RED(): pass",
        "class RED: pass",
        "def f(RED): pass",
        "lambda RED: 0",
        "def f():\n    global RED",
        "import RED",
        "import os as RED",
        "from os import sep as RED",
        "try: pass\nexcept OSError as RED: pass",
        "(RED := 2)",
        "with f() as RED: pass",
        "[0 for RED in ()]",
        "del RED",
        "f(RED=1)",
        "x.RED",
        "x = f'{RED}'",
        "x = f'{f(RED):{RED}}'",
    ],
)
def test_a_code_that_cannot_be_folded_without_doubt_is_refused(line):
    with pytest.raises(bundle.BundleError, match=r"engine/rules\.py:\d+: .*RED.*\."):
        fold("from engine.codes import RED\n" + line + "\n")


@pytest.mark.parametrize(
    "line",
    [
        "import engine.codes",
        "from engine import codes",
        "from . import codes",
        "from engine.codes import *",
        "from engine.codes import GREEN",
        "from engine.codes import RED as X\nfrom engine.codes import BLUE as X",
        "from engine.codes import RED\n)",
    ],
)
def test_an_import_that_cannot_be_folded_is_refused(line):
    with pytest.raises(bundle.BundleError, match=r"engine/rules\.py:\d+: "):
        fold(line + "\n")


def test_an_import_of_all_codes_says_what_to_write():
    with pytest.raises(bundle.BundleError, match="name what is taken"):
        fold("from engine.codes import *\n")


def test_a_folded_name_cannot_be_taken_from_the_module_that_took_it(tmp_path):
    made_up_tree(tmp_path, {"engine/a.py": "from engine.codes import RED\n", "engine/b.py": "from engine.a import RED\n"})
    with pytest.raises(bundle.BundleError, match=r"engine/b\.py:1: RED is a code"):
        bundle.fold_tree(tmp_path, ("engine",), ("engine.codes",))


def test_what_is_bundled_runs_on_the_vms_without_the_codes(tmp_path, unix_vm, node_vm):
    a = SHIM + "from engine.codes import BOTH\n_X = const(BOTH + 1)\n\n\ndef f():\n    return _X, BOTH\n"
    b = "from engine.a import f\nfrom engine.codes import RED\n\n\ndef g():\n    return f() + (RED,)\n"
    made_up_tree(tmp_path, {"engine/a.py": a, "firmware/__init__.py": "", "firmware/b.py": b})
    cases = (
        (False, "firmware", ["engine/__init__.mpy", "firmware/__init__.mpy"]),
        (True, "firmware.b", ["engine/__init__.py", "engine/a.py", "firmware/__init__.py", "firmware/b.py"]),
    )
    for source, module, files in cases:
        out = tmp_path / ("py" if source else "mpy")
        sizes = bundle.bundle(out, tmp_path, code_modules=("engine.codes",), source=source).sizes
        assert sorted(sizes) == files
        script = "import %s as b\nprint(b.g(), hasattr(b, 'RED'))" % module
        assert unix_vm(script, [("", out)]) == "(20, 19, 1) False\n"
        assert node_vm([script], [("", out)])[0].out == "(20, 19, 1) False\n"


def test_folding_saves_heap_on_a_32_bit_board(tmp_path, node_vm):
    names = ["CODE_%d" % i for i in range(60)]
    codes = SHIM + "".join("%s = const(%d)\n" % pair[::-1] for pair in enumerate(names))
    a = "from engine.codes import %s\n\n\ndef f():\n    return %s\n" % (", ".join(names), " + ".join(names))
    made_up_tree(tmp_path, {"engine/codes.py": codes, "engine/a.py": a})
    bundle.bundle(tmp_path / "out", tmp_path, ("engine",), ("engine.codes",))
    folded = vm.heap_of(["import engine"], [("", tmp_path / "out")])[0]
    plain = vm.heap_of(["import engine.a"], [("engine", tmp_path / "engine")])[0]
    assert folded < 1000 < 3000 < plain


def test_an_older_bundle_leaves_no_module_behind(tmp_path):
    made_up_tree(tmp_path, {"engine/a.py": ""})
    bundle.bundle(tmp_path / "out", tmp_path, ("engine",), ("engine.codes",))
    (tmp_path / "out" / "crew_late.mpy").write_bytes(b"")
    (tmp_path / "engine" / "a.py").rename(tmp_path / "engine" / "b.py")
    bundle.bundle(tmp_path / "out", tmp_path, ("engine",), ("engine.codes",), source=True)
    assert sorted(path.name for path in (tmp_path / "out" / "engine").iterdir()) == ["__init__.py", "b.py"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["engine"]


def test_the_sources_are_never_replaced(tmp_path):
    made_up_tree(tmp_path, {})
    with pytest.raises(bundle.BundleError, match="Name another folder"):
        bundle.bundle(tmp_path, tmp_path, ("engine",))
    assert (tmp_path / "engine" / "codes.py").exists()


def test_circuitpython_gets_its_first_byte_and_nothing_else_changes():
    plain = bundle.compile_mpy("x = 1\n", "a.py")
    other = bundle.compile_mpy("x = 1\n", "a.py", circuitpython=True)
    assert plain[:2] == b"M\x06" and other[:1] == b"C" and other[1:] == plain[1:]


@pytest.mark.parametrize("content, word", [(b"C\x06\x00\x1f", "version"), (b"M\x05\x00\x1f", "version"), (b"M\x06\x1a\x1f", "native")])
def test_circuitpython_gets_no_other_version_and_no_native_code(content, word):
    with pytest.raises(bundle.BundleError, match=word):
        bundle.circuitpython_mpy(content, "a.py")


def test_what_the_compiler_refuses_is_named():
    with pytest.raises(bundle.BundleError, match="a.py: mpy-cross refuses it: .*SyntaxError"):
        bundle.compile_mpy("def f(:\n", "a.py")


def test_the_command_says_what_it_wrote_or_why_not(tmp_path, capsys):
    assert bundle.main([str(tmp_path / "out"), "--circuitpython"]) == 0
    assert "files, " in capsys.readouterr().out
    assert all(path.read_bytes()[:1] == b"C" for path in (tmp_path / "out").rglob("*.mpy"))
    assert not list((tmp_path / "out").rglob("codes.*")) and not list((tmp_path / "out").rglob("layout.*"))
    (tmp_path / "file").write_text("")
    assert bundle.main([str(tmp_path / "file")]) == 1
    assert "could not be written" in capsys.readouterr().err


def test_the_real_engine_loads_on_both_vms_from_its_bundle(tmp_path, unix_vm, node_vm):
    sizes = bundle.bundle(tmp_path, packages=("engine",)).sizes
    assert list(sizes) == ["engine/__init__.mpy"]
    script = "from engine import Attempt\nprint(len(Attempt().state))"
    expected = "%d\n" % len(Attempt().state)
    assert unix_vm(script, [("", tmp_path)]) == expected
    assert node_vm([script], [("", tmp_path)])[0].out == expected


def test_the_real_source_loads_on_both_vms_unfolded(unix_vm, node_vm):
    names = sorted("engine." + path.stem for path in (bundle.ROOT / "engine").glob("*.py") if path.stem != "__init__")
    script = "".join(f"import {name}\n" for name in names) + "print('loaded')"
    assert unix_vm(script, ["engine"]) == "loaded\n"
    assert node_vm([script], ["engine"])[0].out == "loaded\n"

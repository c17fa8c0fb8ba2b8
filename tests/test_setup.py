"""One command sets a target up on a machine with only make and Python, and says in one sentence what it lacks."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

from host_tools import setup

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGETS = ["play", "demo", "test", "check", "bench", "clean"]


def make_checkout(folder):
    """Copy what the set-up itself needs to a folder with a space in its name; return it."""
    checkout = folder / "crew link"
    (checkout / "host_tools").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "host_tools/__init__.py", "host_tools/setup.py"):
        shutil.copy(ROOT / name, checkout / name)
    return checkout


def run(checkout, *command, **environment):
    """Run a command in ``checkout`` with packages from its folder ``wheels`` only, so that no test asks the network."""
    given = {**os.environ, "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "wheels", "MAKEFLAGS": ""}
    return subprocess.run(command, cwd=checkout, env={**given, **environment}, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def set_up(checkout, extra, **environment):
    return run(checkout, sys.executable, "-m", "host_tools.setup", extra, **environment)


def make_wheel(checkout, name):
    """Put a package of one empty module on the shelf; return its SHA-256 sum."""
    (checkout / "wheels").mkdir(exist_ok=True)
    path = checkout / "wheels" / f"{name}-1-py3-none-any.whl"
    info = f"{name}-1.dist-info/"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(info + "RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def ask_for(checkout, sums="", stubs="", **extras):
    """Write a pyproject.toml with these extras."""
    lines = "".join(f"{extra} = {names}\n" for extra, names in extras.items())
    (checkout / "pyproject.toml").write_text(
        f"[project.optional-dependencies]\n{lines}[tool.crewlink.sha256]\n{sums}\n[tool.crewlink.stubs]\n{stubs}\n"
    )


def has(checkout, module):
    return run(checkout, ".venv/bin/python", "-c", f"import {module}").returncode == 0


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A checkout whose .venv is made once for the tests of this module; each asks for its own packages."""
    checkout = make_checkout(tmp_path_factory.mktemp("set-up"))
    for name in ("made_for_play", "made_for_demo", "made_summed"):
        make_wheel(checkout, name)
    return checkout


def one_sentence(done):
    """Return what a failed run told the user last; check that it is no traceback."""
    assert done.returncode != 0
    assert "Traceback" not in done.stderr + done.stdout
    return [line for line in done.stderr.splitlines() if not line.startswith("make")][-1]


def test_make_alone_prints_its_targets_in_order():
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "MAKEFLAGS": ""})
    named = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("  make ")]
    assert done.returncode == 0 and [name for name in named if name in TARGETS] == TARGETS
    assert len(done.stdout.splitlines()) <= 24 and max(map(len, done.stdout.splitlines())) <= 100


def test_without_ensurepip_one_line_cures(tmp_path):
    checkout = make_checkout(tmp_path)
    (tmp_path / "shadow").mkdir()
    (tmp_path / "shadow" / "ensurepip.py").write_text("raise ImportError('hidden by a test')\n")
    done = run(checkout, "make", "PYTHON=" + sys.executable, "play", PYTHONPATH=str(tmp_path / "shadow"))
    said = one_sentence(done)
    assert "Cure: sudo apt install python3" in said and said.endswith("-venv")
    assert not (checkout / ".venv").exists()


def test_the_cure_names_the_package_of_this_python(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    monkeypatch.setattr(setup.sys, "executable", "/usr/bin/python3")
    with pytest.raises(setup.SetupError, match="python3-venv$"):
        setup.need_ensurepip()
    monkeypatch.setattr(setup.sys, "executable", str(tmp_path / "python3.12"))
    with pytest.raises(setup.SetupError, match=r"python3\.%d-venv$" % sys.version_info[1]):
        setup.need_ensurepip()


def test_without_python_one_line_cures(tmp_path):
    done = run(make_checkout(tmp_path), "make", "PYTHON=no-such-python", "play")
    assert "sudo apt install python3 python3-venv" in one_sentence(done)


def test_an_old_python_is_told_so(monkeypatch, capsys):
    monkeypatch.setattr(setup, "OLDEST", (99, 0))
    monkeypatch.setattr(setup, "NEWER_NAMES", ())
    assert setup.main(["play"]) == 1
    assert "needs Python 99.0 or newer, and python3 here is %d.%d" % sys.version_info[:2] in capsys.readouterr().err


def test_an_old_python_hands_over_to_a_newer_one(monkeypatch, tmp_path):
    for name, status in (("python3.13", 1), ("python3.12", 0)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {status}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert setup.newer_python() == str(tmp_path / "python3.12")


def test_a_target_gets_its_own_packages_and_the_second_run_does_nothing(checkout):
    ask_for(checkout, play=["made_for_play==1"], demo=["made_for_demo==1"])
    done = set_up(checkout, "play")
    assert done.returncode == 0, done.stderr
    assert has(checkout, "made_for_play") and not has(checkout, "made_for_demo")
    again = set_up(checkout, "play", PIP_FIND_LINKS="nowhere")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert set_up(checkout, "demo").returncode == 0 and has(checkout, "made_for_demo")


def test_a_package_that_cannot_be_had_ends_in_a_sentence_and_the_next_run_cures(checkout):
    ask_for(checkout, play=["made_for_nobody==1"])
    for _ in range(2):
        assert "check the network" in one_sentence(set_up(checkout, "play"))
    make_wheel(checkout, "made_for_nobody")
    assert set_up(checkout, "play").returncode == 0
    assert has(checkout, "made_for_nobody")


def test_a_package_with_another_sum_is_refused(checkout):
    sums = 'made_summed = ["%s", "%s"]'
    wanted = "made_summed==1; python_version >= '3'"
    ask_for(checkout, sums % ("0" * 64, "1" * 64), play=[wanted])
    done = set_up(checkout, "play")
    one_sentence(done)
    assert "HASH" in done.stderr.upper() and not has(checkout, "made_summed")
    ask_for(checkout, sums % ("0" * 64, make_wheel(checkout, "made_summed")), play=[wanted])
    assert set_up(checkout, "play").returncode == 0
    assert has(checkout, "made_summed")


def test_a_package_for_another_machine_is_left_out(checkout):
    ask_for(checkout, 'made_elsewhere = ["%s"]' % ("0" * 64), play=["made_elsewhere==1; sys_platform == 'elsewhere'"])
    assert set_up(checkout, "play").returncode == 0


def test_the_stubs_of_each_platform_lie_in_a_folder_of_their_own_and_only_for_tests(checkout):
    for name in ("made_stub_a", "made_stub_b"):
        make_wheel(checkout, name)
    stubs = "one = ['made_stub_a==1']\ntwo = ['made_stub_b==1']"
    ask_for(checkout, stubs=stubs, play=[], test=[])
    folder = checkout / "build" / "stubs"
    assert set_up(checkout, "play").returncode == 0 and not folder.exists()
    # Without npm: what this test is about is done before npm is asked.
    done = set_up(checkout, "test", PATH="/usr/bin/none")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in folder.glob("*/*.py")} == {"made_stub_a.py", "made_stub_b.py"}
    assert (folder / "one" / "made_stub_a.py").exists() and (folder / "two" / "made_stub_b.py").exists()
    assert not has(checkout, "made_stub_a")
    (folder / "one" / "made_stub_a.py").unlink()
    again = set_up(checkout, "test", PATH="/usr/bin/none", PIP_FIND_LINKS="nowhere")
    assert again.returncode == 0 and not (folder / "one" / "made_stub_a.py").exists(), "the second run does nothing"
    ask_for(checkout, stubs=stubs + "\nthree = ['made_for_nobody_at_all==1']", play=[], test=[])
    assert "check the network" in one_sentence(set_up(checkout, "test", PATH="/usr/bin/none"))
    assert not [path for path in folder.iterdir() if path.name == "three"]


def test_a_half_made_venv_is_made_anew(checkout):
    ask_for(checkout, play=["made_for_play==1"])
    assert set_up(checkout, "play").returncode == 0
    (checkout / ".venv" / "bin" / "python").unlink()
    (checkout / ".venv" / "bin" / "python").symlink_to("/no/such/python")
    done = set_up(checkout, "play")
    assert done.returncode == 0 and "anew" in done.stdout and has(checkout, "made_for_play")


def test_two_set_ups_at_once_wait_for_each_other(checkout):
    ask_for(checkout, play=["made_for_play==1"], demo=["made_for_demo==1"])
    # As a set-up that was cut off leaves it: no mark that the environment is whole.
    (checkout / ".venv" / "crewlink-venv").unlink(missing_ok=True)
    makefile = "a:\n\t$(SETUP) play\nb:\n\t$(SETUP) demo\n"
    (checkout / "Both.mk").write_text(makefile)
    done = run(checkout, "make", "-j2", "-f", "Both.mk", f"SETUP='{sys.executable}' -m host_tools.setup", "a", "b")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Making .venv") == 1
    assert has(checkout, "made_for_play") and has(checkout, "made_for_demo")


def test_without_npm_the_node_vm_is_skipped_with_the_way_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr(setup.shutil, "which", lambda name: None)
    setup.npm_install()
    assert "Get them with: sudo apt install nodejs npm" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["a", "b"]])
def test_a_wrong_command_shows_the_usage(arguments, capsys):
    assert setup.main(arguments) == 2
    assert "Usage:" in capsys.readouterr().err


def test_an_extra_that_does_not_exist_ends_in_a_sentence(checkout):
    ask_for(checkout, play=[])
    done = set_up(checkout, "nothing")
    assert "git checkout pyproject.toml" in one_sentence(done) and "no list of packages for nothing" in done.stderr


def test_every_dependency_is_pinned_and_the_same_everywhere():
    pins = {}
    for extra in ("play", "demo", "flash", "virtual", "test"):
        read = subprocess.run([sys.executable, "-c", setup.READ_EXTRA, "pyproject.toml", extra], cwd=ROOT, capture_output=True, text=True, check=True)
        plain, summed = json.loads(read.stdout)
        for line in plain + summed:
            name, pinned, version = line.split(" --hash")[0].split(";")[0].partition("==")
            assert pinned and pins.setdefault(name, version) == version, line
    read = subprocess.run([sys.executable, "-c", setup.READ_STUBS, "pyproject.toml"], cwd=ROOT, capture_output=True, text=True, check=True)
    stubs = json.loads(read.stdout)
    for line in sum(stubs.values(), []):
        name, pinned, version = line.partition("==")
        assert pinned and pins.setdefault(name, version) == version, line
    assert {"aiohttp", "pillow", "pytest"} <= set(pins) and set(stubs) == {"circuitpython", "rp2", "esp32"}

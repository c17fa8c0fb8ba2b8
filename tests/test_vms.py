"""The two MicroPython VMs do what tests and measurements rely on."""

import subprocess
import sys

import pytest

from host_tools import vm

MADE_UP = [("made_up.py", b"X = 7\n\n\ndef double(n):\n    return 2 * n\n")]


def test_unix_runs_a_script_that_imports_given_files(unix_vm):
    assert unix_vm("import made_up\nprint(made_up.double(21), 'h\u00e9')", MADE_UP) == "42 h\u00e9\n"


def test_unix_takes_files_folders_and_bytes(unix_vm, tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "a.txt").write_text("A")
    files = [("data", tmp_path / "deep"), ("b.bin", b"\0\1"), "LICENSE"]
    script = "print(open('data/er/a.txt').read(), open('b.bin', 'rb').read(), open('LICENSE').read(3))"
    assert unix_vm(script, files) == "A b'\\x00\\x01' MIT\n"


def test_unix_is_strict_about_its_heap(unix_vm):
    script = "x = bytearray(100_000)\nprint('fits')"
    assert unix_vm(script, heapsize=131072) == "fits\n"
    with pytest.raises(vm.VmError, match="MemoryError"):
        unix_vm(script, heapsize=65536)


def test_a_failed_script_carries_its_traceback_and_what_it_printed(unix_vm):
    with pytest.raises(vm.VmError, match="ZeroDivisionError") as caught:
        unix_vm("print('before')\n1 // 0")
    assert caught.value.out == "before\n"


def test_a_script_that_hangs_is_stopped(unix_vm):
    with pytest.raises(vm.VmError, match="hang"):
        unix_vm("while True: pass", timeout=0.5)


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(FileNotFoundError, match="nowhere"):
        vm.gather(["nowhere"])


def test_node_runs_steps_in_one_interpreter(node_vm):
    steps = node_vm(["import made_up", "print(made_up.double(4), '\u00e9')", "print(made_up.X)"], MADE_UP)
    assert [step.out for step in steps] == ["", "8 \u00e9\n", "7\n"]


def test_node_has_objects_of_a_boards_size(node_vm):
    steps = node_vm(["import sys", "print(sys.maxsize > 2 ** 32)"])
    assert steps[1].out == "False\n"


def test_node_counts_what_stays_and_what_was_only_used(node_vm):
    define = "def keep():\n    global kept\n    kept = bytearray(1000)\ndef use():\n    bytearray(1000)\ndef idle():\n    pass\n"
    start, idle, use, keep, drop = node_vm([define, vm.Call("idle"), vm.Call("use"), vm.Call("keep"), "kept = None"])
    assert idle.allocated == 0
    assert use.allocated == 1024 and use.held - idle.held <= 32
    assert 1024 <= keep.held - use.held <= 1024 + 32
    assert 1024 - 32 <= keep.held - drop.held <= 1024


def test_node_counts_all_garbage_of_a_long_step(node_vm):
    define = "def waste():\n    for i in range(2000):\n        bytearray(100)\n"
    _, waste = node_vm([define, vm.Call("waste")])
    assert waste.allocated == 2000 * 128


def test_node_knows_a_locked_heap(node_vm):
    locked = "import micropython\nmicropython.heap_lock()\ntry:\n    {}\nfinally:\n    micropython.heap_unlock()"
    node_vm([locked.format("3 + 4")])
    with pytest.raises(vm.VmError, match="MemoryError"):
        node_vm([locked.format("bytearray(100)")])


def test_a_failed_step_ends_the_run_and_names_the_fault(node_vm):
    with pytest.raises(vm.VmError, match="KeyError") as caught:
        node_vm(["print('one')", "{}['two']", "print('three')"])
    assert caught.value.out == "one\n" and len(caught.value.steps) == 2
    with pytest.raises(vm.VmError, match="nobody"):
        node_vm([vm.Call("nobody")])


def test_heap_of_measures_each_step(node_vm):
    two, four = vm.heap_of(["a = bytearray(2048)", "b = bytearray(4096)"])
    assert 2048 <= two <= 2048 + 64 and 4096 <= four <= 4096 + 64


def test_a_missing_vm_is_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(vm.sys, "executable", str(tmp_path / "python"))
    with pytest.raises(vm.VmMissing, match="put `micropython` on PATH"):
        vm.unix_path()
    with pytest.raises(vm.VmMissing, match="sudo apt install nodejs npm"):
        vm.node_path()


@pytest.mark.parametrize("ci, word", [("", "1 skipped"), ("true", "1 failed")])
def test_a_missing_tool_skips_here_and_fails_in_ci(tmp_path, ci, word):
    (tmp_path / "test_it.py").write_text("def test_it(need):\n    need('no-such-tool', 'sudo apt install it')\n")
    plugin = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-rsf", str(tmp_path / "test_it.py")]
    environment = {"PATH": "/usr/bin:/bin", "CI": ci, "PYTHONPATH": str(vm.ROOT)}
    done = subprocess.run([sys.executable, "-m", "pytest", *plugin], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert word in done.stdout
    assert "needs no-such-tool; get it with: sudo apt install it" in done.stdout

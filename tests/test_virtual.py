"""A virtual board is one to stock mpremote and to a program on it: REPL, files with their sizes, resets, faults, ring, keys."""

import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest
import serial
from mpremote.transport import TransportExecError

from host_tools import install, virtual, virtual_control, vm
from host_tools.virtual import Ring
from host_tools.virtual_board import Loop, VirtualBoard, VirtualError
from tests.virtual_kit import PICO, mpremote, need_vm, raw_repl

ROOT = vm.ROOT
MIXED = {**PICO, "platform": "circuitpython", "id": "test_board"}


@pytest.fixture
def loop():
    need_vm()
    with Loop() as loop:
        yield loop


@pytest.fixture
def board(loop, tmp_path):
    with VirtualBoard(loop, tmp_path / "board", PICO) as board:
        board.power(True)
        yield board


@pytest.fixture
def mixed(loop, tmp_path):
    """A board with CircuitPython's manners, a computer at its port."""
    with VirtualBoard(loop, tmp_path / "mixed", MIXED) as board:
        board.power(True)
        yield board


def put(board, **files):
    """Write files, ``main="..."`` for main.py."""
    with raw_repl(board) as run:
        for name, text in files.items():
            run(f"with open('{name}.py', 'w') as f:\n f.write({text!r})")


# --- mpremote ----------------------------------------------------------------------------------------------------------------


def test_mpremote_finds_a_board_and_nothing_of_the_desktop(board):
    words = "import os, sys, machine; print(os.uname().machine, sys.platform, len(machine.unique_id()), sys.path, os.listdir('/'))"
    status, said = mpremote(board, "exec", words, "+", "eval", "6 * 7")
    assert status == 0 and said.splitlines() == ["Raspberry Pi Pico W with RP2040 rp2 8 ['', '.frozen', '/lib'] []", "42"]
    status, said = mpremote(board, "exec", "open('/etc/passwd')")
    assert status == 1 and "ENOENT" in said
    assert mpremote(board, "exec", "import os; os.system")[0] == 1


def test_mpremote_copies_lists_sums_and_removes_as_on_a_board(board, tmp_path):
    tree = tmp_path / "tree"
    (tree / "deep").mkdir(parents=True)
    (tree / "one.py").write_text("print('one')\n")
    (tree / "deep" / "two.bin").write_bytes(bytes(range(256)) * 20)
    said = mpremote(board, "run", str(tree / "one.py"), "+", "cp", str(tree / "one.py"), ":", "+", "cp", "-r", str(tree), ":", "+", "ls", "+", "tree")
    assert said[0] == 0 and "one\n" in said[1] and "13 one.py" in said[1] and "two.bin" in said[1]
    sums = subprocess.run(["sha256sum", tree / "deep" / "two.bin"], capture_output=True, text=True).stdout.split()[0]
    assert sums in mpremote(board, "sha256sum", "tree/deep/two.bin")[1]
    back = tmp_path / "back.bin"
    assert mpremote(board, "cp", ":tree/deep/two.bin", str(back), "+", "rm", "-r", ":tree")[0] == 0
    assert back.read_bytes() == bytes(range(256)) * 20
    status, said = mpremote(board, "ls", "+", "df")
    assert status == 0 and "tree" not in said and re.search(r"VfsLfs2> +1441792", said)


def test_a_soft_reset_forgets_what_ran_and_runs_boot_and_main_but_not_main_in_the_raw_repl(board):
    put(board, boot="print('booted')\nb = 1\n", main="print('main')\nm = 2\n")
    with raw_repl(board) as run:
        run("x = 3")
        assert run("print(b, 'm' in globals())") == "1 False"
    with raw_repl(board, fresh=False) as run:
        assert run("print(x)") == "3"
    assert mpremote(board, "soft-reset")[0] == 0
    with serial.Serial(board.port, timeout=5) as line:
        line.write(b"\x04")
        said = line.read_until(b">>> ")
        assert said.index(b"soft reboot\r\nbooted\r\nmain\r\n") < said.index(b"MicroPython v1.29.0-preview on")
    assert mpremote(board, "resume", "eval", "(m, 'x' in globals())")[1].strip() == "(2, False)"


def test_ctrl_c_breaks_into_a_program_that_runs(board):
    put(board, main="import time\nn = 0\nprint('runs')\nwhile True:\n    n += 1\n    time.sleep_ms(1)\n")
    with serial.Serial(board.port, timeout=5) as line:
        board.reset()
        assert b"runs\r\n" in line.read_until(b"runs\r\n")
        line.write(b"\x03")
        assert b"KeyboardInterrupt" in line.read_until(b">>> ")
    assert mpremote(board, "resume", "eval", "n >= 0")[1].strip() == "True"


def test_a_line_ends_as_on_a_serial_port(board):
    with serial.Serial(board.port, timeout=5) as line:
        line.write(b"\x03print('a\\nb')\r")
        assert b"\r\na\r\nb\r\n>>> " in line.read_until(b"b\r\n>>> ")


def test_machine_reset_starts_anew_and_output_with_nobody_there_is_lost(board):
    put(board, main="import machine\nfor i in range(20000): print('line', i)\nmachine.Pin(20, machine.Pin.OUT, value=1)\n")
    assert mpremote(board, "exec", "--no-follow", "import machine; machine.reset()")[0] == 0
    board.wait(lambda: board.panel.light)  # it was not held up
    with raw_repl(board) as run:
        assert run("print('still here')") == "still here"


# --- limits and faults ---------------------------------------------------------------------------------------------------------


def test_the_heap_is_that_of_a_board(loop, tmp_path):
    with VirtualBoard(loop, tmp_path / "small", PICO, heap_kb=64) as board:
        board.power(True)
        with raw_repl(board) as run:
            assert 110_000 < int(run("import gc; gc.collect(); print(gc.mem_free())")) < 131_072
            with pytest.raises(TransportExecError, match="MemoryError"):
                run("x = bytearray(131072)")


def test_a_full_flash_refuses_and_keeps_what_it_has(loop, tmp_path):
    with VirtualBoard(loop, tmp_path / "full", PICO, flash_kb=64) as board:
        board.power(True)
        with raw_repl(board) as run:
            run("with open('small', 'w') as f:\n f.write('kept')")
            with pytest.raises(TransportExecError, match="OSError: 28"):
                run("with open('large', 'wb') as f:\n for i in range(100): f.write(bytes(1024))")
            assert run("print(open('small').read())") == "kept"


@pytest.mark.parametrize("after", [1, 300, 1500, 2200])
def test_a_power_cut_while_writing_leaves_the_old_file_or_the_new_one(board, after):
    write = "with open('save', 'wb') as f:\n f.write(%r * 700)\n"
    with raw_repl(board) as run:
        run(write % b"old")
    board.cut_after(after)
    line = serial.Serial(board.port, timeout=1)
    line.write(b"\r\x03\r\x01")
    line.read_until(b"raw REPL; CTRL-B to exit\r\n>")
    line.write((write % b"new").encode() + b"\x04")
    board.wait(lambda: not board.powered)
    line.close()
    board.reset()
    with raw_repl(board) as run:
        found = run("print(open('save', 'rb').read())")
    assert found in (str(b"old" * 700), str(b"new" * 700)) and ("old" in found or after > 2100)


def test_a_program_that_ends_by_exit_is_a_soft_reset(board):
    put(board, main="import sys\nprint('over')\nsys.exit()\n")
    starts = board.starts
    with serial.Serial(board.port, timeout=5) as line:
        board.reset()
        assert b"over\r\n\r\nMPY: soft reboot\r\nover" in line.read_until(b"reboot\r\nover")
    assert board.starts > starts + 1


def test_power_that_goes_takes_what_ran_and_leaves_the_files(board):
    put(board, main="import time\nwhile True: time.sleep(1)\n")
    board.power(False)
    assert not board.powered
    board.power(True)
    with raw_repl(board) as run:
        assert run("import os; print(os.listdir(), 'time' in globals())") == "['main.py'] False"


def test_a_busy_port_and_one_that_vanishes_while_copying_are_faults_to_mpremote(board, tmp_path):
    with board.busy():
        status, said = mpremote(board, "eval", "1")
        assert status == 1 and "in use" in said
    (tmp_path / "large.bin").write_bytes(bytes(20000))
    board.unplug_after(3000)
    assert mpremote(board, "cp", str(tmp_path / "large.bin"), ":")[0] != 0
    assert board.port is None and board.powered
    board.plug()
    assert mpremote(board, "eval", "7")[1] == "7\n"


# --- pins, display, ring -----------------------------------------------------------------------------------------------------------


def test_keys_come_through_the_control_socket_and_go_as_they_came(board):
    with raw_repl(board) as run:
        run("from machine import Pin\na = Pin(12, Pin.IN, Pin.PULL_UP)")
        assert run("print(a())") == "1"
        assert virtual_control.tell(board.folder, "down A") == "done"
        assert run("print(a())") == "0"
        virtual_control.tell(board.folder, "up A")
        assert run("print(a.value())") == "1"
        run("seen = []\na.irq(lambda pin: seen.append(pin()), Pin.IRQ_FALLING | Pin.IRQ_RISING)")
        board.set_key("A", True)
        run("import machine\nmachine.enable_irq(machine.disable_irq())")
        board.set_key("A", False)
        run("machine.enable_irq(machine.disable_irq())")
        assert run("print(seen)") == "[0, 1]"


def test_a_wrong_word_at_the_control_socket_is_told(board, tmp_path):
    assert virtual_control.tell(board.folder, "press Z") == "There is no key Z on this board. It has A, B."
    assert "press KEY" in virtual_control.tell(board.folder, "dance")
    assert virtual_control.tell(board.folder, "power off") == "done" and not board.powered
    assert "could not be written" in virtual_control.tell(board.folder, "png %s" % (tmp_path / "nowhere" / "x.png"))
    with pytest.raises(VirtualError, match="No virtual board is running"):
        virtual_control.tell(tmp_path, "cells")


def test_bytes_go_round_the_ring_until_a_cable_or_a_board_is_out(tmp_path):
    need_vm()
    with Ring(3, PICO, tmp_path / "ring") as ring:
        ring.power(True)
        one, two, three = (raw_repl(board) for board in ring.boards)
        with one as first, two as second, three as third:
            for run in (first, second, third):
                run("from machine import UART\nu = UART(0, 115200)")

            def sent(data, by, to):
                by(f"u.write({data!r})")
                time.sleep(0.05)
                return to("print(u.read())")

            assert sent(b"\x00\x03\x04\r\nx", first, second) == str(b"\x00\x03\x04\r\nx")
            assert third("print(u.read())") == "None"
            assert sent(b"round", third, first) == "b'round'"
            ring.cable(0, False)
            assert sent(b"lost", first, second) == "None"
            ring.cable(0, True)
            assert sent(b"back", first, second) == "b'back'"
            first("u.write(b'not read in time')")
            ring.boards[1].power(False)
            first("u.write(b'into the dark')")
        ring.boards[1].power(True)
        with raw_repl(ring.boards[1]) as run:
            assert run("from machine import UART; print(UART(0, 115200).read())") == "None"


def test_one_wire_brings_back_what_was_sent(tmp_path):
    need_vm()
    with Ring(2, {**PICO, "half_duplex": True}, tmp_path / "wire") as ring:
        ring.power(True)
        with raw_repl(ring.boards[0]) as first, raw_repl(ring.boards[1]) as second:
            first("from machine import UART\nu = UART(0, 115200)")
            second("from machine import UART\nu = UART(0, 115200)")
            first("u.write(b'both')")
            time.sleep(0.05)
            assert first("print(u.read())") == second("print(u.read())") == "b'both'"


def test_the_same_seed_draws_the_same_and_each_start_others(loop, tmp_path):
    drawn = []
    for run_number in range(2):
        with VirtualBoard(loop, tmp_path / str(run_number), PICO, seed=3) as board:
            board.power(True)
            for _ in range(2):
                with raw_repl(board) as run:
                    drawn.append(run("import os; print(os.urandom(8))"))
    assert drawn[:2] == drawn[2:] and drawn[0] != drawn[1]


def test_hurried_time_passes_faster(loop, tmp_path):
    with VirtualBoard(loop, tmp_path / "quick", PICO, speed=50) as board:
        board.power(True)
        with raw_repl(board) as run:
            assert int(run("import time; t = time.ticks_ms(); time.sleep(5); print(time.ticks_diff(time.ticks_ms(), t))")) >= 4900


# --- CircuitPython's manners ---------------------------------------------------------------------------------------------------


def test_circuitpython_lists_nothing_for_mpremote_and_takes_no_new_file_without_help(mixed, tmp_path):
    (tmp_path / "new.txt").write_text("new")
    status, said = mpremote(mixed, "ls")
    assert status == 1 and "ilistdir" in said
    with raw_repl(mixed) as run:
        run("import storage; storage.unsafe_disable_usb_drive(); storage.remount('/', readonly=False)")
    status, said = mpremote(mixed, "cp", str(tmp_path / "new.txt"), ":")
    assert status == 1 and "OSError: [Errno 2] No such file/directory: ./new.txt" in said
    shim = str(ROOT / "host_tools" / "circuitpython_os.py")
    status, said = mpremote(mixed, "run", shim, "+", "cp", str(tmp_path / "new.txt"), ":", "+", "ls")
    assert status == 0 and "3 new.txt" in said


def test_circuitpython_keeps_its_drive_for_the_computer(mixed):
    with raw_repl(mixed) as run:
        with pytest.raises(TransportExecError, match=r"OSError: \[Errno 30\] Read-only filesystem"):
            run("open('x', 'w')")
        with pytest.raises(TransportExecError, match="Cannot remount path when visible via USB"):
            run("import storage; storage.remount('/', readonly=False)")
        told = run("import board, sys, os, supervisor; print(board.board_id, sys.implementation.name, open('/boot_out.txt').read())")
    assert told.startswith("test_board circuitpython Adafruit CircuitPython 10.3.1 on") and "Board ID:test_board" in told


def test_circuitpython_runs_boot_at_power_up_only_and_code_after_each_reset(mixed):
    with raw_repl(mixed) as run:
        run("import storage; storage.unsafe_disable_usb_drive(); storage.remount('/', readonly=False)")
        run("with open('boot.py', 'w') as f: f.write('import storage\\nstorage.remount(\"/\", readonly=False)\\nprint(\"taken\")')")
        run("with open('code.py', 'w') as f: f.write('print(\"code runs\")')")
    with serial.Serial(mixed.port, timeout=5) as line:
        mixed.reset()
        said = line.read_until(b"to reload.\r\n")
        assert b"taken" not in said and b"code.py output:\r\ncode runs\r\n" in said
        line.write(b"\x04")
        assert b"soft reboot\r\n" in line.read_until(b"to reload.\r\n")
        line.write(b"x")
        assert b"Adafruit CircuitPython 10.3.1" in line.read_until(b">>> ")
    with raw_repl(mixed) as run:
        assert run("print('taken' in open('boot_out.txt').read())\nopen('mine', 'w').close()") == "True"


def test_circuitpython_in_safe_mode_runs_nothing_and_says_so(mixed):
    mixed.safe_mode(2)
    with raw_repl(mixed) as run:
        assert run("import supervisor as s; print(s.runtime.safe_mode_reason == s.SafeModeReason.WATCHDOG)") == "True"
    mixed.reset()
    with raw_repl(mixed) as run:
        assert run("import supervisor as s; print(s.runtime.safe_mode_reason)") == "supervisor.SafeModeReason.NONE"


def test_circuitpython_imports_its_own_bytecode_and_reads_it_back_unchanged(mixed):
    from host_tools.bundle import compile_mpy

    module = compile_mpy("word = 'imported'\n", "one.py", circuitpython=True)
    with raw_repl(mixed) as run:
        run("import storage; storage.unsafe_disable_usb_drive(); storage.remount('/', readonly=False)")
        run(f"with open('one.mpy', 'wb') as f: f.write({module!r})")
        assert run("import one; print(one.word, open('one.mpy', 'rb').read(2))") == "imported b'C\\x06'"


# --- the command -----------------------------------------------------------------------------------------------------------------


def start(*words):
    """Run the command; return its status and what it said."""
    done = subprocess.run([sys.executable, "-m", "host_tools.virtual", *words], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_the_command_runs_a_ring_does_what_is_typed_and_ends_by_ctrl_c(tmp_path):
    need_vm()
    command = [sys.executable, "-m", "host_tools.virtual", "2", "--folder", str(tmp_path)]
    ring = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said = []
        while "Ctrl-C" not in "".join(said[-1:]):
            said.append(ring.stdout.readline())
            assert said[-1], said
        ports = re.findall(r"port (/dev/pts/\d+)", "".join(said))
        assert len(set(ports)) == 2 and "make flash BOARD=pico_display PORT=" + ",".join(ports) in "".join(said)
        assert (tmp_path / "1" / "screen.png").read_bytes()[:4] == b"\x89PNG"
        ring.stdin.write("2 port\n9 port\n")
        ring.stdin.flush()
        assert ring.stdout.readline().strip() == ports[1]
        assert "<board or all>" in ring.stdout.readline()
        assert virtual.tell(tmp_path, "1 port") == ports[0]
        status, words = start("1", "--folder", str(tmp_path))
        assert status == 1 and "are running in" in words and "--folder" in words
        ring.send_signal(signal.SIGINT)
        assert "All virtual boards are off" in ring.communicate(timeout=20)[0]
        assert ring.returncode == 0
        with pytest.raises(serial.SerialException):
            serial.Serial(ports[0])
    finally:
        ring.kill()


# Leads a session with a terminal of its own and runs the command behind it, as a shell does with "&".
_BEHIND = """
import fcntl, os, subprocess, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
ring = subprocess.Popen(sys.argv[1:], preexec_fn=os.setpgrp)
status = os.waitpid(ring.pid, os.WUNTRACED)[1]
print("stopped by the terminal" if os.WIFSTOPPED(status) else "ended")
ring.kill()
"""


def test_in_the_background_of_a_terminal_it_runs_on_and_is_told_things_from_elsewhere(tmp_path):
    need_vm()
    terminal, its_end = os.openpty()
    command = [sys.executable, "-c", _BEHIND, sys.executable, "-m", "host_tools.virtual", "1", "--folder", str(tmp_path)]
    shell = subprocess.Popen(command, cwd=ROOT, stdin=its_end, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        os.write(terminal, b"1 port\n")  # meant for the shell in front
        said = [shell.stdout.readline()]
        while "--tell" not in said[-1]:
            assert said[-1] and "stopped" not in said[-1], said
            said.append(shell.stdout.readline())
        time.sleep(0.5)
        assert virtual.tell(tmp_path, "1 port") in "".join(said)
        os.kill(int(said[-1].split()[-1]), signal.SIGTERM)
        assert "All virtual boards are off" in shell.communicate(timeout=20)[0]
    finally:
        shell.kill()
        os.close(terminal)
        os.close(its_end)


def test_without_any_standard_input_it_runs_too(tmp_path):
    need_vm()
    command = 'exec "$0" -m host_tools.virtual 1 --folder "$1" <&-'
    ring = subprocess.Popen(["sh", "-c", command, sys.executable, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said = [ring.stdout.readline()]
        while "--tell" not in said[-1]:
            assert said[-1], said
            said.append(ring.stdout.readline())
        assert virtual.tell(tmp_path, "1 port") in "".join(said)
    finally:
        ring.terminate()
        assert "Traceback" not in ring.communicate(timeout=20)[0]


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["99"], "1 to 8 boards, not 99"),
        (["--board", "abacus"], "There is no board called abacus"),
        (["--tell", "dance"], "Say which board and what"),
    ],
)
def test_a_wrong_word_on_the_command_line_is_a_sentence(words, sentence, tmp_path):
    need_vm()
    status, said = start(*words, "--folder", str(tmp_path))
    assert status == 1 and sentence in said and "Traceback" not in said


def test_a_missing_vm_is_a_sentence(monkeypatch, tmp_path, capsys):
    def none():
        raise vm.VmMissing("There is no MicroPython VM here.")

    monkeypatch.setattr(vm, "unix_path", none)
    assert virtual.main(["1", "--folder", str(tmp_path)]) == 1
    assert "There is no MicroPython VM" in capsys.readouterr().err


def test_a_folder_too_deep_for_a_socket_is_told(loop, tmp_path):
    deep = tmp_path / ("d" * 90) / ("e" * 90)
    with pytest.raises(VirtualError, match="too long"):
        VirtualBoard(loop, deep, PICO)


def test_boards_that_are_closed_leave_nothing_behind(tmp_path):
    need_vm()
    before = len(os.listdir("/proc/self/fd"))
    with Ring(2, PICO, tmp_path / "ring") as ring:
        ring.power(True)
        processes = [board._process.pid for board in ring.boards]
    assert len(os.listdir("/proc/self/fd")) == before
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_the_definitions_of_micropython_boards_make_virtual_boards(loop, tmp_path):
    for name in install.boards():
        definition = install.definition(name)
        if definition["platform"] == "micropython":
            with VirtualBoard(loop, tmp_path / name, definition) as board:
                assert board.panel and set(board._pins) == {label for label, _, _ in definition["keys"]}


def test_a_socket_that_says_half_a_line_stops_nobody(board):
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(board.folder / "control"))
        line.send(b"\xff\xfe press")
    assert virtual_control.tell(board.folder, "port") == board.port

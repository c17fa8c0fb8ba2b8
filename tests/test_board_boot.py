"""boot.py and safemode.py do what they say on every board, and never end in a traceback."""

import ast
import pathlib
import sys
import types

import pytest

from tests.circuit_kit import Desk, Reset
from tests.test_circuit_screen import definition

SHARED = pathlib.Path(__file__).resolve().parent.parent / "boards" / "circuitpython"
BOARDS = ("pygamer", "pybadge", "clue_nrf52840_express", "feather_nrf52840_oled", "feather_esp32s3_reverse_tft", "pico_lcd_1_3_circuitpython")
# What the scanner calls the key that chooses on each of them.
CHOOSE = {
    "pygamer": ("BUTTON_OUT", 0), "pybadge": ("BUTTON_OUT", 0), "clue_nrf52840_express": "BUTTON_B", "feather_nrf52840_oled": "D6",
    "feather_esp32s3_reverse_tft": "D1", "pico_lcd_1_3_circuitpython": "GP17",
}  # fmt: skip


class Ports:
    """The modules that boot.py asks: what it did, in order, and which of them refuse."""

    def __init__(self, desk, monkeypatch):
        self.desk, self.monkeypatch = desk, monkeypatch
        self.done = []
        self.refuse = set()
        self.files = {"/code.py"}

    def run(self, board, file="boot.py"):
        def act(name):
            def call(*given, **more):
                if name in self.refuse:
                    raise RuntimeError("not here")
                self.done.append((name, *given, *sorted(more.items())))

            return call

        space = types.SimpleNamespace
        modules = {
            "usb_midi": space(disable=act("midi off")),
            "usb_hid": space(disable=act("hid off")),
            "usb_cdc": space(enable=act("serial")),
            "storage": space(remount=act("remount"), disable_usb_drive=act("drive off")),
            "os": space(stat=self._stat),
            "time": space(sleep=lambda seconds: None),
        }
        if board:
            modules["definition"] = space(DEFINITION=definition(board))
        with self.monkeypatch.context() as patch:
            for name, module in modules.items():
                patch.setitem(sys.modules, name, None if name + " missing" in self.refuse else module)
            exec(compile((SHARED / file).read_text(encoding="utf-8"), file, "exec"), {"__name__": "__main__"})
        return [name for name, *_ in self.done]

    def _stat(self, name):
        if name not in self.files:
            raise OSError(2)


@pytest.fixture
def ports(monkeypatch, tmp_path):
    return Ports(Desk(monkeypatch, tmp_path), monkeypatch)


@pytest.mark.parametrize("board", BOARDS)
def test_the_game_gets_the_drive_and_a_second_port_once_what_nobody_needs_is_off(ports, board, capsys):
    assert ports.run(board) == ["midi off", "hid off", "serial", "remount", "drive off"]
    assert ("serial", ("console", True), ("data", True)) in ports.done and ("remount", "/", ("readonly", False)) in ports.done
    assert ports.desk.runtime.ble_workflow is False
    assert "hold the key" in capsys.readouterr().out
    assert all(scanner.gone for scanner in ports.desk.scanners), "the game needs these pins"


@pytest.mark.parametrize("board", BOARDS)
def test_the_key_that_chooses_held_at_power_up_gives_the_drive_to_the_computer(ports, board, capsys):
    ports.desk.held = {CHOOSE[board]}
    assert ports.run(board) == ["midi off", "hid off", "serial"]
    assert "computer has the drive" in capsys.readouterr().out
    high = board == "feather_esp32s3_reverse_tft" or CHOOSE[board][0] == "BUTTON_OUT"
    assert ports.desk.scanners[0].more["value_when_pressed"] is high


@pytest.mark.parametrize("board", BOARDS)
def test_another_key_held_changes_nothing(ports, board):
    ports.desk.held = {"BUTTON_A", "D9", "D5", "D0", "D2", "GP15", ("BUTTON_OUT", 1), ("BUTTON_OUT", 7)}
    assert ports.run(board)[-1] == "drive off"


@pytest.mark.parametrize("trouble", ["midi off", "hid off", "serial", "remount", "drive off", "usb_midi missing", "usb_cdc missing", "storage missing"])
def test_what_a_build_lacks_or_refuses_is_left_out(ports, trouble, capsys):
    ports.refuse.add(trouble)
    ports.run("pygamer")
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    if trouble in ("remount", "drive off", "storage missing"):
        assert "nothing is saved" in out.out
    elif trouble in ("serial", "usb_cdc missing"):
        assert "no second USB port" in out.out


def test_an_installation_that_is_not_whole_leaves_the_drive_to_the_computer(ports, capsys):
    ports.files.clear()
    assert "remount" not in ports.run("pygamer")
    ports.files.add("/code.py")
    ports.monkeypatch.setitem(sys.modules, "definition", None)
    assert "remount" not in ports.run(None)
    assert capsys.readouterr().out.count("not whole") == 2


def test_keys_that_cannot_be_read_do_not_keep_the_game_from_its_drive(ports, capsys):
    ports.desk.modules["keypad"].ShiftRegisterKeys = None
    assert ports.run("pygamer")[-1] == "drive off"
    assert "cannot be read" in capsys.readouterr().out


# --- safe mode ------------------------------------------------------------------------------------------------------------------

REASONS = "NONE BROWNOUT FLASH_WRITE_FAIL GC_ALLOC_OUTSIDE_VM HARD_FAULT NO_CIRCUITPY NO_HEAP STACK_OVERFLOW USB_TOO_MANY_ENDPOINTS USER WATCHDOG".split()


@pytest.fixture
def safe(monkeypatch, tmp_path):
    """Run safemode.py for a reason; return whether the board was reset."""
    desk = Desk(monkeypatch, tmp_path)
    supervisor = desk.modules["supervisor"]
    supervisor.SafeModeReason = types.SimpleNamespace(**{name: name for name in REASONS})
    slept = []

    def run(reason):
        desk.runtime.safe_mode_reason = reason
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, "time", types.SimpleNamespace(sleep=slept.append))
            try:
                exec(compile((SHARED / "safemode.py").read_text(encoding="utf-8"), "safemode.py", "exec"), {"__name__": "__main__"})
            except Reset:
                return True
        return False

    run.desk, run.slept = desk, slept
    return run


@pytest.mark.parametrize("reason", REASONS)
def test_a_watchdog_a_dip_and_a_fault_start_the_game_again_and_nothing_else_does(safe, reason, capsys):
    again = reason in ("WATCHDOG", "BROWNOUT", "HARD_FAULT")
    assert safe(reason) == again
    assert bool(capsys.readouterr().out) != again
    assert bool(safe.slept) == again, "a weak supply rests before anything is written"


def test_safe_mode_is_left_three_times_in_a_row_and_no_more(safe, capsys):
    assert [safe("WATCHDOG") for _ in range(5)] == [True, True, True, False, False]
    assert "after three restarts" in capsys.readouterr().out
    safe.desk.nvm[15] = 0  # the game ran for a minute
    assert safe("BROWNOUT")


@pytest.mark.parametrize("nvm", [None, b""])
def test_a_board_that_cannot_count_stays_and_says_so(safe, nvm, capsys):
    safe.desk.modules["microcontroller"].nvm = nvm
    assert not safe("WATCHDOG")
    assert "cannot count" in capsys.readouterr().out


def test_a_build_without_reasons_ends_in_a_sentence(safe, capsys):
    del safe.desk.modules["supervisor"].SafeModeReason
    assert not safe("WATCHDOG")
    assert "stays in safe mode" in capsys.readouterr().out


def test_settings_give_the_stack_its_room_and_touch_nothing_that_harms():
    lines = (SHARED / "settings.toml").read_text(encoding="utf-8").splitlines()
    settings = dict(line.split("=") for line in lines if not line.startswith("#"))
    assert settings["CIRCUITPY_PYSTACK_SIZE"] == "4096"
    assert not {"CIRCUITPY_TERMINAL_FONT", "CIRCUITPY_HEAP_START_SIZE"} & set(settings)


def test_the_number_of_the_key_is_the_firmwares():
    from firmware.wire import KEY_CHOOSE

    tree = ast.parse((SHARED / "boot.py").read_text(encoding="utf-8"))
    numbers = [node.value.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "_CHOOSE"]
    assert numbers == [KEY_CHOOSE]

"""What an installation consists of, and that nothing of the user's is lost and nothing half-written runs, whenever it stops."""

import ast
import os
import pathlib
import re
import zipfile
from binascii import crc32

import pytest

from firmware import crash, wire
from host_tools import flash_drive, install, install_build
from host_tools.install import InstallError, Installation

PICO = {"title": "Test Pico", "platform": "micropython", "id": "Raspberry Pi Pico with RP2040"}
GAMER = {"title": "Test Gamer", "platform": "circuitpython", "id": "pygamer"}
HELLO = b'print("Hello World!")\n'


def made(definition=GAMER, version="9.9", extra=None):
    """Return a small Installation of the same shape as a real one."""
    files = {"lib/crew_more.mpy": b"C\x06" + version.encode() * 300, "lib/engine/__init__.mpy": b"C\x06engine" + version.encode()}
    files.update({"lib/definition.mpy": b"C\x06definition", "lib/text.bin": bytes(range(256)), **(extra or {})})
    if definition["platform"] == "circuitpython":
        files.update({"settings.toml": b"CIRCUITPY_PYSTACK_SIZE=4096\n", "boot.py": b"# our boot.py\n"})
    entry = install.ENTRIES[definition["platform"]]
    return Installation("test_board", definition, version, 1, 2, files, entry, f'print("Crewlink {version}")\n'.encode())


@pytest.fixture
def drive(tmp_path):
    return flash_drive.Drive(tmp_path)


def content(root):
    """Return everything that lies under ``root``."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


# --- the real set -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def oled():
    return install_build.build("feather_nrf52840_oled")


def test_a_circuitpython_board_gets_bytecode_that_circuitpython_loads(oled):
    modules = {path: data for path, data in oled.files.items() if path.endswith(".mpy")}
    assert len(modules) > 8 and {data[:2] for data in modules.values()} == {b"C\x06"}


def test_a_board_gets_its_own_platform_driver_and_libraries_and_no_others(oled):
    names = set(oled.files)
    assert {"lib/firmware/hal/circuit.mpy", "lib/definition.mpy", "lib/text.bin", "lib/font.bin", "lib/notices.txt"} <= names
    assert "lib/adafruit_displayio_sh1107.mpy" in names and "lib/firmware/hal/air_circuit.mpy" in names
    for foreign in ("micro", "st7789", "ssd1306", "sh1107", "air_micro"):
        assert f"lib/firmware/hal/{foreign}.mpy" not in names
    assert not [name for name in names if name.startswith(("lib/adafruit_st7789", "lib/adafruit_display_text", "lib/adafruit_ble"))]
    assert b"Permission is hereby granted" in oled.files["lib/notices.txt"] and b"/efont/" in oled.files["lib/notices.txt"]
    assert b"adafruit-circuitpython-displayio-sh1107" in oled.files["lib/notices.txt"].lower()


def test_the_entry_file_comes_last_and_says_what_is_missing(oled):
    names = list(oled.everything())
    assert names[-2:] == ["crewlink.txt", "code.py"] and names.index("boot.py") == len(names) - 3
    ast.parse(oled.program)
    said = []
    exec(oled.program, {"print": said.append})  # on the desktop firmware.start meets no board: the import fails
    assert len(said) == 1 and "make flash BOARD=feather_nrf52840_oled" in said[0] and "not whole" in said[0]


def test_a_traceback_is_told_by_the_same_program_that_was_installed(monkeypatch):
    seen = {}

    def merged(root, outside):
        seen.update(outside, hal={path.stem for path in (root / "firmware" / "hal").glob("*.py")})
        return {}, {}

    monkeypatch.setattr(install_build.bundle, "merge_tree", merged)
    assert install_build.explain("feather_nrf52840_oled", "anything") == "anything"
    assert "from firmware.start import run" in seen["code.py"] and "circuit" in seen["hal"] and "micro" not in seen["hal"]


def test_a_set_is_made_anew_when_a_source_changes_and_kept_while_none_does(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(install_build, "_make", lambda *_: made.append(1) or {"lib/a.mpy": b"M\x06", "main.py": b"pass\n"})
    for name in ("boards/pico_display", "firmware", "engine"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("pyproject.toml", "firmware/wire.py", "engine/layout.py", "boards/pico_display/definition.py"):
        (tmp_path / name).write_bytes((install.ROOT / name).read_bytes())
    first = install_build.build("pico_display", tmp_path)
    assert install_build.build("pico_display", tmp_path) == first and len(made) == 1
    (tmp_path / "firmware" / "wire.py").write_text((tmp_path / "firmware" / "wire.py").read_text() + "\n")
    install_build.build("pico_display", tmp_path)
    assert len(made) == 2
    (tmp_path / "build" / "pico_display.kept").write_bytes(b"torn")
    assert install_build.build("pico_display", tmp_path) == first and len(made) == 3


def test_the_list_tells_length_and_crc_of_every_file(oled):
    found = install.read_listing(oled.listing("whole"))
    assert (found.version, found.board, found.protocol, found.state) == (oled.version, "feather_nrf52840_oled", oled.protocol, "whole")
    expected = {path: (len(data), crc32(data)) for path, data in oled.everything().items() if path != install.LIST}
    assert found.files == expected


def test_an_unknown_board_is_answered_with_the_names_there_are():
    with pytest.raises(InstallError, match="perhaps pygamer is meant.*clue_nrf52840_express.*pybadge"):
        install.definition("pygamr")
    with pytest.raises(InstallError, match="Which board is it.*BOARD=.*pygamer"):
        install.definition("")


def test_every_board_has_a_definition_that_is_plain_data():
    for name in install.boards():
        assert install.definition(name)["platform"] in install.ENTRIES


# --- the list and settings.toml -----------------------------------------------------------------------------------------


def test_a_list_never_names_what_is_not_ours():
    text = b"Crewlink 1\nboard x\nstate whole\n1 0 lib/a.mpy\n1 0 ../up\n1 0 /etc/passwd\n1 0 saves/0\n1 0 lib/../../up\n"
    assert set(install.read_listing(text).files) == {"lib/a.mpy"}


@pytest.mark.parametrize("broken", [None, b"", b"\xff\xfe", b"something else\n", b"Crewlink\n", b"Crewlink 1\nx\n", b"Crewlink 1\n12 zz lib/a\n"])
def test_a_broken_list_counts_as_none(broken):
    assert install.read_listing(broken) is None


OURS = b"# for the game\nCIRCUITPY_PYSTACK_SIZE=4096\n"


@pytest.mark.parametrize(
    "own, merged",
    [
        (None, "# for the game\nCIRCUITPY_PYSTACK_SIZE=4096\n"),
        (b'WIFI = "x"\n', 'WIFI = "x"\n# for the game\nCIRCUITPY_PYSTACK_SIZE=4096\n'),
        (b"CIRCUITPY_PYSTACK_SIZE = 6000\nA=1", "CIRCUITPY_PYSTACK_SIZE = 6000\nA=1\n# for the game\n"),
        (b"CIRCUITPY_PYSTACK_SIZE=1024\nA=1\n", "# yours, before Crewlink: CIRCUITPY_PYSTACK_SIZE=1024\nCIRCUITPY_PYSTACK_SIZE=4096\nA=1\n# for the game\n"),
        (b"A=1\n[table]\nB=2\n", "A=1\n# for the game\nCIRCUITPY_PYSTACK_SIZE=4096\n[table]\nB=2\n"),
        (b'NAME="\xe9"\n', 'NAME="\udce9"\n# for the game\nCIRCUITPY_PYSTACK_SIZE=4096\n'),
    ],
)
def test_settings_keep_every_line_of_the_user(own, merged):
    result = install.merge_settings(own, OURS)
    assert sorted(result.decode("utf-8", "surrogateescape").splitlines()) == sorted(merged.splitlines())
    assert install.merge_settings(result, OURS) == result
    head = result.decode("utf-8", "surrogateescape").partition("[table]")[0]
    assert "CIRCUITPY_PYSTACK_SIZE" in head


# --- bringing it there --------------------------------------------------------------------------------------------------


def test_a_factory_drive_is_installed_whole(drive, tmp_path):
    (tmp_path / "code.py").write_bytes(HELLO)
    (tmp_path / "settings.toml").write_bytes(b'WIFI="x"\n')
    one = made()
    assert install.install(drive, one) == len(one.files) + 1
    there = content(tmp_path)
    assert there == one.everything() and b'WIFI="x"' in there["settings.toml"]


def test_a_second_installation_writes_nothing(drive, tmp_path):
    install.install(drive, made())
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert install.install(drive, made()) == 0
    assert times == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}


def test_only_what_differs_is_written(drive, tmp_path):
    install.install(drive, made())
    (tmp_path / "lib" / "text.bin").write_bytes(b"worn")
    assert install.install(drive, made()) == 2  # that one, and the entry file, which was a sentence meanwhile
    assert content(tmp_path) == made().everything()


def test_saves_are_never_touched(drive, tmp_path):
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "0").write_bytes(b"precious")
    (tmp_path / "crewlink.txt").write_bytes(b"Crewlink 1\nboard x\nstate whole\n8 0 saves/0\n1 0 lib/old.mpy\n")
    install.install(drive, made())
    assert (tmp_path / "saves" / "0").read_bytes() == b"precious"


def test_neither_saves_nor_what_was_put_aside_nor_settings_are_ever_stale():
    kept = ("saves/0", "before_crewlink/code.py", "settings.toml", "name.txt")
    older = install.Listing(state="whole", files=dict.fromkeys((*kept[:3], "lib/old.mpy", "boot.py"), (1, 0)))
    assert install.stale(dict.fromkeys((*kept, "lib/old.mpy", "boot.py"), 1), made(PICO), older) == (["boot.py", "lib/old.mpy"], [])


def test_what_older_installations_left_goes(drive, tmp_path):
    older = made(version="1.0", extra={"lib/gone.mpy": b"C\x06gone", "safemode.py": b"#\n"})
    install.install(drive, older)
    for twin in ("lib/definition.py", "lib/crew_more.py", "lib/crew_old.mpy", "lib/engine/__init__.py", "lib/engine/cards.mpy", "lib/engine.py"):
        (tmp_path / twin).write_bytes(b"stale")
    (tmp_path / "lib" / "neopixel.mpy").write_bytes(b"the user's library")
    install.install(drive, made())
    assert content(tmp_path) == {**made().everything(), "lib/neopixel.mpy": b"the user's library"}


def test_a_program_of_the_users_is_put_aside(drive, tmp_path):
    for name in ("code.py", "boot.py", "code.txt", "definition.py"):
        (tmp_path / name).write_text("mine: " + name)
    (tmp_path / "notes.py").write_text("mine, and not in the way")
    install.install(drive, made())
    there = content(tmp_path)
    for name in ("code.py", "boot.py", "code.txt", "definition.py"):
        assert there.pop("before_crewlink/" + name).decode() == "mine: " + name
    assert there.pop("notes.py") and there == made().everything()
    (tmp_path / "code.py").write_text("mine again")
    install.install(drive, made())
    assert (tmp_path / "before_crewlink" / "2_code.py").read_text() == "mine again"


def test_a_newer_version_takes_the_place_of_ours_without_keeping_it(drive, tmp_path):
    install.install(drive, made(version="1.0"))
    install.install(drive, made(version="2.0"))
    assert content(tmp_path) == made(version="2.0").everything()


def test_a_full_board_is_told_beforehand_and_not_changed(drive, tmp_path, monkeypatch):
    (tmp_path / "holiday.wav").write_bytes(bytes(3000))
    monkeypatch.setattr(drive, "free", lambda: (20000, 512))
    with pytest.raises(InstallError, match=r"no room: Crewlink needs \d+ KB and 19 KB can be had.*holiday.wav.*nothing was changed"):
        install.install(drive, made())
    assert content(tmp_path) == {"holiday.wav": bytes(3000)}


class Pulled(Exception):
    pass


class Failing(flash_drive.Drive):
    """A drive whose cable is pulled before its n-th change, or in the middle of it."""

    def __init__(self, root, left, torn):
        super().__init__(root)
        self.left = left
        self.torn = torn

    def _change(self, path=None, data=b""):
        self.left -= 1
        if self.left < 0:
            if path and self.torn:
                super().write(path, data[: len(data) // 2])
            raise Pulled

    def write(self, path, data):
        self._change(path, data)
        super().write(path, data)

    def remove(self, path):
        self._change()
        super().remove(path)

    def rename(self, path, new):
        self._change()
        super().rename(path, new)


def fill(root):
    """Put an older installation there, a game that was saved, something stale, and what the user has."""
    install.install(flash_drive.Drive(root), made(version="1.0", extra={"lib/gone.mpy": b"C\x06gone"}))
    (root / "saves").mkdir()
    (root / "saves" / "0").write_bytes(b"precious")
    (root / "lib" / "definition.py").write_bytes(b"stale")
    (root / "settings.toml").write_bytes(b'MINE="yes"\n' + (root / "settings.toml").read_bytes())


@pytest.mark.parametrize("torn", [False, True], ids=["between files", "within a file"])
@pytest.mark.parametrize("factory", [False, True], ids=["of ours", "factory"])
def test_an_installation_may_stop_anywhere_and_the_next_one_completes_it(tmp_path, torn, factory):
    done = False
    steps = 0
    while not done:
        root = tmp_path / str(steps)
        root.mkdir()
        if factory:
            (root / "code.py").write_text("mine")
        else:
            fill(root)
        before = content(root)
        new = made(version="2.0")
        try:
            install.install(Failing(root, steps, torn), new)
            done = True
        except Pulled:
            after = content(root)
            entry = after.get("code.py")
            # What would run now: nothing, a sentence or a piece of it, or a whole program of before or of now.
            untouched = all(after.get(path) == before[path] for path in before)
            whole = entry == new.program and all(after[path] == data for path, data in new.files.items())
            said = entry is not None and entry[: len(entry) // 2] == new.half[: len(entry) // 2]
            assert entry is None or untouched or whole or said or new.program.startswith(entry)
        install.install(flash_drive.Drive(root), made(version="2.0"))
        there = content(root)
        assert "lib/gone.mpy" not in there and "lib/definition.py" not in there
        if factory:
            assert there.pop("before_crewlink/code.py") == b"mine"
        else:
            assert there.pop("saves/0") == b"precious" and b'MINE="yes"' in there["settings.toml"]
        settings = there.pop("settings.toml")
        expected = {path: data for path, data in made(version="2.0").everything().items() if path not in ("settings.toml", install.LIST)}
        found = install.read_listing(there.pop(install.LIST))
        assert there == expected and found.state == "whole" and found.files["settings.toml"] == (len(settings), crc32(settings))
        steps += 1
    assert steps > 8


def test_a_file_that_reads_back_otherwise_is_written_twice_then_told(drive, monkeypatch):
    written = []

    def write(path, data):
        written.append(path)
        flash_drive.Drive.write(drive, path, data.replace(b"definition", b"worn") if path == "lib/definition.mpy" else data)

    monkeypatch.setattr(drive, "write", write)
    with pytest.raises(InstallError, match="lib/definition.mpy reads back otherwise.*worn"):
        install.install(drive, made())
    assert written.count("lib/definition.mpy") == 2
    assert drive.read("code.py") == made().half


# --- folder and zip -----------------------------------------------------------------------------------------------------


def test_a_bundle_is_a_folder_and_a_zip_of_the_same(tmp_path):
    out = tmp_path / "out" / "gamer"
    archive = install_build.write_folder(made(), out)
    assert content(out) == made().everything()
    with zipfile.ZipFile(archive) as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == made().everything()
    assert install_build.write_folder(made(version="2.0"), out) == archive and content(out) == made(version="2.0").everything()


def test_the_bundle_of_a_board_without_a_drive_says_how_it_is_copied_with_the_mpremote_that_is_here(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(install_build, "build", lambda board: made(PICO))
    assert install_build.main(["pico_display", "--out", str(tmp_path / "crew")]) == 0
    said = capsys.readouterr().out
    copying = re.search(r"\(cd (\S+) && (\S+) fs cp -r \. :\)\n  (\S+) reset", said)
    assert copying and pathlib.Path(copying[1]) == tmp_path / "crew" and copying[2] == copying[3]
    assert os.access(copying[2], os.X_OK), "there is no such mpremote"


def test_the_example_in_the_docs_is_what_flashing_says_of_this_version():
    text = (install.ROOT / "docs" / "FLASHING.md").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"', (install.ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1]
    example = re.search(r"    Crewlink (\S+) on Adafruit PyGamer runs at /dev/ttyACM0: N of N files copied, each checked on the board \(protocol (\d+)\)\.", text)
    assert example and example[1] == version and int(example[2]) == wire.PROTOCOL


def test_the_version_that_a_crash_note_tells_is_that_of_the_project():
    assert crash.VERSION == install_build._version(install.ROOT)


def test_a_bundle_never_replaces_a_folder_of_other_things(tmp_path):
    (tmp_path / "thesis.txt").write_text("three years")
    with pytest.raises(InstallError, match="holds other files"):
        install_build.write_folder(made(), tmp_path)
    assert content(tmp_path) == {"thesis.txt": b"three years"}


def test_a_bundle_copied_by_hand_is_taken_as_an_installation(drive, tmp_path):
    for path, data in made().everything().items():
        drive.write(path, data)
    assert install.install(drive, made()) == 0

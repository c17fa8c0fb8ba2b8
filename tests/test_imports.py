"""Who may know whom: host_tools -> firmware -> engine, hardware in its own room, and a project that stands alone."""

import ast
import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ("engine", "firmware", "boards", "host_tools", "tests")
# Which rooms a module may import from. boards are data: read by firmware/hal and by the desktop, and importing nothing of ours.
MAY_KNOW = {
    "engine": {"engine"},
    "firmware": {"engine", "firmware"},
    "firmware/hal": {"engine", "firmware", "boards"},
    "boards": {"boards"},
    "host_tools": {"engine", "firmware", "boards", "host_tools"},
    "tests": set(ROOMS),
}
HARDWARE = set(
    "_bleio adafruit_ble adafruit_displayio_sh1107 adafruit_st7735r adafruit_st7789 aioble alarm analogio audiobusio audiocore audiopwmio "
    "bitbangio bitmaptools bleio bluetooth board busdisplay busio digitalio displayio esp esp32 fontio fourwire framebuf i2cdisplaybus keypad "
    "keypad_demux machine microcontroller network neopixel neopixel_write nvm paralleldisplaybus pimoroni pwmio pyb rp2 rp2pio sdcardio "
    "sharpdisplay storage supervisor terminalio tilepalettemapper usb usb_cdc usb_hid vectorio watchdog".split()
)


def room_of(place):
    return "firmware/hal" if place.startswith("firmware/hal/") else place.split("/")[0]


def wrong_imports(place, text):
    """Return ``(line, sentence)`` for each import in the module at ``place`` that points the wrong way."""
    room, found = room_of(place), []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = place.split("/")[: -node.level] if node.level else []
            names = [".".join(parts + ([node.module] if node.module else []))]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "__import__":
            names = [node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""]
        else:
            continue
        for name in names:
            top = name.split(".")[0]
            if top in ROOMS and top not in MAY_KNOW[room]:
                found.append((node.lineno, f"{room} must not know {top}"))
            elif top in HARDWARE and room not in ("firmware/hal", "boards"):
                found.append((node.lineno, f"{top} is hardware, which only firmware/hal and boards may touch"))
            elif room == "engine" and top != "engine" and name != "micropython":
                found.append((node.lineno, f"the rules import nothing but themselves and const, not {name}"))
    return found


def test_imports_point_one_way():
    found = []
    modules = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    assert len(modules) > 10, "the modules are not where this test looks for them"
    for path in modules:
        place = path.relative_to(ROOT).as_posix()
        if room_of(place) != "tests":
            found += [f"{place}:{line}: {sentence}." for line, sentence in wrong_imports(place, path.read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "place, line",
    [
        ("engine/a.py", "import firmware.loop"),
        ("engine/a.py", "from host_tools import vm"),
        ("engine/a.py", "from boards.pico import KEYS"),
        ("engine/a.py", "import os"),
        ("engine/a.py", "import gc"),
        ("engine/a.py", "def f():\n    from firmware import loop"),
        ("engine/a.py", "from ..firmware import loop"),
        ("engine/a.py", "__import__('firmware.loop')"),
        ("firmware/a.py", "import host_tools.vm"),
        ("firmware/a.py", "from boards.pico import KEYS"),
        ("firmware/a.py", "import tests.conftest"),
        ("firmware/a.py", "import displayio"),
        ("firmware/screens/a.py", "from machine import Pin"),
        ("firmware/hal/a.py", "import host_tools"),
        ("boards/pico/a.py", "import firmware.loop"),
        ("boards/pico/a.py", "import engine.cards"),
        ("host_tools/a.py", "import tests.conftest"),
        ("host_tools/a.py", "import board"),
    ],
)
def test_an_import_that_points_back_is_refused(place, line):
    assert wrong_imports(place, line)


@pytest.mark.parametrize(
    "place, line",
    [
        ("engine/a.py", "from engine.codes import DEAL\nfrom micropython import const"),
        ("firmware/a.py", "import engine.cards\nimport firmware.loop\nimport os"),
        ("firmware/hal/a.py", "import displayio\nfrom boards.pico import KEYS\nfrom firmware.loop import x"),
        ("boards/pico/a.py", "import board\nimport keypad"),
        ("host_tools/a.py", "import engine.cards\nimport firmware.hal.desktop\nimport boards.pico\nimport subprocess"),
    ],
)
def test_an_import_that_points_forward_is_taken(place, line):
    assert not wrong_imports(place, line)


# Written in pieces, so that this file does not name them itself.
NOT_NAMED = {
    "a folder of one machine": re.compile("/(?:wor" + "k|roo" + "t|home/[a-z]+|opt/pyp" + "i)/"),
    "a package registry's host": re.compile("py" + r"pi\.org|python" + r"hosted\.org|npm" + r"js\.org|deb\.deb" + "ian|ubun" + r"tu\.com", re.IGNORECASE),
    "a folder beside the checkout": re.compile(r"\.\./shar" + "ed"),
}


def strangers(text):
    """Return ``(line, sentence)`` for each thing outside the project that ``text`` names."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        found += [(number, f"it names {what}: {hit.group()}") for what, pattern in NOT_NAMED.items() for hit in pattern.finditer(line)]
    return found


def tracked():
    """Return the paths of all files that git knows or would add."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_this_machine_or_a_registry(need):
    need("git", "sudo apt install git")
    found = []
    for path in tracked():
        text = path.read_bytes()
        if b"\0" not in text:
            found += [f"{path.relative_to(ROOT)}:{line}: {sentence}." for line, sentence in strangers(text.decode("utf-8", "replace"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("text", ["see /wor" + "k/x", "/roo" + "t/y", "https://py" + "pi.org/simple", "registry.npm" + "js.org", "../shar" + "ed/RULES"])
def test_naming_this_machine_or_a_registry_is_seen(text):
    assert strangers("one\n" + text)[0][0] == 2


def test_the_lock_of_the_node_vm_holds_sums_and_no_addresses():
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    named = {name: entry for name, entry in packages.items() if name}
    assert named
    for name, entry in named.items():
        assert entry["integrity"].startswith("sha512-") and "resolved" not in entry, name

"""Checks device code by pyright, once for each platform against that platform's own stubs: the types half of ``make check``.

    python -m host_tools.typecheck

Serves whoever writes for boards: a name, an argument or a result that a platform does not have is told with file and line. The
stubs lie in build/stubs (host_tools/setup.py); configurations are written to build/pyright. It checks nothing of the desktop.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUBS = ROOT / "build" / "stubs"
PLACE = ROOT / "build" / "pyright"
PYRIGHT = ROOT / "node_modules" / "pyright" / "index.js"
PLATFORMS = ("circuitpython", "rp2", "esp32")
BOARD = "pygamer"  # whose pins CircuitPython's ``board`` has here; a test looks up those of every board by name
BOTH = ("__init__.py", "drive.py", "echo.py")  # of firmware/hal; all else there is of one platform, CircuitPython's by its name

# What no stub has: the constant of both dialects under the argument's name that our stand-in has, and a board's definition.
OVER = {
    "micropython.pyi": "from typing import TypeVar\n\n_T = TypeVar(\"_T\")\n\ndef const(value: _T) -> _T: ...\n",
    "definition.pyi": "DEFINITION: dict\n",
}


class CheckError(Exception):
    """The check cannot be done; the text is for people."""


def files(platform, root=ROOT):
    """Return the device modules to check for this platform, by their path from ``root``; those without hardware for one port only."""
    circuit = platform == "circuitpython"
    found = []
    for room in ("firmware/hal",) if platform == "esp32" else ("engine", "firmware", "boards"):
        for path in sorted((root / room).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            ours = True
            if place.startswith("firmware/hal/"):
                ours = path.name in BOTH or ("circuit" in path.name) == circuit
            elif place.startswith("boards/circuitpython/"):
                ours = circuit
            if ours:
                found.append(place)
    return found


def configuration(platform, places):
    """Return pyright's configuration for one platform. It takes paths only as seen from where the configuration lies."""
    stubs = STUBS / platform
    settings = {
        "include": [os.path.relpath(ROOT / place, PLACE) for place in places],
        "extraPaths": [os.path.relpath(ROOT, PLACE), os.path.relpath(stubs, PLACE)],
        "stubPath": "over",
        "typeCheckingMode": "basic",
        "pythonVersion": "3.10",
        "pythonPlatform": "All",
        # A board's modules are in its firmware: there are stubs only.
        "reportMissingModuleSource": "none",
        # What is None at first and made later, once, is made everywhere by the time it is used.
        "reportOptionalMemberAccess": "none",
    }
    if (stubs / "stdlib").is_dir():
        settings["typeshedPath"] = os.path.relpath(stubs, PLACE)
    return settings


def prepare():
    """Write the configurations; return ``{platform: path}``. Raises CheckError where stubs are missing."""
    found = {}
    over = PLACE / "over"
    over.mkdir(parents=True, exist_ok=True)
    for name, text in OVER.items():
        (over / name).write_text(text, encoding="utf-8")
    for platform in PLATFORMS:
        if not (STUBS / platform).is_dir():
            raise CheckError(f"The stubs of {platform} are not installed. Get them with: make check")
        found[platform] = PLACE / (platform + ".json")
        found[platform].write_text(json.dumps(configuration(platform, files(platform)), indent=1), encoding="utf-8")
    shutil.copy(STUBS / "circuitpython" / "board_definitions" / BOARD / "__init__.pyi", STUBS / "circuitpython" / "board-stubs" / "__init__.pyi")
    return found


def check(configurations):
    """Run pyright with each of ``{platform: path}`` at once; return ``[(platform, place, line, sentence)]``. Raises CheckError."""
    node = shutil.which("node")
    if not node or not PYRIGHT.exists():
        raise CheckError("Types are not checked: pyright needs Node and npm. Get them with: sudo apt install nodejs npm")
    running = {
        platform: subprocess.Popen([node, str(PYRIGHT), "--outputjson", "-p", str(path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for platform, path in configurations.items()
    }
    found = []
    for platform, process in running.items():
        out, error = process.communicate()
        try:
            told = json.loads(out)
        except ValueError:
            raise CheckError(f"pyright stopped: {(error or out).decode('utf-8', 'replace').strip()[-300:]}") from None
        wanted = len(json.loads(configurations[platform].read_text(encoding="utf-8"))["include"])
        if told["summary"]["filesAnalyzed"] < wanted:
            raise CheckError(f"pyright looked at {told['summary']['filesAnalyzed']} of {wanted} files for {platform}: its configuration is wrong.")
        for each in told["generalDiagnostics"]:
            if each["severity"] == "error":
                place = os.path.relpath(each["file"], ROOT)
                found.append((platform, place, each["range"]["start"]["line"] + 1, " ".join(each["message"].split())))
    return found


def main():
    """Check all platforms; return the exit status. Without Node it says so and passes, but not where CI=true."""
    try:
        found = check(prepare())
    except CheckError as problem:
        print(problem, file=sys.stderr)
        return int(os.environ.get("CI", "").lower() in ("1", "true", "yes") or "Node" not in str(problem))
    told = {}
    for platform, *rest in found:
        told.setdefault(tuple(rest), []).append(platform)
    for (place, line, sentence), platforms in told.items():
        print(f"{place}:{line}: {', '.join(platforms)}: {sentence}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())

"""The drive that a CircuitPython board shows to a computer: found by its boot_out.txt, written to, read back.

Serves host_tools/flash.py for boards that still give their files to the computer, as every board does from the factory.
``Drive`` is a target of host_tools/install.py. It formats and mounts nothing, and it knows no serial ports.
"""

import os
import pathlib
import re
import string
import sys
from binascii import crc32

from host_tools import install

BOOT_OUT = "boot_out.txt"
LOADER = "INFO_UF2.TXT"  # on the drive of a board's bootloader
_WALKED = ("", "lib", "engine", "firmware", install.SAVES, install.ASIDE)


class Drive:
    """A board's drive mounted at ``root``. ``board`` and ``uid`` are what its boot_out.txt says, "" where it does not."""

    def __init__(self, root, board="", uid="", version=()):
        self.root = pathlib.Path(root)
        self.board = board
        self.uid = uid
        self.version = version

    def __str__(self):
        return str(self.root)

    def walk(self):
        """Return ``{path: length}`` of the files at the top and in the folders that an installation looks at."""
        found = {}
        for folder in _WALKED:
            place = self.root / folder
            paths = place.rglob("*") if folder else place.glob("*")
            for path in paths if place.is_dir() else ():
                if path.is_file():
                    found[path.relative_to(self.root).as_posix()] = path.stat().st_size
        return found

    def sums(self, paths):
        """Return ``{path: (length, CRC-32)}`` of those of ``paths`` that are there."""
        contents = {path: self.read(path) for path in paths}
        return {path: (len(content), crc32(content)) for path, content in contents.items() if content is not None}

    def read(self, path):
        """Return the bytes of a file, None if there is none."""
        try:
            return (self.root / path).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, path, content):
        """Write a file so that it is on the board, not in this computer's memory, when this returns."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(place, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def remove(self, path):
        (self.root / path).unlink(missing_ok=True)

    def rename(self, path, new):
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        os.replace(self.root / path, self.root / new)

    def free(self):
        """Return the free bytes and the bytes of a block."""
        if hasattr(os, "statvfs"):
            found = os.statvfs(self.root)
            return found.f_bavail * found.f_frsize, found.f_frsize
        import shutil

        return shutil.disk_usage(self.root).free, 4096

    def settle(self):
        """Have the computer write out whatever it still holds back."""
        if hasattr(os, "sync"):
            os.sync()


def mounted():
    """Return the folders at which drives are mounted here, likely ones only."""
    if sys.platform == "win32":
        return [pathlib.Path(letter + ":\\") for letter in string.ascii_uppercase if os.path.exists(letter + ":\\")]
    if sys.platform == "darwin":
        return sorted(pathlib.Path("/Volumes").glob("*"))
    found = []
    try:
        for line in pathlib.Path("/proc/mounts").read_text().splitlines():
            device, place, kind = line.split(" ")[:3]
            if kind in ("vfat", "msdos", "exfat", "fuseblk", "9p", "drvfs") and device != "none":
                found.append(pathlib.Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), place)))
    except OSError:
        found = [path for base in ("/media", "/run/media", "/mnt") for path in pathlib.Path(base).glob("*")]
    return found


def read_drive(root):
    """Return the Drive at the folder ``root``, None if no boot_out.txt of CircuitPython is there."""
    try:
        text = (pathlib.Path(root) / BOOT_OUT).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    version = re.search(r"CircuitPython (\d+)\.(\d+)", text)
    if not version:
        return None
    board = re.search(r"^Board ID:(\S+)", text, re.M)
    uid = re.search(r"^UID:([0-9A-Fa-f]+)", text, re.M)
    return Drive(root, board[1] if board else "", uid[1].upper() if uid else "", (int(version[1]), int(version[2])))


def drives(places=None):
    """Return the Drives of all boards that show one, among ``places`` or whatever is mounted."""
    found = [read_drive(place) for place in (mounted() if places is None else places)]
    return [drive for drive in found if drive]


def loaders(places=None):
    """Return the folders of boards that wait in their bootloader for a .uf2."""
    return [place for place in (mounted() if places is None else places) if (pathlib.Path(place) / LOADER).is_file()]

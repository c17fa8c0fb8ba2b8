"""Makes mpremote's own file commands work on CircuitPython, where they stumble over what its ``os`` lacks and how its errors read.

Runs on a board, in one go with what follows it, for example

    mpremote connect PORT run host_tools/circuitpython_os.py + fs ls :

Serves people with mpremote in their hands; make flash needs it not, since it asks boards for numbers of errors only. It changes
nothing on the board that outlives a soft reset, and nothing at all on MicroPython.
"""

import os
import sys


class _Os:
    """``os`` with the names of errors that mpremote looks for, and with ilistdir."""


def _named(call):
    """Return ``call`` with errors that read as MicroPython's do: a number and a name, not a sentence."""

    def named(*arguments, **options):
        try:
            return call(*arguments, **options)
        except OSError as error:
            raise OSError(error.errno, _NAMES.get(error.errno, "EIO")) from None

    return named


def _ilistdir(folder=""):
    folder = folder or os.getcwd()
    for name in os.listdir(folder):
        found = os.stat(folder.rstrip("/") + "/" + name)
        yield name, found[0], 0, found[6]


_NAMES = {
    2: "ENOENT", 5: "EIO", 13: "EACCES", 17: "EEXIST", 19: "ENODEV", 20: "ENOTDIR", 21: "EISDIR", 22: "EINVAL",
    28: "ENOSPC", 30: "EROFS", 39: "ENOTEMPTY",
}  # fmt: skip

if sys.implementation.name == "circuitpython" and not hasattr(os, "ilistdir"):
    _dressed = _Os()
    for _name in dir(os):
        if not _name.startswith("_"):
            setattr(_dressed, _name, getattr(os, _name))
    for _name in ("chdir", "listdir", "mkdir", "remove", "rename", "rmdir", "stat", "statvfs"):
        if hasattr(os, _name):
            setattr(_dressed, _name, _named(getattr(os, _name)))
    _dressed.ilistdir = _named(_ilistdir)
    sys.modules["os"] = _dressed
    # mpremote's commands call open by this name, in the same globals.
    open = _named(open)

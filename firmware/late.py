"""Forgets the modules that were loaded for a while: the phase of the game that needed them is over.

A module that others import only inside functions is loaded when it is needed, and the bundle (host_tools/bundle_merge.py) keeps it
in a file of its own, whose name begins with ``crew_``. Serves the screens, which know when a phase ends. On the desktop, where
modules stand as they were written, nothing is forgotten.
"""

from sys import modules

_KEPT = ("firmware.screens.wide", "firmware.screens.narrow")  # one of them serves every trick; the bundle tells their names there
_SEA = ("firmware.screens.sea", "engine.sea_tasks", "engine.sea_verdicts")  # these serve every trick of the deep sea


def forget(sea):
    """Let go of what was loaded when needed; it is loaded again when it is needed again. With ``sea`` a deep-sea attempt goes on."""
    found = _next(sea)
    while found:
        # The place that held it in the table would hold on to it.
        modules[found] = None  # pyright: ignore[reportArgumentType]
        del modules[found]
        found = _next(sea)


def _next(sea):
    for name in modules:
        if name.startswith("crew_") and name not in _KEPT and not (sea and name in _SEA):
            return name
    return None

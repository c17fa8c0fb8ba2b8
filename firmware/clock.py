"""Arithmetic for the milliseconds that boards count: they wrap at 2**29, as CircuitPython's ``ticks_ms`` does."""


def since(now, then):
    """Return the milliseconds from ``then`` to ``now``, 0 to 2**29 - 1. Right for spans below six days."""
    return now - then & 0x1FFFFFFF

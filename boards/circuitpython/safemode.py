"""Runs when CircuitPython stopped in safe mode: brings the game back after a watchdog, a dip of the supply or a fault.

Three times at most, counted in the last byte of the non-volatile memory; the game sets it to nought once it has run for a
minute (firmware/hal/circuit.py). All other reasons are left for a person to look at. It never raises.
"""

import time

import microcontroller
import supervisor

_MOST = 3
_REST = 5  # seconds: a supply that has dipped recovers, and nothing is written before


def _leave():
    """Tell why safe mode stays, or None once the board may start again."""
    reason = supervisor.runtime.safe_mode_reason
    reasons = supervisor.SafeModeReason
    if reason not in (reasons.WATCHDOG, reasons.BROWNOUT, reasons.HARD_FAULT):
        return "for a reason that a restart does not cure"
    time.sleep(_REST)
    nvm = microcontroller.nvm
    if not nvm:
        return "and this board cannot count restarts"
    last = len(nvm) - 1
    times = nvm[last] if nvm[last] <= _MOST else 0  # 255: never written
    if times == _MOST:
        return "after three restarts in a row"
    nvm[last] = times + 1
    return None


try:
    why = _leave()
except Exception as problem:
    why = "since %s" % problem
if why is None:
    microcontroller.reset()
print("Crewlink: the board stays in safe mode, %s. Press its reset key to start the game." % why)

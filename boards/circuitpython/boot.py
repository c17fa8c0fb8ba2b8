"""Runs once before USB starts: who may write to the drive, and which USB ports there are. Installed on every CircuitPython board.

The game gets the drive, since it saves there. The computer gets it while the key that chooses (B on most boards) is held
down at power-up, and whenever the game is not whole. What a board cannot do is left out: nothing here ends in a traceback.
"""

import time

_CHOOSE = 3  # KEY_CHOOSE of firmware/wire.py


def _pin(name):
    """Return the pin that a definition names."""
    if name.startswith("cpu."):
        import microcontroller

        return getattr(microcontroller.pin, name[4:])  # pyright: ignore[reportAttributeAccessIssue]  # no stub tells a chip's own pins
    import board

    return getattr(board, name)


def _held(definition):
    """Tell whether the key that chooses is down. The scanner takes a key for released at first, so a held one is an event."""
    import keypad

    for key in definition["keys"]:
        source = key[1]
        if key[2] != _CHOOSE:
            continue
        if isinstance(source, int):
            clock, data, latch = definition["shift"]
            scanner = keypad.ShiftRegisterKeys(
                clock=_pin(clock), data=_pin(data), latch=_pin(latch), key_count=source + 1, value_when_pressed=True
            )
            number = source
        else:
            high = source[0] == "+"
            scanner = keypad.Keys((_pin(source[1:] if high else source),), value_when_pressed=high, pull=True)
            number = 0
        time.sleep(0.1)
        held = False
        event = scanner.events.get()
        while event:
            if event.key_number == number:
                held = event.pressed
            event = scanner.events.get()
        scanner.deinit()
        return held
    return False


def _ports():
    """A second serial port for the game. The ports that nobody needs go first: some chips have no room for all of them."""
    for name in ("usb_midi", "usb_hid"):
        try:
            __import__(name).disable()
        except Exception:  # this build has none
            pass
    try:
        import usb_cdc

        usb_cdc.enable(console=True, data=True)
    except Exception:
        print("Crewlink: no second USB port on this board.")


def _radio():
    """The game has the radio for itself."""
    try:
        import supervisor

        supervisor.runtime.ble_workflow = False
    except Exception:
        pass


def _drive():
    """Give the drive to the game, or leave it to the computer."""
    try:
        import os

        os.stat("/code.py")
        from definition import DEFINITION
    except Exception:
        print("Crewlink is not whole on this board: the computer has the drive.")
        return
    try:
        held = _held(DEFINITION)
    except Exception as problem:
        print("Crewlink: the keys cannot be read (%s)." % problem)
        held = False
    if held:
        print("Crewlink: a key is held, so the computer has the drive and nothing is saved.")
        return
    try:
        import storage

        storage.remount("/", readonly=False)
        storage.disable_usb_drive()
        print("Crewlink has the drive. To give it to the computer, hold the key that chooses while switching on.")
    except Exception as problem:
        print("Crewlink cannot have the drive (%s): nothing is saved." % problem)


_ports()
_radio()
_drive()

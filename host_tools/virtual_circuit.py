"""How a virtual board behaves as one with CircuitPython: enough for tools that talk to boards, not for the game.

Runs on the MicroPython VM only, called by virtual_boot.py. It does this much:

- A FAT drive that a computer would have. Code may not write to it until boot.py or ``storage`` says so (a real read-only
  mount: OSError 30). ``storage.remount`` is refused with CircuitPython's RuntimeError while a computer has the drive
  (``VirtualBoard(computer=True)``, the usual case), unless in boot.py or after ``disable_usb_drive``,
  ``unsafe_disable_usb_drive`` (10.3).
- boot.py runs after a hard reset only, with its words in boot_out.txt; code.py runs then and after each soft reset, not in the
  raw REPL; afterwards any key leads to the REPL and Ctrl-D starts anew. In safe mode (``VirtualBoard.safe_mode``) neither
  runs, and safemode.py does.
- ``os`` has no ``ilistdir``, errors of files read as CircuitPython's (``[Errno 2] No such file/directory: x``), so stock mpremote fails
  where it fails on a real board. ``sys``, ``board`` (``board_id``, and any pin by name), ``microcontroller`` (``cpu.uid``, ``nvm``, ``reset``),
  ``storage``, ``supervisor``, ``keypad`` (keys that are down when it is made), ``usb_cdc``, ``usb_hid``, ``usb_midi`` say what such tools ask.
- .mpy files are imported if their first byte is CircuitPython's, and read back as they were written. No displayio, no busio.
"""

import builtins
import os
import sys
import vfs

import virtual_boot
import virtual_machine
from virtual_wires import DRIVE, KEPT, LEVEL, SAFE_MODE

VERSION = (10, 3, 1)
RELEASE = "10.3.1 on 2026-07-05"
_BOOTED, _GIVEN_UP, _WRITABLE = KEPT, KEPT + 1, KEPT + 2  # what a soft reset keeps: boot.py ran, no drive for the computer, code may write
_TEXTS = {
    1: "Operation not permitted", 2: "No such file/directory", 5: "Input/output error", 13: "Permission denied", 17: "File exists",
    19: "No such device", 22: "Invalid argument", 28: "No space left on device", 30: "Read-only filesystem",
}  # fmt: skip
_REASONS = ("NONE", "USER", "WATCHDOG", "BROWNOUT", "HARD_FAULT")
_OS = "chdir getcwd listdir mkdir remove rename rmdir stat statvfs unlink urandom".split()

_page = None
_flash = None
_wiring = {}
_booting = False


def _get(at):
    _page.seek(at)
    return _page.read(1)[0]


def _set(at, value):
    _page.seek(at)
    _page.write(bytes((value,)))


class Drive:
    """The blocks of the flash. While something is imported, a .mpy's first byte reads as the VM wants it."""

    def __init__(self, flash):
        self._flash = flash
        self.importing = 0

    def readblocks(self, block, into, offset=0):
        self._flash.readblocks(block, into, offset)
        if self.importing and into[0] == 0x43 and into[1] == 6 and into[2] < 4:
            into[0] = 0x4D

    def writeblocks(self, block, data, offset=0):
        self._flash.writeblocks(block, data, offset)

    def ioctl(self, what, argument):
        return self._flash.ioctl(what, argument)


def _mount(readonly):
    if vfs.mount():
        vfs.umount("/")
    vfs.mount(vfs.VfsFat(_flash), "/", readonly=readonly)


# --- errors ---------------------------------------------------------------------------------------------------------------


class Told(OSError):
    """An OSError that reads as CircuitPython's."""

    def __repr__(self):
        number = self.args[0]
        if number not in _TEXTS:
            return "OSError: %s" % number
        return "OSError: [Errno %d] %s%s" % (number, _TEXTS[number], ": " + self.args[1] if len(self.args) > 1 else "")

    __str__ = __repr__


def _telling(function, named=False):
    def call(*given, **more):
        try:
            return function(*given, **more)
        except OSError as error:
            raise Told(error.errno, given[0]) if named and given else Told(error.errno)

    return call


# --- the modules ------------------------------------------------------------------------------------------------------------


class Named:
    """Something of which only the name matters: a pin, a reason. With ``members``, a place for such: any name is there."""

    def __init__(self, name, members=True, **given):
        self._name = name
        self._members = members
        for each in given:
            setattr(self, each, given[each])

    def __getattr__(self, name):
        if name[:2] == "__" or not self._members:
            raise AttributeError(name)
        setattr(self, name, Named(self._name + "." + name, False))
        return getattr(self, name)

    def __repr__(self):
        return self._name


class Plain:
    """A module or an object that has what is given and nothing else."""

    def __init__(self, **given):
        for name in given:
            setattr(self, name, given[name])


class Nvm:
    """The non-volatile bytes, in a file."""

    def __init__(self, file, length):
        self._file = file
        self._length = length

    def __len__(self):
        return self._length

    def __getitem__(self, at):
        self._file.seek(0)
        return self._file.read(self._length)[at]

    def __setitem__(self, at, value):
        self._file.seek(0)
        content = bytearray(self._file.read(self._length))
        content[at] = value
        self._file.seek(0)
        self._file.write(content)


class Event:
    def __init__(self, number):
        self.key_number = number
        self.pressed = True
        self.released = False


class Scanner:
    """Keys of keypad: those that are down when it is made are its events."""

    def __init__(self, sources):
        keys = _wiring["keys"]
        down = [i for i, source in enumerate(sources) if source in keys and not _get(LEVEL + keys.index(source))]
        waiting = [Event(i) for i in down]
        self.events = Plain(get=lambda: waiting.pop(0) if waiting else None, clear=waiting.clear, overflowed=False)

    def deinit(self):
        pass


def _keys(pins, *, value_when_pressed, pull=True, **rest):
    return Scanner([("+" if value_when_pressed else "") + str(pin).split(".")[-1] for pin in pins])


def _shifted(*, clock, data, latch, key_count, value_when_pressed, **rest):
    return Scanner(range(key_count))


def _reload():
    raise SystemExit


def _remount(path, readonly=False, *, disable_concurrent_write_protection=False):
    if path != "/":
        raise Told(22)
    if _get(DRIVE) and not _get(_GIVEN_UP) and not _booting:
        raise RuntimeError("Cannot remount path when visible via USB.")
    _set(_WRITABLE, 0 if readonly else 1)
    _mount(readonly)


def _give_up():
    if not _booting:
        raise RuntimeError("Cannot change USB devices now")
    _set(_GIVEN_UP, 1)


def _safe_mode():
    return _get(SAFE_MODE)


def _modules():
    """Return ``{name: module}`` of what is CircuitPython's own."""
    reasons = Named("supervisor.SafeModeReason")
    runtime = Plain(
        usb_connected=bool(_get(DRIVE)), serial_connected=True, autoreload=True, ble_workflow=True, run_reason=Named("supervisor.RunReason.STARTUP", False),
        safe_mode_reason=getattr(reasons, _REASONS[_safe_mode()]),
    )  # fmt: skip
    ticks = __import__("time").ticks_ms
    nothing = lambda *given, **more: None  # noqa: E731
    uid = (_wiring["chip"] * 2)[:16]
    return {
        "board": Named("board", board_id=_wiring["id"]),
        "microcontroller": Plain(
            cpu=Plain(uid=uid, frequency=120_000_000, temperature=25.0, voltage=3.3), pin=Named("microcontroller.pin"),
            nvm=Nvm(open(_wiring["nvm"], "r+b"), 256), reset=virtual_machine.reset, ResetReason=Named("microcontroller.ResetReason"),
            on_next_reset=nothing, RunMode=Named("microcontroller.RunMode"),
        ),
        "storage": Plain(
            remount=_remount, disable_usb_drive=_give_up, unsafe_disable_usb_drive=lambda: _set(_GIVEN_UP, 1),
            enable_usb_drive=lambda: _set(_GIVEN_UP, 0), getmount=lambda path: Plain(readonly=not _get(_WRITABLE), label="CIRCUITPY"),
        ),
        "supervisor": Plain(
            runtime=runtime, SafeModeReason=reasons, RunReason=Named("supervisor.RunReason"), reload=_reload,
            ticks_ms=lambda: ticks() & 0x1FFFFFFF, set_next_code_file=nothing, disable_ble_workflow=nothing, status_bar=Plain(console=True, display=True),
        ),
        "keypad": Plain(Keys=_keys, ShiftRegisterKeys=_shifted),
        "usb_cdc": Plain(console=sys.stdin, data=None, enable=nothing, disable=nothing),
        "usb_hid": Plain(enable=nothing, disable=nothing),
        "usb_midi": Plain(enable=nothing, disable=nothing),
        "machine": None, "vfs": None,
    }  # fmt: skip


def start(wiring, page, flash):
    """Mount the drive and dress the modules; return what is to run, for ``run``."""
    global _page, _flash, _wiring
    _page = page
    _flash = Drive(flash)
    _wiring = wiring
    try:
        _mount(False)
    except OSError:
        vfs.VfsFat.mkfs(_flash)
        _mount(False)
    given = {name: _telling(getattr(os, name), name in ("mkdir", "remove", "rmdir", "stat", "rename", "chdir", "listdir", "unlink")) for name in _OS}
    given.update(sep="/", sync=lambda: None, getenv=lambda name, default=None: default)
    facts = (wiring["machine"].split(" with ")[-1], "virtual", "10.3.1", RELEASE, wiring["machine"])
    sys.modules["os"] = Plain(uname=lambda: virtual_boot.Uname(facts), **given)
    builtins.open = _telling(open, True)
    import_ = __import__

    def importing(*given):
        _flash.importing += 1
        try:
            return import_(*given)
        finally:
            _flash.importing -= 1

    builtins.__import__ = importing
    implementation = virtual_boot.Implementation("circuitpython", VERSION, wiring["machine"], sys.implementation._mpy)
    implementation.mpy = implementation._mpy
    sys.modules["sys"] = virtual_boot.Dressed(sys, dir(sys), platform=facts[0], implementation=implementation)
    sys.modules.update(_modules())
    if not _get(_BOOTED):
        return ("safemode.py",) if _safe_mode() else ("boot.py", "code.py")
    return () if _safe_mode() else ("code.py",)


def run(names, raw, main):
    """Run boot.py with its words in boot_out.txt, then code.py unless the raw REPL is entered; then wait for a key, as CircuitPython does."""
    global _booting
    _booting = True
    head = "Adafruit CircuitPython %s; %s\r\nBoard ID:%s\r\nUID:%s\r\n" % (
        RELEASE, _wiring["machine"], _wiring["id"], "".join("%02X" % each for each in (_wiring["chip"] * 2)[:16]))  # fmt: skip
    for name in names[:1]:
        if name != "code.py":
            said = [head]
            if name == "boot.py":
                main["print"] = lambda *words, **more: said.append(" ".join(str(word) for word in words) + "\r\n")
            virtual_boot.run(name, main)
            main.pop("print", None)
            text = "".join(said)
            if _read("boot_out.txt") != text:
                _mount(False)
                with open("boot_out.txt", "w") as file:
                    file.write(text)
    _booting = False
    _set(_BOOTED, 1)
    _mount(not _get(_WRITABLE))
    if raw:
        return
    if _safe_mode():
        print("\nYou are in safe mode because:\n%s\nPress reset to exit safe mode.\n" % _REASONS[_safe_mode()])
    else:
        print("\nAuto-reload is on. Simply save files over USB to run them or enter REPL to disable.")
        print("code.py output:")
        if not virtual_boot.run("code.py", main):
            print("code.py not found.")
        print("\nCode done running.")
    print("\nPress any key to enter the REPL. Use CTRL-D to reload.")
    try:
        if sys.stdin.read(1) == "\x04":
            raise SystemExit
    except KeyboardInterrupt:
        pass


def _read(name):
    try:
        with open(name) as file:
            return file.read()
    except OSError:
        return None

"""The first thing that a virtual board's VM runs: mounts the flash, dresses up as a board, runs what lies in the flash.

Runs on the MicroPython VM only, started by virtual_board.py, from outside the flash; a program on the board finds a board's
modules and a board's file system and none of the desktop's. The flash is real: littlefs (or FAT, as CircuitPython has
it) over blocks of a file, with its sizes, its errors and its way of being cut off in the middle of a write.
"""

import os
import sys
import time
import vfs

import micropython

import virtual_machine
from virtual_wires import CUT, DARK, READY, SOFT_RESET


class Flash:
    """The blocks of the flash in an open file, as a file system asks for them."""

    def __init__(self, file, page, blocks, size):
        self._file = file
        self._page = page
        self._blocks = blocks
        self._size = size
        self._left = bytearray(4)

    def readblocks(self, block, into, offset=0):
        self._file.seek(block * self._size + offset)
        self._file.readinto(into)

    def writeblocks(self, block, data, offset=0):
        page = self._page
        page.seek(CUT)
        page.readinto(self._left)
        left = self._left[0] | self._left[1] << 8 | self._left[2] << 16
        self._file.seek(block * self._size + offset)
        if left:
            left -= len(data)
            if left <= 1:
                self._file.write(data[: left + len(data) - 1])
                virtual_machine.tell(DARK)
                virtual_machine.wait()
            for i in range(3):
                self._left[i] = left >> 8 * i & 255
            page.seek(CUT)
            page.write(self._left)
        self._file.write(data)

    def ioctl(self, what, argument):
        if what == 4:
            return self._blocks
        if what == 5:
            return self._size
        return 0  # 3, sync: written at once; 6, erase: writing does it


class Dressed:
    """Stands for a module of the VM: what ``names`` names of ``module``, and what is given besides."""

    def __init__(self, module, names, **given):
        for name in names:
            if hasattr(module, name):
                setattr(self, name, getattr(module, name))
        for name in given:
            setattr(self, name, given[name])


# What `os` has on a board, `dupterm` left out; `sys` is whole but for what tells of the desktop.
_OS = "VfsFat VfsLfs2 chdir getcwd ilistdir listdir mkdir mount remove rename rmdir stat statvfs umount unlink urandom".split()


def start(wiring, main):
    """Become the board that ``wiring`` (a dict of virtual_board.py) tells of; run boot.py and the game in the names of ``main``."""
    micropython.kbd_intr(-1)  # a Ctrl-C on the way to the program would leave half a board
    open(wiring["tty"]).close()  # and from here on it is a signal, since this is the process's terminal
    main.clear()
    main["__name__"] = "__main__"
    page = open(wiring["page"], "r+b")
    virtual_machine.plug(wiring, page)
    sys.modules["machine"] = virtual_machine
    flash = Flash(open(wiring["flash"], "r+b"), page, wiring["blocks"], wiring["block"])
    if wiring["circuitpython"]:
        import virtual_circuit

        names = virtual_circuit.start(wiring, page, flash)
    else:
        names = ("boot.py", "main.py")
        try:
            files = vfs.VfsLfs2(flash, progsize=256)
        except OSError:
            vfs.VfsLfs2.mkfs(flash, progsize=256)
            files = vfs.VfsLfs2(flash, progsize=256)
        vfs.umount("/")
        vfs.mount(files, "/")
        facts = ("rp2", "rp2", "1.29.0", "v1.29.0-preview on 2026-07-05", wiring["machine"])
        sys.modules["os"] = Dressed(os, _OS, uname=lambda: Uname(facts), sync=lambda: None)
        if wiring["seed"] is not None:
            sys.modules["os"].urandom = repeatable(wiring["seed"])
        if wiring["speed"] != 1:
            sys.modules["time"] = hurried(wiring["speed"])
        sys.modules["sys"] = Dressed(
            sys, dir(sys), platform="rp2", implementation=Implementation("micropython", (1, 29, 0, "preview"), wiring["machine"], sys.implementation._mpy)
        )
    sys.path[:] = ["", ".frozen", "/lib"]
    micropython.kbd_intr(3)
    virtual_machine.tell(READY)
    for name in ("virtual_boot", "virtual_circuit", "virtual_wires", "virtual_machine"):
        sys.modules.pop(name, None)
    try:
        if wiring["circuitpython"]:
            virtual_circuit.run(names, wiring["raw"], main)
        else:
            for name in names:
                if not (wiring["raw"] and name == "main.py"):
                    run(name, main)
    except SystemExit:
        virtual_machine.tell(SOFT_RESET)
        virtual_machine.wait()


def repeatable(seed):
    """Return an ``urandom`` that gives the same bytes at each start with the same seed."""
    import random

    random.seed(seed)
    return lambda n: bytes([random.getrandbits(8) for _ in range(n)])


def hurried(speed):
    """Return a module ``time`` whose milliseconds pass ``speed`` times as fast."""
    ticks, sleep = time.ticks_ms, time.sleep_ms
    return Dressed(
        time, dir(time), ticks_ms=lambda: ticks() * speed & 0x3FFFFFFF,
        sleep_ms=lambda milliseconds: sleep(milliseconds // speed), sleep=lambda seconds: sleep(int(1000 * seconds) // speed),
    )  # fmt: skip


class Uname:
    """What ``os.uname()`` returns: five strings by name and by place."""

    def __init__(self, facts):
        self._facts = facts
        self.sysname, self.nodename, self.release, self.version, self.machine = facts

    def __getitem__(self, i):
        return self._facts[i]

    def __iter__(self):
        return iter(self._facts)

    def __len__(self):
        return 5

    def __repr__(self):
        return "(sysname=%r, nodename=%r, release=%r, version=%r, machine=%r)" % self._facts


class Implementation:
    """What ``sys.implementation`` is."""

    def __init__(self, name, version, machine, mpy):
        self.name = name
        self.version = version
        self._machine = machine
        self._mpy = mpy

    def __getitem__(self, i):
        return (self.name, self.version, self._machine, self._mpy)[i]

    def __repr__(self):
        return "(name=%r, version=%r, _machine=%r, _mpy=%d)" % (self.name, self.version, self._machine, self._mpy)


def run(name, main):
    """Run a file of the flash as a board does; its exceptions are printed, its end by SystemExit is a soft reset. Return whether it was there."""
    try:
        with open(name) as file:
            code = compile(file.read(), name, "exec")
    except OSError:
        return False
    except SyntaxError as error:
        sys.print_exception(error)
        return True
    try:
        exec(code, main)
    except SystemExit:
        raise
    except BaseException as error:
        sys.print_exception(error)
    return True

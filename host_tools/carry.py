"""Carries a dead dealer's saves to another board, so that the same attempt goes on there.

    python -m host_tools.carry FROM TO        (make carry FROM=... TO=...)

FROM and TO are ports, CircuitPython drives, or folders on this computer (a folder keeps saves for later). With the saves TO gets the dead
board's id (the file chip.bin): the other handhelds and their keys know the dealer by it. If TO sits at that table itself, its
people become people at the dealing device. Whatever was saved on TO before is kept in a folder first, and without chip.bin it is
itself again. Nothing is read out of a save but ids and lengths; it is as secret as the board was.
"""

import argparse
import os
import sys
from binascii import crc32

from firmware.wire import CAMPAIGNS, SAVED_ATTEMPT, SAVED_CHIPS, SAVED_SEATED
from host_tools import flash
from host_tools.flash_repl import Board
from host_tools.install import InstallError

HEAD = 12  # bytes before a save's body: firmware/store.py
SLOTS = 2 * CAMPAIGNS + 1
PEOPLE = 5  # at one device at most
ASK_CHIP = (
    "try:\n import machine\n u = machine.unique_id()\nexcept ImportError:\n import microcontroller\n u = microcontroller.cpu.uid\n"
    "from binascii import hexlify\nprint(hexlify(bytes(u)).decode())"
)


class CarryError(InstallError):
    """It cannot be carried; the text is a sentence for people."""


def person(chip, owner):
    """Return the number, 0-4, of the person whose id ``chip`` is at the device ``owner``, or None (docs/PROTOCOL.md)."""
    number = (chip[0] ^ owner[0]) >> 5
    return number if chip[1:] == owner[1:] and not (chip[0] ^ owner[0]) & 0x1F and number < PEOPLE else None


def moved(slot, dealer, board):
    """Return the save ``slot`` of the device ``dealer`` with the people of the device ``board`` (chip ids, 4 bytes each) as further ones of its own.

    A slot that is empty, damaged or of a table where ``board`` does not sit comes back unchanged.
    """
    body = bytearray(slot[HEAD:])
    if len(body) < SAVED_ATTEMPT or slot[:2] != b"CL" or crc32(body, crc32(slot[:8])) != int.from_bytes(slot[8:HEAD], "little"):
        return bytes(slot)
    places = range(SAVED_CHIPS, SAVED_CHIPS + 4 * min(body[SAVED_SEATED], 5), 4)
    chips = {at: bytes(body[at : at + 4]) for at in places}
    free = [number for number in range(PEOPLE) if number not in {person(chip, dealer) for chip in chips.values()}]
    for at, chip in chips.items():
        if person(chip, board) is not None:
            body[at : at + 4] = bytes((dealer[0] ^ free.pop(0) << 5,)) + dealer[1:]
    head = bytes(slot[:8])
    return head + crc32(body, crc32(head)).to_bytes(4, "little") + bytes(body)


class Folder:
    """Saves in a folder of this computer, with the chip id they belong to."""

    def __init__(self, path):
        self.path = path

    def __str__(self):
        return self.path

    def chip(self):
        return self.read("chip.bin")

    def read(self, path):
        try:
            with open(os.path.join(self.path, os.path.basename(path)), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def write(self, path, content):
        os.makedirs(self.path, exist_ok=True)
        with open(os.path.join(self.path, os.path.basename(path)), "wb") as file:
            file.write(content)


def place_of(name):
    """Return the place called ``name``: a board at a port, a drive, or a folder, which need not be there yet."""
    if os.path.isdir(name) and os.path.exists(os.path.join(name, "boot_out.txt")) or name.startswith("/dev/") or name.upper().startswith("COM"):
        return flash.find_any("", name)[0]
    return Folder(name)


def chip_of(place):
    """Return the chip id of the board at ``place`` as the firmware makes it, or None for a folder without one."""
    given = place.read("chip.bin")
    if given or isinstance(place, Folder):
        return given
    uid = place.run(ASK_CHIP).strip() if isinstance(place, Board) else place.uid
    return crc32(bytes.fromhex(uid)).to_bytes(4, "big")


def carry(source, target, kept):
    """Carry all saves from ``source`` to ``target``; keep what was there in the folder ``kept``. Return how many were carried."""
    old = chip_of(source)
    if old is None:
        raise CarryError(f"There are no saves of a board in {source}. Fetch them first: python -m host_tools.carry PORT {source}")
    slots = {slot: content for slot in range(SLOTS) if (content := source.read(f"saves/{slot}"))}
    if not slots:
        raise CarryError(f"{source} holds no save: nothing was played there as the dealer, or its store is empty.")
    new = chip_of(target) or old
    for slot in range(SLOTS):
        before = target.read(f"saves/{slot}")
        if before:
            Folder(kept).write(str(slot), before)
            Folder(kept).write("chip.bin", new)
        if slot in slots:
            target.write(f"saves/{slot}", moved(slots[slot], old, new) if new != old else slots[slot])
        elif before:
            target.write(f"saves/{slot}", b"")
    target.write("chip.bin", old)
    return len(slots)


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.carry", description="Carry a dead dealer's saves to another board.")
    parser.add_argument("source", help="port, drive or folder of the board whose table it was")
    parser.add_argument("target", help="port, drive or folder that gets the saves")
    parser.add_argument("--keep", default="saves-before", help="folder for what was saved on the target (usual: saves-before)")
    chosen = parser.parse_args(arguments)
    places = []
    try:
        for name in (chosen.source, chosen.target):
            places.append(place_of(name))
        count = carry(*places, chosen.keep)
    except InstallError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except OSError as trouble:
        print(f"{trouble.filename or 'A file'} cannot be read or written ({trouble.strerror}). Is the disk full, or the place another's?", file=sys.stderr)
        return 1
    finally:
        for place in places:
            flash.let_go(place)
    print(f"{count} saves were carried from {chosen.source} to {chosen.target}. Switch the dead board off; the other goes on where it was.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""An emulated Pico with a firmware of yours: make emulate UF2=firmware.uf2

    python -m host_tools.emulate FIRMWARE.uf2 [--wireless] [--folder DIR]

Serves whoever wants to see a real MicroPython or CircuitPython of the RP2040, with its memory and its file system, take our files
before there is a board. Nobody may ship the firmware with Crewlink: bring the .uf2 that you would put on a Pico. The emulator is
PyPI's rp2040py; this checks the file, starts it behind a pty and says where. Its files stay in the folder when it ends.

It shows no display, has no keys and no ring: the game starts there and draws, unseen. virtual.py has those. Tests cannot
run it, for lack of a firmware; they hold what is said about files that are none.
"""

import argparse
import importlib.util
import pathlib
import re
import signal
import struct
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "emulated"
BLOCK = 512
MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)  # the first two words of a block and its last one
HAS_FAMILY = 0x2000
RP2040 = 0xE48BFF56
FAMILIES = {0xE48BFF59: "RP2350 (Pico 2)", 0xE48BFF5A: "RP2350 (Pico 2)", 0xE48BFF5B: "RP2350 (Pico 2)", 0x1B57745F: "ESP32 family", 0xC47E5767: "ESP32-S3",
            0x55114460: "SAMD51", 0x68ED2B88: "SAMD21", 0xADA52840: "nRF52840", 0x621E937A: "nRF52833"}  # fmt: skip
MOST = 16 << 20


class EmulateError(Exception):
    """The emulated board cannot start. The text is a sentence for people."""


def firmware(path):
    """Return "micropython" or "circuitpython", whichever the .uf2 at ``path`` is for the RP2040; raise EmulateError if it is something else."""
    path = pathlib.Path(path)
    try:
        if path.stat().st_size > MOST:
            raise EmulateError("%s is too large to be a firmware. Name the .uf2 file that you would copy onto a Pico." % path)
        content = path.read_bytes()
    except OSError as error:
        raise EmulateError("%s cannot be read: %s. Name the .uf2 file that you would copy onto a Pico with UF2=..." % (path, error.strerror))
    blocks = [content[at : at + BLOCK] for at in range(0, len(content), BLOCK)]
    payload = bytearray()
    for block in blocks:
        words = struct.unpack("<8I", block[:32]) if len(block) == BLOCK else (0,) * 8
        if words[:2] != MAGIC[:2] or struct.unpack("<I", block[-4:])[0] != MAGIC[2] or words[4] > 476:
            raise EmulateError("%s is no whole .uf2 file. Download it again." % path)
        if words[2] & HAS_FAMILY and words[7] != RP2040:
            kind = "the " + FAMILIES[words[7]] if words[7] in FAMILIES else "another chip"
            raise EmulateError("%s is for %s, and only an RP2040 (Pico, Pico W) is emulated here. Get the file for the Pico." % (path, kind))
        payload += block[32 : 32 + words[4]]
    if b"CircuitPython" in payload:
        return "circuitpython"
    if b"MicroPython" in payload:
        return "micropython"
    raise EmulateError("%s holds neither MicroPython nor CircuitPython. Get one of them for the Pico from its site." % path)


def command(path, kind, wireless, folder):
    """Return the words that start the emulator; the file system in ``folder`` is taken up again if there is one."""
    files = pathlib.Path(folder) / (kind + ".img")
    words = [sys.executable, "-m", "rp2040py", "micropython", "--image", str(path), "--pty", "--board", "pico_w" if wireless else "pico"]
    words += ["--dump-fs", str(files)]
    if files.exists():
        words += ["--fat12" if kind == "circuitpython" else "--littlefs", str(files)]
    return words + (["--circuitpython"] if kind == "circuitpython" else [])


def run(path, wireless=False, folder=FOLDER, say=print):
    """Emulate until Ctrl-C or the emulator's end; return the exit status."""
    kind = firmware(path)
    if importlib.util.find_spec("rp2040py") is None:
        raise EmulateError("The emulator rp2040py is not installed. Start it with `make emulate UF2=...`, which gets it.")
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    emulator = subprocess.Popen(
        command(path, kind, wireless, folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    told = []
    reader = threading.Thread(target=_listen, args=(emulator.stdout, kind, told, say), daemon=True)
    reader.start()
    try:
        status = emulator.wait()
    except KeyboardInterrupt:
        emulator.send_signal(signal.SIGINT)  # it writes its file system down
        try:
            emulator.wait(20)
        except subprocess.TimeoutExpired:
            emulator.kill()
        say("The emulated board is off. Its files are in %s." % folder)
        return 0
    reader.join(5)
    raise EmulateError("The emulator ended by itself (status %d): %s" % (status, " ".join(told[-3:]) or "it said nothing"))


def _listen(lines, kind, told, say):
    for line in lines:
        told.append(line.strip())
        found = re.search(r"listening on (/\S+)", line)
        if found:
            wait = "half a minute or more" if kind == "circuitpython" else "a few seconds"
            say("An emulated Pico is at %s. Its Python answers after %s: mpremote connect %s" % (found[1], wait, found[1]))
            say("Ctrl-C ends it.")


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.emulate", description="Emulate a Pico with a firmware of yours.")
    parser.add_argument("uf2", metavar="FIRMWARE.uf2", nargs="?", default="", help="MicroPython or CircuitPython for the Pico or Pico W")
    parser.add_argument("--wireless", action="store_true", help="a Pico W")
    parser.add_argument("--folder", metavar="DIR", default=FOLDER, help="where its files are kept (build/emulated)")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if not options.uf2:
            raise EmulateError("Which firmware? Name the .uf2 file that you would copy onto a Pico: make emulate UF2=firmware.uf2")
        return run(options.uf2, options.wireless, options.folder, lambda text: print(text, flush=True))
    except EmulateError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print("The emulated board could not be started: %s." % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

"""Joins handhelds that hang on this computer's USB into one table; the computer itself has no seat and deals nothing.

    python -m host_tools.hub PORT PORT [PORT ...]

Serves people whose boards have neither a second UART nor a radio. Every frame is passed on as it came, private ones sealed; nothing
is kept or shown but how many went by, and how many a handheld's line was too full for. Ctrl-C ends it. For seats on this computer too: `make play ARGS='--usb PORT'`.
"""

import argparse
import sys
import time

from firmware.hub import Hub
from firmware.wire import F_TTL, FRAME_MOST
from host_tools.usb_line import PortError, UsbLine

PAUSE = 0.002  # seconds between two looks at the ports
REPORT = 10.0  # seconds between two lines about what goes by


class Exchange:
    """Frames from each line to the others. ``frames`` counts them."""

    def __init__(self, lines):
        self.hub = Hub(lines)
        self.frames = 0
        self._frame = bytearray(FRAME_MOST + 2)
        self._view = memoryview(self._frame)
        self._length = 0

    def tick(self):
        """Pass on all that has come."""
        while True:
            n = self.hub.read(self._view[self._length :])
            if not n:
                return
            self._length += n
            frame = self._frame
            if frame[self._length - 1]:
                continue
            frame[1 + F_TTL] -= 1
            if frame[1 + F_TTL]:
                self.hub.write(frame, self._length)
            self._length = 0
            self.frames += 1

    def report(self):
        """Return what has gone by, in words."""
        told = f"{self.frames} frames have gone by."
        if self.hub.lost:
            told += f" {self.hub.lost} were lost, since a handheld took nothing for a while; they are sent again. Does one hang, or is its cable bad?"
        return told


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.hub", description="Join handhelds on USB into one table.")
    parser.add_argument("port", nargs="+", help="where a handheld hangs, for example /dev/ttyACM1 or COM7; two or more")
    chosen = parser.parse_args(arguments)
    if len(set(chosen.port)) < 2:
        print("A hub joins two handhelds or more: name at least two ports.", file=sys.stderr)
        return 2
    lines = []
    exchange = Exchange(lines)
    try:
        for port in dict.fromkeys(chosen.port):
            lines.append(UsbLine(port))
        return run(exchange)
    except PortError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nThe hub is closed. {exchange.report()}")
        return 0
    finally:
        for line in lines:
            line.close()


def run(exchange):
    """Pass frames on until Ctrl-C."""
    print(f"{len(exchange.hub.lines)} handhelds are joined. Ctrl-C ends it.", flush=True)
    said = time.monotonic()
    while True:
        exchange.tick()
        time.sleep(PAUSE)
        if time.monotonic() - said >= REPORT:
            said = time.monotonic()
            print(exchange.report(), flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""The thread that serves all virtual boards, and what their terminals need. Serves virtual_board.py and virtual_port.py."""

import os
import pty
import select
import selectors
import threading
import time
import tty
from contextlib import suppress


class VirtualError(Exception):
    """A virtual board cannot do what is asked. The text is a sentence for people."""


class Loop:
    """One thread that serves the open ends of all boards. What belongs to a board is touched by it alone, through ``do``."""

    def __init__(self):
        self._selector = selectors.DefaultSelector()
        self._asked = []
        self._timers = []
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_out, False)
        self._selector.register(self._wake_out, selectors.EVENT_READ, lambda: os.read(self._wake_out, 4096))
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="virtual boards", daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """End the thread. Boards must be closed before."""
        if self._thread.is_alive():
            self._ends = True
            os.write(self._wake_in, b"!")
            self._thread.join()
            self._selector.close()
            os.close(self._wake_in)
            os.close(self._wake_out)

    def do(self, work):
        """Call ``work()`` in the loop's thread; return what it returns or raise what it raises."""
        if threading.current_thread() is self._thread:
            return work()
        done = threading.Event()
        result = []

        def carry():
            try:
                result.append((work(), None))
            except Exception as error:
                result.append((None, error))
            done.set()

        self._asked.append(carry)
        os.write(self._wake_in, b"!")
        done.wait()
        if result[0][1] is not None:
            raise result[0][1]
        return result[0][0]

    def watch(self, fd, ready):
        """Call ``ready()`` whenever ``fd`` has something to read. In the loop's thread only, as ``leave`` and ``later``."""
        self._selector.register(fd, selectors.EVENT_READ, ready)

    def leave(self, fd):
        with suppress(KeyError):
            self._selector.unregister(fd)

    def later(self, seconds, work):
        self._timers.append((time.monotonic() + seconds, work))

    def _run(self):
        while not self._ends:
            wait = None
            if self._timers:
                wait = max(0, min(at for at, _ in self._timers) - time.monotonic())
            for key, _ in self._selector.select(wait):
                if key.fd in self._selector.get_map():  # an earlier one may have closed it
                    key.data()
            now = time.monotonic()
            due = [work for at, work in self._timers if at <= now]
            self._timers = [each for each in self._timers if each[0] > now]
            while self._asked:
                due.append(self._asked.pop(0))
            for work in due:
                work()


def raw_pty():
    """Return both ends of a new pty, neither of which changes a byte: the one to serve and the one to be opened."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    return master, slave


def is_open(master):
    """Whether somebody has the other end of a pty open."""
    look = select.poll()
    look.register(master, 0)
    return not look.poll(0)

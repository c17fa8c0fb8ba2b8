"""What people and programs may tell a virtual board while it runs: lines through a Unix socket in the board's folder.

Serves virtual_board.py, which opens the socket, and host_tools/virtual.py, where the same lines are typed.
"""

import pathlib
import shlex
import socket
import threading
from contextlib import suppress

from host_tools import picture
from host_tools.virtual_loop import VirtualError

COMMANDS = """press KEY | hold KEY | down KEY | up KEY: a key of the board, by its label
cells: what the display shows, as text; png FILE: as a picture
power on | power off | reset; cut N: the power goes while byte N from now on is written to the flash
plug | unplug | port: the cable of its serial port, and where that is"""


def do(board, line):
    """Do what ``line`` (COMMANDS) says with ``board``; return the answer. Raises VirtualError."""
    try:
        words = shlex.split(line)
    except ValueError:
        words = [line]
    name, given = (words[0], words[1:]) if words else ("help", [])
    if name in ("press", "hold", "down", "up") and len(given) == 1:
        {"press": board.press, "hold": board.hold, "down": lambda key: board.set_key(key, True), "up": lambda key: board.set_key(key, False)}[name](given[0])
    elif name == "power" and given in (["on"], ["off"]):
        board.power(given == ["on"])
    elif name == "png" and len(given) == 1:
        try:
            board.png(given[0])
        except (OSError, ValueError) as error:
            raise VirtualError("The picture could not be written: %s." % error)
    elif name == "cut" and len(given) == 1 and given[0].isdigit():
        board.cut_after(int(given[0]))
    elif name == "cells" and not given:
        grid = board.grid()
        return "\n".join(picture.to_text(grid).split("\n")[: grid.rows + 2])  # without the colours' letters below
    elif name == "port" and not given:
        return board.port or "unplugged"
    elif name in ("reset", "plug", "unplug") and not given:
        getattr(board, name)()
    else:
        return COMMANDS
    return "done"


class Control:
    """A Unix socket in the board's folder; each line is a command (``do``), the answer ends with an empty line."""

    def __init__(self, board):
        self.path = board.folder / "control"
        with suppress(OSError):
            self.path.unlink()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.bind(str(self.path))
        except OSError as error:
            raise VirtualError("The control socket %s cannot be made (%s). Its path may be too long; choose a shorter folder." % (self.path, error))
        self._socket.listen()
        self._board = board
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection, connection.makefile("rw", encoding="utf-8") as lines, suppress(OSError, ValueError):
            for line in lines:
                try:
                    answer = do(self._board, line)
                except VirtualError as error:
                    answer = str(error)
                lines.write(answer + "\n\n")
                lines.flush()

    def close(self):
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        with suppress(OSError):
            self.path.unlink()


def tell(folder, line):
    """Send one line to the control socket in ``folder``; return the answer. Raises VirtualError where no board listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(str(pathlib.Path(folder) / "control"))
        except OSError:
            raise VirtualError("No virtual board is running in %s. Start some with `make virtual` and leave them running." % folder)
        with connection.makefile("rw", encoding="utf-8") as lines:
            lines.write(line + "\n")
            lines.flush()
            answer = []
            for each in lines:
                if each == "\n":
                    break
                answer.append(each)
    return "".join(answer).rstrip("\n")

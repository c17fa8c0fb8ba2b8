"""A handheld has failed: a short code to read out, a note for whoever looks into it, and a key that starts it again.

Loaded by firmware/start.py when it has happened, with the handheld's memory free again. It speaks English and uses no catalogue, for
that may be what failed. The note says where in the program it happened and never what was in memory: no card, no name.
"""

from engine.layout import ATTEMPT_BYTES, RULES_VERSION
from firmware.clock import since
from firmware.grid import Grid
from firmware.marks import ALERT, BAR, CURSOR, NORMAL
from firmware.store import Store
from firmware.wire import KEY_CHOOSE, PROTOCOL, SAVED_ATTEMPT, SAVED_STAGE, STAGE_LOBBY

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


VERSION = "0.1.0"
_NOTE = const(9)
_ROOM = const(200)
_DEAF = const(1000)  # milliseconds: keys that were being pressed when it happened
_TWICE = const(2)  # failed starts in a row before anything but another start is offered


def report(board, note, error, failed):
    """Write ``note`` (200 bytes) to the store, show the code and wait for a key; then the caller starts the board anew.

    ``failed`` counts the starts that failed in a row, 0 when the handheld had been running. From the second on the newest save
    may be set aside, in case it is what fails.
    """
    code, line, kind = _place(board, error)
    text = "%d failed starts in a row\nCrewlink %s, rules %d, frames %d\n%s %s\n%s\n" % (
        min(failed, 9), VERSION, RULES_VERSION, PROTOCOL, code, kind, line,
    )
    n = 0
    for letter in text[:_ROOM]:
        note[n] = min(ord(letter), 0x7E)
        n += 1
    if board.battery():
        board.save(_NOTE, note, n)
    grid = Grid(board.columns, board.rows)
    board.light(2)
    aside = False
    saved = _saved(board) if failed >= _TWICE else None
    if saved:
        aside = _choose(board, grid, code)
        if aside:
            _set_aside(board, saved)
    else:
        what = str(error) if isinstance(error, RuntimeError) else ""  # those of our own are sentences for people
        _say(grid, "Crewlink stopped.|Stopped:", code, (what or "What was saved is kept.") + " Any key starts it again.|Key: again")
        _wait(board, grid, _DEAF)


def _place(board, error):
    """Return ``(code, line, kind)``: module and line to read out, the traceback's last line of a place, the exception's type."""
    code = "unknown"
    line = kind = ""
    try:
        for each in board.trace(error).split("\n"):
            each = each.strip()
            if each.startswith('File "'):
                line = each
            elif each:
                kind = each.split(":")[0]
        if line:
            parts = line.split('"')
            name = parts[1].split("/")[-1].split(".")[0]
            code = name[:7] + "-" + parts[2].split("line ")[1].split(",")[0]
    except Exception:
        pass  # a code that says less is better than another failure
    return code, line, kind


def _say(grid, what, code, then):
    """Write the three parts one below the other, each in the form that fits its share: the long one, or that behind the "|"."""
    wide = grid.rows >= 5
    grid.clear()
    words = what.split("|")
    grid.fill(0, 0, grid.columns, 0x20, ALERT)
    grid.text(0, 0, words[0] if wide else words[-1], ALERT)
    y = 2 if grid.rows > 5 else 1
    grid.text(0, y, "Code " + code if wide else code, NORMAL)
    words = then.split("|")
    y = 4 if grid.rows > 5 else 2
    x = 0
    if grid.rows == 5 and len(words[0]) > 3 * grid.columns:
        y = 0  # a long sentence stands in the place of the rest
        grid.clear()
    for word in (words[0] if wide else words[-1]).split(" "):
        if x and x + len(word) > grid.columns:
            y += 1
            x = 0
        x = grid.text(x, y, word, NORMAL) + 1


def _wait(board, grid, deaf):
    """Show the grid, and wait for a key that goes down, but not within the first ``deaf`` milliseconds; return which."""
    began = board.now()
    event = bytearray(2)
    while True:
        board.feed()
        if grid.changed():
            board.refresh(grid)
        at = board.event(event)
        if at >= 0 and event[1] and since(at, began) >= deaf and since(at, began) < 0x0FFFFFFF:
            return board.keys[event[0]]


def _choose(board, grid, code):
    """Let a player choose between another try and setting the save aside; return whether it is to be set aside."""
    aside = False
    deaf = _DEAF
    while True:
        grid.clear()
        y = 0
        if grid.rows >= 4:
            grid.fill(0, 0, grid.columns, 0x20, ALERT)
            grid.text(0, 0, "Start failed again", ALERT)
            y = 1
        grid.text(0, y, "Code " + code if grid.rows >= 4 else code, BAR)
        if grid.rows > 5:
            grid.text(0, 3, "Perhaps the save does it.")
            grid.text(0, 7, "Set aside it is kept, and")
            grid.text(0, 8, "the table opens anew.")
            y = 4
        grid.text(0, y + 1, " Try again ", NORMAL if aside else CURSOR)
        grid.text(0, y + 2, " Save aside " if grid.columns < 21 else " Set the save aside ", CURSOR if aside else NORMAL)
        if _wait(board, grid, deaf) == KEY_CHOOSE:
            return aside
        deaf = 0
        aside = not aside


def _saved(board):
    """Return the store with the newest save in it, or None where there is none that can be read."""
    try:
        store = Store(board, SAVED_ATTEMPT + ATTEMPT_BYTES, RULES_VERSION)
        return store if store.load() else None
    except Exception:
        return None  # no save is set aside by a board that cannot read one


def _set_aside(board, store):
    """Keep the newest save in the last slot if that is free, and go on from its log book alone: its table and attempt are not resumed.

    What was newest stays in its own slot, too, until the campaign's second save from now on.
    """
    from firmware.restore import keep, length

    keep(store, length(store))
    store.body[SAVED_STAGE] = STAGE_LOBBY
    store.save(SAVED_ATTEMPT)

"""The simulated table in the browser: one drawn handheld a seat, running the firmware that boards run.

    python -m host_tools.table [--seats 1-5] [--boards 1-5] [--board NAME] [--faults NAME] [--usb PORT ...] [--port N] [--no-open]

Serves people who try or play Crewlink without boards, through `make play`. The table lives in this process; a page only
shows cells and sends key presses, so it may be reloaded, opened twice or closed without anything being lost. It answers
this machine alone, never another one, and never a page of another site in the same browser.
"""

import argparse
import asyncio
import contextlib
import errno
import functools
import io
import json
import os
import signal
import sys
import time
import webbrowser
from pathlib import Path

try:
    import PIL  # noqa: F401 - host_tools/picture.py draws with it
    from aiohttp import WSMsgType, web
except ImportError:
    sys.exit("The table's page needs aiohttp and Pillow, and this Python lacks one. Start the table with `make play`, which gets both.")

from firmware.grid import Grid
from firmware.marks import BLANK, CURSOR, GLYPHS, PAIRS
from firmware.wire import OWN_SLOT
from host_tools import boards, font, picture

PAGE = Path(__file__).resolve().parent / "page"
PORT = 8471
SEATS = (1, 2, 3, 4, 5)
TICK = 0.010  # seconds between two looks at the clock
STEP = 10  # milliseconds at most between two turns of a handheld
FRAME = 0.020  # seconds between two looks for what a page lacks
LONGEST_GAP = 0.100  # seconds: a computer that slept or stalled is no ring whose cables were pulled

FOREIGN = "The simulated table answers only its own page on this machine. Open http://127.0.0.1:%d/ instead.\n"
FILES = {"/": "index.html", "/table.js": "table.js", "/table.css": "table.css"}
HEADERS = {
    "Cache-Control": "no-store",  # the next start may be another version
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

TABLE = web.AppKey("table", object)
PAGES = web.AppKey("pages", set)
CLOCK = web.AppKey("clock", asyncio.Task)
SHEET = web.AppKey("sheet", bytes)


class Table:
    """The simulated table as pages see it. Nothing else here knows host_tools/simulator.py.

    A seat is a handheld here, by its place in the ring, counted from 0; how the game orders seats is the firmware's business. ``names`` has
    a text a seat, ``cells(seat)`` gives glyph codes and pairs, a byte a cell.
    """

    def __init__(self, simulated, board, faults):
        self.simulated = simulated
        self.board = board
        self.faults = faults
        self.seats = len(simulated.boards)
        self.names = [each.name.decode("ascii") for each in simulated.boards]
        cells = board.columns * board.rows
        self._dark = bytes((BLANK,)) * cells, bytes(cells)
        self._holders = {}  # (seat, key) -> the pages that hold it down

    def tick(self, now):
        """Let every handheld work once; ``now`` in milliseconds since the start."""
        self.simulated.tick_all(now)

    def cells(self, seat):
        grid = self.simulated.boards[seat].grid
        if grid is None:  # without power, or not drawn on yet
            return self._dark
        return bytes(grid.glyphs), bytes(grid.pairs)

    def press(self, page, seat, key):
        holders = self._holders.setdefault((seat, key), set())
        if not holders:
            self.simulated.boards[seat].press(key)
        holders.add(page)

    def release(self, page, seat, key):
        """Let go of a key; it goes up when no page holds it any more."""
        holders = self._holders.get((seat, key))
        if holders and page in holders:
            holders.remove(page)
            if not holders:
                self.simulated.boards[seat].release(key)

    def release_all(self, page):
        for seat, key in list(self._holders):
            self.release(page, seat, key)

    def links(self):
        """Return, a seat, whether its handheld has power, whether the cable from it to the next seat is plugged in, and whether it is no spare one."""
        simulated = self.simulated
        return [[tell(seat) for seat in range(self.seats)] for tell in (simulated.powered, simulated.plugged, simulated.own)]

    def set_power(self, seat, on):
        self.simulated.set_power(seat, on)

    def set_board(self, seat, own):
        if own != self.simulated.own(seat):
            self.simulated.replace(seat)

    def set_cable(self, seat, plugged):
        self.simulated.set_cable(seat, plugged)


class Page:
    """One open page: what it has been told so far, so that it is sent only what changed since."""

    def __init__(self, table):
        self.table = table
        self.rows = {}
        self.links = None

    def greeting(self):
        """Return the first message: the board, its keys, the seats, and how cells read as text."""
        table = self.table
        board = table.board
        return {
            "kind": "hello",
            "board": {
                "title": board.title,
                "width": board.width,
                "height": board.height,
                "columns": board.columns,
                "rows": board.rows,
                "keys": [{"label": key.label, "place": key.place, "typed": key.typed, "help": key.help} for key in board.keys],
            },
            "names": table.names,
            "faults": table.faults,
            "characters": picture.characters(),
            "words": {each.code: each.name.replace("-", " ") for each in font.read_pictures(font.MARKS)},
            "cursor": CURSOR,
        }

    def news(self):
        """Return what changed since the last call, or None: rows as [seat, row, glyphs in hex, pairs in hex], links."""
        table = self.table
        columns = table.board.columns
        message = {}
        changed = []
        for seat in range(table.seats):
            glyphs, pairs = table.cells(seat)
            for row in range(table.board.rows):
                cells = slice(row * columns, (row + 1) * columns)
                content = (glyphs[cells], pairs[cells])
                if self.rows.get((seat, row)) != content:
                    self.rows[seat, row] = content
                    changed.append([seat, row, content[0].hex(), content[1].hex()])
        if changed:
            message["rows"] = changed
        links = table.links()
        if links != self.links:
            self.links = links
            message["power"], message["cables"], message["boards"] = links
        if message:
            message["kind"] = "news"
        return message or None

    def take(self, text):
        """Do what a message of the page asks. Raise ValueError with a sentence if it asks for nothing that exists."""
        table = self.table
        try:
            message = json.loads(text)
            kind, seat, value = message["kind"], message["seat"], message["value"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ValueError("The page sent something that is no message to the table. Reload it.") from None
        if type(seat) is not int or not 0 <= seat < table.seats:
            raise ValueError("There is no such seat at this table. Reload the page.")
        if kind in ("press", "release"):
            if type(value) is not int or not 0 <= value < len(table.board.keys):
                raise ValueError("This handheld has no such key. Reload the page.")
            (table.press if kind == "press" else table.release)(self, seat, value)
        elif kind in ("power", "cable", "board"):
            if type(value) is not bool:
                raise ValueError("A switch is on or off, and the page said neither. Reload it.")
            {"power": table.set_power, "cable": table.set_cable, "board": table.set_board}[kind](seat, value)
        else:
            raise ValueError("The page asks for something that this table does not know. Reload it.")


@functools.lru_cache(maxsize=None)
def sheet_png(mono):
    """Return a PNG with every glyph in every pair, as the display shows it: glyph code across, pair down, 6 x 12 each."""
    grid = Grid(GLYPHS, PAIRS)
    for pair in range(PAIRS):
        for glyph in range(GLYPHS):
            grid.put(glyph, pair, glyph, pair)
    into = io.BytesIO()
    picture.image(grid, 1, mono).save(into, "PNG")
    return into.getvalue()


@web.middleware
async def only_own_page(request, handler):
    """Refuse other host names (a foreign name that resolves to this machine) and pages of other sites."""
    port = request.get_extra_info("sockname", ("", 0))[1]
    own = (f"127.0.0.1:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    if request.host not in own or origin not in (None, "http://" + own[0], "http://" + own[1]):
        return web.Response(status=403, text=FOREIGN % port)
    return await handler(request)


async def add_headers(request, response):
    response.headers.update(HEADERS)


async def give_file(request):
    return web.FileResponse(PAGE / FILES[request.path])


async def give_sheet(request):
    return web.Response(body=request.app[SHEET], content_type="image/png")


async def live(request):
    """The web socket of one page: its keys and switches come in, changed rows go out."""
    socket = web.WebSocketResponse(heartbeat=20, max_msg_size=4096)
    await socket.prepare(request)
    page = Page(request.app[TABLE])
    request.app[PAGES].add(socket)
    sender = asyncio.create_task(send_news(socket, page))
    try:
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                try:
                    page.take(message.data)
                except ValueError as problem:
                    await socket.send_json({"kind": "refused", "why": str(problem)})
    finally:
        sender.cancel()
        request.app[PAGES].discard(socket)
        page.table.release_all(page)
    return socket


async def send_news(socket, page):
    """Send the greeting, then news as long as the page is open. A slow page gets fewer, newer rows."""
    with contextlib.suppress(ConnectionError):
        await socket.send_json(page.greeting())
        while not socket.closed:
            news = page.news()
            if news:
                await socket.send_json(news)
            await asyncio.sleep(FRAME)


async def run_clock(table, clock=time.monotonic):
    """Tick the table in real time, by ``clock`` in seconds; what was missed is made up for in steps of a board's pace."""
    then = clock()
    due = 0.0  # milliseconds since the start
    ticked = 0
    while True:
        await asyncio.sleep(TICK)
        at = clock()
        due += min(at - then, LONGEST_GAP) * 1000
        then = at
        while ticked < round(due):
            ticked = min(ticked + STEP, round(due))
            table.tick(ticked)


async def keep_clock(app):
    app[CLOCK] = asyncio.create_task(run_clock(app[TABLE]))
    yield
    app[CLOCK].cancel()


async def close_pages(app):
    for socket in set(app[PAGES]):
        await socket.close(code=1001, message=b"the table is closed")


def make_app(table):
    """Return the web application that shows ``table``, a Table."""
    app = web.Application(middlewares=[only_own_page])
    app[TABLE] = table
    app[PAGES] = set()
    app[SHEET] = sheet_png(table.board.mono)
    for path in FILES:
        app.router.add_get(path, give_file)
    app.router.add_get("/sheet.png", give_sheet)
    app.router.add_get("/live", live)
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(close_pages)
    app.cleanup_ctx.append(keep_clock)
    return app


def open_browser(url):
    """Ask the desktop's browser to open ``url``; return whether there is one."""
    # Without a display webbrowser would start a text browser in this very terminal.
    if sys.platform not in ("darwin", "win32") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False


async def serve(table, port, opening):
    """Show ``table`` on ``port`` (0: any free one) until Ctrl-C; return the exit status."""
    runner = web.AppRunner(make_app(table), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError as problem:
            print(port_trouble(port, problem), file=sys.stderr)
            return 1
        url = "http://127.0.0.1:%d/" % runner.addresses[0][1]
        print(f"The table is open at {url} (Ctrl-C closes it; the same cards again: --seed {table.simulated.seed}).", flush=True)
        if opening and not await asyncio.to_thread(open_browser, url):
            print("No browser could be opened from here. Open that address in one on this machine,")
            print("or watch whole missions without a display: make demo", flush=True)
        return await until_stopped(runner.app[CLOCK])
    finally:
        await runner.cleanup()


async def until_stopped(clock):
    """Wait for Ctrl-C, or for the clock to fail, which is a fault of Crewlink and shows itself in full."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows, where asyncio.run turns Ctrl-C into KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait((waiting, clock), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if clock.done():
        clock.result()
    print("\nThe table is closed.")
    return 0


def port_trouble(port, problem):
    """Return the sentence for a port that cannot be had."""
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is taken, perhaps by another table. Close that one, or let this one find a free port: make play ARGS='--port 0'"
    if problem.errno == errno.EACCES:
        return f"Port {port} needs rights that you do not have. Leave --port away, or give one from 1024 to 65535."
    return f"Port {port} cannot be had ({problem.strerror}). Let the table find another one: make play ARGS='--port 0'"


def port_number(text):
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port; give a number from 1024 to 65535, or 0 for any free one")
    return int(text)


def usb_lines(ports):
    """Open ``ports``; raise ValueError with a sentence for the first that cannot be had."""
    if not ports:
        return []
    from host_tools.usb_line import PortError, UsbLine

    try:
        return [UsbLine(port) for port in dict.fromkeys(ports)]
    except PortError as trouble:
        raise ValueError(str(trouble)) from None


def main(arguments=None):
    """Run the command line; return the exit status."""
    from host_tools import simulator

    parser = argparse.ArgumentParser(prog="python -m host_tools.table", description="Play on simulated handhelds in the browser.")
    parser.add_argument("--seats", type=int, choices=SEATS, default=3, help="people at the table; two in all play with JARVIS (usual: 3)")
    parser.add_argument("--boards", type=int, choices=SEATS, help="handhelds; fewer than people are passed on (usual: one each)")
    parser.add_argument("--board", choices=sorted(boards.BOARDS), default=boards.USUAL, help=f"which board they are (usual: {boards.USUAL})")
    parser.add_argument("--faults", choices=sorted(simulator.FAULTS), default="none", help="what the cables between them do wrong")
    parser.add_argument("--port", type=port_number, default=PORT, help=f"port on this machine, 0 for any free one (usual: {PORT})")
    parser.add_argument("--seed", type=int, help="deal the cards of an earlier table again: the number that it printed")
    parser.add_argument("--usb", action="append", default=[], metavar="PORT", help="a real handheld that plays along; may be given again")
    parser.add_argument("--missions", metavar="FILE", help="missions of your own (docs/MISSIONS.md), on every handheld")
    parser.add_argument("--no-open", action="store_true", help="only print the address")
    chosen = parser.parse_args(arguments)
    try:
        outside = usb_lines(chosen.usb)
    except ValueError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    count = chosen.boards or chosen.seats
    if count > chosen.seats:
        print(f"{count} handhelds are more than {chosen.seats} people hold. Give as many --seats, or fewer --boards.", file=sys.stderr)
        return 1
    board = boards.BOARDS[chosen.board]
    own = b""
    if chosen.missions:
        from host_tools import mission

        try:
            own = mission.packed(Path(chosen.missions).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as trouble:
            print(f"{chosen.missions} cannot be read: {getattr(trouble, 'strerror', None) or 'it is no text file'}.", file=sys.stderr)
            return 1
        except mission.Trouble as trouble:
            print(f"{chosen.missions}: {trouble}", file=sys.stderr)
            return 1
    simulated = simulator.Table(count, board, chosen.faults, chosen.seed, outside=outside)
    for each in simulated.boards:
        each.slots[OWN_SLOT] = own
    simulator.seat_persons(simulated.handhelds, simulator.persons_of(count, chosen.seats))
    table = Table(simulated, board, chosen.faults)
    try:
        return asyncio.run(serve(table, chosen.port, not chosen.no_open))
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())

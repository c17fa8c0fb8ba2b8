"""Plays committed attempts by themselves, without a display, and writes every screen as a picture and as text.

    python -m host_tools.demo [--out DIR] [--boards N] [RECORD ...]

Serves whoever wants to see the game before having hardware, through `make demo`. Nobody's command is handed to the engine
here: each goes in by the two keys of its seat and over a simulated ring, at three sizes of display, so what is seen is
what players of the real firmware see. Only the shuffle is loaded, so that the cards fall as in the record.
"""

import argparse
import html
import pathlib
import shutil
import sys

from engine import codes, layout
from engine.cards import deck
from firmware import texts, wire
from firmware.clock import since
from firmware.grid import Grid
from firmware.keys import SETTLE
from firmware.wire import KEY_CHOOSE, KEY_NEXT
from host_tools import notation, record, simulator
from host_tools.boards import Board, Key

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDS = tuple(ROOT / "host_tools/records" / ("%s.crew" % name) for name in ("won", "lost", "jarvis", "sea"))
SIZES = (((26, 10), False), ((21, 5), True), ((12, 3), True))  # columns and rows, and whether such boards have one bit a pixel
SCALES = {(26, 10): 2, (21, 5): 2, (12, 3): 3}
MOST_STEPS = 80  # presses of the key A that may be needed to come anywhere
TURN = 20  # milliseconds between two turns of a handheld's loop
KEYS = (KEY_NEXT, KEY_CHOOSE)

_ACTION_OF = {
    codes.RADIO_ASK: texts.A_ASK, codes.GIVE_UP: texts.A_GIVE_UP, codes.TAKE_BACK: texts.A_TAKE_BACK, codes.WITHDRAW: texts.A_WITHDRAW,
    codes.PASS: texts.A_ALWAYS,
}  # fmt: skip
_ANSWERS = {codes.YES: texts.A_YES, codes.NO: texts.A_NO, codes.EITHER: texts.A_EITHER}


class DemoError(Exception):
    """The demo cannot go on. The text is a sentence for people."""


class Script:
    """A record as the demo plays it: its chance commands, and the seats' commands in their order."""

    def __init__(self, text, name):
        self.name = name
        self.chance = []
        self.commands = []
        try:
            self.replay = record.play(text, record.Replay(on_command=self._take))
        except record.Broken as broken:
            raise DemoError("%s cannot be played: %s" % (name, broken))
        state = self.replay.attempt.state
        if not state[layout.VERDICT]:
            raise DemoError("%s ends before its attempt does; the demo plays whole attempts." % name)
        self.mission = state[layout.MISSION]
        self.seats = state[layout.SEATS]
        self.game = state[layout.GAME]
        self.jarvis = state[layout.JARVIS]
        if state[layout.OPTIONS] not in (0, codes.JARVIS_SEAT * 3) or self.mission == 12 and not self.game or self.mission >= codes.FIRST_OWN:
            raise DemoError("%s cannot be shown: the demo has JARVIS in seat C only, no challenge, no mission 12 and no own one." % name)

    def _take(self, seat, command):
        (self.chance if seat == codes.CHANCE else self.commands).append((seat, bytes(command)))


class Ring:
    """Handhelds with two keys in a simulated ring, a table formed and dealt at the first of them; all numbers are seats.

    ``size`` is columns and rows, ``script`` says what the shuffle will give. Where there are fewer ``boards`` than people,
    people share them.
    """

    def __init__(self, script, size, mono, boards=5):
        keys = tuple(Key("", role, "round", (), "") for role in KEYS)
        board = Board("demo", 6 * size[0], 12 * size[1], size[0], size[1], mono, keys)
        humans = script.seats - (script.jarvis != codes.NOBODY)
        boards = min(boards, humans)
        self._table = simulator.Table(boards, board, seed=1)
        simulator.seat_persons(self._table.handhelds, simulator.persons_of(boards, humans))
        self._order = list(range(boards))
        self._rest(self._agree)
        while self.scenes[0].at != texts.AT_ACTION + texts.A_DEALER:
            self.key(0, KEY_NEXT)
        self.key(0, KEY_CHOOSE)
        scenes = [each.scene for each in self._table.handhelds]
        self._rest(lambda: all(scene.table[wire.T_SEATED] == script.seats for scene in scenes) and sum(map(_people, scenes)) == humans)
        # What keys and sessions are made of is drawn before the script says what is.
        deals = scenes[self._order[0]]
        self._rest(lambda: deals.sealed == (1 << script.seats) - 1 and not any(scene.behind for scene in scenes if not scene.dealing))
        self._order = [place for seat in range(5) for place in range(boards) if scenes[place].here >> seat & 1]
        numbers = _loaded(script)
        self._table.boards[self._order[0]].random = lambda n: bytes(next(numbers) for _ in range(n))

    @property
    def scenes(self):
        return [self._table.handhelds[place].scene for place in self._order]

    def displays(self):
        """Return of each handheld who has it, and its grid, in the order of these seats."""
        return sorted(((each.scene.seat, each.grid) for each in self._table.handhelds), key=lambda pair: pair[0])

    @property
    def state(self):
        """The bytes of the dealer's attempt."""
        return bytes(self._table.handhelds[self._order[0]].session.dealer.attempt.state)

    def name(self, seat):
        return self.scenes[0].names[seat].rstrip(b"\0").decode("ascii")

    def key(self, seat, key):
        """Press and release a key; wait until every handheld shows what came of it."""
        board = self._table.boards[self._order[seat]]
        board.press(KEYS.index(key))
        self._table.step(TURN)
        board.release(KEYS.index(key))
        self._rest(self._agree)

    def _agree(self):
        first = self.scenes[0]
        for scene in self.scenes:
            hasty = since(int(self._table.now), scene.since) <= SETTLE  # a choice would be void
            if hasty or scene.pending or scene.fresh or scene.table != first.table or scene.view != first.view:
                return False
        return first.view[: layout.PUBLIC] == self.state[: layout.PUBLIC] or first.table[wire.T_STAGE] != wire.STAGE_ATTEMPT

    def _rest(self, settled):
        """Let time pass until ``settled()``."""
        for turn in range(500):
            self._table.step(TURN)
            if turn > 3 and settled():
                return
        raise DemoError("The simulated ring did not settle within ten seconds; that is a fault of the session.")


def _people(scene):
    return bin(scene.here).count("1")


def _loaded(script):
    """Yield the bytes with which firmware/shuffle.py deals as the record does."""
    (deal,) = [command for _, command in script.chance if command[0] == codes.DEAL]
    cards = bytearray(40)
    deck(cards)
    if script.jarvis != codes.NOBODY:
        for number in _draws_for_two(list(cards), list(deal[2:])):
            yield number
    else:
        for number in _draws(list(cards), list(deal[2:])):
            yield number
        if script.seats == 3:
            yield deal[1]
    for tasks in [command[2:] for _, command in script.chance if command[0] == codes.TASKS]:
        drawn = list(tasks) + [card for card in cards[:36] if card not in tasks]
        for number in _draws(list(cards[:36]), drawn):
            yield number


def _draws_for_two(cards, wanted):
    """As ``_draws``, for two humans: JARVIS's fourteen, from place 26 on, first of all without rocket 4, then the rest with it."""
    others = [card for card in wanted[:26] if card != 0x44]
    placed = others[:13] + [0x44] + others[13:] + wanted[26:]  # once JARVIS's cards have gone from the front to their place
    shuffled = list(placed)
    for i in range(13, -1, -1):
        shuffled[i], shuffled[26 + i] = shuffled[26 + i], shuffled[i]
    for number in _draws(cards[:39], shuffled[:39]):
        yield number
    for number in _draws(placed[:26], wanted[:26]):
        yield number


def _draws(cards, wanted):
    """Yield the places that a shuffle of ``cards`` from its end must draw to come to ``wanted``."""
    for i in range(len(cards) - 1, 0, -1):
        j = cards.index(wanted[i])
        cards[i], cards[j] = cards[j], cards[i]
        yield j


class Crew:
    """Plays a script by pressing keys at the seats of a ``table`` (a Ring, or anything with its scenes, grids, name and key).

    ``seen(caption)`` is called whenever there is something new to look at.
    """

    def __init__(self, script, table, seen):
        self.script = script
        self.table = table
        self._seen = seen

    def play(self):
        """From the table to the result."""
        dealer = self.table.scenes[0].table[wire.T_DEALER]
        self._seen("The table forms.")
        self._go(dealer, texts.AT_ACTION + texts.A_START)
        if self.script.game:
            self._go(dealer, texts.AT_GAME, "%s goes to the deep sea." % self.table.name(dealer))
        self._go(dealer, self.script.mission, "%s chooses a mission." % self.table.name(dealer))
        self._seen("The briefing of mission %d." % self.script.mission)
        self._go(dealer, texts.AT_ACTION + texts.A_DEAL)
        self._seen("The cards are dealt, the tasks are laid out.")
        for seat, command in self.script.commands:
            self._command(seat, command[0], command[1])

    def _command(self, seat, kind, argument):
        state = self.table.scenes[seat].view
        words = notation.line_of(seat, kind, argument, b"", state).split()
        caption = "%s: %s." % (self.table.name(seat), " ".join(words[1:]))
        if kind in (codes.PLAY, codes.RADIO_SHOW, codes.GIVE):
            self._go(seat, argument, caption)
        elif kind == codes.PICK and self.script.game:
            self._go(seat, texts.AT_TASK + argument, caption)
        elif kind == codes.PICK:
            self._go(seat, state[layout.TASK + layout.TASK_BYTES * argument], caption)
        elif kind == codes.ANSWER:
            self._go(seat, texts.AT_ACTION + _ANSWERS[argument], caption)
        elif kind == codes.SAY:
            self._go(seat, texts.AT_SAY + argument, caption)
        elif kind == codes.NAME:
            self._go(seat, texts.AT_SEAT + argument, caption)
        elif kind == codes.PASS and not argument:
            self._go(seat, texts.AT_DROP, caption)
        elif kind == codes.DISTRESS:
            self._go(seat, texts.AT_SAY + 1 + argument, caption)
        elif codes.CHANGE_TOKENS <= kind <= codes.SHARE_OUT:
            for place, is_seat in ((argument >> 4, kind == codes.SHARE_OUT), (argument & 15, kind != codes.CHANGE_TOKENS)):
                self._go(seat, texts.AT_SEAT + place if is_seat else state[layout.TASK + layout.TASK_BYTES * place], caption, False)
        elif kind == codes.RADIO_DROP and state[layout.PHASE] == codes.PHASE_RADIO and state[layout.TURN] == seat:
            self._go(seat, texts.AT_DROP, caption)
        else:
            if kind != codes.WITHDRAW:
                self._go(seat, texts.AT_MENU)
            self._go(seat, texts.AT_ACTION + (texts.A_DROP if kind == codes.RADIO_DROP else _ACTION_OF[kind]), caption)
        self._seen(caption)

    def _go(self, seat, stop, caption=None, sure=True):
        """Step to a stop of the cursor with the key A and choose it with B, if ``sure`` twice where it is to be confirmed."""
        self._bring(seat)
        self._choose(seat, stop)
        if self.table.scenes[seat].chosen and sure:
            self._seen("%s To be confirmed." % (caption or "Chosen."), seat)
            self.table.key(seat, KEY_CHOOSE)

    def _choose(self, seat, stop):
        """Step to a stop and choose it. Return False if the device was asked for by somebody else before."""
        scene = self.table.scenes[seat]
        for _ in range(MOST_STEPS):
            if scene.passing:
                return False
            if scene.screen >= texts.S_OUTCOME or scene.popped:
                self.table.key(seat, KEY_CHOOSE)
            elif scene.at == stop:
                self.table.key(seat, KEY_CHOOSE)
                return True
            else:
                self.table.key(seat, KEY_NEXT)
        raise DemoError("The keys of %s never came to where the record wants them. Is its command still legal?" % self.table.name(seat))

    def _bring(self, seat):
        """Let ``seat`` have its device: taken when it asks for that, else passed on by the menu, out of turn."""
        scene = self.table.scenes[seat]
        while scene.passing or scene.seat != seat:
            if scene.passing:
                self._seen("%s gets the device." % self.table.name(scene.seat), scene.seat)
                self.table.key(seat, KEY_CHOOSE)
            else:
                for stop in (texts.AT_MENU, texts.AT_ACTION + texts.A_HERE, texts.AT_SEAT + seat):
                    if not self._choose(scene.seat, stop):
                        break


class Album:
    """Keeps what the displays of one attempt at one size show: a PNG and a text for each, and the rows of the index."""

    def __init__(self, folder, table, size, mono):
        self.folder = folder
        self.table = table
        self.size = size
        self.mono = mono
        self.rows = []
        self.count = 0
        folder.mkdir(parents=True)

    def take(self, caption, only=None):
        """Keep what all seats show, or one of them."""
        from host_tools import picture

        names = []
        for seat, grid in self.table.displays():
            if only is None or only == seat:
                name = "%03d-%s" % (len(self.rows) + 1, self.table.name(seat))
                picture.png(grid, self.folder / (name + ".png"), SCALES[self.size], self.mono)
                (self.folder / (name + ".txt")).write_text(picture.to_text(grid), encoding="utf-8")
                names.append(name)
                self.count += 1
        self.rows.append((caption, names))

    def sheet(self, path):
        """Write a few telling moments side by side into one picture."""
        from host_tools import picture

        moments = []
        last = len(self.rows) - 1
        for i in sorted({0, last // 8, last // 4, last // 2, 3 * last // 4, last - 1, last}):
            for name in self.rows[i][1][:3]:
                grid = Grid(*self.size)
                lines = (self.folder / (name + ".txt")).read_text(encoding="utf-8").split("\n")
                _read(grid, lines)
                moments.append((name, grid))
        picture.contact_sheet(moments, path, SCALES[self.size], self.mono, 1400)


def _read(grid, lines):
    """Bring a grid to what picture.to_text wrote of it."""
    from host_tools import picture

    named = picture.characters()
    for y in range(grid.rows):
        for x in range(grid.columns):
            letter = lines[2 + grid.rows + y][1 + x]
            mark = letter in picture.MARK_LETTERS
            codes_ = [code for code, each in enumerate(named) if each == lines[1 + y][1 + x] and (0x20 <= code < 0x7F) != mark]
            letters = picture.MARK_LETTERS if mark else picture.PAIR_LETTERS
            grid.put(x, y, codes_[0], letters.index(letter))


def _index(out, parts):
    """Write index.html: every step with the displays of all seats, one size after the other."""
    lines = [
        "<!doctype html><meta charset=utf-8><title>Crewlink demo</title>",
        "<style>body{background:#333;color:#eee;font:14px sans-serif}img{margin:3px;image-rendering:pixelated}",
        "figure{display:inline-block;margin:4px;vertical-align:top}figcaption{color:#aaa}a{color:#9cf}</style>",
        "<h1>Crewlink demo</h1><p>%s</p>" % " &middot; ".join('<a href="#%s">%s</a>' % (name, name) for name, _, _ in parts),
    ]
    for name, told, albums in parts:
        lines.append('<h2 id="%s">%s</h2><p>%s</p>' % (name, html.escape(name), html.escape(told)))
        for album in albums:
            lines.append("<details %s><summary>%d x %d cells</summary>" % ("open" if album is albums[0] else "", *album.size))
            for caption, names in album.rows:
                lines.append("<figure><figcaption>%s</figcaption>" % html.escape(caption))
                for each in names:
                    place = "%s/%dx%d/%s.png" % (name, *album.size, each)
                    lines.append('<img loading=lazy src="%s" alt="%s">' % (place, each))
                lines.append("</figure>")
            lines.append("</details>")
    (out / "index.html").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(paths, out, say=print, boards=5):
    """Play the records at ``paths`` into the folder ``out``, which is emptied first; return how many screens were written.

    At most ``boards`` handhelds are at a table: people share them where they are fewer.
    """
    scripts = []
    for path in paths:
        try:
            text = pathlib.Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DemoError("%s cannot be read: %s." % (path, getattr(error, "strerror", None) or "it is no text file"))
        scripts.append(Script(text, pathlib.Path(path).stem))
    if len({script.name for script in scripts}) < len(scripts):
        raise DemoError("Two records have the same name, and each needs a folder of its own. Rename one.")
    if out.exists() and not (out / "index.html").exists() and any(out.iterdir()):
        raise DemoError("%s holds other things than a demo and would be emptied. Name another folder with --out." % out)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    _index(out, [])  # tells the next run that this folder is a demo's, whatever becomes of this one
    parts = []
    count = 0
    for script in scripts:
        albums = []
        for size, mono in SIZES:
            table = Ring(script, size, mono, boards)
            album = Album(out / script.name / ("%dx%d" % size), table, size, mono)
            Crew(script, table, album.take).play()
            if table.state != bytes(script.replay.attempt.state):
                raise DemoError("%s came to another end by keys than by its commands; that is a fault of the firmware." % script.name)
            album.sheet(out / ("%s-%dx%d.png" % (script.name, *size)))
            albums.append(album)
            count += album.count
        told = _told(script, table)
        say("%s: %s" % (script.name, told))
        parts.append((script.name, told, albums))
    _index(out, parts)
    say("%d screens as PNG and text in %s; open index.html there." % (count, out))
    return count


def _told(script, table):
    """Say in a line how an attempt went."""
    state = script.replay.attempt.state
    verdict = state[layout.VERDICT]
    went = "won" if verdict == codes.SUCCESS else "lost"
    told = "%smission %d with %d seats, %s after %d of %d tricks, %d of %d tasks done" % (
        "deep sea, " if script.game else "", script.mission, script.seats, went, state[layout.TRICK], state[layout.TRICKS], state[layout.TASKS_DONE], state[layout.TASK_COUNT])
    if verdict == codes.FAILED_OWNER and not script.game:
        card = state[layout.VERDICT_CARD]
        for at in range(layout.TASK, layout.TASK + layout.TASK_BYTES * state[layout.TASK_COUNT], layout.TASK_BYTES):
            if state[at] == card:
                owner = state[at + layout.TASK_OWNER]
        told += ": %s won %s, which was %s's task" % (table.name(state[layout.VERDICT_SEAT]), notation.word_of(card), table.name(owner))
    return told + "."


def main(arguments=None):
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.demo", description="Play attempts by themselves and write every screen.")
    parser.add_argument("records", metavar="RECORD", nargs="*", default=RECORDS, help="whole attempts; without any, one won and one lost")
    parser.add_argument("--out", metavar="DIR", type=pathlib.Path, default=pathlib.Path("build/demo"), help="folder to write to (build/demo)")
    parser.add_argument("--boards", type=int, choices=range(1, 6), default=5, help="handhelds at most; fewer than people are passed on")
    options = parser.parse_args(arguments)
    try:
        run(options.records, options.out, boards=options.boards)
    except DemoError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. What was written so far is in %s." % options.out, file=sys.stderr)
        return 130
    except ImportError:
        print("The pictures need Pillow, and this Python does not have it. Start the demo with `make demo`, which gets it.", file=sys.stderr)
        return 1
    except OSError as error:
        print("The screens could not be written: %s." % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

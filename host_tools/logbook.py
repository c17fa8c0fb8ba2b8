"""The log of a crew on the desktop: read from a handheld's saves and shown as a table, as CSV, or as a sheet to print.

    python -m host_tools.logbook SAVE... [--csv FILE] [--html FILE]
    python -m host_tools.logbook --device [PORT] [--board BOARD] ...     (make log BOARD=... PORT=...)

SAVE is the content of one slot of a device's store; give as many as there are. With --device the saves are read off a board
that is plugged in, or off its drive, and its crash note is shown too. Serves the people who played; it never
changes a save and never looks into the attempt that may lie beside the log. docs/LOGBOOK.md explains.
"""

import argparse
import csv
import html
import io
import sys
from dataclasses import dataclass, field
from string import Template

from engine.codes import FIRST_OWN, LAST_OWN
from firmware.logbook import LOG_BYTES, LogBook
from firmware.store import Store
from firmware.wire import LOG_ENTRY, LOG_PAGE, SAVED_LOG

MISSIONS = 50
SEA = 100  # added to the missions of the deep sea
CRASH_NOTE = "9"  # the slot of it
_DONE, _DISTRESS, _CHALLENGE = 1, 2, 4  # flags of an entry, as firmware/logbook.py writes them


class Broken(Exception):
    """A save holds no log that can be read. The text is a sentence for people."""


@dataclass(frozen=True)
class Entry:
    """One run of attempts at ``mission`` (1-50): until it was done, or so far."""

    mission: int
    tried: int  # attempts that have ended, 0-65534
    distress: bool
    done: bool
    challenge: bool  # for three, in the newest attempt
    humans: int  # in the newest attempt, 2-5; two play with JARVIS
    take_backs: int  # 255 stands for more as well

    @property
    def attempts(self):
        """What the log counts: the distress signal adds one attempt (RULES 11)."""
        return self.tried + self.distress

    @property
    def who(self):
        if self.humans == 2:
            return "2 + JARVIS"
        return "%d, challenge" % self.humans if self.challenge else str(self.humans)


@dataclass
class Campaign:
    """The log of one crew. ``first`` is ``{mission: Entry}``; ``again`` are the entries of missions played once more; ``beside`` those of the
    deep sea (its missions, and 100) and of own missions (51 on), in the order of their first attempts."""

    name: str
    proposed: int  # the mission to play next
    age: tuple = (0, 0)  # rules version and sequence of the save
    first: dict = field(default_factory=dict)
    again: list = field(default_factory=list)
    beside: list = field(default_factory=list)

    @property
    def done(self):
        """How many of the fifty missions are done."""
        return sum(entry.done for entry in self.first.values())

    @property
    def attempts(self):
        """The campaign's total: what the first entries count, those of missions that are not done yet too."""
        return sum(entry.attempts for entry in self.first.values())

    @property
    def signals(self):
        return sum(entry.distress for entry in self.first.values())

    @property
    def take_backs(self):
        return sum(entry.take_backs for entry in self.first.values())


class _Slot:
    """A board of which only one slot of the store is there."""

    def __init__(self, data):
        self._data = data

    def load(self, slot, into):
        data = self._data if slot == 0 else b""
        into[: len(data)] = data
        return len(data)

    def save(self, slot, data, n):
        return False


def read(data):
    """Return the Campaign in the bytes of one slot, whichever version of the rules wrote it. Raises ``Broken``."""
    if not data:
        raise Broken("this slot is empty; the device has not written it yet")
    rules = data[3] if len(data) > 3 else 0
    store = Store(_Slot(data), len(data), rules)
    length = store.load()
    if not length:
        raise Broken("this is no whole save of a handheld; its power may have gone while it wrote. Try the other slot")
    if length < SAVED_LOG + LOG_BYTES:
        raise Broken("this save holds no log book; an older version of Crewlink wrote it")
    campaign = campaign_of(bytes(store.body[SAVED_LOG : SAVED_LOG + LOG_BYTES]))
    campaign.age = (rules, data[4] | data[5] << 8)
    return campaign


def campaign_of(region):
    """Return the Campaign whose log is ``region``, LOG_BYTES bytes. Raises ``Broken``."""
    log = LogBook(bytearray(region))
    try:
        return _campaign(log)
    except IndexError:  # more entries than there is room for
        raise Broken(_SENSELESS) from None


_SENSELESS = "the log book in this save makes no sense; another version of Crewlink may have written it"


def _campaign(log):
    campaign = Campaign(bytes(log.name()).rstrip(b" \0").decode("ascii", "replace"), log.proposed())
    into = bytearray(LOG_PAGE * LOG_ENTRY)
    for n in range((LOG_BYTES // LOG_ENTRY + LOG_PAGE - 1) // LOG_PAGE):
        for at in range(0, LOG_ENTRY * log.page(n, into, 0), LOG_ENTRY):
            mission, low, high, flags, humans, take_backs = into[at : at + LOG_ENTRY]
            if not (1 <= mission <= LAST_OWN or 1 <= mission - SEA <= LAST_OWN) or not 2 <= humans <= 5 or flags > (_DONE | _DISTRESS | _CHALLENGE):
                raise Broken(_SENSELESS)
            marks = [bool(flags & flag) for flag in (_DISTRESS, _DONE, _CHALLENGE)]
            entry = Entry(mission, low | high << 8, *marks, humans, take_backs)
            if mission > MISSIONS:
                campaign.beside.append(entry)
            elif campaign.first.setdefault(mission, entry) is not entry:
                campaign.again.append(entry)
    return campaign


def newest(campaigns):
    """Return of each name the campaign of the newest save, the one played last first."""
    by_name = {}
    for campaign in campaigns:
        other = by_name.setdefault(campaign.name, campaign)
        if _newer(campaign.age, other.age):
            by_name[campaign.name] = campaign
    ordered = []
    for campaign in by_name.values():
        place = 0
        while place < len(ordered) and _newer(ordered[place].age, campaign.age):
            place += 1
        ordered.insert(place, campaign)
    return ordered


def _newer(age, other):
    """Tell whether a save of ``age`` was written after one of ``other``; sequences run in a circle of 65536."""
    if age[0] != other[0]:
        return age[0] > other[0]
    return 0 < (age[1] - other[1] & 0xFFFF) < 0x8000


def _called(campaign):
    return campaign.name or "a crew without a name"


def _counted(number, one, many=None):
    return "%d %s" % (number, one if number == 1 else many or one + "s")


def _taken_back(entry):
    return "255 or more" if entry.take_backs == 255 else str(entry.take_backs)


def _next(campaign):
    return "All fifty missions are done." if campaign.done == MISSIONS else "Next: mission %d." % campaign.proposed


# --- for a terminal -----------------------------------------------------------------------------------------------------


def text(campaign):
    """Return the campaign as a table of fifty missions, its total, and what was played again."""
    row = "%7s  %8s  %-8s  %-4s  %-12s  %10s"
    lines = ["Log book of " + _called(campaign), "", row % ("mission", "attempts", "distress", "done", "who", "take-backs")]
    for mission in range(1, MISSIONS + 1):
        entry = campaign.first.get(mission)
        cells = (entry.attempts, "used" if entry.distress else "", "yes" if entry.done else "no", entry.who,
                 _taken_back(entry) if entry.take_backs else "") if entry else ("-", "", "", "", "")  # fmt: skip
        lines.append((row % (mission, *cells)).rstrip())
    figures = (_counted(campaign.attempts, "attempt"), campaign.done, _counted(campaign.signals, "distress signal"),
               _counted(campaign.take_backs, "card") + " taken back")  # fmt: skip
    lines += ["", "Total: %s, %d of 50 missions done, %s, %s." % figures, _next(campaign)]
    if campaign.again:
        lines += ["", "Played again, not in the total:"]
        lines += ["  mission %d: %s" % (entry.mission, _told(entry)) for entry in campaign.again]
    if campaign.beside:
        lines += ["", "The deep sea and missions of one's own, not in the total:"]
        lines += ["  %s: %s" % (_beside(entry.mission), _told(entry)) for entry in campaign.beside]
    return "\n".join(lines) + "\n"


def _beside(mission):
    """Return the name of a mission that is not one of the fifty."""
    game = "deep sea, " if mission > SEA else ""
    mission -= SEA if mission > SEA else 0
    return "%s%s %d" % (game, "own mission" if mission >= FIRST_OWN else "mission", mission)


def _told(entry):
    """Return what happened to a mission in words, without its number."""
    told = ["done in " + _counted(entry.attempts, "attempt") if entry.done else _counted(entry.attempts, "attempt") + " so far"]
    if entry.distress:
        told.append("distress signal used")
    told.append("2 players and JARVIS" if entry.humans == 2 else "%d players" % entry.humans)
    if entry.challenge:
        told.append("challenge for three")
    if entry.take_backs:
        told.append("%s taken back" % ("255 or more" if entry.take_backs == 255 else _counted(entry.take_backs, "card")))
    return ", ".join(told)


# --- for a spreadsheet --------------------------------------------------------------------------------------------------

_COLUMNS = ("campaign", "mission", "entry", "attempts", "distress", "done", "humans", "jarvis", "challenge", "take_backs")


def rows(campaign):
    """Return the campaign as rows under ``_COLUMNS``: fifty missions, those not played without figures, then what was played again."""
    found = []
    for mission in range(1, MISSIONS + 1):
        entry = campaign.first.get(mission)
        found.append(_row(campaign, entry, 1) if entry else (campaign.name, mission, 1) + ("",) * 7)
    counts = {}
    for entry in campaign.again:
        counts[entry.mission] = counts.get(entry.mission, 1) + 1
        found.append(_row(campaign, entry, counts[entry.mission]))
    for entry in campaign.beside:
        counts[entry.mission] = counts.get(entry.mission, 0) + 1
        found.append((campaign.name, _beside(entry.mission), *_row(campaign, entry, counts[entry.mission])[2:]))
    return found


def _row(campaign, entry, number):
    return (
        campaign.name, entry.mission, number, entry.attempts, int(entry.distress), int(entry.done),
        entry.humans, int(entry.humans == 2), int(entry.challenge), entry.take_backs,
    )  # fmt: skip


# --- for the wall -------------------------------------------------------------------------------------------------------

_STROKES = ((0, 1), (0.5, -0.5), (-0.25, 0), (0.5, 0.5))  # how a pen wavers: top and foot of each stroke
_TALLY = 15  # more strokes than this do not fit a field


def _tally(count):
    """Return ``count`` strokes as a drawing, in fives; nothing where they would not fit."""
    if not 0 < count <= _TALLY:
        return ""
    path = []
    for i in range(count):
        left = 18 * (i // 5) + 3.4 * (i % 5)
        if i % 5 == 4:
            path.append("M%g 10.5L%g 2.5" % (left - 14.4, left - 0.6))
        else:
            top, foot = _STROKES[i % 5]
            path.append("M%g 1L%g 12" % (left + 1.5 + top, left + 1.5 + foot * 0.6))
    width = 18 * ((count - 1) // 5) + (14 if count % 5 == 0 else 3.4 * (count % 5))
    return '<svg class="tally" viewBox="0 0 %g 13" style="width:%.2fem"><path d="%s"/></svg>' % (width, width / 13, "".join(path))


def _mark(name):
    return '<svg class="mark %s"><use href="#%s"/></svg>' % (name, name)


def _field(mission, entry):
    """Return the field of a mission; what is drawn is said in words too, for those who listen."""
    if entry is None:
        return _ITEM % ("blank", "Mission %d" % mission, "not played yet", '<b class="stop">%d</b><p class="count"></p>' % mission)
    drawn = '<b class="stop">%d</b><p class="count"><span class="number">%d</span>%s%s</p><p class="foot">%s</p>' % (
        mission, entry.attempts, _tally(entry.tried), _signal(entry), _table(entry))  # fmt: skip
    return _ITEM % ("done" if entry.done else "open", "Mission %d" % mission, _told(entry), drawn)


def _line(entry):
    """Return a mission played again, or one beside the fifty, as one line under the fields."""
    name, label, told = "Mission %d" % entry.mission, str(entry.mission), "played again, " + _told(entry)
    if entry.mission > MISSIONS:
        name, told = _beside(entry.mission).capitalize(), _told(entry)
        label = "sea %d" % (entry.mission - SEA) if entry.mission > SEA else "own %d" % entry.mission
    drawn = '<b>%s</b><span class="number">%d</span>%s%s' % (label, entry.attempts, _signal(entry), _table(entry))
    return _ITEM % ("done" if entry.done else "open", name, told, drawn)


def _lines(head, entries):
    """Return a section of such lines, nothing where there are none."""
    return '<section class="again"><h2>%s</h2><ul>%s</ul></section>' % (head, "\n".join(map(_line, entries))) if entries else ""


_ITEM = '<li class="%s"><span class="unseen">%s: %s</span><div aria-hidden="true">%s</div></li>'


def _signal(entry):
    return _mark("signal") if entry.distress else ""


def _table(entry):
    """Return who sat at the table, and what was taken back there."""
    who = "%d players" % entry.humans if entry.who.isdigit() else entry.who.replace(" + ", "&thinsp;+&thinsp;")
    return "<span>%s</span>" % who + ("<span>%s%d</span>" % (_mark("back"), entry.take_backs) if entry.take_backs else "")


def sheet(campaigns):
    """Return a page of HTML, one printed sheet for each campaign; it needs nothing but itself."""
    sheets = []
    for campaign in campaigns:
        sheets.append(
            Template(_SHEET).substitute(
                name=html.escape(campaign.name or "Our crew"),
                done=campaign.done,
                attempts=campaign.attempts,
                signals=campaign.signals,
                back=campaign.take_backs,
                next=_next(campaign),
                fields="\n".join(_field(mission, campaign.first.get(mission)) for mission in range(1, MISSIONS + 1)),
                again=_lines("Played again", campaign.again) + _lines("The deep sea and missions of one's own", campaign.beside),
            )
        )
    names = ", ".join(campaign.name or "our crew" for campaign in campaigns)
    return Template(_PAGE).substitute(title=html.escape("Log book: " + names), style=_STYLE, sheets="\n".join(sheets))


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
<svg class="unseen" aria-hidden="true">
<symbol id="signal" viewBox="0 0 16 16"><circle cx="3.5" cy="12.5" r="2"/><path d="M3.5 7.5a5 5 0 0 1 5 5M3.5 3a9.5 9.5 0 0 1 9.5 9.5"/></symbol>
<symbol id="back" viewBox="0 0 16 16"><path d="M3 6h6.5a4 4 0 0 1 0 8H6M6 2.5L2.5 6 6 9.5"/></symbol>
</svg>
<main>
$sheets
</main>
</body>
</html>
"""

_SHEET = """<article class="sheet">
<header>
<div><p class="over">Log book</p><h1>$name</h1><p class="next">$next</p></div>
<dl>
<div><dt>missions done</dt><dd>$done<small> of 50</small></dd></div>
<div><dt>attempts</dt><dd>$attempts</dd></div>
<div><dt>distress signals</dt><dd>$signals</dd></div>
<div><dt>taken back</dt><dd>$back</dd></div>
</dl>
</header>
<ol class="route">
$fields
</ol>
<footer>
<ul class="key" aria-hidden="true">
<li class="done"><b class="stop">7</b>done</li>
<li class="open"><b class="stop">7</b>under way</li>
<li class="blank"><b class="stop">7</b>ahead: fill in by hand</li>
<li><svg class="mark signal"><use href="#signal"/></svg>distress signal, counts one attempt</li>
<li><svg class="mark back"><use href="#back"/></svg>cards taken back</li>
</ul>
$again
<p class="crew">Crew<i></i></p>
</footer>
</article>"""

_STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fbf9f3; --desk: #dcd8ce; --ink: #1d2b3f; --soft: #5b6675; --line: #b9bfc7; --rule: #dedfdc;
  --done: #17566b; --on-done: #ffffff; --alarm: #b3391f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1b222c; --desk: #10141a; --ink: #e8e6df; --soft: #a3adb9; --line: #53606f; --rule: #333d49;
    --done: #7cc4d2; --on-done: #10202a; --alarm: #ff9a7d;
  }
}
* { box-sizing: border-box; margin: 0; padding: 0; }
body { background: var(--desk); color: var(--ink); font: 10pt/1.3 "Avenir Next", "Segoe UI", system-ui, "DejaVu Sans", sans-serif; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sheet { max-width: 200mm; margin: 6mm auto; padding: 8mm; background: var(--paper); box-shadow: 0 2px 14px rgb(0 0 0 / 25%); }
header { display: flex; flex-wrap: wrap; gap: 3mm 8mm; justify-content: space-between; align-items: end; padding-bottom: 3mm; border-bottom: 0.6mm solid var(--ink); }
.over { font-size: 8pt; letter-spacing: 0.18em; text-transform: uppercase; color: var(--soft); }
h1 { font-size: 23pt; line-height: 1.05; letter-spacing: 0.01em; overflow-wrap: anywhere; }
.next { font-size: 9pt; color: var(--soft); }
dl { display: flex; flex-wrap: wrap; gap: 2mm 7mm; }
dl div { display: flex; flex-direction: column-reverse; }
dt { font-size: 7.5pt; color: var(--soft); }
dd { font-size: 17pt; line-height: 1.1; font-weight: 600; font-variant-numeric: tabular-nums; }
dd small { font-size: 9pt; font-weight: 400; }
ol, ul { list-style: none; }
.route { display: grid; grid-template-columns: repeat(5, 1fr); row-gap: 1.2mm; margin: 3.5mm 0 2.5mm; }
.route li { position: relative; height: 17.4mm; }
.route li::before { content: ""; position: absolute; top: 3.4mm; left: 0; right: 0; border-top: 0.35mm dotted var(--line); }
.route li.done::before { border-top: 0.5mm solid var(--done); }
.stop { position: relative; display: inline-grid; place-items: center; width: 7mm; height: 7mm; border-radius: 50%; font-size: 9pt; line-height: 1; font-variant-numeric: tabular-nums; background: var(--paper); border: 0.35mm dotted var(--soft); color: var(--soft); }
.open .stop { border: 0.5mm solid var(--done); color: var(--ink); }
.done .stop { border: 0; background: var(--done); color: var(--on-done); }
.count { display: flex; align-items: center; gap: 1.6mm; height: 5.6mm; margin-left: 0.8mm; }
.number { font-size: 12pt; font-weight: 600; font-variant-numeric: tabular-nums; }
.blank .count { width: 24mm; border-bottom: 0.2mm solid var(--rule); }
.foot { display: flex; gap: 2.4mm; margin-left: 0.8mm; font-size: 7pt; line-height: 1.2; color: var(--soft); white-space: nowrap; }
svg { display: inline-block; flex: none; fill: none; stroke: currentcolor; stroke-width: 1.2; stroke-linecap: round; stroke-linejoin: round; }
.tally { height: 1em; color: var(--ink); }
.mark { width: 1.1em; height: 1.1em; vertical-align: -0.15em; stroke-width: 1.7; }
.signal { color: var(--alarm); width: 4mm; height: 4mm; }
#signal circle { fill: currentcolor; stroke: none; }
.key { display: flex; flex-wrap: wrap; gap: 1mm 5mm; align-items: center; padding-top: 2mm; border-top: 0.2mm solid var(--line); font-size: 7.5pt; color: var(--soft); }
.key li { display: flex; align-items: center; gap: 1.2mm; }
.key .stop { width: 4.4mm; height: 4.4mm; font-size: 6.5pt; }
.key .mark { width: 3.2mm; height: 3.2mm; }
.again { margin-top: 2mm; font-size: 7pt; line-height: 1.2; color: var(--soft); }
h2 { margin-bottom: 0.6mm; font-size: 7.5pt; color: var(--ink); }
.again ul { display: grid; grid-template-columns: repeat(5, 1fr); }
.again li div { display: flex; align-items: center; gap: 1.4mm; height: 3.3mm; white-space: nowrap; }
.again b { min-width: 3.6mm; padding: 0 0.4mm; border-radius: 1mm; text-align: center; font-size: 6.5pt; border: 0.2mm solid var(--line); }
.again .done b { border-color: var(--done); background: var(--done); color: var(--on-done); }
.again .number { font-size: 8pt; color: var(--ink); }
.again .mark { width: 2.8mm; height: 2.8mm; }
.crew { display: flex; align-items: end; gap: 2mm; margin-top: 6mm; font-size: 7.5pt; color: var(--soft); }
.crew i { flex: 1; border-bottom: 0.2mm solid var(--line); }
@media screen and (max-width: 700px) {
  .sheet { margin: 0; padding: 4mm; }
  .route, .again ul { grid-template-columns: repeat(auto-fill, minmax(34mm, 1fr)); }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --ink: #14202f; --soft: #4c5663; --line: #9aa2ab; --rule: #c9cdd1; --done: #17566b; --on-done: #ffffff; --alarm: #a5331b;
  }
  @page { margin: 10mm; }
  body { background: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .sheet { max-width: none; margin: 0; padding: 0; background: none; box-shadow: none; break-after: page; }
  .sheet:last-of-type { break-after: auto; }
}
"""


# --- the command line ---------------------------------------------------------------------------------------------------


def _write(name, content, status):
    """Write ``content`` to the file ``name`` and return ``status``; 1 with a sentence when it cannot be."""
    try:
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(content)
    except OSError as error:
        print("%s: cannot be written: %s" % (name, error.strerror), file=sys.stderr)
        return 1
    print("%s: written" % name)
    return status


def pull(board, wanted):
    """Return ``(saves, notes, bare)`` of the boards plugged in: ``{name: bytes}`` of their slots, ``{place: text}`` of their crash
    notes, and a list of the places without saves and without Crewlink.

    ``board`` is a folder of boards/ or "", ``wanted`` a port, several, "all", a drive's folder, or "" for the one board that is
    found. A board's game is stopped for it and started again. Raises install.InstallError with a sentence.
    """
    from host_tools import flash, install

    saves, notes, bare = {}, {}, []
    places = flash.find_any(board, wanted)
    try:
        for place in places:
            for path in sorted(path for path in place.walk() if path.startswith("saves/")):
                slot = path.partition("/")[2]
                content = place.read(path)
                if slot == CRASH_NOTE:
                    notes[str(place)] = content.decode("ascii", "replace")
                elif slot.isdigit():
                    saves[f"{place}, save {slot}"] = content
            if not any(name.startswith(f"{place},") for name in saves) and install.read_listing(place.read(install.LIST)) is None:
                bare.append(str(place))
    finally:
        for place in places:
            flash.let_go(place)
    return saves, notes, bare


def _read_files(names):
    """Return ``({name: bytes}, status)`` of the files that can be read, and print a sentence for each that cannot."""
    found, status = {}, 0
    for name in names:
        try:
            with open(name, "rb") as file:
                found[name] = file.read()
        except OSError as error:
            print("%s: cannot be read: %s" % (name, error.strerror), file=sys.stderr)
            status = 1
    return found, status


def _explained(board, note):
    """Return a crash note with its place told as one in these sources, if that can be; the board's may be of another version."""
    from host_tools import bundle, install, install_build

    if not board or 'File "' not in note:
        return note
    try:
        return install_build.explain(board, note)
    except (install.InstallError, bundle.BundleError):
        return note


def _read_devices(board, wanted):
    """Return ``({name: bytes}, status)`` of the saves on boards; print their crash notes, and a sentence if none could be asked."""
    from host_tools.install import InstallError

    try:
        saves, notes, bare = pull(board, wanted)
    except InstallError as error:
        print(error, file=sys.stderr)
        return {}, 1
    for place, note in notes.items():
        if note.strip():
            print("Crash note of the board at %s:\n  %s\n" % (place, _explained(board, note).strip().replace("\n", "\n  ")))
    for place in bare:
        print("There is no Crewlink on the board at %s, so it has no log book. `make flash` puts it on; docs/FLASHING.md tells how." % place, file=sys.stderr)
    if not saves and not bare:
        print("There are no saves on the board yet: it has not dealt a mission since it was installed.", file=sys.stderr)
    return saves, 0


def _unwritten(options):
    """Say which files were asked for and cannot be written, since there is no log book; return the exit status of that."""
    names = [name for name in (options.csv, options.html) if name]
    if names:
        print("Nothing was written to %s: there is no log book to write." % " and ".join(names), file=sys.stderr)
    return 1 if names else 0


def main(arguments=None):
    """Run the command line; return its exit status: 1 when a file could not be opened or written, or no save holds a log."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.logbook", description="Shows the log book in a handheld's saves.")
    parser.add_argument("saves", metavar="SAVE", nargs="*", help="a slot of a device's store, as a file")
    parser.add_argument("--device", metavar="PORT", nargs="?", const="", help="read the saves off a board: the one that is found, or the one at PORT")
    parser.add_argument("--board", metavar="BOARD", default="", help="with --device: which kind of board, a folder of boards/")
    parser.add_argument("--csv", metavar="FILE", help="also write it as comma-separated values")
    parser.add_argument("--html", metavar="FILE", help="also write it as a sheet to print")
    options = parser.parse_args(arguments)
    if not options.saves and options.device is None:
        parser.error("name a SAVE, or read a board's with --device.")
    contents, status = _read_files(options.saves)
    if options.device is not None:
        try:
            pulled, failed = _read_devices(options.board, options.device)
        except KeyboardInterrupt:
            print("Stopped; nothing was changed.", file=sys.stderr)
            return 130
        if failed or not pulled and not contents:
            return _unwritten(options) or failed
        contents.update(pulled)
    found = []
    for name, content in contents.items():
        try:
            found.append(read(content))
        except Broken as broken:
            print("%s: %s" % (name, broken), file=sys.stderr)
    if not found:
        print("No log book was found in what was given.", file=sys.stderr)
        _unwritten(options)
        return 1
    campaigns = newest(found)
    print("\n".join(text(campaign) for campaign in campaigns), end="")
    if options.csv:
        table = io.StringIO()
        csv.writer(table).writerows([_COLUMNS] + [row for campaign in campaigns for row in rows(campaign)])
        status = _write(options.csv, table.getvalue(), status)
    if options.html:
        status = _write(options.html, sheet(campaigns), status)
    return status


if __name__ == "__main__":
    sys.exit(main())

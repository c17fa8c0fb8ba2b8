"""The log of one campaign: of each mission the attempts, the distress mark, whether it is done, who played (RULES 11).

Serves the dealer and, page by page, the screens. It works in bytes of its caller's, which are part of the save: it keeps
nothing beside them, opens no files and knows no clock. docs/LOGBOOK.md lays the bytes out.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# The region: name, count of entries, mission of the latest success (0 for none), entries in order of their first attempt.
LOG_BYTES = const(552)
_NAME = const(10)
_COUNT = const(10)
_LATEST = const(11)
_ENTRIES = const(12)
_ENTRY = const(6)
_ROOM = const(90)
_PAGE = const(180)  # bytes of thirty entries

# An entry: mission, attempts that have ended (low byte, high byte), flags, humans of the newest one, take-backs.
_TRIED = const(1)
_FLAGS = const(3)
_HUMANS = const(4)
_TAKEN_BACK = const(5)
_DONE = const(1)
_DISTRESS = const(2)
_CHALLENGE = const(4)

_MISSIONS = const(50)
_SEA = const(100)  # added to the missions of the deep sea
_SEA_MISSIONS = const(10)
_MOST = const(0xFFFE)  # attempts; the one for distress still fits two bytes


class LogBook:
    """The log in ``region``, LOG_BYTES that the caller owns (memoryview or bytearray). All zero is an empty log without a name.

    A mission, 1-50, an own one from 51 on, or of the deep sea 100 more, has at most one entry that is not done: its newest. Nothing here raises, and no log grows beyond its
    bytes: ``_make_room`` says what goes.
    """

    def __init__(self, region):
        self._region = region

    # --- asking ---------------------------------------------------------------------------------------------------------

    def attempts(self, mission):
        """Return what the newest entry of ``mission`` counts, 0-65535: its attempts, and one more if distress was used."""
        region = self._region
        at = self._find(mission)
        return at and (region[at + _TRIED] | region[at + _TRIED + 1] << 8) + (region[at + _FLAGS] & _DISTRESS) // _DISTRESS

    def coming(self, mission):
        """Return what ``attempts`` will say when the attempt that runs, or comes next, has ended."""
        return 1 if self._flags(mission) & _DONE else min(self.attempts(mission) + 1, _MOST + 1)

    def is_done(self, mission):
        """Tell whether ``mission`` was ever won; playing it again does not change that."""
        return self._flags(mission, True) & _DONE > 0

    def distress(self, mission):
        """Tell whether the distress signal was used in the entry of ``mission`` that is not done yet."""
        return self._flags(mission) & (_DONE | _DISTRESS) == _DISTRESS

    def done(self, game=0):
        """Return how many of the fifty missions are done, in the second ``game`` of its ten; own ones do not count."""
        first = _SEA if game else 0
        done = 0
        for mission in range(first + 1, first + (_SEA_MISSIONS if game else _MISSIONS) + 1):
            done += self.is_done(mission)
        return done

    def complete(self):
        """Tell whether the campaign is complete: all fifty missions are done."""
        return self.done() == _MISSIONS

    def proposed(self, game=0):
        """Return the mission to play next: the first after the latest success that is not done, with 1 after the last.

        Where all are done it is simply the next. In the second ``game`` the latest is the one whose first attempt came last.
        """
        region = self._region
        first = 0
        missions = _MISSIONS
        latest = region[_LATEST]
        if game:
            first = _SEA
            missions = _SEA_MISSIONS
            latest = 0
            for at in range(_ENTRIES, self._end(), _ENTRY):
                if _SEA < region[at] <= _SEA + _SEA_MISSIONS and region[at + _FLAGS] & _DONE:
                    latest = region[at] - _SEA
        for i in range(missions):
            mission = (latest + i) % missions + 1
            if not self.is_done(first + mission):
                return mission
        return latest % missions + 1

    def name(self):
        """Return the ten letters of the campaign's name, zero behind its end."""
        return self._region[:_NAME]

    def page(self, n, into, at):
        """Copy the entries of page ``n``, thirty a page, the oldest on page 0, to ``into[at:]``. Return how many they are."""
        start = _ENTRIES + _PAGE * n
        size = max(0, min(self._end() - start, _PAGE))
        for i in range(size):
            into[at + i] = self._region[start + i]
        return size // _ENTRY

    def whole(self):
        """Tell whether the region can be a log at all: as many entries as it has room for, or fewer."""
        return self._region[_COUNT] <= _ROOM

    # --- writing --------------------------------------------------------------------------------------------------------

    def clear(self):
        """Forget the whole campaign, its name too."""
        _wipe(self._region, 0, LOG_BYTES)

    def rename(self, name):
        """Name the campaign by the first ten ASCII letters of ``name`` (bytes)."""
        _wipe(self._region, 0, _NAME)
        for i in range(min(len(name), _NAME)):
            self.letter(i, name[i])

    def letter(self, place, letter):
        """Set one letter of the name, ``place`` 0-9, as ASCII code; what cannot be shown becomes ``?``."""
        for i in range(place):
            if not self._region[i]:
                self._region[i] = 32
        self._region[place] = letter if 32 <= letter < 127 else 0x3F

    def signalled(self, mission, humans):
        """A distress signal is agreed on: the mark is set at once, and counts one attempt, once a mission (RULES 7)."""
        self._region[self._unfinished(mission, humans) + _FLAGS] |= _DISTRESS

    def record(self, mission, success, humans, challenge, take_backs):
        """An attempt has ended: won, failed or given up.

        ``humans`` is 2 with JARVIS; ``challenge``: the challenge for three was on; ``take_backs`` are those of this attempt.
        """
        region = self._region
        at = self._unfinished(mission, humans)
        tried = min((region[at + _TRIED] | region[at + _TRIED + 1] << 8) + 1, _MOST)
        region[at + _TRIED] = tried & 255
        region[at + _TRIED + 1] = tried >> 8
        flags = region[at + _FLAGS] & _DISTRESS | (_CHALLENGE if challenge else 0)
        region[at + _FLAGS] = flags | (_DONE if success else 0)
        region[at + _TAKEN_BACK] = min(region[at + _TAKEN_BACK] + take_backs, 255)
        if success and mission <= _MISSIONS:
            region[_LATEST] = mission

    # --- entries --------------------------------------------------------------------------------------------------------

    def _end(self):
        return _ENTRIES + _ENTRY * self._region[_COUNT]

    def _find(self, mission, first=False):
        """Return where the newest entry of ``mission`` stands, or its first; 0 when it has none."""
        found = 0
        for at in range(_ENTRIES, self._end(), _ENTRY):
            if self._region[at] == mission:
                found = at
                if first:
                    break
        return found

    def _flags(self, mission, first=False):
        """Return the flags of the newest entry of ``mission``, or of its first; 0 when it has none."""
        at = self._find(mission, first)
        return at and self._region[at + _FLAGS]

    def _unfinished(self, mission, humans):
        """Return where the entry of ``mission`` that is not done stands; without one, a new one begins."""
        region = self._region
        at = self._find(mission)
        if not at or region[at + _FLAGS] & _DONE:
            if region[_COUNT] == _ROOM:
                self._make_room()
            at = self._end()
            region[_COUNT] += 1
            _wipe(region, at, at + _ENTRY)
            region[at] = mission
        region[at + _HUMANS] = humans
        return at

    def _make_room(self):
        """Let one entry of a full log go: the oldest that is done and not the first of its mission.

        First entries are 79 at most (fifty, ten of the deep sea, nineteen own), so of ninety some are others. Should none of those
        be done, so many missions are being played again at once, and the oldest of these goes.
        """
        region = self._region
        goes = 0
        for at in range(_ENTRIES, LOG_BYTES, _ENTRY):
            if self._find(region[at], True) != at:
                if region[at + _FLAGS] & _DONE:
                    goes = at
                    break
                goes = goes or at
        for at in range(goes, LOG_BYTES - _ENTRY):
            region[at] = region[at + _ENTRY]
        region[_COUNT] -= 1


def _wipe(region, start, end):
    for i in range(start, end):
        region[i] = 0

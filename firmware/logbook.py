"""What the crew has behind it: of each of the fifty missions the attempts so far, and whether it is done (RULES 11)."""

from engine.missions import playable

MISSIONS = 50
_DONE = 0x80  # in a mission's byte, beside up to 127 attempts


class LogBook:
    """One byte a mission in ``entries``, which is also what a save holds."""

    def __init__(self):
        self.entries = bytearray(MISSIONS)

    def attempts(self, mission):
        """Return the attempts at ``mission`` in its newest entry, the successful one included."""
        return self.entries[mission - 1] & _DONE - 1

    def coming(self, mission):
        """Return the number of the next attempt: a finished mission that is played again begins a new entry."""
        entry = self.entries[mission - 1]
        return 1 if entry & _DONE else min(entry + 1, _DONE - 1)

    def record(self, mission, success):
        """An attempt at ``mission`` has ended."""
        self.entries[mission - 1] = self.coming(mission) | (_DONE if success else 0)

    def proposed(self):
        """Return the first playable mission after the last finished one; the first of all when there is none."""
        mission = MISSIONS
        while mission and not self.entries[mission - 1] & _DONE:
            mission -= 1
        while True:
            mission = mission % MISSIONS + 1
            if playable(mission):
                return mission

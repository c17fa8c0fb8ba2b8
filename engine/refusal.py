"""The one exception of the rules."""


class Refusal(Exception):
    """A command was refused. ``code`` is the reason (REFUSE_...); the attempt is byte for byte as it was."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code

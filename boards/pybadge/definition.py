"""Adafruit PyBadge, PyBadge LC and EdgeBadge: eight keys on a shift register, 160x128 in colour."""

DEFINITION = {
    "title": "Adafruit PyBadge",
    "platform": "circuitpython",
    "id": "pybadge",
    "also": ("edgebadge",),
    "width": 160,
    "height": 128,
    "columns": 26,
    "rows": 10,
    "mono": False,
    "display": {"driver": "board"},
    "light": None,
    "keys": (
        ("left", 7, 2),  # KEY_PREVIOUS
        ("right", 4, 1),  # KEY_NEXT
        ("up", 6, 5),  # KEY_UP
        ("down", 5, 6),  # KEY_DOWN
        ("A", 1, 1),  # KEY_NEXT
        ("B", 0, 3),  # KEY_CHOOSE
        ("START", 2, 7),  # KEY_MENU
        ("SELECT", 3, 4),  # KEY_BACK
    ),
    "shift": ("BUTTON_CLOCK", "BUTTON_OUT", "BUTTON_LATCH"),
    "stick": None,
    "uart": ("TX", "RX"),
    "half_duplex": False,
    "battery": ("A6", 2),
    "radio": "none",
    "big_words": True,
}

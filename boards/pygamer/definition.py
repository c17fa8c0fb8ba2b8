"""Adafruit PyGamer: a stick, four keys on a shift register, 160x128 in colour; its UART on the Feather header."""

DEFINITION = {
    "title": "Adafruit PyGamer",
    "platform": "circuitpython",
    "id": "pygamer",
    "width": 160,
    "height": 128,
    "columns": 26,
    "rows": 10,
    "mono": False,
    "display": {"driver": "board"},
    "light": None,
    "keys": (
        ("left", "x-", 2),  # KEY_PREVIOUS
        ("right", "x+", 1),  # KEY_NEXT
        ("up", "y-", 5),  # KEY_UP
        ("down", "y+", 6),  # KEY_DOWN
        ("A", 1, 1),  # KEY_NEXT
        ("B", 0, 3),  # KEY_CHOOSE
        ("START", 2, 7),  # KEY_MENU
        ("SELECT", 3, 4),  # KEY_BACK
    ),
    "shift": ("BUTTON_CLOCK", "BUTTON_OUT", "BUTTON_LATCH"),
    "stick": ("JOYSTICK_X", "JOYSTICK_Y"),
    "uart": ("TX", "RX"),
    "half_duplex": False,
    "battery": ("A6", 2),
    "radio": "none",
    "big_words": True,
}

"""TinyCircuits Thumby under MicroPython as for a Pico: a cross, two keys, 72x40 with one bit a pixel, one wire for both directions."""

DEFINITION = {
    "title": "TinyCircuits Thumby",
    "platform": "micropython",
    "id": "Raspberry Pi Pico with RP2040",
    "also": ("Thumby",),
    "width": 72,
    "height": 40,
    "columns": 12,
    "rows": 3,
    "mono": True,
    "display": {
        "driver": "ssd1306",
        "spi": 0,
        "clock": 18,
        "data": 19,
        "select": 16,
        "command": 17,
        "reset": 20,
        "frequency": 10000000,
        "left": 28,
        "rotation": 0,
    },
    "light": None,
    "keys": (
        ("left", 3, 2),  # KEY_PREVIOUS
        ("right", 5, 1),  # KEY_NEXT
        ("up", 4, 5),  # KEY_UP
        ("down", 6, 6),  # KEY_DOWN
        ("A", 27, 1),  # KEY_NEXT
        ("B", 24, 3),  # KEY_CHOOSE
    ),
    "shift": None,
    "stick": None,
    "uart": (0, 0, 1),
    "half_duplex": True,
    "pull": 2,  # switches the pull-up of the wire on
    "battery": None,
    "radio": "none",
}

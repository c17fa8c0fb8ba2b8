"""Any Raspberry Pi Pico with Waveshare's Pico-LCD-1.3 under MicroPython: a cross, four keys, 240x240 in colour."""

DEFINITION = {
    "title": "Pico, Pico W, Pico 2 or Pico 2 W with Pico-LCD-1.3",
    "platform": "micropython",
    "id": "Raspberry Pi Pico with RP2040",
    "also": (
        "Raspberry Pi Pico W with RP2040",
        "Raspberry Pi Pico2 with RP2350",
        "Raspberry Pi Pico 2 with RP2350",
        "Raspberry Pi Pico 2 W with RP2350",
    ),
    "width": 240,
    "height": 240,
    "columns": 40,
    "rows": 20,
    "mono": False,
    "display": {
        "driver": "st7789",
        "spi": 1,
        "clock": 10,
        "data": 11,
        "select": 9,
        "command": 8,
        "reset": 12,
        "frequency": 31250000,
        "left": 0,
        "top": 0,
        "rotation": 90,
    },
    "light": 13,
    "keys": (
        ("left", 16, 2),  # KEY_PREVIOUS
        ("right", 20, 1),  # KEY_NEXT
        ("up", 2, 5),  # KEY_UP
        ("down", 18, 6),  # KEY_DOWN
        ("A", 15, 1),  # KEY_NEXT
        ("B", 17, 3),  # KEY_CHOOSE
        ("X", 19, 7),  # KEY_MENU
        ("Y", 21, 4),  # KEY_BACK
    ),
    "shift": None,
    "stick": None,
    "uart": (0, 0, 1),
    "half_duplex": False,
    "battery": None,
    "radio": "leaf",  # those with a W; the others have none
}

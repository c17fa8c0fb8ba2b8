"""Raspberry Pi Pico 2 or Pico 2 W with Pimoroni's Pico Display under MicroPython: four keys, 240x135 in colour."""

DEFINITION = {
    "title": "Pico 2 or Pico 2 W with Pico Display",
    "platform": "micropython",
    "id": "Raspberry Pi Pico2 with RP2350",
    "also": ("Raspberry Pi Pico 2 with RP2350", "Raspberry Pi Pico 2 W with RP2350"),
    "width": 240,
    "height": 135,
    "columns": 40,
    "rows": 11,
    "mono": False,
    "display": {
        "driver": "st7789",
        "spi": 0,
        "clock": 18,
        "data": 19,
        "select": 17,
        "command": 16,
        "reset": None,
        "frequency": 31250000,
        "left": 40,
        "top": 53,
        "rotation": 90,
    },
    "light": 20,
    "lamp": (6, 7, 8),
    "keys": (
        ("A", 12, 1),  # KEY_NEXT
        ("B", 13, 3),  # KEY_CHOOSE
        ("X", 14, 7),  # KEY_MENU
        ("Y", 15, 4),  # KEY_BACK
    ),
    "shift": None,
    "stick": None,
    "uart": (0, 0, 1),
    "half_duplex": False,
    "battery": None,
    "radio": "leaf",  # a Pico 2 W; a Pico 2 has none
}

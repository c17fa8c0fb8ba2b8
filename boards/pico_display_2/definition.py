"""Any Raspberry Pi Pico with Pimoroni's Pico Display 2.0 or 2.8 under MicroPython: four keys, 320x240 in colour, cells doubled."""

DEFINITION = {
    "title": "Pico, Pico W, Pico 2 or Pico 2 W with Pico Display 2.0 or 2.8",
    "platform": "micropython",
    "id": "Raspberry Pi Pico with RP2040",
    "also": (
        "Raspberry Pi Pico W with RP2040",
        "Raspberry Pi Pico2 with RP2350",
        "Raspberry Pi Pico 2 with RP2350",
        "Raspberry Pi Pico 2 W with RP2350",
    ),
    "width": 320,
    "height": 240,
    "columns": 26,
    "rows": 10,
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
        "left": 0,
        "top": 0,
        "rotation": 90,
    },
    "light": 20,
    "lamp": (6, 7, 8, 26, 27, 28),  # of the 2.0; of the 2.8
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
    "radio": "leaf",  # those with a W; the others have none
}

"""Raspberry Pi Pico with Waveshare's Pico-LCD-1.3 under CircuitPython: a cross, four keys, 240x240 in colour."""

DEFINITION = {
    "title": "Pico with Pico-LCD-1.3, CircuitPython",
    "platform": "circuitpython",
    "id": "raspberry_pi_pico",
    "also": ("raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w"),
    "width": 240,
    "height": 240,
    "columns": 40,
    "rows": 20,
    "mono": False,
    "display": {
        "driver": "st7789",
        "clock": "GP10",
        "data": "GP11",
        "select": "GP9",
        "command": "GP8",
        "reset": "GP12",
        "frequency": 60000000,
        "left": 0,
        "top": 80,
        "rotation": 270,
    },
    "light": "GP13",
    "keys": (
        ("left", "GP16", 2),  # KEY_PREVIOUS
        ("right", "GP20", 1),  # KEY_NEXT
        ("up", "GP2", 5),  # KEY_UP
        ("down", "GP18", 6),  # KEY_DOWN
        ("A", "GP15", 1),  # KEY_NEXT
        ("B", "GP17", 3),  # KEY_CHOOSE
        ("X", "GP19", 7),  # KEY_MENU
        ("Y", "GP21", 4),  # KEY_BACK
    ),
    "shift": None,
    "stick": None,
    "uart": ("GP0", "GP1"),
    "half_duplex": False,
    "battery": None,
    "radio": "none",
}

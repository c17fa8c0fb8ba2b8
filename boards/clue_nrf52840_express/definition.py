"""Adafruit CLUE: two keys, 240x240 in colour; its UART on the large pads 0 and 1, and a radio that can serve four seats."""

DEFINITION = {
    "title": "Adafruit CLUE",
    "platform": "circuitpython",
    "id": "clue_nrf52840_express",
    "width": 240,
    "height": 240,
    "columns": 40,
    "rows": 20,
    "mono": False,
    "display": {"driver": "board"},
    "light": None,
    "keys": (
        ("A", "BUTTON_A", 1),  # KEY_NEXT
        ("B", "BUTTON_B", 3),  # KEY_CHOOSE
    ),
    "shift": None,
    "stick": None,
    "uart": ("TX", "RX"),
    "half_duplex": False,
    "battery": None,
    "radio": "hub",
}

"""Adafruit Feather nRF52840 Express with the 128x64 OLED FeatherWing (SH1107): three keys, one bit a pixel, a radio."""

DEFINITION = {
    "title": "Feather nRF52840 Express with 128x64 OLED FeatherWing",
    "platform": "circuitpython",
    "id": "feather_nrf52840_express",
    "width": 128,
    "height": 64,
    "columns": 21,
    "rows": 5,
    "mono": True,
    "display": {"driver": "sh1107", "scl": "SCL", "sda": "SDA", "address": 0x3C, "frequency": 400000, "rotation": 90},
    "light": None,
    "keys": (
        ("A", "D9", 1),  # KEY_NEXT
        ("B", "D6", 3),  # KEY_CHOOSE
        ("C", "D5", 4),  # KEY_BACK
    ),
    "shift": None,
    "stick": None,
    "uart": ("TX", "RX"),
    "half_duplex": False,
    "battery": ("VOLTAGE_MONITOR", 2),
    "radio": "hub",
}

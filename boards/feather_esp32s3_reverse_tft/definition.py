"""Adafruit Feather ESP32-S3 Reverse TFT: three keys of mixed polarity, 240x135 in colour, a radio.

D0 is also the chip's boot key: held while it is switched on, the chip waits for a flasher and nothing of ours runs.
"""

DEFINITION = {
    "title": "Feather ESP32-S3 Reverse TFT",
    "platform": "circuitpython",
    "id": "adafruit_feather_esp32s3_reverse_tft",
    "width": 240,
    "height": 135,
    "columns": 40,
    "rows": 11,
    "mono": False,
    "display": {"driver": "board"},
    "light": None,
    "keys": (
        ("D0", "D0", 1),  # KEY_NEXT
        ("D1", "+D1", 3),  # KEY_CHOOSE
        ("D2", "+D2", 4),  # KEY_BACK
    ),
    "shift": None,
    "stick": None,
    "uart": ("TX", "RX"),
    "half_duplex": False,
    "battery": ("I2C", 0x36),
    "radio": "leaf",
}

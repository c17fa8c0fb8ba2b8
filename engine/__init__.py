"""The rules of The Crew over bytes: the same code on CPython, MicroPython and CircuitPython.

An attempt is one ``bytearray`` (engine/layout.py says what lies where); a command is two bytes or, for chance, more.
This package knows no clock, no input or output and no randomness, and imports nothing but itself.
"""

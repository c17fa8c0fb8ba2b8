"""What the two halves of a virtual board agree on: places in the shared page, and how wires are told. Numbers only.

The half on the MicroPython VM (virtual_boot.py, virtual_machine.py, virtual_circuit.py) and the half on the desktop
(virtual_board.py) share a page of bytes and a pipe. In common dialect. Never on a real board.
"""

# The page: a small file that both sides keep open.
LEVEL = 0  # + pin 0-63: what the outside world drives it to; the desktop writes
READS = 64  # + pin: how often the VM has read it, modulo 256; the VM writes
CUT = 128  # 4: bytes of flash that may still be written before the power goes, plus 1, low byte first; 0 for no cut
ANALOG = 132  # + 2 * pin 0-15 (GPIO 26 is 0): what an ADC reads, 16 bits, low byte first
KEPT = 164  # what outlives a soft reset and no hard one, on CircuitPython; see virtual_circuit.py
SAFE_MODE = 196  # 1: the next start is in safe mode (CircuitPython)
DRIVE = 197  # 1: a computer is there that would have the drive (CircuitPython)
RESTARTS = 200  # 4: how often the VM has started, low byte first; the desktop writes
PAGE = 256

# The pipe: messages of four bytes, (kind, which, length low, length high), then so many bytes.
PIN_OUT = 1  # which: the pin; one byte, its level
SPI_OUT = 2  # which: the bus; the bytes
I2C_OUT = 3  # which: the address; the bytes
LIGHT_OUT = 4  # which: the pin; two bytes, the duty of its PWM, low byte first
RESET = 5  # the VM asks to be reset, as by the button; it waits for that
SOFT_RESET = 8  # a program ended by SystemExit; the VM waits for a soft reset
DARK = 6  # the power went as CUT said; the VM waits for its end
READY = 7  # the VM is a board now: what is typed may come in, a Ctrl-C above all

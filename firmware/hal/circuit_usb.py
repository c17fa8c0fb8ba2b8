"""The second USB port of a CircuitPython board as a line: for a table that a computer joins (host_tools/hub.py).

Serves firmware/hal/circuit.py; loaded when a computer opens the port. It moves bytes and never waits long for anybody.
"""

_PATIENCE = 0.02  # seconds that a write may take


class UsbLine:
    """``read`` and ``write`` as a board has them, over ``port`` (usb_cdc.data). While nobody listens, what is sent is lost."""

    def __init__(self, port):
        port.timeout = 0
        port.write_timeout = _PATIENCE
        self._port = port
        self._torn = False

    def read(self, buffer):
        """Move what has come into ``buffer``; return how many bytes, 0 for none."""
        try:
            return self._port.readinto(buffer) if self._port.in_waiting else 0
        except OSError:
            return 0

    def write(self, buffer, n):
        """Send ``buffer[:n]``; return True also where nobody is there to hear it."""
        port = self._port
        if not port.connected:
            self._torn = False
            return True
        try:
            # The zero ends a frame that the port took in part only, so that it spoils no second one.
            if self._torn and port.write(b"\0") != 1:
                return True
            self._torn = port.write(memoryview(buffer)[:n]) != n
        except OSError:
            self._torn = True
        return True

"""AES of CircuitPython's own, where a build has it (aesio: not on SAMD51). Serves firmware/hal/circuit.py."""

try:
    import aesio
except ImportError:
    aesio = None


class _Cipher:
    def __init__(self, key):
        self._aes = aesio.AES(key, aesio.MODE_ECB)

    def encrypt(self, block):
        """Encrypt the 16 bytes of ``block`` in place."""
        self._aes.encrypt_into(block, block)


def cipher(key):
    """Return AES-128 under the 16 bytes of ``key``, or None where the build has none."""
    return _Cipher(key) if aesio else None

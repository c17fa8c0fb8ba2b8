"""AES of MicroPython's own, where a build has it (cryptolib). Serves firmware/hal/micro.py."""

try:
    from cryptolib import aes
except ImportError:
    aes = None

_ECB = 1


class _Cipher:
    def __init__(self, key):
        self._aes = aes(key, _ECB)  # pyright: ignore[reportOptionalCall]  # made only where there is one

    def encrypt(self, block):
        """Encrypt the 16 bytes of ``block`` in place."""
        self._aes.encrypt(block, block)


def cipher(key):
    """Return AES-128 under the 16 bytes of ``key``, or None where the build has none."""
    return _Cipher(key) if aes else None

"""AES-128, encryption of one block, in bytes: for boards whose firmware has no AES of its own.

Serves firmware/seal.py and firmware/join.py through the board (firmware/hal). One table of 256 bytes, round keys made as
they are needed, no number over 511, nothing allocated but by ``Aes()``. About 5 ms a block on a board of 120 MHz.
It never decrypts: CCM needs no more than this. It makes no claim against an attacker who measures a board's time or current.
"""


def _make_box():
    """Return the S-box of FIPS 197: the inverse in GF(2**8), then the affine map, found by walking the powers of 3."""
    box = bytearray(256)
    power = inverse = 1
    while True:
        power ^= power << 1 & 255 ^ (0x1B if power & 0x80 else 0)
        # Divided by 3: times 0xF6.
        inverse ^= inverse << 1 & 255
        inverse ^= inverse << 2 & 255
        inverse ^= inverse << 4 & 255
        if inverse & 0x80:
            inverse ^= 0x09
        turned = inverse
        mixed = inverse ^ 0x63
        for _ in range(4):
            turned = turned << 1 & 255 | turned >> 7
            mixed ^= turned
        box[power] = mixed
        if power == 1:
            box[0] = 0x63
            return box


_BOX = _make_box()
# The running round key and the state before a round: one block is encrypted at a time, whoever's it is.
_KEY = bytearray(16)
_STATE = bytearray(16)


class Aes:
    """AES under ``key``, 16 bytes, which are copied."""

    def __init__(self, key):
        self._key = bytes(key)

    def encrypt(self, block):
        """Encrypt the 16 bytes of ``block`` in place."""
        box = _BOX
        key = _KEY
        state = _STATE
        i = 0
        for byte in self._key:
            key[i] = byte
            state[i] = block[i] ^ byte
            i += 1
        constant = 1
        for left in range(9, -1, -1):
            key[0] ^= box[key[13]] ^ constant
            key[1] ^= box[key[14]]
            key[2] ^= box[key[15]]
            key[3] ^= box[key[12]]
            for i in range(12):
                key[i + 4] ^= key[i]
            constant = constant << 1 ^ (0x11B if constant & 0x80 else 0)
            # SubBytes and ShiftRows give a column's four bytes, MixColumns mixes them, but for the last round.
            for at in range(0, 16, 4):
                a = box[state[at]]
                b = box[state[at + 5 & 15]]
                c = box[state[at + 10 & 15]]
                d = box[state[at + 15 & 15]]
                if left:
                    all_four = a ^ b ^ c ^ d
                    first = a
                    x = a ^ b
                    a ^= all_four ^ (x << 1 ^ 0x11B if x & 0x80 else x << 1)
                    x = b ^ c
                    b ^= all_four ^ (x << 1 ^ 0x11B if x & 0x80 else x << 1)
                    x = c ^ d
                    c ^= all_four ^ (x << 1 ^ 0x11B if x & 0x80 else x << 1)
                    x = d ^ first
                    d ^= all_four ^ (x << 1 ^ 0x11B if x & 0x80 else x << 1)
                block[at] = a ^ key[at]
                block[at + 1] = b ^ key[at + 1]
                block[at + 2] = c ^ key[at + 2]
                block[at + 3] = d ^ key[at + 3]
            if left:
                for i in range(16):
                    state[i] = block[i]

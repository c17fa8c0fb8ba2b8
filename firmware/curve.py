"""X25519 (RFC 7748) a turn at a time, in the platform's long integers.

Serves firmware/join.py, which loads it while a table forms and lets it go. Long integers lie on the heap: each turn leaves about 8 KB
of garbage, and this is one of the few places that may, for it runs only where a key is made, in the lobby or when a seat is handed
over, never while cards are played. It takes as many turns whatever the secret is, so nothing of it is seen over the link; from
somebody who measures a board's time or current it does not hide the secret.
"""


def multiply(scalar, point, out):
    """Multiply: a generator that yields after each turn's work and leaves the product in ``out`` before it ends; 32 bytes each.

    The scalar is clamped as RFC 7748 says, and the point's highest bit ignored. It takes 76 turns of at most a million
    instructions of a Cortex-M0, about 6 ms on a board of 120 MHz (docs/PROTOCOL.md says how that was worked out).
    """
    prime = (1 << 255) - 19
    x1 = x3 = int.from_bytes(point, "little") & (1 << 255) - 1
    x2 = z3 = 1
    z2 = swapped = 0
    for place in range(254, -1, -1):
        bit = 1 if place == 254 else 0 if place < 3 else scalar[place >> 3] >> (place & 7) & 1
        if bit != swapped:
            x2, x3 = x3, x2
            z2, z3 = z3, z2
            swapped = bit
        a = x2 + z2
        b = x2 - z2
        d = (x3 - z3) * a % prime
        c = (x3 + z3) * b % prime
        a = a * a % prime
        b = b * b % prime
        x3 = c + d
        x3 = x3 * x3 % prime
        z3 = c - d
        z3 = z3 * z3 % prime * x1 % prime
        x2 = a * b % prime
        b = a - b
        z2 = (a + 121665 * b) * b % prime
        if not place & 3:
            yield
    # The last bit is 0, so nothing is left swapped. Divided by z2: its inverse by Euclid, who never takes more than 369 divisions.
    a, b, u, v = prime, z2, 0, 1
    for place in range(384):
        if b:
            q = a // b
            a, b, u, v = b, a - q * b, v, u - q * v
        if place & 31 == 31:
            yield
    product = (x2 * u % prime).to_bytes(32, "little")
    for i in range(32):
        out[i] = product[i]

"""X25519 (RFC 7748) in small steps: no number reaches 2**30, so a 32-bit board allocates none, and no step takes long.

Serves firmware/join.py, which loads it while a table forms and lets it go. A number modulo 2**255 - 19 is a list of twenty
limbs of 13 bits, each with a sign: 20 products of limbs stay below 2**30 even where one factor is a sum of two. Its
time does not hide the secret from somebody who measures it on the board; over the link nothing of it is seen.
"""

_LIMBS = 20
_FOLD = 608  # 2**260 modulo 2**255 - 19: what stands above the twenty limbs comes back in below, so many times
_A24 = 121665
# Registers: 0 the point, 1/2 and 3/4 the two running points, 5 and 6 spare.
# A step of the ladder: result, factor, factor; or with 7 added to the result: register + constant times register.
_ADD, _SUB, _TIMES = 7, 14, 21
_LADDER = bytes((
    5 + _ADD, 1, 2, 6 + _SUB, 1, 2, 1 + _ADD, 3, 4, 2 + _SUB, 3, 4,
    2, 2, 5, 1, 1, 6, 5, 5, 5, 6, 6, 6,
    3 + _ADD, 2, 1, 4 + _SUB, 2, 1, 3, 3, 3, 4, 4, 4, 4, 4, 0,
    1, 5, 6, 6 + _SUB, 5, 6, 5 + _TIMES, 5, 6, 2, 6, 5,
))  # fmt: skip
# The power 2**255 - 21, which inverts: so many squarings of register 5, a product with a register, a copy of it to another (0: none).
_INVERT = bytes((
    1, 2, 3, 2, 3, 0, 1, 2, 3, 5, 3, 4, 10, 4, 3, 20, 3, 0, 10, 4, 3, 50, 3, 4, 100, 4, 0, 50, 3, 0, 2, 2, 0, 2, 2, 0, 1, 2, 0,
))  # fmt: skip


def multiply(scalar, point, out):
    """Multiply: a generator that yields after each step and leaves the product in ``out`` before it ends; 32 bytes each.

    The scalar is clamped as RFC 7748 says. About 4,700 steps, the longest some 4,000 operations of the byte code.
    """
    registers = [[0] * _LIMBS for _ in range(7)]
    wide = [0] * (2 * _LIMBS)
    _load(registers[0], point)
    _load(registers[3], point)
    registers[1][0] = registers[4][0] = 1
    swapped = 0
    for place in range(254, -1, -1):
        byte = scalar[place >> 3]
        if place < 3:
            byte = 0
        elif place == 254:
            byte = 0x40
        bit = byte >> (place & 7) & 1
        if bit != swapped:
            _swap(registers)
        swapped = bit
        for i in range(0, len(_LADDER), 3):
            _step(registers, wide, _LADDER[i], _LADDER[i + 1], _LADDER[i + 2])
            yield 1
    if swapped:
        _swap(registers)
    _copy(registers[5], registers[2])
    for i in range(0, len(_INVERT), 3):
        for _ in range(_INVERT[i]):
            _step(registers, wide, 5, 5, 5)
            yield 1
        _step(registers, wide, 5, 5, _INVERT[i + 1])
        if _INVERT[i + 2]:
            _copy(registers[_INVERT[i + 2]], registers[5])
        yield 1
    _step(registers, wide, 1, 1, 5)
    _store(registers[1], out)


def _swap(registers):
    registers[1], registers[3] = registers[3], registers[1]
    registers[2], registers[4] = registers[4], registers[2]


def _copy(to, of):
    for i in range(_LIMBS):
        to[i] = of[i]


def _step(registers, wide, what, one, other):
    """Do one operation of _LADDER."""
    one = registers[one]
    other = registers[other]
    if what < _ADD:
        _times(registers[what], one, other, wide)
        return
    factor = 1 if what < _SUB else -1 if what < _TIMES else _A24
    for i in range(_LIMBS):
        wide[i] = one[i] + factor * other[i]
    _settle(registers[what % 7], wide)


def _times(out, one, other, wide):
    """``out`` becomes the product. ``wide`` is for the work."""
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19 = other
    t0 = t1 = t2 = t3 = t4 = t5 = t6 = t7 = t8 = t9 = t10 = t11 = t12 = t13 = t14 = t15 = t16 = t17 = t18 = 0
    # Row by row: each leaves the lowest of the sums and moves the others down.
    row = 0
    for a in one:
        wide[row] = t0 + a * b0
        t0 = t1 + a * b1
        t1 = t2 + a * b2
        t2 = t3 + a * b3
        t3 = t4 + a * b4
        t4 = t5 + a * b5
        t5 = t6 + a * b6
        t6 = t7 + a * b7
        t7 = t8 + a * b8
        t8 = t9 + a * b9
        t9 = t10 + a * b10
        t10 = t11 + a * b11
        t11 = t12 + a * b12
        t12 = t13 + a * b13
        t13 = t14 + a * b14
        t14 = t15 + a * b15
        t15 = t16 + a * b16
        t16 = t17 + a * b17
        t17 = t18 + a * b18
        t18 = a * b19
        row += 1
    wide[20] = t0
    wide[21] = t1
    wide[22] = t2
    wide[23] = t3
    wide[24] = t4
    wide[25] = t5
    wide[26] = t6
    wide[27] = t7
    wide[28] = t8
    wide[29] = t9
    wide[30] = t10
    wide[31] = t11
    wide[32] = t12
    wide[33] = t13
    wide[34] = t14
    wide[35] = t15
    wide[36] = t16
    wide[37] = t17
    wide[38] = t18
    carry = 0
    for i in range(39 - _LIMBS):
        carry += wide[i + _LIMBS]
        limb = (carry + 4096 & 8191) - 4096
        carry = carry - limb >> 13
        wide[i] += _FOLD * limb
    # The carry is below 2**18: in two limbs.
    limb = (carry + 4096 & 8191) - 4096
    wide[19] += _FOLD * limb
    wide[0] += _FOLD * _FOLD * (carry - limb >> 13)
    _settle(out, wide)


def _settle(out, wide):
    """Carry through the lower half of ``wide`` into ``out``: limbs of 13 bits and a sign, the first three a little over."""
    carry = 0
    for i in range(_LIMBS):
        carry += wide[i]
        limb = (carry + 4096 & 8191) - 4096
        carry = carry - limb >> 13
        out[i] = limb
    carry *= _FOLD
    for i in range(3):
        carry += out[i]
        limb = (carry + 4096 & 8191) - 4096
        carry = carry - limb >> 13
        out[i] = limb
    out[3] += carry


def _load(limbs, data):
    """Read 32 bytes, low first; the highest bit is ignored, as RFC 7748 says."""
    held = bits = at = 0
    for i in range(_LIMBS):
        while bits < 13 and at < 32:
            byte = data[at]
            if at == 31:
                byte &= 0x7F
            held |= byte << bits
            bits += 8
            at += 1
        limbs[i] = held & 8191
        held >>= 13
        bits -= 13
    _settle(limbs, limbs)


def _store(limbs, out):
    """Write the one number from 0 to 2**255 - 20 that ``limbs`` stand for, low byte first."""
    # Made positive by 2**7 times the modulus, whose limbs are 2**13 - 1 but for the ends; then what is above 2**255 is folded in, twice.
    for time in range(3):
        carry = 0 if time else -19 * 128
        for i in range(_LIMBS):
            carry += limbs[i] + (0 if time or i < 19 else 128 << 8)
            limbs[i] = carry & 8191
            carry >>= 13
        limbs[0] += 19 * (carry << 5 | limbs[19] >> 8)
        limbs[19] &= 255
    # At or above the modulus: then adding 19 reaches 2**255.
    carry = 19
    for i in range(_LIMBS):
        carry = carry + limbs[i] >> 13 if i < 19 else carry + limbs[i] >> 8
    carry *= 19
    held = bits = at = 0
    for i in range(_LIMBS):
        carry += limbs[i]
        held |= (carry & 8191) << bits
        carry >>= 13
        bits += 13
        while bits >= 8 and at < 32:
            out[at] = held & 255
            held >>= 8
            bits -= 8
            at += 1
    out[31] &= 0x7F

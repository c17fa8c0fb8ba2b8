"""AES, CCM and X25519 as handhelds do them: published vectors, the `cryptography` package, and what they cost on a 32-bit board."""

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware.aes import Aes
from firmware.curve import multiply
from firmware.seal import Seals
from firmware.wire import R_KEY, R_PAIRED, R_STATE, SEALED
from host_tools.vm import Call

of = bytes.fromhex
block = st.binary(min_size=16, max_size=16)
number = st.binary(min_size=32, max_size=32)


def encrypted(key, text):
    data = bytearray(text)
    Aes(key).encrypt(data)
    return bytes(data)


# FIPS 197, appendix B and C.1; SP 800-38A, F.1.1.
AES_VECTORS = (
    ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32"),
    ("000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a"),
    ("2b7e151628aed2a6abf7158809cf4f3c", "6bc1bee22e409f96e93d7e117393172a", "3ad77bb40d7a3660a89ecaf32466ef97"),
    ("2b7e151628aed2a6abf7158809cf4f3c", "ae2d8a571e03ac9c9eb76fac45af8e51", "f5d3d58503b9699de785895a96fdbaaf"),
    ("2b7e151628aed2a6abf7158809cf4f3c", "30c81c46a35ce411e5fbc1191a0a52ef", "43b1cd7f598ece23881b00e3ed030688"),
    ("2b7e151628aed2a6abf7158809cf4f3c", "f69f2445df4f9b17ad2b417be66c3710", "7b0c785e27e8ad3f8223207104725dd4"),
)


@pytest.mark.parametrize("key, plain, sealed", AES_VECTORS)
def test_aes_gives_the_published_blocks(key, plain, sealed):
    assert encrypted(of(key), of(plain)).hex() == sealed


@given(block, block)
def test_aes_gives_what_the_cryptography_package_gives(key, text):
    other = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    assert encrypted(key, text) == other.update(text)


class Bare:
    """As much of a board as Seals asks for; ``made`` are the random bytes in turn."""

    def __init__(self, seed=0, cipher=None):
        self._at = seed
        self.cipher = cipher or (lambda key: None)

    def random(self, n):
        self._at += 1
        return bytes(self._at * 37 + i & 255 for i in range(n))


class _Wholly:
    """A platform's AES."""

    def __init__(self, key):
        self._cipher = Cipher(algorithms.AES(bytes(key)), modes.ECB())

    def encrypt(self, data):
        data[:] = self._cipher.encryptor().update(bytes(data))


def ends(cipher=None):
    """Return the Seals of a dealer and of a seat that have a session; the record is number 0 at both."""
    dealer, seat = Seals(Bare(1, cipher)), Seals(Bare(100, cipher))
    for each in (dealer, seat):
        each.records[R_STATE] = R_PAIRED
        each.records[R_KEY : R_KEY + 16] = bytes(range(16))
    renewed(dealer, seat)
    return dealer, seat


def renewed(dealer, seat):
    question, answer = bytearray(8), bytearray(16)
    seat.renew(0)
    seat.ask(0, question, 0)
    dealer.answer(0, question, 0, answer, 0)
    assert seat.answered(0, answer, 0)


def done(seals, data):
    while not seals.run(data):
        pass
    return seals.sound


def under(seals, key, nonce, plain):
    """Return ``plain`` and its tag under a key and a nonce of one's own, in place of those of a session."""
    data = bytearray(plain) + bytearray(SEALED)
    assert seals.seal(0, 1, 2, 3, data, 0, len(plain))
    seals._nonce[1:14] = nonce
    seals._cipher = key
    assert done(seals, data)
    return bytes(data[: len(plain)] + data[len(plain) + 2 :])


class WithHeader:
    """AES that adds a header which is authenticated and not sealed, as the published packets have one; handhelds need none."""

    def __init__(self, key, header):
        self._aes = Aes(key)
        self._header = (len(header).to_bytes(2, "big") + header).ljust(16, b"\0")

    def encrypt(self, data):
        if data[0] == 0x19 and self._header:
            data[0] |= 0x40
            self._aes.encrypt(data)
            for i in range(16):
                data[i] ^= self._header[i]
            self._header = b""
        self._aes.encrypt(data)


# RFC 3610, packets 1 to 3: nonce, how many bytes follow the header of 8, what is sent.
PACKETS = (
    ("00000003020100a0a1a2a3a4a5", 23, "588c979a61c663d2f066d0c2c0f989806d5f6b61dac38417e8d12cfdf926e0"),
    ("00000004030201a0a1a2a3a4a5", 24, "72c91a36e135f8cf291ca894085c87e3cc15c439c9e43a3ba091d56e10400916"),
    ("00000005040302a0a1a2a3a4a5", 25, "51b1e5f44a197d1da46b0f8e2d282ae871e838bb64da8596574adaa76fbd9fb0c5"),
)


@pytest.mark.parametrize("nonce, length, sent", PACKETS)
def test_ccm_gives_the_published_packets(nonce, length, sent):
    seals, _ = ends()
    key = WithHeader(bytes(range(0xC0, 0xD0)), bytes(range(8)))
    assert under(seals, key, of(nonce), bytes(range(8, 8 + length))).hex() == sent


@given(block, st.binary(min_size=13, max_size=13), st.binary(min_size=1, max_size=64))
def test_ccm_gives_what_the_cryptography_package_gives(key, nonce, plain):
    seals, _ = ends()
    assert under(seals, Aes(key), nonce, plain) == AESCCM(key, tag_length=8).encrypt(nonce, plain, None)


@pytest.mark.parametrize("cipher", [None, _Wholly], ids=["own", "platform"])
def test_what_is_sealed_is_opened_once_and_by_its_own_session_and_for_its_own_seat_only(cipher):
    dealer, seat = ends(cipher)
    plain = b"a private part.."

    def sealed():
        data = bytearray(plain) + bytearray(SEALED)
        assert dealer.seal(0, 3, 2, 77, data, 0, 16) and done(dealer, data)
        return data

    def opens(data, kind=3, who=2, mark=77):
        data = bytearray(data)
        return seat.open(0, kind, who, mark, data, 0, 16) and done(seat, data) and data[:16] == plain

    first, second = sealed(), sealed()
    assert first[:16] != second[:16] != plain
    assert not opens(first, kind=4) and not opens(first, who=1) and not opens(first, mark=78)
    for i in range(len(first)):
        spoilt = bytearray(first)
        spoilt[i] ^= 1
        assert not opens(spoilt)
    assert opens(first) and not opens(first), "what comes again is refused"
    assert opens(second) and not opens(first), "what is older is refused"
    third = sealed()
    renewed(dealer, seat)
    assert not opens(third), "the session is over"
    assert opens(sealed())


def test_a_question_that_comes_again_begins_no_session_and_counts_on():
    """Else whoever plays it again would have the dealer seal with a nonce that it has used."""
    dealer, seat = ends()
    question, answer = bytearray(8), bytearray(16)
    seat.ask(0, question, 0)
    data = bytearray(16 + SEALED)
    assert dealer.seal(0, 3, 2, 1, data, 0, 16) and done(dealer, data)
    dealer.answer(0, question, 0, answer, 0)
    assert dealer.seal(0, 3, 2, 1, data, 0, 16) and done(dealer, data)
    assert data[16] | data[17] << 8 == 2
    # An old question makes a session with fresh bytes of the dealer's: not the old key.
    renewed(dealer, seat)
    before = bytes(answer)
    dealer.answer(0, question, 0, answer, 0)
    assert answer[:8] == before[:8] and answer[8:] != before[8:]


def test_a_worn_session_is_renewed_and_a_spent_one_seals_nothing():
    dealer, seat = ends()
    data = bytearray(16 + SEALED)
    dealer._sent[0] = 0xFEFF
    assert not dealer.worn(0) and dealer.seal(0, 3, 2, 1, data, 0, 16) and dealer.worn(0) and done(dealer, data)
    assert seat.open(0, 3, 2, 1, data, 0, 16) and done(seat, data) and seat.worn(0)
    dealer._sent[0] = 0xFFFF
    assert not dealer.seal(0, 3, 2, 1, data, 0, 16)


# --- X25519 --------------------------------------------------------------------------------------------------------------


def product(scalar, point):
    out = bytearray(32)
    for _ in multiply(scalar, point, out):
        pass
    return bytes(out)


BASE = b"\x09" + bytes(31)
# RFC 7748, 5.2: scalar, point, product.
CURVE_VECTORS = (
    (
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
    ),
    (
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
    ),
)


@pytest.mark.parametrize("scalar, point, result", CURVE_VECTORS)
def test_x25519_gives_the_published_products(scalar, point, result):
    assert product(of(scalar), of(point)).hex() == result


def test_x25519_gives_the_published_exchange():
    """RFC 7748, 6.1."""
    alice = of("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    bob = of("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    shown = product(alice, BASE)
    assert shown.hex() == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
    shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    assert product(bob, shown).hex() == product(alice, product(bob, BASE)).hex() == shared


@pytest.mark.parametrize(
    "times, result",
    [
        (1, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"),
        (1000, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"),
    ],
)
def test_x25519_iterated_gives_the_published_numbers(times, result):
    """RFC 7748, 5.2."""
    scalar = point = BASE
    for _ in range(times):
        scalar, point = product(scalar, point), scalar
    assert scalar.hex() == result


P = 2**255 - 19


@settings(max_examples=60, deadline=None)
@example(bytes(32), bytes([2] + [0] * 31))
@example(b"\xff" * 32, b"\xff" * 32)
@example(bytes(range(32)), (P - 2).to_bytes(32, "little"))
@example(bytes(range(32)), (P + 3).to_bytes(32, "little"))
@example(bytes(range(32)), (2**255 - 2).to_bytes(32, "little"))
@given(number, number)
def test_x25519_gives_what_the_cryptography_package_gives(scalar, point):
    try:
        expected = X25519PrivateKey.from_private_bytes(scalar).exchange(X25519PublicKey.from_public_bytes(point))
    except ValueError:
        expected = bytes(32)  # a point of small order
    assert product(scalar, point) == expected


@settings(max_examples=30, deadline=None)
@example(b"\xff" * 32, BASE)
@example(bytes(32), bytes(32))
@example(bytes(range(32)), (P - 1).to_bytes(32, "little"))
@given(number, number)
def test_a_product_takes_as_many_turns_whatever_the_numbers_are(scalar, point):
    assert sum(1 for _ in multiply(scalar, point, bytearray(32))) == 76


# --- on a board ------------------------------------------------------------------------------------------------------------

VM_SEAL = """
from firmware.seal import Seals
class Bare:
    at = 0
    def cipher(self, key):
        return None
    def random(self, n):
        self.at += 1
        return bytes([self.at] * n)
def ends():
    made = Seals(Bare()), Seals(Bare())
    for each in made:
        each.records[4] = 2
        for i in range(16):
            each.records[8 + i] = i
    question, answer = bytearray(8), bytearray(16)
    made[1].renew(0)
    made[1].ask(0, question, 0)
    made[0].answer(0, question, 0, answer, 0)
    made[1].answered(0, answer, 0)
    return made
dealer, seat = ends()
data = bytearray(26)
def part():
    for i in range(16):
        data[i] = i
    dealer.seal(0, 3, 2, 77, data, 0, 16)
    while not dealer.run(data):
        pass
def opened():
    seat.open(0, 3, 2, 77, data, 0, 16)
    while not seat.run(data):
        pass
def told():
    print(seat.sound, bytes(data[:16]) == bytes(range(16)))
"""
VM_CURVE = """
from firmware.curve import multiply
out = bytearray(32)
made = multiply(bytes(range(32)), b"\\x09" + bytes(31), out)
def turn():
    next(made)
def rest():
    for _ in made:
        pass
    print(bytes(out).hex())
"""


@pytest.mark.parametrize("cipher", ["None", "Aes(key)"], ids=["a block a turn", "a text a turn"])
def test_sealing_and_opening_a_part_allocates_nothing_on_a_32_bit_board(node_vm, cipher):
    script = "from firmware.aes import Aes\n" + VM_SEAL.replace("return None", "return " + cipher)
    steps = node_vm([script] + [Call("part"), Call("opened"), Call("told")] * 3, ["engine", "firmware"])
    assert [step.out for step in steps[3::3]] == ["True True\n"] * 3
    assert [step.allocated for step in steps[4:] if not step.out] == [0] * 4


def test_sealing_and_opening_with_the_platforms_aes_allocates_nothing(unix_vm):
    """MicroPython's own AES is in the 64-bit VM only."""
    script = "import gc\nfrom firmware.hal.micro_cipher import cipher\nassert cipher(bytes(16))\n" + VM_SEAL.replace("return None", "return cipher(key)")
    script += "gc.disable()\npart()\nopened()\ntold()\n"
    script += "before = gc.mem_alloc()\nfor _ in range(50):\n    part()\n    opened()\nprint(gc.mem_alloc() - before)\ntold()\n"
    assert unix_vm(script, ["engine", "firmware"]) == "True True\n0\nTrue True\n"


def test_a_product_holds_a_kilobyte_and_each_turn_leaves_nine_at_most_on_a_32_bit_board(node_vm):
    steps = node_vm([VM_CURVE] + [Call("turn")] * 76 + [Call("rest")], ["engine", "firmware"])
    assert max(step.allocated for step in steps[1:77]) <= 9 * 1024
    assert max(step.held for step in steps[1:77]) - steps[0].held <= 1024
    assert steps[-1].out.strip() == product(bytes(range(32)), BASE).hex()


def test_a_product_needs_a_small_heap_and_no_more(unix_vm):
    """24 KB on the 64-bit VM, the program's own text and compiler in it: about 12 KB on a board."""
    out = unix_vm(VM_CURVE + "rest()\n", ["engine", "firmware"], heapsize=24 * 1024)
    assert out.strip() == product(bytes(range(32)), BASE).hex()

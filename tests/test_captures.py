"""Every byte of a whole mission, on the air and through a hub on USB, held against every hand, private part, command and key."""

import functools

import pytest

from engine.cards import list_cards
from engine.layout import OWN_HAND, PRIVATE
from firmware.aes import Aes
from firmware.frame import decode
from firmware.wire import COMMAND, COMMAND_BYTES, F_FROM, F_KIND, F_PAYLOAD, R_KEY, RECORD, RECORDS
from host_tools.hub import Exchange
from host_tools.robots import Crew
from host_tools.usb_line import UsbLine
from tests.air_table import AirCrew
from tests.test_seal import _Wholly
from tests.test_sealed_table import Glass
from tests.test_usb import Both, Cable, alone

CIPHERS = {"own": lambda key: None, "platform": _Wholly, "none": Glass}
_COUNTER = 1 + F_PAYLOAD + 2 + COMMAND_BYTES  # where a command's stands
ATT = 4 + 3  # bytes before a value on the air: length and channel, then what is done and to what


class Secrets:
    """All that a mission holds which is not public: ``hands``, ``parts``, ``commands``, ``keys``."""

    def __init__(self, crew):
        self.crew = crew
        self.hands = set()
        self.parts = set()
        self.commands = set()
        self.keys = set()
        delivery = crew.dealer()._delivery
        privates = delivery.privates
        delivery.privates = lambda: (privates(), self.look())
        for device in crew.devices:
            if not device.session.link.dealing:
                mail = device.session.seat._mail
                mail.command = functools.partial(self.commanded, mail.command)

    def look(self):
        dealer = self.crew.dealer()
        part = bytearray(64)
        for seat in range(dealer._roster.seated):
            dealer.attempt.private(seat, part)
            hand = bytes(part[OWN_HAND : OWN_HAND + 5])
            # A card or two may come up by chance, and is public soon.
            if sum(bin(byte).count("1") for byte in hand) > 3:
                self.hands.add(hand)
                self.parts.add(bytes(part[:PRIVATE]))

    def commanded(self, send, seat, epoch, number, kind, argument):
        self.commands.add((seat, bytes((number, kind, argument))))
        send(seat, epoch, number, kind, argument)

    def note_keys(self):
        """The keys of all pairs, and of the sessions that are open."""
        for device in self.crew.devices:
            seals = device.session.seat._seals
            for i in range(RECORDS):
                key = bytes(seals.records[RECORD * i + R_KEY : RECORD * i + RECORD])
                if any(key):
                    session = bytearray(seals._fresh[16 * i : 16 * i + 16])
                    Aes(key).encrypt(session)
                    self.keys.add(key)
                    self.keys.add(bytes(a ^ b for a, b in zip(session, seals._fresh[16 * i :])))


def forms(hand):
    """Return how a hand may be written: as a set, as its cards, and either in hexadecimal."""
    cards = bytearray(64)
    n = list_cards(hand, 0, 15, cards)
    plain = (hand, bytes(cards[:n]))
    return (*plain, *(each.hex().encode() for each in plain), *(each.hex().upper().encode() for each in plain))


def frames_of(stream):
    """Return the frames in what went one way over a line, decoded; what is none is left out."""
    found = []
    for piece in stream.split(b"\0"):
        frame = bytearray(piece) + bytearray(2)
        if len(piece) > F_PAYLOAD and decode(frame, len(piece)):
            found.append(bytes(frame[: len(piece)]))
    return found


def read_by_others(streams, secrets):
    """Return how many hands, parts, commands and keys can be read in ``streams``, what went each way over each line.

    As it was sent and decoded, at every offset. Three bytes come up anywhere: commands are looked for in the seat's own, but for their counters.
    """
    frames = [frame for stream in streams for frame in frames_of(stream)]
    everything = b"\0".join([*streams, *frames])
    commands = [b""] * 5
    for frame in frames:
        if frame[1 + F_KIND] == COMMAND and 1 <= frame[1 + F_FROM] <= 5:
            commands[frame[1 + F_FROM] - 1] += frame[1 + F_PAYLOAD : _COUNTER] + b"\xff\xff\xff" + frame[_COUNTER + 2 :] + b"\xff\xff\xff"
    return (
        sum(any(form in everything for form in forms(hand)) for hand in secrets.hands),
        sum(part in everything or part.hex().encode() in everything for part in secrets.parts),
        sum(command in commands[seat] for seat, command in secrets.commands),
        sum(key in everything for key in secrets.keys),
    )


def mission(crew):
    """Play a mission, attempt after attempt until enough is known; return its secrets."""
    crew.gather()
    secrets = Secrets(crew)
    while len(secrets.hands) < 40:
        crew.deal(10)
        crew.play()
    secrets.note_keys()
    return secrets


def on_the_air(cipher):
    """Play by radio; return what flew, each way of each connection by itself, and the secrets."""
    crew = AirCrew(4, seed=110, radio=0.1, mtus=[247, 247, 23, 23])
    for place, board in enumerate(crew.table.boards):
        board.cipher = cipher
        crew.table.reset(place)
    ether = crew.table.ether
    del ether.heard[:], ether.ways[:]
    secrets = mission(crew)
    streams = {}
    for way, data in zip(ether.ways, ether.heard):
        assert len(data) == 4 + (data[0] | data[1] << 8), "no packet is cut"
        streams[way] = streams.get(way, b"") + data[ATT:]
    # The packets with all that is around them too, and frames across packets.
    return [*streams.values(), b"".join(ether.heard)], secrets


class Tapped:
    """A line of a hub, with all that goes over it."""

    def __init__(self, line):
        self._line = line
        self.came = bytearray()
        self.went = bytearray()

    def read(self, buffer):
        n = self._line.read(buffer)
        self.came += memoryview(buffer)[:n]
        return n

    def write(self, buffer, n):
        self.went += memoryview(buffer)[:n]
        return self._line.write(buffer, n)


def through_a_hub(cipher):
    """Play through a hub on USB that has no seat; return what it got and sent on, and the secrets."""
    cables = [Cable() for _ in range(4)]
    lines = [Tapped(UsbLine(cable.port)) for cable in cables]
    both = Both([alone(cable, 1 + seed) for seed, cable in enumerate(cables)])
    for table in both.tables:
        table.boards[0].cipher = cipher
        table.reset(0)
    both.between = Exchange(lines).tick
    secrets = mission(Crew(4, seed=3, radio=0.1, table=both))
    return [bytes(stream) for line in lines for stream in (line.came, line.went)], secrets


@pytest.mark.parametrize("capture, cipher", [(on_the_air, "own"), (through_a_hub, "own"), (through_a_hub, "platform")])
def test_every_byte_of_a_mission_tells_whoever_hears_all_no_hand_no_private_part_no_command_and_no_key(capture, cipher):
    streams, secrets = capture(CIPHERS[cipher])
    assert len(secrets.hands) >= 40 and len(secrets.parts) >= 40 and len(secrets.commands) > 30 and len(secrets.keys) >= 6
    assert sum(map(len, streams)) > 100000 and len(frames_of(b"\0".join(streams))) > 500
    assert read_by_others(streams, secrets) == (0, 0, 0, 0)


@pytest.mark.parametrize("capture", [on_the_air, through_a_hub])
def test_whoever_hears_all_would_read_it_were_it_not_sealed(capture):
    streams, secrets = capture(CIPHERS["none"])
    hands, parts, commands, _ = read_by_others(streams, secrets)
    # The dealer's own hand never travels, nor do its commands.
    assert hands > len(secrets.hands) // 2 and parts > len(secrets.parts) // 2 and commands > len(secrets.commands) * 9 // 10


def test_a_hand_is_found_in_whatever_form_it_is_written():
    crew = Crew(3, seed=111)
    secrets = mission(crew)
    hand = max(secrets.hands, key=lambda each: len(forms(each)[1]))
    secrets.hands = {hand}
    for form in forms(hand):
        assert read_by_others([b"\7" * 5 + form + b"\7\0"], secrets)[0] == 1
    key = next(iter(secrets.keys))
    assert read_by_others([b"\7" + key], secrets)[3] == 1

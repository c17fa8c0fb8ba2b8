"""What somebody with a computer on the cable gets: no hand, no secret command, no code that agrees; and what he spoils is cured."""

import random

import pytest

from engine.layout import OWN_HAND, PRIVATE
from firmware import join, seal
from firmware.keeping import keep, recall
from firmware.frame import decode, encode, seal as crc
from firmware.lobby import set_device
from firmware.roster import Roster
from firmware.wire import (
    BE_DEALER, COMMAND, F_FROM, F_KIND, F_PAYLOAD, F_TO, K_COMMIT, K_OFFER, K_REVEAL, K_TAKEN, KEY, KEY_ANEW, KEY_SLOT, OWN, OWN_REFUSED,
    PRIVATE_PART, PUBLIC_PART, REFUSE_TABLE, STAGE_LOBBY, T_SEATED, T_STAGE, TO_CHOOSE,
)
from host_tools.robots import Crew
from tests.session_kit import at_phase, dealt, unpacked
from tests.test_seal import _Wholly


class Glass:
    """AES that hides nothing: what is "sealed" with it travels as it is."""

    def __init__(self, key):
        pass

    def encrypt(self, block):
        for i in range(16):
            block[i] = 0


def tap(wires, seen):
    """Let ``seen(frame)`` have every frame on ``wires``, decoded; what it returns is sent in its place, None for the same."""
    for wire in wires:

        def tapped(data, write=wire.write):
            frame = bytearray(data[:-1]) + bytearray(2)
            n = len(data) - 1
            assert decode(frame, n)
            instead = seen(frame[:n])
            return write(data if instead is None else on_the_line(instead))

        wire.write = tapped


def on_the_line(frame):
    """Encode a frame, with a right CRC."""
    buffer = bytearray(frame) + bytearray(2)
    crc(buffer, len(frame), memoryview(buffer))
    return bytes(buffer[: encode(buffer, len(frame))])


class Neighbour:
    """Somebody who reads along from the lobby on, and notes what he learns that is not public."""

    def __init__(self, crew):
        self.crew = crew
        self.hands = self.parts = self.commands = 0  # read so far
        self.frames = {}
        self.told = {}  # what each seat commanded last
        self.kept = bytearray()
        tap(crew.table.wires, self.look)

    def say(self, device, kind, argument):
        self.told[device.scene.seat] = bytes((kind, argument))

    def look(self, frame):
        kind, payload = frame[1 + F_KIND], bytes(frame[1 + F_PAYLOAD :])
        self.frames[kind] = self.frames.get(kind, 0) + 1
        self.kept += frame
        attempt = self.crew.dealer().attempt if self.crew.scene(0).dealing else None
        if attempt is None:
            return
        part = bytearray(64)
        texts = (payload, unpacked(payload)) if kind == PUBLIC_PART else (payload,)
        for seat in range(4):
            attempt.private(seat, part)
            hand = bytes(part[OWN_HAND : OWN_HAND + 5])
            if sum(map(bool, hand)) > 2 and any(hand in text for text in texts):
                self.hands += 1
            if any(hand) and kind == PRIVATE_PART and payload[1 : 1 + PRIVATE] == part[:PRIVATE]:
                self.parts += 1
        if kind == COMMAND and payload[3:5] == self.told.get(frame[1 + F_FROM] - 1):
            self.commands += 1


def overheard(cipher):
    crew = Crew(4, seed=90, radio=0.1)
    for board in crew.table.boards:
        board.cipher = cipher
    for place in range(4):
        crew.table.reset(place)
    neighbour = Neighbour(crew)
    crew.gather()
    for device in crew.devices[1:]:
        mail = device.session.seat._mail

        def command(seat, epoch, number, kind, argument, device=device, send=mail.command):
            neighbour.say(device, kind, argument)
            send(seat, epoch, number, kind, argument)

        mail.command = command
    crew.deal(10)
    crew.play()
    return neighbour


@pytest.mark.parametrize("cipher", [lambda key: None, _Wholly], ids=["own", "platform"])
def test_every_byte_of_a_mission_tells_a_neighbour_no_hand_no_private_part_and_no_command(cipher):
    neighbour = overheard(cipher)
    assert neighbour.frames[PRIVATE_PART] > 50 and neighbour.frames[COMMAND] > 50 and neighbour.frames[KEY] > 10
    assert (neighbour.hands, neighbour.parts, neighbour.commands) == (0, 0, 0)
    # Nor do the keys or what they are made of lie about in what was sent.
    for device in neighbour.crew.devices:
        records = device.session.seat._seals.records
        for at in range(8, len(records), 24):
            assert not any(records[at : at + 16]) or bytes(records[at : at + 16]) not in neighbour.kept


def test_the_neighbour_would_read_all_of_it_were_it_not_sealed():
    neighbour = overheard(Glass)
    assert neighbour.hands > 50 and neighbour.parts > 50 and neighbour.commands > 30


def spoil(how, crew, kind, place):
    """Change frames of ``kind`` to or from the device in ``place``, two of three; return how often there was something to change."""
    device = crew.table.handhelds[place]
    old, count = [], [0]

    def seen(frame):
        victim = device.scene.seat + 1
        if frame[1 + F_KIND] != kind or (frame[1 + F_TO] if kind == PRIVATE_PART else frame[1 + F_FROM]) != victim:
            if how == "swapped" and frame[1 + F_KIND] == kind:
                old.append(bytes(frame))
            return None
        count[0] += 1
        if count[0] % 3 == 2:
            return None  # else nothing would ever come through
        if how == "forged":
            frame[len(frame) - 1 - count[0] % 12] ^= 0x41
        elif how == "replayed":
            old.append(bytes(frame))
            if len(old) < 4:
                return None
            number = frame[1 + F_PAYLOAD]
            frame[1 + F_PAYLOAD :] = old[-4][1 + F_PAYLOAD :]
            if kind == PRIVATE_PART:
                frame[1 + F_PAYLOAD] = number  # an old part in the place of the new one
        elif old:
            frame[1 + F_PAYLOAD :] = old[-1][1 + F_PAYLOAD :]
        return frame

    tap([crew.table.wires[0 if kind == PRIVATE_PART else place]], seen)
    return count


@pytest.mark.parametrize("kind", [PRIVATE_PART, COMMAND], ids=["parts", "commands"])
@pytest.mark.parametrize("how", ["forged", "replayed", "swapped"])
def test_what_is_forged_replayed_or_another_seats_is_refused_and_a_resend_cures_it(how, kind):
    crew = dealt(4, 10, seed=91)
    count = spoil(how, crew, kind, 1)
    victim = crew.table.handhelds[1]
    shown, done = set(), []
    true = set()
    part = bytearray(64)
    dealer = crew.dealer()
    apply = dealer.attempt.apply
    dealer.attempt.apply = lambda seat, command: (done.append((seat, bytes(command))), apply(seat, command))[1]
    told = []
    sent = victim.session.seat.command
    victim.session.seat.command = lambda kind, argument: (told.append((victim.scene.seat, bytes((kind, argument)))), sent(kind, argument))[1]
    end = crew.table.now + 300000
    while not crew.ended():
        assert crew.table.now < end
        for place in range(4):
            crew.act(place)
        crew.table.run(20)
        true.add(bytes(part[: dealer.attempt.private(victim.scene.seat, part)]))
        shown.add(bytes(victim.scene.own[:PRIVATE]))
    crew.rest()
    assert count[0] > 5
    assert shown <= true, "nothing was believed that the dealer had not said to this seat"
    for each in done:
        assert each[0] != victim.scene.seat or each in told, "nothing was done that its human had not commanded"


def test_no_nonce_comes_twice_under_a_key_whatever_is_reset(monkeypatch):
    crew = dealt(3, 10, seed=92)
    used, sealed = set(), [0]
    begin = seal.Seals.seal

    def noted(self, *arguments):
        begun = begin(self, *arguments)
        if begun:
            nonce = self._cipher._key, bytes(self._nonce)
            assert nonce not in used
            used.add(nonce)
            sealed[0] += 1
        return begun

    monkeypatch.setattr(seal.Seals, "seal", noted)
    for round_ in range(15):
        until = crew.table.now + 150
        crew.play(until=lambda: crew.table.now > until or crew.ended())
        if crew.ended():
            break
        crew.table.reset(round_ % 3)
    crew.until(crew.settled)
    assert sealed[0] > 20 and len({key for key, _ in used}) > 6, "each start brings another session"


@pytest.mark.parametrize("place", [0, 1])
def test_after_a_reset_the_same_key_serves_and_nobody_compares_codes_again(place):
    crew = at_phase("second trick", 93)
    codes = [list(device.scene.codes) for device in crew.devices]
    seals = crew.table.handhelds[place].session.seat._seals
    records = sorted(bytes(seals.records[at : at + 24]) for at in range(0, 120, 24))
    before = crew.table.now
    crew.table.reset(place)
    crew.until(crew.settled)
    assert crew.table.now - before < 2000
    crew.table.run(300)
    seals = crew.table.handhelds[place].session.seat._seals
    assert sorted(bytes(seals.records[at : at + 24]) for at in range(0, 120, 24)) == records
    assert [list(device.scene.codes) for device in crew.devices] == codes
    crew.play()


def test_a_seat_that_has_lost_its_key_gets_no_part_unsealed():
    crew = at_phase("first trick", 94)
    crew.table.boards[2].slots[KEY_SLOT] = b""
    crew.table.reset(2)
    seen = []
    tap(crew.table.wires, lambda frame: seen.append(bytes(frame)))
    crew.table.run(5000)
    lost = crew.scene(2)
    assert lost.seat < 5 and lost.own == bytearray(OWN)
    part = bytearray(64)
    n = crew.dealer().attempt.private(lost.seat, part)
    assert not any(bytes(part[1:n]) in frame for frame in seen) and len(seen) > 50


# --- joining --------------------------------------------------------------------------------------------------------------


def test_the_table_goes_on_when_all_keys_are_there_and_not_before(monkeypatch):
    multiply = join.multiply

    def slowly(scalar, point, out):
        yield from multiply(scalar, point, out)
        yield from range(300)

    monkeypatch.setattr(join, "multiply", slowly)
    crew = Crew(3, seed=95)
    crew.command(0, BE_DEALER)
    crew.until(lambda: crew.scene(0).table[T_STAGE] == STAGE_LOBBY and crew.scene(0).table[T_SEATED] == 3)
    crew.until(lambda: sum(map(bool, crew.scene(0).codes)) == 2)
    assert crew.scene(0).sealed != 7, "codes are there before keys"
    crew.command(0, TO_CHOOSE)
    crew.table.run(300)
    assert crew.scene(0).own[OWN_REFUSED] == REFUSE_TABLE
    assert crew.scene(0).table[T_STAGE] == STAGE_LOBBY
    crew.until(lambda: crew.scene(0).sealed == 7, 60000)
    crew.deal(10)
    crew.play()


def test_all_keys_of_five_are_there_after_so_many_turns_as_the_protocol_says():
    crew = Crew(5, seed=95)
    began = crew.table.now
    crew.command(0, BE_DEALER)
    crew.until(lambda: crew.scene(0).sealed == 31)
    assert (crew.table.now - began) / 5 <= 560  # the simulated table's turns are 5 ms apart


def test_the_two_displays_show_the_same_code_and_each_table_another():
    codes = set()
    for seed in (96, 97):
        crew = Crew(4, seed=seed)
        crew.gather()
        host = crew.scene(0)
        for device in crew.devices[1:]:
            assert device.scene.codes[device.scene.seat] == host.codes[device.scene.seat] > 0
            assert sum(map(bool, device.scene.codes)) == 1
            codes.add(host.codes[device.scene.seat])
    assert len(codes) == 6


class Wire:
    """A link that keeps what is sent; ``clock`` is everybody's."""

    def __init__(self):
        self.out = bytearray(300)
        self.sent = []

    def send(self, kind, to, length):
        self.sent.append(bytes(self.out[1 + F_PAYLOAD : 1 + F_PAYLOAD + length]))
        return True


class Desk:
    """As much of a board as joining asks for."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self.kept = {}

    def random(self, n):
        return self._random.randbytes(n)

    def cipher(self, key):
        return None

    def save(self, slot, data, n):
        self.kept[slot] = bytes(data[:n])
        return True

    def load(self, slot, into):
        data = self.kept.get(slot, b"")
        into[: len(data)] = data
        return len(data)


DEALER, SEAT = b"\1abc", b"\2def"


class Joining:
    """A seat and a dealer that want a key, and what carries their messages; ``between(data, to_dealer)`` may change them."""

    def __init__(self, between=lambda data, to_dealer: data, seed=1):
        self.between = between
        self.now = 20000
        self.links = Wire(), Wire()
        self.seals = seal.Seals(Desk(seed)), seal.Seals(Desk(seed + 1000))
        roster = Roster()
        roster.seated = 2
        set_device(roster, 0, DEALER, 0, b"ANA", 0)
        set_device(roster, 1, SEAT, 0, b"BEN", 0)
        self.desk = Desk(seed + 3)
        self.host = join.Host(Desk(seed + 2), self.links[0], self.seals[0], roster)
        self.guest = join.Guest(self.desk, self.links[1], self.seals[1], DEALER, self.now)
        self.joined = False

    def run(self, milliseconds):
        end = self.now + milliseconds
        while self.now < end and not self.done():
            self.now += 5
            self.host.tick(self.now)
            self.joined = self.joined or self.guest.tick(self.now)
            for sent, to_dealer in ((self.links[1].sent, True), (self.links[0].sent, False)):
                while sent:
                    data = self.between(bytearray(sent.pop(0)), to_dealer)
                    if data is None:
                        continue
                    if to_dealer:
                        self.host.frame(1, data, 0, len(data), self.now)
                    else:
                        self.guest.frame(data, 0, len(data))

    def done(self):
        return self.joined and self.host.made

    def record(self, end):
        seals = self.seals[end]
        i = seals.find((SEAT, DEALER)[end])
        return bytes(seals.records[24 * i : 24 * i + 24]) if i >= 0 else None


def test_both_ends_come_by_the_same_code_and_key_and_what_is_kept_is_found_again():
    joining = Joining()
    joining.run(3000)
    assert joining.done() and joining.record(0)[4:] == joining.record(1)[4:] and any(joining.record(0)[8:])
    keep(joining.desk, joining.seals[1], joining.seals[1].find(DEALER))
    seals = seal.Seals(joining.desk)
    assert recall(joining.desk, seals, DEALER) and bytes(seals.records[:24]) == joining.record(1)
    assert not recall(joining.desk, seal.Seals(joining.desk), SEAT), "of that dealer only"


@pytest.mark.parametrize("step, at", [(K_COMMIT, 5), (K_COMMIT, 40), (K_OFFER, 10), (K_OFFER, 45), (K_REVEAL, 3)])
def test_whoever_changes_a_message_of_an_exchange_brings_no_key_about_with_equal_codes(step, at):
    def between(data, to_dealer):
        if data[0] == step:
            data[at] ^= 1
        return data

    joining = Joining(between)
    joining.run(9000)
    mine, theirs = joining.record(0), joining.record(1)
    assert mine is None or theirs is None or mine[5:8] != theirs[5:8]


def test_one_in_the_middle_with_keys_of_his_own_gets_two_codes_that_differ():
    """He plays the dealer to the seat and the seat to the dealer, in the order that suits him best."""
    differing = 0
    for seed in range(20):
        towards_dealer = Joining(seed=3000 + 10 * seed)
        towards_seat = Joining(seed=7000 + 10 * seed)
        towards_seat.run(3000)
        towards_dealer.run(3000)
        assert towards_seat.done() and towards_dealer.done()
        # The seat's display shows the one code, the dealer's the other.
        differing += towards_seat.record(1)[5:8] != towards_dealer.record(0)[5:8]
    assert differing == 20


def test_the_dealer_tells_its_nonce_only_to_a_commitment_and_a_seat_its_own_only_after_the_dealers():
    order = []
    joining = Joining(lambda data, to_dealer: (order.append(data[0]), data)[1])
    joining.run(3000)
    assert order.index(K_COMMIT) < order.index(K_OFFER) < order.index(K_REVEAL)
    # An offer for another commitment, or a second one, changes nothing.
    pair = joining.guest._pair
    before = bytes(pair.dealer_key)
    assert not joining.guest.frame(bytes((K_OFFER,)) + bytes(pair.commitment[:4]) + bytes(48), 0, 53)
    assert bytes(pair.dealer_key) == before


def test_nobody_tries_code_after_code():
    """A second exchange with the same device begins no earlier than KEY_ANEW after the first."""
    joining = Joining(lambda data, to_dealer: None if data[0] == K_REVEAL else data)
    joining.run(3000)
    nonce = bytes(joining.host._pairs[0].dealer_nonce)
    began = joining.host._pairs[0].since
    again = bytes((K_COMMIT,)) + bytes(range(48))
    assert not joining.host.frame(1, again, 0, 49, began + KEY_ANEW - 1)
    assert not joining.links[0].sent
    assert joining.host.frame(1, again, 0, 49, began + KEY_ANEW) and joining.links[0].sent
    assert bytes(joining.host._pairs[0].dealer_nonce) != nonce


def test_nobody_becomes_a_device_that_has_a_key_while_it_sits_at_the_table():
    joining = Joining()
    joining.run(3000)
    before = joining.record(0)
    again = bytes((K_COMMIT,)) + bytes(range(48))
    assert not joining.host.frame(1, again, 0, 49, joining.now + 10 * KEY_ANEW)
    # Nor is its key known to another dealing of the same device.
    later = join.Host(Desk(9), joining.links[0], joining.seals[0], joining.host._roster)
    while not later._begun:
        later.tick(joining.now)
    assert not later.frame(1, again, 0, 49, joining.now + 10 * KEY_ANEW) and joining.record(0) == before
    joining.host._roster.seated = 1  # it has left
    set_device(joining.host._roster, 1, b"\3ghi", 0, b"CLEO", 0)
    joining.host._roster.seated = 2
    assert joining.host.frame(1, again, 0, 49, joining.now + 10 * KEY_ANEW) and joining.record(0) is None


def test_a_dealer_that_was_reset_in_between_is_met_anew():
    lost = [True]

    def between(data, to_dealer):
        return None if lost[0] and to_dealer and data[0] == K_REVEAL else data

    joining = Joining(between)
    joining.run(5000)
    assert not joining.done() and joining.seals[0].find(SEAT) < 0
    lost[0] = False
    joining.host._pairs.clear()
    joining.run(20000)
    assert joining.done() and joining.record(0)[4:] == joining.record(1)[4:]


def lose_the_last_word(crew, until):
    """Let no K_TAKEN reach anybody before ``until()``; return how many were lost, in a list."""
    lost = [0]

    def seen(frame):
        if frame[1 + F_KIND] == KEY and frame[1 + F_PAYLOAD] == K_TAKEN and not until():
            lost[0] += 1
            frame[1 + F_PAYLOAD] = 0
            return frame
        return None

    tap(crew.table.wires[:1], seen)
    return lost


def test_the_dealers_last_word_for_a_key_may_be_lost_as_a_mission_is_chosen():
    crew = Crew(3, seed=98)
    lost = lose_the_last_word(crew, lambda: crew.scene(0).table[T_STAGE] > STAGE_LOBBY)
    crew.command(0, BE_DEALER)
    crew.until(lambda: crew.scene(0).table[T_SEATED] == 3 and crew.keyed())
    assert not any(crew.scene(place).own[OWN_HAND] for place in (1, 2)) and lost[0] > 1
    crew.deal(10)
    for device in crew.devices[1:]:
        assert device.scene.codes[device.scene.seat] == crew.scene(0).codes[device.scene.seat]
    crew.play()


def test_the_dealers_last_word_for_a_key_may_be_lost_for_longer_than_an_exchange_lasts():
    """The dealer has the key and begins no second exchange with the seat: so the seat must not begin one either."""
    crew = Crew(3, seed=99)
    end = crew.table.now + KEY_ANEW + 5000
    lost = lose_the_last_word(crew, lambda: crew.table.now > end)
    crew.command(0, BE_DEALER)
    crew.table.run(KEY_ANEW + 6000)
    assert lost[0] > 20
    assert crew.keyed() and all(crew.scene(place).sealed for place in (1, 2))
    crew.deal(10)
    crew.play()


def test_a_dealer_that_is_reset_before_its_last_word_comes_through_is_met_anew():
    crew = Crew(3, seed=100)
    reset = []
    lost = lose_the_last_word(crew, lambda: reset)
    crew.command(0, BE_DEALER)
    crew.until(lambda: lost[0])
    crew.table.reset(0)
    reset.append(True)
    crew.command(0, BE_DEALER)
    crew.until(lambda: crew.scene(0).table[T_SEATED] == 3 and crew.keyed() and all(crew.scene(place).sealed for place in (1, 2)))
    crew.deal(10)
    for device in crew.devices[1:]:
        assert device.scene.codes[device.scene.seat] == crew.scene(0).codes[device.scene.seat]
    crew.play()


def test_a_table_that_forms_anew_still_has_the_word_for_a_seat_that_did_not_hear_it():
    joining = Joining(lambda data, to_dealer: None if data[0] == K_TAKEN else data)
    joining.run(3000)
    assert joining.host.made and not joining.joined
    joining.between = lambda data, to_dealer: data
    host = joining.host
    joining.host = join.Host(Desk(9), joining.links[0], joining.seals[0], host._roster)
    joining.host.made = host.made
    joining.run(3000)
    assert joining.done() and joining.record(0)[4:] == joining.record(1)[4:]


@pytest.mark.parametrize("away, again", [(10, False), (3000, True)])
def test_a_device_that_has_lost_its_key_gets_another_once_it_has_left_the_forming_table_and_not_before(away, again):
    crew = Crew(3, seed=101)
    crew.gather()
    code = crew.scene(0).codes[crew.scene(1).seat]
    crew.table.boards[1].slots[KEY_SLOT] = b""
    crew.table.set_power(1, False)
    crew.table.run(away)
    crew.table.set_power(1, True)
    crew.table.run(KEY_ANEW + 3000)
    lost = crew.scene(1)
    assert lost.seat < 5 and bool(lost.sealed) == again
    assert (crew.scene(0).codes[lost.seat] != code) == again
    if again:
        assert lost.codes[lost.seat] == crew.scene(0).codes[lost.seat]
        crew.deal(10)
        crew.play()


def test_a_device_that_left_the_forming_table_and_comes_back_with_its_key_finds_the_codes_as_they_were():
    crew = Crew(3, seed=102)
    crew.gather()
    codes = sorted(crew.scene(0).codes)
    crew.table.set_power(1, False)
    crew.table.run(3000)
    crew.table.set_power(1, True)
    crew.until(lambda: crew.scene(0).table[T_SEATED] == 3 and crew.keyed() and all(device.scene.sealed for device in crew.devices))
    assert sorted(crew.scene(0).codes) == codes
    crew.deal(10)
    crew.play()

"""What bytes from outside can reach: each target takes any bytes and raises nothing, whatever they are.

Serves tests/test_fuzz.py (hypothesis) and tests/fuzz.py (coverage-guided, `make fuzz`). A target that needs devices takes a fresh copy of
ones that are in the midst of play, so that each input stands alone.
"""

import copy
from binascii import crc32

from engine.attempt import Attempt
from engine.codes import PHASE_TRICK
from engine.layout import ATTEMPT_BYTES, PHASE, TRICK
from engine.refusal import Refusal
from firmware.app import Handheld
from firmware.frame import decode, encode, seal, sound
from firmware.hub import Hub
from firmware.link import Link
from firmware.wire import (
    BE_DEALER, F_BITS, F_EPOCH, F_FROM, F_KIND, F_SEQUENCE, F_TO, F_TTL, F_VERSION, F_PAYLOAD, FRAME_MOST, HOPS, PROTOCOL,
    RECORD, RECORDS, STAGE_ATTEMPT, TO_ALL, TO_DEALER, T_STAGE, UNSEATED,
)
from host_tools.boards import BOARDS, USUAL
from host_tools.robots import Crew
from host_tools.simulator import Table

# A copy of devices must have views of its own buffers.
copy._deepcopy_dispatch[memoryview] = lambda view, memo: memoryview(copy.deepcopy(view.obj, memo))


class _Line:
    """A line that says ``data`` and notes what it is told; also a board, as far as a Link asks."""

    def __init__(self, data):
        self.data = data
        self.said = []

    def now(self):
        return 1000

    def random(self, n):
        return b"\x55" * n

    def read(self, buffer):
        n = min(len(buffer), len(self.data))
        buffer[:n] = self.data[:n]
        self.data = self.data[n:]
        return n

    def write(self, buffer, n):
        self.said.append(bytes(buffer[:n]))
        return True


class _Receiver:
    def frame(self, kind, data, at, end):
        assert 0 < at <= end <= len(data)
        return True

    def home(self, kind, to, sequence, bits, now):
        pass


def frames(data):
    """Any bytes that a line brings between two zeros are decoded or refused, and what is decoded is coded back into the same bytes."""
    coded = bytearray(data[:FRAME_MOST].replace(b"\0", b"\1")) or bytearray(b"\1")
    n = len(coded)
    work = coded + b"\0\0"
    if decode(work, n):
        if n > F_PAYLOAD:
            sound(work, n, memoryview(work))
        assert encode(work, n) == n + 1 and work[: n + 1] == coded + b"\0"


def forwarder(data):
    """What a device passes on is what came, but for ttl and bits."""
    line = _Line(data)
    link = Link(line, _Receiver())
    link.address, link.seats = 2, 2
    for _ in range(len(data) // 50 + 3):
        link.poll(1000)
    came = {_bare(each + b"\0") for each in data.split(b"\0")}
    for each in line.said:
        assert len(each) <= FRAME_MOST + 1 and _bare(each) in came


def hub(data):
    """Bytes on three lines: frames go on as they came, however they were mixed."""
    lines = [_Line(data[i::3]) for i in range(3)]
    came = {_bare(each + b"\0") for line in lines for each in line.data.split(b"\0")}
    link = Link(_Both(Hub(lines)), _Receiver())
    for _ in range(len(data) // 50 + 3):
        link.poll(1000)
    for line in lines:
        for each in line.said:
            assert _bare(each) in came


class _Both:
    def __init__(self, hub):
        self.read = hub.read
        self.write = hub.write

    def now(self):
        return 1000

    def random(self, n):
        return b"\x55" * n


def _bare(frame):
    frame = bytearray(frame)
    for at in (1 + F_TTL, 1 + F_BITS):
        if at < len(frame):
            frame[at] = 1
    return bytes(frame)


_made = {}
_ADDRESSEES = bytes((1, 2, 3, TO_ALL, TO_DEALER, 5, UNSEATED))


def _playing():
    """A fresh copy of three handhelds in their second trick; the first deals."""
    if "crew" not in _made:
        crew = Crew(3, seed=1, start=Handheld)
        crew.gather()
        crew.deal(4)
        crew.play(until=lambda: crew.scene(0).view[PHASE] == PHASE_TRICK and crew.scene(0).view[TRICK] >= 1)
        crew.rest()
        _made["crew"] = crew
    return copy.deepcopy(_made["crew"])


def _say(crew, to_place, data, sender):
    """Put frames with any kind, addressee and payload on the wire into a device: right CRC, the epoch of the device ``sender``."""
    table = crew.table
    link = table.handhelds[sender].session.link
    wire = table.boards[to_place].lines[0].into
    at = 0
    while at + 3 <= len(data):
        length = min(data[at + 2], FRAME_MOST - 1 - F_PAYLOAD, len(data) - at - 3)
        n = 1 + F_PAYLOAD + length
        buffer = bytearray(FRAME_MOST + 2)
        for place, value in ((F_VERSION, PROTOCOL), (F_KIND, data[at] % 10 + 1), (F_FROM, link.address), (F_TO, _ADDRESSEES[data[at + 1] % 7]), (F_TTL, HOPS), (F_BITS, 0x80)):
            buffer[1 + place] = value
        buffer[1 + F_EPOCH : 3 + F_EPOCH] = link.epoch().to_bytes(2, "little")
        link.sequence = link.sequence % 255 + 1
        buffer[1 + F_SEQUENCE] = link.sequence
        buffer[1 + F_PAYLOAD : n] = data[at + 3 : at + 3 + length]
        seal(buffer, n, memoryview(buffer))
        wire._flying.append([table.now, bytes(buffer[: encode(buffer, n)]), 0])
        at += 3 + length
    table.run(60)


def packed(data):
    """A public part of any bytes is refused with nothing changed, or leaves in the scene what went in: it packs into bytes that give the same."""
    if "packed" not in _made:
        crew = _playing()
        _made["packed"] = crew.dealer()._delivery, crew.devices[1].session.seat
    delivery, seat = _made["packed"]
    scene = seat.scene
    table, view, seat._number = bytes(scene.table), bytes(scene.view), 0
    if not seat.take_public(bytearray(data), 0, len(data)):
        assert scene.table == table and scene.view == view
    elif seat._number:
        delivery._table[:] = table = bytes(scene.table)
        delivery._table[T_STAGE] = STAGE_ATTEMPT
        view = bytes(scene.view)
        delivery._attempt.state[: len(view)] = view
        out = bytearray(FRAME_MOST)
        end = delivery._fill_public(out, 0)
        seat._number = 0
        assert seat.take_public(out, 0, end) and scene.view == view and scene.table[T_STAGE + 1 :] == table[T_STAGE + 1 :]


def guest(data):
    """Whatever a dealer's frames hold, a seat goes on, and draws what it has been told."""
    crew = _playing()
    _say(crew, 1, data, 0)
    for device in crew.devices:
        device.tick()


def dealer(data):
    """Whatever a seat's frames hold, the dealer's attempt stays one that its own commands give."""
    crew = _playing()
    _say(crew, 0, data, 2)
    if not crew.devices[0].session.link.dealing:
        return  # another dealer's beat was among them, and of two the one with the lower id goes on
    save = bytearray(ATTEMPT_BYTES)
    state = crew.dealer().attempt
    n = state.save(save)
    again = Attempt()
    again.load(save, n)
    assert again.state[PHASE] == state.state[PHASE]


def forming(data):
    """Whatever comes while a table forms and keys are made, at the dealer's end or a seat's, all goes on, and five keys are kept at most."""
    if len(data) < 2:
        return
    # Made anew: an exchange for a key is a generator, which cannot be copied.
    crew = Crew(3, seed=1)
    crew.command(0, BE_DEALER)
    crew.table.run(4 * data[0])
    _say(crew, data[1] & 1, data[2:], 1 - (data[1] & 1))
    for device in crew.devices:
        device.tick()
        assert len(device.session.seat._seals.records) == RECORDS * RECORD


def commands(data):
    """Whatever is commanded is done or refused with a reason, and a refusal changes nothing."""
    if "attempt" not in _made:
        _made["attempt"] = _playing().dealer().attempt
    attempt = copy.deepcopy(_made["attempt"])
    for at in range(0, len(data) - 2, 3):
        before = bytes(attempt.state)
        try:
            attempt.apply(data[at], bytes(data[at + 1 : at + 3]))
        except Refusal as refusal:
            assert refusal.code and bytes(attempt.state) == before


def replay(data):
    """An attempt from any list of commands: loaded, or refused and then there is none."""
    try:
        Attempt().load(bytearray(data), len(data))
    except Refusal as refusal:
        assert refusal.code


def save(data):
    """A handheld starts with whatever a slot holds, under a right CRC or not, and its display says something."""
    if not data:
        return
    table = Table(1, BOARDS[USUAL], seed=1, start=lambda board: None)
    board = table.boards[0]
    if "save" not in _made:
        crew = _playing()
        saver = crew.table.boards[0]
        _made["save"] = max(saver.slots, key=len), saver.chip
    slot, board.chip = _made["save"]
    slot = bytearray(slot)
    if data[0] & 1:
        # A real save with some bytes changed.
        for at in range(1, len(data) - 2, 3):
            slot[(data[at] | data[at + 1] << 8) % len(slot)] = data[at + 2]
    else:
        slot[12:] = data[1:]
        slot[6] = len(data) - 1 & 255
        slot[7] = len(data) - 1 >> 8
    if not data[0] & 2:
        slot[8:12] = b"\0\0\0\0"
        _right_crc(slot)
    board.slots[0] = bytes(slot)
    table.handhelds[0] = Handheld(board)
    table.run(100)


def _right_crc(slot):
    """Give ``slot`` the CRC that firmware/store.py looks for."""
    value = crc32(bytes(slot[12:]), crc32(bytes(slot[:8])))
    slot[8:12] = value.to_bytes(4, "little")


TARGETS = {each.__name__: each for each in (frames, forwarder, hub, packed, guest, dealer, forming, commands, replay, save)}

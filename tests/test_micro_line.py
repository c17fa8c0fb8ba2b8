"""The lines of a MicroPython board without hardware: the cable, one wire for both ways, USB, the radio."""


import pytest

from tests.micro_kit import definition, run

PICO = definition("pico_display")
THUMBY = definition("tinycircuits_thumby")

# --- the line ------------------------------------------------------------------------------------------------------------

LINE = """
uart = machine.UART.made[0]
buffer = bytearray(64)
"""


def test_the_uart_has_room_for_a_board_that_is_deaf_for_a_while_and_never_waits(unix_vm):
    script = LINE + "uart.feed(bytes(2048))\nprint(uart.lost, board.read(buffer))\nuart.feed(bytes(65))\nprint(uart.lost, uart.timeout)"
    assert run(unix_vm, PICO, script).split() == ["0", "64", "1", "0"]


def test_what_comes_is_read_in_order_and_nothing_is_zero(unix_vm):
    script = LINE + "uart.feed(b'abcdef')\nn = board.read(buffer)\nprint(n, bytes(buffer[:n]), board.read(buffer))"
    assert run(unix_vm, PICO, script) == "6 b'abcdef' 0\n"


def test_a_frame_goes_as_a_whole_or_not_at_all(unix_vm):
    """512 bytes wait at most, of which 11 leave in a millisecond."""
    script = LINE + "frame = bytes([7]) * 250\nprint([board.write(frame, 250) for _ in range(3)], len(uart.sent))\n"
    script += "clock[0] += 21\nprint(board.write(frame, 250))\nclock[0] += 1\nprint(board.write(frame, 250), len(uart.sent))"
    assert run(unix_vm, PICO, script).splitlines() == ["[True, True, False] 500", "False", "True 750"]


def test_a_frame_that_was_torn_off_is_ended_before_the_next(unix_vm):
    script = LINE + "uart.room = 3\nprint(board.write(b'abcdef\\0', 7))\nuart.room = 512\nprint(board.write(b'xyz\\0', 4), bytes(uart.sent))"
    assert run(unix_vm, PICO, script).splitlines() == ["False", r"True b'abc\x00xyz\x00'"]


def test_a_line_that_takes_nothing_is_full(unix_vm):
    script = LINE + "uart.room = 0\nprint(board.write(b'abc', 3))\nuart.room = 512\nprint(board.write(b'abc', 3), bytes(uart.sent))"
    assert run(unix_vm, PICO, script).splitlines() == ["False", "True b'abc'"]


# Two boards on one wire: whatever one sends, both hear, a byte at a time; bytes sent at the same time spoil each other.
WIRE = """
one = board
DEFINITION["uart"] = (1, 4, 5)
machine.chip = b"another1"
two = Board(DEFINITION, ".")
ends = [machine.UART.made[0], machine.UART.made[1]]
spoilt = [0]
part = [0]
def turn(milliseconds=1):
    for _ in range(milliseconds):
        clock[0] += 1
        part[0] += 115
        while part[0] >= 10:
            part[0] -= 10
            speaking = [end for end in ends if end.sent]
            if speaking:
                byte = 0xFF
                for end in speaking:
                    byte &= end.sent[0]
                    end.sent = end.sent[1:]
                spoilt[0] += len(speaking) > 1
                for end in ends:
                    end.feed(bytes((byte,)))
buffer = bytearray(64)
def live(milliseconds=150):
    # Both read once a millisecond; what each has heard.
    got = [b"", b""]
    for _ in range(milliseconds):
        turn()
        for i in range(2):
            n = (one, two)[i].read(buffer)
            got[i] += bytes(buffer[:n])
    return got
turn(60)
"""


def test_on_one_wire_a_board_hears_the_other_and_not_itself(unix_vm):
    assert run(unix_vm, THUMBY, WIRE + "print(one.write(b'hello', 5), live())") == "True [b'', b'hello']\n"


def test_on_one_wire_nobody_speaks_while_the_other_does(unix_vm):
    script = WIRE + "one.write(bytes([7]) * 200, 200)\nlive(5)\nprint(two.write(b'x', 1))\ngot = live()\nprint(len(got[1]) <= 200, got[0], spoilt[0])"
    assert run(unix_vm, THUMBY, script).splitlines() == ["True", "True b'x' 0"]


def test_on_one_wire_a_second_frame_waits_until_the_first_is_out(unix_vm):
    script = WIRE + "print([one.write(('frame%d' % i).encode(), 6) for i in range(3)])\nprint(live(40), live())"
    assert run(unix_vm, THUMBY, script).splitlines() == [
        "[True, True, False]",
        "[b'', b'frame0'] [b'', b'frame1']",
    ]


def test_on_one_wire_who_has_spoken_leaves_the_other_time_to_answer(unix_vm):
    script = WIRE + "one.write(b'ask', 3)\nlive(5)\none.write(b'more', 4)\nprint(live(15))\ntwo.write(b'answer', 6)\nprint(live(4), live())"
    assert run(unix_vm, THUMBY, script).splitlines() == ["[b'', b'']", "[b'answer', b''] [b'', b'more']"]


def test_on_one_wire_an_echo_that_comes_back_spoilt_is_not_waited_for(unix_vm):
    """Both spoke at once: what is heard then goes to the frame's sum, and the next echo is again taken out."""
    script = WIRE + "for who in (one, two):\n    who.write(b'aaaa' if who is one else b'bbbb', 4)\n    who.read(buffer)\ngot = live()\n"
    script += "print(min(map(len, got)) > 0, spoilt[0], one.write(b'again', 5), live())"
    assert run(unix_vm, THUMBY, script) == "True 4 True [b'', b'again']\n"


def test_on_one_wire_a_frame_goes_out_even_if_nobody_reads_what_has_come(unix_vm):
    """The link reads nothing while it has a frame to pass on: the wire is quiet when nothing more comes."""
    script = WIRE + "two.write(b'ask', 3)\ntwo.read(buffer)\nturn(9)\none.write(b'pass', 4)\nfor _ in range(90):\n    turn()\n    one.write(b'later', 5)\n"
    assert run(unix_vm, THUMBY, script + "print(live()[1][:4], spoilt[0])") == "b'pass' 0\n"


PAIR = """
from engine.layout import PHASE
from firmware import wire
from firmware.session import Session
sessions = [Session(one), Session(two)]
chance = [7]
due = [0, 0]
def play(milliseconds):
    for _ in range(milliseconds):
        turn()
        for i in range(2):
            if clock[0] >= due[i]:  # a loop takes 5 to 25 ms, each its own
                sessions[i].tick(one.now())
                chance[0] = chance[0] * 1103515245 + 12345 & 0x7FFFFFFF
                due[i] = clock[0] + 5 + chance[0] // 65536 % 21
for kind, argument in ((wire.BE_DEALER, 0), (wire.TO_CHOOSE, 0), (wire.CHOOSE, 1), (wire.DEAL_CARDS, 0)):
    sessions[0].command(kind, argument, one.now())
    play(4000)
    while sessions[0].scene.sealed != 7 and clock[0] < 120000:  # the keys take their time, as on a board
        play(1000)
for each in sessions:
    scene = each.scene
    print(scene.seat, scene.table[wire.T_STAGE], scene.table[wire.T_SEATED], scene.table[wire.T_PRESENT], scene.link)
print(bytes(sessions[0].scene.view) == bytes(sessions[1].scene.view), sessions[0].scene.view[PHASE] > 0)
"""


def test_two_thumbys_on_one_wire_sit_down_with_jarvis_and_are_dealt_cards(unix_vm):
    """Over the firmware's own link, each with a loop of its own."""
    said = run(unix_vm, THUMBY, WIRE + PAIR, ["engine", "firmware"])
    assert said.splitlines() == ["0 4 3 7 0", "1 4 3 7 0", "True True"]


USB = """
import io, sys
class Left:
    def ipoll(self, timeout):
        return [1] if line._coming.tell() < len(data) else []
from firmware.hal.micro_usb import UsbLine
line = board._line
def comes(given):
    global data
    data = given
    line._coming = io.BytesIO(given)
    line._look = Left()
into = bytearray(64)
"""


def test_with_a_file_usb_txt_the_line_is_the_usb_cable(unix_vm):
    files = ["firmware/hub.py", "firmware/frame.py", ("usb.txt", b"")]
    script = USB + "comes(b'\\x0e\\x01abc\\x03\\0')\nn = board.read(into)\nprint(into[:n])\nprint(board.write(b'out\\0', 3))"
    said = run(unix_vm, dict(PICO, uart=None, radio="none"), script, files)
    assert said.splitlines()[0] == r"bytearray(b'\x0e\x01abc\x03\x00')" and "outTrue" in said


@pytest.mark.parametrize("typed", ["\\x03", "\\r\\x03", "\\x0e\\x01abc\\x00\\x03", "\\x00\\r\\x03\\x03"])
def test_ctrl_c_over_usb_stops_the_program_between_frames(typed, unix_vm):
    script = USB + "comes(b'%s')\ntry:\n    print(board.read(into))\nexcept KeyboardInterrupt:\n    print('stopped')" % typed
    assert run(unix_vm, dict(PICO, uart=None, radio="none"), script, [("usb.txt", b"")]) == "stopped\n"


def test_ctrl_c_over_usb_stops_the_program_after_half_a_frame_too(unix_vm):
    script = USB + "comes(b'\\x0e\\x01half')\nboard.read(into)\nfor _ in range(100):\n    board.read(into)\ncomes(b'\\r\\x03')\n"
    script += "try:\n    print(board.read(into))\nexcept KeyboardInterrupt:\n    print('stopped')"
    assert run(unix_vm, dict(PICO, uart=None, radio="none"), script, [("usb.txt", b"")]) == "stopped\n"


AIR = b"""
def UUID(text):
    return bytes(16)
class BLE:
    made = None
    def __init__(self):
        BLE.made = self
        self.coming = b""
        self.told = []
    def active(self, on):
        self.told.append(on)
    def config(self, **given):
        pass
    def irq(self, handler):
        self.handler = handler
    def gatts_register_services(self, services):
        return ((1, 2),)
    def gatts_set_buffer(self, *given):
        pass
    def gap_advertise(self, interval, **given):
        self.told.append("advertises" if interval else "rests")
    def gatts_read(self, handle):
        coming, self.coming = self.coming, b""
        return coming
    def gatts_notify(self, connection, handle, data):
        self.told.append(bytes(data))
"""
HEARD = """
import bluetooth
from firmware.wire import *
from firmware.frame import encode, seal
def frame(kind, sequence):
    out = bytearray(30)
    for place, value in ((F_VERSION, PROTOCOL), (F_KIND, kind), (F_FROM, 1), (F_TO, TO_ALL), (F_TTL, HOPS), (F_BITS, 0x80), (F_EPOCH, 1), (F_EPOCH + 1, 1),
                         (F_SEQUENCE, sequence), (F_PAYLOAD, 65)):
        out[1 + place] = value
    seal(out, 2 + F_PAYLOAD, memoryview(out))
    return bytes(out[: encode(out, 2 + F_PAYLOAD)])
ble = bluetooth.BLE.made
into = bytearray(64)
sound = frame(BEAT, 3)
ble.handler(1, (7, 0, b""))
ble.coming = sound
n = board.read(into)
print(into[:n] == sound)
machine.UART.made[0].feed(frame(BEAT, 4))
n = board.read(into)
print(into[:n] == frame(BEAT, 4))
board.write(frame(HELLO, 9), n)
print(bytes(machine.UART.made[0].sent) == frame(HELLO, 9), frame(HELLO, 9) in ble.told)
gc.collect()
before = gc.mem_alloc()
board.read(into)
print(gc.mem_alloc() - before)
"""


def test_a_board_with_a_radio_is_on_the_cable_and_on_the_air(unix_vm):
    files = ["firmware/hub.py", "firmware/frame.py", ("bluetooth.py", AIR)]
    assert run(unix_vm, PICO, HEARD, files).splitlines() == ["True", "True", "True True", "0"]


@pytest.mark.parametrize("air", ["raise OSError(19)", ""])
def test_a_board_whose_radio_fails_or_is_missing_plays_by_cable(air, unix_vm):
    files = ["firmware/hub.py", "firmware/frame.py"] + ([("bluetooth.py", air.encode())] if air else [])
    script = LINE + "uart.feed(b'abc')\nprint(board.read(buffer), board._air)"
    assert run(unix_vm, PICO, script, files) == "3 None\n"

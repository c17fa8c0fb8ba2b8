"""Crews of robots brought to where the tests of the session want them."""


from engine.codes import GIVE_UP, PHASE_END, PHASE_RADIO, PHASE_TRICK, RADIO_ASK
from engine.layout import HANDS, HAND_BYTES, LYING, PHASE, PROPOSER, PUBLIC, TRICK
from firmware.wire import TABLE
from host_tools.robots import Crew


def dealt(count=4, mission=10, faults="none", seed=1, radio=0.0, rings=None, dealer=0):
    crew = Crew(count, faults, seed, radio, rings=rings)
    crew.gather(dealer)
    crew.deal(mission, dealer)
    return crew


def hands(crew):
    """All hands as the dealer's engine has them, as a set of bytes: whoever sits where."""
    st = crew.dealer().attempt.state
    return bytes(st[HANDS : HANDS + 5 * HAND_BYTES])


def at_phase(name, seed, count=4):
    """A crew at rest in the phase that ``name`` says, mission 2; a deal that ends before is dealt with the next seed."""
    while True:
        crew = dealt(count, 2, seed=seed)
        if name == "pick":
            return crew
        if name == "verdict":
            crew.play()
            return crew
        if name == "radio":
            for place in range(count):
                crew.command(place, RADIO_ASK)
            crew.rest()
        crew.play(until=lambda: crew.scene(0).view[PHASE] in (PHASE_TRICK, PHASE_RADIO))
        if name == "radio":
            assert crew.scene(0).view[PHASE] == PHASE_RADIO
            return crew
        trick, lying = (1, 1) if name == "second trick" else (0, 2)
        st = crew.dealer().attempt.state
        crew.play(until=lambda: st[TRICK] == trick and st[LYING] >= lying or st[PHASE] == PHASE_END)
        if st[PHASE] != PHASE_END:
            assert st[TRICK] == trick
            break
        seed += 1000
    if name == "proposal":
        crew.command(2, GIVE_UP)
        crew.rest()
        assert all(d.scene.view[PROPOSER] == crew.scene(2).seat for d in crew.devices)
    return crew


def unpacked(payload):
    """The public part that a frame carries, by the letter of docs/PROTOCOL.md: the table's bytes, then the engine's."""
    values = iter(payload[20:])
    part = bytes(payload[:2]) + bytes(next(values) if payload[2 + i // 8] >> i % 8 & 1 else 0 for i in range(TABLE - 2 + PUBLIC))
    assert next(values, None) is None and not payload[19] >> 6
    return part


def record_of(attempt):
    save = bytearray(700)
    n = attempt.save(save)
    return bytes(save[6:n])

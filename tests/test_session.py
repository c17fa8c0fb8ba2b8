"""The session over a faulty ring on a simulated clock: whatever cables and resets do, no attempt is lost."""

import pytest

from engine.codes import (
    ACCEPTED, EITHER, GIVEN_UP, GIVE_UP, JARVIS_SEAT, NO, NOBODY, OPEN, PHASE_END, PHASE_PICK, PHASE_RADIO,
    PHASE_TRICK, PLAY, REFUSE_CARD, REFUSE_TURN, TAKE_BACK, VOIDED, YES,
)
from engine.layout import (
    JARVIS, LAST_PLAYER, LEFT, LYING, OUTCOME, OWN_HAND, PHASE, PROPOSER, RULES, TAKEN_BACK, TRICK, TURN,
    VERDICT,
)
from firmware import wire
from firmware.frame import decode
from firmware.store import KEPT, Store
from firmware.wire import (
    TO_ALL,    BEAT, BE_DEALER, BE_GUEST, CHOOSE, DEAL_CARDS, F_KIND, F_PAYLOAD, F_TO, LINK_FULL, LINK_GOOD, LINK_NO_DEALER,
    LINK_SILENT, LINK_VERSION, NOTICE_LOST_SAVE, NOTICE_NONE, NOTICE_OLD_SAVE, NOTICE_RESUMED, NOTICE_UNSAVED, OWN,
    PRIVATE_PART, PROTOCOL, PUBLIC_PART, REFUSE_TABLE, SEALED, SEAT_SWAP, STAGE_ALONE, STAGE_ATTEMPT, STAGE_CHOOSE,
    STAGE_LOBBY, TABLE, TO_CHOOSE, TO_LOBBY, T_ATTEMPTS, T_DEALER, T_NOTICE, T_OPTIONS, T_SEATED, T_STAGE,
)
from host_tools.simulator import FAULTS
from host_tools.robots import Crew
from tests.forger import Forger
from tests.session_kit import at_phase, dealt, hands, record_of, unpacked


# --- forming the table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [3, 4, 5])
def test_devices_find_the_dealer_by_themselves_and_get_a_seat_each(count):
    crew = Crew(count, seed=count)
    crew.gather()
    assert sorted(d.scene.seat for d in crew.devices) == list(range(count))
    crew.until(crew.settled)
    for device in crew.devices:
        assert bytes(device.scene.names[device.scene.seat]).rstrip(b"\0") == device.board.name


def test_one_device_forms_no_crew():
    crew = Crew(1)
    crew.gather()
    crew.command(0, TO_CHOOSE)
    crew.table.run(500)
    assert crew.scene(0).own[wire.OWN_REFUSED] == REFUSE_TABLE and crew.scene(0).table[T_STAGE] == STAGE_LOBBY


def test_two_humans_play_with_jarvis_and_three_without():
    crew = Crew(3, seed=5)
    crew.table.set_power(2, False)
    crew.table.bypass(2)
    crew.gather()
    assert crew.scene(0).table[T_SEATED] == 3 and bytes(crew.scene(1).names[2]) == b"JARVIS"
    assert crew.scene(0).table[T_OPTIONS] == 3 * JARVIS_SEAT
    crew.command(0, SEAT_SWAP, 0 << 4 | 2)
    crew.rest()
    assert bytes(crew.scene(1).names[0]) == b"JARVIS" and crew.scene(0).table[T_OPTIONS] == JARVIS_SEAT
    crew.deal(10)
    assert crew.dealer().attempt.state[JARVIS] == 0
    crew.play()
    three = Crew(3)
    three.gather()
    assert three.scene(0).table[T_OPTIONS] == 0


@pytest.mark.parametrize("count", [2, 4])
def test_at_rest_only_beats_go_round_with_jarvis_too(count):
    crew = dealt(count, 4, seed=2)
    crew.table.run(2000)
    kinds = set()
    for line in crew.table.wires:
        write = line.write
        line.write = lambda data, write=write: (kinds.add(data[1 + F_KIND]), write(data))[1]
    crew.table.run(3000)
    assert kinds == {BEAT}


@pytest.mark.parametrize("order", [(), (0x02,), (0x12,)])
def test_a_third_human_who_comes_late_takes_the_seat_of_jarvis_for_good(order):
    crew = Crew(3, seed=4, rings=[[0, 1], [0, 2]])
    crew.table.set_power(2, False)
    crew.gather()
    for pair in order:  # JARVIS sits somewhere else than last
        crew.command(0, SEAT_SWAP, pair)
        crew.rest()
    crew.table.run(5000)  # whoever sits behind JARVIS was heard long ago
    crew.table.set_power(2, True)
    crew.until(lambda: all(d.scene.seat < 3 for d in crew.devices), 5000)
    crew.table.run(5000)
    assert sorted(d.scene.seat for d in crew.devices) == [0, 1, 2]
    assert crew.scene(0).table[T_SEATED] == 3 and crew.scene(0).table[T_OPTIONS] == 0


def test_a_sixth_device_passes_frames_on_and_says_that_the_table_is_full():
    crew = Crew(6, seed=3)
    crew.command(0, BE_DEALER)
    crew.until(lambda: crew.scene(0).table[T_SEATED] == 5)
    crew.table.run(3000)
    (outside,) = [d for d in crew.devices if d.scene.seat == NOBODY]
    assert outside.scene.link == LINK_FULL
    five = [d for d in crew.devices if d is not outside]
    assert sorted(d.scene.seat for d in five) == [0, 1, 2, 3, 4]
    for kind, argument in ((TO_CHOOSE, 0), (CHOOSE, 1), (DEAL_CARDS, 0)):
        crew.command(0, kind, argument)
        crew.table.run(600)
    assert all(d.scene.table[T_STAGE] == STAGE_ATTEMPT and d.scene.view[RULES] for d in five)
    assert outside.scene.own == bytearray(OWN)


def test_the_dealing_seat_puts_the_seats_in_order():
    crew = Crew(4)
    crew.gather()
    before = {d.board.chip: d.scene.seat for d in crew.devices}
    crew.command(0, SEAT_SWAP, 0 << 4 | 2)
    crew.until(lambda: {d.board.chip: d.scene.seat for d in crew.devices} != before)
    crew.table.run(1000)
    after = {d.board.chip: d.scene.seat for d in crew.devices}
    assert {before[c]: after[c] for c in before} == {0: 2, 1: 1, 2: 0, 3: 3}
    assert crew.scene(0).table[T_DEALER] == crew.scene(0).seat == 2
    crew.deal(1)
    crew.play()


def test_only_the_dealing_seat_commands_the_table():
    crew = Crew(3)
    crew.gather()
    for kind, argument in ((SEAT_SWAP, 1), (TO_CHOOSE, 0), (CHOOSE, 1), (DEAL_CARDS, 0), (TO_LOBBY, 0)):
        crew.command(1, kind, argument)
        crew.until(lambda: not crew.scene(1).pending)
        assert crew.scene(1).refused == REFUSE_TABLE and crew.scene(0).table[T_STAGE] == STAGE_LOBBY


def test_a_device_that_leaves_the_lobby_frees_its_seat():
    crew = Crew(4)
    crew.gather()
    names = {bytes(crew.scene(0).names[d.scene.seat]) for i, d in enumerate(crew.devices) if i != 2}
    crew.table.bypass(2)
    crew.until(lambda: crew.scene(0).table[T_SEATED] == 3, 3000)
    crew.rest()
    assert sorted(d.scene.seat for d in crew.devices) == [0, 1, 2]
    assert {bytes(name) for name in crew.scene(3).names[:3]} == names
    crew.deal(1)
    crew.play()


def test_a_dealer_in_the_lobby_may_become_a_guest():
    crew = Crew(3)
    crew.gather()
    crew.command(0, BE_GUEST)
    crew.table.run(100)
    assert crew.scene(0).table[T_STAGE] == STAGE_ALONE
    crew.gather(1)


# --- playing over a faulty ring --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faults", sorted(FAULTS))
@pytest.mark.parametrize("count", [3, 4, 5])
def test_an_attempt_is_played_to_its_verdict_and_all_displays_agree(faults, count):
    crew = dealt(count, 10, faults, seed=count * 7, radio=0.05)
    crew.play()
    st = crew.dealer().attempt.state
    assert st[VERDICT] != OPEN
    assert all(d.scene.view[VERDICT] == st[VERDICT] for d in crew.devices)


def test_every_wire_fault_really_happens():
    """The faults above are none if the simulator does not make them: sound frames must be fewer, or later, with each."""
    plain = dealt(4, 1)
    for faults in sorted(FAULTS):
        if faults in ("none", "deaf"):
            continue
        spoilt = plain.table.faults.__class__(faults, 5)
        data = bytes(range(1, 60)) + b"\0"
        arrived = [spoilt.spoil(0.0, data) for _ in range(400)]
        assert any(each != ((0.0, data),) for each in arrived), faults
        assert any(each == ((0.0, data),) for each in arrived), faults


@pytest.mark.parametrize("place", range(4))
def test_any_device_may_be_deaf_for_400_ms_and_nothing_is_lost(place):
    crew = dealt(4, 2, seed=place)
    for _ in range(6):
        crew.table.deafen(place, 400)
        tricks = crew.tricks()
        crew.play(until=lambda: crew.tricks() > tricks or crew.ended())
    crew.play()


@pytest.mark.parametrize("place", range(4))
def test_a_cable_is_pulled_and_put_back(place):
    crew = dealt(4, 4, seed=20 + place)
    crew.play(until=lambda: crew.tricks() == 1)
    before = hands(crew)
    crew.table.set_cable(place, False)
    crew.table.run(3000)
    after = (place + 1) % 4
    silent = crew.scene(after)
    assert silent.link == LINK_SILENT and silent.link_seat == silent.seat
    for device in crew.devices:
        # Whoever still hears anything is told behind which seat the ring is open.
        assert device.scene.link in (LINK_SILENT, LINK_NO_DEALER)
        if device.scene.link == LINK_SILENT:
            assert device.scene.link_seat == silent.seat
    assert hands(crew) == before
    crew.table.set_cable(place, True)
    crew.until(lambda: all(d.scene.link == LINK_GOOD for d in crew.devices), 2500)
    crew.until(crew.settled, 1000)
    crew.play()


def test_stray_bytes_are_no_sign_of_life():
    crew = dealt(3, 1)
    crew.table.set_cable(0, False)
    wire_out = crew.table.wires[0]
    for _ in range(40):
        wire_out._flying.append([crew.table.now, b"\x55\xaa\x01\x00" * 4, 0])
        crew.table.run(50)
    assert crew.scene(1).link == LINK_SILENT


@pytest.mark.parametrize("payload, accepted, seat", [(b"", False, None), (b"\x02", True, 2), (b"\x09", True, NOBODY), (b"\xff", True, NOBODY)])
def test_a_report_of_silence_names_a_seat_or_nobody(payload, accepted, seat):
    device = dealt(3, 1).devices[1]
    data = bytes(14) + payload + b"\x03"  # behind the payload lies what an earlier frame left
    before = device.scene.link_seat
    assert device.session.seat.frame(wire.SILENT, data, 14, 14 + len(payload)) == accepted
    assert device.scene.link_seat == (seat if accepted else before)


def test_a_device_that_hears_again_says_so_and_all_warnings_go_at_once():
    crew = dealt(4, 1)
    crew.table.set_cable(1, False)
    crew.table.run(1500)
    assert all(device.scene.link != LINK_GOOD for device in crew.devices)
    crew.table.set_cable(1, True)
    crew.until(lambda: all(device.scene.link == LINK_GOOD for device in crew.devices), 400)


def test_a_seat_may_ask_for_any_page_of_the_log_book_and_the_table_goes_on():
    crew = dealt(3, 1)
    link = crew.table.handhelds[1].session.link
    for page in range(256):
        link.out[1 + wire.F_PAYLOAD] = wire.WANT_LOG
        link.out[2 + wire.F_PAYLOAD] = page
        assert link.send(wire.ASK, wire.TO_DEALER, 2)
        crew.table.run(30)
    crew.play()


# --- resets -----------------------------------------------------------------------------------------------------------------


PHASES = ["pick", "first trick", "radio", "proposal", "second trick", "verdict"]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_seat_is_reset_in_any_phase_and_has_its_whole_view_again(phase, place):
    crew = at_phase(phase, 40 + place)
    before = bytes(crew.dealer().attempt.state)
    crew.table.reset(place)
    crew.until(lambda: crew.scene(place).seat < 5 and crew.settled(), 2000)
    assert bytes(crew.dealer().attempt.state) == before
    if phase == "proposal":
        crew.answer_all(NO)
        crew.until(lambda: crew.scene(0).view[OUTCOME] == VOIDED)
    crew.play()


@pytest.mark.parametrize("phase", PHASES)
def test_the_dealer_is_reset_in_any_phase_and_the_same_deal_goes_on(phase):
    crew = at_phase(phase, 60)
    old = crew.dealer().attempt
    trick, verdict, epoch = old.state[TRICK], old.state[VERDICT], crew.table.handhelds[0].session.link.epoch()
    deal = record_of(old)[:44]
    crew.table.reset(0)
    assert crew.table.handhelds[0].session.link.epoch() != epoch
    crew.until(lambda: all(d.scene.table[T_NOTICE] == NOTICE_RESUMED for d in crew.devices), 2000)  # every display says so
    crew.until(crew.settled, 1000)
    new = crew.dealer().attempt
    assert record_of(new)[:44] == deal, "another deal"
    assert new.state[TRICK] == trick, "more than the running trick was lost"
    assert new.state[VERDICT] == verdict
    if phase not in ("pick", "verdict"):
        assert new.state[PHASE] in (PHASE_TRICK, PHASE_RADIO), "the tasks were handed out and stay so"
    crew.play()
    if phase != "verdict":
        assert crew.scene(0).table[T_NOTICE] == NOTICE_NONE


def test_a_command_of_before_the_reset_is_void():
    place = 0
    seed = 61
    while not place:
        crew = at_phase("first trick", seed)
        (place,) = [i for i in range(4) if crew.scene(i).seat == crew.scene(i).view[TURN]]
        seed += 1
    crew.table.set_cable(3, False)  # nothing reaches the dealer any more
    crew.act(place)
    crew.table.run(50)
    assert crew.scene(place).pending
    crew.table.set_power(0, False)
    crew.table.run(100)
    crew.table.set_cable(3, True)
    crew.table.set_power(0, True)
    crew.until(lambda: not crew.scene(place).pending and crew.settled(), 3000)
    assert crew.dealer().attempt.state[LYING] == 0, "the running trick is played again"


def test_the_power_goes_while_the_dealer_saves_and_the_save_before_it_serves():
    crew = at_phase("first trick", 62)
    deal = record_of(crew.dealer().attempt)[:44]
    crew.table.boards[0].cut_short = 40
    while crew.table.powered(0):
        for place in range(4):
            crew.act(place)
        crew.table.run(20)
    crew.table.set_power(0, True)
    crew.until(crew.settled, 3000)
    assert record_of(crew.dealer().attempt)[:44] == deal and crew.tricks() == 0
    crew.play()


def test_a_dead_dealer_is_missed_and_nothing_else_is_lost():
    crew = at_phase("second trick", 63)
    crew.table.set_power(0, False)
    crew.table.run(4000)
    assert all(d.scene.link in (LINK_NO_DEALER, LINK_SILENT) for d in crew.devices)
    crew.table.set_power(0, True)
    crew.until(crew.settled, 3000)
    crew.play()


# --- joint decisions --------------------------------------------------------------------------------------------------------


def test_giving_up_counts_as_an_attempt_and_the_mission_is_dealt_anew():
    crew = at_phase("first trick", 70)
    first = hands(crew)
    crew.command(1, GIVE_UP)
    crew.until(lambda: all(d.scene.view[PROPOSER] != NOBODY for d in crew.devices))
    crew.answer_all(YES)
    crew.until(crew.ended)
    assert crew.scene(2).view[VERDICT] == GIVEN_UP and crew.scene(2).view[OUTCOME] == ACCEPTED
    assert crew.scene(2).table[T_ATTEMPTS] == 1
    crew.command(0, DEAL_CARDS)
    crew.until(lambda: all(d.scene.view[PHASE] == PHASE_PICK for d in crew.devices))
    assert crew.scene(2).table[T_ATTEMPTS] == 2 and hands(crew) != first


def test_whoever_is_away_is_not_waited_for_in_giving_up():
    crew = at_phase("first trick", 71)
    crew.table.bypass(3)
    crew.table.run(100)
    crew.command(1, GIVE_UP)
    crew.until(lambda: crew.scene(2).view[PROPOSER] != NOBODY, 3000)
    crew.answer_all(EITHER)
    crew.until(crew.ended, 6000)
    assert crew.scene(1).view[VERDICT] == GIVEN_UP


def test_a_take_back_is_saved_so_that_a_reset_does_not_undo_it():
    crew = at_phase("second trick", 72)
    while crew.dealer().attempt.state[LYING]:
        crew = at_phase("second trick", crew.table.seed + 1)
        st = crew.dealer().attempt.state
        crew.play(until=lambda: st[TRICK] == 2 or st[PHASE] == PHASE_END)
    st = crew.dealer().attempt.state
    if st[PHASE] == PHASE_END:
        pytest.fail("take another seed")
    (place,) = [i for i in range(4) if crew.scene(i).seat == st[LAST_PLAYER]]
    crew.command(place, TAKE_BACK)
    crew.rest()
    crew.answer_all(YES)
    crew.until(lambda: crew.tricks() == 1 and crew.settled())
    crew.rest()
    left = st[LEFT + crew.scene(place).seat]
    crew.table.reset(0)
    crew.rest()
    again = crew.dealer().attempt.state
    assert again[TRICK] == 1 and again[TAKEN_BACK] == 1 and again[LYING] == 3 and again[LEFT + crew.scene(place).seat] == left


# --- bad input ----------------------------------------------------------------------------------------------------------------


def test_an_illegal_command_is_refused_on_that_device_only():
    crew = at_phase("first trick", 80)
    before = [bytes(d.scene.view) for d in crew.devices]
    turn = crew.scene(0).view[TURN]
    (place,) = [i for i in range(4) if crew.scene(i).seat == (turn + 1) % 4]
    others = [d.scene.refused for i, d in enumerate(crew.devices) if i != place]
    crew.command(place, PLAY, 0x11)
    crew.until(lambda: not crew.scene(place).pending)
    assert crew.scene(place).refused == REFUSE_TURN
    assert [d.scene.refused for i, d in enumerate(crew.devices) if i != place] == others
    assert [bytes(d.scene.view) for d in crew.devices] == before
    (place,) = [i for i in range(4) if crew.scene(i).seat == turn]
    crew.command(place, PLAY, 0x4F)
    crew.until(lambda: not crew.scene(place).pending)
    assert crew.scene(place).refused == REFUSE_CARD
    crew.play()


def test_an_answer_that_is_lost_does_not_do_the_command_twice():
    crew = at_phase("first trick", 81)
    crew.table.faults._odds = {"lose": 0.3}
    crew.play(until=crew.ended)
    crew.table.faults._odds = {}
    crew.until(crew.settled)
    st = crew.dealer().attempt.state
    assert st[VERDICT] != OPEN


@pytest.mark.parametrize("spoil", ["truncated", "flipped", "garbage"])
def test_a_spoilt_save_is_said_and_the_one_before_it_serves(spoil):
    crew = at_phase("second trick", 82)
    board = crew.table.boards[0]
    newest = max((0, 1), key=lambda slot: board.slots[slot][4])
    data = board.slots[newest]
    flipped = data[:30] + bytes([data[30] ^ 4]) + data[31:]
    spoilt = {"truncated": data[:77], "flipped": flipped, "garbage": b"\xff" * 200}[spoil]
    board.slots[newest] = spoilt
    crew.table.reset(0)
    crew.until(crew.settled, 3000)
    assert crew.dealer().attempt.state[PHASE] == PHASE_TRICK and crew.tricks() == 0
    board.slots[0] = board.slots[1] = spoilt
    crew.table.reset(0)
    assert crew.scene(0).table[T_NOTICE] == NOTICE_LOST_SAVE and crew.scene(0).table[T_STAGE] == STAGE_ALONE


def test_a_save_of_another_rules_version_is_kept_and_said_and_never_replayed():
    crew = at_phase("second trick", 83)
    board = crew.table.boards[0]
    other = Store(board, 700, 99)
    other.body[:3] = b"\x04\x04\x0a"
    for _ in range(2):
        assert other.save(300)
    old = list(board.slots)
    crew.table.reset(0)
    assert crew.scene(0).table[T_NOTICE] == NOTICE_OLD_SAVE and crew.scene(0).table[T_STAGE] == STAGE_ALONE
    assert board.slots[KEPT] in old
    kept = board.slots[KEPT]
    crew.gather()
    crew.deal(1)
    crew.play()
    assert board.slots[KEPT] == kept


@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_a_store_that_cannot_be_written_is_said_once_to_all_and_play_goes_on(trouble):
    crew = Crew(3, seed=84)
    board = crew.table.boards[0]
    if trouble == "full":
        board.room = 20
    else:
        board.writable = False
    crew.gather()
    crew.command(0, TO_CHOOSE)
    crew.until(lambda: all(d.scene.table[T_STAGE] == STAGE_CHOOSE for d in crew.devices))
    assert all(d.scene.table[T_NOTICE] == NOTICE_UNSAVED for d in crew.devices)
    crew.command(0, CHOOSE, 1)
    crew.table.run(800)
    crew.command(0, DEAL_CARDS)
    crew.until(lambda: all(d.scene.table[T_STAGE] == STAGE_ATTEMPT for d in crew.devices))
    crew.play()


def test_of_two_dealers_the_lower_id_stays_and_the_other_joins():
    crew = Crew(4, seed=85)
    crew.command(1, BE_DEALER)
    crew.command(3, BE_DEALER)
    crew.until(lambda: all(d.scene.table[T_SEATED] == 4 and d.scene.seat < 5 for d in crew.devices))
    lower = min((crew.table.boards[i].chip, i) for i in (1, 3))[1]
    assert [d.session.link.dealing for d in crew.devices] == [i == lower for i in range(4)]


def test_of_two_dealers_the_one_with_an_attempt_under_way_stays_and_the_other_keeps_its_save():
    crew = at_phase("second trick", 86)
    trick = crew.tricks()
    board = crew.table.boards[2]
    board.chip = b"\0\0\0\1"  # lower than any: yet it must give way
    slots = list(crew.table.boards[0].slots)
    crew.table.reset(2)
    crew.command(2, BE_DEALER)
    crew.until(lambda: not crew.table.handhelds[2].session.link.dealing)
    assert crew.dealer().attempt.state[TRICK] == trick and crew.table.boards[0].slots == slots


def test_a_device_of_another_version_is_said():
    crew = dealt(3, 1, seed=87)
    other = bytes((14, PROTOCOL + 1)) + b"\x01\x01\x7f\x08\x80abcdefgh\0"
    crew.table.wires[1]._flying.append([crew.table.now, other, 0])
    crew.table.run(100)
    assert crew.scene(2).link == LINK_GOOD, "one such frame may be noise"
    crew.table.wires[1]._flying.append([crew.table.now, other, 0])
    crew.table.run(100)
    assert crew.scene(2).link == LINK_VERSION
    crew.table.run(3200)
    assert crew.scene(2).link == LINK_GOOD, "it has gone"


def test_a_device_of_another_version_in_the_ring_is_said_rather_than_a_cable_blamed():
    crew = dealt(3, 1, seed=87)
    other = bytes((14, PROTOCOL + 1)) + b"\x01\x01\x7f\x08\x80abcdefgh\0"
    crew.table.set_power(1, False)
    for _ in range(10):
        crew.table.wires[1]._flying.append([crew.table.now, other, 0])
        crew.table.run(250)
    assert crew.scene(2).link == LINK_VERSION


# --- secrets ------------------------------------------------------------------------------------------------------------------


def test_no_frame_holds_a_hand_and_what_goes_to_all_is_what_the_engine_says():
    """Every frame of a whole attempt, taken off every wire, held against what the engine says when it is first sent."""
    crew = Crew(4, seed=90, radio=0.1)
    crew.gather()
    kinds = []
    sent = set()  # what has been checked and travels on
    part = bytearray(256)

    def check(data):
        frame = bytearray(data[:-1])
        assert decode(frame, len(frame))
        kind, to, payload = frame[1 + F_KIND], frame[1 + F_TO], bytes(frame[1 + F_PAYLOAD :])
        kinds.append(kind)
        attempt = crew.dealer().attempt
        if kind == PUBLIC_PART:
            whole = unpacked(payload)
            said = whole[TABLE:]
            assert not any(said) or said in sent or said == part[: attempt.public(part)]
            sent.add(said)
            payload = payload[:20] + whole[:TABLE]
        elif kind == PRIVATE_PART:
            # What is sealed in it is held against the engine in tests/test_sealed_table.py.
            assert len(payload) == 1 + OWN + SEALED and 1 <= to <= 4
        for seat in range(4):
            attempt.private(seat, part)
            hand = bytes(part[OWN_HAND : OWN_HAND + 5])
            assert sum(map(bool, hand)) < 3 or hand not in payload

    for each in crew.table.wires:
        write = each.write

        def tapped(data, write=write):
            check(bytes(data))
            return write(data)

        each.write = tapped
    crew.deal(10)
    crew.play()
    assert kinds.count(PUBLIC_PART) > 50 and kinds.count(PRIVATE_PART) > 50


def test_a_late_beat_from_before_its_own_reset_is_no_rival_to_a_dealer_whose_attempt_has_ended():
    crew = dealt()
    forger = Forger(crew, crew.scene(0).seat + 1)
    forger.run(600)
    beat, epoch = forger.beat, forger.dealers_epoch
    crew.play()
    crew.table.reset(0)
    crew.table.run(500)
    forger.forge(BEAT, TO_ALL, beat, epoch=epoch)
    crew.table.run(500)
    assert crew.scene(0).dealing
    crew.rest()

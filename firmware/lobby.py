"""What the dealer does between attempts: open or resume a table, seat devices, name and choose, deal.

Serves firmware/dealer.py, whose own functions these are: they work in its parts, and are loaded when they are needed.
"""

from engine.codes import CHALLENGE, JARVIS_SEAT, NOBODY, REFUSE_MISSION
from firmware.choosing import begin, choose, form
from firmware.roster import NO_DEVICE
from firmware.scene import NAME_LENGTH
from firmware.restore import resume as resume_saves
from firmware.wire import (
    CAMPAIGN, CHOOSE, DEAL_CARDS, LETTER, R_LEFT, R_PAIRED, R_STATE, RECORD, REFUSE_TABLE, SEAT_SWAP, SET_CHALLENGE, SET_GAME, STAGE_ATTEMPT, STAGE_BRIEFING, STAGE_LOBBY,
    TO_CHOOSE, TO_LOBBY, T_DEALER, T_DONE, T_GAME, T_MISSION, T_OPTIONS, T_PRESENT, T_SEATED, T_STAGE, T_STANDING,
)


def open_table(dealer, now):
    """Begin a table with this device alone at it, in the campaign that was played last."""
    dealer._table[T_STAGE] = STAGE_LOBBY
    dealer._table[T_GAME] = 0
    dealer._table[T_MISSION] = dealer.logbook.proposed()
    dealer._seals.empty()
    dealer._roster.seated = 1
    set_device(dealer._roster, 0, dealer._board.chip, 0, dealer._board.name, 0)
    _start(dealer, 0, now)


def resume(dealer, now):
    """Go on from the save. Return False when there is none to go on from; ``notice`` then says why, if it matters."""
    own = resume_saves(dealer._saves, dealer._board.chip)
    if own == NOBODY:
        return False
    _start(dealer, own, now)
    return True


def _start(dealer, own, now):
    from firmware.inbox import Inbox

    dealer._inbox = Inbox(dealer._board, dealer._link, dealer._seals, dealer._delivery, dealer._table, dealer._roster, dealer._seat)
    table = dealer._table
    table[T_DEALER] = own
    table[T_DONE] = dealer.logbook.done(table[T_GAME] & 1)
    dealer.count_own()
    table[T_SEATED] = dealer._roster.seated
    table[T_PRESENT] = (1 << table[T_SEATED]) - 1
    for seat in range(5):
        dealer._heard[seat] = now
    dealer._link.dealing = dealer._seat.scene.dealing = True
    dealer._seat.deals(dealer._link.epoch(), now)
    dealer._dirty = True
    dealer.booked = False
    dealer._inbox.keyed()
    dealer._delivery.privates()


def hello(dealer, data, at, now):
    """A device says who it is, while the table forms: a new one joins."""
    table = dealer._table
    seat = dealer._roster.place_of(data, at)
    if seat == NOBODY:
        if table[T_SEATED] == 5:
            return False
        seat = dealer._roster.seated
        dealer._delivery.answered[2 * seat] = dealer._delivery.answered[2 * seat + 1] = 0
        dealer._roster.seated += 1
    dealer._heard[seat] = now
    set_device(dealer._roster, seat, data, at, data, at + 4)
    _regroup(dealer)
    dealer._delivery.privates()
    return True


def thin_out(dealer, present):
    """Take away the seats that are not in the bits ``present``, while the table forms; return the bits of who is here then."""
    for seat in range(dealer._table[T_SEATED] - 1, -1, -1):
        if not present >> seat & 1:
            record = dealer._delivery.record(seat)
            _leave(dealer, seat)
            present = _regroup(dealer)
            if dealer._seals.paired(record) and record not in [dealer._delivery.record(each) for each in range(dealer._roster.seated)]:
                dealer._seals.records[RECORD * record + R_STATE] = R_PAIRED + R_LEFT
    return present


def do(dealer, seat, kind, argument):
    """Do a command of the table; return the reason of a refusal, or 0."""
    table = dealer._table
    stage = table[T_STAGE]
    if not dealer._seat.scene.here >> seat & 1 or dealer.under_way():
        return REFUSE_TABLE
    if stage == STAGE_LOBBY and (kind == SEAT_SWAP or kind == CAMPAIGN or kind >= LETTER):
        return _form(dealer, kind, argument)
    if kind == TO_LOBBY:
        table[T_STAGE] = STAGE_LOBBY
    elif kind == TO_CHOOSE or kind == SET_CHALLENGE or kind == CHOOSE or kind == SET_GAME:
        return choose(dealer._board, table, dealer.logbook, kind, argument, dealer._inbox.keyed())
    elif kind == DEAL_CARDS and (stage == STAGE_BRIEFING or stage == STAGE_ATTEMPT):
        return _deal(dealer)
    else:
        return REFUSE_TABLE
    return 0


def _form(dealer, kind, argument):
    """The commands of the lobby: the order of the seats, the campaign and its name."""
    if kind == SEAT_SWAP:
        if max(argument >> 4, argument & 15) >= dealer._table[T_SEATED]:
            return REFUSE_TABLE
        _swap(dealer, argument >> 4, argument & 15)
        _regroup(dealer)
    if not form(dealer._saves, dealer._table, kind, argument):
        return REFUSE_TABLE
    dealer._roster.count()
    return 0


def _deal(dealer):
    """Begin an attempt; the dealer's next turn deals. Return the reason of a refusal, or 0."""
    table = dealer._table
    if not begin(dealer._board, dealer.attempt, table, dealer.logbook.coming(dealer.key())):
        return REFUSE_MISSION
    dealer._saves.deals = dealer._saves.deals + 1 & 255
    table[T_STAGE] = STAGE_ATTEMPT
    return 0


def _regroup(dealer):
    """Who sits at the table has changed: JARVIS comes or goes, the options follow. Return the bits of who is here."""
    roster = dealer._roster
    table = dealer._table
    jarvis = roster.jarvis()
    # Two humans play with JARVIS, any other number without (RULES 9).
    if jarvis == NOBODY and roster.seated == 2:
        jarvis = _add_jarvis(roster)
        table[T_STANDING] = 0
    elif jarvis != NOBODY and roster.seated != 3:
        _leave(dealer, jarvis)
        jarvis = NOBODY
        table[T_STANDING] = 0
    if jarvis != NOBODY:
        table[T_OPTIONS] = JARVIS_SEAT * (jarvis + 1)
    elif table[T_OPTIONS] > CHALLENGE or roster.seated != 3:
        table[T_OPTIONS] = 0
    table[T_SEATED] = roster.seated
    table[T_DEALER] = roster.place_of(dealer._board.chip, 0)
    table[T_PRESENT] = (1 << roster.seated) - 1
    dealer._dirty = True
    return table[T_PRESENT]


def _leave(dealer, seat):
    """Take a seat away; those behind it move up, with all that is kept of them."""
    last = dealer._roster.seated - 1
    for behind in range(seat, last):
        _swap(dealer, behind, behind + 1)
    dealer._roster.seated = last
    dealer._roster.count()


def _swap(dealer, one, other):
    """Two seats change places, and all that is kept of them."""
    roster = dealer._roster
    _swap_rows(roster.chips, 4, one, other)
    _swap_rows(roster.names, NAME_LENGTH, one, other)
    roster.count()
    commands = dealer._delivery.answered
    for i in range(2):
        a, b = 2 * one + i, 2 * other + i
        commands[a], commands[b] = commands[b], commands[a]
    heard = dealer._heard
    heard[one], heard[other] = heard[other], heard[one]


def _add_jarvis(roster):
    """Give JARVIS the next seat; return it."""
    seat = roster.seated
    roster.seated += 1
    set_device(roster, seat, NO_DEVICE, 0, b"JARVIS", 0)
    return seat


def set_device(roster, seat, chip, at, name, name_at):
    """Put a device on ``seat``, under at most six letters of ``name[name_at:]``; what is no letter shows as ``?``."""
    same = True
    for i in range(4):
        same = same and roster.chips[4 * seat + i] == chip[at + i]
        roster.chips[4 * seat + i] = chip[at + i]
    for i in range(NAME_LENGTH):
        letter = name[name_at + i] if name_at + i < len(name) else 0
        if letter and not 32 < letter < 127:
            letter = 0x3F
        same = same and roster.names[NAME_LENGTH * seat + i] == letter
        roster.names[NAME_LENGTH * seat + i] = letter
    # A device that only says hello again has changed nothing.
    if not same:
        roster.count()


def _swap_rows(rows, width, one, other):
    for i in range(width):
        a, b = width * one + i, width * other + i
        rows[a], rows[b] = rows[b], rows[a]

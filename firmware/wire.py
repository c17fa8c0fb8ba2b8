"""Numbers that the dealer, the seats and the screens share: the head of a public part, stages, table commands, link states.

Only ``NAME = const(number)`` stands here; the bundle step folds them (host_tools/bundle.py). docs/PROTOCOL.md explains.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(value):
        return value


# --- the head of the public part: the table, before the engine's PUBLIC bytes --------------------------------------
T_NUMBER = const(0)  # 2: number of this view; low byte, then high byte
T_STAGE = const(2)
T_DEALER = const(3)  # the seat whose device deals
T_SEATED = const(4)  # seats at the table, 1-5, JARVIS included
T_PRESENT = const(5)  # bits of the seats whose devices are heard; JARVIS is always here
T_MISSION = const(6)  # the mission proposed or under way
T_ATTEMPTS = const(7)  # attempts at it so far, the running one and the distress signal included; low byte, then high byte
T_NOTICE = const(9)
T_NAMES = const(10)  # number of the names sheet
T_PRIVATE = const(11)  # 5: number of each seat's private part
T_OPTIONS = const(16)  # of the coming attempt: CHALLENGE, JARVIS_SEAT
T_STANDING = const(17)  # bits of the seats that pass in every optional step, attempt after attempt
T_CAMPAIGN = const(18)  # which of the campaigns, 0-3
T_DONE = const(19)  # how many of the game's missions are done
T_GAME = const(20)  # of the coming attempt: PLANET_NINE or DEEP_SEA, + TURNING
T_OWN = const(21)  # number of the own missions that the dealing device has, 0 for none (firmware/own.py)
TABLE = const(22)
# On its way a public part is packed: its number, a bit for each byte behind that, then the bytes that are not zero.
PACKED_FROM = const(2)
PACKED_BITS = const(18)  # bytes of bits: of TABLE - PACKED_FROM, then of the engine's PUBLIC bytes, or of zeros while there is no attempt
TURNING = const(2)  # deep sea, four or five seats: the picking direction is turned round with every attempt

# --- stages ----------------------------------------------------------------------------------------------------
STAGE_ALONE = const(0)  # no dealer is heard
STAGE_LOBBY = const(1)  # the table forms
STAGE_CHOOSE = const(2)  # the dealing seat chooses a mission
STAGE_BRIEFING = const(3)
STAGE_ATTEMPT = const(4)  # the engine's phase tells more; PHASE_END is the result

# --- notices, shown once to all ----------------------------------------------------------------------------------
NOTICE_NONE = const(0)
NOTICE_RESUMED = const(1)  # the dealing device was reset; the same deal goes on
NOTICE_UNSAVED = const(2)  # the dealing device cannot save: a reset would lose the attempt
NOTICE_OLD_SAVE = const(3)  # it holds a save of another rules version, kept and not replayed
NOTICE_LOST_SAVE = const(4)  # its save could not be read
NOTICE_EMPTY = const(5)  # its battery is empty: writing might destroy what is saved
NOTICE_CHARGE = const(6)  # never sent: this device's own battery is empty

# --- commands to the table (kinds above the engine's) --------------------------------------------------------------
SEAT_SWAP = const(40)  # argument: one seat << 4 | another; lobby, dealing seat
TO_CHOOSE = const(41)  # lobby, briefing or result: choose a mission; dealing seat
CHOOSE = const(42)  # argument: the mission; dealing seat
DEAL_CARDS = const(43)  # briefing or result: deal; dealing seat
TO_LOBBY = const(44)  # no attempt under way: form the table anew; dealing seat
SET_CHALLENGE = const(45)  # argument: 1 on, 0 off; three humans, no attempt under way; dealing seat; in the deep sea: TURNING
NO_STANDING = const(46)  # from the next attempt on the seat that says so is asked in optional steps again
CAMPAIGN = const(47)  # argument: which one, 0-3; lobby, dealing seat
LETTER = const(48)  # + place 0-9, argument: a letter of the campaign's name; lobby, dealing seat
LETTERS = const(10)
SET_GAME = const(58)  # argument: the game; while a mission is chosen; dealing seat
CAMPAIGNS = const(4)
ADMIT = const(59)  # argument: 1 yes, 0 no, + 2 * the question's number: the spare device that asks may have the seat; or its code is the same

# --- commands to the own device, never sent -------------------------------------------------------------------------
BE_DEALER = const(60)
BE_GUEST = const(61)  # stop dealing; lobby only
TAKE = const(62)  # the person to whom the device is passed has it
PASS_TO = const(63)  # argument: the seat whose person is to have the device
ADD_PERSON = const(64)  # somebody else will share this device; lobby only
DROP_PERSON = const(65)  # argument: the seat whose person leaves the table, not the first one here; lobby only
SPELL = const(66)  # + place 0-5, argument: a letter of the name of the person at the device; lobby only
KEEP_OWN = const(72)  # the own mission that is being made is kept
DROP_OWN = const(73)  # argument: an own mission, which is kept no more
ASK_FOR = const(74)  # argument: a seat whose device is silent, or the own one without its key: ask all to have it; SPARE_NOBODY to ask no more
REFUSE_HASTE = const(24)  # refusal: a press sooner than what it would choose could be read; the handheld's own
REFUSE_TABLE = const(30)  # refusal: only the dealing seat may do this, and not now

# --- a private part: the engine's PRIVATE bytes, then the answer to the seat's last command ---------------------------
OWN_COMMAND = const(14)  # number of the last command that reached the dealer, 0 for none
OWN_REFUSED = const(15)  # REFUSE_..., 0 when it was done
OWN = const(16)

# --- what is sealed, and the keys for it: docs/PROTOCOL.md -----------------------------------------------------------------
SEALED = const(10)  # bytes behind what is sealed: counter 2, tag 8
COMMAND_BYTES = const(3)  # of a command: number, kind and argument
SEALED_COMMAND = const(13)  # and with SEALED behind them
# What a seat's end of it says after a turn (firmware/mail.py).
MAIL_BUSY = const(0)  # there is no session, or something is being opened or sealed
MAIL_IDLE = const(1)
MAIL_OPENED = const(2)  # a private part has been opened
# A record of a key; five of them, by the other device's chip id and not by seat.
R_CHIP = const(0)  # 4
R_STATE = const(4)
R_CODE = const(5)  # 3: the number that both displays show, low byte first
R_KEY = const(8)  # 16
RECORD = const(24)
RECORDS = const(5)
R_NONE = const(0)
R_COMPARED = const(1)  # the code is there to be compared, the key is being worked out
R_PAIRED = const(2)  # the key is there
R_LEFT = const(0x80)  # added to R_PAIRED: and its device has left the forming table since
CODES = const(100000)  # how many different codes there are
KEY_SLOT = const(11)  # of the store: a guest's record

# --- what a device knows of its link ------------------------------------------------------------------------------------
LINK_GOOD = const(0)
LINK_SILENT = const(1)  # nothing comes from the neighbour before link_seat
LINK_NO_DEALER = const(2)  # the dealing device is not heard
LINK_FULL = const(3)  # five seats are taken; this device only forwards
LINK_VERSION = const(4)  # a device of another version is in the ring

# --- the body of a dealer's save ------------------------------------------------------------------------------------------
SAVED_STAGE = const(0)
SAVED_SEATED = const(1)
SAVED_MISSION = const(2)
SAVED_OPTIONS = const(3)
SAVED_STANDING = const(4)
SAVED_GAME = const(5)  # as T_GAME; saves of the first game alone have 0 there
SAVED_CHIPS = const(6)  # 5 times 4
SAVED_NAMES = const(26)  # 5 times 6
SAVED_LOG = const(56)  # the log book (firmware/logbook.py, LOG_BYTES at most 552)
SAVED_KEYS = const(608)  # RECORDS times RECORD
SAVED_ATTEMPT = const(728)  # the attempt's own save (Attempt.save); nothing when none is under way

# --- missions of one's own (firmware/own.py): their file and its records ------------------------------------------------------
OWN_SLOT = const(10)
OWN_MOST = const(19)
OWN_RECORD = const(48)  # number, game, length of the outline, then
OWN_NAME = const(3)  # 12
OWN_OUTLINE = const(15)  # engine/outlines.py
OWN_NAME_LENGTH = const(12)

# --- frames, before COBS: docs/PROTOCOL.md ---------------------------------------------------------------------------------
# In the encoded bytes everything stands one byte later, behind COBS's first code. The first six are never zero.
PROTOCOL = const(2)
F_VERSION = const(0)
F_KIND = const(1)
F_FROM = const(2)  # seat + 1, or UNSEATED
F_TO = const(3)  # seat + 1, TO_ALL or TO_DEALER
F_TTL = const(4)  # hops left; the forwarder counts it down
F_BITS = const(5)  # 0x80 and one bit for each seat that accepted the frame
F_CRC = const(6)  # 4, over everything but ttl, bits and itself
F_EPOCH = const(10)  # 2, never zero: random at each start of the sender
F_SEQUENCE = const(12)  # counts the sender's frames from 1 to 255 and on from 1, so never zero
F_PAYLOAD = const(13)
FRAME_MOST = const(250)  # encoded, without the zero that ends it
UNSEATED = const(0x7E)
TO_ALL = const(0x7F)
TO_DEALER = const(0x7D)
HOPS = const(8)

# Kinds of frames.
BEAT = const(1)
PUBLIC_PART = const(2)
PRIVATE_PART = const(3)
COMMAND = const(4)
ASK = const(5)
SHEET = const(6)
HELLO = const(7)
SILENT = const(8)
WINDOW = const(9)
KEY = const(10)

# Payload of a KEY: which step of an exchange, then what it needs.
K_COMMIT = const(1)  # seat: its public key 32, commitment to it and to its nonce 16
K_OFFER = const(2)  # dealer: the commitment's first 4, its public key 32, its nonce 16
K_REVEAL = const(3)  # seat: its nonce 16
K_TAKEN = const(4)  # dealer: the first 4 of that nonce
K_SESSION = const(5)  # seat: 8 random bytes for a new session
K_ANSWER = const(6)  # dealer: the same 8, and 8 of its own
K_UNKNOWN = const(7)  # dealer, while its table forms: the same 8, it has no key for this seat; or the first 4 of a nonce that it knows nothing of

# Payload of a BEAT.
B_CHIP = const(0)  # 4: the dealer's id
B_FLAGS = const(4)  # 1: an attempt is under way
B_NUMBER = const(5)  # 2: of the newest view
B_PRIVATE = const(7)  # 5: of the seats' private parts
B_NAMES = const(12)  # of the names sheet
B_SEATED = const(13)
B_ROSTER = const(14)  # 4 for each seat: its device's id; of further persons at a device with their number in the top bits, see PERSON
PERSON = const(5)  # a person's number, 0-4, is added (exclusive or) to the first byte of the device's id from this bit on
# What an ASK wants.
WANT_PUBLIC = const(1)
WANT_PRIVATE = const(2)
WANT_NAMES = const(4)
WANT_LOG = const(8)  # the page is the second byte of the ASK
# Payload of a SILENT: the seat that hears nothing, or
HEARS_AGAIN = const(0xFE)  # what was told is over
# Sheets.
SHEET_NAMES = const(1)  # its number, how many seats, 6 letters each, then 10 of the campaign's name, then SPARE bytes
# Of a spare device that asks for a seat (firmware/spare.py).
SPARE_SEAT = const(0)  # which one, SPARE_NOBODY while nobody asks
SPARE_AGREED = const(1)  # bits of the seats that agree
SPARE_NUMBER = const(2)  # of the question, 7 bits
SPARE_NAME = const(3)  # 6
SPARE = const(9)
SPARE_NOBODY = const(255)
SPARE_CHIP = const(9)  # 4, known to the dealer alone
SHEET_LOG = const(2)  # its page, how many entries, the entries (firmware/logbook.py)
OWN_PAGES = const(128)  # + number - FIRST_OWN: the page that is the record of an own mission, eight entries or none
LOG_PAGE = const(30)  # entries on a page
LOG_ENTRY = const(6)

# --- times, in milliseconds ----------------------------------------------------------------------------------------------------
BEAT_EVERY = const(250)
RESEND_AFTER = const(400)
SILENCE = const(700)  # without a valid frame: say "silent before me"
AWAY_AFTER = const(2000)
STRANGE_FOR = const(3000)  # two frames of another version within this are a device of one; a single one may be noise
ASK_EVERY = const(300)
HELLO_EVERY = const(500)
KEY_EVERY = const(300)  # a step of an exchange is sent again
KEY_ANEW = const(10000)  # no two exchanges with the same device begin within: nobody gets to try code after code
QUIET = const(120)  # no commands for so long once a save window has come by

# --- keys, as screens know them ---------------------------------------------------------------------------------------
KEY_NONE = const(0)
KEY_NEXT = const(1)  # two keys: A short
KEY_PREVIOUS = const(2)  # A held, repeating
KEY_CHOOSE = const(3)  # B short
KEY_BACK = const(4)  # B held
KEY_UP = const(5)
KEY_DOWN = const(6)
KEY_MENU = const(7)
KEY_VOID = const(8)  # a choice that was made too soon to be one

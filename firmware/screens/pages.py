"""What the cursor and the keys do on the screens that are no cards: pages, lists of actions, seats, campaigns, missions, letters.

Serves firmware/screens/steps.py and stops.py, which load it when such a screen comes up.
"""

from engine.codes import CHALLENGE, FIRST_OWN, LAST_OWN, NOBODY
from engine.layout import JARVIS, MISSION
from engine.missions import playable
from firmware.screens.lists import actions, asked, first_page
from firmware.screens.steps import SURE, go, send, unsure
from firmware.screens.stops import place, stops
from firmware.texts import (
    ACTIONS, AT_ACTION, AT_DROP, AT_GAME, AT_MAKE, AT_MENU, AT_MORE, AT_NOTHING, AT_PAGE, AT_SEAT, A_ALWAYS, A_CHALLENGE, A_COVER, A_WITHDRAW, A_YES,
    S_BRIEFING, S_CHOOSE, S_CREW, S_HAND, S_HELP, S_HERE, S_JARVIS, S_LETTERS, S_LOG, S_MAKE, S_MENU, S_MISSION, S_SWAP, S_TASKS,
)
from firmware.wire import (
    ADD_PERSON, ADMIT, ASK_FOR, CAMPAIGN, CAMPAIGNS, CHOOSE, DROP_PERSON, LETTER, LOG_PAGE, NO_STANDING, OWN_PAGES, PASS_TO, SEAT_SWAP, SET_GAME, SPARE_NOBODY, SPARE_NUMBER, SPELL,
    STAGE_LOBBY, TURNING, T_GAME, T_OPTIONS, T_SEATED, T_STAGE, T_STANDING,
)

# By action: kind and argument of its command; kind 0 shows the screen in the argument. A test compares it with the codes.
_ACTIONS = (
    b"\x3c\x00\x29\x00\x00\x10\x00\x11\x2d\x00\xbd\x00\x2b\x00\x29\x00\xab\x00\x29\x00\xac\x00"  # A_DEALER to A_LOBBY
    b"\x8b\x01\x8b\x02\x8b\x03\x0c\x00\x86\x00\x07\x00"  # A_YES to A_DROP
    b"\x00\x09\x00\x0a\x00\x0c\x00\x0e\x00\x0d\x00\x15"  # A_TASKS to A_LOG
    b"\x92\x01\x00\x12\x8a\x00\x89\x00\x00\x00\x00\x0f\x00\x00"  # A_ALWAYS to A_RETURN
)
_LETTERS = b" ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def write_stops(scene, into):
    """Write the stops of the screen into ``into``; return how many, at least one."""
    screen = scene.screen
    n = 0
    last = AT_MENU
    if screen == S_CHOOSE and scene.dealing:
        game = scene.table[T_GAME] & 1
        if scene.table[T_OPTIONS] <= CHALLENGE:  # in the deep sea there is no JARVIS
            into[n] = AT_GAME
            n += 1
        for mission in range(1, LAST_OWN + 1):
            if scene.owned[mission - FIRST_OWN] == 5 + game if mission >= FIRST_OWN else playable(game, mission):
                into[n] = mission
                n += 1
        into[n] = AT_MAKE
        n += 1
    elif screen == S_MAKE:
        from firmware.screens.making import stops as fields

        return fields(scene, into)
    elif screen == S_LETTERS:
        for letter in _LETTERS:
            into[n] = letter
            n += 1
        return n
    else:
        last = AT_NOTHING
        if screen == S_SWAP or screen == S_CREW:
            n = scene.table[T_SEATED] if screen == S_SWAP else CAMPAIGNS + 1
            for i in range(n):
                into[i] = AT_SEAT + i
        elif screen == S_HERE:
            n = _here_stops(scene, into)
        else:
            for i in range(scene.plan >> 8):
                into[n] = AT_PAGE + i
                n += 1
            offer = actions(scene)
            seats = asked(scene)
            for seat in range(5):
                if seats >> seat & 1:
                    into[n] = AT_SEAT + seat
                    n += 1
            for i in range(ACTIONS):
                if offer >> i & 1:
                    into[n] = AT_ACTION + i
                    n += 1
        if screen < S_MENU:
            if not n:
                n = 1
                into[0] = AT_NOTHING
            last = AT_MENU
        elif n:
            return n
    into[n] = last
    return n + 1


def _here_stops(scene, into):
    """Write who plays here, and while the table forms what can be done about it; return how many."""
    n = 0
    for seat in range(5):
        if scene.here >> seat & 1:
            into[n] = AT_SEAT + seat
            n += 1
    if scene.table[T_STAGE] == STAGE_LOBBY:
        several = n > 1
        for i in range(3):
            if scene.guest if i == 2 else several if i else scene.table[T_SEATED] < 5:
                into[n] = AT_MORE + i
                n += 1
    return n


def step(scene, by, now):
    """Move the cursor to the next stop or the one before; behind the last page of a text comes the next text."""
    n = stops(scene)
    at = place(scene, n) + by
    screen = scene.screen
    if S_TASKS <= screen <= S_HELP and not 0 <= at < n:
        screen += by
        if screen == S_JARVIS and scene.view[JARVIS] == NOBODY:
            screen += by
        if not first_page(scene) <= screen <= (S_HAND if scene.rows < 5 else S_MISSION):
            screen = scene.base
        return go(scene, screen, now)
    if screen == S_LOG and not 0 <= at < n:
        # The next page of the log book itself, as long as there are more entries.
        if by < 0 or scene.log[1] < LOG_PAGE or scene.log[0] > 250:
            return go(scene, scene.base, now)
        page = scene.log[0] + 1
        go(scene, screen, now)
        scene.wanted = page
        return None
    scene.at = scene.stops[(at + n) % n]
    if screen == S_CHOOSE and FIRST_OWN <= scene.at <= LAST_OWN:
        scene.wanted = OWN_PAGES + scene.at - FIRST_OWN
    if screen != S_SWAP:
        scene.chosen = 0
    return None


def choose(scene, now):
    """Do what the cursor stands on, or ask for a second press where it cannot be undone. Return True for a command."""
    at = scene.at
    screen = scene.screen
    chosen = scene.chosen
    argument = at
    if screen == S_LETTERS:
        return _spell(scene, at, now)
    if screen != scene.base and not at >= AT_ACTION > AT_PAGE and not S_SWAP <= screen <= S_MAKE and not AT_ACTION <= at < AT_PAGE:
        return go(scene, scene.base, now)
    if at == AT_MENU:
        return go(scene, S_MENU, now)
    if at == AT_NOTHING:
        scene.at = AT_MENU
        return None
    if AT_PAGE <= at < AT_DROP:
        return step(scene, 1, now)
    if screen == S_CHOOSE:
        if at == AT_MAKE:
            from firmware.screens.making import begin

            begin(scene, FIRST_OWN)
            return go(scene, S_MAKE, now)
        kind = CHOOSE
        if at == AT_GAME:
            kind = SET_GAME
            argument = 1 - (scene.table[T_GAME] & 1)
    elif screen == S_MAKE:
        from firmware.screens.making import press

        kind = press(scene, at)
        if not kind:
            return False
        argument = scene.draft[MISSION]
        if unsure(scene, kind, now):
            return False
        kind &= ~SURE
        go(scene, scene.base, now)
    elif screen == S_SWAP:
        kind = SEAT_SWAP if chosen else SEAT_SWAP | SURE
        argument = chosen - AT_SEAT << 4 | at - AT_SEAT
    elif screen == S_CREW:
        if at == AT_SEAT + CAMPAIGNS:
            scene.naming = False
            return go(scene, S_LETTERS, now)
        kind = CAMPAIGN
        argument = at - AT_SEAT
    elif screen == S_HERE:
        if at == AT_MORE + 1:
            scene.naming = True
            return go(scene, S_LETTERS, now)
        kind = PASS_TO if at < AT_MORE else ADD_PERSON if at == AT_MORE else DROP_PERSON | SURE
        argument = at - AT_SEAT if at < AT_MORE else scene.seat
        if at == AT_SEAT + scene.seat:
            return go(scene, scene.base, now)
    elif scene.question and screen == scene.base:
        kind = ASK_FOR | SURE
        argument = at - AT_SEAT
        if at == AT_ACTION + A_WITHDRAW:
            argument = SPARE_NOBODY
        elif at >= AT_ACTION:
            # A no gives nothing away.
            kind = ADMIT | SURE if at == AT_ACTION + A_YES else ADMIT
            argument = scene.spare[SPARE_NUMBER] << 1 | (at == AT_ACTION + A_YES)
    else:
        kind = _ACTIONS[2 * (at - AT_ACTION)]
        argument = _ACTIONS[2 * (at - AT_ACTION) + 1]
        if at == AT_ACTION + A_CHALLENGE:
            argument = not scene.table[T_GAME] & TURNING if scene.table[T_GAME] & 1 and screen == S_BRIEFING else 1 - scene.table[T_OPTIONS]
        elif at == AT_ACTION + A_ALWAYS and scene.table[T_STANDING] >> scene.seat & 1:
            kind = NO_STANDING
    if unsure(scene, kind, now):
        return False
    if not kind or screen >= S_MENU and screen != S_CREW and (screen != S_HERE or kind == PASS_TO):
        go(scene, scene.base if kind else argument or scene.base, now)
    if not kind:
        scene.covered = at == AT_ACTION + A_COVER
        return False
    return send(scene, kind, argument)


def letter(scene):
    """Return the letter of the crew's name that is to be chosen, a capital."""
    letter = scene.spelled()[scene.card]
    return letter & 0x5F if letter > 0x60 else letter or 32


def _spell(scene, at, now):
    """Set a letter of the crew's name and go on to the next; behind the last one the name is done."""
    scene.command[0] = (SPELL if scene.naming else LETTER) + scene.card
    scene.command[1] = at
    if scene.pending:
        return False
    scene.card += 1
    if scene.card == len(scene.spelled()):
        scene.card = 0
        go(scene, scene.base, now)
    else:
        scene.at = letter(scene)
    return True

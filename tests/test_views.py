"""What a seat may know and what it may not (RULES 6): shown by changing what is hidden and looking at all the views.

The states are those of tests/pool.py, and the ends of the records of special missions.
"""

import itertools
import pathlib

from engine import codes, layout
from engine.attempt import Attempt
from engine.layout import HAND_BYTES, HANDS, PRIVATE, PUBLIC
from engine.refusal import Refusal
from host_tools import record
from tests import engine_kit as kit
from tests.engine_kit import ROWS, Walk, view
from tests.pool import pool, walks
from tests.facts import CREWS
from tests.steering import commands_of, options_of

RECORDS = pathlib.Path(__file__).parent / "records" / "specials"


def test_a_view_is_the_public_part_and_the_own_part():
    for walk in pool():
        st = walk.attempt.state
        before = bytes(st)
        for seat in walk.crew.humans:
            seen = view(walk.attempt, seat)
            assert len(seen) == PUBLIC + PRIVATE and seen[:PUBLIC] == st[:PUBLIC], walk
            own = seen[PUBLIC:]
            assert own[layout.OWN_SEAT] == seat, walk
            assert own[layout.OWN_HAND : layout.OWN_HAND + HAND_BYTES] == st[HANDS + HAND_BYTES * seat : HANDS + HAND_BYTES * (seat + 1)], walk
        for nobody in {5, 6, 7, 255, walk.crew.jarvis} - {None}:
            assert view(walk.attempt, nobody) == st[:PUBLIC], walk
        assert st == before, walk
    assert PUBLIC <= 144 and PRIVATE <= 32


def replayed(walk, changed):
    """Return the attempt with each command as ``changed(seat, command)`` has it, or None where that was not possible.

    It may not be impossible because a verdict fell sooner: that would be drawn from what nobody has seen.
    """
    again = Attempt()
    again.begin(walk.attempt.state[layout.MISSION], walk.seats, options_of(walk.crew))
    try:
        for seat, command in walk.commands:
            again.apply(seat, changed(seat, command))
    except Refusal:
        assert again.state[layout.VERDICT] == codes.OPEN, walk
        return None  # what was done says something about these cards, as it should
    return again


def exchanged(a, b, kinds):
    """A change for ``replayed``: in commands of these kinds the cards ``a`` and ``b`` change places."""
    swap = {a: b, b: a}

    def changed(seat, command):
        if command[0] not in kinds:
            return command
        if command[0] == codes.GIVE:
            return bytes((codes.GIVE, swap.get(command[1], command[1])))
        return command[:2] + bytes(swap.get(card, card) for card in command[2:])

    return changed


def holders(walk, card):
    """Every seat that holds or held ``card``."""
    st = walk.attempt.state
    found = {seat for seat in range(walk.seats) if card in kit.hand(st, seat) or seat == walk.crew.jarvis and card in kit.covered(st)}
    for at in (layout.GAVE, layout.GOT, layout.DRAW_GAVE, layout.DRAW_GOT):
        found |= {seat for seat in range(walk.seats) if st[at + seat] == card}
    return found


def hidden_cards(walk):
    """The unplayed cards that not everybody sees, and that everybody's view is not bound to: (seat, card)."""
    st = walk.attempt.state
    seen = set(st[layout.SHOWN : layout.SHOWN + 5]) | set(st[layout.OPEN_CARDS : layout.OPEN_CARDS + 7]) | {0x44}
    if walk.crew.jarvis is not None:
        # What JARVIS gave or got lay open.
        seen |= {st[at + walk.crew.jarvis] for at in (layout.GAVE, layout.GOT)}
        # What it was given to hold covered and what was drawn from it stays hidden.
    if ROWS[st[layout.MISSION]].special == "left_of_pink_nine_wins_all_pink":
        seen.add(0x09)  # its holder sits at the right of the collector
    hidden = [(seat, card) for seat in range(walk.seats) for card in kit.hand(st, seat) if card not in seen]
    return hidden + [(walk.crew.jarvis, card) for card in kit.covered(st) if card not in seen]


def test_nobody_learns_which_of_two_hidden_cards_another_holds():
    """Two unplayed cards change places in the deal; nothing that all see, nor that a seat sees which never had them, may change."""
    tried, moved, jarvis, ended, drawn = 0, 0, 0, 0, 0
    for walk in walks() + [endgame(mission, crew) for mission in ROWS for crew in CREWS]:
        st, some = walk.attempt.state, walk.random
        hidden = hidden_cards(walk)
        for _ in range(6):
            if len({seat for seat, _ in hidden}) < 2:
                continue
            (one, a), (other, b) = some.sample(hidden, 2)
            if one == other:
                continue
            again = replayed(walk, exchanged(a, b, (codes.DEAL, codes.GIVE, codes.DRAW)))
            if not again:
                continue
            dead_zone = ROWS[st[layout.MISSION]].dead_zone
            if not dead_zone and again.state[layout.MEANING : layout.MEANING + 5] != st[layout.MEANING : layout.MEANING + 5]:
                continue  # as a card openly shown does
            insiders = holders(walk, a) | holders(walk, b)
            tried += 1
            moved += any(command[0] == codes.GIVE for _, command in walk.commands)
            drawn += any(command[0] == codes.DRAW for _, command in walk.commands)
            jarvis += walk.crew.jarvis in insiders
            ended += st[layout.VERDICT] != codes.OPEN
            assert again.state[:PUBLIC] == st[:PUBLIC], (a, b, walk)
            for third in walk.crew.humans:
                if third not in insiders:
                    assert view(again, third) == view(walk.attempt, third), (third, a, b, walk)
    assert tried > 1000 and moved > 60 and jarvis > 100 and ended > 100 and drawn > 5


def test_no_verdict_is_drawn_from_cards_nobody_has_seen():
    """Every special mission, in every way that it can end: unplayed cards change places, and the verdict stays."""
    tried = set()
    for path in sorted(RECORDS.glob("*.crew")):
        walk = Walk(1, "3", path.stem)
        attempt = record.play(path.read_text(encoding="utf-8")).attempt
        walk.attempt, walk.commands, walk.seats = attempt, commands_of(attempt), attempt.state[layout.SEATS]
        walk.crew = next(crew for crew in CREWS.values() if (crew.seats, options_of(crew)) == (walk.seats, attempt.state[layout.OPTIONS]))
        hidden = hidden_cards(walk)
        pairs = [(a, b) for (one, a), (other, b) in itertools.combinations(hidden, 2) if one != other]
        for a, b in walk.random.sample(pairs, min(12, len(pairs))):
            again = replayed(walk, exchanged(a, b, (codes.DEAL, codes.GIVE, codes.DRAW)))
            if again:
                tried.add(path.stem)
                verdict = slice(layout.VERDICT, layout.VERDICT_CARD + 1)
                assert again.state[verdict] == attempt.state[verdict], (a, b, path.stem)
    assert len(tried) > 200


def endgame(mission, crew):
    """An attempt that has come to a verdict by its tricks, played at random."""
    walk = Walk(mission, crew, "endgame-%d-%s" % (mission, crew)).ready()
    while walk.attempt.state[layout.VERDICT] == codes.OPEN:
        walk.onward()
    return walk


def test_where_covered_cards_of_jarvis_lie_shows_to_nobody():
    tried = 0
    for walk in walks():
        under = kit.covered(walk.attempt.state)
        if len(under) < 2:
            continue
        a, b = walk.random.sample(under, 2)
        again = replayed(walk, exchanged(a, b, (codes.DEAL, codes.DRAW)))
        if again:
            tried += 1
            knowing = holders(walk, a) | holders(walk, b)  # in mission 12 a human may have held them
            for seat in [walk.crew.jarvis, *(human for human in walk.crew.humans if human not in knowing)]:
                assert view(again, seat) == view(walk.attempt, seat), (a, b, walk)
    assert tried > 100


def test_which_tasks_lie_face_down_shows_to_nobody():
    tried = 0
    missions = [number for number in ROWS if ROWS[number].handout not in ("none", "clockwise_pick_from_commander")]
    for walk in [walk for walk in walks() if walk.attempt.state[layout.MISSION] in missions]:
        st = walk.attempt.state
        for place in range(st[layout.TASK_COUNT]):
            if st[layout.TASK + layout.TASK_BYTES * place]:
                continue
            mine = st[layout.DRAWN + place]
            others = [card for card in kit.DECK if card < 0x40 and (not walk.crew.challenge or card >> 4 != codes.GREEN)]
            other = walk.random.choice([card for card in others if card not in st[layout.TASK : layout.PROPOSER : layout.TASK_BYTES]])
            again = replayed(walk, exchanged(mine, other, (codes.TASKS,)))
            tried += 1
            for seat in range(walk.seats):
                assert view(again, seat) == view(walk.attempt, seat), (place, walk)
    assert tried > 50


def test_a_card_chosen_for_the_neighbour_shows_to_nobody_else_until_all_have_chosen():
    tried = 0
    for mission in ROWS:
        for crew in CREWS.values():
            walk = Walk(mission, crew.name, "give-%d-%s" % (mission, crew.name))
            st = walk.attempt.state
            for _ in range(150):
                if st[layout.PHASE] >= codes.PHASE_DISTRESS:
                    break
                walk.onward()
            if st[layout.PHASE] != codes.PHASE_DISTRESS:
                continue
            walk.send(crew.humans[0], bytes((codes.DISTRESS, walk.random.randrange(2))))
            for seat in crew.humans[1:]:
                walk.send(seat, bytes((codes.ANSWER, codes.YES)))
            while st[layout.PHASE] == codes.PHASE_GIVE:
                gives = [pair for pair in walk.listed() if pair[1][0] == codes.GIVE]
                seat, command = walk.random.choice(gives)
                mine = set(kit.hand(st, seat))
                whole, seen = bytes(st), []
                for other, choice in gives:
                    if other == seat and (choice[1] in mine) == (command[1] in mine):
                        walk.attempt.apply(seat, bytes(choice))
                        if st[layout.PHASE] == codes.PHASE_GIVE:
                            views = [view(walk.attempt, third) for third in crew.humans if third != seat]
                            # What JARVIS is to give shows to the commander's crew only when all cards move, too.
                            if command[1] not in mine:
                                views = [view(walk.attempt, third) for third in crew.humans]
                            seen.append(views)
                        st[:] = whole
                tried += len(seen)
                assert all(views == seen[0] for views in seen), walk
                walk.send(seat, bytes(command))
    assert tried > 5000


def test_a_waiting_request_shows_only_to_its_owner():
    for walk in walks(2):
        st = walk.attempt.state
        whole = bytes(st)
        for seat in walk.crew.humans:
            views = [view(walk.attempt, other) for other in range(walk.seats)]
            for kind in (codes.RADIO_ASK, codes.RADIO_DROP):
                try:
                    walk.attempt.apply(seat, bytes((kind, 0)))
                except Refusal:
                    continue
                if st[layout.PHASE] == whole[layout.PHASE] and st[layout.TURN] == whole[layout.TURN]:
                    for other in range(walk.seats):
                        assert (view(walk.attempt, other) == views[other]) == (other != seat), walk
                st[:] = whole


def test_an_answer_shows_to_nobody_else_until_all_are_in():
    tried = set()
    for walk in walks():
        st = walk.attempt.state
        if st[layout.PROPOSER] == codes.NOBODY and st[layout.PHASE] != codes.PHASE_END:
            listed = walk.listed()
            steps = [pair for pair in listed if codes.CHANGE_TOKENS <= pair[1][0] <= codes.SHARE_OUT]
            seat, command = walk.random.choice(steps or [pair for pair in listed if pair[1][0] == codes.GIVE_UP])
            walk.send(seat, bytes(command))
        whole = bytes(st)
        for seat in walk.crew.humans:
            seen = []
            for reply in (codes.YES, codes.NO, codes.EITHER):
                try:
                    walk.attempt.apply(seat, bytes((codes.ANSWER, reply)))
                except Refusal:
                    continue
                if st[layout.PROPOSER] != codes.NOBODY:
                    tried.add(st[layout.SUBJECT])
                    seen.append([view(walk.attempt, other) for other in range(walk.seats) if other != seat])
                st[:] = whole
            assert all(views == seen[0] for views in seen), walk
    assert tried == {codes.GIVE_UP, codes.TAKE_BACK, codes.CHANGE_TOKENS, codes.HAND_OVER, codes.DISTRESS, codes.SHARE_OUT}


def test_the_dead_zone_tells_a_meaning_to_its_author_alone():
    shown = 0
    for walk in walks():
        st = walk.attempt.state
        if not ROWS[st[layout.MISSION]].dead_zone:
            continue
        for seat in walk.crew.humans:
            shown += st[layout.SHOWN + seat] != 0
            assert st[layout.RADIO + seat] in (codes.RADIO_UNUSED, codes.RADIO_SPENT), walk
            for other in range(walk.seats):
                before = view(walk.attempt, other)
                meaning, st[layout.MEANING + seat] = st[layout.MEANING + seat], 0x77
                assert (view(walk.attempt, other) == before) == (other != seat), walk
                st[layout.MEANING + seat] = meaning
    assert shown > 5

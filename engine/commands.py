"""Every command but playing cards and the radio: those before the first trick, joint decisions, and what chance brings.

Serves engine/attempt.py, which loads it when such a command comes: none of it need be in a board's memory while cards are played.
"""

from engine.codes import (
    ABSENT, ANSWER, CHANCE, CHANGE_TOKENS, DEAL, DRAW, GIVE, GIVE_UP, NAME, OUTLINE, PASS, PICK, REFUSE_COMMAND, SAY, SHARE_OUT, TAKEN,
    TAKE_BACK, TASKS, WITHDRAW,
)
from engine.refusal import Refusal
from engine.layout import LOG, LOGGED


def do(st, seat, kind, data, at, scratch):
    """Apply the command of ``kind`` whose argument is ``data[at]`` and whose cards follow it. Return True if a card is taken back by it.

    ``seat`` is one at the table, or CHANCE; ``scratch`` is room for a card set.
    """
    if seat == CHANCE:
        if kind == DEAL:
            from engine.deal import deal

            deal(st, data, at, scratch)
        elif kind == TASKS:
            from engine.deal import draw_tasks

            draw_tasks(st, data, at, scratch)
        elif kind == DRAW:
            from engine.exchange import draw

            draw(st, data, at)
        elif kind == OUTLINE:
            from engine.outlines import outline

            outline(st, data, at)
        elif kind == TAKEN:
            from engine.joint import taken

            taken(st, data[at])
        elif kind == ABSENT:
            from engine.joint import absent

            absent(st, data[at])
        else:
            raise Refusal(REFUSE_COMMAND)
    elif kind == PICK:
        from engine.deal import pick

        pick(st, seat, data[at])
    elif kind == GIVE_UP or kind == TAKE_BACK or CHANGE_TOKENS <= kind <= SHARE_OUT:
        from engine.joint import propose

        propose(st, seat, kind, data[at] if kind >= CHANGE_TOKENS else 0)
    elif kind == WITHDRAW:
        from engine.joint import withdraw

        withdraw(st, seat)
    elif kind == PASS:
        from engine.steps import pass_step

        pass_step(st, seat, data[at])
    elif kind == SAY:
        from engine.deal import say

        say(st, seat, data[at])
    elif kind == NAME:
        from engine.deal import name

        name(st, seat, data[at])
    elif kind == GIVE:
        from engine.exchange import give

        give(st, seat, data[at])
    elif kind != ANSWER:
        raise Refusal(REFUSE_COMMAND)
    else:
        from engine.joint import answer

        return answer(st, seat, data[at])
    return False


def append_cards(st, data, at, count):
    """Add the ``count`` cards at ``data[at:]`` behind the chance command just added."""
    end = LOG + 2 * st[LOGGED]
    for i in range(count):
        st[end + i] = data[at + i]
    if count & 1:
        st[end + count] = 0
    st[LOGGED] += count + 1 >> 1

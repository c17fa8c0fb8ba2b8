"""What the special rules ask for, in English, by SPECIAL_... (engine/codes.py); loaded when a briefing is shown.

A line each, with a shorter form behind "|" for narrow displays, as in firmware/text_en.py.
"""

SPECIALS = (
    b"",
    b"The commander asks all how their hand is and names one: who is sick must win no trick.|One is sick: no trick.\n",
    b"Win one trick with a 1 of a colour.|Win with a 1.\n",
    b"The commander names one who may not use the radio.|One has no radio.\n",
    b"After the first trick each draws a card blindly from the right.|After trick 1 draw from the right.\n",
    b"Each \x05 must win a trick; never two in one.|Each \x05 wins one.\n",
    b"No 9 may win a trick.|No 9 wins.\n",
    b"No 9 may win a trick, then or later.|No 9 wins.\n",
    b"Tasks lie face down. The commander asks who would take all of them, and decides.|One takes all, unseen.\n",
    b"Before the pick you may once swap two tokens.|May swap 2 tokens.\n",
    b"The commander turns up task after task, asks and gives it away; nobody may get two more than another.|Commander shares tasks out evenly.\n",
    b"Win two tricks, each with a 1 of a colour.|Win two with 1s.\n",
    b"Nobody may ever have two tricks more than another.|Stay within 1 trick.\n",
    b"The commander names one who wins one trick, no more, and not with a \x05.|One wins 1 trick, no \x05.\n",
    b"Nobody may ever have two tricks more than another. The commander wins the first and the last.|Within 1; commander first + last.\n",
    b"Before the pick you may once move a token to a task without.|May move 1 token.\n",
    b"The commander names one who wins the first and the last trick and no other, without a \x05.|One wins first + last only, no \x05.\n",
    b"Each \x05 must win a trick, the lowest first; never two in one.|\x05 win in order.\n",
    b"Who sits left of \x019 must win all nine \x01.|Left of \x019 wins all \x01.\n",
    b"\x0f must be done in the last trick, no sooner.|\x0f in last trick.\n",
    b"One wins just the first four tricks, another just the last; the others those between.|One 1-4, one last, rest between.\n",
)

"""The one-page reference of the rules and the keys, in English; loaded when somebody first looks at it."""

HELP = (
    b"FOLLOW the suit led if you can, else play anything. The highest card of that suit wins and leads next.\n"
    b"ROCKETS \x05 beat all colours. If one is led, rockets follow.\n"
    b"TASKS: you must win the trick with your task's card in it. If another seat wins it, all have failed.\n"
    b"TOKENS: \x85\x86\x87 done in that place among all tasks. \x0b\x0c\x0d in this order, others between. \x0f last of all.\n"
    b"RADIO: once an attempt, before a trick, show a colour card: your highest \x11, only \x12 or lowest \x13 of its colour."
    b" Ask in the menu at any time.\n"
    b"\x83 DEAD ZONE: you show a card, not what it means.\n"
    b"Speak of no cards that only you see. Silence is information too.\n"
    b"SIGNS: \x1c is to play. \x15 commander. \x90 led the trick, \x1d wins it so far. \x10 radio unused, \x14 spent. \x16 task done."
    b" \x82 all wait for this seat. \x7f not heard.\n"
    b"KEYS: \x1e steps on, \x1f takes. Where there are no others, hold \x1e to step back and \x1f to go back. In the game going back"
    b" turns to tasks, radios and the last trick.\n"
)

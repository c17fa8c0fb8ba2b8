"""What the handheld asks of a board. One file per platform stands here; the simulator (host_tools/simulator.py) is another.

A board is one object, made before anything else, with

``chip``             bytes, 4: its own id, the same at every start
``columns, rows``    of its display, in cells of 6x12 pixels
``mono``             True for a one-bit display
``name``             bytes, at most 6 ASCII letters: whom it belongs to
``now()``            milliseconds, wrapping at 2**29 (see firmware/clock.py)
``read(buffer)``     bytes that have come over the link, into ``buffer``; returns how many, 0 for none; never waits
``write(buffer, n)`` sends ``buffer[:n]`` as a whole; returns False, having sent nothing, while there is no room
``event(into)``      the next key event: ``into[0]`` the key (an index into ``keys``), ``into[1]`` 1 pressed or 0 released;
                     returns the time it happened in milliseconds, or -1 for none
``keys``             bytes: what each physical key is, KEY_... of firmware/wire.py; with KEY_NEXT and KEY_CHOOSE alone the
                     long presses give the rest
``refresh(grid)``    shows at most one changed row of the grid; returns True while more rows are waiting
``light(level)``     2 lights the display in full, 1 dims it, 0 turns it dark; where it can only be on or off, 1 is on
``words(at, into)``  reads from byte ``at`` of the file of texts (text.bin beside the program) into all of ``into``; returns how many bytes
                     there were: fewer at its end, 0 beyond it or when it cannot be read. Keeps the file open, makes no garbage and
                     never raises. host_tools/catalogue.py writes the file; firmware/intact.py looks at the start whether it is whole,
                     and a handheld without its texts does not start but says so
``load(slot, into)`` reads slot 0-11 of the store; returns the length, 0 when there is nothing. Slot 9 is the crash note
                     (firmware/crash.py), plain text of at most 200 bytes; slot 10 missions of one's own
                     (firmware/own.py), slot 11 a guest's key (firmware/join.py)
``save(slot, data, n)`` writes ``data[:n]``; returns False when it could not (full, read-only); never raises
``cipher(key)``      AES-128 of the platform's own under 16 bytes: an object whose ``encrypt(block)`` encrypts 16 bytes in place; None
                     where there is none, then firmware/aes.py serves
``random(n)``        n random bytes, hard to guess: keys are made of them, ``os.urandom`` or as good
``battery()``        0 (empty: nothing is written any more) to 3, or 255 where it cannot be read; averaged, and it does not
                     go up and down at an edge
``feed()``           tells the watchdog, if there is one, that all is well; called at least every 100 ms once the handheld runs
``restart()``        starts the board anew, as after a press of its reset key; does not return
``trace(error)``     what the platform prints of an exception, as text; only the last two lines are looked at

Whatever it raises by Ctrl-C (KeyboardInterrupt) or for a reload goes through to the prompt. Reloading by itself when a file
changes is switched off by the board.
"""

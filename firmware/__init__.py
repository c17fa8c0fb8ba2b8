"""The handheld: loop, dealer, seat, link, screens, store. It knows the engine, never a pin or a pixel (firmware/hal does)."""

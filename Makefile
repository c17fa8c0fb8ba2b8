# Targets explain themselves: `make` prints each line below that has a `##`.
# Nothing needs to be set up by hand: a target makes .venv with what it needs on its first run (host_tools/setup.py).

PYTHON ?= python3
SETUP := "$(PYTHON)" -m host_tools.setup
VENV_PYTHON := .venv/bin/python
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play hub demo virtual emulate flash bundle log carry test check bench soak fuzz clean have-python

help:
	@echo "Crewlink, a handheld for each player of The Crew. Targets:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile
	@echo "Options of a target go into ARGS, for example: make play ARGS='--seats 3'"

play: have-python ## open the simulated table in the browser, one handheld a seat
	@$(SETUP) play
	@$(VENV_PYTHON) -m host_tools.table $(ARGS)

hub: have-python ## join handhelds on this computer's USB into one table: make hub ARGS='PORT PORT'
	@$(SETUP) play
	@$(VENV_PYTHON) -m host_tools.hub $(ARGS)

demo: have-python ## play missions by themselves, without a display; screens as PNG and text
	@$(SETUP) demo
	@$(VENV_PYTHON) -m host_tools.demo $(ARGS)

virtual: have-python ## run a ring of virtual boards, N=4 BOARD=pico_display, with the game on them FLASH=1
	@$(SETUP) virtual
	@$(VENV_PYTHON) -m host_tools.virtual $(N) $(if $(BOARD),--board "$(BOARD)") $(if $(FLASH),--flash) $(ARGS)

emulate: have-python ## run an emulated Pico with a firmware of yours, UF2=firmware.uf2
	@$(SETUP) emulate
	@$(VENV_PYTHON) -m host_tools.emulate $(if $(UF2),"$(UF2)") $(ARGS)

flash: have-python ## install the game on a board: BOARD=pygamer, PORT=... or PORT=all, NAME=ANNA
	@$(SETUP) flash
	@$(VENV_PYTHON) -m host_tools.flash $(if $(BOARD),"$(BOARD)") $(if $(PORT),--port "$(PORT)") $(if $(NAME),--name "$(NAME)") $(ARGS)

bundle: have-python ## the same as a folder and a zip, to drag onto a board's drive: BOARD=... OUT=...
	@$(SETUP) flash
	@$(VENV_PYTHON) -m host_tools.install_build $(if $(BOARD),"$(BOARD)") $(if $(OUT),--out "$(OUT)") $(ARGS)

log: have-python ## show the log book and the crash note of a board: BOARD=... PORT=...
	@$(SETUP) flash
	@$(VENV_PYTHON) -m host_tools.logbook --device "$(PORT)" $(if $(BOARD),--board "$(BOARD)") $(ARGS)

carry: have-python ## carry a dead dealer's saves to another board: make carry FROM=PORT TO=PORT
	@$(SETUP) flash
	@$(VENV_PYTHON) -m host_tools.carry $(if $(FROM),"$(FROM)") $(if $(TO),"$(TO)") $(ARGS)

test: check ## run all tests (make check first); some need Node and Chromium
	@$(VENV_PYTHON) -m pytest -n auto --dist loadfile $(ARGS)

check: have-python ## look for faults without running anything (ruff; pyright for each platform)
	@$(SETUP) test
	@$(VENV_PYTHON) -m ruff check --quiet --output-format concise .
	@$(VENV_PYTHON) -m host_tools.typecheck

bench: have-python ## measure speed, memory and wire against the budgets
	@$(SETUP) test
	@$(VENV_PYTHON) -m host_tools.bench $(ARGS)

soak: have-python ## play missions over faulty links of every kind, an hour of them: is anything lost?
	@$(SETUP) test
	@$(VENV_PYTHON) -m tests.soak $(ARGS)

fuzz: have-python ## throw bytes at everything that takes some from outside, guided by what they reach
	@$(SETUP) test
	@$(SETUP) fuzz
	@$(VENV_PYTHON) -m tests.fuzz $(ARGS)

clean: ## remove what the targets made: .venv, node_modules, build, caches
	@rm -rf .venv node_modules build .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

have-python:
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "Crewlink needs Python 3.10 or newer, and there is no $(PYTHON) here. Get it with: sudo apt install python3 python3-venv" >&2; exit 1; }

# Needs make and Python 3.11 or newer, and nothing else; everything is installed into .venv.
#
#   make demo    check the games and play one at the terminal
#   make test    everything that must hold: lint, types, tests
#   make lint    lint and types alone
#   make bench   measure speeds on this machine and write tests/benchmarks/REPORT.md (ONLY=threads: that section)
#   make clean   remove what these commands made
#
# Another Python: make demo PYTHON=/path/to/python3.12

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$candidate"; break; }; \
	done)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench clean

help:
	@sed -n 's/^#   \(make .*\)/\1/p' Makefile

demo: $(VENV)/.installed
	@$(BIN)/boardwright validate --all --games 3
	@echo
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/boardwright play hnefatafl-7; \
	else $(BIN)/boardwright play hnefatafl-7 --auto --seed 7; fi

test: lint
	$(BIN)/pytest -n auto

lint: $(VENV)/.installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy examples

bench: $(VENV)/.installed-for-tests
	$(BIN)/python tests/benchmarks/report.py $(ONLY:%=--only %)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.installed: pyproject.toml $(BIN)/python
	@$(PIP) -e .
	@touch $@

$(VENV)/.installed-for-tests: pyproject.toml $(BIN)/python
	@$(PIP) -e '.[test]'
	@touch $@ $(VENV)/.installed

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
	echo "Boardwright needs Python 3.11 or newer, and none was found." >&2; \
	echo "Install one (https://www.python.org/downloads), or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	echo "This Python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) (once; it takes a minute) ..."
	@"$(PYTHON)" -m venv $(VENV)

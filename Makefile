# Two commands set everything up: `make run` and `make test`. They need Python 3.11 or later and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test slow check bench benchmarks lint reports clean

run: $(STAMP)
	$(BIN)/simlab run scenarios/forest/siege_twelve.toml --out reports/runs/siege_twelve

test: $(STAMP)
	$(BIN)/python -m pytest -q -n 2

slow: $(STAMP)
	$(BIN)/python -m pytest -q -n 2 -m slow

check: $(STAMP)
	$(BIN)/simlab check scenarios

reports: $(STAMP)
	$(BIN)/python reports/make.py

bench: $(STAMP)
	$(BIN)/python benchmarks/battle_side_by_side.py
	$(BIN)/python benchmarks/against_bare.py
	$(BIN)/python benchmarks/against_python.py
	$(BIN)/python benchmarks/vlad_game.py
	$(BIN)/simlab bench

benchmarks: $(STAMP)
	$(BIN)/python benchmarks/page.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(STAMP): pyproject.toml setup.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "simlab needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $(STAMP)

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache

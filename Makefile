# Everything a newcomer needs: `make demo` shows what Albers does, `make test` checks it. Both set themselves up in
# .venv; all they need is Python 3.11 or newer with venv, a C compiler and the network. With Python's C headers
# (python3-dev) the engine is compiled, without them it runs as plain Python.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# What the analysed programs and the C library are compiled to is kept here instead of in the user's cache.
export ALBERS_CACHE ?= $(CURDIR)/build/cache

HOT      := ir expr memory solver engine merging world
COMPILED := setup.py pyproject.toml $(wildcard src/albers/*.py) $(foreach package,$(HOT),$(wildcard src/albers/$(package)/*.py))
# The tests that run on the uncompiled engine too.
UNCOMPILED_TESTS := tests/memory tests/engine/test_exhaustive.py tests/engine/test_memory_access.py tests/test_project.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-uncompiled bench lint format build clean

help: ## show the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

demo: $(VENV)/engine ## find the bug in examples/settings.c and tell about it
	@rm -rf build/demo
	$(BIN)/albers run examples/settings.c --out build/demo

test: lint $(VENV)/engine ## all checks: lint, types, and every test
	ALBERS_EXPECTED_ENGINE=`cat $(VENV)/engine` $(BIN)/python -m pytest -q -n 2
	@if grep -q compiled $(VENV)/engine; then $(MAKE) --no-print-directory test-uncompiled; fi

# A copy of the sources without the compiled modules shadows the installation.
test-uncompiled:
	@rm -rf build/pure && mkdir -p build/pure
	@cd src && find albers -type f ! -name '*.so' ! -name '*.pyc' | tar -cf - -T - | tar -xf - -C ../build/pure
	ALBERS_EXPECTED_ENGINE=pure PYTHONPATH=$(CURDIR)/build/pure $(BIN)/python -m pytest -q -n 2 $(UNCOMPILED_TESTS)

# Options go through BENCH: make bench BENCH='--quick --only regexp'.
bench: $(VENV)/engine ## time the programs of bench/ beside KLEE; the table goes to bench/RESULTS.md
	$(BIN)/python bench/bench.py --save $(BENCH)

lint: $(VENV)/installed ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

format: $(VENV)/installed ## let ruff format and fix what it can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

build: $(VENV)/engine ## compile the engine

# The dependencies, and this directory as an editable installation that is not compiled yet.
$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Albers needs Python 3.11 or newer; choose one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	ALBERS_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# The file says how the engine runs: compiled or pure. -O1 takes two thirds of the time of -O3 to compile, and the engine
# is no slower.
$(VENV)/engine: $(VENV)/installed $(COMPILED)
	@echo "Compiling the engine; this takes a minute or two. See build/compile.log."
	@find src -name '*.so' -delete
	@mkdir -p build
	@ALBERS_OPT=1 $(BIN)/python setup.py -q build_ext --inplace > build/compile.log 2>&1 || \
	  { tail -n 40 build/compile.log; exit 1; }
	@grep '^albers: warning' build/compile.log || true
	@$(BIN)/python -c 'from albers.cli.compiled import is_compiled as c; print("compiled" if c() else "pure")' > $@

clean: ## remove everything that was made
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis albers-out-* albers-last
	find . -name '*.so' -delete
	find . -name __pycache__ -prune -exec rm -rf {} +

# Everything a contributor runs. `make help` lists it.
# Only Python 3.11+ with venv is needed; `setup` brings the rest into .venv and does nothing when that is up to date.

PYTHON ?= python3
ARGS ?=
CHAOS_RUNS ?= 50
UPGRADE ?= --upgrade

BIN := .venv/bin
STAMP := .venv/.headwater-setup
FLINK := .venv-flink/.headwater-setup
COMPILE := UV_PYTHON_DOWNLOADS=never $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--no-header --no-emit-index-url --no-annotate

.DEFAULT_GOAL := help
.PHONY: help setup page pictures run quick test lint format bench bless engines fuzz chaos docs constraints clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(STAMP)  ## create .venv with headwater (PYTHON=python3.12 selects the Python)

$(STAMP): pyproject.toml constraints/dev.txt constraints/build.txt tools/bootstrap.py
	@command -v $(PYTHON) >/dev/null || { echo "make setup: there is no $(PYTHON) here; headwater needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) tools/bootstrap.py
	@touch $@

$(FLINK): constraints/flink.txt tools/engines.py | setup
	$(BIN)/python tools/engines.py flink
	@touch $@

page: setup  ## build the page of headwater serve, if its sources changed (Node comes from PyPI)
	@$(BIN)/python tools/page.py

run: page  ## run the pipeline over the example warehouse: a summary and a report (ARGS="--no-facts")
	$(BIN)/headwater run examples --out out $(ARGS)

# Spark's tests wait for a JVM much of the time: they run beside the others, and speak when these have spoken. Those in
# tests/closure need Spark, too, and stand with the others so that both halves take as long.
# pytest says 5 where nothing was chosen, as with ARGS="-k …" that names a test of the other half.
test: lint page  ## lint, then all tests (ARGS="-k merge")
	@mkdir -p .cache
	@$(BIN)/python tools/chromium.py
	@$(BIN)/python -m pytest tests/spark $(ARGS) > .cache/tests-spark.txt 2>&1 & spark=$$!; \
	$(BIN)/python -m pytest --ignore tests/spark $(ARGS); others=$$?; \
	wait $$spark; spark=$$?; cat .cache/tests-spark.txt; \
	case "$$others $$spark" in "0 0"|"0 5"|"5 0") ;; *) exit 1 ;; esac

# What changed against the last commit is linted, and what needs no engine, browser or JVM is tested.
quick: setup  ## a minute's check while you work: lint of what changed, types, golden files and units (ARGS="-k merge")
	@changed=$$(git diff --name-only --diff-filter=d HEAD -- '*.py'; git ls-files --others --exclude-standard -- '*.py'); \
	test -z "$$changed" || { $(BIN)/ruff check $$changed && $(BIN)/ruff format --check $$changed; }
	$(BIN)/mypy --strict
	$(BIN)/python -m pytest -q -m "not slow and not engines" tests/golden tests/batch tests/logs tests/plans tests/test_*.py $(ARGS)

lint: setup  ## ruff and mypy --strict; oxlint and tsc over the page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	@$(BIN)/python tools/page.py --check

format: setup  ## apply ruff's fixes
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: page  ## growth exponents, CPU time compared with the parser and sqlglot's lineage, frame times of the page
	$(BIN)/python -m bench $(ARGS)

bless: setup  ## write the current answers into the golden files; read the diff
	$(BIN)/python -m pytest tests/golden --bless $(ARGS)

engines: setup $(FLINK)  ## compare with the real engines (Flink: 330 MB in .venv-flink; HEADWATER_CORPORA=folder replays suites)
	HEADWATER_ENGINES=1 HEADWATER_CACHE=.cache \
	$(BIN)/python -m pytest tests/judges tests/test_zetasql_toolkit.py tests/test_function_tables.py -m engines $(ARGS)
	HEADWATER_ENGINES=1 $(BIN)/python -m pytest tests/spark/test_connect.py tests/spark/test_programs.py \
		tests/spark/test_pipeline.py tests/spark/test_cluster.py tests/spark/test_increment_tables.py \
		tests/spark/test_schema_tables.py tests/closure $(ARGS)

fuzz: setup  ## generate statements for longer than the tests do, and check the answers with an engine
	HEADWATER_FUZZ=1 $(BIN)/python -m pytest -s tests/test_mutations.py
	HEADWATER_FUZZ=1 $(BIN)/python -m pytest tests/test_robustness.py tests/test_properties.py tests/test_fingerprint.py tests/batch/test_text_ids.py tests/test_histories.py
	$(BIN)/python -m tests.judges.fuzz $(ARGS)

chaos: setup  ## kill runs of the pipeline by chance, and compare the tables (nightly; ARGS="--seed 7 --case 3")
	$(BIN)/python -m tests.chaos --runs $(CHAOS_RUNS) $(ARGS)

pictures: page  ## take the screenshots of the page in docs/images (needs Chromium)
	$(BIN)/python -m tools.pictures $(ARGS)

docs: setup  ## generate pages of docs/ and update the examples
	$(BIN)/python tools/docs.py $(ARGS)

constraints: setup  ## pin the newest versions that pyproject.toml allows (UPGRADE= keeps the pins that still fit)
	$(COMPILE) $(UPGRADE) --all-extras pyproject.toml -o constraints/dev.txt
	$(COMPILE) $(UPGRADE) constraints/build.in -o constraints/build.txt
	$(COMPILE) $(UPGRADE) constraints/flink.in -o constraints/flink.txt

clean:  ## remove .venv, caches and build output
	rm -rf .venv .venv-flink build dist out page/node_modules src/headwater/server/static .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

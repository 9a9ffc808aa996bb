"""Session-wide judges, and the list of abstentions at the end of a run."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from tests.judges.corpus import SCHEMA
from tests.judges.duckdb_plan import connect
from tests.judges.perturb import Bench

ABSTAINED = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ABSTAINED] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    abstained = config.stash[ABSTAINED]
    if abstained:
        terminalreporter.section(f"{len(abstained)} abstentions of the judges")
        for line in abstained:
            terminalreporter.line(line)


@pytest.fixture(scope="session")
def abstained(pytestconfig: pytest.Config) -> list[str]:
    """Lines to be printed at the end: where a judge did not know."""
    return pytestconfig.stash[ABSTAINED]


@pytest.fixture(scope="session")
def planner() -> Iterator[duckdb.DuckDBPyConnection]:
    """DuckDB with the schema and no data, to be asked for plans."""
    con = connect(SCHEMA)
    yield con
    con.close()


@pytest.fixture(scope="session")
def bench() -> Bench:
    """DuckDB with data, to be run on."""
    return Bench(SCHEMA)

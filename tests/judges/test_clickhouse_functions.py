"""ClickHouse's own list of functions against headwater's table of them: none is unknown, none is of another kind."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from headwater.catalog.functions import Functions
from tests.judges.clickhouse_engine import Engine, missing

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "functions"))

REASON = missing()
pytestmark = [pytest.mark.engines, pytest.mark.skipif(REASON is not None, reason=str(REASON))]

INTERNAL = re.compile(r"_CAST|__\w+")
"""What the engine's rewriter leaves behind; it is not to be called."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    running = Engine("")
    yield running
    running.close()


@pytest.fixture(scope="module")
def known() -> Functions:
    return Functions.load("headwater.dialects.clickhouse", fold=False)


def test_every_function_is_classified(engine: Engine, known: Functions) -> None:
    rows = engine.rows("SELECT name, is_aggregate, higher_order FROM system.functions")
    assert len(rows) > 1500
    rows = [row for row in rows if not INTERNAL.fullmatch(row["name"])]
    assert [row["name"] for row in rows if known.find(row["name"]) is None] == []
    for row in rows:
        kind = known.table.get(row["name"], known.find(row["name"])).kind  # type: ignore[union-attr]
        assert (kind in ("agg", "window")) == bool(row["is_aggregate"]), row["name"]
        assert (kind == "higher") == bool(row["higher_order"]), row["name"]


def test_functions_that_ignore_case_are_found_in_any(engine: Engine, known: Functions) -> None:
    rows = engine.rows("SELECT name FROM system.functions WHERE case_insensitive")
    rows = [row for row in rows if not INTERNAL.fullmatch(row["name"])]
    assert [row["name"] for row in rows if known.find(row["name"].upper()) is None] == []
    assert known.find("ARRAYMAP") is None


def test_every_aggregate_with_every_combinator_is_classified(engine: Engine, known: Functions) -> None:
    combinators = [
        row["name"]
        for row in engine.rows("SELECT name FROM system.aggregate_function_combinators WHERE NOT is_internal")
    ]
    assert set(combinators) - {"MergeState"} <= set(known.combinators)
    aggregates = [row["name"] for row in engine.rows("SELECT name FROM system.functions WHERE is_aggregate")]
    unknown = [
        name + ending
        for name in aggregates
        if (result := known.find(name)) is not None and result.kind == "agg"
        for ending in combinators
        if known.find(name + ending) is None
    ]
    assert unknown == []


def test_every_table_function_is_classified(engine: Engine, known: Functions) -> None:
    for row in engine.rows("SELECT name FROM system.table_functions"):
        result = known.find(row["name"])
        assert result is not None, row["name"]
        assert result.kind == "table" or "table" in result.flags, row["name"]


def test_the_table_is_what_the_tool_makes_of_the_engine(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    """A role that was changed without writing the table again, or a table that was changed by hand."""
    import merge  # type: ignore[import-not-found]
    import read_clickhouse  # type: ignore[import-not-found]

    read_clickhouse.functions(engine.rows)
    listing = capsys.readouterr().out.splitlines()
    roles = (ROOT / "tools" / "functions" / "roles" / "clickhouse.txt").read_text("utf-8").splitlines()
    merged = [line for line in merge.merge("clickhouse", listing, roles) if not line.startswith("#")]
    table = ROOT / "src" / "headwater" / "dialects" / "clickhouse" / "functions.txt"
    checked_in = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert merged == checked_in

"""ZetaSQL as a front end gives the answers of the text front end: over the whole corpus of the judge."""

from __future__ import annotations

from typing import Any

import pytest

import headwater
from headwater import api
from headwater import session as headwater_session
from tests.judges.googlesql.scripts import SCHEMA, Script, scripts
from tests.judges.live import live

SCRIPTS = scripts()


@pytest.fixture(scope="module")
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="googlesql")


def summary(analysis: headwater.Analysis) -> list[Any]:
    """Everything of an answer that both must say: edges with their types, influence, columns, kinds and targets."""
    return [
        {
            "kind": statement.kind,
            "target": statement.target,
            "level": str(statement.level),
            "tables": statement.tables,
            "columns": [column.name for column in statement.columns],
            "edges": [(str(e.source), str(e.target), str(e.type), e.target.ordinal) for e in statement.edges],
            "influence": sorted({(str(i.source), str(i.target), str(i.type)) for i in statement.influence}),
        }
        for statement in analysis.statements
    ]


def refused(analysis: headwater.Analysis) -> list[str]:
    return [d.message for s in analysis.statements for d in s.diagnostics if str(d.code) in ("I912", "W911", "E901")]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_answers_are_those_of_the_text_front_end(script: Script, catalog: headwater.Catalog) -> None:
    pytest.importorskip("zetasql", reason="the extra `zetasql` is not installed")
    from tests.judges.googlesql.resolved_statements import Replay, by_name

    session = headwater_session.open_session("googlesql", catalog)
    session.front_end = Replay(by_name()[script.name]).bind
    through = api.analyze_in(session, script.sql)
    assert refused(through) == []
    assert summary(through) == summary(headwater.analyze(script.sql, dialect="googlesql", catalog=catalog))


@pytest.mark.engines
@live
def test_the_front_end_asks_zetasql(catalog: headwater.Catalog) -> None:
    pytest.importorskip("zetasql", reason="the extra `zetasql` is not installed")
    for script in SCRIPTS[::7]:
        through = headwater.analyze(script.sql, dialect="googlesql", catalog=catalog, frontend="zetasql")
        assert summary(through) == summary(headwater.analyze(script.sql, dialect="googlesql", catalog=catalog)), (
            script.sql
        )


@pytest.mark.engines
@live
def test_what_zetasql_refuses_is_read_without_it(catalog: headwater.Catalog) -> None:
    pytest.importorskip("zetasql", reason="the extra `zetasql` is not installed")
    answer = headwater.analyze("SELECT a FROM nowhere", dialect="googlesql", frontend="zetasql").statements[0]
    assert [str(edge.source) for edge in answer.edges] == ["nowhere.a"]
    assert "I912" in [str(diagnostic.code) for diagnostic in answer.diagnostics]


@pytest.mark.engines
@live
def test_places_are_those_of_the_text(catalog: headwater.Catalog) -> None:
    pytest.importorskip("zetasql", reason="the extra `zetasql` is not installed")
    sql = "SELECT 'é' AS s, name FROM customers;\nSELECT UPPER(name) AS n FROM customers"
    answer = headwater.analyze(sql, dialect="googlesql", catalog=catalog, frontend="zetasql")
    (edge,) = answer.statements[1].edges
    assert sql[edge.span[0] : edge.span[1]] == "UPPER(name)"


def test_without_the_package_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("headwater.frontends.zetasql")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "zetasql", None)
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    answer = headwater.analyze("SELECT a FROM t", dialect="googlesql", frontend="zetasql").statements[0]
    (note,) = [diagnostic for diagnostic in answer.diagnostics if str(diagnostic.code) == "W911"]
    assert "pip install 'headwater[zetasql]'" in note.message
    assert note.help
    assert [str(edge.source) for edge in answer.edges] == ["t.a"]


def test_an_unknown_front_end_is_refused() -> None:
    with pytest.raises(ValueError, match="front end"):
        headwater.analyze("SELECT 1", dialect="googlesql", frontend="javacc")
    with pytest.raises(ValueError, match="front end"):
        headwater.analyze("SELECT 1", dialect="duckdb", frontend="zetasql")

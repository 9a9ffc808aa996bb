"""Pipelines as the parser sees them, and what they cost."""

import pytest

from headwater import Catalog, analyze, dialects
from headwater.sql import pipes
from headwater.sql.grammar import Unreadable
from headwater.sql.placeholders import MARK
from tests.test_linear import counted

GRAMMAR = dialects.get("googlesql").grammar


def rewritten(sql: str) -> str:
    return " ".join(token.text for token in pipes.rewrite_pipes(GRAMMAR.tokenize(sql))).replace(MARK, "")


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT a FROM t", "SELECT a FROM t"),
        ("FROM t |> WHERE a", "WITH from AS ( SELECT * FROM t ) , where AS ( SELECT 1 WHERE a ) SELECT 1"),
        (
            "SELECT (FROM t |> DROP a)",
            "SELECT ( WITH from AS ( SELECT * FROM t ) , drop AS ( SELECT a ) SELECT 1 )",
        ),
        (
            "WITH x AS (SELECT 1) FROM x |> SET a = b = c",
            "WITH x AS ( SELECT 1 ) , from AS ( SELECT * FROM x ) , set AS ( SELECT a , b = c ) SELECT 1",
        ),
        (
            "SELECT 1 |> FORK (|> SELECT 2), ()",
            "WITH query AS ( SELECT 1 ) , fork AS ( SELECT ( WITH select AS ( SELECT 2 ) SELECT 1 ) , "
            "( WITH nothing AS ( SELECT 1 ) SELECT 1 ) ) SELECT 1",
        ),
    ],
)
def test_pipes_become_a_with(sql: str, expected: str) -> None:
    assert rewritten(sql) == expected


@pytest.mark.parametrize("sql", ["FROM t |>", "FROM t |> BOGUS", "FROM t |> SET a", "FROM t |> INSERT INTO u (a) b"])
def test_unreadable(sql: str) -> None:
    with pytest.raises(Unreadable):
        pipes.rewrite_pipes(GRAMMAR.tokenize(sql))


def test_places_stay_true() -> None:
    sql = "FROM t |> WHERE b > 0 |> EXTEND a + 1 AS k |> DROP a, b"
    edge = analyze(sql, dialect="googlesql", catalog=Catalog({"t": ["a", "b"]})).statements[0].edges[0]
    assert sql[slice(*edge.span)] == "a + 1"
    assert edge.expr == "a + 1"


@pytest.mark.parametrize("length", range(0, 60, 3))
def test_cut_short(length: int) -> None:
    """A pipeline cut anywhere never raises."""
    text = "FROM t |> AGGREGATE SUM(b) AS s GROUP AND ORDER BY a |> IF x THEN (|> SET s = 1) |> FORK (|> AS q)"
    analyze(text[: length + 8], dialect="googlesql", catalog=Catalog({"t": ["a", "b"]}))


def test_long_pipelines_are_linear() -> None:
    tables = Catalog({"t": ["a", "b"]})

    def steps(count: int) -> int:
        sql = "FROM t " + "|> EXTEND a + 1 AS k |> DROP k |> WHERE a > 0 " * count
        assert analyze(sql, dialect="googlesql", catalog=tables).statements[0].level.value == "EXACT"
        return counted(sql, tables, "googlesql")

    assert steps(200) < 5 * steps(50)

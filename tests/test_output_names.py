"""Output names: the writer of expressions, and where the items of a select list stand in the tokens.

What each engine really calls an output is asked of the engines (`tests/judges`); here are the parts that they share.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlglot.tokenizer_core import Token

import headwater
from headwater import dialects
from headwater.bind.output_names.writer import ExpressionWriter
from headwater.dialects.duckdb.output_names import DuckDBWriter


class Writer(ExpressionWriter):
    """A dialect with few words."""

    precedence = (("OR",), ("AND",), ("NOT",), ("=", ">", "IS", "IN", "LIKE", "BETWEEN"), (">>",), ("+", "-"), ("*",))
    forms = {  # noqa: RUF012
        "LIKE": "like({}, {})",
        "NOT LIKE": "notLike({}, {})",
        "BETWEEN": "between({}, {}, {})",
        "IS DISTINCT FROM": "differ({}, {})",
        "SIGN -": "-({})",
        "ROW": "row({})",
        "FIELD": "{}.{}",
        "EXTRACT": "extract({}, {})",
        "NAMED ARGUMENT": "{}: {}",
    }
    typed_literals = frozenset({"DATE"})
    bare_calls = {"CURRENT_DATE": "today()"}  # noqa: RUF012
    steps = 0

    def keyword(self, ahead: int = 0) -> str:
        self.steps += 1
        return super().keyword(ahead)

    def call(self, parts: list[str], arguments: list[str], distinct: bool = False) -> str:
        return f"{parts[-1].lower()}({'DISTINCT ' if distinct else ''}{', '.join(arguments)})"


def tokens_of(text: str) -> Sequence[Token]:
    return dialects.get("duckdb").grammar.tokenize(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a = b + 1 AND NOT c OR d", "(((a = (b + 1)) AND (NOT c)) OR d)"),
        ("a = NOT b", "(a = (NOT b))"),
        ("a >> b", "(a >> b)"),  # two tokens
        ("-a + -1", "(-(a) + -1)"),
        ("a NOT IN (1, 2)", "(NOT (a IN (1, 2)))"),
        ("a LIKE b + c", "like(a, (b + c))"),
        ("a NOT LIKE b", "notLike(a, b)"),
        ("a NOT BETWEEN 1 AND 2 AND b", "((NOT between(a, 1, 2)) AND b)"),
        ("a IS NOT NULL = b", "((a IS NOT NULL) = b)"),
        ("a IS DISTINCT FROM b", "differ(a, b)"),
        ("(a, b)", "row(a, b)"),
        ("(a + b)", "(a + b)"),
        ("F(x => 1, DISTINCT_)", "f(x: 1, DISTINCT_)"),
        ("sum(DISTINCT a) FILTER (WHERE b)", "sum(DISTINCT a) FILTER (WHERE b)"),
        ("max(a) OVER (PARTITION BY b ORDER BY c DESC)", "max(a) OVER (PARTITION BY b ORDER BY c DESC)"),
        ("substring(a FROM 2 FOR 3)", "substring(a, 2, 3)"),
        ("substring(a, 2)", "substring(a, 2)"),
        ("position('x' IN a)", "position(x, a)"),
        ("trim(LEADING 'x' FROM a)", "ltrim(a, x)"),
        ("trim(a)", "trim(a)"),
        ("extract(year FROM a)", "extract(year, a)"),
        ("current_date", "today()"),
        ("a[1:2].b", "a[1:2].b"),
    ],
)
def test_an_expression_is_written_by_the_tables_of_its_dialect(text: str, name: str) -> None:
    assert Writer(tokens_of(text), text).write() == name


@pytest.mark.parametrize("text", ["a COLLATE b", "a IS TRUE", "a LIKE b ESCAPE c", "(SELECT 1)", "a b", "f(a", "a +"])
def test_a_form_without_a_template_has_no_name(text: str) -> None:
    assert Writer(tokens_of(text), text).write() is None


def steps(text: str) -> int:
    writer = Writer(tokens_of(text), text)
    assert writer.write() is not None
    return writer.steps


@pytest.mark.parametrize(
    "shape",
    [
        lambda size: "trim(" * size + "a" + ")" * size,
        lambda size: "substring(" * size + "a" + ", 1)" * size,
        lambda size: "(" * size + "a" + ")" * size,
        lambda size: " + ".join("a" * size),
        lambda size: " AND ".join(["a LIKE b"] * size),
    ],
    ids=["trim", "substring", "parentheses", "sum", "and"],
)
def test_every_token_is_read_once(shape: object) -> None:
    """Each token costs the same, however deep it stands; a call that is read twice would cost 2 to the depth."""
    assert callable(shape)
    assert steps(shape(40)) < 2.2 * steps(shape(20))


def test_operands_of_and_are_one_list() -> None:
    text = "a AND (b AND (c OR (d OR e)))"
    assert DuckDBWriter(tokens_of(text), text).write() == "(a AND b AND (c OR d OR e))"


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("SELECT a, TRUE, NULL, b FROM t", ["a", "true", "NULL", "b"]),
        ("SELECT TRUE, NULL, a FROM t", ["true", "NULL", "a"]),
        ("SELECT NULL, TRUE AS x, FALSE, a AS y FROM t", ["NULL", "x", "false", "y"]),
        ("SELECT a AS y, FALSE, (1, 2) AS p, TRUE FROM t", ["y", "false", "p", "true"]),
        ("SELECT TRUE, FALSE", ["true", "false"]),
        ("SELECT DISTINCT NULL", ["NULL"]),
        ("SELECT DISTINCT ON (a) NULL, b FROM t", ["NULL", "b"]),
        ("SELECT f('a', NULL), f(NULL, NULL)", ["f('a', NULL)", "f(NULL, NULL)"]),
        ("SELECT NULL UNION ALL SELECT a FROM t", ["NULL"]),
        ("SELECT EXISTS (SELECT b FROM u), TRUE, a FROM t", ["EXISTS(SELECT b FROM u)", "true", "a"]),
    ],
)
def test_items_without_a_position_are_found_by_their_neighbours(sql: str, names: list[str]) -> None:
    columns = headwater.analyze(sql, dialect="duckdb").statements[0].columns
    assert [column.name for column in columns] == names

"""Where tokens stand: the bracket or CASE around each, and its clause."""

from __future__ import annotations

import pytest

from headwater import dialects
from headwater.sql.outline import TOP, in_call, is_call, outlined

GRAMMAR = dialects.get("duckdb").grammar


def position(sql: str, text: str) -> tuple[str, str]:
    """The token that holds another one, and the clause that it stands in."""
    tokens = GRAMMAR.tokenize(sql)
    outline = outlined(tokens)
    index = next(n for n, token in enumerate(tokens) if token.text == text)
    holder, clause = outline.holder[index], outline.clause[index]
    return "" if holder == TOP else tokens[holder].text, clause.name if clause is not None else ""


@pytest.mark.parametrize(
    ("sql", "text", "expected"),
    [
        ("SELECT x FROM t", "x", ("", "SELECT")),
        ("SELECT a FROM t JOIN x ON b = c", "x", ("", "JOIN")),
        ("SELECT f(x) FROM t", "x", ("(", "")),
        ("SELECT a FROM (SELECT x FROM t)", "x", ("(", "SELECT")),
        ("SELECT CASE WHEN a THEN x END FROM t", "x", ("CASE", "THEN")),
        ("SELECT CASE WHEN a THEN b END, x FROM t", "x", ("", "SELECT")),
        ("SELECT CASE WHEN a THEN CASE WHEN b THEN c END ELSE x END", "x", ("CASE", "THEN")),
        ("SELECT t.case, x FROM t", "x", ("", "SELECT")),
        ("SELECT (CASE WHEN a), x FROM t", "x", ("", "SELECT")),  # a CASE without END ends with its bracket
        ('SELECT "from", x', "x", ("", "SELECT")),
        ("SELECT a AS set, x FROM t", "x", ("", "SELECT")),
        ("CREATE TABLE t AS SELECT x", "x", ("", "SELECT")),
        ("INSERT INTO x SELECT 1", "x", ("", "INTO")),
        ("MERGE INTO t USING u ON a = b WHEN MATCHED THEN x", "x", ("", "THEN")),
        ("SELECT a FROM t; x", "x", ("", "")),
        ("SELECT a) FROM t, x", "x", ("", "FROM")),
    ],
)
def test_a_token_knows_where_it_stands(sql: str, text: str, expected: tuple[str, str]) -> None:
    assert position(sql, text) == expected


def test_the_parentheses_of_a_call_are_told_from_others() -> None:
    tokens = GRAMMAR.tokenize("SELECT f(a), (b), c IN (d)")
    outline = outlined(tokens)
    opened = [index for index, token in enumerate(tokens) if token.text == "("]
    assert [is_call(tokens, index) for index in opened] == [True, False, False]
    assert [token.text for index, token in enumerate(tokens) if in_call(tokens, outline, index)] == ["a"]

"""Reading the text: templates are covered, statements are split, what would harm the parser is refused or rewritten."""

from __future__ import annotations

import pytest

import headwater
from headwater import dialects
from headwater.base.spans import Span
from headwater.sql import limits, rewrites
from headwater.sql.parse import parse
from headwater.sql.spans import Spans
from headwater.sql.templates import COVER, cover, named

GRAMMAR = dialects.get("duckdb").grammar


def test_templates_are_covered_one_for_one() -> None:
    text = "SELECT {{ a }} FROM ${t} {% if x %} WHERE b {% endif %} {# no #}"
    covered, found = cover(text)
    assert len(covered) == len(text)
    assert [one.text for one in found] == ["{{ a }}", "${t}", "{% if x %}", "{% endif %}", "{# no #}"]
    assert covered.count(COVER) == 2
    assert all(character < COVER for character in covered.replace(covered[7:14], "").replace(covered[20:24], ""))
    assert named("{{ ref('m') }}") == ("m",)
    assert named("{{ ref('package', 'm') }}") == ("m",)


def test_statements_keep_their_offsets() -> None:
    text = "SELECT ';' AS a;;\n-- ; no\nSELECT 2; "
    assert [text[one.span.start : one.span.end] for one in parse(text, GRAMMAR, 1_000)] == [
        "SELECT ';' AS a",
        "SELECT 2",
    ]


def test_one_bad_piece_does_not_take_the_others_with_it() -> None:
    statements = headwater.analyze("SELECT 1 AS a; SELECT 'no end; SELECT 2 AS b", dialect="duckdb").statements
    assert next(diagnostic.level.value for diagnostic in statements) == "EXACT"
    assert any(diagnostic.code == "E002" for statement in statements for diagnostic in statement.diagnostics)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT " + "(" * 300 + "1" + ")" * 300,
        "SELECT " + "NOT " * 200 + "a FROM t",
        "SELECT " + "- " * 200 + "a FROM t",
        "SELECT a" + "[1]" * 200 + " FROM t",
        "FROM " * 200 + "t",
    ],
)
def test_what_goes_too_deep_is_refused_kindly(text: str) -> None:
    (statement,) = headwater.analyze(text, dialect="duckdb").statements
    assert next(diagnostic.code for diagnostic in statement.diagnostics if diagnostic.severity == "error") == "E003"


def test_ordinary_statements_are_let_through() -> None:
    words = GRAMMAR.tokenize("SELECT -a, NOT b, c[1][2] FROM (SELECT 1) AS t")
    assert limits.refuse(limits.kinds(words), words) is None


def test_bare_joins_become_cross_joins() -> None:
    words = GRAMMAR.tokenize("SELECT 1 FROM a JOIN b JOIN c ON x = y JOIN d")
    bare = rewrites.find_bare_joins(words)
    assert [words[at + 1].text for at in bare] == ["b", "d"]
    crossed = rewrites.add_cross_joins(words, bare)
    assert isinstance(crossed, list)
    assert [one.text for one in crossed if one.text in ("CROSS", "JOIN")] == ["CROSS", "JOIN", "JOIN", "CROSS", "JOIN"]
    left = GRAMMAR.tokenize("SELECT 1 FROM a LEFT JOIN b")
    assert rewrites.add_cross_joins(left, rewrites.find_bare_joins(left)) is left[5]


def test_many_bare_joins_are_read_in_time() -> None:
    catalog = headwater.Catalog({f"t{n}": [f"a{n}"] for n in range(40)})
    sql = "SELECT * FROM t0 " + " ".join(f"JOIN t{n}" for n in range(1, 40))
    answer = headwater.analyze(sql, dialect="spark", catalog=catalog)
    assert answer.level == "EXACT"
    assert len(answer.statements[0].edges) == 40


def test_a_comment_inside_a_keyword() -> None:
    sql = "SELECT a FROM t GROUP /* why */ BY a ORDER -- so\n BY a LIMIT 1"
    answer = headwater.analyze(sql, dialect="duckdb", catalog=headwater.Catalog({"t": ["a"]}))
    assert answer.level == "EXACT"
    assert {str(influence.type) for influence in answer.statements[0].influence} == {"GROUP_BY", "SORT"}


@pytest.mark.parametrize(
    ("sql", "at", "found"),
    [
        ("SELECT a, coalesce(1, b) + 2 AS c FROM t", "b", "coalesce(1, b) + 2"),
        ("SELECT CASE WHEN a THEN b ELSE 1 END x FROM t", "b", "CASE WHEN a THEN b ELSE 1 END x"),
        ("SELECT (SELECT max(y) FROM u) + z FROM t", "z", "(SELECT max(y) FROM u) + z"),
        ("SELECT (SELECT max(y) + 1 FROM u) + z FROM t", "y", "max(y) + 1"),
        ("SELECT DISTINCT ON (k) v + 1 FROM t", "v", "v + 1"),
        ("UPDATE t SET a = b + 1, c = d WHERE e", "b", "b + 1"),
        ("INSERT INTO t VALUES (f(p), q)", "p", "f(p)"),
    ],
)
def test_the_item_around_a_word(sql: str, at: str, found: str) -> None:
    words = GRAMMAR.tokenize(sql)
    offset = next(one.start for one in words if one.text == at)
    start, end = Spans(words).item(offset)
    assert sql[start:end] == found
    assert Span(start, end).start >= 0

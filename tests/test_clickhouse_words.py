"""What the parser is shown of ClickHouse's forms: words in, words out, every offset that of the text."""

from __future__ import annotations

import pytest

from headwater import dialects
from headwater.dialects.clickhouse import grammar
from headwater.sql.placeholders import MARK

GRAMMAR = dialects.get("clickhouse").grammar

SHOWN = {
    "SELECT quantile(0.5)(x)": "SELECT quantile ( __params ( 0.5 ) , x )",
    "SELECT f(1)()": "SELECT f ( __params ( 1 ) )",
    "SELECT * EXCEPT (a) APPLY(f)": "SELECT __matcher ( __star , __except ( a ) , __apply ( f ) )",
    "SELECT * APPLY x -> x + 1 FROM t": "SELECT __matcher ( __star , __apply ( x -> x + 1 ) ) FROM t",
    "SELECT * REPLACE a + 1 AS a, b": "SELECT __matcher ( __star , __replace ( a + 1 AS a ) ) , b",
    "SELECT t.* EXCEPT STRICT a": "SELECT __matcher ( t . __star , __except ( a ) )",
    "SELECT t.COLUMNS('^a'), b": "SELECT __matcher ( t . __columns , __list ( ^a ) ) , b",
    "SELECT * ILIKE '%a'": "SELECT __matcher ( __star , __ilike ( %a ) )",
    "SELECT * EXCEPT SELECT 1": "SELECT __matcher ( __star ) EXCEPT SELECT 1",
    "SELECT a * b, count(*) FROM t": "SELECT a * b , count ( * ) FROM t",
    "SELECT a FROM t LIMIT 1 BY a LIMIT 2, 3": "SELECT a FROM t LIMIT 1 BY a , __limit ( 2 , 3 )",
    "SELECT a FROM t LIMIT 1 OFFSET 2 BY a": "SELECT a FROM t LIMIT 1 , 2 BY a",
    "SELECT a FROM t ORDER BY a LIMIT 1 WITH TIES": "SELECT a FROM t ORDER BY a LIMIT 1",
    "SELECT a FROM t WHERE b + c AS s": "SELECT a FROM t WHERE ( b + c AS s )",
    "SELECT [a AS x, b]": "SELECT [ ( a AS x ) , b ]",
    "SELECT CAST(a AS x AS Array(f(1)))": "SELECT CAST ( ( a AS x ) AS Array ( f ( 1 ) ) )",
    "WITH x -> x + 1 AS f SELECT f(a)": "WITH __lambda ( x -> x + 1 ) AS f SELECT f ( a )",
    "SELECT a MOD b, mod FROM t": "SELECT a % b , mod FROM t",
    "SELECT a FROM t INTO OUTFILE 'x' TRUNCATE FORMAT CSV": "SELECT a FROM t FORMAT CSV",
    "SELECT a FROM t ORDER BY a WITH FILL STALENESS 3 INTERPOLATE": "SELECT a FROM t ORDER BY a WITH FILL",
    "CREATE TABLE t ENGINE = M ORDER BY f(a) AS SELECT 1": "CREATE TABLE t ENGINE = M ORDER BY f ( a ) AS SELECT 1",
    "SELECT q.where, drop FROM t": "SELECT q . where , drop FROM t",
}


@pytest.mark.parametrize("text", SHOWN)
def test_forms_are_shown_in_words_that_the_parser_reads(text: str) -> None:
    words = grammar.words(GRAMMAR.tokenize(text))
    assert " ".join(word.text.replace(MARK, "") for word in words) == SHOWN[text]


@pytest.mark.parametrize("text", SHOWN)
def test_every_word_stands_at_a_place_of_the_text(text: str) -> None:
    places = {(word.start, word.end) for word in GRAMMAR.tokenize(text)}
    assert all((word.start, word.end) in places for word in grammar.words(GRAMMAR.tokenize(text)))


def test_ordinary_functions_are_marked_and_types_and_tables_are_not() -> None:
    text = "SELECT sum(a), b::Decimal(9, 2), CAST(c AS Foo(1)), {p:Bar(2)} FROM numbers(3) WHERE lower(d) = 'x'"
    marked = [word.text[1:] for word in grammar.words(GRAMMAR.tokenize(text)) if word.text.startswith(MARK)]
    assert marked == ["sum", "lower"]


def test_no_mark_is_left_in_the_tree() -> None:
    words = grammar.words(GRAMMAR.tokenize("SELECT sum(f(x)), g(1)(y) FROM t WHERE h(z)"))
    tree = GRAMMAR.parser().parse(words, "")[0]
    assert tree is not None
    assert MARK not in repr(grammar.tree(tree))


@pytest.mark.parametrize("text", SHOWN)
def test_texts_that_break_off_anywhere_are_walked_to_their_end(text: str) -> None:
    words = GRAMMAR.tokenize(text + " AS x ( CAST ( a AS x , AS")
    for first in range(len(words)):
        grammar.words(words[first:])
        grammar.words(words[:first])

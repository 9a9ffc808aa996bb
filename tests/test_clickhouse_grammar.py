"""What the parser is shown of ClickHouse's forms: tokens in, tokens out, every offset that of the text."""

from __future__ import annotations

import pytest

from headwater import dialects
from headwater.dialects.clickhouse import grammar, trees
from headwater.sql.placeholders import MARK

GRAMMAR = dialects.get("clickhouse").grammar

REWRITTEN = {
    "SELECT quantile(0.5)(x)": "SELECT quantile ( params ( 0.5 ) , x )",
    "SELECT f(1)()": "SELECT f ( params ( 1 ) )",
    "SELECT * EXCEPT (a) APPLY(f)": "SELECT matcher ( star , except ( a ) , apply ( f ) )",
    "SELECT * APPLY x -> x + 1 FROM t": "SELECT matcher ( star , apply ( x -> x + 1 ) ) FROM t",
    "SELECT * REPLACE a + 1 AS a, b": "SELECT matcher ( star , replace ( a + 1 AS a ) ) , b",
    "SELECT t.* EXCEPT STRICT a": "SELECT matcher ( t . star , except ( a ) )",
    "SELECT t.COLUMNS('^a'), b": "SELECT matcher ( t . columns , list ( ^a ) ) , b",
    "SELECT * ILIKE '%a'": "SELECT matcher ( star , ilike ( %a ) )",
    "SELECT f(x).* EXCEPT (a)": "SELECT f ( x ) . * EXCEPT ( a )",
    "SELECT * EXCEPT SELECT 1": "SELECT matcher ( star ) EXCEPT SELECT 1",
    "SELECT a * b, count(*) FROM t": "SELECT a * b , count ( * ) FROM t",
    "SELECT a FROM t LIMIT 1 BY a LIMIT 2, 3": "SELECT a FROM t LIMIT 1 BY a , limit ( 2 , 3 )",
    "SELECT a FROM t LIMIT 1 OFFSET 2 BY a": "SELECT a FROM t LIMIT 1 , 2 BY a",
    "SELECT a FROM t ORDER BY a LIMIT 1 WITH TIES": "SELECT a FROM t ORDER BY a LIMIT 1",
    "SELECT a FROM t WHERE b + c AS s": "SELECT a FROM t WHERE ( b + c AS s )",
    "SELECT [a AS x, b]": "SELECT [ ( a AS x ) , b ]",
    "SELECT CAST(a AS x AS Array(f(1)))": "SELECT CAST ( ( a AS x ) AS Array ( f ( 1 ) ) )",
    "WITH x -> x + 1 AS f SELECT f(a)": "WITH lambda ( x -> x + 1 ) AS f SELECT f ( a )",
    "SELECT a MOD b, mod FROM t": "SELECT a % b , mod FROM t",
    "SELECT a FROM t INTO OUTFILE 'x' TRUNCATE FORMAT CSV": "SELECT a FROM t FORMAT CSV",
    "SELECT a FROM t ORDER BY a WITH FILL STALENESS 3 INTERPOLATE": "SELECT a FROM t ORDER BY a WITH FILL",
    "CREATE TABLE t ENGINE = M ORDER BY f(a) AS SELECT 1": "CREATE TABLE t ENGINE = M ORDER BY f ( a ) AS SELECT 1",
    "SELECT q.where, drop FROM t": "SELECT q . where , drop FROM t",
}


@pytest.mark.parametrize("text", REWRITTEN)
def test_forms_become_placeholder_calls(text: str) -> None:
    tokens = grammar.rewrite_forms(GRAMMAR.tokenize(text))
    assert " ".join(token.text.replace(MARK, "") for token in tokens) == REWRITTEN[text]


@pytest.mark.parametrize("text", REWRITTEN)
def test_every_token_keeps_offsets_of_the_text(text: str) -> None:
    places = {(token.start, token.end) for token in GRAMMAR.tokenize(text)}
    assert all((token.start, token.end) in places for token in grammar.rewrite_forms(GRAMMAR.tokenize(text)))


def test_ordinary_functions_are_hidden_and_types_and_tables_are_not() -> None:
    text = "SELECT sum(a), b::Decimal(9, 2), CAST(c AS Foo(1)), {p:Bar(2)} FROM numbers(3) WHERE lower(d) = 'x'"
    hidden = [token.text[:-1] for token in grammar.rewrite_forms(GRAMMAR.tokenize(text)) if token.text.endswith(MARK)]
    assert hidden == ["sum", "lower"]


def test_no_mark_is_left_in_the_tree() -> None:
    tokens = grammar.rewrite_forms(GRAMMAR.tokenize("SELECT sum(f(x)), g(1)(y) FROM t WHERE h(z)"))
    tree = GRAMMAR.parser().parse(tokens, "")[0]
    assert tree is not None
    assert MARK not in repr(trees.tree(tree))


@pytest.mark.parametrize("text", REWRITTEN)
def test_texts_that_break_off_anywhere_are_walked_to_their_end(text: str) -> None:
    tokens = GRAMMAR.tokenize(text + " AS x ( CAST ( a AS x , AS")
    for first in range(len(tokens)):
        grammar.rewrite_forms(tokens[first:])
        grammar.rewrite_forms(tokens[:first])

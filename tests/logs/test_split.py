"""Cutting a stream of SQL: at each `;` that ends a statement, however the text arrives."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.dialects import NAMES
from headwater.logs import split_sql
from headwater.logs.quoting import QUOTING
from tests.fuzzing import examples


def cut(text: str, dialect: str | None = None) -> list[str]:
    return [statement for _, statement in split_sql([text], dialect)]


def test_every_dialect_says_how_it_quotes() -> None:
    assert set(QUOTING) == {None, *NAMES}


@pytest.mark.parametrize("dialect", QUOTING)
def test_the_plain_cases(dialect: str | None) -> None:
    assert cut("SELECT 1; SELECT 2;\n;;\nSELECT 3 ", dialect) == ["SELECT 1", "SELECT 2", "SELECT 3"]
    assert cut("SELECT ';', 'a''; b' -- ; '\n FROM t; SELECT /* ; ' */ 2", dialect) == [
        "SELECT ';', 'a''; b' -- ; '\n FROM t",
        "SELECT /* ; ' */ 2",
    ]
    assert cut("-- nothing; at all\n/* ; */ ;", dialect) == []
    assert cut("", dialect) == []
    assert cut("BEGIN; SELECT 1; COMMIT; BEGIN TRANSACTION; SELECT 2", dialect) == [
        "BEGIN",
        "SELECT 1",
        "COMMIT",
        "BEGIN TRANSACTION",
        "SELECT 2",
    ]
    assert (
        cut("SELECT CASE WHEN a THEN 1 END; SELECT IF(a, b, c); DROP TABLE IF EXISTS x; SELECT 4", dialect)[3]
        == "SELECT 4"
    )


WHOLE = {
    "backslash": ("hive", r"""SELECT 'a\'; b', "c\"; d", `;`"""),
    "raw string": ("spark", r"SELECT r'\', ';'"),
    "no backslash": ("duckdb", r"SELECT '\', ';'"),
    "escape string": ("duckdb", r"SELECT E'\'; '';', ';'"),
    "quoted name": ("duckdb", 'SELECT ";", "a"";"'),
    "dollar quotes": ("duckdb", "SELECT $$;$$, $tag$ $$; $tag$"),
    "heredoc": ("clickhouse", "SELECT $doc$;'$doc$"),
    "hash comment": ("clickhouse", "SELECT 1 # ; '\n, 2"),
    "escaped name": ("clickhouse", r"SELECT `a\`;`"),
    "nested comment": ("spark", "SELECT /* /* ; */ ; */ 1"),
    "no nested comment": ("hive", "SELECT /* /* ; */ 1"),
    "triple quotes": ("googlesql", "SELECT '''a';'b''', \"\"\";\"x\"\"\", r'\\';'"),
    "block": ("spark", "BEGIN DECLARE x INT; SET x = 1; SELECT CASE WHEN x THEN 2 END; END"),
    "label": ("spark", "a: BEGIN b: LOOP SELECT 1; END LOOP b; END a"),
    "if": ("googlesql", "IF x THEN SELECT IF(a, b, c); ELSEIF y THEN SELECT 2; ELSE SELECT 3; END IF"),
    "loops": (
        "googlesql",
        "WHILE x DO REPEAT SELECT 1; UNTIL y END REPEAT; FOR r IN (q) DO s; END FOR; END WHILE",
    ),
    "case statement": (
        "googlesql",
        "CASE WHEN x THEN SELECT CASE a WHEN b THEN c END; ELSE IF y THEN q; END IF; END CASE",
    ),
    "transaction in a block": ("googlesql", "BEGIN BEGIN TRANSACTION; COMMIT; EXCEPTION WHEN ERROR THEN SELECT 2; END"),
    "procedure": ("googlesql", "CREATE OR REPLACE PROCEDURE p(x INT64) BEGIN SELECT 1; BEGIN SELECT 2; END; END"),
    "statement set": ("flink", "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END"),
    "older statement set": ("flink", "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END"),
}


@pytest.mark.parametrize(("dialect", "text"), WHOLE.values(), ids=WHOLE)
def test_what_stays_whole(dialect: str, text: str) -> None:
    assert cut(f"SELECT 0;{text}; SELECT 9", dialect) == ["SELECT 0", text, "SELECT 9"]


def test_words_that_open_nothing() -> None:
    text = (
        "SELECT t.begin, t.end, t.case FROM t; CREATE TABLE begin (begin INT, end INT); SELECT begin FROM t; SELECT 1"
    )
    assert len(cut(text, "spark")) == 4


def test_offsets_are_those_of_the_text() -> None:
    text = "  SELECT 1 ;\n\n-- two\nSELECT 2; SELECT 3"
    result = list(split_sql([text]))
    assert [text[offset : offset + len(statement)] for offset, statement in result] == [one for _, one in result]
    assert [offset for offset, _ in result] == [2, 14, 31]


SIGNS = ["'", '"', "`", "''", "'''", '"""', "\\", ";", ";\n", "--", "/*", "*/", "#", "$$", "$a$", "\n", " ", ":", "E'"]
WORDS = ["x", "é", "BEGIN", "END", "CASE", "IF", "THEN", "LOOP", "TRANSACTION", "CREATE PROCEDURE p", "SELECT 1", "r'"]
PIECES = [*SIGNS, *WORDS, "long" * 30]
TEXTS = st.tuples(st.sampled_from(["", " "]), st.lists(st.sampled_from(PIECES), max_size=40)).map(
    lambda t: t[0].join(t[1])
)


@examples(400)
@given(TEXTS, st.sampled_from(list(QUOTING)), st.integers(1, 120), st.sampled_from([7, 50, 300, 10_000]))
def test_how_the_text_arrives_does_not_matter(text: str, dialect: str | None, size: int, longest: int) -> None:
    from headwater.logs.split import _Cutter

    at_once = list(split_sql([text], dialect, longest=longest))
    cutter = _Cutter(QUOTING[dialect], longest)  # the public door makes chunks even first
    chunks = [text[index : index + size] for index in range(0, len(text), size)]
    result = [one for chunk in chunks for one in cutter.feed(chunk)]
    assert [*result, *cutter.feed("", last=True)] == at_once
    assert list(split_sql(chunks, dialect, longest=longest)) == at_once
    for offset, statement in at_once:
        assert text[offset : offset + len(statement)] == statement
        assert len(statement) <= longest


def test_a_quote_that_is_never_closed_costs_one_statement() -> None:
    text = "SELECT 'oops;\n" + "SELECT 1;\n" * 1000
    result = [statement for _, statement in split_sql([text], "spark", longest=500)]
    assert len(result[0]) <= 500
    assert result.count("SELECT 1") > 900


def test_memory_and_time_are_bounded() -> None:
    def stream() -> object:
        yield "SELECT '"
        for _ in range(3000):
            yield "x" * 10_000  # thirty megabytes in one string
        yield "';\n"
        for _ in range(20_000):
            yield "INSERT INTO t SELECT 1 FROM u WHERE a = 'b';\n"

    started = time.process_time()
    longest = total = 0
    for _, statement in split_sql(stream(), "spark", longest=1_000_000):  # type: ignore[arg-type]
        longest, total = max(longest, len(statement)), total + 1
    assert longest <= 1_000_000
    assert total == 20_000 + 31
    assert time.process_time() - started < 20

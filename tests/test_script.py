"""One graph out of many statements: folding through temporary tables and views, in the order of the script."""

from __future__ import annotations

import time

import pytest

import headwater
from headwater import script

CATALOG = headwater.Catalog(
    {
        "t": {"a": "int", "b": "int", "s": "struct(x int, y int)"},
        "u": {"a": "int", "c": "int"},
        "x": {"b": "int"},
    }
)


def edges(sql: str, *fold: str, influence: bool = False, dialect: str = "duckdb") -> list[str]:
    answer = headwater.analyze(sql, dialect=dialect, catalog=CATALOG)
    script_edges = script.graph(answer, fold or ("temporary",), influence=influence)
    return [f"{e.source} -> {e.target} {e.type} {e.level} {list(e.statements)}" for e in script_edges]


def test_a_temporary_table_is_folded_through() -> None:
    sql = "CREATE TEMP TABLE s AS SELECT a + 1 AS v FROM t; INSERT INTO x SELECT sum(v) FROM s"
    assert edges(sql) == ["t.a -> x.b AGG EXACT [0, 1]"]


def test_without_folding_every_statement_keeps_its_edges() -> None:
    sql = "CREATE TEMP TABLE s AS SELECT a + 1 AS v FROM t; INSERT INTO x SELECT v FROM s"
    answer = headwater.analyze(sql, dialect="duckdb", catalog=CATALOG)
    assert [(str(e.source), str(e.target)) for e in script.graph(answer, fold=())] == [("t.a", "s.v"), ("s.v", "x.b")]


def test_a_view_is_a_dataset_unless_it_is_asked_to_be_folded() -> None:
    sql = "CREATE VIEW v AS SELECT a AS k FROM t; INSERT INTO x SELECT k + 1 FROM v"
    assert edges(sql) == ["t.a -> v.k DIRECT EXACT [0]", "v.k -> x.b DERIVED EXACT [1]"]
    assert edges(sql, "temporary", "view") == ["t.a -> x.b DERIVED EXACT [0, 1]"]


def test_inserts_into_one_temporary_table_add_up() -> None:
    sql = """
    CREATE TEMP TABLE s (v INT);
    INSERT INTO s SELECT a FROM t;
    INSERT INTO s SELECT c FROM u;
    INSERT INTO x SELECT v FROM s;
    """
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [1, 3]", "u.c -> x.b DIRECT EXACT [2, 3]"]


def test_order_counts() -> None:
    sql = """
    CREATE TEMP TABLE s (v INT);
    INSERT INTO s SELECT a FROM t;
    INSERT INTO x SELECT v FROM s;
    INSERT INTO s SELECT c FROM u;
    """
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [1, 2]"]


@pytest.mark.parametrize(
    "anew",
    [
        "CREATE OR REPLACE TEMP TABLE s AS SELECT c AS v FROM u",
        "DROP TABLE s; CREATE TEMP TABLE s AS SELECT c AS v FROM u",
        "TRUNCATE TABLE s; INSERT INTO s SELECT c FROM u",
    ],
)
def test_what_a_table_held_before_it_began_anew_is_cut_off(anew: str) -> None:
    sql = f"CREATE TEMP TABLE s AS SELECT a AS v FROM t; {anew}; INSERT INTO x SELECT v FROM s"
    assert [line.split(" -> ")[0] for line in edges(sql)] == ["u.c"]


def test_a_stored_table_that_began_anew_keeps_no_edges_of_before() -> None:
    sql = "CREATE TABLE y AS SELECT a AS v FROM t; CREATE OR REPLACE TABLE y AS SELECT c AS v FROM u"
    assert edges(sql) == ["u.c -> y.v DIRECT EXACT [1]"]


def test_a_dropped_table_is_gone_but_what_it_fed_stays() -> None:
    sql = "CREATE TEMP TABLE s AS SELECT a AS v FROM t; INSERT INTO x SELECT v FROM s; DROP TABLE s"
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [0, 1]"]
    assert edges("CREATE TABLE y AS SELECT a AS v FROM t; DROP TABLE y") == []


def test_create_if_not_exists_leaves_what_is_there() -> None:
    sql = """
    CREATE TEMP TABLE s AS SELECT a AS v FROM t;
    CREATE TEMP TABLE IF NOT EXISTS s AS SELECT c AS v FROM u;
    INSERT INTO x SELECT v FROM s;
    """
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [0, 2]"]


def test_a_table_that_feeds_itself_does_not_loop() -> None:
    assert edges("UPDATE x SET b = b + 1; UPDATE x SET b = b + 2") == ["x.b -> x.b DERIVED EXACT [0]"]
    sql = """
    CREATE TEMP TABLE s AS SELECT a AS v FROM t;
    INSERT INTO s SELECT v + 1 FROM s;
    INSERT INTO s SELECT v + 2 FROM s;
    INSERT INTO x SELECT v FROM s;
    """
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [0, 3]", "t.a -> x.b DERIVED EXACT [0, 1, 3]"]


def test_two_tables_that_feed_each_other_do_not_loop() -> None:
    sql = """
    CREATE TEMP TABLE p AS SELECT a AS v FROM t;
    CREATE TEMP TABLE q AS SELECT v FROM p;
    INSERT INTO p SELECT v FROM q;
    INSERT INTO q SELECT v FROM p;
    INSERT INTO x SELECT v FROM q;
    """
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [0, 1, 4]"]


def test_a_view_is_read_through_when_it_is_read() -> None:
    sql = """
    CREATE TEMP TABLE s AS SELECT a AS v FROM t;
    CREATE VIEW w AS SELECT v FROM s;
    CREATE VIEW w2 AS SELECT v * 2 AS v FROM w;
    INSERT INTO x SELECT v FROM w2;
    INSERT INTO s SELECT c FROM u;
    CREATE TABLE y AS SELECT v FROM w2;
    """
    assert edges(sql, "temporary", "view") == [
        "t.a -> x.b DERIVED EXACT [0, 1, 2, 3]",
        "t.a -> y.v DERIVED EXACT [0, 1, 2, 5]",
        "u.c -> y.v DERIVED EXACT [4, 1, 2, 5]",
    ]


def test_a_replaced_view_changes_the_views_above_it() -> None:
    sql = """
    CREATE VIEW w AS SELECT a AS v FROM t;
    CREATE VIEW w2 AS SELECT v FROM w;
    CREATE OR REPLACE VIEW w AS SELECT c AS v FROM u;
    INSERT INTO x SELECT v FROM w2;
    """
    assert edges(sql, "view") == ["u.c -> x.b DIRECT EXACT [2, 1, 3]"]


def test_a_generated_column_of_a_temporary_table_has_no_source() -> None:
    sql = "CREATE TEMP TABLE s AS SELECT 1 AS v, a FROM t; INSERT INTO x SELECT v FROM s"
    assert edges(sql) == []


def test_a_temporary_table_that_the_script_does_not_fill_stays_a_source() -> None:
    assert edges("CREATE TEMP TABLE s (v INT); INSERT INTO x SELECT v FROM s") == ["s.v -> x.b DIRECT EXACT [1]"]


def test_a_computed_column_of_a_temporary_table_is_no_dead_end() -> None:
    create = "CREATE TEMP TABLE s (p INT, q INT AS (p + 1));"
    assert edges(f"{create} INSERT INTO x SELECT q FROM s") == ["s.p -> x.b DERIVED EXACT [1]"]
    filled = f"{create} INSERT INTO s (p) SELECT a FROM t; INSERT INTO x SELECT q FROM s"
    assert edges(filled) == ["t.a -> x.b DERIVED EXACT [1, 2]"]


def test_a_star_over_an_unknown_table_is_opened_by_what_reads_it() -> None:
    sql = "CREATE TEMP TABLE s AS SELECT * FROM nowhere; INSERT INTO x SELECT k FROM s"
    assert edges(sql) == ["nowhere.k -> x.b DIRECT INFERRED [0, 1]"]


def test_fields_are_kept_through_a_temporary_table() -> None:
    sql = "CREATE TEMP TABLE s AS SELECT s AS v FROM t; INSERT INTO x SELECT v.y FROM s"
    assert edges(sql) == ["t.s.y -> x.b DIRECT EXACT [0, 1]"]


def test_bare_queries_keep_their_results_apart() -> None:
    sql = "CREATE TEMP TABLE s AS SELECT a AS v FROM t; SELECT v FROM s; SELECT v + 1 AS v FROM s"
    assert edges(sql) == ["t.a -> result.v DIRECT EXACT [0, 1]", "t.a -> result.v DERIVED EXACT [0, 2]"]


def test_influence_comes_along_on_request() -> None:
    sql = """
    CREATE TEMP TABLE s AS SELECT a AS v, CASE WHEN b > 0 THEN 1 END AS w FROM t WHERE b > 0;
    INSERT INTO x SELECT v FROM s WHERE w = 1;
    """
    assert edges(sql, influence=True) == [
        "t.b -> x FILTER EXACT [0, 1]",
        "t.a -> x.b DIRECT EXACT [0, 1]",
    ]


def test_names_are_folded_as_the_dialect_does() -> None:
    sql = "CREATE TEMP TABLE S AS SELECT a AS V FROM t; INSERT INTO x SELECT v FROM s"
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [0, 1]"]


def test_it_can_be_said_as_json() -> None:
    answer = headwater.analyze("INSERT INTO x SELECT a FROM t", dialect="duckdb", catalog=CATALOG)
    (edge,) = script.graph(answer)
    assert edge.to_dict() == {
        "from": "t.a",
        "to": "x.b",
        "type": "DIRECT",
        "level": "EXACT",
        "confidence": 1.0,
        "statements": [0],
    }


@pytest.mark.parametrize("word", ["TEMP TABLE", "VIEW"])
def test_a_long_chain_needs_no_stack_and_no_square_of_time(word: str) -> None:
    def chain(length: int) -> headwater.Analysis:
        parts = [f"CREATE {word} s0 AS SELECT a AS v FROM t"]
        parts += [f"CREATE {word} s{i} AS SELECT v + 1 AS v FROM s{i - 1}" for i in range(1, length)]
        answer = headwater.analyze(
            ";".join([*parts, f"INSERT INTO x SELECT v FROM s{length - 1}"]), dialect="duckdb", catalog=CATALOG
        )
        for statement in answer.statements:
            statement.edges  # noqa: B018  the cost of folding alone is measured
        return answer

    def cost(answer: headwater.Analysis) -> float:
        start = time.process_time()
        (edge,) = script.graph(answer, ("temporary", "view"))
        assert len(edge.statements) == len(answer.statements)
        return time.process_time() - start

    small, large = chain(250), chain(2000)
    assert min(cost(large) for _ in range(3)) < 8 * 3 * max(min(cost(small) for _ in range(3)), 0.001)


def test_a_renamed_table_keeps_its_edges_under_the_new_name() -> None:
    sql = "CREATE TABLE y AS SELECT a FROM t; ALTER TABLE y RENAME TO z"
    assert edges(sql) == ["t.a -> z.a DIRECT EXACT [0]"]
    sql = "CREATE TEMP TABLE y AS SELECT a FROM t; ALTER TABLE y RENAME TO z; INSERT INTO x SELECT a FROM z"
    assert edges(sql) == ["t.a -> x.b DIRECT EXACT [0, 2]"]


def test_every_dropped_table_is_gone() -> None:
    sql = "CREATE TABLE y AS SELECT a FROM t; CREATE TABLE z AS SELECT b FROM t; DROP TABLE y, z"
    answer = headwater.analyze(sql, dialect="spark", catalog=CATALOG)
    assert answer.statements[2].tables == ((), ("y", "z"))
    assert edges(sql, dialect="spark") == []


def test_an_overwrite_begins_anew() -> None:
    sql = "INSERT INTO x SELECT a FROM t; INSERT OVERWRITE TABLE x SELECT c FROM u"
    assert edges(sql, dialect="spark") == ["u.c -> x.b DIRECT EXACT [1]"]
    partly = "INSERT INTO x SELECT a FROM t; INSERT OVERWRITE TABLE x PARTITION (p = 1) SELECT c FROM u"
    assert [edge for edge in edges(partly, dialect="spark") if "t.a" in edge] == ["t.a -> x.b DIRECT EXACT [0]"]


def test_what_a_view_hands_on_is_written_out_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    """The parser's writer knows no named struct of Hive; that is no matter of the log."""
    sql = (
        "CREATE TABLE t (a INT); CREATE VIEW v AS SELECT if(a > 1, named_struct('x', a), named_struct('x', 2)).x AS c "
        "FROM t; SELECT max(c) FROM v;"
    )
    answer = headwater.analyze(sql, dialect="hive", fold_views=True)
    assert [str(edge.source) for edge in answer.statements[-1].edges] == ["t.a"]
    assert caplog.text == ""

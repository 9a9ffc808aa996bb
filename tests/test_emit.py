"""The output formats: what is in them, and that no name can break them."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

import headwater
from headwater import emit
from headwater.base.spans import Source, Span
from headwater.emit.styled_text import clean, crop, pad, plain, width
from headwater.emit.tool_formats import outermost

CATALOG = headwater.Catalog(
    {"ods.orders": {"id": "int", "amount": "int", "note": "varchar"}, "people": {"id": "int", "name": "varchar"}}
)
SQL = """
CREATE TABLE totals AS
SELECT p.name, sum(o.amount) AS total, my_udf(o.note) AS note, 1 AS one
FROM ods.orders o JOIN people p ON o.id = p.id WHERE o.amount > 0 GROUP BY p.name, o.note;
SELECT total, who FROM totals, strangers, others;
"""
WEIRD = """
CREATE TABLE "a ""b"" <i>&|{x}" ("c]d[" INT, "e;--f" INT, "g
h" INT, "end" INT);
INSERT INTO "end" SELECT "c]d[" + "e;--f" AS "p`q\\", "g
h", "end" FROM "a ""b"" <i>&|{x}";
"""


def answer(sql: str = SQL, name: str = "shop.sql") -> headwater.Analysis:
    return headwater.analyze(sql, dialect="duckdb", catalog=CATALOG, name=name)


# --- the table -------------------------------------------------------------------------------------------------


def test_the_table_has_a_header_for_each_statement_and_a_line_for_each_edge() -> None:
    first, second, _ = emit.text.render(answer()).split("\n\n")
    lines = first.splitlines()
    assert lines[0] == "#1 CREATE_TABLE totals  COARSE  shop.sql:2"
    assert lines[1].split() == ["target", "source", "type", "level", "expression"]
    assert [line.split() for line in lines[2:]] == [
        ["name", "people.name", "DIRECT", "EXACT", "p.name"],
        ["total", "ods.orders.amount", "AGG", "EXACT", "sum(o.amount)"],
        ["!", "note", "ods.orders.note", "UNKNOWN", "COARSE", "my_udf(o.note)"],
        ["one", "generated", "EXACT"],
    ]
    assert second.splitlines()[0].startswith("#2 SELECT result  AMBIGUOUS")


def test_what_is_not_certain_is_marked_at_the_start_of_its_line() -> None:
    marked = [line for line in emit.text.render(answer()).splitlines() if line.startswith("!")]
    assert len(marked) >= 2
    assert all("UNKNOWN" in line or "AMBIGUOUS" in line for line in marked)
    other = [line for line in emit.text.render(answer()).splitlines() if not line.startswith("!")]
    assert not any(" UNKNOWN " in line or " AMBIGUOUS  " in line[30:] for line in other)


def test_the_table_shows_influence_on_request() -> None:
    alone = emit.text.render(answer(), relation="influence")
    assert "sum(o.amount)" not in alone
    assert re.search(r"\(rows\) +ods\.orders\.amount +by FILTER +EXACT", alone)
    both = emit.text.render(answer(), relation="both")
    assert "sum(o.amount)" in both
    assert "by JOIN" in both
    assert "by " not in emit.text.render(answer())


def test_the_table_is_never_cut_unless_it_is_for_a_screen() -> None:
    long = " + ".join(["amount"] * 200)
    result = answer(f"SELECT {long} AS x FROM ods.orders")
    assert long in emit.text.render(result)
    assert all(width(line.rstrip("\n")) <= 100 for line in plain(emit.text.lines(result, screen=100)).splitlines())


def test_a_statement_without_edges_says_what_it_reads_and_writes() -> None:
    assert "  writes  t" in emit.text.render(answer("CREATE TABLE t (a INT)"))
    broken = emit.text.render(answer("SELEC a FRM t"))
    assert "! nothing is known" in broken


# --- JSON ------------------------------------------------------------------------------------------------------


def test_json_is_the_dictionary_of_the_answer() -> None:
    text = emit.json.render(answer())
    assert json.loads(text) == answer().to_dict()
    assert list(json.loads(text)) == ["statements"]
    assert text == emit.json.render(answer())


def test_json_keeps_text_as_text() -> None:
    assert "血缘" in emit.json.render(answer('SELECT amount AS "血缘" FROM ods.orders'))


def test_json_of_several_files_names_them() -> None:
    data = json.loads(emit.json.render_files(answer(name="a.sql"), answer("SELECT 1", name="b.sql")))
    assert [(file["path"], file["dialect"]) for file in data["files"]] == [("a.sql", "duckdb"), ("b.sql", "duckdb")]
    assert data["files"][0]["statements"] == answer().to_dict()["statements"]


# --- CSV -------------------------------------------------------------------------------------------------------


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_one_row_an_edge() -> None:
    rows = rows_of(emit.csv.render(answer()))
    assert len(rows) == sum(len(statement.edges) for statement in answer().statements)
    assert rows[1] == {
        "file": "shop.sql",
        "statement": "0",
        "relation": "value",
        "source_dataset": "ods.orders",
        "source_column": "amount",
        "target_dataset": "totals",
        "target_column": "total",
        "target_ordinal": "1",
        "type": "AGG",
        "level": "EXACT",
        "confidence": "1.0",
        "expr": "sum(o.amount)",
        "line": "3",
        "column": "16",
        "start": str(SQL.index("sum(o.amount)")),
        "end": str(SQL.index("sum(o.amount)") + len("sum(o.amount)")),
    }


def test_csv_tells_value_from_influence() -> None:
    both = rows_of(emit.csv.render(answer(), relation="both"))
    assert {row["relation"] for row in both} == {"value", "influence"}
    (row,) = (row for row in both if row["type"] == "FILTER")
    assert (row["source_column"], row["target_dataset"], row["target_column"]) == ("amount", "totals", "")
    assert {row["relation"] for row in rows_of(emit.csv.render(answer(), relation="influence"))} == {"influence"}


def test_csv_describes_its_header() -> None:
    header = emit.csv.render(answer()).splitlines()[0].split(",")
    assert header == list(emit.csv.HEADER)
    assert all(emit.csv.HEADER.values())


def test_csv_of_weird_names_is_read_back() -> None:
    rows = rows_of(emit.csv.render(answer(WEIRD)))
    assert {row["source_dataset"] for row in rows} == {'a "b" <i>&|{x}'}
    assert {row["source_column"] for row in rows} == {"c]d[", "e;--f", "g\nh", "end"}


# --- drawings --------------------------------------------------------------------------------------------------


def test_mermaid_draws_columns_inside_their_datasets() -> None:
    text = emit.mermaid.render(answer())
    assert text.splitlines()[0] == "flowchart LR"
    assert re.search(r'  subgraph (d\d+)\["ods\.orders"\]\n    \1c0\["amount"\]', text)
    assert '-->|"AGG"|' in text
    assert '-.->|"UNKNOWN ?"|' in text
    assert text.count("subgraph") == text.count("\n  end\n")
    assert "FILTER" not in text
    assert "FILTER" in emit.mermaid.render(answer(), relation="both")


def test_mermaid_is_not_broken_by_names() -> None:
    for line in emit.mermaid.render(answer(WEIRD), relation="both").splitlines():
        assert re.fullmatch(
            r"flowchart LR|  end"
            r'|  subgraph d\d+\["[^"\[\]<>`\\]*"\]'
            r'|    d\d+c\d+\["(?:[^"<>`\\])*"\]'
            r'|  d\d+c\d+ (?:-->|-\.->)(?:\|"[A-Z_ ?]+"\|)? d\d+(?:c\d+)?',
            line,
        ), line


def test_dot_draws_a_table_for_each_dataset() -> None:
    text = emit.dot.render(answer(), relation="both")
    assert text.startswith("digraph headwater {\n")
    assert text.endswith("}\n")
    assert '[label="AGG"]' in text
    assert "style=dashed" in text
    assert ":all" in text


def test_dot_is_not_broken_by_names() -> None:
    labels = re.findall(r"\[label=<(.*)>\];", emit.dot.render(answer(WEIRD)))
    assert len(labels) == 2
    cells = ["".join(cell.itertext()) for label in labels for cell in ElementTree.fromstring(label).iter("td")]
    assert 'a "b" <i>&|{x}' in cells
    assert "c]d[" in cells


def test_drawings_keep_the_results_of_several_queries_apart() -> None:
    text = emit.mermaid.render(answer("SELECT id FROM people; SELECT name FROM people"))
    assert text.count('["result (') == 2
    assert emit.mermaid.render(answer("SELECT id FROM people")).count('["result"]') == 1


def test_drawings_of_several_files_join_at_the_tables_they_share() -> None:
    text = emit.dot.render(answer("SELECT id FROM people", "a.sql"), answer("SELECT name FROM people", "b.sql"))
    assert text.count("<b>people</b>") == 1
    assert "result (#1) a.sql" in text
    assert "result (#1) b.sql" in text


# --- places ----------------------------------------------------------------------------------------------------


def shown(text: str, start: int, end: int) -> list[str]:
    return plain(emit.excerpt(Source(text), Span(start, end))).splitlines()


def test_carets_stand_under_the_place() -> None:
    assert shown("SELECT a +\n  b FROM t", 7, 14) == [
        "1 | SELECT a +",
        "  |        ^^^",
        "2 |   b FROM t",
        "  |   ^",
    ]


def test_carets_count_the_cells_of_wide_characters_and_tabs() -> None:
    text = "SELECT\t'血缘' || x"
    assert shown(text, text.index("x"), text.index("x") + 1) == [
        "1 | SELECT    '血缘' || x",
        "  | " + " " * (6 + 4 + 6 + 4) + "^",
    ]


def test_a_place_at_the_end_of_the_text_and_an_empty_text_can_be_shown() -> None:
    assert shown("SELECT", 6, 6) == ["1 | SELECT", "  |       ^"]
    assert shown("", 0, 0) == ["1 |", "  | ^"]
    assert shown("a", 90, 99)[0] == "1 | a"


def test_of_a_long_place_the_first_lines_and_of_a_long_line_the_middle_is_shown() -> None:
    assert shown("\n".join(["a"] * 30), 0, 59)[-1].endswith("… 22 more lines")
    text = "x" * 1000 + "HERE" + "y" * 1000
    (line, carets) = shown(text, 1000, 1004)
    assert "HERE" in line
    assert len(line) < 250
    assert carets.index("^") == line.index("HERE")


def test_a_diagnostic_says_what_where_and_what_to_do() -> None:
    (one,) = headwater.analyze("SELECT a\nFROM t", dialect="duckdb", name="q.sql").diagnostics
    assert plain(emit.diagnostic(one)).splitlines() == [
        f"warning W110: {one.message}",
        "  --> q.sql:2:6",
        "  2 | FROM t",
        "    |      ^",
        f"  help: {one.help}",
    ]


def test_control_characters_do_not_reach_the_screen() -> None:
    sql = "SELECT \x1b[31m'a\x07' || amount AS \"x\x1b]0;evil\x07\" FROM ods.orders"
    result = answer(sql, "na\x1bme.sql")
    text = emit.text.render(result) + "".join(plain(emit.diagnostic(diagnostic)) for diagnostic in result.diagnostics)
    assert not [char for char in text if ord(char) < 32 and char != "\n"]


# --- small things ----------------------------------------------------------------------------------------------


def test_widths() -> None:
    assert (width("a血"), pad("血", 4), crop("abcdef", 4), crop("血缘血缘", 5)) == (3, "血  ", "abc…", "血缘…")
    assert clean(" a\n b ") == "a b"


@pytest.mark.parametrize(
    ("expression", "transform"),
    [
        ("SUM(amount)", "SUM"),
        ("sum(a) FILTER (WHERE b > 0)", "SUM"),
        ("lag(x, 1) IGNORE NULLS OVER (PARTITION BY k ORDER BY t)", "LAG"),
        ("first_value(x) OVER w", "FIRST_VALUE"),
        ("quantiles(0.5, 0.9)(x)", "QUANTILES"),
        ("percentile_cont(0.5) WITHIN GROUP (ORDER BY x)", "PERCENTILE_CONT"),
        ("concat(a, ')', b)", "CONCAT"),
        ("upper(a) || lower(b)", "expression"),
        ("a + b", "expression"),
        ("CASE WHEN f(x) THEN 1 END", "expression"),
        ("(a)", "expression"),
        ("", "expression"),
    ],
)
def test_the_outermost_function(expression: str, transform: str) -> None:
    assert outermost(expression) == transform


def test_a_generated_column_of_a_model_has_no_inputs() -> None:
    (statement,) = answer("SELECT count(*) AS n, 1 AS one, amount FROM ods.orders GROUP BY amount").statements
    columns = [(column.output, column.inputs, column.transform) for column in emit.model_lineage(statement).columns]
    assert columns[0] == ("n", (), "COUNT")
    assert columns[1] == ("one", (), "expression")


def test_table_lineage_of_names_in_parts() -> None:
    (statement,) = answer("SELECT id FROM ods.orders").statements
    assert emit.table_lineage(statement) == {
        "inputTables": [{"dbName": "ods", "tableName": "orders"}],
        "outputTable": {"dbName": None, "tableName": "result"},
    }


def test_shapes_name_the_fields_below_a_column() -> None:
    catalog = headwater.Catalog({"e": {"p": "struct(q struct(r int))"}})
    (statement,) = headwater.analyze("SELECT p.q.r AS x FROM e", dialect="duckdb", catalog=catalog).statements
    assert emit.four_columns(statement)[0][:2] == ("e", "p.q.r")

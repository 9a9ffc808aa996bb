"""Readings of templates: what stands together, and what an answer says of it."""

from __future__ import annotations

import headwater
from headwater import emit, models
from headwater.sql.template_branches import MOST, readings

BOTH = "{% if is_init() %} SELECT a, b FROM x {% else %} SELECT a, c + 1 AS c FROM y {% endif %}"


def words(text: str) -> list[str]:
    return [" ".join(reading.text.split()) for reading in readings(text)]


def test_offsets_stay_true_in_every_reading() -> None:
    text = "SELECT {% if a %}\n x {% elif b %} y {% else %} z {% endif %} FROM {{ t }}"
    assert {len(reading.text) for reading in readings(text)} == {len(text)}
    assert {reading.text.count("\n") for reading in readings(text)} == {1}


def test_a_condition_has_one_value_in_a_reading() -> None:
    assert words("{% if a %} 1 {% else %} 2 {% endif %} {% if not a %} 3 {% endif %} {% if a %} 4 {% endif %}") == [
        "1 4",
        "2 3",
    ]


def test_readings_grow_with_the_branches_and_not_with_their_combinations() -> None:
    text = " ".join(f"{{% if c{n} %}} a{n} {{% else %}} b{n} {{% endif %}}" for n in range(8))
    assert len(readings(text)) == 9
    assert all(f"b{n}" in " ".join(words(text)) for n in range(8))


def test_too_many_branches_are_said() -> None:
    text = "SELECT a FROM {% if k == 0 %} t0 " + "".join(f"{{% elif k == {n} %}} t{n} " for n in range(1, 40))
    answer = headwater.analyze(text + "{% endif %}", dialect="duckdb")
    assert len(answer.statements) == MOST
    assert {d.code for d in answer.diagnostics} >= {"W012", "W013"}
    assert answer.level == headwater.Level.TABLE


def test_branches_that_are_never_reached_are_not_read() -> None:
    assert words("{% if true %} 1 {% else %} 2 {% endif %}") == ["1"]
    assert words("{% if a %} 1 {% elif a %} 2 {% else %} 3 {% endif %}") == ["1", "3"]


def test_what_is_hidden_in_one_branch_names_no_template_of_another() -> None:
    first, second = headwater.analyze(
        "SELECT a FROM {% if x %} {{ one }} {% else %} {{ two }} {% endif %}", dialect="duckdb"
    ).statements
    assert (first.tables[0], second.tables[0]) == (("{{ one }}",), ("{{ two }}",))
    assert not any("two" in d.message for d in first.diagnostics)


def test_spans_and_expressions_come_from_the_reading() -> None:
    first, second = headwater.analyze(
        "SELECT {% if x %} a + 1 {% else %} b * (2 + c) {% endif %} AS k FROM t", dialect="duckdb"
    ).statements
    assert [edge.expr for edge in first.edges] == ["a + 1"]
    assert {edge.expr for edge in second.edges} == {"b * (2 + c)"}
    assert {second.source.text[edge.span.start : edge.span.end] for edge in second.edges} == {"b * (2 + c)"}


def test_a_statement_outside_of_branches_is_there_once() -> None:
    answer = headwater.analyze("CREATE TABLE s (a INT); " + BOTH + "; SELECT a FROM s", dialect="duckdb")
    assert [statement.alternative for statement in answer.statements] == [0, 0, 1, 0]
    assert answer.statements[-1].level == headwater.Level.EXACT


def test_a_model_with_branches_is_one_model_of_all_branches() -> None:
    model = models.lineage(BOTH, "duckdb", strict=True)
    assert model.sources == ("x", "y")
    assert [str(column) for column in model.columns] == [
        "a <- [x.a y.a] (passthrough)",
        "b <- [x.b] (passthrough)",
        "c <- [y.c] (expression)",
    ]
    project = models.project([models.Model("m", BOTH), models.Model("r", "SELECT a, b, c FROM m")])
    assert project.problems == ()


def test_a_finding_in_the_text_around_branches_is_reported_once() -> None:
    from headwater.lint import lint

    text = "WITH unused AS (SELECT 1 AS x) SELECT a FROM {% if k %} t {% else %} u {% endif %}"
    assert [finding.code for finding in lint(text, dialect="duckdb", select=["L203"]).findings] == ["L203"]


def test_many_openings_without_an_end_cost_no_square() -> None:
    text = "SELECT " + "{{ '{' {% if " * 20_000
    assert len(readings(text)) == 1


def test_tables_of_a_text_that_cannot_be_parsed_have_their_templates() -> None:
    (statement,) = headwater.analyze("SELECT a FROM {{ x }} JOIN JOIN t_{{ y }}", dialect="googlesql").statements
    assert statement.tables[0] == ("t_{{ y }}", "{{ x }}")


def test_no_cover_is_in_an_answer() -> None:
    text = (
        "CREATE TABLE {{ s }}.t AS SELECT '{{ p }}' || b, c_${n} FROM read_csv('{{ dir }}/x.csv') WHERE d = '{{ ds }}'"
    )
    answer = emit.json.render(headwater.analyze(text, dialect="duckdb"))
    assert not any("\ue000" <= character <= "\uf8ff" for character in answer)
    assert "{{ dir }}/x.csv" in answer

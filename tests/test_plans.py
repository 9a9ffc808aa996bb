"""Plans that Spark made, kept as JSON and read without it; and what the reader does with plans that nobody made."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import headwater
from headwater.base.levels import Level
from headwater.catalog.mapping import Catalog
from headwater.frontends import catalyst as plans
from headwater.frontends.catalyst import opaque
from headwater.frontends.catalyst.reader import Reader
from headwater.frontends.catalyst.tree import grow
from headwater.session import open_session
from tests.sound_graph import broken
from tests.spark import frozen
from tests.spark.comparable import lineage_of
from tests.spark.programs import PAIRS, SCHEMA, VIEW, Pair

KEPT = frozen.read()
CATALOG = headwater.Catalog({**SCHEMA, **VIEW})
Flat = list[dict[str, Any]]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_kept_plan_has_the_lineage_of_its_sql(pair: Pair) -> None:
    before = copy.deepcopy(KEPT[pair.name])
    statement = plans.analyze(KEPT[pair.name]).statements[0]
    sql_statement = headwater.analyze(pair.sql, dialect="spark", catalog=CATALOG).statements[0]
    assert lineage_of(statement) == lineage_of(sql_statement)
    assert broken(statement.graph) == []
    assert KEPT[pair.name] == before, "a plan is read, not changed"


def test_every_answer_explains_itself() -> None:
    for name, plan in KEPT.items():
        statement = plans.analyze(plan).statements[0]
        for edge in statement.edges:
            start, end = edge.span
            assert 0 <= start < end <= len(statement.text), name
            assert edge.expr, name
            assert edge.path[0] == "Scan", name
        assert statement.to_dict()["kind"] == "SELECT"
        for hop in statement.hops:
            assert hop.expr, name


# ── plans made by hand ───────────────────────────────────────────────────────────────────────────────────────
def attribute(number: int, name: str, kind: Any = "integer") -> dict[str, Any]:
    return {
        "class": "org.apache.AttributeReference",
        "num-children": 0,
        "name": name,
        "dataType": kind,
        "exprId": {"id": number},
    }


def alias(number: int, name: str, *inner: dict[str, Any]) -> Flat:
    return [{"class": "Alias", "num-children": 1, "child": 0, "name": name, "exprId": {"id": number}}, *inner]


def call(kind: str, *args: Flat | dict[str, Any]) -> Flat:
    flat: Flat = [{"class": kind, "num-children": len(args)}]
    for arg in args:
        flat += arg if isinstance(arg, list) else [arg]
    return flat


def table(name: str, *columns: dict[str, Any]) -> dict[str, Any]:
    described = {"identifier": {"table": name, "database": "default", "catalog": "spark_catalog"}}
    return {
        "class": "LogicalRelation",
        "num-children": 0,
        "output": [[column] for column in columns],
        "catalogTable": described,
    }


def project(*items: Flat) -> dict[str, Any]:
    return {"class": "Project", "num-children": 1, "projectList": list(items), "child": 0}


A, B = attribute(1, "a"), attribute(2, "b")
T = table("t", A, B)


def answer(flat: Flat) -> Any:
    return plans.analyze(flat).statements[0]


def edges(flat: Flat) -> list[tuple[str, str, str, str]]:
    return [(str(e.source), str(e.target), str(e.type), str(e.level)) for e in answer(flat).edges]


def reader() -> Reader:
    return Reader(open_session("spark", Catalog()), plans.HANDLERS, opaque.unknown)


def steps(count: int) -> Flat:
    """df.withColumn("a", col("a") + 1), so many times."""
    flat: Flat = [table("t", A, B)]
    for index in range(count):
        below = attribute(1 if index == 0 else 100 + index - 1, "a")
        flat = [project(alias(100 + index, "a", *call("Add", below, attribute(2, "b"))), [B]), *flat]
    return flat


def test_visits_grow_with_the_plan_and_not_faster() -> None:
    seen = {}
    for count in (100, 200, 400, 800):
        one = reader()
        one.read(grow(steps(count)))
        seen[count] = (one.visits + one.renderer.visits, one.ctx.plan_text.size)
    visits = [seen[count][0] for count in (100, 200, 400, 800)]
    sizes = [seen[count][1] for count in (100, 200, 400, 800)]
    assert visits[3] - visits[2] == 2 * (visits[2] - visits[1]) == 4 * (visits[1] - visits[0])
    assert sizes[3] - sizes[2] <= 2 * (sizes[2] - sizes[1])


def test_five_hundred_steps_that_widen_the_row() -> None:
    """The plan itself names every column at every step: what is read is what stands there."""

    def widened(count: int) -> Flat:
        flat: Flat = [T]
        columns: list[Flat] = [[A], [B]]
        for index in range(count):
            new = alias(100 + index, f"c{index}", *call("Add", A, B))
            flat = [project(*columns, new), *flat]
            columns = [*columns, [attribute(100 + index, f"c{index}")]]
        return flat

    flat = widened(500)
    one = reader()
    one.read(grow(flat))
    named = sum(len(step.get("projectList", ())) for step in flat)
    assert one.visits <= named + 2 * len(flat)
    assert one.ctx.plan_text.size < 60 * len(flat)
    result = answer(flat)
    assert result.level is Level.EXACT
    assert len(result.columns) == 502
    assert {(str(e.source), str(e.type)) for e in result.explain("c499")} == {("t.a", "DERIVED"), ("t.b", "DERIVED")}


def test_five_hundred_steps_one_over_the_other() -> None:
    result = answer(steps(500))
    assert result.level is Level.EXACT
    assert {(str(e.source), str(e.type)) for e in result.explain("a")} == {("t.a", "DERIVED"), ("t.b", "DERIVED")}
    assert all(len(e.expr) < 10_000 for e in result.edges)


def test_an_expression_is_as_deep_as_it_likes() -> None:
    deep: Flat = [A]
    for _ in range(2_000):
        deep = call("Abs", deep)
    result = answer([project(alias(9, "x", *deep)), T])
    assert [(str(e.source), str(e.type), str(e.level)) for e in result.edges] == [("t.a", "DERIVED", "EXACT")]
    long: Flat = [A]
    for _ in range(3_000):
        long = call("Add", long, B)
    assert edges([project(alias(9, "x", *long)), T]) == [
        ("t.a", "result.x", "DERIVED", "EXACT"),
        ("t.b", "result.x", "DERIVED", "EXACT"),
    ]


def test_an_unknown_operator_is_no_guess() -> None:
    flat = [project([A]), {"class": "org.new.Shuffler", "num-children": 1, "child": 0}, T]
    result = answer(flat)
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["W701"]
    assert result.level is Level.COARSE
    assert edges(flat) == [("t.a", "result.a", "UNKNOWN", "COARSE"), ("t.b", "result.a", "UNKNOWN", "COARSE")]


def test_an_operator_that_lacks_its_expressions_is_not_known() -> None:
    result = answer([{"class": "Project", "num-children": 1, "projectList": None, "child": 0}, T])
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["W701"]
    assert result.level is Level.COARSE


def test_an_unknown_expression_is_marked() -> None:
    flat = [project(alias(9, "x", *call("BrandNewThing", A, B)), [A]), T]
    result = answer(flat)
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["W210"]
    assert edges(flat) == [
        ("t.a", "result.x", "UNKNOWN", "COARSE"),
        ("t.b", "result.x", "UNKNOWN", "COARSE"),
        ("t.a", "result.a", "DIRECT", "EXACT"),
    ]


def test_a_function_of_the_program_is_not_the_engine_s_of_that_name() -> None:
    udf = {"class": "PythonUDF", "num-children": 1, "name": "upper", "children": [0]}
    assert edges([project(alias(9, "x", udf, A)), T]) == [("t.a", "result.x", "UNKNOWN", "COARSE")]


def test_a_function_may_be_described() -> None:
    udf = {"class": "PythonUDF", "num-children": 2, "name": "clean", "children": [0, 1]}
    flat = [project(alias(9, "x", udf, A, B)), T]
    statement = plans.analyze(flat, functions={"clean": "scalar value cond"}).statements[0]
    assert [(str(e.source), str(e.type)) for e in statement.edges] == [("t.a", "DERIVED")]
    assert [(str(i.source), str(i.type)) for i in statement.influence] == [("t.b", "CONDITIONAL")]


def test_a_union_hands_out_the_numbers_of_its_first_input() -> None:
    """Above the union, number 1 is the union's column, and comes from both."""
    u = table("u", attribute(1, "x"), attribute(2, "y"))
    union = {"class": "Union", "num-children": 2, "children": [0, 1]}
    assert edges([project([A]), union, T, u]) == [
        ("t.a", "result.a", "DIRECT", "EXACT"),
        ("u.x", "result.a", "DIRECT", "EXACT"),
    ]


def test_rows_with_nulls_are_dropped() -> None:
    """df.na.drop(subset=["a", "b"])"""
    dropped = {"class": "Filter", "num-children": 1, "condition": call("AtLeastNNonNulls", A, B), "child": 0}
    result = answer([project([A]), dropped, T])
    assert [(str(i.source), str(i.type)) for i in result.influence] == [("t.a", "FILTER"), ("t.b", "FILTER")]
    assert result.diagnostics == ()


def test_a_column_is_called_whatever_it_is_called() -> None:
    for name in ("select", "a b", "Ünïcode", "x`y", "1st", "from", "a.b"):
        column = attribute(1, name)
        flat = [project(alias(9, "x", *call("Upper", column))), table("t", column)]
        assert edges(flat) == [(f"t.{name}", "result.x", "DERIVED", "EXACT")], name


@pytest.mark.parametrize(
    "broken_plan",
    [
        [],
        "",
        "no json",
        "[1, 2]",
        [{}],
        [{"class": "Project"}],
        [{"class": "Project", "num-children": 3}],
        [{"class": "Project", "num-children": 1, "projectList": [[{}]]}, T],
        [{"class": "Filter", "num-children": 0, "condition": [A]}],
    ],
)
def test_no_plan_is_refused(broken_plan: Any) -> None:
    statement = plans.analyze(broken_plan).statements[0]
    assert statement.level is Level.TABLE
    assert [diagnostic.code for diagnostic in statement.diagnostics] == ["E901"]
    assert statement.to_dict()["edges"] == []


def test_rows_of_the_program_are_not_taken_for_constants() -> None:
    rdd = {"class": "LogicalRDD", "num-children": 0, "output": [[A]]}
    result = answer([project([A]), rdd])
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["W703"]
    assert not result.columns[0].generated
    assert edges([project([A]), rdd]) == [("rdd.a", "result.a", "UNKNOWN", "COARSE")]


def test_files_are_datasets_by_their_paths() -> None:
    files = {
        "class": "LogicalRelation",
        "num-children": 0,
        "output": [[A]],
        "headwater": {"paths": ["file:/data/x", "s3://bucket/y"], "format": "parquet"},
    }
    assert [e[0] for e in edges([project([A]), files])] == ["parquet./data/x.a", "parquet.s3://bucket/y.a"]


def test_a_write_names_its_target() -> None:
    command = {
        "class": "InsertIntoHadoopFsRelationCommand",
        "num-children": 1,
        "query": 0,
        "headwater": {"path": "file:/out/x", "format": "csv", "mode": "Overwrite"},
    }
    result = answer([command, project([A]), T])
    assert (result.kind, result.target, result.overwrites) == ("INSERT", "csv./out/x", True)
    assert edges([command, project([A]), T]) == [("t.a", "csv./out/x.a", "DIRECT", "EXACT")]
    nameless = {key: value for key, value in command.items() if key != "headwater"}
    assert [diagnostic.code for diagnostic in answer([nameless, project([A]), T]).diagnostics] == ["W705"]

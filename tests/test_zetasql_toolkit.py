"""The lineage toolkit for ZetaSQL, level by level: one test for each thing that it promises.

Resolved statements come from what was kept of ZetaSQL's answers (`tests/judges/googlesql`), so that nothing is started;
`make engines` runs the toolkit's own example with a catalog that its builders made.
"""

from __future__ import annotations

from typing import Any

import pytest

import headwater
from headwater.compat.zetasql import (
    ColumnEntity,
    ColumnLineage,
    ColumnLineageExtractor,
    ExpressionParentFinder,
    ParentColumnFinder,
    get_child_nodes,
    walk_resolved_tree,
)

pytest.importorskip("zetasql", reason="the extra `zetasql` is not installed")
from tests.judges.googlesql.resolved_statements import resolved
from tests.judges.googlesql.scripts import SCHEMA
from tests.judges.live import live

CATALOG = headwater.Catalog.from_ddl(SCHEMA, dialect="googlesql")


def output(statement: Any, name: str) -> Any:
    return next(one.column for one in statement.output_column_list if one.name == name)


def expression(title: str) -> Any:
    """The expression of the first computed column of a query."""
    return resolved(title).query.expr_list[0].expr


def names(columns: list[Any]) -> list[str]:
    return sorted(f"{column.table_name}.{column.name}" for column in columns)


def parents(title: str, column: str) -> list[str]:
    statement = resolved(title)
    return names(ParentColumnFinder.find_parents_for_column(statement, output(statement, column)))


def shown(lineages: set[ColumnLineage]) -> dict[str, list[str]]:
    return {str(lineage.target): sorted(str(parent) for parent in lineage.parents) for lineage in lineages}


# ── level 1 ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_level_1_entities_are_made_and_equal() -> None:
    assert ColumnEntity("t", "a") == ColumnEntity("t", "a")
    assert ColumnEntity("t", "a") != ColumnEntity("t", "b")
    assert ColumnEntity(table="t", name="a").name == "a"


def test_level_1_an_entity_of_a_resolved_column() -> None:
    column = resolved("select: plain columns").output_column_list[1].column
    assert ColumnEntity.from_resolved_column(column) == ColumnEntity("orders", "amount")


def test_level_1_lineages_are_made_and_hashed() -> None:
    one = ColumnLineage(ColumnEntity("x", "k"), {ColumnEntity("t", "a"), ColumnEntity("t", "b")})
    two = ColumnLineage(target=ColumnEntity("x", "k"), parents=[ColumnEntity("t", "b"), ColumnEntity("t", "a")])
    assert one == two
    assert len({one, two}) == 1


# ── level 2 ──────────────────────────────────────────────────────────────────────────────────────────────────
def visited(title: str) -> list[str]:
    result: list[str] = []
    walk_resolved_tree(resolved(title), lambda node: result.append(type(node).__name__))
    return result


def test_level_2_a_select_is_walked() -> None:
    assert visited("select: plain columns") == [
        "ResolvedQueryStmt",
        "ResolvedOutputColumn",
        "ResolvedOutputColumn",
        "ResolvedProjectScan",
        "ResolvedTableScan",
    ]


def test_level_2_every_kind_of_node_is_visited() -> None:
    seen = set(visited("aggregates: HAVING")) | set(visited("windows: ROW_NUMBER")) | set(visited("structs: STRUCT"))
    assert {
        "ResolvedAggregateScan",
        "ResolvedAggregateFunctionCall",
        "ResolvedComputedColumn",
        "ResolvedFilterScan",
        "ResolvedFunctionCall",
        "ResolvedColumnRef",
        "ResolvedLiteral",
        "ResolvedAnalyticScan",
        "ResolvedAnalyticFunctionGroup",
        "ResolvedAnalyticFunctionCall",
        "ResolvedWindowPartitioning",
        "ResolvedWindowOrdering",
        "ResolvedOrderByItem",
        "ResolvedMakeStruct",
    } <= seen
    assert get_child_nodes(resolved("select: plain columns").query)[0].table.name == "orders"


def test_level_2_joins_and_subqueries_are_walked() -> None:
    assert visited("joins: three tables").count("ResolvedTableScan") == 3
    assert "ResolvedJoinScan" in visited("joins: three tables")
    assert visited("expressions: a correlated subquery").count("ResolvedTableScan") == 2
    assert "ResolvedSubqueryExpr" in visited("expressions: a correlated subquery")


# ── level 3 ──────────────────────────────────────────────────────────────────────────────────────────────────
def direct(title: str) -> list[str]:
    return names(ExpressionParentFinder.find_direct_parents(expression(title)))


def test_level_3_a_column() -> None:
    reference = resolved("expressions: IF").query.expr_list[0].expr.argument_list[1]
    assert names(ExpressionParentFinder.find_direct_parents(reference)) == ["t.c"]


def test_level_3_a_function() -> None:
    assert direct("expressions: LENGTH and REVERSE") == ["customers.name"]


def test_level_3_a_function_of_a_function() -> None:
    assert direct("expressions: UPPER of CONCAT") == ["customers.city", "customers.name"]


def test_level_3_case_without_its_conditions() -> None:
    assert direct("expressions: CASE") == ["t.b", "t.c"]
    assert direct("expressions: CASE with an operand") == ["t.b", "t.c"]
    assert direct("expressions: IF") == ["t.c", "t.d"]
    assert direct("expressions: NULLIF") == ["t.a"]


def test_level_3_a_field_of_a_struct() -> None:
    assert direct("structs: a field of a field") == ["events.payload.buyer.id"]
    assert direct("structs: a field of a made struct") == ["t.b"]


# ── level 4 ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_level_4_a_column_selected() -> None:
    assert parents("select: plain columns", "amount") == ["orders.amount"]


def test_level_4_an_alias() -> None:
    assert parents("select: an alias", "total") == ["orders.amount"]


def test_level_4_an_expression() -> None:
    assert parents("expressions: UPPER of CONCAT", "k") == ["customers.city", "customers.name"]


def test_level_4_a_join() -> None:
    assert parents("joins: INNER JOIN", "id") == ["orders.id"]
    assert parents("joins: INNER JOIN", "name") == ["customers.name"]


def test_level_4_with() -> None:
    assert parents("ctes: two", "d") == ["t.b"]
    assert parents("ctes: RECURSIVE that carries", "path") == ["customers.name"]


def test_level_4_a_subquery() -> None:
    assert parents("joins: nested subqueries", "z") == ["t.a", "t.b"]


def test_level_4_set_operations_and_arrays() -> None:
    assert parents("setops: three arms", "a") == ["t.a", "u.x", "v.z"]
    assert parents("unnest: a path of structs", "price") == ["events.lines.price"]


def test_level_4_a_struct_is_opened_into_its_leaves() -> None:
    assert parents("structs: a whole struct", "payload") == [
        "events.payload.buyer.id",
        "events.payload.buyer.name",
        "events.payload.kind",
        "events.payload.score",
    ]


# ── level 5 ──────────────────────────────────────────────────────────────────────────────────────────────────
def both(title: str, sql: str) -> dict[str, list[str]]:
    """What the extractor says of the resolved statement, which must be what it says of its text."""
    of_tree = shown(ColumnLineageExtractor.extract_column_lineage(resolved(title)))
    of_text = shown(ColumnLineageExtractor.extract_column_lineage(sql, catalog=CATALOG))
    assert of_tree == of_text
    return of_tree


def test_level_5_create_table_as_select() -> None:
    sql = "CREATE TABLE made AS SELECT UPPER(CONCAT(name, city)) AS full_text FROM customers"
    assert both("writes: CREATE TABLE AS with CONCAT", sql) == {"made.full_text": ["customers.city", "customers.name"]}


def test_level_5_views() -> None:
    sql = "CREATE VIEW seen AS SELECT id, UPPER(name) AS n FROM customers"
    assert both("writes: CREATE VIEW", sql) == {"seen.id": ["customers.id"], "seen.n": ["customers.name"]}


def test_level_5_insert() -> None:
    sql = "INSERT INTO u SELECT b AS x, a AS y, c AS a FROM t"
    assert both("writes: INSERT by position, not by alias", sql) == {"u.a": ["t.b"], "u.x": ["t.a"], "u.y": ["t.c"]}


def test_level_5_update() -> None:
    sql = "UPDATE u AS k SET k.x = s.b + k.y FROM t AS s WHERE s.a = k.a"
    assert both("writes: UPDATE FROM with an alias", sql) == {"u.x": ["t.b", "u.y"]}


def test_level_5_merge() -> None:
    sql = (
        "MERGE INTO u USING t ON u.a = t.a WHEN MATCHED THEN UPDATE SET x = t.b "
        "WHEN NOT MATCHED THEN INSERT (a, x) VALUES (t.a, t.c)"
    )
    assert both("writes: MERGE", sql) == {"u.a": ["t.a"], "u.x": ["t.b", "t.c"]}


def test_level_5_a_query_with_a_named_target() -> None:
    result = ColumnLineageExtractor.extract_column_lineage(resolved("select: an alias"), target_table="sums")
    assert shown(result) == {"sums.total": ["orders.amount"]}


def test_the_module_of_the_toolkit_and_the_order_of_parents() -> None:
    from headwater.compat.zetasql_toolkit.lineage import ColumnLineageExtractor as Extractor

    sql = "CREATE TABLE target AS SELECT UPPER(CONCAT(title, comment)) AS full_text FROM wikipedia"
    tables = headwater.Catalog({"wikipedia": {"title": "string", "comment": "string"}})
    (lineage,) = Extractor.extract_column_lineage(sql, catalog=tables)
    assert [str(parent) for parent in lineage.parents] == ["wikipedia.title", "wikipedia.comment"]


@pytest.mark.engines
@live
def test_the_example_of_the_toolkit() -> None:
    from zetasql.api import Analyzer
    from zetasql.api.builders import CatalogBuilder, TableBuilder
    from zetasql.types import TypeKind

    from headwater.compat.zetasql_toolkit.lineage import ColumnLineageExtractor as Toolkit
    from headwater.frontends.zetasql import service

    wiki = (
        TableBuilder("wikipedia")
        .add_column("title", TypeKind.TYPE_STRING)
        .add_column("comment", TypeKind.TYPE_STRING)
        .build()
    )
    catalog = CatalogBuilder("demo").with_builtin_functions(service.empty_catalog().builtin_function_options)
    analyzer = Analyzer(service.analyzer_options(), catalog.add_table(wiki).build(), service.service())
    sql = "CREATE TABLE target AS SELECT UPPER(CONCAT(title, comment)) AS full_text FROM wikipedia"
    lineages = Toolkit.extract_column_lineage(analyzer.analyze_statement(sql))
    lines = []
    for lineage in lineages:
        lines.append(f"{lineage.target.table}.{lineage.target.name}")
        for parent in lineage.parents:
            lines.append(f"  <- {parent.table}.{parent.name}")
    assert lines == ["target.full_text", "  <- wikipedia.title", "  <- wikipedia.comment"]

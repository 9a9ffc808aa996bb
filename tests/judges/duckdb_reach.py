"""How far influence can reach: for each output column, every stored column that may have any say in it.

Read from the same bound plan as `duckdb_plan`, with far less to know: an expression is touched by all that
stands in it, and which rows there are by every condition, key and order on the way. So it is an upper bound:
what an answer names as value or influence beyond it is wrong, and so is this module if running shows more.

Invariant: fail closed, as in `duckdb_plan`. What decides rows is kept per operator (`rows`) and ends up on
every column; what only decides one column (CASE, window keys, a scalar subquery with its WHERE) stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import duckdb

from tests.judges.duckdb_plan import Node, function_name, plan_of
from tests.judges.values import Abstain, Source

Touched = frozenset[Source]
NONE: Touched = frozenset()


@dataclass(frozen=True)
class Reached:
    """The columns of an operator, what touches each, and what touches the set of rows."""

    columns: tuple[Touched, ...]
    rows: Touched = NONE


def union(*parts: Touched) -> Touched:
    return NONE.union(*parts)


def references(value: Any) -> Iterator[Node]:
    """Every column reference inside an expression. What a lambda reads from outside stands beside it."""
    if isinstance(value, list):
        for item in value:
            yield from references(item)
    elif isinstance(value, dict):
        if value.get("expression_class") in ("BOUND_REF", "BOUND_COLUMN_REF"):
            yield value
        for key, item in value.items():
            if key not in ("lambda_expr", "function_data", "return_type", "type_info"):
                yield from references(item)


def one_row(node: Node) -> bool:
    """A scalar subquery's shape: the first of its rows, and how many there are, for an error if they are several.

    A join with (SELECT max(x) FROM u WHERE …) gives one row, too; but there WHERE is an influence on the whole result.
    """
    while node["type"] == "LOGICAL_PROJECTION":
        (node,) = node["children"]
    if node["type"] != "LOGICAL_AGGREGATE_AND_GROUP_BY" or node.get("groups"):
        return False
    return {function_name(expression) for expression in node["expressions"]} == {"first", "count_star"}


class Reach:
    """Walks one plan bottom-up."""

    def __init__(self) -> None:
        self.bindings: dict[int, tuple[Touched, ...]] = {}
        self.ctes: dict[int, Reached] = {}
        self.delims: list[Reached] = []

    def touched(self, expression: Any, scope: tuple[Touched, ...]) -> Touched:
        result: set[Source] = set()
        for reference in references(expression):
            if reference["expression_class"] == "BOUND_REF":
                result |= scope[int(reference["index"])]
            else:
                binding = reference["binding"]
                result |= self.bindings[binding["table_index"]][int(binding["column_index"])]
        return frozenset(result)

    def operator(self, node: Node) -> Reached:
        handler: Callable[[Node], Reached] | None = getattr(self, "op_" + str(node["type"]).lower(), None)
        if handler is None:
            raise Abstain(f"operator {node['type']}")
        reached = handler(node)
        if "table_index" in node:
            self.bindings[node["table_index"]] = reached.columns
        return reached

    def child(self, node: Node) -> Reached:
        (child,) = node["children"]
        return self.operator(child)

    def mapped(self, columns: tuple[Touched, ...], projection: list[int] | None) -> tuple[Touched, ...]:
        return tuple(columns[i] for i in projection) if projection else columns

    def op_logical_get(self, node: Node) -> Reached:
        indexes = [column["index"] for column in node["column_indexes"]]
        data = node.get("function_data") or {}
        if "table" in data:
            names = [str(name).lower() for name in node["names"]]
            read = [names[i] if i < len(names) else "rowid" for i in indexes]
            columns = tuple(frozenset({(str(data["table"]).lower(), name)}) for name in read)
            return Reached(self.mapped(columns, node.get("projection_ids")))
        if not node["children"]:
            return Reached(tuple(NONE for _ in indexes))
        child = self.child(node)
        carried = node.get("projected_input") or []
        arguments = union(*(c for i, c in enumerate(child.columns) if i not in set(carried)))
        made = tuple(arguments for _ in indexes) + tuple(child.columns[i] for i in carried)
        return Reached(made, child.rows | arguments)

    def op_logical_projection(self, node: Node) -> Reached:
        child = self.child(node)
        return Reached(tuple(self.touched(e, child.columns) for e in node["expressions"]), child.rows)

    def op_logical_filter(self, node: Node) -> Reached:
        """Also ORDER BY, LIMIT and SAMPLE: whatever expression they hold may decide rows."""
        child = self.child(node)
        held = {key: item for key, item in node.items() if key != "children"}
        rows = child.rows | self.touched(held, child.columns)
        return Reached(self.mapped(child.columns, node.get("projection_map")), rows)

    op_logical_order_by = op_logical_filter
    op_logical_limit = op_logical_filter
    op_logical_sample = op_logical_filter

    def op_logical_distinct(self, node: Node) -> Reached:
        child = self.child(node)
        held = {key: item for key, item in node.items() if key != "children"}
        return Reached(child.columns, child.rows | self.touched(held, child.columns))

    def op_logical_dummy_scan(self, node: Node) -> Reached:
        return Reached((NONE,))

    def op_logical_empty_result(self, node: Node) -> Reached:
        return Reached(tuple(NONE for _ in node["return_types"]))

    def op_logical_column_data_get(self, node: Node) -> Reached:
        return Reached(tuple(NONE for _ in node["chunk_types"]))

    op_logical_chunk_get = op_logical_column_data_get

    def op_logical_expression_get(self, node: Node) -> Reached:
        child = self.child(node)
        rows = [[self.touched(e, child.columns) for e in row] for row in node["expressions"]]
        return Reached(tuple(union(*column) for column in zip(*rows, strict=True)), child.rows)

    def op_logical_comparison_join(self, node: Node) -> Reached:
        left_node, right_node = node["children"]
        left = self.operator(left_node)
        delim = node["type"] == "LOGICAL_DELIM_JOIN"
        if delim:
            made = tuple(self.touched(e, left.columns) for e in node["duplicate_eliminated_columns"])
            self.delims.append(Reached(made, left.rows))
        right = self.operator(right_node)
        if delim:
            self.delims.pop()
        both = left.columns + right.columns
        condition = self.touched(node.get("condition"), both)
        for part in node.get("conditions") or ():
            if part["comparison"] == "INVALID":
                condition |= self.touched(part, both)
            else:
                condition |= self.touched(part["left"], left.columns)
                condition |= self.touched(part.get("right"), right.columns)
        kind = node.get("join_type", "INNER")
        kept_left = self.mapped(left.columns, node.get("left_projection_map"))
        kept_right = self.mapped(right.columns, node.get("right_projection_map"))
        if kind in ("SEMI", "ANTI"):
            return Reached(kept_left, left.rows | right.rows | condition)
        if kind == "MARK":
            return Reached((*kept_left, union(condition, right.rows)), left.rows)
        if kind == "SINGLE" or (kind == "INNER" and one_row(right_node)):
            # A scalar subquery: it has a say in its own column, and none in the rows.
            return Reached(kept_left + tuple(union(c, right.rows, condition) for c in kept_right), left.rows)
        if kind in ("INNER", "LEFT", "RIGHT", "OUTER", "FULL"):
            return Reached(kept_left + kept_right, left.rows | right.rows | condition)
        raise Abstain(f"join type {kind}")

    op_logical_any_join = op_logical_comparison_join
    op_logical_asof_join = op_logical_comparison_join
    op_logical_cross_product = op_logical_comparison_join
    op_logical_positional_join = op_logical_comparison_join
    op_logical_delim_join = op_logical_comparison_join

    def op_logical_delim_get(self, node: Node) -> Reached:
        if not self.delims:
            raise Abstain("delim scan without its join")
        return Reached(self.delims[-1].columns, self.delims[-1].rows)

    def op_logical_aggregate_and_group_by(self, node: Node) -> Reached:
        child = self.child(node)
        groups = tuple(self.touched(e, child.columns) for e in node.get("groups") or ())
        rows = union(child.rows, *groups)
        made = tuple(self.touched(e, child.columns) | rows for e in node.get("expressions") or ())
        self.bindings[node["group_index"]] = groups
        self.bindings[node["aggregate_index"]] = made
        return Reached(groups + made + tuple(rows for _ in node.get("grouping_functions") or ()), rows)

    def op_logical_window(self, node: Node) -> Reached:
        child = self.child(node)
        made = tuple(self.touched(e, child.columns) | child.rows for e in node["expressions"])
        return Reached(child.columns + made, child.rows)

    def op_logical_unnest(self, node: Node) -> Reached:
        child = self.child(node)
        made = tuple(self.touched(e, child.columns) for e in node["expressions"])
        self.bindings[node["unnest_index"]] = made
        return Reached(child.columns + made, union(child.rows, *made))

    def op_logical_union(self, node: Node) -> Reached:
        branches = [self.operator(child) for child in node["children"]]
        columns = tuple(union(*parts) for parts in zip(*(b.columns for b in branches), strict=True))
        return Reached(columns, union(*(b.rows for b in branches)))

    def op_logical_intersect(self, node: Node) -> Reached:
        made = self.op_logical_union(node)
        return Reached(made.columns, union(made.rows, *made.columns))

    op_logical_except = op_logical_intersect

    def op_logical_materialized_cte(self, node: Node) -> Reached:
        body, rest = node["children"]
        self.ctes[node["table_index"]] = self.operator(body)
        return self.operator(rest)

    def op_logical_recursive_cte(self, node: Node) -> Reached:
        start, step = node["children"]
        reached = self.operator(start)
        while True:
            self.ctes[node["table_index"]] = reached
            more = self.operator(step)
            columns = tuple(old | new for old, new in zip(reached.columns, more.columns, strict=True))
            rows = reached.rows | more.rows
            if not node.get("union_all"):
                rows = union(rows, *columns)
            if Reached(columns, rows) == reached:
                return reached
            reached = Reached(columns, rows)

    def op_logical_cte_ref(self, node: Node) -> Reached:
        if node["cte_index"] not in self.ctes:
            raise Abstain("reference to an unknown CTE")
        return self.ctes[node["cte_index"]]


def reach(con: duckdb.DuckDBPyConnection, sql: str) -> list[Touched]:
    """Per output column, the stored columns that may have a say in it, be it as value or by deciding."""
    try:
        reached = Reach().operator(plan_of(con, sql.strip().rstrip(";")))
    except (KeyError, IndexError, TypeError, ValueError) as error:  # a shape of this plan that we do not know
        raise Abstain(f"unknown shape: {type(error).__name__} {error}") from error
    return [column | reached.rows for column in reached.columns]

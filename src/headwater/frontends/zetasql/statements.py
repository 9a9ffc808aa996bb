"""Statements of ZetaSQL's resolved tree: what they write, and what they change in the catalog.

`bind` gives the same `Bound` as the binder of the parser's trees does. A kind of statement that is not in `BINDERS`
raises `Unread`. To add one: a function here, and a script for the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from headwater.bind.names import shape
from headwater.bind.scope import Output, Resolved
from headwater.bind.target import Bound, target_column
from headwater.catalog.tables import Column, Table
from headwater.frontends.zetasql import types
from headwater.frontends.zetasql.exprs import Unread
from headwater.frontends.zetasql.scans import Scans
from headwater.rel import operators
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DIRECT, FILTER, JOIN
from headwater.rel.operators import Rel, Write

RESULT = "result"


def bind(node: Any, scans: Scans) -> Bound:
    """Bind a resolved statement."""
    binder = BINDERS.get(type(node).__name__)
    if binder is None:
        raise Unread(type(node).__name__)
    return binder(node, scans)


class Into:
    """A table being written: its identity and the places of its columns."""

    def __init__(self, scans: Scans, parts: tuple[str, ...]) -> None:
        self.ctx = scans.ctx
        self.parts = parts
        self.key, self.table, self.dataset = self.ctx.lookup(parts)
        self.index = self.table.index(self.ctx.fold) if self.table is not None and self.table.columns else {}

    def born(self, name: str, position: int, output: Output) -> Born:
        """A column of it that hands on another."""
        ordinal = self.index.get(self.ctx.folded(name.partition(".")[0]), position)
        return target_column(self.ctx, self.dataset, name, ordinal, output)


def name_parts(path: list[str]) -> tuple[str, ...]:
    """`a.b`.c is a name of three parts."""
    return tuple(".".join(path).split("."))


def outputs(scans: Scans, rel: Rel, columns: list[Any], value_table: bool = False) -> tuple[Rel, list[Output]]:
    """The output columns of a query; the one column of SELECT AS STRUCT is as many as it has fields."""
    frame = scans.frame()
    named: list[Output] = []
    unnamed = 0
    pairs = [(column.name, scans.column(column.column)) for column in columns]
    if value_table and len(columns) == 1:
        opened = shape.expand(frame, pairs[0][1]) if columns[0].column.type.struct_type is not None else None
        if opened is not None:
            pairs = [("" if column.name.isdigit() else column.name, Resolved(column.col)) for column in opened]
        else:
            pairs = [(columns[0].column.name, pairs[0][1])]  # SELECT AS VALUE a: the column has a name of its own
    for ordinal, (name, value) in enumerate(pairs):
        if not name or name.startswith("$"):
            name = scans.ctx.dialect.output_names.unnamed(ordinal, unnamed, "")
            unnamed += 1
        named.append(Output(name, shape.column_of(frame, value, name)))
    return frame.settle(rel), named


def write(scans: Scans, rel: Rel, outputs: list[Output], dataset: Dataset, verb: str) -> Write:
    """Every output becomes a column of the target, in order."""
    births = [target_column(scans.ctx, dataset, output.name, n, output) for n, output in enumerate(outputs)]
    return Write(scans.ctx.rows(), rel, dataset, verb, births)


def query(node: Any, scans: Scans) -> Bound:
    """A query by itself writes `result`."""
    rel, columns = outputs(scans, scans.scan(node.query), node.output_column_list, bool(node.is_value_table))
    dataset = Dataset(RESULT, "result")
    return Bound("SELECT", [write(scans, rel, columns, dataset, "SELECT")], dataset)


def generalized(node: Any, scans: Scans) -> Bound:
    """A pipeline that hands out several results."""
    rel = scans.scan(node.query)
    results: list[tuple[Rel, list[Output]]] = []
    last: tuple[Rel, list[Output]] | None = None
    writes: list[Write] = []
    kinds: list[str] = []
    first: Dataset | None = None
    for statement, inner, columns in scans.handed:
        if statement is not None:
            bound = bind(statement, scans)
            writes += bound.writes
            kinds.append(bound.kind)
            first = first or bound.target
        elif inner is not None:
            results.append((inner, columns))
    if node.output_schema is not None:
        schema = node.output_schema
        last = outputs(scans, rel, schema.output_column_list, bool(schema.is_value_table))
        results.append(last)
    for number, (inner, columns) in enumerate(results):
        dataset = Dataset(RESULT if not number else f"{RESULT}_{number + 1}", "result")
        result = write(scans, inner, columns, dataset, "SELECT")
        if last is not None and inner is last[0] and columns is last[1]:
            writes.insert(0, result)  # the pipeline's own result comes before what it hands out on the way
            first = dataset
        else:
            writes.append(result)
            first = first or dataset
    return Bound(kinds[0] if kinds else "SELECT", writes, first)


def create(kind: str, relation_kind: str) -> Callable[[Any, Scans], Bound]:
    """CREATE TABLE … AS, CREATE VIEW, CREATE MODEL."""

    def bind_create(node: Any, scans: Scans) -> Bound:
        if node.query is None:
            raise Unread(f"{kind} without a query")
        value_table = bool(getattr(node, "is_value_table", False))
        rel, columns = outputs(scans, scans.scan(node.query), node.output_column_list, value_table)
        return created(
            node, scans, rel, columns, [types.text(column.column.type) for column in node.output_column_list]
        )

    def created(node: Any, scans: Scans, rel: Rel, outputs: list[Output], kinds: list[str]) -> Bound:
        ctx = scans.ctx
        into = Into(scans, name_parts(node.name_path))
        mode = node.create_mode.name
        into.dataset.kind = relation_kind if relation_kind in ("view", "materialized view") else into.dataset.kind
        into.dataset.temporary = node.create_scope.name == "CREATE_TEMP"
        bound = Bound(kind, [write(scans, rel, outputs, into.dataset, kind)], into.dataset)
        if relation_kind != "model":
            texts = kinds if len(kinds) == len(outputs) else [str(output.col.type) for output in outputs]
            columns = tuple(Column(output.name, text) for output, text in zip(outputs, texts, strict=True))
            shown: Any = relation_kind
            table = Table(ctx.session.spelled(into.parts), columns, shown, into.dataset.temporary)
            entry = [(into.key, table)]
            bound.if_absent = mode == "CREATE_IF_NOT_EXISTS"
            if bound.if_absent and ctx.session.find(into.key) is not None:
                bound.offers = list(entry)
            else:
                bound.changes = list(entry)
        return bound

    return bind_create


def create_table(node: Any, scans: Scans) -> Bound:
    """CREATE TABLE with COPY, CLONE or LIKE, or by itself."""
    into = Into(scans, name_parts(node.name_path))
    source = getattr(node, "copy_from", None) or getattr(node, "clone_from", None)
    snapshot = type(node).__name__ == "ResolvedCreateSnapshotTableStmt"
    kind = "CREATE_SNAPSHOT_TABLE" if snapshot else "CREATE_TABLE"
    bound = Bound(kind, [], into.dataset)
    spelled = scans.ctx.session.spelled(into.parts)
    if source is not None:
        rel = scans.scan(source)
        inner = source
        while hasattr(inner, "input_scan"):
            inner = inner.input_scan
        copied = [Output(column.name, scans.column(column).col) for column in inner.column_list]
        bound.writes = [write(scans, rel, copied, into.dataset, kind)]
        columns = tuple(Column(column.name, types.text(column.type)) for column in inner.column_list)
    else:
        if any(column.generated_column_info is not None for column in node.column_definition_list):
            raise Unread("a generated column")
        columns = tuple(Column(column.name, types.text(column.type)) for column in node.column_definition_list)
    bound.changes = [(into.key, Table(spelled, columns))]
    return bound


def export(node: Any, scans: Scans) -> Bound:
    """EXPORT DATA OPTIONS (uri = …) AS SELECT."""
    rel, columns = outputs(scans, scans.scan(node.query), node.output_column_list, bool(node.is_value_table))
    uri = next(
        (option.value.value.value.string_value for option in node.option_list if option.name.lower() == "uri"), "export"
    )
    dataset = Dataset(uri, "file")
    return Bound("EXPORT", [write(scans, rel, columns, dataset, "EXPORT")], dataset)


def dml_target(node: Any, scans: Scans) -> tuple[Into, Rel]:
    """The table of a DML statement, and its rows."""
    scan = node.table_scan
    into = Into(scans, tuple((scan.table.full_name or scan.table.name).split(".")))
    return into, scans.scan(scan)


def insert(node: Any, scans: Scans) -> Bound:
    """INSERT … SELECT and INSERT … VALUES."""
    if node.on_conflict_clause is not None:
        raise Unread("ON CONFLICT")
    into, _ = dml_target(node, scans)
    names = [column.name for column in node.insert_column_list]
    if node.query is not None:
        rel = scans.scan(node.query)
        values = [Output(value.name, scans.column(value).col) for value in node.query_output_column_list]
    else:
        frame = scans.frame()
        rel = operators.Single(scans.ctx.rows())
        births = []
        for position, name in enumerate(names):
            out: list[Read] = []
            for row in node.row_list:
                scans.reads(frame, row.value_list[position].value, DIRECT, out)
            births.append(Born(scans.ctx.col(name), tuple(out)))
        rel = operators.Values(scans.ctx.rows(), frame.settle(rel), births)
        values = [Output(born.col.name, born.col) for born in births]
    births = [into.born(name, n, value) for n, (name, value) in enumerate(zip(names, values, strict=True))]
    return Bound("INSERT", [Write(scans.ctx.rows(), rel, into.dataset, "INSERT", births)], into.dataset)


def assigned(node: Any) -> str:
    """The name of an assignment's target, with its fields."""
    if type(node).__name__ == "ResolvedColumnRef":
        return str(node.column.name)
    if type(node).__name__ == "ResolvedGetStructField":
        return f"{assigned(node.expr)}.{node.expr.type.struct_type.field[node.field_idx].field_name}"
    raise Unread(f"an assignment to {type(node).__name__}")


def updates(items: list[Any], into: Into, frame: Any, scans: Scans) -> list[Born]:
    """Assigned columns, and fields of them."""
    births = []
    for item in items:
        if item.set_value is None:
            raise Unread("a change inside an array")
        name = assigned(item.target)
        value = item.set_value.value
        if type(value).__name__ == "ResolvedDMLDefault":
            births.append(into.born(name, -1, Output(name, frame.birth(Born(scans.ctx.col(name), ())))))
            continue
        col = scans.value(frame, value, name)
        births.append(into.born(name, -1, Output(name, col, None, *scans.span(value))))
    return births


def update(node: Any, scans: Scans) -> Bound:
    """UPDATE … SET … FROM … WHERE."""
    if node.array_offset_column is not None:
        raise Unread("a change inside an array")
    into, rel = dml_target(node, scans)
    if node.from_scan is not None:
        rel = operators.Join(scans.ctx.rows(), rel, scans.scan(node.from_scan), "CROSS", (), ())
    frame = scans.frame()
    births = updates(node.update_item_list, into, frame, scans)
    rel = frame.settle(rel)
    if node.where_expr is not None:
        rel, out = scans.deciding(rel, node.where_expr, FILTER)
        rel = operators.Filter(scans.ctx.rows(), rel, out, "WHERE")
    return Bound("UPDATE", [Write(scans.ctx.rows(), rel, into.dataset, "UPDATE", births)], into.dataset)


def delete(node: Any, scans: Scans) -> Bound:
    """DELETE … WHERE."""
    into, rel = dml_target(node, scans)
    if node.where_expr is not None:
        rel, out = scans.deciding(rel, node.where_expr, FILTER)
        rel = operators.Filter(scans.ctx.rows(), rel, out, "WHERE")
    return Bound("DELETE", [Write(scans.ctx.rows(), rel, into.dataset, "DELETE", [])], into.dataset)


def truncate(node: Any, scans: Scans) -> Bound:
    """TRUNCATE TABLE."""
    into, _ = dml_target(node, scans)
    empty = Write(scans.ctx.rows(), operators.Single(scans.ctx.rows()), into.dataset, "TRUNCATE", [])
    return Bound("TRUNCATE", [empty], into.dataset)


def merge(node: Any, scans: Scans) -> Bound:
    """MERGE: the union of all branches."""
    ctx = scans.ctx
    into, left = dml_target(node, scans)
    right = scans.scan(node.from_scan)
    frame = scans.frame()
    reads: list[Read] = []
    scans.reads(frame, node.merge_expr, JOIN, reads)
    rel: Rel = operators.Join(ctx.rows(), frame.settle(left), right, "MERGE", reads, ())
    births: list[Born] = []
    conditions: list[Read] = []
    for when in node.when_clause_list:
        if when.match_expr is not None:
            scans.reads(frame, when.match_expr, FILTER, conditions)
        births += updates(when.update_item_list, into, frame, scans)
        if when.insert_row is not None:
            for n, column in enumerate(when.insert_column_list):
                value = when.insert_row.value_list[n].value
                if type(value).__name__ == "ResolvedDMLDefault":
                    continue
                col = scans.value(frame, value, column.name)
                births.append(into.born(column.name, n, Output(column.name, col, None, *scans.span(value))))
    rel = frame.settle(rel)
    if conditions:
        rel = operators.Filter(ctx.rows(), rel, conditions, "WHEN")
    return Bound("MERGE", [Write(ctx.rows(), rel, into.dataset, "MERGE", births)], into.dataset)


def function(node: Any, scans: Scans) -> Bound:
    """CREATE FUNCTION: calls are followed into its body."""
    scans.functions[".".join(node.name_path).lower()] = node
    return Bound("CREATE_FUNCTION")


def table_function(node: Any, scans: Scans) -> Bound:
    """CREATE TABLE FUNCTION."""
    scans.table_functions[".".join(node.name_path).lower()] = node
    return Bound("CREATE_TABLE_FUNCTION")


BINDERS: dict[str, Callable[[Any, Scans], Bound]] = {
    "ResolvedQueryStmt": query,
    "ResolvedGeneralizedQueryStmt": generalized,
    "ResolvedCreateTableAsSelectStmt": create("CREATE_TABLE", "table"),
    "ResolvedCreateViewStmt": create("CREATE_VIEW", "view"),
    "ResolvedCreateMaterializedViewStmt": create("CREATE_MATERIALIZED_VIEW", "materialized view"),
    "ResolvedCreateModelStmt": create("CREATE_MODEL", "model"),
    "ResolvedCreateTableStmt": create_table,
    "ResolvedCreateSnapshotTableStmt": create_table,
    "ResolvedExportDataStmt": export,
    "ResolvedInsertStmt": insert,
    "ResolvedUpdateStmt": update,
    "ResolvedDeleteStmt": delete,
    "ResolvedTruncateStmt": truncate,
    "ResolvedMergeStmt": merge,
    "ResolvedCreateFunctionStmt": function,
    "ResolvedCreateTableFunctionStmt": table_function,
}

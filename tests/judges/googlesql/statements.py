"""Statements of ZetaSQL's resolved tree: what they write, column by column.

`answer` gives one entry for each thing that is written: its kind in headwater's words, the target, and its columns
with the leaves that they are made of. A kind of statement that is not listed raises `Abstain`.
"""

from __future__ import annotations

from typing import Any

from tests.judges.googlesql.walker import Walker
from tests.judges.values import NOTHING, Abstain, Val, field_of, merge

Columns = list[tuple[str, Val]]


def answer(node: Any, walker: Walker) -> list[dict[str, Any]]:
    """What a statement writes."""
    maker = MAKERS.get(type(node).__name__)
    if maker is None:
        raise Abstain(f"the statement {type(node).__name__}")
    result = [maker(node, walker)] if maker is not generalized else generalized(node, walker)
    return [
        {
            "kind": kind,
            "target": target,
            "columns": [[name, sorted(map(list, value.flat()))] for name, value in columns],
            "rows": sorted(map(list, walker.rows)),
            "every": sorted(map(list, walker.every)),
        }
        for kind, target, columns in result
        if kind
    ]


Found = tuple[str, str, Columns]


def outputs(columns: list[Any], walker: Walker, value_table: bool = False) -> Columns:
    """Output columns; the one column of SELECT AS STRUCT is as many as it has fields."""
    if value_table and len(columns) == 1 and columns[0].column.type.struct_type is not None:
        whole = walker.column(columns[0].column)
        fields = columns[0].column.type.struct_type.field
        return [(part.field_name or f"$col{i + 1}", field_of(whole, str(i))) for i, part in enumerate(fields)]
    return [(column.name, walker.column(column.column)) for column in columns]


def name_of(path: list[str]) -> str:
    return ".".join(path)


def table_of(scan: Any) -> str:
    return str(scan.table.full_name or scan.table.name)


def query(node: Any, walker: Walker) -> Found:
    walker.scan(node.query)
    return "SELECT", "result", outputs(node.output_column_list, walker, node.is_value_table)


def create(kind: str) -> Any:
    def made(node: Any, walker: Walker) -> Found:
        if node.query is None:
            raise Abstain(f"{kind} without a query")
        walker.scan(node.query)
        value_table = bool(getattr(node, "is_value_table", False))
        return kind, name_of(node.name_path), outputs(node.output_column_list, walker, value_table)

    return made


def create_table(node: Any, walker: Walker) -> Found:
    """CREATE TABLE with COPY, CLONE; by itself it writes nothing."""
    source = node.copy_from or node.clone_from
    if source is None:
        for column in node.column_definition_list:
            if column.generated_column_info is not None:
                raise Abstain("generated columns")
        return "", name_of(node.name_path), []
    walker.scan(source)
    columns = [(one.name, walker.column(one)) for one in scanned(source).column_list]
    return "CREATE_TABLE", name_of(node.name_path), columns


def scanned(node: Any) -> Any:
    while hasattr(node, "input_scan"):
        node = node.input_scan
    return node


def snapshot(node: Any, walker: Walker) -> Found:
    walker.scan(node.clone_from)
    columns = [(one.name, walker.column(one)) for one in scanned(node.clone_from).column_list]
    return "CREATE_TABLE", name_of(node.name_path), columns


def export(node: Any, walker: Walker) -> Found:
    walker.scan(node.query)
    uri = next((one.value.value.value.string_value for one in node.option_list if one.name == "uri"), "")
    return "EXPORT", uri, outputs(node.output_column_list, walker, node.is_value_table)


def insert(node: Any, walker: Walker) -> Found:
    walker.scan(node.table_scan)
    columns = node.insert_column_list
    if node.on_conflict_clause is not None:
        raise Abstain("ON CONFLICT")
    if node.query is not None:
        walker.scan(node.query)
        values = walker.values(node.query_output_column_list)
    else:
        values = [NOTHING] * len(columns)
        for row in node.row_list:
            for i, one in enumerate(row.value_list):
                values[i] = merge(values[i], walker.value(one.value))
    return "INSERT", table_of(node.table_scan), [(c.name, v) for c, v in zip(columns, values, strict=True)]


def target_name(node: Any) -> str:
    if type(node).__name__ == "ResolvedColumnRef":
        return str(node.column.name)
    if type(node).__name__ == "ResolvedGetStructField":
        fields = node.expr.type.struct_type.field
        return f"{target_name(node.expr)}.{fields[node.field_idx].field_name}"
    raise Abstain(f"an assignment to {type(node).__name__}")


def updates(items: list[Any], walker: Walker) -> Columns:
    result: Columns = []
    for item in items:
        if item.set_value is None:
            raise Abstain("a change inside an array")
        result.append((target_name(item.target), walker.value(item.set_value.value)))
    return result


def update(node: Any, walker: Walker) -> Found:
    walker.scan(node.table_scan)
    if node.from_scan is not None:
        walker.scan(node.from_scan)
    if node.where_expr is not None:
        walker.decides(walker.value(node.where_expr))
    return "UPDATE", table_of(node.table_scan), updates(node.update_item_list, walker)


def delete(node: Any, walker: Walker) -> Found:
    walker.scan(node.table_scan)
    if node.where_expr is not None:
        walker.decides(walker.value(node.where_expr))
    return "DELETE", table_of(node.table_scan), []


def merge_into(node: Any, walker: Walker) -> Found:
    walker.scan(node.table_scan)
    walker.scan(node.from_scan)
    walker.decides(walker.value(node.merge_expr))
    result: dict[str, Val] = {}
    for when in node.when_clause_list:
        if when.match_expr is not None:
            walker.decides(walker.value(when.match_expr))
        changed = updates(when.update_item_list, walker)
        if when.insert_row is not None:
            values = [walker.value(one.value) for one in when.insert_row.value_list]
            changed += [(c.name, v) for c, v in zip(when.insert_column_list, values, strict=True)]
        for name, value in changed:
            result[name] = merge(result.get(name, NOTHING), value)
    return "MERGE", table_of(node.table_scan), list(result.items())


def truncate(node: Any, walker: Walker) -> Found:
    walker.scan(node.table_scan)
    return "", "", []


def quiet(node: Any, walker: Walker) -> Found:
    return "", "", []


def function(node: Any, walker: Walker) -> Found:
    walker.functions[name_of(node.name_path).lower()] = node
    return "", "", []


def table_function(node: Any, walker: Walker) -> Found:
    walker.table_functions[name_of(node.name_path).lower()] = node
    return "", "", []


def generalized(node: Any, walker: Walker) -> list[Found]:
    """A pipeline that hands out several results."""
    walker.scan(node.query)
    result: list[Found] = []
    number = 0
    for statement, columns in walker.handed:
        if statement is not None:
            maker = MAKERS[type(statement).__name__]
            result.append(maker(statement, walker))
        else:
            number += 1
            result.append(("SELECT", "result" if number == 1 else f"result_{number}", columns or []))
    if node.output_schema is not None:
        number += 1
        columns = outputs(node.output_schema.output_column_list, walker, node.output_schema.is_value_table)
        result.append(("SELECT", "result" if number == 1 else f"result_{number}", columns))
    return result


MAKERS: dict[str, Any] = {
    "ResolvedQueryStmt": query,
    "ResolvedGeneralizedQueryStmt": generalized,
    "ResolvedCreateTableAsSelectStmt": create("CREATE_TABLE"),
    "ResolvedCreateViewStmt": create("CREATE_VIEW"),
    "ResolvedCreateMaterializedViewStmt": create("CREATE_VIEW"),
    "ResolvedCreateModelStmt": create("CREATE_MODEL"),
    "ResolvedCreateTableStmt": create_table,
    "ResolvedCreateExternalTableStmt": quiet,
    "ResolvedCreateSnapshotTableStmt": snapshot,
    "ResolvedExportDataStmt": export,
    "ResolvedInsertStmt": insert,
    "ResolvedUpdateStmt": update,
    "ResolvedDeleteStmt": delete,
    "ResolvedMergeStmt": merge_into,
    "ResolvedTruncateStmt": truncate,
    "ResolvedDropStmt": quiet,
    "ResolvedDropFunctionStmt": quiet,
    "ResolvedCreateFunctionStmt": function,
    "ResolvedCreateTableFunctionStmt": table_function,
    "ResolvedCreateSchemaStmt": quiet,
}

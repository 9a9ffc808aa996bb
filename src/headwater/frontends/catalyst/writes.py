"""Commands that write what a plan makes: into tables, files and views. `sink` says where and how.

A command is known by its class; what its JSON leaves out (a path, a mode) is added by whoever has the plan at hand. To
add one: a line in `SINKS` with the kind of statement, the field that has the query, and the field that has the table.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from headwater.base import codes
from headwater.frontends.catalyst.leaves import name_parts, named_dataset, named_path, short
from headwater.frontends.catalyst.reader import Reader
from headwater.frontends.catalyst.result import Result
from headwater.frontends.catalyst.tree import Node
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Write


class Sink(NamedTuple):
    """How a command is read: its kind of statement, where its query is, and where its table is."""

    kind: str
    query: str = "query"
    table: str = ""


SINKS: dict[str, Sink] = {
    "InsertIntoHadoopFsRelationCommand": Sink("INSERT", table="catalogTable"),
    "InsertIntoHiveTable": Sink("INSERT", table="table"),
    "InsertIntoHiveDirCommand": Sink("INSERT"),
    "InsertIntoDataSourceDirCommand": Sink("INSERT"),
    "InsertIntoDataSourceCommand": Sink("INSERT", table="logicalRelation"),
    "InsertIntoStatement": Sink("INSERT", table="table"),
    "SaveIntoDataSourceCommand": Sink("INSERT"),
    "AppendData": Sink("INSERT", table="table"),
    "OverwriteByExpression": Sink("INSERT", table="table"),
    "OverwritePartitionsDynamic": Sink("INSERT", table="table"),
    "WriteToStream": Sink("INSERT", "inputQuery", "catalogTable"),
    "WriteToStreamStatement": Sink("INSERT", "inputQuery", "catalogTable"),
    "CreateDataSourceTableAsSelectCommand": Sink("CREATE_TABLE", table="table"),
    "CreateHiveTableAsSelectCommand": Sink("CREATE_TABLE", table="tableDesc"),
    "SaveAsV1TableCommand": Sink("CREATE_TABLE", table="tableDesc"),
    "CreateTableAsSelect": Sink("CREATE_TABLE", table="name"),
    "ReplaceTableAsSelect": Sink("CREATE_TABLE", table="name"),
    "CreateViewCommand": Sink("CREATE_VIEW", "plan", "name"),
}


def overwrites(node: Node) -> bool:
    """Whether what was in the target is gone."""
    return node.mark("mode") == "Overwrite" or node.kind.startswith("Overwrite")


def command_query(node: Node) -> Node | None:
    """What a command writes: a child of it, or a plan in its field."""
    sink = SINKS[node.kind]
    return node.tree(sink.query) or node.child(sink.query)


def target(reader: Reader, node: Node) -> Dataset | None:
    """The dataset that a command writes."""
    sink = SINKS[node.kind]
    marked = node.mark("table")
    if marked:
        return named_dataset(reader, short(tuple(marked)))
    described: Any = node.fields.get(sink.table)
    if isinstance(described, list):
        tree = node.tree(sink.table)
        described = None
        while tree is not None and described is None:
            described = tree.fields.get("catalogTable") or tree.fields.get("tableMeta") or tree.fields.get("identifier")
            tree = tree.children[0] if tree.children else None
    if isinstance(described, dict):
        parts = name_parts(described.get("identifier") or described)
        if parts:
            return named_dataset(reader, parts, "view" if sink.kind == "CREATE_VIEW" else "table")
    path = node.mark("path")
    if path:
        return named_dataset(reader, (node.mark("format") or "file", named_path(path)), "file")
    if node.mark("sink"):
        return named_dataset(reader, (node.mark("sink"),), "sink")
    return None


def write(reader: Reader, node: Node) -> tuple[str, Write]:
    """The write of a command: every column of the query becomes one of the target, by position."""
    query = command_query(node)
    dataset = target(reader, node)
    if dataset is None:
        reader.ctx.say(codes.PLAN_TARGET, None, node.kind)
        dataset = Dataset(node.kind, "sink")
    assert query is not None
    result = reader.read(query)
    kind = "INSERT" if node.mark("mode") == "Append" else SINKS[node.kind].kind
    verb = "CREATE" if kind.startswith("CREATE") else "INSERT"
    reader.ctx.plan_text.add(f"|> {'INSERT INTO' if verb == 'INSERT' else 'CREATE'} {dataset.name}\n")
    return kind, into(reader, result, dataset, verb, _names(node, result))


def _names(node: Node, result: Result) -> list[str]:
    """What the target calls its columns, where it has as many; the query's own names else."""
    described = node.fields.get(SINKS[node.kind].table)
    schema = described.get("schema") if isinstance(described, dict) else None
    fields = schema.get("fields") if isinstance(schema, dict) else None
    names = [field["name"] for field in fields or ()]
    user_columns = node.fields.get("userSpecifiedColumns")
    if isinstance(user_columns, list) and user_columns and len(user_columns) == len(result.outputs):
        return [str(column[0]) if isinstance(column, list) else str(column) for column in user_columns]
    return names if len(names) == len(result.outputs) else [out.name for out in result.outputs]


def into(reader: Reader, result: Result, dataset: Dataset, verb: str, names: list[str]) -> Write:
    """Every column that is handed out, as a column of the target."""
    births: list[Born] = []
    for index, (out, name) in enumerate(zip(result.outputs, names, strict=True)):
        col = reader.ctx.col(name, dataset, out.col.type)
        col.ordinal = index
        births.append(Born(col, (Read(out.col, DIRECT, (), 0, out.start, out.end),)))
    reader.visits += len(births)
    return Write(reader.ctx.rows(), result.rel, dataset, verb, births)

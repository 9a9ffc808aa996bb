"""Statements that write, as Spark's analyzer leaves them: which column of the target gets which values.

`answer` gives one statement in the terms of `answers`: its kind, its target, the leaves of every column, and what
decides. Fail closed: a command that is not listed here raises `Abstain`. To add one, write a function in `COMMANDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.judges.spark.shapes import literal
from tests.judges.spark.tree import Node, parsed
from tests.judges.spark.walker import Column, Walker, dotted
from tests.judges.values import Abstain, Val, merge

Answer = dict[str, Any]
SILENT = {
    "CreateTable", "CreateDataSourceTableCommand", "CreateFunctionCommand", "CreateUserDefinedFunction",
    "CreateSQLFunctionCommand", "CreateVariable", "SetVariable", "SetCommand", "SetCatalogAndNamespace",
    "SetNamespaceCommand", "CacheTable", "CreateNamespace", "DropTable", "DropView", "CreateTempViewUsing",
    "DropFunctionCommand", "DropVariable", "DropTempViewCommand", "CreateUserDefinedFunctionCommand",
    "CreateTableLikeCommand", "UseStatement", "UnsetCommand",
}  # fmt: skip
"""Commands that move no data."""


class Told:
    """The answers of a script's statements, and the columns of all tables that were read."""

    def __init__(self) -> None:
        self.statements: list[Answer] = []
        self.tables: dict[str, dict[str, list[list[str]]]] = {}

    def add(self, one: tuple[Answer | None, Walker]) -> None:
        told, walker = one
        self.tables.update(walker.stored)
        if told is not None:
            self.statements.append(told)

    def to_dict(self) -> dict[str, Any]:
        return {"statements": self.statements, "tables": self.tables}


def answer(nodes: list[dict[str, Any]], text: str) -> tuple[Answer | None, Walker]:
    """What a plan says, given its JSON and its text; nothing where it moves no data."""
    root = parsed(nodes)
    walker = Walker({int(first): name for first, name in re.findall(r"RelationV2\[\w+#(\d+)[^\]]*\] ([\w.]+)", text)})
    if root.kind in SILENT:
        return None, walker
    node = root
    node.fields["text"] = text
    if root.kind == "WithCTE":
        inner = root.tree("plan")
        assert inner is not None
        if inner.kind in COMMANDS:
            for tree in root.trees("cteDefs") or root.children[1:]:
                walker.ctes[int(tree.fields["id"])] = walker.relation(tree)
            node = inner
            node.fields["text"] = text
    handler = COMMANDS.get(node.kind)
    if handler is None:
        told = made("SELECT", "result", [(name, value) for _, name, value in walker.relation(root)], walker)
    else:
        told = handler(node, walker)
    return told, walker


def made(kind: str, target: str, columns: list[tuple[str, Val]], walker: Walker) -> Answer:
    return {
        "kind": kind,
        "target": target,
        "columns": [[name, sorted(list(leaf) for leaf in value.flat())] for name, value in columns],
        "rows": sorted(list(row) for row in walker.rows),
        "every": sorted(list(row) for row in walker.every),
    }


def query_of(node: Node, name: str = "query") -> Node:
    tree = node.tree(name) or (node.children[0] if node.children else None)
    if tree is None:
        raise Abstain(f"{node.kind} without a query")
    return tree


def positioned(node: Node, columns: list[Column]) -> list[tuple[str, Val]]:
    """Columns of a query under the names of the target's."""
    names = node.fields.get("outputColumnNames")
    if isinstance(names, str):
        names = [one.strip() for one in names.strip("[]").split(",")]
    names = names or [name for _, name, _ in columns]
    if len(names) != len(columns):
        raise Abstain(f"{len(columns)} columns for {len(names)}")
    return [(name, value) for name, (_, _, value) in zip(names, columns, strict=True)]


def inserted(node: Node, walker: Walker) -> Answer:
    """INSERT into a table of files."""
    columns = walker.relation(query_of(node))
    table = node.fields.get("catalogTable")
    if not table:
        path = re.search(r"Location: ([^),\s]+)", node.fields["text"])
        if path is None:
            raise Abstain("an INSERT into nothing")
        return made("INSERT", path[1].removeprefix("file:"), positioned(node, columns), walker)
    return made("INSERT", dotted(table["identifier"]), positioned(node, columns), walker)


def created(node: Node, walker: Walker) -> Answer:
    columns = walker.relation(query_of(node))
    return made("CREATE_TABLE", dotted(node.fields["table"]["identifier"]), positioned(node, columns), walker)


def viewed(node: Node, walker: Walker) -> Answer:
    columns = walker.relation(query_of(node, "plan"))
    head = node.fields["text"].split("\n", 1)[0]
    names = (
        re.findall(r"\((\w+),(?:None|Some\()", head.partition("[")[2]) if node.fields["userSpecifiedColumns"] else []
    )
    told = [(name, value) for _, name, value in columns]
    if names:
        told = [(name, value) for name, (_, value) in zip(names, told, strict=True)]
    return made("CREATE_VIEW", dotted(node.fields["name"]), told, walker)


def cached(node: Node, walker: Walker) -> Answer:
    columns = walker.relation(query_of(node, "plan"))
    told = [(name, value) for _, name, value in columns]
    name = node.tree("tempViewName")
    assert name is not None
    return made("CACHE_TABLE", literal(name), told, walker)


def target_of(node: Node, walker: Walker, name: str = "table") -> tuple[str, list[Column]]:
    """The table that a command changes: its name and its columns."""
    tree = query_of(node, name)
    columns = walker.relation(tree)
    while tree.kind == "SubqueryAlias":
        tree = tree.children[0]
    sources = {leaf[0] for _, _, value in columns for leaf in value.flat()}
    if len(sources) != 1:
        raise Abstain("a target that is no table")
    return sources.pop(), columns


def appended(node: Node, walker: Walker) -> Answer:
    """INSERT into a table of another catalog: by position, the query having been brought into its order."""
    name, target = target_of(node, walker)
    columns = walker.relation(query_of(node, "query"))
    if len(columns) != len(target):
        raise Abstain(f"{len(columns)} columns for {len(target)}")
    condition = node.tree("deleteExpr")
    if condition is not None:
        walker.decides(walker.refs(condition, walker.scope(target)), rows=False)
    return made("INSERT", name, [(c, v) for (_, c, _), (_, _, v) in zip(target, columns, strict=True)], walker)


def created_elsewhere(node: Node, walker: Walker) -> Answer:
    columns = walker.relation(query_of(node, "query"))
    name = re.search(r"ResolvedIdentifier [^,]*, (\S+)", node.fields["text"])
    if name is None:
        raise Abstain("a table without a name")
    return made("CREATE_TABLE", f"lake.{name[1]}", [(c, v) for _, c, v in columns], walker)


def assigned(node: Node, scope: dict[int, Val], walker: Walker, found: dict[str, Val]) -> None:
    for tree in node.trees("assignments") or node.children:
        if tree.kind != "Assignment":
            continue
        key, value = tree.children
        path = []
        while key.kind in ("GetStructField", "Alias"):
            path.append(str(key.fields.get("name")))
            key = key.children[0]
        column = ".".join([str(key.fields["name"]), *reversed(path)])
        if value.kind == "AttributeReference" and value.id == key.id and not path:
            continue  # a column that keeps its value
        got = walker.expression(value, scope)
        found[column] = merge(found[column], got) if column in found else got


def updated(node: Node, walker: Walker) -> Answer:
    name, target = target_of(node, walker)
    result: dict[str, Val] = {}
    scope = walker.scope(target)
    assigned(node, scope, walker, result)
    condition = node.tree("condition")
    if condition is not None:
        walker.decides(walker.refs(condition, scope))
    return made("UPDATE", name, list(result.items()), walker)


def deleted(node: Node, walker: Walker) -> Answer:
    name, target = target_of(node, walker)
    condition = node.tree("condition")
    if condition is not None:
        walker.decides(walker.refs(condition, walker.scope(target)))
    return made("DELETE", name, [], walker)


def merged(node: Node, walker: Walker) -> Answer:
    name, target = target_of(node, walker, "targetTable")
    source = walker.relation(query_of(node, "sourceTable"))
    scope = walker.scope(target, source)
    condition = node.tree("mergeCondition")
    assert condition is not None
    walker.decides(walker.refs(condition, scope))
    result: dict[str, Val] = {}
    for clause in ("matchedActions", "notMatchedActions", "notMatchedBySourceActions"):
        for action in node.trees(clause):
            if action.kind not in ("UpdateAction", "InsertAction", "DeleteAction"):
                raise Abstain(f"action {action.kind}")
            one = action.tree("condition")
            if one is not None:
                walker.decides(walker.refs(one, scope))
            if action.kind != "DeleteAction":
                assigned(action, scope, walker, result)
    return made("MERGE", name, list(result.items()), walker)


COMMANDS: dict[str, Callable[[Node, Walker], Answer]] = {
    "InsertIntoHadoopFsRelationCommand": inserted,
    "InsertIntoDataSourceDirCommand": inserted,
    "CreateDataSourceTableAsSelectCommand": created,
    "CreateViewCommand": viewed,
    "CacheTableAsSelect": cached,
    "AppendData": appended,
    "OverwriteByExpression": appended,
    "OverwritePartitionsDynamic": appended,
    "CreateTableAsSelect": created_elsewhere,
    "ReplaceTableAsSelect": created_elsewhere,
    "UpdateTable": updated,
    "DeleteFromTable": deleted,
    "MergeIntoTable": merged,
}

"""The analysed plan of a query as JSON, with what Spark's own JSON leaves out.

`toJSON` says nothing of files, paths, formats, some lists of expressions, and of which casts somebody wrote. Those are
asked for one by one, only where they are missing, and put under the key `headwater` of their node:
`headwater.frontends.catalyst` then needs no Java. Everything here is one Java call a question, so nothing is asked that
the JSON has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from headwater.frontends.catalyst.tree import MARK, Node, grow, is_tree, key_of, simple
from headwater.frontends.catalyst.writes import SINKS

_MOST_PATHS = 16
_SET_OPERATIONS = frozenset({"Union", "Intersect", "Except"})
_INSERTS = frozenset(
    {"InsertIntoHadoopFsRelationCommand", "InsertIntoHiveTable", "AppendData", "OverwriteByExpression"}
)
_SOURCES = frozenset(
    {
        "LogicalRelation", "DataSourceV2Relation", "StreamingRelation", "StreamingRelationV2",
        "StreamingExecutionRelation", "StreamingDataSourceV2Relation",
    }
)  # fmt: skip


def analysed(execution: Any) -> list[dict[str, Any]]:
    """The analysed plan of a Java QueryExecution."""
    return described(execution.analyzed())


def described(plan: Any) -> list[dict[str, Any]]:
    """A Java plan as JSON with marks."""
    flat: list[dict[str, Any]] = json.loads(plan.toJSON())
    _describe(plan, flat)
    return flat


def _describe(plan: Any, flat: list[dict[str, Any]]) -> None:
    root = grow(flat)
    nameless: dict[str, dict[str, Any]] = {}
    stack: list[tuple[Node, _Way, Node | None]] = [(root, _Way(None, 0, plan), None)]
    while stack:
        node, way, parent = stack.pop()
        stack.extend((child, _Way(way, at), node) for at, child in enumerate(node.children))
        _sources(node.fields, nameless)
        if node.kind == "Expand" and node.fields.get("projections") is None:
            with _unanswered():
                _mark(node.fields, "projections", _projections(way.java))
        elif node.kind == "Project" and parent is not None and parent.kind in _SET_OPERATIONS | _INSERTS:
            with _unanswered():
                _casts(node, way)
    if root.kind in SINKS:
        with _unanswered():
            _sink(root, plan)
        inner = root.fields.get(SINKS[root.kind].query)
        if is_tree(inner):
            _describe(_call(plan, SINKS[root.kind].query), inner)  # type: ignore[arg-type]
    if nameless:
        _name(plan, nameless)


class _Way:
    """The way down to a node of a plan; Java's node at its end is asked for once, when it is needed."""

    __slots__ = ("_at", "_java", "_parent")

    def __init__(self, parent: _Way | None, at: int, java: Any = None) -> None:
        self._parent = parent
        self._at = at
        self._java = java

    @property
    def java(self) -> Any:
        wanted: list[_Way] = []
        way = self
        while way._java is None and way._parent is not None:
            wanted.append(way)
            way = way._parent
        node = way._java
        for one in reversed(wanted):
            node = one._java = node.children().apply(one._at)
        return node


@contextmanager
def _unanswered() -> Iterator[None]:
    """A question that Spark has no answer to leaves the plan as it is; its reader says what is missing."""
    from py4j.protocol import Py4JError

    with suppress(Py4JError):
        yield


def _mark(fields: dict[str, Any], name: str, value: Any) -> None:
    fields.setdefault(MARK, {})[name] = value


def _call(java: Any, name: str) -> Any:
    return getattr(java, name)()


def _each(seq: Any) -> Iterator[Any]:
    for at in range(seq.size()):
        yield seq.apply(at)


# ── expressions ──────────────────────────────────────────────────────────────────────────────────────────────
def _projections(expand: Any) -> list[Any]:
    """The rows of an Expand, which its JSON may lack."""
    return [[json.loads(one.toJSON()) for one in _each(row)] for row in _each(expand.projections())]


def _casts(project: Node, way: _Way) -> None:
    """A union and an insert put a projection of casts over what they are given: nobody wrote those."""
    tag: Any = None
    for at, item in enumerate(project.fields.get("projectList") or ()):
        kinds = [simple(one["class"]) for one in item[:4]]
        if "Cast" not in kinds or kinds[0] != "Alias" or set(kinds[1 : kinds.index("Cast")]) > _CHECKS:
            continue
        java = way.java.projectList().apply(at)
        for _ in range(kinds.index("Cast")):
            java = java.children().apply(0)
        if tag is None:
            tag = _user_cast()
        if java.getTagValue(tag).isEmpty():
            _mark(item[kinds.index("Cast")], "implicit", True)


_CHECKS = frozenset({"CheckOverflowInTableInsert"})


def _user_cast() -> Any:
    """The tag on casts that somebody wrote."""
    from pyspark import SparkContext

    context: Any = SparkContext._active_spark_context
    return context._jvm.org.apache.spark.sql.catalyst.expressions.Cast.USER_SPECIFIED_CAST()


# ── sources ──────────────────────────────────────────────────────────────────────────────────────────────────
def _sources(fields: dict[str, Any], found: dict[str, dict[str, Any]]) -> None:
    """Leaves without a name, in this operator and in the plans inside its expressions, by their first attribute."""
    stack: list[Any] = [fields]
    while stack:
        one = stack.pop()
        if isinstance(one, list):
            stack.extend(one)
            continue
        if not isinstance(one, dict):
            continue
        if "num-children" in one and simple(one["class"]) in _SOURCES and not one.get("catalogTable"):
            output = one.get("output")
            if isinstance(output, list) and output and is_tree(output[0]):
                found[key_of(output[0][0])] = one
            continue
        stack.extend(value for name, value in one.items() if isinstance(value, list) and name != "output")


def _name(plan: Any, nameless: dict[str, dict[str, Any]]) -> None:
    """What the leaves of a plan are, and of the plans inside its expressions."""
    for one in (plan, *_each(plan.subqueriesAll())):
        for leaf in _each(one.collectLeaves()):
            output = leaf.output()
            if not output.isEmpty():
                fields = nameless.get(f"#{output.apply(0).exprId().id()}")
                if fields is not None:
                    with _unanswered():
                        _leaf(leaf, fields)


def _leaf(leaf: Any, fields: dict[str, Any]) -> None:
    kind = simple(fields["class"])
    if kind == "LogicalRelation":
        _relation(leaf.relation(), fields)
    elif kind.startswith(("DataSourceV2", "StreamingDataSourceV2")) or kind == "StreamingRelationV2":
        table = leaf.table()
        paths = _option(leaf, kind, "path")
        if kind == "StreamingRelationV2" or paths:
            _files(fields, [paths] if paths else [], leaf.table().name(), table)
        else:
            _mark(fields, "table", str(table.name()).replace("`", "").split("."))
    elif kind == "StreamingRelation":
        source = leaf.dataSource()
        given = source.options().get("path")
        _files(fields, [given.get()] if given.isDefined() else [], source.className(), source)
    else:
        _mark(fields, "source", str(leaf.toString())[:200])


def _option(leaf: Any, kind: str, name: str) -> str | None:
    options = leaf.extraOptions() if kind == "StreamingRelationV2" else leaf.options()
    found = options.get(name)
    return str(found) if isinstance(found, str) else None


def _files(fields: dict[str, Any], paths: list[str], kind: str, java: Any) -> None:
    if paths:
        _mark(fields, "paths", paths)
        _mark(fields, "format", kind.rpartition(".")[2].lower())
    else:
        _mark(fields, "source", kind)


def _relation(relation: Any, fields: dict[str, Any]) -> None:
    """Files under paths, or whatever else a relation of Spark's first data source interface is."""
    if not hasattr(relation, "_get_object_id") or relation.getClass().getSimpleName() != "HadoopFsRelation":
        text = str(relation.toString())
        _mark(fields, "source", text if len(text) < 200 else relation.getClass().getSimpleName())
        return
    given = relation.options().get("path")
    paths = [str(one.toString()) for one in _each(relation.location().rootPaths())]
    if given.isDefined() and len(paths) != 1:
        paths = [str(given.get())]  # a pattern, as it was written
    elif len(paths) > _MOST_PATHS:
        paths = [_common(paths)]
    _mark(fields, "paths", paths)
    _mark(fields, "format", str(relation.fileFormat().toString()).lower())


def _common(paths: list[str]) -> str:
    """The folder that many files are in."""
    first, last = min(paths), max(paths)
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[: first.rfind("/", 0, same + 1) + 1] + "*"


# ── targets ──────────────────────────────────────────────────────────────────────────────────────────────────
def _sink(root: Node, plan: Any) -> None:
    """Where a command writes, as far as its JSON does not say."""
    fields = root.fields
    if root.kind == "InsertIntoHadoopFsRelationCommand":
        _mark(fields, "path", str(plan.outputPath().toString()))
        _mark(fields, "format", str(plan.fileFormat().toString()).lower())
        _mark(fields, "mode", str(plan.mode().toString()))
    elif root.kind in ("CreateDataSourceTableAsSelectCommand", "SaveAsV1TableCommand"):
        _mark(fields, "mode", str(plan.mode().toString()))
    elif root.kind == "SaveIntoDataSourceCommand":
        options = plan.options()
        for name in ("path", "dbtable", "topic"):
            given = options.get(name)
            if given.isDefined():
                _mark(fields, "path" if name == "path" else "sink", str(given.get()))
                break
        else:
            _mark(fields, "sink", str(plan.dataSource().getClass().getSimpleName()))
        _mark(fields, "format", str(plan.dataSource().getClass().getSimpleName()).lower())
    elif root.kind in ("InsertIntoDataSourceDirCommand", "InsertIntoHiveDirCommand"):
        location = plan.storage().locationUri()
        if location.isDefined():
            _mark(fields, "path", str(location.get().toString()))
        _mark(fields, "format", str(plan.provider()) if root.kind.startswith("InsertIntoDataSource") else "hive")
    elif root.kind in ("AppendData", "OverwriteByExpression", "OverwritePartitionsDynamic"):
        _mark(fields, "table", str(plan.table().name()).replace("`", "").split("."))

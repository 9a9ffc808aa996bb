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

from headwater.frontends.catalyst.tree import MARK, Node, attribute_key, grow, is_tree, simple
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


def analysed_plan(execution: Any) -> list[dict[str, Any]]:
    """The analysed plan of a Java QueryExecution."""
    return plan_with_marks(execution.analyzed())


def plan_with_marks(plan: Any) -> list[dict[str, Any]]:
    """A Java plan as JSON with marks."""
    flat: list[dict[str, Any]] = json.loads(plan.toJSON())
    _add_marks(plan, flat)
    return flat


def _add_marks(plan: Any, flat: list[dict[str, Any]]) -> None:
    root = grow(flat)
    nameless: dict[str, dict[str, Any]] = {}
    stack: list[tuple[Node, _Way, Node | None]] = [(root, _Way(None, 0, plan), None)]
    while stack:
        node, way, parent = stack.pop()
        stack.extend((child, _Way(way, index), node) for index, child in enumerate(node.children))
        _find_nameless(node.fields, nameless)
        if node.kind == "Expand" and node.fields.get("projections") is None:
            with _ignore_java_errors():
                _mark(node.fields, "projections", _projections(way.java))
        elif node.kind == "Project" and parent is not None and parent.kind in _SET_OPERATIONS | _INSERTS:
            with _ignore_java_errors():
                _mark_implicit_casts(node, way)
    if root.kind in SINKS:
        with _ignore_java_errors():
            _mark_sink(root, plan)
        inner = root.fields.get(SINKS[root.kind].query)
        if is_tree(inner):
            _add_marks(_call(plan, SINKS[root.kind].query), inner)  # type: ignore[arg-type]
    if nameless:
        _name_leaves(plan, nameless)


class _Way:
    """The way down to a node of a plan; Java's node at its end is asked for once, when it is needed."""

    __slots__ = ("_index", "_java", "_parent")

    def __init__(self, parent: _Way | None, index: int, java: Any = None) -> None:
        self._parent = parent
        self._index = index
        self._java = java

    @property
    def java(self) -> Any:
        missing: list[_Way] = []
        way = self
        while way._java is None and way._parent is not None:
            missing.append(way)
            way = way._parent
        node = way._java
        for step in reversed(missing):
            node = step._java = node.children().apply(step._index)
        return node


@contextmanager
def _ignore_java_errors() -> Iterator[None]:
    """A question that Spark has no answer to leaves the plan as it is; its reader says what is missing."""
    from py4j.protocol import Py4JError

    with suppress(Py4JError):
        yield


def _mark(fields: dict[str, Any], name: str, value: Any) -> None:
    fields.setdefault(MARK, {})[name] = value


def _call(java: Any, name: str) -> Any:
    return getattr(java, name)()


def _each(seq: Any) -> Iterator[Any]:
    for i in range(seq.size()):
        yield seq.apply(i)


# ── expressions ──────────────────────────────────────────────────────────────────────────────────────────────
def _projections(expand: Any) -> list[Any]:
    """The rows of an Expand, which its JSON may lack."""
    return [[json.loads(expression.toJSON()) for expression in _each(row)] for row in _each(expand.projections())]


def _mark_implicit_casts(project: Node, way: _Way) -> None:
    """A union and an insert put a projection of casts over what they are given: nobody wrote those."""
    tag: Any = None
    for position, item in enumerate(project.fields.get("projectList") or ()):
        kinds = [simple(node["class"]) for node in item[:4]]
        if "Cast" not in kinds or kinds[0] != "Alias" or set(kinds[1 : kinds.index("Cast")]) > _CHECKS:
            continue
        java = way.java.projectList().apply(position)
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
def _find_nameless(fields: dict[str, Any], nameless: dict[str, dict[str, Any]]) -> None:
    """Leaves without a name, in this operator and in the plans inside its expressions, by their first attribute."""
    stack: list[Any] = [fields]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            stack.extend(node)
            continue
        if not isinstance(node, dict):
            continue
        if "num-children" in node and simple(node["class"]) in _SOURCES and not node.get("catalogTable"):
            output = node.get("output")
            if isinstance(output, list) and output and is_tree(output[0]):
                nameless[attribute_key(output[0][0])] = node
            continue
        stack.extend(value for name, value in node.items() if isinstance(value, list) and name != "output")


def _name_leaves(plan: Any, nameless: dict[str, dict[str, Any]]) -> None:
    """What the leaves of a plan are, and of the plans inside its expressions."""
    for root in (plan, *_each(plan.subqueriesAll())):
        for leaf in _each(root.collectLeaves()):
            output = leaf.output()
            if not output.isEmpty():
                fields = nameless.get(f"#{output.apply(0).exprId().id()}")
                if fields is not None:
                    with _ignore_java_errors():
                        _mark_leaf(leaf, fields)


def _mark_leaf(leaf: Any, fields: dict[str, Any]) -> None:
    kind = simple(fields["class"])
    if kind == "LogicalRelation":
        _mark_relation(leaf.relation(), fields)
    elif kind.startswith(("DataSourceV2", "StreamingDataSourceV2")) or kind == "StreamingRelationV2":
        table = leaf.table()
        paths = _option(leaf, kind, "path")
        if kind == "StreamingRelationV2" or paths:
            _mark_files(fields, [paths] if paths else [], leaf.table().name(), table)
        else:
            _mark(fields, "table", str(table.name()).replace("`", "").split("."))
    elif kind == "StreamingRelation":
        source = leaf.dataSource()
        path = source.options().get("path")
        _mark_files(fields, [path.get()] if path.isDefined() else [], source.className(), source)
    else:
        _mark(fields, "source", str(leaf.toString())[:200])


def _option(leaf: Any, kind: str, name: str) -> str | None:
    options = leaf.extraOptions() if kind == "StreamingRelationV2" else leaf.options()
    value = options.get(name)
    return str(value) if isinstance(value, str) else None


def _mark_files(fields: dict[str, Any], paths: list[str], kind: str, java: Any) -> None:
    if paths:
        _mark(fields, "paths", paths)
        _mark(fields, "format", kind.rpartition(".")[2].lower())
    else:
        _mark(fields, "source", kind)


def _mark_relation(relation: Any, fields: dict[str, Any]) -> None:
    """Files under paths, or whatever else a relation of Spark's first data source interface is."""
    if not hasattr(relation, "_get_object_id") or relation.getClass().getSimpleName() != "HadoopFsRelation":
        text = str(relation.toString())
        _mark(fields, "source", text if len(text) < 200 else relation.getClass().getSimpleName())
        return
    option = relation.options().get("path")
    paths = [str(path.toString()) for path in _each(relation.location().rootPaths())]
    if option.isDefined() and len(paths) != 1:
        paths = [str(option.get())]  # a pattern, as it was written
    elif len(paths) > _MOST_PATHS:
        paths = [_common(paths)]
    _mark(fields, "paths", paths)
    _mark(fields, "format", str(relation.fileFormat().toString()).lower())


def _common(paths: list[str]) -> str:
    """The folder that many files are in."""
    first, last = min(paths), max(paths)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[: first.rfind("/", 0, same + 1) + 1] + "*"


# ── targets ──────────────────────────────────────────────────────────────────────────────────────────────────
def _mark_sink(root: Node, plan: Any) -> None:
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
            option = options.get(name)
            if option.isDefined():
                _mark(fields, "path" if name == "path" else "sink", str(option.get()))
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

"""Columns in Spark's output names: without their tables, marked where they are aliases or belong to a query outside.

SELECT * FROM t, LATERAL (SELECT a + 1)      →      (outer(spark_catalog.default.t.a) + 1)
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Map
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Entry, Resolved, TableEntry
from headwater.dialects.spark.value_types import IMPLICIT, Name, normal, typed

_UNNAMED_QUERY = "__auto_generated_subquery_name"


def is_column(frame: Frame, name: str) -> bool:
    """Whether a table in sight has a column of that name."""
    scope: Frame | None = frame
    while scope is not None:
        if scope.tables.known(frame.ctx.folded(name)):
            return True
        scope = scope.parent
    return False


def without_table(frame: Frame, parts: list[str]) -> list[str]:
    """A dotted name without its table; an alias of the same SELECT is marked as one."""
    fold = frame.ctx.folded
    owner = _owner(frame, parts)
    if owner is not None:
        return parts[owner[1] :]
    key = fold(parts[0])
    if _is_alias(frame, key) and not any(entry.open or entry.find(key) is not None for entry in frame.tables.entries):
        return [f"lateralAliasReference({parts[0]})", *parts[1:]]
    return parts


def _is_alias(frame: Frame, key: str) -> bool:
    """Whether an item of the select list is given that name; what an engine calls an item is no alias."""
    item = frame.items.aliases.get(key)
    return item is not None and isinstance(item.node.parent, exp.Alias)


def _owner(frame: Frame, parts: list[str]) -> tuple[Entry, int] | None:
    """The table that a dotted name begins with, and how many parts name it."""
    fold = frame.ctx.folded
    for width in range(min(3, len(parts) - 1), 0, -1):
        entry = frame.tables.by_alias.get(fold(parts[0])) if width == 1 else frame.tables.by_name(tuple(parts[:width]))
        if entry is not None and (entry.find(fold(parts[width])) is not None or entry.open):
            return entry, width
    return None


def reference(frame: Frame, parts: list[str]) -> Name:
    """A column inside an expression, with its type."""
    rest = without_table(frame, parts)
    if rest == parts and rest[0] == parts[0]:
        outer = _outer(frame, parts)
        if outer is not None:
            return typed(outer, "")
    column = _column(frame, parts)
    if len(rest) > 1 and column is not None and isinstance(shape.type_of(column), Map):
        return Name(f"{rest[0]}[{rest[1]}]" + "".join(f".{part}" for part in rest[2:]))
    return typed(".".join(rest), lambda: type_of_column(frame, parts), IMPLICIT)


def _column(frame: Frame, parts: list[str]) -> Resolved | None:
    """The column that a name begins with; None where it is not sure."""
    fold = frame.ctx.folded
    owner = _owner(frame, parts)
    if owner is not None:
        col = owner[0].find(fold(parts[owner[1]]))
        return Resolved(col) if col is not None else None
    known = frame.tables.known(fold(parts[0]))
    return known[0] if len(known) == 1 else None


def type_of_column(frame: Frame, parts: list[str]) -> str:
    """The type of a column, or of a field of one; empty where it is not known."""
    column = _column(frame, parts)
    if column is None:
        return ""
    owner = _owner(frame, parts)
    below = parts[(owner[1] if owner is not None else 0) + 1 :]
    kind = str(shape.type_at(column.col.type, (*column.path, *below)))
    return "" if kind == "unknown" else normal(kind)


def _outer(frame: Frame, parts: list[str]) -> str | None:
    """A column of the query around this one, with its whole name; None where it is one of this query's."""
    fold = frame.ctx.folded
    if frame.parent is None or frame.tables.known(fold(parts[0])) or any(entry.open for entry in frame.tables.entries):
        return None
    if _is_alias(frame, fold(parts[0])):
        return None
    scope = frame.parent
    owner = _owner(scope, parts)
    if owner is not None:
        entry, width = owner
    else:
        holders = [entry for entry in scope.tables.entries if fold(parts[0]) in entry.index]
        if len(holders) != 1:
            return None
        entry, width = holders[0], 0
    column = ".".join([qualifier(frame, entry), parts[width]])
    return ".".join([f"outer({column})", *parts[width + 1 :]])


def qualifier(frame: Frame, entry: Entry) -> str:
    """What Catalyst calls a table of FROM: its whole name, its alias where it has one."""
    if isinstance(entry, TableEntry) and frame.ctx.folded(entry.alias) == frame.ctx.folded(entry.key[-1]):
        return entry.alias if entry.dataset.temporary else ".".join(entry.key)
    return entry.alias or _UNNAMED_QUERY

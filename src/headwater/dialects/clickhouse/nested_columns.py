"""Names with dots in them: the parts of a Nested column, `goals.id`, and outputs called `u.a`.

The longest name that somebody has is meant, and what follows it are fields. The first part alone, `goals`, stands for
all its parts: an array of tuples, or behind ARRAY JOIN one tuple.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sqlglot import exp

from headwater.base.types import Array, Map, Scalar, Type
from headwater.bind.names import shape
from headwater.bind.scope import Entry, Offsets, Resolved
from headwater.rel.columns import Born, Col, Path, Read
from headwater.rel.kinds import DERIVED

if TYPE_CHECKING:
    from headwater.bind.names.frame import Frame


def find(
    frame: Frame, entry: Entry | None, parts: list[str], keys: list[str], span: Offsets, asker: Frame
) -> tuple[Resolved, ...] | None:
    """What a qualified name means, where a column of such a name is there; `entry` is the table called like its first
    part.
    """
    if entry is not None:
        for width in range(len(keys), 2, -1):
            col = entry.find(".".join(keys[1:width]))
            if col is not None:
                return shape.fields(asker, (Resolved(col),), parts[width:], span)
        if entry.find(keys[1]) is not None:
            return None
        inside = group(frame, entry, keys[1]) if len(keys) == 2 else None
        if inside is not None:
            return (inside,)
    for width in range(len(keys), 1, -1):
        known = frame.tables.known(".".join(keys[:width]))
        if known:
            return shape.fields(asker, (known[0],), parts[width:], span)
    return None


def members(frame: Frame, entry: Entry | None, key: str) -> list[tuple[str, Resolved]]:
    """The parts of a Nested column: what follows the dot, and the column."""
    prefix = f"{key}."
    joined = [
        (name[len(prefix) :], element) for name, element in frame.tables.elements.items() if name.startswith(prefix)
    ]
    if joined and entry is None:
        return joined
    for table in (entry,) if entry is not None else frame.tables.entries:
        matches = []
        for name in table.index:
            if name.startswith(prefix):
                col = table.find(name)
                if col is not None:
                    matches.append((name[len(prefix) :], Resolved(col)))
        if matches:
            return matches
    return []


def group(frame: Frame, entry: Entry | None, key: str) -> Resolved | None:
    """All parts of a Nested column as one value."""
    return _made(frame, members(frame, entry, key), key) if is_group(frame, entry, key) else None


def is_group(frame: Frame, entry: Entry | None, key: str) -> bool:
    """Whether columns of a table, or of any, are called by this name and a dot."""
    if entry is None and any(name.startswith(f"{key}.") for name in frame.tables.elements):
        return True
    for table in (entry,) if entry is not None else frame.tables.entries:
        if key in frame.ctx.remember("groups", table, partial(_groups, table)):
            return True
    return False


def _groups(entry: Entry) -> set[str]:
    return {name.partition(".")[0] for name in entry.index if "." in name}


def _made(frame: Frame, parts: list[tuple[str, Resolved]], key: str) -> Resolved:
    fields: dict[str, Col] = {}
    arrays = True
    for name, resolved in parts:
        if resolved.col.name.startswith(f"{key}.") and isinstance(resolved.col.type, Array):
            element = shape.element(frame, resolved, DERIVED)
            fields[name] = shape.column_of(frame, element, name)
        else:
            arrays = False
            fields[name] = resolved.col
    inner = shape.struct(frame, key, fields, tuple(fields))
    if not arrays:
        return Resolved(inner)
    col = frame.ctx.col(key, None, Array(inner.type))
    col.element, col.shaped = inner, True
    frame.birth(Born(col, (Read(inner, DERIVED),)))
    return Resolved(col)


def nested_parts(frame: Frame, node: exp.Expr) -> list[tuple[str, exp.Expr]]:
    """The parts of a Nested column that a name stands for, each as a reference; none for anything else."""
    if not isinstance(node, exp.Column) or node.args.get("db") is not None:
        return []
    table = node.args.get("table")
    key = frame.ctx.folded(node.name)
    entry = frame.tables.by_alias.get(frame.ctx.folded(table.name)) if table is not None else None
    if (table is not None and entry is None) or not is_group(frame, entry, key):
        return []
    if (entry.find(key) is not None) if entry is not None else bool(frame.tables.known(key)):
        return []
    matches: list[tuple[str, exp.Expr]] = []
    for part, _ in members(frame, entry, key):
        name = exp.to_identifier(f"{node.name}.{part}", quoted=True)
        matches.append((part, exp.Column(this=name, table=table.copy() if table is not None else None)))
    return matches


def element_name(frame: Frame, node: exp.Expr) -> str:
    """What ARRAY JOIN without an alias calls its element: the column, with the dots that are part of its name."""
    if isinstance(node, exp.Column) and node.args.get("table") is not None:
        whole = f"{node.args['table'].name}.{node.name}"
        if frame.tables.known(frame.ctx.folded(whole)):
            return whole
    return str(node.name)


def subcolumn(col: Col, path: Path, kind: Type, name: str) -> bool:
    """`json.a`, `map.keys`, `arr.size0`, `nullable.null`: part of the column, and no field that a schema knows."""
    if path and path[-1] == shape.ELEMENT and isinstance(shape.type_at(col.type, path[:-1]), Map):
        return True  # ARRAY JOIN m AS kv: kv.1 and kv.2
    while isinstance(kind, Array):
        if name.startswith("size"):
            return True
        kind = kind.element
    return isinstance(kind, (Scalar, Map))

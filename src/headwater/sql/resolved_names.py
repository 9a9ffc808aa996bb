"""An expression whose names are known beforehand: a text that was written from something that had resolved them.

`pinned` parses the text and puts a key in the place of each name that stands at a given offset, so that a binder can
look it up without reading names; whatever stands behind such a name (`s.x.y`) is a field of it. Offsets in the tree
are moved to where the text stands in a larger one. Invariant: a name that no offset pins is left as the parser read
it (the parameter of a lambda).
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import SqlglotError

from headwater.sql.parse import expression

_BEFORE = len("SELECT ")


def pinned(text: str, index: int, names: Mapping[int, str], grammar: Grammar) -> exp.Expr | None:
    """The tree of an expression that stands at offset `index` of a larger text; None where the grammar cannot read it.

    >>> from headwater.dialects import get
    >>> tree = pinned("upper(s.x)", 100, {6: "#1"}, get("duckdb").grammar)
    >>> tree.this.sql(), tree.this.this.this.meta["start"]
    ('"#1".x', 106)
    """
    try:
        tree = expression(text, grammar)
    except (SqlglotError, ValueError, IndexError, RecursionError):
        return None
    columns: list[tuple[exp.Column, str]] = []
    for node in list(tree.walk()):
        meta = node._meta
        if meta and "start" in meta:
            if isinstance(node, exp.Identifier):
                key = names.get(meta["start"] - _BEFORE)
                if key is not None and isinstance(node.parent, exp.Column):
                    columns.append((node.parent, key))
            node._meta = {**meta, "start": meta["start"] - _BEFORE + index, "end": meta["end"] - _BEFORE + index}
    for column, key in columns:
        result = _keyed(column, key)
        if column is tree:
            tree = result
        else:
            column.replace(result)
    return tree


def _keyed(column: exp.Column, key: str) -> exp.Expr:
    """A reference by key, with the fields that stood behind the name."""
    first, *rest = column.parts
    name = exp.Identifier(this=key, quoted=True)
    name._meta = dict(first._meta or {})
    dot: exp.Expr = exp.Column(this=name)
    for part in rest:
        dot = exp.Dot(this=dot, expression=part.copy())
    return dot


def asked(tree: exp.Expr, keys: frozenset[str]) -> exp.Expr:
    """`x IN (#q)`, where #q stands for a query: the query itself is what x is looked for in."""
    for node in list(tree.find_all(exp.In)):
        inside = node.expressions
        if len(inside) == 1 and isinstance(inside[0], exp.Column) and inside[0].name in keys:
            node.set("query", inside[0])
            node.set("expressions", None)
    return tree

"""The way into an expression: which columns are read, and what for.

`reads` appends a `Read` for every column under a node. The kind is handed down: whatever stands under an operator is
DERIVED, under an aggregate AGG, under a condition CONDITIONAL, and so on, composed by `through`. `value` gives a select
item its column: one that exists where it is only handed on, else a new one. Both look the class of the node up in
`READERS` and `MAKERS`, which `expr.tables` fills: so the modules of this package never import one another in a circle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import ErrorLevel, exp

from headwater.base.types import UNKNOWN
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.upward import UPWARD
from headwater.rel.columns import AT_ALIAS, AT_ITEM, Born, Col, Read
from headwater.rel.kinds import DERIVED, DIRECT, Kind
from headwater.sql.tree import start_of

Reader = Callable[[Frame, Any, Kind, list[Read]], None]
Maker = Callable[[Frame, Any, str], Col | None]
READERS: dict[type, Reader] = {}
"""A function for each class of the parser's nodes; filled by `expr.tables`."""
MAKERS: dict[type, Maker] = {}
"""How a class becomes a select item with something inside: a struct, an array; None leaves it to its reader."""


def reads(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Append what `node` reads, as part of something of that kind."""
    READERS[type(node)](frame, node, kind, out)


def predicate(frame: Frame, node: exp.Expr, kind: Kind, clause: str) -> list[Read]:
    """What a WHERE, ON, HAVING or key reads."""
    frame.clause = clause
    out: list[Read] = []
    READERS[type(node)](frame, node, kind, out)
    return out


def bind_item(frame: Frame, item: Item, named: bool = False) -> Col:
    """Bind a select item once; `named` where its name was met, and not the item itself.

    In a circle (SELECT a AS b, b AS a) the two differ: what a name means is kept as it was when it was first asked for,
    with a column in the place of whatever was being bound then; an item itself is always bound from its own text.
    """
    if item.col is not None and (named or not item.circular):
        return item.col
    item.busy = True
    met = frame.items.circles
    binding, frame.items.binding = frame.items.binding, item
    clause, frame.clause = frame.clause, "SELECT"
    inside, frame.pending.inside = frame.pending.inside, False
    size = frame.ctx.size
    col = value(frame, item.node if item.instead is None else item.instead, item.name)
    if col.type is UNKNOWN and col.id >= size:  # a column of its own, and not one that is handed on
        kind = frame.ctx.dialect.output_names.value_type(item.node)
        if kind is not UNKNOWN:
            col.type = kind
    frame.clause, frame.pending.inside, frame.items.binding = clause, inside, binding
    item.busy = False
    if frame.items.circles > met:
        if named:
            item.circular = True
            item.col = col
        return col
    if item.col is None:
        item.col = col
    return col


def value(frame: Frame, node: exp.Expr, name: str, is_item: bool = True) -> Col:
    """The column that an expression is: one that exists where it is only handed on, a new one else.

    What is no item of a list has no span of its own: the n of WITH(n AS LENGTH(s), n * n).
    """
    kind = type(node)
    while kind is exp.Paren:
        node = node.this
        kind = type(node)
    maker = MAKERS.get(kind)
    if maker is not None:
        result = maker(frame, node, name)
        if result is not None:
            return result
    out: list[Read] = []
    READERS[kind](frame, node, DIRECT, out)
    col = frame.ctx.col(name)
    frame.birth(item_born(frame, col, node, out) if is_item else Born(col, tuple(out)))
    return col


def written(frame: Frame, node: exp.Expr) -> str:
    """An expression as a text; what its dialect's writer cannot spell (a struct with names) it does not log."""
    return str(node.sql(frame.ctx.dialect.grammar, unsupported_level=ErrorLevel.IGNORE))


def item_born(frame: Frame, col: Col, node: exp.Expr, out: list[Read], reads_: tuple[Read, ...] | None = None) -> Born:
    """The birth of a select item; its place is found later from any column in it and the alias behind it."""
    start = next((read.start for read in out if read.start >= 0), -1)
    whole = reads_ if reads_ is not None else tuple(out)
    if frame.ctx.foreign:
        # a view's body, or a computed column: its text is not the user's, so the expression is written out
        return Born(col, whole, text=written(frame, node))
    if start < 0:
        start = start_of(node) if whole else -1
        if start < 0:
            return Born(col, whole)
    parent = node.parent
    while type(parent) is exp.Paren:
        parent = parent.parent
    stop = -1
    if type(parent) is exp.Alias:
        alias = parent.args.get("alias")
        meta = alias._meta if alias is not None else None
        if meta:
            stop = meta.get("start", -1)
            if type(parent.parent) is not exp.Select and frame.ctx.dialect.columns.aliases_anywhere():
                return Born(col, whole, stop, AT_ALIAS)  # f(x AS y): not an item of the select list
    return Born(col, whole, start, AT_ITEM, None, stop)


def nothing(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Literals, types, keywords: read no column."""


def derived(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Any operator or function whose arguments all carry value."""
    if kind is DIRECT:
        kind = DERIVED
    for child in node.args.values():
        if child.__class__ is list:
            for part in child:
                reader = READERS.get(part.__class__)
                if reader is not None and reader is not nothing:
                    reader(frame, part, kind, out)
        else:
            reader = READERS.get(child.__class__)
            if reader is not None and reader is not nothing:
                reader(frame, child, kind, out)


UPWARD.value = value
UPWARD.item = bind_item

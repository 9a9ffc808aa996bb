"""Names that Hive takes from below for outputs without one, before it numbers them.

`CAST(a AS INT)` over a stored table is called `a`, unless an output before it is: its operand recommends the name.
A window function is called `max_window_0`: its place among the window functions of the select list. Only where it
is computed last: functions over the same partitioning and order are computed together, and what is computed before
others gets a name of the engine's own, which recommends nothing. So do joins, groups and derived tables to columns.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.scope import TableEntry


def names(frame: Frame, node: exp.Expr, items: Sequence[Item | exp.Expr], text: object) -> dict[int, str]:
    """What unnamed items would like to be called, by the identity of their expressions."""
    nodes = [item.node for item in items if isinstance(item, Item)]
    if not any(isinstance(one, (exp.Window, exp.Cast)) for one in nodes):
        return {}
    windows: dict[str, tuple[int, str]] = {}
    for one in nodes:
        if isinstance(one, exp.Column):
            continue
        for window in one.find_all(exp.Window):
            windows.setdefault(window.sql(), (len(windows), _partitioning(frame, window)))
    if windows:
        last = list(dict.fromkeys(group for _, group in windows.values()))[-1]
        found = {}
        for item in items:
            if isinstance(item, Item) and isinstance(item.node, exp.Window) and not item.name:
                number, group = windows[item.node.sql()]
                if group == last:
                    word = str(text(frame.ctx, item.node)).partition("(")[0].strip().lower()  # type: ignore[operator]
                    found[id(item.node)] = f"{word}_window_{number}"
        return found
    if len(frame.tables.entries) != 1 or not isinstance(frame.tables.entries[0], TableEntry):
        return {}
    if any(node.args.get(clause) for clause in ("group", "distinct", "having")):
        return {}
    return _casts(frame, items)


def _casts(frame: Frame, items: Sequence[Item | exp.Expr]) -> dict[int, str]:
    """The operand's name, where no output before it has that name."""
    found: dict[int, str] = {}
    used: set[str] = set()
    for item in items:
        if not isinstance(item, Item):
            used |= {output.name.lower() for output in frame.tables.entries[0].star()}
            continue
        one = item.node
        name = item.name.lower()
        if not name and isinstance(one, exp.Column):
            name = one.name.lower()
        elif not name and isinstance(one, exp.Cast) and isinstance(one.this, exp.Column):
            name = one.this.name.lower()
            if name not in used:
                found[id(one)] = name
        used.add(name)
    return found


def _partitioning(frame: Frame, window: exp.Expr) -> str:
    """PARTITION BY and ORDER BY of a window, under its name too; the frame of rows is no part of it."""
    alias = window.args.get("alias")
    named = frame.window_names.get(alias.name.lower()) if isinstance(alias, exp.Expr) else None
    parts = [part.sql() for part in window.args.get("partition_by") or ()]
    order = window.args.get("order")
    own = f"{parts} {order.sql() if isinstance(order, exp.Expr) else ''}"
    return f"{_partitioning(frame, named)} {own}" if named is not None and named is not window else own

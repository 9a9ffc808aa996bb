"""Output names of Hive: an output without an alias is `_c` and its position in the select list, where a star is one
item (`SELECT *, a + 1`: `_c1`), and so is a hint, unless its expression suggests a name.

`CAST(a AS INT)`, or `int(a)`, over a stored table is called `a`, unless an output before it is. A window function is
called `max_window_0`, by its place among the window functions of the select list, where it is computed last: functions
over the same partitioning and order are computed together, and those computed before others suggest nothing. Columns
of joins, groups and derived tables suggest nothing either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.output_names.item_tokens import item_text
from headwater.bind.output_names.protocol import Namer, OutputNames
from headwater.bind.scope import Output, TableEntry


class HiveNames(OutputNames):
    """Suggested names before numbered ones."""

    def namer(self, frame: Frame, select: exp.Expr, items: Sequence[Item | exp.Expr]) -> Namer:
        suggested = _suggested(frame, select, items)
        first = 1 if select.args.get("hint") is not None else 0
        numbered = {id(item.node): f"_c{n}" for n, item in enumerate(items, first) if isinstance(item, Item)}
        return lambda node: self.reference(frame.ctx, node) or suggested.get(id(node)) or numbered.get(id(node))

    def starred(self, select: exp.Expr, ordinal: int, outputs: list[Output]) -> list[Output]:
        """FROM (SELECT *, count(b) FROM t GROUP BY a, b) x: the star hands on groups, whose columns x calls _col0, …"""
        if select.args.get("group") is None or not isinstance(select.parent, (exp.Subquery, exp.CTE)):
            return outputs
        if any(output.opens is not None for output in outputs):
            return outputs
        return [output._replace(name=f"_col{ordinal + n}") for n, output in enumerate(outputs)]

    def numbered(self, outputs: list[Output]) -> list[Output]:
        """FROM (SELECT a.k, b.k FROM …) x: the second k is in sight by its number alone, `_col1`."""
        names = [output.name.lower() for output in outputs if output.opens is None]
        if len(set(names)) == len(names):
            return outputs
        known: set[str] = set()
        renamed: list[Output] = []
        for ordinal, output in enumerate(outputs):
            name = output.name.lower()
            repeated = name in known and output.opens is None
            renamed.append(output._replace(name=f"_col{ordinal}") if repeated else output)
            known.add(name)
        return renamed

    def unnamed(self, ordinal: int, unnamed: int, text: str) -> str:
        return f"_c{ordinal}"


def _suggested(frame: Frame, select: exp.Expr, items: Sequence[Item | exp.Expr]) -> Mapping[int, str]:
    """The names that expressions suggest, by the identity of their nodes."""
    nodes = [item.node for item in items if isinstance(item, Item)]
    if not any(isinstance(node, (exp.Window, exp.Cast, exp.Anonymous)) for node in nodes):
        return {}
    windows: dict[str, tuple[int, str]] = {}
    for node in nodes:
        if isinstance(node, exp.Column):
            continue
        for window in node.find_all(exp.Window):
            windows.setdefault(window.sql(), (len(windows), _partitioning(frame, window)))
    if windows:
        return _window_names(frame, items, windows)
    if len(frame.tables.entries) != 1 or not isinstance(frame.tables.entries[0], TableEntry):
        return {}
    if any(select.args.get(clause) for clause in ("group", "distinct", "having")):
        return {}
    return _cast_names(frame, items)


def _window_names(
    frame: Frame, items: Sequence[Item | exp.Expr], windows: Mapping[str, tuple[int, str]]
) -> Mapping[int, str]:
    """`windows` has each window function's number and partitioning, by its text."""
    names: dict[int, str] = {}
    last = list(dict.fromkeys(partitioning for _, partitioning in windows.values()))[-1]
    for item in items:
        if not isinstance(item, Item) or item.name:
            continue
        node = item.node.this if isinstance(item.node, exp.Cast) else item.node
        if isinstance(node, exp.Window):
            number, partitioning = windows[node.sql()]
            if partitioning == last:
                text = item_text(frame.ctx, node)  # of the whole item: CAST(rank() OVER (…) AS STRING)
                text = text if node is item.node else text.partition("(")[2]
                function = text.partition("(")[0].strip().lower()
                names[id(item.node)] = f"{function}_window_{number}"
    return names


def _cast_names(frame: Frame, items: Sequence[Item | exp.Expr]) -> Mapping[int, str]:
    """The operand's name, where no output before it has that name."""
    names: dict[int, str] = {}
    used: set[str] = set()
    for item in items:
        if not isinstance(item, Item):
            used |= {output.name.lower() for output in frame.tables.entries[0].star()}
            continue
        node = item.node
        name = item.name.lower()
        if not name and isinstance(node, exp.Column):
            name = node.name.lower()
        elif not name and (operand := _cast_column(node)) is not None:
            name = operand.name.lower()
            if name not in used:
                names[id(node)] = name
        used.add(name)
    return names


_TYPES = frozenset({"tinyint", "smallint", "int", "bigint", "float", "double", "string", "boolean", "binary"})


def _cast_column(node: exp.Expr) -> exp.Column | None:
    """CAST(a AS INT) and int(a): the column a."""
    if isinstance(node, exp.Anonymous) and node.name.lower() in _TYPES and len(node.expressions) == 1:
        operand = node.expressions[0]
    else:
        operand = node.this if isinstance(node, exp.Cast) else None
    return operand if isinstance(operand, exp.Column) else None


def _partitioning(frame: Frame, window: exp.Expr) -> str:
    """PARTITION BY and ORDER BY of a window, and of the named window it refers to; its frame of rows does not count."""
    alias = window.args.get("alias")
    named = frame.window_names.get(alias.name.lower()) if isinstance(alias, exp.Expr) else None
    parts = [part.sql() for part in window.args.get("partition_by") or ()]
    order = window.args.get("order")
    own = f"{parts} {order.sql() if isinstance(order, exp.Expr) else ''}"
    return f"{_partitioning(frame, named)} {own}" if named is not None and named is not window else own

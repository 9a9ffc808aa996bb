"""VALUES in FROM, which ClickHouse reads as a function whose first argument may name the columns."""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Struct, parse_type

_Rows = list[list[exp.Expr]]


def values(node: exp.Expr, rows: _Rows, names: list[str] | None) -> tuple[_Rows, list[str] | None]:
    """FROM VALUES('k UInt32, w Float64', (1, 0.5), (2, 0.7)): rows are arguments, names are in the first of them."""
    if len(rows) != 1 or not isinstance(node.parent, (exp.From, exp.Join)):
        return rows, names
    inside = [row.expressions if isinstance(row, exp.Tuple) else [row] for row in rows[0]]
    first = inside[0][0] if inside and len(inside[0]) == 1 else None
    if len(inside) > 1 and isinstance(first, exp.Literal) and first.is_string and (" " in first.name):
        kind = parse_type(f"Tuple({first.name})")
        if isinstance(kind, Struct):
            return inside[1:], names or [name for name, _ in kind.fields]
    return inside, names

"""VALUES in FROM, which ClickHouse reads as a function whose first argument may name the columns."""

from __future__ import annotations

import re

from sqlglot import exp

from headwater.base.types import Struct, parse_type

_Rows = list[list[exp.Expr]]
_TYPED = re.compile(
    r"\s*(?:\w+|`[^`]+`)\s+(?:U?Int\d*|Float\d*|BFloat16|String|FixedString|Date\w*|Time\w*|Decimal\w*|Array|Tuple|Map"
    r"|Nullable|LowCardinality|UUID|IPv[46]|Enum\w*|Bool\w*|JSON|Object|Nested|Variant|Dynamic|\w*AggregateFunction"
    r"|Point|Ring|LineString|MultiLineString|Polygon|MultiPolygon|Interval\w+|Nothing|QBit"
    r"|INT\w*|BIGINT|SMALLINT|TINYINT|VARCHAR|CHAR|TEXT|FLOAT|DOUBLE|REAL|NUMERIC|BLOB)\b",
    re.IGNORECASE,
)


def is_structure(text: str) -> bool:
    """Whether a text lists columns: values('a UInt8', 1) has a column a, values('a b', 'c d') has two rows.

    >>> is_structure("a UInt8, b String"), is_structure("some words")
    (True, False)
    """
    return _TYPED.match(text) is not None


def values(node: exp.Expr, rows: _Rows, names: list[str] | None) -> tuple[_Rows, list[str] | None]:
    """FROM VALUES('k UInt32, w Float64', (1, 0.5), (2, 0.7)): rows are arguments, names are in the first of them."""
    if not isinstance(node.parent, (exp.From, exp.Join)):
        return rows, names
    inside = rows
    if len(rows) == 1:
        inside = [row.expressions if isinstance(row, exp.Tuple) else [row] for row in rows[0]]
    first = inside[0][0] if inside and len(inside[0]) == 1 else None
    if len(inside) > 1 and isinstance(first, exp.Literal) and first.is_string and is_structure(first.name):
        kind = parse_type(f"Tuple({first.name})")
        if isinstance(kind, Struct):
            return inside[1:], names or [name for name, _ in kind.fields]
    return inside, names

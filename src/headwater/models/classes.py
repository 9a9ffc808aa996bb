"""The four classes of what is done to a column: handed on, many to one, over a window, made of nothing.

The class of a function comes from the dialect's table of functions; the class of a column from its edges, and where
it has none, from its expression.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from headwater import dialects
from headwater.answer import Edge
from headwater.emit.tool_formats import outermost
from headwater.rel.kinds import EdgeType

PASSTHROUGH = "passthrough"
AGGREGATE = "aggregate"
WINDOW = "window"
NONE = "none"

_BY_KIND = {"agg": AGGREGATE, "window": WINDOW, "nosource": NONE}
_BY_EDGE = {EdgeType.AGG: AGGREGATE, EdgeType.WINDOW: WINDOW}
_OVER = re.compile(r"\bOVER\b", re.IGNORECASE)


def function_class(name: str, dialect: str) -> str | None:
    """The class of a function, or None for one that nobody described.

    >>> [function_class(name, "duckdb") for name in ("trim", "sum", "row_number", "uuid", "no_such")]
    ['passthrough', 'aggregate', 'window', 'none', None]
    """
    function = dialects.get(dialect).functions.find(name)
    if function is None:
        return None
    return _BY_KIND.get(function.kind, PASSTHROUGH)


def column_class(edges: Sequence[Edge], expression: str, dialect: str) -> str:
    """The class of an output column: the strongest of its edges; without any, what its expression is a call of."""
    classes = [_BY_EDGE.get(edge.type, PASSTHROUGH) for edge in edges]
    for strongest in (AGGREGATE, WINDOW):
        if strongest in classes:
            return strongest
    if classes:
        return PASSTHROUGH
    if _OVER.search(expression):
        return WINDOW
    named = function_class(outermost(expression), dialect)
    return named if named in (AGGREGATE, WINDOW) else NONE

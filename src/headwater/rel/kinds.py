"""What an edge says: the value kinds of semantics §2 in order of strength, and the influences of §3.

`ROWS` is internal: it links the hidden row set of a relation to that of the relation above it, or to a column
whose value depends on which rows there were (an aggregate, a scalar subquery). It never reaches a user.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final


class EdgeType(StrEnum):
    """What an edge is called to users: the value types of semantics §2 and the influences of §3.

    >>> EdgeType.AGG == "AGG", str(EdgeType.FILTER)
    (True, 'FILTER')
    """

    DIRECT = "DIRECT"
    DERIVED = "DERIVED"
    DERIVED_ARRAY = "DERIVED_ARRAY"
    WINDOW = "WINDOW"
    AGG = "AGG"
    EXTERNAL = "EXTERNAL"
    UNKNOWN = "UNKNOWN"
    FILTER = "FILTER"
    JOIN = "JOIN"
    GROUP_BY = "GROUP_BY"
    SORT = "SORT"
    CONDITIONAL = "CONDITIONAL"

    def __str__(self) -> str:
        return self.value


class Kind(IntEnum):
    """The kind of an edge; value kinds are below `ROWS`, influences above it."""

    DIRECT = 0
    DERIVED = 1
    DERIVED_ARRAY = 2
    WINDOW = 3
    AGG = 4
    EXTERNAL = 5
    UNKNOWN = 6
    ROWS = 10
    FILTER = 11
    JOIN = 12
    GROUP_BY = 13
    SORT = 14
    WINDOW_KEY = 15
    CONDITIONAL = 16

    @property
    def label(self) -> str:
        """The word users see."""
        return "WINDOW" if self is Kind.WINDOW_KEY else self.name


TYPE: Final[dict[Kind, EdgeType]] = {
    kind: EdgeType("WINDOW" if kind is Kind.WINDOW_KEY else kind.name) for kind in Kind if kind is not Kind.ROWS
}

# Plain names for the hot loops of the binder and the closure, where an attribute look-up per column shows.
DIRECT: Final = Kind.DIRECT
DERIVED: Final = Kind.DERIVED
DERIVED_ARRAY: Final = Kind.DERIVED_ARRAY
WINDOW: Final = Kind.WINDOW
AGG: Final = Kind.AGG
EXTERNAL: Final = Kind.EXTERNAL
UNKNOWN: Final = Kind.UNKNOWN
ROWS: Final = Kind.ROWS
FILTER: Final = Kind.FILTER
JOIN: Final = Kind.JOIN
GROUP_BY: Final = Kind.GROUP_BY
SORT: Final = Kind.SORT
WINDOW_KEY: Final = Kind.WINDOW_KEY
CONDITIONAL: Final = Kind.CONDITIONAL


def through(first: Kind, second: Kind) -> Kind:
    """The kind of a path of two hops, `first` nearer the source. Associative; tested over all triples.

    Values compose to the stronger; an influence on the way makes the whole path an influence, named by the hop nearest
    the source, because that is where the column stops handing on a value. CONDITIONAL alone yields to what comes after
    it: a CASE condition inside a column that is then filtered on acts as a FILTER. `SELECT k, count(*) c FROM t GROUP
    BY k HAVING count(*) > 1`: k is GROUP_BY, and not FILTER through the count.

    >>> through(Kind.DERIVED, Kind.AGG).label, through(Kind.CONDITIONAL, Kind.FILTER).label
    ('AGG', 'FILTER')
    """
    if first <= UNKNOWN:
        return first if first > second else second
    if second <= ROWS:
        return first
    return second if first is ROWS or first is CONDITIONAL else first

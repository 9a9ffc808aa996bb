"""SUMMARIZE t, SUMMARIZE SELECT …: a row for each column of a query, with figures over all of its values.

What DuckDB makes of which type is data: numbers have an average, a deviation and quartiles, times have no deviation,
and everything else has neither. To follow another release: the tables here.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.base.types import UNKNOWN, UNTYPED, Scalar, Type
from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.bind.relation import query
from headwater.bind.scope import Ctes, Output, Query
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import AGG
from headwater.rel.operators import Aggregate

_FIGURES = {
    "column_name": "none",
    "column_type": "none",
    "min": "any",
    "max": "any",
    "approx_unique": "any",
    "avg": "measured",
    "std": "number",
    "q25": "measured",
    "q50": "measured",
    "q75": "measured",
    "count": "none",
    "null_percentage": "any",
}
_NUMBER_NAMES = """
tinyint smallint integer int bigint hugeint utinyint usmallint uinteger ubigint uhugeint float real double decimal
numeric bignum int1 int2 int4 int8 int16 int32 int64 int128 uint8 uint16 uint32 uint64 uint128 float4 float8 short long
signed dec varint
"""
_NUMBERS = frozenset(_NUMBER_NAMES.split())
_TIMES = ("date", "time", "datetime")


def bind(ctx: Context, node: exp.Expr, parent: Frame | None, ctes: Ctes) -> Query:
    """The figures over what stands behind SUMMARIZE."""
    over = query.bind(ctx, node.this, parent, ctes)
    births = []
    for name, wanted in _FIGURES.items():
        reads = [] if wanted == "none" else _reads(ctx, over, wanted)
        births.append(Born(ctx.col(name), tuple(reads)))
    rel = Aggregate(ctx.rows(), over.rel, [], births)
    return Query(rel, [Output(born.col.name, born.col) for born in births])


def _reads(ctx: Context, over: Query, wanted: str) -> list[Read]:
    reads: list[Read] = []
    for output in over.outputs:
        doubt = INFERRED if output.opens is not None else 0
        if wanted != "any" and not doubt:
            fits = _fits(output.col.type, wanted)
            if fits is None:
                ctx.say(codes.SUMMARIZED_TYPE, (output.start, output.end), output.name)
                doubt = INFERRED
            elif not fits:
                continue
        reads.append(Read(output.col, AGG, (), doubt, output.start, output.end))
    return reads


def _fits(kind: Type, wanted: str) -> bool | None:
    """Whether a type has the figure; None where it is not known."""
    if kind in (UNKNOWN, UNTYPED):
        return None
    if not isinstance(kind, Scalar):
        return False
    word = kind.name.lower().partition("(")[0].split(" ")[0]
    if word in ("unknown", ""):
        return None
    return word in _NUMBERS or (wanted == "measured" and word.startswith(_TIMES))

"""Which values a column of a sink takes without a cast, as Flink's planner checks it."""

from __future__ import annotations

from headwater.base.types import Scalar, Type

_WHOLE = ("TINYINT", "SMALLINT", "INT", "BIGINT")
_NUMBERS = frozenset({*_WHOLE, "DECIMAL", "FLOAT", "DOUBLE"})
_TIMES = frozenset({"TIMESTAMP", "TIMESTAMP_LTZ"})
# what a sink takes without a cast: numbers grow and do not shrink, a time of day may lose its day
_TAKES = {
    **{name: frozenset(_WHOLE[: index + 1]) for index, name in enumerate(_WHOLE)},
    "DECIMAL": _NUMBERS,
    "FLOAT": _NUMBERS - {"DOUBLE"},
    "DOUBLE": _NUMBERS,
    "CHAR": frozenset({"CHAR", "VARCHAR"}),
    "VARCHAR": frozenset({"CHAR", "VARCHAR"}),
    "BINARY": frozenset({"BINARY", "VARBINARY"}),
    "VARBINARY": frozenset({"BINARY", "VARBINARY"}),
    "BOOLEAN": frozenset({"BOOLEAN"}),
    "DATE": _TIMES | {"DATE"},
    "TIME": _TIMES | {"TIME"},
    "TIMESTAMP": _TIMES,
    "TIMESTAMP_LTZ": _TIMES,
}
_NAMES = {"STRING": "VARCHAR", "BYTES": "VARBINARY", "INTEGER": "INT", "NUMERIC": "DECIMAL", "DEC": "DECIMAL"}


def accepts(column: Type, value: Type) -> bool:
    """Whether a column takes a value; True where one of the types is not known."""
    wanted, given = _root(column), _root(value)
    return wanted not in _TAKES or given not in _TAKES or given in _TAKES[wanted]


def _root(kind: Type) -> str:
    """TIMESTAMP(3) WITH LOCAL TIME ZONE is a TIMESTAMP_LTZ, STRING a VARCHAR; nothing where the type is not known."""
    if not isinstance(kind, Scalar):
        return ""
    name = kind.name.upper().partition("(")[0]
    first = name.split()[0] if name.split() else ""
    if first == "TIMESTAMP" and "LOCAL" in kind.name.upper():
        return "TIMESTAMP_LTZ"
    return _NAMES.get(first, first)

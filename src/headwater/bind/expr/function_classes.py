"""Roles for functions that the parser turned into classes of their own, by argument name; the rest is all value.

`KINDS` says which of those classes is what; a class that is in neither table is an aggregate if the parser says so,
and a scalar else.
"""

from __future__ import annotations

from sqlglot import exp

Roles = dict[str, str]


def _classes(*names: str) -> frozenset[type[exp.Expr]]:
    """Classes by name; a name that this version of the parser lacks is left out."""
    return frozenset(getattr(exp, name) for name in names if hasattr(exp, name))


ROLES: dict[type[exp.Expr], Roles] = {
    getattr(exp, name): roles
    for name, roles in {
        "If": {"this": "cond"},
        "Nullif": {"expression": "cond"},
        "Elt": {"this": "cond"},
        "ArgMax": {"expression": "order", "count": "none"},
        "ArgMin": {"expression": "order", "count": "none"},
        "Lag": {"offset": "none"},
        "Lead": {"offset": "none"},
        "NthValue": {"offset": "none"},
        "Ntile": {"this": "none"},
        "RowNumber": {"this": "none"},
        "Rank": {"expressions": "none"},
        "DenseRank": {"expressions": "none"},
        "PercentRank": {"expressions": "none"},
        "CumeDist": {"expressions": "none"},
        "Grouping": {"expressions": "none"},
        "GroupingId": {"expressions": "none"},
        "GroupConcat": {"separator": "none"},
        "Nvl2": {"this": "cond"},
        "GetExtract": {"expression": "cond"},
        "ApproxTopK": {"expression": "none", "counters": "none"},
        "HavingMax": {"expression": "order"},
        "Max": {"expressions": "none", "count": "none"},
        "Min": {"expressions": "none", "count": "none"},
        "Rand": {"this": "none"},
        "Randn": {"this": "none"},
        "Uuid": {"name": "none"},
        "CurrentTimestamp": {"this": "none"},
        "CurrentTime": {"this": "none"},
        "ArraySlice": {"start": "cond", "end": "cond", "step": "cond"},
        "ArrayExcept": {"expression": "cond"},
        "ArrayRemove": {"expression": "cond"},
        "ArrayPosition": {},
        "MapPick": {},
    }.items()
    if hasattr(exp, name)
}

# Ranks, positions and grouping ids come from the order of rows, not from a value.
GENERATED = _classes("RowNumber", "Rank", "DenseRank", "PercentRank", "CumeDist", "Ntile", "Grouping", "GroupingId")

# Aggregates and window functions whose result is one of the values they were given: a struct keeps its fields apart.
CHOOSES = _classes(
    "Max",
    "Min",
    "AnyValue",
    "First",
    "Last",
    "ArgMax",
    "ArgMin",
    "FirstValue",
    "LastValue",
    "NthValue",
    "Lag",
    "Lead",
    "Mode",
)
COLLECTS = _classes("ArrayAgg", "ArrayUniqueAgg")

# What the result of a function has inside, and the arguments that it has it from (see `shape_functions`).
SHAPES: dict[type[exp.Expr], tuple[str, tuple[str, ...]]] = {
    getattr(exp, name): (how, arguments)
    for how, arguments, names in (
        ("same", ("this",), "ArraySort SortArray ArrayReverse Reverse ArraySlice ArrayDistinct ArrayCompact Shuffle"),
        ("same", ("this",), "ArrayExcept ArrayRemove ArrayFilter MapFilter Nullif"),
        ("same", ("this", "expressions"), "ArrayConcat Greatest Least Coalesce"),
        ("same", ("expressions",), "Concat ArrayIntersect"),
        ("same", ("true", "false"), "Nvl2"),
        ("element", ("this",), "ArrayFirst ArrayLast ArrayMax ArrayMin"),
        ("append", ("this", "expression"), "ArrayAppend ArrayPrepend ArrayInsert"),
        ("each", ("this",), "Transform"),
        ("flatten", ("this",), "Flatten"),
        ("zip", ("expressions",), "ArraysZip"),
        ("pairs", ("this",), "MapFromEntries"),
        ("keys", ("this",), "MapKeys"),
        ("has_key", ("this",), "MapContainsKey"),
    )
    for name in names.split()
    if hasattr(exp, name)
}

# Maps that are written out, or made of two arrays.
MAPS = _classes("Map", "VarMap", "ToMap")

# Element access by function.
ELEMENTS = _classes("GetExtract")

# Higher-order functions: what their lambda's result is to the whole.
HIGHER: dict[type[exp.Expr], str] = {
    getattr(exp, name): how
    for name, how in {
        "Transform": "map",
        "TransformKeys": "map",
        "TransformValues": "map",
        "ArrayFilter": "filter",
        "MapFilter": "filter",
        "ArrayAny": "map",
        "ArrayAll": "map",
        "Reduce": "reduce",
        "SortArray": "sort",
        "ArraySort": "sort",
    }.items()
    if hasattr(exp, name)
}

# Rows out of a value, inside a select list.
EXPLODES = _classes("Explode", "ExplodeOuter", "Posexplode", "PosexplodeOuter", "Unnest", "Inline", "InlineOuter")

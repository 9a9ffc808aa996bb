"""Which function reads which class of the parser's nodes: fills `READERS` and `MAKERS` of `expr.read`.

A class without a line of its own is read by what its family does (`_reader`); in the end all its arguments are DERIVED.
To add one: a reader in the module of its kin, and a line here.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.bind.expr import (
    aggregates,
    calls,
    constructors,
    lambdas,
    map_functions,
    references,
    shape_functions,
    subqueries,
)
from headwater.bind.expr.function_classes import EXPLODES, GENERATED, HIGHER, MAPS, ROLES, SHAPES
from headwater.bind.expr.operators import alias, binary, case, cast, collate, comparison, keyword_argument, paren
from headwater.bind.expr.read import MAKERS, READERS, Maker, Reader, derived, nothing

_NOTHING = (
    exp.Literal, exp.Null, exp.Boolean, exp.Star, exp.DataType, exp.Var, exp.Placeholder, exp.Parameter, exp.Interval,
    exp.JSONPath, exp.SessionParameter, exp.HexString, exp.BitString, exp.ByteString, exp.RawString, exp.National,
    exp.UnicodeString, exp.PseudoType, exp.ObjectIdentifier, exp.CharacterSet,
)  # fmt: skip
_SPECIAL: dict[type[exp.Expr], Reader] = {
    exp.Column: references.column,
    exp.Identifier: references.identifier,
    exp.Dot: calls.dot,
    exp.Bracket: references.read_place,
    exp.Star: references.star_argument,
    exp.Paren: paren,
    exp.Case: case,
    exp.Cast: cast,
    exp.TryCast: cast,
    exp.Collate: collate,
    exp.Alias: alias,
    exp.PropertyEQ: keyword_argument,
    exp.Kwarg: keyword_argument,
    exp.Struct: constructors.read_struct,
    **dict.fromkeys(MAPS, map_functions.read_made),
    **{cls: map_functions.read_made for cls, (how, _) in SHAPES.items() if how in map_functions.MAKERS},
    exp.Window: aggregates.windowed,
    exp.Subquery: subqueries.scalar,
    exp.Select: subqueries.scalar,
    exp.Union: subqueries.scalar,
    exp.Except: subqueries.scalar,
    exp.Intersect: subqueries.scalar,
    exp.In: subqueries.in_,
    exp.Exists: subqueries.exists,
    exp.Any: subqueries.quantified,
    exp.All: subqueries.quantified,
    exp.Anonymous: calls.anonymous,
    exp.Columns: references.columns,
    exp.PositionalColumn: references.positional,
    exp.StructExtract: references.read_place,
    exp.Comprehension: lambdas.comprehension,
    exp.Lambda: calls.arrow,
    exp.Table: references.table_argument,
    exp.Parameter: references.parameter,
    exp.Slice: references.bounds,
    exp.Typeof: calls.type_of,
    exp.Filter: aggregates.aggregate,
    exp.WithinGroup: aggregates.aggregate,
    exp.IgnoreNulls: aggregates.aggregate,
    exp.RespectNulls: aggregates.aggregate,
    exp.Interval: derived,
}
for _name in ("DecodeCase",):
    if hasattr(exp, _name):
        _SPECIAL[getattr(exp, _name)] = calls.decode
for _name in ("AnonymousAggFunc", "CombinedAggFunc", "ParameterizedAgg", "CombinedParameterizedAgg"):
    if hasattr(exp, _name):
        _SPECIAL[getattr(exp, _name)] = aggregates.aggregate
for _class in (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE):
    _SPECIAL[_class] = comparison


def _reader(node: type[exp.Expr]) -> Reader:
    """The reader of a class: its own, or what its family does."""
    if node in _SPECIAL:
        return _SPECIAL[node]
    if node in HIGHER:
        return lambdas.typed_higher
    if node in GENERATED:
        return aggregates.grouping
    if node in EXPLODES:
        return constructors.explode
    if issubclass(node, _NOTHING):
        return nothing
    if issubclass(node, exp.AggFunc) and node not in GENERATED:
        return aggregates.aggregate
    if node in ROLES:
        return calls.typed
    if issubclass(node, exp.Connector) or (issubclass(node, exp.Binary) and not issubclass(node, exp.Func)):
        return binary
    return derived


def _classes() -> list[type[exp.Expr]]:
    return [
        var for var in vars(exp).values() if isinstance(var, type) and issubclass(var, exp.Expr) and var is not exp.Expr
    ]


READERS.update({cls: _reader(cls) for cls in _classes()})
_MAKERS: dict[type, Maker] = {
    **dict.fromkeys(SHAPES, shape_functions.make),
    exp.Alias: constructors.make_alias,
    exp.Column: references.make_column,
    exp.Dot: references.make_column,
    exp.Bracket: references.make_column,
    exp.Anonymous: constructors.make_call,
    exp.StructExtract: references.make_column,
    exp.Struct: constructors.make_struct,
    exp.Tuple: constructors.make_tuple,
    **dict.fromkeys(MAPS, map_functions.make_map),
    exp.Case: constructors.make_choice,
    exp.If: constructors.make_choice,
    exp.Coalesce: constructors.make_choice,
    exp.Array: constructors.make_array,
    exp.Cast: constructors.make_cast,
    exp.FromJson: constructors.make_from_json,
    exp.TryCast: constructors.make_cast,
    exp.CastToStrType: constructors.make_text_cast,
    exp.Subquery: subqueries.make_scalar,
    exp.Window: aggregates.make_window,
    **dict.fromkeys(EXPLODES, constructors.make_explode),
    **{key: aggregates.make_aggregate for key, reader in READERS.items() if reader is aggregates.aggregate},
}
MAKERS.update(_MAKERS)

"""Expressions: which columns are read, and what for.

`reads` appends a `Read` for every column under a node. The kind of the reading is handed down: whatever stands
under an operator is
DERIVED, under an aggregate AGG, under a condition CONDITIONAL, and so on, composed by `through`. `READERS` has one
function
per class of node; classes without one read all their arguments as DERIVED. Chains of binary operators are walked in
a loop: ten thousand
ORs are not ten thousand calls deep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from headwater.bind import calls, make, place, subquery
from headwater.bind.frame import Frame, Item
from headwater.bind.typed import EXPLODES, GENERATED, HIGHER, ROLES
from headwater.rel.col import AT_ALIAS, AT_ITEM, Born, Col, Read
from headwater.rel.kind import (
    CONDITIONAL,
    DERIVED,
    DIRECT,
    Kind,
    through,
)
from headwater.syntax.reader import start_of

Reader = Callable[[Frame, Any, Kind, list[Read]], None]


# ── the way in ───────────────────────────────────────────────────────────────────────────────────────────────
def reads(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Append what `node` reads, as part of something of that kind."""
    READERS[type(node)](frame, node, kind, out)


def predicate(frame: Frame, node: exp.Expr, kind: Kind, clause: str) -> list[Read]:
    """What a WHERE, ON, HAVING or key reads."""
    frame.clause = clause
    out: list[Read] = []
    READERS[type(node)](frame, node, kind, out)
    return out


def bind_item(frame: Frame, item: Item, named: bool = False) -> Col:
    """Bind a select item once; `named` where its name was met, and not the item itself.

    In a circle (SELECT a AS b, b AS a) the two differ: what a name means is kept as it was when it was first asked for,
    with a column in the place of whatever was being bound then; an item itself is always bound from its own text.
    """
    if item.col is not None and (named or not item.circular):
        return item.col
    item.busy = True
    met = frame.circles
    binding, frame.binding = frame.binding, item
    clause, frame.clause = frame.clause, "SELECT"
    inside, frame.inside = frame.inside, False
    col = value(frame, item.node, item.name)
    frame.clause, frame.inside, frame.binding = clause, inside, binding
    item.busy = False
    if frame.circles > met:
        if named:
            item.circular = True
            item.col = col
        return col
    if item.col is None:
        item.col = col
    return col


def value(frame: Frame, node: exp.Expr, name: str) -> Col:
    """The column that an expression is: one that exists where it is only handed on, a new one else."""
    kind = type(node)
    while kind is exp.Paren:
        node = node.this
        kind = type(node)
    maker = MAKERS.get(kind)
    if maker is not None:
        made = maker(frame, node, name)
        if made is not None:
            return made
    out: list[Read] = []
    READERS[kind](frame, node, DIRECT, out)
    col = frame.ctx.col(name)
    frame.birth(item_born(frame, col, node, out))
    return col


def item_born(frame: Frame, col: Col, node: exp.Expr, out: list[Read], reads_: tuple[Read, ...] | None = None) -> Born:
    """The birth of a select item; its place is found later from any column in it and the alias behind it."""
    start = next((read.start for read in out if read.start >= 0), -1)
    whole = reads_ if reads_ is not None else tuple(out)
    if frame.ctx.away:
        # a view's body, or a computed column: its text is not the user's, so the expression is written out
        return Born(col, whole, text=node.sql(frame.ctx.dialect.grammar))
    if start < 0:
        start = start_of(node) if whole else -1
        if start < 0:
            return Born(col, whole)
    parent = node.parent
    while type(parent) is exp.Paren:
        parent = parent.parent
    stop = -1
    if type(parent) is exp.Alias:
        alias = parent.args.get("alias")
        meta = alias._meta if alias is not None else None
        if meta:
            stop = meta.get("start", -1)
            if type(parent.parent) is not exp.Select and frame.ctx.dialect.shapes:
                return Born(col, whole, stop, AT_ALIAS)  # f(x AS y): not an item of the select list
    return Born(col, whole, start, AT_ITEM, None, stop)


# ── operators ────────────────────────────────────────────────────────────────────────────────────────────────
def nothing(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Literals, types, keywords: read no column."""


def derived(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Any operator or function whose arguments all carry value."""
    if kind is DIRECT:
        kind = DERIVED
    for child in node.args.values():
        if child.__class__ is list:
            for one in child:
                reader = READERS.get(one.__class__)
                if reader is not None and reader is not nothing:
                    reader(frame, one, kind, out)
        else:
            reader = READERS.get(child.__class__)
            if reader is not None and reader is not nothing:
                reader(frame, child, kind, out)


def binary(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """a + b + c + …: the left spine in a loop."""
    if kind is DIRECT:
        kind = DERIVED
    rights: list[exp.Expr] = []
    while READERS.get(type(node)) is binary:
        args = node.args
        rights.append(args["expression"])
        node = args["this"]
    READERS[type(node)](frame, node, kind, out)
    for right in reversed(rights):
        reader = READERS.get(right.__class__)
        if reader is not None and reader is not nothing:
            reader(frame, right, kind, out)


def paren(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """(x) is x."""
    reads(frame, node.this, kind, out)


def case(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """CASE: THEN and ELSE are value, the operand and WHEN are condition."""
    if kind is DIRECT:
        kind = DERIVED
    condition = through(CONDITIONAL, kind)
    args = node.args
    operand = args.get("this")
    if operand is not None:
        reads(frame, operand, condition, out)
    for arm in args.get("ifs") or ():
        reads(frame, arm.args["this"], condition, out)
        result = arm.args.get("true")
        if result is not None:
            reads(frame, result, kind, out)
    default = args.get("default")
    if default is not None:
        reads(frame, default, kind, out)


def cast(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """CAST(x AS type): the type reads nothing."""
    reads(frame, node.args["this"], kind if kind is not DIRECT else DERIVED, out)
    form = node.args.get("format")
    if form is not None:
        reads(frame, form, kind if kind is not DIRECT else DERIVED, out)


def keyword_argument(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """name => value, name := value: the name reads nothing."""
    reads(frame, node.args["expression"], kind, out)


def alias(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """f(x AS y): the value is x."""
    reads(frame, node.args["this"], kind, out)


def comparison(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """=, <, …: an operator. A chain of them, or a quantified subquery on the right, is no special case."""
    if kind is DIRECT:
        kind = DERIVED
    args = node.args
    left = args["this"]
    READERS[left.__class__](frame, left, kind, out)
    right = args.get("expression")
    reader = READERS.get(right.__class__)
    if reader is not None and reader is not nothing:
        reader(frame, right, kind, out)


# ── the tables ───────────────────────────────────────────────────────────────────────────────────────────────
_NOTHING = (
    exp.Literal, exp.Null, exp.Boolean, exp.Star, exp.DataType, exp.Var, exp.Placeholder, exp.Parameter, exp.Interval,
    exp.JSONPath, exp.SessionParameter, exp.HexString, exp.BitString, exp.ByteString, exp.RawString, exp.National,
    exp.UnicodeString, exp.PseudoType, exp.ObjectIdentifier, exp.CharacterSet,
)  # fmt: skip
_SPECIAL: dict[type[exp.Expr], Reader] = {
    exp.Column: place.column,
    exp.Identifier: place.identifier,
    exp.Dot: calls.dot,
    exp.Bracket: place.read_place,
    exp.Star: place.star_argument,
    exp.Paren: paren,
    exp.Case: case,
    exp.Cast: cast,
    exp.TryCast: cast,
    exp.Alias: alias,
    exp.PropertyEQ: keyword_argument,
    exp.Kwarg: keyword_argument,
    exp.Struct: make.read_struct,
    exp.Window: calls.windowed,
    exp.Subquery: subquery.scalar,
    exp.Select: subquery.scalar,
    exp.Union: subquery.scalar,
    exp.Except: subquery.scalar,
    exp.Intersect: subquery.scalar,
    exp.In: subquery.in_,
    exp.Exists: subquery.exists,
    exp.Any: subquery.quantified,
    exp.All: subquery.quantified,
    exp.Anonymous: calls.anonymous,
    exp.Columns: place.columns,
    exp.PositionalColumn: place.positional,
    exp.StructExtract: place.read_place,
    exp.Comprehension: calls.comprehension,
    exp.Lambda: calls.arrow,
    exp.Slice: place.bounds,
    exp.Typeof: calls.type_of,
    exp.Filter: calls.aggregate,
    exp.WithinGroup: calls.aggregate,
    exp.IgnoreNulls: calls.aggregate,
    exp.RespectNulls: calls.aggregate,
    exp.Interval: derived,
}
for _name in ("DecodeCase",):
    if hasattr(exp, _name):
        _SPECIAL[getattr(exp, _name)] = calls.decode
for _name in ("AnonymousAggFunc", "CombinedAggFunc", "ParameterizedAgg", "CombinedParameterizedAgg"):
    if hasattr(exp, _name):
        _SPECIAL[getattr(exp, _name)] = calls.aggregate
for _class in (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE):
    _SPECIAL[_class] = comparison


def _reader(node: type[exp.Expr]) -> Reader:
    """The reader of a class: its own, or what its family does."""
    if node in _SPECIAL:
        return _SPECIAL[node]
    if node in HIGHER:
        return calls.typed_higher
    if node in GENERATED:
        return calls.grouping
    if node in EXPLODES:
        return make.explode
    if issubclass(node, _NOTHING):
        return nothing
    if issubclass(node, exp.AggFunc) and node not in GENERATED:
        return calls.aggregate
    if node in ROLES:
        return calls.typed
    if issubclass(node, exp.Connector) or (issubclass(node, exp.Binary) and not issubclass(node, exp.Func)):
        return binary
    return derived


def _classes() -> list[type[exp.Expr]]:
    return [
        one for one in vars(exp).values() if isinstance(one, type) and issubclass(one, exp.Expr) and one is not exp.Expr
    ]


READERS: dict[type, Reader] = {one: _reader(one) for one in _classes()}
MAKERS: dict[type, Callable[[Frame, Any, str], Col | None]] = {
    exp.Alias: make.make_alias,
    exp.Column: place.make_column,
    exp.Dot: place.make_column,
    exp.Bracket: place.make_column,
    exp.Anonymous: make.make_call,
    exp.StructExtract: place.make_column,
    exp.Struct: make.make_struct,
    exp.Tuple: make.make_tuple,
    exp.ToMap: make.make_map,
    exp.Map: make.make_map,
    exp.VarMap: make.make_map,
    exp.Case: make.make_choice,
    exp.If: make.make_choice,
    exp.Coalesce: make.make_choice,
    exp.Array: make.make_array,
    exp.Cast: make.make_cast,
    exp.FromJson: make.make_from_json,
    exp.TryCast: make.make_cast,
    exp.CastToStrType: make.make_text_cast,
    exp.Subquery: subquery.make_scalar,
    exp.Window: calls.make_window,
    **dict.fromkeys(HIGHER, make.make_higher),
    **dict.fromkeys(EXPLODES, make.make_explode),
    **{one: calls.make_aggregate for one, reader in READERS.items() if reader is calls.aggregate},
}

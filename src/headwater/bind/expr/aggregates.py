"""Aggregate and window calls: their arguments by role, what stands around them (FILTER, WITHIN GROUP, OVER), and the
shape of their result.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from headwater.base import codes
from headwater.base.types import Array, Untyped
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import roles as expr_roles
from headwater.bind.expr import shape_checks
from headwater.bind.expr.function_classes import CHOOSES, COLLECTS, GENERATED, ROLES, SHAPES
from headwater.bind.names.frame import Frame
from headwater.rel.columns import AT_AROUND, AT_CALL, Born, Col, Read
from headwater.rel.kinds import (
    AGG,
    CONDITIONAL,
    DIRECT,
    GROUP_BY,
    SORT,
    UNKNOWN,
    WINDOW,
    WINDOW_KEY,
    Kind,
    through,
)
from headwater.sql.placeholders import GROUP, LEVELS, MODIFIERS, ORDER
from headwater.sql.tree import end_of, start_of

_SHAPES = (exp.Struct, exp.Tuple, exp.Column, exp.Dot)
_WRAPPERS = (exp.Filter, exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)


@dataclass(slots=True)
class Arguments:
    """What a call reads, and the function at its heart."""

    function: exp.Expr
    reads: list[Read]
    chosen: Col | None = None
    collects: bool = False


def arguments(frame: Frame, node: exp.Expr, kind: Kind) -> Arguments:
    """Read the arguments of an aggregate or window call, each as its role says."""
    wrappers: list[exp.Expr] = []
    while isinstance(node, _WRAPPERS):
        wrappers.append(node)
        node = node.this
    match = Arguments(node, [])
    if type(node) not in GENERATED:
        _own(frame, match, kind)
    else:
        # rank(ORDER BY x) OVER (PARTITION BY k): an order of its own
        for child in node.args.values():
            for part in child if isinstance(child, list) else (child,):
                if isinstance(part, exp.Order):
                    _order(frame, part, through(SORT, kind), match.reads)
    for wrapper in reversed(wrappers):
        if isinstance(wrapper, exp.Filter):
            _filter(frame, wrapper.expression.this, kind, match.reads)
        elif isinstance(wrapper, exp.WithinGroup):
            # percentile_cont(0.5) WITHIN GROUP (ORDER BY x) aggregates x; listagg(a) WITHIN GROUP (ORDER BY b) sorts
            # by b
            own = any(read.kind <= UNKNOWN for read in match.reads)
            _order(frame, wrapper.expression, through(SORT, kind) if own else kind, match.reads)
    return match


def _filter(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """FILTER (WHERE c), or all that may stand in the parentheses of an aggregate: SUM(AVG(x) WHERE c GROUP BY k)."""
    if not isinstance(node, exp.Anonymous) or expr_roles.function_name(node) != MODIFIERS:
        return expr_read.reads(frame, node, through(CONDITIONAL, kind), out)
    for section in node.expressions:
        influence = _SECTIONS.get(expr_roles.function_name(section), CONDITIONAL)
        for part in section.expressions:
            expr_read.reads(frame, part, through(influence, kind), out)
    return None


_SECTIONS = {GROUP: GROUP_BY, ORDER: SORT}


def _order(frame: Frame, node: exp.Expr | None, kind: Kind, out: list[Read]) -> None:
    if node is None:
        return
    for key in node.expressions:
        expr_read.reads(frame, key.this if isinstance(key, exp.Ordered) else key, kind, out)


def _own(frame: Frame, inputs: Arguments, kind: Kind) -> None:
    node = inputs.function
    kind_of = type(node)
    if kind_of is exp.Anonymous or _by_name(node):
        return _named(frame, inputs, kind)
    roles = ROLES.get(kind_of, {})
    for name, child in node.args.items():
        own = expr_roles.ROLE_KIND[roles[name]] if name in roles else None
        as_kind = kind if own is None else through(own, kind)
        for part in child if child.__class__ is list else (child,):
            if isinstance(part, exp.Expr):
                _argument(frame, part, as_kind, inputs, name == "this")


def _by_name(node: exp.Expr) -> bool:
    return isinstance(node.args.get("this"), str)


def _named(frame: Frame, inputs: Arguments, kind: Kind) -> None:
    """A call that the parser knows only by name: uniqIf(x, c), quantiles(0.5)(x), arg_min_null(a, b)."""
    node = inputs.function
    name = expr_roles.function_name(node)
    args = [*node.expressions, *(node.args.get("params") or [])]
    for level in node.args.get(LEVELS) or ():
        expr_read.reads(frame, level, through(CONDITIONAL, kind), inputs.reads)
    if isinstance(node, exp.ParameterizedAgg):
        # quantiles(0.5)(x): the parser keeps the parameters first
        args = node.args.get("params") or []
    function = frame.ctx.functions.find(name, len(args))
    if function is None:
        if kind is not WINDOW and isinstance(node, exp.AggFunc) and not isinstance(node, exp.Anonymous):
            for arg in args:
                _argument(frame, arg, kind, inputs, False)
            return
        frame.ctx.unknown_function(node, name)
        for arg in args:
            _argument(frame, arg, through(UNKNOWN, kind), inputs, False)
        return
    if function.kind == "nosource":
        return
    for position, (expression, role) in enumerate(zip(args, function.roles(len(args)), strict=False)):
        # f(seed => 1, column => a): a name and no position says which argument it is
        own = expr_roles.ROLE_KIND[role] if not isinstance(expression, exp.Kwarg) else None
        _argument(frame, expression, kind if own is None else through(own, kind), inputs, position == 0)


def _argument(frame: Frame, node: exp.Expr, kind: Kind, inputs: Arguments, first: bool) -> None:
    """One argument, with the DISTINCT, ORDER BY, LIMIT and HAVING MAX that may stand around it."""
    if first and isinstance(node, exp.Star | exp.Column) and _counts_rows(inputs.function, node):
        return None
    if isinstance(node, exp.Order):
        if isinstance(node.args.get("this"), exp.Expr):
            _argument(frame, node.this, kind, inputs, first)
        return _order(frame, node, through(SORT, kind), inputs.reads)
    if isinstance(node, exp.Limit):
        return _argument(frame, node.this, kind, inputs, first)
    if isinstance(node, exp.Distinct):
        for expression in node.expressions:
            _argument(frame, expression, kind, inputs, first)
        return None
    if isinstance(node, exp.HavingMax):
        _argument(frame, node.this, kind, inputs, first)
        # any_value(x HAVING MAX y) picks a row, as max_by does; of other aggregates it leaves rows out
        influence = SORT if isinstance(inputs.function, exp.AnyValue) else CONDITIONAL
        return expr_read.reads(frame, node.expression, through(influence, kind), inputs.reads)
    if isinstance(node, (exp.IgnoreNulls, exp.RespectNulls)):
        return _argument(frame, node.this, kind, inputs, first)
    function = type(inputs.function)
    if first and isinstance(node, exp.Alias) and function is exp.Anonymous:
        node = node.this
    chooses, collects = function in CHOOSES, function in COLLECTS
    if function is exp.Anonymous and first:
        result = expr_roles.aggregate_how(frame, expr_roles.function_name(inputs.function))
        chooses, collects = result == "choose", result == "collect"
    if first and (chooses or collects) and (isinstance(node, _SHAPES) or _call_inside(frame, node)):
        col = expr_read.value(frame, node, "")
        if col.shaped:
            inputs.chosen = col
            inputs.collects = collects
            start, end = _place_of(frame, node)
            inputs.reads.append(Read(col, kind, (), 0, start, end))
            compares = function in (exp.Max, exp.Min) or (
                function is exp.Anonymous and expr_roles.function_name(inputs.function).lower()[:3] in ("max", "min")
            )
            if compares and not isinstance(col.type, Untyped):
                # max(struct(ts, v)).v: every field has a say in which struct is the largest
                inputs.reads.append(Read(col, through(SORT, kind)))
            return None
        if not isinstance(node, (exp.Struct, exp.Tuple)):
            # bound already; the column it is, or the new one that stands for a path or a doubt
            start, end = _place_of(frame, node)
            inputs.reads.append(Read(col, kind, (), 0, start, end))
            return None
    expr_read.reads(frame, node, kind, inputs.reads)


_MADE = (
    exp.Anonymous,
    exp.Cast,
    exp.TryCast,
    exp.CastToStrType,
    exp.Bracket,
    exp.Paren,
    exp.Array,
    exp.If,
    exp.Case,
    exp.Dot,
)


def _call_inside(frame: Frame, node: exp.Expr) -> bool:
    """Whether a call, a cast or an element has something inside: any(CAST((a, b), 'Tuple(x Int32, y String)')).x."""
    return (type(node) in _MADE or type(node) in SHAPES) and shape_checks.has_shape(frame, node)


def _counts_rows(function: exp.Expr, node: exp.Expr) -> bool:
    """count(*), count(t.*): rows are counted, no column is read."""
    star = isinstance(node, exp.Star) or isinstance(node.this, exp.Star)
    counts = isinstance(function, exp.Count) or (
        isinstance(function, exp.Anonymous) and expr_roles.function_name(function).lower().startswith(_COUNTS)
    )
    return star and counts and not isinstance(node.parent, exp.Distinct)


_COUNTS = ("count", "anon_count")


def _place_of(frame: Frame, node: exp.Expr) -> tuple[int, int]:
    if frame.ctx.foreign:
        return -1, -1
    return start_of(node), end_of(node)


def shape_result(frame: Frame, col: Col, inputs: Arguments, kind: Kind) -> None:
    """max(struct) is a struct with the same fields; array_agg(struct) an array of them."""
    chosen = inputs.chosen
    if chosen is None:
        return
    col.shaped = True
    if inputs.collects:
        inner = frame.ctx.col("", None, chosen.type)
        inner.like = ((chosen, kind),)
        inner.shaped = True
        decided = tuple(read for read in inputs.reads if read.kind > UNKNOWN)
        frame.birth(Born(inner, (Read(chosen, kind), *decided)))
        col.element = inner
        col.type = Array(chosen.type)
    else:
        col.like = ((chosen, kind),)
        col.type = chosen.type


def call_span(frame: Frame, node: exp.Expr, out: list[Read]) -> tuple[int, int]:
    """The place of a call, from its name to its last parenthesis."""
    ctx = frame.ctx
    if ctx.foreign:
        return -1, -1
    inner = node
    while isinstance(inner, (*_WRAPPERS, exp.Window)):
        inner = inner.this
    meta = inner._meta
    if meta and "start" in meta:
        return meta["start"], AT_CALL
    start = min((read.start for read in out if read.start >= 0), default=-1)
    return start, AT_AROUND if start >= 0 else -1


def text(frame: Frame, node: exp.Expr) -> str | None:
    """A call written out, where it does not stand in the user's text."""
    return expr_read.written(frame, node) if frame.ctx.foreign else None


def column(frame: Frame, node: exp.Expr) -> tuple[Col, int, int]:
    """Birth the column of a window call."""
    ctx = frame.ctx
    inside, frame.pending.inside = frame.pending.inside, False
    match = arguments(frame, node.this, WINDOW)
    keys: list[Read] = []
    _keys(frame, node, keys, 0)
    frame.pending.inside = inside
    col = ctx.col("")
    start, end = call_span(frame, node, match.reads + keys)
    shape_result(frame, col, match, WINDOW)
    frame.pending.windows.append(Born(col, (*match.reads, *keys), start, end, text(frame, node)))
    return col, start, end


def _keys(frame: Frame, node: exp.Expr, out: list[Read], depth: int) -> None:
    """PARTITION BY and ORDER BY, also of the named window it builds on; frame bounds read nothing but constants."""
    args = node.args
    for key in args.get("partition_by") or ():
        expr_read.reads(frame, key, WINDOW_KEY, out)
    order = args.get("order")
    if order is not None:
        _order(frame, order, WINDOW_KEY, out)
    spec = args.get("spec")
    if spec is not None:
        for bound in (spec.args.get("start"), spec.args.get("end")):
            if isinstance(bound, exp.Expr):
                expr_read.reads(frame, bound, WINDOW_KEY, out)
    name = args.get("alias")
    base = (
        name
        if isinstance(name, exp.Expr)
        else args.get("this")
        if isinstance(args.get("this"), exp.Identifier)
        else None
    )
    if depth and isinstance(args.get("this"), exp.Identifier):
        base = name if isinstance(name, exp.Expr) else None
    if base is not None and depth < 20:
        definition = frame.window_names.get(base.name.lower())
        if definition is None:
            frame.ctx.say(codes.UNKNOWN_WINDOW, frame.ctx.span_of(base), base.name)
        else:
            _keys(frame, definition, out, depth + 1)


__all__ = ["DIRECT", "Arguments", "arguments", "call_span", "column", "shape_result"]


def aggregate(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """An aggregate call is a column of its own, born at the Aggregate of this select."""
    col, start, end = aggregate_column(frame, node)
    out.append(Read(col, kind, (), 0, start, end))


def aggregate_column(frame: Frame, node: exp.Expr) -> tuple[Col, int, int]:
    """Birth the column of an aggregate call."""
    inside, frame.pending.inside = frame.pending.inside, True
    match = arguments(frame, node, AGG)
    frame.pending.inside = inside
    name = ""
    col = frame.ctx.col(name)
    start, end = call_span(frame, node, match.reads)
    shape_result(frame, col, match, AGG)
    frame.pending.aggregates.append(Born(col, tuple(match.reads), start, end, text(frame, node)))
    return col, start, end


def windowed(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """f(x) OVER (…) is a column of its own, born at the Window of this select."""
    col, start, end = column(frame, node)
    out.append(Read(col, kind, (), 0, start, end))


def grouping(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """GROUPING(a), row_number() without OVER: comes from the grouping, not from a value."""


def make_aggregate(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """sum(x) AS s: the aggregate's own column is the output."""
    return aggregate_column(frame, node)[0]


def make_window(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """lag(x) OVER w AS l: the window's own column is the output."""
    return column(frame, node)[0]

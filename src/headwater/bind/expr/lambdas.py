"""Lambdas: parameters stand for elements of the arrays that a function is applied to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlglot import exp

from headwater.base.types import Map as MapType
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import shape_checks
from headwater.bind.expr.function_classes import HIGHER
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Resolved
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import CONDITIONAL, DERIVED, DIRECT, SORT, Kind, through
from headwater.sql import placeholders


def typed_higher(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """transform(arr, x -> x + 1) and its kin."""
    args: list[exp.Expr] = []
    for child in node.args.values():
        args.extend(part for part in (child if isinstance(child, list) else [child]) if isinstance(part, exp.Expr))
    if isinstance(node, exp.Transform) and len(args) == 2 and not isinstance(args[1], exp.Lambda):
        args[1] = exp.Lambda(this=args[1], expressions=[])  # transform(arr, 0): the same for every element
    higher(frame, args, HIGHER[type(node)], kind, out)


def higher(
    frame: Frame, args: list[exp.Expr], how: str, kind: Kind, out: list[Read], roles: tuple[str, ...] = ()
) -> None:
    """A function over arrays and a lambda: parameters stand for elements of the arrays, whatever the arrays' own
    roles.
    """
    kind = through(DERIVED, kind)
    lambdas = [arg for arg in args if isinstance(arg, exp.Lambda)]
    forms = [isinstance(arg, exp.Lambda) for arg in args] if how == "reduce" else []
    if forms in _FOLDS and len(args[2].expressions) == 2:
        folded(frame, args[:1], args[1], args[2:], kind, out)
        return
    if forms[:2] == [True, False] and len(args[0].expressions) == len(args) - 1 > 1:
        folded(frame, args[1:-1], args[-1], args[:1], kind, out)  # arrayFold((acc, x) -> …, arr, zero)
        return
    arrays: list[list[Read]] = []
    chosen: list[list[Read]] = []
    for position, arg in enumerate(args):
        if not isinstance(arg, exp.Lambda):
            # an element may be used twice, and be made of elements that are: each is kept once
            read = list(dict.fromkeys(shape_checks.array_reads(frame, arg)))
            arrays.append(read)
            if position >= len(roles) or roles[position] in ("value", "lambda"):
                chosen.append(read)
    if not lambdas or how in ("filter", "sort", "reduce"):
        for read in chosen:
            out.extend(source._replace(kind=through(source.kind, kind)) for source in read)
    body_kind = {"filter": through(CONDITIONAL, kind), "sort": through(SORT, kind)}.get(how, kind)
    mark = len(out)
    for lambda_ in lambdas:
        lambda_reads(frame, lambda_, arrays, how, body_kind, out)
    out[mark:] = dict.fromkeys(out[mark:])
    if how == "map" and lambdas:
        # transform(arr, x -> c): an array whose elements are not used still decides how many there are
        used = {read.col.id for read in out[mark:]}
        unused = [read for array in arrays for read in array if read.col.id not in used]
        out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in unused)


_FOLDS = ([False, False, True], [False, False, True, True])


"""aggregate(array, start, step[, finish])."""


def folded(
    frame: Frame, arrays: list[exp.Expr], start: exp.Expr, steps: list[exp.Expr], kind: Kind, out: list[Read]
) -> None:
    """aggregate(arr, zero, (acc, x) -> …, acc -> …): what the steps make of the elements, one after the other."""
    fold = frame.ctx.folded
    elements = [shape_checks.array_reads(frame, array) for array in arrays]
    array = [read for element in elements for read in element]
    sofar: list[Read] = []
    expr_read.reads(frame, start, DERIVED, sofar)
    held, *names = (fold(expression.name) for expression in steps[0].expressions)
    # what the accumulator decides is seen in the second round; inside another lambda the rounds would multiply
    for _ in range(1 if frame.params else 2):
        params = {held: _accumulator(frame, sofar), **dict(zip(names, elements, strict=False))}
        sofar = [*sofar, *_applied(frame, steps[0].this, params)]
    if len(steps) > 1:
        names = [fold(expression.name) for expression in steps[1].expressions]
        sofar = _applied(frame, steps[1].this, dict.fromkeys(names[:1], _accumulator(frame, sofar)))
    out.extend(read._replace(kind=through(read.kind, kind)) for read in dict.fromkeys(sofar))
    used = {read.col.id for read in sofar}
    out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in array if read.col.id not in used)


def _accumulator(frame: Frame, reads: list[Read]) -> list[Read]:
    """What has been made so far is a value of its own: its fields are none of the array's."""
    col = frame.ctx.col("acc")
    frame.birth(Born(col, tuple(dict.fromkeys(reads))))
    return [Read(col, DERIVED)]


def _applied(frame: Frame, body: exp.Expr, params: dict[str, list[Read]]) -> list[Read]:
    read: list[Read] = []
    frame.params.append(params)
    try:
        expr_read.reads(frame, body, DERIVED, read)
    finally:
        frame.params.pop()
    return read


@contextmanager
def let(frame: Frame, node: exp.Expr) -> Iterator[exp.Expr]:
    """WITH(n AS LENGTH(s), n * n): the expression, with the names before it in sight; each is a value of its own."""
    *named, body = node.expressions
    params: dict[str, list[Read]] = {}
    frame.params.append(params)
    try:
        for value in named:
            col = expr_read.value(frame, value.this, value.alias, is_item=False)
            params[frame.ctx.folded(value.alias)] = [Read(col, DIRECT)]
        yield body
    finally:
        frame.params.pop()


def lambda_aliases(frame: Frame, node: exp.Expr) -> None:
    """x -> (x + 1 AS y) * y: an alias given inside a lambda is seen in its body, beside its parameters."""
    meta = node._meta
    for alias in (meta.get(placeholders.ALIASES) if meta else None) or ():
        read: list[Read] = []
        expr_read.reads(frame, alias.this, DIRECT, read)
        frame.params[-1][frame.ctx.folded(alias.alias)] = read


def lambda_reads(frame: Frame, node: exp.Expr, arrays: list[list[Read]], how: str, kind: Kind, out: list[Read]) -> None:
    """What the body of a lambda reads, with its parameters standing for the elements of the arrays."""
    names = [frame.ctx.folded(param.name) for param in node.expressions]
    everything = [read for array in arrays for read in array]
    params: dict[str, list[Read]] = {}
    if len(arrays) == 1 and len(names) == 2 and _over_map(arrays):
        # map_filter(m, (k, v) -> v > k)
        held = [Resolved(read.col, read.path, read.doubt, read.kind) for read in arrays[0]]
        sides = ([shape.keys(frame, one) for one in held], [shape.element(frame, one, DERIVED) for one in held])
        params = {
            name: [Read(one.col, one.kind, one.path, one.doubt) for one in side]
            for name, side in zip(names, sides, strict=True)
        }
        names = []
    for position, name in enumerate(names):
        if how == "reduce":
            params[name] = everything
        elif len(arrays) > 1 and len(names) > 1:
            params[name] = arrays[position] if position < len(arrays) else []
        elif position == 0:
            params[name] = everything
        else:
            params[name] = everything if how in ("filter", "sort") else []
    frame.params.append(params)
    try:
        lambda_aliases(frame, node)
        expr_read.reads(frame, node.this, kind, out)
    finally:
        frame.params.pop()


def _over_map(arrays: list[list[Read]]) -> bool:
    kinds = [shape.type_at(read.col.type, read.path) for read in arrays[0]]
    return any(isinstance(kind, MapType) for kind in kinds)


def comprehension(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """[x + 1 FOR x IN l IF x > 0]."""
    kind = through(DERIVED, kind)
    iterated = shape_checks.array_reads(frame, node.args["iterator"])
    params: dict[str, list[Read]] = {frame.ctx.folded(node.args["expression"].name): iterated}
    if isinstance(node.args.get("position"), exp.Expr):
        params[frame.ctx.folded(node.args["position"].name)] = []  # [x + i FOR x, i IN l]: a position is generated
    frame.params.append(params)
    try:
        expr_read.reads(frame, node.this, kind, out)
        condition = node.args.get("condition")
        if condition is not None:
            expr_read.reads(frame, condition, through(CONDITIONAL, kind), out)
    finally:
        frame.params.pop()
    out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in iterated)

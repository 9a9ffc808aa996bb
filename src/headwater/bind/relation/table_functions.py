"""Functions over whole tables: f(TABLE t PARTITION BY k, DESCRIPTOR(ts), …).

What such a function does with its tables is said by a handler of the dialect (`Calls.over_tables`). Of any other
nothing is known: its partition keys come first, as they are, and everything else it gives may come from everything it
takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import split_name
from headwater.base.levels import COARSE, INFERRED
from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import roles
from headwater.bind.names.frame import Frame
from headwater.bind.relation import stored
from headwater.bind.scope import FixedEntry, Output, Query, Resolved
from headwater.rel.columns import AT_CALL, Born, Col, Dataset, Read
from headwater.rel.kinds import DERIVED, DIRECT, EXTERNAL, JOIN, UNKNOWN
from headwater.rel.operators import Call, Join, Rel, Scan, Single


@dataclass(slots=True)
class Table:
    """A table that is an argument: its query, its columns in sight of the other arguments, and its keys."""

    query: Query
    scope: Frame
    keys: list[exp.Expr] = field(default_factory=list)
    order: list[exp.Expr] = field(default_factory=list)


@dataclass(slots=True)
class TableCall:
    """A call with its arguments sorted: tables, descriptors, and the rest; by name where they have one."""

    frame: Frame
    node: exp.Expr
    name: str
    dataset: Dataset
    tables: list[Table] = field(default_factory=list)
    descriptors: list[tuple[str, list[exp.Expr]]] = field(default_factory=list)
    values: list[exp.Expr] = field(default_factory=list)
    model: str = ""


def takes_tables(frame: Frame, node: exp.Expr) -> bool:
    """Whether a call in FROM is one over tables."""
    if not frame.ctx.dialect.calls.over_tables:
        return False
    call = node.args.get("expression") if isinstance(node, exp.Dot) else node
    if isinstance(call, exp.Anonymous) and frame.ctx.dialect.calls.needs_no_table(roles.function_name(call).lower()):
        return True
    return isinstance(call, exp.Func) and any(
        _query(argument) is not None or _is_model(argument) for _, argument in _arguments(call)
    )


def _is_model(node: exp.Expr) -> bool:
    return isinstance(node, exp.Anonymous) and roles.function_name(node).upper() == "MODEL"


def _arguments(call: exp.Expr) -> list[tuple[str, exp.Expr]]:
    """Arguments with their names, in lower case; those without one have none."""
    matches: list[tuple[str, exp.Expr]] = []
    for child in call.args.values():
        for part in child if isinstance(child, list) else (child,):
            if isinstance(part, (exp.Kwarg, exp.PropertyEQ)):
                matches.append((part.this.name.lower(), part.expression))
            elif isinstance(part, exp.Expr):
                matches.append(("", part))
    return matches


def _query(node: exp.Expr) -> exp.Expr | None:
    if isinstance(node, exp.Subquery):
        return node.this if not node.args.get("alias") else node
    return node if isinstance(node, exp.Query) else None


def bind(frame: Frame, rel: Rel, node: exp.Expr, alias: str, names: list[str]) -> Rel:
    """Bring the rows of a function over tables in sight."""
    ctx = frame.ctx
    call = node.args["expression"] if isinstance(node, exp.Dot) else node
    name = (
        roles.function_name(call)
        if isinstance(call, exp.Anonymous)
        else str(type(call).__name__ if not isinstance(call, exp.Func) else call.sql_name())
    )
    table_call = TableCall(frame, call, name, Dataset(alias or name, "function", stored=False))
    outer = frame.parent if isinstance(rel, Single) else frame  # a query among the arguments sees the tables before it
    for label, argument in _arguments(call):
        _take(table_call, label, argument, outer)
    known = ctx.dialect.calls.over_tables.get(name.lower(), opaque) if table_call.tables else opaque
    result, outputs, rest = known(table_call)
    whole = Query(result, outputs)
    if names:
        if rest is None:
            stored.check_width(ctx, node, alias or name, names, whole)
        outputs = [
            out._replace(name=names[n]) if n < len(names) and out.opens is None else out
            for n, out in enumerate(outputs)
        ]
    entry: FixedEntry = FixedEntry(ctx, alias, table_call.dataset, result, outputs)
    if rest is not None and not names:
        entry = _OpenEntry(ctx, alias, table_call.dataset, result, outputs, rest)
    elif rest is not None:
        for label in names[len(outputs) :]:
            col = ctx.col(label, table_call.dataset)
            result.born.append(Born(col, rest))
            outputs.append(Output(label, col))
        entry = FixedEntry(ctx, alias, table_call.dataset, result, outputs)
    frame.add(entry)
    return result if isinstance(rel, Single) else Join(ctx.rows(), frame.settle(rel), result, "LATERAL", (), ())


def _take(table_call: TableCall, label: str, node: exp.Expr, outer: Frame | None) -> None:
    ctx = table_call.frame.ctx
    inner = _query(node)
    if inner is not None:
        bound = ctx.up.query(ctx, inner, outer, table_call.frame.ctes)
        scope = Frame(ctx, None, table_call.frame.ctes)
        scope.add(FixedEntry(ctx, "", Dataset("", "query", stored=False), bound.rel, bound.outputs))
        scope.clause = "ON"
        keys = [
            list(part.expressions) if part is not None else [] for part in map(inner.args.get, ("distribute", "sort"))
        ]
        table_call.tables.append(Table(bound, scope, *keys))
        return
    called = roles.function_name(node).upper() if isinstance(node, exp.Anonymous) else ""
    if called == "DESCRIPTOR":
        table_call.descriptors.append((label, list(node.expressions)))
    elif called == "MODEL" and node.expressions:
        table_call.model = node.expressions[0].name
    else:
        table_call.values.append(node)


def columns_of(table: Table, nodes: list[exp.Expr], kind: object) -> list[Read]:
    """What a list of columns of an argument table reads."""
    reads: list[Read] = []
    for node in nodes:
        inner = node.this if isinstance(node, exp.Ordered) else node
        expr_read.reads(table.scope, inner, kind, reads)  # type: ignore[arg-type]
    return reads


def span_of(table_call: TableCall) -> tuple[int, int]:
    """The span of the call, for what it makes."""
    meta = table_call.node._meta
    return (meta["start"], AT_CALL) if meta and "start" in meta and not table_call.frame.ctx.foreign else (-1, -1)


Made = tuple[Call, list[Output], tuple[Read, ...] | None]
"""The call, its columns, and what columns that nobody described are made of (None where all are described)."""
Handler = Callable[[TableCall], Made]
"""What a function makes of the tables that it is given."""


def opaque(table_call: TableCall) -> Made:
    """A process table function: its keys as they are, and everything else from everything."""
    ctx = table_call.frame.ctx
    function = ctx.functions.find(table_call.name)
    outputs: list[Output] = []
    reads: list[Read] = []
    rels: list[Rel] = []
    through = function is not None and "through" in function.flags
    for table in table_call.tables:
        if through:
            outputs += table.query.outputs
        else:
            outputs += [_key(table, node) for node in table.keys]
        reads += [Read(out.col, DERIVED) for out in table.query.outputs]
        columns_of(table, table.order, DERIVED)  # names that are not there are said
        rels.append(table.scope.settle(table.query.rel))
    if table_call.model:
        model = model_scan(ctx, table_call.model)
        reads.append(Read(model.cols[0], EXTERNAL, (), INFERRED))
        rels.append(model)
    for node in table_call.values:
        expr_read.reads(table_call.frame, node, DERIVED, reads)
    times = [
        (table, node)
        for label, nodes in table_call.descriptors
        if label == "on_time"
        for table in table_call.tables
        for node in nodes
        if isinstance(node, exp.Column) and (table.query.open or ctx.folded(node.name) in table.query.index(ctx.folded))
    ]
    ctx.say(codes.OPAQUE, ctx.span_of(table_call.node), f"The function {table_call.name}")
    kind = DERIVED if function is not None else UNKNOWN
    rest = tuple(
        read._replace(kind=kind, doubt=max(read.doubt, COARSE), start=-1, end=-1)
        for read in dict.fromkeys(reads)
        if read.kind <= UNKNOWN
    )
    below = rels[0] if rels else Single(ctx.rows())
    for other in rels[1:]:
        below = Join(ctx.rows(), below, other, "CROSS", (), ())
    births: list[Born] = []
    described = listed(function)
    for label in described:
        births.append(Born(ctx.col(label, table_call.dataset), rest, *span_of(table_call)))
        outputs.append(Output(label, births[-1].col))
    if times:
        read = tuple(column for table, node in times for column in columns_of(table, [node], DIRECT))
        births.append(Born(ctx.col("rowtime", table_call.dataset), read))
        if described:
            outputs.append(Output("rowtime", births[-1].col))
    call = Call(ctx.rows(), below, table_call.name, [read._replace(kind=JOIN) for read in rest], births, not described)
    if times and not described:
        # where it stands among columns that nobody listed is not known, but it answers to its name
        return call, [*outputs, Output("rowtime", births[-1].col)], rest
    return call, outputs, None if described else rest


def model_scan(ctx: Context, name: str) -> Scan:
    """A model that is an argument: a dataset whose columns nobody can list, read as `m.*`."""
    _, _, dataset = ctx.lookup(tuple(split_name(name)))
    dataset.kind = "model"
    return Scan(ctx.rows(), dataset, [ctx.col("*", dataset)], [])


def _key(table: Table, node: exp.Expr) -> Output:
    inner = node.this if isinstance(node, exp.Ordered) else node
    col: Col = expr_read.value(table.scope, inner, inner.name)
    return Output(inner.name, col)


def listed(function: object) -> list[str]:
    """The columns that a registered function gives: `table !columns=a,b`."""
    for flag in getattr(function, "flags", ()):
        if flag.startswith("columns="):
            return [part for part in flag.removeprefix("columns=").split(",") if part]
    return []


class _OpenEntry(FixedEntry):
    """Columns that are known, and any other name, made of what the function takes."""

    __slots__ = ("_behind", "_ctx")

    def __init__(self, ctx, alias, dataset, rel, outputs, behind) -> None:  # type: ignore[no-untyped-def]
        super().__init__(ctx, alias, dataset, rel, outputs)
        self._ctx = ctx
        self._behind: tuple[Read, ...] = behind
        self.open = True

    def star(self) -> list[Output]:
        return [*self._outputs, Output("*", self.infer("*", "*").col, self)]

    def infer(self, name: str, key: str) -> Resolved:
        col = self.index.get(key)
        if col is None:
            col = self.index[key] = self._ctx.col(name, self.dataset)
            assert isinstance(self.rel, Call)
            self.rel.born.append(Born(col, self._behind))
        return Resolved(col, (), max((read.doubt for read in self._behind), default=INFERRED))

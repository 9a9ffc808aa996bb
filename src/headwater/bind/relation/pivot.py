"""PIVOT and UNPIVOT, as clauses and as statements of their own."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.types import Type
from headwater.bind.expr import aggregates as expr_aggregates
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import references
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.relation import star
from headwater.bind.relation.alias_columns import column_names
from headwater.bind.scope import FixedEntry, Output, Resolved
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import AGG, CONDITIONAL, DIRECT, FILTER, GROUP_BY
from headwater.rel.operators import Pivot, Rel, Unpivot

_TAKEN = frozenset(
    {"this", "expressions", "fields", "unpivot", "using", "group", "columns", "include_nulls", "default_on_null",
    "into", "alias",
     "pivot_column_naming", "prefixed_pivot_columns", "with_", "order", "limit", "offset"}
)  # fmt: skip


def statement(frame: Frame, node: exp.Expr) -> Rel:
    """PIVOT t ON k USING sum(x) GROUP BY g; UNPIVOT t ON a, b INTO NAME n VALUE v."""
    rel = frame.ctx.up.source(frame, node.this)
    return bind(frame, rel, node)


def bind(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    """A PIVOT or UNPIVOT over what is in sight; its result takes the place of that."""
    rest = frame.tables.set_aside() if frame.tables.joined_from else None
    if rest is not None:
        frame.forget()
    rel = _unpivot(frame, rel, node) if node.args.get("unpivot") else _pivot(frame, rel, node)
    if rest is not None:
        frame.tables.bring_back(rest)
        frame.forget()
    frame.ctx.unread(node, _TAKEN)
    return rel


def _replace(frame: Frame, rel: Rel, node: exp.Expr, outputs: list[Output]) -> Rel:
    """From here on only the pivot's columns are in sight, under its alias and under the old one."""
    alias = node.args.get("alias")
    old = frame.tables.entries[-1].alias if frame.tables.entries else ""
    name = alias.this.name if isinstance(alias, exp.TableAlias) and alias.args.get("this") is not None else ""
    columns = column_names(frame.ctx, alias)
    if columns:
        outputs = [Output(columns[n], o.col, o.opens) if n < len(columns) else o for n, o in enumerate(outputs)]
    entry = FixedEntry(frame.ctx, name or old, Dataset(name or old or "pivot", "pivot", stored=False), rel, outputs)
    frame.tables.entries.clear()
    frame.tables.by_alias.clear()
    frame.tables.merged.clear()
    frame.tables.using_hidden.clear()
    frame.add(entry)
    return rel


def _used(reads: list[Read]) -> set[int]:
    return {read.col.id for read in reads}


def _holders(frame: Frame, node: exp.Expr, outputs: list[Output]) -> set[int]:
    """The columns whose fields an expression reads: FOR s.y uses s."""
    fold = frame.ctx.folded
    heads: set[str] = set()
    for column in node.find_all(exp.Column):
        parts = [fold(part.name) for part in column.parts]
        if isinstance(column.parent, exp.Dot) or len(parts) > 1:
            heads.add(parts[1] if len(parts) > 1 and parts[0] in frame.tables.by_alias else parts[0])
    return {output.col.id for output in outputs if fold(output.name) in heads}


def _pivot(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    ctx = frame.ctx
    everything = names_star.everything(frame)
    simplified = bool(node.args.get("using")) or (not node.args.get("fields") and not node.args.get("unpivot"))
    aggregates = node.args.get("using") if simplified else node.args.get("expressions")
    on = node.args.get("expressions") if simplified else node.args.get("fields")
    if simplified and not aggregates:
        aggregates = [exp.Count(this=exp.Star())]  # PIVOT t ON k: how many rows there are
    calls = [
        (aggregate.this, aggregate.alias) if isinstance(aggregate, exp.Alias) else (aggregate, "")
        for aggregate in aggregates or ()
    ]
    used: set[int] = set()
    births: list[Born] = []
    outputs: list[Output] = []
    fields: list[tuple[list[Read], list[str] | None]] = []
    own = ctx.dialect.clauses
    for expression in on or ():
        key = expression.this if isinstance(expression, exp.In) else expression
        reads = expr_read.predicate(frame, key, CONDITIONAL, "PIVOT")
        used |= _used(reads) | _holders(frame, key, everything)
        # ON a || '_x' IN ('b'): only a column has a list of values, anything else is itself what is pivoted on
        listed = (
            isinstance(expression, exp.In)
            and expression.expressions
            and (not simplified or isinstance(key, exp.Column))
        )
        fields.append(
            (reads, [own.pivot_label(value) or label(value) for value in expression.expressions] if listed else None)
        )
    arguments: list[list[Read]] = []
    for call, _ in calls:
        inner: list[Read] = []
        match = _call(frame, call)
        inner += match
        used |= _holders(frame, call, everything)
        used |= {
            resolved.col.id for node_ in call.find_all(exp.Column) for resolved in references.find(frame, node_)[0]
        }
        arguments.append(inner)
    group = node.args.get("group")
    keys: list[Read] = []
    kept: list[Output] = []
    if group is not None:
        for expression in group.expressions:
            col = expr_read.value(frame, expression, expression.name)
            keys.append(Read(col, GROUP_BY))
            kept.append(Output(expression.alias_or_name, col))
    else:
        for output in everything:
            if output.col.id not in used:
                keys.append(Read(output.col, GROUP_BY))
                kept.append(output)
    outputs += kept
    conditions = [read for reads, _ in fields for read in reads]
    labels = own.pivot_names([values for _, values in fields], calls) or _labels(node, fields, calls, simplified)
    if not fields:  # PIVOT t USING sum(a) GROUP BY k: one column for each aggregate
        written = ctx.dialect.output_names.expression
        labels = [(alias or written(frame, call), position) for position, (call, alias) in enumerate(calls)]
    rel = frame.settle(rel)
    frame.pending.aggregates = []  # the pivot itself is their operator
    if labels is None:
        ctx.say(codes.DYNAMIC_PIVOT, ctx.span_of(node))
        col = ctx.col("*")
        reads = [read for argument in arguments for read in argument] + conditions
        births.append(Born(col, tuple(read._replace(doubt=max(read.doubt, 1)) for read in reads)))
        pivot = Pivot(ctx.rows(), rel, keys, births)
        entry = _Dynamic(ctx, col, pivot)
        outputs.append(Output("*", col, entry))
        return _replace(frame, pivot, node, outputs)
    for name, position in labels:
        col = ctx.col(name)
        births.append(Born(col, (*arguments[position], *conditions)))
        outputs.append(Output(name, col))
    return _replace(frame, Pivot(ctx.rows(), rel, keys, births), node, outputs)


class _Dynamic:
    """The columns of a PIVOT whose values are not written out: any name may be one."""

    def __init__(self, ctx, col: Col, rel: Pivot) -> None:  # type: ignore[no-untyped-def]
        self.alias = ""
        self.dataset = Dataset("pivot", "pivot", stored=False)
        self.rel = rel
        self.open = True
        self.index: dict[str, object] = {}
        self._ctx = ctx
        self._col = col

    def find(self, key: str) -> Col | None:
        return None

    def star(self) -> list[Output]:
        return [Output("*", self._col, self)]

    def types(self) -> list[tuple[str, Type]]:
        return []

    def infer(self, name: str, key: str):  # type: ignore[no-untyped-def]
        return Resolved(self._col, (), 1)


def _call(frame: Frame, call: exp.Expr) -> list[Read]:
    """The reads of an aggregate inside a PIVOT; the pivot itself is its aggregate operator."""
    frame.clause = "PIVOT"
    if isinstance(call, (exp.AggFunc, exp.Anonymous)):
        return expr_aggregates.arguments(frame, call, AGG).reads
    out: list[Read] = []
    mark = len(frame.pending.aggregates)
    expr_read.reads(frame, call, AGG, out)
    inner = frame.pending.aggregates[mark:]
    del frame.pending.aggregates[mark:]
    births = {born.col.id: born for born in inner}
    flat: list[Read] = []
    for read in out:
        flat += births[read.col.id].reads if read.col.id in births else [read]
    return flat


def label(node: exp.Expr) -> str:
    """A value in the list of a PIVOT as the name of a column: its alias, or its text."""
    if isinstance(node, exp.PivotAlias):
        alias = node.args["alias"]
        return alias.name if isinstance(alias, exp.Expr) else str(alias)
    if isinstance(node, exp.Alias):
        return node.alias
    if isinstance(node, exp.Tuple):
        return "_".join(label(expression) for expression in node.expressions)
    return node.name or node.sql()


def _labels(
    node: exp.Expr,
    fields: list[tuple[list[Read], list[str] | None]],
    calls: list[tuple[exp.Expr, str]],
    simplified: bool,
) -> list[tuple[str, int]] | None:
    """The names of the new columns and which aggregate each is; None where they depend on the data."""
    if any(values is None for _, values in fields) or (not calls and not simplified):
        return None
    ready = node.args.get("columns")
    combined = [""]
    for _, values in fields:
        combined = [f"{head}_{value}" if head else value for head in combined for value in values or ()]
    total = [(value, position) for value in combined for position in range(len(calls))]
    if ready and len(ready) == len(total):
        return [(output.name, position) for output, (_, position) in zip(ready, total, strict=True)]
    labels = []
    for value, position in total:
        call, alias = calls[position]
        if len(calls) > 1 or alias:
            labels.append((f"{value}_{alias or call.sql()}", position))
        else:
            labels.append((value, position))
    return labels


def _unpivot(frame: Frame, rel: Rel, node: exp.Expr) -> Rel:
    """UNPIVOT (v FOR n IN (a, b)): v from every gathered column, n is generated."""
    ctx = frame.ctx
    everything = names_star.everything(frame)
    into = node.args.get("into")
    if into is not None or not node.args.get("fields"):
        gathered = [_group(expression) for expression in node.args.get("expressions") or []]
        name = into.this.name if into is not None and isinstance(into.this, exp.Expr) else "name"
        values = (
            [expression.name for expression in into.expressions] if into is not None and into.expressions else ["value"]
        )
    else:
        field = node.args["fields"][0]
        name = field.this.name
        values = [
            expression.name
            for value in node.args["expressions"]
            for expression in (value.expressions if isinstance(value, exp.Tuple) else [value])
        ]
        gathered = [_group(expression) for expression in field.expressions]
    used: set[int] = set()
    reads: list[list[Read]] = [[] for _ in values]
    for group in gathered:
        for position, expression in enumerate(group):
            inner: list[Read] = []
            if names_star.is_star(expression):
                inner = [Read(output.col, DIRECT) for output in star.expand(frame, expression)]
            else:
                expr_read.reads(frame, expression, DIRECT, inner)
            used |= _used(inner)
            reads[min(position, len(reads) - 1)] += inner
    outputs = [output for output in everything if output.col.id not in used]
    births: list[Born] = []
    label = ctx.col(name)
    births.append(Born(label, ()))
    result: list[Output] = []
    for value, inner in zip(values, reads, strict=True):
        col = ctx.col(value)
        births.append(Born(col, tuple(inner)))
        result.append(Output(value, col))
    named = Output(name, label)
    outputs += [*result, named] if ctx.dialect.clauses.unpivot_values_first() else [named, *result]
    rel = frame.settle(rel)
    nulls = (
        [read._replace(kind=FILTER) for inner in reads for read in inner] if not node.args.get("include_nulls") else []
    )
    return _replace(frame, Unpivot(ctx.rows(), rel, nulls, births), node, outputs)


def _columns(nodes: list[exp.Expr]) -> list[exp.Expr]:
    return [node.this if isinstance(node, (exp.Alias, exp.PivotAlias)) else node for node in nodes]


def _group(node: exp.Expr) -> list[exp.Expr]:
    if isinstance(node, (exp.PivotAlias, exp.Alias)):
        return _group(node.this)
    return list(node.expressions) if isinstance(node, exp.Tuple) else [node]

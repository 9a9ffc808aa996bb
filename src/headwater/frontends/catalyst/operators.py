"""The operators that a plan is made of: projections, filters, joins, groups, windows, generators, set operations.

Each builds the same algebra as the SQL clause of its name; what expressions mean is left to the binder.
"""

from __future__ import annotations

from headwater.bind.names.shape import column_of
from headwater.bind.relation import unnest
from headwater.bind.scope import Resolved
from headwater.frontends.catalyst import pivot, using
from headwater.frontends.catalyst.expressions import Expressions, label, plain
from headwater.frontends.catalyst.opaque import unknown
from headwater.frontends.catalyst.reader import Handler, Reader
from headwater.frontends.catalyst.render import THROUGH
from headwater.frontends.catalyst.result import Opaque, Out, Result
from headwater.frontends.catalyst.tree import Node, attribute_key, attributes, grow, is_tree
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import DIRECT, FILTER, GROUP_BY, JOIN, SORT
from headwater.rel.operators import (
    Aggregate,
    Apply,
    Distinct,
    Filter,
    Join,
    Limit,
    Project,
    Rel,
    Sample,
    SetOp,
    Sort,
    Window,
)


# ── items ────────────────────────────────────────────────────────────────────────────────────────────────────
def items(reader: Reader, expressions: Expressions, owner: Node, field: str, below: Result, verb: str) -> list[Out]:
    """Named expressions. What is passed on keeps its column; only what is new or chosen is written to the text."""
    listed = owner.fields.get(field) or ()
    reader.visits += len(listed)
    outs: list[Out | None] = []
    computed: list[tuple[int, Node]] = []
    column = expressions.frame.column
    for index, flat in enumerate(listed):
        # most items are a bare attribute: no tree is grown for those
        fields = flat[0] if len(flat) == 1 and flat[0]["class"].endswith("AttributeReference") else None
        key = attribute_key(fields) if fields is not None else ""
        col = column(key) if fields is not None else None
        if fields is not None and col is not None:
            outs.append(Out(fields["name"], key, col))
        else:
            computed.append((index, grow(flat)))
            outs.append(None)
    new: list[int] = []
    for position, node in computed:
        attribute = plain(node)
        col = column(label(attribute)[1]) if attribute is not None else None
        if col is None:
            new.append(position)
        else:
            outs[position] = Out(*label(node), col)
    passed_on = {id(out.col) for out in outs if out is not None}
    # df.withColumn(…) hands on all there is: naming it again for every step would make the text grow with the square
    all_passed_on = len(outs) >= len(below.outputs) and sum(id(out.col) in passed_on for out in below.outputs) + len(
        new
    ) >= len(below.outputs)
    named = verb == "SELECT" and not (new and all_passed_on)
    shown = range(len(outs)) if named else new
    if not shown:
        return [out for out in outs if out is not None]
    nodes = dict(computed)
    lines = [reader.write(nodes.get(position) or grow(listed[position]), expressions.frame) for position in shown]
    ends = [_as(reader, label(line.node)[0], line.text) for line in lines]
    start = f"|> {verb if named or verb != 'SELECT' else 'EXTEND'} "
    spans = reader.ctx.plan_text.line(start, list(zip(lines, ends, strict=True)))
    for position, line, span in zip(shown, lines, spans, strict=True):
        known = outs[position]
        if known is not None:
            outs[position] = known._replace(start=span[0], end=span[1])
        else:
            name, key = label(line.node)
            outs[position] = Out(name, key, expressions.value(line, name))
    return [out for out in outs if out is not None]


def _as(reader: Reader, name: str, text: str) -> str:
    shown = reader.renderer.name(name, "").text
    return "" if shown == text or name == text else f" AS {shown}"


def project(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """SELECT a, b + 1 AS c."""
    below = inputs[0]
    expressions = reader.expressions(below)
    merged = using.merged(reader, node, below)
    if merged is not None:
        return merged
    outputs = items(reader, expressions, node, "projectList", below, "SELECT")
    return Result(expressions.frame.settle(below.rel), outputs, below.order)


def filter_(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """WHERE, HAVING, QUALIFY: rows follow what the condition reads."""
    below = inputs[0]
    condition = node.tree("condition")
    if condition is None:
        return below
    expressions = reader.expressions(below)
    (line,) = expressions.write("|> WHERE ", [condition])
    reads = expressions.reads(line, FILTER, "WHERE")
    rel = expressions.frame.settle(below.rel)
    return below.over(Filter(reader.ctx.rows(), rel, reads, "WHERE"))


# ── groups and windows ───────────────────────────────────────────────────────────────────────────────────────
def aggregate(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """GROUP BY k: rows follow k; an aggregate follows its arguments and the rows that it saw."""
    below = inputs[0]
    ctx = reader.ctx
    expressions = reader.expressions(below)
    frame = expressions.frame
    keys: list[Read] = []
    grouped = [key for key in pivot.shown(node) if key.kind != "Literal"]
    if grouped:
        for line in expressions.write("|> GROUP BY ", grouped):
            keys += expressions.reads(line, GROUP_BY, "GROUP BY")
    frame.grouped = frozenset()
    rel = frame.settle(below.rel)
    rows = ctx.rows()
    outputs = items(reader, expressions, node, "aggregateExpressions", below, "AGGREGATE")
    if frame.pending.below:
        rel = Project(rel.rows, rel, frame.pending.below)
        frame.pending.below = []
    rel = Aggregate(rows, rel, keys, frame.pending.aggregates)
    frame.pending.aggregates = []
    return Result(_over(frame.pending.subs, frame.pending.born, rel), outputs)


def _over(subs: list[Rel], born: list[Born], rel: Rel) -> Rel:
    if subs:
        rel = Apply(rel.rows, rel, list(subs))
    return Project(rel.rows, rel, list(born)) if born else rel


def window(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """f(x) OVER (PARTITION BY k ORDER BY t): beside the columns that are there."""
    below = inputs[0]
    expressions = reader.expressions(below)
    frame = expressions.frame
    new_columns = items(reader, expressions, node, "windowExpressions", below, "EXTEND")
    rel = Window(below.rel.rows, below.rel, frame.pending.windows)
    outputs = [*below.outputs, *new_columns]
    return Result(_over(frame.pending.subs, frame.pending.born, rel), outputs, below.order)


def expand(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """ROLLUP, CUBE, GROUPING SETS, UNPIVOT: each row several times, a column from every projection it has a part in."""
    below = inputs[0]
    ctx = reader.ctx
    expressions = reader.expressions(below)
    columns = list(attributes(node.fields.get("output")))
    reads: list[list[Read]] = [[] for _ in columns]
    known_ids: list[set[int]] = [set() for _ in columns]
    projections = node.fields.get("projections") or node.mark("projections")
    if not isinstance(projections, list):
        return unknown(reader, node, inputs)
    for projection in projections:
        row = [grow(tree) for tree in projection if is_tree(tree)]
        for index, part in enumerate(row[: len(columns)]):
            attribute = plain(part)
            col = expressions.frame.column(label(attribute)[1]) if attribute is not None else None
            reader.visits += 1
            if col is None and part.kind != "Literal":
                (line,) = expressions.write("|> EXTEND ", [part])
                col = expressions.value(line, columns[index][0])
            if col is not None and col.id not in known_ids[index]:
                known_ids[index].add(col.id)
                reads[index].append(Read(col, DIRECT))
    rel = expressions.frame.settle(below.rel)
    births: list[Born] = []
    outputs: list[Out] = []
    for (name, key, kind), own in zip(columns, reads, strict=True):
        if len(own) == 1:
            outputs.append(Out(name, key, own[0].col))
            continue
        col = ctx.col(name, None, kind)
        births.append(Born(col, tuple(own)))
        outputs.append(Out(name, key, col))
    return Result(Project(rel.rows, rel, births) if births else rel, outputs)


# ── joins ────────────────────────────────────────────────────────────────────────────────────────────────────
def join(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """t JOIN u ON t.k = u.k."""
    left, right = inputs[0], inputs[1]
    how = _how(node)
    expressions = reader.expressions(left, right)
    reads: list[Read] = []
    names = [field for field in ("condition", "asOfCondition", "orderExpression") if node.tree(field) is not None]
    conditions = [tree for name in names if (tree := node.tree(name)) is not None]
    if conditions:
        for line in expressions.write(f"|> {how} JOIN ON ", conditions):
            reads += expressions.reads(line, JOIN, "ON")
    else:
        reader.ctx.plan_text.add(f"|> {how} JOIN\n")
    rel = expressions.frame.settle(left.rel)
    joined = Join(reader.ctx.rows(), rel, right.rel, how, reads, ())
    return _joined(joined, left, right, how in ("LEFT SEMI", "LEFT ANTI"))


def _joined(rel: Rel, left: Result, right: Result, hides: bool) -> Result:
    if isinstance(left, Opaque) or isinstance(right, Opaque):
        return Opaque(rel, [*left.outputs, *(() if hides else right.outputs)], [left, right], _first(left, right))
    return Result(rel, list(left.outputs) if hides else [*left.outputs, *right.outputs])


def _first(left: Result, right: Result):  # type: ignore[no-untyped-def]
    opaque_side = left if isinstance(left, Opaque) else right

    def make(name: str, kind: object) -> Col | None:
        return opaque_side.find(name)

    return make


def _how(node: Node) -> str:
    join_type = str(node.fields.get("joinType") or node.fields.get("how") or "").lower()
    for name, how in (
        ("leftsemi", "LEFT SEMI"), ("leftanti", "LEFT ANTI"), ("leftouter", "LEFT"), ("rightouter", "RIGHT"),
        ("fullouter", "FULL"), ("cross", "CROSS"),
    ):  # fmt: skip
        if name in join_type:
            return how
    return "INNER"


def lateral(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """t, LATERAL (SELECT … t.a …): the query on the right sees the columns on the left."""
    left = inputs[0]
    subquery = node.tree("right")
    plan = subquery.tree("plan") if subquery is not None else None
    if plan is None:
        return left
    frame = reader.frame(left)
    right = reader.inner(plan, frame.column)
    expressions = reader.expressions(left, right)
    condition = node.tree("condition")
    reads: list[Read] = []
    if condition is not None:
        (line,) = expressions.write("|> LATERAL JOIN ON ", [condition])
        reads = expressions.reads(line, JOIN, "ON")
    else:
        reader.ctx.plan_text.add("|> LATERAL JOIN\n")
    rel = expressions.frame.settle(left.rel)
    return _joined(Join(reader.ctx.rows(), rel, right.rel, "LATERAL", reads, ()), left, right, False)


def generate(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """LATERAL VIEW explode(arr), df.select(explode("arr")): a row for each element."""
    below = inputs[0]
    ctx = reader.ctx
    columns = list(attributes(node.fields.get("generatorOutput")))
    generator = node.tree("generator")
    while generator is not None and generator.kind in _OUTER and generator.children:
        generator = generator.children[0]
    if generator is None:
        return below
    expressions = reader.expressions(below)
    frame = expressions.frame
    (line,) = expressions.write("|> LATERAL VIEW ", [generator])
    tree = expressions.tree(line)
    names = [name for name, _, _ in columns]
    if tree is None:
        births = [Born(ctx.col(name), tuple(expressions.coarse(line))) for name in names]
        frame.pending.born += births
        generated_columns = [born.col for born in births]
        rel = frame.settle(below.rel)
    else:
        rel = unnest.table_function(frame, below.rel, tree, "", names, False)
        generated_columns = [column_of(frame, Resolved(out.col), out.name) for out in frame.tables.entries[-1].star()]
        if frame.pending.born:
            rel = frame.settle(rel)
    if len(generated_columns) != len(columns):
        # more or fewer than the engine has: each of its columns is one of what came out
        births = [Born(ctx.col(name), tuple(Read(col, DIRECT) for col in generated_columns)) for name in names]
        rel, generated_columns = Project(rel.rows, rel, births), [born.col for born in births]
    outputs = [Out(name, key, col) for (name, key, _), col in zip(columns, generated_columns, strict=True)]
    dropped = set(node.fields.get("unrequiredChildIndex") or ())
    remaining = [out for index, out in enumerate(below.outputs) if index not in dropped]
    return Result(rel, [*remaining, *outputs])


_OUTER = frozenset({"GeneratorOuter", *THROUGH})


# ── set operations ───────────────────────────────────────────────────────────────────────────────────────────
def set_operation(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """UNION, INTERSECT, EXCEPT by position. The numbers of the first input now mean the columns made here."""
    ctx = reader.ctx
    how = node.kind.upper()
    ctx.plan_text.add(f"|> {how}{' ALL' if how == 'UNION' or node.fields.get('isAll') is True else ''}\n")
    births: list[Born] = []
    outputs: list[Out] = []
    keys: list[Read] = []
    for index, first in enumerate(inputs[0].outputs):
        branches = [input_.outputs[index] for input_ in inputs if index < len(input_.outputs)]
        kinds = [FILTER if how == "EXCEPT" and position else DIRECT for position in range(len(branches))]
        reads = tuple(Read(out.col, kind, (), 0, out.start, out.end) for out, kind in zip(branches, kinds, strict=True))
        col = ctx.col(first.name, None, first.col.type)
        like = tuple((out.col, DIRECT) for out, kind in zip(branches, kinds, strict=True) if kind is DIRECT)
        if any(arm_column.shaped for arm_column, _ in like):
            col.shaped, col.like = True, like
        births.append(Born(col, reads))
        outputs.append(Out(first.name, first.key, col))
        if how != "UNION":
            keys += [Read(out.col, GROUP_BY, (), 0, out.start, out.end) for out in branches]
    reader.visits += sum(len(input_.outputs) for input_ in inputs)
    return Result(SetOp(ctx.rows(), how, [input_.rel for input_ in inputs], births, keys), outputs)


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────
def sort(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """ORDER BY: decides nothing by itself; a limit above asks for it."""
    below = inputs[0]
    order = node.trees("order")
    if not order:
        return below
    expressions = reader.expressions(below)
    reads: list[Read] = []
    for line in expressions.write(
        "|> ORDER BY ", [key.children[0] if key.kind == "SortOrder" else key for key in order]
    ):
        reads += expressions.reads(line, SORT, "ORDER BY")
    rel = expressions.frame.settle(below.rel)
    result = below.over(Sort(rel.rows, rel, reads))
    result.order = reads
    return result


def limit(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """LIMIT: keeps some rows, by what they are sorted by."""
    below = inputs[0]
    if isinstance(below.rel, Limit) and node.kind == "GlobalLimit":
        return below  # the two halves of one limit
    reader.ctx.plan_text.add("|> LIMIT\n")
    return below.over(Limit(reader.ctx.rows(), below.rel, list(below.order)))


def distinct(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """DISTINCT: every column has a say."""
    below = inputs[0]
    reader.ctx.plan_text.add("|> DISTINCT\n")
    result = below.over(Distinct(reader.ctx.rows(), below.rel, [Read(out.col, GROUP_BY) for out in below.outputs]))
    result.order = []
    return result


def deduplicate(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """df.dropDuplicates(["k"]): one row for each k, whichever; without keys it is DISTINCT."""
    below = inputs[0]
    expressions = reader.expressions(below)
    keys = [col for tree in node.trees("keys") if (col := expressions.frame.column(label(tree)[1])) is not None]
    everything = {id(out.col) for out in below.outputs}
    if everything <= set(map(id, keys)):
        return distinct(reader, node, inputs)
    expressions.write("|> DISTINCT ON ", node.trees("keys"))
    return below.over(Limit(reader.ctx.rows(), below.rel, [Read(col, SORT) for col in keys]))


def sample(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """df.sample(0.1): some rows, decided by no column."""
    reader.ctx.plan_text.add("|> TABLESAMPLE\n")
    return inputs[0].over(Sample(reader.ctx.rows(), inputs[0].rel))


def pass_on(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """Hints, watermarks, observed metrics, partitions: where and how rows are, not what they are."""
    return inputs[0]


HANDLERS: dict[str, Handler] = {
    "Project": project,
    "Filter": filter_,
    "TypedFilter": filter_,
    "Aggregate": aggregate,
    "Window": window,
    "Expand": expand,
    "Join": join,
    "AsOfJoin": join,
    "LateralJoin": lateral,
    "Generate": generate,
    "Union": set_operation,
    "Intersect": set_operation,
    "Except": set_operation,
    "Sort": sort,
    "GlobalLimit": limit,
    "LocalLimit": limit,
    "Offset": limit,
    "Tail": limit,
    "LimitAndOffset": limit,
    "Distinct": distinct,
    "Deduplicate": deduplicate,
    "DeduplicateWithinWatermark": deduplicate,
    "Sample": sample,
    **dict.fromkeys(
        (
            "Repartition", "RepartitionByExpression", "RebalancePartitions", "ResolvedHint", "UnresolvedHint",
            "CollectMetrics", "EventTimeWatermark", "PipeOperator", "UpdateEventTimeWatermarkColumn", "Subquery",
            "ReturnAnswer",
            "WriteToStream", "WriteToMicroBatchDataSource", "WriteToMicroBatchDataSourceV1", "Coalesce",
        ),
        pass_on,
    ),
}  # fmt: skip

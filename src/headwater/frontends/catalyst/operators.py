"""The operators that a plan is made of: projections, filters, joins, groups, windows, generators, set operations.

Each builds the same algebra as the SQL clause of its name; what expressions mean is left to the binder.
"""

from __future__ import annotations

from headwater.bind.names.shape import column_of
from headwater.bind.relation import unnest
from headwater.bind.scope import Found
from headwater.frontends.catalyst import pivot, using
from headwater.frontends.catalyst.expressions import Expressions, label, plain
from headwater.frontends.catalyst.opaque import unknown
from headwater.frontends.catalyst.reader import Handler, Reader
from headwater.frontends.catalyst.render import THROUGH
from headwater.frontends.catalyst.result import Opaque, Out, Result
from headwater.frontends.catalyst.tree import Node, attributes, grow, is_tree, key_of
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
def items(reader: Reader, found: Expressions, owner: Node, field: str, below: Result, word: str) -> list[Out]:
    """Named expressions. What is handed on keeps its column; only what is new, or chosen, is written on the page."""
    listed = owner.fields.get(field) or ()
    reader.visits += len(listed)
    outs: list[Out | None] = []
    rest: list[tuple[int, Node]] = []
    column = found.sight.column
    for index, flat in enumerate(listed):
        # most items are a bare attribute: no tree is grown for those
        fields = flat[0] if len(flat) == 1 and flat[0]["class"].endswith("AttributeReference") else None
        key = key_of(fields) if fields is not None else ""
        col = column(key) if fields is not None else None
        if fields is not None and col is not None:
            outs.append(Out(fields["name"], key, col))
        else:
            rest.append((index, grow(flat)))
            outs.append(None)
    new: list[int] = []
    for at, node in rest:
        attribute = plain(node)
        col = column(label(attribute)[1]) if attribute is not None else None
        if col is None:
            new.append(at)
        else:
            outs[at] = Out(*label(node), col)
    kept = {id(out.col) for out in outs if out is not None}
    # df.withColumn(…) hands on all there is: naming it again for every step would make the text grow with the square
    whole = len(outs) >= len(below.outputs) and sum(id(out.col) in kept for out in below.outputs) + len(new) >= len(
        below.outputs
    )
    named = word == "SELECT" and not (new and whole)
    shown = range(len(outs)) if named else new
    if not shown:
        return [out for out in outs if out is not None]
    nodes = dict(rest)
    lines = [reader.write(nodes.get(at) or grow(listed[at]), found.sight) for at in shown]
    ends = [_as(reader, label(line.node)[0], line.text) for line in lines]
    start = f"|> {word if named or word != 'SELECT' else 'EXTEND'} "
    places = reader.desk.page.line(start, list(zip(lines, ends, strict=True)))
    for at, line, place in zip(shown, lines, places, strict=True):
        known = outs[at]
        if known is not None:
            outs[at] = known._replace(start=place[0], end=place[1])
        else:
            name, key = label(line.node)
            outs[at] = Out(name, key, found.value(line, name))
    return [out for out in outs if out is not None]


def _as(reader: Reader, name: str, text: str) -> str:
    shown = reader.renderer.name(name, "").text
    return "" if shown == text or name == text else f" AS {shown}"


def project(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """SELECT a, b + 1 AS c."""
    below = inputs[0]
    match = reader.expressions(below)
    merged = using.merged(reader, node, below)
    if merged is not None:
        return merged
    outputs = items(reader, match, node, "projectList", below, "SELECT")
    return Result(match.sight.settle(below.rel), outputs, below.order)


def filter_(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """WHERE, HAVING, QUALIFY: rows follow what the condition reads."""
    below = inputs[0]
    condition = node.tree("condition")
    if condition is None:
        return below
    match = reader.expressions(below)
    (line,) = match.write("|> WHERE ", [condition])
    reads = match.reads(line, FILTER, "WHERE")
    rel = match.sight.settle(below.rel)
    return below.over(Filter(reader.desk.rows(), rel, reads, "WHERE"))


# ── groups and windows ───────────────────────────────────────────────────────────────────────────────────────
def aggregate(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """GROUP BY k: rows follow k; an aggregate follows its arguments and the rows that it saw."""
    below = inputs[0]
    desk = reader.desk
    match = reader.expressions(below)
    sight = match.sight
    keys: list[Read] = []
    grouped = [one for one in pivot.shown(node) if one.kind != "Literal"]
    if grouped:
        for line in match.write("|> GROUP BY ", grouped):
            keys += match.reads(line, GROUP_BY, "GROUP BY")
    sight.grouped = frozenset()
    rel = sight.settle(below.rel)
    rows = desk.rows()
    outputs = items(reader, match, node, "aggregateExpressions", below, "AGGREGATE")
    if sight.pending.below:
        rel = Project(rel.rows, rel, sight.pending.below)
        sight.pending.below = []
    rel = Aggregate(rows, rel, keys, sight.pending.aggregates)
    sight.pending.aggregates = []
    return Result(_over(sight.pending.subs, sight.pending.born, rel), outputs)


def _over(subs: list[Rel], born: list[Born], rel: Rel) -> Rel:
    if subs:
        rel = Apply(rel.rows, rel, list(subs))
    return Project(rel.rows, rel, list(born)) if born else rel


def window(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """f(x) OVER (PARTITION BY k ORDER BY t): beside the columns that are there."""
    below = inputs[0]
    match = reader.expressions(below)
    sight = match.sight
    result = items(reader, match, node, "windowExpressions", below, "EXTEND")
    rel = Window(below.rel.rows, below.rel, sight.pending.windows)
    outputs = [*below.outputs, *result]
    return Result(_over(sight.pending.subs, sight.pending.born, rel), outputs, below.order)


def expand(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """ROLLUP, CUBE, GROUPING SETS, UNPIVOT: each row several times, a column from every projection it has a part in."""
    below = inputs[0]
    desk = reader.desk
    match = reader.expressions(below)
    columns = list(attributes(node.fields.get("output")))
    reads: list[list[Read]] = [[] for _ in columns]
    kept: list[set[int]] = [set() for _ in columns]
    projections = node.fields.get("projections") or node.mark("projections")
    if not isinstance(projections, list):
        return unknown(reader, node, inputs)
    for projection in projections:
        row = [grow(tree) for tree in projection if is_tree(tree)]
        for index, part in enumerate(row[: len(columns)]):
            attribute = plain(part)
            col = match.sight.column(label(attribute)[1]) if attribute is not None else None
            reader.visits += 1
            if col is None and part.kind != "Literal":
                (line,) = match.write("|> EXTEND ", [part])
                col = match.value(line, columns[index][0])
            if col is not None and col.id not in kept[index]:
                kept[index].add(col.id)
                reads[index].append(Read(col, DIRECT))
    rel = match.sight.settle(below.rel)
    births: list[Born] = []
    outputs: list[Out] = []
    for (name, key, kind), own in zip(columns, reads, strict=True):
        if len(own) == 1:
            outputs.append(Out(name, key, own[0].col))
            continue
        col = desk.col(name, None, kind)
        births.append(Born(col, tuple(own)))
        outputs.append(Out(name, key, col))
    return Result(Project(rel.rows, rel, births) if births else rel, outputs)


# ── joins ────────────────────────────────────────────────────────────────────────────────────────────────────
def join(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """t JOIN u ON t.k = u.k."""
    left, right = inputs[0], inputs[1]
    how = _how(node)
    match = reader.expressions(left, right)
    reads: list[Read] = []
    names = [one for one in ("condition", "asOfCondition", "orderExpression") if node.tree(one) is not None]
    conditions = [tree for name in names if (tree := node.tree(name)) is not None]
    if conditions:
        for line in match.write(f"|> {how} JOIN ON ", conditions):
            reads += match.reads(line, JOIN, "ON")
    else:
        reader.desk.page.add(f"|> {how} JOIN\n")
    rel = match.sight.settle(left.rel)
    result = Join(reader.desk.rows(), rel, right.rel, how, reads, ())
    return _joined(result, left, right, how in ("LEFT SEMI", "LEFT ANTI"))


def _joined(rel: Rel, left: Result, right: Result, hides: bool) -> Result:
    if isinstance(left, Opaque) or isinstance(right, Opaque):
        return Opaque(rel, [*left.outputs, *(() if hides else right.outputs)], [left, right], _first(left, right))
    return Result(rel, list(left.outputs) if hides else [*left.outputs, *right.outputs])


def _first(left: Result, right: Result):  # type: ignore[no-untyped-def]
    asked = left if isinstance(left, Opaque) else right

    def make(name: str, kind: object) -> Col | None:
        return asked.find(name)

    return make


def _how(node: Node) -> str:
    words = str(node.fields.get("joinType") or node.fields.get("how") or "").lower()
    for word, how in (
        ("leftsemi", "LEFT SEMI"), ("leftanti", "LEFT ANTI"), ("leftouter", "LEFT"), ("rightouter", "RIGHT"),
        ("fullouter", "FULL"), ("cross", "CROSS"),
    ):  # fmt: skip
        if word in words:
            return how
    return "INNER"


def lateral(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """t, LATERAL (SELECT … t.a …): the query on the right sees the columns on the left."""
    left = inputs[0]
    subquery = node.tree("right")
    plan = subquery.tree("plan") if subquery is not None else None
    if plan is None:
        return left
    sight = reader.sight(left)
    right = reader.inner(plan, sight.column)
    match = reader.expressions(left, right)
    condition = node.tree("condition")
    reads: list[Read] = []
    if condition is not None:
        (line,) = match.write("|> LATERAL JOIN ON ", [condition])
        reads = match.reads(line, JOIN, "ON")
    else:
        reader.desk.page.add("|> LATERAL JOIN\n")
    rel = match.sight.settle(left.rel)
    return _joined(Join(reader.desk.rows(), rel, right.rel, "LATERAL", reads, ()), left, right, False)


def generate(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """LATERAL VIEW explode(arr), df.select(explode("arr")): a row for each element."""
    below = inputs[0]
    desk = reader.desk
    columns = list(attributes(node.fields.get("generatorOutput")))
    generator = node.tree("generator")
    while generator is not None and generator.kind in _OUTER and generator.children:
        generator = generator.children[0]
    if generator is None:
        return below
    match = reader.expressions(below)
    sight = match.sight
    (line,) = match.write("|> LATERAL VIEW ", [generator])
    tree = match.tree(line)
    names = [name for name, _, _ in columns]
    if tree is None:
        births = [Born(desk.col(name), tuple(match.coarse(line))) for name in names]
        sight.pending.born += births
        result = [born.col for born in births]
        rel = sight.settle(below.rel)
    else:
        rel = unnest.table_function(sight, below.rel, tree, "", names, False)
        result = [column_of(sight, Found(out.col), out.name) for out in sight.tables.entries[-1].star()]
        if sight.pending.born:
            rel = sight.settle(rel)
    if len(result) != len(columns):
        # more or fewer than the engine has: each of its columns is one of what came out
        births = [Born(desk.col(name), tuple(Read(col, DIRECT) for col in result)) for name in names]
        rel, result = Project(rel.rows, rel, births), [born.col for born in births]
    outputs = [Out(name, key, col) for (name, key, _), col in zip(columns, result, strict=True)]
    dropped = set(node.fields.get("unrequiredChildIndex") or ())
    kept = [out for index, out in enumerate(below.outputs) if index not in dropped]
    return Result(rel, [*kept, *outputs])


_OUTER = frozenset({"GeneratorOuter", *THROUGH})


# ── set operations ───────────────────────────────────────────────────────────────────────────────────────────
def set_operation(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """UNION, INTERSECT, EXCEPT by position. The numbers of the first input now mean the columns made here."""
    desk = reader.desk
    how = node.kind.upper()
    desk.page.add(f"|> {how}{' ALL' if how == 'UNION' or node.fields.get('isAll') is True else ''}\n")
    births: list[Born] = []
    outputs: list[Out] = []
    keys: list[Read] = []
    for index, first in enumerate(inputs[0].outputs):
        branches = [input_.outputs[index] for input_ in inputs if index < len(input_.outputs)]
        kinds = [FILTER if how == "EXCEPT" and position else DIRECT for position in range(len(branches))]
        reads = tuple(Read(out.col, kind, (), 0, out.start, out.end) for out, kind in zip(branches, kinds, strict=True))
        col = desk.col(first.name, None, first.col.type)
        like = tuple((out.col, DIRECT) for out, kind in zip(branches, kinds, strict=True) if kind is DIRECT)
        if any(one.shaped for one, _ in like):
            col.shaped, col.like = True, like
        births.append(Born(col, reads))
        outputs.append(Out(first.name, first.key, col))
        if how != "UNION":
            keys += [Read(out.col, GROUP_BY, (), 0, out.start, out.end) for out in branches]
    reader.visits += sum(len(input_.outputs) for input_ in inputs)
    return Result(SetOp(desk.rows(), how, [input_.rel for input_ in inputs], births, keys), outputs)


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────
def sort(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """ORDER BY: decides nothing by itself; a limit above asks for it."""
    below = inputs[0]
    order = node.trees("order")
    if not order:
        return below
    match = reader.expressions(below)
    reads: list[Read] = []
    for line in match.write("|> ORDER BY ", [one.children[0] if one.kind == "SortOrder" else one for one in order]):
        reads += match.reads(line, SORT, "ORDER BY")
    rel = match.sight.settle(below.rel)
    result = below.over(Sort(rel.rows, rel, reads))
    result.order = reads
    return result


def limit(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """LIMIT: keeps some rows, by what they are sorted by."""
    below = inputs[0]
    if isinstance(below.rel, Limit) and node.kind == "GlobalLimit":
        return below  # the two halves of one limit
    reader.desk.page.add("|> LIMIT\n")
    return below.over(Limit(reader.desk.rows(), below.rel, list(below.order)))


def distinct(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """DISTINCT: every column has a say."""
    below = inputs[0]
    reader.desk.page.add("|> DISTINCT\n")
    result = below.over(Distinct(reader.desk.rows(), below.rel, [Read(out.col, GROUP_BY) for out in below.outputs]))
    result.order = []
    return result


def deduplicate(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """df.dropDuplicates(["k"]): one row for each k, whichever; without keys it is DISTINCT."""
    below = inputs[0]
    match = reader.expressions(below)
    keys = [col for tree in node.trees("keys") if (col := match.sight.column(label(tree)[1])) is not None]
    everything = {id(out.col) for out in below.outputs}
    if everything <= set(map(id, keys)):
        return distinct(reader, node, inputs)
    match.write("|> DISTINCT ON ", node.trees("keys"))
    return below.over(Limit(reader.desk.rows(), below.rel, [Read(col, SORT) for col in keys]))


def sample(reader: Reader, node: Node, inputs: list[Result]) -> Result:
    """df.sample(0.1): some rows, decided by no column."""
    reader.desk.page.add("|> TABLESAMPLE\n")
    return inputs[0].over(Sample(reader.desk.rows(), inputs[0].rel))


def handed(reader: Reader, node: Node, inputs: list[Result]) -> Result:
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
        handed,
    ),
}  # fmt: skip

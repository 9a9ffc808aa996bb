"""Pipe syntax: FROM t |> WHERE … |> AGGREGATE …, run from left to right.

`sql/pipes.py` gives a pipeline as a WITH whose marked members are the operators. Each takes what is in sight (the
columns, and the tables that are still known by name) and leaves something for the next: WHERE, EXTEND, SET, DROP and
RENAME keep the names of tables, and `t.a` is what it was in t; SELECT, AGGREGATE and the set operations do not. To add
an operator: a function here, a line in `_OPERATORS`, and its words there.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from headwater.base import codes
from headwater.bind import column_mapping
from headwater.bind.context import Context
from headwater.bind.expr import macros, read
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, from_, join, match_recognize, pivot, select, setop, tail, unnest
from headwater.bind.scope import Cte, Ctes, Entry, FixedEntry, Output, Query, QueryEntry
from headwater.bind.suggestions import near
from headwater.bind.target import Bound, Target, write
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import CONDITIONAL, DIRECT, GROUP_BY, SORT
from headwater.rel.operators import Distinct, Limit, Loop, Recursive, Ref, Rel, Sample, SetOp, Single, Sort, Write
from headwater.sql.pipes import SEPARATOR, SET_OPERATION
from headwater.sql.placeholders import INPUT, MARK, is_placeholder


def is_pipe(node: exp.Expr) -> bool:
    """Whether a query is a pipeline."""
    with_ = node.args.get("with_")
    return with_ is not None and bool(with_.expressions) and is_placeholder(_label(with_.expressions[-1]))


def _label(member: exp.Expr) -> str:
    name: str = member.args["alias"].name
    return name


class _Flow:
    """What is in sight between two operators."""

    def __init__(self, ctx: Context, parent: Frame | None, ctes: Ctes, rel: Rel, frame: Frame) -> None:
        self.ctx = ctx
        self.parent = parent
        self.ctes = ctes
        self.rel = rel
        self.frame = frame
        self.order: list[Read] = []
        """What the rows are sorted by, for a LIMIT behind it."""
        self.ended = False
        """The last operator handed out nothing: INSERT, FORK."""

    def copy(self) -> _Flow:
        result = _Flow(self.ctx, self.parent, self.ctes, self.rel, self.step())
        result.order = list(self.order)
        return result

    def step(self) -> Frame:
        """A frame for one operator: the same names, nothing unfinished."""
        old, result = self.frame, Frame(self.ctx, self.parent, self.ctes)
        result.tables.take_over(old.tables)
        return result

    def columns(self) -> list[Output]:
        """Every column in sight."""
        return names_star.everything(self.frame)

    def show(self, outputs: list[Output], alias: str = "", keep: bool = False) -> None:
        """These columns are in sight from here on; `keep` the names of tables too."""
        frame = Frame(self.ctx, self.parent, self.ctes)
        entry = _entry(self.ctx, alias, self.rel, outputs)
        self.rel = entry.rel
        frame.add(entry)
        if keep:
            for key, entry in self.frame.tables.by_alias.items():
                frame.tables.by_alias.setdefault(key, entry)
        self.frame = frame

    def take(self, bound: Query) -> None:
        """A query's outputs take the place of everything."""
        self.rel = bound.rel
        self.show(bound.outputs)


def _entry(ctx: Context, alias: str, rel: Rel, outputs: list[Output]) -> Entry:
    if sum(1 for output in outputs if output.opens is not None) > 1:
        # several tables of unknown columns: a name may be any one's
        ref = Ref(ctx.rows(), Dataset(alias or "(pipe)", "subquery", stored=False), rel, [])
        return QueryEntry(ctx, alias, ref, Query(rel, outputs))
    return FixedEntry(ctx, alias, Dataset(alias or "the pipe", "query", stored=False), rel, outputs)


def bind(ctx: Context, node: exp.Expr, parent: Frame | None, ctes: Ctes) -> Query:
    """A pipeline that stands where a query may."""
    inner = cte.bind_with(ctx, node, parent, ctes)
    flow = _Flow(ctx, parent, inner, Single(ctx.rows()), Frame(ctx, parent, inner))
    _run(flow, node)
    return Query(flow.rel, [] if flow.ended else flow.columns())


def _run(flow: _Flow, node: exp.Expr) -> None:
    for member in node.args["with_"].expressions:
        label = _label(member)
        if is_placeholder(label):
            name, *said = label[len(MARK) :].split(SEPARATOR)
            _OPERATORS[name](flow, member.this, said)


def _run_inside(flow: _Flow, node: exp.Expr) -> None:
    """A subpipeline in parentheses."""
    while isinstance(node, (exp.Subquery, exp.Paren)):
        node = node.this
    if is_pipe(node):
        flow.ctes = cte.bind_with(flow.ctx, node, flow.parent, flow.ctes)
        _run(flow, node)
    else:
        flow.ctx.say(codes.UNREAD_SYNTAX, flow.ctx.span_of(node), "This subpipeline")


# ── where it begins ──────────────────────────────────────────────────────────────────────────────────────────
def _from(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """FROM t, u JOIN v ON …: the names of its tables stay in sight."""
    if not isinstance(node, exp.Select):  # FROM u UNION ALL (…) |> SELECT x
        _query(flow, node, said)
        return
    frame = Frame(flow.ctx, flow.parent, flow.ctes)
    flow.rel = from_.bind_from(frame, node, node.args["from_"])
    flow.frame = frame


def _query(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """SELECT … |>, (query) |>."""
    flow.take(flow.ctx.up.query(flow.ctx, node, flow.parent, flow.ctes))


# ── operators that keep the names of tables ──────────────────────────────────────────────────────────────────
def _where(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    flow.rel = select.where(flow.step(), flow.rel, node.args["where"].this, "WHERE")


def _extend(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """EXTEND x AS k, f(y) OVER (…) AS w: more columns."""
    added = select.over(flow.step(), node, flow.rel)
    outputs = [*flow.columns(), *added.outputs]
    flow.rel = added.rel
    flow.show(outputs, keep=True)


def _set(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """SET a = x: another value under the name, at its place."""
    items = node.expressions
    if flow.ctx.dialect.clauses.pipe_sets_in_turn() and len(items) > 2:
        for index in range(0, len(items), 2):
            _set(flow, exp.Select(expressions=items[index : index + 2]), said)
        return None
    if not all(isinstance(name, exp.Column) for name in items[::2]):  # SET 0 = a
        return flow.ctx.say(codes.UNREAD_SYNTAX, flow.ctx.span_of(node), "SET of what is no column")
    names, values = items[::2], items[1::2]
    listed = [exp.Alias(this=value, alias=name.this.copy()) for name, value in zip(names, values, strict=False)]
    result = select.over(flow.step(), exp.Select(expressions=listed), flow.rel)
    outputs = flow.columns()
    for name, output in zip(names, result.outputs, strict=False):
        index = _position(flow, outputs, name)
        if index < 0:
            outputs.append(output)
        else:
            outputs[index] = output._replace(name=outputs[index].name)
    flow.rel = result.rel
    flow.show(outputs, keep=True)


def _position(flow: _Flow, outputs: list[Output], node: exp.Expr) -> int:
    """Which of the columns is meant; -1, and said, where none is."""
    key = flow.ctx.folded(node.name)
    for index, output in enumerate(outputs):
        if output.opens is None and flow.ctx.folded(output.name) == key:
            return index
    if all(output.opens is None for output in outputs):
        hint = near(node.name, lambda: (output.name for output in outputs))
        flow.ctx.say(codes.UNKNOWN_COLUMN, flow.ctx.span_of(node), node.name, "the pipe", hint)
    return -1


def _drop(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    outputs = flow.columns()
    for expression in node.expressions:
        index = _position(flow, outputs, expression)
        key = flow.ctx.folded(expression.name)
        if index >= 0:
            outputs = [out for out in outputs if out.opens is not None or flow.ctx.folded(out.name) != key]
    flow.show(outputs, keep=True)


def _rename(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    outputs = flow.columns()
    places = []
    for expression in node.expressions:
        if not isinstance(expression, exp.Alias):
            flow.ctx.say(codes.UNREAD_SYNTAX, flow.ctx.span_of(expression), "This RENAME")
            continue
        places.append((_position(flow, outputs, expression.this), expression))
    for index, expression in places:
        if index >= 0:
            outputs[index] = outputs[index]._replace(name=expression.alias)
        elif any(out.opens is not None for out in outputs):
            match = select.over(flow.step(), exp.Select(expressions=[expression]), flow.rel)
            flow.rel = match.rel
            outputs.append(match.outputs[0])
    flow.show(outputs, keep=True)


def _as(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """AS x: one table of that name."""
    flow.show(flow.columns(), node.expressions[0].name if node.expressions else "")


def _order(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    frame = flow.step()
    order = next(node.args[clause] for clause in ("order", "sort", "cluster", "distribute") if node.args.get(clause))
    flow.order = tail.order_keys(frame, order, [column.col for column in flow.columns()])
    flow.rel = frame.settle(flow.rel)
    flow.rel = Sort(flow.rel.rows, flow.rel, flow.order)


def _limit(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    frame = flow.step()
    columns = [column.col for column in flow.columns()]
    flow.rel = tail.tail(frame, flow.rel, None, node.args.get("limit"), node.args.get("offset"), columns)
    if isinstance(flow.rel, Limit):
        flow.rel.reads = [*flow.order, *flow.rel.reads]


def _join(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """JOIN u ON …: the tables before it and this one are in sight."""
    frame = flow.step()
    hung = node.args["from_"].this
    for join_ in (*(node.args.get("joins") or ()), *(hung.args.get("joins") or ())):
        flow.rel = join.bind(frame, flow.rel, join_)
    flow.frame = frame
    flow.order = []


def _tablesample(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    flow.ctx.say(codes.SAMPLE, flow.ctx.span_of(node))
    flow.rel = Sample(flow.ctx.rows(), flow.rel)


def _assert(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """ASSERT c, 'why': the query fails or nothing happens; no row depends on it."""
    frame = flow.step()
    for expression in node.expressions:
        read.predicate(frame, expression, CONDITIONAL, "ASSERT")
    flow.rel = frame.settle(flow.rel)


def _nothing(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """DESCRIBE, an empty subpipeline."""


def _with(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """WITH x AS (…): in sight of what follows."""
    flow.ctes = cte.bind_with(flow.ctx, node, flow.parent, flow.ctes)
    flow.frame = flow.step()


# ── operators that leave columns alone ───────────────────────────────────────────────────────────────────────
def _select(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    branches, spine = setop.arms(node) if isinstance(node, exp.SetOperation) else ([node], [])
    if spine:
        # |> SELECT a UNION ALL SELECT b FROM u, without the pipe that belongs before UNION
        others = [flow.ctx.up.query(flow.ctx, branch, flow.parent, flow.ctes) for branch in branches[1:]]
        first = select.over(flow.step(), branches[0], flow.rel)
        flow.take(setop.combine(flow.ctx, spine, [first, *others]))
        return
    flow.take(select.over(flow.step(), node, flow.rel))


def _aggregate(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """AGGREGATE sum(x) AS s GROUP BY a AS k: the keys first, then the aggregates."""
    inner = node.args.get("from_")
    if inner is not None and not isinstance(inner.this.this, exp.Select):  # |> AGGREGATE SUM(b) FROM GROUP BY a
        flow.ctx.say(codes.UNREAD_SYNTAX, flow.ctx.span_of(node), "This AGGREGATE")
        inner = None
    keys = list(inner.this.this.expressions[1:]) if inner is not None else []
    items = node.expressions[1:]
    flat = list({key.sql(): key for key in keys}.values())  # GROUPING SETS (a, (a, b)) hand out a once
    args: dict[str, object] = {"expressions": [*flat, *items]}
    if inner is not None:
        plain = [(expression.this if isinstance(expression, exp.Alias) else expression).copy() for expression in flat]
        args["group"] = exp.Group(expressions=plain)
    bound = select.over(flow.step(), exp.Select(**args), flow.rel)
    flow.take(bound)
    columns = [output.col for output in bound.outputs]
    sorts = [Read(col, SORT) for col in columns[: len(flat)]] if "k" in said else []
    for expression in said:
        if expression[1:].isdigit():
            index = int(expression[1:]) + (len(flat) if expression.startswith("a") else 0)
            sorts += [Read(columns[index], SORT)] if index < len(columns) else []
    flow.order = sorts
    if sorts:
        flow.rel = Sort(flow.rel.rows, flow.rel, sorts)


def _distinct(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    outputs = flow.columns()
    flow.rel = Distinct(flow.ctx.rows(), flow.rel, [Read(output.col, GROUP_BY) for output in outputs])


def _pivot(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    frame = flow.step()
    for pivot_ in node.args["from_"].this.args.get("pivots") or ():
        flow.rel = pivot.bind(frame, flow.rel, pivot_)
    flow.frame = frame
    flow.order = []


def _set_operation(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """UNION ALL (q), (r)."""
    branches, spine = setop.arms(node)
    others = [flow.ctx.up.query(flow.ctx, branch, flow.parent, flow.ctes) for branch in branches[1:]]
    flow.take(setop.combine(flow.ctx, spine, [Query(flow.rel, flow.columns()), *others]))
    flow.order = []


def _call(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """CALL f(x) AS k: a function that takes what comes so far as its first table, or where INPUT TABLE stands."""
    ctx = flow.ctx
    source = node.args["from_"].this
    name = ctx.session.dialect.name + " pipe"
    inner = Ctes(flow.ctes, {ctx.folded(name): Cte("the pipe", Query(flow.rel, flow.columns()))}, flow.ctes.any_scalar)
    frame = Frame(ctx, flow.parent, inner)
    call = source.this.copy() if isinstance(source, exp.Table) else source.copy()
    table = exp.Table(this=exp.Identifier(this=name, quoted=True))
    whole = exp.Subquery(this=exp.Select(expressions=[exp.Star()]).from_(table, copy=False))
    given = [part for part in call.find_all(exp.Column) if part.name == INPUT]
    for part in given:
        part.replace(whole.copy())
    if not given:
        call.set("expressions", [whole, *(call.args.get("expressions") or ())])
    alias = source.alias if isinstance(source, exp.Table) else ""
    if isinstance(source, exp.Table) and macros.is_followed(frame, source):
        macro = macros.table(frame, source, call)
        if macro is not None:
            flow.rel = macro.rel
            flow.show(macro.outputs, alias)
            flow.order = []
            return
    flow.rel = unnest.table_function(frame, flow.rel, call, alias, None, False)
    flow.frame = frame
    flow.order = []
    flow.frame = flow.step()


def _recursive(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """RECURSIVE UNION ALL (|> …) AS x: what comes so far, and the subpipeline over its own result again and again."""
    ctx = flow.ctx
    start = flow.columns()
    dataset = Dataset(said[0] if said and said[0] else "(recursive)", "cte", stored=False)
    rows = ctx.rows()
    births = [ctx.label(output, dataset) for output in start]
    outputs = [Output(output.name, born.col, output.opens) for output, born in zip(start, births, strict=True)]
    whole = Query(flow.rel, outputs)
    loop = Loop(ctx.rows(), dataset, [], rows)
    inner = flow.copy()
    inner.rel = loop
    if said and said[0]:
        # it may be named inside, too: (FROM t |> JOIN x ON …) AS x

        def again(alias: str) -> Entry:
            rel = Loop(ctx.rows(), Dataset(alias, "cte", stored=False), [], rows)
            return QueryEntry(ctx, alias, rel, whole)

        own = Cte(said[0], whole, None, again)
        inner.ctes = Ctes(flow.ctes, {ctx.folded(said[0]): own}, flow.ctes.any_scalar)
    inner.frame = Frame(ctx, flow.parent, inner.ctes)
    inner.frame.add(QueryEntry(ctx, "", loop, whole))
    branch = node.args["expression"] if isinstance(node, exp.SetOperation) else node.expressions[-1]
    _run_inside(inner, branch)
    step = inner.columns()
    for position, born in enumerate(births):
        if position < len(step):
            born.reads = (*born.reads, Read(step[position].col, DIRECT))
    flow.rel = Recursive(rows, dataset, flow.rel, inner.rel, births)
    flow.show(outputs, said[0] if said else "")
    flow.order = []


# ── branches and ends ────────────────────────────────────────────────────────────────────────────────────────
def _if(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """IF c THEN (…) ELSE (…): the condition is a constant. Where only the engine knows it, every branch that may be
    taken is kept.
    """
    items = list(node.expressions)
    branches: list[exp.Expr | None] = []
    while items:
        condition, branch = (items[0].unnest(), items[1]) if len(items) > 1 else (exp.Boolean(this=True), items[0])
        items = items[2:]
        if not isinstance(condition, exp.Boolean) or condition.this:
            branches.append(branch)
        if isinstance(condition, exp.Boolean) and condition.this:
            break
    else:
        branches.append(None)  # no condition holds: nothing happens
    if len(branches) == 1:
        if branches[0] is not None:
            _run_inside(flow, branches[0])
        return
    flow.ctx.say(codes.UNREAD_SYNTAX, flow.ctx.span_of(node), "IF with a condition that is known only at run time")
    ways: list[_Flow] = []
    for statement in branches:
        way = flow.copy()
        if statement is not None:
            _run_inside(way, statement)
        ways.append(way)
    _one_of(flow, ways)


def _one_of(flow: _Flow, ways: list[_Flow]) -> None:
    """One of several ways was taken: a column is what any of them makes of its name, and that is in doubt."""
    ctx = flow.ctx
    known: dict[str, tuple[str, list[Output]]] = {}
    for way in ways:
        for output in way.columns():
            known.setdefault(ctx.folded(output.name), (output.name, []))[1].append(output)
    births: list[Born] = []
    outputs: list[Output] = []
    for name, several in known.values():
        sources = {output.col.id: output for output in several}
        doubt = len(ways) if len(sources) > 1 or len(several) < len(ways) else 0
        col = ctx.col(name, None, several[0].col.type)
        births.append(
            Born(
                col, tuple(Read(source.col, DIRECT, (), doubt, source.start, source.end) for source in sources.values())
            )
        )
        outputs.append(Output(name, col, next((output.opens for output in several if output.opens is not None), None)))
    flow.rel = SetOp(ctx.rows(), "UNION", [way.rel for way in ways], births, [])
    flow.show(outputs)


def _side(flow: _Flow, branch: exp.Expr | None) -> None:
    """A subpipeline whose rows are handed out beside the others, or written."""
    inner = flow.copy()
    if branch is not None:
        _run_inside(inner, branch)
    if not inner.ended:
        _result(inner)


def _result(flow: _Flow) -> None:
    count = sum(1 for sink in flow.ctx.sinks if sink.kind == "SELECT")
    dataset = Dataset("result" if not count else f"result_{count + 1}", "result")
    bound = Query(flow.rel, flow.columns())
    flow.ctx.sinks.append(Bound("SELECT", [write(flow.ctx, bound, dataset, "SELECT")], dataset))


def _fork(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    for expression in node.expressions:
        _side(flow, expression)
    flow.ended = True


def _tee(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    for expression in node.expressions:
        _side(flow, None if isinstance(expression, exp.Literal) else expression)


def _log(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """LOG (…): shown to a person, and handed to nobody."""
    for expression in node.expressions:
        _run_inside(flow.copy(), expression)


def _target(ctx: Context, node: exp.Expr) -> Target | None:
    """What a pipe writes; None where it is no table: |> INSERT SELECT (a)."""
    clause = node.args.get("from_")
    if clause is not None and isinstance(clause.this, exp.Table):
        return Target(ctx, clause.this)
    ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(node), "The target of this operator")
    return None


def _insert(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """INSERT INTO t (a, b)."""
    ctx = flow.ctx
    target = _target(ctx, node)
    if target is None:
        return
    whole = any(isinstance(expression, exp.Star) for expression in node.expressions)
    listed = None if whole else [expression.name for expression in node.expressions]
    births = column_mapping.by_position(ctx, target, flow.columns(), listed if listed is not None else target.columns)
    result = Write(ctx.rows(), flow.rel, target.dataset, "INSERT", births)
    ctx.sinks.append(Bound("INSERT", [result], target.dataset))
    flow.ended = True


def _create(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """CREATE TABLE t."""
    ctx = flow.ctx
    target = _target(ctx, node)
    if target is None:
        return
    target.dataset.temporary = "temp" in said
    bound = Query(flow.rel, flow.columns())
    result = write(ctx, bound, target.dataset, "CREATE")
    columns = None if bound.open else tuple(Column(output.name, str(output.col.type)) for output in bound.outputs)
    table = Table(ctx.session.spelled(target.parts), columns, "table", "temp" in said)
    ctx.sinks.append(Bound("CREATE_TABLE", [result], target.dataset, [(target.key, table)], if_absent="absent" in said))
    flow.ended = True


def _export(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """EXPORT DATA OPTIONS (uri = '…')."""
    dataset = Dataset(SEPARATOR.join(said), "file")
    bound = Query(flow.rel, flow.columns())
    flow.ctx.sinks.append(Bound("EXPORT", [write(flow.ctx, bound, dataset, "EXPORT")], dataset))
    flow.ended = True


def _match(flow: _Flow, node: exp.Expr, said: list[str]) -> None:
    """MATCH_RECOGNIZE (…): the measures of each run of rows, and the keys before them."""
    frame = flow.step()
    flow.rel = match_recognize.bind(frame, flow.rel, node.args["match"])
    flow.frame = frame
    flow.order = []


def gather(ctx: Context, bound: Query) -> Bound:
    """One statement of all that a pipeline handed out and wrote."""
    sinks = ctx.sinks
    if bound.outputs:
        count = sum(1 for sink in sinks if sink.kind == "SELECT")
        dataset = Dataset("result" if not count else f"result_{count + 1}", "result")
        sinks = [Bound("SELECT", [write(ctx, bound, dataset, "SELECT")], dataset), *sinks]
    first = sinks[0]
    for other in sinks[1:]:
        first.writes += other.writes
        first.changes += other.changes
    return first


_OPERATORS: dict[str, Callable[[_Flow, exp.Expr, list[str]], None]] = {
    "from": _from,
    "query": _query,
    "where": _where,
    "order": _order,
    "limit": _limit,
    "select": _select,
    "extend": _extend,
    "set": _set,
    "drop": _drop,
    "rename": _rename,
    "as": _as,
    "assert": _assert,
    "aggregate": _aggregate,
    "join": _join,
    "tablesample": _tablesample,
    "pivot": _pivot,
    "match_recognize": _match,
    "call": _call,
    SET_OPERATION: _set_operation,
    "with": _with,
    "if": _if,
    "fork": _fork,
    "tee": _tee,
    "log": _log,
    "insert": _insert,
    "create": _create,
    "export": _export,
    "recursive": _recursive,
    "distinct": _distinct,
    "nothing": _nothing,
}

"""INSERT INTO: which column of the target takes which output, and what decides the rows."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from headwater.base import codes
from headwater.bind.column_mapping import by_position, numbers
from headwater.bind.context import Context
from headwater.bind.expr import read
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, query, select, sources
from headwater.bind.scope import Ctes, FixedEntry, Output, Query, TableEntry
from headwater.bind.statement import external_tables, returning
from headwater.bind.statement.copy import from_file
from headwater.bind.statement.defaults import filled
from headwater.bind.statement.update import assignments
from headwater.bind.target import Bound, Target, target_column, write
from headwater.rel.columns import Born, Dataset
from headwater.rel.kinds import JOIN, UNKNOWN
from headwater.rel.operators import Join, Rel, Scan, Single, Write
from headwater.sql.statements import Insert

_INSERT = frozenset(
    {"this", "expression", "with_", "by_name", "overwrite", "partition", "conflict", "returning", "exists", "hint",
    "is_function",
     "stored", "where", "using", "alternative", "settings", "columns", "default"}
)  # fmt: skip


def insert(ctx: Context, tree: exp.Expr, outer: Ctes | None = None) -> Bound:
    """INSERT INTO t [(columns)] query: by position, by list, or by name. `outer` are the CTEs around it."""
    ctes = cte.bind_with(ctx, tree, None, outer or Ctes())
    source = tree.args.get("expression")
    bound = query.bind(ctx, source, None, ctes) if source is not None else Query(Single(ctx.rows()), [])
    return put(ctx, tree, bound, ctes)


def put(ctx: Context, tree: exp.Expr, bound: Query, ctes: Ctes | None = None) -> Bound:
    """What an INSERT does with the rows that its query answers."""
    args = tree.args
    this = args["this"]
    if args.get("is_function") or not _is_table(this):
        return _insert_elsewhere(ctx, tree, bound)
    listed: list[exp.Expr] | None = None
    if isinstance(this, exp.Schema):
        listed = list(this.expressions)
        this = this.this
    elif args.get("columns"):
        listed = list(args["columns"])
    target = Target(ctx, this)
    ctx.unread(tree, _INSERT)
    # INSERT INTO t DEFAULT VALUES: a row that no query gives
    births = [] if args.get("default") else _placed(ctx, tree, target, bound, listed)
    verb = "INSERT"
    conflict = args.get("conflict")
    rel = bound.rel
    there: TableEntry | None = None
    if conflict is not None:
        rel, updated, there = _conflict(ctx, target, conflict, bound, births, rel)
        births += updated
    where = args.get("where")
    if where is not None:
        rel = _replace_where(ctx, target, rel, where)
    if args.get("using"):
        rel = _replace_using(ctx, target, rel, args["using"], births)
    write = Write(ctx.rows(), rel, target.dataset, verb, births)
    whole = bool(args.get("overwrite")) and not (args.get("partition") or target.node.args.get("partition"))
    updates = there if conflict is not None and conflict.expressions else None
    returned = returning.rows(target, tree, rel, births, ctes or Ctes(), updates, updates is not None)
    return Bound("INSERT", [write], target.dataset, overwrites=whole, returned=returned)


def _is_table(node: exp.Expr) -> bool:
    if isinstance(node, exp.Schema):
        node = node.this
    return isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier)


def _insert_elsewhere(ctx: Context, tree: exp.Expr, bound: Query) -> Bound:
    """INSERT INTO FUNCTION …, INSERT OVERWRITE DIRECTORY '…': the place is a dataset by its text."""
    this = tree.args["this"]
    if not isinstance(this, exp.Expr):
        ctx.say(codes.UNREAD_SYNTAX, None, "The target of INSERT")
        return Bound("INSERT")
    literal = this.find(exp.Literal)
    name = literal.name if literal is not None else this.sql(ctx.dialect.grammar)
    dataset = Dataset(name, "file")
    return Bound("INSERT", [write(ctx, bound, dataset, "INSERT")], dataset)


def _partition(ctx: Context, tree: exp.Expr, target: Target) -> tuple[list[str], list[str]]:
    """PARTITION (dt = '1', h): constants, and names filled by the trailing columns of the query."""
    node = tree.args.get("partition") or target.node.args.get("partition")
    fixed: list[str] = []
    dynamic: list[str] = []
    for expression in node.expressions if node is not None else ():
        if isinstance(expression, exp.EQ):
            fixed.append(expression.this.name)
        else:
            dynamic.append(expression.name)
    return fixed, dynamic


def listed_names(ctx: Context, target: Target, listed: Sequence[exp.Expr] | None) -> list[str] | None:
    """The names in a list of columns: (a, b), (* EXCEPT (c)), (COLUMNS('re'))."""
    if listed is None:
        return None
    if all(
        isinstance(column, (exp.Identifier, exp.Column)) and not isinstance(column.this, exp.Star) for column in listed
    ):
        return [column.name for column in listed]
    # what is no list of names means what it would mean in a query over the table itself
    items = [exp.Column(this=column) if isinstance(column, exp.Identifier) else column for column in listed]
    over = query.bind(ctx, exp.Select(expressions=items, from_=exp.From(this=target.node)), None, Ctes())
    if over.open:
        ctx.say(codes.INSERT_STAR, ctx.span_of(target.node), target.dataset.name)
        return None
    return [output.name for output in over.outputs]


def _placed(ctx: Context, tree: exp.Expr, target: Target, bound: Query, listed: list[exp.Expr] | None) -> list[Born]:
    outputs = bound.outputs
    fixed, dynamic = _partition(ctx, tree, target)
    births: list[Born] = []
    if tree.args.get("by_name"):
        for output in outputs:
            if output.opens is not None:
                births.append(target_column(ctx, target.dataset, "*", -1, output))
                continue
            name, position = target.named(output.name, tree.args["this"])
            births.append(target_column(ctx, target.dataset, name, position, output, target.doubt(position)))
    else:
        names: list[str] | None
        if listed is not None:
            names = [target.named(column.name, column)[0] for column in listed]
        elif target.columns is not None:
            folded = {ctx.folded(name) for name in fixed}
            moved = [ctx.folded(name) for name in dynamic]
            names = [
                name for name in target.columns if ctx.folded(name) not in folded and ctx.folded(name) not in moved
            ]
            names += [target.named(name, tree.args["this"])[0] for name in dynamic]
        else:
            names = None
        births = by_position(ctx, target, outputs, names)
        if names is None:
            _name_partitions(births, dynamic)
    for name in fixed:
        label, position = target.named(name, tree.args["this"]) if target.columns is not None else (name, -1)
        col = ctx.col(label, target.dataset)
        col.ordinal = position if position >= 0 else len(births)
        births.append(Born(col, ()))
    return births


def _name_partitions(births: list[Born], dynamic: list[str]) -> None:
    """INSERT INTO nowhere PARTITION (day) SELECT a, d: the last columns of the query are those of the partition."""
    for born, name in zip(reversed(births), reversed(dynamic), strict=False):
        if born.col.name != "*":
            born.col.name = name


def _conflict(
    ctx: Context, target: Target, node: exp.Expr, bound: Query, births: list[Born], rel: Rel
) -> tuple[Rel, list[Born], TableEntry]:
    """ON CONFLICT DO UPDATE SET b = excluded.b: from the row refused, or the row that is there."""
    frame = Frame(ctx, None, Ctes())
    scan = Scan(ctx.rows(), target.dataset, [], [])
    there = TableEntry(ctx, target.node.alias or target.parts[-1], target.key, scan, target.table)
    frame.add(there)
    refused = [Output(born.col.name, born.reads[0].col) for born in births if born.reads]
    frame.add(FixedEntry(ctx, "excluded", Dataset("excluded", "subquery", stored=False), bound.rel, refused))
    # only `excluded.x` names the refused row; a bare name is the table's
    frame.tables.entries.pop()
    updated = assignments(frame, target, node.expressions)
    joined: Rel = Join(ctx.rows(), rel, scan, "CONFLICT", (), ())
    where = node.args.get("where")
    if where is not None:
        joined = select.where(frame, joined, where.this, "WHERE")
    return frame.settle(joined), updated, there


def _replace_using(ctx: Context, target: Target, rel: Rel, keys: list[exp.Expr], births: list[Born]) -> Rel:
    """INSERT INTO t REPLACE USING (k) query: rows of the target go whose k is one that the query gives."""
    frame = Frame(ctx, None, Ctes())
    scan = Scan(ctx.rows(), target.dataset, [], [])
    frame.add(TableEntry(ctx, target.parts[-1], target.key, scan, target.table))
    wanted = {ctx.folded(key.name) for key in keys}
    reads = [each for key in keys for each in read.predicate(frame, exp.Column(this=key), JOIN, "USING")]
    for born in births:
        if ctx.folded(born.col.name) in wanted:
            reads += [each._replace(kind=JOIN) for each in born.reads if each.kind <= UNKNOWN]
    return Join(ctx.rows(), rel, scan, "REPLACE", reads, ())


def _replace_where(ctx: Context, target: Target, rel: Rel, where: exp.Expr) -> Rel:
    """INSERT INTO t REPLACE WHERE c: the condition decides which rows of the target go."""
    frame = Frame(ctx, None, Ctes())
    scan = Scan(ctx.rows(), target.dataset, [], [])
    frame.add(TableEntry(ctx, target.parts[-1], target.key, scan, target.table))
    condition = where.this if isinstance(where, exp.Where) else where
    gone = select.where(frame, scan, condition, "WHERE")
    return Join(ctx.rows(), rel, gone, "REPLACE", (), ())


def insert_into(ctx: Context, statement: Insert) -> Bound:
    """INSERT INTO a table, or into a place elsewhere."""
    if statement.call is not None:
        return _into_call(ctx, statement)
    assert statement.target is not None
    target = Target(ctx, statement.target)
    listed = listed_names(ctx, target, statement.columns)
    if statement.file is not None:
        return from_file(ctx, statement.target, target, statement.file, listed or target.columns, "INSERT")
    if statement.query is None:
        known = listed or target.columns
        births = []
        for position, name in enumerate(known or numbers(ctx, target, statement.width)):
            own, index = target.named(name, statement.target) if known else (name, -1)
            col = ctx.col(own, target.dataset)
            col.ordinal = index if index >= 0 else position
            births.append(Born(col, ()))
        plan = Write(ctx.rows(), Single(ctx.rows()), target.dataset, "INSERT", births)
        return Bound("INSERT", [plan], target.dataset)
    answered = query.bind(ctx, statement.query, None, Ctes())
    births = by_position(ctx, target, answered.outputs, listed if listed is not None else target.columns)
    bound = Bound("INSERT", [], target.dataset)
    rel = answered.rel
    births, rel = filled(ctx, target, births, rel)
    bound.writes.append(Write(ctx.rows(), rel, target.dataset, "INSERT", births))
    bound.writes += external_tables.passed_on(ctx, target, births, rel)
    return bound


def _into_call(ctx: Context, statement: Insert) -> Bound:
    """INSERT INTO FUNCTION s3('…'): what the call stands for is the target."""
    assert statement.call is not None
    call = statement.call
    sink = sources.source_of(ctx, call.name, call.arguments, call.settings)
    names = [column.name for column in statement.columns] if statement.columns is not None else None
    if sink is not None and sink.table:
        target = external_tables.table_node(sink.table)
        return insert_into(ctx, Insert("INSERT", target, None, statement.columns, statement.query))
    if sink is None or not sink.name:
        dataset = Dataset(call.name, "function")
    else:
        _, table, dataset = sources.dataset_of(ctx, sink)
        if names is None and table is not None and table.columns is not None:
            names = [column.name for column in table.columns]
    if statement.query is None:
        return Bound("INSERT", [Write(ctx.rows(), Single(ctx.rows()), dataset, "INSERT", [])], dataset)
    answered = query.bind(ctx, statement.query, None, Ctes())
    if names is not None and not answered.open and len(names) != len(answered.outputs):
        ctx.say(codes.INSERT_WIDTH, None, dataset.name, str(len(names)), str(len(answered.outputs)))
    return Bound("INSERT", [write(ctx, answered, dataset, "INSERT", names)], dataset)

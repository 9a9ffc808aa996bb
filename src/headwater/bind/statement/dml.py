"""INSERT, UPDATE, DELETE, MERGE, TRUNCATE, COPY: what lands in which column, and what decides the rows."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.base.types import Struct as StructType
from headwater.bind.context import Context
from headwater.bind.expr import read, subqueries
from headwater.bind.names.frame import Frame
from headwater.bind.placement import by_position
from headwater.bind.relation import cte, from_, join, query, select
from headwater.bind.scope import Ctes, FixedEntry, Output, Query, TableEntry
from headwater.bind.statement import returning
from headwater.bind.target import Bound, Target, target_column, write
from headwater.bind.upward import UPWARD
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DIRECT, FILTER, JOIN
from headwater.rel.operators import Filter, Join, Rel, Scan, Single, Write
from headwater.sql.placeholders import BY_NAME

_INSERT = frozenset(
    {"this", "expression", "with_", "by_name", "overwrite", "partition", "conflict", "returning", "exists", "hint",
    "is_function",
     "stored", "where", "alternative", "settings", "columns", "default"}
)  # fmt: skip
_UPDATE = frozenset(
    {"this", "expressions", "from_", "where", "with_", "returning", "order", "limit", "options", "hint"}
)
_DELETE = frozenset({"this", "using", "where", "with_", "returning", "tables", "order", "limit", "cluster", "hint"})
_MERGE = frozenset({"this", "using", "on", "whens", "with_", "returning", "using_cond"})


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
        rel, more, there = _conflict(ctx, target, conflict, bound, births, rel)
        births += more
    where = args.get("where")
    if where is not None:
        rel = _replace_where(ctx, target, rel, where)
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
    for one in node.expressions if node is not None else ():
        if isinstance(one, exp.EQ):
            fixed.append(one.this.name)
        else:
            dynamic.append(one.name)
    return fixed, dynamic


def listed_names(ctx: Context, target: Target, listed: list[exp.Expr] | None) -> list[str] | None:
    """The names in a list of columns: (a, b), (* EXCEPT (c)), (COLUMNS('re'))."""
    if listed is None:
        return None
    if all(isinstance(one, (exp.Identifier, exp.Column)) and not isinstance(one.this, exp.Star) for one in listed):
        return [one.name for one in listed]
    # what is no list of names means what it would mean in a query over the table itself
    items = [exp.Column(this=one) if isinstance(one, exp.Identifier) else one for one in listed]
    over = query.bind(ctx, exp.Select(expressions=items, from_=exp.From(this=target.node)), None, Ctes())
    if over.open:
        ctx.say(codes.INSERT_STAR, ctx.place(target.node), target.dataset.name)
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
        if listed is not None:
            names = [target.named(one.name, one)[0] for one in listed]
        elif target.columns is not None:
            folded = {ctx.folded(name) for name in fixed}
            moved = [ctx.folded(name) for name in dynamic]
            names = [
                name for name in target.columns if ctx.folded(name) not in folded and ctx.folded(name) not in moved
            ]
            names += [target.named(name, tree.args["this"])[0] for name in dynamic]
        else:
            plain = outputs[: len(outputs) - len(dynamic)] if dynamic else outputs
            names = [output.name for output in plain] + dynamic
        births = by_position(ctx, tree, target, outputs, names, listed is not None or target.columns is not None)
    for name in fixed:
        label, position = target.named(name, tree.args["this"])
        col = ctx.col(label, target.dataset)
        col.ordinal = position if position >= 0 else len(births)
        births.append(Born(col, ()))
    return births


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
    more = assignments(frame, target, node.expressions)
    joined: Rel = Join(ctx.rows(), rel, scan, "CONFLICT", (), ())
    where = node.args.get("where")
    if where is not None:
        joined = select.where(frame, joined, where.this, "WHERE")
    return frame.settle(joined), more, there


def _replace_where(ctx: Context, target: Target, rel: Rel, where: exp.Expr) -> Rel:
    """INSERT INTO t REPLACE WHERE c: the condition decides which rows of the target go."""
    frame = Frame(ctx, None, Ctes())
    scan = Scan(ctx.rows(), target.dataset, [], [])
    frame.add(TableEntry(ctx, target.parts[-1], target.key, scan, target.table))
    condition = where.this if isinstance(where, exp.Where) else where
    gone = select.where(frame, scan, condition, "WHERE")
    return Join(ctx.rows(), rel, gone, "REPLACE", (), ())


def assignments(frame: Frame, target: Target, nodes: list[exp.Expr]) -> list[Born]:
    """SET a = …, (b, c) = (…): only assigned columns are written."""
    births: list[Born] = []
    for one in nodes:
        if not isinstance(one, exp.EQ):
            continue
        lefts = one.this.expressions if isinstance(one.this, exp.Tuple) else [one.this]
        right = one.expression
        if len(lefts) > 1 and isinstance(right, exp.Tuple):
            rights = list(right.expressions)
        else:
            rights = [right]
        if len(lefts) > len(rights):
            births += _several(frame, target, lefts, rights[0])
            continue
        for left, value in zip(lefts, rights, strict=False):
            births.append(_assign(frame, target, left, value))
    return births


def _several(frame: Frame, target: Target, lefts: list[exp.Expr], right: exp.Expr) -> list[Born]:
    """SET (a, b) = (SELECT x, y FROM …)."""
    while isinstance(right, exp.Paren):
        right = right.this
    bound = subqueries.plan(frame, right)
    births = []
    for left, output in zip(lefts, bound.outputs, strict=False):
        name, position = target.named(_assigned(left), left)
        births.append(target_column(frame.ctx, target.dataset, name, position, output, target.doubt(position)))
    return births


def _assigned(node: exp.Expr) -> str:
    """The column that an assignment writes: the outermost one, where fields of a struct are set."""
    while isinstance(node, (exp.Dot, exp.Bracket)):
        node = node.this
    return str(node.name)


def _nested(frame: Frame, target: Target, left: exp.Expr) -> tuple[str, int] | None:
    """SET s.y.z = …: a field of the target's column s, by its whole name, and where s stands; None for a column."""
    inner: list[str] = []
    while isinstance(left, exp.Dot):
        inner.insert(0, left.expression.name)
        left = left.this
    if not isinstance(left, exp.Column) or target.table is None or target.table.columns is None:
        return None
    parts = [left.args[one].name for one in ("catalog", "db", "table", "this") if left.args.get(one) is not None]
    parts += inner
    index = target.table.index(frame.ctx.fold)
    own = {frame.ctx.folded(one) for one in (target.parts[-1], target.node.alias) if one}
    if len(parts) > 1 and frame.ctx.folded(parts[0]) in own and frame.ctx.folded(parts[1]) in index:
        parts = parts[1:]
    position = index.get(frame.ctx.folded(parts[0]))
    if len(parts) < 2 or position is None or target.table.columns[position].type.__class__ is not StructType:
        return None
    return ".".join((target.table.columns[position].name, *parts[1:])), position


def _assign(frame: Frame, target: Target, left: exp.Expr, right: exp.Expr) -> Born:
    nested = _nested(frame, target, left)
    name, position = nested if nested is not None else target.named(_assigned(left), left)
    frame.clause = "SET"
    if _is_default(right):
        col = frame.ctx.col(name, target.dataset)
        col.ordinal = position
        return Born(col, ())
    value = Output(name, read.value(frame, right, name), None, *select._written_at(frame.ctx, right))
    return target_column(frame.ctx, target.dataset, name, position, value, target.doubt(position))


def _is_default(node: exp.Expr) -> bool:
    """DEFAULT in the place of a value; some grammars read the word as a column, which would have to be quoted."""
    if isinstance(node, exp.Column):
        inner = node.this
        return not node.args.get("table") and not inner.args.get("quoted") and inner.name.upper() == "DEFAULT"
    return isinstance(node, exp.Var) and node.name.upper() == "DEFAULT"


def update(ctx: Context, tree: exp.Expr, outer: Ctes | None = None) -> Bound:
    """UPDATE t SET a = b FROM u WHERE …: assigned columns only; what matches and filters decides the target's rows."""
    args = tree.args
    ctes = cte.bind_with(ctx, tree, None, outer or Ctes())
    frame = Frame(ctx, None, ctes)
    this = args["this"]
    while not isinstance(this, exp.Table) and isinstance(this, exp.Expr) and this.find(exp.Table) is not None:
        this = this.find(exp.Table)
    target = Target(ctx, this)
    rel = from_.bind_source(frame, this)
    mine = frame.tables.entries[0]
    if args.get("from_") is not None:
        right = from_.bind_source(frame, args["from_"].this)
        rel = Join(ctx.rows(), rel, right, "CROSS", (), ())
        rel = join.bind_joins(frame, rel, args["from_"])
    # a bare name in SET or WHERE is the target's where it has it
    births = assignments(frame, target, args.get("expressions") or [])
    rel = frame.settle(rel)
    where = args.get("where")
    if where is not None:
        rel = select.where(frame, rel, where.this, "WHERE")
    ctx.unread(tree, _UPDATE)
    rel = frame.settle(rel)
    returned = returning.rows(target, tree, rel, births, ctes, mine)
    write = Write(ctx.rows(), rel, target.dataset, "UPDATE", births)
    return Bound("UPDATE", [write], target.dataset, returned=returned)


def delete(ctx: Context, tree: exp.Expr, outer: Ctes | None = None) -> Bound:
    """DELETE FROM t WHERE …: no value moves; the condition decides the target's rows."""
    args = tree.args
    ctes = cte.bind_with(ctx, tree, None, outer or Ctes())
    frame = Frame(ctx, None, ctes)
    this = args.get("this") or (args["tables"][0] if args.get("tables") else None)
    if not isinstance(this, exp.Table):
        ctx.say(codes.UNREAD_SYNTAX, None, "The target of DELETE")
        return Bound("DELETE")
    target = Target(ctx, this)
    rel = from_.bind_source(frame, this)
    mine = frame.tables.entries[0]
    for one in args.get("using") or ():
        right = from_.bind_source(frame, one)
        rel = Join(ctx.rows(), rel, right, "CROSS", (), ())
    where = args.get("where")
    if where is not None:
        rel = select.where(frame, rel, where.this, "WHERE")
    ctx.unread(tree, _DELETE)
    rel = frame.settle(rel)
    returned = returning.rows(target, tree, rel, (), ctes, mine)
    return Bound("DELETE", [Write(ctx.rows(), rel, target.dataset, "DELETE", [])], target.dataset, returned=returned)


def truncate(ctx: Context, tree: exp.Expr) -> Bound:
    """TRUNCATE t: every row goes, decided by nothing."""
    writes = []
    for one in tree.expressions:
        if isinstance(one, exp.Table):
            target = Target(ctx, one)
            writes.append(Write(ctx.rows(), Single(ctx.rows()), target.dataset, "TRUNCATE", []))
    return Bound("TRUNCATE", writes, writes[0].dataset if writes else None)


def merge(ctx: Context, tree: exp.Expr, outer: Ctes | None = None) -> Bound:
    """MERGE: the union of all branches; ON is JOIN, WHEN … AND c is FILTER."""
    args = tree.args
    ctes = cte.bind_with(ctx, tree, None, outer or Ctes())
    frame = Frame(ctx, None, ctes)
    this = args["this"]
    target = Target(ctx, this)
    left = from_.bind_source(frame, this)
    mine = frame.tables.entries[0]
    mark = len(frame.tables.entries)
    right = from_.bind_source(frame, args["using"])
    sources = frame.tables.entries[mark:]
    reads: list[Read] = []
    if isinstance(args.get("on"), exp.Expr):
        reads = read.predicate(frame, args["on"], JOIN, "ON")
    for key in (ctx.folded(one.name) for one in args.get("using_cond") or ()):
        reads += [Read(col, JOIN) for entry in (mine, *sources) if (col := entry.find(key)) is not None]
    rel: Rel = Join(ctx.rows(), frame.settle(left), right, "MERGE", reads, ())
    births: list[Born] = []
    whens = args.get("whens")
    conditions: list[Read] = []
    for when in whens.expressions if whens is not None else ():
        condition = when.args.get("condition")
        if condition is not None:
            conditions += read.predicate(frame, condition, FILTER, "WHERE")
        births += _when(frame, target, when, mine, sources)
    rel = frame.settle(rel)
    if conditions:
        rel = Filter(ctx.rows(), rel, conditions, "WHEN")
    ctx.unread(tree, _MERGE)
    changes = any(not isinstance(one.args.get("then"), exp.Insert) for one in (whens.expressions if whens else ()))
    returned = returning.rows(target, tree, rel, births, ctes, mine if changes else None, True)
    write = Write(ctx.rows(), rel, target.dataset, "MERGE", births)
    return Bound("MERGE", [write], target.dataset, returned=returned)


def _when(frame: Frame, target: Target, when: exp.Expr, mine: object, sources: list) -> list[Born]:  # type: ignore[type-arg]
    """One branch of a MERGE."""
    then = when.args.get("then")
    if isinstance(then, exp.Update):
        given = then.args.get("expressions") or []
        if not given or (len(given) == 1 and isinstance(given[0], exp.Star)):
            return _all(frame, target, then, sources)
        if isinstance(given[0], exp.EQ) and given[0].this.name == BY_NAME:
            return _all_by_name(frame, target, sources)
        return assignments(frame, target, given)
    if isinstance(then, exp.Insert):
        return _merge_insert(frame, target, then, mine, sources)
    return []


def _all(frame: Frame, target: Target, node: exp.Expr, sources: list) -> list[Born]:  # type: ignore[type-arg]
    """UPDATE SET *, INSERT *: by name, or, as in DuckDB, by position."""
    if not frame.ctx.dialect.writes.merges_by_position():
        return _all_by_name(frame, target, sources)
    opened = [output for entry in sources for output in entry.star()]
    names = target.columns or [output.name for output in opened]
    return by_position(frame.ctx, target.node.parent or node, target, opened, names, True)


def _all_by_name(frame: Frame, target: Target, sources: list) -> list[Born]:  # type: ignore[type-arg]
    """Every column of the source that the target has too, by name."""
    births: list[Born] = []
    ctx = frame.ctx
    for output in [one for entry in sources for one in entry.star()]:
        if output.opens is not None:
            births.append(target_column(ctx, target.dataset, "*", -1, output))
            continue
        position = -1
        name = output.name
        if target.table is not None and target.table.columns is not None:
            found = target.table.index(ctx.fold).get(ctx.folded(name))
            if found is None:
                continue
            position, name = found, target.table.columns[found].name
        births.append(target_column(ctx, target.dataset, name, position, output))
    return births


def _merge_insert(frame: Frame, target: Target, node: exp.Expr, mine: object, sources: list) -> list[Born]:  # type: ignore[type-arg]
    this = node.args.get("this")
    values = node.args.get("expression")
    bare = this.expressions[0] if isinstance(this, exp.Tuple) and len(this.expressions) == 1 else None
    if isinstance(bare, exp.Anonymous) and bare.name.upper() == "VALUES":
        # INSERT VALUES (…) without a column list is read as a call of that name
        this, values = None, exp.Tuple(expressions=bare.expressions)
    if isinstance(bare, exp.Alias) and (bare.this.name.upper(), bare.alias.upper()) == ("BY", "NAME"):
        return _all_by_name(frame, target, sources)
    if isinstance(bare, exp.Column) and bare.name.upper() == "DEFAULT" and not values:
        return []  # INSERT DEFAULT VALUES
    if isinstance(this, exp.Star) or (not values and this is None) or isinstance(values, exp.Star):
        return _all(frame, target, node, sources)
    if isinstance(values, exp.Var) or (isinstance(this, exp.Var) and this.name.upper() == "ROW"):
        return by_position(
            frame.ctx,
            target.node.parent or node,
            target,
            [o for e in sources for o in e.star()],
            target.columns or [o.name for e in sources for o in e.star()],
            True,
        )
    if isinstance(values, exp.Values):
        values = values.expressions[0] if values.expressions else None
    given = (
        list(values.expressions)
        if isinstance(values, exp.Tuple)
        else [values.unnest() if isinstance(values, exp.Paren) else values]
        if values is not None
        else []
    )
    if isinstance(this, exp.Tuple):
        listed = list(this.expressions)
    elif isinstance(this, (exp.Column, exp.Identifier)):
        listed = [this]
    elif isinstance(this, exp.Paren):
        listed = [this.this]
    else:
        listed = [exp.to_identifier(name) for name in target.columns or []]
    if len(given) == 1 and isinstance(given[0], exp.Star):
        # INSERT (b, a) ROW: the source's columns by position
        opened = [o for e in sources for o in e.star()]
        names = [one.name for one in listed]
        return by_position(frame.ctx, target.node.parent or node, target, opened, names, True)
    if listed and len(listed) != len(given):
        frame.ctx.say(codes.INSERT_WIDTH, frame.ctx.place(node), target.dataset.name, str(len(listed)), str(len(given)))
    # the target's row does not exist yet: a bare name is the source's
    hidden = [entry for entry in frame.tables.entries if entry is mine]
    for entry in hidden:
        frame.tables.entries.remove(entry)
    frame.forget()
    births = []
    for position, (left, right) in enumerate(zip(listed, given, strict=False)):
        if right is None or _is_default(right):
            continue
        name, own = target.named(left.name, left)
        value = Output(name, read.value(frame, right, name), None, *select._written_at(frame.ctx, right))
        at = own if own >= 0 else position
        births.append(target_column(frame.ctx, target.dataset, name, at, value, target.doubt(own)))
    frame.tables.entries[:0] = hidden
    frame.forget()
    return births


def copy(ctx: Context, tree: exp.Expr) -> Bound:
    """COPY (query) TO 'file', COPY t TO 'file', COPY t FROM 'file'."""
    args = tree.args
    files = [one.name for one in args.get("files") or () if isinstance(one, exp.Expr)]
    name = ", ".join(files) or "stdin"
    this = args["this"]
    if args.get("kind"):
        holder = this.this if isinstance(this, exp.Schema) else this
        target = Target(ctx, holder)
        names = [one.name for one in this.expressions] if isinstance(this, exp.Schema) else target.columns
        return from_file(ctx, tree, target, name, names, "COPY")
    if isinstance(this, exp.Schema):
        # COPY t (a, b) TO 'file'
        listed = [exp.Column(this=one) for one in this.expressions]
        this = exp.Select(expressions=listed, from_=exp.From(this=this.this))
    bound = query.bind(ctx, this, None, Ctes())
    dataset = Dataset(name, "file")
    return Bound("COPY", [write(ctx, bound, dataset, "COPY")], dataset)


def export(ctx: Context, tree: exp.Expr) -> Bound:
    """EXPORT DATA OPTIONS (uri = '…') AS query: the place is the dataset."""
    options = tree.args.get("options")
    uri = next(
        (one.args["value"].name for one in (options.expressions if options is not None else ()) if one.name == "uri"),
        "export",
    )
    dataset = Dataset(uri, "file")
    return Bound("EXPORT", [write(ctx, query.bind(ctx, tree.this, None, Ctes()), dataset, "EXPORT")], dataset)


def load(ctx: Context, tree: exp.Expr) -> Bound:
    """LOAD DATA INPATH '…' INTO TABLE t: the columns of the file are those of the table, by position."""
    this = tree.this
    schema = this if isinstance(this, exp.Schema) else None
    target = Target(ctx, this.this if schema is not None else this)
    names = [one.name for one in schema.expressions] if schema is not None else target.columns
    path = tree.args.get("inpath")
    files = tree.args.get("files")
    if path is None and files is not None:
        path = next(iter(files.find_all(exp.Array)), files).find(exp.Literal)  # FROM FILES (uris = ['…'])
    bound = from_file(ctx, tree, target, path.name if path is not None else "file", names, "LOAD_DATA")
    bound.overwrites = bool(tree.args.get("overwrite")) and files is not None
    if schema is not None and files is not None and target.table is None:
        columns = tuple(
            Column(one.name, one.args["kind"].sql() if one.args.get("kind") else "unknown")
            for one in schema.expressions
        )
        bound.changes.append((target.key, Table(ctx.session.spelled(target.parts), columns)))
    return bound


def from_file(ctx: Context, tree: exp.Expr, target: Target, name: str, names: list[str] | None, kind: str) -> Bound:
    """A table filled from a file, whose columns are those of the table."""
    scan = Scan(ctx.rows(), Dataset(name, "file"), [], [])
    entry = TableEntry(ctx, name, (name,), scan, None)
    births: list[Born] = []
    for position, label in enumerate(names or ["*"]):
        source = entry.infer(label, label).col
        col = ctx.col(label, target.dataset)
        col.ordinal = position
        births.append(Born(col, (Read(source, DIRECT, (), INFERRED),)))
    ctx.say(codes.UNKNOWN_TABLE, ctx.place(tree), name, "")
    return Bound(kind, [Write(ctx.rows(), scan, target.dataset, kind, births)], target.dataset)


def select_into(ctx: Context, node: exp.Expr, bound: Query) -> Bound:
    """SELECT … INTO t."""
    target = Target(ctx, node)
    return Bound("SELECT_INTO", [write(ctx, bound, target.dataset, "SELECT INTO")], target.dataset)


def _change(ctx: Context, tree: exp.Expr, ctes: Ctes) -> Bound:
    """A statement in a WITH: it writes, and RETURNING hands its rows to the query."""
    binders: dict[type[exp.Expr], Callable[[Context, exp.Expr, Ctes | None], Bound]] = {
        exp.Insert: insert,
        exp.Update: update,
        exp.Delete: delete,
        exp.Merge: merge,
    }
    return binders[type(tree)](ctx, tree, ctes)


UPWARD.change = _change

"""COPY, EXPORT DATA, LOAD DATA: rows that go to files and come from files."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.bind.context import Context
from headwater.bind.relation import query
from headwater.bind.scope import Ctes, TableEntry
from headwater.bind.target import Bound, Target, write
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Scan, Write


def copy(ctx: Context, tree: exp.Expr) -> Bound:
    """COPY (query) TO 'file', COPY t TO 'file', COPY t FROM 'file'."""
    args = tree.args
    files = [file.name for file in args.get("files") or () if isinstance(file, exp.Expr)]
    name = ", ".join(files) or "stdin"
    this = args["this"]
    if args.get("kind"):
        holder = this.this if isinstance(this, exp.Schema) else this
        if not isinstance(holder, exp.Table):
            ctx.say(codes.UNREAD_SYNTAX, None, "The target of COPY … FROM")  # COPY (SELECT 1) FROM 'file'
            return Bound("COPY")
        target = Target(ctx, holder)
        names = [column.name for column in this.expressions] if isinstance(this, exp.Schema) else target.columns
        return from_file(ctx, tree, target, name, names, "COPY")
    if isinstance(this, exp.Schema):
        # COPY t (a, b) TO 'file'
        listed = [exp.Column(this=column) for column in this.expressions]
        this = exp.Select(expressions=listed, from_=exp.From(this=this.this))
    bound = query.bind(ctx, this, None, Ctes())
    dataset = Dataset(name, "file")
    return Bound("COPY", [write(ctx, bound, dataset, "COPY")], dataset)


def export(ctx: Context, tree: exp.Expr) -> Bound:
    """EXPORT DATA OPTIONS (uri = '…') AS query: the place is the dataset."""
    options = tree.args.get("options")
    uri = next(
        (
            option.args["value"].name
            for option in (options.expressions if options is not None else ())
            if option.name == "uri"
        ),
        "export",
    )
    dataset = Dataset(uri, "file")
    if not isinstance(tree.this, exp.Query):
        ctx.say(codes.UNREAD_SYNTAX, None, "The query of EXPORT")
        return Bound("EXPORT")
    return Bound("EXPORT", [write(ctx, query.bind(ctx, tree.this, None, Ctes()), dataset, "EXPORT")], dataset)


def load(ctx: Context, tree: exp.Expr) -> Bound:
    """LOAD DATA INPATH '…' INTO TABLE t: the columns of the file are those of the table, by position."""
    this = tree.this
    schema = this if isinstance(this, exp.Schema) else None
    target = Target(ctx, this.this if schema is not None else this)
    names = [column.name for column in schema.expressions] if schema is not None else target.columns
    path = tree.args.get("inpath")
    files = tree.args.get("files")
    files = files if isinstance(files, exp.Expr) else None
    if path is None and files is not None:
        path = next(iter(files.find_all(exp.Array)), files).find(exp.Literal)  # FROM FILES (uris = ['…'])
    bound = from_file(ctx, tree, target, path.name if path is not None else "file", names, "LOAD_DATA")
    bound.overwrites = bool(tree.args.get("overwrite")) and files is not None
    if schema is not None and files is not None and target.table is None:
        columns = tuple(
            Column(column.name, column.args["kind"].sql() if column.args.get("kind") else "unknown")
            for column in schema.expressions
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
    ctx.say(codes.UNKNOWN_TABLE, ctx.span_of(tree), name, "")
    return Bound(kind, [Write(ctx.rows(), scan, target.dataset, kind, births)], target.dataset)

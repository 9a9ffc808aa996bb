"""Scripts: variables, the steps between statements, dynamic SQL.

A variable is a temporary dataset of its own with one column, `value` (a FOR's record has the columns of its query), so
that what a SET puts in and what a later statement takes out are ordinary edges.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.relation import query
from headwater.bind.scope import Ctes, Query
from headwater.bind.target import Bound, write
from headwater.rel.columns import Born, Dataset
from headwater.rel.operators import Write
from headwater.sql import statements

VALUE = "value"


def assign(ctx: Context, form: statements.Assign) -> Bound:
    """DECLARE, SET, FOR: what the variables are made of."""
    bound = Bound(form.kind)
    if form.value is None:
        ctx.say(codes.NO_DATA, None, form.kind.replace("_", " "))
    elif isinstance(form.value, exp.Query) and form.record:
        answered = query.bind(ctx, form.value, None, Ctes())
        dataset = variable(form.names[0])
        bound.writes.append(write(ctx, answered, dataset, form.kind))
    else:
        _assigned(ctx, form, bound, form.value)
    if bound.writes:
        bound.target = bound.writes[0].dataset
    if form.kind in ("FOR", "CREATE_PROCEDURE"):
        open_block(ctx)  # what it declares is known up to its END
    if form.declares:
        for name in form.names:
            ctx.session.variables[ctx.folded(name)] = name
            if form.record:
                ctx.session.records.add(ctx.folded(name))
            else:
                ctx.session.records.discard(ctx.folded(name))
    return bound


def _assigned(ctx: Context, form: statements.Assign, bound: Bound, value: exp.Expr) -> None:
    inner = value.unnest()
    if len(form.names) > 1 and isinstance(inner, (exp.Tuple, exp.Struct)) and not form.declares:
        values = [one.this if isinstance(one, exp.Alias) else one for one in inner.expressions]
    else:
        values = [value] * len(form.names)
    if len(form.names) > 1 and isinstance(inner, exp.Query) and not form.declares:
        answered = query.bind(ctx, inner, None, Ctes())  # SET (x, y) = (SELECT AS STRUCT a, b …)
        for name, output in zip(form.names, answered.outputs, strict=False):
            one = Query(answered.rel, [output])
            bound.writes.append(write(ctx, one, variable(name), form.kind, [VALUE]))
        return
    for name, one in zip(form.names, values, strict=False):
        answered = query.bind(ctx, exp.Select(expressions=[one]), None, Ctes())
        bound.writes.append(write(ctx, answered, variable(name), form.kind, [VALUE]))


def variable(name: str) -> Dataset:
    """A variable as a dataset."""
    return Dataset(name, "variable", True, True)


def into(ctx: Context, names: list[str], bound: Bound) -> Bound:
    """EXECUTE IMMEDIATE … INTO x, y: the columns of its one row are the variables'."""
    if not names or bound.kind != "SELECT" or not bound.writes:
        return bound
    done = bound.writes[0]
    writes = []
    for name, born in zip(names, done.born, strict=False):
        col = ctx.col(VALUE, variable(name), born.col.type)
        col.ordinal = 0
        assert col.dataset is not None
        handed = Born(col, born.reads, born.start, born.end, born.text, born.stop)
        writes.append(Write(ctx.rows(), done.input, col.dataset, "EXECUTE", [handed]))
    return Bound("EXECUTE", writes, writes[0].dataset if writes else None)


_OPENS = frozenset({"BEGIN", "IF", "LOOP", "WHILE", "REPEAT", "CASE"})


def _block(ctx: Context, form: statements.Step) -> None:
    """Variables are gone where the block that declares them ends."""
    session = ctx.session
    if form.word in _OPENS and form.kind != "BEGIN_TRANSACTION":
        open_block(ctx)
    elif form.word in ("END", "UNTIL") and session.blocks:
        session.variables, session.records = session.blocks.pop()


def open_block(ctx: Context) -> None:
    """Keep the variables as they are outside."""
    ctx.session.blocks.append((dict(ctx.session.variables), set(ctx.session.records)))


def step(ctx: Context, form: statements.Step) -> Bound:
    """IF c THEN, END LOOP: nothing moves; the tables of a condition are given."""
    _block(ctx, form)
    if any(token.text.upper() == "SELECT" for token in ctx.parsed.tokens):
        ctx.say(codes.TABLES_ONLY, None, form.word)
        return Bound(form.kind, tables_only=True)
    ctx.say(codes.NO_DATA, None, form.word)
    return Bound(form.kind)


def foreign(ctx: Context, form: statements.CreateForeign) -> Bound:
    """CREATE FUNCTION … LANGUAGE js: what goes through it is not known."""
    ctx.say(codes.NO_DATA, None, "CREATE FUNCTION")
    bound = Bound(form.kind)
    bound.macros.append((form.name.lower(), None))
    return bound

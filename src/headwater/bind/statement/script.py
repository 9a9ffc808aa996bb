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
from headwater.sql.statements import Assign, CallProcedure, ControlFlow, CreateProcedure, Name

VALUE = "value"


def assign(ctx: Context, statement: Assign) -> Bound:
    """DECLARE, SET, FOR: what the variables are made of."""
    bound = Bound(statement.kind)
    if statement.value is None:
        ctx.say(codes.NO_DATA, None, statement.kind.replace("_", " "))
    elif isinstance(statement.value, exp.Query) and statement.record:
        answered = query.bind(ctx, statement.value, None, Ctes())
        dataset = variable(statement.names[0])
        bound.writes.append(write(ctx, answered, dataset, statement.kind))
    else:
        _assigned(ctx, statement, bound, statement.value)
    if bound.writes:
        bound.target = bound.writes[0].dataset
    if statement.kind in ("FOR", "CREATE_PROCEDURE"):
        open_block(ctx)  # what it declares is known up to its END
    if isinstance(statement, CreateProcedure):
        ctx.session.procedures.add(statement.name.lower())
    if statement.declares:
        for name in statement.names:
            ctx.session.variables[ctx.folded(name)] = name
            if statement.record:
                ctx.session.records.add(ctx.folded(name))
            else:
                ctx.session.records.discard(ctx.folded(name))
    return bound


def call(ctx: Context, statement: CallProcedure) -> Bound:
    """CALL p(x): the statements of a procedure of this script are analyzed where it is defined."""
    if statement.name.lower() in ctx.session.procedures:
        ctx.say(codes.NO_DATA, None, f"CALL {statement.name} itself")
        return Bound(statement.kind)
    ctx.say(codes.UNKNOWN_PROCEDURE, None, statement.name)
    return Bound(statement.kind, tables_only=any(token.text.upper() == "SELECT" for token in ctx.parsed.tokens))


def _assigned(ctx: Context, statement: Assign, bound: Bound, value: exp.Expr) -> None:
    inner = value.unnest()
    if len(statement.names) > 1 and isinstance(inner, (exp.Tuple, exp.Struct)) and not statement.declares:
        values = [node.this if isinstance(node, exp.Alias) else node for node in inner.expressions]
    else:
        values = [value] * len(statement.names)
    if len(statement.names) > 1 and isinstance(inner, exp.Query) and not statement.declares:
        answered = query.bind(ctx, inner, None, Ctes())  # SET (x, y) = (SELECT AS STRUCT a, b …)
        for name, output in zip(statement.names, answered.outputs, strict=False):
            column = Query(answered.rel, [output])
            bound.writes.append(write(ctx, column, variable(name), statement.kind, [VALUE]))
        return
    for name, node in zip(statement.names, values, strict=False):
        answered = query.bind(ctx, exp.Select(expressions=[node]), None, Ctes())
        bound.writes.append(write(ctx, answered, variable(name), statement.kind, [VALUE]))


def variable(name: str) -> Dataset:
    """A variable as a dataset."""
    return Dataset(name, "variable", True, True)


def into(ctx: Context, names: Name, bound: Bound) -> Bound:
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


def _block(ctx: Context, statement: ControlFlow) -> None:
    """Variables are gone where the block that declares them ends."""
    session = ctx.session
    if statement.keyword in _OPENS and statement.kind != "BEGIN_TRANSACTION":
        open_block(ctx)
    elif statement.keyword in ("END", "UNTIL") and session.blocks:
        session.variables, session.records = session.blocks.pop()


def open_block(ctx: Context) -> None:
    """Keep the variables as they are outside."""
    ctx.session.blocks.append((dict(ctx.session.variables), set(ctx.session.records)))


def control_flow(ctx: Context, statement: ControlFlow) -> Bound:
    """IF c THEN, END LOOP: nothing moves; what a condition reads goes to `result.condition`."""
    _block(ctx, statement)
    if statement.condition is not None:
        answered = query.bind(ctx, exp.Select(expressions=[statement.condition]), None, Ctes())
        dataset = Dataset("result", "result")
        return Bound(statement.kind, [write(ctx, answered, dataset, statement.keyword, ["condition"])], dataset)
    if any(token.text.upper() == "SELECT" for token in ctx.parsed.tokens):
        ctx.say(codes.TABLES_ONLY, None, statement.keyword)
        return Bound(statement.kind, tables_only=True)
    ctx.say(codes.NO_DATA, None, statement.keyword)
    return Bound(statement.kind)

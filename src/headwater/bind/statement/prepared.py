"""PREPARE, EXECUTE, DEALLOCATE: statements that are kept for later.

A prepared statement is bound when it is run, as the engine does: a table that has changed since has its new columns.
Its parameters are constants, and read nothing. It has no span in the text of the EXECUTE.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.statement import dispatch
from headwater.bind.target import Bound
from headwater.sql.statements import Deallocate, Execute, Prepare


def prepare(ctx: Context, statement: Prepare) -> Bound:
    """Nothing moves yet."""
    ctx.say(codes.NO_DATA, None, "PREPARE")
    ctx.session.prepared[statement.name.lower()] = statement.statement
    return Bound(statement.kind)


def deallocate(ctx: Context, statement: Deallocate) -> Bound:
    """The statement is forgotten."""
    ctx.say(codes.NO_DATA, None, "DEALLOCATE")
    if statement.name.lower() in ("", "all"):
        ctx.session.prepared.clear()
    else:
        ctx.session.prepared.pop(statement.name.lower(), None)
    return Bound(statement.kind)


def execute(ctx: Context, statement: Execute) -> Bound:
    """The lineage of what was prepared, under its own kind."""
    prepared = ctx.session.prepared.get(statement.name.lower())
    if prepared is None or isinstance(prepared, (Execute, Prepare)):
        ctx.say(codes.NOT_PREPARED, None, statement.name)
        return Bound(statement.kind)
    if isinstance(prepared, exp.Expr):
        prepared = prepared.copy()
        ctx.look_for_columns(prepared)
        if isinstance(prepared, exp.Query):
            ctx.dialect.output_names.alias_items(ctx, prepared)
    with ctx.foreign_text():
        return dispatch.bind(ctx, prepared)


BINDERS: Mapping[type, Binder] = {
    Prepare: prepare,
    Execute: execute,
    Deallocate: deallocate,
}

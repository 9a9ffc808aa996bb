"""PREPARE, EXECUTE, DEALLOCATE: a statement that is kept under a name, and what it does when it is run.

It is bound when it is run, as the engine does: a table that has changed since has its new columns. Its parameters are
constants, and read nothing. It has no place in the text of the EXECUTE.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.target import Bound
from headwater.sql import session_statements


def prepare(ctx: Context, form: session_statements.Prepare) -> Bound:
    """PREPARE q AS …: nothing moves yet."""
    ctx.say(codes.NO_DATA, None, "PREPARE")
    ctx.session.prepared[form.name.lower()] = form.statement
    return Bound(form.kind)


def deallocate(ctx: Context, form: session_statements.Deallocate) -> Bound:
    """DEALLOCATE q: forgotten; without a name all of them."""
    ctx.say(codes.NO_DATA, None, "DEALLOCATE")
    if form.name.lower() in ("", "all"):
        ctx.session.prepared.clear()
    else:
        ctx.session.prepared.pop(form.name.lower(), None)
    return Bound(form.kind)


def execute(ctx: Context, form: session_statements.Execute, bind: Callable[[Context, Any], Bound]) -> Bound:
    """EXECUTE q(…): the lineage of what was prepared, under its own kind."""
    statement = ctx.session.prepared.get(form.name.lower())
    if statement is None or isinstance(statement, (session_statements.Execute, session_statements.Prepare)):
        ctx.say(codes.NOT_PREPARED, None, form.name)
        return Bound(form.kind)
    if isinstance(statement, exp.Expr):
        statement = statement.copy()
        ctx.look_for_columns(statement)
        if isinstance(statement, exp.Query):
            ctx.dialect.output_names.alias_items(ctx, statement)
    with ctx.foreign_text():
        return bind(ctx, statement)

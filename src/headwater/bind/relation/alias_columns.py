"""The names behind an alias: `FROM t AS x (a, b)`, `WITH x (a, b) AS (…)`, `UNNEST(xs) AS x (a)`."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context


def column_names(ctx: Context, alias: exp.Expr | None) -> list[str]:
    """The new names of the columns, in order; what is no name is said not to be read."""
    columns = alias.args.get("columns") or () if isinstance(alias, exp.TableAlias) else ()
    names = []
    for column in columns:
        typed = isinstance(column, exp.ColumnDef)  # x (a a, b): the parser takes the second for a type
        if typed or isinstance(column, exp.Dot):  # x (a, b.): a dot, and a name that is not there
            ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(column), "This part of the list of column names")
        if not isinstance(column, exp.Dot):
            names.append(column.name)
    return names

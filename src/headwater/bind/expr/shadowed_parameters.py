"""Parameters of a function that a column in its body hides.

    CREATE FUNCTION f(a INT64) AS ((SELECT max(a) FROM t))        where t has a column a, it is that column

In some dialects a column comes before a parameter. A body is put in the place of its call before anything is bound, so
the columns in sight of a name are looked for in the tree, as far as tables are known.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from headwater.bind.context import Context
from headwater.sql.pipes import SEPARATOR
from headwater.sql.placeholders import MARK, is_placeholder

_DEEPEST = 20
_FROM = frozenset({"from_", "joins", "laterals"})
_REPLACING = frozenset({"select", "aggregate"})
"""Operators of a pipe behind which nothing is in sight but what they give."""


def is_shadowed(ctx: Context, column: exp.Expr, name: str) -> bool:
    """Whether a query around a name in a body has a column, or a table, of that folded name."""
    below: exp.Expr = column
    above = column.parent
    while above is not None:
        if isinstance(above, exp.Select):
            key = below.arg_key
            if key not in _FROM and key != "with_":
                seen = list(_sources(above))
            elif key == "with_" or isinstance(_source_around(column, above), exp.Subquery):
                seen = []  # a derived table and a CTE see nothing of the query that they stand in
            else:
                seen = _before(above, column)  # FROM t, UNNEST(t.xs)
            if any(name in _names(ctx, source, 0) for source in seen):
                return True
        elif isinstance(above, exp.CTE) and is_placeholder(above.alias) and _in_pipe(ctx, above, name):
            return True
        below, above = above, above.parent
    return False


def _in_pipe(ctx: Context, operator: exp.Expr, name: str) -> bool:
    """FROM t |> WHERE a > 1: whether an operator before this one brings the name, and none between them drops it."""
    pipeline = operator.parent
    before = pipeline.expressions[: operator.index or 0] if pipeline is not None else []
    for member in reversed(before):
        made = _outputs(ctx, member.this, 0) if isinstance(member.this, exp.Select) else set()
        if name in made or any(name in _names(ctx, table, 0) for table in member.find_all(exp.Table)):
            return True
        starred = any(item.is_star for item in member.this.expressions)
        if member.alias[len(MARK) :].partition(SEPARATOR)[0] in _REPLACING and not starred:
            return False
    return False


def _sources(select: exp.Expr) -> Iterator[exp.Expr]:
    """What stands in the FROM of a query, from left to right."""
    from_ = select.args.get("from_")
    listed = [from_.this] if from_ is not None else []
    listed += [join.this for join in select.args.get("joins") or ()]
    listed += select.args.get("laterals") or []
    for source in listed:
        yield source
        for join in source.args.get("joins") or ():
            yield join.this


def _source_around(column: exp.Expr, select: exp.Expr) -> exp.Expr | None:
    inside = {id(node) for node in _ancestors(column, select)}
    return next((source for source in _sources(select) if id(source) in inside), None)


def _before(select: exp.Expr, column: exp.Expr) -> list[exp.Expr]:
    inside = {id(node) for node in _ancestors(column, select)}
    found: list[exp.Expr] = []
    for source in _sources(select):
        if id(source) in inside:
            break
        found.append(source)
    return found


def _ancestors(node: exp.Expr, top: exp.Expr) -> Iterator[exp.Expr]:
    above = node.parent
    while above is not None and above is not top:
        yield above
        above = above.parent


def _names(ctx: Context, source: exp.Expr, depth: int) -> set[str]:
    """The folded names that a source brings into sight: its own, and those of its columns."""
    alias = source.args.get("alias")
    listed = [column.name for column in alias.args.get("columns") or ()] if isinstance(alias, exp.TableAlias) else []
    names = {ctx.folded(name) for name in (source.alias_or_name, *listed) if name}
    if listed or depth > _DEEPEST:
        return names
    if isinstance(source, exp.Subquery):
        return names | _outputs(ctx, source.this, depth + 1)
    if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier):
        return names | _columns(ctx, source, depth + 1)
    return names


def _columns(ctx: Context, table: exp.Table, depth: int) -> set[str]:
    parts = tuple(part.name for part in table.parts)
    cte = _cte(ctx, table, parts[0]) if len(parts) == 1 else None
    if cte is not None:
        alias = cte.args["alias"]
        listed = [column.name for column in alias.args.get("columns") or ()]
        return {ctx.folded(name) for name in listed} or _outputs(ctx, cte.this, depth)
    known = ctx.session.find(ctx.session.key(parts))
    columns = known.columns if known is not None else None
    return {ctx.folded(column.name) for column in columns or ()}


def _cte(ctx: Context, table: exp.Expr, name: str) -> exp.Expr | None:
    """The CTE that a name means, where a query around it has one."""
    above = table.parent
    while above is not None:
        with_ = above.args.get("with_")
        for member in with_.expressions if with_ is not None else ():
            if ctx.folded(member.alias) == ctx.folded(name):
                found: exp.Expr = member
                return found
        above = above.parent
    return None


def _outputs(ctx: Context, query: exp.Expr, depth: int) -> set[str]:
    """The folded names of the columns that a query gives, as far as they can be told."""
    while isinstance(query, (exp.SetOperation, exp.Subquery, exp.Paren)):
        query = query.this
    names: set[str] = set()
    for item in query.expressions if isinstance(query, exp.Select) and depth <= _DEEPEST else ():
        if isinstance(item, exp.Star) or (isinstance(item, exp.Column) and isinstance(item.this, exp.Star)):
            table = item.text("table")
            for source in _sources(query):
                if not table or ctx.folded(source.alias_or_name) == ctx.folded(table):
                    names |= _names(ctx, source, depth + 1) - {ctx.folded(source.alias_or_name)}
        else:
            names.add(ctx.folded(item.alias_or_name))
    return names

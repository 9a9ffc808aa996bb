"""Functions in FROM that are given a text: a query that is run, or names of tables.

    query('SELECT a FROM t')              the query, as if it stood there
    query_table(['a', 'b'], true)         tables under one another, by position or by name

The text has to be constant: a literal, several of them put together, or a variable that was set to one. Any other is
said.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.base import codes
from headwater.base.identifiers import split_name
from headwater.bind.context import Context
from headwater.bind.expr import macros, roles
from headwater.bind.names.frame import Frame
from headwater.bind.relation import from_, query
from headwater.bind.scope import NOWHERE, QueryEntry
from headwater.rel.columns import Dataset, Read
from headwater.rel.kinds import Kind
from headwater.rel.operators import Ref, Rel
from headwater.sql.grammar import Unreadable
from headwater.sql.parse import query_tree

FUNCTIONS = {"query": "text", "query_table": "tables"}
"""Functions in FROM that run a text, or name tables."""
VARIABLE = "getvariable"
"""Gives the value of a variable by its name."""


def constant(ctx: Context, node: exp.Expr) -> str | None:
    """The text that an expression is; None where it is not known before it is run."""
    if isinstance(node, (exp.Paren, exp.Cast)):
        return constant(ctx, node.this)
    if isinstance(node, exp.Literal):
        return str(node.name)
    if isinstance(node, exp.DPipe):
        parts = [constant(ctx, expression) for expression in node.flatten()]
        return None if None in parts else "".join(str(part) for part in parts)
    if isinstance(node, exp.Concat):
        parts = [constant(ctx, expression) for expression in node.expressions]
        return None if None in parts else "".join(str(part) for part in parts)
    if isinstance(node, exp.Anonymous) and roles.function_name(node).lower() == VARIABLE:
        name = constant(ctx, node.expressions[0]) if node.expressions else None
        return ctx.session.assigned.get(name.lower(), ("", None))[1] if name is not None else None
    return None


def _names(ctx: Context, node: exp.Expr) -> list[str] | None:
    """The tables that are named, by texts or by names."""
    if isinstance(node, exp.Array):
        matches = [_names(ctx, expression) for expression in node.expressions]
        return None if None in matches else [name for match in matches for name in match or ()]
    if isinstance(node, exp.Column):
        return [".".join(part.name for part in node.parts)]
    text = constant(ctx, node)
    return None if text is None else [text]


def source(frame: Frame, node: exp.Expr, call: exp.Expr, alias: str, names: list[str] | None) -> Rel | None:
    """Bring what such a function reads in sight; None where it is another function, or what it reads is not known."""
    ctx = frame.ctx
    if not isinstance(call, exp.Anonymous) or not call.expressions:
        return None
    name = roles.function_name(call).lower()
    how = FUNCTIONS.get(name)
    if how is None:
        return None
    tree = _text(ctx, call.expressions[0]) if how == "text" else None
    tables = _names(ctx, call.expressions[0]) if how == "tables" else None
    if tables is not None and len(tables) == 1:
        parts = tuple(split_name(tables[0]))
        return from_.named_source(frame, node, parts, alias or parts[-1], names)
    if tables:
        tree = _under(ctx, tables, call.expressions[1:])
    if tree is None:
        ctx.say(codes.DYNAMIC_TABLE, ctx.span_of(call), name)
        return None
    label = f"{name} {tree.sql()[:200]}"  # a text that runs itself
    if not macros.may_follow(ctx, call, label, tree):
        return None
    ctx.expanded += sum(1 for _ in tree.walk())
    ctx.look_for_columns(tree)
    ctx.calling.append(label)
    try:
        with ctx.foreign_text(macros.call_span(ctx, call) or NOWHERE):
            bound = query.bind(ctx, macros.scalar(ctx, tree), frame.parent, frame.ctes)
    finally:
        ctx.calling.pop()
    ref = Ref(ctx.rows(), Dataset(alias or name, "function", stored=False), bound.rel, [])
    frame.add(QueryEntry(ctx, alias or name, ref, bound, names))
    return ref


def _text(ctx: Context, node: exp.Expr) -> exp.Expr | None:
    text = constant(ctx, node)
    if text is None or len(text) > _LONGEST:
        return None
    try:
        return query_tree(text.rstrip().rstrip(";"), ctx.dialect.grammar, ctx.dialect.syntax)
    except (SqlglotError, Unreadable, ValueError, IndexError, RecursionError):
        return None


_LONGEST = 100_000


def _under(ctx: Context, tables: list[str], rest: list[exp.Expr]) -> exp.Expr:
    """SELECT * FROM a UNION ALL [BY NAME] SELECT * FROM b …"""
    by_name = bool(rest) and isinstance(rest[0], (exp.Boolean, exp.PropertyEQ, exp.Kwarg)) and _true(rest[0])
    result: exp.Expr | None = None
    for name in tables:
        parts = [exp.to_identifier(part, quoted=True) for part in split_name(name)]
        table = exp.Table(**dict(zip(("this", "db", "catalog"), reversed(parts), strict=False)))
        query = exp.Select(expressions=[exp.Star()]).from_(table, copy=False)
        result = query if result is None else exp.Union(this=result, expression=query, distinct=False, by_name=by_name)
    assert result is not None
    return result


def _true(node: exp.Expr) -> bool:
    value = node.expression if isinstance(node, (exp.PropertyEQ, exp.Kwarg)) else node
    return isinstance(value, exp.Boolean) and bool(value.this)


def variable(frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]) -> None:
    """getvariable('x'): what SET VARIABLE x put there; nothing where it put nothing."""
    if name.lower() != VARIABLE or not args or not isinstance(args[0], exp.Literal):
        return
    known = frame.ctx.session.assigned.get(args[0].name.lower())
    if known is not None:
        out.append(Read(frame.assigned(known[0]).col, kind))

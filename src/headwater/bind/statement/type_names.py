"""Names of types that a script defines: CREATE TYPE point AS STRUCT(x INT, y INT)."""

from __future__ import annotations

from contextlib import suppress

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.bind.context import Context


def resolved(ctx: Context, text: str) -> str:
    """A type with what the names in it stand for."""
    try:
        kind = exp.DataType.build(text, dialect=ctx.dialect.grammar, udt=True)
    except (SqlglotError, ValueError):
        return text
    return str(spelled_out(ctx, exp.Paren(this=kind)).this.sql(ctx.dialect.grammar))


def spelled_out(ctx: Context, tree: exp.Expr) -> exp.Expr:
    """The tree, in which every name of a type that a statement defined is what it stands for."""
    for node in list(tree.find_all(exp.DataType)):
        name = node.args.get("kind")
        if node.this is exp.DataType.Type.USERDEFINED and name is not None:
            text = ctx.session.types.get(str(name).rpartition(".")[2].strip('"').lower())
            if text is not None:
                with suppress(SqlglotError, ValueError):
                    kind = exp.DataType.build(text, dialect=ctx.dialect.grammar, udt=True)
                    for part in kind.walk():
                        part._meta = None  # it has no span in this text
                    node.replace(kind)
    return tree

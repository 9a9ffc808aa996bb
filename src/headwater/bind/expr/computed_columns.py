"""Computed columns: `c INT GENERATED ALWAYS AS (a + b)`. A reader's lineage goes through them to the stored columns.

The expression is not part of the reader's text, so its columns have no place there; its own text is kept for the
explanation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import TokenType

from headwater.base import codes
from headwater.bind.expr import macros, read
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Ctes
from headwater.bind.upward import UPWARD
from headwater.catalog.tables import Column
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import DERIVED, DIRECT, through
from headwater.sql.parse import expression, tokenize

if TYPE_CHECKING:
    from headwater.bind.context import Context
    from headwater.bind.scope import TableEntry


def computed_column(ctx: Context, entry: TableEntry, column: Column) -> Col:
    """Birth a computed column at the scan of its table."""
    assert column.computed is not None
    reads: list[Read] = []
    frame = Frame(ctx, None, Ctes())
    frame.add(entry)
    try:
        with ctx.foreign_text():
            tree = macros.scalar(ctx, expression(column.computed, ctx.dialect.grammar, ctx.dialect.syntax))
            read.reads(frame, tree, DIRECT if isinstance(tree.unnest(), exp.Column) else DERIVED, reads)
    except SqlglotError:
        # a catalog made by hand may hold anything: the column then counts as stored, and that is said
        ctx.say(codes.UNREAD_SYNTAX, None, f"The expression of {entry.dataset.name}.{column.name} ({column.computed})")
        stored = ctx.col(column.name, entry.dataset, column.type)
        entry.rel.cols.append(stored)
        return stored
    col = ctx.col(column.name, entry.dataset, column.type)
    entry.rel.born.append(Born(col, tuple(_stored(frame, reads)), text=column.computed))
    return col


def _stored(frame: Frame, reads: list[Read]) -> list[Read]:
    """What an expression reads, without the columns that it births on the way: no operator of a scan does."""
    births = {born.col: born.reads for born in (*frame.pending.born, *frame.pending.below)}
    result: list[Read] = []
    waiting = list(reversed(reads))
    while waiting:
        step = waiting.pop()
        inside = births.get(step.col)
        if inside is None:
            result.append(step)
        else:
            waiting += [
                Read(own.col, through(own.kind, step.kind), own.path, max(own.doubt, step.doubt)) for own in inside
            ]
    return result


UPWARD.computed_column = computed_column


def renamed(ctx: Context, column: Column, old: str, new: str) -> Column:
    """RENAME COLUMN: the expressions of other columns of the table go on reading the same one."""
    computed, default = (_renamed(ctx, text, old, new) for text in (column.computed, column.default))
    return replace(column, computed=computed, default=default)


def _renamed(ctx: Context, text: str | None, old: str, new: str) -> str | None:
    """An expression with another name for a column."""
    key = ctx.folded(old)
    if text is None or key not in ctx.folded(text):
        return text
    grammar = ctx.dialect.grammar
    name = new if new.isidentifier() else f"{grammar.IDENTIFIER_START}{new}{grammar.IDENTIFIER_END}"
    tokens = tokenize(text, grammar)
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        called = index + 1 < len(tokens) and tokens[index + 1].token_type is TokenType.L_PAREN
        field = index > 0 and tokens[index - 1].token_type is TokenType.DOT
        named = token.token_type in (TokenType.VAR, TokenType.IDENTIFIER) and ctx.folded(token.text) == key
        if named and not called and not field:
            text = text[: token.start] + name + text[token.end + 1 :]
    return text

"""Statements that the parser keeps as text: the first word tells what they are.

EXPLAIN looks into the statement behind it only in an engine; RENAME TABLE and EXCHANGE change the catalog; many
others move no data.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.base import codes
from headwater.base.identifiers import dotted
from headwater.bind.context import Context
from headwater.bind.statement.catalog import handed_on, renamed
from headwater.bind.suggestions import near
from headwater.bind.target import Bound
from headwater.sql.parse import tokenize

_QUIET = frozenset(
    {
        "EXPLAIN", "SET", "RESET", "SHOW", "DESCRIBE", "DESC", "HELP", "PRAGMA", "CHECKPOINT", "VACUUM", "ANALYZE",
        "INSTALL", "LOAD",
        "DETACH", "ATTACH", "GRANT", "REVOKE", "MSCK", "RELOAD", "ADD", "LIST", "REMOVE", "SYSTEM", "OPTIMIZE",
        "KILL", "BEGIN", "COMMIT",
        "ROLLBACK", "START", "ABORT", "REFRESH", "CLEAR", "COMMENT", "DEALLOCATE", "QUIT", "UNCACHE", "RESTORE",
        "LOCK", "UNLOCK",
    }
)  # fmt: skip


def bind(ctx: Context, tree: exp.Expr) -> Bound:
    """A statement by its words."""
    tokens = ctx.parsed.tokens
    word = tokens[0].text.upper() if tokens else ""
    if word == "RENAME":
        return _rename(ctx, tree)
    inside = tokenize(_rest(tree), ctx.dialect.grammar)
    moves = any(token.token_type in _MOVES for token in inside)
    if word in _QUIET and (not moves or word == "EXPLAIN"):
        ctx.say(codes.NO_DATA, None, word)
        return Bound(word)
    # CREATE TABEL t (a INT): the parser leaves alone what it does not know
    hint = near(tokens[1].text, lambda: _SECOND) if len(tokens) > 1 and tokens[1].token_type is TokenType.VAR else ""
    if moves:
        # BEGIN SELECT …, PREPARE q AS SELECT …: something in it reads or writes
        ctx.say(codes.TABLES_ONLY, None, word, hint)
        return Bound(word, tables_only=True)
    ctx.say(codes.STATEMENT_NOT_READ, None, word or "unknown", hint)
    return Bound(word or "UNKNOWN")


_SECOND = ("TABLE", "VIEW", "FUNCTION", "MACRO", "SCHEMA", "DATABASE", "MATERIALIZED", "TEMPORARY", "EXTERNAL")
_MOVES = frozenset({TokenType.SELECT, TokenType.INSERT, TokenType.MERGE, TokenType.UPDATE, TokenType.DELETE})


def _rest(tree: exp.Expr) -> str:
    """What follows the first word, which the parser keeps as one piece of text."""
    rest = tree.args.get("expression")
    return rest if isinstance(rest, str) else str(rest.name) if rest is not None else ""


def _rename(ctx: Context, tree: exp.Expr) -> Bound:
    """RENAME TABLE a TO b, c TO d. The parser keeps what follows the first word as one piece of text."""
    bound = Bound("RENAME_TABLE")
    names: list[str] = []
    old: tuple[str, ...] = ()
    for token in tokenize(_rest(tree), ctx.dialect.grammar):
        if token.token_type is TokenType.TABLE:
            continue
        if token.text.upper() == "TO":
            old, names = tuple(names), []
        elif token.token_type is TokenType.COMMA:
            _renamed(ctx, bound, old, tuple(names))
            names = []
        elif token.token_type is not TokenType.DOT:
            names.append(token.text)
    if old and names:
        _renamed(ctx, bound, old, tuple(names))
    return bound


def _renamed(ctx: Context, bound: Bound, old: tuple[str, ...], new: tuple[str, ...]) -> None:
    spelled = ctx.session.spelled
    table = ctx.session.find(ctx.session.key(old))
    bound.changes += renamed(ctx, old, new)
    bound.writes.append(handed_on(ctx, old, new, table))
    bound.target = bound.target or bound.writes[0].dataset
    bound.renamed.append((dotted(spelled(old)), dotted(spelled(new))))

"""Names of outputs as Catalyst gives them: its own writing of the expression (`syntax/pretty.py`), in which a column
stands without its table, and a cast of a column keeps the column's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.frame import Frame
from headwater.syntax.pretty import pretty
from headwater.syntax.reader import start_of
from headwater.syntax.widen import CLOSE, OPEN


def name_of(frame: Frame, node: exp.Expr, nodes: Sequence[exp.Expr]) -> str | None:
    """The name of an item without an alias, `nodes` being the whole list; None where it cannot be told."""
    ctx = frame.ctx
    plain = node
    while isinstance(plain, exp.Paren) or (isinstance(plain, exp.Cast) and not isinstance(plain.this, exp.Literal)):
        plain = plain.this
    if isinstance(plain, exp.Column) and not isinstance(plain.this, exp.Star) and _written(frame, node, "+") < 0:
        parts = [ctx.written(part) for part in plain.parts]
        return _named(frame, parts)[-1] if len(parts) > 1 else parts[0]
    if isinstance(node, exp.Dot) and isinstance(node.args["expression"], exp.Identifier) and _is_path(node):
        return str(node.args["expression"].name)
    if ctx.away:
        return None
    start = _place(frame, node, nodes)
    if start < 0:
        return None
    low, high = ctx.spans.item(start)
    tokens = ctx.parsed.tokens
    first = ctx.spans.word(low)
    while first and tokens[first - 1].start == tokens[first].start:
        first -= 1  # 2L is three words at one place
    last = ctx.spans.word(high - 1)
    return pretty(tokens[first : last + 1], ctx.source.text, lambda parts: ".".join(_named(frame, parts)))


def _written(frame: Frame, node: exp.Expr, word: str) -> int:
    """The word before a column, if it is this one: the parser takes away the sign of `+a`."""
    start = start_of(node)
    if frame.ctx.away or start < 0:
        return -1
    at = frame.ctx.spans.word(start)
    return at - 1 if at and frame.ctx.parsed.tokens[at - 1].text == word else -1


_FAR = 64
"""How many items away a neighbour with a place may be."""


def _place(frame: Frame, node: exp.Expr, nodes: Sequence[exp.Expr]) -> int:
    """A place in the item. TRUE, NULL, EXISTS (…) have none in the tree: they are counted from one that has."""
    start = _anchor(node)
    if start >= 0:
        return start
    spans, tokens = frame.ctx.spans, frame.ctx.parsed.tokens
    at = next((n for n, one in enumerate(nodes) if one is node), -1)
    for step in range(1, min(_FAR, len(nodes))):
        if at - step >= 0 and _anchor(nodes[at - step]) >= 0:
            return _stepped(tokens, spans.word(_anchor(nodes[at - step])), step)
        if at + step < len(nodes) and _anchor(nodes[at + step]) >= 0:
            return _stepped(tokens, spans.word(_anchor(nodes[at + step])), -step)
    if len(nodes) <= _FAR and tokens and tokens[0].token_type is TokenType.SELECT and frame.parent is None:
        return _stepped(tokens, 1, at)
    return -1


def _stepped(tokens: Sequence[Token], at: int, commas: int) -> int:
    """The place of the item so many commas further on, or back."""
    way = 1 if commas > 0 else -1
    opened, closed = (OPEN, CLOSE) if commas > 0 else (CLOSE, OPEN)
    depth = 0
    while commas:
        at += way
        if not 0 <= at < len(tokens):
            return -1
        kind = tokens[at].token_type
        depth += (kind in opened) - (kind in closed)
        if depth < 0:
            depth = 0  # the place was inside of a call
        if depth == 0 and kind is TokenType.COMMA:
            commas -= way
    if way < 0:
        return tokens[_first_of(tokens, at - 1)].start if at else -1
    return (
        tokens[at + 1].start if at + 1 < len(tokens) and tokens[at].token_type is TokenType.COMMA else tokens[at].start
    )


def _first_of(tokens: Sequence[Token], at: int) -> int:
    """The first word of the item that ends here."""
    depth = 0
    while at > 0:
        kind = tokens[at - 1].token_type
        depth += (tokens[at].token_type in CLOSE) - (tokens[at].token_type in OPEN)
        if depth <= 0 and kind in (TokenType.COMMA, TokenType.SELECT, TokenType.DISTINCT, TokenType.L_PAREN):
            return at
        at -= 1
    return at


def _is_path(node: exp.Expr) -> bool:
    """a.b.c.d: a column with fields behind it, and nothing computed."""
    while isinstance(node, exp.Dot):
        node = node.this
    return isinstance(node, exp.Column)


def _anchor(node: exp.Expr) -> int:
    """A place in the item itself, and not in a query inside of it."""
    if not any(isinstance(one, exp.Query) for one in (node, *node.args.values())) and not node.find(exp.Query):
        return start_of(node)
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, (exp.Query, exp.Subquery)):
            continue
        meta = one._meta
        if meta and "start" in meta:
            return int(meta["start"])
        for value in one.args.values():
            stack += [part for part in (value if isinstance(value, list) else [value]) if isinstance(part, exp.Expr)]
    return -1


def _named(frame: Frame, parts: list[str]) -> list[str]:
    """A dotted name without its table; an alias of the same SELECT says that it is one."""
    fold = frame.ctx.folded
    for width in range(min(3, len(parts) - 1), 0, -1):
        entry = frame.by_alias.get(fold(parts[0])) if width == 1 else frame._by_name(tuple(parts[:width]))
        if entry is not None and (entry.find(fold(parts[width])) is not None or entry.open):
            return parts[width:]
    key = fold(parts[0])
    if key in frame.aliases and not any(entry.open or entry.find(key) is not None for entry in frame.entries):
        return [f"lateralAliasReference({parts[0]})", *parts[1:]]
    return parts

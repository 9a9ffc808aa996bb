"""The words of an item of a SELECT, for engines that name an output by their own writing of it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.sql.grammar import CLOSE, OPEN
from headwater.sql.tree import start_of


def rendered_name(frame: Frame, node: exp.Expr, nodes: Sequence[exp.Expr]) -> str | None:
    """The name of an item that is no reference: every operator in parentheses (`dialects.duckdb.output_names`)."""
    from headwater.dialects.duckdb.output_names import rendered  # lazily, until the dialects offer this as hooks

    words = words_of(frame, node, nodes)
    if not words:
        return None
    text = frame.ctx.source.text
    return rendered(words, text) or " ".join(text[words[0].start : words[-1].end + 1].split())


def name_items(ctx: Context, body: exp.Expr) -> None:
    """Give the items of a query that is not in the user's text the names that the engine gives them: tm(5), made of
    SELECT a + k, has a column (a + 5).
    """
    from headwater.dialects.duckdb.output_names import rendered  # lazily, until the dialects offer this as hooks

    for select in body.find_all(exp.Select):
        for item in select.expressions:
            if isinstance(item, (exp.Alias, exp.Aliases, exp.Column, exp.Star)) or item.find(*_SEVERAL) is not None:
                continue
            text = item.sql(ctx.dialect.grammar)
            name = rendered(ctx.dialect.grammar.tokenize(text), text)
            if name is not None:
                alias = exp.Alias(alias=exp.to_identifier(name, quoted=True))
                item.replace(alias)
                alias.set("this", item)


_SEVERAL = (exp.Star, exp.Columns, exp.Explode, exp.Unnest)
"""What may stand for several columns."""


def words_of(frame: Frame, node: exp.Expr, nodes: Sequence[exp.Expr]) -> Sequence[Token] | None:
    """The words of an item, `nodes` being the whole list; None where they cannot be told."""
    ctx = frame.ctx
    if ctx.foreign:
        return None
    start = _place(frame, node, nodes)
    if start < 0:
        return None
    low, high = ctx.spans.item(start)
    tokens = ctx.parsed.tokens
    first = ctx.spans.word(low)
    while first and tokens[first - 1].start == tokens[first].start:
        first -= 1  # 2L is three words at one place
    return tokens[first : ctx.spans.word(high - 1) + 1]


def is_path(node: exp.Expr) -> bool:
    """a.b.c.d: a column with fields behind it, and nothing computed."""
    while isinstance(node, exp.Dot):
        node = node.this
    return isinstance(node, exp.Column)


_FAR = 64
"""How many items away a neighbour with a place may be."""


def _place(frame: Frame, node: exp.Expr, nodes: Sequence[exp.Expr]) -> int:
    """A place in the item. TRUE, NULL, EXISTS (…) have none in the tree: they are counted from one that has."""
    start = _anchor(node)
    if start >= 0:
        return start
    spans, tokens = frame.ctx.spans, frame.ctx.parsed.tokens
    if frame.text.anchors is None:
        frame.text.anchors = {id(one): n for n, one in enumerate(nodes)}, [_anchor(one) for one in nodes]
    numbers, anchors = frame.text.anchors
    at = numbers.get(id(node), -1)
    for step in range(1, min(_FAR, len(nodes))):
        if at - step >= 0 and anchors[at - step] >= 0:
            return _stepped(tokens, spans.word(anchors[at - step]), step)
        if at + step < len(nodes) and anchors[at + step] >= 0:
            return _stepped(tokens, spans.word(anchors[at + step]), -step)
    if len(nodes) <= _FAR and tokens and tokens[0].token_type is TokenType.SELECT and frame.parent is None:
        return _stepped(tokens, 1, at) if at else tokens[1].start
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

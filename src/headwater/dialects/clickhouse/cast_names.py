"""Casts in output names, which are written from the tokens: `1::Int8` is CAST('1', 'Int8'), CAST(1 AS Int8) is not.

The operator `::` takes a constant before it as it stands in the text: a number with its sign, an array, a tuple. A type
is written without what the user put between its tokens, and as a string, so that its own strings are escaped.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.bind.context import Context
from headwater.sql.tree import end_of, start_of

_T = TokenType
_CLOSE = {_T.R_PAREN: _T.L_PAREN, _T.R_BRACKET: _T.L_BRACKET}
_CONSTANT = frozenset({_T.NUMBER, _T.STRING, _T.COMMA, _T.DASH, *_CLOSE, *_CLOSE.values()})
_VALUES = frozenset({_T.VAR, _T.IDENTIFIER, _T.NUMBER, _T.STRING, _T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})


_TYPED = {"DATE": "toDate", "TIMESTAMP": "toDateTime"}


def typed_constant(ctx: Context, node: exp.Expr) -> str | None:
    """DATE '2024-01-01': the function that such a constant is."""
    meta = node.this._meta
    if ctx.foreign or not isinstance(node.this, exp.Literal) or not meta or "start" not in meta:
        return None
    index = ctx.spans.word(meta["start"])
    return _TYPED.get(ctx.parsed.tokens[index - 1].text.upper()) if index else None


def operator(ctx: Context, node: exp.Expr) -> int:
    """The index of the token `::`, AS or comma before the type of a cast; -1 where the text does not hold it."""
    tokens = ctx.parsed.tokens
    if ctx.foreign:
        return -1
    value = node.this.unnest()
    inner = operator(ctx, value) if isinstance(value, exp.Cast) else -1
    if inner >= 0 and tokens[inner].token_type is _T.DCOLON:
        index = last_of_type(tokens, inner + 1) + 1  # 1::Int8::Int16
    elif isinstance(value, (exp.Array, exp.Tuple)) and (closed := _closing(ctx, value)) >= 0:
        index = closed + 1
    else:
        end = end_of(node.this)
        if end < 0:
            return -1
        index = ctx.spans.word(end)
        while index < len(tokens) and tokens[index].start < end:
            index += 1
    depth = 0
    while index < len(tokens):
        kind, text = tokens[index].token_type, tokens[index].text.upper()
        if kind is _T.DCOLON or (depth == 0 and text in ("AS", ",") and kind is not _T.STRING):
            return index if index + 1 < len(tokens) else -1
        depth += kind in _CLOSE.values()
        depth -= kind in _CLOSE and depth > 0
        index += 1
    return -1


def _closing(ctx: Context, node: exp.Expr) -> int:
    """The index of the bracket that closes an array or a tuple; -1 where its first element does not tell."""
    opened = 0
    first: exp.Expr | None = node
    while isinstance(first, (exp.Array, exp.Tuple)):
        opened += 1
        first = first.expressions[0] if first.expressions else None
    start = start_of(first) if first is not None else -1
    tokens = ctx.parsed.tokens
    index = ctx.spans.word(start) if start >= 0 else -1
    while index > 0 and tokens[index - 1].token_type is _T.DASH:
        index -= 1
    index -= opened
    if index < 0 or tokens[index].token_type not in _CLOSE.values():
        return -1
    depth = 0
    for last in range(index, len(tokens)):
        depth += (tokens[last].token_type in _CLOSE.values()) - (tokens[last].token_type in _CLOSE)
        if depth == 0:
            return last
    return -1


def constant(ctx: Context, index: int) -> str | None:
    """The text of the constant before the operator at an index; None where no constant stands there."""
    tokens = ctx.parsed.tokens
    if tokens[index].token_type is not _T.DCOLON or index == 0:
        return None
    last = tokens[index - 1]
    first = index - 1
    if last.token_type in _CLOSE:
        depth = 0
        while first >= 0:
            kind = tokens[first].token_type
            depth += (kind in _CLOSE) - (kind in _CLOSE.values())
            if kind not in _CONSTANT and tokens[first].text.lower() not in ("inf", "nan"):
                return None
            if depth == 0:
                break
            first -= 1
        if first < 0 or (first and tokens[first - 1].token_type in _VALUES):
            return None
    elif last.token_type is not _T.NUMBER:
        return None
    if signed(tokens, first):
        first -= 1
    return ctx.text(tokens[first].start, last.end + 1)


def signed(tokens: Sequence[Token], index: int) -> bool:
    """Whether the number at an index has a minus before it that is its own: 1 - 2 has none."""
    if index < 1 or tokens[index].token_type is not _T.NUMBER or tokens[index - 1].token_type is not _T.DASH:
        return False
    return index < 2 or tokens[index - 2].token_type not in _VALUES


def last_of_type(tokens: Sequence[Token], index: int) -> int:
    """The index of the last token of the type that begins at an index."""
    if index + 1 >= len(tokens) or tokens[index + 1].token_type is not _T.L_PAREN:
        return index
    depth = 0
    for last in range(index + 1, len(tokens)):
        depth += (tokens[last].token_type is _T.L_PAREN) - (tokens[last].token_type is _T.R_PAREN)
        if depth == 0:
            return last
    return len(tokens) - 1


def type_text(ctx: Context, index: int) -> str:
    """The type behind the operator at an index: its name, and what is in its parentheses."""
    tokens = ctx.parsed.tokens
    last = last_of_type(tokens, index)
    pieces: list[str] = []
    for position in range(index, last + 1):
        token = tokens[position]
        kind = token.token_type
        if kind is _T.COMMA:
            closes = position + 1 < len(tokens) and tokens[position + 1].token_type is _T.R_PAREN  # Tuple(Int8, )
            pieces.append("" if closes else ", ")
        elif kind is _T.IDENTIFIER:
            pieces.append(token.text)
        elif kind is _T.EQ:
            pieces.append(" = ")
        elif kind is _T.STRING:
            pieces.append(f"\\'{token.text}\\'")
        else:
            word = ctx.text(token.start, token.end + 1)
            glued = (
                not pieces
                or not pieces[-1]
                or not (pieces[-1][-1:].isalnum() or pieces[-1][-1:] == "_")
                or not word[:1].isalnum()
            )
            pieces.append(word if glued else f" {word}")
    return "".join(pieces)

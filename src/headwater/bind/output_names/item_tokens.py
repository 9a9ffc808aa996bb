"""The tokens and the text of an item of a select list.

The parser keeps positions of names, literals and functions only, so TRUE, NULL and EXISTS (…) have none. Such an item
is found from its neighbours: the list is walked once, from comma to comma, when the first of them is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, bracket_pairs, keyword
from headwater.sql.tree import is_type, start_of

if TYPE_CHECKING:
    from headwater.bind.context import Context


class ItemTokens:
    """The tokens of the items of one SELECT."""

    def __init__(self, ctx: Context, select: exp.Expr) -> None:
        self.ctx = ctx
        self.select = select

    def of(self, node: exp.Expr) -> Sequence[Token] | None:
        """The tokens of an item; None where they are not known, or are not of the user's statement."""
        if self.ctx.foreign:
            return None
        offset = _position(node)
        if offset >= 0:
            first, last = self.ctx.spans.item_tokens(offset)
        else:
            first, last = self._without_position.get(id(node), (-1, -1))
        return self.ctx.parsed.tokens[first : last + 1] if first >= 0 else None

    @cached_property
    def _without_position(self) -> dict[int, tuple[int, int]]:
        """The first and last token of each item that has no position, by the identity of its node."""
        nodes = self.select.expressions
        offsets = map(_position, nodes)
        bounds = [self.ctx.spans.item_tokens(offset) if offset >= 0 else None for offset in offsets]
        if not any(bounds):
            bounds[:1] = [self._first_of_statement() or self._first_before_from()]
        for number in range(1, len(nodes)):
            before = bounds[number - 1]
            if bounds[number] is None and before is not None:
                bounds[number] = self._item(self._next_comma(before[1]) + 1)
        for number in range(len(nodes) - 2, -1, -1):
            following = bounds[number + 1]
            if bounds[number] is None and following is not None:
                bounds[number] = self._before(following[0])
        return {id(node): known for node, known in zip(nodes, bounds, strict=True) if known is not None}

    def _item(self, index: int) -> tuple[int, int] | None:
        """The item that a token begins."""
        tokens = self.ctx.parsed.tokens
        return self.ctx.spans.item_tokens(tokens[index].start) if 0 < index < len(tokens) else None

    def _next_comma(self, index: int) -> int:
        """The comma after an item and its alias."""
        tokens = self.ctx.parsed.tokens
        depth = 0
        for position in range(index + 1, len(tokens)):
            kind = tokens[position].token_type
            depth += (kind in OPEN) - (kind in CLOSE)
            if depth == 0 and kind is TokenType.COMMA:
                return position
        return len(tokens)

    def _before(self, index: int) -> tuple[int, int] | None:
        """The item before the one that a token begins, or whose alias it begins."""
        tokens, spans = self.ctx.parsed.tokens, self.ctx.spans
        while index > 1 and tokens[index - 1].token_type is TokenType.ALIAS:
            index = spans.item_tokens(tokens[index - 2].start)[0]
        if index < 2 or tokens[index - 1].token_type is not TokenType.COMMA:
            return None
        return spans.item_tokens(tokens[index - 2].start)

    def _first_of_statement(self) -> tuple[int, int] | None:
        """The first item of a SELECT that is in no parentheses, also behind WITH (…) or CREATE TABLE … AS."""
        selects = self.ctx.remember("outermost selects", self.ctx.parsed, lambda: _outermost_selects(self.ctx))
        index = selects.get(id(self.select))
        return self._behind_select(index) if index is not None else None

    def _behind_select(self, index: int) -> tuple[int, int] | None:
        """The first item behind the token SELECT."""
        tokens = self.ctx.parsed.tokens
        if index + 2 >= len(tokens) or tokens[index + 1].token_type is not TokenType.DISTINCT:
            return self._item(index + 1)
        return self._item(index + 2) if tokens[index + 2].token_type is not TokenType.ON else None

    def _first_before_from(self) -> tuple[int, int] | None:
        """The first item of a query, found from its FROM: WITH c AS (…) SELECT (SELECT max(a) FROM c) FROM t."""
        source = self.select.args.get("from_")
        if source is None or not isinstance(source.this, exp.Table):
            return None  # what has a position may stand deep inside
        offset = start_of(source)
        if offset < 0:
            return None
        tokens = self.ctx.parsed.tokens
        index = self.ctx.spans.word(offset)
        depth = 0
        while index >= 0:
            kind = tokens[index].token_type
            depth += (kind in CLOSE) - (kind in OPEN)
            if depth < 0:
                return None
            if depth == 0 and kind is TokenType.SELECT:
                return self._behind_select(index)
            index -= 1
        return None


def _outermost_selects(ctx: Context) -> dict[int, int]:
    """The token of each SELECT that is in no parentheses, by the identity of its node; empty where one has no token.

    They are worked out together: each arm of a UNION has as many arms above it as it has before it.
    """
    tree = ctx.parsed.tree
    stack = [tree.args.get("expression") if isinstance(tree, exp.DDL) and not isinstance(tree, exp.Query) else tree]
    nodes: list[int] = []
    while stack:
        node = stack.pop()
        if isinstance(node, exp.SetOperation):
            stack += [node.expression, node.this]
        elif isinstance(node, exp.Select):
            nodes.append(id(node))
    indexes: list[int] = []
    depth = 0
    for index, token in enumerate(ctx.parsed.tokens):
        kind = token.token_type
        depth += (kind in OPEN) - (kind in CLOSE)
        if depth == 0 and kind is TokenType.SELECT:
            indexes.append(index)
    return dict(zip(nodes, indexes, strict=True)) if len(nodes) == len(indexes) else {}


def item_text(ctx: Context, node: exp.Expr) -> str:
    """An item as it stands in the text, on one line."""
    if ctx.foreign:
        return str(node.sql(ctx.dialect.grammar))
    meta = node._meta
    if meta and "start" in meta and isinstance(node, exp.Func):
        low, high = ctx.spans.call(meta["start"])  # a call by name: no need to look at the whole select list
    else:
        start = _position(node)
        if start < 0:  # EXISTS (…): what has a position is an item of the query inside
            return str(node.sql(ctx.dialect.grammar))
        low, high = ctx.spans.item(start)
    return " ".join(ctx.text(low, high).split())


def windows(tokens: Sequence[Token]) -> dict[str, Sequence[Token]]:
    """WINDOW w AS (…): the tokens of each definition by its name; a name that is given twice is left out."""
    pairs = bracket_pairs(tokens)
    found: dict[str, Sequence[Token]] = {}
    twice: set[str] = set()
    for index in range(1, len(tokens) - 2):
        if keyword(tokens, index + 1) != "AS" or index + 2 not in pairs:
            continue
        if keyword(tokens, index - 1) == "WINDOW" or (found and keyword(tokens, index - 1) == ","):
            name = tokens[index].text.lower()
            twice |= {name} & found.keys()
            found[name] = tokens[index + 3 : pairs[index + 2]]
    return {name: definition for name, definition in found.items() if name not in twice}


def is_field_path(node: exp.Expr) -> bool:
    """a.b.c.d: a column with fields after it, and nothing computed."""
    while isinstance(node, exp.Dot):
        node = node.this
    return isinstance(node, exp.Column)


def _position(node: exp.Expr) -> int:
    """The smallest offset in an item, queries inside it left out; -1 where there is none."""
    best = -1
    for part in node.walk(prune=lambda below: _is_query(below) or is_type(below)):
        meta = part._meta
        if meta and "start" in meta and not _is_query(part) and not is_type(part) and not 0 <= best <= meta["start"]:
            best = meta["start"]
    return best


def _is_query(node: exp.Expr) -> bool:
    return isinstance(node, exp.Query)

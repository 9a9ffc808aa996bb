"""Places of expressions, rebuilt from the tokens: the parser keeps positions on names, literals and functions only.

The binder leaves hints (where a name or a call begins); the place is worked out here when somebody asks for it. A
select item runs from the comma or keyword before it to the comma, alias or keyword after it; a call from its name to
its closing parenthesis, with FILTER, OVER and WITHIN GROUP behind it; a subquery between its parentheses.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from sqlglot.tokenizer_core import Token, TokenType

from headwater.rel.columns import AT_ALIAS, AT_CALL, AT_ITEM, AT_QUERY

_T = TokenType
_OPEN = frozenset({_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE})
_CLOSE = frozenset({_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})
# Words that cannot stand inside an expression at its own depth: they end a select item on either side.
_WALL = frozenset(
    {
        _T.RETURNING, _T.SELECT, _T.FROM, _T.WHERE, _T.GROUP_BY, _T.HAVING, _T.QUALIFY, _T.ORDER_BY, _T.LIMIT, _T.UNION,
        _T.INTERSECT, _T.EXCEPT, _T.SEMICOLON, _T.WINDOW, _T.COMMA, _T.ALIAS, _T.WITH, _T.SET, _T.VALUES, _T.FETCH,
        _T.JOIN, _T.ON, _T.USING, _T.PREWHERE, _T.CLUSTER_BY, _T.DISTRIBUTE_BY, _T.SORT_BY, _T.PIPE_GT, _T.DISTINCT,
        _T.INSERT, _T.UPDATE, _T.THEN,
    }
)  # fmt: skip
_QUERY = frozenset({_T.SELECT, _T.WITH, _T.FROM, _T.VALUES, _T.PIPE_GT})
_SUFFIX = frozenset({"FILTER", "WITHIN", "OVER"})
_NULLS = frozenset({"IGNORE", "RESPECT"})


_GRAPHS = frozenset({"GRAPH", "GRAPH_TABLE"})
_GRAPH_LISTS = frozenset({"GRAPH_TABLE", "COLUMNS", "PROPERTIES", "TABLES"})
"""Behind these a parenthesis is a list of its own: GRAPH_TABLE(g MATCH … COLUMNS (a.x + 1 AS y))."""
_GRAPH_STEPS = frozenset({"MATCH", "LET", "FILTER", "RETURN", "NEXT", "YIELD"})
"""Before and behind these an item ends: GRAPH g MATCH (a) LET x = a.n + 1 RETURN x * 2 AS y."""


def _pipes(tokens: Sequence[Token], index: int) -> bool:
    """|> EXTEND a + 1, … GROUP AND ORDER BY: tokens that begin a list in a pipe and nowhere else."""
    if index and tokens[index - 1].token_type is _T.PIPE_GT:
        return True
    return tokens[index].text.upper() == "GROUP" and index + 1 < len(tokens) and tokens[index + 1].token_type is _T.AND


def _compares(tokens: Sequence[Token], index: int) -> bool:
    """IS [NOT] DISTINCT FROM, a::UNION(n INT): the tokens stand inside an expression."""
    kind = tokens[index].token_type
    if kind is _T.UNION:
        return index > 0 and tokens[index - 1].token_type is _T.DCOLON
    if kind is _T.FROM and index and tokens[index - 1].token_type is _T.DISTINCT:
        index -= 1
        kind = _T.DISTINCT
    return kind is _T.DISTINCT and index > 0 and tokens[index - 1].token_type in (_T.IS, _T.NOT)


_NESTED_TYPES = frozenset({"MAP", "STRUCT", "ARRAY"})


def _opens_type(tokens: Sequence[Token], index: int) -> bool:
    """:: MAP<…>, and neither a :: INT < 3 nor map < 3."""
    return index > 1 and tokens[index - 2].token_type is _T.DCOLON and tokens[index - 1].text.upper() in _NESTED_TYPES


def _commas_of_types(tokens: Sequence[Token]) -> frozenset[int]:
    """m :: MAP<STRING, DATE>: the commas between angle brackets, which separate no items."""
    commas: set[int] = set()
    found: list[int] = []
    depth = 0
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind is _T.LT and (depth or _opens_type(tokens, index)):
            depth += 1
        elif depth and kind is _T.GT:
            depth -= 1
            if not depth:
                commas.update(found)
                found = []
        elif depth and kind is _T.COMMA:
            found.append(index)
        elif depth and kind in _WALL:
            depth, found = 0, []  # no type, whatever it is
    return frozenset(commas)


class Spans:
    """Answers for one statement's tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    def word(self, offset: int) -> int:
        """The index of the token at an offset."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def place(self, start: int, end: int, stop: int = -1) -> tuple[int, int]:
        """A place as the binder left it: offsets, or a hint to be worked out."""
        if end >= 0 or start < 0 or not self.tokens:
            return start, end
        if end == AT_ITEM:
            return self.item(start, stop)
        if end == AT_CALL:
            return self.call(start)
        if end == AT_QUERY:
            return self.query(start)
        if end == AT_ALIAS:
            return self.named(start)
        return self.around(start)

    # ── select items ─────────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def _items(self) -> list[tuple[int, int]]:
        """For each token the item it stands in, as the indexes of its first and last token.

        One pass. A parenthesis that holds a query, or a row of VALUES, begins a list of its own; any other one is part
        of the item around it. In CASE, THEN is no wall: it counts as one only outside (MERGE … THEN UPDATE).
        """
        tokens = self.tokens
        bounds: list[tuple[int, int]] = [(-1, -1)] * len(tokens)
        lists: list[tuple[int, int, int]] = []  # start of the current item, depth, cases open
        start, depth, cases = 0, 0, 0
        pending: list[bool] = []
        setting = values = False
        piped = any(token.token_type is _T.PIPE_GT for token in tokens)
        graph = any(token.text.upper() in _GRAPHS for token in tokens)
        typed = _commas_of_types(tokens)

        def close(last: int) -> None:
            for index in range(start, last + 1):
                if bounds[index][0] < 0:
                    bounds[index] = (start, last)

        for index, token in enumerate(tokens):
            kind = token.token_type
            if kind in _OPEN:
                row = values and depth == 0
                # * REPLACE (a + 1 AS a): a list of items with aliases of its own
                row = row or (index > 1 and tokens[index - 1].text.upper() == "REPLACE" and depth == 0)
                fresh = row or (
                    index + 1 < len(tokens) and tokens[index + 1].token_type in _QUERY and kind is _T.L_PAREN
                )
                fresh = fresh or (graph and (kind is _T.L_BRACE or tokens[index - 1].text.upper() in _GRAPH_LISTS))
                pending.append(fresh)
                if fresh:
                    lists.append((start, depth, cases))
                    start, depth, cases = index + 1, 0, 0
                    values = False
                    if row and tokens[index - 1].text.upper() != "REPLACE":
                        lists[-1] = (lists[-1][0], -1, lists[-1][2])
                else:
                    depth += 1
            elif kind in _CLOSE:
                if pending and pending.pop():
                    close(index - 1)
                    start, depth, cases = lists.pop()
                    if depth < 0:
                        depth, values = 0, True
                elif depth:
                    depth -= 1
            elif kind is _T.CASE:
                cases += 1
            elif kind is _T.END and cases:
                cases -= 1
            elif (
                depth == 0
                and cases == 0
                and (
                    kind in _WALL
                    or (setting and kind is _T.EQ)
                    or (piped and _pipes(tokens, index))
                    or (graph and token.text.upper() in _GRAPH_STEPS)
                )
                and not _compares(tokens, index)
                and index not in typed
            ):
                close(index - 1)
                start = index + 1
                if (
                    kind is _T.SET
                    or (kind is _T.UPDATE and tokens[0].token_type is _T.ALTER)
                    or (graph and token.text.upper() == "LET")
                ):
                    setting = True
                elif kind is _T.VALUES:
                    values = True
                elif kind is not _T.COMMA and kind is not _T.EQ:
                    setting = values = False
        close(len(tokens) - 1)
        return bounds

    def item(self, offset: int, stop: int = -1) -> tuple[int, int]:
        """The select item around an offset; `stop` is where its alias begins."""
        index = self.word(offset)
        first, last = self._items[index]
        if first < 0:
            return self.tokens[index].start, self.tokens[index].end + 1
        if stop > self.tokens[first].start:
            while last > first and self.tokens[last].start >= stop:
                last -= 1
        first = self._after_distinct_on(first, index)
        if stop == self.tokens[first].start and first + 2 <= index and self.tokens[first + 1].token_type is _T.COLON:
            first += 2  # x: upper(a): the alias stands before it
        return self.tokens[first].start, self.tokens[last].end + 1

    def item_tokens(self, offset: int) -> tuple[int, int]:
        """The indexes of the first and the last token of the select item around an offset."""
        index = self.word(offset)
        first, last = self._items[index]
        if first < 0:
            first = last = index
        first = self._after_distinct_on(first, index)
        while first and self.tokens[first - 1].start == self.tokens[first].start:
            first -= 1  # 2L is three tokens at one offset
        return first, last

    def _after_distinct_on(self, first: int, index: int) -> int:
        """DISTINCT ON (a) b: the first item begins after the keys."""
        if (
            first >= 2
            and self.tokens[first - 1].token_type is _T.ON
            and self.tokens[first - 2].token_type is _T.DISTINCT
        ):
            behind = self._close(first) + 1
            return behind if behind <= index else first
        return first

    # ── calls and queries ────────────────────────────────────────────────────────────────────────────────────
    def call(self, start: int) -> tuple[int, int]:
        """The call whose name begins at `start`, with what belongs to it behind its parenthesis."""
        tokens = self.tokens
        index = self.word(start)
        count = len(tokens)
        if index + 1 >= count or tokens[index + 1].token_type is not _T.L_PAREN:
            return start, tokens[index].end + 1
        index = self._close(index + 1)
        while index + 1 < count:
            word = tokens[index + 1].text.upper()
            if tokens[index + 1].token_type is _T.L_PAREN and tokens[index].token_type is _T.R_PAREN:
                index = self._close(index + 1)  # quantiles(0.5)(x)
            elif word in _NULLS and index + 2 < count:
                index += 2
            elif word in _SUFFIX:
                index += 1
                if word == "OVER" and index + 1 < count and tokens[index + 1].token_type is not _T.L_PAREN:
                    return start, tokens[index + 1].end + 1
                while index + 1 < count and tokens[index].token_type is not _T.L_PAREN:
                    index += 1
                index = self._close(index)
            else:
                break
        return start, tokens[min(index, count - 1)].end + 1

    def named(self, alias: int) -> tuple[int, int]:
        """What an alias inside an expression stands for, `f(x + 1 AS y)`: the tokens before it, back to where they
        begin.
        """
        tokens = self.tokens
        last = max(self.word(alias) - 2, 0)
        first = last
        depth = 0
        while first >= 0:
            kind = tokens[first].token_type
            if kind in _CLOSE:
                depth += 1
            elif kind in _OPEN:
                if not depth:
                    break
                depth -= 1
            elif not depth and (kind in _WALL or kind is _T.ARROW):
                break
            first -= 1
        return tokens[min(first + 1, last)].start, tokens[last].end + 1

    def query(self, anchor: int) -> tuple[int, int]:
        """The parentheses around the query that `anchor` stands in."""
        tokens = self.tokens
        index = self.word(anchor)
        depth = 0
        while index >= 0:
            kind = tokens[index].token_type
            if kind in _CLOSE:
                depth += 1
            elif kind in _OPEN:
                if depth:
                    depth -= 1
                elif index + 1 < len(tokens) and tokens[index + 1].token_type in _QUERY:
                    return tokens[index].start, tokens[self._close(index)].end + 1
            index -= 1
        return anchor, tokens[self.word(anchor)].end + 1

    def between(self, index: int) -> tuple[int, int]:
        """From the parenthesis that is the token number `index` to the one that closes it."""
        return self.tokens[index].start, self.tokens[self._close(index)].end + 1

    def around(self, low: int) -> tuple[int, int]:
        """The nearest call around an offset: a name, its parentheses, and what belongs to it."""
        index = self.word(low)
        depth = 0
        while index > 0:
            kind = self.tokens[index - 1].token_type
            if kind in _CLOSE:
                depth += 1
            elif kind in _OPEN:
                if depth:
                    depth -= 1
                elif index >= 2:
                    name = index - 2
                    if self.tokens[name].token_type is _T.R_PAREN:
                        name = self._open(name) - 1  # quantile(0.5)(x)
                    return self.call(self.tokens[max(name, 0)].start)
            index -= 1
        word = self.tokens[self.word(low)]
        return word.start, word.end + 1

    def _open(self, index: int) -> int:
        """The index of the bracket that opens the one closed at `index`; 0 where there is none."""
        return self._partner(range(index, -1, -1), _CLOSE, _OPEN, 0)

    def _close(self, index: int) -> int:
        """The index of the bracket that closes the one opened at `index`; the last index where there is none."""
        return self._partner(range(index, len(self.tokens)), _OPEN, _CLOSE, len(self.tokens) - 1)

    def _partner(
        self, indexes: range, deeper: frozenset[TokenType], shallower: frozenset[TokenType], missing: int
    ) -> int:
        depth = 0
        for index in indexes:
            kind = self.tokens[index].token_type
            if kind in deeper:
                depth += 1
            elif kind in shallower:
                depth -= 1
                if depth == 0:
                    return index
        return missing

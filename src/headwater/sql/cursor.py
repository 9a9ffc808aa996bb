"""A cursor over the tokens of one statement, for readers that take a statement apart without the parser.

A token counts as a keyword only where it is not quoted. Everything is linear: the brackets are matched once. What a
reader does not find where it has to be is `Unreadable`, with the token in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, Parse, Unreadable, synthetic
from headwater.sql.statements import Call
from headwater.sql.templates import COVER

_T = TokenType
_QUOTED = frozenset(
    kind for kind in _T if kind is _T.IDENTIFIER or kind.name == "STRING" or kind.name.endswith("_STRING")
)
_STRINGS = _QUOTED - {_T.IDENTIFIER}
NESTED_TYPES = frozenset({"ARRAY", "MAP", "MULTISET", "RANGE", "ROW", "STRUCT", "UNIONTYPE"})
"""The names of types behind which `<` opens a bracket: ROW<a INT, b ARRAY<STRING>>."""


class Cursor:
    """The tokens of a statement and an index into them.

    `nested` are the names of types that are written with angle brackets, `reserved` the tokens that are no names.

    >>> from headwater import dialects
    >>> tokens = dialects.get("duckdb").grammar.tokenize("DROP TABLE a.b, c")
    >>> cursor = Cursor("DROP TABLE a.b, c", tokens, lambda tokens: tokens)
    >>> cursor.accept("DROP", "TABLE"), ".".join(part.name for part in cursor.table().parts)
    (True, 'a.b')
    """

    __slots__ = ("_closing", "end", "index", "nested", "parse", "reserved", "text", "tokens")

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        parse: Parse,
        nested: frozenset[str] = frozenset(),
        reserved: frozenset[TokenType] = frozenset(),
    ) -> None:
        self.text = text
        self.tokens = tokens
        self.parse = parse
        self.nested = nested
        self.reserved = reserved
        self.index = 0
        self.end = len(tokens)
        self._closing: dict[int, int] | None = None

    def slice(self, start: int, end: int) -> Cursor:
        """A cursor over some of the tokens, which stays within them."""
        part = Cursor(self.text, self.tokens, self.parse, self.nested, self.reserved)
        part.index, part.end = start, end
        part._closing = self._brackets()  # matched once for all slices
        return part

    # ── looking ──────────────────────────────────────────────────────────────────────────────────────────────
    @property
    def done(self) -> bool:
        """No token is left."""
        return self.index >= self.end

    def keyword(self, index: int) -> str:
        """The token at an index in capitals; nothing where it is quoted, and behind the end."""
        if index >= self.end:
            return ""
        token = self.tokens[index]
        return "" if token.token_type in _QUOTED else token.text.upper()

    def sees(self, *keywords: str) -> bool:
        """Whether these keywords come next."""
        return all(self.keyword(self.index + n) == keyword for n, keyword in enumerate(keywords))

    def sees_parenthesis(self) -> bool:
        """Whether a parenthesis opens here."""
        return self.index < self.end and self.tokens[self.index].token_type is _T.L_PAREN

    def is_string(self, index: int) -> bool:
        """Whether a string stands at an index."""
        return index < self.end and self.tokens[index].token_type in _STRINGS

    def expected(self, what: str) -> Unreadable:
        """The error that something else should stand here."""
        token = None if not self.tokens else self.tokens[self.index if not self.done else self.end - 1]
        return Unreadable(f"expected {what}", token)

    def _brackets(self) -> dict[int, int]:
        """Each opening bracket and where it is closed."""
        if self._closing is None:
            self._closing = matched_brackets(self.tokens, self.nested)
        return self._closing

    def closing(self, index: int) -> int:
        """Where the bracket at an index is closed."""
        last = self._brackets().get(index, self.end)
        if last >= self.end:
            raise Unreadable("unclosed parenthesis", self.tokens[index])
        return last

    def _behind(self, index: int) -> int:
        """The index behind a token, or behind the bracket that it opens."""
        if self.tokens[index].token_type in OPEN or index in self._brackets():
            return self.closing(index) + 1
        return index + 1

    def same_level(self, start: int, end: int) -> Iterator[int]:
        """The indexes between two that are inside no bracket of their own; a bracket counts as one."""
        index = start
        while index < end:
            yield index
            index = self._behind(index)

    def find(self, keywords: frozenset[str], start: int, end: int) -> int:
        """The first of some keywords at this level; `end` where there is none."""
        return next((index for index in self.same_level(start, end) if self.keyword(index) in keywords), end)

    def items(self, start: int, end: int) -> list[tuple[int, int]]:
        """What stands between the commas of this level."""
        commas = [index for index in self.same_level(start, end) if self.tokens[index].token_type is _T.COMMA]
        bounds = [start, *(comma + 1 for comma in commas)]
        return [(first, last) for first, last in zip(bounds, [*commas, end], strict=True) if first < last]

    # ── going on ─────────────────────────────────────────────────────────────────────────────────────────────
    def accept(self, *keywords: str) -> bool:
        """Go past these keywords if they come next."""
        if not self.sees(*keywords):
            return False
        self.index += len(keywords)
        return True

    def expect(self, *keywords: str) -> None:
        """Go past these keywords, which have to come next."""
        if not self.accept(*keywords):
            raise self.expected(" ".join(keywords))

    def accept_any(self, *keywords: str) -> str:
        """Go past one of these keywords, and say which; nothing where none of them is next."""
        keyword = self.keyword(self.index)
        if keyword not in keywords:
            return ""
        self.index += 1
        return keyword

    def expect_end(self) -> None:
        """Nothing may follow."""
        if not self.done:
            raise Unreadable("unexpected token", self.tokens[self.index])

    def advance(self) -> str:
        """Go past any token, and give its text."""
        if self.done:
            raise self.expected("a token")
        self.index += 1
        return self.tokens[self.index - 1].text

    def skip(self) -> None:
        """Go past a token, or past the bracket that it opens with all that is in it."""
        self.index = min(self._behind(self.index), self.end)

    def string(self) -> str:
        """Go past a string, and give its value."""
        if not self.is_string(self.index):
            raise self.expected("a string")
        self.index += 1
        return self.tokens[self.index - 1].text

    def name(self) -> str:
        """Go past one name: a token, quoted or not."""
        if self.done or self.is_string(self.index):
            raise self.expected("a name")
        token = self.tokens[self.index]
        if token.token_type is not _T.IDENTIFIER:
            text = token.text.replace("$", "_")
            if token.token_type is _T.VAR:
                text = f"_{text}"  # 2024_orders: where the dialect's tokenizer takes it for a name, it is one
            if token.token_type in self.reserved or not (text.isidentifier() or COVER in text):
                raise self.expected("a name")
        self.index += 1
        return token.text

    def name_parts(self) -> tuple[str, ...]:
        """Go past a name of several parts, and give them."""
        parts = [self.name()]
        while not self.done and self.tokens[self.index].token_type is _T.DOT:
            self.index += 1
            parts.append(self.name())
        return tuple(parts)

    def dotted_name(self) -> str:
        """Go past a name of several parts: n.x."""
        return ".".join(self.name_parts())

    def names(self) -> list[str]:
        """Go past names with commas between them."""
        names = [self.name()]
        while self.accept(","):
            names.append(self.name())
        return names

    def table(self) -> exp.Table:
        """Go past the name of a table, and give it as the parser would."""
        first = self.index
        self.name_parts()
        names = [identifier(token) for token in self.tokens[first : self.index] if token.token_type is not _T.DOT]
        if len(names) > 3:
            raise Unreadable("expected a table name", self.tokens[first])
        return exp.Table(**dict(zip(("this", "db", "catalog"), reversed(names), strict=False)))

    def tables(self) -> list[exp.Table]:
        """Go past the names of tables with commas between them."""
        tables = [self.table()]
        while self.accept(","):
            tables.append(self.table())
        return tables

    def parentheses(self) -> tuple[int, int]:
        """Go past a pair of parentheses, and give the bounds of what is between them."""
        if not self.sees_parenthesis():
            raise self.expected("(")
        first, last = self.index + 1, self.closing(self.index)
        self.index = last + 1
        return first, last

    def listed(self) -> list[tuple[int, int]]:
        """Go past a list in parentheses, and give the bounds of its items."""
        return self.items(*self.parentheses())

    # ── parts as trees ───────────────────────────────────────────────────────────────────────────────────────
    def span(self, start: int, end: int) -> tuple[int, int]:
        """The offsets of some tokens."""
        if start >= end:
            return -1, -1
        return self.tokens[start].start, self.tokens[end - 1].end + 1

    def source(self, start: int, end: int) -> str:
        """The text of some tokens."""
        low, high = self.span(start, end)
        return self.text[low:high] if low >= 0 else ""

    def query(self, start: int, end: int) -> exp.Expr:
        """Tokens that are a query."""
        tree = self.parse(self.tokens[start:end])
        if not isinstance(tree, exp.Query):
            raise Unreadable("a query")
        return tree

    def expressions(self, start: int, end: int) -> list[exp.Expr]:
        """Tokens that are a list of expressions, as they would stand in a SELECT."""
        if start >= end:
            return []
        tree = self.parse([synthetic(self.tokens[start], _T.SELECT, "SELECT"), *self.tokens[start:end]])
        if not isinstance(tree, exp.Select) or any(value for name, value in tree.args.items() if name != "expressions"):
            raise Unreadable("expected an expression", self.tokens[start])
        return list(tree.expressions)

    def expression(self, start: int, end: int) -> exp.Expr:
        """Tokens that are one expression."""
        expressions = self.expressions(start, end)
        if len(expressions) != 1:
            raise Unreadable("expected a single expression", self.tokens[min(start, self.end - 1)])
        return expressions[0]

    def call(self) -> Call:
        """Go past f, f(…): a name and its arguments."""
        start = self.index
        name = self.name()
        arguments: list[exp.Expr] = []
        if self.sees_parenthesis():
            for low, high in self.listed():
                low += self.keyword(low) == "SETTINGS"  # f(x, SETTINGS a = 1): one more that is given by name
                if low < high:
                    query = self.keyword(low) in ("SELECT", "WITH")
                    arguments.append(self.query(low, high) if query else self.expression(low, high))
        return Call(name, tuple(arguments), {}, *self.span(start, self.index))


def identifier(token: Token) -> exp.Identifier:
    """A token as a name, with its span."""
    node = exp.Identifier(this=token.text, quoted=token.token_type is _T.IDENTIFIER)
    node.meta.update(line=token.line, col=token.col, start=token.start, end=token.end)
    return node


def matched_brackets(tokens: Sequence[Token], nested: frozenset[str]) -> dict[int, int]:
    """Each opening bracket and the index that closes it; `>>` closes two."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind in OPEN:
            opened.append(index)
        elif kind in CLOSE:
            while opened and tokens[opened[-1]].token_type is _T.LT:
                opened.pop()  # ARRAY < 3) is no type
            if opened:
                closing[opened.pop()] = index
        elif nested and kind is _T.LT and index and tokens[index - 1].text.upper() in nested:
            opened.append(index)
        elif nested and token.text in (">", ">>"):
            for _ in token.text:
                if opened and tokens[opened[-1]].token_type is _T.LT:
                    closing[opened.pop()] = index
    return closing

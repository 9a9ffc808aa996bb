"""A cursor over the words of one statement, for readers that take a statement apart without the parser.

A word counts as a keyword only where it is not quoted. Everything is linear: the parentheses are matched once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import OPEN, Parse, Unreadable, pairs
from headwater.sql.statements import Call

_T = TokenType
_QUOTED = frozenset(
    kind for kind in _T if kind is _T.IDENTIFIER or kind.name == "STRING" or kind.name.endswith("_STRING")
)
_STRINGS = _QUOTED - {_T.IDENTIFIER}


class Cursor:
    """Words of one statement and where we are in them.

    >>> from headwater import dialects
    >>> tokens = dialects.get("duckdb").grammar.tokenize("DROP TABLE a.b, c")
    >>> cursor = Cursor("DROP TABLE a.b, c", tokens, lambda words: words)
    >>> cursor.take("DROP", "TABLE"), ".".join(part.name for part in cursor.table().parts)
    (True, 'a.b')
    """

    def __init__(self, text: str, tokens: Sequence[Token], parse: Parse) -> None:
        self.text = text
        self.tokens = tokens
        self.parse = parse
        self.at = 0
        self.end = len(tokens)

    def part(self, start: int, end: int) -> Cursor:
        """A cursor over some of the words, which stays within them."""
        made = Cursor(self.text, self.tokens, self.parse)
        made.at, made.end = start, end
        made.__dict__["_closing"] = self._closing  # matched once for all parts
        return made

    # ── looking ──────────────────────────────────────────────────────────────────────────────────────────────
    @property
    def done(self) -> bool:
        """No word is left."""
        return self.at >= self.end

    def word(self, at: int) -> str:
        """The keyword at a place, in capitals; nothing where a quoted word or the end is."""
        if at >= self.end:
            return ""
        token = self.tokens[at]
        return "" if token.token_type in _QUOTED else token.text.upper()

    def sees(self, *words: str) -> bool:
        """Whether these words come next."""
        return all(self.word(self.at + n) == word for n, word in enumerate(words))

    def is_string(self, at: int) -> bool:
        """Whether a string stands at a place."""
        return at < self.end and self.tokens[at].token_type in _STRINGS

    @cached_property
    def _closing(self) -> dict[int, int]:
        """Each opening parenthesis and where it is closed."""
        return pairs(self.tokens)

    def close(self, at: int) -> int:
        """Where the parenthesis at a place is closed."""
        if at not in self._closing or self._closing[at] >= self.end:
            raise Unreadable("a parenthesis is not closed")
        return self._closing[at]

    def level(self, start: int, end: int) -> Iterator[int]:
        """The places between two that are inside no parenthesis of their own; a parenthesis counts as one place."""
        at = start
        while at < end:
            yield at
            at = self.close(at) + 1 if self.tokens[at].token_type in OPEN else at + 1

    def find(self, words: frozenset[str], start: int, end: int) -> int:
        """The first of some keywords at this level; `end` where there is none."""
        return next((at for at in self.level(start, end) if self.word(at) in words), end)

    def parts(self, start: int, end: int) -> list[tuple[int, int]]:
        """What stands between the commas of this level."""
        cuts = [at for at in self.level(start, end) if self.tokens[at].token_type is _T.COMMA]
        bounds = [start, *(cut + 1 for cut in cuts)]
        return [(first, last) for first, last in zip(bounds, [*cuts, end], strict=True) if first < last]

    # ── taking ───────────────────────────────────────────────────────────────────────────────────────────────
    def take(self, *words: str) -> bool:
        """Go past these words if they come next."""
        if not self.sees(*words):
            return False
        self.at += len(words)
        return True

    def need(self, *words: str) -> None:
        """Go past these words, which have to come next."""
        if not self.take(*words):
            raise Unreadable(" ".join(words))

    def any_of(self, *words: str) -> str:
        """Go past one of these words, and say which; nothing where none of them is next."""
        word = self.word(self.at)
        if word not in words:
            return ""
        self.at += 1
        return word

    def any(self) -> str:
        """Go past any word, and give its text."""
        if self.done:
            raise Unreadable("a word")
        self.at += 1
        return self.tokens[self.at - 1].text

    def string(self) -> str:
        """Go past a string, and give its value."""
        if not self.is_string(self.at):
            raise Unreadable("a string")
        self.at += 1
        return self.tokens[self.at - 1].text

    def name(self) -> str:
        """Go past one name: a word, quoted or not."""
        if self.done or self.is_string(self.at):
            raise Unreadable("a name")
        token = self.tokens[self.at]
        if token.token_type is not _T.IDENTIFIER and not token.text.replace("$", "_").isidentifier():
            raise Unreadable("a name")
        self.at += 1
        return token.text

    def dotted(self) -> str:
        """Go past a name of several parts: n.x."""
        found = [self.name()]
        while self._dot():
            found.append(self.name())
        return ".".join(found)

    def _dot(self) -> bool:
        if self.at < self.end and self.tokens[self.at].token_type is _T.DOT:
            self.at += 1
            return True
        return False

    def table(self) -> exp.Table:
        """Go past the name of a table, and give it as the parser would."""
        first = self.at
        self.dotted()
        names = [identifier(token) for token in self.tokens[first : self.at] if token.token_type is not _T.DOT]
        if len(names) > 3:
            raise Unreadable("the name of a table")
        return exp.Table(**dict(zip(("this", "db", "catalog"), reversed(names), strict=False)))

    def inside(self) -> tuple[int, int]:
        """Go past a pair of parentheses, and give what is between them."""
        if self.done or self.tokens[self.at].token_type is not _T.L_PAREN:
            raise Unreadable("(")
        first, last = self.at + 1, self.close(self.at)
        self.at = last + 1
        return first, last

    # ── parts as trees ───────────────────────────────────────────────────────────────────────────────────────
    def span(self, start: int, end: int) -> tuple[int, int]:
        """The offsets of some words."""
        if start >= end:
            return -1, -1
        return self.tokens[start].start, self.tokens[end - 1].end + 1

    def source(self, start: int, end: int) -> str:
        """The text of some words."""
        low, high = self.span(start, end)
        return self.text[low:high] if low >= 0 else ""

    def query(self, start: int, end: int) -> exp.Expr:
        """Words that are a query."""
        tree = self.parse(self.tokens[start:end])
        if not isinstance(tree, exp.Query):
            raise Unreadable("a query")
        return tree

    def expressions(self, start: int, end: int) -> list[exp.Expr]:
        """Words that are a list of expressions, as they would stand in a SELECT."""
        if start >= end:
            return []
        first = self.tokens[start]
        select = Token(_T.SELECT, "SELECT", first.line, first.col, first.start, first.start)
        tree = self.parse([select, *self.tokens[start:end]])
        if not isinstance(tree, exp.Select) or any(value for name, value in tree.args.items() if name != "expressions"):
            raise Unreadable("an expression")
        return list(tree.expressions)

    def expression(self, start: int, end: int) -> exp.Expr:
        """Words that are one expression."""
        found = self.expressions(start, end)
        if len(found) != 1:
            raise Unreadable("an expression")
        return found[0]

    def call(self) -> Call:
        """Go past f, f(…): a name and its arguments."""
        start = self.at
        name = self.name()
        arguments: list[exp.Expr] = []
        if not self.done and self.tokens[self.at].token_type is _T.L_PAREN:
            first, last = self.inside()
            for low, high in self.parts(first, last):
                low += self.word(low) == "SETTINGS"  # f(x, SETTINGS a = 1): one more that is given by name
                if low < high:
                    query = self.word(low) in ("SELECT", "WITH")
                    arguments.append(self.query(low, high) if query else self.expression(low, high))
        return Call(name, tuple(arguments), {}, *self.span(start, self.at))


def identifier(token: Token) -> exp.Identifier:
    """A word as a name, with its place."""
    made = exp.Identifier(this=token.text, quoted=token.token_type is _T.IDENTIFIER)
    made.meta.update(line=token.line, col=token.col, start=token.start, end=token.end)
    return made

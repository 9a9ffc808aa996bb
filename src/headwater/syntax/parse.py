"""A text becomes statements: covered, cut into words, split at semicolons, and each parsed by itself.

One statement that cannot be read does not take the others with it. What cannot even be cut into words is split at its
semicolons by hand, so that the damage stays in one piece.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import ErrorLevel, ParseError, TokenError
from sqlglot.tokenizer_core import Token

from headwater.base import codes
from headwater.base.codes import Code
from headwater.base.span import Span
from headwater.syntax import guard, rewrite
from headwater.syntax.template import Template, cover

_INTERNAL = re.compile(r"<(?:Token|class) .*?>", re.DOTALL)


@dataclass(slots=True)
class Parsed:
    """One statement: its tree, or why there is none."""

    tree: exp.Expr | None
    tokens: Sequence[Token]
    span: Span
    problem: Code | None = None
    arguments: tuple[str, ...] = ()
    place: Span | None = None
    templates: list[Template] = field(default_factory=list)


def parse(text: str, grammar: Grammar, max_chars: int) -> Iterator[Parsed]:
    """Every statement of a text in order; never raises for what the text holds."""
    covered, templates = cover(text)
    if len(text) > max_chars:
        yield Parsed(None, (), Span(0, len(text)), codes.TOO_LONG, (f"{len(text):,}", f"{max_chars:,}"))
        return
    try:
        tokens = grammar.tokenize(covered)
    except (TokenError, ValueError, IndexError, RecursionError) as error:
        yield from _pieces(covered, grammar, templates, str(error))
        return
    yield from _statements(covered, tokens, grammar, templates)


def words(text: str, grammar: Grammar) -> list[Token]:
    """The words of a text that was read before; none where it cannot be cut."""
    try:
        return grammar.tokenize(cover(text)[0])
    except (TokenError, ValueError, IndexError, RecursionError):
        return []


def _statements(text: str, tokens: list[Token], grammar: Grammar, templates: list[Template]) -> Iterator[Parsed]:
    kinds = guard.kinds(tokens)
    for first, last in split(kinds):
        part = tokens[first:last]
        span = Span(part[0].start, part[-1].end + 1)
        parsed = _one(text, part, kinds[first:last], span, grammar)
        if templates:
            parsed.templates = [one for one in templates if one.start < span.end and one.end > span.start]
        yield parsed


def split(kinds: str) -> Iterator[tuple[int, int]]:
    """The statements between semicolons, as ranges of words; empty ones fall away."""
    first = 0
    while first < len(kinds):
        last = kinds.find(guard.SEMICOLON, first)
        if last < 0:
            last = len(kinds)
        if last > first:
            yield first, last
        first = last + 1


def _one(text: str, tokens: list[Token], kinds: str, span: Span, grammar: Grammar) -> Parsed:
    refused = guard.refuse(kinds, tokens)
    if refused is not None:
        code, arguments, token = refused
        return Parsed(None, tokens, span, code, arguments, Span(token.start, token.end + 1))
    bare = rewrite.bare_joins(tokens) if kinds.count(guard.JOIN) > rewrite.FEW else ()
    if len(bare) > rewrite.FEW:
        joined = rewrite.crossed(tokens, bare)
        if isinstance(joined, Token):
            return Parsed(None, tokens, span, codes.BARE_JOIN, (str(len(bare)),), Span(joined.start, joined.end + 1))
        tokens = joined
    logger = logging.getLogger("sqlglot")
    before, logger.disabled = logger.disabled, True  # what the parser would log, headwater says as a diagnostic
    try:
        trees = _trees(text, tokens, grammar)
    except ParseError as error:
        detail = error.errors[0] if error.errors else {}
        said = _INTERNAL.sub("the end", str(detail.get("description") or error))
        return Parsed(None, tokens, span, codes.SYNTAX, (_sentence(said),), _place(detail, text, span))
    except RecursionError:
        return Parsed(None, tokens, span, codes.TOO_LARGE)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError) as error:
        # the parser's own slips on strange input; the statement is unreadable, the rest is not
        return Parsed(None, tokens, span, codes.SYNTAX, (_sentence(str(error) or type(error).__name__),))
    finally:
        logger.disabled = before
    tree = trees[0] if trees else None
    if tree is None:
        return Parsed(None, tokens, span, codes.SYNTAX, ("there is no statement here.",))
    return Parsed(tree, tokens, span)


def _trees(text: str, tokens: list[Token], grammar: Grammar) -> list[exp.Expr | None]:
    """Parse; what fails is tried once more with two-word keywords put together again."""
    try:
        return grammar.parser(error_level=ErrorLevel.IMMEDIATE).parse(tokens, text)
    except ParseError:
        again = rewrite.rejoined(tokens)
        if len(again) == len(tokens):
            raise
        return grammar.parser(error_level=ErrorLevel.IMMEDIATE).parse(again, text)


def _pieces(text: str, grammar: Grammar, templates: list[Template], why: str) -> Iterator[Parsed]:
    """The text cannot be cut into words as a whole: try each piece between semicolons by itself."""
    start = 0
    pieces = text.split(";")
    for piece in pieces:
        if piece.strip():
            try:
                tokens = grammar.tokenize(piece)
            except (TokenError, ValueError, IndexError, RecursionError):
                lead = len(piece) - len(piece.lstrip())
                span = Span(start + lead, start + len(piece.rstrip()))
                yield Parsed(None, (), span, codes.TOKENS, (_sentence(why),))
            else:
                moved = [_moved(token, start) for token in tokens]
                yield from _statements(text, moved, grammar, templates)
        start += len(piece) + 1


def _moved(token: Token, by: int) -> Token:
    return Token(token.token_type, token.text, token.line, token.col, token.start + by, token.end + by, token.comments)


def _place(detail: dict[str, object], text: str, span: Span) -> Span:
    """Where the parser stopped: it tells line and the column after the word."""
    line, column, word = detail.get("line"), detail.get("col"), detail.get("highlight")
    if not isinstance(line, int) or not isinstance(column, int):
        return span
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    end = min(start + column, span.end)
    width = len(word) if isinstance(word, str) else 1
    return Span(max(end - width, span.start, 0), max(end, span.start))


def _sentence(text: str) -> str:
    line = text.strip().split("\n")[0].strip()
    return (line[:200] or "no reason given").rstrip(".") + "."

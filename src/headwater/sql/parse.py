"""A text becomes statements: covered, tokenized, split at semicolons, and each read by itself.

A statement goes to the dialect's reader first, and to the parser where the reader leaves it. One that cannot be read
does not take the others with it. A text that cannot be tokenized is split at its semicolons by hand, so that the damage
stays in one piece.
"""

from __future__ import annotations

import heapq
import logging
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import ErrorLevel, ParseError, TokenError
from sqlglot.tokenizer_core import Token

from headwater.base import codes
from headwater.base.codes import Code
from headwater.base.spans import Span
from headwater.sql import errors, limits, rewrites
from headwater.sql import grammar as sql_grammar
from headwater.sql.grammar import PLAIN, Syntax, Unreadable
from headwater.sql.placeholders import is_hidden, reveal, reveal_names
from headwater.sql.statements import Statement
from headwater.sql.template_branches import Reading, readings
from headwater.sql.template_names import restored
from headwater.sql.templates import COVER, Template, cover

_INTERNAL = re.compile(r"<(?:Token|class) .*?>", re.DOTALL)


@dataclass(slots=True)
class Parsed:
    """One statement: the parser's tree, what the dialect's reader made of it, or why there is neither.

    `reading` is the reading of the text's templates that it stands in, where there are any, and `alternative` its
    number: 0 is the one in which all conditions hold.
    """

    tree: exp.Expr | None
    tokens: Sequence[Token]
    span: Span
    statement: Statement | None = None
    problem: Code | None = None
    arguments: tuple[str, ...] = ()
    place: Span | None = None
    templates: list[Template] = field(default_factory=list)
    reading: Reading | None = None
    alternative: int = 0


def parse(
    text: str, grammar: Grammar, max_chars: int, syntax: Syntax = PLAIN, own: Collection[str] = ()
) -> Iterator[Parsed]:
    """Every statement of a text in order; never raises for what the text holds.

    `own` are functions that stand before those of the parser: a statement may add to them before the next is parsed.
    """
    if len(text) > max_chars:
        yield _unread((), Span(0, len(text)), codes.TOO_LONG, (f"{len(text):,}", f"{max_chars:,}"))
        return
    first, *others = readings(text)
    if not others:
        yield from _in_reading(text, first, grammar, syntax, own)
        return
    parts = [
        _in_reading(text, reading, grammar, syntax, own, number) for number, reading in enumerate((first, *others))
    ]
    yield from _alternatives(heapq.merge(*parts, key=lambda parsed: parsed.span.start))


def _in_reading(
    text: str, reading: Reading, grammar: Grammar, syntax: Syntax, own: Collection[str], number: int = 0
) -> Iterator[Parsed]:
    """The statements of one reading of a text."""
    covered, templates = reading.text, reading.templates
    if syntax.cover is not None:
        covered = syntax.cover(covered)
    try:
        tokens = grammar.tokenize(covered)
    except (TokenError, ValueError, IndexError, RecursionError) as error:
        statements = _pieces(covered, grammar, templates, syntax, str(error), own)
    else:
        if templates and syntax.substitute is not None:
            tokens, templates = syntax.substitute(text, tokens, grammar, templates)
        statements = _statements(covered, tokens, grammar, templates, syntax, own)
    if not reading.templates:
        yield from statements
        return
    for parsed in statements:
        parsed.reading, parsed.alternative = reading, number
        if parsed.templates:
            parsed.tree = restored(parsed.tree, reading.covers)
            parsed.statement = restored(parsed.statement, reading.covers)
            if parsed.problem is None:
                parsed.tokens = [_revealed(token, reading) for token in parsed.tokens]
        yield parsed


def _revealed(token: Token, reading: Reading) -> Token:
    """A token with its templates again: output names are written from them."""
    if COVER not in token.text:
        return token
    text = reading.covers.reveal(token.text)
    return Token(token.token_type, text, token.line, token.col, token.start, token.end, token.comments)


def _alternatives(statements: Iterable[Parsed]) -> Iterator[Parsed]:
    """The statements of several readings, each once: one that reads the same in two of them is one statement."""
    known: set[tuple[Span, str]] = set()
    for parsed in statements:
        span = parsed.span
        key = (span, parsed.reading.text[span.start : span.end] if parsed.reading is not None else "")
        if key not in known:
            known.add(key)
            yield parsed


def expression(text: str, grammar: Grammar, syntax: Syntax = PLAIN) -> exp.Expr:
    """The tree of an expression by itself; raises the parser's own error."""
    tokens = sql_grammar.apply(syntax.statement, grammar.tokenize(f"SELECT {text}"))
    tree = _trees(text, tokens, grammar, syntax)[0]
    if not isinstance(tree, exp.Select) or not tree.expressions:
        raise ParseError(f"{text} is not an expression")
    result: exp.Expr = tree.expressions[0]
    return result


def same_expression(first: str, second: str, grammar: Grammar) -> bool:
    """Whether two expressions are first, written differently: `a::int` and CAST(a AS INTEGER). False where either is
    not read.
    """
    try:
        return expression(first, grammar) == expression(second, grammar)
    except (ParseError, TokenError, ValueError, IndexError, RecursionError):
        return False


def query_tree(text: str, grammar: Grammar, syntax: Syntax = PLAIN) -> exp.Expr:
    """The tree of a query that stands in a string; raises the parser's own error."""
    tokens = sql_grammar.apply(syntax.statement, grammar.tokenize(text))
    tree = _trees(text, tokens, grammar, syntax)[0]
    if not isinstance(tree, exp.Query):
        raise ParseError("this is not a query")
    return tree


def tokenize(text: str, grammar: Grammar) -> list[Token]:
    """The tokens of a text that was read before; none where it cannot be tokenized."""
    try:
        return grammar.tokenize(cover(text)[0])
    except (TokenError, ValueError, IndexError, RecursionError):
        return []


def _statements(
    text: str,
    tokens: list[Token],
    grammar: Grammar,
    templates: list[Template],
    syntax: Syntax,
    own: Collection[str],
) -> Iterator[Parsed]:
    tokens = sql_grammar.apply(syntax.script, tokens)
    kinds = limits.kinds(tokens)
    for first, last in split(kinds):
        part = tokens[first:last]
        span = Span(part[0].start, part[-1].end + 1)
        parsed = _read(text, part, kinds[first:last], span, grammar, syntax, own)
        gap = errors.hollow(kinds[first:last], part) if parsed.tree is not None and not templates else None
        if gap is not None and syntax.statement:
            rewritten = sql_grammar.apply(syntax.statement, part)  # SELECT max(where): a name, as the dialect has it
            gap = errors.hollow(limits.kinds(rewritten), rewritten)
        if gap is not None:
            parsed = _unread(part, span, codes.SYNTAX, (gap.said,), gap.place)
        if templates:
            parsed.templates = [
                template for template in templates if template.start < span.end and template.end > span.start
            ]
        yield parsed


def split(kinds: str) -> Iterator[tuple[int, int]]:
    """The statements between semicolons, as ranges of tokens; empty ones fall away."""
    first = 0
    while first < len(kinds):
        last = kinds.find(limits.SEMICOLON, first)
        if last < 0:
            last = len(kinds)
        if last > first:
            yield first, last
        first = last + 1


def _unread(
    tokens: Sequence[Token], span: Span, code: Code, arguments: tuple[str, ...] = (), place: Span | None = None
) -> Parsed:
    return Parsed(None, tokens, span, None, code, arguments, place)


def _read(
    text: str,
    tokens: list[Token],
    kinds: str,
    span: Span,
    grammar: Grammar,
    syntax: Syntax,
    own: Collection[str] = (),
    explained: bool = True,
) -> Parsed:
    refused = limits.refuse(kinds, tokens)
    if refused is not None:
        code, arguments, token = refused
        return _unread(tokens, span, code, arguments, Span(token.start, token.end + 1))
    original = tokens
    if own:
        tokens = rewrites.hide_own_calls(
            tokens, own, grammar.parser_class.FUNCTIONS, grammar.parser_class.FUNCTION_PARSERS
        )
    bare = rewrites.find_bare_joins(tokens) if kinds.count(limits.JOIN) > rewrites.FEW else ()
    if len(bare) > rewrites.FEW:
        joined = rewrites.add_cross_joins(tokens, bare)
        if isinstance(joined, Token):
            return _unread(tokens, span, codes.BARE_JOIN, (str(len(bare)),), Span(joined.start, joined.end + 1))
        tokens = joined
    logger = logging.getLogger("sqlglot")
    before, logger.disabled = logger.disabled, True  # what the parser would log, headwater says as a diagnostic
    try:
        statement = None
        if syntax.read is not None:
            statement = syntax.read(tokens, text, lambda part: _part(text, part, grammar, syntax))
        if statement is None:
            trees = _trees(text, sql_grammar.apply(syntax.statement, tokens), grammar, syntax)
            statement = trees[0] if trees else None
    except Unreadable as error:
        return _unread(original, span, codes.SYNTAX, (_sentence(str(error)),), error.span)
    except ParseError as error:
        detail = error.errors[0] if error.errors else {}
        said = _INTERNAL.sub("the end", str(detail.get("description") or error))
        place = _place(detail, text, span)
        if not explained:
            return _unread(original, span, codes.SYNTAX, (_sentence(said),), place)
        match = _mistake(text, original, span, said, place, grammar, syntax)
        return _unread(original, span, codes.SYNTAX, (match.said,), match.place)
    except RecursionError:
        return _unread(original, span, codes.TOO_LARGE)
    except (TokenError, ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError) as error:
        # the parser's own slips on strange input, such as t(c "EN""UM"), of which it tokenizes the type once more; the
        # statement is unreadable, the rest is not
        return _unread(original, span, codes.SYNTAX, (_sentence(str(error) or type(error).__name__),))
    finally:
        logger.disabled = before
    if statement is None:
        return _unread(original, span, codes.SYNTAX, ("expected a statement.",))
    if isinstance(statement, exp.Expr):
        # SELECT a, ARRAY ( FROM t: the parser forgives some brackets that are never closed
        loose = None if limits.is_balanced(kinds) or isinstance(statement, exp.Command) else errors.unmatched(original)
        if loose is not None:
            return _unread(original, span, codes.SYNTAX, (loose.said,), loose.place)
        return Parsed(statement, original, span)
    return Parsed(None, original, span, statement)


def _mistake(
    text: str, tokens: list[Token], span: Span, said: str, place: Span, grammar: Grammar, syntax: Syntax
) -> errors.Mistake:
    """What is wrong where the parser stopped."""

    def reach(changed: str) -> int:
        try:
            changed_tokens = sql_grammar.apply(syntax.script, grammar.tokenize(changed))
        except (TokenError, ValueError, IndexError, RecursionError):
            return -1
        kinds = limits.kinds(changed_tokens)
        if not changed_tokens or limits.SEMICOLON in kinds:
            return -1
        read = _read(changed, changed_tokens, kinds, Span(0, len(changed)), grammar, syntax, explained=False)
        if read.problem is not None:
            return read.place.start if read.place is not None else -1
        fits = read.statement is not None or not isinstance(read.tree, (exp.Command, exp.Condition, exp.Alias))
        return len(changed) + 1 if fits else -1

    starts = [token.start for token in tokens]
    index = max(bisect_right(starts, place.start) - 1, 0)
    return errors.explain(errors.Stop(text, span, tokens, index, said, reach))


def _part(text: str, tokens: Sequence[Token], grammar: Grammar, syntax: Syntax) -> exp.Expr:
    """A part of a statement, parsed as a statement would be."""
    trees = _trees(text, sql_grammar.apply(syntax.statement, list(tokens)), grammar, syntax)
    if not trees or trees[0] is None:
        raise Unreadable("expected a statement")
    return trees[0]


_UNFIT = ("Required keyword:", "The number of provided arguments")
_TRIES = 8


def _trees(text: str, tokens: list[Token], grammar: Grammar, syntax: Syntax) -> list[exp.Expr | None]:
    """Parse; what fails is tried again with two-word keywords put together, and with functions that are not the
    parser's own marked as such.
    """
    subscripted = "[" in text and rewrites.SUBSCRIPTED.search(text) is not None
    if subscripted:
        tokens = rewrites.hide_subscripted(tokens)
    for left in range(_TRIES, -1, -1):
        try:
            trees = grammar.parser(error_level=ErrorLevel.IMMEDIATE).parse(tokens, text)
            if subscripted:
                for tree in filter(None, trees):
                    reveal_names(tree)
            mend = syntax.tree
            if mend is None and any(is_hidden(token.text) for token in tokens):
                mend = reveal
            return trees if mend is None else [tree if tree is None else mend(tree) for tree in trees]
        except ParseError as error:
            detail = error.errors[0] if error.errors else {}
            again: list[Token] | None = None
            if left and str(detail.get("description")).startswith(_UNFIT):
                again = rewrites.hide_unfit_call(tokens, detail.get("line") or 0, detail.get("col") or 0)
            if again is None:
                again = rewrites.join_two_word_keywords(tokens)
                if not left or len(again) == len(tokens):
                    raise
            tokens = again
    return []


def _pieces(
    text: str, grammar: Grammar, templates: list[Template], syntax: Syntax, why: str, own: Collection[str]
) -> Iterator[Parsed]:
    """The text cannot be cut into tokens as a whole: try each piece between semicolons by itself."""
    start = 0
    pieces = text.split(";")
    for piece in pieces:
        if piece.strip():
            try:
                tokens = grammar.tokenize(piece)
            except (TokenError, ValueError, IndexError, RecursionError):
                lead = len(piece) - len(piece.lstrip())
                span = Span(start + lead, start + len(piece.rstrip()))
                match = errors.unclosed(piece, grammar)
                if match is None:
                    yield _unread((), span, codes.TOKENS, (_sentence(why),))
                else:
                    place = Span(match.place.start + start, match.place.end + start)
                    yield _unread((), span, codes.TOKENS, (match.said,), place)
            else:
                moved = [_moved(token, start) for token in tokens]
                yield from _statements(text, moved, grammar, templates, syntax, own)
        start += len(piece) + 1


def _moved(token: Token, by: int) -> Token:
    return Token(token.token_type, token.text, token.line, token.col, token.start + by, token.end + by, token.comments)


def _place(detail: dict[str, object], text: str, span: Span) -> Span:
    """Where the parser stopped: it tells line and the column after the token."""
    line, column, highlight = detail.get("line"), detail.get("col"), detail.get("highlight")
    if not isinstance(line, int) or not isinstance(column, int):
        return span
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    end = min(start + column, span.end)
    width = len(highlight) if isinstance(highlight, str) else 1
    return Span(max(end - width, span.start, 0), max(end, span.start))


def _sentence(text: str) -> str:
    line = text.strip().split("\n")[0].strip()
    return (line[:200] or "no reason given").rstrip(".") + ("" if line.endswith("?") else ".")

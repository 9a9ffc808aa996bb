"""Limits that keep a statement from taking the interpreter down, measured on its tokens before it is parsed.

The parser recurses once or more for each open parenthesis, bracket and CASE, and a compiled parser on the native stack;
on some texts it takes time that doubles with every token. So these are counted first, and a statement that goes too far
is refused kindly. The kinds of the tokens are written as one string, a character each, and searched there: nearly every
statement is far below every limit, and is let through at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import attrgetter

from sqlglot.tokenizer_core import Token, TokenType

from headwater.base import codes
from headwater.base.codes import Code

MAX_DEPTH = 240
"""Deep enough for 200 nested subqueries, and a fifth of where the parser and the binder meet Python's own limit."""
MAX_RUN = 100
"""Prefix operators, subscripts or keywords in a row: real statements have a few."""

_T = TokenType
_KIND = attrgetter("token_type")


def _letters(kinds: Iterable[TokenType]) -> str:
    return "".join(map(chr, kinds))


def _any(kinds: Iterable[TokenType]) -> str:
    return "[" + re.escape(_letters(kinds)) + "]"


_OPEN = _letters((_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE, _T.CASE))
_CLOSE = _letters((_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE, _T.END))
# NOT NOT …, - - …, FROM FROM …: each is a level of recursion, or a branch to try, without a parenthesis
_PREFIX = (_T.NOT, _T.DASH, _T.TILDE, _T.PLUS, _T.FROM, _T.INTERVAL, _T.ANY, _T.PARAMETER, _T.SELECT, _T.WITH)
_RUN = re.compile(f"{_any(_PREFIX)}{{{MAX_RUN}}}", re.DOTALL)
# a[1][1]…: the parser's time grows with the square
_SUBSCRIPTS = re.compile(f"(?:{_any((_T.L_BRACKET,))}.{_any((_T.R_BRACKET,))}){{{MAX_RUN}}}", re.DOTALL)
_NESTING = re.compile("[" + re.escape(_OPEN + _CLOSE) + "]")
_NOTHING_BETWEEN = re.compile(
    "|".join(
        (
            f"{_any((_T.COMMA, _T.L_PAREN, _T.L_BRACKET))}{re.escape(chr(_T.COMMA))}",
            f"{_any((_T.L_BRACE, _T.PLACEHOLDER))}{re.escape(chr(_T.COLON))}",  # {: a}, a ? : b
            # {'k': : a}, {k: : a}, a ? b : : c; not x[: :2]
            f"(?<={_any((_T.STRING,))}){re.escape(_letters((_T.COLON, _T.COLON)))}",
            f"(?<={_any((_T.L_BRACE, _T.COMMA, _T.PLACEHOLDER))}.){re.escape(_letters((_T.COLON, _T.COLON)))}",
            re.escape(_letters((_T.R_BRACE, _T.L_BRACE))),  # [{'x': a} {'x': b}]
            # f(a.), (.a): half a name; not .5
            f"{re.escape(chr(_T.DOT))}(?:{_any((_T.R_PAREN, _T.COMMA))}|$)",
            f"{_any((_T.L_PAREN, _T.COMMA))}{re.escape(chr(_T.DOT))}(?={_any((_T.VAR, _T.IDENTIFIER))})",
        )
    ),
    re.DOTALL,
)
"""Two tokens with nothing between them where no engine allows it: the parser reads over what follows."""
SEMICOLON = chr(_T.SEMICOLON)
JOIN = chr(_T.JOIN)

Refusal = tuple[Code, tuple[str, ...], Token]


def kinds(tokens: Sequence[Token]) -> str:
    """The kinds of the tokens, a character each."""
    return _letters(map(_KIND, tokens))


def refuse(kinds: str, tokens: Sequence[Token]) -> Refusal | None:
    """Why a statement is not given to the parser, and where; None for nearly all."""
    run = _RUN.search(kinds) or _SUBSCRIPTS.search(kinds)
    if run is not None:
        return codes.TOO_DEEP, (f"over {MAX_RUN}", f"{MAX_RUN:,}"), tokens[run.start()]
    if sum(map(kinds.count, _OPEN)) > MAX_DEPTH:
        deepest, index = depth(kinds)
        if deepest > MAX_DEPTH:
            return codes.TOO_DEEP, (f"{deepest:,}", f"{MAX_DEPTH:,}"), tokens[index]
    gap = _NOTHING_BETWEEN.search(kinds)
    if gap is not None:
        before, *behind = tokens[gap.start() : gap.start() + 2]
        if not behind:
            return codes.SYNTAX, (f"nothing follows {before.text}.",), before
        pair = (before.text, behind[0].text)
        between = "two commas" if pair == (",", ",") else " and ".join(pair)
        return codes.SYNTAX, (f"nothing between {between}.",), behind[0]
    return None


def is_balanced(kinds: str) -> bool:
    """Whether as many brackets are closed as are opened, of each kind."""
    return all(kinds.count(left) == kinds.count(right) for left, right in _PAIRS)


_PAIRS = tuple((chr(left), chr(right)) for left, right in ((_T.L_PAREN, _T.R_PAREN), (_T.L_BRACKET, _T.R_BRACKET)))


def depth(kinds: str) -> tuple[int, int]:
    """The deepest nesting, and the index of the token where it is first reached."""
    deepest = index = level = 0
    for bracket in _NESTING.finditer(kinds):
        if bracket.group() in _OPEN:
            level += 1
            if level > deepest:
                deepest, index = level, bracket.start()
        elif level:
            level -= 1
    return deepest, index

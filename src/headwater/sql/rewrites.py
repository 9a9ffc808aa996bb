"""Small, named changes to the words before they are parsed, each with the text that forced it. Offsets stay true."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlglot.tokenizer_core import Token, TokenType

_T = TokenType
_OPEN = frozenset({_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE})
_CLOSE = frozenset({_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})
_CONDITION = frozenset({_T.ON, _T.USING})
_NEEDS_NONE = frozenset({_T.CROSS, _T.NATURAL, _T.ARRAY, _T.APPLY})
_NEEDS_ONE = frozenset({_T.LEFT, _T.RIGHT, _T.FULL, _T.OUTER, _T.SEMI, _T.ANTI, _T.ASOF, _T.LATERAL})
FEW = 5
"""So many joins may lack a condition: the parser's time doubles with each of them."""


_BY = {
    "GROUP": _T.GROUP_BY,
    "ORDER": _T.ORDER_BY,
    "PARTITION": _T.PARTITION_BY,
    "CLUSTER": _T.CLUSTER_BY,
    "DISTRIBUTE": _T.DISTRIBUTE_BY,
    "SORT": _T.SORT_BY,
}


def rejoined(tokens: list[Token]) -> list[Token]:
    """GROUP /* why */ BY k: a comment inside a keyword of two words cuts it in two for the parser."""
    out: list[Token] = []
    for token in tokens:
        if out and token.text.upper() == "BY" and out[-1].text.upper() in _BY:
            first = out.pop()
            kind = _BY[first.text.upper()]
            text = f"{first.text} {token.text}"
            token = Token(kind, text, token.line, token.col, first.start, token.end)
        out.append(token)
    return out if len(out) < len(tokens) else tokens


MARK = "\u2060"
"""Behind the name of a function that the parser must not take for one of its own; it is no part of the name."""


def unfit_call(tokens: Sequence[Token], line: int, column: int) -> list[Token] | None:
    """SELECT split(a) FROM t, where split is the user's own: the parser knows one with other arguments, and refuses.

    It tells the parenthesis that closes the call; its name gets a mark, and is then a function like any other.
    """
    waiting: list[int] = []
    for index, token in enumerate(tokens):
        if token.token_type in _OPEN:
            waiting.append(index)
        elif token.token_type in _CLOSE and waiting:
            opened = waiting.pop()
            if (token.line, token.col) == (line, column) and opened and tokens[opened - 1].token_type in _NAMES:
                name = tokens[opened - 1]
                if MARK in name.text:
                    return None
                out = list(tokens)
                out[opened - 1] = Token(_T.VAR, name.text + MARK, name.line, name.col, name.start, name.end)
                return out
    return None


_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_NO_CALL = frozenset({_T.INTO, _T.TABLE, _T.VIEW, _T.WITH, _T.ALIAS, _T.EXISTS, _T.REFERENCES, _T.ON, _T.UPDATE})


def own_calls(tokens: list[Token], own: Collection[str], known: Collection[str], read: Collection[str]) -> list[Token]:
    """CREATE MACRO iff(c, a, b) AS …; SELECT iff(x, y, z): the user's function and not one that the parser knows.

    The names of calls get a mark, as in `unfit_call`.
    """
    out: list[Token] | None = None
    for at in range(len(tokens) - 1):
        if tokens[at + 1].token_type is not _T.L_PAREN or tokens[at].text.lower() not in own:
            continue
        name = tokens[at]
        if (name.text.upper() in known or name.text.upper() in read) and name.token_type is not _T.STRING:
            if at and tokens[at - 1].token_type in _NO_CALL:
                continue  # a table of that name, with its columns behind it
            out = list(tokens) if out is None else out
            out[at] = Token(_T.VAR, name.text + MARK, name.line, name.col, name.start, name.end)
    return tokens if out is None else out


def bare_joins(tokens: Sequence[Token]) -> list[int]:
    """The indexes of the JOINs that have no ON or USING before the next JOIN of the same depth.

    `a JOIN b JOIN c`: legal where an engine reads it as a cross join. The parser tries every way of nesting them.
    """
    waiting: list[list[int]] = [[]]
    bare: list[int] = []
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind in _OPEN:
            waiting.append([])
        elif kind in _CLOSE:
            if len(waiting) > 1:
                bare += waiting.pop()
        elif kind is _T.JOIN:
            if index and tokens[index - 1].token_type in _NEEDS_NONE:
                continue
            waiting[-1].append(index)
        elif kind in _CONDITION and waiting[-1]:
            waiting[-1].pop()
    for rest in waiting:
        bare += rest
    return sorted(bare)


def crossed(tokens: Sequence[Token], bare: Sequence[int]) -> list[Token] | Token:
    """The words with CROSS before each bare JOIN; or the JOIN that cannot be one (LEFT JOIN without ON)."""
    wanted = set(bare)
    out: list[Token] = []
    for index, token in enumerate(tokens):
        if index in wanted:
            before = tokens[index - 1].token_type if index else None
            if before in _NEEDS_ONE:
                return token
            if before is _T.INNER:
                out.pop()
            out.append(Token(_T.CROSS, "CROSS", token.line, token.col, token.start, token.end))
        out.append(token)
    return out

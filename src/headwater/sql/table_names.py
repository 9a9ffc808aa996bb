"""The last rungs of the ladder: what tables a statement names, read off its tokens alone."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

_T = TokenType
_READ = frozenset({_T.FROM, _T.JOIN, _T.USING})
_WRITE = frozenset({_T.INTO, _T.TABLE, _T.VIEW, _T.UPDATE, _T.OVERWRITE})
_NAME = frozenset({_T.VAR, _T.IDENTIFIER})
_SKIP = frozenset(
    {"IF", "NOT", "EXISTS", "TABLE", "ONLY", "LATERAL", "OVERWRITE", "INTO", "DELETE", "DIRECTORY", "LOCAL"}
)


def tables(tokens: Sequence[Token]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Names that stand where a table is read, and where one is written."""
    reads: list[tuple[str, ...]] = []
    writes: list[tuple[str, ...]] = []
    ctes: set[str] = set()
    for index, token in enumerate(tokens):
        kind = token.token_type
        behind = [token.token_type for token in tokens[index + 1 : index + 3]]
        if kind in _NAME and behind == [_T.ALIAS, _T.L_PAREN]:
            ctes.add(token.text.lower())
        if kind in _READ or kind in _WRITE:
            name = _name(tokens, index + 1)
            if name:
                (reads if kind in _READ else writes).append(name)
    return (
        [name for name in dict.fromkeys(reads) if not (len(name) == 1 and name[0].lower() in ctes)],
        list(dict.fromkeys(writes)),
    )


def _name(tokens: Sequence[Token], index: int) -> tuple[str, ...]:
    while index < len(tokens) and tokens[index].text.upper() in _SKIP:
        index += 1
    parts: list[str] = []
    while index < len(tokens) and (tokens[index].token_type in _NAME or (parts and tokens[index].text.isidentifier())):
        parts.append(tokens[index].text)
        if index + 1 >= len(tokens) or tokens[index + 1].token_type is not _T.DOT:
            break
        index += 2
    return tuple(parts)


def outfile(tokens: Sequence[Token]) -> str | None:
    """SELECT … INTO OUTFILE 'x.csv': the file that a query writes, by the tokens at its end."""
    for index in range(len(tokens) - 2, 0, -1):
        if tokens[index].token_type is _T.INTO:
            named = tokens[index + 1].text.upper() == "OUTFILE" and index + 2 < len(tokens)
            return tokens[index + 2].text if named and tokens[index + 2].token_type is _T.STRING else None
    return None


_KINDS = {
    "WITH": "SELECT",
    "SELECT": "SELECT",
    "FROM": "SELECT",
    "VALUES": "SELECT",
    "REPLACE": "INSERT",
}


def kind(tokens: Sequence[Token]) -> str:
    """What a statement is, by its first tokens."""
    keywords = [token.text.upper() for token in tokens[:4]]
    if not keywords:
        return "UNKNOWN"
    first = keywords[0]
    if first in ("WITH", "FROM"):
        inside = next(
            (token.text.upper() for token in tokens if token.text.upper() in ("INSERT", "UPDATE", "DELETE", "MERGE")),
            "",
        )
        return inside or "SELECT"
    if first in ("CREATE", "DROP", "ALTER"):
        what = next(
            (keyword for keyword in keywords[1:] if keyword in ("TABLE", "VIEW", "FUNCTION", "DATABASE", "SCHEMA")), ""
        )
        return f"{first}_{what}" if what else first
    return _KINDS.get(first, first if first.isalpha() else "UNKNOWN")

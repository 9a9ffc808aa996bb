"""Where each token of a statement stands: inside which bracket or CASE, and in which clause.

A token rewrite looks for keywords, and most keywords may also be names. The outline tells them apart by their position:
`THEN ERROR` is a clause of MERGE at the statement's own level, and a result of CASE between CASE and END. It is one
pass over the tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN

_T = TokenType
TOP = -1
"""The holder of a token that stands in no bracket and no CASE."""
_CLAUSES = frozenset(
    {
        _T.SELECT, _T.FROM, _T.WHERE, _T.PREWHERE, _T.GROUP_BY, _T.HAVING, _T.QUALIFY, _T.ORDER_BY, _T.SORT_BY,
        _T.CLUSTER_BY, _T.DISTRIBUTE_BY, _T.PARTITION_BY, _T.LIMIT, _T.VALUES, _T.SET, _T.JOIN, _T.ON, _T.USING,
        _T.INTO, _T.OVERWRITE, _T.UNION, _T.EXCEPT, _T.INTERSECT, _T.RETURNING, _T.WHEN, _T.THEN,
    }
)  # fmt: skip
TABLES = frozenset({_T.FROM, _T.JOIN, _T.ON, _T.USING})
"""The clauses in which a comma separates tables: FROM a JOIN b ON a.k = b.k, c."""
TARGET = frozenset({_T.INTO, _T.OVERWRITE})
"""The clauses that name what an INSERT writes."""
_QUERY = frozenset({_T.SELECT, _T.FROM, _T.VALUES})
_BEFORE_NAME = frozenset({_T.DOT, _T.ALIAS})
_CALLED = frozenset({_T.VAR, _T.IDENTIFIER, _T.SESSION})


@dataclass(frozen=True, slots=True)
class Outline:
    """The position of every token, by its index.

    >>> from headwater import dialects
    >>> tokens = dialects.get("duckdb").grammar.tokenize("SELECT f(a), CASE WHEN b THEN c END FROM t")
    >>> outline = outlined(tokens)
    >>> [token.text for token, holder in zip(tokens, outline.holder) if holder == TOP]
    ['SELECT', 'f', '(', ')', ',', 'CASE', 'END', 'FROM', 't']
    """

    holder: list[int]
    """The index of the innermost bracket or CASE that is open around a token; `TOP` where there is none."""
    clause: list[TokenType | None]
    """The last clause keyword of the token's own level, itself included: FROM for t, None for a."""

    def is_top(self, index: int) -> bool:
        """Whether a token stands at the statement's own level."""
        return self.holder[index] == TOP

    def clause_around(self, index: int) -> TokenType | None:
        """The clause in which the bracket or CASE around a token stands; None at the statement's own level."""
        holder = self.holder[index]
        return None if holder == TOP else self.clause[holder]


def outlined(tokens: Sequence[Token]) -> Outline:
    """The outline of the tokens of a statement, or of several with semicolons between them."""
    holders: list[int] = []
    clauses: list[TokenType | None] = []
    levels: list[tuple[int, TokenType | None]] = [(TOP, None)]
    for index, token in enumerate(tokens):
        kind = token.token_type
        before = tokens[index - 1].token_type if index else None
        is_name = before in _BEFORE_NAME and not (before is _T.ALIAS and kind in _QUERY)  # t.case, a AS end
        holder, clause = levels[-1]
        if kind in CLOSE:
            while len(levels) > 1 and tokens[levels[-1][0]].token_type is _T.CASE:
                levels.pop()  # a CASE without END
            if len(levels) > 1:
                levels.pop()
            holder, clause = levels[-1]
        elif kind is _T.END and holder != TOP and tokens[holder].token_type is _T.CASE and not is_name:
            levels.pop()
            holder, clause = levels[-1]
        elif kind is _T.SEMICOLON:
            levels = [(TOP, None)]
            holder, clause = TOP, None
        elif kind in _CLAUSES and not is_name:
            clause = kind
            levels[-1] = holder, clause
        holders.append(holder)
        clauses.append(clause)
        if kind in OPEN or (kind is _T.CASE and not is_name):
            levels.append((index, None))
    return Outline(holders, clauses)


def is_call(tokens: Sequence[Token], index: int) -> bool:
    """Whether the parenthesis at an index opens the arguments of a call: a function's name stands before it."""
    if not 0 < index < len(tokens) or tokens[index].token_type is not _T.L_PAREN:
        return False
    return tokens[index - 1].token_type in _CALLED


_BEFORE_TABLE = frozenset({_T.INTO, _T.TABLE, _T.VIEW, _T.WITH, _T.ALIAS, _T.EXISTS, _T.REFERENCES, _T.ON, _T.UPDATE})


def names_table(tokens: Sequence[Token], index: int) -> bool:
    """Whether a name with a parenthesis behind it is a table's and no function's: INSERT INTO t (a), WITH q (a) AS."""
    return index > 0 and tokens[index - 1].token_type in _BEFORE_TABLE


def in_call(tokens: Sequence[Token], outline: Outline, index: int) -> bool:
    """Whether a token is an argument of a call, or the beginning of one."""
    holder = outline.holder[index]
    return holder != TOP and is_call(tokens, holder)


__all__ = ["TABLES", "TARGET", "TOP", "Outline", "in_call", "is_call", "names_table", "outlined"]

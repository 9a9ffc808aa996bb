"""Names that the parser read over: tokens of a statement that stand in no node of its tree.

The parser takes `CUBE d (a)` for CUBE (a) and `SELECT b {'k': a}` for {'k': a}. An answer from such a tree leaves a
column out, so it must not say EXACT. Most tokens that have no node are words of the grammar; so only those count that
are called like a column in reach, and stand where no such word does.

To add a word of a grammar: to `_WORDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

_T = TokenType
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_LEADS = frozenset({"$", "@", "@@", ":", "::", "?::", "AS", "NEW", "MODEL", "CONNECTION", "DESCRIPTOR", "COLLATE"})
"""A name behind one of these is a parameter's, a type's or another object's."""
_TAILS = frozenset({":", ":=", "=>", "="})
"""A name before one of these is that of an argument, a field or an option."""
_OPTIONS = frozenset({"OPTIONS", "SETTINGS", "DESCRIBE", "EXPLAIN", "OUTFILE", "SET", "FORMAT", "TBLPROPERTIES"})
"""Behind one of these there are no columns, as far as the tokens tell."""
_PATTERNS = frozenset({"MATCH_RECOGNIZE", "GRAPH", "GRAPH_TABLE", "MATCHPATH"})
"""Languages of their own, with names that are not those of columns."""
_WORDS = frozenset(
    """
    day hour minute second month year week quarter days hours minutes seconds months years weeks dow doy epoch century
    decade millennium isoyear isoweek date time dayofweek dayofyear millisecond microsecond nanosecond
    preceding following unbounded current row rows range groups exclude ties others no first last nulls include next
    only percent with totals fill step to staleness interpolate sample system bernoulli bucket method top by of at
    version within group value key absent empty error conditional unconditional wrapper lambda if for in strict
    transform match measures pattern define after skip past one per final running matched options settings format
    materialized recursive corresponding extend return let filter aggregate assert fork tee call optional shortest
    leading trailing both placing symmetric asymmetric mod contains clamped report model connection nearest distance
    """.upper().split()
)
"""Words of grammars that are not reserved. One that is a column's name, too, is not looked for."""


CHECKED = (exp.Query, exp.Insert, exp.Update, exp.Delete)
"""Statements whose every name is that of a node; others have options with names, too."""


def loose_names(
    starts: Collection[int],
    tokens: Sequence[Token],
    is_column: Callable[[str], bool],
    is_function: Callable[[str], bool],
) -> Iterator[Token]:
    """The tokens that are called like a column, and are not among the starts of nodes."""
    for index, token in enumerate(tokens):
        if (
            token.token_type in _NAMES
            and token.start not in starts
            and is_column(token.text)
            and not _is_word(tokens, index)
        ):
            called = index + 1 < len(tokens) and tokens[index + 1].token_type is _T.L_PAREN
            if not called or not is_function(token.text):  # the parser notes no place of CAST( and max(
                yield token


def node_starts(tree: exp.Expr) -> set[int]:
    """Where the nodes of a tree begin, as far as the parser notes it."""
    starts: set[int] = set()
    stack: list[Any] = [tree]
    pop, push, extend, add = stack.pop, stack.append, stack.extend, starts.add
    identifier, literal, expression = exp.Identifier, exp.Literal, exp.Expr
    while stack:
        node = pop()
        if not isinstance(node, expression):  # a list may hold texts and gaps
            continue
        meta = node._meta
        if meta and "start" in meta:
            add(meta["start"])
        for value in node.args.values():
            if value:
                kind = value.__class__
                if kind is identifier or kind is literal:  # most leaves: not worth a turn of their own
                    meta = value._meta
                    if meta and "start" in meta:
                        add(meta["start"])
                elif kind is list:
                    extend(value)
                elif kind is not str and kind is not bool and isinstance(value, expression):
                    push(value)
    return starts


def _is_word(tokens: Sequence[Token], index: int) -> bool:
    """Whether a name is a word of the grammar, a label or another object's name by its place."""
    text = tokens[index].text.upper()
    before = tokens[index - 1].text.upper() if index else ""
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    if text in _WORDS or before in _LEADS or after in _TAILS or (text == "NAME" and before in ("BY", "INTO")):
        return True
    while before == "." and index > 1:  # CAST(a AS shop.Colour)
        index -= 2
        before = tokens[index - 1].text.upper() if index else ""
        if before in _LEADS:
            return True
    return any(token.text.upper() in _OPTIONS or token.text.upper() in _PATTERNS for token in tokens[:index])

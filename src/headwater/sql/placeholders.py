"""Placeholder calls: what the parser cannot read is hidden from it as a call or a name that no text holds.

    quantile(0.5)(x)            quantile(<params>(0.5), x)
    * EXCEPT (a)                <matcher>(<star>, <except>(a))
    FROM t |> WHERE a > 0       WITH <from> AS (…), <where> AS (…) SELECT 1

The token rewrites of a dialect write them, the binder knows them by the names below. One character marks them all:
before a name it makes a placeholder, behind the name of a function it hides that function from the parser, which would
read one of its own in it (`hidden`). The name comes back when the tree is there (`reveal`). To add a placeholder: a
name here, the rewrite that writes it, and the binder that reads it.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

MARK = "\ue001"
"""Before the name of a placeholder, behind the name of a hidden function; no text is expected to hold it."""

LAMBDA, PARAMS, LIMIT = f"{MARK}lambda", f"{MARK}params", f"{MARK}limit"
MATCHER, STAR, COLUMNS, LIST = f"{MARK}matcher", f"{MARK}star", f"{MARK}columns", f"{MARK}list"
EXCEPT, REPLACE, APPLY, LIKE, ILIKE = (f"{MARK}{name}" for name in ("except", "replace", "apply", "like", "ilike"))
SHOWN = f"{MARK}show "
"""Before the name of a function that stands for what DESCRIBE and SHOW answer; what they show is behind it."""
MODIFIERS, WHERE, GROUP, HAVING, ORDER = (
    f"{MARK}{name}" for name in ("modifiers", "where", "group", "having", "order")
)
"""What stands inside the parentheses of an aggregate besides its arguments: SUM(x WHERE c GROUP BY k)."""
LET = f"{MARK}let"
"""Values with names, and an expression over them: WITH(n AS LENGTH(s), n * n)."""
NAMED = f"{MARK}named"
"""One of several arrays, and what its elements are called: UNNEST(xs, ys AS y)."""
INPUT = f"{MARK}input"
"""What a pipeline hands to a function that it calls: |> CALL f(5, INPUT TABLE)."""
BY_NAME = f"{MARK}name"
"""What UPDATE BY NAME sets in a MERGE."""

ALIASES = "aliases"
"""In a SELECT's or a lambda's `meta`: the aliases given somewhere inside its expressions, `f(x AS y)`."""
LEVELS = "levels"
"""The argument of a call that holds its parameters, `quantile(0.5)(x)`."""


def is_placeholder(name: str) -> bool:
    """Whether a name is a placeholder's."""
    return name.startswith(MARK)


def open_call(token: Token, name: str) -> tuple[Token, Token]:
    """The tokens `name (` of a placeholder call, at the offsets of another token."""
    place = token.line, token.col, token.start, token.end
    return Token(TokenType.VAR, name, *place), Token(TokenType.L_PAREN, "(", *place)


def hide(name: Token) -> Token:
    """The token of a function's name, so that the parser takes it for none of its own.

    SELECT split(a) FROM t, where split is the user's: the parser knows one with other arguments.
    """
    return Token(TokenType.VAR, name.text + MARK, name.line, name.col, name.start, name.end)


def is_hidden(name: str) -> bool:
    """Whether a function's name is hidden from the parser."""
    return name.endswith(MARK)


def revealed(name: str) -> str:
    """The name of a function without the mark that hid it."""
    return name.rstrip(MARK)


def reveal_names(tree: exp.Expr) -> None:
    """Take the marks off the hidden names of columns and fields of a tree: t.list[1]."""
    for name in tree.find_all(exp.Identifier):
        if is_hidden(name.args["this"]):
            name.args["this"] = revealed(name.args["this"])


def reveal(tree: exp.Expr) -> exp.Expr:
    """Take the marks off the names of all hidden functions of a tree."""
    for call in tree.find_all(exp.Anonymous):
        name = call.args["this"]
        if isinstance(name, str) and is_hidden(name):
            call.args["this"] = revealed(name)
    return tree

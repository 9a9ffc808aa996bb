"""Variables of a script: `SET hivevar:day=2024-01-01;` and behind it `${hivevar:day}`.

The tokens of what the script sets replace the variable, each with the variable's offsets.
What it does not set stays a template (`sql.templates`). `${x}` is `${hivevar:x}`, or a setting of that name.

Bounds: a value of more than `LONGEST` characters, or all of them together more than `MOST`, is not put in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import synthetic
from headwater.sql.templates import COVER, COVERED, Template

_T = TokenType
LONGEST = 10_000
MOST = 1_000_000
_VARIABLE = re.compile(r"\$\{\s*(?:(hivevar|hiveconf)\s*:)?\s*([\w.]+)\s*\}", re.IGNORECASE)
_SET = re.compile(r"\s*SET\s+(?:(hivevar|hiveconf):)?([\w.]+)\s*=(.*)", re.IGNORECASE | re.DOTALL)
_STRINGS = frozenset(kind for kind in _T if kind is _T.STRING or kind.name.endswith("_STRING"))


class _Script:
    def __init__(self, text: str, grammar: Grammar, templates: Sequence[Template]) -> None:
        self.text = text
        self.grammar = grammar
        self.templates = templates
        self.known: dict[str, str] = {}
        self.used: set[int] = set()
        self.spent = 0
        self.next = 0

    def set(self, start: int, end: int) -> None:
        """Note what a statement sets, if it is a SET."""
        match = _SET.fullmatch(self.text[start:end])
        if match is not None:
            space, name, value = match.groups()
            self.known[f"{(space or 'hiveconf').lower()}:{name}"] = self.filled(value.strip())[:LONGEST]

    def value(self, variable: str) -> str | None:
        """What a variable stands for; None where the script does not say."""
        match = _VARIABLE.fullmatch(variable)
        if match is None:
            return None
        space, name = match.groups()
        if space:
            return self.known.get(f"{space.lower()}:{name}")
        return self.known.get(f"hivevar:{name}", self.known.get(f"hiveconf:{name}"))

    def filled(self, text: str) -> str:
        """A text with the variables in it that are known."""
        return _VARIABLE.sub(lambda match: self.value(match.group()) or match.group(), text)

    def replacement(self, token: Token) -> list[Token]:
        """A token, or those that its variables stand for."""
        inside: list[Template] = []
        while self.next < len(self.templates) and self.templates[self.next].start <= token.end:
            if self.templates[self.next].start >= token.start:
                inside.append(self.templates[self.next])
            self.next += 1
        values = [self.value(expression.text) for expression in inside]
        size = sum(len(value or "") for value in values)
        if not inside or any(value is None for value in values) or self.spent + size > MOST:
            return [token]
        text = token.text
        rest = iter(values)
        text = COVERED.sub(lambda match: next(rest, None) or "", text)
        self.spent += size
        if COVER in text:
            return [token]
        if token.token_type in _STRINGS or token.token_type is _T.IDENTIFIER:
            result = [synthetic(token, token.token_type, text)]
        else:
            try:
                result = [synthetic(token, part.token_type, part.text) for part in self.grammar.tokenize(text)]
            except (TokenError, ValueError, IndexError, RecursionError):
                return [token]
            if any(part.token_type is _T.SEMICOLON for part in result):
                return [token]
        self.used |= {expression.start for expression in inside}
        return result


def put(
    text: str, tokens: list[Token], grammar: Grammar, templates: list[Template]
) -> tuple[list[Token], list[Template]]:
    """The tokens with what the script sets in the place of its variables, and the templates that are left."""
    script = _Script(text, grammar, templates)
    out: list[Token] = []
    begins = tokens[0].start if tokens else 0
    for token in tokens:
        if token.token_type is _T.SEMICOLON:
            script.set(begins, token.start)
            begins = token.end + 1
        out += script.replacement(token) if COVER in token.text else [token]
    return out, [template for template in templates if template.start not in script.used]

"""Templates in SQL: `${var}`, `{{ jinja }}`, `{% blocks %}`, `{# comments #}`.

Each is covered by characters of the private use area, one for one, so that every offset stays true and the parser sees
a name. What stands under a covered name is read back from the original text. `{{ ref('x') }}` and `{{ source('s', 't')
}}` say which table they mean, so they are read as that table; `{{ config(…) }}` becomes nothing, and is read as
nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

COVER = "\ue000"

_TEMPLATE = re.compile(r"\$\{[^{}\n]{0,200}\}|\{\{.{0,2000}?\}\}|\{%.{0,2000}?%\}|\{#.{0,20000}?#\}", re.DOTALL)
_REF = re.compile(r"""\{\{-?\s*(?:ref|source)\s*\(\s*(['"])(.*?)\1\s*(?:,\s*(['"])(.*?)\3\s*)?\)\s*-?\}\}""")
_NOTHING = re.compile(r"\{\{-?\s*config\s*\(")


class Template(NamedTuple):
    """A template found in the text; `block` ones have no value and are blanked out."""

    start: int
    end: int
    text: str
    block: bool


def cover(text: str) -> tuple[str, list[Template]]:
    """The text with its templates covered, and the templates.

    >>> cover("SELECT {{ x }}")[0] == "SELECT " + COVER * 7
    True
    """
    if "{" not in text:
        return text, []
    templates: list[Template] = []

    def hide(match: re.Match[str]) -> str:
        expression = match.group()
        if _NOTHING.match(expression):
            return re.sub(r"[^\n]", " ", expression)
        block = expression.startswith(("{%", "{#"))
        templates.append(Template(match.start(), match.end(), expression, block))
        if block:
            return re.sub(r"[^\n]", " ", expression)
        return COVER * len(expression)

    return _TEMPLATE.sub(hide, text), templates


def named(text: str) -> tuple[str, ...] | None:
    """The table that a template names, if it says so.

    >>> named("{{ source('raw', 'orders') }}"), named("{{ env }}")
    (('raw', 'orders'), None)
    """
    match = _REF.fullmatch(text)
    if match is None:
        return None
    first, second = match.group(2), match.group(4)
    if second is None:
        return (first,)
    # ref('package', 'model') names the model; source('schema', 'table') names both
    return (first, second) if "source" in text[: match.start(2)] else (second,)

"""Templates in SQL: `${var}`, `{{ jinja }}`, `{% blocks %}`, `{# comments #}`.

Each is covered by characters of the private use area, one for one, so that every offset stays true and the parser sees
a name: the same template has the same name, and another one another. When a statement is parsed, the templates are put
back into its names and strings (`template_names`). `{{ ref('x') }}` and `{{ source('s', 't')
}}` say which table they mean, so they are read as that table; `{{ config(…) }}` becomes nothing, and is read as
nothing. Blocks are blanked out here; which of their texts are read together is said in `template_branches`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

COVER = "\ue000"
"""Where the name of a template begins."""
_FILL = "\ue003"
_DIGIT, _DIGITS = 0xE100, 0x1000
COVERED = re.compile("\ue000([\ue100-\uf0ff])([\ue100-\uf0ff])\ue003*")

# x LIKE '{%' holds no block: a block begins with a word
_OPENING = re.compile(r"\$\{[^{}\n]{0,200}\}|\{\{|\{#|\{%(?=[-+]?\s*[A-Za-z_])")
_IN_EXPRESSION = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}]""", re.DOTALL)
_CLOSING = {"{{": "}}", "{%": "%}", "{#": "#}"}
_LONGEST = 20_000
_REF = re.compile(r"""\{\{-?\s*(?:ref|source)\s*\(\s*(['"])(.*?)\1\s*(?:,\s*(['"])(.*?)\3\s*)?\)\s*-?\}\}""")
_NOTHING = re.compile(r"\{\{-?\s*config\s*\(")
_LETTER = re.compile(r"[^\n]")


class Template(NamedTuple):
    """A template found in the text; `block` ones have no value and are blanked out."""

    start: int
    end: int
    text: str
    block: bool


def scan(text: str) -> Iterator[Template]:
    """Every template of a text, in order; one that is not closed is none.

    >>> [found.text for found in scan("{{ f({'a': {'b': 1}}) }} {% if x %}")]
    ["{{ f({'a': {'b': 1}}) }}", '{% if x %}']
    """
    offset = 0
    closing: dict[str, int] = {}  # where each kind is closed next, so that what is never closed is looked for once
    while (match := _OPENING.search(text, offset)) is not None:
        start, opening = match.start(), match.group()
        if opening.startswith("$"):
            end = match.end()
        else:
            near = closing.get(opening, 0)
            if near < start + 2:
                near = text.find(_CLOSING[opening], start + 2)
                closing[opening] = near if near >= 0 else len(text) + _LONGEST
            end = near + 2 if 0 <= near - start < _LONGEST else -1
            if end >= 0 and opening == "{{":
                end = _expression_end(text, start, near)
        if end < 0:
            offset = start + 2
            continue
        yield Template(start, end, text[start:end], opening in ("{%", "{#"))
        offset = end


def _expression_end(text: str, start: int, near: int) -> int:
    """Behind the `}}` that closes an expression: braces of a dictionary inside it are closed first."""
    if not any(mark in text[start + 2 : near] for mark in ("{", "'", '"')):
        return near + 2
    depth, offset, last = 0, start + 2, min(len(text), start + _LONGEST)
    while (match := _IN_EXPRESSION.search(text, offset, last)) is not None:
        offset = match.end()
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            if depth:
                depth -= 1
            elif text.startswith("}", offset):
                return offset + 1
    return near + 2


def blank(text: str) -> str:
    """As many blanks; lines stay lines."""
    return _LETTER.sub(" ", text)


def is_nothing(template: Template) -> bool:
    """Whether a template is an expression that becomes no text: `{{ config(…) }}`."""
    return _NOTHING.match(template.text) is not None


class Covers:
    """The names that stand for the templates of a text.

    >>> covers = Covers()
    >>> name = covers.hide(Template(2, 9, "{{ x }}", False))
    >>> len(name), covers.reveal("t_" + name)
    (7, 't_{{ x }}')
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []

    def hide(self, template: Template) -> str:
        """What stands in the place of a template: a name of the same length, or blanks."""
        text = template.text
        if template.block or is_nothing(template) or len(text) < 3:
            return blank(text)
        number = self._numbers.setdefault(text, len(self._texts))
        if number == len(self._texts):
            self._texts.append(text)
        digits = chr(_DIGIT + number % _DIGITS) + chr(_DIGIT + number // _DIGITS % _DIGITS)
        return COVER + digits + _FILL * (len(text) - 3)

    def reveal(self, name: str) -> str:
        """A text with its templates again."""
        if COVER not in name:
            return name
        return COVERED.sub(lambda match: self._text(match.group(1), match.group(2)) or match.group(), name)

    def _text(self, low: str, high: str) -> str:
        number = ord(low) - _DIGIT + (ord(high) - _DIGIT) * _DIGITS
        return self._texts[number] if number < len(self._texts) else ""


def cover(text: str) -> tuple[str, list[Template]]:
    """The text with its templates covered, and the templates.

    >>> cover("SELECT {{ x }}")[0].startswith("SELECT " + COVER)
    True
    """
    if "{" not in text:
        return text, []
    templates = list(scan(text))
    return cover_all(text, templates, Covers()), [template for template in templates if not is_nothing(template)]


def cover_all(text: str, templates: list[Template], covers: Covers) -> str:
    """The text with all of its templates covered."""
    pieces: list[str] = []
    offset = 0
    for template in templates:
        pieces += (text[offset : template.start], covers.hide(template))
        offset = template.end
    pieces.append(text[offset:])
    return "".join(pieces)


_WHOLE = re.compile(r"(?:\{\{.*\}\}|\$\{[^{}]*\})", re.DOTALL)


def is_whole(name: str) -> bool:
    """Whether a name is a template and nothing else, so that it may stand for anything.

    >>> is_whole("{{ x }}"), is_whole("a_{{ x }}"), is_whole("a")
    (True, False, False)
    """
    return name.endswith("}") and _WHOLE.fullmatch(name) is not None


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

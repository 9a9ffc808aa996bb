"""HTML that is safe by construction: whatever is not `Markup` is text, and is escaped.

SQL is anybody's text. Names, expressions and messages reach the page through `tag` (text and attributes) or through
`embed` (JSON inside a script element), and through nothing else. No attribute is ever a style or a handler: the
page's policy would refuse them.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any
from urllib.parse import quote


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = Markup | str | int | None
_VOID = frozenset({"meta", "br", "col", "rect", "input"})
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def visible(text: str) -> str:
    """The text with a replacement for each character that would hide, reorder or break what is read.

    >>> visible("a\\u202eb\\x00c")
    'a\ufffdb\ufffdc'
    """
    return _INVISIBLE.sub("\ufffd", text)


def tag(name: str, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """An element. `class_` is class, `data_x` is data-x; None and False leave an attribute out.

    >>> tag("b", "a < b", class_="x")
    '<b class="x">a &lt; b</b>'
    """
    rendered = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(visible(str(value)))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{rendered}>" if name != "rect" else f"<{name}{rendered}/>")
    return Markup(f"<{name}{rendered}>{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Elements and texts one after the other."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else escape(visible(str(child)))
            for child in children
            if child is not None
        )
    )


def embed(value: Any) -> Markup:
    """JSON that can stand inside a script element, whatever its texts say.

    Every way out of a script element (`</script`, `<!--`, `]]>`) begins with one of the characters that are written
    as escapes; U+2028 and U+2029 end a line in older scripts; a lone surrogate has no bytes in UTF-8.

    >>> embed("</script>")
    '"\\\\u003c/script\\\\u003e"'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(_RISKY.sub(lambda match: f"\\u{ord(match.group()):04x}", text))


_RISKY = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def address(system: str, dataset: str, column: str | None = None) -> str:
    """The part of the page's address that opens a dataset, or one of its columns, in the explorer.

    >>> address("hive", "ods.orders", "a/b")
    '#c/hive/ods.orders/a%2Fb'
    """
    parts = ["d" if column is None else "c", system, dataset, *([] if column is None else [column])]
    return "#" + "/".join(quote(part, safe=".:_-", errors="replace") for part in parts)

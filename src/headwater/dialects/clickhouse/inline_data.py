"""Data behind INSERT … FORMAT: any text, and no SQL. It is covered with blanks before words are cut, so that a quote or
a semicolon in it harms nobody; offsets stay true.

The data end at a blank line, at a semicolon that ends a line, before a line that begins another statement, or with the
text.
"""

from __future__ import annotations

import re

_NAME = r"(?:`[^`\n]+`|\"[^\"\n]+\"|[\w$]+)"
_HEAD = re.compile(
    rf"""(?:^|;)[ \t]*INSERT\s+INTO\s+(?:TABLE\s+)?
    (?:FUNCTION\s+\w+\s*\([^;]{{0,2000}}?\)|{_NAME}(?:\.{_NAME}){{0,2}})\s*
    (?:\([^()]{{0,20000}}(?:\([^()]{{0,2000}}\)[^()]{{0,2000}}){{0,20}}\)\s*)?
    (?:SETTINGS\s+[^;\n]{{1,2000}}?\s)?
    FORMAT\s+\w+(?=\s)""",
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
_END = re.compile(
    r"\n[ \t]*(?=\n)|;[ \t]*(?=\n|\Z)"
    r"|\n(?=[ \t]*(?:INSERT|SELECT|WITH|CREATE|ALTER|DROP|RENAME|EXCHANGE|TRUNCATE|DELETE|UPDATE|USE|SET|OPTIMIZE)\s)",
    re.IGNORECASE,
)


def covered(text: str) -> str:
    """The text with the data of its INSERTs blanked; a semicolon stands where they end.

    >>> covered("INSERT INTO t FORMAT CSV 1,\\"it's\\"\\n\\nSELECT 1")
    'INSERT INTO t FORMAT CSV        ;\\n\\nSELECT 1'
    """
    if "format" not in text.lower():
        return text
    done: list[str] = []
    index = 0
    while (head := _HEAD.search(text, index)) is not None:
        start = head.end()
        match = _END.search(text, start)
        end = match.start() if match is not None else len(text)
        data = text[start:end]
        done.append(text[index:start])
        if data.strip(" \t\r\n;"):
            blank = re.sub(r"[^\n]", " ", data)
            last = len(data.rstrip()) - 1
            done.append(blank[:last] + ";" + blank[last + 1 :])
        else:
            done.append(data)
        index = end
    done.append(text[index:])
    return "".join(done)

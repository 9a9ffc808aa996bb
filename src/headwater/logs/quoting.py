"""How each dialect quotes: what cutting a text into statements has to know, and no more. A dialect is a line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lexis:
    """How a dialect quotes."""

    strings: str = "'\""
    names: str = "`"
    backslash: bool = True
    triple: bool = False
    raw: bool = False
    """r'\\' is whole: a backslash in a raw string is a letter like any other."""
    escaped: bool = False
    """E'\\'' has backslashes where other strings have none."""
    dollar: bool = False
    hash: bool = False
    nested: bool = False
    """A comment may hold comments."""
    scripts: bool = True
    """There are blocks that hold statements."""


LEXIS: dict[str | None, Lexis] = {
    None: Lexis(),
    "clickhouse": Lexis(strings="'`\"", names="", dollar=True, hash=True, scripts=False),
    "duckdb": Lexis(strings="'", names='"', backslash=False, escaped=True, dollar=True, nested=True, scripts=False),
    "flink": Lexis(strings="'", names='`"', backslash=False),
    "googlesql": Lexis(strings="'\"`", names="", triple=True, hash=True),
    "hive": Lexis(scripts=False),
    "spark": Lexis(raw=True, nested=True),
}

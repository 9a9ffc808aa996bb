"""How each dialect quotes: all that splitting a text into statements needs. A dialect is a line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Quoting:
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


QUOTING: dict[str | None, Quoting] = {
    None: Quoting(),
    "clickhouse": Quoting(strings="'`\"", names="", dollar=True, hash=True, scripts=False),
    "duckdb": Quoting(strings="'", names='"', backslash=False, escaped=True, dollar=True, nested=True, scripts=False),
    "flink": Quoting(strings="'", names='`"', backslash=False),
    "googlesql": Quoting(strings="'\"`", names="", triple=True, hash=True),
    "hive": Quoting(scripts=False),
    "spark": Quoting(raw=True, nested=True),
}

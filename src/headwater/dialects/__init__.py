"""The dialects: each is a record of data with a few hooks, in a file of its own. `get` finds one by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from headwater.bind.dialect import Dialect

NAMES: tuple[str, ...] = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")
ALIASES: dict[str, str] = {"bigquery": "googlesql", "zetasql": "googlesql", "sparksql": "spark"}


class UnknownDialect(ValueError):
    """A dialect name that does not exist; the message lists those that do."""


@cache
def get(name: str) -> Dialect:
    """The dialect of that name; raises `UnknownDialect` with one clear line.

    >>> get("bigquery").name
    'googlesql'
    """
    folded = name.strip().lower()
    folded = ALIASES.get(folded, folded)
    if folded not in NAMES:
        raise UnknownDialect(f"There is no dialect {name!r}. There are: {', '.join(NAMES)}.")
    result: Dialect = import_module(f"headwater.dialects.{folded}").DIALECT
    return result


__all__ = ["ALIASES", "NAMES", "Dialect", "UnknownDialect", "get"]

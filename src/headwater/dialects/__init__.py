"""The dialects: headwater's own, a package each, and those of installed distributions. `get` finds one by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

from headwater.bind.dialect import Dialect
from headwater.dialects import installed
from headwater.dialects.installed import BrokenDialect

NAMES: tuple[str, ...] = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")
"""Headwater's own dialects; no installed one can take their names."""
ALIASES: dict[str, str] = {"bigquery": "googlesql", "zetasql": "googlesql", "sparksql": "spark", "databricks": "spark"}
_RESERVED = frozenset({*NAMES, *ALIASES})


class UnknownDialect(ValueError):
    """A dialect that does not exist, or is installed and cannot be loaded; the message says what there is."""


class Known(NamedTuple):
    """A dialect as `known` lists it.

    `distribution` is the one that it is installed with, nothing for headwater's own; `problem` says why it cannot be
    used.
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    distribution: str = ""
    problem: str = ""


@cache
def get(name: str) -> Dialect:
    """The dialect of that name; raises `UnknownDialect` with one clear line.

    >>> get("bigquery").name
    'googlesql'
    """
    folded = name.strip().lower()
    folded = ALIASES.get(folded, folded)
    if folded in NAMES:
        result: Dialect = import_module(f"headwater.dialects.{folded}").DIALECT
        return result
    others = installed.find(_RESERVED)
    if folded not in others:
        also = f" Installed: {', '.join(others)}." if others else ""
        raise UnknownDialect(f"Unknown dialect {name!r}. Supported dialects: {', '.join(NAMES)}.{also}")
    try:
        return installed.load(folded, others[folded], _RESERVED)
    except BrokenDialect as error:
        raise UnknownDialect(str(error)) from error


@cache
def canonical() -> Mapping[str, str]:
    """Every name that may be written for a dialect, folded, and the dialect's own name for it.

    >>> canonical()["bigquery"], canonical().get("mysql")
    ('googlesql', None)
    """
    own = {name: name for name in NAMES}
    return {**own, **ALIASES, **{name: name for name in installed.find(_RESERVED)}}


def known() -> list[Known]:
    """Every dialect that can be asked for, headwater's own first; installed ones that cannot be loaded say why.

    >>> [dialect.name for dialect in known()][:3], known()[3].aliases
    (['clickhouse', 'duckdb', 'flink'], ('bigquery', 'zetasql'))
    """
    listed = [
        Known(name, get(name).title, tuple(alias for alias, real in ALIASES.items() if real == name)) for name in NAMES
    ]
    others = installed.find(_RESERVED)
    same_record: dict[tuple[str, ...], list[str]] = {}
    for name, entries in others.items():
        same_record.setdefault(tuple(entry.value for entry in entries), []).append(name)
    return listed + [_installed(names, installed.distribution(others[names[0]][0])) for names in same_record.values()]


def _installed(names: list[str], distribution: str) -> Known:
    """An installed dialect with all the names that point to its record."""
    try:
        dialect = get(names[0])
    except UnknownDialect as error:
        return Known(names[0], "", tuple(names[1:]), distribution, str(error))
    name = dialect.name if dialect.name in names else names[0]
    return Known(name, dialect.title, tuple(other for other in names if other != name), distribution)


__all__ = ["ALIASES", "NAMES", "BrokenDialect", "Dialect", "Known", "UnknownDialect", "canonical", "get", "known"]

"""What DuckDB has by itself: functions in FROM that always have the same columns, and its own views.

The columns are data (`system_views.txt`); a test asks the engine for the same. To add one: a line there.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from headwater.base.identifiers import Key
from headwater.catalog.tables import Column, Table

_SCHEMAS = frozenset({"main", "information_schema", "pg_catalog"})


@cache
def system_columns() -> dict[str, tuple[Column, ...]]:
    """Every function and view by its name; a view has its schema before it."""
    text = (files(__package__) / "system_views.txt").read_text(encoding="utf-8")
    known: dict[str, tuple[Column, ...]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, *columns = line.split(" ")
            known[name] = tuple(_column(column) for column in columns)
    return known


def _column(text: str) -> Column:
    name, _, kind = text.partition(":")
    return Column(name, kind.replace("|", " ") or "unknown")


def view(key: Key) -> Table | None:
    """A view of the engine by the identity of its name.

    >>> view(("memory", "information_schema", "tables")).display
    'information_schema.tables'
    >>> view(("memory", "main", "pg_class")).display, view(("memory", "main", "orders"))
    ('pg_catalog.pg_class', None)
    """
    schema, name = key[-2:] if len(key) > 1 else ("main", key[-1])
    if schema not in _SCHEMAS:
        return None
    # what stands in pg_catalog is found without it
    for place in (schema, "pg_catalog") if schema == "main" else (schema,):
        columns = system_columns().get(f"{place}.{name}")
        if columns is not None:
            return Table((name,) if place == "main" else (place, name), columns, "view")
    return None

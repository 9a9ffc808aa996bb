"""Schemas that are given rather than defined by a text: the tables of catalogs, and those that a source lists."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Protocol

from headwater import dialects
from headwater.batch.dataset_ids import Names
from headwater.batch.schema_history import ALWAYS, Version
from headwater.catalog.tables import Column, Table


class ListedTable(Protocol):
    """A row of INGESTED with `part = 'table'`: a table that a source lists, with its columns as JSON."""

    @property
    def text(self) -> str | None: ...

    @property
    def columns(self) -> str | None: ...

    @property
    def dialect(self) -> str | None: ...


def table_versions(tables: Iterable[Table], engine: dialects.Dialect, joined: Mapping[str, str]) -> list[Version]:
    """Versions that hold always, of tables as an engine names them."""
    names = Names(engine, joined)
    versions = []
    for table in tables:
        if table.columns is not None:
            known = names.dataset(table.display)
            versions.append(Version.of(f"{known.system}:{known.name}", ALWAYS, table))
    return versions


def listed_versions(rows: Iterable[ListedTable], joined: Mapping[str, str]) -> list[Version]:
    """Versions of tables that a source lists (dbt's catalog.json), each with its dialect."""
    versions = []
    for row in rows:
        if row.text is None or row.columns is None or row.dialect is None:
            continue
        columns = tuple(Column(name, type_ or "unknown") for name, type_ in json.loads(row.columns))
        table = Table(tuple(row.text.split(".")), columns)
        versions += table_versions([table], dialects.get(row.dialect), joined)
    return versions

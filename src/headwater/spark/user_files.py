"""What the user gives beside the sources: catalogs, a mapping of names, tags. Small files, read by the driver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from headwater import dialects
from headwater.batch import Version
from headwater.batch.listed_tables import table_versions
from headwater.schema import Catalog, CatalogError, is_live
from headwater.spark.errors import SparkProblem


def mapping(path: str | None) -> dict[str, str]:
    """Names that stand for one dataset, from a file `same: [{is: kafka:orders, also: [flink:o, …]}]`."""
    if path is None:
        return {}
    data = _read_yaml(path)
    canonical: dict[str, str] = {}
    rows = data.get("same") if isinstance(data, Mapping) else None
    if not isinstance(rows, list):
        raise SparkProblem(
            f"The mapping {path} must have a list under `same:`.", "See docs/how-to/run.md for an example."
        )
    for row in rows:
        if not isinstance(row, Mapping) or "is" not in row or ":" not in str(row["is"]):
            raise SparkProblem(f"The mapping {path} has an entry without `is: system:name`.", f"It is: {row!r}"[:200])
        is_ = str(row["is"])
        for name in row.get("also") or ():
            if str(name) in canonical and canonical[str(name)] != is_:
                raise SparkProblem(
                    f"The mapping {path} maps {name} to both {canonical[str(name)]} and {is_}.", "Remove one of them."
                )
            canonical[str(name)] = is_
    if chained := sorted(set(canonical) & set(canonical.values())):
        raise SparkProblem(
            f"The mapping {path} has {chained[0]} under `is` and under `also`.", "Put all names into one entry."
        )
    return canonical


def tags(path: str | None) -> dict[str, list[str]]:
    """Columns by tag, from a file `pii: [hive:ods.customers.email, …]`."""
    if path is None:
        return {}
    data = _read_yaml(path)
    if not isinstance(data, Mapping) or not all(isinstance(columns, list) for columns in data.values()):
        raise SparkProblem(
            f"The tag file {path} must map a tag to a list of columns.", "Example: pii: [hive:ods.customers.email]"
        )
    return {str(tag): [str(column) for column in columns] for tag, columns in data.items()}


def _read_yaml(path: str) -> Any:
    try:
        return yaml.safe_load(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        detail = " ".join(str(getattr(error, "strerror", None) or error).split())[:200]
        raise SparkProblem(f"Cannot read {path}: {detail}.", "It must be a YAML file in UTF-8.") from None


def catalogs(sources: Sequence[str], dialect: str | None, joined: Mapping[str, str]) -> list[Version]:
    """The tables of catalogs: `hive=path` for those of one engine, or a path for those of the dialect of the run.

    A path is a YAML, JSON or DDL file, a DuckDB database, or the address of a ClickHouse.
    """
    versions: list[Version] = []
    for source in sources:
        named, sign, path = source.partition("=")
        if not sign or named not in dialects.canonical():
            named, path = "", source
        try:
            engine = dialects.get(named or ("clickhouse" if is_live(path) else dialect or "duckdb"))
            read = Catalog.from_source(path, dialect=engine.name)
        except (CatalogError, dialects.UnknownDialect) as error:
            raise SparkProblem(
                str(error),
                "A catalog is a YAML, JSON or SQL file, a DuckDB database, or the address of a ClickHouse server.",
            ) from None
        versions += table_versions(read, engine, joined)
    return versions

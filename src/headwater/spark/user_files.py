"""What the user gives beside the sources: catalogs, a mapping of names, tags. Small files, read by the driver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

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


def with_dialects(ingested: DataFrame) -> tuple[list[Any], DataFrame]:
    """The tables that sources list, each with its dialect; and what was kept, where a table without one is unread.

    dbt's catalog.json does not say which engine it is of, and the manifest.json beside it does: a table without a
    dialect has that of the statements in its folder, if they have one.
    """
    rows = ingested.where("part = 'table'").collect()
    lost = [row for row in rows if row.dialect is None]
    if not lost:
        return rows, ingested
    folder = F.regexp_extract("source", "^(.*/)?", 0)
    folders = sorted({_folder(row.source) for row in lost})
    beside = (
        ingested.where("part = 'run'").select(folder.alias("folder"), "dialect").where(F.col("folder").isin(folders))
    )
    spoken: dict[str, list[str]] = {}
    for row in beside.distinct().collect():
        spoken.setdefault(row.folder, []).append(row.dialect)
    tables = [row for row in rows if row.dialect is not None]
    unread = []
    for row in lost:
        if len(own := spoken.get(_folder(row.source), [])) == 1:
            tables.append(Row(**{**row.asDict(), "dialect": own[0]}))
        else:
            unread.append(Row(**{**row.asDict(), "part": "unread", "detail": NO_DIALECT}))
    if unread:
        ingested = ingested.unionByName(ingested.sparkSession.createDataFrame(unread, ingested.schema))
    return tables, ingested


NO_DIALECT = (
    "Which engine these tables are of is not known: name it with --dialect, by the name of the folder, or put dbt's "
    "manifest.json beside them."
)


def _folder(source: str) -> str:
    return source[: source.rfind("/") + 1]

"""dbt's manifest.json and catalog.json: the compiled SELECT of each model with its relation, the columns of relations.

A manifest lists the columns that somebody described, not all there are: it gives no tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from headwater.logs.entry import FileContext
from headwater.logs.formats.format import RecordFormat, dotted, get
from headwater.logs.header import dialect_name
from headwater.logs.records import Record, Row
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_ADAPTERS = {"databricks": "spark", "glue": "spark", "impala": "hive"}
_PART = re.compile(r'"((?:[^"]|"")*)"|`([^`]*)`|([^.]+)')


def _schema(record: Record) -> str:
    return str(get(record, "metadata", "dbt_schema_version"))


def _is_manifest(record: Record) -> bool:
    return isinstance(record.get("nodes"), dict) and ("/manifest/" in _schema(record) or "parent_map" in record)


def _is_catalog(record: Record) -> bool:
    return isinstance(record.get("nodes"), dict) and "/catalog/" in _schema(record)


def _manifest(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    for _, record in rows:
        adapter = str(get(record, "metadata", "adapter_type"))
        dialect = dialect_name(_ADAPTERS.get(adapter, adapter))
        generated = moment(get(record, "metadata", "generated_at"))
        for id_, node in record["nodes"].items():
            if get(node, "resource_type") not in ("model", "snapshot"):
                continue
            if get(node, "config", "materialized") == "ephemeral":
                continue  # it is a CTE of those who use it
            if get(node, "language") == "python":
                yield context.unread(id_, "a model in Python, not in SQL")
                continue
            text = get(node, "compiled_code") or get(node, "compiled_sql")
            if not text:
                yield context.unread(id_, "the model is not compiled: run dbt compile")
                continue
            yield context.statement(
                id_, text, dialect=dialect, database=get(node, "schema"), target=_relation(node), at=generated, job=id_
            )


def _relation(node: Any) -> str | None:
    name = get(node, "relation_name")
    if isinstance(name, str) and name:
        return dotted(*((quoted or backquoted or plain) for quoted, backquoted, plain in _PART.findall(name)))
    return dotted(get(node, "database"), get(node, "schema"), get(node, "alias") or get(node, "name"))


def _catalog(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    for _, record in rows:
        generated = moment(get(record, "metadata", "generated_at"))
        for part in (record["nodes"], record.get("sources")):
            for id_, node in part.items() if isinstance(part, dict) else ():
                metadata, columns = get(node, "metadata"), get(node, "columns")
                name = dotted(get(metadata, "database"), get(metadata, "schema"), get(metadata, "name"))
                if name is None or not isinstance(columns, dict):
                    yield context.unread(id_, "a relation without a name or columns")
                    continue
                ordered = sorted(columns.items(), key=lambda item: _index(item[1]))
                listed = [(get(column, "name") or key, get(column, "type") or "") for key, column in ordered]
                yield context.table(id_, name, listed, at=generated)


def _index(column: Any) -> int:
    index = get(column, "index")
    return index if isinstance(index, int) else 1 << 30


MANIFEST = RecordFormat("dbt-manifest", "dbt `manifest.json`", _is_manifest, _manifest)
CATALOG = RecordFormat("dbt-catalog", "dbt `catalog.json`", _is_catalog, _catalog)

"""Catalog files: YAML or JSON with tables as keys.

db.orders: {id: bigint, amount: decimal(10,2)}          names to types
db.users: [id, name]                                    names alone
db.later: null                                          a table of unknown columns

Or an export of INFORMATION_SCHEMA.COLUMNS, as CSV or JSON (`information_schema`).
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from headwater.catalog import information_schema
from headwater.catalog.mapping import CatalogError

_EXPORTS = (".csv", ".json", ".jsonl", ".ndjson")


def read_text(path: Path) -> str:
    """A file's text; raises `CatalogError` where it cannot be read."""
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise CatalogError(f"Cannot read the catalog {path}: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise CatalogError(f"The catalog {path} is not UTF-8 text.") from error


def read_mapping(path: Path) -> dict[str, Any]:
    """The mapping in a YAML or JSON file; a `tables:` key around it is opened."""
    text = read_text(path)
    suffix = path.suffix.lower()
    try:
        if suffix in _EXPORTS:
            rows = information_schema.read_rows(text, suffix)
            if rows is not None:
                return dict(information_schema.tables(rows))
            if suffix != ".json":
                raise CatalogError(f"The catalog {path} must have the columns table_name and column_name.")
        data = json.loads(text) if suffix == ".json" else yaml.safe_load(text)
    except (json.JSONDecodeError, yaml.YAMLError, csv.Error) as error:
        detail = " ".join(str(error).split())[:200]
        raise CatalogError(f"Cannot parse the catalog {path}: {detail}") from error
    if isinstance(data, Mapping) and set(data) == {"tables"}:
        data = data["tables"]
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise CatalogError(f"The catalog {path} must map table names to columns.")
    return {str(name): _columns(path, str(name), value) for name, value in data.items()}


def _columns(path: Path, name: str, value: Any) -> Any:
    if isinstance(value, Mapping) and set(value) == {"columns"}:
        value = value["columns"]
    if value is None or isinstance(value, Mapping):
        return value
    if isinstance(value, list):
        if all(isinstance(column, Mapping) and "name" in column for column in value):
            return {str(column["name"]): str(column.get("type", "unknown")) for column in value}
        if all(isinstance(column, (str, int)) for column in value):
            return [str(column) for column in value]
    raise CatalogError(f"The catalog {path}: table {name} must have a mapping or a list of columns.")

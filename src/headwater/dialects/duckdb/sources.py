"""What DuckDB's functions in FROM stand for: files, what the engine knows of itself, and rows made of nothing.

Each file of a list is a dataset of its own. Columns are known where the call lists them (`columns = {…}`), or where the
function always has the same ones (`system_views`); else they are those of the catalog, or inferred from use. Folders
`year=2024` on the way to a file are columns; a pattern among the folders may bring more than the text can tell, and
then nothing is known for sure. To add a reader of files: a name in `_NAMES`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sqlglot import exp

from headwater.bind.sources import Argument, ExternalSource
from headwater.catalog.addresses import address
from headwater.catalog.tables import Column
from headwater.dialects.duckdb.system_views import system_columns
from headwater.sql.placeholders import SHOWN

_NAMES = """
read_csv read_csv_auto read_parquet parquet_scan read_json read_json_auto read_ndjson read_ndjson_auto
read_json_objects read_json_objects_auto read_ndjson_objects read_text read_blob read_xlsx read_avro read_duckdb
st_read delta_scan iceberg_scan sqlite_scan lance_scan vortex_scan read_vortex read_orc
"""
_READERS = frozenset(_NAMES.split())
_SHOWN = {
    "columns": ("column_name", "column_type", "null", "key", "default", "extra"),
    "tables": ("name",),
    "all": ("database", "schema", "name", "column_names", "column_types", "temporary"),
    "databases": ("database_name",),
    "schemas": ("database_name", "schema_name", "current"),
    "variables": ("name", "value", "type"),
}
"""What DESCRIBE and SHOW answer."""
_LISTED = ("columns", "schema")
_EXTENSION = re.compile(r"\.(csv|tsv|parquet|json|jsonl|ndjson|xlsx|avro|geojson|shp|vortex|lance)(\.(gz|zst))?$", re.I)
_WILD = re.compile(r"[*?\[{]")
_VIRTUAL = ("filename", "file_row_number", "file_index")


def find_source(name: str, arguments: tuple[Argument, ...], settings: Mapping[str, str]) -> ExternalSource | None:
    """What a function stands for; None for one that is not known here.

    >>> [one.name for one in find_source("duckdb_variables", (), {}).fields]
    ['name', 'value', 'type']
    """
    name = name.lower().replace("readcsv", "read_csv").replace("readparquet", "read_parquet")
    named = {argument.key: argument.node for argument in arguments if argument.key}
    given = [argument for argument in arguments if not argument.key]
    if name.startswith(SHOWN):
        return ExternalSource(generated=True, columns=_SHOWN[name.removeprefix(SHOWN)])
    if name in _READERS:
        return _files(name, given, named)
    if name == "repeat" and len(given) == 2 and given[0].text is not None:
        return ExternalSource(generated=True, columns=(given[0].text,))
    if name == "repeat_row" and given:
        return ExternalSource(generated=True, columns=tuple(f"column{n}" for n in range(len(given))))
    if name in ("histogram", "histogram_values") and len(given) > 1:
        return _histogram(name, given)
    fields = system_columns().get(name)
    if fields is None or any(argument.text is None for argument in given):
        return None
    shown = ", ".join(f"'{address(argument.text or '')}'" for argument in given)
    return ExternalSource(name=f"{name}({shown})", fields=fields)


def file_of(name: str) -> tuple[str, str] | None:
    """A table's name that is a file's: its address, and what it is called without an alias.

    >>> file_of("data/orders.csv.gz"), file_of("orders")
    (('data/orders.csv.gz', 'orders'), None)
    """
    if not _EXTENSION.search(name) and "://" not in name:
        return None
    last = name.rstrip("/").rpartition("/")[2]
    return address(name), _EXTENSION.sub("", last)


def _files(name: str, given: list[Argument], options: Mapping[str, exp.Expr]) -> ExternalSource | None:
    """read_csv('a.csv', …), read_parquet(['a.parquet', 'b.parquet'])."""
    first = given[0] if given else None
    if first is None:
        return None
    if first.text is not None:
        files = [first.text]
    elif isinstance(first.node, exp.Array) and all(
        isinstance(expression, exp.Literal) for expression in first.node.expressions
    ):
        files = [expression.name for expression in first.node.expressions]
    else:
        return None
    if not files:
        return None
    fields = system_columns().get(name) or _listed(options)
    if fields is not None and name not in ("read_text", "read_blob"):
        fields = _with_more(fields, files, options)
    places = tuple(dict.fromkeys(address(file) for file in files))
    return ExternalSource(name=places[0], kind="file", fields=fields, also=places[1:])


def _listed(options: Mapping[str, exp.Expr]) -> tuple[Column, ...] | None:
    """columns = {'id': 'INTEGER'}; schema = MAP {0: {name: 'id', type: 'INTEGER', default_value: NULL}}."""
    for key in _LISTED:
        node = options.get(key)
        if node is None:
            continue
        if isinstance(node, exp.Struct):
            pairs = [
                (expression.this.name, expression.expression)
                for expression in node.expressions
                if isinstance(expression, exp.PropertyEQ)
            ]
        else:
            pairs = [_schema_pair(struct) for struct in node.find_all(exp.Struct) if struct.parent is not node]
        if pairs and all(left and isinstance(right, exp.Literal) for left, right in pairs):
            return tuple(Column(left, right.name) for left, right in pairs)
    return None


def _schema_pair(node: exp.Expr) -> tuple[str, exp.Expr | None]:
    inside = {
        expression.this.name.lower(): expression.expression
        for expression in node.expressions
        if isinstance(expression, exp.PropertyEQ)
    }
    name = inside.get("name")
    return (name.name if isinstance(name, exp.Literal) else "", inside.get("type"))


def _with_more(
    fields: tuple[Column, ...], files: list[str], options: Mapping[str, exp.Expr]
) -> tuple[Column, ...] | None:
    """The columns with those that options and folders add; None where a pattern may bring others."""
    match = list(fields)
    if _is(options.get("file_row_number"), True):
        match.append(Column("file_row_number", "BIGINT"))
    filename = options.get("filename")
    if _is(filename, True):
        match.append(Column("filename", "VARCHAR"))
    elif isinstance(filename, exp.Literal) and filename.is_string:
        match.append(Column(filename.name, "VARCHAR"))
    if not _is(options.get("hive_partitioning"), False):
        keys = [_folders(file) for file in files]
        if any(key is None or key != keys[0] for key in keys):
            return None
        there = {resolved.name.lower() for resolved in match}
        match += [Column(key) for key in keys[0] or () if key.lower() not in there]
    there = {resolved.name.lower() for resolved in match}
    return (*match, *(Column(name, hidden="made") for name in _VIRTUAL if name not in there))


def _folders(path: str) -> list[str] | None:
    """The columns that folders make: year of `d/year=2024/*.csv`; None where a pattern hides some."""
    keys = []
    for part in path.split("/")[:-1]:
        key, sign, _ = part.partition("=")
        if _WILD.search(key) or (not sign and _WILD.search(part)):
            return None
        if sign:
            keys.append(key)
    return keys


def _is(node: exp.Expr | None, wanted: bool) -> bool:
    """true, 1 and their like."""
    if isinstance(node, exp.Boolean):
        return bool(node.this) is wanted
    return isinstance(node, exp.Literal) and not node.is_string and (node.name != "0") is wanted


def _histogram(name: str, given: list[Argument]) -> ExternalSource | None:
    """histogram(t, c): a row for every bin of the column, with how many values are in it."""
    names = given[0].names
    if not names:
        return None
    table = exp.Table(**dict(zip(("this", "db", "catalog"), map(exp.to_identifier, reversed(names)), strict=False)))
    column = exp.column(given[1].text) if given[1].text is not None else given[1].node.copy()
    counted = exp.Anonymous(this="histogram", expressions=[column])
    wanted = ["bin", "count", "bar"] if name == "histogram" else ["bin", "count"]
    keyed = exp.Anonymous(this="map_keys", expressions=[exp.column("h")])
    values = exp.Anonymous(this="map_values", expressions=[exp.column("h")])
    items = [
        exp.alias_(exp.Explode(this=(keyed if label == "bin" else values).copy()), label, quoted=True)
        for label in wanted
    ]
    inner = exp.Select(expressions=[exp.alias_(counted, "h")]).from_(table, copy=False)
    return ExternalSource(query=exp.Select(expressions=items).from_(inner.subquery(copy=False), copy=False))


__all__ = ["file_of", "find_source"]

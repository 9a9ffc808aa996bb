"""The dialect of a file: from its header, its folder, its name's ending, or a flag. The first of these wins.

A header is a comment before the first statement: `-- dialect: clickhouse`, `-- database: ods`, `-- job: nightly`.
A folder counts from the source's root down, so that a home folder called `spark` says nothing.
"""

from __future__ import annotations

import re

from headwater import dialects

_HEADER = re.compile(r"\s*(?:--|#|//|/?\*)+\s*(dialect|database|job)\s*[:=]\s*(.*?)\s*(?:\*/\s*)?", re.IGNORECASE)
_COMMENT = ("--", "#", "//", "/*", "*")
_SCHEME = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]+:)(?://[^/]*)?(?=/)")
_PACKED = re.compile(r"\.(?:gz|gzip|bz2|xz|zst|zstd|zz|zlib)$", re.IGNORECASE)
_MOST = 60
"""Lines that may come before a header."""

ENDINGS = {".hql": "hive", ".flink": "flink", ".bq": "googlesql", ".bqsql": "googlesql"}
SCRIPTS = frozenset({".sql", ".ddl", ".dml", *ENDINGS})


def file_dialect(path: str, head: str, default: str | None, root: str | None = None) -> str | None:
    """The dialect of a file, by name; None where nothing says so.

    >>> file_dialect("warehouse/bigquery/daily/a.sql", "SELECT 1", "hive")
    'googlesql'
    >>> file_dialect("warehouse/bigquery/a.sql", "-- dialect: duckdb\\nSELECT 1", None)
    'duckdb'
    """
    declared = dialect_name(headers(head).get("dialect"))
    if declared:
        return declared
    folders = _local(path).split("/")[:-1]
    if root is not None:
        above = _local(root).rstrip("/").split("/")[:-1]
        if folders[: len(above)] == above:
            folders = folders[len(above) :]
    for folder in reversed(folders):
        if dialect := dialect_name(folder):
            return dialect
    return ENDINGS.get(ending(path)) or dialect_name(default)


def dialect_name(name: str | None) -> str | None:
    """headwater's own name for a dialect, if it is one.

    >>> dialect_name("BigQuery"), dialect_name("mysql")
    ('googlesql', None)
    """
    return dialects.canonical().get((name or "").strip().lower())


def headers(head: str) -> dict[str, str]:
    """The values of the comments that a text begins with: dialect, database, job.

    >>> headers("-- nightly\\n-- job: orders 1\\n/* database: ods */\\nSELECT 1 -- dialect: hive")
    {'job': 'orders 1', 'database': 'ods'}
    """
    values: dict[str, str] = {}
    for line in head.removeprefix("\ufeff").split("\n", _MOST)[:_MOST]:
        line = line.strip()
        if line and not line.startswith(_COMMENT):
            break
        if (match := _HEADER.fullmatch(line)) and match[2]:
            values.setdefault(match[1].lower(), match[2])
    return values


def relative(path: str, root: str | None) -> str:
    """The path under the root, without the suffix of a compression. Without a root a path that is relative stays.

    >>> relative("file:/data/sql/spark/a.sql.gz", "/data/sql"), relative("/data/b.sql", None)
    ('spark/a.sql', 'b.sql')
    >>> relative("hive/c.sql", None)
    'hive/c.sql'
    """
    local = _PACKED.sub("", _local(path))
    if root is not None:
        folder = _local(root).rstrip("/") + "/"
        if local.startswith(folder):
            return local[len(folder) :]
    return local.rsplit("/", 1)[-1] if root is not None or local.startswith("/") else local


def ending(path: str) -> str:
    """The ending of a file's name in lower case, a compression's apart.

    >>> ending("a/Orders.SQL.gz"), ending("a.b/query_log")
    ('.sql', '')
    """
    name = _PACKED.sub("", path.rsplit("/", 1)[-1])
    _, dot, last = name.rpartition(".")
    return f".{last.lower()}" if dot else ""


def _local(path: str) -> str:
    return _SCHEME.sub("", path.replace("\\", "/"), count=1)

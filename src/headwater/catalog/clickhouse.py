"""What a ClickHouse knows of its tables: a server over HTTP, or a chdb, which is ClickHouse in a process.

Only `system` tables are asked, and nothing is written. A question goes out as text and its answer comes back as rows of
JSON; a function that sends it is an `Ask`. Users and passwords are sent and never shown.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit
from urllib.request import Request, urlopen

from headwater.catalog.mapping import CatalogError

Row = dict[str, Any]
Ask = Callable[[str], list[Row]]
"""A query to the rows that it gives."""

_TABLES = """
SELECT database, name, engine, create_table_query AS definition
FROM system.tables
WHERE database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema') AND NOT is_temporary
ORDER BY metadata_modification_time, database, name
"""
_COLUMNS = """
SELECT database, table, groupArray((name, type, default_kind, default_expression)) AS columns
FROM (SELECT * FROM system.columns WHERE database NOT IN ('INFORMATION_SCHEMA', 'information_schema')
      ORDER BY database, table, position)
GROUP BY database, table ORDER BY database, table
"""
_FUNCTIONS = "SELECT create_query AS definition FROM system.functions WHERE origin = 'SQLUserDefined' ORDER BY name"


class Listed(NamedTuple):
    """What there is: definitions of tables and functions, and the columns of every table as the engine has them."""

    tables: list[Row]
    columns: list[Row]
    functions: list[Row]


def list_catalog(ask: Ask) -> Listed:
    """All that a catalog needs."""
    return Listed(ask(_TABLES), ask(_COLUMNS), ask(_FUNCTIONS))


def connection_query(where: Any) -> Ask:
    """How to ask: `http://host:8123`, `clickhouse://host:8123`, `chdb:folder`, or a chdb session or connection."""
    if isinstance(where, (str, Path)):
        text = str(where)
        if text.startswith(("http://", "https://", "clickhouse://", "clickhouses://")):
            return over_http(text)
        return over_chdb(Path(text.removeprefix("chdb:")))
    return lambda sql: _rows(str(where.query(sql, "JSONEachRow")))


def _rows(text: str) -> list[Row]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def over_http(url: str, seconds: float = 60.0) -> Ask:
    """Ask a server. Who asks: the user of the address, or CLICKHOUSE_USER and CLICKHOUSE_PASSWORD."""
    parts = urlsplit(url)
    scheme = {"clickhouse": "http", "clickhouses": "https"}.get(parts.scheme, parts.scheme)
    host = parts.netloc.rpartition("@")[2]
    if ":" not in host.rpartition("]")[2]:
        host += ":8443" if scheme == "https" else ":8123"
    user = unquote(parts.username or "") or os.environ.get("CLICKHOUSE_USER", "")
    password = unquote(parts.password or "") or os.environ.get("CLICKHOUSE_PASSWORD", "")
    # numbers as numbers, whatever the server was told
    parameters = {**dict(parse_qsl(parts.query)), "default_format": "JSONEachRow", "readonly": "2"}
    address = urlunsplit((scheme, host, parts.path or "/", urlencode(parameters), ""))
    shown = f"{scheme}://{host}"
    headers = {"X-ClickHouse-User": user} if user else {}
    if password:
        headers["X-ClickHouse-Key"] = password

    def ask(sql: str) -> list[Row]:
        request = Request(address, data=sql.encode(), headers=headers, method="POST")
        try:
            with urlopen(request, timeout=seconds) as answer:
                return _rows(answer.read().decode("utf-8"))
        except HTTPError as error:
            with error:
                reply = " ".join(error.read(2000).decode("utf-8", "replace").split())
            raise CatalogError(f"ClickHouse at {shown} rejected the query: {reply[:200]}") from None
        except (URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise CatalogError(f"Cannot connect to ClickHouse at {shown}: {reason}") from None

    return ask


# chdb shares its process with nobody: it may end it, so it has one of its own
_CHILD = """
import json, os, sys
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
import chdb
connection = chdb.connect(sys.argv[1])
for line in sys.stdin:
    try:
        answer = {"text": str(connection.query(json.loads(line), "JSONEachRow"))}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), file=answers, flush=True)
os._exit(0)
"""


def over_chdb(folder: Path) -> Ask:
    """Ask the chdb that was kept in a folder."""
    if not folder.is_dir():
        raise CatalogError(f"Cannot open chdb in {folder}: it is not a folder.")

    def ask(sql: str) -> list[Row]:
        done = subprocess.run(
            [sys.executable, "-c", _CHILD, str(folder)],
            input=json.dumps(sql) + "\n",
            capture_output=True,
            text=True,
            check=False,
        )
        if not done.stdout:
            if "No module named" in done.stderr:
                raise CatalogError("Reading a chdb folder needs the package chdb: pip install chdb.")
            detail = " ".join(done.stderr.split())[-200:]
            raise CatalogError(f"Cannot query chdb in {folder}: {detail or 'its process ended'}")
        answer: dict[str, str] = json.loads(done.stdout)
        if "error" in answer:
            raise CatalogError(f"chdb in {folder} rejected the query: {' '.join(answer['error'].split())[:200]}")
        return _rows(answer["text"])

    return ask

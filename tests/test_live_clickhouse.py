"""A catalog out of a running ClickHouse: over HTTP, from a folder that chdb kept, from a connection.

The engine is real in all three. The HTTP interface is a small server on the loopback that hands each question to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import headwater
from headwater.catalog import CatalogError
from headwater.cli import app
from tests.judges.clickhouse_engine import Engine, Refused, missing

pytestmark = [pytest.mark.engines, pytest.mark.skipif(missing() is not None, reason=str(missing()))]

SCHEMA = """
CREATE DATABASE shop;
CREATE TABLE shop.orders (id UInt64, amount Decimal(12, 2), twice Decimal(18, 2) DEFAULT amount * 2,
    day Date MATERIALIZED today(), label String ALIAS toString(id), code String EPHEMERAL)
    ENGINE = MergeTree ORDER BY id;
CREATE TABLE shop.totals (id UInt64, total Decimal(18, 2)) ENGINE = MergeTree ORDER BY id;
CREATE MATERIALIZED VIEW shop.totals_mv TO shop.totals AS SELECT id, sum(amount) AS total FROM shop.orders GROUP BY id;
CREATE VIEW shop.big AS SELECT id, amount + 1 AS more FROM shop.orders WHERE amount > 100;
CREATE DICTIONARY shop.names (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'orders' DB 'shop'))
    LAYOUT(FLAT()) LIFETIME(0);
CREATE TABLE shop.all ENGINE = Merge('shop', '^(orders|totals)$');
CREATE TABLE plain (a Int32, t Tuple(x Int32, y String)) ENGINE = Memory;
CREATE FUNCTION with_tax AS (x, rate) -> x * (1 + rate);
"""
PASSWORD = "s3cr3t-of-the-test"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    running = Engine(SCHEMA)
    running.start()
    yield running
    running.close()


@pytest.fixture(scope="module")
def address(engine: Engine) -> Iterator[str]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sql = self.rfile.read(int(self.headers["Content-Length"])).decode()
            status, text = 200, ""
            if self.headers.get("X-ClickHouse-Key") != PASSWORD or self.headers.get("X-ClickHouse-User") != "reader":
                status, text = 401, "Code: 516. DB::Exception: reader: Authentication failed"
            else:
                try:
                    with lock:
                        text = engine.ask(sql, "JSONEachRow")
                except Refused as error:
                    status, text = 500, str(error)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: Any) -> None:
            """The test says what matters."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that chdb kept its tables in."""
    made: Path = tmp_path_factory.mktemp("chdb") / "kept"
    program = """
import json, os, sys, chdb
connection = chdb.connect(sys.argv[1])
for statement in json.load(sys.stdin):
    connection.query(statement)
connection.close()
os._exit(0)
"""
    from tests.judges.clickhouse_engine import split

    done = subprocess.run(
        [sys.executable, "-c", program, str(made)], input=json.dumps(split(SCHEMA)), text=True, capture_output=True
    )
    assert made.is_dir(), done.stderr
    return made


class Connection:
    """What a chdb session looks like to headwater, with the engine in its own process."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def query(self, sql: str, format: str) -> str:
        return self.engine.ask(sql, format)


def check(catalog: headwater.Catalog) -> None:
    """What the schema above means, whoever was asked."""
    tables = {table.display: table for table in catalog}
    assert [(column.name, column.type_text) for column in tables["plain"].columns or ()] == [
        ("a", "Int32"),
        ("t", "Tuple(x Int32, y String)"),
    ]
    assert {name: table.kind for name, table in tables.items() if name.startswith("shop.")} == {
        "shop.orders": "table",
        "shop.totals": "table",
        "shop.totals_mv": "materialized view",
        "shop.big": "view",
        "shop.names": "dictionary",
        "shop.all": "table",
    }
    answer = edges("SELECT * FROM shop.orders", catalog)
    assert [target for target, _, _ in answer] == ["id", "amount", "twice"]
    assert edges("SELECT label FROM shop.orders", catalog) == [("label", "shop.orders.id", "DERIVED")]
    assert edges("INSERT INTO shop.orders (id, amount) SELECT id, total FROM shop.totals", catalog) == [
        ("id", "shop.totals.id", "DIRECT"),
        ("amount", "shop.totals.total", "DIRECT"),
        ("twice", "shop.totals.total", "DERIVED"),
    ]
    assert edges("SELECT with_tax(more, 0.2) AS m FROM shop.big", catalog) == [("m", "shop.big.more", "DERIVED")]
    assert edges("SELECT more FROM shop.big", catalog, fold_views=True) == [("more", "shop.orders.amount", "DERIVED")]
    assert edges("SELECT dictGet('shop.names', 'name', id) AS n FROM shop.big", catalog) == [
        ("n", "shop.big.id", "EXTERNAL"),
        ("n", "shop.names.name", "DIRECT"),
    ]
    assert {column for column, _, _ in edges("SELECT * FROM shop.all", catalog)} == {"id", "amount", "twice", "total"}


def edges(sql: str, catalog: headwater.Catalog, **given: Any) -> list[tuple[str | None, str, str]]:
    (statement,) = headwater.analyze(sql, dialect="clickhouse", catalog=catalog, **given).statements
    assert statement.level == "EXACT", [diagnostic.message for diagnostic in statement.diagnostics]
    return [(edge.target.column, str(edge.source), str(edge.type)) for edge in statement.edges]


def test_over_http(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(headwater.Catalog.from_clickhouse(f"http://reader:{PASSWORD}@{address}"))
    monkeypatch.setenv("CLICKHOUSE_USER", "reader")
    monkeypatch.setenv("CLICKHOUSE_PASSWORD", PASSWORD)
    check(headwater.Catalog.from_clickhouse(f"clickhouse://{address}/?max_threads=1"))


def test_from_a_folder(folder: Path) -> None:
    check(headwater.Catalog.from_clickhouse(f"chdb:{folder}"))


def test_from_a_connection(engine: Engine) -> None:
    check(headwater.Catalog.from_clickhouse(Connection(engine)))


def test_on_the_command_line(address: str, tmp_path: Path) -> None:
    extra = tmp_path / "more.yaml"
    extra.write_text("shop.rates: {rate: Float64}\n")
    sql = tmp_path / "q.sql"
    sql.write_text("SELECT o.label, r.rate FROM shop.orders AS o, shop.rates AS r")
    source = f"http://reader:{PASSWORD}@{address}"
    done = CliRunner().invoke(app, ["analyze", str(sql), "-d", "clickhouse", "-c", source, "-c", str(extra)])
    assert done.exit_code == 0, done.output
    assert "shop.orders.id" in done.output
    assert "shop.rates.rate" in done.output
    assert "EXACT" in done.output


def test_problems_are_one_line_without_the_password(address: str, tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="rejected the query: Code: 516") as refused:
        headwater.Catalog.from_clickhouse(f"http://reader:{PASSWORD}x@{address}")
    with pytest.raises(CatalogError, match="Cannot connect to ClickHouse") as silent:
        headwater.Catalog.from_clickhouse(f"http://reader:{PASSWORD}@127.0.0.1:1")
    for said in (str(refused.value), str(silent.value)):
        assert PASSWORD not in said
        assert "\n" not in said
    with pytest.raises(CatalogError, match="not a folder"):
        headwater.Catalog.from_clickhouse(f"chdb:{tmp_path / 'nowhere'}")


def test_the_pipeline_takes_it_for_a_catalog(address: str) -> None:
    pytest.importorskip("pyspark")
    from headwater.spark import user_files

    versions = user_files.catalogs([f"http://reader:{PASSWORD}@{address}"], None, {})
    named = {version.name: version for version in versions}
    assert {"clickhouse:shop.orders", "clickhouse:plain"} <= named.keys()
    assert json.loads(named["clickhouse:shop.totals"].columns)[0][:2] == ["id", "UInt64"]

"""A store of any size, made up: tables in the layout that the pipeline writes, by DuckDB alone, the same for one seed.

Datasets read from one to four datasets that were made shortly before them; one reading in fifty is of a hub, so some
columns have very many readers. Each column of a dataset that reads has so many edges, and each such dataset two
influences on its rows.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from headwater.rows.warehouse import TABLES, VERSION

_LEVEL = (
    "CASE WHEN u < 0.86 THEN 'EXACT' WHEN u < 0.95 THEN 'INFERRED' WHEN u < 0.98 THEN 'AMBIGUOUS' ELSE 'COARSE' END"
)
_CONFIDENCE = "CASE WHEN u < 0.86 THEN 1.0 WHEN u < 0.95 THEN 0.9 WHEN u < 0.98 THEN 0.45 ELSE 0.3 END"
_TYPE = """CASE WHEN v < 0.55 THEN 'DIRECT' WHEN v < 0.82 THEN 'DERIVED' WHEN v < 0.94 THEN 'AGG'
  WHEN v < 0.97 THEN 'WINDOW' WHEN v < 0.99 THEN 'DERIVED_ARRAY' ELSE 'UNKNOWN' END"""
_WORDS = (
    "['order', 'customer', 'amount', 'price', 'status', 'created', 'updated', 'country', 'device', 'channel', 'visit',"
    " 'session', 'product', 'category', 'refund', 'tax', 'score', 'rank', 'email', 'segment']"
)
_ENDS = "['id', 'at', 'eur', 'count', 'name', 'code', 'flag', 'day', 'rate', 'key', 'hash', 'total']"


def write(out: Path, tables: int, columns: int, edges: int, seed: int = 1) -> dict[str, Any]:
    """Write a store of so many tables, columns a table and edges a column; its manifest."""
    import duckdb

    folder = out / "snapshots" / "000001"
    listed: dict[str, Any] = {}
    roots = max(tables // 100, 1)
    near = max(tables // 20, 1)
    with duckdb.connect(config={"preserve_insertion_order": "false"}) as db:
        db.execute("SET enable_progress_bar = false")
        for statement in (
            f"CREATE MACRO r(x) AS (hash(x, {seed}) % 1000003) / 1000003.0",
            "CREATE MACRO id(x) AS (hash(x) >> 1)::BIGINT",
            f"CREATE MACRO word(i) AS ({_WORDS})[1 + (hash(i, {seed}) % 20)::INT] || '_' ||"
            f" ({_ENDS})[1 + (hash(i, {seed} + 1) % 12)::INT]",
            "CREATE MACRO system(d) AS ['hive', 'clickhouse', 'duckdb', 'googlesql', 'kafka'][1 + d % 5]",
            f"""CREATE MACRO called(d) AS ['ods', 'dwd', 'dws', 'ads', 'marts'][1 + (d * 5 // {tables})::INT] || '.' ||
              word(d) || '_' || d""",
            "CREATE MACRO field(d, c) AS CASE WHEN c % 3 = 0 THEN word(c) ELSE word(d * 31 + c) END || '_' || c",
            f"""CREATE MACRO parent(d, j) AS CASE WHEN r(d * 7 + j) < 0.02 THEN (hash(d, j, {seed}) % 50)::BIGINT
              ELSE greatest(d - 1 - (hash(j, d, {seed}) % {near})::BIGINT, 0) END""",
            f"""CREATE TABLE d AS SELECT range AS d, 't' || range AS key, id('t' || range) AS id,
              system(range) AS system, called(range) AS name, range >= {roots} AS made,
              md5('s' || range) || '-0' AS statement
              FROM range({tables})""",
        ):
            db.execute(statement)

        def make(name: str, query: str) -> None:
            path = folder / name
            path.mkdir(parents=True, exist_ok=True)
            fields = ", ".join(f'"{one}"' for one in TABLES[name].names)
            db.execute(
                f"COPY (SELECT {fields} FROM ({query})) TO '{path}/part-0.parquet' (FORMAT parquet, COMPRESSION snappy)"
            )
            rows = db.execute(f"SELECT count(*) FROM read_parquet('{path}/*.parquet')").fetchall()[0][0]
            listed[name] = {"path": f"snapshots/000001/{name}", "rows": rows}

        time = "TIMESTAMPTZ '2024-01-01 00:00:00+00' + to_seconds((d.d % 30000000)::BIGINT)"
        job = "'job_' || (d.d % 500) AS job, 30::BIGINT AS runs"
        lasting = f"{job}, {time} AS valid_from, NULL::TIMESTAMPTZ AS valid_to"
        place = "10 AS span_start, 60 AS span_end, 1 AS line, 11 AS column_number"
        make(
            "statements",
            f"""SELECT statement, left(statement, 32) AS unit, 0 AS number, 'logs/day.parquet' AS source,
              d::VARCHAR AS entry, CASE system WHEN 'kafka' THEN 'flink' ELSE system END AS dialect,
              NULL::VARCHAR AS "database", 'INSERT' AS kind, system AS target_system, name AS target,
              'table' AS target_kind, false AS target_temporary, false AS replaces, 'EXACT' AS level, 0 AS span_start,
              200 AS span_end, 1 AS line, 1 AS column_number, 'done' AS status, {job}, 30::BIGINT AS entries,
              {time} AS first_seen, {time} AS last_seen, ['etl'] AS users, 1 AS round, 1.5 AS millis,
              'INSERT INTO ' || name || ' SELECT ' || repeat('coalesce(a.x, b.y) AS z, ', 12) || '1 FROM a, b' AS text
            FROM d WHERE made""",
        )
        make(
            "datasets",
            f"""SELECT id, system, name, 'table' AS kind, false AS temporary, true AS read, made AS written,
              {time} AS first_seen, {time} AS last_seen, []::VARCHAR[] AS also FROM d""",
        )
        make(
            "columns",
            f"""SELECT id(key || '.' || c) AS id, d.id AS dataset_id, system, name AS dataset, field(d, c) AS name,
              c::INT AS ordinal, ['BIGINT', 'VARCHAR', 'DOUBLE', 'TIMESTAMP'][1 + c % 4] AS type, false AS generated,
              'EXACT' AS level FROM d, range({columns}) AS x(c)""",
        )
        make(
            "edges",
            f"""SELECT d.statement, id(p.key || '.' || s) AS source_id, id(d.key || '.' || c) AS target_id,
              p.id AS source_dataset_id, d.id AS target_dataset_id, p.system AS source_system, p.name AS source_dataset,
              field(p.d, s) AS source_column, []::VARCHAR[] AS source_path, d.system AS target_system,
              d.name AS target_dataset, field(d.d, c) AS target_column, c::INT AS target_ordinal, {_TYPE} AS type,
              {_LEVEL} AS level, {_CONFIDENCE} AS confidence, 'coalesce(' || field(p.d, s) || ', 0)' AS expr,
              ['Scan', 'Join', 'Project'] AS operators, {place}, {lasting}
            FROM (
              SELECT x.d, c, e, parent(x.d, (e % 4)) AS p, (hash(x.d, c, e, {seed}) % {columns})::BIGINT AS s,
                r(x.d * 1000003 + c * 101 + e) AS u, r(x.d * 999983 + c * 103 + e) AS v
              FROM d AS x, range({columns}) AS y(c), range({edges}) AS z(e) WHERE x.made
            ) AS w JOIN d ON d.d = w.d JOIN d AS p ON p.d = w.p""",
        )
        make(
            "influence",
            f"""SELECT d.statement, id(p.key || '.' || s) AS source_id, d.id AS target_id,
              p.id AS source_dataset_id, d.id AS target_dataset_id, p.system AS source_system, p.name AS source_dataset,
              field(p.d, s) AS source_column, []::VARCHAR[] AS source_path, d.system AS target_system,
              d.name AS target_dataset, NULL::VARCHAR AS target_column, NULL::INT AS target_ordinal,
              ['FILTER', 'JOIN'][1 + e] AS type, 'EXACT' AS level, 1.0 AS confidence, {place}, {lasting}
            FROM (SELECT x.d, e, parent(x.d, e) AS p, (hash(x.d, e, {seed}) % {columns})::BIGINT AS s
              FROM d AS x, range(2) AS z(e) WHERE x.made) AS w JOIN d ON d.d = w.d JOIN d AS p ON p.d = w.p""",
        )
        make(
            "hops",
            f"""SELECT d.statement, 'a' AS source_dataset, field(d.d, c) AS source_column, []::VARCHAR[] AS source_path,
              d.name AS target_dataset, field(d.d, c) AS target_column, c::INT AS target_ordinal, 'DIRECT' AS type,
              'EXACT' AS level, 1.0 AS confidence, 'a.' || field(d.d, c) AS expr, 'Project' AS operator, {place}
            FROM d, range({columns}) AS y(c) WHERE made""",
        )
        make(
            "diagnostics",
            f"""SELECT statement, 'W110' AS code, 'warning' AS severity, 'INFERRED' AS level,
              'Table a is not in the catalog; its columns are inferred from use.' AS message, 'Pass a catalog.' AS help,
              {place} FROM d WHERE made AND d % 7 = 0""",
        )
        make(
            "table_edges",
            f"""SELECT DISTINCT d.statement, p.id AS source_id, d.id AS target_id, p.system AS source_system,
              p.name AS source, d.system AS target_system, d.name AS target, 'EXACT' AS level, {lasting}
            FROM (SELECT x.d, parent(x.d, e) AS p FROM d AS x, range(4) AS z(e) WHERE x.made) AS w
            JOIN d ON d.d = w.d JOIN d AS p ON p.d = w.p""",
        )
        make(
            "coverage",
            """SELECT CASE system WHEN 'kafka' THEN 'flink' ELSE system END AS dialect, count(*) AS entries,
              0 AS failed, 0 AS unread, count(*) AS units, count(*) AS statements, count(*) AS distinct_statements,
              count(*) AS exact, 0 AS inferred, 0 AS ambiguous, 0 AS coarse, 0 AS table_only, 0 AS "none", 0 AS edges
            FROM d WHERE made GROUP BY 1""",
        )
    manifest = {
        "format": "headwater",
        "version": VERSION,
        "snapshot": "000001",
        "made_at": "2024-06-01T00:00:00+00:00",
        "tables": listed,
        "sources": ["synthetic"],
    }
    for path in (folder / "manifest.json", out / "manifest.json"):
        path.write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return manifest

"""The tables of a snapshot in shapes that others know: as Unity Catalog's lineage tables, and as an information schema.

    column_lineage, table_lineage          the columns of `system.access.column_lineage` and `table_lineage`, then ours
    info.schemata, info.tables, info.columns, info.views      the columns of `information_schema`, then ours
    info.datasets                          the parts of every name

They are views over the documented tables, in DuckDB's SQL. A name of three parts is catalog, schema and table; where a
name has no catalog, its system stands there. What is no table of an engine, such as a topic, has no schema; a file has
a path. What lineage tables of a service have and a log does not know (accounts, workspaces) is null.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from headwater import dialects
from headwater.rows.warehouse import TABLES
from headwater.store.errors import StoreProblem
from headwater.store.folder import Snapshot
from headwater.store.index import quoted_list

SCHEMA = "info"
_PART = r"""(?:^|\.)("(?:[^"]|"")*"|[^.]+)"""
_DATASETS = f"""
CREATE VIEW info.datasets AS
  SELECT id, system, name, kind, temporary, parts,
    CASE WHEN is_path THEN NULL WHEN len(parts) > 2 THEN array_to_string(parts[:-3], '.') ELSE system END AS catalog,
    CASE WHEN is_path THEN NULL WHEN len(parts) > 1 THEN parts[-2] END AS "schema",
    CASE WHEN is_path THEN NULL ELSE parts[-1] END AS table_name,
    CASE WHEN is_path THEN name END AS path,
    CASE WHEN is_path THEN 'PATH' ELSE upper(replace(kind, ' ', '_')) END AS type
  FROM (
    SELECT *, system = 'file' OR kind = 'file' AS is_path,
      CASE WHEN system IN ({{engines}}) THEN list_transform(
        regexp_extract_all(name, '{_PART.replace("'", "''")}', 1),
        lambda part: CASE WHEN part[1] = '"' THEN replace(part[2:-2], '""', '"') ELSE part END
      ) ELSE [name] END AS parts
    FROM main.datasets WHERE name <> 'result'
  )
"""


def _side(side: str, alias: str, column: str = "") -> str:
    """The columns of one side of an edge."""
    name = f"concat_ws('.', {alias}.catalog, {alias}.\"schema\", {alias}.table_name)"
    return f"""
  CASE WHEN {alias}.table_name IS NOT NULL THEN {name} END AS {side}_table_full_name,
  {alias}.catalog AS {side}_table_catalog,
  {alias}."schema" AS {side}_table_schema,
  {alias}.table_name AS {side}_table_name,
  {alias}.path AS {side}_path,
  {alias}.type AS {side}_type,{
        f'''
  {column} AS {side}_column_name,'''
        if column
        else ""
    }"""


_BEFORE = """
  CAST(NULL AS VARCHAR) AS account_id,
  CAST(NULL AS VARCHAR) AS metastore_id,
  CAST(NULL AS VARCHAR) AS workspace_id,
  CASE WHEN coalesce(e.job, w.job) IS NOT NULL THEN 'JOB' END AS entity_type,
  coalesce(e.job, w.job) AS entity_id,
  CAST(NULL AS VARCHAR) AS entity_run_id,"""
_AFTER = """
  CASE WHEN len(w.users) = 1 THEN w.users[1] END AS created_by,
  w.last_seen AS event_time,
  CAST(w.last_seen AS DATE) AS event_date,
  md5(concat_ws('|', {key})) AS record_id,
  e.statement AS event_id,
  e.statement AS statement_id,
  CAST(NULL AS VARCHAR) AS entity_metadata,"""
_OURS = """
  e.level AS level, e.runs AS runs, e.valid_from AS valid_from, e.valid_to AS valid_to"""
_EDGE = "e.statement, e.source_id, e.source_path, e.target_id, e.target_ordinal, e.type, e.expr, e.level, e.span_start"
_COLUMN_LINEAGE = f"""
CREATE VIEW column_lineage AS SELECT{_BEFORE}
{_side("source", "s", "e.source_column")}
{_side("target", "t", "CASE WHEN t.id IS NOT NULL THEN e.target_column END")}
{_AFTER.format(key=_EDGE)}
  e.type AS edge_type, e.confidence AS confidence, e.expr AS expression,{_OURS}
FROM main.edges AS e
JOIN main.statements AS w USING (statement)
LEFT JOIN info.datasets AS s ON s.id = e.source_dataset_id
LEFT JOIN info.datasets AS t ON t.id = e.target_dataset_id
"""
_TABLE_LINEAGE = f"""
CREATE VIEW table_lineage AS SELECT{_BEFORE}
{_side("source", "s")}
{_side("target", "t")}
{_AFTER.format(key="e.statement, e.source_id, e.target_id")}{_OURS}
FROM main.table_edges AS e
JOIN main.statements AS w USING (statement)
LEFT JOIN info.datasets AS s ON s.id = e.source_id
LEFT JOIN info.datasets AS t ON t.id = e.target_id
"""
_INFO = {
    "schemata": """
SELECT DISTINCT catalog AS catalog_name, "schema" AS schema_name, system
FROM info.datasets WHERE "schema" IS NOT NULL
""",
    "tables": """
SELECT catalog AS table_catalog, "schema" AS table_schema, table_name,
  CASE WHEN temporary THEN 'LOCAL TEMPORARY' WHEN kind = 'table' THEN 'BASE TABLE' WHEN kind = 'view' THEN 'VIEW'
    ELSE upper(kind) END AS table_type,
  system, name AS dataset, id AS dataset_id
FROM info.datasets WHERE table_name IS NOT NULL
""",
    "columns": """
SELECT d.catalog AS table_catalog, d."schema" AS table_schema, d.table_name, c.name AS column_name,
  c.ordinal + 1 AS ordinal_position, c.type AS data_type, c.level, d.system, c.dataset, c.id AS column_id
FROM main.columns AS c JOIN info.datasets AS d ON d.id = c.dataset_id WHERE d.table_name IS NOT NULL
""",
    "views": """
SELECT d.catalog AS table_catalog, d."schema" AS table_schema, d.table_name, w.text AS view_definition,
  d.system, d.name AS dataset, w.statement
FROM info.datasets AS d JOIN main.statements AS w ON w.target_system = d.system AND w.target = d.name
WHERE d.kind IN ('view', 'materialized view') AND w.kind LIKE 'CREATE%VIEW'
QUALIFY row_number() OVER (PARTITION BY d.id ORDER BY w.last_seen DESC NULLS LAST, w.statement) = 1
""",
}
LINEAGE = ("column_lineage", "table_lineage")
EXPORTED = (*LINEAGE, *(f"{SCHEMA}.{name}" for name in _INFO))
"""The views that are written as files."""


def create_views(db: Any) -> None:
    """Make the views in a DuckDB that has the tables."""
    engines = ", ".join(f"'{name}'" for name in sorted(set(dialects.canonical().values())))
    db.execute(f"CREATE SCHEMA {SCHEMA}")
    db.execute(_DATASETS.replace("{engines}", engines))
    db.execute(_COLUMN_LINEAGE)
    db.execute(_TABLE_LINEAGE)
    for name, query in _INFO.items():
        db.execute(f"CREATE VIEW {SCHEMA}.{name} AS {query}")


def write_views(snapshot: Snapshot, folder: Path) -> dict[str, int]:
    """Write every view as a Parquet file into a folder; gives the rows by file. Raises `StoreProblem`."""
    import duckdb

    rows: dict[str, int] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with duckdb.connect() as db:
            db.execute("SET TimeZone = 'UTC'")
            for name in TABLES:
                db.execute(f"CREATE VIEW {name} AS FROM read_parquet({quoted_list(snapshot.files(name))})")
            create_views(db)
            for name in EXPORTED:
                file = folder / f"{name.replace(f'{SCHEMA}.', f'{SCHEMA}_')}.parquet"
                path = str(file).replace("'", "''")
                order = "ALL" if name not in LINEAGE else "statement_id, record_id"
                query = f"COPY (FROM {name} ORDER BY {order}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)"
                rows[file.name] = int(db.execute(query).fetchall()[0][0])
    except (duckdb.Error, OSError) as error:
        raise StoreProblem(f"Cannot write to {folder}: {' '.join(str(error).split())[:300]}") from None
    return rows

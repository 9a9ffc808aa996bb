"""The graph's tables of answers that lie in memory, put together by DuckDB as `headwater.spark.graph` does by Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.base import codes
from headwater.rows.warehouse import TABLES

if TYPE_CHECKING:
    import pyarrow

_UNITS = """
CREATE TEMP TABLE units AS
WITH texts AS (
  SELECT unit, min({'text': text, 'source': source, 'entry': entry, 'dialect': dialect, 'database': "database"}) AS one
  FROM kept WHERE part = 'text' GROUP BY unit
), runs AS (
  SELECT unit,
    sum(CASE WHEN status <> 'failed' THEN entries ELSE 0 END)::BIGINT AS runs,
    sum(CASE WHEN status = 'failed' THEN entries ELSE 0 END)::BIGINT AS failed,
    min(job) AS job,
    coalesce(list_sort(list(DISTINCT "user") FILTER ("user" IS NOT NULL))[1:20], []) AS users,
    bool_or(status = 'done') AS some_done
  FROM kept WHERE part = 'run' GROUP BY unit
)
SELECT unit, unnest(one), runs, failed, job, users,
  CASE WHEN runs = 0 THEN 'failed' WHEN some_done THEN 'done' ELSE 'unknown' END AS status
FROM texts JOIN runs USING (unit);
CREATE TEMP TABLE unread AS
SELECT md5(concat_ws(chr(0), source, entry, detail, text)) AS unit, *  EXCLUDE (unit) FROM kept WHERE part = 'unread';
"""
_STATEMENTS = """
SELECT a.statement, unit, a.number, u.source, u.entry, u.dialect, u."database", a.kind, a.target_system, a.target,
  a.target_kind, a.target_temporary, a.replaces, a.level, a.span_start, a.span_end, a.line, a.column_number, a.text,
  u.status, u.job, u.runs, u.runs AS entries, NULL::TIMESTAMPTZ AS first_seen, NULL::TIMESTAMPTZ AS last_seen, u.users,
  a.round, a.millis
FROM analysed AS a JOIN units AS u USING (unit)
UNION ALL
SELECT unit || '-0', unit, 0, source, entry, dialect, "database", 'UNREAD', NULL, NULL, NULL, false, false, 'NONE',
  0, length(coalesce(text, '')), 1, 1, coalesce(text, ''), status, job, entries, entries, NULL, NULL,
  CASE WHEN "user" IS NULL THEN [] ELSE ["user"] END, 0, 0.0
FROM (SELECT DISTINCT ON (unit) * FROM unread)
"""
_LIST = "SELECT statement, unnest({0}, max_depth := 2) FROM analysed"
_LASTING = """
SELECT l.*, u.job, u.runs, NULL::TIMESTAMPTZ AS valid_from, NULL::TIMESTAMPTZ AS valid_to
FROM (SELECT unit, statement, unnest({0}, max_depth := 2) FROM analysed) AS l JOIN units AS u USING (unit)
"""
_DIAGNOSTICS = """
SELECT * FROM (SELECT statement, unnest(diagnostics, max_depth := 2) FROM analysed)
UNION ALL BY NAME
SELECT DISTINCT unit || '-0' AS statement, $code AS code, $severity AS severity, $level AS level,
  coalesce(detail, 'It could not be read.') AS message, $help AS help, 0 AS span_start,
  length(coalesce(text, ''))::INT AS span_end, 1 AS line, 1 AS column_number
FROM unread
"""
_DATASETS = """
SELECT id, system, name,
  max_by(kind, CASE WHEN kind <> 'table' THEN 1 ELSE 0 END) AS kind,
  bool_or(temporary) AS temporary, bool_or(read) AS read, bool_or(written) AS written,
  NULL::TIMESTAMPTZ AS first_seen, NULL::TIMESTAMPTZ AS last_seen, coalesce(any_value(also), []) AS also
FROM (
  SELECT * FROM (SELECT unnest(datasets, max_depth := 2) FROM analysed) UNION ALL BY NAME SELECT * FROM listed_datasets
) LEFT JOIN links USING (id)
GROUP BY id, system, name
"""
_COLUMNS = """
WITH facts AS (
  SELECT *, 0 AS rank FROM listed_columns
  UNION ALL BY NAME
  SELECT *, 1 AS rank FROM (SELECT unnest(columns, max_depth := 2) FROM analysed)
  UNION ALL BY NAME
  SELECT DISTINCT source_id AS id, source_dataset_id AS dataset_id, source_system AS system, source_dataset AS dataset,
    source_column AS name, NULL::INT AS ordinal, NULL::VARCHAR AS type, false AS generated, 'INFERRED' AS level,
    2 AS rank
  FROM (FROM edges UNION ALL BY NAME FROM influence)
)
SELECT id, one.dataset_id, one.system, one.dataset, one.name, one.ordinal,
  type, coalesce(wrote AND NOT given, false) AS generated, one.level
FROM (
  SELECT id,
    min_by({'dataset_id': dataset_id, 'system': system, 'dataset': dataset, 'name': name, 'ordinal': ordinal,
            'level': level},
           (rank, coalesce(ordinal, 1073741824), name)) AS one,
    max(CASE WHEN rank = 1 THEN NOT generated END) AS given,
    max(CASE WHEN rank = 1 THEN true END) AS wrote,
    min_by(type, CASE WHEN type IS NULL THEN 9 ELSE rank END) AS type
  FROM facts GROUP BY id
)
"""
_COVERAGE = """
WITH runs AS (
  SELECT CASE WHEN part = 'run' THEN dialect ELSE '' END AS dialect,
    sum(entries) AS entries,
    sum(CASE WHEN status = 'failed' THEN entries ELSE 0 END) AS failed,
    sum(CASE WHEN part = 'unread' THEN entries ELSE 0 END) AS unread
  FROM kept WHERE part IN ('run', 'unread') GROUP BY 1
), levels AS (
  SELECT coalesce(dialect, '') AS dialect, count(DISTINCT unit) AS units, sum(runs) AS statements,
    count(*) AS distinct_statements,
    count(*) FILTER (level = 'EXACT') AS exact, count(*) FILTER (level = 'INFERRED') AS inferred,
    count(*) FILTER (level = 'AMBIGUOUS') AS ambiguous, count(*) FILTER (level = 'COARSE') AS coarse,
    count(*) FILTER (level = 'TABLE') AS table_only, count(*) FILTER (level = 'NONE') AS "none"
  FROM statements WHERE (kind NOT IN ('UNREAD', 'EMPTY', 'FAILED') OR round > 0) AND kind <> 'EMPTY' GROUP BY 1
), counted AS (
  SELECT coalesce(s.dialect, '') AS dialect, count(*) AS edges
  FROM edges JOIN statements AS s USING (statement) GROUP BY 1
)
SELECT dialect, coalesce(COLUMNS(* EXCLUDE (dialect)), 0)::BIGINT
FROM runs FULL JOIN levels USING (dialect) LEFT JOIN counted USING (dialect)
"""
_ORDER = {
    "statements": "source, entry, number, statement",
    "datasets": "system, name",
    "columns": "system, dataset, ordinal, name, id",
    "coverage": "dialect",
}


def graph_tables(
    kept: pyarrow.Table,
    analysed: pyarrow.Table,
    listed_datasets: pyarrow.Table,
    listed_columns: pyarrow.Table,
    links: pyarrow.Table,
) -> dict[str, pyarrow.Table]:
    """The tables of a snapshot, each with the schema of its record. No script has a time: nothing has ended."""
    import duckdb

    given = {
        "kept": kept,
        "analysed": analysed,
        "listed_datasets": listed_datasets,
        "listed_columns": listed_columns,
        "links": links,
    }
    found: dict[str, pyarrow.Table] = {}
    with duckdb.connect() as db:
        for name, table in given.items():
            db.register(name, table)
        for query in _UNITS.split(";"):
            if query.strip():
                db.execute(query)

        def make(name: str, query: str, **values: str) -> None:
            record = TABLES[name]
            fields = ", ".join(f'"{one}"' for one in record.names)
            order = _ORDER.get(name, "ALL")
            made = db.sql(f"SELECT {fields} FROM ({query}) ORDER BY {order}", params=values or None)
            found[name] = made.to_arrow_table().cast(record.arrow_schema())
            db.register(name, found[name])

        make("statements", _STATEMENTS)
        for name in ("edges", "influence", "table_edges"):
            make(name, _LASTING.format(name))
        make("hops", _LIST.format("hops"))
        code = codes.UNREAD_ENTRY
        said = {"code": code.id, "severity": str(code.severity), "level": code.level.value, "help": code.help}
        make("diagnostics", _DIAGNOSTICS, **said)
        make("datasets", _DATASETS)
        make("columns", _COLUMNS)
        make("coverage", _COVERAGE)
    return found

"""The tables of the graph as SQL over the answers of the workers: the same text for Spark and for DuckDB.

The pipeline runs it on a cluster (`headwater.spark.graph`), a folder of SQL in one process (`headwater.store.tables`).
Relations stand in braces. These are the inputs:

    ingested         rows of INGESTED                          units             the rows of UNITS below
    answers          rows of ANALYSED with `round`             links             (id, also): other names of a dataset
    listed_datasets  rows of NAMED, from the schemas           unanswered_codes  rows of UNANSWERED_CODES
    listed_columns   rows of COLUMNS, from the schemas         checks            the rows of check_sql.CHECKS

`QUERIES` gives the tables in an order in which each reads only inputs and tables before it. The text uses what both
engines understand: names are qualified where one of them reserves the word (`k.user`, `k.at`), a struct is compared as
a tuple, and functions are Spark's; `DUCKDB_MACROS` defines those that DuckDB calls otherwise.
"""

from __future__ import annotations

from headwater.base import codes
from headwater.rows import fields
from headwater.rows.check_sql import CHECK_DIAGNOSTICS
from headwater.rows.record import Field, Record
from headwater.rows.validity_sql import LIVES
from headwater.rows.warehouse import TABLES

DUCKDB_MACROS = (
    "CREATE MACRO explode(items) AS unnest(items)",
    "CREATE MACRO size(items) AS len(items)",
    "CREATE MACRO slice(items, start, length) AS list_slice(items, start, start + length - 1)",
    "CREATE MACRO collect_set(value) AS coalesce(list(DISTINCT value) FILTER (value IS NOT NULL), [])",
    "CREATE MACRO array_join(items, separator) AS array_to_string(items, separator)",
    "CREATE MACRO unix_micros(moment) AS epoch_us(moment)",
    "CREATE MACRO timestamp_micros(micros) AS make_timestamptz(micros)",
)

UNANSWERED_CODE = Record(
    "unanswered_codes",
    "The diagnostic of a statement without an answer.",
    (
        Field("kind", "string", "FAILED, UNREAD or LOST."),
        *(field for field in fields.DIAGNOSTIC if field not in fields.SPAN),
    ),
)
UNANSWERED_CODES = tuple(
    UNANSWERED_CODE.row(
        kind=kind,
        code=code.id,
        severity=str(code.severity),
        level=code.level.value,
        message=message,
        help=code.help,
    )
    for kind, code, message in (
        ("FAILED", codes.REFUSED_BY_ENGINE, codes.REFUSED_BY_ENGINE.message),
        ("UNREAD", codes.UNREAD_ENTRY, "The entry could not be read."),
        ("LOST", codes.LOST, codes.LOST.message),
    )
)

UNITS = """
WITH texts AS (
  SELECT k.unit, min(k.text) AS text,
    min_by(k.source, (k.text, k.source, k.entry)) AS source,
    min_by(k.entry, (k.text, k.source, k.entry)) AS entry,
    min(k.dialect) AS dialect, min(k.database) AS database, min(k.target) AS target
  FROM {ingested} AS k WHERE k.part = 'text' GROUP BY k.unit
), runs AS (
  SELECT k.unit, count_if(k.status <> 'failed') AS runs,
    CAST(sum(CASE WHEN k.status <> 'failed' THEN k.entries ELSE 0 END) AS BIGINT) AS entries,
    count_if(k.status = 'failed') AS failed,
    min(CASE WHEN k.status <> 'failed' THEN k.at END) AS first_seen,
    max(CASE WHEN k.status <> 'failed' THEN k.at END) AS last_seen,
    min(k.job) AS job, slice(array_sort(collect_set(k.user)), 1, 20) AS users, bool_or(k.status = 'done') AS some_done
  FROM {ingested} AS k WHERE k.part = 'run' GROUP BY k.unit
)
SELECT t.unit, t.text, t.source, t.entry, t.dialect, t.database, t.target, r.runs, r.entries, r.failed, r.first_seen,
  r.last_seen, r.job, r.users,
  CASE WHEN r.runs = 0 THEN 'failed' WHEN r.some_done THEN 'done' ELSE 'unknown' END AS status
FROM texts AS t JOIN runs AS r ON r.unit = t.unit
"""
"""The distinct texts: where each was first read, how often it was run, when and by whom."""

# Every text that was read has a statement: analysed, refused by its engine, not readable, or without an answer.
_UNANSWERED = """
WITH unread AS (
  SELECT md5(concat_ws(chr(0), k.source, k.entry, k.detail, k.text)) AS unit, k.*
  FROM (SELECT source, entry, dialect, database, detail, text, status, job, k.user AS user_name, k.at AS run_at, entries
        FROM {ingested} AS k WHERE k.part = 'unread') AS k
)
SELECT u.unit, 'FAILED' AS kind, 'EXACT' AS level, CAST(NULL AS STRING) AS detail, u.text, u.source, u.entry, u.dialect,
  u.database, u.status, u.job, u.failed AS runs, u.first_seen, u.last_seen, u.users
FROM {units} AS u WHERE u.status = 'failed'
UNION ALL
SELECT u.unit, 'LOST', 'NONE', CAST(NULL AS STRING), u.text, u.source, u.entry, u.dialect, u.database, u.status, u.job,
  u.runs, u.first_seen, u.last_seen, u.users
FROM {units} AS u
WHERE u.status <> 'failed' AND NOT EXISTS (SELECT 1 FROM {answers} AS a WHERE a.unit = u.unit)
UNION ALL
SELECT u.unit, 'UNREAD', 'NONE', min(u.detail), coalesce(min(u.text), ''), min(u.source), min(u.entry), min(u.dialect),
  min(u.database), min(u.status), min(u.job), CAST(min(u.entries) AS BIGINT), min(u.run_at), min(u.run_at),
  array_sort(collect_set(u.user_name))
FROM unread AS u GROUP BY u.unit
"""
_STATEMENTS = """
SELECT a.statement, a.unit, a.number, u.source, u.entry, u.dialect, u.database, a.kind, a.target_system, a.target,
  a.target_kind, a.target_temporary, a.replaces, a.level, a.span_start, a.span_end, a.line, a.column_number, a.text,
  u.status, u.job, u.runs, u.entries, u.first_seen, u.last_seen, u.users, a.round, a.millis
FROM {answers} AS a JOIN {units} AS u ON u.unit = a.unit
UNION ALL
SELECT concat(n.unit, '-0'), n.unit, 0, n.source, n.entry, n.dialect, n.database, n.kind, CAST(NULL AS STRING),
  CAST(NULL AS STRING), CAST(NULL AS STRING), false, false, n.level, 0, CAST(length(n.text) AS INT), 1, 1, n.text,
  n.status, n.job, n.runs, n.runs, n.first_seen, n.last_seen, n.users, 0, CAST(0 AS DOUBLE)
FROM {unanswered} AS n
"""
_HOPS = """
SELECT statement, item.* FROM (SELECT statement, explode(hops) AS item FROM {answers}) AS a
"""
_DIAGNOSTICS = f"""
SELECT statement, item.code, item.severity, item.level, item.message, item.help, item.span_start, item.span_end,
  item.line, item.column_number
FROM (SELECT statement, explode(diagnostics) AS item FROM {{answers}}) AS a
UNION ALL
SELECT concat(n.unit, '-0'), c.code, c.severity, c.level, coalesce(n.detail, c.message), c.help, 0,
  CAST(length(n.text) AS INT), 1, 1
FROM {{unanswered}} AS n JOIN {{unanswered_codes}} AS c ON c.kind = n.kind
UNION ALL{CHECK_DIAGNOSTICS}"""


def _lasting(items: str, target: str = "target_dataset_id") -> str:
    """A list of the answers, with a row for each interval in which its text held for the dataset that it writes."""
    return f"""
SELECT a.*, l.job, l.runs, l.valid_from, l.valid_to
FROM (SELECT unit, statement, item.* FROM (SELECT unit, statement, explode({items}) AS item FROM {{answers}}) AS e) AS a
JOIN {{lives}} AS l ON l.unit = a.unit AND l.target = a.{target}
"""


# A statement that creates a dataset knows its kind; one that only reads it says "table". An empty list of strings has
# no literal that both engines read: a slice of length 0 is one.
_DATASETS = """
WITH named AS (
  SELECT item.id, item.system, item.name, item.kind, item.temporary, item.read, item.written, u.first_seen, u.last_seen
  FROM (SELECT unit, explode(datasets) AS item FROM {answers}) AS a JOIN {units} AS u ON u.unit = a.unit
  UNION ALL
  SELECT d.id, d.system, d.name, d.kind, d.temporary, d.read, d.written, NULL, NULL FROM {listed_datasets} AS d
), merged AS (
  SELECT n.id, n.system, n.name, max_by(n.kind, (CASE WHEN n.kind <> 'table' THEN 1 ELSE 0 END, n.kind)) AS kind,
    bool_or(n.temporary) AS temporary, bool_or(n.read) AS read, bool_or(n.written) AS written,
    min(n.first_seen) AS first_seen, max(n.last_seen) AS last_seen
  FROM named AS n GROUP BY n.id, n.system, n.name
)
SELECT /*+ BROADCAST(l) */ m.id, m.system, m.name, m.kind, m.temporary, m.read, m.written, m.first_seen, m.last_seen,
  coalesce(l.also, slice(split('', ','), 1, 0)) AS also
FROM merged AS m LEFT JOIN {links} AS l ON l.id = m.id
"""

# The schema of a column goes before a statement that writes it, and that before one that reads it.
_COLUMNS = """
WITH facts AS (
  SELECT c.id, c.dataset_id, c.system, c.dataset, c.name, c.ordinal, c.type, c.generated, c.level, 0 AS rank
  FROM {listed_columns} AS c
  UNION ALL
  SELECT item.id, item.dataset_id, item.system, item.dataset, item.name, item.ordinal, item.type, item.generated,
    item.level, 1
  FROM (SELECT explode(columns) AS item FROM {answers}) AS a
  UNION ALL
  SELECT DISTINCT s.source_id, s.source_dataset_id, s.source_system, s.source_dataset, s.source_column,
    CAST(NULL AS INT), CAST(NULL AS STRING), false, 'INFERRED', 2
  FROM (
    SELECT item.source_id, item.source_dataset_id, item.source_system, item.source_dataset, item.source_column
    FROM (SELECT explode(edges) AS item FROM {answers}) AS e
    UNION ALL
    SELECT item.source_id, item.source_dataset_id, item.source_system, item.source_dataset, item.source_column
    FROM (SELECT explode(influence) AS item FROM {answers}) AS i
  ) AS s
), positions AS (
  SELECT f.*, coalesce(f.ordinal, 1073741824) AS position FROM facts AS f
)
SELECT p.id, min(p.dataset_id) AS dataset_id, min(p.system) AS system, min(p.dataset) AS dataset,
  min_by(p.name, (p.rank, p.position, p.name)) AS name,
  nullif(min_by(p.position, (p.rank, p.position, p.name)), 1073741824) AS ordinal,
  min_by(p.type, (CASE WHEN p.type IS NULL THEN 9 ELSE p.rank END, p.type)) AS type,
  coalesce(bool_or(p.rank = 1) AND NOT bool_or(p.rank = 1 AND NOT p.generated), false) AS generated,
  min_by(p.level, (p.rank, p.position, p.name, p.level)) AS level
FROM positions AS p GROUP BY p.id
"""
_COVERAGE = """
WITH entries AS (
  SELECT CASE WHEN k.part = 'run' THEN k.dialect ELSE '' END AS dialect, sum(k.entries) AS entries,
    sum(CASE WHEN k.status = 'failed' THEN k.entries ELSE 0 END) AS failed,
    sum(CASE WHEN k.part = 'unread' THEN k.entries ELSE 0 END) AS unread
  FROM {ingested} AS k WHERE k.part IN ('run', 'unread') GROUP BY CASE WHEN k.part = 'run' THEN k.dialect ELSE '' END
), levels AS (
  SELECT coalesce(s.dialect, '') AS dialect, count(DISTINCT s.unit) AS units, sum(s.runs) AS statements,
    count(*) AS distinct_statements, count_if(s.level = 'EXACT') AS exact, count_if(s.level = 'INFERRED') AS inferred,
    count_if(s.level = 'AMBIGUOUS') AS ambiguous, count_if(s.level = 'COARSE') AS coarse,
    count_if(s.level = 'TABLE') AS table_only, count_if(s.level = 'NONE') AS none
  FROM {statements} AS s
  WHERE s.kind <> 'EMPTY' AND (s.kind NOT IN ('UNREAD', 'FAILED') OR s.round > 0) GROUP BY coalesce(s.dialect, '')
), edges AS (
  SELECT coalesce(u.dialect, '') AS dialect, sum(size(a.edges)) AS edges
  FROM {answers} AS a JOIN {units} AS u ON u.unit = a.unit GROUP BY coalesce(u.dialect, '')
), checked AS (
  SELECT u.dialect, count(*) AS checked, count_if(size(c.missing) > 0 OR size(c.surplus) > 0) AS disputed
  FROM {checks} AS c JOIN {units} AS u ON u.unit = c.unit GROUP BY u.dialect
), whole AS (
  SELECT coalesce(e.dialect, l.dialect) AS dialect, e.entries, e.failed, e.unread, l.units, l.statements,
    l.distinct_statements, l.exact, l.inferred, l.ambiguous, l.coarse, l.table_only, l.none
  FROM entries AS e FULL JOIN levels AS l ON l.dialect = e.dialect
)
SELECT w.dialect, {counts}
FROM (
  SELECT w.*, g.edges, c.checked, c.disputed FROM whole AS w LEFT JOIN edges AS g ON g.dialect = w.dialect
  LEFT JOIN checked AS c ON c.dialect = w.dialect
) AS w
""".replace(
    "{counts}",
    ", ".join(f"CAST(coalesce(w.{name}, 0) AS BIGINT) AS {name}" for name in TABLES["coverage"].names[1:]),
)

QUERIES: dict[str, str] = {
    "lives": LIVES,
    "unanswered": _UNANSWERED,
    "statements": _STATEMENTS,
    "datasets": _DATASETS,
    "columns": _COLUMNS,
    "edges": _lasting("edges"),
    "hops": _HOPS,
    "influence": _lasting("influence"),
    "diagnostics": _DIAGNOSTICS,
    "table_edges": _lasting("table_edges", "target_id"),
    "coverage": _COVERAGE,
}
"""The tables, and `lives` (how long each text held) and `unanswered`, which several of them read."""


# ── what an earlier snapshot has ─────────────────────────────────────────────────────────────────────────────────────
_KEYS = ("statement", "source_id", "target_id", "type")
"""Rows with the same values of these are the same edge, in several intervals."""


def _carry_over(record: Record) -> str | None:
    """The rows of now, and those of before that are not among them; None for a table that is made anew.

    A statement may be gone, or, with other schemas, have other edges than before. When an edge held is said by the rows
    of now; of those of before it keeps the intervals that were over before, of which the sources may have lost the log.
    """
    names = record.names
    if "valid_to" in names:
        return _carry_intervals(names)
    if "statement" in names:
        key, relation = "statement", "{statements}"
    elif "id" in names:
        key, relation = "id", "{now}"
    else:
        return None
    return f"""
SELECT {", ".join(f"n.{name}" for name in names)} FROM {{now}} AS n
UNION ALL
SELECT {", ".join(f"b.{name}" for name in names)} FROM {{before}} AS b
WHERE NOT EXISTS (SELECT 1 FROM {relation} AS n WHERE n.{key} = b.{key})
"""


def _carry_intervals(names: list[str]) -> str:
    keys = [key for key in _KEYS if key in names]
    same = " AND ".join(f"n.{key} = b.{key}" for key in keys)
    fields = ", ".join(
        "coalesce(b.valid_to, $ended) AS valid_to" if name == "valid_to" else f"b.{name}" for name in names
    )
    return f"""
WITH begun AS (
  SELECT {", ".join(f"n.{key}" for key in keys)}, min(n.valid_from) AS begun_at,
    count(*) - count(n.valid_from) AS always
  FROM {{now}} AS n GROUP BY {", ".join(f"n.{key}" for key in keys)}
)
SELECT {", ".join(f"n.{name}" for name in names)} FROM {{now}} AS n
UNION ALL
SELECT {fields} FROM {{before}} AS b LEFT JOIN begun AS n ON {same}
WHERE n.statement IS NULL OR (n.always = 0 AND b.valid_to <= n.begun_at)
"""


CARRY_OVER = {name: query for name, record in TABLES.items() if (query := _carry_over(record)) is not None}
"""The tables that keep what an earlier snapshot had. `$ended` is when the new one was made."""

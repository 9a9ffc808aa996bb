"""Texts that ran with several schemas of their tables, as SQL for Spark and for DuckDB.

    INSERT INTO x SELECT * FROM t       run on Monday and on Friday;  ALTER TABLE t ADD COLUMN c on Wednesday

A run sees what was defined before it. Runs of a text that saw the same schemas are a piece of it: a unit of its own,
called by the id of the text, a dot and a number. A table that is dropped and created again as it was makes no pieces.
The inputs are those of `graph_sql`, and

    versions   (name, since, number, schema): the versions of each table by time, from 0; equal ones have one `schema`
"""

from __future__ import annotations

from headwater.rows.steps import INGESTED

# What a statement drops or creates anew without reading it does not matter to it.
ACROSS = """
SELECT DISTINCT l.unit, l.name
FROM (
  SELECT DISTINCT d.unit, concat(item.system, ':', item.name) AS name
  FROM (SELECT a.unit, a.ends, explode(a.datasets) AS item FROM {answers} AS a) AS d
  WHERE item.read OR NOT array_contains(d.ends, item.id)
) AS l JOIN {versions} AS v ON v.name = l.name JOIN {units} AS u ON u.unit = l.unit
WHERE v.since >= unix_micros(u.first_seen) AND v.since < unix_micros(u.last_seen)
"""
"""(unit, name): the texts that ran before and after a change of a table that they look at."""

STRETCHES = """
WITH line AS (
  SELECT a.unit, a.name, r.moment, CAST(NULL AS INT) AS number, 0 AS rank
  FROM {across} AS a JOIN (
    SELECT DISTINCT k.unit, unix_micros(k.at) AS moment
    FROM {ingested} AS k WHERE k.part = 'run' AND k.status <> 'failed' AND k.at IS NOT NULL
  ) AS r ON r.unit = a.unit
  UNION ALL
  SELECT a.unit, a.name, v.since, v.number, 1 FROM {across} AS a JOIN {versions} AS v ON v.name = a.name
), seen AS (
  SELECT l.unit, l.name, l.moment, l.rank, max(l.number) OVER (
      PARTITION BY l.unit, l.name ORDER BY l.moment, l.rank ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS number
  FROM line AS l
), schemas AS (
  SELECT s.unit, s.moment,
    array_join(array_sort(collect_set(concat(s.name, '=', CAST(v.schema AS STRING)))), ',') AS schemas
  FROM seen AS s JOIN {versions} AS v ON v.name = s.name AND v.number = coalesce(s.number, 0)
  WHERE s.rank = 0 GROUP BY s.unit, s.moment
), ranked AS (
  SELECT f.unit, f.moment, dense_rank() OVER (PARTITION BY f.unit ORDER BY f.since) - 1 AS piece
  FROM (SELECT s.*, min(s.moment) OVER (PARTITION BY s.unit, s.schemas) AS since FROM schemas AS s) AS f
)
SELECT p.unit, p.moment, concat(p.unit, '.', CAST(p.piece AS STRING)) AS piece
FROM (SELECT r.*, max(r.piece) OVER (PARTITION BY r.unit) AS last_piece FROM ranked AS r) AS p WHERE p.last_piece > 0
"""
"""(unit, moment, piece): the pieces of the texts that have several, and the runs of each."""

_OTHERS = ", ".join(f"k.{name}" for name in INGESTED.names if name not in ("part", "unit"))
PIECES = f"""
WITH cut AS (SELECT DISTINCT s.unit FROM {{stretches}} AS s)
SELECT k.part, CASE WHEN c.unit IS NULL THEN k.unit ELSE coalesce(s.piece, concat(k.unit, '.0')) END AS unit, {_OTHERS}
FROM {{ingested}} AS k LEFT JOIN cut AS c ON c.unit = k.unit
LEFT JOIN {{stretches}} AS s
  ON s.unit = k.unit AND s.moment = unix_micros(k.at) AND k.part = 'run' AND k.status <> 'failed'
WHERE k.part <> 'text' OR c.unit IS NULL
UNION ALL
SELECT k.part, s.piece, {_OTHERS}
FROM {{ingested}} AS k JOIN (SELECT DISTINCT unit, piece FROM {{stretches}}) AS s ON s.unit = k.unit
WHERE k.part = 'text'
"""
"""What was ingested, with pieces for the texts that have several."""

"""What a report shows of the graph's tables, as SQL for Spark and for DuckDB.

A query names its tables in braces, like those of `graph_sql`. Whatever is taken is the top of something, so that
whoever asks holds a page and not a warehouse.
"""

from __future__ import annotations

from collections.abc import Mapping

from headwater.base.levels import Level

_RANK = "CASE {column} " + " ".join(f"WHEN '{level.value}' THEN {level.rank}" for level in Level) + " END"
_NOT_EXACT = f"""
WITH ranked AS (
  SELECT d.statement, d.code, d.level AS reason, d.message, d.help,
    row_number() OVER (
      PARTITION BY d.statement ORDER BY {_RANK.replace("{column}", "d.level")} DESC, d.span_start, d.code
    ) AS position
  FROM {{diagnostics}} AS d WHERE d.level <> 'EXACT'
), unsure AS (
  SELECT s.*, r.code, r.reason, r.message, r.help
  FROM {{statements}} AS s JOIN ranked AS r ON r.statement = s.statement
  WHERE r.position = 1 AND s.level <> 'EXACT' AND s.kind <> 'UNREAD'
)
"""
_CURRENT = "target_dataset <> 'result' AND valid_to IS NULL"
_ENDS = "SELECT source_id AS id FROM {table_edges} UNION ALL SELECT target_id AS id FROM {table_edges}"
_ALL_EDGES = f"SELECT e.* FROM {{edges}} AS e WHERE {_CURRENT}"
_TOP_EDGES = f"""
SELECT e.* FROM {{edges}} AS e
WHERE {_CURRENT} AND e.source_dataset_id IN (SELECT id FROM top) AND e.target_dataset_id IN (SELECT id FROM top)
LIMIT $edges
"""
_TOP = f"""
WITH top AS (
  SELECT t.id FROM ({_ENDS}) AS t GROUP BY t.id ORDER BY count(*) DESC, t.id LIMIT $datasets
)
"""


def _edges(all_of_them: bool) -> str:
    """All edges where they fit on a page; else those between the datasets that have the most to do with others."""
    return _ALL_EDGES if all_of_them else _TOP + _TOP_EDGES


def _statements(all_of_them: bool) -> str:
    """The statements of the edges that are shown."""
    shown = _ALL_EDGES if all_of_them else _TOP_EDGES
    named = f"SELECT s.* FROM {{statements}} AS s WHERE s.statement IN (SELECT x.statement FROM ({shown}) AS x)"
    return named if all_of_them else _TOP + named


def queries(limits: Mapping[str, int], edges: int) -> dict[str, str]:
    """The queries, given how much is shown and how many edges are current."""
    fits = edges <= limits["edges"]
    found = {
        "coverage": "SELECT * FROM {coverage} ORDER BY dialect",
        "reasons": f"""{_NOT_EXACT}
SELECT u.code, count(*) AS count, min(u.reason) AS level, min(u.message) AS message, min(u.help) AS help
FROM unsure AS u GROUP BY u.code ORDER BY count(*) DESC, u.code LIMIT 50""",
        "not_exact": f"{_NOT_EXACT} SELECT * FROM unsure ORDER BY source, span_start, statement LIMIT $listed",
        # the time is that of the whole text: its first statement stands for it
        "slowest": """
SELECT * FROM {statements} WHERE millis > 0 AND number = 0 ORDER BY millis DESC, statement LIMIT 10""",
        "diagnostics": """
SELECT n.*, s.source, s.entry, s.dialect
FROM (
  SELECT d.*, row_number() OVER (PARTITION BY d.code ORDER BY d.statement, d.span_start) AS position,
    count(*) OVER (PARTITION BY d.code) AS count
  FROM {diagnostics} AS d
) AS n LEFT JOIN {statements} AS s ON s.statement = n.statement
WHERE n.position = 1""",
        "datasets": f"""
SELECT d.* FROM {{datasets}} AS d
LEFT JOIN (SELECT t.id, count(*) AS degree FROM ({_ENDS}) AS t GROUP BY t.id) AS g ON g.id = d.id
WHERE d.name <> 'result' AND NOT d.temporary ORDER BY g.degree DESC NULLS LAST, d.system, d.name LIMIT $datasets""",
        "columns": """
SELECT * FROM {columns} WHERE dataset <> 'result' ORDER BY system, dataset, ordinal, id LIMIT $columns""",
        "edges": _edges(fits),
        "influence": f"SELECT * FROM {{influence}} WHERE {_CURRENT} LIMIT $influence",
        "table_edges": "SELECT * FROM {table_edges} WHERE target <> 'result' AND valid_to IS NULL LIMIT $edges",
        "statements": _statements(fits),
    }
    for name, number in limits.items():
        found = {key: query.replace(f"${name}", str(number)) for key, query in found.items()}
    return found


CURRENT_EDGES = f"SELECT count(*) AS edges FROM {{edges}} WHERE {_CURRENT}"
"""How many edges there are to show."""

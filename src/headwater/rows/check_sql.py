"""The tables that an engine says it read for a text, against those of the answer, as SQL for Spark and for DuckDB.

Some engines name in their logs the tables of a job (`Entry.referenced`). Those of the answer should be the same. There
are good reasons why they are not, and only what cannot be explained is reported:

    FROM a_view            the log names the tables below it, and the view in a list of its own or not at all: the
                           tables that the definitions of views read count as read, and behind a name that nobody
                           defines and that is not known as a table there may be any
    FROM events_*          the log names the tables that the pattern met
    t, d.t, p.d.t          a name without a default dataset is compared as far as it goes
    MERGE INTO t           may read what it writes
    temporary tables       are left out, on both sides

A name is known as a table where it is written, or where a log names it, and nothing else, for a text that reads it: of
a view it would name what is below. The inputs are those of `graph_sql`.
"""

from __future__ import annotations

from headwater.base.codes import NOT_READ_BY_ENGINE, READ_BY_ENGINE, Code

_SHOWN = 5
"""Tables that a message names at most."""
_WRITES = "'CREATE_TABLE', 'INSERT', 'MERGE', 'UPDATE', 'DELETE'"
_DEPTH = 3
"""Views over views that are followed; behind deeper ones there may be any table."""


def _same(logged: str, name: str) -> str:
    """Whether a full name in a log is meant by a name in an answer: in full, by its end, or by a pattern."""
    prefix = f"left({name}, length({name}) - 1)"
    return (
        f"({logged} = {name} OR right({logged}, length({name}) + 1) = concat('.', {name}) OR (right({name}, 1) = '*'"
        f" AND (left({logged}, length({prefix})) = {prefix} OR instr({logged}, concat('.', {prefix})) > 0)))"
    )


USED_NAMES = """
SELECT a.unit, a.statement, a.kind AS statement_kind, item.kind, item.temporary, item.read, item.written,
  lower(substr(item.written_as, length(u.dialect) + 2)) AS name
FROM (SELECT unit, statement, kind, explode(datasets) AS item FROM {answers}) AS a
JOIN {units} AS u ON u.unit = a.unit
JOIN (SELECT DISTINCT k.dialect FROM {ingested} AS k WHERE k.part = 'referenced') AS d ON d.dialect = u.dialect
WHERE left(item.written_as, length(u.dialect) + 1) = concat(u.dialect, ':')
"""
"""The names that statements use, as they are in the log; of the dialects whose logs name what was read."""

_LEVELS = ",\n".join(
    f"""level_{depth} AS (
  SELECT DISTINCT l.unit, v.base AS name FROM level_{depth - 1} AS l JOIN defined AS v ON v.view = l.name
)"""
    for depth in range(1, _DEPTH + 1)
)
_REACHED = " UNION ".join(f"SELECT unit, name FROM level_{depth}" for depth in range(_DEPTH + 1))

CHECKS = f"""
WITH referenced AS (
  SELECT DISTINCT k.unit, lower(regexp_replace(k.text, '^view:', '')) AS name, left(k.text, 5) = 'view:' AS is_view
  FROM {{ingested}} AS k JOIN {{units}} AS u ON u.unit = k.unit WHERE k.part = 'referenced'
), uses AS (
  SELECT n.unit, n.name, bool_or(n.read) AS read, bool_or(n.written) AS written
  FROM {{used_names}} AS n JOIN (SELECT DISTINCT unit FROM referenced) AS r ON r.unit = n.unit
  WHERE instr(n.name, 'information_schema') = 0
  GROUP BY n.unit, n.name HAVING NOT bool_or(n.temporary)
), defined AS (
  SELECT DISTINCT w.name AS view, r.name AS base
  FROM {{used_names}} AS w JOIN {{used_names}} AS r ON r.statement = w.statement
  WHERE w.written AND r.read AND NOT w.temporary AND w.statement_kind IN ('CREATE_VIEW', 'CREATE_MATERIALIZED_VIEW')
), level_0 AS (
  SELECT u.unit, u.name FROM uses AS u WHERE u.read
), {_LEVELS}, reached AS ({_REACHED}), views AS (
  SELECT n.name FROM {{used_names}} AS n WHERE n.kind IN ('view', 'materialized view')
  UNION SELECT r.name FROM referenced AS r WHERE r.is_view
), unread AS (
  SELECT r.unit, r.name FROM referenced AS r
  WHERE NOT r.is_view
    AND NOT EXISTS (SELECT 1 FROM uses AS u WHERE u.unit = r.unit AND {_same("r.name", "u.name")})
), alone AS (
  SELECT r.unit, min(r.name) AS name FROM referenced AS r GROUP BY r.unit HAVING count(*) = 1 AND NOT bool_or(r.is_view)
), known AS (
  SELECT k.name FROM (
    SELECT a.name FROM alone AS a JOIN level_0 AS l ON l.unit = a.unit WHERE {_same("a.name", "l.name")}
    UNION SELECT n.name FROM {{used_names}} AS n WHERE n.written AND n.statement_kind IN ({_WRITES})
  ) AS k WHERE NOT EXISTS (SELECT 1 FROM views AS v WHERE v.name = k.name)
), tables AS (
  SELECT k.name FROM known AS k
  UNION SELECT regexp_replace(k.name, '^[^.]*[.]', '') FROM known AS k
  UNION SELECT regexp_replace(k.name, '^.*[.]', '') FROM known AS k
), opaque AS (
  SELECT d.unit FROM reached AS d
  WHERE right(d.name, 1) <> '*' AND NOT EXISTS (SELECT 1 FROM defined AS v WHERE v.view = d.name)
    AND NOT EXISTS (SELECT 1 FROM tables AS t WHERE t.name = d.name)
  UNION SELECT l.unit FROM level_{_DEPTH} AS l JOIN defined AS v ON v.view = l.name
), missing AS (
  SELECT m.unit, m.name FROM unread AS m
  WHERE NOT EXISTS (SELECT 1 FROM opaque AS o WHERE o.unit = m.unit)
    AND NOT EXISTS (SELECT 1 FROM reached AS d WHERE d.unit = m.unit AND {_same("m.name", "d.name")})
    AND NOT EXISTS (SELECT 1 FROM views AS v WHERE v.name = m.name)
), surplus AS (
  SELECT u.unit, u.name FROM uses AS u JOIN tables AS t ON t.name = u.name
  WHERE u.read AND NOT u.written
    AND NOT EXISTS (SELECT 1 FROM views AS v WHERE v.name = u.name)
    AND NOT EXISTS (SELECT 1 FROM referenced AS r WHERE r.unit = u.unit AND {_same("r.name", "u.name")})
)
SELECT c.unit, array_sort(collect_set(m.name)) AS missing, array_sort(collect_set(s.name)) AS surplus
FROM (SELECT DISTINCT unit FROM uses) AS c
LEFT JOIN missing AS m ON m.unit = c.unit LEFT JOIN surplus AS s ON s.unit = c.unit
GROUP BY c.unit
"""
"""(unit, missing, surplus): the texts that can be checked, with the tables on which the log and the answer disagree."""

NO_CHECKS = """
SELECT u.unit, split('', ',') AS missing, split('', ',') AS surplus FROM {units} AS u WHERE u.unit IS NULL
"""
"""The same for logs that name no tables."""


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _rows(code: Code, tables: str) -> str:
    before, after = code.message.split("{0}")
    more = f"concat(' and ', CAST(size({tables}) - {_SHOWN} AS STRING), ' others')"
    return f"""
SELECT a.statement, {_quoted(code.id)}, {_quoted(code.severity)}, {_quoted(code.level.value)},
  concat({_quoted(before)}, array_join(slice({tables}, 1, {_SHOWN}), ', '),
    CASE WHEN size({tables}) > {_SHOWN} THEN {more} ELSE '' END, {_quoted(after)}), {_quoted(code.help)},
  a.span_start, a.span_end, a.line, a.column_number
FROM {{checks}} AS c JOIN {{answers}} AS a ON a.unit = c.unit AND a.number = 0 WHERE size({tables}) > 0
"""


CHECK_DIAGNOSTICS = "UNION ALL".join((_rows(READ_BY_ENGINE, "c.missing"), _rows(NOT_READ_BY_ENGINE, "c.surplus")))
"""Rows of diagnostics for what the checks found, at the first statement of a text."""

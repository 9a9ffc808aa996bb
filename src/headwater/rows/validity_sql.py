"""How long the edges of a text hold, as SQL for Spark and for DuckDB: a list of intervals for each dataset it writes.

A run begins an interval, or goes on with the one that is open. Two things end it:

- Some text drops the dataset, renames it, or creates it anew.
- The job that ran the text fills the same dataset by another text, or by the same text with other schemas (a piece of
  it, see `epoch_sql`). Where a job runs its texts by turns, time and again (A B A B), they are steps of the job, and
  none ends another; A B A alone is a job that went over to B and came back. A text without a job is a job of its own.

What a text does to its own dataset goes on without a gap: a table that is created anew every day by the same text holds
all the time. Of what happens at the same time, nothing ends anything else. Runs without a time begin nothing: a text
without any time holds always.
"""

from __future__ import annotations

MOST_INTERVALS = 12
"""Intervals of one text and dataset. Where there are more, as for a table that is dropped and filled every night, the
shortest gaps are closed."""
_FOREVER = 9223372036854775807

# Only datasets that several texts write, or that some text ends, have to be looked at run by run.
_STARTS = """
written AS (
  SELECT DISTINCT w.unit, w.target FROM (SELECT a.unit, explode(a.writes) AS target FROM {answers} AS a) AS w
), enders AS (
  SELECT DISTINCT e.unit, e.target FROM (SELECT a.unit, explode(a.ends) AS target FROM {answers} AS a) AS e
), contested AS (
  SELECT w.target FROM written AS w GROUP BY w.target HAVING count(*) > 1
  UNION
  SELECT e.target FROM enders AS e
), timed AS (
  SELECT k.unit, k.job, unix_micros(k.at) AS moment, count(*) AS runs
  FROM {ingested} AS k WHERE k.part = 'run' AND k.status <> 'failed' AND k.at IS NOT NULL
  GROUP BY k.unit, k.job, unix_micros(k.at)
), starts AS (
  SELECT w.target, w.unit, t.job, split_part(w.unit, '.', 1) AS whole, t.moment, t.runs
  FROM written AS w JOIN contested AS c ON c.target = w.target JOIN timed AS t ON t.unit = w.unit
)"""

# At one moment an end comes before the starts, so that what starts then is not ended by it.
_ENDED = """
ended AS (
  SELECT s.target, s.unit, s.job, s.whole, s.moment, s.runs,
    min(CASE WHEN s.unit IS NULL THEN s.moment END) OVER (
      PARTITION BY s.target ORDER BY s.moment, s.rank ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ) AS ended_at
  FROM (
    SELECT target, unit, job, whole, moment, runs, 1 AS rank FROM starts
    UNION ALL
    SELECT DISTINCT e.target, CAST(NULL AS STRING), CAST(NULL AS STRING), CAST(NULL AS STRING), t.moment,
      CAST(0 AS BIGINT), 0
    FROM enders AS e JOIN timed AS t ON t.unit = e.unit
  ) AS s
)"""

# The runs of a job that fill a dataset, by their place. A text that comes again after n places has the period n; n runs
# in a row with the period n are texts that are run by turns, and so are the n runs behind them.
_JOBS = """
filling AS (
  SELECT DISTINCT s.target, coalesce(s.job, concat('text ', s.whole)) AS job, s.whole, s.moment
  FROM starts AS s
  WHERE NOT EXISTS (SELECT 1 FROM enders AS e WHERE e.unit = s.unit AND e.target = s.target)
), turns AS (
  SELECT f.target, f.job, f.whole, f.moment,
    row_number() OVER (PARTITION BY f.target, f.job ORDER BY f.moment, f.whole) AS place,
    lead(f.moment) OVER (PARTITION BY f.target, f.job, f.whole ORDER BY f.moment) AS again
  FROM filling AS f
), periods AS (
  SELECT t.target, t.job, t.place,
    lead(t.place) OVER (PARTITION BY t.target, t.job, t.whole ORDER BY t.place) - t.place AS period
  FROM turns AS t
), stretches AS (
  SELECT p.target, p.job, p.place, p.period,
    p.place - row_number() OVER (PARTITION BY p.target, p.job, p.period ORDER BY p.place) AS stretch
  FROM periods AS p WHERE p.period > 1
), cycles AS (
  SELECT s.target, s.job, min(s.place) AS first_place, max(s.place) + s.period AS last_place
  FROM stretches AS s GROUP BY s.target, s.job, s.period, s.stretch HAVING count(*) >= s.period
), last_places AS (
  SELECT t.target, t.job, t.whole, t.moment, t.again, coalesce(max(c.last_place), t.place) AS last_place
  FROM turns AS t LEFT JOIN cycles AS c
    ON c.target = t.target AND c.job = t.job AND c.first_place <= t.place AND t.place <= c.last_place
  GROUP BY t.target, t.job, t.whole, t.moment, t.again, t.place
), moments AS (
  SELECT m.target, m.job, m.moment, lead(m.moment) OVER (PARTITION BY m.target, m.job ORDER BY m.moment) AS next_moment
  FROM (SELECT DISTINCT target, job, moment FROM turns) AS m
), followed AS (
  SELECT l.target, l.job, l.whole, l.moment, least(l.again, m.next_moment) AS next_moment
  FROM last_places AS l
  JOIN turns AS t ON t.target = l.target AND t.job = l.job AND t.place = l.last_place
  JOIN moments AS m ON m.target = t.target AND m.job = t.job AND m.moment = t.moment
)"""

_INTERVALS = """
spans AS (
  SELECT e.target, e.unit, e.job, e.moment, e.runs, coalesce(least(e.ended_at, f.next_moment), $forever) AS until
  FROM ended AS e LEFT JOIN followed AS f
    ON f.target = e.target AND f.job = coalesce(e.job, concat('text ', e.whole)) AND f.whole = e.whole
    AND f.moment = e.moment
  WHERE e.unit IS NOT NULL
), gaps AS (
  SELECT s.*, s.moment - max(s.until) OVER (
      PARTITION BY s.target, s.unit ORDER BY s.moment ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS gap
  FROM spans AS s
), longest AS (
  SELECT g.*, row_number() OVER (
      PARTITION BY g.target, g.unit ORDER BY CASE WHEN g.gap > 0 THEN g.gap ELSE 0 END DESC, g.moment
    ) AS position
  FROM gaps AS g
), numbered AS (
  SELECT l.*, sum(CASE WHEN l.gap > 0 AND l.position < $most THEN 1 ELSE 0 END) OVER (
      PARTITION BY l.target, l.unit ORDER BY l.moment ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS number
  FROM longest AS l
), intervals AS (
  SELECT n.unit, n.target, n.number, min(n.job) AS job, CAST(sum(n.runs) AS BIGINT) AS runs,
    min(n.moment) AS since, max(n.until) AS until
  FROM numbered AS n GROUP BY n.unit, n.target, n.number
)"""

LIVES = f"""
WITH {_STARTS.strip()}, {_ENDED.strip()}, {_JOBS.strip()}, {_INTERVALS.strip()}
SELECT i.unit, i.target, i.job, i.runs, timestamp_micros(i.since) AS valid_from,
  CASE WHEN i.until < $forever THEN timestamp_micros(i.until) END AS valid_to
FROM intervals AS i
UNION ALL
SELECT w.unit, w.target, u.job, u.runs, u.first_seen, NULL
FROM written AS w JOIN {{units}} AS u ON u.unit = w.unit
WHERE u.first_seen IS NULL OR NOT EXISTS (SELECT 1 FROM contested AS c WHERE c.target = w.target)
""".replace("$forever", str(_FOREVER)).replace("$most", str(MOST_INTERVALS))
"""(unit, target, job, runs, valid_from, valid_to): when the edges of a text into a dataset held."""

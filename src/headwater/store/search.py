"""Search for names: exact, by prefix, by a part after `_` or `.`, by any substring, with few matches by similarity.

Datasets are looked through one by one; columns by their distinct names, of which a warehouse has few. A dot or a blank
in the query cuts it: what stands before is looked for in the dataset, the last part in the column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from headwater.base.identifiers import split_name
from headwater.rows.graph_answers import Fit, Found, Match
from headwater.store.graph import Graph

FEW = 3
"""With fewer matches than this, similar names are offered too."""
MOST = 200
"""Letters of a query that are looked at."""
_NAMES = 400
"""Distinct names of columns that are taken up."""

_FITS: tuple[tuple[float, Fit], ...] = ((1.0, "exact"), (0.8, "prefix"), (0.65, "word"), (0.5, "part"), (0.0, "near"))

_SCORE = """CASE WHEN {0} = $word THEN 1.0 WHEN {1} = $word THEN 0.97 WHEN starts_with({1}, $word) THEN 0.85
  WHEN starts_with({0}, $word) THEN 0.82 WHEN contains({0}, '_' || $word) OR contains({0}, '.' || $word) THEN 0.7
  ELSE 0.55 END"""
_DATASETS = f"""
SELECT n, {_SCORE.format("folded", "leaf")} + least(ln(1 + reads + writes), 5) / 200 AS score,
  count(*) OVER () AS total
FROM datasets WHERE contains(folded, $word) AND kind <> 'result' AND ($system IS NULL OR system = $system)
ORDER BY score DESC, length(folded), folded, n LIMIT $limit
"""
_COLUMNS = f"""
WITH found AS (
  SELECT folded, many, {_SCORE.format("folded", "folded")} AS score FROM names WHERE contains(folded, $word)
  ORDER BY score DESC, length(folded), folded LIMIT {_NAMES}
)
SELECT c.n, found.score + least(ln(1 + d.reads + d.writes), 5) / 200 AS score, count(*) OVER () AS total
FROM found JOIN columns AS c USING (folded) JOIN datasets AS d ON d.n = c.dataset
WHERE ($table IS NULL OR contains(d.folded, $table)) AND ($system IS NULL OR d.system = $system)
ORDER BY CASE WHEN $table IS NOT NULL AND (d.folded = $table OR d.leaf = $table) THEN 0 ELSE 1 END,
  score DESC, length(c.folded), length(d.folded), d.folded, c.n LIMIT $limit
"""
_NEAR_DATASETS = """
SELECT n, greatest(jaro_winkler_similarity(leaf, $word), jaro_winkler_similarity(folded, $word)) AS score
FROM datasets WHERE kind <> 'result' AND ($system IS NULL OR system = $system)
  AND greatest(jaro_winkler_similarity(leaf, $word), jaro_winkler_similarity(folded, $word)) > 0.8
ORDER BY score DESC, folded, n LIMIT $limit
"""
_NEAR_COLUMNS = """
WITH found AS (
  SELECT folded, jaro_winkler_similarity(folded, $word) AS score FROM names
  WHERE jaro_winkler_similarity(folded, $word) > 0.8 ORDER BY score DESC, folded LIMIT 50
)
SELECT c.n, found.score * CASE WHEN $table IS NULL THEN 1.0 ELSE 0.5 + 0.5 * jaro_winkler_similarity(d.leaf, $leaf) END
  AS score
FROM found JOIN columns AS c USING (folded) JOIN datasets AS d ON d.n = c.dataset
WHERE $system IS NULL OR d.system = $system
ORDER BY score DESC, length(d.folded), d.folded, c.n LIMIT $limit
"""


def search(
    graph: Graph,
    details: Any,
    query: str,
    limit: int = 20,
    kinds: Sequence[str] = ("dataset", "column"),
    systems: Sequence[str] = (),
) -> Found:
    """The best matches of a query. Never raises for what is in it."""
    system, table, last = cut(query, {*graph_systems(details)})
    if systems and system is None and len(systems) == 1:
        system = systems[0]
    if not last:
        return Found(query, (), 0)
    matches: list[Match] = []
    total = 0
    if "dataset" in kinds:
        name = f"{table}.{last}" if table else last
        rows = details.rows(_DATASETS, {"word": name, "system": system, "limit": limit})
        total += rows[0][2] if rows else 0
        matches += [_dataset(graph, number, score) for number, score, _ in rows]
    if "column" in kinds:
        rows = details.rows(_COLUMNS, {"word": last, "table": table, "system": system, "limit": limit})
        total += rows[0][2] if rows else 0
        matches += [_column(graph, number, score) for number, score, _ in rows]
    if len(matches) < FEW:
        known = {match.full_name for match in matches}
        extra = [match for match in near(graph, details, query, limit, kinds) if match.full_name not in known]
        total += len(extra)
        matches += extra
    matches.sort(key=lambda match: (-match.score, match.column is not None, len(match.full_name), match.full_name))
    return Found(query, tuple(matches[:limit]), max(total - min(len(matches), limit), 0))


def near(
    graph: Graph, details: Any, query: str, limit: int, kinds: Sequence[str] = ("dataset", "column")
) -> list[Match]:
    """Names that are like a query."""
    system, table, last = cut(query, {*graph_systems(details)})
    matches: list[Match] = []
    if not last:
        return matches
    if "dataset" in kinds:
        values = {"word": f"{table}.{last}" if table else last, "system": system, "limit": limit}
        matches += [_dataset(graph, number, score * 0.5) for number, score in details.rows(_NEAR_DATASETS, values)]
    if "column" in kinds:
        leaf = table.rpartition(".")[2] if table else None
        values = {"word": last, "table": table, "leaf": leaf, "system": system, "limit": limit}
        matches += [_column(graph, number, score * 0.5) for number, score in details.rows(_NEAR_COLUMNS, values)]
    return sorted(matches, key=lambda match: (-match.score, match.full_name))[:limit]


def cut(query: str, systems: set[str]) -> tuple[str | None, str | None, str]:
    """A query's system, what is looked for in the dataset, and in the column.

    >>> cut("Hive:ods.orders.Amount", {"hive"}), cut("orders amount", set()), cut("amount", set())
    (('hive', 'ods.orders', 'amount'), (None, 'orders', 'amount'), (None, None, 'amount'))
    >>> cut('"my db".t', set())
    (None, 'my db', 't')
    """
    text = query[:MOST].replace("\0", "").strip().lower()
    system: str | None = None
    head, colon, tail = text.partition(":")
    if colon and head in systems:
        system, text = head, tail
    if text[:1] not in ('"', "`") and '."' not in text and ".`" not in text:
        text = re.sub(r"\s+", ".", text.strip())
    *above, last = split_name(text.rstrip("."))
    return system, ".".join(above) or None, last


def graph_systems(details: Any) -> list[str]:
    """The systems there are."""
    systems: list[str] = details.systems
    return systems


def _fit(score: float) -> Fit:
    return next(fit for least, fit in _FITS if score >= least)


def _dataset(graph: Graph, number: int, score: float) -> Match:
    return Match(graph.dataset(number), None, min(score, 1.1), _fit(score))


def _column(graph: Graph, number: int, score: float) -> Match:
    column = graph.column(number)
    return Match(column.dataset, column, min(score, 1.1), _fit(score))

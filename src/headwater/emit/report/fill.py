"""A report's data from the rows of its queries, whoever ran them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from headwater.base.levels import Level
from headwater.emit.report.data import Limits, ReportData, Row
from headwater.rows.report_sql import CURRENT_EDGES, queries

SHOWN = 200
"""Statements that are listed as not EXACT."""
Ask = Callable[[str], Sequence[Row]]
"""Runs a query of `rows.report_sql`."""
MOST_TAGGED = 2_000
"""Columns with a tag that are listed."""
_LONGEST_WAY = 100
_SEVERITIES = ("error", "warning", "info")


def fill(
    ask: Ask,
    manifest: Mapping[str, Any],
    version: str,
    seconds: float | None,
    facts: Mapping[str, Any],
    tags: Sequence[Row],
    limits: Limits | None = None,
) -> ReportData:
    """Everything that the report and the summary tell of a snapshot."""
    limits = limits or Limits()
    shown = {
        "edges": limits.edges,
        "datasets": limits.datasets,
        "columns": limits.columns,
        "influence": limits.influence,
        "listed": SHOWN,
    }
    edges = int(ask(CURRENT_EDGES)[0]["edges"])
    rows = {name: list(ask(query)) for name, query in queries(shown, edges).items()}
    totals = {name: int(table["rows"]) for name, table in manifest["tables"].items()}
    for name in ("entries", "statements", "distinct_statements", "unread"):
        totals[name] = sum(int(row[name]) for row in rows["coverage"])
    totals["not_exact"] = sum(int(row["count"]) for row in rows["reasons"])
    rank = {level.value: level.rank for level in Level}
    return ReportData(
        version=version,
        snapshot=str(manifest["snapshot"]),
        finished=datetime.fromisoformat(str(manifest["made_at"])),
        seconds=seconds,
        sources=[{"source": source} for source in manifest.get("sources", ())],
        totals=totals,
        diagnostics=sorted(
            rows.pop("diagnostics"),
            key=lambda row: (
                _SEVERITIES.index(row["severity"]),
                -rank[row["level"]],
                -row["count"],
                row["code"],
            ),
        ),
        facts=facts,
        tags=list(tags),
        limits=limits,
        **rows,
    )


def tag_rows(tagged: Sequence[Row], columns: Mapping[int, Row]) -> list[Row]:
    """Where tags spread, with the way that each of them took.

    `tagged` has tag, node_id, distance, masked and via_source, the column before it; `columns` are system, dataset,
    column and path, the whole name, by id.
    """
    before = {(row["tag"], row["node_id"]): row for row in tagged}
    rows: list[Row] = []
    for row in tagged:
        way: list[str] = []
        current: Row | None = row
        while current is not None and len(way) < _LONGEST_WAY:
            way.append(columns.get(current["node_id"], {}).get("path", str(current["node_id"])))
            current = before.get((row["tag"], current["via_source"])) if current["via_source"] is not None else None
        own = columns.get(row["node_id"], {})
        rows.append({**own, "tag": row["tag"], "distance": row["distance"], "masked": row["masked"], "path": way[::-1]})
    return rows

"""What a run came to, collected for people from the files of its snapshot: what Spark asks of large ones, by DuckDB."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import headwater
from headwater.batch import local_walk
from headwater.emit.report import Limits, ReportData
from headwater.emit.report.fill import MOST_TAGGED, fill, tag_rows
from headwater.rel.kinds import EdgeType
from headwater.rows.warehouse import TABLES
from headwater.store import facts as graph_facts
from headwater.store.folder import snapshot

if TYPE_CHECKING:
    import duckdb

Row = Mapping[str, Any]
MOST_EDGES = 2_000_000
"""Edges of a graph that one machine walks in memory."""
_RANKS = "CASE e.type " + " ".join(f"WHEN '{kind}' THEN {rank}" for rank, kind in enumerate(EdgeType)) + " END"
_ARCS = f"""
SELECT e.source_id AS near, e.target_id AS far,
  min(CAST(((1000000 - round(coalesce(e.confidence, 0) * 1000000)) * 16 + {_RANKS}) * 2 AS INT)) AS cost
FROM edges AS e
WHERE e.target_dataset <> 'result' AND e.valid_to IS NULL AND e.source_id <> e.target_id
GROUP BY e.source_id, e.target_id
"""
_NAMED = """
SELECT c.id AS node_id, concat(c.system, ':', c.dataset, '.', c.name) AS path, c.system, c.dataset, c.name AS column
FROM columns AS c WHERE c.dataset <> 'result'
"""


def collect(
    out: Path | str,
    seconds: float | None = None,
    tags: Mapping[str, Iterable[str]] | None = None,
    facts: bool = True,
    limits: Limits | None = None,
) -> ReportData:
    """Everything that the report and the summary tell of the current snapshot of a folder."""
    import duckdb

    current = snapshot(out)
    with duckdb.connect() as db:
        db.execute("SET TimeZone = 'UTC'")
        for name in TABLES:
            db.register(name, db.read_parquet(current.files(name)))
        names = {name: name for name in TABLES}

        def ask(text: str) -> Sequence[Row]:
            rows: list[Row] = db.sql(text.format_map(names)).to_arrow_table().to_pylist()
            return rows

        return fill(
            ask,
            current.manifest,
            headwater.__version__,
            seconds,
            graph_facts.summarise(db) if facts else {},
            _tags(db, tags) if tags else [],
            limits,
        )


def _tags(db: duckdb.DuckDBPyConnection, tags: Mapping[str, Iterable[str]]) -> list[Row]:
    """Where the tags spread, with the way that each of them took."""
    import pyarrow as pa

    columns = {row["node_id"]: row for row in db.sql(_NAMED).to_arrow_table().to_pylist()}
    ids = {row["path"]: id_ for id_, row in columns.items()}
    names = sorted(tags)
    starts = sorted({(label, ref) for label, tag in enumerate(names) for ref in tags[tag]})
    if missing := sorted({ref for _, ref in starts if ref not in ids}):
        raise ValueError(f"Unknown column: {', '.join(missing)}. A name has the form system:dataset.column.")
    arcs = db.sql(_ARCS).to_arrow_table()
    rows = {
        "role": [local_walk.ARC] * arcs.num_rows + [local_walk.START] * len(starts),
        "label": [0] * arcs.num_rows + [label for label, _ in starts],
        "near": arcs["near"].to_pylist() + [None] * len(starts),
        "far": arcs["far"].to_pylist() + [ids[ref] for _, ref in starts],
        "cost": arcs["cost"].to_pylist() + [0] * len(starts),
        "distance": [0] * (arcs.num_rows + len(starts)),
    }
    schema = pa.schema([(name, pa.int64() if name in ("near", "far") else pa.int32()) for name in rows])
    walked = local_walk.walk(pa.table(rows, schema).to_batches(), None)
    tagged = [
        {
            "tag": names[row["label"]],
            "node_id": row["node"],
            "distance": row["distance"],
            "via_source": row["near"],
            "masked": False,
        }
        for batch in walked
        for row in batch.to_pylist()
    ]
    tagged.sort(key=lambda row: (row["tag"], row["distance"], row["node_id"]))
    return tag_rows(tagged[:MOST_TAGGED], columns)

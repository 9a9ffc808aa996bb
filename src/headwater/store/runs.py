"""The runs of statements: which queries of which log, when, by whom.

The pipeline keeps every run by the id of its text (`state/` in its folder), for the next run to go on with. An index
copies the last `MOST_RUNS` of each text, so that they stay available with the snapshot; where the folder has no runs
any more, a statement has the one that its own row names. A script is run where it stands: once in each file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from headwater.rows.graph import Run, Runs, Statement
from headwater.store.folder import Snapshot

MOST_RUNS = 100
FIELDS = ("unit", "source", "entry", "at", "user", "job", "session", "status")
_COPY_RUNS = f"""
CREATE TABLE details.runs AS
  SELECT {", ".join(f'"{name}"' for name in FIELDS)},
    row_number() OVER (PARTITION BY unit ORDER BY "at" DESC NULLS LAST, source, entry) AS number
  FROM read_parquet({{0}}, hive_partitioning := false) QUALIFY number <= {MOST_RUNS} ORDER BY unit, number
"""
_NO_RUNS = """
CREATE TABLE details.runs (
  unit VARCHAR, source VARCHAR, entry VARCHAR, "at" TIMESTAMPTZ, "user" VARCHAR, job VARCHAR, session VARCHAR,
  status VARCHAR, number BIGINT
)
"""
_STATEMENT_RUNS = """
SELECT entry AS query, source, "at", "user", job, session, status, count(*) OVER () AS kept FROM runs
WHERE unit = $unit AND ($since IS NULL OR "at" BETWEEN $since AND $until)
ORDER BY number LIMIT $limit OFFSET $offset
"""


def files(snapshot: Snapshot) -> list[str]:
    """The Parquet files of the runs, where the folder has them."""
    manifest = snapshot.manifest
    folders = [manifest["runs"]["path"]] if "runs" in manifest else []
    if "state" in manifest:
        folders += [f"state/{manifest['state']}/{batch}/part=run" for batch in manifest.get("batches", ())]
    paths: list[str] = []
    for folder in map(Path, folders):
        if not folder.is_absolute() and ".." not in folder.parts:
            paths += sorted(str(path) for path in (snapshot.root / folder).glob("*.parquet"))
    return paths


def copy_query(paths: Sequence[str]) -> str:
    """The query that copies runs into an index."""
    listed = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
    return _COPY_RUNS.format(f"[{listed}]") if paths else _NO_RUNS


def statement_runs(details: Any, statement: Statement, unit: str, limit: int, offset: int) -> Runs:
    """The runs of a statement, the last one first."""
    text, stretch, _ = unit.partition(".")  # a text that ran across a change of schema is answered in pieces
    values = {
        "unit": text,
        "since": statement.first_seen if stretch else None,
        "until": statement.last_seen if stretch else None,
        "limit": limit,
        "offset": offset,
    }
    rows = details.dicts(_STATEMENT_RUNS, values)
    if not rows and not offset:
        own = Run(
            query=statement.entry,
            source=statement.source,
            at=statement.last_seen,
            user=statement.users[0] if len(statement.users) == 1 else None,
            job=statement.job,
            session=None,
            status=statement.status,
        )
        return Runs((own,)[:limit], max(statement.runs, 1), 1)
    kept = max((row.pop("kept") for row in rows), default=offset)
    return Runs(tuple(Run(**row) for row in rows), max(statement.runs, kept), kept)

"""The runs of statements: which queries of which log, when, by whom.

The pipeline keeps every run by the id of its text (`state/` in its folder), for the next run to go on with. An index
takes over the last `KEPT` of each text, so that they can be asked for as long as the snapshot is; where the folder has
no runs any more, a statement has the one that its own row names. A script is run where it stands: once in each file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from headwater.rows.graph import Run, Runs, Statement
from headwater.store.folder import Snapshot

KEPT = 100
FIELDS = ("unit", "source", "entry", "at", "user", "job", "session", "status")
_TAKEN = f"""
CREATE TABLE more.runs AS
  SELECT {", ".join(f'"{name}"' for name in FIELDS)},
    row_number() OVER (PARTITION BY unit ORDER BY "at" DESC NULLS LAST, source, entry) AS number
  FROM read_parquet({{0}}, hive_partitioning := false) QUALIFY number <= {KEPT} ORDER BY unit, number
"""
_NONE = """
CREATE TABLE more.runs (
  unit VARCHAR, source VARCHAR, entry VARCHAR, "at" TIMESTAMPTZ, "user" VARCHAR, job VARCHAR, session VARCHAR,
  status VARCHAR, number BIGINT
)
"""
_ASKED = """
SELECT entry AS query, source, "at", "user", job, session, status, count(*) OVER () AS kept FROM runs
WHERE unit = $unit AND ($since IS NULL OR "at" BETWEEN $since AND $until)
ORDER BY number LIMIT $limit OFFSET $offset
"""


def files(snapshot: Snapshot) -> list[str]:
    """The Parquet files of the runs, where the folder has them."""
    manifest = snapshot.manifest
    places = [manifest["runs"]["path"]] if "runs" in manifest else []
    if "state" in manifest:
        places += [f"state/{manifest['state']}/{batch}/part=run" for batch in manifest.get("batches", ())]
    found: list[str] = []
    for place in map(Path, places):
        if not place.is_absolute() and ".." not in place.parts:
            found += sorted(str(path) for path in (snapshot.root / place).glob("*.parquet"))
    return found


def taken(found: Sequence[str]) -> str:
    """The query that takes runs over into an index."""
    listed = ", ".join("'" + one.replace("'", "''") + "'" for one in found)
    return _TAKEN.format(f"[{listed}]") if found else _NONE


def of_statement(more: Any, statement: Statement, unit: str, limit: int, offset: int) -> Runs:
    """The runs of a statement, the last one first."""
    whole, stretch, _ = unit.partition(".")  # a text that ran across a change of schema is answered in pieces
    values = {
        "unit": whole,
        "since": statement.first_seen if stretch else None,
        "until": statement.last_seen if stretch else None,
        "limit": limit,
        "offset": offset,
    }
    rows = more.dicts(_ASKED, values)
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

"""The batches of a folder as relations of DuckDB, and what the new ones among them touch.

    kept        every row of every batch, with its batch
    ingested    those that count: without rows of files that were read again later
    changed     the rows that are new, or count no more
    effective   `ingested`, with the scripts of sessions in the place of the runs that they are made of
    touched     the texts that have other runs than before, or another text that stands for them

Sessions are put together by the engine, for those sessions alone that have new rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.batch.ledger_status import READ_AGAIN
from headwater.increments.answer_state import SCRIPTS, SHARED
from headwater.increments.engine import Engine
from headwater.increments.table_files import parquet_of
from headwater.rows.graph_sql import DUCKDB_MACROS
from headwater.rows.record import Record
from headwater.rows.steps import ANALYSED, ENTRY, INGESTED

if TYPE_CHECKING:
    import duckdb
    import pyarrow

_MEMORY = "2GB"
_OTHERS = ", ".join(f'k."{name}"' for name in INGESTED.names)
_SAME_SESSION = "{0}.session = {1}.session AND {0}.dialect IS NOT DISTINCT FROM {1}.dialect"


def connect(work: Path) -> duckdb.DuckDBPyConnection:
    """A database in memory that knows the functions of `graph_sql`; what does not fit goes to a folder."""
    import duckdb
    import pyarrow as pa

    work.mkdir(parents=True, exist_ok=True)
    db = duckdb.connect(config={"memory_limit": _MEMORY, "temp_directory": str(work)})
    db.execute("SET TimeZone = 'UTC'")
    db.execute("SET enable_progress_bar = false")
    for macro in DUCKDB_MACROS:
        db.execute(macro)
    answers = plain_schema(ANALYSED).append(pa.field("round", pa.int32()))
    db.register("empty_answers", answers.empty_table())
    db.register(f"empty_{SHARED}", plain_schema(ENTRY).empty_table())
    db.register(f"empty_{SCRIPTS}", plain_schema(INGESTED).empty_table())
    return db


def plain_schema(record: Record) -> pyarrow.Schema:
    """The Arrow schema of a record without its descriptions."""
    return record.arrow_schema().remove_metadata()


class BatchRelations:
    """The relations of a folder: `rows` has a folder for each of its batches, `ledger` says which files they took.

    `old` are the batches that its current snapshot was made of.
    """

    def __init__(
        self,
        db: duckdb.DuckDBPyConnection,
        engine: Engine,
        rows: Path,
        ledger: Path,
        batches: Sequence[str],
        old: Sequence[str],
    ) -> None:
        self._db = db
        self._engine = engine
        self._new = [name for name in batches if name not in old]
        self._rows([rows / name for name in batches], ledger)
        self._sessions([rows / name for name in batches])
        view(
            db,
            "effective",
            f"""SELECT {_OTHERS} FROM ingested AS k WHERE k.part <> 'run' OR NOT EXISTS (
  SELECT 1 FROM {SHARED} AS s WHERE s.source = k.source AND s.entry = k.entry AND s.session = k.session)
UNION ALL SELECT {_OTHERS} FROM {SCRIPTS} AS k""",
        )
        table(db, "touched", f"SELECT DISTINCT unit FROM ({self._touching()}) WHERE unit IS NOT NULL")

    def _rows(self, batches: Sequence[Path], ledger: Path) -> None:
        db = self._db
        files = [file for batch in batches for file in batch.rglob("*.parquet")]
        options = ", hive_partitioning = true, hive_types_autocast = false, filename = true, union_by_name = true"
        view(
            db,
            "kept",
            f"""SELECT {_OTHERS}, regexp_extract(k.filename, '/([^/]+)/part=[^/]+/[^/]+$', 1) AS batch
FROM {parquet_of(files, options)} AS k""",
        )
        taken = sorted(ledger.glob("*/*.parquet"))
        again = ", ".join(f"'{status}'" for status in READ_AGAIN)
        table(
            db,
            "replaced",
            f"""SELECT t.name AS source, max(t.batch) AS since
FROM {parquet_of(taken)} AS t WHERE t.status IN ({again}) GROUP BY t.name""",
        )
        view(
            db,
            "ingested",
            f"""SELECT {_OTHERS}, k.batch FROM kept AS k
WHERE NOT EXISTS (SELECT 1 FROM replaced AS r WHERE r.source = k.source AND r.since > k.batch)""",
        )
        new = _listed(self._new)
        view(
            db,
            "changed",
            f"""SELECT {_OTHERS}, k.batch FROM kept AS k
WHERE k.batch IN {new} OR EXISTS (
  SELECT 1 FROM replaced AS r WHERE r.source = k.source AND r.since > k.batch AND r.since IN {new})""",
        )

    def _sessions(self, batches: Sequence[Path]) -> None:
        """Tables of the runs that are read in scripts, and of the scripts: anew for the sessions that changed."""
        db = self._db
        same = _SAME_SESSION.format
        db.execute(
            f"""
CREATE TEMP TABLE sessions AS SELECT DISTINCT c.session, c.dialect FROM changed AS c
WHERE c.part IN ('run', 'temporary') AND c.session IS NOT NULL AND (
  EXISTS (SELECT 1 FROM ingested AS t WHERE t.part = 'temporary' AND {same("t", "c")})
  OR EXISTS (SELECT 1 FROM old_{SHARED} AS s WHERE {same("s", "c")}))"""
            if any((batch / "part=temporary").exists() for batch in batches)
            else "CREATE TEMP TABLE sessions (session VARCHAR, dialect VARCHAR)"
        )
        for name in (SHARED, SCRIPTS):
            db.execute(f"""
CREATE TEMP TABLE {name} AS SELECT * FROM old_{name} AS o WHERE o.session IS NULL OR NOT EXISTS (
  SELECT 1 FROM sessions AS s WHERE {same("s", "o")})""")
        db.execute(
            f"DELETE FROM {SCRIPTS} WHERE part = 'text' AND unit NOT IN (SELECT unit FROM {SCRIPTS} WHERE part = 'run')"
        )
        if not fetch(db, "SELECT 1 FROM sessions LIMIT 1"):
            return
        rows = db.sql(f"""
WITH own AS (
  SELECT {_OTHERS} FROM ingested AS k WHERE k.part IN ('run', 'temporary')
  AND EXISTS (SELECT 1 FROM sessions AS s WHERE {same("s", "k")})
)
SELECT * FROM own UNION ALL
SELECT {_OTHERS} FROM ingested AS k WHERE k.part = 'text' AND k.unit IN (SELECT o.unit FROM own AS o)""")
        for name, added in zip((SHARED, SCRIPTS), self._engine.session_scripts(arrow(rows, INGESTED)), strict=True):
            db.register("new_rows", added)
            db.execute(f"INSERT INTO {name} BY NAME SELECT * FROM new_rows")
        db.unregister("new_rows")

    def _touching(self) -> str:
        """The texts of changed rows, and of all rows of the sessions that changed."""
        same = _SAME_SESSION.format
        in_session = f"EXISTS (SELECT 1 FROM sessions AS s WHERE {same('s', 'k')})"
        return f"""
SELECT k.unit FROM changed AS k
UNION ALL SELECT k.unit FROM ingested AS k WHERE k.part = 'run' AND {in_session}
UNION ALL SELECT k.unit FROM old_{SCRIPTS} AS k WHERE {in_session}
UNION ALL SELECT k.unit FROM {SCRIPTS} AS k WHERE {in_session}"""

    def before(self) -> str:
        """(unit, text): the text that stood for each touched text, as a query."""
        return f"""
SELECT k.unit, min(k.text) AS text FROM (
  SELECT k.unit, k.text FROM kept AS k WHERE k.part = 'text' AND k.batch NOT IN {_listed(self._new)}
    AND NOT EXISTS (SELECT 1 FROM replaced AS r WHERE r.source = k.source AND r.since > k.batch
                    AND r.since NOT IN {_listed(self._new)})
  UNION ALL SELECT k.unit, k.text FROM old_{SCRIPTS} AS k WHERE k.part = 'text'
) AS k WHERE k.unit IN (SELECT unit FROM touched) GROUP BY k.unit"""


def arrow(relation: Any, record: Record) -> pyarrow.Table:
    """The rows of a relation with the schema of a record."""
    return relation.to_arrow_table().select(record.names).cast(plain_schema(record))


def table(db: duckdb.DuckDBPyConnection, name: str, query: str) -> None:
    """Keep the rows of a query under a name."""
    db.execute(f"CREATE TEMP TABLE {name} AS {query}")


def view(db: duckdb.DuckDBPyConnection, name: str, query: str) -> None:
    """Give a query a name."""
    db.execute(f"CREATE TEMP VIEW {name} AS {query}")


def fetch(db: duckdb.DuckDBPyConnection, query: str) -> list[Any]:
    """The rows of a small result."""
    return db.execute(query).fetchall()


def _listed(names: Sequence[str]) -> str:
    return "(" + ", ".join(f"'{name}'" for name in names) + ")" if names else "('')"

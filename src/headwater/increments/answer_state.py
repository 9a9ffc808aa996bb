"""What a snapshot remembers for the next one, beside its tables: answers, and what the schemas were.

    OUT/answers/000008/texts/…       answers to whole texts: rows of ANALYSED with `round`
                       pieces/…      answers to the pieces of texts that saw several schemas
                       touched/…     the texts of which a file of answers has all that counts
                       variants/…    what texts told about schemas, for every schema they were analysed with
                       stretches/…   which run belongs to which piece
                       shared/…, scripts/…   runs that are read as scripts of their sessions, and those scripts
                       versions/…, state.json    the schemas, functions, and what waits for itself

Answers are only added: a file `g000008-…` has the answers of the texts in `touched/g000008.parquet`, which then count
no more in the files before it; the others are linked from snapshot to snapshot. After `MOST_GENERATIONS` they become
one file. Only for folders on this machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.batch import History
from headwater.batch.schema_history import VERSION
from headwater.increments.table_files import files_of, link, parquet_of, write
from headwater.rows.record import Record
from headwater.rows.steps import ANALYSED, ENTRY, INGESTED, VARIANT

if TYPE_CHECKING:
    import duckdb
    import pyarrow

TEXTS, PIECES, TOUCHED, VARIANTS, STRETCHES, SHARED, SCRIPTS = (
    "texts",
    "pieces",
    "touched",
    "variants",
    "stretches",
    "shared",
    "scripts",
)
MOST_GENERATIONS = 16
"""Increments after which their answers become one file."""
_VERSIONS, _STATE = "versions", "state.json"
_STRETCH_DDL = "unit VARCHAR, moment BIGINT, piece VARCHAR"
_ROWS = 10_000


@dataclass
class Schemas:
    """The schemas of a snapshot, the functions of each dialect, and what waits for itself."""

    versions: pyarrow.Table
    definitions: dict[str, str] = field(default_factory=dict)
    waiting: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    """Texts of files that were replaced: no file has them any more, and their edges have ended."""

    def changed(self, after: Schemas) -> set[str]:
        """The datasets of which another schema is known, at some time."""
        before, now = self._by_name(), after._by_name()
        names = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        return names | (self.waiting ^ after.waiting)

    def _by_name(self) -> dict[str, list[tuple[Any, ...]]]:
        names: dict[str, list[tuple[Any, ...]]] = {}
        columns = [self.versions.column(name).to_pylist() for name in VERSION.names]
        for row in zip(*columns, strict=True):
            names.setdefault(row[0], []).append(row[1:])
        return names


class AnswerState:
    """The state of one snapshot, in its folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def complete(self) -> bool:
        """Whether everything is there that an increment needs."""
        return (self.root / _STATE).is_file()

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────────────
    def attach(self, db: duckdb.DuckDBPyConnection) -> None:
        """Make the state known to DuckDB: `old_whole` and `old_pieces`, each with what counts, and the small tables."""
        touched = files_of(self.root / TOUCHED)
        latest = (
            f"SELECT t.unit, max(regexp_extract(t.filename, '/g([0-9]+)[^/]*$', 1)) AS generation "
            f"FROM {parquet_of(touched, ', filename = true')} AS t GROUP BY t.unit"
            if touched
            else "SELECT NULL::VARCHAR AS unit, NULL::VARCHAR AS generation WHERE false"
        )
        db.execute(f"CREATE TEMP TABLE latest AS {latest}")
        for name, view in ((TEXTS, "old_whole"), (PIECES, "old_pieces")):
            db.execute(f"CREATE TEMP VIEW {view} AS {self._counting(name)}")
        for name, record in ((SHARED, ENTRY), (SCRIPTS, INGESTED)):
            rows = self._rows(name, record)
            db.execute(f"CREATE TEMP TABLE old_{name} AS SELECT * FROM {rows}")
        stretches = self._files(STRETCHES)
        db.execute(f"CREATE TEMP TABLE old_stretches ({_STRETCH_DDL})")
        if stretches:
            db.execute(f"INSERT INTO old_stretches SELECT unit, moment, piece FROM {parquet_of(stretches)}")
        db.execute("CREATE TEMP TABLE old_cut AS SELECT DISTINCT unit FROM old_stretches")
        db.execute(
            "CREATE TEMP VIEW old_final AS SELECT * FROM old_whole AS a WHERE NOT EXISTS "
            "(SELECT 1 FROM old_cut AS c WHERE c.unit = a.unit) UNION ALL BY NAME SELECT * FROM old_pieces"
        )

    def _counting(self, name: str) -> str:
        files = self._files(name)
        fields = ", ".join(f'a."{field}"' for field in (*ANALYSED.names, "round"))
        if not files:
            return f"SELECT {fields} FROM empty_answers AS a"
        return f"""
SELECT {fields} FROM (
  SELECT *, regexp_extract(filename, '/g([0-9]+)[^/]*$', 1) AS generation
  FROM {parquet_of(files, ", filename = true, union_by_name = true")}
) AS a LEFT JOIN latest AS l ON l.unit = split_part(a.unit, '.', 1)
WHERE a.generation = coalesce(l.generation, '')"""

    def _files(self, name: str) -> list[Path]:
        return sorted((self.root / name).rglob("*.parquet"))

    def _rows(self, name: str, record: Record) -> str:
        fields = ", ".join(f'"{field}"' for field in record.names)
        files = self._files(name)
        return f"(SELECT {fields} FROM {parquet_of(files)})" if files else f"empty_{name}"

    def variants(self) -> Iterable[dict[str, Any]]:
        """Rows of `VARIANT`, by field name."""
        from pyarrow import parquet

        for file in self._files(VARIANTS):
            yield from parquet.read_table(file, columns=VARIANT.names).to_pylist()

    def schemas(self) -> Schemas:
        """What the schemas were."""
        from pyarrow import parquet

        state = json.loads((self.root / _STATE).read_text("utf-8"))
        (versions,) = self._files(_VERSIONS)
        return Schemas(
            parquet.read_table(versions), state["definitions"], frozenset(state["waiting"]), frozenset(state["gone"])
        )

    def generations(self) -> int:
        """How many increments added to the answers since they were one."""
        return len(files_of(self.root / TOUCHED))

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────────────
    def write_schemas(self, history: History, waiting: Iterable[str], gone: Iterable[str] = ()) -> None:
        """Write the schemas; with them, the state is complete."""
        write(history.table, self.root / _VERSIONS / "versions.parquet")
        state = {
            "definitions": dict(history.definitions),
            "waiting": sorted(waiting),
            "gone": sorted(gone),
        }
        (self.root / _STATE).write_text(json.dumps(state, indent=2) + "\n", "utf-8")

    def write_table(self, name: str, table: pyarrow.Table) -> None:
        """Write one of the small tables as a whole."""
        write(table, self.root / name / "part-0.parquet")

    def add(
        self,
        before: AnswerState,
        db: duckdb.DuckDBPyConnection,
        generation: str,
        answers: Mapping[str, pyarrow.Table],
        touched: pyarrow.Table,
    ) -> None:
        """The answers of before, which are linked, and those of some texts, of which nothing of before counts.

        `answers` are rows of whole texts and of pieces. After many increments all that counts is written once.
        """
        if before.generations() >= MOST_GENERATIONS:
            db.register("superseded", touched)
            for name, view in ((TEXTS, "old_whole"), (PIECES, "old_pieces")):
                query = (
                    f"SELECT * FROM {view} AS a WHERE NOT EXISTS "
                    "(SELECT 1 FROM superseded AS s WHERE s.unit = split_part(a.unit, '.', 1))"
                )
                _stream(db, query, answers[name], self.root / name / "merged.parquet")
            db.unregister("superseded")
            return
        for name in (TEXTS, PIECES, TOUCHED):
            link(before._files(name), self.root / name)
        for name in (TEXTS, PIECES):
            write(answers[name], self.root / name / f"g{generation}-0.parquet")
        write(touched, self.root / TOUCHED / f"g{generation}.parquet")


def _stream(db: duckdb.DuckDBPyConnection, query: str, added: pyarrow.Table, path: Path) -> None:
    """Write the rows of a query, and some more, to one file."""
    import pyarrow as pa
    from pyarrow import parquet

    path.parent.mkdir(parents=True, exist_ok=True)
    with parquet.ParquetWriter(path, added.schema, compression="zstd") as writer:
        for batch in db.sql(query).to_arrow_reader(_ROWS):
            writer.write_table(pa.Table.from_batches([batch]).select(added.schema.names).cast(added.schema))
        writer.write_table(added)

"""One snapshot after another: makes the tables and the state of the next one from those of the current one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.batch import History, Settings, Version
from headwater.increments.affected import Affected, Counts, TooMuch
from headwater.increments.answer_state import PIECES, SCRIPTS, SHARED, STRETCHES, TEXTS, VARIANTS, AnswerState
from headwater.increments.relations import BatchRelations, arrow, connect, plain_schema
from headwater.increments.table_files import Merged
from headwater.increments.tables import IncrementTables
from headwater.rows.steps import ENTRY, INGESTED, VARIANT
from headwater.spark import layout, session_scripts, units
from headwater.spark.analysis import Shipped, analyse_units

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class Increment:
    """What an increment came to."""

    tables: Mapping[str, Merged]
    rounds: int
    counts: Counts


@dataclass(frozen=True)
class SparkEngine:
    """Does the heavy steps of an increment on Spark (`increments.engine`)."""

    spark: SparkSession

    def analyse(self, texts: pyarrow.Table, history: History, settings: Settings) -> pyarrow.Table:
        """The answers to some texts: at most `affected.MOST_TEXTS`."""
        frame = self.spark.createDataFrame(texts)
        return analyse_units(frame, texts.num_rows, Shipped.by(self.spark, history), settings).toArrow()

    def session_scripts(self, ingested: pyarrow.Table) -> tuple[pyarrow.Table, pyarrow.Table]:
        """The runs of sessions that share temporary tables, and their scripts."""
        frame = self.spark.createDataFrame(ingested)
        shared = session_scripts.runs_with_temporary_tables(frame).toArrow()
        if not shared.num_rows:
            return shared, plain_schema(INGESTED).empty_table()
        scripts = session_scripts.scripts(self.spark.createDataFrame(shared))
        return shared, units.ingest_entries(scripts).toArrow()


@dataclass(frozen=True)
class Incrementer:
    """Makes the snapshot `name` of a folder on this machine, from the one that `manifest` names."""

    spark: SparkSession
    root: Path
    manifest: Mapping[str, Any]
    name: str

    def possible(self, batches: Sequence[str]) -> bool:
        """Whether the current snapshot has what it takes, and was made of some of these batches."""
        old = self.manifest.get("batches") or ()
        return bool(old) and set(old) < set(batches) and state_folder(self.root, self.manifest).complete()

    def make(
        self,
        batches: Sequence[str],
        versions: Sequence[Version],
        settings: Settings,
        now: datetime,
    ) -> Increment | None:
        """Write the tables and the state of the snapshot; None where so much is affected that Spark should do it."""
        before = state_folder(self.root, self.manifest)
        work = self.root / layout.WORK / self.name
        with connect(work) as db:
            before.attach(db)
            engine = SparkEngine(self.spark)
            rows, ledger = self.root / layout.STATE / layout.ADDS, self.root / layout.TAKEN
            relations = BatchRelations(db, engine, rows, ledger, batches, self.manifest["batches"])
            try:
                affected = Affected(db, engine, relations, before, versions, settings)
            except TooMuch:
                return None
            old = self.root / layout.SNAPSHOTS / self.manifest["snapshot"]
            new = self.root / layout.SNAPSHOTS / self.name
            tables = IncrementTables(db, affected, settings.mapping, old, new, self.name, now).write()
            self._remember(db, before, affected)
        return Increment(tables, affected.replay.rounds, affected.counts)

    def _remember(self, db: Any, before: AnswerState, affected: Affected) -> None:
        state = AnswerState(self.root / layout.ANSWERS / self.name)
        touched = db.sql("SELECT unit FROM affected").to_arrow_table()
        state.add(before, db, self.name, {TEXTS: affected.whole, PIECES: affected.pieces}, touched)
        state.write_table(VARIANTS, _variants(affected))
        stretches = db.sql(
            "SELECT * FROM old_stretches WHERE unit NOT IN (SELECT unit FROM affected) "
            "UNION ALL SELECT * FROM stretches"
        )
        state.write_table(STRETCHES, stretches.to_arrow_table())
        for name, record in ((SHARED, ENTRY), (SCRIPTS, INGESTED)):
            state.write_table(name, arrow(db.sql(f"SELECT * FROM {name}"), record))
        state.write_schemas(affected.replay.history, affected.replay.waiting, affected.gone)


def _variants(affected: Affected) -> pyarrow.Table:
    """What texts told with schemas that were asked for; what they told with others is forgotten."""
    import pyarrow as pa

    used = affected.replay.used
    rows = [row for row in affected.variants.rows({unit for unit, _ in used}) if row[:1] + row[2:3] in used]
    columns = list(zip(*rows, strict=True)) or [()] * len(VARIANT.names)
    schema = plain_schema(VARIANT)
    return pa.table([pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)], schema)


def state_folder(root: Path, manifest: Mapping[str, Any]) -> AnswerState:
    """The state of the snapshot that a manifest names."""
    return AnswerState(root / str(manifest.get("answers") or "answers/none"))

"""One snapshot after another: makes the tables and the state of the next one from those of the current one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.batch import Settings, Version
from headwater.rows.steps import ENTRY, INGESTED, VARIANT
from headwater.spark import layout
from headwater.spark.answer_state import PIECES, SCRIPTS, SHARED, STRETCHES, TEXTS, VARIANTS, AnswerState
from headwater.spark.batch_relations import BatchRelations, arrow, connect, plain_schema
from headwater.spark.increment_tables import IncrementTables
from headwater.spark.maintenance import Affected, Counts, TooMuch, state_folder
from headwater.spark.table_files import Merged

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
            relations = BatchRelations(db, self.spark, self.root, batches, self.manifest["batches"])
            try:
                affected = Affected(db, self.spark, relations, before, versions, settings)
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

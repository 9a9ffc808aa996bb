"""The tables of a log of timed statements, made in this process: what the pipeline does, without Spark.

The rounds over the schemas are those of `batch.rounds`, and DuckDB runs the SQL that Spark runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from headwater.batch import Analyst, History, rounds
from headwater.batch.entry_batches import RowBatches
from headwater.batch.ingest import ingest
from headwater.batch.nested_rows import NestedRows
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas, make_events
from headwater.rows.epoch_sql import ACROSS, PIECES, STRETCHES
from headwater.rows.graph_sql import DUCKDB_MACROS, UNITS
from headwater.rows.steps import ANALYSED, ENTRY, Entry, Unit, entry_row
from headwater.store.tables import graph_tables, history_rows, links
from tests.histories import Run


def timed_tables(runs: Sequence[Run], dialect: str = "duckdb") -> dict[str, pa.Table]:
    """The tables of a snapshot."""
    log = _Log(runs, dialect)
    return log.tables()


class _Log:
    def __init__(self, runs: Sequence[Run], dialect: str) -> None:
        import duckdb

        rows = RowBatches(ENTRY)
        batches = []
        for number, run in enumerate(runs):
            entry = Entry("log", f"{number:06}", "statement", dialect, None, run.text, at=run.at, job=run.job)
            batches += list(rows.add(entry_row(entry, 1), len(run.text)))
        batches += list(rows.flush())
        self.ingested = pa.Table.from_batches(ingest(batches)).replace_schema_metadata(None)
        self.db = duckdb.connect()
        self.db.execute("SET TimeZone = 'UTC'")
        for macro in DUCKDB_MACROS:
            self.db.execute(macro)
        self.registry = SchemaRegistry([])
        self.answers: dict[str, list[Any]] = {}

    def query(self, text: str, **relations: pa.Table) -> pa.Table:
        for name, table in relations.items():
            self.db.register(name, table)
        return self.db.sql(text.format_map({name: name for name in relations})).to_arrow_table()

    def units(self, ingested: pa.Table) -> tuple[pa.Table, dict[str, Unit]]:
        """The units as rows, and as they are analysed: as of their last run."""
        table = self.query(UNITS, ingested=ingested)
        micros = table.column("last_seen").cast(pa.timestamp("us", "UTC")).cast(pa.int64()).to_pylist()
        units = {
            row["unit"]: Unit(row["unit"], row["dialect"], None, None, row["text"], row["source"], as_of)
            for row, as_of in zip(table.to_pylist(), micros, strict=True)
        }
        return table, units

    def analyse(self, units: Mapping[str, Unit], history: History, ids: Sequence[str]) -> None:
        analyst = Analyst(history, {})
        self.answers |= {id_: analyst.rows(units[id_]) for id_ in ids}

    def schemas(self, ingested: pa.Table, units: Mapping[str, Unit], ids: Sequence[str]) -> dict[str, UnitSchemas]:
        times: dict[str, list[int]] = {}
        for row in ingested.select(["part", "unit", "at", "entry"]).to_pylist():
            if row["part"] == "run":
                times.setdefault(row["unit"], []).append(round(row["at"].timestamp() * 1_000_000))
        changes, unknown = (ANALYSED.names.index(name) for name in ("changes", "unknown"))
        names = ANALYSED.fields[changes].type.item.names  # type: ignore[union-attr]
        return {
            id_: UnitSchemas(
                frozenset(name for row in self.answers[id_] for name in row[unknown]),
                make_events(
                    (dict(zip(names, change, strict=True)) for row in self.answers[id_] for change in row[changes]),
                    since=min(times[id_]),
                    source="log",
                    entry="",
                    dialect=units[id_].dialect,
                    unit=id_,
                    again=times[id_],
                ),
            )
            for id_ in ids
        }

    def stale(self, units: Mapping[str, Unit], history: History) -> list[str]:
        """The units that looked at schemas which are others by now."""
        analyst = Analyst(history, {})
        signature, datasets = (ANALYSED.names.index(name) for name in ("signature", "datasets"))
        stale = []
        for id_, answers in self.answers.items():
            names = sorted({f"{dataset[1]}:{dataset[2]}" for row in answers for dataset in row[datasets]})
            if analyst.signature(names, units[id_].as_of, units[id_].dialect) != answers[0][signature]:
                stale.append(id_)
        return stale

    def answered(self) -> pa.Table:
        rows = NestedRows(ANALYSED)
        for answers in self.answers.values():
            for row in answers:
                rows.add(row)
        table = pa.Table.from_batches([rows.batch()]).replace_schema_metadata(None)
        return table.append_column("round", pa.array([1] * table.num_rows, pa.int32()))

    def cut(self, history: History, rows: pa.Table, ingested: pa.Table, answers: pa.Table) -> pa.Table | None:
        """What was ingested, in pieces."""
        changes = history.changes()
        if not changes:
            return None
        columns = list(zip(*changes, strict=True))
        types = (pa.string(), pa.int64(), pa.int32(), pa.int32())
        versions = pa.table([pa.array(*pair) for pair in zip(columns, types, strict=True)], list(changes[0]._fields))
        across = self.query(ACROSS, answers=answers, units=rows, versions=versions)
        stretches = self.query(STRETCHES, across=across, ingested=ingested, versions=versions)
        if not stretches.num_rows:
            return None
        return self.query(PIECES, ingested=ingested, stretches=stretches)

    def tables(self) -> dict[str, pa.Table]:
        rows, units = self.units(self.ingested)

        def analyse(
            ids: Sequence[str], history: History, number: int, waiting: frozenset[str]
        ) -> dict[str, UnitSchemas]:
            self.analyse(units, history, ids)
            return self.schemas(self.ingested, units, ids)

        history = rounds.solve(rounds.defining(units), rounds.functions(units), self.registry, analyse).history
        defining = set(rounds.defining(units))
        defined: set[str] = set()
        for _ in range(20):
            stale = self.stale(units, history)
            self.analyse(units, history, stale)
            for id_, schema in self.schemas(self.ingested, units, stale).items():
                self.registry.update(id_, schema.events)
            known = {id_: self.answers[id_] for id_ in defining}
            for id_ in defined:
                self.registry.update(id_, ())
            ingested = self.cut(history, rows, self.ingested, self.answered())
            if ingested is not None:
                _, pieces = self.units(ingested)
                ids = [id_ for id_ in pieces if id_ not in units]
                self.analyse(pieces, history, ids)
                for id_ in {id_.split(".")[0] for id_ in ids}:
                    self.registry.update(id_, ())
                found = self.schemas(ingested, pieces, ids)
                for id_, schema in found.items():
                    self.registry.update(id_, schema.events)
                defined = set(found)
            self.answers = known
            before, history = history, self.registry.history()
            if list(before) == list(history):
                break
        self.analyse(units, history, [id_ for id_ in units if id_ not in defining])
        ingested = self.cut(history, rows, self.ingested, self.answered())
        if ingested is not None:
            _, pieces = self.units(ingested)
            self.analyse(pieces, history, [id_ for id_ in pieces if id_ not in units])
            self.answers = {id_: self.answers[id_] for id_ in pieces}
        else:
            ingested = self.ingested
        answers = self.answered()
        self.db.close()
        return graph_tables(ingested, answers, *history_rows(history), links({}))

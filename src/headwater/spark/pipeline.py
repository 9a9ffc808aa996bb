"""The warehouse pipeline: sources in, a snapshot of the graph out. Each step is a DataFrame in and a DataFrame out.

    entries    sources.read                    what was run, what exists, what could not be read
    ingested   units.ingest_entries            every run by the id of its text, every text once
               session_scripts.replace_runs    sessions with temporary tables as scripts
    units      units.units                     texts with their runs
    answers    schema_rounds.solve             a row per statement, in rounds over the schemas
    tables     graph.tables                    the graph
               graph.carry_over                and what was true before

`Pipeline` puts them together, writes what is costly once, and ends in a snapshot.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

import headwater
from headwater.batch import Limits, Settings, Version
from headwater.emit import metrics
from headwater.emit.report import ReportData
from headwater.increments.affected import Counts
from headwater.increments.answer_state import SCRIPTS, SHARED, AnswerState
from headwater.logs import ReadSettings
from headwater.rows.steps import INGESTED
from headwater.rows.warehouse import VERSION
from headwater.spark import (
    compaction,
    epochs,
    graph,
    kept_facts,
    listed_tables,
    probe,
    registry,
    report,
    schema_rounds,
    session_scripts,
    sinks,
    sizes,
    small_graph,
    sources,
    units,
    user_files,
)
from headwater.spark.errors import SparkProblem
from headwater.spark.folder import local_path
from headwater.spark.increment_snapshot import Incrementer
from headwater.spark.layout import ADDS, whole_batches
from headwater.spark.lease import Lease, only_run
from headwater.spark.ledger import Ledger
from headwater.spark.run_history import RunRecord, recorded
from headwater.spark.saving import Save, Saving
from headwater.spark.session import is_connect
from headwater.spark.sinks import Format
from headwater.spark.snapshots import KEEP, Snapshots
from headwater.spark.source_check import check
from headwater.store import report as store_report

Say = Callable[[str], None]
_REPORTED = "reported"
ReadEntries = Callable[[Mapping[str, str]], DataFrame]
"""Entries of sources, given which of their files are broken, and why."""


@dataclass(frozen=True)
class Options:
    """What can be chosen about a run.

    `dialect` and `database` are for sources that do not say; `columns` names the columns of statement tables (a field
    of an entry → a column); `catalogs` are files, `hive=path` for those of one engine; `mapping` joins names of one
    dataset; `functions` registers functions, as in `headwater.Options`. `keep` is how many snapshots stay.
    Tables are committed to `format`, too, and written to the schema `catalog_sink` of a catalog of Spark. `now` is the
    time that is written down for the run.
    """

    dialect: str | None = None
    database: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    catalogs: Sequence[str] = ()
    mapping: str | None = None
    functions: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    reuse: bool = True
    keep: int = KEEP
    format: Format = "parquet"
    catalog_sink: str | None = None
    now: datetime | None = None


@dataclass(frozen=True)
class Outcome:
    """What a run came to: its manifest, and how long its steps took."""

    manifest: dict[str, Any]
    seconds: dict[str, float]
    rounds: int
    reused: int
    counts: Counts | None = None
    """What an increment did; None for a snapshot of everything."""


class Pipeline:
    """The pipeline into one folder.

    >>> from headwater.spark import Pipeline, open_session                                   # doctest: +SKIP
    >>> with open_session("local[2]") as spark:                                              # doctest: +SKIP
    ...     Pipeline(spark, "out").run(["queries/"]).manifest["tables"]["edges"]["rows"]     # doctest: +SKIP
    """

    def __init__(self, spark: SparkSession, out: str, options: Options | None = None, say: Say | None = None) -> None:
        self.spark = spark
        self.out = out
        self.options = options or Options()
        self.snapshots = Snapshots(spark, out, self.options.keep)
        self.ledger = Ledger(spark, self.snapshots.folder)
        self._tell = say or (lambda line: None)
        self._started = time.monotonic()
        self._seconds: dict[str, float] = {}
        self._lease: Lease | None = None
        self.record: RunRecord | None = None
        """What is written down of the run that is going on."""
        self._rows: dict[str, int] = {}
        """Rows of the batches that this run took in."""
        self.notes: list[str] = []
        """What the user should know of the last run, line by line."""

    # ── a whole run ──────────────────────────────────────────────────────────────────────────────────────────
    def run(self, read: Sequence[str]) -> Outcome:
        """Read the sources from the beginning, and make a snapshot of what they say."""
        self.check(read)
        with self.alone("whole", read):
            manifest = self.begin()
            if manifest is not None and not manifest["state"].isdigit():
                raise SparkProblem(
                    f"{self.out} was written by --incremental runs.",
                    "Continue with --incremental, or use another --out.",
                )
            state = self.snapshots.next_id()
            for name in self.snapshots.folder.names("state"):
                if manifest is None or name != manifest["state"]:
                    self.snapshots.folder.remove("state", name)
            self.take_in(
                lambda broken: sources.read(self.spark, read, self.reading(), broken=broken),
                sources.absolute_paths(read),
                state,
                "whole",
            )
            outcome = self.snapshot(state, read)
            if manifest is not None:
                self.snapshots.folder.remove("state", manifest["state"])
        return outcome

    @contextmanager
    def alone(self, kind: str, read: Sequence[str] = ()) -> Iterator[None]:
        """As the only run that writes into the folder, with a record of it in its history."""
        folder = self.snapshots.folder
        with only_run(folder) as self._lease, recorded(folder, self._lease.id, kind, read) as self.record:
            try:
                yield
            finally:
                self._lease, self.record = None, None

    def check(self, read: Sequence[str]) -> None:
        """Refuse, with one line, what cannot work: before anything is read or written."""
        check(read)
        sinks.check(self.spark, self.out, self.options.format, self.options.catalog_sink)
        self.reading()
        user_files.catalogs(self.options.catalogs, self.options.dialect, user_files.mapping(self.options.mapping))

    def reading(self) -> ReadSettings:
        """How sources are read."""
        options = self.options
        return ReadSettings(options.dialect, options.database, options.columns)

    def begin(self) -> dict[str, Any] | None:
        """The manifest of before; what killed runs left behind is gone."""
        self.snapshots.folder.make()
        manifest = self.snapshots.manifest()
        self.snapshots.tidy(manifest)
        compaction.finish(self.snapshots)
        if manifest is None:
            return None
        self._publish()  # what a killed run left out
        return self.snapshots.manifest()

    # ── the steps ────────────────────────────────────────────────────────────────────────────────────────────
    def entries(self, read: Sequence[str]) -> DataFrame:
        """What the sources hold."""
        return sources.read(self.spark, read, self.reading())

    def take_in(self, entries: ReadEntries, paths: Sequence[str], state: str, batch: str) -> None:
        """Keep what was read, as one batch. Taking the same batch in again changes nothing.

        Where a file among `paths` cannot be read, the others are read again without it.
        """
        started = time.monotonic()
        self._say("Reading")

        def write(broken: Mapping[str, str]) -> None:
            counted = Observation()
            ingested = units.ingest_entries(entries(broken), by_source=state == ADDS)
            counting = ingested.observe(counted, F.count(F.lit(1)).alias("rows"))
            counting.write.mode("overwrite").partitionBy("part").parquet(folder.path("state", state, batch))
            self._rows[batch] = counted.get["rows"]

        folder = self.snapshots.folder
        try:
            write({})
        except probe.FAILURES:
            broken = sources.broken_files(self.spark, paths) if paths else {}
            if not broken:
                raise
            self._say(f"Reading again without {len(broken)} broken files")
            write(broken)
        self._took("read", started)

    def note(self, line: str) -> None:
        """Tell something that the user should know of this run."""
        self.notes.append(line)
        self._say(line)

    def batches(self, state: str) -> list[str]:
        """The batches that were taken in as a whole; one that was merged takes the place of those in it."""
        return whole_batches(self.snapshots.folder, state)

    def ingested(self, state: str) -> DataFrame:
        """Everything that was taken in."""
        folder = self.snapshots.folder
        batches = self.batches(state)
        if not batches:
            return self.spark.createDataFrame([], INGESTED.spark_ddl)
        replaced = self.ledger.replaced() if state == ADDS else None

        def batch(name: str) -> DataFrame:
            rows = self.spark.read.schema(INGESTED.spark_ddl).parquet(folder.path("state", state, name))
            if replaced is None:
                return rows
            older = replaced.where(F.col("since") > name).select(F.col("name").alias("source"))
            return rows.join(F.broadcast(older), "source", "left_anti").select(*INGESTED.names)

        return reduce(DataFrame.unionByName, map(batch, batches))

    def _with_scripts(self, ingested: DataFrame, state: str, save: Save) -> DataFrame:
        """The same, where sessions with temporary tables are put together."""
        if not self._has_part(state, "temporary"):
            return ingested
        self._say("Grouping sessions")
        shared = save(session_scripts.runs_with_temporary_tables(ingested), SHARED)
        return session_scripts.replace_runs(
            ingested, shared, save(units.ingest_entries(session_scripts.scripts(shared)), SCRIPTS)
        )

    def _has_part(self, state: str, part: str) -> bool:
        """Whether anything of a kind was taken in."""
        folder = self.snapshots.folder
        return any(folder.exists("state", state, name, f"part={part}") for name in self.batches(state))

    def snapshot(self, state: str, read: Sequence[str]) -> Outcome:
        """Make a snapshot of everything that was taken in: from the one before and what is new, where that can be."""
        outcome = self._increment(state, read)
        if outcome is not None:
            return outcome
        joined = user_files.mapping(self.options.mapping)
        versions = user_files.catalogs(self.options.catalogs, self.options.dialect, joined)
        rows = self._taken_rows(state)
        if len(versions) > max(registry.ON_DRIVER, sizes.SMALL):
            rows = None  # however short the log is, its schemas are no small run
        with sizes.for_rows(self.spark, rows) as small:
            return self._snapshot(state, read, small, joined, versions)

    def _local_increments(self, state: str) -> Path | None:
        """The folder, where the snapshots of a state are made one from another: on this machine, and with DuckDB."""
        return local_path(self.snapshots.folder.root) if state == ADDS and small_graph.possible() else None

    def _increment(self, state: str, read: Sequence[str]) -> Outcome | None:
        """A snapshot from the one before and the batches that are new; None where it has to be made of everything."""
        manifest, root = self.snapshots.manifest(), self._local_increments(state)
        batches = self.batches(state)
        if manifest is None or root is None or not (self.options.reuse and self._same_makers()):
            return None
        snapshot = self.snapshots.next_id()
        incrementer = Incrementer(self.spark, root, manifest, snapshot)
        if not incrementer.possible(batches):
            return None
        started = time.monotonic()
        self._say("Updating what the new files touch")
        joined = user_files.mapping(self.options.mapping)
        versions = user_files.catalogs(self.options.catalogs, self.options.dialect, joined)
        settings = Settings(joined, self.options.functions, self.options.limits)
        now = self.options.now or datetime.now(UTC)
        with sizes.for_rows(self.spark, 0):
            increment = incrementer.make(batches, versions, settings, now)
        if increment is None:
            return None
        self._took("update", started)
        listed = {
            name: {"path": f"snapshots/{snapshot}/{name}", "rows": table.rows}
            for name, table in increment.tables.items()
        }
        made = self.snapshots.describe(snapshot, listed, now, self._facts(state, read, increment.rounds))
        self._commit(made)
        counts = increment.counts
        return Outcome(made, dict(self._seconds), increment.rounds, counts.reused, counts)

    def _taken_rows(self, state: str) -> int | None:
        """How many rows were taken in; None where an earlier run did not say."""
        known, batches = self._known_rows(), self.batches(state)
        return sum(known[name] for name in batches) if all(name in known for name in batches) else None

    def _known_rows(self) -> dict[str, int]:
        return {**((self.snapshots.manifest() or {}).get("rows") or {}), **self._rows}

    def _snapshot(
        self, state: str, read: Sequence[str], small: bool, joined: Mapping[str, str], versions: list[Version]
    ) -> Outcome:
        now = self.options.now or datetime.now(UTC)
        folder = self.snapshots.folder
        snapshot = self.snapshots.next_id()

        def into(*parts: str) -> Save:
            def save(frame: DataFrame, name: str) -> DataFrame:
                if small and parts == ("work",):
                    # the driver holds it: no plan grows from step to step, and no executor can take it with it
                    return self.spark.createDataFrame(frame.toArrow(), frame.schema)
                path = folder.path(*parts, snapshot, name)
                frame.write.mode("overwrite").parquet(path)
                return self.spark.read.schema(frame.schema).parquet(path)

            return save

        root = self._local_increments(state)
        saving = Saving(into("work"), into("answers"), remember=root is not None)
        started = time.monotonic()
        ingested = self._with_scripts(self.ingested(state), state, saving.kept)
        self._say("Deduplicating statements")
        texts = saving.work(units.units(ingested), "units")
        listed: DataFrame | None = None
        if self._has_part(state, "table"):
            known, listed, ingested = listed_tables.listed(ingested, joined)
            versions += known
        self._took("group", started)

        started = time.monotonic()
        settings = Settings(joined, self.options.functions, self.options.limits)
        before = self.snapshots.answers() if self.options.reuse and self._same_makers() else None
        solved = schema_rounds.solve(
            self.spark, texts, ingested, versions, settings, saving, before, say=self._say, listed=listed
        )
        schemas = solved.registry
        answers, texts, ingested = epochs.split(
            self.spark, solved.answers, schemas, texts, ingested, saving, solved.rounds + 2
        )
        self._took("analyse", started)

        started = time.monotonic()
        self._say("Writing the graph")
        tables: Mapping[str, Any]
        if small and small_graph.possible() and schemas.history is not None:
            tables = small_graph.tables(answers, texts, ingested, schemas.history, joined)
            tables = small_graph.carry_over(tables, self.snapshots, now)
        else:
            lives = saving.work(graph.lives(answers, texts, ingested), "lives")
            named = self._has_part(state, "referenced")
            checks = graph.checks(answers, texts, ingested, saving.work if named else None)
            tables = graph.tables(self.spark, answers, texts, ingested, lives, checks, schemas.latest(), joined)
            old = self.snapshots.tables()
            if old is not None:
                tables = graph.carry_over(tables, old, now)
        manifest = self.snapshots.write(
            snapshot,
            tables,
            1 if small else max(1, texts.count() // 20_000),
            now,
            self._facts(state, read, solved.rounds),
        )
        if root is not None and schemas.history is not None:
            AnswerState(root / "answers" / snapshot).write_schemas(schemas.history, schemas.waiting)
        self._commit(manifest)
        self._took("write", started)
        return Outcome(manifest, dict(self._seconds), solved.rounds, solved.reused)

    def _facts(self, state: str, read: Sequence[str], rounds: int) -> dict[str, Any]:
        """What a manifest says besides its tables."""
        batches = self.batches(state)
        return {
            "state": state,
            "batches": batches,
            "rows": {name: rows for name, rows in self._known_rows().items() if name in batches},
            "sources": sources.shown_sources(read),
            "makers": self._makers(),
            "rounds": rounds,
        }

    def _commit(self, manifest: Mapping[str, Any]) -> None:
        """Make a snapshot the current one."""
        if self._lease is not None:
            self._lease.check()
        if self.record is not None:
            self.record.made(manifest, self.snapshots.manifest())
        self.snapshots.commit(manifest)
        self._publish()

    def _publish(self) -> None:
        """Bring the tables of the other formats to the current snapshot."""
        sinks.commit_format(self.snapshots.folder, self.options.format)
        if self.options.catalog_sink is not None:
            sinks.write_catalog(self.spark, self.snapshots, self.options.catalog_sink)

    # ── the report of a snapshot ─────────────────────────────────────────────────────────────────────────────
    def report(self, outcome: Outcome, tags: str | None = None, facts: bool = True) -> ReportData:
        """What a run came to: asked of DuckDB where the tables are at hand and not too many, else of Spark."""
        tagged = user_files.tags(tags)
        seconds = time.monotonic() - self._started
        folder = self.snapshots.folder
        known = kept_facts.usable(folder, outcome) if facts else None
        data = self._collect(outcome, tagged, seconds, facts and known is None)
        if known is not None:
            return replace(data, facts=known)
        if facts:
            kept_facts.keep(folder, outcome, data.facts)
        return data

    def _collect(
        self, outcome: Outcome, tagged: Mapping[str, Sequence[str]], seconds: float, facts: bool
    ) -> ReportData:
        edges = int(outcome.manifest["tables"]["edges"]["rows"])
        if local_path(self.out) is not None and small_graph.possible() and edges <= store_report.MOST_EDGES:
            return store_report.collect(self.snapshots.folder.root, seconds, tagged, facts)
        tables = self.snapshots.tables()
        assert tables is not None
        return report.collect(tables, outcome.manifest, seconds, tagged, facts)

    def write_metrics(self, outcome: Outcome, coverage: Iterable[Mapping[str, Any]]) -> None:
        """Write the figures of a run for machines; `coverage` is what its report says of it."""
        folder, manifest = self.snapshots.folder, outcome.manifest
        figures = metrics.metrics(
            manifest,
            coverage,
            finished=round(time.time(), 3),
            seconds=time.monotonic() - self._started,
            steps=outcome.seconds,
            rounds=outcome.rounds,
            reused=outcome.reused,
            sizes={name: folder.size(*table["path"].split("/")) for name, table in manifest["tables"].items()},
        )
        folder.write(json.dumps(figures, indent=2) + "\n", "metrics.json")
        folder.write(metrics.prometheus(figures), "metrics.prom")

    def reported(self, outcome: Outcome) -> None:
        """Note that the report of a snapshot was written."""
        self.snapshots.folder.write("", "snapshots", outcome.manifest["snapshot"], _REPORTED)

    def unreported(self) -> Outcome | None:
        """The current snapshot, where nobody wrote its report."""
        manifest = self.snapshots.manifest()
        if manifest is None or self.snapshots.folder.exists("snapshots", manifest["snapshot"], _REPORTED):
            return None
        return Outcome(manifest, {}, int(manifest.get("rounds", 0)), 0)

    def _say(self, line: str) -> None:
        """Begin a step: on the screen, and in Spark's own page."""
        self._tell(line)
        if not is_connect(self.spark):
            self.spark.sparkContext.setJobDescription(f"headwater: {line}")

    # ── what answers depend on besides texts and schemas ─────────────────────────────────────────────────────
    def _makers(self) -> dict[str, Any]:
        options = self.options
        return {
            "headwater": headwater.__version__,
            "tables": VERSION,
            "functions": dict(options.functions),
            "mapping": user_files.mapping(options.mapping),
        }

    def _same_makers(self) -> bool:
        manifest = self.snapshots.manifest()
        return manifest is not None and manifest.get("makers") == self._makers()

    def _took(self, step: str, started: float) -> None:
        self._seconds[step] = self._seconds.get(step, 0.0) + time.monotonic() - started

"""A folder of SQL as a store, without Spark: the same tables that the pipeline writes, for what fits one machine.

Scripts are read as the pipeline reads them, analysed in isolated processes, in the same rounds over the schemas, and
DuckDB runs the SQL that makes the graph's tables (`rows.graph_sql`). A test compares both ways. Query logs have times
and sessions and are left to the pipeline.
"""

from __future__ import annotations

import gc
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import headwater
from headwater import dialects
from headwater.batch import ALWAYS, Analyst, History, Limits, Names, Unit, Version, analyze_units, rounds
from headwater.batch.ingest import ingest
from headwater.batch.read import read_files
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas, make_events
from headwater.catalog.tables import Table
from headwater.logs import ReadSettings
from headwater.logs.header import SCRIPTS
from headwater.rows.steps import ANALYSED, INGESTED
from headwater.rows.warehouse import TABLES, VERSION
from headwater.store.errors import StoreProblem
from headwater.store.runs import FIELDS
from headwater.store.tables import graph_tables, history_rows, links

if TYPE_CHECKING:
    import pyarrow

_PACKED = re.compile(r"\.(gz|gzip|bz2|xz|zst|zstd)$", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """How scripts are read: what they do not say themselves."""

    dialect: str | None = None
    database: str | None = None
    catalogs: Sequence[tuple[str, Table]] = ()
    """Tables with the dialect that names them."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)


def write_store(source: Path | str, out: Path | str, reading: Reading | None = None) -> dict[str, Any]:
    """Analyse the scripts of a folder and write their graph as the first snapshot of `out`; the manifest of it.

    Raises `StoreProblem` where there is no script, or `out` is there already.
    """
    reading = reading or Reading()
    out = Path(out)
    if (out / "manifest.json").exists():
        raise StoreProblem(f"{out} is already a store.", "Use another folder.")
    ingested = _ingest_scripts(source, reading)
    texts = _Rounds(ingested, reading)
    texts.solve()
    tables = graph_tables(
        ingested,
        texts.analysed(),
        *history_rows(texts.history),
        links(reading.mapping),
    )
    tables["runs"] = _runs(ingested)
    return _write_snapshot(tables, out, [str(source)], texts.round, reading.mapping)


def _runs(ingested: pyarrow.Table) -> pyarrow.Table:
    """Where each text stands: a script is run once in each file."""
    import pyarrow.compute as pc

    return ingested.filter(pc.equal(ingested.column("part"), "run")).select(list(FIELDS))


def script_files(source: Path | str) -> list[str]:
    """The scripts of a folder, or the one that was named, in order. Raises `StoreProblem` where there is none."""
    path = Path(source)
    if not path.exists():
        raise StoreProblem(f"File or folder {source} does not exist.", "Check the path.")
    if path.is_file():
        return [str(source)]
    files: list[str] = []
    for folder, folders, names in os.walk(source):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [os.path.join(folder, name) for name in sorted(names) if _script(name)]
    if not files:
        raise StoreProblem(f"{source} contains no SQL and is not an output folder of headwater run.")
    return files


def _script(name: str) -> bool:
    return os.path.splitext(_PACKED.sub("", name.lower()))[1] in SCRIPTS and not name.startswith(".")


def _ingest_scripts(source: Path | str, reading: Reading) -> pyarrow.Table:
    """What the scripts hold, as `INGESTED`."""
    import pyarrow as pa

    files = script_files(source)
    root = str(source).rstrip("/") if Path(source).is_dir() else os.path.dirname(str(source))
    settings = ReadSettings(reading.dialect, reading.database, root=root)

    def batches() -> Iterator[pyarrow.RecordBatch]:
        for file in files:
            try:
                content = Path(file).read_bytes()
            except OSError as error:
                raise StoreProblem(f"Cannot read {file}: {error.strerror or error}.") from None
            yield pa.RecordBatch.from_arrays(
                [pa.array([file]), pa.array([content], pa.binary())], names=["path", "content"]
            )

    ingested = list(ingest(read_files(batches(), settings, lambda path: Path(path).as_posix())))
    table = pa.Table.from_batches(ingested, INGESTED.arrow_schema().remove_metadata())
    timed = table.column("at").null_count < table.num_rows or table.column("session").null_count < table.num_rows
    if timed:
        raise StoreProblem(f"{source} contains query logs.", "Run headwater run on it, and use its output folder.")
    return table


class _Rounds:
    """Analyses the texts that define something first, in rounds, until no new schema is known; then all others."""

    def __init__(self, ingested: pyarrow.Table, reading: Reading) -> None:
        rows = [row for row in ingested.to_pylist() if row["part"] == "text"]
        self._units = {
            row["unit"]: Unit(
                unit=row["unit"],
                dialect=row["dialect"],
                database=row["database"],
                target=row["target"],
                text=row["text"],
                name=row["source"],
            )
            for row in rows
        }
        self._entries = {row["unit"]: row["entry"] for row in rows}
        self._reading = reading
        self._registry = SchemaRegistry(_catalog_versions(reading))
        self._answers: dict[str, tuple[int, pyarrow.Table]] = {}
        self.round = 0
        self.history = self._registry.history()

    def solve(self) -> None:
        """Analyse all texts."""
        solved = rounds.solve(
            rounds.defining(self._units), rounds.functions(self._units), self._registry, self._schemas
        )
        self.round, self.history = solved.rounds + 1, solved.history
        self._analyse(sorted(set(self._units) - set(rounds.defining(self._units))), solved.waiting)
        self.round -= 1

    def _schemas(
        self, ids: Sequence[str], history: History, number: int, waiting: frozenset[str]
    ) -> dict[str, UnitSchemas]:
        self.round, self.history = number, history
        self._analyse(ids, waiting)
        return {id_: self._unit_schemas(id_) for id_ in ids}

    def analysed(self) -> pyarrow.Table:
        """The rows of all texts, with the round they were analysed in."""
        import pyarrow as pa

        parts = [
            table.append_column("round", pa.array([number] * table.num_rows, pa.int32()))
            for number, table in self._answers.values()
        ]
        if not parts:
            empty = ANALYSED.arrow_schema().remove_metadata().empty_table()
            return empty.append_column("round", pa.array([], pa.int32()))
        return pa.concat_tables(parts)

    def _analyse(self, ids: Sequence[str], waiting: frozenset[str] = frozenset()) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        if not ids:
            return
        limits = self._reading.limits
        analyst = Analyst(self.history, self._reading.mapping, None, limits.chars, waiting)
        batches = list(analyze_units([self._units[id_] for id_ in ids], analyst, limits))
        gc.unfreeze()  # a frozen module would never be collected; see batch.isolation
        table = pa.Table.from_batches(batches).replace_schema_metadata(None)
        for id_ in ids:
            self._answers[id_] = (self.round, table.filter(pc.equal(table.column("unit"), id_)))

    def _unit_schemas(self, id_: str) -> UnitSchemas:
        _, table = self._answers[id_]
        unit = self._units[id_]
        return UnitSchemas(
            frozenset(name for names in table.column("unknown").to_pylist() for name in names),
            make_events(
                (change for changes in table.column("changes").to_pylist() for change in changes),
                since=None,
                source=unit.name,
                entry=self._entries[id_],
                dialect=unit.dialect,
                unit=id_,
            ),
        )


def _catalog_versions(reading: Reading) -> Iterator[Version]:
    for dialect, table in reading.catalogs:
        if table.columns is not None:
            dataset = Names(dialects.get(dialect), reading.mapping).dataset(table.display)
            yield Version.of(dataset.full_name, ALWAYS, table)


def read_mapping(path: Path | str) -> dict[str, str]:
    """Names that stand for one dataset, from a file `same: [{is: kafka:orders, also: [flink:o, …]}]`."""
    import yaml

    try:
        data = yaml.safe_load(Path(path).read_text("utf-8"))
        return {str(name): str(row["is"]) for row in data["same"] for name in row.get("also") or ()}
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, AttributeError):
        raise StoreProblem(
            f"Cannot read the mapping {path}.", "It must have a list `same:` of entries {is: system:name, also: […]}."
        ) from None


def _write_snapshot(
    tables: Mapping[str, pyarrow.Table], out: Path, sources: list[str], rounds: int, mapping: Mapping[str, str]
) -> dict[str, Any]:
    """The tables as the first snapshot of a folder; the manifest comes last, in one move."""
    import pyarrow.parquet as parquet

    snapshot = "000001"
    listed: dict[str, Any] = {}
    for name in tables:
        folder = out / "snapshots" / snapshot / name
        folder.mkdir(parents=True, exist_ok=True)
        parquet.write_table(tables[name], folder / "part-00000.parquet", compression="zstd")
        listed[name] = {"path": f"snapshots/{snapshot}/{name}", "rows": tables[name].num_rows}
    manifest = {
        "format": "headwater",
        "version": VERSION,
        "snapshot": snapshot,
        "made_at": datetime.now(UTC).isoformat(),
        "tables": {name: listed[name] for name in TABLES},
        "runs": listed["runs"],
        "sources": sources,
        "rounds": rounds,
        "makers": {"headwater": headwater.__version__, "functions": {}, "mapping": dict(mapping)},
    }
    text = json.dumps(manifest, indent=2) + "\n"
    (out / "snapshots" / snapshot / "manifest.json").write_text(text, "utf-8")
    waiting = out / "manifest.json.new"
    waiting.write_text(text, "utf-8")
    os.replace(waiting, out / "manifest.json")
    return manifest


__all__ = ["Reading", "read_mapping", "script_files", "write_store"]

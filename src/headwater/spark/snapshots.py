"""What a run leaves behind: snapshots of the graph's tables, and a manifest that names the current one.

    OUT/manifest.json                 the current snapshot; replaced in one move, so readers see all of a run or nothing
    OUT/snapshots/000007/edges/…      its tables, in Parquet; never changed once the manifest names them
    OUT/answers/000007/…              what the workers said, for the next run to use again
    OUT/state/…                       what was read so far, for runs that add to it
    OUT/taken/…                       the files that were read so far, for runs that add to it
    OUT/lock/…                        who is writing
    OUT/runs/…                        what each run came to
    OUT/work/…                        of a run that is going on, or was killed: removed by the next

A run that is killed at any moment leaves the manifest as it was. Earlier snapshots are kept, the last `keep` of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TYPE_CHECKING, Any

from headwater.increments.answer_state import TEXTS, TOUCHED
from headwater.rows.warehouse import TABLES, VERSION
from headwater.spark.errors import SparkProblem
from headwater.spark.folder import Folder, local_path
from headwater.spark.layout import MANIFEST

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

from pyspark import inheritable_thread_target
from pyspark.sql import DataFrame, Observation
from pyspark.sql import functions as F

KEEP = 3
"""Snapshots that are kept, where nobody says."""
AT_A_TIME = 4
"""Tables that are written at a time."""


class Snapshots:
    """The snapshots in a folder."""

    def __init__(self, spark: SparkSession, out: str, keep: int = KEEP) -> None:
        if keep < 1:
            raise ValueError("At least one snapshot has to be kept.")
        self.spark = spark
        self.keep = keep
        self.folder = Folder(spark, out)

    def manifest(self) -> dict[str, Any] | None:
        """What is current, or None where nothing is. Raises `SparkProblem` for what a newer headwater wrote."""
        text = self.folder.read(MANIFEST)
        if text is None:
            return None
        try:
            data: dict[str, Any] = json.loads(text)
            version = int(data["version"])
        except (ValueError, KeyError, TypeError):
            raise SparkProblem(
                f"{self.folder.root}/{MANIFEST} is not a headwater manifest.", "Use another folder with --out."
            ) from None
        if version > VERSION:
            raise SparkProblem(
                f"{self.folder.root} was written by a newer headwater (tables of version {version}).",
                "Use that version, or another folder with --out.",
            )
        return data

    def tables(self) -> dict[str, DataFrame] | None:
        """The tables of the current snapshot."""
        manifest = self.manifest()
        if manifest is None:
            return None
        return {
            name: self.spark.read.schema(record.spark_ddl).parquet(
                self.folder.path(*manifest["tables"][name]["path"].split("/"))
            )
            for name, record in TABLES.items()
        }

    def answers(self) -> DataFrame | None:
        """What the workers said when the current snapshot was made."""
        manifest = self.manifest()
        if manifest is None or not manifest.get("answers"):
            return None
        folder = manifest["answers"].split("/")
        if not self.folder.names(*folder, TEXTS):
            return None
        reader = self.spark.read.option("recursiveFileLookup", "true")
        answers = reader.parquet(self.folder.path(*folder, TEXTS))
        if not self.folder.names(*folder, TOUCHED):
            return answers
        # increments add answers: of a text that several of them touched, the last one's count
        generation = F.regexp_extract("_metadata.file_name", "^g([0-9]+)", 1)
        touched = self.spark.read.schema("unit STRING").parquet(self.folder.path(*folder, TOUCHED))
        last = touched.groupBy("unit").agg(F.max(generation).alias("last"))
        counting = answers.withColumn("generation", generation).join(F.broadcast(last), "unit", "left")
        return counting.where("generation = coalesce(last, '')").drop("generation", "last")

    def next_id(self) -> str:
        """The id of the snapshot that comes next: behind every one that was ever begun."""
        manifest = self.manifest()
        begun = [int(name) for name in self.folder.names("snapshots") if name.isdigit()]
        begun.append(int(manifest["snapshot"]) if manifest else 0)
        return f"{max(begun) + 1:06}"

    def write(
        self,
        snapshot: str,
        tables: Mapping[str, Any],
        parts: int,
        made_at: datetime,
        facts: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Write the tables, DataFrames or Arrow's; the manifest that would name them comes back, and nothing does yet.

        Several are under way at a time: much of a small table is waiting, for a plan or for the last of its tasks.
        """

        def write_table(name: str) -> dict[str, Any]:
            if not isinstance(tables[name], DataFrame):
                return {"path": f"snapshots/{snapshot}/{name}", "rows": self._write_arrow(snapshot, name, tables[name])}
            counted = Observation()
            counting = tables[name].coalesce(parts).observe(counted, F.count(F.lit(1)).alias("rows"))
            counting.write.mode("overwrite").parquet(self.folder.path("snapshots", snapshot, name))
            return {"path": f"snapshots/{snapshot}/{name}", "rows": counted.get["rows"]}

        with ThreadPoolExecutor(AT_A_TIME) as threads:
            # jobs of these threads are jobs of this run, for its progress bar too
            listed = dict(
                zip(tables, threads.map(inheritable_thread_target(self.spark)(write_table), tables), strict=True)
            )
        return self.describe(snapshot, listed, made_at, facts)

    def describe(
        self, snapshot: str, tables: Mapping[str, Any], made_at: datetime, facts: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The manifest of a snapshot, given where its tables lie and how many rows they have."""
        return {
            "format": "headwater",
            "version": VERSION,
            "snapshot": snapshot,
            "made_at": made_at.isoformat(),
            "tables": dict(tables),
            "answers": f"answers/{snapshot}",
            **facts,
        }

    def _write_arrow(self, snapshot: str, name: str, table: Any) -> int:
        """Write a table that the driver has: straight into a folder on this machine, else through Spark."""
        from pyarrow import parquet

        path = local_path(self.folder.path("snapshots", snapshot, name))
        if path is None:
            self.spark.createDataFrame(table).coalesce(1).write.mode("overwrite").parquet(
                self.folder.path("snapshots", snapshot, name)
            )
        else:
            path.mkdir(parents=True, exist_ok=True)
            parquet.write_table(table, path / "part-00000.parquet", compression="zstd")
        return int(table.num_rows)

    def commit(self, manifest: Mapping[str, Any]) -> None:
        """Make a snapshot the current one, and let go of the oldest."""
        self.write_manifest(manifest)
        self.tidy(manifest)

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest of a snapshot, and make it the current one."""
        text = json.dumps(manifest, indent=2, default=str) + "\n"
        self.folder.write(text, "snapshots", manifest["snapshot"], MANIFEST)
        self.folder.write(text, MANIFEST)

    def tidy(self, manifest: Mapping[str, Any] | None) -> None:
        """Remove what no manifest names: work of killed runs, snapshots that were begun, and those of long ago."""
        current = manifest["snapshot"] if manifest else ""
        self.folder.remove("work")
        complete = [n for n in self.folder.names("snapshots") if self.folder.exists("snapshots", n, MANIFEST)]
        keep = set([name for name in complete if name <= current][-self.keep :])
        for name in self.folder.names("snapshots"):
            if name not in keep:
                self.folder.remove("snapshots", name)
        for name in self.folder.names("answers"):
            if name != current:
                self.folder.remove("answers", name)

"""Many small batches become one, so that a folder that is added to every minute stays quick to read.

The merged batch is written whole, under a name behind those in it (`layout.merged_name`); from then on it counts, and
they do not. Then the manifest names it, then they are removed. The ledger of their files is merged in the same way.
Whatever a killed run leaves is finished by the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql import Observation
from pyspark.sql import functions as F

from headwater.spark import layout
from headwater.spark.layout import ADDS

if TYPE_CHECKING:
    from headwater.spark.pipeline import Pipeline
    from headwater.spark.snapshots import Snapshots

MOST_BATCHES = 50
"""Batches above which a run merges them by itself."""
_ROWS_OF_A_FILE = 500_000


def compact(pipeline: Pipeline) -> int:
    """Merge the batches of a folder whose lease the caller has; gives how many there were, 0 for less than two."""
    snapshots = pipeline.snapshots
    finish(snapshots)
    batches = pipeline.batches(ADDS)
    if len(batches) < 2:
        return 0
    merged = layout.merged_name(batches[-1])
    known = (snapshots.manifest() or {}).get("rows") or {}
    files = max(1, sum(known.get(name, 0) for name in batches) // _ROWS_OF_A_FILE)
    counted = Observation()
    rows = pipeline.ingested(ADDS).coalesce(files).observe(counted, F.count(F.lit(1)).alias("rows"))
    path = snapshots.folder.path(layout.STATE, ADDS, merged)
    rows.write.mode("overwrite").partitionBy("part").parquet(path)
    pipeline.ledger.merge(layout.number_of(merged))
    finish(snapshots, {merged: counted.get["rows"]})
    return len(batches)


def finish(snapshots: Snapshots, rows: dict[str, int] | None = None) -> None:
    """Name the merged batch in the manifest, and remove what is in it; `rows` says how many rows it has."""
    folder = snapshots.folder
    for name in layout.superseded_plans(folder):
        folder.remove(layout.TAKEN, name)
    superseded = layout.superseded_batches(folder, ADDS)
    if not superseded:
        return
    manifest = snapshots.manifest()
    if manifest is not None and manifest.get("state") == ADDS:
        named = layout.with_merged(manifest, layout.whole_batches(folder, ADDS))
        if named is not None and named["batches"] != manifest["batches"]:
            named["rows"].update(rows or {})
            snapshots.write_manifest(named)
    for name in superseded:
        folder.remove(layout.STATE, ADDS, name)

"""Only what is new: files that were not there the last time, or are not what they were, and rows of streams.

The ledger says which files those are, and numbers the batches in which they are taken in. A batch is taken in under its
number, so a run that is killed in the middle takes the same files in again, to the same place; then a snapshot is made
of all batches.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pyspark.sql import DataFrame

from headwater.batch.ledger_status import TO_READ
from headwater.spark import compaction, sources, streams
from headwater.spark.errors import SparkProblem
from headwater.spark.folder import local_path
from headwater.spark.layout import ADDS, number_of
from headwater.spark.ledger import File
from headwater.spark.pipeline import Outcome, Pipeline
from headwater.spark.source_check import split_format
from headwater.spark.source_formats import format_source

FILES = 10_000
"""Files of one batch at most."""


def incremental(
    pipeline: Pipeline, read: Sequence[str], files: int = FILES, kind: str = "incremental"
) -> Outcome | None:
    """Take in what is new, and make a snapshot; None where nothing is new and there is a snapshot already.

    `kind` is what the history of the folder calls the run.
    """
    with pipeline.alone(kind, read):
        _begin(pipeline, read)
        take_new_files(pipeline, read, files)
        manifest = pipeline.snapshots.manifest()
        # a run that was killed may have taken batches in without a snapshot of them
        if manifest is None or pipeline.batches(ADDS) != manifest["batches"]:
            outcome = pipeline.snapshot(ADDS, read)
            if len(pipeline.batches(ADDS)) > compaction.MOST_BATCHES:
                compaction.compact(pipeline)
            return outcome
    return None


def follow(
    pipeline: Pipeline, read: Sequence[str], done: Callable[[Outcome], None], every: float = 30.0, files: int = FILES
) -> None:
    """Go on taking in what is new, with a snapshot whenever there was something, until somebody stops it."""
    while True:
        outcome = incremental(pipeline, read, files, "follow")
        if outcome is not None:
            done(outcome)
        time.sleep(every)


def _begin(pipeline: Pipeline, read: Sequence[str]) -> None:
    pipeline.check(read)
    for source in read:
        path = local_path(source)
        if split_format(source) is None and path is not None and not path.is_dir():
            raise SparkProblem(
                f"{source} is not a folder; --incremental and --follow need folders, or streams.", "Pass a folder."
            )
    manifest = pipeline.begin()
    if manifest is not None and manifest["state"] != ADDS:
        raise SparkProblem(
            f"{pipeline.out} was written without --incremental, so the files it read are not recorded.",
            "Use another --out for --incremental, or remove this folder.",
        )
    if pipeline.snapshots.folder.exists("checkpoints"):
        raise SparkProblem(
            f"{pipeline.out} was written by an older headwater, which recorded the files it read in another way.",
            "Use another --out for --incremental, or remove this folder.",
        )


def take_new_files(pipeline: Pipeline, read: Sequence[str], most: int = FILES) -> None:
    """Plan batches of files that are new, and take them in; first the one that a killed run planned."""
    ledger = pipeline.ledger
    taken = [number_of(batch) for batch in pipeline.batches(ADDS)]
    for batch in ledger.batches()[-1:]:
        if number_of(batch) not in taken:
            _take(pipeline, batch)  # a killed run planned it
    for source in dict.fromkeys(source.rstrip("/") or source for source in read):
        if (custom := split_format(source)) is not None:
            streams.take_new_rows(pipeline, format_source(*custom))
            continue
        while found := ledger.new_files(source, most):
            _tell(pipeline, found)
            _take(pipeline, ledger.plan(found))
            if len(found) < most:
                break


def _take(pipeline: Pipeline, batch: str) -> None:
    """Read the files of a batch that are to be read."""
    rows = pipeline.ledger.files(batch).select("source", "path", "status", "start", "length").collect()
    by_source: dict[str, dict[str, sources.Span]] = {}
    for row in rows:
        if row.status in TO_READ:
            by_source.setdefault(row.source, {})[row.path] = (row.start or 0, row.length)

    def entries(broken: Mapping[str, str]) -> DataFrame:
        return sources.read_files(pipeline.spark, by_source, pipeline.reading(), broken=broken)

    if by_source:
        pipeline.take_in(entries, [path for paths in by_source.values() for path in paths], ADDS, batch)


def _tell(pipeline: Pipeline, found: Sequence[File]) -> None:
    """Say what is not simply new: a log is added to by new files and at its end, anything else is worth a look."""
    counts = Counter(file.status for file in found)
    if pipeline.record is not None:
        pipeline.record.took(counts)
    for status, count in sorted(counts.items()):
        if status in _SAID:
            first = next(file.name for file in found if file.status == status)
            others = f" and {count - 1:,} other files" if count > 1 else ""
            pipeline.note(f"{first}{others} {_SAID[status]}")


_SAID = {
    "changed": "changed since the last run, not only at the end: what was read before is replaced.",
    "moved": "has the content of a file that was read and is gone: it is not read again.",
    "broken": "cannot be read. The run goes on without it, and tries again when the file changes.",
}

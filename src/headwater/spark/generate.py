"""The generator as a Spark job: a synthetic log of any size, and beside it what its templates are known to do.

    OUT/log/     one row a run, in the order of time from file to file
    OUT/truth/   one row for each statement of each template (Parquet): kind, target, sources, edges

Invariant: what is written depends on the spec alone, not on the partitions, the workers or the format. Workers run
`headwater_synth.batches`, which knows no Spark. To add a format: a word in FORMATS, with the options of its
writer. CSV is none of them: it gives line breaks and blanks back changed, and a log has all sorts of them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from headwater_synth import Log, Spec
from headwater_synth.batches import LOG_DDL, TRUTH_DDL, log_batches, truth_batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORMATS: dict[str, dict[str, str]] = {
    "parquet": {},
    "json": {"ignoreNullFields": "false"},
    "orc": {},
}
PART = 100_000
"""So many statements a partition, if nothing else is asked for."""


def log_frame(spark: SparkSession, spec: Spec, partitions: int | None = None) -> DataFrame:
    """The log as rows, nothing written."""
    count = partitions or max(2, -(-spec.statements // PART))
    return spark.range(0, spec.statements, 1, count).mapInArrow(partial(log_batches, spec=spec), LOG_DDL)


def truth_frame(spark: SparkSession, spec: Spec, partitions: int | None = None) -> DataFrame:
    """What each statement of each template is known to do."""
    templates = Log(spec).templates
    count = partitions or max(2, -(-templates * 10 // PART))
    return spark.range(0, templates, 1, count).mapInArrow(partial(truth_batches, spec=spec), TRUTH_DDL)


def generate(
    spark: SparkSession,
    spec: Spec,
    out: str,
    *,
    format: str = "parquet",
    partitions: int | None = None,
    truth: bool = True,
    mode: str = "errorifexists",
) -> None:
    """Write a log below a folder, and its truth. `mode` is Spark's word for what to do with what is there already.

    Raises ValueError for an unknown format, and FileExistsError where there is a log that must not be overwritten.
    """
    from pyspark.errors import AnalysisException

    if format not in FORMATS:
        raise ValueError(f"Unknown format {format!r}. Formats: {', '.join(FORMATS)}.")
    out = out.rstrip("/")
    log = log_frame(spark, spec, partitions).write.mode(mode).options(**FORMATS[format]).format(format)
    try:
        log.save(f"{out}/log")
        if truth:
            truth_frame(spark, spec).write.mode(mode).parquet(f"{out}/truth")
    except AnalysisException as error:
        if error.getCondition() != "PATH_ALREADY_EXISTS":
            raise
        raise FileExistsError(f"{out} already contains a log. Use another folder.") from None

"""The warehouse pipeline on Spark, and the only place that knows of pyspark.

Importing this package imports no pyspark: `open_session` reports a missing installation in one line, and the pipeline
is imported when it is first used.

`lineage` and `capture` read the plans of DataFrame programs; `catalog_of` reads the tables of a metastore.

>>> from headwater.spark import Pipeline, open_session                              # doctest: +SKIP
>>> with open_session("local[2]") as spark:                                         # doctest: +SKIP
...     Pipeline(spark, "out").run(["queries/"])                                    # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.spark.captures import Capture, capture
from headwater.spark.dataframe import lineage
from headwater.spark.errors import SparkProblem
from headwater.spark.metastore import catalog_of
from headwater.spark.session import open_session, require_pyspark

if TYPE_CHECKING:
    from headwater.spark.pipeline import Options, Outcome, Pipeline


def __getattr__(name: str) -> Any:
    if name in ("Pipeline", "Options", "Outcome"):
        require_pyspark()
        from headwater.spark import pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Capture",
    "Options",
    "Outcome",
    "Pipeline",
    "SparkProblem",
    "capture",
    "catalog_of",
    "lineage",
    "open_session",
]

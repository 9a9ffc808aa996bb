"""How much there is decides how a run is carried out: what a few tasks do in seconds is not spread, shuffled or written
between steps. The steps are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyspark.sql import SparkSession

from headwater.spark.session import with_settings

SMALL = 20_000
"""Rows of what was read, up to which a run is small."""
_SETTINGS = {"spark.sql.constraintPropagation.enabled": "false"}
"""Spark's optimizer takes minutes to work out what holds behind a dozen windows, and gains nothing from it here."""
_SMALL_SETTINGS = {
    # a small shuffle goes to one task; without adaptive execution a query is one job, and not one for each shuffle
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.adaptive.enabled": "false",
}


@contextmanager
def for_rows(spark: SparkSession, rows: int | None) -> Iterator[bool]:
    """Whether the run is small, with the settings that fit; None is any number of rows."""
    small = rows is not None and rows <= SMALL
    settings = _SETTINGS | _SMALL_SETTINGS if small else _SETTINGS
    with with_settings(spark, settings):
        yield small

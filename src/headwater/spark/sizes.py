"""How much there is decides how a run is carried out: what a few tasks do in seconds is not spread, shuffled or written
between steps. The steps are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyspark.sql import SparkSession

SMALL = 20_000
"""Rows of what was read, up to which a run is small."""
_SMALL_SETTINGS = {
    # a small shuffle goes to one task; without adaptive execution a query is one job, and not one for each shuffle
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.adaptive.enabled": "false",
}


@contextmanager
def for_rows(spark: SparkSession, rows: int | None) -> Iterator[bool]:
    """Whether the run is small, with the settings that fit; None is any number of rows."""
    if rows is None or rows > SMALL:
        yield False
        return
    before = {name: spark.conf.get(name, None) for name in _SMALL_SETTINGS}
    try:
        for name, value in _SMALL_SETTINGS.items():
            spark.conf.set(name, value)
        yield True
    finally:
        for name, old in before.items():
            if old is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, old)

"""One Spark for all the tests in this folder.

Use it by name, and leave it as it was: do not stop it, and put back the settings that are changed.

    def test_a_step(spark: SparkSession) -> None:
        assert_df_equal(step(spark.createDataFrame(...)), ...)

It starts when the first test asks for it (5 to 15 seconds) and ends with the last. A test that must start or break a
Spark of its own does so in another process (test_session.py, test_cluster.py): a program has one Spark at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

QUICK = {
    # Tests are short: a compiler that gives its best after minutes, and threads to collect garbage, come too late.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.codegen.cache.maxEntries": "1000",
}


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session on two cores with a heap of 1 GB, open until the last test."""
    pytest.importorskip("pyspark")
    from headwater.spark.session import open_session

    with open_session("local[2]", app_name="headwater tests", memory="1g", conf=QUICK) as session:
        yield session

"""What is worked out over a whole graph: reachability, components, facts, marks.

The same Spark as in tests/spark, in another process: `make test` runs the two folders beside each other.
"""

from tests.spark.conftest import spark

__all__ = ["spark"]

"""List Spark's functions from its function registries. Needs: pip install pyspark==4.3.0, Java 17

Run: python tools/functions/read_spark.py | python tools/functions/merge.py spark
"""

from __future__ import annotations

import os
import re
import sys

KINDS = {"agg_funcs": "agg", "window_funcs": "window", "generator_funcs": "table", "lambda_funcs": "higher"}


def main() -> None:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.catalogImplementation", "in-memory").getOrCreate()
    state = spark._jsparkSession.sessionState()
    # Some aggregates sit in the group of their subject (vector_funcs, variant_funcs): ask the class too.
    load = spark._jvm.java.lang.Thread.currentThread().getContextClassLoader().loadClass
    aggregate = load("org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction")
    lines: set[str] = set()
    for registry, table in ((state.functionRegistry(), False), (state.tableFunctionRegistry(), True)):
        names = registry.listFunction().iterator()
        while names.hasNext():
            identifier = names.next()
            name = str(identifier.funcName())
            if re.fullmatch(r"[a-z]\w*", name):
                info = registry.lookupFunction(identifier).get()
                kind = "table" if table else KINDS.get(str(info.getGroup()), "scalar")
                if kind == "scalar" and aggregate.isAssignableFrom(load(info.getClassName())):
                    kind = "agg"
                lines.add(f"{name} {kind}")
    print(f"# Spark {spark.version}, function registries and ExpressionInfo groups.")
    print("\n".join(sorted(lines)))
    spark.stop()


if __name__ == "__main__":
    main()

"""A job for the tests of a cluster: statements are analysed on the workers, in two stages with a shuffle in between.

    spark-submit … cluster_job.py OUT STATEMENTS PAUSE

Every statement comes back as (id, edges, where headwater was imported from); a file in OUT/marks tells of each part of
the second stage when it begins, so that a test knows when to strike. The answer is OUT/answer.json.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow


def main(out: str, statements: int, pause: float) -> None:
    from headwater.spark.session import open_session

    marks = Path(out, "marks")
    marks.mkdir()

    def analyse(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        import headwater

        for batch in batches:
            rows = []
            for number in batch.column("id").to_pylist():
                answer = headwater.analyze(f"SELECT a + b AS c, d FROM t{number}", dialect="spark")
                rows.append({"id": number, "edges": len(answer.statements[0].edges), "home": headwater.__file__})
            yield pyarrow.RecordBatch.from_pylist(rows)

    def slowly(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        # The folder of the executor tells which worker it is; every try has a number of its own.
        from pyspark import TaskContext

        task = TaskContext.get()
        assert task is not None
        Path(marks, f"{task.partitionId()}-{task.taskAttemptId()}").write_text(os.getcwd())
        time.sleep(pause)
        yield from batches

    schema = "id long, edges long, home string"
    with open_session() as spark:
        first = spark.range(0, statements, 1, 4).mapInArrow(analyse, schema)
        second = first.repartition(8, "id").mapInArrow(slowly, schema)
        rows = [[row.id, row.edges, row.home] for row in second.collect()]
        answer = {"master": spark.sparkContext.master, "rows": rows}
    Path(out, "answer.json").write_text(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))

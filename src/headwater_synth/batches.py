"""The log and its truth as Arrow: number ranges in, record batches out. What a Spark worker runs; it knows no Spark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from headwater_synth.log import Log, Run, Spec

if TYPE_CHECKING:
    import pyarrow

ROWS, BYTES = 4096, 8 << 20
"""A batch holds at most so many rows, and is closed when its texts are so large."""

LOG_DDL = (
    "entry STRING NOT NULL, dialect STRING NOT NULL, database STRING, text STRING NOT NULL, at TIMESTAMP NOT NULL,"
    " user STRING, job STRING, session STRING, status STRING NOT NULL, template BIGINT NOT NULL, garbage STRING"
)
TRUTH_DDL = (
    "template BIGINT NOT NULL, number INT NOT NULL, dialect STRING NOT NULL, database STRING, kind STRING NOT NULL,"
    " target STRING, sources ARRAY<STRING> NOT NULL,"
    " edges ARRAY<STRUCT<source: STRING, target: STRING, type: STRING>> NOT NULL"
)


@lru_cache(maxsize=1)
def _log(spec: Spec) -> Log:
    """The log of a spec, kept from task to task of a worker: its templates are made once, and are the same anyhow."""
    return Log(spec)


def log_schema() -> pyarrow.Schema:
    """The schema of the log."""
    import pyarrow as pa

    text = pa.string()
    return pa.schema(
        [
            pa.field("entry", text, nullable=False),
            pa.field("dialect", text, nullable=False),
            pa.field("database", text),
            pa.field("text", text, nullable=False),
            pa.field("at", pa.timestamp("us", tz="UTC"), nullable=False),
            pa.field("user", text),
            pa.field("job", text),
            pa.field("session", text),
            pa.field("status", text, nullable=False),
            pa.field("template", pa.int64(), nullable=False),
            pa.field("garbage", text),
        ]
    )


def truth_schema() -> pyarrow.Schema:
    """The schema of the truth: a row for each statement of each template."""
    import pyarrow as pa

    text = pa.string()
    edge = pa.struct([("source", text), ("target", text), ("type", text)])
    return pa.schema(
        [
            pa.field("template", pa.int64(), nullable=False),
            pa.field("number", pa.int32(), nullable=False),
            pa.field("dialect", text, nullable=False),
            pa.field("database", text),
            pa.field("kind", text, nullable=False),
            pa.field("target", text),
            pa.field("sources", pa.list_(text), nullable=False),
            pa.field("edges", pa.list_(edge), nullable=False),
        ]
    )


def log_batches(batches: Iterable[pyarrow.RecordBatch], spec: Spec) -> Iterator[pyarrow.RecordBatch]:
    """Numbers of runs in, the runs out."""
    run = _log(spec).run
    runs: list[Run] = []
    size = 0
    for batch in batches:
        for number in batch.column(0).to_pylist():
            entry = run(number)
            runs.append(entry)
            size += len(entry.text)
            if len(runs) >= ROWS or size >= BYTES:
                yield _runs(runs)
                runs, size = [], 0
    if runs:
        yield _runs(runs)


def _runs(runs: list[Run]) -> pyarrow.RecordBatch:
    import pyarrow as pa

    schema = log_schema()
    columns = zip(*runs, strict=True)
    return pa.record_batch(
        [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
    )


def truth_batches(batches: Iterable[pyarrow.RecordBatch], spec: Spec) -> Iterator[pyarrow.RecordBatch]:
    """Numbers of templates in, what their statements are known to do out."""
    import pyarrow as pa

    log = _log(spec)
    for batch in batches:
        rows = [row for index in batch.column(0).to_pylist() for row in truth_rows(log, index)]
        yield pa.RecordBatch.from_pylist(rows, schema=truth_schema())


def truth_rows(log: Log, index: int) -> list[dict[str, object]]:
    """What the statements of one template are known to do."""
    template = log.template(index)
    return [
        {
            "template": index,
            "number": number,
            "dialect": template.dialect,
            "database": template.database,
            "kind": known.kind,
            "target": known.target,
            "sources": list(known.sources),
            "edges": [{"source": source, "target": target, "type": type_} for source, target, type_ in known.edges],
        }
        for number, known in enumerate(template.statements)
    ]

"""The schemas of a history as rows of the graph's tables: what exists, whether or not a statement touches it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from headwater import dialects
from headwater.batch.dataset_ids import id_of
from headwater.batch.nested_rows import Nested
from headwater.rows.warehouse import COLUMNS, NAMED

if TYPE_CHECKING:
    import pyarrow


def listed_datasets(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of versions become batches of `NAMED`."""
    for batch in batches:
        rows = Nested(NAMED)
        for one in batch.to_pylist():
            system, _, name = one["name"].partition(":")
            rows.add((id_of(system, name), system, name, one["kind"], one["temporary"], False, False, one["name"]))
        yield rows.batch()


def listed_columns(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of versions become batches of `COLUMNS`."""
    for batch in batches:
        rows = Nested(COLUMNS)
        for one in batch.to_pylist():
            system, _, name = one["name"].partition(":")
            dataset = id_of(system, name)
            fold = folding(system)
            columns: list[list[Any]] = json.loads(one["columns"])
            for ordinal, (column, type_, *_) in enumerate(columns):
                id_ = id_of(str(dataset), fold(column))
                said = type_ if type_ not in ("unknown", "") else None
                rows.add((id_, dataset, system, name, column, ordinal, said, False, "EXACT"))
        yield rows.batch()


def folding(system: str) -> Callable[[str], str]:
    """What the engine of a system does to the letters of a column; a topic or a file does nothing to them."""
    if system in dialects.NAMES:
        return dialects.get(system).identifiers.fold_columns.apply
    return str

"""The schemas of a history as rows of the graph's tables: what exists, whether or not a statement uses it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from headwater import dialects
from headwater.batch.dataset_ids import hash_id
from headwater.batch.nested_rows import NestedRows
from headwater.rows.steps import NAMED
from headwater.rows.warehouse import COLUMNS

if TYPE_CHECKING:
    import pyarrow


def listed_datasets(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of versions become batches of `NAMED`."""
    for batch in batches:
        rows = NestedRows(NAMED)
        for version in batch.to_pylist():
            system, _, name = version["name"].partition(":")
            row = NAMED.row(
                id=hash_id(system, name),
                system=system,
                name=name,
                kind=version["kind"],
                temporary=version["temporary"],
                read=False,
                written=False,
                written_as=version["name"],
            )
            rows.add(row)
        yield rows.batch()


def listed_columns(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of versions become batches of `COLUMNS`."""
    for batch in batches:
        rows = NestedRows(COLUMNS)
        for version in batch.to_pylist():
            system, _, name = version["name"].partition(":")
            dataset_id = hash_id(system, name)
            fold = folding(system)
            columns: list[list[Any]] = json.loads(version["columns"])
            for ordinal, (column, type_, *_) in enumerate(columns):
                row = COLUMNS.row(
                    id=hash_id(str(dataset_id), fold(column)),
                    dataset_id=dataset_id,
                    system=system,
                    dataset=name,
                    name=column,
                    ordinal=ordinal,
                    type=type_ if type_ not in ("unknown", "") else None,
                    generated=False,
                    level="EXACT",
                )
                rows.add(row)
        yield rows.batch()


def other_names(mapping: Mapping[str, str]) -> list[tuple[int, list[str]]]:
    """(id, also): the datasets that a mapping joins others to, with the names of those."""
    also: dict[str, list[str]] = {}
    for name, joined in mapping.items():
        if name != joined:
            also.setdefault(joined, []).append(name)
    return [(hash_id(*name.split(":", 1)), sorted(names)) for name, names in sorted(also.items())]


def folding(system: str) -> Callable[[str], str]:
    """How the engine of a system folds the name of a column; a topic or a file does not."""
    if system in dialects.canonical():
        return dialects.get(system).identifiers.fold_columns.apply
    return str

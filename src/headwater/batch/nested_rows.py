"""Rows with lists of records inside, laid out column by column for Arrow.

A worker says thousands of small things about a statement. They are kept as tuples in the order of their record's
fields, and turned around once, when a batch is full.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from headwater.rows.record import ListOf, Record

if TYPE_CHECKING:
    import pyarrow

Values = Sequence[Any]


class Nested:
    """Collects rows of a record; lists inside are lists of tuples.

    >>> from headwater.rows.record import Field
    >>> pair = Record("pairs", "", (Field("a", "int", ""),))
    >>> rows = Nested(Record("rows", "", (Field("n", "int", ""), Field("pairs", ListOf(pair), ""))))
    >>> rows.add((1, [(2,), (3,)]))
    >>> rows.batch().to_pylist()
    [{'n': 1, 'pairs': [{'a': 2}, {'a': 3}]}]
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._schema = record.arrow_schema()
        self._rows: list[Values] = []
        self.weight = 0

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, row: Values) -> None:
        """One more row; `weight` grows with what is in its lists."""
        self._rows.append(row)
        self.weight += 1 + sum(len(value) for value in row if value.__class__ is list)

    def batch(self) -> pyarrow.RecordBatch:
        """Everything so far as one batch; the collection is empty again."""
        import pyarrow as pa

        rows, self._rows, self.weight = self._rows, [], 0
        arrays = []
        for at, field in enumerate(self._record.fields):
            values = [row[at] for row in rows]
            kind = self._schema.field(at).type
            if isinstance(field.type, ListOf) and isinstance(field.type.item, Record):
                arrays.append(_lists(values, kind))
            else:
                arrays.append(pa.array(values, kind))
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)


def _lists(values: list[list[Values]], kind: Any) -> pyarrow.ListArray:
    """Lists of records: one flat column per field, and where each list begins."""
    import pyarrow as pa

    offsets = [0]
    for one in values:
        offsets.append(offsets[-1] + len(one))
    flat: Iterable[Values] = [row for one in values for row in one]
    struct = kind.value_type
    columns = list(zip(*flat, strict=True)) or [()] * struct.num_fields
    arrays = [pa.array(column, struct.field(at).type) for at, column in enumerate(columns)]
    inside = pa.StructArray.from_arrays(arrays, fields=[struct.field(at) for at in range(struct.num_fields)])
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), inside, type=kind)

"""Rows with lists of records inside, laid out column by column for Arrow.

A statement may have thousands of small rows. They are kept as tuples in the order of their record's fields
(`Record.row` makes them) and turned into columns once, when a batch is full.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from headwater.rows.record import ListOf, Record

if TYPE_CHECKING:
    import pyarrow

Values = Sequence[Any]


class NestedRows:
    """Collects rows of a record; lists inside are lists of tuples.

    >>> from headwater.rows.record import Field
    >>> pair = Record("pairs", "", (Field("a", "int", ""),))
    >>> rows = NestedRows(Record("rows", "", (Field("n", "int", ""), Field("pairs", ListOf(pair), ""))))
    >>> rows.add((1, [(2,), (3,)]))
    >>> rows.batch().to_pylist()
    [{'n': 1, 'pairs': [{'a': 2}, {'a': 3}]}]
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._schema = record.arrow_schema()
        self._rows: list[Values] = []
        self.weight = 0
        """The number of rows, those in lists included."""

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, row: Values) -> None:
        """Add a row."""
        self._rows.append(row)
        self.weight += 1 + sum(len(value) for value in row if value.__class__ is list)

    def batch(self) -> pyarrow.RecordBatch:
        """All rows as one batch; the collection is empty afterwards."""
        import pyarrow as pa

        rows, self._rows, self.weight = self._rows, [], 0
        arrays = []
        for position, field in enumerate(self._record.fields):
            values = [row[position] for row in rows]
            type_ = self._schema.field(position).type
            if isinstance(field.type, ListOf) and isinstance(field.type.item, Record):
                arrays.append(_lists(values, type_))
            else:
                arrays.append(pa.array(values, type_))
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)


def _lists(values: list[list[Values]], type_: Any) -> pyarrow.ListArray:
    """Lists of records: one flat column per field, and the offsets where each list begins."""
    import pyarrow as pa

    offsets = [0]
    for rows in values:
        offsets.append(offsets[-1] + len(rows))
    struct = type_.value_type
    fields = [struct.field(position) for position in range(struct.num_fields)]
    columns = list(zip(*(row for rows in values for row in rows), strict=True)) or [()] * len(fields)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, fields, strict=True)]
    records = pa.StructArray.from_arrays(arrays, fields=fields)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), records, type=type_)

"""Tables of statements with typed columns (Parquet, ORC, a reader of Spark's): batches of rows become entries.

Which column holds what is worked out once a batch. A table of statements stays in columns; the rows of an engine's own
log, and of tables whose times are no timestamps, are read one by one, like records of JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from headwater import dialects, logs
from headwater.batch.entry_batches import entry_batches
from headwater.logs import Entry, ReadSettings
from headwater.logs.formats import RECORDS
from headwater.logs.formats.statements import DONE, FAILED, map_columns, missing
from headwater.rows.steps import ENTRY

if TYPE_CHECKING:
    import pyarrow


def read_table(
    source: str, batch: pyarrow.RecordBatch, first: int, prefix: str, settings: ReadSettings
) -> Iterator[pyarrow.RecordBatch]:
    """The entries of some rows. A row without an id has its number, counted from `first`, behind `prefix`."""
    if not batch.num_rows:
        return
    batch = _with_texts(batch)
    names = batch.schema.names
    if settings.columns and (why := missing(names, settings.columns)):
        detail = f"{batch.num_rows} records: {why}"
        yield from entry_batches([Entry(source, f"{prefix}{first}", "unread", detail=detail)])
        return
    columns = map_columns(names, settings.columns)
    if _stays_in_columns(batch, columns):
        yield _entries(source, batch, columns, first, prefix, settings)
        return

    def entries() -> Iterator[Entry]:
        for number, record in enumerate(batch.to_pylist(), first):
            for entry in logs.read_record(source, number, record, settings):
                yield entry._replace(entry=f"{prefix}{number}") if prefix and entry.entry == str(number) else entry

    yield from entry_batches(entries())


def _stays_in_columns(batch: pyarrow.RecordBatch, columns: dict[str, str]) -> bool:
    import pyarrow as pa

    if "text" not in columns or "dialect" not in columns or columns["dialect"].lower() == "engine":
        return False
    if "at" in columns and not pa.types.is_timestamp(batch.schema.field(columns["at"]).type):
        return False
    if any(pa.types.is_nested(batch.schema.field(name).type) for name in columns.values()):
        return False
    record = batch.slice(0, 1).to_pylist()[0]
    return not any(form.claims(record) for form in RECORDS[:-1])


def _with_texts(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """The same with text for bytes: ClickHouse and Hive write strings without saying that they are UTF-8."""
    import pyarrow as pa

    for index, field in enumerate(batch.schema):
        if pa.types.is_dictionary(field.type):
            batch = batch.set_column(index, field.name, batch.column(index).dictionary_decode())
            field = batch.schema.field(index)
        if pa.types.is_binary(field.type) or pa.types.is_large_binary(field.type):
            column = batch.column(index)
            try:
                texts = column.cast(pa.string())
            except pa.ArrowInvalid:
                decoded = (value and value.decode("utf-8", "replace") for value in column.to_pylist())
                texts = pa.array(decoded, pa.string())
            batch = batch.set_column(index, field.name, texts)
    return batch


def _entries(
    source: str, batch: pyarrow.RecordBatch, columns: dict[str, str], first: int, prefix: str, settings: ReadSettings
) -> pyarrow.RecordBatch:
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = batch.num_rows

    def same(value: Any) -> pyarrow.Array:
        return pa.repeat(pa.scalar(value, pa.string()), rows)

    def text(field: str) -> pyarrow.Array:
        if field not in columns:
            return pa.nulls(rows, pa.string())
        values = batch.column(columns[field]).cast(pa.string())
        return pc.if_else(pc.equal(values, ""), None, values)

    numbers = pc.binary_join_element_wise(prefix, pa.array(range(first, first + rows)).cast(pa.string()), "")
    named = pc.utf8_lower(pc.utf8_trim_whitespace(text("dialect")))
    canonical = dialects.canonical()
    status = pc.utf8_lower(text("status"))
    is_text = pc.fill_null(pc.greater(pc.utf8_length(pc.utf8_trim_whitespace(text("text"))), 0), False)
    fields: dict[str, Any] = {
        "source": same(source),
        "entry": pc.coalesce(text("entry"), numbers),
        "kind": pc.if_else(is_text, "statement", "unread"),
        "dialect": pc.coalesce(
            pa.array([name and canonical.get(name, name) for name in named.to_pylist()], pa.string()),
            same(settings.dialect),
        ),
        "database": pc.coalesce(text("database"), same(settings.database)),
        "at": batch.column(columns["at"]) if "at" in columns else pa.nulls(rows),
        "status": pc.case_when(
            pc.make_struct(
                pc.is_in(status, value_set=pa.array(sorted(DONE))), pc.is_in(status, value_set=pa.array(sorted(FAILED)))
            ),
            "done",
            "failed",
            "unknown",
        ),
        "columns": pa.nulls(rows),
        "detail": pc.if_else(is_text, None, same("there is no text of a statement")),
        "format": same(RECORDS[-1].name),
        "referenced": pa.nulls(rows),
        "entries": pa.repeat(1, rows),
        **{field: text(field) for field in ("text", "target", "user", "job", "session")},
    }
    schema = ENTRY.arrow_schema().remove_metadata()
    return pa.RecordBatch.from_arrays([_cast(fields[field.name], field.type) for field in schema], schema=schema)


def _cast(column: pyarrow.Array, to: pyarrow.DataType) -> pyarrow.Array:
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_timestamp(column.type) and column.type.tz is None and pa.types.is_timestamp(to) and to.tz:
        column = pc.assume_timezone(column.cast(pa.timestamp(to.unit)), "UTC")
    return column.cast(to, safe=False)

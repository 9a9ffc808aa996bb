"""The record schema, once: what every table of headwater holds, field by field.

`record` is what a record is, `answers` the records of one analysis, `warehouse` the tables that the pipeline writes.
"""

from headwater.rows.answers import (
    COLUMN,
    DATASET,
    DIAGNOSTIC,
    EDGE,
    HOP,
    INFLUENCE,
    RECORDS,
    STATEMENT,
    TABLE_EDGE,
    json_schema,
    records,
    table_inputs,
    to_arrow,
)
from headwater.rows.record import Field, Record, Row

__all__ = [
    "COLUMN",
    "DATASET",
    "DIAGNOSTIC",
    "EDGE",
    "Field",
    "HOP",
    "INFLUENCE",
    "RECORDS",
    "Record",
    "Row",
    "STATEMENT",
    "TABLE_EDGE",
    "json_schema",
    "records",
    "table_inputs",
    "to_arrow",
]

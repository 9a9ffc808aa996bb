"""Answers in the forms that people and programs read. Functions over answers: nothing is computed here.

`text`, `json`, `csv`, `mermaid` and `dot` are modules with a `render`; the formats of other lineage tools
(`tool_formats`) are functions. Nothing here knows a terminal: `styled_text` says what a piece of text means, and the
CLI gives it a colour.

>>> import headwater
>>> from headwater import emit
>>> answer = headwater.analyze("SELECT a AS x FROM t", dialect="duckdb")
>>> emit.four_columns(*answer.statements)
[FourColumns(source_table='t', source_column='a', target_table='result', target_column='x')]
"""

from headwater.emit import csv, dot, json, mermaid, text
from headwater.emit.caret import diagnostic, excerpt
from headwater.emit.select_objects import selects
from headwater.emit.tool_formats import (
    column_lineage,
    dag,
    field_lineage,
    four_columns,
    four_columns_markdown,
    model_lineage,
    table_lineage,
    table_lineages,
    transforms,
    transforms_markdown,
)

__all__ = [
    "text",
    "json",
    "csv",
    "mermaid",
    "dot",
    "diagnostic",
    "excerpt",
    "dag",
    "four_columns",
    "four_columns_markdown",
    "transforms",
    "transforms_markdown",
    "field_lineage",
    "table_lineage",
    "table_lineages",
    "column_lineage",
    "model_lineage",
    "selects",
]

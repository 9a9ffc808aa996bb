"""Logs as engines write them, files of SQL and tables of statements, read into entries. No engine, no Spark, no parser.

`read_file` takes a whole file, `read_stream` one that is too large for that, `read_line` a line of a log of lines,
`read_record` a row of a table with types, `split_sql` a stream of SQL. They never raise for what is there: what cannot
be read is an entry of the kind `unread` that says why. A new format is a file in `formats/` and a line in its table.

>>> from headwater import logs
>>> entry, = logs.read_file("spark/daily.sql", b"-- job: nightly\\nSELECT 1", logs.ReadSettings())
>>> entry.kind, entry.dialect, entry.job
('statement', 'spark', 'nightly')
"""

from headwater.logs.entry import ReadSettings
from headwater.logs.header import file_dialect
from headwater.logs.read import is_document, read_file, read_line, read_record, read_stream, stands_in_lines
from headwater.logs.split import split_sql
from headwater.rows.steps import Entry

__all__ = [
    "Entry",
    "ReadSettings",
    "file_dialect",
    "is_document",
    "read_file",
    "read_line",
    "read_record",
    "read_stream",
    "split_sql",
    "stands_in_lines",
]

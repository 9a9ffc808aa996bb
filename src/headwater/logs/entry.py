"""Entries of logs, and the user's settings for reading them.

An `Entry` is one row of the pipeline's first table, whatever engine wrote the log. Its text holds what a table can
hold: no lone surrogates, no empty strings where there is nothing. A new field is a line here and in the pipeline's
table of entries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from headwater.rows.steps import Entry

MAPPABLE = ("text", "entry", "dialect", "database", "target", "at", "user", "job", "session", "status")
"""The fields that a column of a table of statements may fill."""


@dataclass(frozen=True)
class ReadSettings:
    """The user's settings for sources: flags, the names of columns, limits. Raises ValueError for a wrong field.

    `root` is the folder that was named; what lies above it says nothing about a file.
    """

    dialect: str | None = None
    database: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int = 256 * 1024 * 1024
    root: str | None = None

    def __post_init__(self) -> None:
        if wrong := sorted(set(self.columns) - set(MAPPABLE)):
            raise ValueError(f"Unknown field {wrong[0]!r} in a column mapping. Fields: {', '.join(MAPPABLE)}.")


@dataclass(frozen=True)
class FileContext:
    """What a format needs to know of a file beside its records. `marks` go into each entry's detail."""

    source: str
    settings: ReadSettings
    dialect: str | None = None
    """The dialect that the file's header, its folder or a flag names; a log that knows its engine does without."""
    database: str | None = None
    job: str | None = None
    name: str = ""
    """The file's name under the root, without the suffix of a compression."""
    marks: str | None = None
    complete: bool = True
    """Whether all records of the file are at hand, or one line alone."""
    format: str | None = None
    """The name of the format that reads it; None before one claimed it."""

    def statement(self, entry: object, text: object, **values: Any) -> Entry:
        """A statement; missing fields come from the file. Without any text it is unread, not lost."""
        sql = clean(text)
        fields: dict[str, Any] = {name: value if name == "at" else clean(value) for name, value in values.items()}
        fields["status"] = fields.get("status") or "unknown"
        fields["format"] = self.format
        fields["dialect"] = fields.get("dialect") or self.dialect
        fields["database"] = fields.get("database") or self.database
        fields["job"] = fields.get("job") or self.job
        if sql is None or not sql.strip():
            return self.unread(entry, "there is no text of a statement", **fields)
        return Entry(self.source, clean(entry) or "", "statement", text=sql, detail=self.marks, **fields)

    def table(self, entry: object, name: str, columns: Iterable[tuple[str, str]], **fields: Any) -> Entry:
        """A table that a catalog lists, with its columns in order."""
        listed = json.dumps(
            [[clean(column) or "", clean(type_) or ""] for column, type_ in columns], ensure_ascii=False
        )
        fields["dialect"] = fields.get("dialect") or self.dialect
        fields["format"] = self.format
        return Entry(self.source, clean(entry) or "", "table", text=clean(name), columns=listed, **fields)

    def unread(self, entry: object, why: str, **fields: Any) -> Entry:
        """What could not be read, and why in one line."""
        fields["dialect"] = fields.get("dialect") or self.dialect
        fields["format"] = self.format
        detail = " ".join((clean(why) or "").split())
        return Entry(self.source, clean(entry) or "", "unread", detail=detail[:1000], **fields)


def clean(value: object) -> str | None:
    """A value as text that every table can hold, or None where there is none.

    >>> clean(7), clean(""), clean("x\\ud800"), clean({"a": [1]})
    ('7', None, 'x?', '{"a": [1]}')
    """
    if value is None or value == "":
        return None
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if not isinstance(value, str):
        try:
            value = (
                json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, (dict, list)) else str(value)
            )
        except (ValueError, RecursionError):  # numbers of too many digits, nesting without end
            return None
    return value if value.isprintable() else value.encode("utf-8", "replace").decode("utf-8")

"""What a log gives: entries, and what the user said about reading it.

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
    """What the user said about the sources: flags, the names of columns, limits. Raises ValueError for a wrong field.

    `root` is the folder that was named; what lies above it says nothing about a file.
    """

    dialect: str | None = None
    database: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int = 256 * 1024 * 1024
    root: str | None = None

    def __post_init__(self) -> None:
        if wrong := sorted(set(self.columns) - set(MAPPABLE)):
            raise ValueError(f"There is no field {wrong[0]!r} to map a column to. There are: {', '.join(MAPPABLE)}.")


@dataclass(frozen=True)
class Place:
    """Where entries are read: what a format needs to know beside the records. `marks` go into each entry's detail."""

    source: str
    settings: ReadSettings
    dialect: str | None = None
    """The dialect that the file's header, its folder or a flag names; a log that knows its engine does without."""
    database: str | None = None
    job: str | None = None
    name: str = ""
    """The file's name under the root, without the suffix of a compression."""
    marks: str | None = None
    whole: bool = True
    """Whether all records of the file are at hand, or one line alone."""

    def statement(self, entry: object, text: object, **rest: Any) -> Entry:
        """A statement; what is not said comes from the place. Without any text it is unread, not lost."""
        said = clean(text)
        fields: dict[str, Any] = {name: value if name == "at" else clean(value) for name, value in rest.items()}
        fields["status"] = fields.get("status") or "unknown"
        fields["dialect"] = fields.get("dialect") or self.dialect
        fields["database"] = fields.get("database") or self.database
        fields["job"] = fields.get("job") or self.job
        if said is None or not said.strip():
            return self.unread(entry, "there is no text of a statement", **fields)
        return Entry(self.source, clean(entry) or "", "statement", text=said, detail=self.marks, **fields)

    def table(self, entry: object, name: str, columns: Iterable[tuple[str, str]], **rest: Any) -> Entry:
        """A table that a catalog lists, with its columns in order."""
        listed = json.dumps([[clean(one) or "", clean(type_) or ""] for one, type_ in columns], ensure_ascii=False)
        rest["dialect"] = rest.get("dialect") or self.dialect
        return Entry(self.source, clean(entry) or "", "table", text=clean(name), columns=listed, **rest)

    def unread(self, entry: object, why: str, **rest: Any) -> Entry:
        """What could not be read, and why in one line."""
        rest["dialect"] = rest.get("dialect") or self.dialect
        detail = " ".join((clean(why) or "").split())
        return Entry(self.source, clean(entry) or "", "unread", detail=detail[:1000], **rest)


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

"""The rows that travel between the steps of the pipeline.

    files, logs ──> Entry ──> INGESTED: runs and texts ──> Unit ──> ANALYSED: a row per statement ──> tables

The tables that a snapshot holds are in `warehouse`; they have the fields of the lists in `ANALYSED`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from headwater.rows import fields
from headwater.rows.hints import table_fields
from headwater.rows.record import STRINGS, Field, ListOf, Record


# ── what is read, and how it is grouped ──────────────────────────────────────────────────────────────────────────
class Entry(NamedTuple):
    """One thing read from a source: a statement, a table with its columns, or something that could not be read."""

    source: Annotated[str, "The file or table it was read from."]
    entry: Annotated[str, "Its id in the source: a query id, a line, or empty."]
    kind: Annotated[str, "statement, table or unread."]
    dialect: Annotated[str | None, "The dialect, where it is known."] = None
    database: Annotated[str | None, "Default database for unqualified names."] = None
    text: Annotated[str | None, "The SQL; for a table, its name."] = None
    target: Annotated[str | None, "The dataset that a bare query fills."] = None
    at: Annotated[datetime | None, "When it was run."] = None
    user: Annotated[str | None, "Who ran it."] = None
    job: Annotated[str | None, "What ran it."] = None
    session: Annotated[str | None, "The session it was run in."] = None
    status: Annotated[str, "done, failed or unknown."] = "unknown"
    columns: Annotated[str | None, "For a table, JSON: [[name, type], …]."] = None
    detail: Annotated[str | None, "Why something could not be read."] = None
    format: Annotated[str | None, "The format of the log that it stands in, where it was recognised."] = None
    referenced: Annotated[str | None, "What the engine says that it read: a name a line, `view:` before a view's."] = (
        None
    )


class Unit(NamedTuple):
    """A text to be analysed: once for all runs that differ in nothing that matters to lineage."""

    unit: Annotated[str, "Its id."]
    dialect: Annotated[str, "Its dialect."]
    database: Annotated[str | None, "Default database for unqualified names."]
    target: Annotated[str | None, "The dataset that a bare query fills."]
    text: Annotated[str, "The text."]
    name: Annotated[str, "The file or table it was read from."]
    as_of: Annotated[int | None, "The time whose schemas hold, in microseconds; null for the latest."] = None


ENTRY = Record(
    "entries",
    "One thing read from a source: a text that was run, a table that exists, or something that could not be read.",
    (
        *table_fields(Entry),
        Field("entries", "int", "How many entries of the log it stands for: a session that is read as one is many."),
    ),
)
INGESTED = Record(
    "ingested",
    "What is kept of a source: every run by the id of its text, and every text once.",
    (
        Field("part", "string", "run, text, table, unread, temporary or referenced."),
        Field("unit", "string", "The id of the text, with its dialect, database and target.", nullable=True),
        *ENTRY.fields,
    ),
)
TAKEN = Record(
    "taken",
    "A file that a run took in, or looked at.",
    (
        Field("batch", "string", "The number of the batch."),
        Field("source", "string", "The source that it belongs to."),
        Field("path", "string", "Its path."),
        Field("name", "string", "What it is called in the tables."),
        Field("length", "long", "Its size in bytes."),
        Field("modified", "long", "When it was changed, in microseconds."),
        Field("content", "string", "A hash of what it holds; null where it cannot be read.", nullable=True),
        Field("status", "string", "new, continued, grown, changed, moved, same or broken."),
        Field("start", "long", "The byte from which on it was read; null is 0.", nullable=True),
    ),
)
UNIT = Record("units", "A text to be analysed, as a worker gets it.", tuple(table_fields(Unit)))


def entry_row(entry: Entry, entries: int) -> tuple[Any, ...]:
    """A row of `ENTRY`."""
    return (*entry, entries)


def ingested_row(part: str, unit: str | None, entry: Entry, entries: int) -> tuple[Any, ...]:
    """A row of `INGESTED`."""
    return (part, unit, *entry, entries)


# ── what a worker gives for one statement ────────────────────────────────────────────────────────────────────────
STATEMENT_ID = Field("statement", "string", "Id of the statement in `statements`.")
_EDGE_ENDS = (
    Field("source_id", "long", "The id of the source column."),
    Field("target_id", "long", "Id of the target column, or of the dataset for influence on its rows."),
    Field("source_dataset_id", "long", "Id of the read dataset."),
    Field("target_dataset_id", "long", "Id of the written dataset."),
    Field("source_system", "string", "System of the source dataset: the engine, kafka, file and others."),
    fields.SOURCE_DATASET,
    fields.SOURCE_COLUMN,
    fields.SOURCE_PATH,
    Field("target_system", "string", "System of the target dataset."),
    fields.TARGET_DATASET,
)
ANALYSED_EDGE = Record(
    "edges",
    "A value edge of a statement.",
    (
        *_EDGE_ENDS,
        fields.TARGET_COLUMN,
        fields.TARGET_ORDINAL,
        fields.VALUE_TYPE,
        fields.LEVEL,
        fields.CONFIDENCE,
        fields.EXPRESSION,
        fields.OPERATORS,
        *fields.SPAN,
    ),
)
ANALYSED_INFLUENCE = Record(
    "influence",
    "A column that decides, in a statement.",
    (
        *_EDGE_ENDS,
        fields.INFLUENCED_COLUMN,
        fields.TARGET_ORDINAL,
        fields.INFLUENCE_TYPE,
        fields.LEVEL,
        fields.CONFIDENCE,
        *fields.SPAN,
    ),
)
ANALYSED_HOP = Record(
    "hops",
    "One step inside a statement.",
    (
        Field("source_dataset", "string", "The read dataset, CTE or derived table."),
        Field("source_column", "string", "Its column."),
        Field("source_path", STRINGS, "The fields below the column."),
        Field("target_dataset", "string", "The written dataset, CTE or derived table."),
        fields.TARGET_COLUMN,
        fields.TARGET_ORDINAL,
        fields.VALUE_TYPE,
        fields.LEVEL,
        fields.CONFIDENCE,
        fields.HOP_EXPRESSION,
        fields.HOP_OPERATOR,
        *fields.SPAN,
    ),
)
ANALYSED_DIAGNOSTIC = Record("diagnostics", "A diagnostic of a statement.", fields.DIAGNOSTIC)
ANALYSED_TABLE_EDGE = Record(
    "table_edges",
    "A dataset that a statement reads for one that it writes.",
    (
        Field("source_id", "long", "Id of the read dataset."),
        Field("target_id", "long", "Id of the written dataset."),
        Field("source_system", "string", "System of the source."),
        Field("source", "string", "The read dataset."),
        Field("target_system", "string", "System of the target."),
        Field("target", "string", "The written dataset; result for a bare query."),
        fields.LEVEL,
    ),
)
ANALYSED_COLUMN = Record(
    "columns",
    "A column that a statement writes or reads.",
    (
        Field("id", "long", "The column's id: a hash of its system, dataset and name."),
        Field("dataset_id", "long", "The dataset's id."),
        Field("system", "string", "System of the dataset."),
        Field("dataset", "string", "The dataset."),
        Field("name", "string", "The column's name."),
        Field("ordinal", "int", "Its position, from 0; null if unknown.", nullable=True),
        Field("type", "string", "Its type in the engine's notation; null if unknown.", nullable=True),
        fields.GENERATED,
        fields.LEVEL,
    ),
)
DATASET = (
    Field("id", "long", "The dataset's id: a hash of its system and name."),
    Field("system", "string", "System: the engine, kafka, file and others."),
    Field("name", "string", "Its name, folded by the rules of the engine."),
    fields.DATASET_KIND,
    fields.TEMPORARY,
    *fields.DATASET_USE,
)
NAMED = Record(
    "named",
    "A name that an engine uses for a dataset.",
    (*DATASET, Field("written_as", "string", "system:name as the engine calls it.")),
)
CHANGE = Record(
    "changes",
    "What a statement does to the schema of a dataset.",
    (
        Field("number", "int", "Index of the statement in the text, from 0."),
        Field("system", "string", "System of the dataset."),
        Field("name", "string", "The dataset."),
        Field("action", "string", "define, alter, rename, swap, drop, or write: a function, a model, a catalog."),
        Field("kind", "string", "table, view or materialized view."),
        fields.TEMPORARY,
        Field("absent", "boolean", "Whether it happens only where the dataset is not there yet."),
        Field("columns", "string", "JSON: [[name, type, computed], …]; null where not known.", nullable=True),
        Field(
            "text",
            "string",
            "What is replayed (an ALTER, a CREATE FUNCTION); the new name; for a definition JSON, what is behind it.",
            nullable=True,
        ),
    ),
)
STATEMENT = (
    replace(
        fields.STATEMENT_KIND,
        description="SELECT, INSERT, CREATE_TABLE, MERGE and so on; EMPTY, UNREAD, FAILED or LOST without an answer.",
    ),
    Field("target_system", "string", "System of the target.", nullable=True),
    *fields.STATEMENT_TARGET,
    Field("replaces", "boolean", "Whether it replaces the content of the target: CREATE, DROP, TRUNCATE."),
    fields.LEVEL,
    *fields.SPAN,
    fields.STATEMENT_TEXT,
)
MILLIS = Field("millis", "double", "Time of the analysis of its text, in milliseconds.")
ANALYSED = Record(
    "analysed",
    "What a worker gives for one statement, with everything about it in lists.",
    (
        Field("unit", "string", "The text that was analysed, with its dialect, database and schema version."),
        Field("number", "int", "Index of the statement in the text, from 0."),
        STATEMENT_ID,
        *STATEMENT,
        MILLIS,
        Field("signature", "string", "A hash of the schemas that were looked at; equal ones give equal answers."),
        Field("reads", STRINGS, "The datasets that are read, as system:name."),
        Field("unknown", STRINGS, "Those of them whose schema was not known."),
        Field("columns", ListOf(ANALYSED_COLUMN), "Columns that it writes or reads."),
        Field("edges", ListOf(ANALYSED_EDGE), "Value edges, folded through temporary tables."),
        Field("influence", ListOf(ANALYSED_INFLUENCE), "What decides."),
        Field("hops", ListOf(ANALYSED_HOP), "The steps between."),
        Field("diagnostics", ListOf(ANALYSED_DIAGNOSTIC), "The message."),
        Field("table_edges", ListOf(ANALYSED_TABLE_EDGE), "Datasets read for datasets written."),
        Field("datasets", ListOf(NAMED), "Datasets that it reads or writes."),
        Field("changes", ListOf(CHANGE), "What it does to schemas."),
        Field("writes", ListOf("long"), "Ids of the datasets that its edges lead to."),
        Field(
            "ends", ListOf("long"), "Ids of the datasets it drops, renames or creates anew: older edges to them end."
        ),
    ),
)
VARIANT = Record(
    "variants",
    "What an analysis of a statement, with the schemas that its text looked at, tells other texts.",
    (
        Field("unit", "string", "The text."),
        Field("number", "int", "Index of the statement in the text, from 0."),
        Field("signature", "string", "A hash of the schemas that were looked at; empty for a text that looks at none."),
        Field("looks", STRINGS, "The datasets that were looked at, as system:name."),
        Field("across", STRINGS, "Those whose changes matter: not what the statement only drops or replaces."),
        Field("unknown", STRINGS, "Those whose schema was not known."),
        Field("changes", ListOf(CHANGE), "What it does to schemas."),
    ),
)

"""The tables of a warehouse's graph, as the pipeline writes them, and the rows that travel between its steps.

`TABLES` is what a snapshot holds. `VERSION` is written into its manifest: it grows when a field changes its meaning or
goes, and not when one is added. The reference page of the tables is made from this module.
"""

from __future__ import annotations

from headwater.rows.record import STRINGS, Field, ListOf, Record

VERSION = 1

# ── fields that several tables have ──────────────────────────────────────────────────────────────────────────────
_STATEMENT = Field("statement", "string", "The statement's id; `statements` has the rest of it.")
_LEVEL = Field("level", "string", "How sure: EXACT, INFERRED, AMBIGUOUS, COARSE, TABLE or NONE.")
_CONFIDENCE = Field("confidence", "double", "The level as a number from 0 to 1.")
_PLACE = (
    Field("span_start", "int", "Offset of the place in the text that the statement stands in, from 0."),
    Field("span_end", "int", "Offset behind the place."),
    Field("line", "int", "Line of the place, from 1."),
    Field("column_number", "int", "Column of the place in its line, from 1."),
)
_RUNS = (
    Field("job", "string", "The job, file or model that ran the statement, where the log says so.", nullable=True),
    Field("runs", "long", "How often it was run."),
    Field("valid_from", "timestamp", "When it was first true; null where the log has no times.", nullable=True),
    Field(
        "valid_to", "timestamp", "When it ended: dropped, replaced, or no longer run; null while true.", nullable=True
    ),
)
_ENDS_ID = (
    Field("source_id", "long", "The id of the source column."),
    Field("target_id", "long", "The id of the target column; of the dataset where the whole of it is meant."),
    Field("source_dataset_id", "long", "The id of the dataset that is read."),
    Field("target_dataset_id", "long", "The id of the dataset that is written."),
)
_SOURCE = (
    Field("source_system", "string", "Where the source dataset lives: the engine, or kafka, file and so on."),
    Field("source_dataset", "string", "The dataset that is read."),
    Field("source_column", "string", "Its column; * for all columns of a dataset whose schema is not known."),
    Field("source_path", STRINGS, "The fields below the column, outermost first; [] stands for elements."),
)
_TARGET = (
    Field("target_system", "string", "Where the target dataset lives."),
    Field("target_dataset", "string", "The dataset that is written; result for a bare query."),
)
_VALUE_TYPE = Field("type", "string", "DIRECT, DERIVED, DERIVED_ARRAY, WINDOW, AGG, EXTERNAL or UNKNOWN.")
_DECIDES_TYPE = Field("type", "string", "FILTER, JOIN, GROUP_BY, SORT, WINDOW or CONDITIONAL.")

# ── what a worker says of one statement ──────────────────────────────────────────────────────────────────────────
_EDGE = (
    *_ENDS_ID,
    *_SOURCE,
    *_TARGET,
    Field("target_column", "string", "Its column."),
    Field("target_ordinal", "int", "The column's position, from 0.", nullable=True),
    _VALUE_TYPE,
    _LEVEL,
    _CONFIDENCE,
    Field("expr", "string", "The expression, with everything between source and target written out."),
    Field("operators", STRINGS, "The operators on the way, source first."),
    *_PLACE,
)
_INFLUENCE = (
    *_ENDS_ID,
    *_SOURCE,
    *_TARGET,
    Field("target_column", "string", "The column that is decided; null for the whole dataset.", nullable=True),
    Field("target_ordinal", "int", "The column's position, from 0.", nullable=True),
    _DECIDES_TYPE,
    _LEVEL,
    _CONFIDENCE,
    *_PLACE,
)
_HOP = (
    Field("source_dataset", "string", "The dataset, CTE or derived table that is read."),
    Field("source_column", "string", "Its column."),
    Field("source_path", STRINGS, "The fields below the column."),
    Field("target_dataset", "string", "The dataset, CTE or derived table that is filled."),
    Field("target_column", "string", "Its column."),
    Field("target_ordinal", "int", "The column's position, from 0.", nullable=True),
    _VALUE_TYPE,
    _LEVEL,
    _CONFIDENCE,
    Field("expr", "string", "The expression of this step as it stands in the text."),
    Field("operator", "string", "The operator of this step."),
    *_PLACE,
)
_DIAGNOSTIC = (
    Field("code", "string", "The code; the reference explains each."),
    Field("severity", "string", "info, warning or error."),
    _LEVEL,
    Field("message", "string", "What it is about."),
    Field("help", "string", "What to do about it."),
    *_PLACE,
)
_TABLE_EDGE = (
    Field("source_id", "long", "The id of the dataset that is read."),
    Field("target_id", "long", "The id of the dataset that is written."),
    Field("source_system", "string", "Where the source lives."),
    Field("source", "string", "The dataset that is read."),
    Field("target_system", "string", "Where the target lives."),
    Field("target", "string", "The dataset that is written; result for a bare query."),
    _LEVEL,
)
_COLUMN = (
    Field("id", "long", "The column's id: a hash of its system, dataset and name."),
    Field("dataset_id", "long", "The dataset's id."),
    Field("system", "string", "Where the dataset lives."),
    Field("dataset", "string", "The dataset."),
    Field("name", "string", "The column's name."),
    Field("ordinal", "int", "Its position, from 0; null where no schema says it.", nullable=True),
    Field("type", "string", "Its type as the engine writes it; null where not known.", nullable=True),
    Field("generated", "boolean", "Whether no stored column gives it value: a constant, a count, a clock."),
    _LEVEL,
)
_DATASET = (
    Field("id", "long", "The dataset's id: a hash of its system and name."),
    Field("system", "string", "Where it lives: the engine, or kafka, file and so on."),
    Field("name", "string", "Its name, folded by the rules of the engine."),
    Field("kind", "string", "table, view, materialized view, file and so on."),
    Field("temporary", "boolean", "Whether it lives no longer than its session."),
    Field("read", "boolean", "Whether some statement reads it."),
    Field("written", "boolean", "Whether some statement writes it."),
)
NAMED = Record(
    "named",
    "A name that an engine uses for a dataset.",
    (
        *_DATASET,
        Field("written_as", "string", "system:name as the engine calls it."),
    ),
)
CHANGE = Record(
    "changes",
    "What a statement does to the schema of a dataset.",
    (
        Field("number", "int", "Which statement of the text, from 0."),
        Field("system", "string", "Where the dataset lives."),
        Field("name", "string", "The dataset."),
        Field("action", "string", "define, alter, rename, swap, drop, or write: a function, a model, a catalog."),
        Field("kind", "string", "table, view or materialized view."),
        Field("temporary", "boolean", "Whether it lives no longer than its session."),
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
_KIND = (
    Field(
        "kind",
        "string",
        "SELECT, INSERT, CREATE_TABLE, MERGE and so on; EMPTY, UNREAD, FAILED or LOST without an answer.",
    ),
    Field("target_system", "string", "Where the target lives.", nullable=True),
    Field("target", "string", "The dataset that is written; result for a bare query.", nullable=True),
    Field("target_kind", "string", "table, view, materialized view, file or result.", nullable=True),
    Field("target_temporary", "boolean", "Whether the target lives no longer than its session."),
    Field("replaces", "boolean", "Whether what was in the target before is gone: CREATE, DROP, TRUNCATE."),
    _LEVEL,
    *_PLACE,
    Field("text", "string", "The statement as it stands in the text."),
)
_ROUND = (
    Field("round", "int", "In which round of the catalog it was analysed, from 1."),
    Field("millis", "double", "How long the analysis of its text took, in milliseconds."),
)

ANALYSED = Record(
    "analysed",
    "What a worker says of one statement, with everything about it in lists.",
    (
        Field("unit", "string", "The text that was analysed, with its dialect, database and schema version."),
        Field("number", "int", "Which statement of the text, from 0."),
        _STATEMENT,
        *_KIND,
        Field("millis", "double", "How long the analysis of its text took, in milliseconds."),
        Field("signature", "string", "A hash of the schemas that were looked at; equal ones give equal answers."),
        Field("reads", STRINGS, "The datasets that are read, as system:name."),
        Field("unknown", STRINGS, "Those of them whose schema was not known."),
        Field("columns", ListOf(Record("columns", "", _COLUMN)), "Columns that it writes or reads."),
        Field("edges", ListOf(Record("edges", "", _EDGE)), "Value edges, folded through temporary tables."),
        Field("influence", ListOf(Record("influence", "", _INFLUENCE)), "What decides."),
        Field("hops", ListOf(Record("hops", "", _HOP)), "The steps between."),
        Field("diagnostics", ListOf(Record("diagnostics", "", _DIAGNOSTIC)), "What should be known."),
        Field("table_edges", ListOf(Record("table_edges", "", _TABLE_EDGE)), "Datasets read for datasets written."),
        Field("datasets", ListOf(NAMED), "Datasets that it reads or writes."),
        Field("changes", ListOf(CHANGE), "What it does to schemas."),
    ),
)

# ── what is read, and how it is grouped ──────────────────────────────────────────────────────────────────────────
ENTRY = Record(
    "entries",
    "One thing read from a source: a text that was run, a table that exists, or something that could not be read.",
    (
        Field("source", "string", "The file or table it was read from."),
        Field("entry", "string", "Its id there: a query id, a line, or nothing."),
        Field("kind", "string", "statement, table or unread."),
        Field("dialect", "string", "The dialect, where it is known.", nullable=True),
        Field("database", "string", "Where unqualified names live.", nullable=True),
        Field("text", "string", "The SQL; for a table, its name.", nullable=True),
        Field("target", "string", "The dataset that a bare query fills.", nullable=True),
        Field("at", "timestamp", "When it was run.", nullable=True),
        Field("user", "string", "Who ran it.", nullable=True),
        Field("job", "string", "What ran it.", nullable=True),
        Field("session", "string", "The session it was run in.", nullable=True),
        Field("status", "string", "done, failed or unknown."),
        Field("columns", "string", "For a table, JSON: [[name, type], …].", nullable=True),
        Field("detail", "string", "Why something could not be read.", nullable=True),
        Field("entries", "int", "How many entries of the log it stands for: a session that is read as one is many."),
    ),
)
INGESTED = Record(
    "ingested",
    "What is kept of a source: every run by the id of its text, and every text once.",
    (
        Field("part", "string", "run, text, table, unread or temporary."),
        Field("unit", "string", "The id of the text, with its dialect, database and target.", nullable=True),
        *ENTRY.fields,
    ),
)
UNIT = Record(
    "units",
    "A text to be analysed, as a worker gets it.",
    (
        Field("unit", "string", "Its id."),
        Field("dialect", "string", "Its dialect."),
        Field("database", "string", "Where unqualified names live.", nullable=True),
        Field("target", "string", "The dataset that a bare query fills.", nullable=True),
        Field("text", "string", "The text."),
        Field("name", "string", "The file or table it was read from."),
        Field("as_of", "long", "The time whose schemas hold, in microseconds; null for the latest.", nullable=True),
    ),
)

# ── the tables ───────────────────────────────────────────────────────────────────────────────────────────────────
STATEMENTS = Record(
    "statements",
    "Every statement that was read, once per template: texts that differ in their constants alone are one.",
    (
        _STATEMENT,
        Field("unit", "string", "The text it stands in; statements of one script share it."),
        Field("number", "int", "Which statement of the text, from 0."),
        Field("source", "string", "The file or table that the text was first read from."),
        Field("entry", "string", "Its id there."),
        Field("dialect", "string", "The dialect it was read as; null for what could not be read.", nullable=True),
        Field("database", "string", "Where unqualified names live.", nullable=True),
        *_KIND,
        Field("status", "string", "done, failed (the engine refused it; it has no edges) or unknown."),
        Field("job", "string", "What ran it, where the log says so.", nullable=True),
        Field("runs", "long", "How often it was run."),
        Field(
            "entries", "long", "Entries of the log that its text stands for: more than its runs for a session's script."
        ),
        Field("first_seen", "timestamp", "When it was first run.", nullable=True),
        Field("last_seen", "timestamp", "When it was last run.", nullable=True),
        Field("users", STRINGS, "Who ran it: up to 20 names, sorted."),
        *_ROUND,
    ),
)
DATASETS = Record(
    "datasets",
    "Every dataset that a statement or a catalog names, once.",
    (
        *_DATASET,
        Field("first_seen", "timestamp", "When a statement first touched it.", nullable=True),
        Field("last_seen", "timestamp", "When a statement last touched it.", nullable=True),
        Field("also", STRINGS, "The names it goes by in other engines, as system:name."),
    ),
)
COLUMNS = Record("columns", "Every column that a catalog has or a statement names, once.", _COLUMN)
EDGES = Record(
    "edges",
    "A value edge of one statement: a stored column that a target column is made of.",
    (_STATEMENT, *_EDGE, *_RUNS),
)
INFLUENCE = Record(
    "influence",
    "A stored column that decides, without handing on a value.",
    (_STATEMENT, *_INFLUENCE, *_RUNS),
)
HOPS = Record("hops", "One step of the way: between stored datasets, CTEs and derived tables.", (_STATEMENT, *_HOP))
DIAGNOSTICS = Record("diagnostics", "Something that should be known about an answer.", (_STATEMENT, *_DIAGNOSTIC))
TABLE_EDGES = Record(
    "table_edges", "A dataset that is read for a dataset that is written.", (_STATEMENT, *_TABLE_EDGE, *_RUNS)
)
COVERAGE = Record(
    "coverage",
    "How much was read, and how well, by dialect. Every entry of every source is counted once.",
    (
        Field("dialect", "string", "The dialect; empty for what could not be read."),
        Field("entries", "long", "Texts that were read, every run counted."),
        Field("failed", "long", "Those of them that the engine refused."),
        Field("unread", "long", "Entries that hold no text that could be read."),
        Field("units", "long", "Different texts, constants aside."),
        Field("statements", "long", "Statements, every run counted."),
        Field("distinct_statements", "long", "Different statements, constants aside; the levels count these."),
        Field("exact", "long", "Statements at level EXACT."),
        Field("inferred", "long", "Statements at level INFERRED."),
        Field("ambiguous", "long", "Statements at level AMBIGUOUS."),
        Field("coarse", "long", "Statements at level COARSE."),
        Field("table_only", "long", "Statements at level TABLE."),
        Field("none", "long", "Statements at level NONE."),
        Field("edges", "long", "Value edges."),
    ),
)

TABLES: dict[str, Record] = {
    one.name: one
    for one in (
        STATEMENTS,
        DATASETS,
        COLUMNS,
        EDGES,
        HOPS,
        INFLUENCE,
        DIAGNOSTICS,
        TABLE_EDGES,
        COVERAGE,
    )
}

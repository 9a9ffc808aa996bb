"""The tables of a warehouse's graph, as the pipeline writes them.

`TABLES` is what a snapshot holds. `VERSION` is written into its manifest: it grows when a field changes its meaning or
goes, and not when one is added. The reference page of the tables is made from this module.
"""

from __future__ import annotations

from headwater.rows import steps
from headwater.rows.record import STRINGS, Field, Record
from headwater.rows.steps import STATEMENT_ID

VERSION = 1

_RUNS = (
    Field("job", "string", "The job, file or model that ran the statement, where the log says so.", nullable=True),
    Field("runs", "long", "How often it was run."),
    Field("valid_from", "timestamp", "When it was first true; null where the log has no times.", nullable=True),
    Field(
        "valid_to", "timestamp", "When it ended: dropped, replaced, or no longer run; null while true.", nullable=True
    ),
)

STATEMENTS = Record(
    "statements",
    "Every statement that was read, once per template: texts that differ in their constants alone are one.",
    (
        STATEMENT_ID,
        Field("unit", "string", "The text it stands in; statements of one script share it."),
        Field("number", "int", "Which statement of the text, from 0."),
        Field("source", "string", "The file or table that the text was first read from."),
        Field("entry", "string", "Its id there."),
        Field("dialect", "string", "The dialect it was read as; null for what could not be read.", nullable=True),
        Field("database", "string", "Where unqualified names live.", nullable=True),
        *steps.STATEMENT,
        Field("status", "string", "done, failed (the engine refused it; it has no edges) or unknown."),
        Field("job", "string", "What ran it, where the log says so.", nullable=True),
        Field("runs", "long", "How often it was run."),
        Field(
            "entries", "long", "Entries of the log that its text stands for: more than its runs for a session's script."
        ),
        Field("first_seen", "timestamp", "When it was first run.", nullable=True),
        Field("last_seen", "timestamp", "When it was last run.", nullable=True),
        Field("users", STRINGS, "Who ran it: up to 20 names, sorted."),
        Field("round", "int", "In which round of the catalog it was analysed, from 1."),
        steps.MILLIS,
    ),
)
DATASETS = Record(
    "datasets",
    "Every dataset that a statement or a catalog names, once.",
    (
        *steps.DATASET,
        Field("first_seen", "timestamp", "When a statement first touched it.", nullable=True),
        Field("last_seen", "timestamp", "When a statement last touched it.", nullable=True),
        Field("also", STRINGS, "The names it goes by in other engines, as system:name."),
    ),
)
COLUMNS = Record("columns", "Every column that a catalog has or a statement names, once.", steps.ANALYSED_COLUMN.fields)
EDGES = Record(
    "edges",
    "A value edge of one statement: a stored column that a target column is made of.",
    (STATEMENT_ID, *steps.ANALYSED_EDGE.fields, *_RUNS),
)
INFLUENCE = Record(
    "influence",
    "A stored column that decides, without giving a value.",
    (STATEMENT_ID, *steps.ANALYSED_INFLUENCE.fields, *_RUNS),
)
HOPS = Record(
    "hops",
    "One step inside a statement: between stored datasets, CTEs and derived tables.",
    (STATEMENT_ID, *steps.ANALYSED_HOP.fields),
)
DIAGNOSTICS = Record(
    "diagnostics", "Something that should be known about an answer.", (STATEMENT_ID, *steps.ANALYSED_DIAGNOSTIC.fields)
)
TABLE_EDGES = Record(
    "table_edges",
    "A dataset that is read for a dataset that is written.",
    (STATEMENT_ID, *steps.ANALYSED_TABLE_EDGE.fields, *_RUNS),
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
    record.name: record
    for record in (
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

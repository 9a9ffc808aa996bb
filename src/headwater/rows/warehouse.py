"""The tables of a warehouse's graph, as the pipeline writes them.

`TABLES` is what a snapshot holds. `VERSION` is written into its manifest: it grows when a field changes its meaning or
goes, and not when one is added. The reference page of the tables is made from this module.
"""

from __future__ import annotations

from headwater.rows import steps
from headwater.rows.record import STRINGS, Field, Record
from headwater.rows.steps import STATEMENT_ID

VERSION = 2

_RUNS = (
    Field("job", "string", "Job, file or model that ran the statement, if known.", nullable=True),
    Field("runs", "long", "Number of runs in this interval."),
    Field(
        "valid_from", "timestamp", "Start of this interval of validity; null if the log has no times.", nullable=True
    ),
    Field(
        "valid_to",
        "timestamp",
        "End of this interval, exclusive: dropped, renamed, replaced or no longer run; null if valid.",
        nullable=True,
    ),
)

STATEMENTS = Record(
    "statements",
    "Every statement, once per fingerprint.",
    (
        STATEMENT_ID,
        Field("unit", "string", "Id of the text; statements of one script share it."),
        Field("number", "int", "Index of the statement in the text, from 0."),
        Field("source", "string", "The file or table that the text was first read from."),
        Field("entry", "string", "Its id in the source."),
        Field("dialect", "string", "The dialect; null for unreadable entries.", nullable=True),
        Field("database", "string", "Default database for unqualified names.", nullable=True),
        *steps.STATEMENT,
        Field("status", "string", "done, failed (rejected by the engine, without edges) or unknown."),
        Field("job", "string", "Job that ran it, if known.", nullable=True),
        Field("runs", "long", "Number of runs."),
        Field("entries", "long", "Log entries of its text: more than its runs for the script of a session."),
        Field("first_seen", "timestamp", "When it was first run.", nullable=True),
        Field("last_seen", "timestamp", "When it was last run.", nullable=True),
        Field("users", STRINGS, "Who ran it: up to 20 names, sorted."),
        Field("round", "int", "Schema round in which it was analyzed, from 1."),
        steps.MILLIS,
    ),
)
DATASETS = Record(
    "datasets",
    "Every dataset of a statement or a catalog.",
    (
        *steps.DATASET,
        Field("first_seen", "timestamp", "First use by a statement.", nullable=True),
        Field("last_seen", "timestamp", "Last use by a statement.", nullable=True),
        Field("also", STRINGS, "Its names in other engines, as system:name."),
    ),
)
COLUMNS = Record("columns", "Every column of a catalog or a statement.", steps.ANALYSED_COLUMN.fields)
EDGES = Record(
    "edges",
    "The value edges of each statement.",
    (STATEMENT_ID, *steps.ANALYSED_EDGE.fields, *_RUNS),
)
INFLUENCE = Record(
    "influence",
    "Influence: a stored column that decides without feeding a value.",
    (STATEMENT_ID, *steps.ANALYSED_INFLUENCE.fields, *_RUNS),
)
HOPS = Record(
    "hops",
    "The steps inside each statement, between stored datasets, CTEs and derived tables.",
    (STATEMENT_ID, *steps.ANALYSED_HOP.fields),
)
DIAGNOSTICS = Record(
    "diagnostics", "The diagnostics of each statement.", (STATEMENT_ID, *steps.ANALYSED_DIAGNOSTIC.fields)
)
TABLE_EDGES = Record(
    "table_edges",
    "Edges between datasets.",
    (STATEMENT_ID, *steps.ANALYSED_TABLE_EDGE.fields, *_RUNS),
)
COVERAGE = Record(
    "coverage",
    "Statements by dialect and level. Every entry of every source is counted once.",
    (
        Field("dialect", "string", "The dialect; empty for unreadable entries."),
        Field("entries", "long", "Texts, counting every run."),
        Field("failed", "long", "Statements rejected by the engine."),
        Field("unread", "long", "Unreadable entries."),
        Field("units", "long", "Distinct texts, by fingerprint."),
        Field("statements", "long", "Statements, counting every run."),
        Field("distinct_statements", "long", "Distinct statements, by fingerprint; the levels count these."),
        Field("exact", "long", "Statements at level EXACT."),
        Field("inferred", "long", "Statements at level INFERRED."),
        Field("ambiguous", "long", "Statements at level AMBIGUOUS."),
        Field("coarse", "long", "Statements at level COARSE."),
        Field("table_only", "long", "Statements at level TABLE."),
        Field("none", "long", "Statements at level NONE."),
        Field("edges", "long", "Value edges."),
        Field("checked", "long", "Distinct texts for which the log names the tables that the engine read."),
        Field("disputed", "long", "Those of them whose answer reads other tables: W805 and W806."),
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

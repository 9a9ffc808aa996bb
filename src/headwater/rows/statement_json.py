"""The JSON of one statement of an analysis, as `headwater.analyze(…).to_dict()` gives it (semantics §7).

`headwater.answer` writes it without these records, since it is written very often; a test compares the two.
"""

from __future__ import annotations

from typing import get_args

from headwater.base.codes import Severity
from headwater.rows.graph import EDGE_TYPE, LEVEL
from headwater.rows.record import STRINGS, Field, ListOf, OneOf, Record

_SPAN = Field("span", ListOf("int", 2), "Start and end offset in the analyzed text.")
_LEVEL = Field("level", LEVEL, "Level.")
_CONFIDENCE = Field("confidence", "double", "The level as a number from 0 to 1.")
_SOURCE = Field("from", "string", "The read column, with its field path.")
_TARGET = Field("to", "string", "The target column.")
_TYPE = Field("type", EDGE_TYPE, "Type of the edge.")

ANSWER_EDGE = Record(
    "AnswerEdge",
    "A value edge.",
    (
        _SOURCE,
        _TARGET,
        Field("ordinal", "int", "The position of the output column, from 0.", nullable=True),
        _TYPE,
        Field("expr", "string", "The composed expression."),
        _LEVEL,
        _CONFIDENCE,
        _SPAN,
        Field("path", STRINGS, "The operators on the path, source first."),
    ),
)
ANSWER_INFLUENCE = Record(
    "AnswerInfluence",
    "Influence: a stored column that decides without feeding a value.",
    (_SOURCE, _TARGET, _TYPE, _LEVEL, _CONFIDENCE, _SPAN),
)
ANSWER_HOP = Record(
    "AnswerHop",
    "One step between stored datasets, CTEs and derived tables.",
    (
        _SOURCE,
        _TARGET,
        _TYPE,
        Field("expr", "string", "The expression of this step, as written."),
        Field("op", "string", "The operator of this step."),
        _LEVEL,
        _SPAN,
    ),
)
ANSWER_COLUMN = Record(
    "AnswerColumn",
    "A column that the statement writes.",
    (
        Field("name", "string", "Its name."),
        Field("ordinal", "int", "Its position, from 0."),
        Field("generated", "boolean", "Whether no stored column feeds its value: a constant, a count, a clock."),
        _LEVEL,
        Field("dataset", "string", "The dataset, where it is not the target: RETURNING gives a result.", optional=True),
    ),
)
ANSWER_DIAGNOSTIC = Record(
    "AnswerDiagnostic",
    "A diagnostic.",
    (
        Field("code", "string", "The code; the reference explains each."),
        Field("severity", OneOf(get_args(Severity)), "info, warning or error."),
        Field("message", "string", "Its subject."),
        Field("help", "string", "What to do about it."),
        _SPAN,
        Field("line", "int", "Line, from 1."),
        Field("column", "int", "Column in that line, from 1."),
    ),
)
STATEMENT_ANSWER = Record(
    "StatementAnswer",
    "The result of to_dict of the library for one statement.",
    (
        Field("index", "int", "Index of the statement in the text, from 0."),
        Field("kind", "string", "SELECT, INSERT, CREATE_TABLE, MERGE and others."),
        Field("dialect", "string", "The dialect."),
        _LEVEL,
        Field("target", "string", "The written dataset; result for a bare query.", nullable=True),
        _SPAN,
        Field(
            "tables",
            Record(
                "AnswerTables",
                "The stored datasets that a statement reads and writes.",
                (Field("sources", STRINGS, "Those that it reads."), Field("targets", STRINGS, "Those that it writes.")),
            ),
            "The stored datasets that it reads and writes.",
        ),
        Field(
            "links",
            ListOf(
                Record(
                    "AnswerLink",
                    "A dataset with a connector.",
                    (
                        Field("dataset", "string", "Its name in the text."),
                        Field("is", "string", "Name of the underlying data: kafka:shop.orders."),
                    ),
                )
            ),
            "Datasets with a connector, and the names of the underlying data.",
        ),
        Field("columns", ListOf(ANSWER_COLUMN), "The columns that it writes."),
        Field("nodes", STRINGS, "Every column that an edge names."),
        Field("edges", ListOf(ANSWER_EDGE), "The value edges."),
        Field("influence", ListOf(ANSWER_INFLUENCE), "What decides."),
        Field("hops", ListOf(ANSWER_HOP), "The steps between."),
        Field("diagnostics", ListOf(ANSWER_DIAGNOSTIC), "The message."),
    ),
)

"""The JSON of one statement of an analysis, as `headwater.analyze(…).to_dict()` gives it (semantics §7).

`headwater.answer` writes it without these records, since it is written very often; a test compares the two.
"""

from __future__ import annotations

from typing import get_args

from headwater.base.codes import Severity
from headwater.rows.graph import EDGE_TYPE, LEVEL
from headwater.rows.record import STRINGS, Field, ListOf, OneOf, Record

_SPAN = Field("span", ListOf("int", 2), "Start and end in the analysed text, in characters.")
_LEVEL = Field("level", LEVEL, "How sure it is.")
_CONFIDENCE = Field("confidence", "double", "The level as a number from 0 to 1.")
_SOURCE = Field("from", "string", "The column that is read, with the fields below it.")
_TARGET = Field("to", "string", "The column that is filled.")
_TYPE = Field("type", EDGE_TYPE, "What happens to the value, or how it decides.")

ANSWER_EDGE = Record(
    "AnswerEdge",
    "A stored column that an output column is made of.",
    (
        _SOURCE,
        _TARGET,
        Field("ordinal", "int", "The position of the output column, from 0.", nullable=True),
        _TYPE,
        Field("expr", "string", "The expression, with everything between source and target written out."),
        _LEVEL,
        _CONFIDENCE,
        _SPAN,
        Field("path", STRINGS, "The operators on the way, source first."),
    ),
)
ANSWER_INFLUENCE = Record(
    "AnswerInfluence",
    "A stored column that decides, without giving a value.",
    (_SOURCE, _TARGET, _TYPE, _LEVEL, _CONFIDENCE, _SPAN),
)
ANSWER_HOP = Record(
    "AnswerHop",
    "One step between stored datasets, CTEs and derived tables.",
    (
        _SOURCE,
        _TARGET,
        _TYPE,
        Field("expr", "string", "The expression of this step as it stands in the text."),
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
        Field("generated", "boolean", "Whether no stored column gives it value: a constant, a count, a clock."),
        _LEVEL,
        Field("dataset", "string", "The dataset, where it is not the target: RETURNING gives a result.", optional=True),
    ),
)
ANSWER_DIAGNOSTIC = Record(
    "AnswerDiagnostic",
    "Something that should be known about the answer.",
    (
        Field("code", "string", "The code; the reference explains each."),
        Field("severity", OneOf(get_args(Severity)), "info, warning or error."),
        Field("message", "string", "What it is about."),
        Field("help", "string", "What to do about it."),
        _SPAN,
        Field("line", "int", "Line, from 1."),
        Field("column", "int", "Column in that line, from 1."),
    ),
)
STATEMENT_ANSWER = Record(
    "StatementAnswer",
    "What the library's to_dict gives for one statement.",
    (
        Field("index", "int", "Which statement of the text, from 0."),
        Field("kind", "string", "SELECT, INSERT, CREATE_TABLE, MERGE and so on."),
        Field("dialect", "string", "The dialect that it was read as."),
        _LEVEL,
        Field("target", "string", "The dataset that is written; result for a bare query.", nullable=True),
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
                    "A dataset behind a connector.",
                    (
                        Field("dataset", "string", "Its name in the text."),
                        Field("is", "string", "What it is elsewhere: kafka:shop.orders."),
                    ),
                )
            ),
            "Datasets behind a connector, and what they are elsewhere.",
        ),
        Field("columns", ListOf(ANSWER_COLUMN), "The columns that it writes."),
        Field("nodes", STRINGS, "Every column that an edge names."),
        Field("edges", ListOf(ANSWER_EDGE), "The value edges."),
        Field("influence", ListOf(ANSWER_INFLUENCE), "What decides."),
        Field("hops", ListOf(ANSWER_HOP), "The steps between."),
        Field("diagnostics", ListOf(ANSWER_DIAGNOSTIC), "What should be known."),
    ),
)

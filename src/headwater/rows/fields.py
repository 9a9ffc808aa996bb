"""The fields that several records share, so that a field is described once."""

from __future__ import annotations

from headwater.rows.record import STRINGS, Field

LEVEL = Field("level", "string", "Level: EXACT, INFERRED, AMBIGUOUS, COARSE, TABLE or NONE.")
CONFIDENCE = Field("confidence", "double", "The level as a number from 0 to 1.")
SPAN = (
    Field("span_start", "int", "Start offset in the text of the statement's script, from 0."),
    Field("span_end", "int", "End offset, exclusive."),
    Field("line", "int", "The line where it starts, from 1."),
    Field("column_number", "int", "The column in that line, from 1."),
)
VALUE_TYPE = Field("type", "string", "DIRECT, DERIVED, DERIVED_ARRAY, WINDOW, AGG, EXTERNAL or UNKNOWN.")
INFLUENCE_TYPE = Field("type", "string", "FILTER, JOIN, GROUP_BY, SORT, WINDOW or CONDITIONAL.")

SOURCE_DATASET = Field("source_dataset", "string", "The read dataset.")
SOURCE_COLUMN = Field("source_column", "string", "Its column; * for all columns of a dataset without a known schema.")
SOURCE_PATH = Field("source_path", STRINGS, "Field path below the column, outermost first; [] means elements.")
TARGET_DATASET = Field("target_dataset", "string", "The written dataset; result for a bare query.")
TARGET_COLUMN = Field("target_column", "string", "Its column.")
INFLUENCED_COLUMN = Field(
    "target_column", "string", "The influenced column; null for the rows of the dataset.", nullable=True
)
TARGET_ORDINAL = Field("target_ordinal", "int", "The column's position, from 0.", nullable=True)
EXPRESSION = Field("expr", "string", "The composed expression.")
OPERATORS = Field("operators", STRINGS, "The operators between them, source first.")
HOP_EXPRESSION = Field("expr", "string", "The expression of this step, as written.")
HOP_OPERATOR = Field("operator", "string", "The operator of this step.")

DIAGNOSTIC = (
    Field("code", "string", "The code; the reference explains each."),
    Field("severity", "string", "info, warning or error."),
    LEVEL,
    Field("message", "string", "Its subject."),
    Field("help", "string", "What to do about it."),
    *SPAN,
)
STATEMENT_KIND = Field("kind", "string", "SELECT, INSERT, CREATE_TABLE, MERGE and others.")
STATEMENT_TARGET = (
    Field("target", "string", "The written dataset; result for a bare query.", nullable=True),
    Field("target_kind", "string", "table, view, materialized view, file or result.", nullable=True),
    Field("target_temporary", "boolean", "Whether the target is temporary."),
)
STATEMENT_TEXT = Field("text", "string", "Text of the statement.")
DATASET_KIND = Field("kind", "string", "table, view, materialized view, file and so on.")
TEMPORARY = Field("temporary", "boolean", "Whether it is temporary.")
DATASET_USE = (
    Field("read", "boolean", "Whether some statement reads it."),
    Field("written", "boolean", "Whether some statement writes it."),
)
GENERATED = Field("generated", "boolean", "Whether no stored column feeds its value: a constant, a count, a clock.")

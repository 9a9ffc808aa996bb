"""Every diagnostic headwater can give: one row each, reviewed in one place. Docs are generated from this table.

A code is a letter for the severity and a number: 0xx reading the text, 1xx names, 2xx clauses and expressions,
3xx statements and catalog, 9xx ourselves. `level` is what the diagnostic does to the answer it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from headwater.base.levels import Level

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic: `message` takes its arguments as {0}, {1}, …"""

    id: str
    severity: Severity
    level: Level
    message: str
    help: str


def _info(number: int, level: Level, message: str, help: str) -> Code:
    return Code(f"I{number:03}", "info", level, message, help)


def _warning(number: int, level: Level, message: str, help: str) -> Code:
    return Code(f"W{number:03}", "warning", level, message, help)


def _error(number: int, level: Level, message: str, help: str) -> Code:
    return Code(f"E{number:03}", "error", level, message, help)


# ── reading the text ─────────────────────────────────────────────────────────────────────────────────────────
SYNTAX = _error(
    1,
    Level.TABLE,
    "This part of the SQL could not be read: {0}",
    "Check the dialect. What could be read from the words alone, the tables, is given.",
)
TOKENS = _error(
    2,
    Level.NONE,
    "The text could not be cut into words: {0}",
    "Look for an unclosed quote or comment.",
)
TOO_DEEP = _error(
    3,
    Level.TABLE,
    "Nested {0} levels deep; more than {1} are not analysed.",
    "Split the statement, or build it from CTEs instead of nesting.",
)
TOO_LONG = _error(
    4,
    Level.NONE,
    "The statement has {0} characters; more than {1} are not analysed.",
    "Split the statement, or raise the limit with Options(max_chars=…).",
)
NO_TABLES = _error(
    5,
    Level.NONE,
    "This part of the SQL could not be read, and no table either: {0}",
    "Check that this is SQL, and the dialect.",
)
NOT_A_STATEMENT = _error(
    6,
    Level.NONE,
    "This is an expression, not a statement.{0}",
    "Put SELECT before it, or check the dialect.",
)
BARE_JOIN = _error(
    7,
    Level.TABLE,
    "{0} joins have no condition; so many are not analysed.",
    "Give each join an ON or USING, or write CROSS JOIN.",
)
TEMPLATE = _warning(
    10,
    Level.INFERRED,
    "{0} is a template that was not filled in; it is read as a name or a constant.",
    "Give the rendered SQL for an exact answer.",
)
TEMPLATE_BLOCK = _warning(
    11,
    Level.INFERRED,
    "The template block {0} was left out; the text inside it was read as if it always applied.",
    "Give the rendered SQL for an exact answer.",
)

# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────
UNKNOWN_TABLE = _warning(
    110,
    Level.INFERRED,
    "Table {0} is not in the catalog; its columns are inferred from use.{1}",
    "Pass a catalog, or put a CREATE TABLE earlier in the script.",
)
UNKNOWN_COLUMN = _warning(
    111,
    Level.INFERRED,
    "Column {0} is not in {1}.{2}",
    "Check the spelling, or bring the catalog up to date.",
)
AMBIGUOUS_COLUMN = _warning(
    112,
    Level.AMBIGUOUS,
    "Column {0} could come from {1}.",
    "Qualify it with its table, or give the schemas of these tables.",
)
NO_SUCH_ALIAS = _warning(
    113,
    Level.INFERRED,
    "{0} names no table of this FROM clause.{1}",
    "Check the alias.",
)
NO_TABLE_FOR_COLUMN = _warning(
    114,
    Level.INFERRED,
    "Column {0} is used where there is no table to take it from.",
    "A query without FROM has constants only.",
)
ORDINAL_OUT_OF_RANGE = _warning(
    115,
    Level.INFERRED,
    "Position {0} is outside the select list, which has {1} columns.",
    "Positions count from 1.",
)
UNKNOWN_FIELD = _warning(
    116,
    Level.INFERRED,
    "{0} has no field {1}.{2}",
    "Check the spelling, or bring the catalog up to date.",
)
UNKNOWN_COLUMN_ANYWHERE = _warning(
    117,
    Level.AMBIGUOUS,
    "Column {0} is in none of {1}; it is kept as a column of each.{2}",
    "Check the spelling, or bring the catalog up to date.",
)

# ── clauses and expressions ──────────────────────────────────────────────────────────────────────────────────
UNKNOWN_FUNCTION = _warning(
    210,
    Level.EXACT,
    "Function {0} is not known; what goes through it is marked UNKNOWN.{1}",
    "Register it with Options(functions=…) to say which arguments carry value.",
)
UNREAD_SYNTAX = _warning(
    211,
    Level.COARSE,
    "{0} was not understood; what it does to columns and rows is missing.",
    "Please report the statement.",
)
SETOP_WIDTH = _warning(
    212,
    Level.INFERRED,
    "The branches of this {0} have {1} and {2} columns; they are matched as far as they go.",
    "Give every branch the same number of columns.",
)
UNKNOWN_WINDOW = _warning(
    213,
    Level.INFERRED,
    "Window {0} is not defined in this query.",
    "Add it to the WINDOW clause.",
)
STAR_NO_MATCH = _warning(
    214,
    Level.EXACT,
    "{0} in the star's {1} list matches no column.{2}",
    "Check the spelling.",
)
DYNAMIC_PIVOT = _warning(
    215,
    Level.INFERRED,
    "The columns of this PIVOT depend on the data; they are shown as one marker column.",
    "List the values in an IN clause for exact columns.",
)
OPAQUE = _warning(
    216,
    Level.COARSE,
    "{0} is opaque: every input may feed every output.",
    "Nothing can be read from a script or a table function of unknown shape.",
)
ALIAS_LIST_WIDTH = _warning(
    217,
    Level.INFERRED,
    "{0} is given {1} column names but has {2} columns.",
    "Name every column, or none.",
)
TABLE_FUNCTION = _warning(
    219,
    Level.COARSE,
    "Table function {0} is not known; every argument may feed every column.{1}",
    "Register it with Options(functions=…).",
)
UNKNOWN_MODEL = _warning(
    218,
    Level.INFERRED,
    "Model {0} is not known; columns that the table does not have are taken for what it predicts.",
    "Put a CREATE MODEL earlier in the script.",
)
MACRO_NOT_FOLLOWED = _warning(
    226,
    Level.COARSE,
    "The body of {0} is not followed here: it calls itself, or too much is in it.",
    "Write the expression out, or use fewer macros inside of one another.",
)
MACRO_VARIANTS = _warning(
    223,
    Level.INFERRED,
    "{0} has several variants for {1} arguments, told apart by type; all of them are read.",
    "Give the variants different numbers of parameters.",
)
MACRO_ARGUMENTS = _warning(
    225,
    Level.COARSE,
    "{0} takes other arguments than it is given here; its body is not followed.",
    "Check how many arguments it has, and their names.",
)
DYNAMIC_TABLE = _warning(
    224,
    Level.COARSE,
    "What {0} reads is made when the statement runs; its tables and columns are not known.",
    "Give a constant text.",
)
FINAL = _info(
    220,
    Level.EXACT,
    "FINAL does not change which columns feed which.",
    "Nothing to do.",
)
SAMPLE = _info(
    221,
    Level.EXACT,
    "The sample keeps some of the rows; no column decides which.",
    "Nothing to do.",
)
SUMMARIZED_TYPE = _warning(
    222,
    Level.INFERRED,
    "The type of {0} is not known; whether SUMMARIZE gives its average and quartiles depends on it.",
    "CAST it, or summarize the columns themselves.",
)

# ── statements and catalog ───────────────────────────────────────────────────────────────────────────────────
INSERT_WIDTH = _warning(
    310,
    Level.INFERRED,
    "{0} takes {1} columns but the query gives {2}; they are matched as far as they go.",
    "List the columns in the INSERT.",
)
UNKNOWN_TARGET_COLUMN = _warning(
    311,
    Level.INFERRED,
    "Target {1} has no column {0}.{2}",
    "Check the spelling, or bring the catalog up to date.",
)
STATEMENT_NOT_READ = _warning(
    312,
    Level.NONE,
    "{0} statements are not followed; nothing is said of their columns.{1}",
    "If this statement moves data, please report it.",
)
NO_DATA = _info(
    313,
    Level.EXACT,
    "{0} moves no data.",
    "Nothing to do.",
)
TABLES_ONLY = _warning(
    314,
    Level.TABLE,
    "Only the tables of this {0} could be read.{1}",
    "Please report the statement.",
)
NOT_PREPARED = _warning(
    318,
    Level.NONE,
    "Nothing is prepared under the name {0}; what this runs is not known.",
    "Put the PREPARE earlier in the script.",
)
WHOLE_DATABASE = _warning(
    319,
    Level.TABLE,
    "{0} moves every table of {1}; those that are known are given, and there may be more.",
    "Give a catalog that lists the tables.",
)
SINK_TYPE = _warning(
    317,
    Level.INFERRED,
    "Column {0} of {1} is {2}, and is given a value of type {3}, which does not become one by itself.",
    "Check the order of the columns, or CAST the value.",
)
INSERT_STAR = _warning(
    315,
    Level.INFERRED,
    "The query's columns are not known, so they cannot be matched with the columns of {0}.",
    "Give the schema of the tables under the star.",
)

# ── plans ────────────────────────────────────────────────────────────────────────────────────────────────────
PLAN_OPERATOR = _warning(
    701,
    Level.COARSE,
    "The plan's operator {0} is not known: every column below it may feed every column above it.",
    "Please report the operator.",
)
PLAN_EXPRESSION = _warning(
    702,
    Level.COARSE,
    "An expression of the plan could not be read: {0}; every column in it is taken for a source.",
    "Please report the expression.",
)
PLAN_ROWS = _warning(
    703,
    Level.COARSE,
    "{0} come from the program itself; the plan does not say what they were made of.",
    "Read from a table or a file where lineage should go further.",
)
PLAN_PYTHON = _warning(
    704,
    Level.COARSE,
    "{0} runs a function of the program over whole rows: every input may feed every output.",
    "Where each output has inputs of its own, write it with columns, or as a function of them.",
)
PLAN_TARGET = _warning(
    705,
    Level.COARSE,
    "The plan writes with {0}, of which no table or path could be read.",
    "Please report the command.",
)

PLAN_UNREAD = _error(
    706,
    Level.NONE,
    "There is no plan to read: {0}.",
    "Run the program in a session of its own, beside its engine, or analyse its SQL.",
)

# ── the log ──────────────────────────────────────────────────────────────────────────────────────────────────
UNREAD_ENTRY = _error(
    801,
    Level.NONE,
    "{0}",
    "docs/reference/sources.md says what can be read, and how to say what a file holds.",
)
REFUSED_BY_ENGINE = _info(
    802,
    Level.EXACT,
    "The engine refused this statement when it was run; it moved nothing, and has no edges.",
    "Nothing to do.",
)
WAITS_FOR_ITSELF = _warning(
    803,
    Level.INFERRED,
    "The schema of {0} depends on a statement that waits for this one; it is analysed without it.",
    "Give the schema in a catalog.",
)
LOST = _error(
    804,
    Level.NONE,
    "No worker answered for this text.",
    "Please report it; until then run the pipeline again with --fresh.",
)

# ── ourselves ────────────────────────────────────────────────────────────────────────────────────────────────
INTERNAL = _error(
    901,
    Level.TABLE,
    "headwater failed on this statement ({0}); only its tables are given.",
    "This is a bug: please report the statement.",
)
TOO_LARGE = _error(
    902,
    Level.TABLE,
    "The statement went past the recursion limit; only its tables are given.",
    "Split the statement into smaller parts.",
)
CRASHED = _error(
    903,
    Level.NONE,
    "The process that analysed this text ended ({0}); the text was left out, and the others were not touched.",
    "This is a bug: please report the statement.",
)
TOO_SLOW = _error(
    904,
    Level.NONE,
    "The analysis of this text was stopped: {0}.",
    "Raise the limit (--seconds), or split the statement.",
)

# ── other front ends ─────────────────────────────────────────────────────────────────────────────────────────
FRONT_END_MISSING = _warning(
    911,
    Level.EXACT,
    "The front end {0} is not installed; the statement was read without it. `pip install 'headwater[{0}]'` brings it.",
    "Install the extra, or leave the front end out.",
)
FRONT_END_REFUSED = _info(
    912,
    Level.EXACT,
    "The front end did not resolve this statement ({0}); it was read without it.",
    "Give the tables and functions that it reads in the catalog, or leave the front end out.",
)

ALL: tuple[Code, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Code))

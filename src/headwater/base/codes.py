"""The table of diagnostics. docs/reference/diagnostics.md is generated from it.

An id is a letter for the severity and a number: 0xx parsing, 1xx names, 2xx clauses and expressions, 3xx statements
and catalog, 7xx engine plans, 8xx query logs, 9xx internal errors and front ends. `level` is the level of an answer
with this diagnostic. A message says what happened; `help` says what the user can do.
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


# ── parsing ──────────────────────────────────────────────────────────────────────────────────────────────────
SYNTAX = _error(
    1,
    Level.TABLE,
    "Cannot parse this part of the statement: {0}",
    "Check the dialect. The tables found in the tokens are reported.",
)
TOKENS = _error(
    2,
    Level.NONE,
    "Cannot tokenize the statement: {0}",
    "Look for an unclosed quote or comment.",
)
TOO_DEEP = _error(
    3,
    Level.TABLE,
    "The statement is nested {0} levels deep; the limit is {1}.",
    "Split the statement, or use CTEs instead of nested queries.",
)
TOO_LONG = _error(
    4,
    Level.NONE,
    "The statement has {0} characters; the limit is {1}.",
    "Split the statement, or raise the limit with Options(max_chars=…).",
)
NO_TABLES = _error(
    5,
    Level.NONE,
    "Cannot parse this part of the statement, and no table was found: {0}",
    "Check that the text is SQL, and check the dialect.",
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
    "Too many joins without a condition: {0}.",
    "Give each join an ON or USING clause, or write CROSS JOIN.",
)
TEMPLATE = _warning(
    10,
    Level.INFERRED,
    "Template {0} is not rendered; it is treated as a name or a constant.",
    "Analyze the rendered SQL for an exact answer.",
)
TEMPLATE_BLOCK = _warning(
    11,
    Level.INFERRED,
    "Template block {0} is not rendered; the text inside it is analyzed as if it always applied.",
    "Analyze the rendered SQL for an exact answer.",
)
TEMPLATE_BRANCH = _warning(
    12,
    Level.INFERRED,
    "Template branches are not rendered; this answer holds where {0}.",
    "The other branches have answers of their own. Analyze the rendered SQL for an exact answer.",
)
TEMPLATE_BRANCHES_LEFT = _warning(
    13,
    Level.TABLE,
    "The template has too many branches; {0} of them are not analyzed.",
    "Analyze the rendered SQL.",
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
    "Column {0} does not exist in {1}.{2}",
    "Check the spelling, or update the catalog.",
)
AMBIGUOUS_COLUMN = _warning(
    112,
    Level.AMBIGUOUS,
    "Column {0} is ambiguous: it could come from {1}.",
    "Qualify it with a table name, or add the tables to the catalog.",
)
NO_SUCH_ALIAS = _warning(
    113,
    Level.INFERRED,
    "No table or alias {0} in this FROM clause.{1}",
    "Check the alias.",
)
NO_TABLE_FOR_COLUMN = _warning(
    114,
    Level.INFERRED,
    "Column {0} is used in a query without a FROM clause.",
    "Add a FROM clause, or use a constant.",
)
ORDINAL_OUT_OF_RANGE = _warning(
    115,
    Level.INFERRED,
    "Position {0} is out of range: the select list has {1} columns.",
    "Positions start at 1.",
)
UNKNOWN_FIELD = _warning(
    116,
    Level.INFERRED,
    "{0} has no field {1}.{2}",
    "Check the spelling, or update the catalog.",
)
UNKNOWN_COLUMN_ANYWHERE = _warning(
    117,
    Level.AMBIGUOUS,
    "Column {0} does not exist in any of {1}; it is reported as a column of each.{2}",
    "Check the spelling, or update the catalog.",
)
UNKNOWN_ELEMENTS = _warning(
    118,
    Level.INFERRED,
    "The elements of {0} have no known type; names are reported as fields of them.",
    "Add its type to the catalog.",
)

# ── clauses and expressions ──────────────────────────────────────────────────────────────────────────────────
UNKNOWN_FUNCTION = _warning(
    210,
    Level.COARSE,
    "Unknown function {0}: edges through it have the type UNKNOWN.{1}",
    "Register it with --functions or Options(functions=…) to say which arguments carry the value.",
)
UNKNOWN_CONDITION = _warning(
    227,
    Level.EXACT,
    "Unknown function {0} in a condition: its arguments are reported as influence.{1}",
    "Register it with --functions or Options(functions=…).",
)
UNKNOWN_LOOKUP = _warning(
    228,
    Level.INFERRED,
    "{0} looks values up outside the SQL; the data that it reads there is unknown.",
    "Add the dictionary or the model to the catalog, or put its CREATE earlier in the script.",
)
UNREAD_SYNTAX = _warning(
    211,
    Level.COARSE,
    "{0} is not supported: its effect on columns and rows is missing from the answer.",
    "Please report the statement.",
)
SETOP_WIDTH = _warning(
    212,
    Level.INFERRED,
    "The branches of this {0} have {1} and {2} columns; they are matched by position as far as possible.",
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
    "{0} in the {1} list of the star matches no column.{2}",
    "Check the spelling.",
)
DYNAMIC_PIVOT = _warning(
    215,
    Level.INFERRED,
    "The columns of this PIVOT depend on the data; they are reported as one column named *.",
    "List the values in an IN clause for exact columns.",
)
UNKNOWN_FIELDS = _warning(
    229,
    Level.INFERRED,
    "The fields of {0} are unknown; the star over it is reported as one column named *.",
    "Add its type to the catalog.",
)
OPAQUE = _warning(
    216,
    Level.COARSE,
    "{0} is opaque: every input may feed every output.",
    "Add the types of its inputs to the catalog. External scripts always stay opaque.",
)
ALIAS_LIST_WIDTH = _warning(
    217,
    Level.INFERRED,
    "{0} has {2} columns, but {1} column names are listed.",
    "Name every column, or none.",
)
TABLE_FUNCTION = _warning(
    219,
    Level.COARSE,
    "Unknown table function {0}: every argument may feed every column.{1}",
    "Register it with --functions or Options(functions=…).",
)
UNKNOWN_MODEL = _warning(
    218,
    Level.INFERRED,
    "Unknown model {0}: columns that the table does not have are treated as its predictions.",
    "Put a CREATE MODEL earlier in the script.",
)
MACRO_NOT_FOLLOWED = _warning(
    226,
    Level.COARSE,
    "The body of {0} is not expanded: it is recursive or too large.",
    "Write the expression inline, or nest fewer macros.",
)
MACRO_VARIANTS = _warning(
    223,
    Level.INFERRED,
    "{0} has several overloads with {1} arguments that differ by type only; all of them are used.",
    "Give the overloads different numbers of parameters.",
)
MACRO_ARGUMENTS = _warning(
    225,
    Level.COARSE,
    "The arguments of {0} do not match its parameters; its body is not expanded.",
    "Check the number and the names of the arguments.",
)
DYNAMIC_TABLE = _warning(
    224,
    Level.COARSE,
    "{0} reads a text that is built at run time; its tables and columns are unknown.",
    "Use a constant text.",
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
    "The sample is random: no column decides which rows it keeps.",
    "Nothing to do.",
)
SUMMARIZED_TYPE = _warning(
    222,
    Level.INFERRED,
    "The type of {0} is unknown; whether SUMMARIZE computes its average and quartiles depends on it.",
    "CAST it, or summarize the table's own columns.",
)

# ── statements and catalog ───────────────────────────────────────────────────────────────────────────────────
INSERT_WIDTH = _warning(
    310,
    Level.INFERRED,
    "{0} expects {1} columns, but the query returns {2}; they are matched by position as far as possible.",
    "List the columns in the INSERT.",
)
UNKNOWN_TARGET_COLUMN = _warning(
    311,
    Level.INFERRED,
    "Target {1} has no column {0}.{2}",
    "Check the spelling, or update the catalog.",
)
STATEMENT_NOT_READ = _warning(
    312,
    Level.NONE,
    "Unsupported statement: {0}. No lineage is reported.{1}",
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
    "Unsupported statement: only the tables of this {0} are reported.{1}",
    "Please report the statement.",
)
NOT_PREPARED = _warning(
    318,
    Level.NONE,
    "No prepared statement {0}: what this EXECUTE runs is unknown.",
    "Put the PREPARE earlier in the script.",
)
UNKNOWN_PROCEDURE = _warning(
    321,
    Level.NONE,
    "Unknown procedure {0}: what it reads and writes is not reported.",
    "Put its definition earlier in the script, or analyze it by itself.",
)
DYNAMIC_TEXT = _warning(
    322,
    Level.INFERRED,
    "The text of EXECUTE IMMEDIATE depends on {0}, which is treated as a part of a name.",
    "Analyze the statements that were run, from the query log.",
)
DYNAMIC_PART = _warning(
    323,
    Level.COARSE,
    "The text of EXECUTE IMMEDIATE depends on {0}, which may be any part of the statement.",
    "Analyze the statements that were run, from the query log.",
)
WHOLE_DATABASE = _warning(
    319,
    Level.TABLE,
    "{0} moves every table of {1}; only the tables in the catalog are reported.",
    "Pass a catalog that lists all tables.",
)
SINK_TYPE = _warning(
    317,
    Level.INFERRED,
    "Column {0} of {1} has type {2}, but the value has type {3}, which has no implicit cast to it.",
    "Check the order of the columns, or CAST the value.",
)
INSERT_STAR = _warning(
    315,
    Level.INFERRED,
    "Cannot match the columns of the query with the columns of {0}: they are unknown.",
    "Add the tables under the star to the catalog.",
)

UNKNOWN_TARGET = _warning(
    320,
    Level.INFERRED,
    "The columns of {0} are unknown; they are reported by position: #1, #2, …",
    "Pass a catalog, put a CREATE TABLE earlier in the script, or list the columns in the INSERT.",
)

# ── engine plans ─────────────────────────────────────────────────────────────────────────────────────────────
PLAN_OPERATOR = _warning(
    701,
    Level.COARSE,
    "Unknown plan operator {0}: every column below it may feed every column above it.",
    "Please report the operator.",
)
PLAN_EXPRESSION = _warning(
    702,
    Level.COARSE,
    "Cannot parse an expression of the plan: {0}. Every column in it is reported as a source.",
    "Please report the expression.",
)
PLAN_ROWS = _warning(
    703,
    Level.COARSE,
    "{0} come from the program itself; the plan does not say where their values come from.",
    "Read from a table or a file to trace the lineage further.",
)
PLAN_PYTHON = _warning(
    704,
    Level.COARSE,
    "{0} runs a user function over complete rows: every input may feed every output.",
    "Use column expressions, or a function of single columns, to keep the inputs of each output apart.",
)
PLAN_TARGET = _warning(
    705,
    Level.COARSE,
    "Cannot find the table or path that {0} writes.",
    "Please report the command.",
)

PLAN_UNREAD = _error(
    706,
    Level.NONE,
    "No plan to analyze: {0}.",
    "Run the program in a session of its own, or analyze its SQL.",
)

# ── query logs ───────────────────────────────────────────────────────────────────────────────────────────────
UNREAD_ENTRY = _error(
    801,
    Level.NONE,
    "{0}",
    "See docs/reference/sources.md for the supported formats and for how to name the format of a file.",
)
REFUSED_BY_ENGINE = _info(
    802,
    Level.EXACT,
    "The engine rejected this statement when it ran; it moved no data and has no edges.",
    "Nothing to do.",
)
WAITS_FOR_ITSELF = _warning(
    803,
    Level.INFERRED,
    "The schema of {0} depends on this statement in a cycle; the statement is analyzed without it.",
    "Add the schema to a catalog.",
)
LOST = _error(
    804,
    Level.NONE,
    "No worker returned an answer for this text.",
    "Please report it. To continue, run the pipeline again with --fresh.",
)
READ_BY_ENGINE = _warning(
    805,
    Level.EXACT,
    "The log says that the engine read {0} for this text; the answer does not.",
    "Look for a table function, a procedure or dynamic SQL that headwater cannot see into, and report other cases.",
)
NOT_READ_BY_ENGINE = _warning(
    806,
    Level.EXACT,
    "The answer reads {0}; the log does not list it among the tables that the engine read for this text.",
    "Check the default project and dataset of the job, and whether the name is a view by now.",
)

# ── internal errors ──────────────────────────────────────────────────────────────────────────────────────────
INTERNAL = _error(
    901,
    Level.TABLE,
    "Internal error: {0}. Only the tables of the statement are reported.",
    "This is a bug: please report the statement.",
)
TOO_LARGE = _error(
    902,
    Level.TABLE,
    "The statement exceeds the recursion limit; only its tables are reported.",
    "Split the statement into smaller parts.",
)
CRASHED = _error(
    903,
    Level.NONE,
    "The analysis process crashed on this text ({0}); the text is skipped. Other texts are not affected.",
    "This is a bug: please report the statement.",
)
TOO_SLOW = _error(
    904,
    Level.NONE,
    "The analysis of this text was stopped: {0}.",
    "Raise the limit with --seconds, or split the statement.",
)

# ── other front ends ─────────────────────────────────────────────────────────────────────────────────────────
FRONT_END_MISSING = _warning(
    911,
    Level.EXACT,
    "Front end {0} is not installed; the statement is analyzed without it. Run `pip install 'headwater[{0}]'`.",
    "Install the extra, or do not request the front end.",
)
FRONT_END_REFUSED = _info(
    912,
    Level.EXACT,
    "The front end could not resolve this statement ({0}); it is analyzed without the front end.",
    "Add its tables and functions to the catalog, or do not request the front end.",
)

ALL: tuple[Code, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Code))

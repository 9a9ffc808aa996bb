"""Flink SQL: Calcite's grammar with backquoted, case-sensitive names. The parser library has no such dialect: this one
gives its base parser Flink's quoting."""

from sqlglot import tokens
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.tokenizer_core import TokenType

from headwater.base.identifiers import Fold
from headwater.bind.dialect import Dialect
from headwater.dialects.flink import grammar, statements
from headwater.sql.grammar import Widening


class Flink(Grammar):
    """The base grammar with Flink's words."""

    class Tokenizer(tokens.Tokenizer):
        """Names in backquotes, strings in single quotes."""

        IDENTIFIERS = ["`"]  # noqa: RUF012
        QUOTES = ["'"]  # noqa: RUF012
        KEYWORDS = {  # noqa: RUF012
            **{
                word: kind
                for word, kind in tokens.Tokenizer.KEYWORDS.items()
                # what the parser would swallow to the next semicolon: EXECUTE STATEMENT SET, EXPLAIN INSERT …
                if kind not in (TokenType.EXECUTE, TokenType.COMMAND)
            },
            "ROW": TokenType.STRUCT,  # ROW<a INT> is the struct type and ROW(a, b) its constructor
            "MATCH_RECOGNIZE": TokenType.MATCH_RECOGNIZE,
        }


_CLOCKS = frozenset({"CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP"})


def _unnamed(ordinal: int, unnamed: int, text: str) -> str:
    text = text.removesuffix("()")  # the parser's own; a clock has no parentheses, and is named as it stands
    return text if text.upper() in _CLOCKS else f"EXPR${ordinal}"


_WHOLE = ("TINYINT", "SMALLINT", "INT", "BIGINT")
_NUMBERS = frozenset({*_WHOLE, "DECIMAL", "FLOAT", "DOUBLE"})
_TIMES = frozenset({"TIMESTAMP", "TIMESTAMP_LTZ"})
# what a sink takes without a cast: numbers grow and do not shrink, a time of day may lose its day
_TAKES = {
    **{name: frozenset(_WHOLE[: at + 1]) for at, name in enumerate(_WHOLE)},
    "DECIMAL": _NUMBERS,
    "FLOAT": _NUMBERS - {"DOUBLE"},
    "DOUBLE": _NUMBERS,
    "CHAR": frozenset({"CHAR", "VARCHAR"}),
    "VARCHAR": frozenset({"CHAR", "VARCHAR"}),
    "BINARY": frozenset({"BINARY", "VARBINARY"}),
    "VARBINARY": frozenset({"BINARY", "VARBINARY"}),
    "BOOLEAN": frozenset({"BOOLEAN"}),
    "DATE": _TIMES | {"DATE"},
    "TIME": _TIMES | {"TIME"},
    "TIMESTAMP": _TIMES,
    "TIMESTAMP_LTZ": _TIMES,
}

DIALECT = Dialect(
    name="flink",
    title="Flink SQL",
    grammar_name="flink",
    fold_tables=Fold.NONE,
    fold_columns=Fold.NONE,
    defaults=("default_catalog", "default_database"),
    namer=_unnamed,
    values_names="EXPR${0}",
    numbers_duplicates=True,
    peeks_into_structs=True,
    tuple_functions=frozenset({"row"}),
    tuple_fields="EXPR${0}",
    unnest_opens_structs=True,
    relational={
        "tumble": "window",
        "hop": "window",
        "cumulate": "window",
        "session": "window",
        "ml_predict": "model",
        "vector_search": "search",
    },
    options_in_strings=True,
    takes=_TAKES,
    type_names={"STRING": "VARCHAR", "BYTES": "VARBINARY", "INTEGER": "INT", "NUMERIC": "DECIMAL", "DEC": "DECIMAL"},
    widening=Widening(grammar.SCRIPT, grammar.STATEMENT, statements.read),
)

"""Flink SQL: Calcite's grammar with backquoted, case-sensitive names. The parser library has no such dialect: this one
gives its base parser Flink's quoting."""

from sqlglot import tokens
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.tokenizer_core import TokenType

from headwater.base.ident import Fold
from headwater.dialects.dialect import Dialect
from headwater.syntax import stream_ddl, stream_words
from headwater.syntax.widen import Widening


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


def _unnamed(ordinal: int, unnamed: int, text: str) -> str:
    return f"EXPR${ordinal}"


DIALECT = Dialect(
    name="flink",
    title="Flink SQL",
    grammar_name="flink",
    fold_tables=Fold.NONE,
    fold_columns=Fold.NONE,
    defaults=("default_catalog", "default_database"),
    namer=_unnamed,
    values_names="EXPR${0}",
    unnest_opens_structs=True,
    relational={
        "tumble": "window",
        "hop": "window",
        "cumulate": "window",
        "session": "window",
        "ml_predict": "model",
        "vector_search": "search",
    },
    widening=Widening(stream_words.SCRIPT, stream_words.STATEMENT, stream_ddl.read),
)

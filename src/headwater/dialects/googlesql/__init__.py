"""GoogleSQL, as BigQuery speaks it: table names are case-sensitive, column names are not."""

from __future__ import annotations

import re

from sqlglot import exp
from sqlglot.dialects.bigquery import BigQuery
from sqlglot.tokenizer_core import TokenType

from headwater.base.identifiers import Fold, Key
from headwater.bind.dialect import Calls, Clauses, Columns, Dialect, Identifiers, Parts, Sources, Statements, Unnesting
from headwater.bind.names.frame import Frame
from headwater.bind.output_names.protocol import OutputNames
from headwater.bind.scope import Entry, Output
from headwater.bind.session import Session
from headwater.catalog.tables import Table
from headwater.dialects.googlesql import (
    assertions,
    grammar,
    information_schema,
    pivot_names,
    statements,
    table_functions,
    wildcard,
)
from headwater.sql import pipes, scripting
from headwater.sql.grammar import Syntax
from headwater.sql.lossy_calls import hide_lossy_calls

_UNNAMED = re.compile(r"f\d+_")
_PLAIN = ("APPLY", "BEGIN", "CALL", "EXECUTE", "ELSEIF", "EXCEPTION", "LOOP", "REPEAT", "WHILE")


class GoogleSQL(BigQuery):
    """BigQuery's grammar, in which a step of a script is no end of reading."""

    SUPPORTS_USER_DEFINED_TYPES = True

    class Tokenizer(BigQuery.Tokenizer):
        """The words of BigQuery; those behind which the library would keep the rest as text are words like others."""

        KEYWORDS = {  # noqa: RUF012
            **{keyword: kind for keyword, kind in BigQuery.Tokenizer.KEYWORDS.items() if keyword not in _PLAIN},
            "MATCH_RECOGNIZE": TokenType.MATCH_RECOGNIZE,
        }


class GoogleNames(OutputNames):
    """SELECT a + 1, b + 1: f0_, f1_."""

    def unnamed(self, ordinal: int, unnamed: int, text: str) -> str:
        return f"f{unnamed}_"

    def repeated(self, outputs: list[Output]) -> list[Output]:
        """SELECT * FROM (SELECT 1), (SELECT 2): columns without a name are counted anew in every select list."""
        number = 0
        for index, output in enumerate(outputs):
            if not output.name or _UNNAMED.fullmatch(output.name):
                name = f"f{number}_"
                number += 1
                if output.name != name:
                    outputs[index] = output._replace(name=name)
        return outputs


class GoogleIdentifiers(Identifiers):
    """Every dataset has an INFORMATION_SCHEMA; `t$20240501` is a partition of t; `events_*` in the catalog is each of
    its tables.
    """

    def find(self, session: Session, key: Key) -> Table | None:
        return super().find(session, key) or information_schema.find(key) or wildcard.holder(session, key)

    def table_parts(self, parts: Parts) -> Parts:
        return wildcard.undecorated(parts)


class GoogleColumns(Columns):
    """A table's name stands for its row, before any column of that name."""

    def rows_before_columns(self) -> bool:
        return True

    def groups_by_alias(self) -> bool:
        return True


class GoogleUnnesting(Unnesting):
    """FROM UNNEST(xs) AS x: x is the element."""

    def alias_is_element(self) -> bool:
        return True

    def table_paths(self) -> bool:
        return True


class GoogleClauses(Clauses):
    """The values of a PIVOT become names that need no quotes; UNPIVOT hands out values before names."""

    def pivot_label(self, value: exp.Expr) -> str | None:
        return pivot_names.label(value)

    def pivot_names(
        self, values: list[list[str] | None], calls: list[tuple[exp.Expr, str]]
    ) -> list[tuple[str, int]] | None:
        return pivot_names.names(values, calls)

    def unpivot_values_first(self) -> bool:
        return True

    def forward_ctes(self, recursive: bool) -> bool:
        return recursive


class GoogleCalls(Calls):
    """Functions over models."""

    def own_in_schemas(self) -> bool:
        return False  # d.upper(x) is a function of the dataset d

    def needs_no_table(self, name: str) -> bool:
        return table_functions.HANDLERS.get(name) is table_functions.about


class GoogleSources(Sources):
    """`events_*` is every table whose name begins so."""

    def several(self, frame: Frame, parts: Parts, alias: str, names: list[str] | None) -> Entry | None:
        return wildcard.entry(frame, parts, alias, names)


DIALECT = Dialect(
    name="googlesql",
    title="GoogleSQL (BigQuery)",
    grammar_name="googlesql",
    identifiers=GoogleIdentifiers(Fold.NONE, Fold.LOWER_COMPOSED),
    columns=GoogleColumns(
        pseudo=frozenset(
            {"_partitiontime", "_partitiondate", "_table_suffix", "_file_name", "_change_type", "_change_timestamp"}
        )
    ),
    unnesting=GoogleUnnesting(),
    clauses=GoogleClauses(comma_is_weaker=False),
    calls=GoogleCalls(over_tables=table_functions.HANDLERS, columns_before_parameters=True),
    sources=GoogleSources(),
    statements=Statements(binders={statements.Assertion: assertions.bind}),
    output_names=GoogleNames(),
    syntax=Syntax(
        (scripting.STEPS,), (hide_lossy_calls(__name__), *grammar.STATEMENT, *pipes.STATEMENT), read=statements.read
    ),
)

"""ClickHouse: names are case-sensitive, and a select alias is visible everywhere and hides columns."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.dialects.clickhouse import ClickHouse

from headwater.base.identifiers import Fold
from headwater.bind.context import Context
from headwater.bind.dialect import Calls, Clauses, Dialect, Sources, Stars, Statements, Structs
from headwater.bind.names.frame import Frame
from headwater.bind.names.star import everything
from headwater.bind.scope import Output
from headwater.dialects.clickhouse import (
    create_dictionary,
    databases,
    dictionaries,
    grammar,
    rewrites,
    rows_on_top,
    settings,
    trees,
    values_clause,
)
from headwater.dialects.clickhouse.in_table import in_table, without_from
from headwater.dialects.clickhouse.inline_data import covered
from headwater.dialects.clickhouse.names import VIRTUAL, ArrayJoin, ClickHouseColumns, ClickHouseIdentifiers
from headwater.dialects.clickhouse.output_names import ClickHouseNames
from headwater.dialects.clickhouse.sources import find_source
from headwater.dialects.clickhouse.statements import read
from headwater.dialects.clickhouse.untuple import is_untuple, untuple
from headwater.rel.columns import Read
from headwater.rel.kinds import Kind
from headwater.sql.grammar import Syntax


class ClickSQL(ClickHouse):
    """The parser's grammar of ClickHouse, which leaves the numbers of subscripts as they are written."""

    INDEX_OFFSET = 0


class ClickHouseStructs(Structs):
    """(a, b) is a tuple, and a tuple is a value like any other."""

    def tuples_are_values(self) -> bool:
        return True


class ClickHouseStars(Stars):
    """untuple(t): a column for each field; settings may show columns that a star leaves out."""

    def shown(self, ctx: Context) -> frozenset[str]:
        return settings.shown_columns(ctx)

    def opens(self, frame: Frame, node: exp.Expr) -> bool | None:
        return is_untuple(frame, node.this if isinstance(node, exp.Alias) else node) or None

    def expand(self, frame: Frame, node: exp.Expr) -> list[Output] | None:
        if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Star):
            return everything(frame)  # (1, 2).*, f(x).*: the engine takes only names before a star
        call = node.this if isinstance(node, exp.Alias) else node
        return untuple(frame, node) if is_untuple(frame, call) else None


class ClickHouseClauses(Clauses):
    """x IN t reads a table, and so does SELECT * alone; the right side of a SEMI JOIN stays in scope."""

    def semi_join_hides_right(self) -> bool:
        return False

    def without_from(self, node: exp.Expr) -> exp.Expr | None:
        return without_from(node)

    def in_table(self, frame: Frame, node: exp.Expr) -> exp.Expr | None:
        return in_table(frame, node)


class ClickHouseCalls(Calls):
    """Function names are case-sensitive; dictionaries are looked up by functions."""

    def case_sensitive(self) -> bool:
        return True

    def lookup(
        self, frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]
    ) -> tuple[list[exp.Expr], bool]:
        return dictionaries.lookup(frame, name, args, kind, out)


class ClickHouseSources(Sources):
    """Table functions, engines, VALUES with a structure."""

    def renames_columns(self) -> bool:
        return False

    def values(
        self, node: exp.Expr, rows: list[list[exp.Expr]], names: list[str] | None
    ) -> tuple[list[list[exp.Expr]], list[str] | None]:
        return values_clause.values(node, rows, names)


DIALECT = Dialect(
    name="clickhouse",
    title="ClickHouse",
    grammar_name="clicksql",
    identifiers=ClickHouseIdentifiers(Fold.NONE, Fold.NONE, ("default",)),
    columns=ClickHouseColumns(virtual=frozenset(VIRTUAL)),
    structs=ClickHouseStructs(ignores_names=True, casts_by_name=True),
    stars=ClickHouseStars(),
    unnesting=ArrayJoin(),
    clauses=ClickHouseClauses(comma_is_weaker=False),
    calls=ClickHouseCalls(),
    sources=ClickHouseSources(find_source),
    output_names=ClickHouseNames(values_column="c{1}"),
    statements=Statements({**create_dictionary.BINDERS, **databases.BINDERS, **settings.BINDERS}),
    syntax=Syntax(
        script=(*rewrites.SCRIPT, *rows_on_top.SCRIPT),
        statement=(*rewrites.RULES, *rows_on_top.STATEMENT, grammar.RULE),
        read=read,
        tree=trees.tree,
        cover=covered,
    ),
)

"""GoogleSQL's side of a replay: ZetaSQL's analyzer, which runs nothing; a catalog per script.

ZetaSQL's own tests read the tables of its sample catalog. Those of them with plain types are in `googlesql_tables.sql`;
a statement over another one is refused, unless its script makes the table.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

from zetasql.core.exceptions import ZetaSQLError
from zetasql.types import parse_proto

from tests.judges.googlesql.bigquery import BigQuery
from tests.judges.googlesql.engine import Engine, remember
from tests.judges.googlesql.statements import answer
from tests.judges.googlesql.walker import Walker
from tests.judges.replay.verdicts import Expected, Refused
from tests.judges.values import Abstain, Source

TABLES = (Path(__file__).parent / "googlesql_tables.sql").read_text(encoding="utf-8")
PARTS = ("table", "catalog", "custom_function", "custom_tvf")
_SHAPES = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)


class GoogleSQL:
    """One analyzer for all scripts."""

    dialect = "googlesql"
    missing = re.compile(r"Table not found: ([\w.]+)")
    fold_views = False

    def __init__(self) -> None:
        self.engine = Engine(TABLES)
        self.bigquery = BigQuery(self.engine)
        self.product: bool | None = None
        self.catalog: Any = None
        self.functions: dict[str, Any] = {}
        self.table_functions: dict[str, Any] = {}

    @staticmethod
    def adapted(sql: str) -> str:
        """Statements are analysed as they are."""
        return sql

    @staticmethod
    def fold(name: str) -> str:
        """Columns are compared without case; so are the sample catalog's tables."""
        return name.lower()

    def open(self) -> list[str]:
        """The sample tables, and nothing of the script before."""
        self.catalog = copy.copy(self.engine.catalog)
        for part in PARTS:
            setattr(self.catalog, part, copy.deepcopy(getattr(self.engine.catalog, part)))
        self.functions, self.table_functions = {}, {}
        return [TABLES]

    def ask(self, sql: str) -> Expected | None:
        """What the outputs of a statement are made of; None where it moves no data. `product`: BigQuery has it, too."""
        self.product = None
        try:
            nodes = [parse_proto(told) for told in self.engine.statements(sql, self.catalog)]
        except ZetaSQLError as error:
            raise Refused(str(error)[:300]) from error
        self.product = self.bigquery.accepts(sql, self.catalog)
        if len(nodes) != 1:
            raise Abstain("several statements")
        walker = Walker()
        walker.functions, walker.table_functions = self.functions, self.table_functions
        try:
            told = answer(nodes[0], walker)
        except _SHAPES as error:
            raise Abstain(f"unknown shape: {type(error).__name__} {error}") from error
        finally:
            self.keep(nodes[0])
        if not told:
            return None
        if len(told) > 1:
            raise Abstain("several targets")
        names: list[str] = []
        for name, _ in told[0]["columns"]:
            unnamed = sum(1 for known in names if re.fullmatch(r"f\d+_", known))
            names.append(f"f{unnamed}_" if name.startswith("$") else name)
        sources: list[frozenset[Source]] = [
            frozenset((self.fold(leaf[0]), self.fold(leaf[1])) for leaf in leaves) for _, leaves in told[0]["columns"]
        ]
        if any(column.startswith("$") for leaves in sources for _, column in leaves):
            raise Abstain("the column of a value table has no name")
        by_name = told[0]["kind"] not in ("SELECT", "CREATE_TABLE", "CREATE_VIEW", "CREATE_MATERIALIZED_VIEW")
        return Expected(names, sources, by_name=by_name, ran=True)

    def run(self, sql: str) -> None:
        """Nothing runs; a table that a script lacks is put into its catalog."""
        if re.match(r"\s*CREATE\b", sql, re.IGNORECASE):
            try:
                for told in self.engine.statements(sql, self.catalog):
                    self.keep(parse_proto(told))
            except ZetaSQLError as error:
                raise Refused(str(error)[:300]) from error

    def keep(self, node: Any) -> None:
        """Put what a statement creates into the catalog, unless the analyzer cannot read that catalog any more."""
        before = {part: list(getattr(self.catalog, part)) for part in PARTS}
        remember(self.catalog, node)
        if any(len(getattr(self.catalog, part)) != len(before[part]) for part in PARTS):
            try:
                list(self.engine.statements("SELECT 1", self.catalog))
            except ZetaSQLError:
                for part, kept in before.items():
                    getattr(self.catalog, part)[:] = kept

    def close(self) -> None:
        """The analyzer is part of this process."""

"""What the files of one command define for each other: tables, views, functions, models, procedures, types.

The same registry and rounds as in a warehouse, so the order of the files does not matter, without processes and
Arrow. What is TEMPORARY stays in its file. A table that the catalog lists and no file defines otherwise is the
catalog's, with all that it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from headwater import dialects
from headwater.api import analyze_in
from headwater.base.identifiers import split_name
from headwater.batch import rounds
from headwater.batch.dataset_ids import Names, dialect_system
from headwater.batch.schema_history import ALWAYS, History, Version, columns_json
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas, make_events
from headwater.batch.statement_rows import StatementRows
from headwater.catalog.tables import Table
from headwater.rows.steps import Unit
from headwater.schema import Catalog
from headwater.session import open_session


class File(NamedTuple):
    """A file of SQL."""

    name: str
    dialect: str
    text: str


class FileSchemas:
    """The catalogs of some files, each with what the others define.

    >>> reader = File("a", "duckdb", "CREATE TABLE u AS SELECT * FROM t")
    >>> schemas = FileSchemas([reader, File("b", "duckdb", "CREATE TABLE t (n INT); CREATE MACRO twice(x) AS x * 2")])
    >>> sorted(schemas.catalog("duckdb").to_dict().items()), list(schemas.catalog("duckdb").macros)
    ([('t', {'n': 'INT'}), ('u', {'n': 'INT'})], ['twice'])
    """

    def __init__(
        self,
        files: Sequence[File],
        catalog: Callable[[str], Catalog] = lambda dialect: Catalog(),
        database: str | None = None,
        functions: Mapping[str, str] | None = None,
    ) -> None:
        self._given = catalog
        self._database = database
        self._functions = functions
        self._names = {file.dialect: Names(dialects.get(file.dialect), {}) for file in files}
        self._units = {
            f"{number:08}": Unit(f"{number:08}", file.dialect, database, None, file.text, file.name)
            for number, file in enumerate(files)
        }
        self._views: dict[str, Table] = {}
        self._catalogs: dict[str, tuple[History, Catalog]] = {}
        self._listed = {version.name: version for version in self._catalog_versions()}
        registry = SchemaRegistry(self._listed.values())
        self._history = rounds.solve(
            rounds.defining(self._units),
            rounds.functions(self._units),
            registry,
            self._analyse,
            SchemaRegistry.plain_history,
        ).history

    def catalog(self, dialect: str) -> Catalog:
        """What a file of that dialect can know."""
        return self._catalog(dialect, self._history)

    def _catalog_versions(self) -> Iterator[Version]:
        for dialect, names in self._names.items():
            for table in self._given(dialect):
                if table.columns is not None:
                    yield Version.of(names.dataset(table.display).full_name, ALWAYS, table)

    def _analyse(
        self, ids: Sequence[str], history: History, number: int, waiting: frozenset[str]
    ) -> dict[str, UnitSchemas]:
        return {id_: self._schemas(self._units[id_], history) for id_ in ids} if not waiting else {}

    def _schemas(self, unit: Unit, history: History) -> UnitSchemas:
        session = open_session(
            unit.dialect, self._catalog(unit.dialect, history), self._database, functions=self._functions
        )
        analysis = analyze_in(session, unit.text, unit.name)
        names = self._names[unit.dialect]
        rows = StatementRows(unit.unit, None, session, names, history, frozenset(), analysis)
        unknown: set[str] = set()
        changes = []
        for statement in analysis.statements:
            missing, changed = rows.schemas(statement)
            unknown.update(missing)
            changes += changed
            for _, table in statement.changes:
                if table is not None and table.query is not None and not table.temporary:
                    self._views[names.dataset(table.display).full_name] = table
        events = make_events(changes, since=None, source=unit.unit, entry="", dialect=unit.dialect, unit=unit.unit)
        return UnitSchemas(frozenset(unknown), events)

    def _catalog(self, dialect: str, history: History) -> Catalog:
        known = self._catalogs.get(dialect)
        if known is None or known[0] is not history:
            known = self._catalogs[dialect] = (history, self._made(dialect, history))
        return known[1]

    def _made(self, dialect: str, history: History) -> Catalog:
        catalog = Catalog.merged([self._given(dialect)])
        for name in history.names(dialect_system(dialects.get(dialect))).values():
            table = history.find(name, None, split_name(name.partition(":")[2]))
            if table is None or Version.of(name, ALWAYS, table) == self._listed.get(name):
                continue
            view = self._views.get(name)
            if view is not None and columns_json(view) == columns_json(table):
                table = replace(table, query=view.query)  # so that columns can be traced through it
            catalog.add(table)
        session = history.replayed(dialect)
        if session is not None:
            catalog.macros.update(session.macros)
            catalog.declared.update(session.declared)
            catalog.models.update(session.models)
            catalog.places.update(session.catalogs)
            catalog.types.update(session.types)
            catalog.procedures |= session.procedures
        return catalog

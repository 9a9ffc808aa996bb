"""One text and everything that is said of its statements, as rows of `ANALYSED`.

The tuples below are in the order of their records' fields in `rows.warehouse`; a test compares the two. A statement's
edges are folded through the temporary tables of its own text.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from headwater import dialects, script
from headwater.answer import Analysis, ColumnRef, Edge, Influence, Statement
from headwater.api import analyze_in
from headwater.base import codes
from headwater.base.spans import Span
from headwater.batch.dataset_ids import RESULT, Known, Names, id_of
from headwater.batch.schema_history import AsOf, History, columns_json, more_json
from headwater.bind.session import Session
from headwater.frontends import catalyst as plans
from headwater.frontends.catalyst import packed
from headwater.rel.columns import Dataset
from headwater.rows.answers import table_inputs
from headwater.session import open_session
from headwater.sql import secrets

Row = tuple[Any, ...]


class Unit(NamedTuple):
    """A text to be analysed: once for all runs that differ in nothing that matters to lineage."""

    unit: str
    dialect: str
    database: str | None
    target: str | None
    text: str
    name: str
    as_of: int | None = None


class Analyst:
    """Analyses units with one catalog; what it learns about names is kept for the next unit."""

    def __init__(
        self,
        history: History,
        mapping: Mapping[str, str],
        functions: Mapping[str, str] | None = None,
        max_chars: int = 20_000_000,
        waiting: frozenset[str] = frozenset(),
    ) -> None:
        self._waiting = waiting
        self._history = history
        self._mapping = mapping
        self._functions = functions or {}
        self._max_chars = max_chars
        self._names: dict[str, Names] = {}
        self._warm: set[str] = set()

    def warm(self, names: Iterable[str]) -> list[Row]:
        """The answers to a small text of each of these dialects that was not seen before: loads all that it takes."""
        fresh = sorted(set(names) - self._warm)
        self._warm.update(fresh)
        text = "SELECT coalesce(a, 1) AS b FROM t"
        return [row for name in fresh for row in self.rows(Unit("", name, None, None, text, ""))]

    def rows(self, unit: Unit) -> list[Row]:
        """What is said of each statement; one row that says so for a text without any."""
        started = time.perf_counter()
        dialect = dialects.get(unit.dialect)
        names = self._names.get(dialect.name)
        if names is None:
            names = self._names[dialect.name] = Names(dialect, self._mapping)
        catalog = AsOf(self._history, dialect, self._mapping, unit.as_of)
        session = open_session(unit.dialect, catalog, unit.database, functions=self._functions)
        if packed.is_kept(unit.text):
            plan = packed.unpacked(unit.text)
            analysis = plans.analyze(plan if plan is not None else "", functions=self._functions)
        else:
            analysis = analyze_in(session, unit.text, unit.name, self._max_chars)
        said = _Said(unit, session, names, self._history, self._waiting, analysis)
        found = [said.statement(statement) for statement in analysis.statements]
        millis = (time.perf_counter() - started) * 1000
        if not found:
            return [_empty(unit, millis)]
        looked_at = sorted({f"{one[1]}:{one[2]}" for row in found for one in row[_DATASETS]})
        signed = self.signature(looked_at, unit.as_of)
        return [(*row[:_MILLIS], millis, signed, *row[_MILLIS + 2 :]) for row in found]

    def signature(self, names: Iterable[str], as_of: int | None) -> str:
        """A hash of the schemas of these datasets, as they were then; an unknown one counts as unknown."""
        digest = blake2b(digest_size=16)
        for text in self._history.written.values():
            digest.update(text.encode("utf-8", "surrogatepass"))
        for name in names:
            table = self._history.find(name, as_of)
            said = "-" if table is None else f"{columns_json(table)}{more_json(table)}"
            digest.update(f"{name}\0{said}\0".encode())
        return digest.hexdigest()


_MILLIS = 15
"""Where in a row the time and the signature stand: they are known last."""
_DATASETS = 25


def _empty(unit: Unit, millis: float) -> Row:
    nothing = (None, None, None, False, False)
    lists: tuple[list[Any], ...] = tuple([] for _ in range(10))
    return (unit.unit, 0, f"{unit.unit}-0", "EMPTY", *nothing, "EXACT", 0, 0, 1, 1, "", millis, "", *lists)


def failed(unit: Unit, code: Any, *arguments: str) -> Row:
    """The row of a unit that could not be analysed at all."""
    message = code.message.format(*arguments)
    lists: list[list[Any]] = [[] for _ in range(10)]
    lists[6].append((code.id, code.severity, code.level.value, message, code.help, 0, len(unit.text), 1, 1))
    nothing = (None, None, None, False, False)
    place = (0, len(unit.text), 1, 1)
    text = secrets.cover(unit.text)
    return (unit.unit, 0, f"{unit.unit}-0", "UNREAD", *nothing, code.level.value, *place, text, 0.0, "", *lists)


class _Said:
    """What is said of the statements of one text."""

    def __init__(
        self,
        unit: Unit,
        session: Session,
        names: Names,
        history: History,
        waiting: frozenset[str],
        analysis: Analysis,
    ) -> None:
        self._unit = unit
        self._waiting = waiting
        self._behind: dict[str, set[str]] = {}
        self._history = history
        self._session = session
        self._names = names
        self._kinds: dict[str, Dataset] = {}
        self._made: set[int] = set()
        self._folded: dict[int, script.Steps] = {}
        for statement in analysis.statements:
            for dataset in _datasets_of(statement):
                self._kinds.setdefault(dataset.name, dataset)
        self._temporary = {name for name, one in self._kinds.items() if one.temporary}
        if self._temporary:
            self._folded = script.steps(analysis)

    def statement(self, statement: Statement) -> Row:
        """Its row."""
        self._number = statement.index
        target = statement.target_dataset
        known = self._known(target.name) if target is not None else None
        reads = [self._known(name) for name in statement.tables[0] if name not in self._temporary]
        unknown = [f"{one.system}:{one.name}" for one in reads if one.id not in self._made and not self._has(one)]
        self._made |= {self._names.dataset(table.display).id for _, table in statement.changes if table is not None}
        return (
            self._unit.unit,
            statement.index,
            f"{self._unit.unit}-{statement.index}",
            statement.kind,
            known.system if known is not None else None,
            known.name if known is not None else None,
            target.kind if target is not None else None,
            target is not None and target.temporary,
            statement.kind.startswith(("CREATE", "DROP", "TRUNCATE")) and not (statement.if_absent or statement.adds),
            statement.level.value,
            *self._place(statement, statement.span),
            statement.text,
            0.0,
            "",
            [f"{one.system}:{one.name}" for one in reads],
            unknown,
            list(self._columns(statement)),
            list(self._edges(statement)),
            list(self._influence(statement)),
            list(self._hops(statement)),
            [*self._diagnostics(statement), *self._waits(statement, unknown)],
            list(self._table_edges(statement)),
            list(self._datasets(statement)),
            list(self._changes(statement)),
        )

    # ── names and places ─────────────────────────────────────────────────────────────────────────────────────
    def _known(self, printed: str) -> Known:
        dataset = self._kinds.get(printed)
        if printed == RESULT and (dataset is None or dataset.kind == RESULT):
            if self._unit.target is not None:
                return self._names.dataset(self._unit.target)
            plain = self._names.dataset(RESULT)
            return plain._replace(id=id_of(RESULT, self._unit.unit, str(self._number)))
        return self._names.dataset(printed, dataset.kind if dataset is not None else "table")

    def _has(self, known: Known) -> bool:
        return f"{known.system}:{known.name}" in self._history

    def _place(self, statement: Statement, span: Span) -> Row:
        return (span.start, span.end, *statement.source.position(span.start))

    def _ends(self, source: ColumnRef, target: ColumnRef) -> Row:
        """The ids of both ends and of their datasets, and what the ends are called."""
        from_, into = self._known(source.dataset), self._known(target.dataset)
        read = source.column or "*"
        target_id = into.id if target.column is None else self._names.column(into.id, target.column)
        return (
            *(self._names.column(from_.id, read), target_id, from_.id, into.id),
            *(from_.system, from_.name, read, list(source.path)),
            *(into.system, into.name, target.column, target.ordinal),
        )

    # ── the lists ────────────────────────────────────────────────────────────────────────────────────────────
    def _columns(self, statement: Statement) -> Iterator[Row]:
        fold = self._session.dialect.identifiers.fold_columns.apply
        types = {
            (self._names.dataset(table.display).id, fold(column.name)): column.type_text
            for _, table in statement.changes
            if table is not None
            for column in table.columns or ()
        }
        known = {(one.name, one.ordinal): one for one in statement.columns}
        seen: set[tuple[int, int]] = set()
        for plan in statement.plans:
            into = self._known(plan.dataset.name)
            for position, born in enumerate(plan.born):
                name, ordinal = born.col.name, born.col.ordinal if born.col.ordinal >= 0 else position
                column = known.get((name, ordinal))
                id_ = self._names.column(into.id, name)
                if column is None or (id_, ordinal) in seen:
                    continue
                seen.add((id_, ordinal))
                type_ = types.get((into.id, fold(name)))
                yield (
                    *(id_, into.id, into.system, into.name, name, ordinal),
                    type_ if type_ != "unknown" else None,
                    column.generated,
                    column.level.value,
                )

    def _edges(self, statement: Statement) -> Iterator[Row]:
        if statement.index in self._folded:
            yield from self._folded_edges(statement)
            return
        for edge in statement.edges:
            if edge.target.dataset not in self._temporary and not self._is_itself(statement, edge):
                yield self._edge(statement, edge, edge.source, edge.type.value, edge.level.value, edge.confidence)

    def _is_itself(self, statement: Statement, edge: Edge) -> bool:
        """CREATE TABLE q ENGINE = Kafka(…), and a mapping says that q is the topic: a column is no source of itself."""
        if not statement.kind.startswith("CREATE") or edge.source.column != edge.target.column:
            return False
        return self._known(edge.source.dataset).id == self._known(edge.target.dataset).id and edge.type == "DIRECT"

    def _edge(
        self, statement: Statement, edge: Edge, source: ColumnRef, type_: str, level: str, confidence: float
    ) -> Row:
        target = edge.target if edge.target.column is not None else edge.target._replace(column="*")
        return (
            *self._ends(source, target),
            *(type_, level, confidence, edge.expr, edge.path),
            *self._place(statement, edge.span),
        )

    def _folded_edges(self, statement: Statement) -> Iterator[Row]:
        """Through the temporary tables of the text; the expression and the place are those of the last step."""
        by_target: dict[tuple[str, str | None, int | None], list[Edge]] = {}
        for edge in statement.edges:
            by_target.setdefault((edge.target.dataset, edge.target.column, edge.target.ordinal), []).append(edge)
        for one in self._folded[statement.index].values:
            own = by_target.get((one.target.dataset, one.target.column, one.target.ordinal))
            if not own or one.target.column is None:
                continue
            last = next((edge for edge in own if edge.source == one.source and edge.type.value == one.type), None)
            if last is None:
                last = next((edge for edge in own if edge.source.dataset in self._temporary), own[0])
            yield self._edge(statement, last, one.source, one.type, one.level.value, one.confidence)

    def _influence(self, statement: Statement) -> Iterator[Row]:
        if statement.index in self._folded:
            yield from self._folded_influence(statement)
            return
        for one in statement.influence:
            if one.target.dataset not in self._temporary:
                yield self._decides(statement, one.source, one.target, one, one.span)

    def _folded_influence(self, statement: Statement) -> Iterator[Row]:
        """What decided the rows of a temporary table decides what is made of it."""
        places = {(one.source, one.target, one.type.value): one.span for one in statement.influence}
        for one in self._folded[statement.index].decides:
            span = places.get((one.source, one.target, one.type), statement.span)
            yield self._decides(statement, one.source, one.target, one, span)

    def _decides(
        self, statement: Statement, source: ColumnRef, target: ColumnRef, one: Influence | script.ScriptEdge, span: Span
    ) -> Row:
        return (
            *self._ends(source, target),
            *(str(one.type), one.level.value, one.confidence),
            *self._place(statement, span),
        )

    def _hops(self, statement: Statement) -> Iterator[Row]:
        for hop in statement.hops:
            yield (
                *(hop.source.dataset, hop.source.column or "*", list(hop.source.path)),
                *(hop.target.dataset, hop.target.column or "*", hop.target.ordinal),
                *(hop.type.value, hop.level.value, hop.confidence, hop.expr, hop.op),
                *self._place(statement, hop.span),
            )

    def _diagnostics(self, statement: Statement) -> Iterator[Row]:
        for one in statement.diagnostics:
            yield (one.code, one.severity, one.level.value, one.message, one.help, *self._place(statement, one.span))

    def _waits(self, statement: Statement, unknown: list[str]) -> Iterator[Row]:
        code = codes.WAITS_FOR_ITSELF
        for name in unknown:
            if name in self._waiting:
                message = code.message.format(name)
                place = self._place(statement, statement.span)
                yield (code.id, code.severity, code.level.value, message, code.help, *place)

    def _table_edges(self, statement: Statement) -> Iterator[Row]:
        for target, sources in table_inputs(statement):
            stored: set[str] = set()
            for source in sources:
                stored |= self._behind.get(source, set()) if source in self._temporary else {source}
            if target in self._temporary:
                self._behind[target] = self._behind.get(target, set()) | stored
                continue
            into = self._known(target)
            for source in sorted(stored):
                from_ = self._known(source)
                level = statement.level.value
                yield (from_.id, into.id, from_.system, from_.name, into.system, into.name, level)

    def _datasets(self, statement: Statement) -> Iterator[Row]:
        sources, targets = statement.tables
        for name in dict.fromkeys((*sources, *targets)):
            known = self._known(name)
            dataset = self._kinds.get(name)
            kind = dataset.kind if dataset is not None else "table"
            temporary = name in self._temporary
            yield (
                *(known.id, known.system, known.name, kind, temporary),
                *(name in sources, name in targets, known.written_as),
            )

    def _changes(self, statement: Statement) -> Iterator[Row]:
        """What later texts should know. ALTER on a table that is not known here is told as it stands, to be replayed
        where it is.
        """
        for old, new in statement.renamed:
            before, after = self._names.dataset(old), self._names.dataset(new)
            to = f"{after.system}:{after.name}"
            yield (statement.index, before.system, before.name, "rename", "table", False, False, None, to)
        for one, other in statement.swapped:
            left, right = self._names.dataset(one), self._names.dataset(other)
            to = f"{right.system}:{right.name}"
            yield (statement.index, left.system, left.name, "swap", "table", False, False, None, to)
        if statement.swapped:
            return
        if statement.kind.startswith("ALTER") and not statement.renamed:
            if statement.target is not None:
                known = self._known(statement.target)
                text = statement.text
                yield (statement.index, known.system, known.name, "alter", "table", False, False, None, text)
            return
        if statement.renamed:
            return
        if _WRITTEN.match(statement.kind) and not _PASSING.match(statement.text):
            yield (statement.index, self._names.system, statement.kind, "write", "", False, False, None, statement.text)
        # CREATE … IF NOT EXISTS finds its own table when it is analysed again: what it offers is what it defines
        for _, table in (*statement.changes, *statement.offers):
            if table is None:
                continue
            known = self._names.dataset(table.display)
            columns = None if table.columns is None else columns_json(table)
            yield (
                *(statement.index, known.system, known.name, "define", table.kind, table.temporary),
                *(statement.if_absent, columns, more_json(table) or None),
            )
        for name in statement.dropped:
            known = self._known(name)
            yield (statement.index, known.system, known.name, "drop", "table", False, False, None, None)
        if self._unit.target is not None and statement.kind == "SELECT":
            known = self._names.dataset(self._unit.target)
            stars = any(column.name == "*" for column in statement.columns)
            made = None if stars else json.dumps([[one.name, "unknown", None] for one in statement.columns])
            yield (statement.index, known.system, known.name, "define", "table", False, False, made, None)


_WRITTEN = re.compile(r"(?:CREATE|DROP)_(?:TABLE_)?(?:FUNCTION|MACRO|MODEL|CATALOG|TYPE)$")
"""What defines something that is no table, and is told as it was written."""
_PASSING = re.compile(r"\s*create\s+(?:or\s+replace\s+)?temp", re.IGNORECASE)


def _datasets_of(statement: Statement) -> Iterator[Dataset]:
    for dataset in statement.graph.scans:
        if dataset.stored:
            yield dataset
    for plan in statement.plans:
        yield plan.dataset
    if statement.target_dataset is not None:
        yield statement.target_dataset

"""The statements of one text as rows of `ANALYSED`: edges, influence, hops, diagnostics, columns, datasets, changes.

Edges are folded through the temporary tables of the text itself. A text may have thousands of edges and hops, so
enumerations are read by `_value_`, which costs a third of `value`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from headwater import script
from headwater.answer import Analysis, ColumnRef, Edge, Influence, Statement
from headwater.base import codes
from headwater.base.spans import Span
from headwater.batch.dataset_ids import RESULT, Identity, Names, hash_id
from headwater.batch.schema_history import History, columns_json, details_json
from headwater.bind.session import Session
from headwater.rel.columns import Dataset
from headwater.rows.answers import table_inputs
from headwater.rows.steps import (
    ANALYSED_COLUMN,
    ANALYSED_DIAGNOSTIC,
    ANALYSED_EDGE,
    ANALYSED_HOP,
    ANALYSED_INFLUENCE,
    ANALYSED_TABLE_EDGE,
    CHANGE,
    NAMED,
)

Row = tuple[Any, ...]
Fields = dict[str, Any]

_column_row, _diagnostic_row, _hop_row = ANALYSED_COLUMN.row, ANALYSED_DIAGNOSTIC.row, ANALYSED_HOP.row
_edge_row, _influence_row, _table_edge_row = ANALYSED_EDGE.row, ANALYSED_INFLUENCE.row, ANALYSED_TABLE_EDGE.row
_dataset_row, _change_row = NAMED.row, CHANGE.row

_EDGE_TARGET = ANALYSED_EDGE.names.index("target_dataset_id")
_INFLUENCE_TARGET = ANALYSED_INFLUENCE.names.index("target_dataset_id")
_TABLE_EDGE_TARGET = ANALYSED_TABLE_EDGE.names.index("target_id")
_DEFINITION = re.compile(r"(?:CREATE|DROP)_(?:TABLE_)?(?:FUNCTION|MACRO|MODEL|CATALOG|TYPE|PROCEDURE)$")
"""Statements that define something other than a table: they are replayed as they were written."""
_TEMPORARY = re.compile(r"\s*create\s+(?:or\s+replace\s+)?temp", re.IGNORECASE)


class StatementRows:
    """Makes the rows of the statements of one text, in order.

    `waiting` are datasets whose schema will not be known, because it waits for itself. `target` is the dataset that a
    bare query fills.
    """

    def __init__(
        self,
        unit: str,
        target: str | None,
        session: Session,
        names: Names,
        history: History,
        waiting: frozenset[str],
        analysis: Analysis,
    ) -> None:
        self._unit = unit
        self._target = target
        self._waiting = waiting
        self._history = history
        self._session = session
        self._names = names
        self._number = 0
        self._datasets: dict[str, Dataset] = {}
        self._defined: set[int] = set()
        """The ids of the datasets that the text itself defines."""
        self._stored_inputs: dict[str, set[str]] = {}
        """For a temporary table, the stored datasets that it is made of."""
        self._folded: dict[int, script.Steps] = {}
        self.looked_at: set[str] = set()
        """Every dataset so far, as system:name."""
        for statement in analysis.statements:
            for dataset in _statement_datasets(statement):
                self._datasets.setdefault(dataset.name, dataset)
        self._temporary = {name for name, dataset in self._datasets.items() if dataset.temporary}
        if self._temporary:
            self._folded = script.steps(analysis)

    def fields(self, statement: Statement) -> Fields:
        """The fields of `ANALYSED`, without those that are known of the whole text alone."""
        self._number = statement.index
        target = statement.target_dataset
        identity = self._identity(target.name) if target is not None else None
        reads = self._reads(statement)
        unknown = self._unknown(statement, reads)
        replaces = statement.kind.startswith(("CREATE", "DROP", "TRUNCATE")) and not (
            statement.if_absent or statement.adds
        )
        edges, influence = list(self._edges(statement)), list(self._influence(statement))
        table_edges = list(self._table_edges(statement))
        written = {row[_EDGE_TARGET] for row in edges} | {row[_INFLUENCE_TARGET] for row in influence}
        return {
            "unit": self._unit,
            "number": statement.index,
            "statement": f"{self._unit}-{statement.index}",
            "kind": statement.kind,
            "target_system": identity.system if identity is not None else None,
            "target": identity.name if identity is not None else None,
            "target_kind": target.kind if target is not None else None,
            "target_temporary": target is not None and target.temporary,
            "replaces": replaces,
            "level": statement.level.value,
            **_position(statement, statement.span),
            "text": statement.text,
            "reads": [dataset.full_name for dataset in reads],
            "unknown": unknown,
            "columns": list(self._columns(statement)),
            "edges": edges,
            "influence": influence,
            "hops": list(_hops(statement)),
            "diagnostics": [*_diagnostics(statement), *self._waits(statement, unknown)],
            "table_edges": table_edges,
            "datasets": list(self._dataset_rows(statement)),
            "changes": list(self._changes(statement)),
            "writes": sorted(written | {row[_TABLE_EDGE_TARGET] for row in table_edges}),
            "ends": self._ends_of(statement, replaces),
        }

    def _ends_of(self, statement: Statement, replaces: bool) -> list[int]:
        """The datasets that are others from here on: what led to them before led to what is gone."""
        names = {*statement.dropped, *(name for pair in (*statement.renamed, *statement.swapped) for name in pair)}
        if replaces and statement.target is not None and statement.kind.startswith("CREATE"):
            names.add(statement.target)
        return sorted(self._identity(name).id for name in names - self._temporary - {RESULT})

    def schemas(self, statement: Statement) -> tuple[list[str], list[Fields]]:
        """Of all that only what other texts wait for: the datasets without a schema, and the rows of `changes`."""
        self._number = statement.index
        unknown = self._unknown(statement, self._reads(statement))
        return unknown, [dict(zip(CHANGE.names, row, strict=True)) for row in self._changes(statement)]

    def _reads(self, statement: Statement) -> list[Identity]:
        return [self._identity(name) for name in statement.tables[0] if name not in self._temporary]

    def _unknown(self, statement: Statement, reads: list[Identity]) -> list[str]:
        """The datasets that are read and that nobody has defined so far."""
        unknown = [
            dataset.full_name
            for dataset in reads
            if dataset.id not in self._defined and dataset.full_name not in self._history
        ]
        self._defined |= {self._names.dataset(table.display).id for _, table in statement.changes if table is not None}
        return unknown

    # ── names ────────────────────────────────────────────────────────────────────────────────────────────────
    def _identity(self, printed: str) -> Identity:
        dataset = self._datasets.get(printed)
        if printed == RESULT and (dataset is None or dataset.kind == RESULT):
            if self._target is not None:
                return self._names.dataset(self._target)
            result = self._names.dataset(RESULT)
            return result._replace(id=hash_id(RESULT, self._unit, str(self._number)))
        return self._names.dataset(printed, dataset.kind if dataset is not None else "table")

    def _target_id(self, dataset: Identity, column: str | None) -> int:
        """The id of the column that is written, or of its dataset where the whole of it is meant."""
        return dataset.id if column is None else self._names.column(dataset.id, column)

    # ── columns ──────────────────────────────────────────────────────────────────────────────────────────────
    def _columns(self, statement: Statement) -> Iterator[Row]:
        fold = self._session.dialect.identifiers.fold_columns.apply
        types = {
            (self._names.dataset(table.display).id, fold(column.name)): column.type_text
            for _, table in statement.changes
            if table is not None
            for column in table.columns or ()
        }
        outputs = {(column.name, column.ordinal): column for column in statement.columns}
        done: set[tuple[int, int]] = set()
        for plan in statement.plans:
            dataset = self._identity(plan.dataset.name)
            for position, born in enumerate(plan.born):
                name, ordinal = born.col.name, born.col.ordinal if born.col.ordinal >= 0 else position
                output = outputs.get((name, ordinal))
                id_ = self._names.column(dataset.id, name)
                if output is None or (id_, ordinal) in done:
                    continue
                done.add((id_, ordinal))
                type_ = types.get((dataset.id, fold(name)))
                yield _column_row(
                    id=id_,
                    dataset_id=dataset.id,
                    system=dataset.system,
                    dataset=dataset.name,
                    name=name,
                    ordinal=ordinal,
                    type=type_ if type_ != "unknown" else None,
                    generated=output.generated,
                    level=output.level.value,
                )

    # ── edges ────────────────────────────────────────────────────────────────────────────────────────────────
    def _edges(self, statement: Statement) -> Iterator[Row]:
        if statement.index in self._folded:
            yield from self._folded_edges(statement)
            return
        for edge in statement.edges:
            if edge.target.dataset not in self._temporary and not self._is_itself(statement, edge):
                yield self._edge(statement, edge, edge)

    def _is_itself(self, statement: Statement, edge: Edge) -> bool:
        """CREATE TABLE q ENGINE = Kafka(…), and a mapping says that q is the topic: a column is no source of itself."""
        if not statement.kind.startswith("CREATE") or edge.source.column != edge.target.column:
            return False
        same = self._identity(edge.source.dataset).id == self._identity(edge.target.dataset).id
        return same and edge.type == "DIRECT"

    def _folded_edges(self, statement: Statement) -> Iterator[Row]:
        """Through the temporary tables of the text; the expression and the span are those of the last step."""
        by_target: dict[tuple[str, str | None, int | None], list[Edge]] = {}
        for edge in statement.edges:
            by_target.setdefault((edge.target.dataset, edge.target.column, edge.target.ordinal), []).append(edge)
        for folded in self._folded[statement.index].values:
            target = folded.target
            edges = by_target.get((target.dataset, target.column, target.ordinal))
            if not edges or target.column is None:
                continue
            same = (edge for edge in edges if edge.source == folded.source and edge.type.value == folded.type)
            through = (edge for edge in edges if edge.source.dataset in self._temporary)
            yield self._edge(statement, next(same, None) or next(through, edges[0]), folded)

    def _edge(self, statement: Statement, edge: Edge, folded: Edge | script.ScriptEdge) -> Row:
        """An edge of the text, with the source and the type of the folded one."""
        target = edge.target
        return _edge_row(
            **self._ends(statement, folded.source, target, target.column or "*", edge.span),
            type=str(folded.type),
            level=folded.level._value_,
            confidence=folded.confidence,
            expr=edge.expr,
            operators=edge.path,
        )

    def _influence(self, statement: Statement) -> Iterator[Row]:
        if statement.index in self._folded:
            # what decided the rows of a temporary table decides what is made of it
            spans = {(item.source, item.target, item.type.value): item.span for item in statement.influence}
            for folded in self._folded[statement.index].decides:
                span = spans.get((folded.source, folded.target, folded.type), statement.span)
                yield self._decides(statement, folded, span)
            return
        for influence in statement.influence:
            if influence.target.dataset not in self._temporary:
                yield self._decides(statement, influence, influence.span)

    def _decides(self, statement: Statement, influence: Influence | script.ScriptEdge, span: Span) -> Row:
        target = influence.target
        return _influence_row(
            **self._ends(statement, influence.source, target, target.column, span),
            type=str(influence.type),
            level=influence.level._value_,
            confidence=influence.confidence,
        )

    def _ends(
        self, statement: Statement, source: ColumnRef, target: ColumnRef, target_column: str | None, span: Span
    ) -> Fields:
        """The fields that value edges and influence share: both ends, and where the text says so."""
        source_dataset, target_dataset = self._identity(source.dataset), self._identity(target.dataset)
        source_column = source.column or "*"
        return {
            "source_id": self._names.column(source_dataset.id, source_column),
            "target_id": self._target_id(target_dataset, target_column),
            "source_dataset_id": source_dataset.id,
            "target_dataset_id": target_dataset.id,
            "source_system": source_dataset.system,
            "source_dataset": source_dataset.name,
            "source_column": source_column,
            "source_path": list(source.path),
            "target_system": target_dataset.system,
            "target_dataset": target_dataset.name,
            "target_column": target_column,
            "target_ordinal": target.ordinal,
            **_position(statement, span),
        }

    def _table_edges(self, statement: Statement) -> Iterator[Row]:
        for target, sources in table_inputs(statement):
            stored: set[str] = set()
            for source in sources:
                stored |= self._stored_inputs.get(source, set()) if source in self._temporary else {source}
            if target in self._temporary:
                self._stored_inputs[target] = self._stored_inputs.get(target, set()) | stored
                continue
            written_dataset = self._identity(target)
            for source in sorted(stored):
                read_dataset = self._identity(source)
                yield _table_edge_row(
                    source_id=read_dataset.id,
                    target_id=written_dataset.id,
                    source_system=read_dataset.system,
                    source=read_dataset.name,
                    target_system=written_dataset.system,
                    target=written_dataset.name,
                    level=statement.level.value,
                )

    # ── diagnostics, datasets, changes ───────────────────────────────────────────────────────────────────────
    def _waits(self, statement: Statement, unknown: list[str]) -> Iterator[Row]:
        code = codes.WAITS_FOR_ITSELF
        for name in unknown:
            if name in self._waiting:
                yield _diagnostic_row(
                    code=code.id,
                    severity=code.severity,
                    level=code.level.value,
                    message=code.message.format(name),
                    help=code.help,
                    **_position(statement, statement.span),
                )

    def _dataset_rows(self, statement: Statement) -> Iterator[Row]:
        sources, targets = statement.tables
        for name in dict.fromkeys((*sources, *targets)):
            identity = self._identity(name)
            dataset = self._datasets.get(name)
            self.looked_at.add(identity.full_name)
            yield _dataset_row(
                id=identity.id,
                system=identity.system,
                name=identity.name,
                kind=dataset.kind if dataset is not None else "table",
                temporary=name in self._temporary,
                read=name in sources,
                written=name in targets,
                written_as=identity.written_as,
            )

    def _changes(self, statement: Statement) -> Iterator[Row]:
        """What later texts should know.

        ALTER on a table that is not known here keeps its text, to be replayed where the table is known.
        """
        names = self._names
        for old, new in statement.renamed:
            yield self._change(names.dataset(old), "rename", text=names.dataset(new).full_name)
        for first, second in statement.swapped:
            yield self._change(names.dataset(first), "swap", text=names.dataset(second).full_name)
        if statement.swapped or statement.renamed:
            return
        if statement.kind.startswith("ALTER"):
            if statement.target is not None:
                yield self._change(self._identity(statement.target), "alter", text=statement.text)
            return
        if _DEFINITION.match(statement.kind) and not _TEMPORARY.match(statement.text):
            definition = Identity(names.system, statement.kind, 0, "")
            yield self._change(definition, "write", kind="", text=statement.text)
        # CREATE … IF NOT EXISTS finds its own table when it is analysed again: what it offers is what it defines
        for _, table in (*statement.changes, *statement.offers):
            if table is not None:
                yield self._change(
                    names.dataset(table.display),
                    "define",
                    kind=table.kind,
                    temporary=table.temporary,
                    absent=statement.if_absent,
                    columns=None if table.columns is None else columns_json(table),
                    text=details_json(table) or None,
                )
        for name in statement.dropped:
            yield self._change(self._identity(name), "drop")
        if self._target is not None and statement.kind == "SELECT":
            star = any(column.name == "*" for column in statement.columns)
            columns = None if star else json.dumps([[column.name, "unknown", None] for column in statement.columns])
            yield self._change(names.dataset(self._target), "define", columns=columns)

    def _change(
        self,
        dataset: Identity,
        action: str,
        *,
        kind: str = "table",
        temporary: bool = False,
        absent: bool = False,
        columns: str | None = None,
        text: str | None = None,
    ) -> Row:
        return _change_row(
            number=self._number,
            system=dataset.system,
            name=dataset.name,
            action=action,
            kind=kind,
            temporary=temporary,
            absent=absent,
            columns=columns,
            text=text,
        )


def _position(statement: Statement, span: Span) -> Fields:
    line, column = statement.source.position(span.start)
    return {"span_start": span.start, "span_end": span.end, "line": line, "column_number": column}


def _hops(statement: Statement) -> Iterator[Row]:
    position = statement.source.position
    for hop in statement.hops:
        source, target, span = hop.source, hop.target, hop.span
        line, column = position(span.start)
        yield _hop_row(
            source_dataset=source.dataset,
            source_column=source.column or "*",
            source_path=list(source.path),
            target_dataset=target.dataset,
            target_column=target.column or "*",
            target_ordinal=target.ordinal,
            type=hop.type._value_,
            level=hop.level._value_,
            confidence=hop.confidence,
            expr=hop.expr,
            operator=hop.op,
            span_start=span.start,
            span_end=span.end,
            line=line,
            column_number=column,
        )


def _diagnostics(statement: Statement) -> Iterator[Row]:
    for diagnostic in statement.diagnostics:
        yield _diagnostic_row(
            code=diagnostic.code,
            severity=diagnostic.severity,
            level=diagnostic.level.value,
            message=diagnostic.summary,
            help=diagnostic.help,
            **_position(statement, diagnostic.span),
        )


def _statement_datasets(statement: Statement) -> Iterator[Dataset]:
    for dataset in statement.graph.scans:
        if dataset.stored:
            yield dataset
    for plan in statement.plans:
        yield plan.dataset
    if statement.target_dataset is not None:
        yield statement.target_dataset

"""Analyses one text and gives a row of `ANALYSED` for each of its statements."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from headwater import dialects
from headwater.api import analyze_in
from headwater.base.codes import Code
from headwater.batch.dataset_ids import Names
from headwater.batch.schema_history import AsOf, History
from headwater.batch.statement_rows import Row, StatementRows
from headwater.frontends import catalyst
from headwater.frontends.catalyst import packed
from headwater.rows.record import ListOf
from headwater.rows.steps import ANALYSED, ANALYSED_DIAGNOSTIC, Unit
from headwater.session import open_session
from headwater.sql import secrets

ASKS = "ASKS"
"""The kind of a row that is no answer: `unknown` are names that the text looked up without their being given, `reads`
beginnings of names."""


class Analyst:
    """Analyses units with one catalog; the ids of names are kept for the next unit."""

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
        """Load what a dialect takes: the rows of a small text in each dialect that was not loaded before."""
        fresh = sorted(set(names) - self._warm)
        self._warm.update(fresh)
        text = "SELECT coalesce(a, 1) AS b FROM t"
        return [row for name in fresh for row in self.rows(Unit("", name, None, None, text, ""))]

    def rows(self, unit: Unit) -> list[Row]:
        """A row for each statement; a text without any has one row that says so.

        A text that looked up what a partial history was not given has one row that says what that is.
        """
        self._history.missed()  # what another text missed, which was given up, is not this one's
        rows = self._rows(unit)
        missed = self._history.missed()
        if not missed.names and not missed.leads:
            return rows
        return [
            _without_answer(unit, kind=ASKS, level="NONE", unknown=sorted(missed.names), reads=sorted(missed.leads))
        ]

    def _rows(self, unit: Unit) -> list[Row]:
        started = time.perf_counter()
        dialect = dialects.get(unit.dialect)
        names = self._names.get(dialect.name)
        if names is None:
            names = self._names[dialect.name] = Names(dialect, self._mapping)
        catalog = AsOf(self._history, dialect, self._mapping, unit.as_of)
        session = open_session(unit.dialect, catalog, unit.database, functions=self._functions)
        if packed.is_packed(unit.text):
            plan = packed.unpack(unit.text)
            analysis = catalyst.analyze(plan if plan is not None else "", functions=self._functions)
        else:
            analysis = analyze_in(session, unit.text, unit.name, self._max_chars)
        statements = StatementRows(unit.unit, unit.target, session, names, self._history, self._waiting, analysis)
        statement_fields = [statements.fields(statement) for statement in analysis.statements]
        millis = (time.perf_counter() - started) * 1000
        if not statement_fields:
            return [_without_answer(unit, kind="EMPTY", level="EXACT", millis=millis)]
        signature = self.signature(sorted(statements.looked_at), unit.as_of, dialect.name)
        return [ANALYSED.row(**fields, millis=millis, signature=signature) for fields in statement_fields]

    def signature(self, names: Iterable[str], as_of: int | None, dialect: str) -> str:
        """A hash of what an answer rests on besides its text: the schemas of these datasets, as they were then, and
        the functions of its dialect. A dataset that is gone, one that nobody knows, and one that waits for itself
        are three things.
        """
        digest = blake2b(digest_size=16)
        digest.update(self._history.definitions.get(dialect, "").encode("utf-8", "surrogatepass"))
        for name in names:
            schema = self._history.schema(name, as_of) or ("waits" if name in self._waiting else "-")
            digest.update(f"{name}\0{schema}\0".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


def failed_row(unit: Unit, code: Code, *arguments: str) -> Row:
    """The row of a unit that could not be analysed at all."""
    span = {"span_start": 0, "span_end": len(unit.text), "line": 1, "column_number": 1}
    diagnostic = ANALYSED_DIAGNOSTIC.row(
        code=code.id,
        severity=code.severity,
        level=code.level.value,
        message=code.message.format(*arguments),
        help=code.help,
        **span,
    )
    text = secrets.cover(unit.text)
    return _without_answer(unit, kind="UNREAD", level=code.level.value, text=text, diagnostics=[diagnostic], **span)


def _without_answer(unit: Unit, **fields: Any) -> Row:
    """A row whose lists are empty, and whose fields are those of no statement where nothing else is said."""
    lists: dict[str, Any] = {field.name: [] for field in ANALYSED.fields if isinstance(field.type, ListOf)}
    plain = {
        "unit": unit.unit,
        "number": 0,
        "statement": f"{unit.unit}-0",
        "target_system": None,
        "target": None,
        "target_kind": None,
        "target_temporary": False,
        "replaces": False,
        "span_start": 0,
        "span_end": 0,
        "line": 1,
        "column_number": 1,
        "text": "",
        "millis": 0.0,
        "signature": "",
    }
    return ANALYSED.row(**lists | plain | fields)

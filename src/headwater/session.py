"""Sessions: what several texts are analysed in, one after the other, and what an analysis needs around it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from headwater import dialects
from headwater.base.identifiers import split_name
from headwater.base.spans import Span
from headwater.bind.session import Session
from headwater.catalog.mapping import Catalog
from headwater.sql.parse import tokenize
from headwater.sql.spans import Spans


def open_session(
    dialect: str,
    catalog: Catalog,
    database: str | None = None,
    fold_views: bool = False,
    functions: Mapping[str, str] | None = None,
) -> Session:
    """A session that several texts can be analysed in, one after the other."""
    known = dialects.get(dialect)
    base = known.identifiers.defaults
    if database:
        # BigQuery's jobs have a project and often no dataset: `my-project.` completes `shop.orders` and not `orders`
        names = (*split_name(database[:-1]), "") if database.endswith(".") else split_name(database)
        parts = tuple(map(known.identifiers.fold_tables.apply, names))
        base = (*base[: max(len(base) - len(parts), 0)], *parts)
    session = Session(known, catalog, base, base, fold_views, functions or {}, macros=dict(catalog.macros))
    session.declared |= catalog.declared
    session.models |= catalog.models
    session.catalogs |= catalog.places
    session.types |= catalog.types
    session.procedures |= catalog.procedures
    session.own |= {name.rpartition(".")[2].lower() for name in session.macros}
    known.identifiers.begin(session)
    return session


_FRAMES = 12_000


@contextmanager
def raised_recursion_limit() -> Iterator[None]:
    """Raise Python's limit for one analysis.

    Nesting is bounded before anything is parsed (`sql.limits`): 240 levels, at up to 40 calls a level, are fewer than
    these frames, but more than the thousand that Python allows by default.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class StatementSpans:
    """Spans of one statement, from its tokens.

    The text is tokenized again when a span is first needed, so that an answer keeps no tokens.
    """

    __slots__ = ("_session", "_span", "_spans", "_text")

    def __init__(self, session: Session, text: str, span: Span) -> None:
        self._session = session
        self._text = text
        self._span = span
        self._spans: Spans | None = None

    def __call__(self, start: int, end: int, stop: int) -> tuple[int, int]:
        if end >= 0 or start < 0:
            return start, end
        base = self._span.start
        if self._spans is None:
            self._spans = Spans(tokenize(self._text[base : self._span.end], self._session.dialect.grammar))
        low, high = self._spans.place(start - base, end, stop - base)
        return low + base, high + base

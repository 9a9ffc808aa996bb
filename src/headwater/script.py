"""Many statements, one graph: what the datasets of a script are made of when it has run.

Statements are taken in order. A dataset that is folded through (temporary tables; views, if asked for) never shows
up: what reads it is joined to what it is made of at that moment. A CREATE, DROP or TRUNCATE begins a dataset anew,
so edges of before are cut off; an INSERT adds. A statement reads what was there before it, so a table that feeds
itself cannot loop. A view is read through when it is read, not when it is made: what it stands on may have changed
in between.

Each column of a folded dataset is worked out once for each time something it stands on changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from headwater import dialects
from headwater.answer import Analysis, ColumnRef, Statement
from headwater.base.levels import INFERRED, Doubted
from headwater.rel.columns import Dataset, Path
from headwater.rel.kinds import Kind, through

_VALUE = {kind.label: kind for kind in Kind if kind < Kind.ROWS}
_DECIDES = {kind.label: kind for kind in Kind if kind > Kind.ROWS}
_STAR = "*"


@dataclass(frozen=True, slots=True)
class ScriptEdge(Doubted):
    """An edge of a script's graph, by value or influence.

    `statements` are the indexes of the statements on the path, source first.
    """

    source: ColumnRef
    target: ColumnRef
    type: str
    doubt: int
    statements: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "from": str(self.source),
            "to": str(self.target),
            "type": self.type,
            "level": self.level.value,
            "confidence": self.confidence,
            "statements": list(self.statements),
        }


def graph(analysis: Analysis, fold: Collection[str] = ("temporary",), *, influence: bool = False) -> list[ScriptEdge]:
    """The edges of a script, sorted by writing statement, target ordinal and source.

    `fold` lists the kinds of datasets to fold through: "temporary", "view", "materialized view". `influence` adds
    influence edges.

    >>> import headwater
    >>> sql = "CREATE TEMP TABLE s AS SELECT a + 1 AS b FROM t; CREATE TABLE x AS SELECT b FROM s"
    >>> answer = headwater.analyze(sql, dialect="duckdb")
    >>> [(str(e.source), str(e.target), e.type, e.statements) for e in graph(answer)]
    [('t.a', 'x.b', 'DERIVED', (0, 1))]
    """
    script = _Script(analysis.dialect, frozenset(fold), influence)
    for statement in analysis.statements:
        script.run(statement)
    return script.edges()


class Steps(NamedTuple):
    """What one statement of a script writes: what the values are made of, and what decides."""

    values: list[ScriptEdge]
    decides: list[ScriptEdge]


def steps(analysis: Analysis) -> dict[int, Steps]:
    """What each statement writes, with temporary tables folded through as they stood then.

    Unlike `graph`, what a later statement throws away is kept: each statement did what it did.

    >>> import headwater
    >>> sql = "CREATE TEMP TABLE s AS SELECT a FROM t; CREATE TABLE x AS SELECT a FROM s; TRUNCATE x"
    >>> by_statement = steps(headwater.analyze(sql, dialect="duckdb"))
    >>> [(index, str(e.source), str(e.target)) for index, step in by_statement.items() for e in step.values]
    [(1, 't.a', 'x.a')]
    """
    script = _Script(analysis.dialect, frozenset({"temporary"}), True)
    for statement in analysis.statements:
        script.run(statement)
    return script.steps()


class _Via(NamedTuple):
    """The statements on the way, last one first."""

    statement: int
    before: _Via | None


class _Source(NamedTuple):
    """A column that is not folded through, with the kind of the way from it. No column: the rows of the dataset."""

    dataset: str
    column: str | None
    path: Path
    kind: Kind


_Origins = dict[_Source, tuple[int, _Via | None]]
"""With the least doubt of such a way, and the way."""
_ROWS = None


class _Local(NamedTuple):
    """An edge of one statement: what a column of its target reads."""

    source: ColumnRef
    kind: Kind
    doubt: int


class _Target(NamedTuple):
    column: str
    ordinal: int | None


_Reads = dict[_Target | None, list[_Local]]
"""What each column of a target reads; None stands for its rows."""


@dataclass(slots=True)
class _FoldedDataset:
    """A dataset that is folded through, and what its columns are made of."""

    origins: dict[str | None, _Origins] = field(default_factory=dict)
    written: bool = False
    view: tuple[_Reads, int] | None = None
    """A view's definition and the statement that gave it: folded when it is read."""
    stale: bool = False
    readers: set[str] = field(default_factory=set)
    """The folded views that stand on it."""


class _Script:
    def __init__(self, dialect: str, fold: frozenset[str], influence: bool) -> None:
        known = dialects.get(dialect)
        self._table = known.identifiers.fold_tables.apply
        self._column = known.identifiers.fold_columns.apply
        self._fold = fold
        self._influence = influence
        self._folded_datasets: dict[str, _FoldedDataset] = {}
        self._edges: dict[str, list[tuple[ColumnRef, int, _Origins]]] = {}
        self._log: list[tuple[ColumnRef, int, _Origins]] = []

    # ── statements ───────────────────────────────────────────────────────────────────────────────────────────
    def run(self, statement: Statement) -> None:
        """Take one more statement."""
        kind = statement.kind
        target = statement.target_dataset
        if kind.startswith(("DROP", "TRUNCATE")):
            for name in statement.tables[1]:
                self._begin(name, None, dropped=kind.startswith("DROP"))
            return
        for old, new in statement.renamed:
            self._rename(old, new)
        for first, second in statement.swapped:
            self._swap(first, second)
        if statement.renamed or statement.swapped:
            return  # what was written under the old name is under the new one now
        if target is not None and _anew(statement):
            key = self._table(target.name)
            exists = key in self._edges or key in self._folded_datasets
            if exists and statement.if_absent:
                return
            self._begin(target.name, target, dropped=False)
        reads_by_dataset: dict[str, _Reads] = {}
        datasets: dict[str, Dataset] = {}
        for plan in statement.plans:
            if plan.born or kind == "DELETE":  # CREATE TABLE s (v INT) fills nothing
                datasets.setdefault(plan.dataset.name, plan.dataset)
                reads_by_dataset.setdefault(plan.dataset.name, {})
        self._collect(statement, reads_by_dataset)
        if (
            kind.startswith(("CREATE", "ALTER"))
            and target is not None
            and self._table(target.name) in self._folded_datasets
        ):
            # a computed column reads its own table: whoever reads it has been given what it is computed from
            own = [name for name, reads in reads_by_dataset.items() if name in _datasets(reads)]
            for name in own:
                other_reads = {
                    to: reads for to, reads in reads_by_dataset[name].items() if name not in _datasets({to: reads})
                }
                if other_reads:
                    reads_by_dataset[name] = other_reads  # CREATE TABLE s (c AS a + 1) AS SELECT a FROM t: filled by t
                else:
                    del reads_by_dataset[name]
        # everything is read before anything is written: INSERT INTO s SELECT … FROM s sees the old s
        writes = [self._write(kind, datasets[name], reads, statement.index) for name, reads in reads_by_dataset.items()]
        if statement.overwrites and target is not None:
            self._begin(target.name, None, dropped=False)
        for step in writes:
            step()

    def _collect(self, statement: Statement, reads_by_dataset: dict[str, _Reads]) -> None:
        for edge in statement.edges:
            reads = reads_by_dataset[edge.target.dataset]
            target = _Target(edge.target.column or "", edge.target.ordinal)
            reads.setdefault(target, []).append(_Local(edge.source, _VALUE[edge.type], edge.doubt))
        if not self._influence:
            return
        for influence in statement.influence:
            if influence.target.dataset not in reads_by_dataset:
                continue
            reads = reads_by_dataset[influence.target.dataset]
            affected = (
                None if influence.target.column is None else _Target(influence.target.column, influence.target.ordinal)
            )
            reads.setdefault(affected, []).append(_Local(influence.source, _DECIDES[influence.type], influence.doubt))
        for name, reads in reads_by_dataset.items():
            for source in statement.tables[0]:
                if source != name:
                    reads.setdefault(None, []).append(_Local(ColumnRef(source, None), Kind.ROWS, 0))

    def _rename(self, old: str, new: str) -> None:
        """What is known of a dataset goes on under its new name."""
        before, after = self._table(old), self._table(new)
        if before in self._folded_datasets:
            self._folded_datasets[after] = self._folded_datasets.pop(before)
        if before in self._edges:
            self._edges[after] = [
                (ref._replace(dataset=new), index, origins) for ref, index, origins in self._edges.pop(before)
            ]

    def _swap(self, first: str, second: str) -> None:
        """Each goes on under the other's name."""
        left, right = self._table(first), self._table(second)
        folded = self._folded_datasets.pop(left, None), self._folded_datasets.pop(right, None)
        lists = self._edges.pop(left, None), self._edges.pop(right, None)
        for key, name, dataset, edges in ((right, second, folded[0], lists[0]), (left, first, folded[1], lists[1])):
            if dataset is not None:
                self._folded_datasets[key] = dataset
            if edges is not None:
                self._edges[key] = [(ref._replace(dataset=name), index, origins) for ref, index, origins in edges]

    def _begin(self, name: str, dataset: Dataset | None, dropped: bool) -> None:
        """The dataset is new, empty, or no more."""
        key = self._table(name)
        self._edges.pop(key, None)
        old = self._folded_datasets.pop(key, None)
        if old is not None:
            self._spoil(old)
        if dropped:
            return
        if dataset is not None and self._folds(dataset):
            self._folded_datasets[key] = _FoldedDataset(readers=old.readers if old is not None else set())
        elif dataset is None and old is not None:
            self._folded_datasets[key] = _FoldedDataset(written=True, readers=old.readers)

    def _folds(self, dataset: Dataset) -> bool:
        return (dataset.temporary and "temporary" in self._fold) or dataset.kind in self._fold

    def _write(self, kind: str, dataset: Dataset, reads: _Reads, index: int) -> Callable[[], None]:
        """Fold what is written now; the function that comes back enters it."""
        name = dataset.name
        key = self._table(name)
        folded = self._folded_datasets.get(key)
        if folded is None:
            columns = [(target, self._compose(locals_, index)) for target, locals_ in reads.items()]
            return lambda: self._keep(key, name, index, columns)
        if dataset.kind == "view":
            return lambda: self._define(key, folded, reads, index)
        columns = [(target, self._compose(locals_, index)) for target, locals_ in reads.items()]
        return lambda: self._add(folded, columns, kind != "DELETE")

    def _keep(self, key: str, name: str, index: int, folded: list[tuple[_Target | None, _Origins]]) -> None:
        entries = self._edges.setdefault(key, [])
        for target, origins in folded:
            ref = ColumnRef(name, None) if target is None else ColumnRef(name, target.column, (), target.ordinal)
            entries.append((ref, index, origins))
            self._log.append((ref, index, origins))

    def _define(self, key: str, folded: _FoldedDataset, reads: _Reads, index: int) -> None:
        folded.view = (reads, index)
        folded.written = folded.stale = True
        for name in _datasets(reads):
            below = self._folded_datasets.get(self._table(name))
            if below is not None:
                below.readers.add(key)

    def _add(self, folded: _FoldedDataset, columns: list[tuple[_Target | None, _Origins]], fills: bool) -> None:
        folded.written = folded.written or fills
        for target, origins in columns:
            index = _ROWS if target is None else self._column(target.column)
            _merge(folded.origins.setdefault(index, {}), origins)
        self._spoil(folded)

    def _spoil(self, folded: _FoldedDataset) -> None:
        """Views that stand on this have to be read through anew."""
        stack = list(folded.readers)
        while stack:
            view = self._folded_datasets.get(stack.pop())
            if view is not None and view.view is not None and not view.stale:
                view.stale = True
                stack.extend(view.readers)

    # ── folding ──────────────────────────────────────────────────────────────────────────────────────────────
    def _compose(self, locals_: Iterable[_Local], index: int) -> _Origins:
        locals_ = list(locals_)
        self._refresh({self._table(local.source.dataset) for local in locals_})
        return self._folded(locals_, index)

    def _refresh(self, keys: set[str]) -> None:
        """Read stale views through, those that others stand on first."""
        stack = [(key, False) for key in sorted(keys, reverse=True)]
        open_: set[str] = set()
        while stack:
            key, ready = stack.pop()
            folded = self._folded_datasets.get(key)
            if folded is None or folded.view is None or not folded.stale:
                continue
            reads, index = folded.view
            if ready:
                folded.stale = False
                folded.origins = {
                    _ROWS if target is None else self._column(target.column): self._folded(locals_, index)
                    for target, locals_ in reads.items()
                }
            elif key not in open_:
                open_.add(key)  # a view that reads itself is read as it stands
                stack.append((key, True))
                stack += [(self._table(name), False) for name in _datasets(reads)]

    def _folded(self, locals_: list[_Local], index: int) -> _Origins:
        result: _Origins = {}
        for local in locals_:
            _merge(result, self._step(local, index))
        return result

    def _step(self, local: _Local, index: int) -> _Origins:
        source = local.source
        folded = self._folded_datasets.get(self._table(source.dataset))
        if folded is None or not folded.written:
            if source.column is None:
                return {}
            own = _Source(source.dataset, source.column, source.path, local.kind)
            return {own: (local.doubt, _Via(index, None))}
        result: _Origins = {}
        for origin, (doubt, via) in self._behind(folded, source):
            path = (*origin.path, *source.path) if origin.kind in (Kind.DIRECT, Kind.DERIVED_ARRAY) else origin.path
            kind = through(origin.kind, local.kind)
            if kind is not Kind.ROWS:
                folded_source = origin._replace(path=path, kind=kind)
                _merge(result, {folded_source: (max(doubt, local.doubt), _Via(index, via))})
        return result

    def _behind(self, folded: _FoldedDataset, source: ColumnRef) -> Iterator[tuple[_Source, tuple[int, _Via | None]]]:
        """What a column of a folded dataset is made of; a star stands for whatever is behind it."""
        if source.column is None:
            yield from folded.origins.get(_ROWS, {}).items()
            return
        if source.column == _STAR:
            for name, origins in folded.origins.items():
                if name is not _ROWS:
                    yield from ((key, (max(doubt, INFERRED), via)) for key, (doubt, via) in origins.items())
            return
        known = folded.origins.get(self._column(source.column))
        if known is not None:
            # a field of a value that was put together: which part it was is not known any more
            parts = {candidate[:3] for candidate in known if candidate.kind is not Kind.DIRECT} if source.path else ()
            least = len(parts) if len(parts) > 1 else 0
            yield from ((key, (max(doubt, least), via)) for key, (doubt, via) in known.items())
            return
        stars = folded.origins.get(_STAR, {})
        candidates = {star.dataset for star in stars if star.column == _STAR}
        least = max(len(candidates), INFERRED)
        for key, (doubt, via) in stars.items():
            column = source.column if key.column == _STAR else key.column
            yield key._replace(column=column), (max(doubt, least), via)

    # ── the answer ───────────────────────────────────────────────────────────────────────────────────────────
    def edges(self) -> list[ScriptEdge]:
        """What the script leaves behind."""
        best: dict[tuple[int, ColumnRef, _Source], tuple[int, tuple[Any, ...], ScriptEdge]] = {}
        for entries in self._edges.values():
            for target, index, origins in entries:
                for key, (doubt, via) in origins.items():
                    source = ColumnRef(key.dataset, key.column, key.path)
                    position = index if target.dataset == "result" else -1  # every bare query has a result of its own
                    edge = ScriptEdge(source, target, key.kind.label, doubt, _indexes(via))
                    order = (
                        index,
                        target.ordinal if target.ordinal is not None else -1,
                        target.column or "",
                        *key[:2],
                        key.path,
                    )
                    old = best.get((position, target, key))
                    if old is None or doubt < old[0]:
                        best[position, target, key] = (doubt, (*order, key.kind), edge)
        return [edge for _, _, edge in sorted(best.values(), key=lambda entry: entry[1])]

    def steps(self) -> dict[int, Steps]:
        """What each statement wrote into something that is not folded through."""
        known: dict[int, Steps] = {}
        for target, index, origins in self._log:
            step = known.setdefault(index, Steps([], []))
            for key, (doubt, via) in origins.items():
                source = ColumnRef(key.dataset, key.column, key.path)
                edge = ScriptEdge(source, target, key.kind.label, doubt, _indexes(via))
                (step.values if key.kind < Kind.ROWS else step.decides).append(edge)
        return known


def _anew(statement: Statement) -> bool:
    """Whether a statement creates its target anew, so that earlier edges no longer hold.

    CREATE does, and so does an ALTER that gives another query. An added column leaves the rest as it is.
    """
    if statement.adds:
        return False
    if statement.kind.startswith("ALTER"):
        return any(edge.source.dataset != edge.target.dataset for edge in statement.edges)
    return statement.kind.startswith("CREATE")


def _merge(into: _Origins, added: _Origins) -> None:
    """Add ways; of two to the same source the surer one stays, then the earlier."""
    for source, (doubt, via) in added.items():
        old = into.get(source)
        if old is None or doubt < old[0]:
            into[source] = (doubt, via)


def _datasets(reads: _Reads) -> list[str]:
    return list(dict.fromkeys(local.source.dataset for locals_ in reads.values() for local in locals_))


def _indexes(via: _Via | None) -> tuple[int, ...]:
    numbers: list[int] = []
    while via is not None:
        numbers.append(via.statement)
        via = via.before
    return tuple(reversed(numbers))

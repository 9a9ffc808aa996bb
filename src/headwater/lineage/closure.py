"""Folding: from stored column to target column, through everything in between.

One backward mark and one forward pass in id order. A column that only hands another one on shares its answer, so a
value that travels through four hundred CTEs is folded once. Influence on the whole target is one walk from its row set;
influence on a single column is walked only where there is any.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from headwater.base.levels import COARSE
from headwater.lineage.graph import Graph
from headwater.rel.columns import Col, Path, Read
from headwater.rel.kinds import DERIVED_ARRAY, DIRECT, ROWS, UNKNOWN, Kind, through

Origin = tuple[int, Path, Kind]
"""A stored column, the fields of it, and the kind of the path from it."""
Origins = dict[Origin, int]
"""With the doubt of the surest such path."""

_MAX_PATH = 24
_MAX_LOOP_PATHS = 16
"""Paths into one column that a recursive CTE may tell apart: each round of `SELECT l.p FROM r UNION ALL SELECT l.q FROM
r` doubles them. Past it, the whole column is meant."""
_NONE: Origins = {}
_ELEMENT = ("[]",)
_CLOSED = ("",)


def fold(graph: Graph, targets: Iterable[Col]) -> list[Origins]:
    """For every column on the way to `targets`, the stored columns that its value is made of."""
    order = marked(graph, targets)
    origins: list[Origins] = [_NONE] * graph.size
    if not graph.looped:
        _pass(graph, order, origins)
        return origins
    # a recursive CTE reads itself: repeat until nothing new comes; what can come is bounded by columns, paths and kinds
    widened: set[tuple[int, int]] = set()
    before = now = (-1, -1)
    while now != before or now[0] < 0:
        _pass(graph, order, origins, widened)
        before, now = now, (sum(len(origins[col_id]) for col_id in order), len(widened))
    return origins


def read_doubt(kind: Kind, doubt: int) -> int:
    """The doubt of one hop: what goes through something that nobody described is never certain.

    >>> read_doubt(Kind.DERIVED, 0), read_doubt(Kind.UNKNOWN, 0) == COARSE
    (0, True)
    """
    return COARSE if kind is UNKNOWN and doubt < COARSE else doubt


def doubts(graph: Graph, targets: Iterable[Col]) -> list[int]:
    """For every column on the way to `targets`, the worst doubt between it and what its value is made of.

    An edge has the doubt of its surest path; a column has that of its least sure one.
    """
    order = marked(graph, targets)
    worst = [0] * graph.size
    changed = True
    while changed:
        changed = False
        for col_id in order:
            doubt = worst[col_id]
            for col, kind, _, own, _, _ in graph.into[col_id]:
                if kind <= UNKNOWN:
                    doubt = max(doubt, read_doubt(kind, own), worst[col.id])
            if doubt != worst[col_id]:
                worst[col_id] = doubt
                changed = graph.looped  # only a recursive CTE reads columns that come later in the order
    return worst


def marked(graph: Graph, targets: Iterable[Col]) -> list[int]:
    """Everything that the targets' values come from, in id order."""
    flags = bytearray(graph.size)
    into = graph.into
    stack = [col.id for col in targets]
    for col_id in stack:
        flags[col_id] = 1
    while stack:
        for read in into[stack.pop()]:
            if read[1] <= UNKNOWN:
                col_id = read[0].id
                if not flags[col_id]:
                    flags[col_id] = 1
                    stack.append(col_id)
    return [index for index, flag in enumerate(flags) if flag]


def is_origin(graph: Graph, col_id: int) -> bool:
    """Whether lineage ends at this column: it is stored, or computed from nothing that is (`pt AS PROCTIME()`)."""
    return graph.op[col_id] == "Scan" and not graph.into[col_id]


def _pass(graph: Graph, order: list[int], origins: list[Origins], widened: set[tuple[int, int]] | None = None) -> None:
    into, ops = graph.into, graph.op
    for col_id in order:
        reads = into[col_id]
        if not reads:
            if ops[col_id] == "Scan":
                origins[col_id] = {(col_id, (), DIRECT): 0}
            continue
        if len(reads) == 1:
            only = reads[0]
            if only[1] is DIRECT and not only[2] and not only[3]:
                origins[col_id] = origins[only[0].id]
                continue
        merged = _merge(reads, origins)
        origins[col_id] = merged if widened is None else _widen(col_id, merged, widened)


def _widen(col_id: int, merged: Origins, widened: set[tuple[int, int]]) -> Origins:
    """Of an origin with too many paths to it, the whole column; once and for all, so that the rounds come to an end."""
    paths = Counter(origin for origin, _, _ in merged)
    widened |= {(col_id, origin) for origin, count in paths.items() if count > _MAX_LOOP_PATHS}
    if not widened:
        return merged
    out: Origins = {}
    for (origin, path, kind), doubt in merged.items():
        key = (origin, _CLOSED if (col_id, origin) in widened else path, kind)
        out[key] = min(doubt, out.get(key, doubt))
    return out


def _merge(reads: Iterable[Read], origins: list[Origins]) -> Origins:
    out: Origins = {}
    done: set[tuple[int, Kind, Path, int]] = set()
    for col, kind, path, doubt, _, _ in reads:
        if kind > UNKNOWN:
            continue
        once = (col.id, kind, path, doubt)
        if once in done:
            continue
        done.add(once)
        doubt = read_doubt(kind, doubt)
        for (origin, below, own), sure in origins[col.id].items():
            if below[-1:] != _CLOSED:
                if path:
                    below = (below + path)[:_MAX_PATH]
                if kind is not DIRECT and kind is not DERIVED_ARRAY and path[-1:] != _ELEMENT:
                    below += _CLOSED  # filter(lines): a field of the result is no field of `lines` that we could name
            key = (origin, below, own if own > kind else kind)
            worst = sure if sure > doubt else doubt
            old = out.get(key)
            if old is None or worst < old:
                out[key] = worst
    return out


def bound_paths(graph: Graph) -> Callable[[int, Path], Path]:
    """For one walk: the path into a column as far as it is told, and the whole column where a loop makes too many."""
    if not graph.looped:
        return lambda col_id, path: path[:_MAX_PATH]
    paths: dict[int, set[Path]] = {}

    def bounded(col_id: int, path: Path) -> Path:
        known = paths.setdefault(col_id, set())
        path = path[:_MAX_PATH]
        if path in known or len(known) < _MAX_LOOP_PATHS:
            known.add(path)
            return path
        return ()

    return bounded


class Influence(NamedTuple):
    """A stored column that decides, without handing on a value."""

    origin: int
    path: Path
    kind: Kind
    doubt: int
    start: int
    end: int


def influence_on_rows(graph: Graph, rows: Col) -> tuple[list[Influence], set[int]]:
    """What decides the rows of a target, and the row sets that this went through."""
    covered: set[int] = {rows.id}
    return _walk(graph, rows.id, ROWS, frozenset(), covered), covered


def influence_on_column(graph: Graph, col: Col, covered: set[int]) -> list[Influence]:
    """What decides one column only; row sets that decide the whole target are left out."""
    return _walk(graph, col.id, DIRECT, covered, None)


def has_own_influence(graph: Graph, targets: Iterable[Col], covered: set[int]) -> bytearray:
    """For each column on the way to `targets`, whether something decides it that does not decide the whole target."""
    touched = bytearray(graph.size)
    order = marked(graph, targets)
    rounds = 2 if graph.looped else 1
    for _ in range(rounds):
        for col_id in order:
            for read in graph.into[col_id]:
                if read[1] <= UNKNOWN:
                    own = touched[read[0].id]
                else:
                    own = read[1] is not ROWS or read[0].id not in covered
                if own:
                    touched[col_id] = 1
                    break
    return touched


def _walk(
    graph: Graph, start: int, kind: Kind, skip: frozenset[int] | set[int], covered: set[int] | None
) -> list[Influence]:
    """Walk back from a column; `kind` is that of the path from where we are to the target."""
    strongest: dict[tuple[int, Path, Kind], Influence] = {}
    visited: set[tuple[int, Kind, Path]] = {(start, kind, ())}
    queue: deque[tuple[int, Kind, Path, int, int, int]] = deque([(start, kind, (), 0, -1, -1)])
    into = graph.into
    bounded = bound_paths(graph)
    while queue:
        index, kind, path, doubt, low, high = queue.popleft()
        reads = into[index]
        if not reads and kind > ROWS and is_origin(graph, index):
            key = (index, path, kind)
            known = strongest.get(key)
            if known is None or doubt < known.doubt:
                strongest[key] = Influence(index, path, kind, doubt, low, high)
            continue
        for read in reads:
            col, own, below, unsure, begin, end = read
            now = through(own, kind)
            if now is ROWS:
                if col.id in skip:
                    continue
                if covered is not None:
                    covered.add(col.id)
            steps = (*below, *path) if own is DIRECT or own is DERIVED_ARRAY else below
            steps = bounded(col.id, steps)
            state = (col.id, now, steps)
            if state in visited:
                continue
            visited.add(state)
            named = own > ROWS and now is not kind
            queue.append((col.id, now, steps, max(doubt, unsure), begin if named else low, end if named else high))
    return list(strongest.values())

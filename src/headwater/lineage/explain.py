"""Why an edge is there: the hops it is made of, the operators on the way, and the expression composed from the text.

Nothing here is kept per edge: it is derived from the graph on demand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from headwater.lineage.closure import Origins
from headwater.lineage.graph import Graph
from headwater.rel.columns import Col, Read
from headwater.rel.kinds import DIRECT, UNKNOWN, Kind

MAX_EXPRESSION = 4_000
"""Composed expressions longer than this keep the names of what they are made of."""
_NAMES = frozenset({"Ref", "Loop", "Write", "Recursive"})
_PASSES_ON = frozenset({"Ref", "Loop", "Write", "Recursive", "Union", "Except", "Intersect"})


ResolveSpan = Callable[[int, int, int], tuple[int, int]]
"""Works out a span from the hints that the binder left: start, end, and where the alias begins."""


class Step(NamedTuple):
    """One hop of a path, from the source towards the target."""

    op: str
    col: Col
    kind: Kind
    start: int
    end: int


class Explainer:
    """Answers for one graph whose origins have been folded."""

    def __init__(
        self,
        graph: Graph,
        origins: list[Origins],
        text: Callable[[int, int], str],
        resolve_span: ResolveSpan,
        statement_span: tuple[int, int],
        named: Callable[[Col], str] | None = None,
    ) -> None:
        """`named` gives the name of a stored column in expressions, where that is not as the text has it."""
        self._graph = graph
        self._origins = origins
        self._text = text
        self._resolve_span = resolve_span
        self._statement_span = statement_span
        self._named = named
        self._composed: dict[tuple[int, int], str] = {}

    def steps(self, target: Col, origin: int, kind: Kind) -> list[Step]:
        """The hops from a stored column to a target column, source first."""
        graph = self._graph
        way = (self._shortest(target.id, origin, kind) if graph.looped else None) or self._way(target.id, origin, kind)
        return [
            Step(graph.op[col_id], graph.cols[col_id] or target, need, *self._birth_span(col_id))
            for col_id, need in reversed(way)
        ]

    def _way(self, col_id: int, origin: int, need: Kind) -> list[tuple[int, Kind]]:
        """The columns from a target to its origin, each with the kind that is still to come."""
        way: list[tuple[int, Kind]] = []
        visited: set[tuple[int, Kind]] = set()
        while (col_id, need) not in visited:
            way.append((col_id, need))
            visited.add((col_id, need))
            chosen = self._towards(col_id, origin, need)
            if chosen is None:
                return way
            read, need = chosen
            col_id = read.col.id
        return [*way, (col_id, need)]

    def _shortest(self, col_id: int, origin: int, need: Kind) -> list[tuple[int, Kind]] | None:
        """The same where columns go round: `v + u.x` of a recursion reads u.x, and v, which has been there before."""
        previous: dict[tuple[int, Kind], tuple[int, Kind] | None] = {(col_id, need): None}
        queue = deque(previous)
        while queue:
            current = queue.popleft()
            if current[0] == origin:
                way = [current]
                while (before := previous[way[-1]]) is not None:
                    way.append(before)
                return way[::-1]
            for read in self._graph.into[current[0]]:
                if read.kind > UNKNOWN:
                    continue
                for reached, _, own in self._origins[read.col.id]:
                    next_state = (read.col.id, own)
                    if reached == origin and max(own, read.kind) == current[1] and next_state not in previous:
                        previous[next_state] = current
                        queue.append(next_state)
        return None

    def _towards(self, col_id: int, origin: int, need: Kind) -> tuple[Read, Kind] | None:
        """The read that leads to the origin with the kind that is needed."""
        fallback: tuple[Read, Kind] | None = None
        for read in self._graph.into[col_id]:
            if read.kind > UNKNOWN:
                continue
            owns = [own for reached, _, own in self._origins[read.col.id] if reached == origin]
            # the plainest way on: inside a recursive CTE the stronger one would go round once more
            fitting = [own for own in owns if max(own, read.kind) == need]
            if fitting:
                return read, min(fitting)
            if owns:
                fallback = fallback or (read, min(owns))
        return fallback

    def operators(self, target: Col, origin: int, kind: Kind) -> list[str]:
        """The operator path: Scan, and every operator that made something new of the value.

        A query that only hands the column on counts as the projection that it is.
        """
        names: list[str] = []
        worked = False
        for step in self.steps(target, origin, kind):
            if step.op in _NAMES:
                if not worked:
                    names.append("Project")
                worked = False
            elif step.op == "Scan":
                if not names:
                    names.append("Scan")
            else:
                names.append(step.op)
                worked = True
        return names

    def _birth_span(self, col_id: int) -> tuple[int, int]:
        born = self._graph.born[col_id]
        if born is None:
            return -1, -1
        if born.start >= 0:
            return self._resolve_span(born.start, born.end, born.stop)
        if len(born.reads) == 1:
            return self._resolve_span(born.reads[0].start, born.reads[0].end, -1)
        return -1, -1

    def column_span(self, col_id: int, origin: int) -> tuple[int, int]:
        """Where the expression of a column stands: its own span, what it passes on, or the whole statement."""
        visited: set[int] = set()
        while col_id not in visited:
            visited.add(col_id)
            born = self._graph.born[col_id]
            if born is None:
                break
            if born.start >= 0:
                return self._resolve_span(born.start, born.end, born.stop)
            towards = next(
                (r for r in born.reads if any(reached == origin for reached, _, _ in self._origins[r.col.id])), None
            )
            if towards is None:
                break
            if towards.start >= 0:
                return self._resolve_span(towards.start, towards.end, -1)
            col_id = towards.col.id
        return self._statement_span

    # ── expressions ──────────────────────────────────────────────────────────────────────────────────────────
    def expression(self, col_id: int, origin: int) -> str:
        """The expression of a column with everything in between written out, as it stands in the text."""
        key = (col_id, origin)
        known = self._composed.get(key)
        if known is None:
            self._composed[key] = self._graph.cols[col_id].name if self._graph.cols[col_id] is not None else ""  # type: ignore[union-attr]
            known = self._composed[key] = self._compose(col_id, origin)
        return known

    def _compose(self, col_id: int, origin: int) -> str:
        """Written with a stack of our own: a chain of a thousand CTEs is deeper than Python's."""
        order = self._below(col_id, origin)
        done: dict[int, str] = {}
        for below in order:
            done[below] = self._write(below, origin, done)
        return done[col_id]

    def _below(self, col_id: int, origin: int) -> list[int]:
        """What has to be written before `col_id`, deepest first."""
        order: list[int] = []
        visited: set[int] = set()
        stack = [(col_id, False)]
        while stack:
            current, ready = stack.pop()
            if ready:
                order.append(current)
                continue
            if current in visited:
                continue
            visited.add(current)
            stack.append((current, True))
            for read in self._parts(current, origin):
                if read.col.id not in visited:
                    stack.append((read.col.id, False))
        return order

    def _parts(self, col_id: int, origin: int) -> list[Read]:
        graph = self._graph
        reads = [read for read in graph.into[col_id] if graph.op[read.col.id] != "rows"]
        if graph.op[col_id] in _PASSES_ON:
            chosen = [read for read in reads if any(reached == origin for reached, _, _ in self._origins[read.col.id])]
            return (chosen or reads)[:1]
        return reads

    def _write(self, col_id: int, origin: int, done: dict[int, str]) -> str:
        graph = self._graph
        born, col = graph.born[col_id], graph.cols[col_id]
        name = col.name if col is not None else ""
        if born is None:
            return self._named(col) if self._named is not None and col is not None else name
        if born.text is not None:
            return born.text
        parts = self._parts(col_id, origin)
        if graph.op[col_id] in _PASSES_ON:
            return self._passed_on(parts, done, name)
        if born.start < 0:
            if len(parts) == 1 and parts[0].kind is DIRECT:
                return self._passed_on(parts, done, name)
            return name or ", ".join(dict.fromkeys(done.get(read.col.id, "") for read in parts))
        start, end = self._resolve_span(born.start, born.end, born.stop)
        return self._substitute(start, end, parts, done)

    def _passed_on(self, parts: list[Read], done: dict[int, str], name: str) -> str:
        if not parts:
            return name
        read = parts[0]
        text = done.get(read.col.id, name)
        stored = self._graph.op[read.col.id] == "Scan" and not self._graph.into[read.col.id]
        if stored and read.start >= 0 and self._named is None:
            written = self._text(*self._resolve_span(read.start, read.end, -1))
            return text if written.endswith("*") else written  # a star stands for many columns: say which
        return ".".join((text, *read.path)) if read.path else text

    def _substitute(self, start: int, end: int, parts: list[Read], done: dict[int, str]) -> str:
        """The text of an expression with the names in it replaced by what they stand for."""
        graph = self._graph
        out: list[str] = []
        index = start
        size = end - start
        for read in sorted(map(self._placed, parts), key=lambda read: (read.start, -read.end)):
            if read.start < index or read.end > end:
                continue
            if graph.op[read.col.id] == "Scan" and not graph.into[read.col.id] and self._named is None:
                continue
            inner = done.get(read.col.id)
            text = self._text(read.start, read.end)
            if not inner or inner == text or text.count("(") != text.count(")"):
                continue  # f(u) with r.x in the body of f: u.x stands nowhere, and its span would cut the call
            if read.path:
                inner = ".".join((inner, *read.path))
            size += len(inner)
            if size > MAX_EXPRESSION:
                continue
            out.append(self._text(index, read.start))
            alone = read.start == start and read.end == end
            out.append(inner if alone or self._enclosed(read) or _atomic(inner) else f"({inner})")
            index = read.end
        out.append(self._text(index, end))
        return "".join(out)

    def _placed(self, read: Read) -> Read:
        start, end = self._resolve_span(read.start, read.end, -1)
        return read._replace(start=start, end=end)

    def _enclosed(self, read: Read) -> bool:
        """Whether the name stands alone between parentheses or commas, so that no parentheses are needed."""
        before = self._text(max(read.start - 40, 0), read.start).rstrip()[-1:]
        after = self._text(read.end, read.end + 40).lstrip()[:1]
        return before in "(," and after in "),"


def _atomic(text: str) -> bool:
    """A name, a literal or one call: needs no parentheses inside something larger."""
    depth = 0
    for index, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0 and index < len(text) - 1:
                return False
        elif depth == 0 and not (char.isalnum() or char in "_.`\"'$"):
            return False
    return True

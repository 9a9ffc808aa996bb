"""A plan without what adds nothing: columns that nobody reads, projections of no column, names that only hand on.

The result has the lineage of the plan (a test compares them for every golden statement); it is shorter to read. A named
relation (CTE, derived table) goes if it is used once and hands its columns on as they are; what several operators
share keeps its name, because each use has columns of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from headwater.rel import operators
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Rel
from headwater.rel.walk import inputs, walk


def optimized(root: Rel) -> Rel:
    """A copy of the plan without unused columns and pass-through operators.

    >>> import headwater
    >>> sql = "SELECT x FROM (SELECT a AS x, b + 1 AS y FROM t) q"
    >>> plan = headwater.analyze(sql, dialect="duckdb", catalog=headwater.Catalog({"t": ["a", "b"]})).statements[0].plan
    >>> [type(rel).__name__ for rel in walk(plan)]
    ['Write', 'Ref', 'Project', 'Scan']
    >>> [type(rel).__name__ for rel in walk(optimized(plan))]
    ['Write', 'Scan']
    """
    return _Copy(root).root


class _Copy:
    def __init__(self, root: Rel) -> None:
        self._nodes = list(walk(root))
        uses = Counter(id(below) for rel in self._nodes for below in inputs(rel))
        self._inlined = {id(rel) for rel in self._nodes if _hands_on(rel) and uses[id(inputs(rel)[0])] == 1}
        self._behind: dict[Col, Col] = {
            born.col: born.reads[0].col for rel in self._nodes if id(rel) in self._inlined for born in _births(rel)
        }
        self._behind |= {rel.rows: inputs(rel)[0].rows for rel in self._nodes if id(rel) in self._inlined}
        self._needed = self._find_needed(root)
        self._copies: dict[int, Rel] = {}
        self.root = self._copy(root)

    def _find_needed(self, root: Rel) -> set[Col]:
        """The columns that the target, or the rows of any relation, depend on."""
        births = {born.col: born for rel in self._nodes for born in _births(rel)}
        waiting = [self._origin(read.col) for rel in self._nodes for read in _reads(rel)]
        waiting += [self._origin(read.col) for born in _births(root) for read in born.reads]
        needed: set[Col] = set()
        while waiting:
            col = waiting.pop()
            if col not in needed:
                needed.add(col)
                born = births.get(col)
                waiting += [self._origin(read.col) for read in born.reads] if born is not None else []
        return needed

    def _origin(self, col: Col) -> Col:
        """The column behind names that are left out."""
        while col in self._behind:
            col = self._behind[col]
        return col

    def _copy(self, root: Rel) -> Rel:
        """Children before parents, without recursion: plans are deeper than Python's stack."""
        stack = [root]
        while stack:
            rel = stack[-1]
            missing = [below for below in inputs(rel) if id(below) not in self._copies]
            if missing:
                stack += missing
                continue
            stack.pop()
            if id(rel) not in self._copies:
                self._copies[id(rel)] = self._one(rel, rel is root)
        return self._copies[id(root)]

    def _one(self, rel: Rel, is_root: bool) -> Rel:
        if id(rel) in self._inlined:
            return self._copies[id(inputs(rel)[0])]
        changes: dict[str, Any] = {"rows": self._origin(rel.rows)}
        for name in (field.name for field in fields(rel)):
            value = getattr(rel, name)
            if isinstance(value, Rel):
                changes[name] = self._copies[id(value)]
            elif name in ("inputs", "subs"):
                changes[name] = tuple(self._copies[id(below)] for below in value)
            elif name == "born":
                kept = [born for born in value if is_root or born.col in self._needed]
                changes[name] = [self._born(born) for born in kept]
            elif name in ("reads", "keys"):
                changes[name] = [self._read(read) for read in value]
            elif name == "of":
                changes[name] = self._origin(value)
            elif name == "cols":
                changes[name] = [col for col in value if col in self._needed]
        if isinstance(rel, (operators.Project, operators.Window)) and not changes["born"]:
            below: Rel = changes["input"]
            return below
        return replace(rel, **changes)

    def _born(self, born: Born) -> Born:
        return replace(born, reads=tuple(map(self._read, born.reads)))

    def _read(self, read: Read) -> Read:
        return read._replace(col=self._origin(read.col))


def _births(rel: Rel) -> Sequence[Born]:
    births: Sequence[Born] = getattr(rel, "born", ())
    return births


def _reads(rel: Rel) -> list[Read]:
    """What decides the rows of a relation, or groups and orders them."""
    return [*getattr(rel, "reads", ()), *getattr(rel, "keys", ())]


def _hands_on(rel: Rel) -> bool:
    """Whether a named relation only gives other names to the columns below it."""
    return isinstance(rel, operators.Ref) and all(
        len(born.reads) == 1 and born.reads[0].kind is DIRECT and not born.reads[0].path and not born.reads[0].doubt
        for born in rel.born
    )

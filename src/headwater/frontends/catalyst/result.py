"""What an operator of a plan hands out: a relation, its columns in order, and how a parent finds them by number."""

from __future__ import annotations

from typing import NamedTuple

from headwater.base.types import UNKNOWN, Type
from headwater.rel.columns import Col, Read
from headwater.rel.operators import Rel


class Out(NamedTuple):
    """A column that is handed out; `start` and `end` are the span of its name in the plan's text."""

    name: str
    key: str
    col: Col
    start: int = -1
    end: int = -1


class Result:
    """The outcome of one operator. `order` is what its rows are sorted by, for a limit above it."""

    __slots__ = ("_names", "order", "outputs", "rel")

    def __init__(self, rel: Rel, outputs: list[Out], order: list[Read] | None = None) -> None:
        self.rel = rel
        self.outputs = outputs
        self.order = order or []
        self._names: dict[str, Col] | None = None

    def over(self, rel: Rel) -> Result:
        """The same columns of another relation: a filter's, a limit's."""
        result = Result(rel, self.outputs, self.order)
        result._names = self._names
        return result

    def find(self, key: str) -> Col | None:
        """The column of an attribute. The index is made once, and handed on with the columns."""
        if self._names is None:
            # of two equal numbers (df.select("a", "a")) either is right: they are one column
            self._names = {out.key: out.col for out in self.outputs}
        return self._names.get(key)


class Opaque(Result):
    """An operator that nobody described: any number may be asked for, and every input may have made it."""

    __slots__ = ("_asked", "_below", "_make")

    def __init__(self, rel: Rel, outputs: list[Out], below: list[Result], make) -> None:  # type: ignore[no-untyped-def]
        super().__init__(rel, outputs)
        self._below = below
        self._make = make
        self._asked: dict[str, Col] = {}

    def over(self, rel: Rel) -> Result:
        opaque = Opaque(rel, self.outputs, self._below, self._make)
        opaque._asked = self._asked
        return opaque

    def find(self, key: str) -> Col | None:
        known = super().find(key) or self._asked.get(key)
        if known is None:
            behind = next((col for input_ in self._below if (col := input_.find(key)) is not None), None)
            known = self._asked[key] = self._make(behind.name if behind is not None else key, self._type(behind))
        return known

    def _type(self, col: Col | None) -> Type:
        return col.type if col is not None else UNKNOWN

"""What a rule is, what it sees, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from headwater.answer import Statement
from headwater.base.level import Level
from headwater.base.span import Span
from headwater.dialects import Dialect
from headwater.rel.nodes import Rel
from headwater.rel.walk import walk
from headwater.syntax.outline import Outline

Severity = Literal["warning", "error"]


class Hit(NamedTuple):
    """A place where a rule is broken: arguments for its message, and a fix for this very place, if there is one."""

    span: Span
    arguments: tuple[str, ...] = ()
    fix: str = ""


@dataclass(eq=False)
class View:
    """What rules see of a statement."""

    statement: Statement
    outline: Outline
    dialect: Dialect

    @cached_property
    def relations(self) -> list[Rel]:
        """Every operator of the statement's plans once."""
        return list(walk(*self.statement.plans))

    @property
    def bound(self) -> bool:
        """Whether the whole statement was read, so that what is not in its algebra is not in the statement."""
        return bool(self.statement.plans) and self.statement.level <= Level.AMBIGUOUS

    def fold(self, column: str) -> str:
        """A column's name as the dialect compares it."""
        return self.dialect.fold_columns.apply(column)


@dataclass(frozen=True)
class Rule:
    """A row of the table. `message` has the arguments of a hit as {0}, {1}; `fix` is what helps in general."""

    code: str
    name: str
    severity: Severity
    default: bool
    message: str
    fix: str
    why: str
    check: Callable[[View], Iterable[Hit]]

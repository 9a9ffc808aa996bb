"""What a rule is, what it sees, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from headwater.answer import Statement
from headwater.base.levels import Level
from headwater.base.spans import Span
from headwater.catalog.mapping import Catalog
from headwater.dialects import Dialect
from headwater.lint.fix import Edit
from headwater.lint.outline import Outline
from headwater.rel.operators import Rel
from headwater.rel.walk import walk

Severity = Literal["warning", "error"]


class Hit(NamedTuple):
    """Where a rule is broken: arguments for its message, a fix for this span in words, and as an edit if it is safe."""

    span: Span
    arguments: tuple[str, ...] = ()
    fix: str = ""
    edit: Edit | None = None


@dataclass(eq=False)
class View:
    """What rules see of a statement."""

    statement: Statement
    outline: Outline
    dialect: Dialect
    catalog: Catalog | None = None

    @cached_property
    def relations(self) -> list[Rel]:
        """Every operator of the statement's plans once."""
        return list(walk(*self.statement.plans))

    @property
    def bound(self) -> bool:
        """Whether the whole statement was read, so that what is not in its algebra is not in the statement."""
        return bool(self.statement.plans) and self.statement.level <= Level.AMBIGUOUS

    def stored(self, name: str) -> list[str] | None:
        """The columns of a table of the catalog that an INSERT fills, in order; None where it is not there once."""
        folded = self.dialect.identifiers.fold_tables.apply
        parts = folded(name).split(".")
        matches = [
            table
            for table in (self.catalog.tables if self.catalog is not None else ())
            if folded(table.display).split(".")[-len(parts) :] == parts
        ]
        if len(matches) != 1 or matches[0].columns is None:
            return None
        return [column.name for column in matches[0].columns]

    def fold(self, column: str) -> str:
        """A column's name as the dialect compares it."""
        return self.dialect.identifiers.fold_columns.apply(column)


@dataclass(frozen=True)
class Rule:
    """A row of the table.

    `message` has the arguments of a hit as {0}, {1}; `fix` is what helps in general; `bad` and `good` are statements
    that break and keep the rule.
    """

    code: str
    name: str
    severity: Severity
    default: bool
    message: str
    fix: str
    why: str
    bad: str
    good: str
    check: Callable[[View], Iterable[Hit]]

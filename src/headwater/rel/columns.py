"""Columns and what reads them.

A `Col` gets its id where it is created and keeps it wherever it is handed on. Ids grow, so a column's sources
always have smaller ids than the column itself (recursive CTEs alone read forward).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from headwater.base.types import UNKNOWN, Type
from headwater.rel.kinds import Kind

Path = tuple[str, ...]
"""Fields below a column, outermost first; `[]` stands for the elements of an array or map."""


@dataclass(slots=True, eq=False)
class Dataset:
    """A named holder of columns: something stored, or a CTE or derived table on the way."""

    name: str
    kind: str = "table"
    stored: bool = True
    temporary: bool = False


UNBORN = -1
"""The number of a column that is known and not born yet."""


class Col:
    """One column. `dataset` is set where the column belongs to something with a name.

    `fields` and `element` are the columns inside a struct or an array built by this statement, `keys` and `element`
    those inside a map; `like` are columns of
    the same shape (a CTE's column, the arms of a union), used when a field is read for the first time. `shaped`
    says that there is something inside to ask for, so that plain columns cost nothing; `decided`, that something had a
    say in which value it is, and so in its fields: not in reverse(arr); what that was is `decision`, or else the column
    itself. `birth` is that of a column that
    was made on demand out of `like`, which may grow. `filled_by` is the name of the query's output that fills a column
    of a target, where the column's own name is not known. `rest` gives, by name and folded name, what a field that is
    not listed may be, and how sure that is: the whole row of a table whose columns nobody knows. What is rarely set is
    a default of the class: a statement births thousands of these.
    """

    type: Type = UNKNOWN
    fields: dict[str, Col] | None = None
    element: Col | None = None
    keys: Col | None = None
    like: tuple[tuple[Col, Kind], ...] = ()
    ordinal: int = -1
    shaped: bool = False
    decided: bool = True
    decision: Col | None = None
    birth: Born | None = None
    filled_by: str = ""
    rest: Callable[[str, str], list[tuple[Col, Path, int]]] | None = None

    def __init__(self, id: int, name: str, dataset: Dataset | None = None) -> None:
        self.id = id
        self.name = name
        self.dataset = dataset

    def __repr__(self) -> str:
        return f"<Col {self.id} {self.name}>"


# Spans are resolved on demand: an `end` below zero says what stands at `start`.
AT_ITEM, AT_CALL, AT_QUERY, AT_AROUND, AT_ALIAS = -2, -3, -4, -5, -6


class Read(NamedTuple):
    """A column being read: what for, which fields of it, how sure, and where in the text it stands."""

    col: Col
    kind: Kind
    path: Path = ()
    doubt: int = 0
    start: int = -1
    end: int = -1


@dataclass(slots=True, eq=False)
class Born:
    """A new column and everything it reads; `start` and `end` are the span of its expression.

    `text` stands for the expression where it is not part of the analysed text (a computed column of the catalog);
    `stop` is where the alias of a select item begins.
    """

    col: Col
    reads: tuple[Read, ...]
    start: int = -1
    end: int = -1
    text: str | None = None
    stop: int = -1

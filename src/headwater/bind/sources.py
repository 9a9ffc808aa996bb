"""What a table function, an engine or a dictionary's source stands for: a dataset somewhere, by a name of its own.

A name is an address without who may use it: `s3://bucket/path`, `mysql://host:3306/db.table`, `kafka://broker/topic`.
Users, passwords, keys and signatures never become part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlglot import exp

from headwater.catalog.tables import Column


class Argument(NamedTuple):
    """What a call is given: a constant's or a name's text, under a key where it is given by name.

    `parts` are those of a name (`db.t`); `inner` is the name of a call or "query" where the argument is one.
    """

    node: exp.Expr
    key: str = ""
    text: str | None = None
    parts: tuple[str, ...] = ()
    inner: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """A table's name, given as a name or in a string."""
        return self.parts or (tuple(self.text.split(".")) if self.text is not None else ())


@dataclass(frozen=True)
class ExternalSource:
    """What a table function, an engine or a path reads. One of: an external dataset (`name`), a table of the catalog
    (`table`), tables that match a pattern (`database`, `pattern`), a query (`query`), another call (`call`), or rows
    that the engine generates (`generated`).

    `structure` is the list of columns as the call gives it; `columns` are those that the function always has. `fields`
    are the columns of the external dataset, where they are known; `also` are further datasets whose rows are read with
    its own, matched by name.
    """

    name: str = ""
    kind: str = "table"
    table: tuple[str, ...] = ()
    pattern: str | None = None
    database: str | None = None
    database_is_pattern: bool = False
    query: exp.Expr | None = None
    call: exp.Expr | None = None
    generated: bool = False
    structure: str | None = None
    columns: tuple[str, ...] | None = None
    fields: tuple[Column, ...] | None = None
    also: tuple[str, ...] = ()


SourceResolver = Callable[[str, tuple[Argument, ...], Mapping[str, str]], "ExternalSource | None"]
"""The name of a function, engine or source, its arguments and settings → what it stands for; None for what is not
known."""

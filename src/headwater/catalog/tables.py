"""A table as the catalog knows it. Immutable: a change of schema is a new Table.

`columns` is None where only the name is known (a table dropped into the log with no schema): such a table is
*open*, its columns are inferred from use.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from headwater.base.identifiers import Fold, dotted
from headwater.base.types import Array, Struct, Type, parse_type

_NESTED = re.compile(r"nested\s*\(", re.IGNORECASE)
Kind = Literal["table", "view", "materialized view", "dictionary", "stream", "file"]


@dataclass(frozen=True)
class Column:
    """A column: its name, its type as written, and the expression that computes it, if one does.

    `metadata` is given by a connector (an offset, a partition); a `virtual` column is read and cannot be written.
    `default` fills a stored column where a statement does not write it. A `hidden` column is not part of a star and
    not of an INSERT without a list; it is "stored", or "made" when it is read. A `passing` one can be written, feeds
    defaults, and is stored nowhere.
    """

    name: str
    type_text: str = "unknown"
    computed: str | None = None
    virtual: bool = False
    metadata: bool = False
    default: str | None = None
    hidden: Literal["", "stored", "made"] = ""
    passing: bool = False

    @cached_property
    def type(self) -> Type:
        """The type, read when first asked for."""
        return parse_type(self.type_text)

    def packed(self) -> list[str | bool | None]:
        """What `Column(*packed)` makes the same column of; what is as usual is left out at the end.

        >>> Column("a", "int").packed(), Column(*Column("b", "int", default="a + 1").packed()).default
        (['a', 'int', None], 'a + 1')
        """
        values = [
            *(self.name, self.type_text, self.computed, self.virtual, self.metadata),
            *(self.default, self.hidden, self.passing),
        ]
        while len(values) > 3 and not values[-1]:
            values.pop()
        return values


@dataclass(frozen=True)
class Table:
    """A table or view: its name as first written and its columns in order.

    `query` is a view's definition as the front end left it, for readers that fold through views; the catalog itself
    never looks into it. `behind` is the name of the dataset that this one only stands before: what a materialized view
    writes to, the local table of a distributed one, a topic. What is written to the one is in the other. `options`
    are those that say where its rows are (a topic, a path), never a secret.
    """

    name: tuple[str, ...]
    columns: tuple[Column, ...] | None
    kind: Kind = "table"
    temporary: bool = False
    query: object = field(default=None, repr=False)
    partitions: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    behind: tuple[str, ...] = ()
    file_format: str = ""
    """USING csv, STORED AS orc."""
    ordered: bool = False
    """Columns stand where they were put, where the dialect would otherwise move those of PARTITIONED BY behind the
    others, and add new ones there.
    """

    @property
    def display(self) -> str:
        """The printed name."""
        return dotted(self.name)

    @cached_property
    def _indexes(self) -> dict[str, dict[str, int]]:
        return {}

    def index(self, fold: Fold) -> dict[str, int]:
        """Folded column name to position; the first of two equal names wins."""
        folds = fold.value  # an enum as a key would be hashed in Python, once per table read
        positions = self._indexes.get(folds)
        if positions is None:
            apply = fold.apply
            positions = {}
            for position, column in enumerate(self.columns or ()):
                positions.setdefault(apply(column.name), position)
            self._indexes[folds] = positions
        return positions

    @cached_property
    def flattened(self) -> Table:
        """The table with each Nested column as its parts: `n Nested(a Int8, b String)` is n.a and n.b, two arrays.

        >>> [c.name for c in Table(("t",), (Column("n", "Nested(a Int8, b String)"), Column("k"))).flattened.columns]
        ['n.a', 'n.b', 'k']
        """
        columns = self.columns or ()
        if not any(_NESTED.match(column.type_text) for column in columns):
            return self
        parts: list[Column] = []
        for column in columns:
            kind = column.type
            nested = kind.element if isinstance(kind, Array) and _NESTED.match(column.type_text) else None
            if isinstance(nested, Struct):
                parts += [Column(f"{column.name}.{name}", f"array<{inner}>") for name, inner in nested.fields]
            else:
                parts.append(column)
        return self.with_columns(tuple(parts))

    def with_columns(self, columns: tuple[Column, ...] | None) -> Table:
        """The same table with other columns."""
        return replace(self, columns=columns)

    def renamed(self, name: tuple[str, ...]) -> Table:
        """The same table under another name."""
        return replace(self, name=name)

"""The catalog in memory: a mapping of names to tables, indexed for each dialect that uses it.

Names are kept as they were written. An index is built once for a folding and its defaults, so one catalog serves
several dialects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from headwater.base.diagnostics import Diagnostic
from headwater.base.identifiers import Fold, Key, split_name
from headwater.catalog.tables import Column, Table

Columns = Mapping[str, str] | Iterable[str]


class CatalogError(ValueError):
    """A catalog that cannot be read; the message is one clear line."""


class Catalog:
    """Tables by name.

    >>> Catalog({"db.t": {"a": "int"}}).tables[0].columns[0].name
    'a'
    """

    def __init__(self, tables: Mapping[str, Columns | None] | None = None) -> None:
        self._tables: list[Table] = []
        self._indexes: dict[tuple[str, Key], dict[Key, Table]] = {}
        self._fingerprint = ""
        self.macros: dict[str, Any] = {}
        """Functions that are written in SQL, as the front end left them."""
        self.diagnostics: list[Diagnostic] = []
        """What was not understood while the catalog was read from DDL."""
        self.types: dict[str, str] = {}  # other names of types
        self.declared: dict[str, str] = {}  # functions that DDL names, and what is known of them
        self.models: dict[Key, tuple[Column, ...]] = {}  # what models give, by identity
        self.places: dict[str, dict[str, str]] = {}  # catalogs, and the options that say where their tables are
        self.procedures: set[str] = set()
        """Procedures whose statements were seen where they were created."""
        for name, columns in (tables or {}).items():
            self.add(_table(name, columns))

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, in the order they were added."""
        return tuple(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def add(self, table: Table) -> None:
        """Add a table; it replaces a table of the same name.

        >>> catalog = Catalog(); catalog.add(Table(("t",), (Column("a"),))); len(catalog)
        1
        """
        self._tables.append(table)
        self._indexes.clear()
        self._fingerprint = ""

    def index(self, fold: Fold, defaults: Key) -> dict[Key, Table]:
        """Folded, fully qualified name to table, as one dialect sees it."""
        folds = fold.value
        index = self._indexes.get((folds, defaults))
        if index is None:
            index = {qualify(fold_name(table.name, fold), defaults): table for table in self._tables}
            self._indexes[folds, defaults] = index
        return index

    def keys_in(self, fold: Fold, defaults: Key, lead: Key) -> Iterable[Key]:
        """The tables in one database or schema, by their keys in the index.

        >>> list(Catalog({"d.a": ["x"], "e.b": ["x"]}).keys_in(Fold.LOWER, (), ("d",)))
        [('d', 'a')]
        """
        return (key for key in self.index(fold, defaults) if key[:-1] == lead)

    def fingerprint(self) -> str:
        """A hash of the content of the catalog.

        >>> Catalog({"t": ["a"]}).fingerprint() == Catalog({"t": ["a"]}).fingerprint()
        True
        """
        if not self._fingerprint:
            digest = blake2b(digest_size=20)
            for table in self._tables:
                columns = None if table.columns is None else [column.packed() for column in table.columns]
                fields = (
                    table.name,
                    columns,
                    table.kind,
                    table.temporary,
                    table.partitions,
                    table.behind,
                    table.options,
                )
                digest.update(f"{fields!r}{table.query!s}".encode("utf-8", "surrogatepass"))
            self._fingerprint = digest.hexdigest()
        definitions = [f"{name}{macro.variants}" for name, macro in sorted(self.macros.items())]
        definitions += [
            repr(sorted(names.items())) for names in (self.declared, self.models, self.places, self.types) if names
        ]
        return f"{self._fingerprint}{definitions}" if definitions else self._fingerprint

    def to_dict(self) -> dict[str, dict[str, str] | None]:
        """The mapping form, readable again by `Catalog(…)`.

        >>> Catalog({"t": {"a": "int"}}).to_dict()
        {'t': {'a': 'int'}}
        """
        return {
            table.display: (
                None if table.columns is None else {column.name: column.type_text for column in table.columns}
            )
            for table in self._tables
        }


def fold_name(parts: Iterable[str], fold: Fold) -> Key:
    """The folded parts of a name."""
    return tuple(map(fold.apply, parts))


def qualify(key: Key, defaults: Key) -> Key:
    """Put the default catalog and schema before a name that lacks them.

    >>> qualify(("t",), ("memory", "main")), qualify(("s", "t"), ("memory", "main"))
    (('memory', 'main', 't'), ('memory', 's', 't'))
    """
    missing = len(defaults) - len(key) + 1
    return defaults[:missing] + key if missing > 0 else key


def _table(name: str, columns: Columns | None) -> Table:
    if columns is None:
        return Table(split_name(name), None)
    if isinstance(columns, str) or not isinstance(columns, Iterable):
        raise CatalogError(f"The columns of table {name} must be a mapping of names to types, or a list of names.")
    if isinstance(columns, Mapping):
        result = tuple(Column(str(column), str(type_)) for column, type_ in columns.items())
    else:
        result = tuple(Column(str(column)) for column in columns)
    return Table(split_name(name), result)

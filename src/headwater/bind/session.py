"""What the statements of a script hand to each other: catalog changes, the current database, functions, variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from headwater.base.identifiers import Key, dotted
from headwater.bind.dialect import Dialect
from headwater.catalog.functions import Functions
from headwater.catalog.mapping import Catalog
from headwater.catalog.tables import Column, Table
from headwater.sql.parse import Parsed
from headwater.sql.statements import Variant

if TYPE_CHECKING:
    from headwater.bind.context import Context
    from headwater.bind.target import Bound


@dataclass(frozen=True, slots=True, eq=False)
class Macro:
    """A function that is written in SQL: the ways to call it. A call is replaced by a body (`bind.expr.macros`)."""

    variants: tuple[Variant, ...]


FrontEnd = Callable[["Context", Parsed], "Bound | None"]


"""Reads a statement in its own way; None where it cannot, having said so."""


@dataclass
class Session:
    """What statements of one script hand to each other: the catalog's changes and the current database, functions
    written in SQL, tables that are gone, as they were, databases that are those of another server (`linked`), and the
    variables of a script, some of which are `records`; `procedures` are those that the script defines.

    `attached` are databases under a name of their own, `path` are schemas that a bare name is looked for in behind the
    current one. `own` are the names of functions whose calls are replaced by a body, `prepared` statements by name,
    `assigned` the variables that a function gives: their names as first written, and their text where it is constant;
    `types` other names of types, `settings` what SET says of the statements that follow.
    """

    dialect: Dialect
    catalog: Catalog
    base: Key
    current: Key
    fold_views: bool = False
    user_functions: Mapping[str, str] = field(default_factory=dict)
    changes: dict[Key, Table | None] = field(default_factory=dict)
    printed: dict[Key, str] = field(default_factory=dict)
    type_names: dict[object, str] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    models: dict[Key, tuple[Column, ...]] = field(default_factory=dict)
    catalogs: dict[str, dict[str, str]] = field(default_factory=dict)
    macros: dict[str, Macro] = field(default_factory=dict)
    gone: dict[Key, Table] = field(default_factory=dict)
    linked: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    records: set[str] = field(default_factory=set)
    procedures: set[str] = field(default_factory=set)
    blocks: list[tuple[dict[str, str], set[str]]] = field(default_factory=list)
    front_end: FrontEnd | None = None
    attached: set[str] = field(default_factory=set)
    path: tuple[Key, ...] = ()
    own: set[str] = field(default_factory=set)
    prepared: dict[str, object] = field(default_factory=dict)
    assigned: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)

    @cached_property
    def functions(self) -> Functions:
        """The dialect's functions, those that the script declared, and the user's."""
        known = self.dialect.functions
        own = {**self.declared, **self.user_functions}
        return known.with_user(own) if own else known

    def declare(self, name: tuple[str, ...], what: str | None) -> None:
        """CREATE FUNCTION, or DROP where `what` is None. A function of the engine keeps its name."""
        for key in (".".join(name), name[-1]):
            if what is None:
                self.declared.pop(key, None)
            elif self.dialect.functions.find(key) is None:
                self.declared[key] = what
        self.__dict__.pop("functions", None)

    def key(self, parts: tuple[str, ...]) -> Key:
        """The identity of a dataset's name as written here."""
        own = self.dialect.identifiers
        return own.key(self, tuple(map(own.fold_tables.apply, parts)))

    def new_key(self, parts: tuple[str, ...]) -> Key:
        """The identity of what is made under a name: nothing is looked for."""
        own = self.dialect.identifiers
        return own.new_key(self, tuple(map(own.fold_tables.apply, parts)))

    def lead(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Where a name in a database of another server leads: mysql://host/db.t."""
        database = parts[0] if len(parts) > 1 else self.current[-1] if self.current else ""
        prefix = self.linked.get(database)
        if prefix is None or "/" in parts[-1]:
            return parts
        name = f"{prefix}.{parts[-1]}"
        self.printed.setdefault(self.key((name,)), name)
        return (name,)

    def find(self, key: Key) -> Table | None:
        """The table of that identity, as the script left it."""
        own = self.dialect.identifiers
        table = self.changes[key] if key in self.changes else own.find(self, key)
        return None if table is None else own.read(table)

    def print_name(self, key: Key, parts: tuple[str, ...], table: Table | None) -> str:
        """How a dataset is printed: as first written. A name that leans on a chosen database gets it spelt out."""
        known = self.printed.get(key)
        if known is None:
            if table is not None:
                known = table.display
            else:
                known = dotted(self.spelled(parts))
            self.printed[key] = known
        return known

    def spelled(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """A name with the database that somebody chose (USE db) before it; an engine's own default is left unsaid."""
        if self.dialect.identifiers.is_whole(self, parts):
            return parts
        chosen = 0
        for own, default in zip(self.current, self.dialect.identifiers.defaults, strict=False):
            if own != default:
                break
            chosen += 1
        missing = len(self.current) + 1 - len(parts)  # USE ods; CREATE TABLE other.z: only a catalog is missing
        before = self.current[chosen:missing] if missing > chosen else ()
        return parts if "" in before else before + parts

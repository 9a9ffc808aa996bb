"""Where names of tables are looked for in an engine that attaches databases: `a.t` may be a schema's table or a
database's, and a bare `t` is looked for among temporary tables, in the current schema, and along a path.

Keys have three parts: database, schema, name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from headwater.base.identifiers import Key
from headwater.bind.dialect import Identifiers, Parts
from headwater.catalog.tables import Table
from headwater.dialects.duckdb import system_views

if TYPE_CHECKING:
    from headwater.bind.session import Session

TEMP = "temp"


def whole(session: Session, name: Key) -> Key:
    """A folded name with its database and schema, as something new would get it."""
    if len(name) == 2 and name[0] in session.attached:
        return (name[0], session.dialect.identifiers.defaults[-1], name[1])
    missing = len(session.current) + 1 - len(name)
    return session.current[:missing] + name if missing > 0 else name


def resolve(session: Session, name: Key) -> Key:
    """The identity of what a folded name means here: the first that is there; else what would be made."""
    own = whole(session, name)
    # main.t is a temporary table, too: their database has a schema of that name, and is looked in first
    if len(name) == 1 or (len(name) == 2 and name[0] == session.dialect.identifiers.defaults[-1]):
        passing = temporary(session, name[-1])
        if session.changes.get(passing) is not None:
            return passing
        listed = session.catalog.index(session.dialect.identifiers.fold_tables, session.base)
        if passing not in session.changes and listed.get(passing) is not None:
            return passing  # the catalog of a live database has temporary tables, too
    if len(name) > 1:
        return own
    if session.path and session.find(own) is None:
        for schema in session.path:
            if session.find((*schema, *name)) is not None:
                return (*schema, *name)
    return own


def temporary(session: Session, name: str) -> Key:
    """The identity of a temporary table."""
    return (TEMP, session.dialect.identifiers.defaults[-1], name)


def given(session: Session, key: Key) -> Table | None:
    """What a given catalog lists under `a.t` is `a.main.t` of an attached database, and the other way round."""
    if len(key) != 3:
        return None
    database, schema, name = key
    index = session.catalog.index(session.dialect.identifiers.fold_tables, session.base)
    default = session.dialect.identifiers.defaults[-1]
    if schema == default and database != session.base[0]:
        return index.get((session.base[0], database, name))
    if database == session.base[0] and schema != default:
        return index.get((schema, default, name))
    return None


def use(session: Session, name: Key) -> Key:
    """The schema that USE names: a database's own, one of the current database, or one of another."""
    if len(name) > 1:
        return name[-2:]
    if name[0] in session.attached:
        return (name[0], session.dialect.identifiers.defaults[-1])
    return (session.current[0], name[0])


def path(session: Session, schemas: list[Key]) -> tuple[Key, tuple[Key, ...]]:
    """The current schema, and the others that a bare name is looked for in: those that are named, and the main one."""
    first = schemas[0]
    main = (first[0], session.dialect.identifiers.defaults[-1])
    return first, tuple(schema for schema in dict.fromkeys((*schemas[1:], main)) if schema != first)


def function_keys(session: Session, name: Key) -> Iterable[str]:
    """Under which a macro of that name may be known, the nearest first."""
    folded = tuple(part.lower() for part in name)
    if len(folded) == 1:
        yield f"temp.{folded[0]}"
        yield function_key(session, (*session.current, *folded))
        for schema in session.path:
            yield function_key(session, (*schema, *folded))
    elif len(folded) == 2 and folded[0] in session.attached:
        yield function_key(session, (folded[0], session.dialect.identifiers.defaults[-1], folded[1]))
    else:
        yield function_key(session, (*session.current[: 3 - len(folded)], *folded))


def function_key(session: Session, name: Key) -> str:
    """A whole name without the engine's defaults: memory.main.f is f, a.main.f is a.f, memory.s.f is s.f."""
    database, schema, last = name[-3:]
    own = [database] if database != session.dialect.identifiers.defaults[0] else []
    return ".".join([*own, *([schema] if schema != session.dialect.identifiers.defaults[-1] else []), last])


@dataclass(frozen=True)
class DuckDBIdentifiers(Identifiers):
    """Names with three parts, of which the first of two may be an attached database."""

    def key(self, session: Session, name: Key) -> Key:
        return resolve(session, name)

    def new_key(self, session: Session, name: Key) -> Key:
        return whole(session, name)

    def temporary(self, session: Session, parts: Parts) -> tuple[Parts, Key]:
        """A temporary table is in a database of its own, which is said only where a stored table has the name."""
        key = session.new_key(parts)
        stored = session.find(key) is not None
        shown = (TEMP, parts[-1]) if stored or session.current != session.base else parts[-1:]
        return shown, temporary(session, key[-1])

    def find(self, session: Session, key: Key) -> Table | None:
        table = super().find(session, key)
        if table is None:
            table = given(session, key)
        return table if table is not None else system_views.view(key)

    def is_whole(self, session: Session, parts: Parts) -> bool:
        return len(parts) == 2 and self.fold_tables.apply(parts[0]) in session.attached

    def shorten(self, key: Key) -> Key:
        """The schema that every attached database has need not be said: shop.main.t is shop.t."""
        if len(key) == 3 and key[1] == self.defaults[1] and key[0] != self.defaults[0]:
            return (key[0], key[2])
        return super().shorten(key)

    def function_keys(self, session: Session, name: Parts) -> Iterable[str]:
        return function_keys(session, name)

    def begin(self, session: Session) -> None:
        session.attached |= {session.base[0], TEMP}

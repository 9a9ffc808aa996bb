"""CREATE MACRO and DROP MACRO: calls are replaced by a body, from here on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.expr import macros
from headwater.bind.session import Macro
from headwater.bind.target import Bound
from headwater.dialects.duckdb import search_path
from headwater.sql.statements import Name, Statement, Variant


@dataclass(frozen=True, slots=True, eq=False)
class CreateMacro(Statement):
    """CREATE MACRO f(x) AS x + 1, (x, y) AS x + y: a call is replaced by the body of the variant that fits."""

    for_later: ClassVar[bool] = True
    name: Name
    variants: tuple[Variant, ...]
    temporary: bool = False
    if_not_exists: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class DropMacro(Statement):
    """DROP MACRO f, DROP MACRO TABLE f: no call of it is followed any more."""

    name: Name
    table: bool = False


def create_macro(ctx: Context, statement: CreateMacro) -> Bound:
    """A scalar macro and one for tables may share a name."""
    ctx.say(codes.NO_DATA, None, "CREATE MACRO")
    bound = Bound(statement.kind)
    key = _key(ctx, statement.name, statement.temporary)
    known = ctx.session.macros.get(key)
    before = known.variants if known is not None else ()
    table = statement.variants[0].table
    if statement.if_not_exists and any(variant.table is table for variant in before):
        return bound
    variants = [_marked(variant) for variant in statement.variants]
    kept = tuple(variant for variant in before if variant.table is not table)
    bound.macros.append((key, Macro((*kept, *variants))))
    return bound


def _marked(variant: Variant) -> Variant:
    for value in variant.values:
        if value is not None:
            macros.marked(value)
    return Variant(variant.parameters, variant.values, macros.marked(variant.body), variant.table)


def _key(ctx: Context, name: Name, temporary: bool) -> str:
    if temporary and len(name) == 1:
        return f"{search_path.TEMP}.{name[0].lower()}"
    return search_path.function_key(ctx.session, search_path.whole(ctx.session, tuple(part.lower() for part in name)))


def drop_macro(ctx: Context, statement: DropMacro) -> Bound:
    """Calls are unknown again, those of its kind."""
    ctx.say(codes.NO_DATA, None, "DROP MACRO")
    bound = Bound(statement.kind)
    for key in ctx.dialect.identifiers.function_keys(ctx.session, statement.name):
        known = ctx.session.macros.get(key)
        if known is not None:
            kept = tuple(variant for variant in known.variants if variant.table is not statement.table)
            bound.macros.append((key, Macro(kept) if kept else None))
            break
    return bound


BINDERS: Mapping[type, Binder] = {CreateMacro: create_macro, DropMacro: drop_macro}

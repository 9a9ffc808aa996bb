"""What statements say about later ones: macros, databases and schemas in sight, variables, names of types.

Nothing moves, except where a variable takes its value from a query. To add a statement: a form in
`sql/session_statements.py`, a function here, a line in `FORMS`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.base import codes
from headwater.base.identifiers import Key
from headwater.base.types import Array, Struct, Type, parse_type
from headwater.bind.context import Context
from headwater.bind.expr import macros
from headwater.bind.relation import query
from headwater.bind.scope import Ctes
from headwater.bind.session import Macro
from headwater.bind.statement import script
from headwater.bind.target import Bound, Target, write
from headwater.catalog.tables import Table
from headwater.sql import session_statements
from headwater.sql.session_statements import Variant


def create_macro(ctx: Context, form: session_statements.CreateMacro) -> Bound:
    """CREATE MACRO: calls are followed from here on. A scalar one and one for tables may share a name."""
    ctx.say(codes.NO_DATA, None, "CREATE MACRO")
    bound = Bound(form.kind)
    key = _macro_key(ctx, form.name, form.temporary)
    known = ctx.session.macros.get(key)
    before = known.variants if known is not None else ()
    table = form.variants[0].table
    if form.if_absent and any(one.table is table for one in before):
        return bound
    made = [_marked(one) for one in form.variants]
    kept = tuple(one for one in before if one.table is not table)
    bound.macros.append((key, Macro((*kept, *made))))
    return bound


def _marked(variant: Variant) -> Variant:
    for value in variant.values:
        if value is not None:
            macros.marked(value)
    return Variant(variant.parameters, variant.values, macros.marked(variant.body), variant.table)


def _macro_key(ctx: Context, name: session_statements.Name, temporary: bool) -> str:
    from headwater.dialects.duckdb import search_path  # lazily, until the dialects offer this as hooks

    if temporary and len(name) == 1:
        return f"{search_path.TEMP}.{name[0].lower()}"
    return search_path.function_key(ctx.session, search_path.whole(ctx.session, tuple(part.lower() for part in name)))


def drop_macro(ctx: Context, form: session_statements.DropMacro) -> Bound:
    """DROP MACRO: calls are unknown again, those of its kind."""
    ctx.say(codes.NO_DATA, None, "DROP MACRO")
    bound = Bound(form.kind)
    for key in ctx.dialect.identifiers.function_keys(ctx.session, form.name):
        known = ctx.session.macros.get(key)
        if known is not None:
            kept = tuple(one for one in known.variants if one.table is not form.table)
            bound.macros.append((key, Macro(kept) if kept else None))
            break
    return bound


def attach(ctx: Context, form: session_statements.Attach) -> Bound:
    """ATTACH: names may begin with it."""
    ctx.say(codes.NO_DATA, None, "ATTACH")
    ctx.session.attached.add(form.name.lower())
    return Bound(form.kind)


def detach(ctx: Context, form: session_statements.Detach) -> Bound:
    """DETACH: what was in it is out of sight."""
    ctx.say(codes.NO_DATA, None, "DETACH")
    bound = Bound(form.kind)
    name = form.name.lower()
    bound.changes = [(key, None) for key, table in ctx.session.changes.items() if key[0] == name and table is not None]
    ctx.session.attached.discard(name)
    return bound


def look(ctx: Context, form: session_statements.Search) -> Bound:
    """USE, SET schema, SET search_path: where bare names are looked for, from here on."""
    from headwater.dialects.duckdb import search_path  # lazily, until the dialects offer this as hooks

    ctx.say(codes.NO_DATA, None, form.word)
    session = ctx.session
    bound = Bound(form.kind)
    schemas: list[Key] = [search_path.use(session, tuple(part.lower() for part in one)) for one in form.path]
    bound.current, session.path = search_path.path(session, schemas or [session.base])
    return bound


def variable(ctx: Context, form: session_statements.Variable) -> Bound:
    """SET VARIABLE x = …: a dataset of its own, so that what goes in and what is taken out are ordinary edges."""
    name = form.name.lower()
    bound = Bound(form.kind)
    if form.value is None:
        ctx.session.assigned.pop(name, None)
        ctx.say(codes.NO_DATA, None, "RESET VARIABLE")
        return bound
    value = macros.scalar(ctx, form.value)
    answered = query.bind(ctx, exp.Select(expressions=[value]), None, Ctes())
    written = ctx.session.assigned.get(name, (form.name, None))[0]
    dataset = script.variable(written)
    bound.writes.append(write(ctx, answered, dataset, "SET", [script.VALUE]))
    bound.target = dataset
    text = value.name if isinstance(value, exp.Literal) and value.is_string else None
    ctx.session.assigned[name] = (written, text)
    return bound


def create_type(ctx: Context, form: session_statements.CreateType) -> Bound:
    """CREATE TYPE: columns of that type have what is inside of it. The values of an enumeration may be those of a
    query, which decides nothing but what may be stored.
    """
    ctx.say(codes.NO_DATA, None, "CREATE TYPE")
    if form.type_text and form.values is None:
        ctx.session.types[form.name[-1].lower()] = resolved(ctx, form.type_text)
    return Bound(form.kind)


def alter_field(ctx: Context, form: session_statements.AlterField) -> Bound:
    """ALTER TABLE t ADD COLUMN s.x INT: the struct has other fields from here on."""
    target = Target(ctx, form.target)
    bound = Bound(form.kind, target=target.dataset)
    table = target.table
    position = table.index(ctx.fold).get(ctx.folded(form.path[0])) if table is not None else None
    if table is None or table.columns is None or position is None:
        return bound
    columns = list(table.columns)
    changed = _other_fields(columns[position].type, form.path[1:], form)
    columns[position] = replace(columns[position], type_text=str(changed))
    bound.changes.append((target.key, table.with_columns(tuple(columns))))
    return bound


def _other_fields(kind: Type, path: tuple[str, ...], form: session_statements.AlterField) -> Type:
    """A type with one field more, fewer or otherwise named; lists are gone into by the word `element`."""
    if isinstance(kind, Array) and path[0].lower() == "element" and len(path) > 1:
        return Array(_other_fields(kind.element, path[1:], form))
    if not isinstance(kind, Struct):
        return kind
    name = path[0].lower()
    fields: list[tuple[str, Type]] = []
    for own, inner in kind.fields:
        if own.lower() != name:
            fields.append((own, inner))
        elif len(path) > 1:
            fields.append((own, _other_fields(inner, path[1:], form)))
        elif form.new:
            fields.append((form.new, inner))
        elif form.type_text:
            fields.append((own, inner))  # IF NOT EXISTS
    if form.type_text and len(path) == 1 and kind.field(path[0]) is None:
        fields.append((path[0], parse_type(form.type_text)))
    return Struct(tuple(fields))


def resolved(ctx: Context, text: str) -> str:
    """A type with what the names in it stand for."""
    try:
        kind = exp.DataType.build(text, dialect=ctx.dialect.grammar, udt=True)
    except (SqlglotError, ValueError):
        return text
    return str(spelled_out(ctx, exp.Paren(this=kind)).this.sql(ctx.dialect.grammar))


def spelled_out(ctx: Context, tree: exp.Expr) -> exp.Expr:
    """The tree, in which every name of a type that a statement made is what it stands for."""
    for one in list(tree.find_all(exp.DataType)):
        name = one.args.get("kind")
        if one.this is exp.DataType.Type.USERDEFINED and name is not None:
            text = ctx.session.types.get(str(name).rpartition(".")[2].strip('"').lower())
            if text is not None:
                with suppress(SqlglotError, ValueError):
                    made = exp.DataType.build(text, dialect=ctx.dialect.grammar, udt=True)
                    for part in made.walk():
                        part._meta = None  # it has no place in this text
                    one.replace(made)
    return tree


def known_tables(ctx: Context, database: str) -> list[tuple[Key, Table]]:
    """The tables that are known in a database, by identity."""
    from headwater.dialects.duckdb import search_path  # lazily, until the dialects offer this as hooks

    session = ctx.session
    known: dict[Key, Table | None] = {}
    for table in session.catalog.tables:
        known[search_path.whole(session, tuple(map(session.dialect.identifiers.fold_tables.apply, table.name)))] = table
    known.update(session.changes)
    return [(key, one) for key, one in sorted(known.items()) if one is not None and key[0] == database]


FORMS: dict[type, Callable[[Context, Any], Bound]] = {
    session_statements.CreateMacro: create_macro,
    session_statements.DropMacro: drop_macro,
    session_statements.Attach: attach,
    session_statements.Detach: detach,
    session_statements.Search: look,
    session_statements.Variable: variable,
    session_statements.CreateType: create_type,
    session_statements.AlterField: alter_field,
}

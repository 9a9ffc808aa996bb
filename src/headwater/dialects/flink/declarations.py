"""Functions, models and catalogs that a script declares: no data moves, and later statements may name them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.statement.columns import column_of
from headwater.bind.target import Bound
from headwater.dialects.flink import connectors
from headwater.sql.statements import ColumnDefinition, Name, Statement


@dataclass(frozen=True, slots=True, eq=False)
class DeclareFunction(Statement):
    """CREATE FUNCTION f AS 'com.example.F': a name that calls something outside."""

    name: Name


@dataclass(frozen=True, slots=True, eq=False)
class ForgetFunction(Statement):
    """DROP FUNCTION f."""

    name: Name


@dataclass(frozen=True, slots=True, eq=False)
class CreateModel(Statement):
    """CREATE MODEL m INPUT (…) OUTPUT (…): its outputs are the columns that a prediction adds."""

    name: Name
    outputs: tuple[ColumnDefinition, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DropModel(Statement):
    """DROP MODEL m."""

    name: Name


@dataclass(frozen=True, slots=True, eq=False)
class CreateCatalog(Statement):
    """CREATE CATALOG c WITH (…), ALTER CATALOG c SET (…): where its tables are."""

    name: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class DropCatalog(Statement):
    """DROP CATALOG c."""

    name: str


def _bound(ctx: Context, statement: Statement) -> Bound:
    ctx.say(codes.NO_DATA, None, statement.kind.replace("_", " "))
    return Bound(statement.kind)


def declare_function(ctx: Context, statement: DeclareFunction) -> Bound:
    """A name that is known from here on; what it does with its arguments is not said in SQL."""
    ctx.session.declare(statement.name, "scalar !declared")
    return _bound(ctx, statement)


def forget_function(ctx: Context, statement: ForgetFunction) -> Bound:
    """A name that is unknown again."""
    ctx.session.declare(statement.name, None)
    return _bound(ctx, statement)


def create_model(ctx: Context, statement: CreateModel) -> Bound:
    """The outputs of the model are kept."""
    ctx.session.models[ctx.session.key(statement.name)] = tuple(column_of(column) for column in statement.outputs)
    return _bound(ctx, statement)


def drop_model(ctx: Context, statement: DropModel) -> Bound:
    """The model is forgotten."""
    ctx.session.models.pop(ctx.session.key(statement.name), None)
    return _bound(ctx, statement)


def create_catalog(ctx: Context, statement: CreateCatalog) -> Bound:
    """The options that say where its tables are are kept."""
    known = ctx.session.catalogs.get(statement.name, {})
    ctx.session.catalogs[statement.name] = {**known, **connectors.kept(statement.options)}
    return _bound(ctx, statement)


def drop_catalog(ctx: Context, statement: DropCatalog) -> Bound:
    """The catalog is forgotten."""
    ctx.session.catalogs.pop(statement.name, None)
    return _bound(ctx, statement)


BINDERS: Mapping[type[Any], Binder] = {
    DeclareFunction: declare_function,
    ForgetFunction: forget_function,
    CreateModel: create_model,
    DropModel: drop_model,
    CreateCatalog: create_catalog,
    DropCatalog: drop_catalog,
}

"""CREATE FUNCTION and DROP FUNCTION: whether calls can be followed, from here on."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.expr import macros
from headwater.bind.session import Macro
from headwater.bind.target import Bound
from headwater.sql.statements import CreateExternalFunction, CreateFunction, DropFunction, Variant


def create_function(ctx: Context, statement: CreateFunction) -> Bound:
    """CREATE FUNCTION f AS body: calls are followed into the body."""
    ctx.say(codes.NO_DATA, None, statement.kind.replace("_", " "))
    bound = Bound(statement.kind)
    missing = (None,) * (len(statement.parameters) - len(statement.defaults))
    table = statement.kind == "CREATE_TABLE_FUNCTION" or isinstance(statement.body, (exp.Select, exp.SetOperation))
    body = macros.marked(statement.body)
    variant = Variant(statement.parameters, (*statement.defaults, *missing), body, table)
    bound.macros.append((statement.name, Macro((variant,))))
    return bound


def create_external_function(ctx: Context, statement: CreateExternalFunction) -> Bound:
    """CREATE FUNCTION … LANGUAGE js: what goes through it is not known."""
    ctx.say(codes.NO_DATA, None, "CREATE FUNCTION")
    bound = Bound(statement.kind)
    bound.macros.append((statement.name.lower(), None))
    return bound


def drop_function(ctx: Context, statement: DropFunction) -> Bound:
    """DROP FUNCTION f: calls are unknown again."""
    ctx.say(codes.NO_DATA, None, statement.kind.replace("_", " "))
    bound = Bound(statement.kind)
    bound.macros.append((statement.name, None))
    return bound
